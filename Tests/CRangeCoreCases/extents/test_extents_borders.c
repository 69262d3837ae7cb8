// Extents where something just fits into a leaf, or just does not; and what is asked first after a
// change.

#include "../../../Sources/CRangeCore/extents/extents.h"
#include "../../../Sources/CRangeCore/extents/slots.h"
#include "extents_pair.h"

// The most that the items of a leaf may come to.
#define LEAF_MAX (INT32_MAX - 1)

// -- lengths --

// Two items of which one is in a leaf with others, in the middle of a run, or among runs.
static void fit_two(int64_t first, int64_t second, int64_t initial, int64_t index) {
  const int64_t small[] = {4, 5, 6}, both[] = {first, second};
  PAIR(pair, pair_begin(&pair, 1000, 0));
  pair_insert(&pair, 0, NULL, initial);
  if (initial < 100) pair_insert(&pair, 0, small, 3);
  pair_insert(&pair, index, both, 2);
  pair_check(&pair);
  pair_remove(&pair, index, index + 1);
  pair_insert(&pair, index + 1, both, 1);
  pair_check(&pair);
  pair_measure(&pair, index, both, 2);
  pair_check(&pair);
  pair_measure(&pair, index, NULL, 2);
  pair_check(&pair);
  pair_measure(&pair, index, both, 2);
  pair_check(&pair);
}

static void leaves_are_as_long_as_they_may_be_and_no_longer(void) {
  for (int64_t more = -16; more <= 2; more++) {
    const int64_t half = LEAF_MAX / 2 + more;
    fit_two(half, LEAF_MAX / 2, 1000, 500);
    fit_two(half, LEAF_MAX / 2, 0, 1);
    fit_two(half, LEAF_MAX / 2, 0, 3);
    fit_two(half, 1, 0, 0);
  }
}

// An estimate that just fits into a leaf with what is measured, or just does not.
static void estimates_are_as_long_as_a_leaf_may_be_and_no_longer(void) {
  const int64_t extents[] = {7, 8, 9};
  for (int64_t more = -1; more <= 2; more++) {
    PAIR(pair, pair_begin(&pair, 1000, 0));
    pair_insert(&pair, 0, extents, 2);
    pair_insert(&pair, 1, NULL, 1);
    pair_insert(&pair, 3, &extents[2], 1);
    pair_estimate(&pair, LEAF_MAX - 24 + more);
    for (int64_t i = 0; i < 4; i++) {
      pair_check_at(&pair, 7 + i * (LEAF_MAX / 3));
      pair_move(&pair, i, i + 1, 3 - i);
      pair_check(&pair);
    }
  }
}

// So many items, too long for a leaf, that some of them have to come into it once they are short.
static void leaves_merge_when_their_items_get_short(void) {
  int64_t extents[90], shorts[90];
  for (int64_t i = 0; i < 90; i++) {
    extents[i] = 60000000 + i;
    shorts[i] = i % 3;
  }
  for (int64_t count = 64; count <= 90; count += 26) {
    for (int64_t at = 1; at < count; at++) {
      for (int is_first = 0; is_first <= 1; is_first++) {
        PAIR(pair, pair_begin(&pair, 1000, 0));
        pair_insert(&pair, 0, extents, count);
        pair_measure(&pair, is_first ? 0 : at, shorts, is_first ? at : count - at);
        pair_check(&pair);
      }
    }
  }
}

static void extents_built_at_once_may_have_any_spacing(void) {
  int64_t extents[300];
  for (int64_t i = 0; i < 300; i++) extents[i] = 7680000 + i;
  for (int64_t bits = 22; bits <= 26; bits++) {
    for (int64_t more = -2; more <= 1; more++) {
      PAIR(pair, pair_begin(&pair, 1000, ((int64_t)1 << bits) + more));
      pair_insert(&pair, 0, extents, 300);
      pair_measure(&pair, 100, extents, 64);
      pair_check(&pair);
    }
  }
}

