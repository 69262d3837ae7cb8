// How long failures are waited out.

#ifndef RC_RETRY_H
#define RC_RETRY_H

#include "base.h"

/// One more, unless no more can be counted.
static inline uint32_t rc__counted_up(uint32_t count) {
  return count == UINT32_MAX ? count : count + 1;
}

/// How long to wait after so many failures in a row, at least one: 1, 2, 4, … and at most 60
/// seconds, times 1 + jitter.
static inline double rc__seconds_to_retry(uint32_t failure_count, double jitter) {
  RC_ASSERT(failure_count > 0);
  const double seconds = failure_count > 6 ? 60 : (double)(1u << (failure_count - 1));
  return rc__product(seconds, 1 + jitter);
}

#endif
