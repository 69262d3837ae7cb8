// By how much an update corrects the host's offset in lanes.
//
// What is on the screen is held lane by lane, and that it has all moved by one number is what the
// lanes see to (rules 20 to 23). Here this number takes the part of the anchor's. As lanes are
// given to what comes near, it, the length, and the place of a target change: so lanes are given
// again until the viewport is where it is to be.

#include "anchor.h"

/// One correction.
typedef struct laned_move {
  rc__anchor *anchor;
  rc__frame *frame;
  const rc__movement *movement;
  const rc__laned_ask *ask;
  /// With the pending corrections as they were.
  const rc__laned_end *end;
  bool is_edited;
  /// The host's offset, with what was pending; and how much of the way from there was found.
  int64_t from;
  int64_t correction;
} laned_move;

/// Moves the frame to where it is to be, as things are now.
///
/// - `shift`: by how much what is on screen has moved.
static void place_frame(laned_move *it, int64_t shift) {
  rc__anchor *anchor = it->anchor;
  rc__frame *frame = it->frame;
  rc__frame_fit(frame, anchor->rows);
  if (it->ask->item >= 0) {
    const int64_t start = rc__rows_of_item(anchor->rows, it->ask->item).offset;
    frame->offset = start - frame->inset_start - it->ask->place;
    return;
  }
  // Once all rows were formed again, the lanes know nothing of what was on screen.
  rc__anchor_set_laned_shift(anchor,
                             anchor->since.was_relaid ? rc__anchor_find_shift(anchor) : shift);
  frame->offset = it->from;
  it->correction =
      rc__anchor_find_correction(anchor, frame, it->movement->moved, it->movement->is_user_driven);
  anchor->pending_edits = it->end->pending_edits;
  anchor->pending_measures = it->end->pending_measures;
  rc__anchor_add_correction(anchor, frame, it->movement, it->correction, it->ask->is_held,
                            it->is_edited);
}

/// What the lanes take for the offset.
static int64_t offset_in_lanes(const laned_move *it) {
  return rc__frame_viewport(it->frame).lower - it->anchor->rows->extra_lengths[RC_END_HEAD];
}

static rc__lanes_sight sight_of(const laned_move *it) {
  const rc__anchor *anchor = it->anchor;
  const rc__frame *frame = it->frame;
  const rc__target *target = &anchor->target;
  const int64_t length = frame->visible_length;
  const int64_t lowest = frame->scrollable.lower + anchor->tolerance + frame->inset_start;
  rc__lanes_sight sight = {
      .offset = offset_in_lanes(it),
      .length = length,
      .behind = it->ask->reach,
      .ahead = it->ask->reach,
      .patience = length / 2,
      .tolerance = rc__rows_laned(anchor->rows)->tolerance,
      .lowest = lowest - anchor->rows->extra_lengths[RC_END_HEAD],
      .pivot = it->ask->item,
      .is_user_driven = it->movement->is_user_driven,
  };
  if (sight.pivot < 0 && target->item >= 0 && target->is_approached) sight.pivot = target->item;
  if (sight.pivot < 0 && anchor->since.was_relaid) sight.pivot = rc__since_first(anchor);
  return sight;
}

/// Gives lanes around the frame, which moves with what is there, until it is where it is to be.
static rc_status give_around(laned_move *it, rc__lanes_pass *pass) {
  for (int round = 0; round < RC__LANES_ROUNDS; round++) {
    bool has_closed;
    const int64_t offset = offset_in_lanes(it);
    int64_t given = offset;
    const rc_status status = rc__lanes_round(pass, false, &given, &has_closed);
    if (status != RC_STATUS_OK) return status;
    const int64_t expected = it->frame->offset + (given - offset);
    place_frame(it, it->correction + (given - offset));
    if (!has_closed && it->frame->offset == expected) break;
  }
  return RC_STATUS_OK;
}

/// How much further away than what is near lanes are given from what was on screen, where a target,
/// an end or, after an edit, an item can take the viewport away from there.
static int64_t find_stray(const laned_move *it, int64_t shift, bool is_edited) {
  enum { SCREENFULS = 8 };
  const bool has_item = it->ask->item >= 0;
  const int64_t held = rc__clamped(it->from + shift, it->frame->scrollable);
  const bool is_led = is_edited && (has_item || it->anchor->target.is_approached);
  const bool strays = is_led || (!has_item && it->frame->offset != held);
  return strays ? SCREENFULS * it->frame->visible_length : 0;
}

