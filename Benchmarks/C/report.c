#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

bench_row row_of(const char *name, int64_t items) {
  bench_row row = {.items = items,
                   .ns = NAN,
                   .most_of_100 = NAN,
                   .most_of_1000 = NAN,
                   .slowest = NAN,
                   .allocations = NAN,
                   .bytes = NAN,
                   .beside_ns = NAN,
                   .ratio = NAN,
                   .goal = NAN,
                   .is_ok = true};
  snprintf(row.name, sizeof row.name, "%s", name);
  snprintf(row.beside, sizeof row.beside, "–");
  return row;
}

// -- text --

/// Three digits, as many of them behind the point as there are; `unit` follows a number.
static const char *number(double value, char text[32]) {
  if (isnan(value)) return "–";
  int decimals = fabs(value) < 9.995 ? 2 : fabs(value) < 99.95 ? 1 : 0;
  if (value == 0) decimals = 0;
  if (value != 0 && fabs(value) < 0.0995) decimals = 4;
  snprintf(text, 32, "%.*f", decimals, value);
  return text;
}

/// Pads to a width in characters, which printf counts in bytes.
static void print_padded(const char *text, int width, bool to_the_right) {
  int characters = 0;
  for (const char *c = text; *c != 0; c++) characters += (*c & 0xc0) != 0x80;
  int padding = width > characters ? width - characters : 0;
  if (to_the_right)
    printf("%*s%s", padding, "", text);
  else
    printf("%s%*s", text, padding, "");
}

static void print_number(double value, int width) {
  char text[32];
  print_padded(number(value, text), width, true);
}

const char *items_text(int64_t items, char text[32]) {
  int power = 0;
  int64_t rest = items;
  for (; rest >= 10 && rest % 10 == 0; rest /= 10) power++;
  if (rest == 1 && power > 0)
    snprintf(text, 32, "10^%d", power);
  else
    snprintf(text, 32, "%lld", (long long)items);
  return text;
}

void report_begin(bench_report *report) {
  memset(report, 0, sizeof *report);
  print_padded("", 42, false);
  print_padded("items", 7, true);
  print_padded("ns", 10, true);
  print_padded("allocs", 8, true);
  print_padded("bytes", 9, true);
  print_padded("  beside", 19, false);
  print_padded("ns", 10, true);
  print_padded("ratio", 8, true);
  print_padded("goal", 9, true);
  printf("\n");
}

void report_section(bench_report *report, const char *title) {
  snprintf(report->section, sizeof report->section, "%s", title);
  printf("\n%s\n", title);
}

static void print_row(bench_row row) {
  char text[32];
  print_padded(row.name, 42, false);
  print_padded(items_text(row.items, text), 7, true);
  print_number(row.ns, 10);
  print_number(row.allocations, 8);
  print_number(row.bytes, 9);
  printf("  ");
  print_padded(row.beside, 17, false);
  print_number(row.beside_ns, 10);
  print_number(row.ratio, 8);
  print_padded(isnan(row.goal) ? "" : "≤", 3, true);
  if (!isnan(row.goal)) print_number(row.goal, 6);
  printf("%s\n", !row.is_ok ? "  MISS" : isnan(row.goal) ? "" : "  ok");
}

/// A row of single operations; the first has the columns' names above it.
static void print_tail(bench_row row, bool is_first) {
  char text[32];
  static const char *const names[] = {"median ns", "99 %", "99.9 %", "slowest", "÷ median"};
  if (is_first) {
    print_padded("", 42, false);
    print_padded("items", 7, true);
    for (int i = 0; i < 5; i++) print_padded(names[i], 12, true);
    printf("\n");
  }
  print_padded(row.name, 42, false);
  print_padded(items_text(row.items, text), 7, true);
  const double values[] = {row.ns, row.most_of_100, row.most_of_1000, row.slowest, row.ratio};
  for (int i = 0; i < 5; i++) print_number(values[i], 12);
  printf("\n");
}

bool report_add(bench_report *report, bench_row row) {
  if (!isnan(row.goal) && !(row.ratio <= row.goal)) row.is_ok = false;
  const bench_row *last = report->count > 0 ? &report->rows[report->count - 1] : NULL;
  if (isnan(row.slowest))
    print_row(row);
  else
    print_tail(row, last == NULL || isnan(last->slowest));
  fflush(stdout);
  report->missed += !row.is_ok;
  report->rows = realloc(report->rows, (size_t)(report->count + 1) * sizeof row);
  if (report->rows == NULL) exit(EXIT_FAILURE);
  memcpy(row.section, report->section, sizeof row.section);
  report->rows[report->count++] = row;
  return row.is_ok;
}

const bench_row *report_find(const bench_report *report, const char *name, int64_t items) {
  for (int i = 0; i < report->count; i++) {
    const bench_row *row = &report->rows[i];
    if (row->items == items && strcmp(row->name, name) == 0) return row;
  }
  return NULL;
}

void report_end(const bench_report *report) {
  int bound = 0;
  for (int i = 0; i < report->count; i++) {
    bound += !isnan(report->rows[i].goal) || !report->rows[i].is_ok;
  }
  printf("\n%d lines bind: %d ok, %d MISS\n", bound, bound - report->missed, report->missed);
}

// -- JSON --

static void write_number(FILE *file, const char *key, double value) {
  if (isnan(value))
    fprintf(file, ", \"%s\": null", key);
  else
    fprintf(file, ", \"%s\": %.6g", key, value);
}

void report_write_json(const bench_report *report, FILE *file, const char *compiler) {
  fprintf(file, "{\n  \"version\": \"%s\",\n  \"compiler\": \"%s\",\n  \"lines\": [\n",
          rc_version_text(), compiler);
  for (int i = 0; i < report->count; i++) {
    const bench_row *row = &report->rows[i];
    fprintf(file, "    {\"section\": \"%s\", \"name\": \"%s\", \"items\": %lld", row->section,
            row->name, (long long)row->items);
    write_number(file, "ns", row->ns);
    if (!isnan(row->slowest)) {
      write_number(file, "ns_99", row->most_of_100);
      write_number(file, "ns_99_9", row->most_of_1000);
      write_number(file, "ns_slowest", row->slowest);
    }
    write_number(file, "allocations", row->allocations);
    write_number(file, "bytes", row->bytes);
    fprintf(file, ", \"beside\": \"%s\"", row->beside);
    write_number(file, "beside_ns", row->beside_ns);
    write_number(file, "ratio", row->ratio);
    write_number(file, "goal", row->goal);
    const char *verdict = !row->is_ok ? "\"MISS\"" : isnan(row->goal) ? "null" : "\"ok\"";
    fprintf(file, ", \"verdict\": %s}%s\n", verdict, i + 1 < report->count ? "," : "");
  }
  fprintf(file, "  ]\n}\n");
}

void report_destroy(bench_report *report) {
  free(report->rows);
}
