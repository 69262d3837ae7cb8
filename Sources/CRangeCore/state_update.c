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

// Says whether there are items between two ends, in a list of `count`.
static bool has_items(const int64_t ends[2], int64_t count) {
  return (ends[0] < ends[1]) & (ends[0] < count) & (ends[1] > 0);
}

static void add_interval(cut_list *cuts, const int64_t ends[2], int64_t count, unsigned end) {
  if (!has_items(ends, count)) return;
  add_cut(cuts, ends[0] > 0 ? ends[0] : 0, end);
  add_cut(cuts, ends[1] < count ? ends[1] : count, end | UPPER);
}

static void find_cuts(const rc__states_ranges *ranges, int64_t count, cut_list *out_cuts) {
  out_cuts->count = 0;
  out_cuts->has_slack = false;
  for (unsigned bit = 1; bit < 8; bit++) {
    const int64_t *items = &ranges->ends[2 * ranges->range_of[bit]];
    add_interval(out_cuts, items, count, 2 * bit);
    if (ranges->kept == NULL) continue;
    const int64_t *kept = &ranges->kept[2 * bit];
    if (kept[0] == items[0] && kept[1] == items[1]) continue;
    out_cuts->has_slack = true;
    add_interval(out_cuts, kept, count, 2 * bit | KEPT);
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

// Where each run began at an end of its own, later updates only move these.
static void settle(rc_states *states, const rc__states_ranges *ranges, const cut_list *cuts) {
  rc__settled *settled = &states->settled;
  settled->end_count = 0;
  if (cuts->has_slack || states->run_count != cuts->count + 1) return;
  settled->end_count = (uint8_t)cuts->count;
  settled->bits = 0;
  settled->states[0] = states->runs[0].state;
  settled->run_ends = 0;
  for (size_t i = 1; i < states->run_count; i++) {
    const rc_state below = states->runs[i - 1].state, above = states->runs[i].state;
    settled->bits |= above;
    const unsigned cut = cuts->ends[i - 1];
    const unsigned end = 2u * ranges->range_of[cut / 2] + cut % 2;
    settled->ends[i] = (uint8_t)end;
    settled->runs[end] = (uint8_t)i;
    settled->run_ends |= (uint16_t)(1u << end);
    settled->states[i] = above;
    settled->sections[1][i] = (uint8_t)section_of(above, below);
    settled->sections[0][i] = (uint8_t)section_of(below, above);
  }
  settled->bits &= (rc_state)~RC_STATE_MEASURE_LAYOUT;
}

// Whether the runs may still be the same, each from an end of its own.
static bool may_be_settled(const rc_states *states, const rc__states_ranges *ranges) {
  const rc__settled *settled = &states->settled;
  return settled->end_count != 0 && settled->bits == ranges->bits && ranges->kept == NULL;
}

// Where each run begins now, and after the last one the list's end.
typedef struct lower_list {
  int64_t at[RC__STATES_SETTLED_COUNT + 1];
} lower_list;

static void find_lowers(const rc_states *states, const rc__states_ranges *ranges,
                        lower_list *out_lowers) {
  const rc__settled *settled = &states->settled;
  const size_t count = settled->end_count;
  out_lowers->at[0] = 0;
  for (size_t i = 1; i <= count; i++) out_lowers->at[i] = ranges->ends[settled->ends[i]];
  out_lowers->at[count + 1] = states->count;
}

// Whether a run can begin elsewhere and leave a change of its own behind: its new place is between
// its neighbours', as those stay two runs, and its old one too, so that nobody meets it on the way.
//
//      before  [  1  |  3  |  7  |  15   |  7  | …
//      after   [   1   |  3  | 7 |   15    | 7 | …
//                    ···   ··          ···
static bool can_move(int64_t was, const int64_t *is) {
  return is[-1] < is[0] && is[0] < is[1] && is[-1] <= was && was <= is[1];
}

// Moves a run's beginning and lists the change. Field by field, in place: a copy of what was just
// written in parts would wait for it.
static void move_run(rc__run *run, int64_t is, rc_change *out_change) {
  const int64_t was = run->lower;
  const rc_state above = run->state, below = run[-1].state;
  out_change->lower = is > was ? was : is;
  out_change->upper = is > was ? is : was;
  out_change->distance = 0;
  out_change->before = is > was ? above : below;
  out_change->after = is > was ? below : above;
  rc__zero_bytes(out_change->reserved, sizeof out_change->reserved);
  run->lower = is;
  run->origin = above > RC_STATE_MEASURE_LAYOUT ? is : 0;
}

// As after an update that lists nothing.
static void note_nothing(rc_states *states) {
  states->left_count = states->shown_count = states->entered_count = 0;
}

// Moves one run, the usual case; the others are where they were.
static bool move_one(rc_states *states, const rc__states_ranges *ranges, unsigned end) {
  const rc__settled *settled = &states->settled;
  const unsigned i = settled->runs[end];
  rc__run *run = &states->runs[i];
  const int64_t is = ranges->ends[end];
  if (is <= run[-1].lower || is >= rc__run_upper(states, i)) return false;
  const unsigned section = settled->sections[is > run->lower][i];
  states->left_count = section == LEAVES;
  states->shown_count = section == IS_SHOWN;
  states->entered_count = section != LEAVES;
  move_run(run, is, states->changes);
  return true;
}

// Moves several runs. They are told apart by the section of their items' changes, 16 bits for each,
// and so read off in the order of these.
static RC_NOINLINE bool move_some(rc_states *states, const rc__states_ranges *ranges,
                                  unsigned moved) {
  const rc__settled *settled = &states->settled;
  lower_list lowers;
  find_lowers(states, ranges, &lowers);
  uint64_t moves = 0;
  for (; moved != 0; moved &= moved - 1) {
    const unsigned i = settled->runs[__builtin_ctz(moved)];
    const int64_t was = states->runs[i].lower, is = lowers.at[i];
    if (is == was) continue;
    if (!can_move(was, &lowers.at[i])) return false;
    moves |= (uint64_t)1 << (16 * settled->sections[is > was][i] + i);
  }
  size_t counts[SECTION_COUNT] = {0};
  for (rc_change *change = states->changes; moves != 0; moves &= moves - 1) {
    const unsigned place = (unsigned)__builtin_ctzll(moves), i = place % 16;
    move_run(&states->runs[i], lowers.at[i], change++);
    counts[place / 16]++;
  }
  note_counts(states, counts);
  return true;
}

static bool move_runs(rc_states *states, const rc__states_ranges *ranges) {
  const unsigned moved = ranges->moved & states->settled.run_ends;
  if ((moved & (moved - 1)) != 0) return move_some(states, ranges, moved);
  if (moved != 0) return move_one(states, ranges, (unsigned)__builtin_ctz(moved));
  note_nothing(states);
  return true;
}

// Says whether edits have moved no item into another run than it belongs to: they may have cut runs
// and put new items, which are told nothing, where the others have no state either.
static bool are_in_place(const rc_states *states, const lower_list *lowers) {
  const rc__settled *settled = &states->settled;
  size_t at = 0;
  for (size_t i = 0; i < states->run_count; i++) {
    const rc__run *run = &states->runs[i];
    if (run->lower == lowers->at[at + 1]) at++;
    if ((run->state | RC_STATE_MEASURE_LAYOUT) != settled->states[at]) return false;
  }
  return at == settled->end_count && states->removed_count == 0;
}

static void join_runs(rc_states *states, const lower_list *lowers) {
  const rc__settled *settled = &states->settled;
  states->run_count = settled->end_count + 1u;
  for (size_t i = 0; i < states->run_count; i++) {
    const rc_state state = settled->states[i];
    const int64_t lower = lowers->at[i], origin = state > RC_STATE_MEASURE_LAYOUT ? lower : 0;
    states->runs[i] = (rc__run){lower, origin, state};
  }
}

static RC_NOINLINE bool settle_edits(rc_states *states, const rc__states_ranges *ranges) {
  lower_list lowers;
  find_lowers(states, ranges, &lowers);
  if (!are_in_place(states, &lowers)) return false;
  join_runs(states, &lowers);
  note_nothing(states);
  return true;
}

// Updates runs that stay the same, save for where they begin; false where others are needed.
static bool update_settled(rc_states *states, const rc__states_ranges *ranges, bool was_edited) {
  if (!may_be_settled(states, ranges)) return false;
  return was_edited ? settle_edits(states, ranges) : move_runs(states, ranges);
}

static RC_NOINLINE void walk_runs(rc_states *states, const rc__states_ranges *ranges) {
  cut_list cuts;
  settle_removed(states);
  find_cuts(ranges, states->count, &cuts);
  part(states, walk(states, &cuts));
  settle(states, ranges, &cuts);
}

static void end_update(rc_states *states, rc_changes *out_changes) {
  states->is_edited = false;
  states->is_ascending = true;
  rc__states_list(states, out_changes);
}

void rc__states_update(rc_states *states, const rc__states_ranges *ranges,
                       rc_changes *out_changes) {
  bool was_edited = states->is_edited;
  rc__states_begin(states);
  if (!update_settled(states, ranges, was_edited)) walk_runs(states, ranges);
  states->previous_count = states->count;
  end_update(states, out_changes);
}

void rc__states_update_unchanged(rc_states *states, rc_changes *out_changes) {
  RC_ASSERT(!states->is_edited);
  rc__states_begin(states);
  note_nothing(states);
  end_update(states, out_changes);
}

rc_status rc_states_update(rc_states *states, const rc_state_ranges *ranges,
                           rc_changes *out_changes) {
  if (states == NULL || ranges == NULL || out_changes == NULL) return RC_STATUS_ARGUMENT;
  if (!rc__states_reserve_update(states)) return RC_STATUS_NO_MEMORY;
  static const uint8_t own_range[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int64_t ends[16], kept[16];
  rc_state bits = 0;
  bool has_slack = false;
  for (unsigned n = 0; n < 8; n++) {
    const rc_interval items = ranges->bits[n].items, keep = ranges->bits[n].keep;
    ends[2 * n] = items.lower;
    ends[2 * n + 1] = items.upper;
    kept[2 * n] = keep.lower;
    kept[2 * n + 1] = keep.upper;
    has_slack |= items.lower != keep.lower || items.upper != keep.upper;
    if (n > 0 && has_items(&ends[2 * n], states->count)) bits |= (rc_state)(1u << n);
  }
  const rc__states_ranges by_bit = {ends, own_range, has_slack ? kept : NULL, bits, UINT16_MAX};
  rc__states_update(states, &by_bit, out_changes);
  return RC_STATUS_OK;
}
