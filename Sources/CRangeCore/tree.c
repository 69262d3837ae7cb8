// Nodes by themselves.

#include "tree_rank.h"

// Copies the sums that blocks end with to their pivots, from the block of a child on.
static void write_pivots(rc__node *node, uint32_t from) {
  for (uint32_t i = from / RC__NODE_BLOCK; i < RC__NODE_BLOCK - 1; i++) {
    uint32_t at = RC__NODE_BLOCK * (i + 1);
    node->count_pivots[i] = node->counts[at];
    node->unmeasured_pivots[i] = node->unmeasured[at];
    node->measured_pivots[i] = node->measured[at];
  }
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
    node->measured[i] = __builtin_inf();
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
  node->measured_pivots[last_pivot] = __builtin_inf();
  write_children(node, 0, parts, count);
  write_unused(node, count + 1, RC__NODE_WIDTH);
  write_pivots(node, 0);
}

// == adding to sums ==
//
// Whole blocks at a time, in the pairs and fours that queries read: a load of what was just stored
// in other pieces waits for it. And with one loop's end, which cannot be foreseen, for all. So what
// is past the last child is added to as well, and stays above every value: infinity by itself, and
// the largest count because it is left out.

// Eight places that take no part, then eight that do: from [8 − n] on, all but the first n do.
static const int64_t doubles_taking_part[2 * RC__NODE_BLOCK] = {0,  0,  0,  0,  0,  0,  0,  0,
                                                                -1, -1, -1, -1, -1, -1, -1, -1};
static const int32_t counts_taking_part[2 * RC__NODE_BLOCK] = {0,  0,  0,  0,  0,  0,  0,  0,
                                                               -1, -1, -1, -1, -1, -1, -1, -1};

// Adds to eight sums, but not to the first `skipped`. Written out: compilers keep such a loop at
// -O2, which takes longer than what it does.
static inline void add_to_doubles_after(double *sums, uint32_t skipped, rc__longs change) {
  const rc__longs *taking_part = (const rc__longs *)&doubles_taking_part[RC__NODE_BLOCK - skipped];
  rc__doubles *pairs = (rc__doubles *)sums;
  pairs[0] += (rc__doubles)(taking_part[0] & change);
  pairs[1] += (rc__doubles)(taking_part[1] & change);
  pairs[2] += (rc__doubles)(taking_part[2] & change);
  pairs[3] += (rc__doubles)(taking_part[3] & change);
}

static inline rc__naturals added_to_counts(rc__naturals four, rc__naturals change) {
  return four + (change & ~(rc__naturals)(four == UINT32_MAX));
}

static inline void add_to_counts_after(uint32_t *counts, uint32_t skipped, rc__naturals change) {
  const rc__naturals *taking_part =
      (const rc__naturals *)&counts_taking_part[RC__NODE_BLOCK - skipped];
  rc__naturals *fours = (rc__naturals *)counts;
  fours[0] = added_to_counts(fours[0], taking_part[0] & change);
  fours[1] = added_to_counts(fours[1], taking_part[1] & change);
}

// Adds to the sums after the first `at` children, and to their pivots.
static void add_to_doubles(double *sums, double *pivots, uint32_t at, uint32_t width,
                           double change) {
  const rc__doubles both = {change, change};
  const uint32_t block = at / RC__NODE_BLOCK;
  double *eight = &sums[RC__NODE_BLOCK * block + 1], *end = &sums[width + 1];
  add_to_doubles_after(pivots, block, (rc__longs)both);
  add_to_doubles_after(eight, at % RC__NODE_BLOCK, (rc__longs)both);
  while ((eight += RC__NODE_BLOCK) < end) {
    rc__doubles *pairs = (rc__doubles *)eight;
    pairs[0] += both;
    pairs[1] += both;
    pairs[2] += both;
    pairs[3] += both;
  }
}

