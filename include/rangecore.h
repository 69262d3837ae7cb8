// RangeCore: which items of a long list matter now, where everything is, and when to fetch more.
//
// A host owns the items of a list and shows a part of them, the viewport. It tells the engine about
// its edits (insert, remove, move, extents) and then, once per frame, where the viewport is. The
// update returns the items whose interface state changed, the items in each range, a correction to
// add to the scroll offset, and whether to fetch the next batch:
//
//     host ──edits──▶ extents ──┐
//          ──viewport─▶ ranges ─┼─▶ states ──▶ changes ──▶ host
//                               └─▶ batch  ──▶ fetch ──▶ edits …
//
// A complete host, without its views:
//
// ```c
// #include <rangecore.h>
// #include <stdio.h>
//
// int main(void) {
//   rc_list *list;
//   if (rc_list_create(NULL, NULL, &list) != RC_STATUS_OK) return 1;
//   rc_list_insert(list, 0, NULL, 20);  // 20 items, not measured yet: 44 points each
//   rc_viewport viewport;
//   rc_viewport_init(&viewport);
//   viewport.length = 480;
//   viewport.is_user_driven = true;
//   for (int frame = 0; frame < 100; frame++, viewport.offset += 10) {
//     rc_update update;
//     if (rc_list_update(list, &viewport, &update) != RC_STATUS_OK) break;
//     viewport.offset += update.correction;  // otherwise the content would jump
//     for (size_t i = 0; i < update.changes.count; i++) {
//       const rc_change *it = &update.changes.items[i];
//       const int lower = (int)it->lower, upper = (int)it->upper;
//       if (it->after & ~it->before & RC_STATE_PRELOAD) printf("load %d ..< %d\n", lower, upper);
//       if (it->before & ~it->after & RC_STATE_PRELOAD) printf("drop %d ..< %d\n", lower, upper);
//     }
//     if (update.batches[RC_END_TAIL].answer != RC_BATCH_ANSWER_YES) continue;
//     rc_batch_context *context;
//     rc_batch_token token;
//     if (rc_list_begin_batch(list, RC_END_TAIL, &context, &token) != RC_STATUS_OK) continue;
//     rc_list_insert(list, rc_list_count(list), NULL, 20);  // the items, once they have arrived
//     rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_COMPLETED);  // on any thread
//     rc_batch_context_release(context);
//   }
//   rc_list_destroy(list);
// }
// ```
//
// Which header to include for what:
//
//     views of a toolkit, to measure and to place       rangecore_host.h       a host
//     a feed whose next items come at its ends          this one               batches of a list
//     pages by position, or after and before an id      rangecore_store.h      a store
//     rows between items, such as headers of days       rangecore_separators.h
//     items of unequal height in lanes, as in masonry   rangecore_lanes.h      lanes
//     images or other content to load for items         rangecore_tickets.h    tickets
//     which items were seen, and for how long           rangecore_impressions.h
//     the same place again, also tomorrow               rangecore_snapshot.h   a snapshot
//     an old and a new sequence of ids                  rangecore_diff.h       a difference
//
// The headers of names (ids of changes), kept items, sections and motion (foresight) extend lists;
// those of ranges, extents, lanes and batches work without one. All share `rangecore_values.h`.
//
// The library is compiled with these switches, if any:
//
// - `RC_ASSERTS=1` checks its own invariants, for tests.
// - `RC_FORESIGHT`, `RC_SECTIONS`, `RC_HOST`, `RC_LANES`: 0 leaves out what is named after it.
// - `RC_PORTABLE=1` uses plain C11, which compilers other than gcc and clang get anyway.
// - On Windows, `RC_BUILD_SHARED` builds a DLL; define `RC_SHARED` in code that uses it.
//
// Conventions:
// - Ranges are half-open, `lower ..< upper`. Indices and counts are items, unless a name says
//   `row`. Offsets, lengths and extents are points, as `double`; `rc_ticks` are 1/960 point.
// - A list is logical: offset 0 is its start, whatever the axis and the writing direction.
// - Functions that can fail return an `rc_status`: `ARGUMENT` for any invalid argument, others as
//   listed. Undefined behaviour comes only from invalid pointers, simultaneous calls on one object,
//   and an allocator that breaks its contract. A failing call changes nothing but `out_reason`.
// - Results are written through `out_…` parameters, which come last. A `reserved` field is 0, and
//   only in structs that the library fills in.
// - An array comes before its length, a `size_t`; if it is optional, before how many items it is
//   for. Other counts, and indices, are `int64_t`; what stays small, such as columns, has 32 bits.
// - A query is named after what it finds. `get_` comes before that where there is a `set_`, or a
//   type of the name.
// - Times are seconds, as `double`, of a clock of the host's that starts anywhere. Do not set it
//   back: all waits last until the clock reaches their times again. Foresight cannot wait for that,
//   as speed would grow with each movement while time stands still: it takes the movement as ended.
// - The engine never calls out, except to the allocator: no callbacks, clock, threads or globals.
// - One call at a time per object, queries of `const` ones included; different objects are
//   independent. Pure functions, and those on `rc_batch_context`, can be called from any thread.
// - Results are bit-identical on every platform.

