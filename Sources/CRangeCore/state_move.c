// The update of states that most are: the runs stay, and those of them whose ends moved begin
// elsewhere, which leaves a change behind.
//
//      before  [  1  |  3  |  7  |  15   |  7  | …
//      after   [   1   |  3  | 7 |   15    | 7 | …
//                    ···   ··          ···

#include "states.h"

// == what an update leaves to the next ones ==

// Sums of moves count them above the bits that tell them apart: five bits for each section.
enum { COUNT_SHIFT = 16 * RC__SECTION_COUNT, COUNT_WIDTH = 5, COUNT_MASK = 31 };

static uint64_t move_of(unsigned run, unsigned section) {
  return (uint64_t)1 << (16 * section + run) | (uint64_t)1 << (COUNT_SHIFT + COUNT_WIDTH * section);
}

static size_t count_in(uint64_t moves, unsigned section) {
  return (size_t)(moves >> (COUNT_SHIFT + COUNT_WIDTH * section) & COUNT_MASK);
}

static void settle_run(rc__settled *settled, const rc__run *run, unsigned i, unsigned end) {
  const rc_state below = run[-1].state, above = run->state;
  settled->alone |= (uint16_t)(1u << end);
  settled->runs[end] = (uint8_t)i;
  settled->ends[i] = (uint8_t)end;
  settled->states[i] = above;
  settled->moves[i][0] = move_of(i, rc__section_of(below, above));
  settled->moves[i][1] = move_of(i, rc__section_of(above, below));
}

// An interval that is empty now need not stay so: while it is, neither of its ends can move alone.
static void note_used(rc_states *states, const rc__states_ranges *ranges) {
  rc__settled *settled = &states->settled;
  for (unsigned bit = 1; bit < 8; bit++) {
    const uint8_t *ends = &ranges->end_of[2 * bit];
    if (ends[0] == ends[1]) continue;
    const unsigned both = 1u << ends[0] | 1u << ends[1];
    settled->used |= (uint16_t)both;
    if ((settled->bits >> bit & 1) == 0) settled->alone &= (uint16_t)~both;
  }
}

void rc__states_settle(rc_states *states, const rc__states_ranges *ranges,
                       const rc__cut_list *cuts) {
  rc__settled *settled = &states->settled;
  *settled = (rc__settled){.holds = true};
  settled->states[0] = states->runs[0].state;
  unsigned run = 0;
  for (size_t i = 0; i < cuts->count;) {
    const int64_t at = cuts->at[i];
    const unsigned end = ranges->end_of[cuts->ends[i]];
    bool is_alone = at > 0 && at < states->count;
    // Where bits change there is a run: no bit is both had from here and no longer.
    run += is_alone;
    RC_ASSERT(!is_alone || states->runs[run].lower == at);
    for (; i < cuts->count && cuts->at[i] == at; i++) {
      settled->bits |= (rc_state)(1u << cuts->ends[i] / 2);
      is_alone = is_alone && ranges->end_of[cuts->ends[i]] == end;
    }
    if (is_alone) settle_run(settled, &states->runs[run], run, end);
  }
  note_used(states, ranges);
}

// == after edits ==

// Where each run begins; past the last one 0, where no other run does.
typedef struct lower_list {
  int64_t at[RC__STATES_SETTLED_COUNT + 1];
} lower_list;

// Says whether edits have moved no item into another run than it belongs to: they may have cut runs
// and put new items, which are told nothing, where the others have no state either.
static bool are_in_place(const rc_states *states, const lower_list *lowers, size_t count) {
  const rc__settled *settled = &states->settled;
  size_t at = 0;
  for (size_t i = 0; i < states->run_count; i++) {
    const rc__run *run = &states->runs[i];
    // The first run begins at no end, though the second one's may be there by now.
    if (i > 0 && run->lower == lowers->at[at + 1]) at++;
    if ((run->state | RC_STATE_MEASURE_LAYOUT) != settled->states[at]) return false;
  }
  return at + 1 == count && states->removed_count == 0;
}

static void join_runs(rc_states *states, const lower_list *lowers, size_t count) {
  const rc__settled *settled = &states->settled;
  states->run_count = count;
  for (size_t i = count; i > 0;) {
    i--;
    const rc_state state = settled->states[i];
    const int64_t lower = lowers->at[i], origin = rc__has_exits(state) ? lower : 0;
    states->runs[i] = (rc__run){lower, origin, state};
  }
}

