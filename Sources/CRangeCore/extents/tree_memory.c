#include "tree_memory.h"

#include "tree_node.h"
#include "tree_search.h"

// == compaction ==
//
// A list that loses scattered items would keep most of its slabs for the few leaves in each. So
// while slabs are sparse, each edit looks at the next few children of the list, eight for each leaf
// that was returned, and moves their leaves out of slabs that are less than two thirds full.

#define MOVED_FOR_EACH 8

static void compact_children(rc__tree *tree) {
  rc__slabs *slabs = &tree->slabs;
  if (slabs->compact_at >= tree->root.count) slabs->compact_at = 0;
  rc__path path;
  uint32_t at_item = rc__path_find(&tree->root, slabs->compact_at, &path);
  rc__node *node = path.nodes[1];
  uint32_t from = path.at[1], to = from + MOVED_FOR_EACH;
  if (to > node->width) to = node->width;
  slabs->compact_at += node->counts[to] - node->counts[from] - at_item;
  for (uint32_t at = from; at < to; at++) {
    bool is_leaf = node->leaves >> at & 1;
    if (is_leaf) node->children[at].leaf = rc__slabs_moved_together(tree, node->children[at].leaf);
  }
}

void rc__tree_compact(rc__tree *tree) {
  rc__slabs *slabs = &tree->slabs;
  rc__subtree *root = &tree->root;
  rc__tree_forget_places(tree);
  for (uint32_t left = slabs->returned; left > 0 && rc__slabs_are_sparse(slabs); left--) {
    // The slab to fill may be far larger than what remains.
    bool is_large = slabs->first->count > slabs->used + 2 * RC__SLAB_LEAVES_MIN;
    // If out of memory, the leaves move to existing slabs.
    if (is_large) (void)rc__slabs_add(tree, slabs->used);
    if (root->height > 0)
      compact_children(tree);
    else if (root->is_leaf)
      root->child.leaf = rc__slabs_moved_together(tree, root->child.leaf);
    rc__slabs_tidy(tree);
  }
  slabs->returned = 0;
}

// == spare nodes and leaves ==

#define LEAVES_AT_ONCE 16u

// Edits take and return a few leaves again and again; nodes split far less often. A list that is
// one run keeps none, nor does one with sparse slabs.
static uint32_t spare_leaves_to_keep(const rc__tree *tree) {
  uint32_t height = tree->root.height;
  return height == 0 || rc__slabs_are_sparse(&tree->slabs) ? 0 : 4u << height;
}

static uint32_t spare_nodes_to_keep(const rc__tree *tree) {
  return tree->root.height;
}

// Takes more than needed, as many as would be kept anyway, so that slabs are accessed less often.
static bool take_leaves(rc__tree *tree, uint32_t missing) {
  rc__leaf *leaves[LEAVES_AT_ONCE];
  // At most a sixteenth more than the list has.
  const uint32_t more = tree->slabs.used / 16, kept = spare_leaves_to_keep(tree) / 2;
  const uint32_t wanted = missing + (kept < more ? kept : more);
  for (uint32_t taken = 0; taken < wanted;) {
    uint32_t left = wanted - taken, count = left < LEAVES_AT_ONCE ? left : LEAVES_AT_ONCE;
    if (!rc__slabs_take(tree, leaves, count, left > more ? left : more)) return false;
    for (uint32_t i = 0; i < count; i++) rc__tree_give_leaf(tree, leaves[i]);
    taken += count;
  }
  return true;
}

bool rc__tree_reserve(rc__tree *tree, uint32_t nodes, uint32_t leaves) {
  while (tree->spare_node_count < nodes) {
    rc__node *node = rc__allocate(&tree->allocator, sizeof(rc__node));
    if (node == NULL) return false;
    rc__tree_give_node(tree, node);
  }
  return tree->spare_leaf_count >= leaves || take_leaves(tree, leaves - tree->spare_leaf_count);
}

void rc__tree_free(rc__tree *tree) {
  rc__tree_drop(tree, tree->root);
  tree->root.height = 0;
  tree->kept_node_count = tree->kept_leaf_count = 0;
  rc__tree_trim(tree);
}

void rc__tree_trim(rc__tree *tree) {
  uint32_t nodes = spare_nodes_to_keep(tree), leaves = spare_leaves_to_keep(tree);
  if (nodes < tree->kept_node_count) nodes = tree->kept_node_count;
  if (leaves < tree->kept_leaf_count) leaves = tree->kept_leaf_count;
  while (tree->spare_node_count > nodes) {
    rc__deallocate(&tree->allocator, rc__tree_take_node(tree), sizeof(rc__node));
  }
  while (tree->spare_leaf_count > leaves) {
    rc__slabs_give(tree, rc__tree_take_leaf(tree));
  }
  if (rc__slabs_are_sparse(&tree->slabs)) {
    rc__tree_compact(tree);
  } else {
    // So that the first edit that finds them sparse need not make up for all before it.
    tree->slabs.returned = 0;
  }
}

static void give_leaves(rc__tree *tree, const rc__node *node) {
  for (uint32_t i = 0; i < node->width; i++) {
    if (node->leaves >> i & 1) rc__tree_give_leaf(tree, node->children[i].leaf);
  }
}

void rc__tree_drop(rc__tree *tree, rc__subtree subtree) {
  if (subtree.is_leaf) rc__tree_give_leaf(tree, subtree.child.leaf);
  if (subtree.height == 0) return;
  rc__path path;
  uint32_t level = subtree.height;
  path.nodes[level] = subtree.child.node;
  path.at[level] = 0;
  while (level <= subtree.height) {
    rc__node *node = path.nodes[level];
    if (level > 1 && path.at[level] < node->width) {
      path.nodes[level - 1] = node->children[path.at[level]].node;
      path.at[level]++;
      path.at[--level] = 0;
      continue;
    }
    give_leaves(tree, node);
    rc__tree_give_node(tree, node);
    level++;
  }
}
