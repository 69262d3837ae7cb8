// A host and its model, in lockstep; and what that has found.

#include "../harness.h"
#include "script_host.h"

static void hosts_match_their_model_under_random_calls(void) {
  test_random random = {test_seed(1)};
  for (int64_t i = 0; i < test_count(400) && !test_has_failed(); i++) {
    script_host_run(&random, 60);
  }
}

/// A list of 100 rows, estimated at 44 points.
static void begin(rc_list **out_list, rc_host **out_host) {
  CHECK_EQUAL(rc_list_create(NULL, NULL, out_list), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(*out_list, 0, NULL, 100), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_create(*out_list, NULL, NULL, out_host), RC_STATUS_OK);
}

/// Steps through a viewport, in which every view is measured as 44 points.
static void step_in(rc_host *host, rc_viewport viewport, double breadth, int64_t requested,
                    rc_host_step *step) {
  static const double extents[100] = {44, 44, 44, 44, 44, 44, 44, 44, 44, 44};
  CHECK_EQUAL(rc_host_begin(host, &viewport, breadth, 0, step), RC_STATUS_OK);
  if (requested >= 0) {
    CHECK(!step->is_done);
    CHECK_EQUAL(rc_host_scroll_to(host, requested, 0, 0, false), RC_STATUS_OK);
  }
  while (!step->is_done && !test_has_failed()) {
    CHECK(step->ask_count <= 10);
    CHECK_EQUAL(rc_host_measured(host, extents, step->ask_count, 0, step), RC_STATUS_OK);
  }
}

static void step_and_request(rc_host *host, int64_t requested, rc_host_step *step) {
  step_in(host, (rc_viewport){.length = 100}, 320, requested, step);
}

// The step has nothing to tell in the end, as if the next one had nothing to do.
static void requests_in_the_middle_of_a_quiet_step_are_not_forgotten(void) {
  rc_list *list = NULL;
  rc_host *host = NULL;
  rc_host_step step;
  begin(&list, &host);
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

/// Steps twice without a breadth, at an offset that is not set; the list is at another.
static void step_hidden(rc_host *host, double offset, double place, rc_host_step *step) {
  for (int i = 0; i < 2; i++) {
    step_in(host, (rc_viewport){.offset = offset, .length = 100}, 0, -1, step);
    CHECK(step->update.offset == place && step->offset == place && !step->sets_offset);
  }
  CHECK(step->update.correction == 0 && step->news_count == 0);
}

// At an offset that cannot be, the list was corrected again and again.
static void hidden_lists_stay_where_an_item_has_placed_them(void) {
  rc_list *list = NULL;
  rc_host *host = NULL;
  rc_host_step step;
  begin(&list, &host);
  const rc_viewport by_item = {.length = 100, .item = 30, .has_item = true};
  step_and_request(host, -1, &step);
  step_in(host, by_item, 320, -1, &step);
  CHECK_EQUAL(rc_host_wrote(host, 0), RC_STATUS_OK);
  step_hidden(host, 4301, 30 * 44, &step);
  step_and_request(host, -1, &step);
  CHECK(step.sets_offset && step.offset == 30 * 44);
  step_in(host, by_item, 320, -1, &step);
  // Shown by an offset again, it is at that.
  step_and_request(host, -1, &step);
  CHECK(!step.sets_offset && step.update.offset == 0);
  rc_host_destroy(host);
  rc_list_destroy(list);
}

static void hidden_lists_that_were_never_shown_are_corrected_once(void) {
  rc_list *list = NULL;
  rc_host *host = NULL;
  rc_host_step step;
  begin(&list, &host);
  step_hidden(host, 4301, 4300, &step);
  step_hidden(host, 440, 440, &step);
  step_and_request(host, -1, &step);
  CHECK(!step.sets_offset && step.update.offset == 0);
  rc_host_destroy(host);
  rc_list_destroy(list);
}

static const test_case cases[] = {
    CASE(hidden_lists_stay_where_an_item_has_placed_them),
    CASE(hidden_lists_that_were_never_shown_are_corrected_once),
    CASE(requests_in_the_middle_of_a_quiet_step_are_not_forgotten),
    CASE(hosts_match_their_model_under_random_calls),
};

const test_suite suite_host_random = SUITE(cases);
