// An update of a list: moves the viewport, and computes all results at once.
//
//     look      viewport ─▶ frame ─▶ correction ─▶ mode, direction ─▶ ranges ─▶ what stays
//                                    (anchor)                                   (anchor)
//     conclude  states ─▶ changes, batch decisions
//
// All that can fail comes first. After that, what is still valid by its stamp (see list.h) is not
// derived again: if only the offset changed, the update looks for edges that have left their items,
// and rewrites the states if there are any.

#include "list.h"

#include "../base/ticks.h"

/// The working data of one update.
typedef struct pass {
  /// At the host's offset, and later at the corrected one. (Until the viewport is placed by an
  /// item, the offset is where that item is in it.)
  rc__frame frame;
  rc__movement movement;
  /// Where the viewport will come to rest, if the host knows, or foresight.
  int64_t landing;
  bool has_landing;
  rc_interval viewport;
  bool is_empty;
  bool user_moved;
  bool has_slack;
} pass;

// == reading the viewport ==

static rc_status read_length(double points, int64_t *out_ticks) {
  return points >= 0 ? rc__ticks_from_points(points, out_ticks) : RC_STATUS_ARGUMENT;
}

/// The offset or, for a host that keeps its own place, where the item's start is from there.
static rc_status read_place(const rc_list *list, const rc_viewport *viewport, rc__frame *frame) {
  if (!viewport->has_item) return rc__ticks_from_points(viewport->offset, &frame->offset);
  if (viewport->item < 0 || viewport->item >= list->rows.count) return RC_STATUS_ARGUMENT;
  return rc__ticks_from_points(viewport->item_place, &frame->offset);
}

static rc_status read_viewport(const rc_list *list, const rc_viewport *viewport, pass *now) {
  rc__frame *frame = &now->frame;
  frame->insets_are_fixed = viewport->insets_are_fixed;
  rc_status status = read_place(list, viewport, frame);
  if (status == RC_STATUS_OK) status = read_length(viewport->length, &frame->length);
  if (status == RC_STATUS_OK) status = read_length(viewport->inset_start, &frame->inset_start);
  if (status == RC_STATUS_OK) status = read_length(viewport->inset_end, &frame->inset_end);
  if (status != RC_STATUS_OK) return status;
  const int64_t visible = frame->length - frame->inset_start - frame->inset_end;
  frame->visible_length = rc__at_least(visible, 0);
  now->is_empty = visible <= 0;
  now->landing = 0;
  now->has_landing = viewport->has_landing;
  if (!viewport->has_landing) return RC_STATUS_OK;
  return rc__ticks_from_points(viewport->landing_offset, &now->landing);
}

static bool viewport_is_allowed(const rc_viewport *viewport) {
  return rc__is_finite(viewport->velocity) && rc__is_finite(viewport->time) &&
         viewport->jitter >= 0 && viewport->jitter <= 1;
}

rc_status rc__list_check_viewport(const rc_list *list, const rc_viewport *viewport) {
  pass now;
  return viewport_is_allowed(viewport) ? read_viewport(list, viewport, &now) : RC_STATUS_ARGUMENT;
}

// == moving ==

/// The viewport of a frame at an offset, clamped so that the ranges can be computed.
static rc_interval viewport_at(const rc__frame *frame, int64_t offset) {
  const int64_t bound = 2 * RC_LIST_TICKS_MAX;
  const rc_interval within = {-bound, bound - frame->visible_length};
  const int64_t lower = rc__clamped(offset + frame->inset_start, within);
  return (rc_interval){lower, lower + frame->visible_length};
}

