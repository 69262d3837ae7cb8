// States: edits and updates in lockstep with the model.

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "states_pair.h"

static const rc_interval nothing = {0, 0};

// == every small case ==

// The intervals within 0 … count, the empty one last.
static rc_interval small_interval(int64_t count, int64_t place) {
  for (int64_t lower = 0; lower < count; lower++) {
    for (int64_t upper = lower + 1; upper <= count; upper++) {
      if (place-- == 0) return (rc_interval){lower, upper};
    }
  }
  return nothing;
}

static int64_t small_interval_count(int64_t count) {
  return count * (count + 1) / 2 + 1;
}

static void update_around(states_pair *pair, rc_interval viewport, int64_t slack) {
  rc_state_ranges ranges = states_around(viewport, 1, slack);
  states_pair_update(pair, &ranges);
  if (test_has_failed()) return;
  states_pair_order(pair, viewport, slack > 0 ? RC_DIRECTION_BACKWARD : RC_DIRECTION_FORWARD, NULL);
}

static void all_sequences_of_three_updates_agree(void) {
  for (int64_t count = 0; count <= 5; count++) {
    const int64_t n = small_interval_count(count);
    for (int64_t code = 0; code < n * n * n * 2 && !test_has_failed(); code++) {
      states_pair pair;
      states_pair_init(&pair);
      states_pair_insert(&pair, 0, count);
      for (int64_t i = 0, rest = code / 2; i < 3 && !test_has_failed(); i++, rest /= n) {
        update_around(&pair, small_interval(count, rest % n), code % 2);
      }
      states_pair_deinit(&pair);
    }
  }
}

// The edits of a list, by number: insert one or two anywhere, remove anything, move anything
// anywhere. Returns false past the last.
static bool edit_by_number(states_pair *pair, int64_t number) {
  const int64_t count = pair->model.count;
  for (int64_t index = 0; index <= count; index++) {
    for (int64_t added = 1; added <= 2; added++) {
      if (number-- == 0) return states_pair_insert(pair, index, added), true;
    }
  }
  for (int64_t place = 0; place < small_interval_count(count) - 1; place++) {
    rc_interval items = small_interval(count, place);
    if (number-- == 0) return states_pair_remove(pair, items.lower, items.upper), true;
    for (int64_t to = 0; to <= count - (items.upper - items.lower); to++) {
      if (number-- == 0) return states_pair_move(pair, items.lower, items.upper, to), true;
    }
  }
  return false;
}

static bool update_edit_update(int64_t count, int64_t code, int64_t edit_number) {
  const int64_t n = small_interval_count(count);
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, count);
  update_around(&pair, small_interval(count, code % n), 0);
  bool is_edit = edit_by_number(&pair, edit_number);
  if (is_edit) update_around(&pair, small_interval(count, code / n % n), code / n / n);
  states_pair_deinit(&pair);
  return is_edit;
}

static void each_edit_between_all_updates_agrees(void) {
  for (int64_t count = 0; count <= 4; count++) {
    const int64_t n = small_interval_count(count);
    for (int64_t code = 0; code < n * n * 2; code++) {
      for (int64_t edit = 0; update_edit_update(count, code, edit); edit++) {
        if (test_has_failed()) return;
      }
    }
  }
}

static bool two_edits(int64_t count, rc_interval viewport, int64_t first, int64_t second) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, count);
  update_around(&pair, viewport, 0);
  bool is_edit = edit_by_number(&pair, first) && edit_by_number(&pair, second);
  if (is_edit) update_around(&pair, viewport, 1);
  states_pair_deinit(&pair);
  return is_edit;
}

static void each_two_edits_between_updates_agree(void) {
  for (int64_t count = 1; count <= 4; count++) {
    const rc_interval viewport = {count / 2, count / 2 + 1};
    for (int64_t first = 0; two_edits(count, viewport, first, 0); first++) {
      for (int64_t second = 1; two_edits(count, viewport, first, second); second++) {
        if (test_has_failed()) return;
      }
    }
  }
}

// == at random ==

static rc_interval random_interval(test_random *random, int64_t count) {
  int64_t lower = test_random_in(random, -3, count + 2);
  return (rc_interval){lower, lower + test_random_in(random, -1, 12)};
}

