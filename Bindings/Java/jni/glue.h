// What the native methods of a list and of its host share.

#ifndef GLUE_H
#define GLUE_H

#include <jni.h>
#include <math.h>
#include <rangecore_host.h>
#include <stdint.h>
#include <string.h>

#define LIST(name) JNICALL Java_rangecore_RangeList_##name
#define SELF JNIEnv *env, jobject self

typedef struct argument {
  const char *name;
  double value;
  /// Of an element of the array of that name, its position and one; or one of these two.
  int place;
} argument;

enum { WITHOUT_VALUE = -1, IS_NULL = -2 };

#define INTEGER(name) \
  { #name, (double)(name), 0 }
#define NUMBER(name) \
  { #name, name, 0 }
#define NAMED(name, place) \
  { name, NAN, place }
/// The arguments of a call, ends with one without a name.
#define ARGUMENTS(...) ((const argument[]){__VA_ARGS__, {NULL, 0, 0}})

/// Returns the list; or NULL, which every function refuses, and throws, if it is closed.
rc_list *of(SELF);
/// The same for its host.
rc_host *host_of(SELF);

/// Throws unless a status is OK, and returns whether nothing was thrown, now or before.
bool check(JNIEnv *env, rc_status status);
/// The same, for a call with these arguments: one that is not allowed is named. `self` is NULL
/// where there is no list.
bool check_named(SELF, rc_status status, const argument *arguments);

/// Reads the fields of a Viewport, and what an error can name of them.
rc_viewport read_viewport(JNIEnv *env, jdoubleArray fields, jlong item, argument arguments[11]);

/// Makes an array and returns its slots, which are written in place: no call to Java, and none that
/// waits, comes before they are released. NULL if there is no memory, which is thrown.
jlong *begin_slots(JNIEnv *env, size_t count, jlongArray *out_array);

/// How many slots an update takes.
size_t update_slots(const rc_update *update);
/// Writes an update in the order in which Update.java reads it.
void put_update(jlong *slot, const rc_update *update);

/// Returns the first of the extents that cannot be one, and is not `other`; 0 if all can be.
static inline argument worst(const double *extents, int64_t count, double other) {
  for (int64_t i = 0; i < count; i++) {
    double it = extents[i];
    bool is_extent = it >= 0 && it <= (double)RC_ITEM_TICKS_MAX / RC_TICKS_PER_POINT;
    if (!is_extent && it != other) return (argument){"extents", it, (int)i + 1};
  }
  return (argument){"extents", 0, 0};
}

static inline jlong bits(double points) {
  jlong value;
  memcpy(&value, &points, sizeof value);
  return value;
}

#endif
