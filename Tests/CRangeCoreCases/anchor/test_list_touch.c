// What a finger, a lazy stack and many edits at once may not do to what is read. Rows are 100
// points long, or estimated so, under a viewport of 500, unless a case says otherwise.

#include "../list/list_fixture.h"

static void begin_unmeasured(list_fixture *f, double estimate, int64_t count) {
  fixture_begin_spaced(f, estimate, 0, count);
}

static void begin_chat(list_fixture *f, int64_t count) {
  fixture_begin(f, count);
  f->settings.sticks[RC_END_TAIL] = true;
  fixture_configure(f);
  fixture_update(f, 100 * (double)count - 500);
}

static void measure(list_fixture *f, int64_t lower, int64_t upper, double extent) {
  for (int64_t row = lower; row < upper; row++) fixture_measure(f, row, extent);
}

// == held ==

// The finger rests on a chat that was shorter than the viewport. Nothing is pending at the lowest
// offset but what came before the anchor: not in this update, nor in the ones after it.
static void finger_at_the_lowest_offset_sees_the_same_in_each_update(void) {
  FIXTURE(f, begin_unmeasured(&f, 100, 4));
  f.settings.sticks[RC_END_TAIL] = true;
  fixture_configure(&f);
  fixture_update(&f, 0);
  f.viewport.is_held = true;
  CHECK_OK(rc_list_insert(f.list, 4, NULL, 8));
  for (int again = 0; again < 3; again++) {
    fixture_scroll(&f, 0);
    CHECK_POINTS(f.update.pending, 0);
    CHECK_POINTS(f.update.offset, 0);
  }
}

// Rows above are 800 shorter than estimated. That hides no item, so it is given up neither by a
// bounce at the end nor on the way back from it; and the release leaves the viewport at the end.
static void pending_below_0_waits_for_the_release(void) {
  static const double offsets[] = {1400, 1500, 1540, 1500, 1450};
  FIXTURE(f, begin_unmeasured(&f, 100, 20));
  f.viewport.is_held = true;
  fixture_scroll(&f, 1400);
  measure(&f, 0, 10, 20);
  for (int i = 0; i < 5; i++) {
    fixture_scroll(&f, offsets[i]);
    CHECK_POINTS(f.update.pending, -800);
    CHECK_POINTS(f.update.offset, offsets[i] - 800);
  }
  f.viewport.is_held = false;
  CHECK_CORRECTION(fixture_scroll(&f, 1500), -800);
  CHECK_POINTS(f.update.offset, 700);
}

// Five items came above. Setting a target shows no other rows, held or not.
static void target_that_is_set_moves_nothing(void) {
  for (int is_held = 0; is_held < 2; is_held++) {
    FIXTURE(f, fixture_begin(&f, 100));
    f.viewport.is_held = is_held;
    fixture_update(&f, 1000);
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 5));
    if (is_held) fixture_update(&f, 1000);
    double offset = -1;
    CHECK_OK(rc_list_set_scroll_target(f.list, 0, 0, 0, &offset));
    CHECK_POINTS(offset, 0);
    fixture_update(&f, 1000);
    CHECK_POINTS(f.update.pending, is_held ? 220 : 0);
    CHECK_POINTS(f.update.correction, is_held ? 0 : 220);
    CHECK_POINTS(f.update.offset, 1220);
  }
}

// == a host that keeps its own place ==

// The row at its start turns out longer, and has its start where it was.
static void row_that_a_lazy_stack_measures_is_no_movement(void) {
  FIXTURE(f, begin_unmeasured(&f, 50, 35));
  f.viewport.has_item = true;
  f.viewport.item = 20;
  f.viewport.item_place = -10;
  fixture_scroll(&f, 0);
  f.viewport.item_place = -20;
  fixture_scroll(&f, 0);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  fixture_measure(&f, 20, 90);
  fixture_scroll(&f, 0);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(f.update.batches[RC_END_TAIL].reason, RC_BATCH_REASON_NEAR_END);
}

// A header that grows at the top, and an inset, are not scrolls.
static void header_and_insets_do_not_move_a_lazy_stack(void) {
  FIXTURE(f, fixture_begin(&f, 35));
  f.viewport.has_item = true;
  fixture_scroll(&f, 0);
  f.settings.extra_lengths[RC_END_HEAD] = 200;
  fixture_configure(&f);
  f.viewport.item_place = 200;
  fixture_scroll(&f, 0);
  f.viewport.inset_start = 80;
  f.viewport.item_place = 200;
  fixture_scroll(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
}

// == many edits ==

// Of 60 rows on screen, all but the last go, with ten before them, one by one: in the end one
// stretch, and meanwhile up to 35.
static void rows_removed_in_any_order_correct_equally(void) {
  for (int order = 0; order < 2; order++) {
    FIXTURE(f, begin_unmeasured(&f, 10, 400));
    f.viewport.length = 600;
    fixture_update(&f, 2000);
    for (int64_t i = 0; i < 69; i++) {
      // From the front, or every other one first.
      const int64_t index = order == 0 || i >= 35 ? 190 : 190 + i;
      CHECK_OK(rc_list_remove(f.list, index, index + 1));
    }
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 50));
    CHECK_CORRECTION(fixture_update(&f, 2000), -100 - 590 + 500);
  }
}

