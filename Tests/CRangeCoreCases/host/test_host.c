// What the sentences of rangecore_host.h promise, one by one, on a toolkit that is none. In
// brackets are their numbers.

#include "../list/list_memory.h"
#include "kit_host.h"

static void the_session_that_the_header_shows(void) {
  kit k = begin_with(NULL, NULL, 1000);
  memcpy(k.extents, (const double[]){60, 70, 50, 40}, 4 * sizeof(double));
  open_step(&k);
  CHECK_ASKS(&k, 0, 1, 2);
  measure_one(&k);
  CHECK_ASKS(&k, 1);
  measure_one(&k);
  CHECK(k.step.is_done && k.step.scroll_length == 44042);
  CHECK_NEWS(&k, 0, 1);
  k.viewport.offset = 10;
  k.viewport.is_user_driven = true;
  open_step(&k);
  CHECK_ASKS(&k, 2);
  measure_one(&k);
  CHECK_ASKS(&k, 3);
  measure_one(&k);
  CHECK(k.step.is_done && k.step.scroll_length == 44044);
  CHECK_NEWS(&k, 2, 3);
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 3), RC_STATUS_OK);
  k.extents[2] = 55;
  open_step(&k);
  CHECK_ASKS(&k, 2);
  measure_one(&k);
  CHECK(k.step.is_done && k.step.scroll_length == 44187);
  CHECK(k.step.sets_offset && k.step.offset == 153);
  CHECK_NEWS(&k, 2, 3, 4, 5, 6);
  for (int64_t index = 2; index <= 6; index++) {
    CHECK(node_of(&k, index)->has_view && !node_of(&k, index)->is_new);
  }
  CHECK_EQUAL(rc_host_wrote(k.host, 153), RC_STATUS_OK);
  k.viewport.offset = 153;
  open_step(&k);
  CHECK(k.step.is_done && !k.step.sets_length && !k.step.sets_offset);
  CHECK_EQUAL(k.step.news_count, 0);
  end(&k);
}

static void a_list_has_one_host_which_updates_it(void) {
  kit k = begin(20);
  rc_host *other;
  rc_update update;
  CHECK_EQUAL(rc_host_create(k.list, NULL, NULL, &other), RC_STATUS_BUSY);
  CHECK_EQUAL(rc_list_update(k.list, &k.viewport, &update), RC_STATUS_BUSY);
  rc_host_destroy(k.host);
  CHECK_EQUAL(rc_list_update(k.list, &k.viewport, &update), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_create(k.list, NULL, NULL, &k.host), RC_STATUS_OK);
  end(&k);
}

static void steps_are_open_until_they_are_done(void) {  // (3), (4)
  kit k = begin(20);
  const double extent = 50, extents[] = {50, 50, 50, 50};
  CHECK_EQUAL(rc_host_measured(k.host, &extent, 1, 0, &k.step), RC_STATUS_STALE);
  open_step(&k);
  CHECK(!k.step.is_done && k.step.ask_count == 3);
  CHECK_EQUAL(rc_host_measured(k.host, extents, 0, 0, &k.step), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_host_measured(k.host, extents, 4, 0, &k.step), RC_STATUS_ARGUMENT);
  measure_one(&k);
  // What was measured counts.
  open_step(&k);
  CHECK(k.step.ask_count == 2 && k.step.nodes[k.step.asks[0]].index == 1);
  measure_one(&k);
  CHECK(k.step.is_done);
  CHECK_EQUAL(rc_host_measured(k.host, &extent, 1, 0, &k.step), RC_STATUS_STALE);
  end(&k);
}

static void nodes_follow_their_items(void) {  // (6), (7)
  kit k = begin(20);
  step(&k);
  const uint32_t first = node_of(&k, 0)->node, second = node_of(&k, 1)->node;
  CHECK_EQUAL(rc_list_move(k.list, 0, 1, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 2), RC_STATUS_OK);
  uint32_t found;
  CHECK_EQUAL(rc_host_find(k.host, 3, &found), RC_STATUS_OK);
  CHECK_EQUAL(found, first);
  CHECK_EQUAL(rc_host_find(k.host, 0, &found), RC_STATUS_NOT_FOUND);
  int64_t index;
  CHECK(rc_host_index(k.host, first, &index) == RC_STATUS_OK && index == 3);
  step(&k);
  CHECK_EQUAL(node_of(&k, 2)->node, second);
  CHECK_EQUAL(rc_list_remove(k.list, 2, 3), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_index(k.host, second, &index), RC_STATUS_NOT_FOUND);
  step(&k);
  CHECK_EQUAL(rc_host_index(k.host, UINT32_MAX / 2, &index), RC_STATUS_NOT_FOUND);
  CHECK(k.step.freed_count == 1 && k.step.freed[0] == second);
  CHECK(k.step.released_count == 1 && k.step.released[0] == second);
  end(&k);
}

