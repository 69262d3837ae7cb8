// Foresight: which items to preload, and in which order, from how a list is scrolled.
//
// The preload range of `rangecore_ranges.h` reaches a fixed number of screenfuls past the viewport,
// however fast that moves. So during a fling it asks for items that will be gone before they are
// loaded, ahead of those at which the user will stop. Foresight asks for what can be ready in time:
// it knows how fast the viewport moves, where it will come to rest, how long preloads take, and how
// far this user's gestures go. A list does this itself once `rc_list_settings.foresight` is above
// 0, and an app has nothing to tell it; a host that keeps its own positions uses the pure
// functions. The preloaders of Swift, JavaScript and Python set 0.85 where they are attached to a
// list, unless their own setting `foresight` is 0, which leaves it off.
//
// Notation: the viewport is o ..< o + V, with its insets; v is its velocity. All directions are
// those of travel; against the order of the items everything is mirrored about the viewport.
//
//  1. *Time.* T is the mean of what the last preloads took, failed ones too, each counted as at
//     most 5 seconds; D is their mean deviation. Before the first, T is 0.3 seconds and D is 0.
//  2. *Velocity.* v is by how much updates that are user-driven, or have a landing offset, have
//     moved the viewport in the last 50 ms or more, divided by that time; corrections and other
//     programmatic scrolls do not count, and the host's own velocity is not used. With less history
//     than that v is 0, as it is where the user takes over from the program. Updates at the same
//     time count once. The viewport *moves* at 120 points per second or more; otherwise it is *at
//     rest*, and travel is in the direction in which the user last scrolled.
//  3. *Gestures.* One begins with the first user-driven update at more than a point per second, and
//     ends once there was none for 0.1 seconds, or the program scrolls. Learned from them are the
//     mean top speed u, the mean distance r and its mean deviation r′, and the glide: how far the
//     viewport goes on after the top speed, divided by that. At first 2000 points per second, 1500
//     and 750 points, and 0.2 seconds.
//  4. *Landing.* S is the offset at which the viewport will come to rest. It is known if the host
//     gives a landing offset; or if the speed fell in each of the last four samples, 3 % in all,
//     while the list was not dragged: from v₀ a time t ago, so that S is o + v t (v₀ + v) ÷
//     (2 (v₀ − v)), at most 1 second × v away. Otherwise S is a guess: o + 0.5 seconds × v while
//     dragged, else o + glide × v. It is never behind the viewport, and within what can be
//     scrolled. Samples are at least 15 ms apart. At rest S is o.
//  5. *Progress.* With R = |S − o|, the viewport will have moved by m(t) = R |v| t ÷ (R + |v| t)
//     after the time t: as fast as now at first, and never past S.
//  6. *Reach.* A is how much is wanted beyond the viewport: the budget × the least of 3 V, V + 2 u
//     (T + 2 D) and V ÷ 2 + r + r′. The budget is the one thing to tune: 0.85 is usual; a smaller
//     one wastes fewer loads, a larger one is late less often. Before the user first scrolls, A is
//     at most V ÷ 2 + V × 0.4 seconds ÷ T, and at most 1.5 V: with T = 0.8 seconds V, and with 4
//     seconds 0.6 V. So what is loaded at once is there when the first gesture begins, and a slow
//     network is free for that gesture.
//  7. *At rest* there are three spans: the viewport, ascending; A ahead, and then V ÷ 4 behind, the
//     nearest first.
//  8. *Moving*, with o′ = o + m(T + D) if S is known or the list is dragged, and o otherwise:
//     - from min(o′ + V, S) to S + V, ascending: what can be ready when it appears, earliest first;
//     - from o′ to there, descending: what will be late, but still on screen, longest first;
//     - from S + V to S + V + A, ascending.
//     Before o′ nothing is wanted: it will be gone before it is loaded.
//  9. If S is a guess and a screenful passes in less than 0.1 seconds, as with the thumb of a
//     scroll bar, one span is wanted: the viewport and A ahead, descending. What is visible is the
//     last, since it will soon be gone. If a screenful passes in less than 0.01 seconds, only the
//     viewport is wanted: the next update will be past what is ahead, which nobody will have seen.
//     With V = 800 points that is above 80,000 points per second.
// 10. *Requests in progress* are worth finishing from o + m(0.3 T) on if S is known, otherwise from
//     o − 1.5 V on; and up to S + 2 V + A. What is loaded is kept from o − 1.5 V to S + 2 V + A.
//
// For example with V = 800 points, no preload and no gesture yet, budget 1, A = 2000:
//
//     at rest at 1000                          │ flung from 1000 at 4000 points/s to 5000
//     1.  1000 ..< 1800  ascending             │ 1.  2723 ..< 5800  ascending     o′ = 1923
//     2.  1800 ..< 3800  ascending             │ 2.  1923 ..< 2723  descending
//     3.   800 ..< 1000  descending            │ 3.  5800 ..< 7800  ascending
//     requests  −200 ..< 4600                  │            1330 ..< 8600
//     kept      −200 ..< 4600                  │            −200 ..< 8600
//
// In a list, foresight takes the place of the preload range in the mode *full*, and in the mode
// *minimum* for as long as only the user's first scroll is missing for *full*, while that range is
// enabled and the list on screen. Where the program approaches the target that
// `rc_list_set_scroll_target` was given, its offset is the landing offset. The preload bit is set
// in the smallest range that holds all spans. An item that has it keeps it in the range of what is
// kept, to which slack adds nothing. Visible items have all bits, as always. Everything else is as
// without foresight, except that the distance to a list's end is measured from S if it is known. If
// an update without slack finds the states in more than 24 runs, after movements that no finger
// makes, it keeps nothing.
//
// All of this is computed in integers, at the same cost whatever the list's length, without
// allocating, and is bit-identical on every platform.
//
// ```c
// rc_list *list;
// rc_list_create(NULL, NULL, &list);
// rc_list_settings settings;
// rc_list_get_settings(list, &settings);
// settings.foresight = 1;
// rc_list_set_settings(list, &settings);
// // After each update, start what is wanted in this order, or have tickets do so:
// rc_foresight foresight;
// if (rc_list_foresee(list, &foresight) == RC_STATUS_OK) {
//   for (int32_t i = 0; i < foresight.span_count; i++) {
//     const rc_interval span = foresight.spans[i];  // from its end on if `is_descending[i]`
//     (void)span;
//   }
// }
// // And when a preload has ended:
// rc_list_add_preload_time(list, 0.42);
// rc_list_destroy(list);
// ```

