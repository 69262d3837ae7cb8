#include "model_masonry.h"

#include <string.h>

#include "model_masonry_parts.h"

int64_t model_masonry_extent(const model_masonry *list, int64_t index) {
  return list->items[index].is_measured ? list->items[index].extent : list->estimate;
}

/// Adds an item to the lanes' ends.
void masonry_stack(model_masonry *list, int64_t index, masonry_front *front) {
  masonry_item *item = &list->items[index];
  int64_t slot = model_masonry_extent(list, index) + list->spacing, lanes = list->lane_count;
  item->start = has_lane(list, index) ? front->of[item->lane] : front_max(list, front);
  if (has_lane(list, index)) {
    front->of[item->lane] += slot;
  } else {
    *front = level(item->start + (item->is_wide ? slot : (slot + lanes - 1) / lanes));
  }
}

void masonry_indent(const model_masonry *list, int64_t index, masonry_front *front) {
  const masonry_item *item = &list->items[index];
  if (!item->has_indents || !has_lane(list, index)) return;
  for (int l = 0; l < list->lane_count; l++) front->of[l] += item->indents.of[l];
}

masonry_front model_masonry_flow(model_masonry *list) {
  masonry_front front = level(0);
  for (int64_t i = 0; i < list->count; i++) {
    masonry_indent(list, i, &front);
    list->items[i].front = front;
    masonry_stack(list, i, &front);
  }
  return front;
}

void masonry_flow(model_masonry *list) {
  (void)model_masonry_flow(list);
}

masonry_front masonry_front_at(model_masonry *list, int64_t index) {
  masonry_flow(list);
  return list->items[index].front;
}

int64_t model_masonry_length(model_masonry *list) {
  if (list->count == 0) return 0;
  masonry_front front = model_masonry_flow(list);
  return front_max(list, &front) - list->spacing;
}

// == edits ==

void model_masonry_init(model_masonry *list, int lane_count, int64_t spacing, int64_t estimate) {
  memset(list, 0, sizeof *list);
  list->lane_count = lane_count;
  list->spacing = spacing;
  list->estimate = estimate;
}

static bool any_restored(const model_masonry *list, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i < upper; i++) {
    if (list->items[i].is_restored) return true;
  }
  return false;
}

void model_masonry_insert(model_masonry *list, int64_t index, int64_t count) {
  const bool is_restored = any_restored(list, 0, index) && any_restored(list, index, list->count);
  memmove(&list->items[index + count], &list->items[index],
          (size_t)(list->count - index) * sizeof list->items[0]);
  for (int64_t i = index; i < index + count; i++) {
    list->items[i] = (masonry_item){
        .identity = list->next_identity++, .lane = MASONRY_NONE, .is_restored = is_restored};
  }
  list->count += count;
}

void model_masonry_remove(model_masonry *list, int64_t lower, int64_t upper) {
  // The indents go to the next item of their panel, also if it began one of its own before.
  if (upper < list->count && has_lane(list, upper)) {
    int64_t top = masonry_panel_lower(list, upper);
    if (lower <= top && top < upper && list->items[top].has_indents) {
      list->items[upper].has_indents = true;
      list->items[upper].indents = list->items[top].indents;
    }
  }
  memmove(&list->items[lower], &list->items[upper],
          (size_t)(list->count - upper) * sizeof list->items[0]);
  list->count -= upper - lower;
}

void model_masonry_move(model_masonry *list, int64_t lower, int64_t upper, int64_t to) {
  static _Thread_local masonry_item moved[MASONRY_ITEMS_MAX];
  int64_t count = upper - lower;
  if (count == 0 || to == lower) return;
  memcpy(moved, &list->items[lower], (size_t)count * sizeof moved[0]);
  model_masonry_remove(list, lower, upper);
  model_masonry_insert(list, to, count);
  for (int64_t i = 0; i < count; i++) {
    masonry_item *item = &list->items[to + i];
    *item = (masonry_item){.identity = moved[i].identity,
                           .extent = moved[i].extent,
                           .is_measured = moved[i].is_measured,
                           .is_wide = moved[i].is_wide,
                           .is_restored = item->is_restored,
                           .lane = MASONRY_NONE};
  }
}

void model_masonry_measure(model_masonry *list, int64_t index, int64_t extent) {
  masonry_item *item = &list->items[index];
  if (!item->is_measured) item->is_first_measured = true;
  item->is_measured = true;
  item->extent = extent;
}

static void forget_lane(masonry_item *item) {
  item->lane = MASONRY_NONE;
  item->was_shown = false;
  item->has_indents = false;
}

void model_masonry_set_wide(model_masonry *list, int64_t index, bool is_wide) {
  if (list->items[index].is_wide == is_wide) return;
  list->items[index].is_wide = is_wide;
  forget_lane(&list->items[index]);
}

