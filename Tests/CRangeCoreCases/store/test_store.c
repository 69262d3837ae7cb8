// Stores of a source of offsets, sentence by sentence.

#include <math.h>
#include <string.h>

#include "store_fixture.h"

/// A store of a source of offsets that has told its total with the first page, 1 and 2.
static store_fixture begun(int64_t total) {
  store_fixture f = store_of(RC_STORE_SOURCE_OFFSETS);
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = total;
  (void)store_reply(&f, 1, "1 2");
  return f;
}

static rc_store_load end_of(store_fixture *f, rc_end end) {
  rc_store_load load = {.state = RC_STORE_LOAD_STATE_SENTINEL};
  (void)rc_store_load_at_end(f->store, end, &load);
  return load;
}

static rc_store_counts counts_of(store_fixture *f) {
  rc_store_counts counts = {0};
  (void)rc_store_get_counts(f->store, &counts);
  return counts;
}

/// As in the header.
static void session_of_the_header_is_as_documented(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = 20;
  store_open(&f);
  rc_id ids[50];
  for (int i = 0; i < 50; i++) ids[i] = i;
  rc_store_reply reply = f.told;
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 0+20!");
  reply.ids = ids;
  reply.count = 20;
  reply.total = 50;
  CHECK_EQUAL(rc_store_receive(f.store, 1, &reply, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_edits(&f), "INSERT 0-50");
  CHECK_TEXT(store_look(&f, 0, 10, 0, 30), "AT 20+20");
  f.view.time = 0.1;
  CHECK_TEXT(store_look(&f, 40, 50, 20, 50), "");
  CHECK(f.plan.next_time == 0.1 + 0.1);
  f.view.time = 0.2;
  CHECK_TEXT(store_look(&f, 40, 50, 20, 50), "AT 40+20");
  reply.total = RC_STORE_UNKNOWN;
  reply.ids = ids + 40;
  reply.count = 10;
  CHECK_EQUAL(rc_store_receive(f.store, 3, &reply, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_edits(&f), "FILL 40-50");
  reply.ids = ids + 20;
  reply.count = 19;
  CHECK_EQUAL(rc_store_receive(f.store, 2, &reply, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_edits(&f), "FILL 20-39 REMOVE 39-40");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 40, 49, 20, 49), "AT 20+40!");
  for (int i = 39; i < 49; i++) ids[i] = i + 1;
  reply.ids = ids + 20;
  reply.count = 29;
  reply.total = 49;
  CHECK_EQUAL(rc_store_receive(f.store, 4, &reply, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_edits(&f), "CLEAR 0-20");
}

static void new_store_has_a_refresh_pending_and_the_total_as_placeholders(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.total = 5;
  store_open(&f);
  CHECK_TEXT(store_slots(&f), "- - - - -");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_MORE);
  // Nothing else is requested before its reply.
  CHECK_TEXT(store_look(&f, 2, 3, 0, 5), "AT 0+2!");
  CHECK_TEXT(store_look(&f, 2, 3, 0, 5), "");
  CHECK_EQUAL(end_of(&f, RC_END_HEAD).state, RC_STORE_LOAD_STATE_LOADING);
  f.told.total = 5;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "FILL 0-2");
  CHECK_TEXT(store_slots(&f), "1 2 - - -");
}

static void missing_cells_that_are_wanted_are_requested_the_nearest_first(void) {
  STORE(f, begun(21));
  f.settings.request_limit = 20;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  f.view.is_settled = true;
  // Those that are visible in the direction of scrolling, then outward.
  CHECK_TEXT(store_look(&f, 9, 12, 5, 17), "AT 8+2 AT 10+2 AT 12+2 AT 6+2 AT 14+2 AT 4+2 AT 16+2");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  store_end(&f);
  f = begun(21);
  f.settings.request_limit = 20;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  f.view.is_settled = true;
  f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_TEXT(store_look(&f, 10, 12, 6, 16), "AT 10+2 AT 8+2 AT 12+2 AT 6+2 AT 14+2");
}

