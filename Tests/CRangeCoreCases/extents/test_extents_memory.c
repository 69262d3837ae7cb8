// What extents do without memory, and how much of it they take.

#include <stdlib.h>

#include "extents_pair.h"

// -- without memory --

// A history that meets every kind of edit, in trees of several heights.
static rc_status run_script(extents_pair *pair, int64_t step) {
  static _Thread_local int64_t extents[4000];
  test_random random = {(uint64_t)step + 77};
  for (int i = 0; i < 4000; i++) extents[i] = test_random_in(&random, 0, 3 + step * 1000);
  int64_t count = pair->model.count, middle = count / 2;
  switch (step % 12) {
    case 0:
      return pair_insert(pair, middle, NULL, 1000);
    case 1:
      return pair_insert(pair, middle, extents, 3000);
    case 2:
      return pair_measure(pair, middle / 2, extents, 9);
    case 3:
      return pair_insert(pair, middle / 3, extents, 60);
    case 4:
      return pair_move(pair, middle / 3, middle, count / 4);
    case 5:
      return pair_measure(pair, count / 3, extents, 300);
    case 6:
      return pair_remove(pair, 50, 100);
    case 7:
      return pair_measure(pair, middle + 30, NULL, 40);
    case 8:
      return pair_measure(pair, middle, NULL, middle / 2);
    case 9:
      return pair_remove(pair, count / 3, count / 3 + 900);
    case 10:
      return pair_move(pair, count - 1, count, 500);
    default:
      return pair_insert(pair, count - 40, NULL, 7);
  }
}

static void extents_are_unchanged_when_out_of_memory(void) {
  int64_t failures = 0;
  PAIR(pair, pair_begin(&pair, 500, 0));
  for (int64_t step = 0; step < 60 && !test_has_failed(); step++) {
    for (int64_t granted = 0;; granted++) {
      pair.memory.left = granted;
      rc_status status = run_script(&pair, step);
      pair.memory.left = -1;
      const bool is_checked = granted < 40 && granted % test_stride() == 0;
      if (is_checked || status == RC_STATUS_OK) pair_check(&pair);
      if (status == RC_STATUS_OK || test_has_failed()) break;
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      failures++;
    }
  }
  CHECK(failures > 100);
}

// An item moves from one full leaf to another, which has to be split: where that needs memory, the
// item goes back.
static void moved_item_goes_back_when_out_of_memory(void) {
  int64_t extents[64], failures = 0;
  for (int64_t i = 0; i < 64; i++) extents[i] = 7 * i;
  for (int64_t leaves = 2; leaves < 40 && !test_has_failed(); leaves++) {
    PAIR(pair, pair_begin(&pair, 10, 0));
    for (int64_t i = 0; i < leaves; i++) pair_insert(&pair, 64 * i, extents, 64);
    pair.memory.left = 0;
    failures += pair_move(&pair, 5, 6, 64 + 30) == RC_STATUS_NO_MEMORY;
    pair.memory.left = -1;
    pair_check(&pair);
  }
  CHECK(failures > 0);
}

// A full leaf measured again, and edits of nothing.
static void extents_that_stay_where_they_are_need_no_memory(void) {
  int64_t extents[64];
  for (int64_t i = 0; i < 64; i++) extents[i] = i;
  for (int64_t leaves = 1; leaves < 4; leaves++) {
    PAIR(pair, pair_begin(&pair, 10, 0));
    for (int64_t i = 0; i < leaves; i++) pair_insert(&pair, 64 * i, extents, 64);
    for (int64_t i = 0; i < leaves; i++) {
      pair.memory.left = 0;
      extents[0] += 3;
      CHECK_EQUAL(pair_measure(&pair, 64 * i, extents, 64), RC_STATUS_OK);
      CHECK_EQUAL(rc_extents_insert(pair.extents, 64 * i + 9, NULL, 0), RC_STATUS_OK);
      CHECK_EQUAL(pair_measure(&pair, 64 * i + 5, NULL, 1), RC_STATUS_OK);
      CHECK_EQUAL(rc_extents_insert(pair.extents, 64 * i + 64, NULL, 0), RC_STATUS_OK);
      CHECK_EQUAL(rc_extents_insert(pair.extents, 64 * i + 9, NULL, 0), RC_STATUS_OK);
      CHECK_EQUAL(rc_extents_remove(pair.extents, 64 * i + 9, 64 * i + 9), RC_STATUS_OK);
      CHECK_EQUAL(rc_extents_forget(pair.extents, 64 * i + 9, 64 * i + 9), RC_STATUS_OK);
      CHECK_EQUAL(rc_extents_move(pair.extents, 64 * i + 9, 64 * i + 9, 3), RC_STATUS_OK);
      pair.memory.left = -1;
      pair_check(&pair);
    }
  }
}

