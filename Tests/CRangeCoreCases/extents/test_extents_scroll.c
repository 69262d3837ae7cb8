// Ranges that scroll, and what is remembered of them: each tick of small lists, and long random
// ways with edits under them.

#include <math.h>

#include "../../../Sources/CRangeCore/extents/extents.h"
#include "extents_pair.h"

// -- exhaustive --

static void scroll_over(extents_pair *pair, int64_t length, int64_t step) {
  int64_t end = model_extents_length(&pair->model) + 3;
  int64_t lower = step > 0 ? -length - 2 : end;
  for (; lower >= -length - 2 && lower <= end; lower += step) {
    pair_check_in(pair, lower, lower + length);
    pair_check_at(pair, lower);
  }
}

static void ranges_match_at_each_tick_of_a_scroll(void) {
  static const int64_t extents[] = {3, 0, 5, 1, 1, 0, 0, 4, 2, 7, 0, 1};
  for (int64_t spacing = 0; spacing <= 2; spacing++) {
    PAIR(pair, pair_begin(&pair, 2, spacing));
    // A leaf, a run, a leaf with items at the estimate.
    pair_insert(&pair, 0, extents, 12);
    pair_insert(&pair, 12, NULL, 90);
    pair_insert(&pair, 102, extents, 12);
    pair_measure(&pair, 105, NULL, 3);
    for (int64_t length = 0; length <= 9; length++) {
      for (int64_t step = 1; step <= 7; step += 2) {
        scroll_over(&pair, length, step);
        scroll_over(&pair, length, -step);
      }
      pair_check(&pair);
    }
  }
}

// -- edges --

enum { EDGE_LENGTH = 9, EDGE_MARGIN = 12, EDGE_TICKS = 400 };

// The item of a lower or an upper edge at each tick of a list, and around it.
static _Thread_local int64_t expected_items[2][EDGE_TICKS];

static void check_edge(extents_pair *pair, rc__edge *edge, int64_t end, int64_t offset) {
  const int64_t *expected = expected_items[edge->is_upper];
  CHECK_EQUAL(rc__extents_edge(pair->extents, offset, edge), expected[offset + EDGE_MARGIN]);
  // It stays there, and whatever it tells of is the same item.
  CHECK(offset >= edge->from && (uint64_t)(offset - edge->from) < edge->span);
  for (int64_t at = -EDGE_MARGIN; at < end + EDGE_MARGIN; at++) {
    bool stays = (uint64_t)(at - edge->from) < edge->span;
    if (stays) CHECK_EQUAL(expected[at + EDGE_MARGIN], expected[offset + EDGE_MARGIN]);
  }
}

static void edges_stay_at_their_items(void) {
  static const int64_t extents[] = {3, 0, 5, 1, 1, 0, 0, 4, 30, 2};
  for (int64_t spacing = 0; spacing <= 2; spacing++) {
    PAIR(pair, pair_begin(&pair, 2, spacing));
    pair_insert(&pair, 0, NULL, 20);
    pair_insert(&pair, 5, extents, 10);
    pair_measure(&pair, 8, NULL, 2);
    const int64_t end = model_extents_length(&pair.model) + 3;
    for (int64_t at = -EDGE_MARGIN; at < end + EDGE_MARGIN; at++) {
      rc_interval below = rc__extents_items_in(pair.extents, (rc_interval){at - EDGE_LENGTH, at});
      rc_interval above = rc__extents_items_in(pair.extents, (rc_interval){at, at + EDGE_LENGTH});
      expected_items[0][at + EDGE_MARGIN] = above.lower;
      expected_items[1][at + EDGE_MARGIN] = below.upper;
    }
    for (int is_upper = 0; is_upper < 2; is_upper++) {
      rc__edge edge = {.length = EDGE_LENGTH, .is_upper = is_upper != 0};
      for (int64_t step = 1; step <= 5; step++) {
        int64_t at = -EDGE_MARGIN;
        for (; at < end + EDGE_MARGIN; at += step) check_edge(&pair, &edge, end, at);
        for (at -= step; at >= -EDGE_MARGIN; at -= step) check_edge(&pair, &edge, end, at);
      }
    }
  }
}

