// Motion and foresight: each rule of rangecore_motion.h with numbers worked out by hand, and random
// movements beside the slow model.

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../harness.h"
#include "../list/list_fixture.h"
#include "script_motion.h"

/// A viewport of 800 points at 1000, of 10,000; and what was foreseen last.
typedef struct {
  rc_motion motion;
  rc_motion_input input;
  rc_foresight out;
} world;

static int64_t points(double value) {
  return (int64_t)(value * RC_TICKS_PER_POINT);
}

static rc_interval between(double lower, double upper) {
  const rc_interval interval = {points(lower), points(upper)};
  return interval;
}

static world make_world(void) {
  world w;
  rc_motion_init(&w.motion);
  rc_motion_input_init(&w.input);
  w.input.viewport = between(1000, 1800);
  w.input.content = between(0, 10000);
  w.input.is_user_driven = true;
  return w;
}

static void record(world *w, double time, double movement) {
  w->input.time = time;
  w->input.movement = points(movement);
  CHECK_OK(rc_motion_record(&w->motion, &w->input));
}

static void foresee(world *w) {
  memset(&w->out, 0x5a, sizeof w->out);
  CHECK_OK(rc_motion_foresee(&w->motion, &w->input, &w->out));
}

/// Updates at 60 a second from `time` on, each by so many points; returns the time of the last.
static double scroll(world *w, double time, int count, double movement) {
  for (int i = 0; i < count; i++) record(w, time + (double)i / 60, movement);
  return time + (double)(count - 1) / 60;
}

/// At a velocity, in points a second, for as long as it takes to measure it.
static world make_moving(double velocity) {
  world w = make_world();
  record(&w, 0, 0);
  scroll(&w, 1.0 / 60, 12, velocity / 60);
  return w;
}

#define CHECK_SPAN(w, i, lower_points, upper_points, descends)                    \
  do {                                                                            \
    CHECK_INTERVAL((w).out.spans[i], points(lower_points), points(upper_points)); \
    CHECK_EQUAL((w).out.is_descending[i], descends);                              \
  } while (0)

// == 1. Time ==

static void preloads_take_300_ms_before_the_first(void) {
  world w = make_world();
  CHECK_EQUAL(w.motion.preload_time, 300000);
  CHECK_EQUAL(w.motion.preload_deviation, 0);
}

static void preload_times_have_a_mean_and_a_deviation(void) {
  world w = make_world();
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 0.4));
  CHECK_EQUAL(w.motion.preload_time, 400000);
  CHECK_EQUAL(w.motion.preload_deviation, 200000);
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 0.8));
  CHECK_EQUAL(w.motion.preload_time, 600000);
  CHECK_EQUAL(w.motion.preload_deviation, 300000);
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 0.3));
  CHECK_EQUAL(w.motion.preload_time, 500000);
  CHECK_EQUAL(w.motion.preload_deviation, 300000);
}

static void a_preload_counts_as_at_most_5_seconds(void) {
  const double times[] = {5, 5.5, 1e300, INFINITY};
  for (int i = 0; i < 4; i++) {
    world w = make_world();
    CHECK_OK(rc_motion_add_preload_time(&w.motion, times[i]));
    CHECK_EQUAL(w.motion.preload_time, 5000000);
  }
}

static void the_means_remember_32_preloads(void) {
  world w = make_world();
  for (int i = 0; i < 40; i++) CHECK_OK(rc_motion_add_preload_time(&w.motion, 1));
  CHECK_EQUAL(w.motion.preload_time, 1000000);
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 1.32));
  CHECK_EQUAL(w.motion.preload_time, 1010000);
}

// == 2. Velocity ==

static void velocity_is_over_50_ms_or_more(void) {
  world w = make_world();
  record(&w, 10, 0);
  record(&w, 10.02, 20);
  record(&w, 10.04, 20);
  CHECK_EQUAL(w.motion.velocity, 0);
  // 60 points in 60 ms, and then those of the last 60 again.
  record(&w, 10.06, 20);
  CHECK_EQUAL(w.motion.velocity, points(1000));
  record(&w, 10.08, 50);
  CHECK_EQUAL(w.motion.velocity, points(90) * 1000000 / 60000);
  record(&w, 10.13, 0);
  CHECK_EQUAL(w.motion.velocity, 0);
}

