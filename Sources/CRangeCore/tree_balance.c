// Nodes change their children. Most changes stay within a node; else too many are shared with a
// neighbour that has room before a node splits, and too few are made up for by a neighbour.

#include "tree.h"

// Two nodes that share this many or fewer have room for some more each.
#define SHARED_MAX (2 * RC__NODE_WIDTH - RC__NODE_BLOCK)

// Gives each of the fewest nodes that hold the parts its even share, and makes the parts those
// nodes.
static void gather(rc__tree *tree, rc__parts *parts, uint32_t level) {
  uint32_t width = (parts->count + RC__NODE_WIDTH - 1) / RC__NODE_WIDTH;
  uint32_t from = 0;
  for (uint32_t i = 0; i < width; i++) {
    uint32_t count = (parts->count - from) / (width - i);
    rc__node *node = rc__tree_take_node(tree);
    rc__node_fill(node, &parts->at[from], count);
    parts->at[i] = rc__node_sum(node, level);
    from += count;
  }
  parts->count = width;
}

rc__part rc__tree_of(rc__tree *tree, rc__parts *parts) {
  if (parts->count == 0) return (rc__part){0};
  while (parts->count > 1) gather(tree, parts, parts->at[0].height + 1u);
  return parts->at[0];
}

static void append_children(rc__parts *parts, rc__node *node, uint32_t level) {
  rc__part part = rc__node_sum(node, level);
  rc__parts_append_children(parts, &part);
}

// The children of a node with `count` parts in place of first ..< last.
static void read_spliced(rc__node *node, uint32_t level, uint32_t first, uint32_t last,
                         const rc__part *with, uint32_t count, rc__parts *out_parts) {
  out_parts->count = 0;
  append_children(out_parts, node, level);
  rc__parts_replace(out_parts, first, last, with, count);
}

// The neighbour to share `count` children with; `at` where there should be none.
static uint32_t neighbour_of(const rc__node *parent, uint32_t at, uint32_t count) {
  bool has_left = at > 0, has_right = at + 1 < parent->width;
  uint32_t left = has_left ? parent->children[at - 1].node->width : UINT32_MAX;
  uint32_t right = has_right ? parent->children[at + 1].node->width : UINT32_MAX;
  uint32_t least = left <= right ? left : right;
  if (count >= RC__NODE_WIDTH_MIN && (least > SHARED_MAX || count + least > SHARED_MAX)) return at;
  return left <= right ? at - 1 : at + 1;
}

// Adds the children of a neighbour to `parts`, those of the child `at` of a parent, and gives back
// its node.
static void take_in(rc__tree *tree, const rc__node *parent, uint32_t level, uint32_t at,
                    uint32_t neighbour, rc__parts *parts) {
  rc__node *node = parent->children[neighbour].node;
  uint32_t seam = neighbour < at ? node->width : parts->count;
  if (neighbour < at) {
    rc__parts others;
    others.count = 0;
    append_children(&others, node, level);
    rc__parts_replace(parts, 0, 0, others.at, others.count);
  } else {
    append_children(parts, node, level);
  }
  if (level == 1 && seam > 0) rc__parts_mend(tree, parts, seam - 1);
  rc__tree_give_node(tree, node);
}

void rc__tree_add(rc__part *root, const rc__path *path, uint32_t level, const rc__part *before,
                  const rc__part *after) {
  const uint32_t count = after->count - before->count;
  const double unmeasured = (double)after->unmeasured - (double)before->unmeasured;
  const double measured = after->measured - before->measured;
  for (; level <= root->height; level++) {
    rc__node_add(path->nodes[level], path->at[level], count, unmeasured, measured);
  }
  root->count += count;
  root->unmeasured += after->unmeasured - before->unmeasured;
  root->measured += measured;
}

// Whether the children of a node can be replaced in place.
static bool fits(const rc__part *root, uint32_t level, uint32_t width) {
  uint32_t least = level == root->height ? 2 : RC__NODE_WIDTH_MIN;
  return least <= width && width <= RC__NODE_WIDTH;
}

void rc__tree_splice(rc__tree *tree, rc__part *root, rc__path *path, uint32_t level, uint32_t first,
                     uint32_t last, const rc__part *with, uint32_t count) {
  rc__parts parts;
  rc__part made[RC__PARTS_MAX / RC__NODE_WIDTH];
  for (; level <= root->height; level++) {
    rc__node *node = path->nodes[level];
    if (fits(root, level, node->width - (last - first) + count)) {
      rc__part before = rc__node_sum(node, level);
      rc__node_splice(node, first, last, with, count);
      rc__part after = rc__node_sum(node, level);
      rc__tree_add(root, path, level + 1, &before, &after);
      return;
    }
    read_spliced(node, level, first, last, with, count, &parts);
    rc__tree_give_node(tree, node);
    if (level == root->height) {
      *root = rc__tree_of(tree, &parts);
      return;
    }
    const rc__node *parent = path->nodes[level + 1];
    uint32_t at = path->at[level + 1], neighbour = neighbour_of(parent, at, parts.count);
    if (neighbour != at) take_in(tree, parent, level, at, neighbour, &parts);
    gather(tree, &parts, level);
    first = neighbour < at ? neighbour : at;
    last = (neighbour > at ? neighbour : at) + 1;
    with = made;
    count = parts.count;
    rc__copy_bytes(made, parts.at, count * sizeof *made);
  }
  parts.count = 0;
  if (root->count > 0) *rc__parts_next(&parts) = *root;
  rc__parts_replace(&parts, first, last, with, count);
  *root = rc__tree_of(tree, &parts);
}

uint32_t rc__tree_splice_need(const rc__part *root, const rc__path *path, uint32_t count) {
  uint32_t need = 0;
  for (uint32_t level = 1; count > RC__NODE_WIDTH; level++) {
    uint32_t more = (count - 1) / RC__NODE_WIDTH;
    need += more;
    if (level >= root->height) return need + 1 + (level > root->height);
    count = path->nodes[level + 1]->width + more;
  }
  return need + (root->height == 0 && count > 1);
}
