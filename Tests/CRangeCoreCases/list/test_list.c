// States and modes of a list, with numbers worked out by hand: 100 items of 100 points
// under a viewport of 500.

#include <string.h>

#include "list_fixture.h"

static void set_tuning(list_fixture *f, rc_range_mode mode, rc_range range, double leading,
                       double trailing) {
  rc_tuning tuning = {leading, trailing, true};
  CHECK_OK(rc_list_set_tuning(f->list, mode, range, tuning));
}

// == defaults ==

static void defaults_match_the_header(void) {
  rc_list_options options;
  rc_list_options_init(&options);
  CHECK_EQUAL(options.columns, 1);
  CHECK_EQUAL(options.tuning_preset, RC_TUNING_PRESET_LIST);
  CHECK_POINTS(options.estimate, 44);
  CHECK_POINTS(options.spacing + options.quantum, 0);
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  CHECK_EQUAL(settings.depth, 0);
  CHECK_EQUAL(settings.presence, RC_PRESENCE_ON_SCREEN);
  CHECK_EQUAL(settings.pressure, RC_PRESSURE_NORMAL);
  CHECK_EQUAL(settings.short_content_policy, RC_SHORT_CONTENT_POLICY_FETCH);
  CHECK_POINTS(settings.slack, 0);
  CHECK_POINTS(settings.direction_threshold, 1);
  CHECK_POINTS(settings.leading_screens[RC_END_TAIL], 2);
  CHECK_POINTS(settings.leading_screens[RC_END_HEAD], 0);
  CHECK_EQUAL(settings.leading_items[0] + settings.leading_items[1], 0);
  CHECK_EQUAL(settings.overscan_items, 0);
  CHECK_POINTS(settings.extra_lengths[0] + settings.extra_lengths[1], 0);
  CHECK_POINTS(settings.stick_distances[RC_END_TAIL], 1);
  CHECK_POINTS(settings.stick_distances[RC_END_HEAD], 1);
  CHECK(!settings.in_background && !settings.insertion_pending && !settings.host_decides_batches);
  CHECK(!settings.sticks[RC_END_TAIL] && !settings.sticks[RC_END_HEAD]);
  CHECK(!settings.uses_mean_estimate);
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  CHECK(!viewport.is_user_driven && !viewport.is_held && !viewport.has_landing);
  CHECK_POINTS(viewport.offset + viewport.length + viewport.inset_start + viewport.inset_end, 0);
  CHECK_POINTS(viewport.velocity + viewport.time + viewport.jitter, 0);
}

static void settings_are_returned_as_they_were_set(void) {
  FIXTURE(f, fixture_begin(&f, 3));
  rc_list_settings settings = f.settings, back;
  memset(&back, 0, sizeof back);
  CHECK_OK(rc_list_get_settings(f.list, &back));
  CHECK(memcmp(&back, &settings, sizeof back) == 0);
  f.settings.depth = 2;
  f.settings.slack = 0.25;
  f.settings.direction_threshold = 7;
  f.settings.extra_lengths[RC_END_TAIL] = 12.5;
  f.settings.sticks[RC_END_TAIL] = true;
  fixture_configure(&f);
  CHECK_OK(rc_list_get_settings(f.list, &back));
  CHECK(memcmp(&back, &f.settings, sizeof back) == 0);
  CHECK_POINTS(rc_list_length(f.list), 312.5);
}

// == interface state ==

static void new_items_have_only_measure_layout(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_TEXT(fixture_states(&f), "100*1");
}

static void visible_items_are_in_hierarchy_and_ranges_nest(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "5*15 2*7 1*3 92*1");
  CHECK_TEXT(fixture_ranges(&f), "visible 0..5 display 0..7 preload 0..8");
}

static void visible_items_are_in_hierarchy_without_any_other_range(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  rc_tuning none = {0, 0, false};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_PRELOAD, none));
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_DISPLAY, none));
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "5*15 95*1");
  CHECK_TEXT(fixture_ranges(&f), "visible 0..5 display 0..0 preload 0..0");
}

static void visible_needs_one_tick(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 100 - 1.0 / 960);
  CHECK_INTERVAL(f.update.visible, 0, 6);
  fixture_update(&f, 100);
  CHECK_INTERVAL(f.update.visible, 1, 6);
  fixture_update(&f, 100 + 1.0 / 960);
  CHECK_INTERVAL(f.update.visible, 1, 7);
}

