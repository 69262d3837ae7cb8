// What the outcomes of a list's fetches lead to, with numbers worked out by hand: 100 items of 100
// points under a viewport of 500, so the tail asks from offset 8500 on.

#include <math.h>

#include "list_fixture.h"
#include "list_memory.h"

typedef struct {
  rc_batch_context *context;
  rc_batch_token token;
} fetch;

static fetch begin(list_fixture *f, rc_end end) {
  fetch begun = {NULL, 0};
  rc_status status = rc_list_begin_batch(f->list, end, &begun.context, &begun.token);
  if (status != RC_STATUS_OK) test_fail(__FILE__, __LINE__, "begin: %s", rc_status_text(status));
  return begun;
}

static void finish(fetch flown, rc_batch_outcome outcome) {
  rc_status status = rc_batch_context_finish(flown.context, flown.token, outcome);
  rc_batch_context_release(flown.context);
  CHECK_EQUAL(status, RC_STATUS_OK);
}

static void fly(list_fixture *f, rc_batch_outcome outcome) {
  finish(begin(f, RC_END_TAIL), outcome);
}

static rc_batch_reason reason_at(list_fixture *f, double time) {
  f->viewport.time = time;
  fixture_update(f, f->viewport.offset);
  return f->update.batches[RC_END_TAIL].reason;
}

/// Inserts items at the start and follows the correction, so that the end is as near as before.
static void insert_above(list_fixture *f) {
  CHECK_OK(rc_list_insert(f->list, 0, NULL, 1));
}

#define CHECK_TAIL(f, why) CHECK_EQUAL((f).update.batches[RC_END_TAIL].reason, why)
#define CHECK_HEAD(f, why) CHECK_EQUAL((f).update.batches[RC_END_HEAD].reason, why)

static void one_fetch_per_end(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.leading_screens[RC_END_HEAD] = 100;
  fixture_configure(&f);
  fetch tail = begin(&f, RC_END_TAIL);
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  CHECK_EQUAL(rc_list_begin_batch(f.list, RC_END_TAIL, &context, &token), RC_STATUS_BUSY);
  CHECK(context == NULL && token == 0);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_FETCHING);
  CHECK_HEAD(f, RC_BATCH_REASON_NEAR_END);
  fetch head = begin(&f, RC_END_HEAD);
  fixture_update(&f, 9000);
  CHECK_HEAD(f, RC_BATCH_REASON_FETCHING);
  CHECK_EQUAL(rc_batch_context_finish(tail.context, head.token, RC_BATCH_OUTCOME_COMPLETED),
              RC_STATUS_STALE);
  finish(head, RC_BATCH_OUTCOME_COMPLETED);
  finish(tail, RC_BATCH_OUTCOME_COMPLETED);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  CHECK_HEAD(f, RC_BATCH_REASON_NEAR_END);
}

static void first_outcome_wins(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fetch tail = begin(&f, RC_END_TAIL);
  CHECK_OK(rc_batch_context_finish(tail.context, tail.token, RC_BATCH_OUTCOME_EXHAUSTED));
  CHECK_EQUAL(rc_batch_context_finish(tail.context, tail.token, RC_BATCH_OUTCOME_COMPLETED),
              RC_STATUS_STALE);
  rc_batch_context_release(tail.context);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_EXHAUSTED);
}

static void decline_and_cancel_pause_until_something_changes(void) {
  for (int outcome = 0; outcome < 2; outcome++) {
    for (int release = 0; release < 4; release++) {
      FIXTURE(f, fixture_begin(&f, 100));
      fixture_update(&f, 9300);
      fly(&f, outcome == 0 ? RC_BATCH_OUTCOME_DECLINED : RC_BATCH_OUTCOME_CANCELLED);
      fixture_update(&f, 9300);
      CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
      if (release == 0) insert_above(&f);
      if (release == 1) CHECK_OK(rc_list_remove(f.list, 0, 1));
      if (release == 2) CHECK_OK(rc_list_retry_batch(f.list, RC_END_TAIL));
      if (release == 3) CHECK_OK(rc_list_reset_batch(f.list, RC_END_TAIL));
      fixture_again(&f);
      CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
    }
  }
}

