// What stays in place on the screen, while rows are measured, inserted, moved and removed.
//
//     anchor.c    by how much an update corrects the offset, and what it records
//     anchor_lanes.c    the same of a list in lanes
//     since.c     what has changed since then: which items have stayed, and where their rows were
//     target.c    the item to scroll to
//
// It knows the rows and which items have stayed, and of an update its frame: no states, no ranges.
// A stamp here is that of the rows: what was recorded is valid while the rows still have it.

#ifndef RC_ANCHOR_H
#define RC_ANCHOR_H

#include "../lanes/lanes_watch.h"
#include "../rows/rows.h"

/// Where the viewport is and can be, in ticks.
typedef struct rc__frame {
  int64_t length;
  int64_t inset_start;
  int64_t inset_end;
  bool insets_are_fixed;
  /// The length without the insets.
  int64_t visible_length;
  int64_t offset;
  /// The length of the list, and from it the lowest and the highest offset; see rc__frame_fit.
  int64_t list_length;
  rc_interval scrollable;
} rc__frame;

/// How the first row on screen lies there, which says what of it stays when it is measured for the
/// first time. The viewport is 300 long, rows of 100 begin at 0.
typedef enum rc__lie {
  /// The viewport is at its lowest offset, 0: the row keeps its start.
  RC__LIE_LOWEST,
  /// The viewport begins in a gap before the row, or with it, at 200: the row keeps its start.
  RC__LIE_WHOLE,
  /// The viewport begins at 150, within row 1: the row keeps its end, which is what is read.
  RC__LIE_CUT,
  /// The user scrolled backward from 250 to 200, where row 2 begins: it keeps its end, as the rows
  /// below it are what was read.
  RC__LIE_READ_UPWARD,
  /// The user scrolled backward from 450 to 200, and row 2 is yet to be measured: rows 2 and 3 are
  /// above what was on screen, which stays.
  RC__LIE_ABOVE
} rc__lie;

/// Whether such a row keeps its end in place, and not its start.
static inline bool rc__lie_keeps_end(rc__lie lie) {
  return lie >= RC__LIE_CUT;
}

enum {
  /// As the extent of a first item.
  RC__FIRST_NOT_FOUND = -1
};

/// The item at the viewport's start at the last update, which keeps its place on the screen: the
/// anchor in the narrow sense.
typedef struct rc__first {
  /// Its index at the last update; −1 if there is none. With several columns, the row is the
  /// item's.
  int64_t item;
  /// The row's start and extent; in lanes these and the lie may have yet to be found.
  int64_t start;
  int64_t extent;
  rc__lie lie;
  /// The user scrolled backward, and nothing of the row was on screen before, or it was uncovered
  /// since then; and it has yet to be measured.
  bool was_uncovered;
  /// The first item that is on screen and was before the last movement, if rows from the first on
  /// were uncovered before it, as when the user scrolls backward by several; otherwise 0.
  int64_t still_visible;
  /// When it was recorded: while the rows have that stamp, the row is where it was.
  uint64_t stamp;
} rc__first;

/// The item to scroll to.
typedef struct rc__target {
  /// −1 if there is none.
  int64_t item;
  /// How much of the space left over lies before the item, 0 … 1.
  double fraction;
  /// Added to the aligned offset.
  int64_t shift;
  /// Where the viewport is once it has come to it, as things were at the last update.
  int64_t offset;
  /// An update was nearer to it than the one before: from then on it is what stays in place.
  bool is_approached;
  /// The last update was within a point of it. Once it yields to an end that sticks, it is gone.
  bool was_reached;
} rc__target;

static const rc__target rc__no_target = {.item = -1};

/// How the user has left the tail, since scrolling to it.
typedef struct rc__leaving {
  bool has_left;
  /// How far in all, since the program has scrolled.
  int64_t away;
} rc__leaving;

