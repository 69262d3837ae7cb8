// Stores where places, pages and ends meet; without memory, each call changes nothing.

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
  (void)rc_store_get_end(p->f.store, end, &load);
  return load.state;
}

// == offsets ==

static void every_side_of_what_is_visible_is_requested(void) {
  store_pair *p = begun(21);
  p->f.settings.request_limit = 20;
  both_set(p);
  CHECK_TEXT(both_look(p, 9, 12, 5, 17), "AT 8+2 AT 10+2 AT 12+2 AT 6+2 AT 14+2 AT 4+2 AT 16+2");
  CHECK_TEXT(both_reply(p, 2, "9 10"), "FILL 8-10");
  both_end(p);
}

static void ids_go_to_the_pages_beside_their_cell(void) {
  store_pair *p = begun(6);
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "AT 4+2");
  CHECK_TEXT(both_reply(p, 2, "5 6"), "FILL 4-6");
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(both_reply(p, 3, "9 5 8 7 2 4"), "FILL 2-3 INSERT 5-7 FILL 3-4");
  CHECK_TEXT(store_slots(&p->f), "1 2 9 4 5 8 7 6");
  both_end(p);
}

static void many_ids_are_found(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.page_size = 8;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  CHECK_TEXT(both_reply(p, 1, "1 2 3 4 5 6 7 8"), "INSERT 0-8");
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 0, 8, 0, 8), "AT 8+8");
  CHECK_TEXT(both_reply(p, 2, "9 10 11 12 13 14 15 16"), "INSERT 8-16");
  CHECK_TEXT(both_look(p, 8, 16, 8, 16), "AT 16+8");
  CHECK_TEXT(both_reply(p, 3, "17 18 19 20"), "INSERT 16-20");
  both_end(p);
}

static void empty_source_can_get_items(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  both_open(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+2!");
  CHECK_TEXT(both_reply(p, 1, ""), "");
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "");
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+2");
  CHECK_TEXT(both_reply(p, 2, ""), "");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  both_end(p);
}

static void host_can_insert_in_an_empty_source(void) {
  for (int looks_ahead = 0; looks_ahead < 2; looks_ahead++) {
    store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
    p->f.options.looks_ahead = looks_ahead != 0;
    both_open(p);
    CHECK_TEXT(both_look(p, 0, 0, 0, 0), looks_ahead ? "AT 0+3!" : "AT 0+2!");
    CHECK_TEXT(both_reply(p, 1, ""), "");
    CHECK_TEXT(both_insert(p, 0, "7"), "INSERT 0-1");
    CHECK_TEXT(both_insert(p, 1, "8 9"), "INSERT 1-3");
    CHECK_TEXT(both_remove(p, 8), "REMOVE 1-2");
    CHECK_TEXT(store_slots(&p->f), "7 9");
    both_end(p);
  }
}

/// A last cell that is missing keeps the slots that it has.
static void opened_tail_keeps_the_slots_of_a_missing_last_cell(void) {
  store_pair *p = begun(5);
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_slots(&p->f), "1 2 - - -");
  CHECK_TEXT(both_look(p, 4, 5, 4, 5), "AT 4+2 AT 6+2");
  CHECK_TEXT(both_reply(p, 2, "5 6"), "FILL 4-5 INSERT 5-6");
  CHECK_TEXT(store_slots(&p->f), "1 2 - - 5 6");
  both_end(p);
}

/// 37: the last cell was short, is requested again, and is empty now.
static void last_cell_that_is_empty_when_it_is_requested_again_is_the_end(void) {
  store_pair *p = begun(3);
  CHECK_TEXT(both_look(p, 2, 3, 2, 3), "AT 2+2");
  CHECK_TEXT(both_reply(p, 2, "3"), "FILL 2-3");
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 3, 0, 3), "AT 2+2");
  CHECK_TEXT(both_reply(p, 3, ""), "");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  CHECK_TEXT(both_look(p, 0, 3, 0, 3), "");
  CHECK_TEXT(store_slots(&p->f), "1 2 3");
  both_end(p);
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

