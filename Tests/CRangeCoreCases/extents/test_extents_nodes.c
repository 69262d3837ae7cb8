// Edits that meet the borders of nodes, with little memory too.

#include <stdlib.h>
#include <string.h>

#include "../../../Sources/CRangeCore/extents/extents_tree.h"
#include "../../../Sources/CRangeCore/extents/tree_memory.h"
#include "../../../Sources/CRangeCore/extents/tree_node.h"
#include "extents_pair.h"

// So many items of many lengths, in one call, at least `least` ticks long.
static rc_status insert_mixed(extents_pair *pair, int64_t index, int64_t count, int64_t least) {
  int64_t *extents = malloc((size_t)count * sizeof *extents);
  if (extents == NULL) abort();
  for (int64_t i = 0; i < count; i++) extents[i] = least + i * 7 % 97;
  rc_status status = pair_insert(pair, index, extents, count);
  free(extents);
  return status;
}

// -- what is removed --

// All that is under one node, which leaves it without a child.
static void all_items_of_a_node_can_be_removed(void) {
  for (int64_t node = 0; node < 3; node++) {
    PAIR(pair, pair_begin(&pair, 4000, 0));
    insert_mixed(&pair, 0, 3 * 64 * 64, 1);
    const rc__subtree *root = &pair.extents->tree.root;
    CHECK(root->height == 2 && root->child.node->width == 3);
    const uint32_t *counts = &root->child.node->counts[node];
    CHECK_EQUAL(pair_remove(&pair, counts[0], counts[1]), RC_STATUS_OK);
    pair_check(&pair);
  }
}

// -- what is halved --

// In, before and after the leaf in the middle: the half that has the change grows, by a leaf, or by
// a run and what it cuts off.
static void a_full_node_is_halved_beside_the_change(void) {
  enum { WIDTH = 64 * 64, MIDDLE = WIDTH + 32 * 64 };
  for (int64_t at = MIDDLE - 64; at <= MIDDLE + 64; at += 32) {
    for (uint32_t is_run = 0; is_run < 2; is_run++) {
      PAIR(pair, pair_begin(&pair, 4000, 0));
      insert_mixed(&pair, 0, 3 * WIDTH, 1);
      if (is_run) CHECK_EQUAL(pair_insert(&pair, at, NULL, 1000), RC_STATUS_OK);
      if (!is_run) CHECK_EQUAL(insert_mixed(&pair, at, 60, 1), RC_STATUS_OK);
      pair_check(&pair);
      const rc__node *root = pair.extents->tree.root.child.node;
      const uint32_t more = is_run && at % 64 != 0 ? 2 : 1;
      CHECK_EQUAL(root->width, 4);
      CHECK_EQUAL(root->children[1].node->width, at <= MIDDLE ? 32 + more : 32);
      CHECK_EQUAL(root->children[2].node->width, at <= MIDDLE ? 32 : 32 + more);
    }
  }
}

// -- what merges over a border --

// Runs that are cut by single items: these come and go, so that neighbours under two nodes become
// alike, and one when the nodes share their children.
static void runs_match_while_single_items_are_measured_and_forgotten(void) {
  enum { APART = 130, PLACES = 200, MEASURED = 7 };
  test_random random = {test_seed(41)};
  for (int64_t turn = 0; turn < test_count(4) && !test_has_failed(); turn++) {
    bool is_measured[PLACES] = {false};
    const int64_t extents[] = {MEASURED};
    PAIR(pair, pair_begin(&pair, 40, 0));
    pair_insert(&pair, 0, NULL, (PLACES + 1) * APART);
    for (int step = 0; step < 1500 && !test_has_failed(); step++) {
      const int64_t place = test_random_in(&random, 0, PLACES - 1), at = (place + 1) * APART;
      // At first ever more are measured, later ever fewer.
      if (is_measured[place] != (step / 500 == 1 || test_random_one_in(&random, 4))) continue;
      is_measured[place] = !is_measured[place];
      CHECK_EQUAL(pair_measure(&pair, at, is_measured[place] ? extents : NULL, 1), RC_STATUS_OK);
      const char *reason;
      const rc_status status = rc_extents_validate(pair.extents, &reason);
      CHECK_F(status == RC_STATUS_OK, "invalid: %s", reason);
      if (step % 100 == 0) pair_check(&pair);
    }
    pair_check(&pair);
  }
}

// -- what is asked for --

