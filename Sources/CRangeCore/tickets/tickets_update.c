// An update of tickets: admits what fits, and orders what follows from that.
//
//     merge ─▶ sort ─▶ admit ─▶ CANCEL ─▶ START, with CANCEL and DROP for it ─▶ PRIORITY

#include "../base/sort.h"
#include "tickets.h"

// == order ==

static bool rank_precedes(const void *a, const void *b) {
  const rc_ticket_want *first = &((const rc__ticket *)a)->want,
                       *second = &((const rc__ticket *)b)->want;
  if (first->kind != second->kind) return first->kind < second->kind;
  if (first->rank != second->rank) return first->rank < second->rank;
  return first->id < second->id;
}

static bool kept_precedes(const void *a, const void *b) {
  const rc__ticket *first = a, *second = b;
  if (first->wanted_time != second->wanted_time) return first->wanted_time < second->wanted_time;
  return first->want.id < second->want.id;
}

static bool out_precedes(const void *a, const void *b) {
  const rc__ticket *first = a, *second = b;
  if (first->out_time != second->out_time) return first->out_time < second->out_time;
  return first->want.id > second->want.id;
}

/// Sorts the tickets that are wanted, and those that are READY though nobody wants them.
static void sort_tickets(rc_tickets *tickets) {
  size_t wanted = 0, count = 0;
  for (size_t i = 0; i < tickets->count; i++) {
    const rc__ticket *ticket = &tickets->tickets[i];
    if (ticket->is_wanted) tickets->sorted[wanted++] = ticket;
  }
  count = wanted;
  for (size_t i = 0; i < tickets->count; i++) {
    const rc__ticket *ticket = &tickets->tickets[i];
    const bool is_kept = !ticket->is_wanted && ticket->state == RC_TICKET_STATE_READY;
    if (is_kept) tickets->sorted[count++] = ticket;
  }
  rc__sort(tickets->sorted, wanted, rank_precedes);
  // Without tickets there is no memory to point into.
  if (count > wanted) rc__sort(tickets->sorted + wanted, count - wanted, kept_precedes);
  tickets->wanted_count = wanted;
  tickets->kept_count = count - wanted;
  tickets->kept_dropped = tickets->wanted_dropped = 0;
}

/// One of those sorted.
static rc__ticket *ticket_at(const rc_tickets *tickets, size_t position) {
  const rc__ticket *ticket = tickets->sorted[position];
  return &tickets->tickets[ticket - tickets->tickets];
}

/// Whether a ticket runs that is neither visible nor foreseen.
static bool runs_ahead(const rc__ticket *ticket) {
  return !ticket->is_visible && !ticket->want.is_foreseen;
}

static void count_tickets(rc_tickets *tickets) {
  tickets->held_cost = tickets->kept_cost = 0;
  tickets->running = tickets->running_ahead = 0;
  for (size_t i = 0; i < tickets->count; i++) {
    rc__ticket *ticket = &tickets->tickets[i];
    const bool is_running = ticket->state == RC_TICKET_STATE_RUNNING;
    const bool is_ready = ticket->state == RC_TICKET_STATE_READY;
    const int64_t cost = rc__ticket_cost(ticket);
    ticket->is_admitted = ticket->starts = ticket->is_dropped = false;
    if (is_running || is_ready) tickets->held_cost += cost;
    if (is_ready && !ticket->is_wanted) tickets->kept_cost += cost;
    tickets->running += is_running;
    tickets->running_ahead += is_running && runs_ahead(ticket);
  }
}

// == what is admitted ==

static bool ticket_counts(const rc_tickets *tickets, const rc__ticket *ticket) {
  const bool is_ready = ticket->state == RC_TICKET_STATE_READY;
  const bool is_running = ticket->state == RC_TICKET_STATE_RUNNING;
  if (ticket->want.kind == RC_TICKET_WANT_KIND_KEEP) return is_ready;
  if (ticket->want.kind == RC_TICKET_WANT_KIND_CONTINUE) return is_ready || is_running;
  if (ticket->state != RC_TICKET_STATE_FAILED) return true;
  return !rc__ticket_is_exhausted(tickets, ticket) && ticket->retry_time <= tickets->time;
}

static void admit_tickets(rc_tickets *tickets) {
  int64_t admitted = 0;
  const int64_t limit = rc__at_most(tickets->settings.budget, tickets->settings.ahead_budget);
  for (size_t i = 0; i < tickets->wanted_count; i++) {
    rc__ticket *ticket = ticket_at(tickets, i);
    if (!ticket->is_visible || !ticket_counts(tickets, ticket)) continue;
    ticket->is_admitted = true;
    admitted += rc__ticket_cost(ticket);
  }
  for (size_t i = 0; i < tickets->wanted_count; i++) {
    rc__ticket *ticket = ticket_at(tickets, i);
    const int64_t cost = rc__ticket_cost(ticket);
    if (ticket->is_visible || cost > limit || !ticket_counts(tickets, ticket)) continue;
    if (admitted + cost > limit) break;
    ticket->is_admitted = true;
    admitted += cost;
  }
}

