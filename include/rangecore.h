// RangeCore: which items of a long list matter now, where everything is, and when to fetch more.
//
// A host owns a list of items and shows a part of it, the viewport. It tells the engine its edits
// (insert, remove, move, measure) and then, once a frame, where the viewport is; the engine answers
// with the items whose state changed, the ranges, a correction for the scroll offset, and whether
// to fetch the next batch:
//
//     host ──edits──▶ extents ─┐
//          ──viewport─▶ ranges ─┼─▶ states ──▶ changes ──▶ host
//                               └─▶ batch  ──▶ fetch ──▶ edits …
//
// The rooms below are in the order in which they build on one another: ticks, ranges, extents,
// states, batch, pages, list. All but the last can be used by themselves, save a batch context,
// which belongs to a list. A host that only wants the engine can begin to read at "list".
//
// Conventions, for every function below:
//
// - Ranges are half-open, `lower ..< upper`. Indices and counts are items; offsets, lengths and
//   extents are points, as `double`; where a length is an integer it is in ticks, 1/960 point.
//   A list is logical: offset 0 is its start, forward is toward higher indices.
// - A function that can fail returns an `rc_status`. Any value of any argument is safe, save a
//   pointer that does not point to what its type says; on failure nothing has changed and nothing
//   was written through the `out_` pointers.
// - The engine calls nobody but the allocator: no callbacks, no clock, no threads, no globals.
// - Threads: one call at a time for each object, queries too; different objects are independent.
//   Pure functions can be called from anywhere. `rc_batch_context` alone is thread-safe.
// - Results are the same bits on every platform.
// - A struct that starts with `struct_size` must hold its own `sizeof` there; `…_init` sets it.
//   `reserved` fields must be zero.
// - Everything is since 0.1.0 unless its comment says otherwise.

#ifndef RANGECORE_H
#define RANGECORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// On Windows, define RC_SHARED to use the library as a DLL, and RC_BUILD_SHARED to build it. MinGW
// needs neither: its linker exports and imports by itself.
#if defined(__GNUC__) && !defined(_WIN32)
#define RC_API __attribute__((visibility("default")))
#elif defined(_WIN32) && !defined(__GNUC__) && defined(RC_BUILD_SHARED)
#define RC_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(__GNUC__) && defined(RC_SHARED)
#define RC_API __declspec(dllimport)
#else
#define RC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// == status and memory ==

/// The version of this header; compare it with `rc_version_text` to find a library of another one.
#define RC_VERSION_MAJOR 0
#define RC_VERSION_MINOR 1
#define RC_VERSION_PATCH 0

/// What became of a call.
typedef enum rc_status {
  /// Done.
  RC_STATUS_OK = 0,
  /// An argument is not allowed: NULL, not a number, out of bounds, an unknown value, a wrong size.
  RC_STATUS_ARGUMENT = 1,
  /// The result would pass a limit of the library: `RC_ITEM_COUNT_MAX`, `RC_LIST_TICKS_MAX`, ….
  RC_STATUS_LIMIT = 2,
  /// The allocator gave no memory.
  RC_STATUS_NO_MEMORY = 3,
  /// There is no such thing: an item of an empty list, say.
  RC_STATUS_NOT_FOUND = 4,
  /// A token was finished before, is older than the current one, or belongs to something else.
  RC_STATUS_STALE = 5,
  /// A fetch of this end, or of a page, is already in flight.
  RC_STATUS_BUSY = 6,
  /// A check of the library's own structures failed: memory was overwritten, or a bug of ours.
  RC_STATUS_INVALID = 7,
  /// Keeps the enum at 32 bits; never returned.
  RC_STATUS_SENTINEL = 0x7fffffff
} rc_status;

/// Names a status in a few words, for logs.
///
/// Returns a static string, also for a value that is no status.
RC_API const char *rc_status_text(rc_status status);

/// The version of the library that runs, as "major.minor.patch".
///
/// Returns a static string; compare it with `RC_VERSION_…` to find a header of another version.
RC_API const char *rc_version_text(void);

/// Where an object takes its memory from.
///
/// `resize(context, block, old_size, new_size)` allocates when `block` is NULL, frees when
/// `new_size` is 0 (its result is then ignored), and otherwise moves `block` into a size of
/// `new_size` bytes, keeping what it holds. It returns memory aligned to 16 bytes, or NULL when it
/// has none; then `block` stays as it was. It is called only from within a call on the object, and
/// must stay callable until the object is destroyed. Batch contexts keep it until their last
/// release, which may be on any thread.
typedef struct rc_allocator {
  void *context;
  void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
} rc_allocator;

// == ticks ==
//
// Inside the engine a length is a whole number of ticks. 960 = 64 × 15, so 1/64, 1/2, 1/3, 1/4 and
// 1/5 point are exact, and sums never drift. Points become ticks in one way; within the
// limits tick → point → tick is the identity.

/// Ticks in a point.
#define RC_TICKS_PER_POINT 960
/// The largest extent of an item with its spacing, in ticks: 4,000,000 points.
#define RC_ITEM_TICKS_MAX 3840000000
/// The longest list, and the largest offset to either side, in ticks: 2^51, or 2.3 × 10^12 points.
#define RC_LIST_TICKS_MAX 2251799813685248
/// The most items in a list: 2^32 − 2.
#define RC_ITEM_COUNT_MAX 4294967294

/// Converts points to ticks, to the nearest, ties to even.
///
/// The product points × 960 is taken in `double` and then rounded once.
///
/// Errors: `ARGUMENT` for a NULL, a NaN or an infinity; `LIMIT` past ±`RC_LIST_TICKS_MAX`.
/// Complexity: O(1). Threads: pure.
RC_API rc_status rc_ticks_from_points(double points, int64_t *out_ticks);

/// Converts a number of screenfuls of a viewport to ticks, rounded once.
///
/// The ranges and the batch trigger both use it, so that they agree to the tick.
///
/// - `screens`: finite, not negative.
/// - `length`: of the viewport, in ticks, 0 … `RC_LIST_TICKS_MAX`.
/// - `out_ticks`: at most `RC_LIST_TICKS_MAX`; a larger product stays there.
///
/// Errors: `ARGUMENT` for anything else. Complexity: O(1). Threads: pure.
RC_API rc_status rc_ticks_from_screens(double screens, int64_t length, int64_t *out_ticks);

/// Converts ticks to points; exact to the tick within the limits.
RC_API inline double rc_ticks_to_points(int64_t ticks) {
  return (double)ticks / RC_TICKS_PER_POINT;
}

/// Adds two numbers of ticks and says whether the sum fits.
///
/// Returns false, and leaves `out_sum` alone, when the sum overflows or `out_sum` is NULL.
RC_API inline bool rc_ticks_add(int64_t a, int64_t b, int64_t *out_sum) {
  if (out_sum == NULL || (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)) return false;
  *out_sum = a + b;
  return true;
}

/// Adds two numbers of ticks and stays at the nearest end of `int64_t` when the sum does not fit.
RC_API inline int64_t rc_ticks_add_saturating(int64_t a, int64_t b) {
  int64_t sum;
  if (rc_ticks_add(a, b, &sum)) return sum;
  return b > 0 ? INT64_MAX : INT64_MIN;
}

/// Subtracts two numbers of ticks and stays at the nearest end when the result does not fit.
RC_API inline int64_t rc_ticks_subtract_saturating(int64_t a, int64_t b) {
  // (Of all numbers this one alone has no opposite.)
  if (b == INT64_MIN) return rc_ticks_add_saturating(rc_ticks_add_saturating(a, INT64_MAX), 1);
  return rc_ticks_add_saturating(a, -b);
}

