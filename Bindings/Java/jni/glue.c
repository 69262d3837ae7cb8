// The native methods. An enum crosses to Java as its value, a struct as an array of its fields in
// order (integers that a double might round cross beside it), a status other than OK as an
// exception. Parameters are checked by the library; here only that arrays have the lengths that C
// relies on.

#include "glue.h"

#include <rangecore_diff.h>
#include <rangecore_keep.h>
#include <rangecore_motion.h>
#include <rangecore_names.h>
#include <rangecore_sections.h>
#include <stdlib.h>

#include "rangecore_BatchContext.h"
#include "rangecore_RangeList.h"
#include "refused.h"

#define CONTEXT(name) JNICALL Java_rangecore_BatchContext_##name

// The fields of a RangeList that hold the pointers; set once, when the class is initialised.
static jfieldID pointer_field, host_field;

JNIEXPORT void LIST(initialize)(JNIEnv *env, jclass class) {
  pointer_field = (*env)->GetFieldID(env, class, "list", "J");
  host_field = (*env)->GetFieldID(env, class, "host", "J");
}

static void *open_or_throw(SELF, jfieldID field, const char *message) {
  void *pointer = (void *)(intptr_t)(*env)->GetLongField(env, self, field);
  if (pointer != NULL) return pointer;
  jclass class = (*env)->FindClass(env, "java/lang/IllegalStateException");
  if (class != NULL) (*env)->ThrowNew(env, class, message);
  return NULL;
}

rc_list *of(SELF) {
  return open_or_throw(env, self, pointer_field, "the list is closed");
}

rc_host *host_of(SELF) {
  return of(env, self) == NULL ? NULL : open_or_throw(env, self, host_field, "the host is closed");
}

/// Throws a status, and the argument that was refused, or NULL.
static void throw_status(JNIEnv *env, rc_status status, const argument *it) {
  jclass class = (*env)->FindClass(env, "rangecore/RangeCoreException");
  if (class == NULL) return;
  const char *parameters = "(ILjava/lang/String;Ljava/lang/String;DI)V";
  jmethodID init = (*env)->GetMethodID(env, class, "<init>", parameters);
  jstring text = (*env)->NewStringUTF(env, rc_status_text(status));
  jstring name = it != NULL ? (*env)->NewStringUTF(env, it->name) : NULL;
  if (init == NULL || text == NULL) return;
  jdouble value = it != NULL ? it->value : 0;
  jint place = it != NULL ? it->place : 0;
  jobject exception = (*env)->NewObject(env, class, init, (jint)status, text, name, value, place);
  if (exception != NULL) (*env)->Throw(env, exception);
}

bool check(JNIEnv *env, rc_status status) {
  if ((*env)->ExceptionCheck(env)) return false;
  if (status != RC_STATUS_OK) throw_status(env, status, NULL);
  return status == RC_STATUS_OK;
}

bool check_named(SELF, rc_status status, const argument *arguments) {
  const bool is_limit = status == RC_STATUS_LIMIT;
  if ((status != RC_STATUS_ARGUMENT && !is_limit) || (*env)->ExceptionCheck(env)) {
    return check(env, status);
  }
  jlong list = self != NULL ? (*env)->GetLongField(env, self, pointer_field) : 0;
  const double count = (double)rc_list_count((rc_list *)(intptr_t)list);
  throw_status(env, status, is_limit ? too_much(arguments) : refused(arguments, count));
  return false;
}

static jdoubleArray doubles(JNIEnv *env, const double *values, jsize count) {
  jdoubleArray array = (*env)->NewDoubleArray(env, count);
  if (array != NULL) (*env)->SetDoubleArrayRegion(env, array, 0, count, values);
  return array;
}

JNIEXPORT jstring LIST(version)(JNIEnv *env, jclass class) {
  return (*env)->NewStringUTF(env, rc_version_text());
}

JNIEXPORT jstring LIST(reasonText)(JNIEnv *env, jclass class, jint reason) {
  return (*env)->NewStringUTF(env, rc_batch_reason_text((rc_batch_reason)reason));
}

// == list ==

JNIEXPORT jlong LIST(create)(JNIEnv *env, jclass class, jint columns, jdouble estimate,
                             jdouble spacing, jint preset, jdouble quantum) {
  rc_list_options options = {.columns = columns < 0 ? 0 : (uint32_t)columns,
                             .tuning_preset = (rc_tuning_preset)preset,
                             .estimate = estimate,
                             .spacing = spacing,
                             .quantum = quantum};
  rc_list *list = NULL;
  rc_status status = rc_list_create(&options, NULL, &list);
  check_named(env, NULL, status,
              ARGUMENTS(NUMBER(spacing), NUMBER(quantum), NUMBER(estimate), INTEGER(columns)));
  return (jlong)(intptr_t)list;
}

