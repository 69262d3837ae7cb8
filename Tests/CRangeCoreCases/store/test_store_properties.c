// What is true of every store under any server, and any user; see store_world.h.

#include "store_world.h"

/// Draws a store, a server and a network.
static void draw_world(store_world *w, world_list *list, test_random *random, bool changes) {
  world_list_init(list, test_random_in(random, 0, 400));
  list->tells_total = !test_random_one_in(random, 3);
  list->tells_beside = !test_random_one_in(random, 3);
  list->grows_at_head = test_random_one_in(random, 2);
  world_begin(w, &list->server, random);
  w->source_count = list->count;
  w->options.source = (rc_store_source)test_random_in(random, 0, 1);
  w->options.page_size = test_random_in(random, 1, 25);
  w->options.has_placeholders = !test_random_one_in(random, 3);
  if (w->options.source == RC_STORE_SOURCE_OFFSETS) {
    w->options.looks_ahead = test_random_one_in(random, 2);
  }
  if (test_random_one_in(random, 4)) w->options.total = list->count;
  w->settings.request_limit = (uint32_t)test_random_in(random, 1, 4);
  if (test_random_one_in(random, 2)) w->settings.page_limit = test_random_in(random, 1, 8);
  if (test_random_one_in(random, 3)) w->settings.item_limit = test_random_in(random, 1, 90);
  if (test_random_one_in(random, 3)) w->settings.jump_distance = test_random_in(random, 1, 60);
  w->change_seconds = changes ? 1.5 : 0;
  w->failures = 30;
}

static void watch(uint32_t watched, bool changes, uint64_t seed) {
  test_random random = {test_seed(seed)};
  static _Thread_local world_list list;
  for (int64_t i = 0; i < test_count(60) && !test_has_failed(); i++) {
    store_world w;
    draw_world(&w, &list, &random, changes);
    w.watch = watched;
    world_open(&w, NULL);
    for (int rests = 0; rests < 3 && !test_has_failed(); rests++) {
      world_run(&w, 8);
      if (!test_has_failed()) world_rest(&w);
    }
    world_end(&w);
  }
}

/// Servers that stand still, and servers that change.
static void watch_both(uint32_t watched, uint64_t seed) {
  watch(watched, false, seed);
  watch(watched, true, seed + 1);
}

static void no_id_is_in_two_slots_and_each_is_found_in_its_own(void) {
  watch_both(WATCH_UNIQUE, 10);
}

static void items_are_in_the_order_of_a_source_that_stands_still(void) {
  watch(WATCH_ORDER, false, 20);
}

static void requests_in_progress_are_within_the_limit_and_one_for_each_place(void) {
  watch_both(WATCH_LIMIT, 30);
}

static void place_is_requested_again_only_after_its_request_has_ended(void) {
  watch_both(WATCH_AGAIN, 40);
}

static void at_rest_requests_end_and_everything_visible_has_arrived(void) {
  watch_both(WATCH_QUIET, 50);
}

static void held_is_no_more_than_the_limits_and_what_touches_wanted_slots(void) {
  watch_both(WATCH_HELD, 60);
}

static void dropped_items_with_placeholders_are_cleared_and_never_removed(void) {
  watch_both(WATCH_CLEARED, 70);
}

static void edits_turn_the_slots_before_into_those_after(void) {
  watch_both(WATCH_EDITS, 80);
}

static void calls_that_fail_change_nothing(void) {
  watch_both(WATCH_ERRORS, 90);
}

static void refresh_changes_no_slot_before_its_reply(void) {
  watch_both(WATCH_REFRESH, 100);
}

/// Goes down and up through 400 items, of which 80 are held, while up to three are inserted at the
/// head, or two deleted, every 40 steps. Returns how many rows were lost on the screen.
static int64_t lost_rows(bool looks_ahead, int64_t *out_seams, int64_t *out_requests) {
  test_random random = {7};
  static _Thread_local world_list list;
  store_world w;
  world_list_init(&list, 400);
  list.tells_total = list.grows_at_head = true;
  world_begin(&w, &list.server, &random);
  w.options.looks_ahead = looks_ahead;
  w.settings.item_limit = 80;
  w.watch = looks_ahead ? WATCH_LOST : 0;
  world_open(&w, NULL);
  world_rest(&w);
  int64_t step = 3;
  for (int i = 0; i < 3000 && !test_has_failed(); i++) {
    if (i % 40 == 39) list.server.change(&list.server, &random, w.time);
    world_scroll(&w, step);
    world_rest(&w);
    if (w.visible.lower == 0 || w.visible.upper == w.row_count) step = -step;
  }
  *out_seams = w.seam_count;
  *out_requests = w.request_total;
  const int64_t lost = w.lost_rows;
  world_end(&w);
  return lost;
}

static void store_that_looks_ahead_loses_no_row_on_the_screen(void) {
  int64_t seams, requests, seams_without, requests_without;
  const int64_t lost = lost_rows(true, &seams, &requests);
  if (test_has_failed()) return;
  CHECK_EQUAL(lost, 0);
  // Otherwise some are lost, so that there is something to find.
  CHECK(lost_rows(false, &seams_without, &requests_without) > 0);
  CHECK(seams > 30000 && seams_without > 30000);
  // A tenth more requests is what it costs where so much changes.
  CHECK(requests * 100 < requests_without * 115);
}

static const test_case cases[] = {
    CASE(no_id_is_in_two_slots_and_each_is_found_in_its_own),
    CASE(items_are_in_the_order_of_a_source_that_stands_still),
    CASE(requests_in_progress_are_within_the_limit_and_one_for_each_place),
    CASE(place_is_requested_again_only_after_its_request_has_ended),
    CASE(at_rest_requests_end_and_everything_visible_has_arrived),
    CASE(held_is_no_more_than_the_limits_and_what_touches_wanted_slots),
    CASE(dropped_items_with_placeholders_are_cleared_and_never_removed),
    CASE(edits_turn_the_slots_before_into_those_after),
    CASE(calls_that_fail_change_nothing),
    CASE(refresh_changes_no_slot_before_its_reply),
    CASE(store_that_looks_ahead_loses_no_row_on_the_screen),
};

const test_suite suite_store_properties = SUITE(cases);
