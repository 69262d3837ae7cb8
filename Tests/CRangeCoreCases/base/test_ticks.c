// Ticks: rounding, limits, and sums that do not overflow.

#include <float.h>
#include <math.h>
#include <string.h>

#include "../harness.h"
#include "../library.h"

// The neighbouring double, away from zero or toward it; nextafter would need libm.
static double neighbour(double value, int64_t steps) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits += steps;
  memcpy(&value, &bits, sizeof bits);
  return value;
}

// Rounds by looking at the fraction; for magnitudes below 2^52.
static int64_t rounded_slowly(double rounded) {
  // Compilers that fuse a product with the subtraction below would not round it first.
  volatile double kept = rounded;
  const double value = kept;
  int64_t whole = (int64_t)value;
  double fraction = value - (double)whole;
  if (fraction < 0) {
    whole--;
    fraction += 1;
  }
  if (fraction > 0.5) return whole + 1;
  if (fraction < 0.5) return whole;
  return whole % 2 == 0 ? whole : whole + 1;
}

static void check_points(double points, int64_t expected) {
  int64_t ticks = -77;
  rc_status status = rc_ticks_from_points(points, &ticks);
  CHECK_F(status == RC_STATUS_OK && ticks == expected, "%a points are %lld ticks (status %d)",
          points, (long long)ticks, (int)status);
}

static void check_points_fail(double points, rc_status expected) {
  int64_t ticks = -77;
  CHECK_EQUAL(rc_ticks_from_points(points, &ticks), expected);
  CHECK_EQUAL(ticks, -77);
}

static void points_round_to_nearest(void) {
  check_points(0, 0);
  check_points(-0.0, 0);
  check_points(DBL_TRUE_MIN, 0);
  check_points(1, 960);
  check_points(1.0 / 64, 15);
  check_points(0.2, 192);
  check_points(44.5, 42720);
  check_points(1.0 / 3, 320);
  check_points(-1.0 / 3, -320);
  for (int64_t ticks = -4000; ticks <= 4000; ticks++) {
    check_points((double)ticks / 960, ticks);
    check_points(((double)ticks + 0.49) / 960, ticks);
    check_points(((double)ticks - 0.49) / 960, ticks);
  }
}

static void ties_round_to_even(void) {
  // m/128 points are 7.5 m ticks, exactly: a tie for every odd m.
  for (int64_t m = 1; m < 40000 && !test_has_failed(); m += 2) {
    int64_t below = 15 * m / 2, even = below % 2 == 0 ? below : below + 1;
    double points = (double)m / 128;
    check_points(points, even);
    check_points(-points, -even);
    check_points(neighbour(points, 1), below + 1);
    check_points(neighbour(points, -1), below);
    check_points(-neighbour(points, 1), -below - 1);
    check_points(-neighbour(points, -1), -below);
  }
}

static void the_product_is_rounded_once(void) {
  test_random random = {test_seed(1)};
  for (int i = 0; i < 200000 && !test_has_failed(); i++) {
    double mantissa = (double)test_random_in(&random, -(1LL << 53), 1LL << 53);
    double points = mantissa / (double)(1LL << test_random_in(&random, 12, 62));
    double product = points * 960;
    if (product < -2251799813685248.0 || product > 2251799813685248.0) continue;
    check_points(points, rounded_slowly(product));
  }
}

static void points_past_the_limit_fail(void) {
  // The products next to the limit on either side; a double's step there is half a tick or less.
  double limit = (double)RC_LIST_TICKS_MAX / 960, last = limit;
  while (neighbour(last, 1) * 960 <= (double)RC_LIST_TICKS_MAX) last = neighbour(last, 1);
  check_points(limit, RC_LIST_TICKS_MAX);
  check_points(-limit, -RC_LIST_TICKS_MAX);
  check_points(last, RC_LIST_TICKS_MAX);
  check_points_fail(neighbour(last, 1), RC_STATUS_LIMIT);
  check_points_fail(-neighbour(last, 1), RC_STATUS_LIMIT);
  check_points_fail(1e300, RC_STATUS_LIMIT);
  check_points_fail(DBL_MAX, RC_STATUS_LIMIT);
  check_points_fail(-DBL_MAX, RC_STATUS_LIMIT);
}