// == ranges ==
//
// Interval math. A range is the viewport widened by screenfuls: `leading` on the side toward which
// the user moves, `trailing` on the other. Ranges overlap, they do not stack; they are not clamped
// to the content. Source: Texture's ASRangeTuningParameters and ASAbstractLayoutController.

/// A half-open interval, `lower ..< upper`, of ticks or of items; empty where upper ≤ lower.
typedef struct rc_interval {
  int64_t lower;
  int64_t upper;
} rc_interval;

/// Says whether an interval holds nothing.
RC_API inline bool rc_interval_is_empty(rc_interval interval) {
  return interval.upper <= interval.lower;
}

/// Says whether an interval holds a value.
RC_API inline bool rc_interval_contains(rc_interval interval, int64_t value) {
  return interval.lower <= value && value < interval.upper;
}

/// Says whether two intervals share at least one value; an empty one never does.
RC_API inline bool rc_interval_overlaps(rc_interval a, rc_interval b) {
  return a.lower < b.upper && b.lower < a.upper && a.lower < a.upper && b.lower < b.upper;
}

/// The values in both of two intervals; an empty interval where there are none.
RC_API inline rc_interval rc_interval_intersection(rc_interval a, rc_interval b) {
  rc_interval both = {a.lower > b.lower ? a.lower : b.lower, a.upper < b.upper ? a.upper : b.upper};
  if (both.upper < both.lower) both.upper = both.lower;
  return both;
}

/// Says whether an item is in a range: it overlaps it by at least one tick or, without an extent
/// of its own, lies in it.
///
/// - `range`: in ticks. `offset`, `extent`: the item's, in ticks.
RC_API inline bool rc_range_contains_item(rc_interval range, int64_t offset, int64_t extent) {
  if (extent <= 0) return rc_interval_contains(range, offset);
  return range.lower < range.upper && offset < range.upper &&
         rc_ticks_add_saturating(offset, extent) > range.lower;
}

/// A direction along the list's axis.
typedef enum rc_direction {
  /// Neither way.
  RC_DIRECTION_NONE = 0,
  /// Toward higher indices.
  RC_DIRECTION_FORWARD = 1,
  /// Toward lower indices.
  RC_DIRECTION_BACKWARD = 2,
  RC_DIRECTION_SENTINEL = 0x7fffffff
} rc_direction;

/// The ranges that can be tuned.
typedef enum rc_range_kind {
  /// Text is rasterised, images are decoded.
  RC_RANGE_DISPLAY = 0,
  /// Content is fetched from network or disk.
  RC_RANGE_PRELOAD = 1,
  /// The app's own four ranges.
  RC_RANGE_APP_0 = 2,
  RC_RANGE_APP_1 = 3,
  RC_RANGE_APP_2 = 4,
  RC_RANGE_APP_3 = 5,
  RC_RANGE_SENTINEL = 0x7fffffff
} rc_range_kind;

/// How many ranges can be tuned.
#define RC_RANGE_COUNT 6

/// How far the ranges reach, from the most generous to the most restrictive.
typedef enum rc_range_mode {
  RC_RANGE_MODE_FULL = 0,
  RC_RANGE_MODE_MINIMUM = 1,
  RC_RANGE_MODE_VISIBLE_ONLY = 2,
  RC_RANGE_MODE_LOW_MEMORY = 3,
  RC_RANGE_MODE_SENTINEL = 0x7fffffff
} rc_range_mode;

/// How many range modes there are.
#define RC_RANGE_MODE_COUNT 4

/// How far one range reaches past the viewport, in screenfuls (viewport lengths).
typedef struct rc_tuning {
  /// On the side toward which the user moves; finite, not negative.
  double leading;
  /// On the other side; finite, not negative.
  double trailing;
  /// 1 for a range; 0 for the empty set, which not even a visible item is in.
  uint32_t enabled;
  uint32_t reserved;
} rc_tuning;

/// The tuning of each range in each mode.
///
/// `tunings[mode * RC_RANGE_COUNT + range]`; read and written with `rc_tuning_table_get`, `…_set`.
typedef struct rc_tuning_table {
  rc_tuning tunings[24];
} rc_tuning_table;

/// Fills a table with the defaults of a list. NULL is ignored.
///
/// Display and preload, leading / trailing: full 1.0 / 0.5 and 2.5 / 1.5; minimum 0.25 / 0.25 and
/// 0.5 / 0.25; visible only 0 / 0 and 0 / 0; low memory the empty set and 0 / 0. The app's own
/// ranges are empty sets.
///
/// Source: Texture's defaultTuningParameters.
RC_API void rc_tuning_table_init(rc_tuning_table *table);

/// Fills a table with the defaults of a pager, which shows one item a screen. NULL is ignored.
///
/// As a list's, but full 1 / 1 and 2 / 2; minimum 0 / 0 and 1 / 1.
///
/// Source: Texture's ASPagerNode.
RC_API void rc_tuning_table_init_pager(rc_tuning_table *table);

/// Reads the tuning of one range in one mode.
///
/// Errors: `ARGUMENT` for a NULL or an unknown mode or range.
RC_API rc_status rc_tuning_table_get(const rc_tuning_table *table, rc_range_mode mode,
                                     rc_range_kind range, rc_tuning *out_tuning);

/// Sets the tuning of one range in one mode.
///
/// Errors: `ARGUMENT` for a NULL, an unknown mode or range, or a tuning that is not allowed.
RC_API rc_status rc_tuning_table_set(rc_tuning_table *table, rc_range_mode mode,
                                     rc_range_kind range, rc_tuning tuning);

/// Widens a viewport into a range.
///
/// - `viewport`: in ticks, within ±2 × `RC_LIST_TICKS_MAX`, at most `RC_LIST_TICKS_MAX` long.
/// - `direction`: forward or backward; the leading side is the upper one when forward.
/// - `out_range`: in ticks; `viewport.lower ..< viewport.lower` for the empty set or an empty
///   viewport.
///
/// Errors: `ARGUMENT` for a NULL, a viewport out of bounds or with upper < lower, a direction that
/// is none, a tuning that is not allowed.
/// Complexity: O(1). Threads: pure.
/// Source: Texture's CGRectExpandToRangeWithScrollableDirections.
RC_API rc_status rc_range_expand(rc_interval viewport, rc_tuning tuning, rc_direction direction,
                                 rc_interval *out_range);

/// Remembers in which direction the user scrolls along one axis.
///
/// At first forward. It flips when the user has moved back from the furthest point reached by more
/// than `threshold`, so that a trembling finger swaps nothing.
typedef struct rc_direction_tracker {
  /// In ticks, not negative; a negative one counts as 0.
  int64_t threshold;
  /// How far back from the furthest point the user is, in ticks.
  int64_t back;
  /// `RC_DIRECTION_FORWARD` or `RC_DIRECTION_BACKWARD`.
  rc_direction direction;
  uint32_t reserved;
} rc_direction_tracker;

/// Starts a tracker: forward, with a threshold of 1 point. NULL is ignored.
RC_API void rc_direction_tracker_init(rc_direction_tracker *tracker);

/// Tells a tracker of a movement by the user, and returns the direction remembered now.
///
/// - `movement`: in ticks, forward positive. Scrolls by the program are not told.
///
/// Returns `RC_DIRECTION_NONE` for NULL. Complexity: O(1).
RC_API rc_direction rc_direction_tracker_move(rc_direction_tracker *tracker, int64_t movement);

