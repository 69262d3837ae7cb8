// What stays in place through edits, with numbers worked out by hand: 100 items of 100 points under
// a viewport of 500, an estimate of 44.

#include "../list/list_fixture.h"

// == edits around the anchor ==

static void insertion_above_is_compensated(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  CHECK_CORRECTION(fixture_update(&f, 1000), 88);
  CHECK_POINTS(f.update.offset, 1088);
  CHECK_INTERVAL(f.update.visible, 12, 17);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 8500);
  CHECK_CORRECTION(fixture_again(&f), 0);
  CHECK_TEXT(fixture_changes(&f), "| |");
}

static void insertion_at_offset_zero_is_compensated(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  CHECK_CORRECTION(fixture_update(&f, 0), 88);
}

static void edits_after_the_anchor_correct_nothing(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_insert(f.list, 11, NULL, 2));
  CHECK_OK(rc_list_remove(f.list, 20, 30));
  fixture_measure(&f, 40, 400);
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
}

static void any_number_of_edits_is_corrected_at_once(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_remove(f.list, 0, 3));
  CHECK_OK(rc_list_insert(f.list, 1, NULL, 5));
  fixture_measure(&f, 2, 144);
  CHECK_OK(rc_list_move(f.list, 90, 92, 0));
  CHECK_CORRECTION(fixture_update(&f, 1000), -300 + 5 * 44 + 100 + 200);
}

static void item_that_the_viewport_has_left_is_no_anchor(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  // To the last tick of item 10, to where the next one starts, and back by a tick.
  const double last = 1100 - rc_ticks_to_points(1);
  static const double corrections[] = {0, 50, 0};
  const double offsets[] = {last, 1100, last};
  for (int i = 0; i < 3; i++) {
    CHECK_CORRECTION(fixture_update(&f, offsets[i]), 0);
    fixture_measure(&f, 10, 150);
    CHECK_CORRECTION(fixture_again(&f), corrections[i]);
    fixture_measure(&f, 10, 100);
    fixture_again(&f);
  }
}

static void programmatic_scroll_and_edit_in_one_update_add_up(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_remove(f.list, 0, 3));
  CHECK_CORRECTION(fixture_update(&f, 1500), -300);
  CHECK_POINTS(f.update.offset, 1200);
}

static void correction_is_a_whole_number_of_ticks(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  fixture_measure(&f, 0, 1.0 / 960);
  CHECK_CORRECTION(fixture_update(&f, 1000), -95999.0 / 960);
  CHECK_POINTS(f.update.offset, 1000 - 95999.0 / 960);
}

static void next_survivor_keeps_its_place_when_the_anchor_is_removed(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1050);
  CHECK_OK(rc_list_remove(f.list, 10, 11));
  CHECK_CORRECTION(fixture_update(&f, 1050), -100);
}

static void survivor_keeps_its_place_through_edits_before_the_removal(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1050);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  CHECK_OK(rc_list_remove(f.list, 9, 13));
  CHECK_CORRECTION(fixture_update(&f, 1050), 44 - 400);
}

static void previous_item_keeps_its_place_when_no_next_is_left(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_update(&f, 1300);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  CHECK_OK(rc_list_remove(f.list, 14, 21));
  CHECK_OK(rc_list_insert(f.list, 14, NULL, 30));
  CHECK_CORRECTION(fixture_update(&f, 1300), 44);
}

// Any number of items that come one after the other are one insertion.
static void next_survivor_is_known_below_items_inserted_one_by_one(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  for (int64_t i = 0; i < 40; i++) CHECK_OK(rc_list_insert(f.list, 12 + i, NULL, 1));
  CHECK_OK(rc_list_remove(f.list, 10, 12));
  CHECK_CORRECTION(fixture_update(&f, 1000), 40 * 44 - 200);
}

static void empty_list_has_no_anchor(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_remove(f.list, 0, 100));
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 50));
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
  CHECK_OK(rc_list_remove(f.list, 0, 50));
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 50));
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
}

static void moved_anchor_is_not_followed(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1050);
  CHECK_OK(rc_list_move(f.list, 10, 11, 20));
  CHECK_CORRECTION(fixture_update(&f, 1050), -100);
}

static void anchor_stays_when_others_move_across_it(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1050);
  CHECK_OK(rc_list_move(f.list, 0, 2, 50));
  CHECK_CORRECTION(fixture_update(&f, 1050), -200);
}

static void move_to_the_same_place_hands_nothing_over(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1050);
  CHECK_OK(rc_list_move(f.list, 0, 100, 0));
  CHECK_OK(rc_list_move(f.list, 10, 12, 10));
  CHECK_OK(rc_list_remove(f.list, 11, 12));
  CHECK_CORRECTION(fixture_update(&f, 1050), 0);
}

