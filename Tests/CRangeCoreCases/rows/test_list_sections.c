// Headers, sections and their rows, worked out by hand; and at random, in lockstep with the model.

#include <stdio.h>
#include <string.h>

#include "../../../Sources/CRangeCore/list/list.h"
#include "../broken.h"
#include "../list/list_fixture.h"
#include "../list/list_memory.h"
#include "../list/script_list_flavours.h"

static bool is_header(const rc_list *list, int64_t index) {
  rc_section section;
  return rc_list_section_of_item(list, index, &section) == RC_STATUS_OK &&
         section.items.lower == index;
}

/// The rows as text: how many items, H for a header's, and the extent if it is measured.
static const char *rows_of(list_fixture *f) {
  int64_t last = -1;
  size_t length = 0;
  f->text[0] = 0;
  if (rc_list_count(f->list) > 0) {
    (void)rc_list_row_of_item(f->list, rc_list_count(f->list) - 1, &last);
  }
  for (int64_t row = 0; row <= last && length + 40 < sizeof f->text; row++) {
    rc_interval items = {0};
    rc_item item = {0};
    (void)rc_list_items_of_row(f->list, row, &items);
    (void)rc_list_item(f->list, items.lower, &item);
    length += (size_t)snprintf(f->text + length, 40, "%s%d%s", row > 0 ? " " : "",
                               (int)(items.upper - items.lower),
                               is_header(f->list, items.lower) ? "H" : "");
    if (!item.is_measured) continue;
    length += (size_t)snprintf(f->text + length, 40, ":%g", item.extent);
  }
  return f->text;
}

/// The list that the header opens with, its rows measured as 10, 11, … points.
static void begin_example(list_fixture *f) {
  fixture_begin_columns(f, 1, 13);
  CHECK_OK(rc_list_mark_header(f->list, 2, 3));
  CHECK_OK(rc_list_mark_header(f->list, 7, 2));
  for (int64_t row = 0; row < 9; row++) fixture_measure(f, row, (double)(10 + row));
}

#define EXAMPLE(name) FIXTURE(name, begin_example(&name))

#define CHECK_SECTION(f, call, place, first, end, first_row, end_row, in_row) \
  do {                                                                        \
    rc_section found;                                                         \
    CHECK_OK(call);                                                           \
    CHECK_EQUAL(found.ordinal, place);                                        \
    CHECK_INTERVAL(found.items, first, end);                                  \
    CHECK_INTERVAL(found.rows, first_row, end_row);                           \
    CHECK(found.columns == (in_row) && found.reserved == 0);                  \
  } while (0)

// == what sections are ==

static void sections_have_columns_of_their_own(void) {
  EXAMPLE(f);
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 1:14 1H:15 2:16 2:17 1:18");
  CHECK_EQUAL(rc_list_section_count(f.list), 2);
  CHECK_SECTION(f, rc_list_section(f.list, 0, &found), 0, 2, 7, 2, 5, 3);
  CHECK_SECTION(f, rc_list_section(f.list, 1, &found), 1, 7, 13, 5, 9, 2);
  CHECK_SECTION(f, rc_list_section_of_item(f.list, 2, &found), 0, 2, 7, 2, 5, 3);
  CHECK_SECTION(f, rc_list_section_of_item(f.list, 6, &found), 0, 2, 7, 2, 5, 3);
  CHECK_SECTION(f, rc_list_section_of_item(f.list, 12, &found), 1, 7, 13, 5, 9, 2);
  rc_section section;
  CHECK_EQUAL(rc_list_section_of_item(f.list, 1, &section), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_list_section_of_item(f.list, 13, &section), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_section(f.list, 2, &section), RC_STATUS_ARGUMENT);
  int64_t row;
  CHECK_OK(rc_list_row_of_item(f.list, 9, &row));
  CHECK_EQUAL(row, 6);
  rc_interval items;
  CHECK_OK(rc_list_items_of_row(f.list, 6, &items));
  CHECK_INTERVAL(items, 8, 10);
  CHECK_EQUAL(rc_list_items_of_row(f.list, 9, &items), RC_STATUS_ARGUMENT);
}

