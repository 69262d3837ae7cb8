// What updates of states leave to the next ones, and the room that states ask for: what shows only
// inside of them, and in what they cost.

#include <stdlib.h>
#include <string.h>

#include "../../Sources/CRangeCore/states.h"
#include "harness.h"
#include "states_pair.h"

static rc_state_range range(int64_t lower, int64_t upper, int64_t below, int64_t above) {
  return (rc_state_range){{lower, upper}, {lower - below, upper + above}};
}

static void update_to(states_pair *pair, rc_state_range of_one_bit) {
  rc_state_ranges ranges = {0};
  ranges.bits[2] = of_one_bit;
  states_pair_update(pair, &ranges);
}

static void pair_of(states_pair *pair, int64_t count, int64_t lower, int64_t upper) {
  states_pair_init(pair);
  states_pair_insert(pair, 0, count);
  update_to(pair, range(lower, upper, 0, 0));
}

// == moving runs ==

static void a_range_that_moves_first_leaves_whole_changes(void) {
  states_pair pair;
  pair_of(&pair, 10, 3, 6);
  update_to(&pair, range(4, 7, 0, 0));
  update_to(&pair, range(2, 5, 0, 0));
  states_pair_deinit(&pair);
}

static rc_state_ranges nested(int64_t first) {
  rc_state_ranges ranges = {0};
  for (int bit = 1; bit < 8; bit++) {
    ranges.bits[bit] = range(first + 3 * bit, first + 60 - 3 * bit, 0, 0);
  }
  return ranges;
}

static void as_many_runs_as_there_can_be_move_together(void) {
  const int64_t places[] = {20, 21, 22, 20, 19, 17, 19, 18};
  states_pair pair;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 100);
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    rc_state_ranges ranges = nested(places[i]);
    states_pair_update(&pair, &ranges);
    if (test_has_failed()) return;
    CHECK_EQUAL(pair.states->run_count, 15);
    CHECK_EQUAL(pair.states->settled.alone, pair.states->settled.used);
  }
  states_pair_deinit(&pair);
}

static void an_item_that_was_moved_out_of_its_range_leaves(void) {
  states_pair pair;
  pair_of(&pair, 10, 3, 6);
  states_pair_move(&pair, 3, 4, 0);
  update_to(&pair, range(4, 6, 0, 0));
  CHECK_EQUAL(pair.changes.left_count, 1);
  states_pair_deinit(&pair);
}

static void an_end_past_the_list_begins_no_run(void) {
  states_pair pair;
  pair_of(&pair, 20, 5, 8);
  states_pair_remove(&pair, 15, 20);
  update_to(&pair, range(5, 8, 0, 0));
  update_to(&pair, range(5, 17, 0, 0));
  update_to(&pair, range(5, 9, 0, 0));
  states_pair_deinit(&pair);
}

static void new_items_before_all_ranges_are_told_nothing(void) {
  states_pair pair;
  pair_of(&pair, 20, 5, 8);
  states_pair_insert(&pair, 0, 2);
  update_to(&pair, range(7, 10, 0, 0));
  CHECK_EQUAL(pair.changes.count, 0);
  CHECK_EQUAL(pair.states->runs[0].state, RC_STATE_MEASURE_LAYOUT);
  states_pair_deinit(&pair);
}

// == slack ==

static void slack_on_one_side_keeps(void) {
  for (int64_t below = 0; below < 4; below += 3) {
    states_pair pair;
    pair_of(&pair, 20, 8, 10);
    update_to(&pair, below > 0 ? range(10, 12, below, 0) : range(6, 8, 0, 3));
    CHECK_EQUAL(pair.changes.left_count, 0);
    CHECK_EQUAL(rc_states_get(pair.states, 8), 5);
    states_pair_deinit(&pair);
  }
}

static void an_update_without_slack_after_one_with_it_agrees(void) {
  for (int64_t code = 0; code < 6 * 6 * 6 && !test_has_failed(); code++) {
    states_pair pair;
    pair_of(&pair, 12, 2 + code % 6, 5 + code % 6);
    const int64_t kept = 2 + code / 6 % 6, last = 2 + code / 36;
    update_to(&pair, range(kept, kept + 3, 2, 2));
    update_to(&pair, range(last, last + 3, 0, 0));
    states_pair_deinit(&pair);
  }
}

// == what an update leaves to the next one ==