static rc_state_ranges random_ranges(test_random *random, int64_t count) {
  rc_state_ranges ranges = states_around(
      random_interval(random, count), test_random_in(random, 0, 9), test_random_in(random, 0, 4));
  if (!test_random_one_in(random, 3)) return ranges;
  for (int bit = 0; bit < 8; bit++) {
    ranges.bits[bit].items = random_interval(random, count);
    ranges.bits[bit].keep = random_interval(random, count);
    if (test_random_one_in(random, 3)) ranges.bits[bit].keep = (rc_interval){-5, count + 5};
    if (test_random_one_in(random, 3)) ranges.bits[bit].keep = ranges.bits[bit].items;
  }
  return ranges;
}

static void random_edit(states_pair *pair, test_random *random) {
  const int64_t count = pair->model.count;
  int64_t kind = test_random_in(random, 0, count > 150 ? 1 : 2);
  int64_t lower = test_random_in(random, 0, count), upper = lower + test_random_in(random, 0, 6);
  if (test_random_one_in(random, 40)) upper = test_random_in(random, lower, count);
  if (upper > count) upper = count;
  if (kind == 0) states_pair_remove(pair, lower, upper);
  if (kind == 1) {
    int64_t to = test_random_in(random, 0, count - (upper - lower));
    states_pair_move(pair, lower, upper, to);
  }
  if (kind == 2) states_pair_insert(pair, lower, test_random_in(random, 0, 9));
}

static void random_lives_agree(void) {
  test_random random = {test_seed(4)};
  for (int64_t life = 0; life < 40 * test_effort() && !test_has_failed(); life++) {
    states_pair pair;
    states_pair_init(&pair);
    int64_t calm = test_random_in(&random, 1, life % 2 == 0 ? 12 : 90);
    for (int step = 0; step < 300 && !test_has_failed(); step++) {
      if (!test_random_one_in(&random, calm)) {
        random_edit(&pair, &random);
        continue;
      }
      rc_state_ranges ranges = random_ranges(&random, pair.model.count);
      states_pair_update(&pair, &ranges);
      rc_interval viewport = random_interval(&random, pair.model.count);
      if (viewport.upper < viewport.lower || test_has_failed()) continue;
      rc_direction leading = (rc_direction)test_random_in(&random, 1, 2);
      states_pair_order(&pair, viewport, leading, NULL);
    }
    states_pair_deinit(&pair);
  }
}

// == one by one ==

static void pair_with_viewport(states_pair *pair, int64_t count, rc_interval viewport) {
  states_pair_init(pair);
  states_pair_insert(pair, 0, count);
  update_around(pair, viewport, 0);
}

static void changes_come_in_three_sections(void) {
  states_pair pair;
  pair_with_viewport(&pair, 20, (rc_interval){5, 8});
  states_pair_remove(&pair, 5, 6);
  update_around(&pair, (rc_interval){9, 12}, 0);
  const rc_change expected[] = {
      {5, 6, 0, 15, 0, {0}},   // removed
      {3, 4, 0, 3, 1, {0}},    // leave
      {4, 5, 0, 7, 1, {0}},    //
      {5, 7, 0, 15, 1, {0}},   //
      {7, 8, 0, 7, 3, {0}},    //
      {9, 12, 0, 1, 15, {0}},  // becomes visible
      {12, 13, 0, 1, 7, {0}},  // leading
      {8, 9, 0, 3, 7, {0}},    // trailing, as far
      {13, 14, 1, 1, 3, {0}},  // further
  };
  CHECK_EQUAL(pair.changes.count, sizeof expected / sizeof expected[0]);
  CHECK_EQUAL(pair.changes.removed_count, 1);
  CHECK_EQUAL(pair.changes.left_count, 4);
  CHECK(memcmp(pair.changes.items, expected, sizeof expected) == 0);
  states_pair_deinit(&pair);
}

static void what_came_and_went_leaves_no_trace(void) {
  states_pair pair;
  pair_with_viewport(&pair, 20, (rc_interval){5, 8});
  states_pair_insert(&pair, 6, 4);
  states_pair_move(&pair, 7, 9, 0);
  states_pair_move(&pair, 0, 2, 7);
  states_pair_remove(&pair, 6, 10);
  rc_state_ranges ranges = states_around((rc_interval){5, 8}, 1, 0);
  states_pair_update(&pair, &ranges);
  CHECK_EQUAL(pair.changes.count, 0);
  states_pair_deinit(&pair);
}

