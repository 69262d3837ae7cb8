// An update of a list: the viewport moves, and everything is answered at once.
//
//     viewport ─▶ frame ─▶ correction ─▶ mode, direction ─▶ ranges ─▶ states ─▶ changes
//                                                            └─▶ batch decisions
//
// All that can fail comes first. What cannot have changed since the last update is not asked again:
// the anchor's place and how far the ranges reach while the user scrolls, and where nothing moved
// the ranges and the states as well.

#include "batch.h"
#include "list.h"
#include "ticks.h"

/// What one update works on.
typedef struct {
  rc__frame frame;
  rc_interval viewport;
  bool is_empty;
  bool user_moved;
  int64_t movement;
  rc_range_mode mode;
  rc_presence presence;
  /// Another tuning than at the last update.
  bool is_tuned_anew;
} pass;

// == reading the viewport ==

static rc_status read_length(double points, int64_t *out_ticks) {
  return points >= 0 ? rc__ticks_from_points(points, out_ticks) : RC_STATUS_ARGUMENT;
}

static rc_status read_frame(const rc_viewport *viewport, rc__frame *out_frame) {
  rc_status status = rc__ticks_from_points(viewport->offset, &out_frame->offset);
  if (status != RC_STATUS_OK) return status;
  status = read_length(viewport->length, &out_frame->length);
  if (status != RC_STATUS_OK) return status;
  status = read_length(viewport->inset_start, &out_frame->inset_start);
  if (status != RC_STATUS_OK) return status;
  status = read_length(viewport->inset_end, &out_frame->inset_end);
  if (status != RC_STATUS_OK) return status;
  out_frame->landing = out_frame->offset;
  if (viewport->has_landing) {
    status = rc__ticks_from_points(viewport->landing_offset, &out_frame->landing);
  }
  int64_t visible = out_frame->length - out_frame->inset_start - out_frame->inset_end;
  out_frame->visible_length = visible > 0 ? visible : 0;
  return status;
}

static bool viewport_is_allowed(const rc_viewport *viewport) {
  return viewport->struct_size == sizeof *viewport && viewport->reserved == 0 &&
         rc__is_finite(viewport->velocity) && rc__is_finite(viewport->time) &&
         viewport->jitter >= 0 && viewport->jitter <= 1;
}

// == moving ==

/// No real offset is further out; so sums of a few stay far from the ends of `int64_t`.
static int64_t bounded(int64_t offset) {
  const int64_t bound = 3 * RC_LIST_TICKS_MAX;
  if (offset > bound) return bound;
  return offset < -bound ? -bound : offset;
}

/// Adds what corrects the offset, now or once the user lets go.
static void correct(rc_list *list, const rc_viewport *viewport, pass *now, rc_update *out_update) {
  bool is_settled = list->is_anchored && list->target.item < 0 && !list->settings.sticks_to_end;
  int64_t correction = 0;
  if (!now->is_empty && !is_settled) {
    correction = rc__anchor_correct(list, &now->frame, now->movement);
  }
  now->frame.offset = bounded(now->frame.offset + correction);
  now->frame.landing = bounded(now->frame.landing + correction);
  list->pending = bounded(list->pending + correction);
  int64_t returned = viewport->is_held ? 0 : list->pending;
  list->pending -= returned;
  out_update->correction = rc_ticks_to_points(returned);
  out_update->pending = rc_ticks_to_points(list->pending);
  out_update->offset = rc_ticks_to_points(now->frame.offset);
}

/// The viewport of a frame at an offset, no further out than the ranges can be computed.
static rc_interval viewport_at(const rc__frame *frame, int64_t offset) {
  const int64_t bound = 2 * RC_LIST_TICKS_MAX;
  int64_t lower = offset + frame->inset_start;
  if (lower > bound - frame->visible_length) lower = bound - frame->visible_length;
  if (lower < -bound) lower = -bound;
  return (rc_interval){lower, lower + frame->visible_length};
}

static void move_viewport(rc_list *list, const rc_viewport *viewport, pass *now,
                          rc_update *out_update) {
  now->is_empty = now->frame.visible_length == 0;
  now->frame.offset = bounded(now->frame.offset + list->pending);
  now->frame.landing = bounded(now->frame.landing + list->pending);
  if (list->seen.any && !now->is_empty) {
    now->movement = now->frame.offset - list->seen.frame.offset;
  }
  now->user_moved = viewport->is_user && now->movement != 0;
  correct(list, viewport, now, out_update);
  now->viewport = viewport_at(&now->frame, now->frame.offset);
  if (viewport->is_user) rc_mode_state_note_user(&list->mode, now->user_moved);
  if (now->user_moved) rc_direction_tracker_move(&list->tracker, now->movement);
  now->mode = rc_mode_state_mode(&list->mode);
  now->presence = rc_mode_state_presence(&list->mode);
}

