// Headers, sections and rows: what a host asks.

#include "list.h"
#include "rangecore_sections.h"

static bool has_sections(const rc_list *list) {
  return list != NULL && rc__rows_sections(&list->rows) != NULL;
}

static rc_section public_section(const rc__section *section) {
  return (rc_section){
      .ordinal = section->ordinal,
      .items = section->items,
      .rows = section->rows,
      .columns = (uint32_t)section->columns,
  };
}

int64_t rc_list_section_count(const rc_list *list) {
  return has_sections(list) ? rc__sections_count(rc__rows_sections(&list->rows)) : 0;
}

rc_status rc_list_section(const rc_list *list, int64_t ordinal, rc_section *out_section) {
  if (out_section == NULL || ordinal < 0 || ordinal >= rc_list_section_count(list)) {
    return RC_STATUS_ARGUMENT;
  }
  const rc__section section = rc__sections_at(rc__rows_sections(&list->rows), ordinal);
  *out_section = public_section(&section);
  return RC_STATUS_OK;
}

rc_status rc_list_section_of_item(const rc_list *list, int64_t index, rc_section *out_section) {
  if (!rc__list_has_item(list, index) || out_section == NULL) return RC_STATUS_ARGUMENT;
  const rc__section section = rc__rows_section_before(&list->rows, index + 1);
  if (section.ordinal < 0) return RC_STATUS_NOT_FOUND;
  *out_section = public_section(&section);
  return RC_STATUS_OK;
}

rc_status rc_list_row_of_item(const rc_list *list, int64_t index, int64_t *out_row) {
  if (!rc__list_has_item(list, index) || out_row == NULL) return RC_STATUS_ARGUMENT;
  *out_row = rc__rows_index(&list->rows, index);
  return RC_STATUS_OK;
}

rc_status rc_list_items_of_row(const rc_list *list, int64_t row, rc_interval *out_items) {
  if (list == NULL || out_items == NULL || row < 0) return RC_STATUS_ARGUMENT;
  if (row >= rc__rows_row_count(&list->rows)) return RC_STATUS_ARGUMENT;
  *out_items = rc__rows_items(&list->rows, row);
  return RC_STATUS_OK;
}

rc_status rc_list_pinned_header(const rc_list *list, rc_pinned_header *out_header) {
  if (list == NULL || out_header == NULL) return RC_STATUS_ARGUMENT;
  const rc__pinned pinned = rc__list_pinned(list);
  if (pinned.item < 0) return RC_STATUS_NOT_FOUND;
  *out_header = (rc_pinned_header){
      .index = pinned.item,
      .offset = rc_ticks_to_points(pinned.offset),
      .covered = rc_ticks_to_points(pinned.covered),
  };
  return RC_STATUS_OK;
}
