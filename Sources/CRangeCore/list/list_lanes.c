// A list in lanes: how it is laid out, and what is in its ranges.
//
// In each lane the items of a range are neighbours, but not in the list. So for each range it is
// noted what it holds in each lane, and where any of these intervals begin or end is a *stop*.
// Between two stops each lane is in the same ranges all along; where all lanes are in the same
// ones, as in the middle of the screen, that is one run of states, and otherwise the lanes of the
// items say in which ranges they are.
//
//     lane 0     [     4     ) 8
//     lane 1       [ 5        ) 9            stops at 4, 5, 9 and 10
//     items      3 4 5 6 7 8 9 10            of 4: only lane 0; 5 ..< 9: all; of 9: only lane 1

#include "list.h"

#include "../base/ticks.h"
#include "rangecore_lanes.h"

/// Items are near within so many screenfuls at most.
static const double reach_max = 8;

enum {
  /// Overscan adds to two ranges.
  STOPS_MAX = 2 * (RC__STATES_GAIN_MAX + 2) * RC_LANE_COUNT_MAX,
  /// In so few items the nearest one is looked for one by one.
  FEW = 6
};

static const uint32_t all_lanes = RC_LANE_NONE;

// == layout ==

static bool sections_are_allowed(const rc__rows *rows) {
  rc__sections *sections = rc__rows_sections(rows);
  const int64_t count = sections == NULL ? 0 : rc__sections_count(sections);
  for (int64_t i = 0; i < count; i++) {
    const rc__section section = rc__sections_at(sections, i);
    if (sections->nodes[section.number].columns > 1) return false;
  }
  return true;
}

/// Whether a list has so many lanes, with that spacing.
static bool has_lanes(const rc_list *list, uint32_t lane_count, double spacing) {
  const rc__laned *laned = rc__rows_laned(&list->rows);
  int64_t ticks;
  return laned != NULL && laned->lanes->k == lane_count &&
         rc_ticks_from_points(spacing, &ticks) == RC_STATUS_OK && ticks == laned->lanes->spacing;
}

rc_status rc_list_set_lanes(rc_list *list, uint32_t lane_count, double spacing, double tolerance,
                            bool keeps_extents) {
  int64_t ticks;
  if (list == NULL || lane_count < 1 || lane_count > RC_LANE_COUNT_MAX || !(tolerance >= 0)) {
    return RC_STATUS_ARGUMENT;
  }
  rc_status status = rc_ticks_from_points(tolerance, &ticks);
  if (status != RC_STATUS_OK) return status;
  if (lane_count == 1) return rc_list_set_layout(list, 1, spacing, keeps_extents);
  if (!RC_LANES) return RC_STATUS_LIMIT;
  if (!sections_are_allowed(&list->rows)) return RC_STATUS_ARGUMENT;
  if (!has_lanes(list, lane_count, spacing)) {
    const rc__layout layout = {.columns = 1, .lane_count = lane_count, .spacing = spacing};
    status = rc__list_lay_out(list, &layout, keeps_extents);
    if (status != RC_STATUS_OK) return status;
  }
  rc__rows_laned(&list->rows)->tolerance = ticks;
  return RC_STATUS_OK;
}

rc_status rc_list_set_span(rc_list *list, int64_t lower, int64_t upper, uint32_t span) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  rc__since_begin(&list->anchor, lower);
  const rc_status status = rc__laned_set_span(&list->rows, lower, upper, span);
  if (status == RC_STATUS_OK) rc__since_note_change(&list->anchor);
  return status;
}

// == places ==

/// The place of an item of a list in columns.
static rc_lanes_position place_in_columns(const rc_list *list, int64_t index) {
  const rc__rows *rows = &list->rows;
  const rc__item row = rc__rows_of_item(rows, index);
  const rc__section section = rc__rows_section_before(rows, index + 1);
  const bool is_wide =
      rc__rows_sections(rows) != NULL && (section.columns == 1 || rc__rows_is_header(rows, index));
  return (rc_lanes_position){
      .offset = rc_ticks_to_points(row.offset),
      .extent = rc_ticks_to_points(row.extent),
      .lane = is_wide ? 0 : (uint32_t)(index - rc__rows_first_item(rows, row.index)),
      .span = is_wide ? RC_SPAN_WIDE : 1,
      .is_measured = row.is_measured,
  };
}

