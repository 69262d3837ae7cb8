// The interface states of a list's items: a short sorted sequence of runs of equal states.
//
//     index      0        3     5              9
//     runs       [  7     | new |      7       )     three runs, count 9
//     origin     0              3
//
// Edits cut and move runs, so that states travel with their items; an update writes the runs of the
// new ranges and lists what changed between the two.

#ifndef RC_STATES_H
#define RC_STATES_H

#include "base.h"

/// Consecutive items in the same state, up to the next run's `lower`.
typedef struct rc__run {
  int64_t lower;
  /// The index of its first item at the last update, to be listed when the item is removed. A run
  /// whose removal is not listed has 0 here, and merges with any neighbour of the same state.
  int64_t origin;
  /// As of the last update; 0 for items inserted since then.
  rc_state state;
} rc__run;

/// The states of the items of a list, and the changes of the last update.
///
/// Changes of removed items wait for the next update at the front of `changes`, since the host must
/// not read the previous changes after an edit.
///
///     after an edit       changes  [ removed, waiting | …
///     after an update     changes  [ removed | left | shown | entered | …
typedef struct rc__states {
  rc_allocator allocator;
  int64_t count;
  /// At the last update.
  int64_t previous_count;
  rc__run *runs;
  size_t run_count, run_capacity;
  rc_change *changes;
  size_t change_capacity;
  /// A larger block for `changes`, used from the next edit or update that succeeds. Until then the
  /// host may still read the last changes where they are.
  rc_change *spare;
  size_t spare_capacity;
  /// The changes of an update before they are in order.
  rc_change *scratch;
  size_t scratch_capacity;
  size_t removed_count;
  size_t left_count;
  /// Items that become visible.
  size_t shown_count;
  /// Items that enter a range without becoming visible.
  size_t entered_count;
  /// Counts the edits; and the edits that the last update has listed.
  uint64_t edit_stamp, listed_stamp;
} rc__states;

enum {
  /// Seven bits have two intervals each (the items in range, and with slack), each with two ends.
  RC__STATES_CUT_MAX = 28,
  /// Without slack an update leaves at most this many runs: two cuts for each of seven bits.
  RC__STATES_RUN_MAX = 15,
  /// How many more runs than there are an update can write: one for each cut, and one so that old
  /// runs that are moved up by as many are never overwritten before they are read.
  RC__STATES_UPDATE_ROOM = RC__STATES_CUT_MAX + 1,
  /// How many runs an edit can add: a move cuts at three places.
  RC__STATES_EDIT_ROOM = 3
};

/// Fails with `NO_MEMORY` only. `allocator` is complete, see rc__allocator_init.
rc_status rc__states_create(const rc_allocator *allocator, rc__states **out_states);

/// NULL is ignored.
void rc__states_destroy(rc__states *states);

/// `index` must be an item's.
rc_state rc__states_get(const rc__states *states, int64_t index);

void rc__states_copy(const rc__states *states, int64_t lower, int64_t upper, rc_state *out_states);

/// Returns the first invariant that does not hold, NULL if all do.
const char *rc__states_find_violation(const rc__states *states);

/// Returns the position of the run that holds `index`, which must be an item's.
size_t rc__states_find(const rc__states *states, int64_t index);

static inline int64_t rc__run_upper(const rc__states *states, size_t position) {
  return position + 1 < states->run_count ? states->runs[position + 1].lower : states->count;
}

/// Returns whether the removal of an item is listed: not if it is new, or has no bit but
/// `RC_STATE_MEASURE_LAYOUT`.
static inline bool rc__state_is_listed(rc_state state) {
  return (state & ~RC_STATE_MEASURE_LAYOUT) != 0;
}

/// Returns whether two adjacent runs could be one: of the same state and, if their removal is
/// listed, with adjacent origins.
static inline bool rc__runs_merge(const rc__run *first, const rc__run *second) {
  if (first->state != second->state) return false;
  if (!rc__state_is_listed(first->state)) return true;
  return second->origin - first->origin == second->lower - first->lower;
}

static inline bool rc__states_are_edited(const rc__states *states) {
  return states->edit_stamp != states->listed_stamp;
}

/// How many changes of removed items wait for the next update.
static inline size_t rc__states_waiting_count(const rc__states *states) {
  return rc__states_are_edited(states) ? states->removed_count : 0;
}

/// Reserves memory for `run_count` runs and as many changes besides the waiting ones. Changes
/// nothing if it returns false; in any case the last changes stay where they are.
bool rc__states_reserve(rc__states *states, size_t run_count);

/// Drops the last changes, for an edit or update that has all the memory it needs.
void rc__states_drop_changes(rc__states *states);

/// Merges the last of some changes with the one before it, if it is the same change of adjacent
/// items. Returns the new count.
size_t rc__changes_merge_last(rc_change *changes, size_t count);

// == states_edit.c ==

/// Reserves memory for any one edit and the update after it, which cannot fail then.
bool rc__states_reserve_edit(rc__states *states);

void rc__states_insert(rc__states *states, int64_t index, int64_t count);
void rc__states_remove(rc__states *states, int64_t lower, int64_t upper);
void rc__states_move(rc__states *states, int64_t lower, int64_t upper, int64_t to);

// == states_update.c ==

/// Reserves memory for an update. It allocates only where slack has left more runs than usual.
bool rc__states_reserve_update(rc__states *states);

/// Gives all items the states of the ranges, and lists what changed since the last update. The
/// changes that enter are ascending, their distances 0.
///
/// - `items`: within the list; at n those that get the bit `1 << n`, at 0 unused.
/// - `kept`: as `items`, those that keep the bit if they have it; NULL if only `items` do.
void rc__states_update(rc__states *states, const rc_interval items[8], const rc_interval *kept,
                       rc_changes *out_changes);

/// Like an update with the same ranges and without edits since the last one: lists nothing.
void rc__states_update_nothing(rc__states *states, rc_changes *out_changes);

/// The changes that enter a range without becoming visible; `entered_count` of them.
static inline rc_change *rc__states_entered(const rc__states *states) {
  return states->changes + states->removed_count + states->left_count + states->shown_count;
}

/// Sorts the changes that enter by their distances, once after an update.
///
/// Distances must not decrease with the distance in items: those of changes before the visible
/// items descend, those after them ascend.
void rc__states_order(rc__states *states, rc_interval visible, rc_direction leading);

#endif
