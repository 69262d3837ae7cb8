// What an update lists, with numbers worked out by hand: 100 items of 100 points under a viewport
// of 500, of which the first update gives 0..5 the state 15, 5..7 the state 7 and 7..8 the state 3.

#include "list_fixture.h"

static void first_update_lists_what_enters_by_distance(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| | 0..5 0>15 @0 5..7 0>7 @0 7..8 0>3 @200");
}

static void same_viewport_lists_nothing(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| |");
}

static void what_leaves_comes_before_what_enters(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  fixture_scroll(&f, 100);
  CHECK_TEXT(fixture_changes(&f),
             "| 0..1 15>7 | 5..6 7>15 @0 7..8 3>7 @100 8..11 1>7 @200 11..19 1>3 @500");
}

static void leading_side_comes_first_at_the_same_distance(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_changes(&f),
             "| | 50..55 0>15 @0 55..60 0>7 @0 47..50 0>7 @0 42..47 0>3 @300 60..68 0>3 @500");
}

static void leading_side_is_the_one_before_after_a_reversal(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 5002);
  fixture_scroll(&f, 5000);
  f.settings.presence = RC_PRESENCE_AWAY;
  fixture_configure(&f);
  fixture_update(&f, 5000);
  f.settings.presence = RC_PRESENCE_ON_SCREEN;
  fixture_configure(&f);
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_changes(&f),
             "| | 50..55 1>15 @0 45..50 1>7 @0 55..58 1>7 @0 58..63 1>3 @300 37..45 1>3 @500");
}

static void what_overlaps_the_viewport_comes_before_its_neighbours(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
  fixture_update(&f, 5000);
  rc_tuning tuning = {1, 1, true};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_VISIBLE_ONLY, RC_RANGE_APP_0, tuning));
  fixture_configure(&f);
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_changes(&f), "| | 50..55 15>31 @0 55..60 1>17 @0 45..50 1>17 @0");
}

static void run_on_both_sides_of_a_gap_is_as_far_as_its_nearest_item(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 20, 3));
  rc_tuning tuning = {1, 1, true};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_PRELOAD, tuning));
  fixture_configure(&f);
  f.viewport.length = 10;
  fixture_update(&f, 106);
  CHECK_TEXT(fixture_changes(&f), "| | 0..2 0>3 @4");
}

static void removed_items_come_first_ascending_by_previous_index(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_remove(f.list, 6, 8));
  CHECK_OK(rc_list_remove(f.list, 1, 2));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f),
             "1..2 15>0 6..7 7>0 7..8 3>0 | | 4..5 7>15 @0 5..7 1>7 @0 7..8 1>3 @200");
}

static void removed_neighbours_are_one_run(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_remove(f.list, 3, 4));
  CHECK_OK(rc_list_remove(f.list, 1, 2));
  CHECK_OK(rc_list_remove(f.list, 1, 2));
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.changes.removed_count, 1);
  CHECK_INTERVAL(f.changes[0], 1, 4);
}

static void removed_items_without_state_are_not_listed(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_remove(f.list, 50, 60));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| |");
}

static void item_inserted_and_removed_between_updates_is_not_listed(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_insert(f.list, 2, NULL, 3));
  CHECK_OK(rc_list_remove(f.list, 2, 5));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| |");
}

static void item_that_only_moved_is_not_listed(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_move(f.list, 1, 3, 3));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| |");
  CHECK_POINTS(f.update.correction, 0);
}

static void moved_item_keeps_its_bits_until_the_update(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_move(f.list, 1, 2, 50));
  CHECK_EQUAL(rc_list_state(f.list, 50), RC_STATE_IN_HIERARCHY);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| 50..51 15>1 | 4..5 7>15 @0 6..7 3>7 @100 7..8 1>3 @200");
}

static void moved_items_take_their_extents_along(void) {
  FIXTURE(f, fixture_begin(&f, 5));
  fixture_measure(&f, 1, 30);
  fixture_measure(&f, 2, 50);
  CHECK_OK(rc_list_move(f.list, 1, 3, 2));
  CHECK_POINTS(fixture_offset_of(&f, 2), 200);
  CHECK_POINTS(fixture_offset_of(&f, 3), 230);
  CHECK_POINTS(fixture_offset_of(&f, 4), 280);
}

static void forget_keeps_the_state_and_drops_the_measurement(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_set_estimate(f.list, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_forget(f.list, 2, 4));
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 98);
  CHECK_EQUAL(rc_list_state(f.list, 2), RC_STATE_IN_HIERARCHY);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| |");
}

static void new_identity_is_a_removal_and_an_insertion(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_remove(f.list, 2, 3));
  double extent = 100;
  CHECK_OK(rc_list_insert(f.list, 2, &extent, 1));
  CHECK_EQUAL(rc_list_state(f.list, 2), RC_STATE_MEASURE_LAYOUT);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "2..3 15>0 | | 2..3 0>15 @0");
}

static void new_items_enter_without_a_scroll(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  double extent[] = {100, 100};
  CHECK_OK(rc_list_insert(f.list, 3, extent, 2));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| 5..7 15>7 7..8 7>3 8..9 7>1 9..10 3>1 | 3..5 0>15 @0");
}

static void columns_change_a_row_at_a_time(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 100));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_changes(&f), "| | 0..15 0>15 @0 15..21 0>7 @0 21..24 0>3 @200");
  fixture_update(&f, 2900);
  CHECK_TEXT(fixture_ranges(&f), "visible 87..100 display 81..100 preload 81..100");
}

static const test_case cases[] = {
    CASE(first_update_lists_what_enters_by_distance),
    CASE(same_viewport_lists_nothing),
    CASE(what_leaves_comes_before_what_enters),
    CASE(leading_side_comes_first_at_the_same_distance),
    CASE(leading_side_is_the_one_before_after_a_reversal),
    CASE(what_overlaps_the_viewport_comes_before_its_neighbours),
    CASE(run_on_both_sides_of_a_gap_is_as_far_as_its_nearest_item),
    CASE(removed_items_come_first_ascending_by_previous_index),
    CASE(removed_neighbours_are_one_run),
    CASE(removed_items_without_state_are_not_listed),
    CASE(item_inserted_and_removed_between_updates_is_not_listed),
    CASE(item_that_only_moved_is_not_listed),
    CASE(moved_item_keeps_its_bits_until_the_update),
    CASE(moved_items_take_their_extents_along),
    CASE(forget_keeps_the_state_and_drops_the_measurement),
    CASE(new_identity_is_a_removal_and_an_insertion),
    CASE(new_items_enter_without_a_scroll),
    CASE(columns_change_a_row_at_a_time),
};

const test_suite suite_list_changes = SUITE(cases);
