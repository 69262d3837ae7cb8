// The item to scroll to, which is what stays in place once the viewport approaches it.

#include "list.h"
#include "ticks.h"

static int64_t distance_between(int64_t a, int64_t b) {
  return a < b ? b - a : a - b;
}

// == edits ==

rc__target rc__target_after_remove(rc__target target, int64_t lower, int64_t upper) {
  if (lower <= target.item && target.item < upper) return rc__no_target;
  if (target.item >= upper) target.item -= upper - lower;
  return target;
}

rc__target rc__target_after_move(rc__target target, int64_t lower, int64_t upper, int64_t to) {
  target = rc__target_after_remove(target, lower, upper);
  if (target.item >= to) target.item += upper - lower;
  return target;
}

// == where it is ==

int64_t rc__target_offset(const rc_list *list, const rc__target *target, const rc__frame *frame) {
  const rc__item row = rc__list_row_of(list, target->item);
  // Of the viewport a pinned header leaves less.
  const int64_t covered = rc__pinned_extent(list, target->item);
  const int64_t left_over = frame->visible_length - covered - row.extent;
  const int64_t before = rc__round_to_even(rc__product(target->fraction, (double)left_over));
  const int64_t offset = row.offset - frame->inset_start - covered - before + target->shift;
  return rc__clamped(offset, frame->scrollable);
}

void rc__target_note_movement(rc_list *list, int64_t from, int64_t to, bool is_user_driven) {
  rc__target *target = &list->target;
  if (target->item < 0) return;
  const int64_t now = distance_between(to, target->offset);
  const int64_t before = distance_between(from, target->offset);
  // A host that rounds its offsets may be moved a little by that.
  const bool is_there = now <= RC_TICKS_PER_POINT;
  if (now < before || is_there) target->is_approached = true;
  if (now > before && (is_user_driven || !is_there)) *target = rc__no_target;
}

void rc__target_record(rc_list *list, const rc__frame *frame, int64_t correction) {
  rc__target *target = &list->target;
  target->offset += correction;
  if (!target->is_approached) return;
  target->offset = rc__target_offset(list, target, frame);
  target->was_reached = distance_between(frame->offset, target->offset) <= RC_TICKS_PER_POINT;
}

// == setting it ==

/// Aligns a target to the nearer edge of the viewport, or leaves it in place.
static void resolve_nearest(const rc_list *list, rc__target *target, int64_t owed) {
  rc_interval viewport = rc__frame_viewport(&list->seen.frame);
  viewport.lower += owed;
  viewport.upper += owed;
  const rc__item row = rc__list_row_of(list, target->item);
  const int64_t end = row.offset + row.extent;
  // What is pinned now hides what it covers; what is pinned then need not be the same.
  const int64_t covered = rc__pinned_extent(list, target->item);
  const int64_t hidden = covered > 0 ? rc__pinned_at(list, viewport.lower).covered : 0;
  const int64_t start = viewport.lower + hidden;
  const bool is_whole = row.offset >= start && end <= viewport.upper;
  const bool covers = row.offset <= start && end >= viewport.upper;
  const bool is_longer = row.extent > viewport.upper - viewport.lower - covered;
  target->fraction = row.offset >= start && !is_longer && !is_whole ? 1 : 0;
  if (is_whole || covers) target->shift = viewport.lower + covered - row.offset;
}

rc_status rc_list_set_scroll_target(rc_list *list, int64_t index, double fraction, double shift,
                                    double *out_offset) {
  if (list == NULL || out_offset == NULL || index < 0 || index >= list->count) {
    return RC_STATUS_ARGUMENT;
  }
  const bool is_nearest = fraction == RC_FRACTION_NEAREST;
  const bool is_fraction = fraction >= 0 && fraction <= 1;
  if (!is_nearest && !is_fraction) return RC_STATUS_ARGUMENT;
  rc__target target = {.item = index, .fraction = fraction};
  const rc_status status = rc_ticks_from_points(shift, &target.shift);
  if (status != RC_STATUS_OK) return status;
  rc__frame now = list->seen.frame;
  rc__frame_fit(&now, list);
  const rc__frame *frame = &now;
  // The movement from edits since the last update has yet to be corrected: the host's offset, and
  // so the one returned to it, excludes it.
  list->target = rc__no_target;
  const int64_t owed = list->seen.any ? rc__anchor_correction(list, frame, 0, false) : 0;
  if (is_nearest) resolve_nearest(list, &target, owed);
  // What is pending is added to the host's offset, which goes no further than to its lowest.
  const int64_t pending = rc__list_pending(list);
  const int64_t aligned = rc__target_offset(list, &target, frame);
  const int64_t told = rc__at_least(aligned - owed - pending, frame->scrollable.lower);
  target.offset = told + pending;
  target.is_approached =
      distance_between(target.offset, frame->offset) <= RC_TICKS_PER_POINT && list->seen.any;
  target.was_reached = target.is_approached;
  list->target = target;
  *out_offset = rc_ticks_to_points(told);
  return RC_STATUS_OK;
}