/// In an update in which the lanes may have to change; `out_shift`: by how much they have moved.
static rc_status update_lanes(laned_move *it, const rc__lanes_sight *sight, rc__lanes_pass *pass,
                              int64_t *out_shift) {
  rc__anchor *anchor = it->anchor;
  rc_lanes *lanes = rc__rows_laned(anchor->rows)->lanes;
  int64_t held;
  rc__since_find_first(anchor);
  const rc_status status = rc__lanes_begin(lanes, sight, pass, &held);
  if (status != RC_STATUS_OK) return status;
  *out_shift = held + rc__anchor_shift_of_head(anchor);
  place_frame(it, *out_shift);
  pass->sight.stray = find_stray(it, *out_shift, lanes->watch->is_edited);
  return give_around(it, pass);
}

/// Notes how an item that the host goes by has moved the viewport.
static void note_place(laned_move *it, rc__movement *movement, int64_t shift) {
  rc__anchor *anchor = it->anchor;
  const rc__frame *frame = it->frame;
  movement->host_offset = frame->offset;
  anchor->pending_edits = anchor->pending_measures = 0;
  int64_t from = frame->offset;
  movement->moved = 0;
  if (anchor->seen.any) {
    const int64_t before = rc__frame_viewport(&anchor->seen.frame).lower;
    if (rc__since_first(anchor) >= 0) {
      movement->moved = rc__frame_viewport(frame).lower - before - shift;
    }
    from = anchor->seen.frame.offset;
  }
  movement->corrected = frame->offset - from - movement->moved;
  rc__target_note_movement(anchor, from, from + movement->moved, movement->is_user_driven);
}

/// Takes back what an update has changed before it failed.
static rc_status give_up(rc__anchor *anchor, const rc__laned_end *end, rc_status status) {
  anchor->target = end->target;
  anchor->pending_edits = end->pending_edits;
  anchor->pending_measures = end->pending_measures;
  return status;
}

rc_status rc__anchor_correct_lanes(rc__anchor *anchor, rc__frame *frame, rc__movement *movement,
                                   const rc__laned_ask *ask, int64_t *out_correction,
                                   rc__laned_end *out_end) {
  rc_lanes *lanes = rc__rows_laned(anchor->rows)->lanes;
  const int64_t pending = rc__anchor_pending(anchor);
  laned_move it = {.anchor = anchor, .frame = frame, .movement = movement, .ask = ask};
  out_end->target = anchor->target;
  out_end->pending_edits = anchor->pending_edits;
  out_end->pending_measures = anchor->pending_measures;
  it.end = out_end;
  it.from = frame->offset = movement->host_offset + pending;
  if (ask->item < 0) {
    movement->moved = anchor->seen.any ? movement->host_offset - anchor->seen.host_offset : 0;
    rc__target_note_movement(anchor, anchor->seen.frame.offset, frame->offset,
                             movement->is_user_driven);
    it.is_edited = ask->is_held && rc__anchor_was_edited(anchor);
  }
  if (!rc__watch_create(lanes)) return give_up(anchor, out_end, RC_STATUS_NO_MEMORY);
  int64_t shift = rc__anchor_shift_of_head(anchor);
  place_frame(&it, shift);
  rc__lanes_sight *sight = &out_end->pass.sight;
  const rc__lanes_sight now = sight_of(&it);
  out_end->is_calm = (ask->item >= 0 || it.correction == 0) && !anchor->since.was_relaid &&
                     rc__lanes_is_calm(lanes, &now);
  *sight = now;
  if (!out_end->is_calm) {
    const rc_status status = update_lanes(&it, &now, &out_end->pass, &shift);
    if (status != RC_STATUS_OK) return give_up(anchor, out_end, status);
    sight->offset = offset_in_lanes(&it);
  }
  if (ask->item >= 0) note_place(&it, movement, shift);
  out_end->moved = movement->moved;
  *out_correction = ask->item >= 0 ? 0 : rc__anchor_tell(anchor, movement, pending, ask->is_held);
  return RC_STATUS_OK;
}

rc_status rc__anchor_end_lanes(rc__anchor *anchor, rc__laned_end *end, bool had_memory) {
  rc__lanes_watch *watch = rc__rows_laned(anchor->rows)->lanes->watch;
  if (!had_memory) {
    if (!end->is_calm) rc__watch_note(watch);
    return give_up(anchor, end, RC_STATUS_NO_MEMORY);
  }
  if (end->is_calm) {
    rc__lanes_stay_calm(watch, &end->pass.sight);
    return RC_STATUS_OK;
  }
  const rc_status status = rc__lanes_finish(&end->pass, end->pass.sight.offset, end->moved);
  return status == RC_STATUS_OK ? status : give_up(anchor, end, status);
}
