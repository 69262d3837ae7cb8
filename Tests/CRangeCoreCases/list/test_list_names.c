// The ids that changes carry.

#include <stdlib.h>

#include "list_fixture.h"
#include "list_memory.h"

// Reverses 4,000 items that are all in the preload range, one by one: each has been somewhere else.
static void thousands_of_moves_are_told_apart(void) {
  FIXTURE(f, fixture_begin(&f, 4000));
  const rc_tuning all = {1000, 1000, true};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_PRELOAD, all));
  fixture_update(&f, 0);
  for (int64_t i = 0; i < 4000; i++) CHECK_OK(rc_list_move(f.list, 3999, 4000, i));
  CHECK_OK(rc_list_validate(f.list, NULL));
  CHECK_EQUAL(rc_list_state(f.list, 3999), RC_STATE_IN_HIERARCHY);
  CHECK_EQUAL(rc_list_state(f.list, 0), RC_STATE_MEASURE_LAYOUT | RC_STATE_PRELOAD);
  CHECK_OK(rc_list_remove(f.list, 0, 1));
  CHECK_OK(rc_list_remove(f.list, 1000, 1001));
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.changes.removed_count, 2);
  CHECK_INTERVAL(f.update.changes.items[0], 2998, 2999);
  CHECK_INTERVAL(f.update.changes.items[1], 3999, 4000);
}

// == names ==

static void name(list_fixture *f, int64_t lower, int64_t upper, rc_id first) {
  rc_id names[100];
  for (int64_t i = 0; i < upper - lower; i++) names[i] = first + i;
  CHECK_OK(rc_list_set_names(f->list, lower, upper, names));
}

/// The name of the first item of a change; -8 if more than its items are named.
static rc_id change_name(const list_fixture *f, size_t position) {
  rc_id names[100];
  for (int i = 0; i < 100; i++) names[i] = -9;
  if (rc_list_copy_change_names(f->list, position, names) != RC_STATUS_OK) return -9;
  const rc_change *it = &f->update.changes.items[position];
  return names[it->upper - it->lower] == -9 ? names[0] : -8;
}

static void changes_of_removed_items_have_their_names(void) {
  FIXTURE(f, fixture_begin(&f, 40));
  fixture_update(&f, 0);
  name(&f, 0, 10, 1000);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  CHECK_OK(rc_list_move(f.list, 4, 6, 0));
  CHECK_OK(rc_list_remove(f.list, 1, 2));
  CHECK_OK(rc_list_remove(f.list, 8, 10));
  fixture_update(&f, 0);
  // Now 2 new new 0 1 4 5 6 9 10 …; item 0 has kept its place.
  CHECK_TEXT(fixture_changes(&f),
             "3..4 15>0 7..8 3>0 | 0..1 15>7 | "
             "6..8 7>15 @0 8..10 1>7 @0 1..3 0>7 @0 10..11 1>3 @200");
  CHECK_EQUAL(change_name(&f, 0), 1003);
  CHECK_EQUAL(change_name(&f, 1), 1007);
  CHECK_EQUAL(change_name(&f, 2), 1002);
  CHECK_EQUAL(change_name(&f, 3), 1005);
  CHECK_EQUAL(change_name(&f, 4), 1009);
  CHECK_EQUAL(change_name(&f, 5), RC_ID_NONE);
  CHECK_EQUAL(change_name(&f, 7), -9);
}

static void items_that_leave_lose_their_names_once_they_were_asked_for(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  name(&f, 0, 7, 1);
  fixture_update(&f, 5000);
  CHECK_EQUAL(f.update.changes.left_count, 3);
  CHECK_EQUAL(change_name(&f, 0), 1);
  CHECK_EQUAL(change_name(&f, 1), 6);
  fixture_update(&f, 0);
  CHECK_EQUAL(change_name(&f, f.update.changes.count - 3), RC_ID_NONE);
}

