// Rows that are to be measured again, and other columns, lanes and spacing.

#include "../base/ticks.h"
#include "../lanes/lanes_change.h"
#include "rows.h"

/// Whether all items of a row are new since the last update.
static bool is_new(const rc__rows *rows, const rc__origins *origins, int64_t row) {
  const int64_t upper = rc__rows_first_item(rows, row + 1);
  for (int64_t lower = rc__rows_first_item(rows, row); lower < upper;) {
    const rc__stretch stretch = rc__origins_part(origins, lower, upper);
    if (rc__origins_is_old(origins, &stretch)) return false;
    lower += stretch.count;
  }
  return true;
}

/// Finds the kind of a row once it is marked, and returns up to which row, `end` at most, all are
/// marked so.
static int64_t find_mark(const rc__rows *rows, const rc__origins *origins,
                         rc__provisional *provisional, int64_t row, int64_t end,
                         rc__provisional_kind *out_kind) {
  const rc__provisional_kind kind = rc__provisional_kind_of(provisional, row);
  const bool is_guess = kind == RC__PROVISIONAL_INSERTED || is_new(rows, origins, row);
  *out_kind = is_guess ? RC__PROVISIONAL_INSERTED : RC__PROVISIONAL_KEPT;
  if (kind != RC__PROVISIONAL_NOT) return row + 1;
  // The other rows of a stretch of items are marked like its first one, up to those with others.
  const int64_t first = rc__rows_first_item(rows, row);
  const rc__stretch part = rc__origins_part(origins, first, rows->count);
  const int64_t whole = rc__rows_before(rows, part.lower + part.count);
  const int64_t next = is_guess && part.lower + part.count < rows->count
                           ? rc__rows_index(rows, part.lower + part.count)
                           : whole;
  const int64_t marked = rc__provisional_find(provisional, row);
  return rc__at_most(rc__at_most(rc__at_least(next, row + 1), marked), end);
}

/// Marks the rows row ..< end, or only counts how many stretches of one kind that takes.
static uint32_t mark_rows(const rc__rows *rows, const rc__origins *origins,
                          rc__provisional *provisional, int64_t row, int64_t end, bool marks) {
  uint32_t count = 0;
  while (row < end) {
    rc__provisional_kind kind, next_kind = RC__PROVISIONAL_NOT;
    int64_t upper = find_mark(rows, origins, provisional, row, end, &kind);
    while (upper < end) {
      const int64_t next = find_mark(rows, origins, provisional, upper, end, &next_kind);
      if (next_kind != kind) break;
      upper = next;
    }
    if (marks) rc__provisional_replace(provisional, row, upper, upper - row, kind);
    row = upper;
    count++;
  }
  return count;
}

rc_status rc__rows_mark_provisional(rc__rows *rows, const rc__origins *origins, int64_t lower,
                                    int64_t upper) {
  rc__provisional *provisional = rows->provisional;
  if (provisional == NULL) {
    provisional = rc__provisional_create(&rows->allocator, rc__rows_before(rows, rows->count));
    if (provisional == NULL) return RC_STATUS_NO_MEMORY;
  }
  const int64_t first = rc__rows_index(rows, lower), end = rc__rows_before(rows, upper);
  const uint32_t steps = mark_rows(rows, origins, provisional, first, end, false);
  if (!rc__provisional_reserve(provisional, steps)) {
    if (rows->provisional == NULL) rc__provisional_destroy(provisional);
    return RC_STATUS_NO_MEMORY;
  }
  rows->provisional = provisional;
  (void)mark_rows(rows, origins, provisional, first, end, true);
  rows->stamp++;
  return RC_STATUS_OK;
}

// == columns, lanes and spacing ==

enum { CHUNK = 64 };

// The rows with the next layout are made beside the former ones, and take their place at last.

/// Groups the items of sections by the next rows' columns; false if out of memory.
static bool copy_sections(const rc__rows *former, rc__rows *next) {
  if (rc__rows_sections(former) == NULL) return true;
  next->sections = rc__sections_copy(rc__rows_sections(former));
  if (next->sections == NULL) return false;
  rc__sections_set_own_columns(next->sections, next->columns);
  return true;
}

