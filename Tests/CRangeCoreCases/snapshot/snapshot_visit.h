// Lists that are left, and opened again by hosts that know nothing of what was measured.

#ifndef SNAPSHOT_VISIT_H
#define SNAPSHOT_VISIT_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../harness.h"
#include "../library.h"

#define CHECK_OK(call) CHECK_EQUAL(call, RC_STATUS_OK)

/// A list, and who looks at it: a screen of 600 points, rows of one extent for each id.
typedef struct {
  rc_list *list;
  rc_host *host;
  rc_viewport viewport;
  rc_host_step step;
  rc_list_settings settings;
  rc_id *ids;
  int64_t count;
  /// How many rows it has measured.
  int64_t measured;
  /// How much longer rows are.
  double scale;
  /// In how many, or 0 in a column.
  uint32_t lanes;
} visit;

/// Many are shorter than the screen, some longer.
static inline double extent_of(const visit *v, rc_id id) {
  const double extent = (double)(id % 50 == 7 ? 1500 : 20 + id * 7919 % 173) + (double)(id % 4) / 4;
  return extent * v->scale;
}

static inline void visit_begin(visit *v, const rc_list_options *options, uint32_t lanes) {
  *v = (visit){.scale = 1, .lanes = lanes};
  rc_list_settings_init(&v->settings);
  rc_host_options host;
  rc_host_options_init(&host);
  host.budget = 0;
  host.in_lanes = lanes > 0;
  CHECK_OK(rc_list_create(options, NULL, &v->list));
  if (lanes > 0) CHECK_OK(rc_list_set_lanes(v->list, lanes, 8, 0, true));
  CHECK_OK(rc_host_create(v->list, &host, NULL, &v->host));
  rc_viewport_init(&v->viewport);
  v->viewport.length = 600;
}

static inline void visit_end(visit *v) {
  rc_host_destroy(v->host);
  rc_list_destroy(v->list);
  free(v->ids);
}

/// A visit of this name, which ends with the block.
#define VISIT(name, options)                            \
  __attribute__((cleanup(visit_end))) visit name = {0}; \
  visit_begin(&name, options, 0)

/// One of a list in lanes.
#define VISIT_IN_LANES(name, lanes)                     \
  __attribute__((cleanup(visit_end))) visit name = {0}; \
  visit_begin(&name, NULL, lanes)

#define SNAPSHOT(name)                                              \
  __attribute__((cleanup(snapshot_free))) rc_snapshot *name = NULL; \
  CHECK_OK(rc_snapshot_create(1000, NULL, &name))

static inline void snapshot_free(rc_snapshot **snapshot) {
  rc_snapshot_destroy(*snapshot);
}

/// Inserts items whose ids count up.
static inline void insert(visit *v, int64_t index, rc_id first, int64_t count) {
  rc_id *ids = realloc(v->ids, (size_t)(v->count + count) * sizeof *ids);
  CHECK(ids != NULL);
  v->ids = ids;
  memmove(ids + index + count, ids + index, (size_t)(v->count - index) * sizeof *ids);
  for (int64_t i = 0; i < count; i++) ids[index + i] = first + i;
  v->count += count;
  CHECK_OK(rc_list_insert(v->list, index, NULL, count));
}

static inline void take_out(visit *v, int64_t lower, int64_t upper) {
  memmove(v->ids + lower, v->ids + upper, (size_t)(v->count - upper) * sizeof *v->ids);
  v->count -= upper - lower;
  CHECK_OK(rc_list_remove(v->list, lower, upper));
}

/// A step, in which all that is on screen is measured.
static inline void frame(visit *v) {
  v->viewport.time += 1;
  CHECK_OK(rc_host_begin(v->host, &v->viewport, 320, v->lanes, &v->step));
  for (int i = 0; i < 2000 && !v->step.is_done; i++) {
    const size_t count = v->step.ask_count > 0;
    double extent = 0;
    v->measured += (int64_t)count;
    if (count > 0) extent = extent_of(v, v->ids[v->step.nodes[v->step.asks[0]].index]);
    CHECK_OK(rc_host_measured(v->host, &extent, count, v->viewport.time, &v->step));
  }
  CHECK(v->step.is_done);
  if (!v->step.sets_offset) return;
  v->viewport.offset = v->step.offset;
  CHECK_OK(rc_host_wrote(v->host, v->step.offset));
}

static inline void scroll_by(visit *v, double by) {
  v->viewport.offset += by;
  v->viewport.is_user_driven = true;
  frame(v);
  v->viewport.is_user_driven = false;
}

static inline void jump(visit *v, double offset) {
  CHECK_OK(rc_host_scroll_to_offset(v->host, offset, false));
  frame(v);
}

static inline void save(visit *v, rc_snapshot *snapshot) {
  const rc_interval visible = v->step.update.visible;
  CHECK_OK(
      rc_list_save_place(v->list, visible.lower, visible.upper, v->ids + visible.lower, snapshot));
}

/// Asks for the place, and scrolls there if it is found.
static inline rc_status restore(visit *v, const rc_snapshot *snapshot) {
  rc_snapshot_goal goal;
  const rc_status status =
      rc_list_find_place(v->list, 0, v->count, v->ids, v->viewport.length, snapshot, &goal);
  if (status != RC_STATUS_OK) return status;
  if (goal.kind == RC_SNAPSHOT_GOAL_KIND_ITEM) {
    return rc_host_scroll_to(v->host, goal.index, goal.fraction, goal.shift, false);
  }
  const double end = goal.kind == RC_SNAPSHOT_GOAL_KIND_END ? INFINITY : -INFINITY;
  return rc_host_scroll_to_offset(v->host, end, false);
}

/// Where an id is on screen.
static inline double place_of(const visit *v, rc_id id) {
  for (int64_t i = 0; i < v->count; i++) {
    rc_item item = {0};
    if (v->ids[i] != id) continue;
    (void)rc_list_item(v->list, i, &item);
    return item.offset - v->step.update.offset;
  }
  return NAN;
}

/// All that is on screen in one visit is there in the other.
static inline void check_same(const visit *before, const visit *now) {
  const rc_interval visible = before->step.update.visible;
  CHECK(visible.upper > visible.lower && now->step.is_settled);
  for (int64_t i = visible.lower; i < visible.upper; i++) {
    const rc_id id = before->ids[i];
    const double was = place_of(before, id), is = place_of(now, id);
    CHECK_F(was == is, "%d is at %.17g, not %.17g", (int)id, is, was);
    test_note_points(is);
  }
}

#endif
