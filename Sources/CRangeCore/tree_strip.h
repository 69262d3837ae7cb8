// A strip: items in a row, taken out of leaves to be written into others.

#ifndef RC_TREE_STRIP_H
#define RC_TREE_STRIP_H

#include "tree.h"

/// Whole leaves at either side, parts of the first and the last leaf that an edit touches, and what
/// it puts in.
#define RC__STRIP_MAX (5 * RC__LEAF_WIDTH)

/// As a leaf has them, with today's estimate in the sums. These begin at 0 again past 2^32: what
/// comes into one leaf is less.
typedef struct rc__strip {
  uint32_t count;
  uint64_t unmeasured[RC__STRIP_MAX / 64 + 1];
  uint32_t ends[RC__STRIP_MAX + 1];
} rc__strip;

void rc__strip_begin(rc__strip *strip);

/// Adds some items of a leaf, whose sums must have today's estimate in them.
void rc__strip_add_leaf(rc__strip *strip, const rc__leaf *leaf, uint32_t from, uint32_t count);

void rc__strip_add_fresh(rc__strip *strip, const rc__fresh *fresh, uint32_t estimate);

/// Makes some of the items a run where all are alike, else a leaf from the spare ones; they must
/// fit.
rc__part rc__strip_part(rc__tree *tree, const rc__strip *strip, uint32_t from, uint32_t count);

#endif
