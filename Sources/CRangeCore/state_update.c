// The update of states that is always right: one walk over the old runs and the ends of the ranges
// writes the new runs and lists what changed. Most updates have a shorter way, in state_move.c.

#include "states.h"

// There are six cuts in a usual list and 28 at most: insertion beats any cleverer sort.
static void add_cut(rc__cut_list *cuts, int64_t at, unsigned end) {
  size_t place = cuts->count++;
  for (; place > 0 && cuts->at[place - 1] > at; place--) {
    cuts->at[place] = cuts->at[place - 1];
    cuts->ends[place] = cuts->ends[place - 1];
  }
  cuts->at[place] = at;
  cuts->ends[place] = (uint8_t)end;
}

// Adds both ends of what a bit has, or keeps, which may be outside of the list.
static void add_interval(rc__cut_list *cuts, int64_t lower, int64_t upper, unsigned end) {
  if (lower >= upper) return;
  add_cut(cuts, lower, end);
  add_cut(cuts, upper, end + 1);
}

static void find_cuts(const rc__states_ranges *ranges, rc__cut_list *out_cuts) {
  out_cuts->count = 0;
  for (unsigned bit = 1; bit < 8; bit++) {
    const uint8_t *ends = &ranges->end_of[2 * bit];
    add_interval(out_cuts, ranges->ends[ends[0]], ranges->ends[ends[1]], 2 * bit);
    if (ranges->kept == NULL) continue;
    const int64_t *kept = &ranges->kept[2 * bit];
    add_interval(out_cuts, kept[0], kept[1], 2 * (bit + RC__STATES_KEPT));
  }
}

static void add_run(rc_states *states, int64_t lower, rc_state state) {
  size_t count = states->run_count;
  if (count > 0 && states->runs[count - 1].state == state) return;
  int64_t origin = rc__has_exits(state) ? lower : 0;
  states->runs[states->run_count++] = (rc__run){lower, origin, state};
}

size_t rc__add_change(rc_change *changes, size_t count, rc_change added) {
  if (count > 0) {
    rc_change *last = &changes[count - 1];
    const bool alike = last->before == added.before && last->after == added.after;
    if (alike && last->upper == added.lower) {
      last->upper = added.upper;
      return count;
    }
    if (alike && added.upper == last->lower) {
      last->lower = added.lower;
      return count;
    }
  }
  changes[count] = added;
  return count + 1;
}

// Writes the new runs, puts the changes in ascending order into the scratch, and counts them.
static size_t walk(rc_states *states, const rc__cut_list *cuts) {
  // The old runs move out of the way of the new ones, which are written from the front: at the old
  // run i at most i + 1 + 28 new ones were written.
  rc__run *old = states->runs + RC__STATES_UPDATE_ROOM;
  size_t old_count = states->run_count, run = 0, next = 0, change_count = 0;
  rc__move_bytes(old, states->runs, old_count * sizeof *old);
  states->run_count = 0;
  // What is had from here on, and above that what is kept.
  unsigned bits = RC_STATE_MEASURE_LAYOUT;
  for (int64_t lower = 0, upper; lower < states->count; lower = upper) {
    for (; next < cuts->count && cuts->at[next] <= lower; next++) {
      bits ^= 1u << cuts->ends[next] / 2;
    }
    const rc_state before = old[run].state;
    const rc_state after = (rc_state)(bits | (before & bits >> RC__STATES_KEPT));
    upper = run + 1 < old_count ? old[run + 1].lower : states->count;
    if (next < cuts->count && cuts->at[next] < upper) {
      upper = cuts->at[next];
    } else {
      run++;
    }
    add_run(states, lower, after);
    if ((before | RC_STATE_MEASURE_LAYOUT) == after) continue;
    rc_change change = {.lower = lower, .upper = upper, .before = before, .after = after};
    change_count = rc__add_change(states->scratch, change_count, change);
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
  for (size_t place = count; place > 0;) sift(changes, --place, count);
  for (size_t end = count; end > 0;) {
    end--;
    rc_change last = changes[end];
    changes[end] = changes[0];
    changes[0] = last;
    sift(changes, 0, end);
  }
}

static void settle_removed(rc_states *states) {
  rc_change *removed = states->changes;
  heap_sort(removed, states->removed_count);
  size_t kept = 0;
  for (size_t i = 0; i < states->removed_count; i++) {
    kept = rc__add_change(removed, kept, removed[i]);
  }
  states->removed_count = kept;
}

// Copies the changes from the scratch behind the removed ones, section by section.
static void part_changes(rc_states *states, size_t change_count) {
  size_t counts[RC__SECTION_COUNT] = {0};
  for (size_t i = 0; i < change_count; i++) {
    counts[rc__section_of(states->scratch[i].before, states->scratch[i].after)]++;
  }
  size_t places[RC__SECTION_COUNT];
  places[RC__LEAVES] = states->removed_count;
  places[RC__IS_SHOWN] = places[RC__LEAVES] + counts[RC__LEAVES];
  places[RC__ENTERS] = places[RC__IS_SHOWN] + counts[RC__IS_SHOWN];
  for (size_t i = 0; i < change_count; i++) {
    const rc_change *change = &states->scratch[i];
    states->changes[places[rc__section_of(change->before, change->after)]++] = *change;
  }
  rc__states_note_counts(states, counts[RC__LEAVES], counts[RC__IS_SHOWN], counts[RC__ENTERS]);
}

void rc__states_walk(rc_states *states, const rc__states_ranges *ranges) {
  rc__cut_list cuts;
  settle_removed(states);
  find_cuts(ranges, &cuts);
  part_changes(states, walk(states, &cuts));
  if (ranges->kept == NULL && states->count > 0)
    rc__states_settle(states, ranges, &cuts);
  else
    rc__states_unsettle(states);
}

rc_status rc_states_update(rc_states *states, const rc_state_ranges *ranges,
                           rc_changes *out_changes) {
  if (states == NULL || ranges == NULL || out_changes == NULL) return RC_STATUS_ARGUMENT;
  if (!rc__states_reserve_update(states)) return RC_STATUS_NO_MEMORY;
  // Bit n's ends are 2 n and the next; for an empty range, twice the same.
  int64_t ends[16], kept[16];
  uint8_t end_of[16];
  rc_state bits = 0;
  bool has_slack = false;
  for (unsigned bit = 1; bit < 8; bit++) {
    const rc_interval items = ranges->bits[bit].items, keep = ranges->bits[bit].keep;
    const unsigned end = 2 * bit, has_items = !rc__interval_is_empty(items);
    ends[end] = items.lower;
    ends[end + 1] = items.upper;
    kept[end] = keep.lower;
    kept[end + 1] = keep.upper;
    has_slack |= items.lower != keep.lower || items.upper != keep.upper;
    bits |= (rc_state)(has_items << bit);
    end_of[end] = (uint8_t)end;
    end_of[end + 1] = (uint8_t)(end + has_items);
  }
  if (bits != states->settled.bits) rc__states_unsettle(states);
  const rc__states_ranges by_end = {ends, end_of, has_slack ? kept : NULL, UINT16_MAX};
  rc__states_update(states, &by_end, out_changes);
  return RC_STATUS_OK;
}
