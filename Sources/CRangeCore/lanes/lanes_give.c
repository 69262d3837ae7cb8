// Which item gets which lane: rules 10 to 18 of the header.

#include "lanes_watch.h"

// One giving.
typedef struct lanes_giving {
  rc__lanes_stage *stage;
  const rc__lanes_watch *watch;
  const rc__lanes_sight *sight;
  uint32_t k;
} lanes_giving;

uint32_t rc__stage_least_lane(const rc__lanes_stage *stage, int64_t index, const int64_t *front,
                              int64_t tolerance) {
  const uint32_t k = stage->lanes->k;
  const int64_t least = rc__front_least(k, front);
  uint32_t first = 0;
  if (tolerance > 0 && index > 0) {
    const uint32_t kind =
        rc__lanes_kind(index > stage->first ? rc__stage_at(stage, index - 1)->code
                                            : rc__lanes_code_at(stage->lanes, index - 1));
    if (kind < RC__CODE_LANELESS) first = kind + 1;
  }
  for (uint32_t n = 0; n < k; n++) {
    const uint32_t lane = (first + n) % k;
    if (front[lane] - least <= tolerance) return lane;
  }
  return 0;
}

uint32_t rc__stage_greatest_lane(rc__lanes_stage *stage, int64_t index, const int64_t *front,
                                 int64_t tolerance) {
  const uint32_t k = stage->lanes->k;
  const int64_t most = rc__front_most(k, front);
  uint32_t first = k - 1;
  if (tolerance > 0 && rc__stage_reach(stage, index + 1) && rc__stage_has_lane(stage, index + 1)) {
    first = rc__stage_lane(stage, index + 1) + k - 1;
  }
  for (uint32_t n = 0; n < k; n++) {
    const uint32_t lane = (first + k - n) % k;
    if (most - front[lane] <= tolerance) return lane;
  }
  return 0;
}

static uint32_t greatest_lane(const lanes_giving *it, int64_t index, const int64_t *front) {
  return rc__stage_greatest_lane(it->stage, index, front, it->sight->tolerance);
}

// Whether an item that is not kept may get another lane: one that was shown and comes near only if
// its lane is behind the best one, by more than the list has patience for.
static bool may_change(const lanes_giving *it, int64_t index, int64_t behind) {
  const rc__stage_item *item = rc__stage_at(it->stage, index);
  if (rc__stage_is_wide(it->stage, index) || (item->flags & RC__STAGE_SETTLED) != 0) return false;
  if (rc__stage_is_laneless(it->stage, index)) return true;
  return (item->code & RC__CODE_SHOWN) == 0 || behind > it->sight->patience;
}

// Where the first lane ends before an item, without its indents.
static int64_t least_before(const rc__lanes_stage *stage, int64_t index) {
  const uint32_t k = stage->lanes->k;
  const int64_t *front = rc__stage_front(stage, index);
  const bool is_indented = (rc__stage_at(stage, index)->flags & RC__STAGE_INDENTED) != 0;
  if (!is_indented || !rc__stage_has_lane(stage, index)) return rc__front_least(k, front);
  const int64_t *indents = rc__stage_indents(stage, index);
  int64_t least = INT64_MAX;
  for (uint32_t l = 0; l < k; l++) least = rc__at_most(least, front[l] - indents[l]);
  return least;
}

