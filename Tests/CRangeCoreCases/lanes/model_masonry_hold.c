// What stays on the screen.

#include "model_masonry_parts.h"

static bool was_visible(const masonry_item *item) {
  return item->is_old && item->is_visible;
}

static int64_t moved_start(const model_masonry *list, int64_t index) {
  return list->items[index].start - list->items[index].old_start;
}

static int64_t moved_end(const model_masonry *list, int64_t index) {
  const masonry_item *item = &list->items[index];
  return moved_start(list, index) + model_masonry_extent(list, index) - item->old_extent;
}

static bool ends_after_start(const model_masonry *list, const masonry_item *item) {
  return item->old_start + item->old_extent > list->offset;
}

/// By how much an item has moved that keeps its place.
static int64_t moved_by(const model_masonry *list, int64_t index) {
  const masonry_item *item = &list->items[index];
  bool keeps_end =
      item->is_first_measured && list->offset > 0 && ends_after_start(list, item) &&
      (item->old_start < list->offset || (item->old_start == list->offset && list->is_backward));
  return keeps_end || !ends_after_start(list, item) ? moved_end(list, index)
                                                    : moved_start(list, index);
}

/// By how much a lane has moved where an item came between others on the screen: by what is before
/// that, so that it pushes what is after it.
///
/// - `before`: the last old item of the lane before it, if there is one in the panel.
static int64_t moved_before(const model_masonry *list, int64_t index, int64_t before, int64_t upper,
                            int64_t last) {
  int lane = list->items[index].lane;
  if (before != MASONRY_NONE) return moved_end(list, before);
  for (int64_t i = index + 1; i < upper; i++) {
    const masonry_item *item = &list->items[i];
    if (item->lane == lane && item->is_remembered)
      return list->items[index].start - item->old_start;
  }
  return list->items[index].start - list->items[last].old_front.of[lane];
}

/// By how much a lane of a panel has moved that keeps its place.
///
/// - `last`: of the items of the panel that were on the screen.
static int64_t lane_moved_by(const model_masonry *list, int64_t lower, int64_t upper, int64_t last,
                             int lane) {
  int64_t before = MASONRY_NONE, uncovered = MASONRY_NONE, above = MASONRY_NONE;
  for (int64_t i = lower; i < upper; i++) {
    const masonry_item *item = &list->items[i];
    if (item->lane != lane) continue;
    if (item->is_between) return moved_before(list, i, before, upper, last);
    if (!item->is_remembered) continue;
    before = i;
    if (was_visible(item) && !item->is_uncovered) return moved_by(list, i);
    if (was_visible(item)) uncovered = i;
    if (uncovered != MASONRY_NONE) continue;
    if (ends_after_start(list, item) && i < last) return moved_start(list, i);
    if (!ends_after_start(list, item) && i > last) above = i;
  }
  if (uncovered != MASONRY_NONE) return moved_end(list, uncovered);
  if (above != MASONRY_NONE) return moved_end(list, above);
  return list->items[last].front.of[lane] - list->items[last].old_front.of[lane];
}

/// The first item that was on the screen and has stayed; MASONRY_NONE if none has.
static int64_t find_anchor(const model_masonry *list) {
  int64_t uncovered = MASONRY_NONE;
  for (int64_t i = 0; i < list->count; i++) {
    const masonry_item *item = &list->items[i];
    if (!was_visible(item)) continue;
    if (!item->is_uncovered) return i;
    if (uncovered == MASONRY_NONE) uncovered = i;
  }
  return uncovered;
}

/// By how much things have moved where nothing that was on the screen has stayed.
static int64_t moved_without_anchor(const model_masonry *list) {
  int64_t before = MASONRY_NONE, after = MASONRY_NONE;
  for (int64_t i = 0; i < list->count; i++) {
    const masonry_item *item = &list->items[i];
    if (!item->is_remembered) continue;
    if (!ends_after_start(list, item)) before = i;
    if (ends_after_start(list, item) && after == MASONRY_NONE) after = i;
  }
  int64_t moved = before != MASONRY_NONE ? moved_end(list, before) : 0;
  if (after != MASONRY_NONE) moved = lesser(moved, list->items[after].start - list->offset);
  return greater(moved, -list->offset);
}

/// The lane that ends first, of those in which an item does not lie wholly above the viewport.
static int lane_on_screen(const model_masonry *list, int64_t index, const masonry_front *front,
                          int64_t start) {
  masonry_front found = *front;
  for (int l = 0; l < list->lane_count; l++) {
    if (found.of[l] + model_masonry_extent(list, index) <= start) found.of[l] = INT64_MAX;
  }
  if (front_min(list, &found) == INT64_MAX) found = *front;
  return masonry_lane_of_least(list, index, &found);
}

/// Items that come right before a panel join it: its indents are now theirs.
static void take_indents(model_masonry *list, int64_t index) {
  int64_t top = index;
  while (top < list->count && is_laneless(list, top)) top++;
  if (top == list->count || !list->items[top].has_indents) return;
  list->items[index].has_indents = true;
  list->items[index].indents = list->items[top].indents;
  list->items[top].has_indents = false;
}

/// Gives lanes to items that came between those on the screen, up to an offset.
static void give_between(model_masonry *list, int64_t start, int64_t end) {
  int64_t first = list->count, last = MASONRY_NONE;
  for (int64_t i = 0; i < list->count; i++) {
    if (!was_visible(&list->items[i])) continue;
    if (last == MASONRY_NONE) first = i;
    last = i;
  }
  if (first == list->count || is_laneless(list, first)) return;
  for (int64_t i = first + 1; i < last; i++) {
    if (!is_laneless(list, i)) continue;
    masonry_flow(list);
    masonry_front front = list->items[i].front;
    if (front_min(list, &front) >= end) return;
    if (is_flush(list, i)) take_indents(list, i);
    if (list->items[i].has_indents) {
      for (int l = 0; l < list->lane_count; l++) front.of[l] += list->items[i].indents.of[l];
    }
    list->items[i].lane = lane_on_screen(list, i, &front, start);
    list->items[i].is_settled = true;
    list->items[i].is_between = true;
    masonry_join(list);
  }
}

/// Evens out the panel that an item is in; returns by how much it has moved.
static int64_t hold_panel(model_masonry *list, int64_t index) {
  int64_t lower = masonry_panel_lower(list, index), upper = masonry_panel_upper(list, index);
  int64_t last = index;
  masonry_front by = level(0);
  for (int64_t i = index; i < upper; i++) {
    if (was_visible(&list->items[i])) last = i;
  }
  for (int l = 0; l < list->lane_count; l++) by.of[l] = lane_moved_by(list, lower, upper, last, l);
  return masonry_even_out(list, index, &by);
}

int64_t masonry_hold(model_masonry *list, const masonry_viewport *viewport) {
  masonry_join(list);
  masonry_flow(list);
  int64_t anchor = find_anchor(list);
  if (anchor == MASONRY_NONE) return list->has_updated ? moved_without_anchor(list) : 0;
  int64_t moved = moved_by(list, anchor);
  int64_t start = list->offset + moved;
  give_between(list, start, start + viewport->length + viewport->ahead);
  masonry_flow(list);
  for (int64_t i = 0; i < anchor; i++) {
    if (!was_visible(&list->items[i])) continue;
    if (has_lane(list, i)) {
      (void)hold_panel(list, i);
      i = masonry_panel_upper(list, i) - 1;
    }
  }
  return has_lane(list, anchor) ? hold_panel(list, anchor) : moved_by(list, anchor);
}
