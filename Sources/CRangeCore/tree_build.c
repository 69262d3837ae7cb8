// Building a tree from the left at the speed of memory: full leaves under full nodes.

#include "tree_edit.h"
#include "tree_slabs.h"
#include "tree_sums.h"

void rc__builder_begin(rc__builder *builder, rc__tree *tree, uint32_t count) {
  builder->tree = tree;
  builder->to_come = count;
  rc__zero_bytes(builder->counts, sizeof builder->counts);
}

void rc__builder_give_up(rc__builder *builder) {
  for (uint32_t level = 0; level <= RC__HEIGHT_MAX; level++) {
    for (uint32_t i = 0; i < builder->counts[level]; i++) {
      rc__tree_drop(builder->tree, builder->waiting[level][i]);
    }
  }
  rc__tree_trim(builder->tree);
}

// Merges a part with the last one; that may take no spare leaf but one.
static bool merge_with_last(rc__builder *builder, const rc__part *part) {
  if (builder->counts[0] == 0) return false;
  rc__part *last = &builder->waiting[0][builder->counts[0] - 1];
  if (!rc__parts_fit_one_leaf(last, part) && !rc__parts_are_alike(last, part)) return false;
  rc__parts pair;
  pair.count = 2;
  pair.at[0] = *last;
  pair.at[1] = *part;
  rc__parts_merge(builder->tree, &pair, 0);
  *last = pair.at[0];
  return true;
}

// How many nodes so many parts need, which may fill a level but once.
static uint32_t nodes_for(const rc__builder *builder, uint32_t parts) {
  if (builder->counts[0] + parts <= RC__NODE_WIDTH) return 0;
  uint32_t nodes = 1;
  while (builder->counts[nodes] == RC__NODE_WIDTH) nodes++;
  return nodes;
}

// Puts nodes in place of full levels, below the lowest that has room for one.
static void gather_waiting(rc__builder *builder) {
  uint32_t level = 1;
  while (builder->counts[level] == RC__NODE_WIDTH) level++;
  for (; level > 0; level--) {
    rc__node *node = rc__tree_take_node(builder->tree);
    rc__node_fill(node, builder->tree->estimate, builder->waiting[level - 1], RC__NODE_WIDTH);
    builder->waiting[level][builder->counts[level]++] = rc__node_sum(node, level);
    builder->counts[level - 1] = 0;
  }
}

// Where the next part goes.
static inline rc__part *next_part(rc__builder *builder) {
  if (builder->counts[0] == RC__NODE_WIDTH) gather_waiting(builder);
  return &builder->waiting[0][builder->counts[0]++];
}

static void append_or_merge(rc__builder *builder, const rc__part *part) {
  if (!merge_with_last(builder, part)) *next_part(builder) = *part;
}

static bool append_part(rc__builder *builder, const uint32_t *slots, uint32_t count) {
  // One leaf to write and one to merge.
  if (!rc__tree_reserve(builder->tree, nodes_for(builder, 1), 2)) {
    rc__builder_give_up(builder);
    return false;
  }
  rc__part part = rc__part_from_slots(builder->tree, slots, count);
  append_or_merge(builder, &part);
  builder->to_come -= count;
  return true;
}

bool rc__builder_take_leaves(rc__builder *builder, rc__leaf *out_leaves[RC__BUILDER_LEAVES]) {
  // Full leaves, one for the rest, and what the end needs.
  uint32_t expected = builder->to_come / RC__LEAF_WIDTH + 1 + RC__JOIN_LEAVES;
  uint32_t nodes = nodes_for(builder, RC__BUILDER_LEAVES);
  if ((nodes == 0 || rc__tree_reserve(builder->tree, nodes, 0)) &&
      rc__slabs_take(builder->tree, out_leaves, RC__BUILDER_LEAVES, expected)) {
    return true;
  }
  rc__builder_give_up(builder);
  return false;
}

void rc__builder_return_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]) {
  for (uint32_t i = 0; i < RC__BUILDER_LEAVES; i++) rc__tree_give_leaf(builder->tree, leaves[i]);
}

static void append_run(rc__builder *builder, rc__leaf *leaf) {
  rc__part run = rc__part_run((uint32_t)leaf->ends[1], RC__LEAF_WIDTH);
  rc__tree_give_leaf(builder->tree, leaf);
  append_or_merge(builder, &run);
}

void rc__builder_append_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]) {
  for (uint32_t i = 0; i < RC__BUILDER_LEAVES; i++) {
    rc__leaf *leaf = leaves[i];
    if (rc__sums_are_alike(leaf->ends, RC__LEAF_WIDTH)) {
      append_run(builder, leaf);
      continue;
    }
    leaf->unmeasured = 0;
    leaf->baked = builder->tree->estimate;
    *next_part(builder) = (rc__part){
        .child.leaf = leaf,
        .measured = (uint32_t)leaf->ends[RC__LEAF_WIDTH],
        .count = RC__LEAF_WIDTH,
        .is_leaf = true,
    };
  }
  builder->to_come -= RC__BUILDER_LEAVES * RC__LEAF_WIDTH;
}

bool rc__builder_append(rc__builder *builder, const uint32_t *slots, uint32_t count) {
  if (rc__slots_sum(slots, count) <= RC__LEAF_TICKS_MAX) return append_part(builder, slots, count);
  // Those of one leaf are never so long: all of these are measured.
  uint32_t from = 0;
  uint64_t measured = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (measured + slots[i] > RC__LEAF_TICKS_MAX && i > from) {
      if (!append_part(builder, slots + from, i - from)) return false;
      from = i;
      measured = 0;
    }
    measured += slots[i];
  }
  return append_part(builder, slots + from, count - from);
}

bool rc__builder_finish(rc__builder *builder, rc__part *out_part) {
  uint32_t levels = RC__HEIGHT_MAX + 1;
  while (builder->counts[levels - 1] == 0) levels--;
  if (!rc__tree_reserve(builder->tree, 4 * levels + 4, RC__JOIN_LEAVES)) {
    rc__builder_give_up(builder);
    return false;
  }
  rc__part built = {.count = 0};
  for (uint32_t level = 0; level < levels; level++) {
    rc__parts parts;
    parts.count = builder->counts[level];
    rc__copy_bytes(parts.at, builder->waiting[level], parts.count * sizeof(rc__part));
    built = rc__tree_join(builder->tree, rc__tree_of(builder->tree, &parts), built);
  }
  *out_part = built;
  return true;
}
