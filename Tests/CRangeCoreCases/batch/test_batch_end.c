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

static void begin_fails_during_a_fetch_and_at_an_exhausted_end(void) {
  end_run run;
  rc_batch_token token = 0;
  end_run_start(&run);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &token), RC_STATUS_BUSY);
  rc__batch_end_exhaust(&run.end);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &token), RC_STATUS_BUSY);
  CHECK_EQUAL(rc_batch_context_finish(run.end.context, run.token, RC_BATCH_OUTCOME_COMPLETED),
              RC_STATUS_OK);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &token), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(token, 0);
  end_run_stop(&run);
}

static void completion_with_items_is_idle_at_once(void) {
  end_run run;
  end_run_start(&run);
  for (int i = 0; i < 10; i++) {
    fly(&run, RC_BATCH_OUTCOME_COMPLETED, 1);
    CHECK(is_idle(&run));
  }
  end_run_stop(&run);
}

static void third_batch_in_a_row_without_items_pauses(void) {
  end_run run;
  end_run_start(&run);
  for (int row = 0; row < 2; row++) {
    fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
    fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
    CHECK(is_idle(&run));
    fly(&run, RC_BATCH_OUTCOME_COMPLETED, 1);
  }
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  rc__batch_end_note_removed(&run.end, 5);
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  rc__batch_end_note_removed(&run.end, 5);
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, -1);
  CHECK(end_run_reading(&run).is_paused);
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  CHECK(end_run_reading(&run).is_paused);
  rc__batch_end_retry(&run.end);
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  CHECK(is_idle(&run));
  end_run_stop(&run);
}

static void items_count_from_begin_to_the_update_that_sees_the_end(void) {
  end_run run;
  end_run_start(&run);
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  rc__batch_end_note_inserted(&run.end, 1);  // before begin
  fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);
  CHECK(end_run_reading(&run).is_paused);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
  rc__batch_end_note_inserted(&run.end, 1);  // in progress, and an update before the end
  settle(&run, false);
  rc_batch_context_finish(run.end.context, run.token, RC_BATCH_OUTCOME_COMPLETED);
  settle(&run, false);
  CHECK(is_idle(&run));
  end_run_stop(&run);
}

