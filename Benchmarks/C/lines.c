// The table of operations.

#include "lines.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  const bench_action *ours;
  const bench_action *beside;
  const char *beside_name;
  /// The most that the ratio may be at 10^6 items; 0 for a line that is only printed.
  double goal;
  /// Where not 0, the most nanoseconds it may take; there is no other side then.
  double limit;
  /// Items an operation, where its time is an item's; 0 for the whole list.
  int64_t per;
  /// The most that its time at 10^7 items may be beside that at 10^4; 0 where that is only printed.
  double growth;
  /// Also with the other mixes.
  bool in_mixes;
  /// It may not allocate.
  bool is_calm;
  /// Both sides must find the same.
  bool compares;
  /// Batches are limited, as the list grows or shrinks within one.
  bool is_edit;
} bench_line;

static const bench_line lines[] = {
    {.name = "item at a random offset",
     .ours = &find_ours,
     .beside = &find_flat,
     .beside_name = "flat search",
     .goal = 0.75,
     .per = 1,
     .in_mixes = true,
     .is_calm = true,
     .compares = true},
    {.name = "offset of a random item",
     .ours = &offset_ours,
     .beside = &offset_fenwick,
     .beside_name = "Fenwick",
     .goal = 1.3,
     .per = 1,
     .in_mixes = true,
     .is_calm = true,
     .compares = true},
    {.name = "offsets of 64 in a row, each",
     .ours = &copy_ours,
     .beside_name = "2 ns",
     .limit = 2,
     .per = 64,
     .in_mixes = true,
     .is_calm = true},
    {.name = "scroll step, four boundaries",
     .ours = &scroll_ours,
     .beside = &scroll_flat,
     .beside_name = "4 flat searches",
     .goal = 0.2,
     .per = 1,
     .growth = 1.6,
     .in_mixes = true,
     .is_calm = true,
     .compares = true},
    {.name = "scroll event, three ranges and their runs",
     .ours = &event_ours,
     .beside = &event_flat,
     .beside_name = "flat",
     .per = 1,
     .in_mixes = true,
     .is_calm = true,
     .compares = true},
    {.name = "measure one at random, lookup",
     .ours = &measure_ours,
     .beside = &measure_fenwick,
     .beside_name = "Fenwick",
     .goal = 0.6,
     .per = 1,
     .in_mixes = true,
     .compares = true,
     .is_edit = true},
    {.name = "page down, measure 8, four boundaries",
     .ours = &page_ours,
     .beside = &page_fenwick,
     .beside_name = "Fenwick",
     .goal = 0.45,
     .per = 1,
     .in_mixes = true,
     .compares = true,
     .is_edit = true},
    {.name = "insert 50 at random, lookup",
     .ours = &insert_ours,
     .beside = &insert_flat,
     .beside_name = "flat, re-summed",
     .goal = 0.008,
     .per = 1,
     .compares = true,
     .is_edit = true},
    {.name = "remove 50 at random, lookup",
     .ours = &remove_ours,
     .beside = &remove_flat,
     .beside_name = "flat, re-summed",
     .goal = 0.008,
     .per = 1,
     .compares = true,
     .is_edit = true},
    {.name = "move 1 to a random place",
     .ours = &move_ours,
     .beside = &move_flat,
     .beside_name = "flat, re-summed",
     .per = 1,
     .is_edit = true},
    {.name = "bulk build, each",
     .ours = &build_ours,
     .beside = &build_flat,
     .beside_name = "flat prefix sums",
     .goal = 1.2,
     .per = 0},
    {.name = "update while scrolling",
     .ours = &update_ours,
     .beside = &scroll_flat,
     .beside_name = "4 flat searches",
     .goal = 1.5,
     .per = 1,
     .growth = 1.6,
     .in_mixes = true,
     .is_calm = true},
    {.name = "update with foresight",
     .ours = &update_foresight_ours,
     .beside = &update_ours,
     .beside_name = "update scrolling",
     .goal = 2,
     .per = 1,
     .growth = 1.6,
     .is_calm = true},
    {.name = "update, nothing moved",
     .ours = &update_still_ours,
     .beside = &update_ours,
     .beside_name = "update scrolling",
     .per = 1,
     .in_mixes = true,
     .is_calm = true},
    {.name = "insert 20 above, anchor, update",
     .ours = &update_insert_ours,
     .beside = &insert_few_ours,
     .beside_name = "insert 20, lookup",
     .per = 1,
     .in_mixes = true,
     .is_edit = true},
};

#define LINE_COUNT ((int)(sizeof lines / sizeof lines[0]))

// -- one line --