rc_status rc_list_places(rc_list *list, int64_t lower, int64_t upper,
                         rc_lanes_position *out_positions) {
  if (!rc__list_has_items(list, lower, upper)) return RC_STATUS_ARGUMENT;
  if (lower == upper) return RC_STATUS_OK;
  if (out_positions == NULL) return RC_STATUS_ARGUMENT;
  const rc__laned *laned = rc__rows_laned(&list->rows);
  const int64_t head = list->rows.extra_lengths[RC_END_HEAD];
  if (laned != NULL) (void)rc_lanes_positions(laned->lanes, lower, upper, out_positions);
  for (int64_t i = 0; i < upper - lower; i++) {
    if (laned == NULL) {
      out_positions[i] = place_in_columns(list, lower + i);
    } else if (head != 0) {
      // In ticks, so that the sum has the same bits as for a single item.
      int64_t offset;
      (void)rc_ticks_from_points(out_positions[i].offset, &offset);
      out_positions[i].offset = rc_ticks_to_points(offset + head);
    }
  }
  return RC_STATUS_OK;
}

// == what is near ==

/// How far ranges reach, in screenfuls, whatever the mode and the direction.
static double screens_of_ranges(const rc_list *list) {
  double most = 0;
  for (int mode = 0; mode < RC_RANGE_MODE_COUNT; mode++) {
    for (int range = 0; range < RC_RANGE_COUNT; range++) {
      const rc_tuning *tuning = &list->tunings.tunings[mode][range];
      if (!tuning->is_enabled) continue;
      if (tuning->leading > most) most = tuning->leading;
      if (tuning->trailing > most) most = tuning->trailing;
    }
  }
  return most < reach_max ? most : reach_max;
}

/// Finds how far items are near.
static int64_t find_reach(const rc_list *list) {
  rc__laned *laned = rc__rows_laned(&list->rows);
  const int64_t length = list->visible_length;
  if (laned->reach_stamp != list->setup_stamp) {
    const int64_t most = rc__ticks_from_screens(reach_max, length);
    const double slack = list->settings.slack < reach_max ? list->settings.slack : reach_max;
    laned->reach = rc__ticks_from_screens(screens_of_ranges(list), length) +
                   rc__ticks_from_screens(slack, length);
    laned->reach = rc__at_most(laned->reach, most);
    laned->reach_stamp = list->setup_stamp;
  }
  return laned->reach;
}

/// Finds how many items are near; or, where memory alone depends on that, in two screenfuls more,
/// most of them where it scrolls, which holds for a while.
static void count_near(rc_list *list, const rc__lanes_sight *sight) {
  rc__laned *laned = rc__rows_laned(&list->rows);
  const bool is_exact = rc__foresight_is_on(&list->settings);
  rc_interval near = rc__sight_near(sight);
  const bool is_known = laned->near_version == laned->lanes->version &&
                        laned->near.lower <= near.lower && near.upper <= laned->near.upper;
  if (is_known && !is_exact) return;
  if (!is_exact) {
    const int64_t behind = sight->length / 4, ahead = 2 * sight->length - behind;
    const bool is_back = near.lower < laned->near.lower;
    near.lower -= is_back ? ahead : behind;
    near.upper += is_back ? behind : ahead;
  }
  const rc_interval hull = rc__lanes_hull_once(laned->lanes, near);
  laned->near_count = hull.upper - hull.lower;
  laned->near = near;
  laned->near_version = laned->lanes->version;
}

/// Reserves what the update may need for its states.
static bool reserve_states(rc_list *list, int64_t near_count) {
  const size_t joints =
      rc__origins_joint_count(&list->origins) + RC__STATES_PIN_JOINTS + RC__STATES_FORESIGHT_JOINTS;
  return rc__states_reserve_cuts(list->states, joints,
                                 (size_t)near_count + 2 * RC__STATES_GAIN_MAX);
}

rc_status rc__list_reserve_lanes(rc_list *list) {
  return reserve_states(list, 0) ? RC_STATUS_OK : RC_STATUS_NO_MEMORY;
}

