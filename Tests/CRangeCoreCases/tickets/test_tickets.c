// Tickets, rule by rule, as numbered in rangecore_tickets.h.

#include <math.h>

#include "tickets_fixture.h"

/// A double is this one.
#define CHECK_TIME(actual, expected) CHECK_POINTS(actual, expected)

static void the_session_of_the_header_runs(void) {
  TICKETS(f);
  f.settings.running_limit = 2;
  f.settings.ahead_limit = 1;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2v 3p 4p"), "START 1v START 2v");
  tickets_finish(&f, 1, 0.25);
  CHECK_TEXT(tickets_go(&f, 0.25), "START 3p");
  CHECK_TEXT(tickets_go_for(&f, 0.5, "3v 4v 5p"), "CANCEL 2 PRIORITY 3v START 4v");
  CHECK_TEXT(tickets_states(&f), "1* 3R 4R 5.");
  tickets_fail(&f, 4, 0.75);
  CHECK_TEXT(tickets_go(&f, 0.75), "START 5p");
  CHECK_TIME(f.plan.next_time, 1.75);
  tickets_finish(&f, 3, 1);
  CHECK_TEXT(tickets_go(&f, 1.75), "START 4v#1");
  CHECK_TIME(f.plan.next_time, INFINITY);
}

// == wants ==

static void a_set_of_wants_replaces_the_one_before(void) {
  TICKETS(f);
  f.settings.running_limit = 1;
  tickets_want(&f, "1v 2v");
  CHECK_TEXT(tickets_go_for(&f, 0, "3v 2v"), "START 3v");
  CHECK_TEXT(tickets_states(&f), "2. 3R");
  tickets_finish(&f, 3, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, ""), "");
  CHECK_TEXT(tickets_states(&f), "3*");
  tickets_want(&f, "");
  CHECK_TEXT(tickets_go(&f, 0), "");
}

static void lists_are_known_by_any_number(void) {
  TICKETS(f);
  tickets_want_by(&f, INT64_MIN, "1v");
  tickets_want_by(&f, INT64_MAX, "2v");
  tickets_want_by(&f, 0, "3v");
  CHECK_TEXT(tickets_go(&f, 0), "START 1v START 2v START 3v");
  tickets_want_by(&f, INT64_MIN, "");
  tickets_want_by(&f, 1, "");
  CHECK_TEXT(tickets_go(&f, 1), "");
  CHECK_TEXT(tickets_go(&f, 1.25), "CANCEL 1");
}

static void wants_may_come_in_any_order_and_twice(void) {
  TICKETS(f);
  f.settings.running_limit = 3;
  CHECK_TEXT(tickets_go_for(&f, 0, "9p9 1p8 5p7 3p6 1p2 5p1:3 5v8 9p1"),
             "START 5v START 9p START 1p");
  CHECK_TEXT(tickets_states(&f), "1R 3. 5R 9R");
  rc_ticket ticket;
  CHECK_OK(rc_tickets_find(f.tickets, 5, &ticket));
  CHECK_EQUAL(ticket.cost, 3);
  CHECK_EQUAL(ticket.band, RC_TICKET_BAND_VISIBLE);
}

/// The cost of an id that two lists want, in either order.
static int64_t cost_of_both(const char *first, const char *second, bool swaps) {
  TICKETS(f);
  rc_ticket ticket = {.cost = -1};
  tickets_want_by(&f, 1, swaps ? second : first);
  tickets_want_by(&f, 2, swaps ? first : second);
  (void)tickets_go(&f, 0);
  (void)rc_tickets_find(f.tickets, 4, &ticket);
  return ticket.cost;
}

static void the_best_want_of_all_lists_counts(void) {
  for (int swaps = 0; swaps < 2; swaps++) {
    CHECK_EQUAL(cost_of_both("4p9:7", "4p1:5c", swaps), 7);
    CHECK_EQUAL(cost_of_both("4p9:7c", "4p1:5k", swaps), 7);
    CHECK_EQUAL(cost_of_both("4p1:5", "4p2:7", swaps), 5);
    CHECK_EQUAL(cost_of_both("4p1:5", "4v1:7", swaps), 7);
  }
}

