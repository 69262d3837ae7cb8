// The update of states: the ends of the ranges, and the old runs, say what the new runs are and
// what has changed, which is then put into the order that the host sees.
//
//     old runs     [   1   |   3   |     7     |   3   |  1   )
//     cuts              ┊      ┊           ┊       ┊
//     new runs     [ 1  |  3   |     7     |   3   |    1     )
//     changes            ·──·   ·──·        ·──·    ·──·
//                        1→3    3→7         7→3     3→1

#include "states.h"

#include "../ranges/ranges.h"
#include "keeps.h"

_Static_assert(1 + RC__STATES_CUT_MAX + 1 == RC__KEEPS_CUT_MAX,
               "kept items have room for the cuts");

// == the walk ==

/// Adds a cut that is not after all others; returns the last one.
static RC_NOINLINE rc__cut *insert_cut(rc__cut *last, int64_t at, unsigned bits) {
  rc__cut *former = last;
  while (former->at > at) former--;
  if (former->at == at) {
    // A bit that ends where it begins again, as after a pinned header, does neither.
    former->bits ^= bits;
    return last;
  }
  for (rc__cut *moved = last; moved > former; moved--) moved[1] = moved[0];
  former[1] = (rc__cut){at, bits};
  return last + 1;
}

/// There are usually six cuts, and they arrive in order.
static RC_INLINED rc__cut *add_cut(rc__cut *last, int64_t at, unsigned bits) {
  if (last->at >= at) return insert_cut(last, at, bits);
  last[1] = (rc__cut){at, bits};
  return last + 1;
}

/// Writes both ends of each interval, ascending, no two at one place; returns their count. The
/// first is before all items, and there is one more behind the last, past them. The ranges are
/// usually nested, preload around display around visible, so that the lower ends ascend with the
/// bits, and the upper ones descend.
static size_t find_cuts(rc__cut *cuts, const rc__gain *gains, size_t count) {
  RC_ASSERT(count <= RC__STATES_GAIN_MAX);
  rc__cut *last = cuts;
  *last = (rc__cut){-1, 0};
  for (size_t i = 0; i < count; i++) {
    const rc_interval *it = &gains[i].items;
    if (it->lower < it->upper) last = add_cut(last, it->lower, gains[i].bits);
  }
  for (size_t i = count; i > 0; i--) {
    const rc_interval *it = &gains[i - 1].items;
    if (it->lower < it->upper) last = add_cut(last, it->upper, gains[i - 1].bits);
  }
  last[1] = (rc__cut){INT64_MAX, 0};
  return (size_t)(last - cuts) + 1;
}

/// Lists a change, or makes the last one longer if it is the same of adjacent items. Those that
/// leave a range have their place, behind the removed ones; the others are put in the scratch.
static RC_NOINLINE void add_change(rc__states *states, int64_t lower, int64_t upper,
                                   unsigned before, unsigned after) {
  const bool leaves = (before & ~after) != 0;
  size_t *count = leaves ? &states->left_count : &states->entered_count;
  rc_change *next = leaves ? states->changes + states->removed_count : states->scratch;
  next += *count;
  if (*count > 0) {
    rc_change *last = next - 1;
    if (last->before == before && last->after == after && last->upper == lower) {
      last->upper = upper;
      return;
    }
  }
  *next = (rc_change){
      .lower = lower, .upper = upper, .before = (rc_state)before, .after = (rc_state)after};
  ++*count;
}

/// Makes the runs that were written those of the list.
static void take_runs(rc__states *states, size_t count) {
  RC_ASSERT(count <= states->room.capacity);
  rc__run *former = states->runs;
  states->runs = states->next_runs;
  states->next_runs = former;
  states->run_count = count;
}