static void velocity_is_of_the_user_only(void) {
  world w = make_world();
  w.input.is_user_driven = false;
  record(&w, 0, 0);
  scroll(&w, 0.1, 10, 100);
  CHECK_EQUAL(w.motion.velocity, 0);
  w.input.is_user_driven = true;
  const double time = scroll(&w, 0.3, 10, -20);
  CHECK_EQUAL(w.motion.velocity, points(-1200));
  w.input.is_user_driven = false;
  record(&w, time, 500);
  CHECK_EQUAL(w.motion.velocity, points(-1200));
}

static void the_program_moves_with_a_landing(void) {
  world w = make_world();
  w.input.is_user_driven = false;
  w.input.has_landing = true;
  w.input.landing_offset = points(4000);
  record(&w, 0, 0);
  const double time = scroll(&w, 0.1, 10, 20);
  CHECK_EQUAL(w.motion.velocity, points(1200));
  foresee(&w);
  CHECK(w.out.is_moving && w.out.landing_is_known);
  CHECK_EQUAL(w.out.landing_offset, points(4000));
  // It teaches nothing.
  CHECK(!w.motion.has_gesture);
  record(&w, time + 1, 0);
  CHECK_EQUAL(w.motion.gesture_count, 0);
}

static void the_programs_speed_is_not_the_users(void) {
  world w = make_world();
  w.input.is_user_driven = false;
  w.input.has_landing = true;
  record(&w, 0, 0);
  const double time = scroll(&w, 0.1, 10, 100);
  CHECK_EQUAL(w.motion.velocity, points(6000));
  // A finger stops it, and goes back slowly.
  w.input.is_user_driven = true;
  w.input.has_landing = false;
  record(&w, time + 0.01, 100);
  CHECK_EQUAL(w.motion.velocity, 0);
  scroll(&w, time + 0.02, 10, -2);
  CHECK_EQUAL(w.motion.velocity, points(-120));
  CHECK(w.motion.has_gesture && w.motion.peak_speed < points(150));
}

static void what_the_program_left_at_rest_delays_nothing(void) {
  world w = make_world();
  w.input.is_user_driven = false;
  w.input.has_landing = true;
  record(&w, 0, 0);
  record(&w, 0.1, 100);
  record(&w, 0.2, 0);
  w.input.is_user_driven = true;
  record(&w, 0.3, 30);
  CHECK_EQUAL(w.motion.velocity, points(300));
}

static void a_scroll_of_the_programs_ends_a_gesture(void) {
  world w = make_moving(1200);
  CHECK(w.motion.has_gesture);
  w.input.is_user_driven = false;
  record(&w, 0.21, 100);
  CHECK(w.motion.has_gesture);
  w.input.has_landing = true;
  record(&w, 0.22, 0);
  CHECK(w.motion.has_gesture);
  record(&w, 0.23, -500);
  CHECK(!w.motion.has_gesture);
  CHECK_EQUAL(w.motion.gesture_count, 1);
  // It went 200 points, and what is so far taken for one weighs as much as two.
  CHECK_EQUAL(w.motion.distance, points(1500) - points(1300) / 3);
}

static void updates_at_the_same_time_count_once(void) {
  world w = make_world(), twice = make_world();
  for (int i = 0; i < 20; i++) {
    record(&w, (double)i / 60, 30);
    record(&twice, (double)i / 60, 10);
    record(&twice, (double)i / 60, 20);
    record(&twice, (double)i / 60, 0);
  }
  CHECK_EQUAL(w.motion.velocity, points(1800));
  CHECK(memcmp(&w.motion, &twice.motion, sizeof w.motion) == 0);
}

static void samples_are_15_ms_apart(void) {
  world w = make_world();
  for (int i = 0; i < 40; i++) record(&w, (double)i * 0.005, 5);
  CHECK_EQUAL(w.motion.sample_count, RC_MOTION_SAMPLE_COUNT);
  CHECK_EQUAL(w.motion.velocity, points(1000));
  for (int i = 0; i + 1 < RC_MOTION_SAMPLE_COUNT; i++) {
    CHECK_EQUAL(w.motion.samples[i].time - w.motion.samples[i + 1].time, 15000);
  }
}

