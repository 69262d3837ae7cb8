// One list: what is set, its rows, what stays in place, states and batches.
//
//     rows      which items, where                     (rows.h)
//     anchor    what stays in place on the screen      (anchor.h)
//     list      what is in which range, and what is to be done about it
//
// A stamp is a counter bumped by each change. Everything derived remembers the stamp of what it was
// derived from, and is valid while that stamp is unchanged.
//
//     settings, tunings, mode, direction, length of the viewport        setup_stamp
//       └─▶ plan: mode, presence, reach of each range, batch rules      plan.stamp
//     items, extents, the estimate                                      rows.stamp
//       └─▶ what stays in place, and where that is                      anchor.first.stamp
//     both                                                              rc__list_stamp
//       └─▶ mean estimate, edges of the ranges, states,
//           batch rules for the content                                 updated_stamp
//
// The viewport's offset has no stamp: each edge of a range knows how far it can move and stay at
// its item.

#ifndef RC_LIST_H
#define RC_LIST_H

#include "../anchor/anchor.h"
#include "../base/base.h"
#include "../batch/batch.h"
#include "../batch/batch_end.h"
#include "../edits/follower.h"
#include "../edits/origins.h"
#include "../motion/motion.h"
#include "../ranges/ranges.h"
#include "../rows/rows.h"
#include "../states/keeps.h"
#include "../states/names.h"
#include "../states/states.h"

enum {
  /// Entries among the ranges: for the viewport, for a bit that no item gets, and …
  RC__RANGE_VISIBLE = RC_RANGE_COUNT,
  RC__RANGE_NONE,
  /// What keeps the preload bit, with foresight.
  RC__RANGE_KEPT,
  RC__RANGE_ALL_COUNT
};

/// One range: its reach past the viewport in ticks, its edges, and the items between them.
///
///     preload        [·····························)
///     display              [··················)
///     visible                 [········)
///     offsets        −2 700  −900  0  1 800  3 600  6 300     from the viewport's start
typedef struct rc__range {
  bool is_enabled;
  int64_t below;
  int64_t above;
  rc__edge lower;
  rc__edge upper;
  rc_interval items;
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
  /// The bits that have one, ascending.
  uint8_t used[7];
  uint8_t used_count;
  /// The bits whose range is off: visible items have them, and slack keeps none.
  uint8_t bits_off;
  /// The preload range follows from the motion.
  bool uses_foresight;
  /// By how many items display and preload reach past the visible ones.
  int64_t overscan;
  /// By `rc_end`.
  rc__batch_rules batch_rules[2];
} rc__plan;

/// Only used while foresight is on.
typedef struct rc__foresight {
  rc_motion motion;
  /// Of the last update that has used it, in ticks.
  rc_foresight answer;
} rc__foresight;

/// What the user has done in the updates at the time of the last one.
typedef struct rc__list_frame {
  double time;
  /// In ticks.
  int64_t user_movement;
  bool user_moved;
} rc__list_frame;

struct rc_list {
  rc_allocator allocator;
  rc__rows rows;
  rc__anchor anchor;
  rc__states *states;
  rc__origins origins;
  rc__names names;
  /// NULL until an item is kept, and once none is.
  rc__keeps *keeps;
  rc__batch_end ends[2];
  rc_list_settings settings;
  rc__tuning_table tunings;
  rc__mode_state mode;
  rc__direction_tracker tracker;
  rc__list_frame frame;
  /// Of the viewport, at the last update.
  int64_t visible_length;
  /// Counts the changes of the setup.
  uint64_t setup_stamp;
  /// `rc__list_stamp` at the last update.
  uint64_t updated_stamp;
  rc__plan plan;
  rc__range ranges[RC__RANGE_ALL_COUNT];
  /// Of the last update.
  rc__pinned pinned;
  /// NULL until foresight is turned on.
  rc__foresight *foresight;
  /// Of the host; NULL if there is none.
  rc__follower *follower;
};

/// Differs after every change of anything but the viewport's offset. (Both only grow.)
static inline uint64_t rc__list_stamp(const rc_list *list) {
  return list->rows.stamp + list->setup_stamp;
}

/// Whether the results of the last update are still valid.
static inline bool rc__list_is_updated(const rc_list *list) {
  return list->updated_stamp == rc__list_stamp(list);
}

/// The header that is pinned since the last update.
static inline rc__pinned rc__list_pinned(const rc_list *list) {
#if RC_SECTIONS
  return list->pinned;
#else
  (void)list;
  return rc__not_pinned;
#endif
}

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

/// What follows edits for kept items; NULL if there are none.
static inline rc__follower *rc__list_keeps_follower(const rc_list *list) {
  return list->keeps == NULL ? NULL : &list->keeps->follower;
}

/// After a change of the setup.
static inline void rc__list_note_setup(rc_list *list) {
  list->setup_stamp++;
}

/// Whether items are the list's, as arguments of a call; false for NULL.
static inline bool rc__list_has_items(const rc_list *list, int64_t lower, int64_t upper) {
  return list != NULL && 0 <= lower && lower <= upper && upper <= list->rows.count;
}

static inline bool rc__list_has_item(const rc_list *list, int64_t index) {
  return list != NULL && 0 <= index && index < list->rows.count;
}

// == list_update.c ==

/// As `rc_list_update`, for the host of the list.
rc_status rc__list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update);

/// Returns what an update would refuse about a viewport.
rc_status rc__list_check_viewport(const rc_list *list, const rc_viewport *viewport);

/// Where an update is.
typedef struct rc__list_around {
  rc_interval viewport;
  bool is_empty;
  bool has_slack;
} rc__list_around;

// == list_overscan.c ==

/// The visible items and those near them that display and preload have in any case.
rc_interval rc__list_around_visible(const rc_list *list);

/// Adds what overscan adds to the items of a range.
rc_interval rc__list_with_overscan(const rc_list *list, size_t range, rc_interval items);

/// What that is; empty for a range without it.
rc_interval rc__list_overscanned(const rc_list *list, size_t range);

// == list_lanes.c: a list in lanes ==

/// Moves the viewport as `rc__anchor_correct_lanes`; `place`: that of the viewport's item. Then
/// there is memory for the states.
rc_status rc__list_move_lanes(rc_list *list, const rc_viewport *viewport, rc__frame *frame,
                              rc__movement *movement, int64_t place, int64_t *out_correction);

/// Reserves what an update with an empty viewport needs.
rc_status rc__list_reserve_lanes(rc_list *list);

/// Finds the items in all ranges; returns false if they are those of the last update.
bool rc__list_find_laned(rc_list *list, rc_interval viewport, bool is_new, rc_update *out_update);

/// Updates the states, and finds the changes.
void rc__list_find_laned_changes(rc_list *list, const rc__list_around *around,
                                 rc_changes *out_changes);

// == list_edit.c ==

/// As `rc_list_set_layout`, or in lanes.
rc_status rc__list_lay_out(rc_list *list, const rc__layout *layout, bool keeps_extents);

/// As `rc_list_mark_provisional`, but the host may still know what the views need.
rc_status rc__list_mark_provisional(rc_list *list, int64_t lower, int64_t upper);

// == list_keep.c ==

/// After edits: the kept items by their indices now; NULL if there are none.
rc__keeps *rc__list_settle_keeps(rc_list *list);

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

#endif
