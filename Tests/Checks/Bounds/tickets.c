// Of tickets.

#include "bounds.h"

enum { LIST = 7 };

static rc_tickets *tickets_of(uint32_t running_limit) {
  const rc_allocator allocator = counting_allocator();
  rc_tickets *tickets;
  OK(rc_tickets_create(&allocator, &tickets));
  rc_tickets_settings settings;
  rc_tickets_settings_init(&settings);
  settings.running_limit = running_limit;
  OK(rc_tickets_set_settings(tickets, &settings));
  return tickets;
}

static uint64_t end(rc_tickets *tickets) {
  rc_tickets_destroy(tickets);
  return steps();
}

#define ON_TICKETS(name, made, counted) ON(name, rc_tickets *, tickets, made, counted, end)

/// Lets a list want ids from one on, the last one first.
static void want(rc_tickets *tickets, int64_t list, int64_t first, int64_t count,
                 rc_ticket_band band) {
  rc_ticket_want *wants = zeros(count, sizeof *wants);
  for (int64_t i = 0; i < count; i++) {
    wants[i] = (rc_ticket_want){.id = first + (count - i), .rank = i, .cost = 1, .band = band};
  }
  OK(rc_tickets_set_wants(tickets, list, wants, (size_t)count));
  free(wants);
}

static uint64_t update_with_no_slot_free(int64_t n) {
  rc_tickets *tickets = tickets_of(6);
  rc_tickets_plan plan;
  want(tickets, LIST, 0, n, RC_TICKET_BAND_VISIBLE);
  OK(rc_tickets_update(tickets, 0, &plan));
  COUNT_QUIET(rc_tickets_update(tickets, 1, &plan));
  return end(tickets);
}

/// All n loads make way for n others, and the results of n more are dropped.
static uint64_t update_that_cancels_all_loads(int64_t n) {
  rc_tickets *tickets = tickets_of((uint32_t)n);
  rc_tickets_settings settings;
  rc_tickets_settings_init(&settings);
  settings.running_limit = (uint32_t)n;
  rc_tickets_plan plan;
  want(tickets, LIST, 0, n, RC_TICKET_BAND_VISIBLE);
  OK(rc_tickets_update(tickets, 0, &plan));
  for (int64_t id = 1; id <= n; id++) {
    OK(rc_tickets_finish(tickets, id, (uint64_t)(n + 1 - id), 1, 0, NULL));
  }
  REQUIRE(plan.order_count == (size_t)n);
  want(tickets, LIST, n, n, RC_TICKET_BAND_VISIBLE);
  OK(rc_tickets_update(tickets, 0, &plan));
  REQUIRE(plan.order_count == (size_t)n);
  want(tickets, LIST, 2 * n, n, RC_TICKET_BAND_VISIBLE);
  settings.budget = 2 * n;
  OK(rc_tickets_set_settings(tickets, &settings));
  COUNT_QUIET(rc_tickets_update(tickets, 0, &plan));
  REQUIRE(plan.order_count == 2 * (size_t)n);
  return end(tickets);
}

/// As many lists as tickets, each of which wants one.
static uint64_t update_of_many_lists(int64_t n) {
  rc_tickets *tickets = tickets_of(6);
  rc_tickets_plan plan;
  for (int64_t list = 0; list < n; list++) want(tickets, list, list, 1, RC_TICKET_BAND_DISPLAY);
  COUNT_QUIET(rc_tickets_update(tickets, 1, &plan));
  return end(tickets);
}

static uint64_t tickets_memory(int64_t n) {
  rc_tickets *tickets = tickets_of(6);
  rc_tickets_plan plan;
  want(tickets, LIST, 0, n, RC_TICKET_BAND_VISIBLE);
  OK(rc_tickets_update(tickets, 0, &plan));
  const int64_t bytes = memory.bytes;
  REQUIRE(bytes < 10000 + n * 2 * (200 + 40));
  rc_tickets_destroy(tickets);
  return (uint64_t)bytes;
}

static uint64_t want_again(int64_t n) {
  rc_tickets *tickets = tickets_of(6);
  want(tickets, LIST, 0, n, RC_TICKET_BAND_VISIBLE);
  rc_ticket_want *wants = zeros(n, sizeof *wants);
  for (int64_t i = 0; i < n; i++) wants[i] = (rc_ticket_want){.id = n - i, .cost = 1};
  COUNT_QUIET(rc_tickets_set_wants(tickets, LIST, wants, (size_t)n));
  free(wants);
  return end(tickets);
}

static uint64_t want_after_many_lists(int64_t n) {
  rc_tickets *tickets = tickets_of(6);
  for (int64_t list = 0; list < n; list++) want(tickets, list, list, 1, RC_TICKET_BAND_DISPLAY);
  COUNT(rc_tickets_set_wants(tickets, n, &(rc_ticket_want){.id = 7}, 1));
  rc_tickets_destroy(tickets);
  return steps();
}