JNIEXPORT void LIST(destroy)(JNIEnv *env, jclass class, jlong list, jlong host) {
  rc_host_destroy((rc_host *)(intptr_t)host);
  rc_list_destroy((rc_list *)(intptr_t)list);
}

JNIEXPORT jdoubleArray LIST(getSettings)(SELF, jlongArray out_counts) {
  rc_list_settings s;
  if (!check(env, rc_list_get_settings(of(env, self), &s))) return NULL;
  jlong counts[] = {s.leading_items[RC_END_TAIL], s.leading_items[RC_END_HEAD], s.overscan_items};
  (*env)->SetLongArrayRegion(env, out_counts, 0, 3, counts);
  double values[] = {s.slack,
                     s.direction_threshold,
                     s.leading_screens[RC_END_TAIL],
                     s.leading_screens[RC_END_HEAD],
                     s.extra_lengths[RC_END_TAIL],
                     s.extra_lengths[RC_END_HEAD],
                     s.stick_distances[RC_END_TAIL],
                     s.stick_distances[RC_END_HEAD],
                     s.depth,
                     s.presence,
                     s.pressure,
                     s.short_content_policy,
                     s.in_background,
                     s.insertion_pending,
                     s.host_decides_batches,
                     s.sticks[RC_END_TAIL],
                     s.sticks[RC_END_HEAD],
                     s.uses_mean_estimate,
                     s.pins_headers,
                     s.foresight};
  return doubles(env, values, 20);
}

JNIEXPORT void LIST(setSettings)(SELF, jdoubleArray array, jlongArray counts) {
  double v[20];
  (*env)->GetDoubleArrayRegion(env, array, 0, 20, v);
  jlong items[3];
  (*env)->GetLongArrayRegion(env, counts, 0, 3, items);
  rc_list_settings settings = {.slack = v[0],
                               .direction_threshold = v[1],
                               .leading_screens = {v[2], v[3]},
                               .leading_items = {items[0], items[1]},
                               .overscan_items = items[2],
                               .extra_lengths = {v[4], v[5]},
                               .stick_distances = {v[6], v[7]},
                               .depth = (int32_t)v[8],
                               .presence = (rc_presence)v[9],
                               .pressure = (rc_pressure)v[10],
                               .short_content_policy = (rc_short_content_policy)v[11],
                               .in_background = v[12] != 0,
                               .insertion_pending = v[13] != 0,
                               .host_decides_batches = v[14] != 0,
                               .sticks = {v[15] != 0, v[16] != 0},
                               .uses_mean_estimate = v[17] != 0,
                               .pins_headers = v[18] != 0,
                               .foresight = v[19]};
  check_named(
      env, self, rc_list_set_settings(of(env, self), &settings),
      ARGUMENTS({"slack", v[0], 0}, {"directionThreshold", v[1], 0}, {"leadingScreens", v[2], 1},
                {"leadingScreens", v[3], 2}, {"leadingItems", (double)items[0], 1},
                {"leadingItems", (double)items[1], 2}, {"overscanItems", (double)items[2], 0},
                {"extraLengths", v[4], 1}, {"extraLengths", v[5], 2}, {"stickDistances", v[6], 1},
                {"stickDistances", v[7], 2}, {"depth", v[8], 0}, {"foresight", v[19], 0}));
}

JNIEXPORT jdoubleArray LIST(getTuning)(SELF, jint mode, jint range) {
  rc_tuning tuning;
  rc_status status =
      rc_list_get_tuning(of(env, self), (rc_range_mode)mode, (rc_range)range, &tuning);
  if (!check(env, status)) return NULL;
  double values[] = {tuning.leading, tuning.trailing, tuning.is_enabled};
  return doubles(env, values, 3);
}

JNIEXPORT void LIST(setTuning)(SELF, jint mode, jint range, jdouble leading, jdouble trailing,
                               jboolean is_enabled) {
  rc_tuning tuning = {leading, trailing, is_enabled};
  rc_status status =
      rc_list_set_tuning(of(env, self), (rc_range_mode)mode, (rc_range)range, tuning);
  check_named(env, self, status, ARGUMENTS(NUMBER(leading), NUMBER(trailing)));
}

JNIEXPORT void LIST(setMode)(SELF, jint mode) {
  check(env, rc_list_set_mode(of(env, self), (rc_range_mode)mode));
}

