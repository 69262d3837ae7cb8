// Where an update finds the viewport: what corrects it, what waits while it is held, the ends that
// it sticks to, and scroll targets.

#include <math.h>
#include <stdlib.h>

#include "model_list.h"

static const int64_t POINT = RC_TICKS_PER_POINT;

static int64_t smaller(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static int64_t clamped(int64_t value, int64_t lower, int64_t upper) {
  return value < lower ? lower : value > upper ? upper : value;
}

// == what can be scrolled ==

int64_t model_list_length(const model_list *list) {
  return model_list_extra(list, RC_END_HEAD) + model_list_content_length(list) +
         model_list_extra(list, RC_END_TAIL);
}

void model_list_note_length(model_list *list) {
  list->shortest = smaller(list->shortest, model_list_length(list));
}

int64_t model_list_lowest(model_list_window window) {
  return window.is_fixed ? 0 : -window.inset_start;
}

int64_t model_list_end_of(model_list_window window, int64_t length) {
  return length + (window.is_fixed ? 0 : window.inset_end) - window.length;
}

int64_t model_list_highest(const model_list *list, model_list_window window) {
  return larger(model_list_lowest(window), model_list_end_of(window, model_list_length(list)));
}

// == an update, step by step ==

/// What an update that tells an offset is about.
typedef struct {
  model_list_window window;
  /// The host's offset, by how much it has moved, and what was pending.
  int64_t host, moved, pending;
  /// By how much the viewport is outside of what could be scrolled.
  int64_t overshoot;
  bool is_user_driven;
} model_step;

/// Whether the length of the list or the viewport or the insets are others.
static bool has_resized(const model_list *list, const model_step *step) {
  const model_list_window *a = &step->window, *b = &list->seen.window;
  return a->length != b->length || a->inset_start != b->inset_start ||
         a->inset_end != b->inset_end || a->is_fixed != b->is_fixed ||
         model_list_length(list) != list->seen.length;
}

static int64_t overshoot_of(const model_list *list, const model_step *step) {
  const model_list_seen *seen = &list->seen;
  if (!list->has_seen || seen->length == 0) return 0;
  if (step->moved != 0 && !step->is_user_driven) return 0;
  int64_t lowest = model_list_lowest(seen->window), offset = step->host + step->pending;
  int64_t highest = larger(lowest, model_list_end_of(seen->window, seen->length));
  return offset - clamped(offset, lowest, highest);
}

// == the ends that stick ==

static int64_t stick_distance(const model_list *list, rc_end end) {
  return model_list_ticks(list->settings.stick_distances[end]);
}

/// Whether an offset is at the end of a list of this length.
static bool is_at_tail(const model_list *list, int64_t offset, model_list_window window,
                       int64_t length, model_list_leaving leaving) {
  int64_t distance = stick_distance(list, RC_END_TAIL);
  if (leaving.has_left) distance = smaller(distance, POINT);
  return leaving.away <= distance && model_list_end_of(window, length) - offset <= distance;
}

/// What the user has moved away from the end adds up, whatever an update has corrected meanwhile.
static model_list_leaving leaving_after(const model_list *list, int64_t moved,
                                        bool is_user_driven) {
  const model_list_seen *seen = &list->seen;
  model_list_leaving leaving = list->leaving, none = {false, 0};
  if (!list->has_seen || moved == 0) return leaving;
  int64_t before = model_list_end_of(seen->window, seen->length) - seen->offset;
  int64_t after = before - moved, away = larger(after, 0) - larger(before, 0);
  // A host that rounds its offsets may move a little by that.
  if (!is_user_driven && (moved < -POINT || moved > POINT)) leaving.away = 0;
  if (!is_user_driven) return leaving;
  if (moved > 0 && after <= stick_distance(list, RC_END_TAIL)) return none;
  if (away > 0) leaving.has_left = true;
  if (away > 0) leaving.away += away;
  return leaving;
}

static bool sticks_to_tail(const model_list *list, const model_step *step) {
  const model_list_seen *seen = &list->seen;
  int64_t offset = step->host + step->pending;
  int64_t lowest = model_list_lowest(step->window);
  if (!list->settings.sticks[RC_END_TAIL]) return false;
  // What is shorter than the viewport keeps its start.
  if (model_list_end_of(step->window, model_list_length(list)) < lowest) return false;
  if (!list->has_seen) return step->host <= 0;
  if (!model_list_has_changed(list, step->window)) return false;
  if (seen->count == 0) return true;
  model_list_leaving leaving = leaving_after(list, step->moved, step->is_user_driven);
  if (!is_at_tail(list, seen->offset, seen->window, seen->length, list->leaving)) return false;
  if (step->moved == 0) return true;
  if (is_at_tail(list, offset, step->window, seen->length, leaving)) return true;
  // The host itself may have clamped what it knew of a shorter list.
  return !step->is_user_driven && is_at_tail(list, offset, step->window, list->shortest, leaving);
}

static bool sticks_to_head(const model_list *list, const model_step *step) {
  const model_list_seen *seen = &list->seen;
  if (!list->settings.sticks[RC_END_HEAD] || !list->has_seen) return false;
  if (!model_list_came_before_first(list)) return false;
  if (seen->count == 0) return true;
  int64_t distance = stick_distance(list, RC_END_HEAD);
  return seen->offset <= model_list_lowest(seen->window) + distance &&
         step->host + step->pending <= model_list_lowest(step->window) + distance;
}

// == targets ==

static int64_t target_offset(const model_list *list, const model_list_target *target,
                             model_list_window window) {
  int64_t row = list->items[target->item].row;
  int64_t covered = model_list_pinned_extent(list, target->item);
  int64_t space = larger(window.length - window.inset_start - window.inset_end, 0) - covered;
  int64_t before =
      (int64_t)rint(target->fraction * (double)(space - model_list_row_extent(list, row)));
  int64_t offset =
      model_list_row_start(list, row) - window.inset_start - covered - before + target->shift;
  return clamped(offset, model_list_lowest(window), model_list_highest(list, window));
}

bool model_list_lands_at_target(const model_list *list, model_list_window window,
                                int64_t *out_landing) {
  if (!list->target.is_set || !list->target.is_approached) return false;
  *out_landing = target_offset(list, &list->target, window);
  return true;
}

/// The least scroll from where the viewport is. What is pinned there hides what it covers, which
/// can be less than what will be covered.
static void resolve_nearest(const model_list *list, model_list_target *target,
                            model_list_window window, int64_t offset) {
  int64_t row = list->items[target->item].row, place, hidden;
  int64_t from = offset + window.inset_start, upper = offset + window.length - window.inset_end;
  int64_t covered = model_list_pinned_extent(list, target->item);
  (void)model_list_pinned_at(list, from, &place, &hidden);
  int64_t lower = covered > 0 ? from + hidden : from;
  int64_t start = model_list_row_start(list, row), extent = model_list_row_extent(list, row);
  bool is_whole = start >= lower && start + extent <= upper;
  bool is_all = start <= lower && start + extent >= upper;
  bool is_below = start >= lower && extent <= upper - from - covered;
  target->fraction = is_below && !is_whole ? 1 : 0;
  if (is_whole || is_all) target->shift = from + covered - start;
}

/// A target counts once it is approached, and ends by a movement away.
static void approach(model_list *list, int64_t offset, int64_t moved, bool is_user_driven) {
  model_list_target *target = &list->target;
  if (!target->is_set) return;
  int64_t before = llabs(target->known - offset), after = llabs(target->known - offset - moved);
  bool is_there = after <= POINT;
  if (after > before && (is_user_driven || !is_there)) target->is_set = false;
  if (after < before || is_there) target->is_approached = true;
}

// == what stays ==

/// By how much the viewport is moved to where it belongs, before it is kept inside.
static int64_t shift_of(model_list *list, model_step *step) {
  model_list_target *target = &list->target;
  int64_t offset = step->host + step->pending, shift = 0;
  bool is_at_tail = sticks_to_tail(list, step), is_at_head = sticks_to_head(list, step);
  bool was_reached = list->has_seen && llabs(target->known - list->seen.offset) <= POINT;
  if (target->is_set && target->is_approached && (is_at_tail || is_at_head) && was_reached) {
    target->is_set = false;
  }
  if (target->is_set && target->is_approached) {
    return target_offset(list, target, step->window) - target->known;
  }
  // A host that has moved may have gone along with what it knew of the new end already.
  if (is_at_tail && step->moved != 0 && has_resized(list, step)) step->overshoot = 0;
  if (is_at_tail) {
    return model_list_highest(list, step->window) + step->overshoot - offset;
  }
  if (is_at_head) return model_list_lowest(step->window) + step->overshoot - offset;
  if (model_list_keeps_end(list, &shift)) return shift;
  return model_list_anchor_shift(list, false);
}

/// As `shift_of`, inside what can be scrolled.
static int64_t correction_of(model_list *list, model_step *step) {
  if (model_list_length(list) == 0) return 0;
  int64_t shift = shift_of(list, step);
  int64_t offset = step->host + step->pending + shift - step->overshoot;
  int64_t lowest = model_list_lowest(step->window);
  return shift + clamped(offset, lowest, model_list_highest(list, step->window)) - offset;
}

/// By what an update would correct a host that has not moved.
static int64_t owed_shift(model_list *list) {
  model_step step = {.window = list->seen.window,
                     .host = list->seen.host,
                     .pending = list->pending_edits + list->pending_measures};
  if (!list->has_seen) return 0;
  step.overshoot = overshoot_of(list, &step);
  return correction_of(list, &step);
}

double model_list_scroll_to(model_list *list, int64_t index, double fraction, double shift) {
  model_list_window window = {0};
  model_list_target target = {.is_set = true, .item = index, .fraction = fraction};
  list->target.is_set = false;
  int64_t pending = list->pending_edits + list->pending_measures, offset = 0;
  int64_t owed = owed_shift(list);
  if (list->has_seen) {
    window = list->seen.window;
    offset = list->seen.offset + owed;
  }
  target.shift = model_list_ticks(shift);
  if (fraction == RC_FRACTION_NEAREST) resolve_nearest(list, &target, window, offset);
  int64_t told = target_offset(list, &target, window) - owed - pending;
  told = larger(told, model_list_lowest(window));
  target.known = told + pending;
  list->target = target;
  return rc_ticks_to_points(told);
}

// == held ==

/// value × part ÷ whole, rounded down, digit by digit; 0 ≤ part < whole.
static int64_t in_proportion(int64_t value, int64_t part, int64_t whole) {
  int64_t result = 0, rest = 0;
  for (int bit = 62; bit >= 0; bit--) {
    rest = 2 * rest + ((value >> bit & 1) != 0 ? part : 0);
    result = 2 * result + rest / whole;
    rest %= whole;
  }
  return result;
}

/// What measurements have added goes as the host nears its lowest offset.
static void give_up(model_list *list, const model_step *step) {
  int64_t lowest = model_list_lowest(step->window);
  int64_t now = step->host - lowest, before = now - step->moved;
  if (list->pending_measures <= 0) return;
  if (now <= 0) list->pending_measures = 0;
  if (now > 0 && now < before) {
    list->pending_measures = in_proportion(list->pending_measures, now, before);
    if (list->quantum > 0) list->pending_measures -= list->pending_measures % list->quantum;
  }
}

/// Takes a part of what is pending away, of the measurements' first.
static void take(int64_t *pending, int64_t *rest) {
  int64_t taken = *rest > 0 ? clamped(*pending, 0, *rest) : clamped(*pending, *rest, 0);
  *pending -= taken;
  *rest -= taken;
}

/// While the host is inside its own range, the viewport is inside too.
static void limit_pending(model_list *list, const model_step *step) {
  int64_t pending = list->pending_edits + list->pending_measures;
  int64_t lowest = model_list_lowest(step->window);
  int64_t highest = model_list_highest(list, step->window);
  int64_t end = model_list_end_of(step->window, model_list_length(list)) - pending;
  if (step->host < lowest || step->host > larger(lowest, end)) return;
  int64_t kept = clamped(step->host + pending, lowest, highest) - step->host;
  kept = pending > 0 ? clamped(kept, 0, pending) : clamped(kept, pending, 0);
  int64_t rest = pending - kept;
  take(&list->pending_measures, &rest);
  take(&list->pending_edits, &rest);
}

static model_list_placing place_by_offset(model_list *list, const rc_viewport *viewport,
                                          model_list_window window) {
  model_step step = {.window = window,
                     .host = model_list_ticks(viewport->offset),
                     .pending = list->pending_edits + list->pending_measures,
                     .is_user_driven = viewport->is_user_driven};
  if (list->has_seen) step.moved = step.host - list->seen.host;
  step.overshoot = overshoot_of(list, &step);
  // Before the first update the viewport is at 0.
  int64_t moved = list->has_seen ? step.moved : step.host;
  approach(list, list->has_seen ? list->seen.offset : 0, moved, step.is_user_driven);
  int64_t shift = correction_of(list, &step);
  *(model_list_edited_before(list) ? &list->pending_edits : &list->pending_measures) += shift;
  list->leaving = leaving_after(list, step.moved, step.is_user_driven);
  model_list_placing at = {.host = step.host, .moved = step.moved};
  if (viewport->is_held) {
    give_up(list, &step);
    limit_pending(list, &step);
  }
  int64_t pending = list->pending_edits + list->pending_measures;
  at.offset = at.host + pending;
  list->target.known += pending - step.pending;
  if (viewport->is_held) return at;
  at.returned = pending;
  at.host += pending;
  list->pending_edits = list->pending_measures = 0;
  return at;
}

// == a host that keeps its own place ==

static int64_t offset_of_place(const model_list *list, const rc_viewport *viewport,
                               model_list_window window) {
  int64_t start = model_list_row_start(list, list->items[viewport->item].row);
  return start - model_list_ticks(viewport->item_place) - window.inset_start;
}

static model_list_placing place_by_item(model_list *list, const rc_viewport *viewport,
                                        model_list_window window) {
  int64_t offset = offset_of_place(list, viewport, window);
  model_list_placing at = {.offset = offset, .host = offset};
  if (list->has_seen && model_list_anchor_index(list) >= 0) {
    at.moved = offset + window.inset_start - list->seen.viewport.lower -
               model_list_anchor_shift(list, true);
  }
  int64_t from = list->has_seen ? list->seen.offset : offset;
  approach(list, from, at.moved, viewport->is_user_driven);
  list->leaving = leaving_after(list, at.moved, viewport->is_user_driven);
  list->target.known += offset - from - at.moved;
  list->pending_edits = list->pending_measures = 0;
  return at;
}

model_list_placing model_list_place(model_list *list, const rc_viewport *viewport,
                                    model_list_window window, bool is_empty) {
  model_list_placing at = {.host = model_list_ticks(viewport->offset)};
  at.offset = at.host + list->pending_edits + list->pending_measures;
  if (is_empty && viewport->has_item) at.offset = at.host = offset_of_place(list, viewport, window);
  if (is_empty) return at;
  at = viewport->has_item ? place_by_item(list, viewport, window)
                          : place_by_offset(list, viewport, window);
  if (at.moved != 0) list->is_backward = viewport->is_user_driven && at.moved < 0;
  // Once it counts, a target is where the viewport is kept.
  if (list->target.is_set && list->target.is_approached) {
    list->target.known = target_offset(list, &list->target, window);
  }
  return at;
}