static void points_that_are_nan_fail(void) {
  check_points_fail((double)NAN, RC_STATUS_ARGUMENT);
  check_points_fail((double)INFINITY, RC_STATUS_ARGUMENT);
  check_points_fail(-(double)INFINITY, RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_ticks_from_points(1, NULL), RC_STATUS_ARGUMENT);
}

static void ticks_to_points_and_back_is_the_identity(void) {
  for (int64_t i = 0; i < 100000 && !test_has_failed(); i++) {
    check_points(rc_ticks_to_points(i), i);
    check_points(rc_ticks_to_points(RC_LIST_TICKS_MAX - i), RC_LIST_TICKS_MAX - i);
    check_points(rc_ticks_to_points(i - RC_LIST_TICKS_MAX), i - RC_LIST_TICKS_MAX);
    check_points(rc_ticks_to_points(RC_ITEM_TICKS_MAX - i), RC_ITEM_TICKS_MAX - i);
  }
  test_random random = {test_seed(2)};
  for (int64_t i = 0; i < test_count(300000) && !test_has_failed(); i++) {
    int64_t reach = RC_LIST_TICKS_MAX >> test_random_in(&random, 0, 50);
    int64_t ticks = test_random_in(&random, -reach, reach);
    check_points(rc_ticks_to_points(ticks), ticks);
  }
}

/// How far a range of that many screenfuls reaches past a viewport.
static void check_screens(double screens, int64_t length, int64_t expected) {
  const rc_tuning tuning = {screens, 0, true};
  const rc_interval viewport = {0, length};
  rc_interval range;
  CHECK_EQUAL(rc_range_expand(viewport, tuning, RC_DIRECTION_FORWARD, &range), RC_STATUS_OK);
  const int64_t ticks = range.upper - length;
  CHECK_F(ticks == expected, "%a screens of %lld are %lld", screens, (long long)length,
          (long long)ticks);
}

static void screens_are_rounded_once(void) {
  check_screens(0, 1000, 0);
  check_screens(-0.0, 1000, 0);
  check_screens(2.5, 0, 0);
  check_screens(1, RC_LIST_TICKS_MAX, RC_LIST_TICKS_MAX);
  for (int64_t length = 0; length < 5000; length++) {
    check_screens(1, length, length);
    check_screens(0.5, length, rounded_slowly((double)length * 0.5));
    check_screens(0.25, length, rounded_slowly((double)length * 0.25));
    check_screens(2.5, length, rounded_slowly((double)length * 2.5));
    check_screens(0.1, length, rounded_slowly((double)length * 0.1));
  }
}

static void screens_stay_at_the_limit(void) {
  check_screens(2, RC_LIST_TICKS_MAX / 2, RC_LIST_TICKS_MAX);
  check_screens(2, RC_LIST_TICKS_MAX / 2 + 1, RC_LIST_TICKS_MAX);
  check_screens(2, RC_LIST_TICKS_MAX / 2 - 1, RC_LIST_TICKS_MAX - 2);
  check_screens(2, RC_LIST_TICKS_MAX, RC_LIST_TICKS_MAX);
  check_screens((double)RC_LIST_TICKS_MAX + 0.5, 1, RC_LIST_TICKS_MAX);
  check_screens(DBL_MAX, RC_LIST_TICKS_MAX, RC_LIST_TICKS_MAX);
  check_screens(DBL_MAX, 1, RC_LIST_TICKS_MAX);
  check_screens(DBL_MAX, 0, 0);
}

static const int64_t borders[] = {
    INT64_MIN, INT64_MIN + 1, INT64_MIN / 2 - 1, INT64_MIN / 2, -RC_LIST_TICKS_MAX, -2, -1, 0, 1, 2,
    960,       INT64_MAX / 2, INT64_MAX / 2 + 1, INT64_MAX - 1, INT64_MAX,
};

