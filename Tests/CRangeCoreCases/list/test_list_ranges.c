// Ranges of a list, with numbers worked out by hand: 100 items of 100 points under a viewport of
// 500.

#include "list_fixture.h"

static void set_tuning(list_fixture *f, rc_range_mode mode, rc_range range, double leading,
                       double trailing) {
  rc_tuning tuning = {leading, trailing, true};
  CHECK_OK(rc_list_set_tuning(f->list, mode, range, tuning));
}

static void full_ranges_reach_one_and_two_and_a_half_screens_ahead(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 5000);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 47..60 preload 42..68");
}

static void visible_only_ranges_are_the_viewport(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
  fixture_update(&f, 5050);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..56 display 50..56 preload 50..56");
}

static void pager_keeps_one_page_around(void) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.tuning_preset = RC_TUNING_PRESET_PAGER;
  FIXTURE(f, fixture_begin_with(&f, &options, 20));
  for (int64_t i = 0; i < 20; i++) fixture_measure(&f, i, 100);
  f.viewport.length = 100;
  fixture_update(&f, 1000);
  CHECK_TEXT(fixture_ranges(&f), "visible 10..11 display 10..11 preload 9..12");
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 1000);
  CHECK_TEXT(fixture_ranges(&f), "visible 10..11 display 9..12 preload 8..13");
}

static void sides_swap_on_reversal_past_a_point(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 4000);
  fixture_scroll(&f, 5001);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  fixture_scroll(&f, 5000);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 47..60 preload 42..68");
  fixture_scroll(&f, 5000 - 1.0 / 960);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_BACKWARD);
  fixture_scroll(&f, 5000);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_BACKWARD);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 45..58 preload 37..63");
}

static void direction_threshold_is_settable_and_counts_from_the_furthest_point(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.direction_threshold = 50;
  fixture_configure(&f);
  fixture_update(&f, 4000);
  fixture_scroll(&f, 3970);
  fixture_scroll(&f, 3990);
  fixture_scroll(&f, 3950);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  fixture_scroll(&f, 3949);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_BACKWARD);
}

static void direction_without_a_threshold_turns_with_a_tick(void) {
  const double tick = 1 / 960.0;
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.direction_threshold = 0;
  fixture_configure(&f);
  fixture_update(&f, 4000);
  fixture_scroll(&f, 4000 - tick);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_BACKWARD);
  fixture_scroll(&f, 4000);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
}

static void each_list_remembers_its_own_direction(void) {
  list_fixture across, down;
  fixture_begin(&across, 100);
  fixture_begin(&down, 100);
  fixture_update(&across, 2000);
  fixture_update(&down, 2000);
  fixture_scroll(&across, 2100);
  fixture_scroll(&down, 1900);
  fixture_update(&across, 2100);
  fixture_update(&down, 1900);
  CHECK_EQUAL(across.update.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(down.update.direction, RC_DIRECTION_BACKWARD);
  fixture_end(&across);
  fixture_end(&down);
}

static void programmatic_scroll_does_not_count_as_movement(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 5000);
  fixture_update(&f, 1000);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
  fixture_scroll(&f, 1000);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
}

static void correction_does_not_count_as_movement(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 5000);
  CHECK_OK(rc_list_remove(f.list, 0, 10));
  CHECK_CORRECTION(fixture_scroll(&f, 5000), -1000);
  fixture_scroll(&f, 4000);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
}

static void display_can_reach_further_than_preload(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_DISPLAY, 1, 0);
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_PRELOAD, 0, 0);
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "5*15 5*5 90*1");
}

static void bounce_past_the_start_is_plain_geometry(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  fixture_scroll(&f, -250);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..3 display 0..5 preload 0..10");
  fixture_scroll(&f, -500);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..0 display 0..3 preload 0..8");
  CHECK_TEXT(fixture_states(&f), "3*7 5*3 92*1");
}

static void bounce_past_the_end_is_plain_geometry(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9500);
  fixture_scroll(&f, 9750);
  CHECK_TEXT(fixture_ranges(&f), "visible 97..100 display 95..100 preload 90..100");
  fixture_scroll(&f, 10000);
  CHECK_TEXT(fixture_ranges(&f), "visible 100..100 display 97..100 preload 92..100");
}

static void insets_shorten_the_viewport_for_everything(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.viewport.length = 700;
  f.viewport.inset_start = 150;
  f.viewport.inset_end = 50;
  fixture_update(&f, 4850);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 48..57 preload 48..58");
  CHECK_POINTS(f.update.offset, 4850);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 4500);
}

