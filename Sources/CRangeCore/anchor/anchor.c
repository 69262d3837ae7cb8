// By how much an update corrects the host's offset, so that what is read stays in place.
//
//     before            an item above is measured          corrected by D
//     ┌ viewport ─┐     ┌ viewport ─┐
//     │  anchor   │     │  (above)  │     start ▲
//     │           │     │  anchor   │           │ D      ┌ viewport ─┐
//     └───────────┘     └───────────┘     start ▼        │  anchor   │
//
// The first of these that applies says what stays: a scroll target (unless it was reached, and the
// tail sticks), an end that the viewport sticks to, the end of the content while it is measured,
// the item at the viewport's start. Then the correction is clamped: a viewport within the
// scrollable range stays within it, and one that had overshot it by a bounce is as far outside as
// before.
//
//     four rows of 100, viewport 300, offset 50; row 0 is removed: to stay in place row 1 needs the
//     offset −50, but three rows all fit: the offset is 0

#include "anchor.h"

#include "../base/proportion.h"
#include "../ranges/ranges.h"

static const int64_t one_point = RC_TICKS_PER_POINT;

/// How far an offset lies outside what could be scrolled at the last update; negative before it.
static int64_t overshoot(const rc__anchor *anchor, int64_t offset) {
  const rc__frame *seen = &anchor->seen.frame;
  if (seen->list_length == 0) return 0;
  return offset - rc__clamped(offset, seen->scrollable);
}

/// How the user has left the tail, after a movement since the last update.
static rc__leaving leaving_after(const rc__anchor *anchor, int64_t movement, bool is_user_driven) {
  const rc__seen *seen = &anchor->seen;
  rc__leaving leaving = seen->leaving;
  const int64_t before = rc__frame_end(&seen->frame, seen->frame.list_length) - seen->frame.offset;
  const int64_t now = before - movement;
  if (!is_user_driven) {
    // A host that rounds its offsets may be moved a little by that.
    if (movement < -one_point || movement > one_point) leaving.away = 0;
  } else if (movement > 0) {
    if (now <= anchor->settings.stick_distances[RC_END_TAIL]) leaving = (rc__leaving){0};
  } else if (now > 0 && movement < 0) {
    // (A bounce past the end that comes back moves toward it.)
    leaving.has_left = true;
    leaving.away += now - rc__at_least(before, 0);
  }
  return leaving;
}

/// Whether a viewport is at the tail, so far before the end. Once the user has left it a point is
/// the most: what is near would otherwise pull the viewport back, and no less so if each movement
/// was small.
static bool is_at_tail(const rc__anchor *anchor, int64_t before_end, rc__leaving leaving) {
  const int64_t distance = anchor->settings.stick_distances[RC_END_TAIL];
  const int64_t most = leaving.has_left ? rc__at_most(distance, one_point) : distance;
  return before_end <= most && leaving.away <= most;
}

static bool frames_differ(const rc__frame *a, const rc__frame *b) {
  return a->length != b->length || a->inset_start != b->inset_start ||
         a->inset_end != b->inset_end || a->insets_are_fixed != b->insets_are_fixed;
}

/// Whether the viewport goes to the end of the list; only if something has changed.
static bool sticks_to_tail(const rc__anchor *anchor, const rc__frame *frame, int64_t movement,
                           bool is_user_driven) {
  const rc__seen *seen = &anchor->seen;
  if (!anchor->settings.sticks[RC_END_TAIL]) return false;
  // What is shorter than the viewport keeps its start.
  if (rc__frame_end(frame, frame->list_length) < frame->scrollable.lower) return false;
  if (!seen->any) return frame->offset <= 0;
  const int64_t length = seen->frame.list_length;
  const int64_t before = rc__frame_end(&seen->frame, length) - seen->frame.offset;
  if (seen->count == 0) return true;
  const bool was_at_it = is_at_tail(anchor, before, seen->leaving);
  if (!was_at_it || movement == 0) return was_at_it;
  const rc__leaving leaving = leaving_after(anchor, movement, is_user_driven);
  if (is_at_tail(anchor, rc__frame_end(frame, length) - frame->offset, leaving)) return true;
  // A host may have clamped its offset itself, when rows were removed and before others came.
  const int64_t shortest = rc__frame_end(frame, anchor->since.shortest) - frame->offset;
  return !is_user_driven && is_at_tail(anchor, shortest, leaving);
}

