// Tries all bad inputs, or lists them: a line each, of function, place, input and expected status,
// with tabs between them.

#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "misuse/misuse.h"

extern const test_suite suite_misuse_values, suite_misuse_lines, suite_misuse_sizes;

static const test_suite *const suites[] = {&suite_misuse_values, &suite_misuse_lines,
                                           &suite_misuse_sizes};
static void print_line(const misuse_line *line) {
  printf("%s\t%s\t%s\t%s\n", line->function, line->place, line->input,
         rc_status_text(line->expected));
}

static bool is_misuse(const char *name) {
  for (size_t suite = 0; suite < sizeof suites / sizeof suites[0]; suite++) {
    for (size_t i = 0; i < suites[suite]->count; i++) {
      if (strcmp(suites[suite]->cases[i].name, name) == 0) return true;
    }
  }
  return false;
}

static int try_inputs(void) {
  size_t passed = 0, failed = 0;
  for (size_t i = 0; i < rc_cases_count(); i++) {
    if (!is_misuse(rc_cases_name(i))) continue;
    const char *failure = rc_cases_run(i, 1);
    if (failure != NULL) printf("FAIL %s\n     %s\n", rc_cases_name(i), failure);
    *(failure == NULL ? &passed : &failed) += 1;
  }
  printf("%zu cases passed, %zu failed\n", passed, failed);
  // Before a sanitizer ends the program for what a failed case has left behind.
  fflush(stdout);
  return failed != 0 || passed == 0;
}

int main(int argc, char **argv) {
  if (argc == 1) return try_inputs();
  if (argc != 2 || strcmp(argv[1], "--list") != 0) return 2;
  misuse_each_value(print_line);
  misuse_each_line(print_line);
  return 0;
}