// Gives lanes from an item on, up to another one, or to where all lanes have come to an offset.
static void give_forward(const lanes_giving *it, int64_t from, int64_t upper, int64_t end) {
  rc__lanes_stage *stage = it->stage;
  const int64_t last_kept = rc__watch_find_kept(it->watch, from, upper, 0);
  for (int64_t i = from; i < upper; i++) {
    rc__stage_flow_to(stage, i);
    const int64_t *front = rc__stage_front(stage, i);
    if ((i == from ? rc__front_least(it->k, front) : least_before(stage, i)) >= end) break;
    // What is after it may begin a panel, which then joins.
    if (i + 1 == rc__stage_end(stage)) (void)rc__stage_reach(stage, i + 1);
    if (stage->failed) return;
    if (i > from && !rc__stage_is_flush(stage, i)) rc__stage_unindent(stage, i);
    const bool is_laneless = rc__stage_is_laneless(stage, i);
    if (is_laneless || i > last_kept) {
      rc__stage_flow_to(stage, i);
      // The stage may have been moved.
      front = rc__stage_front(stage, i);
      const uint32_t lane = rc__stage_lane(stage, i);
      const int64_t behind = lane == RC_LANE_NONE ? 0 : front[lane] - rc__front_least(it->k, front);
      if (is_laneless || may_change(it, i, behind)) {
        rc__stage_set_lane(stage, i, rc__stage_least_lane(stage, i, front, it->sight->tolerance));
      }
    }
    rc__stage_at(stage, i)->flags |= RC__STAGE_SETTLED;
  }
  rc__stage_join(stage);
}

// The first item after the wide one before an item, if that starts after an offset; otherwise −1.
static int64_t unit_after(const lanes_giving *it, int64_t index, int64_t offset) {
  rc__lanes_stage *stage = it->stage;
  for (; index > 0; index--) {
    if (!rc__stage_reach(stage, index - 1)) return -1;
    if (rc__stage_is_wide(stage, index - 1)) break;
    rc__stage_flow_to(stage, index - 1);
    // All of a unit start at its start or later.
    if (rc__stage_at(stage, index - 1)->start <= offset) return -1;
  }
  if (index > 0) rc__stage_flow_to(stage, index - 1);
  const int64_t start =
      index == 0 ? 0 : rc__stage_item_end(stage, index - 1) + stage->lanes->spacing;
  return start > offset ? index : -1;
}

static int64_t unit_start(const lanes_giving *it, int64_t lower) {
  if (lower > 0) rc__stage_flow_to(it->stage, lower - 1);
  return lower == 0 ? 0 : rc__stage_item_end(it->stage, lower - 1) + it->stage->lanes->spacing;
}

static void make_level(const lanes_giving *it, int64_t *front, int64_t value) {
  for (uint32_t lane = 0; lane < it->k; lane++) front[lane] = value;
}

static int64_t start_given(const lanes_giving *it, int64_t index) {
  rc__stage_flow_to(it->stage, index);
  return rc__stage_at(it->stage, index)->start;
}

// Has the lanes of a panel slide down, so that they all end with the last one.
static void slide_down(const lanes_giving *it, int64_t index, const int64_t *ends) {
  int64_t moved[RC_LANE_COUNT_MAX];
  const int64_t most = rc__front_most(it->k, ends);
  for (uint32_t lane = 0; lane < it->k; lane++) moved[lane] = ends[lane] - most;
  (void)rc__stage_even_out(it->stage, index, moved);
}

// One giving of lanes upward.
typedef struct lanes_climb {
  const lanes_giving *it;
  /// It begins above that item.
  int64_t from;
  int64_t first_kept;
  /// In this unit that item is, or a kept one.
  bool is_held;
  /// The last item of such a unit that got a lane, the first one by its index; −1 for none.
  int64_t given;
} lanes_climb;

// Whether an item gets a lane from what is below it: it is settled then.
static bool changes_above(lanes_climb *climb, int64_t index, const int64_t *front) {
  const lanes_giving *it = climb->it;
  rc__lanes_stage *stage = it->stage;
  const uint32_t lane = rc__stage_lane(stage, index);
  const int64_t behind = lane == RC_LANE_NONE ? 0 : rc__front_most(it->k, front) - front[lane];
  const bool changes = rc__stage_is_laneless(stage, index) ||
                       (index < climb->first_kept && may_change(it, index, behind));
  rc__stage_at(stage, index)->flags |= RC__STAGE_SETTLED;
  climb->is_held = climb->is_held || index == climb->first_kept;
  if (changes && climb->is_held && index < climb->first_kept) climb->given = index;
  return changes;
}

