// States: creation, queries and invariants.

#include "states.h"

rc_status rc__states_create(const rc_allocator *allocator, rc__states **out_states) {
  rc__states *states = rc__allocate(allocator, sizeof *states);
  if (states == NULL) return RC_STATUS_NO_MEMORY;
  *states = (rc__states){.allocator = *allocator};
  if (!rc__states_reserve(states, RC__STATES_RUN_MAX + RC__STATES_UPDATE_ROOM)) {
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
  rc__deallocate(&own, states->changes, states->change_capacity * sizeof *states->changes);
  rc__deallocate(&own, states->spare, states->spare_capacity * sizeof *states->spare);
  rc__deallocate(&own, states->scratch, states->scratch_capacity * sizeof *states->scratch);
  rc__deallocate(&own, states, sizeof *states);
}

// == memory ==

static bool reserve_runs(rc__states *states, size_t count) {
  void *runs = states->runs;
  bool is_reserved = rc__array_reserve(&states->allocator, &runs, &states->run_capacity,
                                       sizeof *states->runs, count);
  states->runs = runs;
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

bool rc__states_reserve(rc__states *states, size_t run_count) {
  return reserve_runs(states, run_count) && reserve_scratch(states, run_count) &&
         reserve_changes(states, run_count + rc__states_waiting_count(states));
}

static void adopt_spare(rc__states *states) {
  rc__copy_bytes(states->spare, states->changes, states->removed_count * sizeof *states->changes);
  rc__deallocate(&states->allocator, states->changes,
                 states->change_capacity * sizeof *states->changes);
  states->changes = states->spare;
  states->change_capacity = states->spare_capacity;
  states->spare = NULL;
  states->spare_capacity = 0;
}

void rc__states_drop_changes(rc__states *states) {
  states->removed_count = rc__states_waiting_count(states);
  if (states->spare != NULL) adopt_spare(states);
}

size_t rc__changes_merge_last(rc_change *changes, size_t count) {
  if (count < 2) return count;
  rc_change *former = &changes[count - 2];
  const rc_change *last = &changes[count - 1];
  if (former->before != last->before || former->after != last->after) return count;
  if (former->upper == last->lower) {
    former->upper = last->upper;
    return count - 1;
  }
  if (last->upper == former->lower) {
    former->lower = last->lower;
    return count - 1;
  }
  return count;
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

/// As the host sees it: new items have MEASURE_LAYOUT too.
static rc_state state_seen(rc_state state) {
  return (rc_state)(state | RC_STATE_MEASURE_LAYOUT);
}

rc_state rc__states_get(const rc__states *states, int64_t index) {
  RC_ASSERT(0 <= index && index < states->count);
  return state_seen(states->runs[rc__states_find(states, index)].state);
}

_Static_assert(RC_ITEM_COUNT_MAX <= SIZE_MAX, "the states of all items must fit in an array");

void rc__states_copy(const rc__states *states, int64_t lower, int64_t upper, rc_state *out_states) {
  RC_ASSERT(0 <= lower && lower <= upper && upper <= states->count);
  for (size_t run = rc__states_find(states, lower); lower < upper; run++) {
    int64_t end = rc__run_upper(states, run);
    if (end > upper) end = upper;
    const rc_state state = state_seen(states->runs[run].state);
    for (; lower < end; lower++) *out_states++ = state;
  }
}

// == invariants ==

static const char *find_violation_in_run(const rc__states *states, size_t position) {
  const rc__run *run = &states->runs[position];
  const int64_t length = rc__run_upper(states, position) - run->lower;
  if (length <= 0) return "a run of states is empty, or runs do not ascend";
  if (run->state == 0 && !rc__states_are_edited(states)) return "an item is new after an update";
  if (!rc__state_is_listed(run->state)) {
    return run->origin == 0 ? NULL : "origin of a run whose removal is not listed";
  }
  if ((run->state & RC_STATE_MEASURE_LAYOUT) == 0) return "a state without MEASURE_LAYOUT";
  if (run->origin < 0 || run->origin > states->previous_count - length) {
    return "origin of a run out of range";
  }
  return NULL;
}

static bool is_removed_run(const rc__states *states, const rc_change *removed) {
  return 0 <= removed->lower && removed->lower < removed->upper &&
         removed->upper <= states->previous_count && rc__state_is_listed(removed->before);
}

static const char *find_violation_in_runs(const rc__states *states) {
  if ((states->count == 0) != (states->run_count == 0)) return "runs of states without items";
  if (states->run_count > 0 && states->runs[0].lower != 0) return "no run of states at 0";
  int64_t previous_count = 0;
  for (size_t i = 0; i < states->run_count; i++) {
    const char *reason = find_violation_in_run(states, i);
    if (reason != NULL) return reason;
    const rc__run *run = &states->runs[i];
    if (i > 0 && rc__runs_merge(run - 1, run)) return "adjacent runs of states not merged";
    if (run->state != 0) previous_count += rc__run_upper(states, i) - run->lower;
  }
  for (size_t i = 0; i < rc__states_waiting_count(states); i++) {
    const rc_change *removed = &states->changes[i];
    if (!is_removed_run(states, removed)) return "removed items out of range";
    previous_count += removed->upper - removed->lower;
  }
  return previous_count <= states->previous_count ? NULL : "an item of the last update twice";
}

static const char *find_violation_in_memory(const rc__states *states) {
  const size_t needed = states->run_count;
  if (states->run_capacity < needed || states->scratch_capacity < needed) {
    return "capacity for runs of states too small";
  }
  const size_t waiting = rc__states_waiting_count(states);
  if (states->change_capacity < needed + waiting) return "capacity for changes too small";
  if (rc__states_are_edited(states)) return NULL;
  const size_t listed =
      states->removed_count + states->left_count + states->shown_count + states->entered_count;
  return listed <= states->change_capacity ? NULL : "more changes than capacity";
}

const char *rc__states_find_violation(const rc__states *states) {
  const char *reason = find_violation_in_memory(states);
  if (states->count < 0 || states->count > RC_ITEM_COUNT_MAX)
    reason = "count of states out of range";
  return reason != NULL ? reason : find_violation_in_runs(states);
}
