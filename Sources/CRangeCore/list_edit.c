// Edits of a list. Each first ensures that nothing after the edit of the extents can fail.

#include "list.h"

static bool are_items_of(const rc_list *list, int64_t lower, int64_t upper) {
  return list != NULL && 0 <= lower && lower <= upper && upper <= list->count;
}

rc_status rc_list_insert(rc_list *list, int64_t index, int64_t count, const double *extents) {
  if (list == NULL || count < 0 || index < 0 || index > list->count) return RC_STATUS_ARGUMENT;
  if (extents != NULL && list->columns != 1) return RC_STATUS_ARGUMENT;
  if (count > RC_ITEM_COUNT_MAX - list->count) return RC_STATUS_LIMIT;
  if (count == 0) return RC_STATUS_OK;
  if (!rc__states_reserve_edit(list->states)) return RC_STATUS_NO_MEMORY;
  int64_t row = rc__list_rows(list, index);
  int64_t rows = rc__list_rows(list, list->count + count) - rc__list_rows(list, list->count);
  rc__anchor anchor = rc__anchor_after_insert(list, index, count);
  rc__target target = rc__target_after_insert(list, index, count);
  rc_status status = rc_extents_insert(list->extents, row, rows, extents);
  if (status != RC_STATUS_OK) return status;
  rc__states_insert(list->states, index, count);
  rc__list_note_edit(list);
  list->count += count;
  list->anchor = anchor;
  list->target = target;
  rc__batch_end_note_inserted(&list->ends[RC_END_TAIL], count);
  rc__batch_end_note_inserted(&list->ends[RC_END_HEAD], count);
  return RC_STATUS_OK;
}

rc_status rc_list_remove(rc_list *list, int64_t lower, int64_t upper) {
  if (!are_items_of(list, lower, upper)) return RC_STATUS_ARGUMENT;
  int64_t count = upper - lower;
  if (count == 0) return RC_STATUS_OK;
  if (!rc__states_reserve_edit(list->states)) return RC_STATUS_NO_MEMORY;
  int64_t row = rc__list_rows(list, lower);
  int64_t rows = rc__list_rows(list, list->count) - rc__list_rows(list, list->count - count);
  rc__anchor anchor = rc__anchor_after_remove(list, lower, upper);
  rc__target target = rc__target_after_remove(list, lower, upper);
  rc_status status = rc_extents_remove(list->extents, row, row + rows);
  if (status != RC_STATUS_OK) return status;
  rc__states_remove(list->states, lower, upper);
  rc__list_note_edit(list);
  list->count -= count;
  list->anchor = anchor;
  list->target = target;
  rc__batch_end_note_removed(&list->ends[RC_END_TAIL], count);
  rc__batch_end_note_removed(&list->ends[RC_END_HEAD], count);
  return RC_STATUS_OK;
}

rc_status rc_list_move(rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  if (!are_items_of(list, lower, upper) || to < 0 || to > list->count - (upper - lower)) {
    return RC_STATUS_ARGUMENT;
  }
  if (lower == upper || to == lower) return RC_STATUS_OK;
  if (!rc__states_reserve_edit(list->states)) return RC_STATUS_NO_MEMORY;
  rc__anchor anchor = rc__anchor_after_move(list, lower, upper, to);
  rc__target target = rc__target_after_move(list, lower, upper, to);
  int64_t k = list->columns;
  if (lower % k == 0 && upper % k == 0 && to % k == 0) {
    rc_status status = rc_extents_move(list->extents, lower / k, upper / k, to / k);
    if (status != RC_STATUS_OK) return status;
  }
  rc__states_move(list->states, lower, upper, to);
  rc__list_note_edit(list);
  list->anchor = anchor;
  list->target = target;
  return RC_STATUS_OK;
}

/// The status of an edit of the extents alone.
static rc_status note_extents(rc_list *list, rc_status status) {
  if (status == RC_STATUS_OK) rc__list_note_edit(list);
  return status;
}

rc_status rc_list_forget(rc_list *list, int64_t lower, int64_t upper) {
  if (!are_items_of(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  const int64_t first = lower / list->columns, end = rc__list_rows(list, upper);
  return note_extents(list, rc_extents_forget(list->extents, first, end));
}

rc_status rc_list_set_row_extents(rc_list *list, int64_t row, int64_t count,
                                  const double *extents) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  const bool awaits_extent = rc__anchor_awaits_extent(list);
  rc_status status = rc_extents_set(list->extents, row, count, extents);
  if (status == RC_STATUS_OK && awaits_extent) rc__anchor_keep_end(list);
  return note_extents(list, status);
}

rc_status rc_list_set_estimate(rc_list *list, double estimate) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  return note_extents(list, rc_extents_set_estimate(list->extents, estimate));
}
