// An update of a list: the viewport moves, and everything is answered at once.
//
//     viewport ─▶ frame ─▶ correction ─▶ mode, direction ─▶ ranges ─▶ states ─▶ changes
//                                                            └─▶ batch decisions
//
// All that can fail comes first. What each step asks for again follows from what changed:
//
//     a setting, a length of the viewport, the mode     the plan: reaches, bits, batch rules
//     the items                                         the correction, where content ends
//     either of them, or the offset                     the ranges' items, the states
//
// so that an update in which only the viewport moves finds the ranges' ends, moves as many runs as
// these crossed items, and measures two distances.

#include "batch.h"
#include "list.h"
#include "ticks.h"

/// What one update works on.
typedef struct {
  /// The host's offset, and where it will come to rest.
  int64_t offset;
  int64_t landing;
  rc_interval viewport;
  bool is_empty;
  bool user_moved;
  int64_t movement;
  /// Something was edited or configured since the last update.
  bool is_edited;
  /// What follows from settings and lengths was found anew, as was whatever it is for.
  bool is_planned;
  bool has_slack;
} pass;

// == reading the viewport ==

static rc_status read_length(double points, int64_t *out_ticks) {
  return points >= 0 ? rc__ticks_from_points(points, out_ticks) : RC_STATUS_ARGUMENT;
}

/// Converts the lengths, where they are not those of the last update. What is not a number never
/// is.
static rc_status read_lengths(rc_list *list, const rc_viewport *viewport) {
  const double *last = list->lengths;
  if (viewport->length == last[0] && viewport->inset_start == last[1] &&
      viewport->inset_end == last[2]) {
    return RC_STATUS_OK;
  }
  const double lengths[3] = {viewport->length, viewport->inset_start, viewport->inset_end};
  int64_t ticks[3];
  for (int i = 0; i < 3; i++) {
    rc_status status = read_length(lengths[i], &ticks[i]);
    if (status != RC_STATUS_OK) return status;
  }
  int64_t visible = ticks[0] - ticks[1] - ticks[2];
  list->frame =
      (rc__frame){ticks[0], ticks[1], ticks[2], visible > 0 ? visible : 0, list->frame.offset};
  rc__copy_bytes(list->lengths, lengths, sizeof lengths);
  list->is_planned = false;
  return RC_STATUS_OK;
}

