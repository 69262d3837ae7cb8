// Impressions and their model, in lockstep.

#include "../harness.h"
#include "script_impressions.h"

static void impressions_match_their_model_under_random_calls(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(2000) && !test_has_failed(); i++) {
    script_impressions_run(&random, 60);
  }
}

static const test_case cases[] = {
    CASE(impressions_match_their_model_under_random_calls),
};

const test_suite suite_impressions_random = SUITE(cases);
