// What stays on the screen: rules 16 and 19 to 23 of the header.

#include "lanes_watch.h"

// One hold.
typedef struct lanes_hold {
  rc__lanes_stage *stage;
  const rc__lanes_watch *watch;
  const rc__lanes_sight *sight;
} lanes_hold;

static const rc__lanes_seen *seen_item(const lanes_hold *it, int64_t index) {
  const int32_t seen = rc__stage_at(it->stage, index)->seen;
  return seen < 0 ? NULL : &it->watch->seen[seen];
}

static const int64_t *old_front_at(const lanes_hold *it, int64_t index) {
  return it->watch->fronts + (size_t)rc__stage_at(it->stage, index)->seen * it->stage->lanes->k;
}

static bool was_on_screen(const lanes_hold *it, int64_t index) {
  const rc__lanes_seen *seen = seen_item(it, index);
  return seen != NULL && (seen->flags & RC__SEEN_VISIBLE) != 0;
}

static bool was_uncovered(const rc__lanes_seen *seen) {
  return (seen->flags & RC__SEEN_UNCOVERED) != 0;
}

static int64_t start_moved(const lanes_hold *it, int64_t index) {
  return rc__stage_at(it->stage, index)->start - seen_item(it, index)->start;
}

static int64_t end_moved(const lanes_hold *it, int64_t index) {
  return start_moved(it, index) + rc__stage_extent(it->stage, index) - seen_item(it, index)->extent;
}

static bool ended_after_start(const lanes_hold *it, const rc__lanes_seen *seen) {
  return seen->start + seen->extent > it->watch->sight.offset;
}

// By how much an item has moved that keeps its place.
static int64_t place_moved(const lanes_hold *it, int64_t index) {
  const rc__lanes_seen *seen = seen_item(it, index);
  const int64_t offset = it->watch->sight.offset;
  if (!ended_after_start(it, seen)) return end_moved(it, index);
  const bool keeps_end =
      (seen->flags & RC__SEEN_FIRST_MEASURED) != 0 && offset > it->watch->sight.lowest &&
      (seen->start < offset || (seen->start == offset && it->watch->is_backward));
  return keeps_end ? end_moved(it, index) : start_moved(it, index);
}

// By how much a lane has moved where an item came between others on the screen: by what is before
// that, so that it pushes what is after it.
//
// - `before`: the last item of the lane before it that was seen; −1 for none in the panel.
static int64_t moved_before(const lanes_hold *it, int64_t index, int64_t before, int64_t upper,
                            int64_t last) {
  const uint32_t lane = rc__stage_lane(it->stage, index);
  const int64_t start = rc__stage_at(it->stage, index)->start;
  if (before >= 0) return end_moved(it, before);
  for (int64_t i = index + 1; i < upper; i++) {
    const rc__lanes_seen *seen = seen_item(it, i);
    if (seen != NULL && rc__stage_lane(it->stage, i) == lane) return start - seen->start;
  }
  return start - old_front_at(it, last)[lane];
}

// By how much a lane of a panel has moved that keeps its place.
//
// - `last`: of the items of the panel that were on the screen.
static int64_t lane_moved(const lanes_hold *it, int64_t lower, int64_t upper, int64_t last,
                          uint32_t lane) {
  int64_t before = -1, uncovered = -1, above = -1;
  for (int64_t i = lower; i < upper; i++) {
    if (rc__stage_lane(it->stage, i) != lane) continue;
    if ((rc__stage_at(it->stage, i)->flags & RC__STAGE_BETWEEN) != 0) {
      return moved_before(it, i, before, upper, last);
    }
    const rc__lanes_seen *seen = seen_item(it, i);
    if (seen == NULL) continue;
    before = i;
    const bool was_visible = (seen->flags & RC__SEEN_VISIBLE) != 0;
    if (was_visible && !was_uncovered(seen)) return place_moved(it, i);
    if (was_visible) uncovered = i;
    if (uncovered >= 0) continue;
    if (ended_after_start(it, seen) && i < last) return start_moved(it, i);
    if (!ended_after_start(it, seen) && i > last) above = i;
  }
  if (uncovered >= 0) return end_moved(it, uncovered);
  if (above >= 0) return end_moved(it, above);
  return rc__stage_front(it->stage, last)[lane] - old_front_at(it, last)[lane];
}