static RC_NOINLINE bool settle_edits(rc_states *states, const rc__states_ranges *ranges) {
  const rc__settled *settled = &states->settled;
  // Every end must have a run, so that the ends tell where all runs begin.
  if (settled->used != settled->alone || states->count == 0) return false;
  size_t count = 1;
  lower_list lowers = {.at[0] = 0};
  for (unsigned alone = settled->alone; alone != 0; alone &= alone - 1, count++) {
    const unsigned end = rc__lowest_bit(alone);
    lowers.at[settled->runs[end]] = ranges->ends[end];
  }
  if (!are_in_place(states, &lowers, count)) return false;
  join_runs(states, &lowers, count);
  rc__states_note_nothing(states);
  return true;
}

// == moving ==

// Moves a run's beginning and lists the change. Field by field, in place: a copy of what was just
// written in parts would wait for it.
static void move_run(rc__run *run, int64_t is, rc_change *out_change) {
  const int64_t was = run->lower;
  const rc_state above = run->state, below = run[-1].state;
  out_change->lower = is > was ? was : is;
  out_change->upper = is > was ? is : was;
  out_change->distance = 0;
  const rc_state swapped = is > was ? above ^ below : 0;
  out_change->before = below ^ swapped;
  out_change->after = above ^ swapped;
  rc__zero_bytes(out_change->reserved, sizeof out_change->reserved);
  run->lower = is;
  run->origin = rc__has_exits(above) ? is : 0;
}

// The sum of their moves for runs that all move the same way, and none as far as the next one was,
// so that each leaves a change of its own behind; false where that is not so.
static inline bool add_moves(const rc_states *states, const rc__states_ranges *ranges,
                             unsigned moved, uint64_t *out_moves) {
  const rc__settled *settled = &states->settled;
  uint64_t moves = 0;
  unsigned ways = 0;
  bool is_too_far = false;
  for (; moved != 0; moved &= moved - 1) {
    const unsigned end = rc__lowest_bit(moved), i = settled->runs[end];
    const rc__run *run = &states->runs[i];
    const int64_t is = ranges->ends[end];
    if (is == run->lower) continue;
    const unsigned is_up = is > run->lower;
    moves += settled->moves[i][is_up];
    ways |= 1 + is_up;
    is_too_far |= (is <= run[-1].lower) | (is >= run[1].lower);
  }
  *out_moves = moves;
  return !is_too_far && ways != 3;
}

static inline bool move_runs(rc_states *states, const rc__states_ranges *ranges, unsigned moved) {
  const rc__settled *settled = &states->settled;
  uint64_t moves;
  if (!add_moves(states, ranges, moved, &moves)) return false;
  rc__states_note_counts(states, count_in(moves, RC__LEAVES), count_in(moves, RC__IS_SHOWN),
                         count_in(moves, RC__ENTERS));
  rc_change *change = states->changes;
  for (moves &= ((uint64_t)1 << COUNT_SHIFT) - 1; moves != 0; moves &= moves - 1) {
    const unsigned i = rc__lowest_bit(moves) % 16;
    move_run(&states->runs[i], ranges->ends[settled->ends[i]], change++);
  }
  return true;
}

// == the update ==

static bool update_settled(rc_states *states, const rc__states_ranges *ranges, bool was_edited) {
  const rc__settled *settled = &states->settled;
  if (!settled->holds || ranges->kept != NULL) return false;
  if (was_edited) return settle_edits(states, ranges);
  const unsigned moved = ranges->moved & settled->used;
  if ((moved & ~(unsigned)settled->alone) != 0) return false;
  return move_runs(states, ranges, moved);
}

// After the last run, where there is always room, the list's end: as if another one began there.
static void end_runs(rc_states *states) {
  states->runs[states->run_count].lower = states->count;
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
  if (!update_settled(states, ranges, was_edited)) rc__states_walk(states, ranges);
  end_runs(states);
  states->previous_count = states->count;
  end_update(states, out_changes);
}

void rc__states_update_unchanged(rc_states *states, rc_changes *out_changes) {
  RC_ASSERT(!states->is_edited);
  rc__states_begin(states);
  rc__states_note_nothing(states);
  end_update(states, out_changes);
}