static void nearest_item_is_the_anchor_in_a_bounce(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  fixture_update(&f, 0);
  fixture_scroll(&f, -50);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  CHECK_CORRECTION(fixture_update(&f, -50), 44);
  fixture_scroll(&f, 1200);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  CHECK_CORRECTION(fixture_update(&f, 1200), 44);
}

static void gap_is_anchored_to_the_start_of_the_item_before_it(void) {
  for (double offset = 1200; offset < 1210; offset += 5) {
    FIXTURE(f, fixture_begin_spaced(&f, 100, 10, 100));
    fixture_update(&f, offset);
    fixture_measure(&f, 10, 130);
    CHECK_CORRECTION(fixture_update(&f, offset), 0);
  }
}

// Of a row of two items that ends at a gap, above the screen, one item is moved away. The other one
// stays, but was not on screen: the first item that was keeps its place.
static void item_above_a_gap_takes_no_part(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 40));
  CHECK_OK(rc_list_set_layout(f.list, 2, 10, false));
  fixture_update(&f, 325);
  CHECK_INTERVAL(f.update.visible, 6, 16);
  CHECK_OK(rc_list_move(f.list, 4, 5, 39));
  // Item 6 comes from the row at 330 to that at 220, behind item 5.
  CHECK_CORRECTION(fixture_update(&f, 325), -110);
}

// At the end a bar hides the last row. What it hides was not on screen, and takes no part.
static void row_hidden_at_the_end_takes_no_part(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  f.viewport.length = 300;
  f.viewport.inset_end = 100;
  f.viewport.insets_are_fixed = true;
  fixture_update(&f, 700);
  CHECK_INTERVAL(f.update.visible, 7, 9);
  CHECK_OK(rc_list_remove(f.list, 7, 9));
  CHECK_OK(rc_list_insert(f.list, 8, NULL, 10));
  // Row 6 stays at 600. Row 9 would have moved by 200.
  CHECK_CORRECTION(fixture_update(&f, 700), 0);
}

static void rows_uncovered_up_to_a_gap_move_nothing_that_was_on_screen(void) {
  for (double back = 1; back < 220; back++) {
    FIXTURE(f, fixture_begin_spaced(&f, 50, 4, 100));
    for (int64_t row = 37; row < 50; row++) fixture_measure(&f, row, 50);
    fixture_update(&f, 2000);
    fixture_scroll(&f, 2000 - back);
    const double place = fixture_offset_of(&f, 38) - f.update.offset;
    for (int64_t row = f.update.visible.lower; row < 37; row++) fixture_measure(&f, row, 80);
    fixture_again(&f);
    CHECK_POINTS(fixture_offset_of(&f, 38) - f.update.offset, place);
  }
}

// What was on screen may have to be measured again, but not what was uncovered above it.
static void rows_uncovered_that_are_measured_keep_their_starts(void) {
  for (int way = 0; way < 3; way++) {
    FIXTURE(f, fixture_begin(&f, 100));
    fixture_update(&f, 1000);
    if (way == 1) CHECK_OK(rc_list_mark_provisional(f.list, 10, 11));
    if (way == 2) CHECK_OK(rc_list_forget(f.list, 10, 11));
    CHECK_CORRECTION(fixture_again(&f), 0);
    CHECK_CORRECTION(fixture_update(&f, 800), 0);
    CHECK_OK(rc_list_forget(f.list, 8, 9));
    fixture_measure(&f, 8, 150);
    CHECK_CORRECTION(fixture_again(&f), 0);
  }
}

// Once all that a scroll has uncovered is measured, rows that come between push down what is
// after them, as everywhere on the screen.
static void rows_inserted_among_measured_ones_that_were_uncovered_push_down(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 50));
  for (int64_t row = 20; row < 50; row++) fixture_measure(&f, row, 100);
  fixture_scroll(&f, 2000);
  fixture_scroll(&f, 1640);
  for (int64_t row = 16; row < 20; row++) fixture_measure(&f, row, 110);
  CHECK_CORRECTION(fixture_again(&f), 40);
  CHECK_OK(rc_list_insert(f.list, 18, NULL, 1));
  CHECK_CORRECTION(fixture_again(&f), 0);
  fixture_measure(&f, 18, 170);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

// Of all that was uncovered, what the first 127 rows after the anchor's grow by is above what
// stays.
static void rows_far_below_the_start_are_not_remembered(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 2, 0, 1000));
  fixture_update(&f, 1000);
  CHECK_CORRECTION(fixture_update(&f, 600), 0);
  for (int64_t row = 301; row < 500; row++) fixture_measure(&f, row, 3);
  CHECK_CORRECTION(fixture_again(&f), 127);
}

