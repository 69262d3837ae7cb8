#include "model_lanes.h"

#include <stdlib.h>
#include <string.h>

model_lanes model_lanes_init(uint32_t k, int64_t estimate, int64_t spacing) {
  return (model_lanes){.k = k, .estimate = estimate, .spacing = spacing};
}

void model_lanes_deinit(model_lanes *model) {
  free(model->items);
}

static void make_space(model_lanes *model, int64_t count) {
  if (count <= model->capacity) return;
  model->capacity = count + count / 2;
  model->items = realloc(model->items, (size_t)model->capacity * sizeof *model->items);
  if (model->items == NULL) abort();
}

model_lanes model_lanes_copy(const model_lanes *model) {
  model_lanes copy = model_lanes_init(model->k, model->estimate, model->spacing);
  make_space(&copy, model->count + 1);
  copy.count = model->count;
  if (copy.count > 0) memcpy(copy.items, model->items, (size_t)copy.count * sizeof *copy.items);
  return copy;
}

static bool is_laneless(const model_lanes *model, const model_lanes_item *item) {
  return !item->is_wide && (model->k == 1 || item->lane == RC_LANE_NONE);
}

// Whether it has the estimate of now.
static bool follows_estimate(const model_lanes *model, const model_lanes_item *item) {
  return !item->is_measured && (item->is_wide || is_laneless(model, item));
}

void model_lanes_insert(model_lanes *model, int64_t index, const int64_t *extents, int64_t count) {
  make_space(model, model->count + count);
  model_lanes_item *at = model->items + index;
  memmove(at + count, at, (size_t)(model->count - index) * sizeof *at);
  model->count += count;
  for (int64_t i = 0; i < count; i++) {
    at[i] = (model_lanes_item){.lane = RC_LANE_NONE, .is_measured = extents != NULL};
    if (extents != NULL) at[i].extent = extents[i];
  }
}

void model_lanes_remove(model_lanes *model, int64_t lower, int64_t upper) {
  model_lanes_item *at = model->items + lower;
  if (lower < upper) memmove(at, at + (upper - lower), (size_t)(model->count - upper) * sizeof *at);
  model->count -= upper - lower;
}

void model_lanes_move(model_lanes *model, int64_t lower, int64_t upper, int64_t to) {
  const int64_t count = upper - lower;
  if (count == 0) return;
  model_lanes_item *moved = malloc((size_t)count * sizeof *moved);
  if (moved == NULL) abort();
  memcpy(moved, model->items + lower, (size_t)count * sizeof *moved);
  model_lanes_remove(model, lower, upper);
  model_lanes_insert(model, to, NULL, count);
  memcpy(model->items + to, moved, (size_t)count * sizeof *moved);
  free(moved);
}

void model_lanes_measure(model_lanes *model, int64_t index, const int64_t *extents, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    model_lanes_item *item = &model->items[index + i];
    item->is_measured = extents != NULL;
    item->extent = extents != NULL ? extents[i] : model->estimate;
  }
}

void model_lanes_set_lanes(model_lanes *model, int64_t index, const uint32_t *lanes,
                           int64_t count) {
  for (int64_t i = 0; i < count && model->k > 1; i++) {
    model_lanes_item *item = &model->items[index + i];
    if (item->is_wide) continue;
    if (follows_estimate(model, item)) item->extent = model->estimate;
    item->lane = lanes[i];
  }
}

void model_lanes_set_span(model_lanes *model, int64_t lower, int64_t upper, uint32_t span) {
  for (int64_t i = lower; i < upper; i++) {
    const bool is_wide = span == RC_SPAN_WIDE;
    if (is_wide) model->items[i].lane = RC_LANE_NONE;
    model->items[i].is_wide = is_wide;
  }
}

void model_lanes_set_indents(model_lanes *model, int64_t index, const int64_t *indents) {
  model_lanes_item *item = &model->items[index];
  item->has_indents = indents != NULL;
  memset(item->indents, 0, sizeof item->indents);
  if (indents != NULL) memcpy(item->indents, indents, model->k * sizeof *indents);
}

