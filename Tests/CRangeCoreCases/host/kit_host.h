// A toolkit that is none, for the cases of a host.

#ifndef KIT_HOST_H
#define KIT_HOST_H

#include <math.h>
#include <string.h>

#include "../harness.h"
#include "../library.h"

enum { ROWS = 200 };

/// A list of rows whose views need what `extents` says, and a screen of 100 points.
typedef struct {
  rc_list *list;
  rc_host *host;
  rc_viewport viewport;
  rc_host_step step;
  double breadth, time;
  /// By index; edits do not move them.
  double extents[ROWS];
  int64_t measured;
} kit;

static inline kit begin_with(const rc_list_options *list, const rc_host_options *host,
                             int64_t rows) {
  kit k;
  memset(&k, 0, sizeof k);
  if (rc_list_create(list, NULL, &k.list) != RC_STATUS_OK ||
      rc_list_insert(k.list, 0, NULL, rows) != RC_STATUS_OK ||
      rc_host_create(k.list, host, NULL, &k.host) != RC_STATUS_OK) {
    test_fail(__FILE__, __LINE__, "cannot begin");
  }
  rc_viewport_init(&k.viewport);
  k.viewport.length = 100;
  k.breadth = 400;
  for (int i = 0; i < ROWS; i++) k.extents[i] = 50;
  return k;
}

/// Without measuring ahead.
static inline kit begin(int64_t rows) {
  rc_host_options options;
  rc_host_options_init(&options);
  options.budget = 0;
  return begin_with(NULL, &options, rows);
}

static inline void end(kit *k) {
  rc_host_destroy(k->host);
  rc_list_destroy(k->list);
}

static inline void open_step(kit *k) {
  k->viewport.time = k->time += 0.016;
  CHECK_EQUAL(rc_host_begin(k->host, &k->viewport, k->breadth, 0, &k->step), RC_STATUS_OK);
}

/// Measures one view.
static inline void measure_one(kit *k) {
  const size_t count = k->step.ask_count > 0;
  double extent = 0;
  if (count > 0) extent = k->extents[k->step.nodes[k->step.asks[0]].index];
  k->measured += (int64_t)count;
  k->time += 0.001;
  CHECK_EQUAL(rc_host_measured(k->host, &extent, count, k->time, &k->step), RC_STATUS_OK);
}

/// A whole step, and what a toolkit does with it that takes every offset.
static inline void step(kit *k) {
  open_step(k);
  for (int i = 0; i < 1000 && !k->step.is_done && !test_has_failed(); i++) measure_one(k);
  if (!k->step.sets_offset) return;
  k->viewport.offset = k->step.offset;
  CHECK_EQUAL(rc_host_wrote(k->host, k->viewport.offset), RC_STATUS_OK);
}

static inline void scroll(kit *k, double by) {
  k->viewport.offset += by;
  k->viewport.is_user_driven = true;
  step(k);
  k->viewport.is_user_driven = false;
}

/// The node of an item, NULL if it has none.
static inline const rc_host_node *node_of(const kit *k, int64_t index) {
  for (size_t i = 0; i < k->step.node_count; i++) {
    if (k->step.nodes[i].index == index) return &k->step.nodes[i];
  }
  return NULL;
}

/// Where an item is on screen; NaN if it has no view.
static inline double place_of(const kit *k, int64_t index) {
  const rc_host_node *node = node_of(k, index);
  return node == NULL || !node->has_view ? NAN : node->start - k->viewport.offset;
}

/// Checks what is asked for, or what is new once the step is done; `items` ends with −1.
static inline void check_items(const kit *k, const uint32_t *positions, size_t count,
                               const int64_t *items) {
  for (size_t i = 0; i < count; i++) {
    CHECK_EQUAL(k->step.nodes[positions[i]].index, items[i]);
    if (items[i] < 0) return;
  }
  CHECK_EQUAL(items[count], -1);
}

#define CHECK_ASKS(k, ...) \
  check_items(k, (k)->step.asks, (k)->step.ask_count, (const int64_t[]){__VA_ARGS__, -1})
#define CHECK_NEWS(k, ...) \
  check_items(k, (k)->step.news, (k)->step.news_count, (const int64_t[]){__VA_ARGS__, -1})

#endif
