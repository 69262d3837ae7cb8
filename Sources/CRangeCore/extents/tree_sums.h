// The innermost loops, over arrays of sums as long as the tree's blocks and leaves.

#ifndef RC_TREE_SUMS_H
#define RC_TREE_SUMS_H

#include "tree.h"

// SSE2 has its own loops, if available and not disabled for a test. Its header needs a hosted C
// library.
#if defined(__SSE2__) && __STDC_HOSTED__ && !RC_PORTABLE
#define RC__HAS_SSE2 1
#include <emmintrin.h>
#else
#define RC__HAS_SSE2 0
#endif

/// How many bits are set. The builtin is a library call on targets without an instruction for it.
RC_WRAPS("only the product's top byte counts, the sum of all eight")
static inline uint32_t rc__bit_count(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

static inline uint64_t rc__bits_below(uint32_t count) {
  return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

/// The bits from `from` on, moved to `to`.
static inline uint64_t rc__bits_moved(uint64_t bits, uint32_t from, uint32_t to) {
  // A shift by 64 is undefined in C; masked to 0, it shifts a 0.
  return (bits & ~rc__bits_below(from)) >> (from & 63) << (to & 63);
}

// == ranks: how many ascending sums a value has passed ==
//
// The last of a block's eight sums is larger than the value, or the block would not have been
// chosen; so is the last pivot. That leaves seven comparisons. Sums past the last child are larger
// than any value.

#if RC__HAS_SSE2

/// How many of seven ascending numbers are at most `value`; twice.
static RC_INLINED uint32_t rc__naturals_up_to_twice(const uint32_t *from, uint32_t value) {
  // Counts use all 32 bits, and SSE2 compares signed numbers only: so the top bit is inverted.
  const __m128i turn = _mm_set1_epi32(INT32_MIN);
  const __m128i most = _mm_set1_epi32((int32_t)(value ^ 0x80000000u));
  const __m128i low = _mm_xor_si128(_mm_loadu_si128((const __m128i_u *)from), turn);
  const __m128i high = _mm_xor_si128(_mm_loadu_si128((const __m128i_u *)(from + 4)), turn);
  const __m128i above = _mm_packs_epi32(_mm_cmpgt_epi32(low, most), _mm_cmpgt_epi32(high, most));
  // The mask has two bits for each: if the first two of eight are not above, it is
  // 0b1111111111110000, with 4 trailing zeros.
  return (uint32_t)__builtin_ctz((uint32_t)_mm_movemask_epi8(above));
}

#else

static RC_INLINED uint32_t rc__naturals_up_to_twice(const uint32_t *from, uint32_t value) {
  const size_t at = 4 * (size_t)(from[3] <= value);
  return 2 * ((uint32_t)at + (uint32_t)(from[at] <= value) + (uint32_t)(from[at + 1] <= value) +
              (uint32_t)(from[at + 2] <= value));
}

#endif

/// How many of seven ascending sums are at most `value`. One by one: not all targets have vectors
/// that compare 64 bits.
static RC_INLINED uint32_t rc__longs_up_to(const uint64_t *from, uint64_t value) {
  const uint32_t low = (uint32_t)(from[0] <= value) + (uint32_t)(from[1] <= value) +
                       (uint32_t)(from[2] <= value) + (uint32_t)(from[3] <= value);
  return low + (uint32_t)(from[4] <= value) + (uint32_t)(from[5] <= value) +
         (uint32_t)(from[6] <= value);
}

// How many of three sums of a leaf, `apart` apart, are at most `offset`.
static RC_INLINED size_t rc__starts_up_to(const int32_t *starts, size_t apart, uint32_t offset) {
  return (size_t)((uint32_t)((uint32_t)starts[apart] <= offset) +
                  (uint32_t)((uint32_t)starts[2 * apart] <= offset) +
                  (uint32_t)((uint32_t)starts[3 * apart] <= offset));
}

#if RC__HAS_SSE2

// Which of eight are above `offset`, in a byte each of the lower or the upper half.
static RC_INLINED __m128i rc__starts_above(const int32_t *starts, __m128i offset) {
  return _mm_packs_epi32(_mm_cmpgt_epi32(_mm_loadu_si128((const __m128i_u *)starts), offset),
                         _mm_cmpgt_epi32(_mm_loadu_si128((const __m128i_u *)(starts + 4)), offset));
}

/// The last item that starts at or before an offset within the leaf of these sums.
static RC_INLINED uint32_t rc__leaf_rank(const int32_t *starts, uint32_t offset) {
  const size_t block = 16 * rc__starts_up_to(starts, 16, offset);
  const __m128i by = _mm_set1_epi32((int32_t)offset);
  const __m128i above = _mm_packs_epi16(rc__starts_above(&starts[block + 1], by),
                                        rc__starts_above(&starts[block + 9], by));
  // The last one is above: it starts after the offset, or is unused and larger than any value.
  return (uint32_t)block + (uint32_t)__builtin_ctz((uint32_t)_mm_movemask_epi8(above));
}

#else

/// The last item that starts at or before an offset within the leaf of these sums.
static RC_INLINED uint32_t rc__leaf_rank(const int32_t *starts, uint32_t offset) {
  size_t at = 16 * rc__starts_up_to(starts, 16, offset);
  at += 4 * rc__starts_up_to(starts + at, 4, offset);
  return (uint32_t)(at + rc__starts_up_to(starts + at, 1, offset));
}

#endif

// == copies ==

// Written so that compilers use one vector of four.
RC_WRAPS("`added` may be below 0, modulo 2^32; no sum becomes so")
static inline void rc__sums_copy_four(const uint32_t *from, uint32_t added, uint32_t *to) {
  const uint32_t a = from[0] + added, b = from[1] + added, c = from[2] + added, d = from[3] + added;
  to[0] = a;
  to[1] = b;
  to[2] = c;
  to[3] = d;
}

/// Copies sums, adding a constant; `from` and `to` may be the same, but not overlap otherwise. The
/// last four overlap those before them: a loop over the remainder would have an unpredictable trip
/// count.
RC_WRAPS("`added` may be below 0, modulo 2^32; no sum becomes so")
static inline void rc__sums_copy(const void *from, uint32_t count, uint32_t added, void *to) {
  const uint32_t *source = from;
  uint32_t *target = to;
  if (count < 4) {
    for (uint32_t i = 0; i < count; i++) target[i] = source[i] + added;
    return;
  }
  const uint32_t last = count - 4;
  uint32_t last_four[4];
  rc__sums_copy_four(source + last, added, last_four);
  for (uint32_t i = 0; i < last; i += 4) rc__sums_copy_four(source + i, added, target + i);
  rc__copy_bytes(target + last, last_four, sizeof last_four);
}

/// Whether the sums of a leaf's items, at least one, increase by equal steps.
static inline bool rc__sums_are_alike(const int32_t *starts, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    if (starts[i + 1] - starts[i] != starts[1]) return false;
  }
  return true;
}

#endif
