// Whether validation sees each promise of the extents that is broken, and says which.

#include "../../../Sources/CRangeCore/extents/extents_tree.h"
#include "extents_pair.h"

// -- leaves and runs --

static void broken_leaves_are_detected(void) {
  PAIR(pair, pair_begin(&pair, 10, 0));
  broken_fields b = {.extents = pair.extents};
  pair_insert_mixed(&pair, 0, 4);
  pair_measure(&pair, 1, NULL, 1);
  pair_check(&pair);
  rc__subtree *root = &pair.extents->tree.root;
  CHECK(root->is_leaf);
  rc__leaf *leaf = root->child.leaf;
  BROKEN(&b, root->count, 65, "a leaf is too full");
  BROKEN(&b, leaf->unmeasured, leaf->unmeasured | 16, "a bit past a leaf's last item is set");
  BROKEN(&b, leaf->starts[0], 1, "a leaf does not start at 0");
  BROKEN(&b, leaf->starts[1], -1, "a leaf's prefix sums decrease");
  BROKEN(&b, leaf->baked, 11, "an unmeasured item does not have the included estimate");
  BROKEN(&b, leaf->starts[4], INT32_MAX, "a leaf is too long");
  BROKEN(&b, leaf->starts[5], 1000, "an unused sum of a leaf is not the maximum");
  BROKEN(&b, leaf->starts[64], 1000, "an unused sum of a leaf is not the maximum");
  for (int32_t i = 1; i <= 4; i++) BREAK(&b, leaf->starts[i], 10 * i);
  BREAK(&b, leaf->unmeasured, 15);
  broken_expect(&b, "a leaf holds nothing measured");
  BROKEN(&b, root->unmeasured, 2, "a leaf's unmeasured items are miscounted");
  BROKEN(&b, root->measured, root->measured + 1, "a leaf's ticks are miscounted");
}

static void broken_runs_are_detected(void) {
  PAIR(pair, pair_begin(&pair, 10, 0));
  broken_fields b = {.extents = pair.extents};
  pair_insert(&pair, 0, NULL, 100);
  rc__subtree *root = &pair.extents->tree.root;
  BROKEN(&b, root->child.slot, (uint32_t)RC_ITEM_TICKS_MAX + 1, "a run's slot is past the limit");
  BROKEN(&b, root->unmeasured, 99, "a run's unmeasured items are miscounted");
  BROKEN(&b, root->measured, 1, "a run's ticks are miscounted");
}

static void broken_wholes_are_detected(void) {
  PAIR(pair, pair_begin(&pair, RC_ITEM_TICKS_MAX, 0));
  broken_fields b = {.extents = pair.extents};
  rc__tree *tree = &pair.extents->tree;
  const char *holds = "an empty tree holds something";
  BROKEN(&b, tree->root.height, 1, holds);
  BROKEN(&b, tree->root.height, RC__HEIGHT_MAX, holds);
  BROKEN(&b, tree->root.is_leaf, true, holds);
  BROKEN(&b, tree->root.unmeasured, 1, holds);
  BROKEN(&b, tree->root.measured, 1, holds);
  pair_insert(&pair, 0, NULL, 10);
  BROKEN(&b, tree->estimate, (uint32_t)RC_ITEM_TICKS_MAX + 1, "the estimate is past the limit");
  BROKEN(&b, tree->root.count, UINT32_MAX, "there are too many items");
  BROKEN(&b, tree->root.height, RC__HEIGHT_MAX + 1, "the tree is too high");
  BROKEN(&b, tree->root.measured, (uint64_t)RC_LIST_TICKS_MAX + 1, "the list is too long");
  BROKEN(&b, tree->root.unmeasured, UINT32_MAX, "the list is too long");
  BREAK(&b, tree->root.unmeasured, 0);
  BREAK(&b, tree->root.measured, (uint64_t)RC_LIST_TICKS_MAX + 1);
  broken_expect(&b, "the list is too long");
  BREAK(&b, tree->root.unmeasured, 0);
  BREAK(&b, tree->root.measured, (uint64_t)RC_LIST_TICKS_MAX);
  broken_expect(&b, "a run's unmeasured items are miscounted");
}

// -- nodes --

// Nine full leaves, a run that is not measured, and one that is.
static void begin_node(extents_pair *pair) {
  int64_t alike[100];
  for (int i = 0; i < 100; i++) alike[i] = 5;
  pair_begin(pair, 10, 0);
  pair_insert_mixed(pair, 0, 9 * 64);
  pair_insert(pair, 9 * 64, NULL, 100);
  pair_insert(pair, 9 * 64 + 100, alike, 100);
  pair_check(pair);
}

