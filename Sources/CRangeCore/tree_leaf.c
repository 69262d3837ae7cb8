// Leaves and runs: reading, writing and merging them.

#include "tree_sums.h"

rc__part rc__part_run(uint32_t slot, uint32_t count) {
  bool is_measured = slot != RC__UNMEASURED;
  return (rc__part){
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

uint64_t rc__slots_sum(const uint32_t *slots, uint32_t count) {
  const rc__longs lower_half = {UINT32_MAX, UINT32_MAX};
  rc__longs sums = {0};
  uint32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    rc__ints four = rc__ints_at(&slots[i]);
    // −1 is RC__UNMEASURED.
    rc__longs measured = (rc__longs)(four & ~(four == -1));
    sums += (measured & lower_half) + (measured >> 32);
  }
  uint64_t sum = sums[0] + sums[1];
  for (; i < count; i++) sum += slots[i] == RC__UNMEASURED ? 0 : slots[i];
  return sum;
}

// 16 bits to every fourth place.
static uint64_t spread(uint64_t bits) {
  bits = (bits | bits << 24) & 0x000000ff000000ff;
  bits = (bits | bits << 12) & 0x000f000f000f000f;
  bits = (bits | bits << 6) & 0x0303030303030303;
  return (bits | bits << 3) & 0x1111111111111111;
}

static uint64_t unmeasured_bits(const uint32_t *slots, uint32_t count) {
  rc__ints found = {0}, bit = {1, 1, 1, 1};
  uint64_t bits = 0;
  uint32_t i = 0;
  // −1 is RC__UNMEASURED.
  for (; i + 4 <= count; i += 4, bit += bit) found |= (rc__ints_at(&slots[i]) == -1) & bit;
  for (; i < count; i++) bits |= (uint64_t)(slots[i] == RC__UNMEASURED) << i;
  rc__longs halves = (rc__longs)found;
  if ((halves[0] | halves[1]) == 0) return bits;
  for (uint32_t lane = 0; lane < 4; lane++) bits |= spread((uint64_t)found[lane]) << lane;
  return bits;
}

// Compiled twice: most leaves are all measured.
static inline void write_ends(rc__leaf *leaf, const uint32_t *slots, uint32_t count,
                              bool is_measured) {
  int32_t baked = (int32_t)leaf->baked;
  const rc__ints estimate = {baked, baked, baked, baked};
  rc__ints before = {0};
  uint32_t i = 0;
  leaf->ends[0] = 0;
  for (; i + 4 <= count; i += 4) {
    rc__ints four = rc__ints_at(&slots[i]), unmeasured = four == -1;
    if (!is_measured) four = (four & ~unmeasured) | (estimate & unmeasured);
    rc__ints ends = (rc__ints)rc__sums_of_four((rc__naturals)four) + before;
    *(rc__ints *)&leaf->ends[i + 1] = ends;
    before = __builtin_shufflevector(ends, ends, 3, 3, 3, 3);
  }
  uint32_t end = (uint32_t)before[0];
  for (; i < count; i++) {
    end += !is_measured && slots[i] == RC__UNMEASURED ? leaf->baked : slots[i];
    leaf->ends[i + 1] = (int32_t)end;
  }
}

void rc__leaf_write_unused(rc__leaf *leaf, uint32_t count) {
  uint32_t from = count + 1;
  const rc__ints four = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
  for (; from + 3 <= RC__LEAF_WIDTH; from += 4) *(rc__ints *)&leaf->ends[from] = four;
  for (; from <= RC__LEAF_WIDTH; from++) leaf->ends[from] = INT32_MAX;
}

static rc__part leaf_write(rc__leaf *leaf, const uint32_t *slots, uint32_t count,
                           uint32_t estimate) {
  rc__part part = {.child.leaf = leaf, .count = count, .is_leaf = true};
  leaf->baked = estimate;
  leaf->unmeasured = unmeasured_bits(slots, count);
  if (leaf->unmeasured == 0) {
    write_ends(leaf, slots, count, true);
    part.measured = (uint32_t)leaf->ends[count];
  } else {
    uint64_t measured = rc__slots_sum(slots, count);
    uint64_t estimated = rc__bit_count(leaf->unmeasured);
    if (measured + estimated * estimate > RC__LEAF_TICKS_MAX) leaf->baked = 0;
    write_ends(leaf, slots, count, false);
    part.measured = measured;
    part.unmeasured = (uint32_t)estimated;
  }
  RC_ASSERT(part.measured <= RC__LEAF_TICKS_MAX);
  rc__leaf_write_unused(leaf, count);
  return part;
}

rc__part rc__part_from_slots(rc__tree *tree, const uint32_t *slots, uint32_t count) {
  if (are_alike(slots, count)) return rc__part_run(slots[0], count);
  return leaf_write(rc__tree_take_leaf(tree), slots, count, tree->estimate);
}

static void leaf_read(const rc__leaf *leaf, uint32_t from, uint32_t count, uint32_t *out_slots) {
  const int32_t *ends = leaf->ends + from;
  uint32_t at = 0;
  for (; at + 4 <= count; at += 4) {
    *(rc__ints *)&out_slots[at] = rc__ints_at(&ends[at + 1]) - rc__ints_at(&ends[at]);
  }
  for (; at < count; at++) out_slots[at] = (uint32_t)(ends[at + 1] - ends[at]);
  if (leaf->unmeasured == 0) return;
  for (uint32_t i = 0; i < count; i++) {
    if (leaf->unmeasured >> (from + i) & 1) out_slots[i] = RC__UNMEASURED;
  }
}

void rc__part_read(const rc__part *part, uint32_t from, uint32_t count, uint32_t *out_slots) {
  if (part->is_leaf) {
    leaf_read(part->child.leaf, from, count, out_slots);
    return;
  }
  for (uint32_t i = 0; i < count; i++) out_slots[i] = part->child.slot;
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
    leaf->ends[i + 1] = (int32_t)((uint32_t)leaf->ends[i + 1] + sum);
  }
  leaf->baked = baked;
}

