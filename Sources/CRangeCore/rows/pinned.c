// The header that stays at the viewport's start, and gives way to the next one.
//
//     offset       100   130         300   330              before the header is pushed out
//     own places    [ H ] · c · d · e  [ G ] · g · h
//     viewport starts at 180: drawn at 180, covers 30
//                       at 280: drawn at 270, covers 20     it ends where G begins
//                       at 300: G is drawn at 300

#include "rows.h"

rc__pinned rc__pinned_at(const rc__rows *rows, int64_t start) {
  if (rc__rows_sections(rows) == NULL || rows->count == 0) return rc__not_pinned;
  const rc__item row = rc__rows_at(rows, start);
  const int64_t item = rc__rows_first_item(rows, row.index);
  const rc__section section = rc__sections_find(rc__rows_sections(rows), RC__BY_ITEM, item);
  // Before the content the first row is found.
  if (section.ordinal < 0 || row.offset > start) return rc__not_pinned;
  const rc__item header = rc__rows_of_item(rows, section.items.lower);
  int64_t end = rc__rows_content(rows).upper;
  if (section.items.upper < rows->count) {
    end = rc__rows_of_item(rows, section.items.upper).offset;
  }
  const int64_t offset = rc__at_most(start, end - header.extent);
  const int64_t covered = offset + header.extent - start;
  return (rc__pinned){section.items.lower, offset, rc__at_least(covered, 0)};
}

int64_t rc__pinned_extent(const rc__rows *rows, int64_t item) {
  if (rc__rows_sections(rows) == NULL) return 0;
  const rc__section section = rc__sections_find(rc__rows_sections(rows), RC__BY_ITEM, item);
  if (section.ordinal < 0 || item == section.items.lower) return 0;
  return rc__rows_of_item(rows, section.items.lower).extent;
}
