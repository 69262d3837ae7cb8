// The rules of lanes over time, by hand and at random: see `model_masonry.h`.

#include "../library.h"
#include "masonry_session.h"

typedef struct {
  model_masonry list;
  masonry_viewport viewport;
} fixture;

static _Thread_local fixture shared;

/// All items are measured; a negative extent is that of a wide one, 0 ends them. The viewport is
/// 100 long, and nothing beyond it is near.
static void make(fixture *it, int lanes, const int64_t *extents) {
  model_masonry_init(&it->list, lanes, 0, 50);
  it->viewport = (masonry_viewport){.length = 100, .is_user_driven = true};
  it->list.patience = 50;
  for (int64_t i = 0; extents[i] != 0; i++) {
    model_masonry_insert(&it->list, i, 1);
    model_masonry_measure(&it->list, i, extents[i] < 0 ? -extents[i] : extents[i]);
    model_masonry_set_wide(&it->list, i, extents[i] < 0);
  }
}

static int64_t update_at(fixture *it, int64_t offset) {
  it->viewport.offset = offset;
  return model_masonry_update(&it->list, &it->viewport).correction;
}

/// Reads on from where the viewport is, by steps of 50.
static void read_on(fixture *it, int steps, int64_t by) {
  for (int i = 0; i < steps; i++) (void)update_at(it, it->list.offset + by);
}

/// From an index on, the items have these lanes, of which −2 is the end.
static void check_lanes(const fixture *it, int64_t index, const int *lanes) {
  for (int i = 0; lanes[i] != -2; i++) CHECK_EQUAL(it->list.items[index + i].lane, lanes[i]);
}

/// They start so far after the viewport's start, of which 1000 is the end.
static void check_places(const fixture *it, int64_t index, const int64_t *places) {
  for (int i = 0; places[i] != 1000; i++) {
    CHECK_EQUAL(it->list.items[index + i].start - it->list.offset, places[i]);
  }
}

/// The first two lanes of a panel have these indents.
static void check_indents(const fixture *it, int64_t index, int64_t first, int64_t second) {
  const masonry_item *item = &it->list.items[index];
  CHECK_EQUAL(item->has_indents ? item->indents.of[0] : 0, first);
  CHECK_EQUAL(item->has_indents ? item->indents.of[1] : 0, second);
}

#define EXTENTS(...) ((const int64_t[]){__VA_ARGS__, 0})
#define LANES(...) ((const int[]){__VA_ARGS__, -2})
#define PLACES(...) ((const int64_t[]){__VA_ARGS__, 1000})

// == what stays ==

/// The session in the header.
static void make_measured_above(fixture *it) {
  make(it, 2, EXTENTS(60, 60, 80, 40, 50, 70));
  CHECK_EQUAL(update_at(it, 0), 0);
  check_lanes(it, 0, LANES(0, 1, 0, 1, -1, -1));
  check_places(it, 0, PLACES(0, 0, 60, 60));
  CHECK_EQUAL(update_at(it, 90), 0);
  check_lanes(it, 0, LANES(0, 1, 0, 1, 1, 0));
  check_places(it, 2, PLACES(-30, -30, 10, 50));
  model_masonry_measure(&it->list, 1, 75);
  CHECK_EQUAL(update_at(it, 90), 15);
  check_places(it, 2, PLACES(-30, -30, 10, 50));
  check_indents(it, 0, 15, 0);
}

static void what_is_measured_above_moves_nothing_on_the_screen(void) {
  make_measured_above(&shared);
  CHECK_EQUAL(update_at(&shared, 0), 0);
  check_places(&shared, 0, PLACES(15, 0, 75, 75));
}

static void indents_on_the_screen_are_closed_on_request_only(void) {
  make_measured_above(&shared);
  read_on(&shared, 2, 0);
  check_indents(&shared, 0, 15, 0);
  shared.viewport.closes = true;
  CHECK_EQUAL(update_at(&shared, 105), -15);
  check_indents(&shared, 0, 0, 0);
  check_lanes(&shared, 0, LANES(0, 1, 0, 1, 1, 0));
  check_places(&shared, 2, PLACES(-30, -15, 25, 50));
}

static void items_inserted_before_a_panel_take_over_its_indents(void) {
  make(&shared, 2, EXTENTS(-20, 60, 60, 80, 40, 50, 70));
  shared.viewport.behind = 20;
  (void)update_at(&shared, 0);
  (void)update_at(&shared, 90);
  model_masonry_measure(&shared.list, 2, 75);
  CHECK_EQUAL(update_at(&shared, 90), 15);
  CHECK_EQUAL(update_at(&shared, 5), 0);
  check_places(&shared, 0, PLACES(-5, 30, 15, 90, 90));
  model_masonry_insert(&shared.list, 1, 1);
  model_masonry_measure(&shared.list, 1, 30);
  CHECK_EQUAL(update_at(&shared, 5), 0);
  check_indents(&shared, 1, 15, 0);
  check_lanes(&shared, 1, LANES(1, 0, 1, 0, 1));
  check_places(&shared, 0, PLACES(-5, 15, 30, 45, 90, 120));
}