static void moving_begins_at_120_points_a_second(void) {
  for (int direction = -1; direction <= 1; direction += 2) {
    world w = make_moving(direction * 119);
    foresee(&w);
    CHECK(!w.out.is_moving && w.out.velocity == points(direction * 119));
    w = make_moving(direction * 120);
    foresee(&w);
    CHECK(w.out.is_moving);
  }
}

static void a_time_that_goes_back_ends_the_movement(void) {
  world w = make_moving(1000);
  record(&w, 0.1, 10);
  CHECK_EQUAL(w.motion.sample_count, 1);
  CHECK_EQUAL(w.motion.velocity, 0);
  CHECK(!w.motion.has_gesture);
  scroll(&w, 0.12, 10, 10);
  CHECK_EQUAL(w.motion.velocity, points(600));
  CHECK_EQUAL(w.motion.gesture_count, 0);
}

static void a_clock_that_is_set_back_gives_no_false_speed(void) {
  world w = make_world();
  for (int i = 0; i < 20; i++) record(&w, 3600 + (double)i * 0.0625, 60);
  for (int i = 0; i < 20; i++) record(&w, (double)i * 0.0625, 60);
  CHECK_EQUAL(w.motion.velocity, points(960));
}

static void clocks_may_start_anywhere_and_leap(void) {
  const double starts[] = {0, -1e9, 1.7e9, 1e15, -DBL_MAX};
  for (int i = 0; i < 3; i++) {
    world w = make_world();
    for (int j = 0; j < 20; j++) record(&w, starts[i] + (double)j * 0.0625, 125);
    CHECK_EQUAL(w.motion.velocity, points(2000));
  }
  world w = make_world();
  record(&w, -DBL_MAX, 0);
  record(&w, DBL_MAX, 100);
  CHECK_EQUAL(w.motion.time, RC_LIST_TICKS_MAX);
  record(&w, DBL_MAX, 100);
  CHECK_EQUAL(w.motion.velocity, 0);
}

static void the_sum_of_movements_begins_again_before_it_overflows(void) {
  world w = make_world();
  for (int i = 0; i < 3000; i++) {
    w.input.time = i;
    w.input.movement = 4 * RC_LIST_TICKS_MAX;
    CHECK_OK(rc_motion_record(&w.motion, &w.input));
    CHECK(w.motion.position > 0 && w.motion.position <= INT64_MAX / 4 + 4 * RC_LIST_TICKS_MAX);
  }
}

// == 3. Gestures ==

static void a_gesture_begins_at_a_point_a_second_and_ends_after_100_ms(void) {
  world w = make_world();
  record(&w, 0, 0);
  record(&w, 0.1, 0.1);
  CHECK(!w.motion.has_gesture);
  record(&w, 0.2, 0.11);
  CHECK(w.motion.has_gesture);
  record(&w, 0.299, 0);
  CHECK(w.motion.has_gesture && w.motion.gesture_count == 0);
  record(&w, 0.3, 0);
  CHECK(!w.motion.has_gesture && w.motion.gesture_count == 1);
  // A host that is not updated at rest: the next gesture ends the one before.
  record(&w, 1, 10);
  record(&w, 1.1, 10);
  CHECK_EQUAL(w.motion.gesture_count, 1);
  record(&w, 1.21, 10);
  CHECK_EQUAL(w.motion.gesture_count, 2);
  CHECK_EQUAL(w.motion.gesture_start, points(20.21));
}

// 50 ms at 3000 points a second, and 100 ms at 500.
static void gestures_teach_speed_distance_and_glide(void) {
  world w = make_world();
  record(&w, 0, 0);
  record(&w, 0.05, 150);
  CHECK_EQUAL(w.motion.peak_speed, points(3000));
  record(&w, 0.1, 25);
  record(&w, 0.15, 25);
  record(&w, 0.25, 0);
  CHECK_EQUAL(w.motion.gesture_count, 1);
  // A third of 3000 and two thirds of 2000; and so on.
  CHECK_EQUAL(w.motion.top_speed, points(2000) + points(1000) / 3);
  CHECK_EQUAL(w.motion.distance_deviation, points(750) + (points(1300) - points(750)) / 3);
  CHECK_EQUAL(w.motion.distance, points(1500) - points(1300) / 3);
  // 50 points at 3000 a second are 16.7 ms.
  CHECK_EQUAL(w.motion.glide, 200000 + (16666 - 200000) / 3);
}

