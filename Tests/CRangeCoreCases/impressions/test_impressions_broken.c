// Impressions that are broken on purpose: validation names what is wrong.

#include "../../../Sources/CRangeCore/impressions/impressions.h"
#include "impressions_fixture.h"

static const char *reason_of(const rc_impressions *impressions) {
  const char *reason = NULL;
  const rc_status status = rc_impressions_validate(impressions, &reason);
  if (status != rc_impressions_validate(impressions, NULL)) return "two statuses";
  if (status == RC_STATUS_OK) return "none";
  return status == RC_STATUS_CORRUPT && reason != NULL ? reason : "no reason";
}

/// With a field of another value; it is restored.
#define CHECK_BROKEN(field, value, expected)        \
  do {                                              \
    __typeof__(field) right = (field);              \
    (field) = (value);                              \
    CHECK_TEXT(reason_of(f.impressions), expected); \
    (field) = right;                                \
    CHECK_TEXT(reason_of(f.impressions), "none");   \
  } while (0)

static void validation_names_what_is_wrong(void) {
  rc_impressions_options options;
  rc_impressions_options_init(&options);
  options.threshold_count = 1;
  IMPRESSIONS(f, &options);
  impressions_show_in(&f, 8, "3:100/100");
  CHECK_TEXT(impressions_go_with(&f, 0, "1:100/100 2:10/100"),
             "CROSSED 1 #1 1 CROSSED 2 #1 0.1 CROSSED 3 #1 1");
  CHECK_TEXT(impressions_go(&f, 1), "SEEN 1 @1 +1 SEEN 3 @1 +1");
  CHECK_TEXT(impressions_go_with(&f, 2, "2:10/100 4:100/100"),
             "LEFT 1 @2 +2 CROSSED 1 #0 0 CROSSED 4 #1 1");
  rc_impressions *it = f.impressions;
  // That of 2, which only has a level; of 3, which was seen; and of 4.
  rc__presence *few = rc__ids_find(&it->ids, 2), *seen = rc__ids_find(&it->ids, 3);
  rc__presence *dwells = rc__ids_find(&it->ids, 4);
  CHECK_BROKEN(it->lists[0].capacity, 1, "a list has more looks than memory");
  CHECK_BROKEN(it->lists[1].list, 7, "lists are out of order");
  CHECK_BROKEN(it->look_count, 2, "looks are miscounted");
  CHECK_BROKEN(few->id, 3, "an id is not where it is known");
  CHECK_BROKEN(few->level, 0, "an id is present for nothing");
  CHECK_BROKEN(few->counts, true, "a dwell counts that was not seen");
  CHECK_BROKEN(seen->was_seen, false, "a dwell counts that was not seen");
  CHECK_BROKEN(seen->rule, 1, "a rule is none");
  CHECK_BROKEN(dwells->begin, 3, "a dwell begins later");
  CHECK_BROKEN(it->next_time, 4, "the next time is late");
  CHECK_BROKEN(dwells->told_level, 0, "a level was not told");
  CHECK_BROKEN(it->ids.count, 3, "ids are miscounted");
  CHECK_BROKEN(it->present_count, 2, "an id is present that is not known");
  const char *reason = "";
  CHECK_EQUAL(rc_impressions_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
}

static const test_case cases[] = {
    CASE(validation_names_what_is_wrong),
};

const test_suite suite_impressions_broken = SUITE(cases);