#ifndef RANGECORE_MOTION_H
#define RANGECORE_MOTION_H

#include "rangecore.h"
#include "rangecore_ranges.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most spans that are wanted at once.
#define RC_FORESIGHT_SPAN_COUNT 3
/// How many samples of a movement are remembered.
#define RC_MOTION_SAMPLE_COUNT 5

/// Where the viewport was at a time, and how fast.
typedef struct rc_motion_sample {
  /// Microseconds since the first record.
  int64_t time;
  /// The sum of all movements that count, in ticks.
  rc_ticks position;
  /// In ticks per second, >= 0.
  int64_t speed;
  bool is_dragged;
  uint8_t reserved[7];
} rc_motion_sample;

/// How a list is scrolled: its movement, what was learned from gestures, and from preloads.
///
/// Can be stored anywhere and copied; modify it only with the functions below. Its times, unlike
/// all others, are whole microseconds.
typedef struct rc_motion {
  /// The mean time of preloads and its mean deviation, in microseconds.
  int64_t preload_time;
  int64_t preload_deviation;
  /// The mean top speed of gestures, in ticks per second.
  int64_t top_speed;
  /// The mean distance of gestures and its mean deviation, in ticks.
  rc_ticks distance;
  rc_ticks distance_deviation;
  /// How far gestures without a landing offset go on, divided by their top speed: microseconds.
  int64_t glide;
  /// In ticks per second, positive when moving forward, as of the last record.
  int64_t velocity;
  /// How many preloads and gestures there were, up to 32.
  uint32_t preload_count;
  uint32_t gesture_count;
  /// The host's time of the first record, in seconds.
  double start;
  /// Microseconds since then: of the last record, and of the last one in which the user moved.
  int64_t time;
  int64_t moving_time;
  /// The sum of all movements that count, in ticks: now, where the gesture in progress began, and
  /// where it was fastest.
  rc_ticks position;
  rc_ticks gesture_start;
  rc_ticks peak_position;
  /// The top speed of the gesture in progress, in ticks per second.
  int64_t peak_speed;
  /// The newest first.
  rc_motion_sample samples[RC_MOTION_SAMPLE_COUNT];
  uint32_t sample_count;
  /// A gesture is in progress, and has had a landing offset.
  bool has_gesture;
  bool gesture_has_landing;
  /// The last movement that counts was the program's.
  bool is_programmatic;
  uint8_t reserved;
} rc_motion;

