// How an operation is timed beside another.

#ifndef RUNNER_H
#define RUNNER_H

#include "bench.h"

/// How often and how long.
typedef struct {
  /// Odd, so that the median is one of them.
  int rounds;
  /// The least that a round takes on each side, in nanoseconds.
  int64_t round_time;
  /// How long each side runs before a round, for the caches to settle.
  int64_t settling_time;
} bench_effort;

/// An operation on a list.
typedef struct {
  const bench_action *action;
  bench_world *world;
  /// How often it may be repeated before it is undone.
  int64_t batch_max;
} bench_side;

/// Medians over the rounds.
typedef struct {
  double ns;
  double beside_ns;
  /// Of the rounds' ratios: what slows one round down slows both sides.
  double ratio;
  /// An operation's, of the first side.
  double allocations;
  double bytes;
  /// Both sides found the same; true where they cannot be compared.
  bool agrees;
} bench_timing;

int64_t now_ns(void);

double median(double *values, int count);

/// Times both sides in turns; `beside.action` may be NULL.
///
/// - `compare`: whether both sides must find the same.
bench_timing time_sides(bench_side ours, bench_side beside, bool compare, bench_effort effort);

/// How long single operations take, in nanoseconds.
typedef struct {
  double median;
  double most_of_100;
  double most_of_1000;
  double slowest;
} bench_tail;

/// Times each of `count` operations by itself. Each counts as the fastest of `repeats` runs that do
/// the same to the same list, so what interrupted one run is left out; the clock's own time too.
bench_tail time_tail(bench_side side, int64_t count, int repeats);

#endif
