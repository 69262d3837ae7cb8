// Measuring.

#include "bench.h"

// Forgets what is measured but was not at first.
static void forget_unmeasured(bench_world *world, int64_t lower, int64_t upper) {
  if (world->mix == MIX_MEASURED) return;
  while (lower < upper) {
    if (world_is_measured(world, lower)) {
      lower++;
      continue;
    }
    int64_t end = lower + 1;
    while (end < upper && !world_is_measured(world, end)) end++;
    need(rc_extents_forget(world->extents, lower, end));
    lower = end;
  }
}

// -- measure one at random, then find one --

static void measure_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_item item;
    int64_t index = world->items[place(cursor->at)];
    rc_extents_set(world->extents, index, &world->fresh[cursor->at & (FRESH - 1)], 1);
    rc_extents_item_at(world->extents, world->offsets[other_place(cursor->at)], &item);
    cursor->sum += item.index;
  }
}

static void measure_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at - count; at < cursor->at; at++) {
    int64_t index = world->items[place(at)];
    forget_unmeasured(world, index, index + 1);
  }
}

static void measure_run_fenwick(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t ticks = world->fresh_ticks[cursor->at & (FRESH - 1)];
    fenwick_measure(&world->fenwick, world->items[place(cursor->at)], ticks);
    cursor->sum += fenwick_item_at(&world->fenwick, world->ticks[other_place(cursor->at)]);
  }
}

const bench_action measure_ours = {.run = measure_run, .undo = measure_undo};
const bench_action measure_fenwick = {.run = measure_run_fenwick};

// -- a page down: eight items are measured, then the boundaries asked for --

static void page_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    if (cursor->offset > world->scroll_upper) {
      cursor->offset = world->scroll_lower;
      boundaries(world, cursor);
    }
    rc_extents_set(world->extents, cursor->next_item, &world->fresh[cursor->at & 31], 8);
    cursor->offset += SCREEN;
    boundaries(world, cursor);
  }
}

static void boundaries_fenwick(bench_world *world, bench_cursor *cursor) {
  const int64_t screen = SCREEN * RC_TICKS_PER_POINT;
  const fenwick *tree = &world->fenwick;
  int64_t lower = cursor->offset_ticks;
  cursor->next_item = fenwick_item_at(tree, lower + screen - 1) + 1;
  cursor->sum += fenwick_item_at(tree, lower) + cursor->next_item +
                 fenwick_item_at(tree, lower - screen * 3 / 2) +
                 fenwick_item_at(tree, lower + screen * 7 / 2 - 1) + 1;
}

static void page_run_fenwick(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    if (cursor->offset_ticks > ticks_of(world->scroll_upper)) {
      cursor->offset_ticks = ticks_of(world->scroll_lower);
      boundaries_fenwick(world, cursor);
    }
    const int64_t *fresh = &world->fresh_ticks[cursor->at & 31];
    for (int64_t i = 0; i < 8; i++) {
      fenwick_measure(&world->fenwick, cursor->next_item + i, fresh[i]);
    }
    cursor->offset_ticks += SCREEN * RC_TICKS_PER_POINT;
    boundaries_fenwick(world, cursor);
  }
}

// What the pages measured for the first time is forgotten again.
static void page_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  cursor->first_item = cursor->next_item;
}

static void page_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  int64_t upper = cursor->next_item + 8;
  if (cursor->next_item < cursor->first_item) {
    rc_item start, end;
    need(rc_extents_item_at(world->extents, world->scroll_lower, &start));
    need(rc_extents_item_at(world->extents, world->scroll_upper + 2 * SCREEN, &end));
    forget_unmeasured(world, start.index, upper);
    upper = end.index + 8;
  }
  forget_unmeasured(world, cursor->first_item, upper);
}

const bench_action page_ours = {page_prepare, page_run, page_undo},
                   page_fenwick = {.run = page_run_fenwick};
