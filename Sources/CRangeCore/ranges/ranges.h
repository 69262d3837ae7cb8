// Intervals, tunings, the range mode and the direction of scrolling, as a list uses them.

#ifndef RC_RANGES_H
#define RC_RANGES_H

#include "../base/base.h"
#include "rangecore_ranges.h"

/// Adds and returns whether the sum fits; otherwise leaves `out_sum` alone.
static inline bool rc__ticks_add(int64_t a, int64_t b, int64_t *out_sum) {
  if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return false;
  *out_sum = a + b;
  return true;
}

/// Adds; a sum that does not fit becomes INT64_MAX or INT64_MIN.
static inline int64_t rc__ticks_add_saturating(int64_t a, int64_t b) {
  int64_t sum;
  if (rc__ticks_add(a, b, &sum)) return sum;
  return b > 0 ? INT64_MAX : INT64_MIN;
}

static inline bool rc__interval_is_empty(rc_interval interval) {
  return interval.upper <= interval.lower;
}

static inline bool rc__interval_has(rc_interval interval, int64_t value) {
  return interval.lower <= value && value < interval.upper;
}

/// Whether two intervals share at least one value; an empty one never does.
static inline bool rc__interval_overlaps(rc_interval a, rc_interval b) {
  const int64_t lower = a.lower > b.lower ? a.lower : b.lower;
  const int64_t upper = a.upper < b.upper ? a.upper : b.upper;
  return lower < upper;
}

/// Whether an item is in a range: it overlaps it by at least one tick or, if its extent is 0, lies
/// in it.
static inline bool rc__range_has_item(rc_interval range, rc_ticks offset, rc_ticks extent) {
  if (extent <= 0) return range.lower <= offset && offset < range.upper;
  return range.lower < range.upper && offset < range.upper &&
         (offset > INT64_MAX - extent || offset + extent > range.lower);
}

/// An item that comes into ranges or goes out of them, the bits that they give, and how far it is
/// if it gets some; negative on the screen.
typedef struct rc__turn {
  int64_t item;
  int64_t distance;
  unsigned bits;
} rc__turn;

/// Whether the reaches are finite and not negative.
bool rc__tuning_is_allowed(rc_tuning tuning);

/// The tuning of each range in each mode.
typedef struct rc__tuning_table {
  rc_tuning tunings[RC_RANGE_MODE_COUNT][RC_RANGE_COUNT];
} rc__tuning_table;

/// Writes a preset into a table of zeros.
void rc__tuning_table_init(rc__tuning_table *table, rc_tuning_preset preset);

/// Remembers in which direction the user scrolls.
///
/// It flips once the user has moved back from the furthest point reached by more than `threshold`.
typedef struct rc__direction_tracker {
  rc_ticks threshold;
  /// How far back from the furthest point the user is.
  rc_ticks back;
  /// Forward or backward.
  rc_direction direction;
} rc__direction_tracker;

/// Starts a tracker: forward, with a threshold of 1 point.
void rc__direction_tracker_init(rc__direction_tracker *tracker);

/// Records a user-driven movement, positive when moving forward.
static inline void rc__direction_tracker_move(rc__direction_tracker *tracker, rc_ticks movement) {
  bool forward = (int)tracker->direction != RC_DIRECTION_BACKWARD;
  int64_t away = forward ? -movement : movement;
  int64_t back = tracker->back + away;  // at most the threshold and a movement
  // Only a movement away flips it; lowering the threshold alone does not.
  if (away > 0 && back > tracker->threshold) {
    forward = !forward;
    back = 0;
  }
  tracker->back = back > 0 ? back : 0;
  tracker->direction = forward ? RC_DIRECTION_FORWARD : RC_DIRECTION_BACKWARD;
}

/// Everything that the range mode depends on; see `rc_range_mode` and `rc_list_settings`. Zeros
/// stand for a new list with the default settings.
typedef struct rc__mode_state {
  rc_range_mode explicit_mode;
  rc_presence presence;
  rc_pressure pressure;
  int32_t depth;
  bool has_explicit_mode;
  bool user_has_scrolled;
  bool in_background;
} rc__mode_state;

/// Records a user-driven update, which ends an explicit mode; `moved` if the user scrolled in it.
void rc__mode_state_note_user(rc__mode_state *state, bool moved);

rc_range_mode rc__mode_state_mode(const rc__mode_state *state);

/// Whether only the user's first scroll is missing for the mode full.
bool rc__mode_state_awaits_scroll(const rc__mode_state *state);

/// The presence as items see it: in the background, on screen counts as near.
rc_presence rc__mode_state_presence(const rc__mode_state *state);

#endif
