// Sums of items in a row, four at a time: as leaves have them, and what edits put into leaves.

#ifndef RC_TREE_SUMS_H
#define RC_TREE_SUMS_H

#include "tree_rank.h"

/// Copies sums, each with something added. The last four overlap those before them: a loop over
/// what is left of four would end where nobody can foresee it.
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

/// Writes the sums of slots, 0 first.
static inline void rc__sums_write(const uint32_t *slots, uint32_t count, uint32_t *out_ends) {
  const rc__naturals none = {0};
  rc__naturals before = {0};
  uint32_t i = 0;
  out_ends[0] = 0;
  for (; i + 4 <= count; i += 4) {
    rc__naturals four = *(const rc__naturals *)&slots[i];
    four += __builtin_shufflevector(four, none, 4, 0, 1, 2);
    four += __builtin_shufflevector(four, none, 4, 4, 0, 1);
    four += before;
    *(rc__naturals *)&out_ends[i + 1] = four;
    before = __builtin_shufflevector(four, four, 3, 3, 3, 3);
  }
  for (; i < count; i++) out_ends[i + 1] = out_ends[i] + slots[i];
}

#endif
