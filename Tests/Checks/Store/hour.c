// An hour of a store that reads a table of SQLite; see run.

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_world.h"

enum { PAGE_SIZE = 20, PAGES = 12 };

typedef struct {
  world_server server;
  sqlite3 *database;
  sqlite3_stmt *at, *after, *before, *count, *place, *changed, *insert, *delete, *move, *between;
  int64_t last_id, changes, moves, shifts;
} table;

static void need(table *t, int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(t->database));
  exit(1);
}

static void execute(table *t, const char *statements) {
  need(t, sqlite3_exec(t->database, statements, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(table *t, const char *query) {
  sqlite3_stmt *statement = NULL;
  need(t, sqlite3_prepare_v2(t->database, query, -1, &statement, NULL));
  return statement;
}

/// Binds numbers, and steps once; returns the first column.
static int64_t step(table *t, sqlite3_stmt *statement, int64_t a, int64_t b, double time) {
  const int most = sqlite3_bind_parameter_count(statement);
  need(t, sqlite3_reset(statement));
  if (most >= 1) need(t, sqlite3_bind_int64(statement, 1, a));
  if (most >= 2) need(t, sqlite3_bind_int64(statement, 2, b));
  if (most >= 3) need(t, sqlite3_bind_double(statement, 3, time));
  const int code = sqlite3_step(statement);
  need(t, code);
  return code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
}

/// Reads ids; of those before an id, the last ones come first.
static size_t read_ids(table *t, sqlite3_stmt *statement, int64_t a, int64_t b, rc_id *ids) {
  size_t count = 0;
  (void)step(t, statement, a, b, 0);
  if (sqlite3_data_count(statement) == 0) return 0;
  do {
    ids[count++] = sqlite3_column_int64(statement, 0);
  } while (sqlite3_step(statement) == SQLITE_ROW);
  return count;
}

/// Where an id is, or was: a cursor still tells that.
static int64_t place_of(table *t, rc_id id) {
  return step(t, t->place, id, 0, 0);
}

static void reverse(rc_id *ids, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    const rc_id id = ids[i];
    ids[i] = ids[count - 1 - i];
    ids[count - 1 - i] = id;
  }
}

static void answer(world_server *server, const rc_store_request *request, rc_store_reply *reply,
                   rc_id *ids) {
  table *t = (table *)server;
  const int64_t count = request->count;
  switch (request->kind) {
    case RC_STORE_REQUEST_KIND_FIRST:
      reply->count = read_ids(t, t->after, INT64_MIN, count, ids);
      reply->before = 0;
      break;
    case RC_STORE_REQUEST_KIND_AFTER:
      reply->count = read_ids(t, t->after, place_of(t, request->id), count, ids);
      break;
    case RC_STORE_REQUEST_KIND_LAST:
      reply->count = read_ids(t, t->before, INT64_MAX, count, ids);
      reverse(ids, reply->count);
      break;
    case RC_STORE_REQUEST_KIND_BEFORE:
      reply->count = read_ids(t, t->before, place_of(t, request->id), count, ids);
      reverse(ids, reply->count);
      break;
    default:
      if (request->position >= 0) {
        reply->count = read_ids(t, t->at, count, request->position, ids);
        if (request->is_refresh) reply->before = request->position;
      } else {
        const int64_t place = place_of(t, request->id);
        reply->count = read_ids(t, t->before, place, count / 2, ids);
        reverse(ids, reply->count);
        const int64_t before = (int64_t)reply->count;
        reply->count += read_ids(t, t->after, place - 1, count - before, ids + before);
      }
  }
  reply->total = step(t, t->count, 0, 0, 0);
  // Whoever is asked by keys tells no positions.
  if (request->position < 0 && request->kind != RC_STORE_REQUEST_KIND_FIRST) {
    reply->total = RC_STORE_UNKNOWN;
  }
}

/// Inserts rows, at the head or before another one.
static void insert(table *t, test_random *random, int64_t rows, bool is_head, double time) {
  const int64_t place = test_random_in(random, 0, step(t, t->count, 0, 0, 0) - 1);
  const int64_t head = place_of(t, step(t, t->at, 1, 0, 0));
  const int64_t before = place_of(t, step(t, t->at, 1, is_head ? 0 : place, 0));
  for (int64_t i = rows; i > 0; i--) {
    // Places are far apart; where they no longer are, fewer rows come.
    const int64_t at = is_head ? head - 65536 * (rows - i + 1) : before - i;
    (void)step(t, t->insert, ++t->last_id, at, time);
  }
}

static void delete_rows(table *t, test_random *random, int64_t rows) {
  const int64_t place = test_random_in(random, 0, step(t, t->count, 0, 0, 0) - rows);
  (void)step(t, t->delete, place_of(t, step(t, t->at, 1, place, 0)), rows, 0);
}

/// A row moves, most often to the head, as one that was changed does.
static void move(table *t, test_random *random, double time) {
  const int64_t count = step(t, t->count, 0, 0, 0);
  const rc_id id = step(t, t->at, 1, test_random_in(random, 0, count - 1), 0);
  const int64_t place = test_random_one_in(random, 4) ? test_random_in(random, 0, count - 1) : 0;
  const int64_t before = place_of(t, step(t, t->at, 1, place, 0));
  t->moves++;
  (void)step(t, t->move, id, place == 0 ? before - 65536 : before - 40000, time);
}

/// More rows come than go, most of them at the head; some move; and now and then hundreds come or
/// go at once.
static void change(world_server *server, test_random *random, double time) {
  table *t = (table *)server;
  const int64_t rows = step(t, t->count, 0, 0, 0), kind = test_random_in(random, 0, 99);
  t->changes++;
  execute(t, "BEGIN");
  if (kind == 0) {
    const int64_t some = test_random_in(random, 100, 600);
    t->shifts++;
    if (test_random_one_in(random, 2) || rows < 2000) {
      insert(t, random, some, test_random_one_in(random, 2), time);
    } else {
      delete_rows(t, random, some);
    }
  } else if (kind < 15) {
    move(t, random, time);
  } else if (kind < 65 || rows < 1000) {
    insert(t, random, 1, test_random_one_in(random, 2), time);
  } else {
    delete_rows(t, random, 1);
  }
  execute(t, "COMMIT");
}

static bool has_stayed(world_server *server, rc_id id, double time) {
  table *t = (table *)server;
  return step(t, t->changed, id, 0, 0) <= (int64_t)(time * 1000);
}

static int64_t between(world_server *server, rc_id after, rc_id before, double time, rc_id *ids) {
  table *t = (table *)server;
  const int64_t lower = place_of(t, after), upper = place_of(t, before);
  if (upper < lower) return -1;
  int64_t count = 0;
  (void)step(t, t->between, lower, upper, time);
  if (sqlite3_data_count(t->between) == 0) return 0;
  do {
    if (count < WORLD_BETWEEN) ids[count] = sqlite3_column_int64(t->between, 0);
    count++;
  } while (sqlite3_step(t->between) == SQLITE_ROW);
  return count;
}

static void make_table(table *t, const char *path, int64_t rows) {
  remove(path);
  need(t, sqlite3_open(path, &t->database));
  execute(t,
          "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;"
          "CREATE TABLE items (id INTEGER PRIMARY KEY, place INTEGER UNIQUE, changed REAL,"
          " title TEXT);"
          "CREATE TABLE gone (id INTEGER PRIMARY KEY, place INTEGER)");
  sqlite3_stmt *fill =
      prepare(t,
              "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) "
              "INSERT INTO items SELECT i, i * 65536, -1, 'Item ' || i FROM n");
  (void)step(t, fill, rows, 0, 0);
  need(t, sqlite3_finalize(fill));
  execute(t,
          "CREATE TRIGGER goes BEFORE DELETE ON items BEGIN"
          " INSERT OR REPLACE INTO gone VALUES (old.id, old.place); END");
  t->last_id = rows;
  t->at = prepare(t, "SELECT id FROM items ORDER BY place LIMIT ? OFFSET ?");
  t->after = prepare(t, "SELECT id FROM items WHERE place > ? ORDER BY place LIMIT ?");
  t->before = prepare(t, "SELECT id FROM items WHERE place < ? ORDER BY place DESC LIMIT ?");
  t->count = prepare(t, "SELECT count(*) FROM items");
  t->place = prepare(t,
                     "SELECT place FROM items WHERE id = ?1 UNION ALL"
                     " SELECT place FROM gone WHERE id = ?1");
  // Whole milliseconds; a row that is gone has not stayed.
  t->changed = prepare(t,
                       "SELECT CAST(changed * 1000 AS INTEGER) FROM items WHERE id = ?1"
                       " UNION ALL SELECT 9223372036854775807 LIMIT 1");
  t->insert = prepare(t, "INSERT OR IGNORE INTO items VALUES (?1, ?2, ?3, '')");
  t->delete = prepare(t,
                      "DELETE FROM items WHERE id IN"
                      " (SELECT id FROM items WHERE place >= ? ORDER BY place LIMIT ?)");
  t->move = prepare(t, "UPDATE OR IGNORE items SET place = ?2, changed = ?3 WHERE id = ?1");
  t->between = prepare(t,
                       "SELECT id FROM items WHERE place > ? AND place < ? AND changed < ?"
                       " ORDER BY place");
  t->server = (world_server){answer, change, between, has_stayed};
}

// == memory ==

typedef struct {
  int64_t now, most;
} meter;

static void *resize(void *context, void *block, size_t old_size, size_t size) {
  meter *m = context;
  m->now += (int64_t)size - (int64_t)old_size;
  if (m->now > m->most) m->most = m->now;
  if (size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, size);
}

// == the hour ==

static void run_hour(store_world *w, const char *kind, int64_t minutes) {
  meter memory = {0};
  const rc_allocator allocator = {.resize = resize, .context = &memory};
  world_open(w, &allocator);
  for (int64_t i = 0; i < 2 * minutes && !test_has_failed(); i++) {
    world_run(w, 29);
    if (!test_has_failed()) world_rest(w);
  }
  // All that is held is within the limit but for 12 visible slots and 24 on each side of them.
  // Tables grow by doubling; half a kilobyte for each place that is listed, requested, failed or
  // edited.
  const int64_t most = 2 * (64 * w->most_items + 300 * w->most_pages) + 24 * 1024;
  if (memory.most > most) {
    test_fail(__FILE__, __LINE__, "%" PRId64 " bytes are used, %" PRId64 " are allowed",
              memory.most, most);
  }
  printf("%-8s %" PRId64 " updates, %" PRId64 " failures, %" PRId64 " jumps, %" PRId64
         " rests, at most %" PRId64 " pages, %" PRId64 " bytes, %" PRId64
         " neighbours seen, %" PRId64 " rows lost, %" PRId64 " out of order, %" PRId64
         " requests\n",
         kind, w->update_count, w->failure_count, w->jump_count, w->rest_count, w->most_pages,
         memory.most, w->seam_count, w->lost_rows, w->wrong_rows, w->request_total);
  world_end(w);
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  const char *kind = argv[1];
  table t = {0};
  test_random random = {strtoull(argv[4], NULL, 10)};
  make_table(&t, argv[5], strtoll(argv[3], NULL, 10));
  store_world w;
  world_begin(&w, &t.server, &random);
  const bool is_keyed = strcmp(kind, "keys") == 0, looks_ahead = strcmp(kind, "ahead") == 0;
  w.options.source = is_keyed ? RC_STORE_SOURCE_KEYS : RC_STORE_SOURCE_OFFSETS;
  w.options.page_size = PAGE_SIZE;
  w.options.looks_ahead = looks_ahead;
  w.options.has_placeholders = strcmp(kind, "growing") != 0;
  w.options.first_pages = 3;
  w.settings.page_limit = PAGES;
  // What is read is refreshed.
  if (looks_ahead || is_keyed) w.settings.max_age = 60;
  // By key there is no way into the middle of what is missing but a refresh there.
  if (is_keyed) w.settings.jump_distance = 100;
  w.source_count = strtoll(argv[3], NULL, 10);
  w.frame = 1.0 / 60;
  w.change_seconds = 0.5;
  w.pause_seconds = 180;
  w.failures = 10;
  w.watch = WATCH_ALL & ~(uint32_t)(WATCH_ORDER | WATCH_ERRORS | WATCH_UNIQUE);
  if (!is_keyed && !looks_ahead) w.watch &= ~(uint32_t)WATCH_LOST;
  run_hour(&w, kind, strtoll(argv[2], NULL, 10));
  if (!test_has_failed()) return 0;
  printf("%s: FAIL %s\n", kind, test_failure());
  return 1;
}
