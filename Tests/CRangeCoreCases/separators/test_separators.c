// Separators, by the sentences of include/rangecore_separators.h.

#include "separators_fixture.h"

// == the session of the header ==

static void the_session_of_the_header(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "12 21 22 . . . . . .");
  CHECK_TEXT(separators_ask(&f), "-|12 12|21 21|22");
  CHECK_TEXT(separators_answer(&f), "INSERT 0-9 INSERT 0-1 INSERT 2-3");
  CHECK_TEXT(separators_inserted(&f), "1@0 2@2");
  CHECK_TEXT(separators_rows(&f), "1: 12 2: 21 22 . . . . . .");
  separators_fill(&f, 3, "23");
  CHECK_TEXT(separators_ask(&f), "22|23");
  CHECK_TEXT(separators_answer(&f), "FILL 5-6");
  separators_insert(&f, 0, "11");
  CHECK_TEXT(separators_ask(&f), "-|11 11|12");
  CHECK_TEXT(separators_answer(&f), "INSERT 0-1 MOVE 1-2>0");
  CHECK_TEXT(separators_inserted(&f), "");
  CHECK_TEXT(separators_rows(&f), "1: 11 12 2: 21 22 23 . . . . .");
  separators_clear(&f, 0, 2);
  CHECK_TEXT(separators_ask(&f), "");
  CHECK_TEXT(separators_answer(&f), "CLEAR 1-3 REMOVE 3-4 REMOVE 0-1");
  CHECK_TEXT(separators_rows(&f), ". . 21 22 23 . . . . .");
}

// == borders and pairs: (1) to (3) ==

static rc_id any_pair(const rc_separator_pair *pair) {
  return 100 + pair->slot;
}

/// (1), (2): a border has a pair if there is an item on each side, or an end that is known.
static void pairs_are_of_two_items(void) {
  SEPARATORS(f);
  f.rule = any_pair;
  separators_insert(&f, 0, ". 1 2 . 3 . . 4");
  CHECK_TEXT(separators_ask(&f), "1|2 4|-");
  CHECK_TEXT(separators_answer(&f), "INSERT 0-8 INSERT 2-3 INSERT 9-10");
  CHECK_TEXT(separators_rows(&f), ". 1 102: 2 . 3 . . 4 108:");
}

/// (2): without slots there is a pair of none and none.
static void a_list_without_slots_has_a_pair(void) {
  SEPARATORS(f);
  f.rule = any_pair;
  CHECK_TEXT(separators_ask(&f), "-|-");
  CHECK_TEXT(separators_answer(&f), "INSERT 0-1");
  CHECK_TEXT(separators_rows(&f), "100:");
  separators_insert(&f, 0, "1");
  CHECK_TEXT(separators_ask(&f), "-|1 1|-");
  CHECK_TEXT(separators_answer(&f), "INSERT 0-1 MOVE 1-2>0 INSERT 2-3");
  CHECK_TEXT(separators_rows(&f), "100: 1 101:");
}

/// (3): pairs are renewed.
static rc_id nothing_between(const rc_separator_pair *pair) {
  (void)pair;
  return RC_ID_NONE;
}

static void pairs_are_renewed(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 22 31");
  CHECK_TEXT(separators_go(&f), "INSERT 0-4 INSERT 0-1 INSERT 2-3 INSERT 5-6");
  CHECK_EQUAL(rc_separators_renew(f.separators, 1, 2), RC_STATUS_OK);
  CHECK_TEXT(separators_ask(&f), "11|21 21|22");
  CHECK_TEXT(separators_answer(&f), "");
  CHECK_EQUAL(rc_separators_renew(f.separators, 1, 2), RC_STATUS_OK);
  f.rule = nothing_between;
  CHECK_TEXT(separators_go(&f), "REMOVE 2-3");
  CHECK_TEXT(separators_rows(&f), "1: 11 21 22 3: 31");
  CHECK_EQUAL(rc_separators_renew(f.separators, 4, 4), RC_STATUS_OK);
  CHECK_TEXT(separators_ask(&f), "31|-");
}

