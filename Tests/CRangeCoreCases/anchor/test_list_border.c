// The border with the toolkit, with numbers worked out by hand: rows of 100 points under a viewport
// of 300, unless a case says otherwise.

#include "../list/list_fixture.h"

static void begin(list_fixture *f, int64_t count) {
  fixture_begin(f, count);
  f->viewport.length = 300;
}

/// Of rows that are not measured.
static void begin_unmeasured(list_fixture *f, int64_t count) {
  fixture_begin_spaced(f, 100, 0, count);
  f->viewport.length = 300;
}

static void begin_chat(list_fixture *f, int64_t count) {
  begin(f, count);
  f->settings.sticks[RC_END_TAIL] = true;
  fixture_configure(f);
}

static void set_extra(list_fixture *f, rc_end end, double length) {
  f->settings.extra_lengths[end] = length;
  fixture_configure(f);
}

static void insert(list_fixture *f, int64_t index, int64_t count) {
  const double extents[] = {100, 100, 100, 100, 100};
  CHECK_OK(rc_list_insert(f->list, index, extents, count));
}

/// Checks by how much an item is below the viewport's start.
#define CHECK_PLACE(index, expected) \
  CHECK_POINTS(fixture_offset_of(&f, index) - f.update.offset, expected)

// == a correction stays within what can be scrolled ==

static void first_row_that_turns_out_short_shows_its_start(void) {
  FIXTURE(f, begin_unmeasured(&f, 10));
  fixture_scroll(&f, 50);
  fixture_measure(&f, 0, 20);
  CHECK_CORRECTION(fixture_update(&f, 50), -50);
  CHECK_POINTS(f.update.offset, 0);
}

static void removed_row_leaves_rows_that_all_fit_at_the_start(void) {
  FIXTURE(f, begin(&f, 4));
  fixture_update(&f, 50);
  CHECK_OK(rc_list_remove(f.list, 0, 1));
  CHECK_CORRECTION(fixture_update(&f, 50), -50);
}

static void insertion_above_rows_that_all_fit_corrects_nothing(void) {
  FIXTURE(f, begin(&f, 2));
  fixture_update(&f, 0);
  insert(&f, 0, 1);
  CHECK_CORRECTION(fixture_update(&f, 0), 0);
}

static void same_update_answers_for_the_new_end(void) {
  FIXTURE(f, begin(&f, 10));
  fixture_update(&f, 700);
  CHECK_OK(rc_list_remove(f.list, 5, 10));
  CHECK_CORRECTION(fixture_update(&f, 700), -500);
  CHECK_INTERVAL(f.update.visible, 2, 5);
}

static void bounce_goes_on_as_it_was(void) {
  FIXTURE(f, begin(&f, 10));
  fixture_update(&f, 700);
  fixture_scroll(&f, 720);
  CHECK_POINTS(f.update.offset, 720);
  CHECK_OK(rc_list_remove(f.list, 5, 10));
  CHECK_CORRECTION(fixture_update(&f, 720), -500);
  fixture_scroll(&f, -30);
  insert(&f, 0, 1);
  CHECK_CORRECTION(fixture_update(&f, -30), 100);
  CHECK_PLACE(1, 30);
}

static void first_update_and_programmatic_scrolls_are_clamped(void) {
  FIXTURE(f, begin(&f, 10));
  CHECK_CORRECTION(fixture_update(&f, 800), -100);
  CHECK_CORRECTION(fixture_update(&f, 2000), -1300);
  CHECK_CORRECTION(fixture_update(&f, -40), 40);
}

static void insets_extend_what_can_be_scrolled_unless_they_are_fixed(void) {
  for (int fixed = 0; fixed < 2; fixed++) {
    FIXTURE(f, begin(&f, 10));
    f.viewport.inset_start = 40;
    f.viewport.inset_end = 60;
    f.viewport.insets_are_fixed = fixed;
    CHECK_CORRECTION(fixture_update(&f, -500), fixed ? 500 : 460);
    CHECK_CORRECTION(fixture_update(&f, 5000), (fixed ? 700 : 760) - 5000);
  }
}

static void list_without_length_is_not_corrected(void) {
  FIXTURE(f, begin(&f, 0));
  CHECK_CORRECTION(fixture_update(&f, 70), 0);
  insert(&f, 0, 5);
  CHECK_CORRECTION(fixture_update(&f, 70), 0);
}

// == who takes the anchor's part ==