/// Where a list is, as its items see it.
typedef enum rc_presence {
  /// On the screen.
  RC_PRESENCE_ON_SCREEN = 0,
  /// About to be: behind a tab, in a cell of an outer list that is preloaded or displayed.
  RC_PRESENCE_NEAR = 1,
  /// Nowhere near it.
  RC_PRESENCE_AWAY = 2,
  RC_PRESENCE_SENTINEL = 0x7fffffff
} rc_presence;

/// How short of memory the system is; it stays until the host says normal.
typedef enum rc_pressure {
  RC_PRESSURE_NORMAL = 0,
  RC_PRESSURE_WARNING = 1,
  RC_PRESSURE_CRITICAL = 2,
  RC_PRESSURE_SENTINEL = 0x7fffffff
} rc_pressure;

/// All that the range mode depends on.
///
/// The mode is the most restrictive of four: the base (an explicit mode; else full once the user
/// has scrolled; else minimum), the depth, the memory pressure and the background.
typedef struct rc_mode_state {
  /// The explicit mode, where `has_explicit_mode`.
  rc_range_mode explicit_mode;
  /// What the host says of the list; see `rc_mode_state_presence`.
  rc_presence presence;
  rc_pressure pressure;
  /// Screens on top of the list's own: 0 caps nothing, 1 at minimum, 2 at visible only, 3 and more
  /// at low memory; a negative one counts as 0.
  int32_t depth;
  bool has_explicit_mode;
  bool user_has_scrolled;
  bool in_background;
  uint8_t reserved;
} rc_mode_state;

/// Starts a mode state: on screen, nothing explicit, no pressure, depth 0. NULL is ignored.
RC_API void rc_mode_state_init(rc_mode_state *state);

/// Tells a mode state of an update by the user, which ends an explicit mode. NULL is ignored.
///
/// - `moved`: whether the user scrolled in it; then the base is full from now on.
RC_API void rc_mode_state_note_user(rc_mode_state *state, bool moved);

/// The range mode that a state results in; low memory for NULL or a state with unknown values.
///
/// Pressure caps at visible only when it is a warning and the list is on screen as its items see
/// it, else at low memory; the background caps at visible only if the list was on screen, else at
/// low memory.
///
/// Complexity: O(1). Threads: pure. Source: Texture's ASRangeController, but pressure stays.
RC_API rc_range_mode rc_mode_state_mode(const rc_mode_state *state);

/// The presence as items see it: in the background, *on screen* reads as *near*.
///
/// Returns `RC_PRESENCE_AWAY` for NULL.
RC_API rc_presence rc_mode_state_presence(const rc_mode_state *state);

// == extents ==
//
// Index ↔ offset for a list whose items are measured one by one, inserted, removed and moved. An
// item that is not measured has the estimate as its extent. Items lie one after another, a fixed
// spacing between them. A list of a billion unmeasured items takes less than a kilobyte: memory
// grows with what was measured.

/// The extents of a list's items along its axis.
typedef struct rc_extents rc_extents;

/// What an `rc_extents` is made with.
typedef struct rc_extents_options {
  uint32_t struct_size;
  uint32_t reserved;
  /// The extent of an item that is not measured, in points, 0 … 4,000,000 less the spacing.
  double estimate;
  /// Between each two items, in points, not negative; fixed for life.
  double spacing;
} rc_extents_options;

/// Where one item is.
typedef struct rc_item {
  int64_t index;
  /// Where it starts, in points.
  double offset;
  /// How long it is, in points; the estimate where it is not measured.
  double extent;
  bool is_measured;
  uint8_t reserved[7];
} rc_item;

/// Fills in the defaults: an estimate of 44 points, no spacing. NULL is ignored.
RC_API void rc_extents_options_init(rc_extents_options *options);

/// Makes the extents of an empty list.
///
/// - `options`: NULL for the defaults.
/// - `allocator`: copied; NULL for the C library's. A freestanding build has none to fall back on.
/// - `out_extents`: owned by the caller; end it with `rc_extents_destroy`.
///
/// Errors: `ARGUMENT`; `LIMIT` for an estimate past the limit; `NO_MEMORY`.
RC_API rc_status rc_extents_create(const rc_extents_options *options, const rc_allocator *allocator,
                                   rc_extents **out_extents);

/// Ends extents and gives their memory back. NULL is ignored.
///
/// Complexity: O(measured).
RC_API void rc_extents_destroy(rc_extents *extents);

/// The number of items; 0 for NULL.
RC_API int64_t rc_extents_count(const rc_extents *extents);

/// The number of measured items; 0 for NULL.
RC_API int64_t rc_extents_measured_count(const rc_extents *extents);

/// The length of the content in points: all extents, and the spacing between them; 0 for NULL.
RC_API double rc_extents_length(const rc_extents *extents);

/// The estimate in points; 0 for NULL.
RC_API double rc_extents_estimate(const rc_extents *extents);

/// The mean extent of the measured items, in points, rounded to a tick.
///
/// Errors: `ARGUMENT` for NULL; `NOT_FOUND` where none is measured. Complexity: O(1).
RC_API rc_status rc_extents_mean(const rc_extents *extents, double *out_mean);

/// Finds where an item is.
///
/// Errors: `ARGUMENT` for a NULL or an index out of bounds. Complexity: O(log n).
RC_API rc_status rc_extents_item(rc_extents *extents, int64_t index, rc_item *out_item);

/// Finds the item at an offset: the last that starts at or before it.
///
/// So at an offset in the spacing it is the item before. Before the content it is the first item,
/// past it the last.
///
/// Errors: `ARGUMENT` for a NULL, a NaN or an infinity; `LIMIT` for an offset past
/// `RC_LIST_TICKS_MAX`; `NOT_FOUND` in an empty list. Complexity: O(log n).
RC_API rc_status rc_extents_item_at(rc_extents *extents, double offset, rc_item *out_item);

/// Finds the items in a range of offsets: those that overlap it by at least one tick, and those
/// without extent that lie in it.
///
/// - `lower`, `upper`: in points; nothing is in a range with upper ≤ lower.
/// - `out_items`: indices; empty at the place where such items would be when there are none.
///
/// Errors: as `rc_extents_item_at`, without `NOT_FOUND`. Complexity: O(log n).
RC_API rc_status rc_extents_items_in(rc_extents *extents, double lower, double upper,
                                     rc_interval *out_items);

/// Copies out the offsets and extents of consecutive items.
///
/// - `lower`, `upper`: indices.
/// - `out_offsets`, `out_extents`: room for upper − lower values each, in points; either may be
///   NULL.
///
/// Errors: `ARGUMENT` for NULL extents or bounds that are no range of items.
/// Complexity: O(log n + upper − lower).
RC_API rc_status rc_extents_copy(rc_extents *extents, int64_t lower, int64_t upper,
                                 double *out_offsets, double *out_extents);

/// Inserts items that are not measured.
///
/// - `index`: of the first new item afterwards, 0 … count.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(log n), whatever the count.
RC_API rc_status rc_extents_insert(rc_extents *extents, int64_t index, int64_t count);

/// Inserts measured items.
///
/// - `extent`: `count` values in points, each 0 … 4,000,000 less the spacing.
///
/// Errors: `ARGUMENT` also for a NaN or a negative extent; `LIMIT`; `NO_MEMORY`.
/// Complexity: O(log n + count); into an empty list at the speed of memory.
RC_API rc_status rc_extents_insert_measured(rc_extents *extents, int64_t index,
                                            const double *extent, int64_t count);

