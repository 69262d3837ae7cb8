// Queries. What a query last found is remembered, and tried first: see `rc__tree.places`. Only if
// that does not help does a query start at the root.
//
// A lookup calls rc__tree_place_of_item or _of_offset → (rc__tree_descend_…) → rc__place_item. An
// edge of a range calls rc__tree_trace_of → rc__quad_reaches → (rc__tree_move_quad) →
// rc__quad_rank.

#ifndef RC_TREE_SEARCH_H
#define RC_TREE_SEARCH_H

#include "tree_node.h"

/// Where one item is.
typedef struct rc__found {
  uint64_t offset;
  uint32_t index;
  uint32_t slot;
  bool is_measured;
} rc__found;

// == places ==

/// Forgets everything remembered, after any change for which `rc__tree_shift_places` does not
/// suffice.
void rc__tree_forget_places(rc__tree *tree);

/// After an edit of the leaves and runs that held the items `lower` ..< `upper`, and of nothing
/// else: places after these move, and those among them are forgotten. If `leaf` is not NULL, it is
/// the result of editing a single leaf, whose place stays.
void rc__tree_shift_places(rc__tree *tree, uint32_t lower, uint32_t upper, const rc__delta *delta,
                           const rc__subtree *leaf);

/// Brings the estimate of a place's leaf up to date, if it has one, and the estimate fits.
RC_NOINLINE void rc__place_rebake(const rc__tree *tree, rc__place *place);

static RC_INLINED void rc__place_bake(const rc__tree *tree, rc__place *place) {
  if (RC_RARELY(!place->is_baked)) rc__place_rebake(tree, place);
}

/// Makes a place of a leaf or run, except for its start and length. A leaf with another estimate in
/// its sums is as slow as a run until it is brought up to date.
static RC_INLINED void rc__place_enter(const rc__tree *tree, rc__place *place, rc__child child,
                                       bool is_leaf) {
  if (is_leaf) {
    place->leaf = child.leaf;
    // In a fully measured tree the leaf, which may not be cached yet, need not be read.
    place->is_baked = tree->root.unmeasured == 0 || child.leaf->baked == tree->estimate;
  } else {
    place->leaf = NULL;
    place->slot = child.slot;
    place->is_baked = false;
  }
}

/// The same for child `at` of a node.
static RC_INLINED void rc__place_enter_child(const rc__tree *tree, rc__place *place,
                                             const rc__node *node, uint32_t at) {
  place->count = node->counts[at + 1] - node->counts[at];
  rc__place_enter(tree, place, node->children[at], node->leaves >> at & 1);
}

/// The place of a tree of one leaf or run.
RC_NOINLINE rc__place rc__place_of_root(const rc__tree *tree);

/// Finds the place of an item from the root, without its length, which is not needed. Inlined,
/// since the call alone would be a tenth of a random lookup.
static RC_INLINED void rc__tree_descend_to_item(const rc__tree *tree, uint32_t index,
                                                rc__place *out_place) {
  if (RC_RARELY(tree->root.height == 0)) {
    *out_place = rc__place_of_root(tree);
    rc__place_bake(tree, out_place);
    return;
  }
  rc__node *node = tree->root.child.node;
  uint32_t left = index, at = rc__node_rank_of_item(node, left);
  rc__node_bake(node, tree->estimate);
  uint64_t offset = rc__node_start(node, at);
  left -= node->counts[at];
  for (uint32_t level = tree->root.height; level > 1; level--) {
    node = node->children[at].node;
    at = rc__node_rank_of_item(node, left);
    rc__node_bake(node, tree->estimate);
    offset += rc__node_start(node, at);
    left -= node->counts[at];
  }
  out_place->offset = offset;
  out_place->length = 0;
  out_place->index = index - left;
  rc__place_enter_child(tree, out_place, node, at);
  rc__place_bake(tree, out_place);
}

/// Finds the place of an offset from the root; NULL if there is no item there.
const rc__place *rc__tree_descend_to_offset(rc__tree *tree, uint64_t offset, rc__place *out_place);

/// The place of an item, which must be in the tree.
static RC_INLINED const rc__place *rc__tree_place_of_item(rc__tree *tree, uint32_t index) {
  rc__place *place = &tree->places[RC__PLACE_OF_ITEM];
  RC_ASSERT(index < tree->root.count);
  if (!rc__has_item(place->index, place->count, index)) {
    rc__tree_descend_to_item(tree, index, place);
  }
  return place;
}

/// The place of an offset; NULL if there is no item there.
static inline const rc__place *rc__tree_place_of_offset(rc__tree *tree, uint64_t offset) {
  rc__place *place = &tree->places[RC__PLACE_OF_OFFSET];
  if (rc__is_within(offset, place->offset, place->length)) return place;
  return rc__tree_descend_to_offset(tree, offset, place);
}

