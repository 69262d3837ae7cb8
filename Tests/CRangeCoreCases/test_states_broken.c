// Whether validation sees each invariant of the states that does not hold, and says which.

#include <string.h>

#include "../../Sources/CRangeCore/list.h"
#include "broken.h"
#include "list_fixture.h"

static void expect(list_fixture *f, broken_fields *broken, const char *reason) {
  const char *found = NULL;
  rc_status status = rc_list_validate(f->list, &found);
  broken_mend(broken);
  CHECK_F(status == RC_STATUS_INVALID, "not seen: %s", reason);
  CHECK_F(strcmp(found, reason) == 0, "%s, expected %s", found, reason);
  CHECK_OK(rc_list_validate(f->list, &found));
}

/// Thirty items around a viewport; where asked for, one of them is new and one was removed.
static rc__states *begin(list_fixture *f, bool is_edited) {
  fixture_begin(f, 30);
  fixture_update(f, 1200);
  if (is_edited) {
    (void)rc_list_insert(f->list, 0, 1, NULL);
    (void)rc_list_remove(f->list, 14, 15);
  }
  return f->list->states;
}

static void broken_runs_of_states_are_seen(void) {
  list_fixture f;
  broken_fields b = {0};
  rc__states *s = begin(&f, true);
  CHECK(s->run_count > 4);
  CHECK(s->runs[0].state == 0 && s->runs[1].state == 1 && s->runs[2].state > 1);
  BREAK(&b, s->runs[1].lower, 0);
  expect(&f, &b, "a run of states is empty, or runs do not ascend");
  BREAK(&b, s->runs[1].origin, 1);
  expect(&f, &b, "origin of a run whose removal is not listed");
  BREAK(&b, s->listed_stamp, s->edit_stamp);
  expect(&f, &b, "an item is new after an update");
  BREAK(&b, s->runs[2].state, 2);
  expect(&f, &b, "a state without MEASURE_LAYOUT");
  BREAK(&b, s->runs[2].origin, -1);
  expect(&f, &b, "origin of a run out of range");
  BREAK(&b, s->runs[2].origin, 30);
  expect(&f, &b, "origin of a run out of range");
  BREAK(&b, s->run_count, 0);
  expect(&f, &b, "runs of states without items");
  BREAK(&b, s->runs[0].lower, -1);
  expect(&f, &b, "no run of states at 0");
  BREAK(&b, s->runs[0].state, 1);
  expect(&f, &b, "adjacent runs of states not merged");
  BREAK(&b, s->count, -1);
  expect(&f, &b, "count of states out of range");
  BREAK(&b, s->count, RC_ITEM_COUNT_MAX + 1);
  expect(&f, &b, "count of states out of range");
  fixture_end(&f);
}

static void broken_removed_runs_are_seen(void) {
  list_fixture f;
  broken_fields b = {0};
  rc__states *s = begin(&f, true);
  CHECK_EQUAL(s->removed_count, 1);
  rc_change *removed = &s->changes[0];
  BREAK(&b, removed->lower, -1);
  expect(&f, &b, "removed items out of range");
  BREAK(&b, removed->upper, removed->lower);
  expect(&f, &b, "removed items out of range");
  BREAK(&b, removed->upper, 31);
  expect(&f, &b, "removed items out of range");
  BREAK(&b, removed->before, 1);
  expect(&f, &b, "removed items out of range");
  BREAK(&b, removed->lower, removed->lower - 1);
  expect(&f, &b, "an item of the last update twice");
  CHECK_OK(rc_list_remove(f.list, 11, 12));
  CHECK_EQUAL(s->removed_count, 2);
  BREAK(&b, s->changes[1].before, 1);
  expect(&f, &b, "removed items out of range");
  fixture_end(&f);
}

static void broken_capacities_of_states_are_seen(void) {
  list_fixture f;
  broken_fields b = {0};
  rc__states *s = begin(&f, false);
  BREAK(&b, s->run_capacity, 1);
  expect(&f, &b, "capacity for runs of states too small");
  BREAK(&b, s->scratch_capacity, 1);
  expect(&f, &b, "capacity for runs of states too small");
  BREAK(&b, s->change_capacity, 1);
  expect(&f, &b, "capacity for changes too small");
  BREAK(&b, s->entered_count, s->change_capacity + 1);
  expect(&f, &b, "more changes than capacity");
  fixture_end(&f);
}

static void capacities_that_just_suffice_are_enough(void) {
  for (int is_edited = 0; is_edited < 2; is_edited++) {
    list_fixture f;
    broken_fields b = {0};
    rc__states *s = begin(&f, is_edited == 1);
    const size_t waiting = s->run_count + (is_edited == 1 ? s->removed_count : 0);
    BREAK(&b, s->run_capacity, s->run_count);
    BREAK(&b, s->scratch_capacity, s->run_count);
    BREAK(&b, s->change_capacity, waiting);
    // What the last update listed counts until an edit.
    BREAK(&b, s->left_count, 0);
    BREAK(&b, s->shown_count, 0);
    BREAK(&b, s->entered_count, waiting - s->removed_count);
    CHECK_OK(rc_list_validate(f.list, NULL));
    BREAK(&b, s->left_count, 1);
    CHECK_EQUAL(rc_list_validate(f.list, NULL), is_edited ? RC_STATUS_OK : RC_STATUS_INVALID);
    broken_mend(&b);
    fixture_end(&f);
  }
}

static const test_case cases[] = {
    CASE(broken_runs_of_states_are_seen),
    CASE(broken_removed_runs_are_seen),
    CASE(broken_capacities_of_states_are_seen),
    CASE(capacities_that_just_suffice_are_enough),
};

const test_suite suite_states_broken = SUITE(cases);