// Evens out the panel that an item is in; returns by how much it has moved.
static int64_t hold_panel(const lanes_hold *it, int64_t index) {
  rc__lanes_stage *stage = it->stage;
  int64_t upper = index, last = index, moved[RC_LANE_COUNT_MAX];
  rc__stage_flow(stage);
  const int64_t lower = rc__at_least(rc__stage_panel_lower(stage, index), stage->first);
  for (; upper < rc__stage_end(stage) && rc__stage_has_lane(stage, upper); upper++) {
    if (was_on_screen(it, upper)) last = upper;
  }
  for (uint32_t lane = 0; lane < stage->lanes->k; lane++) {
    moved[lane] = lane_moved(it, lower, upper, last, lane);
  }
  return rc__stage_even_out(stage, index, moved);
}

// The first item that was on the screen and has stayed; −1 if none has.
static int64_t find_anchor(const rc__lanes_watch *watch) {
  int64_t uncovered = -1;
  for (size_t i = 0; i < watch->seen_count; i++) {
    const rc__lanes_seen *seen = &watch->seen[i];
    if ((seen->flags & RC__SEEN_VISIBLE) == 0) continue;
    if (!was_uncovered(seen)) return seen->index;
    if (uncovered < 0) uncovered = seen->index;
  }
  return uncovered;
}

// By how much things have moved where nothing that was on the screen has stayed.
static int64_t moved_without_anchor(const lanes_hold *it) {
  const rc__lanes_watch *watch = it->watch;
  const int64_t offset = watch->sight.offset;
  int64_t before = -1, after = -1;
  for (size_t i = 0; i < watch->seen_count; i++) {
    const int64_t index = watch->seen[i].index;
    if (!ended_after_start(it, &watch->seen[i])) before = index;
    if (ended_after_start(it, &watch->seen[i]) && after < 0) after = index;
  }
  int64_t moved = before >= 0 ? end_moved(it, before) : 0;
  if (after >= 0) moved = rc__at_most(moved, rc__stage_at(it->stage, after)->start - offset);
  return rc__at_least(moved, rc__at_most(watch->sight.lowest - offset, 0));
}

// The lane that ends first, of those in which an item does not lie wholly above the viewport.
static uint32_t lane_on_screen(const lanes_hold *it, int64_t index, const int64_t *front,
                               int64_t start) {
  const uint32_t k = it->stage->lanes->k;
  int64_t found[RC_LANE_COUNT_MAX];
  bool any = false;
  for (uint32_t lane = 0; lane < k; lane++) {
    const bool is_above = front[lane] + rc__stage_extent(it->stage, index) <= start;
    found[lane] = is_above ? INT64_MAX : front[lane];
    any = any || !is_above;
  }
  return rc__stage_least_lane(it->stage, index, any ? found : front, it->sight->tolerance);
}

// Items that come right before a panel join it: its indents are now theirs.
static void take_indents(rc__lanes_stage *stage, int64_t index) {
  int64_t top = index;
  while (rc__stage_reach(stage, top) && rc__stage_is_laneless(stage, top)) top++;
  if (top >= rc__stage_end(stage)) return;
  rc__stage_item *from = rc__stage_at(stage, top);
  if ((from->flags & RC__STAGE_INDENTED) == 0) return;
  rc__stage_at(stage, index)->flags |= RC__STAGE_INDENTED;
  stage->any_indents = true;
  from->flags &= (uint8_t)~RC__STAGE_INDENTED;
  rc__stage_note(stage, index);
  rc__copy_bytes(rc__stage_indents(stage, index), rc__stage_indents(stage, top),
                 stage->lanes->k * sizeof(int64_t));
}

