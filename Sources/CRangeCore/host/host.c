// The host of a list: its steps, round by round.

#include "host.h"
#include "../base/ticks.h"

void rc_host_options_init(rc_host_options *options) {
  if (options == NULL) return;
  *options = (rc_host_options){
      .budget = 0.004,
      .ahead_count = 1,
      .node_bits = RC_STATE_VISIBLE | RC_STATE_DISPLAY,
  };
}

static bool options_are_allowed(const rc_host_options *options) {
  return rc__is_finite(options->budget) && options->budget >= 0 &&
         rc__is_finite(options->offset_step) && options->offset_step >= 0 &&
         options->ahead_count >= 1;
}

static bool are_same_options(const rc_host_options *a, const rc_host_options *b) {
  return a->budget == b->budget && a->offset_step == b->offset_step &&
         a->ahead_count == b->ahead_count && a->node_bits == b->node_bits &&
         a->makes_ahead == b->makes_ahead && a->extents_are_known == b->extents_are_known &&
         a->in_lanes == b->in_lanes;
}

rc_status rc_host_create(rc_list *list, const rc_host_options *options,
                         const rc_allocator *allocator, rc_host **out_host) {
  rc_host_options defaults;
  rc_host_options_init(&defaults);
  if (options == NULL) options = &defaults;
  rc_allocator memory;
  if (list == NULL || out_host == NULL || !options_are_allowed(options) ||
      !rc__allocator_init(&memory, allocator)) {
    return RC_STATUS_ARGUMENT;
  }
  if (rc__list_follower(list) != NULL) return RC_STATUS_BUSY;
  rc_host *host = rc__allocate(&memory, sizeof *host);
  if (host == NULL) return RC_STATUS_NO_MEMORY;
  *host = (rc_host){
      .allocator = memory,
      .list = list,
      .options = *options,
      .told_length = -1,
      .settled_stamp = UINT64_MAX,
      .quiet_stamp = UINT64_MAX,
      .placed_stamp = UINT64_MAX,
      .moved_from = INT64_MAX,
      .placed_pinned = -1,
      .follower = {.indices = &host->first_request,
                   .are_forgotten = &host->first_forgotten,
                   .count = 1,
                   .regrouped_from = INT64_MAX,
                   .regrouped_after = INT64_MAX},
      .first_request = -1,
      .is_dirty = true,
  };
  list->follower = &host->follower;
  *out_host = host;
  return RC_STATUS_OK;
}

void rc_host_destroy(rc_host *host) {
  if (host == NULL) return;
  host->list->follower = NULL;
  rc__host_free_nodes(host);
  rc__host_free_acts(host);
  rc_allocator memory = host->allocator;
  rc__deallocate(&memory, host, sizeof *host);
}

rc_status rc_host_set_options(rc_host *host, const rc_host_options *options) {
  if (host == NULL || options == NULL || !options_are_allowed(options)) return RC_STATUS_ARGUMENT;
  if (are_same_options(&host->options, options)) return RC_STATUS_OK;
  host->options = *options;
  host->offsets.is_exact = false;
  host->settled_stamp = UINT64_MAX;
  host->is_dirty = true;
  return RC_STATUS_OK;
}

rc_status rc_host_get_options(const rc_host *host, rc_host_options *out_options) {
  if (host == NULL || out_options == NULL) return RC_STATUS_ARGUMENT;
  *out_options = host->options;
  return RC_STATUS_OK;
}

// == what a step returns ==

/// Ends a step that cannot go on.
static rc_status fail(rc_host *host, rc_status status) {
  host->is_open = false;
  host->is_dirty = true;
  return status;
}

static void write_nodes(const rc_host *host, rc_host_step *out_step) {
  out_step->nodes = host->nodes;
  out_step->node_count = host->node_count;
  out_step->asks = host->asks;
  out_step->ask_count = host->ask_count;
  out_step->news = host->news;
  out_step->news_count = host->news_count;
  out_step->released = host->released;
  out_step->released_count = host->released_count;
  out_step->freed = host->freed;
  out_step->freed_count = host->freed_count;
  out_step->rounds = host->rounds;
  for (size_t i = 0; i < sizeof out_step->reserved; i++) out_step->reserved[i] = 0;
}

