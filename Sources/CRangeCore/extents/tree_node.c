#include "tree_node.h"

#include "tree_slabs.h"

// == nodes ==

// Copies every eighth sum to the pivots.
static void write_pivots(rc__node *node) {
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) {
    const uint32_t end = RC__NODE_BLOCK * (i + 1);
    if (end < RC__NODE_WIDTH) node->count_pivots[i] = node->counts[end];
    node->blocks[i + 1] = node->starts[end];
  }
}

static inline uint32_t at_most_block(uint32_t count) {
  return count < RC__NODE_BLOCK ? count : RC__NODE_BLOCK;
}

// Adds to up to eight sums.
RC_WRAPS("the change of a block that has moved to the left is below 0, modulo 2^64")
static inline void add_to_block(uint64_t *sums, uint32_t used, uint64_t change) {
  used = at_most_block(used);
  for (uint32_t i = 0; i < used; i++) sums[i] += change;
}

// Makes the start of the node the origin of all blocks: then starts[j] are the ticks before child
// j, and children can move to other blocks.
RC_WRAPS("the change of a block that has moved to the left is below 0, modulo 2^64")
static void align_blocks(rc__node *node) {
  const uint32_t width = node->width;
  for (uint32_t first = RC__NODE_BLOCK; first <= width; first += RC__NODE_BLOCK) {
    const uint64_t change = node->blocks[first / RC__NODE_BLOCK] - node->starts[first];
    if (change != 0) add_to_block(&node->starts[first], width + 1 - first, change);
  }
}

// Writes children, and the sums after each.
static void write_children(rc__node *node, uint32_t first, const rc__subtree *subtrees,
                           uint32_t count) {
  const uint32_t estimate = node->baked;
  uint32_t items = node->counts[first], unmeasured = node->unmeasured[first];
  uint64_t end = node->starts[first];
  for (uint32_t i = 0; i < count; i++) {
    node->children[first + i] = subtrees[i].child;
    node->leaves |= (uint64_t)subtrees[i].is_leaf << (first + i);
    node->counts[first + i + 1] = items += subtrees[i].count;
    node->unmeasured[first + i + 1] = unmeasured += subtrees[i].unmeasured;
    node->starts[first + i + 1] = end += rc__subtree_length(&subtrees[i], estimate);
  }
}

// Makes the sums `from` ... `to` larger than any value.
static void write_unused(rc__node *node, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i <= to; i++) {
    node->counts[i] = UINT32_MAX;
    node->starts[i] = UINT64_MAX;
  }
}

// Sets count_shift to 0 if it does not hold for the children from `first` on, or for the one
// before, which may have been the last.
static void recheck_shift(rc__node *node, uint32_t first) {
  uint32_t i = first;
  while (i < node->width && node->counts[i] == i << node->count_shift) i++;
  if (i < node->width) node->count_shift = 0;
}

void rc__node_fill(rc__node *node, uint32_t estimate, const rc__subtree *subtrees, uint32_t count) {
  RC_ASSERT(count <= RC__NODE_WIDTH);
  node->width = (uint16_t)count;
  node->leaves = 0;
  node->baked = estimate;
  node->counts[0] = node->unmeasured[0] = 0;
  node->starts[0] = node->blocks[0] = 0;
  node->count_pivots[RC__NODE_BLOCK - 1] = UINT32_MAX;
  write_children(node, 0, subtrees, count);
  write_unused(node, count + 1, RC__NODE_WIDTH);
  write_pivots(node);
  // (Without children the count is the largest number, and the shift 0.)
  node->count_shift = (uint16_t)rc__lowest_bit(node->counts[1]);
  recheck_shift(node, 0);
}

RC_WRAPS("a smaller estimate is a change below 0, modulo 2^64; no sum becomes so")
void rc__node_rebake(rc__node *node, uint32_t estimate) {
  const uint64_t change = (uint64_t)estimate - node->baked;
  node->baked = estimate;
  if (node->unmeasured[node->width] == 0) return;
  align_blocks(node);
  for (uint32_t i = 1; i <= node->width; i++) node->starts[i] += node->unmeasured[i] * change;
  write_pivots(node);
}