static void viewport_start_behind_the_inset_is_what_is_anchored(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.viewport.inset_start = 150;
  fixture_update(&f, 850);
  fixture_measure(&f, 9, 130);
  fixture_measure(&f, 10, 180);
  CHECK_CORRECTION(fixture_update(&f, 850), 30);
}

// == measurements of the anchor ==

static void straddling_item_keeps_its_start_when_it_grows(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1050);
  fixture_measure(&f, 10, 160);
  CHECK_CORRECTION(fixture_update(&f, 1050), 0);
}

static void straddling_item_keeps_its_end_when_first_measured(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 1050);
  fixture_measure(&f, 10, 160);
  CHECK_CORRECTION(fixture_update(&f, 1050), 60);
  fixture_again(&f);
  fixture_measure(&f, 10, 200);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

static void straddling_row_of_columns_keeps_its_end_when_first_measured(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 40));
  fixture_update(&f, 250);
  fixture_measure(&f, 2, 130);
  CHECK_CORRECTION(fixture_again(&f), 30);
}

static void straddling_item_keeps_its_start_when_others_are_measured(void) {
  for (int64_t index = 1; index <= 3; index += 2) {
    FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 40));
    fixture_update(&f, 250);
    CHECK_OK(rc_list_set_estimate(f.list, 50));
    fixture_measure(&f, index, 80);
    CHECK_CORRECTION(fixture_again(&f), index == 1 ? -70 : -100);
  }
}

static void item_at_the_start_keeps_its_start_when_first_measured(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 1000);
  fixture_measure(&f, 10, 160);
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
}

static void straddling_item_keeps_its_end_when_measured_after_forget(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1020);
  CHECK_OK(rc_list_forget(f.list, 10, 11));
  fixture_measure(&f, 10, 160);
  CHECK_CORRECTION(fixture_update(&f, 1020), 60);
}

static void straddling_item_keeps_its_start_when_forgotten(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1020);
  CHECK_OK(rc_list_forget(f.list, 10, 11));
  CHECK_CORRECTION(fixture_update(&f, 1020), 0);
}

static void survivor_that_takes_over_keeps_its_start_when_first_measured(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 1050);
  CHECK_OK(rc_list_remove(f.list, 10, 11));
  fixture_measure(&f, 10, 160);
  CHECK_CORRECTION(fixture_update(&f, 1050), -100);
}

// == estimates, settings, sizes ==

static void change_of_the_estimate_is_compensated(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_set_estimate(f.list, 50));
  CHECK_CORRECTION(fixture_update(&f, 1000), -500);
}

static void mean_estimate_is_applied_only_by_an_update(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  f.settings.uses_mean_estimate = true;
  fixture_configure(&f);
  fixture_update(&f, 1000);
  CHECK_POINTS(rc_list_get_estimate(f.list), 100);
  fixture_measure(&f, 0, 40);
  fixture_measure(&f, 1, 41);
  CHECK_POINTS(rc_list_get_estimate(f.list), 100);
  fixture_update(&f, 1000);
  CHECK_POINTS(rc_list_get_estimate(f.list), 40.5);
  CHECK_POINTS(f.update.correction, 81 + 8 * 40.5 - 1000);
}

static void mean_estimate_is_rounded_to_a_tick_ties_to_even(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 100));
  f.settings.uses_mean_estimate = true;
  fixture_configure(&f);
  fixture_measure(&f, 0, 4.0 / 960);
  fixture_measure(&f, 1, 5.0 / 960);
  fixture_update(&f, 0);
  CHECK_POINTS(rc_list_get_estimate(f.list), 4.0 / 960);
  fixture_measure(&f, 1, 7.0 / 960);
  fixture_update(&f, 0);
  CHECK_POINTS(rc_list_get_estimate(f.list), 6.0 / 960);
}

static void change_of_the_heads_extra_length_is_compensated(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  f.settings.extra_lengths[RC_END_HEAD] = 150;
  f.settings.extra_lengths[RC_END_TAIL] = 77;
  fixture_configure(&f);
  CHECK_CORRECTION(fixture_update(&f, 1000), 150);
}

static void head_grows_downward_within_a_point_of_the_start(void) {
  for (int past = 0; past < 2; past++) {
    FIXTURE(f, fixture_begin(&f, 100));
    fixture_update(&f, 1 + past * rc_ticks_to_points(1));
    f.settings.extra_lengths[RC_END_HEAD] = 50;
    fixture_configure(&f);
    CHECK_CORRECTION(fixture_again(&f), past == 1 ? 50 : 0);
  }
}

static void end_stays_while_it_is_measured_within_a_point_of_it(void) {
  for (int before = 0; before < 2; before++) {
    FIXTURE(f, fixture_begin_spaced(&f, 44, 0, 20));
    fixture_update(&f, 20 * 44 - 500 - 1 - before * rc_ticks_to_points(1));
    fixture_measure(&f, 19, 144);
    CHECK_CORRECTION(fixture_again(&f), before == 1 ? 0 : 100);
  }
}

