// The update of states: one walk over the old runs and the ends of the ranges writes the new runs
// and finds the changes, which are then put into the order that the host sees.
//
//     old runs     [   1   |   3   |     7     |   3   |  1   )
//     cuts              ┊      ┊           ┊       ┊
//     new runs     [ 1  |  3   |     7     |   3   |    1     )
//     changes            ·──·   ·──·        ·──·    ·──·
//                        1→3    3→7         7→3     3→1

#include "states.h"

#include "../ranges/ranges.h"

// == the walk ==

/// The places at which bits are gained or lost, ascending, each once.
typedef struct cut_list {
  size_t count;
  int64_t at[RC__STATES_CUT_MAX];
  /// Which bits change there, the bit itself at n and the keeping of it at n + 8.
  ///
  ///     preload 2 ..< 9, kept 0 ..< 12     0: 0x200   2: 0x002   9: 0x002   12: 0x200
  uint16_t bits[RC__STATES_CUT_MAX];
} cut_list;

/// Adds a cut that is not after all others.
static RC_NOINLINE void insert_cut(cut_list *cuts, int64_t at, uint16_t bits) {
  size_t place = cuts->count;
  while (place > 0 && cuts->at[place - 1] > at) place--;
  if (place > 0 && cuts->at[place - 1] == at) {
    // A bit that ends where it begins again, as after a pinned header, does neither.
    cuts->bits[place - 1] ^= bits;
    return;
  }
  RC_ASSERT(cuts->count < RC__STATES_CUT_MAX);
  for (size_t i = cuts->count++; i > place; i--) {
    cuts->at[i] = cuts->at[i - 1];
    cuts->bits[i] = cuts->bits[i - 1];
  }
  cuts->at[place] = at;
  cuts->bits[place] = bits;
}

/// There are usually six cuts, and they arrive in order.
static RC_INLINED void add_cut(cut_list *cuts, int64_t at, unsigned bit) {
  const uint16_t bits = (uint16_t)(1u << bit);
  if (cuts->count > 0 && cuts->at[cuts->count - 1] >= at) {
    insert_cut(cuts, at, bits);
    return;
  }
  RC_ASSERT(cuts->count < RC__STATES_CUT_MAX);
  cuts->at[cuts->count] = at;
  cuts->bits[cuts->count++] = bits;
}

/// Adds both ends of each interval. The ranges are usually nested, preload around display around
/// visible, so that the lower ends ascend with the bits, and the upper ones descend.
static void add_cuts(cut_list *cuts, const rc__gain *gains, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const rc_interval *it = &gains[i].items;
    if (it->lower < it->upper) add_cut(cuts, it->lower, gains[i].bit);
  }
  for (size_t i = count; i > 0; i--) {
    const rc_interval *it = &gains[i - 1].items;
    if (it->lower < it->upper) add_cut(cuts, it->upper, gains[i - 1].bit);
  }
}

/// Adds both ends of a pinned item, for the bits that it does not have from a range.
static void add_pin(cut_list *cuts, const rc__gain *gains, size_t count, rc__pin pin) {
  for (size_t i = 0; i < count; i++) {
    if (rc__interval_has(gains[i].items, pin.item)) pin.state &= (rc_state) ~(1u << gains[i].bit);
  }
  for (unsigned bit = 1; bit < 8; bit++) {
    if ((pin.state >> bit & 1) == 0) continue;
    add_cut(cuts, pin.item, bit);
    add_cut(cuts, pin.item + 1, bit);
  }
}

static size_t add_run(rc__run *runs, size_t count, int64_t lower, rc_state state) {
  if (count > 0 && runs[count - 1].state == state) return count;
  runs[count] = (rc__run){lower, state};
  return count + 1;
}

/// Merges the last of some changes with the one before it, if it is the same change of adjacent
/// items. Returns the new count.
static size_t merge_last(rc_change *changes, size_t count) {
  if (count < 2) return count;
  rc_change *former = &changes[count - 2];
  const rc_change *last = &changes[count - 1];
  const bool is_same = former->before == last->before && former->after == last->after;
  if (!is_same || former->upper != last->lower) return count;
  former->upper = last->upper;
  return count - 1;
}

/// The new runs and changes, ascending, as far as they are written.
typedef struct rewriting {
  const cut_list *cuts;
  size_t cut;
  /// Of the items from here on, and at n + 8 what they keep.
  unsigned bits;
  rc__run *runs;
  size_t run_count;
  rc_change *changes;
  size_t change_count;
} rewriting;

