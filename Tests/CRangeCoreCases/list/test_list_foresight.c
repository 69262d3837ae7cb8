// Foresight of lists: the preload range and what is kept follow from the motion, and nothing else
// changes. What is foreseen is in test_motion.c.

#include <math.h>
#include <string.h>

#include "../harness.h"
#include "list_fixture.h"
#include "list_memory.h"

/// Items of 100 points under a viewport of 500, after the user's first scroll, at rest.
static void begin(list_fixture *f, int64_t count) {
  fixture_begin(f, count);
  f->settings.foresight = 1;
  fixture_configure(f);
  CHECK_OK(rc_list_mark_scrolled(f->list));
  fixture_update(f, 2000);
}

/// Scrolls at a velocity, in points a second, for 200 ms, 60 updates a second.
static void move(list_fixture *f, double velocity) {
  for (int i = 0; i < 12; i++) {
    f->viewport.time += 1.0 / 60;
    fixture_scroll(f, f->viewport.offset + velocity / 60);
  }
}

static void land(list_fixture *f, double offset) {
  f->viewport.has_landing = true;
  f->viewport.landing_offset = offset;
}

static int64_t count_runs(const rc_list *list) {
  int64_t count = 0;
  for (int64_t i = 0; i < rc_list_count(list); i++) {
    count += i == 0 || rc_list_state(list, i) != rc_list_state(list, i - 1);
  }
  return count;
}

// == off ==

static void foresight_is_off_at_first_and_can_be_turned_off(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_OK(rc_list_mark_scrolled(f.list));
  rc_foresight foresight;
  CHECK_POINTS(f.settings.foresight, 0);
  fixture_update(&f, 2000);
  CHECK_TEXT(fixture_ranges(&f), "visible 20..25 display 17..30 preload 12..38");
  CHECK_EQUAL(rc_list_foresee(f.list, &foresight), RC_STATUS_NOT_FOUND);
  CHECK_OK(rc_list_add_preload_time(f.list, 1));
  f.settings.foresight = 1;
  fixture_configure(&f);
  fixture_update(&f, 2000);
  CHECK_TEXT(fixture_ranges(&f), "visible 20..25 display 17..30 preload 18..40");
  f.settings.foresight = 0;
  fixture_configure(&f);
  fixture_update(&f, 2000);
  CHECK_TEXT(fixture_ranges(&f), "visible 20..25 display 17..30 preload 12..38");
  CHECK_TEXT(fixture_states(&f), "12*1 5*3 3*7 5*15 5*7 8*3 62*1");
  CHECK_EQUAL(rc_list_foresee(f.list, &foresight), RC_STATUS_NOT_FOUND);
}

static void foresight_is_for_the_mode_full_on_screen(void) {
  FIXTURE(f, begin(&f, 100));
  CHECK_TEXT(fixture_ranges(&f), "visible 20..25 display 17..30 preload 18..40");
  rc_foresight foresight;
  CHECK_OK(rc_list_foresee(f.list, &foresight));
  static const char *const others[] = {
      "visible 20..25 display 18..27 preload 18..28",
      "visible 20..25 display 20..25 preload 20..25",
      "visible 20..25 display 20..20 preload 20..25",
  };
  for (int mode = 1; mode < 4; mode++) {
    CHECK_OK(rc_list_set_mode(f.list, (rc_range_mode)mode));
    fixture_update(&f, 2000);
    CHECK_TEXT(fixture_ranges(&f), others[mode - 1]);
    CHECK_EQUAL(rc_list_foresee(f.list, &foresight), RC_STATUS_NOT_FOUND);
  }
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_FULL));
  for (int presence = 1; presence < 3; presence++) {
    f.settings.presence = (rc_presence)presence;
    fixture_configure(&f);
    fixture_update(&f, 2000);
    CHECK_TEXT(fixture_ranges(&f), "visible 20..25 display 17..30 preload 12..38");
    CHECK_EQUAL(rc_list_foresee(f.list, &foresight), RC_STATUS_NOT_FOUND);
  }
  f.settings.presence = RC_PRESENCE_ON_SCREEN;
  fixture_configure(&f);
  const rc_tuning off = {2.5, 1.5, false};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_FULL, RC_RANGE_PRELOAD, off));
  fixture_update(&f, 2000);
  CHECK_TEXT(fixture_ranges(&f), "visible 20..25 display 17..30 preload 20..20");
  CHECK_EQUAL(rc_list_foresee(f.list, &foresight), RC_STATUS_NOT_FOUND);
}

