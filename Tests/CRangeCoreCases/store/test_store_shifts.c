// Sources of offsets that shift: what a store that looks ahead does about it, and what a refresh
// keeps.

#include <stdio.h>

#include "store_pair.h"
#include "store_world.h"

/// A store that looks ahead, with pages of two of 1 … 40, of which some are held.
static store_pair *with_cells(int64_t lower, int64_t upper) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.looks_ahead = true;
  p->f.options.total = 40;
  both_open(p);
  p->f.view.is_settled = true;
  (void)both_refresh(p, RC_STORE_TARGET_POSITION, 2 * lower);
  for (int64_t cell = lower; cell < upper; cell++) {
    char ids[48];
    (void)both_look(p, 2 * cell, 2 * cell + 1, 2 * cell, 2 * cell + 1);
    snprintf(ids, sizeof ids, "%d %d %d", (int)(2 * cell + 1), (int)(2 * cell + 2),
             (int)(2 * cell + 3));
    p->f.told.total = 40;
    (void)both_reply(p, p->f.plan.requests[0].token, ids);
  }
  return p;
}

/// 18: wherever the end of the reply for the cell before is now.
static void reply_continues_that_for_the_cell_before(void) {
  BOTH(p, with_cells(5, 8));
  CHECK_EQUAL(model_store_count(p->script.model), 40);
  // Seven came at the head: at 8 there are 2 and 3, and four are missing behind them.
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "AT 8+3");
  CHECK_TEXT(both_reply(p, 4, "2 3 4"), "FILL 8-10");
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "AT 10+3");
  CHECK_TEXT(both_reply(p, 5, "4 5 6"), "INSERT 10-12");
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "AT 12+3");
  CHECK_TEXT(both_reply(p, 6, "6 7 8"), "INSERT 12-14");
  CHECK_TEXT(both_look(p, 11, 14, 10, 14), "AT 14+3");
  CHECK_TEXT(both_reply(p, 7, "8 9 10"), "INSERT 14-16");
  CHECK_TEXT(store_slots(&p->f),
             "- - - - - - - - 2 3 4 5 6 7 8 9 11 12 13 14 15 16 - - - - - - - - - - - - - - - - - "
             "- - - - - - -");
  // The host's own cannot come where something is missing.
  CHECK_TEXT(both_insert(p, 16, "99"), rc_status_text(RC_STATUS_NOT_FOUND));
  CHECK_TEXT(both_insert(p, 15, "99"), "INSERT 15-16");
}

/// 18: the page where a reply starts counts as that of its cell, for the id after new ones, too.
static void new_ids_go_before_one_that_is_where_the_reply_starts(void) {
  BOTH(p, with_cells(5, 9));
  static const char *const replies[] = {"2 3 4", "4 5 6", "6 7 8", "8 9 10", "17 18 19"};
  for (int i = 0; i < 5; i++) {
    (void)both_look(p, 9, 12 + 2 * i, 8, 12 + 2 * i);
    CHECK_EQUAL(p->f.plan.requests[0].position, 8 + 2 * i);
    (void)both_reply(p, p->f.plan.requests[0].token, replies[i]);
  }
  CHECK_TEXT(both_look(p, 14, 18, 14, 18), "AT 14+3");
  CHECK_TEXT(both_reply(p, 10, "99 9 98 10"), "INSERT 15-16 INSERT 17-18");
  rc_store_slot slot;
  CHECK_EQUAL(rc_store_get_slot(p->f.store, 15, &slot), RC_STATUS_OK);
  CHECK_EQUAL(slot.id, 99);
}

/// 22: eight at most continue one another, and then what is visible is refreshed, once.
static void seam_that_goes_on_and_on_is_repaired_by_a_refresh(void) {
  BOTH(p, with_cells(1, 14));
  CHECK_TEXT(both_look(p, 2, 4, 0, 4), "AT 0+3");
  CHECK_TEXT(both_reply(p, 14, "50 51 52"), "FILL 0-2");
  for (uint64_t i = 0; i < 9; i++) {
    char ids[48], expected[16];
    snprintf(expected, sizeof expected, "AT %d+3", (int)(2 * i + 2));
    CHECK_TEXT(both_look(p, 2 * (int64_t)i, 2 * (int64_t)i + 4, 0, 2 * (int64_t)i + 4), expected);
    snprintf(ids, sizeof ids, "%d %d %d", (int)(2 * i + 52), (int)(2 * i + 53), (int)(2 * i + 54));
    (void)both_reply(p, 15 + i, ids);
  }
  CHECK_TEXT(both_look(p, 16, 20, 0, 20), "AT 0+7!");
  p->f.told.total = 40;
  const uint64_t token = p->f.plan.requests[0].token;
  (void)both_reply(p, token, "68 69 3 4 5 6 7");
  CHECK_TEXT(store_requests(&p->f), "AT 0+7!");
}