/// What the last update with a viewport recorded.
typedef struct rc__seen {
  /// False before the first.
  bool any;
  /// The viewport's start was before the first item, or at most a point past the lowest offset.
  bool at_start;
  /// The offset was at most a point before the highest one, and there was something to scroll.
  bool at_end;
  /// When the user last scrolled, it was backward.
  bool is_backward;
  rc__leaving leaving;
  int64_t count;
  /// With the corrected offset.
  rc__frame frame;
  /// The offset that the host has since then, if it did not move.
  int64_t host_offset;
  /// Of the head; and where the items end.
  int64_t head;
  int64_t content_end;
  rc_interval visible;
  /// The first of them that was visible before the last movement too; otherwise 0 or less.
  int64_t still_visible;
  uint64_t stamp;
} rc__seen;

enum {
  /// How many rows are remembered from the first on, and as many before it.
  RC__SINCE_ROWS = RC__SECTIONS_FIRST_ITEMS
};

/// What an extent is, from the most to the least reliable.
typedef enum rc__row_kind {
  /// Measured, and not provisional.
  RC__ROW_SETTLED,
  /// Provisional: measured once, or since the row was inserted.
  RC__ROW_KEPT,
  RC__ROW_GUESSED,
  RC__ROW_UNMEASURED
} rc__row_kind;

typedef struct rc__row_kinds {
  /// At the last update; and the least reliable from then up to when it was last given. (So a row
  /// that was settled and is again, because it was measured after it was forgotten, is not.)
  uint8_t at_first[RC__SINCE_ROWS];
  uint8_t of[RC__SINCE_ROWS];
  /// A settled row was given an extent again.
  bool are_measured_again;
} rc__row_kinds;

/// What has changed since the last update with a viewport; see since.c. (The list's origins are
/// about the last one, whether it had a viewport or not.)
typedef struct rc__since {
  /// False until the first change; until then the rest is not valid.
  bool any;
  /// All rows were formed again.
  bool was_relaid;
  /// The list was in lanes at the first change.
  bool is_laned;
  /// Where the first item is now; −1 if it did not stay.
  int64_t first;
  /// The shortest that the list has been, after any of the changes.
  int64_t shortest;
  /// As the list's origins, but with moved items as new ones, and since the last update with a
  /// viewport. Only in use once that makes a difference.
  rc__origins origins;
  /// Of the list, when the rows were copied; 0 if there were headers, and the first items of the
  /// rows are remembered in the sections.
  int64_t columns;
  /// The row of the first item.
  int64_t row;
  /// How many are remembered before it, once that is needed, and from it on.
  int64_t before_count;
  int64_t count;
  rc__row_kinds kinds;
  /// Where the rows are now, −1 for those that did not stay; not in use while rows are items, whose
  /// origins are known.
  bool follows_rows;
  int64_t rows_now[RC__SINCE_ROWS];
  /// Where rows started, without the head's extra length; that of the first in the middle. One more
  /// is where the last one ended, with the spacing.
  int64_t starts[2 * RC__SINCE_ROWS + 1];
} rc__since;

/// From the list's settings.
typedef struct rc__anchor_settings {
  /// By `rc_end`; distances in ticks.
  bool sticks[2];
  int64_t stick_distances[2];
  bool pins_headers;
} rc__anchor_settings;

typedef struct rc__anchor {
  /// Those of the list.
  const rc__rows *rows;
  rc__origins *origins;
  rc__anchor_settings settings;
  /// How close to an end counts as being at it: a point, but less than a step of the host's
  /// offsets.
  int64_t tolerance;
  rc__first first;
  rc__target target;
  rc__seen seen;
  rc__since since;
  /// Corrections that are held back: those of updates with edits before the first item, and the
  /// others.
  int64_t pending_edits;
  int64_t pending_measures;
#if RC_LANES
  /// In lanes: by how much what keeps its place has moved, where no end sticks and there is no
  /// target.
  int64_t laned_shift;
#endif
} rc__anchor;

