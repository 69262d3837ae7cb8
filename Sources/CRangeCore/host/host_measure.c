// What a host measures, and in which order.
//
//     on screen        [ 4  5  6  7  8 ]         5 and 6 are measured, 4 is where all stays
//     asked for          4, 7, 8                 outward from 4
//     display     [ 2  3  …           9  10 ]    then, within the budget: 3, 9, 2, 10
//
// The first that is measured may push the last off the screen: it is not asked for any longer.

#include "../base/ticks.h"
#include "host.h"

static bool needs_measuring(const rc_list *list, int64_t row) {
  const rc__item item = rc__rows_row(&list->rows, row);
  return !rc__rows_is_settled(&list->rows, &item);
}

/// The row of an item; the count of rows for the items' end.
static int64_t row_at(const rc_list *list, int64_t item) {
  return item < list->rows.count ? rc__rows_index(&list->rows, item)
                                 : rc__rows_row_count(&list->rows);
}

static rc_interval rows_of(const rc_list *list, rc_interval items) {
  if (items.lower >= items.upper) return (rc_interval){0, 0};
  return (rc_interval){rc__rows_index(&list->rows, items.lower),
                       rc__rows_index(&list->rows, items.upper - 1) + 1};
}

/// The rows of some items from the first that needs measuring on; empty if none does, from the next
/// one after them, or the end.
static rc_interval rows_to_measure(const rc_list *list, rc_interval items) {
  rc_interval rows = rows_of(list, items);
  const int64_t first = rc__rows_first_unsettled(&list->rows, rows.lower, rows.upper);
  rows.lower = rc__at_most(first, rc__rows_row_count(&list->rows));
  return rows;
}

/// Those of some rows that are on screen, again from the first that needs measuring on.
///
/// - `rows`: of what is on screen and more, from the first that needs measuring on.
static rc_interval rows_on_screen(const rc_host *host, rc_interval rows) {
  const rc_interval shown = rows_of(host->list, host->shown);
  if (rows.lower < shown.lower) return rows_to_measure(host->list, host->shown);
  return (rc_interval){rows.lower, shown.upper};
}

// == rows whose nodes remember ==

/// The longest of what a row's views need; false if that is not known of all.
static bool find_known(const rc_host *host, int64_t row, double *out_extent) {
  const rc_interval items = rc__rows_items(&host->list->rows, row);
  const uint32_t columns = rc__host_columns_of(host->list, items.lower);
  size_t position = rc__host_position(host, items.lower);
  *out_extent = 0;
  for (int64_t index = items.lower; index < items.upper; index++, position++) {
    if (position >= host->node_count || host->nodes[position].index != index) return false;
    const rc__host_own *own = &host->owns[host->nodes[position].node];
    if (own->columns != columns) return false;
    if (own->extent > *out_extent) *out_extent = own->extent;
  }
  return true;
}

static rc_status set_extent(rc_host *host, int64_t row, double extent) {
  const rc_list *list = host->list;
  // In lanes what is before it may move as well.
  const bool is_known =
      host->placed_stamp == rc__list_stamp(list) && !rc__rows_are_laned(&list->rows);
  const rc_status status = rc__host_set_row(host, row, extent);
  if (status != RC_STATUS_OK || !is_known) return status;
  host->placed_stamp = rc__list_stamp(list);
  host->moved_from = rc__at_most(host->moved_from, rc__rows_first_item(&list->rows, row));
  return RC_STATUS_OK;
}

/// Sets a row of which everything is known; those before the pivot push what follows.
///
/// - `is_stale`: also if it is measured.
static rc_status set_row(rc_host *host, int64_t row, bool is_stale, bool *out_any) {
  const rc__rows *rows = &host->list->rows;
  double extent;
  const bool is_settled = !is_stale && !needs_measuring(host->list, row);
  if (is_settled || !find_known(host, row, &extent)) return RC_STATUS_OK;
  const rc__item item = rc__rows_of_item(rows, rc__rows_first_item(rows, row));
  const rc_status status = set_extent(host, row, extent);
  // In lanes it pushes no more than its own.
  if (status == RC_STATUS_OK && !rc__rows_are_laned(rows) &&
      rc_ticks_to_points(item.offset) - host->growth < host->pivot) {
    host->growth += extent - rc_ticks_to_points(item.extent);
  }
  *out_any = true;
  return status;
}

