#include "model_host.h"

#include <math.h>
#include <string.h>

#include "../harness.h"

/// What cannot fail on a list of the model.
static void need(rc_status status) {
  if (status != RC_STATUS_OK) test_fail(__FILE__, __LINE__, "the model's list: %d", (int)status);
}

void model_host_init(model_host *m, rc_list *list, const rc_host_options *options,
                     const rc_list_options *list_options) {
  memset(m, 0, sizeof *m);
  m->list = list;
  m->options = *options;
  m->columns = list_options->columns;
  m->spacing = list_options->spacing;
  m->request = m->target = m->pinned = -1;
  m->told_length = -1;
  m->regrouped_from = m->regrouped_after = INT64_MAX;
}

// == edits ==

static void lose(model_host *m, model_host_item *item) {
  if (item->has_node) m->gone[m->gone_count++] = *item;
  *item = (model_host_item){.id = item->id, .kept = item->kept};
}

static void note_edit(model_host *m) {
  m->was_changed = true;
  if (m->way == MODEL_HOST_RESTS) m->way = MODEL_HOST_STAYS;
}

/// (24): notes a place.
static void regroup(model_host *m, int64_t place) {
  if (m->count == 0) return;
  const int64_t before = place > 0 ? place - 1 : 0;
  rc_section section;
  int64_t end = m->count;
  if (rc_list_section_of_item(m->list, before, &section) == RC_STATUS_OK) {
    end = section.items.upper;
  } else if (rc_list_section(m->list, 0, &section) == RC_STATUS_OK) {
    end = section.items.lower;
  }
  if (before < m->regrouped_from) m->regrouped_from = before;
  if (m->count - end < m->regrouped_after) m->regrouped_after = m->count - end;
}

void model_host_insert(model_host *m, int64_t index, int64_t count, int64_t first_id) {
  need(rc_list_insert(m->list, index, NULL, count));
  if (count == 0) return;
  memmove(m->items + index + count, m->items + index,
          (size_t)(m->count - index) * sizeof *m->items);
  for (int64_t i = 0; i < count; i++) {
    memset(&m->items[index + i], 0, sizeof *m->items);
    m->items[index + i].id = first_id + i;
  }
  m->count += count;
  if (m->request >= index) m->request += count;
  regroup(m, index);
  note_edit(m);
}

void model_host_remove(model_host *m, int64_t lower, int64_t upper) {
  need(rc_list_remove(m->list, lower, upper));
  if (lower == upper) return;
  for (int64_t i = lower; i < upper; i++) lose(m, &m->items[i]);
  memmove(m->items + lower, m->items + upper, (size_t)(m->count - upper) * sizeof *m->items);
  m->count -= upper - lower;
  if (m->request >= upper)
    m->request -= upper - lower;
  else if (m->request >= lower)
    m->request = -1;
  regroup(m, lower);
  note_edit(m);
}

void model_host_move(model_host *m, int64_t lower, int64_t upper, int64_t to) {
  need(rc_list_move(m->list, lower, upper, to));
  if (lower == upper || lower == to) return;
  static _Thread_local model_host_item moved[MODEL_HOST_ITEMS];
  const int64_t count = upper - lower, id = m->request < 0 ? -1 : m->items[m->request].id;
  memcpy(moved, m->items + lower, (size_t)count * sizeof *moved);
  memmove(m->items + lower, m->items + upper, (size_t)(m->count - upper) * sizeof *moved);
  memmove(m->items + to + count, m->items + to, (size_t)(m->count - count - to) * sizeof *moved);
  memcpy(m->items + to, moved, (size_t)count * sizeof *moved);
  for (int64_t i = 0; i < m->count && id >= 0; i++) {
    if (m->items[i].id == id) m->request = i;
  }
  regroup(m, to);
  regroup(m, to + count);
  regroup(m, to < lower ? upper : lower);
  note_edit(m);
}

