// Tickets that are broken on purpose: validation names what is wrong.

#include <string.h>

#include "../../../Sources/CRangeCore/tickets/tickets.h"
#include "tickets_fixture.h"

static const char *reason_of(const rc_tickets *tickets) {
  const char *reason = NULL;
  const rc_status status = rc_tickets_validate(tickets, &reason);
  if (status != rc_tickets_validate(tickets, NULL)) return "two statuses";
  if (status == RC_STATUS_OK) return "none";
  return status == RC_STATUS_CORRUPT && reason != NULL ? reason : "no reason";
}

/// With a field of another value; it is restored.
#define CHECK_BROKEN(field, value, expected)    \
  do {                                          \
    __typeof__(field) right = (field);          \
    (field) = (value);                          \
    CHECK_TEXT(reason_of(f.tickets), expected); \
    (field) = right;                            \
    CHECK_TEXT(reason_of(f.tickets), "none");   \
  } while (0)

static void validation_names_what_is_wrong(void) {
  TICKETS(f);
  f.settings.ahead_limit = 3;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2p 3p 4p 5p"), "START 1v START 2p START 3p START 4p");
  tickets_finish(&f, 1, 0);
  (void)tickets_go(&f, 0);
  rc__ticket *ticket = f.tickets->tickets;
  rc__wanter *list = f.tickets->lists;
  rc_tickets_counters *counters = &f.tickets->counters;
  CHECK_BROKEN(list->count, 0, "a list wants nothing");
  CHECK_BROKEN(list->capacity, 4, "a list has more wants than memory");
  CHECK_BROKEN(list->wants[1].id, 1, "wants are out of order");
  CHECK_BROKEN(f.tickets->want_count, 4, "wants are miscounted");
  CHECK_BROKEN(ticket[1].token, 5, "a ticket has a token that was not given");
  CHECK_BROKEN(ticket[1].token, 0, "a load in progress has no token");
  CHECK_BROKEN(ticket[1].open_cancelled_count, 2, "open starts are miscounted");
  CHECK_BROKEN(ticket[0].is_wanted, false, "a visible ticket is not wanted");
  CHECK_BROKEN(ticket[0].open_count, 1, "a visible start is open");
  CHECK_BROKEN(ticket[1].open_count, 2, "open starts are not those of the tickets");
  CHECK_BROKEN(ticket[1].want.id, 1, "tickets are out of order");
  CHECK_BROKEN(f.tickets->capacity, 4, "there are more tickets than memory");
  CHECK_BROKEN(counters->started, 5, "starts are miscounted");
  CHECK_BROKEN(counters->late, 1, "appearances are miscounted");
  CHECK_BROKEN(counters->noticed, 1, "appearances are miscounted");
  CHECK_BROKEN(counters->missed, 1, "appearances are miscounted");
  const char *reason = "";
  CHECK_EQUAL(rc_tickets_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
}

static const test_case cases[] = {
    CASE(validation_names_what_is_wrong),
};

const test_suite suite_tickets_broken = SUITE(cases);
