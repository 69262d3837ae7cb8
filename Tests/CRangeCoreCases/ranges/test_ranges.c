// Ranges: intervals, tunings, the direction remembered, the mode.

#include <float.h>
#include <math.h>
#include <string.h>

#include "../harness.h"
#include "../library.h"

enum { SMALL = 7 };

static bool holds(rc_interval interval, int64_t value) {
  return value >= interval.lower && value < interval.upper;
}

static int64_t shared(rc_interval a, rc_interval b) {
  int64_t count = 0;
  for (int64_t i = -1; i <= SMALL; i++) count += holds(a, i) && holds(b, i);
  return count;
}

// Calls `check` for every pair of intervals with ends in 0 ..< SMALL, inverted ones too.
static void with_each_pair(void (*check)(rc_interval a, rc_interval b)) {
  for (int64_t i = 0; i < SMALL * SMALL * SMALL * SMALL && !test_has_failed(); i++) {
    rc_interval a = {i % SMALL, i / SMALL % SMALL};
    rc_interval b = {i / (SMALL * SMALL) % SMALL, i / (SMALL * SMALL * SMALL)};
    check(a, b);
  }
}

static void check_interval_pair(rc_interval a, rc_interval b) {
  CHECK_EQUAL(rc__interval_overlaps(a, b), shared(a, b) > 0);
  CHECK_EQUAL(rc__interval_is_empty(a), shared(a, a) == 0);
}

static void intervals_agree_with_their_values(void) {
  with_each_pair(check_interval_pair);
}

static void intervals_reach_the_ends_of_integers(void) {
  const rc_interval all = {INT64_MIN, INT64_MAX}, none = {INT64_MAX, INT64_MIN};
  CHECK(rc__interval_overlaps(all, all) && !rc__interval_overlaps(all, none));
  CHECK(rc__interval_is_empty(none) && !rc__interval_is_empty(all));
  CHECK(rc__range_has_item(all, INT64_MAX - 1, INT64_MAX));
  CHECK(!rc__range_has_item(none, 0, 5));
  CHECK(!rc__range_has_item(all, INT64_MAX, 0));
  CHECK(rc__range_has_item((rc_interval){5, 6}, INT64_MIN, INT64_MAX) == false);
}

static void check_item_pair(rc_interval range, rc_interval item) {
  int64_t extent = item.upper - item.lower;
  bool expected = extent > 0 ? shared(range, item) > 0 : holds(range, item.lower);
  CHECK_EQUAL(rc__range_has_item(range, item.lower, extent), expected);
}

static void an_item_is_in_a_range_by_a_tick_or_by_its_place(void) {
  with_each_pair(check_item_pair);
}

static bool is_same_tuning(rc_tuning a, rc_tuning b) {
  return a.leading == b.leading && a.trailing == b.trailing && a.is_enabled == b.is_enabled;
}

typedef struct {
  double display_leading, display_trailing, preload_leading, preload_trailing;
  bool display_is_enabled;
} defaults;

static void check_defaults(rc_tuning_preset preset, const defaults rows[4]) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.tuning_preset = preset;
  rc_list *list;
  CHECK_EQUAL(rc_list_create(&options, NULL, &list), RC_STATUS_OK);
  for (int mode = 0; mode < 4; mode++) {
    for (int range = 0; range < RC_RANGE_COUNT; range++) {
      rc_tuning expected = {0, 0, false}, tuning;
      const defaults *row = &rows[mode];
      if (range == RC_RANGE_DISPLAY) {
        expected =
            (rc_tuning){row->display_leading, row->display_trailing, row->display_is_enabled};
      } else if (range == RC_RANGE_PRELOAD) {
        expected = (rc_tuning){row->preload_leading, row->preload_trailing, true};
      }
      CHECK_EQUAL(rc_list_get_tuning(list, (rc_range_mode)mode, (rc_range)range, &tuning),
                  RC_STATUS_OK);
      CHECK_F(is_same_tuning(tuning, expected), "mode %d range %d is %g/%g (%d)", mode, range,
              tuning.leading, tuning.trailing, tuning.is_enabled);
    }
  }
  rc_list_destroy(list);
}

