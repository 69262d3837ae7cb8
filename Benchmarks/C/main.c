// The benchmark: the engine beside what people write otherwise. Scripts/bench builds and runs it.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

#define SIZES_MAX 16

typedef struct {
  int64_t sizes[SIZES_MAX];
  int size_count;
  bool is_quick;
} bench_options;

static void fail(const char *message, const char *argument) {
  fprintf(stderr, "%s %s\n", message, argument);
  exit(2);
}

// Such as 10000,1e6,10^7.
static void read_sizes(bench_options *options, const char *text) {
  options->size_count = 0;
  for (const char *at = text; *at != 0;) {
    char *end;
    double size = strtod(at, &end);
    if (*end == '^') size = pow(size, strtod(end + 1, &end));
    bool ends = *end == 0 || *end == ',';
    if (end == at || !ends || !(size >= 1000 && size <= 1e8) || options->size_count == SIZES_MAX) {
      fail("a size is 1000 … 10^8, and they are separated by commas:", text);
    }
    options->sizes[options->size_count++] = (int64_t)size;
    at = *end == ',' ? end + 1 : end;
  }
}

static bench_options read_options(int count, char **arguments) {
  bench_options options = {.sizes = {BINDING}, .size_count = 1};
  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "--quick") == 0)
      options.is_quick = true;
    else if (i + 1 == count)
      fail("not understood:", arguments[i]);
    else if (strcmp(arguments[i], "--sizes") == 0)
      read_sizes(&options, arguments[++i]);
    else
      fail("not understood:", arguments[i]);
  }
  return options;
}

static void run_size(bench_report *report, int64_t size, bool is_quick, bench_effort effort) {
  char title[48], text[32];
  snprintf(title, sizeof title, "%s items, all measured", items_text(size, text));
  report_section(title);
  bench_world *world = world_create(size, MIX_MEASURED, true, NULL);
  lines_of_size(report, world, effort);
  lines_of_memory(report, world);
  if (size == BINDING && !is_quick) {
    report_section("the slowest of 10^6 operations, one by one");
    lines_of_tails(world, 1000000);
  }
  world_destroy(world);
}

static void run_growth(bench_report *report, const char *title, int64_t size, bench_mix mix,
                       bench_effort effort) {
  report_section(title);
  bench_world *smaller = world_create(10000, MIX_MEASURED, false, NULL);
  bench_world *larger = world_create(size, mix, false, NULL);
  lines_of_growth(report, larger, smaller, effort);
  world_destroy(larger);
  world_destroy(smaller);
}

int main(int count, char **arguments) {
  bench_options options = read_options(count, arguments);
  bench_effort effort = {15, 2000000, 25000000};
  if (options.is_quick) effort = (bench_effort){9, 1000000, 10000000};
  bench_report report = {0};
  report_begin();
  for (int i = 0; i < options.size_count; i++) {
    run_size(&report, options.sizes[i], options.is_quick, effort);
  }
  run_growth(&report, "10^7 items, all measured", 10000000, MIX_MEASURED, effort);
  run_growth(&report, "10^9 items, 10^5 measured", 1000000000, MIX_STRETCH, effort);
  printf("\n%d lines bind: %d ok, %d MISS\n", report.bound, report.bound - report.missed,
         report.missed);
  return report.missed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
