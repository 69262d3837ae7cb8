// A batch decision from the rule that gave it; for the two functions that decide.

#ifndef RC_BATCH_H
#define RC_BATCH_H

#include "base.h"

/// A decision with the answer that belongs to a reason, and nothing measured.
rc_batch_decision rc__batch_decision_make(rc_batch_reason reason);

/// A decision of the distance rule.
rc_batch_decision rc__batch_decision_make_near(bool is_near, double remaining);

/// Turns a decision of the distance rule into one that the host takes.
rc_batch_decision rc__batch_decision_defer(rc_batch_decision decision, double seconds);

#endif
