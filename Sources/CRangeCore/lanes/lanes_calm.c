// At which offsets an update changes nothing.
//
// What was on the screen keeps its lane while it is near, and beyond that as long as its lane is
// not behind by more than the patience. An item that was not on the screen gets its lane in each
// update again, which is the one that it has if nothing has changed before it, seen from the
// screen. So in a stretch of such items scrolling gives no item another lane, as long as those that
// were on the screen fill it. The stretch ends at wide items, unless they are near: a unit that
// comes near as a whole may be given lanes.
//
//     offsets      [ given upward | were on the screen | given downward )
//     viewport                        [────────)
//     near              [·····························)

#include "lanes_watch.h"

enum {
  /// How many items are looked at beyond what is near.
  CALM_REACH = 96
};

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

// Whether an item that was never on the screen is in the lane that it would be given.
static bool is_given_lane(rc__lanes_stage *stage, int64_t index, int64_t tolerance, bool is_above) {
  const uint32_t lane = rc__stage_lane(stage, index);
  if (!is_above) {
    rc__stage_flow_to(stage, index);
    return rc__stage_least_lane(stage, index, rc__stage_front(stage, index), tolerance) == lane;
  }
  if (!rc__stage_reach(stage, index + 1) || !rc__stage_has_lane(stage, index + 1)) return false;
  rc__stage_flow_to(stage, index + 1);
  const int64_t *front = rc__stage_front(stage, index + 1);
  return rc__stage_greatest_lane(stage, index, front, tolerance) == lane;
}

static bool was_shown(const rc__lanes_stage *stage, int64_t index) {
  return (rc__stage_at(stage, index)->code & RC__CODE_SHOWN) != 0;
}

// - `is_above`: it is before the first item on the screen.
static bool is_calm_item(rc__lanes_stage *stage, int64_t index, const rc__lanes_sight *sight,
                         bool is_above) {
  const bool is_indented = (rc__stage_at(stage, index)->flags & RC__STAGE_INDENTED) != 0;
  if (!rc__stage_has_lane(stage, index) || is_indented) return false;
  if (was_shown(stage, index)) return keeps_lane(stage, index, sight->patience);
  return is_given_lane(stage, index, sight->tolerance, is_above);
}

// What is near.
typedef struct near_items {
  rc_interval items;
  /// The first one on the screen; −1 if there is none.
  int64_t first;
  bool any_wide;
  /// Where the first of them ends.
  int64_t end;
} near_items;

// Finds what is near; false if there is nothing.
static bool find_near_items(const rc__lanes_stage *stage, const rc__lanes_sight *sight,
                            near_items *near) {
  const rc_interval range = rc__sight_near(sight);
  const int64_t offset = sight->offset;
  *near = (near_items){.items = {-1, -1}, .first = -1, .end = INT64_MAX};
  for (int64_t i = stage->first; i < rc__stage_end(stage); i++) {
    const int64_t extent = rc__stage_extent(stage, i);
    const int64_t start = rc__stage_at(stage, i)->start;
    if (!rc__sight_overlaps(start, extent, range.lower, range.upper)) continue;
    if (near->items.lower < 0) near->items.lower = i;
    near->items.upper = i + 1;
    near->end = rc__at_most(near->end, rc__stage_item_end(stage, i));
    if (near->first >= 0) continue;
    if (rc__sight_overlaps(start, extent, offset, offset + sight->length)) near->first = i;
  }
  return near->items.lower >= 0;
}

// Whether all that is near keeps its lanes.
static bool are_calm(rc__lanes_stage *stage, const rc__lanes_sight *sight, near_items *near) {
  for (int64_t i = near->items.lower; i < near->items.upper; i++) {
    const bool is_wide = rc__stage_is_wide(stage, i);
    near->any_wide = near->any_wide || is_wide;
    if (!is_wide && !is_calm_item(stage, i, sight, i < near->first)) return false;
  }
  return true;
}

// After which items a stretch ends, from what is near on.
static int64_t calm_upper(rc__lanes_stage *stage, int64_t from, const rc__lanes_sight *sight) {
  int64_t i = from;
  while (i < from + CALM_REACH && rc__stage_reach(stage, i) &&
         is_calm_item(stage, i, sight, false)) {
    i++;
  }
  return i;
}

