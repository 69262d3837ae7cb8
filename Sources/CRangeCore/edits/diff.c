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

#include "../base/base.h"

struct rc_diff {
  rc_allocator allocator;
  rc_edit *edits;
  size_t count;
  size_t capacity;
};

/// An id, and which of its sequence it is, from 1 on; 0 for an empty entry.
typedef struct entry {
  rc_id id;
  uint32_t place;
} entry;

/// The working data, in one block. *Places* are those of the old sequence, from 1 on; 0 is none.
typedef struct work {
  const rc_id *old_ids, *new_ids;
  uint32_t old_count, new_count;
  size_t size;
  /// The length of each array but the first: one more than the longer sequence has ids.
  size_t room;
  entry *entries;
  size_t entry_mask;
  /// For each new item, its place; after the removals, its place among the items that are kept.
  uint32_t *place_of_new;
  /// For each place, whether its item is kept.
  uint32_t *kept;
  /// For each place, how many items up to it wait to be moved. (As sums over powers of two: a
  /// Fenwick tree. None includes place 0.)
  uint32_t *waiting;
  /// For each place, how many items up to it stay.
  uint32_t *staying_up_to;
  /// For each new item that stays or moves, the one before it in an increasing run.
  uint32_t *previous;
  /// For each length of an increasing run, from 1 on, the new item that ends it with the smallest
  /// place; in the end, the items of the longest run, which stay.
  uint32_t *last;
  /// For each new item, whether it stays.
  bool *stays;
} work;

// == memory ==

static bool take_work(const rc_allocator *allocator, work *w) {
  uint32_t **const arrays[] = {&w->place_of_new,  &w->kept,     &w->waiting,
                               &w->staying_up_to, &w->previous, &w->last};
  const size_t array_count = sizeof arrays / sizeof arrays[0];
  const uint64_t room = (uint64_t)(w->old_count > w->new_count ? w->old_count : w->new_count) + 1;
  // At most half full.
  uint64_t entry_count = 2;
  while (entry_count / 2 < room) entry_count *= 2;
  const uint64_t size =
      entry_count * sizeof(entry) + room * (array_count * sizeof(uint32_t) + sizeof(bool));
  // More than there can be, if the size does not fit: no allocator has that.
  const size_t bytes = (size_t)size | (size_t)(size != (size_t)size) * SIZE_MAX;
  void *block = rc__allocate(allocator, bytes);
  if (block == NULL) return false;
  w->size = (size_t)size;
  w->room = (size_t)room;
  w->entries = block;
  w->entry_mask = (size_t)entry_count - 1;
  uint32_t *array = (uint32_t *)(w->entries + entry_count);
  for (size_t i = 0; i < array_count; i++, array += room) *arrays[i] = array;
  w->stays = (bool *)array;
  return true;
}

// == which items are in both ==

/// Where an id is, or the empty entry for it.
static entry *entry_of(const work *w, rc_id id) {
  size_t at = rc__hash_of_id(id) & w->entry_mask;
  while (w->entries[at].place != 0 && w->entries[at].id != id) at = (at + 1) & w->entry_mask;
  return &w->entries[at];
}

/// Fills the entries with a sequence; false if an id is twice in it, or none.
static bool enter(work *w, const rc_id *ids, uint32_t count) {
  rc__zero_bytes(w->entries, (w->entry_mask + 1) * sizeof *w->entries);
  for (uint32_t at = 0; at < count; at++) {
    entry *found = entry_of(w, ids[at]);
    if (found->place != 0 || ids[at] == RC_ID_NONE) return false;
    *found = (entry){ids[at], at + 1};
  }
  return true;
}

static bool match(work *w) {
  if (!enter(w, w->new_ids, w->new_count)) return false;
  if (!enter(w, w->old_ids, w->old_count)) return false;
  rc__zero_bytes(w->kept, w->room * sizeof *w->kept);
  for (uint32_t at = 0; at < w->new_count; at++) {
    w->place_of_new[at] = entry_of(w, w->new_ids[at])->place;
    w->kept[w->place_of_new[at]] = 1;
  }
  return true;
}

// == which of them stay ==

/// How many runs end with a smaller place.
static uint32_t length_before(const work *w, uint32_t runs, uint32_t place) {
  uint32_t lower = 0, upper = runs;
  while (lower < upper) {
    const uint32_t middle = lower + (upper - lower) / 2;
    if (w->place_of_new[w->last[middle + 1]] < place)
      lower = middle + 1;
    else
      upper = middle;
  }
  return lower;
}

static void find_staying(work *w) {
  uint32_t runs = 0;
  for (uint32_t at = 0; at < w->new_count; at++) {
    w->stays[at] = false;
    if (w->place_of_new[at] == 0) continue;
    const uint32_t length = length_before(w, runs, w->place_of_new[at]);
    // Before the first of a run, anything: nothing reads it.
    w->previous[at] = w->last[length];
    w->last[length + 1] = at;
    if (length == runs) runs++;
  }
  for (uint32_t i = runs; i > 0; i--) {
    if (i < runs) w->last[i] = w->previous[w->last[i + 1]];
    w->stays[w->last[i]] = true;
  }
}

