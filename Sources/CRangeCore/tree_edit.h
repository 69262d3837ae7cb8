// How a tree changes: what it promises is in tree.h.

#ifndef RC_TREE_EDIT_H
#define RC_TREE_EDIT_H

#include "tree.h"

/// What an edit puts in: up to 64 items by their sums, or any number that are not measured where
/// there are none.
typedef struct rc__fresh {
  /// 0, and where each item ends; with today's estimate for those that are not measured.
  const uint32_t *ends;
  uint32_t count;
  /// Which of the items are not measured, and what the others come to.
  uint64_t unmeasured;
  uint64_t measured;
} rc__fresh;

/// What came of one of several ways to do an edit; nothing is done but in the first case.
typedef enum rc__outcome { RC__DONE, RC__NO_MEMORY, RC__NOT_THIS_WAY } rc__outcome;

/// How many of the items are not measured.
static inline uint32_t rc__fresh_unmeasured(const rc__fresh *fresh) {
  if (fresh->ends == NULL) return fresh->count;
  return fresh->unmeasured == 0 ? 0 : rc__bit_count(fresh->unmeasured);
}

// -- tree_balance.c: nodes change their children --

/// Puts `count` parts in place of the children first ..< last of the path's node at `level`, and
/// restores the balance and the sums from there to the root. A root without a node is the one child
/// of a node at level 1. `path` and `parts` are used up. False where leaves beside these have
/// merged as well.
bool rc__tree_splice(rc__tree *tree, rc__part *root, rc__path *path, uint32_t level, uint32_t first,
                     uint32_t last, const rc__part *parts, uint32_t count);

/// Moves a few children from one node to the next, or back, so that the items of an edit from place
/// `at` of the path's leaf or run on, which are under both, are under one; false where neither can
/// take them, or there are more nodes.
bool rc__tree_bring_together(const rc__tree *tree, rc__path *path, uint32_t at, uint32_t count);

/// A tree of up to `RC__PARTS_MAX` parts of one height.
rc__part rc__tree_of(rc__tree *tree, rc__parts *parts);

/// How many nodes `rc__tree_splice` can need where it leaves `count` children at level 1; of a root
/// without a node up to 64.
uint32_t rc__tree_splice_need(const rc__part *root, const rc__path *path, uint32_t count);

// -- tree_join.c: whole trees --

/// How many nodes and leaves a cut or a join of trees up to a height can need. A cut makes at most
/// two nodes of each level, and gives back the one there; a join splits one of each level. Leaves
/// are needed where small runs that become neighbours merge: at a seam, and where nodes share.
#define RC__CUT_NODES(height) ((height) + 4u)
#define RC__CUT_LEAVES 11u
#define RC__JOIN_NODES(height) ((height) + 3u)
#define RC__JOIN_LEAVES 3u

rc__part rc__tree_join(rc__tree *tree, rc__part left, rc__part right);
void rc__tree_cut(rc__tree *tree, rc__part whole, uint32_t index, rc__part *out_left,
                  rc__part *out_right);

// -- tree_build.c: many slots at once --

/// Builds a tree from the left, full leaves under full nodes.
typedef struct rc__builder {
  rc__tree *tree;
  uint32_t to_come;
  /// The parts of height h that wait for a node of their own, at [h].
  rc__part waiting[RC__HEIGHT_MAX + 1][RC__NODE_WIDTH];
  uint32_t counts[RC__HEIGHT_MAX + 1];
} rc__builder;

/// - `count`: of the slots that will be appended.
void rc__builder_begin(rc__builder *builder, rc__tree *tree, uint32_t count);

/// Appends 1 … 64 slots, measured ones or those of one leaf; false where memory is short, and then
/// all that was built is given back.
bool rc__builder_append(rc__builder *builder, const uint32_t *slots, uint32_t count);

/// So many leaves are written and appended at once.
#define RC__BUILDER_LEAVES 4

/// Takes leaves to be written; false as of `rc__builder_append`.
bool rc__builder_take_leaves(rc__builder *builder, rc__leaf *out_leaves[RC__BUILDER_LEAVES]);

/// Appends such leaves, with the sums of 64 measured slots in each, or gives them back unused.
void rc__builder_append_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]);
void rc__builder_return_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]);

/// Gives back all that was built.
void rc__builder_give_up(rc__builder *builder);

/// As `rc__builder_append` for its result; gives the tree of what was appended, which is one slot
/// at least.
bool rc__builder_finish(rc__builder *builder, rc__part *out_part);

// -- tree_edit_leaf.c: the commonest edits --

/// Puts `fresh` in place of `count` items from the item `lower` on, which is at place `at` of the
/// leaf that `path` leads to, where that leaf can take it by itself; false, and nothing is done,
/// where it cannot.
bool rc__tree_replace_in_leaf(rc__tree *tree, const rc__path *path, uint32_t lower, uint32_t at,
                              uint32_t count, const rc__fresh *fresh);

/// Puts as many items as there are from `lower` on in the place of these, which are measured,
/// measured again or forgotten, where `rc__tree_seek` has been; false, and nothing is done, where
/// that leaf and the next one cannot take them by themselves.
bool rc__tree_measure(rc__tree *tree, uint32_t lower, const rc__fresh *fresh);

// -- tree_window.c, tree_edit_run.c: new leaves and runs --

/// As `rc__tree_replace_in_leaf` where the items lie under one node; `path`, which may lead to a
/// run, is used up.
rc__outcome rc__tree_replace_in_window(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t at,
                                       uint32_t count, const rc__fresh *fresh);

/// The same in the middle of a run that is long on both sides.
rc__outcome rc__tree_replace_in_run(rc__tree *tree, rc__path *path, uint32_t lower, uint32_t at,
                                    uint32_t count, const rc__fresh *fresh);

// -- tree_edit.c: edits --

/// Finds the way to where the next edit begins, and fetches what is there: for who has something to
/// do before.
void rc__tree_seek(rc__tree *tree, uint32_t index);

/// Puts `fresh` in place of the items lower ..< upper.
bool rc__tree_replace(rc__tree *tree, uint32_t lower, uint32_t upper, const rc__fresh *fresh);

/// As `rc__tree_replace`, with a tree of any size; which is dropped when memory is short.
bool rc__tree_replace_tree(rc__tree *tree, uint32_t lower, uint32_t upper, rc__part fresh);

bool rc__tree_move(rc__tree *tree, uint32_t lower, uint32_t upper, uint32_t to);

#endif
