// Lanes beside a column, and beside what masonry lists do: place all again (flat), or keep lanes
// and place what follows (as TanStack Virtual does).

#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "rangecore_lanes.h"

enum { LANES = 4, WIDE_EACH = 20 };

struct bench_lanes {
  /// In lanes, each by the shortest; the second with a wide item each twenty.
  rc_lanes *plain, *wide;
  /// As the first, with a viewport in its middle; and a list in lanes. NULL until they are asked
  /// for.
  rc_lanes *shown;
  rc_list *list;
  /// The same in arrays; the starts of all.
  int64_t *starts;
  int32_t *slots;
  uint8_t *of;
  int64_t count;
};

static uint32_t shortest(const int64_t *ends) {
  uint32_t lane = 0;
  for (uint32_t i = 1; i < LANES; i++) lane = ends[i] < ends[lane] ? i : lane;
  return lane;
}

// Where lanes end before an item: the last item of each, looked for backwards.
static void ends_before(const bench_lanes *it, int64_t index, int64_t *ends) {
  uint32_t found = 0;
  memset(ends, 0, LANES * sizeof *ends);
  while (index-- > 0 && found != (1u << LANES) - 1) {
    if ((found >> it->of[index] & 1) == 0)
      ends[it->of[index]] = it->starts[index] + it->slots[index];
    found |= 1u << it->of[index];
  }
}

// Places all items from an index on; in the shortest lane, or where they are.
static void place_from(const bench_lanes *it, int64_t index, bool keeps_lanes) {
  int64_t ends[LANES];
  ends_before(it, index, ends);
  for (; index < it->count; index++) {
    const uint32_t lane = keeps_lanes ? it->of[index] : shortest(ends);
    it->of[index] = (uint8_t)lane;
    it->starts[index] = ends[lane];
    ends[lane] += it->slots[index];
  }
}

static rc_lanes *make_lanes(const bench_lanes *it, const double *points, bool has_wide) {
  const rc_lanes_options options = {.estimate = ESTIMATE, .lane_count = LANES};
  uint32_t *of = need_memory((size_t)it->count * sizeof *of);
  rc_lanes *lanes;
  for (int64_t i = 0; i < it->count; i++) of[i] = it->of[i];
  need(rc_lanes_create(&options, NULL, &lanes));
  need(rc_lanes_insert(lanes, 0, points, it->count));
  need(rc_lanes_set_lanes(lanes, 0, of, (size_t)it->count));
  for (int64_t i = 0; has_wide && i < it->count; i += WIDE_EACH) {
    need(rc_lanes_set_span(lanes, i, i + 1, RC_SPAN_WIDE));
  }
  free(of);
  return lanes;
}

static const bench_lanes *lanes_of(bench_world *world) {
  if (world->lanes != NULL) return world->lanes;
  bench_lanes *it = world->lanes = need_memory(sizeof *it);
  it->shown = NULL;
  it->list = NULL;
  // Space for what a batch inserts.
  const size_t space = (size_t)world->count + 8192;
  it->count = world->count;
  it->starts = need_memory(space * sizeof *it->starts);
  it->slots = need_memory(space * sizeof *it->slots);
  it->of = need_memory(space);
  for (int64_t i = 0; i < it->count; i++) it->slots[i] = (int32_t)ticks_of(world->points[i]);
  place_from(it, 0, false);
  it->plain = make_lanes(it, world->points, false);
  it->wide = make_lanes(it, world->points, true);
  return it;
}

void lanes_destroy(bench_lanes *lanes) {
  if (lanes == NULL) return;
  rc_lanes_destroy(lanes->plain);
  rc_lanes_destroy(lanes->wide);
  rc_lanes_destroy(lanes->shown);
  rc_list_destroy(lanes->list);
  free(lanes->starts);
  free(lanes->slots);
  free(lanes->of);
  free(lanes);
}

static void lanes_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  (void)cursor;
  (void)count;
  (void)lanes_of(world);
}

// -- a scroll step: what is in the viewport, in each lane --

