// An update of the slow list: each item's state is asked for by itself, and the changes are sorted
// by insertion.

#include <math.h>
#include <string.h>

#include "model_list.h"

/// A range of one bit: its ticks, and whether it is a range at all.
typedef struct {
  bool is_set, is_off;
  rc_interval ticks;
  rc_interval items, keep;
  /// Those that have it for being near the visible ones.
  rc_interval near;
} bit_range;

typedef struct {
  rc_change change;
  int64_t distance, group, side, order;
} entering;

// == the estimate and the shift ==

/// To the nearest tick, ties to even.
static void apply_mean(model_list *list) {
  int64_t sum = 0, count = 0;
  for (int64_t row = 0; row < list->rows; row++) {
    if (!list->row[row].is_measured) continue;
    sum += list->row[row].extent;
    count++;
  }
  if (count == 0) return;
  int64_t mean = sum / count, twice_rest = 2 * (sum % count);
  if (twice_rest > count || (twice_rest == count && mean % 2 == 1)) mean++;
  mean = model_list_stepped(list, mean);
  if (mean == list->estimate) return;
  if (mean > RC_ITEM_TICKS_MAX - list->spacing) return;
  if (!model_list_fits(list, model_list_slots_length(list, mean))) return;
  list->estimate = mean;
}

static int64_t content_end(const model_list *list) {
  return model_list_extra(list, RC_END_HEAD) + model_list_content_length(list);
}

// == ranges ==

static rc_interval hull(rc_interval a, rc_interval b) {
  if (rc__interval_is_empty(a)) return b;
  if (rc__interval_is_empty(b)) return a;
  rc_interval both = {a.lower < b.lower ? a.lower : b.lower, a.upper > b.upper ? a.upper : b.upper};
  return both;
}

static bit_range make_range(rc_interval ticks) {
  bit_range range = {.is_set = !rc__interval_is_empty(ticks), .ticks = ticks};
  return range;
}

/// What the bits mean for each presence; `bits[n]` is for the bit of value 1 << n.
static bool tunings_are_equal(const rc__tuning_table *a, const rc__tuning_table *b) {
  for (int i = 0; i < RC_RANGE_MODE_COUNT * RC_RANGE_COUNT; i++) {
    const rc_tuning *x = &a->tunings[i / RC_RANGE_COUNT][i % RC_RANGE_COUNT];
    const rc_tuning *y = &b->tunings[i / RC_RANGE_COUNT][i % RC_RANGE_COUNT];
    if (x->leading != y->leading || x->trailing != y->trailing || x->is_enabled != y->is_enabled) {
      return false;
    }
  }
  return true;
}

/// Rounded to the nearest, ties to even, and at most the longest list.
static int64_t ticks_of_screens(double screens, int64_t length) {
  double ticks = screens * (double)length;
  return ticks < (double)RC_LIST_TICKS_MAX ? (int64_t)rint(ticks) : RC_LIST_TICKS_MAX;
}

/// The items that are so near to the visible ones, and the rest of their rows; none if that counts
/// for nothing.
static rc_interval overscanned(const model_list *list, rc_interval viewport,
                               const rc_update *update) {
  const rc_interval none = {0, 0};
  const bool is_full = update->mode == RC_RANGE_MODE_FULL, is_first = (int)update->mode == 1;
  if (!(is_full || is_first) || rc__interval_is_empty(viewport)) return none;
  rc_interval near = update->visible;
  for (int64_t i = 0; i < list->settings.overscan_items && i < list->count; i++) {
    if (near.lower > 0) near.lower--;
    if (near.upper < list->count) near.upper++;
  }
  if (near.lower == near.upper || list->settings.overscan_items == 0) return none;
  near.lower = list->row[list->items[near.lower].row].first;
  near.upper = model_list_first_item(list, list->items[near.upper - 1].row + 1);
  return near;
}