rc__part rc__leaf_sum(const rc__leaf *leaf, uint32_t count) {
  uint32_t unmeasured = rc__bit_count(leaf->unmeasured & rc__bits_below(count));
  uint64_t measured = rc__leaf_start(leaf, count, 0);
  return (rc__part){.measured = measured, .count = count, .unmeasured = unmeasured};
}

static rc__part merge_into_leaf(rc__tree *tree, const rc__part *a, const rc__part *b) {
  uint32_t slots[RC__LEAF_WIDTH];
  rc__part_read(a, 0, a->count, slots);
  rc__part_read(b, 0, b->count, slots + a->count);
  if (a->is_leaf) rc__tree_give_leaf(tree, a->child.leaf);
  if (b->is_leaf) rc__tree_give_leaf(tree, b->child.leaf);
  return leaf_write(rc__tree_take_leaf(tree), slots, a->count + b->count, tree->estimate);
}

void rc__parts_merge(rc__tree *tree, rc__parts *parts, uint32_t at) {
  const rc__part *a = &parts->at[at], *b = a + 1;
  rc__part merged = rc__parts_are_alike(a, b) ? rc__part_run(a->child.slot, a->count + b->count)
                                              : merge_into_leaf(tree, a, b);
  rc__parts_replace(parts, at, at + 2, &merged, 1);
}

void rc__parts_append_children(rc__parts *parts, const rc__part *whole) {
  const rc__node *node = whole->child.node;
  RC_ASSERT(parts->count + node->width <= RC__PARTS_MAX);
  rc__part *part = &parts->at[parts->count];
  uint64_t before = 0;
  for (uint32_t i = 0; i < node->width; i++, part++) {
    const uint64_t after = rc__node_measured_before(node, i + 1);
    part->child = node->children[i];
    part->measured = after - before;
    before = after;
    part->count = node->counts[i + 1] - node->counts[i];
    part->unmeasured = node->unmeasured[i + 1] - node->unmeasured[i];
    part->height = (uint8_t)(whole->height - 1);
    part->is_leaf = node->leaves >> i & 1;
  }
  parts->count += node->width;
}

void rc__parts_replace(rc__parts *parts, uint32_t lower, uint32_t upper, const rc__part *with,
                       uint32_t count) {
  RC_ASSERT(parts->count - (upper - lower) + count <= RC__PARTS_MAX);
  rc__move_bytes(&parts->at[lower + count], &parts->at[upper],
                 (parts->count - upper) * sizeof(rc__part));
  rc__copy_bytes(&parts->at[lower], with, count * sizeof(rc__part));
  parts->count = parts->count - (upper - lower) + count;
}
