#include "script_host.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t draw(script_host *s, int64_t lower, int64_t upper) {
  return test_random_in(s->random, lower, upper);
}

static bool one_in(script_host *s, int64_t n) {
  return test_random_one_in(s->random, n);
}

double script_host_extent(int64_t id, double breadth, uint32_t columns) {
  const double extent = (double)(20 + id * 7919 % 173) * 400 / breadth * columns;
  return floor(extent * 4) / 4;
}

// == comparisons ==

static void compare_node(script_host *s, const rc_host_node *a) {
  model_host_item *b = &s->model.items[a->index];
  CHECK_F(a->index < s->model.count && b->has_node, "%" PRId64 " has a node", a->index);
  if (!b->is_numbered) {
    for (int64_t i = 0; i < s->model.count; i++) {
      const model_host_item *other = &s->model.items[i];
      CHECK_F(!other->has_node || !other->is_numbered || other->number != a->node,
              "%u is used twice", a->node);
    }
    b->is_numbered = true;
    b->number = a->node;
  }
  CHECK_EQUAL(a->node, b->number);
  CHECK_F(a->is_new == b->is_new, "%" PRId64 " is new: %d", a->index, a->is_new);
  CHECK_EQUAL(a->has_view, b->has_view);
  CHECK_EQUAL(a->is_kept, b->is_kept);
  CHECK_EQUAL(a->before, b->before);
  CHECK_F(a->has_moved == b->has_moved, "%" PRId64 " has moved: %d", a->index, a->has_moved);
  if (!s->model.is_done) return;
  CHECK_F(a->state == b->state, "%" PRId64 ": state %d, not %d", a->index, a->state, b->state);
  CHECK_EQUAL(a->is_on_screen, b->is_on_screen);
  CHECK_EQUAL(a->is_pinned, b->is_pinned);
  CHECK_EQUAL(a->is_late, b->is_late);
  if (!b->is_placed || !s->model.shows) return;
  test_note_points(a->start);
  test_note_points(a->extent);
  CHECK_F(a->start == b->start && a->extent == b->extent,
          "%" PRId64 " is at %.17g + %g, not %.17g + %g", a->index, a->start, a->extent, b->start,
          b->extent);
  CHECK_EQUAL(a->column, b->column);
  CHECK_EQUAL(a->columns, b->columns);
}

static void compare_nodes(script_host *s) {
  const rc_host_step *step = &s->step;
  int64_t expected = 0, found = 0;
  for (int64_t i = 0; i < s->model.count; i++) expected += s->model.items[i].has_node;
  int64_t last = -1;
  for (size_t i = 0; i < step->node_count && !test_has_failed(); i++) {
    if (step->nodes[i].index < 0) continue;
    CHECK(step->nodes[i].index > last);
    last = step->nodes[i].index;
    found++;
    compare_node(s, &step->nodes[i]);
  }
  CHECK_EQUAL(found, expected);
}

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static bool has_number(const uint32_t *numbers, size_t count, uint32_t number) {
  return bsearch(&number, numbers, count, sizeof number, by_number) != NULL;
}

/// Numbers in any order, but for those of nodes that no step has told of.
static void compare_numbers(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                            size_t unknown) {
  uint32_t sorted[MODEL_HOST_GONE];
  CHECK_EQUAL(a_count, b_count + unknown);
  if (a_count == 0) return;
  memcpy(sorted, a, a_count * sizeof *a);
  qsort(sorted, a_count, sizeof *sorted, by_number);
  for (size_t i = 0; i < b_count; i++) CHECK_F(has_number(sorted, a_count, b[i]), "%u", b[i]);
  for (size_t i = 1; i < a_count; i++) CHECK(sorted[i - 1] != sorted[i]);
}