static void other_states_give_other_items_nodes(void) {  // (7)
  kit k = begin(100);
  CHECK_EQUAL(rc_list_set_row_extents(k.list, 0, k.extents, 100), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_mark_scrolled(k.list), RC_STATUS_OK);
  for (int i = 0; i < 3; i++) step(&k);
  const size_t count = k.step.node_count;
  rc_host_options options;
  rc_host_options_init(&options);
  options.node_bits |= RC_STATE_PRELOAD;
  CHECK_EQUAL(rc_host_set_options(k.host, &options), RC_STATUS_OK);
  step(&k);
  CHECK(k.step.node_count > count);
  end(&k);
}

static void what_insets_cover_is_on_screen(void) {  // (8)
  kit k = begin(20);
  k.viewport.inset_start = k.viewport.inset_end = 40;
  k.viewport.offset = 60;
  step(&k);
  // Visible is 100 ..< 120 only.
  CHECK_INTERVAL(k.step.update.visible, 2, 3);
  for (int64_t i = 1; i <= 3; i++) CHECK(node_of(&k, i)->is_on_screen && node_of(&k, i)->has_view);
  CHECK_EQUAL(rc_list_measured_row_count(k.list), 3);
  end(&k);
}

static void views_are_released_out_of_the_display_range(void) {  // (9), (10)
  kit k = begin(20);
  step(&k);
  CHECK_EQUAL(k.step.news_count, 3);  // The third is in the display range, without a view.
  const uint32_t first = node_of(&k, 0)->node;
  int times = 0;
  for (int i = 0; i < 3; i++) {
    scroll(&k, 60);
    for (size_t j = 0; j < k.step.released_count; j++) times += k.step.released[j] == first;
  }
  CHECK(times == 1 && node_of(&k, 0) == NULL);
  end(&k);
}

static void keep_all(kit *k, int64_t lower, int64_t upper, bool keeps) {
  for (; lower < upper; lower++) CHECK_EQUAL(rc_host_keep(k->host, lower, keeps), RC_STATUS_OK);
  step(k);
}

static void freed_nodes_are_found_until_the_next_step(void) {
  for (int64_t removed = 0; removed <= 50; removed += 25) {
    kit k = begin(1000);
    step(&k);
    keep_all(&k, 300, 500, true);
    keep_all(&k, 300, 450, false);
    CHECK_EQUAL(rc_list_remove(k.list, 500 - removed, 500), RC_STATUS_OK);
    keep_all(&k, 450, 500 - removed, false);
    CHECK_EQUAL(k.step.freed_count, 50);
    uint32_t freed[50];
    memcpy(freed, k.step.freed, sizeof freed);
    CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 7), RC_STATUS_OK);
    int64_t index, sum = 0;
    for (int64_t i = 450; i < 500 - removed; i++) sum -= i + 7;
    for (int i = 0; i < 50; i++)
      sum += rc_host_index(k.host, freed[i], &index) == RC_STATUS_OK ? index : 0;
    CHECK_EQUAL(sum, 0);
    step(&k);
    for (int i = 0; i < 50; i++)
      CHECK(rc_host_index(k.host, freed[i], &index) != RC_STATUS_OK || node_of(&k, index) != NULL);
    end(&k);
  }
}

static void kept_items_keep_node_and_view(void) {  // (11), (12)
  kit k = begin(100);
  CHECK_EQUAL(rc_host_keep(k.host, 1, true), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_keep(k.host, 90, true), RC_STATUS_OK);
  step(&k);
  const uint32_t kept = node_of(&k, 1)->node;
  CHECK(node_of(&k, 90)->is_new && node_of(&k, 90)->is_kept);
  for (int i = 0; i < 20; i++) scroll(&k, 100);
  CHECK(node_of(&k, 1)->node == kept && node_of(&k, 1)->has_view);
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 3), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_keep(k.host, 4, false), RC_STATUS_OK);
  step(&k);
  CHECK(k.step.freed_count == 1 && k.step.freed[0] == kept);
  // It is still kept with other contents.
  const uint32_t former = node_of(&k, 93)->node;
  CHECK_EQUAL(rc_host_renew(k.host, 93, 94), RC_STATUS_OK);
  step(&k);
  CHECK(node_of(&k, 93)->node != former && node_of(&k, 93)->is_kept && node_of(&k, 93)->has_view);
  // With a node it stays that one; without, there is none to give up.
  const int64_t seen = k.step.update.visible.lower;
  const uint32_t node = node_of(&k, seen)->node;
  CHECK_EQUAL(rc_host_keep(k.host, seen, true), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_keep(k.host, 10, false), RC_STATUS_OK);
  for (int i = 0; i < 20; i++) scroll(&k, -100);
  CHECK(node_of(&k, seen)->node == node && node_of(&k, seen)->has_view && node_of(&k, 10) == NULL);
  end(&k);
}

