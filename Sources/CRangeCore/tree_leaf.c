// Leaves and runs: reading, writing and merging them.

#include "tree.h"

rc__part rc__part_run(uint32_t slot, uint32_t count) {
  bool is_measured = slot != RC__UNMEASURED;
  return (rc__part){
      .child.slot = slot,
      .measured = is_measured ? (double)slot * (double)count : 0,
      .count = count,
      .unmeasured = is_measured ? 0 : count,
  };
}

static bool are_alike(const uint32_t *slots, uint32_t count) {
  uint32_t difference = 0;
  for (uint32_t i = 1; i < count; i++) difference |= slots[i] ^ slots[0];
  return difference == 0;
}

uint64_t rc__slots_sum(const uint32_t *slots, uint32_t count) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += slots[i] == RC__UNMEASURED ? 0 : slots[i];
  return sum;
}

static uint64_t unmeasured_bits(const uint32_t *slots, uint32_t count) {
  uint32_t any = 0;
  for (uint32_t i = 0; i < count; i++) any |= slots[i] == RC__UNMEASURED;
  uint64_t bits = 0;
  if (!any) return bits;
  for (uint32_t i = 0; i < count; i++) bits |= (uint64_t)(slots[i] == RC__UNMEASURED) << i;
  return bits;
}

static void write_ends(rc__leaf *leaf, const uint32_t *slots, uint32_t count) {
  uint32_t end = 0;
  leaf->ends[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    end += slots[i];
    leaf->ends[i + 1] = (int32_t)end;
  }
}

static void write_ends_estimated(rc__leaf *leaf, const uint32_t *slots, uint32_t count) {
  uint32_t end = 0;
  leaf->ends[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    end += slots[i] == RC__UNMEASURED ? leaf->baked : slots[i];
    leaf->ends[i + 1] = (int32_t)end;
  }
}

rc__part rc__leaf_write(rc__leaf *leaf, const uint32_t *slots, uint32_t count, uint32_t estimate) {
  rc__part part = {.child.leaf = leaf, .count = count, .is_leaf = true};
  leaf->baked = estimate;
  leaf->unmeasured = unmeasured_bits(slots, count);
  if (leaf->unmeasured == 0) {
    write_ends(leaf, slots, count);
    part.measured = leaf->ends[count];
  } else {
    uint64_t measured = rc__slots_sum(slots, count);
    uint64_t estimated = rc__bit_count(leaf->unmeasured);
    if (measured + estimated * estimate > RC__LEAF_TICKS_MAX) leaf->baked = 0;
    write_ends_estimated(leaf, slots, count);
    part.measured = (double)measured;
    part.unmeasured = (uint32_t)estimated;
  }
  RC_ASSERT(part.measured >= 0 && part.measured <= RC__LEAF_TICKS_MAX);
  for (uint32_t i = count + 1; i <= RC__LEAF_WIDTH; i++) leaf->ends[i] = INT32_MAX;
  return part;
}

rc__part rc__part_from_slots(rc__tree *tree, const uint32_t *slots, uint32_t count) {
  if (count == 0) return (rc__part){0};
  if (are_alike(slots, count)) return rc__part_run(slots[0], count);
  return rc__leaf_write(rc__tree_take_leaf(tree), slots, count, tree->estimate);
}

void rc__part_read(const rc__part *part, uint32_t from, uint32_t count, uint32_t *out_slots) {
  if (!part->is_leaf) {
    for (uint32_t i = 0; i < count; i++) out_slots[i] = part->child.slot;
    return;
  }
  const rc__leaf *leaf = part->child.leaf;
  const int32_t *ends = leaf->ends + from;
  for (uint32_t i = 0; i < count; i++) out_slots[i] = (uint32_t)(ends[i + 1] - ends[i]);
  if (leaf->unmeasured == 0) return;
  for (uint32_t i = 0; i < count; i++) {
    if (leaf->unmeasured >> (from + i) & 1) out_slots[i] = RC__UNMEASURED;
  }
}

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
  uint64_t before = count < RC__LEAF_WIDTH ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
  uint32_t unmeasured = rc__bit_count(leaf->unmeasured & before);
  uint64_t measured = rc__leaf_start(leaf, count, 0);
  return (rc__part){.measured = (double)measured, .count = count, .unmeasured = unmeasured};
}

static rc__part merge_into_leaf(rc__tree *tree, const rc__part *a, const rc__part *b) {
  uint32_t slots[RC__LEAF_WIDTH];
  rc__part_read(a, 0, a->count, slots);
  rc__part_read(b, 0, b->count, slots + a->count);
  if (a->is_leaf) rc__tree_give_leaf(tree, a->child.leaf);
  if (b->is_leaf) rc__tree_give_leaf(tree, b->child.leaf);
  return rc__leaf_write(rc__tree_take_leaf(tree), slots, a->count + b->count, tree->estimate);
}

bool rc__parts_mend(rc__tree *tree, rc__parts *parts, uint32_t at) {
  if (at + 1 >= parts->count) return false;
  const rc__part *a = &parts->at[at], *b = &parts->at[at + 1];
  rc__part merged;
  if (!a->is_leaf && !b->is_leaf && a->child.slot == b->child.slot) {
    merged = rc__part_run(a->child.slot, a->count + b->count);
  } else if (rc__parts_fit_one_leaf(a, b)) {
    merged = merge_into_leaf(tree, a, b);
  } else {
    return false;
  }
  rc__parts_replace(parts, at, at + 2, &merged, 1);
  return true;
}

void rc__parts_append(rc__parts *parts, rc__part part) {
  RC_ASSERT(parts->count < RC__PARTS_MAX);
  parts->at[parts->count++] = part;
}

void rc__parts_append_children(rc__parts *parts, const rc__part *node) {
  for (uint32_t i = 0; i < node->child.node->width; i++) {
    rc__parts_append(parts, rc__node_part(node->child.node, i, node->height));
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
