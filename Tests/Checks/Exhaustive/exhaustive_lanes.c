// All short lists in one, two and three lanes: items of all kinds, with what is in each range; then
// each edit of each of them. And all lists of three items in two and three lanes that are restored.

#include "exhaustive.h"
#include "lanes/lanes_pair.h"
#include "lanes/masonry_mirror.h"

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

// Items that have a lane, are wide or have none yet, and places of some of them on a screen of 10.
static void restore(int k, int64_t number) {
  enum { ITEMS = 3, WHERE = 5 };
  static model_masonry list;
  masonry_viewport viewport = {.length = 10, .is_user_driven = true};
  int64_t indices[ITEMS], places[ITEMS], count = 0;
  masonry_mirror mirror;
  model_masonry_init(&list, k, number % 2, ESTIMATE);
  list.patience = viewport.length / 2;
  masonry_mirror_init(&mirror, &list);
  for (int64_t i = 0; i < ITEMS; i++, number /= (k + 2) * WHERE) {
    const int kind = (int)(number % (k + 2));
    const int64_t where = number / (k + 2) % WHERE;
    model_masonry_insert(&list, i, 1);
    masonry_mirror_insert(&mirror, i, 1);
    model_masonry_measure(&list, i, LONG + i);
    masonry_mirror_measure(&mirror, &list, i);
    model_masonry_set_wide(&list, i, kind == k);
    masonry_mirror_set_span(&mirror, &list, i);
    if (kind < k) model_masonry_restore(&list, i, kind);
    if (kind < k) masonry_mirror_restore(&mirror, &list, i);
    if (kind > k || where == WHERE - 1) continue;
    indices[count] = i;
    places[count++] = 4 * where - 5;
  }
  model_masonry_restore_places(&list, indices, places, count, viewport.length);
  masonry_mirror_restore_places(&mirror, indices, places, count, viewport.length);
  (void)model_masonry_flow(&list);
  if (count > 0) viewport.offset = list.items[indices[0]].start - places[0];
  for (int step = 0; step < 2 && !test_has_failed(); step++, viewport.offset += 2) {
    const masonry_result result = model_masonry_update(&list, &viewport);
    masonry_mirror_update(&mirror, &list, &viewport, &result);
    masonry_mirror_check(&mirror, &list);
    viewport.offset += result.correction;
  }
  masonry_mirror_deinit(&mirror);
}

int64_t exhaust_lanes(int64_t length_most) {
  int64_t done = 0;
  for (int k = 2; k <= 3; k++) {
    const int64_t each = (k + 2) * 5;
    for (int64_t n = 0; n < each * each * each && !test_has_failed(); n++, done++) restore(k, n);
  }
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