static void offset_and_length_are_rounded_separately(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 2.0 / 960, 0, 10));
  f.viewport.length = 1.4 / 960;
  fixture_update(&f, 1.4 / 960);
  CHECK_INTERVAL(f.update.visible, 0, 1);
}

static void zero_extent_at_the_start_is_visible_and_at_the_end_is_not(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_measure(&f, 1, 0);
  fixture_measure(&f, 7, 0);
  fixture_update(&f, 100);
  CHECK_TEXT(fixture_ranges(&f), "visible 1..7 display 0..10 preload 0..11");
}

static void visible_items_have_all_four_bits_in_low_memory(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_LOW_MEMORY));
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_LOW_MEMORY);
  CHECK_TEXT(fixture_states(&f), "5*15 95*1");
  CHECK_EQUAL(f.update.ranges[RC_RANGE_DISPLAY].upper, f.update.ranges[RC_RANGE_DISPLAY].lower);
}

static void near_means_visible_is_rasterised_and_display_is_fetched(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.presence, RC_PRESENCE_NEAR);
  CHECK_TEXT(fixture_states(&f), "5*7 2*3 93*1");
  CHECK_TEXT(fixture_ranges(&f), "visible 0..5 display 0..7 preload 0..8");
}

static void near_in_low_memory_rasterises_nothing(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_LOW_MEMORY));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "5*3 95*1");
}

static void away_leaves_every_item_with_measure_layout(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  f.settings.presence = RC_PRESENCE_AWAY;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "100*1");
  CHECK_TEXT(fixture_changes(&f), "| 0..5 15>1 5..7 7>1 7..8 3>1 |");
}

static void app_bits_follow_their_own_range_only_on_screen(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_0, 0, 0);
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_3, 1, 0);
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "5*159 2*135 1*131 2*129 90*1");
  CHECK_EQUAL(f.update.ranges[RC_RANGE_APP_3].upper, 10);
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "5*7 2*3 93*1");
  CHECK_EQUAL(f.update.ranges[RC_RANGE_APP_3].upper, 10);
}

static void app_bits_are_disabled_in_low_memory_unless_tuned_there(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_1, 0, 0);
  set_tuning(&f, RC_RANGE_MODE_LOW_MEMORY, RC_RANGE_APP_2, 0, 0);
  fixture_configure(&f);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_LOW_MEMORY));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "5*79 95*1");
}

static void empty_viewport_clears_visible_and_app_and_keeps_preload_and_display(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  set_tuning(&f, RC_RANGE_MODE_MINIMUM, RC_RANGE_APP_0, 0, 0);
  fixture_configure(&f);
  fixture_update(&f, 0);
  f.viewport.length = 0;
  fixture_update(&f, 5000);
  CHECK_TEXT(fixture_states(&f), "7*7 1*3 92*1");
  CHECK_TEXT(fixture_changes(&f), "| 0..5 31>7 |");
  CHECK_EQUAL(f.update.batches[RC_END_TAIL].reason, RC_BATCH_REASON_EMPTY_VIEWPORT);
}

static void insets_that_cover_everything_make_an_empty_viewport(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  f.viewport.inset_start = 300;
  f.viewport.inset_end = 300;
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "7*7 1*3 92*1");
}

static void empty_viewport_adds_nothing_to_new_items(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.viewport.length = 0;
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "100*1");
  CHECK_TEXT(fixture_changes(&f), "| |");
}

static void empty_viewport_of_a_list_that_is_away_clears_everything(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  f.settings.presence = RC_PRESENCE_AWAY;
  fixture_configure(&f);
  f.viewport.length = 0;
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_states(&f), "100*1");
}

// == range mode ==

static void first_update_is_minimum_and_the_users_first_scroll_makes_it_full(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_scroll(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
  fixture_scroll(&f, 1.0 / 960);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
}

static void programmatic_scroll_does_not_make_the_mode_full(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  fixture_update(&f, 3000);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
  CHECK_OK(rc_list_mark_scrolled(f.list));
  fixture_update(&f, 3000);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
}

static void explicit_mode_lasts_until_the_next_user_driven_update(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_FULL));
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
  fixture_update(&f, 100);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
  fixture_scroll(&f, 100);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
}