static void updates_with_items_and_without_slack_settle(void) {
  for (int64_t count = 0; count < 3; count++) {
    states_pair pair;
    states_pair_init(&pair);
    states_pair_insert(&pair, 0, count);
    update_to(&pair, range(0, 1, 0, 0));
    CHECK_EQUAL(pair.states->settled.holds, count > 0);
    update_to(&pair, range(0, 1, 0, 1));
    CHECK(!pair.states->settled.holds);
    states_pair_deinit(&pair);
  }
}

// What stands around the bits that are asked for would be seen: those ends are at the same items.
static void ends_of_other_bits_are_not_read(void) {
  states_pair pair;
  rc_changes changes;
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 20);
  const int64_t ends[] = {3, 5, 8, 12, 3, 12, 5, 8};
  const uint8_t end_of[18] = {6, 7, 0, 0, 0, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 4, 5};
  const rc__states_ranges ranges = {ends, end_of, NULL, UINT16_MAX};
  rc__states_update(pair.states, &ranges, &changes);
  CHECK_EQUAL(pair.states->settled.used, 15);
  CHECK_EQUAL(pair.states->settled.alone, 15);
  CHECK_EQUAL(changes.count, 3);
  // As if there were another cut at the last one's place, but there is none.
  const rc__cut_list cuts = {4, {3, 5, 8, 12, 12}, {4, 6, 7, 5, 17}};
  rc__states_settle(pair.states, &ranges, &cuts);
  CHECK_EQUAL(pair.states->settled.alone, 15);
  states_pair_deinit(&pair);
}

// == removed items ==

static void items_removed_one_by_one_wait_as_one_piece(void) {
  for (int64_t back = 0; back < 2; back++) {
    states_pair pair;
    pair_of(&pair, 20, 5, 15);
    for (int64_t i = 0; i < 4 && !test_has_failed(); i++) {
      const int64_t at = back == 0 ? 7 : 12 - i;
      states_pair_remove(&pair, at, at + 1);
      CHECK_EQUAL(pair.states->removed_count, 1);
    }
    update_to(&pair, range(5, 11, 0, 0));
    states_pair_deinit(&pair);
  }
}

/// Before each block stands what its first change would join, were it one.
typedef struct {
  rc_change before;
} tempting_memory;

static void *tempting_resize(void *context, void *block, size_t old_size, size_t new_size) {
  const tempting_memory *memory = context;
  (void)old_size;
  char *old = block != NULL ? (char *)block - sizeof memory->before : NULL;
  if (new_size == 0) free(old);
  if (new_size == 0 || old != NULL) return NULL;
  char *fresh = malloc(sizeof memory->before + new_size);
  if (fresh == NULL) return NULL;
  memcpy(fresh, &memory->before, sizeof memory->before);
  return fresh + sizeof memory->before;
}

static void the_first_change_joins_nothing(void) {
  tempting_memory memories[] = {
      {{.lower = 0, .upper = 3, .before = 0, .after = 5}},
      {{.lower = 0, .upper = 3, .before = 5, .after = 0}},
  };
  for (size_t i = 0; i < 2; i++) {
    const rc_allocator allocator = {&memories[i], tempting_resize};
    rc_states *states = NULL;
    rc_changes changes;
    CHECK_EQUAL(rc_states_create(&allocator, &states), RC_STATUS_OK);
    CHECK_EQUAL(rc_states_insert(states, 0, 10), RC_STATUS_OK);
    rc_state_ranges ranges = {0};
    ranges.bits[2] = range(3, 5, 0, 0);
    CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
    CHECK_EQUAL(changes.count, 1);
    CHECK_EQUAL(rc_states_remove(states, 3, 4), RC_STATUS_OK);
    CHECK_EQUAL(states->removed_count, 1);
    rc_states_destroy(states);
  }
}

// == room ==

enum { ROOM_AT_FIRST = 44, ROOM_OF_EDIT = 32 };

static size_t grown(size_t capacity, size_t needed) {
  if (needed <= capacity) return capacity;
  return needed > 2 * capacity ? needed : 2 * capacity;
}

static size_t size_of(size_t run_count, size_t change_count) {
  return sizeof(rc_states) + run_count * (sizeof(rc__run) + sizeof(rc_change)) +
         change_count * sizeof(rc_change);
}

