// The lines of the table: what is measured, beside what, and how far it may be from it.

#ifndef LINES_H
#define LINES_H

#include "report.h"
#include "runner.h"

/// At this size the goals bind.
#define BINDING 1000000

/// All lines over one list.
void lines_of_size(bench_report *report, bench_world *world, bench_effort effort);

/// The lookups, measurements and updates with other mixes, beside the same with all measured.
void lines_of_mix(bench_report *report, bench_world *mixed, bench_world *measured,
                  bench_effort effort);

/// Memory when built, and after other lives.
void lines_of_memory(bench_report *report, bench_world *world);

/// Lists of 10^9 items, none measured.
void lines_of_billion(bench_report *report, bench_effort effort);

/// New snapshots of ids: their difference, and its edits in a list.
void lines_of_ids(bench_report *report, bench_effort effort);

/// What a store of pages takes, and how much it requests.
void lines_of_store(bench_report *report, bench_effort effort);

/// Single operations of each line: the median, and the slowest of `count`.
void lines_of_tails(bench_report *report, bench_world *world, int64_t count);

/// What follows from lines of several sizes.
void lines_of_growth(bench_report *report);

#endif
