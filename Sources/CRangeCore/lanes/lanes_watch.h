// What an update of lanes knows of the one before: where the items around the viewport were.
//
//     lanes_watch.c    what was around the viewport, followed through edits
//     lanes_stage.c    the items around the viewport now, taken out of the tree to be changed
//     lanes_hold.c     what stays on the screen
//     lanes_give.c     which item gets which lane
//     lanes_calm.c     at which offsets an update changes nothing
//     lanes_restore.c  what was around the viewport of another list
//     lanes_update.c   an update, from the viewport to the correction
//
// An update takes what is near out of the tree, works in arrays, and puts back what has changed. It
// finds as well at which offsets nothing would change: so most scrolling compares two numbers.

#ifndef RC_LANES_WATCH_H
#define RC_LANES_WATCH_H

#include "lanes_find.h"

enum {
  /// How many more items are remembered at both ends of those that were near.
  RC__SEEN_MARGIN = 32,
  /// Items that come between those that were on the screen, if they are more than this, cut off
  /// what is after them.
  RC__SEEN_GAP = 1024,
  /// See `rc__lanes_sight.stray`.
  RC__STRAY_ITEMS = 128,
  /// So many items for each lane trade lanes where a unit starts.
  RC__TOP_ROWS = 4
};

enum {
  RC__SEEN_NEAR = 1,
  RC__SEEN_VISIBLE = 2,
  /// The user has scrolled back to it.
  RC__SEEN_UNCOVERED = 4,
  /// It keeps its lane: it was near, and had been on the screen with that lane.
  RC__SEEN_KEPT = 8,
  RC__SEEN_MEASURED = 16,
  /// Since the last update.
  RC__SEEN_FIRST_MEASURED = 32
};

/// An item that was around the viewport at the last update.
typedef struct rc__lanes_seen {
  /// Now; −1 if it was removed or moved.
  int64_t index;
  /// Where it was, in ticks.
  int64_t start;
  int64_t extent;
  uint8_t flags;
} rc__lanes_seen;

/// Where an item was on the screen of another list, in ticks from the start of its viewport.
typedef struct rc__lanes_place {
  int64_t index;
  int64_t place;
} rc__lanes_place;

enum {
  RC__STAGE_SETTLED = 1,
  /// It has come between items on the screen.
  RC__STAGE_BETWEEN = 2,
  RC__STAGE_INDENTED = 4,
  /// In the tree.
  RC__STAGE_WAS_INDENTED = 8
};

/// An item on the stage.
typedef struct rc__stage_item {
  int64_t start;
  /// With the spacing, also of an unmeasured one.
  uint32_t slot;
  /// The position of what was seen of it; −1 for nothing.
  int32_t seen;
  uint8_t code;
  /// In the tree.
  uint8_t old_code;
  uint8_t flags;
} rc__stage_item;

/// Items next to each other that an update may change.
typedef struct rc__lanes_stage {
  rc_lanes *lanes;
  /// Out of memory.
  bool failed;
  /// Its items are where they are in the tree.
  bool is_current;
  /// Some item has, or had, indents.
  bool any_indents;
  /// Where items have other lanes than in the tree, or were noted to have been on the screen.
  rc_interval changed;
  int64_t first;
  int64_t count;
  /// How many of the items, from the first on, are where they start; the others have yet to be
  /// placed.
  int64_t placed;
  size_t capacity;
  rc__stage_item *items;
  /// Before each item, with its indents: k numbers.
  size_t front_capacity;
  int64_t *fronts;
  size_t indent_capacity;
  int64_t *indents;
  /// Of the tree before the first item, without its indents.
  int64_t base[RC_LANE_COUNT_MAX];
  /// Where the panel of the first item begins, if it does before that; otherwise −1. Its indents,
  /// and those that it has in the tree.
  int64_t top;
  int64_t top_indents[RC_LANE_COUNT_MAX];
  int64_t top_old[RC_LANE_COUNT_MAX];
} rc__lanes_stage;

/// The viewport of an update, in ticks.
typedef struct rc__lanes_sight {
  int64_t offset;
  int64_t length;
  /// How far before and after the viewport ranges reach.
  int64_t behind;
  int64_t ahead;
  int64_t patience;
  int64_t tolerance;
  /// The lowest offset, at which what begins before the viewport keeps its start (21).
  int64_t lowest;
  /// From which item lanes are given where nothing near was on the screen; −1 for the usual one.
  int64_t pivot;
  /// How much further away than what is near what was on the screen may be to begin from it; if it
  /// is not 0, that may also be up to RC__STRAY_ITEMS items from there.
  int64_t stray;
  bool is_user_driven;
  bool closes;
} rc__lanes_sight;

