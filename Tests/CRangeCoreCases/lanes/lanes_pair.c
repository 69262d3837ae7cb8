#include "lanes_pair.h"

#include <stdlib.h>

void lanes_begin(lanes_pair *pair, uint32_t k, int64_t estimate, int64_t spacing) {
  rc_allocator allocator = test_memory_allocator(&pair->memory);
  const rc_lanes_options options = {
      .estimate = rc_ticks_to_points(estimate),
      .spacing = rc_ticks_to_points(spacing),
      .lane_count = k,
  };
  pair->model = model_lanes_init(k, estimate, spacing);
  pair->lanes = NULL;
  CHECK_EQUAL(rc_lanes_create(&options, &allocator, &pair->lanes), RC_STATUS_OK);
}

void lanes_end(lanes_pair *pair) {
  rc_lanes_destroy(pair->lanes);
  model_lanes_deinit(&pair->model);
  CHECK_EQUAL(pair->memory.blocks, 0);
  CHECK_EQUAL(pair->memory.bytes, 0);
}

static double *lane_points(const int64_t *ticks, int64_t count) {
  double *points = malloc((size_t)(count > 0 ? count : 1) * sizeof *points);
  if (points == NULL) abort();
  for (int64_t i = 0; i < count; i++) points[i] = rc_ticks_to_points(ticks[i]);
  return points;
}

// Takes over the edited copy where the call worked, and checks that it had to fail where it did
// not.
static rc_status settle_lanes(lanes_pair *pair, model_lanes edited, rc_status status) {
  const bool is_allowed = model_lanes_total(&edited) <= RC_LIST_TICKS_MAX;
  if (status == RC_STATUS_OK && is_allowed) {
    model_lanes_deinit(&pair->model);
    pair->model = edited;
    return status;
  }
  model_lanes_deinit(&edited);
  const bool is_expected =
      (status == RC_STATUS_LIMIT && !is_allowed) ||
      (status == RC_STATUS_NO_MEMORY && (pair->memory.left == 0 || pair->memory.fails_once));
  if (!is_expected) test_fail(__FILE__, __LINE__, "status %d, allowed %d", status, is_allowed);
  return status;
}

rc_status lanes_insert(lanes_pair *pair, int64_t index, const int64_t *extents, int64_t count) {
  double *points = extents == NULL ? NULL : lane_points(extents, count);
  const rc_status status = rc_lanes_insert(pair->lanes, index, points, count);
  free(points);
  model_lanes edited = model_lanes_copy(&pair->model);
  model_lanes_insert(&edited, index, extents, count);
  return settle_lanes(pair, edited, status);
}

rc_status lanes_remove(lanes_pair *pair, int64_t lower, int64_t upper) {
  const rc_status status = rc_lanes_remove(pair->lanes, lower, upper);
  model_lanes edited = model_lanes_copy(&pair->model);
  model_lanes_remove(&edited, lower, upper);
  return settle_lanes(pair, edited, status);
}

rc_status lanes_move(lanes_pair *pair, int64_t lower, int64_t upper, int64_t to) {
  const rc_status status = rc_lanes_move(pair->lanes, lower, upper, to);
  model_lanes edited = model_lanes_copy(&pair->model);
  model_lanes_move(&edited, lower, upper, to);
  return settle_lanes(pair, edited, status);
}

rc_status lanes_measure(lanes_pair *pair, int64_t index, const int64_t *extents, int64_t count) {
  rc_status status;
  if (extents == NULL) {
    status = rc_lanes_forget_extents(pair->lanes, index, index + count);
  } else {
    double *points = lane_points(extents, count);
    status = rc_lanes_set_extents(pair->lanes, index, points, (size_t)count);
    free(points);
  }
  model_lanes edited = model_lanes_copy(&pair->model);
  model_lanes_measure(&edited, index, extents, count);
  return settle_lanes(pair, edited, status);
}

rc_status lanes_estimate(lanes_pair *pair, int64_t estimate) {
  const rc_status status = rc_lanes_set_estimate(pair->lanes, rc_ticks_to_points(estimate));
  model_lanes edited = model_lanes_copy(&pair->model);
  edited.estimate = estimate;
  return settle_lanes(pair, edited, status);
}

rc_status lanes_give(lanes_pair *pair, int64_t index, const uint32_t *lanes, int64_t count) {
  const rc_status status = rc_lanes_set_lanes(pair->lanes, index, lanes, (size_t)count);
  model_lanes edited = model_lanes_copy(&pair->model);
  model_lanes_set_lanes(&edited, index, lanes, count);
  return settle_lanes(pair, edited, status);
}

