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
//     entries     −128 · · · −1 | 0 · · · 127
//                   above it      the anchor's row, and what was on screen below it
//
// These are of fixed size, so that edits need no memory for them. Further away no item takes the
// anchor's part, and rows count as not measured.

#include "anchor.h"

/// The index of no item.
static const int64_t no_item = -1;

// == where rows were ==

static rc__row_kind kind_of(const rc__anchor *anchor, int64_t row, bool is_measured) {
  if (!is_measured) return RC__ROW_UNMEASURED;
  if (anchor->rows->provisional == NULL) return RC__ROW_SETTLED;
  switch (rc__provisional_kind_of(anchor->rows->provisional, row)) {
    case RC__PROVISIONAL_KEPT:
      return RC__ROW_KEPT;
    case RC__PROVISIONAL_INSERTED:
      return RC__ROW_GUESSED;
    default:
      return RC__ROW_SETTLED;
  }
}

/// Copies the starts of rows, and of what follows them, and which items they begin with.
static void copy_rows(rc__anchor *anchor, int64_t entry, int64_t count, bool *out_are_measured) {
  rc__since *since = &anchor->since;
  const int64_t first = since->row + entry;
  int64_t *starts = since->starts + RC__SINCE_ROWS + entry;
  rc__extents_copy_starts(anchor->rows->extents, first, count, starts, out_are_measured);
  if (since->columns > 0) return;
  int64_t *items = rc__rows_sections(anchor->rows)->first_items + RC__SINCE_ROWS + entry;
  for (int64_t i = 0; i <= count; i++) items[i] = rc__rows_first_item(anchor->rows, first + i);
}

/// Copies the anchor's row and those on screen after it; at the end also those that an inset hides.
static void copy_from_anchor(rc__anchor *anchor) {
  rc__since *since = &anchor->since;
  const int64_t rows = rc__rows_row_count(anchor->rows);
  since->row = rc__rows_index(anchor->rows, since->first);
  since->kinds.are_measured_again = false;
  const int64_t visible = rc__rows_before(anchor->rows, anchor->seen.visible.upper);
  const int64_t end = anchor->seen.at_end ? rows : rc__at_least(visible, since->row + 1);
  since->count = rc__at_most(end - since->row, RC__SINCE_ROWS);
  bool are_measured[RC__SINCE_ROWS + 1];
  const bool is_last = since->row + since->count == rows;
  copy_rows(anchor, 0, since->count + !is_last, are_measured);
  if (is_last) {
    since->starts[RC__SINCE_ROWS + since->count] =
        rc__extents_length(anchor->rows->extents) + rc__rows_spacing(anchor->rows);
  }
  for (int64_t i = 0; i < since->count; i++) {
    const rc__row_kind kind = kind_of(anchor, since->row + i, are_measured[i]);
    since->kinds.at_first[i] = since->kinds.of[i] = (uint8_t)kind;
  }
}

void rc__since_find_first(rc__anchor *anchor) {
  rc__first *first = &anchor->first;
  if (first->item < 0 || first->extent != RC__FIRST_NOT_FOUND) return;
  const rc__item row = rc__rows_row(anchor->rows, first->item);
  const int64_t start = rc__frame_viewport(&anchor->seen.frame).lower;
  first->start = row.offset + anchor->seen.head;
  first->extent = row.extent;
  first->lie = RC__LIE_WHOLE;
  if (first->start == start && anchor->seen.is_backward) first->lie = RC__LIE_READ_UPWARD;
  if (first->start < start && start < first->start + first->extent) first->lie = RC__LIE_CUT;
}

/// In lanes the first item on screen may begin far above: what stays is the one that is read. To
/// find it takes longer than a step that scrolls.
static void find_read(rc__anchor *anchor) {
  const int64_t start = rc__frame_viewport(&anchor->seen.frame).lower, head = anchor->seen.head;
  const rc__item read = rc__laned_read_at(rc__rows_laned(anchor->rows), start - head);
  if (read.index < 0) return;
  anchor->first.item = read.index;
  anchor->first.start = read.offset + head;
  anchor->first.extent = read.extent;
  anchor->first.lie = anchor->first.start < start ? RC__LIE_CUT : RC__LIE_WHOLE;
}

