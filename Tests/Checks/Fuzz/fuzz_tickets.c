// Tickets and their model, by the script of the cases; and what lists want, in any part.

#include "fuzz.h"
#include "tickets/script_tickets.h"

void fuzz_one(void) {
  test_random none = {0};
  script_tickets_run(&none, 80);
}