/// Sets those of some rows that need no view for it.
static rc_status set_known(rc_host *host, rc_interval rows, bool *out_any) {
  rc_status status = RC_STATUS_OK;
  for (int64_t row = rows.lower; row < rows.upper && status == RC_STATUS_OK; row++) {
    status = set_row(host, row, false, out_any);
  }
  return status;
}

// == asking ==

/// Asks for a node, once.
static void ask(rc_host *host, rc_host_node *node) {
  rc__host_own *own = &host->owns[node->node];
  if (own->is_asked) return;
  own->is_asked = true;
  host->asked[host->ask_count++] = node->node;
  node->is_new = !node->has_view;
  rc__host_touch(host, node->index, node->index + 1, false);
}

void rc__host_ask_for_nothing(rc_host *host) {
  for (size_t i = 0; i < host->ask_count; i++) host->owns[host->asked[i]].is_asked = false;
  host->ask_count = 0;
}

/// Whether a row between others is to be measured: in lanes, if it is in the range itself.
static bool is_in_range(const rc_host *host, int64_t row, bool is_on_screen) {
  const rc_list *list = host->list;
  if (!rc__rows_are_laned(&list->rows)) return true;
  if (!is_on_screen && (rc_list_state(list, row) & RC_STATE_DISPLAY) != 0) return true;
  return rc__host_shows_item(host, row);
}

/// Asks for those nodes of a row whose extents are not known, nor come later.
static bool ask_row(rc_host *host, int64_t row) {
  const rc_list *list = host->list;
  const rc_interval items = rc__rows_items(&list->rows, row);
  if (!needs_measuring(list, row)) return true;
  if (!rc__host_add(host, items.lower, items.upper)) return false;
  const uint32_t columns = rc__host_columns_of(list, items.lower);
  rc_host_node *nodes = &host->nodes[rc__host_position(host, items.lower)];
  for (int64_t i = 0; i < items.upper - items.lower; i++) {
    rc__host_own *own = &host->owns[nodes[i].node];
    if (own->is_late || own->columns == columns) continue;
    own->asked_columns = nodes[i].columns = columns;
    // In lanes an item keeps its own, if it has a view.
    if (!rc__rows_are_laned(&list->rows)) nodes[i].column = (uint32_t)i;
    ask(host, &nodes[i]);
  }
  return true;
}

/// Asks for rows from an origin outward, until there are so many nodes.
static bool ask_outward(rc_host *host, rc_interval rows, int64_t origin, size_t most,
                        bool is_on_screen) {
  const bool is_backward = host->list->tracker.direction == RC_DIRECTION_BACKWARD;
  const int64_t nearest = rc__at_least(rows.lower - origin, origin - rows.upper);
  for (int64_t distance = rc__at_least(nearest, 0); host->ask_count < most; distance++) {
    const int64_t after = origin + distance, before = origin - 1 - distance;
    if (after >= rows.upper && before < rows.lower) return true;
    const int64_t ways[2] = {is_backward ? before : after, is_backward ? after : before};
    for (int i = 0; i < 2 && host->ask_count < most; i++) {
      const bool is_one =
          rows.lower <= ways[i] && ways[i] < rows.upper && is_in_range(host, ways[i], is_on_screen);
      if (is_one && !ask_row(host, ways[i])) return false;
    }
  }
  return true;
}

// == what is to be measured again ==

