// What happens to a store where two things meet. Other cases of that kind are in test_store.c and
// test_store_keys.c.

#include <math.h>
#include <string.h>

#include "store_fixture.h"

/// Pages 1 2 of so many items, and a view that is at rest wherever it is.
static store_fixture begun(rc_store_source source, int64_t total) {
  store_fixture f = store_of(source);
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = total;
  (void)store_reply(&f, 1, "1 2");
  f.view.is_settled = true;
  return f;
}

static void limit_pages(store_fixture *f, int64_t pages) {
  f->settings.page_limit = pages;
  CHECK_EQUAL(rc_store_set_settings(f->store, &f->settings), RC_STATUS_OK);
}

static rc_store_load_state refresh_of(store_fixture *f) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_SENTINEL};
  (void)rc_store_load_of_refresh(f->store, &load);
  return load.state;
}

static void reply_for_a_cell_that_is_far_by_now_is_placed_and_dropped(void) {
  STORE(f, begun(RC_STORE_SOURCE_OFFSETS, 40));
  limit_pages(&f, 1);
  CHECK_TEXT(store_look(&f, 30, 32, 30, 32), "AT 30+2");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  CHECK_TEXT(store_reply(&f, 2, "31 32"), "FILL 30-32 CLEAR 30-32");
  CHECK_EQUAL(f.result.new_count, 2);
  CHECK_EQUAL(f.result.id_slots[0], -1);
  CHECK_EQUAL(f.result.dropped[0], f.result.page);
}

static void page_that_was_dropped_while_its_cell_was_requested_is_filled_again(void) {
  STORE(f, begun(RC_STORE_SOURCE_OFFSETS, 3));
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 2, "3"), "FILL 2-3");
  // The short last cell is requested again, and its page dropped meanwhile.
  CHECK_EQUAL(rc_store_open(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "AT 2+2");
  CHECK_EQUAL(rc_store_remove(f.store, 3, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_reply(&f, 3, "3 4"), "INSERT 2-4");
  CHECK_TEXT(store_slots(&f), "1 2 3 4");
}

static void refresh_while_a_jump_waits_is_made_where_the_user_is_then(void) {
  STORE(f, begun(RC_STORE_SOURCE_OFFSETS, 40));
  f.view.is_settled = false;
  CHECK_TEXT(store_look(&f, 0, 2, 0, 4), "AT 2+2");
  f.view.time = 1;
  CHECK_TEXT(store_look(&f, 20, 22, 20, 22), "");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_EQUAL(refresh_of(&f), RC_STORE_LOAD_STATE_MORE);
  // Not settled, and yet the refresh is requested at once.
  CHECK_TEXT(store_look(&f, 30, 32, 30, 32), "AT 28+6!");
  CHECK_EQUAL(f.plan.given_up_count, 1);
  CHECK_TEXT(store_reply(&f, 2, "3 4"), rc_status_text(RC_STATUS_STALE));
}

static void refresh_forgets_a_jump_to_an_end(void) {
  STORE(f, begun(RC_STORE_SOURCE_KEYS, 40));
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "LAST 2");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(store_reply(&f, 2, "39 40"), rc_status_text(RC_STATUS_STALE));
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "FIRST 2!");
  f.told.total = 40;
  CHECK_TEXT(store_reply(&f, 3, "1 2"), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
}

static void jump_while_a_refresh_is_requested_waits_for_its_reply_and_settles(void) {
  STORE(f, begun(RC_STORE_SOURCE_OFFSETS, 40));
  f.view.is_settled = false;
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 0+2!");
  f.view.time = 1;
  CHECK_TEXT(store_look(&f, 20, 22, 20, 22), "");
  f.view.time = 5;
  CHECK_TEXT(store_look(&f, 20, 22, 20, 22), "");
  CHECK(f.plan.next_time == INFINITY);
  f.told.total = 40;
  CHECK_TEXT(store_reply(&f, 2, "1 2"), "");
  CHECK_TEXT(store_look(&f, 20, 22, 20, 22), "AT 20+2");
}

static void refresh_that_fails_keeps_the_rows_and_says_so(void) {
  STORE(f, begun(RC_STORE_SOURCE_KEYS, 2));
  CHECK_EQUAL(refresh_of(&f), RC_STORE_LOAD_STATE_ENDED);
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "FIRST 2!");
  CHECK_EQUAL(refresh_of(&f), RC_STORE_LOAD_STATE_LOADING);
  CHECK_EQUAL(rc_store_fail(f.store, 2, 0, 0), RC_STATUS_OK);
  CHECK_EQUAL(refresh_of(&f), RC_STORE_LOAD_STATE_FAILED);
  CHECK_TEXT(store_slots(&f), "1 2");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  CHECK(f.plan.next_time == 1);
}

static void item_of_the_hosts_own_at_a_dropped_head_arrives_before_a_gap(void) {
  const rc_id own = 99;
  STORE(f, begun(RC_STORE_SOURCE_KEYS, 6));
  limit_pages(&f, 1);
  CHECK_TEXT(store_look(&f, 2, 6, 2, 6), "AFTER 2+2");
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4");
  CHECK_TEXT(store_look(&f, 5, 6, 5, 6), "AFTER 4+2");
  CHECK_TEXT(store_reply(&f, 3, "5 6"), "FILL 4-6 CLEAR 0-4");
  CHECK_EQUAL(rc_store_insert(f.store, 0, &own, 1, &f.result), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 6, 0, 6), "FIRST 2 BEFORE 5+2");
  CHECK_TEXT(store_reply(&f, 4, "99 1"), "FILL 0-2");
  CHECK_TEXT(store_slots(&f), "99 1 - - 5 6");
}