// == edits ==

static bool add_edit(rc_diff *diff, rc_edit edit) {
  if (!rc__array_reserve(&diff->allocator, &diff->edits, &diff->capacity, sizeof *diff->edits,
                         diff->count + 1)) {
    return false;
  }
  diff->edits[diff->count++] = edit;
  return true;
}

/// Adds the removals, and renumbers the places to those among the items that are kept.
static bool add_removals(rc_diff *diff, work *w) {
  w->kept[0] = 1;
  for (uint32_t upper = w->old_count, lower; upper > 0; upper = lower) {
    lower = upper - 1;
    if (w->kept[upper] != 0) continue;
    while (w->kept[lower] == 0) lower--;
    const rc_edit edit = {.lower = lower, .upper = upper, .kind = RC_EDIT_KIND_REMOVE};
    if (!add_edit(diff, edit)) return false;
  }
  w->kept[0] = 0;
  for (uint32_t place = 1; place <= w->old_count; place++) w->kept[place] += w->kept[place - 1];
  for (uint32_t at = 0; at < w->new_count; at++) {
    w->place_of_new[at] = w->kept[w->place_of_new[at]];
  }
  return true;
}

/// The next sum that includes what one at `i` does.
static size_t next_sum(size_t i) {
  return (i | (i - 1)) + 1;
}

/// Counts the items that wait to be moved, and those that stay.
static void count_waiting(work *w) {
  rc__zero_bytes(w->waiting, w->room * sizeof *w->waiting);
  rc__zero_bytes(w->staying_up_to, w->room * sizeof *w->staying_up_to);
  for (uint32_t at = 0; at < w->new_count; at++) {
    uint32_t *counts = w->stays[at] ? w->staying_up_to : w->waiting;
    counts[w->place_of_new[at]] = 1;
  }
  for (size_t i = 1; i < w->room; i++) {
    w->staying_up_to[i] += w->staying_up_to[i - 1];
    if (next_sum(i) < w->room) w->waiting[next_sum(i)] += w->waiting[i];
  }
}

static uint32_t waiting_up_to(const work *w, uint32_t place) {
  uint32_t sum = 0;
  for (uint32_t i = place; i > 0; i &= i - 1) sum += w->waiting[i];
  return sum;
}

static void place_one(work *w, uint32_t place) {
  for (size_t i = place; i < w->room; i = next_sum(i)) w->waiting[i]--;
}

/// Where an item that waits is now, once `placed` items are, of which `stayed` have stayed.
static uint32_t index_of_waiting(const work *w, uint32_t place, uint32_t placed, uint32_t stayed) {
  const uint32_t staying = w->staying_up_to[place];
  // Before it: what is placed up to the next item that stays; or all that is, and what stays.
  const uint32_t before = staying < stayed ? w->last[staying + 1] : placed + (staying - stayed);
  return before + waiting_up_to(w, place - 1);
}

/// Adds the insertions and moves, from the front of the new sequence.
static bool add_placements(rc_diff *diff, work *w) {
  // How many of the placed items have stayed, and the place of the last.
  uint32_t stayed = 0, last_stayed = 0;
  for (uint32_t at = 0, end; at < w->new_count; at = end) {
    end = at + 1;
    const uint32_t place = w->place_of_new[at];
    if (w->stays[at]) {
      stayed++;
      last_stayed = place;
      continue;
    }
    rc_edit edit = {.kind = RC_EDIT_KIND_INSERT};
    if (place == 0) {
      edit.lower = at + waiting_up_to(w, last_stayed);
      edit.source = at;
      while (end < w->new_count && w->place_of_new[end] == 0) end++;
    } else {
      // None of these stays: the item before it would stay as well.
      while (end < w->new_count && w->place_of_new[end] == place + (end - at)) end++;
      edit.kind = RC_EDIT_KIND_MOVE;
      edit.lower = index_of_waiting(w, place, at, stayed);
      for (uint32_t i = 0; i < end - at; i++) place_one(w, place + i);
      edit.to = at + waiting_up_to(w, last_stayed);
    }
    edit.upper = edit.lower + (end - at);
    if (!add_edit(diff, edit)) return false;
  }
  return true;
}

// == the difference ==

static rc_status find_edits(rc_diff *diff, work *w) {
  if (!match(w)) return RC_STATUS_ARGUMENT;
  if (!add_removals(diff, w)) return RC_STATUS_NO_MEMORY;
  find_staying(w);
  count_waiting(w);
  return add_placements(diff, w) ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

static bool is_sequence(const rc_id *ids, size_t count) {
  return count == 0 || ids != NULL;
}

rc_status rc_diff_create(const rc_id *old_ids, size_t old_count, const rc_id *new_ids,
                         size_t new_count, const rc_allocator *allocator, rc_diff **out_diff) {
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
  rc__deallocate(&own, w.entries, w.size);
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

rc_status rc_diff_edits(const rc_diff *diff, const rc_edit **out_edits, size_t *out_count) {
  if (diff == NULL || out_edits == NULL || out_count == NULL) return RC_STATUS_ARGUMENT;
  *out_edits = diff->edits;
  *out_count = diff->count;
  return RC_STATUS_OK;
}
