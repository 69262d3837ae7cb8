// Stores of a source of keys, sentence by sentence.

#include <math.h>
#include <string.h>

#include "store_fixture.h"

/// A store of keys that was refreshed at its start, with pages of two: 1 and 2, and so many after.
static store_fixture begun(int64_t after) {
  store_fixture f = store_of(RC_STORE_SOURCE_KEYS);
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.after = after;
  (void)store_reply(&f, 1, "1 2");
  f.view.is_settled = true;
  return f;
}

/// A store with the pages 1 2 and 8 9, and an open gap between; the next token is 3.
static store_fixture with_gap(void) {
  store_fixture f = begun(0);
  (void)rc_store_jump(f.store, RC_END_TAIL);
  (void)store_look(&f, 0, 2, 0, 2);
  (void)store_reply(&f, 2, "8 9");
  return f;
}

static rc_store_load_state end_of(store_fixture *f, rc_end end) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_SENTINEL};
  (void)rc_store_load_at_end(f->store, end, &load);
  return load.state;
}

static void new_store_requests_the_first_page(void) {
  STORE(f, store_of(RC_STORE_SOURCE_KEYS));
  f.options.total = 3;
  store_open(&f);
  CHECK_TEXT(store_slots(&f), "- - -");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 3), "FIRST 2!");
  f.told.total = 3;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "FILL 0-2");
  CHECK_TEXT(store_slots(&f), "1 2 -");
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_ENDED);
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_MORE);
}

static void empty_first_page_is_an_empty_source(void) {
  STORE(f, store_of(RC_STORE_SOURCE_KEYS));
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  CHECK_TEXT(store_reply(&f, 1, ""), "");
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_ENDED);
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "");
  // Polling.
  CHECK_EQUAL(rc_store_open(f.store, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "FIRST 2!");
}

static void gap_fills_from_the_page_before_it(void) {
  STORE(f, begun(3));
  CHECK_TEXT(store_slots(&f), "1 2 - - -");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 3), "AFTER 2+2");
  CHECK_EQUAL(f.plan.requests[0].page, 1);
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 5), "AFTER 4+2");
  CHECK_TEXT(store_reply(&f, 3, "5"), "FILL 4-5");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  CHECK_TEXT(store_slots(&f), "1 2 3 4 5");
}

static void outermost_gap_of_unknown_size_has_no_slots(void) {
  STORE(f, begun(RC_STORE_UNKNOWN));
  CHECK_TEXT(store_slots(&f), "1 2");
  CHECK_TEXT(store_look(&f, 0, 1, 0, 1), "");
  CHECK_TEXT(store_look(&f, 0, 1, 0, 2), "AFTER 2+2");
  f.told.after = 0;
  CHECK_TEXT(store_reply(&f, 2, "3"), "INSERT 2-3");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
}

static void number_told_becomes_the_count_of_an_outermost_gap(void) {
  STORE(f, begun(RC_STORE_SOME));
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AFTER 2+2");
  f.told.total = 7;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "INSERT 2-7");
  CHECK_TEXT(store_slots(&f), "1 2 3 4 - - -");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 7), "AFTER 4+2");
  f.told.after = RC_STORE_SOME;
  CHECK_TEXT(store_reply(&f, 3, "5 6"), "FILL 4-6");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 7), "AFTER 6+2");
  CHECK_TEXT(store_reply(&f, 4, "7 8"), "FILL 6-7 INSERT 7-8");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_MORE);
}

static void gap_between_pages_has_a_row(void) {
  STORE(f, with_gap());
  CHECK_TEXT(store_slots(&f), "1 2 - 8 9");
  store_end(&f);
  f = store_of(RC_STORE_SOURCE_KEYS);
  f.options.has_placeholders = false;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.after = 7;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "INSERT 0-2");
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 1, 0, 1), "LAST 2");
  CHECK_TEXT(store_reply(&f, 2, "8 9"), "INSERT 2-5");
  CHECK_TEXT(store_slots(&f), "1 2 - 8 9");
}