// In runs, at their borders and in a leaf between them.
static void edits_of_nothing_change_nothing(void) {
  int64_t extents[20];
  for (int64_t i = 0; i < 20; i++) extents[i] = i;
  PAIR(pair, pair_begin(&pair, 10, 0));
  pair_insert(&pair, 0, NULL, 200);
  pair_measure(&pair, 90, extents, 20);
  for (int64_t index = 0; index <= 200; index += 10) {
    const int64_t bytes = pair.memory.bytes, peak = pair.memory.peak_bytes;
    pair.memory.left = 0;
    CHECK_EQUAL(rc_extents_insert(pair.extents, index, NULL, 0), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_insert(pair.extents, index, NULL, 0), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_remove(pair.extents, index, index), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_forget(pair.extents, index, index), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_move(pair.extents, index, index, 3), RC_STATUS_OK);
    pair.memory.left = -1;
    CHECK(pair.memory.bytes == bytes && pair.memory.peak_bytes == peak);
    pair_check(&pair);
  }
}

// -- memory --

static void extents_of_a_billion_items_take_less_than_a_kilobyte(void) {
  test_memory memory;
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents *e;
  double values[300];
  CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, NULL, 1000000000), RC_STATUS_OK);
  CHECK(memory.bytes < 1024);
  for (int i = 0; i < 300; i++) values[i] = i;
  CHECK_EQUAL(rc_extents_set(e, 500000000, values, 300), RC_STATUS_OK);
  rc_item item;
  CHECK_EQUAL(rc_extents_item(e, 999999999, &item), RC_STATUS_OK);
  CHECK(item.offset == 44.0 * (999999999 - 300) + 299 * 150);
  CHECK_EQUAL(rc_extents_set_estimate(e, 10), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_item_at(e, 5000000000.0 + 3 * 33, &item), RC_STATUS_OK);
  CHECK_EQUAL(item.index, 500000014);
  CHECK_EQUAL(rc_extents_move(e, 500000000, 500000300, 0), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_item(e, 300, &item), RC_STATUS_OK);
  CHECK(item.offset == 299 * 150 && !item.is_measured);
  CHECK_EQUAL(rc_extents_forget(e, 0, 1000000000), RC_STATUS_OK);
  CHECK(memory.bytes < 1024);
  CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
  rc_extents_destroy(e);
  CHECK_EQUAL(memory.bytes, 0);
}

// Bytes for each item, over the four that an item in a full leaf takes.
static double overhead(const test_memory *memory, int64_t count) {
  return (double)memory->bytes / 4.0 / (double)count;
}