/// Removes the items `lower ..< upper`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log n + measured items removed).
RC_API rc_status rc_extents_remove(rc_extents *extents, int64_t lower, int64_t upper);

/// Moves the items `lower ..< upper` so that the first of them has the index `to` afterwards.
///
/// - `to`: 0 … count − (upper − lower).
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log n).
RC_API rc_status rc_extents_move(rc_extents *extents, int64_t lower, int64_t upper, int64_t to);

/// Measures consecutive items, from `index` on.
///
/// - `extent`: `count` values in points, each 0 … 4,000,000 less the spacing.
///
/// Errors: `ARGUMENT` also for a NaN or a negative extent; `LIMIT`; `NO_MEMORY`.
/// Complexity: O(log n + count).
RC_API rc_status rc_extents_measure(rc_extents *extents, int64_t index, const double *extent,
                                    int64_t count);

/// Forgets the measurements of the items `lower ..< upper`; they have the estimate again.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(log n + measured items forgotten).
RC_API rc_status rc_extents_forget(rc_extents *extents, int64_t lower, int64_t upper);

/// Changes the extent of all items that are not measured.
///
/// Errors: `ARGUMENT` for a NULL, a NaN or a negative estimate; `LIMIT`. Complexity: O(1).
RC_API rc_status rc_extents_set_estimate(rc_extents *extents, double estimate);

/// Checks every promise that the structure makes to itself.
///
/// - `out_reason`: a static string that says what is broken, NULL when nothing is; may be NULL.
///
/// Errors: `ARGUMENT` for NULL; `INVALID`. Complexity: O(measured). For tests and bug reports.
RC_API rc_status rc_extents_validate(const rc_extents *extents, const char **out_reason);

// == states ==
//
// The interface state of every item of a list, as a short sequence of runs. After an update a
// scrolled list has about five runs whatever its length: preload, display, visible, display,
// preload. Edits between two updates add a few each, where they are far apart.
// Source: Texture's ASInterfaceState and ASRangeController.

/// An item's interface state: a set of the bits below.
typedef uint8_t rc_state;

enum {
  /// The item is in a list and may be measured; every item of a list has it.
  RC_STATE_MEASURE_LAYOUT = 1,
  /// Fetch its content, from network or disk.
  RC_STATE_PRELOAD = 2,
  /// Rasterise its text, decode its images.
  RC_STATE_DISPLAY = 4,
  /// It is on screen by at least one tick.
  RC_STATE_VISIBLE = 8,
  /// It is in one of the app's own ranges.
  RC_STATE_APP_0 = 16,
  RC_STATE_APP_1 = 32,
  RC_STATE_APP_2 = 64,
  RC_STATE_APP_3 = 128,
  /// All four that are not the app's own.
  RC_STATE_IN_HIERARCHY = 15
};

/// Consecutive items whose state changed alike.
typedef struct rc_change {
  /// The items; for removed ones, their indices at the update before.
  int64_t lower;
  int64_t upper;
  /// How far the nearest of them is from the viewport, in points, for changes that enter; else 0.
  double distance;
  /// The state at the update before; 0 for items that are new since then.
  rc_state before;
  /// The state now; 0 for items that were removed.
  rc_state after;
  uint8_t reserved[6];
} rc_change;

/// What changed in an update: removed items, then what left a range, then what entered.
///
/// No item is listed twice, none whose state is the same, none for bit 1 alone. Removed items come
/// ascending by their index at the update before; then, ascending, changes that clear any bit;
/// then the rest, those that become visible first, the others by their distance from the
/// viewport's nearest edge, at the same distance the leading side first. Runs are as long as they
/// can be.
typedef struct rc_changes {
  /// Borrowed; valid until the next call that changes what they came from.
  const rc_change *items;
  /// How many changes there are in all.
  size_t count;
  /// How many of them, from the first on, are of removed items.
  size_t removed_count;
  /// How many, from `removed_count` on, clear a bit.
  size_t left_count;
} rc_changes;

/// Which items one bit of the state is for.
typedef struct rc_state_range {
  /// These get it.
  rc_interval items;
  /// These keep it if they have it; the same as `items` where there is no slack.
  rc_interval keep;
} rc_state_range;

/// Which items each bit is for: `bits[n]` for the bit of value 1 << n.
///
/// `bits[0]` is ignored: every item has bit 1. Intervals are cut at the list's ends.
typedef struct rc_state_ranges {
  rc_state_range bits[8];
} rc_state_ranges;

/// The states of a list's items.
typedef struct rc_states rc_states;

/// Makes the states of an empty list.
///
/// - `allocator`: copied; NULL for the C library's.
/// - `out_states`: owned by the caller; end it with `rc_states_destroy`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`.
RC_API rc_status rc_states_create(const rc_allocator *allocator, rc_states **out_states);

/// Ends states and gives their memory back. NULL is ignored.
RC_API void rc_states_destroy(rc_states *states);

/// The number of items; 0 for NULL.
RC_API int64_t rc_states_count(const rc_states *states);

/// Inserts items; they are new until the next update, and have the state 1.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(runs).
RC_API rc_status rc_states_insert(rc_states *states, int64_t index, int64_t count);

/// Removes the items `lower ..< upper`; the next update lists those that had a state above 1.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(runs).
RC_API rc_status rc_states_remove(rc_states *states, int64_t lower, int64_t upper);

/// Moves the items `lower ..< upper` with their states; see `rc_extents_move`.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(runs).
RC_API rc_status rc_states_move(rc_states *states, int64_t lower, int64_t upper, int64_t to);

/// Gives every item its new state and lists what changed.
///
/// The changes that enter are ascending, their distances 0; `rc_states_order` sorts them.
///
/// - `out_changes`: borrowed; valid until the next call that changes these states.
///
/// Errors: `ARGUMENT` for a NULL; `NO_MEMORY` when the runs outgrow their memory, which only edits
/// and slack can make them do. Complexity: O(runs), and O(r log r) in the runs that were removed
/// since the last update.
RC_API rc_status rc_states_update(rc_states *states, const rc_state_ranges *ranges,
                                  rc_changes *out_changes);

/// Sorts the changes that enter, of the last update, into the order that `rc_changes` promises.
///
/// At the same distance what overlaps the viewport comes before both sides. Once after an update:
/// called again, or after an edit, it is an error.
///
/// - `viewport`: the items that overlap the viewport; empty at the place where they would be.
/// - `leading`: the side that comes first at the same distance, forward or backward.
/// - `distances`: in points, not negative, not a NaN, one for each change that enters, as they
///   stand, growing away from the viewport; NULL to count the items in between instead.
/// - `out_changes`: as `rc_states_update`.
///
/// Errors: `ARGUMENT`. Complexity: O(changes that enter). Never allocates.
RC_API rc_status rc_states_order(rc_states *states, rc_interval viewport, rc_direction leading,
                                 const double *distances, rc_changes *out_changes);

/// The state of one item; 0 for NULL or an index out of bounds.
///
/// Complexity: O(log runs).
RC_API rc_state rc_states_get(const rc_states *states, int64_t index);

/// Copies out the states of the items `lower ..< upper`, a byte each.
///
/// Errors: `ARGUMENT`. Complexity: O(log runs + upper − lower).
RC_API rc_status rc_states_copy(const rc_states *states, int64_t lower, int64_t upper,
                                rc_state *out_states);

/// Checks every promise that the structure makes to itself; see `rc_extents_validate`.
RC_API rc_status rc_states_validate(const rc_states *states, const char **out_reason);

