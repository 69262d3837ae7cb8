// Snapshots and their model, in lockstep, of a list that is edited, measured and scrolled. A case,
// the differential check and a fuzzer use it.

#ifndef SCRIPT_SNAPSHOT_H
#define SCRIPT_SNAPSHOT_H

#include "../harness.h"

/// Runs a session of so many steps.
void script_snapshot_run(test_random *random, int steps);

/// Reads bytes that may be anything, the choices of the random numbers; what is read is written as
/// the same bytes.
void script_snapshot_read(test_random *random);

#endif
