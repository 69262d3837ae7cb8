// Cutting a tree in two and joining two into one, both in the time of a descent. Edits of more than
// a few neighbouring leaves are made of these.

#include "tree_edit.h"

// The way to the node at `level` on one edge of a tree.
static void find_edge(const rc__part *root, uint32_t level, bool is_right, rc__path *out_path) {
  rc__child child = root->child;
  for (uint32_t at_level = root->height; at_level >= level; at_level--) {
    out_path->nodes[at_level] = child.node;
    out_path->at[at_level] = is_right ? child.node->width - 1u : 0;
    child = child.node->children[out_path->at[at_level]];
  }
}

// What the lower of two trees adds to the higher one: itself, where it can be a child there, else
// the children of its root.
static void append_lower(rc__tree *tree, rc__parts *parts, const rc__part *lower, bool is_child) {
  if (is_child) {
    *rc__parts_next(parts) = *lower;
  } else {
    rc__parts_append_children(parts, lower);
    rc__tree_give_node(tree, lower->child.node);
  }
}

// A tree of two leaves or runs.
static rc__part join_parts(rc__tree *tree, const rc__part *left, const rc__part *right) {
  rc__parts parts;
  parts.count = 0;
  *rc__parts_next(&parts) = *left;
  *rc__parts_next(&parts) = *right;
  rc__parts_mend(tree, &parts, 0);
  return rc__tree_of(tree, &parts);
}

// The lower tree becomes a child on the edge of the higher one, or its root dissolves into the node
// there where it has too few children of its own:
//
//          [ · · · ]                     [ · · · ]
//         /    |    \        [ · · ]          |   \                       .
//       [··] [··] [···]                     [··] [·····]
//
rc__part rc__tree_join(rc__tree *tree, rc__part left, rc__part right) {
  if (left.count == 0) return right;
  if (right.count == 0) return left;
  if (left.height + right.height == 0) return join_parts(tree, &left, &right);
  bool is_left_higher = left.height >= right.height;
  rc__part higher = is_left_higher ? left : right, lower = is_left_higher ? right : left;
  bool is_child = lower.height == 0 ||
                  (lower.height < higher.height && lower.child.node->width >= RC__NODE_WIDTH_MIN);
  uint32_t level = is_child ? lower.height + 1u : lower.height;
  rc__path path;
  find_edge(&higher, level, is_left_higher, &path);
  uint32_t edge = path.at[level];
  // The child at the edge as well, which may have to merge with its new neighbour.
  rc__part at_edge = rc__node_part(path.nodes[level], edge, level);
  rc__parts parts;
  parts.count = 0;
  if (is_left_higher) *rc__parts_next(&parts) = at_edge;
  append_lower(tree, &parts, &lower, is_child);
  uint32_t seam = is_left_higher ? 0 : parts.count - 1;
  if (!is_left_higher) *rc__parts_next(&parts) = at_edge;
  if (level == 1) rc__parts_mend(tree, &parts, seam);
  rc__tree_splice(tree, &higher, &path, level, edge, edge + 1, parts.at, parts.count);
  RC_ASSERT(higher.count == left.count + right.count);
  return higher;
}

static void cut_leaf(rc__tree *tree, rc__part part, uint32_t at, rc__part *out_left,
                     rc__part *out_right) {
  *out_left = at == part.count ? part : (rc__part){.count = 0};
  *out_right = at == 0 ? part : (rc__part){.count = 0};
  if (at == 0 || at == part.count) return;
  if (!part.is_leaf) {
    *out_left = rc__part_run(part.child.slot, at);
    *out_right = rc__part_run(part.child.slot, part.count - at);
    return;
  }
  uint32_t slots[RC__LEAF_WIDTH];
  rc__part_read(&part, slots);
  rc__tree_give_leaf(tree, part.child.leaf);
  *out_left = rc__part_from_slots(tree, slots, at);
  *out_right = rc__part_from_slots(tree, slots + at, part.count - at);
}

static rc__part tree_of_children(rc__tree *tree, const rc__part *children, uint32_t count) {
  rc__parts parts;
  parts.count = count;
  rc__copy_bytes(parts.at, children, count * sizeof(rc__part));
  return rc__tree_of(tree, &parts);
}

void rc__tree_cut(rc__tree *tree, rc__part whole, uint32_t index, rc__part *out_left,
                  rc__part *out_right) {
  rc__path path;
  uint32_t at = rc__path_find(&whole, index, &path);
  rc__part part = whole;
  if (whole.height > 0) part = rc__node_part(path.nodes[1], path.at[1], 1);
  rc__part left, right;
  cut_leaf(tree, part, at, &left, &right);
  for (uint32_t level = 1; level <= whole.height; level++) {
    rc__part node = rc__node_sum(path.nodes[level], level);
    rc__parts parts;
    parts.count = 0;
    rc__parts_append_children(&parts, &node);
    rc__tree_give_node(tree, path.nodes[level]);
    uint32_t before = path.at[level], after = before + 1;
    left = rc__tree_join(tree, tree_of_children(tree, parts.at, before), left);
    right =
        rc__tree_join(tree, right, tree_of_children(tree, parts.at + after, parts.count - after));
  }
  *out_left = left;
  *out_right = right;
}