static void slack_is_half_a_screen_to_either_side_and_never_for_visible(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.slack = 0.5;
  fixture_configure(&f);
  fixture_update(&f, 2000);
  CHECK_TEXT(fixture_states(&f), "18*1 2*7 5*15 2*7 1*3 72*1");
  fixture_update(&f, 2200);
  CHECK_TEXT(fixture_states(&f), "18*1 4*7 5*15 2*7 1*3 70*1");
  fixture_update(&f, 2300);
  CHECK_TEXT(fixture_states(&f), "19*1 4*7 5*15 2*7 1*3 69*1");
}

static void slack_keeps_the_apps_bits_and_widens_no_range(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.slack = 0.5;
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_0, 0, 0);
  fixture_configure(&f);
  fixture_update(&f, 2000);
  fixture_update(&f, 2200);
  CHECK_TEXT(fixture_states(&f), "18*1 2*7 2*23 5*31 2*7 1*3 70*1");
  CHECK_TEXT(fixture_ranges(&f), "visible 22..27 display 20..29 preload 20..30");
  CHECK_INTERVAL(f.update.ranges[RC_RANGE_APP_0], 22, 27);
}

// Only the preload range comes near the items, which begin at 1000.
static void slack_counts_where_no_range_reaches_an_item(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  f.settings.slack = 0.1;
  f.settings.extra_lengths[RC_END_HEAD] = 1000;
  fixture_configure(&f);
  fixture_update(&f, 300);
  CHECK_TEXT(fixture_states(&f), "1*3 9*1");
  fixture_update(&f, 240);
  CHECK_TEXT(fixture_states(&f), "1*3 9*1");
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "10*1");
}

static void slack_applies_in_the_update_after_it_is_set(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 2000);
  f.settings.slack = 0.5;
  fixture_configure(&f);
  fixture_update(&f, 2200);
  CHECK_TEXT(fixture_states(&f), "18*1 4*7 5*15 2*7 1*3 70*1");
}

static void slack_does_not_apply_when_mode_tuning_or_presence_change(void) {
  for (int what = 0; what < 3; what++) {
    FIXTURE(f, fixture_begin(&f, 100));
    f.settings.slack = 3;
    fixture_configure(&f);
    fixture_update(&f, 2000);
    if (what == 0) CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_VISIBLE_ONLY));
    if (what == 1) set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_0, 0, 0);
    if (what == 2) f.settings.presence = RC_PRESENCE_NEAR;
    fixture_configure(&f);
    fixture_update(&f, 3000);
    CHECK_EQUAL(rc_list_state(f.list, 20), RC_STATE_MEASURE_LAYOUT);
  }
}

static void tuning_that_is_reset_before_the_update_is_no_change(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.slack = 3;
  fixture_configure(&f);
  fixture_update(&f, 2000);
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_0, 0, 0);
  const rc_tuning disabled = {0, 0, false};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_0, disabled));
  fixture_configure(&f);
  fixture_update(&f, 3000);
  CHECK_EQUAL(rc_list_state(f.list, 20), 7);
}

static void spacing_lies_only_between_items(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 10, 3));
  CHECK_POINTS(rc_list_length(f.list), 320);
  CHECK_POINTS(fixture_offset_of(&f, 2), 220);
}

static void gap_belongs_to_no_state_and_to_the_item_before(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 10, 3));
  f.viewport.length = 10;
  fixture_update(&f, 100);
  CHECK_TEXT(fixture_ranges(&f), "visible 1..1 display 0..2 preload 0..2");
  rc_item item;
  CHECK_OK(rc_list_item_at(f.list, 105, &item));
  CHECK_EQUAL(item.index, 0);
}

static void viewport_comes_out_of_a_gap_with_an_end_that_it_shares(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 20, 20));
  f.viewport.length = 10;
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_DISPLAY, 10, 0);
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_PRELOAD, 10, 20);
  fixture_configure(&f);
  fixture_update(&f, 1305);
  CHECK_TEXT(fixture_ranges(&f), "visible 11..11 display 11..12 preload 9..12");
  CHECK_TEXT(fixture_states(&f), "9*1 2*3 1*7 8*1");
  fixture_update(&f, 1295);
  CHECK_TEXT(fixture_ranges(&f), "visible 10..11 display 10..12 preload 9..12");
  CHECK_TEXT(fixture_states(&f), "9*1 1*3 1*15 1*7 8*1");
  CHECK_TEXT(fixture_changes(&f), "| | 10..11 3>15 @0");
}

