// Lanes by example, and as long as they may be.

#include "lanes_pair.h"

/// Ticks in these cases are points.
#define POINT RC_TICKS_PER_POINT

static void points_of_front(const lanes_pair *pair, int64_t index, double *out_ends) {
  for (int i = 0; i < RC_LANE_COUNT_MAX; i++) out_ends[i] = -1;
  CHECK_EQUAL(rc_lanes_front(pair->lanes, index, out_ends), RC_STATUS_OK);
}

#define CHECK_FRONT(pair, index, a, b, c)                \
  do {                                                   \
    double ends[RC_LANE_COUNT_MAX];                      \
    points_of_front(pair, index, ends);                  \
    CHECK(ends[0] == a && ends[1] == b && ends[2] == c); \
  } while (0)

static double start_of(const lanes_pair *pair, int64_t index) {
  rc_lanes_position position = {.offset = -1};
  (void)rc_lanes_positions(pair->lanes, index, index + 1, &position);
  return position.offset;
}

// The session of the header.
static void lanes_keep_items_in_the_session_of_the_header(void) {
  LANES(pair, lanes_begin(&pair, 3, 50 * POINT, 8 * POINT));
  lanes_insert(&pair, 0, NULL, 100000);
  CHECK(rc_lanes_length(pair.lanes) > 1933325.3 && rc_lanes_length(pair.lanes) < 1933325.4);
  const int64_t extents[] = {100 * POINT, 60 * POINT, 80 * POINT, 40 * POINT, 90 * POINT};
  lanes_measure(&pair, 0, extents, 5);
  lanes_give(&pair, 0, (const uint32_t[]){0, 1, 2, 1, 2}, 5);
  CHECK(start_of(&pair, 2) == 0 && start_of(&pair, 3) == 68 && start_of(&pair, 4) == 88);
  CHECK_FRONT(&pair, 5, 108, 116, 186);
  CHECK(start_of(&pair, 5) == 186);
  lanes_span(&pair, 5, 6, RC_SPAN_WIDE);
  lanes_measure(&pair, 5, (const int64_t[]){30 * POINT}, 1);
  CHECK_FRONT(&pair, 6, 224, 224, 224);
  lanes_measure(&pair, 1, (const int64_t[]){160 * POINT}, 1);
  CHECK(start_of(&pair, 3) == 168 && start_of(&pair, 5) == 216);
  rc_interval items[3];
  CHECK_EQUAL(rc_lanes_items_in(pair.lanes, 0, 90, items), RC_STATUS_OK);
  CHECK_INTERVAL(items[0], 0, 1);
  CHECK_INTERVAL(items[1], 1, 2);
  CHECK_INTERVAL(items[2], 2, 5);
}

static void indents_move_a_lane_and_go_with_their_item(void) {
  LANES(pair, lanes_begin(&pair, 3, 10 * POINT, 0));
  lanes_insert(&pair, 0, (const int64_t[]){10 * POINT, 20 * POINT, 30 * POINT, 40 * POINT}, 4);
  lanes_give(&pair, 0, (const uint32_t[]){0, 1, 2, 1}, 4);
  lanes_indent(&pair, 3, (const int64_t[]){5 * POINT, 7 * POINT, 0});
  CHECK_FRONT(&pair, 3, 10, 20, 30);
  CHECK_FRONT(&pair, 4, 15, 67, 30);
  // What is inserted there comes before them.
  lanes_insert(&pair, 3, (const int64_t[]){POINT}, 1);
  lanes_give(&pair, 3, (const uint32_t[]){1}, 1);
  CHECK(start_of(&pair, 3) == 20 && start_of(&pair, 4) == 28);
  lanes_move(&pair, 4, 5, 0);
  CHECK(start_of(&pair, 0) == 7);
  double indents[3];
  CHECK_EQUAL(rc_lanes_get_indents(pair.lanes, 0, indents), RC_STATUS_OK);
  CHECK(indents[0] == 5 && indents[1] == 7 && indents[2] == 0);
  lanes_remove(&pair, 0, 1);
  CHECK_EQUAL(rc_lanes_get_indents(pair.lanes, 0, indents), RC_STATUS_NOT_FOUND);
  CHECK_FRONT(&pair, 4, 10, 21, 30);
  lanes_check(&pair);
}