/// Returns what is asked for, which may be nothing.
static rc_status write_asks(rc_host *host, rc_host_step *out_step) {
  for (size_t i = 0; i < host->ask_count; i++) {
    const int64_t index = host->follower.indices[host->asked[i] + 1];
    host->asks[i] = (uint32_t)rc__host_position(host, index);
  }
  const rc_update update = out_step->update;
  *out_step = (rc_host_step){.update = update, .next_time = RC__INFINITY};
  host->update = update;
  write_nodes(host, out_step);
  return RC_STATUS_OK;
}

static void write_target(rc_host *host, rc_host_step *out_step) {
  const rc__target *target = &host->list->anchor.target;
  host->animates = host->animates && target->item >= 0 && !target->was_reached;
  const bool goes_to_offset = host->way == RC__HOST_WAY_ANIMATES;
  out_step->has_target = host->animates || goes_to_offset;
  out_step->begins_target = out_step->has_target && host->begins_target;
  host->begins_target = false;
  out_step->target_offset = goes_to_offset ? host->fitted_goal : 0;
  if (!host->animates) return;
  const int64_t offset = target->offset - rc__anchor_pending(&host->list->anchor);
  out_step->target_offset = rc_ticks_to_points(offset);
}

/// Notes whether the next step has nothing to do, as long as nothing changes.
static void note_quiet(rc_host *host) {
  const bool has_news = host->news_count + host->released_count + host->freed_count > 0;
  const bool is_quiet = host->shows && !has_news &&
                        host->settled_stamp == rc__list_stamp(host->list) && !host->animates &&
                        host->way == RC__HOST_WAY_NONE && !host->options.makes_ahead &&
                        rc__list_pinned(host->list).item < 0 && host->follower.indices[0] < 0;
  if (is_quiet) host->quiet_stamp = rc__list_stamp(host->list);
}

static rc_status finish(rc_host *host, bool is_settled, rc_host_step *out_step) {
  const rc_update *update = &out_step->update;
  rc_status status = RC_STATUS_OK;
  if (host->way == RC__HOST_WAY_ANIMATES) status = rc__host_animate(host);
  if (status != RC_STATUS_OK) return fail(host, status);
  if (!rc__host_settle(host, update)) return fail(host, RC_STATUS_NO_MEMORY);
  host->is_open = false;
  out_step->is_done = true;
  out_step->is_settled = is_settled;
  out_step->scroll_length = update->scroll_length;
  out_step->sets_length = host->shows && update->scroll_length != host->told_length;
  if (out_step->sets_length) host->told_length = update->scroll_length;
  rc__host_set_offset(host, host->is_held, out_step);
  write_target(host, out_step);
  note_quiet(host);
  out_step->next_time = host->wake < update->next_time ? host->wake : update->next_time;
  write_nodes(host, out_step);
  return RC_STATUS_OK;
}

// == rounds ==

/// Makes rows provisional that may hold other items than before.
static rc_status mark_regrouped(rc_host *host) {
  rc_list *list = host->list;
  rc__follower *follower = &host->follower;
  const bool is_known = host->options.extents_are_known;
  const int64_t end = is_known ? 0 : list->rows.count - follower->regrouped_after;
  int64_t item = follower->regrouped_from;
  while (item < end) {
    const rc__section section = rc__rows_section_before(&list->rows, item + 1);
    const int64_t first = rc__at_least(item, section.grid);
    item = rc__at_most(section.items.upper, end);
    if (section.columns == 1 || first >= item) continue;
    const rc_status status = rc__host_mark_provisional(host, first, item);
    if (status != RC_STATUS_OK) return status;
  }
  follower->regrouped_from = follower->regrouped_after = INT64_MAX;
  return RC_STATUS_OK;
}

static bool is_regrouped(const rc_host *host) {
  return host->follower.regrouped_from != INT64_MAX;
}

