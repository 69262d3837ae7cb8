// What stays in place: all items of the last update are compared with those of now.
//
// An update notes every item, where its row was, and what was known of it. Nothing is noted between
// updates, so the order of edits cannot matter, and what came and went has never been.

#include "model_list.h"

/// How many rows on the screen, from what stays in place on, and how many before it are known by
/// where they were.
enum { ROWS_KNOWN = 128 };

static const int64_t POINT = RC_TICKS_PER_POINT;

// == the same items and rows, then and now ==

/// The index now, moved or not; -1 for one that was removed.
static int64_t index_of(const model_list *list, int64_t seen) {
  for (int64_t i = 0; i < list->count; i++) {
    if (list->items[i].seen == seen) return i;
  }
  return -1;
}

int64_t model_list_stayed_at(const model_list *list, int64_t seen) {
  int64_t index = index_of(list, seen);
  return index >= 0 && list->items[index].has_moved ? -1 : index;
}

static int64_t start_of_item(const model_list *list, int64_t index) {
  return model_list_row_start(list, list->items[index].row);
}

static const model_list_seen_row *seen_row_of(const model_list *list, int64_t seen) {
  return &list->seen.row[list->seen.items[seen].row];
}

/// Whether a row of the last update has been measured for the first time since.
static bool is_measured_first(const model_list_seen_row *then, const model_list_row *now) {
  if (!now->is_measured) return false;
  if (now->known_since != then->known_since) return true;
  return then->is_awaited && now->settled_since != then->settled_since;
}

/// Whether the items before some are the same as they were before others.
static bool begins_equally(const model_list *list, int64_t seen, int64_t index) {
  if (seen != index) return false;
  for (int64_t i = 0; i < index; i++) {
    if (list->items[i].seen != i || list->items[i].has_moved) return false;
  }
  return true;
}

bool model_list_came_before_first(const model_list *list) {
  return list->count > 0 && (list->items[0].seen < 0 || list->items[0].has_moved);
}

static int64_t tolerance(const model_list *list) {
  return list->quantum > 0 && list->quantum <= POINT ? list->quantum - 1 : POINT;
}

/// Whether the viewport was at the highest offset, and that was not the lowest too.
static bool was_at_end(const model_list *list) {
  const model_list_seen *seen = &list->seen;
  int64_t lowest = model_list_lowest(seen->window);
  int64_t highest = model_list_end_of(seen->window, seen->length);
  return highest - lowest > tolerance(list) && seen->offset >= highest - tolerance(list);
}

/// Whether a row that is known from what stays in place on is elsewhere.
static bool have_rows_moved(const model_list *list) {
  const model_list_seen *seen = &list->seen;
  int64_t first = seen->items[seen->anchor].row;
  for (int64_t i = seen->anchor; i < seen->count; i++) {
    int64_t row = seen->items[i].row;
    if (row > first && !seen->items[i].is_on_screen && !was_at_end(list)) continue;
    if (row >= first + ROWS_KNOWN) break;
    if (row >= list->rows || model_list_row_start(list, row) != seen->row[row].start) return true;
  }
  return false;
}

/// Whether the length or the window has changed, or what can be seen. Rows elsewhere that have made
/// up for one another do not matter.
bool model_list_has_changed(const model_list *list, model_list_window window) {
  const model_list_seen *seen = &list->seen;
  if (window.length != seen->window.length || window.inset_start != seen->window.inset_start ||
      window.inset_end != seen->window.inset_end || window.is_fixed != seen->window.is_fixed) {
    return true;
  }
  if (model_list_length(list) != seen->length) return true;
  if (model_list_extra(list, RC_END_HEAD) != seen->head) return true;
  if (list->count != seen->count || !begins_equally(list, seen->count, list->count)) return true;
  return seen->anchor >= 0 && have_rows_moved(list);
}

// == who takes the anchor's part ==

/// Of an item, then and now; -1 for none.
typedef struct {
  int64_t seen, index;
} survivor;

