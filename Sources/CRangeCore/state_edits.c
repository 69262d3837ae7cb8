// Edits of states: runs are cut where an edit begins and ends, then shifted, dropped or rotated
// whole, with their bits and where they came from; what can be one run again becomes one.

#include "states.h"

bool rc__states_reserve(rc_states *states) {
  // A run that is removed waits among the changes, but is no run any more: their sum stays.
  size_t run_count = states->run_count + RC__STATES_EDIT_ROOM + RC__STATES_UPDATE_ROOM;
  return rc__states_make_room(states, run_count, rc__states_waiting(states));
}

// Moves the runs from `position` on up by one, and returns the place that is free then.
static rc__run *make_gap(rc_states *states, size_t position) {
  rc__run *run = states->runs + position;
  rc__move_bytes(run + 1, run, (states->run_count - position) * sizeof *run);
  states->run_count++;
  return run;
}

// Makes a run begin at `index`, and returns its position; the end's for the count.
static size_t cut(rc_states *states, int64_t index) {
  if (index == states->count) return states->run_count;
  size_t position = rc__states_find(states, index);
  const rc__run *run = &states->runs[position];
  if (run->lower == index) return position;
  rc__run rest = {index, 0, run->state};
  if (rc__has_exits(run->state)) rest.origin = run->origin + (index - run->lower);
  *make_gap(states, position + 1) = rest;
  return position + 1;
}

static void shift(rc_states *states, size_t first, size_t end, int64_t by) {
  for (size_t i = first; i < end; i++) states->runs[i].lower += by;
}

static void coalesce(rc_states *states) {
  size_t kept = 0;
  for (size_t i = 0; i < states->run_count; i++) {
    rc__run run = states->runs[i];
    if (kept > 0 && rc__runs_join(&states->runs[kept - 1], &run)) continue;
    states->runs[kept++] = run;
  }
  states->run_count = kept;
}

rc_status rc_states_insert(rc_states *states, int64_t index, int64_t count) {
  if (states == NULL || count < 0) return RC_STATUS_ARGUMENT;
  if (index < 0 || index > states->count) return RC_STATUS_ARGUMENT;
  if (count > RC_ITEM_COUNT_MAX - states->count) return RC_STATUS_LIMIT;
  if (count == 0) return RC_STATUS_OK;
  if (!rc__states_reserve(states)) return RC_STATUS_NO_MEMORY;
  rc__states_begin(states);
  size_t at = cut(states, index);
  *make_gap(states, at) = (rc__run){index, 0, 0};
  states->count += count;
  shift(states, at + 1, states->run_count, count);
  coalesce(states);
  return RC_STATUS_OK;
}

// Removing one by one from either end of a run leaves one piece, not many.
static void note_removed(rc_states *states, const rc__run *run, int64_t length) {
  if (!rc__has_exits(run->state)) return;
  rc_change piece = {.lower = run->origin, .upper = run->origin + length, .before = run->state};
  states->removed_count = rc__add_change(states->changes, states->removed_count, piece);
}

rc_status rc_states_remove(rc_states *states, int64_t lower, int64_t upper) {
  if (states == NULL || lower < 0 || upper < lower || upper > states->count) {
    return RC_STATUS_ARGUMENT;
  }
  if (lower == upper) return RC_STATUS_OK;
  if (!rc__states_reserve(states)) return RC_STATUS_NO_MEMORY;
  rc__states_begin(states);
  size_t first = cut(states, lower), end = cut(states, upper);
  for (size_t i = first; i < end; i++) {
    const rc__run *run = &states->runs[i];
    note_removed(states, run, rc__run_upper(states, i) - run->lower);
  }
  rc__run *gap = states->runs + first;
  rc__move_bytes(gap, states->runs + end, (states->run_count - end) * sizeof *gap);
  states->run_count -= end - first;
  states->count -= upper - lower;
  shift(states, first, states->run_count, lower - upper);
  coalesce(states);
  return RC_STATUS_OK;
}

static void reverse(rc__run *runs, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    rc__run run = runs[i];
    runs[i] = runs[count - 1 - i];
    runs[count - 1 - i] = run;
  }
}

// Exchanges the items first ..< middle with middle ..< last.
static void rotate(rc_states *states, int64_t first, int64_t middle, int64_t last) {
  size_t start = cut(states, first), joint = cut(states, middle), end = cut(states, last);
  shift(states, start, joint, last - middle);
  shift(states, joint, end, first - middle);
  reverse(states->runs + start, joint - start);
  reverse(states->runs + joint, end - joint);
  reverse(states->runs + start, end - start);
  coalesce(states);
}

rc_status rc_states_move(rc_states *states, int64_t lower, int64_t upper, int64_t to) {
  if (states == NULL || lower < 0 || upper < lower || upper > states->count) {
    return RC_STATUS_ARGUMENT;
  }
  if (to < 0 || to > states->count - (upper - lower)) return RC_STATUS_ARGUMENT;
  if (lower == upper || to == lower) return RC_STATUS_OK;
  if (!rc__states_reserve(states)) return RC_STATUS_NO_MEMORY;
  rc__states_begin(states);
  if (to < lower) {
    rotate(states, to, lower, upper);
  } else {
    rotate(states, lower, upper, to + (upper - lower));
  }
  return RC_STATUS_OK;
}