static void lanes_scroll_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  rc_lanes *lanes = lanes_of(world)->plain;
  const double highest = rc_lanes_length(lanes) - 6.0 * SCREEN;
  double offset = cursor->offset < highest ? cursor->offset : 0;
  int64_t sum = 0;
  for (; count > 0; count--) {
    rc_interval items[LANES];
    offset = offset + STEP > highest ? 0 : offset + STEP;
    rc_lanes_items_in(lanes, offset, offset + SCREEN, items);
    sum += items[0].lower + items[LANES - 1].upper;
  }
  cursor->offset = offset;
  cursor->sum += sum;
}

static void column_scroll_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  double offset = cursor->offset;
  int64_t sum = 0;
  for (; count > 0; count--) {
    rc_interval items;
    offset = offset + STEP > world->scroll_upper ? world->scroll_lower : offset + STEP;
    rc_extents_items_in(world->extents, offset, offset + SCREEN, &items);
    sum += items.lower + items.upper;
  }
  cursor->offset = offset;
  cursor->sum += sum;
}

const bench_action lanes_scroll_ours = {.prepare = lanes_prepare, .run = lanes_scroll_run};
const bench_action lanes_scroll_column = {.run = column_scroll_run};

// -- measure one at random --

static void lanes_measure(rc_lanes *lanes, const bench_world *world, bench_cursor *cursor,
                          int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const double *extent = &world->fresh[cursor->at & (FRESH - 1)];
    rc_lanes_set_extents(lanes, world->items[place(cursor->at)], extent, 1);
  }
  cursor->sum += (int64_t)rc_lanes_length(lanes);
}

static void lanes_measure_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  lanes_measure(lanes_of(world)->plain, world, cursor, count);
}

static void lanes_measure_wide_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  lanes_measure(lanes_of(world)->wide, world, cursor, count);
}

static void column_measure_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const double *extent = &world->fresh[cursor->at & (FRESH - 1)];
    rc_extents_set(world->extents, world->items[place(cursor->at)], extent, 1);
  }
  cursor->sum += (int64_t)rc_extents_length(world->extents);
}

static void kept_measure_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  const bench_lanes *it = lanes_of(world);
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t index = world->items[place(cursor->at)];
    it->slots[index] = (int32_t)world->fresh_ticks[cursor->at & (FRESH - 1)];
    place_from(it, index, true);
  }
}

const bench_action lanes_measure_ours = {.prepare = lanes_prepare, .run = lanes_measure_run};
const bench_action lanes_measure_wide = {.prepare = lanes_prepare, .run = lanes_measure_wide_run};
const bench_action lanes_measure_column = {.run = column_measure_run};
const bench_action lanes_measure_kept = {.prepare = lanes_prepare, .run = kept_measure_run};

// -- insert one in the middle, into the lane that ends first; what is in the viewport --

static void lanes_insert_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  rc_lanes *lanes = lanes_of(world)->plain;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t index = world->items[place(cursor->at)];
    double ends[LANES];
    uint32_t lane = 0;
    rc_interval items[LANES];
    rc_lanes_insert(lanes, index, &world->fresh[cursor->at & (FRESH - 1)], 1);
    rc_lanes_front(lanes, index, ends);
    for (uint32_t i = 1; i < LANES; i++) lane = ends[i] < ends[lane] ? i : lane;
    rc_lanes_set_lanes(lanes, index, &lane, 1);
    rc_lanes_items_in(lanes, ends[lane], ends[lane] + SCREEN, items);
    cursor->sum += items[0].lower;
  }
}

static void lanes_insert_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  rc_lanes *lanes = lanes_of(world)->plain;
  for (int64_t at = cursor->at; at > cursor->at - count; at--) {
    const int64_t index = world->items[place(at - 1)];
    need(rc_lanes_remove(lanes, index, index + 1));
  }
}

static void flat_insert_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  bench_lanes *it = world->lanes;
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t index = world->items[place(cursor->at)];
    const size_t after = (size_t)(it->count - index);
    memmove(it->slots + index + 1, it->slots + index, after * sizeof *it->slots);
    memmove(it->of + index + 1, it->of + index, after);
    it->slots[index] = (int32_t)world->fresh_ticks[cursor->at & (FRESH - 1)];
    it->count++;
    place_from(it, index, false);
    cursor->sum += it->starts[index];
  }
}