static void empty_reply_for_a_seam_is_no_end(void) {
  store_pair *p = with_a_loose_seam();
  CHECK_TEXT(store_slots(&p->f), "1 2 4 5 6 7");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+3");
  // Nothing follows from what comes after no ids.
  p->f.told.after = 7;
  CHECK_TEXT(both_reply(p, 4, ""), "");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_MORE);
  // The cell before the seam is next, and then the other one again.
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 0+3");
  CHECK_TEXT(both_reply(p, 5, ""), "");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(both_reply(p, 6, "3 4 5"), "INSERT 2-3");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "");
  CHECK_TEXT(both_look(p, 6, 7, 6, 7), "AT 6+3");
  both_end(p);
}

static void id_looked_ahead_to_tells_where_new_ones_belong(void) {
  store_pair *p = with_a_loose_seam();
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(both_reply(p, 4, "3 9 4"), "INSERT 2-4");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 9 4 5 6 7");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "");
  both_end(p);
  // Also if the page before holds it.
  p = with_a_loose_seam();
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(both_reply(p, 4, "9 3 2"), "INSERT 1-3");
  CHECK_TEXT(store_slots(&p->f), "1 9 3 2 4 5 6 7");
  both_end(p);
}

/// A dropped cell with three slots instead of two is requested again, beside one that is missing.
static void dropped_cell_is_requested_with_the_slots_that_it_had(void) {
  store_pair *p = begun(10);
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "AT 4+2");
  CHECK_TEXT(both_reply(p, 2, "5 6 7"), "FILL 4-6 INSERT 6-7");
  CHECK_TEXT(both_look(p, 9, 11, 9, 11), "AT 8+2");
  p->f.settings.page_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "");
  CHECK_TEXT(both_reply(p, 3, "9 10"), "FILL 9-11 CLEAR 9-11 CLEAR 4-7");
  CHECK_EQUAL(p->f.result.dropped_count, 2);
  CHECK_TEXT(both_look(p, 2, 7, 2, 7), "AT 2+2 AT 4+2");
  CHECK_TEXT(both_reply(p, 5, "5 6"), "FILL 4-6 REMOVE 6-7");
  CHECK_TEXT(store_slots(&p->f), "1 2 - - 5 6 - - - -");
  both_end(p);
}

/// Of a run of missing cells between two that are held, one is a place.
static void hidden_run_is_requested_from_where_the_user_comes(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.has_placeholders = false;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.total = 20;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-2");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+2");
  CHECK_EQUAL(both_fail(p, 2, 0, 0), RC_STATUS_OK);
  // After the last page, from its first whichever way the user scrolls.
  p->f.view.direction = RC_DIRECTION_BACKWARD;
  p->f.view.time = 1;
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+2");
  CHECK_EQUAL(p->f.plan.requests[0].attempt, 1);
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_POSITION, 12), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 12+2!");
  p->f.told.total = 20;
  CHECK_TEXT(both_reply(p, 4, "13 14"), "REMOVE 0-2 INSERT 0-2");
  // Before the first page, from its last.
  p->f.view.direction = RC_DIRECTION_FORWARD;
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "AT 10+2");
  both_end(p);
}