static void gestures_with_a_landing_or_slow_ones_teach_no_glide(void) {
  for (int what = 0; what < 2; what++) {
    world w = make_world();
    record(&w, 0, 0);
    w.input.has_landing = what == 0;
    record(&w, 0.05, what == 0 ? 150 : 10);
    w.input.has_landing = false;
    record(&w, 0.1, 5);
    record(&w, 0.2, 0);
    CHECK_EQUAL(w.motion.gesture_count, 1);
    CHECK_EQUAL(w.motion.glide, 200000);
  }
}

static void the_means_remember_32_gestures(void) {
  world w = make_world();
  record(&w, 0, 0);
  for (int i = 0; i < 40; i++) {
    record(&w, i + 0.5, 0);
    record(&w, i + 0.6, 100);
    record(&w, i + 0.7, 300);
    record(&w, i + 0.9, 0);
  }
  CHECK_EQUAL(w.motion.gesture_count, 32);
  const int64_t speed = w.motion.top_speed, distance = w.motion.distance;
  record(&w, 40.5, 0);
  record(&w, 40.6, 100);
  record(&w, 40.7, 300);
  record(&w, 40.9, 0);
  CHECK_EQUAL(w.motion.top_speed, speed + (points(3000) - speed) / 32);
  CHECK_EQUAL(w.motion.distance, distance + (points(400) - distance) / 32);
}

// == 4. Landing ==

static void the_hosts_landing_is_the_landing(void) {
  world w = make_moving(1000);
  w.input.has_landing = true;
  w.input.landing_offset = points(3000);
  foresee(&w);
  CHECK(w.out.landing_is_known);
  CHECK_EQUAL(w.out.landing_offset, points(3000));
  // Behind, and past what can be scrolled.
  w.input.landing_offset = points(900);
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, points(1000));
  w.input.landing_offset = points(9500);
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, points(9200));
  w = make_moving(-1000);
  w.input.has_landing = true;
  w.input.landing_offset = points(-500);
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, 0);
}

static void a_landing_is_not_used_at_rest(void) {
  world w = make_world();
  record(&w, 0, 0);
  w.input.has_landing = true;
  w.input.landing_offset = points(3000);
  foresee(&w);
  CHECK(!w.out.landing_is_known && !w.out.is_moving);
  CHECK_EQUAL(w.out.landing_offset, points(1000));
}

/// Twelve updates whose movements fall by a tenth of the first each, from the eighth on.
static world make_slowing(int falls, double part) {
  world w = make_moving(3000);
  double time = 0.2, movement = 50;
  for (int i = 0; i < falls; i++) {
    time += 1.0 / 60;
    movement *= part;
    record(&w, time, movement);
  }
  return w;
}

static void a_slowdown_of_four_samples_has_a_landing(void) {
  world w = make_slowing(3, 0.9);
  foresee(&w);
  CHECK(!w.out.landing_is_known);
  w = make_slowing(4, 0.9);
  foresee(&w);
  CHECK(w.out.landing_is_known);
  const int64_t v0 = points(3000), v = w.motion.velocity, dt = w.motion.time - 200000;
  CHECK_EQUAL(dt, 66667);
  // v is that of the last three, 50 × (0.81 + 0.729 + 0.6561) in 50 ms: 2195.1.
  CHECK_EQUAL(v / RC_TICKS_PER_POINT, 2195);
  const int64_t left = dt * (v0 + v) / (2 * (v0 - v));
  CHECK_EQUAL(w.out.landing_offset, points(1000) + v * left / 1000000);
}

static void a_slowdown_lands_a_second_away_at_most(void) {
  world w = make_slowing(4, 0.988);
  foresee(&w);
  CHECK(w.out.landing_is_known);
  CHECK_EQUAL(w.out.landing_offset, points(1000) + w.motion.velocity);
}