/// Moves the viewport, so that what keeps its place is where it was on screen.
static rc_status move_viewport(rc_list *list, const rc_viewport *viewport, pass *now,
                               rc_update *out_update) {
  rc__anchor *anchor = &list->anchor;
  rc__frame *frame = &now->frame;
  rc__movement *movement = &now->movement;
  const int64_t given = frame->offset;
  int64_t correction = 0;
  *movement = (rc__movement){.host_offset = given, .is_user_driven = viewport->is_user_driven};
  rc__frame_fit(frame, &list->rows);
  if (rc__rows_are_laned(&list->rows) && !now->is_empty) {
    const rc_status status =
        rc__list_move_lanes(list, viewport, frame, movement, given, &correction);
    if (status != RC_STATUS_OK) return status;
  } else if (viewport->has_item) {
    rc__anchor_place(anchor, frame, movement, viewport->item, given);
  } else if (now->is_empty) {
    frame->offset += rc__anchor_pending(anchor);
  } else {
    correction = rc__anchor_correct(anchor, frame, movement, viewport->is_held);
  }
  if (viewport->has_landing && !viewport->has_item) now->landing += frame->offset - given;
  now->viewport = viewport_at(frame, frame->offset);
  now->user_moved = viewport->is_user_driven && movement->moved != 0;
  const int64_t pending = rc__anchor_pending(anchor);
  out_update->correction = rc_ticks_to_points(correction);
  out_update->pending = rc_ticks_to_points(pending);
  out_update->offset = rc_ticks_to_points(frame->offset);
  out_update->scroll_length = rc_ticks_to_points(frame->list_length - pending);
  return RC_STATUS_OK;
}

/// Where the program scrolls to the target, that is where the viewport comes to rest.
static bool lands_at_target(const rc_list *list, const rc_viewport *viewport) {
  return !viewport->has_landing && !viewport->is_user_driven && list->anchor.target.item >= 0 &&
         list->anchor.target.is_approached;
}

/// The first user scroll makes the mode full, and any user scroll may change the direction.
static void note_user(rc_list *list, const pass *now) {
  rc__mode_state *mode = &list->mode;
  if (mode->has_explicit_mode || (now->user_moved && !mode->user_has_scrolled)) {
    rc__mode_state_note_user(mode, now->user_moved);
    rc__list_note_setup(list);
  }
  const rc_direction before = list->tracker.direction;
  rc__direction_tracker_move(&list->tracker, now->movement.moved);
  if (list->tracker.direction != before) rc__list_note_setup(list);
}

// == the plan ==

static bool tunings_are_same(const rc__tuning_table *a, const rc__tuning_table *b) {
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    for (int range = 0; range < RC_RANGE_COUNT; range++) {
      const rc_tuning *x = &a->tunings[mode][range], *y = &b->tunings[mode][range];
      const bool is_same =
          x->leading == y->leading && x->trailing == y->trailing && x->is_enabled == y->is_enabled;
      if (!is_same) return false;
    }
  }
  return true;
}

/// A range from the viewport's start to its end, whose items have yet to be found.
///
/// - `length`: of the whole range, by which its edges are told from those of others.
static rc__range range_to_find(bool is_enabled, int64_t length) {
  return (rc__range){
      .is_enabled = is_enabled,
      .lower = {.length = (uint64_t)length},
      .upper = {.length = (uint64_t)length, .is_upper = true},
  };
}

/// Computes how far a range reaches from a viewport of a length, at any offset.
static void plan_range(rc_list *list, size_t i, int64_t length) {
  const rc_tuning tuning = list->tunings.tunings[list->plan.mode][i];
  rc_interval reach;
  rc_status status =
      rc_range_expand((rc_interval){0, length}, tuning, list->tracker.direction, &reach);
  RC_ASSERT(status == RC_STATUS_OK);
  (void)status;
  rc__range *range = &list->ranges[i];
  *range = range_to_find(!rc__interval_is_empty(reach), reach.upper - reach.lower);
  range->below = -reach.lower;
  range->above = reach.upper - length;
}

static void plan_ranges(rc_list *list) {
  const int64_t length = list->visible_length;
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) plan_range(list, i, length);
  list->ranges[RC__RANGE_VISIBLE] = range_to_find(length > 0, rc__at_least(length, 1));
}

