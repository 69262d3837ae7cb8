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
  CHECK_TEXT(both_look(p, 5, 6, 5, 6), "AT 2+7!");
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
  store_pair *p = begun(RC_STORE_SOURCE_KEYS, 20, "1 2 3 4 5");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_FIRST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "FIRST 20!");
  CHECK_TEXT(both_reply(p, 2, "9 8 7 5 4 3 2 1 10 11 12 13 14 15 16"),
             "MOVE 4-5>0 MOVE 4-5>1 MOVE 4-5>2 MOVE 4-5>3 INSERT 0-3 INSERT 8-15");
  both_end(p);
}

static void refresh_without_memory_for_what_limits_may_drop(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
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
  both_end(p);
}

static void anchor_is_the_nearest_held_id_on_either_side(void) {
  store_pair *p = begun(RC_STORE_SOURCE_KEYS, 2, "1 2");
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
  both_end(p);
}

static void anchor_skips_pages_that_are_empty(void) {
  store_pair *p = begun(RC_STORE_SOURCE_KEYS, 2, "1 2");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AFTER 2+2");
  CHECK_TEXT(both_reply(p, 2, "3 4"), "INSERT 2-4");
  CHECK_TEXT(both_look(p, 2, 4, 2, 4), "AFTER 4+2");
  CHECK_TEXT(both_reply(p, 3, "5 6"), "INSERT 4-6");
  CHECK_TEXT(both_remove(p, 5), "REMOVE 4-5");
  CHECK_TEXT(both_remove(p, 6), "REMOVE 4-5");
  CHECK_TEXT(both_remove(p, 1), "REMOVE 0-1");
  CHECK_TEXT(both_remove(p, 2), "REMOVE 0-1");
  CHECK_TEXT(store_slots(&p->f), "3 4");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 2, 1, 2), "AT 4~2!");
  both_end(p);
}

static void cells_of_a_refresh_are_within_the_source(void) {
  store_pair *p = begun(RC_STORE_SOURCE_OFFSETS, 2, "1 2");
  // Where the end is not known, the last cell is the last one known.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_LAST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 0+2!");
  p->f.told.total = 9;
  CHECK_TEXT(both_reply(p, 2, "1 2"), "INSERT 2-9");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_LAST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 8+2!");
  CHECK_TEXT(both_reply(p, 3, "9"), "CLEAR 0-2 FILL 8-9");
  // The end is not known now: what is visible is all that counts.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 7, 9, 7, 9), "AT 4+8!");
  both_end(p);
  // An empty source has a first cell, and an empty last one.
  p = begun(RC_STORE_SOURCE_OFFSETS, 2, "");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_LAST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+2!");
  p->f.told.total = 0;
  CHECK_TEXT(both_reply(p, 2, "1 2"), "INSERT 0-2");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_LAST, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+2!");
  both_end(p);
}

static void cells_behind_hidden_items_are_within_the_source(void) {
  store_pair *p = begun(RC_STORE_SOURCE_OFFSETS, 2, "1 2");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+2");
  p->f.told.total = 8;
  // Six of eight are shown nowhere.
  CHECK_TEXT(both_reply(p, 2, "1 2"), "INSERT 2-6");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 4, 6, 4, 6), "AT 6+2!");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 0+6!");
  both_end(p);
}

/// 32: elsewhere an empty reply is no empty source, unless it tells a total of none.
static void empty_reply_with_a_total_of_none_is_an_empty_source(void) {
  store_pair *p = begun(RC_STORE_SOURCE_OFFSETS, 2, "1 2");
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
  both_end(p);
}

static void id_looked_ahead_to_is_no_new_one_if_the_reply_had_it(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.looks_ahead = true;
  both_open(p);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "AT 0+3!");
  CHECK_TEXT(both_reply(p, 1, "1 2 1"), "INSERT 0-2");
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2+3");
  CHECK_TEXT(both_reply(p, 2, "4 5 4"), "INSERT 2-4");
  // No seam is loose.
  CHECK_TEXT(both_look(p, 1, 3, 1, 3), "");
  both_end(p);
}

