// Motion: how fast a list is scrolled, where it will come to rest, and what to preload for that.
// The rules are in rangecore_motion.h.

#include "motion.h"

#include "../base/proportion.h"
#include "../base/ticks.h"
#include "../ranges/ranges.h"

enum {
  // Microseconds.
  MOTION_WINDOW = 50000,
  MOTION_SAMPLE_GAP = 15000,
  MOTION_GESTURE_GAP = 100000,
  MOTION_QUICK = 400000,
  // Ticks per second.
  MOTION_SPEED_OF_GESTURES = RC_TICKS_PER_POINT,
  MOTION_SPEED_AT_LEAST = 120 * RC_TICKS_PER_POINT,
  MOTION_SPEED_OF_GLIDES = 200 * RC_TICKS_PER_POINT
};

/// No distance is longer, so that a product with a second fits: 2^42 ticks, 4.6 × 10^9 points.
static const int64_t motion_distance_max = INT64_C(1) << 42;

static int64_t motion_size(int64_t value) {
  return value < 0 ? -value : value;
}

void rc_motion_init(rc_motion *motion) {
  if (motion == NULL) return;
  *motion = (rc_motion){
      .preload_time = 300000,
      .top_speed = 2000 * RC_TICKS_PER_POINT,
      .distance = 1500 * RC_TICKS_PER_POINT,
      .distance_deviation = 750 * RC_TICKS_PER_POINT,
      .glide = 200000,
  };
}

void rc_motion_input_init(rc_motion_input *input) {
  if (input == NULL) return;
  *input = (rc_motion_input){.budget = 1, .direction = RC_DIRECTION_FORWARD};
}

// == rule 1 ==

rc_status rc_motion_add_preload_time(rc_motion *motion, double seconds) {
  if (motion == NULL || !(seconds >= 0)) return RC_STATUS_ARGUMENT;
  rc__motion_average(&motion->preload_time, &motion->preload_deviation, &motion->preload_count,
                     seconds);
  return RC_STATUS_OK;
}

// == rules 2 and 3 ==

static int64_t microseconds_between(double start, double time) {
  const double limit = (double)RC_LIST_TICKS_MAX;
  const double elapsed = rc__product(time - start, RC__MOTION_SECOND);
  if (elapsed > limit) return RC_LIST_TICKS_MAX;
  return elapsed < -limit ? -RC_LIST_TICKS_MAX : rc__round_to_even(elapsed);
}

static void restart_motion(rc_motion *motion, double time) {
  motion->start = time;
  motion->time = motion->moving_time = 0;
  motion->position = 0;
  motion->sample_count = 0;
  motion->has_gesture = false;
}

/// From the newest sample that is old enough.
static int64_t velocity_of(const rc_motion *motion) {
  for (uint32_t i = 0; i < motion->sample_count; i++) {
    const int64_t elapsed = motion->time - motion->samples[i].time;
    if (elapsed < MOTION_WINDOW) continue;
    const rc_interval allowed = {-motion_distance_max, motion_distance_max};
    const int64_t moved = rc__clamped(motion->position - motion->samples[i].position, allowed);
    return moved * RC__MOTION_SECOND / elapsed;
  }
  return 0;
}

/// Learns from a gesture that has ended at a position.
static void learn_gesture(rc_motion *motion, rc_ticks end) {
  motion->has_gesture = false;
  if (motion->gesture_count < RC__MOTION_MEMORY) motion->gesture_count++;
  // The first values weigh as much as two gestures.
  const int64_t count = rc__at_most((int64_t)motion->gesture_count + 2, RC__MOTION_MEMORY);
  const int64_t moved = motion_size(end - motion->gesture_start);
  const int64_t distance = rc__at_most(moved, motion_distance_max);
  const int64_t glided = rc__at_most(motion_size(end - motion->peak_position), motion_distance_max);
  const int64_t deviation = motion_size(distance - motion->distance);
  motion->top_speed += (motion->peak_speed - motion->top_speed) / count;
  motion->distance_deviation += (deviation - motion->distance_deviation) / count;
  motion->distance += (distance - motion->distance) / count;
  if (motion->gesture_has_landing || motion->peak_speed <= MOTION_SPEED_OF_GLIDES) return;
  const int64_t glide =
      rc__at_most(glided * RC__MOTION_SECOND / motion->peak_speed, RC__MOTION_SECOND);
  motion->glide += (glide - motion->glide) / count;
}