static void items_match_in_both_orders(void) {
  static const int64_t extents[] = {3, 0, 5, 1, 4, 2};
  PAIR(pair, pair_begin(&pair, 2, 1));
  for (int64_t i = 0; i < 60; i++) pair_insert(&pair, i * 6, extents, 6);
  pair_insert(&pair, 200, NULL, 300);
  for (int64_t i = 0; i < 2 * pair.model.count; i++) {
    int64_t index = i < pair.model.count ? i : 2 * pair.model.count - 1 - i;
    rc_item item;
    CHECK_EQUAL(rc_extents_item(pair.extents, index, &item), RC_STATUS_OK);
    CHECK_EQUAL(item.index, index);
    CHECK(item.offset == rc_ticks_to_points(model_extents_offset(&pair.model, index)));
    CHECK(item.extent == rc_ticks_to_points(model_extents_extent(&pair.model, index)));
    CHECK_EQUAL(item.is_measured, pair.model.extents[index] != MODEL_UNMEASURED);
  }
}

// -- random --

// More ranges than are remembered at once, where all are asked for.
#define RANGES 6

typedef struct {
  int64_t estimate;
  int64_t spacing;
  int64_t extent_max;
  int64_t count;
  int64_t ranges;
} flavour;

static void edit_near(extents_pair *pair, test_random *random, const flavour *f, int64_t offset) {
  int64_t extents[8], count = pair->model.count, size = test_random_in(random, 0, 8);
  for (int64_t i = 0; i < size; i++) extents[i] = test_random_in(random, 0, f->extent_max);
  int64_t item = model_extents_item_at(&pair->model, offset);
  int64_t index = item < 0 ? 0 : item + test_random_in(random, -40, 40);
  if (index < 0) index = 0;
  if (index > count) index = count;
  int64_t kind = test_random_in(random, 0, 19);
  if (count - index < size && kind >= 4) size = count - index;
  if (kind < 2)
    pair_insert(pair, index, NULL, size);
  else if (kind < 4)
    pair_insert(pair, index, extents, size);
  else if (kind < 7)
    pair_remove(pair, index, index + size);
  else if (kind < 9)
    pair_move(pair, index, index + size, test_random_in(random, 0, count - size));
  else if (kind < 11)
    pair_measure(pair, index, NULL, size);
  else if (kind == 11)
    pair_estimate(pair, test_random_in(random, 0, f->estimate));
  else
    pair_measure(pair, index, extents, size);
}

static void check_ranges(extents_pair *pair, test_random *random, const int64_t *lengths,
                         int64_t ranges, int64_t offset) {
  for (int64_t i = 0; i < ranges; i++) {
    // Lengths that differ by how ends are rounded are one range's.
    int64_t length = lengths[i] + test_random_in(random, -1, 1);
    int64_t lower = offset - (i == 0 ? 0 : lengths[i] / 3);
    pair_check_in(pair, lower, lower + length);
  }
  pair_check_at(pair, offset + test_random_in(random, -20, 20));
}

static void run_flavour(const flavour *f, uint64_t fallback_seed) {
  test_random random = {test_seed(fallback_seed)};
  for (int64_t round = 0; round < test_count(6) && !test_has_failed(); round++) {
    PAIR(pair, pair_begin(&pair, f->estimate, f->spacing));
    pair_insert(&pair, 0, NULL, f->count);
    const int64_t mean = (f->estimate + f->extent_max) / 3 + f->spacing + 1;
    int64_t lengths[RANGES], offset = test_random_in(&random, 0, f->count * mean / 2);
    for (int i = 0; i < RANGES; i++) lengths[i] = mean * (2 + 5 * i) + i;
    for (int step = 0; step < 600 && !test_has_failed(); step++) {
      bool is_back = test_random_one_in(&random, 4), is_page = test_random_one_in(&random, 20);
      int64_t by = test_random_in(&random, 0, is_page ? 10 * mean : mean / 2);
      offset += is_back ? -by : by;
      check_ranges(&pair, &random, lengths, f->ranges, offset);
      if (!test_random_one_in(&random, 3)) continue;
      edit_near(&pair, &random, f, offset);
      // Also of what was met before the edit, and is now remembered elsewhere.
      if (test_random_one_in(&random, 3)) pair_check(&pair);
    }
    pair_check(&pair);
  }
}

static void scrolls_match_while_items_are_measured(void) {
  const flavour f = {.estimate = 1000, .extent_max = 3000, .count = 600, .ranges = 3};
  run_flavour(&f, 11);
}

static void scrolls_match_with_spacing(void) {
  const flavour f = {.estimate = 50, .spacing = 7, .extent_max = 90, .count = 500, .ranges = 4};
  run_flavour(&f, 12);
}

static void scrolls_match_with_more_ranges_than_are_remembered(void) {
  const flavour f = {.estimate = 500, .extent_max = 900, .count = 300, .ranges = RANGES};
  run_flavour(&f, 13);
}

static void scrolls_match_over_items_of_hardly_any_length(void) {
  const flavour f = {.estimate = 2, .extent_max = 2, .count = 700, .ranges = 3};
  run_flavour(&f, 14);
}