// Gives an item its lane if it may get another one, and has all below it stay; returns by how much
// that has moved.
static int64_t give_above(lanes_climb *climb, int64_t index, const int64_t *front) {
  const lanes_giving *it = climb->it;
  rc__lanes_stage *stage = it->stage;
  if (!changes_above(climb, index, front)) return 0;
  rc__stage_set_lane(stage, index, greatest_lane(it, index, front));
  rc__stage_unindent(stage, index + 1);
  rc__stage_flow_to(stage, index + 1);
  int64_t moved[RC_LANE_COUNT_MAX];
  for (uint32_t l = 0; l < it->k; l++) moved[l] = rc__stage_front(stage, index + 1)[l] - front[l];
  return rc__stage_even_out(stage, index, moved);
}

// A panel whose items are given lanes from the last one up. What is below each stays, and what is
// above it moves by one number in each lane, so it is placed only when all have been given lanes.
typedef struct lanes_slide {
  /// Where the panel begins, if that is known.
  bool is_known;
  /// Some lane has moved: the items from there on are to be placed again.
  bool has_moved;
  int64_t lower;
  int64_t by[RC_LANE_COUNT_MAX];
} lanes_slide;

static void end_slide(rc__lanes_stage *stage, lanes_slide *slide) {
  if (slide->has_moved) rc__stage_note(stage, slide->lower);
  *slide = (lanes_slide){0};
}

// Puts an item of a panel into a lane; returns by how much what is below it has moved.
static int64_t slide_above(const lanes_giving *it, int64_t index, uint32_t lane, lanes_slide *slide,
                           const int64_t *front) {
  rc__lanes_stage *stage = it->stage;
  const bool is_same = rc__stage_lane(stage, index) == lane;
  // Then the least indent is 0 already.
  if (is_same && slide->is_known) return 0;
  if (!slide->is_known) slide->lower = rc__stage_panel_lower(stage, index);
  slide->is_known = true;
  int64_t moved[RC_LANE_COUNT_MAX];
  const int64_t *before = rc__stage_front(stage, index);
  for (uint32_t l = 0; l < it->k; l++) moved[l] = before[l] + slide->by[l] - front[l];
  moved[lane] += rc__stage_at(stage, index)->slot;
  rc__stage_set_lane(stage, index, lane);
  const int64_t by = rc__stage_slide(stage, slide->lower, moved);
  for (uint32_t l = 0; l < it->k; l++) slide->by[l] += by - moved[l];
  slide->has_moved = slide->has_moved || !is_same || by != 0;
  return by;
}

// As `give_above`, where the item and the next one have lanes; `front` is then that before the
// item.
static int64_t give_above_in_panel(lanes_climb *climb, int64_t index, lanes_slide *slide,
                                   int64_t *front) {
  const lanes_giving *it = climb->it;
  int64_t by = 0;
  rc__stage_flow_to(it->stage, index);
  if (changes_above(climb, index, front)) {
    by = slide_above(it, index, greatest_lane(it, index, front), slide, front);
  }
  const int64_t *before = rc__stage_front(it->stage, index);
  for (uint32_t l = 0; l < it->k; l++) front[l] = before[l] + slide->by[l];
  return by;
}

// Has items be as they were before lanes were given.
static void take_back(rc__lanes_stage *stage, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i < upper; i++) {
    rc__stage_item *item = rc__stage_at(stage, i);
    item->code = item->old_code;
    item->flags &= (uint8_t) ~(RC__STAGE_SETTLED | RC__STAGE_INDENTED);
    if ((item->flags & RC__STAGE_WAS_INDENTED) != 0) item->flags |= RC__STAGE_INDENTED;
  }
  rc__stage_note(stage, lower);
}