void model_host_mark_header(model_host *m, int64_t index, bool is_header, uint32_t columns) {
  rc_section section;
  const bool was_header = rc_list_section_of_item(m->list, index, &section) == RC_STATUS_OK &&
                          section.items.lower == index;
  if (is_header)
    need(rc_list_mark_header(m->list, index, columns));
  else
    need(rc_list_unmark_header(m->list, index));
  if (is_header != was_header) regroup(m, index);
  m->was_changed |= is_header || was_header;
}

// == rows ==

static int64_t row_of(const model_host *m, int64_t item) {
  int64_t row = 0;
  if (item >= m->count) return m->count == 0 ? 0 : row_of(m, m->count - 1) + 1;
  need(rc_list_row_of_item(m->list, item, &row));
  return row;
}

static rc_interval items_of(const model_host *m, int64_t row) {
  rc_interval items = {0, 0};
  need(rc_list_items_of_row(m->list, row, &items));
  return items;
}

static uint32_t columns_of(const model_host *m, int64_t item) {
  rc_section section;
  if (rc_list_section_of_item(m->list, item, &section) != RC_STATUS_OK) return m->columns;
  return item == section.items.lower ? 1 : section.columns;
}

static bool needs_measuring(const model_host *m, int64_t row) {
  if (m->options.extents_are_known) return false;
  const rc_interval items = items_of(m, row);
  rc_interval rows = {0, 0};
  need(rc_list_unmeasured_rows(m->list, items.lower, items.upper, &rows));
  return rows.lower < rows.upper;
}

static rc_interval rows_of(const model_host *m, rc_interval items) {
  if (items.lower >= items.upper) return (rc_interval){0, 0};
  return (rc_interval){row_of(m, items.lower), row_of(m, items.upper - 1) + 1};
}

static rc_item position_of(const model_host *m, int64_t item) {
  rc_item position;
  memset(&position, 0, sizeof position);
  need(rc_list_item(m->list, item, &position));
  return position;
}

/// (20)
static bool is_known(const model_host *m, int64_t row, double *out_extent) {
  const rc_interval items = items_of(m, row);
  *out_extent = 0;
  for (int64_t i = items.lower; i < items.upper; i++) {
    const model_host_item *item = &m->items[i];
    if (!item->has_node || item->known_columns != columns_of(m, i)) return false;
    if (item->known > *out_extent) *out_extent = item->known;
  }
  return true;
}

static bool set_known(model_host *m, rc_interval rows) {
  bool is_any = false;
  for (int64_t row = rows.lower; row < rows.upper && !m->options.extents_are_known; row++) {
    double extent;
    if (!needs_measuring(m, row) || !is_known(m, row, &extent)) continue;
    need(rc_list_set_row_extents(m->list, row, &extent, 1));
    is_any = true;
  }
  return is_any;
}

// == nodes ==

static void make_node(model_host_item *item) {
  if (item->has_node) return;
  *item = (model_host_item){
      .id = item->id, .kept = item->kept, .has_node = true, .before = 1, .state = 1};
}

static void make_nodes(model_host *m, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i < upper; i++) make_node(&m->items[i]);
}

/// Gives up what a view has told, with the view.
static void release(model_host *m, model_host_item *item) {
  const bool may_have_view = item->has_view || item->asked_columns > 0;
  if (may_have_view && item->is_numbered) m->released[m->released_count++] = item->number;
  if (may_have_view && !item->is_numbered) m->unknown_released++;
  item->has_view = item->is_late = item->is_stale = item->is_placed = item->is_new = false;
  item->known_columns = item->asked_columns = 0;
}

