// States: creation, queries and invariants.

#include "states.h"

// == memory ==

enum { ENTRY_SIZE = 2 * (sizeof(rc__run) + sizeof(rc_change)) };

static const rc__room no_room = {NULL, 0};

static void release(const rc_allocator *allocator, rc__room room) {
  rc__deallocate(allocator, room.block, room.capacity * ENTRY_SIZE);
}

/// Frees a room that is not to be kept.
static void give_back(const rc__states *states, rc__room room) {
  if (room.block != states->home.block) release(&states->allocator, room);
}

/// Makes a room the one in use, with runs that are somewhere in memory.
static void lay_out(rc__states *states, rc__room room, const rc__run *runs) {
  states->runs = room.block;
  states->next_runs = states->runs + room.capacity;
  states->changes = (rc_change *)(void *)(states->next_runs + room.capacity);
  states->scratch = states->changes + room.capacity;
  rc__move_bytes(states->runs, runs, states->run_count * sizeof *runs);
  states->room = room;
}

/// Enters a room, and leaves the one in use.
static void enter_room(rc__states *states, rc__room room) {
  const rc__room former = states->room;
  lay_out(states, room, states->runs);
  give_back(states, former);
}

/// Makes the room in use larger, if nobody reads changes there; false if out of memory.
static bool extend(rc__states *states, size_t capacity) {
  rc__room room = states->room;
  const size_t at = states->runs < states->next_runs ? 0 : room.capacity;
  if (!rc__array_reserve(&states->allocator, &room.block, &room.capacity, ENTRY_SIZE, capacity)) {
    return false;
  }
  lay_out(states, room, (const rc__run *)room.block + at);
  return true;
}

/// Makes another room the next one; false if out of memory.
static bool make_spare(rc__states *states, size_t capacity) {
  rc__room made = no_room;
  if (!rc__array_reserve(&states->allocator, &made.block, &made.capacity, ENTRY_SIZE, capacity)) {
    return false;
  }
  give_back(states, states->spare);
  states->spare = made;
  if (capacity > RC__STATES_KEPT) return true;
  if (states->home.block != states->room.block) release(&states->allocator, states->home);
  states->home = made;
  return true;
}

/// Where one state or change ends and the next begins: at joints, at old runs, and where ranges
/// begin and end. Without slack the runs that this leaves are no more than joints and old runs, so
/// that the next update needs no more; with slack there may be as many more as there are cuts, and
/// the next update may be one without.
static size_t needed_for(const rc__states *states, size_t joint_count, bool has_slack) {
  const size_t cuts = has_slack ? RC__STATES_CUT_MAX + RC__STATES_MORE : RC__STATES_CUT_USUAL;
  return joint_count + states->run_count + cuts + states->keep_joints;
}

static size_t greater(size_t a, size_t b) {
  return a > b ? a : b;
}

/// Prepares to leave a room of which no quarter has been needed of late, if there is memory.
static void shrink_states(rc__states *states) {
  const size_t least = states->least + states->keep_joints;
  const size_t most = greater(greater(states->most, states->former_most), least);
  if (states->spare.block == NULL && states->room.capacity / 4 > most) {
    (void)make_spare(states, 2 * most);
  }
}

bool rc__states_reserve(rc__states *states, size_t joint_count, bool has_slack) {
  const size_t count = needed_for(states, joint_count, has_slack);
  states->most = greater(states->most, count);
  if (states->spare.capacity < count && count <= states->room.capacity) {
    // It would have been a smaller one.
    give_back(states, states->spare);
    states->spare = no_room;
  }
  if (states->room.capacity > RC__STATES_KEPT) shrink_states(states);
  const rc__room *next = states->spare.block != NULL ? &states->spare : &states->room;
  if (count <= next->capacity) return true;
  // Once changes are dropped, no room is spare.
  const bool is_read = rc__states_change_count(states) > 0 || next == &states->spare;
  if (!is_read && states->room.block != states->home.block) return extend(states, count);
  return make_spare(states, greater(count, 2 * states->room.capacity));
}

void rc__states_drop_changes(rc__states *states) {
  states->removed_count = states->left_count = states->shown_count = states->entered_count = 0;
  if (states->spare.block == NULL) return;
  enter_room(states, states->spare);
  states->spare = no_room;
}

void rc__states_note_update(rc__states *states) {
  if (states->room.capacity <= RC__STATES_KEPT) return;
  const size_t most = greater(states->most, states->least + states->keep_joints);
  const size_t needed = greater(most, states->run_count + RC__STATES_MORE + states->keep_joints);
  if (needed <= states->home.capacity) states->spare = states->home;
  states->former_most = states->most;
  states->most = 0;
}