/// Whether a done step tells of an item.
static bool has_news_of(const kit *k, int64_t index) {
  for (size_t i = 0; i < k->step.news_count; i++) {
    if (k->step.nodes[k->step.news[i]].index == index) return true;
  }
  return false;
}

static void items_that_the_list_keeps_have_views_and_states(void) {  // (11)
  enum { STATE = RC_STATE_MEASURE_LAYOUT | RC_STATE_PRELOAD | RC_STATE_DISPLAY };
  kit k = begin(100);
  step(&k);
  CHECK_EQUAL(rc_list_keep(k.list, 1, STATE - RC_STATE_MEASURE_LAYOUT), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_keep(k.list, 90, STATE - RC_STATE_MEASURE_LAYOUT), RC_STATUS_OK);
  // What is not displayed has no view.
  CHECK_EQUAL(rc_list_keep(k.list, 95, RC_STATE_PRELOAD), RC_STATUS_OK);
  step(&k);
  const uint32_t kept = node_of(&k, 1)->node, far = node_of(&k, 90)->node;
  CHECK(node_of(&k, 90)->is_new && node_of(&k, 90)->is_kept && !node_of(&k, 90)->is_on_screen);
  CHECK_EQUAL(node_of(&k, 90)->state, STATE);
  CHECK(node_of(&k, 95) == NULL);
  for (int i = 0; i < 20; i++) scroll(&k, 100);
  CHECK(node_of(&k, 1)->node == kept && node_of(&k, 1)->has_view);
  CHECK_EQUAL(node_of(&k, 1)->state, STATE);
  // Other contents, and edits.
  CHECK_EQUAL(rc_host_renew(k.host, 90, 91), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_move(k.list, 1, 2, 97), RC_STATUS_OK);
  step(&k);
  CHECK(node_of(&k, 97)->node == kept && node_of(&k, 89)->node != far);
  CHECK(node_of(&k, 89)->is_kept && node_of(&k, 89)->has_view);
  // Removed, it is told as any removed item, and loses its view.
  CHECK_EQUAL(rc_list_remove(k.list, 97, 98), RC_STATUS_OK);
  step(&k);
  CHECK(k.step.freed_count == 1 && k.step.freed[0] == kept);
  CHECK(k.step.released_count == 1 && k.step.released[0] == kept);
  CHECK_EQUAL(rc_list_keep(k.list, 89, 0), RC_STATUS_OK);
  step(&k);
  CHECK(k.step.freed_count == 1 && node_of(&k, 89) == NULL);
  end(&k);
}

// Under a bar the state says nothing of it.
static void kept_items_are_told_of_when_they_leave_the_screen(void) {  // (26)
  kit k = begin(100);
  k.viewport.inset_start = 60;
  step(&k);
  CHECK_EQUAL(rc_list_keep(k.list, 1, RC_STATE_DISPLAY), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_keep(k.host, 2, true), RC_STATUS_OK);
  step(&k);
  for (int64_t index = 1; index <= 2; index++) {
    int told = 0;
    for (int i = 0; i < 60; i++) {
      const bool was_on_screen = node_of(&k, index)->is_on_screen;
      const double by = i < 30 ? 10 : -10;
      scroll(&k, by);
      const bool has_crossed = node_of(&k, index)->is_on_screen != was_on_screen;
      if (has_crossed) CHECK(has_news_of(&k, index));
      told += has_crossed;
    }
    CHECK_EQUAL(told, 2);
  }
  end(&k);
}

static void other_contents_need_other_nodes(void) {  // (12)
  kit k = begin(20);
  step(&k);
  const uint32_t first = node_of(&k, 0)->node, second = node_of(&k, 1)->node;
  CHECK_EQUAL(rc_list_mark_provisional(k.list, 1, 2), RC_STATUS_OK);
  k.extents[1] = 70;
  step(&k);
  CHECK(node_of(&k, 1)->node == second && node_of(&k, 1)->extent == 70);
  CHECK_EQUAL(rc_host_renew(k.host, 0, 1), RC_STATUS_OK);
  k.extents[0] = 60;
  step(&k);
  CHECK(node_of(&k, 0)->node != first && node_of(&k, 0)->extent == 60);
  CHECK(k.step.released_count == 1 && k.step.released[0] == first);
  CHECK(k.step.freed_count == 1 && k.step.freed[0] == first);
  end(&k);
}

