// What has changed since the last update: which items have stayed, and where their rows were.
//
// An anchor that is removed or moved gives its part to another item that was on screen. That item
// keeps the place that it had at the last update, whatever was measured since, and in which order.
// Which items have stayed is in `origins`, or in a second one of its kind, which takes moved items
// for new ones and continues through updates without a viewport:
//
//     at the last update     [ 0 · · · · · · · · 9 ]
//     move 2 to 7            [ 0 1 ] [ 3 · · · 7 ] + [ 8 9 ]      + has not stayed
//
// Where rows were is copied before the first change, as long as nothing has moved: of the rows on
// screen from the anchor's on, the first 128; and before the first change that could move them, of
// the 128 rows before the anchor's:
//
//     slots       −128 · · · −1 | 0 · · · 127
//                   above it      the anchor's row, and what was on screen below it
//
// These are of fixed size, so that edits need no memory for them. Further away no item takes the
// anchor's part, and rows count as not measured.

#include "list.h"

/// The index of no item.
static const int64_t no_item = -1;

// == where rows were ==

static rc__row_kind kind_of(const rc_list *list, int64_t row, bool is_measured) {
  if (!is_measured) return RC__ROW_UNMEASURED;
  if (list->provisional == NULL) return RC__ROW_SETTLED;
  switch (rc__provisional_kind_of(list->provisional, row)) {
    case RC__PROVISIONAL_KEPT:
      return RC__ROW_KEPT;
    case RC__PROVISIONAL_INSERTED:
      return RC__ROW_GUESSED;
    default:
      return RC__ROW_SETTLED;
  }
}

/// Copies the starts of rows, and of what follows them, and which items they begin with.
static void copy_rows(rc_list *list, int64_t slot, int64_t count, bool *out_are_measured) {
  rc__since *since = &list->since;
  const int64_t first = since->row + slot;
  int64_t *starts = since->starts + RC__SINCE_ROWS + slot;
  rc__extents_copy_starts(list->extents, first, count, starts, out_are_measured);
  if (since->columns > 0) return;
  int64_t *kept = rc__list_sections(list)->kept + RC__SINCE_ROWS + slot;
  for (int64_t i = 0; i <= count; i++) kept[i] = rc__list_first_item(list, first + i);
}

/// Copies the anchor's row and those on screen after it; at the end also those that an inset hides.
static void copy_from_anchor(rc_list *list) {
  rc__since *since = &list->since;
  const int64_t rows = rc_extents_count(list->extents);
  since->row = rc__list_row(list, since->anchor);
  since->kinds.are_measured_again = false;
  const int64_t visible = rc__list_rows(list, list->seen.visible.upper);
  const int64_t end = list->seen.at_end ? rows : rc__at_least(visible, since->row + 1);
  since->count = rc__at_most(end - since->row, RC__SINCE_ROWS);
  bool are_measured[RC__SINCE_ROWS + 1];
  const bool is_last = since->row + since->count == rows;
  copy_rows(list, 0, since->count + !is_last, are_measured);
  if (is_last) {
    since->starts[RC__SINCE_ROWS + since->count] =
        rc__extents_length(list->extents) + rc__extents_spacing(list->extents);
  }
  for (int64_t i = 0; i < since->count; i++) {
    const rc__row_kind kind = kind_of(list, since->row + i, are_measured[i]);
    since->kinds.at_first[i] = since->kinds.of[i] = (uint8_t)kind;
  }
}

static void copy_before_anchor(rc_list *list) {
  rc__since *since = &list->since;
  bool are_measured[RC__SINCE_ROWS];
  since->before_count = rc__at_most(since->row, RC__SINCE_ROWS);
  copy_rows(list, -since->before_count, since->before_count, are_measured);
}

/// Begins to follow rows, which are not items.
static void follow_rows(rc__since *since) {
  since->follows_rows = true;
  for (int64_t slot = 0; slot < since->count; slot++) since->rows_now[slot] = since->row + slot;
}

void rc__since_begin(rc_list *list, int64_t row) {
  rc__since *since = &list->since;
  if (!list->seen.any) return;
  if (!since->any) {
    since->any = true;
    since->columns = rc__list_sections(list) == NULL ? list->columns : 0;
    since->anchor = list->anchor.item;
    if (since->anchor >= 0) copy_from_anchor(list);
    since->follows_rows = false;
    if (rc__list_sections(list) != NULL || list->columns > 1) follow_rows(since);
  }
  if (since->before_count == 0 && since->count > 0 && row < since->row) copy_before_anchor(list);
}

