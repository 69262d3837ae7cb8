#include "tickets.h"

static const char *check_list(const rc__wanter *list) {
  if (list->count == 0) return "a list wants nothing";
  if (list->count > list->capacity) return "a list has more wants than memory";
  for (size_t i = 1; i < list->count; i++) {
    if (list->wants[i - 1].id >= list->wants[i].id) return "wants are out of order";
  }
  return NULL;
}

static const char *check_ticket(const rc_tickets *tickets, const rc__ticket *ticket) {
  if (ticket->token > tickets->last_token) return "a ticket has a token that was not given";
  if (ticket->state == RC_TICKET_STATE_RUNNING && ticket->token == 0) {
    return "a load in progress has no token";
  }
  if (ticket->open_cancelled_count > ticket->open_count) return "open starts are miscounted";
  if (ticket->is_visible && !ticket->is_wanted) return "a visible ticket is not wanted";
  return ticket->is_visible && ticket->open_count > 0 ? "a visible start is open" : NULL;
}

static const char *check_counters(const rc_tickets *tickets) {
  int64_t open = 0;
  for (size_t i = 0; i < tickets->count; i++) open += tickets->tickets[i].open_count;
  const rc_tickets_counters *counters = &tickets->counters;
  if (counters->open != open) return "open starts are not those of the tickets";
  if (counters->useful + counters->churn + counters->wasted + open != counters->started) {
    return "starts are miscounted";
  }
  const bool are_counted = counters->appearances >= counters->late &&
                           counters->late >= counters->noticed &&
                           counters->noticed >= counters->missed;
  return are_counted ? NULL : "appearances are miscounted";
}

static const char *check_tickets(const rc_tickets *tickets) {
  size_t wants = 0;
  for (size_t i = 0; i < tickets->list_count; i++) {
    const char *reason = check_list(&tickets->lists[i]);
    if (reason != NULL) return reason;
    wants += tickets->lists[i].count;
  }
  if (wants != tickets->want_count) return "wants are miscounted";
  for (size_t i = 0; i < tickets->count; i++) {
    const rc__ticket *ticket = &tickets->tickets[i];
    const char *reason = check_ticket(tickets, ticket);
    if (reason != NULL) return reason;
    if (i > 0 && ticket[-1].want.id >= ticket->want.id) return "tickets are out of order";
  }
  return tickets->count <= tickets->capacity ? check_counters(tickets)
                                             : "there are more tickets than memory";
}

rc_status rc_tickets_validate(const rc_tickets *tickets, const char **out_reason) {
  const char *reason = tickets == NULL ? NULL : check_tickets(tickets);
  if (out_reason != NULL) *out_reason = reason;
  if (tickets == NULL) return RC_STATUS_ARGUMENT;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
