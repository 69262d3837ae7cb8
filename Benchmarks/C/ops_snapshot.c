// Extents that a snapshot saves and restores, beside a hash table of their ids.

#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { SAVED = 100000, TABLE = 1 << 18 };

/// What an operation has of its own: a list of so many rows, another that is not measured, and what
/// was saved of them.
typedef struct {
  rc_list *list;
  rc_list *again;
  rc_snapshot *snapshot;
  rc_id ids[SAVED];
  double extents[SAVED];
  unsigned char bytes[16 * SAVED + 1024];
  size_t size;
} saved;

typedef struct {
  rc_id id;
  double extent;
  bool is_used;
} table_entry;

/// Ids as a server gives them.
static rc_id server_id(int64_t item) {
  return (rc_id)((uint64_t)item * UINT64_C(0x9e3779b97f4a7c15) >> 1);
}

static void saved_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  const rc_allocator allocator = meter_allocator(&world->meter);
  saved *it = need_memory(sizeof *it);
  cursor->table = it;
  for (int64_t i = 0; i < SAVED; i++) {
    it->ids[i] = server_id(i);
    it->extents[i] = (double)(20 + i % 400);
  }
  need(rc_list_create(NULL, &allocator, &it->list));
  need(rc_list_create(NULL, &allocator, &it->again));
  need(rc_list_insert(it->list, 0, it->extents, SAVED));
  need(rc_list_insert(it->again, 0, NULL, SAVED));
  need(rc_snapshot_create(SAVED, &allocator, &it->snapshot));
  need(rc_list_save_extents(it->list, 0, SAVED, it->ids, 0, it->snapshot));
  need(rc_snapshot_write(it->snapshot, it->bytes, sizeof it->bytes, &it->size));
}

static void saved_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  saved *it = cursor->table;
  rc_snapshot_destroy(it->snapshot);
  rc_list_destroy(it->list);
  rc_list_destroy(it->again);
  free(it);
}

/// Saves all anew, as another key forgets what was saved, and writes the bytes.
static void save_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  saved *it = cursor->table;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    need(rc_list_save_extents(it->list, 0, SAVED, it->ids, cursor->at + 1, it->snapshot));
    need(rc_snapshot_write(it->snapshot, it->bytes, sizeof it->bytes, &it->size));
    cursor->sum += (int64_t)it->size;
  }
}

/// Reads the bytes, and measures all rows of a list by them.
static void restore_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  const rc_allocator allocator = meter_allocator(&world->meter);
  saved *it = cursor->table;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_snapshot *read;
    int64_t restored;
    need(rc_list_forget(it->again, 0, SAVED));
    need(rc_snapshot_read(it->bytes, it->size, SAVED, &allocator, &read, NULL));
    need(rc_list_restore_extents(it->again, 0, SAVED, it->ids, 0, read, &restored));
    rc_snapshot_destroy(read);
    cursor->sum += restored;
  }
}

const bench_action save_ours = {saved_prepare, save_run, saved_undo};
const bench_action restore_ours = {saved_prepare, restore_run, saved_undo};

// == a hash table ==

typedef struct {
  rc_id ids[SAVED];
  table_entry entries[TABLE];
} table;

static table_entry *table_find(table *it, rc_id id) {
  uint64_t hash = (uint64_t)id;
  hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
  size_t at = (size_t)(hash ^ hash >> 31) & (TABLE - 1);
  while (it->entries[at].is_used && it->entries[at].id != id) at = (at + 1) & (TABLE - 1);
  return &it->entries[at];
}

static void filled_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  table *it = need_memory(sizeof *it);
  cursor->table = it;
  for (int64_t i = 0; i < SAVED; i++) it->ids[i] = server_id(i);
}

static void filled_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  free(cursor->table);
}

/// Fills it with all ids, and finds them again.
static void filled_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  table *it = cursor->table;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    memset(it->entries, 0, sizeof it->entries);
    for (int64_t i = 0; i < SAVED; i++) {
      *table_find(it, it->ids[i]) = (table_entry){it->ids[i], (double)i, true};
    }
    for (int64_t i = 0; i < SAVED; i++) cursor->sum += (int64_t)table_find(it, it->ids[i])->extent;
  }
}

const bench_action filled_table = {filled_prepare, filled_run, filled_undo};
