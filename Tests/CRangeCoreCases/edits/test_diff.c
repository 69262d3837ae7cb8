// Differences of rows of ids: each is applied, and its moves are as few as can be.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness.h"
#include "../library.h"
#include "../list/list_memory.h"

enum { ROW_MOST = 64 };

/// How many items move at least: those in both rows, but for a longest increasing run. Slowly.
static int64_t fewest_moves(const rc_id *before, int64_t n, const rc_id *after, int64_t m) {
  int64_t places[ROW_MOST], lengths[ROW_MOST], count = 0, longest = 0;
  for (int64_t i = 0; i < m; i++) {
    for (int64_t j = 0; j < n; j++) {
      if (before[j] == after[i]) places[count++] = j;
    }
  }
  for (int64_t i = 0; i < count; i++) {
    lengths[i] = 1;
    for (int64_t j = 0; j < i; j++) {
      if (places[j] < places[i] && lengths[j] >= lengths[i]) lengths[i] = lengths[j] + 1;
    }
    if (lengths[i] > longest) longest = lengths[i];
  }
  return count - longest;
}

static bool is_in(const rc_id *row, int64_t count, rc_id id) {
  for (int64_t i = 0; i < count; i++) {
    if (row[i] == id) return true;
  }
  return false;
}

static void remove_ids(rc_id *row, int64_t *count, int64_t lower, int64_t upper) {
  memmove(row + lower, row + upper, (size_t)(*count - upper) * sizeof *row);
  *count -= upper - lower;
}

static void insert_ids(rc_id *row, int64_t *count, int64_t at, const rc_id *ids, int64_t size) {
  memmove(row + at + size, row + at, (size_t)(*count - at) * sizeof *row);
  memcpy(row + at, ids, (size_t)size * sizeof *row);
  *count += size;
}

/// Whether an id comes right after another.
static bool is_followed(const rc_id *row, int64_t count, rc_id id, rc_id next) {
  for (int64_t i = 1; i < count; i++) {
    if (row[i - 1] == id) return row[i] == next;
  }
  return false;
}

/// Applies the edits one by one, and checks what each is made of.
static void check_edits(const rc_edit *edits, size_t edit_count, const rc_id *before, int64_t n,
                        const rc_id *after, int64_t m) {
  rc_id row[2 * ROW_MOST], kept[ROW_MOST], moved[ROW_MOST];
  int64_t count = n, kept_count = 0, moves = 0, lowest_removed = n;
  if (n > 0) memcpy(row, before, (size_t)n * sizeof *row);
  rc_id last_moved = 0;
  bool is_removing = true;
  for (size_t i = 0; i < edit_count; i++) {
    const rc_edit *e = &edits[i];
    const int64_t size = e->upper - e->lower;
    CHECK(size > 0 && e->lower >= 0 && e->reserved == 0);
    if (e->kind == RC_EDIT_KIND_REMOVE) {
      CHECK(is_removing && e->to == 0 && e->source == 0 && e->upper <= lowest_removed - (i > 0));
      lowest_removed = e->lower;
      for (int64_t j = e->lower; j < e->upper; j++) CHECK(!is_in(after, m, row[j]));
      remove_ids(row, &count, e->lower, e->upper);
      continue;
    }
    if (is_removing) memcpy(kept, row, (size_t)(kept_count = count) * sizeof *row);
    is_removing = false;
    // What two edits place could not be placed by one.
    const bool is_alike = i > 0 && e[-1].kind == e->kind;
    CHECK(e->to >= 0 && e->to <= count);
    if (e->kind == RC_EDIT_KIND_INSERT) {
      const rc_id *those = after + e->source;
      CHECK(e->to == 0 && e->lower <= count && e->source >= 0 && e->source + size <= m);
      CHECK(!(is_alike && e[-1].source + (e[-1].upper - e[-1].lower) == e->source));
      for (int64_t j = 0; j < size; j++) CHECK(!is_in(before, n, those[j]));
      insert_ids(row, &count, e->lower, those, size);
    } else {
      CHECK(e->kind == RC_EDIT_KIND_MOVE && e->upper <= count && e->to <= count - size);
      CHECK(e->source == 0);
      CHECK(e->to != e->lower);
      if (is_alike && is_followed(after, m, last_moved, row[e->lower])) {
        CHECK(!is_followed(kept, kept_count, last_moved, row[e->lower]));
      }
      last_moved = row[e->upper - 1];
      memcpy(moved, row + e->lower, (size_t)size * sizeof *row);
      remove_ids(row, &count, e->lower, e->upper);
      insert_ids(row, &count, e->to, moved, size);
      moves += size;
    }
  }
  CHECK_EQUAL(count, m);
  CHECK(m == 0 || memcmp(row, after, (size_t)m * sizeof *row) == 0);
  CHECK_EQUAL(moves, fewest_moves(before, n, after, m));
}

