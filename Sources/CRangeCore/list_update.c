// An update of a list: the viewport moves, and everything is answered at once.
//
//     viewport ─▶ frame ─▶ correction ─▶ mode, direction ─▶ ranges ─▶ states ─▶ changes
//                                                            └─▶ batch decisions
//
// All that can fail comes first. What each step asks for again follows from what changed:
//
//     a setting, a length of the viewport, the mode     the plan: edges, bits, batch rules
//     the items                                         the correction, where content ends
//     either of them, or the direction                  all edges of the ranges, the states
//     the offset                                        the edges that left their items
//
// so that an update in which only the viewport moves looks for the edges that left their items,
// moves as many runs, and measures two distances.

#include "list_update.h"

#include "extents_tree.h"
#include "ticks.h"

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

static rc_status read_viewport(rc_list *list, const rc_viewport *viewport, rc__pass *now) {
  rc_status status = rc__ticks_from_points(viewport->offset, &now->offset);
  if (status != RC_STATUS_OK) return status;
  now->landing = now->offset;
  status = read_lengths(list, viewport);
  if (status == RC_STATUS_OK && viewport->has_landing) {
    status = rc__ticks_from_points(viewport->landing_offset, &now->landing);
  }
  return status;
}

static bool viewport_is_allowed(const rc_viewport *viewport) {
  return rc__is_finite(viewport->velocity) && rc__is_finite(viewport->time) &&
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

/// Moves what should stay on the screen back to where it was, now or once the user lets go.
static RC_NOINLINE void correct(rc_list *list, const rc_viewport *viewport, rc__pass *now,
                                rc_update *out_update) {
  rc__frame *frame = &list->frame;
  frame->offset = bounded(frame->offset + list->pending);
  now->movement = 0;
  int64_t correction = 0;
  if (!now->is_empty) {
    if (list->seen.any) now->movement = frame->offset - list->seen.frame.offset;
    correction = rc__anchor_correction(list, frame, now->movement);
  }
  frame->offset = bounded(frame->offset + correction);
  now->landing = bounded(bounded(now->landing + list->pending) + correction);
  list->pending = bounded(list->pending + correction);
  int64_t returned = viewport->is_held ? 0 : list->pending;
  list->pending -= returned;
  out_update->correction = rc_ticks_to_points(returned);
  out_update->pending = rc_ticks_to_points(list->pending);
  now->viewport = viewport_at(frame, frame->offset);
}

static void move_viewport(rc_list *list, const rc_viewport *viewport, rc__pass *now,
                          rc_update *out_update) {
  rc__frame *frame = &list->frame;
  frame->offset = now->offset;
  now->is_empty = frame->visible_length == 0;
  if (!list->is_anchored || now->is_empty || list->pending != 0) {
    correct(list, viewport, now, out_update);
  } else {
    // The host's own offset is not so far out that the viewport must be moved back.
    out_update->correction = out_update->pending = 0;
    now->movement = frame->offset - list->seen.frame.offset;
    now->viewport = rc__frame_viewport(frame);
  }
  now->user_moved = viewport->is_user_driven && now->movement != 0;
  out_update->offset = rc_ticks_to_points(frame->offset);
}

/// Tells what depends on the user that the scroll is theirs.
static void note_user(rc_list *list, const rc__pass *now) {
  rc__mode_state *mode = &list->mode;
  if (mode->has_explicit_mode || (now->user_moved && !mode->user_has_scrolled)) {
    rc__mode_state_note_user(mode, now->user_moved);
    list->is_planned = false;
  }
  rc__direction_tracker *tracker = &list->tracker;
  if (!now->user_moved) return;
  const bool goes_on =
      tracker->back == 0 && (now->movement > 0) == (tracker->direction == RC_DIRECTION_FORWARD);
  if (!goes_on) rc__direction_tracker_move(tracker, now->movement);
}

// == items and states ==

static void apply_mean(rc_list *list) {
  if (!list->settings.uses_mean_estimate) return;
  int64_t mean;
  if (rc__extents_mean(list->extents, &mean) != RC_STATUS_OK) return;
  // Where it stays, what was met last is worth keeping; so it does where the list would grow past
  // its limit.
  if (mean != rc__extents_estimate(list->extents)) {
    (void)rc__extents_set_estimate(list->extents, mean);
  }
}

/// Finds out what edits since the last update have changed.
static void take_edits(rc_list *list, rc__pass *now) {
  now->is_edited = list->states->is_edited || list->was_configured ||
                   rc__extents_version(list->extents) != list->last_version;
  if (!now->is_edited) return;
  apply_mean(list);
  list->last_version = rc__extents_version(list->extents);
  list->content = rc__list_content(list);
  list->is_anchored = false;
}

/// The ranges and the states stay where they are until something changes; slack was applied before
/// then, or there was nothing that it could keep.
static void find_items(rc_list *list, const rc__pass *now, rc_update *out_update) {
  const bool turns = list->tracker.direction != list->ranges.direction;
  const int64_t lower = now->viewport.lower;
  // (A plan of this update is for the direction that it is in.)
  if (turns) rc__list_plan_ranges(list, now);
  if (turns || now->is_anew) {
    rc__ranges_find(list, lower);
  } else {
    // What slack keeps may change with every tick.
    const bool is_kept = now->has_slack && lower != list->ranges.lower;
    const unsigned left = rc__ranges_left(&list->ranges, lower);
    if (left == 0 && !is_kept) {
      rc__ranges_answer(&list->ranges, out_update);
      rc__states_update_unchanged(list->states, &out_update->changes);
      return;
    }
    rc__ranges_move(list, lower, left);
  }
  rc__ranges_answer(&list->ranges, out_update);
  rc__list_find_changes(list, now, &out_update->changes);
}

// == batches ==

/// Decides for one end, and answers the time from which on it could decide otherwise by time alone.
static inline double decide_batch(const rc_list *list, rc_end end, double time,
                                  const rc__batch_motion *motion, rc_update *out_update) {
  const rc__batch_rules *rules = &list->batch_rules[end];
  rc_batch_reason reason = rc__batch_end_reason(&list->ends[end], time);
  rc__batch_decide(rules, reason, motion, &out_update->batches[end]);
  if (RC_RARELY(reason == RC_BATCH_REASON_BACKING_OFF) && rules->is_on) {
    return list->ends[end].retry_time;
  }
  return RC__INFINITY;
}

static void decide_batches(rc_list *list, const rc_viewport *viewport, const rc__pass *now,
                           rc_update *out_update) {
  if (now->is_anew) rc__list_fit_batches(list);
  rc__batch_motion motion = {
      .offset = now->viewport.lower,
      .velocity = viewport->velocity,
      .forward = rc__batch_forward(viewport->velocity, now->user_moved ? now->movement : 0),
  };
  if (viewport->has_landing) motion.offset = viewport_at(&list->frame, now->landing).lower;
  const double tail = decide_batch(list, RC_END_TAIL, viewport->time, &motion, out_update);
  const double head = decide_batch(list, RC_END_HEAD, viewport->time, &motion, out_update);
  out_update->next_time = tail < head ? tail : head;
}

// == the update ==

rc_status rc_list_update(rc_list *list, const rc_viewport *viewport, rc_update *out_update) {
  if (list == NULL || viewport == NULL || out_update == NULL || !viewport_is_allowed(viewport)) {
    return RC_STATUS_ARGUMENT;
  }
  rc__pass now;
  rc_status status = read_viewport(list, viewport, &now);
  if (status != RC_STATUS_OK) return status;
  if (!rc__states_reserve_update(list->states)) return RC_STATUS_NO_MEMORY;

  take_edits(list, &now);
  move_viewport(list, viewport, &now, out_update);
  if (viewport->is_user_driven) note_user(list, &now);
  for (int i = 0; i < 2; i++) {
    rc__batch_end_settle(&list->ends[i], viewport->time, viewport->jitter, now.user_moved);
  }
  now.has_slack = list->settings.slack > 0;
  now.is_planned = !list->is_planned;
  now.is_anew = now.is_planned | now.is_edited;
  if (now.is_planned) rc__list_plan(list, &now);
  find_items(list, &now, out_update);
  decide_batches(list, viewport, &now, out_update);
  out_update->mode = list->range_mode;
  out_update->presence = list->presence;
  out_update->direction = list->tracker.direction;
  out_update->reserved = 0;
  if (now.is_empty) return RC_STATUS_OK;
  if (list->is_anchored && !now.is_planned)
    rc__anchor_follow(list);
  else
    rc__anchor_record(list, now.user_moved);
  return RC_STATUS_OK;
}
