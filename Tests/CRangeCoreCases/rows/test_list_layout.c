// Rows that are to be measured, once or again, and other columns and spacing, worked out by hand.

#include "../../../Sources/CRangeCore/list/list.h"
#include "../broken.h"
#include "../list/list_fixture.h"
#include "../list/list_memory.h"

static rc_interval to_measure(const list_fixture *f) {
  rc_interval rows = {-1, -1};
  (void)rc_list_unmeasured_rows(f->list, 0, rc_list_count(f->list), &rows);
  return rows;
}

/// The first rows to measure among those of some items.
#define CHECK_TO_MEASURE(f, lower, upper, first, end)                       \
  do {                                                                      \
    rc_interval found_rows = {-1, -1};                                      \
    CHECK_OK(rc_list_unmeasured_rows((f).list, lower, upper, &found_rows)); \
    CHECK_INTERVAL(found_rows, first, end);                                 \
  } while (0)

static rc_item item_at(const list_fixture *f, int64_t index) {
  rc_item item = {.index = -1};
  (void)rc_list_item(f->list, index, &item);
  return item;
}

// == what has to be measured ==

static void one_row_to_measure_is_found_among_many(void) {
  FIXTURE(f, fixture_begin(&f, 0));
  double extents[64];
  for (int i = 0; i < 64; i++) extents[i] = i;
  for (int64_t i = 0; i < 400; i++) CHECK_OK(rc_list_insert(f.list, 64 * i, extents, 64));
  CHECK_OK(rc_list_forget(f.list, 20000, 20001));
  for (int64_t lower = 0; lower <= 20000; lower += 5000) {
    CHECK_TO_MEASURE(f, lower, 25600, 20000, 20001);
  }
  CHECK_TO_MEASURE(f, 20001, 25600, 25600, 25600);
}

static void next_rows_to_measure_are_found(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 20001));
  rc_interval rows;
  CHECK_TO_MEASURE(f, 0, 20001, 0, 10001);
  // Rows 3000 ..< 7000 are measured, but for 5000 ..< 5002.
  for (int64_t row = 3000; row < 7000; row++) {
    if (row / 2 != 2500) fixture_measure(&f, row, (double)row / 3);
  }
  CHECK_TO_MEASURE(f, 100, 20001, 50, 3000);
  CHECK_TO_MEASURE(f, 6001, 20001, 5000, 5002);
  CHECK_TO_MEASURE(f, 6001, 10003, 5000, 5002);
  CHECK_TO_MEASURE(f, 6001, 10002, 5000, 5001);
  CHECK_TO_MEASURE(f, 10004, 13999, 7000, 7000);
  CHECK_TO_MEASURE(f, 10004, 20001, 7000, 10001);
  CHECK_TO_MEASURE(f, 9, 9, 4, 4);
  CHECK_EQUAL(rc_list_unmeasured_rows(f.list, 3, 20002, &rows), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_unmeasured_rows(f.list, 3, 2, &rows), RC_STATUS_ARGUMENT);
}

// == provisional extents ==

static void provisional_rows_count_as_measured_and_are_found(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_mark_provisional(f.list, 5, 8));
  CHECK_POINTS(rc_list_length(f.list), 2000);
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 20);
  CHECK_INTERVAL(to_measure(&f), 5, 8);
  CHECK(!item_at(&f, 4).is_provisional && item_at(&f, 5).is_provisional);
  CHECK(item_at(&f, 5).is_measured && !item_at(&f, 8).is_provisional);
  rc_item item;
  CHECK_OK(rc_list_item_at(f.list, 750, &item));
  CHECK(item.index == 7 && item.is_provisional);
  fixture_measure(&f, 6, 100);
  CHECK_INTERVAL(to_measure(&f), 5, 6);
  fixture_measure(&f, 5, 100);
  CHECK_INTERVAL(to_measure(&f), 7, 8);
  fixture_measure(&f, 7, 100);
  CHECK_INTERVAL(to_measure(&f), 20, 20);
}

static void unmeasured_and_provisional_rows_are_one_stretch(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  CHECK_OK(rc_list_forget(f.list, 4, 6));
  CHECK_OK(rc_list_mark_provisional(f.list, 6, 8));
  CHECK_OK(rc_list_forget(f.list, 8, 9));
  CHECK_OK(rc_list_mark_provisional(f.list, 2, 4));
  CHECK_INTERVAL(to_measure(&f), 2, 9);
  CHECK_TO_MEASURE(f, 3, 7, 3, 7);
  CHECK_TO_MEASURE(f, 9, 20, 20, 20);
  // What is not measured is not provisional.
  CHECK_OK(rc_list_mark_provisional(f.list, 4, 6));
  CHECK(!item_at(&f, 5).is_provisional && !item_at(&f, 5).is_measured);
}

