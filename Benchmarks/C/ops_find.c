// Lookups and scrolling.

#include "bench.h"

// -- item at a random offset --

static void find_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_item item;
    rc_extents_item_at(world->extents, world->offsets[place(cursor->at)], &item);
    cursor->sum += item.index;
  }
}

static void find_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    cursor->sum += flat_item_at(&world->flat, world->ticks[place(cursor->at)]);
  }
}

const bench_action find_ours = {.run = find_run}, find_flat = {.run = find_run_flat};

// -- offset of a random item --

static void offset_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_item item;
    rc_extents_item(world->extents, world->items[place(cursor->at)], &item);
    cursor->sum += (int64_t)item.offset;
  }
}

static void offset_run_fenwick(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t ticks = fenwick_offset(&world->fenwick, world->items[place(cursor->at)]);
    cursor->sum += (int64_t)rc_ticks_to_points(ticks);
  }
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

static void step(const bench_world *world, bench_cursor *cursor) {
  cursor->offset += STEP;
  if (cursor->offset > world->scroll_upper) cursor->offset = world->scroll_lower;
}

static void step_flat(const bench_world *world, bench_cursor *cursor) {
  cursor->offset_ticks += STEP * RC_TICKS_PER_POINT;
  if (cursor->offset_ticks > ticks_of(world->scroll_upper)) {
    cursor->offset_ticks = ticks_of(world->scroll_lower);
  }
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

void boundaries(bench_world *world, bench_cursor *cursor) {
  double lower = cursor->offset;
  rc_interval visible = items_in(world, lower, lower + SCREEN);
  rc_interval preload = items_in(world, lower - 1.5 * SCREEN, lower + 3.5 * SCREEN);
  cursor->sum += visible.lower + visible.upper + preload.lower + preload.upper;
  cursor->next_item = visible.upper;
}

static void scroll_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    step(world, cursor);
    boundaries(world, cursor);
  }
}

static void scroll_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  const int64_t screen = SCREEN * RC_TICKS_PER_POINT;
  for (; count > 0; count--) {
    step_flat(world, cursor);
    int64_t lower = cursor->offset_ticks;
    rc_interval visible = items_in_flat(world, lower, lower + screen);
    rc_interval preload = items_in_flat(world, lower - screen * 3 / 2, lower + screen * 7 / 2);
    cursor->sum += visible.lower + visible.upper + preload.lower + preload.upper;
  }
}

const bench_action scroll_ours = {.run = scroll_run}, scroll_flat = {.run = scroll_run_flat};

// -- a scroll event: three ranges, and the runs that entered and left each --

static int64_t difference(rc_interval a, rc_interval b) {
  // What is in `a` alone is a run below `b` and one above it.
  rc_interval below = {a.lower, a.upper < b.lower ? a.upper : b.lower};
  rc_interval above = {a.lower > b.upper ? a.lower : b.upper, a.upper};
  int64_t sum = 0;
  if (!rc_interval_is_empty(below)) sum += below.lower + below.upper;
  if (!rc_interval_is_empty(above)) sum += above.lower + above.upper;
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
    step(world, cursor);
    double lower = cursor->offset;
    note_ranges(cursor, items_in(world, lower, lower + SCREEN),
                items_in(world, lower - 0.5 * SCREEN, lower + 2.0 * SCREEN),
                items_in(world, lower - 1.5 * SCREEN, lower + 3.5 * SCREEN));
  }
}

static void event_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  const int64_t screen = SCREEN * RC_TICKS_PER_POINT;
  for (; count > 0; count--) {
    step_flat(world, cursor);
    int64_t lower = cursor->offset_ticks;
    note_ranges(cursor, items_in_flat(world, lower, lower + screen),
                items_in_flat(world, lower - screen / 2, lower + screen * 2),
                items_in_flat(world, lower - screen * 3 / 2, lower + screen * 7 / 2));
  }
}

const bench_action event_ours = {.run = event_run}, event_flat = {.run = event_run_flat};
