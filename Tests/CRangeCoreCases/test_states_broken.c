// Whether validation sees each invariant of the states that does not hold, and says which.

#include <string.h>

#include "../../Sources/CRangeCore/list.h"
#include "broken.h"
#include "list_fixture.h"

/// Thirty items around a viewport; where asked for, one of them is new and one was removed.
static void begin(list_fixture *f, bool is_edited) {
  fixture_begin(f, 30);
  fixture_update(f, 1200);
  if (is_edited) {
    (void)rc_list_insert(f->list, 0, 1, NULL);
    (void)rc_list_remove(f->list, 14, 15);
  }
}

static void broken_runs_of_states_are_detected(void) {
  FIXTURE(f, begin(&f, true));
  broken_fields b = {.list = f.list};
  rc__states *s = f.list->states;
  CHECK(s->run_count > 4);
  CHECK(s->runs[0].state == 0 && s->runs[1].state == 1 && s->runs[2].state > 1);
  BROKEN(&b, s->runs[1].lower, 0, "a run of states is empty, or runs do not ascend");
  BROKEN(&b, s->runs[1].origin, 1, "origin of a run whose removal is not listed");
  BROKEN(&b, s->listed_stamp, s->edit_stamp, "an item is new after an update");
  BROKEN(&b, s->runs[2].state, 2, "a state without MEASURE_LAYOUT");
  BROKEN(&b, s->runs[2].origin, -1, "origin of a run out of range");
  BROKEN(&b, s->runs[2].origin, 30, "origin of a run out of range");
  BROKEN(&b, s->run_count, 0, "runs of states without items");
  BROKEN(&b, s->runs[0].lower, -1, "no run of states at 0");
  BROKEN(&b, s->runs[0].state, 1, "adjacent runs of states not merged");
  BROKEN(&b, s->count, -1, "count of states out of range");
  BROKEN(&b, s->count, RC_ITEM_COUNT_MAX + 1, "count of states out of range");
}

static void broken_removed_runs_are_detected(void) {
  FIXTURE(f, begin(&f, true));
  broken_fields b = {.list = f.list};
  rc__states *s = f.list->states;
  CHECK_EQUAL(s->removed_count, 1);
  rc_change *removed = &s->changes[0];
  BROKEN(&b, removed->lower, -1, "removed items out of range");
  BROKEN(&b, removed->upper, removed->lower, "removed items out of range");
  BROKEN(&b, removed->upper, 31, "removed items out of range");
  BROKEN(&b, removed->before, 1, "removed items out of range");
  BROKEN(&b, removed->lower, removed->lower - 1, "an item of the last update twice");
  CHECK_OK(rc_list_remove(f.list, 11, 12));
  CHECK_EQUAL(s->removed_count, 2);
  BROKEN(&b, s->changes[1].before, 1, "removed items out of range");
}

static void broken_capacities_of_states_are_detected(void) {
  FIXTURE(f, begin(&f, false));
  broken_fields b = {.list = f.list};
  rc__states *s = f.list->states;
  BROKEN(&b, s->run_capacity, 1, "capacity for runs of states too small");
  BROKEN(&b, s->scratch_capacity, 1, "capacity for runs of states too small");
  BROKEN(&b, s->change_capacity, 1, "capacity for changes too small");
  BROKEN(&b, s->entered_count, s->change_capacity + 1, "more changes than capacity");
}

static void capacities_that_just_suffice_are_enough(void) {
  for (int is_edited = 0; is_edited < 2; is_edited++) {
    FIXTURE(f, begin(&f, is_edited == 1));
    broken_fields b = {.list = f.list};
    rc__states *s = f.list->states;
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
    CHECK_EQUAL(rc_list_validate(f.list, NULL), is_edited ? RC_STATUS_OK : RC_STATUS_CORRUPT);
    broken_mend(&b);
  }
}

static const test_case cases[] = {
    CASE(broken_runs_of_states_are_detected),
    CASE(broken_removed_runs_are_detected),
    CASE(broken_capacities_of_states_are_detected),
    CASE(capacities_that_just_suffice_are_enough),
};

const test_suite suite_states_broken = SUITE(cases);
