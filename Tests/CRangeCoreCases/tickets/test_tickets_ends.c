// How loads of tickets end, and what is counted, as in rangecore_tickets.h from rule 15 on.

#include <math.h>

#include "tickets_fixture.h"

/// A double is this one.
#define CHECK_TIME(actual, expected) CHECK_POINTS(actual, expected)

// == ends ==

static void each_load_ends_once(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2v 3p"), "START 1v START 2v START 3p");
  double seconds = -1;
  CHECK_EQUAL(rc_tickets_finish(f.tickets, 1, 2, 0, 1, &seconds), RC_STATUS_STALE);
  CHECK_EQUAL(rc_tickets_finish(f.tickets, 4, 1, 0, 1, &seconds), RC_STATUS_STALE);
  CHECK_TIME(seconds, -1);
  CHECK_OK(rc_tickets_finish(f.tickets, 1, 1, 0, 1.5, &seconds));
  CHECK_TIME(seconds, 1.5);
  CHECK_EQUAL(rc_tickets_finish(f.tickets, 1, 1, 0, 2, NULL), RC_STATUS_STALE);
  CHECK_EQUAL(rc_tickets_cancel(f.tickets, 1, 1), RC_STATUS_STALE);
  // A time before the latest one counts as that.
  CHECK_OK(rc_tickets_fail(f.tickets, 2, 2, 1, 0, &seconds));
  CHECK_TIME(seconds, 1.5);
  CHECK_EQUAL(rc_tickets_fail(f.tickets, 2, 2, 2, 0, NULL), RC_STATUS_STALE);
  CHECK_OK(rc_tickets_cancel(f.tickets, 3, 3));
  CHECK_TEXT(tickets_go(&f, 0), "START 3p");
  CHECK_TIME(f.plan.next_time, 2.5);
}

static void failures_back_off_and_end(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p"), "START 1p");
  CHECK_OK(rc_tickets_fail(f.tickets, 1, 1, 0, 0.5, NULL));
  CHECK_TEXT(tickets_go(&f, 0), "");
  CHECK_TIME(f.plan.next_time, 1.5);
  CHECK_TEXT(tickets_go(&f, 1.5), "START 1p#1");
  tickets_fail(&f, 1, 2);
  CHECK_TEXT(tickets_go(&f, 3), "");
  CHECK_TEXT(tickets_go(&f, 4), "START 1p#2");
  tickets_fail(&f, 1, 4);
  CHECK_TEXT(tickets_go(&f, 8), "START 1p#3");
  tickets_fail(&f, 1, 8);
  CHECK_TEXT(tickets_go(&f, 999), "");
  CHECK_TIME(f.plan.next_time, INFINITY);
  rc_ticket ticket;
  CHECK_OK(rc_tickets_find(f.tickets, 1, &ticket));
  CHECK_TIME(ticket.retry_time, INFINITY);
  CHECK_EQUAL(ticket.attempt, 4);
  f.settings.attempt_limit = 0;
  CHECK_TEXT(tickets_go(&f, 999), "START 1p#4");
  tickets_finish(&f, 1, 1000);
  CHECK_OK(rc_tickets_forget(f.tickets, 1));
  CHECK_TEXT(tickets_go(&f, 1000), "START 1p");
}

static void going_out_of_range_does_not_shorten_a_wait(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p"), "START 1p");
  tickets_fail(&f, 1, 0);
  CHECK_TEXT(tickets_go_for(&f, 0.5, ""), "");
  CHECK_TIME(f.plan.next_time, INFINITY);
  CHECK_TEXT(tickets_go_for(&f, 0.75, "1p"), "");
  CHECK_TIME(f.plan.next_time, 1);
  CHECK_TEXT(tickets_go(&f, 1), "START 1p#1");
  tickets_fail(&f, 1, 1);
  // Once it is due, it is forgotten.
  CHECK_TEXT(tickets_go_for(&f, 2.9375, ""), "");
  CHECK_TEXT(tickets_states(&f), "1!");
  CHECK_TEXT(tickets_go(&f, 3), "");
  CHECK_TEXT(tickets_states(&f), "");
  CHECK_TEXT(tickets_go_for(&f, 3, "1p"), "START 1p");
}