// Of a viewport of 500, A is 3 V once the user has scrolled, and 1.5 V at most before.
static void before_the_first_scroll_foresight_is_for_the_mode_minimum(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.foresight = 1;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_MINIMUM);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..5 display 0..7 preload 0..13");
  // Not if the mode would not be full after that, or is the app's will.
  f.settings.depth = 1;
  fixture_configure(&f);
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..5 display 0..7 preload 0..8");
  f.settings.depth = 0;
  fixture_configure(&f);
  CHECK_OK(rc_list_set_mode(f.list, RC_RANGE_MODE_MINIMUM));
  fixture_update(&f, 0);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..5 display 0..7 preload 0..8");
  move(&f, 60);
  CHECK_EQUAL(f.update.mode, RC_RANGE_MODE_FULL);
  CHECK_TEXT(fixture_ranges(&f), "visible 0..6 display 0..11 preload 0..21");
}

static void without_a_preload_range_in_the_mode_minimum_nothing_is_foreseen_there(void) {
  FIXTURE(f, fixture_begin(&f, 100));
  f.settings.foresight = 1;
  fixture_configure(&f);
  const rc_tuning off = {1, 1, false};
  CHECK_OK(rc_list_set_tuning(f.list, RC_RANGE_MODE_MINIMUM, RC_RANGE_PRELOAD, off));
  fixture_update(&f, 0);
  rc_foresight it;
  CHECK_EQUAL(rc_list_foresee(f.list, &it), RC_STATUS_NOT_FOUND);
}

// == on ==

// A is 3 V, 1500: wanted 1875 ..< 4000, kept 1250 ..< 4500.
static void at_rest_items_enter_by_the_reach_and_are_kept_further(void) {
  FIXTURE(f, begin(&f, 100));
  CHECK_TEXT(fixture_states(&f), "17*1 1*5 2*7 5*15 5*7 10*3 60*1");
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK_EQUAL(it.span_count, 3);
  CHECK_INTERVAL(it.spans[0], 20, 25);
  CHECK_INTERVAL(it.spans[1], 25, 40);
  CHECK_INTERVAL(it.spans[2], 18, 20);
  CHECK_INTERVAL(it.wanted, 18, 40);
  CHECK_INTERVAL(it.running, 12, 45);
  CHECK_INTERVAL(it.kept, 12, 45);
  CHECK_EQUAL(rc__foresight_rank(&it, 25, 1), 5);
  CHECK_EQUAL(rc__foresight_rank(&it, 19, 1), 20);
  CHECK_EQUAL(rc__foresight_rank(&it, 17, 1), -1);
  // Programs may move it without being foreseen. Kept are 1750 ..< 5000, and 18 and 39 with them.
  fixture_update(&f, 2500);
  CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 23, 45);
  CHECK_EQUAL(rc_list_state(f.list, 18), 3);
  fixture_update(&f, 2700);
  CHECK_EQUAL(rc_list_state(f.list, 18), 1);
  CHECK_EQUAL(rc_list_state(f.list, 19), 3);
}

// Flung to 9000 at 3000 points a second from 2600 on: 6400 × 900 ÷ 7300 = 789 points.
static void a_fling_skips_what_cannot_be_in_time_and_sees_all(void) {
  FIXTURE(f, begin(&f, 200));
  land(&f, 9000);
  move(&f, 3000);
  CHECK_POINTS(f.viewport.offset, 2600);
  CHECK_INTERVAL(f.update.visible, 26, 31);
  CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 33, 110);
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK(it.is_moving && it.landing_is_known);
  CHECK_EQUAL(it.landing_offset, 9000 * RC_TICKS_PER_POINT);
  CHECK_INTERVAL(it.spans[0], 38, 95);
  CHECK_INTERVAL(it.spans[1], 33, 39);
  CHECK_INTERVAL(it.spans[2], 95, 110);
  CHECK(it.is_descending[1]);
  // 6400 × 270 ÷ 6670 = 259.
  CHECK_INTERVAL(it.running, 28, 115);
  for (int64_t i = 26; i < 31; i++) CHECK_EQUAL(rc_list_state(f.list, i), 15);
  fixture_update(&f, 7000);
  // A jump of the program's: 41 was never wanted, and neither seen.
  for (int64_t i = 70; i < 75; i++) CHECK_EQUAL(rc_list_state(f.list, i), 15);
}

