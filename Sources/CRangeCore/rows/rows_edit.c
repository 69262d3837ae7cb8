// What edits do to rows, and to the sections that form them.
//
// Without headers in what is removed or moved, each section is edited as a list of its own. Its
// other rows keep their extents, though other items may be in them:
//
//     [0 1 2] [3 4 5] [6 7]       remove 1       [0 2 3] [4 5 6] [7]      three rows, as before
//
// With headers, items come to other cells: those after them join another section. Then a row stays
// if it begins with the same item, in as many columns, and the others are formed again:
//
//     a [H] [0 1 2] [3 4]         unmark H       [a H] [0 1] [2 3] [4]    in two columns
//     a b [H] [0 1] [2 3]         remove b, H    [a 0] [1 2] [3]
//     a b c [H] [0 1] [2 3]       remove c, H    [a b] [0 1] [2 3]        nothing is formed again

#include "rows.h"

static const rc__rearrangement no_edit = {0};

/// Where an item is among those that form rows together, and how many of them are in a row.
typedef struct grid_cell {
  int64_t position;
  int64_t columns;
} grid_cell;

static const grid_cell header_cell = {0, 1};

/// That of the item at an index, or of what is inserted there, if it belongs to a section.
static grid_cell cell_of(const rc__section *section, int64_t index) {
  return (grid_cell){index - section->grid, section->columns};
}

// == parts ==

static void add_part(rc__rearrangement *edit, int64_t lower, int64_t upper, int64_t count) {
  if (lower == upper && count == 0) return;
  const size_t next = edit->part_count++;
  edit->parts[next].lower = lower;
  edit->parts[next].upper = upper;
  edit->parts[next].count = count;
}

/// How many rows begin with items that come to a cell.
static int64_t rows_from(grid_cell cell, int64_t count) {
  return rc__rows_for(cell.position + count, cell.columns) -
         rc__rows_for(cell.position, cell.columns);
}

static bool rows_stay(grid_cell from, grid_cell to) {
  return from.columns == to.columns && (to.position - from.position) % to.columns == 0;
}

/// Adds to an edit that the items lower ..< upper, the first of which was in one cell, come to be
/// in another. The rows that begin with the same items, in as many columns, stay as they are.
static void regroup_rows(const rc__rows *rows, rc__rearrangement *edit, int64_t lower,
                         int64_t upper, grid_cell from, grid_cell to) {
  if (lower == upper || rows_stay(from, to)) return;
  const int64_t first = rc__rows_before(rows, lower), end = rc__rows_before(rows, upper);
  add_part(edit, first, end, rows_from(to, upper - lower));
}

// == in a section ==

/// The rows that a section gains or loses by items at an index.
static void add_gained(const rc__rows *rows, rc__rearrangement *edit, const rc__section *section,
                       int64_t index, int64_t count) {
  const int64_t items = section->items.upper - section->grid, columns = section->columns;
  const int64_t gained = rc__rows_for(items + count, columns) - rc__rows_for(items, columns);
  const int64_t row = rc__rows_before(rows, index), lost = rc__at_least(-gained, 0);
  add_part(edit, row, row + lost, gained + lost);
}

static rc__rearrangement of_insertion(const rc__rows *rows, int64_t index, int64_t count) {
  rc__rearrangement edit = no_edit;
  const rc__section section = rc__rows_section_before(rows, index);
  add_gained(rows, &edit, &section, index, count);
  return edit;
}

static void insert_into_sections(const rc__rows *rows, int64_t index, int64_t count) {
  if (rc__rows_sections(rows) == NULL) return;
  const rc__section section = rc__rows_section_before(rows, index);
  const int64_t items = section.items.upper - section.items.lower;
  rc__sections_resize(rc__rows_sections(rows), section.ordinal, items + count);
}

// == removals ==

