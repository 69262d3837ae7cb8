// Slots of measured items, from their points: like ticks.h, but many at a time.

#include "slots.h"

#include "../base/ticks.h"
#include "tree_sums.h"

// Which of the two errors an invalid slot is.
static rc_status status_of_wrong(const double *points, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!rc__is_finite(points[i]) || points[i] < 0) return RC_STATUS_ARGUMENT;
  }
  return RC_STATUS_LIMIT;
}

RC_WRAPS("a slot past 2^32, or of no number, is refused: `wrong` says so")
rc_status rc__slots_from_points(const double *points, uint32_t count, int64_t spacing,
                                uint32_t out_slots[RC__LEAF_WIDTH], uint64_t *out_sum) {
  const uint64_t most = (uint64_t)(RC_ITEM_TICKS_MAX - spacing);
  bool wrong = false;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t ticks = rc__ticks_bits(rc__ticks_of(points[i]));
    wrong |= !(points[i] >= 0) | (ticks > most);
    out_slots[i] = (uint32_t)ticks + (uint32_t)spacing;
    sum += out_slots[i];
  }
  *out_sum = sum;
  return wrong ? status_of_wrong(points, count) : RC_STATUS_OK;
}

// Many extents are converted in units of 64 ticks, 1/15 point, so that one test of all their bits
// suffices. It is the same conversion: a unit is a power of two of ticks, and the last bit of a sum
// with this number means one tick.
#define UNITS_PER_POINT (RC_TICKS_PER_POINT / 64)
#define UNITS_MAGIC (RC__TICKS_MAGIC / 64)

// Returns whether no extent is negative, NaN, or 2^17 units (8738 points) or longer, by the bits
// that are set in any of them: the top twelve are a sign and an exponent, which is 0x400 for 2
// units and 0x40f for just under 2^17. These differ in the last four bits only, so that any number
// of them together are at most 0x40f. False also if some are between 0 and 2 units: 0x3ff of 1 unit
// and 0x400 are 0x7ff together. With such extents, and a spacing below 2^24 ticks, 64 items are
// less than 2^31 ticks, which a leaf can hold.
static inline bool are_usual(uint64_t extents, int64_t spacing) {
  return extents >> 52 < 0x410 && spacing >> 24 == 0;
}

// Writes where extents end, 0 first; returns whether they and the spacing are usual.
RC_WRAPS("where sums pass 2^32 a length or the spacing is not usual, and it says false")
static inline bool sum_usual(const double *points, uint32_t count, int64_t spacing,
                             uint32_t *out_ends) {
  uint64_t seen = 0;
  uint32_t end = 0;
  out_ends[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    const double units = rc__product(points[i], UNITS_PER_POINT);
    seen |= rc__bits_of(units);
    // The magic number's lower half is 0.
    out_ends[i + 1] = end += (uint32_t)rc__bits_of(units + UNITS_MAGIC) + (uint32_t)spacing;
  }
  return are_usual(seen, spacing);
}

RC_WRAPS("past 2^32 sums begin at 0 again: their differences are the slots still")
rc_status rc__sums_from_points(const double *points, uint32_t count, int64_t spacing,
                               uint32_t out_ends[RC__LEAF_WIDTH + 1], uint64_t *out_sum) {
  if (sum_usual(points, count, spacing, out_ends)) {
    *out_sum = out_ends[count];
    return RC_STATUS_OK;
  }
  uint32_t slots[RC__LEAF_WIDTH];
  return rc__slots_from_points(points, count, spacing, slots, out_sum);
}

// Without vectors in WebAssembly, one extent after the other is smaller, and no slower.
#if RC_PORTABLE || (defined(__wasm__) && !defined(__wasm_simd128__))

bool rc__slots_write_leaves(const double *points, int64_t spacing,
                            rc__leaf *const leaves[RC__BUILDER_LEAVES]) {
  for (uint32_t i = 0; i < RC__BUILDER_LEAVES; i++, points += RC__LEAF_WIDTH) {
    if (!sum_usual(points, RC__LEAF_WIDTH, spacing, (uint32_t *)leaves[i]->starts)) return false;
  }
  return true;
}

#else

// The same with the compilers' vectors, which work on every target, in registers or split up. It
// takes a third of the time, and dominates the time to build a large list.