// == what is asked, and what is answered: (4) to (6) ==

/// (4): each pair is asked for once; asking again lists the same.
static void each_pair_is_asked_for_once(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 12 13 14");
  CHECK_TEXT(separators_ask(&f), "-|11 11|12 12|13 13|14 14|-");
  CHECK_TEXT(separators_ask(&f), "-|11 11|12 12|13 13|14 14|-");
  separators_answer(&f);
  CHECK_TEXT(separators_ask(&f), "");
  CHECK_TEXT(separators_answer(&f), "");
  separators_remove(&f, 1, 2);
  CHECK_TEXT(separators_ask(&f), "11|13");
  separators_answer(&f);
  separators_move(&f, 2, 3, 0);
  CHECK_TEXT(separators_ask(&f), "-|14 14|11 13|-");
  separators_answer(&f);
  separators_clear(&f, 1, 2);
  CHECK_TEXT(separators_ask(&f), "");
  separators_answer(&f);
  separators_fill(&f, 1, "15");
  CHECK_TEXT(separators_ask(&f), "14|15 15|13");
}

/// (4): pairs between slots that move together are none of the new ones.
static void pairs_that_move_together_are_not_new(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 31 41 51 61");
  separators_go(&f);
  separators_move(&f, 1, 4, 3);
  CHECK_TEXT(separators_ask(&f), "11|51 61|21 41|-");
  CHECK_TEXT(separators_answer(&f), "MOVE 3-8>7 MOVE 2-3>6");
  CHECK_TEXT(separators_rows(&f), "1: 11 5: 51 6: 61 2: 21 3: 31 4: 41");
}