static void failure_of_a_cell_that_is_not_wanted_is_not_waited_for(void) {
  store_pair *p = begun(20);
  CHECK_TEXT(both_look(p, 4, 6, 4, 10), "AT 4+2 AT 6+2 AT 8+2");
  CHECK_EQUAL(both_fail(p, 4, 0, 1), RC_STATUS_OK);
  CHECK_EQUAL(both_fail(p, 2, 0, 0), RC_STATUS_OK);
  CHECK_EQUAL(both_fail(p, 3, 0, 0.5), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "");
  CHECK(p->f.plan.next_time == 1);
  CHECK_TEXT(both_look(p, 6, 8, 6, 10), "");
  CHECK(p->f.plan.next_time == 1.5);
  CHECK_TEXT(both_look(p, 8, 9, 8, 10), "");
  CHECK(p->f.plan.next_time == 2);
  CHECK_TEXT(both_look(p, 10, 12, 10, 12), "AT 10+2");
  CHECK(p->f.plan.next_time == INFINITY);
  // Once it is requested, it is not waited for either.
  p->f.view.time = 1;
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "AT 4+2");
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "");
  CHECK(p->f.plan.next_time == INFINITY);
  both_end(p);
}

// == keys ==

static void placeholders_of_keys_are_filled(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_KEYS);
  p->f.options.total = 5;
  both_open(p);
  CHECK_TEXT(store_slots(&p->f), "- - - - -");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "FIRST 2!");
  p->f.told.total = 5;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "FILL 0-2");
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 0, 3, 0, 3), "AFTER 2+2");
  p->f.told.after = 1;
  CHECK_TEXT(both_reply(p, 2, "3 4"), "FILL 2-4");
  CHECK_TEXT(both_look(p, 3, 5, 3, 5), "AFTER 4+2");
  CHECK_TEXT(both_reply(p, 3, ""), "REMOVE 4-5");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_EQUAL(end_of(p, RC_END_HEAD), RC_STORE_LOAD_STATE_MORE);
  both_end(p);
}

static void jump_brings_a_page_with_gaps_on_both_sides(void) {
  store_pair *p = begun_by_keys(0);
  CHECK_EQUAL(both_jump(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "FIRST 2");
  p->f.told.before = 3;
  CHECK_TEXT(both_reply(p, 2, "-9 -8"), "INSERT 0-3 INSERT 0-3");
  CHECK_TEXT(store_slots(&p->f), "- - - -9 -8 - 1 2");
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 7, 8, 7, 8), "LAST 2");
  p->f.told.after = RC_STORE_SOME;
  CHECK_TEXT(both_reply(p, 3, "8 9"), "INSERT 8-11");
  CHECK_TEXT(store_slots(&p->f), "- - - -9 -8 - 1 2 - 8 9");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_MORE);
  both_end(p);
}

static void jump_that_joins_puts_ids_between_neighbours(void) {
  store_pair *p = begun_by_keys(0);
  CHECK_EQUAL(both_jump(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "FIRST 2");
  CHECK_TEXT(both_reply(p, 2, "0 1 5 2"), "INSERT 0-1 INSERT 2-3");
  CHECK_TEXT(store_slots(&p->f), "0 1 5 2");
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "LAST 2");
  CHECK_TEXT(both_reply(p, 3, "1 6 5 2 3"), "INSERT 4-5 INSERT 2-3");
  CHECK_TEXT(store_slots(&p->f), "0 1 6 5 2 3");
  // Nothing new at an end: the jump is over.
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "LAST 2");
  CHECK_TEXT(both_reply(p, 4, ""), "");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  both_end(p);
}

/// A store with the pages 1 2 and 8 9, and an open gap between; the next token is 3.
static store_pair *with_gap(void) {
  store_pair *p = begun_by_keys(0);
  (void)both_jump(p, RC_END_TAIL);
  (void)both_look(p, 0, 2, 0, 2);
  (void)both_reply(p, 2, "8 9");
  return p;
}

static void reply_at_a_side_joins_and_puts_ids_between_neighbours(void) {
  store_pair *p = with_gap();
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(both_reply(p, 3, "8 5 9 6"), "REMOVE 2-3 INSERT 3-4");
  CHECK_TEXT(store_slots(&p->f), "1 2 8 5 9");
  both_end(p);
  p = with_gap();
  p->f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "BEFORE 8+2");
  CHECK_TEXT(both_reply(p, 3, "4 1 5 2 7"), "FILL 2-3 INSERT 1-2");
  CHECK_TEXT(store_slots(&p->f), "1 5 2 7 8 9");
  CHECK_EQUAL(p->f.result.slots[0], -1);
  both_end(p);
}

