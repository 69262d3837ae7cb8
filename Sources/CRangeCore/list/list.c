// One list: creation, settings and queries.

#include "list.h"
#include "../base/ticks.h"
#include "rangecore_names.h"

void rc_list_options_init(rc_list_options *options) {
  if (options == NULL) return;
  *options = (rc_list_options){.columns = 1, .estimate = 44};
}

void rc_list_settings_init(rc_list_settings *settings) {
  if (settings == NULL) return;
  *settings = (rc_list_settings){
      .presence = RC_PRESENCE_ON_SCREEN,
      .pressure = RC_PRESSURE_NORMAL,
      .short_content_policy = RC_SHORT_CONTENT_POLICY_FETCH,
      .direction_threshold = 1,
      .leading_screens = {[RC_END_TAIL] = 2, [RC_END_HEAD] = 0},
      .stick_distances = {1, 1},
  };
}

void rc_viewport_init(rc_viewport *viewport) {
  if (viewport == NULL) return;
  *viewport = (rc_viewport){0};
}

static rc_status create_parts(rc_list *list, const rc_list_options *options) {
  rc_status status = rc__rows_init(&list->rows, options, &list->allocator);
  rc__anchor_init(&list->anchor, &list->rows, &list->origins);
  rc__names_init(&list->names, &list->allocator);
  rc__origins_init(&list->origins, &list->allocator);
  if (status == RC_STATUS_OK) status = rc__states_create(&list->allocator, &list->states);
  if (status == RC_STATUS_OK) {
    status = rc__batch_end_init(&list->ends[RC_END_TAIL], &list->allocator, RC_END_TAIL);
  }
  if (status == RC_STATUS_OK) {
    status = rc__batch_end_init(&list->ends[RC_END_HEAD], &list->allocator, RC_END_HEAD);
  }
  return status;
}

rc_status rc_list_create(const rc_list_options *options, const rc_allocator *allocator,
                         rc_list **out_list) {
  rc_list_options defaults;
  rc_list_options_init(&defaults);
  if (options == NULL) options = &defaults;
  rc_allocator memory;
  if (out_list == NULL || !rc__is_known((int)options->tuning_preset, RC_TUNING_PRESET_PAGER) ||
      !rc__allocator_init(&memory, allocator)) {
    return RC_STATUS_ARGUMENT;
  }
  rc_list *list = rc__allocate(&memory, sizeof *list);
  if (list == NULL) return RC_STATUS_NO_MEMORY;
  *list = (rc_list){.allocator = memory, .pinned = rc__not_pinned};
  rc__tuning_table_init(&list->tunings, options->tuning_preset);
  rc__direction_tracker_init(&list->tracker);
  rc_status status = create_parts(list, options);
  if (status != RC_STATUS_OK) {
    rc_list_destroy(list);
    return status;
  }
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  *out_list = list;
  return rc_list_set_settings(list, &settings);
}

void rc_list_destroy(rc_list *list) {
  if (list == NULL) return;
  rc__batch_end_deinit(&list->ends[RC_END_HEAD]);
  rc__batch_end_deinit(&list->ends[RC_END_TAIL]);
  rc__states_destroy(list->states);
  rc__origins_deinit(&list->origins);
  rc__names_deinit(&list->names);
  rc__anchor_deinit(&list->anchor);
  rc__rows_deinit(&list->rows);
  rc_allocator memory = list->allocator;
  rc__deallocate(&memory, list->foresight, sizeof *list->foresight);
  rc__deallocate(&memory, list->keeps, sizeof *list->keeps);
  rc__deallocate(&memory, list, sizeof *list);
}

// == settings ==

static bool enums_are_known(const rc_list_settings *settings) {
  return rc__is_known((int)settings->presence, RC_PRESENCE_AWAY) &&
         rc__is_known((int)settings->pressure, RC_PRESSURE_CRITICAL) &&
         rc__is_known((int)settings->short_content_policy, RC_SHORT_CONTENT_POLICY_NEVER);
}

