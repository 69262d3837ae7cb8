#include "script_batch_end.h"

// A fetch first: other beginnings test little.
static void end_matches_its_model_in_all_short_sequences(void) {
  int count = 1;
  for (int length = 1; length <= 6; length++) {
    for (int code = 0; code < count; code += test_stride()) {
      end_script_check_sequence(code * END_SCRIPT_KINDS, length);
      if (test_has_failed()) return;
    }
    count *= END_SCRIPT_KINDS;
  }
}

/// Mostly fetches that finish, so that series of failures and stalls grow long.
static int add_events(test_random *random, model_event *events, int count, int time) {
  if (test_random_one_in(random, 3)) {
    events[count++] = end_script_event((int)test_random_in(random, 0, END_SCRIPT_KINDS - 1), time);
    return count;
  }
  int outcome = test_random_one_in(random, 2) ? 1 : 3;
  events[count++] = end_script_event(0, time);
  events[count++] = end_script_event(outcome, time);
  if (test_random_one_in(random, 8)) events[count++] = end_script_event(6, time);
  events[count++] = end_script_event((int)test_random_in(random, 8, 9), time);
  return count;
}

static void end_matches_its_model_in_long_runs(void) {
  test_random random = {test_seed(61)};
  for (int64_t round = 0; round < test_count(500); round++) {
    end_run run;
    model_event events[128];
    int count = 0, done = 0;
    end_run_start(&run);
    for (int time = 0; count < 100 && !test_has_failed();
         time += (int)test_random_in(&random, 0, 20)) {
      count = add_events(&random, events, count, time);
      while (done < count && !test_has_failed()) {
        end_script_do(&run, events, done++);
        end_script_check(&run, events, done);
      }
    }
    end_run_stop(&run);
    if (test_has_failed()) return;
  }
}

static const test_case cases[] = {
    CASE(end_matches_its_model_in_all_short_sequences),
    CASE(end_matches_its_model_in_long_runs),
};

const test_suite suite_batch_end_history = SUITE(cases);
