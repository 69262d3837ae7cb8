// An update.

#include "model_masonry_parts.h"

/// Makes the lanes' ends before an item with a lane what they were, but for one number, which it
/// returns.
static int64_t restore_front(model_masonry *list, int64_t index, const masonry_front *wanted) {
  masonry_front front = masonry_front_at(list, index), moved = level(0);
  for (int l = 0; l < list->lane_count; l++) moved.of[l] = front.of[l] - wanted->of[l];
  return masonry_even_out(list, index, &moved);
}

/// The item to begin from: of what was on the screen and is still near the first; else of what was
/// near, else of what has a lane on the screen, else the one at the viewport's start.
static int64_t find_pivot(const model_masonry *list, int64_t offset,
                          const masonry_viewport *viewport) {
  int64_t near = MASONRY_NONE, laned = MASONRY_NONE, at = MASONRY_NONE;
  int64_t lower = offset - viewport->behind, end = offset + viewport->length;
  for (int64_t i = 0; i < list->count; i++) {
    const masonry_item *item = &list->items[i];
    if (item->start <= offset && (at == MASONRY_NONE || item->start >= list->items[at].start))
      at = i;
    bool is_near = overlaps(list, i, lower, end + viewport->ahead);
    if (item->is_old && item->is_visible && is_near) return i;
    if (is_laneless(list, i)) continue;
    if (laned == MASONRY_NONE && has_lane(list, i) && overlaps(list, i, offset, end)) laned = i;
    if (near == MASONRY_NONE && item->is_old && item->is_near && is_near) near = i;
  }
  if (near != MASONRY_NONE) return near;
  if (laned != MASONRY_NONE) return laned;
  return at == MASONRY_NONE ? 0 : at;
}

/// Where to begin giving lanes. Where nothing near was shown, as after a jump, that is the pivot,
/// at which all lanes begin level, or the start of its unit, if that is near; `out_moved`: by how
/// much the pivot has moved.
static int64_t begin(model_masonry *list, int64_t pivot, int64_t near_start, int64_t near_end,
                     int64_t *out_moved) {
  int64_t from = pivot, start = list->items[pivot].start, lower = masonry_unit_lower(list, pivot);
  masonry_front front = list->items[pivot].front;
  bool is_first = !list->items[pivot].is_settled;
  for (int64_t i = 0; i < list->count; i++) {
    if (masonry_is_kept(list, i) && overlaps(list, i, near_start, near_end)) is_first = false;
  }
  if (is_first && masonry_unit_start(list, lower) > near_start) {
    list->items[lower].has_indents = false;
    from = lower;
  } else if (is_laneless(list, pivot)) {
    masonry_set_lane(list, pivot, masonry_lane_of_least(list, pivot, &front));
  } else if (is_first && has_lane(list, pivot) &&
             front_max(list, &front) - front_min(list, &front) > list->patience) {
    front = level(start);
    (void)restore_front(list, pivot, &front);
  }
  masonry_join(list);
  masonry_flow(list);
  if (from < pivot) masonry_give_forward(list, from, pivot, INT64_MAX);
  *out_moved = list->items[pivot].start - start;
  return from;
}

/// Gives lanes to all that is near a viewport, whose offset it returns, as that of what is on the
/// screen may change.
static int64_t give(model_masonry *list, int64_t offset, const masonry_viewport *viewport) {
  int64_t pivot = find_pivot(list, offset, viewport), moved = 0;
  int64_t near_end = offset + viewport->length + viewport->ahead;
  int64_t from = begin(list, pivot, offset - viewport->behind, near_end, &moved);
  offset += moved;
  masonry_give_forward(list, pivot, list->count, near_end + moved);
  return offset + masonry_give_backward(list, from, offset - viewport->behind);
}

static int64_t clamp(model_masonry *list, int64_t offset, int64_t length) {
  return greater(0, lesser(offset, model_masonry_length(list) - length));
}

