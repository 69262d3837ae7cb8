// The difference of two sequences of ids.
//
// Ids in both either *stay* or move. The most that can stay are those of a longest increasing
// subsequence of old places, read in the new order:
//
//     old            1  2  3  4  5
//     new            1  4  9  2  3            old places  0  3  –  1  2
//     stay           1        2  3            moved: 4, inserted: 9, removed: 5
//
// Then the new sequence is built from the front, in place. What is *placed* comes right after the
// item placed before it. So an item that waits to be moved lies after what was placed, and after
// the items that stay before it:
//
//     removed 5      1  2  3  4               4 waits after the three that stay
//     moved 4        1  4  2  3               to 1, after the 1
//     inserted 9     1  4  9  2  3            at 2

#include "rangecore_diff.h"

#include "base.h"

/// Stands for no place.
#define NONE UINT32_MAX

struct rc_diff {
  rc_allocator allocator;
  rc_diff_edit *edits;
  size_t count;
  size_t capacity;
};

/// An id, and where it is in its sequence; NONE for an empty entry.
typedef struct entry {
  rc_id id;
  uint32_t old;
} entry;

/// The working data; each array has room for the longer sequence.
typedef struct work {
  const rc_id *old_ids, *new_ids;
  uint32_t old_count, new_count;
  /// The length of each array.
  size_t room;
  entry *entries;
  size_t entry_mask;
  /// For each new place, the old one, and later where that is among the items that are kept.
  uint32_t *old_of_new;
  /// For each old place, whether it is kept; later, for each kept item, how many before it are kept
  /// and move. (As sums over powers of two: a Fenwick tree.)
  uint32_t *kept;
  /// For each new place that stays or moves, the one before it in an increasing run.
  uint32_t *previous;
  /// For each length of an increasing run, the new place of the smallest last item.
  uint32_t *last;
  /// For each new place, whether its item stays; for each kept item, how many of those before stay.
  uint8_t *stays;
  uint32_t *staying_before;
  /// For each item that stays, in order, its new place.
  uint32_t *new_of_staying;
  uint32_t staying_count;
} work;

// == memory ==

static void give_work(const rc_allocator *allocator, work *w) {
  const size_t size = w->room * sizeof(uint32_t);
  uint32_t *const arrays[] = {w->old_of_new, w->kept,           w->previous,
                              w->last,       w->staying_before, w->new_of_staying};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
    rc__deallocate(allocator, arrays[i], size);
  }
  rc__deallocate(allocator, w->stays, w->room);
  rc__deallocate(allocator, w->entries, (w->entry_mask + 1) * sizeof *w->entries);
}

static bool take_work(const rc_allocator *allocator, work *w) {
  uint32_t **const arrays[] = {&w->old_of_new, &w->kept,           &w->previous,
                               &w->last,       &w->staying_before, &w->new_of_staying};
  w->room = (size_t)(w->old_count > w->new_count ? w->old_count : w->new_count) + 1;
  // Any more would not fit into memory, as their ids do not.
  bool has_memory = w->room <= SIZE_MAX / (4 * sizeof(entry));
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
    *arrays[i] = has_memory ? rc__allocate(allocator, w->room * sizeof(uint32_t)) : NULL;
    has_memory = *arrays[i] != NULL;
  }
  w->stays = has_memory ? rc__allocate(allocator, w->room) : NULL;
  has_memory = w->stays != NULL;
  // At most half full.
  size_t entry_count = 2;
  while (has_memory && entry_count / 2 < w->room) entry_count *= 2;
  w->entry_mask = entry_count - 1;
  w->entries = has_memory ? rc__allocate(allocator, entry_count * sizeof *w->entries) : NULL;
  return w->entries != NULL;
}

// == which items are in both ==

/// Where an id is, or the empty entry for it.
RC_WRAPS("a hash is a product modulo 2^64")
static entry *entry_of(const work *w, rc_id id) {
  uint64_t hash = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
  size_t at = (size_t)(hash >> 32) & w->entry_mask;
  while (w->entries[at].old != NONE && w->entries[at].id != id) at = (at + 1) & w->entry_mask;
  return &w->entries[at];
}