static void compare_done(script_host *s) {
  const rc_host_step *a = &s->step;
  const model_host *b = &s->model;
  CHECK_EQUAL(a->is_settled, b->is_settled);
  CHECK_EQUAL(a->news_count, b->news_count);
  for (size_t i = 0; i < a->news_count; i++) CHECK_EQUAL(a->nodes[a->news[i]].index, b->news[i]);
  compare_numbers(a->released, a->released_count, b->released, b->released_count,
                  b->unknown_released);
  compare_numbers(a->freed, a->freed_count, b->freed, b->freed_count, b->unknown_count);
  CHECK_EQUAL(a->sets_length, b->sets_length);
  CHECK(a->scroll_length == b->update.scroll_length);
  CHECK_EQUAL(a->sets_offset, b->sets_offset);
  test_note_points(a->offset);
  CHECK_F(a->offset == b->offset, "offset %.17g, not %.17g", a->offset, b->offset);
  // (35), but for the last point that a toolkit moves by itself.
  const double near = fmax(b->options.offset_step, 1) + b->options.offset_step / 2;
  CHECK_F(b->way != MODEL_HOST_RESTS || fabs(a->offset - b->fitted_goal) <= near,
          "rests at %.17g, not %.17g", a->offset, b->fitted_goal);
  if (b->way == MODEL_HOST_ANIMATES) {
    CHECK(a->has_target);
    CHECK_F(a->target_offset == b->fitted_goal, "leads to %.17g, not %.17g", a->target_offset,
            b->fitted_goal);
  }
  CHECK_F(a->next_time == b->next_time, "wakes at %g, not %g", a->next_time, b->next_time);
}

static void compare_updates(const rc_update *a, const rc_update *b) {
  CHECK_EQUAL(a->changes.count, b->changes.count);
  CHECK_INTERVAL(a->visible, b->visible.lower, b->visible.upper);
  CHECK(a->offset == b->offset && a->pending == b->pending && a->correction == b->correction);
  for (int end = 0; end < 2; end++) CHECK_EQUAL(a->batches[end].reason, b->batches[end].reason);
}

/// The nodes follow their items at once, also those that the step has freed.
static void compare_indices(const script_host *s) {
  const model_host *m = &s->model;
  int64_t index;
  for (int64_t i = 0; i < m->count; i++) {
    if (!m->items[i].has_node || !m->items[i].is_numbered) continue;
    CHECK_EQUAL(rc_host_index(s->host, m->items[i].number, &index), RC_STATUS_OK);
    CHECK_EQUAL(index, i);
  }
  for (size_t i = 0; i < m->gone_count; i++) {
    if (!m->gone[i].is_numbered) continue;
    CHECK_EQUAL(rc_host_index(s->host, m->gone[i].number, &index), RC_STATUS_NOT_FOUND);
  }
  for (size_t i = 0; i < m->freed_count; i++) {
    int64_t expected = m->count - 1;
    while (expected >= 0 && m->items[expected].id != m->freed_ids[i]) expected--;
    if (rc_host_index(s->host, m->freed[i], &index) != RC_STATUS_OK) index = -1;
    CHECK_EQUAL(index, expected);
  }
}

static void compare(script_host *s) {
  const rc_host_step *a = &s->step;
  model_host *b = &s->model;
  const char *reason = NULL;
  rc_status status = rc_host_validate(s->host, &reason);
  CHECK_F(status == RC_STATUS_OK, "%s", reason);
  CHECK_EQUAL(a->rounds, b->rounds);
  CHECK_EQUAL(a->is_done, b->is_done);
  compare_updates(&a->update, &b->update);
  compare_nodes(s);
  if (test_has_failed()) return;
  CHECK_EQUAL(a->ask_count, b->ask_count);
  for (size_t i = 0; i < a->ask_count; i++) {
    const rc_host_node *node = &a->nodes[a->asks[i]];
    CHECK_F(node->index == b->asks[i], "asked for %" PRId64 ", not %" PRId64, node->index,
            b->asks[i]);
    CHECK_EQUAL(node->columns, b->items[node->index].asked_columns);
    b->asked[i] = node->node;
  }
  if (a->is_done) compare_done(s);
  compare_indices(s);
}

// == the toolkit ==

static double fitted(const script_host *s, double offset) {
  if (s->clamps) {
    const double lowest = s->insets_are_fixed ? 0 : -s->insets[0];
    const double end = s->model.told_length + (s->insets_are_fixed ? 0 : s->insets[1]) - s->length;
    offset = fmax(lowest, fmin(offset, fmax(lowest, end)));
  }
  return s->rounding > 0 ? floor(offset / s->rounding + 0.5) * s->rounding : offset;
}