static void a_list_has_the_defaults_of_texture(void) {
  const defaults rows[4] = {{1, 0.5, 2.5, 1.5, true},
                            {0.25, 0.25, 0.5, 0.25, true},
                            {0, 0, 0, 0, true},
                            {0, 0, 0, 0, false}};
  check_defaults(RC_TUNING_PRESET_LIST, rows);
}

static void a_pager_has_the_defaults_of_texture(void) {
  const defaults rows[4] = {
      {1, 1, 2, 2, true}, {0, 0, 1, 1, true}, {0, 0, 0, 0, true}, {0, 0, 0, 0, false}};
  check_defaults(RC_TUNING_PRESET_PAGER, rows);
}

typedef struct {
  rc_tuning at[24];
} tunings;

static tunings tunings_of(const rc_list *list) {
  tunings all;
  for (int i = 0; i < 24; i++) {
    rc_list_get_tuning(list, (rc_range_mode)(i / RC_RANGE_COUNT), (rc_range)(i % RC_RANGE_COUNT),
                       &all.at[i]);
  }
  return all;
}

static bool are_same_tunings(const tunings *a, const tunings *b) {
  for (int i = 0; i < 24; i++) {
    if (!is_same_tuning(a->at[i], b->at[i])) return false;
  }
  return true;
}

static void setting_a_tuning_changes_no_other(void) {
  for (int place = 0; place < 24; place++) {
    rc_list *list;
    CHECK_EQUAL(rc_list_create(NULL, NULL, &list), RC_STATUS_OK);
    tunings expected = tunings_of(list);
    const rc_tuning tuning = {7, 8, true};
    rc_range_mode mode = (rc_range_mode)(place / RC_RANGE_COUNT);
    rc_range range = (rc_range)(place % RC_RANGE_COUNT);
    CHECK_EQUAL(rc_list_set_tuning(list, mode, range, tuning), RC_STATUS_OK);
    expected.at[place] = tuning;
    const tunings after = tunings_of(list);
    CHECK(are_same_tunings(&after, &expected));
    rc_list_destroy(list);
  }
}

static const rc_tuning wrong_tunings[] = {
    {-1, 0, true},          {0, -DBL_TRUE_MIN, true},    {(double)NAN, 0, true},
    {0, (double)NAN, true}, {(double)INFINITY, 0, true}, {0, (double)INFINITY, true},
    {-1, 0, false},
};
enum { WRONG_TUNING_COUNT = sizeof wrong_tunings / sizeof wrong_tunings[0] };

static void a_wrong_tuning_changes_nothing(void) {
  const int wrong[] = {-1, 6, INT32_MAX, INT32_MIN};
  rc_list *list;
  CHECK_EQUAL(rc_list_create(NULL, NULL, &list), RC_STATUS_OK);
  const tunings before = tunings_of(list);
  rc_tuning tuning = {1, 1, true}, read = {9, 9, true};
  for (size_t i = 0; i < 4; i++) {
    rc_range_mode mode = (rc_range_mode)(wrong[i] == 6 ? 4 : wrong[i]);
    rc_range range = (rc_range)wrong[i];
    CHECK_EQUAL(rc_list_set_tuning(list, mode, RC_RANGE_DISPLAY, tuning), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_list_set_tuning(list, RC_RANGE_MODE_FULL, range, tuning), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_list_get_tuning(list, mode, RC_RANGE_DISPLAY, &read), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_list_get_tuning(list, RC_RANGE_MODE_FULL, range, &read), RC_STATUS_ARGUMENT);
  }
  for (size_t i = 0; i < WRONG_TUNING_COUNT; i++) {
    CHECK_EQUAL(rc_list_set_tuning(list, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, wrong_tunings[i]),
                RC_STATUS_ARGUMENT);
  }
  CHECK_EQUAL(rc_list_set_tuning(NULL, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, tuning),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_get_tuning(NULL, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, &read),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_list_get_tuning(list, RC_RANGE_MODE_FULL, RC_RANGE_DISPLAY, NULL),
              RC_STATUS_ARGUMENT);
  const tunings after = tunings_of(list);
  CHECK(are_same_tunings(&after, &before) && read.leading == 9);
  rc_list_destroy(list);
}