static void declined_and_cancelled_fetches_pause(void) {
  static const rc_batch_outcome outcomes[] = {RC_BATCH_OUTCOME_DECLINED,
                                              RC_BATCH_OUTCOME_CANCELLED};
  for (int i = 0; i < 2; i++) {
    end_run run;
    end_run_start(&run);
    fly(&run, outcomes[i], 7);
    CHECK(end_run_reading(&run).is_paused && !end_run_reading(&run).is_fetching);
    end_run_stop(&run);
  }
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

static void pause_ends_with_a_movement_from_rest(void) {
  end_run run;
  end_run_start(&run);
  fly(&run, RC_BATCH_OUTCOME_DECLINED, 0);
  for (int i = 0; i < 5; i++) {
    settle(&run, true);  // the fling goes on
    CHECK(end_run_reading(&run).is_paused);
  }
  for (int i = 0; i < 5; i++) {
    settle(&run, false);  // it rests; measurements, resizes, program scrolls
    CHECK(end_run_reading(&run).is_paused);
  }
  settle(&run, true);
  CHECK(is_idle(&run));
  end_run_stop(&run);
}

static void update_that_pauses_may_be_the_rest_and_not_the_movement(void) {
  for (int moved = 0; moved < 2; moved++) {
    end_run run;
    end_run_start(&run);
    settle(&run, false);  // before the pause, which counts for nothing
    CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
    rc_batch_context_finish(run.end.context, run.token, RC_BATCH_OUTCOME_DECLINED);
    settle(&run, moved == 1);
    CHECK(end_run_reading(&run).is_paused);
    settle(&run, true);
    CHECK_EQUAL(end_run_reading(&run).is_paused, moved == 1);
    end_run_stop(&run);
  }
}

static void failures_wait_longer_and_longer(void) {
  static const double seconds[] = {1, 2, 4, 8, 16, 32, 60, 60, 60};
  for (int jitter = 0; jitter < 2; jitter++) {
    end_run run;
    end_run_start(&run);
    run.time = 1000;
    for (int i = 0; i < 9; i++) {
      CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
      rc_batch_context_finish(run.end.context, run.token, RC_BATCH_OUTCOME_FAILED);
      rc__batch_end_update(&run.end, run.time, jitter, false);
      double wait = seconds[i] * (1 + jitter), retry_time = run.time + wait;
      CHECK(end_run_next_time(&run, run.time) == retry_time);
      run.time = retry_time - 0.001;
      rc__batch_end_update(&run.end, run.time, jitter, true);
      CHECK(end_run_reading(&run).is_backing_off);
      run.time = retry_time;
      CHECK(is_idle(&run));
      CHECK(end_run_next_time(&run, run.time) == end_run_never());
    }
    fly(&run, RC_BATCH_OUTCOME_COMPLETED, 0);  // no items: n stays
    fly(&run, RC_BATCH_OUTCOME_FAILED, 0);
    CHECK(end_run_next_time(&run, run.time) == run.time + 60);
    fly(&run, RC_BATCH_OUTCOME_COMPLETED, 1);
    fly(&run, RC_BATCH_OUTCOME_FAILED, 0);
    CHECK(end_run_next_time(&run, run.time) == run.time + 1);
    end_run_stop(&run);
  }
}

static void retry_ends_the_wait_and_keeps_the_failures(void) {
  end_run run;
  end_run_start(&run);
  fly(&run, RC_BATCH_OUTCOME_FAILED, 0);
  rc__batch_end_retry(&run.end);
  CHECK(is_idle(&run));
  fly(&run, RC_BATCH_OUTCOME_FAILED, 0);
  CHECK(end_run_next_time(&run, 0) == 2);
  rc__batch_end_reset(&run.end);
  CHECK(is_idle(&run));
  fly(&run, RC_BATCH_OUTCOME_FAILED, 0);
  CHECK(end_run_next_time(&run, 0) == 1);
  end_run_stop(&run);
}

static void retry_counts_for_a_failure_that_no_update_has_seen(void) {
  end_run run;
  end_run_start(&run);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
  rc_batch_context_finish(run.end.context, run.token, RC_BATCH_OUTCOME_FAILED);
  rc__batch_end_retry(&run.end);
  settle(&run, false);
  CHECK(is_idle(&run));
  fly(&run, RC_BATCH_OUTCOME_FAILED, 0);
  CHECK(end_run_next_time(&run, 0) == 2);
  end_run_stop(&run);
}

static void fetch_that_finishes_after_settle_is_in_progress_until_the_next(void) {
  end_run run;
  end_run_start(&run);
  CHECK_EQUAL(rc__batch_end_begin(&run.end, &run.token), RC_STATUS_OK);
  settle(&run, false);
  rc_batch_context_finish(run.end.context, run.token, RC_BATCH_OUTCOME_FAILED);
  CHECK(end_run_reading(&run).is_fetching);
  CHECK_EQUAL(rc_batch_context_outcome(run.end.context, run.token), RC_BATCH_OUTCOME_FAILED);
  settle(&run, false);
  CHECK(!end_run_reading(&run).is_fetching && end_run_reading(&run).is_backing_off);
  end_run_stop(&run);
}

static void exhausted_end_stays_so_until_reset(void) {
  end_run run;
  end_run_start(&run);
  fly(&run, RC_BATCH_OUTCOME_EXHAUSTED, 3);
  rc__batch_end_note_inserted(&run.end, 1);
  rc__batch_end_retry(&run.end);
  settle(&run, false);
  settle(&run, true);
  CHECK(end_run_reading(&run).is_exhausted);
  rc__batch_end_reset(&run.end);
  CHECK(is_idle(&run));
  rc__batch_end_exhaust(&run.end);
  CHECK(end_run_reading(&run).is_exhausted);
  end_run_stop(&run);
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
    CASE(begin_fails_during_a_fetch_and_at_an_exhausted_end),
    CASE(completion_with_items_is_idle_at_once),
    CASE(third_batch_in_a_row_without_items_pauses),
    CASE(items_count_from_begin_to_the_update_that_sees_the_end),
    CASE(declined_and_cancelled_fetches_pause),
    CASE(pause_ends_with_an_edit_or_a_retry),
    CASE(pause_ends_with_a_movement_from_rest),
    CASE(update_that_pauses_may_be_the_rest_and_not_the_movement),
    CASE(failures_wait_longer_and_longer),
    CASE(retry_ends_the_wait_and_keeps_the_failures),
    CASE(retry_counts_for_a_failure_that_no_update_has_seen),
    CASE(fetch_that_finishes_after_settle_is_in_progress_until_the_next),
    CASE(exhausted_end_stays_so_until_reset),
    CASE(reset_cancels_the_fetch_and_its_token_stays_stale),
    CASE(fetch_outlives_its_list),
    CASE(init_without_memory_leaves_the_end_alone),
};

const test_suite suite_batch_end = SUITE(cases);
