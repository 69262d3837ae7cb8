// The tree behind `extents`: a counted B+-tree over the slots of all items, and its edits.
//
// A *slot* is an item's extent plus the spacing after it, in ticks. The slot of an unmeasured item
// is the *estimate*. Nothing in the tree knows of points or spacing.
//
// A *run* is any number of adjacent items that are all unmeasured, or all have the same slot; it is
// stored only in its parent, without memory of its own. A *leaf* holds up to 64 items, measured or
// not, that are not all equal. A *node* has up to 64 children. Leaves and nodes store prefix sums,
// never the slots themselves:
//
//     node (1.6 KB)           0        1        2        3     …    64
//       counts              [ 0      64       1064     1065    …       ]  items before child j
//       unmeasured          [ 0       3       1003     1003    …       ]  … of them unmeasured
//       starts              [ 0    9132      53132    56972    …       ]  ticks before child j
//       baked               44, the estimate that is included in `starts`
//       children               [leaf]  [run of    [run of    …
//                                 │     1000 un-   one item
//                                 │     measured]  of 3840]
//     leaf (272 bytes)            ▼
//       unmeasured          bits 0, 1 and 63: three items are unmeasured
//       starts              [ 0      44       88      229    …   9132 ]  ticks before item i
//       baked               44, the same as in a node
//
// Child 1 starts at 9132 and child 2 at 53132: 1000 unmeasured items of 44 ticks lie between.
//
// *Baked.* The estimate is included in the sums, since searching one row of sums is several times
// faster than adding up two numbers per comparison. Changing the estimate is still one assignment:
// a node or leaf whose `baked` is not the tree's estimate is brought up to date when an edit or a
// query next reaches it. With 50 instead of 44, child 2 above moves by 1003 × 6 to 59150.
//
// *Blocks.* A measurement moves everything after it. To touch less, a node stores the ticks before
// its children in two pieces:
//
//     blocks       0 ────────── 8 ────────── 16 ──────── …   where each block of eight starts
//     starts       0 1 2 … 7    8 9 10 … 15  16 …            relative to an origin of the block
//
// Child j of block b starts at blocks[b] + starts[j] − starts[8 b]. If child 2 becomes 10 longer,
// starts[3 … 7] and blocks[1 … 8] rise by 10, and everything else stays: child 9 starts at
// blocks[1] + starts[9] − starts[8], which is also 10 more.
//
// Every eighth count, and every block's start, is also a pivot: eight pivots choose the block,
// eight sums in it choose the child. So even in a node this wide a query takes two searches among
// eight, and a million items take three levels of nodes. If all children hold the same number of
// items, a power of two, as after a bulk build, the child of an item is found by a shift.
//
// Invariants, which tree_validate.c checks:
//
// - A node has 24 … 64 children, the root 2 … 64. A tree of one leaf or one run has no node.
// - A leaf holds at least one measured item, and its items are not all equal when it is written.
// - Two adjacent children of one node are never runs of the same kind, and would not fit into one
//   leaf. So leaves are more than half full on average, and short runs do not accumulate.
// - Sums past the last child or item are larger than any value, so that a search can compare all of
//   them, without a branch.

#ifndef RC_TREE_H
#define RC_TREE_H

#include "../base/base.h"

#define RC__NODE_WIDTH 64
/// Less than half, so that one half of a split node may still lose children.
#define RC__NODE_WIDTH_MIN 24
/// How many children share a pivot, and how many pivots a node has.
#define RC__NODE_BLOCK 8
#define RC__LEAF_WIDTH 64
/// The most ticks in a leaf: below 2^31, since SSE2 compares signed numbers only.
#define RC__LEAF_TICKS_MAX (INT32_MAX - 1)
/// Stands for the slot of an unmeasured item; above any slot.
#define RC__UNMEASURED UINT32_MAX
/// 2 × 24^7 leaves or runs would hold more items than a list may have.
#define RC__HEIGHT_MAX 7

typedef struct rc__leaf {
  union {
    /// Bit i: item i is unmeasured.
    uint64_t unmeasured;
    /// Only while the leaf is not in a tree: the next spare leaf. The leaf is empty then, so the
    /// two are never needed at once.
    struct rc__leaf *next_spare;
  };
  uint32_t baked;
  int32_t starts[RC__LEAF_WIDTH + 1];
} rc__leaf;

typedef union rc__child {
  struct rc__node *node;
  rc__leaf *leaf;
  uint32_t slot;
} rc__child;

typedef struct rc__node {
  /// The estimate included in the sums. An edit first brings it up to date, so that the sums never
  /// exceed a list's limit.
  uint32_t baked;
  /// If not 0, each child but the last holds 1 << count_shift items.
  uint16_t count_shift;
  uint16_t width;
  /// Ticks before the children 0, 8, … 56, and 64 for the end.
  uint64_t blocks[RC__NODE_BLOCK + 1];
  /// counts[8], counts[16], … counts[56], and one above every value.
  uint32_t count_pivots[RC__NODE_BLOCK];
  /// Ticks before each child, from an origin that the eight children of a block share.
  uint64_t starts[RC__NODE_WIDTH + 1];
  /// Above leaves and runs: bit j says that child j is a leaf.
  uint64_t leaves;
  uint32_t counts[RC__NODE_WIDTH + 1];
  /// Unspecified past the last child.
  uint32_t unmeasured[RC__NODE_WIDTH + 1];
  rc__child children[RC__NODE_WIDTH];
} rc__node;

