// Held corrections, sticking to the end and scrolling to an item, with numbers worked out by hand:
// 100 items of 100 points under a viewport of 500, an estimate of 44.

#include "../list/list_fixture.h"

static const double START = 0, CENTER = 0.5, END = 1, NEAREST = RC_FRACTION_NEAREST;

static double scroll_to(list_fixture *f, int64_t index, double fraction) {
  double offset = -1e9;
  (void)rc_list_set_scroll_target(f->list, index, fraction, 0, &offset);
  return offset;
}

// == held ==

static void held_corrections_are_released_once(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  f.viewport.is_held = true;
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
  CHECK_POINTS(f.update.pending, 88);
  CHECK_POINTS(f.update.offset, 1088);
  CHECK_EQUAL(f.update.visible.lower, 12);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  fixture_scroll(&f, 1010);
  CHECK_POINTS(f.update.pending, 132);
  CHECK_POINTS(f.update.offset, 1142);
  f.viewport.is_held = false;
  CHECK_CORRECTION(fixture_update(&f, 1010), 132);
  CHECK_POINTS(f.update.pending, 0);
  CHECK_POINTS(f.update.offset, 1142);
  CHECK_CORRECTION(fixture_again(&f), 0);
  CHECK_POINTS(f.update.offset, 1142);
}

static void pending_does_not_count_as_movement(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 5000);
  f.viewport.is_held = true;
  CHECK_OK(rc_list_remove(f.list, 0, 10));
  fixture_scroll(&f, 5000);
  CHECK_POINTS(f.update.pending, -1000);
  fixture_scroll(&f, 5000);
  f.viewport.is_held = false;
  CHECK_CORRECTION(fixture_scroll(&f, 5000), -1000);
  fixture_scroll(&f, 4000);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
}

static void what_is_pending_ends_where_the_host_can_go_no_further(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 2000);
  f.viewport.is_held = true;
  CHECK_OK(rc_list_remove(f.list, 0, 10));
  CHECK_CORRECTION(fixture_scroll(&f, 2000), 0);
  CHECK_POINTS(f.update.pending, -1000);
  CHECK_POINTS(f.update.offset, 1000);
  // Half of what measurements add is given up on half of the way, before the rest is limited.
  fixture_measure(&f, 0, 20);
  fixture_scroll(&f, 2000);
  CHECK_POINTS(f.update.pending, -1080);
  fixture_scroll(&f, 1000);
  CHECK_POINTS(f.update.pending, -1000);
  CHECK_POINTS(f.update.offset, 0);
  fixture_scroll(&f, 2000);
  fixture_scroll(&f, 1500);
  CHECK_POINTS(f.update.pending, -1000);
  fixture_scroll(&f, 0);
  CHECK_POINTS(f.update.pending, 0);
  CHECK_POINTS(f.update.offset, 0);
}

static void empty_viewport_releases_nothing(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  f.viewport.is_held = true;
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  fixture_update(&f, 1000);
  f.viewport.is_held = false;
  f.viewport.length = 0;
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
  CHECK_POINTS(f.update.pending, 88);
  CHECK_POINTS(f.update.offset, 1088);
  f.viewport.length = 500;
  CHECK_CORRECTION(fixture_again(&f), 88);
  CHECK_POINTS(f.update.offset, 1088);
}

static void scroll_to_counts_what_is_pending(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  f.viewport.is_held = true;
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  fixture_update(&f, 1000);
  double offset = scroll_to(&f, 52, START);
  CHECK_POINTS(offset, 5000);
  fixture_update(&f, offset);
  CHECK_POINTS(f.update.offset, 5088);
}

// An insertion above that no update has seen yet: a host that jumps and one that animates from
// where it is are both corrected by it.
static void scroll_to_leaves_the_correction_of_edits_to_the_update(void) {
  for (int jumps = 0; jumps < 2; jumps++) {
    FIXTURE(f, fixture_begin(&f, 100));
    fixture_update(&f, 1000);
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
    double offset = scroll_to(&f, 52, START);
    CHECK_POINTS(offset, 5000);
    CHECK_CORRECTION(fixture_update(&f, jumps ? offset : 1000), 88);
    CHECK_POINTS(f.update.offset, jumps ? 5088 : 1088);
    CHECK_POINTS(scroll_to(&f, 52, START), 5088);
  }
}

// == stick to end ==

static void begin_chat(list_fixture *f, int64_t count) {
  fixture_begin(f, count);
  f->settings.sticks[RC_END_TAIL] = true;
  fixture_configure(f);
}