/// Finds whether foresight moves the preload range and what is kept. Lengths of its own for their
/// edges would be forgotten at each change: this one only has to be unlike the others'.
static void plan_foresight(rc_list *list) {
  rc__plan *plan = &list->plan;
  const bool is_for_mode =
      plan->mode == RC_RANGE_MODE_FULL || rc__mode_state_awaits_scroll(&list->mode);
  plan->uses_foresight = rc__foresight_is_on(&list->settings) && is_for_mode &&
                         plan->presence == RC_PRESENCE_ON_SCREEN &&
                         list->ranges[RC_RANGE_PRELOAD].is_enabled;
  if (!rc__list_foresees(list)) return;
  list->ranges[RC__RANGE_KEPT] = range_to_find(true, INT64_MAX);
}

/// Finds the range of each bit of the states, from the presence as the items see it.
static void plan_bits(rc_list *list) {
  rc__plan *plan = &list->plan;
  const rc__range *ranges = list->ranges;
  // The larger of two; if enabled, one contains the other.
  const uint8_t display =
      ranges[RC_RANGE_DISPLAY].is_enabled ? RC_RANGE_DISPLAY : RC__RANGE_VISIBLE;
  const uint8_t preload =
      ranges[RC_RANGE_PRELOAD].is_enabled ? RC_RANGE_PRELOAD : RC__RANGE_VISIBLE;
  for (unsigned bit = 0; bit < sizeof plan->range_of; bit++) plan->range_of[bit] = RC__RANGE_NONE;
  plan->bits_off = 0;
  if (plan->presence == RC_PRESENCE_ON_SCREEN) {
    plan->range_of[1] = preload;
    plan->range_of[2] = display;
    if (preload == RC__RANGE_VISIBLE) plan->bits_off |= RC_STATE_PRELOAD;
    if (display == RC__RANGE_VISIBLE) plan->bits_off |= RC_STATE_DISPLAY;
    plan->range_of[3] = RC__RANGE_VISIBLE;
    for (uint8_t app = 0; app < 4; app++) {
      const uint8_t range = (uint8_t)(RC_RANGE_APP_0 + app);
      if (ranges[range].is_enabled) plan->range_of[4 + app] = range;
    }
  } else if (plan->presence == RC_PRESENCE_NEAR) {
    plan->range_of[1] = display;
    if (display == RC__RANGE_VISIBLE) plan->bits_off |= RC_STATE_PRELOAD;
    if (plan->mode != RC_RANGE_MODE_LOW_MEMORY) plan->range_of[2] = RC__RANGE_VISIBLE;
  }
  plan->used_count = 0;
  for (uint8_t bit = 1; bit < sizeof plan->range_of; bit++) {
    if (plan->range_of[bit] != RC__RANGE_NONE) plan->used[plan->used_count++] = bit;
  }
}

static void plan_overscan(rc_list *list) {
  const bool is_for_mode =
      list->plan.mode == RC_RANGE_MODE_FULL || list->plan.mode == RC_RANGE_MODE_MINIMUM;
  const int64_t items = rc__at_most(list->settings.overscan_items, RC_ITEM_COUNT_MAX);
  list->plan.overscan = is_for_mode ? items : 0;
}

static void plan_batches(rc_list *list) {
  const rc_list_settings *settings = &list->settings;
  rc_batch_input input = {
      .viewport = {0, list->visible_length},
      .short_content_policy = settings->short_content_policy,
      .presence = list->plan.presence,
      .insertion_pending = settings->insertion_pending,
      .user_has_scrolled = list->mode.user_has_scrolled,
      .host_decides = settings->host_decides_batches,
  };
  for (int end = 0; end < 2; end++) {
    input.end = (rc_end)end;
    input.leading_screens = settings->leading_screens[end];
    input.leading_items = settings->leading_items[end];
    rc__batch_rules_make(&input, &list->plan.batch_rules[end]);
  }
}

