// The header that stays at the viewport's start, and gives way to the next one.
//
//     offset       100   130         300   330              before the header is pushed out
//     own places    [ H ] · c · d · e  [ G ] · g · h
//     viewport starts at 180: drawn at 180, covers 30
//                       at 280: drawn at 270, covers 20     it ends where G begins
//                       at 300: G is drawn at 300

#include "list.h"
#include "rangecore_sections.h"

rc__pinned rc__pinned_at(const rc_list *list, int64_t start) {
  if (!list->settings.pins_headers || rc__list_sections(list) == NULL || list->count == 0)
    return rc__not_pinned;
  const rc__item row = rc__list_row_at(list, start);
  const int64_t item = rc__list_first_item(list, row.index);
  const rc__section section = rc__sections_find(rc__list_sections(list), RC__BY_ITEM, item);
  // Before the content the first row is found.
  if (section.ordinal < 0 || row.offset > start) return rc__not_pinned;
  const rc__item header = rc__list_row_of(list, section.items.lower);
  int64_t end = rc__list_content(list).upper;
  if (section.items.upper < list->count) {
    end = rc__list_row_of(list, section.items.upper).offset;
  }
  const int64_t offset = rc__at_most(start, end - header.extent);
  const int64_t covered = offset + header.extent - start;
  return (rc__pinned){section.items.lower, offset, rc__at_least(covered, 0)};
}

int64_t rc__pinned_extent(const rc_list *list, int64_t item) {
  if (!list->settings.pins_headers || rc__list_sections(list) == NULL) return 0;
  const rc__section section = rc__sections_find(rc__list_sections(list), RC__BY_ITEM, item);
  if (section.ordinal < 0 || item == section.items.lower) return 0;
  return rc__list_row_of(list, section.items.lower).extent;
}

rc_status rc_list_pinned_header(const rc_list *list, rc_pinned_header *out_header) {
  if (list == NULL || out_header == NULL) return RC_STATUS_ARGUMENT;
  if (list->pinned.item < 0) return RC_STATUS_NOT_FOUND;
  *out_header = (rc_pinned_header){
      .index = list->pinned.item,
      .offset = rc_ticks_to_points(list->pinned.offset),
      .covered = rc_ticks_to_points(list->pinned.covered),
  };
  return RC_STATUS_OK;
}