/// Combines two windows of states bit by bit, as the two axes of a grid do.
///
/// - `a`, `b`, `out_states`: `count` bytes each; `out_states` may be `a` or `b`. Nothing is done
///   where one is NULL.
///
/// Complexity: O(count), as a compiler vectorises it. Threads: pure.
RC_API void rc_state_bytes_and(const rc_state *a, const rc_state *b, size_t count,
                               rc_state *out_states);

/// Writes the bits in which two windows of states differ, and returns how many items differ.
///
/// - `before`, `after`, `out_bits`: `count` bytes each; `out_bits` may be one of the others.
///
/// Returns 0 where one is NULL.
///
/// Complexity: O(count), as a compiler vectorises it. Threads: pure.
RC_API size_t rc_state_bytes_diff(const rc_state *before, const rc_state *after, size_t count,
                                  rc_state *out_bits);

/// Writes 1 for each item that has all of some bits, else 0, and returns how many have.
///
/// - `states`, `out_selected`: `count` bytes each; they may be the same. Returns 0 where one is
///   NULL.
///
/// Complexity: O(count), as a compiler vectorises it. Threads: pure.
RC_API size_t rc_state_bytes_select(const rc_state *states, size_t count, rc_state bits,
                                    uint8_t *out_selected);

// == batch ==
//
// When to fetch the next batch, at the tail or at the head of a list: a pure decision that gives
// its reason, and a context that any thread may finish.
// Source: Texture's ASBatchFetching and ASBatchContext.

/// An end of a list.
typedef enum rc_end {
  /// After the last item.
  RC_END_TAIL = 0,
  /// Before the first.
  RC_END_HEAD = 1,
  RC_END_SENTINEL = 0x7fffffff
} rc_end;

/// What a batch decision comes to.
typedef enum rc_batch_answer {
  /// Do not fetch now; the next update asks again.
  RC_BATCH_NO = 0,
  /// Fetch.
  RC_BATCH_YES = 1,
  /// The host asked to decide by itself; the decision holds what it needs for that.
  RC_BATCH_DEFER = 2,
  RC_BATCH_ANSWER_SENTINEL = 0x7fffffff
} rc_batch_answer;

/// The rule that gave a batch decision its answer, in the order in which the rules are asked.
typedef enum rc_batch_reason {
  /// No: a fetch of this end is in flight.
  RC_BATCH_REASON_IN_FLIGHT = 0,
  /// No: there is nothing more at this end.
  RC_BATCH_REASON_ENDED = 1,
  /// No: a fetch brought nothing or was cancelled; edits, a new scroll or a retry release it.
  RC_BATCH_REASON_LATCHED = 2,
  /// No: a fetch failed and the time to try again has not come.
  RC_BATCH_REASON_BACKING_OFF = 3,
  /// No: the host says that fetched items are still to be inserted.
  RC_BATCH_REASON_INSERTION_PENDING = 4,
  /// No: leading screens are 0 or less, which turns this end off.
  RC_BATCH_REASON_OFF = 5,
  /// No: the viewport has no length.
  RC_BATCH_REASON_EMPTY_VIEWPORT = 6,
  /// No: a list without items asks at its tail only.
  RC_BATCH_REASON_NO_ITEMS = 7,
  /// Yes: the content is shorter than the viewport.
  RC_BATCH_REASON_SHORT_CONTENT = 8,
  /// No: the content is shorter than the viewport, and the policy says not to fetch for that.
  RC_BATCH_REASON_SHORT_CONTENT_POLICY = 9,
  /// No: the list is not on screen.
  RC_BATCH_REASON_NOT_ON_SCREEN = 10,
  /// No: the viewport moves away from this end.
  RC_BATCH_REASON_MOVING_AWAY = 11,
  /// Yes: what remains to this end is at most the leading screens.
  RC_BATCH_REASON_NEAR_END = 12,
  /// No: more remains to this end than the leading screens.
  RC_BATCH_REASON_FAR_FROM_END = 13,
  /// Defer: the host decides while the viewport moves toward this end.
  RC_BATCH_REASON_HOST_DECIDES = 14,
  RC_BATCH_REASON_SENTINEL = 0x7fffffff
} rc_batch_reason;

/// Names a reason in a few words, for logs. Returns a static string, also for an unknown value.
RC_API const char *rc_batch_reason_text(rc_batch_reason reason);

/// When content that is shorter than the viewport makes the tail fetch.
typedef enum rc_short_content_policy {
  /// At once, as Texture.
  RC_SHORT_CONTENT_FETCHES = 0,
  /// Not before the user's first scroll.
  RC_SHORT_CONTENT_AFTER_SCROLL = 1,
  /// Never by itself.
  RC_SHORT_CONTENT_NEVER = 2,
  RC_SHORT_CONTENT_SENTINEL = 0x7fffffff
} rc_short_content_policy;

/// All that a batch decision depends on.
typedef struct rc_batch_input {
  uint32_t struct_size;
  rc_end end;
  /// How many screenfuls before the end to fetch; 0 or less turns the end off. Not a NaN.
  double leading_screens;
  /// Points a second, forward positive; 0 when not known. Not a NaN.
  double velocity;
  /// In ticks.
  rc_interval viewport;
  /// The items without any extra lengths, in ticks.
  rc_interval content;
  /// Where the viewport will come to rest, in ticks; used by the distance rule alone, and only
  /// where `has_landing`.
  int64_t landing_offset;
  /// By which the user moved the viewport in this update, in ticks, forward positive.
  int64_t user_movement;
  int64_t item_count;
  rc_short_content_policy short_content_policy;
  rc_presence presence;
  bool has_landing;
  bool in_flight;
  bool ended;
  bool latched;
  bool backing_off;
  bool insertion_pending;
  bool user_has_scrolled;
  bool host_decides;
} rc_batch_input;

/// The answer to "fetch now?", and why.
typedef struct rc_batch_decision {
  rc_batch_answer answer;
  rc_batch_reason reason;
  /// Points from the viewport's (or the landing) edge to the content's end; negative past it. 0
  /// where a rule before the distance answered.
  double remaining;
  /// `remaining` divided by the velocity, in seconds; 0 unless deferred.
  double seconds;
  /// What the distance rule said; false where it was not asked.
  bool is_near;
  uint8_t reserved[7];
} rc_batch_decision;

/// Fills in an input for the tail of a list without items that is on screen. NULL is ignored.
///
/// Leading screens 2.0, everything else 0; set the viewport and the content.
RC_API void rc_batch_input_init(rc_batch_input *input);

/// Decides whether to fetch at one end.
///
/// The rules are asked in the order of `rc_batch_reason`; the first that applies answers.
///
/// Errors: `ARGUMENT` for a NULL, a wrong size, a NaN, an unknown value, a negative count, a
/// viewport or content with upper < lower, a viewport longer than `RC_LIST_TICKS_MAX`, or a
/// viewport, content or landing past ±4 × `RC_LIST_TICKS_MAX`. Complexity: O(1). Threads: pure.
/// Source: Texture's ASDisplayShouldFetchBatchForContext.
RC_API rc_status rc_batch_decide(const rc_batch_input *input, rc_batch_decision *out_decision);

/// Directions in two dimensions, for `rc_texture_should_fetch`: a set of the bits below.
typedef uint8_t rc_texture_directions;

enum { RC_TEXTURE_RIGHT = 1, RC_TEXTURE_LEFT = 2, RC_TEXTURE_UP = 4, RC_TEXTURE_DOWN = 8 };

