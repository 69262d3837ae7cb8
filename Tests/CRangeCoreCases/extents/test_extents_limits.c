// What extents hold at their limits.

#include "../../../Sources/CRangeCore/extents/extents.h"
#include "extents_pair.h"

#define HALF (RC_ITEM_TICKS_MAX / 2)

static void extents_round_each_extent_as_ticks_do(void) {
  test_random random = {test_seed(11)};
  rc_extents *extents;
  CHECK_EQUAL(rc_extents_create(NULL, NULL, &extents), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(extents, 0, NULL, 1), RC_STATUS_OK);
  for (int i = 0; i < 20000; i++) {
    double points = (double)test_random_in(&random, 0, 8000000) / 1920;
    if (i % 2 == 1) points = (double)(test_random_next(&random) >> 11) / 9007199254740992.0 * 4e6;
    int64_t ticks = -1, found = -2;
    double extent = -1;
    CHECK_EQUAL(rc_ticks_from_points(points, &ticks), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_set(extents, 0, &points, 1), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_copy(extents, 0, 1, NULL, &extent), RC_STATUS_OK);
    CHECK_EQUAL(rc_ticks_from_points(extent, &found), RC_STATUS_OK);
    CHECK_EQUAL(found, ticks);
  }
  rc_extents_destroy(extents);
}

