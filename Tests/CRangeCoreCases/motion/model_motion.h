// Motion and foresight, slowly: every update is remembered, and what they mean is found by going
// through them. What lies backward is found forward, in a mirror.

#ifndef MODEL_MOTION_H
#define MODEL_MOTION_H

#include "../library.h"

#define MODEL_MOTION_SAMPLES_MAX 256

typedef struct {
  int64_t time, position, speed;
  bool is_dragged;
} model_motion_sample;

/// What is learned: a mean and a mean deviation.
typedef struct {
  int64_t mean, deviation, count;
} model_motion_mean;

typedef struct {
  bool has_begun;
  double start;
  int64_t time, position, velocity;
  /// The oldest first.
  int64_t sample_count;
  model_motion_sample samples[MODEL_MOTION_SAMPLES_MAX];
  model_motion_mean preload, distance, top_speed, glide;
  /// Of the gesture in progress.
  bool has_gesture, has_landing;
  /// The program has scrolled since the user did.
  bool is_programmatic;
  int64_t gesture_start, gesture_time, peak_speed, peak_position;
} model_motion;

void model_motion_init(model_motion *motion);
bool model_motion_is_allowed(const rc_motion_input *input);
/// The input must be allowed.
void model_motion_record(model_motion *motion, const rc_motion_input *input);
void model_motion_add(model_motion *motion, double seconds);
void model_motion_foresee(const model_motion *motion, const rc_motion_input *input,
                          rc_foresight *out_foresight);
/// The place of an item in the order of some spans, tick by tick; -1 if it is in none.
int64_t model_motion_rank(const rc_foresight *foresight, int64_t offset, int64_t extent);
/// In how many microseconds the answer may have changed by time alone; 0 if it will not.
int64_t model_motion_settles_in(const model_motion *motion);

#endif
