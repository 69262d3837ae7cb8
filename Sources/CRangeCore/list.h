// One list: extents, states and batches, and what its updates remember.
//
// A stamp is a counter bumped by each change. Everything derived remembers the stamp of what it was
// derived from, and is valid while that is still the list's stamp. There is no other test.
//
//     settings, tunings, mode, direction, length of the viewport        setup_stamp
//       │
//       ├─▶ plan: mode, presence, reach of each range, batch rules      plan.stamp
//       ▼
//     all of the above, plus items, extents and the estimate            stamp
//       │
//       ├─▶ place of the anchor                                         anchor.stamp
//       └─▶ mean estimate, edges of the ranges, states,
//           batch rules for the content                                 updated_stamp
//
// The viewport's offset has no stamp: each edge of a range knows how far it can move and stay at
// its item.

#ifndef RC_LIST_H
#define RC_LIST_H

#include "base.h"
#include "batch.h"
#include "batch_end.h"
#include "extents.h"
#include "ranges.h"
#include "states.h"

/// The item that keeps its place on the screen. All lengths are ticks in the list's coordinates,
/// which include the head's extra length.
typedef struct rc__anchor {
  /// −1 if there is none. With several columns, the row is the item's.
  int64_t item;
  /// Where the row should start; the correction is the difference between this and where the row
  /// actually starts.
  int64_t place;
  /// The row's start and extent at the last update.
  int64_t seen_start;
  int64_t seen_extent;
  /// The viewport began inside the row.
  bool straddles;
  /// The list's stamp when it was recorded: while that is the same, the row is where it was seen.
  uint64_t stamp;
} rc__anchor;

/// The item to scroll to.
typedef struct rc__target {
  /// −1 if there is none.
  int64_t item;
  /// Never nearest: that is resolved when the scroll begins.
  rc_alignment alignment;
  /// Added to the aligned offset, for an item that is already in place.
  int64_t shift;
  /// The host's offset for it, as last returned.
  int64_t offset;
  bool was_reached;
} rc__target;

/// Where the viewport is, in ticks.
typedef struct rc__frame {
  int64_t length;
  int64_t inset_start;
  int64_t inset_end;
  /// The length without the insets.
  int64_t visible_length;
  int64_t offset;
} rc__frame;

/// What the last update with a viewport recorded.
typedef struct rc__seen {
  /// False before the first.
  bool any;
  bool had_items;
  /// The content was at least as long as the viewport.
  bool was_filled;
  /// With the corrected offset.
  rc__frame frame;
  int64_t content_end;
} rc__seen;

enum {
  /// Entries among the ranges for the viewport, and for a bit that no item gets.
  RC__RANGE_VISIBLE = RC_RANGE_COUNT,
  RC__RANGE_NONE,
  RC__RANGE_ALL_COUNT
};

/// One edge of a range: the item it is at, and how far it can move before it reaches another.
typedef struct rc__range_edge {
  rc__edge edge;
  int64_t item;
} rc__range_edge;

/// One range: its reach past the viewport in ticks, and its edges.
///
///     preload        [·····························)
///     display              [··················)
///     visible                 [········)
///     offsets        −2 700  −900  0  1 800  3 600  6 300     from the viewport's start
typedef struct rc__range {
  bool is_enabled;
  int64_t below;
  int64_t above;
  rc__range_edge lower;
  rc__range_edge upper;
} rc__range;

/// What follows from the setup alone.
typedef struct rc__plan {
  uint64_t stamp;
  rc_range_mode mode;
  rc_presence presence;
  /// All of them, to detect changes.
  rc__tuning_table tunings;
  /// The range of each bit of the states: at n that of the bit `1 << n`.
  uint8_t range_of[8];
  /// By `rc_end`.
  rc__batch_rules batch_rules[2];
} rc__plan;

