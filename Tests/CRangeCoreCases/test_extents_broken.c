// Whether validation sees each promise of the extents that is broken, and says which.

#include "../../Sources/CRangeCore/extents_tree.h"
#include "extents_pair.h"

// -- leaves and runs --

static void broken_leaves_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  pair_begin(&pair, 10, 0);
  pair_insert_mixed(&pair, 0, 4);
  pair_measure(&pair, 1, NULL, 1);
  pair_check(&pair);
  rc__subtree *root = &pair.extents->tree.root;
  CHECK(root->is_leaf);
  rc__leaf *leaf = root->child.leaf;
  BREAK(&b, root->count, 65);
  pair_expect_broken(&pair, &b, "a leaf is too full");
  BREAK(&b, leaf->unmeasured, leaf->unmeasured | 16);
  pair_expect_broken(&pair, &b, "a bit past a leaf's last item is set");
  BREAK(&b, leaf->starts[0], 1);
  pair_expect_broken(&pair, &b, "a leaf does not start at 0");
  BREAK(&b, leaf->starts[1], -1);
  pair_expect_broken(&pair, &b, "a leaf's prefix sums decrease");
  BREAK(&b, leaf->baked, 11);
  pair_expect_broken(&pair, &b, "an unmeasured item does not have the included estimate");
  BREAK(&b, leaf->starts[4], INT32_MAX);
  pair_expect_broken(&pair, &b, "a leaf is too long");
  BREAK(&b, leaf->starts[5], 1000);
  pair_expect_broken(&pair, &b, "an unused sum of a leaf is not the maximum");
  BREAK(&b, leaf->starts[64], 1000);
  pair_expect_broken(&pair, &b, "an unused sum of a leaf is not the maximum");
  for (int32_t i = 1; i <= 4; i++) BREAK(&b, leaf->starts[i], 10 * i);
  BREAK(&b, leaf->unmeasured, 15);
  pair_expect_broken(&pair, &b, "a leaf holds nothing measured");
  BREAK(&b, root->unmeasured, 2);
  pair_expect_broken(&pair, &b, "a leaf's unmeasured items are miscounted");
  BREAK(&b, root->measured, root->measured + 1);
  pair_expect_broken(&pair, &b, "a leaf's ticks are miscounted");
  pair_end(&pair);
}

static void broken_runs_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  pair_begin(&pair, 10, 0);
  pair_insert(&pair, 0, NULL, 100);
  rc__subtree *root = &pair.extents->tree.root;
  BREAK(&b, root->child.slot, (uint32_t)RC_ITEM_TICKS_MAX + 1);
  pair_expect_broken(&pair, &b, "a run's slot is past the limit");
  BREAK(&b, root->unmeasured, 99);
  pair_expect_broken(&pair, &b, "a run's unmeasured items are miscounted");
  BREAK(&b, root->measured, 1);
  pair_expect_broken(&pair, &b, "a run's ticks are miscounted");
  pair_end(&pair);
}