static void last_cell_has_what_the_total_leaves(void) {
  STORE(f, begun(5));
  CHECK_TEXT(store_slots(&f), "1 2 - - -");
  CHECK_TEXT(store_look(&f, 4, 5, 4, 5), "AT 4+2");
  CHECK_TEXT(store_reply(&f, 2, "5"), "FILL 4-5");
  CHECK_TEXT(store_slots(&f), "1 2 - - 5");
}

static void nothing_is_wanted_of_an_empty_interval(void) {
  STORE(f, begun(6));
  CHECK_TEXT(store_look(&f, 2, 2, 2, 2), "");
  CHECK(f.plan.next_time == INFINITY);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 3), "AT 2+2");
}

static void without_placeholders_cells_are_requested_from_what_is_held(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.has_placeholders = false;
  store_open(&f);
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_POSITION, 4), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 4+2!");
  f.told.total = 10;
  CHECK_TEXT(store_reply(&f, 1, "5 6"), "INSERT 0-2");
  // Backward to cell 1 first, and forward to cell 3.
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 6+2 AT 2+2");
  CHECK_TEXT(store_reply(&f, 3, "3 4"), "INSERT 0-2");
  CHECK_TEXT(store_reply(&f, 2, "7 8"), "INSERT 4-6");
  CHECK_TEXT(store_slots(&f), "3 4 5 6 7 8");
  // What was visible has moved by two.
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "AT 0+2");
  CHECK_EQUAL(counts_of(&f).hidden_count, 0);
}

static void jump_requests_nothing_until_it_settles(void) {
  STORE(f, begun(2000));
  CHECK_TEXT(store_look(&f, 0, 4, 0, 8), "AT 2+2 AT 4+2 AT 6+2");
  // Dragged over everything: only what it stops at is requested.
  for (int i = 1; i <= 100; i++) {
    f.view.time = i * 0.016;
    CHECK_TEXT(store_look(&f, 19 * i, 19 * i + 4, 19 * i - 4, 19 * i + 8), "");
    CHECK(f.plan.next_time == f.view.time + 0.1 || i == 0);
  }
  f.view.time += 0.1;
  CHECK_TEXT(store_look(&f, 1900, 1904, 1896, 1908), "AT 1900+2 AT 1902+2 AT 1904+2");
  CHECK_EQUAL(f.plan.given_up_count, 3);
  // Settled at once; and scrolling that overlaps what was wanted is no jump.
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 500, 502, 500, 502), "AT 500+2");
  f.view.is_settled = false;
  CHECK_TEXT(store_look(&f, 501, 503, 501, 503), "AT 502+2");
}

static void requests_that_are_not_wanted_make_way_and_others_finish(void) {
  STORE(f, begun(40));
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 2, 8, 2, 8), "AT 2+2 AT 4+2 AT 6+2");
  // One place waits, and one request goes, the furthest.
  CHECK_TEXT(store_look(&f, 6, 10, 6, 10), "AT 8+2");
  CHECK_EQUAL(f.plan.given_up_count, 1);
  CHECK_EQUAL(f.plan.given_up[0], 2);
  CHECK_TEXT(store_reply(&f, 2, "3 4"), rc_status_text(RC_STATUS_STALE));
  CHECK_TEXT(store_reply(&f, 3, "5 6"), "FILL 4-6");
  CHECK_TEXT(store_look(&f, 6, 10, 6, 10), "");
  CHECK_EQUAL(f.plan.given_up_count, 0);
}

static void no_requests_are_made_with_a_limit_of_none(void) {
  STORE(f, begun(40));
  f.settings.request_limit = 0;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 4, 0, 8), "");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 4, 0, 8), "");
  f.settings.request_limit = 1;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 4, 0, 8), "AT 0+2!");
}

