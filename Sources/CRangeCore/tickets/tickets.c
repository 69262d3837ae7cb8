#include "tickets.h"

#include "../base/retry.h"
#include "../base/sort.h"
#include "../motion/motion.h"

// == life ==

void rc_tickets_settings_init(rc_tickets_settings *settings) {
  if (settings == NULL) return;
  *settings = (rc_tickets_settings){.running_limit = 6,
                                    .ahead_limit = UINT32_MAX,
                                    .attempt_limit = 4,
                                    .budget = INT64_MAX,
                                    .ahead_budget = INT64_MAX,
                                    .keep_budget = INT64_MAX,
                                    .grace = 0.25};
}

rc_status rc_tickets_create(const rc_allocator *allocator, rc_tickets **out_tickets) {
  rc_allocator own;
  if (out_tickets == NULL || !rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  rc_tickets *tickets = rc__allocate(&own, sizeof *tickets);
  if (tickets == NULL) return RC_STATUS_NO_MEMORY;
  *tickets = (rc_tickets){.allocator = own, .time = -RC__INFINITY, .load_time = 300000};
  rc_tickets_settings_init(&tickets->settings);
  *out_tickets = tickets;
  return RC_STATUS_OK;
}

void rc_tickets_destroy(rc_tickets *tickets) {
  if (tickets == NULL) return;
  const rc_allocator own = tickets->allocator;
  for (size_t i = 0; i < tickets->list_count; i++) {
    rc__wanter *list = &tickets->lists[i];
    rc__deallocate(&own, list->wants, list->capacity * sizeof *list->wants);
  }
  rc__deallocate(&own, tickets->lists, tickets->list_capacity * sizeof *tickets->lists);
  rc__deallocate(&own, tickets->tickets, tickets->capacity * sizeof *tickets->tickets);
  rc__deallocate(&own, tickets->orders, tickets->order_capacity * sizeof *tickets->orders);
  rc__deallocate(&own, tickets->sorted, tickets->sorted_capacity * sizeof *tickets->sorted);
  rc__deallocate(&own, tickets, sizeof *tickets);
}

rc_status rc_tickets_set_settings(rc_tickets *tickets, const rc_tickets_settings *settings) {
  if (tickets == NULL || settings == NULL) return RC_STATUS_ARGUMENT;
  if (settings->budget < 0 || settings->ahead_budget < 0 || settings->keep_budget < 0 ||
      !rc__is_finite(settings->grace) || settings->grace < 0) {
    return RC_STATUS_ARGUMENT;
  }
  tickets->settings = *settings;
  return RC_STATUS_OK;
}

rc_status rc_tickets_get_settings(const rc_tickets *tickets, rc_tickets_settings *out_settings) {
  if (tickets == NULL || out_settings == NULL) return RC_STATUS_ARGUMENT;
  *out_settings = tickets->settings;
  return RC_STATUS_OK;
}

// == wants ==

static bool is_cost(int64_t cost) {
  return cost >= 0 && cost <= RC_TICKETS_COST_MAX;
}

static bool are_wants(const rc_ticket_want *wants, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const rc_ticket_want *want = &wants[i];
    if (want->id == RC_ID_NONE || !is_cost(want->cost) ||
        !rc__is_known((int)want->kind, RC_TICKET_WANT_KIND_KEEP) ||
        !rc__is_known((int)want->band, RC_TICKET_BAND_PRELOAD)) {
      return false;
    }
  }
  return true;
}

static bool want_precedes(const void *a, const void *b) {
  return ((const rc_ticket_want *)a)->id < ((const rc_ticket_want *)b)->id;
}

/// The position of a list; their number if it wants nothing.
static size_t position_of_list(const rc_tickets *tickets, int64_t list) {
  size_t position = 0;
  while (position < tickets->list_count && tickets->lists[position].list != list) position++;
  return position;
}

/// Reserves what updates can need with so many wants in all.
static bool reserve_updates(rc_tickets *t, size_t wants) {
  const size_t most = t->count + wants;
  return rc__array_reserve(&t->allocator, &t->tickets, &t->capacity, sizeof *t->tickets, most) &&
         rc__array_reserve(&t->allocator, &t->orders, &t->order_capacity, sizeof *t->orders,
                           most) &&
         rc__array_reserve(&t->allocator, &t->sorted, &t->sorted_capacity, sizeof *t->sorted,
                           2 * most);
}

static void remove_list(rc_tickets *tickets, size_t position) {
  rc__wanter *list = &tickets->lists[position];
  tickets->want_count -= list->count;
  rc__deallocate(&tickets->allocator, list->wants, list->capacity * sizeof *list->wants);
  *list = tickets->lists[--tickets->list_count];
}