static void order_of_edits_and_measurements_does_not_matter(void) {
  for (int order = 0; order < 6; order++) {
    FIXTURE(f, begin_unmeasured(&f, 20));
    fixture_scroll(&f, 550);
    bool is_removed = false;
    for (int step = 0; step < 3; step++) {
      // All six orders of: measure row 6, remove row 5, insert a row above.
      static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
      const int what = orders[order][step];
      const int64_t above = rc_list_count(f.list) - (is_removed ? 19 : 20);
      if (what == 0) fixture_measure(&f, 6 + above - is_removed, 150);
      if (what == 1) CHECK_OK(rc_list_remove(f.list, 5 + above, 6 + above));
      if (what == 1) is_removed = true;
      if (what == 2) insert(&f, 0, 1);
    }
    // Row 6 was at 600. It is at 600 again: one row was removed above it, and one inserted.
    CHECK_CORRECTION(fixture_update(&f, 550), 0);
    CHECK_PLACE(6, 50);
  }
}

static void measured_row_does_not_push_who_takes_the_part(void) {
  FIXTURE(f, begin_unmeasured(&f, 20));
  fixture_scroll(&f, 550);
  fixture_measure(&f, 5, 180);
  fixture_measure(&f, 6, 130);
  CHECK_OK(rc_list_remove(f.list, 5, 7));
  CHECK_CORRECTION(fixture_update(&f, 550), -200);
  CHECK_PLACE(5, 150);
}

// An update without a viewport shows nothing: what is kept is where the one before has shown it.
static void estimates_of_an_update_without_a_viewport_push_nobody(void) {
  FIXTURE(f, begin_unmeasured(&f, 20));
  fixture_measure(&f, 19, 200);
  fixture_scroll(&f, 550);
  f.settings.uses_mean_estimate = true;
  fixture_configure(&f);
  f.viewport.length = 0;
  fixture_update(&f, 550);
  f.viewport.length = 300;
  CHECK_OK(rc_list_remove(f.list, 5, 7));
  // Row 7 was at 700, after five rows of 200 it is at 1000. (Row 4 would have moved by 400.)
  CHECK_CORRECTION(fixture_update(&f, 550), 300);
  CHECK_PLACE(5, 150);
}

static void inserted_items_do_not_take_the_part(void) {
  FIXTURE(f, begin(&f, 20));
  fixture_update(&f, 550);
  insert(&f, 6, 2);
  CHECK_OK(rc_list_remove(f.list, 5, 6));
  // Row 6 stays at 600, the two new ones end there.
  CHECK_CORRECTION(fixture_update(&f, 550), 100);
  CHECK_PLACE(7, 50);
}

static void next_item_that_stayed_is_never_above_the_start(void) {
  FIXTURE(f, begin(&f, 20));
  fixture_update(&f, 550);
  CHECK_OK(rc_list_remove(f.list, 5, 9));
  // Row 4 would stay at 400, and row 9 come to 500.
  CHECK_CORRECTION(fixture_update(&f, 550), -50);
  CHECK_PLACE(5, 0);
}

static void previous_item_stays_when_all_on_screen_are_replaced(void) {
  FIXTURE(f, begin(&f, 20));
  fixture_update(&f, 550);
  insert(&f, 0, 1);
  CHECK_OK(rc_list_remove(f.list, 2, 21));
  insert(&f, 2, 5);
  insert(&f, 7, 5);
  CHECK_CORRECTION(fixture_update(&f, 550), 100);
}

// Far more edits than stretches are remembered, on either side of the anchor.
static void anchor_is_not_lost_among_many_edits(void) {
  for (int side = 0; side < 3; side++) {
    FIXTURE(f, begin(&f, 300));
    fixture_update(&f, 15050);
    int64_t above = 0;
    for (int64_t i = 0; i < 60; i++) {
      if (side != 1) insert(&f, 2 * i, 1);
      if (side != 1) above++;
      if (side != 0) insert(&f, 160 + above + 2 * i, 1);
    }
    if (side == 2) CHECK_OK(rc_list_remove(f.list, 150 + above, 151 + above));
    CHECK_CORRECTION(fixture_update(&f, 15050), 100 * (double)above - (side == 2 ? 100 : 0));
  }
}

static void all_edits_above_an_anchor_that_is_gone_are_compensated(void) {
  FIXTURE(f, begin(&f, 300));
  fixture_update(&f, 29000);
  CHECK_OK(rc_list_remove(f.list, 290, 300));
  insert(&f, 290, 5);
  insert(&f, 295, 5);
  for (int64_t i = 0; i < 60; i++) insert(&f, 2 * i, 1);
  CHECK_CORRECTION(fixture_update(&f, 29000), 6000);
}

