// The plan of a list's updates: what follows from settings, from the mode and from the viewport's
// lengths, and holds until one of these is another.

#include "list_update.h"

static bool tunings_are_equal(const rc__tuning_table *a, const rc__tuning_table *b) {
  for (int i = 0; i < RC_RANGE_MODE_COUNT * RC_RANGE_COUNT; i++) {
    const rc_tuning *x = &a->tunings[0][0] + i, *y = &b->tunings[0][0] + i;
    bool is_same = !(x->leading < y->leading) && !(x->leading > y->leading) &&
                   !(x->trailing < y->trailing) && !(x->trailing > y->trailing) &&
                   x->is_enabled == y->is_enabled;
    if (!is_same) return false;
  }
  return true;
}

/// Slack is for scrolling: a new mode, tuning or presence counts at once.
static bool counts_at_once(rc_list *list, rc_range_mode mode, rc_presence presence) {
  bool is_tuned = list->was_configured && !tunings_are_equal(&list->tunings, &list->last_tunings);
  list->last_tunings = list->tunings;
  list->was_configured = false;
  return is_tuned || mode != list->range_mode || presence != list->presence;
}

static void plan_bit(rc_list *list, unsigned bit, size_t range) {
  RC_ASSERT(bit < 8);
  list->range_of[bit] = (uint8_t)range;
  list->edge_of[2 * bit] = list->ranges.edge_of[2 * range];
  list->edge_of[2 * bit + 1] = list->ranges.edge_of[2 * range + 1];
}

/// The range that each bit of the states is for, from how the items see their list.
static void plan_bits(rc_list *list) {
  const rc__reach *reaches = list->ranges.reaches;
  // Whichever is not empty; one that is not holds the other.
  size_t display = reaches[RC_RANGE_DISPLAY].is_enabled ? RC_RANGE_DISPLAY : RC__RANGE_VISIBLE;
  size_t preload = reaches[RC_RANGE_PRELOAD].is_enabled ? RC_RANGE_PRELOAD : RC__RANGE_VISIBLE;
  for (unsigned bit = 0; bit < 8; bit++) plan_bit(list, bit, RC__RANGE_NONE);
  if (list->presence == RC_PRESENCE_ON_SCREEN) {
    plan_bit(list, 1, preload);
    plan_bit(list, 2, display);
    plan_bit(list, 3, RC__RANGE_VISIBLE);
    for (unsigned app = 0; app < 4; app++) {
      size_t range = RC_RANGE_APP_0 + app;
      if (reaches[range].is_enabled) plan_bit(list, 4 + app, range);
    }
  } else if (list->presence == RC_PRESENCE_NEAR) {
    plan_bit(list, 1, display);
    if (list->range_mode != RC_RANGE_MODE_LOW_MEMORY) plan_bit(list, 2, RC__RANGE_VISIBLE);
  }
  rc__states_unsettle(list->states);
}

void rc__list_plan_ranges(rc_list *list, const rc__pass *now) {
  rc__ranges_plan(list, now->viewport);
  plan_bits(list);
}

void rc__list_plan(rc_list *list, rc__pass *now) {
  rc_range_mode mode = rc__mode_state_mode(&list->mode);
  rc_presence presence = rc__mode_state_presence(&list->mode);
  if (counts_at_once(list, mode, presence)) now->has_slack = false;
  list->range_mode = mode;
  list->presence = presence;
  rc__list_plan_ranges(list, now);
  rc__list_plan_batches(list);
  list->is_planned = true;
}
