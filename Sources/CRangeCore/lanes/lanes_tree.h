// Blocks, nodes, and trees of them: sums, paths, splits and joins.

#ifndef RC_LANES_TREE_H
#define RC_LANES_TREE_H

#include "lanes.h"

// == memory ==

/// Ensures spare nodes and blocks; false if out of memory.
bool rc__lanes_reserve(rc_lanes *lanes, uint32_t nodes, uint32_t blocks);
/// Frees what is spare.
void rc__lanes_trim(rc_lanes *lanes);

/// A block for so many items, without indents; NULL if out of memory and there is no spare one.
rc__lanes_block *rc__block_take(rc_lanes *lanes, uint32_t count);
void rc__block_give(rc_lanes *lanes, rc__lanes_block *block);

/// The same block in less memory, if it is far larger than so many items, and the allocator agrees.
rc__lanes_block *rc__block_fitted(rc_lanes *lanes, rc__lanes_block *block, uint32_t count);

/// Frees all of a tree, and takes it out of `fixed`.
void rc__lanes_drop(rc_lanes *lanes, const rc__lanes_tree *tree);

// == leaves ==

void rc__run_make(const rc_lanes *lanes, uint32_t count, rc__lanes_tree *out_tree);

/// A tree of a block, or of the run that it is.
void rc__leaf_make(rc_lanes *lanes, rc__lanes_block *block, uint32_t count,
                   rc__lanes_tree *out_tree);

/// Sums up a block into a part and a map.
void rc__block_sum(const rc_lanes *lanes, rc__lanes_block *block, uint32_t count,
                   rc__lanes_part *out_part, int64_t *out_map);

/// What an item's step is if it is a leveller.
int64_t rc__lanes_step(const rc_lanes *lanes, uint8_t code, uint32_t slot);

/// Moves the front on by an item, and returns where it starts.
static RC_INLINED int64_t rc__front_pass(const rc_lanes *lanes, uint8_t code, uint32_t slot,
                                         int64_t *front) {
  const uint32_t kind = rc__lanes_kind(code);
  if (kind < RC__CODE_LANELESS) {
    const int64_t start = front[kind];
    front[kind] = start + slot;
    return start;
  }
  const int64_t start = rc__front_most(lanes->k, front);
  const int64_t end = start + rc__lanes_step(lanes, code, slot);
  for (uint32_t i = 0; i < lanes->k; i++) front[i] = end;
  return start;
}

/// Moves the front on by the first items of a leaf, with the indents if there are any.
void rc__leaf_pass(const rc_lanes *lanes, const rc__lanes_part *leaf, uint32_t count,
                   int64_t *front);

// == maps ==

/// Where a lane ends after a part.
static RC_INLINED int64_t rc__lanes_end_after(const rc_lanes *lanes, const rc__lanes_part *part,
                                              const int64_t *map, const int64_t *front,
                                              uint32_t lane) {
  if ((part->flags & RC__PART_LEVELS) == 0) return front[lane] + map[lane];
  const uint32_t k = lanes->k;
  int64_t most = front[0] + map[k];
  for (uint32_t i = 1; i < k; i++) {
    const int64_t end = front[i] + map[k + i];
    most = end > most ? end : most;
  }
  return most + rc__lanes_guessed(lanes, part) + map[lane];
}

/// Moves the front on by a part.
static RC_INLINED void rc__front_pass_part(const rc_lanes *lanes, const rc__lanes_part *part,
                                           const int64_t *map, int64_t *front) {
  const uint32_t k = lanes->k;
  if ((part->flags & RC__PART_LEVELS) == 0) {
    for (uint32_t i = 0; i < k; i++) front[i] += map[i];
    return;
  }
  const int64_t level = rc__lanes_end_after(lanes, part, map, front, 0) - map[0];
  for (uint32_t i = 0; i < k; i++) front[i] = level + map[i];
}

// == paths ==