static void rows_have_items_without_headers_too(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 7));
  CHECK_TEXT(rows_of(&f), "3 3 1");
  CHECK_EQUAL(rc_list_section_count(f.list), 0);
  rc_section section;
  CHECK_EQUAL(rc_list_section_of_item(f.list, 0, &section), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_list_section(f.list, 0, &section), RC_STATUS_ARGUMENT);
}

static void marks_stay_with_their_items(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
  CHECK(!is_header(f.list, 2) && is_header(f.list, 4) && is_header(f.list, 9));
  CHECK_OK(rc_list_forget(f.list, 0, 15));
  CHECK_OK(rc_list_mark_provisional(f.list, 0, 15));
  fixture_measure(&f, 4, 70);
  CHECK(is_header(f.list, 4) && is_header(f.list, 9));
  CHECK_OK(rc_list_move(f.list, 4, 5, 0));
  CHECK(is_header(f.list, 0) && !is_header(f.list, 4) && is_header(f.list, 9));
  CHECK_OK(rc_list_remove(f.list, 9, 10));
  CHECK(is_header(f.list, 0) && rc_list_section_count(f.list) == 1);
}

static void items_before_a_header_belong_to_the_section_before_it(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_insert(f.list, 7, NULL, 1));
  CHECK_SECTION(f, rc_list_section(f.list, 0, &found), 0, 2, 8, 2, 5, 3);
  CHECK_OK(rc_list_insert(f.list, 2, NULL, 1));
  CHECK_SECTION(f, rc_list_section(f.list, 0, &found), 0, 3, 9, 3, 6, 3);
  // At the end of the last section.
  CHECK_OK(rc_list_insert(f.list, 15, NULL, 1));
  CHECK_SECTION(f, rc_list_section(f.list, 1, &found), 1, 9, 16, 6, 10, 2);
}

static void an_item_before_all_headers_can_be_one(void) {
  FIXTURE(f, fixture_begin_columns(&f, 2, 4));
  CHECK_OK(rc_list_mark_header(f.list, 0, 0));
  CHECK_OK(rc_list_mark_header(f.list, 1, 3));
  CHECK_TEXT(rows_of(&f), "1H 1H 2");
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 3));
  CHECK_TEXT(rows_of(&f), "2 1 1H 1H 2");
  CHECK_OK(rc_list_remove(f.list, 0, 7));
  CHECK_EQUAL(rc_list_section_count(f.list), 0);
  CHECK_TEXT(rows_of(&f), "");
}

// == edits of headers ==

static void rows_stay_that_begin_with_the_same_item(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_unmark_header(f.list, 7));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 3:14 3 1");
  CHECK_EQUAL(rc_list_section_count(f.list), 1);
  // Again, with as many columns: the rows of c d e and f stay.
  CHECK_OK(rc_list_mark_header(f.list, 7, 3));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 1:14 1H 3 2");
}

static void marking_a_header_forms_the_rows_after_it_again(void) {
  EXAMPLE(f);
  // In the middle of row 6: 9 is a header now, and 8 is alone.
  CHECK_OK(rc_list_mark_header(f.list, 9, 2));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 1:14 1H:15 1:16 1H 2:17 1:18");
  // In one column nothing is lost.
  CHECK_OK(rc_list_mark_header(f.list, 0, 1));
  CHECK_TEXT(rows_of(&f), "1H:10 1:11 1H:12 3:13 1:14 1H:15 1:16 1H 2:17 1:18");
  // At the start of a row of three.
  CHECK_OK(rc_list_mark_header(f.list, 3, 3));
  CHECK_TEXT(rows_of(&f), "1H:10 1:11 1H:12 1H 3 1H:15 1:16 1H 2:17 1:18");
}

static void other_columns_form_the_rows_of_the_section_again(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_mark_header(f.list, 7, 4));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 1:14 1H:15 4 1");
  CHECK_OK(rc_list_mark_header(f.list, 2, 0));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 1 1 1 1 1H:15 4 1");
  // As many as before: the list's own, too.
  fixture_measure(&f, 3, 50);
  CHECK_OK(rc_list_mark_header(f.list, 2, 1));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 1:50 1 1 1 1H:15 4 1");
}

