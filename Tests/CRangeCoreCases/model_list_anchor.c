// What stays in place, slowly: an item remembers where it was seen, and every question walks all of
// them.

#include <math.h>
#include <stdlib.h>

#include "model_list.h"

static int64_t smaller(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static int64_t between(int64_t value, int64_t lower, int64_t upper) {
  return smaller(larger(value, lower), upper);
}

// == edits ==

static bool has_stayed(const model_list_item *item) {
  return item->seen >= 0 && !item->has_moved;
}

int64_t model_list_anchor_index(const model_list *list) {
  if (!list->anchor.is_set) return -1;
  for (int64_t i = 0; i < list->count; i++) {
    const model_list_item *item = &list->items[i];
    if (item->identity == list->anchor.identity) return has_stayed(item) ? i : -1;
  }
  return -1;
}

void model_list_note_change(model_list *list) {
  int64_t length = model_list_length(list);
  list->since.has_edited = true;
  list->since.shortest = smaller(list->since.shortest, length);
}

void model_list_note_gone(model_list *list, int64_t lower, int64_t upper) {
  int64_t anchor = model_list_anchor_index(list);
  if (anchor < 0 || lower <= anchor) list->since.edited_before = true;
  if (anchor < 0 || upper > anchor) list->since.edited_after = true;
}

void model_list_note_come(model_list *list, int64_t index) {
  // The items that have come may be in the list already, and the anchor after them.
  int64_t anchor = model_list_anchor_index(list);
  if (anchor < 0 || anchor >= index) list->since.edited_before = true;
  if (anchor < index) list->since.edited_after = true;
}

// == lengths ==

int64_t model_list_length(const model_list *list) {
  return model_list_extra(list, RC_END_HEAD) + model_list_content_length(list) +
         model_list_extra(list, RC_END_TAIL);
}

/// The offset whose viewport ends with a list of a length.
static int64_t end_of(model_list_window window, int64_t length) {
  return length - window.length + (window.is_fixed ? 0 : window.inset_end);
}

int64_t model_list_lowest(model_list_window window) {
  return window.is_fixed ? 0 : -window.inset_start;
}

int64_t model_list_highest(const model_list *list, model_list_window window) {
  return larger(model_list_lowest(window), end_of(window, model_list_length(list)));
}

// == who stays ==

typedef struct {
  const model_list_item *item;
  int64_t index;
} survivor;

/// The first item that has stayed, of those that were at `seen` or after it; or the last before it.
static survivor find_survivor(const model_list *list, int64_t seen, bool is_after) {
  survivor found = {NULL, -1};
  for (int64_t i = 0; i < list->count; i++) {
    const model_list_item *item = &list->items[i];
    if (!has_stayed(item) || (item->seen >= seen) != is_after) continue;
    if (is_after && found.item != NULL) continue;
    found = (survivor){item, i};
  }
  return found;
}

/// The engine remembers 128 rows, from 16 before the anchor's on.
static bool is_remembered(const model_list *list, const model_list_item *item) {
  int64_t first = larger(0, list->anchor.seen_row - 16);
  return item->seen_row >= first && item->seen_row < first + 128;
}

static bool has_something_before(const model_list *list) {
  survivor first = find_survivor(list, 0, true);
  return list->has_seen && list->count > 0 && first.index != 0;
}

static int64_t row_shift(const model_list *list, survivor kept) {
  int64_t row = list->items[kept.index].row;
  int64_t start = model_list_row_start(list, row);
  const model_list_anchor *anchor = &list->anchor;
  if (kept.item->identity == anchor->identity && anchor->keeps_end && anchor->awaits_extent &&
      list->row[row].is_measured) {
    return start + model_list_row_extent(list, row) - anchor->start - anchor->extent;
  }
  return start - kept.item->seen_start;
}

int64_t model_list_anchor_shift(const model_list *list) {
  const model_list_seen *seen = &list->seen;
  if (!list->has_seen || !list->anchor.is_set) return 0;
  if (seen->at_start && rc__interval_is_empty(seen->visible)) return 0;
  survivor next = find_survivor(list, list->anchor.seen, true);
  survivor kept = next;
  bool is_on_screen = next.item != NULL && (next.item->seen == list->anchor.seen ||
                                            next.item->seen < seen->visible.upper);
  if (!is_on_screen || !is_remembered(list, next.item)) {
    kept = find_survivor(list, list->anchor.seen, false);
    if (kept.item != NULL && !is_remembered(list, kept.item)) kept.item = NULL;
  }
  int64_t shift = 0;
  if (kept.item != NULL) {
    shift = row_shift(list, kept);
    bool grows_downward = seen->at_start && !has_something_before(list);
    if (grows_downward) shift -= model_list_extra(list, RC_END_HEAD) - seen->head;
  }
  if (next.item != NULL && kept.item != next.item) {
    int64_t start = model_list_row_start(list, list->items[next.index].row);
    shift = smaller(shift, start - seen->viewport.lower);
  }
  return shift;
}

/// What the rows have grown by that were uncovered, and have been measured since.
static int64_t uncovered_growth(const model_list *list) {
  const model_list_anchor *anchor = &list->anchor;
  int64_t growth = 0;
  if (!list->has_seen || !anchor->is_set || model_list_anchor_index(list) < 0) return 0;
  for (int64_t i = 0; i < list->count && anchor->still_visible >= 0; i++) {
    const model_list_item *item = &list->items[i];
    int64_t row = item->row;
    if (!has_stayed(item) || !item->was_first || !item->was_awaited) continue;
    if (item->seen_row <= anchor->seen_row || item->seen_row >= anchor->still_visible_row) continue;
    if (!list->row[row].is_measured || list->row[row].is_guess) continue;
    growth += list->row[row].extent - item->seen_extent;
  }
  return growth;
}

// == how far the host is moved ==

static bool windows_differ(model_list_window a, model_list_window b) {
  return a.length != b.length || a.inset_start != b.inset_start || a.inset_end != b.inset_end ||
         a.is_fixed != b.is_fixed;
}

/// How near to the tail is at it.
static int64_t tail_distance(const model_list *list, bool is_backward) {
  int64_t distance = model_list_ticks(list->settings.stick_distances[RC_END_TAIL]);
  return is_backward ? smaller(distance, RC_TICKS_PER_POINT) : distance;
}

static bool goes_to_tail(const model_list *list, model_list_window window, int64_t offset,
                         int64_t moved, bool is_user_driven) {
  const model_list_seen *seen = &list->seen;
  if (!list->settings.sticks[RC_END_TAIL]) return false;
  if (!list->has_seen) return offset <= 0;
  if (!list->since.has_edited && !windows_differ(window, seen->window)) return false;
  bool was_at_it = seen->end - seen->offset <= tail_distance(list, seen->is_backward);
  if (seen->count == 0) was_at_it = true;
  if (moved == 0) return was_at_it;
  bool is_backward = is_user_driven ? moved < 0 : seen->is_backward;
  int64_t length = seen->length;
  // A host that clamps its offset itself did so when the list was at its shortest.
  if (!is_user_driven) length = smaller(length, list->since.shortest);
  return was_at_it && end_of(window, length) - offset <= tail_distance(list, is_backward);
}

static bool goes_to_head(const model_list *list, model_list_window window, int64_t offset) {
  int64_t distance = model_list_ticks(list->settings.stick_distances[RC_END_HEAD]);
  if (!list->settings.sticks[RC_END_HEAD] || !list->has_seen) return false;
  if (!has_something_before(list)) return false;
  if (list->seen.count > 0 && list->seen.offset > list->seen.lowest + distance) return false;
  return offset <= model_list_lowest(window) + distance;
}

int64_t model_list_shift(model_list *list, model_list_window window, int64_t offset, int64_t moved,
                         bool is_user_driven) {
  const model_list_seen *seen = &list->seen;
  int64_t lowest = model_list_lowest(window), highest = model_list_highest(list, window);
  int64_t bounce = 0, shift;
  if (model_list_length(list) == 0) return 0;
  if (list->has_seen && seen->length > 0 && (moved == 0 || is_user_driven)) {
    bounce = offset - between(offset, seen->lowest, seen->highest);
  }
  bool at_tail = goes_to_tail(list, window, offset, moved, is_user_driven);
  const model_list_target *target = &list->target;
  if (target->is_set && target->is_approached && !(target->is_reached && at_tail)) {
    shift = model_list_target_offset(list, target, window) - target->known;
  } else if (at_tail) {
    bool is_resized = list->has_seen && (windows_differ(window, seen->window) ||
                                         seen->length != model_list_length(list));
    if (is_resized && moved != 0) bounce = 0;
    shift = highest + bounce - offset;
  } else if (goes_to_head(list, window, offset)) {
    shift = lowest + bounce - offset;
  } else if (list->has_seen && seen->at_end && !list->since.edited_after) {
    shift = model_list_length(list) - model_list_extra(list, RC_END_TAIL) - seen->content_end -
            list->since.grown;
  } else {
    shift = model_list_anchor_shift(list) + uncovered_growth(list);
  }
  return between(offset + shift - bounce, lowest, highest) + bounce - offset;
}

// == recording ==

/// How near to an end is at it.
static int64_t tolerance(const model_list *list) {
  bool is_stepped = list->quantum > 0 && list->quantum <= RC_TICKS_PER_POINT;
  return is_stepped ? list->quantum - 1 : RC_TICKS_PER_POINT;
}

/// The first item on screen that was there before the last movement.
static int64_t find_still_visible(const model_list *list, rc_interval before) {
  for (int64_t i = list->seen.visible.lower; i < list->seen.visible.upper; i++) {
    const model_list_item *item = &list->items[i];
    if (has_stayed(item) && before.lower <= item->seen && item->seen < before.upper) return i;
  }
  return -1;
}

static void record_anchor(model_list *list, bool at_lowest, rc_interval before) {
  const model_list_seen *seen = &list->seen;
  model_list_anchor *anchor = &list->anchor;
  int64_t former = model_list_anchor_index(list);
  anchor->is_set = list->count > 0;
  if (list->count == 0) return;
  int64_t still_visible = find_still_visible(list, before);
  int64_t row = at_lowest ? 0 : model_list_row_at(list, seen->viewport.lower);
  bool is_former = former >= 0 && list->items[former].row == row;
  anchor->seen = is_former ? former : model_list_first_item(list, row);
  anchor->seen_row = row;
  anchor->identity = list->items[anchor->seen].identity;
  anchor->start = model_list_row_start(list, row);
  anchor->extent = model_list_row_extent(list, row);
  anchor->awaits_extent = !list->row[row].is_measured || list->row[row].is_guess;
  int64_t start = seen->viewport.lower;
  bool straddles = anchor->start < start && start < anchor->start + anchor->extent;
  bool is_uncovered = false;
  int64_t still_visible_row = still_visible < 0 ? -1 : list->items[still_visible].row;
  for (int64_t i = row; i < still_visible_row && !at_lowest; i++) {
    if (!list->row[i].is_measured || list->row[i].is_provisional) is_uncovered = true;
  }
  bool is_upward = seen->is_backward || is_uncovered;
  anchor->keeps_end = !at_lowest && (straddles || (anchor->start == start && is_upward));
  anchor->still_visible = is_uncovered && anchor->start <= start ? still_visible : -1;
  anchor->still_visible_row = still_visible_row;
}

void model_list_record(model_list *list, model_list_window window, int64_t offset, int64_t host,
                       int64_t moved, bool is_user_driven, rc_interval visible) {
  model_list_seen *seen = &list->seen;
  const int64_t inside = window.length - window.inset_start - window.inset_end;
  seen->lowest = model_list_lowest(window);
  seen->highest = model_list_highest(list, window);
  if (moved != 0) seen->is_backward = is_user_driven && moved < 0;
  seen->offset = offset;
  seen->host = host;
  seen->window = window;
  seen->viewport.lower = offset + window.inset_start;
  seen->viewport.upper = seen->viewport.lower + inside;
  rc_interval before = seen->visible;
  const model_list_anchor *anchor = &list->anchor;
  bool goes_on = moved == 0 && anchor->is_set && anchor->still_visible >= 0;
  if (goes_on) before.lower = anchor->still_visible;
  if (!list->has_seen) before = (rc_interval){0, 0};
  seen->visible = visible;
  seen->head = model_list_extra(list, RC_END_HEAD);
  seen->content_end = seen->head + model_list_content_length(list);
  seen->length = model_list_length(list);
  seen->end = end_of(window, seen->length);
  bool at_lowest = offset <= seen->lowest + tolerance(list);
  seen->at_start = seen->viewport.lower < seen->head || at_lowest;
  seen->at_end =
      seen->highest > seen->lowest + tolerance(list) && offset >= seen->highest - tolerance(list);
  model_list_target *target = &list->target;
  if (target->is_set && target->is_approached) {
    target->known = model_list_target_offset(list, target, window);
    bool was_reached = target->is_reached;
    target->is_reached = llabs(offset - target->known) <= RC_TICKS_PER_POINT;
    if (was_reached && !target->is_reached) target->is_set = false;
  }
  record_anchor(list, at_lowest, before);
  int64_t start = seen->head;
  for (int64_t i = 0; i < list->count; i++) {
    list->items[i].seen = i;
    list->items[i].seen_start = start;
    list->items[i].has_moved = false;
    int64_t row = list->items[i].row;
    list->items[i].seen_row = row;
    list->items[i].was_first = list->row[row].first == i;
    list->items[i].seen_extent = model_list_row_extent(list, row);
    list->items[i].was_awaited = !list->row[row].is_measured || list->row[row].is_guess;
    bool is_last = model_list_first_item(list, row + 1) == i + 1;
    if (is_last) start += model_list_row_extent(list, row) + list->spacing;
  }
  seen->count = list->count;
  list->has_seen = true;
  list->since = (model_list_since){.shortest = seen->length};
}

// == scrolling to an item ==

int64_t model_list_target_offset(const model_list *list, const model_list_target *target,
                                 model_list_window window) {
  int64_t row = list->items[target->item].row;
  int64_t start = model_list_row_start(list, row), extent = model_list_row_extent(list, row);
  int64_t inside = larger(0, window.length - window.inset_start - window.inset_end);
  int64_t covered = model_list_pinned_extent(list, target->item);
  double before = target->fraction * (double)(inside - covered - extent);
  int64_t offset = start - covered - (int64_t)rint(before) - window.inset_start + target->shift;
  return between(offset, model_list_lowest(window), model_list_highest(list, window));
}

void model_list_note_movement(model_list *list, int64_t offset, int64_t moved,
                              bool is_user_driven) {
  model_list_target *target = &list->target;
  if (!target->is_set) return;
  int64_t before = llabs(list->seen.offset - target->known), now = llabs(offset - target->known);
  if (!list->has_seen || now < before) target->is_approached = true;
  bool is_far = is_user_driven || now > RC_TICKS_PER_POINT;
  if (moved != 0 && now > before && is_far) target->is_set = false;
}

static void resolve_nearest(const model_list *list, model_list_target *target, int64_t owed) {
  int64_t row = list->items[target->item].row;
  int64_t start = model_list_row_start(list, row);
  int64_t end = start + model_list_row_extent(list, row);
  rc_interval viewport = {list->seen.viewport.lower + owed, list->seen.viewport.upper + owed};
  int64_t left_out = model_list_pinned_extent(list, target->item), pinned_offset, covered;
  (void)model_list_pinned_at(list, viewport.lower, &pinned_offset, &covered);
  // A header covers only what is in its section.
  if (left_out == 0) covered = 0;
  int64_t top = viewport.lower + covered;
  bool is_inside = start >= top && end <= viewport.upper;
  bool is_covering = start <= top && end >= viewport.upper;
  target->fraction = 0;
  if (is_inside || is_covering) {
    target->shift = viewport.lower + left_out - start;
  } else if (start >= top && end - start <= viewport.upper - viewport.lower - left_out) {
    target->fraction = 1;
  }
}

double model_list_scroll_to(model_list *list, int64_t index, double fraction, double shift) {
  model_list_target target = {.is_set = true, .fraction = fraction, .item = index};
  target.shift = model_list_ticks(shift);
  model_list_window window = list->seen.window;
  // The same viewport as at the last update would be corrected by as much.
  int64_t owed = model_list_shift(list, window, list->seen.offset, 0, false);
  if (fraction == RC_FRACTION_NEAREST) resolve_nearest(list, &target, owed);
  target.known = model_list_target_offset(list, &target, window) - owed;
  target.is_approached =
      list->has_seen && llabs(target.known - list->seen.offset) <= RC_TICKS_PER_POINT;
  list->target = target;
  int64_t lowest = model_list_lowest(window);
  int64_t offset = target.known - list->pending_edits - list->pending_measures;
  if (offset >= lowest) return rc_ticks_to_points(offset);
  list->pending_edits = target.known - lowest;
  list->pending_measures = 0;
  return rc_ticks_to_points(lowest);
}