/// Gives rows that were measured the extents that they had, by their first items.
static rc_status keep_rows(const rc__rows *former, rc__rows *next, int64_t lower, int64_t upper) {
  double extents[CHUNK];
  for (int64_t row = lower; row < upper; row += CHUNK) {
    const int64_t count = rc__at_most(upper - row, CHUNK);
    for (int64_t i = 0; i < count; i++) {
      const int64_t first = rc__rows_first_item(next, row + i);
      const rc__item item = rc__rows_row(former, rc__rows_index(former, first));
      extents[i] = rc_ticks_to_points(item.extent);
    }
    const rc_status status = rc__rows_are_laned(next)
                                 ? rc__laned_set_extents(rc__rows_laned(next), row, count, extents)
                                 : rc_extents_set(next->extents, row, extents, (size_t)count);
    if (status != RC_STATUS_OK) return status;
  }
  return RC_STATUS_OK;
}

/// The first row whose first item was in a former row, or in one after it.
static int64_t row_from(const rc__rows *former, const rc__rows *next, int64_t row) {
  return rc__rows_before(next, rc__rows_first_item(former, row));
}

/// Goes through the former rows that are measured, stretch by stretch.
static rc_status keep_extents(const rc__rows *former, rc__rows *next) {
  const int64_t former_count = rc__rows_row_count(former), count = rc__rows_row_count(next);
  rc_status status = RC_STATUS_OK;
  for (int64_t lower = rc__rows_find(former, 0, former_count, true);
       lower < former_count && status == RC_STATUS_OK;) {
    const int64_t upper = rc__rows_find(former, lower, former_count, false);
    status = keep_rows(former, next, row_from(former, next, lower), row_from(former, next, upper));
    lower = rc__rows_find(former, upper, former_count, true);
  }
  if (status != RC_STATUS_OK || rc__rows_measured_count(next) == 0) return status;
  next->provisional = rc__provisional_create(&next->allocator, count);
  if (next->provisional == NULL || !rc__provisional_reserve(next->provisional, 1)) {
    return RC_STATUS_NO_MEMORY;
  }
  rc__provisional_replace(next->provisional, 0, count, count, RC__PROVISIONAL_KEPT);
  return RC_STATUS_OK;
}

/// Limits the length, and fails if it is too long.
static rc_status set_length_max(rc__rows *rows, int64_t most) {
  return rc__rows_are_laned(rows) ? rc__lanes_set_length_max(rc__rows_laned(rows)->lanes, most)
                                  : rc__extents_set_length_max(rows->extents, most);
}

/// Makes all rows, unmeasured.
static rc_status make_rows(const rc__rows *former, rc__rows *next, const rc__layout *layout) {
  const double estimate = rc_ticks_to_points(rc__rows_estimate(former));
  rc_status status;
  if (layout->lane_count > 0) {
    const rc_lanes_options options = {estimate, layout->spacing, layout->lane_count};
    rc__laned *laned;
    status = rc__laned_create(next, &options, &laned);
    rc__rows_set_laned(next, laned);
  } else {
    const rc_extents_options options = {estimate, layout->spacing};
    status = rc_extents_create(&options, &next->allocator, &next->extents);
  }
  if (status != RC_STATUS_OK) return status;
  if (!copy_sections(former, next)) return RC_STATUS_NO_MEMORY;
  // It may be too long until all rows have the extents that they keep.
  (void)set_length_max(next, INT64_MAX / 2);
  if (layout->lane_count == 0) {
    return rc_extents_insert(next->extents, 0, NULL, rc__rows_before(next, next->count));
  }
  status = rc_lanes_insert(rc__rows_laned(next)->lanes, 0, NULL, next->count);
  return status == RC_STATUS_OK ? rc__laned_copy_spans(former, next) : status;
}

static rc_status make_layout(const rc__rows *former, rc__rows *next, const rc__layout *layout,
                             bool keeps_extents) {
  rc_status status = make_rows(former, next, layout);
  if (status == RC_STATUS_OK && keeps_extents) status = keep_extents(former, next);
  const int64_t most =
      RC_LIST_TICKS_MAX - next->extra_lengths[RC_END_HEAD] - next->extra_lengths[RC_END_TAIL];
  return status == RC_STATUS_OK ? set_length_max(next, most) : status;
}

rc_status rc__rows_set_layout(rc__rows *rows, const rc__layout *layout, bool keeps_extents) {
  rc__rows next = *rows;
  next.columns = layout->columns;
  next.extents = NULL;
  rc__rows_set_laned(&next, NULL);
  next.provisional = NULL;
  next.sections = NULL;
  const rc_status status = make_layout(rows, &next, layout, keeps_extents);
  if (status != RC_STATUS_OK) {
    rc__rows_deinit(&next);
    return status;
  }
  rc__rows_deinit(rows);
  *rows = next;
  rc__rows_note_change(rows);
  return RC_STATUS_OK;
}