// Where it begins, before what is near.
static int64_t calm_lower(rc__lanes_stage *stage, int64_t from, const rc__lanes_sight *sight) {
  int64_t i = from;
  // The panel above a wide item may slide down to it.
  if (rc__stage_is_wide(stage, from)) return from;
  while (i > from - CALM_REACH && rc__stage_reach(stage, i - 1) &&
         is_calm_item(stage, i - 1, sight, true)) {
    i--;
  }
  return i;
}

// Where a stretch begins so that none of its items trades lanes: these trade in each update.
//
// - `shown`: those before it were not on the screen.
static int64_t after_traders(rc__lanes_stage *stage, int64_t lower, int64_t shown) {
  const int64_t top = rc__stage_top_lower(stage, lower);
  if (top < 0) return stage->failed ? shown : lower;
  return rc__at_most(top + (int64_t)stage->lanes->k * RC__TOP_ROWS, shown);
}

// The items of a stretch, around one, that were on the screen.
static rc_interval shown_around(const rc__lanes_stage *stage, rc_interval stretch, int64_t index) {
  rc_interval shown = {index, index};
  while (shown.upper < stretch.upper &&
         (was_shown(stage, shown.upper) || rc__stage_is_wide(stage, shown.upper))) {
    shown.upper++;
  }
  while (shown.lower > stretch.lower &&
         (was_shown(stage, shown.lower - 1) || rc__stage_is_wide(stage, shown.lower - 1))) {
    shown.lower--;
  }
  return shown;
}

// Whether giving lanes upward moves what is above the screen, which then begins a panel whose
// lanes all are indented.
static bool may_slide(const rc__lanes_stage *stage, int64_t index) {
  const int64_t top = rc__stage_panel_lower(stage, index);
  if (top < stage->first) return rc__front_least(stage->lanes->k, stage->top_indents) != 0;
  return (rc__stage_at(stage, top)->flags & RC__STAGE_INDENTED) != 0 &&
         rc__front_least(stage->lanes->k, rc__stage_indents(stage, top)) != 0;
}

// Where the first lane ends before an item, or the last one.
static int64_t least_at(rc__lanes_stage *stage, int64_t index) {
  rc__stage_flow_to(stage, index);
  return rc__front_least(stage->lanes->k, rc__stage_front(stage, index));
}

static int64_t most_at(rc__lanes_stage *stage, int64_t index) {
  rc__stage_flow_to(stage, index);
  return rc__front_most(stage->lanes->k, rc__stage_front(stage, index));
}

// The first offset at which what begins with an item is near.
static int64_t until_near(rc__lanes_stage *stage, const rc__lanes_sight *sight, int64_t index) {
  return least_at(stage, index) - sight->ahead - sight->length + 1;
}

// Whether the next step in the same direction would most likely be past where lanes are known or
// items were on the screen: then there is nothing to be found, as where all is new.
static bool is_at_end(rc__lanes_stage *stage, const rc__lanes_sight *sight, const near_items *near,
                      int64_t moved) {
  const int64_t next = sight->offset + moved, count = stage->lanes->root.part.count;
  if (near->first < 0) return false;
  const rc_interval shown = shown_around(stage, near->items, near->first);
  if (moved > 0) {
    if (shown.upper < near->items.upper && next + sight->length > least_at(stage, shown.upper)) {
      return true;
    }
    return near->items.upper < count && rc__stage_reach(stage, near->items.upper) &&
           rc__stage_is_laneless(stage, near->items.upper) &&
           next + sight->length + sight->ahead > least_at(stage, near->items.upper);
  }
  return moved < 0 && shown.lower > near->items.lower && next <= most_at(stage, shown.lower);
}

// Whether indents may be closed: but for those of a panel that is on the screen all the time.
static bool may_close(const rc__lanes_stage *stage, int64_t index, bool any_wide) {
  int64_t loose[2];
  const uint32_t count = rc__lanes_find_loose(stage->lanes, loose, 2);
  if (count == 0) return false;
  return count > 1 || any_wide || loose[0] != rc__stage_panel_lower(stage, index);
}