struct rc__lanes_watch {
  bool has_updated;
  bool is_backward;
  /// The items are those of the last update; since then nothing has changed if not `is_edited`.
  bool is_taken;
  bool is_edited;
  /// And not only above all of the items, nor only below.
  bool is_edited_here;
  /// Of the last update.
  rc__lanes_sight sight;
  /// Without edits an update changes nothing at these offsets, if it scrolls by half a viewport at
  /// most; see lanes_calm.c.
  rc_interval calm;
  /// The items that this is about, so that more of them can be looked at as it scrolls on; at an
  /// end where it is not known which come next, −1.
  rc_interval calm_items;
  /// The items that were near at the last update; not known, and empty, once the viewport has
  /// moved without an update that looked at them.
  rc_interval near;
  /// The items that are uncovered are those on the screen that were not with this offset; not in
  /// use if there is a list of them.
  int64_t covered;
  bool uses_covered;
  rc__lanes_seen *seen;
  size_t seen_count;
  size_t seen_capacity;
  /// The front before each.
  int64_t *fronts;
  size_t front_capacity;
  /// From the first to the last item that were on the screen of another list, and have the lanes
  /// that they had there: these count as kept until the viewport has gone to one of them, or the
  /// user scrolls.
  rc_interval restored;
  /// Where some of them were there, by ascending indices, −1 for those that are gone; and how long
  /// that screen was.
  rc__lanes_place *places;
  size_t place_count;
  size_t place_capacity;
  int64_t place_length;
  /// Indices, ascending, of what the user has scrolled back to.
  int64_t *uncovered;
  size_t uncovered_count;
  size_t uncovered_capacity;
  rc__lanes_stage stage;
};

typedef struct rc__lanes_watch rc__lanes_watch;

// == lanes_watch.c ==

/// Begins to watch; false if out of memory.
bool rc__watch_create(rc_lanes *lanes);
void rc__watch_destroy(rc_lanes *lanes);

/// Call before a change: remembers what is around the viewport. False if out of memory.
bool rc__watch_take(rc_lanes *lanes);

/// As `rc__watch_take`, before an edit; true if nothing is watched.
static inline bool rc__watch_begin(rc_lanes *lanes) {
  return lanes->watch == NULL || rc__watch_take(lanes);
}

// Call after a change.

void rc__watch_insert(rc_lanes *lanes, int64_t index, int64_t count);
void rc__watch_remove(rc_lanes *lanes, int64_t lower, int64_t upper);
void rc__watch_move(rc_lanes *lanes, int64_t lower, int64_t upper, int64_t to);
void rc__watch_measure(rc_lanes *lanes, int64_t lower, int64_t upper, bool is_measured);
/// Lanes or spans were set.
void rc__watch_change(rc_lanes *lanes, int64_t lower, int64_t upper);

/// After anything may have changed.
static inline void rc__watch_note(rc__lanes_watch *watch) {
  watch->is_edited = watch->is_edited_here = true;
}

/// Drops what has gone, and what too many items have cut off.
void rc__watch_settle(rc__lanes_watch *watch);

/// The position of the first item that was seen at an index or after it.
size_t rc__watch_find(const rc__lanes_watch *watch, int64_t index);

/// Whether any kept item is in an interval.
bool rc__watch_any_kept(const rc__lanes_watch *watch, int64_t lower, int64_t upper);

/// Whether an item counts as kept since it was on the screen of another list.
bool rc__watch_is_restored(const rc_lanes *lanes, int64_t index);

/// Whether lanes are given from an item on, if the viewport goes to it, as on that screen.
bool rc__watch_returns_to(const rc_lanes *lanes, int64_t index);

/// The first item of lower ..< upper that so counts as kept, or, on side 0, the last one; −1 if
/// there is none.
int64_t rc__watch_find_restored(const rc_lanes *lanes, int64_t lower, int64_t upper, uint32_t side);

/// The first kept item in an interval, or, on side 0, the last one; −1 if there is none.
int64_t rc__watch_find_kept(const rc__lanes_watch *watch, int64_t lower, int64_t upper,
                            uint32_t side);

/// The offsets of what is near.
static inline rc_interval rc__sight_near(const rc__lanes_sight *sight) {
  return (rc_interval){sight->offset - sight->behind, sight->offset + sight->length + sight->ahead};
}

static inline bool rc__sight_overlaps(int64_t start, int64_t extent, int64_t lower, int64_t upper) {
  return extent == 0 ? lower <= start && start < upper : start < upper && start + extent > lower;
}

