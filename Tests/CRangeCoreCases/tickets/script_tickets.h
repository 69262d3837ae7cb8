// Tickets and their model at random, with a host that ends loads in any way: whatever is called,
// both do the same. A case, the differential check, a fuzzer and the exhaustive part use it.

#ifndef SCRIPT_TICKETS_H
#define SCRIPT_TICKETS_H

#include "../harness.h"
#include "model_tickets.h"

typedef struct {
  test_random *random;
  rc_tickets *tickets;
  model_tickets model;
  double time;
  /// A limit was lowered since the last update in which all was within it.
  bool limit_was_lowered;
  /// Loads that the host has heard of, by id; 0 for none.
  uint64_t running[MODEL_TICKETS_IDS];
  /// One that has ended.
  uint64_t old_token[MODEL_TICKETS_IDS];
} script_tickets;

void script_tickets_begin(script_tickets *script, test_random *random);
void script_tickets_end(script_tickets *script);

// Each calls both, and compares everything.

void script_tickets_want(script_tickets *script, int list, const rc_ticket_want *wants, int count);
void script_tickets_update(script_tickets *script);
void script_tickets_set(script_tickets *script, const rc_tickets_settings *settings);

typedef enum {
  SCRIPT_TICKET_NOTHING,
  SCRIPT_TICKET_FINISH,
  SCRIPT_TICKET_FAIL,
  SCRIPT_TICKET_CANCEL
} script_ticket_end;

/// Ends the load of an id, if there is one.
void script_tickets_end_load(script_tickets *script, rc_id id, script_ticket_end how);

/// Runs a session of so many calls.
void script_tickets_run(test_random *random, int calls);

#endif