static void a_slowdown_is_3_percent_and_without_a_finger(void) {
  world w = make_slowing(4, 0.99);
  foresee(&w);
  CHECK(!w.out.landing_is_known && w.motion.velocity * 100 >= points(3000) * 97);
  w = make_slowing(4, 0.9);
  w.input.is_dragged = true;
  foresee(&w);
  CHECK(!w.out.landing_is_known);
  w = make_slowing(4, 0.9);
  w.motion.samples[3].is_dragged = true;
  foresee(&w);
  CHECK(!w.out.landing_is_known);
  w = make_slowing(4, 0.9);
  w.motion.samples[4].is_dragged = true;
  foresee(&w);
  CHECK(w.out.landing_is_known);
}

static void three_percent_is_less_than_97(void) {
  world w = make_moving(970);
  for (int i = 0; i < 5; i++) w.motion.samples[i].speed = points(996 + i);
  foresee(&w);
  CHECK(!w.out.landing_is_known);
  w.motion.samples[4].speed++;
  foresee(&w);
  CHECK(w.out.landing_is_known);
}

static void each_of_four_samples_is_slower(void) {
  for (int i = 0; i < 4; i++) {
    world w = make_slowing(4, 0.9);
    w.motion.samples[i].speed = w.motion.samples[i + 1].speed;
    foresee(&w);
    CHECK(!w.out.landing_is_known);
  }
}

static void a_landing_is_guessed_from_the_velocity(void) {
  world w = make_moving(1000);
  foresee(&w);
  CHECK(!w.out.landing_is_known);
  CHECK_EQUAL(w.out.landing_offset, points(1200));
  w.motion.glide = 300000;
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, points(1300));
  w.input.is_dragged = true;
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, points(1500));
  w = make_moving(-3000);
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, points(400));
  w.input.is_dragged = true;
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, 0);
}

static void a_bounce_lands_where_it_is(void) {
  world w = make_moving(-1000);
  w.input.viewport = between(-50, 750);
  foresee(&w);
  CHECK_EQUAL(w.out.landing_offset, points(-50));
}

// == 5 to 8. Progress, reach and spans ==

// The example of the header.
static void at_rest_the_viewport_comes_first_then_ahead_then_behind(void) {
  world w = make_world();
  record(&w, 0, 0);
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 3);
  CHECK_SPAN(w, 0, 1000, 1800, false);
  CHECK_SPAN(w, 1, 1800, 3800, false);
  CHECK_SPAN(w, 2, 800, 1000, true);
  CHECK_INTERVAL(w.out.wanted, points(800), points(3800));
  CHECK_INTERVAL(w.out.running, points(-200), points(4600));
  CHECK_INTERVAL(w.out.kept, points(-200), points(4600));
  w.input.direction = RC_DIRECTION_BACKWARD;
  foresee(&w);
  CHECK_SPAN(w, 0, 1000, 1800, false);
  CHECK_SPAN(w, 1, -1000, 1000, true);
  CHECK_SPAN(w, 2, 1800, 2000, false);
  CHECK_INTERVAL(w.out.kept, points(-1800), points(3000));
}

// With a landing at 5000: 923.08 points in 300 ms, 330.28 in 90 ms.
static void in_a_fling_what_can_be_in_time_comes_first(void) {
  world w = make_moving(4000);
  w.input.has_landing = true;
  w.input.landing_offset = points(5000);
  foresee(&w);
  const int64_t first = points(1000) + points(4000) * points(1200) / points(5200);
  const int64_t passed = points(1000) + points(4000) * points(360) / points(4360);
  CHECK_EQUAL(first / RC_TICKS_PER_POINT, 1923);
  CHECK_EQUAL(w.out.span_count, 3);
  CHECK_INTERVAL(w.out.spans[0], first + points(800), points(5800));
  CHECK_INTERVAL(w.out.spans[1], first, first + points(800));
  CHECK_INTERVAL(w.out.spans[2], points(5800), points(7800));
  CHECK(!w.out.is_descending[0] && w.out.is_descending[1] && !w.out.is_descending[2]);
  CHECK_INTERVAL(w.out.wanted, first, points(7800));
  CHECK_INTERVAL(w.out.running, passed, points(8600));
  CHECK_INTERVAL(w.out.kept, points(-200), points(8600));
}

