// Stores where places, pages and ends meet, and refreshes; without memory, each call changes
// nothing.

#include <math.h>
#include <stdio.h>

#include "store_pair.h"

/// A store of offsets that has told its total with the first page, 1 and 2.
static store_pair *begun(int64_t total) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.total = total;
  (void)both_reply(p, 1, "1 2");
  p->f.view.is_settled = true;
  return p;
}

/// A store of keys that was refreshed at its start, with 1 and 2, and so many after.
static store_pair *begun_by_keys(int64_t after) {
  store_pair *p = both_begin(RC_STORE_SOURCE_KEYS);
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.after = after;
  (void)both_reply(p, 1, "1 2");
  p->f.view.is_settled = true;
  return p;
}

static rc_store_load_state end_of(store_pair *p, rc_end end) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_SENTINEL};
  (void)rc_store_load_at_end(p->f.store, end, &load);
  return load.state;
}

/// The pages 1 2, 4 5 and 6 7 of a store that looks ahead; 3 was lost between the first two.
static store_pair *with_a_loose_seam(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.looks_ahead = true;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  (void)both_reply(p, 1, "1 2 3");
  p->f.view.is_settled = true;
  (void)both_look(p, 1, 2, 1, 2);
  (void)both_reply(p, 2, "4 5 6");
  (void)both_look(p, 3, 4, 3, 4);
  (void)both_reply(p, 3, "6 7 8");
  return p;
}

/// A store with the pages 1 2 and 8 9, and an open gap between; the next token is 3.
static store_pair *with_gap(void) {
  store_pair *p = begun_by_keys(0);
  (void)both_jump(p, RC_END_TAIL);
  (void)both_look(p, 0, 2, 0, 2);
  (void)both_reply(p, 2, "8 9");
  return p;
}

// == requests, gaps and costs ==

/// 15: the furthest goes first; of what lies before and after what is visible, cells and stubs.
static void furthest_request_makes_way(void) {
  BOTH(p, begun(40));
  CHECK_TEXT(both_look(p, 20, 22, 18, 24), "AT 20+2 AT 22+2 AT 18+2");
  // Two places wait: 18 and 19 are twelve away from 32, 20 and 21 ten.
  CHECK_TEXT(both_look(p, 32, 34, 32, 36), "AT 32+2 AT 34+2");
  CHECK_EQUAL(p->f.plan.given_up_count, 2);
  CHECK_EQUAL(p->f.plan.given_up[0], 4);
  CHECK_EQUAL(p->f.plan.given_up[1], 2);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2+2");
  CHECK_EQUAL(p->f.plan.given_up_count, 1);
  CHECK_EQUAL(p->f.plan.given_up[0], 6);
}

/// 15, 24: a side's request is where its gap is, and jumps are always wanted.
static void requests_at_gaps_make_way(void) {
  BOTH(p, with_gap());
  p->f.settings.request_limit = 1;
  both_set(p);
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 2, 1, 3), "AFTER 2+2");
  CHECK_TEXT(both_look(p, 4, 5, 4, 5), "AFTER 9+2");
  CHECK_EQUAL(p->f.plan.given_up[0], 3);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "BEFORE 1+2");
  CHECK_EQUAL(p->f.plan.given_up[0], 4);
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 2, 1, 2), "LAST 2");
  CHECK_EQUAL(p->f.plan.given_up[0], 5);
  CHECK_TEXT(both_look(p, 1, 3, 1, 3), "");
  CHECK_EQUAL(p->f.plan.given_up_count, 0);
  // One that failed waits.
  CHECK_EQUAL(both_fail(p, 6, 0, 0), RC_STATUS_OK);
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_FAILED);
  CHECK_TEXT(both_look(p, 1, 2, 1, 2), "");
  CHECK(p->f.plan.next_time == 1);
}

