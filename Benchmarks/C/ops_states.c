// States without a list.

#include "bench.h"

#define SEEN 8
#define FEW 20

static rc_state_range around(int64_t first, int64_t reach) {
  const rc_interval items = {first - reach, first + SEEN + reach};
  return (rc_state_range){items, items};
}

static void states_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)count;
  const rc_allocator allocator = meter_allocator(&world->meter);
  need(rc_states_create(&allocator, &cursor->states));
  need(rc_states_insert(cursor->states, 0, world->count));
  cursor->next_item = 3 * SEEN;
}

static void update_states(bench_cursor *cursor) {
  rc_state_ranges ranges = {0};
  ranges.bits[1] = around(cursor->next_item, 2 * SEEN);
  ranges.bits[2] = around(cursor->next_item, SEEN);
  ranges.bits[3] = around(cursor->next_item, 0);
  rc_changes changes;
  need(rc_states_update(cursor->states, &ranges, &changes));
  cursor->sum += (int64_t)changes.count;
}

static void states_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_states_destroy(cursor->states);
}

// -- a viewport moves on by an item --

static void states_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    if (++cursor->next_item > world->count - 4 * SEEN) cursor->next_item = 3 * SEEN;
    update_states(cursor);
  }
}

const bench_action states_ours = {states_prepare, states_run, states_undo};

// -- every second item in the ranges is removed, the last one first, and others come at the end --

static void states_remove_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  const int64_t first = cursor->next_item - 2 * SEEN;
  for (; count > 0; count--) {
    for (int64_t i = FEW; i-- > 0;) {
      need(rc_states_remove(cursor->states, first + 2 * i, first + 2 * i + 1));
    }
    need(rc_states_insert(cursor->states, world->count - FEW, FEW));
    update_states(cursor);
  }
}

const bench_action states_remove_ours = {states_prepare, states_remove_run, states_undo};