static void backward_everything_is_mirrored_about_the_viewport(void) {
  world w = make_moving(4000), back = make_moving(-4000);
  w.input.has_landing = back.input.has_landing = true;
  w.input.viewport = back.input.viewport = between(5000, 5800);
  w.input.content = back.input.content = between(0, 10800);
  w.input.landing_offset = points(7000);
  back.input.landing_offset = points(3000);
  foresee(&w);
  foresee(&back);
  const int64_t sum = points(5000) + points(5800);
  CHECK_EQUAL(back.out.span_count, 3);
  for (int i = 0; i < 3; i++) {
    const rc_interval span = w.out.spans[i];
    CHECK_INTERVAL(back.out.spans[i], sum - span.upper, sum - span.lower);
    CHECK_EQUAL(back.out.is_descending[i], !w.out.is_descending[i]);
  }
  CHECK_INTERVAL(back.out.wanted, sum - w.out.wanted.upper, sum - w.out.wanted.lower);
  CHECK_INTERVAL(back.out.running, sum - w.out.running.upper, sum - w.out.running.lower);
  CHECK_INTERVAL(back.out.kept, sum - w.out.kept.upper, sum - w.out.kept.lower);
}

static void a_landing_near_by_leaves_nothing_late(void) {
  world w = make_moving(400);
  w.input.has_landing = true;
  w.input.landing_offset = points(1100);
  foresee(&w);
  // 100 × 120 ÷ 220 points on: the viewport after landing from there descending, and the rest.
  const int64_t first = points(1000) + points(100) * points(120) / points(220);
  CHECK_INTERVAL(w.out.spans[0], points(1100), points(1900));
  CHECK_INTERVAL(w.out.spans[1], first, points(1100));
  CHECK(w.out.is_descending[1]);
}

static void a_fling_that_is_there_with_loads_that_take_no_time_has_passed_nothing(void) {
  world w = make_moving(400);
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 0));
  w.input.has_landing = true;
  w.input.landing_offset = points(1000);
  foresee(&w);
  CHECK_SPAN(w, 0, 1000, 1800, false);
  CHECK_EQUAL(w.out.running.lower, points(1000));
}

static void without_landing_or_finger_nothing_is_skipped(void) {
  world w = make_moving(1000);
  foresee(&w);
  CHECK_SPAN(w, 0, 1200, 2000, false);
  CHECK_SPAN(w, 1, 1000, 1200, true);
  CHECK_SPAN(w, 2, 2000, 4000, false);
  CHECK_INTERVAL(w.out.running, points(-200), points(4800));
  w.input.is_dragged = true;
  foresee(&w);
  // 500 × 300 ÷ 800 points on; requests are only cancelled where the landing is known.
  CHECK_SPAN(w, 0, 1500, 2300, false);
  CHECK_SPAN(w, 1, 1187.5, 1500, true);
  CHECK_SPAN(w, 2, 2300, 4300, false);
  CHECK_INTERVAL(w.out.running, points(-200), points(5100));
}

static void slow_preloads_are_skipped_further(void) {
  world w = make_moving(1000);
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 2));
  w.input.has_landing = true;
  w.input.landing_offset = points(4000);
  foresee(&w);
  // T + D = 3 s: 3000 × 3000 ÷ 6000. 0.3 T = 0.6 s: 3000 × 600 ÷ 3600.
  CHECK_SPAN(w, 0, 3300, 4800, false);
  CHECK_SPAN(w, 1, 2500, 3300, true);
  CHECK_EQUAL(w.out.running.lower, points(1500));
}