void rc__lanes_find_calm(rc_lanes *lanes, const rc__lanes_sight *sight, int64_t moved) {
  rc__lanes_watch *watch = lanes->watch;
  rc__lanes_stage *stage = &watch->stage;
  const int64_t count = lanes->root.part.count, offset = sight->offset;
  near_items near;
  if (count == 0 || sight->length / 2 <= lanes->spacing) return;
  if (!find_near_items(stage, sight, &near) || is_at_end(stage, sight, &near, moved)) return;
  if (!are_calm(stage, sight, &near)) return;
  const int64_t first = near.first < 0 ? near.items.lower : near.first;
  rc_interval stretch = {calm_lower(stage, near.items.lower, sight),
                         calm_upper(stage, near.items.upper, sight)};
  if (stage->failed || may_close(stage, near.items.lower, near.any_wide)) return;
  const rc_interval shown = shown_around(stage, stretch, first);
  const bool any_above = shown.lower > stretch.lower, any_below = shown.upper < stretch.upper;
  if ((any_above || any_below) && (near.any_wide || near.first < 0)) return;
  if (any_above && may_slide(stage, shown.lower - 1)) return;
  if (any_above) stretch.lower = after_traders(stage, stretch.lower, shown.lower);
  rc_interval calm = {0, rc__lanes_length(lanes) - sight->length + 1};
  // A unit that has left, and comes back as a whole, may be given lanes.
  if (near.any_wide) calm.upper = rc__at_most(calm.upper, near.end + sight->behind);
  if (stretch.upper < count) {
    if (!rc__stage_reach(stage, stretch.upper)) return;
    calm.upper = rc__at_most(calm.upper, until_near(stage, sight, stretch.upper));
  }
  if (stretch.lower > 0) {
    calm.lower = rc__at_least(calm.lower, most_at(stage, stretch.lower) + sight->behind);
  }
  // Nothing else comes on the screen.
  if (any_below) {
    calm.upper = rc__at_most(calm.upper, least_at(stage, shown.upper) - sight->length + 1);
  }
  if (any_above) calm.lower = rc__at_least(calm.lower, most_at(stage, shown.lower) + 1);
  if (calm.lower > offset || offset >= calm.upper) return;
  watch->calm = calm;
  watch->calm_items = (rc_interval){any_above || near.any_wide ? -1 : stretch.lower,
                                    any_below || near.any_wide ? -1 : stretch.upper};
}

// Looks at more items below those that keep their lanes.
static void look_on(rc_lanes *lanes, const rc__lanes_sight *sight) {
  rc__lanes_watch *watch = lanes->watch;
  rc__lanes_stage *stage = &watch->stage;
  const int64_t count = lanes->root.part.count, from = watch->calm_items.upper;
  if (from < 0 || from == count) return;
  rc__stage_load(stage, lanes, from, rc__at_most(from + CALM_REACH + 2, count));
  int64_t to = from;
  while (to < rc__stage_end(stage) && to < from + CALM_REACH && was_shown(stage, to) &&
         is_calm_item(stage, to, sight, false)) {
    to++;
  }
  int64_t upper = rc__lanes_length(lanes) - sight->length + 1;
  if (to < count && !rc__stage_reach(stage, to)) return;
  if (to < count) upper = rc__at_most(upper, until_near(stage, sight, to));
  watch->calm_items.upper = to;
  watch->calm.upper = upper;
}

// The same above them.
static void look_back(rc_lanes *lanes, const rc__lanes_sight *sight) {
  rc__lanes_watch *watch = lanes->watch;
  rc__lanes_stage *stage = &watch->stage;
  const int64_t from = watch->calm_items.lower;
  if (from <= 0) return;
  rc__stage_load(stage, lanes, rc__at_least(from - CALM_REACH, 0), from + 1);
  int64_t to = from;
  while (to > stage->first && was_shown(stage, to - 1) &&
         is_calm_item(stage, to - 1, sight, true)) {
    to--;
  }
  if (stage->failed) return;
  watch->calm_items.lower = to;
  watch->calm.lower = to == 0 ? 0 : most_at(stage, to) + sight->behind;
}

bool rc__lanes_is_calm(rc_lanes *lanes, const rc__lanes_sight *sight) {
  rc__lanes_watch *watch = lanes->watch;
  const rc__lanes_sight *last = &watch->sight;
  const int64_t moved = sight->offset - last->offset;
  const bool may_be = watch->calm.lower < watch->calm.upper && !watch->is_taken && !sight->closes &&
                      sight->length == last->length && sight->behind == last->behind &&
                      sight->ahead == last->ahead && sight->patience == last->patience &&
                      sight->tolerance == last->tolerance && -last->length / 2 <= moved &&
                      moved <= last->length / 2;
  if (!may_be) return false;
  if (RC_RARELY(sight->offset >= watch->calm.upper)) look_on(lanes, sight);
  if (RC_RARELY(sight->offset < watch->calm.lower)) look_back(lanes, sight);
  return watch->calm.lower <= sight->offset && sight->offset < watch->calm.upper;
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