// The estimate is brought into the root by one question, and into a node below it by the next.
static void nodes_take_in_a_new_estimate_one_by_one(void) {
  PAIR(pair, pair_begin(&pair, 4000, 0));
  insert_mixed(&pair, 0, 200 * 64, 1);
  for (int64_t i = 10; i < 200 * 64; i += 100) pair_measure(&pair, i, NULL, 3);
  for (int64_t turn = 0; turn < 2; turn++) {
    for (int64_t place = 0; place < 2; place++) {
      CHECK_EQUAL(pair_estimate(&pair, 500 + 10 * turn + place), RC_STATUS_OK);
      const int64_t length = model_extents_length(&pair.model);
      pair_check_at(&pair, place == 0 ? 10 : length - 10);
      pair_check_at(&pair, length / 2);
      pair_check_at(&pair, place == 0 ? length - 10 : 10);
    }
  }
  pair_check(&pair);
}

// Either array, both or none, of leaves and of runs.
static void offsets_and_extents_are_copied_without_the_others(void) {
  enum { COUNT = 300 };
  PAIR(pair, pair_begin(&pair, 4000, 20));
  pair_insert(&pair, 0, NULL, COUNT - 100);
  insert_mixed(&pair, 101, 100, 1);
  pair_measure(&pair, 120, NULL, 30);
  for (int64_t turn = 0; turn < 2; turn++) {
    double both[2][COUNT], alone[2][COUNT];
    rc_extents *e = pair.extents;
    CHECK_EQUAL(rc_extents_copy(e, 0, COUNT, both[0], both[1]), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_copy(e, 0, COUNT, alone[0], NULL), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_copy(e, 0, COUNT, NULL, alone[1]), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_copy(e, 0, COUNT, NULL, NULL), RC_STATUS_OK);
    CHECK(memcmp(both, alone, sizeof both) == 0);
    // One that does not fit into a leaf's sums.
    pair_estimate(&pair, RC_ITEM_TICKS_MAX - 20);
  }
}

// -- without memory --

enum { HOARD_MAX = 4000 };

// All that the tree has to spare is taken out of its reach.
typedef struct {
  rc__leaf *leaves[HOARD_MAX];
  rc__node *nodes[64];
  uint32_t leaf_count, node_count;
} hoarded;

static void take_all(extents_pair *pair, hoarded *hoard) {
  rc__tree *tree = &pair->extents->tree;
  hoard->leaf_count = hoard->node_count = 0;
  pair->memory.left = 0;
  while (tree->spare_leaf_count > 0) hoard->leaves[hoard->leaf_count++] = rc__tree_take_leaf(tree);
  while (tree->spare_node_count > 0) hoard->nodes[hoard->node_count++] = rc__tree_take_node(tree);
  while (rc__slabs_take(tree, &hoard->leaves[hoard->leaf_count], 1, 1)) hoard->leaf_count++;
  if (hoard->leaf_count >= HOARD_MAX) abort();
}

static void give_all(extents_pair *pair, hoarded *hoard) {
  rc__tree *tree = &pair->extents->tree;
  pair->memory.left = -1;
  while (hoard->leaf_count > 0) rc__tree_give_leaf(tree, hoard->leaves[--hoard->leaf_count]);
  while (hoard->node_count > 0) rc__tree_give_node(tree, hoard->nodes[--hoard->node_count]);
  rc__tree_trim(tree);
}

static rc_status measure_first_in_run(extents_pair *pair) {
  const int64_t extents[] = {5, 6, 7};
  return pair_measure(pair, 500, extents, 3);
}

// Too long for the two leaves that they lie in, which are of two full nodes.
static rc_status measure_over_border(extents_pair *pair) {
  int64_t extents[60];
  for (int i = 0; i < 60; i++) extents[i] = 100000000 + i;
  return pair_measure(pair, 64 * 64 - 30, extents, 60);
}

static rc_status insert_usual(extents_pair *pair) {
  return insert_mixed(pair, 500, 20000, 1000);
}

// Longer than a leaf may be, so that fewer than 64 come into one.
static rc_status insert_long(extents_pair *pair) {
  return insert_mixed(pair, 500, 1000, 400000000);
}

// Leaves are expected for all, and only a few are needed.
static rc_status insert_alike(extents_pair *pair) {
  enum { COUNT = 200 * 64 };
  static _Thread_local int64_t extents[COUNT];
  for (int i = 0; i < COUNT; i++) extents[i] = i < 256 ? 1000 + i * 7 % 97 : 900;
  return pair_insert(pair, 500, extents, COUNT);
}

