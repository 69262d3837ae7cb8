#include "tickets_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tickets_begin(tickets_fixture *f) {
  list_memory_init(&f->memory);
  const rc_allocator allocator = list_memory_allocator(&f->memory);
  rc_tickets_settings_init(&f->settings);
  CHECK_OK(rc_tickets_create(&allocator, &f->tickets));
}

void tickets_end(tickets_fixture *f) {
  const char *reason = NULL;
  CHECK_F(rc_tickets_validate(f->tickets, &reason) == RC_STATUS_OK, "%s", reason);
  rc_tickets_destroy(f->tickets);
  CHECK_EQUAL(f->memory.bytes, 0);
}

static rc_ticket_want read_want(const char **text, int64_t rank) {
  char *end;
  rc_ticket_want want = {.id = strtoll(*text, &end, 10), .rank = rank, .cost = 1};
  const char *bands = "vdp";
  want.band = (rc_ticket_band)(strchr(bands, *end) - bands);
  end++;
  while (*end != 0 && *end != ' ') {
    if (*end == 'c' || *end == 'k') {
      want.kind = *end++ == 'c' ? RC_TICKET_WANT_KIND_CONTINUE : RC_TICKET_WANT_KIND_KEEP;
    } else if (*end == 'f') {
      want.is_foreseen = *end++ == 'f';
    } else if (*end == ':') {
      want.cost = strtoll(end + 1, &end, 10);
    } else {
      want.rank = strtoll(end, &end, 10);
    }
  }
  *text = *end == ' ' ? end + 1 : end;
  return want;
}

void tickets_want_by(tickets_fixture *f, int64_t list, const char *text) {
  rc_ticket_want wants[32];
  size_t count = 0;
  while (*text != 0 && count < 32) {
    wants[count] = read_want(&text, (int64_t)count);
    count++;
  }
  CHECK_OK(rc_tickets_set_wants(f->tickets, list, wants, count));
}

void tickets_want(tickets_fixture *f, const char *wants) {
  tickets_want_by(f, 7, wants);
}

static void say(tickets_fixture *f, const char *text) {
  if (f->text[0] != 0) strncat(f->text, " ", sizeof f->text - strlen(f->text) - 1);
  strncat(f->text, text, sizeof f->text - strlen(f->text) - 1);
}

const char *tickets_go(tickets_fixture *f, double time) {
  static const char *const kinds[] = {"CANCEL", "DROP", "PRIORITY", "START"};
  f->text[0] = 0;
  if (rc_tickets_set_settings(f->tickets, &f->settings) != RC_STATUS_OK) return "settings";
  if (rc_tickets_update(f->tickets, time, &f->plan) != RC_STATUS_OK) return "no plan";
  for (size_t i = 0; i < f->plan.order_count; i++) {
    const rc_ticket_order *it = &f->plan.orders[i];
    const bool has_band = it->kind >= RC_TICKET_ORDER_KIND_PRIORITY;
    char order[64];
    snprintf(order, sizeof order, "%s %" PRId64 "%.*s", kinds[it->kind], it->id, has_band,
             &"vdp"[it->band]);
    say(f, order);
    if (it->attempt == 0) continue;
    snprintf(order, sizeof order, "#%d", (int)it->attempt);
    strncat(f->text, order, sizeof f->text - strlen(f->text) - 1);
  }
  return f->text;
}

const char *tickets_go_for(tickets_fixture *f, double time, const char *wants) {
  tickets_want(f, wants);
  return tickets_go(f, time);
}

static uint64_t token_of(const tickets_fixture *f, rc_id id) {
  rc_ticket ticket = {.token = 0};
  (void)rc_tickets_find(f->tickets, id, &ticket);
  return ticket.token;
}

void tickets_finish_at_cost(tickets_fixture *f, rc_id id, int64_t cost, double time) {
  CHECK_OK(rc_tickets_finish(f->tickets, id, token_of(f, id), cost, time, NULL));
}

void tickets_finish(tickets_fixture *f, rc_id id, double time) {
  tickets_finish_at_cost(f, id, -1, time);
}

void tickets_fail(tickets_fixture *f, rc_id id, double time) {
  CHECK_OK(rc_tickets_fail(f->tickets, id, token_of(f, id), time, 0, NULL));
}

const char *tickets_states(tickets_fixture *f) {
  f->text[0] = 0;
  for (rc_id id = 1; id < 10; id++) {
    rc_ticket ticket;
    if (rc_tickets_find(f->tickets, id, &ticket) != RC_STATUS_OK) continue;
    char state[24];
    snprintf(state, sizeof state, "%" PRId64 "%c", id, ".R*!"[ticket.state]);
    say(f, state);
  }
  return f->text;
}

rc_tickets_counters tickets_counters(tickets_fixture *f) {
  rc_tickets_counters counters = {.started = 0};
  (void)rc_tickets_get_counters(f->tickets, &counters);
  return counters;
}
