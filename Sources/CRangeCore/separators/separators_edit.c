// Edits of slots, as edits of rows; and which borders are fresh then.

#include "separators.h"

// == edits of rows ==

/// Adds an edit of slots to the result: one for each stretch without separators.
static void add_stretches(rc_separators *it, rc_edit_kind kind, int64_t lower, int64_t upper) {
  int64_t row = lower + rc__separators_before(it, lower + 1);
  int64_t from = lower;
  uint32_t number = rc__separators_from(it, lower + 1);
  for (;;) {
    while (number != 0 && !it->nodes[number].is_shown) number = rc__separators_next(it, number);
    const int64_t border = number == 0 ? upper : rc__separators_border(it, number);
    const int64_t end = rc__at_most(border, upper), count = end - from;
    if (count > 0) {
      // Slots that are removed leave the separators between them.
      rc__separators_add_edit(it, (rc_edit){.lower = row, .upper = row + count, .kind = kind});
      if (kind != RC_EDIT_KIND_REMOVE) row += count;
    }
    if (border >= upper) return;
    from = end;
    row++;
    number = rc__separators_next(it, number);
  }
}

static void add_insertion(rc_separators *it, int64_t slot, int64_t count) {
  const int64_t row = slot + rc__separators_before(it, slot);
  rc__separators_add_edit(
      it, (rc_edit){.lower = row, .upper = row + count, .kind = RC_EDIT_KIND_INSERT});
}

// == where separators are then ==

static void insert_slots(rc_separators *it, int64_t slot, int64_t count) {
  const uint32_t number = rc__separators_from(it, slot);
  if (number != 0) rc__separators_shift(it, number, count);
  it->slots += count;
}

/// Brings separators between slots that are removed to the one border that is left.
static void remove_slots(rc_separators *it, int64_t lower, int64_t upper) {
  it->slots -= upper - lower;
  uint32_t number = rc__separators_from(it, lower + 1);
  if (number == 0) return;
  int64_t border = rc__separators_border(it, number);
  for (int64_t from = lower; from < upper;) {
    const int64_t taken = rc__at_most(border, upper) - from;
    rc__separators_shift(it, number, -taken);
    from += taken;
    number = rc__separators_next(it, number);
    if (number == 0) return;
    border += it->nodes[number].gap;
  }
}

/// Takes out the separators between slots, with their borders counted from the first.
static void detach_between(rc_separators *it, int64_t lower, int64_t upper) {
  for (;;) {
    const uint32_t number = rc__separators_from(it, lower + 1);
    const int64_t border = number == 0 ? upper : rc__separators_border(it, number);
    if (border >= upper) return;
    rc__separators_detach(it, number);
    it->nodes[number].gap = (uint32_t)(border - lower);
    it->moved[it->moved_count++] = number;
  }
}

static void move_slots(rc_separators *it, const rc_edit *edit) {
  const int64_t lower = edit->lower, count = edit->upper - lower, to = edit->to;
  const int64_t row = lower + rc__separators_before(it, lower + 1);
  const size_t from = it->moved_count;
  detach_between(it, lower, edit->upper);
  int64_t rows = count;
  for (size_t i = from; i < it->moved_count; i++) rows += it->nodes[it->moved[i]].is_shown;
  remove_slots(it, lower, edit->upper);
  const int64_t new_row = to + rc__separators_before(it, to);
  insert_slots(it, to, count);
  // From the end, as each comes before those that are at its border.
  for (size_t i = it->moved_count; i > from; i--) {
    const uint32_t number = it->moved[i - 1];
    rc__separators_attach(it, number, to + it->nodes[number].gap);
  }
  if (row == new_row) return;
  rc__separators_add_edit(
      it, (rc_edit){.lower = row, .upper = row + rows, .to = new_row, .kind = RC_EDIT_KIND_MOVE});
}

// == fresh borders ==

/// The borders between the slots that move keep what they are; those around them are fresh.
static void move_borders(rc_separators *it, const rc_edit *edit) {
  const int64_t lower = edit->lower, between = edit->upper - lower - 1, to = edit->to;
  const int64_t aside = it->slots + 1 - between;
  if (between > 0) rc__origins_move(&it->borders, lower + 1, edit->upper, aside);
  rc__separators_refresh(it, lower, lower + 2, 1);
  rc__separators_refresh(it, to, to + 1, 2);
  // One fewer, and one more.
  if (between > 0) rc__origins_move(&it->borders, aside, aside + between, to + 1);
}