void rc__since_end(rc_list *list) {
  rc__since *since = &list->since;
  since->any = since->was_relaid = false;
  since->count = since->before_count = 0;
  since->shortest = list->seen.frame.list_length;
  if (since->kept.is_edited) {
    rc__origins_deinit(&since->kept);
    rc__origins_init(&since->kept, &list->allocator);
  }
  // What was kept there is not needed any more.
  if (rc__list_sections(list) != NULL && rc__sections_count(rc__list_sections(list)) == 0) {
    rc__sections_destroy(rc__list_sections(list));
    list->sections = NULL;
  }
}

/// The slot of the row that an item of the last update was in; outside of those that are known if
/// it was in none of them.
static int64_t slot_of(const rc_list *list, int64_t seen) {
  const rc__since *since = &list->since;
  if (since->columns > 0) return seen / since->columns - since->row;
  const int64_t *firsts = rc__list_sections(list)->kept + RC__SINCE_ROWS;
  int64_t lower = -since->before_count - 1, upper = since->count + 1;
  while (upper - lower > 1) {
    const int64_t middle = lower + (upper - lower) / 2;
    if (firsts[middle] <= seen) {
      lower = middle;
    } else {
      upper = middle;
    }
  }
  return lower;
}

/// The first item of the row in a slot, as of the last update.
static int64_t first_seen(const rc_list *list, int64_t slot) {
  const rc__since *since = &list->since;
  if (since->columns == 0) return rc__list_sections(list)->kept[RC__SINCE_ROWS + slot];
  return (since->row + slot) * since->columns;
}

/// Where the row in a slot started at the last update.
static int64_t start_of(const rc_list *list, int64_t slot) {
  return list->since.starts[RC__SINCE_ROWS + slot] + list->seen.head;
}

/// The extent that the row in a slot had, and the spacing after it.
static int64_t pitch_of(const rc_list *list, int64_t slot) {
  return start_of(list, slot + 1) - start_of(list, slot);
}

// == which items have stayed ==

static const rc__origins *origins_of(const rc_list *list) {
  return list->since.kept.is_edited ? &list->since.kept : &list->origins;
}

/// Finds the next stretch of items that have stayed, after one of them; at first after none. After
/// the last one it is empty.
static bool next_stretch(const rc_list *list, rc__stretch *stretch) {
  const rc__origins *origins = origins_of(list);
  int64_t index = stretch->lower + stretch->count;
  for (; index < list->count; index += stretch->count) {
    *stretch = rc__origins_stretch(origins, index);
    if (rc__origins_is_old(origins, stretch)) return true;
  }
  *stretch = (rc__stretch){.lower = list->count};
  return false;
}

/// Finds the next stretch with an item from `seen` on that has stayed, and returns this item's
/// index; −1 if there is none. Items that have stayed are in the order that they had.
static int64_t find_stayed(const rc_list *list, rc__stretch *stretch, int64_t seen) {
  while (stretch->seen + stretch->count <= seen) {
    if (!next_stretch(list, stretch)) return no_item;
  }
  return stretch->lower + rc__at_least(seen - stretch->seen, 0);
}

/// What the item at an index, in a stretch, was at the last update.
static int64_t seen_at(const rc__stretch *stretch, int64_t index) {
  return stretch->seen + (index - stretch->lower);
}

int64_t rc__since_anchor(const rc_list *list) {
  return list->since.any ? list->since.anchor : list->anchor.item;
}

int64_t rc__since_first_seen(const rc_list *list, rc_interval items, rc_interval seen) {
  const rc__origins *origins = origins_of(list);
  while (items.lower < items.upper) {
    const rc__stretch part = rc__origins_part(origins, items.lower, items.upper);
    const int64_t before = rc__at_least(seen.lower - part.seen, 0);
    const bool is_old = rc__origins_is_old(origins, &part);
    if (is_old && before < part.count && part.seen + before < seen.upper) {
      return part.lower + before;
    }
    items.lower += part.count;
  }
  return no_item;
}

bool rc__since_began(const rc_list *list) {
  rc__stretch first = {0};
  (void)next_stretch(list, &first);
  return first.lower > 0;
}

/// Whether items have come, gone or moved at all, between the two updates.
static bool is_edited(const rc_list *list) {
  return list->since.kept.is_edited || list->origins.is_edited;
}

/// The stretch at the list's start, of no items if that is new.
static rc__stretch first_stretch(const rc_list *list) {
  rc__stretch first = {0};
  if (list->count > 0) first = rc__origins_stretch(origins_of(list), 0);
  if (first.seen != 0) first.count = 0;
  return first;
}

bool rc__since_edited_before(const rc_list *list, int64_t index) {
  return is_edited(list) && first_stretch(list).count <= index;
}

