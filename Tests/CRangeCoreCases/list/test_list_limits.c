// A list at its limits: the most items, the longest content, viewports and corrections that no
// screen has.

#include "list_fixture.h"

static void list_holds_the_most_items_and_not_one_more(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 500, 0, 0));
  CHECK_OK(rc_list_insert(f.list, 0, NULL, RC_ITEM_COUNT_MAX));
  CHECK_EQUAL(rc_list_insert(f.list, 0, NULL, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_set_estimate(f.list, 600), RC_STATUS_LIMIT);
  CHECK_POINTS(rc_list_get_estimate(f.list), 500);
  fixture_update(&f, 1e12);
  CHECK_EQUAL(f.update.visible.lower, 2000000000);
}

// The rows alone would be few enough.
static void list_in_columns_holds_the_most_items_and_not_one_more(void) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = 500;
  options.columns = 4;
  FIXTURE(f, fixture_begin_with(&f, &options, RC_ITEM_COUNT_MAX));
  CHECK_EQUAL(rc_list_insert(f.list, 0, NULL, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_insert(f.list, 7, NULL, INT64_MAX), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_count(f.list), RC_ITEM_COUNT_MAX);
  CHECK_OK(rc_list_remove(f.list, 3, 5));
  CHECK_EQUAL(rc_list_insert(f.list, 0, NULL, 3), RC_STATUS_LIMIT);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  CHECK_OK(rc_list_validate(f.list, NULL));
}

static void mean_estimate_past_the_limits_is_left_as_it_is(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 500, 0, RC_ITEM_COUNT_MAX));
  f.settings.uses_mean_estimate = true;
  fixture_configure(&f);
  fixture_measure(&f, 7, 4000000);
  fixture_update(&f, 0);
  CHECK_POINTS(rc_list_get_estimate(f.list), 500);
  fixture_measure(&f, 7, 400);
  fixture_update(&f, 0);
  CHECK_POINTS(rc_list_get_estimate(f.list), 400);
}

static void nothing_can_be_inserted_or_measured_from_no_array(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  CHECK_OK(rc_list_insert(f.list, 3, NULL, 0));
  CHECK_OK(rc_list_set_row_extents(f.list, 3, NULL, 0));
  CHECK_OK(rc_list_copy_rows(f.list, 3, 8, NULL, NULL));
  f.settings.extra_lengths[RC_END_HEAD] = 10;
  fixture_configure(&f);
  CHECK_OK(rc_list_copy_rows(f.list, 3, 8, NULL, NULL));
  CHECK_EQUAL(rc_list_count(f.list), 10);
}

static void set_head(list_fixture *f, double length) {
  f->settings.extra_lengths[RC_END_HEAD] = length;
  fixture_configure(f);
}

static void corrections_beyond_the_limits_are_safe(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  f.viewport.length = 2e11;
  fixture_update(&f, 0);
  fixture_scroll(&f, 2.3e12);
  CHECK_CORRECTION(fixture_update(&f, 2.3e12), 0);
  // A head that grows past a viewport in a bounce: as far outside as before, and not further.
  set_head(&f, 2.3e12);
  CHECK_CORRECTION(fixture_update(&f, 2.3e12), 2.3e12 + 2000 - 2e11);
  CHECK_EQUAL(f.update.visible.lower, 20);
  fixture_scroll(&f, -2.3e12);
  set_head(&f, 0);
  CHECK_CORRECTION(fixture_update(&f, -2.3e12), 0);
  CHECK_EQUAL(f.update.visible.upper, 0);
  CHECK_OK(rc_list_validate(f.list, NULL));
}

static void pending_at_the_limits_is_released(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_update(&f, 500);
  f.viewport.is_held = true;
  set_head(&f, 2.3e12);
  CHECK_CORRECTION(fixture_update(&f, 500), 0);
  CHECK_POINTS(f.update.pending, 2.3e12);
  CHECK_POINTS(f.update.offset, 2.3e12 + 500);
  CHECK_POINTS(f.update.scroll_length, 2000);
  f.viewport.is_held = false;
  CHECK_CORRECTION(fixture_update(&f, 500), 2.3e12);
}

// What is visible ends where no range can be computed any further.
static void pending_that_piles_up_is_safe(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_update(&f, 500);
  f.viewport.is_held = true;
  for (int i = 0; i < 2; i++) {
    // The head grows with an insertion, at the host's lowest offset it goes again.
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
    set_head(&f, 2.3e12);
    fixture_scroll(&f, f.viewport.offset);
    if (i == 1) break;
    fixture_scroll(&f, -2.3e12);
    set_head(&f, 0);
    fixture_scroll(&f, -2.3e12);
    fixture_scroll(&f, -2.3e12 + 500);
  }
  CHECK_POINTS(f.update.pending, 4.6e12 + 88);
  fixture_scroll(&f, 2.3e12);
  CHECK_EQUAL(f.update.visible.lower, 22);
  CHECK_OK(rc_list_validate(f.list, NULL));
}

