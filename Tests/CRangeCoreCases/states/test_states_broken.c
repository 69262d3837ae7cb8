// Whether validation sees each invariant of the states that does not hold, and says which.

#include <string.h>

#include "../../../Sources/CRangeCore/list/list.h"
#include "../broken.h"
#include "../list/list_fixture.h"

/// Thirty items around a viewport; where asked for, one of them is new and one was removed.
static void begin(list_fixture *f, bool is_edited) {
  fixture_begin(f, 30);
  fixture_update(f, 1200);
  if (is_edited) {
    (void)rc_list_insert(f->list, 0, NULL, 1);
    (void)rc_list_remove(f->list, 14, 15);
  }
}

static void broken_runs_of_states_are_detected(void) {
  FIXTURE(f, begin(&f, true));
  broken_fields b = {.list = f.list};
  rc__states *s = f.list->states;
  CHECK(s->run_count > 4);
  BROKEN(&b, s->runs[1].lower, 0, "a run of states is empty, or runs do not ascend");
  BROKEN(&b, s->runs[2].state, 2, "a state without MEASURE_LAYOUT");
  BROKEN(&b, s->run_count, 0, "runs of states without items");
  BROKEN(&b, s->runs[0].lower, -1, "no run of states at 0");
  BROKEN(&b, s->runs[1].state, s->runs[0].state, "adjacent runs of states not merged");
  BROKEN(&b, s->count, 29, "count of states is not the last update's");
}

static void broken_origins_are_detected(void) {
  FIXTURE(f, begin(&f, true));
  broken_fields b = {.list = f.list};
  rc__origins *o = &f.list->origins;
  rc__piece *root = &o->pieces[o->root];
  rc__piece *first = root;
  while (first->left != 0) first = &o->pieces[first->left];
  CHECK_EQUAL(first->seen, RC__ORIGIN_NEW);
  BROKEN(&b, o->count, 29, "sums of stretches wrong");
  BROKEN(&b, o->capacity, o->piece_count, "capacity for stretches of items too small");
  BROKEN(&b, o->sorted_capacity, o->piece_count - 1, "capacity for stretches of items too small");
  BROKEN(&b, first->seen, -2, "a stretch of items out of range");
  BROKEN(&b, first->count, 0, "sums of stretches wrong");
  // Two new items, and one that was removed.
  CHECK_OK(rc_list_insert(f.list, 0, NULL, 1));
  for (first = &o->pieces[o->root]; first->left != 0;) first = &o->pieces[first->left];
  BROKEN(&b, o->is_edited, false, "count of items changed without an edit");
  BROKEN(&b, o->piece_count, 2, "a stretch of items is lost");
  BROKEN(&b, first->seen, 29, "a stretch of items out of range");
  rc__piece *old = &o->pieces[1];
  while (old->seen != 0) old++;
  BROKEN(&b, old->seen, RC__ORIGIN_NEW, "adjacent stretches of items not merged");
  BROKEN(&b, first->seen, 20, "an item of the last update twice");
}

static void broken_capacities_of_states_are_detected(void) {
  FIXTURE(f, begin(&f, false));
  broken_fields b = {.list = f.list};
  rc__states *s = f.list->states;
  BROKEN(&b, s->room.capacity, s->run_count - 1, "capacity for runs of states too small");
  BROKEN(&b, s->removed_count, s->room.capacity, "more changes than capacity");
  CHECK_OK(rc_list_remove(f.list, 14, 15));
  // Where the removed item was, more can change.
  const size_t without = s->run_count + RC__STATES_CUT_USUAL;
  BROKEN(&b, s->room.capacity, without, "capacity for the next update too small");
  BROKEN(&b, s->left_count, 1, "changes after an edit");
}

static const test_case cases[] = {
    CASE(broken_runs_of_states_are_detected),
    CASE(broken_origins_are_detected),
    CASE(broken_capacities_of_states_are_detected),
};

const test_suite suite_states_broken = SUITE(cases);