JNIEXPORT void LIST(markScrolled)(SELF) {
  check(env, rc_list_mark_scrolled(of(env, self)));
}

// == edits ==

JNIEXPORT void LIST(insert)(SELF, jlong index, jlong count, jdoubleArray array) {
  rc_list *list = of(env, self);
  double *extents = NULL;
  if (list != NULL && array != NULL && (*env)->GetArrayLength(env, array) > 0) {
    jsize size = (*env)->GetArrayLength(env, array);
    if (size != count) {
      check_named(env, self, RC_STATUS_ARGUMENT, ARGUMENTS(NAMED("extents", WITHOUT_VALUE)));
      return;
    }
    extents = (*env)->GetDoubleArrayElements(env, array, NULL);
    if (extents == NULL) return;
  }
  rc_status status = rc_list_insert(list, index, extents, count);
  const argument wrong = worst(extents, extents != NULL ? count : 0, 0);
  if (extents != NULL) (*env)->ReleaseDoubleArrayElements(env, array, extents, JNI_ABORT);
  check_named(env, self, status, ARGUMENTS(INTEGER(index), INTEGER(count), wrong));
}

JNIEXPORT void LIST(remove)(SELF, jlong lower, jlong upper) {
  rc_status status = rc_list_remove(of(env, self), lower, upper);
  check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper)));
}

JNIEXPORT void LIST(move)(SELF, jlong lower, jlong upper, jlong to) {
  rc_status status = rc_list_move(of(env, self), lower, upper, to);
  check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper), INTEGER(to)));
}

JNIEXPORT void LIST(forget)(SELF, jlong lower, jlong upper) {
  rc_status status = rc_list_forget(of(env, self), lower, upper);
  check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper)));
}

JNIEXPORT void LIST(setRowExtents)(SELF, jlong row, jdoubleArray array) {
  rc_list *list = of(env, self);
  if (list == NULL || array == NULL) {
    check_named(env, self, RC_STATUS_ARGUMENT, ARGUMENTS(NAMED("extents", IS_NULL)));
    return;
  }
  double *extents = (*env)->GetDoubleArrayElements(env, array, NULL);
  if (extents == NULL) return;
  jsize count = (*env)->GetArrayLength(env, array);
  rc_status status = rc_list_set_row_extents(list, row, extents, (size_t)count);
  const argument wrong = worst(extents, count, 0);
  (*env)->ReleaseDoubleArrayElements(env, array, extents, JNI_ABORT);
  check_named(env, self, status, ARGUMENTS(wrong, INTEGER(row)));
}

JNIEXPORT void LIST(markProvisional)(SELF, jlong lower, jlong upper) {
  rc_status status = rc_list_mark_provisional(of(env, self), lower, upper);
  check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper)));
}

JNIEXPORT void LIST(setLayout)(SELF, jint columns, jdouble spacing, jboolean keeps_extents) {
  uint32_t per_row = columns < 0 ? 0 : (uint32_t)columns;
  rc_status status = rc_list_set_layout(of(env, self), per_row, spacing, keeps_extents);
  check_named(env, self, status, ARGUMENTS(NUMBER(spacing), INTEGER(columns)));
}

JNIEXPORT void LIST(markHeader)(SELF, jlong index, jint columns) {
  rc_status status = RC_STATUS_ARGUMENT;
  if (columns >= 0) status = rc_list_mark_header(of(env, self), index, (uint32_t)columns);
  check_named(env, self, status, ARGUMENTS(INTEGER(columns), INTEGER(index)));
}

JNIEXPORT void LIST(unmarkHeader)(SELF, jlong index) {
  check_named(env, self, rc_list_unmark_header(of(env, self), index), ARGUMENTS(INTEGER(index)));
}

JNIEXPORT void LIST(setEstimate)(SELF, jdouble estimate) {
  check_named(env, self, rc_list_set_estimate(of(env, self), estimate),
              ARGUMENTS(NUMBER(estimate)));
}

// == update ==

static jlong *put_interval(jlong *slot, rc_interval interval) {
  *slot++ = interval.lower;
  *slot++ = interval.upper;
  return slot;
}

static jlong *put_decision(jlong *slot, const rc_batch_decision *decision) {
  *slot++ = decision->answer;
  *slot++ = decision->reason;
  *slot++ = bits(decision->remaining);
  *slot++ = bits(decision->seconds);
  *slot++ = decision->is_near;
  return slot;
}

enum { UPDATE_SLOTS = 2 + 2 * RC_RANGE_COUNT + 5 + 2 * 5 + 3 + 2, CHANGE_SLOTS = 5 };

