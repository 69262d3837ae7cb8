#include "suites.h"

#include "include/cases.h"

/// The suite of a case, whose place in it the index becomes; NULL past the last.
static const test_suite *suite_of(size_t *index) {
  for (size_t suite = 0; suite < sizeof suites / sizeof suites[0]; suite++) {
    if (*index < suites[suite]->count) return suites[suite];
    *index -= suites[suite]->count;
  }
  return NULL;
}

static const test_case *find(size_t index) {
  const test_suite *suite = suite_of(&index);
  return suite != NULL ? &suite->cases[index] : NULL;
}

size_t rc_cases_count(void) {
  size_t count = 0;
  while (find(count) != NULL) count++;
  return count;
}

const char *rc_cases_name(size_t index) {
  const test_case *found = find(index);
  return found ? found->name : NULL;
}

const char *rc_cases_file(size_t index) {
  const test_suite *suite = suite_of(&index);
  return suite != NULL ? suite->file : NULL;
}

const char *rc_cases_run(size_t index, double effort) {
  const test_case *found = find(index);
  if (found == NULL) return "no such case";
  test_begin(effort);
  found->run();
  return test_has_failed() ? test_failure() : NULL;
}
