// Ranges: the viewport extended by screenfuls; by how many, in which mode and in which direction.

#include "ranges.h"

#include "../base/ticks.h"

// By preset, mode and range; the app's own ranges are disabled.
static const rc_tuning default_tunings[2][RC_RANGE_MODE_COUNT][2] = {
    {
        {{1, 0.5, true}, {2.5, 1.5, true}},
        {{0.25, 0.25, true}, {0.5, 0.25, true}},
        {{0, 0, true}, {0, 0, true}},
        {{0, 0, false}, {0, 0, true}},
    },
    {
        {{1, 1, true}, {2, 2, true}},
        {{0, 0, true}, {1, 1, true}},
        {{0, 0, true}, {0, 0, true}},
        {{0, 0, false}, {0, 0, true}},
    },
};

void rc__tuning_table_init(rc__tuning_table *table, rc_tuning_preset preset) {
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    const rc_tuning *defaults = default_tunings[preset][mode];
    table->tunings[mode][RC_RANGE_DISPLAY] = defaults[RC_RANGE_DISPLAY];
    table->tunings[mode][RC_RANGE_PRELOAD] = defaults[RC_RANGE_PRELOAD];
  }
}

static bool is_reach(double screens) {
  return rc__is_finite(screens) && screens >= 0;
}

bool rc__tuning_is_allowed(rc_tuning tuning) {
  return is_reach(tuning.leading) && is_reach(tuning.trailing);
}

static bool is_viewport(rc_interval viewport) {
  const int64_t limit = 2 * RC_LIST_TICKS_MAX;
  return viewport.lower >= -limit && viewport.upper <= limit && viewport.lower <= viewport.upper &&
         viewport.upper - viewport.lower <= RC_LIST_TICKS_MAX;
}

rc_status rc_range_expand(rc_interval viewport, rc_tuning tuning, rc_direction direction,
                          rc_interval *out_range) {
  if (out_range == NULL || !is_viewport(viewport) || !rc__tuning_is_allowed(tuning))
    return RC_STATUS_ARGUMENT;
  bool forward = (int)direction == RC_DIRECTION_FORWARD;
  if (!forward && (int)direction != RC_DIRECTION_BACKWARD) return RC_STATUS_ARGUMENT;
  if (!tuning.is_enabled) {
    *out_range = (rc_interval){viewport.lower, viewport.lower};
    return RC_STATUS_OK;
  }
  const int64_t length = viewport.upper - viewport.lower;
  const int64_t below = rc__ticks_from_screens(forward ? tuning.trailing : tuning.leading, length);
  const int64_t above = rc__ticks_from_screens(forward ? tuning.leading : tuning.trailing, length);
  *out_range = (rc_interval){viewport.lower - below, viewport.upper + above};
  return RC_STATUS_OK;
}

// == direction ==

void rc__direction_tracker_init(rc__direction_tracker *tracker) {
  *tracker = (rc__direction_tracker){
      .threshold = RC_TICKS_PER_POINT,
      .direction = RC_DIRECTION_FORWARD,
  };
}

// == mode ==

void rc__mode_state_note_user(rc__mode_state *state, bool moved) {
  state->has_explicit_mode = false;
  if (moved) state->user_has_scrolled = true;
}

static int base_mode(const rc__mode_state *state) {
  if (state->has_explicit_mode) return (int)state->explicit_mode;
  return state->user_has_scrolled ? RC_RANGE_MODE_FULL : RC_RANGE_MODE_MINIMUM;
}

static int cap_by_depth(const rc__mode_state *state) {
  // The modes are in the order of the depths that limit to them.
  return (int)rc__at_most(state->depth, RC_RANGE_MODE_LOW_MEMORY);
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
  int capped = stricter(base_mode(state), cap_by_depth(state));
  capped = stricter(capped, cap_by_pressure(state));
  return (rc_range_mode)stricter(capped, cap_by_background(state));
}

bool rc__mode_state_awaits_scroll(const rc__mode_state *state) {
  rc__mode_state scrolled = *state;
  scrolled.user_has_scrolled = true;
  return !state->has_explicit_mode && !state->user_has_scrolled &&
         (int)rc__mode_state_mode(&scrolled) == RC_RANGE_MODE_FULL;
}

rc_presence rc__mode_state_presence(const rc__mode_state *state) {
  const bool is_hidden = state->in_background && state->presence == RC_PRESENCE_ON_SCREEN;
  return is_hidden ? RC_PRESENCE_NEAR : state->presence;
}