// On targets without vector registers gcc warns about how vectors are passed; here everything is
// inlined.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
typedef uint32_t naturals __attribute__((vector_size(16)));
typedef uint64_t longs __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(16)));

#ifdef __clang__
#define SHUFFLED(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLED(a, b, ...) __builtin_shuffle(a, b, (naturals){__VA_ARGS__})
#endif

// Two points in units. See `rc__product` for why no compiler may see that it is a product.
static inline doubles two_units(const double *points) {
  doubles units = (doubles){points[0], points[1]} * (doubles){UNITS_PER_POINT, UNITS_PER_POINT};
  RC__KEEP(units);
  return units;
}

// The lower halves of two pairs of 64 bits, where whole numbers of ticks are.
static inline naturals lower_halves(doubles a, doubles b) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return SHUFFLED((naturals)a, (naturals)b, 1, 3, 5, 7);
#else
  return SHUFFLED((naturals)a, (naturals)b, 0, 2, 4, 6);
#endif
}

// Each leaf has one lane of the vectors, so that sums are never computed across a vector; two steps
// of all four leaves become one store into each:
//
//     a … d        i  i+1 of leaf 0       of leaf 1      of leaf 2      of leaf 3
//     ab, cd       i  i+1 of leaf 0,  i  i+1 of leaf 1       the same of leaf 2, leaf 3
//     one, two     i of each leaf                        i+1 of each leaf
//
// Processors detect one sequential read, but not four interleaved ones, so the next points are
// prefetched.
RC_WRAPS("where sums pass 2^32 a length or the spacing is not usual, and it says false")
bool rc__slots_write_leaves(const double *points, int64_t spacing,
                            rc__leaf *const leaves[RC__BUILDER_LEAVES]) {
  const doubles magic = {UNITS_MAGIC, UNITS_MAGIC};
  const uint32_t each = (uint32_t)spacing;
  const naturals spaces = {each, each, each, each};
  int32_t *ends[RC__BUILDER_LEAVES];
  for (uint32_t leaf = 0; leaf < RC__BUILDER_LEAVES; leaf++) {
    ends[leaf] = leaves[leaf]->starts;
    ends[leaf][0] = 0;
  }
  longs seen = {0};
  naturals two = {0};
  for (uint32_t i = 0; i < RC__LEAF_WIDTH; i += 2) {
    RC__PREFETCH((const void *)((uintptr_t)points +
                                (RC__SLOTS_MANY + i * RC__BUILDER_LEAVES) * sizeof *points));
    const doubles a = two_units(&points[i]), b = two_units(&points[i + RC__LEAF_WIDTH]);
    const doubles c = two_units(&points[i + 2 * RC__LEAF_WIDTH]);
    const doubles d = two_units(&points[i + 3 * RC__LEAF_WIDTH]);
    seen |= ((longs)a | (longs)b) | ((longs)c | (longs)d);
    const naturals ab = lower_halves(a + magic, b + magic), cd = lower_halves(c + magic, d + magic);
    const naturals one = two + (SHUFFLED(ab, cd, 0, 2, 4, 6) + spaces);
    two = one + (SHUFFLED(ab, cd, 1, 3, 5, 7) + spaces);
    const naturals lower = SHUFFLED(one, two, 0, 4, 1, 5), upper = SHUFFLED(one, two, 2, 6, 3, 7);
    rc__copy_bytes(&ends[0][i + 1], &lower, sizeof lower / 2);
    rc__copy_bytes(&ends[1][i + 1], (const char *)&lower + sizeof lower / 2, sizeof lower / 2);
    rc__copy_bytes(&ends[2][i + 1], &upper, sizeof upper / 2);
    rc__copy_bytes(&ends[3][i + 1], (const char *)&upper + sizeof upper / 2, sizeof upper / 2);
  }
  return are_usual(seen[0] | seen[1], spacing);
}

#endif

rc_status rc__slots_check(const double *points, int64_t count, int64_t spacing, uint64_t *out_sum) {
  rc_status worst = RC_STATUS_OK;
  uint64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    uint32_t slots[RC__LEAF_WIDTH];
    uint64_t slot;
    const rc_status status = rc__slots_from_points(&points[i], 1, spacing, slots, &slot);
    if (status == RC_STATUS_ARGUMENT) return status;
    if (status != RC_STATUS_OK) worst = status;
    sum += slot;
  }
  *out_sum = sum;
  return worst;
}
