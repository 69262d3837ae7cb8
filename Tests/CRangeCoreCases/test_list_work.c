// What edits and updates of a list need not do.

#include "../../Sources/CRangeCore/extents_tree.h"
#include "../../Sources/CRangeCore/list.h"
#include "list_fixture.h"
#include "list_memory.h"

static void edits_of_nothing_need_no_memory(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 100000;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, 100, NULL));
  for (int64_t i = 0; i < 90; i++) {
    memory.countdown = 0;
    CHECK_OK(rc_list_insert(list, i, 0, NULL));
    CHECK_OK(rc_list_insert(list, i, 0, NULL));
    CHECK_OK(rc_list_remove(list, i, i));
    CHECK_OK(rc_list_move(list, i, i, 3));
    CHECK_OK(rc_list_move(list, i, i + 4, i));
    CHECK_OK(rc_list_forget(list, i, i));
    CHECK_OK(rc_list_set_row_extents(list, i, 0, NULL));
    memory.countdown = -1;
    rc_update update;
    if (i == 0) CHECK_OK(rc_list_update(list, &viewport, &update));
    // A run more, or two.
    CHECK_OK(rc_list_insert(list, 2 * i, 1, NULL));
  }
  CHECK_OK(rc_list_validate(list, NULL));
  rc_list_destroy(list);
  CHECK_EQUAL(memory.blocks, 0);
}

static void enable_app_range(list_fixture *f, rc_range range, double screens) {
  rc_tuning tuning = {screens, screens, true};
  CHECK_OK(rc_list_set_tuning(f->list, RC_RANGE_MODE_MINIMUM, range, tuning));
  fixture_configure(f);
}

// Ends that stay at their items are not looked for, those of the app's own ranges neither.
static void ends_stay_while_their_items_do(void) {
  list_fixture f;
  fixture_begin(&f, 100);
  enable_app_range(&f, RC_RANGE_APP_0, 1.5);
  enable_app_range(&f, RC_RANGE_APP_3, 2.5);
  fixture_update(&f, 2010);
  rc__ranges *ranges = &f.list->ranges;
  CHECK_EQUAL(ranges->edge_count, 9);
  for (double offset = 2011; offset < 2025; offset++) {
    ranges->moved = 0;
    fixture_update(&f, offset);
    CHECK_EQUAL(ranges->moved, 0);
  }
  fixture_update(&f, 3000);
  CHECK_EQUAL(ranges->moved, (1u << 9) - 1);
  fixture_end(&f);
}

static void plan_asks_for_ranges_that_there_are(void) {
  list_fixture f;
  fixture_begin(&f, 100);
  fixture_update(&f, 2000);
  const rc__ranges *ranges = &f.list->ranges;
  CHECK_EQUAL(ranges->enabled_count, RC_RANGE_APP_0);
  for (size_t bit = 4; bit < 8; bit++) {
    CHECK_EQUAL(f.list->range_of[bit], RC__RANGE_NONE);
    CHECK_EQUAL(f.list->edge_of[2 * bit], RC__EDGE_NONE);
    CHECK_EQUAL(f.list->edge_of[2 * bit + 1], RC__EDGE_NONE);
  }
  enable_app_range(&f, RC_RANGE_APP_2, 1);
  fixture_update(&f, 2000);
  CHECK_EQUAL(ranges->enabled_count, RC_RANGE_APP_2 + 1);
  CHECK_EQUAL(f.list->range_of[6], RC_RANGE_APP_2);
  const rc_tuning none = {0, 0, false};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_2, none));
  fixture_update(&f, 2000);
  CHECK_EQUAL(ranges->enabled_count, RC_RANGE_APP_0);
  CHECK_EQUAL(f.list->range_of[6], RC__RANGE_NONE);
  fixture_end(&f);
}

// Both ends of what is visible are remembered together.
static void ends_of_the_viewport_are_known_by_its_length(void) {
  list_fixture f;
  fixture_begin(&f, 100);
  fixture_update(&f, 2000);
  const rc__edge *edges = f.list->ranges.edges;
  CHECK_EQUAL(edges[0].length, 500 * RC_TICKS_PER_POINT);
  CHECK_EQUAL(edges[1].length, 500 * RC_TICKS_PER_POINT);
  f.viewport.length = 0;
  fixture_update(&f, 2000);
  CHECK_EQUAL(edges[0].length, 1);
  fixture_end(&f);
}

// What was met last is remembered still.
static void mean_that_stays_is_not_set_again(void) {
  list_fixture f;
  fixture_begin(&f, 100);
  f.settings.uses_mean_estimate = true;
  fixture_configure(&f);
  fixture_update(&f, 2000);
  fixture_measure(&f, 5, 100);
  const uint64_t version = rc__extents_version(f.list->extents);
  fixture_update(&f, 2000);
  CHECK_EQUAL(rc__extents_version(f.list->extents), version);
  fixture_measure(&f, 5, 200);
  fixture_update(&f, 2000);
  CHECK_EQUAL(rc__extents_version(f.list->extents), version + 2);
  fixture_end(&f);
}

static const test_case cases[] = {
    CASE(edits_of_nothing_need_no_memory),     CASE(ends_stay_while_their_items_do),
    CASE(plan_asks_for_ranges_that_there_are), CASE(ends_of_the_viewport_are_known_by_its_length),
    CASE(mean_that_stays_is_not_set_again),
};

const test_suite suite_list_work = SUITE(cases);