static void user_driven_update_ends_an_explicit_mode_in_an_empty_viewport_too(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_FULL));
  f.viewport.length = 0;
  fixture_scroll(&f, 100);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
}

static void depth_caps_the_mode(void) {
  static const rc_range_mode expected[] = {RC_RANGE_MODE_FULL, RC_RANGE_MODE_MINIMUM,
                                           RC_RANGE_MODE_VISIBLE_ONLY, RC_RANGE_MODE_LOW_MEMORY,
                                           RC_RANGE_MODE_LOW_MEMORY};
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_scrolled(f.list));
  for (int32_t depth = 0; depth < 5; depth++) {
    f.settings.depth = depth;
    fixture_configure(&f);
    fixture_update(&f, 0);
    CHECK_EQUAL(f.update.mode, expected[depth]);
  }
  f.settings.depth = 0;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
}

static void pressure_caps_the_mode_and_stays_until_normal(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_scrolled(f.list));
  f.settings.pressure = RC_PRESSURE_WARNING;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_VISIBLE_ONLY);
  fixture_scroll(&f, 200);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_VISIBLE_ONLY);
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  fixture_update(&f, 200);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_LOW_MEMORY);
  f.settings.presence = RC_PRESENCE_ON_SCREEN;
  f.settings.pressure = RC_PRESSURE_CRITICAL;
  fixture_configure(&f);
  fixture_update(&f, 200);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_LOW_MEMORY);
  f.settings.pressure = RC_PRESSURE_NORMAL;
  fixture_configure(&f);
  fixture_update(&f, 200);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
}

static void background_reads_as_near_and_foreground_restores(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_scrolled(f.list));
  f.settings.in_background = true;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_VISIBLE_ONLY);
  CHECK_EQUAL(f.update.presence, RC_PRESENCE_NEAR);
  CHECK_TEXT(fixture_states(&f), "5*7 95*1");
  f.settings.presence = RC_PRESENCE_NEAR;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_LOW_MEMORY);
  CHECK_TEXT(fixture_states(&f), "5*3 95*1");
  f.settings.presence = RC_PRESENCE_ON_SCREEN;
  f.settings.in_background = false;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
  CHECK_EQUAL(f.update.presence, RC_PRESENCE_ON_SCREEN);
  CHECK_TEXT(fixture_states(&f), "5*15 5*7 8*3 82*1");
}

static const test_case cases[] = {
    CASE(defaults_match_the_header),
    CASE(settings_are_returned_as_they_were_set),
    CASE(new_items_have_only_measure_layout),
    CASE(visible_items_are_in_hierarchy_and_ranges_nest),
    CASE(visible_items_are_in_hierarchy_without_any_other_range),
    CASE(visible_needs_one_tick),
    CASE(offset_and_length_are_rounded_separately),
    CASE(zero_extent_at_the_start_is_visible_and_at_the_end_is_not),
    CASE(visible_items_have_all_four_bits_in_low_memory),
    CASE(near_means_visible_is_rasterised_and_display_is_fetched),
    CASE(near_in_low_memory_rasterises_nothing),
    CASE(away_leaves_every_item_with_measure_layout),
    CASE(app_bits_follow_their_own_range_only_on_screen),
    CASE(app_bits_are_disabled_in_low_memory_unless_tuned_there),
    CASE(empty_viewport_clears_visible_and_app_and_keeps_preload_and_display),
    CASE(insets_that_cover_everything_make_an_empty_viewport),
    CASE(empty_viewport_adds_nothing_to_new_items),
    CASE(empty_viewport_of_a_list_that_is_away_clears_everything),
    CASE(first_update_is_minimum_and_the_users_first_scroll_makes_it_full),
    CASE(programmatic_scroll_does_not_make_the_mode_full),
    CASE(explicit_mode_lasts_until_the_next_user_driven_update),
    CASE(user_driven_update_ends_an_explicit_mode_in_an_empty_viewport_too),
    CASE(depth_caps_the_mode),
    CASE(pressure_caps_the_mode_and_stays_until_normal),
    CASE(background_reads_as_near_and_foreground_restores),
};

const test_suite suite_list = SUITE(cases);