static void extents_hold_the_most_items(void) {
  test_memory memory;
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents *e;
  rc_item item;
  CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, NULL, RC_ITEM_COUNT_MAX + 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_set_estimate(e, 0.5), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, NULL, RC_ITEM_COUNT_MAX), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, NULL, 1), RC_STATUS_LIMIT);
  const double extent = 9;
  CHECK_EQUAL(rc_extents_insert(e, 0, &extent, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_remove(e, 5, 6), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 5, &extent, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_forget(e, 5, 6), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_set(e, RC_ITEM_COUNT_MAX - 1, &extent, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_set(e, 3000000000, &extent, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_move(e, 1, 4000000000, 0), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_item(e, 2999999999, &item), RC_STATUS_OK);
  CHECK(item.is_measured && item.extent == 9 && item.offset == 2999999999 * 0.5);
  CHECK_EQUAL(rc_extents_item_at(e, 1e12, &item), RC_STATUS_OK);
  CHECK_EQUAL(item.index, RC_ITEM_COUNT_MAX - 1);
  CHECK_EQUAL(rc_extents_set_estimate(e, 600), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_remove(e, 0, RC_ITEM_COUNT_MAX), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_count(e), 0);
  rc_extents_destroy(e);
  CHECK_EQUAL(memory.bytes, 0);
}

static void extents_stop_at_the_longest_list(void) {
  int64_t most = RC_LIST_TICKS_MAX / RC_ITEM_TICKS_MAX;  // 586406 items
  const int64_t longest[2] = {RC_ITEM_TICKS_MAX, RC_ITEM_TICKS_MAX}, none[1] = {0};
  PAIR(pair, pair_begin(&pair, RC_ITEM_TICKS_MAX, 0));
  CHECK_EQUAL(rc_extents_insert(pair.extents, 0, NULL, most + 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(pair_insert(&pair, 0, NULL, most), RC_STATUS_OK);
  CHECK_EQUAL(pair_insert(&pair, 3, longest, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(pair_measure(&pair, 3, longest, 2), RC_STATUS_OK);
  CHECK_EQUAL(pair_measure(&pair, most - 1, none, 1), RC_STATUS_OK);
  CHECK_EQUAL(pair_insert(&pair, 100, longest, 1), RC_STATUS_OK);
  CHECK_EQUAL(pair_measure(&pair, most, NULL, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(pair_measure(&pair, most - 1, NULL, 2), RC_STATUS_LIMIT);
  CHECK_EQUAL(pair_remove(&pair, 100, 101), RC_STATUS_OK);
  CHECK_EQUAL(pair_measure(&pair, most - 2, NULL, 2), RC_STATUS_OK);
  CHECK_EQUAL(pair_estimate(&pair, RC_ITEM_TICKS_MAX - 1), RC_STATUS_OK);
  CHECK_EQUAL(pair_estimate(&pair, RC_ITEM_TICKS_MAX), RC_STATUS_OK);
  pair_check(&pair);
  const int64_t rest[1] = {RC_LIST_TICKS_MAX - most * RC_ITEM_TICKS_MAX}, one[1] = {1};
  CHECK_EQUAL(pair_insert(&pair, most, rest, 1), RC_STATUS_OK);
  CHECK_EQUAL(pair_insert(&pair, 0, one, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(pair_insert(&pair, 0, none, 1), RC_STATUS_OK);
  pair_check(&pair);
}

// Many at once, into a list that is bounded by exactly what they come to.
static void many_measured_items_may_fill_the_length_to_the_tick(void) {
  double values[200];
  int64_t sum = 0;
  for (int i = 0; i < 200; i++) {
    values[i] = i % 7;
    sum += i % 7 * 960;
  }
  for (int64_t less = 0; less <= 1; less++) {
    PAIR(pair, pair_begin(&pair, 7, 0));
    const int64_t bytes = pair.memory.bytes;
    CHECK_EQUAL(rc__extents_set_length_max(pair.extents, sum - less), RC_STATUS_OK);
    pair.memory.left = 0;
    CHECK_EQUAL(rc_extents_insert(pair.extents, 0, values, 200),
                less == 0 ? RC_STATUS_NO_MEMORY : RC_STATUS_LIMIT);
    pair.memory.left = -1;
    CHECK_EQUAL(pair.memory.bytes, bytes);
    CHECK_EQUAL(rc_extents_insert(pair.extents, 0, values, 200),
                less == 0 ? RC_STATUS_OK : RC_STATUS_LIMIT);
    CHECK((pair.memory.bytes > bytes) == (less == 0));
    CHECK_EQUAL(rc_extents_count(pair.extents), less == 0 ? 200 : 0);
  }
}

static void longest_item_and_the_spacing_share_the_limit(void) {
  PAIR(pair, pair_begin(&pair, 10, 1));
  CHECK_EQUAL(rc_extents_set_estimate(pair.extents, 4000000), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_extents_set_estimate(pair.extents, 4000000 - 1 / 960.0), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_validate(pair.extents, NULL), RC_STATUS_OK);
}

static void extents_keep_the_one_item_that_an_edit_leaves(void) {
  int64_t extents[200];
  for (int i = 0; i < 200; i++) extents[i] = i;
  for (int64_t index = 0; index < 2; index++) {
    PAIR(pair, pair_begin(&pair, 7, 0));
    pair_insert(&pair, 0, NULL, 200);
    CHECK_EQUAL(pair_measure(&pair, index, extents, 199), RC_STATUS_OK);
    pair_check(&pair);
    CHECK_EQUAL(pair_measure(&pair, index, extents, 199), RC_STATUS_OK);
    pair_check(&pair);
    CHECK_EQUAL(pair_remove(&pair, index, index + 199), RC_STATUS_OK);
    pair_check(&pair);
  }
}

static void extents_with_huge_extents_stay_correct_in_place(void) {
  const int64_t first[] = {HALF / 2, HALF / 4, 5, HALF / 3, 7, HALF / 8}, less[] = {1};
  PAIR(pair, pair_begin(&pair, 100, 0));
  for (int i = 0; i < 40; i++) pair_insert(&pair, pair.model.count, first, 6);
  for (int64_t i = 0; i < pair.model.count && !test_has_failed(); i++) {
    CHECK_EQUAL(pair_measure(&pair, i * 7 % pair.model.count, less, 1), RC_STATUS_OK);
    pair_check(&pair);
  }
}

static const test_case cases[] = {
    CASE(extents_round_each_extent_as_ticks_do),
    CASE(extents_hold_the_most_items),
    CASE(extents_stop_at_the_longest_list),
    CASE(many_measured_items_may_fill_the_length_to_the_tick),
    CASE(longest_item_and_the_spacing_share_the_limit),
    CASE(extents_keep_the_one_item_that_an_edit_leaves),
    CASE(extents_with_huge_extents_stay_correct_in_place),
};

const test_suite suite_extents_limits = SUITE(cases);