// Each allocation of an edit fails once, in a tree that has nothing to spare.
static void check_starved(void (*fill)(extents_pair *), rc_status (*edit)(extents_pair *),
                          int64_t least_failures) {
  PAIR(pair, pair_begin(&pair, 4000, 0));
  fill(&pair);
  int64_t failures = 0;
  for (int64_t granted = 0;; granted++) {
    hoarded hoard;
    take_all(&pair, &hoard);
    pair.memory.left = granted;
    const rc_status status = edit(&pair);
    CHECK(pair.extents->tree.spare_node_count <= pair.extents->tree.root.height);
    give_all(&pair, &hoard);
    if (status == RC_STATUS_OK || test_has_failed()) break;
    CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
    if (granted % test_stride() == 0) pair_check(&pair);
    failures++;
  }
  CHECK_F(failures >= least_failures, "%d failures", (int)failures);
  pair_check(&pair);
}

// Two short leaves, the last of one node and the first of the next, which has too many.
static void fill_with_short_leaves_at_a_border(extents_pair *pair) {
  enum { WIDTH = 64 * 64 };
  insert_mixed(pair, 0, 2 * WIDTH, 1);
  pair_remove(pair, WIDTH + 20, WIDTH + 64);
  pair_remove(pair, WIDTH - 44, WIDTH);
  pair_remove(pair, 0, 10 * 64);
}

static rc_status measure_over_short_leaves(extents_pair *pair) {
  const int64_t at = 54 * 64 - 44;
  int64_t extents[10];
  for (int i = 0; i < 10; i++) extents[i] = RC_ITEM_TICKS_MAX / 4 - i;
  return pair_measure(pair, at - 5, extents, 10);
}

// As above, with runs of the same kind, of which the middle is measured.
static void fill_with_runs_at_a_border(extents_pair *pair) {
  enum { WIDTH = 64 * 64 };
  insert_mixed(pair, 0, 2 * WIDTH, 1);
  pair_measure(pair, WIDTH, NULL, 64);
  pair_measure(pair, WIDTH - 64, NULL, 64);
  pair_insert(pair, WIDTH + 3, NULL, 500);
  pair_insert(pair, WIDTH - 3, NULL, 500);
  pair_remove(pair, 0, 10 * 64);
}

static rc_status measure_over_runs(extents_pair *pair) {
  const int64_t extents[] = {5, 6, 7, 8};
  return pair_measure(pair, 54 * 64 + 500 - 2, extents, 4);
}

static rc_status move_many(extents_pair *pair) {
  return pair_move(pair, 500, 900, 37);
}

static void fill_with_run(extents_pair *pair) {
  pair_insert(pair, 0, NULL, 1000);
}

static void fill_with_full_nodes(extents_pair *pair) {
  insert_mixed(pair, 0, 2 * 64 * 64, 1);
}

static void edits_fail_at_each_allocation_and_leave_no_trace(void) {
  check_starved(fill_with_run, measure_first_in_run, 2);
  check_starved(fill_with_full_nodes, measure_over_border, 5);
  check_starved(fill_with_run, insert_usual, 5);
  check_starved(fill_with_full_nodes, insert_usual, 5);
  check_starved(fill_with_run, insert_long, 5);
  check_starved(fill_with_full_nodes, insert_long, 5);
  check_starved(fill_with_run, insert_alike, 5);
  check_starved(fill_with_full_nodes, insert_alike, 5);
  check_starved(fill_with_full_nodes, move_many, 5);
  check_starved(fill_with_short_leaves_at_a_border, measure_over_short_leaves, 5);
  check_starved(fill_with_runs_at_a_border, measure_over_runs, 5);
}

// The items of the node that an item is in, and how many children it has.
static rc_interval node_of(const extents_pair *pair, int64_t index, uint32_t *out_width) {
  rc__path path;
  const uint32_t at = rc__path_find(&pair->extents->tree.root, (uint32_t)index, &path);
  const rc__node *node = path.nodes[1];
  const int64_t lower = index - at - node->counts[path.at[1]];
  *out_width = node->width;
  return (rc_interval){lower, lower + node->counts[node->width]};
}