static void provisional_rows_travel_with_edits(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  CHECK_OK(rc_list_mark_provisional(f.list, 10, 12));
  CHECK_OK(rc_list_insert(f.list, 11, (double[]){70}, 1));
  CHECK_OK(rc_list_remove(f.list, 0, 3));
  CHECK_INTERVAL(to_measure(&f), 7, 8);
  CHECK(!item_at(&f, 8).is_provisional && item_at(&f, 9).is_provisional);
  CHECK_OK(rc_list_move(f.list, 7, 8, 0));
  CHECK_INTERVAL(to_measure(&f), 0, 1);
  CHECK_OK(rc_list_move(f.list, 0, 1, 17));
  CHECK_INTERVAL(to_measure(&f), 8, 9);
  CHECK(item_at(&f, 17).is_provisional);
}

// Row 3 straddles the start. A row that was kept keeps its start when it is confirmed; one whose
// estimate came with it keeps its end, as at a first measurement.
static void confirmation_keeps_the_start_or_the_end(void) {
  for (int is_inserted = 0; is_inserted < 2; is_inserted++) {
    FIXTURE(f, fixture_begin(&f, is_inserted ? 3 : 20));
    if (is_inserted) {
      fixture_update(&f, 0);
      double guesses[17];
      for (int i = 0; i < 17; i++) guesses[i] = 100;
      CHECK_OK(rc_list_insert(f.list, 3, guesses, 17));
      CHECK_OK(rc_list_mark_provisional(f.list, 3, 20));
    }
    fixture_scroll(&f, 350);
    if (!is_inserted) CHECK_OK(rc_list_mark_provisional(f.list, 0, 20));
    CHECK_CORRECTION(fixture_again(&f), 0);
    fixture_measure(&f, 3, 130);
    CHECK_CORRECTION(fixture_again(&f), is_inserted ? 30 : 0);
    // From then on it is measured like any other.
    fixture_measure(&f, 3, 150);
    CHECK_CORRECTION(fixture_again(&f), 0);
  }
}

// A guess that was seen and is marked again was not measured yet: it keeps its end.
static void guesses_that_are_marked_again_keep_their_end(void) {
  FIXTURE(f, fixture_begin(&f, 3));
  fixture_update(&f, 0);
  double guesses[17];
  for (int i = 0; i < 17; i++) guesses[i] = 100;
  CHECK_OK(rc_list_insert(f.list, 3, guesses, 17));
  CHECK_OK(rc_list_mark_provisional(f.list, 3, 20));
  fixture_scroll(&f, 350);
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 20));
  CHECK_CORRECTION(fixture_again(&f), 0);
  fixture_measure(&f, 3, 130);
  CHECK_CORRECTION(fixture_again(&f), 30);
}

// A guess that was on its way when the last update looked is compensated as one, though it is
// marked again before it is measured.
static void uncovered_guesses_that_are_marked_again_move_nothing(void) {
  FIXTURE(f, fixture_begin(&f, 3));
  fixture_update(&f, 0);
  double guesses[17];
  for (int i = 0; i < 17; i++) guesses[i] = 100;
  CHECK_OK(rc_list_insert(f.list, 3, guesses, 17));
  CHECK_OK(rc_list_mark_provisional(f.list, 3, 20));
  for (int64_t row = 8; row < 20; row++) fixture_measure(&f, row, 100);
  fixture_scroll(&f, 800);
  fixture_scroll(&f, 550);
  CHECK_OK(rc_list_mark_provisional(f.list, 6, 7));
  fixture_measure(&f, 6, 140);
  CHECK_CORRECTION(fixture_again(&f), 40);
}

// Rows 3 and 4 are new, those that are marked with them are not.
static void new_rows_marked_with_older_ones_are_guesses(void) {
  for (int64_t row = 3; row < 6; row++) {
    FIXTURE(f, fixture_begin(&f, 10));
    fixture_update(&f, 0);
    CHECK_OK(rc_list_insert(f.list, 3, (double[]){100, 100}, 2));
    CHECK_OK(rc_list_mark_provisional(f.list, 2, 12));
    fixture_scroll(&f, 50 + 100 * (double)row);
    fixture_measure(&f, row, 130);
    CHECK_CORRECTION(fixture_again(&f), row < 5 ? 30 : 0);
  }
}

