// Trees that gain, lose and share children: splices, joins, cuts, and the bulk build.

#ifndef RC_TREE_BALANCE_H
#define RC_TREE_BALANCE_H

#include "tree.h"
#include "tree_node.h"

// == splices ==

/// Splices the path's node at `level`, and restores the widths and the sums from there to the root.
/// A root without a node counts as the only child of one. The path is consumed. False if nodes
/// split or shared children, and leaves or runs may have merged for that: then more places may have
/// changed than the caller knows.
bool rc__tree_splice(rc__tree *tree, rc__subtree *root, const rc__path *path, uint32_t level,
                     const rc__splice *splice);

/// Moves a few children from a node to the one before it, so that the items of an edit, `count`
/// from `lower` on in the path's leaf or run, are under one node. False if they are under more than
/// two nodes, or the first has no space.
bool rc__tree_move_border(const rc__tree *tree, rc__path *path, uint32_t lower, uint32_t count);

/// Makes a tree of up to `RC__SUBTREES_MAX` subtrees of one height.
rc__subtree rc__tree_from(rc__tree *tree, rc__subtrees *subtrees);

/// How many nodes `rc__tree_splice` can need at level 1 of a tree: it splits one at each level, and
/// the root.
#define RC__SPLICE_NODES(height) ((height) + 1u)

// == joins and cuts ==

/// How many nodes and leaves a cut or a join of trees up to a height can need. A cut makes at most
/// two nodes at each level and returns the one there; a join splits one at each level. Leaves are
/// needed if short runs become neighbours and merge: at a border, and when nodes share children.
#define RC__CUT_NODES(height) ((height) + 4u)
#define RC__CUT_LEAVES 11u
#define RC__JOIN_NODES(height) ((height) + 3u)
#define RC__JOIN_LEAVES 3u

/// Two cuts and two joins, of trees that are together at most so high; and three of each.
#define RC__REPLACE_NODES(height) (2 * (RC__CUT_NODES(height) + RC__JOIN_NODES(height)))
#define RC__REPLACE_LEAVES (2 * (RC__CUT_LEAVES + RC__JOIN_LEAVES))
#define RC__MOVE_NODES(height) (3 * (RC__CUT_NODES(height) + RC__JOIN_NODES(height)))
#define RC__MOVE_LEAVES (3 * (RC__CUT_LEAVES + RC__JOIN_LEAVES))

/// Reserves memory for some edits that replace items by a run and then move some, and
/// keeps as much from then on: they cannot fail. False if out of memory.
bool rc__tree_keep(rc__tree *tree, uint32_t replacements, uint32_t moves);

/// Joins two trees, either of which may be empty, in the time of a descent.
rc__subtree rc__tree_join(rc__tree *tree, rc__subtree left, rc__subtree right);
/// Cuts a tree before an item, in the time of a descent.
void rc__tree_cut(rc__tree *tree, rc__subtree whole, uint32_t index, rc__subtree *out_left,
                  rc__subtree *out_right);

// == bulk build ==

/// Builds a tree from the left, full leaves under full nodes.
typedef struct rc__builder {
  rc__tree *tree;
  /// At [h] the subtrees of height h that have no parent yet.
  rc__subtree waiting[RC__HEIGHT_MAX + 1][RC__NODE_WIDTH];
  uint32_t counts[RC__HEIGHT_MAX + 1];
} rc__builder;

void rc__builder_begin(rc__builder *builder, rc__tree *tree);

/// Appends 1 … 64 slots, which are measured or fit into one leaf. False if out of memory; then
/// everything built is freed.
bool rc__builder_append(rc__builder *builder, const uint32_t *slots, uint32_t count);

/// How many nodes the end of a build can need: at each of its levels, those of a join.
#define RC__FINISH_NODES(levels) (4 * (levels) + 4)

/// How many leaves are written and appended at once.
#define RC__BUILDER_LEAVES 4

/// Takes leaves for the caller to write. Fails as `rc__builder_append` does.
/// - `left`: the number of slots that are yet to be appended, with those in these leaves.
bool rc__builder_take_leaves(rc__builder *builder, uint32_t left,
                             rc__leaf *out_leaves[RC__BUILDER_LEAVES]);

/// Appends these leaves, with the sums of 64 measured slots in each, or returns them unused.
void rc__builder_append_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]);
void rc__builder_return_leaves(rc__builder *builder, rc__leaf *const leaves[RC__BUILDER_LEAVES]);

/// Frees everything built.
void rc__builder_give_up(rc__builder *builder);

/// Makes a tree of what was appended, at least one slot. Fails as `rc__builder_append` does.
bool rc__builder_finish(rc__builder *builder, rc__subtree *out_subtree);

#endif