// == adding to sums ==
//
// Always to whole blocks, in loops of a constant length: compilers vectorise these, and there is no
// branch to mispredict. What must not change is masked. To change only sums 3 and 4 of eight, for
// example, the mask read at [8 - 3] of the table below, 0 0 0 1 1 1 1 1, is taken without the one
// at [8 - 5], 0 0 0 0 0 1 1 1.

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0
#define ONES -1, -1, -1, -1, -1, -1, -1, -1
static const int32_t masks[2 * RC__NODE_BLOCK] = {ZEROS, ONES};
static const int64_t long_masks[2 * RC__NODE_BLOCK] = {ZEROS, ONES};

// Adds to the sums `from` ..< `to` of eight.
RC_WRAPS("what an edit takes away is below 0, modulo 2^64")
static inline void add_to_longs(uint64_t *sums, uint32_t from, uint32_t to, uint64_t change) {
  RC_ASSERT(from <= RC__NODE_BLOCK && to <= RC__NODE_BLOCK);
  const int64_t *mask = &long_masks[RC__NODE_BLOCK - from],
                *past = &long_masks[RC__NODE_BLOCK - to];
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) sums[i] += (uint64_t)(mask[i] & ~past[i]) & change;
}

RC_WRAPS("what an edit takes away is below 0, modulo 2^32")
static inline void add_to_naturals(uint32_t *sums, uint32_t from, uint32_t to, uint32_t change) {
  RC_ASSERT(from <= RC__NODE_BLOCK && to <= RC__NODE_BLOCK);
  const int32_t *mask = &masks[RC__NODE_BLOCK - from], *past = &masks[RC__NODE_BLOCK - to];
  for (uint32_t i = 0; i < RC__NODE_BLOCK; i++) sums[i] += (uint32_t)(mask[i] & ~past[i]) & change;
}

// Adds to the ticks of child `at`: to what is after it in its block, and to the blocks after that.
static inline void add_to_ticks(rc__node *node, uint32_t at, uint64_t change) {
  const uint32_t width = node->width, block = at / RC__NODE_BLOCK, first = RC__NODE_BLOCK * block;
  add_to_longs(&node->starts[first], at - first + 1, at_most_block(width - first + 1), change);
  add_to_longs(&node->blocks[1], block, width / RC__NODE_BLOCK, change);
}

// Adds to the counts after child `at`, and to their pivots, of which the last is not a sum.
static inline void add_to_counts(rc__node *node, uint32_t at, uint32_t change) {
  const uint32_t width = node->width;
  uint32_t from = at % RC__NODE_BLOCK;
  for (uint32_t first = at - from; first < width; first += RC__NODE_BLOCK, from = 0) {
    add_to_naturals(&node->counts[first + 1], from, at_most_block(width - first), change);
  }
  const uint32_t pivots = width < RC__NODE_WIDTH ? width / RC__NODE_BLOCK : RC__NODE_BLOCK - 1;
  add_to_naturals(node->count_pivots, at / RC__NODE_BLOCK, pivots, change);
}

// Adds to the numbers after child `at`.
RC_WRAPS("what an edit takes away is below 0, modulo 2^32")
static void add_to_unmeasured(rc__node *node, uint32_t at, uint32_t change) {
  for (uint32_t i = at + 1; i <= node->width; i++) node->unmeasured[i] += change;
}

static void add_to_items(rc__node *node, uint32_t at, const rc__delta *delta) {
  if (delta->count != 0) {
    if (at + 1u != node->width) node->count_shift = 0;
    add_to_counts(node, at, (uint32_t)delta->count);
  }
  if (delta->unmeasured != 0) add_to_unmeasured(node, at, (uint32_t)delta->unmeasured);
}

// Moves sums within an array, and adds to each, starting at the end that is not overwritten.

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

// The sums of some subtrees.
static rc__subtree sum_of(const rc__subtree *subtrees, uint32_t count) {
  rc__subtree sum = {.count = 0};
  for (uint32_t i = 0; i < count; i++) {
    sum.count += subtrees[i].count;
    sum.unmeasured += subtrees[i].unmeasured;
    sum.measured += subtrees[i].measured;
  }
  return sum;
}

