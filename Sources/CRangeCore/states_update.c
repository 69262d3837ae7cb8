// The update of states: one walk over the old runs and the ends of the ranges writes the new runs
// and finds the changes, which are then put into the order that the host sees.
//
//     old runs     [   1   |   3   |     7     |   3   |  1   )
//     cuts              ┊      ┊           ┊       ┊
//     new runs     [ 1  |  3   |     7     |   3   |    1     )
//     changes            ·──·   ·──·        ·──·    ·──·
//                        1→3    3→7         7→3     3→1

#include "states.h"

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

/// Insertion sort: there are usually six cuts, and they arrive in order.
static void add_cut(cut_list *cuts, int64_t at, unsigned bit) {
  const uint16_t bits = (uint16_t)(1u << bit);
  size_t place = cuts->count;
  while (place > 0 && cuts->at[place - 1] > at) place--;
  if (place > 0 && cuts->at[place - 1] == at) {
    cuts->bits[place - 1] |= bits;
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

/// Adds both ends of each interval, which gives bits from `first_bit` on. The ranges are usually
/// nested, preload around display around visible, so that the lower ends ascend with the bits, and
/// the upper ones descend.
static void add_cuts(cut_list *cuts, const rc_interval intervals[8], unsigned first_bit) {
  for (unsigned bit = 1; bit < 8; bit++) {
    const rc_interval *it = &intervals[bit];
    if (it->lower < it->upper) add_cut(cuts, it->lower, first_bit + bit);
  }
  for (unsigned bit = 7; bit > 0; bit--) {
    const rc_interval *it = &intervals[bit];
    if (it->lower < it->upper) add_cut(cuts, it->upper, first_bit + bit);
  }
}

static size_t add_run(rc__run *runs, size_t count, int64_t lower, rc_state state) {
  if (count > 0 && runs[count - 1].state == state) return count;
  runs[count] = (rc__run){lower, rc__state_is_listed(state) ? lower : 0, state};
  return count + 1;
}

/// Writes the new runs, and the changes in ascending order into the scratch; returns their count.
static size_t rewrite_runs(rc__states *states, const cut_list *cuts) {
  // The old runs make way for the new ones, which are written from the front. Before the old run i
  // is read, at most i + 28 new ones were written: one for each run and cut so far.
  rc__run *runs = states->runs, *old = runs + RC__STATES_UPDATE_ROOM;
  const size_t old_count = states->run_count;
  RC_ASSERT(old_count + RC__STATES_UPDATE_ROOM <= states->run_capacity);
  rc__move_bytes(old, runs, old_count * sizeof *old);
  rc_change *changes = states->scratch;
  size_t run_count = 0, change_count = 0, run = 0, cut = 0;
  unsigned bits = RC_STATE_MEASURE_LAYOUT;
  for (int64_t lower = 0, upper; lower < states->count; lower = upper) {
    if (cut < cuts->count && cuts->at[cut] == lower) bits ^= cuts->bits[cut++];
    const rc_state before = old[run].state;
    const rc_state after = (rc_state)(bits | (before & bits >> 8));
    upper = run + 1 < old_count ? old[run + 1].lower : states->count;
    if (cut < cuts->count && cuts->at[cut] < upper) {
      upper = cuts->at[cut];
    } else {
      run++;
    }
    run_count = add_run(runs, run_count, lower, after);
    if ((before | RC_STATE_MEASURE_LAYOUT) == after) continue;
    changes[change_count] =
        (rc_change){.lower = lower, .upper = upper, .before = before, .after = after};
    change_count = rc__changes_merge_last(changes, change_count + 1);
  }
  states->run_count = run_count;
  return change_count;
}

// == removed items ==

static void sift_down(rc_change *heap, size_t place, size_t count) {
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
  for (size_t place = count; place > 0;) sift_down(changes, --place, count);
  for (size_t end = count; end > 0;) {
    end--;
    rc_change last = changes[end];
    changes[end] = changes[0];
    changes[0] = last;
    sift_down(changes, 0, end);
  }
}

static void sort_removed(rc__states *states) {
  rc_change *removed = states->changes;
  heap_sort(removed, states->removed_count);
  size_t kept = 0;
  for (size_t i = 0; i < states->removed_count; i++) {
    removed[kept] = removed[i];
    kept = rc__changes_merge_last(removed, kept + 1);
  }
  states->removed_count = kept;
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
  RC_ASSERT(states->removed_count + change_count <= states->change_capacity);
  size_t counts[SECTION_COUNT] = {0};
  for (size_t i = 0; i < change_count; i++) counts[section_of(&states->scratch[i])]++;
  size_t places[SECTION_COUNT];
  places[SECTION_LEFT] = states->removed_count;
  places[SECTION_SHOWN] = places[SECTION_LEFT] + counts[SECTION_LEFT];
  places[SECTION_ENTERED] = places[SECTION_SHOWN] + counts[SECTION_SHOWN];
  for (size_t i = 0; i < change_count; i++) {
    const rc_change *change = &states->scratch[i];
    states->changes[places[section_of(change)]++] = *change;
  }
  states->left_count = counts[SECTION_LEFT];
  states->shown_count = counts[SECTION_SHOWN];
  states->entered_count = counts[SECTION_ENTERED];
}

static void list_changes(rc__states *states, rc_changes *out_changes) {
  states->listed_stamp = states->edit_stamp;
  states->previous_count = states->count;
  out_changes->items = states->changes;
  out_changes->count =
      states->removed_count + states->left_count + states->shown_count + states->entered_count;
  out_changes->removed_count = states->removed_count;
  out_changes->left_count = states->left_count;
}

bool rc__states_reserve_update(rc__states *states) {
  // After an edit this is available: the edit has reserved it.
  return rc__states_reserve(states, states->run_count + RC__STATES_UPDATE_ROOM);
}

void rc__states_update(rc__states *states, const rc_interval items[8], const rc_interval *kept,
                       rc_changes *out_changes) {
  rc__states_drop_changes(states);
  sort_removed(states);
  cut_list cuts;
  cuts.count = 0;
  add_cuts(&cuts, items, 0);
  if (kept != NULL) add_cuts(&cuts, kept, 8);
  sort_into_sections(states, rewrite_runs(states, &cuts));
  list_changes(states, out_changes);
}

void rc__states_update_nothing(rc__states *states, rc_changes *out_changes) {
  RC_ASSERT(!rc__states_are_edited(states));
  rc__states_drop_changes(states);
  states->left_count = states->shown_count = states->entered_count = 0;
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
  side_list sides = {0, 0, count};
  while (sides.below < count && changes[sides.below].upper <= visible.lower) sides.below++;
  while (sides.above < count && changes[sides.above].lower < visible.upper) sides.above++;
  return sides;
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
