// What keeps its place on the screen: the item at the viewport's start, the scroll target, or the
// end of the content.
//
//     before            an item above is measured          corrected by D
//     ┌ viewport ─┐     ┌ viewport ─┐
//     │  anchor   │     │  (above)  │     place ▲
//     │           │     │  anchor   │           │ D      ┌ viewport ─┐
//     └───────────┘     └───────────┘     start ▼        │  anchor   │

#include "list.h"

static const int64_t one_point = RC_TICKS_PER_POINT;

/// For an item that is not among those that move; −1, which is none, stays.
static int64_t index_after_move(int64_t index, int64_t lower, int64_t upper, int64_t to) {
  int64_t moved = upper - lower;
  int64_t without = index < upper ? index : index - moved;
  return without < to ? without : without + moved;
}

static bool is_among(int64_t item, int64_t lower, int64_t upper) {
  return lower <= item && item < upper;
}

/// Makes a remaining item the anchor, which stays where the edits so far have put it.
static rc__anchor hand_over(const rc_list *list, int64_t survivor) {
  rc__item from = rc__list_row_of(list, list->anchor.item);
  rc__item to = rc__list_row_of(list, survivor);
  int64_t place = list->anchor.place + (to.offset - from.offset);
  return (rc__anchor){
      .item = survivor, .place = place, .seen_start = place, .seen_extent = to.extent};
}

/// The anchor once `lower ..< upper` is gone; its index is still the one before the edit.
static rc__anchor anchor_outside(const rc_list *list, int64_t lower, int64_t upper) {
  if (!is_among(list->anchor.item, lower, upper)) return list->anchor;
  if (upper < list->count) return hand_over(list, upper);
  if (lower > 0) return hand_over(list, lower - 1);
  return (rc__anchor){.item = -1};
}

rc__anchor rc__anchor_after_insert(const rc_list *list, int64_t index, int64_t count) {
  rc__anchor after = list->anchor;
  if (after.item >= index) after.item += count;
  return after;
}

rc__anchor rc__anchor_after_remove(const rc_list *list, int64_t lower, int64_t upper) {
  rc__anchor after = anchor_outside(list, lower, upper);
  if (after.item >= upper) after.item -= upper - lower;
  return after;
}

rc__anchor rc__anchor_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  rc__anchor after = anchor_outside(list, lower, upper);
  after.item = index_after_move(after.item, lower, upper, to);
  return after;
}

bool rc__anchor_awaits_extent(const rc_list *list) {
  const rc__anchor *anchor = &list->anchor;
  return anchor->straddles && !rc__list_row_of(list, anchor->item).is_measured;
}

void rc__anchor_keep_end(rc_list *list) {
  rc__anchor *anchor = &list->anchor;
  const rc__item row = rc__list_row_of(list, anchor->item);
  if (row.is_measured) anchor->place = anchor->seen_start - (row.extent - anchor->seen_extent);
}

rc__target rc__target_after_insert(const rc_list *list, int64_t index, int64_t count) {
  rc__target after = list->target;
  if (after.item >= index) after.item += count;
  return after;
}

rc__target rc__target_after_remove(const rc_list *list, int64_t lower, int64_t upper) {
  rc__target after = list->target;
  if (is_among(after.item, lower, upper)) return (rc__target){.item = -1};
  if (after.item >= upper) after.item -= upper - lower;
  return after;
}

rc__target rc__target_after_move(const rc_list *list, int64_t lower, int64_t upper, int64_t to) {
  rc__target after = list->target;
  if (is_among(after.item, lower, upper)) return (rc__target){.item = -1};
  after.item = index_after_move(after.item, lower, upper, to);
  return after;
}

/// The offset that aligns the target, clamped to what can be scrolled.
static int64_t target_offset(const rc_list *list, const rc__target *target,
                             const rc__frame *frame) {
  rc__item row = rc__list_row_of(list, target->item);
  int64_t offset;
  if (target->alignment == RC_ALIGNMENT_CENTER) {
    // Half a tick is rounded down. (Below 0 it does not matter: nothing scrolls there.)
    offset = (2 * row.offset + row.extent - frame->visible_length) / 2 - frame->inset_start;
  } else if (target->alignment == RC_ALIGNMENT_END) {
    offset = row.offset + row.extent + frame->inset_end - frame->length;
  } else {
    offset = row.offset - frame->inset_start;
  }
  offset += target->shift;
  int64_t scrolled_end = rc__list_content(list).upper + list->extra_lengths[RC_END_TAIL];
  int64_t last = scrolled_end + frame->inset_end - frame->length;
  if (offset > last) offset = last;
  return offset < -frame->inset_start ? -frame->inset_start : offset;
}

/// The content's end was at the viewport's, or before it.
static bool was_at_end(const rc__seen *seen) {
  return !seen->had_items ||
         seen->content_end - rc__frame_viewport(&seen->frame).upper <= one_point;
}