RC_WRAPS("where more goes than comes, the change is below 0, modulo 2^32 and 2^64")
void rc__node_splice(rc__node *node, uint32_t estimate, const rc__splice *splice) {
  const uint32_t first = splice->first, last = splice->last, to = first + splice->count;
  const uint32_t tail = node->width - last, width = rc__spliced_width(node, splice);
  RC_ASSERT(width <= RC__NODE_WIDTH);
  rc__node_bake(node, estimate);
  align_blocks(node);
  const rc__subtree sum = sum_of(splice->with, splice->count);
  const uint32_t items = node->counts[first] + sum.count - node->counts[last];
  const uint32_t unmeasured = node->unmeasured[first] + sum.unmeasured - node->unmeasured[last];
  const uint64_t length =
      node->starts[first] + rc__subtree_length(&sum, estimate) - node->starts[last];
  move_counts(&node->counts[to + 1], &node->counts[last + 1], tail, items);
  move_longs(&node->starts[to + 1], &node->starts[last + 1], tail, length);
  move_counts(&node->unmeasured[to + 1], &node->unmeasured[last + 1], tail, unmeasured);
  rc__move_bytes(&node->children[to], &node->children[last], tail * sizeof *node->children);
  node->leaves = (node->leaves & rc__bits_below(first)) | rc__bits_moved(node->leaves, last, to);
  write_children(node, first, splice->with, splice->count);
  write_unused(node, width + 1, node->width);
  node->width = (uint16_t)width;
  write_pivots(node);
  recheck_shift(node, first);
}

void rc__node_split(rc__node *node, uint32_t at, rc__node *out_right) {
  const uint32_t count = node->width - at;
  RC_ASSERT(0 < at && at < node->width);
  align_blocks(node);
  rc__node_fill(out_right, node->baked, NULL, 0);
  const uint32_t items = node->counts[at], unmeasured = node->unmeasured[at];
  const uint64_t start = node->starts[at];
  for (uint32_t i = 1; i <= count; i++) {
    out_right->counts[i] = node->counts[at + i] - items;
    out_right->unmeasured[i] = node->unmeasured[at + i] - unmeasured;
    out_right->starts[i] = node->starts[at + i] - start;
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

void rc__node_move_border(rc__node *parent, uint32_t estimate, uint32_t at, uint32_t count) {
  rc__node *left = parent->children[at].node, *right = parent->children[at + 1].node;
  rc__subtree subtrees[RC__NODE_WIDTH];
  RC_ASSERT(count <= RC__NODE_WIDTH);
  for (uint32_t i = 0; i < count; i++) rc__node_read_part(right, i, &subtrees[i]);
  const rc__splice to_left = {left->width, left->width, count, subtrees};
  const rc__splice from_right = {0, count, 0, NULL};
  rc__node_splice(left, estimate, &to_left);
  rc__node_splice(right, estimate, &from_right);
  rc__node_bake(parent, estimate);
  align_blocks(parent);
  parent->count_shift = 0;
  parent->counts[at + 1] = parent->counts[at] + left->counts[left->width];
  parent->unmeasured[at + 1] = parent->unmeasured[at] + left->unmeasured[left->width];
  parent->starts[at + 1] = parent->starts[at] + rc__node_start(left, left->width);
  write_pivots(parent);
}

// == leaves and runs ==

rc__subtree rc__subtree_run(uint32_t slot, uint32_t count) {
  bool is_measured = slot != RC__UNMEASURED;
  return (rc__subtree){
      .child.slot = slot,
      .measured = is_measured ? (uint64_t)slot * count : 0,
      .count = count,
      .unmeasured = is_measured ? 0 : count,
  };
}

static bool are_alike(const uint32_t *slots, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (slots[i] != slots[0]) return false;
  }
  return true;
}

void rc__leaf_write_unused(rc__leaf *leaf, uint32_t count) {
  for (uint32_t i = count + 1; i <= RC__LEAF_WIDTH; i++) leaf->starts[i] = INT32_MAX;
}

uint64_t rc__slots_sum(const uint32_t *slots, uint32_t count) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += slots[i] == RC__UNMEASURED ? 0 : slots[i];
  return sum;
}