static void broken_wholes_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  pair_begin(&pair, RC_ITEM_TICKS_MAX, 0);
  rc__tree *tree = &pair.extents->tree;
  const char *holds = "an empty tree holds something";
  BREAK(&b, tree->root.height, 1);
  pair_expect_broken(&pair, &b, holds);
  BREAK(&b, tree->root.height, RC__HEIGHT_MAX);
  pair_expect_broken(&pair, &b, holds);
  BREAK(&b, tree->root.is_leaf, true);
  pair_expect_broken(&pair, &b, holds);
  BREAK(&b, tree->root.unmeasured, 1);
  pair_expect_broken(&pair, &b, holds);
  BREAK(&b, tree->root.measured, 1);
  pair_expect_broken(&pair, &b, holds);
  pair_insert(&pair, 0, NULL, 10);
  BREAK(&b, tree->estimate, (uint32_t)RC_ITEM_TICKS_MAX + 1);
  pair_expect_broken(&pair, &b, "the estimate is past the limit");
  BREAK(&b, tree->root.count, UINT32_MAX);
  pair_expect_broken(&pair, &b, "there are too many items");
  BREAK(&b, tree->root.height, RC__HEIGHT_MAX + 1);
  pair_expect_broken(&pair, &b, "the tree is too high");
  BREAK(&b, tree->root.measured, (uint64_t)RC_LIST_TICKS_MAX + 1);
  pair_expect_broken(&pair, &b, "the list is too long");
  BREAK(&b, tree->root.unmeasured, UINT32_MAX);
  pair_expect_broken(&pair, &b, "the list is too long");
  BREAK(&b, tree->root.unmeasured, 0);
  BREAK(&b, tree->root.measured, (uint64_t)RC_LIST_TICKS_MAX + 1);
  pair_expect_broken(&pair, &b, "the list is too long");
  BREAK(&b, tree->root.unmeasured, 0);
  BREAK(&b, tree->root.measured, (uint64_t)RC_LIST_TICKS_MAX);
  pair_expect_broken(&pair, &b, "a run's unmeasured items are miscounted");
  pair_end(&pair);
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

static void broken_nodes_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  begin_node(&pair);
  rc__subtree *root = &pair.extents->tree.root;
  CHECK_EQUAL(root->height, 1);
  rc__node *node = root->child.node;
  CHECK_EQUAL(node->width, 11);
  BREAK(&b, node->width, 1);
  pair_expect_broken(&pair, &b, "a node has too few children");
  BREAK(&b, node->width, RC__NODE_WIDTH + 1);
  pair_expect_broken(&pair, &b, "a node has too many children");
  const char *starts = "a node does not start at 0";
  BREAK(&b, node->counts[0], 1);
  pair_expect_broken(&pair, &b, starts);
  BREAK(&b, node->unmeasured[0], 1);
  pair_expect_broken(&pair, &b, starts);
  BREAK(&b, node->blocks[0], 1);
  pair_expect_broken(&pair, &b, starts);
  BREAK(&b, node->counts[1], 0);
  pair_expect_broken(&pair, &b, "a child is empty");
  const char *fall = "a node's prefix sums decrease";
  BREAK(&b, node->unmeasured[1], 5);
  pair_expect_broken(&pair, &b, fall);
  BREAK(&b, node->starts[1], node->starts[2] + 1);
  pair_expect_broken(&pair, &b, fall);
  BREAK(&b, node->unmeasured[1], 1000);
  pair_expect_broken(&pair, &b, fall);
  BREAK(&b, node->baked, 11);
  pair_expect_broken(&pair, &b, fall);
  BREAK(&b, root->count, root->count + 1);
  pair_expect_broken(&pair, &b, "a node's items are miscounted");
  BREAK(&b, root->unmeasured, root->unmeasured + 1);
  pair_expect_broken(&pair, &b, "a node's unmeasured items are miscounted");
  BREAK(&b, root->measured, root->measured + 1);
  pair_expect_broken(&pair, &b, "a node's ticks are miscounted");
  pair_end(&pair);
}

