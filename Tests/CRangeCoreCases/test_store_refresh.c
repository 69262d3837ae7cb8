// Refreshes; without memory, everything stays as it is.

#include "store_pair.h"

/// A store with pages of so many, that was refreshed at its start.
static store_pair *begun(rc_store_source source, int64_t page_size, const char *ids) {
  store_pair *p = both_begin(source);
  p->f.options.page_size = page_size;
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  (void)both_reply(p, 1, ids);
  p->f.view.is_settled = true;
  return p;
}

static void refresh_moves_and_replaces(void) {
  store_pair *p = begun(RC_STORE_SOURCE_OFFSETS, 7, "1 2 3 4 5 6 7");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+7!");
  CHECK_TEXT(both_reply(p, 2, "5 1 8 4 6 9"),
             "MOVE 4-5>0 REMOVE 2-3 INSERT 2-3 REMOVE 3-4 REMOVE 5-6 INSERT 5-6");
  CHECK_TEXT(store_slots(&p->f), "5 1 8 4 6 9");
  both_end(p);
}

static void refresh_moves_forward_and_backward(void) {
  store_pair *p = begun(RC_STORE_SOURCE_OFFSETS, 7, "1 2 3 4 5 6 7");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 2, 4, 1, 6), "AT 0+7!");
  CHECK_TEXT(both_reply(p, 2, "6 1 2 7 3 4 5"), "MOVE 5-6>0 MOVE 6-7>3");
  CHECK_TEXT(store_slots(&p->f), "6 1 2 7 3 4 5");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 2, 4, 1, 6), "AT 0+7!");
  // Two that are neighbours before and after move together.
  CHECK_TEXT(both_reply(p, 3, "2 7 3 4 5 6 1"), "MOVE 0-2>5");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 2, 4, 1, 6), "AT 0+7!");
  CHECK_TEXT(both_reply(p, 4, "5 1 2 7 3 4"), "MOVE 4-5>0 MOVE 6-7>1 REMOVE 6-7");
  both_end(p);
}

static void refresh_by_keys_has_gaps_beside_its_page(void) {
  store_pair *p = begun(RC_STORE_SOURCE_KEYS, 2, "1 2");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ID, 5), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 5~2!");
  p->f.told.before = 2;
  p->f.told.total = 6;
  CHECK_TEXT(both_reply(p, 2, "5 6"), "CLEAR 0-2 INSERT 2-6");
  CHECK_TEXT(store_slots(&p->f), "- - 5 6 - -");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_LAST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 3, 0, 3), "LAST 2!");
  CHECK_TEXT(both_reply(p, 3, "6 7"), "REMOVE 0-3 FILL 1-2 REMOVE 2-3");
  CHECK_TEXT(store_slots(&p->f), "6 7");
  both_end(p);
}

/// 29: by keys, without a held id the anchor is the source's start.
static void refresh_without_a_held_id_is_at_the_start(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_KEYS);
  both_open(p);
  (void)both_look(p, 0, 0, 0, 0);
  p->f.told.after = 3;
  CHECK_TEXT(both_reply(p, 1, "1 2"), "INSERT 0-5");
  CHECK_TEXT(both_remove(p, 1), "REMOVE 0-1");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AT 2~2!");
  CHECK_TEXT(both_remove(p, 2), "REMOVE 0-1");
  CHECK_TEXT(store_slots(&p->f), "- - -");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 3, 1, 3), "FIRST 2!");
  both_end(p);
}

static void refresh_fills_its_cells_in_turn_and_shares_the_cost(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.looks_ahead = true;
  p->f.options.total = 12;
  both_open(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+3!");
  p->f.told.total = 12;
  CHECK_TEXT(both_reply(p, 1, "1 2 3"), "FILL 0-2");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 3, 7, 3, 7), "AT 2+7!");
  p->f.told.after = 3;
  p->f.told.cost = 8;
  // The id looked ahead to is an item, and so is one that comes again no item.
  CHECK_TEXT(both_reply(p, 2, "3 4 5 3 6 7 8"), "CLEAR 0-2 FILL 2-7 REMOVE 11-12");
  CHECK_TEXT(store_slots(&p->f), "- - 3 4 5 6 7 - - - -");
  // The rest is shared by the first cells: 3, 3 and 2.
  p->f.settings.cost_limit = 5;
  both_set(p);
  CHECK_TEXT(both_look(p, 0, 1, 0, 1), "AT 0+3");
  CHECK_TEXT(both_reply(p, 3, "1 2 3"), "FILL 0-2 CLEAR 4-7");
  rc_store_counts counts;
  CHECK_EQUAL(rc_store_get_counts(p->f.store, &counts), RC_STATUS_OK);
  CHECK_EQUAL(counts.cost, 3);
  both_end(p);
}

static void refresh_without_memory_for_many_ids(void) {
  store_pair *p = begun(RC_STORE_SOURCE_KEYS, 20, "1 2 3");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 3, 0, 3), "FIRST 20!");
  CHECK_TEXT(both_reply(p, 2, "9 8 7 3 2 1 10 11 12 13 14 15 16"),
             "MOVE 2-3>0 MOVE 2-3>1 INSERT 0-3 INSERT 6-13");
  both_end(p);
}

static const test_case cases[] = {
    CASE(refresh_moves_and_replaces),
    CASE(refresh_moves_forward_and_backward),
    CASE(refresh_by_keys_has_gaps_beside_its_page),
    CASE(refresh_without_a_held_id_is_at_the_start),
    CASE(refresh_fills_its_cells_in_turn_and_shares_the_cost),
    CASE(refresh_without_memory_for_many_ids),
};

const test_suite suite_store_refresh = SUITE(cases);
