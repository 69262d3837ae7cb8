// Small ranges, alone and in pairs, against the sets of their values; and viewports widened.

#include "exhaustive.h"
#include "library.h"

// == intervals ==

enum { ENDS = 10, INTERVALS = ENDS * ENDS };

/// The ends are −1 … 8, also the wrong way around.
static rc_interval interval_of(int number) {
  rc_interval interval = {number % ENDS - 1, number / ENDS - 1};
  return interval;
}

/// Bit i for the value i − 1.
static uint32_t values_of(rc_interval interval) {
  uint32_t values = 0;
  for (int64_t i = -1; i <= ENDS; i++) {
    if (interval.lower <= i && i < interval.upper) values |= 1u << (i + 1);
  }
  return values;
}

static int64_t check_singles(void) {
  int64_t count = 0;
  for (int i = 0; i < INTERVALS; i++) {
    rc_interval interval = interval_of(i);
    uint32_t values = values_of(interval);
    if (rc__interval_is_empty(interval) != (values == 0)) test_fail(__FILE__, __LINE__, "%d", i);
    count++;
  }
  return count;
}

static int64_t check_pairs(void) {
  for (int i = 0; i < INTERVALS * INTERVALS; i++) {
    rc_interval a = interval_of(i % INTERVALS), b = interval_of(i / INTERVALS);
    uint32_t shared = values_of(a) & values_of(b);
    if (rc__interval_overlaps(a, b) != (shared != 0) ||
        rc__interval_overlaps(b, a) != (shared != 0)) {
      test_fail(__FILE__, __LINE__, "pair %d", i);
    }
  }
  return (int64_t)INTERVALS * INTERVALS;
}

/// An item without extent lies in a range; another shares a tick with it.
static int64_t check_items(void) {
  int64_t count = 0;
  for (int i = 0; i < INTERVALS; i++) {
    rc_interval range = interval_of(i);
    uint32_t values = values_of(range);
    for (int64_t offset = -1; offset <= 8; offset++) {
      for (int64_t extent = 0; extent <= 8 - offset; extent++) {
        rc_interval item = {offset, offset + (extent > 0 ? extent : 1)};
        bool is_in = (values & values_of(item)) != 0;
        if (rc__range_has_item(range, offset, extent) != is_in) {
          test_fail(__FILE__, __LINE__, "item %d of %d in %d", (int)offset, (int)extent, i);
        }
        count++;
      }
    }
  }
  return count;
}

// == ticks ==

enum { BORDERS = 64 * 6 + 1 };

/// Powers of two of either sign and what is beside them.
static int64_t border(int number) {
  if (number == BORDERS - 1) return 0;
  uint64_t power = (uint64_t)1 << number / 6;
  uint64_t beside = power + (uint64_t)(number % 3) - 1;
  // As its bits: the largest power is the smallest number.
  return (int64_t)(number % 6 < 3 ? beside : 0 - beside);
}

/// Each once; returns how many.
static int find_borders(int64_t *out_borders) {
  int count = 0;
  for (int i = 0; i < BORDERS; i++) {
    int at = 0;
    while (at < count && out_borders[at] != border(i)) at++;
    out_borders[at] = border(i);
    if (at == count) count++;
  }
  return count;
}

static void check_sum(int64_t a, int64_t b) {
  int64_t sum = 77, expected;
  bool fits = !__builtin_add_overflow(a, b, &expected);
  CHECK_EQUAL(rc__ticks_add(a, b, &sum), fits);
  CHECK_EQUAL(sum, fits ? expected : 77);
  if (!fits) expected = a < 0 ? INT64_MIN : INT64_MAX;
  CHECK_EQUAL(rc__ticks_add_saturating(a, b), expected);
}

static int64_t check_sums(void) {
  int64_t borders[BORDERS];
  int count = find_borders(borders);
  for (int i = 0; i < count * count && !test_has_failed(); i++) {
    check_sum(borders[i % count], borders[i / count]);
  }
  return (int64_t)count * count;
}

// == widening ==

enum { EIGHTHS_MOST = 24, LENGTHS = 20, PLACES = 3 };

/// length × eighths ÷ 8 to the nearest, ties to even.
static int64_t eighths_of(int64_t length, int64_t eighths) {
  int64_t whole = length * eighths / 8, rest = length * eighths % 8;
  return whole + (rest > 4 || (rest == 4 && whole % 2 == 1));
}

static void check_expanded(rc_interval viewport, int leading, int trailing, bool is_enabled,
                           rc_direction direction) {
  rc_tuning tuning = {leading / 8.0, trailing / 8.0, is_enabled};
  rc_interval actual = {-77, -77}, expected = {viewport.lower, viewport.lower};
  rc_status status = rc_range_expand(viewport, tuning, direction, &actual);
  int64_t length = viewport.upper - viewport.lower;
  bool is_forward = direction == RC_DIRECTION_FORWARD;
  if (is_enabled && length > 0) {
    expected.lower = viewport.lower - eighths_of(length, is_forward ? trailing : leading);
    expected.upper = viewport.upper + eighths_of(length, is_forward ? leading : trailing);
  }
  CHECK_EQUAL(status, length < 0 ? RC_STATUS_ARGUMENT : RC_STATUS_OK);
  if (status != RC_STATUS_OK) expected = (rc_interval){-77, -77};
  CHECK_EQUAL(actual.lower, expected.lower);
  CHECK_EQUAL(actual.upper, expected.upper);
}

/// Viewports of −1 … 18 ticks at 0 and at both ends of what is allowed.
static int64_t check_widened(void) {
  int64_t count = 0;
  for (int i = 0; i < LENGTHS * PLACES * 4; i++) {
    int64_t length = i % LENGTHS - 1, place = i / LENGTHS % PLACES;
    int64_t lower = (place - 1) * (2 * RC_LIST_TICKS_MAX - 20);
    rc_interval viewport = {lower, lower + length};
    bool is_enabled = i / (LENGTHS * PLACES) % 2 == 1;
    rc_direction direction =
        i / (LENGTHS * PLACES) < 2 ? RC_DIRECTION_FORWARD : RC_DIRECTION_BACKWARD;
    for (int leading = 0; leading <= EIGHTHS_MOST; leading++) {
      for (int trailing = 0; trailing <= EIGHTHS_MOST && !test_has_failed(); trailing++) {
        check_expanded(viewport, leading, trailing, is_enabled, direction);
        count++;
      }
    }
  }
  return count;
}

int64_t exhaust_ranges(void) {
  return check_singles() + check_pairs() + check_items() + check_sums() + check_widened();
}
