// Snapshots and their model, in lockstep.

#include "../harness.h"
#include "script_snapshot.h"

static void snapshots_match_their_model_under_random_calls(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(2000) && !test_has_failed(); i++) {
    script_snapshot_run(&random, 60);
  }
}

static void any_bytes_are_refused_or_written_again(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(20000) && !test_has_failed(); i++) {
    script_snapshot_read(&random);
  }
}

static const test_case cases[] = {
    CASE(snapshots_match_their_model_under_random_calls),
    CASE(any_bytes_are_refused_or_written_again),
};

const test_suite suite_snapshot_random = SUITE(cases);