bool rc__since_edited_after(const rc_list *list) {
  if (list->since.was_relaid || list->anchor.item < 0) return true;
  if (!is_edited(list)) return false;
  const int64_t count = list->seen.count - list->anchor.item;
  if (list->count < count) return true;
  const rc__stretch last = rc__origins_part(origins_of(list), list->count - count, list->count);
  return last.seen != list->anchor.item || last.count != count;
}

/// Whether a row that is remembered is elsewhere, or has another extent.
static bool have_rows_changed(const rc_list *list) {
  const rc__since *since = &list->since;
  const int64_t head = list->extra_lengths[RC_END_HEAD];
  for (int64_t slot = 0; slot < since->count; slot++) {
    if (since->row + slot >= rc_extents_count(list->extents)) return true;
    const rc__item row = rc__extents_item(list->extents, since->row + slot);
    if (row.offset + head != start_of(list, slot)) return true;
  }
  return false;
}

bool rc__since_changed(const rc_list *list) {
  const bool is_longer = rc__list_length(list) != list->seen.frame.list_length;
  if (is_longer || list->extra_lengths[RC_END_HEAD] != list->seen.head) return true;
  const bool is_same = list->count == list->seen.count && first_stretch(list).count == list->count;
  return !is_same || have_rows_changed(list);
}

// == edits ==

/// Where a row is after rows lower ..< upper were replaced with others; −1 if it was one of them.
static int64_t row_after(int64_t row, int64_t lower, int64_t upper, int64_t count) {
  if (row < lower) return row;
  return row < upper ? no_item : row + count - (upper - lower);
}

void rc__since_rearrange(rc_list *list, const rc__rearrangement *edit) {
  rc__since *since = &list->since;
  if (!since->any || !since->follows_rows) return;
  for (int64_t slot = 0; slot < since->count; slot++) {
    int64_t row = since->rows_now[slot];
    for (size_t i = edit->part_count; i > 0; i--) {
      row = row_after(row, edit->parts[i - 1].lower, edit->parts[i - 1].upper,
                      edit->parts[i - 1].count);
    }
    if (edit->moved.lower < edit->moved.upper) {
      row = row_after(row, edit->moved.lower, edit->moved.upper, 0);
      if (row >= edit->to) row += edit->moved.upper - edit->moved.lower;
    }
    since->rows_now[slot] = row;
  }
}

bool rc__since_reserve(rc_list *list, bool moves) {
  rc__since *since = &list->since;
  if (!list->seen.any) return true;
  if (since->kept.is_edited) return rc__origins_reserve_unsorted(&since->kept);
  return !moves || rc__origins_copy(&since->kept, &list->origins);
}

void rc__since_insert(rc_list *list, int64_t index, int64_t count) {
  rc__since *since = &list->since;
  if (since->kept.is_edited) rc__origins_insert(&since->kept, index, count);
  if (since->anchor >= index) since->anchor += count;
}

static void lose_anchor(rc__since *since, int64_t lower, int64_t upper) {
  if (since->anchor >= upper) {
    since->anchor -= upper - lower;
  } else if (since->anchor >= lower) {
    since->anchor = no_item;
  }
}

void rc__since_remove(rc_list *list, int64_t lower, int64_t upper) {
  rc__since *since = &list->since;
  if (since->kept.is_edited) rc__origins_remove(&since->kept, lower, upper);
  lose_anchor(since, lower, upper);
}

void rc__since_move(rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  rc__since *since = &list->since;
  if (!since->any) return;
  rc__origins_remove(&since->kept, lower, upper);
  lose_anchor(since, lower, upper);
  rc__since_insert(list, to, upper - lower);
}

void rc__since_hide(rc_list *list) {
  rc__since *since = &list->since;
  if (!since->any || !list->origins.is_edited) return;
  if (!since->kept.is_edited) rc__origins_hand_over(&list->origins, &since->kept);
}

void rc__since_relayout(rc_list *list) {
  rc__since *since = &list->since;
  since->was_relaid = true;
  // The row that the anchor is in now is another one: the item keeps its place by its start.
  follow_rows(since);
  for (int64_t slot = 0; slot < since->count; slot++) since->rows_now[slot] = no_item;
}

// == measurements ==

/// Notes that the row in a slot, which is another one now, is about to be measured.
static void note_measured(rc_list *list, int64_t slot, int64_t row) {
  rc__row_kinds *kinds = &list->since.kinds;
  if (kinds->of[slot] == RC__ROW_UNMEASURED) return;
  const rc__item item = rc__extents_item(list->extents, row);
  const uint8_t kind = (uint8_t)kind_of(list, row, item.is_measured);
  kinds->are_measured_again |= kind == RC__ROW_SETTLED;
  kinds->of[slot] = kind > kinds->of[slot] ? kind : kinds->of[slot];
}

