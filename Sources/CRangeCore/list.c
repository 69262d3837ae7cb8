// One list: its life, its settings, and what can be asked of it.

#include "list.h"
#include "ticks.h"

void rc_list_options_init(rc_list_options *options) {
  if (options == NULL) return;
  rc_extents_options defaults;
  rc_extents_options_init(&defaults);
  *options = (rc_list_options){
      .struct_size = sizeof *options,
      .columns = 1,
      .estimate = defaults.estimate,
      .spacing = defaults.spacing,
  };
}

void rc_list_settings_init(rc_list_settings *settings) {
  if (settings == NULL) return;
  *settings = (rc_list_settings){
      .struct_size = sizeof *settings,
      .presence = RC_PRESENCE_ON_SCREEN,
      .pressure = RC_PRESSURE_NORMAL,
      .short_content_policy = RC_SHORT_CONTENT_FETCHES,
      .direction_threshold = 1,
      .leading_screens = {[RC_END_TAIL] = 2, [RC_END_HEAD] = 0},
  };
  rc_tuning_table_init(&settings->tunings);
}

void rc_viewport_init(rc_viewport *viewport) {
  if (viewport == NULL) return;
  *viewport = (rc_viewport){.struct_size = sizeof *viewport};
}

static rc_status create_rooms(rc_list *list, const rc_list_options *options) {
  rc_extents_options extents_options;
  rc_extents_options_init(&extents_options);
  extents_options.estimate = options->estimate;
  extents_options.spacing = options->spacing;
  rc_status status = rc_extents_create(&extents_options, &list->allocator, &list->extents);
  if (status == RC_STATUS_OK) status = rc_states_create(&list->allocator, &list->states);
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
  if (out_list == NULL || options->struct_size != sizeof *options || options->columns < 1 ||
      !rc__allocator_init(&memory, allocator)) {
    return RC_STATUS_ARGUMENT;
  }
  rc_list *list = rc__allocate(&memory, sizeof *list);
  if (list == NULL) return RC_STATUS_NO_MEMORY;
  *list = (rc_list){
      .allocator = memory,
      .columns = options->columns,
      .anchor = {.item = -1},
      .target = {.item = -1},
  };
  rc_list_settings_init(&list->settings);
  rc_mode_state_init(&list->mode);
  rc_direction_tracker_init(&list->tracker);
  rc_status status = create_rooms(list, options);
  if (status != RC_STATUS_OK) {
    rc_list_destroy(list);
    return status;
  }
  *out_list = list;
  return RC_STATUS_OK;
}

void rc_list_destroy(rc_list *list) {
  if (list == NULL) return;
  rc__batch_end_deinit(&list->ends[RC_END_HEAD]);
  rc__batch_end_deinit(&list->ends[RC_END_TAIL]);
  rc_states_destroy(list->states);
  rc_extents_destroy(list->extents);
  rc_allocator memory = list->allocator;
  rc__deallocate(&memory, list, sizeof *list);
}

// == settings ==

static bool tunings_are_allowed(const rc_tuning_table *table) {
  for (int i = 0; i < RC_RANGE_MODE_COUNT * RC_RANGE_COUNT; i++) {
    if (!rc__tuning_is_allowed(table->tunings[i])) return false;
  }
  return true;
}

static bool enums_are_known(const rc_list_settings *settings) {
  return rc__is_known((int)settings->presence, RC_PRESENCE_AWAY) &&
         rc__is_known((int)settings->pressure, RC_PRESSURE_CRITICAL) &&
         rc__is_known((int)settings->short_content_policy, RC_SHORT_CONTENT_NEVER);
}

static bool screens_are_allowed(const rc_list_settings *settings) {
  return rc__is_finite(settings->slack) && settings->slack >= 0 &&
         rc__is_finite(settings->leading_screens[RC_END_TAIL]) &&
         rc__is_finite(settings->leading_screens[RC_END_HEAD]) &&
         tunings_are_allowed(&settings->tunings);
}

// What is too long, or no number, is found out when it is converted.
static bool lengths_are_allowed(const rc_list_settings *settings) {
  return settings->direction_threshold >= 0 && settings->extra_lengths[RC_END_TAIL] >= 0 &&
         settings->extra_lengths[RC_END_HEAD] >= 0;
}

static bool is_reserved_zero(const rc_list_settings *settings) {
  const uint8_t *bytes = settings->reserved_bytes;
  return settings->reserved == 0 && (bytes[0] | bytes[1] | bytes[2]) == 0;
}

static bool settings_are_allowed(const rc_list_settings *settings) {
  return settings->struct_size == sizeof *settings && settings->depth >= 0 &&
         enums_are_known(settings) && screens_are_allowed(settings) &&
         lengths_are_allowed(settings) && is_reserved_zero(settings);
}

rc_status rc_list_configure(rc_list *list, const rc_list_settings *settings) {
  if (list == NULL || settings == NULL || !settings_are_allowed(settings)) {
    return RC_STATUS_ARGUMENT;
  }
  int64_t threshold, tail, head;
  rc_status status = rc_ticks_from_points(settings->direction_threshold, &threshold);
  if (status != RC_STATUS_OK) return status;
  status = rc_ticks_from_points(settings->extra_lengths[RC_END_TAIL], &tail);
  if (status != RC_STATUS_OK) return status;
  status = rc_ticks_from_points(settings->extra_lengths[RC_END_HEAD], &head);
  if (status != RC_STATUS_OK) return status;
  // Every offset of the list can then be given in a viewport.
  status = rc__extents_set_length_max(list->extents, RC_LIST_TICKS_MAX - head - tail);
  if (status != RC_STATUS_OK) return status;
  list->settings = *settings;
  list->was_configured = true;
  list->is_planned = false;
  list->tracker.threshold = threshold;
  list->extra_lengths[RC_END_TAIL] = tail;
  list->extra_lengths[RC_END_HEAD] = head;
  list->mode.depth = settings->depth;
  list->mode.presence = settings->presence;
  list->mode.pressure = settings->pressure;
  list->mode.in_background = settings->in_background;
  return RC_STATUS_OK;
}