// Far ahead at first, so that there is a gap after what is seen.
static void seen_items_are_apart_from_what_is_wanted(void) {
  FIXTURE(f, begin(&f, 1000));
  land(&f, 60000);
  fixture_update(&f, 20000);
  move(&f, 9000);
  CHECK_INTERVAL(f.update.visible, 218, 223);
  CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 243, 620);
  CHECK_EQUAL(rc_list_state(f.list, 217), 3 | RC_STATE_DISPLAY);
  CHECK_EQUAL(rc_list_state(f.list, 218), 15);
  CHECK_EQUAL(rc_list_state(f.list, 222), 15);
  CHECK_EQUAL(rc_list_state(f.list, 242) & RC_STATE_PRELOAD, RC_STATE_PRELOAD);
  CHECK_EQUAL(rc_list_state(f.list, 243), 3);
}

static void a_pinned_header_apart_from_what_is_wanted_keeps_its_bits(void) {
  FIXTURE(f, begin(&f, 1000));
  f.settings.pins_headers = true;
  fixture_configure(&f);
  CHECK_OK(rc_list_mark_header(f.list, 300, 0));
  fixture_update(&f, 25000);
  for (int i = 0; i < 4; i++) {
    f.viewport.time += 0.05;
    fixture_scroll(&f, f.viewport.offset + 300);
  }
  CHECK_EQUAL(rc_list_state(f.list, 300), 1);
  land(&f, 90000);
  f.viewport.time += 0.05;
  fixture_scroll(&f, 30000);
  CHECK_INTERVAL(f.update.visible, 300, 305);
  rc_pinned_header header;
  CHECK_OK(rc_list_pinned_header(f.list, &header));
  CHECK_EQUAL(header.index, 300);
  CHECK(f.update.ranges[RC_RANGE_PRELOAD].lower > 305);
  CHECK_EQUAL(rc_list_state(f.list, 300), 15);
  CHECK_EQUAL(rc_list_state(f.list, 301), 15);
}

static void a_thumb_wants_what_is_seen_last(void) {
  FIXTURE(f, begin(&f, 2000));
  move(&f, 6000);
  CHECK_INTERVAL(f.update.visible, 32, 37);
  CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 32, 52);
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK_EQUAL(it.span_count, 1);
  CHECK_INTERVAL(it.spans[0], 32, 52);
  CHECK(it.is_descending[0]);
  CHECK_EQUAL(rc_list_state(f.list, 36), 15);
}

// To item 10, from 20,000, by 1200 points an update.
static void the_program_lands_at_its_target(void) {
  for (int by_user = 0; by_user < 2; by_user++) {
    FIXTURE(f, begin(&f, 300));
    fixture_update(&f, 20000);
    double offset;
    CHECK_OK(rc_list_set_scroll_target(f.list, 10, 0, 0, &offset));
    CHECK_POINTS(offset, 1000);
    for (int i = 0; i < 6; i++) {
      f.viewport.time += 1.0 / 60;
      const double next = f.viewport.offset - 1200;
      by_user == 1 ? fixture_scroll(&f, next) : fixture_update(&f, next);
    }
    rc_foresight it;
    CHECK_OK(rc_list_foresee(f.list, &it));
    CHECK(it.is_moving);
    CHECK_EQUAL(it.landing_is_known, by_user == 0);
    if (by_user == 1) continue;
    CHECK_EQUAL(it.landing_offset, 1000 * RC_TICKS_PER_POINT);
    CHECK(it.wanted.lower == 0 && it.spans[0].lower == 10);
    // Rows before it that come to be longer move it.
    fixture_measure(&f, 2, 300);
    fixture_measure(&f, 3, 300);
    f.viewport.time += 1.0 / 60;
    fixture_update(&f, f.viewport.offset - 1200);
    CHECK_OK(rc_list_foresee(f.list, &it));
    CHECK_EQUAL(it.landing_offset, 1400 * RC_TICKS_PER_POINT);
  }
}

