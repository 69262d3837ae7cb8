// The lists that are measured.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

// -- memory --

void *need_memory(size_t size) {
  void *memory = malloc(size);
  if (memory != NULL) return memory;
  fprintf(stderr, "no memory for %zu bytes\n", size);
  exit(EXIT_FAILURE);
}

void need(rc_status status) {
  if (status == RC_STATUS_OK) return;
  fprintf(stderr, "the engine refuses: %s\n", rc_status_text(status));
  exit(EXIT_FAILURE);
}

static void *resize_with_library(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context;
  (void)old_size;
  if (new_size != 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

static void *resize_metered(void *context, void *block, size_t old_size, size_t new_size) {
  bench_meter *meter = context;
  void *resized = meter->source.resize(meter->source.context, block, old_size, new_size);
  if (new_size != 0) {
    meter->calls++;
    meter->bytes += (int64_t)new_size;
  }
  meter->held += (int64_t)new_size - (int64_t)(block == NULL ? 0 : old_size);
  return resized;
}

rc_allocator meter_allocator(bench_meter *meter) {
  if (meter->source.resize == NULL) meter->source = (rc_allocator){NULL, resize_with_library};
  return (rc_allocator){meter, resize_metered};
}

// -- random numbers --

uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int64_t random_below(uint64_t *state, int64_t bound) {
  return (int64_t)((next_random(state) >> 1) % (uint64_t)bound);
}

// 24 … 424 points, in whole ticks.
static int64_t random_ticks(uint64_t *state) {
  return 24 * RC_TICKS_PER_POINT + random_below(state, 400 * RC_TICKS_PER_POINT + 1);
}

// -- what is measured --

bool world_is_measured(const bench_world *world, int64_t item) {
  uint64_t seed = (uint64_t)item;
  if (world->mix == MIX_HALF) return (next_random(&seed) & 1) != 0;
  return world->stretch.lower <= item && item < world->stretch.upper;
}

static void fill_half(const bench_world *world, rc_extents *extents) {
  need(rc_extents_insert(extents, 0, world->points, world->count));
  for (int64_t lower = 0; lower < world->count; lower++) {
    int64_t upper = lower;
    while (upper < world->count && !world_is_measured(world, upper)) upper++;
    need(rc_extents_forget(extents, lower, upper));
    lower = upper;
  }
}

void world_fill(const bench_world *world, rc_extents *extents) {
  if (world->mix == MIX_HALF) {
    fill_half(world, extents);
    return;
  }
  int64_t stretch = world->stretch.upper - world->stretch.lower;
  need(rc_extents_insert(extents, 0, NULL, world->stretch.lower));
  need(rc_extents_insert(extents, world->stretch.lower, world->points, stretch));
  need(rc_extents_insert(extents, world->stretch.upper, NULL, world->count - world->stretch.upper));
}

static void fill_list(const bench_world *world) {
  rc_interval stretch = world->stretch;
  need(rc_list_insert(world->list, 0, NULL, world->count));
  need(rc_list_set_row_extents(world->list, stretch.lower, world->points,
                               (size_t)(stretch.upper - stretch.lower)));
  if (world->mix != MIX_HALF) return;
  for (int64_t i = 0; i < world->count; i++) {
    if (!world_is_measured(world, i)) need(rc_list_forget(world->list, i, i + 1));
  }
}

// -- places --

static void lay_out_places(bench_world *world) {
  uint64_t seed = 2;
  int64_t length = ticks_of(rc_extents_length(world->extents));
  rc_item first, last;
  need(rc_extents_item(world->extents, world->stretch.lower, &first));
  need(rc_extents_item(world->extents, world->stretch.upper - 1, &last));
  int64_t start = ticks_of(first.offset), end = ticks_of(last.offset + last.extent);
  for (int64_t i = 0; i < PLACES; i++) {
    bool is_inside = (next_random(&seed) & 1) != 0;
    int64_t items = is_inside ? world->stretch.upper - world->stretch.lower : world->count;
    int64_t ticks = is_inside ? end - start : length;
    world->items[i] = random_below(&seed, items) + (is_inside ? world->stretch.lower : 0);
    world->ticks[i] = random_below(&seed, ticks) + (is_inside ? start : 0);
    world->offsets[i] = rc_ticks_to_points(world->ticks[i]);
  }
  // A scroll comes from unmeasured items into the stretch, and leaves it.
  double before = first.offset - 2000.0 * ESTIMATE, lowest = 4.0 * SCREEN;
  double after = last.offset + 2000.0 * ESTIMATE;
  double highest = 0.95 * rc_extents_length(world->extents) - 6.0 * SCREEN;
  world->scroll_lower = floor(before > lowest ? before : lowest);
  world->scroll_upper = floor(after < highest ? after : highest);
}

// -- life --

static void create_engine(bench_world *world) {
  rc_allocator allocator = meter_allocator(&world->meter);
  const rc_extents_options extents_options = {.estimate = ESTIMATE};
  need(rc_extents_create(&extents_options, &allocator, &world->extents));
  world_fill(world, world->extents);
  rc_list_options list_options;
  rc_list_options_init(&list_options);
  list_options.estimate = ESTIMATE;
  need(rc_list_create(&list_options, &allocator, &world->list));
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.leading_screens[RC_END_HEAD] = settings.leading_screens[RC_END_TAIL];
  need(rc_list_set_settings(world->list, &settings));
  fill_list(world);
}

static void create_baselines(bench_world *world) {
  // Space for what a run of insertions adds before it is undone.
  world->flat = flat_create(world->points, world->count, world->count + world->count / 5 + 128);
  world->fenwick = fenwick_create(world->points, world->count);
}

static void destroy_all(bench_world *world) {
  rc_extents_destroy(world->extents);
  rc_list_destroy(world->list);
  if (world->flat.offsets == NULL) return;
  flat_destroy(&world->flat);
  fenwick_destroy(&world->fenwick);
}

bench_world *world_create(int64_t count, bench_mix mix, bool with_baselines,
                          const rc_allocator *allocator) {
  bench_world *world = need_memory(sizeof *world);
  memset(world, 0, sizeof *world);
  world->mix = mix;
  world->count = count;
  if (allocator != NULL) world->meter.source = *allocator;
  int64_t measured = mix == MIX_STRETCH ? 100000 : count;
  world->stretch.lower = (count - measured) / 2;
  world->stretch.upper = world->stretch.lower + measured;
  world->points = need_memory((size_t)measured * sizeof(double));
  uint64_t seed = 1;
  for (int64_t i = 0; i < measured; i++) world->points[i] = rc_ticks_to_points(random_ticks(&seed));
  for (int64_t i = 0; i < FRESH; i++) {
    // In pairs whose sum is two mean items: however much is measured again, no list gets shorter.
    const int64_t pair = 2 * ESTIMATE * RC_TICKS_PER_POINT;
    world->fresh_ticks[i] = i % 2 == 0 ? random_ticks(&seed) : pair - world->fresh_ticks[i - 1];
    world->fresh[i] = rc_ticks_to_points(world->fresh_ticks[i]);
  }
  create_engine(world);
  if (with_baselines) create_baselines(world);
  world->items = need_memory(PLACES * sizeof(int64_t));
  world->offsets = need_memory(PLACES * sizeof(double));
  world->ticks = need_memory(PLACES * sizeof(int64_t));
  lay_out_places(world);
  return world;
}

void world_reset(bench_world *world) {
  bool with_baselines = world->flat.offsets != NULL;
  destroy_all(world);
  create_engine(world);
  if (with_baselines) create_baselines(world);
}

void world_destroy(bench_world *world) {
  if (world == NULL) return;
  destroy_all(world);
  lanes_destroy(world->lanes);
  free(world->points);
  free(world->items);
  free(world->offsets);
  free(world->ticks);
  free(world);
}

bench_cursor cursor_start(const bench_world *world) {
  bench_cursor cursor = {.offset = world->scroll_lower};
  cursor.offset_ticks = ticks_of(cursor.offset);
  rc_viewport_init(&cursor.viewport);
  cursor.viewport.is_user_driven = true;
  cursor.viewport.length = SCREEN;
  cursor.viewport.offset = cursor.offset;
  rc_item item;
  need(rc_extents_item_at(world->extents, cursor.offset, &item));
  cursor.next_item = item.index;
  return cursor;
}
