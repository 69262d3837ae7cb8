#include "script_impressions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model_impressions.h"

enum { GATHERED_MAX = 400 };

typedef struct {
  test_random *random;
  model_impressions model;
  rc_impressions *impressions;
  /// Is updated more often, with the same views.
  rc_impressions *often;
  rc_impression gathered[GATHERED_MAX];
  size_t gathered_count;
  double time;
  bool is_active;
  /// Since the session began.
  int seen[MODEL_IMPRESSIONS_IDS];
} script;

static int64_t draw(script *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(script *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

static rc_impressions_options draw_options(script *s) {
  rc_impressions_options options;
  rc_impressions_options_init(&options);
  options.rule_count = (uint32_t)draw(s, 1, RC_IMPRESSION_RULE_COUNT);
  for (uint32_t i = 0; i < options.rule_count; i++) {
    options.rules[i].fraction = (double)draw(s, 0, 4) / 4;
    options.rules[i].seconds = (double)draw(s, 0, 6) / 4;
  }
  options.threshold_count = one_in(s, 2) ? 0 : (uint32_t)draw(s, 1, 5);
  const int64_t first = draw(s, 0, 4);
  for (uint32_t i = 0; i < options.threshold_count; i++) {
    options.thresholds[i] = (double)(first + i) / 8;
  }
  return options;
}

static rc_impression_view draw_view(script *s) {
  rc_impression_view view = {.id = draw(s, 0, MODEL_IMPRESSIONS_IDS - 1), .viewport = 4};
  view.extent = draw(s, 0, 8);
  view.visible = draw(s, 0, view.extent);
  view.cross = one_in(s, 3) ? (double)draw(s, 0, 4) / 4 : 1;
  // Mostly the same rule for an id.
  const uint32_t rule = (uint32_t)(one_in(s, 6) ? draw(s, 0, 3) : view.id);
  view.rule = rule % s->model.options.rule_count;
  return view;
}

static bool is_same_event(const rc_impression *a, const rc_impression *b) {
  return a->id == b->id && a->kind == b->kind && a->rule == b->rule && a->level == b->level &&
         a->time == b->time && a->seconds == b->seconds && a->fraction == b->fraction &&
         a->reserved == 0;
}

/// What must hold within a session, whatever the model says.
static void check_event(script *s, const rc_impression *event) {
  int *seen = &s->seen[event->id];
  if (event->kind == RC_IMPRESSION_KIND_SEEN) CHECK_F(++*seen == 1, "it was seen twice");
  if (event->kind == RC_IMPRESSION_KIND_LEFT) CHECK_F(*seen == 1, "it left unseen");
  CHECK(event->time <= s->model.time);
}

static void check_report(script *s, const rc_impressions_report *report) {
  const model_impressions *m = &s->model;
  CHECK_EQUAL(report->event_count, m->event_count);
  for (size_t i = 0; i < m->event_count && !test_has_failed(); i++) {
    const rc_impression *a = &report->events[i], *b = &m->events[i];
    CHECK_F(is_same_event(a, b), "event %d is %d of %" PRId64 " at %g, not %d of %" PRId64 " at %g",
            (int)i, (int)a->kind, a->id, a->time, (int)b->kind, b->id, b->time);
    test_note_points(a->time);
    test_note(a->id);
  }
  CHECK(report->next_time == m->next_time);
  CHECK(report->next_time > m->time);
  for (rc_id id = 0; id < MODEL_IMPRESSIONS_IDS; id++) {
    CHECK_EQUAL(rc_impressions_is_seen(s->impressions, id), m->ids[id].was_seen);
  }
  const char *reason = NULL;
  CHECK_F(rc_impressions_validate(s->impressions, &reason) == RC_STATUS_OK, "%s", reason);
}

// == the one that is updated more often ==

static void gather(script *s, double time) {
  rc_impressions_report report;
  CHECK_EQUAL(rc_impressions_update(s->often, time, s->is_active, &report), RC_STATUS_OK);
  for (size_t i = 0; i < report.event_count; i++) {
    CHECK(s->gathered_count < GATHERED_MAX);
    s->gathered[s->gathered_count++] = report.events[i];
  }
}

static int compare_events(const void *a, const void *b) {
  const rc_impression *first = a, *second = b;
  if (first->kind != second->kind) return first->kind < second->kind ? -1 : 1;
  if (first->time != second->time) return first->time < second->time ? -1 : 1;
  return first->id != second->id ? (first->id < second->id ? -1 : 1) : 0;
}

static void compare_gathered(script *s) {
  const model_impressions *m = &s->model;
  qsort(s->gathered, s->gathered_count, sizeof *s->gathered, compare_events);
  CHECK_EQUAL(s->gathered_count, m->event_count);
  for (size_t i = 0; i < m->event_count; i++) {
    CHECK_F(is_same_event(&s->gathered[i], &m->events[i]), "event %d is another", (int)i);
  }
  s->gathered_count = 0;
}

// == calls ==

/// Some time goes by, in which nothing is told to one of them.
static void call_wait(script *s) {
  const double from = s->time;
  // Eighths of seconds add up without rounding.
  s->time += (double)(one_in(s, 9) ? draw(s, 0, 160) : draw(s, -2, 8)) / 8;
  for (int i = 0; i < 4 && s->time > from && !test_has_failed(); i++) {
    gather(s, from + (s->time - from) * i / 4);
  }
}

static void call_update(script *s) {
  if (one_in(s, 8)) s->is_active = !s->is_active;
  rc_impressions_report report;
  CHECK_EQUAL(rc_impressions_update(s->impressions, s->time, s->is_active, &report), RC_STATUS_OK);
  const bool restarted = s->model.restarts;
  model_impressions_update(&s->model, s->time, s->is_active);
  check_report(s, &report);
  for (size_t i = 0; i < report.event_count && !restarted && !test_has_failed(); i++) {
    check_event(s, &report.events[i]);
  }
  for (rc_id id = 0; restarted && id < MODEL_IMPRESSIONS_IDS; id++) {
    s->seen[id] = s->model.ids[id].was_seen;
  }
  gather(s, s->time);
  if (!test_has_failed()) compare_gathered(s);
}

static void call_views(script *s) {
  const int list = (int)draw(s, 0, MODEL_IMPRESSIONS_LISTS - 1);
  rc_impression_view views[MODEL_IMPRESSIONS_VIEWS];
  size_t count = s->model.counts[list];
  memcpy(views, s->model.views[list], sizeof views);
  if (one_in(s, 4)) count = one_in(s, 2) ? 0 : (size_t)draw(s, 1, MODEL_IMPRESSIONS_VIEWS);
  for (size_t i = 0; i < count; i++) {
    if (i >= s->model.counts[list] || one_in(s, 3)) views[i] = draw_view(s);
  }
  model_impressions_set(&s->model, list, views, count);
  CHECK_EQUAL(rc_impressions_set_views(s->impressions, list, views, count), RC_STATUS_OK);
  CHECK_EQUAL(rc_impressions_set_views(s->often, list, views, count), RC_STATUS_OK);
}

static void call_reset(script *s) {
  CHECK_EQUAL(rc_impressions_reset(s->impressions), RC_STATUS_OK);
  CHECK_EQUAL(rc_impressions_reset(s->often), RC_STATUS_OK);
  s->model.restarts = true;
}

static void call_forget(script *s) {
  const rc_id id = draw(s, 0, MODEL_IMPRESSIONS_IDS - 1);
  model_impression *it = &s->model.ids[id];
  CHECK_EQUAL(rc_impressions_forget(s->impressions, &id, 1), RC_STATUS_OK);
  CHECK_EQUAL(rc_impressions_forget(s->often, &id, 1), RC_STATUS_OK);
  if (it->dwells) return;
  it->was_seen = false;
  s->seen[id] = 0;
}

static void call_step(script *s) {
  call_wait(s);
  for (int64_t i = draw(s, 0, 3); i > 0 && !test_has_failed(); i--) call_views(s);
  if (one_in(s, 20)) call_reset(s);
  call_update(s);
  // After an update, so that both know as much as each other.
  if (one_in(s, 6)) call_forget(s);
}

void script_impressions_run(test_random *random, int steps) {
  script s = {.random = random, .is_active = true};
  const rc_impressions_options options = draw_options(&s);
  model_impressions_init(&s.model, &options);
  CHECK_EQUAL(rc_impressions_create(&options, NULL, &s.impressions), RC_STATUS_OK);
  CHECK_EQUAL(rc_impressions_create(&options, NULL, &s.often), RC_STATUS_OK);
  rc_impressions_options found;
  CHECK_EQUAL(rc_impressions_get_options(s.often, &found), RC_STATUS_OK);
  CHECK(memcmp(&found, &options, sizeof found) == 0);
  for (int i = 0; i < steps && !test_has_failed(); i++) call_step(&s);
  rc_impressions_destroy(s.impressions);
  rc_impressions_destroy(s.often);
}
