// What all of the benchmark shares: the lists that are measured, and how an operation is repeated.

#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "baselines.h"
#include "rangecore.h"
#include "rangecore_extents.h"
#include "rangecore_host.h"
#include "rangecore_impressions.h"
#include "rangecore_ranges.h"
#include "rangecore_snapshot.h"
#include "rangecore_store.h"
#include "rangecore_tickets.h"

/// A viewport of eight mean items, in points; and what a frame of a slow scroll moves it by.
#define SCREEN 1792
#define STEP 37
/// The mean of 24 … 424.
#define ESTIMATE 224
/// How many random places are laid out before the clock starts; a power of two.
#define PLACES (1 << 18)
#define FRESH 64

/// Counts what is asked of an allocator.
typedef struct {
  rc_allocator source;
  int64_t calls;
  int64_t bytes;
  /// In use now.
  int64_t held;
} bench_meter;

rc_allocator meter_allocator(bench_meter *meter);

/// Memory, or the end of the program.
void *need_memory(size_t size);

/// Ends the program when the engine refuses.
void need(rc_status status);

static inline int64_t ticks_of(double points) {
  return (int64_t)(points * RC_TICKS_PER_POINT + 0.5);
}

/// A seeded sequence of random numbers (splitmix64).
uint64_t next_random(uint64_t *state);
int64_t random_below(uint64_t *state, int64_t bound);

/// Which items of a list are measured.
typedef enum {
  /// All.
  MIX_MEASURED,
  /// Half of them, at random.
  MIX_HALF,
  /// A stretch of 10^5 in the middle; half of the random places are in it.
  MIX_STRETCH
} bench_mix;

/// Lists in lanes; see ops_lanes.c.
typedef struct bench_lanes bench_lanes;
void lanes_destroy(bench_lanes *lanes);

/// One list, and the same in the baselines.
typedef struct {
  bench_mix mix;
  int64_t count;
  /// Of all items, in points; of `MIX_STRETCH`, of the stretch alone.
  double *points;
  /// The measured stretch.
  rc_interval stretch;
  bench_meter meter;
  rc_extents *extents;
  rc_list *list;
  /// NULL until it is asked for.
  bench_lanes *lanes;
  /// Empty unless all is measured.
  flat flat;
  fenwick fenwick;
  /// Random items, and random offsets in points and in ticks.
  int64_t *items;
  double *offsets;
  int64_t *ticks;
  /// New extents, in points and in ticks.
  double fresh[FRESH];
  int64_t fresh_ticks[FRESH];
  /// Between these a scroll goes on, in points; then it starts again.
  double scroll_lower;
  double scroll_upper;
} bench_world;

/// - `allocator`: NULL for the C library's.
bench_world *world_create(int64_t count, bench_mix mix, bool with_baselines,
                          const rc_allocator *allocator);
void world_destroy(bench_world *world);

/// Makes all as it was at first.
void world_reset(bench_world *world);

bool world_is_measured(const bench_world *world, int64_t item);

/// Measures what `mix` says of extents that are empty.
void world_fill(const bench_world *world, rc_extents *extents);

/// Where a run of operations stands.
typedef struct {
  /// The next random place.
  int64_t at;
  /// What the operations found, so that both sides can be compared.
  int64_t sum;
  /// The viewport's start, in points and in ticks.
  double offset;
  int64_t offset_ticks;
  /// The first item below the viewport.
  int64_t next_item;
  /// As `next_item` when a batch of pages began.
  int64_t first_item;
  rc_interval ranges[3];
  rc_viewport viewport;
  /// What a bulk build made.
  rc_extents *built;
  flat built_flat;
  /// What an operation has of its own.
  rc_list *list;
  rc_store *store;
  rc_tickets *tickets;
  rc_host *host;
  rc_impressions *impressions;
  void *table;
} bench_cursor;

bench_cursor cursor_start(const bench_world *world);

static inline int64_t place(int64_t at) {
  return at & (PLACES - 1);
}

/// As unrelated to `place(at)` as can be.
static inline int64_t other_place(int64_t at) {
  return (at + PLACES / 2 + 7) & (PLACES - 1);
}

/// An operation, `count` times.
typedef void repeat(bench_world *world, bench_cursor *cursor, int64_t count);

/// An operation with what comes before and after it, which the clock does not see.
typedef struct {
  repeat *prepare;
  repeat *run;
  repeat *undo;
} bench_action;

// -- what the engine does, and the same in a baseline --

extern const bench_action find_ours, find_flat;
extern const bench_action offset_ours, offset_fenwick;
extern const bench_action copy_ours;
extern const bench_action scroll_ours, scroll_flat;
extern const bench_action event_ours, event_flat;
extern const bench_action measure_ours, measure_fenwick;
extern const bench_action page_ours, page_fenwick;
extern const bench_action insert_ours, insert_flat;
extern const bench_action insert_few_ours;
extern const bench_action remove_ours, remove_flat;
extern const bench_action move_ours, move_flat;
extern const bench_action build_ours, build_flat;
extern const bench_action update_ours, update_back_ours, update_still_ours;
extern const bench_action update_slack_ours, update_foresight_ours, update_insert_ours,
    update_append_ours;
extern const bench_action update_moves_ours, update_measured_ours, ids_ours;
extern const bench_action short_ours, block_find_ours, block_offset_ours;
extern const bench_action new_ours, guess_ours, thousand_ours;
extern const bench_action scroll_new_ours, back_ours, rows_ours, again_ours;
extern const bench_action pages_ours, keys_ours, refresh_ours, tickets_ours, wants_ours;
extern const bench_action lanes_scroll_ours, lanes_scroll_column, lanes_measure_ours,
    lanes_measure_wide, lanes_measure_column, lanes_measure_kept, lanes_insert_ours,
    lanes_insert_flat, lanes_above_ours, lanes_list_ours, lanes_list_slow;
extern const bench_action impressions_ours, impressions_table;
extern const bench_action save_ours, restore_ours, filled_table;
extern const bench_action sections_find_ours, sections_edit_ours, sections_update_ours, names_ours,
    scattered_ours;

extern const bench_action host_still_ours, host_still_bare, host_scroll_ours, host_scroll_bare;
extern const bench_action host_new_ours, host_new_bare;

/// Asks for the items in the viewport and in the preload range.
void boundaries(bench_world *world, bench_cursor *cursor);

/// An insertion of 50 at random, a removal of 50 at random, and so on; the list keeps its length.
void edit_repeat(bench_world *world, bench_cursor *cursor, int64_t count);

#endif