void rc__anchor_init(rc__anchor *anchor, const rc__rows *rows, rc__origins *origins);
void rc__anchor_deinit(rc__anchor *anchor);

/// Returns the first invariant that does not hold, NULL if all do.
const char *rc__anchor_find_violation(const rc__anchor *anchor);

/// Sets by how much what keeps its place has moved in lanes.
static inline void rc__anchor_set_laned_shift(rc__anchor *anchor, int64_t shift) {
#if RC_LANES
  anchor->laned_shift = shift;
#else
  (void)anchor;
  (void)shift;
#endif
}

static inline int64_t rc__anchor_pending(const rc__anchor *anchor) {
  return anchor->pending_edits + anchor->pending_measures;
}

// == frames ==

static inline rc_interval rc__frame_viewport(const rc__frame *frame) {
  int64_t start = frame->offset + frame->inset_start;
  return (rc_interval){start, start + frame->visible_length};
}

/// The highest offset of a frame, if the list is long enough for it, and otherwise less.
static inline int64_t rc__frame_end(const rc__frame *frame, int64_t length) {
  return length + (frame->insets_are_fixed ? 0 : frame->inset_end) - frame->length;
}

/// Finds what can be scrolled to in the list as it is now.
static inline void rc__frame_fit(rc__frame *frame, const rc__rows *rows) {
  frame->list_length = rc__rows_length(rows);
  const int64_t lowest = frame->insets_are_fixed ? 0 : -frame->inset_start;
  const int64_t end = rc__frame_end(frame, frame->list_length);
  frame->scrollable = (rc_interval){lowest, rc__at_least(end, lowest)};
}

// == an update ==

/// How an update moves the viewport.
typedef struct rc__movement {
  /// The offset that the host has; once corrected, if it adds what is returned to it.
  int64_t host_offset;
  /// The host's own since the last update, and by how much that was corrected, held or not.
  int64_t moved;
  int64_t corrected;
  bool is_user_driven;
} rc__movement;

/// Moves the frame of an update, at the host's offset, so that what keeps its place is where it was
/// on the screen; returns by how much the host's offset is corrected for that.
///
/// - `is_held`: the correction is held back, until the host lets go.
int64_t rc__anchor_correct(rc__anchor *anchor, rc__frame *frame, rc__movement *movement,
                           bool is_held);

/// Places the frame by an item, for a host that has corrected its place itself.
///
/// - `place`: where the item's start is from the viewport's.
void rc__anchor_place(rc__anchor *anchor, rc__frame *frame, rc__movement *movement, int64_t item,
                      int64_t place);

/// What an update in lanes goes by.
typedef struct rc__laned_ask {
  bool is_held;
  /// How far before the viewport and after it items are near.
  int64_t reach;
  /// Where the host places the viewport by an item; −1 for none.
  int64_t item;
  int64_t place;
} rc__laned_ask;

/// What is left to do once nothing can fail any more, and how things were before.
typedef struct rc__laned_end {
  rc__lanes_pass pass;
  bool is_calm;
  int64_t moved;
  rc__target target;
  int64_t pending_edits;
  int64_t pending_measures;
} rc__laned_end;

/// The same as `rc__anchor_correct` and `rc__anchor_place` in lanes, which are given as well to all
/// that is near the viewport; `rc__anchor_end_lanes` has to follow if it succeeds.
///
/// - `out_correction`: of the host's offset.
///
/// Fails with `NO_MEMORY` or `LIMIT`. Then some items may have lanes, and nothing else has changed.
rc_status rc__anchor_correct_lanes(rc__anchor *anchor, rc__frame *frame, rc__movement *movement,
                                   const rc__laned_ask *ask, int64_t *out_correction,
                                   rc__laned_end *out_end);

/// Ends that; `had_memory`: or gives it up. Fails with `NO_MEMORY` only.
rc_status rc__anchor_end_lanes(rc__anchor *anchor, rc__laned_end *end, bool had_memory);

