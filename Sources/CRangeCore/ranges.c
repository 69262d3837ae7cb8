// Ranges: the viewport widened by screenfuls, and the tables that say by how many.

#include "ranges.h"

#include "ticks.h"

extern inline bool rc_range_contains_item(rc_interval range, rc_ticks offset, rc_ticks extent);

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
  rc__zero_bytes(table, sizeof *table);
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