/// 34: a gap row beside a page counts as part of it, a gap with placeholders does not.
static void pages_beside_gaps_are_dropped(void) {
  store_pair *p = with_gap();
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  p->f.settings.page_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 4, 5, 3, 5), "AFTER 9+2");
  CHECK_TEXT(both_reply(p, 3, "10 11"), "INSERT 5-7");
  CHECK_TEXT(both_look(p, 6, 7, 6, 7), "AFTER 11+2");
  CHECK_TEXT(both_reply(p, 4, "12"), "INSERT 7-8 CLEAR 0-2 REMOVE 2-3 CLEAR 2-4");
  CHECK_TEXT(store_slots(&p->f), "- - - - 10 11 12");
  both_end(p);
  p = begun_by_keys(4);
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "LAST 2");
  CHECK_TEXT(both_reply(p, 2, "5 6"), "FILL 4-6");
  p->f.settings.item_limit = 3;
  both_set(p);
  // The slots 2 ..< 4 are missing: 1 2 is two slots away, and 5 6 adjoins what is wanted.
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 5, 6, 4, 6), "LAST 2");
  CHECK_TEXT(both_reply(p, 3, "6 7"), "INSERT 6-7 CLEAR 0-2");
  CHECK_TEXT(store_slots(&p->f), "- - - - 5 6 7");
  both_end(p);
}

static void rows_go_with_pages_without_placeholders(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_KEYS);
  p->f.options.has_placeholders = false;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.after = 9;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-2");
  p->f.view.is_settled = true;
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "LAST 2");
  CHECK_TEXT(both_reply(p, 2, "8 9"), "INSERT 2-5");
  CHECK_EQUAL(both_jump(p, RC_END_TAIL), RC_STATUS_OK);
  p->f.settings.page_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 4, 5, 4, 5), "LAST 2");
  CHECK_TEXT(both_reply(p, 3, "9 10"), "INSERT 5-6 REMOVE 0-3");
  CHECK_TEXT(store_slots(&p->f), "8 9 10");
  CHECK_EQUAL(end_of(p, RC_END_HEAD), RC_STORE_LOAD_STATE_MORE);
  both_end(p);
}

/// What a page costs that is not made, is not counted.
static void cost_is_refused_only_for_a_page_that_is_made(void) {
  store_fixture f;
  store_begin(&f, RC_STORE_SOURCE_KEYS);
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
  store_end(&f);
}

// == more of both ==

static void new_ids_between_two_of_the_page_before_stay_there(void) {
  store_pair *p = begun(6);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(both_reply(p, 2, "1 9 2 3"), "INSERT 1-2 FILL 3-4 REMOVE 4-5");
  CHECK_TEXT(store_slots(&p->f), "1 9 2 3 - -");
  both_end(p);
}

static void empty_reply_for_the_last_cell_keeps_a_known_end(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.looks_ahead = true;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.total = 4;
  CHECK_TEXT(both_reply(p, 1, "1 2 3"), "INSERT 0-4");
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 3, 4, 3, 4), "AT 2+3");
  CHECK_TEXT(both_reply(p, 2, "4 5"), "FILL 2-4");
  CHECK_TEXT(both_look(p, 0, 4, 0, 4), "AT 2+3");
  CHECK_TEXT(both_reply(p, 3, ""), "");
  CHECK_EQUAL(end_of(p, RC_END_TAIL), RC_STORE_LOAD_STATE_ENDED);
  both_end(p);
}