/// The program scrolls, and tells where to.
static bool is_programmatic(const rc_motion_input *input) {
  return !input->is_user_driven && input->has_landing && input->movement != 0;
}

/// - `before`: the position at the record before.
static void note_gesture(rc_motion *motion, const rc_motion_input *input, rc_ticks before) {
  const int64_t speed = motion_size(motion->velocity);
  const bool moves = input->is_user_driven && speed > MOTION_SPEED_OF_GESTURES;
  const int64_t still = motion->time - motion->moving_time;
  // A host that is not updated at rest ends a gesture as the next begins.
  const bool is_over = moves ? still > MOTION_GESTURE_GAP : still >= MOTION_GESTURE_GAP;
  const bool has_ended = is_over || is_programmatic(input);
  if (motion->has_gesture && has_ended) learn_gesture(motion, before);
  if (!moves) return;
  if (!motion->has_gesture) {
    motion->has_gesture = true;
    motion->gesture_has_landing = false;
    motion->gesture_start = before;
    motion->peak_speed = 0;
  }
  if (speed > motion->peak_speed) {
    motion->peak_speed = speed;
    motion->peak_position = motion->position;
  }
  motion->gesture_has_landing |= input->has_landing;
  motion->moving_time = motion->time;
}

static void take_sample(rc_motion *motion, bool is_dragged) {
  rc_motion_sample *samples = motion->samples;
  const bool is_first = motion->sample_count == 0;
  const int64_t elapsed = is_first ? 0 : motion->time - samples[0].time;
  if (elapsed > 0 && elapsed < MOTION_SAMPLE_GAP) return;
  // One at the same time replaces the last.
  if (is_first || elapsed > 0) {
    for (int i = RC_MOTION_SAMPLE_COUNT - 1; i > 0; i--) samples[i] = samples[i - 1];
    if (motion->sample_count < RC_MOTION_SAMPLE_COUNT) motion->sample_count++;
  }
  samples[0] = (rc_motion_sample){
      .time = motion->time,
      .position = motion->position,
      .speed = motion_size(motion->velocity),
      .is_dragged = is_dragged,
  };
}

void rc__motion_record(rc_motion *motion, const rc_motion_input *input) {
  // How fast the program was says nothing about the user's gesture.
  const bool takes_over = input->is_user_driven && motion->is_programmatic && motion->velocity != 0;
  if (motion->sample_count == 0 || takes_over) restart_motion(motion, input->time);
  int64_t now = microseconds_between(motion->start, input->time);
  // So that no difference of two positions overflows.
  const bool is_far = motion_size(motion->position) > INT64_MAX / 4;
  if (now < motion->time || is_far) {
    restart_motion(motion, input->time);
    now = 0;
  }
  const rc_ticks before = motion->position;
  motion->time = now;
  if (input->is_user_driven) motion->is_programmatic = false;
  motion->is_programmatic |= is_programmatic(input);
  if (input->is_user_driven || input->has_landing) motion->position += input->movement;
  motion->velocity = velocity_of(motion);
  note_gesture(motion, input, before);
  take_sample(motion, input->is_dragged);
}

int64_t rc__motion_settles_in(const rc_motion *motion) {
  if (motion_size(motion->velocity) >= MOTION_SPEED_AT_LEAST) return MOTION_WINDOW;
  // A gesture that is over has been learned from.
  return motion->has_gesture ? motion->moving_time + MOTION_GESTURE_GAP - motion->time : 0;
}

// == rules 4 and 5 ==

/// Where a viewport goes: lengths and distances are those of travel, from its trailing edge on.
typedef struct course {
  rc_ticks offset;
  rc_ticks length;
  bool is_forward;
  bool moves;
  bool is_known;
  int64_t speed;
  /// To the landing.
  int64_t distance;
} course;