/// Goes on by the items lower ..< upper, which have had one state; 0 for new ones.
static inline void rewrite_items(rewriting *w, int64_t lower, int64_t upper, rc_state before) {
  const cut_list *cuts = w->cuts;
  for (int64_t end; lower < upper; lower = end) {
    if (w->cut < cuts->count && cuts->at[w->cut] == lower) w->bits ^= cuts->bits[w->cut++];
    end = upper;
    if (w->cut < cuts->count && cuts->at[w->cut] < end) end = cuts->at[w->cut];
    const rc_state after = (rc_state)(w->bits | (before & w->bits >> 8));
    w->run_count = add_run(w->runs, w->run_count, lower, after);
    if ((before | RC_STATE_MEASURE_LAYOUT) == after) continue;
    w->changes[w->change_count] =
        (rc_change){.lower = lower, .upper = end, .before = before, .after = after};
    w->change_count = merge_last(w->changes, w->change_count + 1);
  }
}

/// The same for a stretch of items that have stayed: run by run.
static inline void rewrite_kept(rewriting *w, const rc__states *states,
                                const rc__stretch *stretch) {
  const rc__run *runs = states->runs;
  const size_t last = states->run_count - 1;
  const int64_t shift = stretch->lower - stretch->seen, upper = stretch->lower + stretch->count;
  size_t run = rc__states_find(states, stretch->seen);
  for (int64_t lower = stretch->lower, end; lower < upper; lower = end, run++) {
    end = run < last ? rc__at_most(runs[run + 1].lower + shift, upper) : upper;
    rewrite_items(w, lower, end, runs[run].state);
  }
}

/// Writes the new runs, and the changes in ascending order into the scratch; returns their count.
static size_t rewrite_runs(rc__states *states, const rc__origins *origins, const cut_list *cuts) {
  rewriting w = {.cuts = cuts,
                 .bits = RC_STATE_MEASURE_LAYOUT,
                 .runs = states->next_runs,
                 .changes = states->scratch};
  for (int64_t lower = 0; lower < origins->count;) {
    const rc__stretch stretch = rc__origins_stretch(origins, lower);
    lower += stretch.count;
    if (rc__origins_is_old(origins, &stretch)) {
      rewrite_kept(&w, states, &stretch);
    } else {
      rewrite_items(&w, stretch.lower, lower, 0);
    }
  }
  RC_ASSERT(w.change_count <= states->room.capacity && w.run_count <= states->room.capacity);
  states->next_runs = states->runs;
  states->runs = w.runs;
  states->run_count = w.run_count;
  states->count = origins->count;
  return w.change_count;
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

enum { SECTION_LEFT, SECTION_SHOWN, SECTION_ENTERED, SECTION_COUNT };

static unsigned section_of(const rc_change *change) {
  if ((change->before & ~change->after) != 0) return SECTION_LEFT;
  const bool is_shown = (change->after & ~change->before & RC_STATE_VISIBLE) != 0;
  return is_shown ? SECTION_SHOWN : SECTION_ENTERED;
}

/// Copies the changes from the scratch behind the removed ones, section by section.
static void sort_into_sections(rc__states *states, size_t change_count) {
  RC_ASSERT(states->removed_count + change_count <= states->room.capacity);
  size_t counts[SECTION_COUNT] = {0};
  for (size_t i = 0; i < change_count; i++) counts[section_of(&states->scratch[i])]++;
  size_t places[SECTION_COUNT];
  places[SECTION_LEFT] = states->removed_count;
  places[SECTION_SHOWN] = places[SECTION_LEFT] + counts[SECTION_LEFT];
  places[SECTION_ENTERED] = places[SECTION_SHOWN] + counts[SECTION_SHOWN];
  for (size_t i = 0; i < change_count; i++) {
    const rc_change *change = &states->scratch[i];
    // Field by field: a copy of the whole would wait for the writes to its fields.
    states->changes[places[section_of(change)]++] = (rc_change){.lower = change->lower,
                                                                .upper = change->upper,
                                                                .before = change->before,
                                                                .after = change->after};
  }
  states->left_count = counts[SECTION_LEFT];
  states->shown_count = counts[SECTION_SHOWN];
  states->entered_count = counts[SECTION_ENTERED];
}

static void list_changes(const rc__states *states, rc_changes *out_changes) {
  out_changes->items = states->changes;
  out_changes->count = rc__states_change_count(states);
  out_changes->removed_count = states->removed_count;
  out_changes->left_count = states->left_count;
}

void rc__states_update(rc__states *states, rc__origins *origins, const rc__gain *gains,
                       size_t gain_count, rc__pin pin, rc_changes *out_changes) {
  rc__states_drop_changes(states);
  if (origins->is_edited) {
    rc__origins_sort(origins);
    list_removed(states, origins);
  }
  cut_list cuts;
  cuts.count = 0;
  add_cuts(&cuts, gains, gain_count);
  if (pin.item >= 0) add_pin(&cuts, gains, gain_count, pin);
  sort_into_sections(states, rewrite_runs(states, origins, &cuts));
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
