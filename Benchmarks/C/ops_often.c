// What lists do often that one of many measured items, scrolled forward, does not show: their
// instructions are counted.

#include "bench.h"

#define SPACING 8
#define SHORT 30
#define BLOCK 512
#define LONG 100000
#define PAGE 8

static rc_extents *create(bench_world *world) {
  rc_allocator allocator = meter_allocator(&world->meter);
  rc_extents_options options = {.estimate = ESTIMATE};
  options.spacing = SPACING;
  rc_extents *extents;
  need(rc_extents_create(&options, &allocator, &extents));
  return extents;
}

static void destroy(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_extents_destroy(cursor->built);
}

static void note_items(bench_cursor *cursor, rc_extents *extents, double lower, double upper) {
  rc_interval items = {0, 0};
  rc_extents_items_in(extents, lower, upper, &items);
  cursor->sum += items.lower + items.upper;
}

static void note_item(bench_cursor *cursor, rc_extents *extents, int64_t index) {
  rc_item item;
  rc_extents_item(extents, index, &item);
  cursor->sum += (int64_t)item.offset;
}

static void note_item_at(bench_cursor *cursor, rc_extents *extents, double offset) {
  rc_item item;
  rc_extents_item_at(extents, offset, &item);
  cursor->sum += item.index;
}

// -- a short list: a page comes and another one goes --

static void short_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->built = create(world);
  need(rc_extents_insert(cursor->built, 0, world->points, SHORT));
}

static void short_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t at = cursor->at % SHORT;
    rc_extents_insert(cursor->built, at, &world->fresh[at], PAGE);
    rc_extents_remove(cursor->built, SHORT - at, SHORT - at + PAGE);
    note_item(cursor, cursor->built, at);
  }
}

const bench_action short_ours = {short_prepare, short_run, destroy};

// -- lookups in a list of a few hundred rows, of which one has been removed --

static void block_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->built = create(world);
  need(rc_extents_insert(cursor->built, 0, world->points, BLOCK));
  need(rc_extents_remove(cursor->built, 0, 1));
}

static void block_find_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t item = world->items[place(cursor->at)] % (BLOCK - 1);
    note_item_at(cursor, cursor->built, (double)(item * (ESTIMATE + SPACING)));
  }
}

static void block_offset_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    note_item(cursor, cursor->built, world->items[place(cursor->at)] % (BLOCK - 1));
  }
}

const bench_action block_find_ours = {block_prepare, block_find_run, destroy};
const bench_action block_offset_ours = {block_prepare, block_offset_run, destroy};

// -- a page that is measured somewhere in a list that is not, every other one of rows alike; what
// is shown is elsewhere --

static void new_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->built = create(world);
  need(rc_extents_insert(cursor->built, 0, NULL, LONG));
  need(rc_extents_set(cursor->built, 0, world->fresh, PAGE));
  need(rc_extents_set(cursor->built, LONG - PAGE, world->fresh, PAGE));
}

static void new_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  const double alike[PAGE] = {60, 60, 60, 60, 60, 60, 60, 60};
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t item = PAGE + world->items[place(cursor->at)] % (LONG - 3 * PAGE);
    const double *rows = cursor->at % 2 == 0 ? alike : &world->fresh[cursor->at & 31];
    rc_extents_set(cursor->built, item, rows, PAGE);
    const double length = rc_extents_length(cursor->built);
    note_items(cursor, cursor->built, 100, 900);
    note_items(cursor, cursor->built, length - 900, length - 200);
  }
}

const bench_action new_ours = {new_prepare, new_run, destroy};

// -- scrolls: over what is not measured; and quickly back, by offsets between ticks --

static void scroll_new_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  double offsets[PAGE];
  for (; count > 0; count--) {
    const double lower = cursor->offset += STEP;
    need(rc_extents_copy(cursor->built, LONG / 2, LONG / 2 + PAGE, offsets, NULL));
    cursor->sum += (int64_t)offsets[0];
    note_items(cursor, cursor->built, lower, lower + SCREEN);
    note_items(cursor, cursor->built, lower - 1.5 * SCREEN, lower + 3.5 * SCREEN);
  }
}

const bench_action scroll_new_ours = {new_prepare, scroll_new_run, destroy};

static void back_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->offset = world->scroll_upper;
}

static void back_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  // Nearly a tick more than a whole number of them: most ends round so that it is one.
  const double more = 0.95 / RC_TICKS_PER_POINT;
  for (; count > 0; count--) {
    const double lower = cursor->offset -= 8.11 * STEP;
    note_items(cursor, world->extents, lower, lower + SCREEN + more);
    note_items(cursor, world->extents, lower - 0.5 * SCREEN, lower + 2.0 * SCREEN + more);
    note_items(cursor, world->extents, lower - 1.5 * SCREEN, lower + 3.5 * SCREEN + more);
    note_items(cursor, world->extents, lower + 0.25 * SCREEN, lower + 0.75 * SCREEN + more);
  }
}

const bench_action back_ours = {.prepare = back_prepare, .run = back_run};

// -- the layout of eight rows, and what is under a finger that moves along --

static void rows_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t item = world->items[place(cursor->at)] % (world->count - PAGE);
    for (int64_t i = 0; i < PAGE; i++) note_item(cursor, world->extents, item + i);
    const double offset = world->offsets[place(cursor->at)];
    for (int64_t i = 0; i < PAGE; i++)
      note_item_at(cursor, world->extents, offset + (double)(i * STEP));
  }
}

const bench_action rows_ours = {.run = rows_run};

// -- another estimate, then a look at one place after the other --

#define BLOCKS 24

static void guess_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->built = create(world);
  need(rc_extents_insert(cursor->built, 0, world->points, BLOCKS * BLOCK));
  for (int64_t i = 0; i < BLOCKS / 2 * BLOCK; i += 3) {
    need(rc_extents_forget(cursor->built, i, i + 1));
  }
}

static void guess_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  rc_extents *extents = cursor->built;
  const double row = ESTIMATE + SPACING;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    double lengths[PAGE];
    const int64_t item = 100 + world->items[place(cursor->at)] % (BLOCK - 200);
    need(rc_extents_set_estimate(extents, ESTIMATE + (double)(cursor->at % 7)));
    note_item(cursor, extents, item);
    note_item(cursor, extents, item + 2 * BLOCK);
    note_item_at(cursor, extents, (double)(item + 4 * BLOCK) * row);
    note_items(cursor, extents, (double)(item + 6 * BLOCK) * row, (double)(item + 8 * BLOCK) * row);
    need(rc_extents_copy(extents, item + 10 * BLOCK, item + 10 * BLOCK + PAGE, NULL, lengths));
    cursor->sum += (int64_t)lengths[0];
    // What is measured wholly.
    note_item_at(cursor, extents, (double)(item + (BLOCKS - 2) * BLOCK) * row);
  }
}

const bench_action guess_ours = {guess_prepare, guess_run, destroy};

// -- many rows are measured again, as when the window gets wider --

static void again_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t item = world->items[place(cursor->at)] % (world->count - FRESH);
    rc_extents_set(world->extents, item, world->fresh, FRESH);
  }
}

const bench_action again_ours = {.run = again_run};

// -- a thousand rows come at once, and go --

static void thousand_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->built = create(world);
}

static void thousand_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const double *points = &world->points[cursor->at];
    need(rc_extents_insert(cursor->built, 0, points, 1000));
    need(rc_extents_remove(cursor->built, 0, 1000));
  }
}

const bench_action thousand_ours = {thousand_prepare, thousand_run, destroy};
