// Lists of more items than 31 bits can count, edits that go on for long, and arrays in which one
// value is wrong. RANGECORE_EFFORT=100 makes a million edits of each.

#include <math.h>

#include "../list/list_fixture.h"
#include "../list/list_memory.h"

static const int64_t huge = (INT64_C(1) << 31) + 10;

static void list_of_more_than_2_31_items_is_updated_everywhere(void) {
  list_memory memory;
  list_memory_init(&memory);
  rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list = NULL;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, huge));
  CHECK_EQUAL(rc_list_count(list), huge);
  CHECK_POINTS(rc_list_length(list), 44 * (double)huge);
  static const int64_t places[] = {0, INT32_MAX - 1, INT32_MAX, INT64_C(1) << 31, 0};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    const int64_t index = i + 1 < sizeof places / sizeof places[0] ? places[i] : huge - 1;
    double extent = 60, offset;
    CHECK_OK(rc_list_set_row_extents(list, index, &extent, 1));
    CHECK_OK(rc_list_set_scroll_target(list, index, 0, 0, &offset));
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    viewport.length = 440;
    viewport.offset = offset;
    rc_update update;
    CHECK_OK(rc_list_update(list, &viewport, &update));
    CHECK(update.visible.lower <= index && index < update.visible.upper);
    CHECK((rc_list_state(list, index) & RC_STATE_VISIBLE) != 0);
    rc_item item;
    CHECK_OK(rc_list_item(list, index, &item));
    CHECK_EQUAL(item.index, index);
    CHECK_POINTS(item.extent, 60);
  }
  rc_item item;
  double room;
  CHECK_EQUAL(rc_list_item(list, huge, &item), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_rows(list, huge, huge + 1, &room, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_insert(list, 0, NULL, huge), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_insert(list, huge, NULL, RC_ITEM_COUNT_MAX - huge + 1), RC_STATUS_LIMIT);
  CHECK_OK(rc_list_insert(list, huge, NULL, RC_ITEM_COUNT_MAX - huge));
  CHECK_EQUAL(rc_list_insert(list, huge, NULL, 1), RC_STATUS_LIMIT);
  CHECK_OK(rc_list_move(list, 0, huge, RC_ITEM_COUNT_MAX - huge));
  CHECK_OK(rc_list_validate(list, NULL));
  CHECK_OK(rc_list_remove(list, 5, RC_ITEM_COUNT_MAX));
  CHECK_EQUAL(rc_list_count(list), 5);
  CHECK_OK(rc_list_validate(list, NULL));
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void columns_hold_more_than_2_31_items(void) {
  rc_list_options options;
  rc_list_options_init(&options);
  static const uint32_t columns[] = {2, 3, 1000, INT32_MAX, UINT32_MAX};
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
    options.columns = columns[i];
    rc_list *list = NULL;
    CHECK_OK(rc_list_create(&options, NULL, &list));
    CHECK_OK(rc_list_insert(list, 0, NULL, huge));
    rc_item item;
    CHECK_OK(rc_list_item(list, huge - 1, &item));
    CHECK_EQUAL(item.index, huge - 1);
    CHECK_POINTS(item.offset, 44 * (double)((huge - 1) / columns[i]));
    CHECK_OK(rc_list_item_at(list, 1e15 / 960, &item));
    CHECK_EQUAL(item.index, (huge - 1) / columns[i] * columns[i]);
    CHECK_EQUAL(rc_list_insert(list, 0, NULL, RC_ITEM_COUNT_MAX), RC_STATUS_LIMIT);
    CHECK_OK(rc_list_validate(list, NULL));
    rc_list_destroy(list);
  }
}

static void long_edits_go_on(bool alternate, bool measured) {
  list_memory memory;
  list_memory_init(&memory);
  rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list = NULL;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 100));
  const int64_t edits = test_count(10000);
  int64_t most = 0;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 500;
  rc_update update;
  for (int64_t i = 0; i < edits; i++) {
    const double extent = (double)(i % 97);
    if (alternate && i % 2 == 1) {
      CHECK_OK(rc_list_remove(list, 0, 1));
    } else if (measured) {
      CHECK_OK(rc_list_insert(list, 0, &extent, 1));
    } else {
      CHECK_OK(rc_list_insert(list, 0, NULL, 1));
    }
    if (i % 5000 == 0) CHECK_OK(rc_list_update(list, &viewport, &update));
    if (memory.bytes > most) most = memory.bytes;
  }
  CHECK_EQUAL(rc_list_count(list), alternate ? 100 + edits % 2 : 100 + edits);
  CHECK_EQUAL(rc_list_measured_row_count(list), alternate || !measured ? 0 : edits);
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_OK(rc_list_validate(list, NULL));
  // What is measured is kept, and nothing else; states of items that no update saw are one run.
  const int64_t bound = 16384 + (measured && !alternate ? 16 * edits : 0);
  CHECK_F(most <= bound, "%lld bytes", (long long)most);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void inserts_at_the_front_go_on(void) {
  long_edits_go_on(false, false);
}