// The end keeps its place through first measurements, and so through confirmations.
static void confirmations_keep_the_end(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_scroll(&f, 1500);
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 20));
  fixture_measure(&f, 18, 140);
  CHECK_CORRECTION(fixture_again(&f), 40);
  fixture_measure(&f, 18, 190);
  CHECK_CORRECTION(fixture_again(&f), 0);
}

static void rows_of_a_grid_are_marked_whole(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 30));
  for (int64_t row = 0; row < 10; row++) fixture_measure(&f, row, 50);
  CHECK_OK(rc_list_mark_provisional(f.list, 8, 10));
  CHECK_INTERVAL(to_measure(&f), 2, 4);
  CHECK(item_at(&f, 6).is_provisional && item_at(&f, 11).is_provisional);
  CHECK(!item_at(&f, 5).is_provisional && !item_at(&f, 12).is_provisional);
}

static void marking_nothing_changes_nothing(void) {
  FIXTURE(f, fixture_begin(&f, 5));
  CHECK_OK(rc_list_mark_provisional(f.list, 3, 3));
  CHECK_INTERVAL(to_measure(&f), 5, 5);
}

// == columns and spacing ==

static void other_columns_form_the_rows_again(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 10));
  fixture_measure(&f, 0, 40);
  fixture_measure(&f, 1, 50);
  fixture_measure(&f, 3, 70);
  // Items 0, 3, 6 and 9 were in the rows 0, 1, 3 and 4.
  CHECK_OK(rc_list_set_layout(f.list, 3, 8, true));
  CHECK_POINTS(rc_list_length(f.list), 40 + 8 + 50 + 8 + 70 + 8 + 100);
  CHECK(item_at(&f, 8).is_provisional && !item_at(&f, 9).is_measured);
  CHECK_POINTS(item_at(&f, 5).extent, 50);
  CHECK_POINTS(item_at(&f, 6).offset, 40 + 8 + 50 + 8);
  CHECK_INTERVAL(to_measure(&f), 0, 4);
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 3);
  CHECK_OK(rc_list_set_layout(f.list, 1, 0, false));
  CHECK_POINTS(rc_list_length(f.list), 1000);
  CHECK_EQUAL(rc_list_measured_row_count(f.list), 0);
  CHECK(!item_at(&f, 0).is_provisional);
  // One column takes extents with an insertion.
  CHECK_OK(rc_list_insert(f.list, 0, (double[]){10}, 1));
}

static void many_measured_rows_keep_their_extents(void) {
  FIXTURE(f, fixture_begin(&f, 1000));
  for (int64_t i = 0; i < 1000; i++) fixture_measure(&f, i, (double)(i % 7));
  CHECK_OK(rc_list_set_layout(f.list, 4, 0, true));
  for (int64_t i = 0; i < 1000; i++) {
    CHECK_POINTS(item_at(&f, i).extent, (double)(i / 4 * 4 % 7));
  }
  CHECK_OK(rc_list_set_layout(f.list, 1, 0, true));
  for (int64_t i = 0; i < 1000; i++) {
    CHECK_POINTS(item_at(&f, i).extent, (double)(i / 4 * 4 % 7));
  }
}

static void anchor_keeps_its_place_in_another_layout(void) {
  for (int keeps = 0; keeps < 2; keeps++) {
    FIXTURE(f, fixture_begin_columns(&f, 2, 200));
    fixture_scroll(&f, 2030);
    // Item 40 was 30 points above the start of the viewport. In four columns its row is the tenth.
    CHECK_OK(rc_list_set_layout(f.list, 4, 10, keeps == 1));
    CHECK_CORRECTION(fixture_again(&f), 10 * 110 + 30 - 2030);
    CHECK_EQUAL(f.update.visible.lower, 40);
    CHECK_OK(rc_list_set_layout(f.list, 1, 0, keeps == 1));
    CHECK_CORRECTION(fixture_again(&f), 40 * 100 + 30 - (10 * 110 + 30));
    CHECK_EQUAL(f.update.visible.lower, 40);
  }
}

// A row that straddles the start and is measured in its new width keeps its start.
static void anchor_keeps_its_start_when_it_is_measured_in_another_layout(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 200));
  fixture_scroll(&f, 2030);
  CHECK_OK(rc_list_set_layout(f.list, 4, 0, false));
  fixture_measure(&f, 10, 160);
  CHECK_CORRECTION(fixture_again(&f), 1000 - 2000);
}

