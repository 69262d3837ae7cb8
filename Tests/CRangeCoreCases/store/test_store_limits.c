// Stores with numbers past all limits, and how much memory they take.

#include "../list/list_memory.h"
#include "store_fixture.h"

static void totals_past_the_limit_count_as_the_limit(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.after = INT64_MAX;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "INSERT 0-4294967294");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 3), "AT 2+2");
  f.told.after = 0;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4 REMOVE 4-4294967294");
  CHECK_EQUAL(rc_store_open(f.store, RC_END_TAIL), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 4, 0, 4), "AT 4+2");
  f.told.after = RC_ITEM_COUNT_MAX;
  CHECK_TEXT(store_reply(&f, 3, "5 6"), "INSERT 4-4294967294");
  store_end(&f);
  f = store_of(RC_STORE_SOURCE_KEYS);
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.before = INT64_MAX;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), rc_status_text(RC_STATUS_LIMIT));
  f.told.total = INT64_MAX;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "INSERT 0-4294967294");
}

static void gaps_make_no_list_too_long(void) {
  STORE(f, store_of(RC_STORE_SOURCE_KEYS));
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.after = RC_ITEM_COUNT_MAX - 2;
  CHECK_TEXT(store_reply(&f, 1, "1 2"), "INSERT 0-4294967294");
  CHECK_TEXT(store_look(&f, 0, 2, 0, 3), "AFTER 2+2");
  f.told.after = RC_ITEM_COUNT_MAX - 3;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), rc_status_text(RC_STATUS_LIMIT));
  // It is still in progress.
  f.told.after = RC_ITEM_COUNT_MAX - 4;
  CHECK_TEXT(store_reply(&f, 2, "3 4"), "FILL 2-4");
  CHECK_EQUAL(rc_store_jump(f.store, RC_END_HEAD), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 2, 0, 2), "FIRST 2");
  f.told.before = 1;
  CHECK_TEXT(store_reply(&f, 3, "1 2"), rc_status_text(RC_STATUS_LIMIT));
  CHECK_TEXT(store_reply(&f, 3, "1 2"), "");
}

static void pages_of_the_most_items_are_requested(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = INT32_MAX;
  store_open(&f);
  CHECK_EQUAL(f.status, RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 0, 0, 0, 0), "AT 0+2147483647!");
}

/// Cells of three, of which one more than are held would make the list too long.
static void cell_with_one_id_too_many_for_the_longest_list_is_refused(void) {
  // Before the last held cell; after it, and another missing one; the last one, which is short.
  static const struct {
    int64_t slot;
    const char *requests, *most, *edits, *more;
  } cells[] = {
      {3, "AT 3+3", "4 5 6 7", "FILL 3-6 INSERT 6-7", "4 5 6 7 8"},
      {12, "AT 12+3", "4 5 6 7", "FILL 12-15 INSERT 15-16", "4 5 6 7 8"},
      {RC_ITEM_COUNT_MAX - 2, "AT 4294967292+3", "4 5",
       "FILL 4294967292-4294967293 INSERT "
       "4294967293-4294967294",
       "4 5 6"},
  };
  for (int i = 0; i < 3; i++) {
    STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
    f.options.page_size = 3;
    store_open(&f);
    (void)store_look(&f, 0, 0, 0, 0);
    f.told.total = RC_ITEM_COUNT_MAX - 1;
    CHECK_TEXT(store_reply(&f, 1, "1 2 3"), "INSERT 0-4294967293");
    f.view.is_settled = true;
    CHECK_TEXT(store_look(&f, 6, 7, 6, 7), "AT 6+3");
    CHECK_TEXT(store_reply(&f, 2, "20 21 22"), "FILL 6-9");
    const int64_t slot = cells[i].slot;
    CHECK_TEXT(store_look(&f, slot, slot + 1, slot, slot + 1), cells[i].requests);
    CHECK_TEXT(store_reply(&f, 3, cells[i].more), rc_status_text(RC_STATUS_LIMIT));
    CHECK_TEXT(store_reply(&f, 3, cells[i].most), cells[i].edits);
  }
}

