// Lanes that items had in another list, and places at which some of them were on the screen.

#include "lanes_change.h"
#include "lanes_watch.h"

// == lanes ==

void rc__lanes_copy_codes(const rc_lanes *lanes, int64_t lower, int64_t upper, uint8_t *out_codes) {
  if (lower >= upper) return;
  rc__lanes_path path;
  uint32_t at = rc__lanes_find(&lanes->root, (uint32_t)lower, &path);
  const rc__lanes_part *leaf = rc__lanes_leaf(lanes, &path);
  for (; lower < upper; lower++, at++) {
    if (at == leaf->count) {
      (void)rc__lanes_path_move(&path, 1);
      leaf = rc__lanes_leaf(lanes, &path);
      at = 0;
    }
    rc__lanes_block *block = leaf->child.block;
    *out_codes++ =
        block == NULL ? RC__CODE_GUESSED | RC__CODE_LANELESS : rc__block_codes(block)[at];
  }
}

rc_status rc__lanes_restore(rc_lanes *lanes, int64_t lower, const uint8_t *codes, int64_t count) {
  if (!rc__watch_create(lanes) || !rc__watch_take(lanes)) return RC_STATUS_NO_MEMORY;
  const rc_status status = rc__lanes_set_codes(lanes, lower, codes, count);
  if (status == RC_STATUS_OK) rc__watch_change(lanes, lower, lower + count);
  return status;
}

// == places ==

// Notes what was on the screen with an item, in its panel and, if `and_wide`, right after it.
static void note_screen(rc_lanes *lanes, const rc__lanes_place *place, rc_interval panel,
                        bool and_wide) {
  rc_interval *restored = &lanes->watch->restored, items[RC_LANE_COUNT_MAX];
  const int64_t start = rc__lanes_start_of(lanes, place->index) - place->place;
  const rc_interval screen = {start, start + lanes->watch->place_length};
  const rc_interval hull = rc__lanes_hull_in(lanes, screen, items);
  rc_interval found = {place->index, place->index + 1};
  // A screen is no longer, whatever is said of it.
  const int64_t most = place->index + RC__SEEN_GAP, least = place->index - RC__SEEN_GAP;
  const int64_t upper = rc__at_most(rc__at_most(hull.upper, panel.upper), most);
  for (int64_t i = rc__at_least(rc__at_least(hull.lower, panel.lower), least); i < upper; i++) {
    if (!rc__lanes_is_remembered(rc__lanes_code_at(lanes, i))) continue;
    if (!rc__sight_overlaps(rc__lanes_start_of(lanes, i), rc__lanes_extent_of(lanes, i),
                            screen.lower, screen.upper)) {
      continue;
    }
    found.lower = rc__at_most(found.lower, i);
    found.upper = rc__at_least(found.upper, i + 1);
  }
  if (and_wide) found.upper = panel.upper + 1;
  const rc_interval both = {rc__at_most(found.lower, restored->lower),
                            rc__at_least(found.upper, restored->upper)};
  const bool any = restored->lower < restored->upper;
  *restored = any && both.upper - both.lower <= RC__SEEN_GAP ? both : found;
}

// Where the lanes that are known end above the place of the wide item after them, one that is not,
// as it has no items, ended there.
static void keep_hole(const rc_lanes *lanes, const rc__lanes_place *wide, uint32_t found,
                      int64_t *moved) {
  int64_t ends[RC_LANE_COUNT_MAX], latest = INT64_MIN;
  rc__lanes_path path;
  const uint32_t at = rc__lanes_find_front(lanes, (uint32_t)wide->index, &path, ends);
  if (at > 0) rc__leaf_pass(lanes, rc__lanes_leaf(lanes, &path), at, ends);
  for (uint32_t l = 0; l < lanes->k; l++) {
    if ((found >> l & 1) != 0) latest = rc__at_least(latest, ends[l] - moved[l]);
  }
  for (uint32_t l = 0; l < lanes->k; l++) {
    if ((found >> l & 1) == 0 && latest < wide->place) moved[l] = ends[l] - wide->place;
  }
}

