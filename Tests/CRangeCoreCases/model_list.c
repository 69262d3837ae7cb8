#include "model_list.h"

#include <stddef.h>
#include <string.h>

int64_t model_list_ticks(double points) {
  int64_t ticks = 0;
  (void)rc_ticks_from_points(points, &ticks);
  return ticks;
}

int64_t model_list_stepped(const model_list *list, int64_t estimate) {
  int64_t q = list->quantum;
  if (q == 0 || estimate == 0) return estimate;
  // The nearest multiple; of two equally near ones that of an even number of steps.
  int64_t below = estimate - estimate % q, above = below + q;
  bool is_even = below / q % 2 == 0;
  int64_t nearest = estimate - below < above - estimate ? below : above;
  if (estimate - below == above - estimate) nearest = is_even ? below : above;
  return nearest == 0 ? q : nearest;
}

static int64_t divide_up(int64_t value, int64_t by) {
  return (value + by - 1) / by;
}

static int64_t smaller(int64_t a, int64_t b) {
  return a < b ? a : b;
}

// == settings ==

void model_list_init(model_list *list, const rc_list_options *options) {
  // The arrays hold nothing that is read before it was written.
  memset(list, 0, offsetof(model_list, items));
  list->columns = options->columns;
  list->spacing = model_list_ticks(options->spacing);
  list->quantum = model_list_ticks(options->quantum);
  list->estimate = model_list_stepped(list, model_list_ticks(options->estimate));
  rc__direction_tracker_init(&list->tracker);
  rc__tuning_table_init(&list->tunings, options->tuning_preset);
  rc_list_settings settings;
  rc_list_settings_init(&settings);
  model_list_configure(list, &settings);
}

void model_list_configure(model_list *list, const rc_list_settings *settings) {
  bool has_changed = false;
  for (int end = 0; end < 2; end++) {
    int64_t extra = model_list_ticks(settings->extra_lengths[end]);
    if (extra != model_list_extra(list, (rc_end)end)) has_changed = true;
  }
  list->settings = *settings;
  if (has_changed) model_list_note_change(list);
  list->mode.depth = settings->depth;
  list->mode.presence = settings->presence;
  list->mode.pressure = settings->pressure;
  list->mode.in_background = settings->in_background;
  list->tracker.threshold = model_list_ticks(settings->direction_threshold);
}

void model_list_set_tuning(model_list *list, rc_range_mode mode, rc_range range, rc_tuning tuning) {
  list->tunings.tunings[mode][range] = tuning;
}

void model_list_set_mode(model_list *list, rc_range_mode mode) {
  list->mode.explicit_mode = mode;
  list->mode.has_explicit_mode = true;
}

void model_list_promote(model_list *list) {
  rc__mode_state_note_user(&list->mode, true);
}

// == geometry ==

int64_t model_list_extra(const model_list *list, rc_end end) {
  return model_list_ticks(list->settings.extra_lengths[end]);
}

int64_t model_list_measured_count(const model_list *list) {
  int64_t count = 0;
  for (int64_t row = 0; row < list->rows; row++) count += list->row[row].is_measured;
  return count;
}

int64_t model_list_row_extent(const model_list *list, int64_t row) {
  return list->row[row].is_measured ? list->row[row].extent : list->estimate;
}

int64_t model_list_row_start(const model_list *list, int64_t row) {
  int64_t start = model_list_extra(list, RC_END_HEAD);
  for (int64_t i = 0; i < row; i++) start += model_list_row_extent(list, i) + list->spacing;
  return start;
}

int64_t model_list_content_length(const model_list *list) {
  if (list->rows == 0) return 0;
  int64_t last = list->rows - 1;
  return model_list_row_start(list, last) + model_list_row_extent(list, last) -
         model_list_extra(list, RC_END_HEAD);
}

int64_t model_list_row_at(const model_list *list, int64_t offset) {
  int64_t found = 0, start = model_list_extra(list, RC_END_HEAD);
  for (int64_t row = 0; row < list->rows; row++) {
    if (start <= offset) found = row;
    start += model_list_row_extent(list, row) + list->spacing;
  }
  return found;
}