/// For places other than a leaf with the current estimate in its sums.
rc__found rc__place_item_slowly(const rc__tree *tree, const rc__place *place, uint32_t i);
uint32_t rc__place_rank_slowly(const rc__tree *tree, const rc__place *place, uint64_t within);

/// Item `i` of a place.
static RC_INLINED rc__found rc__place_item(const rc__tree *tree, const rc__place *place,
                                           uint32_t i) {
  RC_ASSERT(i < place->count);
  if (RC_RARELY(!place->is_baked)) return rc__place_item_slowly(tree, place, i);
  const rc__leaf *leaf = place->leaf;
  return (rc__found){
      .offset = place->offset + (uint32_t)leaf->starts[i],
      .index = place->index + i,
      .slot = (uint32_t)(leaf->starts[i + 1] - leaf->starts[i]),
      .is_measured = !(leaf->unmeasured >> i & 1),
  };
}

/// The last item of a place that starts at or before `within` ticks from its start.
static RC_INLINED uint32_t rc__place_rank(const rc__tree *tree, const rc__place *place,
                                          uint64_t within) {
  if (RC_RARELY(!place->is_baked)) return rc__place_rank_slowly(tree, place, within);
  return rc__leaf_rank(place->leaf->starts, (uint32_t)within);
}

/// The last item of a place that starts at or before an offset in it.
static RC_INLINED rc__found rc__place_item_at(const rc__tree *tree, const rc__place *place,
                                              uint64_t offset) {
  RC_ASSERT(rc__is_within(offset, place->offset, place->length));
  return rc__place_item(tree, place, rc__place_rank(tree, place, offset - place->offset));
}

// == ranges that scroll ==

/// Whether ranges of a length are remembered as `trace`. Both ends are rounded to ticks, so the
/// same range may be one tick longer or shorter: for 1000, 1001 is stored, and 999, 1000 and 1001
/// match.
static inline bool rc__trace_is_of(const rc__tree *tree, uint32_t trace, uint64_t length) {
  return rc__is_within(tree->trace_lengths[trace], length, 3);
}

/// Remembers ranges of a length, and returns the places of their edges.
rc__place *rc__tree_new_trace(rc__tree *tree, uint64_t length);

/// The places of the lower and the upper edge of ranges of a length.
static inline rc__place *rc__tree_trace_of(rc__tree *tree, uint64_t length) {
  rc__place *edges = &tree->places[RC__PLACE_OF_TRACES];
  // Unrolled by hand: compilers keep the loop, whose overhead exceeds its work.
  if (rc__trace_is_of(tree, 0, length)) return edges;
  if (rc__trace_is_of(tree, 1, length)) return edges + 2;
  if (rc__trace_is_of(tree, 2, length)) return edges + 4;
  if (rc__trace_is_of(tree, 3, length)) return edges + 6;
  return rc__tree_new_trace(tree, length);
}

/// Whether one of a quad's items is `within` ticks from its start.
static inline bool rc__quad_reaches(const rc__quad *quad, uint64_t within) {
  return within < quad->ends[RC__QUAD_WIDTH - 1];
}

/// Which of them that is. One by one: unsigned comparisons take two instructions each, and a vector
/// would take longer.
static inline uint32_t rc__quad_rank(const rc__quad *quad, uint64_t within) {
  const uint32_t *ends = quad->ends, at = (uint32_t)within;
  return (uint32_t)(ends[0] <= at) + (uint32_t)(ends[1] <= at) + (uint32_t)(ends[2] <= at);
}

/// Moves the quad of an edge to an offset that is not in it; NULL if there is no item there.
const rc__quad *rc__tree_move_quad(rc__tree *tree, uint64_t offset, rc__place *edge);

// == all leaves in turn ==

typedef struct rc__walk {
  rc__path path;
  rc__place place;
} rc__walk;

/// Starts at the leaf or run of an item, and returns the item's place in it.
uint32_t rc__walk_begin(const rc__tree *tree, rc__walk *out_walk, uint32_t index);
void rc__walk_next(const rc__tree *tree, rc__walk *walk);

/// The first item from `index` on that is measured, or that is not; the count if there is none.
uint32_t rc__tree_find(const rc__tree *tree, uint32_t index, bool is_measured);

/// How many of the items before `index` are unmeasured, and the ticks of the others.
void rc__tree_sums_before(const rc__tree *tree, uint32_t index, uint32_t *out_unmeasured,
                          uint64_t *out_measured);

#endif