static void flat_insert_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  bench_lanes *it = world->lanes;
  for (int64_t at = cursor->at; at > cursor->at - count; at--) {
    const int64_t index = world->items[place(at - 1)];
    const size_t after = (size_t)(it->count - index - 1);
    memmove(it->slots + index, it->slots + index + 1, after * sizeof *it->slots);
    memmove(it->of + index, it->of + index + 1, after);
    it->count--;
  }
}

const bench_action lanes_insert_ours = {lanes_prepare, lanes_insert_run, lanes_insert_undo};
const bench_action lanes_insert_flat = {lanes_prepare, flat_insert_run, flat_insert_undo};

// -- insert one above what is on the screen, and update --

static void update_shown(const bench_lanes *it, bench_cursor *cursor) {
  const rc_lanes_viewport viewport = {
      .offset = cursor->offset, .length = SCREEN, .before = SCREEN, .after = 2 * SCREEN};
  double correction;
  need(rc_lanes_update(it->shown, &viewport, &correction));
  cursor->offset += correction;
}

static void shown_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  bench_lanes *it = (bench_lanes *)lanes_of(world);
  (void)count;
  if (it->shown == NULL) it->shown = make_lanes(it, world->points, false);
  if (cursor->first_item == 0) {
    cursor->offset = floor(rc_lanes_length(it->shown) / 2);
    cursor->first_item = it->count / 3;
  }
  update_shown(it, cursor);
}

static void shown_insert_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t end = cursor->at + count; cursor->at < end; cursor->at++) {
    const int64_t index = world->items[place(cursor->at)] % cursor->first_item;
    need(rc_lanes_insert(world->lanes->shown, index, &world->fresh[cursor->at & (FRESH - 1)], 1));
    update_shown(world->lanes, cursor);
    cursor->sum += (int64_t)cursor->offset;
  }
}

static void shown_insert_undo(bench_world *world, bench_cursor *cursor, int64_t count) {
  for (int64_t at = cursor->at; at > cursor->at - count; at--) {
    const int64_t index = world->items[place(at - 1)] % cursor->first_item;
    need(rc_lanes_remove(world->lanes->shown, index, index + 1));
  }
  update_shown(world->lanes, cursor);
}

const bench_action lanes_above_ours = {shown_prepare, shown_insert_run, shown_insert_undo};

// -- a list in lanes: update while scrolling, back and forth where all was on the screen before --

enum { LIST_STEPS = 4000 };

static void scroll_list(bench_world *world, bench_cursor *cursor, int64_t count, double step) {
  for (; count > 0; count--, cursor->at++) {
    rc_update update;
    cursor->viewport.offset += cursor->at / LIST_STEPS % 2 == 0 ? step : -step;
    need(rc_list_update(world->lanes->list, &cursor->viewport, &update));
    cursor->viewport.offset += update.correction;
    cursor->sum += update.visible.lower + (int64_t)update.changes.count;
  }
}

static void list_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  scroll_list(world, cursor, count, STEP);
}

// By a pixel of a dense screen, most often within the same items.
static void list_slow_run(bench_world *world, bench_cursor *cursor, int64_t count) {
  scroll_list(world, cursor, count, 0.5);
}

static void list_prepare(bench_world *world, bench_cursor *cursor, int64_t count) {
  bench_lanes *it = (bench_lanes *)lanes_of(world);
  (void)count;
  if (it->list == NULL) {
    rc_list_options options;
    rc_list_settings settings;
    rc_list_options_init(&options);
    options.estimate = ESTIMATE;
    need(rc_list_create(&options, NULL, &it->list));
    need(rc_list_insert(it->list, 0, world->points, world->count));
    need(rc_list_set_lanes(it->list, LANES, 0, 0, true));
    need(rc_list_get_settings(world->list, &settings));
    need(rc_list_set_settings(it->list, &settings));
  }
  if (cursor->at > 0) return;
  cursor->viewport.offset = floor(rc_list_length(it->list) / 2);
  list_run(world, cursor, LIST_STEPS);
}

const bench_action lanes_list_ours = {.prepare = list_prepare, .run = list_run};
const bench_action lanes_list_slow = {.prepare = list_prepare, .run = list_slow_run};
