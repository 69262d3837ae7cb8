// Lanes and their model, given the same calls.

#ifndef LANES_PAIR_H
#define LANES_PAIR_H

#include "../extents/extents_pair.h"
#include "model_lanes.h"

typedef struct {
  test_memory memory;
  rc_lanes *lanes;
  model_lanes model;
} lanes_pair;

/// `estimate` and `spacing` in ticks. Ends with `lanes_end`, which also finds leaks.
void lanes_begin(lanes_pair *pair, uint32_t k, int64_t estimate, int64_t spacing);
void lanes_end(lanes_pair *pair);

/// A pair of this name, which `begin` begins; it ends with the block, whether the case fails or
/// not.
#define LANES(name, begin)                             \
  __attribute__((cleanup(lanes_end))) lanes_pair name; \
  begin

/// Each does the same to both, and both fail alike; `extents` in ticks, NULL for unmeasured.
/// The status is `NO_MEMORY` only when the memory was told to fail.
rc_status lanes_insert(lanes_pair *pair, int64_t index, const int64_t *extents, int64_t count);
rc_status lanes_remove(lanes_pair *pair, int64_t lower, int64_t upper);
rc_status lanes_move(lanes_pair *pair, int64_t lower, int64_t upper, int64_t to);
rc_status lanes_measure(lanes_pair *pair, int64_t index, const int64_t *extents, int64_t count);
rc_status lanes_estimate(lanes_pair *pair, int64_t estimate);
rc_status lanes_give(lanes_pair *pair, int64_t index, const uint32_t *lanes, int64_t count);
rc_status lanes_span(lanes_pair *pair, int64_t lower, int64_t upper, uint32_t span);
rc_status lanes_indent(lanes_pair *pair, int64_t index, const int64_t *indents);

/// Updates the lanes, whose lanes and indents the model takes over: as after an edit of lanes that
/// were updated.
rc_status lanes_update(lanes_pair *pair, const rc_lanes_viewport *viewport);
void lanes_take_over(lanes_pair *pair);

/// Gives each of some laneless items the lane that ends first, from `index` on.
void lanes_give_shortest(lanes_pair *pair, int64_t index, int64_t count);

/// Validates, and compares the length, all positions and all that is asked of the items at a few
/// indices; all of them in a short list.
void lanes_check(lanes_pair *pair);

/// Compares what is in a range of offsets, and at its start, in each lane.
void lanes_check_in(lanes_pair *pair, int64_t lower, int64_t upper);

#endif