/// A run, a leaf or a node with all below it, and what its parent stores about it.
typedef struct rc__subtree {
  rc__child child;
  /// Ticks of the measured items.
  uint64_t measured;
  uint32_t count;
  uint32_t unmeasured;
  /// 0 for a run or a leaf, 1 for a node above those, ….
  uint8_t height;
  bool is_leaf;
} rc__subtree;

/// Ticks from the start of a subtree to its end.
static inline uint64_t rc__subtree_length(const rc__subtree *subtree, uint32_t estimate) {
  return subtree->measured + (uint64_t)subtree->unmeasured * estimate;
}

/// The way from the root to a leaf or run: at level h the child `at[h]` of `nodes[h]`.
typedef struct rc__path {
  rc__node *nodes[RC__HEIGHT_MAX + 2];
  uint32_t at[RC__HEIGHT_MAX + 2];
  /// The first item of that leaf or run.
  uint32_t first;
} rc__path;

#define RC__QUAD_WIDTH 4

/// Up to four adjacent items of one place, found without looking into it: most scroll steps end at
/// the same item as the previous one, or at the next.
typedef struct rc__quad {
  uint64_t offset;
  uint32_t index;
  /// Where each item ends, from `offset`. With fewer than four items the last end is repeated; 0 if
  /// there are none.
  uint32_t ends[RC__QUAD_WIDTH];
} rc__quad;

/// A leaf or run, and where it is; `count` and `length` are 0 for none. The place remembered for an
/// item may have length 0.
typedef struct rc__place {
  uint64_t offset;
  uint64_t length;
  /// NULL for a run.
  rc__leaf *leaf;
  uint32_t index;
  uint32_t count;
  /// Of a run, which may be `RC__UNMEASURED`.
  uint32_t slot;
  /// The leaf's sums include the tree's current estimate.
  bool is_baked;
  /// Only for an edge of a range.
  rc__quad quad;
} rc__place;

/// How many scrolling ranges are remembered: visible, display and preload, and one more. A range is
/// identified by its length, which is constant while it scrolls.
#define RC__TRACE_COUNT 4

/// What a place is remembered for: one item, one offset, and the lower and the upper edge of each
/// range.
enum {
  RC__PLACE_OF_ITEM,
  RC__PLACE_OF_OFFSET,
  RC__PLACE_OF_TRACES,
  RC__PLACE_COUNT = RC__PLACE_OF_TRACES + 2 * RC__TRACE_COUNT
};

/// The allocator of leaves: see tree_memory.h.
typedef struct rc__slab rc__slab;

typedef struct rc__slabs {
  /// The slabs with free leaves.
  rc__slab *first;
  /// The leaves of all slabs, and how many of them are in use.
  uint32_t leaves;
  uint32_t used;
  /// How many were returned since slabs were last compacted, and the item to continue with then.
  uint32_t returned;
  uint32_t compact_at;
} rc__slabs;

typedef struct rc__tree {
  rc__subtree root;
  /// The slot of an unmeasured item.
  uint32_t estimate;
  uint32_t spare_node_count;
  uint32_t spare_leaf_count;
  rc__node *spare_nodes;
  rc__leaf *spare_leaves;
  /// How many stay spare at least.
  uint32_t kept_node_count;
  uint32_t kept_leaf_count;
  rc__slabs slabs;
  rc_allocator allocator;
  /// What was found last, so that a scroll step need not start at the root.
  rc__place places[RC__PLACE_COUNT];
  /// The length of each remembered range plus 1; 0 if unused.
  uint64_t trace_lengths[RC__TRACE_COUNT];
  /// How many are in use, and which one is reused next.
  uint32_t trace_count;
  uint32_t trace_next;
} rc__tree;

/// Whether `start` <= `value` < `start + length`, by one comparison: a value below the start wraps
/// to a large distance. For example, for 5 in 7 ..< 10, 5 − 7 is 2^64 − 2, which is not below 3.
RC_WRAPS("a value below the start is far from it")
static inline bool rc__is_within(uint64_t value, uint64_t start, uint64_t length) {
  return value - start < length;
}

/// The same for items.
RC_WRAPS("an index below the first is far from it")
static inline bool rc__has_item(uint32_t first, uint32_t count, uint32_t index) {
  return index - first < count;
}

// == edits ==

/// The items that an edit inserts: up to 64, as sums, or any number of unmeasured ones if `starts`
/// is NULL.
typedef struct rc__fresh {
  /// Where each item starts, and the last one ends; from any origin. Unmeasured items have the
  /// tree's estimate.
  const uint32_t *starts;
  uint32_t count;
  /// Bit i: item i is unmeasured.
  uint64_t unmeasured;
  /// Ticks of the others.
  uint64_t measured;
} rc__fresh;

/// The outcome of one way to do an edit. Only `RC__DONE` has changed anything.
typedef enum rc__outcome { RC__DONE, RC__NO_MEMORY, RC__DECLINED } rc__outcome;

/// Replaces `count` items from `lower` on with `fresh`. `path` is the result of `rc__path_find` for
/// `lower`, and is consumed: finding it early prefetches the leaf while the caller does something
/// else. False if out of memory; then nothing has changed.
bool rc__tree_replace(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t count,
                      const rc__fresh *fresh);

/// Replaces the items `lower` ..< `upper` with a tree of any size, which is freed if out of memory.
bool rc__tree_replace_tree(rc__tree *tree, uint32_t lower, uint32_t upper, rc__subtree fresh);

/// Moves the items `lower` ..< `upper` to where `to` items are before them.
bool rc__tree_move(rc__tree *tree, uint32_t lower, uint32_t upper, uint32_t to);

#endif
