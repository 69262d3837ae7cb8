// Memory, in bytes an item beside four. It is counted, so it binds.

#include "lines.h"

static void add_memory(bench_report *report, const char *name, const bench_world *world,
                       int64_t held, int64_t count, double ns, double goal) {
  bench_row row = row_of(name, world->count);
  row.ns = ns;
  row.bytes = (double)held / (double)count;
  row.ratio = row.bytes / 4;
  row.beside = "4 bytes an item";
  if (world->count == BINDING) row.goal = goal;
  report_add(report, row);
}

static rc_extents *empty_extents(bench_meter *meter) {
  rc_extents *extents;
  rc_allocator allocator = meter_allocator(meter);
  need(rc_extents_create(NULL, &allocator, &extents));
  return extents;
}

static void add_built(bench_report *report, const bench_world *world) {
  bench_meter meter = {0};
  rc_extents *extents = empty_extents(&meter);
  world_fill(world, extents);
  add_memory(report, "memory when built, an item", world, meter.held, world->count, NAN, 1.24);
  rc_extents_destroy(extents);
}

static void add_edited(bench_report *report, bench_world *world) {
  world_reset(world);
  // What the list holds besides is not of the extents.
  rc_list_destroy(world->list);
  world->list = NULL;
  bench_cursor cursor = cursor_start(world);
  int64_t edits = world->count < BINDING ? world->count / 5 : 200000;
  int64_t start = now_ns();
  edit_repeat(world, &cursor, edits);
  double ns = (double)(now_ns() - start) / (double)edits;
  add_memory(report, "memory after 2 × 10^5 edits of 50", world, world->meter.held,
             rc_extents_count(world->extents), ns, 1.66);
  world_reset(world);
}

typedef enum { FILL_MEASURE, FILL_APPEND, FILL_PREPEND } bench_fill;

static void add_filled(bench_report *report, const char *name, const bench_world *world,
                       bench_fill fill) {
  bench_meter meter = {0};
  rc_extents *extents = empty_extents(&meter);
  if (fill == FILL_MEASURE) need(rc_extents_insert(extents, 0, NULL, world->count));
  int64_t start = now_ns(), step = fill == FILL_MEASURE ? 8 : 50;
  for (int64_t i = 0; i + step <= world->count; i += step) {
    const double *points = &world->points[i];
    if (fill == FILL_MEASURE)
      rc_extents_set(extents, i, points, (size_t)step);
    else
      rc_extents_insert(extents, fill == FILL_APPEND ? i : 0, points, step);
  }
  double ns = (double)(now_ns() - start) / (double)world->count;
  add_memory(report, name, world, meter.held, rc_extents_count(extents), ns, 1.27);
  rc_extents_destroy(extents);
}

static void add_unmeasured(bench_report *report) {
  bench_meter meter = {0};
  rc_extents *extents = empty_extents(&meter);
  bench_row row = row_of("memory, none measured", 1000000000);
  need(rc_extents_insert(extents, 0, NULL, row.items));
  row.bytes = (double)meter.held;
  row.beside = "1 KiB";
  row.ratio = row.bytes / 1024;
  row.goal = 1;
  report_add(report, row);
  rc_extents_destroy(extents);
}

void lines_of_memory(bench_report *report, bench_world *world) {
  fprintf(stderr, "memory\n");
  add_built(report, world);
  add_edited(report, world);
  add_filled(report, "memory, measured 8 by 8 from the top", world, FILL_MEASURE);
  add_filled(report, "memory, 50 by 50 at the end", world, FILL_APPEND);
  add_filled(report, "memory, 50 by 50 at the start", world, FILL_PREPEND);
  add_unmeasured(report);
}
