// Queries where the answer was met last, inlined where they are asked; what is elsewhere is
// searched for in tree_find.c.

#ifndef RC_TREE_FIND_H
#define RC_TREE_FIND_H

#include "tree_rank.h"

/// Item `i` of a leaf that has today's estimate and starts there.
static RC_INLINED rc__found rc__leaf_item(const rc__leaf *leaf, uint32_t i, uint64_t offset,
                                          uint32_t index, bool is_measured) {
  return (rc__found){
      .offset = offset + (uint32_t)leaf->ends[i],
      .index = index + i,
      .slot = (uint32_t)(leaf->ends[i + 1] - leaf->ends[i]),
      .is_measured = is_measured || !(leaf->unmeasured >> i & 1),
  };
}

/// Item `i` of a place.
static RC_INLINED rc__found rc__place_item(const rc__tree *tree, const rc__place *place,
                                           uint32_t i) {
  if (RC_RARELY(!place->is_baked)) return rc__place_item_slowly(tree, place, i);
  return rc__leaf_item(place->leaf, i, place->offset, place->index, false);
}

/// The last item of a place that starts at or before an offset from its start.
static RC_INLINED uint32_t rc__place_rank(const rc__tree *tree, const rc__place *place,
                                          uint64_t offset) {
  if (RC_RARELY(!place->is_baked)) return rc__place_rank_slowly(tree, place, offset);
  return rc__leaf_rank(place->leaf->ends, (uint32_t)offset);
}

/// The place of an offset; NULL where no item is there.
RC_WRAPS("an offset before the place's start comes out past its length")
static inline const rc__place *rc__tree_place_of_offset(rc__tree *tree, uint64_t offset) {
  rc__place *place = &tree->places[RC__PLACE_OF_OFFSET];
  if (offset - place->offset < place->length) return place;
  return rc__tree_descend_to_offset(tree, offset, place);
}

/// The last item of a place that starts at or before an offset, which must be in the place.
static RC_INLINED rc__found rc__place_item_at(const rc__tree *tree, const rc__place *place,
                                              uint64_t offset) {
  RC_ASSERT(offset - place->offset < place->length);
  return rc__place_item(tree, place, rc__place_rank(tree, place, offset - place->offset));
}

/// Whether a trace is of a length's ranges. Ends are rounded to ticks one by one, so the same
/// length may differ by one.
RC_WRAPS("a length above `length_max` gives a difference far above 2")
static inline bool rc__trace_is_of(const rc__trace *trace, uint64_t length) {
  return trace->length_max - length <= 2;
}

/// What ranges of a length met last; NULL for nothing.
static inline rc__trace *rc__tree_trace_of(rc__tree *tree, uint64_t length) {
  rc__trace *trace = tree->traces;
  // A loop costs more than what it does.
  if (rc__trace_is_of(&trace[0], length)) return &trace[0];
  if (rc__trace_is_of(&trace[1], length)) return &trace[1];
  if (rc__trace_is_of(&trace[2], length)) return &trace[2];
  if (rc__trace_is_of(&trace[3], length)) return &trace[3];
  return NULL;
}

/// Says whether one of a window's items is so many ticks from its start.
static inline bool rc__window_reaches(const rc__window *window, uint64_t ticks) {
  return ticks < window->ends[RC__WINDOW_WIDTH - 1];
}

/// Which one it is. Numbers without a sign compare and add in two instructions each: a vector would
/// take longer.
static inline uint32_t rc__window_rank(const rc__window *window, uint64_t ticks) {
  const uint32_t *ends = window->ends, place = (uint32_t)ticks;
  return (uint32_t)(ends[0] <= place) + (uint32_t)(ends[1] <= place) + (uint32_t)(ends[2] <= place);
}

#endif
