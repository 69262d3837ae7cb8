// The interface states of a list's items: a short sorted sequence of runs of equal states, as of
// the last update.
//
//     index      0        3              9
//     runs       [  7     |      3       )     two runs, count 9
//
// Edits do not touch them: `origins` knows which index an item had at that update. The next update
// writes the runs of the new ranges, and lists what changed between the two.

#ifndef RC_STATES_H
#define RC_STATES_H

#include "../base/base.h"
#include "../edits/origins.h"
#include "../ranges/ranges.h"
#include "keeps.h"

/// Consecutive items in the same state, up to the next run's `lower`.
typedef struct rc__run {
  /// Its first item, as indexed at the last update.
  int64_t lower;
  rc_state state;
} rc__run;

/// Memory for runs and changes: twice as many of each as its capacity.
typedef struct rc__room {
  void *block;
  size_t capacity;
} rc__room;

/// The states of the items of a list, and the changes of the last update.
///
///     changes  [ removed | left | shown | entered )
typedef struct rc__states {
  rc_allocator allocator;
  /// At the last update.
  int64_t count;
  rc__run *runs;
  size_t run_count;
  /// Where the next update writes its runs.
  rc__run *next_runs;
  rc_change *changes;
  /// The changes of an update before they are in order.
  rc_change *scratch;
  /// What holds these four.
  rc__room room;
  /// Used instead from the next edit or update that succeeds, unless it has no block. Until then
  /// the host may still read the last changes where they are.
  rc__room spare;
  /// The largest one up to `RC__STATES_KEPT`, which is kept while edits need more. It may be one of
  /// the two above.
  rc__room home;
  /// The most that was needed since the last update, and from the one before to the last; and what
  /// updates may need without an edit.
  size_t most, former_most, least;
  /// What is reserved besides, for kept items.
  size_t keep_joints;
  size_t removed_count;
  size_t left_count;
  /// Items that become visible.
  size_t shown_count;
  /// Items that enter a range without becoming visible.
  size_t entered_count;
  /// Of a list in lanes, the cuts of an update, and as many more.
  rc__cut *cuts;
  size_t cut_capacity;
} rc__states;

enum {
  /// What edits have needed beyond this is given back by the second update after theirs.
  RC__STATES_KEPT = 100,
  /// Seven bits have two intervals each (the items in range, and with slack), each with two ends,
  /// one of them a third; and a pinned header begins and ends.
  RC__STATES_CUT_MAX = 32,
  /// How many joints a pinned header adds at most.
  RC__STATES_PIN_JOINTS = 2,
  /// Without slack what is kept begins and ends where ranges do or, while the viewport is empty, at
  /// the list's start.
  RC__STATES_CUT_USUAL = 15,
  /// An update leaves at most this many runs, two cuts for each of seven bits, unless slack,
  /// foresight, a pinned header or edits while the viewport is empty add more.
  RC__STATES_RUN_MAX = 15,
  /// With foresight there are the ends of what keeps a bit, and of a third interval, besides the
  /// usual cuts.
  RC__STATES_FORESIGHT_JOINTS = 4,
  /// An update that finds more runs keeps nothing.
  RC__STATES_FORESIGHT_RUNS = 24,
  /// What is reserved once, so that updates with foresight need no more: one that finds as many
  /// runs leaves at most 21 more (19 cuts and a pinned header's two), for the next with as many.
  RC__STATES_FORESIGHT_RESERVE = RC__STATES_FORESIGHT_RUNS + 2 * 21 - RC__STATES_CUT_USUAL,
  /// What an update without slack can need besides the runs before it.
  RC__STATES_MORE = RC__STATES_CUT_USUAL + RC__STATES_PIN_JOINTS + RC__STATES_FORESIGHT_JOINTS
};

/// Fails with `NO_MEMORY` only. `allocator` is complete, see rc__allocator_init.
rc_status rc__states_create(const rc_allocator *allocator, rc__states **out_states);

/// NULL is ignored.
void rc__states_destroy(rc__states *states);

/// `index` must be an item's.
rc_state rc__states_get(const rc__states *states, const rc__origins *origins, int64_t index);

void rc__states_copy(const rc__states *states, const rc__origins *origins, int64_t lower,
                     int64_t upper, rc_state *out_states);

/// Returns the first invariant that does not hold, NULL if all do.
const char *rc__states_find_violation(const rc__states *states, const rc__origins *origins);

/// Returns the position of the run that held `index`, an item's at the last update.
size_t rc__states_find(const rc__states *states, int64_t index);

static inline int64_t rc__run_upper(const rc__states *states, size_t position) {
  return position + 1 < states->run_count ? states->runs[position + 1].lower : states->count;
}

/// Reserves memory for an update in which edits have left so many joints (see origins.h), and for
/// the updates after it; gives back what has not been needed of late. In any case the last changes
/// stay where they are.
bool rc__states_reserve(rc__states *states, size_t joint_count, bool has_slack);

/// Drops the last changes, for an edit or update that has all the memory it needs.
void rc__states_drop_changes(rc__states *states);

/// At the end of an update: prepares to give back what edits have needed. Never allocates.
void rc__states_note_update(rc__states *states);

static inline size_t rc__states_change_count(const rc__states *states) {
  return states->removed_count + states->left_count + states->shown_count + states->entered_count;
}

// == states_update.c ==

/// Items of the list, maybe none, that get the bits `bits`; and that keep those of `bits >> 8` that
/// they have.
typedef struct rc__gain {
  rc_interval items;
  unsigned bits;
} rc__gain;

enum {
  /// Seven bits, one of them in two places, a pinned header, and what is kept of each bit.
  RC__STATES_GAIN_MAX = 16
};

/// Gives all items the states of the ranges, and lists what changed since the last update. The
/// changes that enter are ascending, their distances 0. Before `rc__origins_end`.
///
/// - `gains`: at most `RC__STATES_GAIN_MAX`; those of one bit do not overlap, but for those that
///   keep it.
/// - `keeps`: what some items have besides, settled; NULL if there are none.
void rc__states_update(rc__states *states, rc__origins *origins, const rc__gain *gains,
                       size_t gain_count, rc__keeps *keeps, rc_changes *out_changes);

/// Reserves memory for an update whose cuts the caller writes, at most so many; false if there is
/// none. As `rc__states_reserve` for the rest.
bool rc__states_reserve_cuts(rc__states *states, size_t joint_count, size_t cut_count);

/// The same as `rc__states_update` from `states->cuts`, as find_cuts writes them.
void rc__states_update_cut(rc__states *states, rc__origins *origins, size_t cut_count,
                           const rc__keeps *keeps, rc_changes *out_changes);

enum {
  /// Updates have memory for two runs more for each.
  RC__STATES_TURNS_MAX = (RC__STATES_CUT_MAX + RC__STATES_MORE) / 2
};

/// The same where nothing but some items has changed, which ascend: at most
/// `RC__STATES_TURNS_MAX`. There is memory as for `rc__states_update_cut`.
void rc__states_turn(rc__states *states, const rc__turn *turns, size_t count,
                     rc_changes *out_changes);

/// Sorts the changes that enter by their distances and, where these are equal, by `reserved[0]`,
/// which is 0 again, and by index.
void rc__states_sort(rc__states *states);

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