static void a_ticket_that_failed_for_good_is_forgotten_after_a_minute(void) {
  TICKETS(f);
  f.settings.attempt_limit = 1;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p"), "START 1p");
  tickets_fail(&f, 1, 0);
  CHECK_TEXT(tickets_go(&f, 5), "");
  CHECK_TEXT(tickets_go_for(&f, 64, ""), "");
  CHECK_TEXT(tickets_go_for(&f, 64.9375, "1p"), "");
  CHECK_TEXT(tickets_go_for(&f, 124.875, ""), "");
  CHECK_TEXT(tickets_states(&f), "1!");
  CHECK_TEXT(tickets_go(&f, 124.9375), "");
  CHECK_TEXT(tickets_go_for(&f, 125, "1p"), "START 1p");
}

static void what_is_visible_is_tried_again_for_as_long_as_it_is(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1v"), "START 1v");
  // Ten minutes without a network: 0, 1, 3, 7, 15, 31, 63, 123, …
  double time = 0;
  for (int failures = 1; time < 600; failures++) {
    tickets_fail(&f, 1, time);
    CHECK_TEXT(tickets_go(&f, time), "");
    const double wait = f.plan.next_time - time;
    CHECK_TIME(wait, failures > 6 ? 60 : (double)(1 << (failures - 1)));
    time = f.plan.next_time;
    (void)tickets_go(&f, time);
    CHECK_EQUAL(f.plan.order_count, 1);
  }
  tickets_fail(&f, 1, time);
  CHECK_TEXT(tickets_go_for(&f, time + 100, "1p"), "");
  CHECK_TIME(f.plan.next_time, INFINITY);
  // The network is back.
  CHECK_TEXT(tickets_go_for(&f, time + 100, "1p 2v"), "START 2v");
  tickets_fail(&f, 2, time + 100);
  CHECK_OK(rc_tickets_retry(f.tickets, RC_ID_NONE));
  CHECK_TEXT(tickets_go(&f, time + 100), "START 1p START 2v");
}

static void what_has_failed_for_good_starts_when_it_becomes_visible(void) {
  TICKETS(f);
  f.settings.attempt_limit = 2;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p"), "START 1p");
  tickets_fail(&f, 1, 0);
  CHECK_TEXT(tickets_go(&f, 1), "START 1p#1");
  tickets_fail(&f, 1, 1);
  CHECK_TEXT(tickets_go(&f, 2), "");
  CHECK_TIME(f.plan.next_time, INFINITY);
  // The wait of its last failure is not shortened.
  CHECK_TEXT(tickets_go_for(&f, 2.5, "1v"), "");
  CHECK_TIME(f.plan.next_time, 3);
  CHECK_TEXT(tickets_go_for(&f, 9, "1d"), "");
  CHECK_TEXT(tickets_go_for(&f, 10, "1v"), "START 1v#2");
  tickets_fail(&f, 1, 10);
  rc_ticket ticket;
  CHECK_OK(rc_tickets_find(f.tickets, 1, &ticket));
  CHECK_TIME(ticket.retry_time, 14);
}

static void failures_are_forgotten_on_request(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2v 3v"), "START 1v START 2v START 3v");
  tickets_fail(&f, 1, 0);
  tickets_fail(&f, 2, 0);
  CHECK_EQUAL(rc_tickets_retry(f.tickets, 3), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_tickets_retry(f.tickets, 4), RC_STATUS_NOT_FOUND);
  CHECK_OK(rc_tickets_retry(f.tickets, 2));
  CHECK_TEXT(tickets_go(&f, 0), "START 2v");
  CHECK_OK(rc_tickets_retry(f.tickets, RC_ID_NONE));
  CHECK_TEXT(tickets_go(&f, 0), "START 1v");
}

