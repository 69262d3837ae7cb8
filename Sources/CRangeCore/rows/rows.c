// Rows: creation, queries, estimates and measurements.

#include "rows.h"

#include "../base/ticks.h"
#include "../lanes/lanes_change.h"

static rc_status create_extents(rc__rows *rows, const rc_list_options *options) {
  if (options->columns < 1 || options->quantum < 0) return RC_STATUS_ARGUMENT;
  const rc_status status = rc_ticks_from_points(options->quantum, &rows->quantum);
  if (status != RC_STATUS_OK) return status;
  rc_extents_options extents = {options->estimate, options->spacing};
  int64_t estimate;
  // What is wrong with an estimate is found where the extents are created.
  if (extents.estimate >= 0 && rc_ticks_from_points(extents.estimate, &estimate) == RC_STATUS_OK) {
    extents.estimate = rc_ticks_to_points(rc__rows_stepped(rows, estimate));
  }
  return rc_extents_create(&extents, &rows->allocator, &rows->extents);
}

rc_status rc__rows_init(rc__rows *rows, const rc_list_options *options,
                        const rc_allocator *allocator) {
  *rows = (rc__rows){.allocator = *allocator, .columns = options->columns, .stamp = 1};
  return create_extents(rows, options);
}

void rc__rows_deinit(rc__rows *rows) {
  rc__provisional_destroy(rows->provisional);
  rc__sections_destroy(rc__rows_sections(rows));
  rc_extents_destroy(rows->extents);
  rc__laned_destroy(rc__rows_laned(rows), &rows->allocator);
}

// == queries ==

rc__item rc__rows_of_item(const rc__rows *rows, int64_t item) {
  RC_ASSERT(0 <= item && item < rows->count);
  const rc__item row = rc__rows_row(rows, rc__rows_index(rows, item));
  // Field by field: a copy of the whole would wait for the writes to its fields.
  return (rc__item){.index = row.index,
                    .offset = row.offset + rows->extra_lengths[RC_END_HEAD],
                    .extent = row.extent,
                    .is_measured = row.is_measured};
}

rc_interval rc__rows_items_in(const rc__rows *rows, rc_interval range) {
  const int64_t head = rows->extra_lengths[RC_END_HEAD];
  const rc_interval within = {range.lower - head, range.upper - head};
  if (rc__rows_are_laned(rows)) {
    rc_interval items[RC_LANE_COUNT_MAX];
    return rc__lanes_hull_in(rc__rows_laned(rows)->lanes, within, items);
  }
  const rc_interval found = rc__extents_items_in(rows->extents, within);
  return (rc_interval){rc__rows_first_item(rows, found.lower),
                       rc__rows_first_item(rows, found.upper)};
}

rc_item rc__rows_item_in_points(const rc__rows *rows, rc__item row, int64_t index) {
  rc_item item = rc__item_in_points(row);
  item.index = index;
  item.is_provisional = row.is_measured && !rc__rows_is_settled(rows, &row);
  return item;
}

const char *rc__rows_find_violation(const rc__rows *rows) {
  const char *reason =
      rc__sections_find_violation(rc__rows_sections(rows), rows->columns, rows->count);
  if (reason != NULL) return reason;
  const int64_t count = rc__rows_before(rows, rows->count);
  const rc__laned *laned = rc__rows_laned(rows);
  const int64_t own =
      laned == NULL ? rc_extents_count(rows->extents) : rc_lanes_count(laned->lanes);
  if (own != count) return "row counts of extents and list differ";
  return rc__provisional_find_violation(rows->provisional, count);
}

// == estimates and lengths ==

int64_t rc__rows_stepped(const rc__rows *rows, int64_t estimate) {
  const int64_t quantum = rows->quantum;
  if (quantum == 0 || estimate <= 0) return estimate;
  int64_t steps = estimate / quantum;
  const int64_t rest = estimate % quantum, other = quantum - rest;
  if (rest > other || (rest == other && steps % 2 != 0)) steps++;
  return steps == 0 ? quantum : steps * quantum;
}

static rc_status set_estimate(rc__rows *rows, int64_t estimate) {
  if (rc__rows_are_laned(rows)) {
    return rc_lanes_set_estimate(rc__rows_laned(rows)->lanes, rc_ticks_to_points(estimate));
  }
  return rc__extents_set_estimate(rows->extents, estimate);
}