// A run goes, the short ones beside it become a leaf, and so do those where its node shares
// children with the next one: there are as many leaves as that takes, and no more.
static void runs_merge_in_two_places_with_no_leaf_to_spare(void) {
  enum { RUNS = 70, LENGTH = 50, SHORT = 20 };
  int64_t extents[LENGTH];
  PAIR(pair, pair_begin(&pair, 4000, 0));
  for (int64_t run = 0; run < RUNS; run++) {
    for (int i = 0; i < LENGTH; i++) extents[i] = 100 + run;
    CHECK_EQUAL(pair_insert(&pair, run * LENGTH, extents, LENGTH), RC_STATUS_OK);
  }
  uint32_t width;
  for (node_of(&pair, 0, &width); width > RC__NODE_WIDTH_MIN; node_of(&pair, 0, &width)) {
    CHECK_EQUAL(pair_remove(&pair, 0, LENGTH), RC_STATUS_OK);
  }
  const int64_t border = node_of(&pair, 0, &width).upper;
  CHECK_EQUAL(pair_remove(&pair, border + SHORT, border + LENGTH), RC_STATUS_OK);
  CHECK_EQUAL(pair_remove(&pair, border - LENGTH, border - SHORT), RC_STATUS_OK);
  CHECK_EQUAL(pair_remove(&pair, 2 * LENGTH + SHORT, 3 * LENGTH), RC_STATUS_OK);
  CHECK_EQUAL(pair_remove(&pair, SHORT, LENGTH), RC_STATUS_OK);
  rc__tree *tree = &pair.extents->tree;
  while (tree->spare_leaf_count > 0) rc__slabs_give(tree, rc__tree_take_leaf(tree));
  CHECK_EQUAL(tree->slabs.used, 0);
  CHECK_EQUAL(pair_remove(&pair, SHORT, SHORT + LENGTH), RC_STATUS_OK);
  CHECK_EQUAL(tree->slabs.used - tree->spare_leaf_count, 2);
  pair_check(&pair);
}

// While a tree of many leaves is being built, and there is not the memory to put it in the place of
// a run, most of its slabs may come to be empty.
static void nothing_is_moved_together_for_a_run(void) {
  enum { TAKEN = 2 * RC__SLAB_LEAVES_MAX };
  rc__leaf *leaves[TAKEN];
  PAIR(pair, pair_begin(&pair, 4000, 0));
  fill_with_run(&pair);
  rc__tree *tree = &pair.extents->tree;
  CHECK(rc__slabs_take(tree, leaves, TAKEN, TAKEN));
  for (int i = 0; i < TAKEN; i += 2) rc__slabs_give(tree, leaves[i]);
  CHECK(rc__slabs_are_sparse(&tree->slabs));
  rc__tree_compact(tree);
  CHECK(tree->slabs.returned == 0 && tree->slabs.used == TAKEN / 2);
  for (int i = 1; i < TAKEN; i += 2) rc__slabs_give(tree, leaves[i]);
  pair_check(&pair);
}

// Runs alike on both sides of a border between nodes become one when the nodes share their
// children, for an edit in the middle of another run: what is remembered of them is forgotten.
static void runs_merge_over_the_border_of_nodes(void) {
  enum { RUNS = 100, LENGTH = 210, LEAF = 10 };
  int64_t extents[LEAF];
  for (int i = 0; i < LEAF; i++) extents[i] = 20 + i;
  PAIR(pair, pair_begin(&pair, 15, 0));
  for (int64_t i = 0; i < RUNS; i++) {
    pair_insert(&pair, i * LENGTH, NULL, LENGTH - LEAF);
    pair_insert(&pair, i * LENGTH + LENGTH - LEAF, extents, LEAF);
  }
  // The first node ends with a run, and has no room for two more; the next one has.
  uint32_t width, next_width;
  rc_interval node = node_of(&pair, 0, &width);
  pair_measure(&pair, node.upper - LEAF, NULL, LEAF);
  for (int64_t i = 1; node_of(&pair, 0, &width), width < 63; i++) {
    pair_measure(&pair, i * LENGTH + 100, extents, 3);
  }
  for (int64_t i = 2; node_of(&pair, node.upper, &next_width), next_width > 50; i++) {
    pair_measure(&pair, node.upper + i * LENGTH - LEAF, NULL, LEAF);
  }
  node = node_of(&pair, 0, &width);
  CHECK(width >= 63 && next_width <= 50);
  const int64_t offset = model_extents_offset(&pair.model, node.upper);
  pair_check_in(&pair, offset - 1, offset + 5);
  pair_measure(&pair, 100, extents, 3);
  CHECK_EQUAL(rc_extents_validate(pair.extents, NULL), RC_STATUS_OK);
  pair_check_in(&pair, offset - 1, offset + 5);
  pair_check(&pair);
}