/// 22: where the total tells that the source has shifted far, at once.
static void seam_of_a_far_shift_is_repaired_by_a_refresh_at_once(void) {
  BOTH(p, with_cells(5, 8));
  // Eight went at the head, and six are more than three pages.
  CHECK_TEXT(both_look(p, 10, 12, 10, 12), "");
  p->f.view.is_settled = false;
  p->f.view.time = 1;
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "AT 8+3");
  p->f.told.total = 32;
  CHECK_TEXT(both_reply(p, 4, "17 18 19"), "FILL 8-10 REMOVE 32-40");
  // No seam is requested, and while the user drags nothing is repaired.
  CHECK_TEXT(both_look(p, 20, 22, 20, 22), "");
  CHECK_TEXT(both_look(p, 10, 12, 8, 12), "");
  CHECK(p->f.plan.next_time == 1.1);
  p->f.view.time = 2;
  CHECK_TEXT(both_look(p, 10, 12, 8, 12), "AT 8+7!");
  // There is none of what is visible: eight are gone before it.
  p->f.told.total = 32;
  CHECK_TEXT(both_reply(p, 5, "17 18 19 20 21 22 23"), "");
  CHECK_TEXT(both_look(p, 10, 12, 8, 12), "AT 0+7!");
  p->f.told.total = 32;
  CHECK_TEXT(both_reply(p, 6, "9 10 11 12 13 14 15"),
             "FILL 0-2 REMOVE 2-10 CLEAR 6-8 INSERT 24-32");
}

/// The id before a seam goes, while a cell is requested for it.
static void seam_goes_with_the_id_before_it(void) {
  BOTH(p, with_cells(5, 8));
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "AT 8+3");
  CHECK_TEXT(both_reply(p, 4, "1 2 3"), "FILL 8-10");
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "AT 10+3");
  CHECK_TEXT(both_reply(p, 5, "11 12 13"), "");
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "AT 8+3");
  CHECK_TEXT(both_remove(p, 2), "REMOVE 9-10");
  // It is where its page is now, and makes way for another one if that is not wanted.
  CHECK_TEXT(both_look(p, 9, 12, 8, 12), "");
  p->f.settings.request_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 9, 11, 8, 16), "");
  CHECK_TEXT(both_look(p, 10, 11, 10, 16), "AT 16+3");
  CHECK_EQUAL(p->f.plan.given_up_count, 1);
  p->f.settings.request_limit = 3;
  both_set(p);
  CHECK_TEXT(both_look(p, 9, 11, 9, 11), "AT 8+3");
  CHECK_TEXT(both_remove(p, 1), "REMOVE 8-9");
  CHECK_TEXT(both_reply(p, 8, "3 4 5"), "INSERT 8-10");
}

/// 15: the first seam is no longer wanted, and another one is that needs the same cell.
static void request_for_a_seam_stays_for_another_one(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.looks_ahead = true;
  p->f.options.total = 40;
  p->f.view.is_settled = true;
  both_open(p);
  (void)both_refresh(p, RC_STORE_TARGET_POSITION, 10);
  CHECK_TEXT(both_look(p, 10, 11, 10, 11), "AT 10+3!");
  p->f.told.total = 40;
  (void)both_reply(p, 1, "11 12 99");
  CHECK_TEXT(both_look(p, 13, 14, 13, 14), "AT 12+3");
  (void)both_reply(p, 2, "13 14 15");
  CHECK_TEXT(both_look(p, 8, 9, 8, 9), "AT 8+3");
  CHECK_TEXT(both_reply(p, 3, "10 11 50 77"), "FILL 8-9 INSERT 11-12 REMOVE 9-10");
  CHECK_TEXT(both_look(p, 12, 13, 12, 13), "AT 12+3");
  CHECK_TEXT(both_reply(p, 4, "13 14 15"), "");
  CHECK_TEXT(both_look(p, 12, 13, 12, 13), "AT 10+3");
  p->f.settings.request_limit = 1;
  both_set(p);
  CHECK_TEXT(both_look(p, 9, 11, 6, 11), "");
  CHECK_EQUAL(p->f.plan.given_up_count, 0);
}