static rc__rearrangement of_removal(const rc__rows *rows, int64_t lower, int64_t upper) {
  rc__rearrangement edit = no_edit;
  const rc__section first = rc__rows_section_before(rows, lower);
  const rc__section last = rc__rows_section_before(rows, upper);
  if (first.ordinal == last.ordinal) {
    add_gained(rows, &edit, &first, lower, lower - upper);
    return edit;
  }
  add_part(&edit, rc__rows_before(rows, lower), rc__rows_before(rows, upper), 0);
  // What is left of the last section joins the first.
  regroup_rows(rows, &edit, upper, last.items.upper, cell_of(&last, upper), cell_of(&first, lower));
  return edit;
}

static void remove_from_sections(const rc__rows *rows, int64_t lower, int64_t upper) {
  if (rc__rows_sections(rows) == NULL) return;
  const rc__section first = rc__rows_section_before(rows, lower);
  const rc__section last = rc__rows_section_before(rows, upper);
  const int64_t items = lower - first.items.lower + (last.items.upper - upper);
  rc__sections_remove(rc__rows_sections(rows), first.ordinal + 1, last.ordinal + 1);
  rc__sections_resize(rc__rows_sections(rows), first.ordinal, items);
}

// == moves ==
//
// A move exchanges two adjacent blocks of items. What follows a header within a block stays with
// it; but what comes before the first header of a block, or after the second block, joins another
// section:
//
//     before       p p [ u u U u u ] [ v v V v ] s s S …          each up to the next capital
//     after        p p [ v v V v ] [ u u U u u ] s s S …
//                        └ v v join p   └ u u join V   └ s s join U

typedef struct exchange {
  /// Where the blocks begin and end.
  int64_t a, b, c;
  /// The sections of the items before these.
  rc__section at_a, at_b, at_c;
  /// The ends of what joins another section: from a, b and c on.
  int64_t a_end, b_end, c_end;
} exchange;

static exchange exchange_of(const rc__rows *rows, int64_t lower, int64_t upper, int64_t to) {
  exchange e = {.a = lower, .b = upper, .c = to + (upper - lower)};
  if (to < lower) e = (exchange){.a = to, .b = lower, .c = upper};
  e.at_a = rc__rows_section_before(rows, e.a);
  e.at_b = rc__rows_section_before(rows, e.b);
  e.at_c = rc__rows_section_before(rows, e.c);
  e.a_end = rc__at_most(e.at_a.items.upper, e.b);
  e.b_end = rc__at_most(e.at_b.items.upper, e.c);
  e.c_end = e.at_c.items.upper;
  return e;
}

/// Where rows begin that are exchanged, and how many there are afterwards.
///
/// - `moves_first`: the first block is what is moved, otherwise the second.
static rc__rearrangement rows_of_exchange(const rc__rows *rows, const exchange *e,
                                          bool moves_first) {
  rc__rearrangement edit = no_edit;
  const grid_cell at_a = cell_of(&e->at_a, e->a);
  grid_cell after_v = cell_of(&e->at_c, e->c), after_u = after_v;
  if (e->at_b.ordinal == e->at_c.ordinal) {
    after_v = (grid_cell){at_a.position + (e->c - e->b), at_a.columns};
  }
  if (e->at_a.ordinal != e->at_b.ordinal) {
    after_u = cell_of(&e->at_b, e->b);
  } else {
    after_u.position += e->b - e->a;
  }
  const grid_cell at_b = cell_of(&e->at_b, e->b);
  const grid_cell at_c = cell_of(&e->at_c, e->c);
  const int64_t u_count = e->a_end - e->a, v_count = e->b_end - e->b;
  const int64_t u_rows = rc__rows_before(rows, e->b) - rc__rows_before(rows, e->a) +
                         rows_from(after_v, u_count) - rows_from(at_a, u_count);
  const int64_t v_rows = rc__rows_before(rows, e->c) - rc__rows_before(rows, e->b) +
                         rows_from(at_a, v_count) - rows_from(at_b, v_count);
  regroup_rows(rows, &edit, e->a, e->a_end, at_a, after_v);
  regroup_rows(rows, &edit, e->b, e->b_end, at_b, at_a);
  regroup_rows(rows, &edit, e->c, e->c_end, at_c, after_u);
  const int64_t row = rc__rows_before(rows, e->a);
  const int64_t middle = row + u_rows;
  edit.moved = moves_first ? (rc_interval){row, middle} : (rc_interval){middle, middle + v_rows};
  edit.to = moves_first ? row + v_rows : row;
  return edit;
}

