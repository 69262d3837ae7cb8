// The update of states: one walk over the old runs and the ends of the ranges writes the new runs
// and lists what changed.

#include "states.h"

// An end of a range: bit n's lower one is 2 n, its upper one the next; so for what it keeps, KEPT
// further.
enum { UPPER = 1, KEPT = 16 };

// The ends of all ranges, ascending: there bits are had from, or no longer.
typedef struct cut_list {
  size_t count;
  bool has_slack;
  int64_t at[RC__STATES_CUT_COUNT];
  uint8_t ends[RC__STATES_CUT_COUNT];
} cut_list;

// There are six cuts in a usual list and 28 at most: insertion beats any cleverer sort.
static void add_cut(cut_list *cuts, int64_t at, unsigned end) {
  size_t place = cuts->count++;
  for (; place > 0 && cuts->at[place - 1] > at; place--) {
    cuts->at[place] = cuts->at[place - 1];
    cuts->ends[place] = cuts->ends[place - 1];
  }
  cuts->at[place] = at;
  cuts->ends[place] = (uint8_t)end;
}

static void add_interval(cut_list *cuts, const rc_interval *interval, int64_t count, unsigned end) {
  int64_t lower = interval->lower > 0 ? interval->lower : 0;
  int64_t upper = interval->upper < count ? interval->upper : count;
  if (lower >= upper) return;
  add_cut(cuts, lower, end);
  add_cut(cuts, upper, end | UPPER);
}

