#include "model_impressions.h"

#include <math.h>
#include <string.h>

void model_impressions_init(model_impressions *m, const rc_impressions_options *options) {
  memset(m, 0, sizeof *m);
  m->options = *options;
  m->time = -INFINITY;
}

void model_impressions_set(model_impressions *m, int list, const rc_impression_view *views,
                           size_t count) {
  if (count > 0) memcpy(m->views[list], views, count * sizeof *views);
  m->counts[list] = count;
}

/// Whether one event comes before another (10).
static bool comes_before(const rc_impression *a, const rc_impression *b) {
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->time != b->time) return a->time < b->time;
  return a->id != b->id ? a->id < b->id : a->rule < b->rule;
}

static void tell(model_impressions *m, rc_impression event) {
  size_t at = m->event_count++;
  for (; at > 0 && comes_before(&event, &m->events[at - 1]); at--)
    m->events[at] = m->events[at - 1];
  m->events[at] = event;
}

static double due_time(const model_impressions *m, const model_impression *it) {
  return it->begin + m->options.rules[it->rule].seconds;
}

/// (5)
static void see(model_impressions *m, rc_id id) {
  model_impression *it = &m->ids[id];
  if (!it->dwells || it->was_seen || due_time(m, it) > m->time) return;
  it->was_seen = it->counts = true;
  tell(m, (rc_impression){.kind = RC_IMPRESSION_KIND_SEEN,
                          .id = id,
                          .time = due_time(m, it),
                          .seconds = m->options.rules[it->rule].seconds,
                          .rule = it->rule});
}

/// (7)
static void leave(model_impressions *m, rc_id id) {
  model_impression *it = &m->ids[id];
  if (it->dwells && it->counts) {
    tell(m, (rc_impression){.kind = RC_IMPRESSION_KIND_LEFT,
                            .id = id,
                            .time = m->time,
                            .seconds = m->time - it->begin,
                            .rule = it->rule});
  }
  it->dwells = it->counts = false;
}

/// The first view of an id that qualifies (2, 3); NULL if none does.
static const rc_impression_view *find_qualifying(const model_impressions *m, rc_id id) {
  for (int list = 0; list < MODEL_IMPRESSIONS_LISTS; list++) {
    for (size_t i = 0; i < m->counts[list]; i++) {
      const rc_impression_view *view = &m->views[list][i];
      if (view->id != id || view->visible == 0) continue;
      const double most = (double)(view->extent < view->viewport ? view->extent : view->viewport);
      const double seen = (double)view->visible * view->cross;
      if (seen >= m->options.rules[view->rule].fraction * most) return view;
    }
  }
  return NULL;
}

/// (8)
static void find_level(const model_impressions *m, rc_id id, uint32_t *level, double *fraction) {
  for (int list = 0; list < MODEL_IMPRESSIONS_LISTS; list++) {
    for (size_t i = 0; i < m->counts[list]; i++) {
      const rc_impression_view *view = &m->views[list][i];
      if (view->id != id || view->visible == 0) continue;
      const double seen = (double)view->visible * view->cross;
      uint32_t reached = 0;
      for (uint32_t at = 0; at < m->options.threshold_count; at++) {
        reached += seen >= m->options.thresholds[at] * (double)view->extent;
      }
      *level = reached > *level ? reached : *level;
      *fraction = fmax(*fraction, seen / (double)view->extent);
    }
  }
}

static void look_at(model_impressions *m, rc_id id, bool is_active) {
  model_impression *it = &m->ids[id];
  const rc_impression_view *view = is_active ? find_qualifying(m, id) : NULL;
  if (it->dwells && (view == NULL || view->rule != it->rule)) leave(m, id);
  if (!it->dwells && view != NULL) {
    it->dwells = true;
    it->begin = m->time;
    it->rule = view->rule;
  }
  uint32_t level = 0;
  double fraction = 0;
  if (is_active) find_level(m, id, &level, &fraction);
  if (level != it->level) {
    it->level = level;
    tell(m, (rc_impression){.kind = RC_IMPRESSION_KIND_CROSSED,
                            .id = id,
                            .time = m->time,
                            .fraction = fraction,
                            .level = level});
  }
}

void model_impressions_update(model_impressions *m, double time, bool is_active) {
  m->time = fmax(m->time, time);
  m->event_count = 0;
  for (rc_id id = 0; id < MODEL_IMPRESSIONS_IDS; id++) see(m, id);
  for (rc_id id = 0; m->restarts && id < MODEL_IMPRESSIONS_IDS; id++) {
    leave(m, id);
    m->ids[id].was_seen = false;
  }
  m->restarts = false;
  m->next_time = INFINITY;
  for (rc_id id = 0; id < MODEL_IMPRESSIONS_IDS; id++) {
    const model_impression *it = &m->ids[id];
    look_at(m, id, is_active);
    see(m, id);
    if (it->dwells && !it->was_seen) m->next_time = fmin(m->next_time, due_time(m, it));
  }
}