#ifndef RANGECORE_H
#define RANGECORE_H

#include "rangecore_values.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this header. `rc_version_text` returns that of the library.
#define RC_VERSION_MAJOR 0
#define RC_VERSION_MINOR 1
#define RC_VERSION_PATCH 0

/// Returns the version of the library as "major.minor.patch", a static string.
///
/// Compare with `RC_VERSION_…` to detect a library that does not match the header.
RC_API const char *rc_version_text(void);

// == list ==
//
// One object per list: edit, edit, …, update. A list of n items in k columns has ⌈n ÷ k⌉ rows, or
// with headers those of its sections; extents belong to rows, states to items. Offsets start at the
// head's extra length: item 0 is at `extra_lengths[RC_END_HEAD]`.

/// The extents, states, range mode, anchor and batches of one list.
///
/// Memory: less than 12 KB, or 20 KB after many edits, and about 6 bytes per measured row in a long
/// list; and at most 1 KiB for each edit, until the third update after it.
typedef struct rc_list rc_list;

/// What a list is created with. All of it but the quantum can be changed later.
typedef struct rc_list_options {
  /// Items per row, at least 1: the row of an item is its index ÷ columns. Default 1.
  uint32_t columns;
  /// The tunings to start with. Default `RC_TUNING_PRESET_LIST`.
  rc_tuning_preset tuning_preset;
  /// The extent of unmeasured rows, in points, 0 … 4,000,000 minus the spacing. Default 44.
  double estimate;
  /// The gap between adjacent rows, in points, >= 0. Default 0.
  double spacing;
  /// The least step of the host's offsets, in points, 0 … 4,000,000, for example 1 for a terminal:
  /// estimates are rounded to multiples of it, but never to 0, so that corrections are whole steps
  /// too if the measured extents are. One that this takes past its limit is refused. Default 0:
  /// none.
  double quantum;
} rc_list_options;

/// When a fetch is triggered at the tail because the content is shorter than the viewport.
typedef enum rc_short_content_policy {
  /// At once, as in Texture.
  RC_SHORT_CONTENT_POLICY_FETCH = 0,
  /// Once the user has scrolled.
  RC_SHORT_CONTENT_POLICY_AFTER_SCROLL = 1,
  RC_SHORT_CONTENT_POLICY_NEVER = 2,
  RC_SHORT_CONTENT_POLICY_SENTINEL = 0x7fffffff
} rc_short_content_policy;

/// What can be changed at any time, with effect from the next update (extra lengths: at once).
typedef struct rc_list_settings {
  /// An item keeps preload, display and the app's own bits while it overlaps the range of the
  /// bit, widened by this many screenfuls at each end. Finite, >= 0. Default 0, as in Texture.
  /// Ignored in any update that changes the mode, a tuning or the presence.
  double slack;
  /// If above 0, what to preload follows from how the user scrolls, and in the mode *minimum*,
  /// before the user does, is 1.5 screenfuls at most. This scales how far it reaches, 0.85 being
  /// usual; see `rangecore_motion.h`. Finite, >= 0. Default 0: off.
  double foresight;
  /// How far the user must scroll back before leading and trailing swap, in points, >= 0, so that
  /// finger jitter does not swap the two sides. Default 1.
  double direction_threshold;
  /// How close to an end, in screenfuls, its next batch is fetched, indexed by `rc_end`; finite. 0
  /// or less: no fetch by distance. Default 2 at the tail, 0 at the head.
  double leading_screens[2];
  /// The same in items: also fetch when at most this many lie beyond the visible ones, >= 0;
  /// indexed by `rc_end`. Default 0.
  int64_t leading_items[2];
  /// In the modes full and minimum, display and preload reach at least this many items past the
  /// visible ones at each end, and the rest of their rows; slack adds nothing. >= 0. Default 0.
  int64_t overscan_items;
  /// Space before the first item and after the last, indexed by `rc_end`, for example for a header
  /// or a loading row, in points, >= 0. No range or batch counts it as an item.
  double extra_lengths[2];
  /// A viewport within this many points of an end counts as being at it for `sticks`, indexed by
  /// `rc_end`; >= 0. At the tail, capped at 1 once the user scrolls backward: all steps back add up
  /// until a scroll reaches the end again. Default 1.
  double stick_distances[2];
  /// How many pages of the app cover this one, >= 0. With 1 the mode is *minimum* or stricter, with
  /// 2 *visible only* or stricter, with 3 or more *low memory*.
  int32_t depth;
  rc_presence presence;
  rc_pressure pressure;
  rc_short_content_policy short_content_policy;
  /// The mode is *visible only* or stricter, *low memory* if the list is not on screen; states are
  /// computed as if the presence were near instead of on screen.
  bool in_background;
  /// Set this while fetched items have yet to be inserted; neither end fetches meanwhile.
  bool insertion_pending;
  /// While the viewport moves toward an end, *defer* replaces that end's decision by distance.
  bool host_decides_batches;
  /// Whether the viewport sticks to an end, indexed by `rc_end`. A viewport at the tail stays there
  /// through edits, measurements and resizing, as in a chat; content shorter than the viewport
  /// keeps its start, and with fixed insets the end is that of the whole viewport. One at the head
  /// shows what is inserted before the first item.
  bool sticks[2];
  /// Each update sets the estimate to the mean of the measured rows.
  bool uses_mean_estimate;
  /// The header of the section at the viewport's start stays there; see `rangecore_sections.h`.
  bool pins_headers;
} rc_list_settings;