static void broken_nodes_are_detected(void) {
  PAIR(pair, begin_node(&pair));
  broken_fields b = {.extents = pair.extents};
  rc__subtree *root = &pair.extents->tree.root;
  CHECK_EQUAL(root->height, 1);
  rc__node *node = root->child.node;
  CHECK_EQUAL(node->width, 11);
  BROKEN(&b, node->width, 1, "a node has too few children");
  BROKEN(&b, node->width, RC__NODE_WIDTH + 1, "a node has too many children");
  const char *starts = "a node does not start at 0";
  BROKEN(&b, node->counts[0], 1, starts);
  BROKEN(&b, node->unmeasured[0], 1, starts);
  BROKEN(&b, node->blocks[0], 1, starts);
  BROKEN(&b, node->counts[1], 0, "a child is empty");
  const char *fall = "a node's prefix sums decrease";
  BROKEN(&b, node->unmeasured[1], 5, fall);
  BROKEN(&b, node->starts[1], node->starts[2] + 1, fall);
  BROKEN(&b, node->unmeasured[1], 1000, fall);
  BROKEN(&b, node->baked, 11, fall);
  BROKEN(&b, root->count, root->count + 1, "a node's items are miscounted");
  BROKEN(&b, root->unmeasured, root->unmeasured + 1, "a node's unmeasured items are miscounted");
  BROKEN(&b, root->measured, root->measured + 1, "a node's ticks are miscounted");
}

static void broken_children_are_detected(void) {
  PAIR(pair, begin_node(&pair));
  broken_fields b = {.extents = pair.extents};
  rc__node *node = pair.extents->tree.root.child.node;
  BROKEN(&b, node->children[10].slot, RC__UNMEASURED, "adjacent runs are equal");
  // A leaf is no run, whatever its address is.
  BREAK(&b, node->children[8].slot, node->children[9].slot);
  BREAK(&b, pair.extents->tree.root.count, 1);
  broken_expect(&b, "a node's items are miscounted");
  BREAK(&b, node->counts[1], 10);
  BREAK(&b, node->counts[2], 20);
  broken_expect(&b, "adjacent children would fit into one leaf");
  BROKEN(&b, node->leaves, node->leaves | 1 << 11, "a bit past a node's last child is set");
  const char *unused = "an unused sum of a node is not the maximum";
  BROKEN(&b, node->counts[12], 0, unused);
  BROKEN(&b, node->starts[12], 0, unused);
  BROKEN(&b, node->counts[64], 0, unused);
  BROKEN(&b, node->starts[64], 0, unused);
  BROKEN(&b, node->count_shift, 5, "count_shift is set but children differ in size");
  const char *pivot = "a pivot differs from its sum";
  BROKEN(&b, node->count_pivots[0], 1, pivot);
  BROKEN(&b, node->count_pivots[7], 1, pivot);
  BROKEN(&b, node->blocks[2], 1, pivot);
  BROKEN(&b, node->counts[1], 65, "a leaf is too full");
}

static void broken_sums_of_items_without_extent_are_detected(void) {
  PAIR(pair, pair_begin(&pair, 0, 0));
  broken_fields b = {.extents = pair.extents};
  pair_insert_mixed(&pair, 0, 9 * 64);
  BROKEN(&b, pair.extents->tree.root.child.node->unmeasured[1], 5, "a node's prefix sums decrease");
}

static void broken_shifts_are_detected(void) {
  PAIR(pair, pair_begin(&pair, 10, 0));
  broken_fields b = {.extents = pair.extents};
  pair_insert_mixed(&pair, 0, 9 * 64);
  rc__node *node = pair.extents->tree.root.child.node;
  for (uint32_t i = 1; i < 8; i++) {
    BREAK(&b, node->count_shift, 6);
    BREAK(&b, node->counts[i], node->counts[i] - 1);
    broken_expect(&b, "count_shift is set but children differ in size");
  }
}

static void broken_nodes_below_the_root_are_detected(void) {
  PAIR(pair, pair_begin(&pair, 10, 0));
  broken_fields b = {.extents = pair.extents};
  pair_insert_mixed(&pair, 0, 130 * 64);
  rc__subtree *root = &pair.extents->tree.root;
  CHECK_EQUAL(root->height, 2);
  rc__node *node = root->child.node, *below = node->children[0].node;
  BROKEN(&b, node->leaves, 1, "a leaf is above the bottom level");
  BROKEN(&b, below->width, RC__NODE_WIDTH_MIN - 1, "a node has too few children");
  // A node is no run, whatever its address is.
  BREAK(&b, node->children[1].slot, node->children[0].slot);
  BREAK(&b, root->count, 1);
  broken_expect(&b, "a node's items are miscounted");
  for (int i = 0; i <= 3; i += 3) {
    BROKEN(&b, below->children[i].leaf->starts[0], 1, "a leaf does not start at 0");
  }
}