// 150 rows are on screen, of which the first 128 are remembered.
static void rows_too_far_down_the_screen_take_no_part(void) {
  for (int64_t removed = 127; removed <= 129; removed++) {
    FIXTURE(f, fixture_begin_spaced(&f, 2, 0, 1000));
    f.viewport.length = 300;
    fixture_update(&f, 1001);
    CHECK_OK(rc_list_remove(f.list, 500, 500 + removed));
    const double expected = removed < 128 ? -2 * (double)removed : -1;
    CHECK_CORRECTION(fixture_update(&f, 1001), expected);
  }
}

static void invalid_extents_at_the_end_change_nothing(void) {
  FIXTURE(f, begin(&f, 10));
  fixture_scroll(&f, 700);
  const double extents[] = {150, -1};
  fixture_measure(&f, 9, 120);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 8, NULL, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, -1, extents, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 11, extents, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 8, extents, SIZE_MAX), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 9, extents, 2), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 8, extents, 2), RC_STATUS_ARGUMENT);
  const double long_extent = 1e300;
  CHECK_EQUAL(rc_list_set_row_extents(f.list, 8, &long_extent, 1), RC_STATUS_LIMIT);
  CHECK_CORRECTION(fixture_update(&f, 700), 0);
}

static void row_at_the_start_keeps_its_end_when_read_upward(void) {
  for (int backward = 0; backward < 2; backward++) {
    FIXTURE(f, begin_unmeasured(&f, 20));
    fixture_update(&f, backward ? 900 : 500);
    fixture_scroll(&f, 700);
    fixture_measure(&f, 7, 160);
    CHECK_CORRECTION(fixture_update(&f, 700), backward ? 60 : 0);
  }
}

// The user scrolls upward by four rows at once. Whatever they turn out to be, in whichever order
// and however many updates they are measured, the row that was read stays where the scroll has put
// it.
static void rows_uncovered_together_move_nothing_that_was_on_screen(void) {
  for (int way = 0; way < 4; way++) {
    FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 50));
    for (int64_t row = 20; row < 50; row++) fixture_measure(&f, row, 100);
    fixture_scroll(&f, 2000);
    const double offset = way == 3 ? 1600 : 1640;
    fixture_scroll(&f, offset);
    double moved = 0;
    for (int64_t i = 16; i < 20; i++) {
      fixture_measure(&f, way == 1 ? 35 - i : i, (double)(90 + 7 * i));
      if (way != 2) continue;
      // One row at a time, with an update after each.
      fixture_again(&f);
      moved += f.update.correction;
    }
    fixture_again(&f);
    moved += f.update.correction;
    CHECK_POINTS(fixture_offset_of(&f, 20) - (offset + moved), 2000 - offset);
    // From then on the row at the start is what stays.
    fixture_measure(&f, 19, 500);
    CHECK_CORRECTION(fixture_again(&f), 0);
  }
}

// Rows 20 ..< 24 are removed. Row 24 keeps its place, and what comes into view before it is
// measured.
static void rows_uncovered_by_a_removal_move_nothing_that_was_on_screen(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 100, 0, 50));
  for (int64_t row = 20; row < 50; row++) fixture_measure(&f, row, 100);
  fixture_scroll(&f, 2030);
  CHECK_OK(rc_list_remove(f.list, 20, 24));
  CHECK_CORRECTION(fixture_again(&f), -400);
  for (int64_t row = 16; row < 20; row++) fixture_measure(&f, row, 120);
  CHECK_CORRECTION(fixture_again(&f), 80);
  CHECK_POINTS(fixture_offset_of(&f, 20) - (1630 + 80), 2400 - 2030);
}

// At a guess that came with the insertion, too, and where the extents were kept.
static void uncovered_guesses_move_nothing_that_was_on_screen(void) {
  for (int is_kept = 0; is_kept < 2; is_kept++) {
    FIXTURE(f, fixture_begin(&f, 30));
    fixture_scroll(&f, 1000);
    if (is_kept == 0) {
      double guesses[10];
      for (int i = 0; i < 10; i++) guesses[i] = 100;
      CHECK_OK(rc_list_insert(f.list, 0, guesses, 10));
    }
    CHECK_OK(rc_list_mark_provisional(f.list, 0, 10));
    fixture_again(&f);
    const double offset = is_kept == 0 ? 2000 : 1000;
    if (is_kept == 0) {
      // Far above: nothing of this was on screen, so only the first row's end stays.
      fixture_scroll(&f, 750);
      fixture_scroll(&f, 550);
      for (int64_t row = 5; row < 7; row++) fixture_measure(&f, row, 130);
      CHECK_CORRECTION(fixture_again(&f), 60);
      continue;
    }
    fixture_scroll(&f, offset - 250);
    for (int64_t row = 7; row < 10; row++) fixture_measure(&f, row, 130);
    CHECK_CORRECTION(fixture_again(&f), 90);
  }
}