static void resize_keeps_the_start(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  f.viewport.length = 900;
  f.viewport.inset_start = 30;
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
}

static void empty_viewport_moves_no_anchor(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  f.viewport.length = 0;
  CHECK_CORRECTION(fixture_update(&f, 0), 0);
  f.viewport.length = 500;
  CHECK_CORRECTION(fixture_scroll(&f, 1000), 88);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
}

static void columns_are_anchored_by_their_row(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 30));
  fixture_update(&f, 500);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 3));
  CHECK_CORRECTION(fixture_update(&f, 500), 100);
  fixture_again(&f);
  CHECK_OK(rc_list_remove(f.list, 18, 19));
  CHECK_CORRECTION(fixture_again(&f), 0);
  CHECK_OK(rc_list_move(f.list, 0, 6, 24));
  CHECK_CORRECTION(fixture_again(&f), -200);
}

// An item that an edit has pushed into the middle of its row is still the anchor at the next edit.
static void columns_are_corrected_equally_by_one_edit_and_by_many(void) {
  for (int inserts = 0; inserts < 2; inserts++) {
    for (int step = 1; step <= 30; step *= 30) {
      FIXTURE(f, fixture_begin_columns(&f, 3, 300));
      fixture_update(&f, 5000);
      double sum = 0;
      for (int done = 0; done < 30; done += step) {
        CHECK_OK(inserts ? rc_list_insert(f.list, 0, NULL, step) : rc_list_remove(f.list, 0, step));
        fixture_again(&f);
        sum += f.update.correction;
      }
      CHECK_POINTS(sum, inserts ? 1000 : -1000);
      CHECK_EQUAL(f.update.visible.lower, inserts ? 180 : 120);
    }
  }
}

static const test_case cases[] = {
    CASE(insertion_above_is_compensated),
    CASE(insertion_at_offset_zero_is_compensated),
    CASE(edits_after_the_anchor_correct_nothing),
    CASE(any_number_of_edits_is_corrected_at_once),
    CASE(item_that_the_viewport_has_left_is_no_anchor),
    CASE(programmatic_scroll_and_edit_in_one_update_add_up),
    CASE(correction_is_a_whole_number_of_ticks),
    CASE(next_survivor_keeps_its_place_when_the_anchor_is_removed),
    CASE(survivor_keeps_its_place_through_edits_before_the_removal),
    CASE(previous_item_keeps_its_place_when_no_next_is_left),
    CASE(next_survivor_is_known_below_items_inserted_one_by_one),
    CASE(empty_list_has_no_anchor),
    CASE(moved_anchor_is_not_followed),
    CASE(anchor_stays_when_others_move_across_it),
    CASE(move_to_the_same_place_hands_nothing_over),
    CASE(nearest_item_is_the_anchor_in_a_bounce),
    CASE(gap_is_anchored_to_the_start_of_the_item_before_it),
    CASE(item_above_a_gap_takes_no_part),
    CASE(row_hidden_at_the_end_takes_no_part),
    CASE(rows_uncovered_up_to_a_gap_move_nothing_that_was_on_screen),
    CASE(rows_uncovered_that_are_measured_keep_their_starts),
    CASE(rows_inserted_among_measured_ones_that_were_uncovered_push_down),
    CASE(rows_far_below_the_start_are_not_remembered),
    CASE(viewport_start_behind_the_inset_is_what_is_anchored),
    CASE(straddling_item_keeps_its_start_when_it_grows),
    CASE(straddling_item_keeps_its_end_when_first_measured),
    CASE(straddling_row_of_columns_keeps_its_end_when_first_measured),
    CASE(straddling_item_keeps_its_start_when_others_are_measured),
    CASE(item_at_the_start_keeps_its_start_when_first_measured),
    CASE(straddling_item_keeps_its_end_when_measured_after_forget),
    CASE(straddling_item_keeps_its_start_when_forgotten),
    CASE(survivor_that_takes_over_keeps_its_start_when_first_measured),
    CASE(change_of_the_estimate_is_compensated),
    CASE(mean_estimate_is_applied_only_by_an_update),
    CASE(mean_estimate_is_rounded_to_a_tick_ties_to_even),
    CASE(change_of_the_heads_extra_length_is_compensated),
    CASE(head_grows_downward_within_a_point_of_the_start),
    CASE(end_stays_while_it_is_measured_within_a_point_of_it),
    CASE(resize_keeps_the_start),
    CASE(empty_viewport_moves_no_anchor),
    CASE(columns_are_anchored_by_their_row),
    CASE(columns_are_corrected_equally_by_one_edit_and_by_many),
};

const test_suite suite_list_anchor = SUITE(cases);
