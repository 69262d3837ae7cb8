#include "report.h"

#include <math.h>

bench_row row_of(const char *name, int64_t items) {
  return (bench_row){name, items, NAN, NAN, NAN, "–", NAN, NAN, NAN, true};
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

void report_begin(void) {
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

void report_section(const char *title) {
  fprintf(stderr, "-- %s\n", title);
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

void report_add(bench_report *report, bench_row row) {
  if (!isnan(row.goal) && !(row.ratio <= row.goal)) row.is_ok = false;
  print_row(row);
  fflush(stdout);
  report->bound += !isnan(row.goal) || !row.is_ok;
  report->missed += !row.is_ok;
}

// -- single operations --

void report_tail_head(void) {
  static const char *const names[] = {"median ns", "99 %", "99.9 %", "slowest", "÷ median"};
  print_padded("", 42, false);
  print_padded("items", 7, true);
  for (int i = 0; i < 5; i++) print_padded(names[i], 12, true);
  printf("\n");
}

void report_tail(const char *name, int64_t items, bench_tail tail) {
  char text[32];
  print_padded(name, 42, false);
  print_padded(items_text(items, text), 7, true);
  // Shorter than the clock's resolution: there is nothing to divide by.
  const double ratio = tail.median > 0 ? tail.slowest / tail.median : NAN;
  const double values[] = {tail.median, tail.most_of_100, tail.most_of_1000, tail.slowest, ratio};
  for (int i = 0; i < 5; i++) print_number(values[i], 12);
  printf("\n");
  fflush(stdout);
}
