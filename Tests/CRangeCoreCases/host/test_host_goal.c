// Offsets that a host scrolls to, and extents that are known. In brackets are the numbers of the
// sentences of rangecore_host.h.

#include "kit_host.h"

/// Rows from 20 to 120 points long, where 44 are expected.
static void begin_uneven(kit *k, const rc_list_options *list, bool uses_mean, double offset_step) {
  rc_host_options options;
  rc_host_options_init(&options);
  options.offset_step = offset_step;
  // A row or two ahead in each step.
  options.budget = 0.002;
  *k = begin_with(list, &options, ROWS);
  rc_list_settings settings;
  CHECK_EQUAL(rc_list_get_settings(k->list, &settings), RC_STATUS_OK);
  settings.uses_mean_estimate = uses_mean;
  CHECK_EQUAL(rc_list_set_settings(k->list, &settings), RC_STATUS_OK);
  for (int i = 0; i < ROWS; i++) k->extents[i] = 20 + i * 7919 % 101;
  step(k);
}

static void go_to(kit *k, double offset) {
  CHECK_EQUAL(rc_host_scroll_to_offset(k->host, offset, false), RC_STATUS_OK);
  step(k);
}

/// Steps until all near it is measured: neither the offset moves nor what is on screen.
static void check_rest(kit *k) {
  const double offset = k->viewport.offset;
  const int64_t first = k->step.update.visible.lower;
  const double place = place_of(k, first);
  for (int i = 0; i < 100 && !test_has_failed(); i++) {
    step(k);
    CHECK_F(k->viewport.offset == offset, "%.17g, not %.17g", k->viewport.offset, offset);
    CHECK_F(place_of(k, first) == place, "%.17g, not %.17g", place_of(k, first), place);
  }
  CHECK(k->step.is_settled && k->step.next_time == INFINITY);
}

static void requests_arrive_at_their_offset(void) {  // (34), (35)
  rc_list_options grid;
  rc_list_options_init(&grid);
  grid.columns = 3;
  const double offsets[] = {50, 5000, 4999.25, 1, 100, 6100, 0};
  for (int way = 0; way < 6; way++) {
    const bool is_grid = way >= 3;
    const double offset_step = way % 3 == 2 ? 1 : 0;
    kit k;
    begin_uneven(&k, is_grid ? &grid : NULL, way % 3 == 1, offset_step);
    for (int i = 0; i < 7 && !test_has_failed(); i++) {
      const double most = rc_list_length(k.list) - 200;
      const double offset = offsets[i] < most ? offsets[i] : floor(most);
      go_to(&k, offset);
      CHECK_F(fabs(k.viewport.offset - offset) <= offset_step / 2, "%.17g, not %.17g",
              k.viewport.offset, offset);
      CHECK(k.step.is_settled);
      check_rest(&k);
    }
    end(&k);
  }
}

/// At an offset with rows above it that were measured since.
static void begin_at_rest(kit *k) {
  begin_uneven(k, NULL, false, 0);
  scroll(k, 1);
  go_to(k, 4000);
  check_rest(k);
  CHECK(k->step.update.pending != 0);
}

static void what_is_pending_waits_for_the_user(void) {  // (35)
  kit k;
  begin_at_rest(&k);
  const double pending = k.step.update.pending;
  const int64_t first = k.step.update.visible.lower;
  const double place = place_of(&k, first);
  scroll(&k, 10);
  CHECK(k.step.update.pending == 0 && k.viewport.offset == 4010 + pending);
  CHECK(place_of(&k, first) == place - 10);
  end(&k);
}

