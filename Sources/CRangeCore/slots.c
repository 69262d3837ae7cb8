// Slots of measured items, from their points: what ticks.h does to one, done to many.

#include "slots.h"

#include "ticks.h"
#include "tree_sums.h"

// Which of the two ways a value that is no slot is wrong.
static rc_status status_of_wrong(const double *points, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!rc__is_finite(points[i]) || points[i] < 0) return RC_STATUS_ARGUMENT;
  }
  return RC_STATUS_LIMIT;
}

RC_WRAPS("a slot past 2^32, or of no number, is refused: `wrong` says so")
rc_status rc__slots_from_points(const double *points, uint32_t count, int64_t spacing,
                                uint32_t out_slots[RC__LEAF_WIDTH], uint64_t *out_sum) {
  const double most = (double)(RC_ITEM_TICKS_MAX - spacing);
  bool wrong = false;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    const double ticks = points[i] * RC_TICKS_PER_POINT;
    wrong |= !(points[i] >= 0) | !(rc__ticks_whole(ticks) <= most);
    out_slots[i] = (uint32_t)rc__ticks_bits(ticks) + (uint32_t)spacing;
    sum += out_slots[i];
  }
  *out_sum = sum;
  return wrong ? status_of_wrong(points, count) : RC_STATUS_OK;
}

// The lower halves of two pairs of 64 bits, where small integers are.
static inline rc__naturals lower_halves(rc__longs a, rc__longs b) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_shufflevector((rc__naturals)a, (rc__naturals)b, 1, 3, 5, 7);
#else
  return __builtin_shufflevector((rc__naturals)a, (rc__naturals)b, 0, 2, 4, 6);
#endif
}

// A tick is 1/64 of such a unit: a sum with this falls where that is what a double's last bit
// means.
#define UNITS_PER_POINT (RC_TICKS_PER_POINT / 64)
#define UNITS_MAGIC (RC__TICKS_MAGIC / 64)

// Whether all of some lengths are below 2^17 units, and none has a sign, by the bits that are set
// in any of them: as a number these are not below one of them. Nor are they above where nothing is
// between 0 and 2 units, 2/15 point: from there on exponents differ in their last four bits alone.
static inline bool are_usual(rc__longs seen) {
  return (seen[0] | seen[1]) >> 52 < 0x410;
}

// So that the sums of 64 slots fit, each with the spacing.
static inline bool is_usual_spacing(int64_t spacing) {
  return spacing >> 24 == 0;
}

// Writes where extents end, 0 first; says whether they and the spacing are of usual lengths.
RC_WRAPS("where sums pass 2^32 a length or the spacing is not usual, and it says false")
static bool sum_usual(const double *points, uint32_t count, int64_t spacing, uint32_t *out_ends) {
  const rc__doubles magic = {UNITS_MAGIC, UNITS_MAGIC}, scale = {UNITS_PER_POINT, UNITS_PER_POINT};
  const uint32_t each = (uint32_t)spacing;
  const rc__naturals spaces = {each, each, each, each};
  rc__longs seen = {0};
  rc__naturals before = {0};
  size_t i = 0;
  out_ends[0] = 0;
  for (; i + 4 <= count; i += 4) {
    const rc__doubles a = rc__doubles_at(&points[i]) * scale;
    const rc__doubles b = rc__doubles_at(&points[i + 2]) * scale;
    seen |= (rc__longs)a | (rc__longs)b;
    const rc__naturals slots = lower_halves((rc__longs)(a + magic), (rc__longs)(b + magic));
    const rc__naturals four = rc__sums_of_four(slots + spaces) + before;
    *(rc__naturals *)&out_ends[i + 1] = four;
    before = __builtin_shufflevector(four, four, 3, 3, 3, 3);
  }
  for (; i < count; i++) {
    const rc__doubles a = (rc__doubles){points[i], points[i]} * scale;
    seen |= (rc__longs)a;
    out_ends[i + 1] = out_ends[i] + (uint32_t)((rc__longs)(a + magic))[0] + each;
  }
  return are_usual(seen) && is_usual_spacing(spacing);
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

// Each leaf has a lane of the vectors, so that none of its sums is worked out within a vector; two
// steps of all four leaves are one store into each:
//
//     a … d        i  i+1 of leaf 0       of leaf 1      of leaf 2      of leaf 3
//     ab, cd       i  i+1 of leaf 0,  i  i+1 of leaf 1       the same of leaf 2, leaf 3
//     one, two     i of each leaf                        i+1 of each leaf
//
// Processors see that memory is read in order, but not in four orders: the next points are fetched.
// Adding `magic` rounds. An even spacing comes along with it: that changes no tie.
bool rc__slots_write_leaves(const double *points, int64_t spacing,
                            rc__leaf *const leaves[RC__BUILDER_LEAVES]) {
  typedef uint64_t two_ends __attribute__((aligned(4), may_alias));
  if (spacing % 2 != 0 || !is_usual_spacing(spacing)) return false;
  const double units = UNITS_MAGIC + (double)spacing / 64;
  const rc__doubles magic = {units, units}, scale = {UNITS_PER_POINT, UNITS_PER_POINT};
  int32_t *ends[RC__BUILDER_LEAVES];
  for (uint32_t leaf = 0; leaf < RC__BUILDER_LEAVES; leaf++) {
    ends[leaf] = leaves[leaf]->starts;
    ends[leaf][0] = 0;
  }
  const rc__longs none = {0};
  rc__longs seen_a = none, seen_b = none, seen_c = none, seen_d = none;
  rc__naturals two = {0};
  for (uint32_t i = 0; i < RC__LEAF_WIDTH; i += 2) {
    __builtin_prefetch((const void *)((uintptr_t)points +
                                      (RC__SLOTS_MANY + i * RC__BUILDER_LEAVES) * sizeof *points));
    const rc__doubles a = rc__doubles_at(&points[i]) * scale;
    const rc__doubles b = rc__doubles_at(&points[i + RC__LEAF_WIDTH]) * scale;
    const rc__doubles c = rc__doubles_at(&points[i + 2 * RC__LEAF_WIDTH]) * scale;
    const rc__doubles d = rc__doubles_at(&points[i + 3 * RC__LEAF_WIDTH]) * scale;
    seen_a |= (rc__longs)a;
    seen_b |= (rc__longs)b;
    seen_c |= (rc__longs)c;
    seen_d |= (rc__longs)d;
    const rc__naturals ab = lower_halves((rc__longs)(a + magic), (rc__longs)(b + magic));
    const rc__naturals cd = lower_halves((rc__longs)(c + magic), (rc__longs)(d + magic));
    const rc__naturals one = two + __builtin_shufflevector(ab, cd, 0, 2, 4, 6);
    two = one + __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
    const rc__longs lower = (rc__longs)__builtin_shufflevector(one, two, 0, 4, 1, 5);
    const rc__longs upper = (rc__longs)__builtin_shufflevector(one, two, 2, 6, 3, 7);
    *(two_ends *)&ends[0][i + 1] = lower[0];
    *(two_ends *)&ends[1][i + 1] = lower[1];
    *(two_ends *)&ends[2][i + 1] = upper[0];
    *(two_ends *)&ends[3][i + 1] = upper[1];
  }
  return are_usual((seen_a | seen_b) | (seen_c | seen_d));
}

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