// What is right above a wide item: a unit that is near, and stays so, is given lanes from its start
// on, and a panel that ends ragged slides down. Returns by how much the wide item has moved;
// `index` is where to go on above.
static int64_t give_above_wide(const lanes_giving *it, int64_t *index, int64_t offset,
                               int64_t *front, bool *out_is_done) {
  rc__lanes_stage *stage = it->stage;
  const int64_t i = *index, wide = start_given(it, i + 1), lower = unit_after(it, i, offset);
  *out_is_done = false;
  if (stage->failed) return 0;
  if (lower >= 0 && !rc__watch_any_kept(it->watch, lower, i + 1)) {
    rc__stage_unindent(stage, lower);
    give_forward(it, lower, i + 1, INT64_MAX);
    const int64_t by = start_given(it, i + 1) - wide;
    if (stage->failed || unit_start(it, lower) > offset + by) {
      make_level(it, front, unit_start(it, lower));
      *index = lower;
      *out_is_done = true;
      return by;
    }
    take_back(stage, lower, i + 1);
  }
  if (!rc__stage_has_lane(stage, i)) return 0;
  rc__stage_flow_to(stage, i + 1);
  rc__copy_bytes(front, rc__stage_front(stage, i + 1), it->k * sizeof *front);
  const rc__stage_item *item = rc__stage_at(stage, i);
  const int64_t apart = rc__front_most(it->k, front) - rc__front_least(it->k, front);
  const bool slides = (item->flags & RC__STAGE_SETTLED) == 0 &&
                      (apart > it->sight->patience || (item->code & RC__CODE_SHOWN) == 0) &&
                      !rc__watch_any_kept(it->watch, rc__stage_panel_lower(stage, i), i + 1);
  if (!slides) return 0;
  slide_down(it, i, front);
  rc__stage_flow_to(stage, i + 1);
  rc__copy_bytes(front, rc__stage_front(stage, i + 1), it->k * sizeof *front);
  return start_given(it, i + 1) - wide;
}

// == trades ==

enum {
  /// At most, in an update.
  TRADES = 8
};

// The loose items where a unit starts.
typedef struct lanes_top {
  uint32_t k;
  uint32_t count;
  int64_t tolerance;
  int64_t begins[RC_LANE_COUNT_MAX];
  uint32_t lanes[RC__TOP_ROWS * RC_LANE_COUNT_MAX];
  int64_t slots[RC__TOP_ROWS * RC_LANE_COUNT_MAX];
  int64_t indices[RC__TOP_ROWS * RC_LANE_COUNT_MAX];
} lanes_top;

int64_t rc__stage_top_lower(rc__lanes_stage *stage, int64_t index) {
  const int64_t least = rc__at_least(index + 1 - (int64_t)stage->lanes->k * RC__TOP_ROWS, 0);
  while (index > 0 && rc__stage_reach(stage, index - 1)) {
    if (rc__stage_is_wide(stage, index - 1)) return index;
    if (index == least || rc__stage_is_laneless(stage, index - 1)) return -1;
    index--;
  }
  return stage->failed ? -1 : index;
}

static void put(lanes_top *top, uint32_t i, uint32_t lane) {
  top->begins[top->lanes[i]] += top->slots[i];
  top->begins[lane] -= top->slots[i];
  top->lanes[i] = lane;
}

// By how much it brings two lanes closer, halved, if a length goes from one to the other.
static inline int64_t gain_of(const lanes_top *top, int64_t length, uint32_t from, uint32_t to) {
  int64_t later = top->begins[to] - top->begins[from];
  if (later < 0) {
    later = -later;
    length = -length;
  }
  return later > top->tolerance ? rc__at_most(length, later - length) : 0;
}

// Makes the best trade; false if there is none.
static bool trade(lanes_top *top) {
  int64_t best = 0;
  uint32_t one = 0, other = 0, to = 0;
  for (uint32_t i = 0; i < top->count; i++) {
    const uint32_t from = top->lanes[i];
    for (uint32_t lane = 0; lane < top->k; lane++) {
      const int64_t gain = gain_of(top, top->slots[i], from, lane);
      if (gain <= best) continue;
      best = gain;
      one = other = i;
      to = lane;
    }
    for (uint32_t j = i + 1; j < top->count; j++) {
      const int64_t gain = gain_of(top, top->slots[i] - top->slots[j], from, top->lanes[j]);
      if (gain <= best) continue;
      best = gain;
      one = i;
      other = j;
      to = top->lanes[j];
    }
  }
  if (best == 0) return false;
  if (other != one) put(top, other, top->lanes[one]);
  put(top, one, to);
  return true;
}