static void measuring_resizing_and_programmatic_scrolls_end_no_pause(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9300);
  fly(&f, RC_BATCH_OUTCOME_DECLINED);
  fixture_update(&f, 9300);
  fixture_measure(&f, 99, 120);
  CHECK_OK(rc_list_forget(f.list, 98, 99));
  CHECK_OK(rc_list_set_estimate(f.list, 70));
  CHECK_OK(rc_list_move(f.list, 0, 1, 5));
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 0));
  CHECK_OK(rc_list_remove(f.list, 3, 3));
  f.viewport.length = 450;
  fixture_update(&f, 9200);
  fixture_update(&f, 9300);
  CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
}

static void edits_resume_both_ends(void) {
  for (int removes = 0; removes < 2; removes++) {
    FIXTURE(f, fixture_begin(&f, 100));
    fixture_update(&f, 9000);
    fly(&f, RC_BATCH_OUTCOME_DECLINED);
    finish(begin(&f, RC_END_HEAD), RC_BATCH_OUTCOME_DECLINED);
    fixture_update(&f, 9000);
    CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
    CHECK_HEAD(f, RC_BATCH_REASON_PAUSED);
    CHECK_OK(removes ? rc_list_remove(f.list, 99, 100) : rc_list_insert(f.list, 100, NULL, 1));
    fixture_update(&f, 9000);
    CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
    CHECK_HEAD(f, RC_BATCH_REASON_DISABLED);
  }
}

static void fling_does_not_resume_a_paused_end_but_a_new_scroll_does(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fixture_scroll(&f, 9010);
  fly(&f, RC_BATCH_OUTCOME_DECLINED);
  for (int i = 2; i < 5; i++) {
    fixture_scroll(&f, 9000 + 10 * i);
    CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
  }
  fixture_scroll(&f, 9040);
  CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
  fixture_scroll(&f, 9050);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
}

static void updates_at_one_time_are_one_frame_of_a_fling(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  f.viewport.time++;
  fixture_scroll(&f, 9010);
  fly(&f, RC_BATCH_OUTCOME_DECLINED);
  for (int i = 2; i < 5; i++) {
    f.viewport.time++;
    fixture_scroll(&f, 9000 + 10 * i);
    // As after measuring.
    fixture_update(&f, 9000 + 10 * i);
    CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
  }
  f.viewport.time++;
  fixture_scroll(&f, 9030);
  fixture_update(&f, 9030);
  CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
}

static void updates_at_one_time_have_the_direction_of_the_users_movement(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  f.viewport.time++;
  fixture_scroll(&f, 8990);
  fixture_update(&f, 8990);
  CHECK_TAIL(f, RC_BATCH_REASON_MOVING_AWAY);
  // Where the program has moved it, the user has not.
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  fixture_scroll(&f, 8990);
  f.viewport.time++;
  fixture_update(&f, 8990);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
}

static void completed_fetch_decides_again_at_once(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  for (int i = 0; i < 6; i++) {
    fetch tail = begin(&f, RC_END_TAIL);
    insert_above(&f);
    finish(tail, RC_BATCH_OUTCOME_COMPLETED);
    fixture_again(&f);
    CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  }
}

static void three_batches_without_an_insertion_pause(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  for (int i = 0; i < 3; i++) {
    CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
    fetch tail = begin(&f, RC_END_TAIL);
    CHECK_OK(rc_list_remove(f.list, 0, 1));
    finish(tail, RC_BATCH_OUTCOME_COMPLETED);
    fixture_again(&f);
  }
  CHECK_TAIL(f, RC_BATCH_REASON_PAUSED);
}

static void insertion_before_the_update_after_completion_is_progress(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fly(&f, RC_BATCH_OUTCOME_COMPLETED);
  fixture_again(&f);
  fly(&f, RC_BATCH_OUTCOME_COMPLETED);
  fixture_again(&f);
  fly(&f, RC_BATCH_OUTCOME_COMPLETED);
  insert_above(&f);
  fixture_again(&f);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  fly(&f, RC_BATCH_OUTCOME_COMPLETED);
  fixture_again(&f);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
}

