// The table that is printed, line by line.

#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "runner.h"

/// One line of the table. What a line does not have is a NaN.
typedef struct {
  const char *name;
  /// How many items the list has.
  int64_t items;
  double ns;
  double allocations;
  double bytes;
  /// What it is measured beside.
  const char *beside;
  double beside_ns;
  double ratio;
  /// The most that the ratio may be; NaN where there is no goal at this size.
  double goal;
  /// False where the goal is missed, or the row says nothing: both sides found different items.
  bool is_ok;
} bench_row;

typedef struct {
  int bound;
  int missed;
} bench_report;

/// A row without anything but its name.
bench_row row_of(const char *name, int64_t items);

void report_begin(void);
void report_section(const char *title);

/// Such as 10^6.
const char *items_text(int64_t items, char text[32]);

/// Prints a row, and counts whether it misses its goal.
void report_add(bench_report *report, bench_row row);

/// What stands above the rows of single operations, and one of those.
void report_tail_head(void);
void report_tail(const char *name, int64_t items, bench_tail tail);

#endif
