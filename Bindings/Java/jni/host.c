// The native methods that drive the host of a list.

#include "glue.h"

#include <stdlib.h>

#include "rangecore_RangeList.h"

/// Reads the fields of Options, and checks what C relies on.
static rc_host_options options_of(JNIEnv *env, jdoubleArray fields, argument arguments[4]) {
  double v[7];
  (*env)->GetDoubleArrayRegion(env, fields, 0, 7, v);
  static const char *const names[] = {"budget", "offsetStep", "aheadCount"};
  for (int i = 0; i < 3; i++) arguments[i] = (argument){names[i], v[i], 0};
  arguments[3] = (argument){NULL, 0, 0};
  return (rc_host_options){.budget = v[0],
                           .offset_step = v[1],
                           .ahead_count = v[2] < 0 ? 0 : (uint32_t)v[2],
                           .node_bits = (rc_state)v[3],
                           .makes_ahead = v[4] != 0,
                           .extents_are_known = v[5] != 0,
                           .in_lanes = v[6] != 0};
}

JNIEXPORT jlong LIST(createHost)(SELF, jdoubleArray fields) {
  argument arguments[4];
  const rc_host_options options = options_of(env, fields, arguments);
  rc_host *host = NULL;
  check_named(env, self, rc_host_create(of(env, self), &options, NULL, &host), arguments);
  return (jlong)(intptr_t)host;
}

JNIEXPORT void LIST(setHostOptions)(SELF, jdoubleArray fields) {
  argument arguments[4];
  const rc_host_options options = options_of(env, fields, arguments);
  check_named(env, self, rc_host_set_options(host_of(env, self), &options), arguments);
}

enum { STEP_SLOTS = 15, NODE_SLOTS = 9 };

static jlong *put_nodes(jlong *slot, const rc_host_step *step, const uint32_t *positions,
                        size_t count) {
  for (size_t i = 0; i < count; i++) {
    const rc_host_node *node = &step->nodes[positions[i]];
    const bool flags[] = {node->is_new,    node->has_moved, node->has_view, node->is_on_screen,
                          node->is_pinned, node->is_kept,   node->is_late};
    jlong all = 0;
    for (int flag = 0; flag < 7; flag++) all |= (jlong)flags[flag] << flag;
    *slot++ = node->node;
    *slot++ = node->index;
    *slot++ = node->column;
    *slot++ = node->columns;
    *slot++ = bits(node->start);
    *slot++ = bits(node->extent);
    *slot++ = node->before;
    *slot++ = node->state;
    *slot++ = all;
  }
  return slot;
}

static jlong *put_numbers(jlong *slot, const uint32_t *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) *slot++ = numbers[i];
  return slot;
}

/// Writes a step in the order in which Step.java reads it.
static void put_step(jlong *slot, const rc_host_step *step) {
  *slot++ = step->is_done;
  *slot++ = step->is_settled;
  *slot++ = step->sets_length;
  *slot++ = step->sets_offset;
  *slot++ = step->has_target;
  *slot++ = bits(step->scroll_length);
  *slot++ = bits(step->offset);
  *slot++ = bits(step->target_offset);
  *slot++ = bits(step->next_time);
  *slot++ = step->rounds;
  *slot++ = (jlong)step->node_count;
  *slot++ = (jlong)step->ask_count;
  *slot++ = (jlong)step->news_count;
  *slot++ = (jlong)step->released_count;
  *slot++ = (jlong)step->freed_count;
  slot = put_nodes(slot, step, step->asks, step->ask_count);
  slot = put_nodes(slot, step, step->news, step->news_count);
  slot = put_numbers(slot, step->released, step->released_count);
  slot = put_numbers(slot, step->freed, step->freed_count);
  put_update(slot, &step->update);
}

static jlongArray step_of(JNIEnv *env, const rc_host_step *step) {
  const size_t count = STEP_SLOTS + NODE_SLOTS * (step->ask_count + step->news_count) +
                       step->released_count + step->freed_count + update_slots(&step->update);
  jlongArray array;
  jlong *slots = begin_slots(env, count, &array);
  if (slots == NULL) return NULL;
  put_step(slots, step);
  (*env)->ReleasePrimitiveArrayCritical(env, array, slots, 0);
  return array;
}