static void unmarking_what_is_no_header_changes_nothing(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_unmark_header(f.list, 3));
  CHECK_OK(rc_list_unmark_header(f.list, 0));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 1:14 1H:15 2:16 2:17 1:18");
  FIXTURE(g, fixture_begin(&g, 3));
  CHECK_OK(rc_list_unmark_header(g.list, 1));
  CHECK_EQUAL(rc_list_unmark_header(g.list, 3), RC_STATUS_ARGUMENT);
}

static void removals_of_headers_join_sections(void) {
  EXAMPLE(f);
  // e, f and G go: H has c d and g h i j k, of which none begins a row as before.
  CHECK_OK(rc_list_remove(f.list, 5, 8));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 3 1");
  // b and H go: all are in one column.
  CHECK_OK(rc_list_remove(f.list, 1, 3));
  CHECK_TEXT(rows_of(&f), "1:10 1 1 1 1 1 1 1");
  CHECK_EQUAL(rc_list_section_count(f.list), 0);
}

static void rows_that_join_a_section_of_as_many_columns_stay(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 12));
  CHECK_OK(rc_list_mark_header(f.list, 4, 0));
  for (int64_t row = 0; row < 6; row++) fixture_measure(&f, row, (double)(10 + row));
  CHECK_TEXT(rows_of(&f), "3:10 1:11 1H:12 3:13 3:14 1:15");
  CHECK_OK(rc_list_remove(f.list, 3, 5));
  CHECK_TEXT(rows_of(&f), "3:10 3:13 3:14 1:15");
  // What begins a row within what joins: 5 and 8 did.
  FIXTURE(g, fixture_begin_columns(&g, 3, 12));
  CHECK_OK(rc_list_mark_header(g.list, 1, 0));
  for (int64_t row = 0; row < 6; row++) fixture_measure(&g, row, (double)(10 + row));
  CHECK_TEXT(rows_of(&g), "1:10 1H:11 3:12 3:13 3:14 1:15");
  CHECK_OK(rc_list_remove(g.list, 1, 3));
  CHECK_TEXT(rows_of(&g), "3:10 3:13 3:14 1:15");
}

// == edits without headers ==

/// The section of an example list: its extents are 0, 1, … from row 3 on.
static void check_like_a_list(int columns, int count, void (*edit)(rc_list *, int64_t, int, int),
                              int a, int b) {
  FIXTURE(f, fixture_begin_columns(&f, 1, count + 4));
  FIXTURE(g, fixture_begin_columns(&g, (uint32_t)columns, count));
  CHECK_OK(rc_list_mark_header(f.list, 2, (uint32_t)columns));
  CHECK_OK(rc_list_mark_header(f.list, count + 3, 1));
  const int rows = (count + columns - 1) / columns;
  for (int row = 0; row < rows; row++) {
    fixture_measure(&f, row + 3, row);
    fixture_measure(&g, row, row);
  }
  edit(f.list, 3, a, b);
  edit(g.list, 0, a, b);
  rc_section section;
  CHECK_OK(rc_list_section(f.list, 0, &section));
  char expected[sizeof g.text];
  snprintf(expected, sizeof expected, "%s", rows_of(&g));
  const char *all = strstr(rows_of(&f), "1H");
  CHECK(all != NULL && strlen(all) > strlen(expected) + 3);
  CHECK(strncmp(all + 3, expected, strlen(expected)) == 0);
  CHECK_TEXT(all + 3 + strlen(expected) + (expected[0] != 0), "1H");
}

static void insert_some(rc_list *list, int64_t first, int at, int count) {
  CHECK_OK(rc_list_insert(list, first + at, NULL, count));
}

static void remove_some(rc_list *list, int64_t first, int lower, int upper) {
  CHECK_OK(rc_list_remove(list, first + lower, first + upper));
}