static void whoever_went_to_the_top_stays_there(void) {
  FIXTURE(f, begin_unmeasured(&f, 20));
  fixture_update(&f, 300);
  fixture_scroll(&f, 0.5);
  fixture_measure(&f, 0, 160);
  CHECK_CORRECTION(fixture_update(&f, 0.5), 0);
}

// == the end, while it is measured ==

static void dragged_thumb_shows_the_last_item(void) {
  FIXTURE(f, begin_unmeasured(&f, 10));
  fixture_scroll(&f, 699);
  for (int64_t row = 6; row < 10; row++) fixture_measure(&f, row, 150);
  CHECK_CORRECTION(fixture_update(&f, 699), 200);
  CHECK_INTERVAL(f.update.visible, 7, 10);
  // 899: a point before the end, as before.
  fixture_measure(&f, 6, 100);
  CHECK_CORRECTION(fixture_again(&f), -50);
}

static void end_is_kept_through_forgetting_and_estimates(void) {
  FIXTURE(f, begin_unmeasured(&f, 10));
  fixture_scroll(&f, 700);
  CHECK_OK(rc_list_set_estimate(f.list, 120));
  CHECK_CORRECTION(fixture_again(&f), 200);
  fixture_measure(&f, 9, 50);
  CHECK_CORRECTION(fixture_again(&f), -70);
  CHECK_OK(rc_list_forget(f.list, 9, 10));
  CHECK_CORRECTION(fixture_again(&f), 70);
}

static void growth_of_a_measured_row_keeps_the_anchor_at_the_end(void) {
  FIXTURE(f, begin(&f, 10));
  fixture_scroll(&f, 700);
  fixture_measure(&f, 8, 180);
  CHECK_CORRECTION(fixture_update(&f, 700), 0);
  fixture_scroll(&f, 780);
  fixture_measure(&f, 0, 130);
  CHECK_CORRECTION(fixture_update(&f, 780), 30);
}

static void batch_drags_nobody_along(void) {
  FIXTURE(f, begin_unmeasured(&f, 10));
  fixture_scroll(&f, 700);
  insert(&f, 10, 5);
  CHECK_CORRECTION(fixture_update(&f, 700), 0);
}

static void insertion_above_the_end_is_compensated(void) {
  FIXTURE(f, begin_unmeasured(&f, 10));
  fixture_scroll(&f, 700);
  insert(&f, 0, 2);
  fixture_measure(&f, 11, 150);
  CHECK_CORRECTION(fixture_update(&f, 700), 250);
}

static void list_that_can_hardly_be_scrolled_is_not_at_its_end(void) {
  for (int more = 0; more < 2; more++) {
    FIXTURE(f, begin_unmeasured(&f, 2));
    const double last = more ? 101 + 1.0 / 960 : 101;
    CHECK_OK(rc_list_insert(f.list, 0, &last, 1));
    fixture_scroll(&f, 1);
    fixture_measure(&f, 2, 150);
    CHECK_CORRECTION(fixture_update(&f, 1), more ? 50 : 0);
  }
}

// == sticking ==

static void chat_that_its_host_clamps_follows_what_is_appended(void) {
  FIXTURE(f, begin_chat(&f, 10));
  fixture_update(&f, 700);
  CHECK_OK(rc_list_remove(f.list, 8, 10));
  insert(&f, 8, 1);
  // The host has clamped to 500, the end of eight rows.
  CHECK_CORRECTION(fixture_update(&f, 500), 100);
  fixture_scroll(&f, 620);
  insert(&f, 9, 1);
  CHECK_CORRECTION(fixture_update(&f, 600), 100);
}