/// What Texture's decision depends on; lengths in points, as Texture has them.
typedef struct rc_texture_input {
  double bounds_width, bounds_height;
  double content_width, content_height;
  double target_x, target_y;
  /// Points a millisecond, as UIKit gives it when a drag ends.
  double velocity_x, velocity_y;
  double leading_screens;
  rc_texture_directions scroll_directions;
  rc_texture_directions scrollable_directions;
  bool is_fetching;
  bool is_visible;
  bool is_right_to_left;
  bool flips_horizontally;
  bool has_delegate;
  uint8_t reserved;
} rc_texture_input;

/// Decides as Texture does, early exits in its order, for those who move from it.
///
/// Where Texture would ask its delegate, `out_decision` is *defer* with the remaining distance, the
/// remaining time in seconds and the hint. Bounds are empty where a side is 0; a negative side is
/// taken as it is. A distance or time of ∞ − ∞ or ∞ ÷ ∞ is given as 0.
///
/// Errors: `ARGUMENT` for a NULL or a NaN. Complexity: O(1). Threads: pure.
/// Source: ASDisplayShouldFetchBatchForContext at be0b74b4.
RC_API rc_status rc_texture_should_fetch(const rc_texture_input *input,
                                         rc_batch_decision *out_decision);

/// One end's fetches: who is in flight, and how it ended.
///
/// Reference-counted, held by the list and by each flight, so it may be finished after its list is
/// gone. Every function on it can be called from any thread; its state is one atomic 32-bit word.
typedef struct rc_batch_context rc_batch_context;

/// Names one flight of one end: its end and generation. Never 0.
///
/// It is for the context that it came with: another list's flights have the same tokens, and
/// nothing tells them apart. One that is kept can be mistaken for a later flight's only after 2^28
/// − 1 more flights.
typedef uint32_t rc_batch_token;

/// How a flight stands.
typedef enum rc_batch_outcome {
  /// Not finished.
  RC_BATCH_FETCHING = 0,
  /// Finished, with or without new items.
  RC_BATCH_COMPLETED = 1,
  /// Finished by `complete(false)`: ask no more until something changes.
  RC_BATCH_DECLINED = 2,
  /// An error; tried again after a while.
  RC_BATCH_FAILED = 3,
  /// Cancelled by the app, by a reset, or with its list.
  RC_BATCH_CANCELLED = 4,
  /// Finished, and there is nothing more at this end.
  RC_BATCH_ENDED = 5,
  /// The token is not of the current flight, or there is none.
  RC_BATCH_STALE = 6,
  RC_BATCH_OUTCOME_SENTINEL = 0x7fffffff
} rc_batch_outcome;

/// Takes one more reference to a context and returns it; NULL for NULL.
RC_API rc_batch_context *rc_batch_context_retain(rc_batch_context *context);

/// Gives a reference back; the last one frees the context. NULL is ignored.
RC_API void rc_batch_context_release(rc_batch_context *context);

/// Says whether a flight is in the air. False for NULL.
RC_API bool rc_batch_context_is_fetching(const rc_batch_context *context);

/// How the flight of a token stands; `STALE` for one that is not the context's current flight.
///
/// A cancelled flight reads as cancelled until the next flight begins. Who reads an outcome, here
/// or by an update, sees all that was done before the flight was finished.
RC_API rc_batch_outcome rc_batch_context_outcome(const rc_batch_context *context,
                                                 rc_batch_token token);

/// Says whether a flight need not go on: it was cancelled, or another has taken its place.
///
/// True for NULL. For the side that fetches, to stop early.
RC_API bool rc_batch_context_was_cancelled(const rc_batch_context *context, rc_batch_token token);

/// Finishes a flight. The first outcome wins.
///
/// The list sees it in its next update, so finish on any thread, then update the list.
///
/// - `outcome`: `COMPLETED`, `DECLINED`, `FAILED`, `CANCELLED` or `ENDED`.
///
/// Errors: `ARGUMENT` for a NULL or another outcome; `STALE` for a flight that was finished before,
/// an older token or the other end's, or one whose list is gone: it is ignored. Another list's is
/// too, unless it is equal to that of the flight in the air, which it then finishes.
/// Complexity: O(1), lock-free.
RC_API rc_status rc_batch_context_finish(rc_batch_context *context, rc_batch_token token,
                                         rc_batch_outcome outcome);

// == pages ==
//
// How far a source that answers page by page has been loaded. A value: it holds counts, no items,
// and needs no destroying. Source: paged REST APIs with current_page, total_pages, total_items.

/// Stands for a total that is not known.
#define RC_PAGES_UNKNOWN -1

/// A source's pages, and how much of it was loaded.
///
/// Open, so that it can live anywhere and be copied as a consistent snapshot; change it only with
/// the functions below.
typedef struct rc_pages {
  /// The number that the source gives its first page; often 1.
  int64_t first_page;
  /// Items a page, or `RC_PAGES_UNKNOWN`: for `rc_pages_total` where a source tells only items.
  int64_t page_size;
  /// How many pages arrived.
  int64_t page_count;
  /// How many items arrived and were kept.
  int64_t item_count;
  /// How many items were dropped because an earlier page had them.
  int64_t dropped_count;
  /// As last told, or `RC_PAGES_UNKNOWN`; a reply that does not tell leaves them.
  int64_t total_pages;
  int64_t total_items;
  /// How many pages in a row brought no new item.
  int32_t stalled_count;
  /// Of the request in flight or the last one, another after a reset; 0 before the first.
  uint32_t token;
  bool in_flight;
  /// The last request failed.
  bool failed;
  /// An empty page arrived.
  bool ended;
  uint8_t reserved[5];
} rc_pages;

/// What a source answered to a request for a page.
typedef struct rc_pages_reply {
  /// Items in the page.
  int64_t item_count;
  /// How many of them an earlier page had; 0 … `item_count`.
  int64_t dropped_count;
  /// `RC_PAGES_UNKNOWN`, or any other negative number, where the reply does not tell.
  int64_t total_pages;
  int64_t total_items;
} rc_pages_reply;

/// Starts at the beginning of a source: nothing loaded, nothing known.
///
/// - `first_page`: 0 … 2^53, the number of the first page; `page_size`: above 0, or
///   `RC_PAGES_UNKNOWN`.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_pages_init(rc_pages *pages, int64_t first_page, int64_t page_size);

/// Asks for the next page: gives its number and a token for the answer.
///
/// The number advances when a page *arrives*: after a failure the same page is asked for again.
///
/// Errors: `ARGUMENT`; `BUSY` while a request is in flight; `NOT_FOUND` when no more is to come.
RC_API rc_status rc_pages_begin(rc_pages *pages, int64_t *out_page, uint32_t *out_token);

/// Takes the answer to a request. The page that was asked for counts, not one named in the reply.
///
/// Errors: `ARGUMENT` for a NULL or counts that make no sense; `STALE` for a token that is not of
/// the request in flight, and the reply is ignored; `LIMIT` past `RC_ITEM_COUNT_MAX` items.
RC_API rc_status rc_pages_receive(rc_pages *pages, uint32_t token, const rc_pages_reply *reply);

/// Says that a request failed; the same page is next.
///
/// Errors: `ARGUMENT`; `STALE`.
RC_API rc_status rc_pages_fail(rc_pages *pages, uint32_t token);

/// Says that a request was given up; the same page is next, and nothing counts as failed.
///
/// Errors: `ARGUMENT`; `STALE`.
RC_API rc_status rc_pages_cancel(rc_pages *pages, uint32_t token);

