// Whether validation sees each promise of a list that is broken, and says which.

#include <string.h>

#include "../../../Sources/CRangeCore/extents/extents_tree.h"
#include "../../../Sources/CRangeCore/list/list.h"
#include "../broken.h"
#include "../harness.h"

static void broken_lists_are_detected(void) {
  rc_list *list;
  CHECK_EQUAL(rc_list_create(NULL, NULL, &list), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_insert(list, 0, NULL, 10), RC_STATUS_OK);
  broken_fields b = {.list = list};
  BROKEN(&b, list->rows.count, 9, "item counts of states and list differ");
  BROKEN(&b, list->rows.columns, 2, "row counts of extents and list differ");
  BROKEN(&b, list->anchor.first.item, -2, "anchor index out of range");
  BROKEN(&b, list->anchor.first.item, INT64_MAX, "anchor index out of range");
  BROKEN(&b, list->anchor.target.item, -2, "scroll target index out of range");
  BROKEN(&b, list->anchor.target.item, 10, "scroll target index out of range");
  BROKEN(&b, list->rows.extents->tree.root.measured, 1, "a run's ticks are miscounted");
  rc_list_destroy(list);
}

static const test_case cases[] = {
    CASE(broken_lists_are_detected),
};

const test_suite suite_list_broken = SUITE(cases);
