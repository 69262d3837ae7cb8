#include "masonry_mirror.h"

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
  CHECK_EQUAL(rc_lanes_insert(mirror->lanes, index, NULL, count), RC_STATUS_OK);
}

void masonry_mirror_remove(masonry_mirror *mirror, int64_t lower, int64_t upper) {
  CHECK_EQUAL(rc_lanes_remove(mirror->lanes, lower, upper), RC_STATUS_OK);
}

void masonry_mirror_move(masonry_mirror *mirror, int64_t lower, int64_t upper, int64_t to) {
  CHECK_EQUAL(rc_lanes_move(mirror->lanes, lower, upper, to), RC_STATUS_OK);
}

void masonry_mirror_measure(masonry_mirror *mirror, const model_masonry *list, int64_t index) {
  const double extent = points_of(list->items[index].extent);
  CHECK_EQUAL(rc_lanes_set_extents(mirror->lanes, index, &extent, 1), RC_STATUS_OK);
}

void masonry_mirror_set_span(masonry_mirror *mirror, const model_masonry *list, int64_t index) {
  const uint32_t span = list->items[index].is_wide ? RC_SPAN_WIDE : 1;
  CHECK_EQUAL(rc_lanes_set_span(mirror->lanes, index, index + 1, span), RC_STATUS_OK);
}

/// Gives an item the indents that it has in the model, or takes them from it.
static void set_indents(masonry_mirror *mirror, const model_masonry *list, int64_t index) {
  const masonry_item *item = &list->items[index];
  double indents[MASONRY_LANES_MAX], wanted[MASONRY_LANES_MAX];
  bool differ = false;
  const bool has = rc_lanes_get_indents(mirror->lanes, index, indents) == RC_STATUS_OK;
  for (int l = 0; l < list->lane_count && item->has_indents; l++) {
    wanted[l] = points_of(item->indents.of[l]);
    differ = differ || !has || ticks_of(indents[l]) != item->indents.of[l];
  }
  if (has == item->has_indents && !differ) return;
  CHECK_EQUAL(rc_lanes_set_indents(mirror->lanes, index, item->has_indents ? wanted : NULL),
              RC_STATUS_OK);
}

void masonry_mirror_check(masonry_mirror *mirror, const model_masonry *list) {
  static _Thread_local rc_lanes_position positions[MASONRY_ITEMS_MAX];
  CHECK_EQUAL(rc_lanes_positions(mirror->lanes, 0, list->count, positions), RC_STATUS_OK);
  for (int64_t i = 0; i < list->count && !test_has_failed(); i++) {
    const masonry_item *item = &list->items[i];
    const uint32_t lane = item->lane == MASONRY_NONE ? RC_LANE_NONE : (uint32_t)item->lane;
    set_indents(mirror, list, i);
    if (item->is_wide || positions[i].lane == lane) continue;
    CHECK_EQUAL(rc_lanes_set_lanes(mirror->lanes, i, &lane, 1), RC_STATUS_OK);
  }
  CHECK_EQUAL(rc_lanes_positions(mirror->lanes, 0, list->count, positions), RC_STATUS_OK);
  for (int64_t i = 0; i < list->count; i++) {
    CHECK_F(ticks_of(positions[i].offset) == list->items[i].start,
            "item %lld is at %g, and at %lld in the model", (long long)i, positions[i].offset * 960,
            (long long)list->items[i].start);
  }
  const char *reason = NULL;
  CHECK_F(rc_lanes_validate(mirror->lanes, &reason) == RC_STATUS_OK, "%s", reason);
}