bool rc__states_reserve_cuts(rc__states *states, size_t joint_count, size_t cut_count) {
  const size_t cuts = 2 * (cut_count + states->keep_joints + 2);
  return rc__states_reserve(states, joint_count + cut_count, true) &&
         rc__array_reserve(&states->allocator, &states->cuts, &states->cut_capacity,
                           sizeof *states->cuts, cuts);
}

// == life ==

rc_status rc__states_create(const rc_allocator *allocator, rc__states **out_states) {
  rc__states *states = rc__allocate(allocator, sizeof *states);
  if (states == NULL) return RC_STATUS_NO_MEMORY;
  *states = (rc__states){.allocator = *allocator};
  // For the runs that an update without slack leaves, and what the next one needs.
  if (!rc__states_reserve(states, RC__STATES_RUN_MAX + 2 * RC__STATES_PIN_JOINTS, false)) {
    rc__states_destroy(states);
    return RC_STATUS_NO_MEMORY;
  }
  rc__states_drop_changes(states);
  *out_states = states;
  return RC_STATUS_OK;
}

void rc__states_destroy(rc__states *states) {
  if (states == NULL) return;
  rc_allocator own = states->allocator;
  give_back(states, states->spare);
  give_back(states, states->room);
  release(&own, states->home);
  rc__deallocate(&own, states->cuts, states->cut_capacity * sizeof *states->cuts);
  rc__deallocate(&own, states, sizeof *states);
}

// == queries ==

size_t rc__states_find(const rc__states *states, int64_t index) {
  size_t lower = 0, upper = states->run_count;
  while (upper - lower > 1) {
    size_t middle = lower + (upper - lower) / 2;
    if (states->runs[middle].lower <= index) {
      lower = middle;
    } else {
      upper = middle;
    }
  }
  return lower;
}

rc_state rc__states_get(const rc__states *states, const rc__origins *origins, int64_t index) {
  const rc__stretch stretch = rc__origins_stretch(origins, index);
  if (!rc__origins_is_old(origins, &stretch)) return RC_STATE_MEASURE_LAYOUT;
  const int64_t seen = stretch.seen + (index - stretch.lower);
  return states->runs[rc__states_find(states, seen)].state;
}

_Static_assert(RC_ITEM_COUNT_MAX <= SIZE_MAX, "the states of all items must fit in an array");

/// Copies the states that items lower ..< upper of the last update had then.
static void copy_runs(const rc__states *states, int64_t lower, int64_t upper,
                      rc_state *out_states) {
  for (size_t run = rc__states_find(states, lower); lower < upper; run++) {
    const int64_t end = rc__at_most(rc__run_upper(states, run), upper);
    rc__fill_bytes(out_states, states->runs[run].state, (size_t)(end - lower));
    out_states += end - lower;
    lower = end;
  }
}

void rc__states_copy(const rc__states *states, const rc__origins *origins, int64_t lower,
                     int64_t upper, rc_state *out_states) {
  RC_ASSERT(0 <= lower && lower <= upper && upper <= origins->count);
  while (lower < upper) {
    const rc__stretch part = rc__origins_part(origins, lower, upper);
    if (rc__origins_is_old(origins, &part)) {
      copy_runs(states, part.seen, part.seen + part.count, out_states);
    } else {
      rc__fill_bytes(out_states, RC_STATE_MEASURE_LAYOUT, (size_t)part.count);
    }
    out_states += part.count;
    lower += part.count;
  }
}

// == invariants ==

static const char *find_violation_in_runs(const rc__states *states) {
  if ((states->count == 0) != (states->run_count == 0)) return "runs of states without items";
  if (states->run_count > 0 && states->runs[0].lower != 0) return "no run of states at 0";
  for (size_t i = 0; i < states->run_count; i++) {
    const rc__run *run = &states->runs[i];
    if (rc__run_upper(states, i) <= run->lower) {
      return "a run of states is empty, or runs do not ascend";
    }
    if ((run->state & RC_STATE_MEASURE_LAYOUT) == 0) return "a state without MEASURE_LAYOUT";
    if (i > 0 && run->state == run[-1].state) return "adjacent runs of states not merged";
  }
  return NULL;
}

static const char *find_violation_in_memory(const rc__states *states, const rc__origins *origins) {
  if (states->room.capacity < states->run_count) return "capacity for runs of states too small";
  if (rc__states_change_count(states) > states->room.capacity) return "more changes than capacity";
  if (!origins->is_edited) return NULL;
  const size_t needed = needed_for(states, rc__origins_joint_count(origins), false);
  if (states->room.capacity < needed) return "capacity for the next update too small";
  return rc__states_change_count(states) == 0 ? NULL : "changes after an edit";
}

const char *rc__states_find_violation(const rc__states *states, const rc__origins *origins) {
  if (states->count != origins->seen_count) return "count of states is not the last update's";
  const char *reason = find_violation_in_memory(states, origins);
  return reason != NULL ? reason : find_violation_in_runs(states);
}
