// Insertions, removals, moves, the bulk build, and the estimate.

#include "bench.h"

#define MANY 50
#define FEW 20

// The lookup that follows an edit pays for what the edit put off.
static void find_one(bench_world *world, bench_cursor *cursor, int64_t at) {
  rc_item item;
  rc_extents_item_at(world->extents, world->offsets[other_place(at)], &item);
  cursor->sum += item.index;
}

static void find_one_flat(bench_world *world, bench_cursor *cursor, int64_t at) {
  cursor->sum += flat_item_at(&world->flat, world->ticks[other_place(at)]);
}

// -- insert --

static void insert_few_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_extents_insert(world->extents, world->items[place(cursor->at)], world->fresh, FEW);
    find_one(world, cursor, cursor->at);
  }
}

static void insert_few_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at; at-- > cursor->at - count;) {
    int64_t index = world->items[place(at)];
    need(rc_extents_remove(world->extents, index, index + FEW));
  }
}

static void insert_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    rc_extents_insert(world->extents, world->items[place(cursor->at)], world->fresh, MANY);
    find_one(world, cursor, cursor->at);
  }
}

static void insert_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at; at-- > cursor->at - count;) {
    int64_t index = world->items[place(at)];
    need(rc_extents_remove(world->extents, index, index + MANY));
  }
}

static void insert_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    flat_insert(&world->flat, world->items[place(cursor->at)], world->fresh_ticks, MANY);
    find_one_flat(world, cursor, cursor->at);
  }
}

static void insert_undo_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at; at-- > cursor->at - count;) {
    flat_remove(&world->flat, world->items[place(at)], MANY);
  }
}

const bench_action insert_few_ours = {.run = insert_few_run, .undo = insert_few_undo};
const bench_action insert_ours = {.run = insert_run, .undo = insert_undo};
const bench_action insert_flat = {.run = insert_run_flat, .undo = insert_undo_flat};

// -- remove: what was put in before, but at other places --

static void remove_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at; at < cursor->at + count; at++) {
    int64_t index = world->items[other_place(at)];
    need(rc_extents_insert(world->extents, index, world->fresh, MANY));
  }
}

static void remove_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t index = world->items[place(cursor->at)];
    rc_extents_remove(world->extents, index, index + MANY);
    find_one(world, cursor, cursor->at);
  }
}

static void remove_prepare_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at; at < cursor->at + count; at++) {
    flat_insert(&world->flat, world->items[other_place(at)], world->fresh_ticks, MANY);
  }
}

static void remove_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    flat_remove(&world->flat, world->items[place(cursor->at)], MANY);
    find_one_flat(world, cursor, cursor->at);
  }
}

const bench_action remove_ours = {.prepare = remove_prepare, .run = remove_run};
const bench_action remove_flat = {.prepare = remove_prepare_flat, .run = remove_run_flat};

void edit_repeat(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t index = world->items[place(cursor->at)];
    if (cursor->at % 2 == 0) {
      rc_extents_insert(world->extents, index, world->fresh, MANY);
    } else {
      rc_extents_remove(world->extents, index, index + MANY);
    }
  }
}

// -- move one --

static void move_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    int64_t from = world->items[place(cursor->at)];
    rc_extents_move(world->extents, from, from + 1, world->items[other_place(cursor->at)]);
  }
}

static void move_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    flat_move(&world->flat, world->items[place(cursor->at)], world->items[other_place(cursor->at)]);
  }
}

const bench_action move_ours = {.run = move_run}, move_flat = {.run = move_run_flat};

// -- bulk build, once a batch --

static void build_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  rc_allocator allocator = meter_allocator(&world->meter);
  need(rc_extents_create(NULL, &allocator, &cursor->built));
  need(rc_extents_insert(cursor->built, 0, world->points, world->count));
}

static void build_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_extents_destroy(cursor->built);
}

static void build_run_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  cursor->built_flat = flat_create(world->points, world->count, world->count);
}

static void build_undo_flat(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  flat_destroy(&cursor->built_flat);
}

const bench_action build_ours = {.run = build_run, .undo = build_undo};
const bench_action build_flat = {.run = build_run_flat, .undo = build_undo_flat};