rc_status rc__list_move_lanes(rc_list *list, const rc_viewport *viewport, rc__frame *frame,
                              rc__movement *movement, int64_t place, int64_t *out_correction) {
  rc__laned *laned = rc__rows_laned(&list->rows);
  const rc__laned_ask ask = {
      .is_held = viewport->is_held,
      .reach = find_reach(list),
      .item = viewport->has_item ? viewport->item : -1,
      .place = place,
  };
  rc__laned_end end;
  rc_status status =
      rc__anchor_correct_lanes(&list->anchor, frame, movement, &ask, out_correction, &end);
  if (status == RC_STATUS_OK) {
    count_near(list, &end.pass.sight);
    const bool had_memory = reserve_states(list, laned->near_count);
    status = rc__anchor_end_lanes(&list->anchor, &end, had_memory);
  }
  // Items are elsewhere, also if the rest has failed.
  if (laned->version != laned->lanes->version) list->rows.stamp++;
  laned->version = laned->lanes->version;
  return status;
}

// == ranges ==

/// Whether what a range holds is told lane by lane, and not by the hull.
static bool is_exact(const rc_list *list, size_t i) {
  const rc__range *range = &list->ranges[i];
  const int64_t reach = rc__rows_laned(&list->rows)->reach;
  const bool is_foreseen =
      rc__list_foresees(list) && (i == RC_RANGE_PRELOAD || i == RC__RANGE_KEPT);
  return !is_foreseen && range->below <= reach && range->above <= reach;
}

/// Finds what is between two offsets, in each lane; returns the hull.
static rc_interval find_items(const rc_list *list, int64_t lower, int64_t upper,
                              rc_interval *out_items) {
  const int64_t head = list->rows.extra_lengths[RC_END_HEAD];
  const rc_interval range = {lower - head, upper - head};
  return rc__lanes_hull_in(rc__rows_laned(&list->rows)->lanes, range, out_items);
}

/// The offsets of a range in the lanes.
static rc_interval offsets_of(const rc_list *list, size_t i, rc_interval viewport) {
  const rc__range *range = &list->ranges[i];
  const int64_t head = list->rows.extra_lengths[RC_END_HEAD];
  return (rc_interval){viewport.lower - range->below - head, viewport.upper + range->above - head};
}

/// The bits that a range gives.
static unsigned bits_of(const rc__plan *plan, size_t range) {
  unsigned bits = 0;
  for (unsigned bit = 1; bit < sizeof plan->range_of; bit++) {
    bits |= (unsigned)(plan->range_of[bit] == range) << bit;
  }
  return bits;
}

/// Finds what a range holds; returns whether that is something else than before.
static bool find_range(rc_list *list, size_t i, rc_interval viewport) {
  rc__range *range = &list->ranges[i];
  rc__laned *laned = rc__rows_laned(&list->rows);
  rc__lanes_scroll *scroll = &laned->scroll;
  rc__lanes_range *scrolls = &scroll->ranges[scroll->range_count++];
  rc_interval items[RC_LANE_COUNT_MAX];
  range->items =
      rc__lanes_hull_at(laned->lanes, offsets_of(list, i, viewport), &scrolls->cursor, items);
  scrolls->below = range->below;
  scrolls->above = range->above;
  scrolls->number = (uint8_t)i;
  scrolls->bits = (uint8_t)bits_of(&list->plan, i);
  bool moves = false;
  for (uint32_t lane = 0; lane < laned->lanes->k; lane++) {
    rc_interval *own = &laned->items[i][lane];
    moves |= own->lower != items[lane].lower || own->upper != items[lane].upper;
    *own = items[lane];
  }
  return moves;
}