// A full leaf of which the last items go, and others come after the first, which is not measured.
static void the_last_items_of_a_full_leaf_can_go(void) {
  int64_t extents[64];
  for (int64_t i = 0; i < 64; i++) extents[i] = 1 + i % 7;
  for (int64_t count = 1; count < 30; count++) {
    PAIR(pair, pair_begin(&pair, 50, 0));
    pair_insert(&pair, 0, extents, 64);
    pair_measure(&pair, 0, NULL, 2);
    pair_remove(&pair, 64 - count, 64);
    pair_check(&pair);
    pair_insert(&pair, 64 - count, extents, count);
    pair_check(&pair);
  }
}

static void sums_are_written_for_their_points_alone(void) {
  double points[RC__LEAF_WIDTH];
  for (int i = 0; i < RC__LEAF_WIDTH; i++) points[i] = i;
  for (uint32_t count = 1; count < RC__LEAF_WIDTH; count++) {
    uint32_t ends[RC__LEAF_WIDTH + 1];
    uint64_t sum;
    for (int i = 0; i <= RC__LEAF_WIDTH; i++) ends[i] = 7;
    CHECK_EQUAL(rc__sums_from_points(points, count, 0, ends, &sum), RC_STATUS_OK);
    CHECK_EQUAL(sum, count * (count - 1) / 2 * RC_TICKS_PER_POINT);
    CHECK_EQUAL(ends[count], sum);
    for (uint32_t i = count + 1; i <= RC__LEAF_WIDTH; i++) CHECK_EQUAL(ends[i], 7);
  }
}

static void spacing_counts_toward_the_longest_item(void) {
  double points[300] = {0};
  rc_extents_options options = {.estimate = 44};
  options.spacing = 1;
  rc_extents *extents;
  CHECK_EQUAL(rc_extents_create(&options, NULL, &extents), RC_STATUS_OK);
  for (int64_t count = 1; count <= 300; count += 299) {
    points[0] = 4000000;
    CHECK_EQUAL(rc_extents_insert(extents, 0, points, count), RC_STATUS_LIMIT);
    points[0] = 3999999;
    CHECK_EQUAL(rc_extents_insert(extents, 0, points, count), RC_STATUS_OK);
  }
  CHECK_EQUAL(rc_extents_count(extents), 301);
  rc_extents_destroy(extents);
}

// What is remembered of a range of a tick or two is not that of an empty one.
static void empty_ranges_are_found_after_short_ones(void) {
  const int64_t extents[] = {3, 0, 1, 4, 0, 0, 2, 1};
  for (int64_t spacing = 0; spacing <= 1; spacing++) {
    PAIR(pair, pair_begin(&pair, 2, spacing));
    pair_insert(&pair, 0, extents, 8);
    for (int64_t length = 0; length <= 3; length++) {
      for (int64_t at = -2; at < 25; at++) {
        pair_check_in(&pair, at, at + length);
        pair_check_in(&pair, at, at);
      }
    }
  }
}

// -- what is asked first --

static void check_item(extents_pair *pair, int64_t index) {
  rc_item item;
  CHECK_EQUAL(rc_extents_item(pair->extents, index, &item), RC_STATUS_OK);
  CHECK_EQUAL(item.index, index);
  CHECK(item.offset == rc_ticks_to_points(model_extents_offset(&pair->model, index)));
}

static void items_and_copies_start_where_a_new_estimate_puts_them(void) {
  enum { COUNT = 6000 };
  static _Thread_local int64_t extents[COUNT];
  for (int64_t i = 0; i < COUNT; i++) extents[i] = 100 + i % 89;
  PAIR(pair, pair_begin(&pair, 50, 2));
  pair_insert(&pair, 0, extents, COUNT);
  for (int64_t i = 0; i < COUNT; i += 40) pair_measure(&pair, i, NULL, 1);
  for (int64_t lower = 10; lower < COUNT; lower += 977) {
    double offset;
    pair_estimate(&pair, 50 + lower);
    CHECK_EQUAL(rc_extents_copy(pair.extents, lower, lower + 1, &offset, NULL), RC_STATUS_OK);
    CHECK(offset == rc_ticks_to_points(model_extents_offset(&pair.model, lower)));
    pair_estimate(&pair, 51 + lower);
    check_item(&pair, lower);
    check_item(&pair, COUNT - lower);
  }
  // Under one node.
  pair_remove(&pair, 1000, COUNT);
  for (int64_t lower = 10; lower < 1000; lower += 333) {
    pair_estimate(&pair, lower);
    check_item(&pair, lower);
  }
}

