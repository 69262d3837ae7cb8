// The order of the changes that enter, and what the map promises itself.

#include <math.h>
#include <string.h>

#include "harness.h"
// The room's own header: only so can a promise be broken.
#include "../../Sources/CRangeCore/states.h"
#include "states_pair.h"

// Six items that enter one by one: every second one has an app's bit, each its own.
enum { ALONE_COUNT = 6 };

static rc_state_range both(rc_interval items) {
  return (rc_state_range){items, items};
}

static rc_state_ranges alone_ranges(rc_interval preloaded, rc_interval visible) {
  rc_state_ranges ranges = {0};
  for (int i = 0; i < 3; i++) ranges.bits[4 + i] = both((rc_interval){2 * i, 2 * i + 1});
  ranges.bits[1] = both(preloaded);
  ranges.bits[3] = both(visible);
  return ranges;
}

static const rc_interval no_items = {0, 0}, all_items = {0, ALONE_COUNT};

static void enter_alone(states_pair *pair, rc_interval visible) {
  rc_state_ranges before = alone_ranges(no_items, no_items);
  rc_state_ranges after = alone_ranges(all_items, visible);
  states_pair_update(pair, &before);
  if (!test_has_failed()) states_pair_update(pair, &after);
}

static bool grows(const double *distances, int64_t from, int64_t to) {
  for (int64_t i = from; i + 1 < to; i++) {
    if (distances[i] > distances[i + 1]) return false;
  }
  return true;
}

// Whether distances of the items that enter without becoming visible grow away from the viewport.
static bool grow_away(const double distances[ALONE_COUNT], rc_interval viewport, bool is_visible) {
  double mirrored[ALONE_COUNT];
  for (int i = 0; i < ALONE_COUNT; i++) mirrored[ALONE_COUNT - 1 - i] = distances[i];
  bool inside = is_visible || grows(distances, viewport.lower, viewport.upper);
  return inside && grows(distances, viewport.upper, ALONE_COUNT) &&
         grows(mirrored, ALONE_COUNT - viewport.lower, ALONE_COUNT);
}

// The distances as they stand after the update: what becomes visible stands first.
static void stand(const double distances[ALONE_COUNT], rc_interval visible,
                  double out[ALONE_COUNT]) {
  int count = 0;
  for (int64_t i = visible.lower; i < visible.upper; i++) out[count++] = distances[i];
  for (int64_t i = 0; i < ALONE_COUNT; i++) {
    if (i < visible.lower || i >= visible.upper) out[count++] = distances[i];
  }
}

static void check_order(states_pair *pair, rc_interval viewport, bool is_visible, int64_t code) {
  rc_interval visible = is_visible ? viewport : (rc_interval){viewport.lower, viewport.lower};
  double distances[ALONE_COUNT], standing[ALONE_COUNT];
  for (int i = 0; i < ALONE_COUNT; i++, code /= 3) distances[i] = (double)(code % 3);
  stand(distances, visible, standing);
  for (int leading = 1; leading <= 2 && !test_has_failed(); leading++) {
    enter_alone(pair, visible);
    CHECK_EQUAL(pair->changes.count, ALONE_COUNT);
    if (grow_away(distances, viewport, is_visible)) {
      states_pair_order(pair, viewport, (rc_direction)leading, standing);
      continue;
    }
    rc_changes changes;
    CHECK_EQUAL(rc_states_order(pair->states, viewport, (rc_direction)leading, standing, &changes),
                RC_STATUS_ARGUMENT);
    states_pair_check(pair);
  }
}

static void all_distances_of_six_agree(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, ALONE_COUNT);
  for (int64_t lower = 0; lower <= ALONE_COUNT; lower++) {
    for (int64_t upper = lower; upper <= ALONE_COUNT; upper++) {
      for (int64_t code = 0; code < 729 * 2 && !test_has_failed(); code++) {
        check_order(&pair, (rc_interval){lower, upper}, code % 2, code / 2);
      }
    }
  }
  states_pair_deinit(&pair);
}

static void a_run_around_an_empty_viewport_comes_first(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 9);
  rc_state_ranges ranges = {0};
  ranges.bits[1] = both((rc_interval){0, 9});
  ranges.bits[4] = both((rc_interval){0, 3});
  ranges.bits[5] = both((rc_interval){6, 9});
  states_pair_update(&pair, &ranges);
  states_pair_order(&pair, (rc_interval){4, 4}, RC_DIRECTION_BACKWARD, NULL);
  CHECK_EQUAL(pair.changes.items[0].lower, 3);
  CHECK_EQUAL(pair.changes.items[1].lower, 0);
  CHECK_EQUAL(pair.changes.items[2].lower, 6);
  CHECK(pair.changes.items[1].distance == 1 && pair.changes.items[2].distance == 2);
  states_pair_deinit(&pair);
}