/// Whether a code is that of an item in a lane in which it was shown.
static inline bool rc__lanes_is_remembered(uint8_t code) {
  return rc__lanes_kind(code) < RC__CODE_LANELESS && (code & RC__CODE_SHOWN) != 0;
}

// == lanes_stage.c ==

/// Puts items on the stage, and flows.
void rc__stage_load(rc__lanes_stage *stage, rc_lanes *lanes, int64_t lower, int64_t upper);

/// Ensures that an item is on the stage that is next to it; false if there is none, or no memory.
bool rc__stage_reach(rc__lanes_stage *stage, int64_t index);

/// Places all items up to one that has not been placed.
void rc__stage_place_to(rc__lanes_stage *stage, int64_t index);

/// Places all items up to one.
static inline void rc__stage_flow_to(rc__lanes_stage *stage, int64_t index) {
  if (stage->first + stage->placed <= index) rc__stage_place_to(stage, index);
}

/// Puts what has changed back into the tree.
rc_status rc__stage_commit(rc__lanes_stage *stage);

/// Reads what is before the stage again, after a change of the tree.
void rc__stage_refresh(rc__lanes_stage *stage);

static inline rc__stage_item *rc__stage_at(const rc__lanes_stage *stage, int64_t index) {
  RC_ASSERT(stage->first <= index && index < stage->first + stage->count);
  return &stage->items[index - stage->first];
}

/// After a change of an item, from which on the others are to be placed again.
static inline void rc__stage_note(rc__lanes_stage *stage, int64_t index) {
  stage->placed = rc__at_most(stage->placed, rc__at_least(index - stage->first, 0));
}

/// The front before an item that has been placed, with its indents.
static inline int64_t *rc__stage_front(const rc__lanes_stage *stage, int64_t index) {
  return stage->fronts + (size_t)(index - stage->first) * stage->lanes->k;
}

static inline int64_t *rc__stage_indents(const rc__lanes_stage *stage, int64_t index) {
  return stage->indents + (size_t)(index - stage->first) * stage->lanes->k;
}

static inline int64_t rc__stage_end(const rc__lanes_stage *stage) {
  return stage->first + stage->count;
}

/// Places all items.
static inline void rc__stage_flow(rc__lanes_stage *stage) {
  rc__stage_flow_to(stage, rc__stage_end(stage) - 1);
}

/// Takes the indents from an item.
static inline void rc__stage_unindent(rc__lanes_stage *stage, int64_t index) {
  rc__stage_item *item = rc__stage_at(stage, index);
  if ((item->flags & RC__STAGE_INDENTED) == 0) return;
  item->flags &= (uint8_t)~RC__STAGE_INDENTED;
  rc__stage_note(stage, index);
}

static inline uint32_t rc__stage_lane(const rc__lanes_stage *stage, int64_t index) {
  const uint32_t kind = rc__lanes_kind(rc__stage_at(stage, index)->code);
  return kind < RC__CODE_LANELESS ? kind : RC_LANE_NONE;
}

static inline bool rc__stage_has_lane(const rc__lanes_stage *stage, int64_t index) {
  return rc__lanes_kind(rc__stage_at(stage, index)->code) < RC__CODE_LANELESS;
}

static inline bool rc__stage_is_wide(const rc__lanes_stage *stage, int64_t index) {
  return rc__lanes_kind(rc__stage_at(stage, index)->code) == RC__CODE_WIDE;
}

static inline bool rc__stage_is_laneless(const rc__lanes_stage *stage, int64_t index) {
  return rc__lanes_kind(rc__stage_at(stage, index)->code) == RC__CODE_LANELESS;
}

static inline int64_t rc__stage_extent(const rc__lanes_stage *stage, int64_t index) {
  return (int64_t)rc__stage_at(stage, index)->slot - stage->lanes->spacing;
}

static inline int64_t rc__stage_item_end(const rc__lanes_stage *stage, int64_t index) {
  return rc__stage_at(stage, index)->start + rc__stage_extent(stage, index);
}

/// Whether all lanes end alike before an item, but for its indents.
static inline bool rc__stage_is_flush(const rc__lanes_stage *stage, int64_t index) {
  return index == stage->first ? stage->top < 0 : !rc__stage_has_lane(stage, index - 1);
}

/// Where the panel of an item begins, which may be before the stage.
int64_t rc__stage_panel_lower(const rc__lanes_stage *stage, int64_t index);

/// Removes indents that are not at a flush place: their panel joins the one above.
void rc__stage_join(rc__lanes_stage *stage);