/// A stub is neither before its neighbour's seam, nor kept after the end of the source.
static void dropped_cells_go_with_the_end(void) {
  store_pair *p = begun(10);
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "AT 4+2");
  CHECK_TEXT(both_reply(p, 2, "5 6 7"), "FILL 4-6 INSERT 6-7");
  p->f.settings.page_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "");
  CHECK_TEXT(both_reply(p, 3, "3 4"), "FILL 2-4 CLEAR 2-7");
  CHECK_TEXT(both_look(p, 7, 8, 7, 8), "AT 6+2");
  CHECK_TEXT(both_reply(p, 4, "8 9"), "FILL 7-9 CLEAR 0-2");
  CHECK_TEXT(store_slots(&p->f), "- - - - - - - 8 9 - -");
  // Beside it, the stub can be requested, and brings nothing.
  p->f.settings.page_limit = 0;
  both_set(p);
  CHECK_TEXT(both_look(p, 6, 7, 6, 7), "AT 4+2");
  CHECK_TEXT(both_reply(p, 5, ""), "REMOVE 4-7");
  both_end(p);
  p = begun(10);
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "AT 4+2");
  CHECK_TEXT(both_reply(p, 2, "5 6 7"), "FILL 4-6 INSERT 6-7");
  p->f.settings.page_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "");
  p->f.told.total = 4;
  CHECK_TEXT(both_reply(p, 3, "3 4"), "FILL 2-4 REMOVE 7-11 CLEAR 2-7");
  p->f.settings.page_limit = 0;
  both_set(p);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2+2");
  p->f.told.total = 3;
  CHECK_TEXT(both_reply(p, 4, "3"), "FILL 2-3 REMOVE 3-7");
  CHECK_TEXT(store_slots(&p->f), "1 2 3");
  both_end(p);
}

/// Each page is put between the one before it and the gap.
static void gap_is_filled_from_one_side_any_number_of_times(void) {
  store_pair *p = with_gap();
  char ids[8] = "10";
  for (uint64_t token = 3; token < 50 && !test_has_failed(); token++) {
    const int64_t slot = (int64_t)token - 1;
    (void)both_look(p, slot, slot + 1, slot, slot + 1);
    CHECK_EQUAL(p->f.plan.request_count, 1);
    CHECK_EQUAL(p->f.plan.requests[0].kind, RC_STORE_REQUEST_KIND_AFTER);
    snprintf(ids, sizeof ids, "%d", (int)token + 7);
    (void)both_reply(p, token, ids);
    CHECK_EQUAL(p->f.result.slots[0], slot);
  }
  both_end(p);
}

static void run_that_is_not_between_neighbours_is_left_out(void) {
  store_pair *p = with_gap();
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "AFTER 2+2");
  CHECK_TEXT(both_reply(p, 3, "8 5 1"), "REMOVE 2-3");
  CHECK_EQUAL(p->f.result.slots[1], -1);
  CHECK_EQUAL(p->f.result.new_count, 0);
  CHECK_TEXT(store_slots(&p->f), "1 2 8 9");
  both_end(p);
}

/// 24: what is beyond follows from the total, unless an earlier gap is open.
static void total_tells_what_is_after_the_last_page(void) {
  store_pair *p = begun_by_keys(RC_STORE_SOME);
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
  both_end(p);
}

static void outer_gap_has_no_slots_without_placeholders(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_KEYS);
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
  both_end(p);
}

/// 34: at a tie the page on the side that the user scrolls away from.
static void last_page_is_dropped_where_it_is_further(void) {
  for (int direction = RC_DIRECTION_FORWARD; direction <= RC_DIRECTION_BACKWARD; direction++) {
    store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
    both_open(p);
    (void)both_look(p, 0, 0, 0, 0);
    p->f.told.total = 10;
    CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-10");
    p->f.view.is_settled = true;
    CHECK_TEXT(both_look(p, 8, 10, 8, 10), "AT 8+2");
    CHECK_TEXT(both_reply(p, 2, "9 10"), "FILL 8-10");
    p->f.settings.page_limit = 2;
    both_set(p);
    p->f.view.direction = (rc_direction)direction;
    CHECK_TEXT(both_look(p, 4, 6, 4, 6), "AT 4+2");
    const bool is_backward = direction == RC_DIRECTION_BACKWARD;
    CHECK_TEXT(both_reply(p, 3, "5 6"), is_backward ? "FILL 4-6 CLEAR 8-10" : "FILL 4-6 CLEAR 0-2");
    both_end(p);
  }
}