static void end_within_a_point_is_kept(void) {
  static const double offsets[] = {9500, 9499, 9499 - 1.0 / 960, 9600};
  static const double corrections[] = {44, 45, 0, 44};
  for (int i = 0; i < 4; i++) {
    FIXTURE(f, begin_chat(&f, 100));
    fixture_update(&f, 9000);
    fixture_scroll(&f, offsets[i]);
    CHECK_OK(rc_list_insert(f.list, 100, NULL, 1));
    CHECK_CORRECTION(fixture_update(&f, offsets[i]), corrections[i]);
  }
}

static void end_is_not_kept_unless_asked_for(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9500);
  CHECK_OK(rc_list_insert(f.list, 100, NULL, 1));
  CHECK_CORRECTION(fixture_update(&f, 9500), 0);
}

static void end_is_kept_through_edits_anywhere(void) {
  FIXTURE(f, begin_chat(&f, 100));
  fixture_update(&f, 9500);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  fixture_measure(&f, 101, 160);
  CHECK_OK(rc_list_remove(f.list, 99, 100));
  CHECK_CORRECTION(fixture_update(&f, 9500), 88 + 60 - 100);
}

static void scrolling_away_unsticks(void) {
  FIXTURE(f, begin_chat(&f, 100));
  fixture_update(&f, 9500);
  CHECK_CORRECTION(fixture_scroll(&f, 9400), 0);
  CHECK_OK(rc_list_insert(f.list, 100, NULL, 1));
  CHECK_CORRECTION(fixture_update(&f, 9400), 0);
}

static void short_chat_keeps_its_start_until_it_fills_the_viewport(void) {
  FIXTURE(f, begin_chat(&f, 3));
  fixture_update(&f, 0);
  double extent[] = {100, 100, 100};
  CHECK_OK(rc_list_insert(f.list, 3, extent, 1));
  CHECK_CORRECTION(fixture_update(&f, 0), 0);
  CHECK_OK(rc_list_insert(f.list, 4, extent, 3));
  CHECK_CORRECTION(fixture_update(&f, 0), 200);
}

static void chat_sticks_as_soon_as_it_just_fills_the_viewport(void) {
  FIXTURE(f, begin_chat(&f, 4));
  fixture_update(&f, 20);
  double extent = 100;
  CHECK_OK(rc_list_insert(f.list, 4, &extent, 1));
  CHECK_CORRECTION(fixture_update(&f, 20), -20);
}

static void chat_that_just_fills_the_viewport_keeps_its_bounce(void) {
  FIXTURE(f, begin_chat(&f, 5));
  fixture_update(&f, 0);
  fixture_scroll(&f, 20);
  CHECK_OK(rc_list_insert(f.list, 5, NULL, 1));
  CHECK_CORRECTION(fixture_update(&f, 20), 44);
}

static void empty_chat_begins_at_its_end(void) {
  FIXTURE(f, begin_chat(&f, 0));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 100));
  CHECK_CORRECTION(fixture_update(&f, 0), 4400 - 500);
}

static void end_is_kept_when_the_keyboard_comes_and_goes(void) {
  FIXTURE(f, begin_chat(&f, 100));
  fixture_update(&f, 9500);
  f.viewport.inset_end = 200;
  CHECK_CORRECTION(fixture_update(&f, 9500), 200);
  CHECK_CORRECTION(fixture_again(&f), 0);
  f.viewport.inset_end = 0;
  CHECK_CORRECTION(fixture_again(&f), -200);
  CHECK_POINTS(f.update.offset, 9500);
}

// == scroll to an item ==

static void scroll_to_aligns_an_item(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_POINTS(scroll_to(&f, 50, START), 5000);
  CHECK_POINTS(scroll_to(&f, 50, CENTER), 4800);
  CHECK_POINTS(scroll_to(&f, 50, END), 4600);
  CHECK_POINTS(scroll_to(&f, 50, NEAREST), 4600);
  CHECK_POINTS(scroll_to(&f, 2, NEAREST), 0);
  fixture_update(&f, 5050);
  CHECK_POINTS(scroll_to(&f, 10, NEAREST), 1000);
  CHECK_POINTS(scroll_to(&f, 50, NEAREST), 5000);
  CHECK_POINTS(scroll_to(&f, 54, NEAREST), 5050);
  CHECK_POINTS(scroll_to(&f, 55, NEAREST), 5100);
}

static void scroll_to_stays_within_the_content(void) {
  list_fixture f;
  fixture_begin(&f, 100);
  f.settings.extra_lengths[RC_END_TAIL] = 60;
  fixture_configure(&f);
  fixture_update(&f, 3000);
  CHECK_POINTS(scroll_to(&f, 99, START), 9560);
  CHECK_POINTS(scroll_to(&f, 99, END), 9500);
  CHECK_POINTS(scroll_to(&f, 0, CENTER), 0);
  fixture_end(&f);
  fixture_begin(&f, 3);
  fixture_update(&f, 0);
  CHECK_POINTS(scroll_to(&f, 2, START), 0);
  fixture_end(&f);
}

