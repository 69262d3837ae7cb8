// One list: what its rooms do not know of one another, and what it remembers between two updates.

#ifndef RC_LIST_H
#define RC_LIST_H

#include "base.h"
#include "batch.h"
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
  int64_t length;
  int64_t inset_start;
  int64_t inset_end;
  /// What the insets leave of the length.
  int64_t visible_length;
  int64_t offset;
} rc__frame;

/// What the last update with a viewport left behind.
typedef struct rc__seen {
  /// False before the first.
  bool any;
  bool had_items;
  /// The content was at least as long as the viewport.
  bool was_filled;
  /// Of it, `offset` is the one that everything was answered at.
  rc__frame frame;
  int64_t content_end;
} rc__seen;

/// How far a range reaches past a viewport, in ticks.
typedef struct rc__reach {
  int64_t below;
  int64_t above;
  bool is_enabled;
} rc__reach;

enum {
  // Stand among the ranges for the viewport, and for what never has items.
  RC__RANGE_VISIBLE = RC_RANGE_COUNT,
  RC__RANGE_NONE,
  RC__RANGE_ALL_COUNT,
  /// Both ends of the range that never has items: before the first one.
  RC__EDGE_NONE = 2 * RC__RANGE_NONE,
  RC__EDGE_COUNT,
  /// A list without ranges of the app's own has so many at most.
  RC__EDGE_USUAL_COUNT = 6
};

_Static_assert(RC__EDGE_COUNT <= 16, "edges would have more than the bits of `all` and `moved`");