size_t update_slots(const rc_update *update) {
  return UPDATE_SLOTS + CHANGE_SLOTS * update->changes.count;
}

void put_update(jlong *slot, const rc_update *update) {
  slot = put_interval(slot, update->visible);
  for (int range = 0; range < RC_RANGE_COUNT; range++) {
    slot = put_interval(slot, update->ranges[range]);
  }
  *slot++ = bits(update->correction);
  *slot++ = bits(update->pending);
  *slot++ = bits(update->scroll_length);
  *slot++ = bits(update->offset);
  *slot++ = bits(update->next_time);
  slot = put_decision(slot, &update->batches[RC_END_TAIL]);
  slot = put_decision(slot, &update->batches[RC_END_HEAD]);
  *slot++ = update->mode;
  *slot++ = update->presence;
  *slot++ = update->direction;
  *slot++ = (jlong)update->changes.removed_count;
  *slot++ = (jlong)update->changes.left_count;
  for (size_t index = 0; index < update->changes.count; index++) {
    const rc_change *change = &update->changes.items[index];
    *slot++ = change->lower;
    *slot++ = change->upper;
    *slot++ = bits(change->distance);
    *slot++ = change->before;
    *slot++ = change->after;
  }
}

jlong *begin_slots(JNIEnv *env, size_t count, jlongArray *out_array) {
  *out_array = NULL;
  if (!check(env, count > INT32_MAX ? RC_STATUS_NO_MEMORY : RC_STATUS_OK)) return NULL;
  *out_array = (*env)->NewLongArray(env, (jsize)count);
  return *out_array == NULL ? NULL : (*env)->GetPrimitiveArrayCritical(env, *out_array, NULL);
}

rc_viewport read_viewport(JNIEnv *env, jdoubleArray fields, jlong item, argument arguments[11]) {
  double v[15];
  (*env)->GetDoubleArrayRegion(env, fields, 0, 15, v);
  static const char *const names[] = {"offset",        "length",    "insetStart",
                                      "insetEnd",      "itemPlace", "velocity",
                                      "landingOffset", "time",      "jitter"};
  for (int i = 0; i < 9; i++) arguments[i] = (argument){names[i], v[i], 0};
  // Without an item it cannot be the one that was refused.
  arguments[9] = (argument){v[12] != 0 ? "item" : NULL, (double)item, 0};
  arguments[10] = (argument){NULL, 0, 0};
  return (rc_viewport){.offset = v[0],
                       .length = v[1],
                       .inset_start = v[2],
                       .inset_end = v[3],
                       .item = item,
                       .item_place = v[4],
                       .velocity = v[5],
                       .landing_offset = v[6],
                       .time = v[7],
                       .jitter = v[8],
                       .is_user_driven = v[9] != 0,
                       .is_held = v[10] != 0,
                       .has_landing = v[11] != 0,
                       .has_item = v[12] != 0,
                       .insets_are_fixed = v[13] != 0,
                       .is_dragged = v[14] != 0};
}

JNIEXPORT jlongArray LIST(update)(SELF, jdoubleArray fields, jlong item) {
  argument arguments[11];
  const rc_viewport viewport = read_viewport(env, fields, item, arguments);
  rc_update update;
  rc_status status = rc_list_update(of(env, self), &viewport, &update);
  if (!check_named(env, self, status, arguments)) return NULL;
  jlongArray array;
  jlong *slots = begin_slots(env, update_slots(&update), &array);
  if (slots == NULL) return NULL;
  put_update(slots, &update);
  (*env)->ReleasePrimitiveArrayCritical(env, array, slots, 0);
  return array;
}

JNIEXPORT jdouble LIST(setScrollTarget)(SELF, jlong index, jdouble fraction, jdouble shift) {
  double offset = 0;
  rc_status status = rc_list_set_scroll_target(of(env, self), index, fraction, shift, &offset);
  check_named(env, self, status, ARGUMENTS(INTEGER(index), NUMBER(fraction), NUMBER(shift)));
  return offset;
}

// == ids ==

JNIEXPORT void LIST(keep)(SELF, jlong index, jint bits) {
  if ((bits & ~255) != 0 || (bits & (RC_STATE_MEASURE_LAYOUT | RC_STATE_VISIBLE)) != 0) {
    check_named(env, self, RC_STATUS_ARGUMENT, ARGUMENTS(INTEGER(bits)));
    return;
  }
  rc_status status = rc_list_keep(of(env, self), index, (rc_state)bits);
  check_named(env, self, status, ARGUMENTS(INTEGER(index)));
}