static void scroll_to_accounts_for_the_insets(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.viewport.length = 580;
  f.viewport.inset_start = 50;
  f.viewport.inset_end = 30;
  fixture_update(&f, 0);
  CHECK_POINTS(scroll_to(&f, 50, START), 4950);
  CHECK_POINTS(scroll_to(&f, 50, END), 4550);
  CHECK_POINTS(scroll_to(&f, 50, CENTER), 4750);
  CHECK_POINTS(scroll_to(&f, 0, START), -50);
  CHECK_POINTS(scroll_to(&f, 99, START), 9450);
}

static void nearest_of_an_item_longer_than_the_viewport_is_its_start(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_measure(&f, 50, 800);
  fixture_update(&f, 0);
  CHECK_POINTS(scroll_to(&f, 50, NEAREST), 5000);
  fixture_update(&f, 7000);
  CHECK_POINTS(scroll_to(&f, 50, NEAREST), 5000);
  fixture_update(&f, 5200);
  CHECK_POINTS(scroll_to(&f, 50, NEAREST), 5200);
  fixture_update(&f, 5300);
  CHECK_POINTS(scroll_to(&f, 50, NEAREST), 5300);
  fixture_update(&f, 5301);
  CHECK_POINTS(scroll_to(&f, 50, NEAREST), 5000);
}

static void nearest_of_an_item_as_long_as_the_viewport_keeps_its_end(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_measure(&f, 50, 500);
  fixture_update(&f, 0);
  fixture_update(&f, scroll_to(&f, 50, NEAREST));
  fixture_measure(&f, 50, 600);
  CHECK_CORRECTION(fixture_again(&f), 100);
}

static void scroll_to_a_column_aligns_its_row(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 300));
  fixture_update(&f, 0);
  CHECK_POINTS(scroll_to(&f, 152, START), 5000);
  fixture_update(&f, 5000);
  fixture_measure(&f, 3, 170);
  CHECK_CORRECTION(fixture_update(&f, 5000), 70);
}

static void target_stays_aligned_while_all_is_measured(void) {
  static const double alignments[] = {0, 0.5, 1};
  static const double corrections[] = {150, 150 + 30, 150 + 60};
  for (int i = 0; i < 3; i++) {
    FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
    fixture_update(&f, 0);
    fixture_update(&f, scroll_to(&f, 50, alignments[i]));
    for (int row = 10; row < 13; row++) fixture_measure(&f, row, 150);
    fixture_measure(&f, 50, 160);
    fixture_measure(&f, 51, 260);
    CHECK_CORRECTION(fixture_again(&f), corrections[i]);
    CHECK_CORRECTION(fixture_again(&f), 0);
  }
}

static void target_that_need_not_move_keeps_its_distance(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 4800);
  fixture_update(&f, scroll_to(&f, 50, NEAREST));
  CHECK_POINTS(f.update.offset, 4800);
  fixture_measure(&f, 48, 150);
  CHECK_CORRECTION(fixture_again(&f), 50);
}

static void target_at_an_edge_of_the_viewport_need_not_move(void) {
  for (int64_t index = 50; index < 55; index += 4) {
    FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
    fixture_update(&f, 5000);
    fixture_update(&f, scroll_to(&f, index, NEAREST));
    CHECK_POINTS(f.update.offset, 5000);
    fixture_measure(&f, index, 160);
    CHECK_CORRECTION(fixture_again(&f), 0);
  }
}

static void target_moves_with_edits(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 0);
  fixture_update(&f, scroll_to(&f, 50, END));
  CHECK_OK(rc_list_insert(f.list, 48, NULL, 1));
  CHECK_OK(rc_list_remove(f.list, 0, 2));
  CHECK_OK(rc_list_move(f.list, 80, 85, 3));
  CHECK_CORRECTION(fixture_again(&f), 100 - 200 + 500);
}

static void user_scroll_ends_the_target(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 0);
  fixture_update(&f, scroll_to(&f, 50, END));
  fixture_scroll(&f, 4600);
  fixture_measure(&f, 50, 160);
  CHECK_CORRECTION(fixture_again(&f), 60);
  fixture_scroll(&f, 4661);
  fixture_measure(&f, 50, 170);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

static void programmatic_scroll_ends_a_target_once_it_was_reached(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 0);
  CHECK_POINTS(scroll_to(&f, 50, END), 4600);
  fixture_update(&f, 100);
  fixture_update(&f, 200);
  fixture_measure(&f, 50, 160);
  CHECK_CORRECTION(fixture_update(&f, 300), 60);
  fixture_update(&f, 4660);
  fixture_update(&f, 4659);
  fixture_update(&f, 4661);
  fixture_measure(&f, 50, 170);
  CHECK_CORRECTION(fixture_again(&f), 10);
  fixture_update(&f, 4700);
  fixture_measure(&f, 50, 190);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