static bool foresight_is_allowed(const rc_list_settings *settings) {
#if RC_FORESIGHT
  return rc__is_finite(settings->foresight) && settings->foresight >= 0;
#else
  return settings->foresight == 0;
#endif
}

static bool screens_are_allowed(const rc_list_settings *settings) {
  return rc__is_finite(settings->slack) && settings->slack >= 0 &&
         rc__is_finite(settings->leading_screens[RC_END_TAIL]) &&
         rc__is_finite(settings->leading_screens[RC_END_HEAD]);
}

// Lengths that are too long or NaN are found when they are converted.
static bool items_are_allowed(const rc_list_settings *settings) {
  return settings->leading_items[RC_END_TAIL] >= 0 && settings->leading_items[RC_END_HEAD] >= 0 &&
         settings->overscan_items >= 0;
}

static bool lengths_are_allowed(const rc_list_settings *settings) {
  return settings->direction_threshold >= 0 && settings->extra_lengths[RC_END_TAIL] >= 0 &&
         settings->extra_lengths[RC_END_HEAD] >= 0 && settings->stick_distances[RC_END_TAIL] >= 0 &&
         settings->stick_distances[RC_END_HEAD] >= 0;
}

static bool settings_are_allowed(const rc_list_settings *settings) {
  return settings->depth >= 0 && enums_are_known(settings) && foresight_is_allowed(settings) &&
         screens_are_allowed(settings) && items_are_allowed(settings) &&
         lengths_are_allowed(settings);
}

rc_status rc_list_set_settings(rc_list *list, const rc_list_settings *settings) {
  if (list == NULL || settings == NULL || !settings_are_allowed(settings)) {
    return RC_STATUS_ARGUMENT;
  }
  int64_t threshold, lengths[2], distances[2];
  rc_status status = rc_ticks_from_points(settings->direction_threshold, &threshold);
  for (int end = 0; end < 2 && status == RC_STATUS_OK; end++) {
    status = rc_ticks_from_points(settings->extra_lengths[end], &lengths[end]);
    if (status != RC_STATUS_OK) return status;
    status = rc_ticks_from_points(settings->stick_distances[end], &distances[end]);
  }
  if (status != RC_STATUS_OK) return status;
  if (rc__foresight_is_on(settings)) {
    status = rc__list_reserve_foresight(list);
    if (status != RC_STATUS_OK) return status;
  }
  status = rc__rows_set_extra_lengths(&list->rows, lengths);
  if (status != RC_STATUS_OK) return status;
  rc__since_note_change(&list->anchor);
  list->settings = *settings;
  rc__list_note_setup(list);
  list->tracker.threshold = threshold;
  list->anchor.settings = (rc__anchor_settings){
      .sticks = {settings->sticks[0], settings->sticks[1]},
      .stick_distances = {distances[0], distances[1]},
      .pins_headers = settings->pins_headers,
  };
  list->mode.depth = settings->depth;
  list->mode.presence = settings->presence;
  list->mode.pressure = settings->pressure;
  list->mode.in_background = settings->in_background;
  return RC_STATUS_OK;
}

rc_status rc_list_get_settings(const rc_list *list, rc_list_settings *out_settings) {
  if (list == NULL || out_settings == NULL) return RC_STATUS_ARGUMENT;
  *out_settings = list->settings;
  return RC_STATUS_OK;
}

static bool is_tuning(const rc_list *list, rc_range_mode mode, rc_range range) {
  return list != NULL && rc__is_known((int)mode, RC_RANGE_MODE_LOW_MEMORY) &&
         rc__is_known((int)range, RC_RANGE_APP_3);
}

rc_status rc_list_get_tuning(const rc_list *list, rc_range_mode mode, rc_range range,
                             rc_tuning *out_tuning) {
  if (!is_tuning(list, mode, range) || out_tuning == NULL) return RC_STATUS_ARGUMENT;
  *out_tuning = list->tunings.tunings[mode][range];
  return RC_STATUS_OK;
}

