// A product and a quotient of integers, where the product may have more than 64 bits.

#ifndef RC_PROPORTION_H
#define RC_PROPORTION_H

#include <stdint.h>

/// `value` × `part` ÷ `whole`, rounded toward 0, for 0 <= part <= whole. Bit by bit:
/// 300 × 20 ÷ 50 is 120.
int64_t rc__part_of(int64_t value, int64_t part, int64_t whole);

/// `a` × `b` ÷ `whole`, rounded toward 0, where none is negative and the result has at most 63
/// bits.
static inline int64_t rc__product_over(int64_t a, int64_t b, int64_t whole) {
  if (((a | b) >> 31) == 0) return a * b / whole;
  return a * (b / whole) + rc__part_of(a, b % whole, whole);
}

#endif