/// n loads in progress, of which one is first and one last.
static rc_tickets *running(int64_t n) {
  rc_tickets *tickets = tickets_of((uint32_t)n);
  rc_tickets_plan plan;
  want(tickets, LIST, 0, n, RC_TICKET_BAND_VISIBLE);
  OK(rc_tickets_update(tickets, 0, &plan));
  REQUIRE(plan.order_count == (size_t)n);
  return tickets;
}

static uint64_t tickets_set_settings(int64_t n) {
  rc_tickets *tickets = running(n);
  rc_tickets_settings settings;
  rc_tickets_settings_init(&settings);
  COUNT_QUIET(rc_tickets_set_settings(tickets, &settings));
  return end(tickets);
}

ON_TICKETS(tickets_finish, running(n), COUNT_QUIET(rc_tickets_finish(tickets, n, 1, 1, 1, NULL)))
ON_TICKETS(tickets_fail, running(n), COUNT_QUIET(rc_tickets_fail(tickets, n, 1, 1, 0.5, NULL)))
ON_TICKETS(tickets_cancel, running(n), COUNT_QUIET(rc_tickets_cancel(tickets, n, 1)))

static uint64_t retry(int64_t n, rc_id id) {
  rc_tickets *tickets = running(n);
  OK(rc_tickets_fail(tickets, n, 1, 1, 0.5, NULL));
  COUNT_QUIET(rc_tickets_retry(tickets, id));
  return end(tickets);
}

static uint64_t tickets_retry(int64_t n) {
  return retry(n, n);
}

static uint64_t tickets_retry_all(int64_t n) {
  return retry(n, RC_ID_NONE);
}

static uint64_t tickets_forget(int64_t n) {
  rc_tickets *tickets = running(n);
  rc_tickets_plan plan;
  OK(rc_tickets_finish(tickets, 1, (uint64_t)n, 1, 0, NULL));
  OK(rc_tickets_set_wants(tickets, LIST, NULL, 0));
  OK(rc_tickets_update(tickets, 0, &plan));
  COUNT_QUIET(rc_tickets_forget(tickets, 1));
  return end(tickets);
}

ON_TICKETS(tickets_get, running(n), COUNT_QUIET(rc_tickets_find(tickets, n / 3, &(rc_ticket){0})))
ON_TICKETS(tickets_get_counters, running(n),
           COUNT_QUIET(rc_tickets_get_counters(tickets, &(rc_tickets_counters){0})))
ON_TICKETS(tickets_validate, running(n), COUNT(rc_tickets_validate(tickets, NULL)))

static const bound bounds[] = {
    BOUND("rc_tickets", "about 200 bytes per ticket, and 40 per want", tickets_memory, 1024,
          LINEAR),
    BOUND("rc_tickets_set_settings", "O(1)", tickets_set_settings, 1024, CONSTANT),
    BOUND("rc_tickets_set_wants", "The only call that allocates, and only if there are more",
          want_again, 1024, LINEAR_LOGARITHMIC),
    BOUND("rc_tickets_set_wants", "O(lists + w log w)", want_after_many_lists, 256, LINEAR),
    BOUND("rc_tickets_update", "t log t) for t tickets. Never allocates", update_with_no_slot_free,
          2048, LINEAR),
    BOUND("rc_tickets_update", "t log t) for t tickets. Never allocates",
          update_that_cancels_all_loads, 2048, LINEAR),
    BOUND("rc_tickets_update", "O(lists × t +", update_of_many_lists, 64, SQUARE),
    BOUND("rc_tickets_finish", "O(log t). Never allocates", tickets_finish, 1024, LOGARITHMIC),
    BOUND("rc_tickets_fail", "O(log t). Never allocates", tickets_fail, 1024, LOGARITHMIC),
    BOUND("rc_tickets_cancel", "O(log t)", tickets_cancel, 1024, LOGARITHMIC),
    BOUND("rc_tickets_retry", "O(log t)", tickets_retry, 1024, LOGARITHMIC),
    BOUND("rc_tickets_retry", "or O(t)", tickets_retry_all, 1024, LINEAR),
    BOUND("rc_tickets_forget", "O(t)", tickets_forget, 1024, LINEAR),
    BOUND("rc_tickets_find", "O(log t)", tickets_get, 1024, LOGARITHMIC),
    BOUND("rc_tickets_get_counters", "O(1)", tickets_get_counters, 1024, CONSTANT),
    BOUND("rc_tickets_validate", "O(t)", tickets_validate, 1024, LINEAR),
};
const bound_table tickets_bounds = TABLE(bounds);