/// Starts again at the first page; the answer to a request in flight will be stale.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_pages_reset(rc_pages *pages);

/// Says whether more is to come. False for NULL.
///
/// Until the last of `total_pages`, where that is known; else until `total_items` items are there,
/// where that is known; in any case until an empty page, or three pages in a row without a new
/// item.
RC_API bool rc_pages_has_more(const rc_pages *pages);

/// The rows to show: the items, and one loading row while more is to come; 0 for NULL.
RC_API int64_t rc_pages_row_count(const rc_pages *pages);

/// ⌈total items ÷ page size⌉ without overflow; `RC_PAGES_UNKNOWN` for a negative total or a page
/// size below 1.
RC_API int64_t rc_pages_total(int64_t total_items, int64_t page_size);

// == list ==
//
// One engine for one list: edit, edit, …, update. A list of n items in k columns has ⌈n ÷ k⌉ rows;
// extents belong to rows, states to items. Offsets here start at the head's extra length: item 0
// is at `extra_lengths[RC_END_HEAD]`.

/// A list: its extents, states, range mode, anchor and batches.
///
/// Memory, of 64-bit targets, with m measured rows in s stretches of neighbours: at most 64 KiB +
/// 6 m bytes where they were measured in order, and 64 KiB + 16 m + 544 s after any edits, with a
/// kilobyte more for each edit since the last update. A call that takes k extents may need 16 k
/// bytes besides while it runs. (Where 64 rows in a row come to more than 2,236,962 points, it is
/// 300 bytes a row.)
typedef struct rc_list rc_list;

/// What a list is made with, for life.
typedef struct rc_list_options {
  uint32_t struct_size;
  /// Items a row, at least 1; row = item ÷ columns.
  uint32_t columns;
  /// The extent of a row that is not measured, in points.
  double estimate;
  /// Between each two rows, in points, not negative.
  double spacing;
} rc_list_options;

/// What a host can change about a list at any time; it counts from the next update on.
typedef struct rc_list_settings {
  uint32_t struct_size;
  /// Screens on top of the list's own, not negative; see `rc_mode_state`.
  int32_t depth;
  rc_presence presence;
  rc_pressure pressure;
  rc_short_content_policy short_content_policy;
  uint32_t reserved;
  /// How far each range reaches in each mode.
  rc_tuning_table tunings;
  /// A bit of preload, display or the app's own stays while the item overlaps its range widened by
  /// this many screenfuls to either side; 0, the default, is exactly Texture. Not applied in an
  /// update that changes mode, tuning or presence. Finite, not negative.
  double slack;
  /// By how much the user must scroll back before leading and trailing swap, in points; 1.
  double direction_threshold;
  /// How many screenfuls before an end its next batch is fetched: 2.0 at `RC_END_TAIL`, 0 at
  /// `RC_END_HEAD`; 0 or less turns an end off. Finite.
  double leading_screens[2];
  /// Room before the first item (`RC_END_HEAD`) and after the last (`RC_END_TAIL`) that belongs to
  /// no item, such as a header or a loading row, in points, not negative. It shifts offsets and
  /// counts in no rule, but the items and both are within the longest list together.
  double extra_lengths[2];
  bool in_background;
  /// Fetched items are still to be inserted: no end asks for more.
  bool insertion_pending;
  /// While the viewport moves toward an end, its batch decision is *defer*.
  bool host_decides_batches;
  /// When the viewport's end is within a point of the content's end, or past it, it stays there
  /// through edits, as a chat does; content shorter than the viewport keeps its start instead.
  bool sticks_to_end;
  /// The estimate becomes the mean of what is measured, at each update.
  bool uses_mean_estimate;
  uint8_t reserved_bytes[3];
} rc_list_settings;

/// Where the viewport is, and what the host knows about its movement.
typedef struct rc_viewport {
  uint32_t struct_size;
  /// The scroll comes from the user, not from the program.
  bool is_user;
  /// The user touches the list: corrections are kept as `pending` until an update without this.
  bool is_held;
  /// `landing_offset` is given.
  bool has_landing;
  uint8_t reserved;
  /// The host's scroll offset, in points, finite; without the corrections that this update gives.
  double offset;
  /// In points, not negative. 0 is a hidden container: visible and the app's own bits are cleared,
  /// preload and display stay, no anchor moves, no batch is asked for.
  double length;
  /// What is covered at its start and end, in points, not negative; they shorten the viewport for
  /// everything.
  double inset_start;
  double inset_end;
  /// Points a second, forward positive; 0 when at rest or not known.
  double velocity;
  /// The offset at which a fling will come to rest; for the batch decision's distance alone.
  double landing_offset;
  /// The host's clock, in seconds; for backing off after a failed fetch.
  double time;
  /// A random number in 0 … 1, so that not all clients retry at the same time.
  double jitter;
} rc_viewport;

/// What an update answers.
typedef struct rc_update {
  /// What changed; borrowed until the next call that changes the list.
  rc_changes changes;
  /// The items that overlap the viewport.
  rc_interval visible;
  /// The items in each range, by `rc_range_kind`, whatever the presence.
  rc_interval ranges[RC_RANGE_COUNT];
  /// What the host adds to its scroll offset now, in points; a whole number of ticks. It is no
  /// movement. The item at the viewport's start then stays where it was on the screen.
  double correction;
  /// What the host will have to add when the user lets go; until then it draws its rows moved by
  /// −pending.
  double pending;
  /// The offset at which everything here was answered: the host's + pending + correction.
  double offset;
  /// The earliest host time at which another update could answer differently by time alone;
  /// infinity where none could.
  double next_time;
  /// Whether to fetch, by `rc_end`. After a *yes* the host begins with `rc_list_begin_batch`.
  rc_batch_decision batches[2];
  rc_range_mode mode;
  /// As the items see it; see `rc_mode_state_presence`.
  rc_presence presence;
  /// The remembered direction of the user's scrolling: its side is the leading one.
  rc_direction direction;
  uint32_t reserved;
} rc_update;

/// Where to put an item that is scrolled to.
typedef enum rc_alignment {
  RC_ALIGNMENT_START = 0,
  RC_ALIGNMENT_CENTER = 1,
  RC_ALIGNMENT_END = 2,
  /// No further than needed to show it whole; not at all where it is.
  RC_ALIGNMENT_NEAREST = 3,
  RC_ALIGNMENT_SENTINEL = 0x7fffffff
} rc_alignment;

/// Fills in the defaults: one column, an estimate of 44 points, no spacing. NULL is ignored.
RC_API void rc_list_options_init(rc_list_options *options);

/// Fills in the defaults that the fields' comments name. NULL is ignored.
RC_API void rc_list_settings_init(rc_list_settings *settings);

/// Fills in a viewport at rest: offset, length, insets and velocity 0. NULL is ignored.
RC_API void rc_viewport_init(rc_viewport *viewport);

/// Makes an empty list.
///
/// - `options`: NULL for the defaults.
/// - `allocator`: copied; NULL for the C library's.
/// - `out_list`: owned by the caller; end it with `rc_list_destroy`.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`.
RC_API rc_status rc_list_create(const rc_list_options *options, const rc_allocator *allocator,
                                rc_list **out_list);

/// Ends a list; its flights read as cancelled. NULL is ignored.
RC_API void rc_list_destroy(rc_list *list);

/// Changes a list's settings, all at once.
///
/// Errors: `ARGUMENT` for a NULL, a wrong size, a value that its field does not allow; `LIMIT` for
/// a length past the limits.
RC_API rc_status rc_list_configure(rc_list *list, const rc_list_settings *settings);

