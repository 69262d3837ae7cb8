// The batch rules once more, in plain words: slow, and meant to be seen to be right.

#ifndef MODEL_BATCH_H
#define MODEL_BATCH_H

#include "../library.h"

/// - `reach`: viewport length × leading screens, in ticks.
rc_batch_decision model_batch_decide(const rc_batch_input *input, int64_t reach);

/// Sets all flags of an input, a bit each; bit 7 says that it has a landing.
void model_batch_set_flags(rc_batch_input *input, int bits);

#endif
