// Edits of a list. Each first ensures that nothing after the edit of the extents can fail.

#include "list.h"

/// Reserves memory for what an edit changes besides the extents, and for the update after it.
static bool reserve_edit(rc_list *list, bool moves) {
  const size_t seams = rc__origins_seam_count(&list->origins) + RC__ORIGINS_SEAMS +
                       RC__STATES_PIN_SEAMS +
                       (rc__foresight_is_on(&list->settings) ? RC__STATES_FORESIGHT_RESERVE : 0);
  return rc__origins_reserve(&list->origins) && rc__since_reserve(list, moves) &&
         rc__states_reserve(list->states, seams, false);
}

static void note_edit_of_items(rc_list *list) {
  rc__states_drop_changes(list->states);
  rc__list_note_edit(list);
}

/// The first row that an insertion changes. Before a header, it may fill the row before that.
static int64_t row_of_insertion(const rc_list *list, int64_t index) {
  const bool is_filled = rc__list_sections(list) != NULL && index > 0;
  if (is_filled) return rc__list_row(list, index - 1);
  return index < list->count ? rc__list_row(list, index) : INT64_MAX;
}

rc_status rc_list_insert(rc_list *list, int64_t index, int64_t count, const double *extents) {
  if (list == NULL || count < 0 || index < 0 || index > list->count) return RC_STATUS_ARGUMENT;
  const bool has_one_column = extents == NULL || rc__list_section_before(list, index).columns == 1;
  if (!has_one_column) return RC_STATUS_ARGUMENT;
  if (count > RC_ITEM_COUNT_MAX - list->count) return RC_STATUS_LIMIT;
  if (count == 0) return RC_STATUS_OK;
  if (!reserve_edit(list, false)) return RC_STATUS_NO_MEMORY;
  rc__since_begin(list, row_of_insertion(list, index));
  rc_status status;
  if (extents == NULL) {
    const rc__rearrangement rows = rc__rows_of_insertion(list, index, count);
    status = rc__rows_change(list, &rows);
  } else {
    const int64_t row = rc__list_rows(list, index);
    if (!rc__provisional_reserve(list->provisional, 1)) return RC_STATUS_NO_MEMORY;
    status = rc_extents_insert(list->extents, row, count, extents);
    if (status == RC_STATUS_OK) {
      rc__provisional_replace(list->provisional, row, row, count, RC__PROVISIONAL_NOT);
      const rc__rearrangement rows = {.part_count = 1, .parts = {{row, row, count}}};
      rc__since_rearrange(list, &rows);
    }
  }
  if (status != RC_STATUS_OK) return status;
  rc__sections_of_insertion(list, index, count);
  rc__origins_insert(&list->origins, index, count);
  note_edit_of_items(list);
  list->count += count;
  rc__since_insert(list, index, count);
  if (list->target.item >= index) list->target.item += count;
  rc__batch_end_note_inserted(&list->ends[RC_END_TAIL], count);
  rc__batch_end_note_inserted(&list->ends[RC_END_HEAD], count);
  rc__follower_insert(rc__list_follower(list), index, count);
  rc__list_regroup(list, index);
  return RC_STATUS_OK;
}

rc_status rc_list_remove(rc_list *list, int64_t lower, int64_t upper) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  int64_t count = upper - lower;
  if (count == 0) return RC_STATUS_OK;
  if (!reserve_edit(list, false)) return RC_STATUS_NO_MEMORY;
  const rc__rearrangement rows = rc__rows_of_removal(list, lower, upper);
  rc__since_begin(list, 0);
  const rc_status status = rc__rows_change(list, &rows);
  if (status != RC_STATUS_OK) return status;
  rc__sections_of_removal(list, lower, upper);
  rc__origins_remove(&list->origins, lower, upper);
  note_edit_of_items(list);
  list->count -= count;
  rc__since_remove(list, lower, upper);
  list->target = rc__target_after_remove(list->target, lower, upper);
  rc__batch_end_note_removed(&list->ends[RC_END_TAIL], count);
  rc__batch_end_note_removed(&list->ends[RC_END_HEAD], count);
  rc__follower_remove(rc__list_follower(list), lower, upper);
  rc__list_regroup(list, lower);
  return RC_STATUS_OK;
}