static void broken_children_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  begin_node(&pair);
  rc__node *node = pair.extents->tree.root.child.node;
  BREAK(&b, node->children[10].slot, RC__UNMEASURED);
  pair_expect_broken(&pair, &b, "adjacent runs are equal");
  // A leaf is no run, whatever its address is.
  BREAK(&b, node->children[8].slot, node->children[9].slot);
  BREAK(&b, pair.extents->tree.root.count, 1);
  pair_expect_broken(&pair, &b, "a node's items are miscounted");
  BREAK(&b, node->counts[1], 10);
  BREAK(&b, node->counts[2], 20);
  pair_expect_broken(&pair, &b, "adjacent children would fit into one leaf");
  BREAK(&b, node->leaves, node->leaves | 1 << 11);
  pair_expect_broken(&pair, &b, "a bit past a node's last child is set");
  const char *unused = "an unused sum of a node is not the maximum";
  BREAK(&b, node->counts[12], 0);
  pair_expect_broken(&pair, &b, unused);
  BREAK(&b, node->starts[12], 0);
  pair_expect_broken(&pair, &b, unused);
  BREAK(&b, node->counts[64], 0);
  pair_expect_broken(&pair, &b, unused);
  BREAK(&b, node->starts[64], 0);
  pair_expect_broken(&pair, &b, unused);
  BREAK(&b, node->count_shift, 5);
  pair_expect_broken(&pair, &b, "count_shift is set but children differ in size");
  const char *pivot = "a pivot differs from its sum";
  BREAK(&b, node->count_pivots[0], 1);
  pair_expect_broken(&pair, &b, pivot);
  BREAK(&b, node->count_pivots[7], 1);
  pair_expect_broken(&pair, &b, pivot);
  BREAK(&b, node->blocks[2], 1);
  pair_expect_broken(&pair, &b, pivot);
  BREAK(&b, node->counts[1], 65);
  pair_expect_broken(&pair, &b, "a leaf is too full");
  pair_end(&pair);
}

static void broken_sums_of_items_without_extent_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  pair_begin(&pair, 0, 0);
  pair_insert_mixed(&pair, 0, 9 * 64);
  BREAK(&b, pair.extents->tree.root.child.node->unmeasured[1], 5);
  pair_expect_broken(&pair, &b, "a node's prefix sums decrease");
  pair_end(&pair);
}

static void broken_shifts_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  pair_begin(&pair, 10, 0);
  pair_insert_mixed(&pair, 0, 9 * 64);
  rc__node *node = pair.extents->tree.root.child.node;
  for (uint32_t i = 1; i < 8; i++) {
    BREAK(&b, node->count_shift, 6);
    BREAK(&b, node->counts[i], node->counts[i] - 1);
    pair_expect_broken(&pair, &b, "count_shift is set but children differ in size");
  }
  pair_end(&pair);
}

static void broken_nodes_below_the_root_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  pair_begin(&pair, 10, 0);
  pair_insert_mixed(&pair, 0, 130 * 64);
  rc__subtree *root = &pair.extents->tree.root;
  CHECK_EQUAL(root->height, 2);
  rc__node *node = root->child.node, *below = node->children[0].node;
  BREAK(&b, node->leaves, 1);
  pair_expect_broken(&pair, &b, "a leaf is above the bottom level");
  BREAK(&b, below->width, RC__NODE_WIDTH_MIN - 1);
  pair_expect_broken(&pair, &b, "a node has too few children");
  // A node is no run, whatever its address is.
  BREAK(&b, node->children[1].slot, node->children[0].slot);
  BREAK(&b, root->count, 1);
  pair_expect_broken(&pair, &b, "a node's items are miscounted");
  for (int i = 0; i <= 3; i += 3) {
    BREAK(&b, below->children[i].leaf->starts[0], 1);
    pair_expect_broken(&pair, &b, "a leaf does not start at 0");
  }
  pair_end(&pair);
}

// -- what is remembered --

