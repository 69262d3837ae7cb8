// Queries in the place met last, inlined where they are asked; what is elsewhere is searched for in
// tree_find.c.

#ifndef RC_TREE_FIND_H
#define RC_TREE_FIND_H

#include "tree_rank.h"

/// The role of a range's lower end; its upper one's is the next.
static inline uint32_t rc__role_of_range(int64_t length) {
  uint32_t hash = (uint32_t)((uint64_t)length * 0x9e3779b97f4a7c15u >> 59);
  return hash * 2;
}

static inline const rc__place *rc__tree_place_of_offset(rc__tree *tree, uint64_t offset,
                                                        uint32_t role) {
  const rc__place *place = &tree->places[tree->hints[role]];
  if (offset - place->offset < place->length) return place;
  return rc__tree_search_offset(tree, offset, role);
}

static inline const rc__place *rc__tree_place_of_item(rc__tree *tree, uint32_t index,
                                                      uint32_t role) {
  const rc__place *place = &tree->places[tree->hints[role]];
  if (index - place->index < place->count) return place;
  return rc__tree_search_item(tree, index, role);
}

/// The last item that starts at or before an offset, from the place's start.
static inline uint32_t rc__place_rank(const rc__tree *tree, const rc__place *place,
                                      uint64_t offset) {
  if (place->ends == NULL) return rc__place_rank_slowly(tree, place, offset);
  return rc__leaf_rank(place->ends, (int32_t)offset);
}

/// Item `i` of a place.
static inline rc__found rc__place_item(const rc__tree *tree, const rc__place *place, uint32_t i) {
  if (place->ends == NULL) return rc__place_item_slowly(tree, place, i);
  return (rc__found){
      .offset = place->offset + (uint64_t)place->ends[i],
      .index = place->index + i,
      .slot = (uint32_t)(place->ends[i + 1] - place->ends[i]),
      .is_measured = !(place->leaf->unmeasured >> i & 1),
  };
}

/// `index` must be an item's.
static inline rc__found rc__tree_item(rc__tree *tree, uint32_t index) {
  RC_ASSERT(index < tree->root.count);
  const rc__place *place = rc__tree_place_of_item(tree, index, RC__ROLE_ITEM);
  return rc__place_item(tree, place, index - place->index);
}

/// The last item that starts at or before `offset`, which must be before the end of the last slot.
static inline rc__found rc__tree_item_at(rc__tree *tree, uint64_t offset, uint32_t role) {
  const rc__place *place = rc__tree_place_of_offset(tree, offset, role);
  RC_ASSERT(offset - place->offset < place->length);
  return rc__place_item(tree, place, rc__place_rank(tree, place, offset - place->offset));
}

#endif