/// Whether the viewport goes to the start, to show what has come before the first item.
static bool sticks_to_head(const rc__anchor *anchor, const rc__frame *frame, int64_t lowest) {
  const rc__seen *seen = &anchor->seen;
  if (!anchor->settings.sticks[RC_END_HEAD] || !seen->any || !rc__since_began(anchor)) return false;
  if (seen->count == 0) return true;
  const int64_t distance = anchor->settings.stick_distances[RC_END_HEAD];
  return seen->frame.offset <= seen->frame.scrollable.lower + distance &&
         frame->offset <= lowest + distance;
}

/// By how much the anchor has moved.
static int64_t shift_of_survivor(const rc__anchor *anchor, const rc__survivor *survivor) {
  const rc__first *first = &anchor->first;
  const rc__item row = rc__rows_of_item(anchor->rows, survivor->item);
  if (row.is_measured && rc__since_keeps_end(anchor)) {
    return row.offset + row.extent - (first->start + first->extent);
  }
  return row.offset - survivor->start;
}

/// A header so tall that it hides the items grows or shrinks where it is.
static bool is_hidden_by_head(const rc__anchor *anchor) {
  return anchor->seen.at_start && rc__interval_is_empty(anchor->seen.visible);
}

/// By how much a header has grown downward, as it does at the start.
static int64_t growth_of_head(const rc__anchor *anchor) {
  if (!anchor->seen.at_start || rc__since_began(anchor)) return 0;
  return anchor->rows->extra_lengths[RC_END_HEAD] - anchor->seen.head;
}

/// By how much an item has to move to the viewport's start.
static int64_t shift_to_start(const rc__anchor *anchor, int64_t item) {
  return rc__rows_of_item(anchor->rows, item).offset -
         rc__frame_viewport(&anchor->seen.frame).lower;
}

/// By how much what keeps its place has moved.
static int64_t shift_of_anchor(const rc__anchor *anchor, bool is_by_start) {
  // If only the viewport was scrolled, the row has not moved.
  if (anchor->first.item < 0 || anchor->first.stamp == anchor->rows->stamp) return 0;
  if (is_hidden_by_head(anchor)) return 0;
  const rc__survivor survivor = rc__since_survivor(anchor, !is_by_start);
  if (survivor.item < 0) {
    // Under a header that was at the viewport's start, nothing has to come there.
    const bool is_under_head = rc__frame_viewport(&anchor->seen.frame).lower < anchor->seen.head;
    return survivor.next < 0 || is_under_head ? 0 : shift_to_start(anchor, survivor.next);
  }
  int64_t shift = rc__rows_of_item(anchor->rows, survivor.item).offset - survivor.start;
  if (!is_by_start) {
    if (survivor.is_first) shift = shift_of_survivor(anchor, &survivor);
    // One that takes the anchor's part was uncovered with it.
    const bool is_covered = survivor.is_first || rc__since_first(anchor) >= 0;
    if (survivor.entry >= 0) shift += rc__since_uncovered(anchor, survivor.entry + is_covered);
  }
  if (survivor.next >= 0) shift = rc__at_most(shift, shift_to_start(anchor, survivor.next));
  return shift - growth_of_head(anchor);
}

/// By how much the first item, or who takes its part, has moved in the list's coordinates, by its
/// start; false if no such item has stayed.
static bool first_moved_by(const rc__anchor *anchor, int64_t *out_shift) {
  if (anchor->first.item < 0 || rc__since_survivor(anchor, false).item < 0) return false;
  *out_shift = shift_of_anchor(anchor, true);
  return true;
}

bool rc__anchor_was_edited(const rc__anchor *anchor) {
  if (anchor->first.item < 0) return false;
  const rc__survivor survivor = rc__since_survivor(anchor, true);
  // If nothing keeps its place, what was before the next item is gone.
  return survivor.item < 0 || rc__since_edited_before(anchor, survivor.item);
}