/// Fills the entries with a sequence; false if an id is twice in it, or none.
static bool enter(work *w, const rc_id *ids, uint32_t count) {
  for (size_t i = 0; i <= w->entry_mask; i++) w->entries[i].old = NONE;
  for (uint32_t at = 0; at < count; at++) {
    entry *found = entry_of(w, ids[at]);
    if (found->old != NONE || ids[at] == RC_ID_NONE) return false;
    *found = (entry){ids[at], at};
  }
  return true;
}

static bool match(work *w) {
  if (!enter(w, w->new_ids, w->new_count)) return false;
  if (!enter(w, w->old_ids, w->old_count)) return false;
  for (uint32_t old = 0; old < w->old_count; old++) w->kept[old] = 0;
  for (uint32_t at = 0; at < w->new_count; at++) {
    const uint32_t old = entry_of(w, w->new_ids[at])->old;
    w->old_of_new[at] = old;
    if (old != NONE) w->kept[old] = 1;
  }
  return true;
}

// == which of them stay ==

/// How many runs end with a smaller place.
static uint32_t length_before(const work *w, uint32_t runs, uint32_t place) {
  uint32_t lower = 0, upper = runs;
  while (lower < upper) {
    const uint32_t middle = lower + (upper - lower) / 2;
    if (w->old_of_new[w->last[middle]] < place)
      lower = middle + 1;
    else
      upper = middle;
  }
  return lower;
}

static void find_staying(work *w) {
  uint32_t runs = 0;
  for (uint32_t at = 0; at < w->new_count; at++) {
    w->stays[at] = 0;
    if (w->old_of_new[at] == NONE) continue;
    const uint32_t length = length_before(w, runs, w->old_of_new[at]);
    w->previous[at] = length > 0 ? w->last[length - 1] : NONE;
    w->last[length] = at;
    if (length == runs) runs++;
  }
  w->staying_count = runs;
  uint32_t at = runs > 0 ? w->last[runs - 1] : NONE;
  for (uint32_t i = runs; i > 0; i--) {
    w->stays[at] = 1;
    w->new_of_staying[i - 1] = at;
    at = w->previous[at];
  }
}

// == edits ==

static bool add_edit(rc_diff *diff, rc_diff_edit edit) {
  void *edits = diff->edits;
  if (!rc__array_reserve(&diff->allocator, &edits, &diff->capacity, sizeof *diff->edits,
                         diff->count + 1)) {
    return false;
  }
  diff->edits = edits;
  diff->edits[diff->count++] = edit;
  return true;
}

/// Adds the removals, and renumbers the old places to those among the items that are kept.
static bool add_removals(rc_diff *diff, work *w) {
  for (uint32_t upper = w->old_count; upper > 0;) {
    uint32_t lower = upper;
    while (lower > 0 && w->kept[lower - 1] == 0) lower--;
    if (lower < upper && !add_edit(diff, (rc_diff_edit){lower, upper, 0, RC_DIFF_REMOVE, 0})) {
      return false;
    }
    upper = lower > 0 ? lower - 1 : 0;
  }
  uint32_t count = 0;
  for (uint32_t old = 0; old < w->old_count; old++) {
    const uint32_t is_kept = w->kept[old];
    w->kept[old] = count;
    count += is_kept;
  }
  for (uint32_t at = 0; at < w->new_count; at++) {
    if (w->old_of_new[at] != NONE) w->old_of_new[at] = w->kept[w->old_of_new[at]];
  }
  w->old_count = count;
  return true;
}

/// Counts the items that wait to be moved before each kept one, and those that stay.
static void count_waiting(work *w) {
  for (uint32_t i = 0; i <= w->old_count; i++) w->kept[i] = w->staying_before[i] = 0;
  for (uint32_t at = 0; at < w->new_count; at++) {
    const uint32_t place = w->old_of_new[at];
    if (place == NONE) continue;
    if (w->stays[at] != 0) {
      w->staying_before[place + 1] = 1;
    } else {
      w->kept[place + 1] = 1;
    }
  }
  for (uint32_t i = 1; i <= w->old_count; i++) {
    w->staying_before[i] += w->staying_before[i - 1];
    const uint32_t next = i + (i & (~i + 1));
    if (next <= w->old_count) w->kept[next] += w->kept[i];
  }
}

static uint32_t waiting_before(const work *w, uint32_t place) {
  uint32_t sum = 0;
  for (uint32_t i = place; i > 0; i &= i - 1) sum += w->kept[i];
  return sum;
}