static void make_plan(rc_list *list, pass *now) {
  rc__plan *plan = &list->plan;
  const rc_range_mode mode = rc__mode_state_mode(&list->mode);
  const rc_presence presence = rc__mode_state_presence(&list->mode);
  // Slack is for scrolling: a new mode, tuning or presence applies at once.
  const bool applies_at_once = mode != plan->mode || presence != plan->presence ||
                               !tunings_are_same(&list->tunings, &plan->tunings);
  if (applies_at_once) now->has_slack = false;
  plan->mode = mode;
  plan->presence = presence;
  plan->tunings = list->tunings;
  plan_ranges(list);
  plan_foresight(list);
  plan_overscan(list);
  plan_bits(list);
  plan_batches(list);
  plan->stamp = list->setup_stamp;
}

// == ranges ==

/// Apart, so that the check before it is inlined.
static RC_NOINLINE int64_t look_again(rc_list *list, rc__edge *edge, int64_t within) {
  return rc__rows_first_item(&list->rows, rc__extents_edge(list->rows.extents, within, edge));
}

/// Finds the item at an edge, unless it is still the same one; `out_moves` if it had to.
///
///     found at 1000   from 960, span 100: the same item for offsets 960 ..< 1060
///     now at 1050     it stays
///     now at 1070     it is looked for again
static RC_INLINED int64_t move_edge(rc_list *list, rc__edge *edge, int64_t *item, int64_t offset,
                                    bool is_new, bool *out_moves) {
  const int64_t within = offset - list->rows.extra_lengths[RC_END_HEAD];
  // Before `from` the difference is past every span.
  const bool stays = (uint64_t)(within - edge->from) < edge->span;
  if (stays && !is_new) return *item;
  *out_moves = true;
  return *item = look_again(list, edge, within);
}

/// The same for both edges; one that is disabled is empty. (The items are returned as they are
/// found: a copy of the pair would wait for the writes to its halves.)
static RC_INLINED rc_interval move_range(rc_list *list, rc__range *range, rc_interval viewport,
                                         bool is_new, bool *out_moves) {
  const int64_t below = viewport.lower - range->below, above = viewport.upper + range->above;
  rc_interval *items = &range->items;
  const int64_t lower = move_edge(list, &range->lower, &items->lower, below, is_new, out_moves);
  const int64_t upper = move_edge(list, &range->upper, &items->upper, above, is_new, out_moves);
  return (rc_interval){lower, upper};
}

/// Finds the items in all ranges; returns false if they are those of the last update. A range that
/// is disabled, or empty with the viewport, is where the viewport starts.
static bool find_ranges(rc_list *list, rc_interval viewport, bool is_new, rc_update *out_update) {
  bool moves = false;
  rc__range *visible = &list->ranges[RC__RANGE_VISIBLE];
  out_update->visible = move_range(list, visible, viewport, is_new, &moves);
  if (!visible->is_enabled) {
    visible->items.upper = out_update->visible.upper = out_update->visible.lower;
  }
  const int64_t start = out_update->visible.lower;
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) {
    rc__range *range = &list->ranges[i];
    if (range->is_enabled) {
      out_update->ranges[i] = move_range(list, range, viewport, is_new, &moves);
      if (RC_RARELY(list->plan.overscan > 0)) {
        out_update->ranges[i] = rc__list_with_overscan(list, i, out_update->ranges[i]);
      }
    } else {
      out_update->ranges[i] = (rc_interval){start, start};
    }
  }
  if (rc__list_foresees(list)) {
    move_range(list, &list->ranges[RC__RANGE_KEPT], viewport, is_new, &moves);
  }
  return moves;
}

static void place_range(rc__range *range, rc_interval viewport, rc_interval place) {
  range->below = viewport.lower - place.lower;
  range->above = place.upper - viewport.upper;
}

/// Places the preload range, and what is kept, where foresight has them.
static void foresee_ranges(rc_list *list, const rc_viewport *viewport, const pass *now) {
  rc__list_foresee(list, viewport, &now->frame, now->has_landing ? &now->landing : NULL);
  const rc_foresight *foresight = &list->foresight->answer;
  place_range(&list->ranges[RC_RANGE_PRELOAD], now->viewport, foresight->wanted);
  place_range(&list->ranges[RC__RANGE_KEPT], now->viewport, foresight->kept);
}