static void an_echo_is_not_the_users(void) {  // (13), (14)
  rc_host_options options;
  rc_host_options_init(&options);
  options.offset_step = 1;
  kit k = begin_with(NULL, &options, 100);
  k.extents[2] = 50.25;
  scroll(&k, 90);
  // A row before the viewport is measured: 15.5 points longer. Whole ones are set.
  CHECK_EQUAL(rc_host_scroll_to(k.host, 20, 0, 0.25, false), RC_STATUS_OK);
  step(&k);
  const double offset = k.viewport.offset, exact = k.step.update.offset;
  CHECK(offset == floor(offset) && exact != offset);
  // The user would end a mode that was set.
  CHECK_EQUAL(rc_list_set_mode(k.list, RC_RANGE_MODE_VISIBLE_ONLY), RC_STATUS_OK);
  k.viewport.offset = offset + 0.4;
  k.viewport.is_user_driven = true;
  step(&k);
  CHECK(k.step.update.offset == exact && !k.step.sets_offset);
  CHECK_EQUAL(k.step.update.mode, RC_RANGE_MODE_VISIBLE_ONLY);
  // What was rounded off goes along with the user.
  k.viewport.offset = offset + 7.4;
  step(&k);
  CHECK_F(k.step.update.offset == exact + 7 && !k.step.sets_offset, "%.17g %.17g %d %g",
          k.step.update.offset, exact, k.step.sets_offset, k.step.offset);
  // But at the top nothing lies before it.
  k.viewport.offset = 0;
  step(&k);
  CHECK(k.step.update.offset == 0);
  end(&k);
}

static void corrections_add_up_without_rounding(void) {  // (14)
  rc_host_options options;
  rc_host_options_init(&options);
  kit k = begin_with(NULL, &options, ROWS);
  rc_list_settings settings;
  CHECK_EQUAL(rc_list_get_settings(k.list, &settings), RC_STATUS_OK);
  settings.uses_mean_estimate = true;
  CHECK_EQUAL(rc_list_set_settings(k.list, &settings), RC_STATUS_OK);
  for (int i = 0; i < ROWS; i++) k.extents[i] = 20 + i * 7919 % 401;
  step(&k);
  for (int item = 10; item < ROWS - 10; item += 10) {
    CHECK_EQUAL(rc_host_scroll_to(k.host, item, 0, 0, false), RC_STATUS_OK);
    step(&k);
    CHECK_F(place_of(&k, item) == 0, "%d: %.17g", item, place_of(&k, item));
  }
  end(&k);
}

/// Hidden, and shown again in a drag by a toolkit that has forgotten its length and its offset.
static void check_hiding(kit *k, double *hidden) {
  const int64_t first = k->step.update.visible.lower, measured = k->measured;
  const double place = place_of(k, first), shown = *hidden;
  const size_t nodes = k->step.node_count;
  *hidden = k->viewport.offset = 0;
  CHECK_EQUAL(rc_list_mark_provisional(k->list, 0, 100), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(k->list, 0, NULL, 5), RC_STATUS_OK);
  step(k);
  CHECK(k->measured == measured && k->step.node_count == nodes);
  CHECK(!k->step.sets_offset && !k->step.sets_length);
  *hidden = shown;
  k->viewport.is_held = true;
  step(k);
  k->viewport.is_held = false;
  CHECK(k->step.sets_length && k->step.sets_offset && place_of(k, first + 5) == place);
}

static void hidden_lists_stay_where_they_are(void) {  // (15)
  kit k = begin(100);
  scroll(&k, 1000);
  check_hiding(&k, &k.viewport.length);
  check_hiding(&k, &k.breadth);
  end(&k);
}

static void the_first_breadth_changes_nothing(void) {  // (16)
  kit k = begin(100);
  const double extents[] = {30, 30, 60};
  CHECK_EQUAL(rc_list_set_row_extents(k.list, 0, extents, 3), RC_STATUS_OK);
  step(&k);
  CHECK(k.measured == 0 && node_of(&k, 2)->extent == 60);
  k.breadth = 300;
  step(&k);
  CHECK_EQUAL(k.measured, 2);
  end(&k);
}

static void another_breadth_measures_again(void) {  // (16)
  kit k = begin(100);
  k.breadth = 0;
  step(&k);
  CHECK(k.measured == 0 && !node_of(&k, 0)->has_view && !k.step.sets_length);
  k.breadth = 400;
  step(&k);
  CHECK_EQUAL(k.measured, 2);
  k.breadth = 300;
  step(&k);
  CHECK_EQUAL(k.measured, 4);
  k.viewport.time = k.time += 1;
  CHECK_EQUAL(rc_host_begin(k.host, &k.viewport, 300, 2, &k.step), RC_STATUS_OK);
  CHECK(k.step.ask_count == 6 && k.step.nodes[k.step.asks[1]].columns == 2);
  end(&k);
}