static void states_targets_and_batches_go_on_in_another_layout(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 40));
  fixture_scroll(&f, 0);
  CHECK_TEXT(fixture_states(&f), "10*15 4*7 2*3 24*1");
  double offset = 0;
  CHECK_OK(rc_list_set_scroll_target(f.list, 20, 0, 0, &offset));
  CHECK_POINTS(offset, 1000);
  CHECK_OK(rc_list_set_layout(f.list, 4, 0, false));
  CHECK_TEXT(fixture_states(&f), "10*15 4*7 2*3 24*1");
  fixture_again(&f);
  CHECK_TEXT(fixture_changes(&f),
             "| | 10..14 7>15 @0 14..16 3>15 @0 16..20 1>15 @0 20..28 1>7 @0 28..32 1>3 @200");
}

static void layouts_that_do_not_fit_are_refused(void) {
  FIXTURE(f, fixture_begin(&f, 3));
  CHECK_EQUAL(rc_list_set_layout(f.list, 1, 4000000, false), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_set_layout(f.list, 1, 3999950, true), RC_STATUS_LIMIT);
  CHECK_OK(rc_list_set_layout(f.list, 1, 3999900, true));
  // A longer list than the longest, only in one column.
  FIXTURE(g, fixture_begin_columns(&g, 1000000, 1000000));
  CHECK_OK(rc_list_set_estimate(g.list, 4000000));
  CHECK_EQUAL(rc_list_set_layout(g.list, 1, 0, false), RC_STATUS_LIMIT);
  CHECK_POINTS(rc_list_length(g.list), 4000000);
  CHECK_OK(rc_list_insert(g.list, 0, NULL, 900000));
  CHECK_OK(rc_list_validate(g.list, NULL));
  // So many rows that not even a tree may be so long.
  FIXTURE(h, fixture_begin_columns(&h, UINT32_MAX, RC_ITEM_COUNT_MAX));
  CHECK_OK(rc_list_set_estimate(h.list, 4000000));
  CHECK_EQUAL(rc_list_set_layout(h.list, 1, 0, true), RC_STATUS_LIMIT);
}

// Until all rows have the extents that they keep, a layout may be longer than the longest list.
static void only_the_whole_layout_has_to_fit(void) {
  FIXTURE(f, fixture_begin_columns(&f, 1000, 1000000));
  CHECK_OK(rc_list_set_estimate(f.list, 2000000));
  for (int64_t row = 0; row < 1000; row++) fixture_measure(&f, row, 1);
  CHECK_OK(rc_list_set_estimate(f.list, 4000000));
  CHECK_EQUAL(rc_list_set_layout(f.list, 1, 0, false), RC_STATUS_LIMIT);
  CHECK_OK(rc_list_set_layout(f.list, 1, 0, true));
  CHECK_POINTS(rc_list_length(f.list), 1000000);
}

// == out of memory ==

/// A list of which every third row is measured, in `memory`.
static rc_list *begin_in(list_memory *memory, int64_t count) {
  list_memory_init(memory);
  const rc_allocator allocator = list_memory_allocator(memory);
  rc_list *list = NULL;
  if (rc_list_create(NULL, &allocator, &list) != RC_STATUS_OK ||
      rc_list_insert(list, 0, NULL, count) != RC_STATUS_OK) {
    test_fail(__FILE__, __LINE__, "no list");
  }
  for (int64_t row = 0; row < count; row += 3) {
    (void)rc_list_set_row_extents(list, row, (double[]){(double)row}, 1);
  }
  return list;
}

/// One call of each kind that may need memory for provisional rows.
static rc_status call(rc_list *list, int kind) {
  const double extents[] = {70, 80};
  switch (kind) {
    case 0:
      return rc_list_mark_provisional(list, 200, 260);
    case 1:
      return rc_list_insert(list, 210, extents, 2);
    case 2:
      return rc_list_remove(list, 205, 208);
    case 3:
      return rc_list_move(list, 206, 230, 20);
    case 4:
      return rc_list_set_row_extents(list, 211, extents, 2);
    case 5:
      return rc_list_set_layout(list, 2, 5, true);
    default:
      return rc_list_set_layout(list, 3, 0, false);
  }
}

static void calls_without_memory_change_nothing_and_lose_nothing(void) {
  for (int way = 0; way < 4; way++) {
    int64_t failures = 0;
    for (int kind = 0; kind < 7; kind++) {
      list_memory memory;
      rc_list *list = begin_in(&memory, 400);
      memory.fails_once = way >= 2;
      // Scattered, so that the tree of the provisional rows has nodes.
      for (int64_t row = 0; row < 398 && way % 2 == 1; row += 7) {
        CHECK_OK(rc_list_mark_provisional(list, row, row + 2));
      }
      rc_interval before = {-1, -1}, rows;
      CHECK_OK(rc_list_unmeasured_rows(list, 201, 400, &before));
      const double length = rc_list_length(list);
      for (int64_t allowed = 0;; allowed++) {
        memory.countdown = allowed;
        const rc_status status = call(list, kind);
        memory.countdown = -1;
        CHECK_OK(rc_list_validate(list, NULL));
        if (status == RC_STATUS_OK) break;
        CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
        CHECK_POINTS(rc_list_length(list), length);
        CHECK_OK(rc_list_unmeasured_rows(list, 201, 400, &rows));
        CHECK_INTERVAL(rows, before.lower, before.upper);
        failures++;
      }
      rc_list_destroy(list);
      CHECK_EQUAL(memory.blocks, 0);
      CHECK(!memory.is_confused);
    }
    CHECK(failures >= 5);
  }
}