rc_status lanes_span(lanes_pair *pair, int64_t lower, int64_t upper, uint32_t span) {
  const rc_status status = rc_lanes_set_span(pair->lanes, lower, upper, span);
  model_lanes edited = model_lanes_copy(&pair->model);
  model_lanes_set_span(&edited, lower, upper, span);
  return settle_lanes(pair, edited, status);
}

rc_status lanes_indent(lanes_pair *pair, int64_t index, const int64_t *indents) {
  double *points = indents == NULL ? NULL : lane_points(indents, pair->model.k);
  const rc_status status = rc_lanes_set_indents(pair->lanes, index, points);
  free(points);
  model_lanes edited = model_lanes_copy(&pair->model);
  model_lanes_set_indents(&edited, index, indents);
  return settle_lanes(pair, edited, status);
}

void lanes_take_over(lanes_pair *pair) {
  const int64_t count = pair->model.count;
  rc_lanes_position *positions = malloc((size_t)(count + 1) * sizeof *positions);
  if (positions == NULL) abort();
  CHECK_EQUAL(rc_lanes_positions(pair->lanes, 0, count, positions), RC_STATUS_OK);
  for (int64_t i = 0; i < count; i++) {
    model_lanes_item *item = &pair->model.items[i];
    double indents[RC_LANE_COUNT_MAX];
    if (!item->is_wide && pair->model.k > 1) {
      item->lane = positions[i].lane;
      (void)rc_ticks_from_points(positions[i].extent, &item->extent);
    }
    for (uint32_t lane = 0; lane < pair->model.k; lane++) item->indents[lane] = 0;
    item->has_indents = rc_lanes_get_indents(pair->lanes, i, indents) == RC_STATUS_OK;
    for (uint32_t lane = 0; lane < pair->model.k && item->has_indents; lane++) {
      (void)rc_ticks_from_points(indents[lane], &item->indents[lane]);
    }
  }
  free(positions);
}

rc_status lanes_update(lanes_pair *pair, const rc_lanes_viewport *viewport) {
  double correction;
  const rc_status status = rc_lanes_update(pair->lanes, viewport, &correction);
  const bool is_expected =
      status == RC_STATUS_OK || (status == RC_STATUS_NO_MEMORY && pair->memory.left == 0);
  if (!is_expected) test_fail(__FILE__, __LINE__, "status %d", status);
  lanes_take_over(pair);
  return status;
}

void lanes_give_shortest(lanes_pair *pair, int64_t index, int64_t count) {
  for (int64_t i = index; i < index + count; i++) {
    int64_t front[RC_LANE_COUNT_MAX] = {0};
    uint32_t lane = 0;
    model_lanes_front(&pair->model, i, front);
    for (uint32_t j = 1; j < pair->model.k; j++) lane = front[j] < front[lane] ? j : lane;
    CHECK_EQUAL(lanes_give(pair, i, &lane, 1), RC_STATUS_OK);
  }
}

static int64_t lane_ticks(double points) {
  int64_t ticks = INT64_MIN;
  rc_ticks_from_points(points, &ticks);
  return ticks;
}

static void check_position(const lanes_pair *pair, int64_t index, int64_t start,
                           const rc_lanes_position *position) {
  const model_lanes_item *item = &pair->model.items[index];
  const uint32_t lane = item->is_wide || pair->model.k == 1 ? 0 : item->lane;
  CHECK_EQUAL(lane_ticks(position->offset), start);
  CHECK_EQUAL(lane_ticks(position->extent), model_lanes_extent(&pair->model, index));
  CHECK_EQUAL(position->lane, lane);
  CHECK_EQUAL(position->span, item->is_wide ? RC_SPAN_WIDE : 1);
  CHECK_EQUAL(position->is_measured, item->is_measured);
}

static void check_neighbors(const lanes_pair *pair, int64_t index) {
  for (uint32_t lane = 0; lane <= pair->model.k; lane++) {
    const uint32_t asked = lane == pair->model.k ? RC_LANE_NONE : lane;
    for (int step = -1; step <= 1; step += 2) {
      if (index == (step > 0 ? pair->model.count : -1)) continue;
      int64_t found = -1;
      const rc_direction direction = step > 0 ? RC_DIRECTION_FORWARD : RC_DIRECTION_BACKWARD;
      const int64_t expected = model_lanes_neighbor(&pair->model, index, asked, step);
      const rc_status status = rc_lanes_neighbor(pair->lanes, index, asked, direction, &found);
      CHECK_EQUAL(status, expected < 0 ? RC_STATUS_NOT_FOUND : RC_STATUS_OK);
      CHECK_EQUAL(found, expected);
    }
  }
}

