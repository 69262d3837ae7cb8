// Counts what a list allocates while it is scrolled, and what it takes:
//
//     quiet ITEMS UPDATES

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "quiet_list.h"

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
  quiet_count count = quiet_list_scroll(list, &memory, updates);
  int64_t most = quiet_list_built_bytes(items);
  printf("%" PRId64 " allocations and %" PRId64 " failures in %" PRId64 " updates, %" PRId64
         " batch decisions, %" PRId64 " flights and %" PRId64 " queries of %" PRId64
         " measured items; peak %" PRId64 " bytes of at most %" PRId64 "\n",
         count.allocations, count.failures, count.updates, count.decisions, count.flights,
         count.queries, items, memory.peak_bytes, most);
  rc_list_destroy(list);
  bool is_right = count.allocations == 0 && count.failures == 0 && memory.peak_bytes <= most;
  return is_right && memory.bytes == 0 ? 0 : 1;
}