// To the top, as a tap on the status bar: the host says so.
static void the_program_lands_where_the_host_says(void) {
  FIXTURE(f, begin(&f, 300));
  fixture_update(&f, 20000);
  land(&f, 0);
  for (int i = 0; i < 6; i++) {
    f.viewport.time += 1.0 / 60;
    fixture_update(&f, f.viewport.offset - 1200);
  }
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK(it.is_moving && it.landing_is_known && it.landing_offset == 0);
  CHECK_EQUAL(it.wanted.lower, 0);
}

// A movement that slows down ends somewhere, unless what moves the list can still go anywhere.
static void a_landing_is_known_while_held_and_not_while_dragged(void) {
  for (int i = 0; i < 3; i++) {
    FIXTURE(f, begin(&f, 2000));
    f.viewport.is_held = i == 1;
    f.viewport.is_dragged = i == 2;
    double velocity = 3000;
    for (int frame = 0; frame < 30; frame++) {
      f.viewport.time += 1.0 / 60;
      fixture_scroll(&f, f.viewport.offset + velocity / 60);
      velocity *= 0.98;
    }
    rc_foresight it;
    CHECK_OK(rc_list_foresee(f.list, &it));
    CHECK(it.is_moving && it.landing_is_known == (i < 2));
  }
}

static void insets_belong_to_the_viewport(void) {
  FIXTURE(f, begin(&f, 100));
  f.viewport.inset_start = 100;
  f.viewport.inset_end = 50;
  fixture_update(&f, 2000);
  // As without: the viewport is 2000 ..< 2500.
  CHECK_TEXT(fixture_ranges(&f), "visible 21..25 display 19..28 preload 18..40");
}

static void slack_adds_nothing_to_what_is_kept(void) {
  FIXTURE(f, begin(&f, 100));
  f.settings.slack = 3;
  fixture_configure(&f);
  fixture_update(&f, 2000);
  fixture_update(&f, 2700);
  CHECK_EQUAL(rc_list_state(f.list, 18) & RC_STATE_PRELOAD, 0);
  CHECK_EQUAL(rc_list_state(f.list, 19) & RC_STATE_PRELOAD, RC_STATE_PRELOAD);
  // It still widens the others.
  CHECK_EQUAL(rc_list_state(f.list, 18) & RC_STATE_DISPLAY, RC_STATE_DISPLAY);
}

static void scattered_items_are_kept_by_slack_alone(void) {
  for (int slack = 0; slack < 2; slack++) {
    FIXTURE(f, begin(&f, 0));
    double extents[250];
    for (int i = 0; i < 250; i++) extents[i] = 20;
    CHECK_OK(rc_list_insert(f.list, 0, extents, 250));
    f.settings.slack = slack;
    fixture_configure(&f);
    fixture_update(&f, 2000);
    CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 93, 200);
    // Before each that is wanted beyond the visible ones, one that never was.
    for (int64_t i = 199; i > 125; i--) CHECK_OK(rc_list_insert(f.list, i, extents, 1));
    // 400, 402 … 548 were 325 … 399: no longer wanted, and kept up to 4250.
    fixture_again(&f);
    CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 93, 200);
    CHECK(count_runs(f.list) > 24);
    CHECK_EQUAL(rc_list_state(f.list, 201) & RC_STATE_PRELOAD, RC_STATE_PRELOAD);
    fixture_update(&f, f.viewport.offset - 1);
    for (int64_t i = 200; i < 250; i++) {
      const bool is_kept = slack > 0 && i < 225 && i % 2 == 1;
      CHECK_EQUAL(rc_list_state(f.list, i) & RC_STATE_PRELOAD, is_kept ? RC_STATE_PRELOAD : 0);
    }
  }
}

