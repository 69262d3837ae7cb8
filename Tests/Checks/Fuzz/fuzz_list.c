// Lists and their model, by the scripts of the cases; in some, every call first without memory.

#include <stdlib.h>

#include "fuzz.h"
#include "list/script_list_run.h"

void fuzz_one(void) {
  test_random none = {0};
  script_flavour flavour = {
      .name = "fuzz",
      .columns_most = 4,
      .initial_count_most = 60,
      .initial_measured_percent = 50,
      .zero_percent = 8,
      .empty_percent = 3,
      .held_percent = 10,
      .user_percent = 50,
      .jump_percent = 8,
      .bounce_percent = 8,
      .spacing_percent = 50,
      .insets_percent = 10,
      .place_percent = 5,
      .quantum_percent = 10,
  };
  flavour.sticks_to_end = test_random_one_in(&none, 4);
  flavour.uses_mean_estimate = test_random_one_in(&none, 4);
  flavour.has_slack = test_random_one_in(&none, 4);
  list_memory memory;
  list_memory_init(&memory);
  static model_list model;
  script_run run = {.flavour = &flavour, .model = &model};
  if (test_random_one_in(&none, 4)) run.memory = &memory;
  script_start(&run, 0);
  for (int i = 0; i < 60 && fuzz_has_more() && run.failure[0] == 0; i++) {
    script_call call = {(script_call_kind)test_random_in(&none, 0, CALL_KINDS - 1), 0};
    script_run_call(&run, &call);
  }
  for (int end = 0; end < 2; end++) rc_batch_context_release(run.contexts[end]);
  rc_list_destroy(run.list);
  CHECK_F(run.failure[0] == 0, "%s", run.failure);
  CHECK_EQUAL(memory.bytes, 0);
  CHECK(!memory.is_confused);
}