/// What an update tells about a movement, and what foresight depends on besides.
typedef struct rc_motion_input {
  /// With its insets, in ticks.
  rc_interval viewport;
  /// What the viewport can be in, in ticks: from the lowest offset to the highest one plus the
  /// viewport's length.
  rc_interval content;
  /// Where the viewport will come to rest, if `has_landing`.
  rc_ticks landing_offset;
  /// By how much the viewport has moved since the last record, without corrections, in ticks,
  /// positive when moving forward.
  rc_ticks movement;
  /// The host's clock, in seconds.
  double time;
  /// How much is wanted beyond the viewport, 1 as a rule; finite, >= 0.
  double budget;
  /// The direction in which the user last scrolled: forward or backward.
  rc_direction direction;
  bool is_user_driven;
  /// A finger or the thumb of a scroll bar moves the list, and may still go anywhere.
  bool is_dragged;
  bool has_landing;
  /// The user has yet to scroll for the first time.
  bool awaits_scroll;
} rc_motion_input;

/// What to preload, in which order, and what to keep.
///
/// Of `rc_motion_foresee` all intervals are ticks, and of `rc_list_foresee` they are items.
typedef struct rc_foresight {
  /// What is wanted, the most urgent first; `span_count` of them, none empty. Those of items may
  /// share an item: it belongs to the first.
  rc_interval spans[RC_FORESIGHT_SPAN_COUNT];
  /// The smallest interval that holds all spans; empty without spans.
  rc_interval wanted;
  /// Where requests in progress are worth finishing, and where what is loaded is kept. Never less
  /// than what is wanted.
  rc_interval running;
  rc_interval kept;
  /// The offset at which the viewport comes to rest, in ticks, of a list in its own coordinates.
  rc_ticks landing_offset;
  /// In ticks per second, positive when moving forward.
  int64_t velocity;
  int32_t span_count;
  /// Whether a span is to be preloaded from its end to its start.
  bool is_descending[RC_FORESIGHT_SPAN_COUNT];
  bool is_moving;
  /// The landing offset is the host's, or follows from a steady slowdown.
  bool landing_is_known;
  uint8_t reserved[7];
} rc_foresight;

/// Initialises a motion: at rest, nothing learned. NULL is ignored.
RC_API void rc_motion_init(rc_motion *motion);

/// Sets an input for a viewport at rest, at offset 0, not user-driven: direction forward, budget 1,
/// everything else 0. NULL is ignored.
RC_API void rc_motion_input_init(rc_motion_input *input);

/// Records an update: its time, movement, and whether it is user-driven, dragged, and has a landing
/// offset; other fields are only checked. Once per update, before `rc_motion_foresee`.
///
/// A time before that of the last record ends the movement, and what it would have taught is lost.
///
/// Errors: `ARGUMENT` for NULL, a time or budget that is not finite, a negative budget, a direction
/// that is neither, a viewport or content with upper < lower or past ±4 × `RC_LIST_TICKS_MAX`, a
/// viewport longer than `RC_LIST_TICKS_MAX`, or a landing or movement past ±4 times that.
/// Complexity: O(1). Threads: pure, but for `motion`.
RC_API rc_status rc_motion_record(rc_motion *motion, const rc_motion_input *input);

/// Records what a preload took from its start to its end, whether it succeeded or failed.
///
/// - `seconds`: >= 0; counts as at most 5.
///
/// Errors: `ARGUMENT` for NULL, NaN or less than 0. Complexity: O(1). Threads: as above.
RC_API rc_status rc_motion_add_preload_time(rc_motion *motion, double seconds);

/// Computes what to preload around a viewport, by rules 4 to 10.
///
/// - `motion`: with this update recorded.
/// - `out_foresight`: in ticks; may reach beyond the content.
///
/// Errors: as `rc_motion_record`. Complexity: O(1). Threads: pure.
RC_API rc_status rc_motion_foresee(const rc_motion *motion, const rc_motion_input *input,
                                   rc_foresight *out_foresight);

// == of a list ==

/// Finds what the last update of a list wants preloaded, and in which order.
///
/// - `out_foresight`: in items.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if that update did not use foresight, or the list or its
/// settings have changed since. Complexity: O(log n).
RC_API rc_status rc_list_foresee(rc_list *list, rc_foresight *out_foresight);

/// Records what the preload of an item took from its start to its end, whether it succeeded or
/// failed; ignored while `foresight` is 0.
///
/// - `seconds`: >= 0; counts as at most 5.
///
/// Errors: `ARGUMENT` for NULL, NaN or less than 0. Complexity: O(1).
RC_API rc_status rc_list_add_preload_time(rc_list *list, double seconds);

#ifdef __cplusplus
}
#endif

#endif
