// Where several rules of what stays in place meet, with numbers worked out by hand: rows of 100
// points under a viewport of 300, unless a case says otherwise.

#include "../list/list_fixture.h"

static void begin(list_fixture *f, int64_t count) {
  fixture_begin(f, count);
  f->viewport.length = 300;
}

static void begin_columns(list_fixture *f, uint32_t columns, int64_t count) {
  fixture_begin_columns(f, columns, count);
  f->viewport.length = 300;
}

static void measure(list_fixture *f, int64_t lower, int64_t upper, double extent) {
  for (int64_t row = lower; row < upper; row++) fixture_measure(f, row, extent);
}

// == provisional rows ==

// Row 1 was settled at the last update. That it has been provisional since does not matter once its
// extent is forgotten.
static void forgotten_row_is_not_provisional(void) {
  FIXTURE(f, begin(&f, 10));
  CHECK_OK(rc_list_set_estimate(f.list, 150));
  fixture_update(&f, 150);
  CHECK_OK(rc_list_mark_provisional(f.list, 1, 2));
  fixture_measure(&f, 1, 130);
  CHECK_OK(rc_list_forget(f.list, 1, 2));
  CHECK_CORRECTION(fixture_again(&f), 0);
}

/// Rows [0 1] [2] [3 4] [5 6] [7 8], of which 2 is a header.
static void begin_around_header(list_fixture *f) {
  begin_columns(f, 2, 9);
  CHECK_OK(rc_list_mark_header(f->list, 2, 2));
  measure(f, 0, 5, 100);
}

// The row of item 0 is another one in the end, which is not measured: item 0 keeps its place.
static void row_that_is_formed_again_is_not_provisional(void) {
  FIXTURE(f, begin_around_header(&f));
  fixture_update(&f, 50);
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 2));
  fixture_measure(&f, 0, 130);
  CHECK_OK(rc_list_mark_header(f.list, 0, 2));
  CHECK_CORRECTION(fixture_again(&f), 0);
}

// Row [0 1] is provisional. The next settled one is that of item 2, now [2 3], whatever the one
// that it was in has been meanwhile.
static void row_that_is_formed_again_keeps_its_place(void) {
  FIXTURE(f, begin_around_header(&f));
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 2));
  fixture_update(&f, 50);
  CHECK_OK(rc_list_mark_provisional(f.list, 2, 3));
  fixture_measure(&f, 1, 130);
  CHECK_OK(rc_list_unmark_header(f.list, 2));
  measure(&f, 0, 2, 130);
  CHECK_CORRECTION(fixture_again(&f), 30);
}

// A bar of 50 points covers rows 0 and 1, which are 20 points long: row 2 is the first one on
// screen.
static void settled_row_behind_a_bar_keeps_no_place(void) {
  FIXTURE(f, begin(&f, 10));
  measure(&f, 0, 2, 20);
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 1));
  f.viewport.inset_start = 50;
  f.viewport.insets_are_fixed = true;
  fixture_update(&f, 0);
  fixture_measure(&f, 0, 30);
  fixture_measure(&f, 1, 60);
  CHECK_CORRECTION(fixture_again(&f), 50);
}

// Row 8 had the extent that it was to keep when the user scrolled back to it, and was read. Row 9
// is still to be measured.
static void row_marked_after_it_was_uncovered_keeps_its_start(void) {
  FIXTURE(f, begin_columns(&f, 1, 30));
  measure(&f, 0, 9, 100);
  fixture_update(&f, 1000);
  fixture_scroll(&f, 750);
  CHECK_OK(rc_list_mark_provisional(f.list, 8, 9));
  fixture_measure(&f, 8, 130);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

// Row 7 straddles the start. This scroll has brought it on screen, measured: it is marked there.
static void anchor_marked_after_it_was_uncovered_keeps_its_start(void) {
  FIXTURE(f, begin(&f, 30));
  fixture_update(&f, 1000);
  fixture_scroll(&f, 750);
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 30));
  CHECK_CORRECTION(fixture_again(&f), 0);
  fixture_measure(&f, 7, 130);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