static survivor find_next_on_screen(const model_list *list) {
  const model_list_seen *seen = &list->seen;
  int64_t rows = 0, row = -1;
  for (int64_t i = seen->anchor; i < seen->count; i++) {
    if (!seen->items[i].is_on_screen) continue;
    if (seen->items[i].row != row) rows++;
    row = seen->items[i].row;
    if (rows > ROWS_KNOWN) break;
    survivor found = {i, model_list_stayed_at(list, i)};
    if (i > seen->anchor && found.index >= 0) return found;
  }
  return (survivor){-1, -1};
}

static survivor find_previous(const model_list *list) {
  const model_list_seen *seen = &list->seen;
  for (int64_t i = seen->anchor - 1; i >= 0; i--) {
    if (seen->items[i].row < seen->items[seen->anchor].row - ROWS_KNOWN) break;
    survivor found = {i, model_list_stayed_at(list, i)};
    if (found.index >= 0) return found;
  }
  return (survivor){-1, -1};
}

static survivor find_next(const model_list *list) {
  for (int64_t i = list->seen.anchor + 1; i < list->seen.count; i++) {
    survivor found = {i, model_list_stayed_at(list, i)};
    if (found.index >= 0) return found;
  }
  return (survivor){-1, -1};
}

/// The anchor, or who takes its part if it did not stay.
static survivor find_heir(const model_list *list) {
  survivor found = {list->seen.anchor, -1};
  if (found.seen < 0) return found;
  found.index = model_list_stayed_at(list, found.seen);
  if (found.index < 0) found = find_next_on_screen(list);
  if (found.index < 0) found = find_previous(list);
  return found;
}

static bool is_settled(const model_list_row *row) {
  return row->is_measured && !row->is_provisional;
}

/// The row now that one of the last update is; NULL if it is gone.
static const model_list_row *row_of_seen(const model_list *list, int64_t seen) {
  for (int64_t row = 0; row < list->rows; row++) {
    if (list->row[row].seen == seen) return &list->row[row];
  }
  return NULL;
}

/// Whether the row of an item was provisional at the last update, or has been since.
static bool was_provisional(const model_list *list, survivor kept) {
  const model_list_seen_row *then = seen_row_of(list, kept.seen);
  const model_list_row *now = row_of_seen(list, list->seen.items[kept.seen].row);
  if (then->is_provisional) return true;
  if (!then->is_measured) return false;
  if (now != NULL && now->is_measured && now->known_since != then->known_since) return false;
  if (now != NULL && now->is_measured && now->settled_since != then->settled_since) return true;
  now = &list->row[list->items[kept.index].row];
  return now->is_measured && now->is_provisional;
}

/// Whether a row has been settled from the last update on.
static bool has_been_settled(const model_list *list, int64_t row) {
  const model_list_seen_row *then = &list->seen.row[row];
  const model_list_row *now = row_of_seen(list, row);
  if (!then->is_measured || then->is_provisional) return false;
  return now == NULL || !now->is_measured ||
         (now->known_since == then->known_since && now->settled_since == then->settled_since);
}

/// The first item after another one whose row was on the screen, and has been settled all along.
static survivor find_settled(const model_list *list, survivor after) {
  const model_list_seen *seen = &list->seen;
  int64_t row = seen->items[after.seen].row;
  for (int64_t i = after.seen + 1; i < seen->count; i++) {
    if (seen->items[i].row >= seen->items[seen->anchor].row + ROWS_KNOWN) break;
    if (!seen->items[i].is_on_screen || seen->items[i].row == row) continue;
    survivor found = {i, model_list_stayed_at(list, i)};
    if (found.index < 0 || !has_been_settled(list, seen->items[i].row)) continue;
    if (is_settled(&list->row[list->items[found.index].row])) return found;
    row = seen->items[i].row;
  }
  return after;
}

/// What keeps its place: not a provisional row, if a settled one is on the screen.
static survivor find_survivor(const model_list *list) {
  survivor found = find_heir(list);
  if (found.index < 0 || found.seen < list->seen.anchor) return found;
  return was_provisional(list, found) ? find_settled(list, found) : found;
}