static void check_item(const lanes_pair *pair, int64_t index, const int64_t *starts) {
  int64_t front[RC_LANE_COUNT_MAX] = {0};
  double ends[RC_LANE_COUNT_MAX], indents[RC_LANE_COUNT_MAX];
  model_lanes_front(&pair->model, index, front);
  CHECK_EQUAL(rc_lanes_front(pair->lanes, index, ends), RC_STATUS_OK);
  for (uint32_t i = 0; i < pair->model.k; i++) CHECK_EQUAL(lane_ticks(ends[i]), front[i]);
  check_neighbors(pair, index);
  if (index == pair->model.count) return;
  const model_lanes_item *item = &pair->model.items[index];
  rc_lanes_position position;
  CHECK_EQUAL(rc_lanes_positions(pair->lanes, index, index + 1, &position), RC_STATUS_OK);
  check_position(pair, index, starts[index], &position);
  CHECK_EQUAL(rc_lanes_get_indents(pair->lanes, index, indents),
              item->has_indents ? RC_STATUS_OK : RC_STATUS_NOT_FOUND);
  for (uint32_t i = 0; i < pair->model.k && item->has_indents; i++) {
    CHECK_EQUAL(lane_ticks(indents[i]), item->indents[i]);
  }
}

static void check_items(const lanes_pair *pair, const int64_t *starts,
                        rc_lanes_position *positions) {
  const int64_t count = pair->model.count;
  CHECK_EQUAL(rc_lanes_positions(pair->lanes, 0, count, positions), RC_STATUS_OK);
  for (int64_t i = 0; i < count && !test_has_failed(); i++) {
    check_position(pair, i, starts[i], &positions[i]);
  }
  const int64_t stride = count < 40 ? 1 : 97;
  for (int64_t i = 0; i <= count && !test_has_failed(); i += stride) check_item(pair, i, starts);
  check_neighbors(pair, -1);
}

void lanes_check(lanes_pair *pair) {
  const model_lanes *model = &pair->model;
  const char *reason;
  const rc_status status = rc_lanes_validate(pair->lanes, &reason);
  CHECK_F(status == RC_STATUS_OK, "invalid: %s", reason);
  CHECK_EQUAL(rc_lanes_count(pair->lanes), model->count);
  CHECK_EQUAL(lane_ticks(rc_lanes_length(pair->lanes)), model_lanes_length(model));
  int64_t *starts = malloc((size_t)(model->count + 1) * sizeof *starts);
  rc_lanes_position *positions = malloc((size_t)(model->count + 1) * sizeof *positions);
  if (starts == NULL || positions == NULL) abort();
  model_lanes_starts(model, starts);
  check_items(pair, starts, positions);
  free(starts);
  free(positions);
}

static void check_range(lanes_pair *pair, const int64_t *starts, rc_interval range) {
  rc_interval items[RC_LANE_COUNT_MAX];
  CHECK_EQUAL(rc_lanes_items_in(pair->lanes, rc_ticks_to_points(range.lower),
                                rc_ticks_to_points(range.upper), items),
              RC_STATUS_OK);
  for (uint32_t lane = 0; lane < pair->model.k; lane++) {
    const rc_interval expected = model_lanes_items_in(&pair->model, starts, range, lane);
    CHECK_F(items[lane].lower == expected.lower && items[lane].upper == expected.upper,
            "lane %d of %lld ..< %lld is %lld ..< %lld, expected %lld ..< %lld", (int)lane,
            (long long)range.lower, (long long)range.upper, (long long)items[lane].lower,
            (long long)items[lane].upper, (long long)expected.lower, (long long)expected.upper);
    test_note(items[lane].lower);
    test_note(items[lane].upper);
    int64_t found = -1;
    const int64_t at = model_lanes_item_at(&pair->model, starts, range.lower, lane);
    CHECK_EQUAL(rc_lanes_item_at(pair->lanes, rc_ticks_to_points(range.lower), lane, &found),
                at < 0 ? RC_STATUS_NOT_FOUND : RC_STATUS_OK);
    CHECK_EQUAL(found, at);
  }
}

void lanes_check_in(lanes_pair *pair, int64_t lower, int64_t upper) {
  int64_t *starts = malloc((size_t)(pair->model.count + 1) * sizeof *starts);
  if (starts == NULL) abort();
  model_lanes_starts(&pair->model, starts);
  check_range(pair, starts, (rc_interval){lower, upper});
  free(starts);
}
