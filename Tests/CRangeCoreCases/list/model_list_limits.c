// What calls to the slow list come to: what is allowed, and what would pass a limit.

#include <math.h>

#include "model_list.h"

int64_t model_list_slots_length(const model_list *list, int64_t estimate) {
  int64_t length = 0;
  for (int64_t row = 0; row < list->rows; row++) {
    length += (list->row[row].is_measured ? list->row[row].extent : estimate) + list->spacing;
  }
  return length;
}

bool model_list_fits(const model_list *list, int64_t length) {
  int64_t extra = model_list_extra(list, RC_END_HEAD) + model_list_extra(list, RC_END_TAIL);
  return length <= RC_LIST_TICKS_MAX - extra;
}

static rc_status fits_status(const model_list *list, int64_t length) {
  return model_list_fits(list, length) ? RC_STATUS_OK : RC_STATUS_LIMIT;
}

/// Of a length that a host gives.
static rc_status length_status(double points, int64_t most) {
  if (!isfinite(points) || points < 0) return RC_STATUS_ARGUMENT;
  int64_t ticks = 0;
  rc_status status = rc_ticks_from_points(points, &ticks);
  if (status != RC_STATUS_OK) return status;
  return ticks <= most ? RC_STATUS_OK : RC_STATUS_LIMIT;
}

/// The list on which an edit is tried whose rows form again.
static _Thread_local model_list trial;

/// Of extents, all of which are asked whether they are allowed before any is whether it fits.
static rc_status extents_status(const model_list *list, const double *extent, int64_t count,
                                int64_t *out_length) {
  rc_status worst = RC_STATUS_OK;
  *out_length = 0;
  for (int64_t i = 0; i < count; i++) {
    rc_status status = length_status(extent[i], RC_ITEM_TICKS_MAX - list->spacing);
    if (status == RC_STATUS_ARGUMENT) return status;
    if (status != RC_STATUS_OK) worst = status;
    if (status == RC_STATUS_OK) *out_length += model_list_ticks(extent[i]) + list->spacing;
  }
  return worst;
}

rc_status model_list_configure_status(const model_list *list, const rc_list_settings *settings) {
  const double *extra = settings->extra_lengths;
  if (settings->depth < 0) return RC_STATUS_ARGUMENT;
  for (int end = 0; end < 2; end++) {
    if (isnan(extra[end]) || extra[end] < 0) return RC_STATUS_ARGUMENT;
    const double distance = settings->stick_distances[end];
    if (isnan(distance) || distance < 0) return RC_STATUS_ARGUMENT;
    if (!isfinite(settings->leading_screens[end])) return RC_STATUS_ARGUMENT;
    if (settings->leading_items[end] < 0) return RC_STATUS_ARGUMENT;
  }
  if (settings->overscan_items < 0) return RC_STATUS_ARGUMENT;
  if (!isfinite(settings->slack) || settings->slack < 0) return RC_STATUS_ARGUMENT;
  if (!isfinite(settings->foresight) || settings->foresight < 0) return RC_STATUS_ARGUMENT;
  rc_status status = length_status(settings->direction_threshold, RC_LIST_TICKS_MAX);
  for (int end = 0; end < 2 && status == RC_STATUS_OK; end++) {
    status = length_status(extra[end], RC_LIST_TICKS_MAX);
  }
  for (int end = 0; end < 2 && status == RC_STATUS_OK; end++) {
    status = length_status(settings->stick_distances[end], RC_LIST_TICKS_MAX);
  }
  if (status != RC_STATUS_OK) return status;
  int64_t both = model_list_ticks(extra[0]) + model_list_ticks(extra[1]);
  int64_t length = model_list_slots_length(list, list->estimate);
  return length <= RC_LIST_TICKS_MAX - both ? RC_STATUS_OK : RC_STATUS_LIMIT;
}

rc_status model_list_insert_status(const model_list *list, int64_t index, bool is_measured,
                                   const double *extent, int64_t count) {
  if (count < 0 || index < 0 || index > list->count) return RC_STATUS_ARGUMENT;
  int64_t columns = model_list_columns_at(list, index);
  if (is_measured && columns > 1) return RC_STATUS_ARGUMENT;
  if (count > RC_ITEM_COUNT_MAX - list->count) return RC_STATUS_LIMIT;
  int64_t length = model_list_slots_length(list, list->estimate), added = 0;
  if (is_measured) {
    rc_status status = extents_status(list, extent, count, &added);
    if (status != RC_STATUS_OK) return status;
  } else {
    // At most 2^32 rows of 2^32 ticks; a sum that is not representable is past the limit.
    int64_t rows = model_list_rows_gained(list, index, count);
    int64_t slot = list->estimate + list->spacing;
    if (slot > 0 && rows > RC_LIST_TICKS_MAX / slot) return RC_STATUS_LIMIT;
    added = rows * slot;
  }
  return count == 0 ? RC_STATUS_OK : fits_status(list, length + added);
}

/// Of an edit that was tried.
static rc_status fits_after(const model_list *list) {
  return fits_status(list, model_list_slots_length(&trial, list->estimate));
}

rc_status model_list_range_status(const model_list *list, int64_t lower, int64_t upper) {
  bool is_range = 0 <= lower && lower <= upper && upper <= list->count;
  return is_range ? RC_STATUS_OK : RC_STATUS_ARGUMENT;
}

rc_status model_list_move_status(const model_list *list, int64_t lower, int64_t upper, int64_t to) {
  rc_status status = model_list_range_status(list, lower, upper);
  if (status != RC_STATUS_OK) return status;
  if (to < 0 || to > list->count - (upper - lower)) return RC_STATUS_ARGUMENT;
  // Without sections a list has as many rows as before.
  if (to == lower || model_list_section_count(list) == 0) return RC_STATUS_OK;
  trial = *list;
  model_list_move(&trial, lower, upper, to);
  return fits_after(list);
}

