// The native methods of impressions.

#include <rangecore_impressions.h>
#include <rangecore_sections.h>
#include <stdlib.h>

#include "glue.h"
#include "rangecore_Impressions.h"

#define IMPRESSIONS(name) JNICALL Java_rangecore_Impressions_##name

static rc_impressions *impressions_of(jlong pointer) {
  return (rc_impressions *)(intptr_t)pointer;
}

static void throw_count(JNIEnv *env, const char *name, jsize count) {
  check_named(env, NULL, RC_STATUS_ARGUMENT, ARGUMENTS({name, (double)count, 0}));
}

/// Returns the first rule or threshold that cannot be one.
static argument worst_option(const rc_impressions_options *options) {
  for (uint32_t i = 0; i < options->rule_count; i++) {
    const rc_impression_rule *rule = &options->rules[i];
    if (!(rule->seconds >= 0 && isfinite(rule->seconds))) {
      return (argument){"rules", rule->seconds, (int)i + 1};
    }
    if (!(rule->fraction >= 0 && rule->fraction <= 1)) {
      return (argument){"rules", rule->fraction, (int)i + 1};
    }
  }
  double least = 0;
  for (uint32_t i = 0; i < options->threshold_count; i++) {
    const double it = options->thresholds[i];
    if (!(it >= least && it <= 1)) return (argument){"thresholds", it, (int)i + 1};
    least = it;
  }
  return (argument){"rules", 0, WITHOUT_VALUE};
}

JNIEXPORT jlong IMPRESSIONS(create)(JNIEnv *env, jclass class, jdoubleArray rules,
                                    jdoubleArray thresholds) {
  const jsize rule_count = (*env)->GetArrayLength(env, rules) / 2;
  const jsize threshold_count = (*env)->GetArrayLength(env, thresholds);
  rc_impressions_options options;
  rc_impressions_options_init(&options);
  if (rule_count == 0 || rule_count > RC_IMPRESSION_RULE_COUNT) {
    throw_count(env, "rules", rule_count);
    return 0;
  }
  if (threshold_count > RC_IMPRESSION_THRESHOLD_COUNT) {
    throw_count(env, "thresholds", threshold_count);
    return 0;
  }
  double pairs[2 * RC_IMPRESSION_RULE_COUNT];
  (*env)->GetDoubleArrayRegion(env, rules, 0, 2 * rule_count, pairs);
  for (jsize i = 0; i < rule_count; i++) {
    options.rules[i] = (rc_impression_rule){pairs[2 * i], pairs[2 * i + 1]};
  }
  (*env)->GetDoubleArrayRegion(env, thresholds, 0, threshold_count, options.thresholds);
  options.rule_count = (uint32_t)rule_count;
  options.threshold_count = (uint32_t)threshold_count;
  rc_impressions *made = NULL;
  rc_status status = rc_impressions_create(&options, NULL, &made);
  check_named(env, NULL, status, ARGUMENTS(worst_option(&options)));
  return (jlong)(intptr_t)made;
}

JNIEXPORT void IMPRESSIONS(destroy)(JNIEnv *env, jclass class, jlong pointer) {
  rc_impressions_destroy(impressions_of(pointer));
}

JNIEXPORT jboolean IMPRESSIONS(isCurrent)(SELF, jlong pointer, jobject list) {
  size_t count;
  rc_list *it = of(env, list);
  return it != NULL &&
         rc_list_copy_impression_views(it, 0, 0, NULL, NULL, 1, NULL, &count) == RC_STATUS_OK;
}

JNIEXPORT jlong IMPRESSIONS(headerOf)(SELF, jlong pointer, jobject list) {
  rc_pinned_header header;
  const bool is_there = rc_list_pinned_header(of(env, list), &header) == RC_STATUS_OK;
  return is_there ? header.index : -1;
}

