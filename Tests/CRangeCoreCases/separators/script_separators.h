// Separators and their model, in lockstep, with a list of rows that applies the edits. A case, the
// differential check and a fuzzer use it.

#ifndef SCRIPT_SEPARATORS_H
#define SCRIPT_SEPARATORS_H

#include "../harness.h"

/// Runs a session of so many steps, with edits of any kind.
void script_separators_run(test_random *random, int steps);
/// The same of a store, whose source changes meanwhile.
void script_separators_run_store(test_random *random, int steps);

#endif