static void place_that_failed_waits_twice_as_long_each_time(void) {
  static const double seconds[] = {1, 2, 4, 8, 16, 32, 60, 60};
  STORE(f, begun(8));
  double time = 0;
  for (uint32_t i = 0; i < 8; i++) {
    f.view.time = time;
    CHECK_TEXT(store_look(&f, 2, 3, 2, 3), "AT 2+2");
    CHECK_EQUAL(f.plan.requests[0].attempt, i);
    CHECK_EQUAL(rc_store_fail(f.store, i + 2, time, 0.5), RC_STATUS_OK);
    CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_FAILED);
    CHECK_EQUAL(end_of(&f, RC_END_TAIL).attempt, i + 1);
    time += seconds[i] * 1.5;
    CHECK(end_of(&f, RC_END_TAIL).retry_time == time);
    CHECK_TEXT(store_look(&f, 2, 3, 2, 3), "");
    CHECK(f.plan.next_time == time);
  }
  // Others do not wait, and it is no longer waited for once it is not wanted.
  CHECK_TEXT(store_look(&f, 2, 3, 2, 5), "AT 4+2");
  CHECK_TEXT(store_look(&f, 4, 5, 4, 5), "");
  CHECK(f.plan.next_time == INFINITY);
  CHECK_EQUAL(rc_store_retry(f.store), RC_STATUS_OK);
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 2, 3, 2, 5), "AT 2+2");
  CHECK_EQUAL(f.plan.requests[0].attempt, 0);
}

static void cancelled_request_is_made_again_at_once(void) {
  STORE(f, begun(4));
  CHECK_TEXT(store_look(&f, 2, 3, 2, 3), "AT 2+2");
  CHECK_EQUAL(rc_store_cancel(f.store, 2), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 2, 3, 2, 3), "AT 2+2");
  CHECK_EQUAL(f.plan.given_up_count, 0);
  CHECK_EQUAL(f.plan.requests[0].attempt, 0);
}

static void time_does_not_run_backward(void) {
  STORE(f, begun(4));
  f.view.time = 10;
  CHECK_TEXT(store_look(&f, 2, 3, 2, 3), "AT 2+2");
  CHECK_EQUAL(rc_store_fail(f.store, 2, 5, 0), RC_STATUS_OK);
  f.view.time = 3;
  CHECK_TEXT(store_look(&f, 2, 3, 2, 3), "");
  CHECK(f.plan.next_time == 11);
}

static void item_keeps_the_place_of_the_first_reply_that_had_it(void) {
  STORE(f, begun(6));
  CHECK_TEXT(store_look(&f, 2, 6, 2, 6), "AT 2+2 AT 4+2");
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4");
  // An item was inserted at the source's head, so 4 comes again, and 5 after it.
  CHECK_TEXT(store_reply(&f, 3, "4 5"), "FILL 4-5 REMOVE 5-6");
  CHECK_EQUAL(f.result.new_count, 1);
  CHECK_EQUAL(f.result.id_slots[0], 3);
  CHECK_EQUAL(f.result.id_slots[1], 4);
  CHECK_EQUAL(f.result.page, 3);
  CHECK_TEXT(store_slots(&f), "1 2 3 4 5");
  CHECK_EQUAL(counts_of(&f).hidden_count, 1);
}

static void repeated_ids_of_a_reply_have_one_slot(void) {
  STORE(f, begun(8));
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 2, "1 3 4 3 5 4"), "FILL 2-4 INSERT 4-5");
  static const int64_t slots[] = {0, 2, 3, 2, 4, 3};
  for (int i = 0; i < 6; i++) CHECK_EQUAL(f.result.id_slots[i], slots[i]);
  CHECK_TEXT(store_slots(&f), "1 2 3 4 5 - - - -");
}

static void new_ids_go_beside_those_that_the_pages_beside_hold(void) {
  STORE(f, begun(6));
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 4, 6, 4, 6), "AT 4+2");
  CHECK_TEXT(store_reply(&f, 2, "5 6"), "FILL 4-6");
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "AT 2+2");
  // 8 comes after 5, of the page after; 7 before 2, of the page before; 9 belongs to none.
  CHECK_TEXT(store_reply(&f, 3, "9 5 8 7 2 4"), "FILL 2-3 INSERT 5-7 FILL 3-4");
  CHECK_TEXT(store_slots(&f), "1 2 9 4 5 8 7 6");
}