// All on screen goes, with rows before it, of which at most 128 are looked at for one that stayed;
// or all of them. The next row comes to the viewport's start, wherever it is now.
static void next_row_comes_to_the_start_where_all_folds_away(void) {
  static const int64_t before[] = {5, 30, 50};
  for (int i = 0; i < 3; i++) {
    FIXTURE(f, begin_unmeasured(&f, 50, 200));
    fixture_update(&f, 2500);
    CHECK_OK(rc_list_remove(f.list, 50 - before[i], 70));
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 60));
    fixture_update(&f, 2500);
    CHECK_EQUAL(f.update.visible.lower, 110 - before[i]);
    CHECK_POINTS(f.update.offset, 50 * (110 - (double)before[i]));
  }
}

// A row that came and went is no edit: the end is kept in place while it is measured.
static void row_that_comes_and_goes_counts_as_nothing(void) {
  for (int comes = 0; comes < 2; comes++) {
    FIXTURE(f, begin_unmeasured(&f, 50, 100));
    fixture_update(&f, 4500);
    if (comes) CHECK_OK(rc_list_insert(f.list, 100, NULL, 1));
    if (comes) CHECK_OK(rc_list_remove(f.list, 100, 101));
    measure(&f, 90, 100, 80);
    CHECK_CORRECTION(fixture_update(&f, 4500), 300);
  }
}

// == an end that sticks ==

// The extent that a row has already; and a row that comes and goes.
static void what_comes_to_nothing_pulls_nobody_to_the_end(void) {
  FIXTURE(f, begin_chat(&f, 10));
  f.settings.stick_distances[RC_END_TAIL] = 100;
  fixture_configure(&f);
  fixture_update(&f, 450);
  fixture_measure(&f, 9, 100);
  CHECK_CORRECTION(fixture_update(&f, 450), 0);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  CHECK_OK(rc_list_remove(f.list, 0, 1));
  CHECK_CORRECTION(fixture_update(&f, 450), 0);
  fixture_measure(&f, 9, 110);
  CHECK_CORRECTION(fixture_update(&f, 450), 60);
}

// The last message grows between the events. Within two points of movement the end lets go, at any
// speed; and holds again once the user is back.
static void slow_finger_lets_go_of_the_end(void) {
  static const double steps[] = {8, 1, 0.5, 0.125};
  for (int i = 0; i < 4; i++) {
    FIXTURE(f, begin_chat(&f, 30));
    double offset = 2500, extent = 100;
    for (double moved = 0; moved < 2; moved += steps[i]) {
      fixture_scroll(&f, offset -= steps[i]);
      offset += f.update.correction;
      fixture_measure(&f, 29, extent += 3);
      fixture_update(&f, offset);
      offset += f.update.correction;
    }
    fixture_measure(&f, 29, extent += 50);
    CHECK_CORRECTION(fixture_update(&f, offset), 0);
    offset = 2900 + extent - 500;
    fixture_scroll(&f, offset);
    fixture_measure(&f, 29, extent + 30);
    CHECK_CORRECTION(fixture_update(&f, offset), 30);
  }
}

// Fixed insets do not extend what can be scrolled, so the end is that of the whole viewport.
static void end_that_sticks_is_behind_an_inset_that_is_fixed(void) {
  for (int is_fixed = 0; is_fixed < 2; is_fixed++) {
    FIXTURE(f, begin_chat(&f, 10));
    f.viewport.inset_end = 100;
    f.viewport.insets_are_fixed = is_fixed;
    fixture_update(&f, 500);
    CHECK_POINTS(f.update.offset, is_fixed ? 500 : 600);
    CHECK_OK(rc_list_insert(f.list, 10, NULL, 1));
    CHECK_CORRECTION(fixture_again(&f), 44);
  }
}

// == another width ==

// All rows are to be measured again. The one that a scroll back brings on screen keeps its end, so
// that what is read stays; the one that was there keeps its start.
static void row_of_another_width_keeps_what_is_read(void) {
  for (int was_there = 0; was_there < 2; was_there++) {
    FIXTURE(f, fixture_begin(&f, 100));
    fixture_update(&f, was_there ? 2050 : 2100);
    CHECK_OK(rc_list_mark_provisional(f.list, 0, 100));
    fixture_scroll(&f, 2040);
    fixture_measure(&f, 20, 180);
    CHECK_CORRECTION(fixture_again(&f), was_there ? 0 : 80);
  }
}

static const test_case cases[] = {
    CASE(finger_at_the_lowest_offset_sees_the_same_in_each_update),
    CASE(pending_below_0_waits_for_the_release),
    CASE(target_that_is_set_moves_nothing),
    CASE(row_that_a_lazy_stack_measures_is_no_movement),
    CASE(header_and_insets_do_not_move_a_lazy_stack),
    CASE(rows_removed_in_any_order_correct_equally),
    CASE(next_row_comes_to_the_start_where_all_folds_away),
    CASE(row_that_comes_and_goes_counts_as_nothing),
    CASE(what_comes_to_nothing_pulls_nobody_to_the_end),
    CASE(slow_finger_lets_go_of_the_end),
    CASE(end_that_sticks_is_behind_an_inset_that_is_fixed),
    CASE(row_of_another_width_keeps_what_is_read),
};

const test_suite suite_list_touch = SUITE(cases);