/// Goes on after an update.
static rc_status look_around(rc_host *host, rc_host_step *out_step) {
  const rc_update *update = &out_step->update;
  rc_viewport *viewport = &host->viewport;
  rc__host_correct(host, update->correction);
  if (viewport->has_item && host->list->visible_length > 0) host->offsets.exact = update->offset;
  viewport->landing_offset += update->correction;
  viewport->is_user_driven = false;
  host->rounds++;
  rc__host_follow(host);
  rc__host_touch_changes(host, &update->changes);
  rc__host_ask_for_nothing(host);
  host->stamp = rc__list_stamp(host->list);
  rc__host_plan plan = RC__HOST_PLAN_DONE;
  rc_status status = RC_STATUS_OK;
  if (!host->shows) {
    status = rc__host_plan_stale(host, update, &plan);
    return status == RC_STATUS_OK ? finish(host, true, out_step) : fail(host, status);
  }
  if (host->takes_request) return write_asks(host, out_step);
  status = rc__host_plan_round(host, update, &plan);
  if (status != RC_STATUS_OK) return fail(host, status);
  // What was set in this round is no change of others.
  host->stamp = rc__list_stamp(host->list);
  if (plan == RC__HOST_PLAN_DONE) return finish(host, true, out_step);
  if (plan != RC__HOST_PLAN_GIVES_UP) return write_asks(host, out_step);
  rc__host_ask_for_nothing(host);
  host->wake = host->time + host->options.budget;
  return finish(host, false, out_step);
}

/// Takes on the request to scroll, between two rounds.
static rc_status take_request(rc_host *host) {
  host->takes_request = false;
  int64_t *index = host->follower.indices;
  if (host->way == RC__HOST_WAY_IS_ASKED && host->is_animated) {
    rc__host_begin_animation(host);
    return RC_STATUS_OK;
  }
  if (host->way != RC__HOST_WAY_NONE) return rc__host_align(host);
  if (*index < 0) return RC_STATUS_OK;
  double offset;
  const rc_status status = rc__host_set_target(host, *index, &offset);
  if (status != RC_STATUS_OK) return status;
  host->animates = host->begins_target = host->is_animated;
  if (!host->is_animated) {
    host->offsets.exact = offset;
    host->offsets.is_exact = false;
    host->target = *index;
  }
  *index = -1;
  return RC_STATUS_OK;
}

static rc_status next_round(rc_host *host, rc_host_step *out_step) {
  rc_viewport *viewport = &host->viewport;
  rc_status status = RC_STATUS_OK;
  if (host->takes_request)
    status = take_request(host);
  else if (host->way == RC__HOST_WAY_ALIGNS)
    status = rc__host_align(host);
  viewport->is_held = host->is_held || host->way == RC__HOST_WAY_RESTS;
  viewport->offset = host->offsets.exact;
  if (status == RC_STATUS_OK) status = mark_regrouped(host);
  if (status == RC_STATUS_OK) status = rc__host_update_list(host, viewport, &out_step->update);
  return status == RC_STATUS_OK ? look_around(host, out_step) : fail(host, status);
}

// == a step ==

/// What the last step has told is known now; what it asked for and did not get is made again.
static void forget_told(rc_host *host) {
  const bool has_told = host->news_count > 0;
  if (!host->is_dirty && !host->is_open) {
    // All nodes are still where they were when it was told.
    for (size_t i = 0; i < host->news_count; i++) {
      rc_host_node *node = &host->nodes[host->news[i]];
      node->is_new = node->has_moved = false;
      node->before = node->state;
    }
  } else {
    for (size_t i = 0; i < host->node_count; i++) {
      rc_host_node *node = &host->nodes[i];
      node->is_new = node->has_moved = false;
      if (has_told) node->before = node->state;
    }
  }
  for (size_t i = 0; i < host->freed_count; i++) {
    const uint32_t number = host->freed[i];
    const bool is_unused = number < host->number_count && !host->owns[number].is_used;
    if (is_unused) host->follower.indices[number + 1] = -1;
  }
  host->news_count = host->released_count = host->freed_count = 0;
}

/// Takes another breadth and other columns.
static rc_status take_breadth(rc_host *host, double breadth, uint32_t columns) {
  rc_list *list = host->list;
  rc_status status = RC_STATUS_OK;
  if (!rc__host_has_columns(host, columns)) {
    status = rc__host_set_columns(host, columns);
  } else if (host->breadth > 0 && breadth != host->breadth && !host->options.extents_are_known) {
    status = rc__host_mark_provisional(host, 0, list->rows.count);
  }
  if (status != RC_STATUS_OK) return status;
  if (breadth != host->breadth) {
    for (uint32_t number = 0; number < host->number_count; number++) {
      host->owns[number].columns = 0;
      host->owns[number].is_late = false;
    }
    host->is_dirty = true;
  }
  host->breadth = breadth;
  return RC_STATUS_OK;
}

