// The table of operations.
//
// A goal binds where both sides wait for the same: for memory, or for the processor. Where one has
// all it needs in the caches and the other has not, the ratio is that of the machine's caches, and
// is only printed. What each operation costs the processor is held by Scripts/instructions.

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
  /// Its time is the same in a list of any length.
  bool is_flat;
  /// It has a place in memory for each item, too many of a list that is hardly measured.
  bool is_dense;
  /// It goes over the whole list: its time is an item's.
  bool is_whole;
  /// It may not allocate.
  bool is_calm;
  /// Both sides must find the same.
  bool compares;
  /// Batches are limited, as the list grows or shrinks within one.
  bool is_edit;
} bench_line;

/// The most that the time of what is flat may be in a long list beside a short one.
#define GROWTH 1.6

static const bench_line lines[] = {
    // Both wait for memory, at one place after the other.
    {.name = "item at a random offset",
     .ours = &find_ours,
     .beside = &find_flat,
     .beside_name = "flat search",
     .goal = 0.75,
     .is_calm = true,
     .compares = true},
    // Not bound: a Fenwick tree knows all its places in advance, and waits for them at once.
    {.name = "offset of a random item",
     .ours = &offset_ours,
     .beside = &offset_fenwick,
     .beside_name = "Fenwick",
     .is_calm = true,
     .compares = true},
    // Not bound: the engine computes, the searches wait for the nearest cache.
    {.name = "scroll step, four boundaries",
     .ours = &scroll_ours,
     .beside = &scroll_flat,
     .beside_name = "4 flat searches",
     .is_flat = true,
     .is_calm = true,
     .compares = true},
    {.name = "scroll event, three ranges and their runs",
     .ours = &event_ours,
     .beside = &event_flat,
     .beside_name = "flat",
     .is_flat = true,
     .is_calm = true,
     .compares = true},
    // Not bound: as with the offset.
    {.name = "measure one at random, lookup",
     .ours = &measure_ours,
     .beside = &measure_fenwick,
     .beside_name = "Fenwick",
     .compares = true,
     .is_edit = true},
    // Not bound: the engine computes, the Fenwick tree has places all over memory.
    {.name = "page down, measure 8, four boundaries",
     .ours = &page_ours,
     .beside = &page_fenwick,
     .beside_name = "Fenwick",
     .compares = true,
     .is_edit = true},
    // Not bound: the engine waits for a few places, the array is limited by how much memory can be
    // moved.
    {.name = "insert 50 at random, lookup",
     .ours = &insert_ours,
     .beside = &insert_flat,
     .beside_name = "flat, re-summed",
     .compares = true,
     .is_edit = true},
    {.name = "remove 50 at random, lookup",
     .ours = &remove_ours,
     .beside = &remove_flat,
     .beside_name = "flat, re-summed",
     .compares = true,
     .is_edit = true},
    {.name = "move 1 to a random place",
     .ours = &move_ours,
     .beside = &move_flat,
     .beside_name = "flat, re-summed",
     .is_edit = true},
    // Both read all items once, and write them once.
    {.name = "bulk build, each",
     .ours = &build_ours,
     .beside = &build_flat,
     .beside_name = "flat prefix sums",
     .goal = 1.2,
     .is_whole = true},
    // Not bound: 2.9 to 3.0 is measured, of what both compute, and 2.7 wanted.
    {.name = "update while scrolling",
     .ours = &update_ours,
     .beside = &event_ours,
     .beside_name = "scroll event",
     .is_flat = true,
     .is_calm = true},
    // Both compute; 1.8 to 1.9 is measured, whatever else the machine does.
    {.name = "update with foresight",
     .ours = &update_foresight_ours,
     .beside = &update_ours,
     .beside_name = "update scrolling",
     .goal = 2.2,
     .is_flat = true,
     .is_calm = true},
    {.name = "update, nothing moved",
     .ours = &update_still_ours,
     .beside = &update_ours,
     .beside_name = "update scrolling",
     .goal = 0.7,
     .is_flat = true,
     .is_calm = true},
    // Not bound: the insertion waits for memory, the update computes.
    {.name = "insert 20 above, anchor, update",
     .ours = &update_insert_ours,
     .beside = &insert_few_ours,
     .beside_name = "insert 20, lookup",
     .is_edit = true},
    // Both compute; 2.9 is measured. Four lanes have four times as much to answer, and something
    // new four times as often.
    {.name = "lanes: scroll step, one range",
     .ours = &lanes_scroll_ours,
     .beside = &lanes_scroll_column,
     .beside_name = "one column",
     .goal = 3.4,
     .is_flat = true,
     .is_dense = true},
    {.name = "lanes: measure one at random",
     .ours = &lanes_measure_ours,
     .beside = &lanes_measure_column,
     .beside_name = "one column",
     .goal = 3},
    {.name = "lanes: the same, a wide item each 20",
     .ours = &lanes_measure_wide,
     .beside = &lanes_measure_column,
     .beside_name = "one column",
     .goal = 8},
    {.name = "lanes: measure one at random",
     .ours = &lanes_measure_ours,
     .beside = &lanes_measure_kept,
     .beside_name = "lanes kept, flat",
     .goal = 0.01},
    // What was measured at random has put the lanes far apart, so that each is looked for by
    // itself.
    // 8 µs beside 3 to 4 ms.
    {.name = "lanes: insert one, its lane, one range",
     .ours = &lanes_insert_ours,
     .beside = &lanes_insert_flat,
     .beside_name = "flat, placed again",
     .goal = 0.0033,
     .is_edit = true},
    // 9 µs beside 3 to 8 ms.
    {.name = "lanes: insert one above, and update",
     .ours = &lanes_above_ours,
     .beside = &lanes_insert_flat,
     .beside_name = "flat, placed again",
     .goal = 0.004,
     .is_edit = true},
    // Both compute; 2.9 to 3.2 is measured. In a step of 37 points four items come or go, and one
    // in a column: at a column's price of 42 ns each, and with 90 for the rest, it would be 2.5.
    {.name = "lanes: update while scrolling",
     .ours = &lanes_list_ours,
     .beside = &update_ours,
     .beside_name = "update scrolling",
     .goal = 4,
     .is_flat = true,
     .is_dense = true},
    // Both compute; 0.9 is measured. Where no item comes or goes, an update compares a few numbers.
    {.name = "lanes: update while scrolling slowly",
     .ours = &lanes_list_slow,
     .beside = &update_ours,
     .beside_name = "update scrolling",
     .goal = 1.3,
     .is_flat = true,
     .is_dense = true},
    // Both compute; 1.9 is measured.
    {.name = "impressions, 200 views and an update",
     .ours = &impressions_ours,
     .beside = &impressions_table,
     .beside_name = "200 look-ups by hash",
     .goal = 2},
    {.name = "save 100000 extents, as bytes",
     .ours = &save_ours,
     .beside = &filled_table,
     .beside_name = "100000 by hash, twice",
     .goal = 3},
    {.name = "restore 100000 extents, from bytes",
     .ours = &restore_ours,
     .beside = &filled_table,
     .beside_name = "100000 by hash, twice",
     .goal = 6},
};

