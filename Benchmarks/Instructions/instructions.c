// Runs the hot operations under callgrind, which counts their instructions. Scripts/instructions
// builds and runs it. Inputs are fixed, and memory comes from one block, so that counts repeat.

#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "bench.h"

#define ITEMS 100000
#define FEW 2000
#define REPEATS 500
#define WARM_UP 100

// -- memory --

#define ARENA_SIZE (64 << 20)
#define CLASS_SIZE 16
#define CLASS_COUNT 8192

/// Allocates blocks from one end; freed ones wait in a list per size.
typedef struct {
  _Alignas(16) char bytes[ARENA_SIZE];
  size_t used;
  void *spare[CLASS_COUNT];
} bench_arena;

static bench_arena arena;

static void *allocate(size_t size) {
  size_t class = (size + CLASS_SIZE - 1) / CLASS_SIZE;
  if (class < CLASS_COUNT && arena.spare[class] != NULL) {
    void *block = arena.spare[class];
    memcpy(&arena.spare[class], block, sizeof block);
    return block;
  }
  if (class * CLASS_SIZE > ARENA_SIZE - arena.used) return NULL;
  arena.used += class * CLASS_SIZE;
  return &arena.bytes[arena.used - class * CLASS_SIZE];
}

static void deallocate(void *block, size_t size) {
  size_t class = (size + CLASS_SIZE - 1) / CLASS_SIZE;
  if (class >= CLASS_COUNT) return;
  memcpy(block, &arena.spare[class], sizeof block);
  arena.spare[class] = block;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context;
  void *resized = new_size == 0 ? NULL : allocate(new_size);
  if (block == NULL) return resized;
  if (resized != NULL) memcpy(resized, block, old_size < new_size ? old_size : new_size);
  if (resized != NULL || new_size == 0) deallocate(block, old_size);
  return resized;
}

// -- operations --

static const struct {
  const char *name;
  const bench_action *action;
} operations[] = {
    {"find", &find_ours},
    {"offset", &offset_ours},
    {"offsets-64", &copy_ours},
    {"scroll-step", &scroll_ours},
    {"scroll-event", &event_ours},
    {"measure", &measure_ours},
    {"page-down", &page_ours},
    {"insert-50", &insert_ours},
    {"remove-50", &remove_ours},
    {"move-1", &move_ours},
    {"build", &build_ours},
    {"update-scrolling", &update_ours},
    {"update-still", &update_still_ours},
    {"update-insert-20", &update_insert_ours},
    {"update-back", &update_back_ours},
    {"update-append-20", &update_append_ours},
    {"update-moves", &update_moves_ours},
    {"update-measured", &update_measured_ours},
    {"update-slack", &update_slack_ours},
    {"update-foresight", &update_foresight_ours},
    {"scroll-back", &back_ours},
    {"rows-8", &rows_ours},
    {"measure-64", &again_ours},
    {"short-edit", &short_ours},
    {"short-find", &block_find_ours},
    {"short-offset", &block_offset_ours},
    {"new-measure", &new_ours},
    {"new-scroll", &scroll_new_ours},
    {"new-estimate", &guess_ours},
    {"new-1000", &thousand_ours},
    {"ids-200", &ids_ours},
    {"store-pages", &pages_ours},
    {"store-keys", &keys_ours},
    {"store-refresh", &refresh_ours},
    {"tickets-64", &tickets_ours},
    {"wants", &wants_ours},
    {"sections-find", &sections_find_ours},
    {"sections-edit", &sections_edit_ours},
    {"sections-update", &sections_update_ours},
    {"names", &names_ours},
    {"scattered", &scattered_ours},
    {"impressions-200", &impressions_ours},
    {"host-still", &host_still_ours},
    {"host-still-bare", &host_still_bare},
    {"host-scroll", &host_scroll_ours},
    {"host-scroll-bare", &host_scroll_bare},
    {"host-new", &host_new_ours},
    {"host-new-bare", &host_new_bare},
};
// From "short-edit" on each has a list of its own.
#define OWN 23

static void count(const char *mix, bench_world *world) {
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
    const bench_action *action = operations[i].action;
    bool is_build = action == &build_ours;
    if (is_build && world->mix != MIX_MEASURED) continue;
    if (i >= OWN && mix[0] != 0) continue;
    int64_t repeats = is_build ? 1 : REPEATS;
    world_reset(world);
    bench_cursor cursor = cursor_start(world);
    if (action->prepare != NULL) action->prepare(world, &cursor, repeats + WARM_UP);
    if (!is_build) action->run(world, &cursor, WARM_UP);
    // Before the count begins: the C library's code differs with the processor.
    char text[64];
    snprintf(text, sizeof text, "%s%s %lld", operations[i].name, mix, (long long)repeats);
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    action->run(world, &cursor, repeats);
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS_AT(text);
    if (action->undo != NULL) action->undo(world, &cursor, repeats + (is_build ? 0 : WARM_UP));
  }
  world_destroy(world);
}

int main(void) {
  const rc_allocator allocator = {NULL, resize};
  count("", world_create(ITEMS, MIX_MEASURED, false, &allocator));
  count("-half", world_create(ITEMS, MIX_HALF, false, &allocator));
  count("-few", world_create(FEW, MIX_MEASURED, false, &allocator));
  count("-few-half", world_create(FEW, MIX_HALF, false, &allocator));
  return 0;
}