/// Whether there is nothing to do, as far as that is known before the update.
static bool may_be_quiet(const rc_host *host, const rc_viewport *viewport, double breadth,
                         uint32_t columns) {
  return host->quiet_stamp == rc__list_stamp(host->list) && !host->is_dirty &&
         breadth == host->breadth && rc__host_has_columns(host, columns) &&
         // (A negative inset is refused.)
         viewport->length > 0 && viewport->inset_start + viewport->inset_end == 0 &&
         !viewport->has_item;
}

/// Whether there is nothing to measure, to place or to tell after an update.
static bool is_quiet(const rc_host *host, const rc_update *update) {
  const rc_list *list = host->list;
  const rc_interval visible = update->visible, display = update->ranges[RC_RANGE_DISPLAY];
  return update->changes.count == 0 && visible.lower == host->placed_items.lower &&
         visible.upper == host->placed_items.upper && host->settled.lower <= display.lower &&
         host->settled.upper >= display.upper && rc__list_pinned(list).item < 0 &&
         host->placed_pending == rc__anchor_pending(&list->anchor);
}

/// As a step of one round without news, which most are.
static rc_status finish_quietly(rc_host *host, const rc__host_offsets *offsets, bool is_held,
                                rc_host_step *out_step) {
  host->offsets = *offsets;
  rc__host_correct(host, out_step->update.correction);
  rc__host_set_offset(host, is_held, out_step);
  host->rounds = 1;
  out_step->is_done = out_step->is_settled = true;
  out_step->sets_length = out_step->has_target = out_step->begins_target = false;
  out_step->scroll_length = out_step->update.scroll_length;
  out_step->target_offset = 0;
  out_step->next_time = out_step->update.next_time;
  write_nodes(host, out_step);
  return RC_STATUS_OK;
}

/// Goes on after the first update, which has found something to do.
static rc_status take_update(rc_host *host, const rc_viewport *viewport,
                             const rc__host_offsets *offsets, bool shows, bool takes_request,
                             rc_host_step *out_step) {
  forget_told(host);
  host->offsets = *offsets;
  // A toolkit may forget it.
  if (offsets->was_hidden) host->told_length = -1;
  host->viewport = *viewport;
  host->is_open = true;
  host->has_deadline = false;
  host->rounds = host->rounds_ahead = 0;
  host->time = viewport->time;
  host->wake = RC__INFINITY;
  host->target = -1;
  host->quiet_stamp = UINT64_MAX;
  host->shows = shows;
  host->takes_request = takes_request;
  return look_around(host, out_step);
}

/// Begins a step that may have nothing to do.
static rc_status begin_quietly(rc_host *host, const rc_viewport *viewport, rc_host_step *out_step) {
  rc_viewport now = *viewport;
  rc__host_offsets offsets = host->offsets;
  now.is_user_driven = rc__host_take_offset(host, viewport, false, &offsets);
  now.offset = offsets.exact;
  const rc_status status = rc__host_update_list(host, &now, &out_step->update);
  if (status != RC_STATUS_OK) return status == RC_STATUS_ARGUMENT ? status : fail(host, status);
  if (is_quiet(host, &out_step->update)) {
    return finish_quietly(host, &offsets, now.is_held, out_step);
  }
  host->is_held = now.is_held;
  return take_update(host, &now, &offsets, true, false, out_step);
}

