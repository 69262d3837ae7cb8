// Whether validation sees each promise of the states that is broken, and says which.

#include <string.h>

#include "../../Sources/CRangeCore/states.h"
#include "broken.h"
#include "harness.h"
#include "states_pair.h"

static void expect(rc_states *states, broken_fields *broken, const char *reason) {
  const char *found = NULL;
  rc_status status = rc_states_validate(states, &found);
  broken_mend(broken);
  CHECK_F(status == RC_STATUS_INVALID, "not seen: %s", reason);
  CHECK_F(strcmp(found, reason) == 0, "%s, expected %s", found, reason);
  status = rc_states_validate(states, &found);
  CHECK_F(status == RC_STATUS_OK, "not mended: %s", found);
}

// Thirty items around a viewport of three, one of which is new and one removed where asked for.
static void begin_states(states_pair *pair, bool is_edited) {
  states_pair_init(pair);
  states_pair_insert(pair, 0, 30);
  rc_state_ranges ranges = states_around((rc_interval){12, 15}, 3, 0);
  states_pair_update(pair, &ranges);
  if (!is_edited) return;
  states_pair_insert(pair, 0, 1);
  states_pair_remove(pair, 14, 15);
}

static void broken_runs_of_states_are_seen(void) {
  states_pair pair;
  broken_fields b = {0};
  begin_states(&pair, true);
  rc_states *s = pair.states;
  CHECK(s->run_count > 4);
  CHECK(s->runs[0].state == 0 && s->runs[1].state == 1 && s->runs[2].state > 1);
  BREAK(&b, s->runs[1].lower, 0);
  expect(s, &b, "a run is empty or the runs do not ascend");
  BREAK(&b, s->runs[1].origin, 1);
  expect(s, &b, "a run that needs no origin has one");
  BREAK(&b, s->is_edited, false);
  expect(s, &b, "an item is new after an update");
  BREAK(&b, s->runs[2].state, 2);
  expect(s, &b, "a run lacks the bit of every item");
  const char *outside = "a run comes from outside the list";
  BREAK(&b, s->runs[2].origin, -1);
  expect(s, &b, outside);
  BREAK(&b, s->runs[2].origin, 30);
  expect(s, &b, outside);
  BREAK(&b, s->run_count, 0);
  expect(s, &b, "runs without items");
  BREAK(&b, s->runs[0].lower, -1);
  expect(s, &b, "the first run is not at 0");
  BREAK(&b, s->runs[0].state, 1);
  expect(s, &b, "two runs could be one");
  const char *impossible = "the count is impossible";
  BREAK(&b, s->count, -1);
  BREAK(&b, s->run_count, 0);
  const char *found;
  CHECK_EQUAL(rc_states_validate(s, &found), RC_STATUS_INVALID);
  broken_mend(&b);
  BREAK(&b, s->count, RC_ITEM_COUNT_MAX + 1);
  expect(s, &b, impossible);
  states_pair_deinit(&pair);
}

static void a_broken_start_of_the_only_run_is_seen(void) {
  states_pair pair;
  broken_fields b = {0};
  states_pair_init(&pair);
  states_pair_insert(&pair, 0, 5);
  BREAK(&b, pair.states->runs[0].lower, 1);
  expect(pair.states, &b, "the first run is not at 0");
  states_pair_deinit(&pair);
}

static void broken_removed_runs_are_seen(void) {
  states_pair pair;
  broken_fields b = {0};
  begin_states(&pair, true);
  rc_states *s = pair.states;
  CHECK_EQUAL(s->removed_count, 1);
  rc_change *removed = &s->changes[0];
  const char *wrong = "a removed run is not one";
  BREAK(&b, removed->lower, -1);
  expect(s, &b, wrong);
  BREAK(&b, removed->upper, removed->lower);
  expect(s, &b, wrong);
  BREAK(&b, removed->upper, 31);
  expect(s, &b, wrong);
  BREAK(&b, removed->before, 1);
  expect(s, &b, wrong);
  BREAK(&b, removed->lower, removed->lower - 1);
  expect(s, &b, "an item is there twice");
  states_pair_remove(&pair, 11, 12);
  CHECK_EQUAL(s->removed_count, 2);
  BREAK(&b, s->changes[1].before, 1);
  expect(s, &b, wrong);
  states_pair_deinit(&pair);
}

static void broken_room_for_states_is_seen(void) {
  states_pair pair;
  broken_fields b = {0};
  begin_states(&pair, false);
  rc_states *s = pair.states;
  BREAK(&b, s->run_capacity, 1);
  expect(s, &b, "no room for runs");
  BREAK(&b, s->scratch_capacity, 1);
  expect(s, &b, "no room for runs");
  BREAK(&b, s->change_capacity, 1);
  expect(s, &b, "no room for changes");
  BREAK(&b, s->entered_count, s->change_capacity + 1);
  expect(s, &b, "more changes than there is room for");
  BREAK(&b, s->shown_count, s->entered_count + 1);
  expect(s, &b, "more become visible than enter");
  CHECK_EQUAL(rc_states_validate(s, NULL), RC_STATUS_OK);
  BREAK(&b, s->run_capacity, 1);
  CHECK_EQUAL(rc_states_validate(s, NULL), RC_STATUS_INVALID);
  broken_mend(&b);
  states_pair_deinit(&pair);
}

static void room_that_just_suffices_is_enough(void) {
  for (int is_edited = 0; is_edited < 2; is_edited++) {
    states_pair pair;
    broken_fields b = {0};
    begin_states(&pair, is_edited);
    rc_states *s = pair.states;
    const size_t listed = s->removed_count + s->left_count + s->entered_count;
    const size_t waiting = s->run_count + (is_edited ? s->removed_count : 0);
    BREAK(&b, s->run_capacity, s->run_count);
    BREAK(&b, s->scratch_capacity, s->run_count);
    BREAK(&b, s->change_capacity, waiting > listed ? waiting : listed);
    CHECK_EQUAL(rc_states_validate(s, NULL), RC_STATUS_OK);
    // What the last update listed counts until an edit.
    BREAK(&b, s->entered_count, s->change_capacity - s->removed_count - s->left_count);
    CHECK_EQUAL(rc_states_validate(s, NULL), RC_STATUS_OK);
    BREAK(&b, s->left_count, s->left_count + 1);
    CHECK_EQUAL(rc_states_validate(s, NULL), is_edited ? RC_STATUS_OK : RC_STATUS_INVALID);
    broken_mend(&b);
    states_pair_deinit(&pair);
  }
}

static const test_case cases[] = {
    CASE(broken_runs_of_states_are_seen),    CASE(a_broken_start_of_the_only_run_is_seen),
    CASE(broken_removed_runs_are_seen),      CASE(broken_room_for_states_is_seen),
    CASE(room_that_just_suffices_is_enough),
};

const test_suite suite_states_broken = SUITE(cases);