static void chat_follows_only_from_its_end(void) {
  static const double offsets[] = {700, 650, 640};
  static const double corrections[] = {100, 150, 0};
  for (int i = 0; i < 3; i++) {
    FIXTURE(f, begin_chat(&f, 10));
    f.settings.stick_distances[RC_END_TAIL] = 50;
    fixture_configure(&f);
    fixture_update(&f, 100);
    fixture_scroll(&f, offsets[i]);
    insert(&f, 10, 1);
    CHECK_CORRECTION(fixture_update(&f, offsets[i]), corrections[i]);
  }
}

static void chat_lets_go_of_who_scrolls_back(void) {
  FIXTURE(f, begin_chat(&f, 10));
  f.settings.stick_distances[RC_END_TAIL] = 50;
  fixture_configure(&f);
  fixture_update(&f, 700);
  fixture_scroll(&f, 680);
  insert(&f, 10, 1);
  CHECK_CORRECTION(fixture_update(&f, 680), 0);
  fixture_scroll(&f, 799);
  insert(&f, 11, 1);
  CHECK_CORRECTION(fixture_scroll(&f, 797), 0);
}

static void typing_indicator_is_part_of_the_end(void) {
  FIXTURE(f, begin_chat(&f, 10));
  fixture_update(&f, 700);
  set_extra(&f, RC_END_TAIL, 40);
  CHECK_CORRECTION(fixture_update(&f, 700), 40);
  CHECK_CORRECTION(fixture_again(&f), 0);
  set_extra(&f, RC_END_TAIL, 0);
  CHECK_CORRECTION(fixture_again(&f), -40);
}

static void chat_follows_growth_and_resizing(void) {
  FIXTURE(f, begin_chat(&f, 10));
  fixture_update(&f, 700);
  fixture_measure(&f, 9, 180);
  CHECK_CORRECTION(fixture_again(&f), 80);
  f.viewport.length = 200;
  CHECK_CORRECTION(fixture_again(&f), 100);
  // The host has moved its offset with the keyboard itself.
  f.viewport.length = 300;
  CHECK_CORRECTION(fixture_update(&f, 780), 0);
}

static void chat_follows_a_change_of_the_mean(void) {
  FIXTURE(f, begin_chat(&f, 10));
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 10));
  fixture_update(&f, 0);
  CHECK_POINTS(f.update.offset, 1140);
  f.settings.uses_mean_estimate = true;
  fixture_configure(&f);
  CHECK_CORRECTION(fixture_again(&f), 560);
}

static void chat_begins_at_its_end_unless_told_otherwise(void) {
  static const double offsets[] = {0, 1.0 / RC_TICKS_PER_POINT, 200};
  for (int told = 0; told < 3; told++) {
    FIXTURE(f, begin_chat(&f, 10));
    CHECK_CORRECTION(fixture_update(&f, offsets[told]), told > 0 ? 0 : 700);
  }
}

static void feed_that_sticks_to_its_head_shows_what_comes(void) {
  static const double offsets[] = {0, 20, 21};
  static const double corrections[] = {0, -20, 200};
  for (int i = 0; i < 3; i++) {
    FIXTURE(f, begin(&f, 10));
    f.settings.sticks[RC_END_HEAD] = true;
    f.settings.stick_distances[RC_END_HEAD] = 20;
    fixture_configure(&f);
    fixture_update(&f, offsets[i]);
    insert(&f, 0, 1);
    CHECK_OK(rc_list_move(f.list, 8, 9, 0));
    CHECK_CORRECTION(fixture_update(&f, offsets[i]), corrections[i]);
  }
}

static void feed_shows_the_only_item_that_has_come(void) {
  FIXTURE(f, begin(&f, 10));
  f.settings.sticks[RC_END_HEAD] = true;
  f.settings.stick_distances[RC_END_HEAD] = 20;
  fixture_configure(&f);
  fixture_update(&f, 20);
  CHECK_OK(rc_list_remove(f.list, 0, 10));
  CHECK_OK(rc_list_insert(f.list, 0, (double[]){1000}, 1));
  CHECK_CORRECTION(fixture_update(&f, 20), -20);
}

static void feed_keeps_its_bounce_and_follows_nothing_below(void) {
  FIXTURE(f, begin(&f, 10));
  f.settings.sticks[RC_END_HEAD] = true;
  fixture_configure(&f);
  fixture_update(&f, 0);
  fixture_scroll(&f, -30);
  insert(&f, 0, 1);
  CHECK_CORRECTION(fixture_update(&f, -30), 0);
  insert(&f, 1, 1);
  CHECK_CORRECTION(fixture_update(&f, -30), 0);
  fixture_scroll(&f, 20);
  insert(&f, 0, 1);
  CHECK_CORRECTION(fixture_update(&f, 20), 100);
}