/// Finds the items in all ranges; returns whether they may be others than before.
static bool find_ranges_laned(rc_list *list, rc_interval viewport, bool is_new,
                              rc_update *out_update) {
  rc__range *visible = &list->ranges[RC__RANGE_VISIBLE];
  rc__rows_laned(&list->rows)->scroll.range_count = 0;
  bool moves = find_range(list, RC__RANGE_VISIBLE, viewport) || is_new;
  if (!visible->is_enabled) visible->items.upper = visible->items.lower;
  out_update->visible = visible->items;
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) {
    rc__range *range = &list->ranges[i];
    if (range->is_enabled) {
      moves |= find_range(list, i, viewport);
      out_update->ranges[i] = range->items;
      if (list->plan.overscan > 0) {
        out_update->ranges[i] = rc__list_with_overscan(list, i, range->items);
      }
    } else {
      range->items = (rc_interval){visible->items.lower, visible->items.lower};
      out_update->ranges[i] = range->items;
    }
  }
  if (rc__list_foresees(list)) moves |= find_range(list, RC__RANGE_KEPT, viewport);
  return moves;
}

// == scrolling ==

/// Whether what passes the edges of the ranges says which states change.
static bool can_scroll(const rc_list *list) {
  const rc__plan *plan = &list->plan;
  if (list->visible_length == 0 || list->settings.slack > 0 || plan->overscan > 0) return false;
  if (rc__list_foresees(list) || list->settings.pins_headers) return false;
  for (size_t i = 0; i < plan->used_count; i++) {
    if (!is_exact(list, plan->range_of[plan->used[i]])) return false;
  }
  const rc__lanes_scroll *scroll = &rc__rows_laned(&list->rows)->scroll;
  for (uint32_t i = 0; i < scroll->range_count; i++) {
    if (scroll->ranges[i].cursor.edges[0].scan == 0) return false;
  }
  return true;
}

/// Moves the ranges on from where they were; false if that is too far, or nothing is known.
static bool scroll_ranges(rc_list *list, rc_interval viewport) {
  rc__laned *laned = rc__rows_laned(&list->rows);
  rc__lanes_scroll *scroll = &laned->scroll;
  const int64_t moved = viewport.lower - laned->start, most = list->visible_length / 2;
  const int64_t head = list->rows.extra_lengths[RC_END_HEAD];
  const rc_interval within = {viewport.lower - head, viewport.upper - head};
  if (moved > most || moved < -most || list->keeps != NULL) return false;
  if (!rc__lanes_scroll_on(laned->lanes, within, scroll)) return false;
  for (uint32_t i = 0; i < scroll->range_count; i++) {
    list->ranges[scroll->ranges[i].number].items = scroll->ranges[i].hull;
  }
  laned->start = viewport.lower;
  return true;
}

/// Gives the items of the ranges, as they are.
static void give_ranges(rc_list *list, rc_update *out_update) {
  const rc_interval visible = list->ranges[RC__RANGE_VISIBLE].items;
  out_update->visible = visible;
  for (size_t i = 0; i < RC_RANGE_COUNT; i++) {
    rc__range *range = &list->ranges[i];
    if (!range->is_enabled) range->items = (rc_interval){visible.lower, visible.lower};
    out_update->ranges[i] = range->items;
  }
}

bool rc__list_find_laned(rc_list *list, rc_interval viewport, bool is_new, rc_update *out_update) {
  rc__laned *laned = rc__rows_laned(&list->rows);
  const bool may_scroll = laned->can_scroll && !is_new;
  laned->has_scrolled = false;
  const int64_t start = viewport.lower - list->rows.extra_lengths[RC_END_HEAD];
  if (may_scroll && rc__interval_has(laned->scroll.still, start)) {
    give_ranges(list, out_update);
    return false;
  }
  if (may_scroll && scroll_ranges(list, viewport)) {
    give_ranges(list, out_update);
    laned->has_scrolled = true;
    return laned->scroll.count > 0;
  }
  // Some may have scrolled already.
  const bool moves = find_ranges_laned(list, viewport, is_new || may_scroll, out_update);
  laned->start = viewport.lower;
  laned->scroll.still = (rc_interval){0, 0};
  laned->can_scroll = can_scroll(list);
  return moves;
}

// == states ==

/// Where items come into a range in a lane, or in all, or go out of it.
typedef struct lane_stop {
  int64_t at;
  uint32_t lane;
  /// As of a gain (see states.h).
  unsigned bits;
} lane_stop;

typedef struct lane_stops {
  const rc_list *list;
  size_t count;
  lane_stop stops[STOPS_MAX];
} lane_stops;