/// In lanes copies the first item alone: what stays there is known to the lanes, but not any more
/// once rows are formed again.
static void copy_from_lanes(rc__anchor *anchor) {
  rc__since *since = &anchor->since;
  const rc__first *first = &anchor->first;
  since->is_laned = true;
  since->columns = 1;
  since->kinds.are_measured_again = false;
  if (first->item < 0) return;
  since->row = first->item;
  since->count = 1;
  const rc__row_kind kind =
      kind_of(anchor, since->row, rc__rows_row(anchor->rows, since->row).is_measured);
  since->kinds.at_first[0] = since->kinds.of[0] = (uint8_t)kind;
  int64_t *starts = since->starts + RC__SINCE_ROWS;
  starts[0] = first->start - anchor->seen.head;
  starts[1] = starts[0] + first->extent + rc__rows_spacing(anchor->rows);
}

static void copy_before_anchor(rc__anchor *anchor) {
  rc__since *since = &anchor->since;
  bool are_measured[RC__SINCE_ROWS];
  since->before_count = rc__at_most(since->row, RC__SINCE_ROWS);
  copy_rows(anchor, -since->before_count, since->before_count, are_measured);
}

/// Begins to follow rows, which are not items.
static void follow_rows(rc__since *since) {
  since->follows_rows = true;
  for (int64_t entry = 0; entry < since->count; entry++)
    since->rows_now[entry] = since->row + entry;
}

void rc__since_begin(rc__anchor *anchor, int64_t row) {
  rc__since *since = &anchor->since;
  if (!anchor->seen.any) return;
  if (!since->any) {
    since->any = true;
    if (rc__rows_are_laned(anchor->rows)) {
      rc__since_find_first(anchor);
      find_read(anchor);
    }
    since->first = anchor->first.item;
    since->follows_rows = false;
    if (rc__rows_are_laned(anchor->rows)) {
      copy_from_lanes(anchor);
      return;
    }
    since->columns = rc__rows_sections(anchor->rows) == NULL ? anchor->rows->columns : 0;
    if (since->first >= 0) copy_from_anchor(anchor);
    if (rc__rows_sections(anchor->rows) != NULL || anchor->rows->columns > 1) follow_rows(since);
  }
  const bool copies = since->before_count == 0 && since->count > 0 && row < since->row;
  if (copies && !since->is_laned) copy_before_anchor(anchor);
}

void rc__since_end(rc__anchor *anchor) {
  rc__since *since = &anchor->since;
  since->any = since->was_relaid = since->is_laned = false;
  since->count = since->before_count = 0;
  since->shortest = anchor->seen.frame.list_length;
  if (since->origins.is_edited) {
    rc__origins_deinit(&since->origins);
    rc__origins_init(&since->origins, &anchor->rows->allocator);
  }
}

/// The entry of the row that an item of the last update was in; outside of those that are known if
/// it was in none of them.
static int64_t entry_seen(const rc__anchor *anchor, int64_t seen) {
  const rc__since *since = &anchor->since;
  if (since->columns > 0) return seen / since->columns - since->row;
  const int64_t *items = rc__rows_sections(anchor->rows)->first_items + RC__SINCE_ROWS;
  int64_t lower = -since->before_count - 1, upper = since->count + 1;
  while (upper - lower > 1) {
    const int64_t middle = lower + (upper - lower) / 2;
    if (items[middle] <= seen) {
      lower = middle;
    } else {
      upper = middle;
    }
  }
  return lower;
}

/// The first item of the row in an entry, as of the last update.
static int64_t first_seen(const rc__anchor *anchor, int64_t entry) {
  const rc__since *since = &anchor->since;
  if (since->columns == 0)
    return rc__rows_sections(anchor->rows)->first_items[RC__SINCE_ROWS + entry];
  return (since->row + entry) * since->columns;
}

/// Where the row in an entry started at the last update.
static int64_t start_of(const rc__anchor *anchor, int64_t entry) {
  return anchor->since.starts[RC__SINCE_ROWS + entry] + anchor->seen.head;
}

/// The extent that the row in an entry had, and the spacing after it.
static int64_t pitch_of(const rc__anchor *anchor, int64_t entry) {
  return start_of(anchor, entry + 1) - start_of(anchor, entry);
}

