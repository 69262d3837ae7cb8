// States: the interface state of every item of a list, as a short sorted sequence of runs.

#include "states.h"

rc_status rc_states_create(const rc_allocator *allocator, rc_states **out_states) {
  rc_allocator own;
  if (out_states == NULL || !rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  rc_states *states = rc__allocate(&own, sizeof *states);
  if (states == NULL) return RC_STATUS_NO_MEMORY;
  *states = (rc_states){.allocator = own};
  if (!rc__states_make_room(states, RC__STATES_SETTLED_COUNT + RC__STATES_UPDATE_ROOM, 0)) {
    rc_states_destroy(states);
    return RC_STATUS_NO_MEMORY;
  }
  *out_states = states;
  return RC_STATUS_OK;
}

void rc_states_destroy(rc_states *states) {
  if (states == NULL) return;
  rc_allocator own = states->allocator;
  rc__deallocate(&own, states->runs, states->run_capacity * sizeof *states->runs);
  rc__deallocate(&own, states->changes, states->change_capacity * sizeof *states->changes);
  rc__deallocate(&own, states->spare, states->spare_capacity * sizeof *states->spare);
  rc__deallocate(&own, states->scratch, states->scratch_capacity * sizeof *states->scratch);
  rc__deallocate(&own, states, sizeof *states);
}

int64_t rc_states_count(const rc_states *states) {
  return states != NULL ? states->count : 0;
}

static bool make_room_for_runs(rc_states *states, size_t count) {
  void *runs = states->runs;
  bool made = rc__array_reserve(&states->allocator, &runs, &states->run_capacity,
                                sizeof *states->runs, count);
  states->runs = runs;
  return made;
}

static bool make_room_in_scratch(rc_states *states, size_t count) {
  void *scratch = states->scratch;
  bool made = rc__array_reserve(&states->allocator, &scratch, &states->scratch_capacity,
                                sizeof *states->scratch, count);
  states->scratch = scratch;
  return made;
}

static bool make_room_for_changes(rc_states *states, size_t count) {
  if (count <= states->change_capacity) return true;
  if (count < 2 * states->change_capacity) count = 2 * states->change_capacity;
  void *spare = states->spare;
  bool made = rc__array_reserve(&states->allocator, &spare, &states->spare_capacity,
                                sizeof *states->spare, count);
  states->spare = spare;
  return made;
}

bool rc__states_make_room(rc_states *states, size_t run_count, size_t removed_count) {
  return make_room_for_runs(states, run_count) && make_room_in_scratch(states, run_count) &&
         make_room_for_changes(states, run_count + removed_count);
}

void rc__states_adopt_spare(rc_states *states) {
  rc__copy_bytes(states->spare, states->changes, states->removed_count * sizeof *states->changes);
  rc__deallocate(&states->allocator, states->changes,
                 states->change_capacity * sizeof *states->changes);
  states->changes = states->spare;
  states->change_capacity = states->spare_capacity;
  states->spare = NULL;
  states->spare_capacity = 0;
}

size_t rc__states_find(const rc_states *states, int64_t index) {
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

static rc_state told(rc_state state) {
  return (rc_state)(state | RC_STATE_MEASURE_LAYOUT);
}

rc_state rc_states_get(const rc_states *states, int64_t index) {
  if (states == NULL || index < 0 || index >= states->count) return 0;
  return told(states->runs[rc__states_find(states, index)].state);
}

_Static_assert(RC_ITEM_COUNT_MAX <= SIZE_MAX, "the states of all items are no array");

rc_status rc_states_copy(const rc_states *states, int64_t lower, int64_t upper,
                         rc_state *out_states) {
  if (states == NULL || out_states == NULL) return RC_STATUS_ARGUMENT;
  if (lower < 0 || upper < lower || upper > states->count) return RC_STATUS_ARGUMENT;
  for (size_t run = rc__states_find(states, lower); lower < upper; run++) {
    int64_t end = rc__run_upper(states, run);
    if (end > upper) end = upper;
    size_t size = (size_t)(end - lower);
    rc__fill_bytes(out_states, told(states->runs[run].state), size);
    out_states += size;
    lower = end;
  }
  return RC_STATUS_OK;
}

// Whether what is promised of one run alone holds; NULL or the reason.
static const char *broken_run(const rc_states *states, size_t position) {
  const rc__run *run = &states->runs[position];
  int64_t upper = rc__run_upper(states, position);
  if (upper <= run->lower) return "a run is empty or the runs do not ascend";
  if (run->state == 0 && !states->is_edited) return "an item is new after an update";
  if (!rc__has_exits(run->state)) {
    return run->origin == 0 ? NULL : "a run that needs no origin has one";
  }
  if ((run->state & RC_STATE_MEASURE_LAYOUT) == 0) return "a run lacks the bit of every item";
  if (run->origin < 0 || run->origin > states->previous_count - (upper - run->lower)) {
    return "a run comes from outside the list";
  }
  return NULL;
}

static const char *broken_runs(const rc_states *states) {
  if ((states->count == 0) != (states->run_count == 0)) return "runs without items";
  if (states->run_count > 0 && states->runs[0].lower != 0) return "the first run is not at 0";
  int64_t old_count = 0;
  for (size_t i = 0; i < states->run_count; i++) {
    const char *reason = broken_run(states, i);
    if (reason != NULL) return reason;
    const rc__run *run = &states->runs[i];
    if (i > 0 && rc__runs_join(run - 1, run)) return "two runs could be one";
    if (run->state != 0) old_count += rc__run_upper(states, i) - run->lower;
  }
  for (size_t i = 0; i < rc__states_waiting(states); i++) {
    const rc_change *removed = &states->changes[i];
    if (removed->lower < 0 || removed->upper <= removed->lower ||
        removed->upper > states->previous_count || !rc__has_exits(removed->before)) {
      return "a removed run is not one";
    }
    old_count += removed->upper - removed->lower;
  }
  return old_count <= states->previous_count ? NULL : "an item is there twice";
}

static const char *broken_room(const rc_states *states) {
  size_t needed = states->run_count;
  if (states->run_capacity < needed || states->scratch_capacity < needed) return "no room for runs";
  if (states->change_capacity < needed + rc__states_waiting(states)) return "no room for changes";
  if (states->is_edited) return NULL;
  size_t listed = states->removed_count + states->left_count + states->entered_count;
  if (listed > states->change_capacity) return "more changes than there is room for";
  return states->shown_count <= states->entered_count ? NULL : "more become visible than enter";
}

rc_status rc_states_validate(const rc_states *states, const char **out_reason) {
  if (states == NULL) return RC_STATUS_ARGUMENT;
  const char *reason = broken_room(states);
  if (states->count < 0 || states->count > RC_ITEM_COUNT_MAX) reason = "the count is impossible";
  if (reason == NULL) reason = broken_runs(states);
  if (out_reason != NULL) *out_reason = reason;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_INVALID;
}
