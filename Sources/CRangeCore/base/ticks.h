// Points to ticks, inlined for the engine; the public functions do the same.

#ifndef RC_TICKS_H
#define RC_TICKS_H

#include "base.h"
#include "rangecore_ranges.h"

// 1.5 × 2^52. Between 2^52 and 2^53 a double has no fraction: a sum of ticks and this is in that
// range, so the addition itself rounds it, ties to even, on every target, and its lowest bits hold
// the ticks. rint would need libm, and the same rounding mode.
#define RC__TICKS_MAGIC 6755399441055744.0
#define RC__TICKS_MAGIC_BITS UINT64_C(0x4338000000000000)

/// Points in ticks, not yet rounded to whole ones.
static inline double rc__ticks_of(double points) {
  return rc__product(points, RC_TICKS_PER_POINT);
}

static inline uint64_t rc__bits_of(double value) {
  uint64_t bits;
  rc__copy_bytes(&bits, &value, sizeof bits);
  return bits;
}

/// The nearest whole number; for anything not within ±2^51, including infinities and NaN, one that
/// as an offset is far outside any list.
RC_WRAPS("ticks below 0 come out in two's complement, what is no number far outside")
static inline uint64_t rc__ticks_bits(double ticks) {
  return rc__bits_of(ticks + RC__TICKS_MAGIC) - RC__TICKS_MAGIC_BITS;
}

static inline int64_t rc__round_to_even(double value) {
  RC_ASSERT(value >= -(double)RC_LIST_TICKS_MAX && value <= (double)RC_LIST_TICKS_MAX);
  return (int64_t)rc__ticks_bits(value);
}

/// Also false for NaN.
static inline bool rc__ticks_are_allowed(double ticks) {
  return -(double)RC_LIST_TICKS_MAX <= ticks && ticks <= (double)RC_LIST_TICKS_MAX;
}

/// The error for points that are too many ticks, or NaN.
RC_RARE rc_status rc__ticks_status_of_wrong(double points);

/// As `rc__ticks_status_of_wrong`, for a range with one or two wrong ends; `ARGUMENT` takes
/// precedence over `LIMIT`.
RC_RARE rc_status rc__ticks_status_of_wrong_range(double lower, double upper);

static inline rc_status rc__ticks_from_points(double points, int64_t *out_ticks) {
  const double ticks = rc__ticks_of(points);
  if (RC_RARELY(!rc__ticks_are_allowed(ticks))) return rc__ticks_status_of_wrong(points);
  *out_ticks = rc__round_to_even(ticks);
  return RC_STATUS_OK;
}

/// Both ends of a range.
static inline rc_status rc__ticks_from_range(double lower, double upper, rc_interval *out_range) {
  const double lower_ticks = rc__ticks_of(lower), upper_ticks = rc__ticks_of(upper);
  if (RC_RARELY(!rc__ticks_are_allowed(lower_ticks) || !rc__ticks_are_allowed(upper_ticks))) {
    return rc__ticks_status_of_wrong_range(lower, upper);
  }
  *out_range = (rc_interval){rc__round_to_even(lower_ticks), rc__round_to_even(upper_ticks)};
  return RC_STATUS_OK;
}

/// `screens` must not be negative, and `length` at most a list's. Infinity is clamped to a list's
/// limit.
static inline int64_t rc__ticks_from_screens(double screens, int64_t length) {
  double ticks = rc__product(screens, (double)length);
  return ticks < (double)RC_LIST_TICKS_MAX ? rc__round_to_even(ticks) : RC_LIST_TICKS_MAX;
}

#endif
