// The run-length map of states: what its files share, and what the list needs of it.

#ifndef RC_STATES_H
#define RC_STATES_H

#include "base.h"
#include "ranges.h"

/// The states of the items of a list.
typedef struct rc_states rc_states;

/// Which items one bit of the state is for.
typedef struct rc_state_range {
  /// These get it.
  rc_interval items;
  /// These keep it if they have it; the same as `items` where there is no slack.
  rc_interval keep;
} rc_state_range;

/// Which items each bit is for: `bits[n]` for the bit of value 1 << n.
typedef struct rc_state_ranges {
  rc_state_range bits[8];
} rc_state_ranges;

rc_status rc_states_create(const rc_allocator *allocator, rc_states **out_states);
void rc_states_destroy(rc_states *states);
int64_t rc_states_count(const rc_states *states);
rc_status rc_states_insert(rc_states *states, int64_t index, int64_t count);
rc_status rc_states_remove(rc_states *states, int64_t lower, int64_t upper);
rc_status rc_states_move(rc_states *states, int64_t lower, int64_t upper, int64_t to);
rc_status rc_states_update(rc_states *states, const rc_state_ranges *ranges,
                           rc_changes *out_changes);
rc_status rc_states_order(rc_states *states, rc_interval viewport, rc_direction leading,
                          const double *distances, rc_changes *out_changes);
rc_state rc_states_get(const rc_states *states, int64_t index);
rc_status rc_states_copy(const rc_states *states, int64_t lower, int64_t upper,
                         rc_state *out_states);
rc_status rc_states_validate(const rc_states *states, const char **out_reason);

/// Consecutive items alike, up to the next run's `lower`.
///
///     index      0        3     5              9
///     runs       [  7     | new |      7       )     three runs, count 9
///     origin     0              3
typedef struct rc__run {
  int64_t lower;
  /// Its first item's index at the last update, for the day when it is removed; 0 up to state 1,
  /// whose removal is not listed, so that those runs join wherever their items come from.
  int64_t origin;
  /// As of the last update; 0 for items that are new since then.
  rc_state state;
} rc__run;

enum {
  /// A bit stands so many further among the bits where it is kept: see `rc__cut_list`.
  RC__STATES_KEPT = 8,
  /// Each of seven bits has two intervals, and each interval two ends.
  RC__STATES_CUT_COUNT = 28,
  /// How many runs an update can need more than the map has: one for each cut, and one so that the
  /// old runs, moved up by as much, are never overtaken by the new ones.
  RC__STATES_UPDATE_ROOM = RC__STATES_CUT_COUNT + 1,
  /// How many runs an edit can add: a move cuts at three places.
  RC__STATES_EDIT_ROOM = 3,
  /// Without slack an update leaves at most this many runs: two cuts for each of seven bits.
  RC__STATES_SETTLED_COUNT = 15
};

/// The sections of the changes that are not of removed items.
enum { RC__LEAVES, RC__IS_SHOWN, RC__ENTERS, RC__SECTION_COUNT };

/// What the last update left to the next ones, which mostly only move it: where runs begin at an
/// end that is theirs alone.
typedef struct rc__settled {
  /// False after an update with slack, and where the next one's ranges are for other bits.
  bool holds;
  /// Which bits have items.
  rc_state bits;
  /// Which ends the states come from, and at which of these a run begins that moves with it: no
  /// other end is at the same item, nor is the item the first, or past the last.
  uint16_t used, alone;
  /// By such an end its run; by run the end, and its state.
  uint8_t runs[16];
  uint8_t ends[RC__STATES_SETTLED_COUNT];
  rc_state states[RC__STATES_SETTLED_COUNT];
  /// By run, the change that it leaves when it moves down, or up: bit 16 n + i for run i whose
  /// items are then in section n, which is the order that changes are listed in; and one more where
  /// changes are counted, by section.
  uint64_t moves[RC__STATES_SETTLED_COUNT][2];
} rc__settled;

// Removed runs wait in `changes`, at its front, for the next update: the last update's changes end
// with the first edit anyway.
struct rc_states {
  rc_allocator allocator;
  int64_t count;
  /// At the last update.
  int64_t previous_count;
  rc__run *runs;
  size_t run_count, run_capacity;
  rc_change *changes;
  size_t change_capacity;
  /// A larger block for `changes`, adopted by the next edit or update that succeeds. Until then
  /// the host may still read the last changes where they are.
  rc_change *spare;
  size_t spare_capacity;
  /// As large as an update has changes, removed ones apart.
  rc_change *scratch;
  size_t scratch_capacity;
  /// How many removed runs wait; after an update how many it listed.
  size_t removed_count;
  size_t left_count;
  /// How many become visible, and how many enter, those included.
  size_t shown_count, entered_count;
  /// No update since the last edit.
  bool is_edited;
  /// The changes that enter are ascending: an update, and no order since.
  bool is_ascending;
  rc__settled settled;
};

/// Makes room for any one edit and the update after it: neither can fail then. False leaves all as
/// it was; either way the last changes stay where they are.
bool rc__states_reserve(rc_states *states);

