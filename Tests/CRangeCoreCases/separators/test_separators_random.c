// Separators and their model, in lockstep.

#include "script_separators.h"

static void random_separators(void) {
  test_random random = {test_seed(38)};
  const int64_t sessions = test_count(600);
  for (int64_t i = 0; i < sessions && !test_has_failed(); i++) {
    script_separators_run(&random, 40);
  }
}

static void random_separators_of_stores(void) {
  test_random random = {test_seed(39)};
  const int64_t sessions = test_count(600);
  for (int64_t i = 0; i < sessions && !test_has_failed(); i++) {
    script_separators_run_store(&random, 80);
  }
}

static const test_case cases[] = {
    CASE(random_separators),
    CASE(random_separators_of_stores),
};

const test_suite suite_separators_random = SUITE(cases);