static void asks_go_outward_from_what_stays(void) {  // (17), (21)
  kit k = begin(100);
  k.viewport.offset = 22 * 44;
  open_step(&k);
  CHECK_EQUAL(k.step.ask_count, 3);
  for (size_t i = 0; i < 3; i++) {
    CHECK_EQUAL(k.step.nodes[k.step.asks[i]].index, k.step.update.visible.lower + (int64_t)i);
  }
  // A row as long as the screen pushes the others off it.
  k.extents[k.step.update.visible.lower] = 200;
  measure_one(&k);
  CHECK_EQUAL(k.step.ask_count, 0);
  step(&k);
  // At the end, from there upward.
  k.viewport.offset = k.step.scroll_length - 100;
  open_step(&k);
  CHECK_EQUAL(k.step.nodes[k.step.asks[0]].index, 99);
  CHECK_EQUAL(k.step.nodes[k.step.asks[1]].index, 98);
  step(&k);
  // And from the item scrolled to.
  CHECK_EQUAL(rc_host_scroll_to(k.host, 50, 0.5, 0, false), RC_STATUS_OK);
  open_step(&k);
  measure_one(&k);
  CHECK_EQUAL(k.step.nodes[k.step.asks[0]].index, 50);
  CHECK_EQUAL(k.step.nodes[k.step.asks[1]].index, 49);
  CHECK_EQUAL(k.step.nodes[k.step.asks[2]].index, 51);
  end(&k);
  // If the first row is to be measured again, from the next that is not.
  k = begin(100);
  k.viewport.length = 200;
  step(&k);
  scroll(&k, 125);
  CHECK_EQUAL(rc_list_mark_provisional(k.list, 2, 4), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_mark_provisional(k.list, 5, 6), RC_STATUS_OK);
  open_step(&k);
  CHECK_ASKS(&k, 3, 5, 2);
  end(&k);
}

static void asks_are_a_thousand_and_the_rest_of_a_row(void) {  // (17)
  rc_list_options list;
  rc_list_options_init(&list);
  list.columns = 3;
  list.estimate = 1;
  kit k = begin_with(&list, NULL, 9000);
  k.viewport.length = 1000;
  open_step(&k);
  CHECK_EQUAL(k.step.ask_count, 1002);
  end(&k);
}

static void rows_that_do_not_settle_end_the_step(void) {  // (18)
  kit k = begin(100);
  step(&k);
  open_step(&k);
  int rounds = 0;
  for (; !k.step.is_done && rounds < 100; rounds++) measure_one(&k);
  CHECK_EQUAL(rc_list_mark_provisional(k.list, 0, 100), RC_STATUS_OK);
  open_step(&k);
  for (rounds = 0; !k.step.is_done && rounds < 100; rounds++) {
    measure_one(&k);
    CHECK_EQUAL(rc_list_mark_provisional(k.list, 0, 100), RC_STATUS_OK);
  }
  CHECK(k.step.is_done && !k.step.is_settled && k.step.rounds == 10);
  CHECK(k.step.next_time == k.time);
  end(&k);
}

static void what_is_ahead_is_measured_within_the_budget(void) {  // (19)
  kit k = begin_with(NULL, NULL, 100);
  k.viewport.length = 400;
  CHECK_EQUAL(rc_list_mark_scrolled(k.list), RC_STATUS_OK);
  step(&k);
  // A view takes 1 ms: eight are on screen, and four fit.
  CHECK_EQUAL(k.measured, 12);
  CHECK(k.step.is_settled && fabs(k.step.next_time - k.time - 0.004) < 1e-9);
  for (int i = 0; i < 9; i++) step(&k);
  CHECK(k.step.next_time == INFINITY);
  const int64_t measured = k.measured;
  step(&k);
  CHECK(k.measured == measured && k.step.rounds == 1 && k.step.news_count == 0);
  end(&k);
}

static void rounds_ahead_are_not_counted(void) {  // (18), (19)
  rc_host_options options;
  rc_host_options_init(&options);
  options.budget = 1;
  kit k = begin_with(NULL, &options, 100);
  k.viewport.length = 1000;
  CHECK_EQUAL(rc_list_mark_scrolled(k.list), RC_STATUS_OK);
  open_step(&k);
  while (!k.step.is_done && k.step.rounds < 13 && !test_has_failed()) measure_one(&k);
  CHECK(!k.step.is_done);
  CHECK_EQUAL(rc_list_mark_provisional(k.list, 0, 1), RC_STATUS_OK);
  measure_one(&k);
  CHECK(!k.step.is_done);
  CHECK_ASKS(&k, 0);
  end(&k);
}