/// Finds which header is pinned; returns false if it is that of the last update, with the same
/// state.
static bool find_pinned(rc_list *list, const pass *now) {
  const rc__pinned former = list->pinned;
  const bool is_pinned = list->settings.pins_headers && !now->is_empty;
  list->pinned = is_pinned ? rc__pinned_at(&list->rows, now->viewport.lower) : rc__not_pinned;
  return former.item != list->pinned.item || (former.covered > 0) != (list->pinned.covered > 0);
}

// == states ==

/// The items of a range with slack.
static rc_interval items_with_slack(const rc_list *list, const pass *now, const rc__range *range) {
  const int64_t slack = rc__ticks_from_screens(list->settings.slack, list->visible_length);
  const int64_t lower = now->viewport.lower - range->below - slack;
  const int64_t upper = now->viewport.upper + range->above + slack;
  return rc__rows_items_in(&list->rows, (rc_interval){lower, upper});
}

/// The items that keep a bit, with slack or while the viewport is empty.
static rc_interval items_kept(const rc_list *list, const pass *now, unsigned bit) {
  const rc__plan *plan = &list->plan;
  const rc__range *range = &list->ranges[plan->range_of[bit]];
  const bool is_visible = bit == 3, is_fetched = bit <= 2;
  if (bit == 1 && rc__list_foresees(list)) {
    const size_t usual = RC__STATES_FORESIGHT_RUNS + 2 * rc__keeps_count(list->keeps);
    const bool is_scattered = list->states->run_count > usual;
    if (is_scattered && list->settings.slack <= 0) return range->items;
    return list->ranges[RC__RANGE_KEPT].items;
  }
  if (now->is_empty) {
    // A container that is hidden briefly keeps what was fetched and rasterised.
    const bool keeps_all = is_fetched && plan->presence != RC_PRESENCE_AWAY;
    return keeps_all ? (rc_interval){0, list->rows.count} : range->items;
  }
  const bool is_off = (plan->bits_off >> bit & 1) != 0;
  const bool is_widened =
      now->has_slack && !is_visible && !is_off && plan->range_of[bit] != RC__RANGE_NONE;
  return is_widened ? items_with_slack(list, now, range) : range->items;
}

/// How far the nearest of some items is from the viewport; `visible` are those that overlap it.
static double distance_of(const rc_list *list, const pass *now, rc_interval items,
                          rc_interval visible) {
  if (rc__interval_overlaps(items, visible)) return 0;
  int64_t distance = INT64_MAX;
  if (items.upper > visible.lower) {
    const int64_t nearest = rc__at_least(items.lower, visible.lower);
    distance = rc__rows_of_item(&list->rows, nearest).offset - now->viewport.upper;
  }
  if (items.lower < visible.lower) {
    const int64_t nearest = rc__at_most(items.upper, visible.lower);
    const rc__item row = rc__rows_of_item(&list->rows, nearest - 1);
    distance = rc__at_most(distance, now->viewport.lower - (row.offset + row.extent));
  }
  // A kept item may enter while the viewport is empty, and begin before it.
  return rc_ticks_to_points(rc__at_least(distance, 0));
}

/// Adds the visible items and those near them to what is preloaded, which foresight may have apart.
static size_t preload_visible(const rc_list *list, rc__gain *gains, size_t count) {
  const bool is_plain = list->plan.overscan == 0 || list->visible_length == 0;
  const rc_interval visible =
      is_plain ? list->ranges[RC__RANGE_VISIBLE].items : rc__list_around_visible(list);
  rc_interval *preload = &gains[0].items;
  RC_ASSERT(gains[0].bits == RC_STATE_PRELOAD);
  if (!rc__interval_overlaps(visible, *preload)) {
    gains[count] = (rc__gain){visible, RC_STATE_PRELOAD};
    return count + 1;
  }
  preload->lower = rc__at_most(preload->lower, visible.lower);
  preload->upper = rc__at_least(preload->upper, visible.upper);
  return count;
}