static void tail_wins_where_both_ends_stick(void) {
  FIXTURE(f, begin_chat(&f, 3));
  f.settings.sticks[RC_END_HEAD] = true;
  fixture_configure(&f);
  fixture_update(&f, 0);
  insert(&f, 0, 2);
  CHECK_CORRECTION(fixture_update(&f, 0), 200);
}

// == the head grows ==

static void header_grows_downward_at_the_start(void) {
  static const double offsets[] = {0, 30, 60, 200};
  static const double corrections[] = {0, 0, 60, 60};
  for (int i = 0; i < 4; i++) {
    FIXTURE(f, begin(&f, 10));
    set_extra(&f, RC_END_HEAD, 60);
    fixture_update(&f, offsets[i]);
    set_extra(&f, RC_END_HEAD, 120);
    CHECK_CORRECTION(fixture_update(&f, offsets[i]), corrections[i]);
  }
}

static void rows_before_the_first_keep_it_in_place_whatever_the_head_does(void) {
  FIXTURE(f, begin(&f, 10));
  set_extra(&f, RC_END_HEAD, 60);
  fixture_update(&f, 0);
  set_extra(&f, RC_END_HEAD, 90);
  insert(&f, 0, 1);
  CHECK_CORRECTION(fixture_update(&f, 0), 130);
  CHECK_PLACE(1, 60);
}

static void header_taller_than_the_viewport_moves_nothing(void) {
  FIXTURE(f, begin(&f, 10));
  set_extra(&f, RC_END_HEAD, 500);
  fixture_update(&f, 100);
  insert(&f, 0, 1);
  set_extra(&f, RC_END_HEAD, 700);
  CHECK_CORRECTION(fixture_update(&f, 100), 0);
}

// == held ==

static void held_thumb_reaches_the_top(void) {
  FIXTURE(f, fixture_begin_spaced(&f, 60, 0, 1000));
  f.viewport.length = 600;
  fixture_update(&f, 3000);
  f.viewport.is_held = true;
  double offset = 3000;
  for (int step = 0; step < 100 && offset > 0; step++) {
    offset -= 50;
    fixture_scroll(&f, offset < 0 ? 0 : offset);
    const rc_interval visible = f.update.visible;
    for (int64_t row = visible.lower; row < visible.upper; row++) fixture_measure(&f, row, 90);
    fixture_scroll(&f, offset < 0 ? 0 : offset);
  }
  CHECK_POINTS(f.update.pending, 0);
  CHECK_POINTS(f.update.offset, 0);
  CHECK_EQUAL(f.update.visible.lower, 0);
  f.viewport.is_held = false;
  CHECK_CORRECTION(fixture_again(&f), 0);
}

static void leap_toward_the_top_gives_up_in_proportion(void) {
  FIXTURE(f, begin_unmeasured(&f, 20));
  fixture_update(&f, 550);
  f.viewport.is_held = true;
  fixture_measure(&f, 5, 400);
  fixture_scroll(&f, 550);
  CHECK_POINTS(f.update.pending, 300);
  CHECK_POINTS(f.update.scroll_length, 2000);
  // 300 × 220 ÷ 550
  fixture_scroll(&f, 220);
  CHECK_POINTS(f.update.pending, 120);
  CHECK_POINTS(f.update.offset, 340);
  fixture_scroll(&f, 300);
  CHECK_POINTS(f.update.pending, 120);
  fixture_scroll(&f, 0);
  CHECK_POINTS(f.update.pending, 0);
}

static void what_edits_have_added_is_left_at_the_top(void) {
  FIXTURE(f, begin(&f, 20));
  fixture_update(&f, 100);
  f.viewport.is_held = true;
  insert(&f, 0, 1);
  fixture_scroll(&f, 100);
  fixture_scroll(&f, 0);
  CHECK_POINTS(f.update.pending, 100);
  CHECK_POINTS(f.update.offset, 100);
  double offset = -1;
  CHECK_OK(rc_list_set_scroll_target(f.list, 0, 0, 0, &offset));
  CHECK_POINTS(offset, 0);
  f.viewport.is_held = false;
  CHECK_CORRECTION(fixture_update(&f, 0), 0);
  CHECK_POINTS(f.update.offset, 0);
}