/// The move of items without a header to `at`, before the move: of rows if they are whole, and
/// otherwise of items alone, which only another section gains.
static rc__rearrangement rows_of_transfer(const rc__rows *rows, int64_t lower, int64_t upper,
                                          int64_t at) {
  rc__rearrangement edit = no_edit;
  const rc__section from = rc__rows_section_before(rows, upper);
  const rc__section to = rc__rows_section_before(rows, at);
  const int64_t k = to.columns, count = upper - lower;
  const bool are_whole = from.columns == k && (lower - from.grid) % k == 0 && count % k == 0 &&
                         (at - to.grid) % k == 0;
  if (are_whole) {
    const int64_t first = rc__rows_before(rows, lower), moved = count / k;
    edit.moved = (rc_interval){first, first + moved};
    edit.to = rc__rows_before(rows, at) - (at < lower ? 0 : moved);
  } else if (from.ordinal == to.ordinal) {
    return edit;
  } else if (at < lower) {
    add_gained(rows, &edit, &to, at, count);
    add_gained(rows, &edit, &from, lower, -count);
  } else {
    add_gained(rows, &edit, &from, lower, -count);
    add_gained(rows, &edit, &to, at, count);
  }
  return edit;
}

/// Where a move goes to, before the items are taken out.
static int64_t place_before_move(int64_t lower, int64_t upper, int64_t to) {
  return to < lower ? to : to + (upper - lower);
}

static rc__rearrangement of_move(const rc__rows *rows, int64_t lower, int64_t upper, int64_t to) {
  const int64_t at = place_before_move(lower, upper, to);
  const rc__section from = rc__rows_section_before(rows, upper);
  const bool has_sections = rc__rows_sections(rows) != NULL;
  if (has_sections && rc__rows_section_before(rows, lower).ordinal != from.ordinal) {
    const exchange e = exchange_of(rows, lower, upper, to);
    return rows_of_exchange(rows, &e, to > lower);
  }
  return rows_of_transfer(rows, lower, upper, at);
}

static int64_t items_of(const rc__section *section) {
  return section->items.upper - section->items.lower;
}

static void exchange_sections(const rc__rows *rows, const exchange *e) {
  rc__sections *sections = rc__rows_sections(rows);
  const int64_t a = e->at_a.ordinal, b = e->at_b.ordinal, c = e->at_c.ordinal;
  // What stays of the last section before the blocks, and of the last ones in them.
  int64_t at_a = e->a - e->at_a.items.lower, at_b = 0, at_c = 0;
  int64_t *after_v = &at_a, *after_u;
  if (a != b) at_b = e->b - e->at_b.items.lower;
  if (b != c) {
    at_c = e->c - e->at_c.items.lower;
    after_v = &at_c;
  }
  after_u = a != b ? &at_b : after_v;
  at_a += e->b_end - e->b;
  *after_v += e->a_end - e->a;
  *after_u += e->c_end - e->c;
  rc__sections_resize(sections, a, at_a);
  if (a != b) rc__sections_resize(sections, b, at_b);
  if (b != c) rc__sections_resize(sections, c, at_c);
  rc__sections_move(sections, a + 1, b + 1, a + 1 + (c - b));
}