/// The correction before it is clamped, where no end sticks and there is no target.
static int64_t free_correction(const rc__anchor *anchor) {
  const rc__seen *seen = &anchor->seen;
  if (seen->at_end && !rc__since_edited_after(anchor)) {
    return rc__rows_content(anchor->rows).upper - seen->content_end - rc__since_growth(anchor) -
           growth_of_head(anchor);
  }
  return shift_of_anchor(anchor, false);
}

/// The same in lanes.
static int64_t laned_shift(const rc__anchor *anchor) {
#if RC_LANES
  return anchor->laned_shift;
#else
  (void)anchor;
  return 0;
#endif
}

int64_t rc__anchor_find_shift(const rc__anchor *anchor) {
  return shift_of_anchor(anchor, false);
}

int64_t rc__anchor_shift_of_head(const rc__anchor *anchor) {
  if (anchor->first.item < 0 || is_hidden_by_head(anchor)) return 0;
  return anchor->rows->extra_lengths[RC_END_HEAD] - anchor->seen.head - growth_of_head(anchor);
}

/// Whether items, extents or the length have changed since the last update.
static bool content_has_changed(const rc__anchor *anchor) {
  if (anchor->rows->content_stamp <= anchor->seen.stamp) return false;
  return !anchor->seen.any || rc__since_changed(anchor);
}

int64_t rc__anchor_find_correction(rc__anchor *anchor, const rc__frame *frame, int64_t movement,
                                   bool is_user_driven) {
  if (frame->list_length == 0) return 0;
  const rc__frame *seen = &anchor->seen.frame;
  const rc_interval scrollable = frame->scrollable;
  rc__target *target = &anchor->target;
  int64_t overshot = 0, correction = 0;
  if (movement == 0 || is_user_driven) overshot = overshoot(anchor, frame->offset);
  // While the list only scrolls, nothing has moved.
  const bool is_resized = frames_differ(frame, seen);
  const bool is_laned = rc__rows_are_laned(anchor->rows);
  // In lanes the length changes as lanes are given.
  const bool has_changed = content_has_changed(anchor) || is_resized ||
                           (is_laned && seen->list_length != frame->list_length);
  const bool at_tail = has_changed && sticks_to_tail(anchor, frame, movement, is_user_driven);
  const bool at_head = has_changed && sticks_to_head(anchor, frame, scrollable.lower);
  if (target->was_reached && (at_tail || at_head)) *target = rc__no_target;
  if (target->is_approached) {
    correction = rc__target_offset(anchor, target, frame) - target->offset;
  } else if (at_tail) {
    const bool is_other = is_resized || seen->list_length != frame->list_length;
    if (is_other && movement != 0) overshot = 0;
    correction = scrollable.upper + overshot - frame->offset;
  } else if (at_head) {
    correction = scrollable.lower + overshot - frame->offset;
  } else if (is_laned) {
    correction = laned_shift(anchor);
  } else if (anchor->rows->content_stamp > anchor->seen.stamp) {
    correction = free_correction(anchor);
  }
  const int64_t inside = frame->offset + correction - overshot;
  return rc__clamped(inside, scrollable) + overshot - frame->offset;
}

// == held back ==

/// Gives up what measurements have added to the pending correction as the host comes to its lowest
/// offset, so that the first item can be reached; on the way there, in proportion. A negative part
/// hides no item.
static void give_up_pending(rc__anchor *anchor, const rc__frame *frame,
                            const rc__movement *movement) {
  const int64_t distance = movement->host_offset - frame->scrollable.lower;
  const int64_t before = distance - movement->moved;
  if (anchor->pending_measures <= 0) return;
  if (distance <= 0) {
    anchor->pending_measures = 0;
  } else if (distance < before) {
    const int64_t left = rc__part_of(anchor->pending_measures, distance, before);
    const int64_t quantum = anchor->rows->quantum;
    anchor->pending_measures = quantum == 0 ? left : left - left % quantum;
  }
}

/// From 0 to a number, or from the number to 0.
static rc_interval toward_0(int64_t number) {
  return number < 0 ? (rc_interval){number, 0} : (rc_interval){0, number};
}

