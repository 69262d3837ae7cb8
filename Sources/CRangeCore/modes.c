// Modes: how far the ranges may reach now, and in which direction the user scrolls.

#include "ranges.h"

void rc__direction_tracker_init(rc__direction_tracker *tracker) {
  *tracker = (rc__direction_tracker){
      .threshold = RC_TICKS_PER_POINT,
      .direction = RC_DIRECTION_FORWARD,
  };
}

void rc__direction_tracker_move(rc__direction_tracker *tracker, rc_ticks movement) {
  bool forward = (int)tracker->direction != RC_DIRECTION_BACKWARD;
  int64_t away = forward ? rc__ticks_subtract_saturating(0, movement) : movement;
  int64_t back = rc__ticks_add_saturating(tracker->back > 0 ? tracker->back : 0, away);
  // Only a movement away flips: a threshold that was lowered meanwhile does not by itself.
  if (away > 0 && back > tracker->threshold) {
    forward = !forward;
    back = 0;
  }
  tracker->back = back > 0 ? back : 0;
  tracker->direction = forward ? RC_DIRECTION_FORWARD : RC_DIRECTION_BACKWARD;
}

void rc__mode_state_init(rc__mode_state *state) {
  *state = (rc__mode_state){
      .explicit_mode = RC_RANGE_MODE_FULL,
      .presence = RC_PRESENCE_ON_SCREEN,
      .pressure = RC_PRESSURE_NORMAL,
  };
}

void rc__mode_state_note_user(rc__mode_state *state, bool moved) {
  state->has_explicit_mode = false;
  if (moved) state->user_has_scrolled = true;
}

static int base_mode(const rc__mode_state *state) {
  if (state->has_explicit_mode) return (int)state->explicit_mode;
  return state->user_has_scrolled ? RC_RANGE_MODE_FULL : RC_RANGE_MODE_MINIMUM;
}

static int cap_by_depth(const rc__mode_state *state) {
  // A negative depth is below every mode, so it caps nothing either.
  return state->depth < RC_RANGE_MODE_LOW_MEMORY ? (int)state->depth : RC_RANGE_MODE_LOW_MEMORY;
}

static int cap_by_pressure(const rc__mode_state *state) {
  if ((int)state->pressure == RC_PRESSURE_NORMAL) return RC_RANGE_MODE_FULL;
  bool spares_visible = (int)state->pressure == RC_PRESSURE_WARNING &&
                        rc__mode_state_presence(state) == RC_PRESENCE_ON_SCREEN;
  return spares_visible ? RC_RANGE_MODE_VISIBLE_ONLY : RC_RANGE_MODE_LOW_MEMORY;
}

static int cap_by_background(const rc__mode_state *state) {
  if (!state->in_background) return RC_RANGE_MODE_FULL;
  return (int)state->presence == RC_PRESENCE_ON_SCREEN ? RC_RANGE_MODE_VISIBLE_ONLY
                                                       : RC_RANGE_MODE_LOW_MEMORY;
}

static int stricter(int a, int b) {
  return a > b ? a : b;
}

rc_range_mode rc__mode_state_mode(const rc__mode_state *state) {
  int base = base_mode(state);
  // An unknown pressure caps like the highest.
  bool is_known = rc__is_known(base, RC_RANGE_MODE_LOW_MEMORY) &&
                  rc__is_known((int)state->presence, RC_PRESENCE_AWAY);
  if (!is_known) return RC_RANGE_MODE_LOW_MEMORY;
  int capped = stricter(base, cap_by_depth(state));
  capped = stricter(capped, cap_by_pressure(state));
  return (rc_range_mode)stricter(capped, cap_by_background(state));
}

rc_presence rc__mode_state_presence(const rc__mode_state *state) {
  int presence = (int)state->presence;
  if (presence == RC_PRESENCE_ON_SCREEN && !state->in_background) return RC_PRESENCE_ON_SCREEN;
  bool is_near = presence == RC_PRESENCE_ON_SCREEN || presence == RC_PRESENCE_NEAR;
  return is_near ? RC_PRESENCE_NEAR : RC_PRESENCE_AWAY;
}
