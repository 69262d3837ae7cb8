#include "model_extents.h"

#include <stdlib.h>
#include <string.h>

model_extents model_extents_init(int64_t estimate, int64_t spacing) {
  return (model_extents){.estimate = estimate, .spacing = spacing};
}

void model_extents_deinit(model_extents *model) {
  free(model->extents);
  *model = (model_extents){0};
}

static void copy(int64_t *to, const int64_t *from, int64_t count) {
  if (count > 0) memmove(to, from, (size_t)count * sizeof *to);
}

void model_extents_insert(model_extents *model, int64_t index, const int64_t *extents,
                          int64_t count) {
  if (model->count + count > model->capacity) {
    model->capacity = (model->count + count) * 2;
    model->extents = realloc(model->extents, (size_t)model->capacity * sizeof *model->extents);
    if (model->extents == NULL) abort();
  }
  if (count == 0) return;
  copy(model->extents + index + count, model->extents + index, model->count - index);
  model->count += count;
  model_extents_measure(model, index, extents, count);
}

void model_extents_remove(model_extents *model, int64_t lower, int64_t upper) {
  if (lower == upper) return;
  copy(model->extents + lower, model->extents + upper, model->count - upper);
  model->count -= upper - lower;
}

void model_extents_move(model_extents *model, int64_t lower, int64_t upper, int64_t to) {
  int64_t count = upper - lower;
  if (count == 0) return;
  int64_t *moved = malloc((size_t)count * sizeof *moved);
  if (moved == NULL) abort();
  copy(moved, model->extents + lower, count);
  model_extents_remove(model, lower, upper);
  model_extents_insert(model, to, moved, count);
  free(moved);
}

void model_extents_measure(model_extents *model, int64_t index, const int64_t *extents,
                           int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    model->extents[index + i] = extents ? extents[i] : MODEL_UNMEASURED;
  }
}

int64_t model_extents_extent(const model_extents *model, int64_t index) {
  int64_t extent = model->extents[index];
  return extent == MODEL_UNMEASURED ? model->estimate : extent;
}

int64_t model_extents_offset(const model_extents *model, int64_t index) {
  int64_t offset = 0;
  for (int64_t i = 0; i < index; i++) offset += model_extents_extent(model, i) + model->spacing;
  return offset;
}

int64_t model_extents_length(const model_extents *model) {
  if (model->count == 0) return 0;
  return model_extents_offset(model, model->count) - model->spacing;
}

int64_t model_extents_measured_count(const model_extents *model) {
  int64_t measured = 0;
  for (int64_t i = 0; i < model->count; i++) measured += model->extents[i] != MODEL_UNMEASURED;
  return measured;
}

int64_t model_extents_mean(const model_extents *model) {
  int64_t sum = 0, count = model_extents_measured_count(model);
  if (count == 0) return -1;
  for (int64_t i = 0; i < model->count; i++) {
    if (model->extents[i] != MODEL_UNMEASURED) sum += model->extents[i];
  }
  int64_t below = sum / count, left = sum - below * count;
  if (left * 2 == count) return below + below % 2;
  return left * 2 > count ? below + 1 : below;
}

int64_t model_extents_item_at(const model_extents *model, int64_t offset) {
  int64_t start = 0, found = model->count > 0 ? 0 : -1;
  for (int64_t i = 0; i < model->count; i++) {
    if (start <= offset) found = i;
    start += model_extents_extent(model, i) + model->spacing;
  }
  return found;
}

rc_interval model_extents_items_in(const model_extents *model, rc_interval range) {
  rc_interval items = {0, 0};
  bool has_begun = false;
  int64_t start = 0;
  for (int64_t i = 0; i < model->count; i++) {
    int64_t extent = model_extents_extent(model, i);
    bool is_before = extent > 0 ? start + extent <= range.lower : start < range.lower;
    bool is_in = rc__range_has_item(range, start, extent);
    if (is_before) items = (rc_interval){i + 1, i + 1};
    if (is_in && !has_begun) items.lower = i;
    if (is_in) items.upper = i + 1;
    has_begun |= is_in;
    start += extent + model->spacing;
  }
  return items;
}