static void gap_is_requested_from_where_the_user_comes(void) {
  STORE(f, with_gap());
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_EQUAL(rc_store_cancel(f.store, 3), RC_STATUS_OK);
  f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "BEFORE 8+2");
  // One request for both sides.
  f.view.direction = RC_DIRECTION_FORWARD;
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "");
  CHECK_TEXT(store_reply(&f, 4, "6 7"), "FILL 2-3 INSERT 2-4");
  CHECK_TEXT(store_slots(&f), "1 2 - 6 7 8 9");
}

static void long_gap_is_requested_from_the_nearer_side(void) {
  STORE(f, begun(20));
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "LAST 2");
  CHECK_TEXT(store_reply(&f, 2, "21 22"), "FILL 20-22");
  CHECK_TEXT(store_look(&f, 8, 10, 8, 10), "AFTER 2+2");
  CHECK_EQUAL(rc_store_cancel(f.store, 3), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 12, 14, 12, 14), "BEFORE 21+2");
  CHECK_EQUAL(rc_store_cancel(f.store, 4), RC_STATUS_OK);
  // At a tie after the page before it; whatever else is wanted, and wherever the user scrolls.
  CHECK_TEXT(store_look(&f, 10, 12, 10, 12), "AFTER 2+2");
  CHECK_EQUAL(rc_store_cancel(f.store, 5), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 4, 6, 4, 20), "AFTER 2+2");
  CHECK_EQUAL(rc_store_cancel(f.store, 6), RC_STATUS_OK);
  f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_TEXT(store_look(&f, 0, 6, 0, 6), "AFTER 2+2");
  CHECK_EQUAL(rc_store_cancel(f.store, 7), RC_STATUS_OK);
  f.view.direction = RC_DIRECTION_FORWARD;
  CHECK_TEXT(store_look(&f, 18, 22, 2, 22), "BEFORE 21+2");
}

static void reply_that_has_an_id_of_the_other_page_joins(void) {
  STORE(f, with_gap());
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(store_reply(&f, 3, "3 8"), "FILL 2-3");
  CHECK_TEXT(store_slots(&f), "1 2 3 8 9");
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "");
  store_end(&f);
  // What lies beyond that id is put between neighbours that are held, and other ids are left out.
  f = with_gap();
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(store_reply(&f, 3, "8 5 9 6"), "REMOVE 2-3 INSERT 3-4");
  CHECK_TEXT(store_slots(&f), "1 2 8 5 9");
  CHECK_EQUAL(f.result.id_slots[3], -1);
  CHECK_EQUAL(f.result.new_count, 1);
}

static void reply_without_a_new_id_carries_the_key_on_and_the_third_ends_it(void) {
  STORE(f, with_gap());
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(store_reply(&f, 3, "2 1"), "");
  CHECK_EQUAL(f.result.page, 3);
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 1+2");
  CHECK_TEXT(store_reply(&f, 4, "1 2"), "");
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(store_reply(&f, 5, "1 2"), "REMOVE 2-3");
  CHECK_TEXT(store_slots(&f), "1 2 8 9");
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "");
}

static void gap_is_gone_after_an_empty_reply_or_where_nothing_is_beyond(void) {
  STORE(f, with_gap());
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(store_reply(&f, 3, ""), "REMOVE 2-3");
  store_end(&f);
  f = with_gap();
  f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "BEFORE 8+2");
  f.told.before = 0;
  CHECK_TEXT(store_reply(&f, 3, "7"), "FILL 2-3");
  CHECK_TEXT(store_slots(&f), "1 2 7 8 9");
}

static void failure_at_one_end_does_not_stop_the_other(void) {
  STORE(f, begun(RC_STORE_SOME));
  CHECK_EQUAL(rc_store_open(f.store, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AFTER 2+2 BEFORE 1+2");
  CHECK_EQUAL(rc_store_fail(f.store, 2, 0, 0), RC_STATUS_OK);
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_FAILED);
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_LOADING);
  CHECK_TEXT(store_reply(&f, 3, "0"), "INSERT 0-1");
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "BEFORE 0+2");
  CHECK(f.plan.next_time == 1);
}

