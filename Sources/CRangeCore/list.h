// One list: what its rooms do not know of one another, and what it remembers between two updates.

#ifndef RC_LIST_H
#define RC_LIST_H

#include "base.h"
#include "batch_end.h"
#include "extents.h"
#include "states.h"

/// The item that keeps its place on the screen. All lengths are ticks in the list's coordinates:
/// they include the head's extra length.
typedef struct rc__anchor {
  /// −1 where there is none. In columns, the row is the item's.
  int64_t item;
  /// Where the row's start belongs; the correction makes it so.
  int64_t place;
  /// The row's start and extent as last seen.
  int64_t seen_start;
  int64_t seen_extent;
  /// The viewport began inside the row.
  bool straddles;
} rc__anchor;

/// The item that is scrolled to.
typedef struct rc__target {
  /// −1 where there is none.
  int64_t item;
  /// Never nearest: that is resolved when the scroll begins.
  rc_alignment alignment;
  /// Added to the aligned offset, for an item that stays where it is.
  int64_t shift;
  /// The host's offset for it, as last told.
  int64_t offset;
  bool was_reached;
} rc__target;

/// Where the viewport is, in ticks.
typedef struct rc__frame {
  int64_t offset;
  int64_t length;
  int64_t inset_start;
  int64_t inset_end;
  int64_t landing;
  /// What the insets leave of the length.
  int64_t visible_length;
} rc__frame;

/// What the last update with a viewport left behind.
typedef struct rc__seen {
  /// False before the first.
  bool any;
  /// The content's end was at the viewport's, or before it.
  bool at_end;
  /// The content was at least as long as the viewport.
  bool was_filled;
  /// Of it, `offset` is the one that everything was answered at.
  rc__frame frame;
  int64_t content_end;
} rc__seen;

/// A range in ticks, in the list's coordinates, and the items in it.
typedef struct rc__span {
  rc_interval ticks;
  rc_interval items;
} rc__span;

/// How far a range reaches past a viewport, in ticks.
typedef struct rc__reach {
  int64_t below;
  int64_t above;
  bool is_enabled;
} rc__reach;

/// The ranges of an update, and what they were found from. They hold until an edit or new settings.
typedef struct rc__ranges {
  /// False before the first, and after an edit.
  bool are_found;
  /// False before the first, and with new settings.
  bool are_reached;
  rc_range_mode mode;
  rc_direction direction;
  rc_interval viewport;
  rc__reach reaches[RC_RANGE_COUNT];
  rc__span visible;
  rc__span tuned[RC_RANGE_COUNT];
  /// Empty, where the viewport starts.
  rc__span nowhere;
  /// The row at the viewport's start, without the head's extra length; where there is one.
  rc__slot first;
} rc__ranges;

struct rc_list {
  rc_allocator allocator;
  rc_extents *extents;
  rc_states *states;
  rc__batch_end ends[2];
  int64_t columns;
  int64_t count;
  rc_list_settings settings;
  int64_t extra_lengths[2];
  rc_mode_state mode;
  rc_direction_tracker tracker;
  rc__anchor anchor;
  rc__target target;
  rc__seen seen;
  /// Corrections that are kept while the user touches the list.
  int64_t pending;
  rc__ranges ranges;
  /// Of the extents, at the last update.
  uint64_t last_version;
  /// Since the last update.
  bool was_configured;
  /// Nothing can have moved the anchor since it was recorded.
  bool is_anchored;
  // Slack is not applied in an update that changes one of these.
  rc_range_mode last_mode;
  rc_presence last_presence;
  rc_tuning_table last_tunings;
};

static inline int64_t rc__list_rows(const rc_list *list, int64_t items) {
  return items / list->columns + (items % list->columns != 0);
}

/// The items' part of the list, without the extra lengths.
static inline rc_interval rc__list_content(const rc_list *list) {
  int64_t start = list->extra_lengths[RC_END_HEAD];
  return (rc_interval){start, start + rc__extents_length(list->extents)};
}

/// The row of an item, in the list's coordinates.
static inline rc__slot rc__list_row_of(const rc_list *list, int64_t item) {
  rc__slot row = rc__extents_slot(list->extents, item / list->columns);
  row.offset += list->extra_lengths[RC_END_HEAD];
  return row;
}

static inline rc_interval rc__frame_viewport(const rc__frame *frame) {
  int64_t start = frame->offset + frame->inset_start;
  return (rc_interval){start, start + frame->visible_length};
}

// Anchors and targets through edits. Each is asked before the extents change and stored after, so
// that an edit that fails leaves no trace.

rc__anchor rc__anchor_after_insert(const rc_list *list, int64_t index, int64_t count);
rc__anchor rc__anchor_after_remove(const rc_list *list, int64_t lower, int64_t upper);
rc__anchor rc__anchor_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// `extent` is what the anchor's own row is measured to.
rc__anchor rc__anchor_after_measure(const rc_list *list, int64_t extent);

rc__target rc__target_after_insert(const rc_list *list, int64_t index, int64_t count);
rc__target rc__target_after_remove(const rc_list *list, int64_t lower, int64_t upper);
rc__target rc__target_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// By how much the offset of a frame must move so that what should stay on the screen stays.
///
/// `movement` is the host's own since the last update. Tells the target its new offset.
int64_t rc__anchor_correct(rc_list *list, const rc__frame *frame, int64_t movement);

/// Remembers what should stay from here on. `frame` holds the corrected offset, and `first` is the
/// row at its viewport's start, of a list that is not empty.
void rc__anchor_record(rc_list *list, const rc__frame *frame, const rc__slot *first,
                       bool user_moved);

// Ranges.

/// The items of the rows in a range of ticks, in the list's coordinates.
rc_interval rc__list_items_in(const rc_list *list, rc_interval range);

/// Finds the list's ranges for a viewport in a mode; false where they are those it has.
bool rc__ranges_find(rc_list *list, rc_interval viewport, rc_range_mode mode);

#endif
