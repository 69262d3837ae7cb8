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
#include "follower.h"
#include "motion.h"
#include "names.h"
#include "origins.h"
#include "provisional.h"
#include "ranges.h"
#include "sections.h"
#include "states.h"

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

/// The item at the viewport's start at the last update, which keeps its place on the screen. All
/// lengths are ticks in the list's coordinates, which include the head's extra length.
typedef struct rc__anchor {
  /// Its index at the last update; −1 if there is none. With several columns, the row is the
  /// item's.
  int64_t item;
  /// The row's start and extent.
  int64_t start;
  int64_t extent;
  /// A first measurement keeps the row's end in place, not its start: the row began before the
  /// viewport, or with it after the user scrolled backward.
  bool keeps_end;
  /// The user scrolled backward, and nothing of the row was on screen before, or it was uncovered
  /// since then.
  bool was_uncovered;
  /// The first item that is on screen and was before the last movement, if rows from the anchor on
  /// were uncovered before it, as when the user scrolls backward by several; otherwise 0.
  int64_t still_visible;
  /// The list's stamp when it was recorded: while that is the same, the row is where it was.
  uint64_t stamp;
} rc__anchor;

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

/// The header that stays at the viewport's start.
typedef struct rc__pinned {
  /// −1 if there is none.
  int64_t item;
  /// Where it is drawn, in the list's coordinates, and how much of the viewport it covers.
  int64_t offset;
  int64_t covered;
} rc__pinned;

static const rc__pinned rc__not_pinned = {.item = -1};

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
  /// How many rows are remembered from the anchor's on, and as many before it.
  RC__SINCE_ROWS = RC__SECTIONS_KEPT_ROWS
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

/// What has changed since the last update with a viewport; see list_since.c. (`origins` is about
/// the last one, whether it had a viewport or not.)
typedef struct rc__since {
  /// False until the first change; until then the rest is not valid.
  bool any;
  /// All rows were formed again.
  bool was_relaid;
  /// Where the anchor is now; −1 if it did not stay.
  int64_t anchor;
  /// The shortest that the list has been, after any of the changes.
  int64_t shortest;
  /// As `origins`, but with moved items as new ones, and since the last update with a viewport.
  /// Only in use once that makes a difference.
  rc__origins kept;
  /// Of the list, when the rows were copied; 0 if there were headers, and the first items of the
  /// rows are kept in the sections.
  int64_t columns;
  /// The row of the anchor.
  int64_t row;
  /// How many are remembered before it, once that is needed, and from it on.
  int64_t before_count;
  int64_t count;
  rc__row_kinds kinds;
  /// Where the rows are now, −1 for those that did not stay; not in use while rows are items, whose
  /// origins are known.
  bool follows_rows;
  int64_t rows_now[RC__SINCE_ROWS];
  /// Where rows started, without the head's extra length; that of the anchor in the middle. One
  /// more is where the last one ended, with the spacing.
  int64_t starts[2 * RC__SINCE_ROWS + 1];
} rc__since;

enum {
  /// Entries among the ranges: for the viewport, for a bit that no item gets, and …
  RC__RANGE_VISIBLE = RC_RANGE_COUNT,
  RC__RANGE_NONE,
  /// What keeps the preload bit, with foresight.
  RC__RANGE_KEPT,
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
  /// The bits whose range is off: visible items have them, and slack keeps none.
  uint8_t bits_off;
  /// The preload range follows from the motion.
  bool uses_foresight;
  /// By `rc_end`.
  rc__batch_rules batch_rules[2];
} rc__plan;

/// Only used while foresight is on.
typedef struct rc__foresight {
  rc_motion motion;
  /// Of the last update that has used it, in ticks.
  rc_foresight answer;
} rc__foresight;

struct rc_list {
  rc_allocator allocator;
  rc_extents *extents;
  rc__states *states;
  rc__origins origins;
  rc__names names;
  /// NULL if no row was marked.
  rc__provisional *provisional;
  /// NULL if no item is a header. (Or, until the next update, if none is any more.)
  rc__sections *sections;
  rc__batch_end ends[2];
  int64_t columns;
  int64_t count;
  rc_list_settings settings;
  rc__tuning_table tunings;
  int64_t extra_lengths[2];
  int64_t stick_distances[2];
  /// The least step of the host's offsets; 0 for none.
  int64_t quantum;
  /// How close to an end counts as being at it: a point, but less than a step of the host's
  /// offsets.
  int64_t tolerance;
  rc__mode_state mode;
  rc__direction_tracker tracker;
  /// Of the viewport, at the last update.
  int64_t visible_length;
  /// Counts the changes of everything but the viewport's offset.
  uint64_t stamp;
  /// `stamp` at the last change of the setup.
  uint64_t setup_stamp;
  /// `stamp` at the last change of items, extents, the estimate or the extra lengths.
  uint64_t content_stamp;
  /// `stamp` at the last update.
  uint64_t updated_stamp;
  rc__plan plan;
  rc__range ranges[RC__RANGE_ALL_COUNT];
  rc__anchor anchor;
  rc__target target;
  /// Of the last update.
  rc__pinned pinned;
  rc__seen seen;
  rc__since since;
  /// Corrections that are held back: those of updates with edits before the anchor, and the others.
  int64_t pending_edits;
  int64_t pending_measures;
  /// NULL until foresight is turned on.
  rc__foresight *foresight;
  /// Of the host; NULL if there is none.
  rc__follower *follower;
};

