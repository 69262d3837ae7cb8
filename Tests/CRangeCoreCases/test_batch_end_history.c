#include "batch_end_fixture.h"
#include "harness.h"
#include "model_batch_end.h"

static void check_against_model(const end_run *run, const model_event *events, int count) {
  model_reading expected = model_batch_end_read(events, count);
  rc_batch_input input = end_run_reading(run);
  CHECK_EQUAL(input.in_flight, expected.in_flight);
  CHECK_EQUAL(input.ended, expected.ended);
  CHECK_EQUAL(input.latched, expected.latched);
  bool is_waiting = run->time < expected.retry_time;
  CHECK_EQUAL(input.backing_off, is_waiting);
  bool is_told = is_waiting && !expected.ended && !expected.latched;
  CHECK(end_run_next_time(run, run->time) == (is_told ? expected.retry_time : end_run_never()));
}

static void do_begin(end_run *run, const model_event *events, int i) {
  rc_batch_token token = 0;
  rc_status expected = model_batch_end_read(events, i).begin_status;
  CHECK_EQUAL(rc__batch_end_begin(&run->end, &token), expected);
  CHECK_EQUAL(token != 0, expected == RC_STATUS_OK);
  if (token != 0) run->token = token;
}

static void do_event(end_run *run, const model_event *events, int i) {
  const model_event *event = &events[i];
  switch (event->kind) {
    case EVENT_BEGIN:
      do_begin(run, events, i);
      break;
    case EVENT_FINISH:
      rc_batch_context_finish(run->end.context, run->token, event->outcome);
      break;
    case EVENT_INSERT:
      rc__batch_end_note_inserted(&run->end, 1);
      break;
    case EVENT_REMOVE:
      rc__batch_end_note_removed(&run->end, 1);
      break;
    case EVENT_SETTLE:
      run->time = event->time;
      rc__batch_end_settle(&run->end, event->time, event->jitter, event->moved);
      break;
    case EVENT_RETRY:
      rc__batch_end_retry(&run->end);
      break;
    case EVENT_RESET:
      rc__batch_end_reset(&run->end);
      break;
    case EVENT_END:
      rc__batch_end_end(&run->end);
      break;
  }
}

enum { KINDS = 13 };

static model_event event_of(int kind, int time) {
  static const model_event events[KINDS] = {
      {.kind = EVENT_BEGIN},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_COMPLETED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_DECLINED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_FAILED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_CANCELLED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_ENDED},
      {.kind = EVENT_INSERT},
      {.kind = EVENT_REMOVE},
      {.kind = EVENT_SETTLE, .moved = true},
      {.kind = EVENT_SETTLE, .moved = false},
      {.kind = EVENT_RETRY},
      {.kind = EVENT_RESET},
      {.kind = EVENT_END},
  };
  model_event event = events[kind];
  event.time = time;
  event.jitter = (double)(time % 3) / 2;
  return event;
}

static void check_sequence(int code, int length) {
  end_run run;
  model_event events[8];
  end_run_start(&run);
  for (int i = 0; i < length && !test_has_failed(); i++, code /= KINDS) {
    events[i] = event_of(code % KINDS, i);
    do_event(&run, events, i);
  }
  if (!test_has_failed()) check_against_model(&run, events, length);
  end_run_stop(&run);
}

// A flight first, for sequences that begin with less say little.
static void end_does_as_its_history_says_in_all_short_sequences(void) {
  int count = 1;
  for (int length = 1; length <= 6; length++) {
    for (int code = 0; code < count; code++) {
      check_sequence(code * KINDS, length);
      if (test_has_failed()) return;
    }
    count *= KINDS;
  }
}

/// Mostly flights that run their course, so that rows of failures and stalls grow long.
static int add_events(test_random *random, model_event *events, int count, int time) {
  if (test_random_one_in(random, 3)) {
    events[count++] = event_of((int)test_random_in(random, 0, KINDS - 1), time);
    return count;
  }
  int outcome = test_random_one_in(random, 2) ? 1 : 3;
  events[count++] = event_of(0, time);
  events[count++] = event_of(outcome, time);
  if (test_random_one_in(random, 8)) events[count++] = event_of(6, time);
  events[count++] = event_of((int)test_random_in(random, 8, 9), time);
  return count;
}

static void end_does_as_its_history_says_in_long_runs(void) {
  test_random random = {test_seed(61)};
  for (int64_t round = 0; round < 500 * test_effort(); round++) {
    end_run run;
    model_event events[128];
    int count = 0, done = 0;
    end_run_start(&run);
    for (int time = 0; count < 100 && !test_has_failed();
         time += (int)test_random_in(&random, 0, 20)) {
      count = add_events(&random, events, count, time);
      while (done < count && !test_has_failed()) {
        do_event(&run, events, done++);
        check_against_model(&run, events, done);
      }
    }
    end_run_stop(&run);
    if (test_has_failed()) return;
  }
}

static const test_case cases[] = {
    CASE(end_does_as_its_history_says_in_all_short_sequences),
    CASE(end_does_as_its_history_says_in_long_runs),
};

const test_suite suite_batch_end_history = SUITE(cases);
