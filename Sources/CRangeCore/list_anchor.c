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

#include "list.h"

static const int64_t one_point = RC_TICKS_PER_POINT;

/// How far an offset lies outside what could be scrolled at the last update; negative before it.
static int64_t overshoot(const rc_list *list, int64_t offset) {
  const rc__frame *seen = &list->seen.frame;
  if (seen->list_length == 0) return 0;
  return offset - rc__clamped(offset, seen->scrollable);
}

/// How the user has left the tail, after a movement since the last update.
static rc__leaving leaving_after(const rc_list *list, int64_t movement, bool is_user_driven) {
  const rc__seen *seen = &list->seen;
  rc__leaving leaving = seen->leaving;
  const int64_t before = rc__frame_end(&seen->frame, seen->frame.list_length) - seen->frame.offset;
  const int64_t now = before - movement;
  if (!is_user_driven) {
    // A host that rounds its offsets may be moved a little by that.
    if (movement < -one_point || movement > one_point) leaving.away = 0;
  } else if (movement > 0) {
    if (now <= list->stick_distances[RC_END_TAIL]) leaving = (rc__leaving){0};
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
static bool is_at_tail(const rc_list *list, int64_t before_end, rc__leaving leaving) {
  const int64_t distance = list->stick_distances[RC_END_TAIL];
  const int64_t most = leaving.has_left ? rc__at_most(distance, one_point) : distance;
  return before_end <= most && leaving.away <= most;
}

static bool frames_differ(const rc__frame *a, const rc__frame *b) {
  return a->length != b->length || a->inset_start != b->inset_start ||
         a->inset_end != b->inset_end || a->insets_are_fixed != b->insets_are_fixed;
}

/// Whether the viewport goes to the end of the list; only if something has changed.
static bool sticks_to_tail(const rc_list *list, const rc__frame *frame, int64_t movement,
                           bool is_user_driven) {
  const rc__seen *seen = &list->seen;
  if (!list->settings.sticks[RC_END_TAIL]) return false;
  // What is shorter than the viewport keeps its start.
  if (rc__frame_end(frame, frame->list_length) < frame->scrollable.lower) return false;
  if (!seen->any) return frame->offset <= 0;
  const int64_t length = seen->frame.list_length;
  const int64_t before = rc__frame_end(&seen->frame, length) - seen->frame.offset;
  if (seen->count == 0) return true;
  const bool was_at_it = is_at_tail(list, before, seen->leaving);
  if (!was_at_it || movement == 0) return was_at_it;
  const rc__leaving leaving = leaving_after(list, movement, is_user_driven);
  if (is_at_tail(list, rc__frame_end(frame, length) - frame->offset, leaving)) return true;
  // A host may have clamped its offset itself, when rows were removed and before others came.
  const int64_t shortest = rc__frame_end(frame, list->since.shortest) - frame->offset;
  return !is_user_driven && is_at_tail(list, shortest, leaving);
}

/// Whether the viewport goes to the start, to show what has come before the first item.
static bool sticks_to_head(const rc_list *list, const rc__frame *frame, int64_t lowest) {
  const rc__seen *seen = &list->seen;
  if (!list->settings.sticks[RC_END_HEAD] || !seen->any || !rc__since_began(list)) return false;
  if (seen->count == 0) return true;
  const int64_t distance = list->stick_distances[RC_END_HEAD];
  return seen->frame.offset <= seen->frame.scrollable.lower + distance &&
         frame->offset <= lowest + distance;
}

/// By how much the anchor has moved.
static int64_t shift_of_kept(const rc_list *list, const rc__survivor *kept) {
  const rc__anchor *anchor = &list->anchor;
  const rc__item row = rc__list_row_of(list, kept->item);
  if (row.is_measured && rc__since_keeps_end(list)) {
    return row.offset + row.extent - (anchor->start + anchor->extent);
  }
  return row.offset - kept->start;
}

/// A header so tall that it hides the items grows or shrinks where it is.
static bool is_hidden_by_head(const rc_list *list) {
  return list->seen.at_start && rc__interval_is_empty(list->seen.visible);
}

/// By how much a header has grown downward, as it does at the start.
static int64_t growth_of_head(const rc_list *list) {
  if (!list->seen.at_start || rc__since_began(list)) return 0;
  return list->extra_lengths[RC_END_HEAD] - list->seen.head;
}

/// By how much an item has to move to the viewport's start.
static int64_t shift_to_start(const rc_list *list, int64_t item) {
  return rc__list_row_of(list, item).offset - rc__frame_viewport(&list->seen.frame).lower;
}

/// By how much what keeps its place has moved.
static int64_t shift_of_anchor(const rc_list *list, bool is_by_start) {
  // If only the viewport was scrolled, the row has not moved.
  if (list->anchor.item < 0 || list->anchor.stamp == list->stamp) return 0;
  if (is_hidden_by_head(list)) return 0;
  const rc__survivor kept = rc__since_survivor(list, !is_by_start);
  if (kept.item < 0) {
    // Under a header that was at the viewport's start, nothing has to come there.
    const bool is_under_head = rc__frame_viewport(&list->seen.frame).lower < list->seen.head;
    return kept.next < 0 || is_under_head ? 0 : shift_to_start(list, kept.next);
  }
  int64_t shift = rc__list_row_of(list, kept.item).offset - kept.start;
  if (!is_by_start) {
    if (kept.is_anchor) shift = shift_of_kept(list, &kept);
    // One that takes the anchor's part was uncovered with it.
    const bool is_covered = kept.is_anchor || rc__since_anchor(list) >= 0;
    if (kept.slot >= 0) shift += rc__since_uncovered(list, kept.slot + is_covered);
  }
  if (kept.next >= 0) shift = rc__at_most(shift, shift_to_start(list, kept.next));
  return shift - growth_of_head(list);
}

bool rc__anchor_moved_by(const rc_list *list, int64_t *out_shift) {
  if (list->anchor.item < 0 || rc__since_survivor(list, false).item < 0) return false;
  *out_shift = shift_of_anchor(list, true);
  return true;
}

bool rc__anchor_was_edited(const rc_list *list) {
  if (list->anchor.item < 0) return false;
  const rc__survivor kept = rc__since_survivor(list, true);
  // If nothing keeps its place, what was before the next item is gone.
  return kept.item < 0 || rc__since_edited_before(list, kept.item);
}

/// The correction before it is clamped, where no end sticks and there is no target.
static int64_t free_correction(const rc_list *list) {
  const rc__seen *seen = &list->seen;
  if (seen->at_end && !rc__since_edited_after(list)) {
    return rc__list_content(list).upper - seen->content_end - rc__since_growth(list) -
           growth_of_head(list);
  }
  return shift_of_anchor(list, false);
}

/// Whether items, extents or the length have changed since the last update.
static bool content_has_changed(const rc_list *list) {
  if (list->content_stamp <= list->seen.stamp) return false;
  return !list->seen.any || rc__since_changed(list);
}

int64_t rc__anchor_correction(rc_list *list, const rc__frame *frame, int64_t movement,
                              bool is_user_driven) {
  if (frame->list_length == 0) return 0;
  const rc__frame *seen = &list->seen.frame;
  const rc_interval scrollable = frame->scrollable;
  rc__target *target = &list->target;
  int64_t overshot = 0, correction = 0;
  if (movement == 0 || is_user_driven) overshot = overshoot(list, frame->offset);
  // While the list only scrolls, nothing has moved.
  const bool is_resized = frames_differ(frame, seen);
  const bool has_changed = content_has_changed(list) || is_resized;
  const bool at_tail = has_changed && sticks_to_tail(list, frame, movement, is_user_driven);
  const bool at_head = has_changed && sticks_to_head(list, frame, scrollable.lower);
  if (target->was_reached && (at_tail || at_head)) *target = rc__no_target;
  if (target->is_approached) {
    correction = rc__target_offset(list, target, frame) - target->offset;
  } else if (at_tail) {
    const bool is_other = is_resized || seen->list_length != frame->list_length;
    if (is_other && movement != 0) overshot = 0;
    correction = scrollable.upper + overshot - frame->offset;
  } else if (at_head) {
    correction = scrollable.lower + overshot - frame->offset;
  } else if (list->content_stamp > list->seen.stamp) {
    correction = free_correction(list);
  }
  const int64_t inside = frame->offset + correction - overshot;
  return rc__clamped(inside, scrollable) + overshot - frame->offset;
}

// == recording ==

/// Which item was the anchor up to now, or has taken its part; −1 for none.
static int64_t former_anchor(const rc_list *list) {
  const int64_t anchor = rc__since_anchor(list);
  if (anchor >= 0 || list->anchor.item < 0) return anchor;
  return rc__since_survivor(list, false).item;
}

/// - `former`: as `former_anchor` has it.
static void record_row(rc_list *list, rc__item row, int64_t former) {
  rc__anchor *anchor = &list->anchor;
  const rc_interval items = {rc__list_first_item(list, row.index),
                             rc__list_first_item(list, row.index + 1)};
  // With several columns the same item stays the anchor while it is in the row, so that one edit
  // per update gives the same result as all edits in one update.
  const bool is_same = rc__interval_has(items, former);
  *anchor = (rc__anchor){
      .item = is_same ? former : items.lower,
      .start = row.offset,
      .extent = row.extent,
      .was_uncovered = is_same && anchor->was_uncovered,
  };
}

/// Whether nothing of the anchor's row was on screen before the user scrolled backward.
static bool is_uncovered_by_user(const rc_list *list, rc_interval before) {
  if (!list->seen.is_backward) return false;
  const int64_t row = rc__list_row(list, list->anchor.item);
  const rc_interval items = {rc__list_first_item(list, row), rc__list_first_item(list, row + 1)};
  return rc__since_first_seen(list, items, before) < 0;
}

static bool has_to_be_measured(const rc_list *list) {
  const rc__item row = rc__list_row_of(list, list->anchor.item);
  return !rc__list_is_settled(list, &row);
}

/// Whether a row from the anchor's up to what was on screen is still to be measured. Once none is,
/// what was uncovered is on screen like the rest: rows that are inserted there push it down.
static bool awaits_uncovered(const rc_list *list, int64_t still_visible) {
  const int64_t row = rc__list_row(list, list->anchor.item);
  const int64_t first = rc__at_most(rc__extents_find(list->extents, row, false),
                                    rc__provisional_find(list->provisional, row));
  return first == row || first < rc__list_row(list, still_visible);
}

/// - `before`: the items that were on screen before the last movement.
static void record_anchor(rc_list *list, const rc__frame *frame, rc_interval before, int64_t former,
                          bool has_moved) {
  rc__anchor *anchor = &list->anchor;
  rc__seen *seen = &list->seen;
  seen->still_visible = 0;
  if (list->count == 0) {
    anchor->item = -1;
    return;
  }
  const bool at_lowest = frame->offset <= frame->scrollable.lower + list->tolerance;
  const int64_t start = rc__frame_viewport(frame).lower;
  const rc_interval row = {anchor->start, anchor->start + anchor->extent};
  if (at_lowest) {
    record_row(list, rc__list_row_of(list, 0), former);
  } else if (!rc__interval_has(row, start) || anchor->stamp != list->stamp) {
    record_row(list, rc__list_row_at(list, start), former);
  }
  // Usually nothing was uncovered.
  if (list->since.any || before.lower > seen->visible.lower) {
    const int64_t first = rc__list_first_item(list, rc__list_row(list, anchor->item));
    const rc_interval items = {rc__at_least(first, seen->visible.lower), seen->visible.upper};
    const int64_t first_seen = rc__since_first_seen(list, items, before);
    if (first_seen > items.lower && awaits_uncovered(list, first_seen)) {
      seen->still_visible = first_seen;
    }
  }
  const int64_t end = anchor->start + anchor->extent;
  const bool straddles = anchor->start < start && start < end;
  // Rows were uncovered above what was on screen: that stays where it is.
  const bool is_uncovered =
      anchor->item < seen->still_visible &&
      rc__list_row(list, anchor->item) < rc__list_row(list, seen->still_visible);
  const bool is_read_upward = anchor->start == start && seen->is_backward;
  const bool is_above = anchor->start >= start && is_uncovered && has_to_be_measured(list);
  if (has_moved) {
    anchor->was_uncovered = is_uncovered_by_user(list, before);
  } else if (is_uncovered) {
    anchor->was_uncovered = seen->is_backward;
  }
  anchor->keeps_end = !at_lowest && (straddles || is_read_upward || is_above);
  anchor->still_visible = is_uncovered && !at_lowest ? seen->still_visible : 0;
  anchor->stamp = list->stamp;
}

void rc__anchor_record(rc_list *list, const rc__frame *frame, const rc__movement *movement) {
  rc__seen *seen = &list->seen;
  const int64_t lowest = frame->scrollable.lower, highest = frame->scrollable.upper;
  const int64_t moved = movement->moved, former = former_anchor(list);
  if (moved != 0) seen->is_backward = movement->is_user_driven && moved < 0;
  seen->leaving = leaving_after(list, moved, movement->is_user_driven);
  seen->frame = *frame;
  seen->host_offset = movement->host_offset;
  rc_interval before = seen->visible;
  if (moved == 0 && seen->still_visible > 0) before.lower = seen->still_visible;
  seen->visible = rc__range_items(&list->ranges[RC__RANGE_VISIBLE]);
  if (list->stamp != seen->stamp) {
    seen->any = true;
    seen->stamp = list->stamp;
    seen->head = list->extra_lengths[RC_END_HEAD];
    seen->content_end = rc__list_content(list).upper;
  }
  const int64_t tolerance = list->tolerance;
  seen->at_start =
      rc__frame_viewport(frame).lower < seen->head || frame->offset <= lowest + tolerance;
  seen->at_end = highest > lowest + tolerance && frame->offset >= highest - tolerance;
  if (list->target.item >= 0) rc__target_record(list, frame, movement->corrected);
  record_anchor(list, frame, before, former, moved != 0);
  seen->count = list->count;
  rc__since_end(list);
}