/// The slots of a cell that was dropped do not count once the source ends before it.
static void dropped_cell_past_a_new_end_makes_no_list_too_long(void) {
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = 3;
  f.view.is_settled = true;
  store_open(&f);
  (void)store_look(&f, 0, 0, 0, 0);
  f.told.total = RC_ITEM_COUNT_MAX - 5;
  CHECK_TEXT(store_reply(&f, 1, "1 2 3"), "INSERT 0-4294967289");
  CHECK_TEXT(store_look(&f, 4294967288, 4294967289, 4294967288, 4294967289), "AT 4294967286+3");
  CHECK_TEXT(store_reply(&f, 2, "4 5 6 7 8"),
             "FILL 4294967286-4294967289 INSERT "
             "4294967289-4294967291");
  f.settings.page_limit = 2;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  CHECK_TEXT(store_look(&f, 6, 7, 6, 7), "AT 6+3");
  CHECK_TEXT(store_reply(&f, 3, "9 10 11"), "FILL 6-9 CLEAR 4294967286-4294967291");
  CHECK_TEXT(store_look(&f, 3, 4, 3, 4), "AT 3+3");
  // Three at the end go, and eight more than the cell has come: all that there may be.
  f.told.total = RC_ITEM_COUNT_MAX - 8;
  CHECK_TEXT(store_reply(&f, 4, "12 13 14 15 16 17 18 19 20 21 22 23"),
             rc_status_text(RC_STATUS_LIMIT));
  f.told.total = RC_ITEM_COUNT_MAX - 8;
  CHECK_TEXT(store_reply(&f, 4, "12 13 14 15 16 17 18 19 20 21 22"),
             "FILL 3-6 INSERT 6-14 REMOVE 4294967294-4294967299 CLEAR 14-17");
}

/// What it takes for each id, and for each page.
static void memory_of_what_is_held_is_as_documented(void) {
  enum { SIZE = 50, COUNT = 20000 };
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  STORE(f, store_of(RC_STORE_SOURCE_OFFSETS));
  f.options.page_size = SIZE;
  CHECK_EQUAL(rc_store_create(&f.options, &allocator, &f.store), RC_STATUS_OK);
  f.view.is_settled = true;
  for (int64_t count = 0; count < COUNT && !test_has_failed(); count += SIZE) {
    rc_id ids[SIZE];
    for (int i = 0; i < SIZE; i++) ids[i] = count + i;
    (void)store_look(&f, count, count, 0, count);
    CHECK_EQUAL(f.plan.request_count, 1);
    f.told.ids = ids;
    f.told.count = SIZE;
    CHECK_EQUAL(rc_store_receive(f.store, f.plan.requests[0].token, &f.told, &f.result),
                RC_STATUS_OK);
  }
  CHECK_F(memory.bytes < COUNT * 40 + COUNT / SIZE * 200, "%d bytes", (int)memory.bytes);
}

/// Of a source without an end, eight items are held.
static void memory_does_not_grow_while_the_user_scrolls_on(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  for (int source = RC_STORE_SOURCE_OFFSETS; source <= RC_STORE_SOURCE_KEYS; source++) {
    STORE(f, store_of((rc_store_source)source));
    f.options.has_placeholders = false;
    f.settings.page_limit = 4;
    f.view.is_settled = true;
    CHECK_EQUAL(rc_store_create(&f.options, &allocator, &f.store), RC_STATUS_OK);
    CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
    for (rc_id id = 0; id < 4000 && !test_has_failed(); id += 2) {
      const int64_t count = id < 8 ? id : 8;
      (void)store_look(&f, count, count, count > 0 ? count - 1 : 0, count);
      CHECK_EQUAL(f.plan.request_count, 1);
      f.told.ids = (const rc_id[]){id, id + 1};
      f.told.count = 2;
      CHECK_EQUAL(rc_store_receive(f.store, f.plan.requests[0].token, &f.told, &f.result),
                  RC_STATUS_OK);
    }
    CHECK_F(memory.bytes < 5000, "%d bytes", (int)memory.bytes);
  }
  CHECK_EQUAL(memory.blocks, 0);
}

/// Of each pair the source filters one out, and one page is held.
static void scroll_over_short_pages(store_fixture *f, int64_t pages) {
  for (int64_t page = 0; page < pages && !test_has_failed(); page++) {
    (void)store_look(f, page, page + 1, page, page + 1);
    CHECK_EQUAL(f->plan.request_count, 1);
    f->told.ids = (const rc_id[]){page + 1};
    f->told.count = 1;
    f->told.total = 1000;
    CHECK_EQUAL(rc_store_receive(f->store, f->plan.requests[0].token, &f->told, &f->result),
                RC_STATUS_OK);
  }
}

static void begin_short_pages(store_fixture *f, const rc_allocator *allocator) {
  *f = store_of(RC_STORE_SOURCE_OFFSETS);
  f->options.total = 1000;
  f->settings.page_limit = 1;
  f->settings.request_limit = 1;
  f->view.is_settled = true;
  CHECK_EQUAL(rc_store_create(&f->options, allocator, &f->store), RC_STATUS_OK);
  CHECK_EQUAL(rc_store_set_settings(f->store, &f->settings), RC_STATUS_OK);
}

static void short_pages_that_are_dropped_take_no_memory_each(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  int64_t bytes[2];
  for (int i = 0; i < 2; i++) {
    store_fixture f;
    begin_short_pages(&f, &allocator);
    scroll_over_short_pages(&f, i == 0 ? 20 : 320);
    CHECK_EQUAL(rc_store_validate(f.store, NULL), RC_STATUS_OK);
    bytes[i] = memory.bytes;
    store_end(&f);
  }
  CHECK_EQUAL(bytes[0], bytes[1]);
}

