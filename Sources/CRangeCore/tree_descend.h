// From the root to the place of an item or an offset: inlined where random lookups are hot, as the
// call alone would be a tenth of one.

#ifndef RC_TREE_DESCEND_H
#define RC_TREE_DESCEND_H

#include "tree_rank.h"

/// Makes a place of a leaf or run; where it starts and how long it is is said already. A leaf with
/// another estimate than today's is as slow as a run, until it is baked.
static RC_INLINED void rc__place_enter(const rc__tree *tree, rc__place *place, rc__child child,
                                       bool is_leaf) {
  if (is_leaf) {
    place->leaf = child.leaf;
    // Of a tree that is measured wholly the leaf need not be asked.
    place->is_baked = tree->root.unmeasured == 0 || child.leaf->baked == tree->estimate;
  } else {
    place->leaf = NULL;
    place->slot = child.slot;
    place->is_baked = false;
  }
}

static RC_INLINED void rc__place_bake(const rc__tree *tree, rc__place *place) {
  if (RC_RARELY(!place->is_baked)) rc__place_bake_anew(tree, place);
}

/// Child `at` of a node above leaves and runs; how long it is is said already.
static RC_INLINED void rc__place_enter_child(const rc__tree *tree, rc__place *place,
                                             const rc__node *node, uint32_t at) {
  place->count = node->counts[at + 1] - node->counts[at];
  rc__place_enter(tree, place, node->children[at], node->leaves >> at & 1);
}

// Says whether today's estimate is in a node's sums, or bakes it in.
static RC_INLINED bool rc__node_is_baked(rc__node *node, uint32_t estimate, bool bakes) {
  if (RC_RARELY(node->baked != estimate)) {
    if (!bakes) return false;
    rc__node_bake_anew(node, estimate);
  }
  return true;
}

/// Finds the place of an item in a tree with a node; it may stay without a length, and not baked.
/// False where a node on the way is not, unless `bakes` is set. (Who cannot wait for it has no call
/// on the way, and so nothing to be kept over one.)
static RC_INLINED bool rc__descend_to_item(const rc__tree *tree, uint32_t index,
                                           rc__place *out_place, bool bakes) {
  const uint32_t estimate = tree->estimate;
  rc__node *node = tree->root.child.node;
  uint32_t left = index, at = rc__node_rank_of_item(node, left);
  if (!rc__node_is_baked(node, estimate, bakes)) return false;
  uint64_t offset = rc__node_start(node, at);
  left -= node->counts[at];
  for (uint32_t level = tree->root.height; level > 1; level--) {
    node = node->children[at].node;
    at = rc__node_rank_of_item(node, left);
    if (!rc__node_is_baked(node, estimate, bakes)) return false;
    offset += rc__node_start(node, at);
    left -= node->counts[at];
  }
  out_place->offset = offset;
  // Nobody asks for an offset in it.
  out_place->length = 0;
  out_place->index = index - left;
  rc__place_enter_child(tree, out_place, node, at);
  return true;
}

/// Finds the place of an offset where an item is, in a tree with a node; it may stay not baked.
/// Says how far within it the offset is. False as of `rc__descend_to_item`.
static RC_INLINED bool rc__descend_to_offset(const rc__tree *tree, uint64_t offset,
                                             rc__place *out_place, uint64_t *out_within,
                                             bool bakes) {
  const uint32_t estimate = tree->estimate;
  rc__node *node = tree->root.child.node;
  if (!rc__node_is_baked(node, estimate, bakes)) return false;
  uint64_t left = offset, moved;
  uint32_t at = rc__node_rank_of_offset(node, &left, &moved, true);
  uint32_t index = node->counts[at];
  for (uint32_t level = tree->root.height; level > 1; level--) {
    node = node->children[at].node;
    if (!rc__node_is_baked(node, estimate, bakes)) return false;
    at = rc__node_rank_of_offset(node, &left, &moved, false);
    index += node->counts[at];
  }
  out_place->offset = offset - left;
  out_place->length = rc__node_length_moved(node, at, moved);
  out_place->index = index;
  rc__place_enter_child(tree, out_place, node, at);
  *out_within = left;
  return true;
}

#endif