JNIEXPORT jlongArray LIST(kept)(SELF) {
  int64_t indices[RC_KEPT_ITEM_COUNT_MAX];
  size_t count;
  if (!check(env, rc_list_copy_kept(of(env, self), indices, &count))) return NULL;
  jlongArray array = (*env)->NewLongArray(env, (jsize)count);
  if (array != NULL) {
    (*env)->SetLongArrayRegion(env, array, 0, (jsize)count, (const jlong *)indices);
  }
  return array;
}

JNIEXPORT void LIST(setNames)(SELF, jlong lower, jlongArray array) {
  rc_list *list = of(env, self);
  if (list == NULL || array == NULL || lower > rc_list_count(list)) {
    check_named(env, self, RC_STATUS_ARGUMENT, ARGUMENTS(INTEGER(lower), NAMED("names", IS_NULL)));
    return;
  }
  jlong *names = (*env)->GetLongArrayElements(env, array, NULL);
  if (names == NULL) return;
  jlong upper = lower + (*env)->GetArrayLength(env, array);
  rc_status status = rc_list_set_names(list, lower, upper, (const rc_id *)names);
  (*env)->ReleaseLongArrayElements(env, array, names, JNI_ABORT);
  check_named(env, self, status, ARGUMENTS(INTEGER(lower), NAMED("names", WITHOUT_VALUE)));
}

/// `count` is how many items the change has, or negative if there is no such change.
JNIEXPORT jlongArray LIST(copyChangeNames)(SELF, jint position, jlong count) {
  rc_list *list = of(env, self);
  rc_status status = RC_STATUS_OK;
  if (count < 0) {
    status = RC_STATUS_ARGUMENT;
  } else if (count > INT32_MAX) {
    status = RC_STATUS_NO_MEMORY;
  }
  if (!check_named(env, self, status, ARGUMENTS(INTEGER(position)))) return NULL;
  jlongArray array = (*env)->NewLongArray(env, (jsize)count);
  if (array == NULL) return NULL;
  jlong *names = (*env)->GetLongArrayElements(env, array, NULL);
  if (names == NULL) return NULL;
  status = rc_list_copy_change_names(list, (size_t)position, (rc_id *)names);
  (*env)->ReleaseLongArrayElements(env, array, names, 0);
  return check_named(env, self, status, ARGUMENTS(INTEGER(position))) ? array : NULL;
}

/// Returns whether ids can be compared: none is twice among them, or `ID_NONE`.
static bool has_diff(const jlong *ids, jsize count) {
  rc_diff *diff = NULL;
  rc_status status = rc_diff_create((const rc_id *)ids, (size_t)count, NULL, 0, NULL, &diff);
  rc_diff_destroy(diff);
  return status != RC_STATUS_ARGUMENT;
}

/// Returns the difference; or NULL, and throws, if there is none.
static rc_diff *diff_of(JNIEnv *env, jlongArray old_array, jlongArray new_array) {
  if (old_array == NULL || new_array == NULL) {
    const char *none = old_array == NULL ? "oldIds" : "newIds";
    check_named(env, NULL, RC_STATUS_ARGUMENT, ARGUMENTS(NAMED(none, IS_NULL)));
    return NULL;
  }
  jsize old_count = (*env)->GetArrayLength(env, old_array);
  jsize new_count = (*env)->GetArrayLength(env, new_array);
  jlong *old_ids = (*env)->GetLongArrayElements(env, old_array, NULL);
  if (old_ids == NULL) return NULL;
  rc_diff *diff = NULL;
  rc_status status = RC_STATUS_OK;
  bool old_is_refused = false;
  jlong *new_ids = (*env)->GetLongArrayElements(env, new_array, NULL);
  if (new_ids != NULL) {
    status = rc_diff_create((const rc_id *)old_ids, (size_t)old_count, (const rc_id *)new_ids,
                            (size_t)new_count, NULL, &diff);
    old_is_refused = status == RC_STATUS_ARGUMENT && !has_diff(old_ids, old_count);
    (*env)->ReleaseLongArrayElements(env, new_array, new_ids, JNI_ABORT);
  }
  (*env)->ReleaseLongArrayElements(env, old_array, old_ids, JNI_ABORT);
  const char *wrong = old_is_refused ? "oldIds" : "newIds";
  check_named(env, NULL, status, ARGUMENTS(NAMED(wrong, WITHOUT_VALUE)));
  return diff;
}

enum { EDIT_SLOTS = 5 };