static void failures_back_off_twice_as_long_each_time(void) {
  static const double delays[] = {1, 2, 4, 8, 16, 32, 60, 60, 60};
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  CHECK(isinf(f.update.next_time));
  double time = 100;
  for (int i = 0; i < 9; i++) {
    fly(&f, RC_BATCH_OUTCOME_FAILED);
    f.viewport.jitter = 0.25;
    CHECK_EQUAL(reason_at(&f, time), RC_BATCH_REASON_BACKING_OFF);
    f.viewport.jitter = 0;
    double retry_time = time + delays[i] * 1.25;
    CHECK_POINTS(f.update.next_time, retry_time);
    CHECK_EQUAL(reason_at(&f, retry_time - 0.125), RC_BATCH_REASON_BACKING_OFF);
    CHECK_EQUAL(reason_at(&f, retry_time), RC_BATCH_REASON_NEAR_END);
    CHECK(isinf(f.update.next_time));
    time = retry_time;
  }
  fetch tail = begin(&f, RC_END_TAIL);
  insert_above(&f);
  finish(tail, RC_BATCH_OUTCOME_COMPLETED);
  fixture_again(&f);
  fly(&f, RC_BATCH_OUTCOME_FAILED);
  CHECK_EQUAL(reason_at(&f, 1000), RC_BATCH_REASON_BACKING_OFF);
  CHECK_POINTS(f.update.next_time, 1001);
}

static void completion_without_items_keeps_the_failures(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fly(&f, RC_BATCH_OUTCOME_FAILED);
  CHECK_EQUAL(reason_at(&f, 0), RC_BATCH_REASON_BACKING_OFF);
  CHECK_EQUAL(reason_at(&f, 1), RC_BATCH_REASON_NEAR_END);
  fly(&f, RC_BATCH_OUTCOME_COMPLETED);
  CHECK_EQUAL(reason_at(&f, 1), RC_BATCH_REASON_NEAR_END);
  fly(&f, RC_BATCH_OUTCOME_FAILED);
  CHECK_EQUAL(reason_at(&f, 1), RC_BATCH_REASON_BACKING_OFF);
  CHECK_POINTS(f.update.next_time, 3);
}

static void edits_do_not_shorten_a_back_off_but_retry_does(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fly(&f, RC_BATCH_OUTCOME_FAILED);
  fixture_update(&f, 9000);
  CHECK_OK(rc_list_remove(f.list, 0, 1));
  fixture_again(&f);
  CHECK_TAIL(f, RC_BATCH_REASON_BACKING_OFF);
  CHECK_OK(rc_list_retry_batch(f.list, RC_END_TAIL));
  fixture_again(&f);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  CHECK(isinf(f.update.next_time));
}

static void retry_lifts_a_failure_that_no_update_has_seen(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fly(&f, RC_BATCH_OUTCOME_FAILED);
  CHECK_OK(rc_list_retry_batch(f.list, RC_END_TAIL));
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
}

static void next_time_is_the_earliest_of_the_ends_that_can_ask(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.leading_screens[RC_END_HEAD] = 1;
  fixture_configure(&f);
  fixture_update(&f, 9000);
  finish(begin(&f, RC_END_HEAD), RC_BATCH_OUTCOME_FAILED);
  fixture_update(&f, 9000);
  CHECK_POINTS(f.update.next_time, 1);
  fly(&f, RC_BATCH_OUTCOME_FAILED);
  f.viewport.time = 0.5;
  fixture_update(&f, 9000);
  CHECK_POINTS(f.update.next_time, 1);
  f.settings.leading_screens[RC_END_HEAD] = 0;
  fixture_configure(&f);
  fixture_update(&f, 9000);
  CHECK_POINTS(f.update.next_time, 1.5);
  CHECK_OK(rc_list_mark_exhausted(f.list, RC_END_TAIL));
  fixture_update(&f, 9000);
  CHECK(isinf(f.update.next_time));
}

static void exhausted_end_does_not_fetch_until_reset(void) {
  for (int by_outcome = 0; by_outcome < 2; by_outcome++) {
    FIXTURE(f, fixture_begin(&f, 100));
    fixture_update(&f, 9000);
    if (by_outcome) fly(&f, RC_BATCH_OUTCOME_EXHAUSTED);
    if (!by_outcome) CHECK_OK(rc_list_mark_exhausted(f.list, RC_END_TAIL));
    insert_above(&f);
    CHECK_OK(rc_list_retry_batch(f.list, RC_END_TAIL));
    fixture_scroll(&f, 9100);
    fixture_again(&f);
    CHECK_TAIL(f, RC_BATCH_REASON_EXHAUSTED);
    rc_batch_context *context = NULL;
    rc_batch_token token = 0;
    CHECK_EQUAL(rc_list_begin_batch(f.list, RC_END_TAIL, &context, &token), RC_STATUS_NOT_FOUND);
    CHECK_OK(rc_list_reset_batch(f.list, RC_END_TAIL));
    fixture_again(&f);
    CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  }
}

