// An update: what stays on the screen, then which item gets which lane, then what was seen.

#include "../base/ticks.h"
#include "lanes_change.h"
#include "lanes_watch.h"

enum {
  /// How many panels with loose indents are looked at in an update.
  LOOSE_MAX = 64
};

static void zero_indents(rc_lanes *lanes, int64_t index) {
  const int64_t none[RC_LANE_COUNT_MAX] = {0};
  (void)rc__lanes_put_indents(lanes, (uint32_t)index, none);
}

// Removes indents that are no longer at a flush place: their panel has joined the one above.
static void join_panels(rc_lanes *lanes) {
  int64_t loose[LOOSE_MAX];
  const uint32_t count = rc__lanes_find_loose(lanes, loose, LOOSE_MAX);
  for (uint32_t i = 0; i < count; i++) {
    const bool is_joined =
        loose[i] > 0 && rc__lanes_kind(rc__lanes_code_at(lanes, loose[i] - 1)) < RC__CODE_LANELESS;
    const bool has_lane = rc__lanes_kind(rc__lanes_code_at(lanes, loose[i])) < RC__CODE_LANELESS;
    if (has_lane && !is_joined) continue;
    zero_indents(lanes, loose[i]);
    rc__lanes_tidy_indents(lanes, (uint32_t)loose[i]);
  }
}

// == closing indents ==

// Whether an item of lower ..< upper overlaps the viewport at an offset.
static bool overlaps_viewport(const rc__lanes_pass *now, int64_t lower, int64_t upper,
                              int64_t offset) {
  rc_lanes *lanes = now->lanes;
  rc_interval items[RC_LANE_COUNT_MAX];
  rc__lanes_items_in(lanes, (rc_interval){offset, offset + now->sight.length}, items);
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    const int64_t from = rc__at_least(items[lane].lower, lower);
    const int64_t to = rc__at_most(items[lane].upper, upper);
    if (from < to && rc__lanes_nearest(lanes, from, lane, 1) < to) return true;
  }
  return false;
}

static bool was_panel_visible(const rc__lanes_watch *watch, int64_t lower, int64_t upper) {
  for (size_t i = rc__watch_find(watch, lower); i < watch->seen_count; i++) {
    if (watch->seen[i].index >= upper) break;
    if ((watch->seen[i].flags & RC__SEEN_VISIBLE) != 0) return true;
  }
  return false;
}

// Removes the indents of a panel unless that would be seen; returns by how much the pivot moves.
static int64_t close_panel(const rc__lanes_pass *now, int64_t top, int64_t upper, int64_t pivot,
                           int64_t offset, bool closes, bool *out_closed) {
  rc_lanes *lanes = now->lanes;
  const int64_t start = rc__lanes_start_of(lanes, pivot);
  rc__lanes_path path;
  int64_t indents[RC_LANE_COUNT_MAX] = {0};
  rc__copy_bytes(indents, rc__lanes_indents_at(lanes, (uint32_t)top, &path),
                 lanes->k * sizeof *indents);
  zero_indents(lanes, top);
  const int64_t by = rc__lanes_start_of(lanes, pivot) - start;
  if (!closes && overlaps_viewport(now, top, upper, offset + by)) {
    (void)rc__lanes_put_indents(lanes, (uint32_t)top, indents);
    return 0;
  }
  rc__lanes_tidy_indents(lanes, (uint32_t)top);
  // What was known of where items are no longer holds.
  now->lanes->watch->stage.is_current = false;
  now->lanes->watch->is_edited = *out_closed = true;
  return by;
}

static int64_t close_panels(const rc__lanes_pass *now, int64_t offset, bool closes,
                            bool *out_closed) {
  int64_t loose[LOOSE_MAX], pivot = -1;
  const uint32_t count = rc__lanes_find_loose(now->lanes, loose, LOOSE_MAX);
  for (uint32_t i = 0; i < count; i++) {
    const int64_t upper = rc__lanes_nearest(now->lanes, loose[i], RC_LANE_NONE, 1);
    const bool is_seen = !closes && (was_panel_visible(now->lanes->watch, loose[i], upper) ||
                                     rc__watch_find_restored(now->lanes, loose[i], upper, 1) >= 0 ||
                                     overlaps_viewport(now, loose[i], upper, offset));
    if (is_seen) continue;
    if (pivot < 0) pivot = rc__lanes_pivot(now->lanes, &now->sight, offset);
    offset += close_panel(now, loose[i], upper, pivot, offset, closes, out_closed);
  }
  return offset;
}

