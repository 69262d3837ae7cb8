// States: creation, queries and invariants.

#include "states.h"

rc_status rc__states_create(const rc_allocator *allocator, rc__states **out_states) {
  rc__states *states = rc__allocate(allocator, sizeof *states);
  if (states == NULL) return RC_STATUS_NO_MEMORY;
  *states = (rc__states){.allocator = *allocator};
  // For the runs that an update without slack leaves, and an edit.
  if (!rc__states_reserve(states, RC__STATES_RUN_MAX + RC__ORIGINS_SEAMS, false)) {
    rc__states_destroy(states);
    return RC_STATUS_NO_MEMORY;
  }
  *out_states = states;
  return RC_STATUS_OK;
}

void rc__states_destroy(rc__states *states) {
  if (states == NULL) return;
  rc_allocator own = states->allocator;
  rc__deallocate(&own, states->runs, states->run_capacity * sizeof *states->runs);
  rc__deallocate(&own, states->next_runs, states->next_capacity * sizeof *states->next_runs);
  rc__deallocate(&own, states->changes, states->change_capacity * sizeof *states->changes);
  rc__deallocate(&own, states->spare, states->spare_capacity * sizeof *states->spare);
  rc__deallocate(&own, states->scratch, states->scratch_capacity * sizeof *states->scratch);
  rc__deallocate(&own, states, sizeof *states);
}

// == memory ==

static bool reserve_runs(const rc__states *states, rc__run **runs, size_t *capacity, size_t count) {
  void *array = *runs;
  bool is_reserved = rc__array_reserve(&states->allocator, &array, capacity, sizeof **runs, count);
  *runs = array;
  return is_reserved;
}

static bool reserve_scratch(rc__states *states, size_t count) {
  void *scratch = states->scratch;
  bool is_reserved = rc__array_reserve(&states->allocator, &scratch, &states->scratch_capacity,
                                       sizeof *states->scratch, count);
  states->scratch = scratch;
  return is_reserved;
}

static bool reserve_changes(rc__states *states, size_t count) {
  if (count <= states->change_capacity) return true;
  if (count < 2 * states->change_capacity) count = 2 * states->change_capacity;
  void *spare = states->spare;
  bool is_reserved = rc__array_reserve(&states->allocator, &spare, &states->spare_capacity,
                                       sizeof *states->spare, count);
  states->spare = spare;
  return is_reserved;
}

/// Where one state or change ends and the next begins: at seams, at old runs, and where ranges
/// begin and end. Without slack the runs that this leaves are no more than seams and old runs, so
/// that the next update needs no more.
static size_t needed_for(const rc__states *states, size_t seam_count, bool has_slack) {
  const size_t cuts = has_slack ? RC__STATES_CUT_MAX : RC__STATES_CUT_USUAL;
  return seam_count + states->run_count + cuts;
}

bool rc__states_reserve(rc__states *states, size_t seam_count, bool has_slack) {
  const size_t count = needed_for(states, seam_count, has_slack);
  if (count <= states->reserved) return true;
  if (!reserve_runs(states, &states->runs, &states->run_capacity, count) ||
      !reserve_runs(states, &states->next_runs, &states->next_capacity, count) ||
      !reserve_scratch(states, count) || !reserve_changes(states, count)) {
    return false;
  }
  states->reserved = count;
  return true;
}

void rc__states_drop_changes(rc__states *states) {
  states->removed_count = states->left_count = states->shown_count = states->entered_count = 0;
  if (states->spare == NULL) return;
  rc__deallocate(&states->allocator, states->changes,
                 states->change_capacity * sizeof *states->changes);
  states->changes = states->spare;
  states->change_capacity = states->spare_capacity;
  states->spare = NULL;
  states->spare_capacity = 0;
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
  if (states->run_capacity < states->reserved || states->next_capacity < states->reserved ||
      states->scratch_capacity < states->reserved) {
    return "capacity for states too small";
  }
  if (states->reserved < states->run_count) return "capacity for runs of states too small";
  if (rc__states_change_count(states) > states->change_capacity) {
    return "more changes than capacity";
  }
  if (!origins->is_edited) return NULL;
  const size_t needed = needed_for(states, rc__origins_seam_count(origins), false);
  if (states->reserved < needed) return "capacity for the next update too small";
  return rc__states_change_count(states) == 0 ? NULL : "changes after an edit";
}

const char *rc__states_find_violation(const rc__states *states, const rc__origins *origins) {
  if (states->count != origins->seen_count) return "count of states is not the last update's";
  const char *reason = find_violation_in_memory(states, origins);
  return reason != NULL ? reason : find_violation_in_runs(states);
}