static void reset_cancels_the_fetch_and_starts_over(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  fixture_update(&f, 9000);
  fetch tail = begin(&f, RC_END_TAIL);
  CHECK_EQUAL(rc_batch_context_outcome(tail.context, tail.token), RC_BATCH_OUTCOME_FETCHING);
  CHECK_OK(rc_list_reset_batch(f.list, RC_END_TAIL));
  CHECK_EQUAL(rc_batch_context_outcome(tail.context, tail.token), RC_BATCH_OUTCOME_CANCELLED);
  CHECK_EQUAL(rc_batch_context_finish(tail.context, tail.token, RC_BATCH_OUTCOME_EXHAUSTED),
              RC_STATUS_STALE);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_NEAR_END);
  fetch next = begin(&f, RC_END_TAIL);
  CHECK(next.token != tail.token);
  CHECK_EQUAL(rc_batch_context_finish(tail.context, tail.token, RC_BATCH_OUTCOME_EXHAUSTED),
              RC_STATUS_STALE);
  fixture_update(&f, 9000);
  CHECK_TAIL(f, RC_BATCH_REASON_FETCHING);
  rc_batch_context_release(tail.context);
  rc_batch_context_release(next.context);
}

static void context_outlives_its_list(void) {
  list_fixture f;
  fixture_begin(&f, 100);
  fixture_update(&f, 9000);
  fetch tail = begin(&f, RC_END_TAIL);
  fixture_end(&f);
  CHECK_EQUAL(rc_batch_context_outcome(tail.context, tail.token), RC_BATCH_OUTCOME_CANCELLED);
  CHECK_EQUAL(rc_batch_context_finish(tail.context, tail.token, RC_BATCH_OUTCOME_COMPLETED),
              RC_STATUS_STALE);
  rc_batch_context_release(tail.context);
}

static void context_is_held_by_its_list_and_by_each_fetch(void) {
  list_memory memory;
  list_memory_init(&memory);
  rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list = NULL;
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  CHECK_OK(rc_list_begin_batch(list, RC_END_TAIL, &context, &token));
  rc_list_destroy(list);
  CHECK_EQUAL(memory.blocks, 1);
  rc_batch_context_release(context);
  CHECK_EQUAL(memory.blocks, 0);
}

static void equal_token_of_another_list_is_taken_for_its_own(void) {
  list_fixture here, there;
  fixture_begin(&here, 100);
  fixture_begin(&there, 100);
  fetch own = begin(&here, RC_END_TAIL), other = begin(&there, RC_END_TAIL);
  CHECK_EQUAL(own.token, other.token);
  CHECK_OK(rc_batch_context_finish(own.context, other.token, RC_BATCH_OUTCOME_FAILED));
  CHECK_EQUAL(rc_batch_context_finish(own.context, own.token, RC_BATCH_OUTCOME_FAILED),
              RC_STATUS_STALE);
  CHECK_EQUAL(rc_batch_context_outcome(other.context, other.token), RC_BATCH_OUTCOME_FETCHING);
  finish(other, RC_BATCH_OUTCOME_COMPLETED);
  rc_batch_context_release(own.context);
  fixture_end(&here);
  fixture_end(&there);
}

static const test_case cases[] = {
    CASE(one_fetch_per_end),
    CASE(first_outcome_wins),
    CASE(equal_token_of_another_list_is_taken_for_its_own),
    CASE(decline_and_cancel_pause_until_something_changes),
    CASE(measuring_resizing_and_programmatic_scrolls_end_no_pause),
    CASE(edits_resume_both_ends),
    CASE(fling_does_not_resume_a_paused_end_but_a_new_scroll_does),
    CASE(updates_at_one_time_are_one_frame_of_a_fling),
    CASE(updates_at_one_time_have_the_direction_of_the_users_movement),
    CASE(completed_fetch_decides_again_at_once),
    CASE(three_batches_without_an_insertion_pause),
    CASE(insertion_before_the_update_after_completion_is_progress),
    CASE(failures_back_off_twice_as_long_each_time),
    CASE(completion_without_items_keeps_the_failures),
    CASE(edits_do_not_shorten_a_back_off_but_retry_does),
    CASE(retry_lifts_a_failure_that_no_update_has_seen),
    CASE(next_time_is_the_earliest_of_the_ends_that_can_ask),
    CASE(exhausted_end_does_not_fetch_until_reset),
    CASE(reset_cancels_the_fetch_and_starts_over),
    CASE(context_outlives_its_list),
    CASE(context_is_held_by_its_list_and_by_each_fetch),
};

const test_suite suite_list_flights = SUITE(cases);