int64_t model_list_anchor_index(const model_list *list) {
  return list->has_seen ? find_heir(list).index : -1;
}

bool model_list_edited_before(const model_list *list) {
  if (!list->has_seen || list->seen.anchor < 0) return false;
  survivor kept = find_survivor(list);
  if (kept.index < 0) kept = find_next(list);
  if (kept.index < 0) return true;
  return !begins_equally(list, kept.seen, kept.index);
}

// == by how much it has moved ==

/// By how much the start of an item's row has moved, or its end.
static int64_t moved_by(const model_list *list, survivor kept, bool is_end) {
  const model_list_seen_row *then = seen_row_of(list, kept.seen);
  int64_t row = list->items[kept.index].row;
  int64_t moved = model_list_row_start(list, row) - then->start;
  if (is_end) moved += model_list_row_extent(list, row) - then->extent;
  return moved;
}

/// The anchor's row is measured for the first time, and keeps its end.
static bool has_kept_end(const model_list *list, survivor kept) {
  const model_list_row *now = &list->row[list->items[kept.index].row];
  return list->seen.keeps_end && kept.seen == list->seen.anchor &&
         now->seen == list->seen.items[kept.seen].row &&
         is_measured_first(&list->seen.row[now->seen], now);
}

/// What rows that were uncovered grow by before those that were on the screen already, as they are
/// measured for the first time.
static int64_t uncovered_growth(const model_list *list, survivor kept) {
  const model_list_seen *seen = &list->seen;
  int64_t growth = 0, anchor_row = seen->items[kept.seen].row;
  int64_t last = seen->still_visible;
  if (last > seen->items[seen->anchor].row + ROWS_KNOWN - 1) {
    last = seen->items[seen->anchor].row + ROWS_KNOWN - 1;
  }
  for (int64_t row = 0; row < list->rows; row++) {
    const model_list_row *now = &list->row[row];
    if (now->seen < anchor_row || now->seen >= last) continue;
    if (now->seen == anchor_row && kept.seen == seen->anchor) continue;
    const model_list_seen_row *then = &seen->row[now->seen];
    if (is_measured_first(then, now)) growth += now->extent - then->extent;
  }
  return growth;
}

/// The next item that stayed comes to the viewport's start, if none keeps its place.
static int64_t shift_without_previous(const model_list *list) {
  survivor next = find_next(list);
  if (next.index < 0) return 0;
  return start_of_item(list, next.index) - list->seen.viewport.lower;
}

static bool is_before_first(const model_list *list) {
  const model_list_seen *seen = &list->seen;
  return seen->viewport.lower < seen->row[0].start || seen->at_lowest;
}

/// By how much a header has grown under which the items go down.
static int64_t head_growth(const model_list *list) {
  if (!is_before_first(list)) return 0;
  return model_list_extra(list, RC_END_HEAD) - list->seen.head;
}

int64_t model_list_anchor_shift(const model_list *list, bool by_start) {
  const model_list_seen *seen = &list->seen;
  if (!list->has_seen || seen->anchor < 0) return 0;
  bool was_on_screen = seen->visible.lower < seen->visible.upper;
  if (is_before_first(list) && !was_on_screen) return 0;
  survivor kept = by_start ? find_heir(list) : find_survivor(list);
  // Under a header that is at the viewport's start, nothing has to come there.
  bool is_header_at_start = seen->viewport.lower < seen->row[0].start;
  if (kept.index < 0) return is_header_at_start ? 0 : shift_without_previous(list);
  int64_t shift;
  if (kept.seen < seen->anchor) {
    survivor next = find_next(list);
    shift = moved_by(list, kept, false);
    if (next.index >= 0 && shift > shift_without_previous(list)) {
      shift = shift_without_previous(list);
    }
  } else {
    shift = moved_by(list, kept, !by_start && has_kept_end(list, kept));
    if (!by_start) shift += uncovered_growth(list, kept);
  }
  // Items that come before the first one keep it in place, whatever the header does.
  return model_list_came_before_first(list) ? shift : shift - head_growth(list);
}

// == the end, while it is measured ==