/// Writes the runs where each of them begins elsewhere, and lists what their beginnings have
/// passed: so it is after most movements without edits. Returns false if it is not so: if there are
/// others, or one has passed another.
static bool shift_runs(rc__states *states, const rc__cut *cuts, size_t count) {
  const rc__run *old = states->runs;
  rc__run *next = states->next_runs;
  const bool may_shift = count == states->run_count && old->state == RC_STATE_MEASURE_LAYOUT;
  if (!may_shift || cuts[count - 1].at >= states->count) return false;
  next[0] = old[0];
  for (size_t i = 1; i < count; i++) {
    const int64_t from = old[i].lower, to = cuts[i].at;
    const unsigned former = old[i - 1].state, state = old[i].state;
    if ((former ^ cuts[i].bits) != state) return false;
    if (to <= old[i - 1].lower || from <= next[i - 1].lower) return false;
    next[i] = (rc__run){to, (rc_state)state};
    if (from < to) add_change(states, from, to, state, former);
    if (to < from) add_change(states, to, from, former, state);
  }
  take_runs(states, count);
  return true;
}

/// New items are one run, without a state.
static const rc__run new_run = {0, 0};

/// Writes the new runs, and lists the changes, in one walk over the old runs and the cuts.
static void rewrite_runs(rc__states *states, const rc__origins *origins, const rc__cut *next) {
  rc__run *out = states->next_runs;
  // What the items from here on get, and what they keep; and the state of the last new run.
  unsigned gained = RC_STATE_MEASURE_LAYOUT, kept = 0, state = 0;
  for (int64_t lower = 0; lower < origins->count;) {
    const rc__stretch stretch = rc__origins_stretch(origins, lower);
    const int64_t upper = lower + stretch.count, shift = lower - stretch.seen;
    const rc__run *run = &new_run, *last = run;
    if (rc__origins_is_old(origins, &stretch)) {
      run = states->runs + rc__states_find(states, stretch.seen);
      last = states->runs + states->run_count - 1;
    }
    for (; lower < upper; run++) {
      const int64_t end = run < last ? rc__at_most(run[1].lower + shift, upper) : upper;
      const unsigned before = run->state;
      do {
        if (next->at == lower) {
          gained ^= next->bits & 0xff;
          kept ^= next++->bits >> 8;
        }
        const unsigned after = gained | (before & kept);
        if (after != state) *out++ = (rc__run){lower, (rc_state)(state = after)};
        const int64_t from = lower;
        lower = rc__at_most(next->at, end);
        if (after == (before | RC_STATE_MEASURE_LAYOUT)) continue;
        add_change(states, from, lower, before, after);
      } while (lower < end);
    }
  }
  take_runs(states, (size_t)(out - states->next_runs));
  states->count = origins->count;
}

// == removed items ==

/// Lists the items lower ..< upper of the last update as removed, if they had any bit but
/// `RC_STATE_MEASURE_LAYOUT`.
static void list_removed_in(rc__states *states, int64_t lower, int64_t upper) {
  if (lower >= upper) return;
  for (size_t run = rc__states_find(states, lower); lower < upper; run++) {
    const rc_state before = states->runs[run].state;
    const int64_t end = rc__at_most(rc__run_upper(states, run), upper);
    if (before != RC_STATE_MEASURE_LAYOUT) {
      RC_ASSERT(states->removed_count < states->room.capacity);
      states->changes[states->removed_count++] =
          (rc_change){.lower = lower, .upper = end, .before = before};
    }
    lower = end;
  }
}

/// Removed are the items of the last update that are in no stretch.
static void list_removed(rc__states *states, const rc__origins *origins) {
  int64_t lower = 0;
  for (size_t i = 0; i < origins->sorted_count; i++) {
    const rc__stretch *stretch = &origins->sorted[i];
    list_removed_in(states, lower, stretch->seen);
    lower = stretch->seen + stretch->count;
  }
  list_removed_in(states, lower, states->count);
}

// == the update ==

static bool is_shown(const rc_change *change) {
  return (change->after & ~change->before & RC_STATE_VISIBLE) != 0;
}

