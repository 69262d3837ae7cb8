// What is saved of a list in lanes, and given to another one.

#include "../lanes/lanes_watch.h"
#include "snapshot_list.h"

// == saving ==

void rc__snapshot_copy_lanes(const rc_list *list, int64_t lower, int64_t upper,
                             uint64_t *out_words) {
  const rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
  uint8_t codes[RC__SNAPSHOT_ROWS];
  rc__lanes_copy_codes(lanes, lower, upper, codes);
  for (int64_t i = 0; i < upper - lower; i++) {
    const uint32_t kind = rc__lanes_kind(codes[i]);
    out_words[i] = kind < RC__CODE_LANELESS ? rc__extent_word(0, kind, lanes->k) : 0;
  }
}

/// The first item to save the lane of, where one is the first on the screen: that of its panel, if
/// a lane has nothing above the screen there. An item that came back without a lane would be given
/// that one, and could come on the screen.
static int64_t first_between(const rc_lanes *lanes, int64_t first) {
  if (rc__lanes_kind(rc__lanes_code_at(lanes, first)) >= RC__CODE_LANELESS) return first;
  const int64_t top = rc__lanes_nearest(lanes, first, RC_LANE_NONE, 0) + 1;
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    if (rc__lanes_nearest(lanes, first, lane, 0) < top) return top;
  }
  return first;
}

rc_interval rc__snapshot_items_between(const rc_list *list, rc_interval items) {
  const rc_interval none = {items.lower, items.lower};
  const bool is_shown = list->visible_length > 0 && rc__list_is_updated(list);
  if (!rc__rows_are_laned(&list->rows) || !is_shown) return none;
  const rc_interval screen = rc__frame_viewport(&list->anchor.seen.frame);
  const rc_interval hull = rc__rows_items_in(&list->rows, screen);
  if (hull.lower >= hull.upper) return none;
  const int64_t first = first_between(rc__rows_laned(&list->rows)->lanes, hull.lower);
  items.lower = rc__at_least(items.lower, first);
  items.upper = rc__at_most(items.upper, hull.upper);
  return items.lower < items.upper ? items : none;
}

void rc__snapshot_save_between(rc_snapshot *it, const rc_list *list, const rc__given_ids *given,
                               rc_interval items) {
  const rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
  for (int64_t item = items.lower; item < items.upper; item++) {
    const rc_id id = rc__id_of_item(given, item);
    const uint8_t code = rc__lanes_code_at(lanes, item);
    const uint32_t lane = rc__lanes_kind(code);
    const bool is_settled =
        (code & RC__CODE_GUESSED) == 0 && rc__provisional_end(list->rows.provisional, item) == item;
    if (id == RC_ID_NONE || lane >= RC__CODE_LANELESS || is_settled) continue;
    const rc__kept_extent *known = rc__snapshot_find(it, id);
    const int64_t extent = known == NULL ? RC__NO_EXTENT : rc__extent_of_word(known->word);
    rc__snapshot_keep(it, id, rc__extent_word(extent, lane, lanes->k));
  }
}

static void choose_item(rc__chosen_items *chosen, const rc__given_ids *given, int64_t item) {
  if (chosen->count == RC_SNAPSHOT_ANCHOR_COUNT_MAX || rc__id_of_item(given, item) == RC_ID_NONE) {
    return;
  }
  size_t at = chosen->count++;
  for (; at > 0 && chosen->items[at - 1] > item; at--) chosen->items[at] = chosen->items[at - 1];
  chosen->items[at] = item;
}

/// Chooses the last item above the screen of each lane that has nothing on it, in the panel of an
/// item.
static void choose_above(rc__chosen_items *chosen, const rc_list *list, const rc__given_ids *given,
                         int64_t item, uint32_t found, int64_t start) {
  const rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
  const int64_t lower = rc__lanes_nearest(lanes, item, RC_LANE_NONE, 0) + 1;
  const int64_t upper = rc__lanes_nearest(lanes, item, RC_LANE_NONE, 1);
  for (uint32_t lane = 0; lane < lanes->k; lane++) {
    const int64_t last = rc__lanes_item_at(lanes, start, lane);
    const bool is_there = lower <= last && last < upper && rc__lanes_start_of(lanes, last) < start;
    if ((found >> lane & 1) == 0 && is_there) choose_item(chosen, given, last);
  }
}