static void choose(const model_list *list, const rc_update *update, rc_interval viewport,
                   const rc_interval *tuned, bit_range *bits) {
  rc_interval display = tuned[RC_RANGE_DISPLAY], preload = tuned[RC_RANGE_PRELOAD];
  if (update->presence == RC_PRESENCE_ON_SCREEN) {
    bits[1] = make_range(hull(preload, viewport));
    bits[2] = make_range(hull(display, viewport));
    bits[1].is_off = rc__interval_is_empty(preload);
    bits[2].is_off = rc__interval_is_empty(display);
    bits[3] = make_range(viewport);
    for (int app = 0; app < 4; app++) bits[4 + app] = make_range(tuned[RC_RANGE_APP_0 + app]);
  } else if (update->presence == RC_PRESENCE_NEAR) {
    bits[1] = make_range(hull(display, viewport));
    bits[1].is_off = rc__interval_is_empty(display);
    if (update->mode != RC_RANGE_MODE_LOW_MEMORY) bits[2] = make_range(viewport);
  }
  bool has_slack = list->settings.slack > 0 && list->has_updated &&
                   list->last_mode == update->mode && list->last_presence == update->presence &&
                   tunings_are_equal(&list->last_tunings, &list->tunings);
  int64_t slack = ticks_of_screens(list->settings.slack, viewport.upper - viewport.lower);
  for (int bit = 1; bit <= 2; bit++) {
    const bool is_near = update->presence == RC_PRESENCE_ON_SCREEN || bit == 1;
    if (is_near && !bits[bit].is_off) bits[bit].near = overscanned(list, viewport, update);
  }
  for (int bit = 1; bit < 8; bit++) {
    if (!bits[bit].is_set) continue;
    bits[bit].items = bits[bit].keep = model_list_items_in(list, bits[bit].ticks);
    if (!has_slack || bit == 3 || bits[bit].is_off) continue;
    rc_interval wide = {bits[bit].ticks.lower - slack, bits[bit].ticks.upper + slack};
    bits[bit].keep = model_list_items_in(list, wide);
  }
}

static void answer_ranges(const model_list *list, rc_interval viewport, rc_interval *tuned,
                          rc_update *update) {
  update->visible = model_list_items_in(list, viewport);
  for (int range = 0; range < RC_RANGE_COUNT; range++) {
    rc_tuning tuning = list->tunings.tunings[update->mode][range];
    (void)rc_range_expand(viewport, tuning, update->direction, &tuned[range]);
    update->ranges[range] = model_list_items_in(list, tuned[range]);
    const bool is_widened = range <= RC_RANGE_PRELOAD && !rc__interval_is_empty(tuned[range]);
    const rc_interval near = overscanned(list, viewport, update);
    if (!is_widened || rc__interval_is_empty(near)) continue;
    rc_interval *items = &update->ranges[range];
    if (near.lower < items->lower) items->lower = near.lower;
    if (near.upper > items->upper) items->upper = near.upper;
  }
}

static bool is_in(rc_interval interval, int64_t index) {
  return interval.lower <= index && index < interval.upper;
}

// == foresight ==

/// Whether the mode would be full if the user had scrolled, and is not by somebody's will.
static bool awaits_scroll(const model_list *list) {
  const rc__mode_state *mode = &list->mode;
  return !mode->has_explicit_mode && !mode->user_has_scrolled && mode->depth == 0 &&
         (int)mode->pressure == RC_PRESSURE_NORMAL && !mode->in_background;
}

/// Foresees what to preload, in ticks, in a list whose mode and presence are for it.
///
/// - `landing`: NULL if it is not known.
static void foresee(model_list *list, const rc_viewport *viewport, model_list_window window,
                    int64_t offset, const int64_t *landing, rc_update *update) {
  const bool awaits = awaits_scroll(list);
  const bool is_mode = update->mode == RC_RANGE_MODE_FULL || awaits;
  const rc_tuning tuning = list->tunings.tunings[update->mode][RC_RANGE_PRELOAD];
  list->has_foreseen = list->settings.foresight > 0 && is_mode &&
                       update->presence == RC_PRESENCE_ON_SCREEN && tuning.is_enabled;
  if (!list->has_foreseen) return;
  rc_motion_input input;
  rc_motion_input_init(&input);
  input.viewport.lower = offset;
  input.viewport.upper = offset + window.length;
  input.content.lower = model_list_lowest(window);
  input.content.upper = model_list_highest(list, window) + window.length;
  input.has_landing = landing != NULL;
  input.landing_offset = landing == NULL ? 0 : *landing;
  input.awaits_scroll = awaits;
  input.budget = list->settings.foresight;
  input.direction = update->direction;
  input.is_dragged = viewport->is_dragged;
  model_motion_foresee(&list->motion, &input, &list->foresight);
  update->ranges[RC_RANGE_PRELOAD] = model_list_items_in(list, list->foresight.wanted);
}

/// The items that get the preload bit and those that keep it; visible ones have it anyway.
static void choose_foreseen(const model_list *list, const rc_update *update, bit_range *preload) {
  if (!list->has_foreseen) return;
  preload->items = update->ranges[RC_RANGE_PRELOAD];
  preload->keep = model_list_items_in(list, list->foresight.kept);
  const int64_t usual = 24 + 2 * model_list_kept_count(list);
  const bool is_scattered = list->run_count > usual && list->settings.slack <= 0;
  if (is_scattered) preload->keep = preload->items;
}