static void a_list_that_is_not_foreseen_gives_its_grace_to_a_want(void) {
  for (int swaps = 0; swaps < 2; swaps++) {
    TICKETS(f);
    tickets_want_by(&f, 1 + swaps, "4p1f");
    tickets_want_by(&f, 2 - swaps, "4p1");
    CHECK_TEXT(tickets_go(&f, 0), "START 4p");
    tickets_want_by(&f, 1, "");
    tickets_want_by(&f, 2, "");
    CHECK_TEXT(tickets_go(&f, 0), "");
    CHECK_TEXT(tickets_go(&f, 0.25), "CANCEL 4");
  }
}

static void the_best_band_of_all_lists_is_told(void) {
  TICKETS(f);
  tickets_want_by(&f, 1, "4p1");
  tickets_want_by(&f, 2, "4d9k");
  CHECK_TEXT(tickets_go(&f, 0), "START 4d");
  tickets_want_by(&f, 3, "4v9k");
  CHECK_TEXT(tickets_go(&f, 0), "PRIORITY 4v");
}

// == what is admitted ==

static void a_ticket_starts_by_rank_and_at_a_tie_by_id(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "5v2 4v1 3v2 9v-3"), "START 9v START 4v START 3v START 5v");
}

static void a_known_cost_replaces_the_estimate(void) {
  TICKETS(f);
  f.settings.budget = 10;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p:4 2p:4"), "START 1p START 2p");
  tickets_finish_at_cost(&f, 1, 9, 0.5);
  tickets_finish_at_cost(&f, 2, 0, 0.5);
  CHECK_TEXT(tickets_go_for(&f, 1, "1p:4 2p:4 3p:2"), "");
  CHECK_TEXT(tickets_states(&f), "1* 2* 3.");
  CHECK_TEXT(tickets_go_for(&f, 1, "1p:4 2p:4 3p:1"), "START 3p");
}

static void what_turned_out_too_big_is_not_started_at_once(void) {
  TICKETS(f);
  f.settings.budget = 10;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p:4 2p:4"), "START 1p START 2p");
  tickets_finish_at_cost(&f, 1, 11, 0.5);
  CHECK_TEXT(tickets_go(&f, 0.5), "DROP 1");
  CHECK_TEXT(tickets_go(&f, 10), "");
  // Also after it was wanted no more.
  CHECK_TEXT(tickets_go_for(&f, 11, "2p:4"), "");
  CHECK_TEXT(tickets_go_for(&f, 12, "1p:4 2p:4"), "");
  // While it is visible it is.
  CHECK_TEXT(tickets_go_for(&f, 13, "1v:4 2p:4"), "START 1v");
}

static void nothing_overtakes_what_does_not_fit(void) {
  TICKETS(f);
  f.settings.budget = 10;
  f.settings.ahead_budget = 8;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v:3 2p:9 3p:5 4p:1 5p:0"), "START 1v START 3p");
  CHECK_TEXT(tickets_states(&f), "1R 2. 3R 4. 5.");
}

static void what_is_visible_is_always_admitted(void) {
  TICKETS(f);
  f.settings.budget = 3;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v:3 2v:5 3v:0 4p:0 5p:1"), "START 1v START 2v START 3v");
  f.settings.budget = f.settings.ahead_budget = 8;
  CHECK_TEXT(tickets_go(&f, 0), "START 4p");
}

static void visible_ones_count_first_though_they_start_later(void) {
  TICKETS(f);
  f.settings.budget = 5;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p:3 2v:3"), "START 2v");
  f.settings.budget = 6;
  CHECK_TEXT(tickets_go(&f, 0), "START 1p");
}

static void wants_to_continue_or_keep_start_nothing(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1vc 2vk 3pc 4pk 5p"), "START 5p");
  CHECK_TEXT(tickets_states(&f), "1. 2. 3. 4. 5R");
}

static void a_load_goes_on_where_it_is_wanted_to_continue(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1pf 2pf 3pf"), "START 1p START 2p START 3p");
  CHECK_TEXT(tickets_go_for(&f, 0, "1pcf 2pkf"), "CANCEL 2 CANCEL 3");
  CHECK_TEXT(tickets_go(&f, 10), "");
  CHECK_TEXT(tickets_states(&f), "1R 2.");
  tickets_finish(&f, 1, 10);
  f.settings.keep_budget = 0;
  CHECK_TEXT(tickets_go_for(&f, 10, "1pkf"), "");
  CHECK_TEXT(tickets_go_for(&f, 10, ""), "DROP 1");
}