static void add_to_counts(uint32_t *counts, uint32_t *pivots, uint32_t at, uint32_t width,
                          uint32_t change) {
  const rc__naturals four = {change, change, change, change};
  const uint32_t block = at / RC__NODE_BLOCK;
  uint32_t *eight = &counts[RC__NODE_BLOCK * block + 1], *end = &counts[width + 1];
  add_to_counts_after(pivots, block, four);
  add_to_counts_after(eight, at % RC__NODE_BLOCK, four);
  while ((eight += RC__NODE_BLOCK) < end) {
    rc__naturals *fours = (rc__naturals *)eight;
    fours[0] = added_to_counts(fours[0], four);
    fours[1] = added_to_counts(fours[1], four);
  }
}

// Adds to what a node knows of its child `at`.
static inline void add_to_child(rc__node *node, uint32_t at, const rc__change *change) {
  const uint32_t width = node->width;
  if (change->count != 0) {
    add_to_counts(node->counts, node->count_pivots, at, width, (uint32_t)change->count);
  }
  if (change->unmeasured != 0) {
    const double unmeasured = (double)change->unmeasured;
    add_to_doubles(node->unmeasured, node->unmeasured_pivots, at, width, unmeasured);
  }
  add_to_doubles(node->measured, node->measured_pivots, at, width, change->measured);
}

static bool is_zero(double value) {
  return !(value < 0) && !(value > 0);
}

void rc__tree_add(rc__part *root, const rc__path *path, uint32_t level, const rc__change *change) {
  for (; level <= root->height; level++) {
    add_to_child(path->nodes[level], path->at[level], change);
  }
  root->count += (uint32_t)change->count;
  root->unmeasured += (uint32_t)change->unmeasured;
  root->measured += change->measured;
}

// Moves sums to another place of theirs, and adds to each: from the end that is not overwritten.

static void move_counts(uint32_t *to, const uint32_t *from, uint32_t count, uint32_t change) {
  const rc__naturals four = {change, change, change, change};
  uint32_t i = 0;
  if (to <= from) {
    for (; i + 4 <= count; i += 4) {
      *(rc__naturals *)&to[i] = *(const rc__naturals *)&from[i] + four;
    }
    for (; i < count; i++) to[i] = from[i] + change;
  } else {
    for (i = count; i >= 4; i -= 4) {
      *(rc__naturals *)&to[i - 4] = *(const rc__naturals *)&from[i - 4] + four;
    }
    for (; i > 0; i--) to[i - 1] = from[i - 1] + change;
  }
}

static void move_doubles(double *to, const double *from, uint32_t count, double change) {
  const rc__doubles both = {change, change};
  uint32_t i = 0;
  if (to <= from) {
    for (; i + 2 <= count; i += 2) *(rc__doubles *)&to[i] = rc__doubles_at(&from[i]) + both;
    if (i < count) to[i] = from[i] + change;
  } else {
    for (i = count; i >= 2; i -= 2) {
      *(rc__doubles *)&to[i - 2] = rc__doubles_at(&from[i - 2]) + both;
    }
    if (i > 0) to[0] = from[0] + change;
  }
}

// What some parts come to.
static rc__change sum_of(const rc__part *parts, uint32_t count) {
  rc__change sum = {0, 0, 0};
  for (uint32_t i = 0; i < count; i++) {
    sum.count += parts[i].count;
    sum.unmeasured += parts[i].unmeasured;
    sum.measured += parts[i].measured;
  }
  return sum;
}

