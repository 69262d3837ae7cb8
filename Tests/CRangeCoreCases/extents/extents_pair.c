#include "extents_pair.h"

#include <stdlib.h>
#include <string.h>

#include "../../../Sources/CRangeCore/extents/extents.h"

static void *resize_counted(void *context, void *block, size_t old_size, size_t new_size) {
  test_memory *memory = context;
  memory->calls++;
  if (new_size != 0 && memory->left == 0) {
    if (memory->fails_once) memory->left = -1;
    return NULL;
  }
  if (new_size != 0 && memory->left > 0) memory->left--;
  memory->bytes += (int64_t)new_size - (int64_t)old_size;
  memory->blocks += (block == NULL) - (new_size == 0);
  if (memory->bytes > memory->peak_bytes) memory->peak_bytes = memory->bytes;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  void *resized = realloc(block, new_size);
  // New memory holds anything.
  if (block == NULL && resized != NULL) memset(resized, 0xa5, new_size);
  return resized;
}

rc_allocator test_memory_allocator(test_memory *memory) {
  *memory = (test_memory){.left = -1};
  return (rc_allocator){memory, resize_counted};
}

void pair_begin(extents_pair *pair, int64_t estimate, int64_t spacing) {
  rc_allocator allocator = test_memory_allocator(&pair->memory);
  rc_extents_options options = {.estimate = 44};
  options.estimate = rc_ticks_to_points(estimate);
  options.spacing = rc_ticks_to_points(spacing);
  pair->model = model_extents_init(estimate, spacing);
  pair->extents = NULL;
  CHECK_EQUAL(rc_extents_create(&options, &allocator, &pair->extents), RC_STATUS_OK);
}

void pair_end(extents_pair *pair) {
  rc_extents_destroy(pair->extents);
  model_extents_deinit(&pair->model);
  CHECK_EQUAL(pair->memory.blocks, 0);
  CHECK_EQUAL(pair->memory.bytes, 0);
}

static double *points_of(const int64_t *ticks, int64_t count) {
  double *points = malloc((size_t)(count > 0 ? count : 1) * sizeof *points);
  if (points == NULL) abort();
  for (int64_t i = 0; i < count; i++) points[i] = rc_ticks_to_points(ticks[i]);
  return points;
}

// Whether the model's list is within the limits; the model is a copy that an edit has changed.
static bool is_within_limits(const model_extents *model) {
  uint64_t length = 0;  // 2^32 items of 2^32 ticks fit
  for (int64_t i = 0; i < model->count; i++) {
    length += (uint64_t)(model_extents_extent(model, i) + model->spacing);
  }
  return length <= RC_LIST_TICKS_MAX;
}

static model_extents copy_of(const model_extents *model) {
  model_extents copy = model_extents_init(model->estimate, model->spacing);
  model_extents_insert(&copy, 0, model->extents, model->count);
  return copy;
}

// Takes over the edited copy where the call worked, and checks that it had to fail where it did
// not.
static rc_status settle(extents_pair *pair, model_extents edited, rc_status status) {
  bool is_allowed = is_within_limits(&edited);
  if (status == RC_STATUS_OK && is_allowed) {
    model_extents_deinit(&pair->model);
    pair->model = edited;
    return status;
  }
  model_extents_deinit(&edited);
  bool is_expected = (status == RC_STATUS_LIMIT && !is_allowed) ||
                     (status == RC_STATUS_NO_MEMORY && pair->memory.left == 0);
  if (!is_expected) test_fail(__FILE__, __LINE__, "status %d, allowed %d", status, is_allowed);
  return status;
}

rc_status pair_insert(extents_pair *pair, int64_t index, const int64_t *extents, int64_t count) {
  rc_status status;
  if (extents == NULL) {
    status = rc_extents_insert(pair->extents, index, NULL, count);
  } else {
    double *points = points_of(extents, count);
    status = rc_extents_insert(pair->extents, index, points, count);
    free(points);
  }
  model_extents edited = copy_of(&pair->model);
  model_extents_insert(&edited, index, extents, count);
  return settle(pair, edited, status);
}

rc_status pair_remove(extents_pair *pair, int64_t lower, int64_t upper) {
  rc_status status = rc_extents_remove(pair->extents, lower, upper);
  model_extents edited = copy_of(&pair->model);
  model_extents_remove(&edited, lower, upper);
  return settle(pair, edited, status);
}

rc_status pair_move(extents_pair *pair, int64_t lower, int64_t upper, int64_t to) {
  rc_status status = rc_extents_move(pair->extents, lower, upper, to);
  model_extents edited = copy_of(&pair->model);
  model_extents_move(&edited, lower, upper, to);
  return settle(pair, edited, status);
}

rc_status pair_measure(extents_pair *pair, int64_t index, const int64_t *extents, int64_t count) {
  rc_status status;
  if (extents == NULL) {
    status = rc_extents_forget(pair->extents, index, index + count);
  } else {
    double *points = points_of(extents, count);
    status = rc_extents_set(pair->extents, index, points, (size_t)count);
    free(points);
  }
  model_extents edited = copy_of(&pair->model);
  model_extents_measure(&edited, index, extents, count);
  return settle(pair, edited, status);
}