static void what_is_wanted_to_start_is_admitted_before_what_is_there(void) {
  TICKETS(f);
  f.settings.budget = 2;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p"), "START 1p START 2p");
  tickets_finish(&f, 1, 1);
  tickets_finish(&f, 2, 1);
  // 2 would be kept, and 1 even sooner.
  CHECK_TEXT(tickets_go_for(&f, 1, "1p0k 2p1k 3p9"), "DROP 2 START 3p");
  CHECK_TEXT(tickets_go_for(&f, 1, "1p0k 2p1k 3p9 4p10"), "DROP 1 START 4p");
}

// == cancelling ==

static void nothing_foreseen_starts_before_the_first_screen_is_full(void) {
  TICKETS(f);
  // Nothing is shown, so nothing waits.
  CHECK_TEXT(tickets_go_for(&f, 0, "9pf"), "START 9p");
  CHECK_TEXT(tickets_go_for(&f, 0, "1vf 2vf 3pf 4p 9pf"), "START 1v START 2v START 4p");
  tickets_finish(&f, 1, 0);
  CHECK_TEXT(tickets_go(&f, 0), "");
  // A load that has failed is waited for no more, nor is what is shown but not to be started.
  tickets_fail(&f, 2, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, "1vf 2vf 3pf 4p 5vfk 9pf"), "START 3p");
  // From then on, nothing waits.
  CHECK_TEXT(tickets_go_for(&f, 0, "6vf 7pf"), "CANCEL 3 CANCEL 9 START 6v START 7p");
  // Unless the list ends.
  CHECK_TEXT(tickets_go_for(&f, 1, ""), "CANCEL 4 CANCEL 6 CANCEL 7");
  CHECK_TEXT(tickets_go_for(&f, 1, "6vf 7pf"), "START 6v");
}

static void the_first_screen_of_each_list_counts(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1vf 2pf 3pf"), "START 1v");
  tickets_want_by(&f, 8, "4vf 3pf 5pf");
  CHECK_TEXT(tickets_go(&f, 0), "START 4v");
  tickets_finish(&f, 4, 0);
  CHECK_TEXT(tickets_go(&f, 0), "START 3p START 5p");
  tickets_finish(&f, 1, 0);
  CHECK_TEXT(tickets_go(&f, 0), "START 2p");
}

static void what_is_wanted_no_more_is_cancelled_after_grace(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 1, "1p 2d"), "START 1p START 2d");
  CHECK_TEXT(tickets_go_for(&f, 2, "2d"), "");
  CHECK_TIME(f.plan.next_time, 2.25);
  CHECK_TEXT(tickets_go_for(&f, 2.125, "1p 2d"), "");
  CHECK_TIME(f.plan.next_time, INFINITY);
  CHECK_TEXT(tickets_go_for(&f, 2.25, "2d"), "");
  CHECK_TEXT(tickets_go(&f, 2.4375), "");
  CHECK_TEXT(tickets_go(&f, 2.5), "CANCEL 1");
  CHECK_TIME(f.plan.next_time, INFINITY);
  CHECK_EQUAL(f.plan.orders[0].token, 1);
}

static void what_is_not_admitted_any_more_is_cancelled_after_grace(void) {
  TICKETS(f);
  f.settings.ahead_limit = 6;
  CHECK_TEXT(tickets_go_for(&f, 0, "1pf:4 2pf:4 3pc"), "START 1p START 2p");
  f.settings.ahead_budget = 5;
  CHECK_TEXT(tickets_go(&f, 1), "");
  CHECK_TIME(f.plan.next_time, 1.25);
  CHECK_TEXT(tickets_go(&f, 1.25), "CANCEL 2");
}

static void what_is_foreseen_is_cancelled_at_once(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1pf 2pf 3pcf"), "START 1p START 2p");
  CHECK_TEXT(tickets_go_for(&f, 0, "2pkf"), "CANCEL 1 CANCEL 2");
  CHECK_TEXT(tickets_go_for(&f, 1, "1p 2p"), "START 1p START 2p");
  CHECK_TEXT(tickets_go_for(&f, 1, "1pk"), "");
  CHECK_TEXT(tickets_go(&f, 1.25), "CANCEL 1 CANCEL 2");
}

