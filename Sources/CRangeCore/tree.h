// The tree behind `extents`: a counted B+-tree over the items' slots.
//
// A *slot* is an item's extent and the spacing after it, in ticks; an item that is not measured has
// the estimated slot. Nothing in here knows of points or of spacing.
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
//
// A *run* is any number of items alike, in its parent alone. What holds of every tree:
//
// - A node has 24 … 64 children, the root 2 … 64. A tree of one leaf or one run has no node.
// - Of two neighbours under one parent no two are runs alike, nor would they fit into one leaf: so
//   leaves are more than half full on average, and small runs do not pile up.
// - Entries past the last child or item are above every value, so that a search is a rank over all
//   of them, without a branch.

#ifndef RC_TREE_H
#define RC_TREE_H

#include "base.h"

#define RC__NODE_WIDTH 64
/// Less than half: one that was halved is not short of children once it loses one.
#define RC__NODE_WIDTH_MIN 24
/// As many children as share a pivot, and as many pivots as a node has.
#define RC__NODE_BLOCK 8
#define RC__LEAF_WIDTH 64
/// 2 × 24^7 leaves or runs would hold more items than a list may have.
#define RC__HEIGHT_MAX 7
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

/// The children of three neighbouring nodes, or of two and what an edit adds to them.
#define RC__PARTS_MAX (3 * RC__NODE_WIDTH)

typedef struct rc__parts {
  uint32_t count;
  rc__part at[RC__PARTS_MAX];
} rc__parts;

/// The way from the root to a leaf or run: at level h the child `at[h]` of `nodes[h]`.
typedef struct rc__path {
  rc__node *nodes[RC__HEIGHT_MAX + 2];
  uint32_t at[RC__HEIGHT_MAX + 2];
} rc__path;

/// A leaf or run, and where it is; `count` and `length` 0 for none. One that is remembered for an
/// item may have no length.
typedef struct rc__place {
  uint64_t offset;
  uint64_t length;
  /// NULL for a run.
  rc__leaf *leaf;
  uint32_t index;
  uint32_t count;
  /// Of a run, which may be at the estimate.
  uint32_t slot;
  /// Today's estimate is part of the leaf's sums.
  bool is_baked;
} rc__place;

#define RC__WINDOW_WIDTH 4

/// Up to four items in a row of one place, found without looking into it: most steps of a scroll
/// end where the last one did, or an item further.
typedef struct rc__window {
  uint64_t offset;
  uint32_t index;
  /// Bit i says that item i is measured.
  uint32_t measured;
  /// Where each ends, from `offset`; from the last on all are alike, and 0 where there is none.
  uint32_t ends[RC__WINDOW_WIDTH];
} rc__window;

/// What a range met last: at [0] its lower end, at [1] its upper one. It is known by its length,
/// which it keeps while it scrolls.
typedef struct rc__trace {
  /// A tick above the length, which is at least 2; 0 where this is no range's yet.
  uint64_t length_max;
  rc__window windows[2];
} rc__trace;

/// Of the visible, the display and the preload range, and one to spare.
#define RC__TRACE_COUNT 4

/// For whom a place is remembered: for one item, for one offset, and for both ends of each trace.
enum {
  RC__PLACE_OF_ITEM,
  RC__PLACE_OF_OFFSET,
  RC__PLACE_OF_TRACES,
  RC__PLACE_COUNT = RC__PLACE_OF_TRACES + 2 * RC__TRACE_COUNT
};

/// Where leaves come from (see tree_slabs.h).
typedef struct rc__slab rc__slab;

typedef struct rc__slabs {
  /// Those that have leaves left.
  rc__slab *first;
  /// The leaves of all, and how many of them are taken.
  uint32_t leaves;
  uint32_t used;
  /// How many came back since leaves were last moved together, and the item to go on with then.
  uint32_t given;
  uint32_t settling;
} rc__slabs;

typedef struct rc__tree {
  rc__part root;
  /// The slot of an item that is not measured.
  uint32_t estimate;
  uint32_t spare_node_count;
  uint32_t spare_leaf_count;
  rc__node *spare_nodes;
  rc__leaf *spare_leaves;
  rc__slabs slabs;
  rc_allocator allocator;
  /// Counts the changes: what was found at one count still holds at the same.
  uint64_t version;
  /// What was met last, so that a scroll step need not descend.
  rc__place places[RC__PLACE_COUNT];
  rc__trace traces[RC__TRACE_COUNT];
  /// How many are in use, and which is the next to be another range's.
  uint32_t trace_count;
  uint32_t trace_next;
  /// The leaf or run of the last edit, where that changed nothing else, or of the next one, and the
  /// way to it: who measures what comes into view goes on there. `edited_count` 0 for none.
  rc__path edited;
  uint32_t edited_index;
  uint32_t edited_count;
} rc__tree;

