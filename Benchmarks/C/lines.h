// The lines of the table: what is measured, beside what, and how far it may be from it.

#ifndef LINES_H
#define LINES_H

#include "report.h"
#include "runner.h"

/// At this size the goals bind.
#define BINDING 1000000

/// All lines over one list.
void lines_of_size(bench_report *report, bench_world *world, bench_effort effort);

/// What must not grow with the list, beside the same in a smaller one.
void lines_of_growth(bench_report *report, bench_world *larger, bench_world *smaller,
                     bench_effort effort);

/// Memory when built, and after other lives.
void lines_of_memory(bench_report *report, bench_world *world);

/// Single operations of each line: the median, and the slowest of `count`.
void lines_of_tails(bench_world *world, int64_t count);

#endif
