// A host and its model, in lockstep; and what that has found.

#include "../harness.h"
#include "script_host.h"

static void hosts_match_their_model_under_random_calls(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(400) && !test_has_failed(); i++) {
    script_host_run(&random, 60);
  }
}

/// Begins a step, and measures every view as 44 points.
static void step_and_request(rc_host *host, int64_t requested, rc_host_step *step) {
  static const double extents[100] = {44, 44, 44, 44, 44, 44, 44, 44, 44, 44};
  const rc_viewport viewport = {.length = 100};
  CHECK_EQUAL(rc_host_begin(host, &viewport, 320, 0, step), RC_STATUS_OK);
  if (requested >= 0) {
    CHECK(!step->is_done);
    CHECK_EQUAL(rc_host_scroll_to(host, requested, 0, 0, false), RC_STATUS_OK);
  }
  while (!step->is_done && !test_has_failed()) {
    CHECK(step->ask_count <= 10);
    CHECK_EQUAL(rc_host_measured(host, extents, step->ask_count, 0, step), RC_STATUS_OK);
  }
}

// The step has nothing to tell in the end, as if the next one had nothing to do.
static void requests_in_the_middle_of_a_quiet_step_are_not_forgotten(void) {
  rc_list *list = NULL;
  rc_host *host = NULL;
  rc_host_step step;
  CHECK_EQUAL(rc_list_create(NULL, NULL, &list), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(list, 0, 100, NULL), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_create(list, NULL, NULL, &host), RC_STATUS_OK);
  step_and_request(host, -1, &step);
  step_and_request(host, -1, &step);
  CHECK_EQUAL(rc_list_mark_provisional(list, 0, 1), RC_STATUS_OK);
  step_and_request(host, 50, &step);
  CHECK_EQUAL(step.news_count, 0);
  step_and_request(host, -1, &step);
  CHECK(step.sets_offset && step.offset == 50 * 44);
  rc_host_destroy(host);
  rc_list_destroy(list);
}

static const test_case cases[] = {
    CASE(requests_in_the_middle_of_a_quiet_step_are_not_forgotten),
    CASE(hosts_match_their_model_under_random_calls),
};

const test_suite suite_host_random = SUITE(cases);