// Finds the loose items of a unit that starts with an item; whether all had lanes before.
static bool find_loose_items(const lanes_climb *climb, int64_t lower, lanes_top *top) {
  const lanes_giving *it = climb->it;
  rc__lanes_stage *stage = it->stage;
  const int64_t end = rc__at_most(climb->from, climb->first_kept);
  const int64_t upper = rc__at_most(end, lower + (int64_t)it->k * RC__TOP_ROWS);
  bool had_lanes = true;
  *top = (lanes_top){.k = it->k, .tolerance = it->sight->tolerance};
  rc__stage_flow_to(stage, lower);
  rc__copy_bytes(top->begins, rc__stage_front(stage, lower), it->k * sizeof *top->begins);
  for (int64_t i = lower; i < upper && rc__stage_has_lane(stage, i); i++) {
    const rc__stage_item *item = rc__stage_at(stage, i);
    if ((item->code & RC__CODE_SHOWN) != 0) continue;
    top->indices[top->count] = i;
    top->slots[top->count] = item->slot;
    top->lanes[top->count++] = rc__stage_lane(stage, i);
    had_lanes = had_lanes && rc__lanes_kind(item->old_code) < RC__CODE_LANELESS &&
                (item->old_code & RC__CODE_SHOWN) == 0;
  }
  return had_lanes;
}

// Has the first items of a unit that was given lanes trade them; returns by how much what is below
// has moved.
static int64_t trade_lanes(lanes_climb *climb) {
  const lanes_giving *it = climb->it;
  rc__lanes_stage *stage = it->stage;
  lanes_top top;
  int64_t moved[RC_LANE_COUNT_MAX];
  const int64_t lower = climb->given < 0 ? -1 : rc__stage_top_lower(stage, climb->given);
  climb->given = -1;
  if (lower < 0) return 0;
  const bool had_lanes = find_loose_items(climb, lower, &top);
  for (uint32_t i = 0; i < top.count && had_lanes; i++) {
    put(&top, i, rc__lanes_kind(rc__stage_at(stage, top.indices[i])->old_code));
  }
  uint32_t trades = 0;
  while (trades < TRADES && trade(&top)) trades++;
  const int64_t *begins = rc__stage_front(stage, lower);
  for (uint32_t l = 0; l < it->k; l++) moved[l] = begins[l] - top.begins[l];
  for (uint32_t i = 0; i < top.count; i++) {
    rc__stage_set_lane(stage, top.indices[i], top.lanes[i]);
  }
  return rc__stage_even_out(stage, lower, moved);
}