static void shorter_pages_are_no_end_and_longer_ones_are_kept_whole(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  store_open(&f);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 0+2!");
  CHECK_TEXT(store_reply(&f, 1, "1"), "INSERT 0-1");
  CHECK_TEXT(store_look(&f, 0, 1, 0, 1), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 2, "3 4 5"), "INSERT 1-4");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_MORE);
  CHECK_TEXT(store_look(&f, 0, 1, 0, 4), "AT 4+2");
  // The next cell is empty: the end.
  CHECK_TEXT(store_reply(&f, 3, ""), "");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_ENDED);
  CHECK_TEXT(store_look(&f, 0, 1, 0, 4), "");
}

static void empty_page_in_the_middle_is_held(void) {
  STORE(f, begun(6));
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 4, 6, 4, 6), "AT 4+2");
  CHECK_TEXT(store_reply(&f, 2, "5 6"), "FILL 4-6");
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 3, ""), "REMOVE 2-4");
  CHECK_TEXT(store_slots(&f), "1 2 5 6");
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "");
  CHECK_EQUAL(counts_of(&f).page_count, 3);
}

static void total_moves_the_missing_cells_at_the_end_only(void) {
  STORE(f, begun(8));
  CHECK_TEXT(store_look(&f, 2, 6, 2, 6), "AT 2+2 AT 4+2");
  f.told.total = 11;
  CHECK_TEXT(store_reply(&f, 3, "5 6"), "FILL 4-6 INSERT 8-11");
  f.told.total = 3;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4 REMOVE 6-11");
  CHECK_TEXT(store_slots(&f), "1 2 3 4 5 6");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_ENDED);
}

static void total_follows_from_what_comes_after_the_ids(void) {
  STORE(f, begun(8));
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "AT 2+2");
  f.told.after = 1;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4 REMOVE 5-8");
  CHECK_TEXT(store_slots(&f), "1 2 3 4 -");
}

static void empty_reply_far_after_the_end_does_not_walk_back(void) {
  STORE(f, begun(1000));
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 800, 802, 800, 802), "AT 800+2");
  // It is believed before the total that comes with it.
  f.told.total = 1000;
  CHECK_TEXT(store_reply(&f, 2, ""), "REMOVE 2-1000");
  CHECK_TEXT(store_slots(&f), "1 2");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_MORE);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 3, ""), "");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_ENDED);
}

static void third_reply_in_a_row_without_a_new_id_is_the_end(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "INSERT 0-2");
  // Three more once the tail is opened again.
  for (uint64_t token = 2; token <= 7; token++) {
    CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_MORE);
    CHECK(strlen(store_look(&f, 0, 2, 0, 2)) > 0);
    CHECK_TEXT(store_reply(&f, token, "1 2"), "");
    if (token == 4) {
      CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_ENDED);
      CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
      CHECK_EQUAL(rc_store_open(f.store, RC_END_TAIL), RC_STATUS_OK);
    }
  }
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_ENDED);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  // And after a refresh.
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  for (uint64_t token = 8; token <= 10; token++) {
    CHECK(strlen(store_look(&f, 0, 2, 0, 2)) > 0);
    CHECK_TEXT(store_reply(&f, token, "1 2"), "");
    CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_MORE);
  }
}

/// A store that looks ahead, with the pages 1 2 and 4 5 of a source that lost 0 at its head between
/// the replies, and therefore 3 to both.
static store_fixture with_a_loose_seam(void) {
  store_fixture f = store_of(RC_STORE_SOURCE_OFFSETS);
  f.options.looks_ahead = true;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = 6;
  (void)store_reply(&f, 1, "1 2 3");
  (void)store_look(&f, 0, 4, 0, 4);
  (void)store_reply(&f, 2, "4 5 6");
  return f;
}

