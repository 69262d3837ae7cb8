// Nodes by themselves.

#include "tree_rank.h"

// Copies the sums that blocks begin with.
static void write_pivots(rc__node *node) {
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) {
    const uint32_t end = RC__NODE_BLOCK * (i + 1);
    if (end < RC__NODE_WIDTH) node->count_pivots[i] = node->counts[end];
    node->blocks[i + 1] = node->ends[end];
  }
}

// Adds to eight sums, but for those past the last child.
RC_WRAPS("the change of a block that has moved to the left is below 0, modulo 2^64")
static inline void add_to_block(uint64_t *sums, uint32_t used, uint64_t change) {
  if (used > RC__NODE_BLOCK) used = RC__NODE_BLOCK;
  for (uint32_t i = 0; i < used; i++) sums[i] += change;
}

// Lets the ticks before children start where the node does.
RC_WRAPS("a block that has moved to the left has a change below 0, modulo 2^64")
static void settle(rc__node *node) {
  const uint32_t width = node->width;
  for (uint32_t first = RC__NODE_BLOCK; first <= width; first += RC__NODE_BLOCK) {
    const uint64_t change = node->blocks[first / RC__NODE_BLOCK] - node->ends[first];
    if (change != 0) add_to_block(&node->ends[first], width + 1 - first, change);
  }
}

// Writes children, and the sums after each.
static void write_children(rc__node *node, uint32_t first, const rc__part *parts, uint32_t count) {
  const uint32_t estimate = node->baked;
  uint32_t items = node->counts[first], unmeasured = node->unmeasured[first];
  uint64_t end = node->ends[first];
  for (uint32_t i = 0; i < count; i++) {
    node->children[first + i] = parts[i].child;
    node->leaves |= (uint64_t)parts[i].is_leaf << (first + i);
    node->counts[first + i + 1] = items += parts[i].count;
    node->unmeasured[first + i + 1] = unmeasured += parts[i].unmeasured;
    node->ends[first + i + 1] = end += rc__part_length(&parts[i], estimate);
  }
}

// Makes the sums from `from` ... `to` above every value.
static void write_unused(rc__node *node, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i <= to; i++) {
    node->counts[i] = UINT32_MAX;
    node->ends[i] = UINT64_MAX;
  }
}

// Takes back that the children hold the same number of items, where those from `first` on do not,
// or the one before, which may have been the last.
static void drop_wrong_shift(rc__node *node, uint32_t first) {
  uint32_t i = first;
  while (i < node->width && node->counts[i] == i << node->count_shift) i++;
  if (i < node->width) node->count_shift = 0;
}

void rc__node_fill(rc__node *node, uint32_t estimate, const rc__part *parts, uint32_t count) {
  RC_ASSERT(count <= RC__NODE_WIDTH);
  node->width = (uint16_t)count;
  node->leaves = 0;
  node->baked = estimate;
  node->counts[0] = node->unmeasured[0] = 0;
  node->ends[0] = node->blocks[0] = 0;
  node->count_pivots[RC__NODE_BLOCK - 1] = UINT32_MAX;
  write_children(node, 0, parts, count);
  write_unused(node, count + 1, RC__NODE_WIDTH);
  write_pivots(node);
  // (0 without children, of the largest number.)
  node->count_shift = (uint16_t)rc__lowest_bit(node->counts[1]);
  drop_wrong_shift(node, 0);
}

RC_WRAPS("a smaller estimate is a change below 0, modulo 2^64; no sum becomes so")
void rc__node_bake_anew(rc__node *node, uint32_t estimate) {
  const uint64_t change = (uint64_t)estimate - node->baked;
  node->baked = estimate;
  if (node->unmeasured[node->width] == 0) return;
  settle(node);
  for (uint32_t i = 1; i <= node->width; i++) node->ends[i] += node->unmeasured[i] * change;
  write_pivots(node);
}

// == adding to sums ==
//
// Of ticks only those of one block and the blocks after it; of counts all blocks. What is past the
// last child is the largest number, and stays so.

// Adds to those of eight sums from `lower` on and below `upper`. To all, or nothing: compilers make
// vectors of that, and nobody could foresee the end of a loop over some.
static inline void add_to_eight_longs(uint64_t *sums, uint32_t lower, uint32_t upper,
                                      uint64_t change) {
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) sums[i] += lower <= i && i < upper ? change : 0;
}

