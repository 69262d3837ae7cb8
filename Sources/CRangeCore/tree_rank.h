// Ranks: the innermost loops, which find the one of many sums that an offset or an index is behind.

#ifndef RC_TREE_RANK_H
#define RC_TREE_RANK_H

#include "tree.h"

// Where there is no such set of instructions, or it is turned off for a test, all else is as good.
// Its header needs those of a hosted C library.
#if defined(__SSE2__) && __STDC_HOSTED__ && !RC_PORTABLE
#define RC__HAS_SSE2 1
#include <emmintrin.h>
#else
#define RC__HAS_SSE2 0
#endif

// Of a block's eight sums the last one is above what is looked for, as the block was chosen by it;
// so is the last pivot. Seven comparisons are left.

#if RC__HAS_SSE2

/// How many of seven ascending numbers are at most `value`; twice.
static RC_INLINED uint32_t rc__naturals_up_to_twice(const uint32_t *from, uint32_t value) {
  // Counts use all 32 bits: the sign is turned over for a comparison of signed numbers.
  const __m128i turn = _mm_set1_epi32(INT32_MIN);
  const __m128i most = _mm_set1_epi32((int32_t)(value ^ 0x80000000u));
  const __m128i low = _mm_xor_si128(_mm_loadu_si128((const __m128i_u *)from), turn);
  const __m128i high = _mm_xor_si128(_mm_loadu_si128((const __m128i_u *)(from + 4)), turn);
  const __m128i above = _mm_packs_epi32(_mm_cmpgt_epi32(low, most), _mm_cmpgt_epi32(high, most));
  // Two bits each.
  return (uint32_t)__builtin_ctz((uint32_t)_mm_movemask_epi8(above));
}

#else

static RC_INLINED uint32_t rc__naturals_up_to_twice(const uint32_t *from, uint32_t value) {
  const size_t at = 4 * (size_t)(from[3] <= value);
  return 2 * ((uint32_t)at + (uint32_t)(from[at] <= value) + (uint32_t)(from[at + 1] <= value) +
              (uint32_t)(from[at + 2] <= value));
}

#endif

/// A root may have so few children that the pivots say nothing: whether it has is as good as known,
/// for every query asks it first.
static inline bool rc__node_has_blocks(const rc__node *node) {
  return node->width > RC__NODE_BLOCK;
}

/// The child that holds an item, which must be there.
static RC_INLINED uint32_t rc__node_rank_of_item(const rc__node *node, uint32_t index) {
  if (node->count_shift != 0) {
    const uint32_t at = index >> node->count_shift, last = node->width - 1u;
    return at < last ? at : last;
  }
  size_t block = 0;
  if (rc__node_has_blocks(node))
    block = RC__NODE_BLOCK / 2 * (size_t)rc__naturals_up_to_twice(node->count_pivots, index);
  // What is asked for once the child is known, in a block that already is.
  RC__PREFETCH(&node->children[block]);
  return (uint32_t)block + rc__naturals_up_to_twice(&node->counts[block + 1], index) / 2;
}

/// How many of seven ascending sums are at most `value`. One by one: no vectors compare so many
/// bits everywhere.
static RC_INLINED uint32_t rc__longs_up_to(const uint64_t *from, uint64_t value) {
  const uint32_t low = (uint32_t)(from[0] <= value) + (uint32_t)(from[1] <= value) +
                       (uint32_t)(from[2] <= value) + (uint32_t)(from[3] <= value);
  return low + (uint32_t)(from[4] <= value) + (uint32_t)(from[5] <= value) +
         (uint32_t)(from[6] <= value);
}

/// The last child that starts at or before an offset within the node, which has today's estimate;
/// the offset becomes one within the child. Says how far the block has moved from where the ticks
/// before its children start.
RC_WRAPS("a block that has moved to the left has moved by less than 0, modulo 2^64")
static RC_INLINED uint32_t rc__node_rank_of_offset(const rc__node *node, uint64_t *offset,
                                                   uint64_t *out_moved, bool is_root) {
  size_t block = 0;
  if (!is_root || rc__node_has_blocks(node)) block = rc__longs_up_to(&node->blocks[1], *offset);
  const size_t first = RC__NODE_BLOCK * block;
  const uint64_t moved = node->blocks[block] - node->ends[first], left = *offset - moved;
  RC__PREFETCH(&node->children[first]);
  RC__PREFETCH(&node->counts[first]);
  const size_t at = first + rc__longs_up_to(&node->ends[first + 1], left);
  *offset = left - node->ends[at];
  *out_moved = moved;
  return (uint32_t)at;
}

// How many of three sums of a leaf, so many apart, are at most `offset`.
static RC_INLINED size_t rc__ends_up_to(const int32_t *ends, size_t apart, uint32_t offset) {
  return (size_t)((uint32_t)((uint32_t)ends[apart] <= offset) +
                  (uint32_t)((uint32_t)ends[2 * apart] <= offset) +
                  (uint32_t)((uint32_t)ends[3 * apart] <= offset));
}

#if RC__HAS_SSE2

// Which of eight are above `offset`, in a byte each of the lower or the upper half.
static RC_INLINED __m128i rc__ends_above(const int32_t *ends, __m128i offset) {
  return _mm_packs_epi32(_mm_cmpgt_epi32(_mm_loadu_si128((const __m128i_u *)ends), offset),
                         _mm_cmpgt_epi32(_mm_loadu_si128((const __m128i_u *)(ends + 4)), offset));
}

/// The last item that starts at or before an offset within the leaf of these sums.
static RC_INLINED uint32_t rc__leaf_rank(const int32_t *ends, uint32_t offset) {
  const size_t block = 16 * rc__ends_up_to(ends, 16, offset);
  const __m128i by = _mm_set1_epi32((int32_t)offset);
  const __m128i above =
      _mm_packs_epi16(rc__ends_above(&ends[block + 1], by), rc__ends_above(&ends[block + 9], by));
  // The last one is: it ends after the offset, or what is unused is above all.
  return (uint32_t)block + (uint32_t)__builtin_ctz((uint32_t)_mm_movemask_epi8(above));
}

#else

/// The last item that starts at or before an offset within the leaf of these sums.
static RC_INLINED uint32_t rc__leaf_rank(const int32_t *ends, uint32_t offset) {
  size_t at = 16 * rc__ends_up_to(ends, 16, offset);
  at += 4 * rc__ends_up_to(ends + at, 4, offset);
  return (uint32_t)(at + rc__ends_up_to(ends + at, 1, offset));
}

#endif

#endif