static void move_two(rc_list *list, int64_t first, int lower, int to) {
  CHECK_OK(rc_list_move(list, first + lower, first + lower + 2, first + to));
}

static void a_section_is_edited_like_a_list_of_its_columns(void) {
  for (int columns = 1; columns <= 3; columns++) {
    for (int count = 0; count <= 7; count++) {
      for (int a = 0; a <= count; a++) {
        for (int b = 1; b <= 4; b++) check_like_a_list(columns, count, insert_some, a, b);
        for (int b = a; b <= count; b++) check_like_a_list(columns, count, remove_some, a, b);
        for (int b = 0; b + 2 <= count && a + 2 <= count; b++) {
          check_like_a_list(columns, count, move_two, a, b);
        }
      }
    }
  }
}

static void only_items_of_one_column_come_measured(void) {
  EXAMPLE(f);
  CHECK_EQUAL(rc_list_insert(f.list, 7, (double[]){70}, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_insert(f.list, 3, (double[]){70}, 1), RC_STATUS_ARGUMENT);
  CHECK_OK(rc_list_insert(f.list, 2, (double[]){70, 71}, 2));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1:70 1:71 1H:12 3:13 1:14 1H:15 2:16 2:17 1:18");
  CHECK_OK(rc_list_mark_header(f.list, 9, 0));
  CHECK_OK(rc_list_insert(f.list, 15, (double[]){72}, 1));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1:70 1:71 1H:12 3:13 1:14 1H:15 1 1 1 1 1 1:72");
}

static void whole_rows_move_between_sections_of_as_many_columns(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_mark_header(f.list, 2, 2));
  for (int64_t row = 0; row < 9; row++) fixture_measure(&f, row, (double)(10 + row));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 2:13 2:14 1H:15 2:16 2:17 1:18");
  CHECK_OK(rc_list_move(f.list, 3, 5, 8));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 2:14 1H:15 2:16 2:13 2:17 1:18");
  CHECK_OK(rc_list_move(f.list, 8, 10, 3));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 2:13 2:14 1H:15 2:16 2:17 1:18");
  // Items of no whole row are removed, and inserted: one row less, and none more.
  CHECK_OK(rc_list_move(f.list, 4, 6, 11));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 2:13 1H:15 2:16 2:17 2:18 1");
  CHECK_OK(rc_list_move(f.list, 0, 1, 12));
  CHECK_TEXT(rows_of(&f), "1:11 1H:12 2:13 1H:15 2:16 2:17 2:18 2");
}

static void whole_sections_move_with_their_rows(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_move(f.list, 7, 13, 2));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:15 2:16 2:17 1:18 1H:12 3:13 1:14");
  CHECK_OK(rc_list_move(f.list, 8, 13, 0));
  CHECK_TEXT(rows_of(&f), "1H:12 3:13 3:14 1H:15 2:16 2:17 1:18");
  CHECK_SECTION(f, rc_list_section(f.list, 0, &found), 0, 0, 7, 0, 3, 3);
}

static void a_header_that_moves_splits_and_joins(void) {
  EXAMPLE(f);
  // G moves before e: c d stay in H, e f and all of its own are in G.
  CHECK_OK(rc_list_move(f.list, 7, 8, 5));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 2:13 1H:15 2 2:16 2:17 1:18");
  CHECK_OK(rc_list_move(f.list, 5, 6, 12));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 3:13 3 3 1H:15");
}

static void layouts_change_the_columns_that_sections_share(void) {
  EXAMPLE(f);
  CHECK_OK(rc_list_mark_header(f.list, 2, 0));
  CHECK_TEXT(rows_of(&f), "1:10 1:11 1H:12 1 1 1 1 1H:15 2:16 2:17 1:18");
  fixture_measure(&f, 5, 50);
  CHECK_OK(rc_list_set_layout(f.list, 2, 0, true));
  CHECK_TEXT(rows_of(&f), "2:10 1H:12 2 2:50 1H:15 2:16 2:17 1:18");
  rc_interval rows;
  CHECK_OK(rc_list_unmeasured_rows(f.list, 0, 2, &rows));
  CHECK_INTERVAL(rows, 0, 1);
  CHECK_OK(rc_list_set_layout(f.list, 3, 5, false));
  CHECK_TEXT(rows_of(&f), "2 1H 3 1 1H 2 2 1");
  CHECK_SECTION(f, rc_list_section(f.list, 0, &found), 0, 2, 7, 1, 4, 3);
  CHECK_SECTION(f, rc_list_section(f.list, 1, &found), 1, 7, 13, 4, 8, 2);
}

