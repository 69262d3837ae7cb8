// Nodes change their children: too many are shared with the neighbours before a node splits, too
// few are made up for by a neighbour.

#include "tree_rank.h"

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

static void read_children(rc__node *node, uint32_t level, rc__parts *out_parts) {
  out_parts->count = 0;
  rc__part part = rc__node_sum(node, level);
  rc__parts_append_children(out_parts, &part);
}

// Makes `parts`, the children of a node, those of its parent, in which the node and one or two
// neighbours have shared them out.
static void share(rc__tree *tree, const rc__path *path, uint32_t level, rc__parts *parts) {
  rc__node *parent = path->nodes[level + 1];
  uint32_t at = path->at[level + 1];
  bool is_short = parts->count < RC__NODE_WIDTH_MIN;
  uint32_t first = at > 0 ? at - 1 : 0;
  uint32_t last = at + 1 < parent->width && (!is_short || at == 0) ? at + 1 : at;
  rc__parts others;
  if (first < at) {
    read_children(parent->children[first].node, level, &others);
    rc__parts_replace(parts, 0, 0, others.at, others.count);
    if (level == 1) rc__parts_mend(tree, parts, others.count - 1);
  }
  if (last > at) {
    uint32_t seam = parts->count;
    read_children(parent->children[last].node, level, &others);
    rc__parts_replace(parts, seam, seam, others.at, others.count);
    if (level == 1 && seam > 0) rc__parts_mend(tree, parts, seam - 1);
  }
  for (uint32_t i = first; i <= last; i++) rc__tree_give_node(tree, parent->children[i].node);
  gather(tree, parts, level);
  read_children(parent, level + 1, &others);
  rc__parts_replace(&others, first, last + 1, parts->at, parts->count);
  rc__parts_replace(parts, 0, parts->count, others.at, others.count);
}

// Adds to the sums `from` ... `to`.
static void add_to_doubles(double *sums, uint32_t from, uint32_t to, double change) {
  const rc__doubles both = {change, change};
  for (; from < to; from += 2) *(rc__doubles *)&sums[from] += both;
  if (from == to) sums[from] += change;
}

static void add_to_sums(rc__node *node, uint32_t at, const rc__part *before,
                        const rc__part *after) {
  uint32_t count = after->count - before->count;
  double unmeasured = (double)after->unmeasured - (double)before->unmeasured;
  if (count != 0) {
    for (uint32_t i = at + 1; i <= node->width; i++) node->counts[i] += count;
  }
  if (unmeasured < 0 || unmeasured > 0) {
    add_to_doubles(node->unmeasured, at + 1, node->width, unmeasured);
  }
  add_to_doubles(node->measured, at + 1, node->width, after->measured - before->measured);
}

void rc__tree_add(rc__part *root, const rc__path *path, uint32_t level, const rc__part *before,
                  const rc__part *after) {
  for (; level <= root->height; level++) {
    add_to_sums(path->nodes[level], path->at[level], before, after);
  }
  root->count += after->count - before->count;
  root->unmeasured += after->unmeasured - before->unmeasured;
  root->measured += after->measured - before->measured;
}

void rc__tree_store(rc__tree *tree, rc__part *root, rc__path *path, uint32_t level,
                    rc__parts *parts) {
  for (; level < root->height; level++) {
    if (parts->count >= RC__NODE_WIDTH_MIN && parts->count <= RC__NODE_WIDTH) {
      rc__node *node = path->nodes[level];
      rc__part before = rc__node_sum(node, level);
      rc__node_fill(node, parts->at, parts->count);
      rc__part after = rc__node_sum(node, level);
      rc__tree_add(root, path, level + 1, &before, &after);
      return;
    }
    share(tree, path, level, parts);
  }
  if (root->height > 0) rc__tree_give_node(tree, root->child.node);
  *root = rc__tree_of(tree, parts);
}

uint32_t rc__tree_store_need(const rc__part *root, const rc__path *path, uint32_t count) {
  uint32_t need = 0;
  for (uint32_t level = 1; count > RC__NODE_WIDTH; level++) {
    uint32_t more = (count - 1) / RC__NODE_WIDTH;
    need += more;
    if (level >= root->height) return need + 1 + (level > root->height);
    count = path->nodes[level + 1]->width + more;
  }
  return need + (root->height == 0 && count > 1);
}