/// Whether what was at and after the viewport's start is there again, and nothing else.
static bool is_same_to_the_end(const model_list *list) {
  const model_list_seen *seen = &list->seen;
  int64_t from = model_list_stayed_at(list, seen->anchor);
  if (from < 0 || list->layouts != seen->layout) return false;
  if (list->count - from != seen->count - seen->anchor) return false;
  for (int64_t i = 0; from + i < list->count; i++) {
    const model_list_item *now = &list->items[from + i];
    if (now->seen != seen->anchor + i || now->has_moved) return false;
  }
  return true;
}

/// What rows that were at and after the viewport's start have grown by, if they had been measured.
static int64_t measured_growth(const model_list *list) {
  int64_t growth = 0, first = list->seen.items[list->seen.anchor].row;
  for (int64_t row = 0; row < list->rows; row++) {
    const model_list_row *now = &list->row[row];
    if (now->seen < first || !now->is_measured) continue;
    const model_list_seen_row *then = &list->seen.row[now->seen];
    if (!then->is_measured || now->settled_since != then->settled_since) continue;
    growth += now->extent - then->extent;
  }
  return growth;
}

bool model_list_keeps_end(const model_list *list, int64_t *out_shift) {
  const model_list_seen *seen = &list->seen;
  if (!list->has_seen || seen->anchor < 0) return false;
  if (!was_at_end(list) || !is_same_to_the_end(list)) return false;
  int64_t end = model_list_extra(list, RC_END_HEAD) + model_list_content_length(list);
  *out_shift = end - seen->content_end - measured_growth(list);
  if (!model_list_came_before_first(list)) *out_shift -= head_growth(list);
  return true;
}

// == what an update notes ==

/// What has come on the screen is new until the viewport moves, and what has been uncovered may
/// still be measured until then.
static void record_items(model_list *list, rc_interval visible, int64_t moved) {
  model_list_seen *seen = &list->seen;
  static _Thread_local model_list_seen_item then[MODEL_LIST_ITEMS_MAX];
  for (int64_t i = 0; i < seen->count; i++) then[i] = seen->items[i];
  for (int64_t i = 0; i < list->count; i++) {
    const model_list_item *item = &list->items[i];
    model_list_seen_item none = {.row = -1}, *now = &seen->items[i];
    bool has_stayed = item->seen >= 0 && !item->has_moved;
    const model_list_seen_item *before = has_stayed ? &then[item->seen] : &none;
    now->row = item->row;
    now->is_on_screen = visible.lower <= i && i < visible.upper;
    now->was_on_screen = before->is_on_screen;
    now->is_uncovered =
        now->is_on_screen && (!before->is_on_screen || (before->is_uncovered && moved == 0));
  }
}

static bool is_on_screen(const model_list *list, int64_t row) {
  return list->seen.items[list->row[row].first].is_on_screen;
}

/// Whether anything of a row was on the screen at the update before.
static bool was_on_screen(const model_list *list, int64_t row) {
  for (int64_t i = list->row[row].first; i < model_list_first_item(list, row + 1); i++) {
    if (list->seen.items[i].was_on_screen) return true;
  }
  return false;
}

static bool is_uncovered(const model_list *list, int64_t row) {
  for (int64_t i = list->row[row].first; i < model_list_first_item(list, row + 1); i++) {
    if (!list->seen.items[i].is_uncovered) return false;
  }
  return true;
}

/// The first row from another one on that was on the screen already; only what comes before it is
/// uncovered, until all of it has been measured.
static int64_t find_still_visible(model_list *list, int64_t row) {
  model_list_seen_item *items = list->seen.items;
  int64_t from = row, first = list->row[row].first, upper = 0;
  while (first < list->count && !items[first].is_on_screen) first++;
  bool is_awaited = !is_settled(&list->row[row]);
  while (row < list->rows && (!is_on_screen(list, row) || is_uncovered(list, row))) {
    is_awaited = is_awaited || !is_settled(&list->row[row]);
    row++;
  }
  if (!is_awaited) row = from;
  if (is_awaited && row < list->rows) {
    upper = list->row[row].first;
    while (!items[upper].is_on_screen || items[upper].is_uncovered) upper++;
  }
  for (int64_t i = upper; i < list->count; i++) items[i].is_uncovered = false;
  // With it all before it is, though rows without an extent may have been there.
  for (int64_t i = 0; i < upper && upper > first; i++) {
    items[i].is_uncovered = items[i].is_on_screen;
  }
  return row < list->rows ? row : -1;
}