static void jump_to_an_end_keeps_what_is_held_behind_a_gap(void) {
  STORE(f, begun(RC_STORE_SOME));
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_HEAD), RC_STATUS_OK);
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_MORE);
  CHECK_TEXT(store_look(&f, 0, 1, 0, 1), "FIRST 2");
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_LOADING);
  f.told.before = 3;
  CHECK_TEXT(store_reply(&f, 2, "-9 -8"), "INSERT 0-3 INSERT 0-3");
  CHECK_TEXT(store_slots(&f), "- - - -9 -8 - 1 2");
  store_end(&f);
  // It joins what is held already.
  f = begun(RC_STORE_SOME);
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 1, 0, 1), "FIRST 2");
  CHECK_TEXT(store_reply(&f, 2, "0 1"), "INSERT 0-1");
  CHECK_TEXT(store_slots(&f), "0 1 2");
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_ENDED);
}

static void jump_waits_for_the_refresh_and_without_a_page_is_one(void) {
  STORE(f, begun(0));
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "FIRST 2!");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  f.told.after = 0;
  CHECK_TEXT(store_reply(&f, 2, "1 2"), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "LAST 2");
  store_end(&f);
  f = store_of(RC_STORE_SOURCE_KEYS);
  store_open(&f);
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "LAST 2!");
  CHECK_TEXT(store_reply(&f, 1, "8 9"), "INSERT 0-2");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_MORE);
}

static void refresh_asks_around_the_nearest_held_id(void) {
  STORE(f, begun(10));
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 5, 9, 5, 9), "AT 2~4!");
  CHECK_EQUAL(f.plan.requests[0].page, 1);
  // It is gone there, and so is the next one: from the start, and everything stays meanwhile.
  CHECK_TEXT(store_reply(&f, 2, ""), "");
  CHECK_TEXT(store_look(&f, 5, 9, 5, 9), "AT 1~4!");
  CHECK_EQUAL(f.plan.requests[0].page, 1);
  CHECK_TEXT(store_reply(&f, 3, ""), "");
  CHECK_TEXT(store_look(&f, 5, 9, 5, 9), "FIRST 2!");
  f.told.after = 9;
  CHECK_TEXT(store_reply(&f, 4, "0 2"), "REMOVE 0-1 INSERT 0-1 REMOVE 11-12");
  CHECK_TEXT(store_slots(&f), "0 2 - - - - - - - - -");
}

static void refresh_tells_what_is_before_and_after(void) {
  STORE(f, begun(0));
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ID, 5), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 5~2!");
  CHECK_EQUAL(f.plan.requests[0].page, 0);
  f.told.before = 2;
  f.told.total = 6;
  CHECK_TEXT(store_reply(&f, 2, "5 6"), "CLEAR 0-2 INSERT 2-6");
  CHECK_TEXT(store_slots(&f), "- - 5 6 - -");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_POSITION, 3), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "AT 3+3!");
  CHECK_TEXT(store_reply(&f, 3, "6 7"), "REMOVE 0-3 FILL 1-2 REMOVE 2-3");
  CHECK_EQUAL(end_of(&f, RC_END_HEAD), RC_STORE_LOAD_STATE_MORE);
  CHECK_EQUAL(end_of(&f, RC_END_TAIL), RC_STORE_LOAD_STATE_MORE);
}

static void jump_far_into_a_gap_refreshes_there_once(void) {
  STORE(f, begun(100));
  f.settings.jump_distance = 5;
  f.view.is_settled = false;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "");
  f.view.time = f.plan.next_time;
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "AT 50+4!");
  // A source that answers with its start is not asked for that again.
  f.told.before = 0;
  f.told.after = 100;
  CHECK_TEXT(store_reply(&f, 2, "1 2"), "");
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "AFTER 2+2");
  // Nearer than that, the gap is filled.
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "");
  store_end(&f);
  f = begun(100);
  f.settings.jump_distance = 5;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 7, 9, 7, 9), "AFTER 2+2");
  CHECK_TEXT(store_look(&f, 8, 9, 8, 9), "AT 8+2!");
}