static void visible_tickets_take_the_slots_of_what_is_not_admitted(void) {
  TICKETS(f);
  f.settings.running_limit = 4;
  f.settings.ahead_limit = 4;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p 3p 4p"), "START 1p START 2p START 3p START 4p");
  CHECK_TEXT(tickets_go_for(&f, 1, "1p 4p 5p"), "");
  CHECK_TEXT(tickets_go_for(&f, 1.125, "4p 8p"), "");
  // 2 and 3 are out for longest, and 3 has the higher id.
  CHECK_TEXT(tickets_go_for(&f, 1.125, "4p 8p 6v 7v"), "CANCEL 3 CANCEL 2 START 6v START 7v");
  CHECK_TEXT(tickets_go_for(&f, 1.125, "4p 8p 6v 7v 9v 5v"), "CANCEL 1 START 9v");
  CHECK_TEXT(tickets_states(&f), "4R 5. 6R 7R 8. 9R");
}

static void what_is_not_visible_takes_no_slot_of_what_is_not_admitted(void) {
  TICKETS(f);
  f.settings.running_limit = 2;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p"), "START 1p START 2p");
  CHECK_TEXT(tickets_go_for(&f, 0, "3pf"), "");
  CHECK_TEXT(tickets_go_for(&f, 0, "3pf 4v"), "CANCEL 2 START 4v");
  tickets_finish(&f, 4, 0);
  CHECK_TEXT(tickets_go(&f, 0), "START 3p");
}

// == starting ==

static void six_loads_run_at_a_time(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "8v 1p 2p 3p 4p 5p 6p 7p"),
             "START 8v START 1p START 2p START 3p START 4p START 5p");
}

static void some_slots_are_for_what_is_visible(void) {
  TICKETS(f);
  f.settings.running_limit = 4;
  f.settings.ahead_limit = 2;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2d 3p"), "START 1p START 2d");
  CHECK_TEXT(tickets_go_for(&f, 0, "4v 5v 6v 1p 2d 3p"), "START 4v START 5v");
  tickets_finish(&f, 1, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, "4v 5v 6v 1p 2d 3p"), "START 6v");
  // What was visible is limited as well, and counts.
  CHECK_TEXT(tickets_go_for(&f, 0, "7v 4p 5p 6p 2d 3p"), "");
  tickets_finish(&f, 4, 0);
  tickets_finish(&f, 5, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, "7v 4p 5p 6p 2d 3p"), "START 7v");
}

static void a_visible_ticket_overtakes_one_ahead_of_the_limit(void) {
  TICKETS(f);
  f.settings.ahead_limit = 1;
  tickets_want_by(&f, 8, "4p9f");
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p 3v"), "START 1p START 3v START 4p");
}

static void what_is_foreseen_has_all_slots(void) {
  TICKETS(f);
  f.settings.running_limit = 5;
  f.settings.ahead_limit = 1;
  CHECK_TEXT(tickets_go_for(&f, 0, "1pf 2pf 3pf 4p 5p 6pf"),
             "START 1p START 2p START 3p START 4p START 6p");
}

static void no_slots_start_nothing(void) {
  TICKETS(f);
  f.settings.running_limit = 0;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2p"), "");
  f.settings.running_limit = 6;
  f.settings.ahead_limit = 0;
  CHECK_TEXT(tickets_go(&f, 0), "START 1v");
}

// == dropping ==

static void what_nobody_wants_is_dropped_first_for_a_start(void) {
  TICKETS(f);
  f.settings.budget = 5;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p 3p"), "START 1p START 2p START 3p");
  for (rc_id id = 1; id < 4; id++) tickets_finish(&f, id, 0);
  CHECK_TEXT(tickets_go_for(&f, 1, "1p 2p"), "");
  CHECK_TEXT(tickets_go_for(&f, 2, "1pk2 2pk1"), "");
  CHECK_TEXT(tickets_go_for(&f, 3, "1pk2 2pk1 4p:3"), "DROP 3 START 4p");
  CHECK_TEXT(tickets_go_for(&f, 4, "1pk2 2pk1 4p:3 5p:1"), "DROP 1 START 5p");
  CHECK_TEXT(tickets_go_for(&f, 5, "4p:3 5p:1 6p:1"), "DROP 2 START 6p");
}

static void what_was_wanted_longest_ago_is_dropped_first(void) {
  TICKETS(f);
  f.settings.budget = 4;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p 3p"), "START 1p START 2p START 3p");
  for (rc_id id = 1; id < 4; id++) tickets_finish(&f, id, 0);
  CHECK_TEXT(tickets_go_for(&f, 1, "2p"), "");
  CHECK_TEXT(tickets_go_for(&f, 2, "4p 5p"), "DROP 1 START 4p START 5p");
  CHECK_TEXT(tickets_go_for(&f, 3, "4p 5p 6p 7p"), "DROP 3 DROP 2 START 6p START 7p");
}