rc_status pair_estimate(extents_pair *pair, int64_t estimate) {
  rc_status status = rc_extents_set_estimate(pair->extents, rc_ticks_to_points(estimate));
  model_extents edited = copy_of(&pair->model);
  edited.estimate = estimate;
  return settle(pair, edited, status);
}

static int64_t ticks_of(double points) {
  int64_t ticks = INT64_MIN;
  rc_ticks_from_points(points, &ticks);
  return ticks;
}

static void check_items(extents_pair *pair, double *offsets, double *extents) {
  int64_t count = pair->model.count, start = 0;
  CHECK_EQUAL(rc_extents_copy(pair->extents, 0, count, offsets, extents), RC_STATUS_OK);
  for (int64_t i = 0; i < count; i++) {
    int64_t extent = model_extents_extent(&pair->model, i);
    CHECK_EQUAL(ticks_of(offsets[i]), start);
    CHECK_EQUAL(ticks_of(extents[i]), extent);
    if (count < 80 || i % 61 == 0) {
      rc_item item;
      CHECK_EQUAL(rc_extents_item(pair->extents, i, &item), RC_STATUS_OK);
      CHECK_EQUAL(item.index, i);
      CHECK_EQUAL(ticks_of(item.offset), start);
      CHECK_EQUAL(ticks_of(item.extent), extent);
      CHECK_EQUAL(item.is_measured, pair->model.extents[i] != MODEL_UNMEASURED);
      CHECK(!item.is_provisional);
    }
    start += extent + pair->model.spacing;
  }
}

// The next item that is measured, and the next one that is not.
static void check_next(extents_pair *pair) {
  const int64_t count = pair->model.count;
  int64_t next[2] = {count, count};
  for (int64_t i = count; i >= 0; i--) {
    if (i < count) next[pair->model.extents[i] != MODEL_UNMEASURED] = i;
    if (count >= 80 && i % 61 != 0) continue;
    CHECK_EQUAL(rc__extents_find(pair->extents, i, false), next[false]);
    CHECK_EQUAL(rc__extents_find(pair->extents, i, true), next[true]);
  }
}

void pair_insert_mixed(extents_pair *pair, int64_t index, int64_t count) {
  int64_t extents[64];
  for (int64_t i = 0; i < 64; i++) extents[i] = 1 + i * 7 % 97;
  for (int64_t i = 0; i < count; i += 64) {
    pair_insert(pair, index + i, extents, count - i < 64 ? count - i : 64);
  }
}

void pair_check(extents_pair *pair) {
  const model_extents *model = &pair->model;
  const char *reason;
  rc_status status = rc_extents_validate(pair->extents, &reason);
  CHECK_F(status == RC_STATUS_OK, "invalid: %s", reason);
  CHECK_EQUAL(rc_extents_count(pair->extents), model->count);
  CHECK_EQUAL(rc_extents_measured_count(pair->extents), model_extents_measured_count(model));
  CHECK_EQUAL(ticks_of(rc_extents_length(pair->extents)), model_extents_length(model));
  CHECK_EQUAL(ticks_of(rc_extents_get_estimate(pair->extents)), model->estimate);
  double mean = -1 / 960.0;
  status = rc_extents_mean(pair->extents, &mean);
  CHECK_EQUAL(ticks_of(mean), model_extents_mean(model));
  CHECK_EQUAL(status, ticks_of(mean) < 0 ? RC_STATUS_NOT_FOUND : RC_STATUS_OK);
  double *points = malloc((size_t)(model->count * 2 + 1) * sizeof *points);
  if (points == NULL) abort();
  check_items(pair, points, points + model->count);
  free(points);
  check_next(pair);
}

void pair_check_at(extents_pair *pair, int64_t offset) {
  int64_t expected = model_extents_item_at(&pair->model, offset);
  rc_item item = {.index = -1};
  rc_status status = rc_extents_item_at(pair->extents, rc_ticks_to_points(offset), &item);
  CHECK_EQUAL(status, expected < 0 ? RC_STATUS_NOT_FOUND : RC_STATUS_OK);
  CHECK_EQUAL(item.index, expected);
  if (expected < 0) return;
  CHECK_EQUAL(ticks_of(item.offset), model_extents_offset(&pair->model, expected));
  CHECK_EQUAL(ticks_of(item.extent), model_extents_extent(&pair->model, expected));
}

void pair_check_in(extents_pair *pair, int64_t lower, int64_t upper) {
  rc_interval expected = model_extents_items_in(&pair->model, (rc_interval){lower, upper}), items;
  rc_status status = rc_extents_items_in(pair->extents, rc_ticks_to_points(lower),
                                         rc_ticks_to_points(upper), &items);
  CHECK_EQUAL(status, RC_STATUS_OK);
  CHECK_F(items.lower == expected.lower && items.upper == expected.upper,
          "%lld ..< %lld, expected %lld ..< %lld", (long long)items.lower, (long long)items.upper,
          (long long)expected.lower, (long long)expected.upper);
}
