// How much memory extents take after edits of every size, at every place: no answer depends on it,
// so nothing else would notice leaves that stay half empty, or slabs that are never given back.

#include <stdlib.h>

#include "../../../Sources/CRangeCore/extents/extents_tree.h"
#include "../../../Sources/CRangeCore/extents/tree_node.h"
#include "extents_pair.h"

#define MOST 60000

typedef enum { MIXED, ALIKE, STREAKS, LONG } value_kind;

typedef struct {
  /// Items at the start.
  int64_t measured, unmeasured;
  int64_t steps;
  value_kind values;
  /// Of 100 edits as many insert measured and unmeasured items, remove, move, measure and forget;
  /// what is left sets another estimate.
  int insert, insert_unmeasured, remove, move, measure, forget;
  /// The most items that one edit is about.
  int64_t most;
  /// Where edits are: anywhere, or at so many items in a row, from `place` on (0 for the start).
  int64_t place, spread;
  /// Whether memory is short in every other edit, once or from there on.
  bool is_starved;
  /// The most bytes for a measured item; 0 for what any edits may come to.
  int64_t bytes_each;
} history;

typedef struct {
  test_memory memory;
  rc_extents *extents;
  test_random random;
  double values[2 * MOST];
} life;

// == bounds ==

// A leaf's longest sum, in points.
#define LEAF_POINTS 2236962

// With m measured items in s stretches of adjacent ones: no two adjacent leaves fit into one, so
// there are at most m / 32.5 + s leaves; each takes 273 bytes, half as much again where slabs are
// sparse, and 54 in its node, as do the runs between stretches. Items may also be too long to share
// a leaf: then two adjacent leaves are together longer than one may be.
static int64_t bytes_most(const life *l, const history *h) {
  int64_t measured = 0, stretches = 0;
  double points = 0;
  bool was_measured = false;
  for (int64_t i = 0; i < rc_extents_count(l->extents); i++) {
    rc_item item;
    if (rc_extents_item(l->extents, i, &item) != RC_STATUS_OK) abort();
    if (item.is_measured) points += item.extent;
    measured += item.is_measured;
    stretches += item.is_measured && !was_measured;
    was_measured = item.is_measured;
  }
  if (h->bytes_each != 0) return 65536 + h->bytes_each * measured;
  return 65536 + 16 * measured + 544 * (stretches + (int64_t)(2 * points / LEAF_POINTS));
}

// == edits ==

static void write_values(life *l, value_kind kind) {
  for (int64_t i = 0; i < 2 * MOST; i++) {
    const int64_t random = test_random_in(&l->random, 1, 400);
    switch (kind) {
      case MIXED:
        l->values[i] = (double)random;
        break;
      case ALIKE:
        l->values[i] = 50;
        break;
      case STREAKS:
        l->values[i] = i == 0 || random <= 2 ? (double)random : l->values[i - 1];
        break;
      case LONG:
        // A leaf holds 2236962 points, and an item up to 4000000.
        l->values[i] = random <= 8 ? 3900000 : 1000 + (double)(random * 160);
        break;
    }
  }
}

static rc_status edit(life *l, const history *h) {
  rc_extents *e = l->extents;
  const int64_t count = rc_extents_count(e);
  const int64_t from = h->spread == 0 ? 0 : h->place,
                upper = h->spread == 0 ? count : from + h->spread - 1;
  int64_t at = test_random_in(&l->random, from, upper);
  if (at > count) at = count;
  int64_t size = test_random_in(&l->random, 1, h->most);
  if (test_random_one_in(&l->random, 3)) size = test_random_in(&l->random, 1, 3);
  int64_t end = at + size < count ? at + size : count;
  // Often where a leaf or run begins.
  rc__path path;
  const rc__subtree *root = &e->tree.root;
  if (test_random_one_in(&l->random, 3)) at -= rc__path_find(root, (uint32_t)at, &path);
  if (test_random_one_in(&l->random, 3)) end -= rc__path_find(root, (uint32_t)end, &path);
  if (end < at) end = at;
  const double *values = &l->values[test_random_in(&l->random, 0, MOST)];
  int64_t kind = test_random_in(&l->random, 0, 99);
  if ((kind -= h->insert) < 0) return rc_extents_insert(e, at, values, size);
  if ((kind -= h->insert_unmeasured) < 0) return rc_extents_insert(e, at, NULL, size);
  if ((kind -= h->remove) < 0) return rc_extents_remove(e, at, end);
  if ((kind -= h->move) < 0) {
    return rc_extents_move(e, at, end, test_random_in(&l->random, 0, count - (end - at)));
  }
  if ((kind -= h->measure) < 0) return rc_extents_set(e, at, values, (size_t)(end - at));
  if ((kind -= h->forget) < 0) return rc_extents_forget(e, at, end);
  return rc_extents_set_estimate(e, (double)test_random_in(&l->random, 1, 400));
}