/// Adds the pinned header to all ranges that do not hold it.
static size_t hold_pinned(rc__gain *gains, size_t count, const rc__plan *plan, int64_t item) {
  unsigned missing = 0;
  for (size_t i = 0; i < plan->used_count; i++) missing |= 1u << plan->used[i];
  for (size_t i = 0; i < count; i++) {
    if (rc__interval_has(gains[i].items, item)) missing &= ~gains[i].bits;
  }
  gains[count] = (rc__gain){{item, item + 1}, missing};
  return count + 1;
}

static void find_changes(rc_list *list, const pass *now, rc_changes *out_changes) {
  const rc__plan *plan = &list->plan;
  if (rc__rows_are_laned(&list->rows)) {
    const rc__list_around around = {now->viewport, now->is_empty, now->has_slack};
    rc__list_find_laned_changes(list, &around, out_changes);
    return;
  }
  rc__keeps *keeps = list->keeps == NULL ? NULL : rc__list_settle_keeps(list);
  rc__gain gains[RC__STATES_GAIN_MAX];
  size_t count = 0;
  for (; count < plan->used_count; count++) {
    const unsigned bit = plan->used[count];
    const size_t range = plan->range_of[bit];
    gains[count] = (rc__gain){list->ranges[range].items, 1u << bit};
    if (RC_RARELY(plan->overscan > 0)) {
      gains[count].items = rc__list_with_overscan(list, range, gains[count].items);
    }
  }
  if (rc__list_foresees(list)) {
    count = preload_visible(list, gains, count);
  }
  const rc__pinned pinned = rc__list_pinned(list);
  if (pinned.covered > 0) count = hold_pinned(gains, count, plan, pinned.item);
  const bool keeps_more = now->is_empty || now->has_slack || rc__list_foresees(list);
  for (unsigned bit = 1; keeps_more && bit < sizeof plan->range_of; bit++) {
    gains[count++] = (rc__gain){items_kept(list, now, bit), 0x100u << bit};
  }
  rc__states_update(list->states, &list->origins, gains, count, keeps, out_changes);
  const rc_interval visible = list->ranges[RC__RANGE_VISIBLE].items;
  rc_change *entered = rc__states_entered(list->states);
  for (size_t i = 0; i < list->states->entered_count; i++) {
    const rc_interval those = {entered[i].lower, entered[i].upper};
    entered[i].distance = distance_of(list, now, those, visible);
  }
  rc__states_order(list->states, visible, list->tracker.direction);
}

// == batches ==

/// Notes a time from which the decisions could change by time alone.
static void note_next_time(rc_update *out_update, double time) {
  if (time < out_update->next_time) out_update->next_time = time;
}

/// Decides for one end.
static void decide_batch(const rc_list *list, rc_end end, double time,
                         const rc__batch_motion *motion, rc_update *out_update) {
  const rc__batch_rules *rules = &list->plan.batch_rules[end];
  const rc_batch_reason reason = rc__batch_end_reason(&list->ends[end], time);
  rc__batch_decide(rules, reason, motion, &out_update->batches[end]);
  const bool waits = reason == RC_BATCH_REASON_BACKING_OFF && rules->is_enabled;
  if (waits) note_next_time(out_update, list->ends[end].retry_time);
}