static void edits_and_other_breadths_end_the_rest(void) {  // (35)
  for (int way = 0; way < 6; way++) {
    kit k;
    begin_at_rest(&k);
    const double pending = k.step.update.pending;
    double expected = 4000 + pending;
    if (way == 0) CHECK_EQUAL(rc_list_insert(k.list, 199, NULL, 1), RC_STATUS_OK);
    if (way == 1) CHECK_EQUAL(rc_list_remove(k.list, 198, 199), RC_STATUS_OK);
    if (way == 2) CHECK_EQUAL(rc_list_move(k.list, 198, 199, 190), RC_STATUS_OK);
    if (way == 3) CHECK_EQUAL(rc_list_mark_provisional(k.list, 198, 199), RC_STATUS_OK);
    if (way == 4) k.breadth = 300;
    if (way == 5) CHECK_EQUAL(rc_host_wrote(k.host, k.viewport.offset = 4100), RC_STATUS_OK);
    if (way == 5) expected += 100;
    open_step(&k);
    CHECK_F(k.step.update.pending == 0 && k.step.update.offset == expected, "%d: %g and %g", way,
            k.step.update.offset, k.step.update.pending);
    end(&k);
  }
}

static void past_an_end_is_the_end(void) {  // (34), (35)
  kit k;
  begin_uneven(&k, NULL, true, 0);
  go_to(&k, INFINITY);
  CHECK(k.viewport.offset == rc_list_length(k.list) - 100 && place_of(&k, 199) > 0);
  for (int i = 0; i < 30; i++) step(&k);
  CHECK(k.viewport.offset == rc_list_length(k.list) - 100 && k.step.update.pending == 0);
  // What comes after it is not followed.
  const double end_of_last = place_of(&k, 199);
  CHECK_EQUAL(rc_list_remove(k.list, 0, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(k.list, 199, NULL, 1), RC_STATUS_OK);
  step(&k);
  CHECK(place_of(&k, 198) == end_of_last);
  go_to(&k, -INFINITY);
  CHECK(k.viewport.offset == 0 && place_of(&k, 0) == 0);
  // A list that is shorter than the screen, or empty, has but one offset.
  CHECK_EQUAL(rc_list_remove(k.list, 1, 200), RC_STATUS_OK);
  go_to(&k, 30);
  CHECK(k.viewport.offset == 0 && k.step.is_settled);
  CHECK_EQUAL(rc_list_remove(k.list, 0, 1), RC_STATUS_OK);
  go_to(&k, 30);
  CHECK(k.viewport.offset == 0 && k.step.is_settled);
  end(&k);
}

static void offsets_wait_until_the_list_is_shown(void) {  // (34)
  kit k;
  begin_uneven(&k, NULL, false, 0);
  k.breadth = 0;
  go_to(&k, 3000);
  CHECK(!k.step.sets_offset && k.viewport.offset == 0);
  // Edits leave it what it is.
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 0), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_move(k.list, 0, 50, 100), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_remove(k.list, 0, 20), RC_STATUS_OK);
  k.breadth = 400;
  // Under a finger it takes effect too, and only the last one does.
  k.viewport.is_held = true;
  CHECK_EQUAL(rc_host_scroll_to(k.host, 3, 0, 0, false), RC_STATUS_OK);
  go_to(&k, 2000);
  CHECK(k.viewport.offset == 2000);
  k.viewport.is_held = false;
  CHECK_EQUAL(rc_host_scroll_to_offset(k.host, 500, false), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_scroll_to(k.host, 100, 0, 0, false), RC_STATUS_OK);
  step(&k);
  CHECK(place_of(&k, 100) == 0);
  CHECK_EQUAL(rc_host_scroll_to_offset(k.host, NAN, false), RC_STATUS_ARGUMENT);
  end(&k);
}