static int64_t greatest(const model_lanes *model, const int64_t *front) {
  int64_t most = front[0];
  for (uint32_t i = 1; i < model->k; i++) most = front[i] > most ? front[i] : most;
  return most;
}

int64_t model_lanes_extent(const model_lanes *model, int64_t index) {
  const model_lanes_item *item = &model->items[index];
  return follows_estimate(model, item) ? model->estimate : item->extent;
}

uint64_t model_lanes_total(const model_lanes *model) {
  uint64_t total = 0;
  for (int64_t i = 0; i < model->count; i++) {
    total += (uint64_t)(model_lanes_extent(model, i) + model->spacing);
    total += (uint64_t)greatest(model, model->items[i].indents);
  }
  return total;
}

static int64_t share_of(const model_lanes *model, int64_t index) {
  const int64_t slot = model_lanes_extent(model, index) + model->spacing;
  return (slot + model->k - 1) / model->k;
}

// Moves the front on by an item, and returns where that starts.
static int64_t pass(const model_lanes *model, int64_t index, int64_t *front) {
  const model_lanes_item *item = &model->items[index];
  const int64_t slot = model_lanes_extent(model, index) + model->spacing;
  for (uint32_t i = 0; i < model->k; i++) front[i] += item->indents[i];
  if (!item->is_wide && !is_laneless(model, item)) {
    const int64_t start = front[item->lane];
    front[item->lane] += slot;
    return start;
  }
  const int64_t start = greatest(model, front);
  for (uint32_t i = 0; i < model->k; i++) {
    front[i] = start + (item->is_wide ? slot : share_of(model, index));
  }
  return start;
}

void model_lanes_front(const model_lanes *model, int64_t index, int64_t *out_front) {
  for (uint32_t i = 0; i < model->k; i++) out_front[i] = 0;
  for (int64_t i = 0; i < index; i++) pass(model, i, out_front);
}

void model_lanes_starts(const model_lanes *model, int64_t *out_starts) {
  int64_t front[RC_LANE_COUNT_MAX] = {0};
  for (int64_t i = 0; i < model->count; i++) out_starts[i] = pass(model, i, front);
}

int64_t model_lanes_length(const model_lanes *model) {
  int64_t front[RC_LANE_COUNT_MAX] = {0};
  model_lanes_front(model, model->count, front);
  const int64_t length = greatest(model, front) - model->spacing;
  return length > 0 ? length : 0;
}

static bool is_in(const model_lanes *model, int64_t index, uint32_t lane) {
  const model_lanes_item *item = &model->items[index];
  return item->is_wide || is_laneless(model, item) || item->lane == lane;
}

int64_t model_lanes_item_at(const model_lanes *model, const int64_t *starts, int64_t offset,
                            uint32_t lane) {
  int64_t found = -1;
  for (int64_t i = 0; i < model->count; i++) {
    if (is_in(model, i, lane) && (found < 0 || starts[i] <= offset)) found = i;
  }
  return found;
}

rc_interval model_lanes_items_in(const model_lanes *model, const int64_t *starts, rc_interval range,
                                 uint32_t lane) {
  rc_interval items = {model->count, 0};
  for (int64_t i = 0; i < model->count; i++) {
    if (!is_in(model, i, lane)) continue;
    int64_t reach = model_lanes_extent(model, i);
    if (is_laneless(model, &model->items[i]) && model->k > 1) reach = share_of(model, i);
    const bool ends_after =
        starts[i] + reach > range.lower || (reach == 0 && starts[i] == range.lower);
    if (ends_after && i < items.lower) items.lower = i;
    if (ends_after && range.lower < range.upper && starts[i] < range.upper) items.upper = i + 1;
  }
  if (items.upper < items.lower) items.upper = items.lower;
  return items;
}

int64_t model_lanes_neighbor(const model_lanes *model, int64_t index, uint32_t lane, int step) {
  for (index += step; index >= 0 && index < model->count; index += step) {
    if (is_in(model, index, lane)) {
      const model_lanes_item *item = &model->items[index];
      if (lane != RC_LANE_NONE || item->is_wide || is_laneless(model, item)) return index;
    }
  }
  return -1;
}
