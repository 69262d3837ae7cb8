// The ranges of a list: how far they reach, and the items in them.

#include "list.h"

static rc_interval items_of(const rc_list *list, rc_interval rows) {
  if (list->columns == 1) return rows;
  rc_interval items = {rows.lower * list->columns, rows.upper * list->columns};
  if (items.lower > list->count) items.lower = list->count;
  if (items.upper > list->count) items.upper = list->count;
  return items;
}

static rc_interval within_content(const rc_list *list, rc_interval range) {
  int64_t head = list->extra_lengths[RC_END_HEAD];
  return (rc_interval){range.lower - head, range.upper - head};
}

rc_interval rc__list_items_in(const rc_list *list, rc_interval range) {
  return items_of(list, rc__extents_items_in(list->extents, within_content(list, range)));
}

void rc__ranges_reach(rc_list *list, rc_interval viewport) {
  rc__ranges *ranges = &list->ranges;
  const rc_tuning *tunings =
      &list->settings.tunings.tunings[(size_t)list->range_mode * RC_RANGE_COUNT];
  ranges->direction = list->tracker.direction;
  ranges->enabled_count = RC_RANGE_APP_0;
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) {
    rc_interval ticks;
    rc_status status = rc_range_expand(viewport, tunings[i], ranges->direction, &ticks);
    RC_ASSERT(status == RC_STATUS_OK);
    (void)status;
    rc__reach reach = {.below = viewport.lower - ticks.lower,
                       .above = ticks.upper - viewport.upper,
                       .is_enabled = !rc_interval_is_empty(ticks)};
    reach.is_viewport = reach.is_enabled && reach.below == 0 && reach.above == 0;
    ranges->reaches[i] = reach;
    if (reach.is_enabled && i >= RC_RANGE_APP_0) ranges->enabled_count = i + 1;
  }
}

/// Also finds the row at the viewport's start.
static rc_interval find_visible(rc_list *list, rc_interval viewport) {
  if (list->count == 0) return (rc_interval){0, 0};
  rc_interval items =
      items_of(list, rc__extents_view(list->extents, viewport, &list->ranges.first));
  if (rc_interval_is_empty(viewport)) items.upper = items.lower;
  return items;
}

static rc_interval find_tuned(const rc_list *list, const rc__reach *reach, rc_interval viewport,
                              rc_interval visible) {
  if (reach->is_viewport) return visible;
  if (!reach->is_enabled) return (rc_interval){visible.lower, visible.lower};
  rc_interval range = {viewport.lower - reach->below, viewport.upper + reach->above};
  return items_of(list, rc__extents_items_in(list->extents, range));
}

/// Tells, as `moved` does, which ends are others than before.
static unsigned store(rc__ranges *ranges, size_t range, rc_interval items) {
  int64_t *ends = &ranges->ends[2 * range];
  unsigned lower_moved = ends[0] != items.lower, upper_moved = ends[1] != items.upper;
  ends[0] = items.lower;
  ends[1] = items.upper;
  return (lower_moved | upper_moved << 1) << (2 * range);
}

/// A range that is not enabled is empty, where the viewport starts: first all of the app's own.
static void answer_disabled(int64_t first, rc_update *out_update) {
  const rc_interval none = {first, first};
  out_update->ranges[RC_RANGE_APP_0] = none;
  out_update->ranges[RC_RANGE_APP_1] = none;
  out_update->ranges[RC_RANGE_APP_2] = none;
  out_update->ranges[RC_RANGE_APP_3] = none;
}

void rc__ranges_find(rc_list *list, rc_interval viewport, rc_update *out_update) {
  rc__ranges *ranges = &list->ranges;
  ranges->lower = viewport.lower;
  const rc_interval content = within_content(list, viewport);
  const rc_interval visible = find_visible(list, content);
  out_update->visible = visible;
  answer_disabled(visible.lower, out_update);
  unsigned moved = store(ranges, RC__RANGE_VISIBLE, visible);
  for (size_t i = 0; i < ranges->enabled_count; i++) {
    rc_interval items = find_tuned(list, &ranges->reaches[i], content, visible);
    out_update->ranges[i] = items;
    moved |= store(ranges, i, items);
  }
  ranges->moved = (uint16_t)moved;
}

void rc__ranges_answer(const rc_list *list, rc_update *out_update) {
  const rc__ranges *ranges = &list->ranges;
  out_update->visible = rc__ranges_items(ranges, RC__RANGE_VISIBLE);
  answer_disabled(out_update->visible.lower, out_update);
  for (size_t i = 0; i < ranges->enabled_count; i++) {
    out_update->ranges[i] = rc__ranges_items(ranges, i);
  }
}
