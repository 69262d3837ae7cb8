// Random sessions of lists in lanes.

#include "list_fixture.h"
#include "script_laned.h"

/// Sessions of so many steps, that do one of four more things in turn.
static void run_each(uint64_t seed, unsigned flavour, const unsigned more[4], int steps) {
  const uint64_t first = test_seed(seed);
  for (int64_t i = 0; i < test_count(60) && !test_has_failed(); i++) {
    script_laned_run(first + (uint64_t)i, flavour | more[i % 4], steps);
  }
}

static void run_sessions(uint64_t seed, unsigned flavour) {
  run_each(seed, flavour, (const unsigned[4]){0}, 60);
}

static void a_list_in_lanes_is_as_lanes_alone(void) {
  run_sessions(1, LANED_PAIRED);
}

static void what_is_on_the_screen_moves_by_one_number(void) {
  static const unsigned more[] = {0, LANED_SHORT, LANED_TALL, LANED_SHORT | LANED_TALL};
  run_each(2, LANED_INSETS | LANED_HELD | LANED_TARGETS | LANED_STICKS | LANED_PLACES, more, 60);
}

static void states_are_exact_in_lanes(void) {
  run_sessions(3, LANED_RANGES | LANED_HEADERS | LANED_HIDDEN);
}

static void lists_in_lanes_do_all_at_once(void) {
  run_sessions(4, LANED_ALL);
}

static void foresight_works_in_lanes(void) {
  run_sessions(5, LANED_FORESIGHT | LANED_HEADERS | LANED_HIDDEN | LANED_LAYOUTS);
}

static void lists_in_lanes_run_out_of_memory(void) {
  run_sessions(6, LANED_MEMORY | LANED_ALL);
}

static void lists_in_lanes_scroll(void) {
  static const unsigned more[] = {LANED_INSETS | LANED_HEADERS, LANED_FAR, LANED_RANGES,
                                  LANED_TALL};
  run_each(7, LANED_SCROLLS, more, 150);
}

static const test_case cases[] = {
    CASE(a_list_in_lanes_is_as_lanes_alone),
    CASE(what_is_on_the_screen_moves_by_one_number),
    CASE(states_are_exact_in_lanes),
    CASE(lists_in_lanes_do_all_at_once),
    CASE(foresight_works_in_lanes),
    CASE(lists_in_lanes_run_out_of_memory),
    CASE(lists_in_lanes_scroll),
};

const test_suite suite_list_lanes_random = SUITE(cases);
