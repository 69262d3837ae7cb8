// Extents and their model, given the same calls.

#ifndef EXTENTS_PAIR_H
#define EXTENTS_PAIR_H

#include "../broken.h"
#include "../harness.h"
#include "model_extents.h"

/// An allocator that counts, and can be told to fail.
typedef struct {
  int64_t bytes;
  int64_t blocks;
  int64_t peak_bytes;
  int64_t calls;
  /// How many more allocations are granted; negative for all.
  int64_t left;
  /// Whether all are granted again once one was not.
  bool fails_once;
} test_memory;

rc_allocator test_memory_allocator(test_memory *memory);

typedef struct {
  test_memory memory;
  rc_extents *extents;
  model_extents model;
} extents_pair;

/// `estimate` and `spacing` in ticks. Ends with `pair_end`, which also finds leaks.
void pair_begin(extents_pair *pair, int64_t estimate, int64_t spacing);
void pair_end(extents_pair *pair);

/// A pair of this name, which `begin` begins; it ends with the block, whether the case fails or
/// not.
#define PAIR(name, begin)                               \
  __attribute__((cleanup(pair_end))) extents_pair name; \
  begin

/// Each does the same to both, and both fail alike; `extents` in ticks, NULL for unmeasured.
/// The status is `NO_MEMORY` only when the memory was told to fail.
rc_status pair_insert(extents_pair *pair, int64_t index, const int64_t *extents, int64_t count);
rc_status pair_remove(extents_pair *pair, int64_t lower, int64_t upper);
rc_status pair_move(extents_pair *pair, int64_t lower, int64_t upper, int64_t to);
rc_status pair_measure(extents_pair *pair, int64_t index, const int64_t *extents, int64_t count);
rc_status pair_estimate(extents_pair *pair, int64_t estimate);

/// Items of many lengths from `index` on, a leaf's at a time.
void pair_insert_mixed(extents_pair *pair, int64_t index, int64_t count);

/// Validates, and compares all that can be asked about the whole.
void pair_check(extents_pair *pair);

/// Compares what is said of one offset, or one range of offsets.
void pair_check_at(extents_pair *pair, int64_t offset);
void pair_check_in(extents_pair *pair, int64_t lower, int64_t upper);

#endif