static void corrections_are_no_movement(void) {
  FIXTURE(f, begin(&f, 300));
  move(&f, 600);
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK_EQUAL(it.velocity, 600 * RC_TICKS_PER_POINT);
  for (int i = 0; i < 6; i++) {
    CHECK_OK(rc_list_insert(f.list, 0, NULL, 10));
    fixture_again(&f);
    CHECK(f.update.correction > 0);
    f.viewport.offset += f.update.correction;
    move(&f, 600);
    CHECK_OK(rc_list_foresee(f.list, &it));
    CHECK_EQUAL(it.velocity, 600 * RC_TICKS_PER_POINT);
  }
}

static void the_hosts_velocity_is_not_used(void) {
  static const double velocities[] = {0, 1e9, -1e9, 30};
  for (int i = 0; i < 4; i++) {
    FIXTURE(f, begin(&f, 300));
    f.viewport.velocity = velocities[i];
    move(&f, 1200);
    CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 22, 45);
  }
}

static void a_hidden_list_records_nothing(void) {
  FIXTURE(f, begin(&f, 300));
  move(&f, 600);
  f.viewport.length = 0;
  f.viewport.time += 1;
  fixture_scroll(&f, 9000);
  f.viewport.length = 500;
  f.viewport.time += 1.0 / 60;
  fixture_update(&f, 2120);
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK_EQUAL(it.velocity, 0);
  // The gesture has ended, and taught u as 1533: A is 1420.
  CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 19, 41);
}

static void what_is_foreseen_is_that_of_the_last_update(void) {
  FIXTURE(f, begin(&f, 300));
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  CHECK_EQUAL(rc_list_foresee(f.list, &it), RC_STATUS_NOT_FOUND);
  fixture_again(&f);
  CHECK_OK(rc_list_foresee(f.list, &it));
  fixture_configure(&f);
  CHECK_EQUAL(rc_list_foresee(f.list, &it), RC_STATUS_NOT_FOUND);
}

static void preload_times_reach_the_motion(void) {
  FIXTURE(f, begin(&f, 300));
  for (int i = 0; i < 9; i++) CHECK_OK(rc_list_add_preload_time(f.list, 0));
  fixture_update(&f, 2000);
  // T is 0: of A, V is left.
  CHECK_INTERVAL(f.update.ranges[RC_RANGE_PRELOAD], 18, 30);
}

static void a_landing_that_is_known_decides_about_batches(void) {
  FIXTURE(f, begin(&f, 100));
  move(&f, 1000);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 10000 - 2700);
  land(&f, 8000);
  move(&f, 1000);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 1500);
  // Further than the list goes.
  land(&f, 80000);
  move(&f, 1000);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 0);
  // A slowdown.
  f.viewport.has_landing = false;
  double velocity = 1000;
  for (int i = 0; i < 5; i++) {
    f.viewport.time += 1.0 / 60;
    velocity *= 0.9;
    fixture_scroll(&f, f.viewport.offset + velocity / 60);
  }
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK(it.landing_is_known);
  const double landing = rc_ticks_to_points(it.landing_offset);
  CHECK(landing > f.viewport.offset + 100);
  CHECK_POINTS(f.update.batches[RC_END_TAIL].remaining, 10000 - 500 - landing);
}

static void the_next_time_is_when_the_viewport_would_be_at_rest(void) {
  FIXTURE(f, begin(&f, 100));
  CHECK_POINTS(f.update.next_time, INFINITY);
  move(&f, 1000);
  const double time = f.viewport.time;
  CHECK_POINTS(f.update.next_time, time + 0.05);
  f.viewport.time = f.update.next_time;
  fixture_again(&f);
  rc_foresight it;
  CHECK_OK(rc_list_foresee(f.list, &it));
  CHECK(!it.is_moving);
  // And then when the gesture ends.
  CHECK_POINTS(f.update.next_time, f.viewport.time + 0.05);
  f.viewport.time = f.update.next_time;
  fixture_again(&f);
  CHECK_POINTS(f.update.next_time, INFINITY);
  move(&f, 120);
  CHECK_POINTS(f.update.next_time, f.viewport.time + 0.05);
}

