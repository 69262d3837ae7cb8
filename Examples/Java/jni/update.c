// What an update answers crosses in one array of longs, points among them as their bits.

#include <stdint.h>
#include <string.h>

#include "glue.h"
#include "rangecore_RangeList.h"
#include "rangecore_Update.h"

#define SLOT(name) rangecore_Update_##name

_Static_assert(SLOT(BATCHES) == SLOT(RANGES) + 2 * RC_RANGE_COUNT, "Update.java");
_Static_assert(SLOT(CHANGES) == SLOT(BATCHES) + 2 * SLOT(BATCH_SLOTS), "Update.java");

static jlong bits(double points) {
  jlong value;
  memcpy(&value, &points, sizeof value);
  return value;
}

static void write_interval(rc_interval interval, jlong *slots) {
  slots[0] = interval.lower;
  slots[1] = interval.upper;
}

static void write_decision(const rc_batch_decision *decision, jlong *slots) {
  slots[SLOT(BATCH_ANSWER)] = decision->answer;
  slots[SLOT(BATCH_REASON)] = decision->reason;
  slots[SLOT(BATCH_REMAINING)] = bits(decision->remaining);
  slots[SLOT(BATCH_SECONDS)] = bits(decision->seconds);
  slots[SLOT(BATCH_IS_NEAR)] = decision->is_near;
}

static void write_change(const rc_change *change, jlong *slots) {
  slots[SLOT(CHANGE_LOWER)] = change->lower;
  slots[SLOT(CHANGE_UPPER)] = change->upper;
  slots[SLOT(CHANGE_STATES)] = change->before + 256 * change->after;
  slots[SLOT(CHANGE_DISTANCE)] = bits(change->distance);
}

static void write_update(const rc_update *update, jlong *slots) {
  slots[SLOT(CHANGE_COUNT)] = (jlong)update->changes.count;
  slots[SLOT(REMOVED_COUNT)] = (jlong)update->changes.removed_count;
  slots[SLOT(LEFT_COUNT)] = (jlong)update->changes.left_count;
  slots[SLOT(CORRECTION)] = bits(update->correction);
  slots[SLOT(PENDING)] = bits(update->pending);
  slots[SLOT(OFFSET)] = bits(update->offset);
  slots[SLOT(NEXT_TIME)] = bits(update->next_time);
  slots[SLOT(MODE)] = update->mode;
  slots[SLOT(PRESENCE)] = update->presence;
  slots[SLOT(DIRECTION)] = update->direction;
  write_interval(update->visible, slots + SLOT(VISIBLE));
  for (int range = 0; range < RC_RANGE_COUNT; range++) {
    write_interval(update->ranges[range], slots + SLOT(RANGES) + 2 * range);
  }
  for (int end = 0; end < 2; end++) {
    write_decision(&update->batches[end], slots + SLOT(BATCHES) + SLOT(BATCH_SLOTS) * end);
  }
  for (size_t index = 0; index < update->changes.count; index++) {
    jlong *change = slots + SLOT(CHANGES) + SLOT(CHANGE_SLOTS) * (ptrdiff_t)index;
    write_change(&update->changes.items[index], change);
  }
}

JNIEXPORT jlongArray JNICALL Java_rangecore_RangeList_update(
    JNIEnv *env, jobject self, jlong list, jboolean is_user, jboolean is_held, jboolean has_landing,
    jdouble offset, jdouble length, jdouble inset_start, jdouble inset_end, jdouble velocity,
    jdouble landing_offset, jdouble time, jdouble jitter) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.is_user = is_user;
  viewport.is_held = is_held;
  viewport.has_landing = has_landing;
  viewport.offset = offset;
  viewport.length = length;
  viewport.inset_start = inset_start;
  viewport.inset_end = inset_end;
  viewport.velocity = velocity;
  viewport.landing_offset = landing_offset;
  viewport.time = time;
  viewport.jitter = jitter;

  rc_update update;
  rc_status status = rc_list_update((rc_list *)(intptr_t)list, &viewport, &update);
  if (!glue_check(env, status)) return NULL;
  size_t count = SLOT(CHANGES) + SLOT(CHANGE_SLOTS) * update.changes.count;
  if (count > INT32_MAX) status = RC_STATUS_NO_MEMORY;
  if (!glue_check(env, status)) return NULL;
  jlongArray array = (*env)->NewLongArray(env, (jsize)count);
  if (array == NULL) return NULL;
  // Written in place: no call to Java and none that waits comes between.
  jlong *slots = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
  if (slots == NULL) return NULL;
  write_update(&update, slots);
  (*env)->ReleasePrimitiveArrayCritical(env, array, slots, 0);
  return array;
}