// == states ==

/// Whichever is not empty; one that is not holds the other.
static const rc__span *wider(const rc__span *a, const rc__span *b) {
  return rc_interval_is_empty(a->ticks) ? b : a;
}

/// The span that each bit of the state is for, from how the items see their list.
static void spans_of_bits(const pass *now, const rc__ranges *found, const rc__span *bits[8]) {
  const rc__span *visible = &found->visible;
  const rc__span *display = &found->tuned[RC_RANGE_DISPLAY];
  const rc__span *preload = &found->tuned[RC_RANGE_PRELOAD];
  for (int bit = 0; bit < 8; bit++) bits[bit] = &found->nowhere;
  if (now->presence == RC_PRESENCE_ON_SCREEN) {
    bits[1] = wider(preload, visible);
    bits[2] = wider(display, visible);
    bits[3] = visible;
    for (size_t app = 0; app < 4; app++) bits[4 + app] = &found->tuned[RC_RANGE_APP_0 + app];
  } else if (now->presence == RC_PRESENCE_NEAR) {
    bits[1] = wider(display, visible);
    if (now->mode != RC_RANGE_MODE_LOW_MEMORY) bits[2] = visible;
  }
}

static bool tunings_are_equal(const rc_tuning_table *a, const rc_tuning_table *b) {
  for (int i = 0; i < RC_RANGE_MODE_COUNT * RC_RANGE_COUNT; i++) {
    const rc_tuning *x = &a->tunings[i], *y = &b->tunings[i];
    bool is_same = !(x->leading < y->leading) && !(x->leading > y->leading) &&
                   !(x->trailing < y->trailing) && !(x->trailing > y->trailing) &&
                   x->enabled == y->enabled;
    if (!is_same) return false;
  }
  return true;
}

/// Slack is for scrolling: a new mode, tuning or presence counts at once.
static bool has_slack(const rc_list *list, const pass *now) {
  return list->settings.slack > 0 && now->mode == list->last_mode &&
         now->presence == list->last_presence && !now->is_tuned_anew;
}

static rc_interval widened(const rc_list *list, rc_interval range, int64_t length) {
  int64_t slack = rc__ticks_from_screens(list->settings.slack, length);
  return (rc_interval){rc_ticks_subtract_saturating(range.lower, slack),
                       rc_ticks_add_saturating(range.upper, slack)};
}

/// What keeps a bit that is set where it is not the bit's own items; else those are kept alone.
static void add_slack(const rc_list *list, const pass *now, const rc__span *const bits[8],
                      rc__states_ranges *ranges, rc_interval kept[8]) {
  bool keeps = has_slack(list, now);
  for (int bit = 1; keeps && bit < 8; bit++) {
    if (bit == 3 || rc_interval_is_empty(bits[bit]->ticks)) continue;
    rc_interval wide = widened(list, bits[bit]->ticks, now->frame.visible_length);
    kept[bit] = rc__list_items_in(list, wide);
    ranges->keep[bit] = &kept[bit];
  }
  if (now->is_empty && now->presence != RC_PRESENCE_AWAY) {
    kept[1] = kept[2] = (rc_interval){0, list->count};
    ranges->keep[1] = &kept[1];
    ranges->keep[2] = &kept[2];
  }
}

/// How far the nearest of some items is from the viewport; `visible` are those that overlap it.
static double distance_of(const rc_list *list, const pass *now, rc_interval items,
                          rc_interval visible) {
  if (rc_interval_overlaps(items, visible)) return 0;
  int64_t distance = INT64_MAX;
  if (items.upper > visible.lower) {
    int64_t nearest = items.lower > visible.lower ? items.lower : visible.lower;
    distance = rc__list_row_of(list, nearest).offset - now->viewport.upper;
  }
  if (items.lower < visible.lower) {
    int64_t nearest = items.upper < visible.lower ? items.upper : visible.lower;
    rc__slot row = rc__list_row_of(list, nearest - 1);
    int64_t below = now->viewport.lower - (row.offset + row.extent);
    if (below < distance) distance = below;
  }
  return rc_ticks_to_points(distance > 0 ? distance : 0);
}