rc_status rc_list_set_tuning(rc_list *list, rc_range_mode mode, rc_range range, rc_tuning tuning) {
  if (!is_tuning(list, mode, range) || !rc__tuning_is_allowed(tuning)) return RC_STATUS_ARGUMENT;
  list->tunings.tunings[mode][range] = tuning;
  rc__list_note_setup(list);
  return RC_STATUS_OK;
}

rc_status rc_list_set_mode(rc_list *list, rc_range_mode mode) {
  if (list == NULL || !rc__is_known((int)mode, RC_RANGE_MODE_LOW_MEMORY)) return RC_STATUS_ARGUMENT;
  list->mode.explicit_mode = mode;
  list->mode.has_explicit_mode = true;
  rc__list_note_setup(list);
  return RC_STATUS_OK;
}

rc_status rc_list_mark_scrolled(rc_list *list) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  rc__mode_state_note_user(&list->mode, true);
  rc__list_note_setup(list);
  return RC_STATUS_OK;
}

// == queries ==

int64_t rc_list_count(const rc_list *list) {
  return list == NULL ? 0 : list->rows.count;
}

int64_t rc_list_measured_row_count(const rc_list *list) {
  return list == NULL ? 0 : rc__rows_measured_count(&list->rows);
}

double rc_list_length(const rc_list *list) {
  if (list == NULL) return 0;
  return rc_ticks_to_points(rc__rows_length(&list->rows));
}

double rc_list_get_estimate(const rc_list *list) {
  return list == NULL ? 0 : rc_ticks_to_points(rc__rows_estimate(&list->rows));
}

rc_status rc_list_item(rc_list *list, int64_t index, rc_item *out_item) {
  if (list == NULL || out_item == NULL || index < 0 || index >= list->rows.count) {
    return RC_STATUS_ARGUMENT;
  }
  *out_item = rc__rows_item_in_points(&list->rows, rc__rows_of_item(&list->rows, index), index);
  return RC_STATUS_OK;
}