static void decide_batches(rc_list *list, const rc_viewport *viewport, const pass *now,
                           rc_update *out_update) {
  const rc_interval visible = out_update->visible;
  rc__batch_motion motion = {
      .offset = now->viewport.lower,
      .items_left =
          {[RC_END_TAIL] = list->rows.count - visible.upper, [RC_END_HEAD] = visible.lower},
      .velocity = viewport->velocity,
      .direction = rc__batch_direction(viewport->velocity, list->frame.user_movement),
  };
  const bool foresees = rc__list_foresees(list) && list->foresight->answer.landing_is_known;
  const int64_t landing = foresees ? list->foresight->answer.landing_offset : now->landing;
  if (foresees || viewport->has_landing) motion.offset = viewport_at(&now->frame, landing).lower;
  out_update->next_time = RC__INFINITY;
  decide_batch(list, RC_END_TAIL, viewport->time, &motion, out_update);
  decide_batch(list, RC_END_HEAD, viewport->time, &motion, out_update);
  if (!rc__list_foresees(list)) return;
  const int64_t left = rc__motion_settles_in(&list->foresight->motion);
  if (left > 0) note_next_time(out_update, viewport->time + (double)left / 1000000);
}

// == the update ==

static void apply_mean(rc_list *list) {
  int64_t mean;
  if (!list->settings.uses_mean_estimate || !rc__rows_find_mean(&list->rows, &mean)) return;
  // Nothing more is changed before what stays is found, unless there is no viewport.
  rc__since_begin(&list->anchor, list->visible_length > 0 ? INT64_MAX : 0);
  rc__rows_apply_mean(&list->rows, mean);
}

/// Places the ranges around the viewport; returns whether the states may be others.
static bool place_ranges(rc_list *list, const rc_viewport *viewport, pass *now,
                         rc_update *out_update) {
  if (list->plan.stamp != list->setup_stamp) make_plan(list, now);
  const bool is_new = !rc__list_is_updated(list);
  if (is_new) {
    for (int end = 0; end < 2; end++) {
      rc__batch_rules_fit(&list->plan.batch_rules[end], rc__rows_filled(&list->rows),
                          list->rows.count);
    }
  }
  if (rc__list_foresees(list)) foresee_ranges(list, viewport, now);
  bool moves = rc__rows_are_laned(&list->rows)
                   ? rc__list_find_laned(list, now->viewport, is_new, out_update)
                   : find_ranges(list, now->viewport, is_new, out_update);
  const bool pins = list->settings.pins_headers || rc__list_pinned(list).item >= 0;
  if (pins) moves |= find_pinned(list, now);
  list->updated_stamp = rc__list_stamp(list);
  // With slack, what is kept may change with every tick.
  return moves || now->has_slack;
}

/// Finds where the viewport is, what is around it, and what stays in place there from now on;
/// `out_moves`: the states may be others. It fails in lanes only, and then has changed none of
/// that.
static rc_status place_all(rc_list *list, const rc_viewport *viewport, pass *now,
                           rc_update *out_update, bool *out_moves) {
  if (now->frame.visible_length != list->visible_length) {
    list->visible_length = now->frame.visible_length;
    rc__list_note_setup(list);
  }
  if (!rc__list_is_updated(list)) apply_mean(list);
  const rc_status status = move_viewport(list, viewport, now, out_update);
  if (status != RC_STATUS_OK) return status;
  if (viewport->is_user_driven) note_user(list, now);
  if (rc__foresight_is_on(&list->settings) && !now->is_empty) {
    if (lands_at_target(list, viewport)) {
      now->has_landing = true;
      now->landing = rc__target_offset(&list->anchor, &list->anchor.target, &now->frame);
    }
    rc__list_record_motion(list, viewport, now->movement.moved, now->has_landing);
  }
  *out_moves = place_ranges(list, viewport, now, out_update);
  if (now->is_empty) return RC_STATUS_OK;
  rc__anchor_record(&list->anchor, &now->frame, &now->movement, out_update->visible);
  if (rc__rows_sections(&list->rows) != NULL) rc__rows_tidy_sections(&list->rows);
  return RC_STATUS_OK;
}

/// Adds the update to its frame: all updates at one time, but for 0, which a host without a clock
/// has. Where the program has moved in it, the user's movement tells no direction any more.
static void note_frame(rc_list *list, double time, const pass *now) {
  rc__list_frame *frame = &list->frame;
  if (frame->time != time || time == 0) *frame = (rc__list_frame){.time = time};
  if (now->movement.moved == 0) return;
  frame->user_moved |= now->user_moved;
  frame->user_movement = now->user_moved ? frame->user_movement + now->movement.moved : 0;
}