/// 13: only what came to rest within one gap, far from the pages on both sides.
static void jump_refreshes_by_itself_only_within_a_gap(void) {
  static const struct {
    int64_t lower, upper;
    bool refreshes;
  } views[] = {{0, 2, false},   {7, 9, false},   {8, 10, true},   {10, 13, true}, {8, 13, true},
               {10, 14, false}, {17, 20, false}, {12, 12, false}, {19, 21, false}};
  for (int i = 0; i < 9; i++) {
    BOTH(p, begun_by_keys(20));
    CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 0, 2, 0, 2), "LAST 2");
    CHECK_TEXT(both_reply(p, 2, "21 22 23"), "FILL 19-22");
    // The gap has the slots 2 ..< 19.
    p->f.settings.jump_distance = 5;
    both_set(p);
    const int64_t lower = views[i].lower, upper = views[i].upper;
    (void)both_look(p, lower, upper, lower, upper);
    CHECK_EQUAL(p->f.plan.request_count == 1 && p->f.plan.requests[0].is_refresh,
                views[i].refreshes);
  }
}

/// 36: nothing may be missing beside them.
static void host_inserts_between_pages_only_if_they_adjoin(void) {
  BOTH(p, with_a_loose_seam());
  CHECK_TEXT(both_insert(p, 2, "50"), rc_status_text(RC_STATUS_NOT_FOUND));
  CHECK_TEXT(both_insert(p, 4, "50"), "INSERT 4-5");
  CHECK_TEXT(both_insert(p, 7, "51"), rc_status_text(RC_STATUS_NOT_FOUND));
  CHECK_TEXT(both_insert(p, 0, "52"), "INSERT 0-1");
  CHECK_TEXT(store_slots(&p->f), "52 1 2 4 5 50 6 7");
  both_end(p);
  // Pages that have lost their ids are between others still, and so is a missing cell.
  p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.has_placeholders = false;
  both_open(p);
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_POSITION, 2), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 2+2!");
  p->f.told.total = 6;
  CHECK_TEXT(both_reply(p, 1, "3 4"), "INSERT 0-2");
  CHECK_TEXT(both_insert(p, 0, "50"), rc_status_text(RC_STATUS_NOT_FOUND));
  CHECK_TEXT(both_insert(p, 2, "50"), rc_status_text(RC_STATUS_NOT_FOUND));
  CHECK_TEXT(both_remove(p, 3), "REMOVE 0-1");
  CHECK_TEXT(both_remove(p, 4), "REMOVE 0-1");
  CHECK_TEXT(both_insert(p, 0, "50"), rc_status_text(RC_STATUS_NOT_FOUND));
}

/// 36: an id moves where it could be inserted, and keeps its identity; across pages too.
static void host_moves_an_id(void) {
  BOTH(p, with_a_loose_seam());
  CHECK_TEXT(store_slots(&p->f), "1 2 4 5 6 7");
  CHECK_TEXT(both_move(p, 1, 0), "");
  CHECK_TEXT(both_move(p, 1, 1), rc_status_text(RC_STATUS_NOT_FOUND));
  CHECK_TEXT(both_move(p, 7, 0), "MOVE 5-6>0");
  CHECK_TEXT(store_slots(&p->f), "7 1 2 4 5 6");
  CHECK_TEXT(both_move(p, 7, 4), "MOVE 0-1>4");
  CHECK_TEXT(store_slots(&p->f), "1 2 4 5 7 6");
  CHECK_TEXT(both_move(p, 6, 4), "MOVE 5-6>4");
  CHECK_TEXT(both_move(p, 99, 0), rc_status_text(RC_STATUS_NOT_FOUND));
  // Within a page, to both sides.
  BOTH(q, begun_by_keys(0));
  CHECK_TEXT(store_slots(&q->f), "1 2");
  CHECK_TEXT(both_move(q, 1, 1), "MOVE 0-1>1");
  CHECK_TEXT(store_slots(&q->f), "2 1");
  CHECK_TEXT(both_insert(q, 0, "3 4"), "INSERT 0-2");
  CHECK_TEXT(both_move(q, 4, 3), "MOVE 1-2>3");
  CHECK_TEXT(both_move(q, 1, 1), "MOVE 2-3>1");
  CHECK_TEXT(store_slots(&q->f), "3 1 2 4");
}