/// As `rc_state_ranges`, by the ends of the ranges, which several bits may share.
typedef struct rc__states_ranges {
  /// Which items the ends are at; 15 at most.
  const int64_t *ends;
  /// By bit, two ends each, those of bit 0 unused.
  const uint8_t *end_of;
  /// By bit, two items each; NULL where there is no slack.
  const int64_t *kept;
  /// The ends that may be at other items than at the last update: end n at bit n. Those of an
  /// update after rc__states_unsettle or after edits are not asked for.
  uint16_t moved;
} rc__states_ranges;

/// Tells that the next update's ranges are for other bits than the last one's.
static inline void rc__states_unsettle(rc_states *states) {
  states->settled.holds = false;
}

/// The ends of all ranges, ascending: there bits are had from, or no longer; and so kept.
typedef struct rc__cut_list {
  size_t count;
  int64_t at[RC__STATES_CUT_COUNT];
  /// Bit n's lower end is 2 n, its upper one the next; of what it keeps, as bit n + 8's.
  uint8_t ends[RC__STATES_CUT_COUNT];
} rc__cut_list;

/// Remembers the runs of an update without slack.
void rc__states_settle(rc_states *states, const rc__states_ranges *ranges,
                       const rc__cut_list *cuts);

/// As `rc__states_update`, whatever the ranges: writes the new runs and puts the changes in place.
void rc__states_walk(rc_states *states, const rc__states_ranges *ranges);

static inline unsigned rc__section_of(rc_state before, rc_state after) {
  const bool loses = (before & ~after) != 0,
             wins_visible = (after & ~before & RC_STATE_VISIBLE) != 0;
  const unsigned entering = wins_visible ? RC__IS_SHOWN : RC__ENTERS;
  return loses ? RC__LEAVES : entering;
}

static inline void rc__states_note_counts(rc_states *states, size_t left, size_t shown,
                                          size_t entered) {
  states->left_count = left;
  states->shown_count = shown;
  states->entered_count = shown + entered;
}

/// As after an update that lists nothing.
static inline void rc__states_note_nothing(rc_states *states) {
  rc__states_note_counts(states, 0, 0, 0);
}

/// As `rc_states_update`, with room that `rc__states_reserve_update` has made sure of.
void rc__states_update(rc_states *states, const rc__states_ranges *ranges, rc_changes *out_changes);

/// An update with the ranges of the last one, since which there was no edit: it lists nothing.
void rc__states_update_unchanged(rc_states *states, rc_changes *out_changes);

/// The changes that enter, of the last update, since which there was no edit, and as they stand:
/// for the list to write their distances.
static inline rc_change *rc__states_entered(rc_states *states, size_t *out_count) {
  RC_ASSERT(!states->is_edited);
  *out_count = states->entered_count;
  return states->changes + states->removed_count + states->left_count;
}

/// Sorts the changes that enter by the distances that they hold. These must be as
/// `rc_states_order` asks; after an update, once.
void rc__states_order(rc_states *states, rc_interval viewport, rc_direction leading,
                      rc_changes *out_changes);

/// Makes room for `run_count` runs in all and as many changes, beside the removed ones.
bool rc__states_make_room(rc_states *states, size_t run_count, size_t removed_count);

/// Makes the larger block for `changes` the one in use.
void rc__states_adopt_spare(rc_states *states);

/// Ends the last changes: an edit or an update has all that it needs, and will write.
static inline void rc__states_begin(rc_states *states) {
  if (!states->is_edited) states->removed_count = 0;
  states->is_edited = true;
  states->is_ascending = false;
  if (states->spare != NULL) rc__states_adopt_spare(states);
}

/// How many removed runs wait for the next update.
static inline size_t rc__states_waiting(const rc_states *states) {
  return states->is_edited ? states->removed_count : 0;
}

/// As `rc__states_reserve`, for an update alone; allocates only where slack has made the runs more
/// than edits reserved for.
static inline bool rc__states_reserve_update(rc_states *states) {
  // There was always room for these, and edits make room for the update after them.
  if (states->is_edited || states->run_count <= RC__STATES_SETTLED_COUNT) return true;
  return rc__states_make_room(states, states->run_count + RC__STATES_UPDATE_ROOM, 0);
}

/// The position of the run that holds `index`; `index` must be an item's.
size_t rc__states_find(const rc_states *states, int64_t index);

static inline void rc__states_list(const rc_states *states, rc_changes *out_changes) {
  // Each by itself: a copy of all that was just written would wait for it.
  out_changes->items = states->changes;
  out_changes->count = states->removed_count + states->left_count + states->entered_count;
  out_changes->removed_count = states->removed_count;
  out_changes->left_count = states->left_count;
}

static inline int64_t rc__run_upper(const rc_states *states, size_t position) {
  return position + 1 < states->run_count ? states->runs[position + 1].lower : states->count;
}

/// Whether an item of a state is told something when it is removed: not if it is new, or had bit 1
/// alone.
static inline bool rc__has_exits(rc_state state) {
  return (state & ~RC_STATE_MEASURE_LAYOUT) != 0;
}

/// Adds a change to those of removed items, or to the ascending ones of an update; or makes the
/// last one longer, where both say the same of neighbours. Returns the new count.
size_t rc__add_change(rc_change *changes, size_t count, rc_change added);

/// Whether two neighbours could be one run: alike and, above state 1, from neighbouring places.
static inline bool rc__runs_join(const rc__run *first, const rc__run *second) {
  if (first->state != second->state) return false;
  if (!rc__has_exits(first->state)) return true;
  return second->origin - first->origin == second->lower - first->lower;
}

#endif