// == what is on screen ==

static void marks_change_no_states_and_keep_the_changes(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  fixture_update(&f, 0);
  CHECK_OK(rc_list_set_names(f.list, 0, 2, (const rc_id[]){7, 8}));
  CHECK_OK(rc_list_mark_header(f.list, 1, 3));
  rc_id names[20];
  CHECK_OK(rc_list_copy_change_names(f.list, 0, names));
  CHECK(names[0] == 7 && names[1] == 8);
  CHECK_EQUAL(rc_list_state(f.list, 1), 15);
  CHECK_OK(rc_list_unmark_header(f.list, 1));
  CHECK_OK(rc_list_copy_change_names(f.list, 0, names));
  CHECK(names[0] == 7 && names[1] == 8);
}

// Rows of three before the anchor become four rows of one: it stays where it is.
static void what_is_read_stays_while_sections_change(void) {
  FIXTURE(f, fixture_begin_columns(&f, 1, 100));
  CHECK_OK(rc_list_mark_header(f.list, 0, 3));
  CHECK_OK(rc_list_mark_header(f.list, 10, 2));
  fixture_update(&f, 0);
  fixture_scroll(&f, 620);
  CHECK_POINTS(fixture_offset_of(&f, 13), 600);
  CHECK_OK(rc_list_mark_header(f.list, 0, 1));
  CHECK_CORRECTION(fixture_again(&f), 600);
  CHECK_POINTS(fixture_offset_of(&f, 13), 1200);
  CHECK_OK(rc_list_unmark_header(f.list, 10));
  // 10 and 11 … 14 are in one column: 13 is in row 13.
  CHECK_CORRECTION(fixture_again(&f), 100);
  CHECK_OK(rc_list_unmark_header(f.list, 0));
  CHECK_CORRECTION(fixture_again(&f), 0);
  CHECK_POINTS(fixture_offset_of(&f, 13), 1300);
}

// == memory ==

static void sections_take_little_memory_and_give_it_back(void) {
  enum { COUNT = 4000 };
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 10 * COUNT));
  const int64_t before = memory.bytes;
  for (int64_t i = 0; i < COUNT; i++) {
    CHECK_OK(rc_list_mark_header(list, 10 * (i * 7919 % COUNT), 1));
  }
  CHECK(memory.bytes - before < 73 * COUNT + 4000);
  CHECK_OK(rc_list_validate(list, NULL));
  rc_section section;
  for (int64_t i = 0; i < COUNT; i++) {
    CHECK_OK(rc_list_section(list, i, &section));
    CHECK_INTERVAL(section.items, 10 * i, 10 * i + 10);
  }
  for (int64_t i = 0; i < COUNT; i++) CHECK_OK(rc_list_unmark_header(list, 10 * i));
  rc_viewport viewport;
  rc_update update;
  rc_viewport_init(&viewport);
  viewport.length = 100;
  CHECK_OK(rc_list_update(list, &viewport, &update));
  CHECK_EQUAL(memory.bytes, before);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static void removed_sections_are_used_again(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 210));
  CHECK_OK(rc_list_mark_header(list, 200, 1));
  int64_t bytes = 0;
  for (int round = 0; round < 8; round++) {
    for (int64_t i = 0; i < 200; i++) {
      CHECK_OK(rc_list_mark_header(list, i * 89 % 200, 2));
      if (i % 2 == 0) CHECK_OK(rc_list_unmark_header(list, i * 89 % 200));
    }
    CHECK_EQUAL(rc_list_section_count(list), 101);
    CHECK_OK(rc_list_remove(list, 0, 200));
    CHECK_OK(rc_list_insert(list, 0, NULL, 200));
    CHECK_OK(rc_list_validate(list, NULL));
    if (round == 4) bytes = memory.bytes;
    CHECK(round < 4 || memory.bytes == bytes);
  }
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