static void the_reach_is_the_least_of_three(void) {
  world w = make_world();
  record(&w, 0, 0);
  foresee(&w);
  // V + 2 × 2000 × 0.3.
  CHECK_INTERVAL(w.out.spans[1], points(1800), points(1800 + 2000));
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 0.2));
  foresee(&w);
  // T + 2 D is 0.4: that would be 2400, as is 3 V.
  CHECK_INTERVAL(w.out.spans[1], points(1800), points(1800 + 2400));
  CHECK_OK(rc_motion_add_preload_time(&w.motion, 5));
  foresee(&w);
  CHECK_INTERVAL(w.out.spans[1], points(1800), points(1800 + 2400));
  w.motion.distance = points(900);
  w.motion.distance_deviation = points(200);
  foresee(&w);
  // V ÷ 2 + 900 + 200.
  CHECK_INTERVAL(w.out.spans[1], points(1800), points(1800 + 1500));
}

static void the_budget_scales_the_reach_alone(void) {
  world w = make_world();
  record(&w, 0, 0);
  w.input.budget = 1.5;
  foresee(&w);
  CHECK_SPAN(w, 1, 1800, 4800, false);
  CHECK_SPAN(w, 2, 800, 1000, true);
  CHECK_INTERVAL(w.out.kept, points(-200), points(5600));
  w.input.budget = 0;
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 2);
  CHECK_SPAN(w, 1, 800, 1000, true);
}

static void before_the_first_scroll_the_reach_is_less(void) {
  world w = make_world();
  w.input.awaits_scroll = true;
  const double budgets[] = {0.25, 1, 9};
  const double ends[] = {2300, 3000, 3000};
  for (int i = 0; i < 3; i++) {
    w.input.budget = budgets[i];
    foresee(&w);
    CHECK_SPAN(w, 0, 1000, 1800, false);
    CHECK_SPAN(w, 1, 1800, ends[i], false);
    CHECK_SPAN(w, 2, 800, 1000, true);
  }
}

// V ÷ 2 + V × 0.4 ÷ T, and at most 1.5 V.
static void before_the_first_scroll_slow_preloads_reach_less_far(void) {
  const double seconds[] = {0, 0.39, 0.4, 0.5, 0.8, 4};
  const double reaches[] = {1200, 1200, 1200, 1040, 800, 480};
  for (int i = 0; i < 6; i++) {
    world w = make_world();
    w.input.awaits_scroll = true;
    w.input.budget = 3;
    CHECK_OK(rc_motion_add_preload_time(&w.motion, seconds[i]));
    foresee(&w);
    CHECK_SPAN(w, 1, 1800, 1800 + reaches[i], false);
    w.input.awaits_scroll = false;
    foresee(&w);
    CHECK(w.out.spans[1].upper > points(1800 + reaches[i]));
  }
}

// == 9. Thumbs ==

static void what_is_visible_is_the_last_where_a_screenful_passes_in_less_than_100_ms(void) {
  world w = make_moving(8000);
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 3);
  w = make_moving(8040);
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 1);
  CHECK_SPAN(w, 0, 1000, 3800, true);
  CHECK_EQUAL(rc__foresight_rank(&w.out, points(1000), 1), points(2800) - 1);
  CHECK_EQUAL(w.out.kept.lower, points(-200));
  w.input.is_dragged = true;
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 1);
  w.input.has_landing = true;
  w.input.landing_offset = points(9000);
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 3);
}

static void nothing_is_wanted_ahead_of_what_jumps_by_a_screenful(void) {
  world w = make_moving(80000);
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 1);
  CHECK_SPAN(w, 0, 1000, 3800, true);
  w = make_moving(80100);
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 1);
  CHECK_SPAN(w, 0, 1000, 1800, true);
  // What is loaded already stays.
  CHECK_EQUAL(w.out.kept.lower, points(-200));
  CHECK_EQUAL(w.out.kept.upper, w.out.landing_offset + points(1600 + 2000));
  w.input.has_landing = true;
  w.input.landing_offset = points(90000);
  foresee(&w);
  CHECK_EQUAL(w.out.span_count, 3);
}

// == ranks ==