rc_status rc__rows_set_estimate(rc__rows *rows, double points) {
  int64_t estimate;
  if (points < 0) return RC_STATUS_ARGUMENT;
  rc_status status = rc_ticks_from_points(points, &estimate);
  if (status != RC_STATUS_OK) return status;
  status = set_estimate(rows, rc__rows_stepped(rows, estimate));
  if (status == RC_STATUS_OK) rc__rows_note_change(rows);
  return status;
}

bool rc__rows_find_mean(const rc__rows *rows, int64_t *out_mean) {
  if (rc__rows_are_laned(rows)) {
    const rc__laned *laned = rc__rows_laned(rows);
    if (laned->measured_count == 0) return false;
    *out_mean = rc__mean_of(laned->measured_sum, laned->measured_count);
  } else if (rc__extents_mean(rows->extents, out_mean) != RC_STATUS_OK) {
    return false;
  }
  *out_mean = rc__rows_stepped(rows, *out_mean);
  return *out_mean != rc__rows_estimate(rows);
}

void rc__rows_apply_mean(rc__rows *rows, int64_t mean) {
  if (set_estimate(rows, mean) == RC_STATUS_OK) rc__rows_note_change(rows);
}

rc_status rc__rows_set_extra_lengths(rc__rows *rows, const int64_t lengths[2]) {
  // So a viewport can be at every offset of the list.
  const int64_t most = RC_LIST_TICKS_MAX - lengths[RC_END_HEAD] - lengths[RC_END_TAIL];
  const rc_status status = rc__rows_are_laned(rows)
                               ? rc__lanes_set_length_max(rc__rows_laned(rows)->lanes, most)
                               : rc__extents_set_length_max(rows->extents, most);
  if (status != RC_STATUS_OK) return status;
  int64_t *own = rows->extra_lengths;
  if (own[RC_END_TAIL] == lengths[RC_END_TAIL] && own[RC_END_HEAD] == lengths[RC_END_HEAD]) {
    return status;
  }
  own[RC_END_TAIL] = lengths[RC_END_TAIL];
  own[RC_END_HEAD] = lengths[RC_END_HEAD];
  rc__rows_note_change(rows);
  return status;
}

// == measurements ==

bool rc__rows_have_extents(const rc__rows *rows, int64_t row, int64_t count,
                           const double *extents) {
  if (rc__provisional_find(rows->provisional, row) < row + count) return false;
  for (int64_t i = 0; i < count; i++) {
    const rc__item item = rc__rows_row(rows, row + i);
    int64_t extent;
    if (!item.is_measured || !(extents[i] >= 0) ||
        rc_ticks_from_points(extents[i], &extent) != RC_STATUS_OK || extent != item.extent) {
      return false;
    }
  }
  return true;
}

rc_status rc__rows_set_extents(rc__rows *rows, int64_t row, int64_t count, const double *extents) {
  const bool confirms = rc__provisional_find(rows->provisional, row) < row + count;
  if (confirms && !rc__provisional_reserve(rows->provisional, 1)) return RC_STATUS_NO_MEMORY;
  const rc_status status = rc__rows_are_laned(rows)
                               ? rc__laned_set_extents(rc__rows_laned(rows), row, count, extents)
                               : rc_extents_set(rows->extents, row, extents, (size_t)count);
  if (status != RC_STATUS_OK) return status;
  if (confirms) {
    rc__provisional_replace(rows->provisional, row, row + count, count, RC__PROVISIONAL_NOT);
    if (rc__provisional_find(rows->provisional, 0) == rc__rows_before(rows, rows->count)) {
      rc__provisional_destroy(rows->provisional);
      rows->provisional = NULL;
    }
  }
  rc__rows_note_change(rows);
  return status;
}

rc_status rc__rows_forget(rc__rows *rows, int64_t row, int64_t end) {
  const rc_status status = rc__rows_are_laned(rows)
                               ? rc__laned_forget(rc__rows_laned(rows), row, end)
                               : rc_extents_forget(rows->extents, row, end);
  if (status == RC_STATUS_OK) rc__rows_note_change(rows);
  return status;
}