// Gives lanes to items that came between those on the screen, up to an offset.
static void give_between(const lanes_hold *it, int64_t start, int64_t end) {
  rc__lanes_stage *stage = it->stage;
  int64_t first = -1, last = -1;
  for (size_t i = 0; i < it->watch->seen_count; i++) {
    if ((it->watch->seen[i].flags & RC__SEEN_VISIBLE) == 0) continue;
    if (first < 0) first = it->watch->seen[i].index;
    last = it->watch->seen[i].index;
  }
  if (first < 0 || rc__stage_is_laneless(stage, first)) return;
  for (int64_t i = first + 1; i < last; i++) {
    if (!rc__stage_is_laneless(stage, i)) continue;
    rc__stage_flow_to(stage, i);
    if (rc__front_least(stage->lanes->k, rc__stage_front(stage, i)) >= end) return;
    if (rc__stage_is_flush(stage, i)) take_indents(stage, i);
    if (stage->failed) return;
    rc__stage_flow_to(stage, i);
    int64_t front[RC_LANE_COUNT_MAX];
    rc__stage_item *item = rc__stage_at(stage, i);
    for (uint32_t lane = 0; lane < stage->lanes->k; lane++) {
      front[lane] = rc__stage_front(stage, i)[lane];
      if ((item->flags & RC__STAGE_INDENTED) != 0) front[lane] += rc__stage_indents(stage, i)[lane];
    }
    rc__stage_set_lane(stage, i, lane_on_screen(it, i, front, start));
    item->flags |= RC__STAGE_SETTLED | RC__STAGE_BETWEEN;
    rc__stage_join(stage);
  }
}

// Where nothing has changed but above all that was seen, in a panel that begins there, each lane
// has moved by one number: evens them out by that; false if that is not so.
static bool hold_all(const lanes_hold *it, int64_t anchor, int64_t *out_moved) {
  rc__lanes_stage *stage = it->stage;
  if (it->watch->is_edited_here || anchor < 0 || !rc__stage_has_lane(stage, anchor)) return false;
  if (rc__stage_panel_lower(stage, anchor) >= stage->first) return false;
  int64_t moved[RC_LANE_COUNT_MAX];
  for (uint32_t lane = 0; lane < stage->lanes->k; lane++) {
    moved[lane] = stage->base[lane] - it->watch->fronts[lane];
  }
  *out_moved = rc__stage_even_out(stage, anchor, moved);
  return true;
}

// With everything that was seen on the stage.
static int64_t hold_seen(const lanes_hold *it) {
  rc__lanes_stage *stage = it->stage;
  int64_t moved;
  rc__stage_join(stage);
  const int64_t anchor = find_anchor(it->watch);
  if (hold_all(it, anchor, &moved)) return moved;
  rc__stage_flow(stage);
  if (anchor < 0) return moved_without_anchor(it);
  const int64_t start = it->watch->sight.offset + place_moved(it, anchor);
  give_between(it, start, start + it->sight->length + it->sight->ahead);
  if (stage->failed) return 0;
  rc__stage_flow(stage);
  for (int64_t i = it->watch->seen[0].index; i < anchor; i++) {
    if (!was_on_screen(it, i) || !rc__stage_has_lane(stage, i)) continue;
    (void)hold_panel(it, i);
    while (i + 1 < rc__stage_end(stage) && rc__stage_has_lane(stage, i + 1)) i++;
  }
  if (rc__stage_has_lane(stage, anchor)) return hold_panel(it, anchor);
  rc__stage_flow(stage);
  return place_moved(it, anchor);
}

rc_status rc__lanes_hold(rc_lanes *lanes, const rc__lanes_sight *sight, int64_t *out_moved) {
  rc__lanes_watch *watch = lanes->watch;
  const lanes_hold it = {.stage = &watch->stage, .watch = watch, .sight = sight};
  *out_moved = 0;
  rc__watch_settle(watch);
  if (watch->seen_count == 0) {
    return RC_STATUS_OK;
  }
  rc__stage_load(it.stage, lanes, watch->seen[0].index,
                 watch->seen[watch->seen_count - 1].index + 1);
  (void)rc__stage_reach(it.stage, rc__stage_end(it.stage));
  if (!it.stage->failed) *out_moved = hold_seen(&it);
  return rc__stage_commit(it.stage);
}