rc_status rc__host_plan_stale(rc_host *host, const rc_update *update, rc__host_plan *out_plan) {
  if (!host->has_stale || host->options.extents_are_known) return RC_STATUS_OK;
  host->has_stale = false;
  const rc_interval visible = host->shows ? update->visible : (rc_interval){0, 0};
  const bool is_waiting = !host->shows && update->presence != RC_PRESENCE_AWAY;
  for (size_t i = 0; i < host->node_count; i++) {
    rc_host_node *node = &host->nodes[i];
    rc__host_own *own = &host->owns[node->node];
    if (!own->is_stale || node->index < 0) continue;
    own->is_stale = is_waiting && node->is_on_screen;
    host->has_stale = host->has_stale || own->is_stale;
    if (own->is_stale) continue;
    const int64_t row = rc__rows_index(&host->list->rows, node->index);
    if (needs_measuring(host->list, row)) continue;
    const uint32_t columns = rc__host_columns_of(host->list, node->index);
    const bool is_visible = visible.lower <= node->index && node->index < visible.upper &&
                            rc__host_shows_item(host, node->index);
    double extent;
    rc_status status = RC_STATUS_OK;
    if (is_visible && node->has_view && own->columns != columns) {
      own->asked_columns = node->columns = columns;
      own->is_stale = host->has_stale = true;
      ask(host, node);
    } else if (!is_visible || !node->has_view) {
      status = rc__host_mark_provisional(host, node->index, node->index + 1);
    } else if (find_known(host, row, &extent)) {
      status = set_extent(host, row, extent);
      *out_plan = RC__HOST_PLAN_GOES_ON;
    }
    if (status != RC_STATUS_OK) {
      own->is_stale = host->has_stale = true;
      return status;
    }
  }
  if (host->ask_count > 0) *out_plan = RC__HOST_PLAN_GOES_ON;
  // They push what follows, and nothing that is before.
  host->pivot = -RC__INFINITY;
  return RC_STATUS_OK;
}

// == on screen ==

/// The items on screen, with what insets cover.
static rc_interval find_shown(const rc_host *host, const rc_update *update) {
  const rc_viewport *viewport = &host->viewport;
  rc_interval shown = update->visible;
  if (viewport->inset_start == 0 && viewport->inset_end == 0) return shown;
  int64_t start = 0, length = 0;
  (void)rc_ticks_from_points(update->offset, &start);
  (void)rc_ticks_from_points(viewport->length, &length);
  const rc_interval all =
      rc__rows_items_in(&host->list->rows, (rc_interval){start, start + length});
  if (shown.lower >= shown.upper) return all;
  return (rc_interval){rc__at_most(all.lower, shown.lower), rc__at_least(all.upper, shown.upper)};
}

/// Finds the row that stays in place while others are measured.
static int64_t find_origin(rc_host *host, const rc_update *update) {
  rc_list *list = host->list;
  const rc_viewport *viewport = &host->viewport;
  const rc_interval shown = host->shown, visible = update->visible;
  const double end = update->offset + viewport->length - viewport->inset_end;
  host->pivot = update->offset + viewport->inset_start;
  if (shown.lower <= host->target && host->target < shown.upper) {
    host->pivot = rc_ticks_to_points(rc__rows_of_item(&list->rows, host->target).offset);
    return rc__rows_index(&list->rows, host->target);
  }
  if (rc_list_length(list) - end <= 1 && update->offset > 1) {
    host->pivot = end;
    return row_at(list, visible.upper);
  }
  const int64_t first = row_at(list, visible.lower);
  const rc_interval rows = rows_of(list, visible);
  if (rows.lower >= rows.upper || !rc__rows_row(&list->rows, first).is_measured) return first;
  int64_t settled = first;
  while (settled < rows.upper && needs_measuring(list, settled)) settled++;
  if (settled == first || settled == rows.upper) return first;
  host->pivot = rc_ticks_to_points(
      rc__rows_of_item(&list->rows, rc__rows_first_item(&list->rows, settled)).offset);
  return settled;
}

/// Asks for what is on screen; `out_plan` stays if there is nothing.
///
/// - `rows`: from the first there that needs measuring to the last.
static rc_status plan_screen(rc_host *host, const rc_update *update, rc_interval rows,
                             rc__host_plan *out_plan) {
  rc_list *list = host->list;
  const int64_t pinned = rc__list_pinned(list).item;
  rc_interval header = {0, 0};
  if (pinned >= 0) header = rows_to_measure(list, (rc_interval){pinned, pinned + 1});
  if (rc__interval_is_empty(rows) && rc__interval_is_empty(header)) return RC_STATUS_OK;
  bool is_any = false;
  rc_status status = set_known(host, header, &is_any);
  if (status == RC_STATUS_OK) status = set_known(host, rows, &is_any);
  if (status != RC_STATUS_OK) return status;
  if (!is_any) {
    if (!rc__interval_is_empty(header) && !ask_row(host, header.lower)) return RC_STATUS_NO_MEMORY;
    const int64_t origin = find_origin(host, update);
    if (!ask_outward(host, rows, origin, RC__HOST_ASKS, true)) return RC_STATUS_NO_MEMORY;
    if (host->ask_count == 0) return RC_STATUS_OK;
  }
  const bool gives_up = host->rounds - host->rounds_ahead >= RC__HOST_ROUNDS;
  *out_plan = gives_up ? RC__HOST_PLAN_GIVES_UP : RC__HOST_PLAN_GOES_ON;
  return RC_STATUS_OK;
}

