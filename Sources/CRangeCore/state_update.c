// The update of states: one walk over the old runs and the ends of the ranges writes the new runs
// and lists what changed.

#include "states.h"

// Where bits begin or end: those of `items` are had from here on, or no longer; so for `keep`.
typedef struct cut {
  int64_t at;
  rc_state items;
  rc_state keep;
} cut;

typedef struct cut_list {
  cut all[RC__STATES_CUT_COUNT];
  size_t count;
} cut_list;

// There are six cuts in a usual list and 28 at most: insertion beats any cleverer sort.
static void add_cut(cut_list *cuts, cut added) {
  size_t place = cuts->count++;
  for (; place > 0 && cuts->all[place - 1].at > added.at; place--) {
    cuts->all[place] = cuts->all[place - 1];
  }
  cuts->all[place] = added;
}

static void add_interval(cut_list *cuts, rc_interval interval, rc_interval list, rc_state items,
                         rc_state keep) {
  rc_interval within = rc_interval_intersection(interval, list);
  if (rc_interval_is_empty(within)) return;
  add_cut(cuts, (cut){within.lower, items, keep});
  add_cut(cuts, (cut){within.upper, items, keep});
}

static cut_list cuts_of(const rc_state_ranges *ranges, int64_t count) {
  cut_list cuts;
  cuts.count = 0;
  const rc_interval list = {0, count};
  for (unsigned n = 1; n < 8; n++) {
    const rc_state_range *range = &ranges->bits[n];
    const rc_state bit = (rc_state)(1u << n);
    add_interval(&cuts, range->items, list, bit, 0);
    bool slack = range->keep.lower != range->items.lower || range->keep.upper != range->items.upper;
    if (slack) add_interval(&cuts, range->keep, list, 0, bit);
  }
  return cuts;
}

static void add_run(rc_states *states, int64_t lower, rc_state state) {
  size_t count = states->run_count;
  if (count > 0 && states->runs[count - 1].state == state) return;
  int64_t origin = state > RC_STATE_MEASURE_LAYOUT ? lower : 0;
  states->runs[states->run_count++] = (rc__run){lower, origin, state};
}

// Adds a change to the end of `changes`, or to the change that is there; returns the new count.
static size_t add_change(rc_change *changes, size_t count, rc_change added) {
  rc_change *last = count > 0 ? &changes[count - 1] : NULL;
  if (last != NULL && last->upper == added.lower && last->before == added.before &&
      last->after == added.after) {
    last->upper = added.upper;
    return count;
  }
  changes[count] = added;
  return count + 1;
}

// Writes the new runs, puts the changes in ascending order into the scratch, and counts them.
static size_t walk(rc_states *states, const cut_list *cuts) {
  // The old runs move out of the way of the new ones, which are written from the front: at the old
  // run i at most i + 1 + 28 new ones were written.
  rc__run *old = states->runs + RC__STATES_UPDATE_ROOM;
  size_t old_count = states->run_count, run = 0, next = 0, change_count = 0;
  rc__move_bytes(old, states->runs, old_count * sizeof *old);
  states->run_count = 0;
  rc_state items = RC_STATE_MEASURE_LAYOUT, keep = 0;
  for (int64_t lower = 0, upper; lower < states->count; lower = upper) {
    for (; next < cuts->count && cuts->all[next].at <= lower; next++) {
      items ^= cuts->all[next].items;
      keep ^= cuts->all[next].keep;
    }
    const rc_state before = old[run].state, after = (rc_state)(items | (before & keep));
    upper = run + 1 < old_count ? old[run + 1].lower : states->count;
    if (next < cuts->count && cuts->all[next].at < upper) {
      upper = cuts->all[next].at;
    } else {
      run++;
    }
    add_run(states, lower, after);
    if ((before | RC_STATE_MEASURE_LAYOUT) == after) continue;
    rc_change change = {.lower = lower, .upper = upper, .before = before, .after = after};
    change_count = add_change(states->scratch, change_count, change);
  }
  return change_count;
}

static void sift(rc_change *heap, size_t place, size_t count) {
  rc_change sifted = heap[place];
  for (;;) {
    size_t child = 2 * place + 1;
    if (child >= count) break;
    if (child + 1 < count && heap[child].lower < heap[child + 1].lower) child++;
    if (heap[child].lower <= sifted.lower) break;
    heap[place] = heap[child];
    place = child;
  }
  heap[place] = sifted;
}

static void heap_sort(rc_change *changes, size_t count) {
  for (size_t place = count / 2; place > 0; place--) sift(changes, place - 1, count);
  for (size_t end = count; end > 1; end--) {
    rc_change last = changes[end - 1];
    changes[end - 1] = changes[0];
    changes[0] = last;
    sift(changes, 0, end - 1);
  }
}

static bool is_sorted(const rc_change *changes, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (changes[i].lower < changes[i - 1].lower) return false;
  }
  return true;
}

static void settle_removed(rc_states *states) {
  rc_change *removed = states->changes;
  if (!is_sorted(removed, states->removed_count)) heap_sort(removed, states->removed_count);
  size_t kept = 0;
  for (size_t i = 0; i < states->removed_count; i++) kept = add_change(removed, kept, removed[i]);
  states->removed_count = kept;
}

typedef enum section { LEAVES, IS_SHOWN, ENTERS } section;

static section section_of(const rc_change *change) {
  if ((change->before & ~change->after) != 0) return LEAVES;
  return (change->after & ~change->before & RC_STATE_VISIBLE) != 0 ? IS_SHOWN : ENTERS;
}

// Copies one section's changes from the scratch behind the changes that are there; returns how
// many.
static size_t take(rc_states *states, size_t change_count, section wanted, size_t place) {
  size_t start = place;
  for (size_t i = 0; i < change_count; i++) {
    if (section_of(&states->scratch[i]) == wanted) states->changes[place++] = states->scratch[i];
  }
  return place - start;
}

rc_changes rc__states_changes(const rc_states *states) {
  return (rc_changes){
      .items = states->changes,
      .count = states->removed_count + states->left_count + states->entered_count,
      .removed_count = states->removed_count,
      .left_count = states->left_count,
  };
}

bool rc__states_reserve_update(rc_states *states) {
  size_t run_count = states->run_count + RC__STATES_UPDATE_ROOM;
  return rc__states_make_room(states, run_count, rc__states_waiting(states));
}

rc_status rc_states_update(rc_states *states, const rc_state_ranges *ranges,
                           rc_changes *out_changes) {
  if (states == NULL || ranges == NULL || out_changes == NULL) return RC_STATUS_ARGUMENT;
  if (!rc__states_reserve_update(states)) return RC_STATUS_NO_MEMORY;
  rc__states_begin(states);
  settle_removed(states);
  const cut_list cuts = cuts_of(ranges, states->count);
  size_t change_count = walk(states, &cuts), place = states->removed_count;
  place += states->left_count = take(states, change_count, LEAVES, place);
  place += states->shown_count = take(states, change_count, IS_SHOWN, place);
  states->entered_count = states->shown_count + take(states, change_count, ENTERS, place);
  states->previous_count = states->count;
  states->is_edited = false;
  states->is_ascending = true;
  *out_changes = rc__states_changes(states);
  return RC_STATUS_OK;
}