static void only_what_is_visible_starts_above_the_budget(void) {
  TICKETS(f);
  f.settings.budget = 10;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p:8"), "START 1p");
  // 1 still runs, and nothing can be dropped.
  CHECK_TEXT(tickets_go_for(&f, 0, "2p:3 3p:1 4v:1 5p:0"), "START 4v");
  CHECK_TEXT(tickets_go(&f, 0.25), "CANCEL 1 START 2p START 3p START 5p");
}

static void what_nobody_wants_is_dropped_above_its_budget(void) {
  TICKETS(f);
  f.settings.keep_budget = 5;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p:3 2p:2 3p:2"), "START 1p START 2p START 3p");
  for (rc_id id = 1; id < 4; id++) tickets_finish(&f, id, 0);
  CHECK_TEXT(tickets_go_for(&f, 1, "2p:2"), "");
  CHECK_TEXT(tickets_go_for(&f, 2, ""), "DROP 1");
  CHECK_TEXT(tickets_states(&f), "2* 3*");
  f.settings.keep_budget = 0;
  CHECK_TEXT(tickets_go(&f, 2), "DROP 3 DROP 2");
}

static void a_lowered_budget_drops_the_worst(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1v:3 2p:3 3p:3"), "START 1v START 2p START 3p");
  for (rc_id id = 1; id < 4; id++) tickets_finish(&f, id, 0);
  f.settings.budget = 6;
  CHECK_TEXT(tickets_go(&f, 1), "DROP 3");
  f.settings.budget = 0;
  CHECK_TEXT(tickets_go(&f, 1), "DROP 2");
  CHECK_TEXT(tickets_states(&f), "1* 2. 3.");
}

static void orders_to_cancel_come_before_orders_to_drop(void) {
  TICKETS(f);
  f.settings.running_limit = 2;
  f.settings.budget = 4;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p:2"), "START 1p START 2p");
  tickets_finish(&f, 1, 0);
  tickets_finish(&f, 2, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, "3p"), "START 3p");
  CHECK_TEXT(tickets_go_for(&f, 0, "4v:2 5v"), "CANCEL 3 DROP 1 DROP 2 START 4v START 5v");
  CHECK_TEXT(tickets_states(&f), "4R 5R");
}

// == priorities ==

static void a_better_band_is_told_at_once_and_a_worse_one_after_grace(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2v"), "START 1p START 2v");
  CHECK_TEXT(tickets_go_for(&f, 0, "1d 2v"), "PRIORITY 1d");
  CHECK_TEXT(tickets_go_for(&f, 1, "1v 2p"), "PRIORITY 1v");
  CHECK_TIME(f.plan.next_time, 1.25);
  CHECK_TEXT(tickets_go_for(&f, 1.125, "1v 2v"), "");
  CHECK_TIME(f.plan.next_time, INFINITY);
  CHECK_TEXT(tickets_go_for(&f, 2, "1v 2d"), "");
  CHECK_TEXT(tickets_go_for(&f, 2.125, "1v 2p"), "");
  CHECK_TEXT(tickets_go(&f, 2.25), "PRIORITY 2p");
  CHECK_EQUAL(f.plan.orders[0].token, 2);
  CHECK_TEXT(tickets_go(&f, 9), "");
}

static void what_is_not_admitted_has_no_priority(void) {
  TICKETS(f);
  f.settings.grace = 1;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2p"), "START 1v START 2p");
  CHECK_TEXT(tickets_go_for(&f, 0, "1pk 2dk"), "");
  CHECK_TEXT(tickets_go_for(&f, 0.5, "1p 2p"), "");
  CHECK_TIME(f.plan.next_time, 1.5);
}

// == memory ==

static void only_more_wants_than_ever_need_memory(void) {
  TICKETS(f);
  f.settings.ahead_limit = 3;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p 3p 4p"), "START 1p START 2p START 3p");
  CHECK_TEXT(tickets_go_for(&f, 0, ""), "");
  for (rc_id id = 1; id < 4; id++) tickets_finish(&f, id, 0);
  tickets_want(&f, "4p");
  // Room for the three that are there, and four more.
  tickets_want(&f, "5p 6p 7p 8p");
  f.memory.countdown = 0;
  tickets_want(&f, "8p 9p");
  tickets_want(&f, "5p 6p 7p 8p");
  CHECK_TEXT(tickets_go(&f, 0), "START 5p START 6p START 7p");
  CHECK_OK(rc_tickets_forget(f.tickets, 1));
  f.memory.countdown = -1;
}

