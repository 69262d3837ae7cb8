// The native methods of a list in lanes.

#include <rangecore_lanes.h>

#include "glue.h"
#include "rangecore_RangeList.h"

JNIEXPORT void LIST(setLanes)(SELF, jint lanes, jdouble spacing, jdouble tolerance,
                              jboolean keeps_extents) {
  uint32_t count = lanes < 0 ? 0 : (uint32_t)lanes;
  rc_status status = rc_list_set_lanes(of(env, self), count, spacing, tolerance, keeps_extents);
  check_named(env, self, status, ARGUMENTS(NUMBER(spacing), NUMBER(tolerance), INTEGER(lanes)));
}

JNIEXPORT void LIST(setSpan)(SELF, jlong lower, jlong upper, jint span) {
  rc_status status = RC_STATUS_ARGUMENT;
  if (span >= 0) status = rc_list_set_span(of(env, self), lower, upper, (uint32_t)span);
  check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper), INTEGER(span)));
}

JNIEXPORT jlongArray LIST(copyPlaces)(SELF, jlong lower, jlong upper) {
  enum { SLOTS = 4, AT_ONCE = 64 };
  rc_list *list = of(env, self);
  rc_status status = rc_list_places(list, lower, lower, NULL);
  if (lower > upper || upper > rc_list_count(list)) status = RC_STATUS_ARGUMENT;
  if (status == RC_STATUS_OK && upper - lower > INT32_MAX / SLOTS) status = RC_STATUS_NO_MEMORY;
  if (!check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper)))) return NULL;
  jlongArray array = (*env)->NewLongArray(env, (jsize)(SLOTS * (upper - lower)));
  for (jlong at = lower; array != NULL && at < upper; at += AT_ONCE) {
    rc_lanes_position all[AT_ONCE];
    jlong slots[SLOTS * AT_ONCE], *slot = slots;
    const jlong end = upper - at < AT_ONCE ? upper : at + AT_ONCE;
    rc_list_places(list, at, end, all);
    for (const rc_lanes_position *it = all; it < all + (end - at); it++) {
      const bool is_wide = it->span == RC_SPAN_WIDE;
      *slot++ = bits(it->offset);
      *slot++ = bits(it->extent);
      *slot++ = is_wide || it->lane == RC_LANE_NONE ? -1 : (jlong)it->lane;
      *slot++ = (is_wide ? 1 : 0) + (it->is_measured ? 2 : 0);
    }
    (*env)->SetLongArrayRegion(env, array, (jsize)(SLOTS * (at - lower)), (jsize)(slot - slots),
                               slots);
  }
  return array;
}