static void names_can_be_given_before_items_are_in_range_and_taken_away(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  name(&f, 40, 60, 40);
  const rc_id none = RC_ID_NONE;
  CHECK_OK(rc_list_set_names(f.list, 50, 51, &none));
  CHECK_OK(rc_list_remove(f.list, 41, 42));
  name(&f, 98, 99, 98);
  fixture_update(&f, 4000);
  rc_id names[20];
  for (size_t i = 0; i < f.update.changes.count; i++) {
    const rc_change *it = &f.update.changes.items[i];
    if ((it->after & RC_STATE_VISIBLE) == 0) continue;
    CHECK_INTERVAL(*it, 40, 45);
    CHECK_OK(rc_list_copy_change_names(f.list, i, names));
    CHECK_EQUAL(names[0], 40);
    CHECK_EQUAL(names[1], 42);
  }
  CHECK_OK(rc_list_remove(f.list, 0, 60));
  CHECK_EQUAL(change_name(&f, 0), -9);
  fixture_update(&f, 0);
  int64_t named = 0;
  for (size_t i = 0; i < f.update.changes.removed_count; i++) {
    const rc_change *it = &f.update.changes.items[i];
    CHECK_OK(rc_list_copy_change_names(f.list, i, names));
    for (int64_t n = it->lower; n < it->upper; n++) {
      const rc_id expected = n == 49 ? RC_ID_NONE : n == 40 ? 40 : n + 1;
      const bool has_name = 40 <= n && n < 59;
      CHECK_EQUAL(names[n - it->lower], has_name ? expected : RC_ID_NONE);
      named += has_name && n != 49;
    }
  }
  CHECK(named > 5);
}

static void new_items_keep_their_names(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  fixture_update(&f, 0);
  for (int64_t i = 0; i < 5; i++) {
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
    name(&f, 0, 1, 100 + i);
  }
  CHECK_OK(rc_list_insert(f.list, 2, NULL, 1));
  CHECK_OK(rc_list_remove(f.list, 1, 2));
  fixture_update(&f, 0);
  rc_id names[10];
  // 104, one without a name, 102, 101, 100; the first two are too far above.
  CHECK_TEXT(fixture_changes(&f), "| | 2..5 0>7 @0");
  CHECK_OK(rc_list_copy_change_names(f.list, 0, names));
  CHECK_EQUAL(names[0], 102);
  CHECK_EQUAL(names[1], 101);
  CHECK_EQUAL(names[2], 100);
}

static void naming_nothing_needs_no_array(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  CHECK_OK(rc_list_set_names(f.list, 3, 3, NULL));
  CHECK_EQUAL(rc_list_set_names(f.list, 3, 4, NULL), RC_STATUS_ARGUMENT);
}

static void names_without_memory_are_not_given(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  rc_viewport viewport;
  rc_update update;
  rc_viewport_init(&viewport);
  viewport.length = 4400;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 100));
  rc_id names[100] = {0};
  int64_t failures = 0;
  for (int64_t count = 10; count <= 100; count += 10) {
    memory.countdown = 0;
    while (rc_list_set_names(list, 0, count, names) == RC_STATUS_NO_MEMORY) {
      // Each time one more of the three arrays grows, and two of them change places.
      memory.countdown = -1;
      CHECK_OK(rc_list_move(list, 0, 1, 1));
      CHECK_OK(rc_list_update(list, &viewport, &update));
      memory.countdown = 1;
      failures++;
    }
  }
  CHECK(failures > 8);
  memory.countdown = 0;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  rc_list_destroy(list);
  CHECK_EQUAL(memory.blocks, 0);
  CHECK(!memory.is_confused);
}

static void a_name_far_down_needs_memory_for_one(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  const rc_id id = 7;
  rc_list *list;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 1000000));
  const int64_t before = memory.bytes;
  CHECK_OK(rc_list_set_names(list, 999999, 1000000, &id));
  CHECK(memory.bytes - before < 1000);
  rc_list_destroy(list);
}

static const test_case cases[] = {
    CASE(names_without_memory_are_not_given),
    CASE(a_name_far_down_needs_memory_for_one),
    CASE(thousands_of_moves_are_told_apart),
    CASE(changes_of_removed_items_have_their_names),
    CASE(items_that_leave_lose_their_names_once_they_were_asked_for),
    CASE(names_can_be_given_before_items_are_in_range_and_taken_away),
    CASE(new_items_keep_their_names),
    CASE(naming_nothing_needs_no_array),
};

const test_suite suite_list_names = SUITE(cases);