/// Sets the defaults documented at each field. NULL is ignored.
RC_API void rc_list_options_init(rc_list_options *options);

/// Sets the defaults documented at each field, and 0 or false elsewhere. NULL is ignored.
RC_API void rc_list_settings_init(rc_list_settings *settings);

/// Creates an empty list.
///
/// - `options`: NULL for the defaults.
/// - `allocator`: copied; NULL for the C library's, which a freestanding build does not have.
/// - `out_list`: owned by the caller; destroy it with `rc_list_destroy`.
///
/// Errors: `ARGUMENT`; `LIMIT` for an estimate past the limit; `NO_MEMORY`.
RC_API rc_status rc_list_create(const rc_list_options *options, const rc_allocator *allocator,
                                rc_list **out_list);

/// Destroys a list. Fetches in progress are reported as cancelled. NULL is ignored.
/// Complexity: O(measured rows).
RC_API void rc_list_destroy(rc_list *list);

/// Copies the settings of a list.
RC_API rc_status rc_list_get_settings(const rc_list *list, rc_list_settings *out_settings);

/// Replaces the settings of a list. To change one, get them, change the field, and set them.
///
/// Errors: `ARGUMENT` for NULL or an invalid value; `LIMIT` for a length past the limits;
/// `NO_MEMORY`, only with foresight.
RC_API rc_status rc_list_set_settings(rc_list *list, const rc_list_settings *settings);

/// Copies the tuning of one range in one mode.
RC_API rc_status rc_list_get_tuning(const rc_list *list, rc_range_mode mode, rc_range range,
                                    rc_tuning *out_tuning);

/// Replaces the tuning of one range in one mode, with effect from the next update.
///
/// Errors: `ARGUMENT` for NULL, an unknown mode or range, or an invalid tuning.
RC_API rc_status rc_list_set_tuning(rc_list *list, rc_range_mode mode, rc_range range,
                                    rc_tuning tuning);

/// Sets an explicit base mode, which applies until the next user-driven update.
RC_API rc_status rc_list_set_mode(rc_list *list, rc_range_mode mode);

/// Switches the base mode to full, as the first user scroll does.
RC_API rc_status rc_list_mark_scrolled(rc_list *list);

// == edits ==
//
// The indices of each call refer to the list as the previous call left it. In complexities, n is
// the number of rows, and e that of insertions, removals and moves since the last update; bounds in
// e are expected and amortised.

/// Inserts items at `index`.
///
/// - `index`: that of the first new item, 0 … number of items.
/// - `extents`: one for each, in points, each 0 … 4,000,000 minus the spacing; or NULL for
///   unmeasured items. Must be NULL in a list, or a section, of several columns.
/// - `count`: how many items.
///
/// With several columns, the rows that the list gains are inserted at row ⌈index ÷ columns⌉; other
/// rows keep their extents, though other items are in them: see `rc_list_mark_provisional`.
///
/// Errors: `ARGUMENT`, also for NaN or a negative extent; `LIMIT`; `NO_MEMORY`.
/// Complexity: O(log n + log e), whatever the count; plus O(count) with `extents`.
RC_API rc_status rc_list_insert(rc_list *list, int64_t index, const double *extents, int64_t count);