JNIEXPORT jlongArray LIST(edits)(JNIEnv *env, jclass class, jlongArray old_ids,
                                 jlongArray new_ids) {
  rc_diff *diff = diff_of(env, old_ids, new_ids);
  if (diff == NULL) return NULL;
  const rc_edit *edits = NULL;
  size_t count = 0;
  rc_status status = rc_diff_edits(diff, &edits, &count);
  if (count > INT32_MAX / EDIT_SLOTS) status = RC_STATUS_NO_MEMORY;
  jlongArray array = NULL;
  if (check(env, status)) array = (*env)->NewLongArray(env, (jsize)count * EDIT_SLOTS);
  for (size_t i = 0; array != NULL && i < count; i++) {
    jlong slots[EDIT_SLOTS] = {edits[i].kind, edits[i].lower, edits[i].upper, edits[i].to,
                               edits[i].source};
    (*env)->SetLongArrayRegion(env, array, (jsize)i * EDIT_SLOTS, EDIT_SLOTS, slots);
  }
  rc_diff_destroy(diff);
  return array;
}

/// - `extents`: of the new sequence, or NULL. Where an item is inserted is where it is in the end.
static rc_status apply_edit(rc_list *list, const rc_edit *edit, const double *extents) {
  if (edit->kind == RC_EDIT_KIND_REMOVE) return rc_list_remove(list, edit->lower, edit->upper);
  if (edit->kind == RC_EDIT_KIND_MOVE)
    return rc_list_move(list, edit->lower, edit->upper, edit->to);
  if (extents != NULL) extents += edit->lower;
  return rc_list_insert(list, edit->lower, extents, edit->upper - edit->lower);
}

JNIEXPORT void LIST(apply)(SELF, jlongArray old_ids, jlongArray new_ids, jdoubleArray array) {
  rc_list *list = of(env, self);
  if (list == NULL) return;
  const jsize size = array == NULL ? 0 : (*env)->GetArrayLength(env, array);
  if (size > 0 && new_ids != NULL && (*env)->GetArrayLength(env, new_ids) != size) {
    check_named(env, self, RC_STATUS_ARGUMENT, ARGUMENTS(NAMED("extents", WITHOUT_VALUE)));
    return;
  }
  if (old_ids != NULL && (*env)->GetArrayLength(env, old_ids) != rc_list_count(list)) {
    check_named(env, self, RC_STATUS_ARGUMENT, ARGUMENTS(NAMED("oldIds", WITHOUT_VALUE)));
    return;
  }
  rc_diff *diff = diff_of(env, old_ids, new_ids);
  if (diff == NULL) return;
  const rc_edit *edits = NULL;
  size_t count = 0;
  rc_status status = rc_diff_edits(diff, &edits, &count);
  double *extents = NULL;
  if (size > 0) extents = (*env)->GetDoubleArrayElements(env, array, NULL);
  if (size > 0 && extents == NULL) status = RC_STATUS_NO_MEMORY;
  for (size_t i = 0; status == RC_STATUS_OK && i < count; i++)
    status = apply_edit(list, &edits[i], extents);
  const argument wrong = worst(extents, extents != NULL ? size : 0, 0);
  if (extents != NULL) (*env)->ReleaseDoubleArrayElements(env, array, extents, JNI_ABORT);
  rc_diff_destroy(diff);
  check_named(env, self, status, ARGUMENTS(wrong));
}

// == batches ==

JNIEXPORT jlong LIST(beginBatch)(SELF, jint end, jintArray out_token) {
  rc_batch_context *context;
  rc_batch_token token;
  rc_status status = rc_list_begin_batch(of(env, self), (rc_end)end, &context, &token);
  if (!check(env, status)) return 0;
  jint value = (jint)token;
  (*env)->SetIntArrayRegion(env, out_token, 0, 1, &value);
  return (jlong)(intptr_t)context;
}

JNIEXPORT void LIST(retryBatch)(SELF, jint end) {
  check(env, rc_list_retry_batch(of(env, self), (rc_end)end));
}

JNIEXPORT void LIST(resetBatch)(SELF, jint end) {
  check(env, rc_list_reset_batch(of(env, self), (rc_end)end));
}

JNIEXPORT void LIST(markExhausted)(SELF, jint end) {
  check(env, rc_list_mark_exhausted(of(env, self), (rc_end)end));
}

JNIEXPORT jint CONTEXT(outcome)(SELF, jlong context, jint token) {
  rc_batch_context *fetch = (rc_batch_context *)(intptr_t)context;
  return (jint)rc_batch_context_outcome(fetch, (rc_batch_token)token);
}