// Gives lanes to what is above an item, from there upward; returns by how much it has moved.
static int64_t give_backward(const lanes_giving *it, int64_t from, int64_t start) {
  rc__lanes_stage *stage = it->stage;
  int64_t front[RC_LANE_COUNT_MAX], by = 0;
  lanes_climb climb = {.it = it, .from = from, .given = -1};
  climb.first_kept = rc__watch_find_kept(it->watch, 0, from, 1);
  climb.is_held = !rc__stage_is_wide(stage, from);
  if (climb.first_kept < 0) climb.first_kept = INT64_MAX;
  lanes_slide slide = {0};
  rc__stage_flow_to(stage, from);
  rc__copy_bytes(front, rc__stage_front(stage, from), it->k * sizeof *front);
  if (rc__stage_is_wide(stage, from)) make_level(it, front, start_given(it, from));
  for (int64_t i = from - 1; i >= 0 && rc__front_most(it->k, front) > start + by; i--) {
    if (i < stage->first) end_slide(stage, &slide);
    if (!rc__stage_reach(stage, i)) break;
    if (rc__stage_has_lane(stage, i) && rc__stage_has_lane(stage, i + 1)) {
      by += give_above_in_panel(&climb, i, &slide, front);
      continue;
    }
    end_slide(stage, &slide);
    if (rc__stage_is_wide(stage, i)) {
      by += trade_lanes(&climb);
      climb.is_held = false;
      make_level(it, front, start_given(it, i));
      rc__stage_at(stage, i)->flags |= RC__STAGE_SETTLED;
      continue;
    }
    if (rc__stage_is_wide(stage, i + 1)) {
      bool is_done;
      by += give_above_wide(it, &i, start + by, front, &is_done);
      if (stage->failed) break;
      if (is_done) continue;
    }
    by += give_above(&climb, i, front);
    rc__stage_flow_to(stage, i);
    rc__copy_bytes(front, rc__stage_front(stage, i), it->k * sizeof *front);
  }
  end_slide(stage, &slide);
  by += trade_lanes(&climb);
  rc__stage_join(stage);
  return by;
}

// == where to begin ==

static bool is_near_now(const rc_lanes *lanes, const rc__lanes_seen *seen, int64_t lower,
                        int64_t upper) {
  const rc__lanes_stage *stage = &lanes->watch->stage;
  const int64_t index = seen->index;
  if (stage->is_current && stage->first <= index && index < rc__stage_end(stage)) {
    const int64_t start = rc__stage_at(stage, index)->start;
    return rc__sight_overlaps(start, rc__stage_extent(stage, index), lower, upper);
  }
  if (!stage->is_current && !lanes->watch->is_edited) {
    return rc__sight_overlaps(seen->start, seen->extent, lower, upper);
  }
  return rc__sight_overlaps(rc__lanes_start_of(lanes, seen->index),
                            rc__lanes_extent_of(lanes, seen->index), lower, upper);
}

// The first item with a lane between two offsets; −1 if there is none.
static int64_t first_laned(const rc_lanes *lanes, int64_t lower, int64_t upper) {
  rc_interval items[RC_LANE_COUNT_MAX];
  const rc_interval hull = rc__lanes_hull_in((rc_lanes *)lanes, (rc_interval){lower, upper}, items);
  for (int64_t i = hull.lower; i < hull.upper; i++) {
    if (rc__lanes_kind(rc__lanes_code_at(lanes, i)) >= RC__CODE_LANELESS) continue;
    if (rc__sight_overlaps(rc__lanes_start_of(lanes, i), rc__lanes_extent_of(lanes, i), lower,
                           upper)) {
      return i;
    }
  }
  return -1;
}

int64_t rc__lanes_pivot(const rc_lanes *lanes, const rc__lanes_sight *sight, int64_t offset) {
  const rc__lanes_watch *watch = lanes->watch;
  const int64_t lower = offset - sight->behind, upper = offset + sight->length + sight->ahead;
  int64_t near = -1, at = -1;
  if (sight->pivot >= 0 && rc__watch_returns_to(lanes, sight->pivot)) return sight->pivot;
  if (sight->stray > 0) at = sight->pivot >= 0 ? sight->pivot : rc__lanes_at(lanes, offset);
  for (size_t i = 0; i < watch->seen_count; i++) {
    const rc__lanes_seen *seen = &watch->seen[i];
    if ((seen->flags & (RC__SEEN_VISIBLE | RC__SEEN_NEAR)) == 0) continue;
    const bool was_visible = (seen->flags & RC__SEEN_VISIBLE) != 0;
    const int64_t stray = was_visible ? sight->stray : 0;
    const bool strays =
        stray > 0 && at - RC__STRAY_ITEMS <= seen->index && seen->index <= at + RC__STRAY_ITEMS;
    if (!strays && !is_near_now(lanes, seen, lower - stray, upper + stray)) continue;
    if (was_visible) return seen->index;
    if (near >= 0) continue;
    const uint8_t code = rc__lanes_code_at(lanes, seen->index);
    if (rc__lanes_kind(code) != RC__CODE_LANELESS) near = seen->index;
  }
  if (near >= 0) return near;
  if (sight->pivot >= 0) return sight->pivot;
  const int64_t laned = first_laned(lanes, offset, offset + sight->length);
  return laned >= 0 ? laned : rc__lanes_at(lanes, offset);
}