static int64_t count_runs(const model_list *list) {
  int64_t count = 0;
  for (int64_t i = 0; i < list->count; i++) {
    count += i == 0 || list->items[i].state != list->items[i - 1].state;
  }
  return count;
}

rc_status model_list_foresee(const model_list *list, rc_foresight *out_foresight) {
  if (!list->has_foreseen) return RC_STATUS_NOT_FOUND;
  rc_foresight all = list->foresight;
  rc_foresight found = all;
  memset(found.spans, 0, sizeof found.spans);
  memset(found.is_descending, 0, sizeof found.is_descending);
  found.span_count = 0;
  for (int i = 0; i < all.span_count; i++) {
    const rc_interval items = model_list_items_in(list, all.spans[i]);
    if (items.lower >= items.upper) continue;
    found.is_descending[found.span_count] = all.is_descending[i];
    found.spans[found.span_count++] = items;
  }
  found.wanted = model_list_items_in(list, all.wanted);
  found.running = model_list_items_in(list, all.running);
  found.kept = model_list_items_in(list, all.kept);
  *out_foresight = found;
  return RC_STATUS_OK;
}

void model_list_add_preload_time(model_list *list, double seconds) {
  if (list->settings.foresight > 0) model_motion_add(&list->motion, seconds);
}

/// - `is_pinned`: then it is in all ranges that there are.
static rc_state state_of(const model_list_item *item, int64_t index, bool is_pinned,
                         const bit_range *bits) {
  rc_state state = RC_STATE_MEASURE_LAYOUT | item->kept;
  for (int bit = 1; bit < 8; bit++) {
    rc_state value = (rc_state)(1 << bit);
    if (is_in(bits[bit].items, index)) state |= value;
    if (bits[bit].is_set && is_in(bits[bit].near, index)) state |= value;
    if (is_pinned && bits[bit].is_set) state |= value;
    // Whatever foresight wants, who is seen is preloaded.
    if (bit == 1 && is_in(bits[3].items, index)) state |= value;
    if ((item->state & value) != 0 && is_in(bits[bit].keep, index)) state |= value;
  }
  return state;
}

// == changes ==

/// Lengthens the last change by an item, or begins another.
static void append(model_list *list, size_t *count, size_t first, int64_t index, rc_state before,
                   rc_state after) {
  rc_change *last = list->changes + *count - 1;
  if (*count > first && last->upper == index && last->before == before && last->after == after) {
    last->upper++;
    return;
  }
  rc_change change = {.lower = index, .upper = index + 1, .before = before, .after = after};
  list->changes[(*count)++] = change;
}

static void list_removed(model_list *list, size_t *count) {
  for (int64_t done = -1;;) {
    const model_list_item *next = NULL;
    for (int64_t i = 0; i < list->removed_count; i++) {
      const model_list_item *item = &list->removed[i];
      if (item->previous > done && (next == NULL || item->previous < next->previous)) next = item;
    }
    if (next == NULL) break;
    done = next->previous;
    if (next->state > RC_STATE_MEASURE_LAYOUT) append(list, count, 0, done, next->state, 0);
  }
  memcpy(list->gone, list->removed, (size_t)list->removed_count * sizeof *list->gone);
  list->gone_count = list->removed_count;
  list->removed_count = 0;
}

static bool comes_before(const entering *a, const entering *b) {
  if (a->group != b->group) return a->group < b->group;
  if (a->distance != b->distance) return a->distance < b->distance;
  if (a->side != b->side) return a->side < b->side;
  return a->order < b->order;
}

static entering weigh(const model_list *list, rc_change change, rc_interval viewport,
                      rc_interval visible, rc_direction direction) {
  int64_t first = list->items[change.lower].row, last = list->items[change.upper - 1].row;
  int64_t start = model_list_row_start(list, first);
  int64_t end = model_list_row_start(list, last) + model_list_row_extent(list, last);
  int64_t below = start - viewport.upper, above = viewport.lower - end;
  if (below < 0) below = 0;
  if (above < 0) above = 0;
  bool is_before = change.upper <= visible.lower, is_after = change.lower >= visible.upper;
  entering entry = {.change = change, .order = change.lower};
  entry.distance = is_before ? above : is_after ? below : 0;
  // Where nothing overlaps the viewport, a run may lie on both sides of its place.
  if (!is_before && !is_after && rc__interval_is_empty(visible)) {
    int64_t middle = list->items[visible.lower].row;
    below = model_list_row_start(list, middle) - viewport.upper;
    above = viewport.lower - model_list_row_start(list, middle - 1) -
            model_list_row_extent(list, middle - 1);
    entry.distance = below < above ? below : above;
    if (entry.distance < 0) entry.distance = 0;
  }
  bool is_visible = (change.after & ~change.before & RC_STATE_VISIBLE) != 0;
  entry.group = is_visible ? 0 : 1;
  bool is_leading = direction == RC_DIRECTION_FORWARD ? is_after : is_before;
  entry.side = is_leading ? 1 : is_before || is_after ? 2 : 0;
  // A pinned header is visible wherever its own place is.
  if (is_visible) entry.distance = entry.side = 0;
  entry.change.distance = rc_ticks_to_points(entry.distance);
  return entry;
}

