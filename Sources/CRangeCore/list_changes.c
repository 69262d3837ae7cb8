// What changes in a list's states: which items keep their bits by slack, and how far those that
// enter are from the viewport.

#include "list_update.h"
#include "ticks.h"

/// The items of a range with slack.
static rc_interval widened(const rc_list *list, const rc__pass *now, size_t range) {
  rc_interval ticks = now->viewport;
  if (range != RC__RANGE_VISIBLE) {
    ticks.lower -= list->ranges.reaches[range].below;
    ticks.upper += list->ranges.reaches[range].above;
  }
  int64_t slack = rc__ticks_from_screens(list->settings.slack, list->frame.visible_length);
  ticks.lower = rc_ticks_subtract_saturating(ticks.lower, slack);
  ticks.upper = rc_ticks_add_saturating(ticks.upper, slack);
  return rc__list_items_in(list, ticks);
}

/// What keeps a bit that is set where it is not the bit's own items; NULL where those are kept
/// alone.
static const int64_t *find_kept(const rc_list *list, const rc__pass *now, int64_t kept[16]) {
  const bool is_hidden = now->is_empty;
  if (is_hidden && list->presence == RC_PRESENCE_AWAY) return NULL;
  for (unsigned bit = 1; bit < 8; bit++) {
    RC_ASSERT(bit < 8);
    const size_t range = list->range_of[bit];
    rc_interval items = rc__ranges_items(&list->ranges, range);
    if (is_hidden && bit <= 2) {
      items = (rc_interval){0, list->count};
    } else if (!is_hidden && bit != 3 && range != RC__RANGE_NONE) {
      items = widened(list, now, range);
    }
    kept[2 * bit] = items.lower;
    kept[2 * bit + 1] = items.upper;
  }
  return kept;
}

/// How far the nearest of some items is from the viewport; `visible` are those that overlap it.
static double distance_of(const rc_list *list, const rc__pass *now, rc_interval items,
                          rc_interval visible) {
  if (rc_interval_overlaps(items, visible)) return 0;
  int64_t distance = INT64_MAX;
  if (items.upper > visible.lower) {
    int64_t nearest = items.lower > visible.lower ? items.lower : visible.lower;
    distance = rc__list_row_of(list, nearest).offset - now->viewport.upper;
  }
  if (items.lower < visible.lower) {
    int64_t nearest = items.upper < visible.lower ? items.upper : visible.lower;
    rc__item row = rc__list_row_of(list, nearest - 1);
    int64_t below = now->viewport.lower - (row.offset + row.extent);
    if (below < distance) distance = below;
  }
  return rc_ticks_to_points(distance);
}

/// Writes how far the changes are that enter without becoming visible, which is no distance, and
/// brings them into their order.
static RC_NOINLINE void measure_distances(rc_list *list, const rc__pass *now,
                                          rc_changes *out_changes) {
  const rc_interval visible = rc__ranges_items(&list->ranges, RC__RANGE_VISIBLE);
  size_t count;
  rc_change *entered = rc__states_entered(list->states, &count);
  const size_t first = list->states->shown_count;
  for (size_t i = first; i < count; i++) {
    rc_interval items = {entered[i].lower, entered[i].upper};
    entered[i].distance = distance_of(list, now, items, visible);
  }
  rc__states_order(list->states, visible, list->tracker.direction, out_changes);
}

static void update_states(rc_list *list, const rc__pass *now, const int64_t *kept,
                          rc_changes *out_changes) {
  const rc__states_ranges ranges = {list->ranges.items, list->edge_of, kept, list->ranges.moved};
  rc_states *states = list->states;
  rc__states_update(states, &ranges, out_changes);
  if (states->entered_count != states->shown_count) measure_distances(list, now, out_changes);
}

static RC_NOINLINE void update_and_keep(rc_list *list, const rc__pass *now,
                                        rc_changes *out_changes) {
  int64_t kept[16];
  update_states(list, now, find_kept(list, now, kept), out_changes);
}

void rc__list_find_changes(rc_list *list, const rc__pass *now, rc_changes *out_changes) {
  if (now->is_empty || now->has_slack)
    update_and_keep(list, now, out_changes);
  else
    update_states(list, now, NULL, out_changes);
}