/// Reduces the pending correction so that the viewport is within what can be scrolled, as its host
/// is.
static void limit_pending(rc__anchor *anchor, const rc__frame *frame, int64_t host) {
  const rc_interval scrollable = frame->scrollable;
  const int64_t pending = rc__anchor_pending(anchor);
  const int64_t end = rc__frame_end(frame, frame->list_length);
  if (host < scrollable.lower || (host > scrollable.lower && host > end - pending)) return;
  // This is no further than to 0, where the viewport is as its host is.
  const int64_t kept = rc__clamped(host + pending, scrollable) - host;
  const rc_interval measures = toward_0(anchor->pending_measures);
  const int64_t left = rc__clamped(anchor->pending_measures + kept - pending, measures);
  anchor->pending_edits = kept - left;
  anchor->pending_measures = left;
}

void rc__anchor_limit_held(rc__anchor *anchor, const rc__frame *frame,
                           const rc__movement *movement) {
  give_up_pending(anchor, frame, movement);
  limit_pending(anchor, frame, movement->host_offset);
}

int64_t rc__anchor_correct(rc__anchor *anchor, rc__frame *frame, rc__movement *movement,
                           bool is_held) {
  const bool is_user_driven = movement->is_user_driven;
  const int64_t pending = rc__anchor_pending(anchor);
  frame->offset = movement->host_offset + pending;
  movement->moved = anchor->seen.any ? movement->host_offset - anchor->seen.host_offset : 0;
  // Before the first update the viewport is at 0.
  rc__target_note_movement(anchor, anchor->seen.frame.offset, frame->offset, is_user_driven);
  const int64_t correction =
      rc__anchor_find_correction(anchor, frame, movement->moved, is_user_driven);
  const bool is_edited = is_held && rc__anchor_was_edited(anchor);
  rc__anchor_add_correction(anchor, frame, movement, correction, is_held, is_edited);
  return rc__anchor_tell(anchor, movement, pending, is_held);
}

void rc__anchor_place(rc__anchor *anchor, rc__frame *frame, rc__movement *movement, int64_t item,
                      int64_t place) {
  const int64_t start = rc__rows_of_item(anchor->rows, item).offset - frame->inset_start;
  frame->offset = movement->host_offset = start - place;
  if (frame->visible_length == 0) return;
  anchor->pending_edits = anchor->pending_measures = 0;
  int64_t from = frame->offset;
  if (anchor->seen.any) {
    const int64_t before = rc__frame_viewport(&anchor->seen.frame).lower;
    int64_t moved_by;
    const bool has_stayed = first_moved_by(anchor, &moved_by);
    if (has_stayed) movement->moved = rc__frame_viewport(frame).lower - before - moved_by;
    from = anchor->seen.frame.offset;
  }
  movement->corrected = frame->offset - from - movement->moved;
  rc__target_note_movement(anchor, from, from + movement->moved, movement->is_user_driven);
}

int64_t rc__anchor_set_target(rc__anchor *anchor, rc__target target, bool is_nearest) {
  rc__frame frame = anchor->seen.frame;
  rc__frame_fit(&frame, anchor->rows);
  // The movement from edits since the last update has yet to be corrected: the host's offset, and
  // so the one returned to it, excludes it.
  anchor->target = rc__no_target;
  // In lanes as far as the first item tells.
  const bool has_changed = anchor->rows->content_stamp > anchor->seen.stamp;
  if (rc__rows_are_laned(anchor->rows)) {
    rc__since_find_first(anchor);
    rc__anchor_set_laned_shift(anchor, has_changed ? shift_of_anchor(anchor, false) : 0);
  }
  const int64_t owed = anchor->seen.any ? rc__anchor_find_correction(anchor, &frame, 0, false) : 0;
  return rc__target_set(anchor, &frame, target, is_nearest, owed);
}

// == recording ==

/// Which item was the anchor up to now, or has taken its part; −1 for none.
static int64_t former_anchor(const rc__anchor *anchor) {
  const int64_t first = rc__since_first(anchor);
  if (first >= 0 || anchor->first.item < 0) return first;
  return rc__since_survivor(anchor, false).item;
}

/// - `former`: as `former_anchor` has it.
static void record_row(rc__anchor *anchor, rc__item row, int64_t former) {
  rc__first *first = &anchor->first;
  const rc_interval items = rc__rows_items(anchor->rows, row.index);
  // With several columns the same item stays the anchor while it is in the row, so that one edit
  // per update gives the same result as all edits in one update.
  const bool is_same = rc__interval_has(items, former);
  *first = (rc__first){
      .item = is_same ? former : items.lower,
      .start = row.offset,
      .extent = row.extent,
      .was_uncovered = is_same && first->was_uncovered,
  };
}