static int64_t close_indents(model_masonry *list, int64_t offset, const masonry_viewport *viewport,
                             bool closes, masonry_result *result, bool *out_any) {
  int64_t pivot = find_pivot(list, offset, viewport);
  for (int64_t i = 0; i < list->count; i++) {
    if (!list->items[i].has_indents) continue;
    if (i > 0 && is_laneless(list, i - 1)) continue;
    int64_t upper = masonry_panel_upper(list, i);
    masonry_front indents = list->items[i].indents;
    int64_t start = list->items[pivot].start;
    bool was_visible = false, becomes_visible = false, waits = false;
    for (int64_t j = i; j < upper; j++) {
      was_visible |= list->items[j].is_old && list->items[j].is_visible;
      was_visible |= overlaps(list, j, offset, offset + viewport->length);
      waits |= list->items[j].is_restored && list->items[j].was_shown;
    }
    list->items[i].has_indents = false;
    masonry_flow(list);
    int64_t d = list->items[pivot].start - start;
    for (int64_t j = i; j < upper; j++) {
      becomes_visible |= overlaps(list, j, offset + d, offset + d + viewport->length);
    }
    if ((was_visible || becomes_visible || waits) && !closes) {
      list->items[i].has_indents = true;
      list->items[i].indents = indents;
      masonry_flow(list);
      continue;
    }
    if (was_visible || becomes_visible) result->closed_count++;
    offset += d;
    *out_any = true;
  }
  return offset;
}

static void record(model_masonry *list, int64_t offset, const masonry_viewport *viewport,
                   int64_t moved) {
  if (moved != 0) list->is_backward = viewport->is_user_driven && moved < 0;
  for (int64_t i = 0; i < list->count; i++) {
    masonry_item *item = &list->items[i];
    bool was_visible = item->is_old && item->is_visible;
    item->is_visible =
        !is_laneless(list, i) && overlaps(list, i, offset, offset + viewport->length);
    item->is_near = !is_laneless(list, i) && overlaps(list, i, offset - viewport->behind,
                                                      offset + viewport->length + viewport->ahead);
    item->is_uncovered = item->is_visible && list->is_backward &&
                         (!was_visible || (moved == 0 && item->is_uncovered));
    item->was_shown |= item->is_visible;
    item->is_old = true;
    item->old_start = item->start;
    item->old_front = item->front;
    item->old_extent = model_masonry_extent(list, i);
    item->is_first_measured = false;
  }
  int64_t first = list->count, last = -1;
  for (int64_t i = 0; i < list->count; i++) {
    if (!list->items[i].is_near) continue;
    if (last < 0) first = i;
    last = i;
  }
  for (int64_t i = 0; i < list->count; i++) {
    if (viewport->is_user_driven && moved != 0) list->items[i].is_restored = false;
    list->items[i].is_remembered =
        last >= 0 && first - MASONRY_MARGIN <= i && i <= last + MASONRY_MARGIN;
  }
  list->offset = offset;
  list->length = viewport->length;
  list->has_updated = true;
}

masonry_result model_masonry_update(model_masonry *list, const masonry_viewport *viewport) {
  masonry_result result = {0};
  for (int64_t i = 0; i < list->count; i++)
    list->items[i].is_settled = list->items[i].is_between = false;
  int64_t offset = viewport->offset, moved = viewport->offset - list->offset;
  offset += masonry_hold(list, viewport);
  for (int round = 0; round < 20; round++) {
    int64_t before = clamp(list, offset, viewport->length);
    result.was_clamped |= before != offset;
    if (list->count == 0) {
      offset = 0;
      break;
    }
    offset = give(list, before, viewport);
    bool has_closed = false;
    offset =
        close_indents(list, offset, viewport, viewport->closes && round == 0, &result, &has_closed);
    if (!has_closed && clamp(list, offset, viewport->length) == offset) break;
  }
  record(list, offset, viewport, moved);
  result.correction = offset - viewport->offset;
  return result;
}
