// Impressions that are broken on purpose: validation names what is wrong.

#include "../../../Sources/CRangeCore/impressions/impressions.h"
#include "../broken.h"
#include "impressions_fixture.h"

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
  broken_fields broken = {.impressions = f.impressions};
  rc_impressions *it = f.impressions;
  // That of 2, which only has a level; of 3, which was seen; and of 4.
  rc__presence *few = rc__ids_find(&it->ids, 2), *seen = rc__ids_find(&it->ids, 3);
  rc__presence *dwells = rc__ids_find(&it->ids, 4);
  BROKEN(&broken, it->lists[0].capacity, 1, "a list has more looks than memory");
  BROKEN(&broken, it->lists[1].list, 7, "lists are out of order");
  BROKEN(&broken, it->look_count, 2, "looks are miscounted");
  BROKEN(&broken, few->id, 3, "an id is not where it is known");
  BROKEN(&broken, few->level, 0, "an id is present for nothing");
  BROKEN(&broken, few->counts, true, "a dwell counts that was not seen");
  BROKEN(&broken, seen->was_seen, false, "a dwell counts that was not seen");
  BROKEN(&broken, seen->dwell, 2, "a rule is none");
  BROKEN(&broken, dwells->begin, 3, "a dwell begins later");
  BROKEN(&broken, it->next_time, 4, "the next time is late");
  BROKEN(&broken, dwells->told_level, 0, "a level was not told");
  BROKEN(&broken, it->ids.count, 3, "ids are miscounted");
  BROKEN(&broken, it->present_count, 2, "an id is present that is not known");
  const char *reason = "";
  CHECK_EQUAL(rc_impressions_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
}

static const test_case cases[] = {
    CASE(validation_names_what_is_wrong),
};

const test_suite suite_impressions_broken = SUITE(cases);
