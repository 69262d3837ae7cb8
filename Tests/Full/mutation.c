// Runs the cases on the changes to the core that Scripts/mutation.py names, in its order, until one
// fails. The hot operations are one more case: they fail where they do another amount of work.
//
//     mutation map FILE WORK  runs all; writes a line a case: its milliseconds without a change and
//                             while all changes are noted, its name, and the changes that it meets;
//                             and the work of each hot operation
//     mutation serve WORK     reads lines: a change, and pairs of a case and its limit in
//                             milliseconds; answers with the case that has failed, or -1, and the
//                             status that its process has ended with

// For the clock, the timer and getline, which C11 does not have.
#define _GNU_SOURCE

#include "mutation.h"

#include <inttypes.h>
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
#define OPERATIONS_MAX 128
#define ADDRESS_SPACE ((rlim_t)6 << 30)
#define WALL_SECONDS 120
/// The share of its work by which a hot operation may differ.
#define WORK_SHARE 0.02

int rc_mutant;
uint64_t rc_work;
unsigned char rc_met[MUTANTS_MAX];

// -- the hot operations --

static uint64_t usual_work[OPERATIONS_MAX];
static size_t operation;
static bool is_usual;
static char unusual[128];

void rc_hot_done(const char *name) {
  const uint64_t work = rc_work;
  if (operation == OPERATIONS_MAX) abort();
  uint64_t *usual = &usual_work[operation++];
  if (is_usual) *usual = work;
  const double change = (double)work / (double)*usual - 1;
  if (rc_mutant >= 0 && unusual[0] == 0 && (change > WORK_SHARE || change < -WORK_SHARE)) {
    snprintf(unusual, sizeof unusual, "%s: %+.1f %%", name, change * 100);
  }
}

static const char *run_hot(void) {
  operation = 0;
  unusual[0] = 0;
  if (rc_hot_operations() != 0) return "they fail";
  return unusual[0] != 0 ? unusual : NULL;
}

static const char *run_case(size_t index) {
  return index < rc_cases_count() ? rc_cases_run(index) : run_hot();
}

// -- map --

static double milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int map(const char *path, const char *work_path) {
  FILE *file = fopen(path, "w"), *work = fopen(work_path, "wb");
  if (file == NULL || work == NULL) return 2;
  int status = 0;
  for (size_t i = 0; i <= rc_cases_count(); i++) {
    const char *name = i < rc_cases_count() ? rc_cases_name(i) : "the_work_of_the_hot_operations";
    double took[2];
    memset(rc_met, 0, sizeof rc_met);
    for (int noted = 0; noted < 2; noted++) {
      rc_mutant = -noted;
      is_usual = noted == 0;
      const double start = milliseconds();
      const char *failure = run_case(i);
      took[noted] = milliseconds() - start;
      if (failure == NULL) continue;
      printf("%s: %s\n", name, failure);
      status = 1;
    }
    fprintf(file, "%.3f %.3f %s", took[0], took[1], name);
    for (int number = 0; number < MUTANTS_MAX; number++) {
      if (rc_met[number]) fprintf(file, " %d", number);
    }
    fprintf(file, "\n");
  }
  fclose(file);
  if (fwrite(usual_work, sizeof usual_work, 1, work) != 1) status = 2;
  fclose(work);
  return status;
}

// -- serve --

// A limit of processor time, which other work on the machine does not use up. Its signal kills.
static void limit(long ms) {
  const struct itimerval timer = {{0, 0}, {ms / 1000, ms % 1000 * 1000}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

static _Noreturn void judge(char *line, volatile long *running) {
  const struct rlimit space = {ADDRESS_SPACE, ADDRESS_SPACE}, core = {0, 0};
  setrlimit(RLIMIT_AS, &space);
  setrlimit(RLIMIT_CORE, &core);
  alarm(WALL_SECONDS);
  rc_mutant = (int)strtol(line, &line, 10);
  for (;;) {
    char *rest;
    const long index = strtol(line, &rest, 10);
    if (rest == line) break;
    const long ms = strtol(rest, &line, 10);
    *running = index;
    limit(ms);
    if (run_case((size_t)index) != NULL) _exit(1);
  }
  _exit(0);
}

static int serve(const char *work_path) {
  FILE *work = fopen(work_path, "rb");
  if (work == NULL || fread(usual_work, sizeof usual_work, 1, work) != 1) return 2;
  fclose(work);
  long *running =
      mmap(NULL, sizeof *running, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (running == MAP_FAILED) return 2;
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    *running = 0;
    const pid_t child = fork();
    if (child == 0) judge(line, running);
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) return 2;
    // What a change writes anywhere may have hit this too.
    const bool passed = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    const long failed = *running < 0 || *running > (long)rc_cases_count() ? 0 : *running;
    printf("%ld %d\n", passed ? -1 : failed, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    fflush(stdout);
  }
  free(line);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "map") == 0) return map(argv[2], argv[3]);
  if (argc == 3 && strcmp(argv[1], "serve") == 0) return serve(argv[2]);
  return 2;
}
