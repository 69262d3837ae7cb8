// States without a list: a viewport that moves on by an item.

#include "bench.h"

#define SEEN 8

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

static void states_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (; count > 0; count--) {
    if (++cursor->next_item > world->count - 4 * SEEN) cursor->next_item = 3 * SEEN;
    rc_state_ranges ranges = {0};
    ranges.bits[1] = around(cursor->next_item, 2 * SEEN);
    ranges.bits[2] = around(cursor->next_item, SEEN);
    ranges.bits[3] = around(cursor->next_item, 0);
    rc_changes changes;
    need(rc_states_update(cursor->states, &ranges, &changes));
    cursor->sum += (int64_t)changes.count;
  }
}

static void states_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)world;
  (void)count;
  rc_states_destroy(cursor->states);
}

const bench_action states_ours = {states_prepare, states_run, states_undo};
