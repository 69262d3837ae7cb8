// Which lane an item gets.

#include <string.h>

#include "model_masonry_parts.h"

int masonry_lane_of_least(const model_masonry *list, int64_t index, const masonry_front *front) {
  int64_t limit = front_min(list, front) + list->tolerance;
  int first = index > 0 && has_lane(list, index - 1) && list->tolerance > 0
                  ? list->items[index - 1].lane + 1
                  : 0;
  for (int n = 0; n < list->lane_count; n++) {
    int l = (first + n) % list->lane_count;
    if (front->of[l] <= limit) return l;
  }
  return 0;
}

static int lane_of_greatest(const model_masonry *list, int64_t index, const masonry_front *front) {
  int64_t limit = front_max(list, front) - list->tolerance;
  int first = index + 1 < list->count && has_lane(list, index + 1) && list->tolerance > 0
                  ? list->items[index + 1].lane + list->lane_count - 1
                  : list->lane_count - 1;
  for (int n = 0; n < list->lane_count; n++) {
    int l = (first + list->lane_count - n) % list->lane_count;
    if (front->of[l] >= limit) return l;
  }
  return 0;
}

void masonry_set_lane(model_masonry *list, int64_t index, int lane) {
  masonry_item *item = &list->items[index];
  if (item->lane != lane) item->was_shown = false;
  item->lane = lane;
}

/// Whether an item that is not kept may get another lane: one that was shown and comes near only if
/// its lane is behind the best one, by more than the list has patience for.
static bool may_change(model_masonry *list, int64_t index, int64_t behind) {
  masonry_item *item = &list->items[index];
  if (item->is_wide || item->is_settled) return false;
  if (is_laneless(list, index)) return true;
  return !item->was_shown || behind > list->patience;
}

/// Gives lanes from an item on, up to another one, or to where all lanes have come to an offset.
void masonry_give_forward(model_masonry *list, int64_t from, int64_t upper, int64_t end) {
  int64_t last_kept = MASONRY_NONE;
  for (int64_t i = from; i < upper; i++) {
    if (masonry_is_kept(list, i)) last_kept = i;
  }
  masonry_front front = masonry_front_at(list, from);
  for (int64_t i = from; i < upper && front_min(list, &front) < end; i++) {
    masonry_item *item = &list->items[i];
    if (i > from) {
      if (item->has_indents && !is_flush(list, i)) item->has_indents = false;
      masonry_indent(list, i, &front);
    }
    int64_t behind = has_lane(list, i) ? front.of[item->lane] - front_min(list, &front) : 0;
    if (is_laneless(list, i) || (i > last_kept && may_change(list, i, behind))) {
      masonry_set_lane(list, i, masonry_lane_of_least(list, i, &front));
    }
    item->is_settled = true;
    masonry_stack(list, i, &front);
  }
  masonry_join(list);
  masonry_flow(list);
}

/// The first item after the wide one before an item.
int64_t masonry_unit_lower(const model_masonry *list, int64_t index) {
  while (index > 0 && !list->items[index - 1].is_wide) index--;
  return index;
}

int64_t masonry_unit_start(const model_masonry *list, int64_t lower) {
  return lower == 0 ? 0 : end_of(list, lower - 1) + list->spacing;
}

bool masonry_any_kept_in(const model_masonry *list, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i < upper; i++) {
    if (masonry_is_kept(list, i)) return true;
  }
  return false;
}

/// Gives the items of a unit their lanes from its start on, unless that is not after an offset
/// then; `out_moved`: by how much what is below has moved.
static bool give_unit(model_masonry *list, int64_t lower, int64_t upper, int64_t start,
                      int64_t *out_moved) {
  static _Thread_local masonry_item before[MASONRY_ITEMS_MAX];
  const int64_t below = list->items[upper].start;
  memcpy(before, &list->items[lower], (size_t)(upper - lower) * sizeof before[0]);
  list->items[lower].has_indents = false;
  masonry_give_forward(list, lower, upper, INT64_MAX);
  *out_moved = list->items[upper].start - below;
  if (masonry_unit_start(list, lower) > start + *out_moved) return true;
  memcpy(&list->items[lower], before, (size_t)(upper - lower) * sizeof before[0]);
  for (int64_t i = lower; i < upper; i++) list->items[i].is_settled = false;
  masonry_flow(list);
  return false;
}

/// Has the lanes of a panel slide down, so that they all end with the last one.
static void slide_down(model_masonry *list, int64_t index, const masonry_front *ends) {
  masonry_front moved = *ends;
  int64_t max = front_max(list, ends);
  for (int l = 0; l < list->lane_count; l++) moved.of[l] -= max;
  (void)masonry_even_out(list, index, &moved);
}

/// Gives an item its lane if it may get another one, and has all below it stay; returns by how much
/// that has moved; notes it in `given`.
static int64_t give_above(model_masonry *list, int64_t index, int64_t first_kept,
                          const masonry_front *front, int64_t *given) {
  masonry_item *item = &list->items[index];
  int64_t behind = has_lane(list, index) ? front_max(list, front) - front->of[item->lane] : 0;
  bool changes =
      is_laneless(list, index) || (index < first_kept && may_change(list, index, behind));
  item->is_settled = true;
  if (!changes) return 0;
  *given = index;
  masonry_set_lane(list, index, lane_of_greatest(list, index, front));
  list->items[index + 1].has_indents = false;
  masonry_join(list);
  masonry_front moved = masonry_front_at(list, index + 1);
  for (int l = 0; l < list->lane_count; l++) moved.of[l] -= front->of[l];
  return masonry_even_out(list, index, &moved);
}

// == trades ==

enum { TOP_ROWS = 4, TRADES = 8 };