static void order_entering(model_list *list, size_t first, size_t count, rc_interval viewport,
                           const rc_update *update) {
  static _Thread_local entering sorted[MODEL_LIST_ITEMS_MAX];
  size_t done = 0;
  for (size_t i = first; i < count; i++) {
    entering entry = weigh(list, list->changes[i], viewport, update->visible, update->direction);
    size_t at = done++;
    for (; at > 0 && comes_before(&entry, &sorted[at - 1]); at--) sorted[at] = sorted[at - 1];
    sorted[at] = entry;
  }
  for (size_t i = 0; i < done; i++) list->changes[first + i] = sorted[i].change;
}

static bool is_pinned(const model_list *list, int64_t index) {
  return index == list->pinned && list->pinned_covered > 0;
}

static void list_changes(model_list *list, const bit_range *bits, rc_interval viewport,
                         rc_update *update) {
  size_t count = 0;
  list_removed(list, &count);
  update->changes.removed_count = count;
  for (int pass = 0; pass < 2; pass++) {
    size_t first = count;
    for (int64_t i = 0; i < list->count; i++) {
      const model_list_item *item = &list->items[i];
      rc_state before = item->previous < 0 ? 0 : item->state;
      rc_state after = state_of(item, i, is_pinned(list, i), bits);
      bool clears = (before & ~after) != 0;
      if (before == after || after + before == RC_STATE_MEASURE_LAYOUT) continue;
      if (clears == (pass == 0)) append(list, &count, first, i, before, after);
    }
    if (pass == 0) update->changes.left_count = count - first;
    if (pass == 1) order_entering(list, first, count, viewport, update);
  }
  for (int64_t i = 0; i < list->count; i++) {
    list->items[i].state = state_of(&list->items[i], i, is_pinned(list, i), bits);
    list->items[i].previous = i;
    list->items[i].lost_name = RC_ID_NONE;
    if (list->items[i].state > RC_STATE_MEASURE_LAYOUT) continue;
    list->items[i].lost_name = list->items[i].name;
    list->items[i].name = RC_ID_NONE;
  }
  update->changes.items = list->changes;
  update->changes.count = count;
}

// == batches ==

static void decide(const model_list *list, bool has_landing, const rc_viewport *viewport,
                   rc_interval window, int64_t landing, int64_t user_movement, rc_update *update) {
  for (int end = 0; end < 2; end++) {
    const model_list_end *state = &list->ends[end];
    rc_batch_input input;
    rc_batch_input_init(&input);
    input.end = (rc_end)end;
    input.leading_screens = list->settings.leading_screens[end];
    input.leading_items = list->settings.leading_items[end];
    input.items_left =
        end == RC_END_TAIL ? list->count - update->visible.upper : update->visible.lower;
    input.velocity = viewport->velocity;
    input.viewport = window;
    input.content.lower = model_list_extra(list, RC_END_HEAD);
    input.content.upper = content_end(list);
    input.has_landing = has_landing;
    input.landing_offset = landing;
    input.user_movement = user_movement;
    input.item_count = list->count;
    input.short_content_policy = list->settings.short_content_policy;
    input.presence = update->presence;
    input.is_fetching = state->is_flying;
    input.is_exhausted = state->is_ended;
    input.is_paused = state->is_paused;
    input.is_backing_off = state->has_failed && viewport->time < state->retry_time;
    input.insertion_pending = list->settings.insertion_pending;
    input.user_has_scrolled = list->mode.user_has_scrolled;
    input.host_decides = list->settings.host_decides_batches;
    (void)rc_batch_decide(&input, &update->batches[end]);
  }
}

// == update ==

/// A viewport, no further out than ranges reach from.
static rc_interval kept_near(rc_interval place) {
  const int64_t bound = 2 * RC_LIST_TICKS_MAX, length = place.upper - place.lower;
  int64_t lower = place.lower;
  if (lower > bound - length) lower = bound - length;
  rc_interval kept = {lower, lower + length};
  return kept;
}