// == giving ==

static rc_status give_from(rc__lanes_pass *now, int64_t *offset) {
  enum { BEFORE = 32, AFTER = 96, APART_MAX = 1024 };
  rc_lanes *lanes = now->lanes;
  rc__lanes_stage *stage = &now->lanes->watch->stage;
  const int64_t pivot = rc__lanes_pivot(lanes, &now->sight, *offset);
  if (pivot == now->sight.pivot && rc__watch_returns_to(lanes, pivot)) {
    const rc_status status = rc__lanes_return(lanes);
    if (status != RC_STATUS_OK) return status;
    now->is_staged = false;
    now->has_returned = true;
  }
  const bool reaches = now->is_staged && pivot >= stage->first - APART_MAX &&
                       pivot < rc__stage_end(stage) + APART_MAX;
  if (reaches) {
    if (!stage->is_current) rc__stage_refresh(stage);
    (void)rc__stage_reach(stage, pivot);
  } else {
    rc__stage_load(stage, lanes, rc__at_least(pivot - BEFORE, 0),
                   rc__at_most(pivot + AFTER, lanes->root.part.count));
  }
  now->is_staged = true;
  if (!stage->failed) rc__lanes_give(stage, &now->sight, pivot, offset);
  return rc__stage_commit(stage);
}

// After a step that may have failed.
static rc_status noted(const rc__lanes_pass *now, rc_status status) {
  if (status != RC_STATUS_OK) rc__watch_note(now->lanes->watch);
  return status;
}

rc_status rc__lanes_begin(rc_lanes *lanes, const rc__lanes_sight *sight, rc__lanes_pass *out_pass,
                          int64_t *out_held) {
  *out_pass = (rc__lanes_pass){.lanes = lanes, .sight = *sight};
  *out_held = 0;
  if (!rc__watch_take(lanes)) return RC_STATUS_NO_MEMORY;
  rc__lanes_watch *watch = lanes->watch;
  watch->stage.is_current = false;
  if (!watch->is_edited) return RC_STATUS_OK;
  join_panels(lanes);
  const rc_status status = rc__lanes_hold(lanes, sight, out_held);
  out_pass->is_staged = watch->seen_count > 0;
  return noted(out_pass, status);
}

rc_status rc__lanes_round(rc__lanes_pass *pass, bool closes, int64_t *offset, bool *out_closed) {
  *out_closed = false;
  if (pass->lanes->root.part.count == 0) return RC_STATUS_OK;
  const rc_status status = give_from(pass, offset);
  if (status != RC_STATUS_OK) return noted(pass, status);
  *offset = close_panels(pass, *offset, closes, out_closed);
  return RC_STATUS_OK;
}

// == recording ==

// Notes that an item is on the screen.
static void record_visible(rc__lanes_pass *now, int64_t index, int64_t moved) {
  rc__lanes_watch *watch = now->lanes->watch;
  rc__stage_item *item = rc__stage_at(&watch->stage, index);
  if (rc__stage_has_lane(&watch->stage, index) && (item->code & RC__CODE_SHOWN) == 0) {
    rc__lanes_mark_shown(now->lanes, (uint32_t)index, true);
    item->code |= RC__CODE_SHOWN;
    item->old_code = item->code;
  }
  if (!watch->is_backward) return;
  const uint8_t flags = item->seen < 0 ? 0 : watch->seen[item->seen].flags;
  const bool was_visible = (flags & RC__SEEN_VISIBLE) != 0;
  if (!was_visible || (moved == 0 && (flags & RC__SEEN_UNCOVERED) != 0)) {
    watch->uncovered[watch->uncovered_count++] = index;
  }
}