// The same before the first item: from the end of a long list to the start of a short one that lies
// behind a long inset.
static void pending_that_piles_up_below_is_safe(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  set_head(&f, 2.3e12);
  fixture_update(&f, 2.3e12 + 500);
  f.viewport.is_held = true;
  f.viewport.length = 2.3e12 + 500;
  f.viewport.inset_start = 2.3e12;
  CHECK_OK(rc_list_remove(f.list, 0, 19));
  set_head(&f, 0);
  fixture_update(&f, 2.3e12 + 500);
  CHECK_POINTS(f.update.pending, -4.6e12 - 500);
  f.viewport.length = 500;
  f.viewport.inset_start = 0;
  fixture_scroll(&f, -2.3e12);
  CHECK_INTERVAL(f.update.visible, 0, 0);
  CHECK_POINTS(f.update.offset, -6.9e12 - 500);
  CHECK_OK(rc_list_validate(f.list, NULL));
}

static void viewports_at_the_limits_are_safe(void) {
  static const double offsets[] = {-2.3e12, -1e12, -1e9, 0, 1e9, 1e12, 2.3e12};
  for (int i = 0; i < 7; i++) {
    FIXTURE(f, fixture_begin(&f, 20));
    f.settings.slack = 1e300;
    f.settings.extra_lengths[RC_END_HEAD] = 2.3e12;
    f.settings.leading_screens[RC_END_HEAD] = 1e300;
    for (int t = 0; t < 24; t++) {
      const rc_tuning far = {1e300, 1e300, t % RC_RANGE_COUNT < 2 && t != 18};
      CHECK_OK(rc_list_set_tuning(f.list, (rc_range_mode)(t / RC_RANGE_COUNT),
                                  (rc_range)(t % RC_RANGE_COUNT), far));
    }
    fixture_configure(&f);
    f.viewport.has_landing = true;
    for (int j = 0; j < 7; j++) {
      f.viewport.length = j % 2 == 0 ? 2.3e12 : 1;
      f.viewport.inset_start = j % 3 == 0 ? 1e12 : 0;
      f.viewport.landing_offset = offsets[6 - j];
      fixture_update(&f, offsets[i]);
      fixture_scroll(&f, offsets[j]);
      CHECK_OK(rc_list_validate(f.list, NULL));
      double offset = 0;
      CHECK_OK(rc_list_set_scroll_target(f.list, 3, j % 4 == 3 ? RC_FRACTION_NEAREST : j % 4 / 2.0,
                                         0, &offset));
      CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
    }
  }
}

// The items and the room at both ends are one length, so that each of its offsets can be scrolled
// to.
static void extra_lengths_and_items_are_within_the_longest_list_together(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  const double longest = rc_ticks_to_points(RC_LIST_TICKS_MAX);
  f.settings.extra_lengths[RC_END_HEAD] = longest / 2;
  f.settings.extra_lengths[RC_END_TAIL] = longest / 2 - 2000 + 1.0 / RC_TICKS_PER_POINT;
  CHECK_EQUAL(rc_list_set_settings(f.list, &f.settings), RC_STATUS_LIMIT);
  f.settings.extra_lengths[RC_END_TAIL] = longest;
  CHECK_EQUAL(rc_list_set_settings(f.list, &f.settings), RC_STATUS_LIMIT);
  CHECK_POINTS(rc_list_length(f.list), 2000);
  f.settings.extra_lengths[RC_END_TAIL] = longest / 2 - 2000;
  fixture_configure(&f);
  CHECK_POINTS(rc_list_length(f.list), longest);
  CHECK_EQUAL(rc_list_insert(f.list, 0, NULL, 1), RC_STATUS_LIMIT);
  double extent = 101;
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 3, &extent, 1), RC_STATUS_LIMIT);
  rc_item item;
  CHECK_OK(rc_list_item_at(f.list, rc_list_length(f.list), &item));
  double offset = 0;
  CHECK_OK(rc_list_set_scroll_target(f.list, 19, 0, 0, &offset));
  fixture_update(&f, offset);
  CHECK_EQUAL(f.update.visible.lower, 19);
}

static void measured_items_cannot_be_inserted_in_columns(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 10));
  double extent = 10;
  CHECK_EQUAL(rc_list_insert(f.list, 0, &extent, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 5, &extent, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_copy_rows(f.list, 0, 6, &extent, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_count(f.list), 10);
}

static const test_case cases[] = {
    CASE(list_holds_the_most_items_and_not_one_more),
    CASE(list_in_columns_holds_the_most_items_and_not_one_more),
    CASE(mean_estimate_past_the_limits_is_left_as_it_is),
    CASE(nothing_can_be_inserted_or_measured_from_no_array),
    CASE(corrections_beyond_the_limits_are_safe),
    CASE(pending_at_the_limits_is_released),
    CASE(pending_that_piles_up_is_safe),
    CASE(pending_that_piles_up_below_is_safe),
    CASE(viewports_at_the_limits_are_safe),
    CASE(extra_lengths_and_items_are_within_the_longest_list_together),
    CASE(measured_items_cannot_be_inserted_in_columns),
};

const test_suite suite_list_limits = SUITE(cases);
