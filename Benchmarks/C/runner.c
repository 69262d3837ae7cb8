#define _DEFAULT_SOURCE

#include "runner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define TRIES_MAX 12

int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare_doubles);
  return values[count / 2];
}

// -- one side --

typedef struct {
  bench_side side;
  bench_cursor cursor;
  int64_t batch;
  int64_t operations;
  int64_t calls;
  int64_t bytes;
} bench_runner;

/// Runs a batch and returns how long it took.
static int64_t run_batch(bench_runner *runner) {
  const bench_action *action = runner->side.action;
  bench_world *world = runner->side.world;
  if (action->prepare != NULL) action->prepare(world, &runner->cursor, runner->batch);
  bench_meter before = world->meter;
  int64_t start = now_ns();
  action->run(world, &runner->cursor, runner->batch);
  int64_t elapsed = now_ns() - start;
  runner->operations += runner->batch;
  runner->calls += world->meter.calls - before.calls;
  runner->bytes += world->meter.bytes - before.bytes;
  if (action->undo != NULL) action->undo(world, &runner->cursor, runner->batch);
  return elapsed;
}

/// How often the system took the processor away from this program.
static int64_t interruptions(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

/// Runs at least as long as asked, and returns the time of an operation.
static double run_round(bench_runner *runner, bench_effort effort) {
  double ns = 0;
  // The caches hold what the other side left there. A search of 10^6 items takes 20 ms to settle.
  for (int64_t start = now_ns(); now_ns() - start < effort.settling_time;) run_batch(runner);
  // Other work on the machine interrupts; such a round is run again, if it is a short one.
  for (int tries = 0; tries < TRIES_MAX; tries++) {
    int64_t elapsed = 0, first = runner->operations, interrupted = interruptions();
    while (elapsed < effort.round_time) elapsed += run_batch(runner);
    double each = (double)elapsed / (double)(runner->operations - first);
    if (tries == 0 || each < ns) ns = each;
    if (interruptions() == interrupted || elapsed > 16 * effort.round_time) break;
  }
  return ns;
}

/// Finds how many operations take a quarter of a round; that also warms up.
static void warm_up(bench_runner *runner, bench_effort effort) {
  while (run_batch(runner) < effort.round_time / 4 && runner->batch < runner->side.batch_max) {
    runner->batch = runner->batch * 2;
    if (runner->batch > runner->side.batch_max) runner->batch = runner->side.batch_max;
  }
  run_round(runner, effort);
  runner->operations = runner->calls = runner->bytes = 0;
}

static bench_runner runner_start(bench_side side) {
  bench_runner runner = {.side = side};
  if (side.action == NULL) return runner;
  runner.cursor = cursor_start(side.world);
  runner.batch = side.batch_max < 4 ? side.batch_max : 4;
  return runner;
}

// -- both --

static bool find_the_same(bench_side ours, bench_side beside) {
  bench_runner a = runner_start(ours), b = runner_start(beside);
  for (int i = 0; i < 4; i++) {
    run_batch(&a);
    run_batch(&b);
  }
  return a.cursor.sum == b.cursor.sum;
}

bench_timing time_sides(bench_side ours, bench_side beside, bool compare, bench_effort effort) {
  bench_timing timing = {.agrees = !compare || find_the_same(ours, beside)};
  bool is_pair = beside.action != NULL;
  bench_runner a = runner_start(ours), b = runner_start(beside);
  double ns[64], beside_ns[64], ratios[64];
  warm_up(&a, effort);
  if (is_pair) warm_up(&b, effort);
  for (int i = 0; i < effort.rounds; i++) {
    ns[i] = run_round(&a, effort);
    beside_ns[i] = is_pair ? run_round(&b, effort) : 1;
    ratios[i] = ns[i] / beside_ns[i];
  }
  timing.ns = median(ns, effort.rounds);
  timing.beside_ns = median(beside_ns, effort.rounds);
  timing.ratio = median(ratios, effort.rounds);
  timing.allocations = (double)a.calls / (double)a.operations;
  timing.bytes = (double)a.bytes / (double)a.operations;
  return timing;
}

// -- one by one --

/// What it takes to look at the clock.
static double clock_time(void) {
  double fastest = INFINITY;
  for (int i = 0; i < 10000; i++) {
    int64_t start = now_ns();
    double elapsed = (double)(now_ns() - start);
    if (elapsed < fastest) fastest = elapsed;
  }
  return fastest;
}

/// Runs a batch, each operation timed by itself.
static void time_each(bench_side side, bench_cursor *cursor, int64_t count, double *fastest) {
  const bench_action *action = side.action;
  if (action->prepare != NULL) action->prepare(side.world, cursor, count);
  for (int64_t i = 0; i < count; i++) {
    int64_t start = now_ns();
    action->run(side.world, cursor, 1);
    double elapsed = (double)(now_ns() - start);
    if (elapsed < fastest[i]) fastest[i] = elapsed;
  }
  if (action->undo != NULL) action->undo(side.world, cursor, count);
}

bench_tail time_tail(bench_side side, int64_t count, int repeats) {
  double *fastest = need_memory((size_t)count * sizeof *fastest), clock = clock_time();
  for (int64_t i = 0; i < count; i++) fastest[i] = INFINITY;
  for (int i = 0; i < repeats; i++) {
    world_reset(side.world);
    bench_cursor cursor = cursor_start(side.world);
    for (int64_t at = 0; at < count; at += side.batch_max) {
      int64_t left = count - at;
      time_each(side, &cursor, left < side.batch_max ? left : side.batch_max, &fastest[at]);
    }
  }
  for (int64_t i = 0; i < count; i++) fastest[i] = fastest[i] > clock ? fastest[i] - clock : 0;
  bench_tail tail = {.median = median(fastest, (int)count)};
  tail.most_of_100 = fastest[count - 1 - count / 100];
  tail.most_of_1000 = fastest[count - 1 - count / 1000];
  tail.slowest = fastest[count - 1];
  free(fastest);
  return tail;
}
