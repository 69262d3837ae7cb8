// Single nodes and leaves, lists of subtrees, and the paths that lead to them.

#ifndef RC_TREE_NODE_H
#define RC_TREE_NODE_H

#include "tree_sums.h"

// == nodes ==

/// Makes a node of up to 64 children.
void rc__node_fill(rc__node *node, uint32_t estimate, const rc__subtree *subtrees, uint32_t count);

/// Replaces the children `first` ..< `last` of a node with `count` subtrees.
typedef struct rc__splice {
  uint32_t first, last, count;
  const rc__subtree *with;
} rc__splice;

/// How many children a node has after a splice.
static inline uint32_t rc__spliced_width(const rc__node *node, const rc__splice *splice) {
  RC_ASSERT(splice->first <= splice->last && splice->last <= node->width);
  return node->width - (splice->last - splice->first) + splice->count;
}

/// Replaces children; they must fit.
void rc__node_splice(rc__node *node, uint32_t estimate, const rc__splice *splice);

/// Moves the first `count` leaves or runs of the child after `at` to the end of child `at`.
void rc__node_move_border(rc__node *parent, uint32_t estimate, uint32_t at, uint32_t count);

/// Moves the children from `at` on, at least one, to another node.
void rc__node_split(rc__node *node, uint32_t at, rc__node *out_right);

/// Ticks before a child; for `at` = width, of all.
static inline uint64_t rc__node_start(const rc__node *node, uint32_t at) {
  const uint32_t block = at / RC__NODE_BLOCK;
  return node->blocks[block] + node->starts[at] - node->starts[RC__NODE_BLOCK * block];
}

/// The length of a child, given `moved`: by how much the start of its block differs from the origin
/// of the sums in it.
RC_WRAPS("`moved` may be below 0, modulo 2^64, and what the mask drops is anything")
static inline uint64_t rc__node_length_moved(const rc__node *node, uint32_t at, uint64_t moved) {
  const uint32_t next = at + 1;
  const uint64_t block_end = node->blocks[next / RC__NODE_BLOCK] - moved;
  const uint64_t end = node->starts[next];
  // Without a branch: whether it is the last of its block is unpredictable.
  const uint64_t mask = 0 - (uint64_t)(next % RC__NODE_BLOCK == 0);
  return end + ((block_end - end) & mask) - node->starts[at];
}

RC_WRAPS("a block that has moved to the left has moved by less than 0, modulo 2^64")
static inline uint64_t rc__node_length(const rc__node *node, uint32_t at) {
  const uint32_t block = at / RC__NODE_BLOCK;
  const uint64_t moved = node->blocks[block] - node->starts[RC__NODE_BLOCK * block];
  return rc__node_length_moved(node, at, moved);
}

/// The ticks of the measured items before a child, and of those in it.
static inline uint64_t rc__node_measured_before(const rc__node *node, uint32_t at) {
  return rc__node_start(node, at) - (uint64_t)node->unmeasured[at] * node->baked;
}

static inline uint64_t rc__node_measured(const rc__node *node, uint32_t at) {
  const uint32_t unmeasured = node->unmeasured[at + 1] - node->unmeasured[at];
  return rc__node_length(node, at) - (uint64_t)unmeasured * node->baked;
}

/// Reads what a node stores about a leaf or run, field by field: copying the whole struct would
/// stall on the stores to its fields (no store forwarding).
static inline void rc__node_read_part(const rc__node *node, uint32_t at, rc__subtree *out_subtree) {
  out_subtree->child = node->children[at];
  out_subtree->measured = rc__node_measured(node, at);
  out_subtree->count = node->counts[at + 1] - node->counts[at];
  out_subtree->unmeasured = node->unmeasured[at + 1] - node->unmeasured[at];
  out_subtree->height = 0;
  out_subtree->is_leaf = node->leaves >> at & 1;
}

static inline rc__subtree rc__node_part(const rc__node *node, uint32_t at) {
  rc__subtree subtree;
  rc__node_read_part(node, at, &subtree);
  return subtree;
}

/// The same for a child of a node at any level.
static inline rc__subtree rc__node_child(const rc__node *node, uint32_t at, uint32_t level) {
  rc__subtree subtree = rc__node_part(node, at);
  subtree.height = (uint8_t)(level - 1);
  return subtree;
}

