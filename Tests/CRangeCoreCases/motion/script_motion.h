// Random movements, recorded by a motion and by the slow model side by side.

#ifndef SCRIPT_MOTION_H
#define SCRIPT_MOTION_H

#include "../harness.h"
#include "model_motion.h"

/// Runs one history of at most so many updates; its first difference fails the case.
void script_run_motion(test_random *random, model_motion *model, int steps);

#endif
