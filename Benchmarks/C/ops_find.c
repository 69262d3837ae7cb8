// Lookups and scrolling.

#include "bench.h"

// -- item at a random offset --

// What a loop counts it keeps to itself: in the cursor it would be memory, and one answer would
// wait for the last.

static void find_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  int64_t at = cursor->at, sum = 0;
  for (int64_t end = at + count; at < end; at++) {
    rc_item item;
    rc_extents_item_at(world->extents, world->offsets[place(at)], &item);
    sum += item.index;
  }
  cursor->at = at;
  cursor->sum += sum;
}

static void find_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  int64_t at = cursor->at, sum = 0;
  for (int64_t end = at + count; at < end; at++) {
    sum += flat_item_at(&world->flat, world->ticks[place(at)]);
  }
  cursor->at = at;
  cursor->sum += sum;
}

const bench_action find_ours = {.run = find_run}, find_flat = {.run = find_run_flat};

// -- offset of a random item --

static void offset_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  int64_t at = cursor->at, sum = 0;
  for (int64_t end = at + count; at < end; at++) {
    rc_item item;
    rc_extents_item(world->extents, world->items[place(at)], &item);
    sum += (int64_t)item.offset;
  }
  cursor->at = at;
  cursor->sum += sum;
}

static void offset_run_fenwick(bench_world *world, bench_cursor *cursor, int64_t count) {
  int64_t at = cursor->at, sum = 0;
  for (int64_t end = at + count; at < end; at++) {
    int64_t ticks = fenwick_offset(&world->fenwick, world->items[place(at)]);
    sum += (int64_t)rc_ticks_to_points(ticks);
  }
  cursor->at = at;
  cursor->sum += sum;
}

const bench_action offset_ours = {.run = offset_run}, offset_fenwick = {.run = offset_run_fenwick};

// -- offsets of 64 items in a row --

static void copy_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  double offsets[64];
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t item = world->items[place(cursor->at)];
    if (item > world->count - 64) item = world->count - 64;
    rc_extents_copy(world->extents, item, item + 64, offsets, NULL);
    cursor->sum += (int64_t)offsets[63];
  }
}

const bench_action copy_ours = {.run = copy_run};

// -- a scroll step: the viewport's and the preload range's boundaries --

static double next_step(const bench_world *world, double offset) {
  offset += STEP;
  return offset > world->scroll_upper ? world->scroll_lower : offset;
}

static int64_t next_step_flat(const bench_world *world, int64_t offset) {
  offset += STEP * RC_TICKS_PER_POINT;
  return offset > ticks_of(world->scroll_upper) ? ticks_of(world->scroll_lower) : offset;
}

static rc_interval items_in(bench_world *world, double lower, double upper) {
  rc_interval items;
  rc_extents_items_in(world->extents, lower, upper, &items);
  return items;
}

static rc_interval items_in_flat(const bench_world *world, int64_t lower, int64_t upper) {
  return (rc_interval){flat_item_at(&world->flat, lower),
                       flat_item_at(&world->flat, upper - 1) + 1};
}

static inline int64_t boundaries_at(bench_world *world, double lower, int64_t *out_end) {
  rc_interval visible = items_in(world, lower, lower + SCREEN);
  rc_interval preload = items_in(world, lower - 1.5 * SCREEN, lower + 3.5 * SCREEN);
  *out_end = visible.upper;
  return visible.lower + visible.upper + preload.lower + preload.upper;
}

void boundaries(bench_world *world, bench_cursor *cursor) {
  cursor->sum += boundaries_at(world, cursor->offset, &cursor->next_item);
}

static void scroll_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  double offset = cursor->offset;
  int64_t sum = 0, end;
  for (; count > 0; count--) {
    offset = next_step(world, offset);
    sum += boundaries_at(world, offset, &end);
  }
  cursor->offset = offset;
  cursor->sum += sum;
}

static void scroll_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  const int64_t screen = SCREEN * RC_TICKS_PER_POINT;
  int64_t lower = cursor->offset_ticks, sum = 0;
  for (; count > 0; count--) {
    lower = next_step_flat(world, lower);
    rc_interval visible = items_in_flat(world, lower, lower + screen);
    rc_interval preload = items_in_flat(world, lower - screen * 3 / 2, lower + screen * 7 / 2);
    sum += visible.lower + visible.upper + preload.lower + preload.upper;
  }
  cursor->offset_ticks = lower;
  cursor->sum += sum;
}

const bench_action scroll_ours = {.run = scroll_run}, scroll_flat = {.run = scroll_run_flat};

// -- a scroll event: three ranges, and the runs that entered and left each --

static int64_t difference(rc_interval a, rc_interval b) {
  // What is in `a` alone is a run below `b` and one above it.
  rc_interval below = {a.lower, a.upper < b.lower ? a.upper : b.lower};
  rc_interval above = {a.lower > b.upper ? a.lower : b.upper, a.upper};
  int64_t sum = 0;
  if (below.lower < below.upper) sum += below.lower + below.upper;
  if (above.lower < above.upper) sum += above.lower + above.upper;
  return sum;
}

static void note_ranges(bench_cursor *cursor, rc_interval visible, rc_interval display,
                        rc_interval preload) {
  const rc_interval ranges[3] = {visible, display, preload};
  for (int i = 0; i < 3; i++) {
    cursor->sum += difference(ranges[i], cursor->ranges[i]);
    cursor->sum -= difference(cursor->ranges[i], ranges[i]);
    cursor->ranges[i] = ranges[i];
  }
}

static void event_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    double lower = cursor->offset = next_step(world, cursor->offset);
    note_ranges(cursor, items_in(world, lower, lower + SCREEN),
                items_in(world, lower - 0.5 * SCREEN, lower + 2.0 * SCREEN),
                items_in(world, lower - 1.5 * SCREEN, lower + 3.5 * SCREEN));
  }
}

static void event_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  const int64_t screen = SCREEN * RC_TICKS_PER_POINT;
  for (; count > 0; count--) {
    int64_t lower = cursor->offset_ticks = next_step_flat(world, cursor->offset_ticks);
    note_ranges(cursor, items_in_flat(world, lower, lower + screen),
                items_in_flat(world, lower - screen / 2, lower + screen * 2),
                items_in_flat(world, lower - screen * 3 / 2, lower + screen * 7 / 2));
  }
}

const bench_action event_ours = {.run = event_run}, event_flat = {.run = event_run_flat};