static void move_in_sections(const rc__rows *rows, int64_t lower, int64_t upper, int64_t to) {
  if (rc__rows_sections(rows) == NULL) return;
  const rc__section from = rc__rows_section_before(rows, upper);
  if (rc__rows_section_before(rows, lower).ordinal != from.ordinal) {
    const exchange e = exchange_of(rows, lower, upper, to);
    exchange_sections(rows, &e);
    return;
  }
  const int64_t at = place_before_move(lower, upper, to);
  const rc__section target = rc__rows_section_before(rows, at);
  if (target.ordinal == from.ordinal) return;
  rc__sections_resize(rc__rows_sections(rows), from.ordinal, items_of(&from) - (upper - lower));
  rc__sections_resize(rc__rows_sections(rows), target.ordinal, items_of(&target) + (upper - lower));
}

// == changing them ==

/// Changes the rows alone, for the caller to note.
static rc_status change_rows(rc__rows *rows, const rc__rearrangement *edit) {
  const bool moves = edit->moved.lower < edit->moved.upper;
  const uint32_t steps = (uint32_t)edit->part_count + moves;
  if (steps == 0) return RC_STATUS_OK;
  if (!rc__provisional_reserve(rows->provisional, steps)) return RC_STATUS_NO_MEMORY;
  const rc_status status = rc__rows_are_laned(rows) ? rc__laned_rearrange(rows, edit)
                                                    : rc__extents_rearrange(rows->extents, edit);
  if (status != RC_STATUS_OK) return status;
  for (size_t i = edit->part_count; i > 0; i--) {
    rc__provisional_replace(rows->provisional, edit->parts[i - 1].lower, edit->parts[i - 1].upper,
                            edit->parts[i - 1].count, RC__PROVISIONAL_NOT);
  }
  if (moves) {
    rc__provisional_move(rows->provisional, edit->moved.lower, edit->moved.upper, edit->to);
  }
  return status;
}

/// Inserts rows of one item each, which are measured.
static rc_status insert_measured(rc__rows *rows, int64_t index, int64_t count,
                                 const double *extents, rc__rearrangement *edit) {
  const int64_t row = rc__rows_before(rows, index);
  if (!rc__provisional_reserve(rows->provisional, 1)) return RC_STATUS_NO_MEMORY;
  const rc_status status = rc__rows_are_laned(rows)
                               ? rc__laned_insert(rows, index, count, extents)
                               : rc_extents_insert(rows->extents, row, extents, count);
  if (status != RC_STATUS_OK) return status;
  rc__provisional_replace(rows->provisional, row, row, count, RC__PROVISIONAL_NOT);
  *edit = (rc__rearrangement){.part_count = 1, .parts = {{row, row, count}}};
  return status;
}

rc_status rc__rows_insert(rc__rows *rows, int64_t index, int64_t count, const double *extents,
                          rc__rearrangement *out_edit) {
  rc_status status;
  if (extents == NULL) {
    *out_edit = of_insertion(rows, index, count);
    status = change_rows(rows, out_edit);
  } else {
    status = insert_measured(rows, index, count, extents, out_edit);
  }
  if (status != RC_STATUS_OK) return status;
  insert_into_sections(rows, index, count);
  rows->count += count;
  rc__rows_note_change(rows);
  return status;
}

rc_status rc__rows_remove(rc__rows *rows, int64_t lower, int64_t upper,
                          rc__rearrangement *out_edit) {
  *out_edit = of_removal(rows, lower, upper);
  const rc_status status = change_rows(rows, out_edit);
  if (status != RC_STATUS_OK) return status;
  remove_from_sections(rows, lower, upper);
  rows->count -= upper - lower;
  rc__rows_note_change(rows);
  return status;
}

rc_status rc__rows_move(rc__rows *rows, int64_t lower, int64_t upper, int64_t to,
                        rc__rearrangement *out_edit) {
  *out_edit = of_move(rows, lower, upper, to);
  const rc_status status = change_rows(rows, out_edit);
  if (status != RC_STATUS_OK) return status;
  move_in_sections(rows, lower, upper, to);
  rc__rows_note_change(rows);
  return status;
}

// == headers ==

