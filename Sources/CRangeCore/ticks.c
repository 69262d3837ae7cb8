// Ticks: where points become integers, and nowhere else.

#include "base.h"

extern inline double rc_ticks_to_points(int64_t ticks);
extern inline bool rc_ticks_add(int64_t a, int64_t b, int64_t *out_sum);
extern inline int64_t rc_ticks_add_saturating(int64_t a, int64_t b);
extern inline int64_t rc_ticks_subtract_saturating(int64_t a, int64_t b);

// Between 2^52 and 2^53 a double has no fraction. A sum that falls there is rounded by the addition
// itself, ties to even, the same on every target. rint would need libm, and the same mode.
static int64_t round_to_even(double value) {
  RC_ASSERT(value >= -(double)RC_LIST_TICKS_MAX && value <= (double)RC_LIST_TICKS_MAX);
  const double magic = 6755399441055744.0;  // 1.5 × 2^52
  return (int64_t)((value + magic) - magic);
}

rc_status rc_ticks_from_points(double points, int64_t *out_ticks) {
  if (out_ticks == NULL || !rc__is_finite(points)) return RC_STATUS_ARGUMENT;
  double ticks = points * RC_TICKS_PER_POINT;
  const double limit = (double)RC_LIST_TICKS_MAX;
  if (ticks < -limit || ticks > limit) return RC_STATUS_LIMIT;
  *out_ticks = round_to_even(ticks);
  return RC_STATUS_OK;
}

rc_status rc_ticks_from_screens(double screens, int64_t length, int64_t *out_ticks) {
  if (out_ticks == NULL || !rc__is_finite(screens) || screens < 0) return RC_STATUS_ARGUMENT;
  if (length < 0 || length > RC_LIST_TICKS_MAX) return RC_STATUS_ARGUMENT;
  double ticks = screens * (double)length;
  const double limit = (double)RC_LIST_TICKS_MAX;
  *out_ticks = ticks < limit ? round_to_even(ticks) : RC_LIST_TICKS_MAX;
  return RC_STATUS_OK;
}