/// Whether a ticket is to be started.
static bool can_start(const rc__ticket *ticket) {
  return ticket->is_admitted &&
         (ticket->state == RC_TICKET_STATE_WAITING || ticket->state == RC_TICKET_STATE_FAILED);
}

// == orders ==

static void add_order(rc_tickets *tickets, const rc__ticket *ticket, rc_ticket_order_kind kind) {
  RC_ASSERT(tickets->order_count < tickets->order_capacity);
  tickets->orders[tickets->order_count++] = (rc_ticket_order){.id = ticket->want.id,
                                                              .token = ticket->token,
                                                              .kind = kind,
                                                              .band = ticket->want.band,
                                                              .attempt = ticket->attempt};
}

/// The other orders come after all of these.
static void cancel_ticket(rc_tickets *tickets, rc__ticket *ticket) {
  rc__ticket_note_cancel(tickets, ticket);
  add_order(tickets, ticket, RC_TICKET_ORDER_KIND_CANCEL);
  ticket->state = RC_TICKET_STATE_WAITING;
  tickets->held_cost -= rc__ticket_cost(ticket);
  tickets->running--;
  tickets->running_ahead -= runs_ahead(ticket);
}

/// When a RUNNING ticket that is not admitted is cancelled.
static double cancel_time(const rc_tickets *tickets, const rc__ticket *ticket) {
  const bool is_over = !ticket->is_wanted || ticket->want.kind == RC_TICKET_WANT_KIND_KEEP;
  const bool has_grace = !is_over || !ticket->want.is_foreseen;
  return has_grace ? ticket->out_time + tickets->settings.grace : ticket->out_time;
}

/// Cancels those that have not been admitted for long, and sorts the others that are not admitted.
static void cancel_late(rc_tickets *tickets) {
  const size_t first = tickets->wanted_count + tickets->kept_count;
  size_t count = 0;
  for (size_t i = 0; i < tickets->count; i++) {
    rc__ticket *ticket = &tickets->tickets[i];
    if (ticket->state != RC_TICKET_STATE_RUNNING) continue;
    if (ticket->is_admitted) {
      ticket->out_time = RC__INFINITY;
      continue;
    }
    ticket->out_time = rc__earlier(ticket->out_time, tickets->time);
    if (cancel_time(tickets, ticket) <= tickets->time) {
      cancel_ticket(tickets, ticket);
    } else {
      tickets->sorted[first + count++] = ticket;
    }
  }
  if (count > 0) rc__sort(tickets->sorted + first, count, out_precedes);
  tickets->out_count = count;
  tickets->out_cancelled = 0;
}

/// Cancels the ticket that has not been admitted for longest; false if none is left.
static bool cancel_longest_out(rc_tickets *tickets) {
  if (tickets->out_cancelled == tickets->out_count) return false;
  const size_t position = tickets->wanted_count + tickets->kept_count + tickets->out_cancelled++;
  cancel_ticket(tickets, ticket_at(tickets, position));
  return true;
}

static void drop_ticket(rc_tickets *tickets, rc__ticket *ticket) {
  const int64_t cost = rc__ticket_cost(ticket);
  ticket->is_dropped = true;
  ticket->state = RC_TICKET_STATE_WAITING;
  tickets->counters.dropped++;
  tickets->held_cost -= cost;
  if (!ticket->is_wanted) tickets->kept_cost -= cost;
}

static void drop_oldest(rc_tickets *tickets) {
  drop_ticket(tickets, ticket_at(tickets, tickets->wanted_count + tickets->kept_dropped++));
}

/// Drops until so much more can be held; false if that is not possible.
static bool make_room(rc_tickets *tickets, int64_t cost) {
  while (tickets->held_cost + cost > tickets->settings.budget) {
    if (tickets->kept_dropped < tickets->kept_count) {
      drop_oldest(tickets);
    } else if (tickets->wanted_dropped < tickets->wanted_count) {
      rc__ticket *worst = ticket_at(tickets, tickets->wanted_count - ++tickets->wanted_dropped);
      const bool is_ready = worst->state == RC_TICKET_STATE_READY;
      if (is_ready && !worst->is_admitted) drop_ticket(tickets, worst);
    } else {
      return false;
    }
  }
  return true;
}

static void start_ticket(rc_tickets *tickets, rc__ticket *ticket) {
  ticket->state = RC_TICKET_STATE_RUNNING;
  ticket->starts = true;
  ticket->token = ++tickets->last_token;
  ticket->start_time = tickets->time;
  ticket->told_band = ticket->want.band;
  ticket->out_time = ticket->lowered_time = RC__INFINITY;
  rc__ticket_note_start(tickets, ticket);
  tickets->held_cost += rc__ticket_cost(ticket);
  tickets->running++;
  tickets->running_ahead += runs_ahead(ticket);
}

