// Building a tree from the left at the speed of memory: full leaves under full nodes.

#include "tree.h"

void rc__builder_begin(rc__builder *builder, rc__tree *tree) {
  builder->tree = tree;
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
  bool may_be_alike = !last->is_leaf && !part->is_leaf;
  if (!may_be_alike && !rc__parts_fit_one_leaf(last, part)) return false;
  rc__parts pair;
  pair.count = 2;
  pair.at[0] = *last;
  pair.at[1] = *part;
  if (!rc__parts_mend(builder->tree, &pair, 0)) return false;
  *last = pair.at[0];
  return true;
}

// Reserves the leaves and the nodes for so many parts, which may fill a level but once.
static bool reserve(rc__builder *builder, uint32_t parts, uint32_t leaves) {
  uint32_t nodes = 0;
  if (builder->counts[0] + parts > RC__NODE_WIDTH) {
    for (nodes = 1; builder->counts[nodes] == RC__NODE_WIDTH; nodes++) continue;
  }
  if (rc__tree_reserve(builder->tree, nodes, leaves)) return true;
  rc__builder_give_up(builder);
  return false;
}

// Puts nodes in place of full levels, below the lowest that has room for one.
static void gather(rc__builder *builder) {
  uint32_t level = 1;
  while (builder->counts[level] == RC__NODE_WIDTH) level++;
  for (; level > 0; level--) {
    rc__node *node = rc__tree_take_node(builder->tree);
    rc__node_fill(node, builder->waiting[level - 1], RC__NODE_WIDTH);
    builder->waiting[level][builder->counts[level]++] = rc__node_sum(node, level);
    builder->counts[level - 1] = 0;
  }
}

static void push(rc__builder *builder, const rc__part *part) {
  if (builder->counts[0] == RC__NODE_WIDTH) gather(builder);
  builder->waiting[0][builder->counts[0]++] = *part;
}

static bool append_part(rc__builder *builder, const uint32_t *slots, uint32_t count) {
  // One leaf to write and one to merge.
  if (!reserve(builder, 1, 2)) return false;
  rc__part part = rc__part_from_slots(builder->tree, slots, count);
  if (!merge_with_last(builder, &part)) push(builder, &part);
  return true;
}

bool rc__builder_take_leaves(rc__builder *builder, rc__leaf **out_leaves, uint32_t count) {
  if (!reserve(builder, count, count)) return false;
  for (uint32_t i = 0; i < count; i++) out_leaves[i] = rc__tree_take_leaf(builder->tree);
  return true;
}

void rc__builder_return_leaf(rc__builder *builder, rc__leaf *leaf) {
  rc__tree_give_leaf(builder->tree, leaf);
}

static bool is_run(const rc__leaf *leaf) {
  int32_t slot = leaf->ends[1];
  for (uint32_t i = 1; i < RC__LEAF_WIDTH; i++) {
    if (leaf->ends[i + 1] - leaf->ends[i] != slot) return false;
  }
  return true;
}

void rc__builder_append_leaf(rc__builder *builder, rc__leaf *leaf) {
  if (is_run(leaf)) {
    rc__part run = rc__part_run((uint32_t)leaf->ends[1], RC__LEAF_WIDTH);
    rc__tree_give_leaf(builder->tree, leaf);
    if (!merge_with_last(builder, &run)) push(builder, &run);
    return;
  }
  leaf->unmeasured = 0;
  leaf->baked = builder->tree->estimate;
  rc__part part = {
      .child.leaf = leaf,
      .measured = leaf->ends[RC__LEAF_WIDTH],
      .count = RC__LEAF_WIDTH,
      .is_leaf = true,
  };
  push(builder, &part);
}

bool rc__builder_append(rc__builder *builder, const uint32_t *slots, uint32_t count) {
  if (rc__slots_sum(slots, count) <= RC__LEAF_TICKS_MAX) return append_part(builder, slots, count);
  uint32_t from = 0;
  uint64_t measured = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t slot = slots[i] == RC__UNMEASURED ? 0 : slots[i];
    if (measured + slot > RC__LEAF_TICKS_MAX && i > from) {
      if (!append_part(builder, slots + from, i - from)) return false;
      from = i;
      measured = 0;
    }
    measured += slot;
  }
  return from == count || append_part(builder, slots + from, count - from);
}

bool rc__builder_finish(rc__builder *builder, rc__part *out_part) {
  uint32_t levels = RC__HEIGHT_MAX + 1;
  while (levels > 0 && builder->counts[levels - 1] == 0) levels--;
  if (!rc__tree_reserve(builder->tree, 4 * levels + 4, RC__JOIN_LEAVES)) {
    rc__builder_give_up(builder);
    return false;
  }
  rc__part built = {0};
  for (uint32_t level = 0; level < levels; level++) {
    rc__parts parts;
    parts.count = builder->counts[level];
    rc__copy_bytes(parts.at, builder->waiting[level], parts.count * sizeof(rc__part));
    built = rc__tree_join(builder->tree, rc__tree_of(builder->tree, &parts), built);
  }
  *out_part = built;
  return true;
}