static void find_cuts(const rc__states_ranges *ranges, int64_t count, cut_list *out_cuts) {
  out_cuts->count = 0;
  out_cuts->has_slack = false;
  for (unsigned n = 1; n < 8; n++) {
    const rc_interval *items = ranges->items[n], *keep = ranges->keep[n];
    add_interval(out_cuts, items, count, 2 * n);
    if (keep == items) continue;
    out_cuts->has_slack = true;
    add_interval(out_cuts, keep, count, 2 * n | KEPT);
  }
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
    for (; next < cuts->count && cuts->at[next] <= lower; next++) {
      const unsigned end = cuts->ends[next];
      const rc_state bit = (rc_state)(1u << (end % KEPT / 2));
      if (end < KEPT)
        items ^= bit;
      else
        keep ^= bit;
    }
    const rc_state before = old[run].state, after = (rc_state)(items | (before & keep));
    upper = run + 1 < old_count ? old[run + 1].lower : states->count;
    if (next < cuts->count && cuts->at[next] < upper) {
      upper = cuts->at[next];
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

// The sections of the changes that are not of removed items.
enum { LEAVES, IS_SHOWN, ENTERS, SECTION_COUNT };

static unsigned section_of(rc_state before, rc_state after) {
  const bool loses = (before & ~after) != 0,
             wins_visible = (after & ~before & RC_STATE_VISIBLE) != 0;
  const unsigned entering = wins_visible ? IS_SHOWN : ENTERS;
  return loses ? LEAVES : entering;
}

static void note_counts(rc_states *states, const size_t counts[SECTION_COUNT]) {
  states->left_count = counts[LEAVES];
  states->shown_count = counts[IS_SHOWN];
  states->entered_count = counts[IS_SHOWN] + counts[ENTERS];
}

// Copies the changes from the scratch behind the removed ones, section by section.
static void part(rc_states *states, size_t change_count) {
  size_t counts[SECTION_COUNT] = {0};
  for (size_t i = 0; i < change_count; i++) {
    counts[section_of(states->scratch[i].before, states->scratch[i].after)]++;
  }
  size_t places[SECTION_COUNT];
  places[LEAVES] = states->removed_count;
  places[IS_SHOWN] = places[LEAVES] + counts[LEAVES];
  places[ENTERS] = places[IS_SHOWN] + counts[IS_SHOWN];
  for (size_t i = 0; i < change_count; i++) {
    const rc_change *change = &states->scratch[i];
    states->changes[places[section_of(change->before, change->after)]++] = *change;
  }
  note_counts(states, counts);
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
  size_t waiting = rc__states_waiting(states);
  bool has_room = run_count <= states->run_capacity && run_count <= states->scratch_capacity &&
                  run_count + waiting <= states->change_capacity;
  return has_room || rc__states_make_room(states, run_count, waiting);
}

// Which bits are had somewhere in the list.
static rc_state bits_of(const rc__states_ranges *ranges, int64_t count) {
  unsigned bits = 0;
  for (unsigned n = 1; n < 8; n++) {
    const int64_t lower = ranges->items[n]->lower, upper = ranges->items[n]->upper;
    bits |= (unsigned)((lower < upper) & (lower < count) & (upper > 0)) << n;
  }
  return (rc_state)bits;
}

// Where each run began at an end of its own, a scroll only moves these.
static void remember_ends(rc_states *states, const rc__states_ranges *ranges,
                          const cut_list *cuts) {
  states->end_count = 0;
  if (cuts->has_slack || states->run_count != cuts->count + 1) return;
  states->bits = bits_of(ranges, states->count);
  states->end_count = (uint8_t)cuts->count;
  rc__copy_bytes(states->ends, cuts->ends, cuts->count);
}

static bool keeps_more(const rc__states_ranges *ranges) {
  bool more = false;
  for (unsigned n = 1; n < 8; n++) more |= ranges->keep[n] != ranges->items[n];
  return more;
}

// Finds where the same runs begin now; false where they are others. None may meet another's old
// place or new one on its way, so that each leaves a change of its own behind:
//
//      before  [  1  |  3  |  7  |  15   |  7  | …
//      after   [   1   |  3  | 7 |   15    | 7 | …
//                    ···   ··          ···
static bool find_lowers(const rc_states *states, const rc__states_ranges *ranges,
                        int64_t out_lowers[RC__STATES_SETTLED_COUNT]) {
  if (states->end_count == 0 || states->bits != bits_of(ranges, states->count) ||
      keeps_more(ranges)) {
    return false;
  }
  const rc__run *runs = states->runs;
  bool fits = true;
  int64_t last = out_lowers[0] = 0;
  for (size_t i = 1; i <= states->end_count; i++) {
    const unsigned end = states->ends[i - 1];
    const rc_interval *items = ranges->items[end / 2];
    const int64_t lower = (end & UPPER) != 0 ? items->upper : items->lower;
    fits &= lower > last && lower >= runs[i - 1].lower && runs[i].lower >= last;
    out_lowers[i] = last = lower;
  }
  return fits && last < states->count;
}

// Moves the runs and lists the changes. Which runs move cannot be foreseen: so each is noted, and
// the next one over it where it did not. Changes are written where they belong, for to copy what
// was just written in parts would wait for it.
static void move_runs(rc_states *states, int64_t *lowers) {
  uint8_t moved[RC__STATES_SETTLED_COUNT], sections[RC__STATES_SETTLED_COUNT];
  size_t moved_count = 0, counts[SECTION_COUNT] = {0};
  for (size_t i = 1; i < states->run_count; i++) {
    rc__run *run = &states->runs[i];
    const int64_t was = run->lower, is = lowers[i];
    const rc_state above = run->state, below = run[-1].state;
    const unsigned section = is > was ? section_of(above, below) : section_of(below, above);
    moved[moved_count] = (uint8_t)i;
    sections[moved_count] = (uint8_t)section;
    counts[section] += is != was;
    moved_count += is != was;
    run->lower = is;
    run->origin = above > RC_STATE_MEASURE_LAYOUT ? is : 0;
    lowers[i] = was;
  }
  size_t places[SECTION_COUNT] = {0, counts[LEAVES], counts[LEAVES] + counts[IS_SHOWN]};
  for (size_t i = 0; i < moved_count; i++) {
    const rc__run *run = &states->runs[moved[i]];
    const int64_t was = lowers[moved[i]], is = run->lower;
    const rc_state above = run->state, below = run[-1].state;
    states->changes[places[sections[i]]++] = (rc_change){
        .lower = is > was ? was : is,
        .upper = is > was ? is : was,
        .before = is > was ? above : below,
        .after = is > was ? below : above,
    };
  }
  note_counts(states, counts);
}

static void move_or_walk(rc_states *states, const rc__states_ranges *ranges, bool was_edited) {
  int64_t lowers[RC__STATES_SETTLED_COUNT];
  if (!was_edited && find_lowers(states, ranges, lowers)) {
    move_runs(states, lowers);
    return;
  }
  cut_list cuts;
  find_cuts(ranges, states->count, &cuts);
  part(states, walk(states, &cuts));
  remember_ends(states, ranges, &cuts);
}

static void end_update(rc_states *states, rc_changes *out_changes) {
  states->is_edited = false;
  states->is_ascending = true;
  *out_changes = rc__states_changes(states);
}

void rc__states_update(rc_states *states, const rc__states_ranges *ranges,
                       rc_changes *out_changes) {
  bool was_edited = states->is_edited;
  rc__states_begin(states);
  settle_removed(states);
  move_or_walk(states, ranges, was_edited);
  states->previous_count = states->count;
  end_update(states, out_changes);
}

void rc__states_update_unchanged(rc_states *states, rc_changes *out_changes) {
  RC_ASSERT(!states->is_edited);
  rc__states_begin(states);
  states->left_count = states->shown_count = states->entered_count = 0;
  end_update(states, out_changes);
}

rc_status rc_states_update(rc_states *states, const rc_state_ranges *ranges,
                           rc_changes *out_changes) {
  if (states == NULL || ranges == NULL || out_changes == NULL) return RC_STATUS_ARGUMENT;
  if (!rc__states_reserve_update(states)) return RC_STATUS_NO_MEMORY;
  rc__states_ranges in_place;
  for (int n = 0; n < 8; n++) {
    const rc_interval *items = &ranges->bits[n].items, *keep = &ranges->bits[n].keep;
    bool has_slack = keep->lower != items->lower || keep->upper != items->upper;
    in_place.items[n] = items;
    in_place.keep[n] = has_slack ? keep : items;
  }
  rc__states_update(states, &in_place, out_changes);
  return RC_STATUS_OK;
}
