// A host and its model at random, on a toolkit that rounds, clamps, hides and lies: whatever is
// called, both do the same. A case, a fuzzer and the differential check use it.

#ifndef SCRIPT_HOST_H
#define SCRIPT_HOST_H

#include "harness.h"
#include "model_host.h"

typedef struct {
  test_random *random;
  rc_list *list;
  rc_host *host;
  rc_host_step step;
  model_host model;
  int64_t next_id;
  /// Of the toolkit: its offset, steps of offsets, and whether it clamps.
  double offset, rounding, length, breadth, insets[2];
  bool clamps, insets_are_fixed;
  uint32_t columns;
  double time;
  int64_t steps;
} script_host;

void script_host_begin(script_host *script, test_random *random);
void script_host_end(script_host *script);

/// Runs a session of so many calls; returns how many steps were made.
int64_t script_host_run(test_random *random, int calls);

/// What the view of an item needs, in points.
double script_host_extent(int64_t id, double breadth, uint32_t columns);

#endif