JNIEXPORT void CONTEXT(finish)(SELF, jlong context, jint token, jint outcome) {
  rc_batch_context *fetch = (rc_batch_context *)(intptr_t)context;
  rc_status status =
      rc_batch_context_finish(fetch, (rc_batch_token)token, (rc_batch_outcome)outcome);
  check_named(env, NULL, status, ARGUMENTS(NAMED("outcome", WITHOUT_VALUE)));
}

JNIEXPORT void CONTEXT(release)(JNIEnv *env, jclass class, jlong context, jint token) {
  rc_batch_context *fetch = (rc_batch_context *)(intptr_t)context;
  // Stale, and ignored, if it was finished.
  rc_batch_context_finish(fetch, (rc_batch_token)token, RC_BATCH_OUTCOME_CANCELLED);
  rc_batch_context_release(fetch);
}

// == queries ==

JNIEXPORT jlong LIST(count)(SELF) {
  return rc_list_count(of(env, self));
}

JNIEXPORT jlong LIST(measuredRowCount)(SELF) {
  return rc_list_measured_row_count(of(env, self));
}

JNIEXPORT jdouble LIST(length)(SELF) {
  return rc_list_length(of(env, self));
}

JNIEXPORT jdouble LIST(estimate)(SELF) {
  return rc_list_get_estimate(of(env, self));
}

static jobject item_of(SELF, rc_status status, const rc_item *item, const argument *arguments) {
  if (!check_named(env, self, status, arguments)) return NULL;
  jclass class = (*env)->FindClass(env, "rangecore/RangeList$Item");
  if (class == NULL) return NULL;
  jmethodID init = (*env)->GetMethodID(env, class, "<init>", "(JDDZZ)V");
  if (init == NULL) return NULL;
  return (*env)->NewObject(env, class, init, (jlong)item->index, item->offset, item->extent,
                           (jboolean)item->is_measured, (jboolean)item->is_provisional);
}

JNIEXPORT jobject LIST(item)(SELF, jlong index) {
  rc_item item;
  rc_status status = rc_list_item(of(env, self), index, &item);
  return item_of(env, self, status, &item, ARGUMENTS(INTEGER(index)));
}

JNIEXPORT jobject LIST(itemAt)(SELF, jdouble offset) {
  rc_item item;
  rc_status status = rc_list_item_at(of(env, self), offset, &item);
  return item_of(env, self, status, &item, ARGUMENTS(NUMBER(offset)));
}

static jlongArray interval_of(SELF, rc_status status, const rc_interval *interval,
                              const argument *arguments) {
  if (!check_named(env, self, status, arguments)) return NULL;
  jlong bounds[] = {interval->lower, interval->upper};
  jlongArray array = (*env)->NewLongArray(env, 2);
  if (array != NULL) (*env)->SetLongArrayRegion(env, array, 0, 2, bounds);
  return array;
}

JNIEXPORT jlongArray LIST(findItems)(SELF, jdouble lower, jdouble upper) {
  rc_interval items;
  rc_status status = rc_list_items_in(of(env, self), lower, upper, &items);
  // The first that is not a number, or reversed.
  bool is_upper = isfinite(lower) && !isfinite(upper);
  const argument wrong = {is_upper ? "upper" : "lower", is_upper ? upper : lower, 0};
  return interval_of(env, self, status, &items, ARGUMENTS(wrong));
}

JNIEXPORT jdoubleArray LIST(copyRows)(SELF, jlong lower, jlong upper) {
  rc_list *list = of(env, self);
  // The bounds are checked first, before memory is allocated for them.
  rc_status status = rc_list_copy_rows(list, lower, upper, NULL, NULL);
  if (!check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper)))) return NULL;
  jlong count = upper - lower;
  if (!check(env, count > INT32_MAX / 2 ? RC_STATUS_NO_MEMORY : RC_STATUS_OK)) return NULL;
  jdoubleArray array = (*env)->NewDoubleArray(env, (jsize)(2 * count));
  if (array == NULL) return NULL;
  double *values = (*env)->GetDoubleArrayElements(env, array, NULL);
  if (values == NULL) return NULL;
  rc_list_copy_rows(list, lower, upper, values, values + count);
  (*env)->ReleaseDoubleArrayElements(env, array, values, 0);
  return array;
}

JNIEXPORT jlongArray LIST(findUnmeasuredRows)(SELF, jlong lower, jlong upper) {
  rc_interval rows;
  rc_status status = rc_list_unmeasured_rows(of(env, self), lower, upper, &rows);
  return interval_of(env, self, status, &rows, ARGUMENTS(INTEGER(lower), INTEGER(upper)));
}