static void check(const history *h) {
  life *l = calloc(1, sizeof *l);
  if (l == NULL) abort();
  l->random.state = 7;
  write_values(l, h->values);
  const rc_allocator allocator = test_memory_allocator(&l->memory);
  rc_status status = rc_extents_create(NULL, &allocator, &l->extents);
  if (status == RC_STATUS_OK) status = rc_extents_insert(l->extents, 0, NULL, h->unmeasured);
  if (status == RC_STATUS_OK && h->measured > 0) {
    status = rc_extents_insert(l->extents, h->unmeasured / 2, l->values, h->measured);
  }
  for (int64_t step = 0; step < h->steps && status == RC_STATUS_OK; step++) {
    l->memory.left =
        h->is_starved && test_random_one_in(&l->random, 2) ? test_random_in(&l->random, 0, 9) : -1;
    l->memory.fails_once = test_random_one_in(&l->random, 2);
    status = edit(l, h);
    if (h->is_starved && status == RC_STATUS_NO_MEMORY) status = RC_STATUS_OK;
    if (step % (1 + h->steps / 8) == 0 && !h->is_starved) {
      const int64_t most = bytes_most(l, h);
      CHECK_F(l->memory.bytes <= most, "%.0f bytes, and not %.0f, after %d edits",
              (double)l->memory.bytes, (double)most, (int)step);
    }
  }
  if (status == RC_STATUS_OK) status = rc_extents_validate(l->extents, NULL);
  rc_extents_destroy(l->extents);
  CHECK_EQUAL(l->memory.blocks, 0);
  free(l);
  CHECK_EQUAL(status, RC_STATUS_OK);
}

// == histories ==

#define HISTORY(name, ...)                \
  static void name(void) {                \
    check(&(const history){__VA_ARGS__}); \
  }
HISTORY(lists_that_grow_at_the_end, .steps = 300, .insert = 100, .most = 130, .place = INT32_MAX,
        .spread = 1, .bytes_each = 6)
HISTORY(lists_that_grow_at_the_start, .steps = 300, .insert = 100, .most = 130, .spread = 1,
        .bytes_each = 6)
HISTORY(lists_that_grow_at_one_place, .measured = 300, .steps = 400, .insert = 100, .most = 40,
        .spread = 1, .place = 150)
HISTORY(lists_that_grow_anywhere, .steps = 500, .insert = 80, .insert_unmeasured = 20, .most = 70)
HISTORY(lists_that_are_measured_anywhere, .unmeasured = 6000, .steps = 600, .measure = 100,
        .most = 30)
HISTORY(lists_that_are_measured_in_pages, .unmeasured = 6000, .steps = 300, .measure = 90,
        .forget = 10, .most = 150)
HISTORY(lists_that_lose_items, .measured = 10000, .steps = 600, .remove = 100, .most = 40)
HISTORY(lists_that_lose_pages, .measured = 18000, .steps = 200, .remove = 100, .most = 400)
HISTORY(lists_that_stay_as_long, .measured = 4000, .unmeasured = 2000, .steps = 1000, .insert = 45,
        .remove = 45, .measure = 5, .forget = 5, .most = 80)
HISTORY(lists_that_are_sorted, .measured = 5000, .unmeasured = 1000, .steps = 500, .move = 100,
        .most = 60)
HISTORY(lists_in_streaks, .measured = 8000, .steps = 600, .values = STREAKS, .insert = 25,
        .insert_unmeasured = 5, .remove = 30, .move = 10, .measure = 25, .forget = 5, .most = 90)