void script_host_wrote(script_host *s, double offset) {
  CHECK_EQUAL(rc_host_wrote(s->host, offset), RC_STATUS_OK);
  model_host_wrote(&s->model, offset);
}

/// Does what a done step says, mostly.
static void apply(script_host *s) {
  if (!s->step.is_done || one_in(s, 20)) return;
  if (s->step.sets_offset) s->offset = fitted(s, s->step.offset);
  if (s->step.sets_offset || (s->clamps && one_in(s, 3))) script_host_wrote(s, s->offset);
}

// == calls ==

void script_host_insert(script_host *s, int64_t index, int64_t count) {
  CHECK_EQUAL(rc_list_insert(s->list, index, NULL, count), RC_STATUS_OK);
  if (s->twin != NULL) CHECK_EQUAL(rc_list_insert(s->twin, index, NULL, count), RC_STATUS_OK);
  model_host_insert(&s->model, index, count, s->next_id);
  s->next_id += count;
  compare_indices(s);
}

void script_host_remove(script_host *s, int64_t lower, int64_t upper) {
  CHECK_EQUAL(rc_list_remove(s->list, lower, upper), RC_STATUS_OK);
  if (s->twin != NULL) CHECK_EQUAL(rc_list_remove(s->twin, lower, upper), RC_STATUS_OK);
  model_host_remove(&s->model, lower, upper);
  compare_indices(s);
}

void script_host_move(script_host *s, int64_t lower, int64_t upper, int64_t to) {
  CHECK_EQUAL(rc_list_move(s->list, lower, upper, to), RC_STATUS_OK);
  if (s->twin != NULL) CHECK_EQUAL(rc_list_move(s->twin, lower, upper, to), RC_STATUS_OK);
  model_host_move(&s->model, lower, upper, to);
  compare_indices(s);
}

void script_host_mark_header(script_host *s, int64_t index, bool is_header, uint32_t columns) {
  rc_list *lists[] = {s->list, s->twin};
  for (int i = 0; i < 2 && lists[i] != NULL; i++) {
    CHECK_EQUAL(is_header ? rc_list_mark_header(lists[i], index, columns)
                          : rc_list_unmark_header(lists[i], index),
                RC_STATUS_OK);
  }
  model_host_mark_header(&s->model, index, is_header, columns);
}

void script_host_mark_provisional(script_host *s, int64_t lower, int64_t upper) {
  CHECK_EQUAL(rc_list_mark_provisional(s->list, lower, upper), RC_STATUS_OK);
  if (s->twin != NULL) CHECK_EQUAL(rc_list_mark_provisional(s->twin, lower, upper), RC_STATUS_OK);
  model_host_mark_provisional(&s->model, lower, upper);
}

void script_host_keep(script_host *s, int64_t index, bool keeps) {
  CHECK_EQUAL(rc_host_keep(s->host, index, keeps), RC_STATUS_OK);
  model_host_keep(&s->model, index, keeps);
}

void script_host_keep_state(script_host *s, int64_t index, rc_state bits) {
  const rc_status status = rc_list_keep(s->list, index, bits);
  CHECK(status == RC_STATUS_OK || status == RC_STATUS_LIMIT);
  if (s->twin != NULL) CHECK_EQUAL(rc_list_keep(s->twin, index, bits), status);
  if (status == RC_STATUS_OK) model_host_keep_state(&s->model, index, bits);
}

void script_host_renew(script_host *s, int64_t lower, int64_t upper) {
  CHECK_EQUAL(rc_host_renew(s->host, lower, upper), RC_STATUS_OK);
  model_host_renew(&s->model, lower, upper);
  script_host_tell_twin(s);
  compare_indices(s);
}

void script_host_scroll_to(script_host *s, int64_t index, double fraction, double shift,
                           bool is_animated) {
  model_host *m = &s->model;
  CHECK_EQUAL(rc_host_scroll_to(s->host, index, fraction, shift, is_animated), RC_STATUS_OK);
  m->request = index;
  m->way = MODEL_HOST_STAYS;
  m->fraction = fraction;
  m->shift = shift;
  m->is_animated = is_animated;
}