JNIEXPORT jlong LIST(sectionCount)(SELF) {
  return rc_list_section_count(of(env, self));
}

static jlongArray section_of(SELF, rc_status status, const rc_section *section,
                             const argument *arguments) {
  if (!check_named(env, self, status, arguments)) return NULL;
  jlong fields[] = {section->ordinal,    section->items.lower, section->items.upper,
                    section->rows.lower, section->rows.upper,  section->columns};
  jlongArray array = (*env)->NewLongArray(env, 6);
  if (array != NULL) (*env)->SetLongArrayRegion(env, array, 0, 6, fields);
  return array;
}

JNIEXPORT jlongArray LIST(findSection)(SELF, jlong ordinal) {
  rc_section section;
  rc_status status = rc_list_section(of(env, self), ordinal, &section);
  return section_of(env, self, status, &section, ARGUMENTS(INTEGER(ordinal)));
}

JNIEXPORT jlongArray LIST(findSectionOfItem)(SELF, jlong index) {
  rc_section section;
  rc_status status = rc_list_section_of_item(of(env, self), index, &section);
  return section_of(env, self, status, &section, ARGUMENTS(INTEGER(index)));
}

JNIEXPORT jlong LIST(rowOfItem)(SELF, jlong index) {
  int64_t row = 0;
  rc_status status = rc_list_row_of_item(of(env, self), index, &row);
  check_named(env, self, status, ARGUMENTS(INTEGER(index)));
  return row;
}

JNIEXPORT jlongArray LIST(findItemsOfRow)(SELF, jlong row) {
  rc_interval items;
  rc_status status = rc_list_items_of_row(of(env, self), row, &items);
  return interval_of(env, self, status, &items, ARGUMENTS(INTEGER(row)));
}

JNIEXPORT jobject LIST(pinnedHeader)(SELF) {
  rc_pinned_header header;
  if (!check(env, rc_list_pinned_header(of(env, self), &header))) return NULL;
  jclass class = (*env)->FindClass(env, "rangecore/RangeList$PinnedHeader");
  if (class == NULL) return NULL;
  jmethodID init = (*env)->GetMethodID(env, class, "<init>", "(JDD)V");
  if (init == NULL) return NULL;
  return (*env)->NewObject(env, class, init, (jlong)header.index, header.offset, header.covered);
}

JNIEXPORT jlongArray LIST(findForesight)(SELF) {
  rc_foresight found;
  if (!check(env, rc_list_foresee(of(env, self), &found))) return NULL;
  jlong fields[] = {found.landing_offset,
                    found.velocity,
                    found.is_moving,
                    found.landing_is_known,
                    found.wanted.lower,
                    found.wanted.upper,
                    found.running.lower,
                    found.running.upper,
                    found.kept.lower,
                    found.kept.upper,
                    found.span_count,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0};
  for (int i = 0; i < found.span_count; i++) {
    fields[11 + 3 * i] = found.spans[i].lower;
    fields[12 + 3 * i] = found.spans[i].upper;
    fields[13 + 3 * i] = found.is_descending[i];
  }
  jlongArray array = (*env)->NewLongArray(env, 20);
  if (array != NULL) (*env)->SetLongArrayRegion(env, array, 0, 20, fields);
  return array;
}

JNIEXPORT void LIST(addPreloadTime)(SELF, jdouble seconds) {
  check_named(env, self, rc_list_add_preload_time(of(env, self), seconds),
              ARGUMENTS(NUMBER(seconds)));
}

JNIEXPORT jint LIST(state)(SELF, jlong index) {
  return rc_list_state(of(env, self), index);
}

JNIEXPORT jbyteArray LIST(states)(SELF, jlong lower, jlong upper) {
  rc_list *list = of(env, self);
  rc_status status = RC_STATUS_OK;
  if (lower < 0 || upper < lower || upper > rc_list_count(list)) {
    status = RC_STATUS_ARGUMENT;
  } else if (upper - lower > INT32_MAX) {
    status = RC_STATUS_NO_MEMORY;
  }
  if (!check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper)))) return NULL;
  jbyteArray array = (*env)->NewByteArray(env, (jsize)(upper - lower));
  if (array == NULL) return NULL;
  jbyte *states = (*env)->GetByteArrayElements(env, array, NULL);
  if (states == NULL) return NULL;
  status = rc_list_copy_states(list, lower, upper, (rc_state *)states);
  (*env)->ReleaseByteArrayElements(env, array, states, 0);
  return check(env, status) ? array : NULL;
}

JNIEXPORT void LIST(validate)(SELF) {
  check(env, rc_list_validate(of(env, self), NULL));
}