/// Begins any other step; apart, so that quiet ones, which most are, need fewer registers.
static RC_NOINLINE rc_status begin_fully(rc_host *host, const rc_viewport *viewport, double breadth,
                                         uint32_t columns, rc_host_step *out_step) {
  if (!rc__is_finite(breadth)) return RC_STATUS_ARGUMENT;
  rc__host_offsets offsets = host->offsets;
  rc_viewport now = *viewport;
  const bool is_hidden = !(now.length > now.inset_start + now.inset_end) || breadth <= 0;
  now.is_user_driven = rc__host_take_offset(host, viewport, is_hidden, &offsets);
  rc__host_way way = host->way;
  if (way != RC__HOST_WAY_NONE) way = rc__host_way_at(host, viewport, now.is_user_driven, &offsets);
  now.offset = offsets.exact;
  const bool shows = !is_hidden && !now.has_item;
  const bool asks_for_offset = way == RC__HOST_WAY_IS_ASKED || way == RC__HOST_WAY_ALIGNS;
  const bool takes_request = shows && (host->follower.indices[0] >= 0 || asks_for_offset);
  if (takes_request && !host->is_animated) {
    now.is_held = now.is_dragged = now.has_landing = false;
    now.velocity = 0;
  }
  rc_status status = RC_STATUS_OK;
  const bool is_other = breadth != host->breadth || !rc__host_has_columns(host, columns);
  const bool has_other_breadth = breadth > 0 && is_other;
  const bool is_held = now.is_held;
  if (has_other_breadth && way == RC__HOST_WAY_RESTS) way = RC__HOST_WAY_NONE;
  now.is_held = is_held || way == RC__HOST_WAY_RESTS;
  // Nothing is changed for a viewport that is refused.
  if (has_other_breadth || is_regrouped(host)) status = rc__list_check_viewport(host->list, &now);
  if (status == RC_STATUS_OK && is_regrouped(host)) status = mark_regrouped(host);
  if (status == RC_STATUS_OK && has_other_breadth) status = take_breadth(host, breadth, columns);
  if (status == RC_STATUS_OK) status = rc__host_update_list(host, &now, &out_step->update);
  if (status != RC_STATUS_OK) return status == RC_STATUS_ARGUMENT ? status : fail(host, status);
  host->way = way;
  host->is_held = is_held;
  return take_update(host, &now, &offsets, shows, takes_request, out_step);
}

rc_status rc_host_begin(rc_host *host, const rc_viewport *viewport, double breadth,
                        uint32_t columns, rc_host_step *out_step) {
  if (host == NULL || viewport == NULL || out_step == NULL) return RC_STATUS_ARGUMENT;
  if (!may_be_quiet(host, viewport, breadth, columns)) {
    return begin_fully(host, viewport, breadth, columns, out_step);
  }
  return begin_quietly(host, viewport, out_step);
}

/// Whether an extent is one; it may come later.
static rc_status check_extent(const rc_host *host, double extent) {
  int64_t ticks;
  if (extent == RC_EXTENT_LATER) return RC_STATUS_OK;
  if (!(extent >= 0)) return RC_STATUS_ARGUMENT;
  const rc_status status = rc_ticks_from_points(extent, &ticks);
  if (status != RC_STATUS_OK) return status;
  const int64_t most = RC_ITEM_TICKS_MAX - rc__rows_spacing(&host->list->rows);
  return ticks <= most ? RC_STATUS_OK : RC_STATUS_LIMIT;
}

static void remember(rc__host_own *own, double extent) {
  own->is_late = extent == RC_EXTENT_LATER;
  own->is_stale = own->is_stale && !own->is_late;
  own->columns = own->is_late ? 0 : own->asked_columns;
  own->extent = own->is_late ? 0 : extent;
}

rc_status rc_host_measured(rc_host *host, const double *extents, size_t count, double time,
                           rc_host_step *out_step) {
  if (host == NULL || out_step == NULL || !rc__is_finite(time)) return RC_STATUS_ARGUMENT;
  if (!host->is_open) return RC_STATUS_STALE;
  if (count > host->ask_count || (count == 0) != (host->ask_count == 0)) return RC_STATUS_ARGUMENT;
  if (count > 0 && extents == NULL) return RC_STATUS_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    const rc_status status = check_extent(host, extents[i]);
    if (status != RC_STATUS_OK) return status;
  }
  const bool is_known = host->options.extents_are_known;
  host->time = time;
  rc__host_follow(host);
  for (size_t i = 0; i < count; i++) {
    rc_host_node *node = rc__host_node_numbered(host, host->asked[i]);
    if (!is_known) remember(&host->owns[host->asked[i]], extents[i]);
    node->has_view = true;
    node->is_new = false;
  }
  if (rc__list_stamp(host->list) != host->stamp || host->ask_count == 0)
    return next_round(host, out_step);
  const rc_status status = rc__host_set_rows(host, count);
  if (status != RC_STATUS_OK) return fail(host, status);
  host->stamp = rc__list_stamp(host->list);
  if (host->ask_count == 0) return next_round(host, out_step);
  out_step->update = host->update;
  return write_asks(host, out_step);
}

