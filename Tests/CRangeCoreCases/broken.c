#include "broken.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

void broken_note(broken_fields *broken, void *field, size_t size) {
  if (broken->count == BROKEN_MAX || size > sizeof broken->at[0].was) abort();
  broken->at[broken->count].field = field;
  broken->at[broken->count].size = size;
  memcpy(broken->at[broken->count++].was, field, size);
}

void broken_mend(broken_fields *broken) {
  while (broken->count > 0) {
    broken->count--;
    memcpy(broken->at[broken->count].field, broken->at[broken->count].was,
           broken->at[broken->count].size);
  }
}

static rc_status validate(const broken_fields *broken, const char **out_reason) {
  if (broken->store != NULL) return rc_store_validate(broken->store, out_reason);
  if (broken->tickets != NULL) return rc_tickets_validate(broken->tickets, out_reason);
  if (broken->separators != NULL) return rc_separators_validate(broken->separators, out_reason);
  if (broken->impressions != NULL) {
    return rc_impressions_validate(broken->impressions, out_reason);
  }
  if (broken->snapshot != NULL) return rc_snapshot_validate(broken->snapshot, out_reason);
  if (broken->lanes != NULL) return rc_lanes_validate(broken->lanes, out_reason);
  return broken->list != NULL ? rc_list_validate(broken->list, out_reason)
                              : rc_extents_validate(broken->extents, out_reason);
}

void broken_expect(broken_fields *broken, const char *reason) {
  const char *found = NULL;
  const rc_status status = validate(broken, &found), same = validate(broken, NULL);
  broken_mend(broken);
  CHECK_F(status == RC_STATUS_CORRUPT && same == status, "not seen: %s", reason);
  CHECK_F(strcmp(found, reason) == 0, "%s, expected %s", found, reason);
  CHECK_F(validate(broken, &found) == RC_STATUS_OK, "not mended: %s", found);
  CHECK(found == NULL);
}
