// Edits of states: runs are cut where an edit begins and ends, then shifted, dropped or rotated
// whole, with their states and origins; adjacent runs are merged again.
//
//     move the items 2 ..< 4 to 5     [ A · · · | B · · · )      runs of 4 and 4 items
//     cut at 2, 4 and 7               [ A · | A · | B · · | B )
//     rotate 2 ..< 7                  [ A · | B · · | A · | B )

#include "states.h"

bool rc__states_reserve_edit(rc__states *states) {
  // A run that is removed waits among the changes, but is no run any more: their sum stays.
  return rc__states_reserve(states,
                            states->run_count + RC__STATES_EDIT_ROOM + RC__STATES_UPDATE_ROOM);
}

static void begin_edit(rc__states *states) {
  rc__states_drop_changes(states);
  states->edit_stamp++;
}

/// Moves the runs from `position` on up by one.
static rc__run *make_gap(rc__states *states, size_t position) {
  RC_ASSERT(states->run_count < states->run_capacity);
  rc__run *run = states->runs + position;
  rc__move_bytes(run + 1, run, (states->run_count - position) * sizeof *run);
  states->run_count++;
  return run;
}

/// Makes a run begin at `index`, and returns its position; the end's for the count.
static size_t cut_run(rc__states *states, int64_t index) {
  if (index == states->count) return states->run_count;
  size_t position = rc__states_find(states, index);
  const rc__run *run = &states->runs[position];
  if (run->lower == index) return position;
  rc__run rest = {index, 0, run->state};
  if (rc__state_is_listed(run->state)) rest.origin = run->origin + (index - run->lower);
  *make_gap(states, position + 1) = rest;
  return position + 1;
}

static void shift_runs(rc__states *states, size_t first, size_t end, int64_t by) {
  for (size_t i = first; i < end; i++) states->runs[i].lower += by;
}

static void merge_runs(rc__states *states) {
  size_t kept = 0;
  for (size_t i = 0; i < states->run_count; i++) {
    rc__run run = states->runs[i];
    if (kept > 0 && rc__runs_merge(&states->runs[kept - 1], &run)) continue;
    states->runs[kept++] = run;
  }
  states->run_count = kept;
}

void rc__states_insert(rc__states *states, int64_t index, int64_t count) {
  RC_ASSERT(0 <= index && index <= states->count && count > 0);
  begin_edit(states);
  size_t at = cut_run(states, index);
  *make_gap(states, at) = (rc__run){index, 0, 0};
  states->count += count;
  shift_runs(states, at + 1, states->run_count, count);
  merge_runs(states);
}

/// Items that are removed one by one, from either end of a run, wait as one change.
static void note_removed(rc__states *states, const rc__run *run, int64_t length) {
  if (!rc__state_is_listed(run->state)) return;
  RC_ASSERT(states->removed_count < states->change_capacity);
  states->changes[states->removed_count] =
      (rc_change){.lower = run->origin, .upper = run->origin + length, .before = run->state};
  states->removed_count = rc__changes_merge_last(states->changes, states->removed_count + 1);
}

void rc__states_remove(rc__states *states, int64_t lower, int64_t upper) {
  RC_ASSERT(0 <= lower && lower < upper && upper <= states->count);
  begin_edit(states);
  size_t first = cut_run(states, lower), end = cut_run(states, upper);
  for (size_t i = first; i < end; i++) {
    const rc__run *run = &states->runs[i];
    note_removed(states, run, rc__run_upper(states, i) - run->lower);
  }
  rc__run *gap = states->runs + first;
  rc__move_bytes(gap, states->runs + end, (states->run_count - end) * sizeof *gap);
  states->run_count -= end - first;
  states->count -= upper - lower;
  shift_runs(states, first, states->run_count, lower - upper);
  merge_runs(states);
}

static void reverse_runs(rc__run *runs, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    rc__run run = runs[i];
    runs[i] = runs[count - 1 - i];
    runs[count - 1 - i] = run;
  }
}

/// Exchanges the items first ..< middle with middle ..< last.
static void rotate_runs(rc__states *states, int64_t first, int64_t middle, int64_t last) {
  size_t start = cut_run(states, first), joint = cut_run(states, middle);
  size_t end = cut_run(states, last);
  shift_runs(states, start, joint, last - middle);
  shift_runs(states, joint, end, first - middle);
  reverse_runs(states->runs + start, joint - start);
  reverse_runs(states->runs + joint, end - joint);
  reverse_runs(states->runs + start, end - start);
  merge_runs(states);
}

void rc__states_move(rc__states *states, int64_t lower, int64_t upper, int64_t to) {
  RC_ASSERT(0 <= lower && lower < upper && upper <= states->count);
  RC_ASSERT(0 <= to && to <= states->count - (upper - lower) && to != lower);
  begin_edit(states);
  if (to < lower) {
    rotate_runs(states, to, lower, upper);
  } else {
    rotate_runs(states, lower, upper, to + (upper - lower));
  }
}