static void total_of_a_refresh_by_keys_is_at_least_what_it_brought(void) {
  store_pair *p = begun(RC_STORE_SOURCE_KEYS, 2, "1 2");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ID, 2), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2~2!");
  p->f.told.before = 3;
  p->f.told.total = 4;
  CHECK_TEXT(both_reply(p, 2, "2 3"), "CLEAR 0-1 INSERT 1-3 INSERT 4-5");
  CHECK_TEXT(store_slots(&p->f), "- - - 2 3");
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ID, 2), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AT 2~2!");
  p->f.told.before = RC_STORE_SOME;
  p->f.told.total = 4;
  CHECK_TEXT(both_reply(p, 3, "2 3"), "REMOVE 0-3");
  CHECK_TEXT(both_look(p, 0, 2, 0, 2), "AFTER 3+2 BEFORE 2+2");
  both_end(p);
}

/// 30: by offsets, the ids fill the requested cells in turn; there may be too few for all.
static void short_reply_to_a_refresh_fills_the_first_cells(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_OFFSETS);
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
  CHECK_EQUAL(counts.pages, 2);
  // What is not visible is no anchor, and without a page nothing is.
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 1, 1, 0, 3), "AT 0+3!");
  both_end(p);
  p = both_begin(RC_STORE_SOURCE_OFFSETS);
  p->f.options.total = 12;
  both_open(p);
  CHECK_EQUAL(both_refresh(p, RC_STORE_TARGET_ANCHOR, 0), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 6, 8, 6, 8), "AT 0+2!");
  both_end(p);
}

/// 13: not while a refresh is pending, nor before a page is held; once for what is visible.
static void jump_refreshes_by_itself_beside_one_page(void) {
  store_pair *p = both_begin(RC_STORE_SOURCE_KEYS);
  p->f.options.total = 40;
  p->f.settings.jump_distance = 5;
  both_open(p);
  p->f.view.is_settled = true;
  CHECK_TEXT(both_look(p, 20, 22, 20, 22), "FIRST 2!");
  CHECK_TEXT(both_reply(p, 1, ""), "REMOVE 0-40");
  CHECK_EQUAL(both_open_end(p, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(both_look(p, 0, 0, 0, 0), "FIRST 2!");
  p->f.told.before = 20;
  CHECK_TEXT(both_reply(p, 2, "1 2"), "INSERT 0-22");
  CHECK_EQUAL(both_open_end(p, RC_END_HEAD), RC_STATUS_OK);
  // The gap is before the page, and nothing before it.
  CHECK_TEXT(both_look(p, 0, 4, 0, 4), "AT 0+4!");
  p->f.told.before = 20;
  CHECK_TEXT(both_reply(p, 3, "1 2"), "");
  CHECK_TEXT(both_look(p, 0, 4, 0, 4), "BEFORE 1+2");
  CHECK_TEXT(both_look(p, 0, 5, 0, 5), "AT 0+5!");
  both_end(p);
}

static const test_case cases[] = {
    CASE(short_reply_to_a_refresh_fills_the_first_cells),
    CASE(jump_refreshes_by_itself_beside_one_page),
    CASE(anchor_is_the_nearest_held_id_on_either_side),
    CASE(anchor_skips_pages_that_are_empty),
    CASE(cells_of_a_refresh_are_within_the_source),
    CASE(cells_behind_hidden_items_are_within_the_source),
    CASE(empty_reply_with_a_total_of_none_is_an_empty_source),
    CASE(id_looked_ahead_to_is_no_new_one_if_the_reply_had_it),
    CASE(total_of_a_refresh_by_keys_is_at_least_what_it_brought),
    CASE(refresh_moves_and_replaces),
    CASE(refresh_moves_forward_and_backward),
    CASE(refresh_by_keys_has_gaps_beside_its_page),
    CASE(refresh_without_a_held_id_is_at_the_start),
    CASE(refresh_fills_its_cells_in_turn_and_shares_the_cost),
    CASE(refresh_without_memory_for_many_ids),
    CASE(refresh_without_memory_for_what_limits_may_drop),
};

const test_suite suite_store_refresh = SUITE(cases);