/// Copies wants, sorted, each id once.
static void copy_wants(rc_tickets *tickets, rc__wanter *list, const rc_ticket_want *wants,
                       size_t count) {
  const void **sorted = tickets->sorted;
  for (size_t i = 0; i < count; i++) sorted[i] = &wants[i];
  rc__sort(sorted, count, want_precedes);
  tickets->want_count -= list->count;
  list->count = 0;
  for (size_t i = 0; i < count; i++) {
    const rc_ticket_want *want = sorted[i];
    rc_ticket_want *last = &list->wants[list->count - (i > 0)];
    if (i > 0 && last->id == want->id) {
      rc__want_combine(last, want);
    } else {
      list->wants[list->count++] = *want;
    }
  }
  tickets->want_count += list->count;
}

rc_status rc_tickets_set_wants(rc_tickets *tickets, int64_t list, const rc_ticket_want *wants,
                               size_t count) {
  if (tickets == NULL || (wants == NULL && count > 0)) return RC_STATUS_ARGUMENT;
  const size_t position = position_of_list(tickets, list);
  const bool is_new = position == tickets->list_count;
  if (count == 0) {
    if (!is_new) remove_list(tickets, position);
    return RC_STATUS_OK;
  }
  const size_t others = tickets->want_count - (is_new ? 0 : tickets->lists[position].count);
  const size_t most = RC_TICKETS_COUNT_MAX;
  if (count > most || tickets->count + others + count > most) return RC_STATUS_LIMIT;
  if (!are_wants(wants, count)) return RC_STATUS_ARGUMENT;
  rc__wanter added = {.list = list};
  if (!is_new) added = tickets->lists[position];
  if (!reserve_updates(tickets, others + count) ||
      !rc__array_reserve(&tickets->allocator, &tickets->lists, &tickets->list_capacity,
                         sizeof *tickets->lists, tickets->list_count + is_new) ||
      !rc__array_reserve(&tickets->allocator, &added.wants, &added.capacity, sizeof *added.wants,
                         count)) {
    return RC_STATUS_NO_MEMORY;
  }
  copy_wants(tickets, &added, wants, count);
  tickets->lists[position] = added;
  tickets->list_count += is_new;
  return RC_STATUS_OK;
}

// == loads that end ==