static void add_stop(lane_stops *to, int64_t at, uint32_t lane, unsigned bits) {
  size_t i = to->count++;
  RC_ASSERT(to->count <= STOPS_MAX);
  for (; i > 0 && to->stops[i - 1].at > at; i--) to->stops[i] = to->stops[i - 1];
  to->stops[i] = (lane_stop){at, lane, bits};
}

static void add_interval(lane_stops *to, rc_interval items, uint32_t lane, unsigned bits) {
  if (items.lower >= items.upper) return;
  add_stop(to, items.lower, lane, bits);
  add_stop(to, items.upper, lane, bits);
}

/// Adds two intervals, which may have items in common.
static void add_both(lane_stops *to, rc_interval items, rc_interval more, uint32_t lane,
                     unsigned bits) {
  const bool are_apart = items.lower >= items.upper || more.lower >= more.upper ||
                         items.upper < more.lower || more.upper < items.lower;
  if (are_apart) {
    add_interval(to, items, lane, bits);
    add_interval(to, more, lane, bits);
    return;
  }
  const rc_interval all = {rc__at_most(items.lower, more.lower),
                           rc__at_least(items.upper, more.upper)};
  add_interval(to, all, lane, bits);
}

/// Adds what a range holds, and in any case some items that are next to each other.
static void add_range(lane_stops *to, size_t range, rc_interval more, unsigned bits) {
  const rc_list *list = to->list;
  const rc__laned *laned = rc__rows_laned(&list->rows);
  if (!is_exact(list, range) || list->visible_length == 0) {
    add_both(to, list->ranges[range].items, more, all_lanes, bits);
    return;
  }
  for (uint32_t lane = 0; lane < laned->lanes->k; lane++) {
    add_both(to, laned->items[range][lane], more, lane, bits);
  }
}

/// The bits of a header that is pinned, besides those of the ranges that it is in.
static unsigned bits_missing(const rc_list *list, int64_t item) {
  const rc__plan *plan = &list->plan;
  unsigned missing = 0;
  for (size_t i = 0; i < plan->used_count; i++) {
    const size_t range = plan->range_of[plan->used[i]];
    // It is wide, and so in all lanes, or in none.
    const rc_interval items = is_exact(list, range) ? rc__rows_laned(&list->rows)->items[range][0]
                                                    : list->ranges[range].items;
    const bool has =
        rc__interval_has(rc__list_with_overscan(list, range, list->ranges[range].items), item) &&
        (rc__interval_has(items, item) ||
         rc__interval_has(rc__list_overscanned(list, range), item));
    if (!has) missing |= 1u << plan->used[i];
  }
  return missing;
}

/// Adds what keeps bits beyond the ranges.
static void add_kept_stops(lane_stops *to, const rc__list_around *around) {
  const rc_list *list = to->list;
  const rc__plan *plan = &list->plan;
  const rc__laned *laned = rc__rows_laned(&list->rows);
  const int64_t slack = rc__ticks_from_screens(list->settings.slack, list->visible_length);
  for (unsigned bit = 1; bit < sizeof plan->range_of; bit++) {
    const size_t range = plan->range_of[bit];
    const unsigned bits = 0x100u << bit;
    const bool is_off = (plan->bits_off >> bit & 1) != 0;
    if (bit == 1 && rc__list_foresees(list)) {
      const size_t usual = RC__STATES_FORESIGHT_RUNS + 2 * rc__keeps_count(list->keeps);
      const bool is_scattered = list->states->run_count > usual + 2 * (size_t)laned->near_count;
      if (!is_scattered || list->settings.slack > 0) {
        add_interval(to, list->ranges[RC__RANGE_KEPT].items, all_lanes, bits);
      }
    } else if (around->is_empty) {
      const bool keeps_all = bit <= 2 && plan->presence != RC_PRESENCE_AWAY;
      if (keeps_all) add_interval(to, (rc_interval){0, list->rows.count}, all_lanes, bits);
    } else if (around->has_slack && bit != 3 && !is_off && range != RC__RANGE_NONE) {
      const rc__range *own = &list->ranges[range];
      rc_interval items[RC_LANE_COUNT_MAX];
      const rc_interval hull = find_items(list, around->viewport.lower - own->below - slack,
                                          around->viewport.upper + own->above + slack, items);
      const bool is_whole = own->below + slack > laned->reach || own->above + slack > laned->reach;
      if (is_whole) add_interval(to, hull, all_lanes, bits);
      for (uint32_t lane = 0; lane < laned->lanes->k && !is_whole; lane++) {
        add_interval(to, items[lane], lane, bits);
      }
    }
  }
}