/// Sets the target, and returns the offset for the host to scroll to, as
/// `rc_list_set_scroll_target` has it.
///
/// - `is_nearest`: aligns it to the nearer edge, or leaves it in place.
int64_t rc__anchor_set_target(rc__anchor *anchor, rc__target target, bool is_nearest);

/// Records what should stay in place from here on, in an update whose offset is corrected.
void rc__anchor_record(rc__anchor *anchor, const rc__frame *frame, const rc__movement *movement,
                       rc_interval visible);

/// Ends an update without a viewport; before the list's origins do.
void rc__since_hide(rc__anchor *anchor);

// == edits ==

/// In lanes: finds where the first item is, of which an update only records which one it is. Call
/// before rows or lanes change.
void rc__since_find_first(rc__anchor *anchor);

/// Call before items, extents or the estimate change, in rows from `row` on. It copies where rows
/// are, which is no change if the edit fails then.
void rc__since_begin(rc__anchor *anchor, int64_t row);

/// Reserves memory for an edit of items; false if out of memory.
bool rc__since_reserve(rc__anchor *anchor, bool moves);

/// Call after a change of the rows' content.
static inline void rc__since_note_change(rc__anchor *anchor) {
  anchor->since.shortest = rc__at_most(anchor->since.shortest, rc__rows_length(anchor->rows));
}

// Call after the change.

void rc__anchor_insert(rc__anchor *anchor, int64_t index, int64_t count,
                       const rc__rearrangement *edit);
void rc__anchor_remove(rc__anchor *anchor, int64_t lower, int64_t upper,
                       const rc__rearrangement *edit);
void rc__anchor_move(rc__anchor *anchor, int64_t lower, int64_t upper, int64_t to,
                     const rc__rearrangement *edit);
/// Rows have changed, but not the items.
void rc__since_rearrange(rc__anchor *anchor, const rc__rearrangement *edit);
/// All rows are formed again.
void rc__since_relayout(rc__anchor *anchor);

/// Call before rows are formed that are not items.
void rc__since_follow_rows(rc__anchor *anchor);

/// Call before rows are measured. If that fails, `kinds` must be restored.
void rc__since_measure(rc__anchor *anchor, int64_t row, int64_t count);

// == what has stayed: for anchor.c ==

void rc__since_insert(rc__anchor *anchor, int64_t index, int64_t count);
void rc__since_remove(rc__anchor *anchor, int64_t lower, int64_t upper);
void rc__since_move(rc__anchor *anchor, int64_t lower, int64_t upper, int64_t to);

/// Call once an update has taken all changes into account.
void rc__since_end(rc__anchor *anchor);

/// Where the first item is now; −1 if it did not stay.
int64_t rc__since_first(const rc__anchor *anchor);

/// The first of some items that was in an interval at the last update, moved or not; −1 if there is
/// none.
int64_t rc__since_first_seen(const rc__anchor *anchor, rc_interval items, rc_interval seen);

// As the list is now: items that have come and gone are no change.

/// Whether items were inserted, removed or moved before one that is at an index now.
bool rc__since_edited_before(const rc__anchor *anchor, int64_t index);
/// The same from the first item on.
bool rc__since_edited_after(const rc__anchor *anchor);
/// Whether anything has changed: items, extents, or the length of the list.
bool rc__since_changed(const rc__anchor *anchor);
/// By how much the rows from the first on have grown that were settled all along.
int64_t rc__since_growth(const rc__anchor *anchor);

/// What keeps its place.
typedef struct rc__survivor {
  /// Its index now; −1 if there is nothing.
  int64_t item;
  /// Where its row started at the last update, and the entry of that row (see since.c) unless it
  /// was before the first.
  int64_t start;
  int64_t entry;
  /// The next item that stayed, if it must not come to lie before the viewport's start; else −1.
  int64_t next;
  bool is_first;
} rc__survivor;

