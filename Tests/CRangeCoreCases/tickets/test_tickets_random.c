// Tickets and their model, in lockstep.

#include "../harness.h"
#include "script_tickets.h"

static void tickets_match_their_model_under_random_calls(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(3000) && !test_has_failed(); i++) {
    script_tickets_run(&random, 150);
  }
}

static const test_case cases[] = {
    CASE(tickets_match_their_model_under_random_calls),
};

const test_suite suite_tickets_random = SUITE(cases);