static void dropped_page_is_a_gap_that_counts_it(void) {
  STORE(f, begun(4));
  f.settings.page_limit = 1;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 2, 6, 2, 6), "AFTER 2+2");
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4");
  CHECK_TEXT(store_look(&f, 5, 6, 5, 6), "AFTER 4+2");
  CHECK_TEXT(store_reply(&f, 3, "5 6"), "FILL 4-6 CLEAR 0-4");
  CHECK_TEXT(store_slots(&f), "- - - - 5 6");
  CHECK_TEXT(store_look(&f, 4, 6, 3, 6), "BEFORE 5+2");
  CHECK_TEXT(store_reply(&f, 4, "3 4"), "FILL 2-4");
}

static void gap_row_goes_with_the_page_beside_it(void) {
  STORE(f, with_gap());
  f.settings.page_limit = 1;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_open(f.store, RC_END_TAIL), RC_STATUS_OK);
  // The row touches what is wanted, and the page before it stays therefore.
  CHECK_TEXT(store_look(&f, 4, 5, 3, 5), "AFTER 9+2");
  CHECK_TEXT(store_reply(&f, 3, "10 11"), "INSERT 5-7");
  CHECK_TEXT(store_look(&f, 6, 7, 6, 7), "AFTER 11+2");
  CHECK_TEXT(store_reply(&f, 4, "12"), "INSERT 7-8 CLEAR 0-2 REMOVE 2-3 CLEAR 2-4");
  CHECK_TEXT(store_slots(&f), "- - - - 10 11 12");
}

static void request_at_a_side_without_a_gap_is_given_up(void) {
  STORE(f, with_gap());
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 5, 0, 5), "LAST 2");
  f.settings.page_limit = 1;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 4, 5, 4, 5), "");
  // The page that it was to follow is dropped.
  CHECK_TEXT(store_reply(&f, 4, "9 10"), "INSERT 5-6 CLEAR 0-2 REMOVE 2-3");
  CHECK_TEXT(store_reply(&f, 3, "3"), rc_status_text(RC_STATUS_STALE));
  CHECK_TEXT(store_look(&f, 4, 5, 4, 5), "");
  CHECK_EQUAL(f.plan.given_up_count, 1);
  CHECK_EQUAL(f.plan.given_up[0], 3);
}

static void host_inserts_only_beside_what_is_held(void) {
  const rc_id ids[] = {50, 51, 52, 53};
  STORE(f, with_gap());
  CHECK_EQUAL(rc_store_insert(f.store, 0, ids, 1, &f.result), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_insert(f.store, 3, ids + 1, 1, &f.result), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_store_insert(f.store, 4, ids + 1, 1, &f.result), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_store_insert(f.store, 6, ids + 1, 1, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_slots(&f), "50 1 2 - 8 9 51");
  // An end that may go on takes none.
  CHECK_EQUAL(rc_store_open(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_insert(f.store, 7, ids + 2, 1, &f.result), RC_STATUS_NOT_FOUND);
}

static const test_case cases[] = {
    CASE(new_store_requests_the_first_page),
    CASE(empty_first_page_is_an_empty_source),
    CASE(gap_fills_from_the_page_before_it),
    CASE(outermost_gap_of_unknown_size_has_no_slots),
    CASE(number_told_becomes_the_count_of_an_outermost_gap),
    CASE(gap_between_pages_has_a_row),
    CASE(gap_is_requested_from_where_the_user_comes),
    CASE(long_gap_is_requested_from_the_nearer_side),
    CASE(reply_that_has_an_id_of_the_other_page_joins),
    CASE(reply_without_a_new_id_carries_the_key_on_and_the_third_ends_it),
    CASE(gap_is_gone_after_an_empty_reply_or_where_nothing_is_beyond),
    CASE(failure_at_one_end_does_not_stop_the_other),
    CASE(jump_to_an_end_keeps_what_is_held_behind_a_gap),
    CASE(jump_waits_for_the_refresh_and_without_a_page_is_one),
    CASE(refresh_asks_around_the_nearest_held_id),
    CASE(refresh_tells_what_is_before_and_after),
    CASE(jump_far_into_a_gap_refreshes_there_once),
    CASE(dropped_page_is_a_gap_that_counts_it),
    CASE(gap_row_goes_with_the_page_beside_it),
    CASE(request_at_a_side_without_a_gap_is_given_up),
    CASE(host_inserts_only_beside_what_is_held),
};

const test_suite suite_store_keys = SUITE(cases);
