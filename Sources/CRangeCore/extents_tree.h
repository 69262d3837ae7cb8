// Extents from the inside: the tree of slots, for the files that make them up.

#ifndef RC_EXTENTS_TREE_H
#define RC_EXTENTS_TREE_H

#include "extents.h"
#include "tree.h"

struct rc_extents {
  rc__tree tree;
  int64_t spacing;
  /// All slots together may come to this.
  uint64_t length_max;
};

/// All slots, the last one's spacing too.
static inline int64_t rc__extents_slots_length(const rc_extents *extents) {
  const rc__subtree *root = &extents->tree.root;
  return (int64_t)root->measured + (int64_t)root->unmeasured * extents->tree.estimate;
}

/// Another number after each change.
static inline uint64_t rc__extents_version(const rc_extents *extents) {
  return extents->tree.version;
}

static inline bool rc__extents_has_range(const rc_extents *extents, int64_t lower, int64_t upper) {
  return extents != NULL && lower >= 0 && lower <= upper && upper <= extents->tree.root.count;
}

#endif