/// 15: the furthest goes first; of what lies before and after what is visible, cells and stubs.
static void furthest_request_makes_way(void) {
  store_pair *p = begun(40);
  CHECK_TEXT(both_look(p, 20, 22, 18, 24), "AT 20+2 AT 22+2 AT 18+2");
  // Two places wait: 18 and 19 are twelve away from 32, 20 and 21 ten.
  CHECK_TEXT(both_look(p, 32, 34, 32, 36), "AT 32+2 AT 34+2");
  CHECK_EQUAL(p->f.plan.given_up_count, 2);
  CHECK_EQUAL(p->f.plan.given_up[0], 4);
  CHECK_EQUAL(p->f.plan.given_up[1], 2);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2+2");
  CHECK_EQUAL(p->f.plan.given_up_count, 1);
  CHECK_EQUAL(p->f.plan.given_up[0], 6);
  both_end(p);
}

/// 15: a seam's request is where the seam is, and the tail's at the end.
static void requests_for_seams_and_the_tail_make_way(void) {
  store_pair *p = with_a_loose_seam();
  p->f.settings.request_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(both_look(p, 5, 6, 2, 6), "");
  CHECK_TEXT(both_look(p, 5, 6, 3, 6), "AT 6+3");
  CHECK_EQUAL(p->f.plan.given_up[0], 4);
  CHECK_TEXT(both_look(p, 1, 2, 1, 2), "AT 2+3");
  CHECK_EQUAL(p->f.plan.given_up[0], 5);
  CHECK_TEXT(both_reply(p, 6, "4 5 6"), "");
  CHECK_TEXT(both_look(p, 1, 2, 1, 2), "AT 0+3");
  CHECK_TEXT(both_look(p, 5, 6, 2, 6), "");
  CHECK_TEXT(both_look(p, 5, 6, 3, 6), "AT 6+3");
  CHECK_EQUAL(p->f.plan.given_up[0], 7);
  both_end(p);
}

/// 15: by now the seam's cell is missing, and wanted wherever it has slots.
static void request_for_a_seam_is_for_the_whole_cell_once_that_is_dropped(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.looks_ahead = true;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.total = 20;
  CHECK_TEXT(both_reply(p, 1, "1 2 3"), "INSERT 0-20");
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 2, 3, 2, 3), "AT 2+3");
  CHECK_TEXT(both_reply(p, 2, "5 6 7"), "FILL 2-4");
  CHECK_TEXT(both_insert(p, 3, "50 51"), "INSERT 3-5");
  CHECK_TEXT(both_look(p, 1, 2, 1, 2), "AT 2+3");
  CHECK_TEXT(both_look(p, 10, 11, 10, 11), "AT 8+3");
  p->f.settings.request_limit = 1;
  p->f.settings.page_limit = 1;
  both_set(p);
  CHECK_TEXT(both_reply(p, 4, "9 10 11"), "FILL 10-12 CLEAR 0-6");
  CHECK_TEXT(both_look(p, 5, 8, 5, 8), "");
  CHECK_TEXT(both_look(p, 6, 8, 6, 8), "AT 4+3");
  CHECK_EQUAL(p->f.plan.given_up[0], 3);
  both_end(p);
}

