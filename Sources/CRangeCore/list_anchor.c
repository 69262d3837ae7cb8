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

/// How close to the tail a viewport counts as being at it. After the user has scrolled away from it
/// a point: what is near would otherwise pull the viewport back.
static int64_t tail_distance(const rc_list *list, bool is_backward) {
  const int64_t distance = list->stick_distances[RC_END_TAIL];
  return is_backward ? rc__at_most(distance, one_point) : distance;
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
  if (!seen->any) return frame->offset <= 0;
  const int64_t length = seen->frame.list_length;
  const int64_t before = rc__frame_end(&seen->frame, length) - seen->frame.offset;
  const bool was_at_it = seen->count == 0 || before <= tail_distance(list, seen->is_backward);
  if (!was_at_it || movement == 0) return was_at_it;
  const bool is_backward = is_user_driven ? movement < 0 : seen->is_backward;
  const int64_t distance = tail_distance(list, is_backward);
  if (rc__frame_end(frame, length) - frame->offset <= distance) return true;
  // A host may have clamped its offset itself, when rows were removed and before others came.
  return !is_user_driven && rc__frame_end(frame, list->since.shortest) - frame->offset <= distance;
}

/// Whether the viewport goes to the start, to show what has come before the first item.
static bool sticks_to_head(const rc_list *list, const rc__frame *frame, int64_t lowest) {
  const rc__seen *seen = &list->seen;
  if (!list->settings.sticks[RC_END_HEAD] || !seen->any || !rc__since_began(list)) return false;
  const int64_t distance = list->stick_distances[RC_END_HEAD];
  const bool was_at_it =
      seen->count == 0 || seen->frame.offset <= seen->frame.scrollable.lower + distance;
  return was_at_it && frame->offset <= lowest + distance;
}

/// By how much a kept item has moved.
static int64_t shift_of_kept(const rc_list *list, const rc__survivor *kept) {
  const rc__anchor *anchor = &list->anchor;
  const rc__item row = rc__list_row_of(list, kept->item);
  const bool is_anchor = kept->item == rc__since_index(list, anchor->item);
  const bool awaited = !anchor->is_measured || list->since.anchor_was_forgotten;
  if (is_anchor && anchor->keeps_end && awaited && row.is_measured) {
    return row.offset + row.extent - (anchor->start + anchor->extent);
  }
  return row.offset - kept->start;
}

int64_t rc__anchor_shift(const rc_list *list) {
  const rc__seen *seen = &list->seen;
  // If only the viewport was scrolled, the row has not moved.
  if (list->anchor.item < 0 || list->anchor.stamp == list->stamp) return 0;
  // A header so tall that it hides the items grows or shrinks where it is.
  if (seen->at_start && rc__interval_is_empty(seen->visible)) return 0;
  const rc__survivor kept = rc__since_survivor(list);
  int64_t shift = 0;
  if (kept.item >= 0) {
    shift = shift_of_kept(list, &kept);
    // At the start a header grows downward.
    const int64_t head = list->extra_lengths[RC_END_HEAD] - seen->head;
    if (seen->at_start && !rc__since_began(list)) shift -= head;
  }
  if (kept.next >= 0) {
    const int64_t start = rc__frame_viewport(&seen->frame).lower;
    shift = rc__at_most(shift, rc__list_row_of(list, kept.next).offset - start);
  }
  return shift;
}

/// The correction before it is clamped, and before a target's.
static int64_t free_correction(const rc_list *list, const rc__frame *frame, int64_t movement,
                               bool at_tail, int64_t *overshot) {
  const rc__seen *seen = &list->seen;
  const rc_interval scrollable = frame->scrollable;
  if (at_tail) {
    const bool is_resized =
        frames_differ(frame, &seen->frame) || seen->frame.list_length != frame->list_length;
    if (is_resized && movement != 0) *overshot = 0;
    return scrollable.upper + *overshot - frame->offset;
  }
  if (sticks_to_head(list, frame, scrollable.lower)) {
    return scrollable.lower + *overshot - frame->offset;
  }
  if (seen->at_end && !list->since.edited_after) {
    return rc__list_content(list).upper - seen->content_end - list->since.grown;
  }
  const int64_t anchor = rc__since_index(list, list->anchor.item);
  return rc__anchor_shift(list) + (anchor >= 0 ? rc__since_uncovered(list) : 0);
}