static void negative_pending_is_given_up_before_the_first_item_is_passed(void) {
  FIXTURE(f, begin_unmeasured(&f, 20));
  fixture_update(&f, 550);
  f.viewport.is_held = true;
  insert(&f, 19, 1);
  CHECK_OK(rc_list_remove(f.list, 0, 4));
  fixture_scroll(&f, 550);
  CHECK_POINTS(f.update.pending, -400);
  fixture_scroll(&f, 300);
  CHECK_POINTS(f.update.pending, -300);
  CHECK_POINTS(f.update.offset, 0);
}

// == a host that keeps its own place ==

static void host_that_keeps_its_place_is_not_corrected(void) {
  FIXTURE(f, begin(&f, 100));
  f.viewport.has_item = true;
  f.viewport.item = 10;
  f.viewport.item_place = -50;
  fixture_update(&f, 0);
  CHECK_POINTS(f.update.offset, 1050);
  insert(&f, 0, 5);
  f.viewport.item = 15;
  f.viewport.is_user_driven = true;
  CHECK_CORRECTION(fixture_scroll(&f, 0), 0);
  CHECK_POINTS(f.update.offset, 1550);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
  // By 10 forward, then by 60 backward past the item's start.
  f.viewport.item_place = -60;
  CHECK_CORRECTION(fixture_scroll(&f, 0), 0);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
  f.viewport.item = 14;
  f.viewport.item_place = -100;
  CHECK_CORRECTION(fixture_scroll(&f, 0), 0);
  CHECK_EQUAL(f.update.direction, RC_DIRECTION_BACKWARD);
}

static void place_is_behind_the_inset_and_drops_what_is_pending(void) {
  FIXTURE(f, begin(&f, 100));
  f.viewport.inset_start = 40;
  fixture_update(&f, 1000);
  f.viewport.is_held = true;
  insert(&f, 0, 1);
  fixture_update(&f, 1000);
  CHECK_POINTS(f.update.pending, 100);
  f.viewport.has_item = true;
  f.viewport.item = 20;
  f.viewport.item_place = 30;
  fixture_update(&f, 0);
  CHECK_POINTS(f.update.pending, 0);
  CHECK_POINTS(f.update.offset, 1930);
  f.viewport.is_held = false;
  CHECK_CORRECTION(fixture_update(&f, 0), 0);
}

static void place_needs_an_item(void) {
  FIXTURE(f, begin(&f, 3));
  f.viewport.has_item = true;
  for (int64_t item = -1; item <= 3; item += 4) {
    f.viewport.item = item;
    CHECK_EQUAL(rc_list_update(f.list, &f.viewport, &f.update), RC_STATUS_ARGUMENT);
  }
}

// == targets ==

// What nobody has seen yet has no place to keep.
static void targets_before_the_first_update_are_where_their_items_are(void) {
  FIXTURE(f, begin(&f, 20));
  double offset = -1;
  CHECK_OK(rc_list_set_scroll_target(f.list, 0, 0, 0, &offset));
  insert(&f, 0, 1);
  CHECK_OK(rc_list_set_scroll_target(f.list, 5, 0, 0, &offset));
  CHECK_POINTS(offset, 500);
}

static void target_counts_once_it_is_approached(void) {
  FIXTURE(f, begin(&f, 50));
  fixture_update(&f, 1000);
  double offset = 0;
  CHECK_OK(rc_list_set_scroll_target(f.list, 30, 0, 0, &offset));
  fixture_measure(&f, 20, 150);
  CHECK_CORRECTION(fixture_update(&f, 1000), 0);
  CHECK_CORRECTION(fixture_update(&f, 1500), 50);
}

static void target_that_is_a_point_away_counts_at_once(void) {
  for (int further = 0; further < 2; further++) {
    FIXTURE(f, begin(&f, 50));
    fixture_update(&f, 1000);
    double offset = 0;
    const double shift = 1 + further / 960.0;
    CHECK_OK(rc_list_set_scroll_target(f.list, 10, 1, 200 + shift, &offset));
    CHECK_POINTS(offset, 1000 + shift);
    fixture_measure(&f, 10, 150);
    CHECK_CORRECTION(fixture_update(&f, 1000), further ? 0 : 50);
  }
}

static void movement_away_from_a_target_ends_it(void) {
  for (int toward = 0; toward < 2; toward++) {
    FIXTURE(f, begin(&f, 50));
    fixture_update(&f, 1000);
    double offset = 0;
    CHECK_OK(rc_list_set_scroll_target(f.list, 30, 0, 0, &offset));
    fixture_scroll(&f, toward ? 1100 : 900);
    fixture_measure(&f, 20, 150);
    CHECK_CORRECTION(fixture_update(&f, 1500), toward ? 50 : 0);
  }
}