// Once an edit has reserved memory for provisional rows, others allocate no more than without them.
static void edits_of_provisional_rows_keep_their_memory(void) {
  int64_t allocations[2];
  for (int marked = 0; marked < 2; marked++) {
    list_memory memory;
    rc_list *list = begin_in(&memory, 400);
    for (int64_t row = 0; row < 398 && marked == 1; row += 7) {
      CHECK_OK(rc_list_mark_provisional(list, row, row + 2));
    }
    for (int i = 0; i < 20; i++) {
      if (i == 4) allocations[marked] = memory.allocations;
      CHECK_OK(rc_list_move(list, 150, 330, 20));
      CHECK_OK(rc_list_move(list, 20, 200, 150));
    }
    allocations[marked] = memory.allocations - allocations[marked];
    rc_list_destroy(list);
  }
  CHECK_EQUAL(allocations[1], allocations[0]);
}

static void confirmed_rows_give_their_memory_back(void) {
  list_memory memory;
  rc_list *list = begin_in(&memory, 300);
  const int64_t bytes = memory.bytes;
  CHECK_OK(rc_list_mark_provisional(list, 100, 103));
  CHECK(memory.bytes > bytes);
  const double extents[] = {1, 2, 3};
  // What is refused confirms nothing.
  CHECK_EQUAL(rc_list_set_row_extents(list, 99, extents, 300), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_set_row_extents(list, -1, extents, 3), RC_STATUS_ARGUMENT);
  CHECK_OK(rc_list_set_row_extents(list, 300, extents, 0));
  CHECK_OK(rc_list_set_row_extents(list, 101, extents, 2));
  CHECK(memory.bytes > bytes);
  CHECK_OK(rc_list_set_row_extents(list, 100, extents, 1));
  CHECK_F(memory.bytes <= bytes + 300, "%lld bytes", (long long)(memory.bytes - bytes));
  rc_list_destroy(list);
}

static void broken_provisional_rows_are_detected(void) {
  FIXTURE(f, fixture_begin(&f, 10));
  CHECK_OK(rc_list_mark_provisional(f.list, 2, 4));
  broken_fields b = {.list = f.list};
  BROKEN(&b, f.list->rows.provisional->tree.root.count, 9,
         "row counts of provisional rows and list differ");
  BROKEN(&b, f.list->rows.provisional->tree.root.unmeasured, 7,
         "a leaf's unmeasured items are miscounted");
}

static const test_case cases[] = {
    CASE(calls_without_memory_change_nothing_and_lose_nothing),
    CASE(edits_of_provisional_rows_keep_their_memory),
    CASE(confirmed_rows_give_their_memory_back),
    CASE(broken_provisional_rows_are_detected),
    CASE(one_row_to_measure_is_found_among_many),
    CASE(next_rows_to_measure_are_found),
    CASE(provisional_rows_count_as_measured_and_are_found),
    CASE(unmeasured_and_provisional_rows_are_one_stretch),
    CASE(provisional_rows_travel_with_edits),
    CASE(confirmation_keeps_the_start_or_the_end),
    CASE(guesses_that_are_marked_again_keep_their_end),
    CASE(uncovered_guesses_that_are_marked_again_move_nothing),
    CASE(new_rows_marked_with_older_ones_are_guesses),
    CASE(confirmations_keep_the_end),
    CASE(rows_of_a_grid_are_marked_whole),
    CASE(marking_nothing_changes_nothing),
    CASE(other_columns_form_the_rows_again),
    CASE(many_measured_rows_keep_their_extents),
    CASE(anchor_keeps_its_place_in_another_layout),
    CASE(anchor_keeps_its_start_when_it_is_measured_in_another_layout),
    CASE(states_targets_and_batches_go_on_in_another_layout),
    CASE(layouts_that_do_not_fit_are_refused),
    CASE(only_the_whole_layout_has_to_fit),
};

const test_suite suite_list_layout = SUITE(cases);
