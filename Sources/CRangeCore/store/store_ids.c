#include "store.h"

/// The entry of an id, or the empty one for it.
static size_t entry_of_id(const rc__ids *ids, rc_id id) {
  const size_t mask = ids->capacity - 1;
  size_t at = rc__hash_of_id(id) & mask;
  while (ids->entries[at].block != NULL && ids->entries[at].id != id) at = (at + 1) & mask;
  return at;
}

rc__block *rc__ids_find(const rc__ids *ids, rc_id id) {
  return ids->capacity == 0 ? NULL : ids->entries[entry_of_id(ids, id)].block;
}

void rc__ids_deinit(rc__ids *ids, const rc_allocator *allocator) {
  rc__deallocate(allocator, ids->entries, ids->capacity * sizeof *ids->entries);
}

void rc__ids_prefetch(const rc__ids *ids, const rc_id *list, int64_t count, int64_t index) {
  // As many as a processor waits for at a time.
  const int64_t next = index + 8;
  if (next >= count) return;
  RC__PREFETCH(&ids->entries[rc__hash_of_id(list[next]) & (ids->capacity - 1)]);
}

bool rc__ids_reserve(rc__ids *ids, const rc_allocator *allocator, size_t more) {
  // The table takes less than three times as many entries.
  if (more > SIZE_MAX / 4 / sizeof *ids->entries - ids->count) return false;
  const size_t needed = ids->count + more;
  // At most three quarters full.
  size_t capacity = ids->capacity;
  while (needed > capacity / 4 * 3) capacity = capacity == 0 ? 16 : 2 * capacity;
  if (capacity == ids->capacity) return true;
  rc__ids grown = {.capacity = capacity, .count = ids->count};
  grown.entries = rc__allocate(allocator, capacity * sizeof *grown.entries);
  if (grown.entries == NULL) return false;
  rc__zero_bytes(grown.entries, capacity * sizeof *grown.entries);
  for (size_t i = 0; i < ids->capacity; i++) {
    const rc__id_entry *former = &ids->entries[i];
    if (former->block != NULL) grown.entries[entry_of_id(&grown, former->id)] = *former;
  }
  rc__deallocate(allocator, ids->entries, ids->capacity * sizeof *ids->entries);
  *ids = grown;
  return true;
}

void rc__ids_set(rc__ids *ids, rc_id id, rc__block *block) {
  rc__id_entry *at = &ids->entries[entry_of_id(ids, id)];
  ids->count += at->block == NULL;
  *at = (rc__id_entry){id, block};
}

RC_WRAPS("distances in a table are modulo its capacity")
void rc__ids_remove(rc__ids *ids, rc_id id) {
  const size_t mask = ids->capacity - 1;
  size_t hole = entry_of_id(ids, id);
  ids->count--;
  // What follows moves up, unless that were before where its search begins.
  for (size_t at = (hole + 1) & mask; ids->entries[at].block != NULL; at = (at + 1) & mask) {
    const size_t home = rc__hash_of_id(ids->entries[at].id) & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    ids->entries[hole] = ids->entries[at];
    hole = at;
  }
  ids->entries[hole].block = NULL;
}

// == with which id replies ended ==

/// Takes a page out of those whose last reply ended with the same id.
static void unlink_last(rc__ids *lasts, const rc__block *page) {
  rc__block *before = rc__ids_find(lasts, page->last);
  if (before == page && page->same_last == NULL) {
    rc__ids_remove(lasts, page->last);
  } else if (before == page) {
    rc__ids_set(lasts, page->last, page->same_last);
  } else {
    while (before->same_last != page) before = before->same_last;
    before->same_last = page->same_last;
  }
}

void rc__lasts_set(rc__ids *lasts, rc__block *page, rc_id id) {
  if (page->last != RC_ID_NONE) unlink_last(lasts, page);
  page->last = id;
  page->same_last = NULL;
  if (id == RC_ID_NONE) return;
  page->same_last = rc__ids_find(lasts, id);
  rc__ids_set(lasts, id, page);
}

static int64_t difference(int64_t a, int64_t b) {
  return a > b ? a - b : b - a;
}

int64_t rc__lasts_cell(const rc__ids *lasts, rc_id id, int64_t near) {
  const rc__block *page = rc__ids_find(lasts, id);
  if (page == NULL) return near;
  int64_t found = page->key;
  for (page = page->same_last; page != NULL; page = page->same_last) {
    const int64_t further = difference(page->key, near) - difference(found, near);
    if (further < 0 || (further == 0 && page->key < found)) found = page->key;
  }
  return found;
}

// == ids of a reply ==

// == ids of a reply ==

bool rc__store_take(rc_store *store, const rc_id *ids, int64_t count) {
  rc__contents *held = &store->held;
  const size_t most = (size_t)count;
  if (!rc__ids_reserve(&held->ids, &store->allocator, most) ||
      !rc__array_reserve(&store->allocator, &store->taken, &store->taken_capacity,
                         sizeof *store->taken, most)) {
    return false;
  }
  store->taken_count = 0;
  store->new_count = 0;
  for (size_t i = 0; i < most; i++) {
    rc__ids_prefetch(&held->ids, ids, count, (int64_t)i);
    rc__block *block = rc__ids_find(&held->ids, ids[i]);
    // Twice in the reply.
    if (block == &store->pending || block == &store->repeated) continue;
    store->taken[store->taken_count++] = (rc__taken){ids[i], block, NULL};
    rc__ids_set(&held->ids, ids[i], block == NULL ? &store->pending : &store->repeated);
    store->new_count += block == NULL;
  }
  for (size_t i = 0; i < store->taken_count; i++) {
    const rc__taken *taken = &store->taken[i];
    if (taken->block != NULL) rc__ids_set(&held->ids, taken->id, taken->block);
  }
  return true;
}

void rc__store_put_back(rc_store *store) {
  for (size_t i = 0; i < store->taken_count; i++) {
    const rc__taken *taken = &store->taken[i];
    if (taken->block == NULL) rc__ids_remove(&store->held.ids, taken->id);
  }
}

size_t rc__store_run_end(const rc_store *store, size_t index) {
  while (index < store->taken_count && store->taken[index].block == NULL) index++;
  return index;
}

void rc__store_enter(rc_store *store) {
  for (size_t i = 0; i < store->taken_count; i++) {
    const rc__taken *taken = &store->taken[i];
    if (taken->block != NULL) continue;
    if (taken->target != NULL) {
      rc__ids_set(&store->held.ids, taken->id, taken->target);
    } else {
      rc__ids_remove(&store->held.ids, taken->id);
      store->new_count--;
    }
  }
}

bool rc__store_affords(const rc_store *store, int64_t cost, int64_t former) {
  return cost <= INT64_MAX - (store->held.cost - former);
}

int64_t rc__store_total_told(const rc__reply *reply, int64_t position) {
  if (reply->total >= 0 || reply->after < 0 || reply->count == 0) return reply->total;
  return rc__at_most(position + reply->count + reply->after, RC_ITEM_COUNT_MAX);
}