static void the_next_time_is_the_earlier_of_rest_and_a_retry(void) {
  FIXTURE(f, begin(&f, 100));
  fixture_update(&f, 9000);
  rc_batch_context *context = NULL;
  rc_batch_token token = 0;
  CHECK_OK(rc_list_begin_batch(f.list, RC_END_TAIL, &context, &token));
  CHECK_OK(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_FAILED));
  rc_batch_context_release(context);
  fixture_again(&f);
  const double retry = f.update.next_time;
  CHECK(retry > f.viewport.time + 0.3 && retry < INFINITY);
  // Twelve updates are 200 ms, and rest would come 50 ms later.
  f.viewport.time = retry - 0.26;
  move(&f, 300);
  CHECK_POINTS(f.update.next_time, f.viewport.time + 0.05);
  f.viewport.time = retry - 0.22;
  move(&f, 300);
  CHECK_POINTS(f.update.next_time, retry);
}

// == memory ==

/// A list with foresight and a pinned header, in the mode full.
static rc_list *begin_in(list_memory *memory, rc_list_settings *settings) {
  list_memory_init(memory);
  rc_list *list = NULL;
  const rc_allocator allocator = list_memory_allocator(memory);
  rc_list_settings_init(settings);
  settings->foresight = 1;
  settings->pins_headers = true;
  if (rc_list_create(NULL, &allocator, &list) != RC_STATUS_OK ||
      rc_list_insert(list, 0, NULL, 10000) != RC_STATUS_OK ||
      rc_list_set_estimate(list, 10) != RC_STATUS_OK ||
      rc_list_mark_header(list, 3, 1) != RC_STATUS_OK ||
      rc_list_mark_scrolled(list) != RC_STATUS_OK ||
      rc_list_set_settings(list, settings) != RC_STATUS_OK ||
      rc_list_add_preload_time(list, 5) != RC_STATUS_OK) {
    test_fail(__FILE__, __LINE__, "no list");
  }
  return list;
}

/// Moves single items, each to another place among 400.
static void move_items(rc_list *list, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    CHECK_OK(rc_list_move(list, 450 + 7 * i % 400, 451 + 7 * i % 400, 450 + 31 * i % 400));
  }
}

/// Updates once; what it makes is then a viewport 500 lengths further on, with a landing.
static void begin_fling(rc_list *list, rc_viewport *viewport) {
  rc_viewport_init(viewport);
  viewport->length = 10;
  viewport->is_user_driven = true;
  rc_update update;
  CHECK_OK(rc_list_update(list, viewport, &update));
  viewport->offset = 5000;
  viewport->time = 0.05;
  viewport->has_landing = true;
}

static void edits_reserve_what_the_updates_after_them_need(void) {
  for (int64_t edits = 0; edits < 90 && !test_has_failed(); edits += test_stride()) {
    list_memory memory;
    rc_list_settings settings;
    rc_list *list = begin_in(&memory, &settings);
    rc_viewport viewport;
    begin_fling(list, &viewport);
    rc_update update;
    for (int i = 0; i < 20; i++) {
      if (i % 10 == edits % 10) move_items(list, edits);
      viewport.landing_offset = 5000 + 100 + 200 * i;
      memory.countdown = 0;
      CHECK_OK(rc_list_update(list, &viewport, &update));
      memory.countdown = -1;
    }
    rc_list_destroy(list);
    CHECK_EQUAL(memory.bytes, 0);
  }
}

