// What the files of the JNI glue share. A pointer crosses to Java as a jlong, an enumeration as its
// value, a status other than ok as an exception.

#ifndef GLUE_H
#define GLUE_H

#include <jni.h>
#include <rangecore.h>

/// Throws what a status says, and returns whether nothing was thrown.
bool glue_check(JNIEnv *env, rc_status status);

/// Makes an array of doubles; NULL, with an exception thrown, where there is no memory.
jdoubleArray glue_doubles(JNIEnv *env, const double *values, jsize count);

/// Makes an array of longs; likewise.
jlongArray glue_longs(JNIEnv *env, const jlong *values, jsize count);

#endif
