// All short lists in one, two and three lanes: items of all kinds, with what is in each range; then
// each edit of each of them.

#include "exhaustive.h"
#include "lanes/lanes_pair.h"

// Of each lane two kinds of items, then these; with indents before it or not.
enum { LANELESS, LANELESS_MEASURED, WIDE, WIDE_MEASURED, KINDS };
enum { ESTIMATE = 2, LONG = 3 };

/// How many kinds of items there are in so many lanes.
static int64_t kinds_of(uint32_t k) {
  return 2 * (KINDS + (k == 1 ? 0 : 2 * (int64_t)k));
}

static void make_kind(lanes_pair *pair, int64_t index, int64_t kind) {
  const int64_t indents[] = {1, 0, 3}, of_lane = kind / 2 - KINDS, none = 0, some = LONG;
  lanes_insert(pair, index, NULL, 1);
  if (of_lane >= 0) {
    const uint32_t lane = (uint32_t)(of_lane / 2);
    lanes_give(pair, index, &lane, 1);
    lanes_measure(pair, index, of_lane % 2 == 0 ? &none : &some, 1);
  } else {
    if (kind / 2 == WIDE || kind / 2 == WIDE_MEASURED) {
      lanes_span(pair, index, index + 1, RC_SPAN_WIDE);
    }
    if (kind / 2 == LANELESS_MEASURED || kind / 2 == WIDE_MEASURED) {
      lanes_measure(pair, index, &some, 1);
    }
  }
  if (kind % 2 == 1) lanes_indent(pair, index, indents);
}

/// The digits of a number are the kinds of items.
static void make_kinds(lanes_pair *pair, int64_t number, int64_t length) {
  const int64_t kinds = kinds_of(pair->model.k);
  for (int64_t i = 0; i < length; i++, number /= kinds) make_kind(pair, i, number % kinds);
}

static void check_all(lanes_pair *pair) {
  const int64_t length = model_lanes_length(&pair->model);
  lanes_check(pair);
  for (int64_t size = 0; size < 4 && !test_has_failed(); size++) {
    for (int64_t at = -1; at <= length + 1; at++) lanes_check_in(pair, at, at + size);
  }
}

/// Makes an edit of a list of so many items; false past the last one.
static bool edit(lanes_pair *pair, int64_t number, int64_t length) {
  const int64_t kinds = kinds_of(pair->model.k), none = 0;
  const uint32_t nowhere = RC_LANE_NONE, last = pair->model.k - 1;
  if (number < (length + 1) * kinds) {
    make_kind(pair, number / kinds, number % kinds);
    return true;
  }
  number -= (length + 1) * kinds;
  const int64_t lower = number % length, upper = lower + 1 + number / length % (length - lower);
  switch (number / (length * length)) {
    case 0:
      lanes_remove(pair, lower, upper);
      return true;
    case 1:
      lanes_measure(pair, lower, NULL, upper - lower);
      return true;
    case 2:
      lanes_measure(pair, lower, &none, 1);
      return true;
    case 3:
      lanes_give(pair, lower, &nowhere, 1);
      return true;
    case 4:
      lanes_give(pair, lower, &last, 1);
      return true;
    case 5:
      lanes_span(pair, lower, upper, 1);
      return true;
    case 6:
      lanes_span(pair, lower, upper, RC_SPAN_WIDE);
      return true;
    case 7:
      lanes_indent(pair, lower, NULL);
      return true;
    case 8:
      lanes_estimate(pair, 5);
      return true;
    default:
      break;
  }
  const int64_t to = number / (length * length) - 9;
  if (to > length - (upper - lower)) return to <= length;
  lanes_move(pair, lower, upper, to);
  return true;
}

static int64_t exhaust_edits(uint32_t k, int64_t spacing, int64_t number, int64_t length) {
  int64_t done = 0;
  for (bool is_edit = true; is_edit && !test_has_failed(); done++) {
    LANES(pair, lanes_begin(&pair, k, ESTIMATE, spacing));
    make_kinds(&pair, number, length);
    is_edit = edit(&pair, done, length);
    check_all(&pair);
  }
  return done;
}

int64_t exhaust_lanes(int64_t length_most) {
  int64_t done = 0;
  for (uint32_t k = 1; k <= 3; k++) {
    int64_t numbers = 1;
    for (int64_t length = 1; length <= length_most; length++) {
      numbers *= kinds_of(k);
      for (int64_t number = 0; number < numbers && !test_has_failed(); number++) {
        if (length < length_most) {
          done += exhaust_edits(k, number % 2, number, length);
          continue;
        }
        LANES(pair, lanes_begin(&pair, k, ESTIMATE, number % 2));
        make_kinds(&pair, number, length);
        check_all(&pair);
        done++;
      }
    }
  }
  return done;
}
