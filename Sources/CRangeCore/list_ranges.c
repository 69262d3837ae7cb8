// The ranges of a list: how far they reach, and the items in them.

#include "list.h"

static int64_t item_of(const rc_list *list, int64_t row) {
  const int64_t item = row * list->columns;
  return item < list->count ? item : list->count;
}

rc_interval rc__list_items_in(const rc_list *list, rc_interval range) {
  const int64_t head = list->extra_lengths[RC_END_HEAD];
  const rc_interval within = {range.lower - head, range.upper - head};
  const rc_interval rows = rc__extents_items_in(list->extents, within);
  return (rc_interval){item_of(list, rows.lower), item_of(list, rows.upper)};
}

// == planning ==

/// The edge at a distance, which is new where no other range ends there. Lower ends are at 0 or
/// below, and upper ones above.
static uint8_t edge_at(rc__ranges *ranges, int64_t distance, bool is_upper, int64_t length) {
  uint8_t i = 0;
  for (; i < ranges->edge_count; i++) {
    if (ranges->distances[i] == distance) return i;
  }
  ranges->distances[i] = distance;
  ranges->edges[i] = (rc__edge){.length = (uint64_t)length, .is_upper = is_upper};
  ranges->edge_count++;
  return i;
}

static void plan_edges(rc__ranges *ranges, size_t range, int64_t below, int64_t above,
                       int64_t length) {
  uint8_t *edges = &ranges->edge_of[2 * range];
  // (Both ends of a range that is not enabled are where the viewport starts.)
  const int64_t whole = below + length + above;
  edges[0] = edge_at(ranges, -below, false, whole);
  edges[1] = edge_at(ranges, length + above, true, whole);
}

static rc__reach find_reach(rc_interval viewport, rc_tuning tuning, rc_direction direction) {
  rc_interval ticks;
  rc_status status = rc_range_expand(viewport, tuning, direction, &ticks);
  RC_ASSERT(status == RC_STATUS_OK);
  (void)status;
  return (rc__reach){.below = viewport.lower - ticks.lower,
                     .above = ticks.upper - viewport.upper,
                     .is_enabled = !rc__interval_is_empty(ticks)};
}

void rc__ranges_plan(rc_list *list, rc_interval viewport) {
  rc__ranges *ranges = &list->ranges;
  const rc_tuning *tunings = list->tunings.tunings[list->range_mode];
  const int64_t length = viewport.upper - viewport.lower;
  ranges->direction = list->tracker.direction;
  ranges->enabled_count = RC_RANGE_APP_0;
  ranges->edge_count = 0;
  edge_at(ranges, 0, false, length > 0 ? length : 1);
  plan_edges(ranges, RC__RANGE_VISIBLE, 0, 0, length);
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) {
    const rc__reach reach = find_reach(viewport, tunings[i], ranges->direction);
    ranges->reaches[i] = reach;
    plan_edges(ranges, i, reach.below, reach.above, length);
    bool is_apps = reach.is_enabled && i >= RC_RANGE_APP_0;
    if (is_apps) ranges->enabled_count = (uint8_t)(i + 1);
  }
  ranges->all = (uint16_t)((1u << ranges->edge_count) - 1);
  ranges->edge_of[2 * RC__RANGE_NONE] = ranges->edge_of[2 * RC__RANGE_NONE + 1] = RC__EDGE_NONE;
}

// == finding ==

static inline void move_edge(rc_list *list, unsigned i, int64_t lower) {
  rc__ranges *ranges = &list->ranges;
  rc__edge *edge = &ranges->edges[i];
  const int64_t offset = ranges->distances[i] - list->extra_lengths[RC_END_HEAD];
  ranges->items[i] = item_of(list, rc__extents_edge(list->extents, lower + offset, edge));
  ranges->from[i] = edge->from - offset;
  ranges->spans[i] = edge->span;
}

void rc__ranges_move(rc_list *list, int64_t lower, unsigned left) {
  list->ranges.lower = lower;
  // Not those alone that are at another item: so it is known early what there is to do.
  list->ranges.moved = (uint16_t)left;
  for (; left != 0; left &= left - 1) move_edge(list, rc__lowest_bit(left), lower);
}

void rc__ranges_find(rc_list *list, int64_t lower) {
  rc__ranges_move(list, lower, list->ranges.all);
}

void rc__ranges_answer(const rc__ranges *ranges, rc_update *out_update) {
  out_update->visible = rc__ranges_items(ranges, RC__RANGE_VISIBLE);
  out_update->ranges[RC_RANGE_DISPLAY] = rc__ranges_items(ranges, RC_RANGE_DISPLAY);
  out_update->ranges[RC_RANGE_PRELOAD] = rc__ranges_items(ranges, RC_RANGE_PRELOAD);
  // The app's own are hardly ever enabled.
  const rc_interval none = {ranges->items[0], ranges->items[0]};
  out_update->ranges[RC_RANGE_APP_0] = none;
  out_update->ranges[RC_RANGE_APP_1] = none;
  out_update->ranges[RC_RANGE_APP_2] = none;
  out_update->ranges[RC_RANGE_APP_3] = none;
  for (size_t i = RC_RANGE_APP_0; i < ranges->enabled_count; i++) {
    out_update->ranges[i] = rc__ranges_items(ranges, i);
  }
}