/// What updates know of the ranges. Their ends keep their distances from the viewport's start while
/// it scrolls, so that each is looked for only when it leaves its item; those at the same distance
/// are one edge.
///
///     preload        [·····························)      edges 4, 5
///     display              [··················)                 2, 3
///     visible                 [········)                        0, 1
///     distances      −2 700  −900  0  1 800  3 600  6 300
typedef struct rc__ranges {
  /// What the reaches were found for.
  rc_direction direction;
  rc__reach reaches[RC_RANGE_COUNT];
  /// Two edges for each range and for what stands among them; the viewport's start is edge 0.
  uint8_t edge_of[2 * RC__RANGE_ALL_COUNT];
  uint8_t edge_count;
  /// A bit for each.
  uint16_t all;
  /// From this range on, which is one of the app's, none is enabled.
  uint8_t enabled_count;
  /// Which edges may be at other items than before the last search: edge n at bit n.
  uint16_t moved;
  /// The viewport that the items were found for starts here.
  int64_t lower;
  /// The items, as the states ask for them.
  int64_t items[RC__EDGE_COUNT];
  /// Where the viewport may start for each edge to stay at its item: for `spans` ticks from here
  /// on.
  int64_t from[RC__EDGE_COUNT];
  uint64_t spans[RC__EDGE_COUNT];
  int64_t distances[RC__EDGE_COUNT];
  rc__edge edges[RC__EDGE_COUNT];
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
  /// Since the last update.
  bool was_configured;

  // What updates remember, so that those in which only the viewport moves ask for nothing else.

  /// Of the last update; the lengths are what these points come to.
  rc__frame frame;
  double lengths[3];
  /// Of the extents, at the last update.
  uint64_t last_version;
  /// As of the last update.
  rc_interval content;
  /// No update corrects anything: what stays on the screen is the anchor, and nothing can have
  /// moved it since it was recorded.
  bool is_anchored;
  /// What follows holds: neither a setting nor one of the viewport's lengths is another.
  bool is_planned;
  rc_range_mode range_mode;
  rc_presence presence;
  rc_tuning_table last_tunings;
  rc__batch_rules batch_rules[2];
  /// By bit of the states; two edges for each, as the ranges'; and which bits have a range.
  uint8_t range_of[8];
  uint8_t edge_of[16];
  rc_state bits;
  rc__ranges ranges;
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
static inline rc__item rc__list_row_of(const rc_list *list, int64_t item) {
  int64_t index = list->columns == 1 ? item : item / list->columns;
  rc__item row = rc__extents_item(list->extents, index);
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
/// The items go elsewhere than where they are.
rc__anchor rc__anchor_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// Whether the anchor is to keep its end once these rows, or others, are measured.
bool rc__anchor_keeps_end(const rc_list *list, int64_t row, int64_t count);
/// Its row was measured, and there it is to keep its end.
void rc__anchor_keep_end(rc_list *list);

rc__target rc__target_after_insert(const rc_list *list, int64_t index, int64_t count);
rc__target rc__target_after_remove(const rc_list *list, int64_t lower, int64_t upper);
rc__target rc__target_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to);

/// By how much the offset of a frame must move so that what should stay on the screen stays.
///
/// `movement` is the host's own since the last update.
int64_t rc__anchor_correction(const rc_list *list, const rc__frame *frame, int64_t movement);

/// Remembers what should stay from here on, in the update whose offset is corrected.
void rc__anchor_record(rc_list *list, bool user_moved);

/// The row at an offset, which is the viewport's start, becomes the anchor's.
void rc__anchor_record_row(rc_list *list, int64_t offset);

/// As `rc__anchor_record` where only the offset is another than the last time, and no item is
/// scrolled to.
static inline void rc__anchor_follow(rc_list *list) {
  rc__anchor *anchor = &list->anchor;
  const int64_t start = rc__frame_viewport(&list->frame).lower;
  list->seen.frame.offset = list->frame.offset;
  if ((uint64_t)(start - anchor->seen_start) < (uint64_t)anchor->seen_extent)
    anchor->straddles = start != anchor->seen_start;
  else if (anchor->item >= 0)
    rc__anchor_record_row(list, start);
}

// Ranges.

/// The items of the rows in a range of ticks, in the list's coordinates.
rc_interval rc__list_items_in(const rc_list *list, rc_interval range);

/// Finds how far the ranges reach from a viewport, in the direction of the user's scrolling.
void rc__ranges_plan(rc_list *list, rc_interval viewport);

/// Finds the items in all ranges of a viewport.
void rc__ranges_find(rc_list *list, int64_t lower);

static inline unsigned rc__edge_stays(const rc__ranges *ranges, size_t i, int64_t lower) {
  return (uint64_t)(lower - ranges->from[i]) < ranges->spans[i];
}

/// Which edges may have left their items where only the viewport's start is another than in the
/// last search.
static inline unsigned rc__ranges_left(const rc__ranges *ranges, int64_t lower) {
  unsigned stay = 0;
  for (size_t i = ranges->edge_count; i-- > RC__EDGE_USUAL_COUNT;) {
    stay = 2 * stay + rc__edge_stays(ranges, i, lower);
  }
  // One by one: a loop would take twice as long. Those that there are not are left out below.
  stay = 2 * stay + rc__edge_stays(ranges, 5, lower);
  stay = 2 * stay + rc__edge_stays(ranges, 4, lower);
  stay = 2 * stay + rc__edge_stays(ranges, 3, lower);
  stay = 2 * stay + rc__edge_stays(ranges, 2, lower);
  stay = 2 * stay + rc__edge_stays(ranges, 1, lower);
  stay = 2 * stay + rc__edge_stays(ranges, 0, lower);
  return ~stay & ranges->all;
}

/// Finds the items of these alone.
void rc__ranges_move(rc_list *list, int64_t lower, unsigned left);

/// Answers the items that were found.
void rc__ranges_answer(const rc__ranges *ranges, rc_update *out_update);

static inline rc_interval rc__ranges_items(const rc__ranges *ranges, size_t range) {
  const uint8_t *edges = &ranges->edge_of[2 * range];
  return (rc_interval){ranges->items[edges[0]], ranges->items[edges[1]]};
}

// Batches.

/// Finds the rules that both ends' decisions come from, save for the content.
void rc__list_plan_batches(rc_list *list);

/// Fits them to the content.
void rc__list_fit_batches(rc_list *list);

#endif
