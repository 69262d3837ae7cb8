// Ticks: where points become integers. slots.c does the same for many at a time.

#include "ticks.h"

extern inline double rc_ticks_to_points(rc_ticks ticks);

rc_status rc__ticks_status_of_wrong(double points) {
  return rc__is_finite(points) ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT;
}

rc_status rc__ticks_status_of_wrong_range(double lower, double upper) {
  bool is_number = rc__is_finite(lower) && rc__is_finite(upper);
  return is_number ? RC_STATUS_LIMIT : RC_STATUS_ARGUMENT;
}

rc_status rc_ticks_from_points(double points, rc_ticks *out_ticks) {
  return out_ticks == NULL ? RC_STATUS_ARGUMENT : rc__ticks_from_points(points, out_ticks);
}