// A list that many more items would make too long, whether there is memory for them or not.
static void limits_are_reported_even_when_out_of_memory(void) {
  enum { COUNT = 586400, MORE = 300 };
  test_memory memory;
  rc_allocator allocator = test_memory_allocator(&memory);
  rc_extents_options options = {.estimate = 44};
  options.estimate = 4000000;
  rc_extents *e;
  double points[MORE];
  CHECK_EQUAL(rc_extents_create(&options, &allocator, &e), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_insert(e, 0, NULL, COUNT), RC_STATUS_OK);
  for (int is_long = 0; is_long <= 1; is_long++) {
    for (int i = 0; i < MORE; i++) points[i] = is_long ? 3999000 + i : i;
    memory.left = 0;
    CHECK_EQUAL(rc_extents_insert(e, 7, points, MORE),
                is_long ? RC_STATUS_LIMIT : RC_STATUS_NO_MEMORY);
    memory.left = -1;
    CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
    CHECK_EQUAL(rc_extents_count(e), COUNT);
  }
  CHECK_EQUAL(rc_extents_insert(e, 7, points, MORE), RC_STATUS_LIMIT);
  // In the place of others they are no longer than these.
  CHECK_EQUAL(rc_extents_set(e, 7, points, MORE), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_validate(e, NULL), RC_STATUS_OK);
  rc_extents_destroy(e);
  CHECK_EQUAL(memory.blocks, 0);
}

static void spacing_may_be_far_longer_than_what_is_measured(void) {
  PAIR(pair, pair_begin(&pair, 10, (int64_t)1 << 30));
  pair_insert(&pair, 0, NULL, 10);
  for (int64_t i = 0; i < 10; i += 3) CHECK_EQUAL(pair_measure(&pair, i, &i, 1), RC_STATUS_OK);
  pair_check(&pair);
}

// -- borders --

typedef rc_status (*way_in)(extents_pair *pair, const int64_t *extents, int64_t count);

static rc_status insert_at_once(extents_pair *pair, const int64_t *extents, int64_t count) {
  return pair_insert(pair, 0, extents, count);
}

static rc_status insert_last_after(extents_pair *pair, const int64_t *extents, int64_t count) {
  pair_insert(pair, 0, extents, count - 1);
  return pair_insert(pair, count - 1, &extents[count - 1], 1);
}

static rc_status insert_first_before(extents_pair *pair, const int64_t *extents, int64_t count) {
  pair_insert(pair, 0, &extents[1], count - 1);
  return pair_insert(pair, 0, extents, 1);
}

static rc_status measure_at_once(extents_pair *pair, const int64_t *extents, int64_t count) {
  pair_insert(pair, 0, NULL, count);
  return pair_measure(pair, 0, extents, count);
}

static rc_status measure_one_by_one(extents_pair *pair, const int64_t *extents, int64_t count) {
  pair_insert(pair, 0, NULL, count);
  for (int64_t i = 0; i < count; i++) pair_measure(pair, i, &extents[i], 1);
  return RC_STATUS_OK;
}

static rc_status measure_last_again(extents_pair *pair, const int64_t *extents, int64_t count) {
  const int64_t other[] = {11};
  pair_insert(pair, 0, extents, count);
  pair_measure(pair, count - 1, other, 1);
  return pair_measure(pair, count - 1, &extents[count - 1], 1);
}

static rc_status remove_what_is_between(extents_pair *pair, const int64_t *extents, int64_t count) {
  const int64_t longest[] = {RC_ITEM_TICKS_MAX, RC_ITEM_TICKS_MAX};
  pair_insert(pair, 0, extents, count);
  pair_insert(pair, 2, longest, 2);
  return pair_remove(pair, 2, 4);
}

// Two leaves, each as long as a leaf may be, whose long items get short in one call.
static void two_long_leaves_that_get_short_together_merge(void) {
  for (int64_t first = 20; first <= 44; first++) {
    const int64_t shorts[] = {10, 11};
    int64_t extents[65];
    for (int64_t i = 0; i < 65; i++) extents[i] = 1 + i % 2;
    for (int64_t count = 63; count <= 65; count++) {
      PAIR(pair, pair_begin(&pair, 40, 0));
      extents[first - 1] = RC__LEAF_TICKS_MAX - 66;
      extents[first] = RC__LEAF_TICKS_MAX - 67;
      pair_insert(&pair, 0, extents, first);
      pair_insert(&pair, first, &extents[first], count - first);
      CHECK_EQUAL(pair.extents->tree.root.height, 1);
      CHECK_EQUAL(pair_measure(&pair, first - 1, shorts, 2), RC_STATUS_OK);
      pair_check(&pair);
      CHECK_EQUAL(pair.extents->tree.root.height, count > 64);
    }
    extents[first - 1] = extents[first] = 1;
  }
}

