// What a host tells a list: edits, measurements, headers, and where to scroll. Each edit first
// ensures that nothing after that of the rows can fail.

#include "../base/ticks.h"
#include "list.h"
#include "rangecore_sections.h"

/// Reserves memory for what an edit changes besides the extents, and for the update after it.
static bool reserve_edit(rc_list *list, bool moves) {
  const size_t joints = rc__origins_joint_count(&list->origins) + RC__ORIGINS_JOINTS +
                        RC__STATES_PIN_JOINTS +
                        (rc__foresight_is_on(&list->settings) ? RC__STATES_FORESIGHT_RESERVE : 0);
  return rc__origins_reserve(&list->origins) && rc__since_reserve(&list->anchor, moves) &&
         rc__states_reserve(list->states, joints, false);
}

// == for the host ==

/// Notes that the rows of some items are to be measured again.
static void note_forgotten(rc_list *list, int64_t lower, int64_t upper) {
  rc__follower *follower = rc__list_follower(list);
  if (follower == NULL || lower >= upper) return;
  const rc__rows *rows = &list->rows;
  const int64_t first = rc__rows_index(rows, lower), end = rc__rows_before(rows, upper);
  rc__follower_forget(follower, rc__rows_first_item(rows, first), rc__rows_first_item(rows, end));
}

/// In a list with a host: notes that rows of several columns may hold other items, after items have
/// come to a place or gone from there.
static void regroup(rc_list *list, int64_t place) {
  rc__follower *follower = rc__list_follower(list);
  const bool are_rows = rc__rows_are_laned(&list->rows);
  if (follower == NULL || are_rows || list->rows.count == 0) return;
  const int64_t before = rc__at_least(place - 1, 0);
  const rc__section section = rc__rows_section_before(&list->rows, before + 1);
  const int64_t after = list->rows.count - section.items.upper;
  follower->regrouped_from = rc__at_most(follower->regrouped_from, before);
  follower->regrouped_after = rc__at_most(follower->regrouped_after, after);
}

// == items ==

/// The first row that an insertion changes. Before a header, it may fill the row before that.
static int64_t row_of_insertion(const rc__rows *rows, int64_t index) {
  const bool is_filled = rc__rows_sections(rows) != NULL && index > 0;
  if (is_filled) return rc__rows_index(rows, index - 1);
  return index < rows->count ? rc__rows_index(rows, index) : INT64_MAX;
}

rc_status rc_list_insert(rc_list *list, int64_t index, const double *extents, int64_t count) {
  if (list == NULL || count < 0 || index < 0 || index > list->rows.count) return RC_STATUS_ARGUMENT;
  const bool has_one_column =
      extents == NULL || rc__rows_section_before(&list->rows, index).columns == 1;
  if (!has_one_column) return RC_STATUS_ARGUMENT;
  if (count > RC_ITEM_COUNT_MAX - list->rows.count) return RC_STATUS_LIMIT;
  if (count == 0) return RC_STATUS_OK;
  if (!reserve_edit(list, false)) return RC_STATUS_NO_MEMORY;
  rc__since_begin(&list->anchor, row_of_insertion(&list->rows, index));
  rc__rearrangement edit;
  const rc_status status = rc__rows_insert(&list->rows, index, count, extents, &edit);
  if (status != RC_STATUS_OK) return status;
  rc__origins_insert(&list->origins, index, count);
  rc__states_drop_changes(list->states);
  rc__anchor_insert(&list->anchor, index, count, &edit);
  rc__batch_end_note_inserted(&list->ends[RC_END_TAIL], count);
  rc__batch_end_note_inserted(&list->ends[RC_END_HEAD], count);
  rc__follower_insert(rc__list_follower(list), index, count);
  rc__follower_insert(rc__list_keeps_follower(list), index, count);
  regroup(list, index);
  return RC_STATUS_OK;
}