rc_status rc_list_item_at(rc_list *list, double offset, rc_item *out_item) {
  if (list == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  int64_t ticks;
  rc_status status = rc_ticks_from_points(offset, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (list->rows.count == 0) return RC_STATUS_NOT_FOUND;
  const rc__item row = rc__rows_at(&list->rows, ticks);
  *out_item =
      rc__rows_item_in_points(&list->rows, row, rc__rows_first_item(&list->rows, row.index));
  return RC_STATUS_OK;
}

rc_status rc_list_items_in(rc_list *list, double lower, double upper, rc_interval *out_items) {
  if (list == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  rc_interval range;
  rc_status status = rc__ticks_from_range(lower, upper, &range);
  if (status != RC_STATUS_OK) return status;
  *out_items = rc__rows_items_in(&list->rows, range);
  return RC_STATUS_OK;
}

static rc_status copy_laned(rc_list *list, int64_t lower, int64_t upper, double *out_offsets,
                            double *out_extents) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  const rc__laned *laned = rc__rows_laned(&list->rows);
  const int64_t head = list->rows.extra_lengths[RC_END_HEAD];
  rc__lanes_walk walk;
  rc__lanes_walk_begin(laned->lanes, lower, &walk);
  for (int64_t i = 0; i < upper - lower; i++) {
    const rc__item row = rc__laned_next(laned, lower + i, &walk);
    if (out_offsets != NULL) out_offsets[i] = rc_ticks_to_points(row.offset + head);
    if (out_extents != NULL) out_extents[i] = rc_ticks_to_points(row.extent);
  }
  return RC_STATUS_OK;
}

rc_status rc_list_copy_rows(rc_list *list, int64_t lower, int64_t upper, double *out_offsets,
                            double *out_extents) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  if (rc__rows_are_laned(&list->rows)) {
    return copy_laned(list, lower, upper, out_offsets, out_extents);
  }
  rc_status status = rc_extents_copy(list->rows.extents, lower, upper, out_offsets, out_extents);
  int64_t head = list->rows.extra_lengths[RC_END_HEAD];
  if (status != RC_STATUS_OK || out_offsets == NULL || head == 0) return status;
  for (int64_t i = 0; i < upper - lower; i++) {
    // In ticks, so that the sum has the same bits as for a single item.
    int64_t offset;
    (void)rc_ticks_from_points(out_offsets[i], &offset);
    out_offsets[i] = rc_ticks_to_points(offset + head);
  }
  return RC_STATUS_OK;
}

rc_status rc_list_unmeasured_rows(const rc_list *list, int64_t lower, int64_t upper,
                                  rc_interval *out_rows) {
  if (!rc__list_has_items(list, lower, upper) || out_rows == NULL) return RC_STATUS_ARGUMENT;
  const int64_t row = rc__rows_index(&list->rows, lower);
  const int64_t end = lower < upper ? rc__rows_before(&list->rows, upper) : row;
  const int64_t first = rc__rows_first_unsettled(&list->rows, row, end);
  *out_rows = (rc_interval){end, end};
  if (first >= end) return RC_STATUS_OK;
  int64_t last = first, former;
  do {
    former = last;
    last = rc__provisional_end(list->rows.provisional, rc__rows_find(&list->rows, last, end, true));
  } while (last != former && last < end);
  *out_rows = (rc_interval){first, rc__at_most(last, end)};
  return RC_STATUS_OK;
}

rc_status rc_list_set_names(rc_list *list, int64_t lower, int64_t upper, const rc_id *names) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  if (names == NULL) return RC_STATUS_ARGUMENT;
  const bool had_memory = rc__names_set(&list->names, &list->origins, lower, upper, names);
  return had_memory ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

rc_status rc_list_copy_change_names(const rc_list *list, size_t position, rc_id *out_names) {
  // An edit drops the changes.
  if (list == NULL || out_names == NULL || position >= rc__states_change_count(list->states)) {
    return RC_STATUS_ARGUMENT;
  }
  const rc__states *states = list->states;
  const bool is_removed = position < states->removed_count;
  rc__names_copy(&list->names, &states->changes[position], is_removed, out_names);
  return RC_STATUS_OK;
}

rc_state rc_list_state(const rc_list *list, int64_t index) {
  if (list == NULL || index < 0 || index >= list->rows.count) return 0;
  return rc__states_get(list->states, &list->origins, index);
}

rc_status rc_list_copy_states(const rc_list *list, int64_t lower, int64_t upper,
                              rc_state *out_states) {
  if (!rc__list_has_items(list, lower, upper) || out_states == NULL) return RC_STATUS_ARGUMENT;
  rc__states_copy(list->states, &list->origins, lower, upper, out_states);
  return RC_STATUS_OK;
}

/// Checks everything in the list besides the extents.
static const char *find_violation(const rc_list *list) {
  const char *reason = rc__origins_find_violation(&list->origins);
  if (reason == NULL) reason = rc__states_find_violation(list->states, &list->origins);
  if (reason != NULL) return reason;
  if (list->origins.count != list->rows.count) return "item counts of states and list differ";
  reason = rc__rows_find_violation(&list->rows);
  return reason != NULL ? reason : rc__anchor_find_violation(&list->anchor);
}

rc_status rc_list_validate(const rc_list *list, const char **out_reason) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  const rc__laned *laned = rc__rows_laned(&list->rows);
  rc_status status = laned == NULL ? rc_extents_validate(list->rows.extents, out_reason)
                                   : rc_lanes_validate(laned->lanes, out_reason);
  if (status != RC_STATUS_OK) return status;
  const char *reason = find_violation(list);
  if (out_reason != NULL) *out_reason = reason;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