rc_interval model_list_items_in(const model_list *list, rc_interval ticks) {
  int64_t first = -1, last = -1, before = 0, start = model_list_extra(list, RC_END_HEAD);
  for (int64_t row = 0; row < list->rows; row++) {
    int64_t extent = model_list_row_extent(list, row);
    if (rc_range_contains_item(ticks, start, extent)) {
      if (first < 0) first = row;
      last = row;
    }
    if (start + extent <= ticks.lower && (extent > 0 || start < ticks.lower)) before = row + 1;
    start += extent + list->spacing;
  }
  if (first < 0) first = before, last = before - 1;
  rc_interval items = {smaller(first * list->columns, list->count),
                       smaller((last + 1) * list->columns, list->count)};
  return items;
}

// == rows under edits ==

static void insert_rows(model_list *list, int64_t index, const double *extent, int64_t count) {
  model_list_row *at = list->row + index;
  memmove(at + count, at, (size_t)(list->rows - index) * sizeof *at);
  for (int64_t i = 0; i < count; i++) {
    at[i].is_measured = extent != NULL;
    at[i].extent = extent != NULL ? model_list_ticks(extent[i]) : 0;
    at[i].is_provisional = at[i].is_guess = false;
  }
  list->rows += count;
}

static void remove_rows(model_list *list, int64_t index, int64_t count) {
  model_list_row *at = list->row + index;
  memmove(at, at + count, (size_t)(list->rows - index - count) * sizeof *at);
  list->rows -= count;
}

/// Where the item at `index` is after `lower ..< upper` has moved to `to`.
static int64_t moved_index(int64_t index, int64_t lower, int64_t upper, int64_t to) {
  if (lower <= index && index < upper) return index - lower + to;
  int64_t without = index < lower ? index : index - (upper - lower);
  return without < to ? without : without + (upper - lower);
}

static void move_rows(model_list *list, int64_t lower, int64_t upper, int64_t to) {
  model_list_row before[MODEL_LIST_ITEMS_MAX];
  memcpy(before, list->row, (size_t)list->rows * sizeof *before);
  for (int64_t i = 0; i < list->rows; i++) {
    list->row[moved_index(i, lower, upper, to)] = before[i];
  }
}

static bool covers(int64_t lower, int64_t upper, int64_t item) {
  return lower <= item && item < upper;
}

// == edits ==

void model_list_insert(model_list *list, int64_t index, const double *extent, int64_t count) {
  if (count == 0) return;
  int64_t rows = divide_up(list->count + count, list->columns) - list->rows;
  insert_rows(list, smaller(divide_up(index, list->columns), list->rows), extent, rows);
  model_list_item *at = list->items + index;
  memmove(at + count, at, (size_t)(list->count - index) * sizeof *at);
  for (int64_t i = 0; i < count; i++) {
    at[i].previous = at[i].former = at[i].seen = -1;
    at[i].name = at[i].lost_name = RC_ID_NONE;
    at[i].has_moved = false;
    at[i].identity = list->next_identity++;
    at[i].state = RC_STATE_MEASURE_LAYOUT;
  }
  list->count += count;
  list->is_edited = true;
  model_list_note_come(list, index);
  model_list_note_change(list);
  if (list->target.item >= index) list->target.item += count;
  for (int end = 0; end < 2; end++) {
    list->ends[end].has_inserted = true;
    list->ends[end].is_paused = false;
  }
}

void model_list_remove(model_list *list, int64_t lower, int64_t upper) {
  if (lower == upper) return;
  int64_t count = upper - lower;
  list->is_edited = true;
  model_list_note_gone(list, lower, upper);
  if (covers(lower, upper, list->target.item)) list->target.is_set = false;
  if (list->target.item >= upper) list->target.item -= count;
  for (int64_t i = lower; i < upper; i++) {
    if (list->items[i].previous >= 0) list->removed[list->removed_count++] = list->items[i];
  }
  int64_t rows = list->rows - divide_up(list->count - count, list->columns);
  remove_rows(list, smaller(divide_up(lower, list->columns), list->rows - rows), rows);
  model_list_item *at = list->items + lower;
  memmove(at, at + count, (size_t)(list->count - upper) * sizeof *at);
  list->count -= count;
  model_list_note_change(list);
  for (int end = 0; end < 2; end++) list->ends[end].is_paused = false;
}

