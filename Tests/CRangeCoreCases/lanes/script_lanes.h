// Lanes and their model, in lockstep. Cases, the differential check and a fuzzer use it.

#ifndef SCRIPT_LANES_H
#define SCRIPT_LANES_H

#include "../harness.h"

/// Runs a session of so many calls on a list of at most about so many items, sometimes without
/// memory.
void script_lanes_run(test_random *random, int calls, int64_t count_most);

#endif
