// Settings cross in one array of doubles, which hold the integers and flags among them exactly.

#include <stdint.h>

#include "glue.h"
#include "rangecore_Library.h"
#include "rangecore_RangeList.h"
#include "rangecore_Settings.h"

#define SLOT(name) rangecore_Settings_##name
#define SLOTS rangecore_Settings_COUNT

_Static_assert(SLOT(TUNINGS_COUNT) == 3 * RC_RANGE_COUNT * RC_RANGE_MODE_COUNT, "Settings.java");

static void write_tunings(const rc__tuning_table *table, double *slots) {
  for (int index = 0; index < RC_RANGE_COUNT * RC_RANGE_MODE_COUNT; index++) {
    rc_tuning tuning = table->tunings[index];
    slots[3 * index] = tuning.leading;
    slots[3 * index + 1] = tuning.trailing;
    slots[3 * index + 2] = tuning.enabled;
  }
}

static jdoubleArray array_of(JNIEnv *env, const rc_list_settings *settings) {
  double slots[SLOTS];
  slots[SLOT(DEPTH)] = settings->depth;
  slots[SLOT(PRESENCE)] = settings->presence;
  slots[SLOT(PRESSURE)] = settings->pressure;
  slots[SLOT(SHORT_CONTENT_POLICY)] = settings->short_content_policy;
  slots[SLOT(SLACK)] = settings->slack;
  slots[SLOT(DIRECTION_THRESHOLD)] = settings->direction_threshold;
  for (int end = 0; end < 2; end++) {
    slots[SLOT(LEADING_SCREENS) + end] = settings->leading_screens[end];
    slots[SLOT(EXTRA_LENGTHS) + end] = settings->extra_lengths[end];
  }
  slots[SLOT(IN_BACKGROUND)] = settings->in_background;
  slots[SLOT(INSERTION_PENDING)] = settings->insertion_pending;
  slots[SLOT(HOST_DECIDES_BATCHES)] = settings->host_decides_batches;
  slots[SLOT(STICKS_TO_END)] = settings->sticks_to_end;
  slots[SLOT(USES_MEAN_ESTIMATE)] = settings->uses_mean_estimate;
  write_tunings(&settings->tunings, slots + SLOT(TUNINGS));
  return glue_doubles(env, slots, SLOTS);
}

static rc_list_settings settings_of(const double *slots) {
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.depth = (int32_t)slots[SLOT(DEPTH)];
  settings.presence = (rc_presence)slots[SLOT(PRESENCE)];
  settings.pressure = (rc_pressure)slots[SLOT(PRESSURE)];
  settings.short_content_policy = (rc_short_content_policy)slots[SLOT(SHORT_CONTENT_POLICY)];
  settings.slack = slots[SLOT(SLACK)];
  settings.direction_threshold = slots[SLOT(DIRECTION_THRESHOLD)];
  for (int end = 0; end < 2; end++) {
    settings.leading_screens[end] = slots[SLOT(LEADING_SCREENS) + end];
    settings.extra_lengths[end] = slots[SLOT(EXTRA_LENGTHS) + end];
  }
  settings.in_background = slots[SLOT(IN_BACKGROUND)] != 0;
  settings.insertion_pending = slots[SLOT(INSERTION_PENDING)] != 0;
  settings.host_decides_batches = slots[SLOT(HOST_DECIDES_BATCHES)] != 0;
  settings.sticks_to_end = slots[SLOT(STICKS_TO_END)] != 0;
  settings.uses_mean_estimate = slots[SLOT(USES_MEAN_ESTIMATE)] != 0;
  for (int index = 0; index < RC_RANGE_COUNT * RC_RANGE_MODE_COUNT; index++) {
    const double *of = slots + SLOT(TUNINGS) + 3 * index;
    rc_tuning tuning = {.leading = of[0], .trailing = of[1], .enabled = of[2] != 0};
    settings.tunings.tunings[index] = tuning;
  }
  return settings;
}

JNIEXPORT jdoubleArray JNICALL Java_rangecore_Library_defaultSettings(JNIEnv *env, jclass class) {
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  return array_of(env, &settings);
}

JNIEXPORT jdoubleArray JNICALL Java_rangecore_Library_defaultTunings(JNIEnv *env, jclass class,
                                                                     jboolean is_pager) {
  rc__tuning_table table;
  if (is_pager)
    rc_tuning_table_init_pager(&table);
  else
    rc__tuning_table_init(&table);
  double slots[SLOT(TUNINGS_COUNT)];
  write_tunings(&table, slots);
  return glue_doubles(env, slots, SLOT(TUNINGS_COUNT));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_configure(JNIEnv *env, jobject self, jlong list,
                                                          jdoubleArray array) {
  double slots[SLOTS];
  (*env)->GetDoubleArrayRegion(env, array, 0, SLOTS, slots);
  if ((*env)->ExceptionCheck(env)) return;
  rc_list_settings settings = settings_of(slots);
  glue_check(env, rc_list_set_settings((rc_list *)(intptr_t)list, &settings));
}

JNIEXPORT jdoubleArray JNICALL Java_rangecore_RangeList_settings(JNIEnv *env, jobject self,
                                                                 jlong list) {
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  if (!glue_check(env, rc_list_get_settings((rc_list *)(intptr_t)list, &settings))) return NULL;
  return array_of(env, &settings);
}
