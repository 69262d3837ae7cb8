// Tickets that are broken on purpose: validation names what is wrong.

#include "../../../Sources/CRangeCore/tickets/tickets.h"
#include "../broken.h"
#include "tickets_fixture.h"

static void validation_names_what_is_wrong(void) {
  TICKETS(f);
  f.settings.ahead_limit = 3;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2p 3p 4p 5p"), "START 1v START 2p START 3p START 4p");
  tickets_finish(&f, 1, 0);
  (void)tickets_go(&f, 0);
  broken_fields broken = {.tickets = f.tickets};
  rc__ticket *ticket = f.tickets->tickets;
  rc__wanter *list = f.tickets->lists;
  rc_tickets_counters *counters = &f.tickets->counters;
  BROKEN(&broken, list->count, 0, "a list wants nothing");
  BROKEN(&broken, list->capacity, 4, "a list has more wants than memory");
  BROKEN(&broken, list->wants[1].id, 1, "wants are out of order");
  BROKEN(&broken, f.tickets->want_count, 4, "wants are miscounted");
  BROKEN(&broken, ticket[1].token, 5, "a ticket has a token that was not given");
  BROKEN(&broken, ticket[1].token, 0, "a load in progress has no token");
  BROKEN(&broken, ticket[1].open_cancelled_count, 2, "open starts are miscounted");
  BROKEN(&broken, ticket[0].is_wanted, false, "a visible ticket is not wanted");
  BROKEN(&broken, ticket[0].open_count, 1, "a visible start is open");
  BROKEN(&broken, ticket[1].open_count, 2, "open starts are not those of the tickets");
  BROKEN(&broken, ticket[1].want.id, 1, "tickets are out of order");
  BROKEN(&broken, f.tickets->capacity, 4, "there are more tickets than memory");
  BROKEN(&broken, counters->started, 5, "starts are miscounted");
  BROKEN(&broken, counters->late, 1, "appearances are miscounted");
  BROKEN(&broken, counters->noticed, 1, "appearances are miscounted");
  BROKEN(&broken, counters->missed, 1, "appearances are miscounted");
  const char *reason = "";
  CHECK_EQUAL(rc_tickets_validate(NULL, &reason), RC_STATUS_ARGUMENT);
  CHECK(reason == NULL);
}

static const test_case cases[] = {
    CASE(validation_names_what_is_wrong),
};

const test_suite suite_tickets_broken = SUITE(cases);