HISTORY(lists_of_equal_items, .unmeasured = 20000, .steps = 600, .values = ALIKE, .insert = 15,
        .remove = 15, .move = 10, .measure = 50, .forget = 10, .most = 60)
HISTORY(lists_of_long_items, .measured = 3000, .unmeasured = 300, .steps = 500, .values = LONG,
        .insert = 25, .remove = 25, .move = 10, .measure = 20, .forget = 10, .most = 90)
HISTORY(lists_with_other_estimates, .measured = 4000, .unmeasured = 4000, .steps = 600,
        .insert = 20, .insert_unmeasured = 20, .remove = 20, .measure = 20, .forget = 10,
        .most = 60)
HISTORY(lists_of_large_edits, .measured = 20000, .unmeasured = 20000, .steps = 200, .insert = 15,
        .insert_unmeasured = 15, .remove = 30, .move = 10, .measure = 20, .forget = 10,
        .most = 8000)
HISTORY(lists_of_few_items, .steps = 1500, .insert = 30, .insert_unmeasured = 10, .remove = 35,
        .move = 10, .measure = 10, .forget = 4, .most = 100)
HISTORY(lists_edited_where_nodes_meet, .measured = 12288, .steps = 1000, .insert = 15, .remove = 15,
        .measure = 40, .forget = 20, .most = 100, .place = 4026, .spread = 140)
HISTORY(long_lists_edited_where_nodes_meet, .measured = 10000, .steps = 600, .values = LONG,
        .insert = 10, .remove = 10, .measure = 50, .forget = 20, .most = 60, .place = 2800,
        .spread = 400)
HISTORY(long_lists_that_stay_as_long, .measured = 60000, .steps = 1000, .insert = 40,
        .insert_unmeasured = 5, .remove = 45, .move = 10, .most = 150)
HISTORY(long_lists_that_grow_anywhere, .measured = 20000, .steps = 1500, .insert = 100, .most = 200)
HISTORY(long_lists_that_come_to_an_end, .measured = 60000, .steps = 600, .insert = 15, .remove = 85,
        .most = 600)
HISTORY(lists_of_large_edits_in_streaks, .measured = 20000, .unmeasured = 20000, .steps = 200,
        .values = STREAKS, .insert = 25, .remove = 30, .move = 15, .measure = 20, .forget = 10,
        .most = 8000)
HISTORY(lists_without_memory, .measured = 5000, .unmeasured = 2000, .steps = 800, .insert = 20,
        .insert_unmeasured = 10, .remove = 20, .move = 20, .measure = 20, .forget = 10, .most = 300,
        .is_starved = true)
HISTORY(large_edits_without_memory, .measured = 20000, .steps = 300, .values = LONG, .insert = 20,
        .insert_unmeasured = 10, .remove = 30, .move = 10, .measure = 20, .forget = 10,
        .most = 3000, .is_starved = true)
HISTORY(short_lists_without_memory, .steps = 1500, .insert = 20, .insert_unmeasured = 10,
        .remove = 30, .move = 20, .measure = 15, .forget = 5, .most = 90, .is_starved = true)

static const test_case cases[] = {
    CASE(lists_that_grow_at_the_end),
    CASE(lists_that_grow_at_the_start),
    CASE(lists_that_grow_at_one_place),
    CASE(lists_that_grow_anywhere),
    CASE(lists_that_are_measured_anywhere),
    CASE(lists_that_are_measured_in_pages),
    CASE(lists_that_lose_items),
    CASE(lists_that_lose_pages),
    CASE(lists_that_stay_as_long),
    CASE(lists_that_are_sorted),
    CASE(lists_in_streaks),
    CASE(lists_of_equal_items),
    CASE(lists_of_long_items),
    CASE(lists_with_other_estimates),
    CASE(lists_of_large_edits),
    CASE(lists_of_few_items),
    CASE(lists_edited_where_nodes_meet),
    CASE(long_lists_edited_where_nodes_meet),
    CASE(long_lists_that_stay_as_long),
    CASE(long_lists_that_grow_anywhere),
    CASE(long_lists_that_come_to_an_end),
    CASE(lists_of_large_edits_in_streaks),
    CASE(lists_without_memory),
    CASE(large_edits_without_memory),
    CASE(short_lists_without_memory),
};

const test_suite suite_shape = SUITE(cases);
