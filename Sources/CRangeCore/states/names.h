// The names of items: ids that the host gives to the few items it works on.
//
// A name is stored for the number that `origins` has for its item, which no edit changes. So edits
// cost nothing here; each update renumbers the names, and sets those aside whose items were removed
// or have left the ranges, until the host has asked for them.

#ifndef RC_NAMES_H
#define RC_NAMES_H

#include "../base/base.h"
#include "../edits/origins.h"
#include "states.h"

enum {
  /// Memory for so many names is not given back.
  RC__NAMES_KEPT = 256
};

typedef struct rc__name {
  /// The item: see `seen` of rc__stretch.
  int64_t item;
  rc_id id;
} rc__name;

typedef struct rc__names {
  rc_allocator allocator;
  /// Ascending by item, like the two arrays below.
  rc__name *names;
  size_t count, capacity;
  /// Where an update writes them.
  rc__name *next;
  size_t next_capacity;
  /// Of the last update: the names of removed items, by their index at the update before; then
  /// those of items that have left the ranges, by their index now.
  rc__name *gone;
  size_t gone_capacity;
  size_t removed_count, left_count;
} rc__names;

void rc__names_init(rc__names *names, const rc_allocator *allocator);
void rc__names_deinit(rc__names *names);

/// Names the items from `lower` on; false if out of memory.
bool rc__names_set(rc__names *names, rc__origins *origins, int64_t lower, int64_t upper,
                   const rc_id *ids);

/// In an update, once the states are those of now, and before `rc__origins_end`.
void rc__names_update(rc__names *names, const rc__origins *origins, const rc__states *states);

/// Copies the names of the items of a change of the last update.
void rc__names_copy(const rc__names *names, const rc_change *change, bool is_removed,
                    rc_id *out_ids);

#endif