static void measured_inserts_at_the_front_go_on(void) {
  long_edits_go_on(false, true);
}

static void alternating_inserts_and_removals_go_on(void) {
  long_edits_go_on(true, false);
}

static void alternating_measured_inserts_and_removals_go_on(void) {
  long_edits_go_on(true, true);
}

#define MOST 1100

static void check_wrong_value(int64_t count, int64_t place, double value, rc_status status) {
  rc_extents *extents = NULL;
  CHECK_OK(rc_extents_create(NULL, NULL, &extents));
  CHECK_OK(rc_extents_insert(extents, 0, NULL, MOST));
  double extent[MOST];
  for (int64_t i = 0; i < count; i++) extent[i] = 30;
  extent[place] = value;
  const double length = rc_extents_length(extents);
  CHECK_EQUAL(rc_extents_set(extents, 0, extent, (size_t)count), status);
  CHECK_EQUAL(rc_extents_insert(extents, 7, extent, count), status);
  CHECK_EQUAL(rc_extents_measured_count(extents), 0);
  CHECK_EQUAL(rc_extents_count(extents), MOST);
  CHECK_POINTS(rc_extents_length(extents), length);
  CHECK_OK(rc_extents_validate(extents, NULL));
  extent[place] = 30;
  CHECK_OK(rc_extents_insert(extents, 7, extent, count));
  CHECK_OK(rc_extents_validate(extents, NULL));
  rc_extents_destroy(extents);
}

// Extents are read one, four, 64 and 256 at a time.
static void wrong_extent_is_found_wherever_it_is(void) {
  static const struct {
    double value;
    rc_status status;
  } wrong[] = {
      {(double)NAN, RC_STATUS_ARGUMENT},
      {-(double)NAN, RC_STATUS_ARGUMENT},
      {(double)INFINITY, RC_STATUS_ARGUMENT},
      {-(double)INFINITY, RC_STATUS_ARGUMENT},
      {-1e-300, RC_STATUS_ARGUMENT},
      {-1, RC_STATUS_ARGUMENT},
      {-4e18, RC_STATUS_ARGUMENT},
      {4000001, RC_STATUS_LIMIT},
      {4294967296.0 / 960, RC_STATUS_LIMIT},
      {4294967326.0 / 960, RC_STATUS_LIMIT},
      {18446744073709551616.0, RC_STATUS_LIMIT},
      {1e308, RC_STATUS_LIMIT},
  };
  static const int64_t counts[] = {1, 2, 3, 4, 5, 8, 63, 64, 65, 255, 256, 257, 512, 1100};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    const int64_t count = counts[i];
    for (int64_t place = 0; place < count; place += place < 9 || place > count - 9 ? 1 : 29) {
      const size_t value = (size_t)(place + count) % (sizeof wrong / sizeof wrong[0]);
      for (size_t k = 0; k < (count <= 65 ? sizeof wrong / sizeof wrong[0] : 1); k++) {
        const size_t chosen = (value + k) % (sizeof wrong / sizeof wrong[0]);
        check_wrong_value(count, place, wrong[chosen].value, wrong[chosen].status);
        CHECK_F(!test_has_failed(), "%d of %d", (int)place, (int)count);
      }
    }
  }
}

static const test_case cases[] = {
    CASE(list_of_more_than_2_31_items_is_updated_everywhere),
    CASE(columns_hold_more_than_2_31_items),
    CASE(inserts_at_the_front_go_on),
    CASE(measured_inserts_at_the_front_go_on),
    CASE(alternating_inserts_and_removals_go_on),
    CASE(alternating_measured_inserts_and_removals_go_on),
    CASE(wrong_extent_is_found_wherever_it_is),
};

const test_suite suite_misuse_sizes = SUITE(cases);
