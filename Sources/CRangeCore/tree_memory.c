// The tree's memory: nodes and leaves that wait to be used.

#include "tree_slabs.h"

#define LEAVES_AT_ONCE 16u

// A long life of edits needs a few leaves and gives a few back, again and again; nodes split far
// less often. A list in one run keeps none, nor
// does one whose slabs have more than enough.
static uint32_t spare_leaves_to_keep(const rc__tree *tree) {
  uint32_t height = tree->root.height;
  return height == 0 || rc__slabs_are_sparse(&tree->slabs) ? 0 : 4u << height;
}

static uint32_t spare_nodes_to_keep(const rc__tree *tree) {
  return tree->root.height;
}

// Takes some more than are missing, where so many would be kept: slabs are asked less often.
static bool take_leaves(rc__tree *tree, uint32_t missing) {
  rc__leaf *leaves[LEAVES_AT_ONCE];
  // A list that grows has a little more than it needs.
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

void rc__tree_trim(rc__tree *tree) {
  uint32_t nodes = spare_nodes_to_keep(tree), leaves = spare_leaves_to_keep(tree);
  while (tree->spare_node_count > nodes) {
    rc__deallocate(&tree->allocator, rc__tree_take_node(tree), sizeof(rc__node));
  }
  while (tree->spare_leaf_count > leaves) {
    rc__slabs_give(tree, rc__tree_take_leaf(tree));
  }
  if (rc__slabs_are_sparse(&tree->slabs)) rc__slabs_settle(tree);
}

rc__node *rc__tree_take_node(rc__tree *tree) {
  RC_ASSERT(tree->spare_node_count > 0);
  rc__node *node = tree->spare_nodes;
  tree->spare_nodes = node->children[0].node;
  tree->spare_node_count -= 1;
  return node;
}

rc__leaf *rc__tree_take_leaf(rc__tree *tree) {
  RC_ASSERT(tree->spare_leaf_count > 0);
  rc__leaf *leaf = tree->spare_leaves;
  tree->spare_leaves = leaf->next_spare;
  tree->spare_leaf_count -= 1;
  return leaf;
}

void rc__tree_give_node(rc__tree *tree, rc__node *node) {
  node->children[0].node = tree->spare_nodes;
  tree->spare_nodes = node;
  tree->spare_node_count += 1;
}

void rc__tree_give_leaf(rc__tree *tree, rc__leaf *leaf) {
  leaf->next_spare = tree->spare_leaves;
  tree->spare_leaves = leaf;
  tree->spare_leaf_count += 1;
}

static void give_leaves(rc__tree *tree, const rc__node *node) {
  for (uint32_t i = 0; i < node->width; i++) {
    if (node->leaves >> i & 1) rc__tree_give_leaf(tree, node->children[i].leaf);
  }
}

void rc__tree_drop(rc__tree *tree, rc__part part) {
  if (part.is_leaf) rc__tree_give_leaf(tree, part.child.leaf);
  if (part.height == 0) return;
  rc__path path;
  uint32_t level = part.height;
  path.nodes[level] = part.child.node;
  path.at[level] = 0;
  while (level <= part.height) {
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