/// The same for the items of a list in one column, after edits.
static void note_measured_items(rc_list *list, int64_t lower, int64_t upper) {
  const rc__since *since = &list->since;
  const rc__origins *origins = origins_of(list);
  while (lower < upper) {
    const rc__stretch part = rc__origins_part(origins, lower, upper);
    lower += part.count;
    if (!rc__origins_is_old(origins, &part)) continue;
    const int64_t first = part.seen - since->row;
    const int64_t end = rc__at_most(first + part.count, since->count);
    for (int64_t slot = rc__at_least(first, 0); slot < end; slot++) {
      note_measured(list, slot, part.lower + (slot - first));
    }
  }
}

void rc__since_measure(rc_list *list, int64_t row, int64_t count) {
  rc__since *since = &list->since;
  if (!since->any) return;
  if (since->follows_rows) {
    for (int64_t slot = 0; slot < since->count; slot++) {
      const int64_t now = since->rows_now[slot];
      if (row <= now && now < row + count) note_measured(list, slot, now);
    }
  } else if (is_edited(list)) {
    note_measured_items(list, row, row + count);
  } else {
    const int64_t end = rc__at_most(row + count - since->row, since->count);
    for (int64_t slot = rc__at_least(row - since->row, 0); slot < end; slot++) {
      note_measured(list, slot, since->row + slot);
    }
  }
}

/// Which row that in a slot is now; −1 if it did not stay. Each stretch is that of the slot before.
static int64_t row_now(const rc_list *list, rc__stretch *stretch, int64_t slot) {
  const rc__since *since = &list->since;
  if (since->follows_rows) return since->rows_now[slot];
  const int64_t seen = since->row + slot, item = find_stayed(list, stretch, seen);
  return item >= 0 && seen_at(stretch, item) == seen ? item : no_item;
}

void rc__since_follow_rows(rc_list *list) {
  rc__since *since = &list->since;
  if (!since->any || since->follows_rows) return;
  rc__stretch stretch = {0};
  for (int64_t slot = 0; slot < since->count; slot++) {
    since->rows_now[slot] = row_now(list, &stretch, slot);
  }
  since->follows_rows = true;
}

int64_t rc__since_growth(const rc_list *list) {
  const rc__since *since = &list->since;
  int64_t growth = 0;
  if (!since->any || !since->kinds.are_measured_again) return 0;
  const int64_t spacing = rc__extents_spacing(list->extents);
  rc__stretch stretch = {0};
  for (int64_t slot = 0; slot < since->count; slot++) {
    const int64_t row = row_now(list, &stretch, slot);
    if (row < 0 || since->kinds.of[slot] != RC__ROW_SETTLED) continue;
    const rc__item item = rc__extents_item(list->extents, row);
    if (item.is_measured) growth += item.extent + spacing - pitch_of(list, slot);
  }
  return growth;
}

// == what stays in place ==

/// What the row in a slot has been since it was settled; if it is gone, or not measured, just that.
///
/// - `stretch`: at or before that of the row.
static rc__row_kind kind_since(const rc_list *list, rc__stretch stretch, int64_t slot) {
  const int64_t row = row_now(list, &stretch, slot);
  if (row < 0 || !rc__extents_item(list->extents, row).is_measured) return RC__ROW_SETTLED;
  return (rc__row_kind)list->since.kinds.of[slot];
}

/// What the row of an item is now.
static rc__row_kind kind_now(const rc_list *list, int64_t item) {
  const rc__item row = rc__list_row_of(list, item);
  return kind_of(list, row.index, row.is_measured);
}

/// Whether the row in a slot was provisional at any time, or that of an item is. One that was
/// forgotten meanwhile is another one.
static bool is_provisional(const rc_list *list, rc__stretch stretch, int64_t slot, int64_t item) {
  const uint8_t then = list->since.kinds.at_first[slot];
  if (then != RC__ROW_SETTLED) return then != RC__ROW_UNMEASURED;
  const rc__row_kind since = kind_since(list, stretch, slot);
  if (since != RC__ROW_SETTLED) return since == RC__ROW_KEPT;
  const rc__row_kind now = kind_now(list, item);
  return now == RC__ROW_KEPT || now == RC__ROW_GUESSED;
}

