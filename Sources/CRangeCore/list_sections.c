// Headers and sections: what a host marks and asks.

#include "list.h"
#include "rangecore_sections.h"

static bool has_sections(const rc_list *list) {
  return list != NULL && rc__list_sections(list) != NULL;
}

static bool has_item(const rc_list *list, int64_t index) {
  return list != NULL && 0 <= index && index < list->count;
}

// == marks ==

static bool is_header(const rc_list *list, int64_t index) {
  if (rc__list_sections(list) == NULL) return false;
  return index < rc__sections_find(rc__list_sections(list), RC__BY_ITEM, index).grid;
}

static int64_t columns_of_mark(const rc_list *list, uint32_t columns) {
  return columns == 0 ? list->columns : columns;
}

/// Makes the rows as they are to be, and notes that they were changed from an index on.
static rc_status change_rows(rc_list *list, const rc__rearrangement *edit) {
  if (edit->part_count > 0) rc__since_begin(list, 0);
  // Even if all rows are as before: from here on rows need not be items.
  rc__since_follow_rows(list);
  return edit->part_count > 0 ? rc__rows_change(list, edit) : RC_STATUS_OK;
}

static void note_rows(rc_list *list, const rc__rearrangement *edit) {
  list->stamp++;
  if (edit->part_count > 0) rc__list_note_edit(list);
}

/// Changes the columns of a section.
static rc_status change_columns(rc_list *list, const rc__section *section, uint32_t columns) {
  rc__rearrangement edit = rc__no_rearrangement;
  const int64_t end = section->items.upper;
  rc__rows_regroup(list, &edit, section->grid, end, rc__section_cell(section, section->grid),
                   (rc__cell){0, columns_of_mark(list, columns)});
  const rc_status status = change_rows(list, &edit);
  if (status != RC_STATUS_OK) return status;
  rc__sections_set_columns(rc__list_sections(list), section->ordinal, columns);
  note_rows(list, &edit);
  return RC_STATUS_OK;
}

/// Begins a section within another one, or within a list without headers.
static rc_status begin_section(rc_list *list, rc__sections *sections, int64_t index,
                               uint32_t columns) {
  rc__rearrangement edit = rc__no_rearrangement;
  const rc__section former = rc__list_section_before(list, index + 1);
  const int64_t end = former.items.upper;
  rc__rows_regroup(list, &edit, index, index + 1, rc__section_cell(&former, index),
                   rc__header_cell);
  rc__rows_regroup(list, &edit, index + 1, end, rc__section_cell(&former, index + 1),
                   (rc__cell){0, columns_of_mark(list, columns)});
  const rc_status status = change_rows(list, &edit);
  if (status != RC_STATUS_OK) return status;
  list->sections = sections;
  rc__sections_resize(sections, former.ordinal, index - former.items.lower);
  rc__sections_insert(sections, former.ordinal + 1, end - index, columns);
  note_rows(list, &edit);
  rc__list_regroup(list, index);
  return RC_STATUS_OK;
}

rc_status rc_list_mark_header(rc_list *list, int64_t index, uint32_t columns) {
  if (!has_item(list, index)) return RC_STATUS_ARGUMENT;
  if (is_header(list, index)) {
    const rc__section section = rc__sections_find(rc__list_sections(list), RC__BY_ITEM, index);
    return change_columns(list, &section, columns);
  }
  rc__sections *sections = rc__list_sections(list);
  if (sections == NULL) {
    sections = rc__sections_create(&list->allocator, list->columns, list->count);
    if (sections == NULL) return RC_STATUS_NO_MEMORY;
  }
  rc_status status = RC_STATUS_NO_MEMORY;
  if (rc__sections_reserve(sections)) status = begin_section(list, sections, index, columns);
  if (rc__list_sections(list) == NULL) rc__sections_destroy(sections);
  return status;
}

rc_status rc_list_unmark_header(rc_list *list, int64_t index) {
  if (!has_item(list, index)) return RC_STATUS_ARGUMENT;
  if (!is_header(list, index)) return RC_STATUS_OK;
  rc__rearrangement edit = rc__no_rearrangement;
  const rc__section section = rc__sections_find(rc__list_sections(list), RC__BY_ITEM, index);
  const rc__section before = rc__list_section_before(list, index);
  const int64_t end = section.items.upper;
  rc__rows_regroup(list, &edit, index, index + 1, rc__header_cell,
                   rc__section_cell(&before, index));
  rc__rows_regroup(list, &edit, index + 1, end, rc__section_cell(&section, index + 1),
                   rc__section_cell(&before, index + 1));
  const rc_status status = change_rows(list, &edit);
  if (status != RC_STATUS_OK) return status;
  rc__sections_remove(rc__list_sections(list), section.ordinal, section.ordinal + 1);
  rc__sections_resize(rc__list_sections(list), before.ordinal, end - before.items.lower);
  note_rows(list, &edit);
  rc__list_regroup(list, index);
  return RC_STATUS_OK;
}

// == queries ==

static rc_section public_section(const rc__section *section) {
  return (rc_section){
      .ordinal = section->ordinal,
      .items = section->items,
      .rows = section->rows,
      .columns = (uint32_t)section->columns,
  };
}

int64_t rc_list_section_count(const rc_list *list) {
  return has_sections(list) ? rc__sections_count(rc__list_sections(list)) : 0;
}

rc_status rc_list_section(const rc_list *list, int64_t ordinal, rc_section *out_section) {
  if (out_section == NULL || ordinal < 0 || ordinal >= rc_list_section_count(list)) {
    return RC_STATUS_ARGUMENT;
  }
  const rc__section section = rc__sections_at(rc__list_sections(list), ordinal);
  *out_section = public_section(&section);
  return RC_STATUS_OK;
}

rc_status rc_list_section_of_item(const rc_list *list, int64_t index, rc_section *out_section) {
  if (!has_item(list, index) || out_section == NULL) return RC_STATUS_ARGUMENT;
  const rc__section section = rc__list_section_before(list, index + 1);
  if (section.ordinal < 0) return RC_STATUS_NOT_FOUND;
  *out_section = public_section(&section);
  return RC_STATUS_OK;
}

rc_status rc_list_row_of_item(const rc_list *list, int64_t index, int64_t *out_row) {
  if (!has_item(list, index) || out_row == NULL) return RC_STATUS_ARGUMENT;
  *out_row = rc__list_row(list, index);
  return RC_STATUS_OK;
}

rc_status rc_list_items_of_row(const rc_list *list, int64_t row, rc_interval *out_items) {
  if (list == NULL || out_items == NULL || row < 0) return RC_STATUS_ARGUMENT;
  if (row >= rc_extents_count(list->extents)) return RC_STATUS_ARGUMENT;
  *out_items = (rc_interval){rc__list_first_item(list, row), rc__list_first_item(list, row + 1)};
  return RC_STATUS_OK;
}
