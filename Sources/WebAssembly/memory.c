// Memory for the WebAssembly module, which has no C library. Scripts/install --wasm compiles it.
//
// Blocks are powers of two; freed blocks are kept in a list per size and reused. Blocks have no
// headers, because whoever frees one knows its size.

#include <rangecore.h>
#include <rangecore_diff.h>
#include <rangecore_host.h>
#include <rangecore_impressions.h>
#include <rangecore_separators.h>
#include <rangecore_snapshot.h>
#include <rangecore_store.h>
#include <rangecore_tickets.h>

// structs.js, host.js, impressions/engine.js, snapshot/engine.js, store/*.js, preload/engine.js and
// update.js in Bindings/JavaScript/src lay these out by themselves.
_Static_assert(sizeof(rc_list_options) == 32 && sizeof(rc_list_settings) == 120 &&
                   sizeof(rc_viewport) == 88 && sizeof(rc_tuning) == 24 && sizeof(rc_item) == 32 &&
                   sizeof(rc_change) == 32 && sizeof(rc_update) == 248 && sizeof(rc_edit) == 40,
               "structs.js, update.js");
_Static_assert(sizeof(rc_host_options) == 24 && sizeof(rc_host_node) == 48 &&
                   sizeof(rc_host_step) == 336 && sizeof(rc_host_act) == 136,
               "host.js, record.js");
_Static_assert(sizeof(rc_store_options) == 32 && sizeof(rc_store_settings) == 56 &&
                   sizeof(rc_store_view) == 48 && sizeof(rc_store_request) == 56 &&
                   sizeof(rc_store_plan) == 24 && sizeof(rc_store_reply) == 48 &&
                   sizeof(rc_store_result) == 40 && sizeof(rc_store_slot) == 40 &&
                   sizeof(rc_store_counts) == 56,
               "store/structs.js");
_Static_assert(sizeof(rc_separator_pair) == 24 && sizeof(rc_separator) == 24 &&
                   sizeof(rc_separators_result) == 16,
               "store/separators.js");
_Static_assert(sizeof(rc_tickets_settings) == 48 && sizeof(rc_ticket_want) == 40 &&
                   sizeof(rc_ticket_order) == 32 && sizeof(rc_tickets_plan) == 16 &&
                   sizeof(rc_ticket) == 40 && sizeof(rc_tickets_counters) == 120,
               "preload/engine.js");
_Static_assert(sizeof(rc_impressions_options) == 328 && sizeof(rc_impression_view) == 48 &&
                   sizeof(rc_impression) == 48 && sizeof(rc_impressions_report) == 16,
               "impressions/engine.js");
_Static_assert(sizeof(rc_snapshot_anchor) == 32 && sizeof(rc_snapshot_place) == 32 &&
                   sizeof(rc_snapshot_goal) == 32,
               "snapshot/engine.js");

#define PAGE_SIZE 65536
#define SMALLEST 16

typedef struct block {
  struct block *next;
} block;

extern unsigned char __heap_base;

static block *spare[32];
static uintptr_t fresh;

static unsigned class_of(size_t size) {
  return size <= SMALLEST ? 4 : 32 - (unsigned)__builtin_clz((unsigned)size - 1);
}

static void *take_fresh(size_t size) {
  if (fresh == 0) fresh = ((uintptr_t)&__heap_base + SMALLEST - 1) & ~(uintptr_t)(SMALLEST - 1);
  uint64_t end = (uint64_t)fresh + size;
  uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE_SIZE;
  if (end > have) {
    size_t pages = (size_t)((end - have + PAGE_SIZE - 1) / PAGE_SIZE);
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
  }
  void *taken = (void *)fresh;
  fresh = (uintptr_t)end;
  return taken;
}

static void *take(size_t size) {
  unsigned class = class_of(size);
  // Memory ends at 2^32 bytes.
  if (size > (size_t)1 << 30) return NULL;
  block *taken = spare[class];
  if (taken == NULL) return take_fresh((size_t)1 << class);
  spare[class] = taken->next;
  return taken;
}

static void give(void *given, size_t size) {
  if (given == NULL) return;
  block *returned = given;
  returned->next = spare[class_of(size)];
  spare[class_of(size)] = returned;
}

/// Allocates, resizes and frees memory as `rc_allocator` does, aligned to 16 bytes; also for the
/// host's own structs and arrays.
RC_API void *rc_wasm_resize(void *old, size_t old_size, size_t new_size) {
  if (old == NULL && new_size == 0) return NULL;
  if (old != NULL && new_size != 0 && class_of(old_size) == class_of(new_size)) return old;
  void *resized = NULL;
  if (new_size != 0) {
    resized = take(new_size);
    if (resized == NULL) return NULL;
    if (old != NULL) __builtin_memcpy(resized, old, old_size < new_size ? old_size : new_size);
  }
  give(old, old_size);
  return resized;
}

static void *resize(void *context, void *old, size_t old_size, size_t new_size) {
  (void)context;
  return rc_wasm_resize(old, old_size, new_size);
}

/// Returns the allocator to pass to `rc_list_create`, `rc_store_create` and the like.
RC_API const rc_allocator *rc_wasm_allocator(void) {
  static const rc_allocator allocator = {NULL, resize};
  return &allocator;
}