/// Shows items from `lower` on, and a header apart from them, whose id is the last; −1 for none.
static rc_status show(JNIEnv *env, rc_impressions *it, jlong number, rc_list *list,
                      const jlong range[2], const rc_id *ids, const uint32_t *rules, size_t count,
                      double cross) {
  rc_impression_view *views = malloc((count + 1) * sizeof *views);
  if (views == NULL) return RC_STATUS_NO_MEMORY;
  const jlong lower = range[0], header = range[1];
  const size_t others = count - (header >= 0);
  size_t found = 0, more = 0;
  rc_status status = rc_list_copy_impression_views(list, lower, lower + (jlong)others, ids, rules,
                                                   cross, views, &found);
  if (status == RC_STATUS_OK && header >= 0) {
    status = rc_list_copy_impression_views(list, header, header + 1, ids + others, rules + others,
                                           cross, views + found, &more);
  }
  if (status == RC_STATUS_OK) status = rc_impressions_set_views(it, number, views, found + more);
  free(views);
  return status;
}

JNIEXPORT void IMPRESSIONS(show)(SELF, jlong pointer, jlong number, jobject list, jlong lower,
                                 jlong header, jlongArray ids, jintArray rules, jdouble cross) {
  const size_t count = (size_t)(*env)->GetArrayLength(env, ids);
  jlong *numbers = (*env)->GetLongArrayElements(env, ids, NULL);
  jint *chosen = (*env)->GetIntArrayElements(env, rules, NULL);
  rc_status status = RC_STATUS_NO_MEMORY;
  if (numbers != NULL && chosen != NULL) {
    status = show(env, impressions_of(pointer), number, of(env, list), (jlong[]){lower, header},
                  (const rc_id *)numbers, (const uint32_t *)chosen, count, cross);
  }
  if (numbers != NULL) (*env)->ReleaseLongArrayElements(env, ids, numbers, JNI_ABORT);
  if (chosen != NULL) (*env)->ReleaseIntArrayElements(env, rules, chosen, JNI_ABORT);
  check_named(env, NULL, status, ARGUMENTS(NUMBER(cross)));
}

JNIEXPORT void IMPRESSIONS(end)(SELF, jlong pointer, jlong number) {
  // Without views there is nothing to allocate.
  rc_impressions_set_views(impressions_of(pointer), number, NULL, 0);
}

JNIEXPORT jlongArray IMPRESSIONS(update)(SELF, jlong pointer, jdouble time, jboolean is_active) {
  rc_impressions_report report;
  rc_status status = rc_impressions_update(impressions_of(pointer), time, is_active, &report);
  if (!check_named(env, NULL, status, ARGUMENTS({"clock", time, 0}))) return NULL;
  jlongArray array;
  jlong *slots = begin_slots(env, 1 + 7 * report.event_count, &array);
  if (slots == NULL) return NULL;
  jlong *slot = slots;
  *slot++ = bits(report.next_time);
  for (size_t i = 0; i < report.event_count; i++) {
    const rc_impression *it = &report.events[i];
    *slot++ = (jlong)it->kind;
    *slot++ = it->id;
    *slot++ = bits(it->time);
    *slot++ = bits(it->seconds);
    *slot++ = bits(it->fraction);
    *slot++ = it->rule;
    *slot++ = it->level;
  }
  (*env)->ReleasePrimitiveArrayCritical(env, array, slots, 0);
  return array;
}

JNIEXPORT void IMPRESSIONS(reset)(SELF, jlong pointer) {
  check(env, rc_impressions_reset(impressions_of(pointer)));
}

JNIEXPORT void IMPRESSIONS(forget)(SELF, jlong pointer, jlong id) {
  check(env, rc_impressions_forget(impressions_of(pointer), (const rc_id[]){id}, 1));
}

JNIEXPORT jboolean IMPRESSIONS(isSeen)(SELF, jlong pointer, jlong id) {
  return rc_impressions_is_seen(impressions_of(pointer), id);
}

JNIEXPORT void IMPRESSIONS(validate)(SELF, jlong pointer) {
  check(env, rc_impressions_validate(impressions_of(pointer), NULL));
}
