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

void rc__leaf_write_unused(rc__leaf *leaf, uint32_t count) {
  for (uint32_t i = count + 1; i <= RC__LEAF_WIDTH; i++) leaf->ends[i] = INT32_MAX;
}

uint64_t rc__slots_sum(const uint32_t *slots, uint32_t count) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += slots[i] == RC__UNMEASURED ? 0 : slots[i];
  return sum;
}

static rc__part leaf_write(rc__leaf *leaf, const uint32_t *slots, uint32_t count,
                           uint32_t estimate) {
  uint64_t unmeasured = 0, measured = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (slots[i] == RC__UNMEASURED)
      unmeasured |= (uint64_t)1 << i;
    else
      measured += slots[i];
  }
  RC_ASSERT(measured <= RC__LEAF_TICKS_MAX);
  const rc__part part = {
      .child.leaf = leaf,
      .measured = measured,
      .count = count,
      .unmeasured = rc__bit_count(unmeasured),
      .is_leaf = true,
  };
  leaf->unmeasured = unmeasured;
  leaf->baked = rc__part_length(&part, estimate) <= RC__LEAF_TICKS_MAX ? estimate : 0;
  uint32_t end = 0;
  leaf->ends[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    end += slots[i] == RC__UNMEASURED ? leaf->baked : slots[i];
    leaf->ends[i + 1] = (int32_t)end;
  }
  rc__leaf_write_unused(leaf, count);
  return part;
}

rc__part rc__part_from_slots(rc__tree *tree, const uint32_t *slots, uint32_t count) {
  if (are_alike(slots, count)) return rc__part_run(slots[0], count);
  return leaf_write(rc__tree_take_leaf(tree), slots, count, tree->estimate);
}

void rc__part_read(const rc__part *part, uint32_t *out_slots) {
  const uint32_t count = part->count;
  if (!part->is_leaf) {
    for (uint32_t i = 0; i < count; i++) out_slots[i] = part->child.slot;
    return;
  }
  const rc__leaf *leaf = part->child.leaf;
  for (uint32_t i = 0; i < count; i++) out_slots[i] = (uint32_t)(leaf->ends[i + 1] - leaf->ends[i]);
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
  rc__part_read(a, slots);
  rc__part_read(b, slots + a->count);
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
  uint64_t before = 0;
  for (uint32_t i = 0; i < node->width; i++) {
    rc__part *part = rc__parts_next(parts);
    const uint64_t after = rc__node_measured_before(node, i + 1);
    part->child = node->children[i];
    part->measured = after - before;
    before = after;
    part->count = node->counts[i + 1] - node->counts[i];
    part->unmeasured = node->unmeasured[i + 1] - node->unmeasured[i];
    part->height = (uint8_t)(whole->height - 1);
    part->is_leaf = node->leaves >> i & 1;
  }
}

void rc__parts_replace(rc__parts *parts, uint32_t lower, uint32_t upper, const rc__part *with,
                       uint32_t count) {
  RC_ASSERT(parts->count - (upper - lower) + count <= RC__PARTS_MAX);
  rc__move_bytes(&parts->at[lower + count], &parts->at[upper],
                 (parts->count - upper) * sizeof(rc__part));
  rc__copy_bytes(&parts->at[lower], with, count * sizeof(rc__part));
  parts->count = parts->count - (upper - lower) + count;
}
