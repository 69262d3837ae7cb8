// Pages that a store drops, and sides and seams that two places share.

#include "store_pair.h"

/// A store that was refreshed at its start, with 1 and 2 of so many.
static store_pair *begun(rc_store_source source, int64_t total, bool has_placeholders) {
  store_pair *p = both_begin(source);
  p->f.options.has_placeholders = has_placeholders;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.total = total;
  (void)both_reply(p, 1, "1 2");
  p->f.view.is_settled = true;
  return p;
}

/// 35: without placeholders, the slots of a dropped cell are removed.
static void dropped_cells_without_placeholders_are_removed(void) {
  store_pair *p = begun(RC_STORE_SOURCE_OFFSETS, 10, false);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+2");
  CHECK_TEXT(both_reply(p, 2, "3 4"), "INSERT 2-4");
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 4+2");
  p->f.settings.item_limit = 4;
  both_set(p);
  CHECK_TEXT(both_look(p, 3, 4, 3, 4), "");
  CHECK_TEXT(both_reply(p, 3, "5 6"), "INSERT 4-6 REMOVE 0-2");
  CHECK_TEXT(store_slots(&p->f), "3 4 5 6");
  // The cell is missing again, before the first page.
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 0+2");
  CHECK_TEXT(both_reply(p, 4, "1 2"), "INSERT 0-2");
  both_end(p);
}

/// 34: of two on one side, the outermost.
static void outermost_page_on_one_side_is_dropped(void) {
  store_pair *p = begun(RC_STORE_SOURCE_OFFSETS, 12, true);
  CHECK_TEXT(both_look(p, 8, 10, 8, 10), "AT 8+2");
  CHECK_TEXT(both_reply(p, 2, "9 10"), "FILL 8-10");
  CHECK_TEXT(both_look(p, 10, 12, 10, 12), "AT 10+2");
  p->f.settings.page_limit = 2;
  both_set(p);
  CHECK_TEXT(both_look(p, 3, 4, 3, 4), "AT 2+2");
  // 1 2 adjoins 3 4, and both stay until 3 4 is left.
  CHECK_TEXT(both_reply(p, 3, "11 12"), "FILL 10-12 CLEAR 10-12");
  CHECK_TEXT(both_reply(p, 4, "3 4"), "FILL 2-4 CLEAR 8-10");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 4 - - - - - - - -");
  both_end(p);
}

/// The pages 1 2 and 8 9, and an open gap between.
static store_pair *with_gap(int64_t total, bool has_placeholders) {
  store_pair *p = begun(RC_STORE_SOURCE_KEYS, total, has_placeholders);
  (void)both_jump(p, RC_END_TAIL);
  (void)both_look(p, 0, 1, 0, 1);
  (void)both_reply(p, 2, "8 9");
  return p;
}

static void last_page_becomes_the_outermost_gap(void) {
  // With a row before it, and nothing after it.
  store_pair *p = with_gap(2, true);
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  p->f.settings.page_limit = 2;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "BEFORE 1+2");
  CHECK_TEXT(both_reply(p, 3, "-1 0"), "INSERT 0-2 CLEAR 5-7 REMOVE 4-5");
  CHECK_TEXT(store_slots(&p->f), "-1 0 1 2 - -");
  both_end(p);
  // With placeholders before it, and a gap after it.
  p = with_gap(9, true);
  CHECK_TEXT(store_slots(&p->f), "1 2 - - - - - 8 9");
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  p->f.settings.page_limit = 2;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "BEFORE 1+2");
  CHECK_TEXT(both_reply(p, 3, "0"), "INSERT 0-1 CLEAR 8-10");
  CHECK_TEXT(store_slots(&p->f), "0 1 2 - - - - - - -");
  both_end(p);
  // Without placeholders nothing is left of it.
  p = with_gap(9, false);
  CHECK_TEXT(store_slots(&p->f), "1 2 - 8 9");
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  p->f.settings.page_limit = 2;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "BEFORE 1+2");
  CHECK_TEXT(both_reply(p, 3, "0"), "INSERT 0-1 REMOVE 3-6");
  both_end(p);
}

/// A gap that counts none, and is not open, is gone.
static void empty_page_that_is_dropped_leaves_no_gap(void) {
  for (int is_last = 0; is_last < 2; is_last++) {
    store_pair *p = begun(RC_STORE_SOURCE_KEYS, 4, true);
    CHECK_TEXT(both_look(p, 0, 3, 0, 3), "AFTER 2+2");
    CHECK_TEXT(both_reply(p, 2, "3 4"), "FILL 2-4");
    CHECK_EQUAL(both_open_end(p, is_last ? RC_END_HEAD : RC_END_TAIL), RC_STATUS_OK);
    const char *first = is_last ? "BEFORE 1+2" : "AFTER 4+2";
    CHECK_TEXT(both_look(p, 0, 4, 0, 4), first);
    CHECK_TEXT(both_reply(p, 3, "5 6"), is_last ? "INSERT 0-2" : "INSERT 4-6");
    CHECK_TEXT(both_remove(p, is_last ? 3 : 1), is_last ? "REMOVE 4-5" : "REMOVE 0-1");
    CHECK_TEXT(both_remove(p, is_last ? 4 : 2), is_last ? "REMOVE 4-5" : "REMOVE 0-1");
    p->f.settings.page_limit = 3;
    both_set(p);
    const int64_t slot = is_last ? 0 : 3;
    CHECK_TEXT(both_look(p, slot, slot + 1, slot, slot + 1), is_last ? "BEFORE 5+2" : "AFTER 6+2");
    CHECK_TEXT(both_reply(p, 4, "7"), is_last ? "INSERT 0-1" : "INSERT 4-5");
    CHECK_EQUAL(p->f.result.dropped_count, 1);
    CHECK_EQUAL(p->f.result.dropped[0], is_last ? 2 : 1);
    rc_store_load load;
    CHECK_EQUAL(rc_store_get_end(p->f.store, is_last ? RC_END_TAIL : RC_END_HEAD, &load),
                RC_STATUS_OK);
    CHECK_EQUAL(load.state, RC_STORE_LOAD_STATE_ENDED);
    both_end(p);
  }
}