void script_host_scroll_to_offset(script_host *s, double offset, bool is_animated) {
  CHECK_EQUAL(rc_host_scroll_to_offset(s->host, offset, is_animated), RC_STATUS_OK);
  model_host_scroll_to_offset(&s->model, offset, is_animated);
}

void script_host_set_extent(script_host *s, int64_t index, double extent) {
  const model_host_item *item = &s->model.items[index];
  uint32_t number;
  const rc_status status = rc_host_find(s->host, index, &number);
  CHECK_EQUAL(status, item->has_node ? RC_STATUS_OK : RC_STATUS_NOT_FOUND);
  if (status != RC_STATUS_OK || !item->is_numbered) return;
  CHECK_EQUAL(number, item->number);
  bool is_any = false;
  CHECK_EQUAL(rc_host_set_extents(s->host, &number, &extent, 1, &is_any), RC_STATUS_OK);
  CHECK_EQUAL(is_any, model_host_set_extent(&s->model, index, extent));
  script_host_tell_twin(s);
}

static void edit(script_host *s) {
  const model_host *m = &s->model;
  const int64_t count = m->count, lower = draw(s, 0, count);
  const int64_t upper = lower + draw(s, 0, count - lower < 30 ? count - lower : 30);
  const int64_t to = draw(s, 0, count - (upper - lower));
  const int64_t most = MODEL_HOST_ITEMS - count;
  const int64_t more = draw(s, 0, most < 40 ? most : 40);
  switch (draw(s, 0, 5)) {
    case 0:
    case 1:
      script_host_insert(s, lower, more);
      return;
    case 2:
      script_host_remove(s, lower, upper);
      return;
    case 3:
      script_host_move(s, lower, upper, to);
      return;
    default:
      break;
  }
  if (count == 0) return;
  const int64_t index = draw(s, 0, count - 1);
  const bool is_header = !one_in(s, 3);
  script_host_mark_header(s, index, is_header, (uint32_t)draw(s, 0, 3));
}

/// What a kit does with nodes.
static void handle(script_host *s) {
  const model_host *m = &s->model;
  if (m->count == 0) return;
  const int64_t lower = draw(s, 0, m->count - 1), upper = draw(s, lower, m->count);
  const bool keeps = one_in(s, 2);
  switch (draw(s, 0, 7)) {
    case 0:
      script_host_keep(s, lower, keeps);
      return;
    case 6:
      script_host_keep_state(s, lower, keeps ? (rc_state)(2 * draw(s, 0, 3)) : 0);
      return;
    case 1:
      script_host_renew(s, lower, upper);
      return;
    case 2:
      script_host_mark_provisional(s, lower, upper);
      return;
    case 3: {
      const double fraction = (double)draw(s, -1, 1), shift = (double)draw(s, -9, 9);
      script_host_scroll_to(s, lower, fraction, shift, one_in(s, 4));
      return;
    }
    case 4: {
      const double length = fmax(s->model.told_length, 100);
      const double offset = one_in(s, 6) ? INFINITY : (double)draw(s, -40, (int64_t)length * 4) / 4;
      script_host_scroll_to_offset(s, one_in(s, 12) ? -INFINITY : offset, one_in(s, 4));
      return;
    }
    case 5: {
      // From an item that is visible, mostly.
      const int64_t visible = m->update.visible.lower;
      const int64_t first = visible < m->count && !one_in(s, 4) ? visible : lower;
      const int64_t end = first + draw(s, 1, 6);
      for (int64_t i = first; i < m->count && i < end; i++)
        script_host_set_extent(s, i, RC_EXTENT_LATER);
      return;
    }
    default:
      break;
  }
  const int64_t id = m->items[lower].id + draw(s, 0, 1);
  script_host_set_extent(s, lower, script_host_extent(id, s->breadth, 1));
}

