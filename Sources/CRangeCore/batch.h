// A batch decision from the rule that gave it; for the two functions that decide.

#ifndef RC_BATCH_H
#define RC_BATCH_H

#include "base.h"

/// As `rc_batch_decide`, of an input that it would not refuse.
void rc__batch_decide(const rc_batch_input *input, rc_batch_decision *out_decision);

// Decisions are built in place, for an update makes two: copies of what was just written in smaller
// parts wait for it.

/// A decision with the answer that belongs to a reason, and nothing measured.
static inline rc_batch_decision rc__batch_decision_make(rc_batch_reason reason) {
  bool is_yes = reason == RC_BATCH_REASON_SHORT_CONTENT || reason == RC_BATCH_REASON_NEAR_END;
  return (rc_batch_decision){.answer = is_yes ? RC_BATCH_YES : RC_BATCH_NO, .reason = reason};
}

/// A decision of the distance rule.
static inline rc_batch_decision rc__batch_decision_make_near(bool is_near, double remaining) {
  return (rc_batch_decision){
      .answer = is_near ? RC_BATCH_YES : RC_BATCH_NO,
      .reason = is_near ? RC_BATCH_REASON_NEAR_END : RC_BATCH_REASON_FAR_FROM_END,
      .remaining = remaining,
      .is_near = is_near,
  };
}

/// Turns a decision of the distance rule into one that the host takes.
static inline rc_batch_decision rc__batch_decision_defer(rc_batch_decision decision,
                                                         double seconds) {
  decision.answer = RC_BATCH_DEFER;
  decision.reason = RC_BATCH_REASON_HOST_DECIDES;
  decision.seconds = seconds;
  return decision;
}

#endif