// Slides the lanes of a panel until its places are as far from each other as they were.
//
// - `before`, `after`: the places of the wide items before and after it; NULL if not known.
static rc_status slide_panel(rc_lanes *lanes, int64_t top, const rc__lanes_place *before,
                             const rc__lanes_place *after, const rc__lanes_place *places,
                             size_t count) {
  int64_t moved[RC_LANE_COUNT_MAX] = {0}, indents[RC_LANE_COUNT_MAX] = {0};
  uint32_t found = 0;
  // Where nothing is known of a lane, it begins where the panel does.
  const rc__lanes_place *first = before != NULL ? before : places;
  for (uint32_t l = 0; l < lanes->k; l++) {
    moved[l] = rc__lanes_start_of(lanes, first->index) - first->place;
  }
  for (size_t i = 0; i < count; i++) {
    if (places[i].index < 0) continue;
    const uint32_t lane = rc__lanes_kind(rc__lanes_code_at(lanes, places[i].index));
    if ((found >> lane & 1) != 0) continue;
    moved[lane] = rc__lanes_start_of(lanes, places[i].index) - places[i].place;
    found |= UINT32_C(1) << lane;
  }
  if (after != NULL) keep_hole(lanes, after, found, moved);
  rc__lanes_path path;
  const int64_t *own = rc__lanes_indents_at(lanes, (uint32_t)top, &path);
  if (own != NULL) rc__copy_bytes(indents, own, lanes->k * sizeof *indents);
  int64_t by = moved[0] - indents[0];
  for (uint32_t l = 1; l < lanes->k; l++) by = rc__at_least(by, moved[l] - indents[l]);
  bool any = own != NULL;
  for (uint32_t l = 0; l < lanes->k; l++) {
    indents[l] += by - moved[l];
    any = any || indents[l] != 0;
  }
  if (!any || rc__front_most(lanes->k, indents) > RC_ITEM_TICKS_MAX) return RC_STATUS_OK;
  const rc_status status = rc__lanes_put_indents(lanes, (uint32_t)top, indents);
  if (status == RC_STATUS_OK) rc__lanes_tidy_indents(lanes, (uint32_t)top);
  return status;
}

// Whether an item was near at the last update.
static bool was_near(const rc__lanes_watch *watch, int64_t index) {
  for (size_t i = 0; i < watch->seen_count; i++) {
    const rc__lanes_seen *seen = &watch->seen[i];
    if (seen->index == index && (seen->flags & RC__SEEN_NEAR) != 0) return true;
  }
  return false;
}

// A place, if it is that of a wide item with an index.
static const rc__lanes_place *wide_place(const rc__lanes_watch *watch, size_t at, int64_t index) {
  // Those that are gone have the index −1.
  if (at >= watch->place_count || index < 0 || watch->places[at].index != index) return NULL;
  const uint8_t code = rc__lanes_code_at(watch->stage.lanes, index);
  return rc__lanes_kind(code) == RC__CODE_WIDE ? &watch->places[at] : NULL;
}

rc_status rc__lanes_return(rc_lanes *lanes) {
  const rc__lanes_watch *watch = lanes->watch;
  const rc__lanes_place *places = watch->places;
  for (size_t i = 0, next; i < watch->place_count; i = next) {
    const int64_t index = places[i].index;
    next = i + 1;
    if (index < 0 || !rc__lanes_is_remembered(rc__lanes_code_at(lanes, index))) continue;
    const rc_interval panel = {rc__lanes_nearest(lanes, index, RC_LANE_NONE, 0) + 1,
                               rc__lanes_nearest(lanes, index, RC_LANE_NONE, 1)};
    while (next < watch->place_count && places[next].index < panel.upper) next++;
    const size_t last = i > 0 ? i - 1 : watch->place_count;
    const rc__lanes_place *before = wide_place(watch, last, panel.lower - 1);
    const rc__lanes_place *after = wide_place(watch, next, panel.upper);
    const rc_status status = slide_panel(lanes, panel.lower, before, after, places + i, next - i);
    if (status != RC_STATUS_OK) return status;
    note_screen(lanes, &places[i], panel, after != NULL);
    rc__watch_change(lanes, panel.lower, panel.lower);
  }
  return RC_STATUS_OK;
}

// Notes a place among the others.
static void note_restored_place(rc__lanes_watch *watch, const rc__lanes_place *place) {
  rc__lanes_place *places = watch->places;
  size_t at = watch->place_count++;
  for (; at > 0 && places[at - 1].index > place->index; at--) places[at] = places[at - 1];
  places[at] = *place;
}

rc_status rc__lanes_restore_places(rc_lanes *lanes, const rc__lanes_place *places, size_t count,
                                   int64_t length) {
  if (!rc__watch_create(lanes) || !rc__watch_take(lanes)) return RC_STATUS_NO_MEMORY;
  rc__lanes_watch *watch = lanes->watch;
  size_t kept = 0;
  for (size_t i = 0; i < watch->place_count; i++) {
    bool is_known = watch->places[i].index < 0;
    for (size_t j = 0; j < count; j++) is_known |= places[j].index == watch->places[i].index;
    if (!is_known) watch->places[kept++] = watch->places[i];
  }
  watch->place_count = kept;
  if (!rc__array_reserve(&lanes->allocator, &watch->places, &watch->place_capacity,
                         sizeof *watch->places, kept + count)) {
    return RC_STATUS_NO_MEMORY;
  }
  watch->place_length = length;
  for (size_t i = 0; i < count; i++) {
    if (!was_near(watch, places[i].index)) note_restored_place(watch, &places[i]);
  }
  return rc__lanes_return(lanes);
}