/// (7), (9), (11), (15)
static void find_nodes(model_host *m) {
  for (int64_t i = 0; i < m->count; i++) {
    model_host_item *item = &m->items[i];
    const bool is_kept = item->keeps_view || (item->kept & RC_STATE_DISPLAY) != 0;
    if (is_kept) make_node(item);
    item->is_kept = is_kept;
    const rc_state state = rc_list_state(m->list, i);
    const bool is_shown = m->shown.lower <= i && i < m->shown.upper;
    const bool is_wanted = (state & m->options.node_bits) != 0;
    if (is_wanted || (m->shows && (is_shown || i == m->pinned))) make_node(item);
    if (!item->has_node) continue;
    item->state = state;
    if (m->shows) {
      item->is_on_screen = is_shown;
      item->is_pinned = i == m->pinned;
    } else if (m->update.presence == RC_PRESENCE_AWAY) {
      item->is_on_screen = item->is_pinned = false;
    }
    const bool is_near = item->is_on_screen || item->is_pinned || item->is_kept;
    if (!is_near && (state & RC_STATE_DISPLAY) == 0) release(m, item);
    item->has_left = !is_near && !is_wanted;
    if (item->has_left)
      lose(m, item);
    else if (!item->has_view)
      item->is_new = item->has_view = m->shows && is_near;
  }
  for (size_t i = 0; i < m->gone_count; i++) {
    model_host_item *item = &m->gone[i];
    release(m, item);
    if (!item->is_numbered) {
      m->unknown_count++;
      continue;
    }
    m->freed_ids[m->freed_count] = item->has_left ? item->id : -1;
    m->freed[m->freed_count++] = item->number;
  }
  m->gone_count = 0;
}

/// (25)
static void place(model_host *m, int64_t index) {
  model_host_item *item = &m->items[index];
  const rc_item row = position_of(m, index);
  const double start = item->is_pinned ? m->pinned_offset : row.offset;
  const double placed = round((start - m->update.pending) * 960) / 960;
  const uint32_t columns = columns_of(m, index);
  const uint32_t column = (uint32_t)(index - items_of(m, row_of(m, index)).lower);
  item->has_moved = !item->is_placed || item->start != placed || item->extent != row.extent ||
                    item->column != column || item->columns != columns ||
                    item->was_pinned != item->is_pinned;
  item->was_pinned = item->is_pinned;
  item->start = placed;
  item->extent = row.extent;
  item->column = column;
  item->columns = item->asked_columns = columns;
  item->is_placed = true;
}

// == offsets ==

/// (13) to (15); returns whether the user has moved it.
static bool take_offset(model_host *m, const rc_viewport *viewport, bool is_hidden) {
  const double before = m->own, step = m->options.offset_step;
  const bool was_hidden = m->was_hidden, had_item = m->had_item, was_known = m->is_known;
  m->was_hidden = is_hidden;
  m->had_item = viewport->has_item;
  if (is_hidden) m->told_length = -1;
  m->own = viewport->offset;
  m->is_asked = m->has_returned = false;
  if (!is_hidden) m->is_known = true;
  if (viewport->has_item) return viewport->is_user_driven;
  if (was_known && (is_hidden || was_hidden)) {
    m->has_returned = !is_hidden;
    m->rest = 0;
    return false;
  }
  if (had_item || !was_known) {
    if (had_item || m->own != before) m->exact = m->own;
    m->rest = 0;
    return viewport->is_user_driven;
  }
  if (m->own == before || fabs(m->own - before) < step / 2) return false;
  const bool is_fixed = viewport->insets_are_fixed;
  const double lowest = is_fixed ? 0 : -viewport->inset_start;
  const double end = m->told_length + (is_fixed ? 0 : viewport->inset_end) - viewport->length;
  const double highest = end > lowest ? end : lowest;
  double difference = m->exact - before;
  const double former = difference;
  if (m->own <= lowest)
    difference = 0;
  else if (m->own >= highest - step)
    difference = step > 0 ? fmax(highest - m->own, 0) : 0;
  if (difference != former) m->rest = 0;
  m->exact = m->own + difference;
  return viewport->is_user_driven;
}

static double stepped(const model_host *m, double offset) {
  const double step = m->options.offset_step;
  return step > 0 ? nearbyint(offset / step) * step : offset;
}

