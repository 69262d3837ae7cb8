// Filling leaves with items in a row, out of other leaves or new.

#ifndef RC_TREE_FILL_H
#define RC_TREE_FILL_H

#include "tree_edit.h"

/// Whole leaves at either side of what an edit replaces, parts of the first and the last leaf that
/// it touches, and what it puts in: full leaves that these come to.
#define RC__FILLED_MAX 5

typedef struct rc__filler {
  rc__tree *tree;
  /// How many items each leaf takes, the one that is being filled first.
  const uint32_t *counts;
  rc__leaf *leaf;
  uint32_t count;
  /// What the leaves, or runs where all of one's items are alike, are added to.
  rc__parts *parts;
} rc__filler;

void rc__filler_begin(rc__filler *filler, rc__tree *tree, const uint32_t *counts, rc__parts *parts);

/// Adds some items of a leaf, whose sums must have today's estimate in them. Takes spare leaves.
void rc__filler_add_leaf(rc__filler *filler, const rc__leaf *leaf, uint32_t from, uint32_t count);

void rc__filler_add_fresh(rc__filler *filler, const rc__fresh *fresh);

#endif
