#include "../base/sort.h"
#include "tickets.h"

/// For how many seconds after it was last wanted a ticket that has failed for good is remembered.
static const double failure_memory = 60;

/// What a list wants: before its first screen is full, what is foreseen starts nothing.
static rc_ticket_want want_in_turn(const rc_ticket_want *want, const rc__wanter *list) {
  rc_ticket_want turned = *want;
  const bool is_ahead = want->is_foreseen && want->band != RC_TICKET_BAND_VISIBLE;
  if (is_ahead && list->waits && want->kind == RC_TICKET_WANT_KIND_START) {
    turned.kind = RC_TICKET_WANT_KIND_CONTINUE;
  }
  return turned;
}

static void want_ticket(rc__ticket *ticket, const rc_ticket_want *want, const rc__wanter *list) {
  const rc_ticket_want turned = want_in_turn(want, list);
  if (ticket->is_wanted) {
    rc__want_combine(&ticket->want, &turned);
  } else {
    ticket->want = turned;
    ticket->is_wanted = true;
  }
  const bool is_visible = want->band == RC_TICKET_BAND_VISIBLE;
  if (is_visible && !ticket->is_visible) ticket->is_counted |= list->has_shown;
}

/// Wants the tickets that are there, and returns how many are not.
static size_t want_known(rc_tickets *tickets, const rc__wanter *list) {
  size_t position = 0, added = 0;
  for (size_t i = 0; i < list->count; i++) {
    const rc_ticket_want *want = &list->wants[i];
    while (position < tickets->count && tickets->tickets[position].want.id < want->id) position++;
    rc__ticket *ticket = &tickets->tickets[position];
    if (position < tickets->count && ticket->want.id == want->id) {
      want_ticket(ticket, want, list);
    } else {
      added++;
    }
  }
  return added;
}

/// Makes the tickets that are not there, so many, from the last to the first.
static void want_new(rc_tickets *tickets, const rc__wanter *list, size_t added) {
  rc__ticket *all = tickets->tickets;
  size_t from = tickets->count, to = from + added;
  RC_ASSERT(to <= tickets->capacity);
  tickets->count = to;
  for (size_t i = list->count; from < to; i--) {
    const rc_ticket_want *want = &list->wants[i - 1];
    while (from > 0 && all[from - 1].want.id > want->id) all[--to] = all[--from];
    if (from > 0 && all[from - 1].want.id == want->id) continue;
    all[--to] =
        (rc__ticket){.known_cost = -1, .out_time = RC__INFINITY, .lowered_time = RC__INFINITY};
    want_ticket(&all[to], want, list);
  }
}

/// Notes whether everything that a list wants by START and shows is READY, or has failed.
static void look_at_screen(const rc_tickets *tickets, rc__wanter *list) {
  size_t position = 0, shown = 0, waiting = 0;
  for (size_t i = 0; i < list->count; i++) {
    const rc_ticket_want *want = &list->wants[i];
    if (want->band != RC_TICKET_BAND_VISIBLE) continue;
    shown++;
    if (want->kind != RC_TICKET_WANT_KIND_START) continue;
    while (position < tickets->count && tickets->tickets[position].want.id < want->id) position++;
    const rc__ticket *ticket = &tickets->tickets[position];
    const bool is_known = position < tickets->count && ticket->want.id == want->id;
    waiting += !is_known || (ticket->state != RC_TICKET_STATE_READY && ticket->attempt == 0);
  }
  list->shows = shown > 0;
  list->was_full |= list->shows && waiting == 0;
  list->waits = waiting > 0 && !list->was_full;
}

/// Whether the failures of a ticket that nobody wants are forgotten.
static bool failures_are_past(const rc_tickets *tickets, const rc__ticket *ticket) {
  const bool is_exhausted = rc__ticket_is_exhausted(tickets, ticket);
  const double end = is_exhausted ? ticket->wanted_time + failure_memory : ticket->retry_time;
  return end <= tickets->time;
}

static bool memory_precedes(const void *a, const void *b) {
  const rc__ticket *first = a, *second = b;
  if (first->wanted_time != second->wanted_time) return first->wanted_time > second->wanted_time;
  return first->want.id < second->want.id;
}

/// Marks what is to be forgotten.
static void mark_forgotten(rc_tickets *tickets) {
  size_t count = 0;
  for (size_t i = 0; i < tickets->count; i++) {
    rc__ticket *ticket = &tickets->tickets[i];
    if (ticket->is_wanted || ticket->state == RC_TICKET_STATE_RUNNING ||
        ticket->state == RC_TICKET_STATE_READY) {
      continue;
    }
    if (failures_are_past(tickets, ticket)) {
      ticket->state = RC_TICKET_STATE_WAITING;
      ticket->attempt = 0;
    }
    ticket->is_forgotten =
        ticket->attempt == 0 && ticket->known_cost < 0 && ticket->open_count == 0;
    if (!ticket->is_forgotten) tickets->sorted[count++] = ticket;
  }
  if (count <= RC__TICKETS_REMEMBERED) return;
  rc__sort(tickets->sorted, count, memory_precedes);
  for (size_t i = RC__TICKETS_REMEMBERED; i < count; i++) {
    const rc__ticket *ticket = tickets->sorted[i];
    tickets->tickets[ticket - tickets->tickets].is_forgotten = true;
  }
}

static void forget_marked(rc_tickets *tickets) {
  size_t kept = 0;
  for (size_t i = 0; i < tickets->count; i++) {
    const rc__ticket *ticket = &tickets->tickets[i];
    if (ticket->is_forgotten) {
      rc__ticket_note_forgotten(tickets, ticket);
    } else {
      // An object is not assigned to itself.
      if (kept < i) tickets->tickets[kept] = *ticket;
      kept++;
    }
  }
  tickets->count = kept;
}

void rc__tickets_merge(rc_tickets *tickets) {
  for (size_t i = 0; i < tickets->count; i++) {
    rc__ticket *ticket = &tickets->tickets[i];
    ticket->is_wanted = false;
    ticket->is_counted &= ticket->is_visible;
  }
  for (size_t i = 0; i < tickets->list_count; i++) {
    rc__wanter *list = &tickets->lists[i];
    look_at_screen(tickets, list);
    const size_t added = want_known(tickets, list);
    want_new(tickets, list, added);
    list->has_shown |= list->shows;
  }
  for (size_t i = 0; i < tickets->count; i++) {
    rc__ticket *ticket = &tickets->tickets[i];
    if (ticket->is_wanted) ticket->wanted_time = tickets->time;
  }
  rc__tickets_note_visible(tickets);
  mark_forgotten(tickets);
  forget_marked(tickets);
}