static void rows_in_many_places_are_all_placed(void) {  // (23), (25)
  rc_list_options list;
  rc_list_options_init(&list);
  list.estimate = 10;
  rc_host_options options;
  rc_host_options_init(&options);
  options.budget = 0.0005;
  options.ahead_count = 100;
  kit k = begin_with(&list, &options, ROWS);
  for (int i = 0; i < ROWS; i++) k.extents[i] = 10;
  for (int64_t row = 0; row < ROWS; row += 2) {
    CHECK_EQUAL(rc_list_set_row_extents(k.list, row, k.extents, 1), RC_STATUS_OK);
  }
  CHECK_EQUAL(rc_list_mark_scrolled(k.list), RC_STATUS_OK);
  k.viewport.length = 500;
  step(&k);
  // The first step has left what is ahead: every second row.
  open_step(&k);
  const size_t count = k.step.ask_count;
  CHECK(!k.step.is_done && count > 16 && count < ROWS);
  const uint32_t last = k.step.nodes[k.step.asks[count - 1]].node;
  for (size_t i = 0; i < count; i++) k.extents[i] = RC_EXTENT_LATER;
  CHECK_EQUAL(rc_host_measured(k.host, k.extents, count, k.time, &k.step), RC_STATUS_OK);
  CHECK(k.step.is_done);
  size_t found = 0;
  for (size_t i = 0; i < k.step.news_count; i++) {
    const rc_host_node *node = &k.step.nodes[k.step.news[i]];
    found += node->has_moved;
    if (node->node == last) CHECK(node->start == 10 * (double)node->index);
  }
  CHECK(found >= count);
  end(&k);
}

static void rows_of_known_items_are_set_without_asking(void) {  // (20), (24)
  rc_list_options list;
  rc_list_options_init(&list);
  list.columns = 3;
  rc_host_options host;
  rc_host_options_init(&host);
  host.budget = 0;
  kit k = begin_with(&list, &host, 90);
  step(&k);
  const int64_t measured = k.measured;
  CHECK(measured >= 6);
  CHECK_EQUAL(rc_list_insert(k.list, 1, NULL, 1), RC_STATUS_OK);
  k.extents[1] = 80;
  open_step(&k);
  CHECK_EQUAL(k.step.ask_count, 0);  // The second row has three that are known.
  measure_one(&k);
  CHECK(k.step.ask_count == 1 && k.step.nodes[k.step.asks[0]].index == 1);
  step(&k);
  CHECK_EQUAL(k.measured, measured + 1);
  CHECK(node_of(&k, 0)->extent == 80 && node_of(&k, 3)->extent == 50);
  end(&k);
}

static void a_header_that_moves_leaves_no_row_with_a_wrong_extent(void) {  // (24)
  kit k = begin(30);
  CHECK_EQUAL(rc_list_mark_header(k.list, 2, 2), RC_STATUS_OK);
  k.extents[3] = 90;
  k.viewport.length = 400;
  step(&k);
  // H moves down by one: what was in the first cell is before it now.
  CHECK_EQUAL(rc_list_move(k.list, 2, 3, 3), RC_STATUS_OK);
  k.extents[2] = 90;
  k.extents[3] = 50;
  step(&k);
  CHECK(node_of(&k, 2)->extent == 90 && node_of(&k, 4)->extent == 50);
  end(&k);
}

static void edits_in_a_step_are_taken_at_once(void) {  // (22)
  kit k = begin(50);
  k.extents[0] = 60;
  open_step(&k);
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 1), RC_STATUS_OK);
  const double extent = 60;
  CHECK_EQUAL(rc_host_measured(k.host, &extent, 1, k.time, &k.step), RC_STATUS_OK);
  CHECK_EQUAL(k.step.rounds, 2);
  while (!k.step.is_done && !test_has_failed()) measure_one(&k);
  CHECK(node_of(&k, 1)->extent == 60 && node_of(&k, 1)->has_view);
  end(&k);
}

static void scrolling_moves_no_node(void) {  // (25), (26)
  kit k = begin(100);
  for (int i = 0; i < 60; i++) scroll(&k, 50);
  for (int i = 0; i < 60; i++) {
    scroll(&k, -7);
    for (size_t j = 0; j < k.step.news_count; j++) {
      const rc_host_node *node = &k.step.nodes[k.step.news[j]];
      CHECK(node->is_new || !node->has_moved);
    }
  }
  end(&k);
}

static void pinned_headers_come_last(void) {  // (25), (26)
  kit k = begin(40);
  rc_list_settings settings;
  CHECK_EQUAL(rc_list_get_settings(k.list, &settings), RC_STATUS_OK);
  settings.pins_headers = true;
  CHECK_EQUAL(rc_list_set_settings(k.list, &settings), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_mark_header(k.list, 0, 1), RC_STATUS_OK);
  scroll(&k, 700);
  const rc_host_node *last = &k.step.nodes[k.step.news[k.step.news_count - 1]];
  CHECK(last->index == 0 && last->is_pinned && last->start == k.step.update.offset);
  scroll(&k, 1);
  CHECK(node_of(&k, 0)->has_moved && place_of(&k, 0) == 0);
  end(&k);
}

