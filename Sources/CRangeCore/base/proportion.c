#include "proportion.h"

int64_t rc__part_of(int64_t value, int64_t part, int64_t whole) {
  const uint64_t size = (uint64_t)(value < 0 ? -value : value), divisor = (uint64_t)whole;
  uint64_t quotient = 0, rest = 0;
  for (int bit = 62; bit >= 0; bit--) {
    rest = 2 * rest + ((size >> bit & 1) != 0 ? (uint64_t)part : 0);
    quotient *= 2;
    for (; rest >= divisor; rest -= divisor) quotient++;
  }
  return value < 0 ? -(int64_t)quotient : (int64_t)quotient;
}
