// Trees that gain, lose and share children: splices, joins, cuts, and the bulk build.

#ifndef RC_TREE_BALANCE_H
#define RC_TREE_BALANCE_H

#include "tree.h"
#include "tree_node.h"

// == splices ==

/// Puts `count` subtrees in place of the children first ..< last of the path's node at `level`, and
/// restores the balance and the sums from there to the root. A root without a node is the one child
/// of a node at level 1. `path` and `subtrees` are used up. False where leaves beside these have
/// merged as well.
bool rc__tree_splice(rc__tree *tree, rc__subtree *root, rc__path *path, uint32_t level,
                     uint32_t first, uint32_t last, const rc__subtree *subtrees, uint32_t count);

/// Moves a few children from one node to the next, or back, so that the items of an edit, `count`
/// from `lower` on in the path's leaf or run, come to be under one node. False where they are under
/// more than two, or neither node has room.
bool rc__tree_move_border(const rc__tree *tree, rc__path *path, uint32_t lower, uint32_t count);

/// A tree of up to `RC__SUBTREES_MAX` subtrees of one height.
rc__subtree rc__tree_from(rc__tree *tree, rc__subtrees *subtrees);

/// How many nodes `rc__tree_splice` can need where it leaves `count` children at level 1; of a root
/// without a node up to 64.
uint32_t rc__tree_splice_need(const rc__subtree *root, const rc__path *path, uint32_t count);

// == joins and cuts ==

/// How many nodes and leaves a cut or a join of trees up to a height can need. A cut makes at most
/// two nodes of each level, and gives back the one there; a join splits one of each level. Leaves
/// are needed where small runs that become neighbours merge: at a seam, and where nodes share.
#define RC__CUT_NODES(height) ((height) + 4u)
#define RC__CUT_LEAVES 11u
#define RC__JOIN_NODES(height) ((height) + 3u)
#define RC__JOIN_LEAVES 3u

rc__subtree rc__tree_join(rc__tree *tree, rc__subtree left, rc__subtree right);
void rc__tree_cut(rc__tree *tree, rc__subtree whole, uint32_t index, rc__subtree *out_left,
                  rc__subtree *out_right);

// == bulk build ==

/// Builds a tree from the left, full leaves under full nodes.
typedef struct rc__builder {
  rc__tree *tree;
  uint32_t to_come;
  /// The subtrees of height h that wait for a node of their own, at [h].
  rc__subtree waiting[RC__HEIGHT_MAX + 1][RC__NODE_WIDTH];
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
bool rc__builder_finish(rc__builder *builder, rc__subtree *out_part);

#endif