static rc_status read_viewport(rc_list *list, const rc_viewport *viewport, pass *now) {
  int64_t offset = 0;
  rc_status status = rc__ticks_from_points(viewport->offset, &offset);
  now->offset = now->landing = offset;
  if (status == RC_STATUS_OK) status = read_lengths(list, viewport);
  if (status == RC_STATUS_OK && viewport->has_landing) {
    status = rc__ticks_from_points(viewport->landing_offset, &now->landing);
  }
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

/// The viewport of a frame at an offset, no further out than the ranges can be computed.
static rc_interval viewport_at(const rc__frame *frame, int64_t offset) {
  const int64_t bound = 2 * RC_LIST_TICKS_MAX;
  int64_t lower = offset + frame->inset_start;
  if (lower > bound - frame->visible_length) lower = bound - frame->visible_length;
  if (lower < -bound) lower = -bound;
  return (rc_interval){lower, lower + frame->visible_length};
}

/// Shifts the offset by what was kept and by what corrects it, now or once the user lets go.
static void shift_offset(rc_list *list, const rc_viewport *viewport, int64_t correction, pass *now,
                         rc_update *out_update) {
  rc__frame *frame = &list->frame;
  frame->offset = bounded(frame->offset + correction);
  now->landing = bounded(bounded(now->landing + list->pending) + correction);
  list->pending = bounded(list->pending + correction);
  int64_t returned = viewport->is_held ? 0 : list->pending;
  list->pending -= returned;
  out_update->correction = rc_ticks_to_points(returned);
  out_update->pending = rc_ticks_to_points(list->pending);
  now->viewport = viewport_at(frame, frame->offset);
}

static void move_viewport(rc_list *list, const rc_viewport *viewport, pass *now,
                          rc_update *out_update) {
  rc__frame *frame = &list->frame;
  now->is_empty = frame->visible_length == 0;
  frame->offset = bounded(now->offset + list->pending);
  now->movement = 0;
  if (list->seen.any && !now->is_empty) now->movement = frame->offset - list->seen.frame.offset;
  now->user_moved = viewport->is_user && now->movement != 0;
  int64_t correction = 0;
  if (!list->is_anchored && !now->is_empty) {
    correction = rc__anchor_correct(list, frame, now->movement);
  }
  if ((correction | list->pending) != 0) {
    shift_offset(list, viewport, correction, now, out_update);
  } else {
    // The host's own offset is not so far out that the viewport must be moved back.
    out_update->correction = out_update->pending = 0;
    now->viewport = rc__frame_viewport(frame);
  }
  out_update->offset = rc_ticks_to_points(frame->offset);
}

/// Tells what depends on the user that the scroll is theirs.
static void note_user(rc_list *list, const pass *now) {
  rc_mode_state *mode = &list->mode;
  if (mode->has_explicit_mode || (now->user_moved && !mode->user_has_scrolled)) {
    rc_mode_state_note_user(mode, now->user_moved);
    list->is_planned = false;
  }
  rc_direction_tracker *tracker = &list->tracker;
  bool goes_on =
      tracker->back == 0 && (now->movement > 0) == (tracker->direction == RC_DIRECTION_FORWARD);
  if (now->user_moved && !goes_on) rc_direction_tracker_move(tracker, now->movement);
}

// == what holds while only the viewport moves ==

static void apply_mean(rc_list *list) {
  if (!list->settings.uses_mean_estimate) return;
  int64_t mean = rc__extents_mean(list->extents);
  // Where the list would grow past its limit the estimate stays what it was.
  if (mean >= 0 && mean != rc__extents_estimate(list->extents)) {
    (void)rc__extents_set_estimate(list->extents, mean);
  }
}

/// Finds out what edits since the last update have changed.
static void take_edits(rc_list *list, pass *now) {
  now->is_edited = list->states->is_edited || list->was_configured ||
                   rc__extents_version(list->extents) != list->last_version;
  if (!now->is_edited) return;
  apply_mean(list);
  list->last_version = rc__extents_version(list->extents);
  list->content = rc__list_content(list);
  list->is_anchored = false;
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
static bool counts_at_once(rc_list *list, rc_range_mode mode, rc_presence presence) {
  bool is_tuned =
      list->was_configured && !tunings_are_equal(&list->settings.tunings, &list->last_tunings);
  if (is_tuned) list->last_tunings = list->settings.tunings;
  list->was_configured = false;
  return is_tuned || mode != list->range_mode || presence != list->presence;
}

static void plan_bit(rc_list *list, unsigned bit, size_t range) {
  list->range_of[bit] = (uint8_t)range;
  list->bits |= (rc_state)(1u << bit);
}

/// The range that each bit of the states is for, from how the items see their list.
static void plan_bits(rc_list *list) {
  const rc__reach *reaches = list->ranges.reaches;
  // Whichever is not empty; one that is not holds the other.
  size_t display = reaches[RC_RANGE_DISPLAY].is_enabled ? RC_RANGE_DISPLAY : RC__RANGE_VISIBLE;
  size_t preload = reaches[RC_RANGE_PRELOAD].is_enabled ? RC_RANGE_PRELOAD : RC__RANGE_VISIBLE;
  list->bits = 0;
  for (unsigned bit = 0; bit < 8; bit++) list->range_of[bit] = RC__RANGE_NONE;
  if (list->presence == RC_PRESENCE_ON_SCREEN) {
    plan_bit(list, 1, preload);
    plan_bit(list, 2, display);
    plan_bit(list, 3, RC__RANGE_VISIBLE);
    for (unsigned app = 0; app < 4; app++) {
      size_t range = RC_RANGE_APP_0 + app;
      if (reaches[range].is_enabled) plan_bit(list, 4 + app, range);
    }
  } else if (list->presence == RC_PRESENCE_NEAR) {
    plan_bit(list, 1, display);
    if (list->range_mode != RC_RANGE_MODE_LOW_MEMORY) plan_bit(list, 2, RC__RANGE_VISIBLE);
  }
  rc__states_unsettle(list->states);
}

/// Finds what follows from settings, from the user and from the viewport's lengths.
static void plan(rc_list *list, pass *now) {
  rc_range_mode mode = rc_mode_state_mode(&list->mode);
  rc_presence presence = rc_mode_state_presence(&list->mode);
  if (counts_at_once(list, mode, presence)) now->has_slack = false;
  list->range_mode = mode;
  list->presence = presence;
  rc__ranges_reach(list, now->viewport);
  plan_bits(list);
  list->is_planned = true;
}

// == states ==

/// The items of a range with slack.
static rc_interval widened(const rc_list *list, const pass *now, size_t range) {
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
static const int64_t *find_kept(const rc_list *list, const pass *now, int64_t kept[16]) {
  bool is_hidden = now->is_empty && list->presence != RC_PRESENCE_AWAY;
  if (!is_hidden && (now->is_empty || !now->has_slack)) return NULL;
  for (unsigned bit = 1; bit < 8; bit++) {
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

/// Writes how far the changes are that enter without becoming visible, which is no distance, and
/// brings them into their order.
static RC_NOINLINE void measure_distances(rc_list *list, const pass *now, rc_changes *out_changes) {
  const rc_interval visible = rc__ranges_items(&list->ranges, RC__RANGE_VISIBLE);
  size_t count;
  rc_change *entered = rc__states_entered(list->states, &count);
  const size_t first = list->states->shown_count;
  for (size_t i = first; i < count; i++) {
    rc_interval items = {entered[i].lower, entered[i].upper};
    entered[i].distance = distance_of(list, now, items, visible);
  }
  if (count - first < 2) return;
  rc__states_order(list->states, visible, list->tracker.direction, out_changes);
}

static void update_states(rc_list *list, const pass *now, rc_changes *out_changes) {
  int64_t kept[16];
  const rc__states_ranges ranges = {list->ranges.ends, list->range_of, find_kept(list, now, kept),
                                    list->bits, list->ranges.moved};
  rc_states *states = list->states;
  rc__states_update(states, &ranges, out_changes);
  if (states->entered_count != states->shown_count) measure_distances(list, now, out_changes);
}

/// The ranges and the states stay where they are until something changes; slack was applied before
/// then, or there was nothing that it could keep.
static void find_changes(rc_list *list, const pass *now, rc_update *out_update) {
  bool turns = list->tracker.direction != list->ranges.direction;
  if (!now->is_edited && !now->is_planned && !turns && now->viewport.lower == list->ranges.lower) {
    rc__ranges_answer(list, out_update);
    rc__states_update_unchanged(list->states, &out_update->changes);
    return;
  }
  if (turns) rc__ranges_reach(list, now->viewport);
  rc__ranges_find(list, now->viewport, out_update);
  update_states(list, now, &out_update->changes);
}

// == batches ==

static void decide_batches(rc_list *list, const rc_viewport *viewport, const pass *now,
                           rc_update *out_update) {
  if (now->is_planned) rc__list_plan_batches(list);
  if (now->is_planned || now->is_edited) rc__list_fit_batches(list);
  rc__batch_motion motion = {
      .offset = now->viewport.lower,
      .velocity = viewport->velocity,
      .forward = rc__batch_forward(viewport->velocity, now->user_moved ? now->movement : 0),
  };
  if (viewport->has_landing) motion.offset = viewport_at(&list->frame, now->landing).lower;
  double next_time = __builtin_inf();
  for (int i = 0; i < 2; i++) {
    const rc__batch_end *end = &list->ends[i];
    const rc__batch_rules *rules = &list->batch_rules[i];
    rc_batch_reason reason = rc__batch_end_reason(end, viewport->time);
    rc__batch_decide(rules, reason, &motion, &out_update->batches[i]);
    if (reason != RC_BATCH_REASON_BACKING_OFF || !rules->is_on) continue;
    double time = rc__batch_end_next_time(end, reason);
    if (time < next_time) next_time = time;
  }
  out_update->next_time = next_time;
}

// == the update ==

/// Remembers what should stay, where that is not what stayed already.
static void record(rc_list *list, const pass *now) {
  bool has_stayed =
      list->is_anchored && !now->is_planned && list->frame.offset == list->seen.frame.offset;
  if (has_stayed) return;
  rc__anchor_record(list, !list->is_anchored || now->is_planned, now->user_moved);
  list->is_anchored = list->target.item < 0 && !list->settings.sticks_to_end;
}

rc_status rc_list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update) {
  if (list == NULL || viewport == NULL || out_update == NULL || !viewport_is_allowed(viewport)) {
    return RC_STATUS_ARGUMENT;
  }
  pass now;
  rc_status status = read_viewport(list, viewport, &now);
  if (status != RC_STATUS_OK) return status;
  if (!rc__states_reserve_update(list->states)) return RC_STATUS_NO_MEMORY;

  take_edits(list, &now);
  move_viewport(list, viewport, &now, out_update);
  if (viewport->is_user) note_user(list, &now);
  for (int i = 0; i < 2; i++) {
    rc__batch_end_settle(&list->ends[i], viewport->time, viewport->jitter, now.user_moved);
  }
  now.has_slack = list->settings.slack > 0;
  now.is_planned = !list->is_planned;
  if (now.is_planned) plan(list, &now);
  find_changes(list, &now, out_update);
  decide_batches(list, viewport, &now, out_update);
  out_update->mode = list->range_mode;
  out_update->presence = list->presence;
  out_update->direction = list->tracker.direction;
  out_update->reserved = 0;
  if (!now.is_empty) record(list, &now);
  return RC_STATUS_OK;
}