// == which items have stayed ==

static const rc__origins *origins_of(const rc__anchor *anchor) {
  return anchor->since.origins.is_edited ? &anchor->since.origins : anchor->origins;
}

/// Finds the next stretch of items that have stayed, after one of them; at first after none. After
/// the last one it is empty.
static bool next_stretch(const rc__anchor *anchor, rc__stretch *stretch) {
  const rc__origins *origins = origins_of(anchor);
  int64_t index = stretch->lower + stretch->count;
  for (; index < anchor->rows->count; index += stretch->count) {
    *stretch = rc__origins_stretch(origins, index);
    if (rc__origins_is_old(origins, stretch)) return true;
  }
  *stretch = (rc__stretch){.lower = anchor->rows->count};
  return false;
}

/// Finds the next stretch with an item from `seen` on that has stayed, and returns this item's
/// index; −1 if there is none. Items that have stayed are in the order that they had.
static int64_t find_stayed(const rc__anchor *anchor, rc__stretch *stretch, int64_t seen) {
  while (stretch->seen + stretch->count <= seen) {
    if (!next_stretch(anchor, stretch)) return no_item;
  }
  return stretch->lower + rc__at_least(seen - stretch->seen, 0);
}

/// What the item at an index, in a stretch, was at the last update.
static int64_t seen_at(const rc__stretch *stretch, int64_t index) {
  return stretch->seen + (index - stretch->lower);
}

int64_t rc__since_first(const rc__anchor *anchor) {
  return anchor->since.any ? anchor->since.first : anchor->first.item;
}