static void updates_without_slack_never_allocate(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 200);
  test_random random = {test_seed(5)};
  const int64_t calls = pair.ledger.call_count;
  for (int i = 0; i < 2000 && !test_has_failed(); i++) {
    rc_state_ranges ranges = {0};
    for (int bit = 0; bit < 8; bit++) {
      ranges.bits[bit].items = random_interval(&random, 200);
      ranges.bits[bit].keep = ranges.bits[bit].items;
    }
    states_pair_update(&pair, &ranges);
    CHECK_EQUAL(pair.ledger.call_count, calls);
  }
  states_pair_deinit(&pair);
}

static void a_billion_items_take_no_more_memory(void) {
  states_ledger ledger = {.calls_left = -1};
  rc_allocator allocator = states_ledger_allocator(&ledger);
  rc_states *states = NULL;
  rc_changes changes;
  CHECK_EQUAL(rc_states_create(&allocator, &states), RC_STATUS_OK);
  const size_t size = ledger.size;
  CHECK_EQUAL(rc_states_insert(states, 0, 1000000000), RC_STATUS_OK);
  for (int64_t first = 0; first < 999999000; first += 99990000) {
    rc_state_ranges ranges = states_around((rc_interval){first, first + 10}, 10, 0);
    CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
    CHECK(changes.count >= 1 && changes.count <= 10);
    CHECK_EQUAL(rc_states_get(states, first), RC_STATE_IN_HIERARCHY);
    CHECK_EQUAL(rc_states_get(states, first + 15), 7);
  }
  CHECK_EQUAL(ledger.size, size);
  CHECK(size < 8192);
  CHECK_EQUAL(rc_states_insert(states, 5, RC_ITEM_COUNT_MAX - 1000000000 + 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_states_insert(states, 5, INT64_MAX), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_states_insert(states, 5, RC_ITEM_COUNT_MAX - 1000000000), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_insert(states, 0, 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_states_move(states, 0, 10, RC_ITEM_COUNT_MAX - 10), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_remove(states, 0, RC_ITEM_COUNT_MAX), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_validate(states, NULL), RC_STATUS_OK);
  rc_states_destroy(states);
  CHECK_EQUAL(ledger.block_count, 0);
}

static void a_hundred_thousand_inserts_at_the_front_stay_few_runs(void) {
  states_ledger ledger = {.calls_left = -1};
  rc_allocator allocator = states_ledger_allocator(&ledger);
  rc_states *states = NULL;
  rc_changes changes;
  CHECK_EQUAL(rc_states_create(&allocator, &states), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_insert(states, 0, 100), RC_STATUS_OK);
  rc_state_ranges ranges = states_around((rc_interval){50, 55}, 5, 0);
  CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
  const int64_t calls = ledger.call_count;
  for (int i = 0; i < 100000; i++) CHECK_EQUAL(rc_states_insert(states, 0, 1), RC_STATUS_OK);
  for (int i = 0; i < 100000; i++) CHECK_EQUAL(rc_states_insert(states, 100052, 1), RC_STATUS_OK);
  CHECK_EQUAL(ledger.call_count, calls);
  CHECK_EQUAL(rc_states_get(states, 100051), RC_STATE_IN_HIERARCHY);
  CHECK_EQUAL(rc_states_get(states, 100052), RC_STATE_MEASURE_LAYOUT);
  CHECK_EQUAL(rc_states_get(states, 200052), RC_STATE_IN_HIERARCHY);
  // Removed one by one, from the back: one run is listed for each state.
  for (int i = 0; i < 100; i++) {
    const int64_t last = i < 48 ? 200099 - i : 100099 - i;
    CHECK_EQUAL(rc_states_remove(states, last, last + 1), RC_STATUS_OK);
  }
  CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
  CHECK_EQUAL(changes.removed_count, 5);
  CHECK_EQUAL(changes.items[2].lower, 50);
  CHECK_EQUAL(changes.items[2].upper, 55);
  rc_states_destroy(states);
}

// Items whose removal is not listed need no origin: their runs join again.
static void edits_far_from_the_ranges_stay_few_runs(void) {
  states_ledger ledger = {.calls_left = -1};
  rc_allocator allocator = states_ledger_allocator(&ledger);
  rc_states *states = NULL;
  rc_changes changes;
  CHECK_EQUAL(rc_states_create(&allocator, &states), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_insert(states, 0, 1000000), RC_STATUS_OK);
  rc_state_ranges ranges = states_around((rc_interval){50, 55}, 5, 0);
  CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
  const int64_t calls = ledger.call_count;
  for (int64_t i = 0; i < 1000; i++) {
    CHECK_EQUAL(rc_states_remove(states, 100 + 50 * i, 101 + 50 * i), RC_STATUS_OK);
    CHECK_EQUAL(rc_states_move(states, 90000 + 50 * i, 90003 + 50 * i, 200), RC_STATUS_OK);
  }
  CHECK_EQUAL(ledger.call_count, calls);
  CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
  CHECK_EQUAL(changes.count, 0);
  rc_states_destroy(states);
  CHECK_EQUAL(ledger.block_count, 0);
}

// An edit of each kind, again and again without another that would reserve in its place.
static void scattered_edits_reserve_for_the_update(void) {
  for (int kind = 0; kind < 3 && !test_has_failed(); kind++) {
    for (int64_t edits = 0; edits < 60 && !test_has_failed(); edits += 7) {
      states_pair pair;
      pair_with_viewport(&pair, 400, (rc_interval){0, 400});
      for (int64_t i = 0; i < edits; i++) {
        if (kind == 0) states_pair_insert(&pair, 5 * i + 3, 1);
        if (kind == 1) states_pair_remove(&pair, 5 * i + 3, 5 * i + 4);
        if (kind == 2) states_pair_move(&pair, 5 * i + 3, 5 * i + 4, 5 * i + 1);
      }
      update_around(&pair, (rc_interval){20, 40}, 0);
      states_pair_deinit(&pair);
    }
  }
}

static void an_update_grows_with_what_slack_keeps(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 400);
  for (int64_t i = 0; i < 100 && !test_has_failed(); i++) {
    rc_state_ranges ranges = {0};
    ranges.bits[1].items = (rc_interval){4 * i, 4 * i + 2};
    ranges.bits[1].keep = (rc_interval){0, 400};
    states_pair_update(&pair, &ranges);
  }
  states_pair_deinit(&pair);
}

static void each_window_is_copied_alone(void) {
  states_pair pair;
  pair_with_viewport(&pair, 20, (rc_interval){5, 8});
  for (int64_t window = 0; window < 21 * 21; window++) {
    const int64_t lower = window / 21, upper = window % 21;
    rc_state bytes[21];
    memset(bytes, 77, sizeof bytes);
    rc_status status = rc_states_copy(pair.states, lower, upper, bytes);
    CHECK_EQUAL(status, upper < lower ? RC_STATUS_ARGUMENT : RC_STATUS_OK);
    const int64_t count = upper < lower ? 0 : upper - lower;
    for (int64_t i = 0; i < 21; i++) {
      CHECK_EQUAL(bytes[i], i < count ? pair.model.items[lower + i].state : 77);
    }
  }
  states_pair_deinit(&pair);
}

// == what is not allowed ==

static void check_wrong_edits(states_pair *pair) {
  rc_states *states = pair->states;
  const int64_t count = pair->model.count;
  const int64_t wrong[] = {-1, count + 1, INT64_MIN, INT64_MAX};
  for (size_t i = 0; i < 4; i++) {
    CHECK_EQUAL(rc_states_insert(states, wrong[i], 1), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_states_remove(states, wrong[i], wrong[i]), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_states_move(states, wrong[i], wrong[i], 0), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_states_move(states, 0, 1, i == 1 ? count : wrong[i]), RC_STATUS_ARGUMENT);
    CHECK_EQUAL(rc_states_get(states, i == 1 ? count : wrong[i]), 0);
  }
  CHECK_EQUAL(rc_states_insert(states, 0, -1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_insert(states, 0, INT64_MIN), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_remove(states, 3, 2), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_remove(states, 3, count + 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_move(states, 3, 2, 0), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_move(states, INT64_MIN, INT64_MAX, 0), RC_STATUS_ARGUMENT);
}

static void check_wrong_questions(states_pair *pair) {
  rc_states *states = pair->states;
  const int64_t count = pair->model.count;
  rc_state bytes[32] = {77};
  CHECK_EQUAL(rc_states_copy(states, -1, 2, bytes), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_copy(states, 2, 1, bytes), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_copy(states, 2, count + 1, bytes), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_copy(states, 0, 2, NULL), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(bytes[0], 77);
  CHECK_EQUAL(rc_states_copy(states, 4, 9, bytes), RC_STATUS_OK);
  CHECK(bytes[0] == 7 && bytes[1] == 15 && bytes[3] == 15 && bytes[4] == 7 && bytes[5] == 0);
  rc_state_ranges ranges = {0};
  rc_changes changes;
  CHECK_EQUAL(rc_states_update(states, NULL, &changes), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_update(states, &ranges, NULL), RC_STATUS_ARGUMENT);
}

// What an update may hold on to of the last one: a range that was wholly outside comes in, or goes.
static void ranges_outside_the_list_come_in(void) {
  for (int64_t before = 0; before < 144 && !test_has_failed(); before++) {
    for (int64_t after = 0; after < 144; after++) {
      states_pair pair;
      states_pair_init(&pair);
      states_pair_insert(&pair, 0, 8);
      rc_state_ranges ranges = {0};
      ranges.bits[3].items = ranges.bits[3].keep = (rc_interval){3, 5};
      ranges.bits[4].items = ranges.bits[4].keep = (rc_interval){before / 12 - 2, before % 12 - 2};
      states_pair_update(&pair, &ranges);
      ranges.bits[4].items = ranges.bits[4].keep = (rc_interval){after / 12 - 2, after % 12 - 2};
      states_pair_update(&pair, &ranges);
      states_pair_deinit(&pair);
    }
  }
}

static void wrong_arguments_change_nothing(void) {
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 20);
  rc_state_ranges ranges = states_around((rc_interval){5, 8}, 1, 0);
  states_pair_update(&pair, &ranges);
  check_wrong_edits(&pair);
  check_wrong_questions(&pair);
  states_pair_check(&pair);
  CHECK_EQUAL(rc_states_insert(pair.states, 20, 0), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_remove(pair.states, 20, 20), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_move(pair.states, 5, 5, 20), RC_STATUS_OK);
  CHECK_EQUAL(rc_states_move(pair.states, 5, 9, 5), RC_STATUS_OK);
  states_pair_check(&pair);
  states_pair_order(&pair, (rc_interval){5, 8}, RC_DIRECTION_FORWARD, NULL);
  states_pair_deinit(&pair);
}

static void nothing_is_no_states(void) {
  rc_state_ranges ranges = {0};
  rc_changes changes;
  rc_state byte;
  CHECK_EQUAL(rc_states_create(NULL, NULL), RC_STATUS_ARGUMENT);
  rc_states_destroy(NULL);
  CHECK_EQUAL(rc_states_count(NULL), 0);
  CHECK_EQUAL(rc_states_get(NULL, 0), 0);
  CHECK_EQUAL(rc_states_insert(NULL, 0, 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_remove(NULL, 0, 0), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_move(NULL, 0, 0, 0), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_update(NULL, &ranges, &changes), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_order(NULL, nothing, RC_DIRECTION_FORWARD, NULL, &changes),
              RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_copy(NULL, 0, 0, &byte), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_validate(NULL, NULL), RC_STATUS_ARGUMENT);
}

static void a_creation_without_memory_leaves_none_behind(void) {
  rc_states *states = NULL;
  for (int64_t allowed = 0; states == NULL; allowed++) {
    states_ledger ledger = {.calls_left = allowed};
    rc_allocator allocator = states_ledger_allocator(&ledger);
    rc_status status = rc_states_create(&allocator, &states);
    CHECK_EQUAL(status, states == NULL ? RC_STATUS_NO_MEMORY : RC_STATUS_OK);
    rc_states_destroy(states);
    CHECK(ledger.block_count == 0 && ledger.size == 0 && allowed < 10);
  }
  const rc_allocator none = {0};
  CHECK_EQUAL(rc_states_create(&none, &states), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_states_create(NULL, &states), RC_STATUS_OK);
  rc_states_destroy(states);
}

static const test_case cases[] = {
    CASE(all_sequences_of_three_updates_agree),
    CASE(each_edit_between_all_updates_agrees),
    CASE(each_two_edits_between_updates_agree),
    CASE(random_lives_agree),
    CASE(changes_come_in_three_sections),
    CASE(what_came_and_went_leaves_no_trace),
    CASE(updates_without_slack_never_allocate),
    CASE(a_billion_items_take_no_more_memory),
    CASE(a_hundred_thousand_inserts_at_the_front_stay_few_runs),
    CASE(edits_far_from_the_ranges_stay_few_runs),
    CASE(scattered_edits_reserve_for_the_update),
    CASE(an_update_grows_with_what_slack_keeps),
    CASE(each_window_is_copied_alone),
    CASE(ranges_outside_the_list_come_in),
    CASE(wrong_arguments_change_nothing),
    CASE(nothing_is_no_states),
    CASE(a_creation_without_memory_leaves_none_behind),
};

const test_suite suite_states = SUITE(cases);
