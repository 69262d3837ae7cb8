// The item to scroll to, which is what stays in place once the viewport approaches it.

#include "../base/ticks.h"
#include "anchor.h"

static int64_t distance_between(int64_t a, int64_t b) {
  return a < b ? b - a : a - b;
}

// == edits ==

void rc__target_insert(rc__anchor *anchor, int64_t index, int64_t count) {
  anchor->target.item = rc__index_after(anchor->target.item, index, index, count);
}

void rc__target_remove(rc__anchor *anchor, int64_t lower, int64_t upper) {
  rc__target *target = &anchor->target;
  target->item = rc__index_after(target->item, lower, upper, 0);
  if (target->item < 0) *target = rc__no_target;
}

void rc__target_move(rc__anchor *anchor, int64_t lower, int64_t upper, int64_t to) {
  rc__target_remove(anchor, lower, upper);
  rc__target_insert(anchor, to, upper - lower);
}

// == where it is ==

/// How much of the viewport a pinned header takes from an item that is aligned to its start.
static int64_t pinned_above(const rc__anchor *anchor, int64_t item) {
  return anchor->settings.pins_headers ? rc__pinned_extent(anchor->rows, item) : 0;
}

/// The offset that aligns a target, however far that is from what can be scrolled.
static int64_t aligned_offset(const rc__anchor *anchor, const rc__target *target,
                              const rc__frame *frame) {
  const rc__item row = rc__rows_of_item(anchor->rows, target->item);
  // Of the viewport a pinned header leaves less.
  const int64_t covered = pinned_above(anchor, target->item);
  const int64_t left_over = frame->visible_length - covered - row.extent;
  const int64_t before = rc__round_to_even(rc__product(target->fraction, (double)left_over));
  return row.offset - frame->inset_start - covered - before + target->shift;
}

int64_t rc__target_offset(const rc__anchor *anchor, const rc__target *target,
                          const rc__frame *frame) {
  return rc__clamped(aligned_offset(anchor, target, frame), frame->scrollable);
}

rc__target rc__target_at(const rc__anchor *anchor, const rc__frame *frame, int64_t offset) {
  const rc__item row = rc__rows_at(anchor->rows, offset + frame->inset_start);
  rc__target target = {.item = rc__rows_first_item(anchor->rows, row.index)};
  target.shift = offset - aligned_offset(anchor, &target, frame);
  return target;
}

void rc__target_note_movement(rc__anchor *anchor, int64_t from, int64_t to, bool is_user_driven) {
  rc__target *target = &anchor->target;
  if (target->item < 0) return;
  const int64_t now = distance_between(to, target->offset);
  const int64_t before = distance_between(from, target->offset);
  // A host that rounds its offsets may be moved a little by that.
  const bool is_there = now <= RC_TICKS_PER_POINT;
  if (now < before || is_there) target->is_approached = true;
  if (now > before && (is_user_driven || !is_there)) *target = rc__no_target;
}

void rc__target_record(rc__anchor *anchor, const rc__frame *frame, int64_t correction) {
  rc__target *target = &anchor->target;
  target->offset += correction;
  if (!target->is_approached) return;
  target->offset = rc__target_offset(anchor, target, frame);
  target->was_reached = distance_between(frame->offset, target->offset) <= RC_TICKS_PER_POINT;
}

// == setting it ==

/// Aligns a target to the nearer edge of the viewport, or leaves it in place.
static void resolve_nearest(const rc__anchor *anchor, rc__target *target, int64_t owed) {
  rc_interval viewport = rc__frame_viewport(&anchor->seen.frame);
  viewport.lower += owed;
  viewport.upper += owed;
  const rc__item row = rc__rows_of_item(anchor->rows, target->item);
  const int64_t end = row.offset + row.extent;
  // What is pinned now hides what it covers; what is pinned then need not be the same.
  const int64_t covered = pinned_above(anchor, target->item);
  const int64_t hidden = covered > 0 ? rc__pinned_at(anchor->rows, viewport.lower).covered : 0;
  const int64_t start = viewport.lower + hidden;
  const bool is_whole = row.offset >= start && end <= viewport.upper;
  const bool covers = row.offset <= start && end >= viewport.upper;
  const bool is_longer = row.extent > viewport.upper - viewport.lower - covered;
  target->fraction = row.offset >= start && !is_longer && !is_whole ? 1 : 0;
  if (is_whole || covers) target->shift = viewport.lower + covered - row.offset;
}

int64_t rc__target_set(rc__anchor *anchor, const rc__frame *frame, rc__target target,
                       bool is_nearest, int64_t owed) {
  if (is_nearest) resolve_nearest(anchor, &target, owed);
  // What is pending is added to the host's offset, which goes no further than to its lowest.
  const int64_t pending = rc__anchor_pending(anchor);
  const int64_t aligned = rc__target_offset(anchor, &target, frame);
  const int64_t told = rc__at_least(aligned - owed - pending, frame->scrollable.lower);
  target.offset = told + pending;
  target.is_approached =
      distance_between(target.offset, frame->offset) <= RC_TICKS_PER_POINT && anchor->seen.any;
  target.was_reached = target.is_approached;
  anchor->target = target;
  return told;
}