int64_t rc__since_first_seen(const rc__anchor *anchor, rc_interval items, rc_interval seen) {
  const rc__origins *origins = origins_of(anchor);
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

bool rc__since_began(const rc__anchor *anchor) {
  rc__stretch first = {0};
  (void)next_stretch(anchor, &first);
  return first.lower > 0;
}

/// Whether items have come, gone or moved at all, between the two updates.
static bool is_edited(const rc__anchor *anchor) {
  return anchor->since.origins.is_edited || anchor->origins->is_edited;
}

/// The stretch at the list's start, of no items if that is new.
static rc__stretch first_stretch(const rc__anchor *anchor) {
  rc__stretch first = {0};
  if (anchor->rows->count > 0) first = rc__origins_stretch(origins_of(anchor), 0);
  if (first.seen != 0) first.count = 0;
  return first;
}

bool rc__since_edited_before(const rc__anchor *anchor, int64_t index) {
  return is_edited(anchor) && first_stretch(anchor).count <= index;
}

bool rc__since_edited_after(const rc__anchor *anchor) {
  if (anchor->since.was_relaid || anchor->first.item < 0) return true;
  if (!is_edited(anchor)) return false;
  const int64_t count = anchor->seen.count - anchor->first.item;
  if (anchor->rows->count < count) return true;
  const rc__stretch last =
      rc__origins_part(origins_of(anchor), anchor->rows->count - count, anchor->rows->count);
  return last.seen != anchor->first.item || last.count != count;
}

/// Whether a row that is remembered is elsewhere, or has another extent.
static bool have_rows_changed(const rc__anchor *anchor) {
  const rc__since *since = &anchor->since;
  const int64_t head = anchor->rows->extra_lengths[RC_END_HEAD];
  for (int64_t entry = 0; entry < since->count; entry++) {
    if (since->row + entry >= rc__rows_row_count(anchor->rows)) return true;
    const rc__item row = rc__rows_row(anchor->rows, since->row + entry);
    if (row.offset + head != start_of(anchor, entry)) return true;
  }
  return false;
}

bool rc__since_changed(const rc__anchor *anchor) {
  const bool is_longer = rc__rows_length(anchor->rows) != anchor->seen.frame.list_length;
  if (is_longer || anchor->rows->extra_lengths[RC_END_HEAD] != anchor->seen.head) return true;
  const bool is_same = anchor->rows->count == anchor->seen.count &&
                       first_stretch(anchor).count == anchor->rows->count;
  return !is_same || have_rows_changed(anchor);
}

// == edits ==

void rc__since_rearrange(rc__anchor *anchor, const rc__rearrangement *edit) {
  rc__since *since = &anchor->since;
  if (!since->any || !since->follows_rows) return;
  for (int64_t entry = 0; entry < since->count; entry++) {
    int64_t row = since->rows_now[entry];
    for (size_t i = edit->part_count; i > 0; i--) {
      row = rc__index_after(row, edit->parts[i - 1].lower, edit->parts[i - 1].upper,
                            edit->parts[i - 1].count);
    }
    if (edit->moved.lower < edit->moved.upper) {
      const int64_t count = edit->moved.upper - edit->moved.lower;
      row = rc__index_after(row, edit->moved.lower, edit->moved.upper, 0);
      row = rc__index_after(row, edit->to, edit->to, count);
    }
    since->rows_now[entry] = row;
  }
}

bool rc__since_reserve(rc__anchor *anchor, bool moves) {
  rc__since *since = &anchor->since;
  if (!anchor->seen.any) return true;
  if (since->origins.is_edited) return rc__origins_reserve_unsorted(&since->origins, 1);
  return !moves || rc__origins_copy(&since->origins, anchor->origins);
}

void rc__since_insert(rc__anchor *anchor, int64_t index, int64_t count) {
  rc__since *since = &anchor->since;
  if (since->origins.is_edited) rc__origins_insert(&since->origins, index, count);
  since->first = rc__index_after(since->first, index, index, count);
}

void rc__since_remove(rc__anchor *anchor, int64_t lower, int64_t upper) {
  rc__since *since = &anchor->since;
  if (since->origins.is_edited) rc__origins_remove(&since->origins, lower, upper);
  since->first = rc__index_after(since->first, lower, upper, 0);
}

void rc__since_move(rc__anchor *anchor, int64_t lower, int64_t upper, int64_t to) {
  rc__since *since = &anchor->since;
  if (!since->any) return;
  rc__origins_remove(&since->origins, lower, upper);
  since->first = rc__index_after(since->first, lower, upper, 0);
  rc__since_insert(anchor, to, upper - lower);
}

void rc__since_hide(rc__anchor *anchor) {
  rc__since *since = &anchor->since;
  if (!since->any || !anchor->origins->is_edited) return;
  if (!since->origins.is_edited) rc__origins_hand_over(anchor->origins, &since->origins);
}

void rc__since_relayout(rc__anchor *anchor) {
  rc__since *since = &anchor->since;
  since->was_relaid = true;
  // The row that the anchor is in now is another one: the item keeps its place by its start.
  follow_rows(since);
  for (int64_t entry = 0; entry < since->count; entry++) since->rows_now[entry] = no_item;
}

// == measurements ==

/// Notes that the row in an entry, which is another one now, is about to be measured.
static void note_measured(rc__anchor *anchor, int64_t entry, int64_t row) {
  rc__row_kinds *kinds = &anchor->since.kinds;
  if (kinds->of[entry] == RC__ROW_UNMEASURED) return;
  const rc__item item = rc__rows_row(anchor->rows, row);
  const uint8_t kind = (uint8_t)kind_of(anchor, row, item.is_measured);
  kinds->are_measured_again |= kind == RC__ROW_SETTLED;
  kinds->of[entry] = kind > kinds->of[entry] ? kind : kinds->of[entry];
}

/// The same for the items of a list in one column, after edits.
static void note_measured_items(rc__anchor *anchor, int64_t lower, int64_t upper) {
  const rc__since *since = &anchor->since;
  const rc__origins *origins = origins_of(anchor);
  while (lower < upper) {
    const rc__stretch part = rc__origins_part(origins, lower, upper);
    lower += part.count;
    if (!rc__origins_is_old(origins, &part)) continue;
    const int64_t first = part.seen - since->row;
    const int64_t end = rc__at_most(first + part.count, since->count);
    for (int64_t entry = rc__at_least(first, 0); entry < end; entry++) {
      note_measured(anchor, entry, part.lower + (entry - first));
    }
  }
}

void rc__since_measure(rc__anchor *anchor, int64_t row, int64_t count) {
  rc__since *since = &anchor->since;
  if (!since->any) return;
  if (since->follows_rows) {
    for (int64_t entry = 0; entry < since->count; entry++) {
      const int64_t now = since->rows_now[entry];
      if (row <= now && now < row + count) note_measured(anchor, entry, now);
    }
  } else if (is_edited(anchor)) {
    note_measured_items(anchor, row, row + count);
  } else {
    const int64_t end = rc__at_most(row + count - since->row, since->count);
    for (int64_t entry = rc__at_least(row - since->row, 0); entry < end; entry++) {
      note_measured(anchor, entry, since->row + entry);
    }
  }
}

/// Which row that in an entry is now; −1 if it did not stay. Each stretch is that of the entry
/// before.
static int64_t row_now(const rc__anchor *anchor, rc__stretch *stretch, int64_t entry) {
  const rc__since *since = &anchor->since;
  if (since->follows_rows) return since->rows_now[entry];
  const int64_t seen = since->row + entry, item = find_stayed(anchor, stretch, seen);
  return item >= 0 && seen_at(stretch, item) == seen ? item : no_item;
}

void rc__since_follow_rows(rc__anchor *anchor) {
  rc__since *since = &anchor->since;
  if (!since->any || since->follows_rows) return;
  rc__stretch stretch = {0};
  for (int64_t entry = 0; entry < since->count; entry++) {
    since->rows_now[entry] = row_now(anchor, &stretch, entry);
  }
  since->follows_rows = true;
}

int64_t rc__since_growth(const rc__anchor *anchor) {
  const rc__since *since = &anchor->since;
  int64_t growth = 0;
  if (!since->any || !since->kinds.are_measured_again) return 0;
  const int64_t spacing = rc__rows_spacing(anchor->rows);
  rc__stretch stretch = {0};
  for (int64_t entry = 0; entry < since->count; entry++) {
    const int64_t row = row_now(anchor, &stretch, entry);
    if (row < 0 || since->kinds.of[entry] != RC__ROW_SETTLED) continue;
    const rc__item item = rc__rows_row(anchor->rows, row);
    if (item.is_measured) growth += item.extent + spacing - pitch_of(anchor, entry);
  }
  return growth;
}

// == what stays in place ==

/// What the row in an entry has been since it was settled; if it is gone, or not measured, just
/// that.
///
/// - `stretch`: at or before that of the row.
static rc__row_kind kind_since(const rc__anchor *anchor, rc__stretch stretch, int64_t entry) {
  const int64_t row = row_now(anchor, &stretch, entry);
  if (row < 0 || !rc__rows_row(anchor->rows, row).is_measured) return RC__ROW_SETTLED;
  return (rc__row_kind)anchor->since.kinds.of[entry];
}

/// What the row of an item is now.
static rc__row_kind kind_now(const rc__anchor *anchor, int64_t item) {
  const rc__item row = rc__rows_of_item(anchor->rows, item);
  return kind_of(anchor, row.index, row.is_measured);
}

/// Whether the row in an entry was provisional at any time, or that of an item is. One that was
/// forgotten meanwhile is another one.
static bool is_provisional(const rc__anchor *anchor, rc__stretch stretch, int64_t entry,
                           int64_t item) {
  const uint8_t then = anchor->since.kinds.at_first[entry];
  if (then != RC__ROW_SETTLED) return then != RC__ROW_UNMEASURED;
  const rc__row_kind since = kind_since(anchor, stretch, entry);
  if (since != RC__ROW_SETTLED) return since == RC__ROW_KEPT;
  const rc__row_kind now = kind_now(anchor, item);
  return now == RC__ROW_KEPT || now == RC__ROW_GUESSED;
}

/// Who takes the part of a provisional row: the first row on screen after it that has been settled
/// all along, if there is one.
static void give_to_settled(const rc__anchor *anchor, rc__stretch stretch, int64_t entry,
                            rc__survivor *survivor) {
  if (!is_provisional(anchor, stretch, entry, survivor->item)) return;
  const rc_interval visible = anchor->seen.visible;
  for (entry++; entry < anchor->since.count && first_seen(anchor, entry) < visible.upper; entry++) {
    if (first_seen(anchor, entry) < visible.lower) continue;
    if (anchor->since.kinds.at_first[entry] != RC__ROW_SETTLED) continue;
    const int64_t item = find_stayed(anchor, &stretch, first_seen(anchor, entry));
    if (item < 0) return;
    if (seen_at(&stretch, item) >= first_seen(anchor, entry + 1)) continue;
    if (kind_since(anchor, stretch, entry) != RC__ROW_SETTLED) continue;
    if (kind_now(anchor, item) != RC__ROW_SETTLED) continue;
    survivor->item = item;
    survivor->start = start_of(anchor, entry);
    survivor->entry = entry;
    survivor->is_first = false;
    return;
  }
}

/// The nearest item before the anchor that stayed.
static rc__survivor previous_survivor(const rc__anchor *anchor, int64_t next) {
  rc__survivor survivor = {.item = no_item, .entry = -1, .next = next};
  rc__stretch stretch = {0}, last = {0};
  while (next_stretch(anchor, &stretch) && stretch.seen < anchor->first.item) last = stretch;
  if (last.count == 0) return survivor;
  // (It ends before the anchor, which has not stayed.)
  const int64_t entry = entry_seen(anchor, last.seen + last.count - 1);
  if (entry < -anchor->since.before_count) return survivor;
  survivor.item = last.lower + last.count - 1;
  survivor.start = start_of(anchor, entry);
  return survivor;
}

rc__survivor rc__since_survivor(const rc__anchor *anchor, bool is_settled_first) {
  const rc__since *since = &anchor->since;
  rc__survivor survivor = {
      .item = anchor->first.item, .start = anchor->first.start, .next = no_item};
  survivor.is_first = true;
  if (!since->any) return survivor;
  rc__stretch stretch = {0};
  const int64_t next = find_stayed(anchor, &stretch, anchor->first.item);
  survivor.is_first = since->first >= 0;
  // The anchor itself may be above the screen, with a gap at the viewport's start; or below rows of
  // extent 0 that are at the start too.
  int64_t first = anchor->first.item;
  if (!survivor.is_first) first = rc__at_least(first, anchor->seen.visible.lower);
  const int64_t item = next < 0 ? no_item : find_stayed(anchor, &stretch, first);
  if (item < 0) return previous_survivor(anchor, next);
  const int64_t seen = seen_at(&stretch, item), entry = entry_seen(anchor, seen);
  const bool was_visible = seen < anchor->seen.visible.upper && entry < since->count;
  if (!survivor.is_first && !was_visible) return previous_survivor(anchor, next);
  survivor.item = item;
  survivor.start = start_of(anchor, entry);
  survivor.entry = entry;
  if (is_settled_first) give_to_settled(anchor, stretch, entry, &survivor);
  return survivor;
}

/// Whether the row in an entry, if it is measured now, is for the first time: not one that was
/// settled, and a provisional one that had been measured only if the user has come to it from
/// below.
static bool is_measured_first(const rc__since *since, int64_t entry, bool is_from_below) {
  const uint8_t kind = since->kinds.of[entry];
  if (kind != RC__ROW_KEPT) return kind != RC__ROW_SETTLED;
  return is_from_below && since->kinds.at_first[entry] == RC__ROW_KEPT;
}

bool rc__since_keeps_end(const rc__anchor *anchor) {
  const rc__first *first = &anchor->first;
  const rc__since *since = &anchor->since;
  const bool is_other_row =
      since->follows_rows && since->rows_now[0] != rc__rows_index(anchor->rows, since->first);
  if (!since->any || is_other_row) return false;
  if (!rc__lie_keeps_end(first->lie)) return false;
  return is_measured_first(since, 0, first->was_uncovered);
}

int64_t rc__since_uncovered(const rc__anchor *anchor, int64_t entry) {
  const rc__since *since = &anchor->since;
  const int64_t still_visible = anchor->first.still_visible;
  if (!since->any || still_visible == 0) return 0;
  const int64_t spacing = rc__rows_spacing(anchor->rows);
  const int64_t end = rc__at_most(entry_seen(anchor, still_visible), since->count);
  int64_t longer = 0;
  rc__stretch stretch = {0};
  for (; entry < end; entry++) {
    if (!is_measured_first(since, entry, anchor->seen.is_backward)) continue;
    const int64_t row = row_now(anchor, &stretch, entry);
    if (row < 0) continue;
    const rc__item now = rc__rows_row(anchor->rows, row);
    if (now.is_measured) longer += now.extent + spacing - pitch_of(anchor, entry);
  }
  return longer;
}
