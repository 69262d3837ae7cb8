// Impressions and their model, in lockstep; and how often a state is repeated makes no difference.
// A case, the differential check and a fuzzer use it.

#ifndef SCRIPT_IMPRESSIONS_H
#define SCRIPT_IMPRESSIONS_H

#include "../harness.h"

/// Runs a session of so many steps.
void script_impressions_run(test_random *random, int steps);

#endif