/// Copies out a list's settings.
///
/// - `out_settings`: its `struct_size` must be set.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_list_settings_get(const rc_list *list, rc_list_settings *out_settings);

/// Sets an explicit range mode, until the next update that is the user's.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_list_set_mode(rc_list *list, rc_range_mode mode);

/// Makes full the base mode, as the user's first scroll would.
///
/// Errors: `ARGUMENT` for NULL.
RC_API rc_status rc_list_promote(rc_list *list);

// -- edits: each call's indices mean the list as the call before left it --

/// Inserts items at `index`, 0 … count. Their rows are not measured.
///
/// In columns, the rows that are new in number are inserted where the items begin, and other rows
/// keep their extents until they are measured again.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(log n + runs), whatever the count.
RC_API rc_status rc_list_insert(rc_list *list, int64_t index, int64_t count);

/// Inserts measured items; for lists of one column.
///
/// - `extent`: `count` values in points.
///
/// Errors: `ARGUMENT` also in columns; `LIMIT`; `NO_MEMORY`. Complexity: O(log n + runs + count).
RC_API rc_status rc_list_insert_measured(rc_list *list, int64_t index, const double *extent,
                                         int64_t count);

/// Removes the items `lower ..< upper`. The next update lists those that had a state above 1.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log n + runs + measured items removed).
RC_API rc_status rc_list_remove(rc_list *list, int64_t lower, int64_t upper);

/// Moves the items `lower ..< upper`, with state and extent, so that the first has index `to`.
///
/// - `to`: 0 … count − (upper − lower).
///
/// In columns, extents move only where whole rows do.
///
/// Errors: `ARGUMENT`; `NO_MEMORY`. Complexity: O(log n + runs).
RC_API rc_status rc_list_move(rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// Forgets the measurements of the items `lower ..< upper`, or of the rows they are in; their
/// states stay.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NO_MEMORY`. Complexity: O(log n + measured items reloaded).
RC_API rc_status rc_list_reload(rc_list *list, int64_t lower, int64_t upper);

/// Measures consecutive rows, which are items where there is one column.
///
/// - `row`: the first; `extent`: `count` values in points.
///
/// Errors: `ARGUMENT` also for a NaN or a negative extent; `LIMIT`; `NO_MEMORY`.
/// Complexity: O(log n + count).
RC_API rc_status rc_list_measure(rc_list *list, int64_t row, const double *extent, int64_t count);

/// Changes the extent of all rows that are not measured.
///
/// Errors: `ARGUMENT`; `LIMIT`. Complexity: O(1).
RC_API rc_status rc_list_set_estimate(rc_list *list, double estimate);

// -- update --

/// Moves the viewport, takes all edits since the last update into account, and answers.
///
/// The item at the viewport's start keeps its place on the screen through edits, measurements and
/// changes of the estimate; the correction says by how much the host must move its offset for that.
/// If that item was removed or moved, the next one, else the one before, keeps its place. An item
/// that straddles the start keeps its start when it grows, and its end when it is measured for the
/// first time since it was inserted or forgotten.
///
/// - `out_update`: its changes are borrowed; see `rc_changes`.
///
/// Errors: `ARGUMENT` for a NULL, a wrong size, a NaN, an infinity, a negative length or inset, a
/// jitter outside 0 … 1; `LIMIT` for lengths past the limits; `NO_MEMORY` as `rc_states_update`.
/// Complexity: O((1 + changes) log n + runs), and O(r log r) in the runs that were removed since
/// the last update. Never allocates while only the viewport moves.
RC_API rc_status rc_list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update);

/// Finds the scroll offset at which an item is where it should be, and aims at it.
///
/// The offset is for the last viewport that was not empty, kept within the content, and without the
/// correction that the next update will give. Until the user scrolls, or the program scrolls away
/// from it once it was reached, the item is the anchor: later corrections keep the offset right
/// while what lies between is measured.
///
/// Errors: `ARGUMENT` for a NULL, an index out of bounds, an unknown alignment.
/// Complexity: O(log n).
RC_API rc_status rc_list_scroll_to(rc_list *list, int64_t index, rc_alignment alignment,
                                   double *out_offset);

// -- batches --

/// Begins a fetch at one end. Not only after a *yes*: a host may decide for itself.
///
/// - `out_context`: retained for the flight; release it when the flight has been finished.
/// - `out_token`: names the flight.
///
/// Errors: `ARGUMENT`; `BUSY` while a fetch of this end is in flight; `NOT_FOUND` at an end that
/// has ended. Complexity: O(1). Never allocates.
RC_API rc_status rc_list_begin_batch(rc_list *list, rc_end end, rc_batch_context **out_context,
                                     rc_batch_token *out_token);

/// Asks again at once after failures or fetches that brought nothing: the next update decides.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_list_retry_batch(rc_list *list, rc_end end);

/// Starts an end afresh, for a refresh or a new filter: cancels what flies, forgets failures and
/// that the end was reached.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_list_reset_batch(rc_list *list, rc_end end);

/// Says that there is nothing more at an end, until it is reset.
///
/// Errors: `ARGUMENT`.
RC_API rc_status rc_list_end_batch(rc_list *list, rc_end end);

// -- queries --

/// The number of items; 0 for NULL.
RC_API int64_t rc_list_count(const rc_list *list);

/// The number of measured rows; 0 for NULL.
RC_API int64_t rc_list_measured_count(const rc_list *list);

/// The length to scroll in points: the content and the extra lengths; 0 for NULL.
RC_API double rc_list_length(const rc_list *list);

/// The extent of rows that are not measured, in points; 0 for NULL.
RC_API double rc_list_estimate(const rc_list *list);

/// Finds where an item is; in columns, where its row is.
///
/// Errors: `ARGUMENT`. Complexity: O(log n).
RC_API rc_status rc_list_item(rc_list *list, int64_t index, rc_item *out_item);

/// Finds the item at an offset, the first of its row; see `rc_extents_item_at`.
///
/// Errors: `ARGUMENT`; `LIMIT`; `NOT_FOUND` in an empty list. Complexity: O(log n).
RC_API rc_status rc_list_item_at(rc_list *list, double offset, rc_item *out_item);

/// Finds the items in a range of offsets; see `rc_extents_items_in`.
///
/// Errors: `ARGUMENT`; `LIMIT`. Complexity: O(log n).
RC_API rc_status rc_list_items_in(rc_list *list, double lower, double upper,
                                  rc_interval *out_items);

/// Copies out the offsets and extents of consecutive rows, which are items where there is one
/// column; see `rc_extents_copy`.
///
/// Errors: `ARGUMENT`. Complexity: O(log n + upper − lower).
RC_API rc_status rc_list_copy(rc_list *list, int64_t lower, int64_t upper, double *out_offsets,
                              double *out_extents);

/// The state of an item as of the last update, 1 for one that is new; 0 for NULL or an index out of
/// bounds.
///
/// Complexity: O(log runs).
RC_API rc_state rc_list_state(const rc_list *list, int64_t index);

/// Copies out the states of the items `lower ..< upper`, a byte each; see `rc_states_copy`.
///
/// Errors: `ARGUMENT`. Complexity: O(log runs + upper − lower).
RC_API rc_status rc_list_copy_states(const rc_list *list, int64_t lower, int64_t upper,
                                     rc_state *out_states);

/// Checks every promise that the list makes to itself; see `rc_extents_validate`.
RC_API rc_status rc_list_validate(const rc_list *list, const char **out_reason);

#ifdef __cplusplus
}
#endif

#endif