static void extents_measured_in_order_have_full_leaves(void) {
  for (int64_t size = 1; size <= 27; size += 13) {
    for (int way = 0; way < 4; way++) {
      test_memory memory;
      rc_allocator allocator = test_memory_allocator(&memory);
      rc_extents *e;
      CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
      int64_t total = way < 2 ? 1000000 : 0, step = 0;
      CHECK_EQUAL(rc_extents_insert(e, 0, NULL, total), RC_STATUS_OK);
      for (; step * size < 50000; step++) {
        double values[27];
        for (int i = 0; i < 27; i++) values[i] = (double)((step * 31 + i * 7) % 97);
        int64_t down = 1000 + step * size, up = 900000 - step * size;
        rc_status status = RC_STATUS_OK;
        if (way < 2) status = rc_extents_set(e, way == 0 ? down : up, values, (size_t)size);
        if (way == 2) status = rc_extents_insert(e, step * size, values, size);
        if (way == 3) status = rc_extents_insert(e, 0, values, size);
        CHECK_EQUAL(status, RC_STATUS_OK);
      }
      CHECK_EQUAL(rc_extents_measured_count(e), step * size);
      CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
      CHECK_F(overhead(&memory, step * size) < 1.4, "%g by %d in way %d",
              overhead(&memory, step * size), (int)size, way);
      rc_extents_destroy(e);
    }
  }
}

// Rows that are inserted one by one, and then measured, or a few at once, share leaves that are
// well filled.
static void extents_inserted_anywhere_have_well_filled_leaves(void) {
  test_random random = {test_seed(25)};
  double values[64];
  for (int i = 0; i < 64; i++) values[i] = i;
  for (int64_t most = 1; most <= 50; most += 49) {
    test_memory memory;
    rc_allocator allocator = test_memory_allocator(&memory);
    rc_extents *e;
    CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
    for (int64_t count = 0; count < 60000; count = rc_extents_count(e)) {
      const int64_t size = test_random_in(&random, 1, most);
      const int64_t at = test_random_in(&random, 0, count);
      CHECK_EQUAL(rc_extents_insert(e, at, most == 1 ? NULL : values, size), RC_STATUS_OK);
      CHECK_EQUAL(rc_extents_set(e, at, values, (size_t)size), RC_STATUS_OK);
    }
    const double found = overhead(&memory, rc_extents_count(e)), allowed = most == 1 ? 1.46 : 1.64;
    CHECK_F(found < allowed, "%g by up to %d", found, (int)most);
    rc_extents_destroy(e);
  }
}

// Runs take no leaves: all memory is that of nodes, which are well filled where a list grows at an
// end, and half full elsewhere.
static void extents_of_many_runs_fill_their_nodes(void) {
  enum { RUNS = 6000, LENGTH = 50, NODE_BYTES = 1700 };
  double values[LENGTH];
  for (int place = 0; place <= 2; place++) {
    test_memory memory;
    rc_allocator allocator = test_memory_allocator(&memory);
    rc_extents *e;
    CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
    for (int run = 0; run < RUNS; run++) {
      for (int i = 0; i < LENGTH; i++) values[i] = 1 + run;
      const int64_t at = (int64_t)run * place / 2 * LENGTH;
      CHECK_EQUAL(rc_extents_insert(e, at, values, LENGTH), RC_STATUS_OK);
    }
    const int64_t nodes = place == 1 ? RUNS / 31 : RUNS / 54;
    CHECK_F(memory.bytes < (nodes + 8) * NODE_BYTES, "%d bytes at %d", (int)memory.bytes, place);
    CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
    rc_extents_destroy(e);
  }
}

// As many slabs as leaves need, and the last no larger than that.
static void extents_built_at_once_take_as_much_memory_as_they_need(void) {
  enum { MOST = 64 * 1000 };
  static _Thread_local double values[MOST];
  for (int i = 0; i < MOST; i++) values[i] = i % 97;
  for (int64_t leaves = 5; leaves <= 1000; leaves += 1 + leaves / 3) {
    test_memory memory;
    rc_allocator allocator = test_memory_allocator(&memory);
    rc_extents *e;
    CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_insert(e, 0, values, 64 * leaves - 60), RC_STATUS_OK);
    CHECK_F(memory.bytes < 300 * leaves + 10000, "%d bytes for %d leaves", (int)memory.bytes,
            (int)leaves);
    CHECK(memory.blocks <= 6 + leaves / 240 + leaves / 64);
    // Besides the leaves, two nodes and three leaves to spare.
    if (leaves < 64) CHECK(memory.blocks <= 4 && memory.bytes < 276 * leaves + 5500);
    rc_extents_destroy(e);
  }
}

