// Whether validation sees each promise of a store that is broken, and says which; and numbers that
// no session reaches.

#include "../../../Sources/CRangeCore/store/store.h"

#include "../broken.h"
#include "store_fixture.h"

/// A store of offsets with the slots 1 2 - - 5 6 - -, two requests and two failures.
static store_fixture with_cells(void) {
  store_fixture f = store_of(RC_STORE_SOURCE_OFFSETS);
  f.settings.request_limit = 9;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = 12;
  (void)store_reply(&f, 1, "1 2");
  f.view.is_settled = true;
  (void)store_look(&f, 4, 6, 4, 10);
  (void)store_reply(&f, 2, "5 6");
  (void)rc_store_fail(f.store, 3, 0, 0);
  (void)rc_store_fail(f.store, 4, 0, 0);
  (void)store_look(&f, 0, 4, 0, 12);
  return f;
}

/// A store of keys with the slots 1 2 - 8 9, an open gap between, and one after each end.
static store_fixture with_gaps(void) {
  store_fixture f = store_of(RC_STORE_SOURCE_KEYS);
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.before = RC_STORE_SOME;
  (void)store_reply(&f, 1, "1 2");
  (void)rc_store_jump(f.store, RC_END_TAIL);
  f.view.is_settled = true;
  (void)store_look(&f, 0, 2, 0, 2);
  f.told.after = RC_STORE_SOME;
  (void)store_reply(&f, 2, "8 9");
  return f;
}

static void broken_pages_are_detected(void) {
  STORE(f, with_cells());
  CHECK_TEXT(store_slots(&f), "1 2 - - 5 6 - - - - - -");
  rc__contents *held = &f.store->held;
  rc__block *page = held->blocks[1];
  broken_fields b = {.store = f.store};
  BROKEN(&b, page->number, 0, "a page has no number");
  BROKEN(&b, page->capacity, 1, "a page has more ids than memory");
  BROKEN(&b, page->ids[1], 2, "an id's page is not the one known");
  BROKEN(&b, page->count, -1, "a block has a negative count");
  BROKEN(&b, page->key, 0, "blocks are out of order");
  BROKEN(&b, page->kind, RC__BLOCK_GAP, "a source of offsets has a gap");
  BREAK(&b, page->kind, RC__BLOCK_STUB);
  BROKEN(&b, held->cells, 2, "a stub after the last cell");
  BREAK(&b, page->kind, RC__BLOCK_STUB);
  BROKEN(&b, held->has_placeholders, false, "a stub where there can be none");
  BREAK(&b, page->kind, RC__BLOCK_STUB);
  BROKEN(&b, page->cells, 0, "a stub without a cell");
  BROKEN(&b, held->pages_end, 1, "the first or last page is another one");
  BROKEN(&b, held->first_page, 1, "the first or last page is another one");
  BROKEN(&b, held->starts[1], 5, "a block does not start where the one before it ends");
  BROKEN(&b, held->slots, 11, "slots are miscounted");
  BROKEN(&b, held->ids.count, 5, "ids are miscounted");
  BROKEN(&b, held->pages, 1, "pages are miscounted");
  BROKEN(&b, held->cost, 1, "costs are miscounted");
}

static void broken_last_ids_are_detected(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.looks_ahead = true;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  (void)store_reply(&f, 1, "1 2 3");
  (void)store_look(&f, 0, 2, 0, 2);
  (void)store_reply(&f, 2, "1 2");
  rc__block **pages = f.store->held.blocks;
  CHECK_EQUAL(pages[1]->last, 2);
  broken_fields b = {.store = f.store};
  BROKEN(&b, pages[1]->same_last, NULL, "a reply's last id is not the one known");
  BROKEN(&b, pages[0]->last, 1, "a reply's last id is not the one known");
}

static void broken_gaps_are_detected(void) {
  STORE(f, with_gaps());
  CHECK_TEXT(store_slots(&f), "1 2 - 8 9");
  rc__contents *held = &f.store->held;
  CHECK_EQUAL(held->count, 5);
  broken_fields b = {.store = f.store};
  BROKEN(&b, held->blocks[2]->is_open, false, "a gap has nothing in it");
  BROKEN(&b, held->blocks[3]->kind, RC__BLOCK_GAP, "two gaps adjoin");
  BROKEN(&b, held->blocks[2]->kind, RC__BLOCK_STUB, "a stub where there can be none");
}

static void broken_intervals_are_detected(void) {
  STORE(f, with_cells());
  rc__told *told = &f.store->told;
  broken_fields b = {.store = f.store};
  BROKEN(&b, told->visible.lower, -1, "what is visible is out of bounds");
  BROKEN(&b, told->visible.lower, 5, "what is visible is out of bounds");
  BROKEN(&b, told->visible.upper, 13, "what is visible is out of bounds");
  BROKEN(&b, told->wanted.lower, -1, "what is wanted is out of bounds");
  BREAK(&b, told->wanted.upper, 5);
  BROKEN(&b, told->wanted.lower, 6, "what is wanted is out of bounds");
  BROKEN(&b, told->wanted.upper, 13, "what is wanted is out of bounds");
}