static void chat_that_was_scrolled_to_its_last_message_follows_the_next(void) {
  FIXTURE(f, begin_chat(&f, 20));
  fixture_update(&f, 500);
  double offset = 0;
  CHECK_OK(rc_list_set_scroll_target(f.list, 19, 1, 0, &offset));
  fixture_update(&f, offset);
  insert(&f, 20, 1);
  CHECK_CORRECTION(fixture_update(&f, offset), 100);
  fixture_measure(&f, 20, 70);
  CHECK_CORRECTION(fixture_again(&f), -30);
  insert(&f, 21, 1);
  CHECK_CORRECTION(fixture_again(&f), 100);
}

static const test_case cases[] = {
    CASE(first_row_that_turns_out_short_shows_its_start),
    CASE(removed_row_leaves_rows_that_all_fit_at_the_start),
    CASE(insertion_above_rows_that_all_fit_corrects_nothing),
    CASE(same_update_answers_for_the_new_end),
    CASE(bounce_goes_on_as_it_was),
    CASE(first_update_and_programmatic_scrolls_are_clamped),
    CASE(insets_extend_what_can_be_scrolled_unless_they_are_fixed),
    CASE(list_without_length_is_not_corrected),
    CASE(order_of_edits_and_measurements_does_not_matter),
    CASE(measured_row_does_not_push_who_takes_the_part),
    CASE(estimates_of_an_update_without_a_viewport_push_nobody),
    CASE(inserted_items_do_not_take_the_part),
    CASE(next_item_that_stayed_is_never_above_the_start),
    CASE(previous_item_stays_when_all_on_screen_are_replaced),
    CASE(anchor_is_not_lost_among_many_edits),
    CASE(all_edits_above_an_anchor_that_is_gone_are_compensated),
    CASE(rows_too_far_down_the_screen_take_no_part),
    CASE(invalid_extents_at_the_end_change_nothing),
    CASE(row_at_the_start_keeps_its_end_when_read_upward),
    CASE(rows_uncovered_together_move_nothing_that_was_on_screen),
    CASE(rows_uncovered_by_a_removal_move_nothing_that_was_on_screen),
    CASE(uncovered_guesses_move_nothing_that_was_on_screen),
    CASE(whoever_went_to_the_top_stays_there),
    CASE(dragged_thumb_shows_the_last_item),
    CASE(end_is_kept_through_forgetting_and_estimates),
    CASE(growth_of_a_measured_row_keeps_the_anchor_at_the_end),
    CASE(batch_drags_nobody_along),
    CASE(insertion_above_the_end_is_compensated),
    CASE(list_that_can_hardly_be_scrolled_is_not_at_its_end),
    CASE(chat_that_its_host_clamps_follows_what_is_appended),
    CASE(chat_follows_only_from_its_end),
    CASE(chat_lets_go_of_who_scrolls_back),
    CASE(typing_indicator_is_part_of_the_end),
    CASE(chat_follows_growth_and_resizing),
    CASE(chat_follows_a_change_of_the_mean),
    CASE(chat_begins_at_its_end_unless_told_otherwise),
    CASE(feed_that_sticks_to_its_head_shows_what_comes),
    CASE(feed_shows_the_only_item_that_has_come),
    CASE(feed_keeps_its_bounce_and_follows_nothing_below),
    CASE(tail_wins_where_both_ends_stick),
    CASE(header_grows_downward_at_the_start),
    CASE(rows_before_the_first_keep_it_in_place_whatever_the_head_does),
    CASE(header_taller_than_the_viewport_moves_nothing),
    CASE(held_thumb_reaches_the_top),
    CASE(leap_toward_the_top_gives_up_in_proportion),
    CASE(what_edits_have_added_is_left_at_the_top),
    CASE(negative_pending_is_given_up_before_the_first_item_is_passed),
    CASE(host_that_keeps_its_place_is_not_corrected),
    CASE(place_is_behind_the_inset_and_drops_what_is_pending),
    CASE(place_needs_an_item),
    CASE(targets_before_the_first_update_are_where_their_items_are),
    CASE(target_counts_once_it_is_approached),
    CASE(target_that_is_a_point_away_counts_at_once),
    CASE(movement_away_from_a_target_ends_it),
    CASE(chat_that_was_scrolled_to_its_last_message_follows_the_next),
};

const test_suite suite_list_border = SUITE(cases);