static void copies_write_only_what_was_requested(void) {
  int64_t extents[64];
  for (int64_t i = 0; i < 64; i++) extents[i] = 1 + i % 7;
  PAIR(pair, pair_begin(&pair, 50, 0));
  pair_insert(&pair, 0, extents, 64);
  for (int64_t count = 0; count < 10; count++) {
    double offsets[16], lengths[16];
    for (int i = 0; i < 16; i++) offsets[i] = lengths[i] = -1;
    CHECK_EQUAL(rc_extents_copy(pair.extents, 30, 30 + count, offsets, lengths), RC_STATUS_OK);
    for (int i = 0; i < 16; i++) {
      CHECK_EQUAL(offsets[i] >= 0, i < count);
      CHECK_EQUAL(lengths[i] >= 0, i < count);
    }
  }
}

static void the_one_item_that_is_not_measured_says_so(void) {
  int64_t extents[1024];
  for (int64_t i = 0; i < 1024; i++) extents[i] = 100 + i % 7;
  PAIR(pair, pair_begin(&pair, 50, 0));
  pair_insert(&pair, 0, extents, 1024);
  pair_measure(&pair, 600, NULL, 1);
  for (int64_t i = 1000; i >= 0; i -= 100) {
    rc_item item;
    CHECK_EQUAL(rc_extents_item(pair.extents, i, &item), RC_STATUS_OK);
    CHECK_EQUAL(item.is_measured, i != 600);
    const double offset = item.offset;
    CHECK_EQUAL(rc_extents_item_at(pair.extents, offset, &item), RC_STATUS_OK);
    CHECK_EQUAL(item.index, i);
    CHECK_EQUAL(item.is_measured, i != 600);
  }
}

static void edges_of_an_empty_list_are_at_their_offset(void) {
  PAIR(pair, pair_begin(&pair, 50, 1));
  for (int is_upper = 0; is_upper <= 1; is_upper++) {
    for (int64_t offset = -3; offset <= 3; offset++) {
      rc__edge edge = {.length = 9, .is_upper = is_upper != 0};
      CHECK_EQUAL(rc__extents_edge(pair.extents, offset, &edge), 0);
      CHECK(offset >= edge.from && (uint64_t)(offset - edge.from) < edge.span);
    }
  }
}

// What the way to the last edit knows of nodes is of no use any more.
static void a_list_that_was_long_is_measured_as_a_new_one(void) {
  enum { COUNT = 6000 };
  static _Thread_local int64_t extents[COUNT];
  for (int64_t i = 0; i < COUNT; i++) extents[i] = 100 + i % 89;
  PAIR(pair, pair_begin(&pair, 50, 0));
  pair_insert(&pair, 0, extents, COUNT);
  pair_measure(&pair, COUNT - 10, extents, 5);
  pair_remove(&pair, 0, COUNT);
  pair_insert(&pair, 0, NULL, 1000);
  pair_measure(&pair, 500, extents, 5);
  pair_check(&pair);
}

// Rows of one length that are measured again are one run still.
static void equal_rows_can_be_measured_again_in_their_middle(void) {
  int64_t alike[1000], mixed[200];
  for (int i = 0; i < 1000; i++) alike[i] = 70;
  for (int i = 0; i < 200; i++) mixed[i] = 60 + i % 7;
  for (int64_t before = 0; before <= 200; before += 200) {
    for (int64_t count = 1; count <= 3; count++) {
      PAIR(pair, pair_begin(&pair, 50, 0));
      pair_insert(&pair, 0, alike, 1000);
      pair_insert(&pair, 0, mixed, before);
      pair_measure(&pair, before + 500, alike, count);
      pair_check(&pair);
      pair_measure(&pair, before + 500, mixed, count);
      pair_check(&pair);
    }
  }
}

// -- without memory --