static double *random_values(test_random *random, int count) {
  double *values = malloc((size_t)count * sizeof *values);
  if (values == NULL) abort();
  for (int i = 0; i < count; i++) values[i] = (double)test_random_in(random, 1, 500);
  return values;
}

static void extents_stay_compact_through_a_long_life(void) {
  enum { BUILT = 1000000, KEPT = 100000 };
  test_memory memory;
  test_random random = {test_seed(21)};
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents *e;
  double *values = random_values(&random, BUILT);
  CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, values, BUILT), RC_STATUS_OK);
  CHECK_F(overhead(&memory, BUILT) < 1.2, "%g when built", overhead(&memory, BUILT));
  CHECK_EQUAL(rc_extents_remove(e, KEPT, BUILT), RC_STATUS_OK);
  for (int i = 0; i < (test_stride() > 1 ? 20000 : 100000); i++) {
    int64_t count = rc_extents_count(e), size = test_random_in(&random, 1, 50);
    int64_t index = test_random_in(&random, 0, count - size);
    rc_status status = count < KEPT ? rc_extents_insert(e, index, values, size)
                                    : rc_extents_remove(e, index, index + size);
    CHECK_EQUAL(status, RC_STATUS_OK);
  }
  CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
  CHECK_F(overhead(&memory, rc_extents_count(e)) < 1.8, "%g after edits",
          overhead(&memory, rc_extents_count(e)));
  CHECK_EQUAL(rc_extents_remove(e, 0, rc_extents_count(e)), RC_STATUS_OK);
  CHECK(memory.bytes < 1024);
  rc_extents_destroy(e);
  free(values);
}

// A list of 200000 that loses items everywhere, at times while there is no memory.
static void extents_that_lose_scattered_items_free_their_memory(void) {
  enum { BUILT = 200000, SIZE = 30 };
  test_memory memory;
  test_random random = {test_seed(22)};
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents *e;
  double *values = random_values(&random, BUILT);
  CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, values, BUILT), RC_STATUS_OK);
  CHECK(memory.blocks < 100);
  for (int64_t count = BUILT, step = 0; count > 2000; step++) {
    int64_t index = test_random_in(&random, 0, count - SIZE);
    memory.left = test_random_one_in(&random, 4) ? 0 : -1;
    rc_status status = rc_extents_remove(e, index, index + SIZE);
    bool had_memory = memory.left != 0;
    memory.left = -1;
    if (status == RC_STATUS_OK) count -= SIZE;
    CHECK(status == RC_STATUS_OK || (status == RC_STATUS_NO_MEMORY && !had_memory));
    CHECK_EQUAL(rc_extents_count(e), count);
    if (step % 50 == 0 || (count < 40000 && step % test_stride() == 0))
      CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
    if (step % 50 == 0 && count > 10000) {
      CHECK_F(overhead(&memory, count) < 4, "%g at %lld", overhead(&memory, count),
              (long long)count);
    }
  }
  CHECK(memory.bytes < 100000);
  CHECK_EQUAL(rc_extents_remove(e, 0, rc_extents_count(e)), RC_STATUS_OK);
  CHECK(memory.bytes < 1024);
  rc_extents_destroy(e);
  CHECK_EQUAL(memory.blocks, 0);
  free(values);
}