static void offsets_wait_while_the_toolkit_holds(void) {  // (27)
  kit k = begin(100);
  k.viewport.is_held = true;
  scroll(&k, 2000);
  scroll(&k, -30);
  CHECK(!k.step.sets_offset && k.step.update.pending != 0);
  const int64_t first = k.step.update.visible.lower;
  const double place = place_of(&k, first);
  k.viewport.is_held = false;
  step(&k);
  CHECK(k.step.sets_offset && place_of(&k, first) == place);
  step(&k);
  CHECK(!k.step.sets_offset);
  // So does what a step has corrected that was never done.
  k.viewport.offset -= 80;
  k.viewport.is_user_driven = true;
  open_step(&k);
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 1), RC_STATUS_OK);
  measure_one(&k);
  CHECK(!k.step.is_done && k.step.update.correction != 0);
  k.viewport.is_user_driven = false;
  k.viewport.is_held = true;
  step(&k);
  CHECK(!k.step.sets_offset);
  k.viewport.is_held = false;
  step(&k);
  CHECK(k.step.sets_offset);
  end(&k);
}

static void rounding_is_not_set_again(void) {  // (28)
  kit k = begin(100);
  CHECK_EQUAL(rc_host_scroll_to(k.host, 20, 0, 0.5, false), RC_STATUS_OK);
  open_step(&k);
  while (!k.step.is_done && !test_has_failed()) measure_one(&k);
  const double wanted = k.step.offset;
  CHECK(k.step.sets_offset && wanted != floor(wanted));
  k.viewport.offset = floor(wanted);
  CHECK_EQUAL(rc_host_wrote(k.host, k.viewport.offset), RC_STATUS_OK);
  step(&k);
  CHECK(!k.step.sets_offset && k.step.update.offset == wanted);
  // A toolkit that goes elsewhere has its way.
  k.viewport.offset = 300;
  CHECK_EQUAL(rc_host_wrote(k.host, 300), RC_STATUS_OK);
  open_step(&k);
  CHECK(k.step.update.offset == 300);
  // So it does by less than a point, but then the offset is set again.
  step(&k);
  step(&k);
  const double settled = k.viewport.offset;
  k.viewport.offset += 0.25;
  CHECK_EQUAL(rc_host_wrote(k.host, k.viewport.offset), RC_STATUS_OK);
  open_step(&k);
  CHECK(k.step.is_done && k.step.sets_offset && k.step.offset == settled);
  end(&k);
}

static void whole_steps_are_rounding_too(void) {  // (28)
  rc_host_options options;
  rc_host_options_init(&options);
  options.offset_step = 16;
  kit k = begin_with(NULL, &options, 100);
  CHECK_EQUAL(rc_host_scroll_to(k.host, 20, 0, 5, false), RC_STATUS_OK);
  open_step(&k);
  while (!k.step.is_done && !test_has_failed()) measure_one(&k);
  // A multiple, which the toolkit has not quite reached.
  CHECK(k.step.sets_offset && fmod(k.step.offset, 16) == 0);
  const double exact = k.step.update.offset;
  k.viewport.offset = k.step.offset - 3;
  CHECK_EQUAL(rc_host_wrote(k.host, k.viewport.offset), RC_STATUS_OK);
  step(&k);
  CHECK(!k.step.sets_offset && k.step.update.offset == exact);
  end(&k);
}

static void requests_wait_for_a_screen_and_follow_their_item(void) {  // (30)
  kit k = begin(100);
  k.viewport.length = 0;
  step(&k);
  CHECK_EQUAL(rc_host_scroll_to(k.host, 20, 0, 0, false), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_scroll_to(k.host, 50, 0, 0, false), RC_STATUS_OK);
  step(&k);
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 10), RC_STATUS_OK);
  k.viewport.length = 100;
  k.viewport.is_held = true;
  step(&k);
  CHECK(place_of(&k, 60) == 0 && k.step.update.pending == 0);
  CHECK_EQUAL(rc_host_scroll_to(k.host, 7, 0, 0, false), RC_STATUS_OK);
  // While it waits the list is still held.
  k.breadth = 0;
  CHECK_EQUAL(rc_list_insert(k.list, 0, NULL, 1), RC_STATUS_OK);
  step(&k);
  CHECK(k.step.update.pending == 44);
  CHECK_EQUAL(rc_list_remove(k.list, 0, 1), RC_STATUS_OK);
  k.breadth = 400;
  CHECK_EQUAL(rc_list_remove(k.list, 7, 8), RC_STATUS_OK);
  const double offset = k.viewport.offset;
  k.viewport.is_held = false;
  step(&k);
  CHECK(fabs(place_of(&k, 59)) < 0.01 && fabs(k.viewport.offset - offset) < 100);
  end(&k);
}