static void ranks_follow_the_spans(void) {
  world w = make_world();
  w.input.viewport = (rc_interval){1000, 1008};
  record(&w, 0, 0);
  foresee(&w);
  CHECK_INTERVAL(w.out.wanted, 998, 1032);
  for (int64_t offset = 990; offset < 1040; offset++) {
    for (int64_t extent = -1; extent < 12; extent++) {
      CHECK_EQUAL(rc__foresight_rank(&w.out, offset, extent),
                  model_motion_rank(&w.out, offset, extent));
    }
  }
  CHECK_EQUAL(rc__foresight_rank(&w.out, 1000, 1), 0);
  CHECK_EQUAL(rc__foresight_rank(&w.out, 1008, 1), 8);
  CHECK_EQUAL(rc__foresight_rank(&w.out, 999, 1), 32);
  CHECK_EQUAL(rc__foresight_rank(&w.out, 998, 1), 33);
  CHECK_EQUAL(rc__foresight_rank(&w.out, INT64_MIN, INT64_MAX), -1);
  CHECK_EQUAL(rc__foresight_rank(&w.out, 0, INT64_MAX), 0);
  // Beyond the last span there is none.
  w.out.span_count = 1;
  CHECK_EQUAL(rc__foresight_rank(&w.out, 1008, 1), -1);
}

// == random movements ==

static void random_movements_match_the_model(void) {
  test_random random = {test_seed(41)};
  model_motion *model = malloc(sizeof *model);
  CHECK(model != NULL);
  for (int64_t i = 0; i < test_count(150) && !test_has_failed(); i++) {
    script_run_motion(&random, model, 300);
  }
  free(model);
}

static const test_case cases[] = {
    CASE(preloads_take_300_ms_before_the_first),
    CASE(preload_times_have_a_mean_and_a_deviation),
    CASE(a_preload_counts_as_at_most_5_seconds),
    CASE(the_means_remember_32_preloads),
    CASE(velocity_is_over_50_ms_or_more),
    CASE(velocity_is_of_the_user_only),
    CASE(the_program_moves_with_a_landing),
    CASE(the_programs_speed_is_not_the_users),
    CASE(what_the_program_left_at_rest_delays_nothing),
    CASE(a_scroll_of_the_programs_ends_a_gesture),
    CASE(updates_at_the_same_time_count_once),
    CASE(samples_are_15_ms_apart),
    CASE(moving_begins_at_120_points_a_second),
    CASE(a_time_that_goes_back_ends_the_movement),
    CASE(a_clock_that_is_set_back_gives_no_false_speed),
    CASE(clocks_may_start_anywhere_and_leap),
    CASE(the_sum_of_movements_begins_again_before_it_overflows),
    CASE(a_gesture_begins_at_a_point_a_second_and_ends_after_100_ms),
    CASE(gestures_teach_speed_distance_and_glide),
    CASE(gestures_with_a_landing_or_slow_ones_teach_no_glide),
    CASE(the_means_remember_32_gestures),
    CASE(the_hosts_landing_is_the_landing),
    CASE(a_landing_is_not_used_at_rest),
    CASE(a_slowdown_of_four_samples_has_a_landing),
    CASE(a_slowdown_lands_a_second_away_at_most),
    CASE(a_slowdown_is_3_percent_and_without_a_finger),
    CASE(three_percent_is_less_than_97),
    CASE(each_of_four_samples_is_slower),
    CASE(a_landing_is_guessed_from_the_velocity),
    CASE(a_bounce_lands_where_it_is),
    CASE(at_rest_the_viewport_comes_first_then_ahead_then_behind),
    CASE(in_a_fling_what_can_be_in_time_comes_first),
    CASE(backward_everything_is_mirrored_about_the_viewport),
    CASE(a_landing_near_by_leaves_nothing_late),
    CASE(a_fling_that_is_there_with_loads_that_take_no_time_has_passed_nothing),
    CASE(without_landing_or_finger_nothing_is_skipped),
    CASE(slow_preloads_are_skipped_further),
    CASE(the_reach_is_the_least_of_three),
    CASE(the_budget_scales_the_reach_alone),
    CASE(before_the_first_scroll_the_reach_is_less),
    CASE(before_the_first_scroll_slow_preloads_reach_less_far),
    CASE(what_is_visible_is_the_last_where_a_screenful_passes_in_less_than_100_ms),
    CASE(nothing_is_wanted_ahead_of_what_jumps_by_a_screenful),
    CASE(ranks_follow_the_spans),
    CASE(random_movements_match_the_model),
};

const test_suite suite_motion = SUITE(cases);