static void refresh_borders(rc_separators *it, const rc_edit *edit) {
  const int64_t lower = edit->lower, count = edit->upper - lower;
  switch (edit->kind) {
    case RC_EDIT_KIND_INSERT:
      rc__separators_refresh(it, lower, lower + 1, count + 1);
      break;
    case RC_EDIT_KIND_REMOVE:
      rc__separators_refresh(it, lower, edit->upper + 1, 1);
      break;
    case RC_EDIT_KIND_MOVE:
      move_borders(it, edit);
      break;
    default:
      rc__separators_refresh(it, lower, edit->upper + 1, count + 1);
  }
}

// == calls ==

static bool is_slot_edit(const rc_separators *it, const rc_edit *edit) {
  if (!rc__is_known((int)edit->kind, RC_EDIT_KIND_CLEAR)) return false;
  if (edit->lower < 0 || edit->lower >= edit->upper) return false;
  if (edit->kind == RC_EDIT_KIND_INSERT) return edit->lower <= it->slots;
  if (edit->upper > it->slots) return false;
  if (edit->kind != RC_EDIT_KIND_MOVE) return true;
  return edit->to >= 0 && edit->to <= it->slots - (edit->upper - edit->lower);
}

/// Reserves memory for an edit; false if there is none.
static bool reserve_following(rc_separators *it, const rc_edit *edit) {
  size_t shown = 0, all = 0;
  for (uint32_t number = rc__separators_from(it, edit->lower + 1);
       edit->kind != RC_EDIT_KIND_INSERT && number != 0 &&
       rc__separators_border(it, number) < edit->upper;
       number = rc__separators_next(it, number)) {
    shown += it->nodes[number].is_shown;
    all++;
  }
  if (edit->kind == RC_EDIT_KIND_MOVE &&
      !rc__array_reserve(&it->allocator, &it->moved, &it->moved_capacity, sizeof *it->moved,
                         it->moved_count + all)) {
    return false;
  }
  return rc__separators_reserve_borders(it) && rc__separators_reserve_edits(it, shown + 1);
}

/// Begins to change: what was asked is asked no longer.
static void begin_change(rc_separators *it) {
  if (it->was_answered) it->edit_count = it->inserted_count = 0;
  it->was_answered = it->was_asked = false;
}

rc_status rc_separators_follow(rc_separators *separators, const rc_edit *edit) {
  if (separators == NULL || edit == NULL) return RC_STATUS_ARGUMENT;
  rc_separators *it = separators;
  if (!is_slot_edit(it, edit)) return RC_STATUS_ARGUMENT;
  const int64_t count = edit->upper - edit->lower, most = RC_ITEM_COUNT_MAX - 1;
  const bool inserts = edit->kind == RC_EDIT_KIND_INSERT;
  if (inserts && count > most - rc__separators_rows(it)) return RC_STATUS_LIMIT;
  if (!reserve_following(it, edit)) return RC_STATUS_NO_MEMORY;
  begin_change(it);
  refresh_borders(it, edit);
  if (inserts) {
    add_insertion(it, edit->lower, count);
    insert_slots(it, edit->lower, count);
  } else if (edit->kind == RC_EDIT_KIND_MOVE) {
    move_slots(it, edit);
  } else {
    add_stretches(it, edit->kind, edit->lower, edit->upper);
    if (edit->kind == RC_EDIT_KIND_REMOVE) remove_slots(it, edit->lower, edit->upper);
  }
  return RC_STATUS_OK;
}

rc_status rc_separators_renew(rc_separators *separators, int64_t lower, int64_t upper) {
  if (separators == NULL || lower < 0 || lower > upper || upper > separators->slots) {
    return RC_STATUS_ARGUMENT;
  }
  if (!rc__separators_reserve_borders(separators)) return RC_STATUS_NO_MEMORY;
  begin_change(separators);
  rc__separators_refresh(separators, lower, upper + 1, upper + 1 - lower);
  return RC_STATUS_OK;
}
