// Nodes by themselves.

#include "tree_rank.h"

// Copies the sums that blocks begin with to their pivots, from the block of a child on.

static void write_count_pivots(rc__node *node, uint32_t from) {
  for (uint32_t i = from / RC__NODE_BLOCK; i < RC__NODE_BLOCK - 1; i++) {
    node->count_pivots[i] = node->counts[RC__NODE_BLOCK * (i + 1)];
  }
}

static void write_pivots(double *pivots, const double *sums, uint32_t from) {
  for (uint32_t i = from / RC__NODE_BLOCK; i < RC__NODE_BLOCK - 1; i++) {
    pivots[i] = sums[RC__NODE_BLOCK * (i + 1)];
  }
}

static void write_all_pivots(rc__node *node, uint32_t from) {
  write_count_pivots(node, from);
  write_pivots(node->unmeasured_pivots, node->unmeasured, from);
  write_pivots(node->measured_pivots, node->measured, from);
}

// Writes children, and the sums after each.
static void write_children(rc__node *node, uint32_t first, const rc__part *parts, uint32_t count) {
  uint32_t items = node->counts[first];
  double unmeasured = node->unmeasured[first], measured = node->measured[first];
  for (uint32_t i = 0; i < count; i++) {
    node->children[first + i] = parts[i].child;
    node->leaves |= (uint64_t)parts[i].is_leaf << (first + i);
    node->counts[first + i + 1] = items += parts[i].count;
    node->unmeasured[first + i + 1] = unmeasured += parts[i].unmeasured;
    node->measured[first + i + 1] = measured += parts[i].measured;
  }
}

// Makes the sums from `from` ... `to` above every value.
static void write_unused(rc__node *node, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i <= to; i++) {
    node->counts[i] = UINT32_MAX;
    node->unmeasured[i] = 0;
    node->measured[i] = RC__TICKS_INFINITE;
  }
}

void rc__node_fill(rc__node *node, const rc__part *parts, uint32_t count) {
  RC_ASSERT(count <= RC__NODE_WIDTH);
  const uint32_t last_pivot = RC__NODE_BLOCK - 1;
  node->width = count;
  node->leaves = 0;
  node->counts[0] = 0;
  node->unmeasured[0] = node->measured[0] = 0;
  node->count_pivots[last_pivot] = UINT32_MAX;
  node->unmeasured_pivots[last_pivot] = 0;
  node->measured_pivots[last_pivot] = RC__TICKS_INFINITE;
  write_children(node, 0, parts, count);
  write_unused(node, count + 1, RC__NODE_WIDTH);
  write_all_pivots(node, 0);
}

// Adds to the sums `from` ... `to`.
static void add_to_counts(uint32_t *sums, uint32_t from, uint32_t to, uint32_t change) {
  const rc__naturals four = {change, change, change, change};
  for (; from + 3 <= to; from += 4) *(rc__naturals *)&sums[from] += four;
  for (; from <= to; from++) sums[from] += change;
}

static void add_to_doubles(double *sums, uint32_t from, uint32_t to, double change) {
  const rc__doubles both = {change, change};
  for (; from + 3 <= to; from += 4) {
    *(rc__doubles *)&sums[from] += both;
    *(rc__doubles *)&sums[from + 2] += both;
  }
  for (; from <= to; from++) sums[from] += change;
}

static bool is_zero(double value) {
  return !(value < 0) && !(value > 0);
}

void rc__node_splice(rc__node *node, uint32_t first, uint32_t last, const rc__part *parts,
                     uint32_t count) {
  const uint32_t tail = node->width - last, to = first + count, width = to + tail;
  RC_ASSERT(width <= RC__NODE_WIDTH);
  const uint32_t items = node->counts[last];
  const double unmeasured = node->unmeasured[last], measured = node->measured[last];
  if (to != last) {
    rc__move_bytes(&node->counts[to + 1], &node->counts[last + 1], tail * sizeof *node->counts);
    rc__move_bytes(&node->unmeasured[to + 1], &node->unmeasured[last + 1],
                   tail * sizeof *node->unmeasured);
    rc__move_bytes(&node->measured[to + 1], &node->measured[last + 1],
                   tail * sizeof *node->measured);
    rc__move_bytes(&node->children[to], &node->children[last], tail * sizeof *node->children);
  }
  const uint64_t leaves_above = last < RC__NODE_WIDTH ? node->leaves >> last : 0;
  node->leaves &= rc__bits_below(first);
  if (to < RC__NODE_WIDTH) node->leaves |= leaves_above << to;
  write_children(node, first, parts, count);
  const double more_unmeasured = node->unmeasured[to] - unmeasured;
  add_to_counts(node->counts, to + 1, width, node->counts[to] - items);
  if (!is_zero(more_unmeasured)) {
    add_to_doubles(node->unmeasured, to + 1, width, more_unmeasured);
  }
  add_to_doubles(node->measured, to + 1, width, node->measured[to] - measured);
  write_unused(node, width + 1, node->width);
  node->width = width;
  write_all_pivots(node, first);
}

void rc__node_add(rc__node *node, uint32_t at, uint32_t count, double unmeasured, double measured) {
  if (count != 0) {
    add_to_counts(node->counts, at + 1, node->width, count);
    write_count_pivots(node, at);
  }
  if (!is_zero(unmeasured)) {
    add_to_doubles(node->unmeasured, at + 1, node->width, unmeasured);
    write_pivots(node->unmeasured_pivots, node->unmeasured, at);
  }
  add_to_doubles(node->measured, at + 1, node->width, measured);
  write_pivots(node->measured_pivots, node->measured, at);
}

uint32_t rc__path_find(const rc__part *root, uint32_t index, rc__path *out_path) {
  rc__child child = root->child;
  for (uint32_t level = root->height; level > 0; level--) {
    const rc__node *node = child.node;
    uint32_t at = rc__node_rank_of_item(node, index);
    if (at == node->width) at--;
    out_path->nodes[level] = child.node;
    out_path->at[level] = at;
    index -= node->counts[at];
    child = node->children[at];
  }
  return index;
}
