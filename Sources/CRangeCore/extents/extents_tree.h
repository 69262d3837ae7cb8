// The contents of extents, only for extents.c and extents_find.c.

#ifndef RC_EXTENTS_TREE_H
#define RC_EXTENTS_TREE_H

#include "extents.h"
#include "tree.h"

struct rc_extents {
  rc__tree tree;
  int64_t spacing;
  /// The limit of the sum of all slots.
  uint64_t length_max;
};

/// The sum of all slots, with the spacing after the last item.
static inline int64_t rc__extents_slots_length(const rc_extents *extents) {
  const rc__subtree *root = &extents->tree.root;
  return (int64_t)root->measured + (int64_t)root->unmeasured * extents->tree.estimate;
}

static inline bool rc__extents_has_range(const rc_extents *extents, int64_t lower, int64_t upper) {
  return extents != NULL && lower >= 0 && lower <= upper && upper <= extents->tree.root.count;
}

#endif