rc_status rc_list_move(rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  if (!rc__list_has_items(list, lower, upper) || to < 0 || to > list->count - (upper - lower)) {
    return RC_STATUS_ARGUMENT;
  }
  if (lower == upper || to == lower) return RC_STATUS_OK;
  if (!reserve_edit(list, true)) return RC_STATUS_NO_MEMORY;
  rc__since_begin(list, 0);
  const rc__rearrangement rows = rc__rows_of_move(list, lower, upper, to);
  const rc_status status = rc__rows_change(list, &rows);
  if (status != RC_STATUS_OK) return status;
  rc__sections_of_move(list, lower, upper, to);
  rc__origins_move(&list->origins, lower, upper, to);
  note_edit_of_items(list);
  rc__since_move(list, lower, upper, to);
  list->target = rc__target_after_move(list->target, lower, upper, to);
  rc__follower_move(rc__list_follower(list), lower, upper, to);
  rc__list_regroup(list, to);
  rc__list_regroup(list, to + (upper - lower));
  // Where they were, now that they are before or after it.
  rc__list_regroup(list, to < lower ? upper : lower);
  return RC_STATUS_OK;
}

rc_status rc_list_forget(rc_list *list, int64_t lower, int64_t upper) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  const int64_t first = rc__list_row(list, lower), end = rc__list_rows(list, upper);
  if (rc__extents_find(list->extents, first, true) >= end) return RC_STATUS_OK;
  rc__since_begin(list, first);
  rc_status status = rc_extents_forget(list->extents, first, end);
  if (status != RC_STATUS_OK) return status;
  rc__list_note_edit(list);
  rc__list_note_forgotten(list, lower, upper);
  return RC_STATUS_OK;
}

/// Whether rows are measured already, not provisionally, and have these extents.
static bool have_extents(const rc_list *list, int64_t row, int64_t count, const double *extents) {
  if (rc__provisional_find(list->provisional, row) < row + count) return false;
  for (int64_t i = 0; i < count; i++) {
    const rc__item item = rc__extents_item(list->extents, row + i);
    int64_t extent;
    if (!item.is_measured || !(extents[i] >= 0) ||
        rc_ticks_from_points(extents[i], &extent) != RC_STATUS_OK || extent != item.extent) {
      return false;
    }
  }
  return true;
}

rc_status rc_list_set_row_extents(rc_list *list, int64_t row, int64_t count,
                                  const double *extents) {
  if (list == NULL || row < 0 || count < 0) return RC_STATUS_ARGUMENT;
  if (row > rc__list_rows(list, list->count) - count) return RC_STATUS_ARGUMENT;
  if (count == 0) return RC_STATUS_OK;
  if (extents == NULL) return RC_STATUS_ARGUMENT;
  if (have_extents(list, row, count, extents)) return RC_STATUS_OK;
  const bool confirms = rc__provisional_find(list->provisional, row) < row + count;
  if (confirms && !rc__provisional_reserve(list->provisional, 1)) return RC_STATUS_NO_MEMORY;
  rc__since_begin(list, row);
  const rc__row_kinds kinds = list->since.kinds;
  rc__since_measure(list, row, count);
  rc_status status = rc_extents_set(list->extents, row, count, extents);
  if (status != RC_STATUS_OK) {
    list->since.kinds = kinds;
    return status;
  }
  if (confirms) {
    rc__provisional_replace(list->provisional, row, row + count, count, RC__PROVISIONAL_NOT);
    if (rc__provisional_find(list->provisional, 0) == rc__list_rows(list, list->count)) {
      rc__provisional_destroy(list->provisional);
      list->provisional = NULL;
    }
  }
  rc__list_note_edit(list);
  return RC_STATUS_OK;
}

rc_status rc_list_set_estimate(rc_list *list, double estimate) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  int64_t ticks;
  rc_status status = rc__list_read_estimate(list, estimate, &ticks);
  if (status != RC_STATUS_OK) return status;
  rc__since_begin(list, 0);
  status = rc__extents_set_estimate(list->extents, ticks);
  if (status == RC_STATUS_OK) rc__list_note_edit(list);
  return status;
}
