// Memory, and lists of a billion.

#include <stdlib.h>

#include "lines.h"

// -- memory: bytes an item beside four --

static void add_memory(bench_report *report, const char *name, const bench_world *world,
                       int64_t held, int64_t count, double ns, double goal) {
  bench_row row = row_of(name, world->count);
  row.ns = ns;
  row.bytes = (double)held / (double)count;
  row.ratio = row.bytes / 4;
  snprintf(row.beside, sizeof row.beside, "4 bytes an item");
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
  if (fill == FILL_MEASURE) need(rc_extents_insert(extents, 0, world->count, NULL));
  int64_t start = now_ns(), step = fill == FILL_MEASURE ? 8 : 50;
  for (int64_t i = 0; i + step <= world->count; i += step) {
    const double *points = &world->points[i];
    if (fill == FILL_MEASURE)
      rc_extents_set(extents, i, step, points);
    else
      rc_extents_insert(extents, fill == FILL_APPEND ? i : 0, step, points);
  }
  double ns = (double)(now_ns() - start) / (double)world->count;
  add_memory(report, name, world, meter.held, rc_extents_count(extents), ns, 1.27);
  rc_extents_destroy(extents);
}

void lines_of_memory(bench_report *report, bench_world *world) {
  fprintf(stderr, "memory\n");
  add_built(report, world);
  add_edited(report, world);
  add_filled(report, "memory, measured 8 by 8 from the top", world, FILL_MEASURE);
  add_filled(report, "memory, 50 by 50 at the end", world, FILL_APPEND);
  add_filled(report, "memory, 50 by 50 at the start", world, FILL_PREPEND);
}

// -- 10^9 items, none measured --

void lines_of_billion(bench_report *report, bench_effort effort) {
  fprintf(stderr, "10^9 items, none measured\n");
  bench_world world = {.count = 1000000000};
  world.extents = empty_extents(&world.meter);
  need(rc_extents_insert(world.extents, 0, world.count, NULL));
  bench_row memory = row_of("memory, none measured", world.count);
  memory.bytes = (double)world.meter.held;
  memory.ratio = memory.bytes / 1024;
  memory.goal = 1;
  snprintf(memory.beside, sizeof memory.beside, "1 KiB");
  report_add(report, memory);

  const bench_side none = {0}, ours = {&estimate_ours, &world, INT64_MAX};
  bench_timing timing = time_sides(ours, none, false, effort);
  bench_row estimate = row_of("change of the estimate", world.count);
  estimate.ns = timing.ns;
  estimate.allocations = timing.allocations;
  estimate.bytes = timing.bytes;
  estimate.beside_ns = 5;
  estimate.ratio = timing.ns / 5;
  snprintf(estimate.beside, sizeof estimate.beside, "5 ns");
  report_add(report, estimate);
  rc_extents_destroy(world.extents);
}