/// What the extents of a list add up to, row by row.
static uint64_t digest_rows(rc_list *list) {
  static _Thread_local double offsets[64000], extents[64000];
  int64_t row = 0;
  uint64_t digest = 0;
  (void)rc_list_row_of_item(list, rc_list_count(list) - 1, &row);
  (void)rc_list_copy_rows(list, 0, row + 1, offsets, extents);
  for (int64_t i = 0; i <= row; i++) {
    digest = digest * 31 + (uint64_t)(offsets[i] * 3 + extents[i] * 7);
  }
  return digest;
}

// A move of headers in trees of several levels, which has several steps: it is made completely or
// not at all.
static void moves_of_many_rows_are_unchanged_when_out_of_memory(void) {
  enum { COUNT = 60000 };
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, COUNT));
  for (int64_t i = 0; i < COUNT; i += 3000)
    CHECK_OK(rc_list_mark_header(list, i, (uint32_t)(1 + i % 7 % 3)));
  int64_t last;
  CHECK_OK(rc_list_row_of_item(list, COUNT - 1, &last));
  static _Thread_local double extents[COUNT];
  for (int64_t row = 0; row <= last; row++) extents[row] = (double)(row * 7919 % 9973) / 32;
  CHECK_OK(rc_list_set_row_extents(list, 0, extents, (size_t)last + 1));
  CHECK_OK(rc_list_mark_provisional(list, 1000, 50000));
  for (int64_t i = 0; i < 30; i++) {
    const int64_t lower = i * 577, upper = lower + 7001 + i, to = 40001 - i * 1300;
    const uint64_t before = digest_rows(list);
    for (int64_t allowed = 0;; allowed++) {
      memory.countdown = allowed;
      const rc_status status = rc_list_move(list, lower, upper, to);
      memory.countdown = -1;
      if (status == RC_STATUS_OK) break;
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      if (allowed % 16 == 0) CHECK(digest_rows(list) == before);
      // A failing call costs little; the next one need not be the one with an allocation more.
      if (allowed > 20) allowed += 9;
    }
    const char *reason = NULL;
    CHECK_F(rc_list_validate(list, &reason) == RC_STATUS_OK, "%s", reason);
    CHECK_OK(rc_list_move(list, to, to + (upper - lower), lower));
  }
  rc_list_destroy(list);
  CHECK(memory.bytes == 0 && !memory.is_confused);
}