static inline void add_to_eight(uint32_t *sums, uint32_t lower, uint32_t upper, uint32_t change) {
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) sums[i] += lower <= i && i < upper ? change : 0;
}

// Adds to the ticks of child `at`.
static inline void add_to_ticks(rc__node *node, uint32_t at, uint64_t change) {
  const uint32_t width = node->width, block = at / RC__NODE_BLOCK, first = RC__NODE_BLOCK * block;
  add_to_eight_longs(&node->ends[first], at - first + 1, width - first + 1, change);
  add_to_eight_longs(&node->blocks[1], block, width / RC__NODE_BLOCK, change);
}

// Adds to the counts after the first `at` children, and to their pivots.
static inline void add_to_counts(rc__node *node, uint32_t at, uint32_t change) {
  const uint32_t width = node->width;
  uint32_t first = at - at % RC__NODE_BLOCK;
  add_to_eight(&node->counts[first + 1], at - first, width - first, change);
  for (first += RC__NODE_BLOCK; first < width; first += RC__NODE_BLOCK) {
    add_to_eight(&node->counts[first + 1], 0, width - first, change);
  }
  // (The last pivot is no sum.)
  const uint32_t pivots = width < RC__NODE_WIDTH ? width / RC__NODE_BLOCK : RC__NODE_BLOCK - 1;
  add_to_eight(node->count_pivots, at / RC__NODE_BLOCK, pivots, change);
}

// Adds to the numbers after the first `at`.
static void add_to_unmeasured(rc__node *node, uint32_t at, uint32_t change) {
  for (uint32_t i = at + 1; i <= node->width; i++) node->unmeasured[i] += change;
}

static void add_to_items(rc__node *node, uint32_t at, const rc__change *change) {
  if (change->count != 0) {
    if (at + 1u != node->width) node->count_shift = 0;
    add_to_counts(node, at, (uint32_t)change->count);
  }
  if (change->unmeasured != 0) add_to_unmeasured(node, at, (uint32_t)change->unmeasured);
}

RC_WRAPS("what an edit takes away is a change below 0, modulo 2^32 and 2^64")
void rc__tree_add(rc__part *root, uint32_t estimate, const rc__path *path, uint32_t level,
                  const rc__change *change) {
  const uint64_t length = (uint64_t)(change->measured + change->unmeasured * (int64_t)estimate);
  for (; level <= root->height; level++) {
    rc__node *node = path->nodes[level];
    rc__node_bake(node, estimate);
    add_to_items(node, path->at[level], change);
    add_to_ticks(node, path->at[level], length);
  }
  root->count += (uint32_t)change->count;
  root->unmeasured += (uint32_t)change->unmeasured;
  root->measured += (uint64_t)change->measured;
}

// Moves sums to another place of theirs, and adds to each: from the end that is not overwritten.

RC_WRAPS("where items before these went, the change is below 0, modulo 2^32")
static void move_counts(uint32_t *to, const uint32_t *from, uint32_t count, uint32_t change) {
  if (to <= from) {
    for (uint32_t i = 0; i < count; i++) to[i] = from[i] + change;
  } else {
    for (uint32_t i = count; i > 0; i--) to[i - 1] = from[i - 1] + change;
  }
}

RC_WRAPS("where ticks before these went, the change is below 0, modulo 2^64")
static void move_longs(uint64_t *to, const uint64_t *from, uint32_t count, uint64_t change) {
  if (to <= from) {
    for (uint32_t i = 0; i < count; i++) to[i] = from[i] + change;
  } else {
    for (uint32_t i = count; i > 0; i--) to[i - 1] = from[i - 1] + change;
  }
}

// What some parts come to.
static rc__part sum_of(const rc__part *parts, uint32_t count) {
  rc__part sum = {.count = 0};
  for (uint32_t i = 0; i < count; i++) {
    sum.count += parts[i].count;
    sum.unmeasured += parts[i].unmeasured;
    sum.measured += parts[i].measured;
  }
  return sum;
}

