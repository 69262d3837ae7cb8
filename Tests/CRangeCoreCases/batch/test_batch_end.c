#include "../harness.h"
#include "batch_end_fixture.h"

static bool is_idle(const end_run *run) {
  rc_batch_input input = end_run_reading(run);
  return !input.is_fetching && !input.is_exhausted && !input.is_paused && !input.is_backing_off;
}

static void settle(end_run *run, bool moved) {
  rc__batch_end_update(&run->end, run->time, 0, moved);
}

/// A fetch from begin to the update that sees its outcome.
static void fly(end_run *run, rc_batch_outcome outcome, int64_t inserted_count) {
  CHECK_EQUAL(rc__batch_end_begin(&run->end, &run->token), RC_STATUS_OK);
  CHECK(end_run_reading(run).is_fetching);
  CHECK_EQUAL(rc_batch_context_finish(run->end.context, run->token, outcome), RC_STATUS_OK);
  rc__batch_end_note_inserted(&run->end, inserted_count);
  settle(run, true);
}

static void pause_ends_with_an_edit_or_a_retry(void) {
  for (int way = 0; way < 6; way++) {
    end_run run;
    end_run_start(&run);
    fly(&run, RC_BATCH_OUTCOME_DECLINED, 0);
    switch (way) {
      case 0:
        rc__batch_end_note_inserted(&run.end, 1);
        break;
      case 1:
        rc__batch_end_note_removed(&run.end, 1);
        break;
      case 2:
        rc__batch_end_retry(&run.end);
        break;
      case 3:
        rc__batch_end_reset(&run.end);
        break;
      case 4:
        rc__batch_end_note_inserted(&run.end, 0);
        break;
      default:
        rc__batch_end_note_removed(&run.end, 0);
    }
    CHECK_EQUAL(is_idle(&run), way < 4);
    end_run_stop(&run);
  }
}

static void reset_cancels_the_fetch_and_its_token_stays_stale(void) {
  end_run run;
  rc_batch_token later = 0;
  end_run_start(&run);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
  rc__batch_end_reset(&run.end);
  rc_batch_context *context = run.end.context;
  CHECK_EQUAL(rc_batch_context_outcome(context, run.token), RC_BATCH_OUTCOME_CANCELLED);
  settle(&run, false);
  CHECK(is_idle(&run));
  CHECK_EQUAL(rc_batch_context_finish(context, run.token, RC_BATCH_OUTCOME_EXHAUSTED),
              RC_STATUS_STALE);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &later), RC_STATUS_OK);
  CHECK_EQUAL(rc_batch_context_finish(context, run.token, RC_BATCH_OUTCOME_EXHAUSTED),
              RC_STATUS_STALE);
  CHECK_EQUAL(rc_batch_context_outcome(context, run.token), RC_BATCH_OUTCOME_STALE);
  CHECK_EQUAL(rc_batch_context_outcome(context, later), RC_BATCH_OUTCOME_FETCHING);
  end_run_stop(&run);
}

static void fetch_outlives_its_list(void) {
  end_run run;
  end_run_start(&run);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
  rc_batch_context *context = rc_batch_context_retain(run.end.context);
  rc__batch_end_deinit(&run.end);
  CHECK_EQUAL(run.memory.held, 1);
  CHECK_EQUAL(rc_batch_context_outcome(context, run.token), RC_BATCH_OUTCOME_CANCELLED);
  CHECK_EQUAL(rc_batch_context_finish(context, run.token, RC_BATCH_OUTCOME_COMPLETED),
              RC_STATUS_STALE);
  rc_batch_context_release(context);
  CHECK_EQUAL(run.memory.held, 0);
}

static void init_without_memory_leaves_the_end_alone(void) {
  counted_memory memory = {.left = 0};
  rc_allocator allocator = {&memory, end_run_resize};
  rc__batch_end end = {.context = NULL, .stalled_count = 7};
  CHECK_EQUAL(rc__batch_end_init(&end, &allocator, RC_END_HEAD), RC_STATUS_NO_MEMORY);
  CHECK(end.context == NULL && end.stalled_count == 7 && memory.held == 0);
}

static void failures_are_counted_up_to_the_most(void) {
  end_run run;
  end_run_start(&run);
  run.end.failure_count = UINT32_MAX - 1;
  for (int i = 0; i < 2; i++) {
    fly(&run, RC_BATCH_OUTCOME_FAILED, 0);
    CHECK_EQUAL(run.end.failure_count, UINT32_MAX);
    CHECK(end_run_next_time(&run, run.time) == run.time + 60);
  }
  end_run_stop(&run);
}

static const test_case cases[] = {
    CASE(failures_are_counted_up_to_the_most),
    CASE(pause_ends_with_an_edit_or_a_retry),
    CASE(reset_cancels_the_fetch_and_its_token_stays_stale),
    CASE(fetch_outlives_its_list),
    CASE(init_without_memory_leaves_the_end_alone),
};

const test_suite suite_batch_end = SUITE(cases);