/// 21: the last reply tells that nothing follows; what was told to do so is elsewhere.
static void end_is_told_where_another_id_was_told_before(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.looks_ahead = true;
  both_open(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+3!");
  p->f.told.total = 8;
  (void)both_reply(p, 1, "9 8 1");
  CHECK_TEXT(both_look(p, 0, 8, 0, 8), "AT 2+3 AT 4+3 AT 6+3");
  CHECK_TEXT(both_reply(p, 2, "1 2 3"), "FILL 2-4");
  CHECK_TEXT(both_reply(p, 3, "3 4 9"), "FILL 4-6");
  CHECK_TEXT(both_reply(p, 4, ""), "REMOVE 6-8");
  CHECK_TEXT(both_look(p, 0, 6, 0, 6), "");
}

/// 21: a refresh tells the end as well. Then 1 goes and 3, 4 and 5 come.
static void item_after_the_end_that_a_refresh_told_is_not_lost(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.looks_ahead = true;
  both_open(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+3!");
  p->f.told.total = 2;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-2");
  both_open_end(p, RC_END_TAIL);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+3");
  p->f.told.total = 4;
  CHECK_TEXT(both_reply(p, 2, "4 5"), "INSERT 2-4");
  CHECK_TEXT(both_look(p, 0, 4, 0, 4), "AT 2+3");
  CHECK_TEXT(both_reply(p, 3, "4 5"), "");
  CHECK_TEXT(both_look(p, 0, 4, 0, 4), "AT 0+3");
  CHECK_TEXT(both_reply(p, 4, "2 3 4"), "INSERT 2-3");
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "");
}

// == a refresh ==

static void refresh_that_has_nothing_visible_is_moved_by_the_totals(void) {
  for (int grows = 0; grows < 2; grows++) {
    BOTH(p, with_cells(5, 8));
    CHECK_TEXT(both_look(p, 12, 14, 12, 14), "");
    CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 12, 14, 12, 14), "AT 10+7!");
    p->f.told.total = grows ? 48 : 32;
    CHECK_TEXT(both_reply(p, 4, grows ? "3 4 5 6 7 8 9" : "19 20 21 22 23 24 25"), "");
    CHECK_EQUAL(p->f.result.dropped_count, 0);
    CHECK_TEXT(both_look(p, 12, 14, 12, 14), grows ? "AT 18+7!" : "AT 2+7!");
    p->f.told.total = grows ? 48 : 32;
    (void)both_reply(p, 5, "11 12 13 14 15 16 17");
    int64_t slot;
    CHECK_EQUAL(rc_store_find(p->f.store, 13, &slot), RC_STATUS_OK);
  }
}

/// Once: what that brings is taken. And not where the totals tell of the same cells, or not at all.
static void refresh_is_moved_once_and_only_elsewhere(void) {
  for (int way = 0; way < 3; way++) {
    BOTH(p, with_cells(5, 8));
    CHECK_TEXT(both_look(p, 12, 14, 12, 14), "");
    CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
    CHECK_TEXT(both_look(p, 12, 14, 12, 14), "AT 10+7!");
    uint64_t token = 4;
    if (way == 0) {
      p->f.told.total = 44;
      CHECK_TEXT(both_reply(p, token++, "71 72 73 74 75 76 77"), "");
      CHECK_TEXT(both_look(p, 12, 14, 12, 14), "AT 14+7!");
    }
    p->f.told.total = way == 0 ? 48 : way == 1 ? 40 : RC_STORE_UNKNOWN;
    CHECK(both_reply(p, token, "81 82 83 84 85 86 87")[0] != 0);
    CHECK_EQUAL(p->f.result.dropped_count, 3);
  }
}

