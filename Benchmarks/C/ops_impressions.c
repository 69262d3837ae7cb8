// Views told to impressions, beside look-ups in a hash table of the ids that are remembered.

#include <stdlib.h>

#include "bench.h"

enum { VIEWS = 200 };

typedef struct {
  rc_id id;
  int64_t value;
} entry;

/// Ids as a server gives them.
static rc_id id_of(int64_t item) {
  return (rc_id)((uint64_t)item * UINT64_C(0x9e3779b97f4a7c15) >> 1);
}

static size_t entry_of(const entry *entries, size_t mask, rc_id id) {
  uint64_t hash = (uint64_t)id;
  hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
  size_t at = (size_t)(hash ^ hash >> 31) & mask;
  while (entries[at].value != 0 && entries[at].id != id) at = (at + 1) & mask;
  return at;
}

static size_t size_for(int64_t count) {
  size_t size = 16;
  while ((int64_t)size * 3 / 4 < count + VIEWS) size *= 2;
  return size;
}

/// Views of items from one on.
static void show(bench_cursor *cursor, int64_t first) {
  rc_impression_view *views = cursor->table;
  for (int64_t i = 0; i < VIEWS; i++) views[i].id = id_of(first + i);
  need(rc_impressions_set_views(cursor->impressions, 0, views, VIEWS));
}

static void impressions_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  rc_allocator allocator = meter_allocator(&world->meter);
  rc_impressions_report report;
  rc_impression_view *views = need_memory(VIEWS * sizeof *views);
  for (int64_t i = 0; i < VIEWS; i++) {
    views[i] = (rc_impression_view){.extent = 9, .viewport = 900, .visible = 9, .cross = 1};
  }
  cursor->table = views;
  need(rc_impressions_create(NULL, &allocator, &cursor->impressions));
  for (int64_t first = 0; first < world->count; first += VIEWS) {
    show(cursor, first);
    need(rc_impressions_update(cursor->impressions, cursor->viewport.time, true, &report));
    cursor->viewport.time += 1;
    need(rc_impressions_update(cursor->impressions, cursor->viewport.time, true, &report));
  }
}

/// A scroll by an item each time, of items that are all in the table.
static void impressions_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    show(cursor, cursor->at % (world->count - VIEWS));
    rc_impressions_report report;
    cursor->viewport.time += 1.0 / 60;
    need(rc_impressions_update(cursor->impressions, cursor->viewport.time, true, &report));
    cursor->sum += (int64_t)report.event_count;
  }
}

static void impressions_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_impressions_destroy(cursor->impressions);
  free(cursor->table);
}

const bench_action impressions_ours = {impressions_prepare, impressions_run, impressions_undo};

static void table_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  const size_t size = size_for(world->count);
  cursor->table = calloc(size, sizeof(entry));
  if (cursor->table == NULL) abort();
  entry *entries = cursor->table;
  for (int64_t i = 0; i < world->count; i++) {
    entries[entry_of(entries, size - 1, id_of(i))] = (entry){id_of(i), i + 1};
  }
}

static void table_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  const size_t mask = size_for(world->count) - 1;
  const entry *entries = cursor->table;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t first = cursor->at % (world->count - VIEWS);
    for (int64_t i = 0; i < VIEWS; i++) {
      cursor->sum += entries[entry_of(entries, mask, id_of(first + i))].value;
    }
  }
}

static void table_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  free(cursor->table);
}

const bench_action impressions_table = {table_prepare, table_run, table_undo};
