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

// == settings ==

void model_list_init(model_list *list, const rc_list_options *options) {
  // The arrays hold nothing that is read before it was written.
  memset(list, 0, offsetof(model_list, items));
  list->columns = options->columns;
  list->pinned = -1;
  list->spacing = model_list_ticks(options->spacing);
  list->quantum = model_list_ticks(options->quantum);
  list->estimate = model_list_stepped(list, model_list_ticks(options->estimate));
  model_motion_init(&list->motion);
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
  if (has_changed) model_list_note_length(list);
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
    if (rc__range_has_item(ticks, start, extent)) {
      if (first < 0) first = row;
      last = row;
    }
    if (start + extent <= ticks.lower && (extent > 0 || start < ticks.lower)) before = row + 1;
    start += extent + list->spacing;
  }
  if (first < 0) first = before, last = before - 1;
  rc_interval items = {model_list_first_item(list, first), model_list_first_item(list, last + 1)};
  return items;
}

// == rows under edits ==

static void insert_rows(model_list *list, int64_t index, const double *extent, int64_t count) {
  model_list_row *at = list->row + index;
  list->measurements++;
  memmove(at + count, at, (size_t)(list->rows - index) * sizeof *at);
  for (int64_t i = 0; i < count; i++) {
    at[i].is_measured = extent != NULL;
    at[i].extent = extent != NULL ? model_list_ticks(extent[i]) : 0;
    at[i].is_provisional = at[i].is_guess = false;
    at[i].seen = -1;
    at[i].known_since = at[i].settled_since = extent != NULL ? list->measurements : 0;
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

static bool covers(int64_t lower, int64_t upper, int64_t item) {
  return lower <= item && item < upper;
}

// == rows that form ==

int64_t model_list_first_item(const model_list *list, int64_t row) {
  return row < list->rows ? list->row[row].first : list->count;
}

/// Walks over all items, and says which row each is in.
static void form_rows(model_list *list) {
  int64_t columns = list->columns, in_row = 0;
  list->rows = 0;
  for (int64_t i = 0; i < list->count; i++) {
    bool is_header = list->items[i].header >= 0;
    bool is_after_header = i > 0 && list->items[i - 1].header >= 0;
    if (i == 0 || is_header || is_after_header || in_row == columns) {
      list->row[list->rows].first = i;
      list->row[list->rows].columns = is_header ? 1 : columns;
      list->rows++;
      in_row = 0;
    }
    if (is_header) {
      columns = list->items[i].header > 0 ? list->items[i].header : list->columns;
      list->row[list->rows - 1].columns = 1;
    }
    list->items[i].row = list->rows - 1;
    in_row++;
  }
}

/// The items that form rows together, and among which one that is inserted at an index comes.
typedef struct {
  int64_t first, end, columns;
} grid;

static grid grid_at(const model_list *list, int64_t index) {
  grid found = {.first = index, .end = index, .columns = list->columns};
  while (found.first > 0 && list->items[found.first - 1].header < 0) found.first--;
  while (found.end < list->count && list->items[found.end].header < 0) found.end++;
  if (found.first > 0 && list->items[found.first - 1].header > 0) {
    found.columns = list->items[found.first - 1].header;
  }
  return found;
}

int64_t model_list_columns_at(const model_list *list, int64_t index) {
  return grid_at(list, index).columns;
}

bool model_list_is_in_section(const model_list *list, int64_t lower, int64_t upper) {
  for (int64_t i = lower; i < upper; i++) {
    if (list->items[i].header >= 0) return false;
  }
  return true;
}

/// How many rows begin before an index.
static int64_t rows_before(const model_list *list, int64_t index) {
  int64_t count = 0;
  while (count < list->rows && list->row[count].first < index) count++;
  return count;
}

/// How many rows the items of a grid gain by others.
static int64_t rows_gained(grid in, int64_t count) {
  return divide_up(in.end - in.first + count, in.columns) -
         divide_up(in.end - in.first, in.columns);
}

int64_t model_list_rows_gained(const model_list *list, int64_t index, int64_t count) {
  return rows_gained(grid_at(list, index), count);
}

/// Items that come, or go if there are less than 0: the rows besides stay.
static void change_rows(model_list *list, int64_t row, const double *extent, int64_t gained) {
  if (gained > 0) insert_rows(list, row, extent, gained);
  if (gained < 0) remove_rows(list, row, -gained);
}

/// Which rows there were, by the item that each began with.
typedef struct {
  int64_t count;
  int64_t identities[MODEL_LIST_ITEMS_MAX];
  model_list_row rows[MODEL_LIST_ITEMS_MAX];
} former_rows;

static _Thread_local former_rows former;

static void remember_rows(const model_list *list) {
  former.count = list->rows;
  memcpy(former.rows, list->row, (size_t)list->rows * sizeof *list->row);
  for (int64_t row = 0; row < list->rows; row++) {
    former.identities[row] = list->items[list->row[row].first].identity;
  }
}

/// Forms the rows again: one stays if it begins with the same item, in as many columns. Says
/// whether any is another one.
static bool form_rows_again(model_list *list) {
  form_rows(list);
  bool has_changed = list->rows != former.count;
  for (int64_t row = 0; row < list->rows; row++) {
    model_list_row *now = &list->row[row];
    model_list_row fresh = {.first = now->first, .columns = now->columns, .seen = -1};
    bool stays = false;
    *now = fresh;
    for (int64_t i = 0; i < former.count; i++) {
      if (former.identities[i] != list->items[fresh.first].identity) continue;
      if (former.rows[i].columns != fresh.columns) continue;
      *now = former.rows[i];
      now->first = fresh.first;
      stays = true;
    }
    if (!stays) has_changed = true;
  }
  return has_changed;
}

// == edits ==

void model_list_insert(model_list *list, int64_t index, const double *extent, int64_t count) {
  if (count == 0) return;
  change_rows(list, rows_before(list, index), extent, rows_gained(grid_at(list, index), count));
  model_list_item *at = list->items + index;
  memmove(at + count, at, (size_t)(list->count - index) * sizeof *at);
  for (int64_t i = 0; i < count; i++) {
    at[i].previous = at[i].seen = -1;
    at[i].name = at[i].lost_name = RC_ID_NONE;
    at[i].has_moved = false;
    at[i].header = -1;
    at[i].kept = 0;
    at[i].identity = list->next_identity++;
    at[i].state = RC_STATE_MEASURE_LAYOUT;
  }
  list->count += count;
  form_rows(list);
  model_list_note_length(list);
  if (list->target.item >= index) list->target.item += count;
  for (int end = 0; end < 2; end++) {
    list->ends[end].has_inserted = true;
    list->ends[end].is_paused = false;
  }
}

void model_list_remove(model_list *list, int64_t lower, int64_t upper) {
  if (lower == upper) return;
  int64_t count = upper - lower;
  if (covers(lower, upper, list->target.item)) list->target.is_set = false;
  if (list->target.item >= upper) list->target.item -= count;
  for (int64_t i = lower; i < upper; i++) {
    if (list->items[i].previous >= 0) list->removed[list->removed_count++] = list->items[i];
  }
  bool is_one = model_list_is_in_section(list, lower, upper);
  remember_rows(list);
  if (is_one) {
    change_rows(list, rows_before(list, lower), NULL, rows_gained(grid_at(list, lower), -count));
  }
  model_list_item *at = list->items + lower;
  memmove(at, at + count, (size_t)(list->count - upper) * sizeof *at);
  list->count -= count;
  if (is_one) form_rows(list);
  if (!is_one) (void)form_rows_again(list);
  model_list_note_length(list);
  for (int end = 0; end < 2; end++) list->ends[end].is_paused = false;
}

/// Whether a move takes rows along, or moves headers, so that rows are known by what they begin
/// with.
static bool moves_rows(const model_list *list, int64_t lower, int64_t upper, int64_t at) {
  if (!model_list_is_in_section(list, lower, upper)) return true;
  grid from = grid_at(list, lower), to = grid_at(list, at);
  int64_t k = from.columns;
  return k == to.columns && (lower - from.first) % k == 0 && (upper - lower) % k == 0 &&
         (at - to.first) % k == 0;
}

/// Items that move in their section leave all rows where they are; those that move to another one
/// leave the one, and come to the other.
static void move_without_rows(model_list *list, int64_t lower, int64_t upper, int64_t at) {
  grid from = grid_at(list, lower), to = grid_at(list, at);
  int64_t lost = rows_gained(from, lower - upper), gained = rows_gained(to, upper - lower);
  int64_t row_from = rows_before(list, lower), row_to = rows_before(list, at);
  if (from.first == to.first && from.end == to.end) return;
  if (row_to > row_from) change_rows(list, row_to, NULL, gained);
  change_rows(list, row_from, NULL, lost);
  if (row_to <= row_from) change_rows(list, row_to, NULL, gained);
}

void model_list_move(model_list *list, int64_t lower, int64_t upper, int64_t to) {
  if (lower == upper || lower == to) return;
  if (covers(lower, upper, list->target.item)) list->target.is_set = false;
  list->target.item = moved_index(list->target.item, lower, upper, to);
  int64_t place = to < lower ? to : to + (upper - lower);
  bool takes_rows = moves_rows(list, lower, upper, place);
  remember_rows(list);
  if (!takes_rows) move_without_rows(list, lower, upper, place);
  model_list_item before[MODEL_LIST_ITEMS_MAX];
  memcpy(before, list->items, (size_t)list->count * sizeof *before);
  for (int64_t i = 0; i < list->count; i++) {
    list->items[moved_index(i, lower, upper, to)] = before[i];
  }
  for (int64_t i = to; i < to + (upper - lower); i++) list->items[i].has_moved = true;
  if (!takes_rows) form_rows(list);
  if (takes_rows) (void)form_rows_again(list);
  for (int64_t row = 0; takes_rows && row < list->rows; row++) {
    if (covers(to, to + (upper - lower), list->row[row].first)) list->row[row].seen = -1;
  }
  model_list_note_length(list);
}

void model_list_reload(model_list *list, int64_t lower, int64_t upper) {
  if (lower == upper) return;
  for (int64_t row = list->items[lower].row; row <= list->items[upper - 1].row; row++) {
    list->row[row].is_measured = list->row[row].is_provisional = list->row[row].is_guess = false;
    list->row[row].known_since = list->row[row].settled_since = 0;
  }
  model_list_note_length(list);
}

void model_list_measure(model_list *list, int64_t row, const double *extent, int64_t count) {
  list->measurements++;
  for (int64_t i = row; i < row + count; i++) {
    model_list_row *row_now = &list->row[i];
    if (!row_now->is_measured || row_now->is_guess) row_now->known_since = list->measurements;
    if (!row_now->is_measured || row_now->is_provisional) {
      row_now->settled_since = list->measurements;
    }
    row_now->extent = model_list_ticks(extent[i - row]);
    row_now->is_measured = true;
    row_now->is_provisional = row_now->is_guess = false;
  }
  if (count > 0) model_list_note_length(list);
}

void model_list_set_estimate(model_list *list, double estimate) {
  list->estimate = model_list_stepped(list, model_list_ticks(estimate));
  model_list_note_length(list);
}

// == rows that are to be measured again, and others ==

void model_list_mark(model_list *list, int64_t lower, int64_t upper) {
  if (lower == upper) return;
  for (int64_t row = list->items[lower].row; row <= list->items[upper - 1].row; row++) {
    model_list_row *at = &list->row[row];
    bool is_new = true;
    for (int64_t i = at->first; i < model_list_first_item(list, row + 1); i++) {
      is_new = is_new && list->items[i].previous < 0;
    }
    at->is_provisional = at->is_measured;
    at->is_guess = at->is_measured && (is_new || at->is_guess);
  }
}

void model_list_set_layout(model_list *list, int64_t columns, double spacing, bool keeps_extents) {
  remember_rows(list);
  int64_t former_row[MODEL_LIST_ITEMS_MAX];
  for (int64_t i = 0; i < list->count; i++) former_row[i] = list->items[i].row;
  list->columns = columns;
  form_rows(list);
  for (int64_t row = 0; row < list->rows; row++) {
    model_list_row *now = &list->row[row];
    const model_list_row *kept = &former.rows[former_row[now->first]];
    now->is_measured = now->is_provisional = keeps_extents && kept->is_measured;
    now->extent = kept->extent;
    now->is_guess = false;
    now->known_since = now->settled_since = 0;
    now->seen = -1;
  }
  list->spacing = model_list_ticks(spacing);
  list->layouts++;
  model_list_note_length(list);
}

// == headers ==

void model_list_mark_header(model_list *list, int64_t index, int64_t columns) {
  if (list->items[index].header < 0 && columns < 0) return;
  remember_rows(list);
  list->items[index].header = columns;
  if (!form_rows_again(list)) return;
  model_list_note_length(list);
}

int64_t model_list_section_count(const model_list *list) {
  int64_t count = 0;
  for (int64_t i = 0; i < list->count; i++) count += list->items[i].header >= 0;
  return count;
}

rc_section model_list_section_of(const model_list *list, int64_t index) {
  rc_section section = {.ordinal = -1};
  for (int64_t i = 0; i <= index; i++) {
    if (list->items[i].header < 0) continue;
    section.ordinal++;
    section.items.lower = i;
  }
  if (section.ordinal < 0) return section;
  grid of = grid_at(list, section.items.lower + 1);
  section.items.upper = of.end;
  section.columns = (uint32_t)of.columns;
  section.rows.lower = list->items[section.items.lower].row;
  section.rows.upper = list->items[of.end - 1].row + 1;
  return section;
}

int64_t model_list_pinned_at(const model_list *list, int64_t start, int64_t *out_offset,
                             int64_t *out_covered) {
  int64_t header = -1, end = model_list_extra(list, RC_END_HEAD) + model_list_content_length(list);
  for (int64_t i = 0; i < list->count && list->settings.pins_headers; i++) {
    if (list->items[i].header < 0) continue;
    if (model_list_row_start(list, list->items[i].row) <= start) header = i;
  }
  *out_offset = *out_covered = 0;
  if (header < 0) return -1;
  for (int64_t i = list->count - 1; i > header; i--) {
    if (list->items[i].header >= 0) end = model_list_row_start(list, list->items[i].row);
  }
  int64_t extent = model_list_row_extent(list, list->items[header].row);
  int64_t own = model_list_row_start(list, list->items[header].row);
  *out_offset = start + extent <= end ? start : end - extent;
  if (*out_offset < own) *out_offset = own;
  *out_covered = *out_offset + extent - start;
  if (*out_covered < 0) *out_covered = 0;
  return header;
}

int64_t model_list_pinned_extent(const model_list *list, int64_t index) {
  int64_t header = index;
  while (header >= 0 && list->items[header].header < 0) header--;
  if (!list->settings.pins_headers || header < 0 || header == index) return 0;
  return model_list_row_extent(list, list->items[header].row);
}

// == kept items ==

int64_t model_list_kept_count(const model_list *list) {
  int64_t count = 0;
  for (int64_t i = 0; i < list->count; i++) count += list->items[i].kept != 0;
  return count;
}

void model_list_keep(model_list *list, int64_t index, rc_state bits) {
  list->items[index].kept = bits;
}

// == names ==

void model_list_name(model_list *list, int64_t lower, int64_t upper, const rc_id *names) {
  for (int64_t i = lower; i < upper; i++) list->items[i].name = names[i - lower];
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
