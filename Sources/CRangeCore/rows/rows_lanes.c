// The rows of a list in lanes: each item is one.
//
// The sections' own columns are 1 then, so that rows are items for everybody else; which items are
// wide is in the lanes alone. What the lanes do not count is how many items are measured, and how
// long these are together, for the mean: each edit here adds to that.

#include "../lanes/lanes_change.h"
#include "rows.h"

// == life ==

rc_status rc__laned_create(const rc__rows *rows, const rc_lanes_options *options,
                           rc__laned **out_laned) {
  rc__laned *laned = rc__allocate(&rows->allocator, sizeof *laned);
  *out_laned = laned;
  if (laned == NULL) return RC_STATUS_NO_MEMORY;
  rc__zero_bytes(laned, sizeof *laned);
  const rc_status status = rc_lanes_create(options, &rows->allocator, &laned->lanes);
  if (status == RC_STATUS_OK) {
    rc__lanes_set_quantum(laned->lanes, rc__at_least(rows->quantum, 1));
  }
  return status;
}

void rc__laned_destroy(rc__laned *laned, const rc_allocator *allocator) {
  if (laned == NULL) return;
  rc_lanes_destroy(laned->lanes);
  rc__deallocate(allocator, laned, sizeof *laned);
}

// == queries ==

rc__item rc__laned_next(const rc__laned *laned, int64_t index, rc__lanes_walk *walk) {
  const rc_lanes *lanes = laned->lanes;
  uint8_t code;
  uint32_t slot;
  rc__lanes_walk_enter(lanes, walk);
  const int64_t start = rc__lanes_walk_pass(lanes, walk, &code, &slot);
  if (rc__lanes_is_free(code)) slot = lanes->slot;
  return (rc__item){.index = index,
                    .offset = start,
                    .extent = (int64_t)slot - lanes->spacing,
                    .is_measured = (code & RC__CODE_GUESSED) == 0};
}

rc__item rc__laned_item(const rc__laned *laned, int64_t index) {
  rc__lanes_walk walk;
  rc__lanes_walk_begin(laned->lanes, index, &walk);
  return rc__laned_next(laned, index, &walk);
}

rc__item rc__laned_read_at(const rc__laned *laned, int64_t offset) {
  rc__item read = {.index = -1};
  for (uint32_t lane = 0; lane < laned->lanes->k; lane++) {
    const int64_t index = rc__lanes_item_at(laned->lanes, offset, lane);
    if (index == rc_lanes_count(laned->lanes)) continue;
    const rc__item item = rc__laned_item(laned, index);
    const bool is_there = item.offset <= offset && item.offset + item.extent > offset;
    if (is_there && (read.index < 0 || item.offset > read.offset)) read = item;
  }
  return read;
}

bool rc__laned_is_wide(const rc__rows *rows, const rc__section *section) {
  return section->ordinal >= 0 && rc__rows_sections(rows)->nodes[section->number].columns == 1;
}

// == edits ==

/// Notes that the measured items of an interval go, or have come.
static void count_measured(rc__laned *laned, int64_t lower, int64_t upper, bool comes) {
  int64_t extents;
  const int64_t count = rc__lanes_count_measured(laned->lanes, lower, upper, &extents);
  laned->measured_count += comes ? count : -count;
  laned->measured_sum += comes ? extents : -extents;
}

rc_status rc__laned_insert(rc__rows *rows, int64_t index, int64_t count, const double *extents) {
  rc__laned *laned = rc__rows_laned(rows);
  const rc__section section = rc__rows_section_before(rows, index);
  const bool are_wide = rc__laned_is_wide(rows, &section);
  const rc_status status = rc__lanes_insert(laned->lanes, index, extents, count, are_wide);
  if (status == RC_STATUS_OK && extents != NULL) count_measured(laned, index, index + count, true);
  return status;
}

rc_status rc__laned_rearrange(rc__rows *rows, const rc__rearrangement *edit) {
  rc__laned *laned = rc__rows_laned(rows);
  // An item is a row of its own before and afterwards: so one thing happens at a time.
  if (edit->part_count == 0) {
    return rc_lanes_move(laned->lanes, edit->moved.lower, edit->moved.upper, edit->to);
  }
  const int64_t lower = edit->parts[0].lower, upper = edit->parts[0].upper;
  RC_ASSERT(edit->part_count == 1 && edit->moved.lower == edit->moved.upper);
  if (lower == upper) return rc__laned_insert(rows, lower, edit->parts[0].count, NULL);
  RC_ASSERT(edit->parts[0].count == 0);
  const rc__laned former = *laned;
  count_measured(laned, lower, upper, false);
  const rc_status status = rc_lanes_remove(laned->lanes, lower, upper);
  if (status == RC_STATUS_OK) return status;
  laned->measured_count = former.measured_count;
  laned->measured_sum = former.measured_sum;
  return status;
}

