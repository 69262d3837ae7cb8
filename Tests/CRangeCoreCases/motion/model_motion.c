#include "model_motion.h"

#include <math.h>
#include <string.h>

static int64_t size_of(int64_t value) {
  return value < 0 ? -value : value;
}

static int64_t least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

/// a × b ÷ c by long multiplication and division, a binary digit of a at a time.
static int64_t product(int64_t a, int64_t b, int64_t c) {
  if (a < INT32_MAX && b < INT32_MAX) return a * b / c;
  int64_t quotient = 0, rest = 0;
  for (int64_t digit = INT64_C(1) << 61; digit > 0; digit /= 2) {
    bool is_set = a / digit % 2 == 1;
    rest = 2 * rest + (is_set ? b % c : 0);
    quotient = 2 * quotient + (is_set ? b / c : 0) + rest / c;
    rest %= c;
  }
  return quotient;
}

void model_motion_init(model_motion *motion) {
  memset(motion, 0, sizeof *motion);
  motion->preload.mean = 300000;
  motion->top_speed.mean = 2000 * 960;
  motion->distance.mean = 1500 * 960;
  motion->distance.deviation = 750 * 960;
  motion->glide.mean = 200000;
}

/// - `before`: as how many values what it was before counts.
static void learn(model_motion_mean *it, int64_t value, int64_t before) {
  int64_t count = least(++it->count + before, 32), difference = value - it->mean;
  it->deviation += (size_of(difference) - it->deviation) / count;
  it->mean += difference / count;
}

void model_motion_add(model_motion *motion, double seconds) {
  int64_t took = (int64_t)rint(fmin(seconds, 5) * 1e6);
  model_motion_mean first = {took, took / 2, 1};
  if (motion->preload.count == 0) {
    motion->preload = first;
  } else {
    learn(&motion->preload, took, 0);
  }
}

bool model_motion_is_allowed(const rc_motion_input *input) {
  const int64_t far = 4 * RC_LIST_TICKS_MAX;
  const int64_t ends[] = {input->viewport.lower, input->viewport.upper, input->content.lower,
                          input->content.upper,  input->landing_offset, input->movement};
  for (int i = 0; i < 6; i++) {
    if (ends[i] < -far || ends[i] > far) return false;
  }
  int64_t length = input->viewport.upper - input->viewport.lower;
  if (length < 0 || length > RC_LIST_TICKS_MAX) return false;
  if (input->content.upper < input->content.lower) return false;
  if (!isfinite(input->time) || !isfinite(input->budget) || input->budget < 0) return false;
  return (int)input->direction == 1 || (int)input->direction == 2;
}

static void begin_again(model_motion *motion, double time) {
  motion->has_begun = true;
  motion->start = time;
  motion->time = motion->position = motion->sample_count = 0;
  motion->gesture_time = 0;
  motion->has_gesture = false;
}

static int64_t ticks_since(const model_motion *motion, double time) {
  double elapsed = (time - motion->start) * 1e6, far = (double)RC_LIST_TICKS_MAX;
  return (int64_t)rint(fmin(fmax(elapsed, -far), far));
}

static int64_t find_velocity(const model_motion *motion) {
  int64_t velocity = 0;
  for (int64_t i = 0; i < motion->sample_count; i++) {
    const model_motion_sample *sample = &motion->samples[i];
    int64_t elapsed = motion->time - sample->time, moved = motion->position - sample->position;
    if (moved > INT64_C(1) << 42) moved = INT64_C(1) << 42;
    if (moved < -(INT64_C(1) << 42)) moved = -(INT64_C(1) << 42);
    if (elapsed >= 50000) velocity = moved * 1000000 / elapsed;
  }
  return velocity;
}

static void end_gesture(model_motion *motion, int64_t position) {
  int64_t far = INT64_C(1) << 42;
  int64_t distance = least(size_of(position - motion->gesture_start), far);
  int64_t glided = least(size_of(position - motion->peak_position), far);
  motion->has_gesture = false;
  int64_t gestures = motion->top_speed.count;
  learn(&motion->top_speed, motion->peak_speed, 2);
  learn(&motion->distance, distance, 2);
  motion->glide.count = gestures;
  if (motion->has_landing || motion->peak_speed <= 200 * 960) return;
  learn(&motion->glide, least(glided * 1000000 / motion->peak_speed, 1000000), 2);
}

static bool scrolls_by_program(const rc_motion_input *input) {
  return input->has_landing && !input->is_user_driven && input->movement != 0;
}

