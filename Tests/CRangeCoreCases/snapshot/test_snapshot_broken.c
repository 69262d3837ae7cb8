// Snapshots that are broken on purpose: validation names what is wrong.

#include "../../../Sources/CRangeCore/snapshot/snapshot.h"
#include "../broken.h"
#include "../list/list_fixture.h"

static size_t empty_place_of(const rc_snapshot *it) {
  size_t place = 0;
  while (it->places[place] != 0) place++;
  return place;
}

static void validation_names_what_is_wrong(void) {
  FIXTURE(f, fixture_begin(&f, 20));
  rc_snapshot *it;
  rc_id ids[20];
  for (int i = 0; i < 20; i++) ids[i] = i;
  CHECK_OK(rc_snapshot_create(4, NULL, &it));
  fixture_update(&f, 250);
  CHECK_OK(rc_list_save_place(f.list, 0, 20, ids, it));
  CHECK_OK(rc_list_save_extents(f.list, 3, 6, ids + 3, 0, it));
  broken_fields broken = {.snapshot = it};
  BROKEN(&broken, it->anchor_count, 17, "there are too many anchors");
  BROKEN(&broken, it->has_place, false, "there are anchors without a place");
  BROKEN(&broken, it->anchors[1].id, RC_ID_NONE, "an anchor has no id");
  BROKEN(&broken, it->anchors[1].id, 30, "an anchor is lent as another");
  BROKEN(&broken, it->anchors[1].index, 30, "an anchor is lent as another");
  BROKEN(&broken, it->anchors[1].distance, 30, "an anchor is lent as another");
  BROKEN(&broken, it->anchors[1].after, 30, "an anchor is lent as another");
  BROKEN(&broken, it->capacity, 2, "there are too many extents");
  BROKEN(&broken, it->allocated, 2, "there are too many extents");
  BROKEN(&broken, it->places[empty_place_of(it)], 4, "ids are miscounted");
  BROKEN(&broken, it->oldest, 3, "the order leads nowhere");
  BROKEN(&broken, it->extents[2].newer, 0, "the order leads nowhere");
  BROKEN(&broken, it->extents[1].older, 2, "the order is another one backward");
  BROKEN(&broken, it->extents[1].word, RC_ITEM_TICKS_MAX + 1, "no list has such an extent");
  BROKEN(&broken, it->extents[1].id, 90, "an id is not where it is known");
  BROKEN(&broken, it->extents[1].newer, RC__NO_EXTENT, "an extent is not in the order");
  BROKEN(&broken, it->newest, 1, "an extent is not in the order");
  const char *reason = "";
  CHECK_EQUAL(rc_snapshot_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
  rc_snapshot_destroy(it);
}

static const test_case cases[] = {
    CASE(validation_names_what_is_wrong),
};

const test_suite suite_snapshot_broken = SUITE(cases);
