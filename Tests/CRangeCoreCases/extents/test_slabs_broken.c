// Whether validation sees each promise of the memory of extents that is broken, and says which.

#include "../../../Sources/CRangeCore/extents/extents_tree.h"
#include "../../../Sources/CRangeCore/extents/tree_memory.h"
#include "extents_pair.h"

// Nine leaves of many lengths under a node, or more.
static void begin_leaves(extents_pair *pair, int64_t leaves) {
  pair_begin(pair, 10, 0);
  pair_insert_mixed(pair, 0, leaves * 64);
  pair_check(pair);
}

static void broken_spares_are_detected(void) {
  PAIR(pair, begin_leaves(&pair, 9));
  broken_fields b = {.extents = pair.extents};
  rc__tree *tree = &pair.extents->tree;
  CHECK(tree->spare_leaf_count > 0);
  BROKEN(&b, tree->spare_leaf_count, tree->spare_leaf_count - 1, "spare leaves are miscounted");
  BROKEN(&b, tree->spare_leaf_count, tree->spare_leaf_count + 1, "spare leaves are miscounted");
  // One that is its own next.
  BROKEN(&b, tree->spare_leaves->next_spare, tree->spare_leaves, "spare leaves are miscounted");
  rc__slab *slab = rc__slab_of(tree->spare_leaves);
  BROKEN(&b, slab->used, 0, "a slab is misused");
  BROKEN(&b, tree->spare_node_count, tree->spare_node_count + 1, "spare nodes are miscounted");
  rc__node node = {.children = {{.node = tree->spare_nodes}}};
  rc__node second = {.children = {{.node = &node}}};
  BROKEN(&b, tree->spare_nodes, &node, "spare nodes are miscounted");
  BROKEN(&b, tree->spare_nodes, &second, "spare nodes are miscounted");
}

static void broken_slabs_are_detected(void) {
  PAIR(pair, begin_leaves(&pair, 130));
  broken_fields b = {.extents = pair.extents};
  rc__tree *tree = &pair.extents->tree;
  CHECK_EQUAL(tree->root.height, 2);
  rc__leaf *leaf = tree->root.child.node->children[0].node->children[4].leaf;
  rc__slab *slab = rc__slab_of(leaf);
  const char *misused = "a slab is misused", *foreign = "a leaf is not of its slab";
  // Leaves in use, not the spare ones.
  for (int i = 0; i < 4; i++) {
    BREAK(&b, tree->spare_leaves, NULL);
    BREAK(&b, tree->spare_leaf_count, 0);
    if (i == 0) BREAK(&b, slab->used, 0);
    if (i == 1) BREAK(&b, slab->used, slab->count + 1);
    if (i == 2) BREAK(&b, slab->pages, slab->pages + 16);
    if (i == 3) BREAK(&b, slab->untouched, slab->pages->leaves);
    broken_expect(&b, i < 2 ? misused : foreign);
  }
  // All that come before one, but not that one.
  const rc__node *root = tree->root.child.node;
  rc__leaf *last = leaf;
  for (uint32_t i = 0; i < root->width; i++) {
    const rc__node *node = root->children[i].node;
    for (uint32_t j = 0; j < node->width; j++) {
      rc__leaf *other = node->children[j].leaf;
      if (rc__slab_of(other) == slab && (uintptr_t)other > (uintptr_t)last) last = other;
    }
  }
  BREAK(&b, tree->spare_leaves, NULL);
  BREAK(&b, tree->spare_leaf_count, 0);
  BREAK(&b, slab->untouched, last);
  broken_expect(&b, foreign);
  const char *counted = "leaves are miscounted";
  BROKEN(&b, tree->slabs.leaves, tree->slabs.leaves + 1, counted);
  BROKEN(&b, tree->slabs.used, tree->slabs.used + 1, counted);
  BREAK(&b, tree->spare_leaves, NULL);
  BREAK(&b, tree->spare_leaf_count, 0);
  broken_expect(&b, counted);
}

// Slabs that have leaves left, of which a made-up one is the first.
static void broken_lists_of_slabs_are_detected(void) {
  PAIR(pair, pair_begin(&pair, 10, 0));
  broken_fields b = {.extents = pair.extents};
  rc__slabs *slabs = &pair.extents->tree.slabs;
  static _Thread_local union {
    rc__page page;
    char aligned[sizeof(rc__page) + RC__PAGE_ALIGNMENT];
  } memory;
  char *start = memory.aligned;
  start += RC__PAGE_ALIGNMENT - (uintptr_t)start % RC__PAGE_ALIGNMENT;
  rc__page *page = (rc__page *)(void *)start;
  rc__slab slab = {.pages = page, .untouched = &page->leaves[3], .used = 3, .count = 8};
  page->slab = &slab;
  const char *full = "a listed slab is full or empty", *counted = "a slab is miscounted";
  const char *foreign = "a spare leaf is not of its slab";
  rc__slab other = slab;
  for (int i = 0; i < 10; i++) {
    BREAK(&b, slabs->first, &slab);
    const char *reason = counted;
    if (i == 0) BREAK(&b, slab.used, 0), reason = full;
    if (i == 1) BREAK(&b, slab.used, 8), reason = full;
    if (i == 2) BREAK(&b, slab.used, 2);
    if (i == 3) {
      // More than it has.
      BREAK(&b, slab.count, 2), BREAK(&b, slab.used, 1);
      BREAK(&b, slab.spare, &page->leaves[0]);
      BREAK(&b, page->leaves[0].next_spare, &page->leaves[1]);
    }
    if (i == 4) BREAK(&b, slab.spare, &page->leaves[3]), reason = foreign;
    if (i == 5) {
      BREAK(&b, slab.spare, &page->leaves[0]), reason = foreign;
      BREAK(&b, page->slab, &other);
    }
    if (i == 6) {
      // One that is its own next.
      BREAK(&b, slab.spare, &page->leaves[0]);
      BREAK(&b, page->leaves[0].next_spare, &page->leaves[0]);
    }
    if (i == 7) BREAK(&b, slab.previous, &slab), reason = "slabs are not linked";
    if (i >= 8) reason = "leaves are miscounted";
    if (i == 9) BREAK(&b, slabs->leaves, slab.count);
    broken_expect(&b, reason);
  }
  // A spare leaf of a slab that is no other's.
  rc__tree *tree = &pair.extents->tree;
  BREAK(&b, slab.used, 0);
  BREAK(&b, page->leaves[0].next_spare, NULL);
  BREAK(&b, tree->spare_leaves, &page->leaves[0]);
  BREAK(&b, tree->spare_leaf_count, 1);
  broken_expect(&b, "a slab is misused");
}

static const test_case cases[] = {
    CASE(broken_spares_are_detected),
    CASE(broken_slabs_are_detected),
    CASE(broken_lists_of_slabs_are_detected),
};

const test_suite suite_slabs_broken = SUITE(cases);