static void follow_gesture(model_motion *motion, const rc_motion_input *input, int64_t before) {
  int64_t speed = size_of(motion->velocity), still = motion->time - motion->gesture_time;
  bool moves = input->is_user_driven && speed > 960;
  if (motion->has_gesture && still >= (moves ? 100001 : 100000)) end_gesture(motion, before);
  if (motion->has_gesture && scrolls_by_program(input)) end_gesture(motion, before);
  if (!moves) return;
  if (!motion->has_gesture) {
    motion->has_gesture = true;
    motion->has_landing = false;
    motion->gesture_start = before;
    motion->peak_speed = 0;
  }
  if (speed > motion->peak_speed) {
    motion->peak_speed = speed;
    motion->peak_position = motion->position;
  }
  if (input->has_landing) motion->has_landing = true;
  motion->gesture_time = motion->time;
}

static void sample(model_motion *motion, const rc_motion_input *input) {
  model_motion_sample now = {motion->time, motion->position, size_of(motion->velocity),
                             input->is_dragged};
  int64_t count = motion->sample_count;
  if (count > 0) {
    int64_t elapsed = now.time - motion->samples[count - 1].time;
    if (elapsed > 0 && elapsed < 15000) return;
    if (elapsed == 0) count--;
  }
  if (count == MODEL_MOTION_SAMPLES_MAX) {
    count /= 2;
    memmove(motion->samples, motion->samples + count, (size_t)count * sizeof now);
  }
  motion->samples[count] = now;
  motion->sample_count = count + 1;
}

void model_motion_record(model_motion *motion, const rc_motion_input *input) {
  if (!motion->has_begun) begin_again(motion, input->time);
  bool is_far = size_of(motion->position) > INT64_MAX / 4;
  if (ticks_since(motion, input->time) < motion->time || is_far) begin_again(motion, input->time);
  if (input->is_user_driven) {
    if (motion->is_programmatic && motion->velocity != 0) begin_again(motion, input->time);
    motion->is_programmatic = false;
  }
  motion->time = ticks_since(motion, input->time);
  int64_t before = motion->position;
  if (scrolls_by_program(input)) motion->is_programmatic = true;
  if (input->is_user_driven || input->has_landing) motion->position += input->movement;
  motion->velocity = find_velocity(motion);
  follow_gesture(motion, input, before);
  sample(motion, input);
}

int64_t model_motion_settles_in(const model_motion *motion) {
  if (size_of(motion->velocity) >= 120 * 960) return 50000;
  int64_t left = 100000 - (motion->time - motion->gesture_time);
  return motion->has_gesture && left > 0 ? left : 0;
}

// == forward ==

/// How far the viewport still goes if it slows down, -1 if it does not.
static int64_t slowdown(const model_motion *motion, bool is_dragged) {
  int64_t count = motion->sample_count, speed = size_of(motion->velocity);
  if (is_dragged || count < 5) return -1;
  for (const model_motion_sample *it = motion->samples + count - 4; it < motion->samples + count;
       it++) {
    if (it->is_dragged || it[-1].speed <= it->speed) return -1;
  }
  const model_motion_sample *from = &motion->samples[count - 5];
  if (100 * speed >= 97 * from->speed) return -1;
  // Exact as long as it matters: beyond two seconds it is more than the most.
  int64_t time = least(motion->time - from->time, 2000000);
  int64_t left = product(time, from->speed + speed, 2 * (from->speed - speed));
  return product(speed, least(left, 1000000), 1000000);
}

/// By how much a viewport that has so far to go will have moved.
static int64_t moved_in(int64_t distance, int64_t speed, int64_t time) {
  int64_t straight = product(speed, time, 1000000);
  return distance == 0 ? 0 : product(distance, straight, distance + straight);
}

static void put(rc_foresight *out, int64_t lower, int64_t upper, bool is_descending) {
  if (upper <= lower) return;
  out->spans[out->span_count].lower = lower;
  out->spans[out->span_count].upper = upper;
  out->is_descending[out->span_count++] = is_descending;
}