// Lists of all sizes that gain many items at once, and lose more or less at any place.
static void extents_that_grow_and_shrink_keep_their_memory_in_order(void) {
  test_memory memory;
  test_random random = {test_seed(24)};
  rc_allocator allocator = test_memory_allocator(&memory);
  double values[6000];
  for (int i = 0; i < 6000; i++) values[i] = i % 97;
  for (int64_t turn = 0; turn < test_count(50); turn++) {
    rc_extents *e;
    CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
    for (int64_t step = 0; step < 120; step++) {
      int64_t count = rc_extents_count(e), index = test_random_in(&random, 0, count);
      int64_t size = test_random_in(&random, 1, test_random_one_in(&random, 8) ? 6000 : 100);
      bool grows = count == 0 || test_random_one_in(&random, 3);
      if (!grows && size > count - index) size = count - index;
      rc_status status = grows ? rc_extents_insert(e, index, values, size)
                               : rc_extents_remove(e, index, index + size);
      CHECK_EQUAL(status, RC_STATUS_OK);
      const char *reason;
      status = rc_extents_validate(e, &reason);
      CHECK_F(status == RC_STATUS_OK, "%s at %lld", reason, (long long)count);
    }
    rc_extents_destroy(e);
    CHECK_EQUAL(memory.blocks, 0);
  }
}

// One that shrinks to a leaf's items does not keep a slab of many for it.
static void extents_of_a_few_items_take_little_memory_whatever_they_were(void) {
  test_memory memory;
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents *e;
  double values[20000];
  for (int i = 0; i < 20000; i++) values[i] = i % 97;
  CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, values, 20000), RC_STATUS_OK);
  while (rc_extents_count(e) > 50) {
    int64_t left = rc_extents_count(e) / 3;
    CHECK_EQUAL(rc_extents_remove(e, left, left + left / 2 + 1), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
  }
  CHECK_F(memory.bytes < 8192, "%lld bytes", (long long)memory.bytes);
  rc_extents_destroy(e);
  CHECK_EQUAL(memory.blocks, 0);
}

// Leaves of two slabs come back one by one, from the end of the list and from all over it.
static void extents_keep_their_memory_in_order_while_leaves_come_back(void) {
  test_memory memory;
  test_random random = {test_seed(23)};
  rc_allocator allocator = test_memory_allocator(&memory);
  double values[240 * 64];
  for (int i = 0; i < 240 * 64; i++) values[i] = i % 97;
  for (int64_t turn = 0; turn < (test_stride() > 1 ? 2 : 12); turn++) {
    rc_extents *e;
    int64_t first = 64 * test_random_in(&random, 20, 100);
    CHECK_EQUAL(rc_extents_create(NULL, &allocator, &e), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_insert(e, 0, values, first), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_insert(e, first, values, 240 * 64), RC_STATUS_OK);
    for (int64_t count; (count = rc_extents_count(e)) > 64;) {
      int64_t lower = count - 64;
      if (turn % 2 == 1) lower = test_random_in(&random, 0, lower / 64) * 64;
      CHECK_EQUAL(rc_extents_remove(e, lower, lower + 64), RC_STATUS_OK);
      const char *reason;
      rc_status status = rc_extents_validate(e, &reason);
      CHECK_F(status == RC_STATUS_OK, "%s at %lld", reason, (long long)count);
    }
    rc_extents_destroy(e);
    CHECK_EQUAL(memory.blocks, 0);
  }
}

static const test_case cases[] = {
    CASE(extents_are_unchanged_when_out_of_memory),
    CASE(moved_item_goes_back_when_out_of_memory),
    CASE(extents_that_stay_where_they_are_need_no_memory),
    CASE(edits_of_nothing_change_nothing),
    CASE(extents_of_a_billion_items_take_less_than_a_kilobyte),
    CASE(extents_measured_in_order_have_full_leaves),
    CASE(extents_inserted_anywhere_have_well_filled_leaves),
    CASE(extents_of_many_runs_fill_their_nodes),
    CASE(extents_built_at_once_take_as_much_memory_as_they_need),
    CASE(extents_stay_compact_through_a_long_life),
    CASE(extents_that_lose_scattered_items_free_their_memory),
    CASE(extents_that_grow_and_shrink_keep_their_memory_in_order),
    CASE(extents_keep_their_memory_in_order_while_leaves_come_back),
    CASE(extents_of_a_few_items_take_little_memory_whatever_they_were),
};

const test_suite suite_extents_memory = SUITE(cases);