void model_masonry_set_lanes(model_masonry *list, int lane_count) {
  list->lane_count = lane_count;
  for (int64_t i = 0; i < list->count; i++) forget_lane(&list->items[i]);
}

// == what was in another list ==

void model_masonry_restore(model_masonry *list, int64_t index, int lane) {
  list->items[index].lane = lane;
  list->items[index].was_shown = true;
}

static void mark_restored(model_masonry *list, int64_t lower, int64_t upper) {
  int64_t first = lower, last = upper;
  for (int64_t i = 0; i < list->count; i++) {
    if (!list->items[i].is_restored) continue;
    first = lesser(first, i);
    last = greater(last, i);
    list->items[i].is_restored = false;
  }
  if (last - first >= MASONRY_GAP) first = lower, last = upper;
  for (int64_t i = first; i <= last; i++) list->items[i].is_restored = true;
}

/// Where the lanes that are known end above the place of the wide item after them, one that is not,
/// as it has no items, ended there.
static void keep_hole(model_masonry *list, int64_t wide, int64_t place, const int64_t *of_lane,
                      masonry_front *moved) {
  const masonry_front ends = masonry_front_at(list, wide);
  int64_t latest = INT64_MIN;
  for (int l = 0; l < list->lane_count; l++) {
    if (of_lane[l] != MASONRY_NONE) latest = greater(latest, ends.of[l] - moved->of[l]);
  }
  for (int l = 0; l < list->lane_count; l++) {
    if (of_lane[l] == MASONRY_NONE && latest < place) moved->of[l] = ends.of[l] - place;
  }
}

void model_masonry_restore_places(model_masonry *list, const int64_t *indices,
                                  const int64_t *places, int64_t count, int64_t length) {
  for (int64_t i = 0; i < count;) {
    if (!has_lane(list, indices[i])) {
      i++;
      continue;
    }
    const int64_t first = i, lower = masonry_panel_lower(list, indices[i]);
    const int64_t upper = masonry_panel_upper(list, indices[i]);
    int64_t of_lane[MASONRY_LANES_MAX], begin = indices[i], end = indices[i];
    for (int l = 0; l < list->lane_count; l++) of_lane[l] = MASONRY_NONE;
    for (; i < count && indices[i] < upper; i++) {
      const int lane = list->items[indices[i]].lane;
      if (of_lane[lane] == MASONRY_NONE) of_lane[lane] = i;
    }
    masonry_flow(list);
    masonry_front moved;
    const bool is_after_wide =
        first > 0 && indices[first - 1] == lower - 1 && list->items[lower - 1].is_wide;
    for (int l = 0; l < list->lane_count; l++) {
      int64_t from = of_lane[l];
      if (from == MASONRY_NONE) from = is_after_wide ? first - 1 : first;
      moved.of[l] = list->items[indices[from]].start - places[from];
    }
    const bool is_before_wide = i < count && indices[i] == upper && list->items[upper].is_wide;
    if (is_before_wide) keep_hole(list, upper, places[i], of_lane, &moved);
    (void)masonry_even_out(list, lower, &moved);
    const int64_t offset = list->items[indices[first]].start - places[first];
    for (int64_t j = lower; j < upper; j++) {
      if (!list->items[j].was_shown || !overlaps(list, j, offset, offset + length)) continue;
      begin = lesser(begin, j);
      end = greater(end, j);
    }
    mark_restored(list, begin, is_before_wide ? upper : end);
  }
}

// == panels ==

/// Where the panel of an item begins.
int64_t masonry_panel_lower(const model_masonry *list, int64_t index) {
  while (!is_flush(list, index)) index--;
  return index;
}

int64_t masonry_panel_upper(const model_masonry *list, int64_t index) {
  while (index < list->count && has_lane(list, index)) index++;
  return index;
}

/// Removes indents that are not at a flush place: their panel joins the one above.
void masonry_join(model_masonry *list) {
  for (int64_t i = 0; i < list->count; i++) {
    if (!has_lane(list, i) || !is_flush(list, i)) list->items[i].has_indents = false;
  }
}

/// Makes up for how each lane of a panel has moved, so that all have moved alike; returns by how
/// much.
int64_t masonry_even_out(model_masonry *list, int64_t index, const masonry_front *moved) {
  int64_t lower = masonry_panel_lower(list, index);
  masonry_item *top = &list->items[lower];
  if (!top->has_indents) top->indents = level(0);
  int64_t by = INT64_MIN;
  for (int l = 0; l < list->lane_count; l++) by = greater(by, moved->of[l] - top->indents.of[l]);
  top->has_indents = false;
  for (int l = 0; l < list->lane_count; l++) {
    top->indents.of[l] += by - moved->of[l];
    if (top->indents.of[l] != 0) top->has_indents = true;
  }
  masonry_flow(list);
  return by;
}