/// Where one item is.
typedef struct rc__found {
  uint64_t offset;
  uint32_t index;
  uint32_t slot;
  bool is_measured;
} rc__found;

// -- tree_memory.c: spare nodes and leaves --

/// Makes sure of so many spare nodes and leaves; false where memory is short. Edits reserve, then
/// write, and give back what is left with `rc__tree_trim`.
bool rc__tree_reserve(rc__tree *tree, uint32_t nodes, uint32_t leaves);
void rc__tree_trim(rc__tree *tree);
rc__node *rc__tree_take_node(rc__tree *tree);
rc__leaf *rc__tree_take_leaf(rc__tree *tree);
void rc__tree_give_node(rc__tree *tree, rc__node *node);
void rc__tree_give_leaf(rc__tree *tree, rc__leaf *leaf);

/// Gives all nodes and leaves of a tree back to the spare ones.
void rc__tree_drop(rc__tree *tree, rc__part part);

// -- tree.c: nodes --

void rc__node_fill(rc__node *node, uint32_t estimate, const rc__part *parts, uint32_t count);

/// Puts `count` parts in place of the children first ..< last; there must be room.
void rc__node_splice(rc__node *node, uint32_t estimate, uint32_t first, uint32_t last,
                     const rc__part *parts, uint32_t count);

/// Moves children over the border between the child `at` of a node at `level` and the next one: to
/// the first of these, or from it where `by` is below 0.
void rc__node_move_border(rc__node *parent, uint32_t estimate, uint32_t at, uint32_t level,
                          int32_t by);

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

/// Adds to what the nodes from `level` to the root know of the path's child.
void rc__tree_add(rc__part *root, uint32_t estimate, const rc__path *path, uint32_t level,
                  const rc__change *change);

/// Finds the leaf or run that holds an item, or the last one for `index` = count, and returns the
/// item's place in it.
uint32_t rc__path_find(const rc__part *root, uint32_t index, rc__path *out_path);

/// Goes on to the next leaf or run, which must be there.
void rc__path_next(const rc__part *root, rc__path *path);

// -- tree_find.c: queries --

/// Forgets the remembered places; after each change.
void rc__tree_forget_places(rc__tree *tree);

/// As `rc__tree_forget_places`, where nothing changed but the items of one leaf, which starts at
/// `index`: the other places move with it.
void rc__tree_shift_places(rc__tree *tree, uint32_t index, const rc__part *before,
                           const rc__part *after);

/// As `rc__tree_shift_places`, where the items have been measured: the leaf has as many, and is so
/// much longer.
void rc__tree_shift_offsets(rc__tree *tree, uint32_t index, uint64_t longer);

/// The same where the items lower ..< upper have given way to others, and all come to so many more,
/// and so much longer: what is remembered of the others stays.
void rc__tree_shift_others(rc__tree *tree, uint32_t lower, uint32_t upper, const rc__part *before,
                           const rc__part *after);

/// Finds the place of an item, or of an offset, from the root; NULL where no item is there.
/// (tree_descend.h has the same, inlined.)
void rc__tree_descend_to_item(rc__tree *tree, uint32_t index, rc__place *out_place);
const rc__place *rc__tree_descend_to_offset(rc__tree *tree, uint64_t offset, rc__place *out_place);

/// Brings today's estimate into the leaf of a place, if it has one, and the estimate fits.
RC_NOINLINE void rc__place_bake_anew(const rc__tree *tree, rc__place *place);

/// The place of a tree of one leaf or run.
RC_NOINLINE rc__place rc__place_of_root(const rc__tree *tree);

/// Moves the window at an end of a trace to an offset, which is not in it; NULL where no item is
/// there.
const rc__window *rc__tree_search_window(rc__tree *tree, uint64_t offset, rc__trace *trace,
                                         uint32_t end);

/// A trace for ranges of a length that has none.
rc__trace *rc__tree_new_trace(rc__tree *tree, uint64_t length);