static rc__subtree leaf_write(rc__leaf *leaf, const uint32_t *slots, uint32_t count,
                              uint32_t estimate) {
  uint64_t unmeasured = 0, measured = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (slots[i] == RC__UNMEASURED)
      unmeasured |= (uint64_t)1 << i;
    else
      measured += slots[i];
  }
  RC_ASSERT(measured <= RC__LEAF_TICKS_MAX);
  const rc__subtree subtree = {
      .child.leaf = leaf,
      .measured = measured,
      .count = count,
      .unmeasured = rc__bit_count(unmeasured),
      .is_leaf = true,
  };
  leaf->unmeasured = unmeasured;
  leaf->baked = rc__subtree_length(&subtree, estimate) <= RC__LEAF_TICKS_MAX ? estimate : 0;
  uint32_t end = 0;
  leaf->starts[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    end += slots[i] == RC__UNMEASURED ? leaf->baked : slots[i];
    leaf->starts[i + 1] = (int32_t)end;
  }
  rc__leaf_write_unused(leaf, count);
  return subtree;
}

rc__subtree rc__subtree_from_slots(rc__tree *tree, const uint32_t *slots, uint32_t count) {
  RC_ASSERT(0 < count && count <= RC__LEAF_WIDTH);
  if (are_alike(slots, count)) return rc__subtree_run(slots[0], count);
  return leaf_write(rc__tree_take_leaf(tree), slots, count, tree->estimate);
}

void rc__subtree_read(const rc__subtree *subtree, uint32_t *out_slots) {
  const uint32_t count = subtree->count;
  if (!subtree->is_leaf) {
    for (uint32_t i = 0; i < count; i++) out_slots[i] = subtree->child.slot;
    return;
  }
  const rc__leaf *leaf = subtree->child.leaf;
  for (uint32_t i = 0; i < count; i++)
    out_slots[i] = (uint32_t)(leaf->starts[i + 1] - leaf->starts[i]);
  uint32_t *slot = out_slots;
  for (uint64_t bits = leaf->unmeasured; bits != 0; bits >>= 1, slot++) {
    if (bits & 1) *slot = RC__UNMEASURED;
  }
}

RC_WRAPS("a smaller estimate is a change below 0, modulo 2^32; no sum becomes so")
void rc__leaf_bake(rc__leaf *leaf, uint32_t count, uint32_t estimate) {
  uint64_t length = rc__leaf_start(leaf, count, estimate);
  uint32_t baked = length <= RC__LEAF_TICKS_MAX ? estimate : 0;
  if (baked == leaf->baked) return;
  uint64_t unmeasured = leaf->unmeasured;
  uint32_t change = baked - leaf->baked, sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (unmeasured >> i & 1) sum += change;
    leaf->starts[i + 1] = (int32_t)((uint32_t)leaf->starts[i + 1] + sum);
  }
  leaf->baked = baked;
}

// Writes the fresh items after `at`, where there is space for them.
RC_WRAPS("the fresh sums may have any origin, modulo 2^32")
static void write_fresh(rc__leaf *leaf, uint32_t at, const rc__fresh *fresh, uint32_t estimate) {
  uint32_t start = (uint32_t)leaf->starts[at];
  if (fresh->starts != NULL && leaf->baked == estimate) {
    rc__sums_copy(fresh->starts + 1, fresh->count, start - fresh->starts[0], &leaf->starts[at + 1]);
    return;
  }
  for (uint32_t i = 0; i < fresh->count; i++) {
    bool is_unmeasured = fresh->starts == NULL || (fresh->unmeasured >> i & 1) != 0;
    start += is_unmeasured ? leaf->baked : fresh->starts[i + 1] - fresh->starts[i];
    leaf->starts[at + i + 1] = (int32_t)start;
  }
}

void rc__leaf_replace(rc__leaf *leaf, uint32_t at, uint32_t after, uint32_t size, int64_t longer,
                      const rc__fresh *fresh, uint32_t estimate) {
  const uint32_t kept = size - after, to = at + fresh->count, width = to + kept;
  int32_t *starts = leaf->starts;
  RC_ASSERT(at <= after && after <= size && width <= RC__LEAF_WIDTH);
  if (to != after) rc__move_bytes(&starts[to + 1], &starts[after + 1], kept * sizeof *starts);
  for (uint32_t i = width + 1; i <= size; i++) starts[i] = INT32_MAX;
  rc__sums_copy(&starts[to + 1], kept, (uint32_t)longer, &starts[to + 1]);
  write_fresh(leaf, at, fresh, estimate);
}