/// Copies the changes that enter from the scratch behind the others, visible ones first.
static void take_entered(rc__states *states) {
  const rc_change *entered = states->scratch, *end = entered + states->entered_count;
  rc_change *out = states->changes + states->removed_count + states->left_count;
  RC_ASSERT(out + states->entered_count <= states->changes + states->room.capacity);
  for (const rc_change *change = entered; change < end; change++) {
    states->shown_count += is_shown(change);
  }
  states->entered_count -= states->shown_count;
  rc_change *places[2] = {out + states->shown_count, out};
  for (const rc_change *change = entered; change < end; change++) {
    // Field by field: a copy of the whole would wait for the writes to its fields.
    *places[is_shown(change)]++ = (rc_change){.lower = change->lower,
                                              .upper = change->upper,
                                              .before = change->before,
                                              .after = change->after};
  }
}

static void list_changes(const rc__states *states, rc_changes *out_changes) {
  out_changes->items = states->changes;
  out_changes->count = rc__states_change_count(states);
  out_changes->removed_count = states->removed_count;
  out_changes->left_count = states->left_count;
}

/// Gives all items their states by cuts.
static RC_INLINED void apply_cuts(rc__states *states, rc__origins *origins, const rc__cut *cuts,
                                  size_t cut_count, rc_changes *out_changes) {
  if (origins->is_edited) {
    rc__origins_sort(origins);
    list_removed(states, origins);
  }
  if (origins->is_edited || !shift_runs(states, cuts, cut_count)) {
    states->left_count = states->entered_count = 0;
    rewrite_runs(states, origins, cuts + 1);
  }
  take_entered(states);
  list_changes(states, out_changes);
}

void rc__states_update(rc__states *states, rc__origins *origins, const rc__gain *gains,
                       size_t gain_count, rc__keeps *keeps, rc_changes *out_changes) {
  rc__states_drop_changes(states);
  rc__cut found[1 + RC__STATES_CUT_MAX + 1], *cuts = found;
  size_t cut_count = find_cuts(cuts, gains, gain_count);
  if (RC_RARELY(keeps != NULL)) {
    cut_count = rc__keeps_cut(keeps, found, cut_count, keeps->cuts);
    cuts = keeps->cuts;
  }
  apply_cuts(states, origins, cuts, cut_count, out_changes);
}

void rc__states_update_cut(rc__states *states, rc__origins *origins, size_t cut_count,
                           const rc__keeps *keeps, rc_changes *out_changes) {
  rc__cut *cuts = states->cuts;
  rc__states_drop_changes(states);
  if (keeps != NULL) {
    // The other half of the memory.
    cuts += states->cut_capacity / 2;
    cut_count = rc__keeps_cut(keeps, states->cuts, cut_count, cuts);
  }
  apply_cuts(states, origins, cuts, cut_count, out_changes);
}

void rc__states_turn(rc__states *states, const rc__turn *turns, size_t count,
                     rc_changes *out_changes) {
  RC_ASSERT(count <= RC__STATES_TURNS_MAX);
  rc__states_drop_changes(states);
  const rc__run *run = states->runs, *end = run + states->run_count;
  rc__run *out = states->next_runs;
  for (size_t i = 0; i < count; i++) {
    const int64_t item = turns[i].item;
    while (run < end && run->lower < item) *out++ = *run++;
    if (run < end && run->lower == item) run++;
    const unsigned before = run[-1].state, after = before ^ turns[i].bits;
    add_change(states, item, item + 1, before, after);
    // Whether it joins the run before it is as good as random: a branch would be guessed wrongly.
    const bool joins = out > states->next_runs && out[-1].state == after;
    *out = (rc__run){item, (rc_state)after};
    out += !joins;
    const int64_t upper = run < end ? run->lower : states->count;
    if (i + 1 < count && turns[i + 1].item == item + 1) continue;
    if (upper > item + 1) {
      *out++ = (rc__run){item + 1, (rc_state)before};
    } else if (run < end) {
      run += run->state == after;
    }
  }
  while (run < end) *out++ = *run++;
  take_runs(states, (size_t)(out - states->next_runs));
  take_entered(states);
  list_changes(states, out_changes);
}