rc_status rc__laned_set_extents(rc__laned *laned, int64_t index, int64_t count,
                                const double *extents) {
  int64_t sum;
  const int64_t measured = rc__lanes_count_measured(laned->lanes, index, index + count, &sum);
  const rc_status status = rc_lanes_set_extents(laned->lanes, index, extents, (size_t)count);
  if (status != RC_STATUS_OK) return status;
  laned->measured_count -= measured;
  laned->measured_sum -= sum;
  count_measured(laned, index, index + count, true);
  return status;
}

rc_status rc__laned_forget(rc__laned *laned, int64_t lower, int64_t upper) {
  int64_t sum;
  const int64_t measured = rc__lanes_count_measured(laned->lanes, lower, upper, &sum);
  const rc_status status = rc_lanes_forget_extents(laned->lanes, lower, upper);
  if (status != RC_STATUS_OK) return status;
  laned->measured_count -= measured;
  laned->measured_sum -= sum;
  return status;
}

// == spans ==

rc_status rc__laned_mark_header(rc__rows *rows, int64_t index, uint32_t columns) {
  rc_lanes *lanes = rc__rows_laned(rows)->lanes;
  const rc__section section = rc__rows_section_before(rows, index + 1);
  const bool was_wide = rc__laned_is_wide(rows, &section);
  const int64_t end = columns == 1 || was_wide ? section.items.upper : index + 1;
  return rc__lanes_set_spans(lanes, index, end, columns == 1, true);
}

rc_status rc__laned_unmark_header(rc__rows *rows, int64_t index) {
  rc_lanes *lanes = rc__rows_laned(rows)->lanes;
  const rc__section section = rc__rows_section_before(rows, index + 1);
  const rc__section before = rc__rows_section_before(rows, index);
  if (rc__laned_is_wide(rows, &before)) return RC_STATUS_OK;
  const int64_t end = rc__laned_is_wide(rows, &section) ? section.items.upper : index + 1;
  return rc__lanes_set_spans(lanes, index, end, false, false);
}

rc_status rc__laned_set_span(rc__rows *rows, int64_t lower, int64_t upper, uint32_t span) {
  if (span != 1 && span != RC_SPAN_WIDE) return RC_STATUS_ARGUMENT;
  if (!rc__rows_are_laned(rows) || lower == upper) return RC_STATUS_OK;
  if (span == 1 && rc__rows_sections(rows) != NULL) {
    const rc__section last = rc__rows_section_before(rows, upper);
    // Of the headers among them, the last one is the one of the last item's section.
    if (last.ordinal >= 0 && last.items.lower >= lower) return RC_STATUS_ARGUMENT;
  }
  const rc_status status = rc_lanes_set_span(rc__rows_laned(rows)->lanes, lower, upper, span);
  if (status == RC_STATUS_OK) rc__rows_note_change(rows);
  return status;
}

/// Copies which items are wide from another list in lanes.
static rc_status copy_wide(const rc_lanes *former, rc_lanes *next, int64_t count) {
  rc_status status = RC_STATUS_OK;
  for (int64_t lower = 0; status == RC_STATUS_OK;) {
    lower = rc__lanes_find_trait(former, lower, count, RC__TRAIT_WIDE, true);
    if (lower == count) break;
    const int64_t upper = rc__lanes_find_trait(former, lower, count, RC__TRAIT_WIDE, false);
    status = rc_lanes_set_span(next, lower, upper, RC_SPAN_WIDE);
    lower = upper;
  }
  return status;
}

rc_status rc__laned_copy_spans(const rc__rows *former, rc__rows *next) {
  rc_lanes *lanes = rc__rows_laned(next)->lanes;
  if (rc__rows_are_laned(former)) {
    return copy_wide(rc__rows_laned(former)->lanes, lanes, next->count);
  }
  rc__sections *sections = rc__rows_sections(next);
  const int64_t count = sections == NULL ? 0 : rc__sections_count(sections);
  rc_status status = RC_STATUS_OK;
  for (int64_t i = 0; i < count && status == RC_STATUS_OK; i++) {
    const rc__section section = rc__sections_at(sections, i);
    const bool is_wide = rc__laned_is_wide(next, &section);
    const int64_t end = is_wide ? section.items.upper : section.items.lower + 1;
    status = rc_lanes_set_span(lanes, section.items.lower, end, RC_SPAN_WIDE);
  }
  return status;
}