/// NULL if there is none.
static rc__ticket *find_ticket(const rc_tickets *tickets, rc_id id) {
  size_t lower = 0, upper = tickets->count;
  while (lower < upper) {
    const size_t middle = lower + (upper - lower) / 2;
    rc__ticket *ticket = &tickets->tickets[middle];
    if (ticket->want.id == id) return ticket;
    if (ticket->want.id < id) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return NULL;
}

/// The ticket whose load in progress has a token; NULL if there is none.
static rc__ticket *find_running(const rc_tickets *tickets, rc_id id, uint64_t token) {
  rc__ticket *ticket = find_ticket(tickets, id);
  if (ticket == NULL || ticket->state != RC_TICKET_STATE_RUNNING) return NULL;
  return ticket->token == token ? ticket : NULL;
}

/// Notes that a load has ended, and how long it took.
static void end_load(rc_tickets *tickets, const rc__ticket *ticket, double time,
                     double *out_seconds) {
  tickets->time = rc__later(time, tickets->time);
  const double seconds = tickets->time - ticket->start_time;
  rc__motion_average(&tickets->load_time, &tickets->load_deviation, &tickets->load_count, seconds);
  if (out_seconds != NULL) *out_seconds = seconds;
}

rc_status rc_tickets_finish(rc_tickets *tickets, rc_id id, uint64_t token, int64_t cost,
                            double time, double *out_seconds) {
  if (tickets == NULL || id == RC_ID_NONE || (cost != -1 && !is_cost(cost)) ||
      !rc__is_finite(time)) {
    return RC_STATUS_ARGUMENT;
  }
  rc__ticket *ticket = find_running(tickets, id, token);
  if (ticket == NULL) return RC_STATUS_STALE;
  end_load(tickets, ticket, time, out_seconds);
  ticket->state = RC_TICKET_STATE_READY;
  ticket->attempt = 0;
  if (cost >= 0) ticket->known_cost = cost;
  rc__ticket_note_ready(tickets, ticket);
  return RC_STATUS_OK;
}

rc_status rc_tickets_fail(rc_tickets *tickets, rc_id id, uint64_t token, double time, double jitter,
                          double *out_seconds) {
  if (tickets == NULL || id == RC_ID_NONE || !rc__is_finite(time) || !(jitter >= 0) ||
      !(jitter <= 1)) {
    return RC_STATUS_ARGUMENT;
  }
  rc__ticket *ticket = find_running(tickets, id, token);
  if (ticket == NULL) return RC_STATUS_STALE;
  end_load(tickets, ticket, time, out_seconds);
  ticket->state = RC_TICKET_STATE_FAILED;
  ticket->attempt = rc__counted_up(ticket->attempt);
  ticket->retry_time = tickets->time + rc__seconds_to_retry(ticket->attempt, jitter);
  tickets->counters.failed++;
  return RC_STATUS_OK;
}

rc_status rc_tickets_cancel(rc_tickets *tickets, rc_id id, uint64_t token) {
  if (tickets == NULL || id == RC_ID_NONE) return RC_STATUS_ARGUMENT;
  rc__ticket *ticket = find_running(tickets, id, token);
  if (ticket == NULL) return RC_STATUS_STALE;
  rc__ticket_note_cancel(tickets, ticket);
  ticket->state = RC_TICKET_STATE_WAITING;
  return RC_STATUS_OK;
}

static void clear_failures(rc__ticket *ticket) {
  ticket->state = RC_TICKET_STATE_WAITING;
  ticket->attempt = 0;
}

rc_status rc_tickets_retry(rc_tickets *tickets, rc_id id) {
  if (tickets == NULL) return RC_STATUS_ARGUMENT;
  if (id == RC_ID_NONE) {
    for (size_t i = 0; i < tickets->count; i++) {
      rc__ticket *each = &tickets->tickets[i];
      if (each->state == RC_TICKET_STATE_FAILED) clear_failures(each);
    }
    return RC_STATUS_OK;
  }
  rc__ticket *ticket = find_ticket(tickets, id);
  if (ticket == NULL || ticket->state != RC_TICKET_STATE_FAILED) return RC_STATUS_NOT_FOUND;
  clear_failures(ticket);
  return RC_STATUS_OK;
}

/// Whether a ticket is only a memory.
static bool is_past(const rc__ticket *ticket) {
  return !ticket->is_wanted && ticket->state == RC_TICKET_STATE_WAITING;
}

rc_status rc_tickets_forget(rc_tickets *tickets, rc_id id) {
  if (tickets == NULL || id == RC_ID_NONE) return RC_STATUS_ARGUMENT;
  rc__ticket *ticket = find_ticket(tickets, id);
  if (ticket == NULL) return RC_STATUS_NOT_FOUND;
  if (ticket->state == RC_TICKET_STATE_READY) ticket->state = RC_TICKET_STATE_WAITING;
  if (ticket->state == RC_TICKET_STATE_FAILED && !ticket->is_wanted) clear_failures(ticket);
  if (!is_past(ticket)) return RC_STATUS_OK;
  rc__ticket_note_forgotten(tickets, ticket);
  const rc__ticket *last = tickets->tickets + --tickets->count;
  rc__move_bytes(ticket, ticket + 1, (size_t)(last - ticket) * sizeof *ticket);
  return RC_STATUS_OK;
}

// == queries ==

rc_status rc_tickets_find(const rc_tickets *tickets, rc_id id, rc_ticket *out_ticket) {
  if (tickets == NULL || id == RC_ID_NONE || out_ticket == NULL) return RC_STATUS_ARGUMENT;
  const rc__ticket *ticket = find_ticket(tickets, id);
  if (ticket == NULL || is_past(ticket)) return RC_STATUS_NOT_FOUND;
  double retry_time = -RC__INFINITY;
  if (ticket->state == RC_TICKET_STATE_FAILED) {
    retry_time = rc__ticket_is_exhausted(tickets, ticket) ? RC__INFINITY : ticket->retry_time;
  }
  *out_ticket = (rc_ticket){.state = ticket->state,
                            .band = ticket->want.band,
                            .token = ticket->token,
                            .cost = rc__ticket_cost(ticket),
                            .attempt = ticket->attempt,
                            .is_wanted = ticket->is_wanted,
                            .retry_time = retry_time};
  return RC_STATUS_OK;
}

static double seconds_from(int64_t microseconds) {
  return (double)microseconds / (double)RC__MOTION_SECOND;
}

rc_status rc_tickets_get_counters(const rc_tickets *tickets, rc_tickets_counters *out_counters) {
  if (tickets == NULL || out_counters == NULL) return RC_STATUS_ARGUMENT;
  *out_counters = tickets->counters;
  out_counters->load_time = seconds_from(tickets->load_time);
  out_counters->load_deviation = seconds_from(tickets->load_deviation);
  return RC_STATUS_OK;
}
