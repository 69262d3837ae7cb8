// What tickets count: loads that were of use, and appearances that were late.

#include "tickets.h"

/// From so many seconds on, an appearance counts, is noticed if late, and is missed if noticed.
static const double flash_most = 0.05, noticed_least = 0.1, looked_at_least = 0.3;

/// - `is_counted`: a list shows it that has shown something before.
static void begin_appearance(rc_tickets *tickets, rc__ticket *ticket) {
  rc_tickets_counters *counters = &tickets->counters;
  ticket->is_visible = true;
  ticket->shown_time = tickets->time;
  const bool is_ready = ticket->state == RC_TICKET_STATE_READY;
  ticket->ready_time = is_ready ? -RC__INFINITY : RC__INFINITY;
  counters->useful += ticket->open_count - ticket->open_cancelled_count;
  counters->churn += ticket->open_cancelled_count;
  counters->open -= ticket->open_count;
  ticket->open_count = ticket->open_cancelled_count = 0;
  ticket->start_is_open = false;
}

static void end_appearance(rc_tickets *tickets, rc__ticket *ticket) {
  rc_tickets_counters *counters = &tickets->counters;
  const double shown = ticket->shown_time, now = tickets->time;
  ticket->is_visible = false;
  if (!ticket->is_counted || shown + flash_most > now) return;
  counters->appearances++;
  if (ticket->ready_time < shown) return;
  counters->late++;
  if (shown + noticed_least > rc__earlier(ticket->ready_time, now)) return;
  counters->noticed++;
  counters->missed += shown + looked_at_least <= now;
}

void rc__tickets_note_visible(rc_tickets *tickets) {
  for (size_t i = 0; i < tickets->count; i++) {
    rc__ticket *ticket = &tickets->tickets[i];
    const bool is_visible = ticket->is_wanted && ticket->want.band == RC_TICKET_BAND_VISIBLE;
    if (is_visible == ticket->is_visible) continue;
    if (is_visible) {
      begin_appearance(tickets, ticket);
    } else {
      end_appearance(tickets, ticket);
    }
  }
}

void rc__ticket_note_start(rc_tickets *tickets, rc__ticket *ticket) {
  tickets->counters.started++;
  ticket->start_is_open = !ticket->is_visible;
  ticket->open_count += ticket->start_is_open;
  tickets->counters.open += ticket->start_is_open;
  tickets->counters.useful += ticket->is_visible;
}

void rc__ticket_note_cancel(rc_tickets *tickets, rc__ticket *ticket) {
  tickets->counters.cancelled++;
  ticket->open_cancelled_count += ticket->start_is_open;
}

void rc__ticket_note_ready(rc_tickets *tickets, rc__ticket *ticket) {
  tickets->counters.done++;
  // Where it is visible no more, nobody asks.
  ticket->ready_time = rc__earlier(ticket->ready_time, tickets->time);
}

void rc__ticket_note_forgotten(rc_tickets *tickets, const rc__ticket *ticket) {
  tickets->counters.open -= ticket->open_count;
  tickets->counters.wasted += ticket->open_count;
}
