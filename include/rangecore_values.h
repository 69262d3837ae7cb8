// The values of RangeCore: statuses, ticks, items, edits, states, ranges and modes. Each other
// header includes this one.
//
// ```c
// rc_ticks ticks = RC_TICKS_PER_POINT / 2;  // half a point
// rc_interval items = {3, 5};               // 3 and 4
// rc_state state = RC_STATE_MEASURE_LAYOUT | RC_STATE_PRELOAD;
// bool is_loaded = (state & RC_STATE_PRELOAD) != 0;  // true
// const char *text = rc_status_text(RC_STATUS_STALE);
// ```

#ifndef RANGECORE_VALUES_H
#define RANGECORE_VALUES_H

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

// == values ==

/// The result of a call.
typedef enum rc_status {
  /// Success.
  RC_STATUS_OK = 0,
  /// Invalid argument: NULL, NaN, out of bounds, an unknown enum value.
  RC_STATUS_ARGUMENT = 1,
  /// A limit of the library would be exceeded: `RC_ITEM_COUNT_MAX`, `RC_LIST_TICKS_MAX`, and so on.
  RC_STATUS_LIMIT = 2,
  /// Out of memory.
  RC_STATUS_NO_MEMORY = 3,
  /// Not found, for example the item at an offset of an empty list.
  RC_STATUS_NOT_FOUND = 4,
  /// The token is not that of the fetch or request in progress.
  RC_STATUS_STALE = 5,
  /// A fetch is already in progress; or the list has a host (rangecore_host.h).
  RC_STATUS_BUSY = 6,
  /// An internal invariant does not hold: memory corruption, or a bug in the library.
  RC_STATUS_CORRUPT = 7,
  /// Keeps the enum at 32 bits; never returned. Every named enum has one.
  RC_STATUS_SENTINEL = 0x7fffffff
} rc_status;

/// A length in ticks of 1/960 point.
///
/// The engine counts in ticks, so that sums never drift. Points are rounded to the nearest tick,
/// ties to even; 1/64, 1/2, 1/3, 1/4 and 1/5 point are exact.
typedef int64_t rc_ticks;

/// Ticks per point.
#define RC_TICKS_PER_POINT 960
/// The largest item extent plus spacing, in ticks: 4,000,000 points.
#define RC_ITEM_TICKS_MAX 3840000000
/// The longest list, and the largest offset either side of 0, in ticks: 2^51, 2.3 × 10^12 points.
#define RC_LIST_TICKS_MAX 2251799813685248
/// The largest number of items in a list: 2^32 − 2.
#define RC_ITEM_COUNT_MAX 4294967294

/// A half-open interval of items or ticks, `lower ..< upper`; empty if upper ≤ lower.
typedef struct rc_interval {
  int64_t lower;
  int64_t upper;
} rc_interval;

/// The position of one item.
typedef struct rc_item {
  int64_t index;
  /// Where it starts, in points.
  double offset;
  /// Its length, in points; the estimate if it is not measured.
  double extent;
  bool is_measured;
  /// Measured, but to be measured again; see `rc_list_mark_provisional`.
  bool is_provisional;
  uint8_t reserved[6];
} rc_item;

/// Identifies an item of the host: any number but `RC_ID_NONE`.
typedef int64_t rc_id;

/// No id.
#define RC_ID_NONE (-9223372036854775807 - 1)

/// What an edit does.
typedef enum rc_edit_kind {
  /// Removes `lower ..< upper`.
  RC_EDIT_KIND_REMOVE = 0,
  /// Inserts items, which are `lower ..< upper` then.
  RC_EDIT_KIND_INSERT = 1,
  /// Moves `lower ..< upper`; `to` is the index of the first of them afterwards.
  RC_EDIT_KIND_MOVE = 2,
  /// Of a store: the placeholders `lower ..< upper` are items now.
  RC_EDIT_KIND_FILL = 3,
  /// Of a store: the items `lower ..< upper` are placeholders now.
  RC_EDIT_KIND_CLEAR = 4,
  RC_EDIT_KIND_SENTINEL = 0x7fffffff
} rc_edit_kind;

/// One edit of a run of items, at least one, which a difference or a store has found: apply it with
/// `rc_list_insert`, `rc_list_remove` or `rc_list_move`.
///
/// Its indices are those of the items as the edit before it left them.
typedef struct rc_edit {
  int64_t lower;
  int64_t upper;
  /// 0 unless it moves.
  int64_t to;
  /// Of an insertion by a difference: the index of the first item in the new sequence; otherwise 0.
  int64_t source;
  rc_edit_kind kind;
  uint32_t reserved;
} rc_edit;

/// The interface state of an item: a set of the bits below.
///
/// Source: ASInterfaceState of Texture (AsyncDisplayKit), the UI framework for iOS.
typedef uint8_t rc_state;

enum {
  /// In the list, and so can be measured. Every item of a list has this bit.
  RC_STATE_MEASURE_LAYOUT = 1,
  /// Load its content from the network or from disk.
  RC_STATE_PRELOAD = 2,
  /// Rasterise its text, decode its images.
  RC_STATE_DISPLAY = 4,
  /// It overlaps the viewport minus its insets, and the list is on screen.
  RC_STATE_VISIBLE = 8,
  /// In the app's own range of the same number.
  RC_STATE_APP_0 = 16,
  RC_STATE_APP_1 = 32,
  RC_STATE_APP_2 = 64,
  RC_STATE_APP_3 = 128,
  /// All four built-in bits.
  RC_STATE_IN_HIERARCHY = 15
};