static void estimate_moves_nothing_that_has_a_lane(void) {
  LANES(pair, lanes_begin(&pair, 2, 10 * POINT, 0));
  lanes_insert(&pair, 0, NULL, 5);
  lanes_give(&pair, 0, (const uint32_t[]){0, 1, 0}, 3);
  lanes_span(&pair, 3, 4, RC_SPAN_WIDE);
  lanes_estimate(&pair, 30 * POINT);
  CHECK(start_of(&pair, 2) == 10 && start_of(&pair, 3) == 20 && start_of(&pair, 4) == 50);
  CHECK(rc_lanes_length(pair.lanes) == 65);
  // Without a lane it is as long as the others again.
  lanes_give(&pair, 2, (const uint32_t[]){RC_LANE_NONE}, 1);
  CHECK(start_of(&pair, 3) == 25);
  lanes_check(&pair);
}

static void list_of_any_length_takes_no_memory(void) {
  LANES(pair, lanes_begin(&pair, 4, 500 * POINT, 0));
  CHECK_EQUAL(rc_lanes_insert(pair.lanes, 0, NULL, RC_ITEM_COUNT_MAX), RC_STATUS_OK);
  CHECK(pair.memory.bytes < 1024);
  CHECK(rc_lanes_length(pair.lanes) == 125.0 * (double)RC_ITEM_COUNT_MAX);
  CHECK(start_of(&pair, 4000000000) == 500e9);
  int64_t found = -1;
  CHECK_EQUAL(rc_lanes_item_at(pair.lanes, 500e9 + 124, 3, &found), RC_STATUS_OK);
  CHECK_EQUAL(found, 4000000000);
  rc_interval items[4];
  CHECK_EQUAL(rc_lanes_items_in(pair.lanes, 500e9, 500e9 + 126, items), RC_STATUS_OK);
  CHECK_INTERVAL(items[2], 4000000000, 4000000002);
  CHECK_EQUAL(rc_lanes_forget_extents(pair.lanes, 0, RC_ITEM_COUNT_MAX), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_insert(pair.lanes, 0, NULL, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_lanes_set_estimate(pair.lanes, 0), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_items_in(pair.lanes, 0, 1, items), RC_STATUS_OK);
  CHECK_INTERVAL(items[3], 0, RC_ITEM_COUNT_MAX);
  CHECK_EQUAL(rc_lanes_remove(pair.lanes, 0, RC_ITEM_COUNT_MAX), RC_STATUS_OK);
}

static rc_status measure_one(rc_lanes *lanes, int64_t index, int64_t extent) {
  const double points = rc_ticks_to_points(extent);
  return rc_lanes_set_extents(lanes, index, &points, 1);
}

// Without the model: half a million items.
static void list_may_be_so_long_and_no_longer(void) {
  const int64_t most = RC_LIST_TICKS_MAX / RC_ITEM_TICKS_MAX;
  const int64_t rest = RC_LIST_TICKS_MAX % RC_ITEM_TICKS_MAX;
  const double tick = 1.0 / RC_TICKS_PER_POINT, indents[] = {0, tick}, more[] = {2 * tick, tick};
  LANES(pair, lanes_begin(&pair, 2, RC_ITEM_TICKS_MAX, 0));
  rc_lanes *lanes = pair.lanes;
  CHECK_EQUAL(rc_lanes_insert(lanes, 0, NULL, most + 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_lanes_insert(lanes, 0, NULL, most), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_set_span(lanes, 0, 300, RC_SPAN_WIDE), RC_STATUS_OK);
  const double points = rc_ticks_to_points(rest);
  CHECK_EQUAL(rc_lanes_insert(lanes, 5, &points, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_set_lanes(lanes, 5, (const uint32_t[]){1}, 1), RC_STATUS_OK);
  for (int round = 0; round < 2; round++) {
    CHECK_EQUAL(rc_lanes_insert(lanes, 7, &tick, 1), RC_STATUS_LIMIT);
    CHECK_EQUAL(rc_lanes_insert(lanes, 600, &tick, 1), RC_STATUS_LIMIT);
    CHECK_EQUAL(rc_lanes_insert(lanes, 600, NULL, 1), RC_STATUS_LIMIT);
    CHECK_EQUAL(measure_one(lanes, 5, rest + 1), RC_STATUS_LIMIT);
    CHECK_EQUAL(rc_lanes_forget_extents(lanes, 5, 6), RC_STATUS_LIMIT);
    CHECK_EQUAL(rc_lanes_forget_extents(lanes, 5, 900), RC_STATUS_LIMIT);
    CHECK_EQUAL(rc_lanes_set_indents(lanes, 0, indents), RC_STATUS_LIMIT);
    CHECK_EQUAL(rc_lanes_set_indents(lanes, 500, indents), RC_STATUS_LIMIT);
    CHECK_EQUAL(rc_lanes_validate(lanes, NULL), RC_STATUS_OK);
  }
  CHECK_EQUAL(measure_one(lanes, 9, RC_ITEM_TICKS_MAX - 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_set_indents(lanes, 400, indents), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_set_indents(lanes, 400, more), RC_STATUS_LIMIT);
  CHECK_EQUAL(measure_one(lanes, 9, RC_ITEM_TICKS_MAX), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_lanes_set_indents(lanes, 400, NULL), RC_STATUS_OK);
  CHECK_EQUAL(measure_one(lanes, 9, RC_ITEM_TICKS_MAX), RC_STATUS_OK);
  CHECK_EQUAL(rc_lanes_validate(lanes, NULL), RC_STATUS_OK);
}

/// The extent of an item, in ticks, by a hash.
static int64_t extent_of(int64_t index) {
  return 100 + (int64_t)((uint64_t)index * UINT64_C(0x9e3779b97f4a7c15) >> 54);
}

// One lane is a column: the same calls to extents give the same.
static void one_lane_is_a_column(void) {
  for (int64_t spacing = 0; spacing < 20; spacing += 7) {
    LANES(pair, lanes_begin(&pair, 1, 300, spacing));
    PAIR(column, pair_begin(&column, 300, spacing));
    test_random random = {test_seed(5)};
    for (int round = 0; round < 60 && !test_has_failed(); round++) {
      int64_t extents[40], count = column.model.count, at = test_random_in(&random, 0, count);
      for (int64_t i = 0; i < 40; i++) extents[i] = extent_of(round * 40 + i) % 300;
      const int64_t size = test_random_in(&random, 1, 40);
      const int64_t kind = test_random_in(&random, 0, 4),
                    left = count - at < size ? count - at : size;
      if (kind < 2) {
        pair_insert(&column, at, kind == 0 ? NULL : extents, size);
        lanes_insert(&pair, at, kind == 0 ? NULL : extents, size);
      } else if (kind == 2) {
        pair_measure(&column, at, extents, left);
        lanes_measure(&pair, at, extents, left);
      } else if (kind == 3) {
        pair_remove(&column, at, at + left / 3);
        lanes_remove(&pair, at, at + left / 3);
      } else {
        uint32_t lanes[40] = {0};
        lanes_give(&pair, at, lanes, left);
        pair_estimate(&column, 200 + round);
        lanes_estimate(&pair, 200 + round);
      }
      count = column.model.count;
      CHECK(rc_lanes_length(pair.lanes) == rc_extents_length(column.extents));
      for (int64_t i = 0; i < count; i++) {
        rc_item item;
        rc_lanes_position position;
        CHECK_EQUAL(rc_extents_item(column.extents, i, &item), RC_STATUS_OK);
        CHECK_EQUAL(rc_lanes_positions(pair.lanes, i, i + 1, &position), RC_STATUS_OK);
        CHECK(item.offset == position.offset && item.extent == position.extent);
        CHECK(position.lane == 0 && position.is_measured == item.is_measured);
      }
      for (double offset = -1; offset < 12 && count > 0; offset += 0.037) {
        rc_interval items, of_lane;
        CHECK_EQUAL(rc_extents_items_in(column.extents, offset, offset + 1, &items), RC_STATUS_OK);
        CHECK_EQUAL(rc_lanes_items_in(pair.lanes, offset, offset + 1, &of_lane), RC_STATUS_OK);
        if (items.lower < items.upper) CHECK_INTERVAL(of_lane, items.lower, items.upper);
        if (items.lower >= items.upper) CHECK(of_lane.lower >= of_lane.upper);
      }
    }
  }
}

// A lane so far behind the others that a leaf is far from what it has at an offset.
static void lane_may_be_far_behind(void) {
  LANES(pair, lanes_begin(&pair, 3, 50, 2));
  enum { COUNT = 3000 };
  static _Thread_local int64_t extents[COUNT];
  static _Thread_local uint32_t lanes[COUNT];
  for (int64_t i = 0; i < COUNT; i++) {
    extents[i] = extent_of(i);
    lanes[i] = i % 500 == 7 ? 2 : (uint32_t)(i % 2);
  }
  lanes_insert(&pair, 0, extents, COUNT);
  lanes_give(&pair, 0, lanes, COUNT);
  lanes_check(&pair);
  for (int64_t offset = -500; offset < 900000 && !test_has_failed(); offset += 4321) {
    lanes_check_in(&pair, offset, offset + 3000);
  }
  for (int64_t offset = 3000; offset > -100 && !test_has_failed(); offset -= 37) {
    lanes_check_in(&pair, offset, offset + 3000);
  }
}

// Ranges that scroll to and fro find the same as ranges of their own.
static void ranges_scroll_over_all_kinds_of_items(void) {
  const bool is_brief = test_is_brief();
  for (uint32_t k = 1; k <= RC_LANE_COUNT_MAX && !test_has_failed(); k += is_brief ? 15
                                                                          : k < 5  ? 1
                                                                                   : 11) {
    LANES(pair, lanes_begin(&pair, k, 77, 3));
    lanes_insert(&pair, 0, NULL, 900);
    for (int64_t i = 0; i < 500; i++) {
      const int64_t extent = i % 9 == 0 ? 0 : extent_of(i) / 3;
      if (i % 7 != 3) lanes_measure(&pair, i + 50, &extent, 1);
      const uint32_t lane = (uint32_t)(extent_of(i * 3) % k);
      if (i % 90 < 70) lanes_give(&pair, i + 50, &lane, 1);
      if (i % 40 == 17) lanes_span(&pair, i + 50, i + 51, RC_SPAN_WIDE);
      int64_t indents[RC_LANE_COUNT_MAX] = {0};
      indents[lane] = extent_of(i) % 90;
      if (i % 60 == 30) lanes_indent(&pair, i + 50, indents);
    }
    lanes_check(&pair);
    const int64_t length = model_lanes_length(&pair.model);
    const int64_t step = 41 * test_stride() * (is_brief ? 5 : 1);
    for (int64_t offset = -900; offset < length + 900 && !test_has_failed(); offset += step) {
      lanes_check_in(&pair, offset, offset + 700);
    }
    for (int64_t offset = length + 900; offset > -900 && !test_has_failed(); offset -= step + 12) {
      lanes_check_in(&pair, offset, offset + 700);
    }
  }
}

// Where items have no length and no spacing, several end at one offset; and start there.
static void ranges_begin_with_items_of_no_length(void) {
  LANES(pair, lanes_begin(&pair, 2, 50, 0));
  lanes_insert(&pair, 0, (const int64_t[]){100, 0, 0, 0, 50, 60}, 6);
  lanes_give(&pair, 0, (const uint32_t[]){0, 0, 0, 0, 0, 1}, 6);
  for (int64_t offset = 98; offset < 103; offset++) {
    lanes_check_in(&pair, offset, offset + 20);
    lanes_check_in(&pair, offset - 20, offset);
    // In an order in which each is looked for.
    lanes_measure(&pair, 5, (const int64_t[]){offset}, 1);
  }
}

// A full block is halved where an item is inserted, unless a half of it takes no memory.
static void full_block_is_halved(void) {
  LANES(pair, lanes_begin(&pair, 2, 50, 1));
  enum { COUNT = 128 };
  int64_t extents[COUNT];
  for (uint32_t i = 0; i < COUNT; i++) extents[i] = extent_of(i);
  for (int64_t kept = 1; kept < COUNT && !test_has_failed(); kept += 9) {
    for (int64_t end = 0; end < 2; end++) {
      lanes_insert(&pair, 0, NULL, 2000);
      lanes_insert(&pair, 1000, extents, COUNT);
      const int64_t lower = end == 0 ? 1000 : 1000 + kept;
      lanes_measure(&pair, lower, NULL, COUNT - kept);
      lanes_insert(&pair, 1000 + kept / 2 + (end == 0 ? COUNT - kept : 0), extents, 1);
      lanes_check(&pair);
      lanes_remove(&pair, 0, pair.model.count);
    }
  }
}

static const test_case cases[] = {
    CASE(lanes_keep_items_in_the_session_of_the_header),
    CASE(indents_move_a_lane_and_go_with_their_item),
    CASE(estimate_moves_nothing_that_has_a_lane),
    CASE(list_of_any_length_takes_no_memory),
    CASE(list_may_be_so_long_and_no_longer),
    CASE(one_lane_is_a_column),
    CASE(lane_may_be_far_behind),
    CASE(ranges_scroll_over_all_kinds_of_items),
    CASE(ranges_begin_with_items_of_no_length),
    CASE(full_block_is_halved),
};

const test_suite suite_lanes = SUITE(cases);