// -- what is remembered --

static void broken_places_are_detected(void) {
  rc_item item;
  PAIR(pair, begin_node(&pair));
  broken_fields b = {.extents = pair.extents};
  rc__tree *tree = &pair.extents->tree;
  rc__place *of_item = &tree->places[RC__PLACE_OF_ITEM];
  rc__place *of_offset = &tree->places[RC__PLACE_OF_OFFSET];
  CHECK_EQUAL(rc_extents_item(pair.extents, 70, &item), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_item_at(pair.extents, item.offset, &item), RC_STATUS_OK);
  BREAK(&b, of_item->count, 0);
  BREAK(&b, of_item->length, 5);
  broken_expect(&b, "a place without items has a length");
  BROKEN(&b, of_item->index, tree->root.count, "a remembered place is past the last item");
  const char *stale = "a remembered place is stale";
  BROKEN(&b, of_item->index, of_item->index + 1, stale);
  BROKEN(&b, of_item->count, of_item->count + 1, stale);
  BROKEN(&b, of_item->leaf, tree->root.child.node->children[0].leaf, stale);
  const char *moved = "a remembered place has a wrong offset or length";
  BROKEN(&b, of_item->offset, of_item->offset + 1, moved);
  BROKEN(&b, of_item->length, 1, moved);
  BROKEN(&b, of_offset->length, of_offset->length + 1, moved);
  // Of a run.
  CHECK_EQUAL(rc_extents_item(pair.extents, 600, &item), RC_STATUS_OK);
  BROKEN(&b, of_item->slot, 7, stale);
  BROKEN(&b, of_item->leaf, tree->root.child.node->children[0].leaf, stale);
  BROKEN(&b, of_item->is_baked, true, "a remembered leaf does not include the estimate");
  // Of a leaf that the estimate does not fit into.
  pair_measure(&pair, 70, NULL, 20);
  pair_estimate(&pair, RC_ITEM_TICKS_MAX);
  CHECK_EQUAL(rc_extents_item(pair.extents, 70, &item), RC_STATUS_OK);
  BROKEN(&b, of_item->is_baked, true, "a remembered leaf does not include the estimate");
}

static void broken_quads_are_detected(void) {
  PAIR(pair, pair_begin(&pair, 10, 0));
  broken_fields b = {.extents = pair.extents};
  pair_insert_mixed(&pair, 0, 3);
  pair_check_in(&pair, 1, 5);
  rc__tree *tree = &pair.extents->tree;
  rc__place *edges = &tree->places[RC__PLACE_OF_TRACES];
  rc__quad *quad = &edges[0].quad;
  BROKEN(&b, quad->index, 3, "a quad is not in its place");
  BROKEN(&b, quad->offset, 1, "a quad has a wrong offset");
  BROKEN(&b, quad->ends[3], quad->ends[3] + 1, "a quad is longer than its place");
  BROKEN(&b, quad->ends[0], quad->ends[0] + 1, "an item in a quad ends elsewhere");
  for (int i = 0; i < 3; i++) BREAK(&b, quad->ends[i], 0);
  broken_expect(&b, "an item in a quad ends elsewhere");
  for (int i = 0; i < 2; i++) {
    rc__quad *other = &edges[i].quad;
    BROKEN(&b, other->offset, other->offset + 1, "a quad has a wrong offset");
  }
  BROKEN(&b, tree->trace_count, RC__TRACE_COUNT + 1, "too many ranges are remembered");
  BROKEN(&b, tree->trace_lengths[0], 0, "the number of remembered ranges is wrong");
  BROKEN(&b, tree->trace_lengths[0], 1, "a range without length is remembered");
}

static const test_case cases[] = {
    CASE(broken_leaves_are_detected),   CASE(broken_runs_are_detected),
    CASE(broken_wholes_are_detected),   CASE(broken_nodes_are_detected),
    CASE(broken_children_are_detected), CASE(broken_sums_of_items_without_extent_are_detected),
    CASE(broken_shifts_are_detected),   CASE(broken_nodes_below_the_root_are_detected),
    CASE(broken_places_are_detected),   CASE(broken_quads_are_detected),
};

const test_suite suite_extents_broken = SUITE(cases);