/// As before, but the wide item was on the screen before the last movement as well.
static void a_wide_item_at_the_start_keeps_the_panel_below_it(void) {
  make(&shared, 2, EXTENTS(-20, 60, 60, 80, 40, 50, 70));
  shared.viewport.behind = 20;
  (void)update_at(&shared, 0);
  (void)update_at(&shared, 90);
  model_masonry_measure(&shared.list, 2, 75);
  (void)update_at(&shared, 90);
  (void)update_at(&shared, 5);
  (void)update_at(&shared, 6);
  model_masonry_insert(&shared.list, 1, 1);
  model_masonry_measure(&shared.list, 1, 30);
  CHECK_EQUAL(update_at(&shared, 6), 0);
  check_places(&shared, 0, PLACES(-6, 14, 29, 44, 89, 119));
}

static void a_panel_that_has_left_the_screen_loses_its_indents(void) {
  make(&shared, 2, EXTENTS(60, 60, 80, 40, 50, 70, -20, 90, 90, 90, 90, 90, 90));
  shared.viewport.behind = 400;
  (void)update_at(&shared, 0);
  (void)update_at(&shared, 90);
  model_masonry_measure(&shared.list, 1, 75);
  CHECK_EQUAL(update_at(&shared, 90), 15);
  (void)update_at(&shared, 180);
  check_indents(&shared, 0, 15, 0);
  CHECK_EQUAL(shared.list.items[6].start - shared.list.offset, 45);
  (void)update_at(&shared, 270);
  CHECK_EQUAL(update_at(&shared, 270), -15);
  check_indents(&shared, 0, 0, 0);
  CHECK_EQUAL(shared.list.items[6].start - shared.list.offset, -45);
}

/// Item 2 begins before the viewport; item 1 comes on the screen by scrolling back.
static void an_item_at_the_start_and_an_uncovered_one_grow_upward(void) {
  make(&shared, 2, EXTENTS(60, 60, 60, 60, 60, 60, 60, 60, 60, 60));
  for (int i = 0; i < 4; i++) shared.list.items[i].is_measured = false;
  (void)update_at(&shared, 0);
  (void)update_at(&shared, 70);
  check_places(&shared, 2, PLACES(-20, -20, 30, 30));
  model_masonry_measure(&shared.list, 2, 90);
  CHECK_EQUAL(update_at(&shared, 70), 40);
  check_places(&shared, 1, PLACES(-70, -60, -20, 30, 30));
  CHECK_EQUAL(update_at(&shared, 35), 0);
  check_places(&shared, 1, PLACES(5, 15, 55, 105, 105));
  model_masonry_measure(&shared.list, 1, 80);
  CHECK_EQUAL(update_at(&shared, 35), 0);
  check_places(&shared, 1, PLACES(-25, 15, 55, 105, 105));
}

static void another_number_of_lanes_begins_level_at_the_first_item_on_the_screen(void) {
  make(&shared, 2, EXTENTS(60, 40, 70, 50, 30, 80, 60, 40, 90, 50, 70, 60, 50, 80));
  read_on(&shared, 4, 50);
  CHECK_EQUAL(shared.list.offset, 200);
  int64_t first = 0;
  while (!shared.list.items[first].is_visible) first++;
  const int64_t place = shared.list.items[first].start - shared.list.offset;
  model_masonry_set_lanes(&shared.list, 3);
  (void)update_at(&shared, 200);
  CHECK_EQUAL(shared.list.items[first].start - shared.list.offset, place);
  check_lanes(&shared, first, LANES(0, 1, 2));
  check_places(&shared, first, PLACES(place, place, place));
  check_indents(&shared, first, 0, 0);
}

// == giving lanes ==

static void a_jump_begins_level_and_goes_on_backward(void) {
  make(&shared, 2,
       EXTENTS(60, 40, 70, 50, 30, 80, 60, 40, 90, 50, 70, 60, 50, 80, 60, 70, 60, 50, 80, 60));
  CHECK_EQUAL(update_at(&shared, 250), 0);
  check_lanes(&shared, 7, LANES(-1, 0, 1, 1, 0, 1, -1));
  check_places(&shared, 8, PLACES(-35, -35, 15, 55, 85));
  shared.viewport.behind = 60;
  CHECK_EQUAL(update_at(&shared, 250), 10);
  check_lanes(&shared, 5, LANES(-1, 0, 1, 0, 1));
  check_places(&shared, 6, PLACES(-95, -75, -35, -35, 15, 55, 85));
  check_indents(&shared, 6, 0, 20);
}

/// Between two wide items, 2 and 7, nothing was shown, and the start of that is near.
static void a_unit_that_is_near_is_given_lanes_from_its_start_on(void) {
  make(&shared, 2, EXTENTS(60, 40, -20, 50, 30, 80, 60, -20, 90, 50, 70, 60, 50, 80));
  shared.viewport.behind = 180;
  (void)update_at(&shared, 230);
  check_lanes(&shared, 3, LANES(0, 1, 1, 0));
  check_indents(&shared, 3, 0, 0);
  make(&shared, 2, EXTENTS(60, 40, -20, 50, 30, 80, 60, -20, 90, 50, 70, 60, 50, 80));
  shared.viewport.behind = 60;
  (void)update_at(&shared, 230);
  check_lanes(&shared, 5, LANES(0, 1));
}