int64_t rc__anchor_correction(const rc_list *list, const rc__frame *frame, int64_t movement,
                              bool is_user_driven) {
  if (frame->list_length == 0) return 0;
  const rc__seen *seen = &list->seen;
  const rc__target *target = &list->target;
  int64_t overshot = 0, correction = 0;
  if (movement == 0 || is_user_driven) overshot = overshoot(list, frame->offset);
  // While the list only scrolls, nothing has moved.
  const bool has_changed = list->content_stamp > seen->stamp || frames_differ(frame, &seen->frame);
  const bool at_tail = has_changed && sticks_to_tail(list, frame, movement, is_user_driven);
  const bool gives_way = target->was_reached && at_tail;
  if (target->is_approached && !gives_way) {
    correction = rc__target_offset(list, target, frame) - target->offset;
  } else if (has_changed) {
    correction = free_correction(list, frame, movement, at_tail, &overshot);
  }
  const int64_t inside = frame->offset + correction - overshot;
  return rc__clamped(inside, frame->scrollable) + overshot - frame->offset;
}

// == recording ==

static void record_row(rc_list *list, rc__item row) {
  rc__anchor *anchor = &list->anchor;
  const rc_interval items = {rc__list_first_item(list, row.index),
                             rc__list_first_item(list, row.index + 1)};
  // With several columns the same item stays the anchor while it is in the row, so that one edit
  // per update gives the same result as all edits in one update.
  const int64_t former = rc__since_index(list, anchor->item);
  *anchor = (rc__anchor){
      .item = rc__interval_has(items, former) ? former : items.lower,
      .start = row.offset,
      .extent = row.extent,
      .is_measured = rc__list_is_settled(list, &row),
  };
}

/// The first item that is on screen now and was before, where others precede it; 0 if there is
/// none.
static int64_t first_still_visible(const rc_list *list, rc_interval before) {
  const rc__since *since = &list->since;
  const rc_interval now = list->seen.visible;
  const rc__stretch all = {.count = list->count};
  const rc__stretch *stretches = since->any ? since->stretches : &all;
  const size_t count = since->any ? since->stretch_count : 1;
  for (size_t i = 0; i < count; i++) {
    const rc__stretch *it = &stretches[i];
    const int64_t first = rc__at_least(before.lower, it->seen);
    const int64_t end = it->lower + rc__at_most(it->count, before.upper - it->seen);
    const int64_t lower = rc__at_least(it->lower + (first - it->seen), now.lower);
    if (lower < rc__at_most(end, now.upper)) return lower;
  }
  return 0;
}

/// Whether any row from that of `item` to that of `end`, if that is a later one, has yet to be
/// measured.
static bool has_row_to_measure(const rc_list *list, int64_t item, int64_t end) {
  const int64_t lower = rc__list_row(list, item), upper = rc__list_row(list, end);
  return lower < upper && (rc__extents_find(list->extents, lower, false) < upper ||
                           rc__provisional_find(list->provisional, lower) < upper);
}

/// - `before`: the items that were on screen before the last movement.
static void record_anchor(rc_list *list, const rc__frame *frame, rc_interval before) {
  rc__anchor *anchor = &list->anchor;
  const rc__seen *seen = &list->seen;
  if (list->count == 0) {
    anchor->item = -1;
    return;
  }
  const bool at_lowest = frame->offset <= frame->scrollable.lower + list->tolerance;
  const int64_t start = rc__frame_viewport(frame).lower;
  const rc_interval row = {anchor->start, anchor->start + anchor->extent};
  // Usually nothing was uncovered.
  const bool was_covered = !list->since.any && before.lower <= seen->visible.lower;
  const int64_t still_visible = was_covered ? 0 : first_still_visible(list, before);
  if (at_lowest) {
    record_row(list, rc__list_row_of(list, 0));
  } else if (!rc__interval_has(row, start) || anchor->stamp != list->stamp) {
    record_row(list, rc__list_row_at(list, start));
  }
  const int64_t end = anchor->start + anchor->extent;
  const bool straddles = anchor->start < start && start < end;
  // Rows were uncovered above what was on screen: that stays where it is.
  const bool is_uncovered =
      still_visible > 0 && has_row_to_measure(list, anchor->item, still_visible);
  const bool is_read_upward = anchor->start == start && (seen->is_backward || is_uncovered);
  anchor->keeps_end = !at_lowest && (straddles || is_read_upward);
  // Also where the start is in the gap after the anchor, which then does not keep its end.
  const bool begins_before = !at_lowest && anchor->start <= start;
  anchor->still_visible = is_uncovered && begins_before ? still_visible : 0;
  anchor->stamp = list->stamp;
}

void rc__anchor_record(rc_list *list, const rc__frame *frame, int64_t host_offset, int64_t movement,
                       bool is_user_driven) {
  rc__seen *seen = &list->seen;
  const int64_t lowest = frame->scrollable.lower, highest = frame->scrollable.upper;
  if (movement != 0) seen->is_backward = is_user_driven && movement < 0;
  seen->frame = *frame;
  seen->host_offset = host_offset;
  rc_interval before = seen->visible;
  if (movement == 0 && list->anchor.still_visible > 0) before.lower = list->anchor.still_visible;
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
  if (list->target.item >= 0) rc__target_record(list, frame);
  record_anchor(list, frame, before);
  seen->count = list->count;
  rc__since_end(list);
}