/// How far the viewport goes if its speed goes on falling by the same factor; −1 if it does not
/// fall.
///
///     4000 points/s, and 66.7 ms later 3600: 3600 × 0.0667 × (4000 + 3600) ÷ (2 × 400) = 2280
static int64_t distance_of_slowdown(const rc_motion *motion, bool is_dragged, int64_t speed) {
  const rc_motion_sample *samples = motion->samples;
  const int last = RC_MOTION_SAMPLE_COUNT - 1;
  if (is_dragged || motion->sample_count < RC_MOTION_SAMPLE_COUNT) return -1;
  for (int i = 0; i < last; i++) {
    if (samples[i].is_dragged || samples[i].speed >= samples[i + 1].speed) return -1;
  }
  const int64_t former = samples[last].speed, elapsed = motion->time - samples[last].time;
  if (speed * 100 >= former * 97) return -1;
  const int64_t left = rc__product_over(elapsed, former + speed, 2 * (former - speed));
  return rc__product_over(speed, rc__at_most(left, RC__MOTION_SECOND), RC__MOTION_SECOND);
}

static course find_course(const rc_motion *motion, const rc_motion_input *input) {
  course it = {
      .offset = input->viewport.lower,
      .length = input->viewport.upper - input->viewport.lower,
      .is_forward = (int)input->direction == RC_DIRECTION_FORWARD,
      .speed = motion_size(motion->velocity),
  };
  it.moves = it.speed >= MOTION_SPEED_AT_LEAST;
  if (!it.moves) return it;
  it.is_forward = motion->velocity > 0;
  const int64_t slowdown = distance_of_slowdown(motion, input->is_dragged, it.speed);
  it.is_known = input->has_landing || slowdown >= 0;
  if (input->has_landing) {
    const int64_t landing = input->landing_offset - it.offset;
    it.distance = it.is_forward ? landing : -landing;
  } else if (it.is_known) {
    it.distance = slowdown;
  } else {
    const int64_t time = input->is_dragged ? RC__MOTION_SECOND / 2 : motion->glide;
    it.distance = rc__product_over(it.speed, time, RC__MOTION_SECOND);
  }
  const int64_t room = it.is_forward ? input->content.upper - input->viewport.upper
                                     : it.offset - input->content.lower;
  it.distance = rc__at_most(it.distance, room);
  if (it.distance < 0) it.distance = 0;
  return it;
}

/// How far the viewport will have moved.
static int64_t progress_in(const course *it, int64_t time) {
  const int64_t straight = rc__product_over(it->speed, time, RC__MOTION_SECOND);
  if (it->distance + straight == 0) return 0;
  return rc__product_over(it->distance, straight, it->distance + straight);
}

// == rules 6 to 10 ==

static int64_t reach_of(const rc_motion *motion, const course *it, const rc_motion_input *input) {
  const int64_t time = motion->preload_time + 2 * motion->preload_deviation;
  const int64_t by_time =
      it->length + rc__product_over(2 * motion->top_speed, time, RC__MOTION_SECOND);
  const int64_t by_distance = it->length / 2 + motion->distance + motion->distance_deviation;
  const int64_t reach = rc__at_most(3 * it->length, rc__at_most(by_time, by_distance));
  const int64_t scaled = rc__ticks_from_screens(input->budget, reach);
  if (!input->awaits_scroll) return scaled;
  const int64_t slow = rc__at_least(motion->preload_time, MOTION_QUICK);
  return rc__at_most(scaled, it->length / 2 + rc__product_over(it->length, MOTION_QUICK, slow));
}

/// From distances of travel to offsets.
static rc_interval on_course(const course *it, int64_t from, int64_t to) {
  if (it->is_forward) return (rc_interval){it->offset + from, it->offset + to};
  const rc_ticks end = it->offset + it->length;
  return (rc_interval){end - to, end - from};
}

/// Adds a span, if it is not empty.
static void add_span(rc_foresight *out, const course *it, int64_t from, int64_t to, bool outward) {
  if (from >= to) return;
  const rc_interval span = on_course(it, from, to);
  const bool is_first = out->span_count == 0;
  if (is_first || span.lower < out->wanted.lower) out->wanted.lower = span.lower;
  if (is_first || span.upper > out->wanted.upper) out->wanted.upper = span.upper;
  out->is_descending[out->span_count] = outward != it->is_forward;
  out->spans[out->span_count++] = span;
}