// == ahead ==

/// Makes the nodes of the display range.
static bool add_display(rc_host *host, rc_interval display) {
  if (!rc__rows_are_laned(&host->list->rows)) {
    return rc__host_add(host, display.lower, display.upper);
  }
  for (int64_t i = display.lower; i < display.upper; i++) {
    if (is_in_range(host, i, false) && !rc__host_add(host, i, i + 1)) return false;
  }
  return true;
}

/// Asks for nodes of the display range without a view, nearest first.
static bool ask_for_views(rc_host *host, const rc_update *update) {
  const rc_interval display = update->ranges[RC_RANGE_DISPLAY], visible = update->visible;
  if (!add_display(host, display)) return false;
  int64_t after = rc__at_least(visible.lower, display.lower), before = after - 1;
  while (host->ask_count < host->options.ahead_count) {
    if (after >= display.upper && before < display.lower) return true;
    // How far these are from the visible items, which come first.
    const bool goes_back =
        after >= display.upper ||
        (before >= display.lower && visible.lower - before < after - visible.upper + 1);
    rc_host_node *node = rc__host_node_of(host, goes_back ? before-- : after++);
    if (node == NULL || node->has_view || host->owns[node->node].is_late) continue;
    rc__host_own *own = &host->owns[node->node];
    own->asked_columns = node->columns = rc__host_columns_of(host->list, node->index);
    ask(host, node);
  }
  return true;
}

/// Once nothing on screen is to be measured: goes on to an offset, or asks for what is ahead,
/// within the budget.
static rc_status plan_onward(rc_host *host, const rc_update *update, rc_interval rows,
                             rc__host_plan *out_plan) {
  if (host->way == RC__HOST_WAY_ALIGNS && !rc__host_has_arrived(host, update)) {
    *out_plan = RC__HOST_PLAN_GOES_ON;
    return RC_STATUS_OK;
  }
  const rc_host_options *options = &host->options;
  const rc_interval display = update->ranges[RC_RANGE_DISPLAY];
  if (options->budget <= 0 || rc__interval_is_empty(display)) return RC_STATUS_OK;
  if (!rc__interval_is_empty(rows)) {
    bool is_any = false;
    const rc_status status = set_known(host, rows, &is_any);
    if (status != RC_STATUS_OK) return status;
    if (is_any) {
      *out_plan = RC__HOST_PLAN_GOES_ON;
      host->rounds_ahead++;
      return RC_STATUS_OK;
    }
    const int64_t origin = row_at(host->list, update->visible.lower);
    if (!ask_outward(host, rows, origin, options->ahead_count, false)) return RC_STATUS_NO_MEMORY;
  }
  if (options->makes_ahead && !ask_for_views(host, update)) return RC_STATUS_NO_MEMORY;
  if (host->ask_count == 0) return RC_STATUS_OK;
  if (!host->has_deadline) {
    host->has_deadline = true;
    host->deadline = host->time + options->budget;
  } else if (host->time >= host->deadline) {
    host->wake = host->time + options->budget;
    rc__host_ask_for_nothing(host);
    return RC_STATUS_OK;
  }
  host->is_ahead = true;
  host->rounds_ahead++;
  *out_plan = RC__HOST_PLAN_GOES_ON;
  return RC_STATUS_OK;
}

/// Notes that all of some items is measured.
static void note_settled(rc_host *host, rc_interval items) {
  host->settled = items;
  host->settled_stamp = rc__list_stamp(host->list);
}