// With all that is near on the stage.
static rc_status record(rc__lanes_pass *now, int64_t moved) {
  rc__lanes_watch *watch = now->lanes->watch;
  const rc__lanes_stage *stage = &watch->stage;
  const int64_t offset = now->sight.offset, end = offset + now->sight.length;
  const int64_t near_start = offset - now->sight.behind, near_end = end + now->sight.ahead;
  const int64_t upper = now->is_staged ? rc__stage_end(stage) : stage->first;
  if (!rc__array_reserve(&now->lanes->allocator, &watch->uncovered, &watch->uncovered_capacity,
                         sizeof *watch->uncovered, (size_t)(upper - stage->first))) {
    return RC_STATUS_NO_MEMORY;
  }
  if (moved != 0) watch->is_backward = now->sight.is_user_driven && moved < 0;
  watch->uncovered_count = 0;
  watch->near = (rc_interval){0, 0};
  for (int64_t i = stage->first; i < upper; i++) {
    const int64_t start = rc__stage_at(stage, i)->start;
    const int64_t extent = rc__stage_extent(stage, i);
    if (rc__stage_is_laneless(stage, i)) continue;
    if (!rc__sight_overlaps(start, extent, near_start, near_end)) continue;
    if (watch->near.lower == watch->near.upper) watch->near.lower = i;
    watch->near.upper = i + 1;
    if (rc__sight_overlaps(start, extent, offset, end)) record_visible(now, i, moved);
  }
  watch->sight = now->sight;
  watch->has_updated = true;
  watch->calm = (rc_interval){0, 0};
  rc_interval *restored = &watch->restored;
  if (now->has_returned || (now->sight.is_user_driven && moved != 0)) {
    *restored = (rc_interval){0, 0};
    watch->place_count = 0;
  }
  // After an edit there will often be another one.
  const bool waits = restored->lower < restored->upper;
  if (!watch->is_edited && !waits) rc__lanes_find_calm(now->lanes, &watch->sight, moved);
  watch->is_taken = watch->is_edited = watch->uses_covered = false;
  return RC_STATUS_OK;
}

rc_status rc__lanes_finish(rc__lanes_pass *pass, int64_t offset, int64_t moved) {
  pass->sight.offset = offset;
  return noted(pass, record(pass, moved));
}

// == alone ==

static int64_t clamped_offset(const rc__lanes_pass *now, int64_t offset) {
  const int64_t most = rc__lanes_length(now->lanes) - now->sight.length;
  return rc__at_least(rc__at_most(offset, most), 0);
}

rc_status rc__lanes_update(rc_lanes *lanes, const rc__lanes_sight *sight, int64_t *out_correction) {
  rc__lanes_pass now;
  int64_t held;
  *out_correction = 0;
  if (!rc__watch_create(lanes)) return RC_STATUS_NO_MEMORY;
  if (rc__lanes_is_calm(lanes, sight)) {
    rc__lanes_stay_calm(lanes->watch, sight);
    return RC_STATUS_OK;
  }
  rc_status status = rc__lanes_begin(lanes, sight, &now, &held);
  const int64_t moved = sight->offset - lanes->watch->sight.offset;
  int64_t offset = sight->offset + held;
  for (int round = 0; round < RC__LANES_ROUNDS && status == RC_STATUS_OK; round++) {
    bool has_closed;
    offset = clamped_offset(&now, offset);
    status = rc__lanes_round(&now, sight->closes && round == 0, &offset, &has_closed);
    if (!has_closed && clamped_offset(&now, offset) == offset) break;
  }
  if (lanes->root.part.count == 0) offset = 0;
  if (status == RC_STATUS_OK) status = rc__lanes_finish(&now, offset, moved);
  if (status == RC_STATUS_OK) *out_correction = offset - sight->offset;
  return status;
}

static rc_status read_sight(const rc_lanes_viewport *viewport, rc__lanes_sight *out_sight) {
  const double lengths[] = {viewport->length, viewport->before, viewport->after,
                            viewport->tolerance};
  int64_t *const ticks[] = {&out_sight->length, &out_sight->behind, &out_sight->ahead,
                            &out_sight->tolerance};
  rc_status status = rc_ticks_from_points(viewport->offset, &out_sight->offset);
  for (int i = 0; i < 4; i++) {
    if (!(lengths[i] >= 0) || status == RC_STATUS_ARGUMENT) return RC_STATUS_ARGUMENT;
    const rc_status own = rc_ticks_from_points(lengths[i], ticks[i]);
    if (own != RC_STATUS_OK) status = own;
  }
  out_sight->patience = out_sight->length / 2;
  out_sight->is_user_driven = viewport->is_user_driven;
  out_sight->closes = viewport->closes_indents;
  return status;
}

rc_status rc_lanes_update(rc_lanes *lanes, const rc_lanes_viewport *viewport,
                          double *out_correction) {
  rc__lanes_sight sight = {.pivot = -1};
  int64_t correction;
  if (lanes == NULL || viewport == NULL || out_correction == NULL) return RC_STATUS_ARGUMENT;
  rc_status status = read_sight(viewport, &sight);
  if (status != RC_STATUS_OK) return status;
  status = rc__lanes_update(lanes, &sight, &correction);
  if (status == RC_STATUS_OK) *out_correction = rc_ticks_to_points(correction);
  return status;
}