static void target_that_gave_way_to_the_tail_stays_away(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  rc_list_settings settings;
  CHECK_OK(rc_list_get_settings(f.list, &settings));
  settings.sticks[RC_END_TAIL] = true;
  CHECK_OK(rc_list_set_settings(f.list, &settings));
  fixture_update(&f, scroll_to(&f, 99, END));
  fixture_again(&f);
  CHECK_OK(rc_list_insert(f.list, 100, NULL, 1));
  CHECK_CORRECTION(fixture_again(&f), 100);
  // The new last message turns out longer than was expected.
  fixture_measure(&f, 100, 130);
  CHECK_CORRECTION(fixture_again(&f), 30);
}

static void removed_or_moved_target_is_forgotten(void) {
  for (int moves = 0; moves < 2; moves++) {
    FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
    fixture_update(&f, 0);
    fixture_update(&f, scroll_to(&f, 50, END));
    if (moves) CHECK_OK(rc_list_move(f.list, 50, 51, 10));
    if (!moves) CHECK_OK(rc_list_remove(f.list, 50, 51));
    CHECK_CORRECTION(fixture_again(&f), moves ? 100 : 0);
  }
}

static void scroll_to_before_the_first_update_holds(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  double offset = scroll_to(&f, 50, CENTER);
  fixture_update(&f, offset);
  CHECK_POINTS(f.update.offset, 4800);
}

static void new_target_replaces_the_old_one(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 0);
  CHECK_POINTS(scroll_to(&f, 50, END), 4600);
  fixture_update(&f, scroll_to(&f, 20, START));
  fixture_measure(&f, 30, 500);
  fixture_measure(&f, 10, 130);
  CHECK_CORRECTION(fixture_again(&f), 30);
}

static void target_is_aligned_at_a_fraction_with_a_shift(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  f.viewport.length = 300;
  fixture_update(&f, 0);
  static const double fractions[] = {0, 0.25, 1};
  static const double offsets[] = {1000 + 7, 950 + 7, 800 + 7};
  for (int i = 0; i < 3; i++) {
    double offset = 0;
    CHECK_OK(rc_list_set_scroll_target(f.list, 10, fractions[i], 7, &offset));
    CHECK_POINTS(offset, offsets[i]);
  }
  double offset = 0;
  static const double wrong[] = {-0.5, 1.5};
  for (int i = 0; i < 2; i++) {
    CHECK_EQUAL(rc_list_set_scroll_target(f.list, 10, wrong[i], 0, &offset), RC_STATUS_ARGUMENT);
  }
}

static const test_case cases[] = {
    CASE(target_is_aligned_at_a_fraction_with_a_shift),
    CASE(held_corrections_are_released_once),
    CASE(pending_does_not_count_as_movement),
    CASE(what_is_pending_ends_where_the_host_can_go_no_further),
    CASE(empty_viewport_releases_nothing),
    CASE(scroll_to_counts_what_is_pending),
    CASE(scroll_to_leaves_the_correction_of_edits_to_the_update),
    CASE(end_within_a_point_is_kept),
    CASE(end_is_not_kept_unless_asked_for),
    CASE(end_is_kept_through_edits_anywhere),
    CASE(scrolling_away_unsticks),
    CASE(short_chat_keeps_its_start_until_it_fills_the_viewport),
    CASE(chat_sticks_as_soon_as_it_just_fills_the_viewport),
    CASE(chat_that_just_fills_the_viewport_keeps_its_bounce),
    CASE(empty_chat_begins_at_its_end),
    CASE(end_is_kept_when_the_keyboard_comes_and_goes),
    CASE(scroll_to_aligns_an_item),
    CASE(scroll_to_stays_within_the_content),
    CASE(scroll_to_accounts_for_the_insets),
    CASE(nearest_of_an_item_longer_than_the_viewport_is_its_start),
    CASE(nearest_of_an_item_as_long_as_the_viewport_keeps_its_end),
    CASE(scroll_to_a_column_aligns_its_row),
    CASE(target_stays_aligned_while_all_is_measured),
    CASE(target_that_need_not_move_keeps_its_distance),
    CASE(target_at_an_edge_of_the_viewport_need_not_move),
    CASE(target_moves_with_edits),
    CASE(user_scroll_ends_the_target),
    CASE(programmatic_scroll_ends_a_target_once_it_was_reached),
    CASE(target_that_gave_way_to_the_tail_stays_away),
    CASE(removed_or_moved_target_is_forgotten),
    CASE(scroll_to_before_the_first_update_holds),
    CASE(new_target_replaces_the_old_one),
};

const test_suite suite_list_scroll = SUITE(cases);