/// - `landing`: -1 where it is not known, else how far away it is.
/// - `room`: how far the viewport can go.
static void foresee_forward(const model_motion *motion, const rc_motion_input *input,
                            int64_t landing, int64_t room, rc_foresight *out) {
  const int64_t o = input->viewport.lower, V = input->viewport.upper - o;
  const int64_t speed = size_of(motion->velocity);
  const int64_t T = motion->preload.mean, D = motion->preload.deviation;
  const int64_t by_time = V + product(2 * motion->top_speed.mean, T + 2 * D, 1000000);
  const int64_t by_distance = V / 2 + motion->distance.mean + motion->distance.deviation;
  const double reach = rint(input->budget * (double)least(3 * V, least(by_time, by_distance)));
  const int64_t all = (int64_t)fmin(reach, (double)RC_LIST_TICKS_MAX);
  const int64_t first = V / 2 + (T > 400000 ? product(V, 400000, T) : V);
  const int64_t A = input->awaits_scroll ? least(all, first) : all;
  bool moves = speed >= 120 * 960;
  int64_t R = 0;
  if (moves) {
    R = landing >= 0 ? landing
                     : product(speed, input->is_dragged ? 500000 : motion->glide.mean, 1000000);
    R = least(R, room < 0 ? 0 : room);
  }
  const int64_t S = o + R;
  const bool known = moves && landing >= 0;
  if (!moves) {
    put(out, o, o + V, false);
    put(out, o + V, o + V + A, false);
    put(out, o - V / 4, o, true);
  } else if (known || speed <= 10 * V) {
    int64_t o1 = known || input->is_dragged ? o + moved_in(R, speed, T + D) : o;
    put(out, least(o1 + V, S), S + V, false);
    put(out, o1, least(o1 + V, S), true);
    put(out, S + V, S + V + A, false);
  } else {
    put(out, o, o + V + (speed > 100 * V ? 0 : A), true);
  }
  out->kept.lower = o - 3 * V / 2;
  out->kept.upper = S + 2 * V + A;
  out->running = out->kept;
  if (known) out->running.lower = o + moved_in(R, speed, T * 3 / 10);
  out->landing_offset = S;
  out->is_moving = moves;
  out->landing_is_known = known;
}

static void reflect(rc_interval *it, int64_t sum) {
  const rc_interval former = *it;
  it->lower = sum - former.upper;
  it->upper = sum - former.lower;
}

void model_motion_foresee(const model_motion *motion, const rc_motion_input *input,
                          rc_foresight *out_foresight) {
  rc_foresight out;
  memset(&out, 0, sizeof out);
  const int64_t speed = size_of(motion->velocity);
  const bool moves = speed >= 120 * 960;
  const bool is_backward = moves ? motion->velocity < 0 : (int)input->direction == 2;
  const rc_interval viewport = input->viewport;
  int64_t landing = slowdown(motion, input->is_dragged);
  int64_t room = input->content.upper - viewport.upper;
  if (input->has_landing) landing = input->landing_offset - viewport.lower;
  if (is_backward && input->has_landing) landing = -landing;
  if (input->has_landing && landing < 0) landing = 0;
  if (is_backward) room = viewport.lower - input->content.lower;
  foresee_forward(motion, input, landing, room, &out);
  const int64_t sum = viewport.lower + viewport.upper;
  if (is_backward) {
    for (int i = 0; i < out.span_count; i++) {
      reflect(&out.spans[i], sum);
      // The viewport at rest is ascending either way.
      if (moves || i > 0) out.is_descending[i] = !out.is_descending[i];
    }
    reflect(&out.kept, sum);
    reflect(&out.running, sum);
    out.landing_offset = 2 * viewport.lower - out.landing_offset;
  }
  out.wanted.lower = out.wanted.upper = viewport.lower;
  for (int i = 0; i < out.span_count; i++) {
    if (i == 0) out.wanted = out.spans[0];
    if (out.spans[i].lower < out.wanted.lower) out.wanted.lower = out.spans[i].lower;
    if (out.spans[i].upper > out.wanted.upper) out.wanted.upper = out.spans[i].upper;
  }
  out.velocity = motion->velocity;
  *out_foresight = out;
}

int64_t model_motion_rank(const rc_foresight *foresight, int64_t offset, int64_t extent) {
  int64_t rank = 0;
  for (int i = 0; i < foresight->span_count; i++) {
    const rc_interval span = foresight->spans[i];
    for (int64_t j = 0; j < span.upper - span.lower; j++, rank++) {
      int64_t tick = foresight->is_descending[i] ? span.upper - 1 - j : span.lower + j;
      bool is_there = extent > 0 ? offset <= tick && tick < offset + extent : tick == offset;
      if (is_there) return rank;
    }
  }
  return -1;
}
