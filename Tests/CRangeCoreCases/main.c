// Runs the cases without Swift: all of them, or those whose names contain the first argument.

#include <stdio.h>
#include <string.h>

#include "cases.h"

int main(int argc, char **argv) {
  size_t passed = 0, failed = 0;
  for (size_t i = 0; i < rc_cases_count(); i++) {
    if (argc > 1 && strstr(rc_cases_name(i), argv[1]) == NULL) continue;
    const char *failure = rc_cases_run(i);
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