// To the tick: as long as a leaf may be, and a tick longer.
static void leaves_are_as_long_as_they_may_be(void) {
  static const way_in ways[] = {insert_at_once,        insert_last_after,  insert_first_before,
                                measure_at_once,       measure_one_by_one, measure_last_again,
                                remove_what_is_between};
  for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
    for (int64_t longer = -1; longer <= 1; longer++) {
      const int64_t half = RC__LEAF_TICKS_MAX / 2;
      const int64_t extents[] = {half - 9, 5, 6, RC__LEAF_TICKS_MAX - half - 2 + longer};
      PAIR(pair, pair_begin(&pair, 40, 0));
      CHECK_EQUAL(ways[way](&pair, extents, 4), RC_STATUS_OK);
      pair_check(&pair);
      CHECK_EQUAL(pair.extents->tree.root.is_leaf, longer <= 0);
    }
  }
}

// As above, where many are inserted at once: what is too long for a leaf goes on in the next one.
static void built_leaves_are_as_long_as_they_may_be(void) {
  enum { COUNT = 192 };
  for (int64_t longer = -1; longer <= 1; longer++) {
    const int64_t extents[COUNT] = {RC__LEAF_TICKS_MAX - 5, 6, RC__LEAF_TICKS_MAX - 6 + longer};
    PAIR(pair, pair_begin(&pair, 40, 0));
    CHECK_EQUAL(pair_insert(&pair, 0, extents, COUNT), RC_STATUS_OK);
    pair_check(&pair);
    const rc__node *node = pair.extents->tree.root.child.node;
    CHECK_EQUAL(node->counts[1], 1);
    CHECK_EQUAL(node->counts[2], longer <= 0 ? 64 : 2);
  }
}

// The first of three, or the second where a longer one comes before, takes the next one in, and
// with that has as much as a leaf may have.
static void built_leaves_take_in_what_just_fits(void) {
  for (uint32_t before = 0; before < 2; before++) {
    const int64_t both[192] = {2000000000, 1000000000, RC__LEAF_TICKS_MAX - 1000000000, 500000000};
    PAIR(pair, pair_begin(&pair, 40, 0));
    CHECK_EQUAL(pair_insert(&pair, 0, &both[1 - before], 191), RC_STATUS_OK);
    pair_check(&pair);
    const uint32_t *counts = pair.extents->tree.root.child.node->counts;
    CHECK_EQUAL(counts[before + 1] - counts[before], 2);
  }
}

// A node that keeps one leaf alone, which fits into the first one of the next node.
static void what_is_left_of_a_node_merges_with_the_next(void) {
  enum { WIDTH = 64 * 64 };
  PAIR(pair, pair_begin(&pair, 4000, 0));
  insert_mixed(&pair, 0, 3 * WIDTH, 1);
  CHECK_EQUAL(pair_remove(&pair, WIDTH + 5, WIDTH + 64), RC_STATUS_OK);
  CHECK_EQUAL(pair_remove(&pair, 5, WIDTH), RC_STATUS_OK);
  pair_check(&pair);
}

static const test_case cases[] = {
    CASE(all_items_of_a_node_can_be_removed),
    CASE(a_full_node_is_halved_beside_the_change),
    CASE(runs_match_while_single_items_are_measured_and_forgotten),
    CASE(nodes_take_in_a_new_estimate_one_by_one),
    CASE(offsets_and_extents_are_copied_without_the_others),
    CASE(edits_fail_at_each_allocation_and_leave_no_trace),
    CASE(runs_merge_in_two_places_with_no_leaf_to_spare),
    CASE(nothing_is_moved_together_for_a_run),
    CASE(runs_merge_over_the_border_of_nodes),
    CASE(limits_are_reported_even_when_out_of_memory),
    CASE(spacing_may_be_far_longer_than_what_is_measured),
    CASE(two_long_leaves_that_get_short_together_merge),
    CASE(leaves_are_as_long_as_they_may_be),
    CASE(built_leaves_are_as_long_as_they_may_be),
    CASE(built_leaves_take_in_what_just_fits),
    CASE(what_is_left_of_a_node_merges_with_the_next),
};

const test_suite suite_extents_nodes = SUITE(cases);
