#include "script_motion.h"

#include <math.h>
#include <string.h>

static int64_t random_place(test_random *random, bool is_far) {
  const int64_t point = test_random_in(random, -2000, 20000);
  if (!is_far) return point * 960 + test_random_in(random, 0, 959);
  const int64_t far = 4 * RC_LIST_TICKS_MAX + 1;
  const int64_t places[] = {0, 1, far, far - 1, far / 4, far / 8, INT64_MAX};
  const int64_t place = places[test_random_in(random, 0, 6)];
  return test_random_one_in(random, 2) ? place : -place;
}

static void draw_input(test_random *random, rc_motion_input *input) {
  const bool is_far = test_random_one_in(random, 12);
  static const double steps[] = {0, 0.004, 1.0 / 60, 1.0 / 60, 1.0 / 60, 0.0299, 0.11, 3, -0.05};
  input->time += steps[test_random_in(random, 0, test_random_one_in(random, 30) ? 8 : 7)];
  if (test_random_one_in(random, 400)) input->time = test_random_one_in(random, 2) ? 1e300 : 0;
  int64_t drift = test_random_one_in(random, 8) ? test_random_in(random, -2000000, 2000000)
                                                : input->movement * 9 / 10;
  if (test_random_one_in(random, 10)) drift = 0;
  if (is_far && test_random_one_in(random, 2)) drift = random_place(random, true);
  input->movement = drift;
  const int64_t length = test_random_in(random, 0, 900) * 960;
  input->viewport.lower = random_place(random, is_far);
  input->viewport.upper = is_far ? random_place(random, true) : input->viewport.lower + length;
  input->content = (rc_interval){-9600, random_place(random, is_far)};
  input->has_landing = test_random_one_in(random, 6);
  input->landing_offset = random_place(random, is_far);
  input->is_dragged = test_random_one_in(random, 3);
  input->is_user_driven = !test_random_one_in(random, 5);
  // The program scrolls for a while.
  const bool scrolls = input->has_landing && test_random_one_in(random, 2);
  if (scrolls || test_random_one_in(random, 20)) input->is_user_driven = false;
  input->awaits_scroll = test_random_one_in(random, 4);
  input->direction =
      (rc_direction)test_random_in(random, test_random_one_in(random, 50) ? 0 : 1, 2);
  static const double budgets[] = {1, 0.5, 1.7, 0, 1e9, 1e300, -1, INFINITY};
  input->budget = budgets[test_random_in(random, 0, test_random_one_in(random, 20) ? 7 : 3)];
}

static bool is_same_foresight(const rc_foresight *a, const rc_foresight *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

/// What is asked for first in each span comes after all of the spans before it.
static void check_ranks(const rc_foresight *foresight) {
  int64_t rank = 0;
  for (int i = 0; i < foresight->span_count; i++) {
    const rc_interval span = foresight->spans[i];
    const int64_t first = foresight->is_descending[i] ? span.upper - 1 : span.lower;
    CHECK_EQUAL(rc__foresight_rank(foresight, first, 1), rank);
    test_note(first);
    rank += span.upper - span.lower;
  }
  CHECK_EQUAL(rc__foresight_rank(foresight, foresight->kept.upper, 1), -1);
}

void script_run_motion(test_random *random, model_motion *model, int steps) {
  rc_motion motion;
  rc_motion_input input;
  rc_motion_init(&motion);
  rc_motion_input_init(&input);
  model_motion_init(model);
  for (int step = 0; step < steps && !test_has_failed(); step++) {
    draw_input(random, &input);
    const rc_status status = model_motion_is_allowed(&input) ? RC_STATUS_OK : RC_STATUS_ARGUMENT;
    CHECK_EQUAL(rc_motion_record(&motion, &input), status);
    rc_foresight actual, expected;
    memset(&actual, 0, sizeof actual);
    CHECK_EQUAL(rc_motion_foresee(&motion, &input, &actual), status);
    if (status == RC_STATUS_OK) {
      model_motion_record(model, &input);
      memset(&expected, 0, sizeof expected);
      model_motion_foresee(model, &input, &expected);
      CHECK_F(is_same_foresight(&actual, &expected), "step %d differs", step);
      check_ranks(&actual);
    } else {
      // As long as no later input is, what is far is over.
      rc_motion_input_init(&input);
      input.time = motion.start + (double)motion.time / 1e6;
    }
    if (test_random_one_in(random, 9)) {
      const double seconds = (double)test_random_in(random, 0, 600) / 100;
      CHECK_EQUAL(rc_motion_add_preload_time(&motion, seconds), RC_STATUS_OK);
      model_motion_add(model, seconds);
    }
  }
}