/// The way to a leaf. It has the number of the leaf's first item.
typedef struct rc__lanes_path {
  uint32_t first;
  uint32_t depth;
  rc__lanes_node *nodes[RC__LANES_HEIGHT_MAX];
  uint8_t sides[RC__LANES_HEIGHT_MAX];
} rc__lanes_path;

/// Finds the leaf that holds an item, the last one for `index` = count, and returns which of its
/// items that is. Not in an empty tree.
uint32_t rc__lanes_find(const rc__lanes_tree *tree, uint32_t index, rc__lanes_path *out_path);

/// Finds the leaf of an item, as `rc__lanes_find`, and the front before the leaf.
uint32_t rc__lanes_find_front(const rc_lanes *lanes, uint32_t index, rc__lanes_path *out_path,
                              int64_t *out_front);

/// Moves to the next leaf, or the one before; false if there is none.
bool rc__lanes_path_move(rc__lanes_path *path, uint32_t side);

/// The leaf of a path of the root.
static inline const rc__lanes_part *rc__lanes_leaf(const rc_lanes *lanes,
                                                   const rc__lanes_path *path) {
  if (path->depth == 0) return &lanes->root.part;
  return &path->nodes[path->depth - 1]->parts[path->sides[path->depth - 1]];
}

/// Before an item of a block is changed: fetches all that will be read, which is in a list of 10^6
/// items far from the processor, at once instead of one after the other.
void rc__lanes_prefetch(const rc_lanes *lanes, const rc__lanes_path *path, uint32_t at);

/// Sums up the block of a path of the root, of which so many items are left, and all above it.
void rc__lanes_sum_again(rc_lanes *lanes, const rc__lanes_path *path, rc__lanes_block *block,
                         uint32_t count);

/// Puts two blocks in the place of one at a path of the root. One node is spare.
void rc__lanes_halve(rc_lanes *lanes, const rc__lanes_path *path, rc__lanes_block *left,
                     uint32_t left_count, rc__lanes_block *right, uint32_t right_count);

/// Makes the run of a path of the root longer, or shorter.
void rc__lanes_set_run(rc_lanes *lanes, const rc__lanes_path *path, uint32_t count);

/// Adds to all sums after an item of a lane, in a leaf without levellers, has become longer.
void rc__lanes_add(rc_lanes *lanes, const rc__lanes_path *path, uint32_t lane, int64_t longer);

// == trees ==

// A tree has one node less than leaves. So a split needs no node, and a join needs one. A join may
// need one block, for two leaves that become one.

/// How many blocks a split may need: for a leaf that is cut in two, and two joins.
#define RC__SPLIT_BLOCKS 3

/// Whether two neighbours must be one leaf.
static inline bool rc__lanes_are_one(const rc__lanes_part *a, const rc__lanes_part *b) {
  if ((b->flags & RC__PART_INDENTED) != 0 || a->height != 0 || b->height != 0) return false;
  if (a->child.block == NULL && b->child.block == NULL) return true;
  return (uint64_t)a->count + b->count <= RC__BLOCK_WIDTH;
}

/// Sums up a node, for what is above it.
void rc__lanes_node_sum(const rc_lanes *lanes, rc__lanes_node *node, rc__lanes_part *out_part,
                        int64_t *out_map);

/// Joins two trees, either of which may be empty. They are consumed.
void rc__lanes_join(rc_lanes *lanes, const rc__lanes_tree *left, const rc__lanes_tree *right,
                    rc__lanes_tree *out_tree);

/// Splits a tree before an item. It is consumed.
void rc__lanes_split(rc_lanes *lanes, const rc__lanes_tree *tree, uint32_t index,
                     rc__lanes_tree *out_left, rc__lanes_tree *out_right);

/// Takes the first leaf, or the last one (side 1), off a tree, which is not empty.
void rc__lanes_take_leaf(rc_lanes *lanes, const rc__lanes_tree *tree, uint32_t side,
                         rc__lanes_tree *out_leaf, rc__lanes_tree *out_rest);

#endif
