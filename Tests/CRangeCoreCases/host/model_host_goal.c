// The part of the model that scrolls to an offset.

#include <math.h>
#include <string.h>

#include "../harness.h"
#include "model_host.h"

/// What cannot fail on a list of the model.
static void needs(rc_status status) {
  if (status != RC_STATUS_OK) test_fail(__FILE__, __LINE__, "the model's list: %d", (int)status);
}

static rc_item item_of(const model_host *m, int64_t index) {
  rc_item item;
  memset(&item, 0, sizeof item);
  needs(rc_list_item(m->list, index, &item));
  return item;
}

/// What can be scrolled to now, in points.
static void find_scrollable(const model_host *m, double *out_lowest, double *out_highest) {
  const rc_viewport *viewport = &m->viewport;
  const bool is_fixed = viewport->insets_are_fixed;
  *out_lowest = is_fixed ? 0 : -viewport->inset_start;
  *out_highest = rc_list_length(m->list) + (is_fixed ? 0 : viewport->inset_end) - viewport->length;
  *out_highest = fmax(round(*out_highest * 960) / 960, *out_lowest);
}

static double fitted(double goal, double lowest, double highest) {
  return goal <= lowest ? lowest : goal >= highest ? highest : rint(goal * 960) / 960;
}

/// Where the list should be in a round of (34).
double model_host_aligned(const model_host *m) {
  double lowest, highest;
  find_scrollable(m, &lowest, &highest);
  return fitted(m->goal, lowest, highest);
}

/// How much of the viewport a pinned header takes from an item.
static double covered_above(const model_host *m, int64_t item) {
  rc_list_settings settings;
  rc_section section;
  needs(rc_list_get_settings(m->list, &settings));
  if (!settings.pins_headers) return 0;
  if (rc_list_section_of_item(m->list, item, &section) != RC_STATUS_OK) return 0;
  return item == section.items.lower ? 0 : item_of(m, section.items.lower).extent;
}

/// What is at an offset stays in place, but at an end nothing more; returns the toolkit's.
static double set_target_at(model_host *m, double offset) {
  double lowest, highest;
  find_scrollable(m, &lowest, &highest);
  const rc_viewport *viewport = &m->viewport;
  if (m->count == 0 || offset <= lowest || offset >= highest) return offset;
  rc_item item;
  memset(&item, 0, sizeof item);
  needs(rc_list_item_at(m->list, offset + viewport->inset_start, &item));
  const int64_t index = item.index;
  item = item_of(m, index);
  const double covered = covered_above(m, index);
  const double shift = offset - (item.offset - viewport->inset_start - covered);
  needs(rc_list_set_scroll_target(m->list, index, 0, round(shift * 960) / 960, &offset));
  m->target = index;
  return offset;
}

void model_host_scroll_to_offset(model_host *m, double offset, bool is_animated) {
  m->request = -1;
  m->way = MODEL_HOST_ASKS;
  m->goal = offset;
  m->is_animated = is_animated;
}

/// (35)
static void rest_within(model_host *m, double lowest, double highest) {
  m->fitted_goal = fitted(m->goal, lowest, highest);
  const bool is_end = m->fitted_goal == lowest || m->fitted_goal == highest;
  m->way = is_end ? MODEL_HOST_STAYS : MODEL_HOST_RESTS;
}

void model_host_rest(model_host *m) {
  double lowest, highest;
  find_scrollable(m, &lowest, &highest);
  rest_within(m, lowest, highest);
}

/// (34)
void model_host_align(model_host *m) {
  const double goal = model_host_aligned(m);
  m->exact = set_target_at(m, goal);
  if (m->rounds >= 5 && m->exact != goal) {
    double lowest, highest;
    find_scrollable(m, &lowest, &highest);
    const double other = fitted(2 * goal - m->exact, lowest, highest);
    if (other > lowest && other < highest) m->exact = set_target_at(m, other);
  }
  m->way = MODEL_HOST_ALIGNS;
  m->is_held = false;
  if (m->rounds >= 5) model_host_rest(m);
  if (m->rounds >= 5 && m->exact != goal) m->way = MODEL_HOST_STAYS;
}

/// (36)
static void fit_goal(model_host *m, double *out_lowest, double *out_highest) {
  find_scrollable(m, out_lowest, out_highest);
  *out_highest = fmax(round((*out_highest - m->update.pending) * 960) / 960, *out_lowest);
  m->fitted_goal = fitted(m->goal, *out_lowest, *out_highest);
}

static void take_last_point(model_host *m, bool is_held) {
  const double away = fabs(m->exact - m->fitted_goal);
  if (m->way != MODEL_HOST_ANIMATES || is_held || away > fmax(1, m->options.offset_step)) return;
  m->exact = m->fitted_goal;
}

void model_host_begin_animation(model_host *m) {
  double lowest, highest;
  fit_goal(m, &lowest, &highest);
  m->way = MODEL_HOST_ANIMATES;
  take_last_point(m, m->is_held);
}

/// At the end of a step.
void model_host_animate(model_host *m) {
  if (m->way != MODEL_HOST_ANIMATES || !m->shows) return;
  double lowest, highest;
  fit_goal(m, &lowest, &highest);
  if (fabs(m->exact - m->fitted_goal) > 0.5 / 960) return;
  (void)set_target_at(m, m->update.offset);
  rest_within(m, lowest, highest);
}

/// Whether the toolkit has gone elsewhere; `before`: where it was.
void model_host_note_way(model_host *m, double before, bool is_user_driven) {
  const double from = fabs(before - m->fitted_goal), now = fabs(m->exact - m->fitted_goal);
  const bool has_moved = m->exact != before;
  const bool is_off = has_moved && (is_user_driven || now > fmax(1, m->options.offset_step));
  const bool is_left = (m->way == MODEL_HOST_ALIGNS && has_moved && is_user_driven) ||
                       (m->way == MODEL_HOST_ANIMATES && is_off && now > from) ||
                       (m->way == MODEL_HOST_RESTS && is_off) ||
                       (m->way != MODEL_HOST_ASKS && m->had_item);
  if (is_left) m->way = MODEL_HOST_STAYS;
  take_last_point(m, m->viewport.is_held);
}