#define LINE_COUNT ((int)(sizeof lines / sizeof lines[0]))

static bench_side side_of(const bench_line *line, const bench_action *action, bench_world *world) {
  int64_t most = INT64_MAX;
  if (line->is_edit) {
    most = world->count / 500;
    if (most > 4000) most = 4000;
  }
  // A batch of bulk builds is one of them.
  if (line->is_whole) most = 1;
  return (bench_side){action, world, most};
}

static void add_line(bench_report *report, const bench_line *line, bench_side ours,
                     bench_side beside, const char *beside_name, double goal, bench_effort effort) {
  fprintf(stderr, "%s\n", line->name);
  bool compares = line->compares && ours.world == beside.world;
  bench_timing timing = time_sides(ours, beside, compares, effort);
  double per = line->is_whole ? (double)ours.world->count : 1;
  bench_row row = row_of(line->name, ours.world->count);
  row.ns = timing.ns / per;
  row.allocations = timing.allocations / per;
  row.bytes = timing.bytes / per;
  row.beside = beside_name;
  row.beside_ns = timing.beside_ns / per;
  row.ratio = timing.ratio;
  if (goal > 0) row.goal = goal;
  row.is_ok = timing.agrees && !(line->is_calm && timing.allocations > 0);
  if (!timing.agrees) fprintf(stderr, "%s: both sides find different items\n", line->name);
  report_add(report, row);
}

void lines_of_size(bench_report *report, bench_world *world, bench_effort effort) {
  for (int i = 0; i < LINE_COUNT; i++) {
    const bench_line *line = &lines[i];
    add_line(report, line, side_of(line, line->ours, world), side_of(line, line->beside, world),
             line->beside_name, world->count == BINDING ? line->goal : 0, effort);
    if (line->is_edit) world_reset(world);
  }
}

void lines_of_growth(bench_report *report, bench_world *larger, bench_world *smaller,
                     bench_effort effort) {
  char text[32], beside[48];
  snprintf(beside, sizeof beside, "at %s", items_text(smaller->count, text));
  for (int i = 0; i < LINE_COUNT; i++) {
    const bench_line *line = &lines[i];
    if (!line->is_flat || (line->is_dense && larger->mix != MIX_MEASURED)) continue;
    add_line(report, line, side_of(line, line->ours, larger), side_of(line, line->ours, smaller),
             beside, GROWTH, effort);
  }
}

void lines_of_tails(bench_world *world, int64_t count) {
  report_tail_head();
  for (int i = 0; i < LINE_COUNT; i++) {
    const bench_line *line = &lines[i];
    // Few builds are enough to know their time.
    if (line->is_whole) continue;
    fprintf(stderr, "%s\n", line->name);
    bench_side side = side_of(line, line->ours, world);
    if (side.batch_max > count) side.batch_max = count;
    report_tail(line->name, world->count, time_tail(side, count, 5));
  }
  world_reset(world);
}
