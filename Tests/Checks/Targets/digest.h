// A number for all that a run of random calls answered, the same wherever the answers are.

#ifndef DIGEST_H
#define DIGEST_H

#include <string.h>
#include "library.h"

typedef struct {
  uint64_t hash;
  uint64_t seed;
} digest;

/// A random number (splitmix64). One at a time in an expression: in which order the compiler calls
/// what stands between commas or beside an operator is its own affair.
static inline uint64_t digest_next(digest *run) {
  uint64_t z = (run->seed += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// A number in lower … upper, both included.
static inline int64_t digest_in(digest *run, int64_t lower, int64_t upper) {
  return lower + (int64_t)(digest_next(run) % ((uint64_t)(upper - lower) + 1));
}

static inline bool digest_one_in(digest *run, int64_t n) {
  return digest_in(run, 1, n) == 1;
}

static inline void digest_take(digest *run, uint64_t value) {
  run->hash = (run->hash ^ value) * 0x9fb21c651e98df25u;
  run->hash ^= run->hash >> 32;
}

static inline void digest_take_int(digest *run, int64_t value) {
  digest_take(run, (uint64_t)value);
}

/// Takes all the bits of a double: −0 and 0 are two.
static inline void digest_take_double(digest *run, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  digest_take(run, bits);
}

static inline void digest_take_interval(digest *run, rc_interval interval) {
  digest_take_int(run, interval.lower);
  digest_take_int(run, interval.upper);
}

void digest_take_foresight(digest *run, const rc_foresight *foresight);
void digest_take_decision(digest *run, const rc_batch_decision *decision);

/// A double of any bits, or one near what the library takes or refuses; NaN among them.
double digest_any_double(digest *run);

/// An extent in points, seldom one that is refused.
double digest_extent(digest *run);

/// A call of a function that has no object, or of one with a small value: pages, a tracker.
void digest_call_pure(digest *run);

#endif