static void items_that_move_back_together_leave_what_was_between_them(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = 8;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = 8;
  (void)store_reply(&f, 1, "1 8 2 3 4 5 6 7");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 0+8!");
  f.told.total = 7;
  CHECK_TEXT(store_reply(&f, 2, "3 4 5 6 7 1 2"), "MOVE 0-1>7 MOVE 1-2>7 REMOVE 0-1");
  CHECK_TEXT(store_slots(&f), "3 4 5 6 7 1 2");
}

static void jump_to_an_end_that_makes_the_list_too_long_is_refused(void) {
  STORE(f, begun(RC_STORE_SOURCE_KEYS, RC_ITEM_COUNT_MAX - 1));
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 1, 0, 1), "FIRST 2");
  // One slot is left, which a new item, a gap row and a placeholder before them do not fit in.
  f.told.before = 1;
  CHECK_TEXT(store_reply(&f, 2, "-9"), rc_status_text(RC_STATUS_LIMIT));
  f.told.before = 0;
  CHECK_TEXT(store_reply(&f, 2, "1"), "");
}

// == late pages ==

static void check_late(store_fixture *f, int64_t pages, double stall) {
  rc_store_counts counts = {0};
  CHECK_EQUAL(rc_store_get_counts(f->store, &counts), RC_STATUS_OK);
  CHECK_EQUAL(counts.late_page_count, pages);
  CHECK_F(counts.stall == stall, "stall is %g, expected %g", counts.stall, stall);
}

static void look_at(store_fixture *f, double time, int64_t lower, int64_t upper) {
  f->view.time = time;
  (void)store_look(f, lower, upper, lower, upper);
}

static void pages_are_late_whose_placeholders_were_visible_before_them(void) {  // (40)
  STORE(f, begun(RC_STORE_SOURCE_OFFSETS, 8));
  // Cell 1 comes in time, as it was only wanted.
  f.view.time = 0;
  CHECK_TEXT(store_look(&f, 0, 2, 0, 4), "AT 2+2");
  (void)store_reply(&f, 2, "3 4");
  look_at(&f, 1, 1, 4);
  check_late(&f, 0, 0);
  // Cells 2 and 3 do not, though one fails, and 3 is gone from the screen when it comes.
  look_at(&f, 2, 3, 7);
  look_at(&f, 2.25, 3, 6);
  CHECK_EQUAL(rc_store_fail(f.store, 3, 2.5, 0), RC_STATUS_OK);
  check_late(&f, 0, 0.25);
  (void)store_reply(&f, 4, "7 8");
  check_late(&f, 1, 0.25);
  look_at(&f, 3, 3, 6);
  look_at(&f, 3.5, 3, 6);
  (void)store_reply(&f, 5, "5 6");
  look_at(&f, 4, 3, 6);
  look_at(&f, 9, 3, 6);
  check_late(&f, 2, 2);
}

static void page_beyond_the_last_item_is_late_once_that_is_visible(void) {  // (40)
  STORE(f, store_of(RC_STORE_SOURCE_KEYS));
  f.options.has_placeholders = false;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.after = RC_STORE_SOME;
  (void)store_reply(&f, 1, "1 2 3");
  f.view.time = 1;
  CHECK_TEXT(store_look(&f, 0, 2, 0, 3), "AFTER 3+2");
  check_late(&f, 0, 0);
  look_at(&f, 2, 1, 3);
  look_at(&f, 2.5, 1, 3);
  f.told.after = 0;
  (void)store_reply(&f, 2, "4 5");
  look_at(&f, 3, 1, 3);
  look_at(&f, 8, 3, 5);
  look_at(&f, 9, 3, 5);
  check_late(&f, 1, 1);
}

static void nothing_is_late_while_refreshing_or_hidden(void) {  // (40)
  STORE(f, begun(RC_STORE_SOURCE_OFFSETS, 8));
  f.view.time = 0;
  (void)store_look(&f, 0, 2, 0, 8);
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  look_at(&f, 1, 2, 6);
  look_at(&f, 2, 2, 6);
  f.told.total = 8;
  (void)store_reply(&f, 5, "1 2 3 4 5 6");
  f.view.time = 3;
  CHECK_TEXT(store_look(&f, 2, 6, 2, 8), "AT 6+2");
  look_at(&f, 4, 7, 7);
  look_at(&f, 5, 7, 7);
  (void)store_reply(&f, 6, "7 8");
  check_late(&f, 0, 0);
}

static const test_case cases[] = {
    CASE(pages_are_late_whose_placeholders_were_visible_before_them),
    CASE(page_beyond_the_last_item_is_late_once_that_is_visible),
    CASE(nothing_is_late_while_refreshing_or_hidden),
    CASE(reply_for_a_cell_that_is_far_by_now_is_placed_and_dropped),
    CASE(page_that_was_dropped_while_its_cell_was_requested_is_filled_again),
    CASE(refresh_while_a_jump_waits_is_made_where_the_user_is_then),
    CASE(refresh_forgets_a_jump_to_an_end),
    CASE(jump_while_a_refresh_is_requested_waits_for_its_reply_and_settles),
    CASE(refresh_that_fails_keeps_the_rows_and_says_so),
    CASE(items_that_move_back_together_leave_what_was_between_them),
    CASE(jump_to_an_end_that_makes_the_list_too_long_is_refused),
    CASE(item_of_the_hosts_own_at_a_dropped_head_arrives_before_a_gap),
};

const test_suite suite_store_timing = SUITE(cases);
