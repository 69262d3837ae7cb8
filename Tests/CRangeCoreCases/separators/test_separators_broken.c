// Separators that are broken on purpose: validation names what is wrong.

#include "../../../Sources/CRangeCore/separators/separators.h"
#include "../broken.h"
#include "separators_fixture.h"

static rc__separator_node *node_of(const separators_fixture *f, rc_id id) {
  return &f->separators->nodes[(uintptr_t)rc__ids_find(&f->separators->ids, id)];
}

static void validation_names_what_is_wrong(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 12 31");
  separators_go(&f);
  broken_fields broken = {.separators = f.separators};
  rc_separators *it = f.separators;
  rc__separator_node *two = node_of(&f, 2), *three = node_of(&f, 3);
  // That of 1 which is no row.
  rc__separator_node *one = node_of(&f, 1), *other = &it->nodes[one->next];
  if (one->is_shown) {
    rc__separator_node *const shown = one;
    one = other;
    other = shown;
  }
  BROKEN(&broken, it->nodes[it->root].gaps, 9, "sums of separators are wrong");
  BROKEN(&broken, two->is_shown, false, "sums of separators are wrong");
  BROKEN(&broken, it->slots, 7, "borders are miscounted");
  BROKEN(&broken, three->is_stale, true, "a separator stayed stale");
  BROKEN(&broken, three->id, 7, "the id of a separator is not known");
  BROKEN(&broken, it->node_count, 7, "separators are miscounted");
  BROKEN(&broken, it->ids.count, 7, "ids of separators are miscounted");
  BROKEN(&broken, other->previous, 0, "an id is not one row");
  BREAK(&broken, it->slots, 2);
  BROKEN(&broken, it->borders.count, 3, "a separator is after the end");
  const char *reason = "";
  CHECK_EQUAL(rc_separators_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
}

/// Two at one border, and a row that is not the first.
static void two_at_a_border(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 12");
  separators_go(&f);
  separators_remove(&f, 1, 2);
  CHECK_EQUAL(rc_separators_validate(f.separators, NULL), RC_STATUS_OK);
  broken_fields broken = {.separators = f.separators};
  BROKEN(&broken, f.separators->borders.is_edited, false, "a border has two separators");
}

/// The rounds in which ids are settled begin again.
static void rounds_begin_again(void) {
  SEPARATORS(f);
  separators_insert(&f, 0, "11 21 12");
  separators_go(&f);
  CHECK_EQUAL(f.separators->round, 1);
  f.separators->round = UINT32_MAX;
  CHECK_EQUAL(rc_separators_renew(f.separators, 1, 1), RC_STATUS_OK);
  f.rule = NULL;
  separators_ask(&f);
  const rc_id none = RC_ID_NONE;
  CHECK_EQUAL(rc_separators_answer(f.separators, &none, 1, &f.result), RC_STATUS_OK);
  CHECK_EQUAL(f.result.edit_count, 1);
  CHECK_EQUAL(f.separators->round, 1);
}

static const test_case cases[] = {
    CASE(validation_names_what_is_wrong),
    CASE(two_at_a_border),
    CASE(rounds_begin_again),
};

const test_suite suite_separators_broken = SUITE(cases);