// Rows 0 and 1 are uncovered, below a header of 200 points that is half on screen; row 2 was there.
static void provisional_first_row_keeps_its_end_under_a_header(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  f.settings.extra_lengths[RC_END_HEAD] = 200;
  fixture_configure(&f);
  fixture_update(&f, 450);
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 20));
  fixture_scroll(&f, 100);
  measure(&f, 0, 2, 130);
  CHECK_CORRECTION(fixture_again(&f), 60);
}

// == rows that are uncovered ==

// Rows 5 to 7 are uncovered before row 8. All but row 5 go, and others take their indices.
static void rows_that_came_instead_of_uncovered_ones_are_others(void) {
  FIXTURE(f, begin_columns(&f, 1, 20));
  fixture_update(&f, 800);
  fixture_scroll(&f, 550);
  CHECK_OK(rc_list_remove(f.list, 6, 20));
  CHECK_OK(rc_list_insert(f.list, 6, NULL, 20));
  measure(&f, 6, 26, 130);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

// Item 10 was on screen, but has been moved to where the user scrolls: rows 5 and 6 are uncovered
// before nothing that has stayed. So only row 5, which straddles the start, keeps its end.
static void moved_item_was_not_on_screen_already(void) {
  FIXTURE(f, begin_columns(&f, 1, 30));
  fixture_update(&f, 1000);
  CHECK_OK(rc_list_move(f.list, 10, 11, 7));
  fixture_scroll(&f, 550);
  measure(&f, 5, 7, 130);
  CHECK_CORRECTION(fixture_again(&f), 30);
}

// In row [10 11], item 10 is new, and item 11 was on screen already: the row keeps its start.
static void row_partly_on_screen_already_is_not_uncovered(void) {
  FIXTURE(f, begin_columns(&f, 2, 30));
  fixture_update(&f, 400);
  CHECK_OK(rc_list_insert(f.list, 10, NULL, 1));
  fixture_update(&f, 500);
  fixture_measure(&f, 5, 130);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

// Row 9 has no extent. Rows 10 and 11 are new, and come on screen before what was there.
static void row_without_extent_hides_no_uncovered_ones(void) {
  FIXTURE(f, begin_columns(&f, 1, 30));
  fixture_measure(&f, 9, 0);
  fixture_update(&f, 900);
  CHECK_OK(rc_list_insert(f.list, 10, NULL, 2));
  CHECK_CORRECTION(fixture_scroll(&f, 700), 200);
  measure(&f, 10, 12, 130);
  CHECK_CORRECTION(fixture_again(&f), 60);
}

// == sections ==

// The header 10 and the item before it move to the start. Row 3, which straddles the viewport's
// start, has stayed, and is measured for the first time.
static void rows_that_others_are_moved_past_have_stayed(void) {
  FIXTURE(f, begin_columns(&f, 1, 20));
  CHECK_OK(rc_list_mark_header(f.list, 10, 1));
  fixture_update(&f, 350);
  fixture_measure(&f, 3, 130);
  CHECK_OK(rc_list_move(f.list, 9, 11, 0));
  CHECK_CORRECTION(fixture_again(&f), 230);
}

// Items 0 and 11 are marked as headers, 11 when no item follows it, so that no row is another one.
// Only then come two rows of two columns; and all of them move to the start. Rows 5 to 7 were
// uncovered.
static void rows_are_not_items_after_the_first_header(void) {
  FIXTURE(f, begin_columns(&f, 1, 12));
  fixture_update(&f, 800);
  fixture_scroll(&f, 550);
  fixture_measure(&f, 0, 100);
  CHECK_OK(rc_list_mark_header(f.list, 0, 1));
  CHECK_OK(rc_list_mark_header(f.list, 11, 2));
  CHECK_OK(rc_list_insert(f.list, 12, NULL, 4));
  CHECK_OK(rc_list_move(f.list, 11, 16, 0));
  measure(&f, 9, 11, 130);
  CHECK_CORRECTION(fixture_again(&f), 360);
}

// [0] [1 2] [3 4] … becomes [0 1] [2 3] [4 5] …: as many rows, where they were; but item 3 is in
// the row before.
static void item_that_comes_to_another_row_keeps_its_place(void) {
  FIXTURE(f, begin_columns(&f, 2, 11));
  CHECK_OK(rc_list_mark_header(f.list, 0, 2));
  fixture_update(&f, 250);
  CHECK_OK(rc_list_unmark_header(f.list, 0));
  CHECK_CORRECTION(fixture_again(&f), -100);
}

// [0 1] [2 3] [4] [5], the header 5 at the start. Two items come before it, to which row 3 is
// given, and then row 0 is measured.
static void header_keeps_its_place_when_its_row_is_given_away(void) {
  FIXTURE(f, begin_columns(&f, 2, 20));
  CHECK_OK(rc_list_mark_header(f.list, 5, 2));
  fixture_update(&f, 350);
  CHECK_OK(rc_list_insert(f.list, 5, NULL, 2));
  fixture_measure(&f, 0, 130);
  CHECK_CORRECTION(fixture_again(&f), 130);
}

// == the ends ==

// Item 1 is the anchor, in the row [0 1]. All on screen go but item 0, which comes to the next row:
// it stays where it was on the screen, 80 points below the start.
static void previous_item_keeps_its_place_in_a_bounce(void) {
  FIXTURE(f, begin_columns(&f, 2, 20));
  fixture_update(&f, 150);
  CHECK_OK(rc_list_remove(f.list, 1, 2));
  CHECK_CORRECTION(fixture_again(&f), -100);
  fixture_scroll(&f, -80);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  CHECK_OK(rc_list_remove(f.list, 3, 8));
  CHECK_CORRECTION(fixture_scroll(&f, -80), 100);
}

static void empty_list_keeps_nothing_in_place(void) {
  FIXTURE(f, begin(&f, 0));
  f.settings.extra_lengths[RC_END_TAIL] = 600;
  fixture_configure(&f);
  fixture_update(&f, 300);
  f.settings.extra_lengths[RC_END_HEAD] = 50;
  fixture_configure(&f);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

// −0.4 ticks would be rounded to 0, which the row has already.
static void extent_a_little_below_0_is_refused(void) {
  FIXTURE(f, begin(&f, 1));
  fixture_measure(&f, 0, 0);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 0, (double[]){-0.4 / 960}, 1), RC_STATUS_ARGUMENT);
}

static const test_case cases[] = {
    CASE(forgotten_row_is_not_provisional),
    CASE(row_that_is_formed_again_is_not_provisional),
    CASE(row_that_is_formed_again_keeps_its_place),
    CASE(settled_row_behind_a_bar_keeps_no_place),
    CASE(row_marked_after_it_was_uncovered_keeps_its_start),
    CASE(anchor_marked_after_it_was_uncovered_keeps_its_start),
    CASE(provisional_first_row_keeps_its_end_under_a_header),
    CASE(rows_that_came_instead_of_uncovered_ones_are_others),
    CASE(moved_item_was_not_on_screen_already),
    CASE(row_partly_on_screen_already_is_not_uncovered),
    CASE(row_without_extent_hides_no_uncovered_ones),
    CASE(rows_that_others_are_moved_past_have_stayed),
    CASE(rows_are_not_items_after_the_first_header),
    CASE(item_that_comes_to_another_row_keeps_its_place),
    CASE(header_keeps_its_place_when_its_row_is_given_away),
    CASE(previous_item_keeps_its_place_in_a_bounce),
    CASE(empty_list_keeps_nothing_in_place),
    CASE(extent_a_little_below_0_is_refused),
};

const test_suite suite_list_meetings = SUITE(cases);