static void add_all(lane_stops *to, const rc__list_around *around) {
  const rc_list *list = to->list;
  const rc__plan *plan = &list->plan;
  for (size_t i = 0; i < plan->used_count; i++) {
    const size_t range = plan->range_of[plan->used[i]];
    add_range(to, range, rc__list_overscanned(list, range), 1u << plan->used[i]);
  }
  const rc__pinned pinned = rc__list_pinned(list);
  if (pinned.covered > 0) {
    add_interval(to, (rc_interval){pinned.item, pinned.item + 1}, all_lanes,
                 bits_missing(list, pinned.item));
  }
  if (around->is_empty || around->has_slack || rc__list_foresees(list)) add_kept_stops(to, around);
}

/// Where cuts are written.
typedef struct cut_writer {
  rc__cut *cuts;
  size_t count;
  unsigned bits;
  /// Where an item was looked up last; NULL for nowhere.
  const rc__lanes_part *leaf;
  rc__lanes_path path;
} cut_writer;

static void write_cut(cut_writer *to, int64_t at, unsigned bits) {
  if (bits == to->bits) return;
  to->cuts[to->count++] = (rc__cut){at, bits ^ to->bits};
  to->bits = bits;
}

/// Writes the cuts of items of which the lanes tell the bits.
static void write_items(cut_writer *to, const rc_lanes *lanes, int64_t lower, int64_t upper,
                        const unsigned *bits) {
  int64_t at = to->leaf == NULL ? 0 : lower - to->path.first;
  if (to->leaf == NULL || at > to->leaf->count) {
    at = rc__lanes_find(&lanes->root, (uint32_t)lower, &to->path);
    to->leaf = rc__lanes_leaf(lanes, &to->path);
  }
  for (int64_t i = lower; i < upper; i++, at++) {
    if (at == to->leaf->count) {
      (void)rc__lanes_path_move(&to->path, 1);
      to->leaf = rc__lanes_leaf(lanes, &to->path);
      at = 0;
    }
    rc__lanes_block *block = to->leaf->child.block;
    const uint32_t kind =
        block == NULL ? RC__CODE_LANELESS : rc__lanes_kind(rc__block_codes(block)[at]);
    // What is wide or laneless is in all lanes.
    write_cut(to, i, bits[kind < RC__CODE_LANELESS ? kind : 0]);
  }
}

/// Writes the cuts for the states; returns how many there are.
static size_t write_cuts(const lane_stops *from, rc__cut *cuts) {
  const rc_lanes *lanes = rc__rows_laned(&from->list->rows)->lanes;
  cut_writer to = {.cuts = cuts, .count = 1};
  unsigned bits[RC_LANE_COUNT_MAX] = {0};
  cuts[0] = (rc__cut){-1, 0};
  for (size_t i = 0; i < from->count;) {
    const int64_t at = from->stops[i].at;
    for (; i < from->count && from->stops[i].at == at; i++) {
      for (uint32_t lane = 0; lane < lanes->k; lane++) {
        const uint32_t own = from->stops[i].lane;
        if (own == lane || own == all_lanes) bits[lane] ^= from->stops[i].bits;
      }
    }
    bool are_same = true;
    for (uint32_t lane = 1; lane < lanes->k; lane++) are_same &= bits[lane] == bits[0];
    if (are_same) {
      write_cut(&to, at, bits[0]);
    } else {
      RC_ASSERT(i < from->count);
      write_items(&to, lanes, at, from->stops[i].at, bits);
    }
  }
  cuts[to.count] = (rc__cut){INT64_MAX, 0};
  return to.count;
}

// == distances ==