/// 26: of a page that was first or last, the side borders on nothing now.
static void side_without_a_gap_is_given_up(void) {
  static const char *const replies[] = {"7 8 9", "1 2 3"};
  for (int is_head = 0; is_head < 2; is_head++) {
    store_pair *p = with_gap(2, true);
    p->f.view.direction = is_head ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
    CHECK_TEXT(both_look(p, 1, 4, 1, 4), is_head ? "BEFORE 8+2" : "AFTER 2+2");
    CHECK_EQUAL(both_jump(p, is_head ? RC_END_HEAD : RC_END_TAIL), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 1, 4, 1, 4), is_head ? "FIRST 2" : "LAST 2");
    // It joins the page at that end: the gap between the two stays.
    (void)both_reply(p, 4, replies[is_head]);
    CHECK_TEXT(both_look(p, 1, 4, 1, 4), "");
    CHECK_EQUAL(p->f.plan.given_up_count, 0);
    both_end(p);
  }
}

/// 10: between two cells, of a run the first, or scrolling backward the last.
static void run_between_two_cells_is_requested_from_where_the_user_comes(void) {
  for (int is_backward = 0; is_backward < 2; is_backward++) {
    store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
    p->f.options.has_placeholders = false;
    both_open(p);
    CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_POSITION, 2), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 2+2!");
    p->f.told.total = 10;
    CHECK_TEXT(both_reply(p, 1, "3 4"), "INSERT 0-2");
    p->f.view.is_settled = true;
    CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 4+2 AT 0+2");
    CHECK_TEXT(both_reply(p, 2, "5 6"), "INSERT 2-4");
    CHECK_TEXT(both_look(p, 3, 4, 3, 4), "AT 6+2");
    CHECK_TEXT(both_reply(p, 4, "7 8"), "INSERT 4-6");
    CHECK_TEXT(both_look(p, 5, 6, 5, 6), "AT 8+2");
    // Cells 2 and 3 are dropped while 4 is requested.
    p->f.settings.page_limit = 2;
    both_set(p);
    CHECK_TEXT(both_look(p, 0, 1, 0, 1), "");
    CHECK_TEXT(both_reply(p, 3, "1 2"), "INSERT 0-2 REMOVE 4-8");
    p->f.settings.page_limit = 0;
    both_set(p);
    CHECK_TEXT(both_reply(p, 5, "9 10"), "INSERT 4-6");
    p->f.view.direction = is_backward ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD;
    CHECK_TEXT(both_look(p, 3, 5, 3, 5), is_backward ? "AT 6+2" : "AT 4+2");
    both_end(p);
  }
}

/// 22: two seams may request the page between them.
static void one_request_serves_two_seams(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.looks_ahead = true;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  CHECK_TEXT(both_reply(p, 1, "1 2 3"), "INSERT 0-2");
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 1, 2, 1, 2), "AT 2+3");
  CHECK_TEXT(both_reply(p, 2, "4 5 6"), "INSERT 2-4");
  CHECK_TEXT(both_look(p, 3, 4, 3, 4), "AT 4+3");
  CHECK_TEXT(both_reply(p, 3, "7 8 9"), "INSERT 4-6");
  // The second seam's first try, and then its second is at the page of the first.
  CHECK_TEXT(both_look(p, 3, 5, 3, 5), "AT 4+3");
  CHECK_TEXT(both_reply(p, 4, "7 8 9"), "");
  CHECK_TEXT(both_look(p, 1, 5, 1, 5), "AT 2+3");
  CHECK_TEXT(both_reply(p, 5, "4 5 6"), "");
  CHECK_TEXT(both_look(p, 1, 5, 1, 5), "AT 0+3 AT 2+3");
  both_end(p);
}

/// 11: a gap is requested from the end that is nearer to what is visible, not from one that is
/// wanted.
static void gap_is_requested_from_the_end_nearer_to_what_is_visible(void) {
  store_pair *p = with_gap(22, true);
  CHECK_TEXT(both_look(p, 14, 16, 2, 16), "BEFORE 8+2");
  CHECK_EQUAL(p->f.plan.requests[0].page, 2);
  CHECK_EQUAL(both_fail(p, 3, 0, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 4, 6, 4, 20), "AFTER 2+2");
  CHECK_EQUAL(p->f.plan.requests[0].page, 1);
  both_end(p);
}

static const test_case cases[] = {
    CASE(dropped_cells_without_placeholders_are_removed),
    CASE(outermost_page_on_one_side_is_dropped),
    CASE(last_page_becomes_the_outermost_gap),
    CASE(empty_page_that_is_dropped_leaves_no_gap),
    CASE(side_without_a_gap_is_given_up),
    CASE(run_between_two_cells_is_requested_from_where_the_user_comes),
    CASE(one_request_serves_two_seams),
    CASE(gap_is_requested_from_the_end_nearer_to_what_is_visible),
};

const test_suite suite_store_drops = SUITE(cases);