void model_list_move(model_list *list, int64_t lower, int64_t upper, int64_t to) {
  if (lower == upper || lower == to) return;
  list->is_edited = true;
  model_list_note_gone(list, lower, upper);
  if (covers(lower, upper, list->target.item)) list->target.is_set = false;
  list->target.item = moved_index(list->target.item, lower, upper, to);
  model_list_item before[MODEL_LIST_ITEMS_MAX];
  memcpy(before, list->items, (size_t)list->count * sizeof *before);
  for (int64_t i = 0; i < list->count; i++) {
    list->items[moved_index(i, lower, upper, to)] = before[i];
  }
  for (int64_t i = to; i < to + (upper - lower); i++) list->items[i].has_moved = true;
  model_list_note_come(list, to);
  int64_t k = list->columns;
  if (lower % k == 0 && to % k == 0 && (upper - lower) % k == 0) {
    move_rows(list, lower / k, upper / k, to / k);
  }
  model_list_note_change(list);
}

void model_list_reload(model_list *list, int64_t lower, int64_t upper) {
  if (lower == upper) return;
  int64_t anchor = model_list_anchor_index(list);
  for (int64_t row = lower / list->columns; row < divide_up(upper, list->columns); row++) {
    list->row[row] = (model_list_row){0};
    if (anchor >= 0 && anchor / list->columns == row) list->anchor.awaits_extent = true;
  }
  model_list_note_change(list);
}

void model_list_measure(model_list *list, int64_t row, const double *extent, int64_t count) {
  int64_t anchor = model_list_anchor_index(list);
  for (int64_t i = row; i < row + count; i++) {
    int64_t ticks = model_list_ticks(extent[i - row]);
    const model_list_row *former = &list->row[i];
    if (former->is_measured && !former->is_provisional && anchor >= 0 &&
        i >= anchor / list->columns) {
      list->since.grown += ticks - former->extent;
    }
    list->row[i] = (model_list_row){.extent = ticks, .is_measured = true};
  }
  if (count > 0) model_list_note_change(list);
}

void model_list_set_estimate(model_list *list, double estimate) {
  list->estimate = model_list_stepped(list, model_list_ticks(estimate));
  model_list_note_change(list);
}

// == rows that are to be measured again, and others ==

void model_list_mark(model_list *list, int64_t lower, int64_t upper) {
  if (lower == upper) return;
  bool are_new = true;
  for (int64_t i = lower; i < upper; i++) are_new = are_new && list->items[i].previous < 0;
  for (int64_t row = lower / list->columns; row < divide_up(upper, list->columns); row++) {
    list->row[row].is_provisional = list->row[row].is_measured;
    list->row[row].is_guess = list->row[row].is_measured && are_new;
  }
}

void model_list_set_layout(model_list *list, int64_t columns, double spacing, bool keeps_extents) {
  model_list_row former[MODEL_LIST_ITEMS_MAX];
  memcpy(former, list->row, (size_t)list->rows * sizeof *former);
  list->rows = divide_up(list->count, columns);
  for (int64_t row = 0; row < list->rows; row++) {
    list->row[row] = (model_list_row){0};
    const model_list_row *kept = &former[row * columns / list->columns];
    if (!keeps_extents || !kept->is_measured) continue;
    list->row[row] =
        (model_list_row){.extent = kept->extent, .is_measured = true, .is_provisional = true};
  }
  list->columns = columns;
  list->spacing = model_list_ticks(spacing);
  list->anchor.keeps_end = false;
  list->anchor.still_visible = -1;
  list->since.edited_after = true;
  model_list_note_change(list);
}

// == where items went, and their names ==

void model_list_name(model_list *list, int64_t lower, int64_t upper, const rc_id *names) {
  for (int64_t i = lower; i < upper; i++) list->items[i].name = names[i - lower];
}

int64_t model_list_index_now(const model_list *list, int64_t index) {
  int64_t count = list->is_edited ? list->last_count : list->former_count;
  if (index < 0 || index >= count) return -2;
  for (int64_t i = 0; i < list->count; i++) {
    const model_list_item *item = &list->items[i];
    if ((list->is_edited ? item->previous : item->former) == index) return i;
  }
  return -1;
}

rc_id model_list_change_name(const model_list *list, bool is_removed, int64_t index) {
  if (!is_removed) {
    const model_list_item *item = &list->items[index];
    return item->name != RC_ID_NONE ? item->name : item->lost_name;
  }
  for (int64_t i = 0; i < list->gone_count; i++) {
    if (list->gone[i].previous == index) return list->gone[i].name;
  }
  return RC_ID_NONE;
}