bool rc__rows_is_header(const rc__rows *rows, int64_t index) {
  if (rc__rows_sections(rows) == NULL) return false;
  return index < rc__sections_find(rc__rows_sections(rows), RC__BY_ITEM, index).grid;
}

static rc__rearrangement of_mark(const rc__rows *rows, int64_t index, uint32_t columns) {
  rc__rearrangement edit = no_edit;
  // The header's own section, or the one that it is to divide.
  const rc__section section = rc__rows_section_before(rows, index + 1);
  if (!rc__rows_is_header(rows, index)) {
    regroup_rows(rows, &edit, index, index + 1, cell_of(&section, index), header_cell);
  }
  regroup_rows(rows, &edit, index + 1, section.items.upper, cell_of(&section, index + 1),
               (grid_cell){0, columns == 0 ? rows->columns : columns});
  return edit;
}

static rc__rearrangement of_unmark(const rc__rows *rows, int64_t index) {
  rc__rearrangement edit = no_edit;
  const rc__section section = rc__rows_section_before(rows, index + 1);
  const rc__section before = rc__rows_section_before(rows, index);
  regroup_rows(rows, &edit, index, index + 1, header_cell, cell_of(&before, index));
  regroup_rows(rows, &edit, index + 1, section.items.upper, cell_of(&section, index + 1),
               cell_of(&before, index + 1));
  return edit;
}

static bool reserve_header(rc__rows *rows) {
  if (rc__rows_sections(rows) == NULL) {
    rows->sections = rc__sections_create(&rows->allocator, rows->columns, rows->count);
    if (rows->sections == NULL) return false;
  }
  return rc__sections_reserve(rows->sections);
}

/// Changes the rows for a header; they may stay as they are.
static rc_status change_for_header(rc__rows *rows, const rc__rearrangement *edit) {
  const rc_status status = change_rows(rows, edit);
  if (status != RC_STATUS_OK) return status;
  rows->stamp++;
  if (edit->part_count > 0 || rc__rows_are_laned(rows)) rows->content_stamp = rows->stamp;
  return status;
}

rc_status rc__rows_mark_header(rc__rows *rows, int64_t index, uint32_t columns,
                               rc__rearrangement *out_edit) {
  if (!reserve_header(rows)) return RC_STATUS_NO_MEMORY;
  *out_edit = of_mark(rows, index, columns);
  rc_status status = RC_STATUS_OK;
  if (rc__rows_are_laned(rows)) status = rc__laned_mark_header(rows, index, columns);
  if (status == RC_STATUS_OK) status = change_for_header(rows, out_edit);
  if (status != RC_STATUS_OK) return status;
  const rc__section section = rc__rows_section_before(rows, index + 1);
  if (rc__rows_is_header(rows, index)) {
    rc__sections_set_columns(rows->sections, section.ordinal, columns);
    return status;
  }
  rc__sections_resize(rows->sections, section.ordinal, index - section.items.lower);
  rc__sections_insert(rows->sections, section.ordinal + 1, section.items.upper - index, columns);
  return status;
}

rc_status rc__rows_unmark_header(rc__rows *rows, int64_t index, rc__rearrangement *out_edit) {
  *out_edit = of_unmark(rows, index);
  rc_status status = RC_STATUS_OK;
  if (rc__rows_are_laned(rows)) status = rc__laned_unmark_header(rows, index);
  if (status == RC_STATUS_OK) status = change_for_header(rows, out_edit);
  if (status != RC_STATUS_OK) return status;
  const rc__section section = rc__rows_section_before(rows, index + 1);
  const rc__section before = rc__rows_section_before(rows, index);
  rc__sections_remove(rows->sections, section.ordinal, section.ordinal + 1);
  rc__sections_resize(rows->sections, before.ordinal, section.items.upper - before.items.lower);
  return status;
}

void rc__rows_tidy_sections(rc__rows *rows) {
  if (rc__sections_count(rows->sections) > 0) return;
  rc__sections_destroy(rows->sections);
  rows->sections = NULL;
}
