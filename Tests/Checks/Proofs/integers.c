// The sources as they stand, with what they promise, for Frama-C: see Tests/Checks/Proofs/run.

// One of a function would be one of the type that it returns.
#define __attribute__(attribute)

#include "../../../Sources/CRangeCore/base/base.h"

#undef RC_RARELY
#define RC_RARELY(condition) (condition)

#include "../../../Sources/CRangeCore/base/ticks.c"
#include "../../../Sources/CRangeCore/ranges/ranges.c"

// Contracts come after what they are of, and those of ranges stand on those of ticks.
#include "ticks.acsl"

#include "ranges.acsl"