/// Item `i` of a place, and the item at an offset, which is from the place's start and below its
/// length: of any place.
rc__found rc__place_item_slowly(const rc__tree *tree, const rc__place *place, uint32_t i);
uint32_t rc__place_rank_slowly(const rc__tree *tree, const rc__place *place, uint64_t offset);

/// Goes from leaf to leaf, to the right.
typedef struct rc__walk {
  rc__path path;
  rc__place place;
} rc__walk;

void rc__walk_begin(rc__tree *tree, rc__walk *out_walk, uint32_t index);
void rc__walk_next(const rc__tree *tree, rc__walk *walk);

/// How many of the items before `index` are not measured, and the ticks of the others.
void rc__tree_sums_before(const rc__tree *tree, uint32_t index, uint32_t *out_unmeasured,
                          uint64_t *out_measured);

// -- tree_leaf.c: leaves and runs --

/// A run; an empty part for none.
rc__part rc__part_run(uint32_t slot, uint32_t count);

/// What the measured of some slots come to.
uint64_t rc__slots_sum(const uint32_t *slots, uint32_t count);

/// Makes the sums past the last item above all.
void rc__leaf_write_unused(rc__leaf *leaf, uint32_t count);

/// A run where all are alike, else a leaf from the spare ones.
rc__part rc__part_from_slots(rc__tree *tree, const uint32_t *slots, uint32_t count);

/// Writes out the slots of some items of a leaf or run.
void rc__part_read(const rc__part *part, uint32_t from, uint32_t count, uint32_t *out_slots);

/// What the first items of a leaf come to; a part without a child.
rc__part rc__leaf_sum(const rc__leaf *leaf, uint32_t count);

static inline bool rc__parts_fit_one_leaf(const rc__part *a, const rc__part *b) {
  return a->count <= RC__LEAF_WIDTH && b->count <= RC__LEAF_WIDTH - a->count &&
         a->measured + b->measured <= RC__LEAF_TICKS_MAX;
}

static inline bool rc__parts_are_alike(const rc__part *a, const rc__part *b) {
  return !a->is_leaf && !b->is_leaf && a->child.slot == b->child.slot;
}

/// Makes one of two neighbours, `at` and the next, which are runs alike or fit into one leaf. Takes
/// a spare leaf at most.
void rc__parts_merge(rc__tree *tree, rc__parts *parts, uint32_t at);

/// As `rc__parts_merge`, where that is so; false where it is not.
static inline bool rc__parts_mend(rc__tree *tree, rc__parts *parts, uint32_t at) {
  if (at + 1 >= parts->count) return false;
  const rc__part *a = &parts->at[at], *b = a + 1;
  if (!rc__parts_fit_one_leaf(a, b) && !rc__parts_are_alike(a, b)) return false;
  rc__parts_merge(tree, parts, at);
  return true;
}

/// One part more, for the caller to write: a copy of what was just written in smaller pieces would
/// wait for it.
static inline rc__part *rc__parts_next(rc__parts *parts) {
  RC_ASSERT(parts->count < RC__PARTS_MAX);
  return &parts->at[parts->count++];
}

void rc__parts_append_children(rc__parts *parts, const rc__part *whole);

/// Puts `count` parts in place of those from `lower` to `upper`.
void rc__parts_replace(rc__parts *parts, uint32_t lower, uint32_t upper, const rc__part *with,
                       uint32_t count);

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

/// Fetches the leaf that a child is, if it is one: an edit reads all of it, and has something else
/// to do before.
static inline void rc__node_prefetch_leaf(const rc__node *node, uint32_t at) {
  if ((node->leaves >> at & 1) == 0) return;
  const char *bytes = (const char *)node->children[at].leaf;
  for (size_t offset = 0; offset < sizeof(rc__leaf); offset += 64) {
    __builtin_prefetch(bytes + offset);
  }
}

static inline uint64_t rc__bits_below(uint32_t count) {
  return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

/// Where item `i` of a leaf starts, whatever is baked in.
static inline uint64_t rc__leaf_start(const rc__leaf *leaf, uint32_t i, uint32_t estimate) {
  uint64_t estimated = rc__bit_count(leaf->unmeasured & rc__bits_below(i));
  return (uint64_t)leaf->ends[i] + estimated * estimate - estimated * leaf->baked;
}

// -- tree_validate.c --

/// What is broken, or NULL.
const char *rc__tree_validate(const rc__tree *tree);

#endif
