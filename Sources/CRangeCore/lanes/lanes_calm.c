// At which offsets an update changes nothing.
//
// What was on the screen keeps its lane while it is near, and beyond that as long as its lane is
// not behind by more than the patience. So in a stretch of items that were all on the screen, and
// are not behind, scrolling gives no item another lane. The stretch ends at wide items, unless they
// are near: a unit that comes near as a whole may be given lanes.

#include "lanes_watch.h"

enum {
  /// How many items are looked at beyond what is near.
  CALM_REACH = 96
};

static bool was_shown(const rc__lanes_stage *stage, int64_t index) {
  const rc__stage_item *item = rc__stage_at(stage, index);
  return rc__stage_has_lane(stage, index) && (item->code & RC__CODE_SHOWN) != 0 &&
         (item->flags & RC__STAGE_INDENTED) == 0;
}

// Whether an item keeps its lane if it leaves what is near and comes back, from either side.
static bool keeps_lane(rc__lanes_stage *stage, int64_t index, int64_t patience) {
  const uint32_t k = stage->lanes->k, lane = rc__stage_lane(stage, index);
  rc__stage_flow_to(stage, index);
  const int64_t *front = rc__stage_front(stage, index);
  if (front[lane] - rc__front_least(k, front) > patience) return false;
  if (index + 1 == stage->lanes->root.part.count) return true;
  if (!rc__stage_reach(stage, index + 1)) return false;
  rc__stage_flow_to(stage, index + 1);
  front = rc__stage_front(stage, index + 1);
  return rc__front_most(k, front) - front[lane] <= patience;
}

static bool is_calm_item(rc__lanes_stage *stage, int64_t index, int64_t patience) {
  return was_shown(stage, index) && keeps_lane(stage, index, patience);
}

// What is near.
typedef struct near_items {
  rc_interval items;
  bool any_wide;
  /// Where the first of them ends.
  int64_t end;
} near_items;

// Finds what is near; false if not all of it keeps its lanes.
static bool find_near_items(rc__lanes_stage *stage, const rc__lanes_sight *sight,
                            near_items *near) {
  const rc_interval range = rc__sight_near(sight);
  *near = (near_items){.items = {-1, -1}, .end = INT64_MAX};
  for (int64_t i = stage->first; i < rc__stage_end(stage); i++) {
    const int64_t extent = rc__stage_extent(stage, i);
    const int64_t start = rc__stage_at(stage, i)->start;
    if (!rc__sight_overlaps(start, extent, range.lower, range.upper)) continue;
    if (near->items.lower < 0) near->items.lower = i;
    near->items.upper = i + 1;
    near->end = rc__at_most(near->end, rc__stage_item_end(stage, i));
  }
  for (int64_t i = near->items.lower; i < near->items.upper; i++) {
    const bool is_wide = rc__stage_is_wide(stage, i);
    near->any_wide = near->any_wide || is_wide;
    if (!is_wide && !is_calm_item(stage, i, sight->patience)) return false;
  }
  return near->items.lower >= 0;
}

// After which items a stretch ends, from what is near on.
static int64_t calm_upper(rc__lanes_stage *stage, int64_t from, int64_t patience) {
  int64_t i = from;
  while (i < from + CALM_REACH && rc__stage_reach(stage, i) && is_calm_item(stage, i, patience)) {
    i++;
  }
  return i;
}

// Where it begins, before what is near.
static int64_t calm_lower(rc__lanes_stage *stage, int64_t from, int64_t patience) {
  int64_t i = from;
  // The panel above a wide item may slide down to it.
  if (rc__stage_is_wide(stage, from)) return from;
  while (i > from - CALM_REACH && rc__stage_reach(stage, i - 1) &&
         is_calm_item(stage, i - 1, patience)) {
    i--;
  }
  return i;
}

// Whether indents may be closed: but for those of a panel that is on the screen all the time.
static bool may_close(const rc__lanes_stage *stage, int64_t index, bool any_wide) {
  int64_t loose[2];
  const uint32_t count = rc__lanes_find_loose(stage->lanes, loose, 2);
  if (count == 0) return false;
  return count > 1 || any_wide || loose[0] != rc__stage_panel_lower(stage, index);
}

void rc__lanes_find_calm(rc_lanes *lanes, const rc__lanes_sight *sight) {
  rc__lanes_watch *watch = lanes->watch;
  rc__lanes_stage *stage = &watch->stage;
  const int64_t count = lanes->root.part.count, offset = sight->offset;
  near_items near;
  if (count == 0 || sight->length / 2 <= lanes->spacing) return;
  if (!find_near_items(stage, sight, &near)) return;
  const int64_t upper = calm_upper(stage, near.items.upper, sight->patience);
  const int64_t lower = calm_lower(stage, near.items.lower, sight->patience);
  if (stage->failed || may_close(stage, near.items.lower, near.any_wide)) return;
  rc_interval calm = {0, rc__lanes_length(lanes) - sight->length + 1};
  // A unit that has left, and comes back as a whole, may be given lanes.
  if (near.any_wide) calm.upper = rc__at_most(calm.upper, near.end + sight->behind);
  if (upper < count) {
    if (!rc__stage_reach(stage, upper)) return;
    rc__stage_flow_to(stage, upper);
    const int64_t end = rc__front_least(lanes->k, rc__stage_front(stage, upper));
    calm.upper = rc__at_most(calm.upper, end - sight->length - sight->ahead + 1);
  }
  if (lower > 0) {
    rc__stage_flow_to(stage, lower);
    const int64_t start = rc__front_most(lanes->k, rc__stage_front(stage, lower));
    calm.lower = rc__at_least(calm.lower, start + sight->behind);
  }
  if (calm.lower <= offset && offset < calm.upper) watch->calm = calm;
}

bool rc__lanes_is_calm(const rc__lanes_watch *watch, const rc__lanes_sight *sight) {
  const rc__lanes_sight *last = &watch->sight;
  const int64_t moved = sight->offset - last->offset;
  return watch->calm.lower <= sight->offset && sight->offset < watch->calm.upper &&
         !watch->is_taken && !sight->closes && sight->length == last->length &&
         sight->behind == last->behind && sight->ahead == last->ahead &&
         sight->patience == last->patience && sight->tolerance == last->tolerance &&
         -last->length / 2 <= moved && moved <= last->length / 2;
}

void rc__lanes_stay_calm(rc__lanes_watch *watch, const rc__lanes_sight *sight) {
  rc__lanes_sight *last = &watch->sight;
  const int64_t moved = sight->offset - last->offset;
  last->lowest = sight->lowest;
  if (moved == 0) return;
  watch->is_backward = sight->is_user_driven && moved < 0;
  watch->covered = last->offset;
  watch->uses_covered = true;
  last->offset = sight->offset;
  watch->near = (rc_interval){0, 0};
}