void rc__node_splice(rc__node *node, uint32_t first, uint32_t last, const rc__part *parts,
                     uint32_t count) {
  const uint32_t tail = node->width - last, to = first + count, width = to + tail;
  RC_ASSERT(width <= RC__NODE_WIDTH);
  const rc__change sum = sum_of(parts, count);
  const uint32_t items = node->counts[first] + (uint32_t)sum.count - node->counts[last];
  const double measured = node->measured[first] + sum.measured - node->measured[last];
  const double unmeasured =
      node->unmeasured[first] + (double)sum.unmeasured - node->unmeasured[last];
  move_counts(&node->counts[to + 1], &node->counts[last + 1], tail, items);
  move_doubles(&node->measured[to + 1], &node->measured[last + 1], tail, measured);
  if (sum.unmeasured != 0 || !is_zero(node->unmeasured[node->width])) {
    move_doubles(&node->unmeasured[to + 1], &node->unmeasured[last + 1], tail, unmeasured);
  } else {
    for (uint32_t i = node->width + 1; i <= width; i++) node->unmeasured[i] = 0;
  }
  rc__move_bytes(&node->children[to], &node->children[last], tail * sizeof *node->children);
  const uint64_t leaves_above = last < RC__NODE_WIDTH ? node->leaves >> last : 0;
  node->leaves &= rc__bits_below(first);
  if (to < RC__NODE_WIDTH) node->leaves |= leaves_above << to;
  write_children(node, first, parts, count);
  write_unused(node, width + 1, node->width);
  node->width = width;
  write_pivots(node, first);
}

// Copies sums, each with something taken off.
static void copy_doubles(double *to, const double *from, uint32_t count, double less) {
  for (uint32_t i = 0; i < count; i++) to[i] = from[i] - less;
}

void rc__node_split(rc__node *node, uint32_t at, rc__node *out_right) {
  const uint32_t count = node->width - at, items = node->counts[at];
  rc__node_fill(out_right, NULL, 0);
  for (uint32_t i = 1; i <= count; i++) out_right->counts[i] = node->counts[at + i] - items;
  copy_doubles(out_right->unmeasured, &node->unmeasured[at], count + 1, node->unmeasured[at]);
  copy_doubles(out_right->measured, &node->measured[at], count + 1, node->measured[at]);
  rc__copy_bytes(out_right->children, &node->children[at], count * sizeof *node->children);
  out_right->leaves = node->leaves >> at;
  out_right->width = count;
  write_pivots(out_right, 0);
  node->leaves &= rc__bits_below(at);
  write_unused(node, at + 1, node->width);
  node->width = at;
  write_pivots(node, at);
}

void rc__node_move_border(rc__node *parent, uint32_t at, uint32_t level, int32_t by) {
  rc__node *left = parent->children[at].node, *right = parent->children[at + 1].node;
  const uint32_t count = (uint32_t)(by < 0 ? -by : by);
  rc__part parts[RC__NODE_WIDTH];
  RC_ASSERT(count <= RC__NODE_WIDTH);
  for (uint32_t i = 0; i < count; i++) {
    if (by > 0)
      rc__node_read(right, i, level - 1, &parts[i]);
    else
      rc__node_read(left, left->width - count + i, level - 1, &parts[i]);
  }
  if (by > 0) {
    rc__node_splice(left, left->width, left->width, parts, count);
    rc__node_splice(right, 0, count, NULL, 0);
  } else {
    rc__node_splice(left, left->width - count, left->width, NULL, 0);
    rc__node_splice(right, 0, 0, parts, count);
  }
  parent->counts[at + 1] = parent->counts[at] + left->counts[left->width];
  parent->unmeasured[at + 1] = parent->unmeasured[at] + left->unmeasured[left->width];
  parent->measured[at + 1] = parent->measured[at] + left->measured[left->width];
  write_pivots(parent, at);
}

uint32_t rc__path_find(const rc__part *root, uint32_t index, rc__path *out_path) {
  rc__child child = root->child;
  for (uint32_t level = root->height; level > 0; level--) {
    const rc__node *node = child.node;
    uint32_t at = rc__node_rank_of_item(node, index, level == root->height);
    if (at == node->width) at--;
    out_path->nodes[level] = child.node;
    out_path->at[level] = at;
    if (level == 1) rc__node_prefetch_leaf(node, at);
    index -= node->counts[at];
    child = node->children[at];
  }
  return index;
}