/// Whether an item trades lanes, if it is above what is kept.
static bool is_loose(const model_masonry *list, int64_t index) {
  return has_lane(list, index) && !list->items[index].was_shown;
}

/// The first item of a unit, if an item is one of the first of it and all above it have lanes.
static int64_t top_lower(const model_masonry *list, int64_t index) {
  int64_t lower = index;
  while (lower > 0 && has_lane(list, lower - 1)) lower--;
  if (index - lower >= (int64_t)TOP_ROWS * list->lane_count) return MASONRY_NONE;
  return lower == 0 || list->items[lower - 1].is_wide ? lower : MASONRY_NONE;
}

/// By how much it brings two lanes closer, halved, if a length goes from one to the other.
static int64_t gain_of(const model_masonry *list, const masonry_front *begins, int64_t length,
                       int from, int to) {
  const int64_t later = begins->of[to] - begins->of[from];
  if (later < 0) return gain_of(list, begins, -length, to, from);
  return later > list->tolerance ? lesser(length, later - length) : 0;
}

/// Makes the best trade of loose items; false if there is none.
static bool trade(model_masonry *list, int64_t lower, int64_t upper) {
  const masonry_front begins = masonry_front_at(list, lower);
  int64_t best = 0, one = 0, other = 0;
  int to = 0;
  for (int64_t i = lower; i < upper; i++) {
    if (!is_loose(list, i)) continue;
    const int from = list->items[i].lane;
    const int64_t extent = model_masonry_extent(list, i), slot = extent + list->spacing;
    for (int l = 0; l < list->lane_count; l++) {
      const int64_t gain = l == from ? 0 : gain_of(list, &begins, slot, from, l);
      if (gain > best) best = gain, one = other = i, to = l;
    }
    for (int64_t j = i + 1; j < upper; j++) {
      const int l = list->items[j].lane;
      if (!is_loose(list, j) || l == from) continue;
      const int64_t gain = gain_of(list, &begins, extent - model_masonry_extent(list, j), from, l);
      if (gain > best) best = gain, one = i, other = j, to = l;
    }
  }
  if (best == 0) return false;
  if (other != one) masonry_set_lane(list, other, list->items[one].lane);
  masonry_set_lane(list, one, to);
  return true;
}

/// Has the first items of a unit trade lanes; returns by how much what is below has moved.
///
/// - `index`: the first item of it that was given a lane.
/// - `end`: of those above what is kept, which is in the unit, or nothing trades.
static int64_t trade_lanes(model_masonry *list, int64_t index, int64_t end) {
  if (index == MASONRY_NONE || index >= end) return 0;
  const int64_t lower = top_lower(list, index);
  if (lower == MASONRY_NONE || list->items[end].is_wide || masonry_unit_lower(list, end) != lower) {
    return 0;
  }
  int64_t upper = lower, by = 0;
  bool had_lanes = true;
  while (upper < end && upper < lower + TOP_ROWS * list->lane_count && has_lane(list, upper)) {
    const masonry_item *item = &list->items[upper++];
    if (!item->was_shown) had_lanes &= item->lane_before != MASONRY_NONE;
  }
  const masonry_front below = masonry_front_at(list, upper);
  for (int64_t i = lower; i < upper && had_lanes; i++) {
    if (is_loose(list, i)) masonry_set_lane(list, i, list->items[i].lane_before);
  }
  for (int n = 0; n <= TRADES; n++) {
    masonry_front moved = masonry_front_at(list, upper);
    for (int l = 0; l < list->lane_count; l++) moved.of[l] -= below.of[l] + by;
    by += masonry_even_out(list, lower, &moved);
    if (n == TRADES || !trade(list, lower, upper)) break;
  }
  return by;
}

/// Gives lanes to what is above an item, from there upward; returns by how much it has moved.
int64_t masonry_give_backward(model_masonry *list, int64_t from, int64_t start) {
  int64_t first_kept = from, by = 0, given = MASONRY_NONE;
  for (int64_t i = from - 1; i >= 0; i--) {
    masonry_item *item = &list->items[i];
    if (masonry_is_kept(list, i)) first_kept = i;
    item->lane_before = item->was_shown ? MASONRY_NONE : item->lane;
  }
  masonry_front front = masonry_front_at(list, from);
  if (list->items[from].is_wide) front = level(list->items[from].start);
  for (int64_t i = from - 1; i >= 0 && front_max(list, &front) > start + by; i--) {
    if (list->items[i].is_wide) {
      by += trade_lanes(list, given, first_kept);
      given = MASONRY_NONE;
      front = level(list->items[i].start);
      list->items[i].is_settled = true;
      continue;
    }
    if (list->items[i + 1].is_wide) {
      int64_t lower = masonry_unit_lower(list, i), wide = list->items[i + 1].start, moved;
      if (!masonry_any_kept_in(list, lower, i + 1) &&
          masonry_unit_start(list, lower) > start + by &&
          give_unit(list, lower, i + 1, start + by, &moved)) {
        by += moved;
        front = level(masonry_unit_start(list, lower));
        i = lower;
        continue;
      }
      if (has_lane(list, i)) {
        front = masonry_front_at(list, i + 1);
        int64_t apart = front_max(list, &front) - front_min(list, &front);
        if (!list->items[i].is_settled &&
            !masonry_any_kept_in(list, masonry_panel_lower(list, i), i + 1) &&
            (apart > list->patience || !list->items[i].was_shown)) {
          slide_down(list, i, &front);
          by += list->items[i + 1].start - wide;
          front = masonry_front_at(list, i + 1);
        }
      }
    }
    by += give_above(list, i, first_kept, &front, &given);
    front = masonry_front_at(list, i);
  }
  by += trade_lanes(list, given, first_kept);
  masonry_join(list);
  masonry_flow(list);
  return by;
}