static void scroll(script_host *s) {
  const double range = fmax(s->model.told_length, 0);
  double offset = s->offset;
  if (one_in(s, 12))
    offset = (double)draw(s, -30, (int64_t)range + 30);
  else if (one_in(s, 30))
    offset = range;
  else
    offset += (double)draw(s, -400, 400) / 4;
  s->offset = fitted(s, offset);
}

void script_host_open(script_host *s, const rc_viewport *viewport, double breadth,
                      uint32_t columns) {
  s->viewport = *viewport;
  s->told_breadth = breadth;
  s->steps++;
  // What a call does not set is noticed.
  memset(&s->step, 0xa5, sizeof s->step);
  CHECK_EQUAL(rc_host_begin(s->host, viewport, breadth, columns, &s->step), RC_STATUS_OK);
  model_host_begin(&s->model, viewport, breadth, columns);
  compare(s);
  script_host_tell_twin(s);
}

static void begin(script_host *s) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = s->offset;
  viewport.length = one_in(s, 25) ? s->insets[0] + s->insets[1] : s->length;
  viewport.inset_start = s->insets[0];
  viewport.inset_end = s->insets[1];
  viewport.insets_are_fixed = s->insets_are_fixed;
  viewport.is_user_driven = !one_in(s, 4);
  viewport.is_held = one_in(s, 3);
  viewport.has_landing = one_in(s, 5);
  viewport.landing_offset = s->offset + 200;
  viewport.velocity = viewport.has_landing ? 600 : 0;
  viewport.time = s->time += 0.016;
  if (one_in(s, 40) && s->model.count > 0) {
    viewport.has_item = true;
    viewport.item = draw(s, 0, s->model.count - 1);
    viewport.item_place = (double)draw(s, -50, 50);
  }
  const double breadth = one_in(s, 25) ? 0 : s->breadth;
  const uint32_t columns = one_in(s, 60) ? (uint32_t)draw(s, 1, 3) : 0;
  script_host_open(s, &viewport, breadth, columns);
}

void script_host_measure(script_host *s, size_t count, bool is_late) {
  double extents[MODEL_HOST_ITEMS];
  for (size_t i = 0; i < count; i++) {
    const model_host *m = &s->model;
    int64_t id = 0;
    uint32_t columns = 1;
    for (int64_t j = 0; j < m->count; j++) {
      if (!m->items[j].has_node || m->items[j].number != m->asked[i]) continue;
      id = m->items[j].id;
      columns = m->items[j].asked_columns;
    }
    extents[i] = script_host_extent(id, s->breadth, columns > 0 ? columns : 1);
    const bool comes_later = s->random == NULL || one_in(s, 2);
    if (is_late && comes_later) extents[i] = RC_EXTENT_LATER;
  }
  s->time += 0.0005;
  memset(&s->step, 0xa5, sizeof s->step);
  CHECK_EQUAL(rc_host_measured(s->host, extents, count, s->time, &s->step), RC_STATUS_OK);
  model_host_measured(&s->model, extents, count, s->time);
  compare(s);
  script_host_tell_twin(s);
}

static void measure(script_host *s, bool is_late) {
  const size_t asks = s->step.ask_count;
  size_t count = asks == 0 ? 0 : (size_t)draw(s, 1, (int64_t)asks);
  if (one_in(s, 3)) count = asks > 0;
  script_host_measure(s, count, is_late);
}

/// What is refused, and changes nothing.
static void misuse(script_host *s) {
  const double bad[] = {NAN, -2, 5000000};
  rc_host_step step;
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.length = NAN;
  const int64_t count = s->model.count;
  CHECK_EQUAL(rc_host_begin(s->host, &viewport, 77, 2, &step), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_host_keep(s->host, count, true), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_host_renew(s->host, 0, count + 1), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_host_scroll_to(s->host, count, 0, 0, false), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_host_wrote(s->host, NAN), RC_STATUS_ARGUMENT);
  int64_t index;
  CHECK_EQUAL(rc_host_index(NULL, 0, &index), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_host_index(s->host, 0, NULL), RC_STATUS_ARGUMENT);
  rc_host *other;
  CHECK_EQUAL(rc_host_create(s->list, NULL, NULL, &other), RC_STATUS_BUSY);
  rc_update update;
  viewport.length = 100;
  CHECK_EQUAL(rc_list_update(s->list, &viewport, &update), RC_STATUS_BUSY);
  const bool is_open = s->model.is_open;
  const size_t asks = s->step.ask_count;
  for (int i = 0; i < 3; i++) {
    const rc_status status = rc_host_measured(s->host, &bad[i], 1, s->time, &step);
    CHECK(status == (!is_open             ? RC_STATUS_STALE
                     : i == 2 && asks > 0 ? RC_STATUS_LIMIT
                                          : RC_STATUS_ARGUMENT));
  }
  if (is_open && asks > 0) {
    CHECK_EQUAL(rc_host_measured(s->host, NULL, 0, s->time, &step), RC_STATUS_ARGUMENT);
  }
}

