// The tree behind `extents`: a counted B+-tree over the items' slots.
//
// A *slot* is an item's extent and the spacing after it, in ticks; an item that is not measured has
// the estimated slot. Nothing in here knows of points or of spacing.
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

#include "tree_node.h"

/// 2 × 24^7 leaves or runs would hold more items than a list may have.
#define RC__HEIGHT_MAX 7

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
  /// Where each ends, from `offset`; from the last on all are alike. The last is 0 for no window.
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

// -- tree.c: paths --

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

/// Returns the item's place in the first one; the walk's own places know no index.
uint32_t rc__walk_begin(const rc__tree *tree, rc__walk *out_walk, uint32_t index);
void rc__walk_next(const rc__tree *tree, rc__walk *walk);

/// How many of the items before `index` are not measured, and the ticks of the others.
void rc__tree_sums_before(const rc__tree *tree, uint32_t index, uint32_t *out_unmeasured,
                          uint64_t *out_measured);

// -- tree_leaf.c: leaves and runs --

/// A run where all are alike, else a leaf from the spare ones.
rc__part rc__part_from_slots(rc__tree *tree, const uint32_t *slots, uint32_t count);

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

// -- tree_validate.c --

/// What is broken, or NULL.
const char *rc__tree_validate(const rc__tree *tree);

#endif