static inline rc__subtree rc__node_whole(rc__node *node, uint32_t level) {
  return (rc__subtree){
      .child.node = node,
      .measured = rc__node_measured_before(node, node->width),
      .count = node->counts[node->width],
      .unmeasured = node->unmeasured[node->width],
      .height = (uint8_t)level,
  };
}

/// Prefetches a child if it is a leaf: an edit will read all of it.
static inline void rc__node_prefetch_leaf(const rc__node *node, uint32_t at) {
  if ((node->leaves >> at & 1) == 0) return;
  const char *bytes = (const char *)node->children[at].leaf;
  for (size_t offset = 0; offset < sizeof(rc__leaf); offset += 64) {
    RC__PREFETCH(bytes + offset);
  }
}

/// Brings the estimate in a node's sums up to date.
RC_NOINLINE void rc__node_rebake(rc__node *node, uint32_t estimate);

/// Call before reading or changing sums.
static RC_INLINED void rc__node_bake(rc__node *node, uint32_t estimate) {
  if (RC_RARELY(node->baked != estimate)) rc__node_rebake(node, estimate);
}

/// What an edit adds to the sums of a child, of its node and of all nodes above.
typedef struct rc__delta {
  int64_t count;
  int64_t unmeasured;
  int64_t measured;
} rc__delta;

RC_WRAPS("what an edit takes away is below 0, as the signed number shows")
static inline rc__delta rc__delta_of(const rc__subtree *before, const rc__subtree *after) {
  return (rc__delta){
      .count = (int64_t)after->count - before->count,
      .unmeasured = (int64_t)after->unmeasured - before->unmeasured,
      .measured = (int64_t)(after->measured - before->measured),
  };
}

// == searching a node ==

/// Whether pivots help: only a root may have too few children for that. The branch is predictable,
/// as every query passes the root.
static inline bool rc__node_has_blocks(const rc__node *node) {
  return node->width > RC__NODE_BLOCK;
}

/// The child that holds an item. With count_shift = 6, item 200 is in child 200 / 64 = 3.
static RC_INLINED uint32_t rc__node_rank_of_item(const rc__node *node, uint32_t index) {
  if (node->count_shift != 0) {
    const uint32_t at = index >> node->count_shift, last = node->width - 1u;
    return at < last ? at : last;
  }
  size_t block = 0;
  if (rc__node_has_blocks(node))
    block = RC__NODE_BLOCK / 2 * (size_t)rc__naturals_up_to_twice(node->count_pivots, index);
  // The block is known, so the child can be prefetched.
  RC__PREFETCH(&node->children[block]);
  return (uint32_t)block + rc__naturals_up_to_twice(&node->counts[block + 1], index) / 2;
}

/// The last child that starts at or before an offset in the node; the offset becomes relative to
/// that child. `out_moved` is what `rc__node_length_moved` needs.
RC_WRAPS("a block that has moved to the left has moved by less than 0, modulo 2^64")
static RC_INLINED uint32_t rc__node_rank_of_offset(const rc__node *node, uint64_t *offset,
                                                   uint64_t *out_moved, bool is_root) {
  size_t block = 0;
  if (!is_root || rc__node_has_blocks(node)) block = rc__longs_up_to(&node->blocks[1], *offset);
  const size_t first = RC__NODE_BLOCK * block;
  const uint64_t moved = node->blocks[block] - node->starts[first], left = *offset - moved;
  RC__PREFETCH(&node->children[first]);
  RC__PREFETCH(&node->counts[first]);
  const size_t at = first + rc__longs_up_to(&node->starts[first + 1], left);
  *offset = left - node->starts[at];
  *out_moved = moved;
  return (uint32_t)at;
}

// == leaves and runs ==

/// A run; an empty subtree for a count of 0.
rc__subtree rc__subtree_run(uint32_t slot, uint32_t count);

/// The sum of the measured slots.
uint64_t rc__slots_sum(const uint32_t *slots, uint32_t count);

/// Makes the sums past the last item larger than any value.
void rc__leaf_write_unused(rc__leaf *leaf, uint32_t count);