rc_status rc_list_remove(rc_list *list, int64_t lower, int64_t upper) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  const int64_t count = upper - lower;
  if (count == 0) return RC_STATUS_OK;
  if (!reserve_edit(list, false)) return RC_STATUS_NO_MEMORY;
  rc__since_begin(&list->anchor, 0);
  rc__rearrangement edit;
  const rc_status status = rc__rows_remove(&list->rows, lower, upper, &edit);
  if (status != RC_STATUS_OK) return status;
  rc__origins_remove(&list->origins, lower, upper);
  rc__states_drop_changes(list->states);
  rc__anchor_remove(&list->anchor, lower, upper, &edit);
  rc__batch_end_note_removed(&list->ends[RC_END_TAIL], count);
  rc__batch_end_note_removed(&list->ends[RC_END_HEAD], count);
  rc__follower_remove(rc__list_follower(list), lower, upper);
  rc__follower_remove(rc__list_keeps_follower(list), lower, upper);
  regroup(list, lower);
  return RC_STATUS_OK;
}

rc_status rc_list_move(rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (to < 0 || to > list->rows.count - (upper - lower)) return RC_STATUS_ARGUMENT;
  if (lower == upper || to == lower) return RC_STATUS_OK;
  if (!reserve_edit(list, true)) return RC_STATUS_NO_MEMORY;
  rc__since_begin(&list->anchor, 0);
  rc__rearrangement edit;
  const rc_status status = rc__rows_move(&list->rows, lower, upper, to, &edit);
  if (status != RC_STATUS_OK) return status;
  rc__origins_move(&list->origins, lower, upper, to);
  rc__states_drop_changes(list->states);
  rc__anchor_move(&list->anchor, lower, upper, to, &edit);
  rc__follower_move(rc__list_follower(list), lower, upper, to);
  rc__follower_move(rc__list_keeps_follower(list), lower, upper, to);
  regroup(list, to);
  regroup(list, to + (upper - lower));
  // Where they were, now that they are before or after it.
  regroup(list, to < lower ? upper : lower);
  return RC_STATUS_OK;
}

// == measurements ==

rc_status rc_list_forget(rc_list *list, int64_t lower, int64_t upper) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  const int64_t first = rc__rows_index(&list->rows, lower);
  const int64_t end = rc__rows_before(&list->rows, upper);
  if (rc__rows_find(&list->rows, first, end, true) >= end) return RC_STATUS_OK;
  rc__since_begin(&list->anchor, first);
  const rc_status status = rc__rows_forget(&list->rows, first, end);
  if (status != RC_STATUS_OK) return status;
  rc__since_note_change(&list->anchor);
  note_forgotten(list, lower, upper);
  return RC_STATUS_OK;
}

rc_status rc_list_set_row_extents(rc_list *list, int64_t row, const double *extents,
                                  size_t extent_count) {
  if (list == NULL || row < 0) return RC_STATUS_ARGUMENT;
  const int64_t rows = rc__rows_before(&list->rows, list->rows.count);
  if (row > rows || extent_count > (uint64_t)(rows - row)) return RC_STATUS_ARGUMENT;
  if (extent_count == 0) return RC_STATUS_OK;
  if (extents == NULL) return RC_STATUS_ARGUMENT;
  const int64_t count = (int64_t)extent_count;
  if (rc__rows_have_extents(&list->rows, row, count, extents)) return RC_STATUS_OK;
  rc__since_begin(&list->anchor, row);
  const rc__row_kinds kinds = list->anchor.since.kinds;
  rc__since_measure(&list->anchor, row, count);
  const rc_status status = rc__rows_set_extents(&list->rows, row, count, extents);
  if (status != RC_STATUS_OK) {
    list->anchor.since.kinds = kinds;
    return status;
  }
  rc__since_note_change(&list->anchor);
  return RC_STATUS_OK;
}

rc_status rc_list_set_estimate(rc_list *list, double estimate) {
  if (list == NULL) return RC_STATUS_ARGUMENT;
  rc__since_begin(&list->anchor, 0);
  const rc_status status = rc__rows_set_estimate(&list->rows, estimate);
  if (status == RC_STATUS_OK) rc__since_note_change(&list->anchor);
  return status;
}