/// Whether a slot is free for a ticket, if need be after a CANCEL.
static bool find_slot(rc_tickets *tickets, const rc__ticket *ticket) {
  const rc_tickets_settings *settings = &tickets->settings;
  if (runs_ahead(ticket) && tickets->running_ahead >= settings->ahead_limit) return false;
  while (ticket->is_visible && tickets->running >= settings->running_limit) {
    if (!cancel_longest_out(tickets)) return false;
  }
  return tickets->running < settings->running_limit;
}

static void start_tickets(rc_tickets *tickets) {
  bool is_full = false;
  for (size_t i = 0; i < tickets->wanted_count; i++) {
    rc__ticket *ticket = ticket_at(tickets, i);
    if (!can_start(ticket) || (is_full && !ticket->is_visible)) continue;
    if (!find_slot(tickets, ticket)) continue;
    is_full |= !make_room(tickets, rc__ticket_cost(ticket));
    if (!is_full || ticket->is_visible) start_ticket(tickets, ticket);
  }
}

static void drop_more(rc_tickets *tickets) {
  while (tickets->kept_cost > tickets->settings.keep_budget) drop_oldest(tickets);
  (void)make_room(tickets, 0);
}

static void tell_drops(rc_tickets *tickets) {
  for (size_t i = 0; i < tickets->kept_dropped; i++) {
    add_order(tickets, ticket_at(tickets, tickets->wanted_count + i), RC_TICKET_ORDER_KIND_DROP);
  }
  for (size_t i = 1; i <= tickets->wanted_dropped; i++) {
    const rc__ticket *ticket = ticket_at(tickets, tickets->wanted_count - i);
    if (ticket->is_dropped) add_order(tickets, ticket, RC_TICKET_ORDER_KIND_DROP);
  }
}

/// Tells the host of another band, if it is time.
static void tell_band(rc_tickets *tickets, rc__ticket *ticket) {
  const rc_ticket_band band = ticket->want.band;
  const bool is_worse = ticket->is_admitted && band > ticket->told_band;
  ticket->lowered_time = is_worse ? rc__earlier(ticket->lowered_time, tickets->time) : RC__INFINITY;
  const bool is_better = ticket->is_admitted && band < ticket->told_band;
  if (!is_better && ticket->lowered_time + tickets->settings.grace > tickets->time) return;
  add_order(tickets, ticket, RC_TICKET_ORDER_KIND_PRIORITY);
  ticket->told_band = band;
  ticket->lowered_time = RC__INFINITY;
}

static void tell_bands_and_starts(rc_tickets *tickets) {
  for (size_t i = 0; i < tickets->wanted_count; i++) {
    rc__ticket *ticket = ticket_at(tickets, i);
    if (ticket->state == RC_TICKET_STATE_RUNNING) tell_band(tickets, ticket);
  }
  for (size_t i = 0; i < tickets->wanted_count; i++) {
    const rc__ticket *ticket = ticket_at(tickets, i);
    if (ticket->starts) add_order(tickets, ticket, RC_TICKET_ORDER_KIND_START);
  }
}

/// When time alone changes something for a ticket.
static double due_time(const rc_tickets *tickets, const rc__ticket *ticket) {
  if (ticket->state == RC_TICKET_STATE_RUNNING) {
    return ticket->is_admitted ? ticket->lowered_time + tickets->settings.grace
                               : cancel_time(tickets, ticket);
  }
  const bool waits = ticket->state == RC_TICKET_STATE_FAILED && ticket->is_wanted &&
                     ticket->want.kind == RC_TICKET_WANT_KIND_START &&
                     !rc__ticket_is_exhausted(tickets, ticket);
  return waits && ticket->retry_time > tickets->time ? ticket->retry_time : RC__INFINITY;
}

rc_status rc_tickets_update(rc_tickets *tickets, double time, rc_tickets_plan *out_plan) {
  if (tickets == NULL || !rc__is_finite(time) || out_plan == NULL) return RC_STATUS_ARGUMENT;
  tickets->time = rc__later(time, tickets->time);
  tickets->order_count = 0;
  rc__tickets_merge(tickets);
  sort_tickets(tickets);
  count_tickets(tickets);
  admit_tickets(tickets);
  cancel_late(tickets);
  start_tickets(tickets);
  drop_more(tickets);
  tell_drops(tickets);
  tell_bands_and_starts(tickets);
  double next_time = RC__INFINITY;
  for (size_t i = 0; i < tickets->count; i++) {
    next_time = rc__earlier(next_time, due_time(tickets, &tickets->tickets[i]));
  }
  *out_plan = (rc_tickets_plan){tickets->orders, tickets->order_count, next_time};
  return RC_STATUS_OK;
}
