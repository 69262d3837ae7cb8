// Sums of items in a row, four at a time: as leaves have them, and what edits put into leaves.

#ifndef RC_TREE_SUMS_H
#define RC_TREE_SUMS_H

#include "tree_rank.h"

/// Copies sums, each with something added. The last four overlap those before them: a loop over
/// what is left of four would end where nobody can foresee it.
RC_WRAPS("`added` may be below 0, modulo 2^32; no sum becomes so")
static inline void rc__sums_copy(const void *from, uint32_t count, uint32_t added, void *to) {
  const rc__naturals four = {added, added, added, added};
  const uint32_t *source = from;
  uint32_t *target = to;
  if (count < 4) {
    for (uint32_t i = 0; i < count; i++) target[i] = source[i] + added;
    return;
  }
  const size_t last = (size_t)(count - 4) * sizeof *source;
  const char *source_bytes = from;
  char *target_bytes = to;
  for (size_t at = 0; at < last; at += sizeof four) {
    *(rc__naturals *)(target_bytes + at) = *(const rc__naturals *)(source_bytes + at) + four;
  }
  *(rc__naturals *)(target_bytes + last) = *(const rc__naturals *)(source_bytes + last) + four;
}

/// The sums of four in a row.
static inline rc__naturals rc__sums_of_four(rc__naturals four) {
  const rc__naturals none = {0};
  four += __builtin_shufflevector(four, none, 4, 0, 1, 2);
  return four + __builtin_shufflevector(four, none, 4, 4, 0, 1);
}

/// Whether the sums of a leaf's items, of which there is one at least, rise by the same each time.
static inline bool rc__sums_are_alike(const int32_t *ends, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (ends[i + 1] - ends[i] != ends[1]) return false;
  }
  return true;
}

#endif
