// The batch decision as a pure function: whether to fetch the next batch now, and why.
//
// For a host that knows its own viewport and content and only wants the rule. A list makes this
// decision itself, and also keeps track of the fetches.
//
// ```c
// rc_batch_input input;
// rc_batch_decision decision;
// rc_batch_input_init(&input);
// input.viewport = (rc_interval){3000 * RC_TICKS_PER_POINT, 3600 * RC_TICKS_PER_POINT};
// input.content = (rc_interval){0, 4400 * RC_TICKS_PER_POINT};
// input.item_count = 100;
// rc_batch_decide(&input, &decision);
// // YES, NEAR_END: 800 points remain, at most 2 screenfuls of 600.
// ```

#ifndef RANGECORE_BATCH_H
#define RANGECORE_BATCH_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Everything that a batch decision depends on.
typedef struct rc_batch_input {
  rc_end end;
  rc_short_content_policy short_content_policy;
  rc_presence presence;
  /// How many screenfuls before the end to fetch; 0 or less for none. Not NaN. Without leading
  /// items either, the end is disabled.
  double leading_screens;
  /// In points per second, positive when moving forward; 0 if unknown. Not NaN.
  double velocity;
  /// In ticks.
  rc_interval viewport;
  /// The items without any extra lengths, in ticks.
  rc_interval content;
  /// Where the viewport will come to rest, if `has_landing`; for the distance to the end only.
  rc_ticks landing_offset;
  /// How far the user moved the viewport since the last decision, positive when moving forward.
  rc_ticks user_movement;
  int64_t item_count;
  /// Also fetch when at most this many items lie beyond the visible ones on the side of this end;
  /// and how many do. Both >= 0; 0 for the first disables this.
  int64_t leading_items;
  int64_t items_left;
  bool has_landing;
  bool is_fetching;
  bool is_exhausted;
  bool is_paused;
  bool is_backing_off;
  bool insertion_pending;
  bool user_has_scrolled;
  bool host_decides;
} rc_batch_input;

/// Sets an input for the tail of an empty list on screen: `leading_screens` is 2, all else 0. NULL
/// is ignored.
RC_API void rc_batch_input_init(rc_batch_input *input);

/// Decides whether to fetch at one end.
///
/// The rules are tried in the order of `rc_batch_reason`; the first that applies decides.
///
/// Errors: `ARGUMENT` for NULL, NaN, an unknown enum value, a negative count, a viewport or
/// content with upper < lower, a viewport longer than `RC_LIST_TICKS_MAX`, or a viewport, content
/// or landing past ±4 × `RC_LIST_TICKS_MAX`. Complexity: O(1). Threads: pure.
/// Source: Texture's ASDisplayShouldFetchBatchForContext.
RC_API rc_status rc_batch_decide(const rc_batch_input *input, rc_batch_decision *out_decision);

#ifdef __cplusplus
}
#endif

#endif