// Each second edit is at an item of its own, so that a run is cut, and the room must grow.
static void room_doubles_when_an_edit_and_its_update_may_outgrow_it(void) {
  states_ledger ledger = {.calls_left = -1};
  const rc_allocator allocator = states_ledger_allocator(&ledger);
  rc_states *states = NULL;
  rc_changes changes;
  CHECK_EQUAL(rc_states_create(&allocator, &states), RC_STATUS_OK);
  CHECK_EQUAL(ledger.size, size_of(ROOM_AT_FIRST, ROOM_AT_FIRST));
  CHECK_EQUAL(ledger.call_count, 4);
  CHECK_EQUAL(rc_states_insert(states, 0, 1000), RC_STATUS_OK);
  rc_state_ranges ranges = {0};
  ranges.bits[2] = range(0, 1000, 0, 0);
  CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
  size_t run_room = ROOM_AT_FIRST, change_room = ROOM_AT_FIRST;
  for (int64_t i = 0; i < 150; i++) {
    const size_t needed = states->run_count + ROOM_OF_EDIT;
    run_room = grown(run_room, needed);
    change_room = grown(change_room, needed + rc__states_waiting(states));
    if (i % 2 == 0)
      CHECK_EQUAL(rc_states_insert(states, 5 * i, 1), RC_STATUS_OK);
    else
      CHECK_EQUAL(rc_states_remove(states, 5 * i, 5 * i + 1), RC_STATUS_OK);
    CHECK_EQUAL(ledger.size, size_of(run_room, change_room));
  }
  const int64_t calls = ledger.call_count;
  CHECK_EQUAL(rc_states_update(states, &ranges, &changes), RC_STATUS_OK);
  CHECK_EQUAL(ledger.call_count, calls);
  rc_states_destroy(states);
  CHECK_EQUAL(ledger.size, 0);
}

// Fifteen runs are as many as there can be without slack; 59 are as many as there is room for after
// it has grown once.
static void runs_that_slack_keeps_need_room_of_their_own(void) {
  const int64_t counts[] = {15, 16, 59, 60}, calls_more[] = {0, 3, 0, 3};
  for (size_t n = 0; n < 4; n++) {
    const int64_t runs = counts[n];
    states_pair pair;
    states_pair_init(&pair);
    states_pair_insert(&pair, 0, 200);
    for (int64_t i = 0; pair.states->run_count < (size_t)runs; i++) {
      update_to(&pair, range(4 * i + runs % 2, 4 * i + 2, 200, 200));
      if (test_has_failed()) return;
    }
    const int64_t calls = pair.ledger.call_count;
    rc_state_ranges ranges = {0};
    rc_changes changes;
    CHECK_EQUAL(pair.states->run_count, runs);
    CHECK_EQUAL(rc_states_update(pair.states, &ranges, &changes), RC_STATUS_OK);
    CHECK_EQUAL(pair.ledger.call_count - calls, calls_more[n]);
    rc_states_destroy(pair.states);
    pair.states = NULL;
    states_pair_deinit(&pair);
  }
}

static void room_is_what_is_needed_where_that_is_more_than_twice(void) {
  states_pair pair;
  pair_of(&pair, 20, 5, 15);
  CHECK(rc__states_make_room(pair.states, ROOM_AT_FIRST, 0));
  CHECK(pair.states->spare == NULL);
  CHECK(rc__states_make_room(pair.states, ROOM_AT_FIRST, 56));
  CHECK_EQUAL(pair.states->spare_capacity, 100);
  CHECK_EQUAL(pair.states->run_capacity, ROOM_AT_FIRST);
  CHECK_EQUAL(pair.states->scratch_capacity, ROOM_AT_FIRST);
  states_pair_check(&pair);
  states_pair_deinit(&pair);
}

static const test_case cases[] = {
    CASE(a_range_that_moves_first_leaves_whole_changes),
    CASE(as_many_runs_as_there_can_be_move_together),
    CASE(an_item_that_was_moved_out_of_its_range_leaves),
    CASE(an_end_past_the_list_begins_no_run),
    CASE(new_items_before_all_ranges_are_told_nothing),
    CASE(slack_on_one_side_keeps),
    CASE(an_update_without_slack_after_one_with_it_agrees),
    CASE(updates_with_items_and_without_slack_settle),
    CASE(ends_of_other_bits_are_not_read),
    CASE(items_removed_one_by_one_wait_as_one_piece),
    CASE(the_first_change_joins_nothing),
    CASE(room_doubles_when_an_edit_and_its_update_may_outgrow_it),
    CASE(runs_that_slack_keeps_need_room_of_their_own),
    CASE(room_is_what_is_needed_where_that_is_more_than_twice),
};

const test_suite suite_states_inside = SUITE(cases);
