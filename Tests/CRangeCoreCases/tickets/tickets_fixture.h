// Tickets and their host, in short: wants and orders as text.
//
//     wants       "1v 2d5 3p:9ck 4pf"   id, band, rank (its position if there is none), :cost (1),
//                                       c for CONTINUE, k for KEEP, f for foreseen
//     orders      "CANCEL 2 DROP 3 PRIORITY 4d START 5v START 6p#1"   with the attempt, if not 0

#ifndef TICKETS_FIXTURE_H
#define TICKETS_FIXTURE_H

#include "../list/list_fixture.h"
#include "../list/list_memory.h"

typedef struct {
  rc_tickets *tickets;
  /// Told to the tickets by each update.
  rc_tickets_settings settings;
  rc_tickets_plan plan;
  list_memory memory;
  char text[512];
} tickets_fixture;

void tickets_begin(tickets_fixture *f);
void tickets_end(tickets_fixture *f);

/// A fixture of this name, which ends with the block.
#define TICKETS(name)                                               \
  __attribute__((cleanup(tickets_end))) tickets_fixture name = {0}; \
  tickets_begin(&name)

/// Sets what list 7 wants, and what any list wants.
void tickets_want(tickets_fixture *f, const char *wants);
void tickets_want_by(tickets_fixture *f, int64_t list, const char *wants);
/// Updates, and returns the orders.
const char *tickets_go(tickets_fixture *f, double time);
/// Both at once.
const char *tickets_go_for(tickets_fixture *f, double time, const char *wants);
/// End the load of an id, as it costs; with a jitter of 0.
void tickets_finish(tickets_fixture *f, rc_id id, double time);
void tickets_finish_at_cost(tickets_fixture *f, rc_id id, int64_t cost, double time);
void tickets_fail(tickets_fixture *f, rc_id id, double time);
/// The states of the ids 1 … 9 that have tickets: "1R 2* 3! 4.", for running, ready, failed and
/// waiting.
const char *tickets_states(tickets_fixture *f);
rc_tickets_counters tickets_counters(tickets_fixture *f);

#endif