/// (27)
static void set_offset(model_host *m) {
  m->offset = stepped(m, m->exact);
  const bool is_free = !m->is_held || m->has_returned;
  const double difference = fabs(m->exact - stepped(m, m->own) - m->rest);
  m->sets_offset = m->shows && is_free && difference >= m->options.offset_step / 2 + 0.5 / 960;
  if (!m->sets_offset) return;
  m->own = m->offset;
  m->rest = 0;
  m->is_asked = true;
}

/// (28)
void model_host_wrote(model_host *m, double offset) {
  if (!m->is_known || m->was_hidden || m->had_item) return;
  const bool is_rounding = fabs(offset - m->exact) < fmax(1, m->options.offset_step);
  if (!is_rounding) {
    m->exact = offset;
    m->rest = 0;
    if (m->way == MODEL_HOST_RESTS) m->way = MODEL_HOST_STAYS;
  } else if (m->is_asked) {
    m->rest = m->own - offset;
  }
  m->own = offset;
  m->is_asked = false;
}

// == what to measure ==

/// (17); the pivot too.
static int64_t find_origin(model_host *m) {
  const rc_viewport *viewport = &m->viewport;
  const double end = m->update.offset + viewport->length - viewport->inset_end;
  m->pivot = m->update.offset + viewport->inset_start;
  if (m->shown.lower <= m->target && m->target < m->shown.upper) {
    m->pivot = position_of(m, m->target).offset;
    return row_of(m, m->target);
  }
  if (rc_list_length(m->list) - end <= 1 && m->update.offset > 1) {
    m->pivot = end;
    return row_of(m, m->update.visible.upper);
  }
  const rc_interval rows = rows_of(m, m->update.visible);
  const int64_t first = row_of(m, m->update.visible.lower);
  if (rows.lower == rows.upper || !position_of(m, m->update.visible.lower).is_provisional) {
    return first;
  }
  for (int64_t row = rows.lower; row < rows.upper; row++) {
    if (needs_measuring(m, row)) continue;
    m->pivot = position_of(m, items_of(m, row).lower).offset;
    return row;
  }
  return first;
}

static void ask(model_host *m, int64_t item) {
  for (size_t i = 0; i < m->ask_count; i++) {
    if (m->asks[i] == item) return;
  }
  m->items[item].asked_columns = columns_of(m, item);
  m->items[item].is_new = !m->items[item].has_view;
  m->asks[m->ask_count++] = item;
}

static void ask_row(model_host *m, int64_t row) {
  const rc_interval items = items_of(m, row);
  if (!needs_measuring(m, row)) return;
  make_nodes(m, items.lower, items.upper);
  for (int64_t i = items.lower; i < items.upper; i++) {
    const bool is_there = m->items[i].known_columns == columns_of(m, i);
    if (!is_there && !m->items[i].is_late) ask(m, i);
  }
}

/// (17): the rows by their distances.
static void ask_outward(model_host *m, rc_interval rows, int64_t origin, size_t most) {
  const bool is_backward = m->update.direction == RC_DIRECTION_BACKWARD;
  for (int64_t distance = 0; distance <= m->count; distance++) {
    for (int way = 0; way < 2; way++) {
      const bool goes_back = (way == 1) != is_backward;
      const int64_t row = goes_back ? origin - 1 - distance : origin + distance;
      if (row < rows.lower || row >= rows.upper || m->ask_count >= most) continue;
      ask_row(m, row);
    }
  }
}

typedef enum { DONE, AGAIN, ASKS, GIVES_UP } plan;