static void columns_share_a_row_and_its_extent(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 29));
  CHECK_POINTS(rc_list_length(f.list), 1000);
  fixture_measure(&f, 1, 50);
  rc_item item;
  CHECK_OK(rc_list_item(f.list, 8, &item));
  CHECK_POINTS(item.offset, 150);
  CHECK_EQUAL(item.index, 8);
  CHECK_OK(rc_list_item_at(f.list, 120, &item));
  CHECK_EQUAL(item.index, 3);
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 1);
  f.viewport.length = 300;
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..12 display 0..15 preload 0..15");
  fixture_update(&f, 650);
  CHECK_INTERVAL(f.update.visible, 21, 29);
}

static void edits_of_columns_insert_and_forget_whole_rows(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 6));
  fixture_measure(&f, 0, 10);
  fixture_measure(&f, 1, 20);
  // The row that is cut keeps its extent; the new one comes after it.
  CHECK_OK(rc_list_insert(f.list, 1, NULL, 3));
  CHECK_POINTS(fixture_offset_of(&f, 3), 10);
  CHECK_POINTS(fixture_offset_of(&f, 6), 110);
  CHECK_POINTS(rc_list_length(f.list), 130);
  CHECK_OK(rc_list_forget(f.list, 7, 8));
  CHECK_POINTS(rc_list_length(f.list), 210);
}

static void extra_lengths_shift_offsets_and_lengthen_the_scroll(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  f.settings.extra_lengths[RC_END_HEAD] = 150;
  f.settings.extra_lengths[RC_END_TAIL] = 30;
  fixture_configure(&f);
  CHECK_POINTS(rc_list_length(f.list), 1180);
  CHECK_POINTS(fixture_offset_of(&f, 0), 150);
  rc_item item;
  CHECK_OK(rc_list_item_at(f.list, 250, &item));
  CHECK_EQUAL(item.index, 1);
  CHECK_POINTS(item.offset, 250);
  CHECK_POINTS(item.extent, 100);
  CHECK_OK(rc_list_item_at(f.list, 0, &item));
  CHECK_EQUAL(item.index, 0);
  double offsets[] = {-1, -1, -1, -1}, extents[] = {-1, -1, -1, -1};
  CHECK_OK(rc_list_copy_rows(f.list, 2, 4, offsets, extents));
  CHECK_POINTS(offsets[0], 350);
  CHECK_POINTS(offsets[1], 450);
  CHECK_POINTS(extents[1], 100);
  for (int i = 2; i < 4; i++) CHECK(offsets[i] == -1 && extents[i] == -1);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..4 display 0..5 preload 0..6");
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 650);
}

// == overscan ==

static void begin_overscan(list_fixture *f, int64_t count, int64_t items) {
  fixture_begin(f, count);
  f->settings.overscan_items = items;
  fixture_configure(f);
}

static void overscan_reaches_so_many_items_past_the_visible_ones(void) {
  FIXTURE(f, begin_overscan(&f, 100, 4));
  fixture_update(&f, 5000);
  // Both reach less by their tunings: 48 ..< 57 and 48 ..< 58.
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 46..59 preload 46..59");
  CHECK_TEXT(fixture_states(&f), "46*1 4*7 5*15 4*7 41*1");
  f.settings.overscan_items = 2;
  fixture_configure(&f);
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 48..57 preload 48..58");
  fixture_scroll(&f, 5100);
  CHECK_TEXT(fixture_ranges(&f), "visible 51..56 display 48..61 preload 43..69");
}

static void overscan_ends_with_the_list(void) {
  FIXTURE(f, begin_overscan(&f, 100, INT64_MAX));
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 0..100 preload 0..100");
  CHECK_OK(rc_list_remove(f.list, 0, 100));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..0 display 0..0 preload 0..0");
}

static void overscan_counts_in_the_modes_full_and_minimum_while_there_is_a_viewport(void) {
  FIXTURE(f, begin_overscan(&f, 100, 10));
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    CHECK_OK(rc_list_set_mode(f.list, (rc_range_mode)mode));
    fixture_update(&f, 5000);
    const bool counts = mode == RC_RANGE_MODE_FULL || mode == RC_RANGE_MODE_MINIMUM;
    CHECK_EQUAL(rc_list_state(f.list, 41) & RC_STATE_DISPLAY, counts ? RC_STATE_DISPLAY : 0);
    CHECK_EQUAL(rc_list_state(f.list, 64) & RC_STATE_DISPLAY, counts ? RC_STATE_DISPLAY : 0);
  }
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_FULL));
  f.viewport.length = 0;
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..50 display 50..50 preload 50..50");
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, (rc_tuning){0}));
  f.viewport.length = 500;
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_ranges(&f), "visible 50..55 display 50..50 preload 40..68");
}

