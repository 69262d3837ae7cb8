#include "script_tickets.h"

#include <inttypes.h>
#include <string.h>

static int64_t draw(script_tickets *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(script_tickets *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

void script_tickets_begin(script_tickets *s, test_random *random) {
  memset(s, 0, sizeof *s);
  s->random = random;
  model_tickets_init(&s->model);
  CHECK_EQUAL(rc_tickets_create(NULL, &s->tickets), RC_STATUS_OK);
  // It has these already.
  rc_tickets_settings defaults;
  rc_tickets_settings_init(&defaults);
  script_tickets_set(s, &defaults);
}

void script_tickets_end(script_tickets *s) {
  rc_tickets_destroy(s->tickets);
}

// == comparisons ==

static void compare_counters(script_tickets *s) {
  rc_tickets_counters a;
  const rc_tickets_counters *b = &s->model.counters;
  CHECK_EQUAL(rc_tickets_get_counters(s->tickets, &a), RC_STATUS_OK);
  CHECK_EQUAL(a.started, b->started);
  CHECK_EQUAL(a.done, b->done);
  CHECK_EQUAL(a.failed, b->failed);
  CHECK_EQUAL(a.cancelled, b->cancelled);
  CHECK_EQUAL(a.dropped, b->dropped);
  CHECK_EQUAL(a.useful, b->useful);
  CHECK_EQUAL(a.churn, b->churn);
  CHECK_EQUAL(a.wasted, b->wasted);
  CHECK_EQUAL(a.open, b->open);
  CHECK_EQUAL(a.appearances, b->appearances);
  CHECK_EQUAL(a.late, b->late);
  CHECK_EQUAL(a.noticed, b->noticed);
  CHECK_EQUAL(a.missed, b->missed);
  CHECK(s->model.load_count == 0 || a.load_time == b->load_time);
  CHECK(s->model.load_count == 0 || a.load_deviation == b->load_deviation);
}

static void compare_ticket(script_tickets *s, rc_id id) {
  const model_ticket *b = &s->model.tickets[id];
  rc_ticket a;
  const rc_status status = rc_tickets_find(s->tickets, id, &a);
  if (!b->exists || (!b->is_wanted && b->state == RC_TICKET_STATE_WAITING)) {
    CHECK_F(status == RC_STATUS_NOT_FOUND, "%" PRId64 " is there", id);
    return;
  }
  CHECK_F(status == RC_STATUS_OK, "%" PRId64 " is not there", id);
  CHECK_F(a.state == b->state, "%" PRId64 " is %d, not %d", id, (int)a.state, (int)b->state);
  CHECK_EQUAL(a.band, b->want.band);
  CHECK_EQUAL(a.token, b->token);
  CHECK_EQUAL(a.cost, model_tickets_cost(b));
  CHECK_EQUAL(a.attempt, b->attempt);
  CHECK_EQUAL(a.is_wanted, b->is_wanted);
  const uint32_t limit = s->model.settings.attempt_limit;
  const bool is_over = limit > 0 && b->attempt >= limit && !b->is_visible;
  if (a.state == RC_TICKET_STATE_FAILED) {
    CHECK(is_over ? a.retry_time > 1e300 : a.retry_time == b->retry_time);
  } else {
    CHECK(a.retry_time < -1e300);
  }
}

static void compare(script_tickets *s) {
  const char *reason = NULL;
  rc_status status = rc_tickets_validate(s->tickets, &reason);
  CHECK_F(status == RC_STATUS_OK, "%s", reason);
  for (rc_id id = 0; id < MODEL_TICKETS_IDS && !test_has_failed(); id++) compare_ticket(s, id);
  compare_counters(s);
}

/// What must hold after an update, whatever the model says.
static void check_limits(script_tickets *s) {
  const model_tickets *m = &s->model;
  int64_t held = 0, visible = 0;
  uint32_t running = 0;
  bool waits = false, spares = false, was_told = false;
  for (int id = 0; id < MODEL_TICKETS_IDS; id++) {
    const model_ticket *it = &m->tickets[id];
    const bool is_running = it->state == RC_TICKET_STATE_RUNNING;
    running += is_running;
    spares |= is_running && !it->is_admitted;
    was_told |= it->known_cost >= 0;
    waits |= it->is_visible && it->state == RC_TICKET_STATE_WAITING &&
             it->want.kind == RC_TICKET_WANT_KIND_START;
    if (it->is_visible) visible += model_tickets_cost(it);
    if (is_running || it->state == RC_TICKET_STATE_READY) held += model_tickets_cost(it);
  }
  const bool is_within = running <= m->settings.running_limit;
  CHECK(is_within || s->limit_was_lowered);
  if (is_within) s->limit_was_lowered = false;
  // What is visible waits for nothing but other slots that are rightly taken.
  CHECK(!waits || (running >= m->settings.running_limit));
  CHECK(!waits || !spares);
  // Within grace, what is not admitted is held as well, if there is nothing else.
  CHECK(spares || was_told || s->limit_was_lowered || m->settings.budget > INT64_MAX / 2 ||
        held <= visible + m->settings.budget);
}

// == calls ==

void script_tickets_want(script_tickets *s, int list, const rc_ticket_want *wants, int count) {
  CHECK_EQUAL(rc_tickets_set_wants(s->tickets, list, wants, (size_t)count), RC_STATUS_OK);
  model_tickets_set_wants(&s->model, list, wants, count);
  compare(s);
}

void script_tickets_set(script_tickets *s, const rc_tickets_settings *settings) {
  const rc_tickets_settings *before = &s->model.settings;
  s->limit_was_lowered |=
      settings->running_limit < before->running_limit || settings->budget < before->budget;
  CHECK_EQUAL(rc_tickets_set_settings(s->tickets, settings), RC_STATUS_OK);
  s->model.settings = *settings;
  rc_tickets_settings found;
  CHECK_EQUAL(rc_tickets_get_settings(s->tickets, &found), RC_STATUS_OK);
  CHECK(found.running_limit == settings->running_limit && found.grace == settings->grace);
  CHECK_EQUAL(found.ahead_limit, settings->ahead_limit);
  CHECK_EQUAL(found.attempt_limit, settings->attempt_limit);
  CHECK(found.budget == settings->budget && found.ahead_budget == settings->ahead_budget);
  CHECK_EQUAL(found.keep_budget, settings->keep_budget);
}

static void follow_order(script_tickets *s, const rc_ticket_order *order) {
  uint64_t *running = &s->running[order->id];
  if (order->kind == RC_TICKET_ORDER_KIND_START) {
    CHECK(*running == 0 && order->token != 0);
    *running = order->token;
  } else if (order->kind == RC_TICKET_ORDER_KIND_DROP) {
    CHECK(*running == 0);
  } else {
    CHECK_EQUAL(*running, order->token);
    if (order->kind == RC_TICKET_ORDER_KIND_CANCEL) {
      s->old_token[order->id] = *running;
      *running = 0;
    }
  }
}

static void compare_plan(script_tickets *s, const rc_tickets_plan *plan) {
  const model_tickets *m = &s->model;
  CHECK_EQUAL(plan->order_count, m->order_count);
  for (int i = 0; i < m->order_count; i++) {
    const rc_ticket_order *a = &plan->orders[i], *b = &m->orders[i];
    CHECK_F(a->kind == b->kind && a->id == b->id,
            "order %d is %d of %" PRId64 ", not %d of %" PRId64, i, (int)a->kind, a->id,
            (int)b->kind, b->id);
    CHECK_EQUAL(a->token, b->token);
    CHECK_EQUAL(a->band, b->band);
    CHECK_EQUAL(a->attempt, b->attempt);
    CHECK_EQUAL(a->reserved, 0);
    follow_order(s, a);
    if (test_has_failed()) return;
  }
  test_note_points(plan->next_time);
  CHECK_F(plan->next_time == m->next_time, "next time %g, not %g", plan->next_time, m->next_time);
  CHECK(plan->next_time > m->time);
}

void script_tickets_update(script_tickets *s) {
  for (int again = 0; again < 2; again++) {
    rc_tickets_plan plan;
    CHECK_EQUAL(rc_tickets_update(s->tickets, s->time, &plan), RC_STATUS_OK);
    model_tickets_update(&s->model, s->time);
    compare_plan(s, &plan);
    if (test_has_failed()) return;
    CHECK(again == 0 || plan.order_count == 0);
    compare(s);
    if (test_has_failed()) return;
    check_limits(s);
    if (test_has_failed()) return;
  }
}

void script_tickets_end_load(script_tickets *s, rc_id id, script_ticket_end how) {
  const uint64_t token = s->running[id];
  if (token == 0 || how == SCRIPT_TICKET_NOTHING) return;
  double a = -1, b = -1;
  rc_status status;
  if (how == SCRIPT_TICKET_FINISH) {
    const int64_t cost = one_in(s, 3) ? draw(s, 0, 6) : -1;
    status = rc_tickets_finish(s->tickets, id, token, cost, s->time, &a);
    b = model_tickets_finish(&s->model, id, cost, s->time);
  } else if (how == SCRIPT_TICKET_FAIL) {
    const double jitter = (double)draw(s, 0, 4) / 4;
    status = rc_tickets_fail(s->tickets, id, token, s->time, jitter, &a);
    b = model_tickets_fail(&s->model, id, s->time, jitter);
  } else {
    status = rc_tickets_cancel(s->tickets, id, token);
    model_tickets_cancel(&s->model, id);
  }
  CHECK_EQUAL(status, RC_STATUS_OK);
  CHECK(a == b);
  s->old_token[id] = token;
  s->running[id] = 0;
  // It ends once.
  CHECK_EQUAL(rc_tickets_finish(s->tickets, id, token, -1, s->time, NULL), RC_STATUS_STALE);
  CHECK_EQUAL(rc_tickets_fail(s->tickets, id, token, s->time, 0, NULL), RC_STATUS_STALE);
  CHECK_EQUAL(rc_tickets_cancel(s->tickets, id, token), RC_STATUS_STALE);
  compare(s);
}

// == at random ==

static rc_ticket_want draw_want(script_tickets *s, bool is_foreseen) {
  rc_ticket_want want = {.id = draw(s, 0, MODEL_TICKETS_IDS - 1), .is_foreseen = is_foreseen};
  want.rank = draw(s, -2, 9);
  want.cost = draw(s, 0, 4);
  want.band = (rc_ticket_band)draw(s, 0, 2);
  if (is_foreseen || one_in(s, 8)) want.kind = (rc_ticket_want_kind)draw(s, 0, 2);
  if (!is_foreseen && !one_in(s, 8)) want.rank = 4 * want.band + draw(s, 0, 3);
  return want;
}

static void call_want(script_tickets *s) {
  const int list = (int)draw(s, 0, MODEL_TICKETS_LISTS - 1);
  model_wanter *now = &s->model.lists[list];
  rc_ticket_want wants[MODEL_TICKETS_WANTS];
  int count = now->count;
  memcpy(wants, now->wants, sizeof wants);
  const bool is_foreseen = list == 0;
  if (one_in(s, 5)) count = one_in(s, 2) ? 0 : (int)draw(s, 1, 10);
  for (int i = 0; i < count; i++) {
    // Most of them stay what they are.
    if (i >= now->count || one_in(s, 3)) wants[i] = draw_want(s, is_foreseen);
  }
  if (count < 10 && one_in(s, 2)) wants[count++] = draw_want(s, is_foreseen);
  script_tickets_want(s, list, wants, count);
}

static void call_end(script_tickets *s) {
  const rc_id id = draw(s, 0, MODEL_TICKETS_IDS - 1);
  for (rc_id i = 0; i < MODEL_TICKETS_IDS; i++) {
    const rc_id at = (id + i) % MODEL_TICKETS_IDS;
    if (s->running[at] == 0) continue;
    script_tickets_end_load(s, at,
                            one_in(s, 3) ? (script_ticket_end)draw(s, 1, 3) : SCRIPT_TICKET_FINISH);
    return;
  }
}

static void call_stale(script_tickets *s) {
  const rc_id id = draw(s, 0, MODEL_TICKETS_IDS - 1);
  const uint64_t token = s->old_token[id];
  CHECK_EQUAL(rc_tickets_finish(s->tickets, id, token, 1, s->time, NULL), RC_STATUS_STALE);
  CHECK_EQUAL(rc_tickets_fail(s->tickets, id, token, s->time, 1, NULL), RC_STATUS_STALE);
  CHECK_EQUAL(rc_tickets_cancel(s->tickets, id, token), RC_STATUS_STALE);
}

static void call_retry(script_tickets *s) {
  const rc_id id = one_in(s, 3) ? RC_ID_NONE : draw(s, 0, MODEL_TICKETS_IDS - 1);
  const rc_status expected =
      model_tickets_retry(&s->model, id) ? RC_STATUS_OK : RC_STATUS_NOT_FOUND;
  CHECK_EQUAL(rc_tickets_retry(s->tickets, id), expected);
  compare(s);
}

static void call_forget(script_tickets *s) {
  const rc_id id = draw(s, 0, MODEL_TICKETS_IDS - 1);
  const rc_status expected =
      model_tickets_forget(&s->model, id) ? RC_STATUS_OK : RC_STATUS_NOT_FOUND;
  CHECK_EQUAL(rc_tickets_forget(s->tickets, id), expected);
  compare(s);
}

static int64_t draw_budget(script_tickets *s) {
  return one_in(s, 3) ? INT64_MAX : draw(s, 0, 16);
}

static void call_set(script_tickets *s) {
  rc_tickets_settings settings = s->model.settings;
  if (one_in(s, 2)) settings.running_limit = (uint32_t)draw(s, 0, 5);
  if (one_in(s, 2)) settings.ahead_limit = (uint32_t)draw(s, 0, 4);
  if (one_in(s, 3)) settings.attempt_limit = (uint32_t)draw(s, 0, 3);
  if (one_in(s, 2)) settings.budget = draw_budget(s);
  if (one_in(s, 2)) settings.ahead_budget = draw_budget(s);
  if (one_in(s, 2)) settings.keep_budget = draw_budget(s);
  if (one_in(s, 3)) settings.grace = (double)draw(s, 0, 8) / 16;
  script_tickets_set(s, &settings);
}

static void call_one(script_tickets *s) {
  switch (draw(s, 0, 15)) {
    case 0:
      call_set(s);
      break;
    case 1:
      call_retry(s);
      break;
    case 2:
      call_forget(s);
      break;
    case 3:
      call_stale(s);
      break;
    case 4:
    case 5:
    case 6:
    case 7:
      call_end(s);
      break;
    case 8:
    case 9:
    case 10:
      call_want(s);
      break;
    default:
      // Sixteenths of a second add up without rounding.
      s->time += (double)(one_in(s, 12) ? draw(s, 0, 1200) : draw(s, -2, 5)) / 16;
      script_tickets_update(s);
  }
}

void script_tickets_run(test_random *random, int calls) {
  script_tickets script;
  script_tickets_begin(&script, random);
  call_set(&script);
  for (int i = 0; i < calls && !test_has_failed(); i++) call_one(&script);
  script_tickets_end(&script);
}