/// The latter part of (23).
static plan plan_stale(model_host *m) {
  bool is_any = false;
  if (m->options.extents_are_known) return DONE;
  const rc_interval visible = m->update.visible;
  for (int64_t i = 0; i < m->count; i++) {
    model_host_item *item = &m->items[i];
    if (!item->has_node || !item->is_stale) continue;
    if (!m->shows && item->is_on_screen && m->update.presence != RC_PRESENCE_AWAY) continue;
    item->is_stale = false;
    const int64_t row = row_of(m, i);
    if (needs_measuring(m, row)) continue;
    if (!m->shows || i < visible.lower || i >= visible.upper || !item->has_view) {
      need(rc_list_mark_provisional(m->list, i, i + 1));
      continue;
    }
    double extent;
    item->is_stale = item->known_columns != columns_of(m, i);
    if (item->is_stale) {
      ask(m, i);
    } else if (is_known(m, row, &extent)) {
      need(rc_list_set_row_extents(m->list, row, &extent, 1));
      is_any = true;
    }
  }
  m->pivot = -INFINITY;
  return m->ask_count > 0 ? ASKS : is_any ? AGAIN : DONE;
}

static plan plan_screen(model_host *m) {
  const rc_interval rows = rows_of(m, m->shown);
  rc_interval header = {0, 0};
  if (m->pinned >= 0) header = (rc_interval){row_of(m, m->pinned), row_of(m, m->pinned) + 1};
  bool is_any = set_known(m, header);
  is_any = set_known(m, rows) || is_any;
  if (!is_any) {
    if (m->pinned >= 0) ask_row(m, header.lower);
    ask_outward(m, rows, find_origin(m), 1000);
    if (m->ask_count == 0) return DONE;
  }
  if (m->rounds - m->rounds_ahead >= 10) return GIVES_UP;
  return is_any ? AGAIN : ASKS;
}

/// The other part of (19).
static void ask_for_views(model_host *m) {
  const rc_interval display = m->update.ranges[RC_RANGE_DISPLAY], visible = m->update.visible;
  make_nodes(m, display.lower, display.upper);
  while (m->ask_count < m->options.ahead_count) {
    int64_t nearest = -1, least = INT64_MAX;
    for (int64_t i = display.lower; i < display.upper; i++) {
      const model_host_item *item = &m->items[i];
      const int64_t away = i >= visible.lower ? i - visible.upper + 1 : visible.lower - i;
      bool is_asked = item->has_view || item->is_late;
      for (size_t ask = 0; ask < m->ask_count; ask++) is_asked |= m->asks[ask] == i;
      // At equal distance those after it come first.
      if (is_asked || away > least || (away == least && nearest >= visible.lower)) continue;
      nearest = i;
      least = away;
    }
    if (nearest < 0) return;
    ask(m, nearest);
  }
}

/// Once nothing on screen is to be measured.
static plan plan_arrival(model_host *m) {
  if (m->way != MODEL_HOST_ALIGNS) return DONE;
  if (m->update.offset != model_host_aligned(m)) return AGAIN;
  model_host_rest(m);
  return DONE;
}

static plan plan_ahead(model_host *m) {
  rc_interval near = m->update.ranges[RC_RANGE_DISPLAY];
  if (m->options.budget <= 0 || near.lower >= near.upper) return DONE;
  if (m->shown.lower < m->shown.upper) {
    if (m->shown.lower < near.lower) near.lower = m->shown.lower;
    if (m->shown.upper > near.upper) near.upper = m->shown.upper;
  }
  const rc_interval rows = rows_of(m, near);
  if (set_known(m, rows)) {
    m->rounds_ahead++;
    return AGAIN;
  }
  ask_outward(m, rows, row_of(m, m->update.visible.lower), m->options.ahead_count);
  if (m->options.makes_ahead) ask_for_views(m);
  if (m->ask_count == 0) return DONE;
  if (!m->has_deadline) {
    m->has_deadline = true;
    m->deadline = m->time + m->options.budget;
  } else if (m->time >= m->deadline) {
    m->wake = m->time + m->options.budget;
    return DONE;
  }
  m->is_ahead = true;
  m->rounds_ahead++;
  return ASKS;
}

// == rounds ==