static void items_lost_between_two_pages_are_requested_again(void) {
  STORE(f, with_a_loose_seam());
  CHECK_TEXT(store_slots(&f), "1 2 4 5 - -");
  // Not before it is wanted.
  CHECK_TEXT(store_look(&f, 0, 1, 0, 1), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(store_reply(&f, 3, "3 4 5"), "INSERT 2-3");
  CHECK_TEXT(store_slots(&f), "1 2 3 4 5 - -");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
}

static void seam_requests_the_cell_before_it_next_and_then_what_is_visible(void) {
  STORE(f, with_a_loose_seam());
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(store_reply(&f, 3, "4 5 6"), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 0+3");
  // What is new there goes to its end.
  CHECK_TEXT(store_reply(&f, 4, "9"), "INSERT 2-3");
  CHECK_TEXT(store_slots(&f), "1 2 9 4 5 - -");
  store_end(&f);
  // A source that is without the item now.
  f = with_a_loose_seam();
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(store_reply(&f, 3, "4 5 6"), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 0+3");
  CHECK_TEXT(store_reply(&f, 4, "1 2 4"), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
  store_end(&f);
  // One that always has it in the cell that is not requested: in turns, and not for ever.
  f = with_a_loose_seam();
  for (uint64_t token = 3; token <= 10; token += 2) {
    CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 2+3");
    CHECK_TEXT(store_reply(&f, token, "4 5 6"), "");
    CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 0+3");
    CHECK_TEXT(store_reply(&f, token + 1, "1 2 3"), "");
  }
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 0+5!");
  f.told.total = 6;
  CHECK_TEXT(store_reply(&f, 11, "1 2 4 5 6"), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "");
}

static void page_that_holds_the_id_looked_ahead_to_still_knows_what_follows_it(void) {
  STORE(f, with_a_loose_seam());
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(store_reply(&f, 3, "4 5 6"), "");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 0+3");
  // The item is between the two still, which this reply does not reach.
  CHECK_TEXT(store_reply(&f, 4, "0 1 2"), "INSERT 0-1");
  CHECK_TEXT(store_slots(&f), "0 1 2 4 5 - -");
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "AT 2+3");
  CHECK_TEXT(store_reply(&f, 5, "2 3 4"), "INSERT 3-4");
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "");
}

static void refresh_keeps_everything_until_its_reply(void) {
  STORE(f, begun(8));
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "AT 2+2");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(store_reply(&f, 2, "3 4"), rc_status_text(RC_STATUS_STALE));
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "AT 0+6!");
  CHECK_EQUAL(f.plan.given_up_count, 1);
  CHECK_EQUAL(rc_store_fail(f.store, 3, 0, 0), RC_STATUS_OK);
  CHECK_TEXT(store_slots(&f), "1 2 - - - - - -");
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "");
  CHECK(f.plan.next_time == 1);
  f.view.time = 1;
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "AT 0+6!");
  f.told.total = 9;
  CHECK_TEXT(store_reply(&f, 4, "0 1 2 3 4 5"), "INSERT 0-1 FILL 3-6");
  CHECK_TEXT(store_slots(&f), "0 1 2 3 4 5 - - -");
  CHECK_EQUAL(f.result.dropped_count, 1);
  CHECK_EQUAL(f.result.dropped[0], 1);
}

static void refresh_moves_as_few_as_can_be_and_pairs_the_rest(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = 7;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = 7;
  CHECK_TEXT(store_reply(&f, 1, "1 2 3 4 5 6 7"), "INSERT 0-7");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 0+7!");
  f.told.total = 7;
  // 5 moves, 2 and 3 are replaced by one, and 7 by another.
  CHECK_TEXT(store_reply(&f, 2, "5 1 8 4 6 9"),
             "MOVE 4-5>0 REMOVE 2-3 INSERT 2-3 REMOVE 3-4 REMOVE 5-6 INSERT 5-6");
  CHECK_TEXT(store_slots(&f), "5 1 8 4 6 9");
}

static void empty_refresh_elsewhere_tries_the_end_and_then_the_start(void) {
  STORE(f, begun(100));
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "AT 50+2 AT 52+2");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "AT 48+8!");
  f.told.total = 30;
  CHECK_TEXT(store_reply(&f, 4, ""), "");
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "AT 28+2!");
  CHECK_TEXT(store_reply(&f, 5, ""), "");
  CHECK_TEXT(store_look(&f, 50, 54, 50, 54), "AT 0+2!");
  CHECK_TEXT(store_reply(&f, 6, ""), "REMOVE 0-100");
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_ENDED);
}