static rc_status order(states_pair *pair, rc_interval viewport, int leading,
                       const double *distances) {
  rc_changes changes = {.count = 77};
  rc_status status =
      rc_states_order(pair->states, viewport, (rc_direction)leading, distances, &changes);
  if (status != RC_STATUS_OK && changes.count != 77) test_fail(__FILE__, __LINE__, "written");
  states_pair_check(pair);
  return status;
}

static void a_wrong_order_changes_nothing(void) {
  states_pair pair;
  states_pair_init(&pair);
  CHECK_EQUAL(order(&pair, no_items, 1, NULL), RC_STATUS_ARGUMENT);
  states_pair_insert(&pair, 0, ALONE_COUNT);
  enter_alone(&pair, no_items);
  const double wrong[][ALONE_COUNT] = {
      {0, 1, 2, 3, 4, (double)NAN}, {-1, 1, 2, 3, 4, 5}, {0, 1, 2, (double)NAN, 4, 5}};
  for (size_t i = 0; i < 3; i++) {
    CHECK_EQUAL(order(&pair, no_items, 1, wrong[i]), RC_STATUS_ARGUMENT);
  }
  const int directions[] = {0, 3, -1, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < 5; i++) {
    CHECK_EQUAL(order(&pair, no_items, directions[i], NULL), RC_STATUS_ARGUMENT);
  }
  CHECK_EQUAL(order(&pair, (rc_interval){1, 0}, 1, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_order(pair.states, no_items, RC_DIRECTION_FORWARD, NULL, NULL),
              RC_STATUS_ARGUMENT);
  states_pair_check(&pair);
  states_pair_deinit(&pair);
}

static void an_update_is_ordered_once(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, ALONE_COUNT);
  enter_alone(&pair, no_items);
  states_pair_order(&pair, (rc_interval){2, 3}, RC_DIRECTION_FORWARD, NULL);
  CHECK_EQUAL(order(&pair, no_items, 1, NULL), RC_STATUS_ARGUMENT);
  for (int edit = 0; edit < 3; edit++) {
    enter_alone(&pair, no_items);
    if (edit == 0) states_pair_insert(&pair, 0, 1);
    if (edit == 1) states_pair_move(&pair, 0, 1, 3);
    if (edit == 2) states_pair_remove(&pair, 0, 1);
    CHECK_EQUAL(order(&pair, no_items, 1, NULL), RC_STATUS_ARGUMENT);
  }
  states_pair_deinit(&pair);
}

static void viewports_of_any_place_are_safe(void) {
  const int64_t far[] = {INT64_MIN, -1, 0, 3, ALONE_COUNT, INT64_MAX};
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, ALONE_COUNT);
  for (size_t i = 0; i < 36; i++) {
    const rc_interval viewport = {far[i / 6], far[i % 6]};
    enter_alone(&pair, no_items);
    rc_changes changes;
    rc_status status = rc_states_order(pair.states, viewport, RC_DIRECTION_FORWARD, NULL, &changes);
    CHECK_EQUAL(status, viewport.upper < viewport.lower ? RC_STATUS_ARGUMENT : RC_STATUS_OK);
    if (status != RC_STATUS_OK) continue;
    double last = 0;
    for (size_t change = 0; change < changes.count; change++) {
      CHECK(changes.items[change].distance >= last);
      last = changes.items[change].distance;
    }
  }
  states_pair_deinit(&pair);
}

static void nothing_past_the_changes_is_read_or_written(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, ALONE_COUNT);
  enter_alone(&pair, no_items);
  const double distances[ALONE_COUNT + 1] = {0, 1, 2, 3, 4, 5, -1};
  rc_change *past = &pair.states->changes[pair.changes.count];
  *past = (rc_change){.lower = 7, .upper = 8, .distance = 9};
  rc_changes changes;
  CHECK_EQUAL(rc_states_order(pair.states, no_items, RC_DIRECTION_FORWARD, distances, &changes),
              RC_STATUS_OK);
  CHECK(past->lower == 7 && past->upper == 8 && past->distance == 9);
  states_pair_deinit(&pair);
}

// == what the list relies on ==

