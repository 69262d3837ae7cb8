#include "ids.h"

/// The entry of an id, or the empty one for it.
static size_t entry_of_id(const rc__ids *ids, rc_id id) {
  const size_t mask = ids->capacity - 1;
  size_t at = rc__hash_of_id(id) & mask;
  while (ids->entries[at].value != NULL && ids->entries[at].id != id) at = (at + 1) & mask;
  return at;
}

void *rc__ids_find(const rc__ids *ids, rc_id id) {
  return ids->capacity == 0 ? NULL : ids->entries[entry_of_id(ids, id)].value;
}

void rc__ids_deinit(rc__ids *ids, const rc_allocator *allocator) {
  rc__deallocate(allocator, ids->entries, ids->capacity * sizeof *ids->entries);
}

void rc__ids_clear(rc__ids *ids) {
  if (ids->capacity > 0) rc__zero_bytes(ids->entries, ids->capacity * sizeof *ids->entries);
  ids->count = 0;
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
    if (former->value != NULL) grown.entries[entry_of_id(&grown, former->id)] = *former;
  }
  rc__deallocate(allocator, ids->entries, ids->capacity * sizeof *ids->entries);
  *ids = grown;
  return true;
}

void rc__ids_set(rc__ids *ids, rc_id id, void *value) {
  rc__id_entry *at = &ids->entries[entry_of_id(ids, id)];
  ids->count += at->value == NULL;
  *at = (rc__id_entry){id, value};
}

RC_WRAPS("distances in a table are modulo its capacity")
void rc__ids_remove(rc__ids *ids, rc_id id) {
  const size_t mask = ids->capacity - 1;
  size_t hole = entry_of_id(ids, id);
  ids->count--;
  // What follows moves up, unless that were before where its search begins.
  for (size_t at = (hole + 1) & mask; ids->entries[at].value != NULL; at = (at + 1) & mask) {
    const size_t home = rc__hash_of_id(ids->entries[at].id) & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    ids->entries[hole] = ids->entries[at];
    hole = at;
  }
  ids->entries[hole].value = NULL;
}
