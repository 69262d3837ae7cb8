// Runs the cases without Swift: all of them, or those whose names contain the first argument.

#include <stdio.h>
#include <string.h>

#include "include/cases.h"

static const char help[] =
    "Usage: cases [NAME]\n"
    "Runs all cases, or those whose names contain NAME. RANGECORE_EFFORT=N makes the random ones "
    "N\n"
    "times as long, RANGECORE_SEED=N begins them elsewhere. What the headers say about time and\n"
    "memory has a program of its own: Tests/Checks/Bounds/bounds --list says which sentence which "
    "case "
    "holds.\n";

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--help") == 0) return fputs(help, stdout) < 0;
  size_t passed = 0, failed = 0;
  for (size_t i = 0; i < rc_cases_count(); i++) {
    if (argc > 1 && strstr(rc_cases_name(i), argv[1]) == NULL) continue;
    const char *failure = rc_cases_run(i, 1);
    if (failure == NULL) {
      passed++;
      continue;
    }
    failed++;
    printf("FAIL %s\n     %s\n", rc_cases_name(i), failure);
  }
  printf("%zu passed, %zu failed\n", passed, failed);
  // Before a sanitizer ends the program for what a failed case has left behind.
  fflush(stdout);
  return failed != 0 || passed == 0;
}
