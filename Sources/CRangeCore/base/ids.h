// A pointer for each of any number of ids: a table of open addressing.

#ifndef RC_IDS_H
#define RC_IDS_H

#include "base.h"

typedef struct rc__id_entry {
  rc_id id;
  /// NULL for an empty entry.
  void *value;
} rc__id_entry;

/// What is known of ids: all zero if that is nothing.
typedef struct rc__ids {
  rc__id_entry *entries;
  /// A power of two, or 0.
  size_t capacity;
  size_t count;
} rc__ids;

/// Returns the pointer of an id; NULL if there is none.
void *rc__ids_find(const rc__ids *ids, rc_id id);
void rc__ids_deinit(rc__ids *ids, const rc_allocator *allocator);
/// Removes all ids; their memory stays.
void rc__ids_clear(rc__ids *ids);
/// Fetches an entry into the cache, of the id so many after another if there is one.
void rc__ids_prefetch(const rc__ids *ids, const rc_id *list, int64_t count, int64_t index);
/// Reserves memory for so many more; false if there is none.
bool rc__ids_reserve(rc__ids *ids, const rc_allocator *allocator, size_t more);
/// Adds an id, or changes its pointer, which is not NULL.
void rc__ids_set(rc__ids *ids, rc_id id, void *value);
/// Removes an id that is there.
void rc__ids_remove(rc__ids *ids, rc_id id);

#endif
