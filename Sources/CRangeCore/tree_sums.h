// Sums of items in a row, four at a time: as leaves have them, and what edits put into leaves.

#ifndef RC_TREE_SUMS_H
#define RC_TREE_SUMS_H

#include "tree_rank.h"

// Written for compilers to make one vector of four: what reads sums reads as many at once.
RC_WRAPS("`added` may be below 0, modulo 2^32; no sum becomes so")
static inline void rc__sums_copy_four(const uint32_t *from, uint32_t added, uint32_t *to) {
  const uint32_t a = from[0] + added, b = from[1] + added, c = from[2] + added, d = from[3] + added;
  to[0] = a;
  to[1] = b;
  to[2] = c;
  to[3] = d;
}

/// Copies sums, each with something added. The last four overlap those before them: a loop over
/// what is left of four would end where nobody can foresee it.
RC_WRAPS("`added` may be below 0, modulo 2^32; no sum becomes so")
static inline void rc__sums_copy(const void *from, uint32_t count, uint32_t added, void *to) {
  const uint32_t *source = from;
  uint32_t *target = to;
  if (count < 4) {
    for (uint32_t i = 0; i < count; i++) target[i] = source[i] + added;
    return;
  }
  const uint32_t last = count - 4;
  for (uint32_t i = 0; i < last; i += 4) rc__sums_copy_four(source + i, added, target + i);
  rc__sums_copy_four(source + last, added, target + last);
}

/// Whether the sums of a leaf's items, of which there is one at least, rise by the same each time.
static inline bool rc__sums_are_alike(const int32_t *ends, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (ends[i + 1] - ends[i] != ends[1]) return false;
  }
  return true;
}

#endif
