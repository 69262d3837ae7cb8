// Stores and their model, in lockstep.

#include "../harness.h"
#include "script_store.h"

static void stores_match_their_model_under_random_calls(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(1500) && !test_has_failed(); i++) {
    script_store_run(&random, 120);
  }
}

static void stores_of_a_source_that_stands_still_come_to_rest(void) {
  test_random random = {test_seed(2)};
  for (int64_t i = 0; i < test_count(3000) && !test_has_failed(); i++) {
    script_store_rest(&random, (int)test_random_in(&random, 0, 60));
  }
}

static const test_case cases[] = {
    CASE(stores_match_their_model_under_random_calls),
    CASE(stores_of_a_source_that_stands_still_come_to_rest),
};

const test_suite suite_store_random = SUITE(cases);
