// Batch rules: rc_batch_decide makes them for one decision; a list keeps them while its setup stays
// the same, and fits them to its content.

#ifndef RC_BATCH_H
#define RC_BATCH_H

#include "../base/base.h"
#include "rangecore_batch.h"
#include "rangecore_ranges.h"

/// After this many fetches in a row without anything new an end is paused.
#define RC__STALLED_MAX 3

/// What the decisions at one end depend on, except what moves. Reasons from the end's own fetches
/// take precedence.
///
///     tail, viewport 600 long, content 0 ..< 4400, leading screens 2
///     edge 3800, reach 1200: due for offsets from 2600 on
typedef struct rc__batch_rules {
  /// The end is the tail; otherwise the head.
  bool is_tail;
  bool is_enabled;
  bool host_decides;
  /// At most so many items beyond the visible ones are near; −1 if only the distance counts.
  int64_t leading_items;
  /// The first rule that applies whatever moves; the sentinel if none does.
  rc_batch_reason reason;
  /// The offset at which the viewport reaches the content's end.
  int64_t edge;
  /// How far before that a fetch is due; the least number if only items count.
  int64_t reach;

  // From which rc__batch_rules_fit finds the reason: the rules before those about the content, the
  // one about short content, and those after.

  rc_batch_reason before_content;
  rc_batch_reason short_content;
  rc_batch_reason after_content;
  int64_t length;
} rc__batch_rules;

/// What moves from one decision to the next.
typedef struct rc__batch_motion {
  /// Where the viewport starts, or will once it has come to rest.
  int64_t offset;
  /// How many items lie beyond the visible ones, by `rc_end`.
  int64_t items_left[2];
  double velocity;
  /// 1 forward, −1 backward, 0 at rest.
  int direction;
} rc__batch_motion;

/// Makes the rules of an input that `rc_batch_decide` would accept, except for its content.
void rc__batch_rules_make(const rc_batch_input *input, rc__batch_rules *out_rules);

/// Fits rules to the content.
void rc__batch_rules_fit(rc__batch_rules *rules, rc_interval content, int64_t item_count);

/// The direction of the velocity or, without one, of the user's movement.
static inline int rc__batch_direction(double velocity, int64_t user_movement) {
  const int sign = (velocity > 0) - (velocity < 0);
  return sign != 0 ? sign : (user_movement > 0) - (user_movement < 0);
}

/// Decides at one end.
///
/// - `reason`: from the end's own fetches, the sentinel if there is none.
void rc__batch_decide(const rc__batch_rules *rules, rc_batch_reason reason,
                      const rc__batch_motion *motion, rc_batch_decision *out_decision);

#endif