/// 24: what is beyond follows from the total, unless an earlier gap is open.
static void total_tells_what_is_after_the_last_page(void) {
  BOTH(p, begun_by_keys(RC_STORE_SOME));
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AFTER 2+2");
  p->f.told.total = 1;
  CHECK_TEXT(both_reply(p, 2, "3 4"), "INSERT 2-4");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 4, 4, 3, 4), "AFTER 4+2");
  p->f.told.total = 9;
  CHECK_TEXT(both_reply(p, 3, "5"), "INSERT 4-5");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_MORE);
  both_end(p);
  // Of a gap between two pages, only what is told to come after.
  p = with_gap();
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "AFTER 2+2");
  p->f.told.total = 4;
  CHECK_TEXT(both_reply(p, 3, "3"), "FILL 2-3 INSERT 3-4");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 - 8 9");
}

static void outer_gap_has_no_slots_without_placeholders(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_KEYS));
  p->f.options.has_placeholders = false;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.after = 9;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-2");
  CHECK_EQUAL(both_jump(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "FIRST 2");
  p->f.told.before = 3;
  CHECK_TEXT(both_reply(p, 2, "-9 -8"), "INSERT 0-3");
  CHECK_TEXT(store_slots(&p->f), "-9 -8 - 1 2");
  p->f.view.is_settled = true;
  // Of the last page and the row before it, only the gap is left.
  p->f.settings.item_limit = 3;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "BEFORE -9+2");
  CHECK_TEXT(both_reply(p, 3, "-10"), "INSERT 0-1 REMOVE 3-6");
  CHECK_TEXT(store_slots(&p->f), "-10 -9 -8");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_MORE);
}

/// Each page is put between the one before it and the gap.
static void gap_is_filled_from_one_side_any_number_of_times(void) {
  BOTH(p, with_gap());
  char ids[8] = "10";
  for (uint64_t token = 3; token < 50 && !test_has_failed(); token++) {
    const int64_t slot = (int64_t)token - 1;
    (void)both_look(p, slot, slot + 1, slot, slot + 1);
    CHECK_EQUAL(p->f.plan.request_count, 1);
    CHECK_EQUAL(p->f.plan.requests[0].kind, RC_STORE_REQUEST_KIND_AFTER);
    snprintf(ids, sizeof ids, "%d", (int)token + 7);
    (void)both_reply(p, token, ids);
    CHECK_EQUAL(p->f.result.id_slots[0], slot);
  }
}

/// What a page costs that is not made, is not counted.
static void cost_is_refused_only_for_a_page_that_is_made(void) {
  STORE(f, store_of(RC_STORE_SOURCE_KEYS));
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.cost = 1;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "INSERT 0-2");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AFTER 2+2");
  f.told.cost = INT64_MAX;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), rc_status_text(RC_STATUS_LIMIT));
  CHECK_TEXT(store_slots(&f), "1 2");
  CHECK_EQUAL(rc_store_validate(f.store, NULL), RC_STATUS_OK);
  f.told.cost = INT64_MAX - 1;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "INSERT 2-4");
  CHECK_TEXT(store_look(&f, 1, 4, 1, 4), "AFTER 4+2");
  f.told.cost = INT64_MAX;
  CHECK_TEXT(store_reply(&f, 3, ""), "");
  rc_store_counts counts;
  CHECK_EQUAL(rc_store_get_counts(f.store, &counts), RC_STATUS_OK);
  CHECK_EQUAL(counts.cost, INT64_MAX);
}

// == refreshes ==

/// A store with pages of so many, that was refreshed at its start.
static store_pair *refreshed(rc_store_source source, int64_t page_size, const char *ids) {
  store_pair *p = both_begin(source);
  p->f.options.page_size = page_size;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  (void)both_reply(p, 1, ids);
  p->f.view.is_settled = true;
  return p;
}

static void anchor_is_the_nearest_held_id_on_either_side(void) {
  BOTH(p, refreshed(RC_STORE_SOURCE_KEYS, 2, "1 2"));
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ID, 5), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 5~2!");
  p->f.told.before = 10;
  p->f.told.after = 10;
  CHECK_TEXT(both_reply(p, 2, "5 6"), "CLEAR 0-2 INSERT 2-22");
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 10, 12, 10, 12), "LAST 2");
  CHECK_TEXT(both_reply(p, 3, "98 99"), "FILL 20-22");
  // At 16 both are five slots away, and the one before it is taken.
  static const char *const expected[] = {"AT 5~2!", "AT 6~2!", "AT 6~2!", "AT 98~2!", "AT 99~2!"};
  static const int64_t slots[] = {2, 12, 15, 16, 21};
  for (int i = 0; i < 5; i++) {
    CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, slots[i], slots[i] + 1, slots[i], slots[i] + 1), expected[i]);
  }
  // A held id as the target is that of its page; and what is visible is asked for.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ID, 98), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 3, 9, 3, 9), "AT 98~2!");
  CHECK_EQUAL(p->f.plan.requests[0].page, 3);
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 3, 9, 3, 9), "AT 5~6!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 3, 3, 3, 9), "FIRST 2!");
}