/// Tells what follows for the items and the batches, and that the edits have been told.
static void conclude(rc_list *list, const rc_viewport *viewport, const pass *now, bool moves,
                     rc_update *out_update) {
  if (moves) {
    find_changes(list, now, &out_update->changes);
  } else {
    rc__states_update_nothing(list->states, &out_update->changes);
  }
  if (list->names.capacity > 0) rc__names_update(&list->names, &list->origins, list->states);
  rc__states_note_update(list->states);
  note_frame(list, viewport->time, now);
  for (int end = 0; end < 2; end++) {
    rc__batch_end_update(&list->ends[end], viewport->time, viewport->jitter,
                         list->frame.user_moved);
  }
  decide_batches(list, viewport, now, out_update);
  out_update->mode = list->plan.mode;
  out_update->presence = list->plan.presence;
  out_update->direction = list->tracker.direction;
  out_update->reserved = 0;
  if (now->is_empty) rc__since_hide(&list->anchor);
  rc__origins_end(&list->origins);
}

rc_status rc_list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update) {
  if (list == NULL || viewport == NULL || out_update == NULL) return RC_STATUS_ARGUMENT;
  return rc__list_follower(list) != NULL ? RC_STATUS_BUSY
                                         : rc__list_update(list, viewport, out_update);
}

rc_status rc__list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update) {
  if (!viewport_is_allowed(viewport)) return RC_STATUS_ARGUMENT;
  pass now;
  rc_status status = read_viewport(list, viewport, &now);
  if (status != RC_STATUS_OK) return status;
  now.has_slack = list->settings.slack > 0;
  // Without slack the memory is there: edits reserve it.
  if (now.has_slack) {
    const size_t joints = rc__origins_joint_count(&list->origins) + RC__STATES_PIN_JOINTS +
                          RC__STATES_FORESIGHT_JOINTS;
    if (!rc__states_reserve(list->states, joints, true)) return RC_STATUS_NO_MEMORY;
  }
  if (rc__rows_are_laned(&list->rows) && now.is_empty) {
    status = rc__list_reserve_lanes(list);
    if (status != RC_STATUS_OK) return status;
  }
  bool moves;
  status = place_all(list, viewport, &now, out_update, &moves);
  if (status != RC_STATUS_OK) return status;
  conclude(list, viewport, &now, moves, out_update);
  return RC_STATUS_OK;
}

// == batches that the host controls ==

static bool is_end_of(const rc_list *list, rc_end end) {
  return list != NULL && rc__is_known((int)end, RC_END_HEAD);
}

rc_status rc_list_begin_batch(rc_list *list, rc_end end, rc_batch_context **out_context,
                              rc_batch_token *out_token) {
  if (!is_end_of(list, end) || out_context == NULL || out_token == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = rc__batch_end_begin(&list->ends[end], out_token);
  if (status != RC_STATUS_OK) return status;
  *out_context = rc_batch_context_retain(list->ends[end].context);
  return RC_STATUS_OK;
}

rc_status rc_list_retry_batch(rc_list *list, rc_end end) {
  if (!is_end_of(list, end)) return RC_STATUS_ARGUMENT;
  rc__batch_end_retry(&list->ends[end]);
  return RC_STATUS_OK;
}

rc_status rc_list_reset_batch(rc_list *list, rc_end end) {
  if (!is_end_of(list, end)) return RC_STATUS_ARGUMENT;
  rc__batch_end_reset(&list->ends[end]);
  return RC_STATUS_OK;
}

rc_status rc_list_mark_exhausted(rc_list *list, rc_end end) {
  if (!is_end_of(list, end)) return RC_STATUS_ARGUMENT;
  rc__batch_end_exhaust(&list->ends[end]);
  return RC_STATUS_OK;
}
