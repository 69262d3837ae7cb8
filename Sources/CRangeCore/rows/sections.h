// The sections of a list: which rows its items form, if there are headers.
//
//     items       0 1   2 3 4 5 6       7 8 9 10 11 12
//     sections    lead  0: 5 items,     1: 6 items,
//                       3 columns       2 columns
//     rows        0 1   2  3  4         5  6  7  8
//                 a b   H  c  f         G  g  i  k
//                          d               h  j
//                          e
//
// The sections are the nodes of a treap (see origins.h), here with three sums: items, rows, and
// sections. Each is found by any of them. The items before the first header, the *lead*, are stored
// apart. Removed nodes are used again, and all are freed with the last header.

#ifndef RC_SECTIONS_H
#define RC_SECTIONS_H

#include "../base/base.h"

/// How many rows so many items have.
static inline int64_t rc__rows_for(int64_t items, int64_t columns) {
  return items / columns + (items % columns != 0);
}

/// One section, or the lead.
typedef struct rc__section {
  /// Of its node; 0 for the lead.
  uint32_t number;
  /// −1 for the lead.
  int64_t ordinal;
  /// With the header.
  rc_interval items;
  rc_interval rows;
  int64_t columns;
  /// The first item after the header, and the row that it begins.
  int64_t grid;
  int64_t grid_row;
} rc__section;

/// What sections are found by.
typedef enum rc__measure { RC__BY_ITEM, RC__BY_ROW, RC__BY_ORDINAL, RC__MEASURES } rc__measure;

typedef struct rc__section_node {
  /// By measure: of this section, and of all nodes below as well.
  uint32_t sizes[RC__MEASURES];
  uint32_t totals[RC__MEASURES];
  /// 0 for the list's own.
  uint32_t columns;
  /// Their numbers; 0 for none.
  uint32_t left, right;
} rc__section_node;

enum {
  /// The first items of so many rows are remembered, twice, for since.c; and two after them.
  RC__SECTIONS_FIRST_ITEMS = 128
};

typedef struct rc__sections {
  rc_allocator allocator;
  /// The list's.
  int64_t own_columns;
  int64_t lead;
  /// Number 0 is none, and has no items.
  rc__section_node *nodes;
  size_t capacity;
  uint32_t root;
  /// The first node to be used again, linked by `left`; and the first that was never used.
  uint32_t spare;
  uint32_t untouched;
  /// The section found last; of no items if there is none.
  rc__section found;
  int64_t first_items[2 * RC__SECTIONS_FIRST_ITEMS + 2];
} rc__sections;

/// Makes sections of a list without headers, with space for one. NULL if out of memory.
rc__sections *rc__sections_create(const rc_allocator *allocator, int64_t columns, int64_t count);

/// NULL if out of memory.
rc__sections *rc__sections_copy(const rc__sections *sections);

/// NULL is ignored.
void rc__sections_destroy(rc__sections *sections);

/// Reserves memory for one more section; false if there is none.
bool rc__sections_reserve(rc__sections *sections);

static inline int64_t rc__sections_count(const rc__sections *sections) {
  return sections->nodes[sections->root].totals[RC__BY_ORDINAL];
}

/// The section of an item or a row; the lead for −1, and the last one for the number of all.
rc__section rc__sections_find(rc__sections *sections, rc__measure measure, int64_t value);

/// A section, which must be one.
rc__section rc__sections_at(rc__sections *sections, int64_t ordinal);

/// How many rows begin before an item, or before the end; the row of an item; a row's first item,
/// or the end.
int64_t rc__sections_rows_before(rc__sections *sections, int64_t item);
int64_t rc__sections_row_of(rc__sections *sections, int64_t item);
int64_t rc__sections_first_item(rc__sections *sections, int64_t row);

// == edits ==

/// Sets how many items a section has, with its header, or how many the lead has.
void rc__sections_resize(rc__sections *sections, int64_t ordinal, int64_t items);
void rc__sections_set_columns(rc__sections *sections, int64_t ordinal, uint32_t columns);
/// After `rc__sections_reserve`.
void rc__sections_insert(rc__sections *sections, int64_t ordinal, int64_t items, uint32_t columns);
void rc__sections_remove(rc__sections *sections, int64_t lower, int64_t upper);
void rc__sections_move(rc__sections *sections, int64_t lower, int64_t upper, int64_t to);

/// Sets the list's own columns.
void rc__sections_set_own_columns(rc__sections *sections, int64_t columns);

/// Returns the first invariant that does not hold, NULL if all do.
const char *rc__sections_find_violation(rc__sections *sections, int64_t columns, int64_t items);

#endif
