// Steps of a host, and the bare updates beside them: the same list, rows and offsets. Their
// instructions are counted.

#include "bench.h"
#include "rangecore_host.h"

#define ROWS 20000
#define LENGTH 800
#define HEIGHT 40

static void host_prepare(bench_world *world, bench_cursor *cursor, bool has_host,
                         int64_t measured) {
  const rc_allocator allocator = meter_allocator(&world->meter);
  need(rc_list_create(NULL, &allocator, &cursor->list));
  need(rc_list_insert(cursor->list, 0, NULL, ROWS));
  const double height = HEIGHT;
  for (int64_t row = 0; row < measured; row++) {
    need(rc_list_set_row_extents(cursor->list, row, &height, 1));
  }
  need(rc_list_mark_scrolled(cursor->list));
  cursor->viewport.length = LENGTH;
  cursor->viewport.offset = 2000;
  cursor->viewport.is_user_driven = true;
  if (!has_host) return;
  rc_host_options options;
  rc_host_options_init(&options);
  options.budget = 0;
  need(rc_host_create(cursor->list, &options, &allocator, &cursor->host));
}

static void with_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  host_prepare(world, cursor, true, ROWS);
}

static void without_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  host_prepare(world, cursor, false, ROWS);
}

static void with_new_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  host_prepare(world, cursor, true, 0);
}

static void without_new_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  host_prepare(world, cursor, false, 0);
}

static void with_step(bench_cursor *cursor) {
  rc_host_step step;
  const double extents[] = {HEIGHT, HEIGHT};
  need(rc_host_begin(cursor->host, &cursor->viewport, 400, 0, &step));
  while (!step.is_done) {
    const size_t count = step.ask_count < 2 ? step.ask_count : 2;
    need(rc_host_measured(cursor->host, extents, count, 0, &step));
  }
  if (step.sets_offset) cursor->viewport.offset = step.offset;
  cursor->sum += step.update.visible.lower + (int64_t)step.news_count;
}

/// The updates that such a step makes, and what it measures.
static void without_step(bench_cursor *cursor) {
  rc_update update;
  rc_interval rows;
  const double height = HEIGHT;
  rc_viewport viewport = cursor->viewport;
  for (bool is_done = false; !is_done; viewport.is_user_driven = false) {
    need(rc_list_update(cursor->list, &viewport, &update));
    viewport.offset += update.correction;
    need(rc_list_unmeasured_rows(cursor->list, update.visible.lower, update.visible.upper, &rows));
    is_done = rows.lower == rows.upper;
    for (; rows.lower < rows.upper; rows.lower++) {
      need(rc_list_set_row_extents(cursor->list, rows.lower, &height, 1));
    }
  }
  cursor->viewport.offset = viewport.offset;
  cursor->sum += update.visible.lower;
}

/// Forward within a row of 40 points: nothing enters or leaves.
static double within_a_row(int64_t at) {
  return 2001 + (double)(at % 1000) * 0.03;
}

static void with_still_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    cursor->viewport.offset = within_a_row(cursor->at);
    with_step(cursor);
  }
}

static void without_still_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  rc_update update;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    cursor->viewport.offset = within_a_row(cursor->at);
    need(rc_list_update(cursor->list, &cursor->viewport, &update));
    cursor->sum += update.visible.lower;
  }
}

static void with_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  for (; count > 0; count--) {
    cursor->viewport.offset += 30;
    with_step(cursor);
  }
}

static void without_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  for (; count > 0; count--) {
    cursor->viewport.offset += 30;
    without_step(cursor);
  }
}

static void destroy(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_host_destroy(cursor->host);
  rc_list_destroy(cursor->list);
}

const bench_action host_still_ours = {with_prepare, with_still_run, destroy};
const bench_action host_still_bare = {without_prepare, without_still_run, destroy};
const bench_action host_scroll_ours = {with_prepare, with_run, destroy};
const bench_action host_scroll_bare = {without_prepare, without_run, destroy};
const bench_action host_new_ours = {with_new_prepare, with_run, destroy};
const bench_action host_new_bare = {without_new_prepare, without_run, destroy};