// Whether anything that is kept is near.
static bool any_kept_near(const lanes_giving *it, int64_t lower, int64_t upper) {
  for (size_t i = 0; i < it->watch->seen_count; i++) {
    const rc__lanes_seen *seen = &it->watch->seen[i];
    if ((seen->flags & RC__SEEN_KEPT) == 0) continue;
    if (is_near_now(it->stage->lanes, seen, lower, upper)) return true;
  }
  const rc_lanes *lanes = it->stage->lanes;
  for (int64_t i = it->watch->restored.lower; i < it->watch->restored.upper; i++) {
    if (!rc__watch_is_restored(lanes, i)) continue;
    if (rc__sight_overlaps(rc__lanes_start_of(lanes, i), rc__lanes_extent_of(lanes, i), lower,
                           upper)) {
      return true;
    }
  }
  return false;
}

// Where to begin giving lanes. Where nothing near was shown, as after a jump, that is the pivot,
// at which all lanes begin level, or the start of its unit, if that is near; `out_moved`: by how
// much the pivot has moved.
static int64_t begin_giving(const lanes_giving *it, int64_t pivot, int64_t near_start,
                            int64_t near_end, int64_t *out_moved) {
  rc__lanes_stage *stage = it->stage;
  (void)rc__stage_reach(stage, pivot + 1);
  rc__stage_flow_to(stage, pivot);
  const rc__stage_item *item = rc__stage_at(stage, pivot);
  const int64_t start = item->start;
  int64_t from = pivot, front[RC_LANE_COUNT_MAX], lower = -1;
  rc__copy_bytes(front, rc__stage_front(stage, pivot), it->k * sizeof *front);
  const bool is_far = it->sight->stray > 0 && rc__watch_any_kept(it->watch, pivot, pivot + 1);
  const bool is_first =
      (item->flags & RC__STAGE_SETTLED) == 0 && !is_far && !any_kept_near(it, near_start, near_end);
  if (is_first) lower = unit_after(it, pivot, near_start);
  if (stage->failed) return from;
  if (lower >= 0) {
    rc__stage_unindent(stage, lower);
    from = lower;
  } else if (rc__stage_is_laneless(stage, pivot)) {
    rc__stage_set_lane(stage, pivot,
                       rc__stage_least_lane(stage, pivot, front, it->sight->tolerance));
  } else if (is_first && rc__stage_has_lane(stage, pivot) &&
             rc__front_most(it->k, front) - rc__front_least(it->k, front) > it->sight->patience) {
    for (uint32_t lane = 0; lane < it->k; lane++) front[lane] -= start;
    (void)rc__stage_even_out(stage, pivot, front);
  }
  rc__stage_join(stage);
  if (from < pivot) give_forward(it, from, pivot, INT64_MAX);
  *out_moved = start_given(it, pivot) - start;
  return from;
}

void rc__lanes_give(rc__lanes_stage *stage, const rc__lanes_sight *sight, int64_t pivot,
                    int64_t *offset) {
  const lanes_giving it = {stage, stage->lanes->watch, sight, stage->lanes->k};
  int64_t moved = 0;
  const int64_t near_end = *offset + sight->length + sight->ahead;
  const int64_t from = begin_giving(&it, pivot, *offset - sight->behind, near_end, &moved);
  if (stage->failed) return;
  *offset += moved;
  give_forward(&it, pivot, stage->lanes->root.part.count, near_end + moved);
  *offset += give_backward(&it, from, *offset - sight->behind);
}
