#include "masonry_mirror.h"

#include "../../../Sources/CRangeCore/lanes/lanes_watch.h"

static double points_of(int64_t ticks) {
  return (double)ticks / 960;
}

static int64_t ticks_of(double points) {
  int64_t ticks = 0;
  (void)rc_ticks_from_points(points, &ticks);
  return ticks;
}

void masonry_mirror_init(masonry_mirror *mirror, const model_masonry *list) {
  const rc_lanes_options options = {.estimate = points_of(list->estimate),
                                    .spacing = points_of(list->spacing),
                                    .lane_count = (uint32_t)list->lane_count};
  mirror->lanes = NULL;
  CHECK_EQUAL(rc_lanes_create(&options, NULL, &mirror->lanes), RC_STATUS_OK);
  masonry_mirror_insert(mirror, 0, list->count);
  for (int64_t i = 0; i < list->count && !test_has_failed(); i++) {
    masonry_mirror_set_span(mirror, list, i);
    if (list->items[i].is_measured) masonry_mirror_measure(mirror, list, i);
  }
}

void masonry_mirror_deinit(masonry_mirror *mirror) {
  rc_lanes_destroy(mirror->lanes);
  mirror->lanes = NULL;
}

void masonry_mirror_insert(masonry_mirror *mirror, int64_t index, int64_t count) {
  if (mirror->lanes == NULL) return;
  CHECK_EQUAL(rc_lanes_insert(mirror->lanes, index, NULL, count), RC_STATUS_OK);
}

void masonry_mirror_remove(masonry_mirror *mirror, int64_t lower, int64_t upper) {
  if (mirror->lanes == NULL) return;
  CHECK_EQUAL(rc_lanes_remove(mirror->lanes, lower, upper), RC_STATUS_OK);
}

void masonry_mirror_move(masonry_mirror *mirror, int64_t lower, int64_t upper, int64_t to) {
  if (mirror->lanes == NULL) return;
  CHECK_EQUAL(rc_lanes_move(mirror->lanes, lower, upper, to), RC_STATUS_OK);
}

void masonry_mirror_measure(masonry_mirror *mirror, const model_masonry *list, int64_t index) {
  if (mirror->lanes == NULL) return;
  const double extent = points_of(list->items[index].extent);
  CHECK_EQUAL(rc_lanes_set_extents(mirror->lanes, index, &extent, 1), RC_STATUS_OK);
}

void masonry_mirror_set_span(masonry_mirror *mirror, const model_masonry *list, int64_t index) {
  if (mirror->lanes == NULL) return;
  const uint32_t span = list->items[index].is_wide ? RC_SPAN_WIDE : 1;
  CHECK_EQUAL(rc_lanes_set_span(mirror->lanes, index, index + 1, span), RC_STATUS_OK);
}

void masonry_mirror_restore(masonry_mirror *mirror, const model_masonry *list, int64_t index) {
  if (mirror->lanes == NULL) return;
  uint8_t code;
  rc__lanes_copy_codes(mirror->lanes, index, index + 1, &code);
  CHECK_EQUAL(rc__lanes_kind(code), RC__CODE_LANELESS);
  code = (uint8_t)((code & RC__CODE_GUESSED) | RC__CODE_SHOWN | list->items[index].lane);
  CHECK_EQUAL(rc__lanes_restore(mirror->lanes, index, &code, 1), RC_STATUS_OK);
}

void masonry_mirror_restore_places(masonry_mirror *mirror, const int64_t *indices,
                                   const int64_t *places, int64_t count, int64_t length) {
  rc__lanes_place at[64];
  if (mirror->lanes == NULL) return;
  for (int64_t i = 0; i < count; i++) at[i] = (rc__lanes_place){indices[i], places[i]};
  CHECK_EQUAL(rc__lanes_restore_places(mirror->lanes, at, (size_t)count, length), RC_STATUS_OK);
}

/// By the public function, unless the patience is none that it has.
static rc_status update_lanes(masonry_mirror *mirror, const rc__lanes_sight *sight,
                              int64_t *out_correction) {
  if (sight->patience != sight->length / 2) {
    return rc__lanes_update(mirror->lanes, sight, out_correction);
  }
  const rc_lanes_viewport viewport = {.offset = points_of(sight->offset),
                                      .length = points_of(sight->length),
                                      .before = points_of(sight->behind),
                                      .after = points_of(sight->ahead),
                                      .tolerance = points_of(sight->tolerance),
                                      .is_user_driven = sight->is_user_driven,
                                      .closes_indents = sight->closes};
  double correction = 0;
  const rc_status status = rc_lanes_update(mirror->lanes, &viewport, &correction);
  *out_correction = ticks_of(correction);
  return status;
}

void masonry_mirror_update(masonry_mirror *mirror, const model_masonry *list,
                           const masonry_viewport *viewport, const masonry_result *result) {
  if (mirror->lanes == NULL) return;
  const rc__lanes_sight sight = {.offset = viewport->offset,
                                 .length = viewport->length,
                                 .behind = viewport->behind,
                                 .ahead = viewport->ahead,
                                 .patience = list->patience,
                                 .tolerance = list->tolerance,
                                 .pivot = -1,
                                 .is_user_driven = viewport->is_user_driven,
                                 .closes = viewport->closes};
  int64_t correction = 0;
  CHECK_EQUAL(update_lanes(mirror, &sight, &correction), RC_STATUS_OK);
  CHECK_F(correction == result->correction, "the correction is %lld, and %lld in the model",
          (long long)correction, (long long)result->correction);
}

static void check_mirror_indents(masonry_mirror *mirror, const model_masonry *list, int64_t index) {
  const masonry_item *item = &list->items[index];
  double indents[MASONRY_LANES_MAX];
  const bool has = rc_lanes_get_indents(mirror->lanes, index, indents) == RC_STATUS_OK;
  CHECK_F(has == item->has_indents, "item %lld has %d indents", (long long)index, has);
  for (int l = 0; l < list->lane_count && has && item->has_indents; l++) {
    CHECK_EQUAL(ticks_of(indents[l]), item->indents.of[l]);
  }
}

void masonry_mirror_check(masonry_mirror *mirror, const model_masonry *list) {
  static _Thread_local rc_lanes_position positions[MASONRY_ITEMS_MAX];
  if (mirror->lanes == NULL) return;
  CHECK_EQUAL(rc_lanes_positions(mirror->lanes, 0, list->count, positions), RC_STATUS_OK);
  for (int64_t i = 0; i < list->count && !test_has_failed(); i++) {
    const masonry_item *item = &list->items[i];
    const uint32_t lane = item->lane == MASONRY_NONE ? RC_LANE_NONE : (uint32_t)item->lane;
    check_mirror_indents(mirror, list, i);
    CHECK_F(item->is_wide || list->lane_count == 1 || positions[i].lane == lane,
            "item %lld is in lane %d, and %d in the model", (long long)i, (int)positions[i].lane,
            item->lane);
    CHECK_F(ticks_of(positions[i].offset) == item->start,
            "item %lld is at %g, and at %lld in the model", (long long)i, positions[i].offset * 960,
            (long long)item->start);
  }
  const char *reason = NULL;
  CHECK_F(rc_lanes_validate(mirror->lanes, &reason) == RC_STATUS_OK, "%s", reason);
}
