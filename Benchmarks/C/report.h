// The table that is printed, line by line, and kept for the JSON.

#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// One line of the table. What a line does not have is a NaN.
typedef struct {
  char name[64];
  /// The section that it stands in.
  char section[48];
  /// How many items the list has.
  int64_t items;
  double ns;
  /// Where operations were timed one by one, `ns` is their median, and these are the most that 99 %
  /// and 99.9 % of them take, and the slowest; `ratio` is the slowest's to the median.
  double most_of_100;
  double most_of_1000;
  double slowest;
  double allocations;
  double bytes;
  /// What it is measured beside.
  char beside[32];
  double beside_ns;
  double ratio;
  /// The most that the ratio may be; NaN where there is no goal at this size.
  double goal;
  /// False where the goal is missed, or the row says nothing: both sides found different items.
  bool is_ok;
} bench_row;

typedef struct {
  bench_row *rows;
  int count;
  int missed;
  char section[48];
} bench_report;

/// A row without anything but its name.
bench_row row_of(const char *name, int64_t items);

void report_begin(bench_report *report);
void report_section(bench_report *report, const char *title);

/// Such as 10^6.
const char *items_text(int64_t items, char text[32]);

/// Prints a row and keeps it; false where it misses its goal.
bool report_add(bench_report *report, bench_row row);

/// The row of a name and size, or NULL.
const bench_row *report_find(const bench_report *report, const char *name, int64_t items);

void report_end(const bench_report *report);
void report_write_json(const bench_report *report, FILE *file, const char *compiler);
void report_destroy(bench_report *report);

#endif