rc_status model_list_remove_status(const model_list *list, int64_t lower, int64_t upper) {
  rc_status status = model_list_range_status(list, lower, upper);
  if (status != RC_STATUS_OK) return status;
  if (model_list_is_in_section(list, lower, upper)) return RC_STATUS_OK;
  trial = *list;
  model_list_remove(&trial, lower, upper);
  return fits_after(list);
}

rc_status model_list_header_status(const model_list *list, int64_t index, int64_t columns) {
  if (index < 0 || index >= list->count) return RC_STATUS_ARGUMENT;
  trial = *list;
  model_list_mark_header(&trial, index, columns);
  return fits_after(list);
}

/// What measured rows of first ..< last come to.
static int64_t measured_length(const model_list *list, int64_t first, int64_t last) {
  int64_t length = 0;
  for (int64_t row = first; row < last; row++) {
    if (list->row[row].is_measured) length += list->row[row].extent + list->spacing;
  }
  return length;
}

/// How many rows of first ..< last are measured.
static int64_t measured_rows(const model_list *list, int64_t first, int64_t last) {
  int64_t count = 0;
  for (int64_t row = first; row < last; row++) count += list->row[row].is_measured;
  return count;
}

rc_status model_list_reload_status(const model_list *list, int64_t lower, int64_t upper) {
  rc_status status = model_list_range_status(list, lower, upper);
  if (status != RC_STATUS_OK || lower == upper) return status;
  int64_t first = list->items[lower].row, last = list->items[upper - 1].row + 1;
  int64_t length = model_list_slots_length(list, list->estimate);
  int64_t fresh = measured_rows(list, first, last) * (list->estimate + list->spacing);
  return fits_status(list, length - measured_length(list, first, last) + fresh);
}

rc_status model_list_measure_status(const model_list *list, int64_t row, const double *extent,
                                    int64_t count) {
  if (row < 0 || row > list->rows || count < 0 || count > list->rows - row) {
    return RC_STATUS_ARGUMENT;
  }
  int64_t fresh;
  rc_status status = extents_status(list, extent, count, &fresh);
  if (status != RC_STATUS_OK || count == 0) return status;
  int64_t length = model_list_slots_length(list, list->estimate);
  int64_t unmeasured = count - measured_rows(list, row, row + count);
  length -= measured_length(list, row, row + count);
  length -= unmeasured * (list->estimate + list->spacing);
  return fits_status(list, length + fresh);
}

rc_status model_list_estimate_status(const model_list *list, double estimate) {
  rc_status status = length_status(estimate, RC_LIST_TICKS_MAX);
  if (status != RC_STATUS_OK) return status;
  int64_t ticks = model_list_stepped(list, model_list_ticks(estimate));
  if (ticks > RC_ITEM_TICKS_MAX - list->spacing) return RC_STATUS_LIMIT;
  return fits_status(list, model_list_slots_length(list, ticks));
}

rc_status model_list_layout_status(const model_list *list, int64_t columns, double spacing,
                                   bool keeps_extents) {
  rc_status status = length_status(spacing, RC_LIST_TICKS_MAX);
  if (status != RC_STATUS_OK) return status;
  int64_t gap = model_list_ticks(spacing);
  if (list->estimate > RC_ITEM_TICKS_MAX - gap) return RC_STATUS_LIMIT;
  trial = *list;
  model_list_set_layout(&trial, columns, spacing, keeps_extents);
  for (int64_t row = 0; row < trial.rows; row++) {
    if (model_list_row_extent(&trial, row) > RC_ITEM_TICKS_MAX - gap) return RC_STATUS_LIMIT;
  }
  return fits_status(&trial, model_list_slots_length(&trial, trial.estimate));
}

rc_status model_list_update_status(const model_list *list, const rc_viewport *viewport) {
  const double lengths[] = {viewport->length, viewport->inset_start, viewport->inset_end};
  if (!isfinite(viewport->velocity) || !isfinite(viewport->time)) return RC_STATUS_ARGUMENT;
  if (!(viewport->jitter >= 0 && viewport->jitter <= 1)) return RC_STATUS_ARGUMENT;
  int64_t ticks;
  const double place = viewport->has_item ? viewport->item_place : viewport->offset;
  if (viewport->has_item && (viewport->item < 0 || viewport->item >= list->count)) {
    return RC_STATUS_ARGUMENT;
  }
  rc_status status = rc_ticks_from_points(place, &ticks);
  for (int i = 0; i < 3 && status == RC_STATUS_OK; i++) {
    status = length_status(lengths[i], RC_LIST_TICKS_MAX);
  }
  if (status == RC_STATUS_OK && viewport->has_landing) {
    status = rc_ticks_from_points(viewport->landing_offset, &ticks);
  }
  return status;
}

rc_status model_list_keep_status(const model_list *list, int64_t index, rc_state bits) {
  if (index < 0 || index >= list->count) return RC_STATUS_ARGUMENT;
  if ((bits & (RC_STATE_MEASURE_LAYOUT | RC_STATE_VISIBLE)) != 0) return RC_STATUS_ARGUMENT;
  const bool is_another = bits != 0 && list->items[index].kept == 0;
  const bool is_full = model_list_kept_count(list) == RC_KEPT_ITEM_COUNT_MAX;
  return is_another && is_full ? RC_STATUS_LIMIT : RC_STATUS_OK;
}
