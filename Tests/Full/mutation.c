// Runs the cases that Scripts/mutation.py names, in its order, until one fails.
//
//     mutation map FILE   runs all; writes a line a case: its milliseconds, its name, and the
//                         addresses of the functions that ran, where these are instrumented
//     mutation run        reads the numbers of cases and their limits in milliseconds; writes
//                         each number before its case runs, so that the last one is the killer

// For the clock and the timer, which C11 does not have.
#define _GNU_SOURCE

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"

#define TABLE_SIZE 65536
#define ADDRESS_SPACE ((rlim_t)6 << 30)

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

// Which functions ran, by a hash of the address. Two threads may write the same entry, with the
// same value in all but the unlikeliest case.
static void *seen[TABLE_SIZE];

void __cyg_profile_func_enter(void *function, void *site) {
  (void)site;
  size_t at = ((uintptr_t)function >> 2) * 2654435761u % TABLE_SIZE;
  while (seen[at] != NULL && seen[at] != function) at = (at + 1) % TABLE_SIZE;
  seen[at] = function;
}

void __cyg_profile_func_exit(void *function, void *site) {
  (void)function, (void)site;
}

static double milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int map(const char *path) {
  FILE *file = fopen(path, "w");
  if (file == NULL) return 2;
  int status = 0;
  for (size_t i = 0; i < rc_cases_count(); i++) {
    memset(seen, 0, sizeof seen);
    const double start = milliseconds();
    const char *failure = rc_cases_run(i);
    if (failure != NULL) {
      printf("%s: %s\n", rc_cases_name(i), failure);
      status = 1;
    }
    fprintf(file, "%.3f %s", milliseconds() - start, rc_cases_name(i));
    for (size_t at = 0; at < TABLE_SIZE; at++) {
      if (seen[at] != NULL) fprintf(file, " %" PRIxPTR, (uintptr_t)seen[at]);
    }
    fprintf(file, "\n");
  }
  fclose(file);
  return status;
}

// A limit of processor time, which other work on the machine does not use up. Its signal kills.
static void limit(long ms) {
  const struct itimerval timer = {{0, 0}, {ms / 1000, ms % 1000 * 1000}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

static int run(void) {
  const struct rlimit space = {ADDRESS_SPACE, ADDRESS_SPACE}, core = {0, 0};
  setrlimit(RLIMIT_AS, &space);
  setrlimit(RLIMIT_CORE, &core);
  size_t index;
  long ms;
  while (scanf("%zu %ld", &index, &ms) == 2) {
    char text[32];
    const int length = snprintf(text, sizeof text, "%zu\n", index);
    if (write(1, text, (size_t)length) != length) return 2;
    limit(ms);
    if (rc_cases_run(index) != NULL) return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "map") == 0) return map(argv[2]);
  if (argc == 2 && strcmp(argv[1], "run") == 0) return run();
  return 2;
}