static void find_news(model_host *m) {
  m->news_count = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t i = 0; i < m->count; i++) {
      model_host_item *item = &m->items[i];
      if (!item->has_node || item->is_pinned != (pass == 1)) continue;
      const bool has_crossed = item->is_kept && item->is_on_screen != item->was_on_screen;
      item->was_on_screen = item->is_on_screen;
      if (item->is_new || item->has_moved || has_crossed || item->before != item->state) {
        m->news[m->news_count++] = i;
      }
    }
  }
}

static void finish(model_host *m, bool is_settled) {
  m->is_open = false;
  m->is_done = true;
  m->ask_count = 0;
  m->is_settled = is_settled;
  model_host_animate(m);
  find_nodes(m);
  for (int64_t i = 0; i < m->count && m->shows; i++) {
    if (m->items[i].has_node && m->items[i].has_view) place(m, i);
  }
  find_news(m);
  m->sets_length = m->shows && m->told_length != m->update.scroll_length;
  if (m->sets_length) m->told_length = m->update.scroll_length;
  set_offset(m);
  m->next_time = fmin(m->wake, m->update.next_time);
}

/// (8)
static void find_shown(model_host *m) {
  const rc_update *update = &m->update;
  m->shown = update->visible;
  if (m->viewport.inset_start == 0 && m->viewport.inset_end == 0) return;
  rc_interval all = {0, 0};
  need(rc_list_items_in(m->list, update->offset, update->offset + m->viewport.length, &all));
  if (m->shown.lower >= m->shown.upper) m->shown = all;
  if (all.lower < m->shown.lower) m->shown.lower = all.lower;
  if (all.upper > m->shown.upper) m->shown.upper = all.upper;
}

static void find_pinned(model_host *m) {
  rc_pinned_header header;
  m->pinned = -1;
  if (rc_list_pinned_header(m->list, &header) != RC_STATUS_OK) return;
  m->pinned = header.index;
  m->pinned_offset = header.offset;
}

/// (24)
static void mark_regrouped(model_host *m) {
  for (int64_t i = m->regrouped_from; i < m->count - m->regrouped_after; i++) {
    if (columns_of(m, i) > 1 && !m->options.extents_are_known)
      need(rc_list_mark_provisional(m->list, i, i + 1));
  }
  m->regrouped_from = m->regrouped_after = INT64_MAX;
}

static void make_round(model_host *m) {
  m->viewport.offset = m->exact;
  m->viewport.is_held = m->is_held || m->way == MODEL_HOST_RESTS;
  mark_regrouped(m);
  need(rc_list_update(m->list, &m->viewport, &m->update));
  if (m->update.correction != 0) m->exact = rint((m->exact + m->update.correction) * 960) / 960;
  if (m->had_item && m->viewport.length > m->viewport.inset_start + m->viewport.inset_end)
    m->exact = m->update.offset;
  m->viewport.landing_offset += m->update.correction;
  m->viewport.is_user_driven = false;
  m->rounds++;
  m->ask_count = 0;
  m->was_changed = m->is_ahead = false;
  m->growth = 0;
  find_pinned(m);
  if (m->shows) find_shown(m);
  if (!m->shows) {
    (void)plan_stale(m);
    finish(m, true);
    return;
  }
  if (m->takes_request) return;
  plan what = plan_stale(m);
  if (what == DONE) what = plan_screen(m);
  if (what == DONE) what = plan_arrival(m);
  if (what == DONE) what = plan_ahead(m);
  if (what == DONE) finish(m, true);
  if (what == GIVES_UP) {
    m->wake = m->time + m->options.budget;
    finish(m, false);
  }
}

/// (30), (31)
static void take_request(model_host *m) {
  m->takes_request = false;
  if (m->way == MODEL_HOST_ASKS && m->is_animated) model_host_begin_animation(m);
  if (m->way == MODEL_HOST_ASKS || m->way == MODEL_HOST_ALIGNS) model_host_align(m);
  if (m->request < 0) return;
  double offset = 0;
  need(rc_list_set_scroll_target(m->list, m->request, m->fraction, m->shift, &offset));
  if (!m->is_animated) {
    m->exact = offset;
    m->target = m->request;
  }
  m->request = -1;
}