void rc__foresee(const rc_motion *motion, const rc_motion_input *input,
                 rc_foresight *out_foresight) {
  const course it = find_course(motion, input);
  const int64_t length = it.length, reach = reach_of(motion, &it, input);
  const int64_t landed = it.distance + length;
  const rc_ticks landing = it.is_forward ? it.offset + it.distance : it.offset - it.distance;
  *out_foresight = (rc_foresight){
      .wanted = {it.offset, it.offset},
      .landing_offset = landing,
      .velocity = motion->velocity,
      .is_moving = it.moves,
      .landing_is_known = it.is_known,
  };
  if (!it.moves) {
    add_span(out_foresight, &it, 0, length, it.is_forward);
    add_span(out_foresight, &it, length, length + reach, true);
    add_span(out_foresight, &it, -length / 4, 0, false);
  } else if (it.is_known || it.speed <= 10 * length) {
    const bool skips = it.is_known || input->is_dragged;
    const int64_t time = motion->preload_time + motion->preload_deviation;
    const int64_t first = skips ? progress_in(&it, time) : 0;
    const int64_t ready = rc__at_most(first + length, it.distance);
    add_span(out_foresight, &it, ready, landed, true);
    add_span(out_foresight, &it, first, ready, false);
    add_span(out_foresight, &it, landed, landed + reach, true);
  } else {
    const bool jumps = it.speed > 100 * length;
    add_span(out_foresight, &it, 0, jumps ? length : length + reach, false);
  }
  const int64_t behind = -(length * 3 / 2), ahead = landed + reach + length;
  const int64_t passed = it.is_known ? progress_in(&it, motion->preload_time * 3 / 10) : behind;
  out_foresight->running = on_course(&it, passed, ahead);
  out_foresight->kept = on_course(&it, behind, ahead);
}

int64_t rc__foresight_rank(const rc_foresight *foresight, rc_ticks offset, rc_ticks extent) {
  int64_t rank = 0;
  for (int i = 0; i < RC_FORESIGHT_SPAN_COUNT && i < foresight->span_count; i++) {
    const rc_interval span = foresight->spans[i];
    if (rc__range_has_item(span, offset, extent)) {
      const int64_t end = rc__ticks_add_saturating(offset, extent > 1 ? extent : 1);
      const int64_t before = foresight->is_descending[i] ? span.upper - end : offset - span.lower;
      return before > 0 ? rank + before : rank;
    }
    rank += span.upper - span.lower;
  }
  return -1;
}

// == arguments ==

static bool is_motion_interval(rc_interval interval) {
  const int64_t limit = 4 * RC_LIST_TICKS_MAX;
  return interval.lower >= -limit && interval.upper <= limit && interval.lower <= interval.upper;
}

static bool is_motion_input(const rc_motion_input *input) {
  const int64_t limit = 4 * RC_LIST_TICKS_MAX;
  const rc_interval viewport = input->viewport;
  return is_motion_interval(viewport) && is_motion_interval(input->content) &&
         viewport.upper - viewport.lower <= RC_LIST_TICKS_MAX && input->movement >= -limit &&
         input->movement <= limit && input->landing_offset >= -limit &&
         input->landing_offset <= limit && rc__is_finite(input->time) &&
         rc__is_finite(input->budget) && input->budget >= 0 &&
         ((int)input->direction == RC_DIRECTION_FORWARD ||
          (int)input->direction == RC_DIRECTION_BACKWARD);
}

rc_status rc_motion_record(rc_motion *motion, const rc_motion_input *input) {
  if (motion == NULL || input == NULL || !is_motion_input(input)) return RC_STATUS_ARGUMENT;
  rc__motion_record(motion, input);
  return RC_STATUS_OK;
}

rc_status rc_motion_foresee(const rc_motion *motion, const rc_motion_input *input,
                            rc_foresight *out_foresight) {
  if (motion == NULL || input == NULL || out_foresight == NULL || !is_motion_input(input)) {
    return RC_STATUS_ARGUMENT;
  }
  rc__foresee(motion, input, out_foresight);
  return RC_STATUS_OK;
}