static void refresh_can_drop_more_pages_than_were_held(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = 1;
  f.options.total = 200;
  f.settings.page_limit = 2;
  f.view.is_settled = true;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = 200;
  CHECK_TEXT(store_reply(&f, 1, "1"), "FILL 0-1");
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 100, 150, 100, 150), "AT 99+52!");
  // Meanwhile the user has scrolled elsewhere.
  f.told.total = 200;
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "");
  CHECK_TEXT(store_reply(&f, 2,
                         "11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 "
                         "35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58"),
             "CLEAR 0-1 FILL 99-147 CLEAR 101-147");
  CHECK_EQUAL(f.result.dropped_count, 47);
  CHECK_EQUAL(counts_of(&f).page_count, 2);
}

static void hidden_items_move_the_anchor_of_a_refresh(void) {
  STORE(f, begun(20));
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "AT 2+2");
  // Three more at the head: 24 in all, which 3 and 4 are not among at these positions.
  f.told.total = 23;
  CHECK_TEXT(store_reply(&f, 2, "1 2"), "REMOVE 2-4 INSERT 18-21");
  CHECK_EQUAL(counts_of(&f).hidden_count, 2);
  CHECK_EQUAL(rc_store_refresh(f.store, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "AT 0+6!");
}

static void pages_far_from_what_is_wanted_are_dropped(void) {
  STORE(f, begun(10));
  f.settings.page_limit = 2;
  f.settings.request_limit = 9;
  f.view.is_settled = true;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 2, 10, 2, 10), "AT 2+2 AT 4+2 AT 6+2 AT 8+2");
  // All touch what is wanted: the limit cannot be kept.
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4");
  CHECK_TEXT(store_reply(&f, 3, "5 6"), "FILL 4-6");
  CHECK_TEXT(store_look(&f, 7, 10, 7, 10), "");
  CHECK_TEXT(store_reply(&f, 4, "7 8"), "FILL 6-8 CLEAR 0-4");
  CHECK_EQUAL(f.result.dropped_count, 2);
  CHECK_TEXT(store_slots(&f), "- - - - 5 6 7 8 - -");
  CHECK_TEXT(store_look(&f, 7, 10, 7, 10), "");
  // Once wanted, they are requested again.
  CHECK_TEXT(store_look(&f, 3, 6, 3, 6), "AT 2+2");
}

static void of_pages_as_far_on_one_side_the_outermost_is_dropped(void) {
  STORE(f, begun(20));
  f.settings.page_limit = 1;
  f.view.is_settled = true;
  f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(store_look(&f, 10, 12, 10, 12), "AT 10+2");
  // Nothing new: an empty page, as far away as the one before it.
  CHECK_TEXT(store_reply(&f, 2, "1 2"), "REMOVE 2-4 CLEAR 0-2");
  CHECK_EQUAL(counts_of(&f).item_count, 0);
}

static void dropped_cell_keeps_the_slots_that_it_had(void) {
  STORE(f, begun(10));
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, 2, 4, 2, 4), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 2, "3 4 5"), "FILL 2-4 INSERT 4-5");
  f.settings.item_limit = 1;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 9, 11, 9, 11), "AT 8+2");
  CHECK_TEXT(store_reply(&f, 3, "9 10"), "FILL 9-11 CLEAR 0-5");
  CHECK_TEXT(store_slots(&f), "- - - - - - - - - 9 10");
  CHECK_EQUAL(counts_of(&f).item_count, 2);
}

static void cost_is_limited_and_the_last_page_stays(void) {
  STORE(f, begun(40));
  f.settings.cost_limit = 5;
  f.view.is_settled = true;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 20, 22, 20, 22), "AT 20+2");
  f.told.cost = 9;
  CHECK_TEXT(store_reply(&f, 2, "21 22"), "FILL 20-22 CLEAR 0-2");
  CHECK_EQUAL(counts_of(&f).cost, 9);
  CHECK_TEXT(store_look(&f, 30, 32, 30, 32), "AT 30+2");
  CHECK_EQUAL(counts_of(&f).page_count, 1);
}

