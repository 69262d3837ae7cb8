// Hosts of whole numbers: estimates, corrections and the ends of the list.

#include "../list/list_fixture.h"

static void estimates_are_whole_steps(void) {
  static const double given[] = {0, 0.2, 1.4, 1.5, 2.5, 44.6};
  static const double stepped[] = {0, 1, 1, 2, 2, 45};
  for (int i = 0; i < 6; i++) {
    rc_list_options options;
    rc_list_options_init(&options);
    options.estimate = given[i];
    options.quantum = 1;
    FIXTURE(f, fixture_begin_with(&f, &options, 10));
    CHECK_POINTS(rc_list_get_estimate(f.list), stepped[i]);
    CHECK_OK(rc_list_set_estimate(f.list, given[5 - i]));
    CHECK_POINTS(rc_list_get_estimate(f.list), stepped[5 - i]);
    f.settings.uses_mean_estimate = true;
    fixture_configure(&f);
    fixture_measure(&f, 0, given[i]);
    fixture_update(&f, 0);
    CHECK_POINTS(rc_list_get_estimate(f.list), stepped[i]);
  }
}

// 4,000,000 points are the most, which is nearer to two steps than to one.
static void estimate_is_not_rounded_past_its_limit(void) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = 4000000;
  options.quantum = 2500000;
  rc_list *list = NULL;
  CHECK_EQUAL(rc_list_create(&options, NULL, &list), RC_STATUS_LIMIT);
  options.estimate = 3700000;
  FIXTURE(f, fixture_begin_with(&f, &options, 3));
  CHECK_EQUAL(rc_list_set_estimate(f.list, 4000000), RC_STATUS_LIMIT);
  CHECK_POINTS(rc_list_get_estimate(f.list), 2500000);
}

/// By how much a list is corrected whose first row grows, a point or a step below the top.
static double correction_below(double quantum, double below) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = 4;
  options.quantum = quantum;
  FIXTURE(f, fixture_begin_with(&f, &options, 300));
  fixture_scroll(&f, below);
  fixture_measure(&f, 0, 6);
  fixture_again(&f);
  return f.update.correction;
}

// In a list of whole steps a point is a step: whoever is one below the top is not at it.
static void list_of_whole_steps_is_at_an_end_only_there(void) {
  // At the top the first row keeps its start, otherwise its end.
  const double tick = rc_ticks_to_points(1);
  CHECK_POINTS(correction_below(0, 1), 0);
  CHECK_POINTS(correction_below(0, 1 + tick), 2);
  CHECK_POINTS(correction_below(2, 1), 0);
  CHECK_POINTS(correction_below(2, 2), 2);
  for (double quantum = 1; quantum > 0.2; quantum /= 2) {
    CHECK_POINTS(correction_below(quantum, quantum - tick), 0);
    CHECK_POINTS(correction_below(quantum, quantum), 2);
  }
  for (int below = 0; below < 2; below++) {
    rc_list_options options;
    rc_list_options_init(&options);
    options.estimate = 4;
    options.quantum = 1;
    FIXTURE(f, fixture_begin_with(&f, &options, 300));
    fixture_scroll(&f, below);
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 2));
    CHECK_CORRECTION(fixture_again(&f), 8);
    fixture_measure(&f, 2, 6);
    // At the top the first row keeps its start, otherwise its end.
    CHECK_CORRECTION(fixture_again(&f), below == 1 ? 2 : 0);
  }
}

// 30 of 93 steps are left to the top, so 30/93 of what measurements have added, in whole steps.
static void what_is_given_up_in_proportion_is_whole_steps(void) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.estimate = 30;
  options.quantum = 1;
  FIXTURE(f, fixture_begin_with(&f, &options, 100));
  fixture_scroll(&f, 1500);
  f.viewport.is_held = true;
  for (int64_t offset = 1469; offset > 1300; offset -= 31) {
    fixture_scroll(&f, (double)offset);
    for (int64_t row = f.update.visible.lower; row < f.update.visible.upper; row++) {
      fixture_measure(&f, row, 30 + 10 * (double)(row % 3));
    }
    fixture_again(&f);
    CHECK_POINTS(f.update.pending, (double)(int64_t)f.update.pending);
  }
  CHECK(f.update.pending > 10);
}

static const test_case cases[] = {
    CASE(estimates_are_whole_steps),
    CASE(estimate_is_not_rounded_past_its_limit),
    CASE(list_of_whole_steps_is_at_an_end_only_there),
    CASE(what_is_given_up_in_proportion_is_whole_steps),
};

const test_suite suite_list_steps = SUITE(cases);
