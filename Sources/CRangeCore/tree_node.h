// What the tree is made of: leaves, nodes, and parts, which are either of them or a run.
//
//     node (1.6 KB)           0        1        2        3     …    64
//       counts              [ 0      64       1064     1065    …       ]  items before child j
//       unmeasured          [ 0       3       1003     1003    …       ]  … of them at the estimate
//       baked               the estimate that is part of `ends`: 44
//       ends                [ 0    9132      53132    56972    …       ]  ticks before child j
//       children               [leaf]  [run of    [run of    …
//                                 │     1000 not   one item
//                                 │     measured]  of 3840]
//     leaf (272 bytes)            ▼
//       unmeasured          a bit for each item at the estimate
//       baked               the same as in a node
//       ends                [ 0     140      280      325      …  64  ]  ticks before item i
//
// The estimate is *baked* into the sums, because the rank of an offset among them is many times
// faster than one that adds up two numbers for each. A new estimate costs nothing all the same: a
// node or leaf with another one than today's is baked anew when a query meets it, or an edit.
//
// Each eighth sum of a node is also kept beside its like: these tell the block of eight children,
// and the eight sums of that block tell the child. So a node as wide as this costs a query no more
// than two of eight, and a list of a million items is three nodes high. Where the children hold the
// same power of two of items, as in a list that was built at once or grows at its end, a shift
// finds the one of an item.
//
// What is measured moves all children after it. So the ticks before these are in two pieces:
//
//     blocks       0 ────────── 8 ────────── 16 ──────── …   where each block starts
//     ends         0 1 2 … 7    8 9 10 … 15  16 …            from a start that is the block's own
//
// and a measurement changes one block's ends, and the starts of the blocks after it.

#ifndef RC_TREE_NODE_H
#define RC_TREE_NODE_H

#include "base.h"

#define RC__NODE_WIDTH 64
/// Less than half: one that was halved is not short of children once it loses one.
#define RC__NODE_WIDTH_MIN 24
/// As many children as share a pivot, and as many pivots as a node has.
#define RC__NODE_BLOCK 8
#define RC__LEAF_WIDTH 64
/// The most that a leaf's slots may come to: below 2^31, since SSE2 compares signed numbers only.
#define RC__LEAF_TICKS_MAX (INT32_MAX - 1)
/// Stands for the slot of an item that is not measured; above any slot.
#define RC__UNMEASURED UINT32_MAX

typedef struct rc__leaf {
  union {
    uint64_t unmeasured;
    struct rc__leaf *next_spare;
  };
  uint32_t baked;
  int32_t ends[RC__LEAF_WIDTH + 1];
} rc__leaf;

typedef union rc__child {
  struct rc__node *node;
  rc__leaf *leaf;
  uint32_t slot;
} rc__child;

typedef struct rc__node {
  /// The estimate that is part of the sums: today's whenever they change, so that they never come
  /// to more than a list may.
  uint32_t baked;
  /// Not 0: each child but the last holds 1 << count_shift items.
  uint16_t count_shift;
  uint16_t width;
  /// Ticks before the children 0, 8, … 56, and 64 for the end.
  uint64_t blocks[RC__NODE_BLOCK + 1];
  /// counts[8], counts[16], … counts[56], and one above every value.
  uint32_t count_pivots[RC__NODE_BLOCK];
  /// Ticks before each child: from a start that all eight of a block have in common.
  uint64_t ends[RC__NODE_WIDTH + 1];
  /// Above leaves and runs: bit j says that child j is a leaf.
  uint64_t leaves;
  uint32_t counts[RC__NODE_WIDTH + 1];
  /// Past the last child any number.
  uint32_t unmeasured[RC__NODE_WIDTH + 1];
  rc__child children[RC__NODE_WIDTH];
} rc__node;

/// A child by itself, with what its parent knows of it: a run, a leaf or a whole tree.
typedef struct rc__part {
  rc__child child;
  uint64_t measured;
  uint32_t count;
  uint32_t unmeasured;
  /// 0 for a run or a leaf, 1 for a node above those, ….
  uint8_t height;
  bool is_leaf;
} rc__part;

// -- tree.c: nodes --

void rc__node_fill(rc__node *node, uint32_t estimate, const rc__part *parts, uint32_t count);

/// Puts `count` parts in place of the children first ..< last; there must be room.
void rc__node_splice(rc__node *node, uint32_t estimate, uint32_t first, uint32_t last,
                     const rc__part *parts, uint32_t count);

/// Moves `count` leaves or runs over the border between the child `at` of a node and the next one.
void rc__node_move_border(rc__node *parent, uint32_t estimate, uint32_t at, uint32_t count,
                          bool is_to_left);

/// Moves the children from `at` on, of which there is one at least, to another node.
void rc__node_split(rc__node *node, uint32_t at, rc__node *out_right);

/// Ticks before a child; before the one after the last, to the end.
static inline uint64_t rc__node_start(const rc__node *node, uint32_t at) {
  const uint32_t block = at / RC__NODE_BLOCK;
  return node->blocks[block] + node->ends[at] - node->ends[RC__NODE_BLOCK * block];
}

/// How long a child is, where its block is known to have moved so far from where the ticks before
/// its children start.
RC_WRAPS("`moved` may be below 0, modulo 2^64, and what the mask drops is anything")
static inline uint64_t rc__node_length_moved(const rc__node *node, uint32_t at, uint64_t moved) {
  const uint64_t block_end = node->blocks[at / RC__NODE_BLOCK + 1] - moved;
  const uint64_t end = node->ends[at + 1];
  // Whether it is the last of its block is as random as the child: better computed than foreseen.
  const uint64_t mask = 0 - (uint64_t)((at + 1) % RC__NODE_BLOCK == 0);
  return end + ((block_end - end) & mask) - node->ends[at];
}