static void host_inserts_only_where_nothing_is_missing(void) {
  static const rc_id ids[] = {77, 78};
  STORE(f, begun(6));
  CHECK_EQUAL(rc_store_insert(f.store, 0, ids, 1, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_edits(&f), "INSERT 0-1");
  CHECK_EQUAL(rc_store_insert(f.store, 3, ids + 1, 1, &f.result), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_store_insert(f.store, 5, ids + 1, 1, &f.result), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_store_insert(f.store, 7, ids + 1, 1, &f.result), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_store_insert(f.store, 2, ids + 1, 1, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_slots(&f), "77 1 78 2 - - - -");
  CHECK_EQUAL(counts_of(&f).hidden_count, 0);
  CHECK_EQUAL(rc_store_remove(f.store, 1, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_edits(&f), "REMOVE 1-2");
  CHECK_EQUAL(counts_of(&f).hidden_count, 0);
  CHECK_EQUAL(rc_store_remove(f.store, 1, &f.result), RC_STATUS_NOT_FOUND);
}

static void host_inserts_into_an_empty_source(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  store_open(&f);
  CHECK_EQUAL(rc_store_insert(f.store, 0, (const rc_id[]){5}, 1, &f.result), RC_STATUS_NOT_FOUND);
  (void)store_look(&f, 0, 0, 0, 0);
  CHECK_TEXT(store_reply(&f, 1, ""), "");
  CHECK_EQUAL(rc_store_insert(f.store, 0, NULL, 1, &f.result), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_store_insert(f.store, 0, (const rc_id[]){5}, 1, &f.result), RC_STATUS_OK);
  CHECK_EQUAL(f.result.page, 1);
  CHECK_EQUAL(rc_store_remove(f.store, 5, &f.result), RC_STATUS_OK);
  CHECK_EQUAL(counts_of(&f).page_count, 1);
  CHECK_EQUAL(rc_store_insert(f.store, 0, (const rc_id[]){6}, 1, &f.result), RC_STATUS_OK);
  CHECK_TEXT(store_slots(&f), "6");
}

static void opened_tail_requests_a_short_last_cell_again_first(void) {
  STORE(f, begun(3));
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 2, "3"), "FILL 2-3");
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "");
  CHECK_EQUAL(rc_store_open(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_MORE);
  CHECK_TEXT(store_look(&f, 0, 3, 0, 3), "AT 2+2");
  CHECK_TEXT(store_reply(&f, 3, "3 4"), "INSERT 3-4");
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "AT 4+2");
  CHECK_TEXT(store_reply(&f, 4, ""), "");
  CHECK_EQUAL(end_of(&f, RC_END_TAIL).state, RC_STORE_LOAD_STATE_ENDED);
}

/// Where the limits of a list are.
static void placeholders_of_the_longest_list_take_no_memory(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.total = RC_ITEM_COUNT_MAX;
  f.options.page_size = 20;
  store_open(&f);
  const int64_t most = RC_ITEM_COUNT_MAX;
  CHECK_EQUAL(counts_of(&f).slot_count, most);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 0+20!");
  f.told.total = INT64_MAX;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "FILL 0-2 REMOVE 4294967276-4294967294");
  CHECK_EQUAL(counts_of(&f).slot_count, most - 18);
  f.view.is_settled = true;
  CHECK_TEXT(store_look(&f, most - 28, most - 18, 0, most - 18),
             "AT 4294967280+20 AT 4294967260+20 AT 4294967240+20");
  CHECK_TEXT(store_reply(&f, 2, "3 4 5 6 7 8 9 10 11 12 13 14 15 16"),
             "FILL 4294967262-4294967276");
  CHECK_EQUAL(rc_store_find(f.store, 16, &f.told.total), RC_STATUS_OK);
  CHECK_EQUAL(f.told.total, most - 19);
  // As far as can be requested, from where the user comes.
  CHECK_EQUAL(rc_store_cancel(f.store, 3), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_cancel(f.store, 4), RC_STATUS_OK);
  f.settings.request_limit = 2;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, most - 24, 0, most - 24), "AT 20+20 AT 40+20");
  CHECK_EQUAL(rc_store_cancel(f.store, 5), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_cancel(f.store, 6), RC_STATUS_OK);
  f.view.direction = RC_DIRECTION_BACKWARD;
  CHECK_TEXT(store_look(&f, 0, most - 24, 0, most - 24), "AT 4294967260+20 AT 4294967240+20");
}