static void change_settings(script_host *s) {
  rc_list_settings settings;
  CHECK_EQUAL(rc_list_get_settings(s->list, &settings), RC_STATUS_OK);
  if (one_in(s, 2)) settings.presence = (rc_presence)draw(s, 0, 2);
  settings.extra_lengths[RC_END_TAIL] = (double)draw(s, 0, 80);
  CHECK_EQUAL(rc_list_set_settings(s->list, &settings), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_set_settings(s->model.list, &settings), RC_STATUS_OK);
  if (s->twin != NULL) CHECK_EQUAL(rc_list_set_settings(s->twin, &settings), RC_STATUS_OK);
}

static void change_options(script_host *s) {
  rc_host_options *options = &s->model.options, found;
  options->budget = one_in(s, 3) ? 0 : 0.004;
  if (one_in(s, 3)) options->node_bits ^= RC_STATE_PRELOAD;
  if (one_in(s, 4)) options->extents_are_known = !options->extents_are_known;
  CHECK_EQUAL(rc_host_set_options(s->host, options), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_get_options(s->host, &found), RC_STATUS_OK);
  CHECK(found.budget == options->budget && found.offset_step == options->offset_step);
  CHECK(found.ahead_count == options->ahead_count && found.node_bits == options->node_bits);
  CHECK_EQUAL(found.makes_ahead, options->makes_ahead);
  CHECK_EQUAL(found.extents_are_known, options->extents_are_known);
}

static void change_toolkit(script_host *s) {
  change_options(s);
  if (one_in(s, 3)) change_settings(s);
  if (one_in(s, 3)) s->breadth = (double)draw(s, 2, 5) * 100;
  if (one_in(s, 3)) s->length = (double)draw(s, 1, 8) * 50 + s->insets[0] + s->insets[1];
}

/// The same step again, of a toolkit that is where it was told to be, does nothing.
static void repeat_step(script_host *s) {
  rc_viewport viewport = s->viewport;
  const double offset = s->step.offset;
  const bool has_scrolled = viewport.has_landing || viewport.has_item;
  if (!s->step.is_done || !s->step.is_settled || has_scrolled || s->offset != offset) return;
  viewport.offset = offset;
  script_host_open(s, &viewport, s->told_breadth, 0);
  // Unless it goes on measuring ahead.
  if (test_has_failed() || !s->step.is_done) return;
  CHECK_F(s->step.offset == offset, "the same step again is at %.17g, not %.17g", s->step.offset,
          offset);
  CHECK(!s->step.sets_offset && !s->step.sets_length);
  CHECK(s->step.update.correction == 0);
  // What is foreseen depends on how the viewport has moved.
  rc_list_settings settings;
  CHECK_EQUAL(rc_list_get_settings(s->list, &settings), RC_STATUS_OK);
  if (settings.foresight > 0) return;
  CHECK_EQUAL(s->step.news_count + s->step.released_count + s->step.freed_count, 0);
}

/// A whole step, with anything in its middle.
static void run_step(script_host *s) {
  const bool is_late = one_in(s, 8), is_restless = one_in(s, 5);
  begin(s);
  for (int i = 0; i < 3000 && !s->model.is_done && !test_has_failed(); i++) {
    if (is_restless && one_in(s, 6)) edit(s);
    if (is_restless && one_in(s, 6)) handle(s);
    if (one_in(s, 100)) misuse(s);
    // A step can be left.
    if (one_in(s, 200)) return;
    measure(s, is_late);
  }
  if (!test_has_failed()) apply(s);
  if (!test_has_failed() && one_in(s, 3)) repeat_step(s);
}