static void record_rows(model_list *list) {
  for (int64_t row = 0; row < list->rows; row++) {
    const model_list_row *now = &list->row[row];
    model_list_seen_row *seen = &list->seen.row[row];
    seen->start = model_list_row_start(list, row);
    seen->extent = model_list_row_extent(list, row);
    seen->known_since = now->known_since;
    seen->settled_since = now->settled_since;
    seen->is_measured = now->is_measured;
    seen->is_provisional = now->is_provisional;
    // One whose extent was kept, only where the user has come to it from below.
    bool is_anchor = list->seen.anchor >= 0 && list->items[list->seen.anchor].row == row;
    bool is_met = is_anchor ? list->seen.is_met : list->is_backward;
    seen->is_awaited = now->is_provisional && (now->is_guess || is_met);
  }
}

/// The item of a row that was the anchor before, which edits may have pushed into the row's middle;
/// else its first one.
static int64_t item_of_row(const model_list *list, int64_t row, int64_t before) {
  bool is_in_row = before >= 0 && list->items[before].row == row;
  return is_in_row ? before : list->row[row].first;
}

static void record_anchor(model_list *list, int64_t before, int64_t moved) {
  model_list_seen *seen = &list->seen;
  int64_t row = seen->at_lowest ? 0 : model_list_row_at(list, seen->viewport.lower);
  seen->anchor = item_of_row(list, row, before);
  bool was_met = seen->is_met && seen->anchor == before;
  int64_t start = model_list_row_start(list, row), lower = seen->viewport.lower;
  bool straddles = start < lower && lower < start + model_list_row_extent(list, row);
  int64_t still_visible = find_still_visible(list, row);
  bool is_met = moved != 0 ? !was_on_screen(list, row) : still_visible > row;
  seen->is_met = (is_met && list->is_backward) || (was_met && moved == 0);
  // Once measured it is on the screen like the rest.
  if (is_settled(&list->row[row])) seen->is_met = false;
  seen->still_visible = seen->at_lowest ? -1 : still_visible;
  // Uncovered with others, it grows above what was on the screen already.
  bool is_above = seen->still_visible > row && !is_settled(&list->row[row]);
  bool is_read_upward = start == lower && list->is_backward;
  seen->keeps_end =
      !seen->at_lowest && (straddles || is_read_upward || (start >= lower && is_above));
}

void model_list_record(model_list *list, model_list_window window, int64_t offset, int64_t host,
                       int64_t moved, rc_interval visible) {
  model_list_seen *seen = &list->seen;
  int64_t before = model_list_anchor_index(list);
  seen->rows = list->rows;
  seen->window = window;
  seen->offset = offset;
  seen->host = host;
  seen->layout = list->layouts;
  seen->visible = visible;
  seen->viewport.lower = offset + window.inset_start;
  seen->viewport.upper = offset + window.length - window.inset_end;
  seen->length = list->shortest = model_list_length(list);
  seen->head = model_list_extra(list, RC_END_HEAD);
  seen->content_end = seen->head + model_list_content_length(list);
  record_items(list, visible, moved);
  seen->count = list->count;
  seen->anchor = seen->still_visible = -1;
  seen->at_lowest = offset <= model_list_lowest(window) + tolerance(list);
  if (list->count > 0) record_anchor(list, before, moved);
  record_rows(list);
  for (int64_t i = 0; i < list->count; i++) {
    list->items[i].seen = i;
    list->items[i].has_moved = false;
  }
  for (int64_t row = 0; row < list->rows; row++) list->row[row].seen = row;
  list->has_seen = true;
}