/// Makes up for how each lane of a panel has moved, so that all have moved alike; returns by how
/// much.
int64_t rc__stage_even_out(rc__lanes_stage *stage, int64_t index, const int64_t *moved);

/// As `rc__stage_even_out`, of the panel that begins at an item, but does not note that what is in
/// it is to be placed again.
int64_t rc__stage_slide(rc__lanes_stage *stage, int64_t lower, const int64_t *moved);

/// Gives an item a lane; with another one it is as if it had never been on the screen.
void rc__stage_set_lane(rc__lanes_stage *stage, int64_t index, uint32_t lane);

// == lanes_hold.c ==

/// Has what was on the screen stay there; returns by how much it has moved.
rc_status rc__lanes_hold(rc_lanes *lanes, const rc__lanes_sight *sight, int64_t *out_moved);

// == lanes_give.c ==

/// The lane that ends first, for an item that goes on there.
uint32_t rc__stage_least_lane(const rc__lanes_stage *stage, int64_t index, const int64_t *front,
                              int64_t tolerance);

/// The lane that begins last, for an item that goes on above a front.
uint32_t rc__stage_greatest_lane(rc__lanes_stage *stage, int64_t index, const int64_t *front,
                                 int64_t tolerance);

/// The first item of a unit, if an item is one of those that trade lanes, and all above that have
/// lanes; otherwise −1.
int64_t rc__stage_top_lower(rc__lanes_stage *stage, int64_t index);

/// The item from which lanes are given.
int64_t rc__lanes_pivot(const rc_lanes *lanes, const rc__lanes_sight *sight, int64_t offset);

/// Gives lanes to all that is near a viewport, whose offset it moves, as that of what is on the
/// screen may change. `stage` holds the pivot.
void rc__lanes_give(rc__lanes_stage *stage, const rc__lanes_sight *sight, int64_t pivot,
                    int64_t *offset);

// == lanes_restore.c ==

/// Copies the codes of items lower ..< upper.
void rc__lanes_copy_codes(const rc_lanes *lanes, int64_t lower, int64_t upper, uint8_t *out_codes);

/// Gives laneless items lanes in which they were shown; the other codes are those that there are.
rc_status rc__lanes_restore(rc_lanes *lanes, int64_t lower, const uint8_t *codes, int64_t count);

/// Notes the places of items with lanes, or wide ones, but for those that were near at the last
/// update; and returns to them. `length`: of their viewport.
rc_status rc__lanes_restore_places(rc_lanes *lanes, const rc__lanes_place *places, size_t count,
                                   int64_t length);

/// Slides lanes until such items are as far from each other as they were, in each panel.
rc_status rc__lanes_return(rc_lanes *lanes);

// == lanes_calm.c ==

/// Finds at which offsets nothing would change, after an update that has its items on the stage;
/// `moved`: how far the host has scrolled.
void rc__lanes_find_calm(rc_lanes *lanes, const rc__lanes_sight *sight, int64_t moved);

/// Whether an update changes nothing but the offset; and notes that.
bool rc__lanes_is_calm(rc_lanes *lanes, const rc__lanes_sight *sight);
void rc__lanes_stay_calm(rc__lanes_watch *watch, const rc__lanes_sight *sight);

// == lanes_update.c: an update in steps, for a list, which decides itself where the viewport is ==

typedef struct rc__lanes_pass {
  rc_lanes *lanes;
  rc__lanes_sight sight;
  /// The stage holds items of this update.
  bool is_staged;
  /// The viewport has gone to what was restored.
  bool has_returned;
} rc__lanes_pass;

/// Begins an update that is not calm: has what was on the screen stay there; `out_held`: by how
/// much it has moved. What was done before a step that fails is made up for by the next update.
rc_status rc__lanes_begin(rc_lanes *lanes, const rc__lanes_sight *sight, rc__lanes_pass *out_pass,
                          int64_t *out_held);

/// Gives lanes to what is near at an offset, which it moves as what is there moves. To be repeated
/// while the offset is to be another one, or if indents were closed.
rc_status rc__lanes_round(rc__lanes_pass *pass, bool closes, int64_t *offset, bool *out_closed);

/// Ends it at an offset; `moved`: how far the host has scrolled.
rc_status rc__lanes_finish(rc__lanes_pass *pass, int64_t offset, int64_t moved);

/// As `rc_lanes_update`, in ticks.
rc_status rc__lanes_update(rc_lanes *lanes, const rc__lanes_sight *sight, int64_t *out_correction);

enum {
  /// As lanes are given, what can be scrolled to changes; so it is done again, up to so often.
  RC__LANES_ROUNDS = 20
};

#endif