static void rows_that_come_later_leave_the_offset(void) {  // (23), (35)
  kit k;
  begin_uneven(&k, NULL, false, 0);
  CHECK_EQUAL(rc_host_scroll_to_offset(k.host, 3000, false), RC_STATUS_OK);
  open_step(&k);
  while (!k.step.is_done && !test_has_failed()) {
    double later[ROWS];
    for (size_t i = 0; i < k.step.ask_count; i++) later[i] = RC_EXTENT_LATER;
    CHECK_EQUAL(rc_host_measured(k.host, later, k.step.ask_count, k.time += 1, &k.step),
                RC_STATUS_OK);
  }
  CHECK(k.step.offset == 3000);
  k.viewport.offset = 3000;
  const int64_t first = k.step.update.visible.lower;
  const double place = place_of(&k, first);
  for (int64_t i = first - 3; i < first + 3; i++) {
    uint32_t node;
    bool is_any;
    if (rc_host_find(k.host, i, &node) != RC_STATUS_OK) continue;
    const double extent = 100 + (double)i;
    CHECK_EQUAL(rc_host_set_extents(k.host, &node, &extent, 1, &is_any), RC_STATUS_OK);
  }
  step(&k);
  CHECK(k.viewport.offset == 3000 && place_of(&k, first) == place);
  end(&k);
}

static void after_five_rounds_the_rest_is_pending(void) {  // (18), (34)
  kit k = begin(ROWS);
  for (int i = 0; i < ROWS; i++) k.extents[i] = 2;
  k.viewport.length = 60;
  // In each round other rows come on screen.
  CHECK_EQUAL(rc_host_scroll_to_offset(k.host, 2000, false), RC_STATUS_OK);
  step(&k);
  CHECK(k.step.rounds > 5 && k.viewport.offset == 2000);
  for (int i = 0; i < 9; i++) step(&k);
  CHECK(k.step.is_settled && k.viewport.offset == 2000);
  end(&k);
}

/// Moves a part of the way to where an animation leads to, as a toolkit does.
static void animate(kit *k, double part, bool is_held) {
  CHECK(k->step.has_target);
  k->viewport.offset += (k->step.target_offset - k->viewport.offset) * part;
  k->viewport.is_held = is_held;
  step(k);
  k->viewport.is_held = false;
}

static void animations_arrive_at_their_offset(void) {  // (36)
  for (int is_held = 0; is_held < 2; is_held++) {
    kit k;
    begin_uneven(&k, NULL, false, 0);
    CHECK_EQUAL(rc_host_scroll_to_offset(k.host, 2500, true), RC_STATUS_OK);
    step(&k);
    CHECK(k.step.begins_target && k.step.target_offset == 2500 && !k.step.sets_offset);
    for (int i = 0; i < 8; i++) {
      animate(&k, 0.5, is_held);
      CHECK(!k.step.begins_target && k.step.target_offset == 2500);
    }
    animate(&k, 1, is_held);
    CHECK(!k.step.has_target && k.viewport.offset == 2500);
    check_rest(&k);
    // One that is to go past an end leads to that, and one that ends early is helped.
    CHECK_EQUAL(rc_host_scroll_to_offset(k.host, -5, true), RC_STATUS_OK);
    step(&k);
    CHECK(k.step.target_offset == 0);
    k.viewport.offset = 0.5;
    step(&k);
    CHECK(!k.step.has_target && k.viewport.offset == 0);
    // The user goes elsewhere.
    CHECK_EQUAL(rc_host_scroll_to_offset(k.host, 900, true), RC_STATUS_OK);
    step(&k);
    scroll(&k, 100);
    CHECK(k.step.has_target);
    scroll(&k, -50);
    CHECK(!k.step.has_target);
    end(&k);
  }
}

// A list that sticks to its tail begins there, unless something else is asked for.
static void a_list_that_sticks_can_begin_elsewhere(void) {
  for (int way = 0; way < 3; way++) {
    kit k = begin(100);
    rc_list_settings settings;
    CHECK_EQUAL(rc_list_get_settings(k.list, &settings), RC_STATUS_OK);
    settings.sticks[RC_END_TAIL] = true;
    CHECK_EQUAL(rc_list_set_settings(k.list, &settings), RC_STATUS_OK);
    if (way == 1) CHECK_EQUAL(rc_host_scroll_to(k.host, 20, 0, 0, false), RC_STATUS_OK);
    if (way == 2) CHECK_EQUAL(rc_host_scroll_to_offset(k.host, 0, false), RC_STATUS_OK);
    step(&k);
    const double place = way == 0 ? 50 : 0;
    const int64_t item = way == 0 ? 99 : way == 1 ? 20 : 0;
    CHECK_F(place_of(&k, item) == place, "%d: %g", way, place_of(&k, item));
    CHECK_EQUAL(rc_list_insert(k.list, 100, NULL, 10), RC_STATUS_OK);
    step(&k);
    if (way > 0) CHECK(place_of(&k, item) == place);
    // Once it is there it follows.
    for (int i = 0; i < 200; i++) scroll(&k, 90);
    k.viewport.offset = k.step.scroll_length - 100;
    scroll(&k, 0);
    CHECK_EQUAL(rc_list_insert(k.list, 110, NULL, 10), RC_STATUS_OK);
    step(&k);
    CHECK(place_of(&k, 119) == 50);
    end(&k);
  }
}