static void rows_that_form_again_may_be_too_long(void) {
  FIXTURE(f, fixture_begin_columns(&f, 1, 4));
  CHECK_OK(rc_list_set_estimate(f.list, 4000000));
  f.settings.extra_lengths[RC_END_TAIL] = rc_ticks_to_points(RC_LIST_TICKS_MAX) - 5 * 4000000.0;
  CHECK_OK(rc_list_mark_header(f.list, 0, 3));
  CHECK_OK(rc_list_insert(f.list, 4, NULL, 4));
  // Four rows of 4,000,000 points, and one would still fit.
  fixture_configure(&f);
  CHECK_TEXT(rows_of(&f), "1H 3 3 1");
  CHECK_EQUAL(rc_list_mark_header(f.list, 0, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_unmark_header(f.list, 0), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_remove(f.list, 0, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_list_move(f.list, 0, 1, 7), RC_STATUS_LIMIT);
  CHECK_TEXT(rows_of(&f), "1H 3 3 1");
  CHECK_OK(rc_list_mark_header(f.list, 0, 2));
  CHECK_TEXT(rows_of(&f), "1H 2 2 2 1");
}

// == validation ==

static void broken_sections_are_detected(void) {
  EXAMPLE(f);
  broken_fields b = {.list = f.list};
  rc__sections *sections = f.list->rows.sections;
  rc__section_node *root = &sections->nodes[sections->root];
  BROKEN(&b, sections->own_columns, 2, "columns of sections and list differ");
  BROKEN(&b, sections->lead, 1, "item counts of sections and list differ");
  BROKEN(&b, root->totals[RC__BY_ITEM], 12, "sections are miscounted");
  BROKEN(&b, root->totals[RC__BY_ROW], 12, "sections are miscounted");
  BROKEN(&b, root->columns, 5, "a section's rows are miscounted");
  const rc__section_node intact = *root;
  root->totals[RC__BY_ITEM] -= root->sizes[RC__BY_ITEM];
  root->sizes[RC__BY_ITEM] = 0;
  const char *reason = NULL;
  CHECK_EQUAL(rc_list_validate(f.list, &reason), RC_STATUS_CORRUPT);
  CHECK_TEXT(reason, "a section has no header");
  *root = intact;
}

/// Each section in turn has more rows below it than there are, and all above it count them.
static void broken_sums_are_detected_anywhere(void) {
  FIXTURE(f, fixture_begin_columns(&f, 3, 40));
  for (int64_t i = 0; i < 8; i++) CHECK_OK(rc_list_mark_header(f.list, 5 * i, 0));
  broken_fields b = {.list = f.list};
  rc__section_node *nodes = f.list->rows.sections->nodes;
  for (int64_t ordinal = 0; ordinal < 8; ordinal++) {
    rc__section_node *node = &nodes[f.list->rows.sections->root];
    int64_t wanted = ordinal;
    for (;;) {
      BREAK(&b, node->totals[RC__BY_ROW], node->totals[RC__BY_ROW] + 1);
      const int64_t within = wanted - nodes[node->left].totals[RC__BY_ORDINAL];
      if (within == 0) break;
      if (within > 0) wanted = within - 1;
      node = &nodes[within < 0 ? node->left : node->right];
    }
    broken_expect(&b, "sections are miscounted");
  }
}

// == at random ==

static void random_sections_match_the_model(void) {
  script_check_flavour(&script_sections, 31, 300, 120);
}

static void sections_are_unchanged_when_out_of_memory(void) {
  script_flavour flavour = script_sections;
  flavour.runs_out_of_memory = true;
  flavour.initial_count_most = 200;
  script_check_flavour(&flavour, 32, 60, 100);
}

static const test_case cases[] = {
    CASE(sections_have_columns_of_their_own),
    CASE(rows_have_items_without_headers_too),
    CASE(marks_stay_with_their_items),
    CASE(items_before_a_header_belong_to_the_section_before_it),
    CASE(an_item_before_all_headers_can_be_one),
    CASE(rows_stay_that_begin_with_the_same_item),
    CASE(marking_a_header_forms_the_rows_after_it_again),
    CASE(other_columns_form_the_rows_of_the_section_again),
    CASE(unmarking_what_is_no_header_changes_nothing),
    CASE(removals_of_headers_join_sections),
    CASE(rows_that_join_a_section_of_as_many_columns_stay),
    CASE(a_section_is_edited_like_a_list_of_its_columns),
    CASE(only_items_of_one_column_come_measured),
    CASE(whole_rows_move_between_sections_of_as_many_columns),
    CASE(whole_sections_move_with_their_rows),
    CASE(a_header_that_moves_splits_and_joins),
    CASE(layouts_change_the_columns_that_sections_share),
    CASE(marks_change_no_states_and_keep_the_changes),
    CASE(what_is_read_stays_while_sections_change),
    CASE(sections_take_little_memory_and_give_it_back),
    CASE(removed_sections_are_used_again),
    CASE(moves_of_many_rows_are_unchanged_when_out_of_memory),
    CASE(rows_that_form_again_may_be_too_long),
    CASE(broken_sections_are_detected),
    CASE(broken_sums_are_detected_anywhere),
    CASE(random_sections_match_the_model),
    CASE(sections_are_unchanged_when_out_of_memory),
};

const test_suite suite_list_sections = SUITE(cases);