/// Whether nothing of the anchor's row was on screen before the user scrolled backward.
static bool is_uncovered_by_user(const rc__anchor *anchor, rc_interval before) {
  if (!anchor->seen.is_backward) return false;
  const int64_t row = rc__rows_index(anchor->rows, anchor->first.item);
  const rc_interval items = rc__rows_items(anchor->rows, row);
  return rc__since_first_seen(anchor, items, before) < 0;
}

static bool has_to_be_measured(const rc__anchor *anchor) {
  const rc__item row = rc__rows_of_item(anchor->rows, anchor->first.item);
  return !rc__rows_is_settled(anchor->rows, &row);
}

/// Whether a row from the anchor's up to what was on screen is still to be measured. Once none is,
/// what was uncovered is on screen like the rest: rows that are inserted there push it down.
static bool awaits_uncovered(const rc__anchor *anchor, int64_t still_visible) {
  const int64_t row = rc__rows_index(anchor->rows, anchor->first.item);
  const int64_t first = rc__rows_first_unsettled(anchor->rows, row, row + 1);
  return first == row || first < rc__rows_index(anchor->rows, still_visible);
}

/// - `start`: of the viewport, which is not at its lowest offset.
static rc__lie lie_of(const rc__anchor *anchor, int64_t start, bool is_uncovered) {
  const rc__first *first = &anchor->first;
  if (first->start < start && start < first->start + first->extent) return RC__LIE_CUT;
  if (first->start == start && anchor->seen.is_backward) return RC__LIE_READ_UPWARD;
  const bool is_above = first->start >= start && is_uncovered && has_to_be_measured(anchor);
  return is_above ? RC__LIE_ABOVE : RC__LIE_WHOLE;
}

/// In lanes: the first item on screen. Once rows are to change, it is the one that is read.
static void record_laned(rc__anchor *anchor, const rc__frame *frame) {
  rc__first *first = &anchor->first;
  const rc_interval visible = anchor->seen.visible;
  *first = (rc__first){.item = -1};
  if (anchor->rows->count == 0) return;
  first->item = visible.lower < visible.upper
                    ? visible.lower
                    : rc__rows_at(anchor->rows, rc__frame_viewport(frame).lower).index;
  first->extent = RC__FIRST_NOT_FOUND;
  first->stamp = anchor->rows->stamp;
}

/// - `before`: the items that were on screen before the last movement.
static void record_anchor(rc__anchor *anchor, const rc__frame *frame, rc_interval before,
                          int64_t former, bool has_moved) {
  rc__first *first = &anchor->first;
  rc__seen *seen = &anchor->seen;
  seen->still_visible = 0;
  if (anchor->rows->count == 0) {
    first->item = -1;
    return;
  }
  const bool at_lowest = frame->offset <= frame->scrollable.lower + anchor->tolerance;
  const int64_t start = rc__frame_viewport(frame).lower;
  const rc_interval row = {first->start, first->start + first->extent};
  if (at_lowest) {
    record_row(anchor, rc__rows_of_item(anchor->rows, 0), former);
  } else if (!rc__interval_has(row, start) || first->stamp != anchor->rows->stamp) {
    record_row(anchor, rc__rows_at(anchor->rows, start), former);
  }
  // Usually nothing was uncovered.
  if (anchor->since.any || before.lower > seen->visible.lower) {
    const int64_t index = rc__rows_index(anchor->rows, first->item);
    const int64_t from = rc__rows_first_item(anchor->rows, index);
    const rc_interval items = {rc__at_least(from, seen->visible.lower), seen->visible.upper};
    const int64_t first_seen = rc__since_first_seen(anchor, items, before);
    if (first_seen > items.lower && awaits_uncovered(anchor, first_seen)) {
      seen->still_visible = first_seen;
    }
  }
  // Rows were uncovered above what was on screen: that stays where it is.
  const bool is_uncovered =
      first->item < seen->still_visible &&
      rc__rows_index(anchor->rows, first->item) < rc__rows_index(anchor->rows, seen->still_visible);
  if (has_moved) {
    first->was_uncovered = is_uncovered_by_user(anchor, before);
  } else if (is_uncovered) {
    first->was_uncovered = seen->is_backward;
  }
  // Once measured it is on screen like the rest: at another breadth it keeps its start.
  if (first->was_uncovered && !has_to_be_measured(anchor)) first->was_uncovered = false;
  first->lie = at_lowest ? RC__LIE_LOWEST : lie_of(anchor, start, is_uncovered);
  first->still_visible = is_uncovered && !at_lowest ? seen->still_visible : 0;
  first->stamp = anchor->rows->stamp;
}