rc__subtree rc__leaf_sum(const rc__leaf *leaf, uint32_t count) {
  uint32_t unmeasured = rc__bit_count(leaf->unmeasured & rc__bits_below(count));
  uint64_t measured = rc__leaf_start(leaf, count, 0);
  return (rc__subtree){.measured = measured, .count = count, .unmeasured = unmeasured};
}

static rc__subtree merge_into_leaf(rc__tree *tree, const rc__subtree *a, const rc__subtree *b) {
  uint32_t slots[RC__LEAF_WIDTH];
  rc__subtree_read(a, slots);
  rc__subtree_read(b, slots + a->count);
  if (a->is_leaf) rc__tree_give_leaf(tree, a->child.leaf);
  if (b->is_leaf) rc__tree_give_leaf(tree, b->child.leaf);
  return leaf_write(rc__tree_take_leaf(tree), slots, a->count + b->count, tree->estimate);
}

void rc__subtrees_merge(rc__tree *tree, rc__subtrees *subtrees, uint32_t at) {
  const rc__subtree *a = &subtrees->at[at], *b = a + 1;
  RC_ASSERT(rc__are_alike(a, b) || rc__fit_one_leaf(a, b));
  rc__subtree merged = rc__are_alike(a, b) ? rc__subtree_run(a->child.slot, a->count + b->count)
                                           : merge_into_leaf(tree, a, b);
  rc__subtrees_replace(subtrees, at, at + 2, &merged, 1);
}

void rc__subtrees_append_children(rc__subtrees *subtrees, const rc__subtree *whole) {
  const rc__node *node = whole->child.node;
  uint64_t before = 0;
  for (uint32_t i = 0; i < node->width; i++) {
    rc__subtree *subtree = rc__subtrees_next(subtrees);
    const uint64_t after = rc__node_measured_before(node, i + 1);
    subtree->child = node->children[i];
    subtree->measured = after - before;
    before = after;
    subtree->count = node->counts[i + 1] - node->counts[i];
    subtree->unmeasured = node->unmeasured[i + 1] - node->unmeasured[i];
    subtree->height = (uint8_t)(whole->height - 1);
    subtree->is_leaf = node->leaves >> i & 1;
  }
}

void rc__subtrees_replace(rc__subtrees *subtrees, uint32_t lower, uint32_t upper,
                          const rc__subtree *with, uint32_t count) {
  RC_ASSERT(subtrees->count - (upper - lower) + count <= RC__SUBTREES_MAX);
  rc__move_bytes(&subtrees->at[lower + count], &subtrees->at[upper],
                 (subtrees->count - upper) * sizeof(rc__subtree));
  rc__copy_bytes(&subtrees->at[lower], with, count * sizeof(rc__subtree));
  subtrees->count = subtrees->count - (upper - lower) + count;
}

// == paths ==

void rc__path_next(rc__path *path) {
  const uint32_t *counts = &path->nodes[1]->counts[path->at[1]];
  path->first += counts[1] - counts[0];
  uint32_t level = 1;
  while (path->at[level] + 1 == path->nodes[level]->width) level++;
  path->at[level]++;
  for (; level > 1; level--) {
    path->nodes[level - 1] = path->nodes[level]->children[path->at[level]].node;
    path->at[level - 1] = 0;
  }
}

RC_WRAPS("in an empty tree the last item is 2^32 - 1, and the one after it 0 again")
RC__OPAQUE uint32_t rc__path_find(const rc__subtree *root, uint32_t index, rc__path *out_path) {
  rc__child child = root->child;
  const uint32_t is_past = index == root->count;
  out_path->first = index;
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
  out_path->first -= index + is_past;
  return index + is_past;
}

RC_WRAPS("what an edit takes away is a change below 0, modulo 2^32 and 2^64")
void rc__path_add(rc__subtree *root, uint32_t estimate, const rc__path *path, uint32_t level,
                  const rc__delta *delta) {
  const uint64_t length = (uint64_t)(delta->measured + delta->unmeasured * (int64_t)estimate);
  for (; level <= root->height; level++) {
    rc__node *node = path->nodes[level];
    rc__node_bake(node, estimate);
    add_to_items(node, path->at[level], delta);
    add_to_ticks(node, path->at[level], length);
  }
  root->count += (uint32_t)delta->count;
  root->unmeasured += (uint32_t)delta->unmeasured;
  root->measured += (uint64_t)delta->measured;
}