// 0 leaves sections out, for the smallest WebAssembly module; headers cannot be marked then.
#ifndef RC_SECTIONS
#define RC_SECTIONS 1
#endif

static inline bool rc__foresight_is_on(const rc_list_settings *settings) {
#if RC_FORESIGHT
  return settings->foresight > 0;
#else
  (void)settings;
  return false;
#endif
}

/// Whether the last plan uses it.
static inline bool rc__list_foresees(const rc_list *list) {
#if RC_FORESIGHT
  return list->plan.uses_foresight;
#else
  (void)list;
  return false;
#endif
}

/// What follows edits for the host; NULL if there is none.
static inline rc__follower *rc__list_follower(const rc_list *list) {
#if RC_HOST
  return list->follower;
#else
  (void)list;
  return NULL;
#endif
}

/// The sections; NULL before the first header.
static inline rc__sections *rc__list_sections(const rc_list *list) {
#if RC_SECTIONS
  return list->sections;
#else
  (void)list;
  return NULL;
#endif
}

/// After a change of items, extents or the estimate.
void rc__list_note_edit(rc_list *list);

/// After a change of the setup.
static inline void rc__list_note_setup(rc_list *list) {
  list->setup_stamp = ++list->stamp;
}

/// An estimate, rounded to the nearest multiple of the list's quantum, ties to even, but not to 0.
/// With a quantum of 960, 1440 and 2400 become 1920, and 200 becomes 960.
int64_t rc__list_stepped(const rc_list *list, int64_t estimate);

/// The same, from points; fails as `rc_list_set_estimate` does.
rc_status rc__list_read_estimate(const rc_list *list, double points, int64_t *out_estimate);

/// Whether items are the list's, as arguments of a call; false for NULL.
static inline bool rc__list_has_items(const rc_list *list, int64_t lower, int64_t upper) {
  return list != NULL && 0 <= lower && lower <= upper && upper <= list->count;
}

/// How many rows begin before an item, or before the end.
static inline int64_t rc__list_rows(const rc_list *list, int64_t items) {
  if (rc__list_sections(list) != NULL)
    return rc__sections_rows_before(rc__list_sections(list), items);
  return rc__rows_of(items, list->columns);
}

/// The row of an item.
static inline int64_t rc__list_row(const rc_list *list, int64_t item) {
  if (rc__list_sections(list) != NULL) return rc__sections_row_of(rc__list_sections(list), item);
  // Most lists have one column, and a division is slow.
  return list->columns == 1 ? item : item / list->columns;
}

/// The first item of a row; the count after the last row.
static inline int64_t rc__list_first_item(const rc_list *list, int64_t row) {
  if (rc__list_sections(list) != NULL) return rc__sections_first_item(rc__list_sections(list), row);
  return rc__at_most(row * list->columns, list->count);
}

/// The items' part of the list, without the extra lengths.
static inline rc_interval rc__list_content(const rc_list *list) {
  int64_t start = list->extra_lengths[RC_END_HEAD];
  return (rc_interval){start, start + rc__extents_length(list->extents)};
}

/// The row of an item, in the list's coordinates.
rc__item rc__list_row_of(const rc_list *list, int64_t item);

