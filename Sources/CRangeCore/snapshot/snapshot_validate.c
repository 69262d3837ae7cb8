#include "../base/ticks.h"
#include "snapshot.h"

static const char *check_saved_place(const rc_snapshot *it) {
  if (it->anchor_count > RC_SNAPSHOT_ANCHOR_COUNT_MAX) return "there are too many anchors";
  if (!it->has_place && (it->anchor_count > 0 || it->is_at_start || it->is_at_end)) {
    return "there are anchors without a place";
  }
  for (size_t i = 0; i < it->anchor_count; i++) {
    const rc__saved_anchor *anchor = &it->anchors[i];
    const rc_snapshot_anchor *lent = &it->lent[i];
    if (anchor->id == RC_ID_NONE) return "an anchor has no id";
    if (lent->id != anchor->id || lent->index != anchor->index ||
        lent->distance != rc_ticks_to_points(anchor->distance) ||
        lent->after != rc_ticks_to_points(anchor->after)) {
      return "an anchor is lent as another";
    }
  }
  return NULL;
}

static const char *check_kept_extents(const rc_snapshot *it) {
  if (it->count > it->capacity || it->count > it->allocated) return "there are too many extents";
  size_t count = 0, placed = 0;
  for (size_t i = 0; i < it->place_count; i++) placed += it->places[i] != 0;
  if (placed != it->count) return "ids are miscounted";
  uint32_t former = RC__NO_EXTENT;
  for (uint32_t at = it->oldest; at != RC__NO_EXTENT; at = it->extents[at].newer, count++) {
    if (at >= it->count || count >= it->count) return "the order leads nowhere";
    const rc__kept_extent *kept = &it->extents[at];
    if (kept->older != former) return "the order is another one backward";
    if (!rc__extent_word_is_valid(kept->word)) return "no list has such an extent";
    if (it->places[rc__snapshot_place_of(it, kept->id)] != at + 1) {
      return "an id is not where it is known";
    }
    former = at;
  }
  return count == it->count && it->newest == former ? NULL : "an extent is not in the order";
}

rc_status rc_snapshot_validate(const rc_snapshot *snapshot, const char **out_reason) {
  const char *reason = NULL;
  if (snapshot != NULL) reason = check_saved_place(snapshot);
  if (snapshot != NULL && reason == NULL) reason = check_kept_extents(snapshot);
  if (out_reason != NULL) *out_reason = reason;
  if (snapshot == NULL) return RC_STATUS_ARGUMENT;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