/// Cells 0 ..< 9 are missing, of one slot each: visiting one splits them in two, joins them or
/// neither.
static void cells_with_as_many_slots_split_and_join(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  store_fixture f;
  begin_short_pages(&f, &allocator);
  scroll_over_short_pages(&f, 10);
  static const int64_t visited[] = {4, 0, 8, 9, 1, 3, 5, 2, 4};
  rc_id id = 100;
  for (size_t i = 0; i < sizeof visited / sizeof visited[0]; i++) {
    const int64_t cell = visited[i];
    (void)store_look(&f, cell, cell + 1, cell, cell + 1);
    CHECK_EQUAL(f.plan.request_count, 1);
    CHECK_EQUAL(f.plan.requests[0].position, 2 * cell);
    f.told.ids = (const rc_id[]){id++};
    f.told.count = 1;
    f.told.total = 1000;
    // Without memory for one of the blocks, and then with enough.
    rc_status status = RC_STATUS_NO_MEMORY;
    for (memory.countdown = 0; status == RC_STATUS_NO_MEMORY; memory.countdown++) {
      const int64_t allowed = memory.countdown;
      status = rc_store_receive(f.store, f.plan.requests[0].token, &f.told, &f.result);
      memory.countdown = allowed;
    }
    memory.countdown = -1;
    CHECK_EQUAL(status, RC_STATUS_OK);
    rc_store_counts counts;
    CHECK_EQUAL(rc_store_get_counts(f.store, &counts), RC_STATUS_OK);
    CHECK(counts.item_count <= 2);
    CHECK_EQUAL(counts.slot_count, 990);
    CHECK_EQUAL(rc_store_validate(f.store, NULL), RC_STATUS_OK);
  }
  // A total within them ends them; they are not requested past it.
  (void)store_look(&f, 0, 3, 0, 3);
  f.told.ids = (const rc_id[]){id};
  f.told.count = 1;
  f.told.total = 5;
  CHECK_EQUAL(rc_store_receive(f.store, f.plan.requests[0].token, &f.told, &f.result),
              RC_STATUS_OK);
  CHECK_EQUAL(rc_store_validate(f.store, NULL), RC_STATUS_OK);
  store_end(&f);
  CHECK_EQUAL(memory.blocks, 0);
}

/// Requests what a slot is missing, and gets one id or none.
static void load_slot(store_fixture *f, int64_t slot, rc_id id) {
  (void)store_look(f, slot, slot + 1, slot, slot + 1);
  CHECK_EQUAL(f->plan.request_count, 1);
  f->told.ids = &id;
  f->told.count = id != RC_ID_NONE;
  f->told.total = 1000;
  CHECK_EQUAL(rc_store_receive(f->store, f->plan.requests[0].token, &f->told, &f->result),
              RC_STATUS_OK);
}

/// Eight cells of which the source has nothing are dropped, and are all at one slot.
static void cells_without_slots_are_requested_from_both_sides(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  store_fixture f;
  begin_short_pages(&f, &allocator);
  f.settings.page_limit = 0;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  load_slot(&f, 0, 1);
  load_slot(&f, 19, 2);
  for (int cell = 1; cell < 9; cell++) load_slot(&f, 1, RC_ID_NONE);
  f.settings.page_limit = 1;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  load_slot(&f, 10, 3);
  CHECK_EQUAL(rc_store_validate(f.store, NULL), RC_STATUS_OK);
  f.settings.request_limit = 5;
  CHECK_EQUAL(rc_store_set_settings(f.store, &f.settings), RC_STATUS_OK);
  f.view.visible = f.view.wanted = (rc_interval){0, 2};
  rc_status status = RC_STATUS_NO_MEMORY;
  int64_t failures = -1;
  for (int64_t allowed = 0; status == RC_STATUS_NO_MEMORY; allowed++, failures++) {
    memory.countdown = allowed;
    status = rc_store_update(f.store, &f.view, &f.plan);
  }
  memory.countdown = -1;
  CHECK_EQUAL(status, RC_STATUS_OK);
  CHECK(failures > 2);
  CHECK_EQUAL(f.plan.request_count, 5);
  store_end(&f);
  CHECK_EQUAL(memory.blocks, 0);
}

static const test_case cases[] = {
    CASE(totals_past_the_limit_count_as_the_limit),
    CASE(gaps_make_no_list_too_long),
    CASE(pages_of_the_most_items_are_requested),
    CASE(cell_with_one_id_too_many_for_the_longest_list_is_refused),
    CASE(dropped_cell_past_a_new_end_makes_no_list_too_long),
    CASE(memory_of_what_is_held_is_as_documented),
    CASE(memory_does_not_grow_while_the_user_scrolls_on),
    CASE(short_pages_that_are_dropped_take_no_memory_each),
    CASE(cells_with_as_many_slots_split_and_join),
    CASE(cells_without_slots_are_requested_from_both_sides),
};

const test_suite suite_store_limits = SUITE(cases);