static void foresight_stays_off_without_memory_for_it(void) {
  int64_t failures = 0;
  for (int64_t edits = 0; edits < 90 && !test_has_failed(); edits++) {
    list_memory memory;
    rc_list_settings settings;
    rc_list *list = begin_in(&memory, &settings);
    settings.foresight = 0;
    CHECK_OK(rc_list_set_settings(list, &settings));
    rc_viewport viewport;
    rc_viewport_init(&viewport);
    rc_update update;
    CHECK_OK(rc_list_update(list, &viewport, &update));
    move_items(list, edits);
    settings.foresight = 1;
    memory.countdown = 0;
    const rc_status status = rc_list_set_settings(list, &settings);
    memory.countdown = -1;
    CHECK_OK(rc_list_get_settings(list, &settings));
    CHECK_EQUAL(status, settings.foresight > 0 ? RC_STATUS_OK : RC_STATUS_NO_MEMORY);
    failures += status != RC_STATUS_OK;
    rc_list_destroy(list);
    CHECK_EQUAL(memory.bytes, 0);
  }
  CHECK(failures > 0);
}

// At one moment, at 100,000 points a second, the host tells of one landing after another: what was
// wanted for each is kept, in ever more stretches.
static void too_many_stretches_are_not_kept_and_nothing_allocates(void) {
  list_memory memory;
  list_memory_init(&memory);
  rc_list *list;
  const rc_allocator allocator = list_memory_allocator(&memory);
  CHECK_OK(rc_list_create(NULL, &allocator, &list));
  CHECK_OK(rc_list_insert(list, 0, NULL, 10000));
  CHECK_OK(rc_list_set_estimate(list, 10));
  CHECK_OK(rc_list_mark_scrolled(list));
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.foresight = 1;
  CHECK_OK(rc_list_set_settings(list, &settings));
  CHECK_OK(rc_list_add_preload_time(list, 5));
  const int64_t allocations = memory.allocations;
  rc_viewport viewport;
  begin_fling(list, &viewport);
  rc_update update;
  int64_t most = 0;
  for (int i = 0; i < 60; i++) {
    viewport.landing_offset = 5000 + 100 + 200 * i;
    const int64_t before = count_runs(list);
    CHECK_OK(rc_list_update(list, &viewport, &update));
    const int64_t runs = count_runs(list);
    if (before > 24) CHECK(runs < 12);
    if (before <= 24 && i > 0) CHECK(runs >= before);
    if (runs > most) most = runs;
    CHECK_OK(rc_list_validate(list, NULL));
  }
  CHECK_F(most > 24 && most < 30, "%lld runs", (long long)most);
  CHECK_EQUAL(memory.allocations, allocations);
  rc_list_destroy(list);
  CHECK_EQUAL(memory.bytes, 0);
}

static const test_case cases[] = {
    CASE(foresight_is_off_at_first_and_can_be_turned_off),
    CASE(foresight_is_for_the_mode_full_on_screen),
    CASE(before_the_first_scroll_foresight_is_for_the_mode_minimum),
    CASE(without_a_preload_range_in_the_mode_minimum_nothing_is_foreseen_there),
    CASE(at_rest_items_enter_by_the_reach_and_are_kept_further),
    CASE(a_fling_skips_what_cannot_be_in_time_and_sees_all),
    CASE(seen_items_are_apart_from_what_is_wanted),
    CASE(a_pinned_header_apart_from_what_is_wanted_keeps_its_bits),
    CASE(a_thumb_wants_what_is_seen_last),
    CASE(the_program_lands_at_its_target),
    CASE(the_program_lands_where_the_host_says),
    CASE(a_landing_is_known_while_held_and_not_while_dragged),
    CASE(insets_belong_to_the_viewport),
    CASE(slack_adds_nothing_to_what_is_kept),
    CASE(scattered_items_are_kept_by_slack_alone),
    CASE(corrections_are_no_movement),
    CASE(the_hosts_velocity_is_not_used),
    CASE(a_hidden_list_records_nothing),
    CASE(what_is_foreseen_is_that_of_the_last_update),
    CASE(preload_times_reach_the_motion),
    CASE(a_landing_that_is_known_decides_about_batches),
    CASE(the_next_time_is_when_the_viewport_would_be_at_rest),
    CASE(the_next_time_is_the_earlier_of_rest_and_a_retry),
    CASE(edits_reserve_what_the_updates_after_them_need),
    CASE(foresight_stays_off_without_memory_for_it),
    CASE(too_many_stretches_are_not_kept_and_nothing_allocates),
};

const test_suite suite_list_foresight = SUITE(cases);