/// The user is elsewhere by then, where nothing is held: it is moved no more.
static void refresh_that_is_moved_follows_the_user(void) {
  BOTH(p, with_cells(5, 8));
  CHECK_TEXT(both_look(p, 12, 14, 12, 14), "");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 12, 14, 12, 14), "AT 10+7!");
  p->f.told.total = 48;
  CHECK_TEXT(both_reply(p, 4, "3 4 5 6 7 8 9"), "");
  CHECK_TEXT(both_look(p, 30, 32, 30, 32), "AT 28+7!");
}

/// There, no total was told when the page arrived.
static void refresh_that_is_moved_needs_the_total_of_the_page(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  both_open(p);
  p->f.view.is_settled = true;
  (void)both_look(p, 0, 0, 0, 0);
  CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-2");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+2");
  p->f.told.total = 40;
  CHECK_TEXT(both_reply(p, 2, "3 4"), "INSERT 2-40");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 0+6!");
  p->f.told.total = 50;
  CHECK_TEXT(both_reply(p, 3, "51 52 53 54 55 56"), "");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 0+4!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 0+4!");
  p->f.told.total = 50;
  CHECK_TEXT(both_reply(p, 5, "51 52 53 54"), "REMOVE 0-4 INSERT 0-4 INSERT 40-50");
}

static void refresh_by_keys_tries_three_more_held_ids(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_KEYS));
  p->f.options.page_size = 6;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.before = p->f.told.after = 2;
  (void)both_reply(p, 1, "1 2 3 4 5 6");
  CHECK_TEXT(store_slots(&p->f), "- - 1 2 3 4 5 6 - -");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  static const char *const expected[] = {"AT 4~6!", "AT 3~6!", "AT 5~6!", "AT 2~6!", "FIRST 6!"};
  for (uint64_t i = 0; i < 5; i++) {
    CHECK_TEXT(both_look(p, 5, 8, 5, 8), expected[i]);
    CHECK_EQUAL(p->f.plan.requests[0].page, i < 4);
    if (i < 4) CHECK_TEXT(both_reply(p, i + 2, ""), "");
  }
  // The next refresh begins anew; and before the first held id there are only later ones.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 1~6!");
  CHECK_TEXT(both_reply(p, 7, ""), "");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2~6!");
  CHECK_TEXT(both_reply(p, 8, ""), "");
  CHECK_TEXT(both_look(p, 8, 10, 8, 10), "AT 4~6!");
}

// == the tail ==

static void tail_without_placeholders_opens_after_the_last_held_cell(void) {
  BOTH(p, both_begin(RC_STORE_SOURCE_OFFSETS));
  p->f.options.has_placeholders = false;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.total = 40;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-2");
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+2");
  CHECK_TEXT(both_reply(p, 2, "3 4"), "INSERT 2-4");
  CHECK_TEXT(store_slots(&p->f), "1 2 3 4");
}

// == pages without slots ==

/// 18: an id beside a page without slots is the neighbour of what is beyond it.
static void pages_without_slots_are_passed_over(void) {
  BOTH(p, with_cells(5, 6));
  // Two more came at the head: cell 6 has what cell 5 had. Then 7 and 8 are deleted, and cell 7
  // begins with what follows there.
  CHECK_TEXT(both_look(p, 10, 13, 10, 13), "AT 12+3");
  CHECK_TEXT(both_reply(p, 2, "11 12 13"), "REMOVE 12-14");
  CHECK_TEXT(both_look(p, 10, 13, 10, 13), "AT 14+3");
  CHECK_TEXT(both_reply(p, 3, "15 16 17"), "FILL 12-14");
  CHECK_TEXT(both_look(p, 10, 12, 10, 12), "AT 12+3");
  CHECK_TEXT(both_reply(p, 4, "15 16 17"), "");
  CHECK_TEXT(both_look(p, 10, 12, 10, 12), "AT 10+3");
  CHECK_TEXT(both_reply(p, 5, "12 15 99 40"), "INSERT 13-14");
  int64_t slot;
  CHECK_EQUAL(rc_store_find(p->f.store, 99, &slot), RC_STATUS_OK);
  CHECK_EQUAL(slot, 13);
}

// == shifts of any size ==