rc_status rc_list_settings_get(const rc_list *list, rc_list_settings *out_settings) {
  if (list == NULL || out_settings == NULL || out_settings->struct_size != sizeof *out_settings) {
    return RC_STATUS_ARGUMENT;
  }
  *out_settings = list->settings;
  return RC_STATUS_OK;
}

rc_status rc_list_set_mode(rc_list *list, rc_range_mode mode) {
  if (list == NULL || !rc__is_known((int)mode, RC_RANGE_MODE_LOW_MEMORY)) return RC_STATUS_ARGUMENT;
  list->mode.explicit_mode = mode;
  list->mode.has_explicit_mode = true;
  list->is_planned = false;
  return RC_STATUS_OK;
}

rc_status rc_list_promote(rc_list *list) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  rc_mode_state_note_user(&list->mode, true);
  list->is_planned = false;
  return RC_STATUS_OK;
}

// == queries ==

int64_t rc_list_count(const rc_list *list) {
  return list == NULL ? 0 : list->count;
}

int64_t rc_list_measured_count(const rc_list *list) {
  return list == NULL ? 0 : rc_extents_measured_count(list->extents);
}

double rc_list_length(const rc_list *list) {
  if (list == NULL) return 0;
  return rc_ticks_to_points(rc__list_content(list).upper + list->extra_lengths[RC_END_TAIL]);
}

double rc_list_estimate(const rc_list *list) {
  return list == NULL ? 0 : rc_extents_estimate(list->extents);
}

rc_status rc_list_item(rc_list *list, int64_t index, rc_item *out_item) {
  if (list == NULL || out_item == NULL || index < 0 || index >= list->count) {
    return RC_STATUS_ARGUMENT;
  }
  rc__item row = rc__list_row_of(list, index);
  row.index = index;
  *out_item = rc__item_in_points(row);
  return RC_STATUS_OK;
}

rc_status rc_list_item_at(rc_list *list, double offset, rc_item *out_item) {
  if (list == NULL || out_item == NULL) return RC_STATUS_ARGUMENT;
  int64_t ticks;
  rc_status status = rc_ticks_from_points(offset, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (list->count == 0) return RC_STATUS_NOT_FOUND;
  rc__item row = rc__extents_item_at(list->extents, ticks - list->extra_lengths[RC_END_HEAD]);
  row.offset += list->extra_lengths[RC_END_HEAD];
  row.index *= list->columns;
  *out_item = rc__item_in_points(row);
  return RC_STATUS_OK;
}

rc_status rc_list_items_in(rc_list *list, double lower, double upper, rc_interval *out_items) {
  if (list == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  rc_interval range;
  rc_status status = rc__ticks_from_range(lower, upper, &range);
  if (status != RC_STATUS_OK) return status;
  *out_items = rc__list_items_in(list, range);
  return RC_STATUS_OK;
}

rc_status rc_list_copy(rc_list *list, int64_t lower, int64_t upper, double *out_offsets,
                       double *out_extents) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = rc_extents_copy(list->extents, lower, upper, out_offsets, out_extents);
  int64_t head = list->extra_lengths[RC_END_HEAD];
  if (status != RC_STATUS_OK || out_offsets == NULL || head == 0) return status;
  for (int64_t i = 0; i < upper - lower; i++) {
    // In ticks, so that the sum is the same bits as for a single item.
    int64_t offset = 0;
    rc_ticks_from_points(out_offsets[i], &offset);
    out_offsets[i] = rc_ticks_to_points(offset + head);
  }
  return RC_STATUS_OK;
}

rc_state rc_list_state(const rc_list *list, int64_t index) {
  return list == NULL ? 0 : rc_states_get(list->states, index);
}

rc_status rc_list_copy_states(const rc_list *list, int64_t lower, int64_t upper,
                              rc_state *out_states) {
  return list == NULL ? RC_STATUS_ARGUMENT : rc_states_copy(list->states, lower, upper, out_states);
}

static const char *broken_promise(const rc_list *list) {
  if (rc_states_count(list->states) != list->count) return "states and list differ in count";
  if (rc_extents_count(list->extents) != rc__list_rows(list, list->count)) {
    return "extents and list differ in rows";
  }
  if (list->anchor.item < -1 || list->anchor.item >= list->count) {
    return "the anchor is no item";
  }
  if (list->target.item < -1 || list->target.item >= list->count) {
    return "the target is no item";
  }
  return NULL;
}

rc_status rc_list_validate(const rc_list *list, const char **out_reason) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = rc_extents_validate(list->extents, out_reason);
  if (status == RC_STATUS_OK) status = rc_states_validate(list->states, out_reason);
  if (status != RC_STATUS_OK) return status;
  const char *reason = broken_promise(list);
  if (out_reason != NULL) *out_reason = reason;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_INVALID;
}