RC_WRAPS("where more goes than comes, the change is below 0, modulo 2^32 and 2^64")
void rc__node_splice(rc__node *node, uint32_t estimate, uint32_t first, uint32_t last,
                     const rc__part *parts, uint32_t count) {
  const uint32_t tail = node->width - last, to = first + count, width = to + tail;
  RC_ASSERT(width <= RC__NODE_WIDTH);
  rc__node_bake(node, estimate);
  settle(node);
  const rc__part sum = sum_of(parts, count);
  const uint32_t items = node->counts[first] + sum.count - node->counts[last];
  const uint32_t unmeasured = node->unmeasured[first] + sum.unmeasured - node->unmeasured[last];
  const uint64_t length = node->ends[first] + rc__part_length(&sum, estimate) - node->ends[last];
  move_counts(&node->counts[to + 1], &node->counts[last + 1], tail, items);
  move_longs(&node->ends[to + 1], &node->ends[last + 1], tail, length);
  move_counts(&node->unmeasured[to + 1], &node->unmeasured[last + 1], tail, unmeasured);
  rc__move_bytes(&node->children[to], &node->children[last], tail * sizeof *node->children);
  const uint64_t leaves_above = last < RC__NODE_WIDTH ? node->leaves >> last : 0;
  node->leaves &= rc__bits_below(first);
  if (to < RC__NODE_WIDTH) node->leaves |= leaves_above << to;
  write_children(node, first, parts, count);
  write_unused(node, width + 1, node->width);
  node->width = (uint16_t)width;
  write_pivots(node);
  drop_wrong_shift(node, first);
}

void rc__node_split(rc__node *node, uint32_t at, rc__node *out_right) {
  const uint32_t count = node->width - at;
  settle(node);
  rc__node_fill(out_right, node->baked, NULL, 0);
  const uint32_t items = node->counts[at], unmeasured = node->unmeasured[at];
  const uint64_t start = node->ends[at];
  for (uint32_t i = 1; i <= count; i++) {
    out_right->counts[i] = node->counts[at + i] - items;
    out_right->unmeasured[i] = node->unmeasured[at + i] - unmeasured;
    out_right->ends[i] = node->ends[at + i] - start;
  }
  rc__copy_bytes(out_right->children, &node->children[at], count * sizeof *node->children);
  out_right->leaves = node->leaves >> at;
  out_right->width = (uint16_t)count;
  out_right->count_shift = node->count_shift;
  write_pivots(out_right);
  node->leaves &= rc__bits_below(at);
  write_unused(node, at + 1, node->width);
  node->width = (uint16_t)at;
  write_pivots(node);
}

void rc__node_move_border(rc__node *parent, uint32_t estimate, uint32_t at, uint32_t count,
                          bool is_to_left) {
  rc__node *left = parent->children[at].node, *right = parent->children[at + 1].node;
  const rc__node *from = is_to_left ? right : left;
  const uint32_t first = is_to_left ? 0 : left->width - count;
  rc__part parts[RC__NODE_WIDTH];
  RC_ASSERT(count <= RC__NODE_WIDTH);
  for (uint32_t i = 0; i < count; i++) rc__node_read(from, first + i, 1, &parts[i]);
  if (is_to_left) {
    rc__node_splice(left, estimate, left->width, left->width, parts, count);
    rc__node_splice(right, estimate, 0, count, NULL, 0);
  } else {
    rc__node_splice(left, estimate, left->width - count, left->width, NULL, 0);
    rc__node_splice(right, estimate, 0, 0, parts, count);
  }
  rc__node_bake(parent, estimate);
  settle(parent);
  parent->count_shift = 0;
  parent->counts[at + 1] = parent->counts[at] + left->counts[left->width];
  parent->unmeasured[at + 1] = parent->unmeasured[at] + left->unmeasured[left->width];
  parent->ends[at + 1] = parent->ends[at] + rc__node_start(left, left->width);
  write_pivots(parent);
}

void rc__path_next(const rc__part *root, rc__path *path) {
  uint32_t level = 1;
  while (level < root->height && path->at[level] + 1 == path->nodes[level]->width) level++;
  path->at[level]++;
  for (; level > 1; level--) {
    path->nodes[level - 1] = path->nodes[level]->children[path->at[level]].node;
    path->at[level - 1] = 0;
  }
}

RC_WRAPS("in an empty tree the last item is 2^32 - 1, and the one after it 0 again")
RC__OPAQUE uint32_t rc__path_find(const rc__part *root, uint32_t index, rc__path *out_path) {
  rc__child child = root->child;
  const uint32_t is_past = index == root->count;
  index -= is_past;
  for (uint32_t level = root->height; level > 0; level--) {
    const rc__node *node = child.node;
    uint32_t at = rc__node_rank_of_item(node, index);
    out_path->nodes[level] = child.node;
    out_path->at[level] = at;
    if (level == 1) rc__node_prefetch_leaf(node, at);
    index -= node->counts[at];
    child = node->children[at];
  }
  return index + is_past;
}