/// Who takes the part of a provisional row: the first row on screen after it that has been settled
/// all along, if there is one.
static void give_to_settled(const rc_list *list, rc__stretch stretch, int64_t slot,
                            rc__survivor *kept) {
  if (!is_provisional(list, stretch, slot, kept->item)) return;
  const rc_interval visible = list->seen.visible;
  for (slot++; slot < list->since.count && first_seen(list, slot) < visible.upper; slot++) {
    if (first_seen(list, slot) < visible.lower) continue;
    if (list->since.kinds.at_first[slot] != RC__ROW_SETTLED) continue;
    const int64_t item = find_stayed(list, &stretch, first_seen(list, slot));
    if (item < 0) return;
    if (seen_at(&stretch, item) >= first_seen(list, slot + 1)) continue;
    if (kind_since(list, stretch, slot) != RC__ROW_SETTLED) continue;
    if (kind_now(list, item) != RC__ROW_SETTLED) continue;
    kept->item = item;
    kept->start = start_of(list, slot);
    kept->slot = slot;
    kept->is_anchor = false;
    return;
  }
}

/// The nearest item before the anchor that stayed.
static rc__survivor previous_kept(const rc_list *list, int64_t next) {
  rc__survivor kept = {.item = no_item, .slot = -1, .next = next};
  rc__stretch stretch = {0}, last = {0};
  while (next_stretch(list, &stretch) && stretch.seen < list->anchor.item) last = stretch;
  if (last.count == 0) return kept;
  // (It ends before the anchor, which has not stayed.)
  const int64_t slot = slot_of(list, last.seen + last.count - 1);
  if (slot < -list->since.before_count) return kept;
  kept.item = last.lower + last.count - 1;
  kept.start = start_of(list, slot);
  return kept;
}

rc__survivor rc__since_survivor(const rc_list *list, bool is_settled_first) {
  const rc__since *since = &list->since;
  rc__survivor kept = {.item = list->anchor.item, .start = list->anchor.start, .next = no_item};
  kept.is_anchor = true;
  if (!since->any) return kept;
  rc__stretch stretch = {0};
  const int64_t next = find_stayed(list, &stretch, list->anchor.item);
  kept.is_anchor = since->anchor >= 0;
  // The anchor itself may be above the screen, with a gap at the viewport's start; or below rows of
  // extent 0 that are at the start too.
  int64_t first = list->anchor.item;
  if (!kept.is_anchor) first = rc__at_least(first, list->seen.visible.lower);
  const int64_t item = next < 0 ? no_item : find_stayed(list, &stretch, first);
  if (item < 0) return previous_kept(list, next);
  const int64_t seen = seen_at(&stretch, item), slot = slot_of(list, seen);
  const bool was_visible = seen < list->seen.visible.upper && slot < since->count;
  if (!kept.is_anchor && !was_visible) return previous_kept(list, next);
  kept.item = item;
  kept.start = start_of(list, slot);
  kept.slot = slot;
  if (is_settled_first) give_to_settled(list, stretch, slot, &kept);
  return kept;
}

/// Whether the row in a slot, if it is measured now, is for the first time: not one that was
/// settled, and a provisional one that had been measured only if the user has come to it from
/// below.
static bool is_measured_first(const rc__since *since, int64_t slot, bool is_from_below) {
  const uint8_t kind = since->kinds.of[slot];
  if (kind != RC__ROW_KEPT) return kind != RC__ROW_SETTLED;
  return is_from_below && since->kinds.at_first[slot] == RC__ROW_KEPT;
}

bool rc__since_keeps_end(const rc_list *list) {
  const rc__anchor *anchor = &list->anchor;
  const rc__since *since = &list->since;
  const bool is_other_row =
      since->follows_rows && since->rows_now[0] != rc__list_row(list, since->anchor);
  if (!since->any || is_other_row) return false;
  if (!anchor->keeps_end) return false;
  return is_measured_first(since, 0, anchor->was_uncovered);
}

int64_t rc__since_uncovered(const rc_list *list, int64_t slot) {
  const rc__since *since = &list->since;
  const int64_t still_visible = list->anchor.still_visible;
  if (!since->any || still_visible == 0) return 0;
  const int64_t spacing = rc__extents_spacing(list->extents);
  const int64_t end = rc__at_most(slot_of(list, still_visible), since->count);
  int64_t longer = 0;
  rc__stretch stretch = {0};
  for (; slot < end; slot++) {
    if (!is_measured_first(since, slot, list->seen.is_backward)) continue;
    const int64_t row = row_now(list, &stretch, slot);
    if (row < 0) continue;
    const rc__item now = rc__extents_item(list->extents, row);
    if (now.is_measured) longer += now.extent + spacing - pitch_of(list, slot);
  }
  return longer;
}