// == sessions ==

void script_host_create(script_host *s, const rc_list_options *options,
                        const rc_list_settings *settings, const rc_host_options *host) {
  rc_list *of_model;
  CHECK_EQUAL(rc_list_create(options, NULL, &s->list), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_create(options, NULL, &of_model), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_set_settings(s->list, settings), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_set_settings(of_model, settings), RC_STATUS_OK);
  CHECK_EQUAL(rc_host_create(s->list, host, NULL, &s->host), RC_STATUS_OK);
  model_host_init(&s->model, of_model, host, options);
}

static void add_twin(script_host *s, const rc_list_options *options,
                     const rc_list_settings *settings) {
  CHECK_EQUAL(rc_list_create(options, NULL, &s->twin), RC_STATUS_OK);
  CHECK_EQUAL(rc_list_set_settings(s->twin, settings), RC_STATUS_OK);
  script_host_tell_twin(s);
}

static void set_up_lists(script_host *s) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = one_in(s, 2) ? 1 : (uint32_t)draw(s, 2, 4);
  options.estimate = (double)draw(s, 10, 120);
  options.spacing = options.columns == 3 ? 6 : 0;
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  settings.uses_mean_estimate = one_in(s, 3);
  settings.pins_headers = one_in(s, 2);
  settings.sticks[RC_END_TAIL] = one_in(s, 5);
  settings.slack = one_in(s, 5) ? 0.5 : 0;
  settings.presence = one_in(s, 12) ? RC_PRESENCE_AWAY : RC_PRESENCE_ON_SCREEN;
  settings.foresight = one_in(s, 5) ? 1 : 0;
  rc_host_options host;
  rc_host_options_init(&host);
  const double steps[] = {0, 4, 1, 0.5};
  host.offset_step = steps[draw(s, 0, 3)];
  host.budget = one_in(s, 3) ? 0 : 0.004;
  host.ahead_count = (uint32_t)draw(s, 1, 3);
  host.makes_ahead = one_in(s, 4);
  host.extents_are_known = one_in(s, 8);
  if (one_in(s, 3)) host.node_bits |= RC_STATE_PRELOAD;
  if (one_in(s, 6)) host.node_bits = RC_STATE_VISIBLE;
  s->rounding = one_in(s, 4) ? 0.25 : host.offset_step;
  script_host_create(s, &options, &settings, &host);
  if ((int)options.estimate % 2 == 0) add_twin(s, &options, &settings);
}

void script_host_begin(script_host *s, test_random *random) {
  memset(s, 0, sizeof *s);
  s->random = random;
  s->breadth = 400;
  s->length = 300;
  s->clamps = one_in(s, 2);
  s->insets_are_fixed = one_in(s, 4);
  if (one_in(s, 3)) {
    s->insets[0] = (double)draw(s, 0, 60);
    s->insets[1] = (double)draw(s, 0, 60);
  }
  set_up_lists(s);
}

void script_host_end(script_host *s) {
  rc_host_destroy(s->host);
  const char *reason = NULL;
  if (rc_list_validate(s->list, &reason) != RC_STATUS_OK)
    test_fail(__FILE__, __LINE__, "%s", reason);
  rc_list_destroy(s->list);
  rc_list_destroy(s->model.list);
  rc_list_destroy(s->twin);
}

int64_t script_host_run(test_random *random, int calls) {
  static _Thread_local script_host script;
  script_host *s = &script;
  script_host_begin(s, random);
  for (int call = 0; call < calls && !test_has_failed(); call++) {
    switch (draw(s, 0, 9)) {
      case 0:
        edit(s);
        break;
      case 1:
        handle(s);
        break;
      case 2:
        if (one_in(s, 5))
          change_toolkit(s);
        else
          misuse(s);
        break;
      case 3:
      case 4:
        run_step(s);
        break;
      default:
        scroll(s);
        run_step(s);
    }
  }
  script_host_end(s);
  return s->steps;
}