static void check_diff(const rc_id *before, int64_t n, const rc_id *after, int64_t m) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_diff *diff = NULL;
  const rc_edit *edits = NULL;
  size_t count = 0;
  CHECK_EQUAL(rc_diff_create(before, (size_t)n, after, (size_t)m, &allocator, &diff), RC_STATUS_OK);
  CHECK_EQUAL(rc_diff_edits(diff, &edits, &count), RC_STATUS_OK);
  check_edits(edits, count, before, n, after, m);
  rc_diff_destroy(diff);
  CHECK(memory.bytes == 0 && !memory.is_confused);
}

/// All rows of different ids below `ids`: the one of a number, and its length; -1 past the last.
static int64_t numbered_row(int64_t number, int64_t ids, rc_id *out_row) {
  for (int64_t length = 0; length <= ids; length++) {
    int64_t rows = 1;
    for (int64_t i = 0; i < length; i++) rows *= ids - i;
    if (number >= rows) {
      number -= rows;
      continue;
    }
    bool is_used[8] = {false};
    for (int64_t i = 0; i < length; i++) {
      int64_t pick = number % (ids - i);
      number /= ids - i;
      int64_t id = 0;
      while (is_used[id] || pick-- > 0) id++;
      is_used[id] = true;
      out_row[i] = id;
    }
    return length;
  }
  return -1;
}

static void all_pairs_of_short_rows_have_the_fewest_moves(void) {
  rc_id before[8], after[8];
  int64_t n, m, pairs = 0;
  for (int64_t i = 0; (n = numbered_row(i, 5, before)) >= 0; i += test_stride()) {
    for (int64_t j = 0; (m = numbered_row(j, 5, after)) >= 0 && !test_has_failed(); j++, pairs++) {
      check_diff(before, n, after, m);
    }
  }
  CHECK_EQUAL(pairs, (325 / test_stride() + 1) * 326);
}

static int64_t random_row(test_random *random, int64_t ids, rc_id *out_row) {
  int64_t count = 0;
  for (int64_t tries = test_random_in(random, 0, 2 * ids); tries > 0 && count < ROW_MOST; tries--) {
    const rc_id id = test_random_in(random, 0, ids - 1) * INT64_C(0x100000001);
    if (!is_in(out_row, count, id)) out_row[count++] = id;
  }
  return count;
}

static void random_rows_have_the_fewest_moves(void) {
  test_random random = {test_seed(41)};
  for (int64_t i = 0; i < test_count(3000) && !test_has_failed(); i++) {
    rc_id before[ROW_MOST], after[ROW_MOST];
    const int64_t ids = test_random_in(&random, 1, 60);
    const int64_t n = random_row(&random, ids, before), m = random_row(&random, ids, after);
    check_diff(before, n, after, m);
  }
}

static void edits_of_the_example_are_as_documented(void) {
  const rc_id before[] = {1, 2, 3, 4, 5}, after[] = {1, 4, 9, 2, 3};
  rc_diff *diff = NULL;
  const rc_edit *e = NULL;
  size_t count = 0;
  CHECK_EQUAL(rc_diff_create(before, 5, after, 5, NULL, &diff), RC_STATUS_OK);
  CHECK_EQUAL(rc_diff_edits(diff, &e, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, 3);
  CHECK(e[0].kind == RC_EDIT_KIND_REMOVE && e[0].lower == 4 && e[0].upper == 5);
  CHECK(e[1].kind == RC_EDIT_KIND_MOVE && e[1].lower == 3 && e[1].upper == 4 && e[1].to == 1);
  CHECK(e[2].kind == RC_EDIT_KIND_INSERT && e[2].lower == 2 && e[2].upper == 3 && e[2].source == 2);
  rc_diff_destroy(diff);
}

static void wrong_rows_are_refused(void) {
  const rc_id row[] = {1, 2, 1}, other[] = {7, 8};
  rc_diff *diff = NULL;
  const rc_edit *edits = NULL;
  size_t count = 0;
  CHECK_EQUAL(rc_diff_create(row, 3, other, 2, NULL, &diff), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_diff_create(other, 2, row, 3, NULL, &diff), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_diff_create(other, SIZE_MAX, other, 2, NULL, &diff), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_diff_create(other, 2, other, SIZE_MAX, NULL, &diff), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_diff_create(other, 2, NULL, 1, NULL, &diff), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_diff_create(NULL, 1, other, 2, NULL, &diff), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_diff_create(NULL, 0, other, 2, NULL, NULL), RC_STATUS_ARGUMENT);
  const rc_allocator none = {NULL, NULL};
  CHECK_EQUAL(rc_diff_create(NULL, 0, other, 2, &none, &diff), RC_STATUS_ARGUMENT);
  CHECK(diff == NULL);
  CHECK_EQUAL(rc_diff_create(NULL, 0, NULL, 0, NULL, &diff), RC_STATUS_OK);
  CHECK_EQUAL(rc_diff_edits(diff, &edits, &count), RC_STATUS_OK);
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(rc_diff_edits(NULL, &edits, &count), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_diff_edits(diff, NULL, &count), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_diff_edits(diff, &edits, NULL), RC_STATUS_ARGUMENT);
  rc_diff_destroy(diff);
  rc_diff_destroy(NULL);
}

/// Each allocation fails once; the difference that is found at last is right.
static void check_without_memory(const rc_id *before, int64_t n, const rc_id *after, int64_t m) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_status status = RC_STATUS_NO_MEMORY;
  for (int64_t granted = 0; status == RC_STATUS_NO_MEMORY; granted++) {
    memory.countdown = granted;
    rc_diff *diff = NULL;
    status = rc_diff_create(before, (size_t)n, after, (size_t)m, &allocator, &diff);
    memory.countdown = -1;
    const rc_edit *edits = NULL;
    size_t count = 0;
    if (status == RC_STATUS_OK) {
      CHECK(granted >= 3);
      rc_diff_edits(diff, &edits, &count);
      check_edits(edits, count, before, n, after, m);
    }
    rc_diff_destroy(diff);
    CHECK(memory.bytes == 0 && !memory.is_confused);
  }
  CHECK_EQUAL(status, RC_STATUS_OK);
}