/// Removes the items `lower ..< upper`; the next update lists those that were in a range.
///
/// Errors: `ARGUMENT`; `LIMIT`, only if rows are formed again without a header; `NO_MEMORY`.
/// Complexity: O(log n + log e + measured rows removed).
RC_API rc_status rc_list_remove(rc_list *list, int64_t lower, int64_t upper);

/// Moves the items `lower ..< upper`, with their states and extents.
///
/// - `to`: the index of the first of them afterwards, 0 … number of items − (upper − lower).
///
/// With several columns, extents move only where whole rows do.
///
/// Errors: `ARGUMENT`; `LIMIT`, only between sections; `NO_MEMORY`. Complexity: O(log n + log e).
RC_API rc_status rc_list_move(rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// Forgets the extents of the rows that hold the items `lower ..< upper`; states are kept.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(log n + measured rows forgotten).
RC_API rc_status rc_list_forget(rc_list *list, int64_t lower, int64_t upper);

/// Sets the extents of consecutive rows, which makes them measured.
///
/// - `row`: the first row; in a list of one column, an item's row is its index.
/// - `extents`: `count` values in points, each 0 … 4,000,000 minus the spacing.
///
/// Errors: `ARGUMENT`, also for NaN or a negative extent; `LIMIT`; `NO_MEMORY`.
/// Complexity: O(log n + count).
RC_API rc_status rc_list_set_row_extents(rc_list *list, int64_t row, const double *extents,
                                         size_t count);

/// Makes the measured rows that hold the items `lower ..< upper` provisional: they keep their
/// extents, but are to be measured again. For rows whose width has changed, placeholders whose
/// items have come, in several columns rows of other items; and, right after an insertion with
/// `extents`, for estimates of the host's own.
///
/// `rc_list_unmeasured_rows` finds them; setting its extent makes a row measured again. In lengths
/// and counts they are measured rows, but others on screen stay in place rather than they: see
/// `rc_list_update`. To measure one row again that the user sees, just set its extent. A row all of
/// whose items were inserted since the last update stays a guess, though it is marked again later:
/// the next extent counts as a first measurement.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log n + e log e + provisional rows marked again).
/// Until all are measured, edits take up to twice as long.
RC_API rc_status rc_list_mark_provisional(rc_list *list, int64_t lower, int64_t upper);

/// Regroups the items into rows, with other columns or spacing. States and the anchor's place stay.
///
/// - `columns`, `spacing`: as in `rc_list_options`. Sections may have columns of their own.
/// - `keeps_extents`: if true, a row takes over the extent of the row that held its first item, and
///   becomes provisional; it is unmeasured if that row was. If false, all rows are unmeasured.
///
/// Errors: `ARGUMENT`; `LIMIT` if the list would be too long; `NO_MEMORY`. Complexity: O(m log n
/// + s log s), for m measured rows before or after, whichever are more, and s sections.
RC_API rc_status rc_list_set_layout(rc_list *list, uint32_t columns, double spacing,
                                    bool keeps_extents);

/// Returns the extent of unmeasured rows, in points; 0 for NULL.
RC_API double rc_list_get_estimate(const rc_list *list);

/// Sets the extent of all unmeasured rows, in points.
///
/// Errors: `ARGUMENT`; `LIMIT`. Complexity: O(1).
RC_API rc_status rc_list_set_estimate(rc_list *list, double estimate);

// == update ==

/// Where the viewport is, and what the host knows about its movement.
typedef struct rc_viewport {
  /// The scroll offset, in points, finite; before adding the correction that this update returns.
  double offset;
  /// In points, >= 0. If no longer than its insets, the list counts as hidden: visible and the
  /// app's own bits are cleared, preload and display are kept, the anchor stays, no batch is due.
  double length;
  /// What covers the viewport at its start and end, in points, >= 0. Ranges, anchor and
  /// alignment are relative to the viewport shortened by both.
  double inset_start;
  double inset_end;
  /// In place of `offset`, if `has_item`: the current index of an item, and where its row starts,
  /// in points from the inner edge of the start inset; negative if it is cut off.
  int64_t item;
  double item_place;
  /// In points per second, positive when moving forward; 0 at rest or if unknown.
  double velocity;
  /// Where a fling will come to rest, if `has_landing`; for foresight and the distance to an end.
  double landing_offset;
  /// The host's clock, in seconds. It must advance, or failed fetches are never retried. Updates at
  /// one time but 0 are one frame: for batches, the user has scrolled in all of them if in one.
  double time;
  /// A random number in 0 … 1. An update that sees a failure multiplies the back-off by 1 + jitter.
  double jitter;
  /// The user is scrolling, also by a fling, and not the program.
  bool is_user_driven;
  /// What moves the list would overwrite a correction, or be ended by it: a drag, a bounce, an
  /// animated scroll, in many toolkits a fling; not a wheel or the thumb of a scroll bar. Meanwhile
  /// corrections are `pending`.
  bool is_held;
  bool has_landing;
  /// The host keeps its own place through edits, as a lazy stack does: nothing is corrected. It has
  /// scrolled if the anchor's place changes: not if insets do, or a header grows at the top.
  bool has_item;
  /// The insets do not extend the scrollable range, as with a bar fixed over a web page.
  bool insets_are_fixed;
  /// A finger or a scroll bar's thumb moves the list, and may still go anywhere. For foresight.
  bool is_dragged;
} rc_viewport;

/// A run of consecutive items with the same change of state.
typedef struct rc_change {
  /// The items, by index now; removed ones by index at the previous update.
  int64_t lower;
  int64_t upper;
  /// Points from the viewport to the nearest of these items, if they enter a range; otherwise 0.
  double distance;
  /// The state at the previous update; 0 for items that are new since then.
  rc_state before;
  /// The state now; 0 for removed items.
  rc_state after;
  uint8_t reserved[6];
} rc_change;

/// What changed in an update: removed items, then what left a range, then what entered one.
///
/// Only items whose state changed are listed, each once; changes of `RC_STATE_MEASURE_LAYOUT` alone
/// are not. Order: removed items by previous index; changes that clear a bit (and may set others),
/// by index; items that become visible; the rest by distance from the viewport, the leading side
/// first at equal distance. Adjacent changes are merged.
typedef struct rc_changes {
  /// Borrowed; valid until the next edit or update of the list.
  const rc_change *items;
  size_t count;
  /// How many changes are of removed items; they come first.
  size_t removed_count;
  /// How many changes clear a bit; they come next.
  size_t left_count;
} rc_changes;

/// The answer of a batch decision.
typedef enum rc_batch_answer {
  /// Do not fetch now. The next update decides again.
  RC_BATCH_ANSWER_NO = 0,
  /// Fetch.
  RC_BATCH_ANSWER_YES = 1,
  /// The host decides, using the other fields; see `host_decides_batches`.
  RC_BATCH_ANSWER_DEFER = 2,
  RC_BATCH_ANSWER_SENTINEL = 0x7fffffff
} rc_batch_answer;

/// The rule that determined a batch decision, in the order in which the rules are tried.
typedef enum rc_batch_reason {
  /// No: a fetch is in progress at this end.
  RC_BATCH_REASON_FETCHING = 0,
  /// No: nothing more exists at this end.
  RC_BATCH_REASON_EXHAUSTED = 1,
  /// No: fetching is paused; see *batches* below.
  RC_BATCH_REASON_PAUSED = 2,
  /// No: the last fetch failed, and it is too early to retry.
  RC_BATCH_REASON_BACKING_OFF = 3,
  /// No: fetched items have yet to be inserted.
  RC_BATCH_REASON_INSERTION_PENDING = 4,
  /// No: the leading screens of this end are 0 or less, and its leading items 0.
  RC_BATCH_REASON_DISABLED = 5,
  /// No: the viewport has no length.
  RC_BATCH_REASON_EMPTY_VIEWPORT = 6,
  /// No: an empty list fetches at its tail only.
  RC_BATCH_REASON_NO_ITEMS = 7,
  /// Yes: the content is shorter than the viewport.
  RC_BATCH_REASON_SHORT_CONTENT = 8,
  /// No: the content is shorter than the viewport, but the policy does not allow a fetch.
  RC_BATCH_REASON_SHORT_CONTENT_POLICY = 9,
  /// No: the list is not on screen.
  RC_BATCH_REASON_NOT_ON_SCREEN = 10,
  /// No: the viewport is moving away from this end, by its velocity or, if that is 0, the user's
  /// scrolling since the last update.
  RC_BATCH_REASON_MOVING_AWAY = 11,
  /// Yes: no more than `leading_screens` screenfuls, or `leading_items`, remain before this end.
  RC_BATCH_REASON_NEAR_END = 12,
  /// No: more than those remain before this end.
  RC_BATCH_REASON_FAR_FROM_END = 13,
  /// Defer, in place of the last two: the viewport moves toward this end, and the host decides.
  RC_BATCH_REASON_HOST_DECIDES = 14,
  RC_BATCH_REASON_SENTINEL = 0x7fffffff
} rc_batch_reason;

/// Whether to fetch at one end now, and why.
typedef struct rc_batch_decision {
  rc_batch_answer answer;
  rc_batch_reason reason;
  /// Points from the viewport's edge, or its edge after landing if known, to the end of the
  /// content; negative past it. 0 if a rule before NEAR_END applied.
  double remaining;
  /// `remaining` ÷ velocity, in seconds; 0 unless deferred.
  double seconds;
  /// Whether the end is near enough to fetch; false if a rule before NEAR_END applied.
  bool is_near;
  uint8_t reserved[7];
} rc_batch_decision;

/// Returns a short description of a reason, for logs; a static string, for unknown values as well.
RC_API const char *rc_batch_reason_text(rc_batch_reason reason);

/// What an update returns.
typedef struct rc_update {
  rc_changes changes;
  /// The items that overlap the viewport minus its insets.
  rc_interval visible;
  /// The items in each range, indexed by `rc_range`, whatever the presence. States may keep bits
  /// beyond it, so act on `changes`.
  rc_interval ranges[RC_RANGE_COUNT];
  /// What the host must add to its scroll offset now, in points; a whole number of ticks; returned
  /// once. Applying it keeps the item at the start of the viewport in place, and is no scrolling.
  /// Example: at offset 150, rows 0 and 1, estimated at 100 each, are measured as 130 and 160. The
  /// correction is 90, so that the end of row 1, which straddles the start, stays in place.
  double correction;
  /// What waits while the host is held: the first update that is not returns it as `correction`. So
  /// that the first item can be reached, the part that came from measuring, if it is above 0,
  /// shrinks in proportion while the user scrolls back, to 0 at the lowest offset; the part that
  /// came from edits before the anchor stays. What is pending takes no viewport outside that its
  /// host has inside.
  double pending;
  /// The scroll length for the host: that of the list, less `pending`.
  double scroll_length;
  /// The offset to which these results apply: the viewport's + pending + correction. From the start
  /// of the viewport, a row is drawn at its own offset less this, whether held or not.
  double offset;
  /// The earliest host time at which time alone changes the results: update then, if not before.
  /// Infinity if none.
  double next_time;
  /// Whether to fetch, indexed by `rc_end`. After a *yes* the host calls `rc_list_begin_batch`.
  rc_batch_decision batches[2];
  rc_range_mode mode;
  /// What the states were computed with: near instead of on screen while in the background.
  rc_presence presence;
  /// The direction in which the user last scrolled, the leading side; forward at first.
  rc_direction direction;
  uint32_t reserved;
} rc_update;

/// In place of a fraction: the least scroll that makes an item fully visible, which may be none.
#define RC_FRACTION_NEAREST (-1.0)

/// Initialises a viewport: empty, at offset 0, at rest. NULL is ignored.
RC_API void rc_viewport_init(rc_viewport *viewport);

/// Moves the viewport, and lists what this and the edits since the last update changed.
///
/// The anchor, the item at the start of the viewport, keeps its place on screen through any edits,
/// however many and in any order, once the host adds the correction to its offset. Items that come
/// and go between two updates count as nothing.
///
/// - The anchor's row is provisional only if all on screen are, or are not measured. Otherwise the
///   first settled row, one that is measured and not provisional, is in its stead, and keeps its
///   start: so measuring provisional rows moves no settled row, also at the lowest offset.
/// - If the anchor was removed or moved, the next item that was on screen and has stayed keeps the
///   place that it had, otherwise the nearest earlier one, otherwise the next one comes to the
///   start of the viewport. (Of the first 128 rows on screen, and the 128 before them.)
/// - An anchor that is measured for the first time since it was inserted or forgotten keeps its end
///   if it began before the viewport, or at its start after the user scrolled backward; so does one
///   that was provisional when this scroll brought it on screen. On any other change of its extent,
///   as at another breadth, and at the lowest offset, it keeps its start.
/// - Rows that scrolling back or removals reveal can be measured without moving what was already on
///   screen and has stayed. (Except at the lowest offset.)
/// - At the highest offset the content's end keeps its place while rows are measured, unless items
///   are edited after the viewport's start, as by a batch at the tail. (Not in an empty list.)
/// - A header that grows moves nothing while it is on screen.
///
/// The scrollable range is −`inset_start` ... `scroll_length` + `inset_end` − `length`, or no more
/// than its start; fixed insets count as 0. Up to a point from an end, but less than a quantum, an
/// offset is at it. A viewport within the range stays within it, and one that has overshot it by a
/// bounce is as far outside as before. An offset that the program gave is clamped. An update that
/// is repeated corrects nothing.
///
/// Rows are measured between the updates of a frame: update, add the correction, measure those of
/// the visible rows that `rc_list_unmeasured_rows` finds, and update again with that offset,
/// `is_user_driven` false and all else as it was, until there are none; then draw. Each update
/// lists the changes since the last one: an item may enter a range by its estimate, then leave it.
///
/// - `out_update`: its changes are borrowed; valid until the next edit or update.
///
/// Errors: `ARGUMENT` for NULL, NaN, infinity, a negative length or inset, or a jitter outside
/// 0 … 1; `BUSY` if the list has a host; `LIMIT` for lengths past limits; `NO_MEMORY`.
/// Complexity: O((1 + changes) log n + r + e log e), for r runs of equal states at the last update,
/// at most 15 unless slack, foresight, a pinned header, kept items or edits while hidden add more;
/// with h names O(h log (e + h)) more. Never allocates without slack or lanes: edits reserve it.
/// Source: Texture's ASRangeController.
RC_API rc_status rc_list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update);

