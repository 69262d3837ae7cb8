// Ticks: where points become integers. slots.c does the same to many at a time.

#include "ticks.h"

extern inline double rc_ticks_to_points(int64_t ticks);
extern inline bool rc_ticks_add(int64_t a, int64_t b, int64_t *out_sum);
extern inline int64_t rc_ticks_add_saturating(int64_t a, int64_t b);
extern inline int64_t rc_ticks_subtract_saturating(int64_t a, int64_t b);

rc_status rc__ticks_status_of_wrong(double points) {
  return rc__is_finite(points) ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT;
}

rc_status rc__ticks_status_of_wrong_range(double lower, double upper) {
  bool is_number = rc__is_finite(lower) && rc__is_finite(upper);
  return is_number ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT;
}

rc_status rc_ticks_from_points(double points, int64_t *out_ticks) {
  return out_ticks == NULL ? RC_STATUS_ARGUMENT : rc__ticks_from_points(points, out_ticks);
}

rc_status rc_ticks_from_screens(double screens, int64_t length, int64_t *out_ticks) {
  if (out_ticks == NULL || !rc__is_finite(screens) || screens < 0) return RC_STATUS_ARGUMENT;
  if (length < 0 || length > RC_LIST_TICKS_MAX) return RC_STATUS_ARGUMENT;
  *out_ticks = rc__ticks_from_screens(screens, length);
  return RC_STATUS_OK;
}