static void known_extents_are_never_measured(void) {  // (37)
  for (uint32_t columns = 1; columns < 3; columns++) {
    rc_list_options list;
    rc_list_options_init(&list);
    list.columns = columns;
    rc_host_options options;
    rc_host_options_init(&options);
    options.extents_are_known = true;
    kit k = begin_with(&list, &options, ROWS);
    step(&k);
    scroll(&k, 20);
    CHECK(k.step.node_count > 3 * columns);
    for (size_t i = 0; i < k.step.node_count; i++)
      CHECK_EQUAL(k.step.nodes[i].has_view, k.step.nodes[i].is_on_screen);
    k.breadth = 200;
    go_to(&k, 3000);
    CHECK(k.viewport.offset == 3000 && k.step.is_settled);
    CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 8), RC_STATUS_OK);
    step(&k);
    CHECK(k.viewport.offset == 3000 + 44 * (8 / columns));
    uint32_t node;
    bool is_any;
    const double extent = 90, later = RC_EXTENT_LATER;
    CHECK_EQUAL(rc_host_find(k.host, k.step.update.visible.lower, &node), RC_STATUS_OK);
    CHECK_EQUAL(rc_host_set_extents(k.host, &node, &extent, 1, &is_any), RC_STATUS_OK);
    CHECK(!is_any);
    CHECK_EQUAL(rc_host_set_extents(k.host, &node, &later, 1, &is_any), RC_STATUS_OK);
    CHECK(!is_any);
    step(&k);
    CHECK_EQUAL(k.measured, 0);
    CHECK_EQUAL(rc_list_measured_row_count(k.list), 0);
    // From then on they are measured again.
    options.extents_are_known = false;
    CHECK_EQUAL(rc_host_set_options(k.host, &options), RC_STATUS_OK);
    step(&k);
    CHECK(k.measured >= 3 * columns);
    end(&k);
  }
}

static void views_are_made_ahead_of_known_extents(void) {  // (19), (37)
  rc_host_options options;
  rc_host_options_init(&options);
  options.extents_are_known = options.makes_ahead = true;
  kit k = begin_with(NULL, &options, ROWS);
  step(&k);
  scroll(&k, 20);
  for (int i = 0; i < 20; i++) step(&k);
  const rc_interval display = k.step.update.ranges[RC_RANGE_DISPLAY];
  CHECK(display.upper > 4);
  for (int64_t i = display.lower; i < display.upper; i++) CHECK(node_of(&k, i)->has_view);
  CHECK(node_of(&k, 1)->extent == 44);
  end(&k);
}

static const test_case cases[] = {
    CASE(requests_arrive_at_their_offset),        CASE(what_is_pending_waits_for_the_user),
    CASE(edits_and_other_breadths_end_the_rest),  CASE(past_an_end_is_the_end),
    CASE(offsets_wait_until_the_list_is_shown),   CASE(rows_that_come_later_leave_the_offset),
    CASE(after_five_rounds_the_rest_is_pending),  CASE(animations_arrive_at_their_offset),
    CASE(a_list_that_sticks_can_begin_elsewhere), CASE(known_extents_are_never_measured),
    CASE(views_are_made_ahead_of_known_extents),
};

const test_suite suite_host_goal = SUITE(cases);
