// What the files of the model share.

#ifndef MODEL_MASONRY_PARTS_H
#define MODEL_MASONRY_PARTS_H

#include "model_masonry.h"

static inline int64_t greater(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static inline int64_t lesser(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static inline bool has_lane(const model_masonry *list, int64_t index) {
  return list->items[index].lane != MASONRY_NONE;
}

static inline bool is_laneless(const model_masonry *list, int64_t index) {
  return !list->items[index].is_wide && list->items[index].lane == MASONRY_NONE;
}

/// Whether all lanes end alike before an item, but for its indents.
static inline bool is_flush(const model_masonry *list, int64_t index) {
  return index == 0 || !has_lane(list, index - 1);
}

static inline int64_t front_max(const model_masonry *list, const masonry_front *front) {
  int64_t max = front->of[0];
  for (int l = 1; l < list->lane_count; l++) max = greater(max, front->of[l]);
  return max;
}

static inline int64_t front_min(const model_masonry *list, const masonry_front *front) {
  int64_t min = front->of[0];
  for (int l = 1; l < list->lane_count; l++) min = lesser(min, front->of[l]);
  return min;
}

static inline masonry_front level(int64_t value) {
  masonry_front front;
  for (int l = 0; l < MASONRY_LANES_MAX; l++) front.of[l] = value;
  return front;
}

static inline int64_t end_of(const model_masonry *list, int64_t index) {
  return list->items[index].start + model_masonry_extent(list, index);
}

static inline bool overlaps(const model_masonry *list, int64_t index, int64_t lower,
                            int64_t upper) {
  int64_t start = list->items[index].start, end = end_of(list, index);
  return start == end ? lower <= start && start < upper : start < upper && end > lower;
}

static inline bool masonry_is_kept(const model_masonry *list, int64_t index) {
  const masonry_item *item = &list->items[index];
  if (item->is_wide) return item->is_old && item->is_visible;
  const bool is_kept = (item->is_old && item->is_near) || item->is_restored;
  return is_kept && item->was_shown && has_lane(list, index);
}

void masonry_flow(model_masonry *list);
masonry_front masonry_front_at(model_masonry *list, int64_t index);
/// Where the panel of an item begins.
int64_t masonry_panel_lower(const model_masonry *list, int64_t index);
int64_t masonry_panel_upper(const model_masonry *list, int64_t index);
/// Removes indents that are not at a flush place: their panel joins the one above.
void masonry_join(model_masonry *list);
/// Makes up for how each lane of a panel has moved, so that all have moved alike; returns by how
/// much.
int64_t masonry_even_out(model_masonry *list, int64_t index, const masonry_front *moved);
int64_t masonry_hold(model_masonry *list, const masonry_viewport *viewport);
void masonry_set_lane(model_masonry *list, int64_t index, int lane);
/// The first item after the wide one before an item.
int64_t masonry_unit_lower(const model_masonry *list, int64_t index);
int64_t masonry_unit_start(const model_masonry *list, int64_t lower);
bool masonry_any_kept_in(const model_masonry *list, int64_t lower, int64_t upper);
/// The lane that ends first, for an item that goes on there.
int masonry_lane_of_least(const model_masonry *list, int64_t index, const masonry_front *front);
/// Gives lanes from an item on, up to another one, or to where all lanes have come to an offset.
void masonry_give_forward(model_masonry *list, int64_t from, int64_t upper, int64_t end);
/// Gives lanes to what is above an item, from there upward; returns by how much it has moved.
int64_t masonry_give_backward(model_masonry *list, int64_t from, int64_t start);
void masonry_indent(const model_masonry *list, int64_t index, masonry_front *front);
/// Adds an item to the lanes' ends.
void masonry_stack(model_masonry *list, int64_t index, masonry_front *front);

#endif
