// Separators as a host sees them: their life, rows and slots.

#include "separators.h"

// == life ==

rc_status rc_separators_create(const rc_allocator *allocator, rc_separators **out_separators) {
  rc_allocator own;
  if (out_separators == NULL || !rc__allocator_init(&own, allocator)) return RC_STATUS_ARGUMENT;
  rc_separators *it = rc__allocate(&own, sizeof *it);
  if (it == NULL) return RC_STATUS_NO_MEMORY;
  *it = (rc_separators){.allocator = own, .untouched = 1};
  rc__origins_init(&it->borders, &own);
  if (!rc__separators_reserve_borders(it) ||
      !rc__array_reserve(&own, &it->nodes, &it->capacity, sizeof *it->nodes, 1)) {
    rc_separators_destroy(it);
    return RC_STATUS_NO_MEMORY;
  }
  it->nodes[0] = (rc__separator_node){0};
  rc__separators_refresh(it, 0, 0, 1);
  *out_separators = it;
  return RC_STATUS_OK;
}

void rc_separators_destroy(rc_separators *separators) {
  if (separators == NULL) return;
  rc_separators *it = separators;
  const rc_allocator own = it->allocator;
  rc__deallocate(&own, it->nodes, it->capacity * sizeof *it->nodes);
  rc__deallocate(&own, it->pairs, it->pair_capacity * sizeof *it->pairs);
  rc__deallocate(&own, it->edits, it->edit_capacity * sizeof *it->edits);
  rc__deallocate(&own, it->inserted, it->inserted_capacity * sizeof *it->inserted);
  rc__deallocate(&own, it->moved, it->moved_capacity * sizeof *it->moved);
  rc__ids_deinit(&it->ids, &own);
  rc__origins_deinit(&it->borders);
  rc__deallocate(&own, it, sizeof *it);
}

// == results ==

bool rc__separators_reserve_edits(rc_separators *separators, size_t more) {
  // Those of a result that was given are no longer needed.
  const size_t kept = separators->was_answered ? 0 : separators->edit_count;
  return rc__array_reserve(&separators->allocator, &separators->edits, &separators->edit_capacity,
                           sizeof *separators->edits, kept + more);
}

/// Whether one removal takes what a second one does as well; `out_both` is the two in one.
static bool joins_removal(const rc_edit *first, const rc_edit *second, rc_edit *out_both) {
  if (first->kind != RC_EDIT_KIND_REMOVE || second->kind != RC_EDIT_KIND_REMOVE) return false;
  if (second->lower > first->lower || second->upper < first->lower) return false;
  *out_both = *second;
  out_both->upper += first->upper - first->lower;
  return true;
}

void rc__separators_add_edit(rc_separators *separators, rc_edit edit) {
  rc_edit *edits = separators->edits;
  while (separators->edit_count > 0 &&
         joins_removal(&edits[separators->edit_count - 1], &edit, &edit)) {
    separators->edit_count--;
  }
  RC_ASSERT(separators->edit_count < separators->edit_capacity);
  edits[separators->edit_count++] = edit;
}

// == fresh borders ==

enum {
  /// A move takes two moves, and two that replace some.
  EDITS_OF_BORDERS = 6
};

bool rc__separators_reserve_borders(rc_separators *separators) {
  return rc__origins_reserve_unsorted(&separators->borders, EDITS_OF_BORDERS);
}

void rc__separators_refresh(rc_separators *separators, int64_t lower, int64_t upper,
                            int64_t count) {
  if (lower < upper) rc__origins_remove(&separators->borders, lower, upper);
  rc__origins_insert(&separators->borders, lower, count);
}

bool rc__separators_next_fresh(const rc_separators *separators, int64_t from, rc_interval *out) {
  while (from <= separators->slots) {
    const rc__stretch stretch = rc__origins_stretch(&separators->borders, from);
    *out = (rc_interval){rc__at_least(from, stretch.lower), stretch.lower + stretch.count};
    if (stretch.seen == RC__ORIGIN_NEW) return true;
    from = out->upper;
  }
  return false;
}

// == rows and slots ==

/// The row of a slot, or of the end.
static int64_t row_of_slot(const rc_separators *it, int64_t slot) {
  return slot + rc__separators_before(it, slot + 1);
}

/// What a row is, by the last node whose row it is or that comes before it.
static rc_separator found_row(const rc_separators *it, int64_t row) {
  rc_separator found = {.id = RC_ID_NONE, .row = row, .slot = row};
  uint32_t number = it->root;
  // Slots, and separators that are rows, before the nodes at hand.
  int64_t gaps = 0, rows = 0;
  while (number != 0) {
    const rc__separator_node *node = &it->nodes[number], *left = &it->nodes[node->left];
    const int64_t border = gaps + left->gaps + node->gap, before = rows + left->rows;
    if (row < border + before) {
      number = node->left;
      continue;
    }
    const bool is_own = node->is_shown && row == border + before;
    gaps = border;
    rows = before + node->is_shown;
    found.id = is_own ? node->id : RC_ID_NONE;
    found.slot = is_own ? border : row - rows;
    if (is_own) break;
    number = node->right;
  }
  return found;
}

rc_status rc_separators_get_row(const rc_separators *separators, int64_t row,
                                rc_separator *out_row) {
  if (separators == NULL || out_row == NULL) return RC_STATUS_ARGUMENT;
  if (row < 0 || row >= rc__separators_rows(separators)) return RC_STATUS_ARGUMENT;
  *out_row = found_row(separators, row);
  return RC_STATUS_OK;
}

rc_status rc_separators_row_of_slot(const rc_separators *separators, int64_t slot,
                                    int64_t *out_row) {
  if (separators == NULL || out_row == NULL) return RC_STATUS_ARGUMENT;
  if (slot < 0 || slot > separators->slots) return RC_STATUS_ARGUMENT;
  *out_row = row_of_slot(separators, slot);
  return RC_STATUS_OK;
}

rc_status rc_separators_slots_of_rows(const rc_separators *separators, int64_t lower, int64_t upper,
                                      rc_interval *out_slots) {
  if (separators == NULL || out_slots == NULL || lower < 0 || lower > upper) {
    return RC_STATUS_ARGUMENT;
  }
  const int64_t rows = rc__separators_rows(separators), slots = separators->slots;
  if (upper > rows) return RC_STATUS_ARGUMENT;
  rc_interval found = {slots, slots};
  if (lower < rows) found.lower = found_row(separators, lower).slot;
  if (upper < rows) found.upper = found_row(separators, upper).slot;
  if (lower < upper && found.lower == found.upper && slots > 0) {
    if (found.lower == slots) found.lower--;
    found.upper = found.lower + 1;
  }
  *out_slots = found;
  return RC_STATUS_OK;
}

rc_status rc_separators_find(const rc_separators *separators, rc_id id, int64_t *out_row) {
  if (separators == NULL || out_row == NULL || id == RC_ID_NONE) return RC_STATUS_ARGUMENT;
  uint32_t number = (uint32_t)(uintptr_t)rc__ids_find(&separators->ids, id);
  if (number == 0) return RC_STATUS_NOT_FOUND;
  while (!separators->nodes[number].is_shown) number = separators->nodes[number].next;
  *out_row = rc__separators_row(separators, number);
  return RC_STATUS_OK;
}