/// Makes an item the scroll target, and computes the offset that aligns it.
///
/// - `fraction`: how much of the space left over in the viewport lies before the item: 0 at the
///   start, 0.5 in the center, 1 at the end; or `RC_FRACTION_NEAREST`.
/// - `shift`: points added to that offset: positive ones take the item toward the start.
///
/// Pass the offset in the next viewport, with `is_user_driven` false, and add the correction as
/// usual; the call itself moves nothing. The offset is for the last non-empty viewport, of length 0
/// if there was none, clamped to the scrollable range; less what is pending, but not below the
/// lowest. Once an update brings the viewport closer to it, the target is what stays
/// in place while rows on the way are measured or content makes room for it, until the viewport
/// moves away from it. Once reached, it yields to a tail that sticks.
///
/// Errors: `ARGUMENT`, also for an index or fraction out of bounds; `LIMIT`. Complexity: O(log n).
RC_API rc_status rc_list_set_scroll_target(rc_list *list, int64_t index, double fraction,
                                           double shift, double *out_offset);

// == batches ==
//
// A batch is the result of one fetch. At most one fetch is in progress per end. After a failure the
// end backs off (1, 2, 4, … 60 seconds, times 1 + jitter). After three fetches in succession that
// brought no items, or one that was declined or cancelled, it is paused until items are inserted or
// removed, the user begins a new scroll, or the end is retried or reset.