static void scrolls_match_over_the_longest_items(void) {
  const flavour f = {.estimate = RC_ITEM_TICKS_MAX - 5,
                     .spacing = 5,
                     .extent_max = RC_ITEM_TICKS_MAX - 5,
                     .count = 300,
                     .ranges = 3};
  run_flavour(&f, 15);
}

static void scrolls_match_with_estimates_that_fit_no_leaf(void) {
  const flavour f = {
      .estimate = RC_ITEM_TICKS_MAX / 8, .extent_max = 100000, .count = 400, .ranges = 3};
  run_flavour(&f, 16);
}

// -- where offsets end --

// What was met last must not answer for what is no offset.
static void invalid_offsets_are_rejected_after_valid_ones(void) {
  rc_extents *extents;
  const double last = rc_ticks_to_points(RC_LIST_TICKS_MAX), past = last + 0.0005;
  rc_extents_options options = {.estimate = 44};
  options.estimate = rc_ticks_to_points(RC_LIST_TICKS_MAX >> 20);
  CHECK_EQUAL(rc_extents_create(&options, NULL, &extents), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(extents, 0, NULL, 1 << 20), RC_STATUS_OK);
  CHECK(rc_extents_length(extents) == last);
  rc_interval items;
  rc_item item;
  CHECK_EQUAL(rc_extents_items_in(extents, last - 1000, last, &items), RC_STATUS_OK);
  CHECK_EQUAL(items.upper, 1 << 20);
  CHECK_EQUAL(rc_extents_items_in(extents, last - 1000, past, &items), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_items_in(extents, last - 1000, NAN, &items), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_extents_items_in(extents, NAN, last, &items), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_extents_items_in(extents, -INFINITY, INFINITY, &items), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_extents_items_in(extents, -past, last, &items), RC_STATUS_LIMIT);
  // A range of the same length just before, which its windows did not know.
  CHECK_EQUAL(rc_extents_items_in(extents, -last, last - 1000, &items), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_items_in(extents, -past, last - 1000, &items), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_item_at(extents, last, &item), RC_STATUS_OK);
  CHECK_EQUAL(item.index, (1 << 20) - 1);
  CHECK_EQUAL(rc_extents_item_at(extents, past, &item), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_item_at(extents, -past, &item), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_item_at(extents, NAN, &item), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_extents_item_at(extents, -1e300, &item), RC_STATUS_LIMIT);
  rc_extents_destroy(extents);
}

static void last_item_is_at_the_end_and_past_it(void) {
  enum { COUNT = 1024 };
  double points[COUNT];
  for (int i = 0; i < COUNT; i++) points[i] = 1 + i % 7;
  rc_extents *extents;
  CHECK_EQUAL(rc_extents_create(NULL, NULL, &extents), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(extents, 0, points, COUNT), RC_STATUS_OK);
  const double end = rc_extents_length(extents), tick = rc_ticks_to_points(1);
  for (int mixed = 0; mixed <= 1; mixed++) {
    for (int ticks = -1; ticks <= 1; ticks++) {
      rc_item item;
      CHECK_EQUAL(rc_extents_item_at(extents, 0, &item), RC_STATUS_OK);
      CHECK_EQUAL(item.index, 0);
      CHECK_EQUAL(rc_extents_item_at(extents, end + ticks * tick, &item), RC_STATUS_OK);
      CHECK_EQUAL(item.index, COUNT - 1);
      CHECK(item.offset + item.extent == end);
      CHECK_EQUAL(rc_extents_item_at(extents, (ticks - 1) * tick, &item), RC_STATUS_OK);
      CHECK_EQUAL(item.index, 0);
    }
    CHECK_EQUAL(rc_extents_set_estimate(extents, points[COUNT / 2]), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_forget(extents, COUNT / 2, COUNT / 2 + 1), RC_STATUS_OK);
    CHECK(rc_extents_length(extents) == end);
  }
  rc_extents_destroy(extents);
}

static const test_case cases[] = {
    CASE(ranges_match_at_each_tick_of_a_scroll),
    CASE(edges_stay_at_their_items),
    CASE(items_match_in_both_orders),
    CASE(scrolls_match_while_items_are_measured),
    CASE(scrolls_match_with_spacing),
    CASE(scrolls_match_with_more_ranges_than_are_remembered),
    CASE(scrolls_match_over_items_of_hardly_any_length),
    CASE(scrolls_match_over_the_longest_items),
    CASE(scrolls_match_with_estimates_that_fit_no_leaf),
    CASE(invalid_offsets_are_rejected_after_valid_ones),
    CASE(last_item_is_at_the_end_and_past_it),
};

const test_suite suite_extents_scroll = SUITE(cases);