void rc__states_update_nothing(rc__states *states, rc_changes *out_changes) {
  rc__states_drop_changes(states);
  list_changes(states, out_changes);
}

// == the order of the changes that enter ==

/// Where changes pass from below the visible items to among them, and above.
///
///     0        below        above        count
///     [ before them | among them | after them )
typedef struct side_list {
  size_t below;
  size_t above;
  size_t count;
} side_list;

static side_list find_sides(const rc_change *changes, size_t count, rc_interval visible) {
  size_t below = 0;
  while (below < count && changes[below].upper <= visible.lower) below++;
  size_t above = below;
  while (above < count && changes[above].lower < visible.upper) above++;
  return (side_list){below, above, count};
}

static const rc_change *nearer(const rc_change *best, const rc_change *other) {
  if (best == NULL) return other;
  return other != NULL && other->distance < best->distance ? other : best;
}

/// Takes the last of the changes below, as many as are equally far, so that these stay ascending.
static size_t take_equally_far(rc_change *out, const rc_change *changes, size_t *count) {
  size_t start = *count - 1;
  while (start > 0 && changes[start - 1].distance == changes[start].distance) start--;
  size_t size = *count - start;
  rc__copy_bytes(out, changes + start, size * sizeof *out);
  *count = start;
  return size;
}

/// Merges the three; those below are read backward, away from the viewport.
static void merge_sides(rc_change *out, const rc_change *changes, side_list sides,
                        bool is_forward) {
  size_t below = sides.below, among = sides.below, above = sides.above;
  for (;;) {
    const rc_change *lower = below > 0 ? &changes[below - 1] : NULL;
    const rc_change *upper = above < sides.count ? &changes[above] : NULL;
    const rc_change *next = among < sides.above ? &changes[among] : NULL;
    next = nearer(next, is_forward ? upper : lower);
    next = nearer(next, is_forward ? lower : upper);
    if (next == NULL) return;
    if (next == lower) {
      out += take_equally_far(out, changes, &below);
    } else {
      *out++ = *next;
      if (next == upper) {
        above++;
      } else {
        among++;
      }
    }
  }
}

void rc__states_order(rc__states *states, rc_interval visible, rc_direction leading) {
  const size_t count = states->entered_count;
  // A scroll step rarely has two.
  if (count < 2) return;
  rc_change *entered = rc__states_entered(states);
  rc__copy_bytes(states->scratch, entered, count * sizeof *entered);
  const side_list sides = find_sides(entered, count, visible);
  merge_sides(entered, states->scratch, sides, leading == RC_DIRECTION_FORWARD);
}

static bool comes_before(const rc_change *a, const rc_change *b) {
  if (a->distance != b->distance) return a->distance < b->distance;
  return a->reserved[0] != b->reserved[0] ? a->reserved[0] < b->reserved[0] : a->lower < b->lower;
}

void rc__states_sort(rc__states *states) {
  const size_t count = states->entered_count;
  rc_change *from = rc__states_entered(states), *to = states->scratch;
  // From pairs on, sorted parts are merged, each time into the other array.
  for (size_t part = 1; part < count; part *= 2) {
    for (size_t lower = 0; lower < count; lower += 2 * part) {
      const size_t middle = lower + part < count ? lower + part : count;
      const size_t upper = middle + part < count ? middle + part : count;
      size_t a = lower, b = middle;
      for (size_t i = lower; i < upper; i++) {
        const bool is_a = a < middle && (b == upper || !comes_before(&from[b], &from[a]));
        to[i] = from[is_a ? a++ : b++];
      }
    }
    rc_change *const other = from;
    from = to;
    to = other;
  }
  rc_change *entered = rc__states_entered(states);
  if (from != entered) rc__copy_bytes(entered, from, count * sizeof *entered);
  for (size_t i = 0; i < count; i++) entered[i].reserved[0] = 0;
}