rc_status rc__host_plan_round(rc_host *host, const rc_update *update, rc__host_plan *out_plan) {
  const rc_list *list = host->list;
  const rc_interval display = update->ranges[RC_RANGE_DISPLAY];
  host->shown = find_shown(host, update);
  host->is_ahead = false;
  host->growth = 0;
  *out_plan = RC__HOST_PLAN_DONE;
  const rc_status stale = rc__host_plan_stale(host, update, out_plan);
  if (stale != RC_STATUS_OK || *out_plan != RC__HOST_PLAN_DONE) return stale;
  const rc_interval near = {rc__at_most(display.lower, host->shown.lower),
                            rc__at_least(display.upper, host->shown.upper)};
  if (host->options.extents_are_known) {
    note_settled(host, near);
    return plan_onward(host, update, (rc_interval){0, 0}, out_plan);
  }
  // All of it was measured when the last step was done.
  const bool is_settled = host->settled_stamp == rc__list_stamp(list) &&
                          host->settled.lower <= near.lower && host->settled.upper >= near.upper &&
                          rc__list_pinned(list).item < 0;
  const bool is_aligning = host->way == RC__HOST_WAY_ALIGNS;
  if (is_settled && !is_aligning && !host->options.makes_ahead) return RC_STATUS_OK;
  const rc_interval rows = rows_to_measure(list, near);
  rc_interval on_screen = rows;
  if (rc__interval_is_empty(rows)) {
    const int64_t end = rc__rows_first_item(&list->rows, rows.lower);
    note_settled(host, (rc_interval){near.lower, rc__at_least(end, near.upper)});
  } else {
    on_screen = rows_on_screen(host, rows);
  }
  const rc_status status = plan_screen(host, update, on_screen, out_plan);
  if (status != RC_STATUS_OK || *out_plan != RC__HOST_PLAN_DONE) return status;
  return plan_onward(host, update, rows, out_plan);
}

// == setting rows ==

rc_status rc__host_change_row(rc_host *host, int64_t index) {
  const int64_t row = rc__rows_index(&host->list->rows, index);
  double extent;
  if (needs_measuring(host->list, row)) return RC_STATUS_OK;
  rc__host_follow(host);
  if (!find_known(host, row, &extent)) {
    return rc__host_mark_provisional(host, index, index + 1);
  }
  return set_extent(host, row, extent);
}

/// Whether a node is still on screen, or others of its row were measured.
static bool is_wanted(const rc_host *host, uint32_t number) {
  rc_list *list = host->list;
  const int64_t index = host->follower.indices[number + 1];
  rc_item item;
  (void)rc_list_item(list, index, &item);
  const double start = item.offset - host->growth;
  const double end = host->update.offset + host->viewport.length;
  if (start < end && start + item.extent > host->update.offset) return true;
  const rc_interval items = rc__rows_items(&list->rows, rc__rows_index(&list->rows, index));
  if (items.upper - items.lower == 1) return false;
  const uint32_t columns = rc__host_columns_of(list, index);
  for (int64_t i = items.lower; i < items.upper; i++) {
    const rc_host_node *node = rc__host_node_of(host, i);
    if (node != NULL && host->owns[node->node].columns == columns) return true;
  }
  return false;
}

rc_status rc__host_set_rows(rc_host *host, size_t count) {
  const bool is_known = host->options.extents_are_known;
  int64_t last = -1;
  bool is_any = false;
  for (size_t i = 0; i < count; i++) {
    rc__host_own *own = &host->owns[host->asked[i]];
    const bool is_stale = own->is_stale;
    own->is_stale = false;
    if (is_known) continue;
    const int64_t row =
        rc__rows_index(&host->list->rows, host->follower.indices[host->asked[i] + 1]);
    if (row == last) continue;
    const rc_status status = set_row(host, last = row, is_stale, &is_any);
    if (status != RC_STATUS_OK) {
      own->is_stale = is_stale;
      return status;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < host->ask_count; i++) {
    const uint32_t number = host->asked[i];
    const bool stays = i >= count && !host->is_ahead && is_wanted(host, number);
    host->owns[number].is_asked = stays;
    if (stays) host->asked[kept++] = number;
  }
  host->ask_count = kept;
  return RC_STATUS_OK;
}