static void animations_are_led_to_their_item(void) {  // (31)
  kit k = begin(100);
  CHECK_EQUAL(rc_list_set_row_extents(k.list, 0, k.extents, 100), RC_STATUS_OK);
  step(&k);
  CHECK_EQUAL(rc_host_scroll_to(k.host, 60, 0, 0, true), RC_STATUS_OK);
  k.viewport.is_held = true;
  step(&k);
  CHECK(k.step.has_target && k.step.begins_target && !k.step.sets_offset);
  for (int i = 0; i < 200 && k.step.has_target && !test_has_failed(); i++) {
    const double left = k.step.target_offset - k.viewport.offset;
    k.viewport.offset += left > 40 ? 40 : left;
    step(&k);
    CHECK(!k.step.begins_target);
  }
  CHECK(!k.step.has_target && fabs(place_of(&k, 60)) < 0.01);
  // It waits as long as it must, and ends with its item.
  CHECK_EQUAL(rc_host_scroll_to(k.host, 10, 0, 0, true), RC_STATUS_OK);
  for (int i = 0; i < 5; i++) {
    step(&k);
    CHECK(k.step.has_target && k.step.begins_target == (i == 0));
  }
  CHECK_EQUAL(rc_list_remove(k.list, 10, 11), RC_STATUS_OK);
  step(&k);
  CHECK(!k.step.has_target);
  end(&k);
}

static void places_by_item_are_left_alone(void) {  // (32)
  kit k = begin(100);
  k.viewport.has_item = true;
  k.viewport.item = 30;
  step(&k);
  CHECK(k.step.is_done && k.step.rounds == 1 && k.measured == 0);
  CHECK(!k.step.sets_offset && !k.step.sets_length);
  CHECK_INTERVAL(k.step.update.visible, 30, 33);
  CHECK(node_of(&k, 30) != NULL && !node_of(&k, 30)->has_view);
  end(&k);
}

static void steps_that_make_no_node_allocate_nothing(void) {
  list_memory memory;
  list_memory_init(&memory);
  const rc_allocator allocator = list_memory_allocator(&memory);
  rc_list *list;
  rc_host *host;
  CHECK_EQUAL(rc_list_create(NULL, &allocator, &list), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(list, 0, NULL, 1000), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_create(list, NULL, &allocator, &host), RC_STATUS_OK);
  kit k = {.list = list, .host = host, .breadth = 400};
  for (int i = 0; i < ROWS; i++) k.extents[i] = 44;
  rc_viewport_init(&k.viewport);
  k.viewport.length = 100;
  for (int i = 0; i < 100; i++) scroll(&k, 40);
  for (int i = 0; i < 100; i++) scroll(&k, -40);
  const int64_t allocations = memory.allocations;
  // Nodes come and go, but their memory is there.
  for (int i = 0; i < 100; i++) scroll(&k, 30);
  CHECK_EQUAL(memory.allocations, allocations);
  end(&k);
  CHECK(memory.blocks == 0 && !memory.is_confused);
}

static const test_case cases[] = {
    CASE(the_session_that_the_header_shows),
    CASE(a_list_has_one_host_which_updates_it),
    CASE(steps_are_open_until_they_are_done),
    CASE(nodes_follow_their_items),
    CASE(other_states_give_other_items_nodes),
    CASE(what_insets_cover_is_on_screen),
    CASE(views_are_released_out_of_the_display_range),
    CASE(freed_nodes_are_found_until_the_next_step),
    CASE(kept_items_keep_node_and_view),
    CASE(items_that_the_list_keeps_have_views_and_states),
    CASE(kept_items_are_told_of_when_they_leave_the_screen),
    CASE(other_contents_need_other_nodes),
    CASE(an_echo_is_not_the_users),
    CASE(corrections_add_up_without_rounding),
    CASE(hidden_lists_stay_where_they_are),
    CASE(the_first_breadth_changes_nothing),
    CASE(another_breadth_measures_again),
    CASE(asks_go_outward_from_what_stays),
    CASE(asks_are_a_thousand_and_the_rest_of_a_row),
    CASE(rows_that_do_not_settle_end_the_step),
    CASE(what_is_ahead_is_measured_within_the_budget),
    CASE(rounds_ahead_are_not_counted),
    CASE(rows_in_many_places_are_all_placed),
    CASE(rows_of_known_items_are_set_without_asking),
    CASE(a_header_that_moves_leaves_no_row_with_a_wrong_extent),
    CASE(edits_in_a_step_are_taken_at_once),
    CASE(scrolling_moves_no_node),
    CASE(pinned_headers_come_last),
    CASE(offsets_wait_while_the_toolkit_holds),
    CASE(rounding_is_not_set_again),
    CASE(whole_steps_are_rounding_too),
    CASE(requests_wait_for_a_screen_and_follow_their_item),
    CASE(animations_are_led_to_their_item),
    CASE(places_by_item_are_left_alone),
    CASE(steps_that_make_no_node_allocate_nothing),
};

const test_suite suite_host = SUITE(cases);
