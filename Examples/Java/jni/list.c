// The functions of `RangeList`: edits, batches and queries.

#include <stdint.h>

#include "glue.h"
#include "rangecore_RangeList.h"

static rc_list *of(jlong list) {
  return (rc_list *)(intptr_t)list;
}

JNIEXPORT jlong JNICALL Java_rangecore_RangeList_create(JNIEnv *env, jclass class, jint columns,
                                                        jdouble estimate, jdouble spacing) {
  rc_list_options options;
  rc_list_options_init(&options);
  // None is refused; a negative number would be many.
  options.columns = columns < 0 ? 0 : (uint32_t)columns;
  options.estimate = estimate;
  options.spacing = spacing;
  rc_list *list = NULL;
  glue_check(env, rc_list_create(&options, NULL, &list));
  return (jlong)(intptr_t)list;
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_destroy(JNIEnv *env, jclass class, jlong list) {
  rc_list_destroy(of(list));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_setMode(JNIEnv *env, jobject self, jlong list,
                                                        jint mode) {
  glue_check(env, rc_list_set_mode(of(list), (rc_range_mode)mode));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_promote(JNIEnv *env, jobject self, jlong list) {
  glue_check(env, rc_list_mark_scrolled(of(list)));
}

// -- edits --

JNIEXPORT void JNICALL Java_rangecore_RangeList_insert(JNIEnv *env, jobject self, jlong list,
                                                       jlong index, jlong count) {
  glue_check(env, rc_list_insert(of(list), index, count));
}

typedef rc_status edit_function(rc_list *list, int64_t index, const double *extent, int64_t count);

static void edit(JNIEnv *env, jlong list, jlong index, jdoubleArray array,
                 edit_function *function) {
  jdouble *extents = (*env)->GetDoubleArrayElements(env, array, NULL);
  if (extents == NULL) return;
  rc_status status = function(of(list), index, extents, (*env)->GetArrayLength(env, array));
  (*env)->ReleaseDoubleArrayElements(env, array, extents, JNI_ABORT);
  glue_check(env, status);
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_insertMeasured(JNIEnv *env, jobject self,
                                                               jlong list, jlong index,
                                                               jdoubleArray extents) {
  edit(env, list, index, extents, rc_list_insert_measured);
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_measure(JNIEnv *env, jobject self, jlong list,
                                                        jlong row, jdoubleArray extents) {
  edit(env, list, row, extents, rc_list_set_row_extents);
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_remove(JNIEnv *env, jobject self, jlong list,
                                                       jlong lower, jlong upper) {
  glue_check(env, rc_list_remove(of(list), lower, upper));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_move(JNIEnv *env, jobject self, jlong list,
                                                     jlong lower, jlong upper, jlong to) {
  glue_check(env, rc_list_move(of(list), lower, upper, to));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_reload(JNIEnv *env, jobject self, jlong list,
                                                       jlong lower, jlong upper) {
  glue_check(env, rc_list_forget(of(list), lower, upper));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_setEstimate(JNIEnv *env, jobject self, jlong list,
                                                            jdouble estimate) {
  glue_check(env, rc_list_set_estimate(of(list), estimate));
}

JNIEXPORT jdouble JNICALL Java_rangecore_RangeList_scrollTo(JNIEnv *env, jobject self, jlong list,
                                                            jlong index, jint alignment) {
  double offset = 0;
  glue_check(env, rc_list_set_scroll_target(of(list), index, (rc_alignment)alignment, &offset));
  return offset;
}

// -- batches --

JNIEXPORT jlong JNICALL Java_rangecore_RangeList_beginBatch(JNIEnv *env, jobject self, jlong list,
                                                            jint end, jintArray out_token) {
  rc_batch_context *context;
  rc_batch_token token;
  if (!glue_check(env, rc_list_begin_batch(of(list), (rc_end)end, &context, &token))) return 0;
  jint value = (jint)token;
  (*env)->SetIntArrayRegion(env, out_token, 0, 1, &value);
  return (jlong)(intptr_t)context;
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_retryBatch(JNIEnv *env, jobject self, jlong list,
                                                           jint end) {
  glue_check(env, rc_list_retry_batch(of(list), (rc_end)end));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_resetBatch(JNIEnv *env, jobject self, jlong list,
                                                           jint end) {
  glue_check(env, rc_list_reset_batch(of(list), (rc_end)end));
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_endBatch(JNIEnv *env, jobject self, jlong list,
                                                         jint end) {
  glue_check(env, rc_list_mark_exhausted(of(list), (rc_end)end));
}

// -- queries --

JNIEXPORT jlong JNICALL Java_rangecore_RangeList_count(JNIEnv *env, jobject self, jlong list) {
  return rc_list_count(of(list));
}

JNIEXPORT jlong JNICALL Java_rangecore_RangeList_measuredCount(JNIEnv *env, jobject self,
                                                               jlong list) {
  return rc_list_measured_row_count(of(list));
}

JNIEXPORT jdouble JNICALL Java_rangecore_RangeList_length(JNIEnv *env, jobject self, jlong list) {
  return rc_list_length(of(list));
}

JNIEXPORT jdouble JNICALL Java_rangecore_RangeList_estimate(JNIEnv *env, jobject self, jlong list) {
  return rc_list_get_estimate(of(list));
}

static jobject object_of(JNIEnv *env, rc_status status, const rc_item *item) {
  if (!glue_check(env, status)) return NULL;
  jclass class = (*env)->FindClass(env, "rangecore/Item");
  if (class == NULL) return NULL;
  jmethodID init = (*env)->GetMethodID(env, class, "<init>", "(JDDZ)V");
  if (init == NULL) return NULL;
  return (*env)->NewObject(env, class, init, (jlong)item->index, item->offset, item->extent,
                           (jboolean)item->is_measured);
}

JNIEXPORT jobject JNICALL Java_rangecore_RangeList_item(JNIEnv *env, jobject self, jlong list,
                                                        jlong index) {
  rc_item item;
  return object_of(env, rc_list_item(of(list), index, &item), &item);
}

JNIEXPORT jobject JNICALL Java_rangecore_RangeList_itemAt(JNIEnv *env, jobject self, jlong list,
                                                          jdouble offset) {
  rc_item item;
  return object_of(env, rc_list_item_at(of(list), offset, &item), &item);
}

JNIEXPORT jlongArray JNICALL Java_rangecore_RangeList_itemsIn(JNIEnv *env, jobject self, jlong list,
                                                              jdouble lower, jdouble upper) {
  rc_interval items;
  if (!glue_check(env, rc_list_items_in(of(list), lower, upper, &items))) return NULL;
  jlong bounds[] = {items.lower, items.upper};
  return glue_longs(env, bounds, 2);
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_copy(JNIEnv *env, jobject self, jlong list,
                                                     jlong lower, jlong upper,
                                                     jdoubleArray out_offsets,
                                                     jdoubleArray out_extents) {
  jdouble *offsets = NULL, *extents = NULL;
  if (out_offsets != NULL) offsets = (*env)->GetDoubleArrayElements(env, out_offsets, NULL);
  if (out_extents != NULL) extents = (*env)->GetDoubleArrayElements(env, out_extents, NULL);
  rc_status status = RC_STATUS_OK;
  // Where there is no memory for the elements, an exception was thrown.
  if (!(*env)->ExceptionCheck(env)) {
    status = rc_list_copy_rows(of(list), lower, upper, offsets, extents);
  }
  if (offsets != NULL) (*env)->ReleaseDoubleArrayElements(env, out_offsets, offsets, 0);
  if (extents != NULL) (*env)->ReleaseDoubleArrayElements(env, out_extents, extents, 0);
  if (!(*env)->ExceptionCheck(env)) glue_check(env, status);
}

JNIEXPORT jint JNICALL Java_rangecore_RangeList_state(JNIEnv *env, jobject self, jlong list,
                                                      jlong index) {
  return rc_list_state(of(list), index);
}

JNIEXPORT void JNICALL Java_rangecore_RangeList_copyStates(JNIEnv *env, jobject self, jlong list,
                                                           jlong lower, jlong upper,
                                                           jbyteArray out_states) {
  jbyte *states = (*env)->GetByteArrayElements(env, out_states, NULL);
  if (states == NULL) return;
  rc_status status = rc_list_copy_states(of(list), lower, upper, (rc_state *)states);
  (*env)->ReleaseByteArrayElements(env, out_states, states, 0);
  glue_check(env, status);
}

JNIEXPORT jstring JNICALL Java_rangecore_RangeList_validate(JNIEnv *env, jobject self, jlong list) {
  const char *reason = NULL;
  if (rc_list_validate(of(list), &reason) == RC_STATUS_OK) return NULL;
  return (*env)->NewStringUTF(env, reason == NULL ? "invalid" : reason);
}