static void check_expand(rc_interval viewport, rc_tuning tuning, rc_direction direction,
                         int64_t lower, int64_t upper) {
  rc_interval range = {-77, -77};
  CHECK_EQUAL(rc_range_expand(viewport, tuning, direction, &range), RC_STATUS_OK);
  CHECK_INTERVAL(range, lower, upper);
}

static void the_leading_side_is_the_one_ahead(void) {
  const rc_tuning tuning = {2.5, 1.5, true};
  check_expand((rc_interval){1000, 1100}, tuning, RC_DIRECTION_FORWARD, 850, 1350);
  check_expand((rc_interval){1000, 1100}, tuning, RC_DIRECTION_BACKWARD, 750, 1250);
  check_expand((rc_interval){-60, -59}, tuning, RC_DIRECTION_FORWARD, -62, -57);
  check_expand((rc_interval){-60, -57}, tuning, RC_DIRECTION_BACKWARD, -68, -53);
}

static void a_range_has_the_sum_of_its_parts(void) {
  const double reaches[] = {0, 0.25, 0.5, 1, 1.5, 2.5, 0.1};
  for (int64_t length = 1; length < 60; length++) {
    for (int i = 0; i < 49; i++) {
      const rc_tuning tuning = {reaches[i / 7], reaches[i % 7], true};
      const int64_t ahead = (int64_t)rint(tuning.leading * (double)length);
      const int64_t behind = (int64_t)rint(tuning.trailing * (double)length);
      rc_interval viewport = {-20, length - 20};
      check_expand(viewport, tuning, RC_DIRECTION_FORWARD, -20 - behind, length - 20 + ahead);
      check_expand(viewport, tuning, RC_DIRECTION_BACKWARD, -20 - ahead, length - 20 + behind);
    }
  }
}

static void a_disabled_range_is_empty_at_the_start(void) {
  const rc_tuning none = {1, 1, false}, some = {1, 1, true};
  check_expand((rc_interval){5, 100}, none, RC_DIRECTION_FORWARD, 5, 5);
  check_expand((rc_interval){5, 100}, none, RC_DIRECTION_BACKWARD, 5, 5);
  check_expand((rc_interval){5, 5}, some, RC_DIRECTION_FORWARD, 5, 5);
}

