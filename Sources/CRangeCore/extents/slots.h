// Points to slots, many at a time.

#ifndef RC_SLOTS_H
#define RC_SLOTS_H

#include "tree_balance.h"

/// How many points fill the leaves that are written together.
#define RC__SLOTS_MANY (RC__BUILDER_LEAVES * RC__LEAF_WIDTH)

static inline uint32_t rc__slots_chunk(int64_t left) {
  return left < RC__LEAF_WIDTH ? (uint32_t)left : RC__LEAF_WIDTH;
}

/// Like `rc_ticks_from_points` for up to 64 extents, each with the spacing added; `out_sum` is
/// their sum. On failure, ignore what was written.
rc_status rc__slots_from_points(const double *points, uint32_t count, int64_t spacing,
                                uint32_t out_slots[RC__LEAF_WIDTH], uint64_t *out_sum);

/// Like `rc__slots_from_points`, but writes where each extent ends, 0 first, modulo 2^32.
rc_status rc__sums_from_points(const double *points, uint32_t count, int64_t spacing,
                               uint32_t out_ends[RC__LEAF_WIDTH + 1], uint64_t *out_sum);

/// Writes the sums of `RC__SLOTS_MANY` extents into leaves. False if one is not of a usual length
/// (see slots.c); then ignore the leaves.
bool rc__slots_write_leaves(const double *points, int64_t spacing,
                            rc__leaf *const leaves[RC__BUILDER_LEAVES]);

/// Checks any number of extents and adds up their slots. `ARGUMENT` takes precedence over `LIMIT`.
rc_status rc__slots_check(const double *points, int64_t count, int64_t spacing, uint64_t *out_sum);

#endif