/// The row at an offset, in the list's coordinates.
static inline rc__item rc__list_row_at(const rc_list *list, int64_t offset) {
  const int64_t head = list->extra_lengths[RC_END_HEAD];
  rc__item row = rc__extents_item_at(list->extents, offset - head);
  row.offset += head;
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

static inline int64_t rc__list_length(const rc_list *list) {
  return rc__list_content(list).upper + list->extra_lengths[RC_END_TAIL];
}

/// Whether a row has the extent that it is to keep: it is measured, and not provisional.
static inline bool rc__list_is_settled(const rc_list *list, const rc__item *row) {
  return row->is_measured &&
         (list->provisional == NULL ||
          rc__provisional_kind_of(list->provisional, row->index) == RC__PROVISIONAL_NOT);
}

static inline int64_t rc__list_pending(const rc_list *list) {
  return list->pending_edits + list->pending_measures;
}

/// The highest offset of a frame, if the list is long enough for it, and otherwise less.
static inline int64_t rc__frame_end(const rc__frame *frame, int64_t length) {
  return length + (frame->insets_are_fixed ? 0 : frame->inset_end) - frame->length;
}

/// Finds what can be scrolled to in the list as it is now.
static inline void rc__frame_fit(rc__frame *frame, const rc_list *list) {
  frame->list_length = rc__list_length(list);
  const int64_t lowest = frame->insets_are_fixed ? 0 : -frame->inset_start;
  const int64_t end = rc__frame_end(frame, frame->list_length);
  frame->scrollable = (rc_interval){lowest, rc__at_least(end, lowest)};
}

// == list_update.c ==

/// As `rc_list_update`, for the host of the list.
rc_status rc__list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update);

/// Returns what an update would refuse about a viewport.
rc_status rc__list_check_viewport(const rc_list *list, const rc_viewport *viewport);

// == list_rows.c ==

/// The section of the item before an index, which is where an item inserted there belongs to; in a
/// list without headers all items.
rc__section rc__list_section_before(const rc_list *list, int64_t index);

/// Where an item is among those that form rows together, and how many of them are in a row.
typedef struct rc__cell {
  int64_t position;
  int64_t columns;
} rc__cell;

/// The cell of a header.
static const rc__cell rc__header_cell = {0, 1};

/// That of the item at an index, or of what is inserted there, if it belongs to a section.
static inline rc__cell rc__section_cell(const rc__section *section, int64_t index) {
  return (rc__cell){index - section->grid, section->columns};
}

/// Adds to an edit that the items lower ..< upper, the first of which was in one cell, come to be
/// in another. The rows that begin with the same items, in as many columns, stay as they are.
void rc__rows_regroup(const rc_list *list, rc__rearrangement *edit, int64_t lower, int64_t upper,
                      rc__cell from, rc__cell to);

static const rc__rearrangement rc__no_rearrangement = {0};

/// In a list with a host: notes that rows of several columns may hold other items, after items have
/// come to a place or gone from there.
void rc__list_regroup(rc_list *list, int64_t place);

/// In a list with a host: notes that the rows of some items are to be measured again.
void rc__list_note_forgotten(rc_list *list, int64_t lower, int64_t upper);

/// As `rc_list_mark_provisional`, but the host may still know what the views need.
rc_status rc__list_mark_provisional(rc_list *list, int64_t lower, int64_t upper);

// What happens to the rows.

rc__rearrangement rc__rows_of_insertion(const rc_list *list, int64_t index, int64_t count);
rc__rearrangement rc__rows_of_removal(const rc_list *list, int64_t lower, int64_t upper);
rc__rearrangement rc__rows_of_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// Changes the rows; fails as `rc__extents_rearrange`.
rc_status rc__rows_change(rc_list *list, const rc__rearrangement *edit);

// Change the sections after that, if there are any, but before the count of items. Never fail.

void rc__sections_of_insertion(const rc_list *list, int64_t index, int64_t count);
void rc__sections_of_removal(const rc_list *list, int64_t lower, int64_t upper);
void rc__sections_of_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

// == list_since.c ==

/// Call before items, extents or the estimate change, in rows from `row` on.
void rc__since_begin(rc_list *list, int64_t row);
/// Call once an update has taken all changes into account.
void rc__since_end(rc_list *list);

/// Reserves memory for an edit of items; false if out of memory.
bool rc__since_reserve(rc_list *list, bool moves);

// Call after the change.

void rc__since_insert(rc_list *list, int64_t index, int64_t count);
void rc__since_remove(rc_list *list, int64_t lower, int64_t upper);
void rc__since_move(rc_list *list, int64_t lower, int64_t upper, int64_t to);
/// Call before rows are formed that are not items.
void rc__since_follow_rows(rc_list *list);
/// Rows have changed.
void rc__since_rearrange(rc_list *list, const rc__rearrangement *edit);
/// All rows are formed again.
void rc__since_relayout(rc_list *list);

/// Call before rows are measured. If that fails, `kinds` must be restored.
void rc__since_measure(rc_list *list, int64_t row, int64_t count);

/// Call before `origins` ends an update without a viewport.
void rc__since_hide(rc_list *list);

/// Where the anchor is now; −1 if it did not stay.
int64_t rc__since_anchor(const rc_list *list);