static void update_states(rc_list *list, const pass *now, rc_changes *out_changes) {
  const rc__span *bits[8];
  rc__states_ranges ranges;
  rc_interval kept[8];
  spans_of_bits(now, &list->ranges, bits);
  for (int bit = 0; bit < 8; bit++) ranges.items[bit] = ranges.keep[bit] = &bits[bit]->items;
  add_slack(list, now, bits, &ranges, kept);
  rc__states_update(list->states, &ranges, out_changes);
  const rc_interval visible = list->ranges.visible.items;
  size_t count;
  rc_change *entered = rc__states_entered(list->states, &count);
  for (size_t i = 0; i < count; i++) {
    bool becomes_visible = (entered[i].after & ~entered[i].before & RC_STATE_VISIBLE) != 0;
    rc_interval items = {entered[i].lower, entered[i].upper};
    if (!becomes_visible) entered[i].distance = distance_of(list, now, items, visible);
  }
  rc__states_order(list->states, visible, list->tracker.direction, out_changes);
}

// == batches ==

static void decide_batches(rc_list *list, const rc_viewport *viewport, const pass *now,
                           rc_update *out_update) {
  rc_batch_input input = {
      .struct_size = sizeof input,
      .velocity = viewport->velocity,
      .viewport = now->viewport,
      .content = rc__list_content(list),
      .has_landing = viewport->has_landing,
      .landing_offset = viewport_at(&now->frame, now->frame.landing).lower,
      .user_movement = now->user_moved ? now->movement : 0,
      .item_count = list->count,
      .short_content_policy = list->settings.short_content_policy,
      .presence = now->presence,
      .insertion_pending = list->settings.insertion_pending,
      .user_has_scrolled = list->mode.user_has_scrolled,
      .host_decides = list->settings.host_decides_batches,
  };
  out_update->next_time = __builtin_inf();
  for (int i = 0; i < 2; i++) {
    input.end = (rc_end)i;
    input.leading_screens = list->settings.leading_screens[i];
    rc__batch_end_fill(&list->ends[i], viewport->time, &input);
    rc__batch_decide(&input, &out_update->batches[i]);
    double next_time = rc__batch_end_next_time(&list->ends[i], viewport->time);
    if (input.leading_screens > 0 && next_time < out_update->next_time) {
      out_update->next_time = next_time;
    }
  }
}

// == the update ==

static void apply_mean(rc_list *list) {
  if (!list->settings.uses_mean_estimate) return;
  int64_t mean = rc__extents_mean(list->extents);
  // Where the list would grow past its limit the estimate stays what it was.
  if (mean >= 0 && mean != rc__extents_estimate(list->extents)) {
    (void)rc__extents_set_estimate(list->extents, mean);
  }
}

/// Forgets what edits and settings since the last update may have changed.
static void forget(rc_list *list, pass *now) {
  uint64_t version = rc__extents_version(list->extents);
  if (list->was_configured) {
    now->is_tuned_anew = !tunings_are_equal(&list->settings.tunings, &list->last_tunings);
    list->last_tunings = list->settings.tunings;
    list->ranges.are_reached = list->ranges.are_found = list->is_anchored = false;
  }
  if (list->states->is_edited || version != list->last_version) {
    list->ranges.are_found = list->is_anchored = false;
  }
  list->was_configured = false;
  list->last_version = version;
}

/// The states stay where the ranges and the presence do; slack was applied before then, or there
/// was nothing that it could keep.
static void find_changes(rc_list *list, const pass *now, rc_changes *out_changes) {
  bool has_ranges = !rc__ranges_find(list, now->viewport, now->mode);
  if (has_ranges && now->presence == list->last_presence)
    rc__states_update_unchanged(list->states, out_changes);
  else
    update_states(list, now, out_changes);
}

rc_status rc_list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update) {
  if (list == NULL || viewport == NULL || out_update == NULL || !viewport_is_allowed(viewport)) {
    return RC_STATUS_ARGUMENT;
  }
  pass now = {0};
  rc_status status = read_frame(viewport, &now.frame);
  if (status != RC_STATUS_OK) return status;
  if (!rc__states_reserve_update(list->states)) return RC_STATUS_NO_MEMORY;

  apply_mean(list);
  forget(list, &now);
  move_viewport(list, viewport, &now, out_update);
  for (int i = 0; i < 2; i++) {
    rc__batch_end_settle(&list->ends[i], viewport->time, viewport->jitter, now.user_moved);
  }
  find_changes(list, &now, &out_update->changes);
  decide_batches(list, viewport, &now, out_update);
  const rc__ranges *found = &list->ranges;
  out_update->visible = found->visible.items;
  for (int i = 0; i < RC_RANGE_COUNT; i++) out_update->ranges[i] = found->tuned[i].items;
  out_update->mode = now.mode;
  out_update->presence = now.presence;
  out_update->direction = list->tracker.direction;
  out_update->reserved = 0;
  if (!now.is_empty) {
    rc__anchor_record(list, &now.frame, &found->first, now.user_moved);
    list->is_anchored = true;
  }
  list->last_mode = now.mode;
  list->last_presence = now.presence;
  return RC_STATUS_OK;
}
