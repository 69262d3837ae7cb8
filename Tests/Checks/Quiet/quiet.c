// Counts what a list allocates while it is scrolled, what it takes, and how much code a step of a
// scroll runs beside one of a list of a few thousand items:
//
//     quiet ITEMS UPDATES

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "list/quiet_list.h"

#define FEW_ITEMS 10000
#define STEPS 5000
// The tree of ten million items has two levels more.
#define BLOCKS_RATIO_MAX 1.2

static int64_t blocks;

// The core is compiled so that each block of its code calls this.
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {
  blocks++;
}

/// How many blocks of code an update runs, from one sixtieth of a second to the next; 0 where one
/// fails.
static double blocks_a_step(rc_list *list) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = 800;
  viewport.is_user_driven = true;
  viewport.offset = rc_list_length(list) / 4;
  rc_update update;
  if (rc_list_update(list, &viewport, &update) != RC_STATUS_OK) return 0;
  const int64_t before = blocks;
  for (int step = 1; step <= STEPS; step++) {
    viewport.offset += 30;
    viewport.time = step / 60.0;
    if (rc_list_update(list, &viewport, &update) != RC_STATUS_OK) return 0;
  }
  return (double)(blocks - before) / STEPS;
}

int main(int argc, char **argv) {
  int64_t items = argc == 3 ? strtoll(argv[1], NULL, 10) : 0;
  int64_t updates = argc == 3 ? strtoll(argv[2], NULL, 10) : 0;
  if (items < 100 || updates < 1) {
    fprintf(stderr, "usage: quiet ITEMS UPDATES, at least 100 and 1\n");
    return 2;
  }
  list_memory memory;
  rc_list *list = quiet_list_make(&memory, items);
  if (list == NULL) {
    fprintf(stderr, "the list cannot be made\n");
    return 1;
  }
  list_memory few_memory;
  rc_list *few = quiet_list_make(&few_memory, FEW_ITEMS);
  double few_blocks = few != NULL ? blocks_a_step(few) : 0, many_blocks = blocks_a_step(list);
  rc_list_destroy(few);
  quiet_count count = quiet_list_scroll(list, &memory, updates);
  int64_t most = quiet_list_built_bytes(items);
  printf("%" PRId64 " allocations and %" PRId64 " failures in %" PRId64 " updates, %" PRId64
         " batch decisions, %" PRId64 " fetches and %" PRId64 " queries of %" PRId64
         " measured items; peak %" PRId64 " bytes of at most %" PRId64
         "; a step runs %.1f blocks of code, of %d items %.1f\n",
         count.allocations, count.failures, count.updates, count.decisions, count.fetches,
         count.queries, items, memory.peak_bytes, most, many_blocks, FEW_ITEMS, few_blocks);
  rc_list_destroy(list);
  bool is_right = count.allocations == 0 && count.failures == 0 && memory.peak_bytes <= most;
  bool is_flat = few_blocks > 0 && many_blocks > 0 && many_blocks <= few_blocks * BLOCKS_RATIO_MAX;
  return is_right && is_flat && memory.bytes == 0 ? 0 : 1;
}