/// The fetch in progress at one end of a list, and its outcome.
///
/// Reference-counted, so a fetch can be finished after its list was destroyed. Every function on it
/// can be called from any thread and is lock-free.
typedef struct rc_batch_context rc_batch_context;

/// Identifies one fetch of a context. Never 0.
///
/// A token is valid only with the context it was issued with; tokens of different lists may be
/// equal. Tokens of a context repeat only after 2^28 − 1 more fetches.
typedef uint32_t rc_batch_token;

/// The state of a fetch, and then its outcome.
typedef enum rc_batch_outcome {
  /// In progress.
  RC_BATCH_OUTCOME_FETCHING = 0,
  /// Finished, with or without new items.
  RC_BATCH_OUTCOME_COMPLETED = 1,
  /// Finished, but pauses the end: Texture's `completeBatchFetching:NO`.
  RC_BATCH_OUTCOME_DECLINED = 2,
  /// Failed; retried with exponential back-off.
  RC_BATCH_OUTCOME_FAILED = 3,
  /// Cancelled by the app, by a reset, or because its list was destroyed.
  RC_BATCH_OUTCOME_CANCELLED = 4,
  /// Finished, and nothing more exists at this end.
  RC_BATCH_OUTCOME_EXHAUSTED = 5,
  /// The token is not that of the context's latest fetch.
  RC_BATCH_OUTCOME_STALE = 6,
  RC_BATCH_OUTCOME_SENTINEL = 0x7fffffff
} rc_batch_outcome;

