// Sections: headers among the items of a list, and columns that change from section to section.
//
// A *header* is an item that the host marks as one, and a *section* is a header with the items
// after it. Each section has its own number of columns, so that one scroll view can show a list,
// then a grid of three and a grid of two. Everything keeps one index, that of the item in the list:
//
//     a b           items 0 and 1, before the first header     1 column, the list's own
//     H c d e f     items 2 ..< 7, section 0                   3 columns
//     G g h i j k   items 7 ..< 13, section 1                  2 columns
//
//     row  0  1  2  3      4  5  6    7    8
//          a  b  H  c d e  f  G  g h  i j  k
//
// 1. An item is a header or not. The mark belongs to the item: it moves with it, and goes with it
//    when it is removed. New items are not headers.
// 2. A section ends before the next header. Items before the first header are in no section, and
//    have the list's own columns. An item inserted right before a header belongs to the section
//    before it. When a header is removed, moved away or no longer marked, the section before it
//    takes over its items; so G's items then use H's three columns. There is no section
//    without a header: a host that wants to show none gives the header an extent of 0.
// 3. A header is a row of its own. The items after it begin a new row, and fill rows of as many
//    items as the section has columns; the last one may be shorter.
// 4. Extents belong to rows. While no header is involved, each section is edited as a list of that
//    many columns: the rows that it gains or loses are inserted or removed at the row of the index,
//    rounded up, and its other rows keep their extents. So an item inserted at 4, before d, adds no
//    row; three more add row 4, before that of f. Whole rows that move to where a row of as many
//    columns begins take their extents along. Other items that move to another section are removed
//    from the one, and inserted into the other.
// 5. Where a header is marked, unmarked, given other columns, removed or moved, a row keeps its
//    extent if it begins with the same item as before, in as many columns; a header's row counts as
//    one column. Other rows are formed again, and unmeasured. So in one column nothing is lost.
//    Without G, the rows would be those of H, of c d e, of f G g, of h i j, and of k: all but the
//    last two keep their extents, since f's began with f, in 3 columns.
// 6. `rc_list_set_layout` changes the list's own columns: those of the items before the first
//    header, and of the sections with 0 columns.
//
// 7. With `pins_headers`, the header of the section at the viewport's start stays there. With S the
//    viewport's start, after the inset, the last header that begins at or before S is drawn at S,
//    or before it where the next header or the end of the content pushes it out. Here G begins 10
//    points after S, so H, of 30 points, is drawn at S − 20, and covers 10:
//
//        own places     H (30) │ c d e │ f │ G (30) │ g h │ …
//        viewport                      S ─10─▶ G
//        drawn                    H (30) ────▶ G
//
//    While it covers something, a pinned header has the state of a visible item, and is listed as
//    one in the changes. Nothing else knows of it: `update.visible` and the ranges hold items by
//    their own places, and the anchor is what lies under it, so pinning moves nothing. After a
//    jump, its row may have to be measured as well. An empty viewport pins nothing.
//
//    A scroll target leaves space for the header of its section: aligned to the start, it is placed
//    below the header, and in the center, in the middle of what is left.
//
// A list without headers pays nothing for this. With s sections, each call takes O(log s) more, an
// edit also as long as there are sections that it removes and measured rows that it forms again,
// and a new layout and `rc_list_validate` O(s log s). A section takes 36 bytes, or up to twice that
// while their number grows; those of removed sections are used again, and freed with the last
// header.
//
// ```c
// rc_list *list;
// rc_list_create(NULL, NULL, &list);                 // its own columns: 1
// rc_list_insert(list, 0, NULL, 13);
// rc_list_mark_header(list, 2, 3);
// rc_list_mark_header(list, 7, 2);
// rc_section section;
// rc_list_section_of_item(list, 9, &section);        // ordinal 1, items 7 ..< 13, rows 5 ..< 9
// int64_t row;
// rc_list_row_of_item(list, 9, &row);                // 6: g and h
// rc_list_set_row_extents(list, row, (const double[]){130}, 1);
// rc_list_destroy(list);
// ```

#ifndef RANGECORE_SECTIONS_H
#define RANGECORE_SECTIONS_H

#include "rangecore.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A header, and the items up to the next header or the end of the list.
typedef struct rc_section {
  /// Its position among the sections, from 0 on.
  int64_t ordinal;
  /// Its items; the first one is the header.
  rc_interval items;
  /// Its rows; the first one is that of the header.
  rc_interval rows;
  /// The items per row after the header, at least 1.
  uint32_t columns;
  uint32_t reserved;
} rc_section;

/// Makes an item a header or, if it is one, changes the columns of its section. The items after it,
/// up to the next header, become its section. States do not change, and the changes of the last
/// update remain.
///
/// - `columns`: the items per row after the header; 0 for as many as the list has.
///
/// Errors: `ARGUMENT`, also for an index out of bounds; `LIMIT` if the list would be too long, as
/// rows that are formed again are unmeasured; `NO_MEMORY`. Complexity: O(log n + log s + measured
/// rows formed again).
RC_API rc_status rc_list_mark_header(rc_list *list, int64_t index, uint32_t columns);

/// Makes a header an ordinary item, which joins the section before it with all items of its own.
/// Any other item stays what it is.
///
/// Errors and complexity: as `rc_list_mark_header`.
RC_API rc_status rc_list_unmark_header(rc_list *list, int64_t index);

/// Returns the number of sections, which is that of headers; 0 for NULL.
RC_API int64_t rc_list_section_count(const rc_list *list);

/// Finds a section by its position among the sections.
///
/// Errors: `ARGUMENT`, also for an ordinal out of bounds. Complexity: O(log s).
RC_API rc_status rc_list_section(const rc_list *list, int64_t ordinal, rc_section *out_section);

/// Finds the section of an item. Items that were removed are in none; their names come with the
/// changes (rangecore_names.h).
///
/// Errors: `ARGUMENT`, also for an index out of bounds; `NOT_FOUND` before the first header.
/// Complexity: O(log s).
RC_API rc_status rc_list_section_of_item(const rc_list *list, int64_t index,
                                         rc_section *out_section);

/// Finds the row of an item. For a host that measures rows; in a list of one column, a row's number
/// is its item's index.
///
/// Errors: `ARGUMENT`, also for an index out of bounds. Complexity: O(log s).
RC_API rc_status rc_list_row_of_item(const rc_list *list, int64_t index, int64_t *out_row);

/// Finds the items of a row.
///
/// - `row`: as in `rc_list_set_row_extents`. The last item's row is the last one.
///
/// Errors: `ARGUMENT`, also for a row out of bounds. Complexity: O(log s).
RC_API rc_status rc_list_items_of_row(const rc_list *list, int64_t row, rc_interval *out_items);

/// A header that stays at the viewport's start.
typedef struct rc_pinned_header {
  /// Its index at the last update.
  int64_t index;
  /// Where to draw it, in points, in the coordinates of the rows: at its own place or after it.
  double offset;
  /// How much of the viewport it covers from its start on, in points; 0 … its extent.
  double covered;
} rc_pinned_header;

/// Finds the header that was pinned in the last update, and where it is drawn.
///
/// Errors: `ARGUMENT`; `NOT_FOUND` if there is none: without `pins_headers`, before the first
/// header, or in an empty viewport. Complexity: O(1).
RC_API rc_status rc_list_pinned_header(const rc_list *list, rc_pinned_header *out_header);

#ifdef __cplusplus
}
#endif

#endif