static void what_waits_for_a_retry_counts_nothing(void) {
  TICKETS(f);
  f.settings.budget = 4;
  CHECK_TEXT(tickets_go_for(&f, 0, "1p:4 2p:4"), "START 1p");
  tickets_fail(&f, 1, 0);
  CHECK_TEXT(tickets_go(&f, 0), "START 2p");
  // 2 is out since then.
  CHECK_TEXT(tickets_go(&f, 1), "");
  CHECK_TEXT(tickets_go(&f, 1.25), "CANCEL 2 START 1p#1");
}

static void a_result_that_is_gone_is_loaded_again_while_wanted(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p 3p"), "START 1p START 2p START 3p");
  tickets_finish(&f, 1, 0);
  tickets_finish(&f, 2, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 3p"), "");
  for (rc_id id = 1; id < 4; id++) CHECK_OK(rc_tickets_forget(f.tickets, id));
  CHECK_EQUAL(rc_tickets_forget(f.tickets, 4), RC_STATUS_NOT_FOUND);
  CHECK_EQUAL(rc_tickets_forget(f.tickets, 2), RC_STATUS_NOT_FOUND);
  CHECK_TEXT(tickets_states(&f), "1. 3R");
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 3p"), "START 1p");
}

static void failures_of_what_does_not_exist_are_forgotten(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p 2p 3p"), "START 1p START 2p START 3p");
  tickets_fail(&f, 1, 0);
  tickets_fail(&f, 2, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, "2p"), "");
  CHECK_OK(rc_tickets_forget(f.tickets, 1));
  CHECK_OK(rc_tickets_forget(f.tickets, 2));
  CHECK_OK(rc_tickets_forget(f.tickets, 3));
  CHECK_TEXT(tickets_states(&f), "2! 3R");
}

static void some_tickets_are_remembered(void) {
  TICKETS(f);
  f.settings.running_limit = f.settings.ahead_limit = 1000;
  rc_ticket_want wants[300];
  for (int i = 0; i < 300; i++) {
    wants[i] =
        (rc_ticket_want){.id = 1000 - i, .rank = i, .band = RC_TICKET_BAND_PRELOAD, .cost = 1};
  }
  // All fail, and those of the upper 100 ids are wanted longer.
  CHECK_OK(rc_tickets_set_wants(f.tickets, 1, wants, 300));
  (void)tickets_go(&f, 0);
  CHECK_EQUAL(f.plan.order_count, 300);
  for (int i = 0; i < 300; i++) tickets_fail(&f, wants[i].id, 0);
  (void)tickets_go(&f, 0);
  CHECK_OK(rc_tickets_set_wants(f.tickets, 1, wants, 100));
  (void)tickets_go(&f, 0.25);
  rc_ticket ticket;
  CHECK_OK(rc_tickets_set_wants(f.tickets, 1, wants, 1));
  (void)tickets_go(&f, 0.5);
  int there = 0;
  for (int i = 1; i < 300; i++) {
    const rc_id id = wants[i].id;
    const bool is_there = rc_tickets_find(f.tickets, id, &ticket) == RC_STATUS_OK;
    // Of those last wanted at 0, the lower ids: 701 … 857.
    CHECK_EQUAL(is_there, i < 100 || id <= 857);
    there += is_there;
  }
  CHECK_EQUAL(there, 256);
  CHECK_EQUAL(tickets_counters(&f).wasted, 43);
}

// == counters ==