static void overscan_reaches_to_the_ends_of_rows(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 100));
  f.settings.overscan_items = 7;
  fixture_configure(&f);
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_DISPLAY,
                              (rc_tuning){.is_enabled = true}));
  fixture_update(&f, 1000);
  CHECK_TEXT(fixture_ranges(&f), "visible 30..45 display 21..54 preload 21..54");
}

static void slack_adds_nothing_to_overscan(void) {
  FIXTURE(f, begin_overscan(&f, 100, 10));
  f.settings.slack = 1;
  fixture_configure(&f);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_MINIMUM));
  fixture_update(&f, 5000);
  fixture_update(&f, 5100);
  // 40 was 10 items away, and slack keeps what is within 625 points.
  CHECK_EQUAL(rc_list_state(f.list, 40), RC_STATE_MEASURE_LAYOUT);
  CHECK_EQUAL(rc_list_state(f.list, 64), RC_STATE_IN_HIERARCHY - RC_STATE_VISIBLE);
  CHECK_OK(rc_list_validate(f.list, NULL));
}

static void overscan_is_preloaded_wherever_foresight_looks(void) {
  FIXTURE(f, begin_overscan(&f, 1000, 8));
  f.settings.foresight = 1;
  fixture_configure(&f);
  CHECK_OK(rc_list_mark_scrolled(f.list));
  for (int frame = 0; frame < 20; frame++) {
    f.viewport.time += 0.016;
    fixture_scroll(&f, 20000 + frame * 900);
    const rc_interval visible = f.update.visible;
    for (int64_t i = visible.lower - 8; i < visible.upper + 8; i++) {
      CHECK((rc_list_state(f.list, i) & RC_STATE_PRELOAD) != 0);
      CHECK((rc_list_state(f.list, i) & RC_STATE_DISPLAY) != 0);
    }
  }
}

static const test_case cases[] = {
    CASE(full_ranges_reach_one_and_two_and_a_half_screens_ahead),
    CASE(visible_only_ranges_are_the_viewport),
    CASE(pager_keeps_one_page_around),
    CASE(sides_swap_on_reversal_past_a_point),
    CASE(direction_threshold_is_settable_and_counts_from_the_furthest_point),
    CASE(direction_without_a_threshold_turns_with_a_tick),
    CASE(each_list_remembers_its_own_direction),
    CASE(programmatic_scroll_does_not_count_as_movement),
    CASE(correction_does_not_count_as_movement),
    CASE(display_can_reach_further_than_preload),
    CASE(bounce_past_the_start_is_plain_geometry),
    CASE(bounce_past_the_end_is_plain_geometry),
    CASE(insets_shorten_the_viewport_for_everything),
    CASE(slack_is_half_a_screen_to_either_side_and_never_for_visible),
    CASE(slack_keeps_the_apps_bits_and_widens_no_range),
    CASE(slack_counts_where_no_range_reaches_an_item),
    CASE(slack_applies_in_the_update_after_it_is_set),
    CASE(slack_does_not_apply_when_mode_tuning_or_presence_change),
    CASE(tuning_that_is_reset_before_the_update_is_no_change),
    CASE(spacing_lies_only_between_items),
    CASE(gap_belongs_to_no_state_and_to_the_item_before),
    CASE(viewport_comes_out_of_a_gap_with_an_end_that_it_shares),
    CASE(columns_share_a_row_and_its_extent),
    CASE(edits_of_columns_insert_and_forget_whole_rows),
    CASE(extra_lengths_shift_offsets_and_lengthen_the_scroll),
    CASE(overscan_reaches_so_many_items_past_the_visible_ones),
    CASE(overscan_ends_with_the_list),
    CASE(overscan_counts_in_the_modes_full_and_minimum_while_there_is_a_viewport),
    CASE(overscan_reaches_to_the_ends_of_rows),
    CASE(slack_adds_nothing_to_overscan),
    CASE(overscan_is_preloaded_wherever_foresight_looks),
};

const test_suite suite_list_ranges = SUITE(cases);
