#include "script_batch_end.h"

void end_script_check(const end_run *run, const model_event *events, int count) {
  model_reading expected = model_batch_end_read(events, count);
  rc_batch_input input = end_run_reading(run);
  CHECK_EQUAL(input.is_fetching, expected.is_fetching);
  CHECK_EQUAL(input.is_exhausted, expected.is_exhausted);
  CHECK_EQUAL(input.is_paused, expected.is_paused);
  bool is_waiting = run->time < expected.retry_time;
  CHECK_EQUAL(input.is_backing_off, is_waiting);
  bool is_told = is_waiting && !expected.is_exhausted && !expected.is_paused;
  CHECK(end_run_next_time(run, run->time) == (is_told ? expected.retry_time : end_run_never()));
}

static void do_begin(end_run *run, const model_event *events, int i) {
  rc_batch_token token = 0;
  rc_status expected = model_batch_end_read(events, i).begin_status;
  CHECK_EQUAL(rc__batch_end_begin(&run->end, &token), expected);
  CHECK_EQUAL(token != 0, expected == RC_STATUS_OK);
  if (token != 0) run->token = token;
}

void end_script_do(end_run *run, const model_event *events, int i) {
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
      rc__batch_end_update(&run->end, event->time, event->jitter, event->moved);
      break;
    case EVENT_RETRY:
      rc__batch_end_retry(&run->end);
      break;
    case EVENT_RESET:
      rc__batch_end_reset(&run->end);
      break;
    case EVENT_END:
      rc__batch_end_exhaust(&run->end);
      break;
  }
}

model_event end_script_event(int kind, int time) {
  static const model_event events[END_SCRIPT_KINDS] = {
      {.kind = EVENT_BEGIN},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_OUTCOME_COMPLETED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_OUTCOME_DECLINED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_OUTCOME_FAILED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_OUTCOME_CANCELLED},
      {.kind = EVENT_FINISH, .outcome = RC_BATCH_OUTCOME_EXHAUSTED},
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

void end_script_check_sequence(int code, int length) {
  end_run run;
  model_event events[8];
  end_run_start(&run);
  for (int i = 0; i < length && !test_has_failed(); i++, code /= END_SCRIPT_KINDS) {
    events[i] = end_script_event(code % END_SCRIPT_KINDS, i);
    end_script_do(&run, events, i);
  }
  if (!test_has_failed()) end_script_check(&run, events, length);
  end_run_stop(&run);
}