RC_WRAPS("a block that has moved to the left has moved by less than 0, modulo 2^64")
static inline uint64_t rc__node_length(const rc__node *node, uint32_t at) {
  const uint32_t block = at / RC__NODE_BLOCK;
  const uint64_t moved = node->blocks[block] - node->ends[RC__NODE_BLOCK * block];
  return rc__node_length_moved(node, at, moved);
}

/// What the measured items before a child come to, and those of a child.
static inline uint64_t rc__node_measured_before(const rc__node *node, uint32_t at) {
  return rc__node_start(node, at) - (uint64_t)node->unmeasured[at] * node->baked;
}

static inline uint64_t rc__node_measured(const rc__node *node, uint32_t at) {
  const uint32_t unmeasured = node->unmeasured[at + 1] - node->unmeasured[at];
  return rc__node_length(node, at) - (uint64_t)unmeasured * node->baked;
}

/// Reads what a node knows of a child, field by field: a copy of it all would wait for its pieces.
static inline void rc__node_read(const rc__node *node, uint32_t at, uint32_t level,
                                 rc__part *out_part) {
  out_part->child = node->children[at];
  out_part->measured = rc__node_measured(node, at);
  out_part->count = node->counts[at + 1] - node->counts[at];
  out_part->unmeasured = node->unmeasured[at + 1] - node->unmeasured[at];
  out_part->height = (uint8_t)(level - 1);
  out_part->is_leaf = node->leaves >> at & 1;
}

static inline rc__part rc__node_part(const rc__node *node, uint32_t at, uint32_t level) {
  rc__part part;
  rc__node_read(node, at, level, &part);
  return part;
}

static inline rc__part rc__node_sum(rc__node *node, uint32_t level) {
  return (rc__part){
      .child.node = node,
      .measured = rc__node_measured_before(node, node->width),
      .count = node->counts[node->width],
      .unmeasured = node->unmeasured[node->width],
      .height = (uint8_t)level,
  };
}

/// Fetches the leaf that a child is, if it is one: an edit reads all of it, and has something else
/// to do before.
static inline void rc__node_prefetch_leaf(const rc__node *node, uint32_t at) {
  if ((node->leaves >> at & 1) == 0) return;
  const char *bytes = (const char *)node->children[at].leaf;
  for (size_t offset = 0; offset < sizeof(rc__leaf); offset += 64) {
    RC__PREFETCH(bytes + offset);
  }
}

/// Brings today's estimate into the sums of a node.
RC_NOINLINE void rc__node_bake_anew(rc__node *node, uint32_t estimate);

/// What reads sums, or changes them, does this first.
static RC_INLINED void rc__node_bake(rc__node *node, uint32_t estimate) {
  if (RC_RARELY(node->baked != estimate)) rc__node_bake_anew(node, estimate);
}

/// Ticks from the start of a part to its end.
static inline uint64_t rc__part_length(const rc__part *part, uint32_t estimate) {
  return part->measured + (uint64_t)part->unmeasured * estimate;
}

/// What an edit adds to the sums of a child, of its node and of all above.
typedef struct rc__change {
  int64_t count;
  int64_t unmeasured;
  int64_t measured;
} rc__change;

RC_WRAPS("what an edit takes away is below 0, as soon as the difference is signed")
static inline rc__change rc__part_change(const rc__part *before, const rc__part *after) {
  return (rc__change){
      .count = (int64_t)after->count - before->count,
      .unmeasured = (int64_t)after->unmeasured - before->unmeasured,
      .measured = (int64_t)(after->measured - before->measured),
  };
}

// -- tree_leaf.c: leaves and runs --

/// A run; an empty part for none.
rc__part rc__part_run(uint32_t slot, uint32_t count);

/// What the measured of some slots come to.
uint64_t rc__slots_sum(const uint32_t *slots, uint32_t count);

/// Makes the sums past the last item above all.
void rc__leaf_write_unused(rc__leaf *leaf, uint32_t count);

/// Writes out the slots of a leaf or run.
void rc__part_read(const rc__part *part, uint32_t *out_slots);

/// What the first items of a leaf come to; a part without a child.
rc__part rc__leaf_sum(const rc__leaf *leaf, uint32_t count);

static inline bool rc__parts_fit_one_leaf(const rc__part *a, const rc__part *b) {
  return a->count <= RC__LEAF_WIDTH && b->count <= RC__LEAF_WIDTH - a->count &&
         a->measured + b->measured <= RC__LEAF_TICKS_MAX;
}

static inline bool rc__parts_are_alike(const rc__part *a, const rc__part *b) {
  return !a->is_leaf && !b->is_leaf && a->child.slot == b->child.slot;
}

/// Bakes today's estimate into a leaf, or none where it does not fit.
void rc__leaf_bake(rc__leaf *leaf, uint32_t count, uint32_t estimate);

/// How many bits are set. The builtin is a call into the compiler's library where the target has no
/// instruction for it; this is inlined everywhere, and is the instruction where there is one.
RC_WRAPS("only the product's top byte counts, the sum of all eight")
static inline uint32_t rc__bit_count(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

static inline uint64_t rc__bits_below(uint32_t count) {
  return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

/// Where item `i` of a leaf starts, whatever is baked in.
static inline uint64_t rc__leaf_start(const rc__leaf *leaf, uint32_t i, uint32_t estimate) {
  uint64_t estimated = rc__bit_count(leaf->unmeasured & rc__bits_below(i));
  return (uint64_t)leaf->ends[i] + estimated * estimate - estimated * leaf->baked;
}

#endif
