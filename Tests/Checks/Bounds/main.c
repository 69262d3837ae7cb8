// Measures every bound, or those whose names contain the first argument: prints the figures at both
// sizes, and FAIL before those that do not hold. --list prints for each what says so, in which
// words, and its name.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"

enum { APART = 16 };

list_memory memory;

static const bound_table *const tables[] = {
    &edit_bounds,        &query_bounds,      &extents_bounds,  &store_bounds, &tickets_bounds,
    &impressions_bounds, &separators_bounds, &snapshot_bounds, &host_bounds,  &lanes_bounds};

rc_allocator counting_allocator(void) {
  list_memory_init(&memory);
  return list_memory_allocator(&memory);
}

void require_at(bool condition, const char *text, const char *file, int line) {
  if (condition) return;
  printf("FAIL %s:%d: %s\n", file, line, text);
  exit(1);
}

void *zeros(int64_t count, size_t size) {
  void *found = calloc((size_t)count, size);
  REQUIRE(found != NULL);
  return found;
}

/// How many times as much is allowed at the larger size, in sixteenths.
static uint64_t most_growth(bound_growth growth) {
  switch (growth) {
    case CONSTANT:
      return 20;
    case LOGARITHMIC:
      return 32;
    case LINEAR:
      return 20 * 16;
    case LINEAR_LOGARITHMIC:
      return 26 * 16;
    case SQUARE:
      return 320 * 16;
  }
  return 0;
}

/// Whether a bound holds.
static bool measure(const bound *it) {
  const uint64_t small = it->measure(it->size), large = it->measure(APART * it->size);
  const bool holds = small > 0 && large / 16 <= small * most_growth(it->growth) / 256;
  printf("%s %-56s %12" PRIu64 " at %-8" PRId64 "%14" PRIu64 " at %-9" PRId64 "%7.2f ×\n",
         holds ? "    " : "FAIL", it->name, small, it->size, large, APART * it->size,
         (double)large / (double)small);
  return holds;
}

int main(int argc, char **argv) {
  const bool is_list = argc > 1 && strcmp(argv[1], "--list") == 0;
  size_t count = 0, failed = 0;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
    for (size_t j = 0; j < tables[i]->count; j++) {
      const bound *it = &tables[i]->bounds[j];
      if (is_list) printf("%s\t%s\t%s\n", it->subject, it->quote, it->name);
      if (is_list || (argc > 1 && strstr(it->name, argv[1]) == NULL)) continue;
      count++;
      failed += !measure(it);
    }
  }
  if (!is_list) printf("%zu bounds, %zu do not hold\n", count, failed);
  return !is_list && (failed > 0 || count == 0);
}
