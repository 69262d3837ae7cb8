// Runs the cases without Swift: all of them, or those that have the first argument in their names,
// or in those of their files or folders.

#include <stdio.h>
#include <string.h>

#include "include/cases.h"

static const char help[] =
    "Usage: cases [WORD]\n"
    "Runs all cases, or those that have WORD in their names, or in those of their files or\n"
    "folders: `cases anchor` runs what tests Sources/CRangeCore/anchor. RANGECORE_EFFORT=N\n"
    "makes the random ones N times as long, RANGECORE_SEED=N begins them elsewhere. What the\n"
    "headers say about time and memory has a program of its own: Tests/Checks/Bounds/bounds\n"
    "--list says which sentence which case holds.\n";

/// Whether a word is part of a case's name, or of the name of its file or folder.
static bool is_meant(size_t index, const char *word) {
  const char *file = strstr(rc_cases_file(index), "CRangeCoreCases");
  return strstr(rc_cases_name(index), word) != NULL || (file != NULL && strstr(file, word) != NULL);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--help") == 0) return fputs(help, stdout) < 0;
  size_t passed = 0, failed = 0;
  for (size_t i = 0; i < rc_cases_count(); i++) {
    if (argc > 1 && !is_meant(i, argv[1])) continue;
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
