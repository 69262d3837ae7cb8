// Modes: all that the range mode depends on, each against the others.

#include <string.h>

#include "../harness.h"
#include "../library.h"

static void with_each_state(void (*check)(const rc__mode_state *state)) {
  for (int code = 0; code < 4 * 6 * 3 * 3 * 2 * 2 * 2 && !test_has_failed(); code++) {
    rc__mode_state state = {0};
    int rest = code;
    state.explicit_mode = (rc_range_mode)(rest % 4), rest /= 4;
    state.depth = rest % 6, rest /= 6;
    state.pressure = (rc_pressure)(rest % 3), rest /= 3;
    state.presence = (rc_presence)(rest % 3), rest /= 3;
    state.has_explicit_mode = rest % 2, rest /= 2;
    state.user_has_scrolled = rest % 2, rest /= 2;
    state.in_background = rest % 2;
    check(&state);
  }
}

// The table of the rules, read from the most restrictive up.
static int mode_by_the_rules(const rc__mode_state *s) {
  bool on_screen = s->presence == RC_PRESENCE_ON_SCREEN;
  bool warned = s->pressure == RC_PRESSURE_WARNING;
  if (s->depth >= 3) return RC_RANGE_MODE_LOW_MEMORY;
  if (s->pressure == RC_PRESSURE_CRITICAL) return RC_RANGE_MODE_LOW_MEMORY;
  if (warned && (!on_screen || s->in_background)) return RC_RANGE_MODE_LOW_MEMORY;
  if (s->in_background && !on_screen) return RC_RANGE_MODE_LOW_MEMORY;
  if (s->has_explicit_mode && s->explicit_mode == RC_RANGE_MODE_LOW_MEMORY) {
    return RC_RANGE_MODE_LOW_MEMORY;
  }
  if (s->depth == 2 || warned || s->in_background) return RC_RANGE_MODE_VISIBLE_ONLY;
  if (s->has_explicit_mode && s->explicit_mode == RC_RANGE_MODE_VISIBLE_ONLY) {
    return RC_RANGE_MODE_VISIBLE_ONLY;
  }
  if (s->depth == 1) return RC_RANGE_MODE_MINIMUM;
  if (s->has_explicit_mode) return (int)s->explicit_mode;
  return s->user_has_scrolled ? RC_RANGE_MODE_FULL : RC_RANGE_MODE_MINIMUM;
}

static void check_mode(const rc__mode_state *state) {
  CHECK_EQUAL(rc__mode_state_mode(state), mode_by_the_rules(state));
}

static void the_mode_is_the_most_restrictive_of_four(void) {
  with_each_state(check_mode);
}

static void check_presence(const rc__mode_state *state) {
  rc_presence expected = state->presence;
  if (state->in_background && expected == RC_PRESENCE_ON_SCREEN) expected = RC_PRESENCE_NEAR;
  CHECK_EQUAL(rc__mode_state_presence(state), expected);
}

static void in_the_background_on_screen_reads_as_near(void) {
  with_each_state(check_presence);
}

static void check_note(const rc__mode_state *state) {
  for (int moved = 0; moved < 2; moved++) {
    rc__mode_state noted = *state, expected = *state;
    rc__mode_state_note_user(&noted, moved);
    expected.has_explicit_mode = false;
    expected.user_has_scrolled = expected.user_has_scrolled || moved;
    CHECK(memcmp(&noted, &expected, sizeof noted) == 0);
  }
}

static void the_user_ends_an_explicit_mode(void) {
  with_each_state(check_note);
}

static void the_first_mode_is_minimum_and_then_full(void) {
  rc__mode_state state = {0};
  CHECK_EQUAL(rc__mode_state_mode(&state), RC_RANGE_MODE_MINIMUM);
  rc__mode_state_note_user(&state, false);
  CHECK_EQUAL(rc__mode_state_mode(&state), RC_RANGE_MODE_MINIMUM);
  rc__mode_state_note_user(&state, true);
  CHECK_EQUAL(rc__mode_state_mode(&state), RC_RANGE_MODE_FULL);
  rc__mode_state_note_user(&state, false);
  CHECK_EQUAL(rc__mode_state_mode(&state), RC_RANGE_MODE_FULL);
}

static void the_explicit_mode_is_full_until_another_is_set(void) {
  const rc__mode_state state = {.has_explicit_mode = true};
  CHECK_EQUAL(rc__mode_state_mode(&state), RC_RANGE_MODE_FULL);
}

static const test_case cases[] = {
    CASE(the_mode_is_the_most_restrictive_of_four),
    CASE(in_the_background_on_screen_reads_as_near),
    CASE(the_user_ends_an_explicit_mode),
    CASE(the_first_mode_is_minimum_and_then_full),
    CASE(the_explicit_mode_is_full_until_another_is_set),
};

const test_suite suite_modes = SUITE(cases);
