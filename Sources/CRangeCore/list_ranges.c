// The ranges of a list: found anew where the viewport, the items or the tuning are others than at
// the last update.

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

static void find_reaches(rc_list *list, rc_interval viewport, rc_range_mode mode) {
  const rc_tuning *tunings = &list->settings.tunings.tunings[(size_t)mode * RC_RANGE_COUNT];
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) {
    rc_interval ticks;
    rc_status status = rc_range_expand(viewport, tunings[i], list->tracker.direction, &ticks);
    RC_ASSERT(status == RC_STATUS_OK);
    (void)status;
    list->ranges.reaches[i] = (rc__reach){
        .below = viewport.lower - ticks.lower,
        .above = ticks.upper - viewport.upper,
        .is_enabled = !rc_interval_is_empty(ticks),
    };
  }
}

static void find_visible(rc_list *list, rc_interval viewport) {
  rc__ranges *ranges = &list->ranges;
  ranges->visible = (rc__span){.ticks = viewport};
  if (list->count == 0) return;
  rc_interval content = within_content(list, viewport);
  rc_interval items = items_of(list, rc__extents_view(list->extents, content, &ranges->first));
  if (rc_interval_is_empty(viewport)) items.upper = items.lower;
  ranges->visible.items = items;
}

static void find_tuned(rc_list *list, rc_interval viewport) {
  rc__ranges *ranges = &list->ranges;
  const int64_t first = ranges->visible.items.lower;
  ranges->nowhere = (rc__span){{viewport.lower, viewport.lower}, {first, first}};
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) {
    const rc__reach *reach = &ranges->reaches[i];
    rc__span *span = &ranges->tuned[i];
    if (!reach->is_enabled) {
      span->ticks = (rc_interval){viewport.lower, viewport.lower};
      span->items = (rc_interval){first, first};
    } else if (reach->below == 0 && reach->above == 0) {
      *span = ranges->visible;
    } else {
      span->ticks = (rc_interval){viewport.lower - reach->below, viewport.upper + reach->above};
      span->items = rc__list_items_in(list, span->ticks);
    }
  }
}

bool rc__ranges_find(rc_list *list, rc_interval viewport, rc_range_mode mode) {
  rc__ranges *ranges = &list->ranges;
  const rc_interval last = ranges->viewport;
  bool is_tuned = ranges->are_reached && mode == ranges->mode &&
                  list->tracker.direction == ranges->direction &&
                  viewport.upper - viewport.lower == last.upper - last.lower;
  if (is_tuned && ranges->are_found && viewport.lower == last.lower) return false;
  if (!is_tuned) find_reaches(list, viewport, mode);
  ranges->are_found = ranges->are_reached = true;
  ranges->mode = mode;
  ranges->direction = list->tracker.direction;
  ranges->viewport = viewport;
  find_visible(list, viewport);
  find_tuned(list, viewport);
  return true;
}