/// Writes out the slots of a leaf or run.
void rc__subtree_read(const rc__subtree *subtree, uint32_t *out_slots);

/// The sums of the first items of a leaf, as a subtree without a child.
rc__subtree rc__leaf_sum(const rc__leaf *leaf, uint32_t count);

static inline bool rc__fit_one_leaf(const rc__subtree *a, const rc__subtree *b) {
  return (uint64_t)a->count + b->count <= RC__LEAF_WIDTH &&
         a->measured + b->measured <= RC__LEAF_TICKS_MAX;
}

static inline bool rc__are_alike(const rc__subtree *a, const rc__subtree *b) {
  return !a->is_leaf && !b->is_leaf && a->child.slot == b->child.slot;
}

/// Brings the estimate in a leaf's sums up to date; returns 0 if the current one is too long for
/// that.
void rc__leaf_bake(rc__leaf *leaf, uint32_t count, uint32_t estimate);

/// Replaces the items `at` ..< `after` of a leaf of `size` items with others, which must fit. The
/// leaf becomes longer by `longer`, with the estimate in its sums. The caller updates which items
/// are unmeasured.
void rc__leaf_replace(rc__leaf *leaf, uint32_t at, uint32_t after, uint32_t size, int64_t longer,
                      const rc__fresh *fresh, uint32_t estimate);

/// Where item `i` of a leaf starts, whatever estimate is in its sums. If that is 44 and the current
/// one 50, an item at 229 after two unmeasured ones starts at 229 + 2 × 50 − 2 × 44 = 241.
static inline uint64_t rc__leaf_start(const rc__leaf *leaf, uint32_t i, uint32_t estimate) {
  uint64_t estimated = rc__bit_count(leaf->unmeasured & rc__bits_below(i));
  return (uint64_t)leaf->starts[i] + estimated * estimate - estimated * leaf->baked;
}

/// A run if all slots are equal, otherwise one of the spare leaves.
rc__subtree rc__subtree_from_slots(rc__tree *tree, const uint32_t *slots, uint32_t count);

// == lists of subtrees ==

/// The children of three adjacent nodes, or of two and what an edit adds.
#define RC__SUBTREES_MAX (3 * RC__NODE_WIDTH)

typedef struct rc__subtrees {
  uint32_t count;
  rc__subtree at[RC__SUBTREES_MAX];
} rc__subtrees;

/// Merges two adjacent subtrees, `at` and the next, which are runs of the same kind or fit into one
/// leaf. Takes at most one spare leaf.
void rc__subtrees_merge(rc__tree *tree, rc__subtrees *subtrees, uint32_t at);

/// Merges them like `rc__subtrees_merge` if they can merge; otherwise returns false.
static inline bool rc__subtrees_mend(rc__tree *tree, rc__subtrees *subtrees, uint32_t at) {
  if (at + 1 >= subtrees->count) return false;
  const rc__subtree *a = &subtrees->at[at], *b = a + 1;
  if (!rc__fit_one_leaf(a, b) && !rc__are_alike(a, b)) return false;
  rc__subtrees_merge(tree, subtrees, at);
  return true;
}

/// Appends a subtree for the caller to write in place: a copy would stall on the stores.
static inline rc__subtree *rc__subtrees_next(rc__subtrees *subtrees) {
  RC_ASSERT(subtrees->count < RC__SUBTREES_MAX);
  return &subtrees->at[subtrees->count++];
}

void rc__subtrees_append_children(rc__subtrees *subtrees, const rc__subtree *whole);

/// Replaces the subtrees `lower` ..< `upper`.
void rc__subtrees_replace(rc__subtrees *subtrees, uint32_t lower, uint32_t upper,
                          const rc__subtree *with, uint32_t count);

// == paths ==

/// Finds the leaf or run that holds an item, or the last one for `index` = count, and returns which
/// of its items that is. Prefetches the leaf.
uint32_t rc__path_find(const rc__subtree *root, uint32_t index, rc__path *out_path);

/// Moves on to the next leaf or run, which must exist.
void rc__path_next(rc__path *path);

/// Adds to the sums of the nodes from `level` to the root.
void rc__path_add(rc__subtree *root, uint32_t estimate, const rc__path *path, uint32_t level,
                  const rc__delta *delta);

#endif