/// (4), (2): an end that comes to be known has a pair, and none once it opens again.
static void an_end_that_opens_has_no_separator(void) {
  STORE(source, store_of(RC_STORE_SOURCE_KEYS));
  store_open(&source);
  SEPARATORS(f);
  store_look(&source, 0, 0, 0, 0);
  source.told.after = RC_STORE_SOME;
  CHECK_TEXT(store_reply(&source, 1, "11 12"), "INSERT 0-2");
  CHECK_EQUAL(rc_separators_follow(f.separators, &source.result.edits[0]), RC_STATUS_OK);
  const rc_separator_pair *pairs;
  size_t count;
  CHECK_EQUAL(rc_separators_ask_store(f.separators, source.store, &pairs, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, 2);
  CHECK(pairs[0].before == RC_ID_NONE && pairs[0].after == 11);
  CHECK(pairs[1].before == 11 && pairs[1].after == 12);
  const rc_id ids[] = {7, RC_ID_NONE};
  CHECK_EQUAL(rc_separators_answer(f.separators, ids, 2, &f.result), RC_STATUS_OK);
  store_look(&source, 0, 2, 0, 2);
  CHECK_TEXT(store_reply(&source, 2, ""), "");
  CHECK_EQUAL(rc_separators_ask_store(f.separators, source.store, &pairs, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, 1);
  CHECK(pairs[0].before == 12 && pairs[0].after == RC_ID_NONE && pairs[0].slot == 2);
  const rc_id end = 9;
  CHECK_EQUAL(rc_separators_answer(f.separators, &end, 1, &f.result), RC_STATUS_OK);
  CHECK_EQUAL(f.result.edits[0].lower, 3);
  CHECK_EQUAL(rc_store_open(source.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_EQUAL(rc_separators_ask_store(f.separators, source.store, &pairs, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(rc_separators_answer(f.separators, NULL, 0, &f.result), RC_STATUS_OK);
  CHECK(f.result.edit_count == 1 && f.result.edits[0].kind == RC_EDIT_KIND_REMOVE);
}

/// (2): a jump to an end that is pending does not open it.
static void a_jump_keeps_the_separator_at_the_end(void) {
  STORE(source, store_of(RC_STORE_SOURCE_KEYS));
  store_open(&source);
  SEPARATORS(f);
  store_look(&source, 0, 0, 0, 0);
  source.told.after = RC_STORE_SOME;
  store_reply(&source, 1, "11 12");
  CHECK_EQUAL(rc_separators_follow(f.separators, &source.result.edits[0]), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_jump(source.store, RC_END_HEAD), RC_STATUS_OK);
  const rc_separator_pair *pairs;
  size_t count;
  CHECK_EQUAL(rc_separators_ask_store(f.separators, source.store, &pairs, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, 2);
  CHECK(pairs[0].before == RC_ID_NONE);
}

/// (2): a gap row has no separator beside it.
static void a_gap_row_has_none_beside_it(void) {
  STORE(source, store_of(RC_STORE_SOURCE_KEYS));
  source.options.has_placeholders = false;
  store_open(&source);
  SEPARATORS(f);
  store_look(&source, 0, 0, 0, 0);
  source.told.after = RC_STORE_SOME;
  store_reply(&source, 1, "11 21");
  CHECK_EQUAL(rc_separators_follow(f.separators, &source.result.edits[0]), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_jump(source.store, RC_END_TAIL), RC_STATUS_OK);
  store_look(&source, 0, 2, 0, 2);
  source.told.after = 0;
  CHECK_TEXT(store_reply(&source, 2, "31 32"), "INSERT 2-5");
  for (size_t i = 0; i < source.result.edit_count; i++) {
    CHECK_EQUAL(rc_separators_follow(f.separators, &source.result.edits[i]), RC_STATUS_OK);
  }
  const rc_separator_pair *pairs;
  size_t count;
  CHECK_EQUAL(rc_separators_ask_store(f.separators, source.store, &pairs, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, 4);
  CHECK(pairs[1].after == 21 && pairs[2].before == 31 && pairs[3].after == RC_ID_NONE);
}

/// (5): an answer is for all that was asked last.
static void an_answer_is_for_what_was_asked(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11");
  rc_separators_result result;
  const rc_id ids[] = {1, RC_ID_NONE};
  CHECK_EQUAL(rc_separators_answer(f.separators, ids, 2, &result), RC_STATUS_ARGUMENT);
  separators_ask(&f);
  CHECK_EQUAL(rc_separators_answer(f.separators, ids, 1, &result), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_separators_renew(f.separators, 0, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_separators_answer(f.separators, ids, 2, &result), RC_STATUS_ARGUMENT);
  separators_ask(&f);
  CHECK_EQUAL(rc_separators_answer(f.separators, ids, 2, &result), RC_STATUS_OK);
  CHECK_EQUAL(rc_separators_answer(f.separators, ids, 2, &result), RC_STATUS_ARGUMENT);
}

/// (6): an id is in one row, that of the first border that has it.
static void an_id_is_in_one_row(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 12 31 13");
  separators_go(&f);
  CHECK_TEXT(separators_rows(&f), "1: 11 2: 21 12 3: 31 13");
  int64_t row;
  CHECK_EQUAL(rc_separators_find(f.separators, 3, &row), RC_STATUS_OK);
  CHECK_EQUAL(row, 5);
  CHECK_EQUAL(rc_separators_find(f.separators, 4, &row), RC_STATUS_NOT_FOUND);
  separators_insert(&f, 0, "22");
  CHECK_TEXT(separators_go(&f), "INSERT 0-1 MOVE 3-4>0");
  CHECK_TEXT(separators_rows(&f), "2: 22 1: 11 21 12 3: 31 13");
  // Once it is gone there, the next border shows it.
  separators_remove(&f, 0, 2);
  CHECK_TEXT(separators_go(&f), "REMOVE 1-2 REMOVE 2-3 MOVE 1-2>2");
  CHECK_TEXT(separators_rows(&f), "2: 21 1: 12 3: 31 13");
}

/// (6): of two that change places with their slots, the first shows it.
static void the_first_border_shows_an_id(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 31 12 41 13 42");
  separators_go(&f);
  CHECK_TEXT(separators_rows(&f), "1: 11 2: 21 3: 31 12 4: 41 13 42");
  // 41 and 13 move ahead of 31 and 12; what is between them has moved, not changed.
  separators_move(&f, 3, 7, 1);
  CHECK_TEXT(separators_ask(&f), "11|12 42|21 31|-");
  separators_answer(&f);
  CHECK_TEXT(separators_rows(&f), "1: 11 12 4: 41 13 42 2: 21 3: 31");
}

// == edits of rows: (7) to (10) ==

/// (7): edits of slots are edits of rows, then come those of separators.
static void removals_are_one_edit(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 31 41 51");
  separators_go(&f);
  separators_remove(&f, 1, 4);
  CHECK_TEXT(separators_go(&f), "REMOVE 2-8");
  CHECK_TEXT(separators_rows(&f), "1: 11 5: 51");
}

/// (8): a separator whose first item is removed stays; it is the day's, not the item's.
static void a_separator_keeps_its_identity(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 22 23");
  separators_go(&f);
  separators_remove(&f, 1, 2);
  CHECK_TEXT(separators_go(&f), "REMOVE 3-4");
  // Also where all around it is removed.
  separators_insert(&f, 1, "12");
  CHECK_TEXT(separators_go(&f), "INSERT 2-3");
  separators_remove(&f, 1, 3);
  CHECK_TEXT(separators_go(&f), "REMOVE 2-3 REMOVE 3-4");
  CHECK_TEXT(separators_rows(&f), "1: 11 2: 23");
  CHECK_TEXT(separators_inserted(&f), "");
}

/// (8): a block takes the separators within it along.
static void separators_move_with_slots(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 12 21 22 31 32");
  separators_go(&f);
  separators_move(&f, 1, 5, 0);
  CHECK_TEXT(separators_go(&f), "MOVE 2-8>0 MOVE 6-7>0");
  CHECK_TEXT(separators_rows(&f), "1: 12 2: 21 22 3: 31 11 32");
}

/// (9), (11): until the answer, a separator stays with the slot after it.
static void a_separator_stays_with_the_slot_after_it(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21");
  separators_go(&f);
  separators_insert(&f, 1, "12 13");
  CHECK_TEXT(separators_rows(&f), "1: 11 12 13 2: 21");
  separators_insert(&f, 0, "10");
  CHECK_TEXT(separators_rows(&f), "10 1: 11 12 13 2: 21");
  separators_remove(&f, 4, 5);
  CHECK_TEXT(separators_rows(&f), "10 1: 11 12 13 2:");
  CHECK_TEXT(separators_go(&f), "INSERT 2-4 INSERT 0-1 REMOVE 5-7 MOVE 1-2>0");
  CHECK_TEXT(separators_rows(&f), "1: 10 11 12 13");
}

// == rows and slots: (12) ==

static rc_interval slots_of(const separators_fixture *f, int64_t lower, int64_t upper) {
  rc_interval slots = {-1, -1};
  (void)rc_separators_slots_of_rows(f->separators, lower, upper, &slots);
  return slots;
}

/// (12): what is on screen always has a slot, if there is one.
static void rows_have_slots(void) {
  SEPARATORS(f);
  f.rule = any_pair;
  CHECK_INTERVAL(slots_of(&f, 0, 0), 0, 0);
  separators_go(&f);
  CHECK_INTERVAL(slots_of(&f, 0, 1), 0, 0);
  separators_insert(&f, 0, "11 . 21 22");
  separators_go(&f);
  CHECK_TEXT(separators_rows(&f), "100: 11 . 21 103: 22 104:");
  CHECK_INTERVAL(slots_of(&f, 0, 7), 0, 4);
  CHECK_INTERVAL(slots_of(&f, 0, 1), 0, 1);
  CHECK_INTERVAL(slots_of(&f, 4, 5), 3, 4);
  CHECK_INTERVAL(slots_of(&f, 6, 7), 3, 4);
  CHECK_INTERVAL(slots_of(&f, 3, 5), 2, 3);
  CHECK_INTERVAL(slots_of(&f, 4, 4), 3, 3);
  CHECK_INTERVAL(slots_of(&f, 7, 7), 4, 4);
}

// == memory ==

/// Whatever cannot be allocated, nothing changes.
static void out_of_memory_changes_nothing(void) {
  for (int64_t n = 0; n < 200 && !test_has_failed(); n++) {
    SEPARATORS(f);
    separators_insert(&f, 0, "11 21 31");
    separators_go(&f);
    f.memory.countdown = n;
    const rc_edit edits[] = {
        {.lower = 1, .upper = 3, .to = 0, .kind = RC_EDIT_KIND_MOVE},
        {.lower = 3, .upper = 40, .kind = RC_EDIT_KIND_INSERT},
        {.lower = 0, .upper = 2, .kind = RC_EDIT_KIND_REMOVE},
    };
    rc_id slots[40], ids[41];
    for (int i = 0; i < 40; i++) slots[i] = 10 * i;
    bool has_failed = false;
    for (int i = 0; i < 3; i++) {
      while (rc_separators_follow(f.separators, &edits[i]) != RC_STATUS_OK) {
        CHECK_EQUAL(rc_separators_validate(f.separators, NULL), RC_STATUS_OK);
        f.memory.countdown = -1;
        has_failed = true;
      }
    }
    while (rc_separators_ask_ids(f.separators, slots, 38, &f.pairs, &f.pair_count)) {
      f.memory.countdown = -1;
      has_failed = true;
    }
    for (size_t i = 0; i < f.pair_count; i++) ids[i] = (rc_id)i;
    while (rc_separators_answer(f.separators, ids, f.pair_count, &f.result)) {
      CHECK_EQUAL(rc_separators_validate(f.separators, NULL), RC_STATUS_OK);
      f.memory.countdown = -1;
      has_failed = true;
    }
    CHECK_EQUAL(rc_separators_validate(f.separators, NULL), RC_STATUS_OK);
    int64_t row;
    CHECK_EQUAL(rc_separators_row_of_slot(f.separators, 38, &row), RC_STATUS_OK);
    CHECK_EQUAL(row, 38 + 39);
    if (!has_failed) return;
  }
  CHECK(false);
}

static void as_many_rows_as_there_can_be(void) {
  SEPARATORS(f);
  rc_edit edit = {.upper = RC_ITEM_COUNT_MAX, .kind = RC_EDIT_KIND_INSERT};
  CHECK_EQUAL(rc_separators_follow(f.separators, &edit), RC_STATUS_LIMIT);
  edit.upper--;
  CHECK_EQUAL(rc_separators_follow(f.separators, &edit), RC_STATUS_OK);
  int64_t row;
  CHECK_EQUAL(rc_separators_row_of_slot(f.separators, edit.upper, &row), RC_STATUS_OK);
  CHECK_EQUAL(row, edit.upper);
  CHECK_EQUAL(rc_separators_validate(f.separators, NULL), RC_STATUS_OK);
}

static const test_case cases[] = {
    CASE(the_session_of_the_header),
    CASE(pairs_are_of_two_items),
    CASE(a_list_without_slots_has_a_pair),
    CASE(pairs_are_renewed),
    CASE(each_pair_is_asked_for_once),
    CASE(pairs_that_move_together_are_not_new),
    CASE(an_end_that_opens_has_no_separator),
    CASE(a_jump_keeps_the_separator_at_the_end),
    CASE(a_gap_row_has_none_beside_it),
    CASE(an_answer_is_for_what_was_asked),
    CASE(an_id_is_in_one_row),
    CASE(the_first_border_shows_an_id),
    CASE(removals_are_one_edit),
    CASE(a_separator_keeps_its_identity),
    CASE(separators_move_with_slots),
    CASE(a_separator_stays_with_the_slot_after_it),
    CASE(rows_have_slots),
    CASE(out_of_memory_changes_nothing),
    CASE(as_many_rows_as_there_can_be),
};

const test_suite suite_separators = SUITE(cases);