/// Begins a fetch at one end. A host may also begin one without a *yes*.
///
/// - `out_context`: retained; release it once the fetch is finished. If released earlier, the fetch
///   stays in progress until a reset.
///
/// Errors: `ARGUMENT`; `BUSY` while a fetch is in progress at this end; `NOT_FOUND` at an exhausted
/// end. Complexity: O(1). Never allocates.
RC_API rc_status rc_list_begin_batch(rc_list *list, rc_end end, rc_batch_context **out_context,
                                     rc_batch_token *out_token);

/// Ends back-off and pause at an end, so that the next update can decide to fetch.
RC_API rc_status rc_list_retry_batch(rc_list *list, rc_end end);

/// Resets an end, for a refresh: cancels the fetch in progress, and clears failures and exhaustion.
RC_API rc_status rc_list_reset_batch(rc_list *list, rc_end end);

/// Marks an end as exhausted: nothing more is fetched there until it is reset.
RC_API rc_status rc_list_mark_exhausted(rc_list *list, rc_end end);

/// Adds a reference to a context and returns it; returns NULL for NULL.
RC_API rc_batch_context *rc_batch_context_retain(rc_batch_context *context);

/// Releases a reference; the last release frees the context. NULL is ignored.
RC_API void rc_batch_context_release(rc_batch_context *context);

