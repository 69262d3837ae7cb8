// From the root to the place of an item or an offset: inlined where random lookups are hot, as the
// call alone would be a tenth of one.

#ifndef RC_TREE_DESCEND_H
#define RC_TREE_DESCEND_H

#include "tree_rank.h"

/// A whole number in the lowest bits of 2^52. The instruction that converts one leaves half of a
/// register as it was, and so waits for whoever wrote there last: the lookup before.
static inline double rc__double_of(uint32_t number) {
  const uint64_t bits = UINT64_C(0x4330000000000000) | number;
  double shifted;
  __builtin_memcpy(&shifted, &bits, sizeof shifted);
  return shifted - 4503599627370496.0;
}

/// Ticks from the start of a tree to its end.
static inline double rc__part_length(const rc__part *part, double estimate) {
  return part->measured + rc__double_of(part->unmeasured) * estimate;
}

// A tree that is measured wholly, which is known once for all levels, spares them the estimate.
static RC_INLINED double rc__child_start(const rc__node *node, uint32_t at, double estimate,
                                         bool is_measured) {
  return is_measured ? node->measured[at] : node->measured[at] + node->unmeasured[at] * estimate;
}

/// Makes a place of a leaf or run; where it starts and how long it is is said already. A leaf with
/// another estimate than today's is as slow as a run, until it is baked.
static RC_INLINED void rc__place_enter(const rc__tree *tree, rc__place *place, rc__child child,
                                       bool is_leaf, bool is_measured) {
  if (is_leaf) {
    place->leaf = child.leaf;
    place->is_baked = is_measured || child.leaf->baked == tree->estimate;
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
                                             const rc__node *node, uint32_t at, bool is_measured) {
  place->count = node->counts[at + 1] - node->counts[at];
  rc__place_enter(tree, place, node->children[at], node->leaves >> at & 1, is_measured);
}

static RC_INLINED uint64_t rc__child_length(const rc__node *node, uint32_t at, double estimate,
                                            bool is_measured) {
  const double start = rc__child_start(node, at, estimate, is_measured);
  return (uint64_t)(int64_t)(rc__child_start(node, at + 1, estimate, is_measured) - start);
}

static RC_INLINED void rc__descend_to_item_of(const rc__tree *tree, uint32_t index,
                                              rc__place *out_place, bool is_measured) {
  const double estimate = rc__double_of(tree->estimate);
  const rc__node *node = tree->root.child.node;
  uint32_t left = index, at = rc__node_rank_of_item(node, left, true);
  double offset = rc__child_start(node, at, estimate, is_measured);
  left -= node->counts[at];
  for (uint32_t level = tree->root.height; level > 1; level--) {
    node = node->children[at].node;
    at = rc__node_rank_of_item(node, left, false);
    offset += rc__child_start(node, at, estimate, is_measured);
    left -= node->counts[at];
  }
  out_place->offset = (uint64_t)(int64_t)offset;
  // Nobody asks for an offset in it.
  out_place->length = 0;
  out_place->index = index - left;
  rc__place_enter_child(tree, out_place, node, at, is_measured);
}

/// Finds the place of an item, which may stay without a length, and not baked.
static RC_INLINED void rc__descend_to_item(const rc__tree *tree, uint32_t index,
                                           rc__place *out_place) {
  if (RC_RARELY(tree->root.height == 0))
    *out_place = rc__place_of_root(tree);
  else if (tree->root.unmeasured == 0)
    rc__descend_to_item_of(tree, index, out_place, true);
  else
    rc__descend_to_item_of(tree, index, out_place, false);
}

static RC_INLINED uint32_t rc__child_rank(const rc__node *node, double offset, double estimate,
                                          bool is_measured, bool is_root) {
  return is_measured ? rc__node_rank_measured(node, offset, is_root)
                     : rc__node_rank_of_offset(node, offset, estimate, is_root);
}

// Returns how far within the place the offset is.
static RC_INLINED uint64_t rc__descend_to_offset_of(const rc__tree *tree, uint64_t ticks,
                                                    double offset, rc__place *out_place,
                                                    bool is_measured) {
  const double estimate = rc__double_of(tree->estimate);
  const rc__node *node = tree->root.child.node;
  double left = offset;
  uint32_t at = rc__child_rank(node, left, estimate, is_measured, true);
  uint32_t index = node->counts[at];
  left -= rc__child_start(node, at, estimate, is_measured);
  for (uint32_t level = tree->root.height; level > 1; level--) {
    node = node->children[at].node;
    at = rc__child_rank(node, left, estimate, is_measured, false);
    left -= rc__child_start(node, at, estimate, is_measured);
    index += node->counts[at];
  }
  const uint64_t within = (uint64_t)(int64_t)left;
  out_place->offset = ticks - within;
  out_place->length = rc__child_length(node, at, estimate, is_measured);
  out_place->index = index;
  rc__place_enter_child(tree, out_place, node, at, is_measured);
  return within;
}

/// Finds the place of an offset, which is given in both ways; false where no item is there, or the
/// offset is no number. The place may not be baked.
static RC_INLINED bool rc__descend_to_offset(const rc__tree *tree, uint64_t ticks, double offset,
                                             rc__place *out_place) {
  const rc__part *root = &tree->root;
  const double length = rc__part_length(root, rc__double_of(tree->estimate));
  // (Not marked as rare: clang then takes all of a function that does no more for rare, and makes
  // it small.)
  if (!(offset >= 0) || !(offset < length)) return false;
  if (RC_RARELY(root->height == 0))
    *out_place = rc__place_of_root(tree);
  else if (root->unmeasured == 0)
    rc__descend_to_offset_of(tree, ticks, offset, out_place, true);
  else
    rc__descend_to_offset_of(tree, ticks, offset, out_place, false);
  return true;
}

#endif