static void a_reserve_leaves_the_changes_in_place(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 400);
  for (int64_t i = 0; i < 100 && pair.states->spare == NULL && !test_has_failed(); i++) {
    rc_state_ranges ranges = {0};
    ranges.bits[1].items = (rc_interval){4 * i, 4 * i + 2};
    ranges.bits[1].keep = (rc_interval){0, 400};
    states_pair_update(&pair, &ranges);
    CHECK(rc__states_reserve(pair.states) && rc__states_reserve(pair.states));
    states_pair_check(&pair);
  }
  CHECK(pair.states->spare != NULL);
  // Nothing was edited after all; the end gives back the larger block too.
  states_pair_deinit(&pair);
}

static void the_list_writes_the_distances_itself(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, ALONE_COUNT);
  size_t count = 77;
  enter_alone(&pair, no_items);
  const double distances[ALONE_COUNT] = {3, 1, 0, 1, 1, 2};
  rc_change *entered = rc__states_entered(pair.states, &count);
  CHECK_EQUAL(count, ALONE_COUNT);
  for (size_t i = 0; i < count; i++) entered[i].distance = distances[i];
  rc_changes changes;
  rc__states_order(pair.states, (rc_interval){2, 3}, RC_DIRECTION_BACKWARD, &changes);
  const int64_t expected[ALONE_COUNT] = {2, 1, 3, 4, 5, 0};
  for (size_t i = 0; i < count; i++) CHECK_EQUAL(changes.items[i].lower, expected[i]);
  states_pair_deinit(&pair);
}

// == validate ==

static void check_broken(const rc_states *states, int64_t line) {
  const char *reason = NULL;
  CHECK_F(rc_states_validate(states, &reason) == RC_STATUS_INVALID && reason != NULL,
          "line %lld breaks nothing", (long long)line);
  CHECK_EQUAL(rc_states_validate(states, NULL), RC_STATUS_INVALID);
}

// Breaks one promise, sees it found, and mends it again.
#define BREAK(place, value)                                                      \
  do {                                                                           \
    const rc_states sound = *states;                                             \
    const rc__run runs[3] = {states->runs[0], states->runs[1], states->runs[2]}; \
    const rc_change change = states->changes[0];                                 \
    (place) = (value);                                                           \
    check_broken(states, __LINE__);                                              \
    *states = sound;                                                             \
    memcpy(states->runs, runs, sizeof runs);                                     \
    states->changes[0] = change;                                                 \
    states_pair_check(&pair);                                                    \
  } while (0)

static void validate_finds_what_is_broken(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 20);
  rc_state_ranges ranges = states_around((rc_interval){5, 8}, 1, 0);
  states_pair_update(&pair, &ranges);
  rc_states *states = pair.states;
  BREAK(states->runs[0].lower, 1);
  BREAK(states->runs[1].lower, 0);
  BREAK(states->runs[1].lower, 4);
  BREAK(states->runs[0].origin, 1);
  BREAK(states->runs[1].origin, -1);
  BREAK(states->runs[1].origin, 20);
  BREAK(states->runs[1].state, 2);
  BREAK(states->runs[1].state, 1);
  BREAK(states->runs[2].state, 3);
  BREAK(states->count, 9);
  BREAK(states->count, 0);
  BREAK(states->count, -1);
  BREAK(states->count, RC_ITEM_COUNT_MAX + 1);
  BREAK(states->previous_count, 19);
  BREAK(states->run_count, 0);
  BREAK(states->run_capacity, states->run_count - 1);
  BREAK(states->scratch_capacity, states->run_count - 1);
  BREAK(states->change_capacity, states->run_count - 1);
  BREAK(states->left_count, states->change_capacity);
  BREAK(states->shown_count, states->entered_count + 1);
  states_pair_remove(&pair, 3, 4);
  BREAK(states->changes[0].lower, -1);
  BREAK(states->changes[0].upper, 3);
  BREAK(states->changes[0].upper, 21);
  BREAK(states->changes[0].upper, 5);
  BREAK(states->changes[0].before, 1);
  BREAK(states->change_capacity, states->run_count);
  states_pair_deinit(&pair);
}

static const test_case cases[] = {
    CASE(all_distances_of_six_agree),
    CASE(a_run_around_an_empty_viewport_comes_first),
    CASE(a_wrong_order_changes_nothing),
    CASE(an_update_is_ordered_once),
    CASE(viewports_of_any_place_are_safe),
    CASE(nothing_past_the_changes_is_read_or_written),
    CASE(a_reserve_leaves_the_changes_in_place),
    CASE(the_list_writes_the_distances_itself),
    CASE(validate_finds_what_is_broken),
};

const test_suite suite_state_order = SUITE(cases);
