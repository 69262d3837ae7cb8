// The benchmark: the engine beside what people write otherwise. Scripts/bench builds and runs it.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

#define SIZES_MAX 16

typedef struct {
  int64_t sizes[SIZES_MAX];
  int size_count;
  const char *json;
  bool is_quick;
  /// Each line once, for its name and goal.
  bool is_dry;
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
  bench_options options = {.sizes = {10000, 1000000, 10000000}, .size_count = 3};
  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "--quick") == 0)
      options.is_quick = true;
    else if (strcmp(arguments[i], "--dry") == 0)
      options.is_dry = true;
    else if (i + 1 == count)
      fail("not understood:", arguments[i]);
    else if (strcmp(arguments[i], "--sizes") == 0)
      read_sizes(&options, arguments[++i]);
    else if (strcmp(arguments[i], "--json") == 0)
      options.json = arguments[++i];
    else
      fail("not understood:", arguments[i]);
  }
  return options;
}

static void run_mixes(bench_report *report, bench_world *measured, bench_effort effort) {
  report_section(report, "half of the items unmeasured, at random");
  bench_world *half = world_create(measured->count, MIX_HALF, false, NULL);
  lines_of_mix(report, half, measured, effort);
  world_destroy(half);
  report_section(report, "10^5 measured of 10^9");
  bench_world *stretch = world_create(1000000000, MIX_STRETCH, false, NULL);
  lines_of_mix(report, stretch, measured, effort);
  world_destroy(stretch);
}

static void run_size(bench_report *report, int64_t size, const bench_options *options,
                     bench_effort effort) {
  char title[48], text[32];
  snprintf(title, sizeof title, "%s items, all measured", items_text(size, text));
  report_section(report, title);
  fprintf(stderr, "-- %s\n", title);
  bench_world *world = world_create(size, MIX_MEASURED, true, NULL);
  lines_of_size(report, world, effort);
  lines_of_memory(report, world);
  if (size == BINDING && !options->is_dry) {
    run_mixes(report, world, effort);
    report_section(report, "10^9 items, none measured");
    lines_of_billion(report, effort);
    if (!options->is_quick) {
      report_section(report, "the slowest of 10^6 operations, one by one");
      lines_of_tails(report, world, 1000000);
    }
  }
  world_destroy(world);
}

int main(int count, char **arguments) {
  bench_options options = read_options(count, arguments);
  bench_effort effort = {15, 2000000, 25000000};
  if (options.is_quick) effort = (bench_effort){9, 1000000, 10000000};
  if (options.is_dry) effort = (bench_effort){1, 1, 0};
  bench_report report;
  report_begin(&report);
  for (int i = 0; i < options.size_count; i++) {
    run_size(&report, options.sizes[i], &options, effort);
  }
  report_section(&report, "new snapshots of ids, their difference and its edits");
  lines_of_ids(&report, effort);
  report_section(&report, "a store of pages");
  lines_of_store(&report, effort);
  if (options.size_count > 1) lines_of_growth(&report);
  report_end(&report);
  if (options.json != NULL) {
    FILE *file = fopen(options.json, "w");
    if (file == NULL) fail("cannot be written:", options.json);
    report_write_json(&report, file, __VERSION__);
    fclose(file);
  }
  bool missed = report.missed > 0;
  report_destroy(&report);
  return missed && !options.is_dry ? EXIT_FAILURE : EXIT_SUCCESS;
}