static void forget_told(model_host *m) {
  for (int64_t i = 0; i < m->count; i++) {
    model_host_item *item = &m->items[i];
    if (!m->is_open) item->before = item->state;
    item->is_new = item->has_moved = false;
  }
  m->released_count = m->freed_count = m->news_count = 0;
  m->unknown_count = m->unknown_released = 0;
}

/// (16)
static void take_breadth(model_host *m, double breadth, uint32_t columns) {
  if (columns != 0 && columns != m->columns) {
    need(rc_list_set_layout(m->list, columns, m->spacing, true));
    m->columns = columns;
  } else if (m->breadth > 0 && breadth != m->breadth && !m->options.extents_are_known) {
    need(rc_list_mark_provisional(m->list, 0, m->count));
  }
  for (int64_t i = 0; i < m->count && breadth != m->breadth; i++) {
    m->items[i].known_columns = 0;
    m->items[i].is_late = false;
  }
  m->breadth = breadth;
}

void model_host_begin(model_host *m, const rc_viewport *viewport, double breadth,
                      uint32_t columns) {
  forget_told(m);
  const bool is_hidden =
      viewport->length <= viewport->inset_start + viewport->inset_end || breadth <= 0;
  const double before = m->exact;
  const bool is_user_driven = take_offset(m, viewport, is_hidden);
  m->viewport = *viewport;
  model_host_note_way(m, before, is_user_driven);
  m->viewport.is_user_driven = is_user_driven;
  m->shows = !is_hidden && !viewport->has_item;
  const bool asks_for_offset = m->way == MODEL_HOST_ASKS || m->way == MODEL_HOST_ALIGNS;
  m->takes_request = m->shows && (m->request >= 0 || asks_for_offset);
  if (m->takes_request && !m->is_animated) {
    m->viewport.is_held = m->viewport.is_dragged = m->viewport.has_landing = false;
    m->viewport.velocity = 0;
  }
  m->is_held = m->viewport.is_held;
  m->is_open = true;
  m->is_done = m->has_deadline = false;
  m->rounds = m->rounds_ahead = 0;
  m->time = viewport->time;
  m->wake = INFINITY;
  m->target = -1;
  mark_regrouped(m);
  const bool is_other = breadth != m->breadth || (columns != 0 && columns != m->columns);
  if (breadth > 0 && is_other && m->way == MODEL_HOST_RESTS) m->way = MODEL_HOST_STAYS;
  if (breadth > 0) take_breadth(m, breadth, columns);
  make_round(m);
}

/// (21)
static bool is_wanted(const model_host *m, int64_t item) {
  const rc_item position = position_of(m, item);
  const double start = position.offset - m->growth;
  const double end = m->update.offset + m->viewport.length;
  if (start < end && start + position.extent > m->update.offset) return true;
  const rc_interval items = items_of(m, row_of(m, item));
  bool is_begun = false;
  for (int64_t i = items.lower; i < items.upper && items.upper - items.lower > 1; i++) {
    is_begun |= m->items[i].has_node && m->items[i].known_columns == columns_of(m, i);
  }
  return is_begun;
}

static void set_row(model_host *m, int64_t row, bool is_stale) {
  double extent;
  if (m->options.extents_are_known) return;
  if ((!needs_measuring(m, row) && !is_stale) || !is_known(m, row, &extent)) return;
  const rc_item before = position_of(m, items_of(m, row).lower);
  need(rc_list_set_row_extents(m->list, row, &extent, 1));
  if (before.offset - m->growth < m->pivot) m->growth += extent - before.extent;
}

static void remember(const model_host *m, model_host_item *item, double extent) {
  if (m->options.extents_are_known) return;
  item->is_late = extent == RC_EXTENT_LATER;
  if (item->is_late) item->is_stale = false;
  item->known = extent;
  item->known_columns = item->is_late ? 0 : item->asked_columns;
}

