// Slots of measured items, from their points: what ticks.h does to one, done to four at a time.

#include "slots.h"

#include "ticks.h"
#include "tree_rank.h"

// Which of the two ways a value that is no slot is wrong.
static rc_status status_of_wrong(const double *points, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!rc__is_finite(points[i]) || points[i] < 0) return RC_STATUS_ARGUMENT;
  }
  return RC_STATUS_LIMIT;
}

static rc_status read_each(const double *points, uint32_t count, int64_t spacing,
                           uint32_t *out_slots, uint64_t *out_sum) {
  const double most = (double)(RC_ITEM_TICKS_MAX - spacing);
  bool wrong = false;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    double shifted = points[i] * RC_TICKS_PER_POINT + RC__TICKS_MAGIC;
    uint64_t bits;
    __builtin_memcpy(&bits, &shifted, sizeof bits);
    wrong |= !(points[i] >= 0) | !(shifted - RC__TICKS_MAGIC <= most);
    out_slots[i] = (uint32_t)bits + (uint32_t)spacing;
    sum += out_slots[i];
  }
  *out_sum = sum;
  return wrong ? status_of_wrong(points, count) : RC_STATUS_OK;
}

// Two pairs of numbers below 2^32 as four in a row: the first of each pair, then the second.
static inline rc__naturals interleave(rc__longs a, rc__longs b) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return (rc__naturals)(a << 32 | b);
#else
  return (rc__naturals)(a | b << 32);
#endif
}

// Reads extents of usual lengths, four at a time; false, and nothing is said of them, where one is
// not. What is not below 2^32 ticks, or not a number, leaves a bit in the upper halves; what is
// below 0, a sign.
static bool read_usual(const double *points, uint32_t count, int64_t spacing, uint32_t *out_slots,
                       uint64_t *out_sum) {
  const rc__doubles magic = {RC__TICKS_MAGIC, RC__TICKS_MAGIC},
                    scale = {RC_TICKS_PER_POINT, RC_TICKS_PER_POINT};
  const uint32_t each = (uint32_t)spacing;
  const rc__naturals spaces = {each, each, each, each};
  rc__longs signs = {0}, ticks = {0}, sums = {0};
  for (uint32_t i = 0; i < count; i += 4) {
    const rc__doubles a = {points[i], points[i + 2]}, b = {points[i + 1], points[i + 3]};
    const rc__longs a_ticks = (rc__longs)(a * scale + magic) ^ (rc__longs)magic;
    const rc__longs b_ticks = (rc__longs)(b * scale + magic) ^ (rc__longs)magic;
    signs |= (rc__longs)a | (rc__longs)b;
    ticks |= a_ticks | b_ticks;
    sums += a_ticks + b_ticks;
    *(rc__naturals *)&out_slots[i] = interleave(a_ticks, b_ticks) + spaces;
  }
  *out_sum = sums[0] + sums[1] + count * (uint64_t)spacing;
  bool is_signed = (signs[0] | signs[1]) >> 63 != 0, is_long = (ticks[0] | ticks[1]) >> 32 != 0;
  return !is_signed && !is_long && *out_sum <= RC__LEAF_TICKS_MAX;
}

rc_status rc__slots_from_points(const double *points, uint32_t count, int64_t spacing,
                                uint32_t out_slots[RC__LEAF_WIDTH], uint64_t *out_sum) {
  uint32_t fours = count - count % 4;
  uint64_t sum = 0, rest;
  if (!read_usual(points, fours, spacing, out_slots, &sum)) {
    return read_each(points, count, spacing, out_slots, out_sum);
  }
  rc_status status = read_each(points + fours, count - fours, spacing, out_slots + fours, &rest);
  *out_sum = sum + rest;
  return status;
}

rc_status rc__slots_check(const double *points, int64_t count, int64_t spacing, uint64_t *out_sum) {
  rc_status worst = RC_STATUS_OK;
  *out_sum = 0;
  for (int64_t i = 0; i < count; i += RC__LEAF_WIDTH) {
    uint32_t slots[RC__LEAF_WIDTH];
    uint64_t sum;
    rc_status status =
        rc__slots_from_points(points + i, rc__slots_chunk(count - i), spacing, slots, &sum);
    if (status == RC_STATUS_ARGUMENT) return status;
    if (status != RC_STATUS_OK) worst = status;
    *out_sum += sum;
  }
  return worst;
}
