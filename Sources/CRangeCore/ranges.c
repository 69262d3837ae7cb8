// Ranges: the viewport widened by screenfuls, and the tables that say by how many.

#include "ticks.h"

extern inline bool rc_interval_is_empty(rc_interval interval);
extern inline bool rc_interval_contains(rc_interval interval, int64_t value);
extern inline bool rc_interval_overlaps(rc_interval a, rc_interval b);
extern inline rc_interval rc_interval_intersection(rc_interval a, rc_interval b);
extern inline bool rc_range_contains_item(rc_interval range, int64_t offset, int64_t extent);

static const rc_tuning list_defaults[RC_RANGE_MODE_COUNT][2] = {
    {{1, 0.5, 1, 0}, {2.5, 1.5, 1, 0}},
    {{0.25, 0.25, 1, 0}, {0.5, 0.25, 1, 0}},
    {{0, 0, 1, 0}, {0, 0, 1, 0}},
    {{0, 0, 0, 0}, {0, 0, 1, 0}},
};

static const rc_tuning pager_defaults[RC_RANGE_MODE_COUNT][2] = {
    {{1, 1, 1, 0}, {2, 2, 1, 0}},
    {{0, 0, 1, 0}, {1, 1, 1, 0}},
    {{0, 0, 1, 0}, {0, 0, 1, 0}},
    {{0, 0, 0, 0}, {0, 0, 1, 0}},
};

static void fill_tunings(rc_tuning_table *table, const rc_tuning defaults[RC_RANGE_MODE_COUNT][2]) {
  // The app's own ranges are empty.
  rc__zero_bytes(table, sizeof *table);
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    rc_tuning *row = &table->tunings[mode * RC_RANGE_COUNT];
    row[RC_RANGE_DISPLAY] = defaults[mode][RC_RANGE_DISPLAY];
    row[RC_RANGE_PRELOAD] = defaults[mode][RC_RANGE_PRELOAD];
  }
}

void rc_tuning_table_init(rc_tuning_table *table) {
  if (table != NULL) fill_tunings(table, list_defaults);
}

void rc_tuning_table_init_pager(rc_tuning_table *table) {
  if (table != NULL) fill_tunings(table, pager_defaults);
}

static bool find_tuning(rc_range_mode mode, rc_range_kind range, size_t *out_place) {
  if (!rc__is_known((int)mode, RC_RANGE_MODE_LOW_MEMORY)) return false;
  if (!rc__is_known((int)range, RC_RANGE_APP_3)) return false;
  *out_place = (size_t)mode * RC_RANGE_COUNT + (size_t)range;
  return true;
}

static bool is_reach(double screens) {
  return rc__is_finite(screens) && screens >= 0;
}

bool rc__tuning_is_allowed(rc_tuning tuning) {
  return is_reach(tuning.leading) && is_reach(tuning.trailing) && tuning.enabled <= 1 &&
         tuning.reserved == 0;
}

rc_status rc_tuning_table_get(const rc_tuning_table *table, rc_range_mode mode, rc_range_kind range,
                              rc_tuning *out_tuning) {
  size_t place;
  if (table == NULL || out_tuning == NULL) return RC_STATUS_ARGUMENT;
  if (!find_tuning(mode, range, &place)) return RC_STATUS_ARGUMENT;
  *out_tuning = table->tunings[place];
  return RC_STATUS_OK;
}

rc_status rc_tuning_table_set(rc_tuning_table *table, rc_range_mode mode, rc_range_kind range,
                              rc_tuning tuning) {
  size_t place;
  if (table == NULL || !rc__tuning_is_allowed(tuning)) return RC_STATUS_ARGUMENT;
  if (!find_tuning(mode, range, &place)) return RC_STATUS_ARGUMENT;
  table->tunings[place] = tuning;
  return RC_STATUS_OK;
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
  if (tuning.enabled == 0) {
    *out_range = (rc_interval){viewport.lower, viewport.lower};
    return RC_STATUS_OK;
  }
  const int64_t length = viewport.upper - viewport.lower;
  const int64_t below = rc__ticks_from_screens(forward ? tuning.trailing : tuning.leading, length);
  const int64_t above = rc__ticks_from_screens(forward ? tuning.leading : tuning.trailing, length);
  *out_range = (rc_interval){viewport.lower - below, viewport.upper + above};
  return RC_STATUS_OK;
}
