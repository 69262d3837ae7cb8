// Random sessions of a list in lanes: what a user, a host and an app do; after each update it is
// checked what must hold at any time, and that the engine's lanes have every item where the model
// has it.

#ifndef MASONRY_SESSION_H
#define MASONRY_SESSION_H

#include "../harness.h"
#include "model_masonry.h"

/// How many updates there were; in how many of them nothing on the screen was edited or measured,
/// in how many something was, and in how many panels on the screen were closed.
typedef struct {
  int64_t updates, quiet, edited, closed;
} masonry_counts;

/// Runs a session of so many updates, at most 100, with random settings.
void masonry_session_run(test_random *random, int64_t updates, masonry_counts *counts);

#endif