static bench_side side_of(const bench_line *line, const bench_action *action, bench_world *world) {
  int64_t most = INT64_MAX;
  if (line->is_edit) {
    most = world->count / 500;
    if (most > 4000) most = 4000;
    if (most < 1) most = 1;
  }
  // A batch of bulk builds is one of them.
  if (line->per == 0) most = 1;
  return (bench_side){action, world, most};
}

static bench_row row_of_timing(const bench_line *line, const bench_world *world,
                               bench_timing timing) {
  double per = (double)(line->per == 0 ? world->count : line->per);
  bench_row row = row_of(line->name, world->count);
  row.ns = timing.ns / per;
  row.allocations = timing.allocations / per;
  row.bytes = timing.bytes / per;
  row.beside_ns = timing.beside_ns / per;
  row.ratio = timing.ratio;
  row.is_ok = timing.agrees && !(line->is_calm && timing.allocations > 0);
  if (!timing.agrees) fprintf(stderr, "%s: both sides find different items\n", line->name);
  return row;
}

static void add_line(bench_report *report, const bench_line *line, bench_world *world,
                     bench_effort effort) {
  fprintf(stderr, "%s\n", line->name);
  bench_side ours = side_of(line, line->ours, world);
  bench_side beside = side_of(line, line->beside, world);
  bench_timing timing = time_sides(ours, beside, line->compares, effort);
  bench_row row = row_of_timing(line, world, timing);
  snprintf(row.beside, sizeof row.beside, "%s", line->beside_name);
  if (line->limit > 0) {
    row.beside_ns = line->limit;
    row.ratio = row.ns / line->limit;
  }
  if (world->count == BINDING && line->goal > 0) row.goal = line->goal;
  report_add(report, row);
  if (line->is_edit) world_reset(world);
}

void lines_of_size(bench_report *report, bench_world *world, bench_effort effort) {
  for (int i = 0; i < LINE_COUNT; i++) add_line(report, &lines[i], world, effort);
}

void lines_of_mix(bench_report *report, bench_world *mixed, bench_world *measured,
                  bench_effort effort) {
  for (int i = 0; i < LINE_COUNT; i++) {
    const bench_line *line = &lines[i];
    if (!line->in_mixes) continue;
    fprintf(stderr, "%s\n", line->name);
    bench_side ours = side_of(line, line->ours, mixed),
               beside = side_of(line, line->ours, measured);
    bench_row row = row_of_timing(line, mixed, time_sides(ours, beside, false, effort));
    snprintf(row.beside, sizeof row.beside, "all measured");
    report_add(report, row);
    if (line->is_edit) {
      world_reset(mixed);
      world_reset(measured);
    }
  }
}

// -- the slowest --

void lines_of_tails(bench_report *report, bench_world *world, int64_t count) {
  for (int i = 0; i < LINE_COUNT; i++) {
    const bench_line *line = &lines[i];
    // Few builds are enough to know their time.
    if (line->per == 0) continue;
    fprintf(stderr, "%s\n", line->name);
    bench_side side = side_of(line, line->ours, world);
    if (side.batch_max > count) side.batch_max = count;
    bench_tail tail = time_tail(side, count, 5);
    double per = (double)line->per;
    bench_row row = row_of(line->name, world->count);
    row.ns = tail.median / per;
    row.most_of_100 = tail.most_of_100 / per;
    row.most_of_1000 = tail.most_of_1000 / per;
    row.slowest = tail.slowest / per;
    // Shorter than the clock's resolution: there is nothing to divide by.
    if (tail.median > 0) row.ratio = tail.slowest / tail.median;
    snprintf(row.beside, sizeof row.beside, "its median");
    report_add(report, row);
  }
  world_reset(world);
}

// -- several sizes --

static void add_growth(bench_report *report, const bench_line *line, int64_t from, int64_t to,
                       double goal) {
  const bench_row *smaller = report_find(report, line->name, from);
  const bench_row *larger = report_find(report, line->name, to);
  if (smaller == NULL || larger == NULL) return;
  bench_row row = row_of(line->name, to);
  row.ns = larger->ns;
  row.beside_ns = smaller->ns;
  row.ratio = larger->ns / smaller->ns;
  if (goal > 0) row.goal = goal;
  char text[32];
  snprintf(row.beside, sizeof row.beside, "at %s", items_text(from, text));
  report_add(report, row);
}

void lines_of_growth(bench_report *report) {
  report_section(report, "growth");
  for (int i = 0; i < LINE_COUNT; i++) {
    add_growth(report, &lines[i], 10000, 10000000, lines[i].growth);
  }
}
