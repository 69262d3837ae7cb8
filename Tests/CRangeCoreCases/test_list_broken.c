// Whether validation sees each promise of a list that is broken, and says which.

#include <string.h>

#include "../../Sources/CRangeCore/extents_tree.h"
#include "../../Sources/CRangeCore/list.h"
#include "broken.h"
#include "harness.h"

static void expect(rc_list *list, broken_fields *broken, const char *reason) {
  const char *found = NULL;
  rc_status status = rc_list_validate(list, &found);
  rc_status same = rc_list_validate(list, NULL);
  broken_mend(broken);
  CHECK_F(status == RC_STATUS_INVALID && same == status, "not seen: %s", reason);
  CHECK_F(strcmp(found, reason) == 0, "%s, expected %s", found, reason);
  CHECK_EQUAL(rc_list_validate(list, &found), RC_STATUS_OK);
  CHECK(found == NULL);
}

static void broken_lists_are_seen(void) {
  rc_list *list;
  broken_fields b = {0};
  CHECK_EQUAL(rc_list_create(NULL, NULL, &list), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(list, 0, 10, NULL), RC_STATUS_OK);
  BREAK(&b, list->count, 9);
  expect(list, &b, "item counts of states and list differ");
  BREAK(&b, list->columns, 2);
  expect(list, &b, "row counts of extents and list differ");
  BREAK(&b, list->anchor.item, -2);
  expect(list, &b, "anchor index out of range");
  BREAK(&b, list->anchor.item, 10);
  expect(list, &b, "anchor index out of range");
  BREAK(&b, list->target.item, -2);
  expect(list, &b, "scroll target index out of range");
  BREAK(&b, list->target.item, 10);
  expect(list, &b, "scroll target index out of range");
  BREAK(&b, list->extents->tree.root.measured, 1);
  expect(list, &b, "a run's ticks are miscounted");
  BREAK(&b, list->states->run_count, 0);
  expect(list, &b, "runs of states without items");
  rc_list_destroy(list);
}

static const test_case cases[] = {
    CASE(broken_lists_are_seen),
};

const test_suite suite_list_broken = SUITE(cases);
