// Walks one part of what is small enough to be walked whole:
//
//     exhaustive PART [short]
//
// PART: ranges, triggers, contexts, ends, borders, sections, stores, tickets, lanes, lists-0,
// lists-1, lists-2, hosts-0, hosts-1, hosts-2. `short` walks a part of the lists, hosts and ends
// alone. It ends with a line of how many instances were checked.

#include "exhaustive.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int64_t run(const char *part, bool is_short) {
  if (strcmp(part, "ranges") == 0) return exhaust_ranges();
  if (strcmp(part, "triggers") == 0) return exhaust_triggers();
  if (strcmp(part, "contexts") == 0) return exhaust_contexts();
  if (strcmp(part, "ends") == 0) return exhaust_ends(is_short ? 4 : 6);
  if (strcmp(part, "borders") == 0) return exhaust_borders(4);
  if (strcmp(part, "sections") == 0) return exhaust_sections(is_short ? 4 : 6, is_short ? 2 : 3);
  if (strcmp(part, "stores") == 0) return exhaust_stores(is_short ? 4 : 6);
  if (strcmp(part, "tickets") == 0) return exhaust_tickets(is_short ? 2 : 3);
  if (strcmp(part, "lanes") == 0) return exhaust_lanes(is_short ? 2 : 3);
  for (int way = 0; way < EXHAUST_LIST_WAYS; way++) {
    char name[16];
    snprintf(name, sizeof name, "lists-%d", way);
    if (strcmp(part, name) == 0) return exhaust_lists(way, is_short ? 4 : 6, is_short ? 2 : 3);
  }
  for (int way = 0; way < EXHAUST_HOST_WAYS; way++) {
    char name[16];
    snprintf(name, sizeof name, "hosts-%d", way);
    if (strcmp(part, name) == 0) return exhaust_hosts(way, is_short ? 3 : 5, is_short ? 2 : 3);
  }
  return -1;
}

int main(int argc, char **argv) {
  bool is_short = argc == 3 && strcmp(argv[2], "short") == 0;
  int64_t count = argc == 2 || is_short ? run(argv[1], is_short) : -1;
  if (count < 0) {
    fprintf(stderr,
            "usage: exhaustive "
            "ranges|triggers|contexts|ends|borders|sections|stores|tickets|lanes|lists-N|"
            "hosts-N [short]\n");
    return 2;
  }
  if (test_has_failed()) fprintf(stderr, "%s\n", test_failure());
  printf("%" PRId64 " %s%s\n", count, argv[1], test_has_failed() ? " FAILED" : "");
  return test_has_failed() ? 1 : 0;
}