/// The first of some items that was in an interval at the last update, moved or not; −1 if there is
/// none.
int64_t rc__since_first_seen(const rc_list *list, rc_interval items, rc_interval seen);

// As the list is now: items that have come and gone are no change.

/// Whether items were inserted, removed or moved before one that is at an index now.
bool rc__since_edited_before(const rc_list *list, int64_t index);
/// The same from the anchor on.
bool rc__since_edited_after(const rc_list *list);
/// Whether anything has changed: items, extents, or the length of the list.
bool rc__since_changed(const rc_list *list);
/// By how much the rows from the anchor's on have grown that were settled all along.
int64_t rc__since_growth(const rc_list *list);

/// What keeps its place.
typedef struct rc__survivor {
  /// Its index now; −1 if there is nothing.
  int64_t item;
  /// Where its row started at the last update, and the slot of that row (see list_since.c) unless
  /// it was before the anchor.
  int64_t start;
  int64_t slot;
  /// The next item that stayed, if it must not come to lie before the viewport's start; else −1.
  int64_t next;
  bool is_anchor;
} rc__survivor;

/// Finds the anchor, or who takes its part: if it was removed or moved, and with
/// `is_settled_first` also if it is provisional.
rc__survivor rc__since_survivor(const rc_list *list, bool is_settled_first);

/// Whether the anchor keeps its end, if it is measured now.
bool rc__since_keeps_end(const rc_list *list);

/// By how much the rows that were uncovered, from a slot on up to what was on screen before, are
/// longer, now that they are measured.
int64_t rc__since_uncovered(const rc_list *list, int64_t slot);

/// Whether items have come before the first one that stayed.
bool rc__since_began(const rc_list *list);

// == list_anchor.c ==

/// How an update has moved the viewport.
typedef struct rc__movement {
  /// The offset that the host has, if it adds what is returned to it.
  int64_t host_offset;
  /// The host's own since the last update, and what was corrected, held or not.
  int64_t moved;
  int64_t corrected;
  bool is_user_driven;
} rc__movement;

/// By how much the offset of a frame must move. A target that gives way to an end is gone.
///
/// - `movement`: the host's own since the last update.
int64_t rc__anchor_correction(rc_list *list, const rc__frame *frame, int64_t movement,
                              bool is_user_driven);

/// Whether items were inserted, removed or moved before what keeps its place.
bool rc__anchor_was_edited(const rc_list *list);

/// By how much the item at the viewport's start, or who takes its part, has moved in the list's
/// coordinates, by its start; false if no such item has stayed.
bool rc__anchor_moved_by(const rc_list *list, int64_t *out_shift);

/// Records what should stay in place from here on, in an update whose offset is corrected.
void rc__anchor_record(rc_list *list, const rc__frame *frame, const rc__movement *movement);

// == list_foresight.c ==

/// Reserves what foresight needs from the next update on; fails with `NO_MEMORY` only.
rc_status rc__list_reserve_foresight(rc_list *list);

/// Records the movement of an update, and whether it was the user's.
///
/// - `has_landing`: it is known where it comes to rest.
void rc__list_record_motion(rc_list *list, const rc_viewport *viewport, int64_t movement,
                            bool has_landing);

/// Foresees what to preload around the viewport of a frame.
///
/// - `landing`: where it comes to rest, as the frame's offset; NULL if that is not known.
void rc__list_foresee(rc_list *list, const rc_viewport *viewport, const rc__frame *frame,
                      const int64_t *landing);

// == list_pinned.c ==

/// The header that is pinned if the viewport starts at an offset.
rc__pinned rc__pinned_at(const rc_list *list, int64_t start);

/// The extent of the header that is pinned above an item while its section is; 0 for a header.
int64_t rc__pinned_extent(const rc_list *list, int64_t item);

// == list_target.c ==

rc__target rc__target_after_remove(rc__target target, int64_t lower, int64_t upper);
rc__target rc__target_after_move(rc__target target, int64_t lower, int64_t upper, int64_t to);

/// The offset that aligns a target, within what can be scrolled.
int64_t rc__target_offset(const rc_list *list, const rc__target *target, const rc__frame *frame);

/// Notes that the host has moved the viewport from one offset to another: toward the target, or
/// away from it, which ends it. The offsets are as things were at the last update.
void rc__target_note_movement(rc_list *list, int64_t from, int64_t to, bool is_user_driven);

/// Records the offset for the target, and whether the corrected offset of a frame has reached it.
///
/// - `correction`: by how much things have moved since the last update, held or not.
void rc__target_record(rc_list *list, const rc__frame *frame, int64_t correction);

#endif