static void starts_are_useful_churn_wasted_or_open(void) {
  TICKETS(f);
  f.settings.grace = 0;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2p 3p 4p"), "START 1v START 2p START 3p START 4p");
  CHECK_EQUAL(tickets_counters(&f).useful, 1);
  CHECK_EQUAL(tickets_counters(&f).open, 3);
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2v 4p"), "CANCEL 3 PRIORITY 2v");
  CHECK_EQUAL(tickets_counters(&f).useful, 2);
  CHECK_EQUAL(tickets_counters(&f).open, 2);
  CHECK_TEXT(tickets_go_for(&f, 1, "1v 2v 3v 4p"), "START 3v");
  CHECK_EQUAL(tickets_counters(&f).churn, 1);
  CHECK_EQUAL(tickets_counters(&f).useful, 3);
  tickets_finish(&f, 4, 1);
  CHECK_OK(rc_tickets_cancel(f.tickets, 3, 5));
  CHECK_TEXT(tickets_go_for(&f, 1, "1v 2v"), "");
  CHECK_EQUAL(tickets_counters(&f).open, 1);
  CHECK_OK(rc_tickets_forget(f.tickets, 4));
  const rc_tickets_counters counters = tickets_counters(&f);
  CHECK_EQUAL(counters.wasted, 1);
  CHECK_EQUAL(counters.open, 0);
  CHECK_EQUAL(counters.started, 5);
  CHECK_EQUAL(counters.done, 1);
  CHECK_EQUAL(counters.cancelled, 2);
  CHECK_EQUAL(counters.churn, 1);
}

static void a_load_that_the_host_cancels_is_churn_once_it_is_seen(void) {
  TICKETS(f);
  CHECK_TEXT(tickets_go_for(&f, 0, "1p"), "START 1p");
  CHECK_OK(rc_tickets_cancel(f.tickets, 1, 1));
  CHECK_TEXT(tickets_go(&f, 0), "START 1p");
  CHECK_TEXT(tickets_go_for(&f, 0, "1v"), "PRIORITY 1v");
  CHECK_EQUAL(tickets_counters(&f).churn, 1);
  CHECK_EQUAL(tickets_counters(&f).useful, 1);
}

static void results_and_failures_are_counted(void) {
  TICKETS(f);
  f.settings.keep_budget = 0;
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2v"), "START 1v START 2v");
  tickets_fail(&f, 1, 0);
  tickets_finish(&f, 2, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, ""), "DROP 2");
  CHECK_EQUAL(tickets_counters(&f).failed, 1);
  CHECK_EQUAL(tickets_counters(&f).done, 1);
  CHECK_EQUAL(tickets_counters(&f).dropped, 1);
}

static void check_appearances(tickets_fixture *f, uint64_t all, uint64_t late, uint64_t noticed,
                              uint64_t missed) {
  const rc_tickets_counters counters = tickets_counters(f);
  CHECK_EQUAL(counters.appearances, all);
  CHECK_EQUAL(counters.late, late);
  CHECK_EQUAL(counters.noticed, noticed);
  CHECK_EQUAL(counters.missed, missed);
}

static void appearances_are_counted_once_they_end(void) {
  TICKETS(f);
  // What is visible at first does not count, in any list.
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2p"), "START 1v START 2p");
  CHECK_TEXT(tickets_go_for(&f, 1, "2p"), "");
  check_appearances(&f, 0, 0, 0, 0);
  tickets_finish(&f, 2, 1);
  (void)tickets_go_for(&f, 2, "2v");
  check_appearances(&f, 0, 0, 0, 0);
  // In time, and long enough.
  (void)tickets_go_for(&f, 2.0625, "2p");
  check_appearances(&f, 1, 0, 0, 0);
  // A flash.
  (void)tickets_go_for(&f, 3, "2v");
  (void)tickets_go_for(&f, 3.03125, "2p");
  check_appearances(&f, 1, 0, 0, 0);
  // Late, but ready soon.
  (void)tickets_go_for(&f, 4, "3v");
  tickets_finish(&f, 3, 4.0625);
  (void)tickets_go_for(&f, 5, "3p");
  check_appearances(&f, 2, 1, 0, 0);
  // Late for as long as it is visible, which is not for long.
  (void)tickets_go_for(&f, 6, "4v");
  (void)tickets_go_for(&f, 6.25, "4p");
  check_appearances(&f, 3, 2, 1, 0);
  // The same, and missed.
  (void)tickets_go_for(&f, 7, "5v");
  tickets_finish(&f, 5, 7.125);
  (void)tickets_go_for(&f, 7.5, "5p");
  check_appearances(&f, 4, 3, 2, 1);
  // Another list, whose first ones do not count, unless the first list shows them as well.
  tickets_want_by(&f, 2, "6v 7v");
  (void)tickets_go_for(&f, 8, "7v");
  tickets_want_by(&f, 2, "");
  (void)tickets_go_for(&f, 9, "5p");
  check_appearances(&f, 5, 4, 3, 2);
}