/// Chooses what is on the screen: the first item of each lane in its panel and wide ones, or the
/// others.
static void choose_visible(rc__chosen_items *chosen, const rc_list *list,
                           const rc__given_ids *given, rc_interval items, bool is_first) {
  const rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
  const rc_interval screen = rc__frame_viewport(&list->anchor.seen.frame);
  const int64_t head = list->rows.extra_lengths[RC_END_HEAD];
  const int64_t start = screen.lower - head, end = screen.upper - head;
  uint32_t found = 0;
  rc__lanes_walk walk;
  rc__lanes_walk_begin(lanes, items.lower, &walk);
  for (int64_t item = items.lower; item < items.upper; item++) {
    uint8_t code;
    uint32_t slot;
    rc__lanes_walk_enter(lanes, &walk);
    const int64_t from = rc__lanes_walk_pass(lanes, &walk, &code, &slot);
    const uint32_t kind = rc__lanes_kind(code);
    const bool is_in_lane = kind < RC__CODE_LANELESS;
    if (rc__lanes_is_free(code)) slot = lanes->slot;
    const bool is_visible = rc__sight_overlaps(from, (int64_t)slot - lanes->spacing, start, end);
    const bool is_other = is_in_lane && (found >> kind & 1) != 0;
    if (!is_in_lane && found != 0 && is_first) {
      choose_above(chosen, list, given, item - 1, found, start);
    }
    if (is_visible && is_other != is_first) choose_item(chosen, given, item);
    if (!is_in_lane) found = 0;
    if (is_in_lane && is_visible) found |= UINT32_C(1) << kind;
  }
  if (found != 0 && is_first) {
    choose_above(chosen, list, given, items.upper - 1, found, start);
  }
}

void rc__snapshot_choose(const rc_list *list, const rc__given_ids *given, rc_interval items,
                         rc__chosen_items *out_chosen) {
  out_chosen->count = 0;
  choose_visible(out_chosen, list, given, items, true);
  choose_visible(out_chosen, list, given, items, false);
}

// == restoring ==

/// The anchors that are there, in ascending order.
typedef struct rc__found_anchors {
  size_t count;
  rc__lanes_place places[RC_SNAPSHOT_ANCHOR_COUNT_MAX];
  /// Which of the anchors they are, bit by bit.
  uint32_t bits;
} rc__found_anchors;

static void find_anchor_of(rc__found_anchors *found, const rc_snapshot *it, int64_t item,
                           rc_id id) {
  for (size_t i = 0; i < it->anchor_count; i++) {
    if (it->anchors[i].id != id || (found->bits >> i & 1) != 0) continue;
    found->bits |= UINT32_C(1) << i;
    found->places[found->count++] = (rc__lanes_place){item, it->anchors[i].distance};
  }
}

/// Finds the codes of items with their lanes; returns those of which the codes change.
static rc_interval find_lanes(rc_snapshot *it, const rc_lanes *lanes, const rc__given_ids *given,
                              rc_interval items, uint8_t *codes, rc__found_anchors *found) {
  rc_interval changed = {items.upper, items.upper};
  // The table of a snapshot that only has a place may not be there.
  const bool has_extents = it->count > 0;
  rc__lanes_copy_codes(lanes, items.lower, items.upper, codes);
  for (int64_t item = items.lower; item < items.upper; item++) {
    uint8_t *code = &codes[item - items.lower];
    const rc_id id = rc__id_of_item(given, item);
    if (has_extents) rc__prefetch_after(it, given, item);
    if (id == RC_ID_NONE) continue;
    if (rc__lanes_kind(*code) == RC__CODE_LANELESS) {
      rc__kept_extent *kept = has_extents ? rc__snapshot_find(it, id) : NULL;
      if (kept == NULL || rc__lane_count_of_word(kept->word) != lanes->k) continue;
      rc__snapshot_renew(it, kept);
      const uint32_t lane = rc__lane_of_word(kept->word);
      *code = (uint8_t)((*code & RC__CODE_GUESSED) | RC__CODE_SHOWN | lane);
      changed = (rc_interval){rc__at_most(changed.lower, item), item + 1};
    }
    find_anchor_of(found, it, item, id);
  }
  return changed;
}

rc_status rc__snapshot_restore_lanes(rc_snapshot *it, rc_list *list, const rc__given_ids *given) {
  rc_lanes *lanes = rc__rows_laned(&list->rows)->lanes;
  rc__found_anchors found = {0};
  rc_status status = RC_STATUS_OK;
  for (int64_t lower = given->lower; lower < given->upper && status == RC_STATUS_OK;) {
    uint8_t codes[RC__SNAPSHOT_ROWS];
    const rc_interval items = {lower, rc__at_most(lower + RC__SNAPSHOT_ROWS, given->upper)};
    const rc_interval changed = find_lanes(it, lanes, given, items, codes, &found);
    const int64_t count = changed.upper - changed.lower;
    lower = items.upper;
    if (count == 0) continue;
    rc__since_begin(&list->anchor, changed.lower);
    status = rc__lanes_restore(lanes, changed.lower, codes + (changed.lower - items.lower), count);
    rc__since_note_change(&list->anchor);
    rc__rows_note_change(&list->rows);
  }
  if (status != RC_STATUS_OK || found.count == 0) return status;
  rc__since_begin(&list->anchor, found.places[0].index);
  status = rc__lanes_restore_places(lanes, found.places, found.count, it->length);
  rc__since_note_change(&list->anchor);
  rc__rows_note_change(&list->rows);
  return status;
}