void rc__anchor_record(rc__anchor *anchor, const rc__frame *frame, const rc__movement *movement,
                       rc_interval visible) {
  rc__seen *seen = &anchor->seen;
  const int64_t lowest = frame->scrollable.lower, highest = frame->scrollable.upper;
  const int64_t moved = movement->moved, former = former_anchor(anchor);
  if (moved != 0) seen->is_backward = movement->is_user_driven && moved < 0;
  seen->leaving = leaving_after(anchor, moved, movement->is_user_driven);
  seen->frame = *frame;
  seen->host_offset = movement->host_offset;
  rc_interval before = seen->visible;
  if (moved == 0 && seen->still_visible > 0) before.lower = seen->still_visible;
  seen->visible = visible;
  if (anchor->rows->stamp != seen->stamp) {
    seen->any = true;
    seen->stamp = anchor->rows->stamp;
    seen->head = anchor->rows->extra_lengths[RC_END_HEAD];
    seen->content_end = rc__rows_content(anchor->rows).upper;
  }
  const int64_t tolerance = anchor->tolerance;
  seen->at_start =
      rc__frame_viewport(frame).lower < seen->head || frame->offset <= lowest + tolerance;
  seen->at_end = highest > lowest + tolerance && frame->offset >= highest - tolerance;
  if (anchor->target.item >= 0) rc__target_record(anchor, frame, movement->corrected);
  if (rc__rows_are_laned(anchor->rows)) {
    record_laned(anchor, frame);
  } else {
    record_anchor(anchor, frame, before, former, moved != 0);
  }
  seen->count = anchor->rows->count;
  rc__since_end(anchor);
}

// == life ==

void rc__anchor_init(rc__anchor *anchor, const rc__rows *rows, rc__origins *origins) {
  *anchor = (rc__anchor){
      .rows = rows,
      .origins = origins,
      .tolerance = RC_TICKS_PER_POINT,
      .first = {.item = -1},
      .target = rc__no_target,
  };
  if (rows->quantum > 0) anchor->tolerance = rc__at_most(one_point, rows->quantum - 1);
  rc__origins_init(&anchor->since.origins, &rows->allocator);
}

void rc__anchor_deinit(rc__anchor *anchor) {
  rc__origins_deinit(&anchor->since.origins);
}

const char *rc__anchor_find_violation(const rc__anchor *anchor) {
  if (anchor->first.item < -1 || anchor->first.item >= anchor->seen.count) {
    return "anchor index out of range";
  }
  if (anchor->target.item < -1 || anchor->target.item >= anchor->rows->count) {
    return "scroll target index out of range";
  }
  return NULL;
}

// == edits ==

void rc__anchor_insert(rc__anchor *anchor, int64_t index, int64_t count,
                       const rc__rearrangement *edit) {
  rc__since_rearrange(anchor, edit);
  rc__since_insert(anchor, index, count);
  rc__target_insert(anchor, index, count);
  rc__since_note_change(anchor);
}

void rc__anchor_remove(rc__anchor *anchor, int64_t lower, int64_t upper,
                       const rc__rearrangement *edit) {
  rc__since_rearrange(anchor, edit);
  rc__since_remove(anchor, lower, upper);
  rc__target_remove(anchor, lower, upper);
  rc__since_note_change(anchor);
}

void rc__anchor_move(rc__anchor *anchor, int64_t lower, int64_t upper, int64_t to,
                     const rc__rearrangement *edit) {
  rc__since_rearrange(anchor, edit);
  rc__since_move(anchor, lower, upper, to);
  rc__target_move(anchor, lower, upper, to);
  rc__since_note_change(anchor);
}