static void broken_requests_are_detected(void) {
  store_fixture f = with_cells();
  rc_store *store = f.store;
  CHECK(store->request_count >= 2);
  CHECK_EQUAL(store->failure_count, 2);
  broken_fields b = {.store = store};
  BROKEN(&b, store->requests[1].place.value, store->requests[0].place.value,
         "a place is requested twice");
  BROKEN(&b, store->failures[0].value, store->failures[1].value, "failures are out of order");
  BROKEN(&b, store->failures[0].kind, RC__PLACE_AFTER, "failures are out of order");
  BROKEN(&b, store->given_up_capacity, store->request_count - 1, "requests could not be given up");
  BROKEN(&b, store->is_by_age, true, "a refresh by age is not pending");
  // Those that the plan has listed are forgotten before others are given up.
  BREAK(&b, store->given_up_count, store->given_up_capacity);
  CHECK_EQUAL(rc_store_validate(store, NULL), RC_STATUS_OK);
  BROKEN(&b, store->is_told, false, "requests could not be given up");
  // The same value of another kind is another place.
  BREAK(&b, store->failures[1].kind, RC__PLACE_BEFORE);
  BREAK(&b, store->failures[1].value, store->failures[0].value);
  BREAK(&b, store->requests[1].place.kind, RC__PLACE_BEFORE);
  BREAK(&b, store->requests[1].place.value, store->requests[0].place.value);
  const char *reason = "none yet";
  CHECK_EQUAL(rc_store_validate(store, &reason), RC_STATUS_OK);
  CHECK(reason == NULL);
  broken_mend(&b);
  store_end(&f);
  reason = "none yet";
  CHECK_EQUAL(rc_store_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
}

static void failures_are_counted_to_the_most(void) {
  STORE(f, with_cells());
  rc_store_slot slot;
  f.view.time = 1;
  CHECK_TEXT(store_look(&f, 6, 8, 6, 8), "AT 6+2");
  f.store->failures[0].attempt = UINT32_MAX - 1;
  CHECK_EQUAL(rc_store_fail(f.store, f.plan.requests[0].token, 1, 0), RC_STATUS_OK);
  f.view.time = 61;
  CHECK_TEXT(store_look(&f, 6, 8, 6, 8), "AT 6+2");
  CHECK_EQUAL(rc_store_fail(f.store, f.plan.requests[0].token, 61, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_get_slot(f.store, 6, &slot), RC_STATUS_OK);
  CHECK_EQUAL(slot.load.attempt, UINT32_MAX);
  CHECK(slot.load.retry_time == 181);
}

static void table_past_all_memory_is_refused(void) {
  rc_allocator allocator;
  rc__ids ids = {.capacity = 0};
  CHECK(rc__allocator_init(&allocator, NULL));
  CHECK(!rc__ids_reserve(&ids, &allocator, SIZE_MAX / 4 / sizeof *ids.entries + 1));
  CHECK(!rc__ids_reserve(&ids, &allocator, SIZE_MAX));
  CHECK_EQUAL(ids.capacity, 0);
  CHECK(rc__ids_find(&ids, 1) == NULL);
}

/// The pages are listed from the last one set to the first.
static void nearest_of_the_cells_that_ended_with_an_id_is_found(void) {
  rc_allocator allocator;
  rc__ids lasts = {.capacity = 0};
  rc__block pages[3];
  static const int64_t cells[] = {9, 5, 1};
  CHECK(rc__allocator_init(&allocator, NULL));
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 3), 3);
  CHECK(rc__ids_reserve(&lasts, &allocator, 2));
  for (int i = 0; i < 3; i++) {
    pages[i] = (rc__block){.key = cells[i], .last = RC_ID_NONE};
    rc__lasts_set(&lasts, &pages[i], 7);
  }
  CHECK_EQUAL(rc__lasts_cell(&lasts, 8, 3), 3);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 8), 9);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 6), 5);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 0), 1);
  // The first of two that are as near.
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 3), 1);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 7), 5);
  // The middle one ends with another id, and then the others.
  rc__lasts_set(&lasts, &pages[1], 8);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 6), 9);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 8, 6), 5);
  rc__lasts_set(&lasts, &pages[0], 8);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 8, 7), 5);
  rc__lasts_set(&lasts, &pages[2], RC_ID_NONE);
  CHECK_EQUAL(rc__lasts_cell(&lasts, 7, 6), 6);
  CHECK_EQUAL(lasts.count, 1);
  rc__ids_deinit(&lasts, &allocator);
}

static const test_case cases[] = {
    CASE(broken_pages_are_detected),
    CASE(broken_gaps_are_detected),
    CASE(broken_last_ids_are_detected),
    CASE(nearest_of_the_cells_that_ended_with_an_id_is_found),
    CASE(broken_intervals_are_detected),
    CASE(broken_requests_are_detected),
    CASE(failures_are_counted_to_the_most),
    CASE(table_past_all_memory_is_refused),
};

const test_suite suite_store_broken = SUITE(cases);