static void check_sums(int64_t a, int64_t b) {
  const bool is_above = b > 0 && a > INT64_MAX - b, is_below = b < 0 && a < INT64_MIN - b;
  const int64_t sum = is_above ? INT64_MAX : is_below ? INT64_MIN : a + b;
  int64_t checked = -77;
  CHECK_EQUAL(rc__ticks_add(a, b, &checked), !is_above && !is_below);
  CHECK_EQUAL(checked, is_above || is_below ? -77 : sum);
  CHECK_EQUAL(rc__ticks_add_saturating(a, b), sum);
}

static void sums_fail_or_stay_at_the_end(void) {
  const size_t count = sizeof borders / sizeof borders[0];
  for (size_t i = 0; i < count * count; i++) check_sums(borders[i / count], borders[i % count]);
  test_random random = {test_seed(3)};
  for (int i = 0; i < 100000 && !test_has_failed(); i++) {
    int64_t a = (int64_t)test_random_next(&random) >> test_random_in(&random, 0, 3);
    check_sums(a, (int64_t)test_random_next(&random) >> test_random_in(&random, 0, 3));
  }
}

// The quotient q of a product is the greatest with q × whole <= a × b. Both sides are compared as
// two words, each product in four parts.
typedef struct {
  uint64_t high, low;
} wide;

static wide product_of(uint64_t a, uint64_t b) {
  const uint64_t half = UINT32_MAX;
  const uint64_t low = (a & half) * (b & half), left = (a >> 32) * (b & half);
  const uint64_t middle = (a & half) * (b >> 32) + (low >> 32) + (left & half);
  const wide product = {(a >> 32) * (b >> 32) + (left >> 32) + (middle >> 32),
                        middle << 32 | (low & half)};
  return product;
}

static bool is_at_most(wide a, wide b) {
  return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

static void check_quotient(int64_t quotient, int64_t a, int64_t b, int64_t whole) {
  const wide product = product_of((uint64_t)a, (uint64_t)b);
  CHECK(is_at_most(product_of((uint64_t)quotient, (uint64_t)whole), product));
  CHECK(!is_at_most(product_of((uint64_t)quotient + 1, (uint64_t)whole), product));
}

static void proportions_are_exact_where_products_have_more_than_64_bits(void) {
  CHECK_EQUAL(rc__part_of(300, 20, 50), 120);
  CHECK_EQUAL(rc__part_of(-299, 20, 50), -119);
  CHECK_EQUAL(rc__part_of(INT64_MAX, INT64_MAX, INT64_MAX), INT64_MAX);
  CHECK_EQUAL(rc__part_of(INT64_MAX, 0, 1), 0);
  CHECK_EQUAL(rc__product_over(INT64_C(1) << 31, 6, 4), INT64_C(3) << 30);
  test_random random = {test_seed(5)};
  for (int i = 0; i < 20000 && !test_has_failed(); i++) {
    const int64_t value = (int64_t)(test_random_next(&random) >> test_random_in(&random, 1, 62));
    const int64_t whole =
        1 + (int64_t)(test_random_next(&random) >> test_random_in(&random, 2, 62));
    const int64_t part = (int64_t)(test_random_next(&random) % ((uint64_t)whole + 1));
    const int64_t quotient = rc__part_of(value, part, whole);
    check_quotient(quotient, value, part, whole);
    CHECK_EQUAL(rc__part_of(-value, part, whole), -quotient);
    // Up to four times as much.
    const int64_t more = part < INT64_MAX / 4 && value < INT64_MAX / 4 ? 4 * part : part;
    check_quotient(rc__product_over(value, more, whole), value, more, whole);
  }
}

static const test_case cases[] = {
    CASE(points_round_to_nearest),
    CASE(ties_round_to_even),
    CASE(the_product_is_rounded_once),
    CASE(points_past_the_limit_fail),
    CASE(points_that_are_nan_fail),
    CASE(ticks_to_points_and_back_is_the_identity),
    CASE(screens_are_rounded_once),
    CASE(screens_stay_at_the_limit),
    CASE(sums_fail_or_stay_at_the_end),
    CASE(proportions_are_exact_where_products_have_more_than_64_bits),
};

const test_suite suite_ticks = SUITE(cases);
