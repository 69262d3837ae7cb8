// The functions that meet doubles, each as one that clang makes straight code of: floats.py reads
// that, and has a solver prove what it says of every double.

#include "../../../Sources/CRangeCore/extents/slots.h"

// What is kept out of the way of hot paths must be seen here, and not be jumped to.
#undef RC_RARE
#define RC_RARE inline __attribute__((always_inline))
#undef RC_RARELY
#define RC_RARELY(condition) (condition)

// An assert that fails is an answer that nothing claims, of the one function that has any.
#undef RC_ASSERT
#define RC_ASSERT(condition) \
  if (!(condition)) return INT64_MIN

#include "../../../Sources/CRangeCore/base/ticks.c"
#include "../../../Sources/CRangeCore/extents/slots.c"
#include "../../../Sources/CRangeCore/ranges/ranges.c"

uint64_t proof_bits(double ticks);
bool proof_allowed(double ticks);
bool proof_finite(double value);
bool proof_reach(double screens);
int64_t proof_screens(double screens, int64_t length);
int64_t proof_round(double ticks);
int64_t proof_points(double points);
rc_status proof_points_status(double points);
int64_t proof_range_lower(double lower, double upper);
int64_t proof_range_upper(double lower, double upper);
rc_status proof_range_status(double lower, double upper);
double proof_to_points(int64_t ticks);
uint64_t proof_sum(double points);
bool proof_usual(double points);

uint64_t proof_bits(double ticks) {
  return rc__ticks_bits(ticks);
}

bool proof_allowed(double ticks) {
  return rc__ticks_are_allowed(ticks);
}

bool proof_finite(double value) {
  return rc__is_finite(value);
}

bool proof_reach(double screens) {
  return is_reach(screens);
}

int64_t proof_screens(double screens, int64_t length) {
  return rc__ticks_from_screens(screens, length);
}

int64_t proof_round(double ticks) {
  return rc__round_to_even(ticks);
}

int64_t proof_points(double points) {
  int64_t ticks = -1;
  rc_ticks_from_points(points, &ticks);
  return ticks;
}

rc_status proof_points_status(double points) {
  int64_t ticks;
  return rc_ticks_from_points(points, &ticks);
}

static rc_interval range_of(double lower, double upper) {
  rc_interval ticks = {-1, -1};
  rc__ticks_from_range(lower, upper, &ticks);
  return ticks;
}

int64_t proof_range_lower(double lower, double upper) {
  return range_of(lower, upper).lower;
}

int64_t proof_range_upper(double lower, double upper) {
  return range_of(lower, upper).upper;
}

rc_status proof_range_status(double lower, double upper) {
  rc_interval ticks;
  return rc__ticks_from_range(lower, upper, &ticks);
}

double proof_to_points(int64_t ticks) {
  return rc_ticks_to_points(ticks);
}

// What slots.c does to each extent.
uint64_t proof_sum(double points) {
  return rc__bits_of(rc__product(points, UNITS_PER_POINT) + UNITS_MAGIC);
}

bool proof_usual(double points) {
  return are_usual(rc__bits_of(rc__product(points, UNITS_PER_POINT)), 0);
}

bool proof_usual_together(double points, double other) {
  return are_usual(rc__bits_of(rc__product(points, UNITS_PER_POINT)) |
                       rc__bits_of(rc__product(other, UNITS_PER_POINT)),
                   0);
}
