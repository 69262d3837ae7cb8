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

#include "list.h"

rc__section rc__list_section_before(const rc_list *list, int64_t index) {
  if (rc__list_sections(list) == NULL) {
    return (rc__section){.ordinal = -1, .items = {0, list->count}, .columns = list->columns};
  }
  return rc__sections_find(rc__list_sections(list), RC__BY_ITEM, index - 1);
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
static int64_t rows_from(rc__cell cell, int64_t count) {
  return rc__rows_of(cell.position + count, cell.columns) -
         rc__rows_of(cell.position, cell.columns);
}

static bool rows_stay(rc__cell from, rc__cell to) {
  return from.columns == to.columns && (to.position - from.position) % to.columns == 0;
}

void rc__rows_regroup(const rc_list *list, rc__rearrangement *edit, int64_t lower, int64_t upper,
                      rc__cell from, rc__cell to) {
  if (lower == upper || rows_stay(from, to)) return;
  const int64_t first = rc__list_rows(list, lower), end = rc__list_rows(list, upper);
  add_part(edit, first, end, rows_from(to, upper - lower));
}

// == in a section ==

/// The rows that a section gains or loses by items at an index.
static void add_gained(const rc_list *list, rc__rearrangement *edit, const rc__section *section,
                       int64_t index, int64_t count) {
  const int64_t items = section->items.upper - section->grid, columns = section->columns;
  const int64_t gained = rc__rows_of(items + count, columns) - rc__rows_of(items, columns);
  const int64_t row = rc__list_rows(list, index), lost = rc__at_least(-gained, 0);
  add_part(edit, row, row + lost, gained + lost);
}

rc__rearrangement rc__rows_of_insertion(const rc_list *list, int64_t index, int64_t count) {
  rc__rearrangement edit = rc__no_rearrangement;
  const rc__section section = rc__list_section_before(list, index);
  add_gained(list, &edit, &section, index, count);
  return edit;
}

void rc__sections_of_insertion(const rc_list *list, int64_t index, int64_t count) {
  if (rc__list_sections(list) == NULL) return;
  const rc__section section = rc__list_section_before(list, index);
  const int64_t items = section.items.upper - section.items.lower;
  rc__sections_resize(rc__list_sections(list), section.ordinal, items + count);
}

// == removals ==

rc__rearrangement rc__rows_of_removal(const rc_list *list, int64_t lower, int64_t upper) {
  rc__rearrangement edit = rc__no_rearrangement;
  const rc__section first = rc__list_section_before(list, lower);
  const rc__section last = rc__list_section_before(list, upper);
  if (first.ordinal == last.ordinal) {
    add_gained(list, &edit, &first, lower, lower - upper);
    return edit;
  }
  add_part(&edit, rc__list_rows(list, lower), rc__list_rows(list, upper), 0);
  // What is left of the last section joins the first.
  rc__rows_regroup(list, &edit, upper, last.items.upper, rc__section_cell(&last, upper),
                   rc__section_cell(&first, lower));
  return edit;
}

void rc__sections_of_removal(const rc_list *list, int64_t lower, int64_t upper) {
  if (rc__list_sections(list) == NULL) return;
  const rc__section first = rc__list_section_before(list, lower);
  const rc__section last = rc__list_section_before(list, upper);
  const int64_t items = lower - first.items.lower + (last.items.upper - upper);
  rc__sections_remove(rc__list_sections(list), first.ordinal + 1, last.ordinal + 1);
  rc__sections_resize(rc__list_sections(list), first.ordinal, items);
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

static exchange exchange_of(const rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  exchange e = {.a = lower, .b = upper, .c = to + (upper - lower)};
  if (to < lower) e = (exchange){.a = to, .b = lower, .c = upper};
  e.at_a = rc__list_section_before(list, e.a);
  e.at_b = rc__list_section_before(list, e.b);
  e.at_c = rc__list_section_before(list, e.c);
  e.a_end = rc__at_most(e.at_a.items.upper, e.b);
  e.b_end = rc__at_most(e.at_b.items.upper, e.c);
  e.c_end = e.at_c.items.upper;
  return e;
}

/// Where rows begin that are exchanged, and how many there are afterwards.
///
/// - `moves_first`: the first block is what is moved, otherwise the second.
static rc__rearrangement rows_of_exchange(const rc_list *list, const exchange *e,
                                          bool moves_first) {
  rc__rearrangement edit = rc__no_rearrangement;
  const rc__cell at_a = rc__section_cell(&e->at_a, e->a);
  rc__cell after_v = rc__section_cell(&e->at_c, e->c), after_u = after_v;
  if (e->at_b.ordinal == e->at_c.ordinal) {
    after_v = (rc__cell){at_a.position + (e->c - e->b), at_a.columns};
  }
  if (e->at_a.ordinal != e->at_b.ordinal) {
    after_u = rc__section_cell(&e->at_b, e->b);
  } else {
    after_u.position += e->b - e->a;
  }
  const rc__cell at_b = rc__section_cell(&e->at_b, e->b);
  const rc__cell at_c = rc__section_cell(&e->at_c, e->c);
  const int64_t u_count = e->a_end - e->a, v_count = e->b_end - e->b;
  const int64_t u_rows = rc__list_rows(list, e->b) - rc__list_rows(list, e->a) +
                         rows_from(after_v, u_count) - rows_from(at_a, u_count);
  const int64_t v_rows = rc__list_rows(list, e->c) - rc__list_rows(list, e->b) +
                         rows_from(at_a, v_count) - rows_from(at_b, v_count);
  rc__rows_regroup(list, &edit, e->a, e->a_end, at_a, after_v);
  rc__rows_regroup(list, &edit, e->b, e->b_end, at_b, at_a);
  rc__rows_regroup(list, &edit, e->c, e->c_end, at_c, after_u);
  const int64_t row = rc__list_rows(list, e->a);
  const int64_t middle = row + u_rows;
  edit.moved = moves_first ? (rc_interval){row, middle} : (rc_interval){middle, middle + v_rows};
  edit.to = moves_first ? row + v_rows : row;
  return edit;
}

/// The move of items without a header to `at`, before the move: of rows if they are whole, and
/// otherwise of items alone, which only another section gains.
static rc__rearrangement rows_of_transfer(const rc_list *list, int64_t lower, int64_t upper,
                                          int64_t at) {
  rc__rearrangement edit = rc__no_rearrangement;
  const rc__section from = rc__list_section_before(list, upper);
  const rc__section to = rc__list_section_before(list, at);
  const int64_t k = to.columns, count = upper - lower;
  const bool are_whole = from.columns == k && (lower - from.grid) % k == 0 && count % k == 0 &&
                         (at - to.grid) % k == 0;
  if (are_whole) {
    const int64_t first = rc__list_rows(list, lower), rows = count / k;
    edit.moved = (rc_interval){first, first + rows};
    edit.to = rc__list_rows(list, at) - (at < lower ? 0 : rows);
  } else if (from.ordinal == to.ordinal) {
    return edit;
  } else if (at < lower) {
    add_gained(list, &edit, &to, at, count);
    add_gained(list, &edit, &from, lower, -count);
  } else {
    add_gained(list, &edit, &from, lower, -count);
    add_gained(list, &edit, &to, at, count);
  }
  return edit;
}

/// Where a move goes to, before the items are taken out.
static int64_t place_before_move(int64_t lower, int64_t upper, int64_t to) {
  return to < lower ? to : to + (upper - lower);
}

rc__rearrangement rc__rows_of_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  const int64_t at = place_before_move(lower, upper, to);
  const rc__section from = rc__list_section_before(list, upper);
  if (rc__list_section_before(list, lower).ordinal != from.ordinal) {
    const exchange e = exchange_of(list, lower, upper, to);
    return rows_of_exchange(list, &e, to > lower);
  }
  return rows_of_transfer(list, lower, upper, at);
}

static int64_t items_of(const rc__section *section) {
  return section->items.upper - section->items.lower;
}

static void exchange_sections(const rc_list *list, const exchange *e) {
  rc__sections *sections = rc__list_sections(list);
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

void rc__sections_of_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  const rc__section from = rc__list_section_before(list, upper);
  if (rc__list_section_before(list, lower).ordinal != from.ordinal) {
    const exchange e = exchange_of(list, lower, upper, to);
    exchange_sections(list, &e);
    return;
  }
  const int64_t at = place_before_move(lower, upper, to);
  const rc__section target = rc__list_section_before(list, at);
  if (target.ordinal == from.ordinal) return;
  rc__sections_resize(rc__list_sections(list), from.ordinal, items_of(&from) - (upper - lower));
  rc__sections_resize(rc__list_sections(list), target.ordinal, items_of(&target) + (upper - lower));
}

// == changing them ==

rc_status rc__rows_change(rc_list *list, const rc__rearrangement *edit) {
  const bool moves = edit->moved.lower < edit->moved.upper;
  const uint32_t steps = (uint32_t)edit->part_count + moves;
  if (!rc__provisional_reserve(list->provisional, steps)) return RC_STATUS_NO_MEMORY;
  const rc_status status = rc__extents_rearrange(list->extents, edit);
  if (status != RC_STATUS_OK) return status;
  rc__since_rearrange(list, edit);
  for (size_t i = edit->part_count; i > 0; i--) {
    rc__provisional_replace(list->provisional, edit->parts[i - 1].lower, edit->parts[i - 1].upper,
                            edit->parts[i - 1].count, RC__PROVISIONAL_NOT);
  }
  if (moves) {
    rc__provisional_move(list->provisional, edit->moved.lower, edit->moved.upper, edit->to);
  }
  return status;
}

void rc__list_note_forgotten(rc_list *list, int64_t lower, int64_t upper) {
  rc__follower *follower = rc__list_follower(list);
  if (follower == NULL || lower >= upper) return;
  const int64_t first = rc__list_row(list, lower), end = rc__list_rows(list, upper);
  rc__follower_forget(follower, rc__list_first_item(list, first), rc__list_first_item(list, end));
}

void rc__list_regroup(rc_list *list, int64_t place) {
  rc__follower *follower = rc__list_follower(list);
  if (follower == NULL || list->count == 0) return;
  const int64_t before = rc__at_least(place - 1, 0);
  const rc__section section = rc__list_section_before(list, before + 1);
  const int64_t after = list->count - section.items.upper;
  follower->regrouped_from = rc__at_most(follower->regrouped_from, before);
  follower->regrouped_after = rc__at_most(follower->regrouped_after, after);
}
