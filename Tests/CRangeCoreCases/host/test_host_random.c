// A host and its model, in lockstep.

#include "../harness.h"
#include "script_host.h"

static void hosts_match_their_model_under_random_calls(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(400) && !test_has_failed(); i++) {
    script_host_run(&random, 60);
  }
}

static const test_case cases[] = {
    CASE(hosts_match_their_model_under_random_calls),
};

const test_suite suite_host_random = SUITE(cases);