static void broken_places_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  rc_item item;
  begin_node(&pair);
  rc__tree *tree = &pair.extents->tree;
  rc__place *of_item = &tree->places[RC__PLACE_OF_ITEM];
  rc__place *of_offset = &tree->places[RC__PLACE_OF_OFFSET];
  CHECK_EQUAL(rc_extents_item(pair.extents, 70, &item), RC_STATUS_OK);
  CHECK_EQUAL(rc_extents_item_at(pair.extents, item.offset, &item), RC_STATUS_OK);
  BREAK(&b, of_item->count, 0);
  BREAK(&b, of_item->length, 5);
  pair_expect_broken(&pair, &b, "a place without items has a length");
  BREAK(&b, of_item->index, tree->root.count);
  pair_expect_broken(&pair, &b, "a remembered place is past the last item");
  const char *stale = "a remembered place is stale";
  BREAK(&b, of_item->index, of_item->index + 1);
  pair_expect_broken(&pair, &b, stale);
  BREAK(&b, of_item->count, of_item->count + 1);
  pair_expect_broken(&pair, &b, stale);
  BREAK(&b, of_item->leaf, tree->root.child.node->children[0].leaf);
  pair_expect_broken(&pair, &b, stale);
  const char *moved = "a remembered place has a wrong offset or length";
  BREAK(&b, of_item->offset, of_item->offset + 1);
  pair_expect_broken(&pair, &b, moved);
  BREAK(&b, of_item->length, 1);
  pair_expect_broken(&pair, &b, moved);
  BREAK(&b, of_offset->length, of_offset->length + 1);
  pair_expect_broken(&pair, &b, moved);
  // Of a run.
  CHECK_EQUAL(rc_extents_item(pair.extents, 600, &item), RC_STATUS_OK);
  BREAK(&b, of_item->slot, 7);
  pair_expect_broken(&pair, &b, stale);
  BREAK(&b, of_item->leaf, tree->root.child.node->children[0].leaf);
  pair_expect_broken(&pair, &b, stale);
  BREAK(&b, of_item->is_baked, true);
  pair_expect_broken(&pair, &b, "a remembered leaf does not include the estimate");
  // Of a leaf that the estimate does not fit into.
  pair_measure(&pair, 70, NULL, 20);
  pair_estimate(&pair, RC_ITEM_TICKS_MAX);
  CHECK_EQUAL(rc_extents_item(pair.extents, 70, &item), RC_STATUS_OK);
  BREAK(&b, of_item->is_baked, true);
  pair_expect_broken(&pair, &b, "a remembered leaf does not include the estimate");
  pair_end(&pair);
}

static void broken_quads_are_seen(void) {
  extents_pair pair;
  broken_fields b = {0};
  pair_begin(&pair, 10, 0);
  pair_insert_mixed(&pair, 0, 3);
  pair_check_in(&pair, 1, 5);
  rc__tree *tree = &pair.extents->tree;
  rc__trace *trace = &tree->traces[0];
  rc__quad *quad = &trace->quads[0];
  BREAK(&b, quad->index, 3);
  pair_expect_broken(&pair, &b, "a quad is not in its place");
  BREAK(&b, quad->offset, 1);
  pair_expect_broken(&pair, &b, "a quad has a wrong offset");
  BREAK(&b, quad->ends[3], quad->ends[3] + 1);
  pair_expect_broken(&pair, &b, "a quad is longer than its place");
  BREAK(&b, quad->ends[0], quad->ends[0] + 1);
  pair_expect_broken(&pair, &b, "an item in a quad ends elsewhere");
  for (int i = 0; i < 3; i++) BREAK(&b, quad->ends[i], 0);
  pair_expect_broken(&pair, &b, "an item in a quad ends elsewhere");
  for (int i = 0; i < 2; i++) {
    rc__quad *other = &trace->quads[i];
    BREAK(&b, other->offset, other->offset + 1);
    pair_expect_broken(&pair, &b, "a quad has a wrong offset");
  }
  BREAK(&b, tree->trace_count, RC__TRACE_COUNT + 1);
  pair_expect_broken(&pair, &b, "too many ranges are remembered");
  BREAK(&b, trace->length_max, 0);
  pair_expect_broken(&pair, &b, "the number of remembered ranges is wrong");
  BREAK(&b, trace->length_max, 2);
  pair_expect_broken(&pair, &b, "a range without length is remembered");
  pair_end(&pair);
}

static const test_case cases[] = {
    CASE(broken_leaves_are_seen),   CASE(broken_runs_are_seen),
    CASE(broken_wholes_are_seen),   CASE(broken_nodes_are_seen),
    CASE(broken_children_are_seen), CASE(broken_sums_of_items_without_extent_are_seen),
    CASE(broken_shifts_are_seen),   CASE(broken_nodes_below_the_root_are_seen),
    CASE(broken_places_are_seen),   CASE(broken_quads_are_seen),
};

const test_suite suite_extents_broken = SUITE(cases);