/// Finds what keeps its place: the first item or, if that was removed or moved (with
/// `is_settled_first`: or is provisional), the item that takes its part.
rc__survivor rc__since_survivor(const rc__anchor *anchor, bool is_settled_first);

/// Whether the first item keeps its end, if it is measured now.
bool rc__since_keeps_end(const rc__anchor *anchor);

/// By how much the rows that were uncovered, from an entry on up to what was on screen before, are
/// longer, now that they are measured.
int64_t rc__since_uncovered(const rc__anchor *anchor, int64_t entry);

/// Whether items have come before the first one that stayed.
bool rc__since_began(const rc__anchor *anchor);

// == anchor.c: for anchor_lanes.c ==

/// By how much the offset of a frame must move for what keeps its place. A target that gives way to
/// an end is gone.
///
/// - `movement`: the host's own since the last update.
int64_t rc__anchor_find_correction(rc__anchor *anchor, const rc__frame *frame, int64_t movement,
                                   bool is_user_driven);

/// By how much the item at the viewport's start has moved, as in one column.
int64_t rc__anchor_find_shift(const rc__anchor *anchor);

/// By how much the head's extra length moves what stays.
int64_t rc__anchor_shift_of_head(const rc__anchor *anchor);

/// Whether items were inserted, removed or moved before what keeps its place.
bool rc__anchor_was_edited(const rc__anchor *anchor);

/// Reduces what is held back by what the host's movement has given up, and to what can be scrolled.
void rc__anchor_limit_held(rc__anchor *anchor, const rc__frame *frame,
                           const rc__movement *movement);

/// Adds a correction to the offset of a frame, or to what is pending.
static inline void rc__anchor_add_correction(rc__anchor *anchor, rc__frame *frame,
                                             const rc__movement *movement, int64_t correction,
                                             bool is_held, bool is_edited) {
  if (is_edited) {
    anchor->pending_edits += correction;
  } else {
    anchor->pending_measures += correction;
  }
  if (is_held) rc__anchor_limit_held(anchor, frame, movement);
  frame->offset = movement->host_offset + rc__anchor_pending(anchor);
}

/// Tells the host what is pending, unless it is held; returns what that is.
static inline int64_t rc__anchor_tell(rc__anchor *anchor, rc__movement *movement, int64_t pending,
                                      bool is_held) {
  const int64_t now = rc__anchor_pending(anchor);
  movement->corrected = now - pending;
  if (is_held) return 0;
  anchor->pending_edits = anchor->pending_measures = 0;
  movement->host_offset += now;
  return now;
}

// == target.c ==

/// As `rc__anchor_set_target`, once what keeps its place has been found.
///
/// - `frame`: of the last update, in the list as it is now.
/// - `owed`: the correction that the next update would make if nothing moved.
int64_t rc__target_set(rc__anchor *anchor, const rc__frame *frame, rc__target target,
                       bool is_nearest, int64_t owed);

void rc__target_insert(rc__anchor *anchor, int64_t index, int64_t count);
void rc__target_remove(rc__anchor *anchor, int64_t lower, int64_t upper);
void rc__target_move(rc__anchor *anchor, int64_t lower, int64_t upper, int64_t to);

/// The offset that aligns a target, within what can be scrolled.
int64_t rc__target_offset(const rc__anchor *anchor, const rc__target *target,
                          const rc__frame *frame);

/// The target that an offset is for: the row at the viewport's start. There are items.
rc__target rc__target_at(const rc__anchor *anchor, const rc__frame *frame, int64_t offset);

/// Notes that the host has moved the viewport from one offset to another: toward the target, or
/// away from it, which ends it. The offsets are as things were at the last update.
void rc__target_note_movement(rc__anchor *anchor, int64_t from, int64_t to, bool is_user_driven);

/// Records the offset for the target, and whether the corrected offset of a frame has reached it.
///
/// - `correction`: by how much things have moved since the last update, held or not.
void rc__target_record(rc__anchor *anchor, const rc__frame *frame, int64_t correction);

#endif
