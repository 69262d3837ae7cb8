// Points to slots, many at a time.

#ifndef RC_SLOTS_H
#define RC_SLOTS_H

#include "tree_balance.h"

/// So many points fill the leaves that are written at once.
#define RC__SLOTS_MANY (RC__BUILDER_LEAVES * RC__LEAF_WIDTH)

static inline uint32_t rc__slots_chunk(int64_t left) {
  return left < RC__LEAF_WIDTH ? (uint32_t)left : RC__LEAF_WIDTH;
}

/// As `rc_ticks_from_points` for up to 64 extents, each with the spacing added; `out_sum` is what
/// they come to. On failure nothing written is of use.
rc_status rc__slots_from_points(const double *points, uint32_t count, int64_t spacing,
                                uint32_t out_slots[RC__LEAF_WIDTH], uint64_t *out_sum);

/// As `rc__slots_from_points`, but writes where each extent ends, 0 first: sums that begin at 0
/// again past 2^32.
rc_status rc__sums_from_points(const double *points, uint32_t count, int64_t spacing,
                               uint32_t out_ends[RC__LEAF_WIDTH + 1], uint64_t *out_sum);

/// Writes the sums of `RC__SLOTS_MANY` extents of usual lengths into leaves; false, and nothing is
/// said of the extents or the leaves, where one is not usual.
bool rc__slots_write_leaves(const double *points, int64_t spacing,
                            rc__leaf *const leaves[RC__BUILDER_LEAVES]);

/// Checks any number of extents and adds up their slots. What is not allowed comes before what is
/// too long.
rc_status rc__slots_check(const double *points, int64_t count, int64_t spacing, uint64_t *out_sum);

#endif