/// The nearest of some items: how far it is, and on which side: 0 on the screen, 1 on the leading
/// side, 2 on the other.
typedef struct closest_item {
  int64_t distance;
  uint8_t side;
} closest_item;

static void note_item(const rc_list *list, rc_interval viewport, int64_t index,
                      closest_item *nearest) {
  const bool is_forward = list->tracker.direction == RC_DIRECTION_FORWARD;
  const rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
  rc__lanes_walk walk;
  uint8_t code;
  uint32_t slot;
  rc__lanes_walk_begin(lanes, index, &walk);
  const int64_t start =
      rc__lanes_walk_pass(lanes, &walk, &code, &slot) + list->rows.extra_lengths[RC_END_HEAD];
  const int64_t extent = rc__lanes_reach(lanes, code, slot);
  const bool is_after = start >= viewport.upper;
  closest_item own = {
      .distance = is_after ? start - viewport.upper : viewport.lower - (start + extent),
      .side = is_after == is_forward ? 1 : 2};
  if (rc__range_has_item(viewport, start, extent) || own.distance < 0) own = (closest_item){0, 0};
  const bool is_nearer = own.distance < nearest->distance ||
                         (own.distance == nearest->distance && own.side < nearest->side);
  if (is_nearer) *nearest = own;
}

static void measure_change(const rc_list *list, rc_interval viewport, rc_change *change) {
  const rc__laned *laned = rc__rows_laned(&list->rows);
  closest_item nearest = {INT64_MAX, 3};
  if (change->upper - change->lower <= FEW) {
    for (int64_t i = change->lower; i < change->upper; i++) {
      note_item(list, viewport, i, &nearest);
    }
  } else {
    // In each lane the last one before the viewport, and the first one after that.
    for (uint32_t lane = 0; lane < laned->lanes->k; lane++) {
      const int64_t middle = rc__clamped(laned->items[RC__RANGE_VISIBLE][lane].lower,
                                         (rc_interval){change->lower, change->upper});
      const int64_t before = rc__lanes_nearest(laned->lanes, middle, lane, 0);
      const int64_t after = rc__lanes_nearest(laned->lanes, middle, lane, 1);
      if (before >= change->lower) note_item(list, viewport, before, &nearest);
      if (after < change->upper) note_item(list, viewport, after, &nearest);
    }
  }
  change->distance = rc_ticks_to_points(nearest.distance);
  change->reserved[0] = nearest.side;
}

/// Updates the states by what has passed the edges of the ranges.
static void scroll_states(rc_list *list, rc_changes *out_changes) {
  const rc__lanes_scroll *scroll = &rc__rows_laned(&list->rows)->scroll;
  const rc__turn *turn = scroll->turns, *end = turn + scroll->count;
  rc__states_turn(list->states, turn, scroll->count, out_changes);
  rc_change *entered = rc__states_entered(list->states);
  // Both ascend.
  for (size_t i = 0; i < list->states->entered_count; i++) {
    int64_t nearest = INT64_MAX;
    while (turn->item < entered[i].lower) turn++;
    for (; turn < end && turn->item < entered[i].upper; turn++) {
      nearest = rc__at_most(nearest, turn->distance);
    }
    entered[i].distance = rc_ticks_to_points(rc__at_least(nearest, 0));
    entered[i].reserved[0] = nearest >= 0;
  }
  rc__states_sort(list->states);
}

void rc__list_find_laned_changes(rc_list *list, const rc__list_around *around,
                                 rc_changes *out_changes) {
  if (rc__rows_laned(&list->rows)->has_scrolled) {
    scroll_states(list, out_changes);
    return;
  }
  lane_stops stops;
  stops.list = list;
  stops.count = 0;
  const rc__keeps *keeps = list->keeps == NULL ? NULL : rc__list_settle_keeps(list);
  add_all(&stops, around);
  const size_t count = write_cuts(&stops, list->states->cuts);
  rc__states_update_cut(list->states, &list->origins, count, keeps, out_changes);
  rc_change *entered = rc__states_entered(list->states);
  for (size_t i = 0; i < list->states->entered_count; i++) {
    measure_change(list, around->viewport, &entered[i]);
  }
  rc__states_sort(list->states);
}
