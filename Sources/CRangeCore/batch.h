// Batch decisions by rules, for the two functions that decide and for the list, which decides at
// every update.

#ifndef RC_BATCH_H
#define RC_BATCH_H

#include "base.h"
#include "rangecore_batch.h"
#include "rangecore_ranges.h"

/// What the decisions at one end come from as long as neither the content, the viewport's length
/// nor a setting changes. The rules of the end's own fetches come before.
typedef struct rc__batch_rules {
  /// 1 at the tail, −1 at the head: forward is toward the one and away from the other.
  int toward;
  bool is_on;
  bool host_decides;
  /// The first rule that answers whatever moves; the sentinel where none does.
  rc_batch_reason reason;
  /// The viewport's start where its edge is at the content's end.
  int64_t edge;
  /// How far from there a fetch is due.
  int64_t reach;

  // What the reason is found from; see rc__batch_rules_fit.

  rc_batch_reason before_content;
  rc_batch_reason short_content;
  rc_batch_reason after_content;
  int64_t length;
} rc__batch_rules;

/// What moves from one decision to the next.
typedef struct rc__batch_motion {
  /// Where the viewport starts, or will once it has landed.
  int64_t offset;
  double velocity;
  /// 1 where the viewport moves forward, −1 for backward, 0 where nothing moves.
  int forward;
} rc__batch_motion;

/// Finds the rules of an input that `rc_batch_decide` would not refuse, save for its content.
void rc__batch_rules_make(const rc_batch_input *input, rc__batch_rules *out_rules);

/// Fits rules to the content.
static inline void rc__batch_rules_fit(rc__batch_rules *rules, rc_interval content,
                                       int64_t item_count) {
  const bool is_tail = rules->toward == 1;
  rules->edge = is_tail ? content.upper - rules->length : content.lower;
  rc_batch_reason reason = rules->before_content;
  if (reason == RC_BATCH_REASON_SENTINEL) {
    reason = rules->after_content;
    // Content is filled up at its tail; at the head as well, a short list would ask at both ends.
    bool is_short = is_tail && content.upper - content.lower < rules->length;
    if (is_short) reason = rules->short_content;
    if (!is_tail && item_count == 0) reason = RC_BATCH_REASON_NO_ITEMS;
  }
  rules->reason = reason;
}

static inline int rc__batch_forward(double velocity, int64_t user_movement) {
  const int sign = (velocity > 0) - (velocity < 0);
  return sign != 0 ? sign : (user_movement > 0) - (user_movement < 0);
}

/// Writes a decision field by field, in place: a copy of what was just written in parts would wait
/// for it.
static inline void rc__batch_decision_write(rc_batch_decision *out_decision, rc_batch_answer answer,
                                            rc_batch_reason reason, double remaining,
                                            double seconds, bool is_near) {
  out_decision->answer = answer;
  out_decision->reason = reason;
  out_decision->remaining = remaining;
  out_decision->seconds = seconds;
  out_decision->is_near = is_near;
  rc__zero_bytes(out_decision->reserved, sizeof out_decision->reserved);
}

/// A decision with the answer that belongs to a reason, and nothing measured.
static inline void rc__batch_decide_by_reason(rc_batch_reason reason,
                                              rc_batch_decision *out_decision) {
  bool is_yes = reason == RC_BATCH_REASON_SHORT_CONTENT;
  rc__batch_decision_write(out_decision, is_yes ? RC_BATCH_ANSWER_YES : RC_BATCH_ANSWER_NO, reason,
                           0, 0, false);
}

/// A decision of the distance rule.
static inline void rc__batch_decide_by_distance(bool is_near, double remaining,
                                                rc_batch_decision *out_decision) {
  rc__batch_decision_write(out_decision, is_near ? RC_BATCH_ANSWER_YES : RC_BATCH_ANSWER_NO,
                           is_near ? RC_BATCH_REASON_NEAR_END : RC_BATCH_REASON_FAR_FROM_END,
                           remaining, 0, is_near);
}

/// Leaves a decision of the distance rule to the host.
static inline void rc__batch_defer(bool is_near, double remaining, double seconds,
                                   rc_batch_decision *out_decision) {
  rc__batch_decision_write(out_decision, RC_BATCH_ANSWER_DEFER, RC_BATCH_REASON_HOST_DECIDES,
                           remaining, seconds, is_near);
}

/// - `reason`: the rule of the end's own fetches that answers; the sentinel where none does.
static inline void rc__batch_decide(const rc__batch_rules *rules, rc_batch_reason reason,
                                    const rc__batch_motion *motion,
                                    rc_batch_decision *out_decision) {
  if (reason == RC_BATCH_REASON_SENTINEL) reason = rules->reason;
  if (reason == RC_BATCH_REASON_SENTINEL && motion->forward == -rules->toward) {
    reason = RC_BATCH_REASON_MOVING_AWAY;
  }
  if (reason != RC_BATCH_REASON_SENTINEL) {
    rc__batch_decide_by_reason(reason, out_decision);
    return;
  }
  const int64_t ticks = (rules->edge - motion->offset) * rules->toward;
  const double remaining = rc_ticks_to_points(ticks), velocity = motion->velocity * rules->toward;
  bool is_near = ticks <= rules->reach;
  if (rules->host_decides && velocity > 0) {
    rc__batch_defer(is_near, remaining, remaining / velocity, out_decision);
  } else {
    rc__batch_decide_by_distance(is_near, remaining, out_decision);
  }
}

#endif