/// Returns the outcome of a fetch: STALE for NULL, and once a later fetch has begun.
///
/// Fetching code may stop early when this is CANCELLED or STALE. Reading an outcome, here or in an
/// update, synchronises with finishing the fetch: all writes before finishing are then visible.
RC_API rc_batch_outcome rc_batch_context_outcome(const rc_batch_context *context,
                                                 rc_batch_token token);

/// Finishes a fetch. The first outcome wins; the next update of the list takes it into account.
/// Insert the items before that update, or the fetch counts as one that brought none: so first, or,
/// if another thread finishes it, with `insertion_pending` until they are inserted.
///
/// - `outcome`: COMPLETED, DECLINED, FAILED, CANCELLED or EXHAUSTED.
///
/// Errors: `ARGUMENT` for NULL or any other outcome; `STALE` if the fetch was already finished,
/// the token is older or of the other end, or the list was destroyed. Complexity: O(1).
RC_API rc_status rc_batch_context_finish(rc_batch_context *context, rc_batch_token token,
                                         rc_batch_outcome outcome);

// == queries ==

/// Returns the number of items; 0 for NULL.
RC_API int64_t rc_list_count(const rc_list *list);

/// Returns the number of measured rows; 0 for NULL.
RC_API int64_t rc_list_measured_row_count(const rc_list *list);

/// Returns the length of all rows, the gaps between them and both extra lengths; 0 for NULL.
RC_API double rc_list_length(const rc_list *list);

/// Finds the position of an item; with several columns, that of its row. Complexity: O(log n).
RC_API rc_status rc_list_item(rc_list *list, int64_t index, rc_item *out_item);

/// Finds the item at an offset, the last that starts at or before it; in columns, its row's first.
///
/// An offset in a gap belongs to the item before the gap, one before the content to the first item,
/// and one past it to the last.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NOT_FOUND` in an empty list. Complexity: O(log n).
RC_API rc_status rc_list_item_at(rc_list *list, double offset, rc_item *out_item);

/// Finds the items between two offsets: those that overlap `lower ..< upper` by at least one tick,
/// and those of extent 0 that lie in it.
///
/// - `out_items`: if there are none, an empty interval at the index where they would be.
///
/// Errors: `ARGUMENT`; `LIMIT`. Complexity: O(log n).
RC_API rc_status rc_list_items_in(rc_list *list, double lower, double upper,
                                  rc_interval *out_items);

/// Copies the offsets and extents of the rows `lower ..< upper`.
///
/// - `out_offsets`, `out_extents`: upper − lower values each, in points; either may be NULL.
///
/// Errors: `ARGUMENT`. Complexity: O(log n + upper − lower).
RC_API rc_status rc_list_copy_rows(rc_list *list, int64_t lower, int64_t upper, double *out_offsets,
                                   double *out_extents);

/// Finds the first stretch of rows to measure among those that hold the items `lower ..< upper`.
///
/// - `out_rows`: rows, all unmeasured or provisional; empty if there are none.
///
/// Errors: `ARGUMENT`. Complexity: O((1 + c) log n), if the stretch alternates c times between
/// unmeasured and provisional rows.
RC_API rc_status rc_list_unmeasured_rows(const rc_list *list, int64_t lower, int64_t upper,
                                         rc_interval *out_rows);

/// Returns the state of an item as of the last update; `RC_STATE_MEASURE_LAYOUT` for a new one; 0
/// for NULL or an index out of bounds. Complexity: O(log e + log r).
RC_API rc_state rc_list_state(const rc_list *list, int64_t index);

/// Copies the states of the items `lower ..< upper`, a byte each.
///
/// Errors: `ARGUMENT`. Complexity: O(log e + log r + upper − lower), log e for each stretch that
/// edits have separated.
RC_API rc_status rc_list_copy_states(const rc_list *list, int64_t lower, int64_t upper,
                                     rc_state *out_states);

/// Checks all internal invariants. For tests and bug reports.
///
/// - `out_reason`: a static string that describes the first violation, if any; may be NULL.
///
/// Errors: `ARGUMENT` for NULL; `CORRUPT`. Complexity: O(measured rows + r + e log e + s log s).
RC_API rc_status rc_list_validate(const rc_list *list, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