static void without_memory_nothing_changes(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p"), "START 1p");
  rc_ticket_want wants[40];
  for (int i = 0; i < 40; i++) wants[i] = (rc_ticket_want){.id = 50 - i, .cost = 1};
  int failures = 0;
  for (int list = 7; list < 9; list++) {
    for (int after = 0;; after = 1) {
      // What an attempt has reserved, the next one need not.
      f.memory.countdown = after;
      const rc_status status = rc_tickets_set_wants(f.tickets, list, wants, 40);
      f.memory.countdown = -1;
      if (status == RC_STATUS_OK) break;
      CHECK_EQUAL(status, RC_STATUS_NO_MEMORY);
      CHECK_OK(rc_tickets_validate(f.tickets, NULL));
      failures++;
    }
    tickets_want_by(&f, list, list == 7 ? "1p" : "");
    CHECK_TEXT(tickets_go(&f, 0), "");
  }
  CHECK(failures > 4);
}

static void there_are_only_so_many_wants(void) {
  TICKETS(f);
  const rc_ticket_want want = {.id = 1, .cost = 1};
  const size_t most = RC_TICKETS_COUNT_MAX;
  CHECK_EQUAL(rc_tickets_set_wants(f.tickets, 7, &want, most + 1), RC_STATUS_LIMIT);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p"), "START 1p START 2p");
  // Two tickets are there, and the wants of the list are replaced.
  CHECK_EQUAL(rc_tickets_set_wants(f.tickets, 7, &want, most - 1), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_tickets_set_wants(f.tickets, 8, &want, most - 3), RC_STATUS_LIMIT);
  CHECK_EQUAL(rc_tickets_set_wants(f.tickets, 8, &want, SIZE_MAX), RC_STATUS_LIMIT);
}

static const test_case cases[] = {
    CASE(the_session_of_the_header_runs),
    CASE(a_set_of_wants_replaces_the_one_before),
    CASE(lists_are_known_by_any_number),
    CASE(wants_may_come_in_any_order_and_twice),
    CASE(the_best_want_of_all_lists_counts),
    CASE(a_list_that_is_not_foreseen_gives_its_grace_to_a_want),
    CASE(the_best_band_of_all_lists_is_told),
    CASE(a_ticket_starts_by_rank_and_at_a_tie_by_id),
    CASE(a_known_cost_replaces_the_estimate),
    CASE(what_turned_out_too_big_is_not_started_at_once),
    CASE(nothing_overtakes_what_does_not_fit),
    CASE(what_is_visible_is_always_admitted),
    CASE(visible_ones_count_first_though_they_start_later),
    CASE(wants_to_continue_or_keep_start_nothing),
    CASE(a_load_goes_on_where_it_is_wanted_to_continue),
    CASE(what_is_wanted_to_start_is_admitted_before_what_is_there),
    CASE(nothing_foreseen_starts_before_the_first_screen_is_full),
    CASE(the_first_screen_of_each_list_counts),
    CASE(what_is_wanted_no_more_is_cancelled_after_grace),
    CASE(what_is_not_admitted_any_more_is_cancelled_after_grace),
    CASE(what_is_foreseen_is_cancelled_at_once),
    CASE(visible_tickets_take_the_slots_of_what_is_not_admitted),
    CASE(what_is_not_visible_takes_no_slot_of_what_is_not_admitted),
    CASE(six_loads_run_at_a_time),
    CASE(some_slots_are_for_what_is_visible),
    CASE(a_visible_ticket_overtakes_one_ahead_of_the_limit),
    CASE(what_is_foreseen_has_all_slots),
    CASE(no_slots_start_nothing),
    CASE(what_nobody_wants_is_dropped_first_for_a_start),
    CASE(what_was_wanted_longest_ago_is_dropped_first),
    CASE(only_what_is_visible_starts_above_the_budget),
    CASE(what_nobody_wants_is_dropped_above_its_budget),
    CASE(a_lowered_budget_drops_the_worst),
    CASE(orders_to_cancel_come_before_orders_to_drop),
    CASE(a_better_band_is_told_at_once_and_a_worse_one_after_grace),
    CASE(what_is_not_admitted_has_no_priority),
    CASE(only_more_wants_than_ever_need_memory),
    CASE(without_memory_nothing_changes),
    CASE(there_are_only_so_many_wants),
};

const test_suite suite_tickets = SUITE(cases);