JNIEXPORT jlongArray LIST(hostBegin)(SELF, jdoubleArray fields, jlong item, jdouble breadth,
                                     jint columns) {
  // The breadth first, which is refused for itself.
  argument arguments[12] = {{"breadth", breadth, 0}};
  const rc_viewport viewport = read_viewport(env, fields, item, arguments + 1);
  const uint32_t per_row = columns < 0 ? 0 : (uint32_t)columns;
  rc_host_step step;
  rc_status status = rc_host_begin(host_of(env, self), &viewport, breadth, per_row, &step);
  return check_named(env, self, status, arguments) ? step_of(env, &step) : NULL;
}

JNIEXPORT jlongArray LIST(hostMeasured)(SELF, jdoubleArray array, jdouble time) {
  if (array == NULL) {
    check_named(env, self, RC_STATUS_ARGUMENT, ARGUMENTS(NAMED("extents", IS_NULL)));
    return NULL;
  }
  const jsize count = (*env)->GetArrayLength(env, array);
  double *extents = (*env)->GetDoubleArrayElements(env, array, NULL);
  if (extents == NULL) return NULL;
  rc_host_step step;
  rc_status status = rc_host_measured(host_of(env, self), extents, (size_t)count, time, &step);
  argument wrong = worst(extents, count, RC_EXTENT_LATER);
  if (!isfinite(time)) wrong = (argument){"time", time, 0};
  (*env)->ReleaseDoubleArrayElements(env, array, extents, JNI_ABORT);
  return check_named(env, self, status, ARGUMENTS(wrong)) ? step_of(env, &step) : NULL;
}

JNIEXPORT jboolean LIST(hostSetExtent)(SELF, jint node, jdouble extent) {
  const uint32_t number = (uint32_t)node;
  bool is_any = false;
  rc_status status = rc_host_set_extents(host_of(env, self), &number, &extent, 1, &is_any);
  check_named(env, self, status, ARGUMENTS(NUMBER(extent)));
  return is_any;
}

JNIEXPORT void LIST(hostWrote)(SELF, jdouble offset) {
  check_named(env, self, rc_host_wrote(host_of(env, self), offset), ARGUMENTS(NUMBER(offset)));
}

JNIEXPORT jint LIST(hostFind)(SELF, jlong index) {
  uint32_t node = 0;
  rc_status status = rc_host_find(host_of(env, self), index, &node);
  check_named(env, self, status, ARGUMENTS(INTEGER(index)));
  return (jint)node;
}

JNIEXPORT void LIST(hostKeep)(SELF, jlong index, jboolean keeps) {
  rc_status status = rc_host_keep(host_of(env, self), index, keeps);
  check_named(env, self, status, ARGUMENTS(INTEGER(index)));
}

JNIEXPORT void LIST(hostRenew)(SELF, jlong lower, jlong upper) {
  rc_status status = rc_host_renew(host_of(env, self), lower, upper);
  check_named(env, self, status, ARGUMENTS(INTEGER(lower), INTEGER(upper)));
}

JNIEXPORT void LIST(hostScrollTo)(SELF, jlong index, jdouble fraction, jdouble shift,
                                  jboolean is_animated) {
  rc_status status = rc_host_scroll_to(host_of(env, self), index, fraction, shift, is_animated);
  check_named(env, self, status, ARGUMENTS(INTEGER(index), NUMBER(fraction), NUMBER(shift)));
}

JNIEXPORT void LIST(hostScrollToOffset)(SELF, jdouble offset, jboolean is_animated) {
  rc_status status = rc_host_scroll_to_offset(host_of(env, self), offset, is_animated);
  check_named(env, self, status, ARGUMENTS(NUMBER(offset)));
}

JNIEXPORT void LIST(hostValidate)(SELF) {
  check(env, rc_host_validate(host_of(env, self), NULL));
}