rc_status rc_host_set_extents(rc_host *host, const uint32_t *nodes, const double *extents,
                              size_t count, bool *out_any) {
  if (host == NULL || out_any == NULL) return RC_STATUS_ARGUMENT;
  if (count > 0 && (nodes == NULL || extents == NULL)) return RC_STATUS_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    const rc_status status = check_extent(host, extents[i]);
    if (status != RC_STATUS_OK) return status;
  }
  rc__host_follow(host);
  *out_any = false;
  if (host->options.extents_are_known) return RC_STATUS_OK;
  for (size_t i = 0; i < count; i++) {
    if (nodes[i] >= host->number_count) continue;
    rc__host_own *own = &host->owns[nodes[i]];
    const int64_t index = host->follower.indices[nodes[i] + 1];
    const bool is_known = own->columns > 0 && own->extent == extents[i];
    // What has no view can only be asked for.
    const bool is_told = own->asked_columns > 0 || extents[i] == RC_EXTENT_LATER;
    if (index < 0 || !is_told || is_known) continue;
    const rc__host_own before = *own;
    remember(own, extents[i]);
    own->is_stale = own->is_late;
    own->is_late = false;
    host->has_stale = host->has_stale || own->is_stale;
    const rc_status status = own->is_stale ? RC_STATUS_OK : rc__host_change_row(host, index);
    if (status != RC_STATUS_OK) {
      // As if it had not been told, so that it can be told again.
      *own = before;
      return status;
    }
    *out_any = host->is_dirty = true;
  }
  return RC_STATUS_OK;
}

rc_status rc_host_scroll_to(rc_host *host, int64_t index, double fraction, double shift,
                            bool is_animated) {
  if (host == NULL || index < 0 || index >= host->list->rows.count) return RC_STATUS_ARGUMENT;
  const bool is_fraction = fraction >= 0 && fraction <= 1;
  if (!is_fraction && fraction != RC_FRACTION_NEAREST) return RC_STATUS_ARGUMENT;
  int64_t ticks;
  const rc_status status = rc_ticks_from_points(shift, &ticks);
  if (status != RC_STATUS_OK) return status;
  host->follower.indices[0] = index;
  host->way = RC__HOST_WAY_NONE;
  host->fraction = fraction;
  host->shift = shift;
  host->is_animated = is_animated;
  host->quiet_stamp = UINT64_MAX;
  return RC_STATUS_OK;
}

rc_status rc_host_scroll_to_offset(rc_host *host, double offset, bool is_animated) {
  // NaN equals nothing.
  if (host == NULL || offset != offset) return RC_STATUS_ARGUMENT;
  host->follower.indices[0] = -1;
  host->way = RC__HOST_WAY_IS_ASKED;
  host->goal = offset;
  host->is_animated = is_animated;
  host->quiet_stamp = UINT64_MAX;
  return RC_STATUS_OK;
}

// == validation ==

static const char *find_host_violation(const rc_host *host) {
  const rc__follower *follower = &host->follower;
  if (host->list->follower != follower) return "the list has another host";
  if (follower->count != (size_t)host->number_count + 1) return "indices and numbers differ";
  if (host->number_count > host->capacity) return "more numbers than memory";
  uint32_t used = 0, unused = 0;
  for (uint32_t i = 0; i < host->number_count; i++) used += host->owns[i].is_used;
  for (uint32_t i = host->free_number; i < host->number_count; i = host->owns[i].next) {
    if (host->owns[i].is_used || ++unused > host->number_count) return "a used number is free";
  }
  if (used != host->node_count || used + unused != host->number_count) return "numbers are lost";
  for (size_t i = 0; i < host->node_count; i++) {
    const rc_host_node *node = &host->nodes[i];
    if (node->node >= host->number_count || !host->owns[node->node].is_used) {
      return "a node's number is not in use";
    }
    if (node->index >= 0 && i > 0 && node->index <= node[-1].index) return "nodes are not sorted";
    const int64_t index = follower->indices[node->node + 1];
    if (index >= host->list->rows.count) return "a node's item is not in the list";
    if (!follower->has_followed && index != node->index) return "a node is not at its item";
  }
  return NULL;
}

rc_status rc_host_validate(const rc_host *host, const char **out_reason) {
  if (host == NULL) return RC_STATUS_ARGUMENT;
  const char *reason = find_host_violation(host);
  if (out_reason != NULL) *out_reason = reason;
  return reason == NULL ? RC_STATUS_OK : RC_STATUS_CORRUPT;
}