/// An end of a list.
typedef enum rc_end {
  /// After the last item.
  RC_END_TAIL = 0,
  /// Before the first item.
  RC_END_HEAD = 1,
  RC_END_SENTINEL = 0x7fffffff
} rc_end;

/// A direction along the axis of a list; forward is toward higher indices.
typedef enum rc_direction {
  RC_DIRECTION_NONE = 0,
  RC_DIRECTION_FORWARD = 1,
  RC_DIRECTION_BACKWARD = 2,
  RC_DIRECTION_SENTINEL = 0x7fffffff
} rc_direction;

/// The allocator an object uses.
typedef struct rc_allocator {
  /// Passed to every call of `resize`.
  void *context;
  /// Allocates `new_size` bytes if `block` is NULL; frees `block` if `new_size` is 0, and the
  /// result is ignored; otherwise resizes `block`, preserving its contents.
  ///
  /// Returns memory aligned to 16 bytes, or NULL when out of memory, with `block` unchanged. Called
  /// only during calls on the object. Must remain valid until the object is destroyed or, for batch
  /// contexts, until the last release, which may be on any thread.
  void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
} rc_allocator;

/// Returns a short description of a status, for logs; a static string, for unknown values as well.
RC_API const char *rc_status_text(rc_status status);

// == ranges and modes ==
//
// A range is the viewport extended by screenfuls (lengths of the viewport without its insets):
// `leading` on the side toward which the user scrolls, `trailing` on the other. Ranges overlap.

/// The ranges that can be tuned.
typedef enum rc_range {
  /// Text is rasterised, images are decoded.
  RC_RANGE_DISPLAY = 0,
  /// Content is loaded from the network or from disk.
  RC_RANGE_PRELOAD = 1,
  /// The app's own four ranges.
  RC_RANGE_APP_0 = 2,
  RC_RANGE_APP_1 = 3,
  RC_RANGE_APP_2 = 4,
  RC_RANGE_APP_3 = 5,
  RC_RANGE_SENTINEL = 0x7fffffff
} rc_range;

/// How far the ranges reach, from the most generous to the most restrictive.
///
/// The most restrictive of four wins: the base (an explicit mode, otherwise minimum until the user
/// first scrolls, then full), and what `depth`, `pressure` and `in_background` each demand.
///
/// Source: Texture's ASLayoutRangeMode and ASRangeController.
typedef enum rc_range_mode {
  RC_RANGE_MODE_FULL = 0,
  RC_RANGE_MODE_MINIMUM = 1,
  RC_RANGE_MODE_VISIBLE_ONLY = 2,
  RC_RANGE_MODE_LOW_MEMORY = 3,
  RC_RANGE_MODE_SENTINEL = 0x7fffffff
} rc_range_mode;

/// The number of ranges, and of range modes.
#define RC_RANGE_COUNT 6
#define RC_RANGE_MODE_COUNT 4

/// How far one range reaches past the viewport in one mode, in screenfuls.
typedef struct rc_tuning {
  /// On the side toward which the user scrolls; finite, >= 0.
  double leading;
  /// On the other side; finite, >= 0.
  double trailing;
  /// If false, the range contains no items; visible items still have display and preload.
  bool is_enabled;
} rc_tuning;

/// The tunings a list starts with, written leading / trailing.
///
/// Source: Texture's defaultTuningParameters and ASPagerNode.
typedef enum rc_tuning_preset {
  /// Display: 1.0 / 0.5 in full, 0.25 / 0.25 in minimum, 0 / 0 in visible only, disabled in low
  /// memory. Preload: 2.5 / 1.5, 0.5 / 0.25, 0 / 0, 0 / 0. The app's own ranges are disabled.
  RC_TUNING_PRESET_LIST = 0,
  /// For a pager, which shows one item per screen: like a list, but display is 1 / 1 in full and
  /// 0 / 0 in minimum, and preload 2 / 2 and 1 / 1.
  RC_TUNING_PRESET_PAGER = 1,
  RC_TUNING_PRESET_SENTINEL = 0x7fffffff
} rc_tuning_preset;

/// Whether the list as a whole is on screen; item states depend on it.
typedef enum rc_presence {
  RC_PRESENCE_ON_SCREEN = 0,
  /// Could soon be on screen: in an unselected tab, or in a preloaded cell of an outer list.
  RC_PRESENCE_NEAR = 1,
  /// Neither.
  RC_PRESENCE_AWAY = 2,
  RC_PRESENCE_SENTINEL = 0x7fffffff
} rc_presence;

/// How short of memory the system is. Remains in effect until the host changes it.
typedef enum rc_pressure {
  RC_PRESSURE_NORMAL = 0,
  /// The mode is *visible only* or stricter; *low memory* if the list is not on screen.
  RC_PRESSURE_WARNING = 1,
  /// The mode is *low memory*.
  RC_PRESSURE_CRITICAL = 2,
  RC_PRESSURE_SENTINEL = 0x7fffffff
} rc_pressure;

#ifdef __cplusplus
}
#endif

#endif