static void difference_without_memory_is_none(void) {
  rc_id before[40], after[40];
  for (int i = 0; i < 40; i++) {
    before[i] = i;
    after[i] = (i * 7) % 41;
  }
  check_without_memory(before, 40, after, 40);
  // Every other one is removed.
  for (int i = 0; i < 20; i++) after[i] = 2 * i;
  check_without_memory(before, 40, after, 20);
  check_without_memory(before, 20, NULL, 0);
}

/// Too many ids for any memory, which nothing reads then.
static void differences_of_the_longest_rows_are_not_refused(void) {
  const rc_id row[] = {1};
  const size_t most = RC_ITEM_COUNT_MAX;
  list_memory memory;
  list_memory_init(&memory);
  memory.countdown = 0;
  const rc_allocator none = list_memory_allocator(&memory);
  rc_diff *diff = NULL;
  CHECK_EQUAL(rc_diff_create(row, most, row, 1, &none, &diff), RC_STATUS_NO_MEMORY);
  CHECK_EQUAL(rc_diff_create(row, 1, row, most, &none, &diff), RC_STATUS_NO_MEMORY);
  CHECK_EQUAL(rc_diff_create(row, most + 1, row, 1, &none, &diff), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_diff_create(row, 1, row, most + 1, &none, &diff), RC_STATUS_LIMIT);
}

/// Ids that differ in any of their bits: none takes longer, and all take as much memory.
static void long_rows_of_any_ids_take_as_long_and_as_much(void) {
  enum { COUNT = 65535 };
  static _Thread_local rc_id before[COUNT], after[COUNT];
  for (int bits = 0; bits <= 48; bits += 16) {
    for (int64_t i = 0; i < COUNT; i++) {
      before[i] = (i - COUNT / 2) * (INT64_C(1) << bits);
      after[COUNT - 1 - i] = before[i];
    }
    list_memory memory;
    list_memory_init(&memory);
    const rc_allocator allocator = list_memory_allocator(&memory);
    rc_diff *diff = NULL;
    CHECK_EQUAL(rc_diff_create(before, COUNT, before, COUNT, &allocator, &diff), RC_STATUS_OK);
    const rc_edit *edits;
    size_t count;
    CHECK_EQUAL(rc_diff_edits(diff, &edits, &count), RC_STATUS_OK);
    CHECK_EQUAL(count, 0);
    CHECK_F(memory.peak_bytes < 58 * COUNT, "%lld bytes", (long long)memory.peak_bytes);
    rc_diff_destroy(diff);
    CHECK(memory.bytes == 0 && !memory.is_confused);
    CHECK_EQUAL(rc_diff_create(before, COUNT, after, COUNT, NULL, &diff), RC_STATUS_OK);
    CHECK_EQUAL(rc_diff_edits(diff, &edits, &count), RC_STATUS_OK);
    CHECK_EQUAL(count, COUNT - 1);
    rc_diff_destroy(diff);
  }
}

static const test_case cases[] = {
    CASE(all_pairs_of_short_rows_have_the_fewest_moves),
    CASE(random_rows_have_the_fewest_moves),
    CASE(edits_of_the_example_are_as_documented),
    CASE(wrong_rows_are_refused),
    CASE(difference_without_memory_is_none),
    CASE(differences_of_the_longest_rows_are_not_refused),
    CASE(long_rows_of_any_ids_take_as_long_and_as_much),
};

const test_suite suite_diff = SUITE(cases);