// A list to which so many ticks can be added.
static rc_extents *create_nearly_full(test_memory *memory, int64_t left) {
  const int64_t count = 586400, estimate = 4000000, rest = RC_LIST_TICKS_MAX - left;
  rc_allocator allocator = test_memory_allocator(memory);
  rc_extents_options options = {.estimate = 44};
  options.estimate = (double)estimate;
  rc_extents *extents = NULL;
  if (rc_extents_create(&options, &allocator, &extents) != RC_STATUS_OK) return NULL;
  rc_extents_insert(extents, 0, NULL, count);
  // 5.7 items more.
  for (int64_t ticks = rest - count * estimate * RC_TICKS_PER_POINT; ticks > 0;) {
    const int64_t most = RC_ITEM_TICKS_MAX, size = ticks < most ? ticks : most;
    const double points = rc_ticks_to_points(size);
    rc_extents_insert(extents, 0, &points, 1);
    ticks -= size;
  }
  return extents;
}

static void what_just_fits_fails_only_for_lack_of_memory(void) {
  enum { COUNT = 300 };
  double points[COUNT];
  test_memory memory;
  rc_extents *extents = create_nearly_full(&memory, COUNT * RC_TICKS_PER_POINT);
  CHECK(extents != NULL);
  for (int i = 0; i < COUNT; i++) points[i] = i % 2 == 0 ? 0.5 : 1.5;
  memory.left = 0;
  CHECK_EQUAL(rc_extents_insert(extents, 7, points, COUNT), RC_STATUS_NO_MEMORY);
  points[0] += rc_ticks_to_points(1);
  CHECK_EQUAL(rc_extents_insert(extents, 7, points, COUNT), RC_STATUS_LIMIT);
  rc_extents_destroy(extents);
}

static void errors_are_reported_even_when_out_of_memory(void) {
  enum { COUNT = 300 };
  static const struct {
    int too_long, negative;
    rc_status status;
  } lines[] = {{-1, -1, RC_STATUS_NO_MEMORY}, {0, -1, RC_STATUS_LIMIT},
               {299, -1, RC_STATUS_LIMIT},    {-1, 0, RC_STATUS_ARGUMENT},
               {0, 100, RC_STATUS_ARGUMENT},  {200, 100, RC_STATUS_ARGUMENT},
               {100, 299, RC_STATUS_ARGUMENT}};
  test_memory memory;
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents *extents;
  CHECK_EQUAL(rc_extents_create(NULL, &allocator, &extents), RC_STATUS_OK);
  memory.left = 0;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    double points[COUNT];
    for (int at = 0; at < COUNT; at++) points[at] = at % 7;
    if (lines[i].too_long >= 0) points[lines[i].too_long] = 4000001;
    if (lines[i].negative >= 0) points[lines[i].negative] = -1;
    CHECK_EQUAL(rc_extents_insert(extents, 0, points, COUNT), lines[i].status);
  }
  rc_extents_destroy(extents);
}

static const test_case cases[] = {
    CASE(leaves_are_as_long_as_they_may_be_and_no_longer),
    CASE(estimates_are_as_long_as_a_leaf_may_be_and_no_longer),
    CASE(leaves_merge_when_their_items_get_short),
    CASE(extents_built_at_once_may_have_any_spacing),
    CASE(the_last_items_of_a_full_leaf_can_go),
    CASE(sums_are_written_for_their_points_alone),
    CASE(spacing_counts_toward_the_longest_item),
    CASE(empty_ranges_are_found_after_short_ones),
    CASE(items_and_copies_start_where_a_new_estimate_puts_them),
    CASE(copies_write_only_what_was_requested),
    CASE(the_one_item_that_is_not_measured_says_so),
    CASE(edges_of_an_empty_list_are_at_their_offset),
    CASE(a_list_that_was_long_is_measured_as_a_new_one),
    CASE(equal_rows_can_be_measured_again_in_their_middle),
    CASE(what_just_fits_fails_only_for_lack_of_memory),
    CASE(errors_are_reported_even_when_out_of_memory),
};

const test_suite suite_borders = SUITE(cases);
