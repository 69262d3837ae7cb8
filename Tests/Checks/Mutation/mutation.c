// Judges the changes that Tests/Checks/Mutation/run has compiled into the core:
//
//     mutation CHANGES JOBS
//
// Runs all cases without a change, and notes which case meets which change and how long it takes.
// Then runs for each change, in a process of its own, the cases that meet it, the quickest first,
// until one fails. Prints a line per change: its number, and the case that failed or "-". The work
// of the hot operations is one more case: it fails if a change makes them do 2 % more or less.

// For the clock, the timer and anonymous memory, which C11 does not have.
#define _GNU_SOURCE

#include "mutation.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"

#define MUTANTS_MAX 65536
#define CASES_MAX 2048
#define OPERATIONS_MAX 128
#define ADDRESS_SPACE ((rlim_t)6 << 30)
#define WALL_SECONDS 120
/// The share of its work by which a hot operation may differ.
#define WORK_SHARE 0.02

int rc_mutant;
uint64_t rc_work;
unsigned char rc_met[MUTANTS_MAX];

static uint64_t usual_work[OPERATIONS_MAX];
static size_t operation;
static bool is_usual, is_unusual;

void rc_hot_done(const char *name) {
  (void)name;
  if (operation == OPERATIONS_MAX) abort();
  uint64_t *usual = &usual_work[operation++];
  if (is_usual) *usual = rc_work;
  const double change = (double)rc_work / (double)*usual - 1;
  if (rc_mutant >= 0 && (change > WORK_SHARE || change < -WORK_SHARE)) is_unusual = true;
}

static const char *name_of(size_t index) {
  return index < rc_cases_count() ? rc_cases_name(index) : "the_work_of_the_hot_operations";
}

static bool passes(size_t index) {
  if (index < rc_cases_count()) return rc_cases_run(index, 1) == NULL;
  operation = 0;
  is_unusual = false;
  return rc_hot_operations() == 0 && !is_unusual;
}

// -- without a change --

typedef struct {
  size_t index;
  double milliseconds;
  /// The processor time after which it has failed.
  long limit;
  unsigned char *met;
} mutation_case;

static mutation_case all[CASES_MAX];
static size_t all_count;

static double milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int by_time(const void *a, const void *b) {
  const double x = ((const mutation_case *)a)->milliseconds;
  const double y = ((const mutation_case *)b)->milliseconds;
  return (x > y) - (x < y);
}

static bool map(size_t changes) {
  all_count = rc_cases_count() + 1;
  for (size_t i = 0; i < all_count; i++) {
    mutation_case *it = &all[i];
    *it = (mutation_case){.index = i, .met = malloc(changes + 1)};
    if (it->met == NULL) return false;
    memset(rc_met, 0, sizeof rc_met);
    for (int noted = 0; noted < 2; noted++) {
      rc_mutant = -noted;
      is_usual = noted == 0;
      const double start = milliseconds();
      if (!passes(i)) {
        fprintf(stderr, "%s fails without a change\n", name_of(i));
        return false;
      }
      const double took = milliseconds() - start;
      if (noted == 0) it->milliseconds = took;
      it->limit = (long)took * 6 + 500;
    }
    memcpy(it->met, rc_met, changes + 1);
  }
  qsort(all, all_count, sizeof *all, by_time);
  return true;
}

// -- with one --

typedef struct {
  atomic_int next;
  /// The place in `all` of the case that each job runs.
  atomic_int running[64];
} mutation_board;

static void limit(long ms) {
  // Of processor time, which other work on the machine does not use up. Its signal kills.
  const struct itimerval timer = {{0, 0}, {ms / 1000, ms % 1000 * 1000}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

static void try_case(atomic_int *running, int place) {
  if (!all[place].met[rc_mutant]) return;
  atomic_store(running, place);
  limit(all[place].limit);
  if (!passes(all[place].index)) _exit(1);
}

/// Tries first what noticed the change before: it is likely to be in the same function.
static _Noreturn void try_all(int mutant, atomic_int *running, int last) {
  const struct rlimit space = {ADDRESS_SPACE, ADDRESS_SPACE}, core = {0, 0};
  setrlimit(RLIMIT_AS, &space);
  setrlimit(RLIMIT_CORE, &core);
  alarm(WALL_SECONDS);
  if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
    abort();
  rc_mutant = mutant;
  try_case(running, last);
  for (int place = 0; place < (int)all_count; place++) {
    if (place != last) try_case(running, place);
  }
  _exit(0);
}

static int judge(mutation_board *board, int job, int changes) {
  int last = 0;
  for (int mutant; (mutant = atomic_fetch_add(&board->next, 1)) <= changes;) {
    const pid_t child = fork();
    if (child == 0) try_all(mutant, &board->running[job], last);
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    const bool survived = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!survived) last = atomic_load(&board->running[job]);
    printf("%d %s\n", mutant, survived ? "-" : name_of(all[last].index));
    fflush(stdout);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const int changes = atoi(argv[1]), jobs = atoi(argv[2]);
  if (changes < 1 || changes >= MUTANTS_MAX || jobs < 1 || jobs > 64) return 2;
  if (rc_cases_count() >= CASES_MAX || !map((size_t)changes)) return 2;
  mutation_board *board =
      mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (board == MAP_FAILED) return 2;
  board->next = 1;
  for (int job = 0; job < jobs; job++) {
    const pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) exit(judge(board, job, changes));
  }
  int wrong = 0, status;
  while (wait(&status) > 0) wrong |= status != 0;
  return wrong ? 2 : 0;
}
