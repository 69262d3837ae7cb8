// Points to ticks, inlined for the engine's own paths; the public functions are the same.

#ifndef RC_TICKS_H
#define RC_TICKS_H

#include "base.h"

// 1.5 × 2^52. Between 2^52 and 2^53 a double has no fraction: a sum of ticks and this falls there,
// is rounded by the addition itself, ties to even, the same on every target, and holds the ticks in
// its lowest bits. rint would need libm, and the same mode.
#define RC__TICKS_MAGIC 6755399441055744.0

static inline int64_t rc__round_to_even(double value) {
  RC_ASSERT(value >= -(double)RC_LIST_TICKS_MAX && value <= (double)RC_LIST_TICKS_MAX);
  return (int64_t)((value + RC__TICKS_MAGIC) - RC__TICKS_MAGIC);
}

static inline rc_status rc__ticks_from_points(double points, int64_t *out_ticks) {
  const double ticks = points * RC_TICKS_PER_POINT, limit = (double)RC_LIST_TICKS_MAX;
  // Also false for what is not a number.
  if (ticks >= -limit && ticks <= limit) {
    *out_ticks = rc__round_to_even(ticks);
    return RC_STATUS_OK;
  }
  return rc__is_finite(points) ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT;
}

/// Both ends of a range; where both are wrong, `ARGUMENT` comes before `LIMIT`.
static inline rc_status rc__ticks_from_range(double lower, double upper, rc_interval *out_range) {
  rc_status lower_status = rc__ticks_from_points(lower, &out_range->lower);
  rc_status upper_status = rc__ticks_from_points(upper, &out_range->upper);
  bool is_upper = lower_status == RC_STATUS_OK || upper_status == RC_STATUS_ARGUMENT;
  return is_upper ? upper_status : lower_status;
}

/// `screens` must be finite and not negative, and `length` a list's at most.
static inline int64_t rc__ticks_from_screens(double screens, int64_t length) {
  double ticks = screens * (double)length;
  return ticks < (double)RC_LIST_TICKS_MAX ? rc__round_to_even(ticks) : RC_LIST_TICKS_MAX;
}

#endif
