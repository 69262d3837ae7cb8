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

/// Directions in two dimensions, for `rc_texture_decide`: a set of the bits below.
typedef uint8_t rc_texture_direction;

enum {
  RC_TEXTURE_DIRECTION_RIGHT = 1,
  RC_TEXTURE_DIRECTION_LEFT = 2,
  RC_TEXTURE_DIRECTION_UP = 4,
  RC_TEXTURE_DIRECTION_DOWN = 8
};

/// What Texture's decision depends on; lengths in points, as in Texture.
typedef struct rc_texture_input {
  double bounds_width, bounds_height;
  double content_width, content_height;
  double target_x, target_y;
  /// In points per millisecond, as UIKit reports it when a drag ends.
  double velocity_x, velocity_y;
  double leading_screens;
  rc_texture_direction scroll_directions;
  rc_texture_direction scrollable_directions;
  bool is_fetching;
  bool is_visible;
  bool is_right_to_left;
  bool flips_horizontally;
  bool has_delegate;
} rc_texture_input;

/// Decides exactly as Texture does, for code that migrates from it.
///
/// Where Texture would ask its delegate, the decision is *defer*, with the remaining distance, the
/// remaining time in seconds and `is_near`. Bounds are empty if a side is 0; a negative side is
/// used unchanged. A distance or time of ∞ − ∞ or ∞ ÷ ∞ becomes 0.
///
/// Errors: `ARGUMENT` for NULL or NaN. Complexity: O(1). Threads: pure.
/// Source: ASDisplayShouldFetchBatchForContext at Texture commit be0b74b4.
RC_API rc_status rc_texture_decide(const rc_texture_input *input, rc_batch_decision *out_decision);

#ifdef __cplusplus
}
#endif

#endif