static void appearances_that_last_exactly_so_long_count(void) {
  TICKETS(f);
  (void)tickets_go_for(&f, 0, "9v");
  (void)tickets_go_for(&f, 0, "1v 2v 3v");
  (void)tickets_go_for(&f, 0.05, "2v 3v");
  check_appearances(&f, 1, 1, 0, 0);
  (void)tickets_go_for(&f, 0.1, "3v");
  check_appearances(&f, 2, 2, 1, 0);
  (void)tickets_go_for(&f, 0.3, "");
  check_appearances(&f, 3, 3, 2, 1);
}

static void a_result_that_is_gone_again_does_not_make_an_appearance_late(void) {
  TICKETS(f);
  (void)tickets_go_for(&f, 0, "9v 1p");
  tickets_finish(&f, 1, 0);
  (void)tickets_go_for(&f, 1, "9v 1v");
  CHECK_OK(rc_tickets_forget(f.tickets, 1));
  (void)tickets_go_for(&f, 1, "9v 1v");
  tickets_finish(&f, 1, 2);
  (void)tickets_go_for(&f, 3, "9v");
  check_appearances(&f, 1, 0, 0, 0);
}

static void the_load_time_is_a_mean_of_what_loads_took(void) {
  TICKETS(f);
  CHECK_TIME(tickets_counters(&f).load_time, 0.3);
  CHECK_TIME(tickets_counters(&f).load_deviation, 0);
  CHECK_TEXT(tickets_go_for(&f, 0, "1v 2v 3v"), "START 1v START 2v START 3v");
  tickets_finish(&f, 1, 1);
  CHECK_TIME(tickets_counters(&f).load_time, 1);
  CHECK_TIME(tickets_counters(&f).load_deviation, 0.5);
  tickets_fail(&f, 2, 2);
  CHECK_TIME(tickets_counters(&f).load_time, 1.5);
  CHECK_TIME(tickets_counters(&f).load_deviation, 0.75);
  CHECK_OK(rc_tickets_cancel(f.tickets, 3, 3));
  CHECK_TIME(tickets_counters(&f).load_time, 1.5);
  CHECK_TEXT(tickets_go(&f, 2), "START 3v");
  tickets_finish(&f, 3, 99);
  // 5 seconds at most: 1.5 + 3.5 ÷ 3.
  CHECK_TIME(tickets_counters(&f).load_time, 2.666666);
}

static const test_case cases[] = {
    CASE(each_load_ends_once),
    CASE(failures_back_off_and_end),
    CASE(going_out_of_range_does_not_shorten_a_wait),
    CASE(a_ticket_that_failed_for_good_is_forgotten_after_a_minute),
    CASE(what_is_visible_is_tried_again_for_as_long_as_it_is),
    CASE(what_has_failed_for_good_starts_when_it_becomes_visible),
    CASE(failures_are_forgotten_on_request),
    CASE(what_waits_for_a_retry_counts_nothing),
    CASE(a_result_that_is_gone_is_loaded_again_while_wanted),
    CASE(failures_of_what_does_not_exist_are_forgotten),
    CASE(some_tickets_are_remembered),
    CASE(starts_are_useful_churn_wasted_or_open),
    CASE(a_load_that_the_host_cancels_is_churn_once_it_is_seen),
    CASE(results_and_failures_are_counted),
    CASE(appearances_are_counted_once_they_end),
    CASE(appearances_that_last_exactly_so_long_count),
    CASE(a_result_that_is_gone_again_does_not_make_an_appearance_late),
    CASE(the_load_time_is_a_mean_of_what_loads_took),
};

const test_suite suite_tickets_ends = SUITE(cases);