static void record_motion(model_list *list, const rc_viewport *viewport, int64_t moved,
                          bool lands) {
  rc_motion_input input;
  rc_motion_input_init(&input);
  input.movement = moved;
  input.time = viewport->time;
  input.is_user_driven = viewport->is_user_driven;
  input.is_dragged = viewport->is_dragged;
  input.has_landing = lands;
  model_motion_record(&list->motion, &input);
}

void model_list_update(model_list *list, const rc_viewport *viewport, rc_update *out_update) {
  model_list_window window = {model_list_ticks(viewport->length),
                              model_list_ticks(viewport->inset_start),
                              model_list_ticks(viewport->inset_end), viewport->insets_are_fixed};
  int64_t inside = window.length - window.inset_start - window.inset_end;
  bool is_empty = inside <= 0;
  if (is_empty) inside = 0;
  rc_update update;
  memset(&update, 0, sizeof update);
  if (list->settings.uses_mean_estimate) apply_mean(list);
  model_list_placing at = model_list_place(list, viewport, window, is_empty);
  int64_t moved = viewport->is_user_driven ? at.moved : 0;
  if (viewport->time != list->frame_time || viewport->time == 0) {
    list->frame_movement = 0;
    list->frame_has_moved = false;
  }
  list->frame_time = viewport->time;
  if (moved != 0) list->frame_has_moved = true;
  list->frame_movement += moved;
  if (at.moved != 0 && moved == 0) list->frame_movement = 0;
  model_list_settle(list, viewport->time, viewport->jitter, list->frame_has_moved);
  rc_interval spot = {at.offset + window.inset_start, at.offset + window.inset_start + inside};
  int64_t pending = list->pending_edits + list->pending_measures;
  update.correction = rc_ticks_to_points(at.returned);
  update.pending = rc_ticks_to_points(pending);
  update.offset = rc_ticks_to_points(at.offset);
  update.scroll_length = rc_ticks_to_points(model_list_length(list) - pending);

  if (viewport->is_user_driven) rc__mode_state_note_user(&list->mode, moved != 0);
  rc__direction_tracker_move(&list->tracker, moved);
  update.direction = list->tracker.direction;
  update.mode = rc__mode_state_mode(&list->mode);
  update.presence = rc__mode_state_presence(&list->mode);
  rc_interval tuned[RC_RANGE_COUNT], near = kept_near(spot);
  bit_range bits[8] = {{0}};
  answer_ranges(list, near, tuned, &update);
  // A host that keeps its own place gives its landing in the list's coordinates.
  int64_t landing = at.offset;
  if (viewport->has_landing) {
    landing = model_list_ticks(viewport->landing_offset);
    if (!viewport->has_item) landing += at.offset - model_list_ticks(viewport->offset);
  }
  list->has_foreseen = false;
  if (!is_empty) {
    int64_t known = landing;
    bool lands = viewport->has_landing;
    if (!lands && !viewport->is_user_driven) {
      lands = model_list_lands_at_target(list, window, &known);
    }
    if (list->settings.foresight > 0) record_motion(list, viewport, at.moved, lands);
    foresee(list, viewport, window, at.offset, lands ? &known : NULL, &update);
    choose(list, &update, near, tuned, bits);
    choose_foreseen(list, &update, &bits[1]);
  } else if (update.presence != RC_PRESENCE_AWAY) {
    bits[1].keep.upper = bits[2].keep.upper = list->count;
  }
  list->pinned = -1;
  if (!is_empty) {
    list->pinned =
        model_list_pinned_at(list, near.lower, &list->pinned_offset, &list->pinned_covered);
  }
  list_changes(list, bits, near, &update);

  const bool is_foreseen = list->has_foreseen && list->foresight.landing_is_known;
  if (is_foreseen) landing = list->foresight.landing_offset;
  landing += window.inset_start;
  rc_interval landed = {landing, landing + inside};
  decide(list, is_foreseen || viewport->has_landing, viewport, near, kept_near(landed).lower,
         list->frame_movement, &update);
  update.next_time = model_list_next_time(list, viewport->time);
  const int64_t settles_in = model_motion_settles_in(&list->motion);
  if (list->has_foreseen && settles_in > 0) {
    update.next_time = fmin(update.next_time, viewport->time + (double)settles_in / 1000000);
  }
  list->run_count = count_runs(list);
  list->has_updated = true;
  list->last_mode = update.mode;
  list->last_presence = update.presence;
  list->last_tunings = list->tunings;
  if (!is_empty) {
    model_list_record(list, window, at.offset, at.host, at.moved, update.visible);
  }
  *out_update = update;
}