/// 15: the tail is wanted where the last cell ends, which is requested again for it.
static void request_for_the_tail_is_at_the_end_of_a_short_last_cell(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.page_size = 3;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.total = 8;
  CHECK_TEXT(both_reply(p, 1, "1 2 3"), "INSERT 0-8");
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 6, 8, 6, 8), "AT 6+3");
  CHECK_TEXT(both_reply(p, 2, "7 8"), "FILL 6-8");
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  p->f.settings.request_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 7, 8, 7, 8), "AT 6+3");
  CHECK_TEXT(both_look(p, 5, 8, 5, 8), "");
  CHECK_TEXT(both_look(p, 5, 7, 5, 7), "AT 3+3");
  CHECK_EQUAL(p->f.plan.given_up[0], 3);
  both_end(p);
}

/// 15, 24: a side's request is where its gap is, and jumps are always wanted.
static void requests_at_gaps_make_way(void) {
  store_pair *p = with_gap();
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
  both_end(p);
}

/// 13: only what came to rest within one gap, far from the pages on both sides.
static void jump_refreshes_by_itself_only_within_a_gap(void) {
  static const struct {
    int64_t lower, upper;
    bool refreshes;
  } views[] = {{0, 2, false},   {7, 9, false},   {8, 10, true},   {10, 13, true}, {8, 13, true},
               {10, 14, false}, {17, 20, false}, {12, 12, false}, {19, 21, false}};
  for (int i = 0; i < 9; i++) {
    store_pair *p = begun_by_keys(20);
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
    both_end(p);
  }
}

/// 36: nothing may be missing beside them.
static void host_inserts_between_pages_only_if_they_adjoin(void) {
  store_pair *p = with_a_loose_seam();
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
  both_end(p);
}

static const test_case cases[] = {
    CASE(furthest_request_makes_way),
    CASE(requests_for_seams_and_the_tail_make_way),
    CASE(request_for_a_seam_is_for_the_whole_cell_once_that_is_dropped),
    CASE(request_for_the_tail_is_at_the_end_of_a_short_last_cell),
    CASE(requests_at_gaps_make_way),
    CASE(jump_refreshes_by_itself_only_within_a_gap),
    CASE(host_inserts_between_pages_only_if_they_adjoin),
    CASE(new_ids_between_two_of_the_page_before_stay_there),
    CASE(empty_reply_for_the_last_cell_keeps_a_known_end),
    CASE(dropped_cells_go_with_the_end),
    CASE(gap_is_filled_from_one_side_any_number_of_times),
    CASE(run_that_is_not_between_neighbours_is_left_out),
    CASE(total_tells_what_is_after_the_last_page),
    CASE(outer_gap_has_no_slots_without_placeholders),
    CASE(last_page_is_dropped_where_it_is_further),
    CASE(every_side_of_what_is_visible_is_requested),
    CASE(ids_go_to_the_pages_beside_their_cell),
    CASE(many_ids_are_found),
    CASE(empty_source_can_get_items),
    CASE(host_can_insert_in_an_empty_source),
    CASE(opened_tail_keeps_the_slots_of_a_missing_last_cell),
    CASE(last_cell_that_is_empty_when_it_is_requested_again_is_the_end),
    CASE(empty_reply_for_a_seam_is_no_end),
    CASE(id_looked_ahead_to_tells_where_new_ones_belong),
    CASE(dropped_cell_is_requested_with_the_slots_that_it_had),
    CASE(hidden_run_is_requested_from_where_the_user_comes),
    CASE(failure_of_a_cell_that_is_not_wanted_is_not_waited_for),
    CASE(placeholders_of_keys_are_filled),
    CASE(jump_brings_a_page_with_gaps_on_both_sides),
    CASE(jump_that_joins_puts_ids_between_neighbours),
    CASE(reply_at_a_side_joins_and_puts_ids_between_neighbours),
    CASE(pages_beside_gaps_are_dropped),
    CASE(rows_go_with_pages_without_placeholders),
    CASE(cost_is_refused_only_for_a_page_that_is_made),
};

const test_suite suite_store_edges = SUITE(cases);