static void a_range_stays_within_its_limits(void) {
  const int64_t limit = RC_LIST_TICKS_MAX;
  const rc_tuning huge = {DBL_MAX, DBL_MAX, true};
  check_expand((rc_interval){limit, 2 * limit}, huge, RC_DIRECTION_FORWARD, 0, 3 * limit);
  check_expand((rc_interval){-2 * limit, -limit}, huge, RC_DIRECTION_FORWARD, -3 * limit, 0);
  const rc_interval wrong[] = {{limit, 2 * limit + 1}, {-2 * limit - 1, -limit - 2},
                               {0, limit + 1},         {1, 0},
                               {INT64_MIN, INT64_MAX}, {INT64_MAX, INT64_MIN}};
  rc_interval range = {-77, -77};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    CHECK_EQUAL(rc_range_expand(wrong[i], huge, RC_DIRECTION_FORWARD, &range), RC_STATUS_ARGUMENT);
  }
  const rc_interval viewport = {0, 100};
  for (size_t i = 0; i < WRONG_TUNING_COUNT; i++) {
    CHECK_EQUAL(rc_range_expand(viewport, wrong_tunings[i], RC_DIRECTION_FORWARD, &range),
                RC_STATUS_ARGUMENT);
  }
  const int directions[] = {0, 3, -1, INT32_MAX};
  for (size_t i = 0; i < 4; i++) {
    CHECK_EQUAL(rc_range_expand(viewport, huge, (rc_direction)directions[i], &range),
                RC_STATUS_ARGUMENT);
  }
  CHECK_EQUAL(rc_range_expand(viewport, huge, RC_DIRECTION_FORWARD, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(range.lower, -77);
}

// The rule in its own words: the place, the furthest point in the direction, and a flip past it.
typedef struct {
  int64_t place, furthest, threshold;
  bool forward;
} moving_finger;

static rc_direction finger_move(moving_finger *finger, int64_t movement) {
  finger->place += movement;
  int64_t ahead =
      finger->forward ? finger->place - finger->furthest : finger->furthest - finger->place;
  if (ahead > 0) finger->furthest = finger->place;
  if (ahead < -finger->threshold) {
    finger->forward = !finger->forward;
    finger->furthest = finger->place;
  }
  return finger->forward ? RC_DIRECTION_FORWARD : RC_DIRECTION_BACKWARD;
}

static rc_direction track(rc__direction_tracker *tracker, int64_t movement) {
  rc__direction_tracker_move(tracker, movement);
  return tracker->direction;
}

static void the_direction_flips_past_the_threshold(void) {
  rc__direction_tracker tracker;
  rc__direction_tracker_init(&tracker);
  CHECK_EQUAL(tracker.direction, RC_DIRECTION_FORWARD);
  CHECK_EQUAL(tracker.threshold, RC_TICKS_PER_POINT);
  CHECK_EQUAL(track(&tracker, 0), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(track(&tracker, -960), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(track(&tracker, 960), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(track(&tracker, -500), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(track(&tracker, -460), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(track(&tracker, -1), RC_DIRECTION_BACKWARD);
  CHECK_EQUAL(track(&tracker, 960), RC_DIRECTION_BACKWARD);
  CHECK_EQUAL(track(&tracker, 1), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(tracker.back, 0);
}

static void all_short_movements_agree_with_the_rule(void) {
  for (int64_t threshold = 0; threshold < 4; threshold++) {
    for (int64_t code = 0; code < 7 * 7 * 7 * 7 * 7; code++) {
      rc__direction_tracker tracker;
      rc__direction_tracker_init(&tracker);
      tracker.threshold = threshold;
      moving_finger finger = {0, 0, threshold, true};
      for (int64_t rest = code, i = 0; i < 5; i++, rest /= 7) {
        CHECK_EQUAL(track(&tracker, rest % 7 - 3), finger_move(&finger, rest % 7 - 3));
      }
    }
  }
}

static void a_lowered_threshold_does_not_flip_by_itself(void) {
  rc__direction_tracker lowered = {1, 900, RC_DIRECTION_FORWARD};
  CHECK_EQUAL(track(&lowered, 0), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(track(&lowered, 10), RC_DIRECTION_FORWARD);
  CHECK_EQUAL(track(&lowered, -1), RC_DIRECTION_BACKWARD);
}

static const test_case cases[] = {
    CASE(intervals_agree_with_their_values),
    CASE(intervals_reach_the_ends_of_integers),
    CASE(an_item_is_in_a_range_by_a_tick_or_by_its_place),
    CASE(a_list_has_the_defaults_of_texture),
    CASE(a_pager_has_the_defaults_of_texture),
    CASE(setting_a_tuning_changes_no_other),
    CASE(a_wrong_tuning_changes_nothing),
    CASE(the_leading_side_is_the_one_ahead),
    CASE(a_range_has_the_sum_of_its_parts),
    CASE(a_disabled_range_is_empty_at_the_start),
    CASE(a_range_stays_within_its_limits),
    CASE(the_direction_flips_past_the_threshold),
    CASE(all_short_movements_agree_with_the_rule),
    CASE(a_lowered_threshold_does_not_flip_by_itself),
};

const test_suite suite_ranges = SUITE(cases);