/// Items of 60 are read to the end. Then the first one becomes wide and the second one longer, and
/// they are read again.
static void remember(fixture *it, int64_t longer) {
  make(it, 2, EXTENTS(60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60));
  (void)update_at(it, 0);
  read_on(it, 12, 50);
  model_masonry_set_wide(&it->list, 0, true);
  model_masonry_measure(&it->list, 1, 60 + longer);
  for (int i = 0; i < 2; i++) (void)update_at(it, 0);
  read_on(it, 12, 50);
}

static void a_remembered_lane_is_kept_up_to_the_patience(void) {
  remember(&shared, 40);
  check_lanes(&shared, 1, LANES(1, 0, 1, 0, 1, 0, 1, 0, 1));
  remember(&shared, 80);
  check_lanes(&shared, 1, LANES(1, 0, 0, 0, 1, 0, 1, 0, 1));
}

/// The first item on the screen and the last one.
static rc_interval visible(const fixture *it) {
  rc_interval found = {0, it->list.count - 1};
  while (found.lower < found.upper && !it->list.items[found.lower].is_visible) found.lower++;
  while (found.lower < found.upper && !it->list.items[found.upper].is_visible) found.upper--;
  return found;
}

/// How far apart the lanes end before an item.
static int64_t apart_at(const fixture *it, int64_t index) {
  const masonry_front *front = &it->list.items[index].front;
  int64_t least = front->of[0], greatest = front->of[0];
  for (int l = 1; l < it->list.lane_count; l++) {
    if (front->of[l] < least) least = front->of[l];
    if (front->of[l] > greatest) greatest = front->of[l];
  }
  return greatest - least;
}

static void what_is_inserted_on_the_screen_fills_all_lanes(void) {
  make(&shared, 4, EXTENTS(150));
  shared.viewport = (masonry_viewport){.length = 800, .behind = 1200, .ahead = 2000};
  shared.list.patience = 400;
  test_random random = {1};
  for (int64_t i = 1; i < 320; i++) {
    const rc_interval shown = visible(&shared);
    int64_t index = i < 120 ? i : test_random_in(&random, shown.lower + 1, shown.upper);
    model_masonry_insert(&shared.list, index, 1);
    model_masonry_measure(&shared.list, index, test_random_in(&random, 120, 360));
    (void)update_at(&shared, i < 119 ? 0 : shared.list.offset + (i == 119 ? 1500 : 0));
  }
  const int64_t first = apart_at(&shared, visible(&shared).lower),
                last = apart_at(&shared, visible(&shared).upper);
  CHECK_F(first < 2400 && last < 2400, "lanes end %lld and %lld apart", (long long)first,
          (long long)last);
}

static void an_item_that_was_not_shown_gets_its_lane_again(void) {
  make(&shared, 2, EXTENTS(100, 120, 60, 60, 60));
  shared.viewport.ahead = 100;
  (void)update_at(&shared, 0);
  check_lanes(&shared, 0, LANES(0, 1, 0, 1, 0));
  model_masonry_measure(&shared.list, 2, 90);
  (void)update_at(&shared, 0);
  check_lanes(&shared, 0, LANES(0, 1, 0, 1, 1));
  (void)update_at(&shared, 90);
  model_masonry_measure(&shared.list, 2, 150);
  (void)update_at(&shared, 90);
  check_lanes(&shared, 0, LANES(0, 1, 0, 1, 1));
}

// == at random ==

static void random_sessions_keep_lanes_and_places(void) {
  test_random random = {test_seed(1)};
  masonry_counts counts = {0};
  for (int64_t i = 0; i < test_count(100) && !test_has_failed(); i++) {
    masonry_session_run(&random, 100, &counts);
  }
  // A few sessions can be anything.
  if (counts.updates < 5000) return;
  CHECK(counts.quiet > counts.updates / 2 && counts.edited > counts.updates / 10);
}

static const test_case cases[] = {
    CASE(what_is_measured_above_moves_nothing_on_the_screen),
    CASE(indents_on_the_screen_are_closed_on_request_only),
    CASE(items_inserted_before_a_panel_take_over_its_indents),
    CASE(a_wide_item_at_the_start_keeps_the_panel_below_it),
    CASE(a_panel_that_has_left_the_screen_loses_its_indents),
    CASE(an_item_at_the_start_and_an_uncovered_one_grow_upward),
    CASE(another_number_of_lanes_begins_level_at_the_first_item_on_the_screen),
    CASE(a_jump_begins_level_and_goes_on_backward),
    CASE(a_unit_that_is_near_is_given_lanes_from_its_start_on),
    CASE(a_remembered_lane_is_kept_up_to_the_patience),
    CASE(an_item_that_was_not_shown_gets_its_lane_again),
    CASE(what_is_inserted_on_the_screen_fills_all_lanes),
    CASE(random_sessions_keep_lanes_and_places),
};

const test_suite suite_masonry = SUITE(cases);