struct rc_list {
  rc_allocator allocator;
  rc_extents *extents;
  rc__states *states;
  rc__batch_end ends[2];
  int64_t columns;
  int64_t count;
  rc_list_settings settings;
  rc__tuning_table tunings;
  int64_t extra_lengths[2];
  rc__mode_state mode;
  rc__direction_tracker tracker;
  /// Of the viewport, at the last update.
  int64_t visible_length;
  /// Counts the changes of everything but the viewport's offset.
  uint64_t stamp;
  /// `stamp` at the last change of the setup.
  uint64_t setup_stamp;
  /// `stamp` at the last update.
  uint64_t updated_stamp;
  rc__plan plan;
  rc__range ranges[RC__RANGE_ALL_COUNT];
  rc__anchor anchor;
  rc__target target;
  rc__seen seen;
  /// Corrections that are held back while the user touches the list.
  int64_t pending;
};

/// After a change of items, extents or the estimate.
static inline void rc__list_note_edit(rc_list *list) {
  list->stamp++;
}

/// After a change of the setup.
static inline void rc__list_note_setup(rc_list *list) {
  list->setup_stamp = ++list->stamp;
}

static inline int64_t rc__list_rows(const rc_list *list, int64_t items) {
  return items / list->columns + (items % list->columns != 0);
}

/// The first item of a row; the count after the last row.
static inline int64_t rc__list_first_item(const rc_list *list, int64_t row) {
  const int64_t item = row * list->columns;
  return item < list->count ? item : list->count;
}

/// The items' part of the list, without the extra lengths.
static inline rc_interval rc__list_content(const rc_list *list) {
  int64_t start = list->extra_lengths[RC_END_HEAD];
  return (rc_interval){start, start + rc__extents_length(list->extents)};
}

/// The row of an item, in the list's coordinates.
rc__item rc__list_row_of(const rc_list *list, int64_t item);

/// The row at an offset, in the list's coordinates, with the index of its first item.
static inline rc__item rc__list_row_at(const rc_list *list, int64_t offset) {
  const int64_t head = list->extra_lengths[RC_END_HEAD];
  rc__item row = rc__extents_item_at(list->extents, offset - head);
  row.offset += head;
  row.index *= list->columns;
  return row;
}

/// The items of the rows in a range of ticks, in the list's coordinates.
rc_interval rc__list_items_in(const rc_list *list, rc_interval range);

static inline rc_interval rc__range_items(const rc__range *range) {
  return (rc_interval){range->lower.item, range->upper.item};
}

static inline rc_interval rc__frame_viewport(const rc__frame *frame) {
  int64_t start = frame->offset + frame->inset_start;
  return (rc_interval){start, start + frame->visible_length};
}

// == list_anchor.c ==

// Anchors and targets through edits. Each is computed before the extents change and stored after,
// so that an edit that fails leaves no trace.

rc__anchor rc__anchor_after_insert(const rc_list *list, int64_t index, int64_t count);
rc__anchor rc__anchor_after_remove(const rc_list *list, int64_t lower, int64_t upper);
/// The items move to a different place.
rc__anchor rc__anchor_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// Returns whether the anchor straddles the viewport's start and is not yet measured.
bool rc__anchor_awaits_extent(const rc_list *list);
/// Keeps the end of such an anchor, not its start, if it is measured now.
void rc__anchor_keep_end(rc_list *list);

rc__target rc__target_after_insert(const rc_list *list, int64_t index, int64_t count);
rc__target rc__target_after_remove(const rc_list *list, int64_t lower, int64_t upper);
rc__target rc__target_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// By how much the offset of a frame must move to keep the anchor in place.
///
/// `movement` is the host's own since the last update.
int64_t rc__anchor_correction(const rc_list *list, const rc__frame *frame, int64_t movement);

/// Records what should stay in place from here on, in an update whose offset is corrected.
void rc__anchor_record(rc_list *list, const rc__frame *frame, bool user_moved);

#endif
