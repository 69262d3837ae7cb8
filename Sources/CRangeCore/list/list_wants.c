// What a list wants of tickets, as of its last update.

#include "list.h"
#include "rangecore_tickets.h"

/// More than twice any distance in a list.
static const int64_t rank_of_band = INT64_C(1) << 56;

enum { KEPT_SCREENFULS = 64 };

/// Adds items to others.
static rc_interval with_items(rc_interval items, rc_interval more) {
  if (rc__interval_is_empty(more)) return items;
  if (rc__interval_is_empty(items)) return more;
  return (rc_interval){rc__at_most(items.lower, more.lower), rc__at_least(items.upper, more.upper)};
}

/// Whether an item has a state for itself alone: the pinned header, and one that is kept.
static bool stands_alone(const rc_list *list, int64_t item, rc_state state) {
  return item == rc__list_pinned(list).item ||
         (rc__keeps_bits(list->keeps, item) | RC_STATE_MEASURE_LAYOUT) == state;
}

/// From the first item with a state to the last, without those that have one for themselves: items
/// between them and the others can be as many as the list has.
static rc_interval items_with_states(const rc_list *list) {
  const rc__states *states = list->states;
  rc_interval items = {0, 0};
  for (size_t i = 0; i < states->run_count; i++) {
    const rc__run *run = &states->runs[i];
    if (run->state == RC_STATE_MEASURE_LAYOUT) continue;
    rc_interval those = {run->lower, rc__run_upper(states, i)};
    while (those.lower < those.upper && stands_alone(list, those.lower, run->state)) those.lower++;
    while (those.lower < those.upper && stands_alone(list, those.upper - 1, run->state)) {
      those.upper--;
    }
    items = with_items(items, those);
  }
  return items;
}

/// Adds a pinned header that is next to some items.
static rc_interval with_header(rc_interval items, int64_t header) {
  const bool is_near = header >= 0 && header + 1 >= items.lower && header <= items.upper;
  const rc_interval alone = {header, header + 1};
  return is_near && !rc__interval_is_empty(items) ? with_items(items, alone) : items;
}

/// Of items that are only kept, those within some screenfuls. A thumb can land anywhere in the
/// list: at 10,000 screenfuls a second 5,000 further on, and on the way nothing is loaded.
static rc_interval items_kept_near(const rc_list *list, rc_interval kept) {
  const rc_interval viewport = rc__frame_viewport(&list->anchor.seen.frame);
  const int64_t reach = KEPT_SCREENFULS * (viewport.upper - viewport.lower);
  const rc_interval around = {viewport.lower - reach, viewport.upper + reach};
  const rc_interval near = rc__rows_items_in(&list->rows, around);
  return (rc_interval){rc__at_least(kept.lower, near.lower), rc__at_most(kept.upper, near.upper)};
}

rc_status rc_list_ticket_items(rc_list *list, rc_interval *out_items) {
  if (list == NULL || out_items == NULL) return RC_STATUS_ARGUMENT;
  if (!rc__list_is_updated(list)) return RC_STATUS_NOT_FOUND;
  rc_interval items = items_with_states(list);
  rc_foresight foresight;
  if (rc_list_foresee(list, &foresight) == RC_STATUS_OK) {
    items = with_items(items, foresight.wanted);
    items = with_items(items, items_kept_near(list, foresight.kept));
  }
  *out_items = with_header(items, rc__list_pinned(list).item);
  return RC_STATUS_OK;
}

static rc_ticket_band band_of(rc_state state) {
  if ((state & RC_STATE_VISIBLE) != 0) return RC_TICKET_BAND_VISIBLE;
  return (state & RC_STATE_DISPLAY) != 0 ? RC_TICKET_BAND_DISPLAY : RC_TICKET_BAND_PRELOAD;
}

/// By the item's state alone; false if it is not wanted.
static bool want_by_state(const rc_list *list, int64_t item, rc_state state, rc_ticket_want *want) {
  if ((state & (RC_STATE_VISIBLE | RC_STATE_DISPLAY | RC_STATE_PRELOAD)) == 0) return false;
  const rc_interval viewport = rc__frame_viewport(&list->anchor.seen.frame);
  const bool is_forward = list->tracker.direction == RC_DIRECTION_FORWARD;
  const rc__item row = rc__rows_of_item(&list->rows, item);
  const int64_t ahead = row.offset - viewport.upper;
  const int64_t behind = viewport.lower - (row.offset + row.extent);
  want->rank = want->band * rank_of_band;
  if ((state & RC_STATE_VISIBLE) != 0) return true;
  if (ahead >= behind) {
    want->rank += 2 * rc__at_least(ahead, 0) + !is_forward;
  } else {
    want->rank += 2 * rc__at_least(behind, 0) + is_forward;
  }
  return true;
}

/// By foresight; false if it is not wanted.
static bool want_by_foresight(const rc_list *list, const rc_foresight *foresight, int64_t item,
                              rc_state state, rc_ticket_want *want) {
  const rc_interval visible = list->ranges[RC__RANGE_VISIBLE].items;
  want->is_foreseen = true;
  want->rank = rc__foresight_rank(foresight, item, 1);
  if (want->rank >= 0) return true;
  const int64_t beyond = rc__at_least(visible.lower - item, item - visible.upper + 1);
  want->rank = rc__at_least(beyond, 0);
  if (!rc__interval_has(foresight->kept, item)) {
    const rc_state kept = rc__keeps_bits(list->keeps, item);
    if ((kept & (RC_STATE_PRELOAD | RC_STATE_DISPLAY)) != 0) return true;
    // Pinned, or not wanted.
    want->rank = -1;
    return (state & RC_STATE_VISIBLE) != 0;
  }
  want->kind = rc__interval_has(foresight->running, item) ? RC_TICKET_WANT_KIND_CONTINUE
                                                          : RC_TICKET_WANT_KIND_KEEP;
  return true;
}

static bool are_costs(const int64_t *costs, int64_t count) {
  for (int64_t i = 0; costs != NULL && i < count; i++) {
    if (costs[i] < 0 || costs[i] > RC_TICKETS_COST_MAX) return false;
  }
  return true;
}

rc_status rc_list_copy_ticket_wants(rc_list *list, int64_t lower, int64_t upper, const rc_id *ids,
                                    const int64_t *costs, rc_ticket_want *out_wants,
                                    size_t *out_count) {
  if (!rc__list_has_items(list, lower, upper) || out_count == NULL) return RC_STATUS_ARGUMENT;
  if (lower < upper && (ids == NULL || out_wants == NULL)) return RC_STATUS_ARGUMENT;
  if (!are_costs(costs, upper - lower)) return RC_STATUS_ARGUMENT;
  if (!rc__list_is_updated(list)) return RC_STATUS_NOT_FOUND;
  rc_foresight foresight;
  const bool foresees = rc_list_foresee(list, &foresight) == RC_STATUS_OK;
  size_t count = 0;
  for (int64_t item = lower; item < upper; item++) {
    const rc_state state = rc_list_state(list, item);
    rc_ticket_want want = {.id = ids[item - lower],
                           .cost = costs == NULL ? 1 : costs[item - lower],
                           .band = band_of(state)};
    if (want.id == RC_ID_NONE) continue;
    const bool is_wanted = foresees ? want_by_foresight(list, &foresight, item, state, &want)
                                    : want_by_state(list, item, state, &want);
    if (is_wanted) out_wants[count++] = want;
  }
  *out_count = count;
  return RC_STATUS_OK;
}