static void reply_that_makes_the_list_too_long_is_refused(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = 1;
  f.options.total = RC_ITEM_COUNT_MAX;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = RC_ITEM_COUNT_MAX;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), rc_status_text(RC_STATUS_LIMIT));
  f.told.total = RC_ITEM_COUNT_MAX;
  CHECK_TEXT(store_reply(&f, 1, "1"), "FILL 0-1");
  CHECK_TEXT(store_look(&f, 1, 2, 1, 2), "AT 1+1");
  CHECK_TEXT(store_reply(&f, 2, "2 3"), rc_status_text(RC_STATUS_LIMIT));
  CHECK_TEXT(store_reply(&f, 2, "2"), "FILL 1-2");
  CHECK_EQUAL(rc_store_insert(f.store, 1, (const rc_id[]){9}, 1, &f.result), RC_STATUS_LIMIT);
}

static const test_case cases[] = {
    CASE(session_of_the_header_is_as_documented),
    CASE(new_store_has_a_refresh_pending_and_the_total_as_placeholders),
    CASE(missing_cells_that_are_wanted_are_requested_the_nearest_first),
    CASE(last_cell_has_what_the_total_leaves),
    CASE(nothing_is_wanted_of_an_empty_interval),
    CASE(without_placeholders_cells_are_requested_from_what_is_held),
    CASE(jump_requests_nothing_until_it_settles),
    CASE(requests_that_are_not_wanted_make_way_and_others_finish),
    CASE(no_requests_are_made_with_a_limit_of_none),
    CASE(place_that_failed_waits_twice_as_long_each_time),
    CASE(cancelled_request_is_made_again_at_once),
    CASE(time_does_not_run_backward),
    CASE(item_keeps_the_place_of_the_first_reply_that_had_it),
    CASE(repeated_ids_of_a_reply_have_one_slot),
    CASE(new_ids_go_beside_those_that_the_pages_beside_hold),
    CASE(shorter_pages_are_no_end_and_longer_ones_are_kept_whole),
    CASE(empty_page_in_the_middle_is_held),
    CASE(total_moves_the_missing_cells_at_the_end_only),
    CASE(total_follows_from_what_comes_after_the_ids),
    CASE(empty_reply_far_after_the_end_does_not_walk_back),
    CASE(third_reply_in_a_row_without_a_new_id_is_the_end),
    CASE(items_lost_between_two_pages_are_requested_again),
    CASE(seam_requests_the_cell_before_it_next_and_then_what_is_visible),
    CASE(page_that_holds_the_id_looked_ahead_to_still_knows_what_follows_it),
    CASE(refresh_keeps_everything_until_its_reply),
    CASE(refresh_moves_as_few_as_can_be_and_pairs_the_rest),
    CASE(empty_refresh_elsewhere_tries_the_end_and_then_the_start),
    CASE(refresh_can_drop_more_pages_than_were_held),
    CASE(hidden_items_move_the_anchor_of_a_refresh),
    CASE(pages_far_from_what_is_wanted_are_dropped),
    CASE(of_pages_as_far_on_one_side_the_outermost_is_dropped),
    CASE(dropped_cell_keeps_the_slots_that_it_had),
    CASE(cost_is_limited_and_the_last_page_stays),
    CASE(host_inserts_only_where_nothing_is_missing),
    CASE(host_inserts_into_an_empty_source),
    CASE(opened_tail_requests_a_short_last_cell_again_first),
    CASE(placeholders_of_the_longest_list_take_no_memory),
    CASE(reply_that_makes_the_list_too_long_is_refused),
};

const test_suite suite_store = SUITE(cases);