rc_status rc__list_mark_provisional(rc_list *list, int64_t lower, int64_t upper) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  // Which rows were guesses at the last update is remembered first.
  rc__since_begin(&list->anchor, INT64_MAX);
  return rc__rows_mark_provisional(&list->rows, &list->origins, lower, upper);
}

rc_status rc_list_mark_provisional(rc_list *list, int64_t lower, int64_t upper) {
  const rc_status status = rc__list_mark_provisional(list, lower, upper);
  if (status == RC_STATUS_OK) note_forgotten(list, lower, upper);
  return status;
}

rc_status rc__list_lay_out(rc_list *list, const rc__layout *layout, bool keeps_extents) {
  // Lanes leave more runs of states than columns do.
  const size_t joints = rc__origins_joint_count(&list->origins) + RC__STATES_PIN_JOINTS;
  if (rc__rows_are_laned(&list->rows) && !rc__states_reserve(list->states, joints, true)) {
    return RC_STATUS_NO_MEMORY;
  }
  // Before the sections are copied, with what they keep of the rows as they were.
  rc__since_begin(&list->anchor, 0);
  const rc_status status = rc__rows_set_layout(&list->rows, layout, keeps_extents);
  if (status != RC_STATUS_OK) return status;
  rc__since_relayout(&list->anchor);
  rc__since_note_change(&list->anchor);
  // The edges of the ranges are remembered in the extents.
  rc__list_note_setup(list);
  return RC_STATUS_OK;
}

rc_status rc_list_set_layout(rc_list *list, uint32_t columns, double spacing, bool keeps_extents) {
  if (list == NULL || columns < 1) return RC_STATUS_ARGUMENT;
  const rc__layout layout = {.columns = columns, .spacing = spacing};
  return rc__list_lay_out(list, &layout, keeps_extents);
}

// == headers ==

static rc_status set_header(rc_list *list, int64_t index, bool is_header, uint32_t columns) {
  rc__since_begin(&list->anchor, 0);
  // Even if all rows are as before: from here on rows need not be items.
  rc__since_follow_rows(&list->anchor);
  rc__rearrangement edit;
  const rc_status status = is_header ? rc__rows_mark_header(&list->rows, index, columns, &edit)
                                     : rc__rows_unmark_header(&list->rows, index, &edit);
  if (status != RC_STATUS_OK) return status;
  rc__since_rearrange(&list->anchor, &edit);
  rc__since_note_change(&list->anchor);
  return status;
}

rc_status rc_list_mark_header(rc_list *list, int64_t index, uint32_t columns) {
  if (!rc__list_has_item(list, index)) return RC_STATUS_ARGUMENT;
  if (columns > 1 && rc__rows_are_laned(&list->rows)) return RC_STATUS_ARGUMENT;
  const bool is_new = !rc__rows_is_header(&list->rows, index);
  const rc_status status = set_header(list, index, true, columns);
  if (status == RC_STATUS_OK && is_new) regroup(list, index);
  return status;
}

rc_status rc_list_unmark_header(rc_list *list, int64_t index) {
  if (!rc__list_has_item(list, index)) return RC_STATUS_ARGUMENT;
  if (!rc__rows_is_header(&list->rows, index)) return RC_STATUS_OK;
  const rc_status status = set_header(list, index, false, 0);
  if (status == RC_STATUS_OK) regroup(list, index);
  return status;
}

// == scrolling to an item ==

rc_status rc_list_set_scroll_target(rc_list *list, int64_t index, double fraction, double shift,
                                    double *out_offset) {
  if (out_offset == NULL || !rc__list_has_item(list, index)) return RC_STATUS_ARGUMENT;
  const bool is_nearest = fraction == RC_FRACTION_NEAREST;
  if (!is_nearest && !(fraction >= 0 && fraction <= 1)) return RC_STATUS_ARGUMENT;
  rc__target target = {.item = index, .fraction = fraction};
  const rc_status status = rc_ticks_from_points(shift, &target.shift);
  if (status != RC_STATUS_OK) return status;
  *out_offset = rc_ticks_to_points(rc__anchor_set_target(&list->anchor, target, is_nearest));
  return RC_STATUS_OK;
}