static void place_one(work *w, uint32_t place) {
  for (uint32_t i = place + 1; i <= w->old_count; i += i & (~i + 1)) w->kept[i]--;
}

/// Where an item that waits is now, once `placed` items are, of which `stayed` have stayed.
static uint32_t index_of_waiting(const work *w, uint32_t place, uint32_t placed, uint32_t stayed) {
  const uint32_t staying = w->staying_before[place];
  // Before it: what is placed up to the next item that stays; or all that is, and what stays.
  const uint32_t before =
      staying < stayed ? w->new_of_staying[staying] : placed + (staying - stayed);
  return before + waiting_before(w, place);
}

/// Adds the insertions and moves, from the front of the new sequence.
static bool add_placements(rc_diff *diff, work *w) {
  // How many of the placed items have stayed, and the place of the last.
  uint32_t stayed = 0, last_stayed = 0;
  for (uint32_t at = 0, end; at < w->new_count; at = end) {
    end = at + 1;
    const uint32_t place = w->old_of_new[at];
    if (w->stays[at] != 0) {
      stayed++;
      last_stayed = place;
      continue;
    }
    rc_diff_edit edit = {.lower = at, .kind = RC_DIFF_INSERT};
    if (place == NONE) {
      while (end < w->new_count && w->old_of_new[end] == NONE) end++;
    } else {
      while (end < w->new_count && w->stays[end] == 0 && w->old_of_new[end] == place + (end - at)) {
        end++;
      }
      edit.kind = RC_DIFF_MOVE;
      edit.lower = index_of_waiting(w, place, at, stayed);
      for (uint32_t i = 0; i < end - at; i++) place_one(w, place + i);
    }
    edit.upper = edit.lower + (end - at);
    edit.to = at + waiting_before(w, last_stayed);
    if (!add_edit(diff, edit)) return false;
  }
  return true;
}

// == the difference ==

static rc_status find_edits(rc_diff *diff, work *w) {
  if (!match(w)) return RC_STATUS_ARGUMENT;
  find_staying(w);
  if (!add_removals(diff, w)) return RC_STATUS_NO_MEMORY;
  count_waiting(w);
  return add_placements(diff, w) ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

static bool is_sequence(const rc_id *ids, int64_t count) {
  return count == 0 || (count > 0 && ids != NULL);
}

rc_status rc_diff_create(const rc_id *old_ids, int64_t old_count, const rc_id *new_ids,
                         int64_t new_count, const rc_allocator *allocator, rc_diff **out_diff) {
  rc_allocator own;
  if (out_diff == NULL || !is_sequence(old_ids, old_count) || !is_sequence(new_ids, new_count) ||
      !rc__allocator_init(&own, allocator)) {
    return RC_STATUS_ARGUMENT;
  }
  if (old_count > RC_ITEM_COUNT_MAX || new_count > RC_ITEM_COUNT_MAX) return RC_STATUS_LIMIT;
  rc_diff *diff = rc__allocate(&own, sizeof *diff);
  if (diff == NULL) return RC_STATUS_NO_MEMORY;
  *diff = (rc_diff){.allocator = own};
  work w = {
      .old_ids = old_ids,
      .new_ids = new_ids,
      .old_count = (uint32_t)old_count,
      .new_count = (uint32_t)new_count,
  };
  const bool has_memory = take_work(&own, &w);
  const rc_status status = has_memory ? find_edits(diff, &w) : RC_STATUS_NO_MEMORY;
  give_work(&own, &w);
  if (status != RC_STATUS_OK) {
    rc_diff_destroy(diff);
    return status;
  }
  *out_diff = diff;
  return RC_STATUS_OK;
}

void rc_diff_destroy(rc_diff *diff) {
  if (diff == NULL) return;
  rc_allocator own = diff->allocator;
  rc__deallocate(&own, diff->edits, diff->capacity * sizeof *diff->edits);
  rc__deallocate(&own, diff, sizeof *diff);
}

rc_status rc_diff_edits(const rc_diff *diff, const rc_diff_edit **out_edits, size_t *out_count) {
  if (diff == NULL || out_edits == NULL || out_count == NULL) return RC_STATUS_ARGUMENT;
  *out_edits = diff->edits;
  *out_count = diff->count;
  return RC_STATUS_OK;
}
