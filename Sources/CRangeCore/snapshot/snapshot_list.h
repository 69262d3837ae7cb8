// What is saved of a list, and where it is found again; of a list in lanes in snapshot_lanes.c.

#ifndef RC_SNAPSHOT_LIST_H
#define RC_SNAPSHOT_LIST_H

#include "../list/list.h"
#include "snapshot.h"

enum {
  /// How many rows are copied, or set, at a time.
  RC__SNAPSHOT_ROWS = 256
};

/// The ids of items.
typedef struct rc__given_ids {
  const rc_id *ids;
  int64_t lower;
  int64_t upper;
} rc__given_ids;

static inline rc_id rc__id_of_item(const rc__given_ids *given, int64_t item) {
  return item >= given->lower && item < given->upper ? given->ids[item - given->lower] : RC_ID_NONE;
}

/// Fetches the place of an id that comes soon.
static inline void rc__prefetch_after(const rc_snapshot *it, const rc__given_ids *given,
                                      int64_t item) {
  // As many as a processor waits for at a time.
  if (item + 8 < given->upper) rc__snapshot_prefetch(it, given->ids[item + 8 - given->lower]);
}

// == snapshot_lanes.c ==

/// Items that become anchors, in ascending order.
typedef struct rc__chosen_items {
  size_t count;
  int64_t items[RC_SNAPSHOT_ANCHOR_COUNT_MAX];
} rc__chosen_items;

/// Chooses the anchors of a list in lanes; `items`: the hull of those on the screen, not empty.
void rc__snapshot_choose(const rc_list *list, const rc__given_ids *given, rc_interval items,
                         rc__chosen_items *out_chosen);

/// Copies the lanes of items lower ..< upper, as parts of the words of their extents.
void rc__snapshot_copy_lanes(const rc_list *list, int64_t lower, int64_t upper,
                             uint64_t *out_words);

/// The items of an interval that are between those on the screen in lanes, or above them where one
/// of their lanes begins (19); empty if that is not known, or in columns.
rc_interval rc__snapshot_items_between(const rc_list *list, rc_interval items);

/// Saves the lanes of those of them that have no extent to save.
void rc__snapshot_save_between(rc_snapshot *it, const rc_list *list, const rc__given_ids *given,
                               rc_interval items);

/// Gives lanes to items that have none, and puts the anchors where they were.
rc_status rc__snapshot_restore_lanes(rc_snapshot *it, rc_list *list, const rc__given_ids *given);

#endif