/// A node, also one that is gone.
static model_host_item *numbered(model_host *m, uint32_t number) {
  for (int64_t i = 0; i < m->count; i++) {
    model_host_item *item = &m->items[i];
    if (item->has_node && item->is_numbered && item->number == number) return item;
  }
  for (size_t i = 0; i < m->gone_count; i++) {
    if (m->gone[i].is_numbered && m->gone[i].number == number) return &m->gone[i];
  }
  test_fail(__FILE__, __LINE__, "the model has no node %u", number);
  return NULL;
}

void model_host_measured(model_host *m, const double *extents, size_t count, double time) {
  m->time = time;
  for (size_t i = 0; i < count; i++) {
    model_host_item *item = numbered(m, m->asked[i]);
    if (item == NULL) continue;
    remember(m, item, extents[i]);
    item->has_view = true;
    item->is_new = false;
  }
  size_t kept = 0;
  if (!m->was_changed) {
    for (size_t i = 0; i < count; i++) {
      model_host_item *item = &m->items[m->asks[i]];
      const bool is_stale = item->is_stale;
      item->is_stale = false;
      set_row(m, row_of(m, m->asks[i]), is_stale);
    }
    for (size_t i = count; i < m->ask_count && !m->is_ahead; i++) {
      if (is_wanted(m, m->asks[i])) m->asks[kept++] = m->asks[i];
    }
  }
  m->ask_count = kept;
  if (kept > 0) return;
  if (m->takes_request || m->way == MODEL_HOST_ALIGNS) take_request(m);
  make_round(m);
}

// == what a kit tells ==

bool model_host_set_extent(model_host *m, int64_t index, double extent) {
  model_host_item *item = &m->items[index];
  if (m->options.extents_are_known) return false;
  if (item->asked_columns == 0 && extent != RC_EXTENT_LATER) return false;
  if (item->known_columns > 0 && item->known == extent) return false;
  remember(m, item, extent);
  item->is_stale = item->is_late;
  item->is_late = false;
  const int64_t row = row_of(m, index);
  if (item->is_stale || needs_measuring(m, row)) return true;
  const double before = position_of(m, index).extent;
  double longest;
  if (is_known(m, row, &longest)) {
    need(rc_list_set_row_extents(m->list, row, &longest, 1));
    m->was_changed |= position_of(m, index).extent != before;
  } else {
    need(rc_list_mark_provisional(m->list, index, index + 1));
    m->was_changed = true;
  }
  return true;
}

void model_host_keep(model_host *m, int64_t index, bool keeps) {
  if (keeps) make_node(&m->items[index]);
  // Their numbers may be used again.
  m->freed_count = 0;
  if (m->items[index].keeps_view == keeps) return;
  m->items[index].keeps_view = m->items[index].is_kept = keeps;
}

void model_host_keep_state(model_host *m, int64_t index, rc_state bits) {
  need(rc_list_keep(m->list, index, bits));
  if (m->items[index].kept == bits) return;
  m->items[index].kept = bits;
  m->was_changed = true;
}

void model_host_renew(model_host *m, int64_t lower, int64_t upper) {
  need(rc_list_mark_provisional(m->list, lower, upper));
  m->freed_count = 0;
  for (int64_t i = lower; i < upper; i++) {
    const bool keeps = m->items[i].keeps_view;
    lose(m, &m->items[i]);
    if (keeps) model_host_keep(m, i, true);
  }
  m->was_changed |= lower < upper;
}

void model_host_mark_provisional(model_host *m, int64_t lower, int64_t upper) {
  need(rc_list_mark_provisional(m->list, lower, upper));
  if (lower == upper) return;
  const rc_interval rows = rows_of(m, (rc_interval){lower, upper});
  for (int64_t i = items_of(m, rows.lower).lower; i < items_of(m, rows.upper - 1).upper; i++) {
    m->items[i].known_columns = 0;
    m->items[i].is_late = false;
  }
  note_edit(m);
}
