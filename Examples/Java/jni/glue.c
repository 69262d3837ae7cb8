// The functions of `Library` and `BatchContext`, and what the other files call.

#include "glue.h"

#include <stdint.h>

#include "rangecore_BatchContext.h"
#include "rangecore_Library.h"

bool glue_check(JNIEnv *env, rc_status status) {
  if (status == RC_STATUS_OK) return true;
  jclass class = (*env)->FindClass(env, "rangecore/RangeCoreException");
  if (class == NULL) return false;
  jmethodID init = (*env)->GetMethodID(env, class, "<init>", "(I)V");
  if (init == NULL) return false;
  jobject exception = (*env)->NewObject(env, class, init, (jint)status);
  if (exception != NULL) (*env)->Throw(env, exception);
  return false;
}

jdoubleArray glue_doubles(JNIEnv *env, const double *values, jsize count) {
  jdoubleArray array = (*env)->NewDoubleArray(env, count);
  if (array != NULL) (*env)->SetDoubleArrayRegion(env, array, 0, count, values);
  return array;
}

jlongArray glue_longs(JNIEnv *env, const jlong *values, jsize count) {
  jlongArray array = (*env)->NewLongArray(env, count);
  if (array != NULL) (*env)->SetLongArrayRegion(env, array, 0, count, values);
  return array;
}

// -- what belongs to no list --

JNIEXPORT jstring JNICALL Java_rangecore_Library_statusText(JNIEnv *env, jclass class,
                                                            jint status) {
  return (*env)->NewStringUTF(env, rc_status_text((rc_status)status));
}

JNIEXPORT jstring JNICALL Java_rangecore_Library_reasonText(JNIEnv *env, jclass class,
                                                            jint reason) {
  return (*env)->NewStringUTF(env, rc_batch_reason_text((rc_batch_reason)reason));
}

JNIEXPORT jdoubleArray JNICALL Java_rangecore_Library_defaultOptions(JNIEnv *env, jclass class) {
  rc_list_options options;
  rc_list_options_init(&options);
  double values[] = {options.columns, options.estimate, options.spacing};
  return glue_doubles(env, values, 3);
}

// -- batch contexts --

static rc_batch_context *of(jlong context) {
  return (rc_batch_context *)(intptr_t)context;
}

JNIEXPORT jint JNICALL Java_rangecore_BatchContext_outcome(JNIEnv *env, jobject self, jlong context,
                                                           jint token) {
  return (jint)rc_batch_context_outcome(of(context), (rc_batch_token)token);
}

JNIEXPORT jboolean JNICALL Java_rangecore_BatchContext_isFetching(JNIEnv *env, jobject self,
                                                                  jlong context) {
  return rc_batch_context_is_fetching(of(context));
}

JNIEXPORT jboolean JNICALL Java_rangecore_BatchContext_wasCancelled(JNIEnv *env, jobject self,
                                                                    jlong context, jint token) {
  return rc_batch_context_was_cancelled(of(context), (rc_batch_token)token);
}

JNIEXPORT void JNICALL Java_rangecore_BatchContext_finish(JNIEnv *env, jobject self, jlong context,
                                                          jint token, jint outcome) {
  glue_check(
      env, rc_batch_context_finish(of(context), (rc_batch_token)token, (rc_batch_outcome)outcome));
}

JNIEXPORT void JNICALL Java_rangecore_BatchContext_release(JNIEnv *env, jclass class, jlong context,
                                                           jint token) {
  // Stale where it was finished, as it should be.
  rc_batch_context_finish(of(context), (rc_batch_token)token, RC_BATCH_OUTCOME_CANCELLED);
  rc_batch_context_release(of(context));
}