/// Computes the movement that keeps the end in place; false if the list does not stick to it.
static bool end_correction(const rc_list *list, const rc__frame *frame, int64_t movement,
                           int64_t *out_correction) {
  const rc__seen *seen = &list->seen;
  rc_interval content = rc__list_content(list);
  if (!list->settings.sticks_to_end || !was_at_end(seen) || list->count == 0) return false;
  if (content.upper - content.lower < frame->visible_length) return false;
  int64_t seen_end = rc__frame_viewport(&seen->frame).upper;
  int64_t remaining = seen->was_filled ? seen->content_end - seen_end : 0;
  // A viewport that was resized keeps its end too, unless the host moved its offset for that.
  int64_t end = movement == 0 ? rc__frame_viewport(frame).upper : seen_end;
  *out_correction = content.upper - remaining - end;
  return true;
}

int64_t rc__anchor_correction(const rc_list *list, const rc__frame *frame, int64_t movement) {
  const rc__anchor *anchor = &list->anchor;
  if (list->target.item >= 0) {
    return target_offset(list, &list->target, frame) - list->target.offset;
  }
  int64_t correction = 0;
  if (!list->seen.any || end_correction(list, frame, movement, &correction) || anchor->item < 0) {
    return correction;
  }
  // If only the viewport was scrolled, the row has not moved.
  if (anchor->stamp == list->stamp) return 0;
  return rc__list_row_of(list, anchor->item).offset - anchor->place;
}

static void record_target(rc_list *list, const rc__frame *frame, bool user_moved) {
  rc__target *target = &list->target;
  target->offset = target_offset(list, target, frame);
  int64_t distance = frame->offset - target->offset;
  bool is_reached = -one_point <= distance && distance <= one_point;
  if (user_moved || (target->was_reached && !is_reached)) {
    *target = (rc__target){.item = -1};
  } else if (is_reached) {
    target->was_reached = true;
  }
}

/// Makes the row at the viewport's start, an offset, the anchor's row.
static void record_row(rc_list *list, int64_t offset) {
  rc__anchor *anchor = &list->anchor;
  const rc__item row = rc__list_row_at(list, offset);
  const int64_t first = row.index;
  // With several columns the same item stays the anchor while it is in the row, so that one edit
  // per update gives the same result as all edits in one update.
  const bool is_former = first <= anchor->item && anchor->item - first < list->columns;
  if (!is_former) anchor->item = first;
  anchor->place = anchor->seen_start = row.offset;
  anchor->seen_extent = row.extent;
}

void rc__anchor_record(rc_list *list, const rc__frame *frame, bool user_moved) {
  rc__anchor *anchor = &list->anchor;
  const rc_interval content = rc__list_content(list), viewport = rc__frame_viewport(frame);
  list->seen = (rc__seen){
      .any = true,
      .had_items = list->count > 0,
      .was_filled = list->count > 0 && content.upper - content.lower >= frame->visible_length,
      .frame = *frame,
      .content_end = content.upper,
  };
  if (list->target.item >= 0) record_target(list, frame, user_moved);
  // (A list without items has lost its anchor with the last of them.)
  if (list->count == 0) return;
  const int64_t before = viewport.lower - anchor->seen_start;
  const bool is_in_row = 0 <= before && before < anchor->seen_extent;
  if (!is_in_row || anchor->stamp != list->stamp) record_row(list, viewport.lower);
  anchor->straddles = anchor->seen_start < viewport.lower &&
                      viewport.lower < anchor->seen_start + anchor->seen_extent;
  anchor->stamp = list->stamp;
}

/// Aligns a target to the nearer edge of the viewport, or leaves it in place.
static void resolve_nearest(const rc_list *list, rc__target *target, int64_t owed) {
  rc_interval viewport = rc__frame_viewport(&list->seen.frame);
  viewport.lower += owed;
  viewport.upper += owed;
  rc__item row = rc__list_row_of(list, target->item);
  int64_t end = row.offset + row.extent;
  bool is_whole = row.offset >= viewport.lower && end <= viewport.upper;
  bool covers = row.offset <= viewport.lower && end >= viewport.upper;
  bool is_longer = row.extent > viewport.upper - viewport.lower;
  bool ends = row.offset >= viewport.lower && !is_longer && !is_whole;
  target->alignment = ends ? RC_ALIGNMENT_END : RC_ALIGNMENT_START;
  if (is_whole || covers) target->shift = viewport.lower - row.offset;
}

rc_status rc_list_set_scroll_target(rc_list *list, int64_t index, rc_alignment alignment,
                                    double *out_offset) {
  if (list == NULL || out_offset == NULL || index < 0 || index >= list->count ||
      !rc__is_known((int)alignment, RC_ALIGNMENT_NEAREST)) {
    return RC_STATUS_ARGUMENT;
  }
  rc__target target = {.item = index, .alignment = alignment};
  const rc__frame *frame = &list->seen.frame;
  // The movement from edits since the last update has yet to be corrected: the host's offset, and
  // so the one returned to it, excludes it.
  int64_t owed = rc__anchor_correction(list, frame, 0);
  if (alignment == RC_ALIGNMENT_NEAREST) resolve_nearest(list, &target, owed);
  target.offset = target_offset(list, &target, frame) - owed;
  list->target = target;
  *out_offset = rc_ticks_to_points(target.offset - list->pending);
  return RC_STATUS_OK;
}