/// 32: elsewhere an empty reply is no empty source, unless it tells a total of none.
static void empty_reply_with_a_total_of_none_is_an_empty_source(void) {
  BOTH(p, refreshed(RC_STORE_SOURCE_OFFSETS, 2, "1 2"));
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_POSITION, 8), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 8+2!");
  p->f.told.total = 7;
  CHECK_TEXT(both_reply(p, 2, ""), "");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 0+2!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_POSITION, 8), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 8+2!");
  p->f.told.total = 0;
  CHECK_TEXT(both_reply(p, 4, ""), "REMOVE 0-2");
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "");
}

/// 30: by offsets, the ids fill the requested cells in turn; there may be too few for all.
static void short_reply_to_a_refresh_fills_the_first_cells(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.looks_ahead = true;
  p->f.options.total = 12;
  both_open(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+3!");
  p->f.told.total = 12;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "FILL 0-2");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 6, 0, 6), "AT 0+9!");
  CHECK_TEXT(both_reply(p, 2, "1 2 3"), "FILL 2-3 REMOVE 3-12");
  CHECK_TEXT(store_slots(&p->f), "1 2 3");
  rc_store_counts counts;
  CHECK_EQUAL(rc_store_get_counts(p->f.store, &counts), RC_STATUS_OK);
  CHECK_EQUAL(counts.page_count, 2);
  // What is not visible is no anchor, and without a page nothing is.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 1, 0, 3), "AT 0+3!");
  both_end(p);
  p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.total = 12;
  both_open(p);
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 6, 8, 6, 8), "AT 0+2!");
}

static void refresh_without_memory_for_many_ids(void) {
  BOTH(p, refreshed(RC_STORE_SOURCE_KEYS, 20, "1 2 3 4 5"));
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "FIRST 20!");
  CHECK_TEXT(both_reply(p, 2, "9 8 7 5 4 3 2 1 10 11 12 13 14 15 16"),
             "MOVE 4-5>0 MOVE 4-5>1 MOVE 4-5>2 MOVE 4-5>3 INSERT 0-3 INSERT 8-15");
}

static void refresh_without_memory_for_what_limits_may_drop(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.page_size = 1;
  p->f.options.total = 20;
  p->f.settings.page_limit = 2;
  both_open(p);
  CHECK_TEXT(both_look(p, 0, 20, 0, 20), "AT 0+1!");
  p->f.told.total = 20;
  CHECK_TEXT(both_reply(p, 1, "1"), "FILL 0-1");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 20, 0, 20), "AT 0+20!");
  p->f.told.total = 20;
  CHECK_TEXT(both_reply(p, 2, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"), "FILL 1-20");
}

static const test_case cases[] = {
    CASE(furthest_request_makes_way),
    CASE(requests_at_gaps_make_way),
    CASE(jump_refreshes_by_itself_only_within_a_gap),
    CASE(host_inserts_between_pages_only_if_they_adjoin),
    CASE(host_moves_an_id),
    CASE(total_tells_what_is_after_the_last_page),
    CASE(outer_gap_has_no_slots_without_placeholders),
    CASE(gap_is_filled_from_one_side_any_number_of_times),
    CASE(cost_is_refused_only_for_a_page_that_is_made),
    CASE(anchor_is_the_nearest_held_id_on_either_side),
    CASE(empty_reply_with_a_total_of_none_is_an_empty_source),
    CASE(short_reply_to_a_refresh_fills_the_first_cells),
    CASE(refresh_without_memory_for_many_ids),
    CASE(refresh_without_memory_for_what_limits_may_drop),
};

const test_suite suite_store_edges = SUITE(cases);
