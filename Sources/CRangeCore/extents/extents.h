// Index ↔ offset in ticks, for the modules above. The public functions do the same in points.

#ifndef RC_EXTENTS_H
#define RC_EXTENTS_H

#include "../base/base.h"
#include "rangecore_extents.h"
#include "rangecore_ranges.h"

/// Where one item is, in ticks.
typedef struct rc__item {
  int64_t index;
  int64_t offset;
  int64_t extent;
  bool is_measured;
} rc__item;

/// The same in points.
static inline rc_item rc__item_in_points(rc__item item) {
  return (rc_item){
      .index = item.index,
      .offset = rc_ticks_to_points(item.offset),
      .extent = rc_ticks_to_points(item.extent),
      .is_measured = item.is_measured,
  };
}

/// The content's length: all extents and the spacing between them.
int64_t rc__extents_length(const rc_extents *extents);

int64_t rc__extents_estimate(const rc_extents *extents);
int64_t rc__extents_spacing(const rc_extents *extents);

/// A sum over a count, to the nearest tick, ties to even.
static inline int64_t rc__mean_of(int64_t sum, int64_t count) {
  const int64_t mean = sum / count, twice = sum % count * 2;
  return mean + (twice > count || (twice == count && mean % 2 != 0));
}

/// The mean of the measured items. Fails only with `NOT_FOUND`, if there are none.
rc_status rc__extents_mean(const rc_extents *extents, int64_t *out_mean);

/// `index` must be an item's.
rc__item rc__extents_item(rc_extents *extents, int64_t index);

/// The last item that starts at or before `offset`; the first if none does. Not for an empty list.
rc__item rc__extents_item_at(rc_extents *extents, int64_t offset);

/// The items in a range of ticks: those that overlap it, and those of extent 0 that lie in it.
rc_interval rc__extents_items_in(rc_extents *extents, rc_interval range);

/// The first item from `index` on that is measured, or that is not; the count if there is none.
int64_t rc__extents_find(const rc_extents *extents, int64_t index, bool is_measured);

/// Copies where `count` items from `lower` on start, at least one, and whether they are measured.
void rc__extents_copy_starts(rc_extents *extents, int64_t lower, int64_t count, int64_t *out_starts,
                             bool *out_are_measured);

/// The edge that all ranges of one length share, lower or upper. It scrolls.
typedef struct rc__edge {
  /// At least 1.
  uint64_t length;
  bool is_upper;
  /// Where what an edge at this length last found is remembered; at first a place without a quad.
  uint8_t place;
  /// For at least `span` ticks from here on it is at the same item.
  int64_t from;
  uint64_t span;
} rc__edge;

/// What `rc__extents_items_in` finds for an edge: from the lower one on items are in the range, and
/// before the upper one.
int64_t rc__extents_edge(rc_extents *extents, int64_t offset, rc__edge *edge);

/// Limits the length to less than `RC_LIST_TICKS_MAX`, to leave space for the extra lengths of a
/// list. Fails only with `LIMIT`, if the items are longer already.
rc_status rc__extents_set_length_max(rc_extents *extents, int64_t length_max);

enum {
  /// How many steps an edit has at most that replaces items, and then moves some.
  RC__EDIT_STEPS = 4
};

/// Rows that one edit replaces, and then moves: for sections, whose rows are formed again in up to
/// three places.
typedef struct rc__rearrangement {
  /// The items lower ..< upper become `count` unmeasured ones. Ascending, none of which overlap, in
  /// the indices before the edit.
  size_t part_count;
  struct {
    int64_t lower, upper, count;
  } parts[RC__EDIT_STEPS - 1];
  /// Then these items move to where `to` items are before them.
  rc_interval moved;
  int64_t to;
} rc__rearrangement;

/// Fails with `LIMIT` or `NO_MEMORY`; then nothing has changed.
rc_status rc__extents_rearrange(rc_extents *extents, const rc__rearrangement *edit);

/// Fails only with `LIMIT`.
rc_status rc__extents_set_estimate(rc_extents *extents, int64_t estimate);

#endif