/// Rows come or go at the head, anywhere, before the user, or on the screen and after it.
static void shift_somewhere(store_world *w, world_list *list, int64_t most) {
  static const int64_t sizes[] = {1, 5, 20, 60, 1000};
  const rc_id id = w->visible.lower < w->row_count ? w->rows[w->visible.lower] : RC_ID_NONE;
  const int64_t seen = id == RC_ID_NONE ? 0 : world_list_place(list, id);
  const int64_t size = sizes[test_random_in(w->random, 0, 4)];
  int64_t at = 0, change = test_random_in(w->random, 1, size < most ? size : most);
  switch (test_random_in(w->random, 0, 3)) {
    case 0:
      at = test_random_in(w->random, 0, list->count);
      break;
    case 1:
      at = seen - test_random_in(w->random, 0, 30);
      break;
    case 2:
      at = seen + test_random_in(w->random, 0, 40);
  }
  if (at < 0) at = 0;
  if (at > list->count) at = list->count;
  const bool grows = list->count < 300 || (list->count < 4000 && test_random_one_in(w->random, 2));
  world_list_shift(list, at, grows ? change : -change, w->time);
}

static void shift_step(store_world *w, world_list *list, int64_t most) {
  const int64_t what = test_random_in(w->random, 0, 9);
  if (what < 2) {
    shift_somewhere(w, list, most);
    if (test_random_one_in(w->random, 2)) return;
  } else if (what < 7) {
    const int64_t step = test_random_one_in(w->random, 2) ? -7 : 7;
    for (int64_t i = test_random_in(w->random, 1, 8); i > 0 && !test_has_failed(); i--) {
      world_scroll(w, step);
      world_rest(w);
    }
  } else {
    world_run(w, (double)test_random_in(w->random, 1, 4));
  }
  if (!test_has_failed()) world_rest(w);
}

static void shift_session(test_random *random, int64_t most) {
  static const int64_t sizes[] = {5, 10, 20, 50}, arounds[] = {0, 6, 20, 24};
  static _Thread_local world_list list;
  store_world w;
  world_list_init(&list, test_random_in(random, 200, 3000));
  for (int64_t i = 0; i < list.count; i++) list.ids[i] = (i + 1) << 32;
  list.tells_total = !test_random_one_in(random, 4);
  world_begin(&w, &list.server, random);
  w.watch = WATCH_LOST | WATCH_QUIET;
  w.options.looks_ahead = true;
  w.options.page_size = sizes[test_random_in(random, 0, 3)];
  w.options.has_placeholders = !test_random_one_in(random, 3);
  w.settings.page_limit = 6 * test_random_in(random, 0, 2);
  w.settings.settle = 0;
  w.around = arounds[test_random_in(random, 0, 3)];
  world_open(&w, NULL);
  world_rest(&w);
  for (int i = 0; i < 60 && !test_has_failed(); i++) shift_step(&w, &list, most);
  world_end(&w);
}

static void shifts_of_any_size_lose_no_row_on_screen_and_keep_the_order(void) {
  test_random random = {test_seed(5)};
  static const int64_t most[] = {1, 20, 60, 1000};
  for (int64_t i = 0; i < test_count(60) && !test_has_failed(); i++) {
    shift_session(&random, most[i % 4]);
  }
}

static const test_case cases[] = {
    CASE(reply_continues_that_for_the_cell_before),
    CASE(new_ids_go_before_one_that_is_where_the_reply_starts),
    CASE(seam_that_goes_on_and_on_is_repaired_by_a_refresh),
    CASE(seam_of_a_far_shift_is_repaired_by_a_refresh_at_once),
    CASE(seam_goes_with_the_id_before_it),
    CASE(request_for_a_seam_stays_for_another_one),
    CASE(end_is_told_where_another_id_was_told_before),
    CASE(item_after_the_end_that_a_refresh_told_is_not_lost),
    CASE(refresh_that_has_nothing_visible_is_moved_by_the_totals),
    CASE(refresh_is_moved_once_and_only_elsewhere),
    CASE(refresh_that_is_moved_follows_the_user),
    CASE(refresh_that_is_moved_needs_the_total_of_the_page),
    CASE(refresh_by_keys_tries_three_more_held_ids),
    CASE(tail_without_placeholders_opens_after_the_last_held_cell),
    CASE(pages_without_slots_are_passed_over),
    CASE(shifts_of_any_size_lose_no_row_on_screen_and_keep_the_order),
};

const test_suite suite_store_shifts = SUITE(cases);
