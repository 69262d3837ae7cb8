// The edits of a script, and what their arguments are drawn from.

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "script_list_run.h"

// == arguments ==

bool script_percent(test_random *random, int64_t chance) {
  return test_random_in(random, 1, 100) <= chance;
}

int64_t script_index(script_run *run, test_random *random, int64_t usual, int64_t count) {
  static const int64_t far[] = {INT64_MIN, -1, INT64_MAX, RC_ITEM_COUNT_MAX, UINT32_MAX};
  if (run->flavour->border_percent == 0) return usual;
  if (!script_percent(random, run->flavour->border_percent)) return usual;
  if (test_random_one_in(random, 3)) return far[test_random_in(random, 0, 4)];
  return count + test_random_in(random, -1, 1);
}

double script_border(test_random *random) {
  static const int64_t limits[] = {
      0,         RC_ITEM_TICKS_MAX, RC_LIST_TICKS_MAX, RC_ITEM_TICKS_MAX / 2, RC_LIST_TICKS_MAX / 2,
      INT32_MAX, -RC_LIST_TICKS_MAX};
  int64_t pick = test_random_in(random, 0, 15), ticks = limits[test_random_in(random, 0, 6)];
  if (pick == 0) return NAN;
  if (pick == 1) return test_random_one_in(random, 2) ? INFINITY : -INFINITY;
  if (pick == 2) return test_random_one_in(random, 2) ? -0.0 : 4.9e-324;
  // Half a tick more or less, where a number of ticks has halves.
  if (pick < 6) return ((double)ticks + (double)test_random_in(random, -3, 3) / 2) / 960;
  return rc_ticks_to_points(ticks + test_random_in(random, -1, 1));
}

double script_extent(script_run *run, test_random *random) {
  if (script_percent(random, run->flavour->border_percent)) return script_border(random);
  if (script_percent(random, run->flavour->zero_percent)) return 0;
  if (test_random_one_in(random, 6)) {
    return rc_ticks_to_points(test_random_in(random, 1, 90000));
  }
  return (double)test_random_in(random, 4, 400) / 4;
}

void script_say(script_run *run, const char *format, ...) {
  if (!run->speaks) return;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
}

// == edits ==

#define ROOM 24

static void fill(script_run *run, test_random *random, double *extent, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    extent[i] = script_extent(run, random);
    script_say(run, " %.17g", extent[i]);
  }
}

static void call_insert(script_run *run, test_random *random, bool is_measured) {
  model_list *model = run->model;
  int64_t most = run->flavour->count_most;
  if (model->count > (most > 0 ? most : 300)) return;
  double extent[ROOM];
  int64_t index = test_random_in(random, 0, model->count), count = test_random_in(random, 0, 8);
  if (test_random_one_in(random, 4)) index = 0;
  if (test_random_one_in(random, 4)) index = model->count;
  // Where there are several columns, measured items are refused.
  if (is_measured && model_list_columns_at(model, index) > 1 && !test_random_one_in(random, 9)) {
    return;
  }
  index = script_index(run, random, index, model->count);
  rc_status expected;
  script_say(run, "%s %" PRId64 " count %" PRId64, is_measured ? "insert measured at" : "insert at",
             index, count);
  if (is_measured) {
    fill(run, random, extent, count);
    expected = model_list_insert_status(model, index, true, extent, count);
    SCRIPT_IS(run, rc_list_insert(run->list, index, extent, count), expected);
  } else {
    expected = model_list_insert_status(model, index, false, NULL, count);
    SCRIPT_IS(run, rc_list_insert(run->list, index, NULL, count), expected);
  }
  if (expected != RC_STATUS_OK) return;
  model_list_insert(model, index, is_measured ? extent : NULL, count);
}

static void random_range(script_run *run, test_random *random, rc_interval *out_range) {
  int64_t count = run->model->count;
  int64_t lower = test_random_in(random, 0, count);
  int64_t upper = lower + test_random_in(random, 0, test_random_one_in(random, 8) ? count : 6);
  if (upper > count) upper = count;
  // Most edits that matter are where the user looks.
  if (model_list_anchor_index(run->model) >= 0 && test_random_one_in(random, 3)) {
    lower = model_list_anchor_index(run->model) - test_random_in(random, 0, 3);
    upper = model_list_anchor_index(run->model) + test_random_in(random, 0, 3);
  }
  if (upper > count) upper = count;
  if (lower > upper) lower = upper;
  lower = lower < 0 ? 0 : lower;
  out_range->lower = script_index(run, random, lower, count);
  out_range->upper = script_index(run, random, upper < lower ? lower : upper, count);
}

static void call_remove(script_run *run, test_random *random) {
  rc_interval range;
  random_range(run, random, &range);
  if (test_random_one_in(random, 60)) range.lower = 0, range.upper = run->model->count;
  if (run->model->removed_count + run->model->count > MODEL_LIST_ITEMS_MAX) return;
  script_say(run, "remove %" PRId64 "..<%" PRId64, range.lower, range.upper);
  rc_status expected = model_list_remove_status(run->model, range.lower, range.upper);
  SCRIPT_IS(run, rc_list_remove(run->list, range.lower, range.upper), expected);
  if (expected == RC_STATUS_OK) model_list_remove(run->model, range.lower, range.upper);
}

/// A place near `to` where a row begins, once some items have been taken out.
static int64_t row_start_after(const model_list *model, int64_t lower, int64_t upper, int64_t to) {
  if (to < lower) return model->row[model->items[to].row].first;
  int64_t at = to + (upper - lower);
  if (at < model->count) at = model->row[model->items[at].row].first;
  return at >= upper ? at - (upper - lower) : to;
}

static void call_move(script_run *run, test_random *random) {
  rc_interval range;
  random_range(run, random, &range);
  model_list *model = run->model;
  bool moves_rows = range.lower >= 0 && range.upper > range.lower && range.upper <= model->count &&
                    test_random_one_in(random, 2);
  if (moves_rows) {
    range.lower = model->row[model->items[range.lower].row].first;
    range.upper = model_list_first_item(model, model->items[range.upper - 1].row + 1);
  }
  bool is_range = model_list_range_status(run->model, range.lower, range.upper) == RC_STATUS_OK;
  int64_t last = is_range ? run->model->count - (range.upper - range.lower) : 0;
  int64_t to = test_random_in(random, 0, last);
  if (moves_rows) to = row_start_after(model, range.lower, range.upper, to);
  to = script_index(run, random, to, last);
  script_say(run, "move %" PRId64 "..<%" PRId64 " to %" PRId64, range.lower, range.upper, to);
  rc_status expected = model_list_move_status(run->model, range.lower, range.upper, to);
  SCRIPT_IS(run, rc_list_move(run->list, range.lower, range.upper, to), expected);
  if (expected == RC_STATUS_OK) model_list_move(run->model, range.lower, range.upper, to);
}

static void call_reload(script_run *run, test_random *random) {
  rc_interval range;
  random_range(run, random, &range);
  script_say(run, "reload %" PRId64 "..<%" PRId64, range.lower, range.upper);
  rc_status expected = model_list_reload_status(run->model, range.lower, range.upper);
  SCRIPT_IS(run, rc_list_forget(run->list, range.lower, range.upper), expected);
  if (expected == RC_STATUS_OK) model_list_reload(run->model, range.lower, range.upper);
}

static void measure(script_run *run, test_random *random, int64_t row, int64_t count) {
  double extent[ROOM];
  if (count > ROOM) count = ROOM;
  row = script_index(run, random, row, run->model->rows);
  script_say(run, "measure from row %" PRId64, row);
  fill(run, random, extent, count);
  rc_status expected = model_list_measure_status(run->model, row, extent, count);
  SCRIPT_IS(run, rc_list_set_row_extents(run->list, row, extent, (size_t)count), expected);
  if (expected == RC_STATUS_OK) model_list_measure(run->model, row, extent, count);
}

static void call_measure(script_run *run, test_random *random) {
  model_list *model = run->model;
  int64_t row = test_random_in(random, 0, model->rows);
  if (model_list_anchor_index(model) >= 0 && test_random_one_in(random, 2)) {
    row = model->items[model_list_anchor_index(model)].row - test_random_in(random, 0, 2);
  }
  if (row < 0) row = 0;
  int64_t most = model->rows - row < 6 ? model->rows - row : 6;
  measure(run, random, row, test_random_in(random, 0, most));
}

/// As a host does: what came into the viewport and was never laid out.
static void call_measure_visible(script_run *run, test_random *random) {
  model_list *model = run->model;
  rc_interval items = model_list_items_in(model, model->seen.viewport);
  int64_t first = items.lower < model->count ? model->items[items.lower].row : model->rows;
  int64_t last = items.lower < items.upper ? model->items[items.upper - 1].row + 1 : first;
  while (first < last && model->row[first].is_measured) first++;
  int64_t end = first;
  while (end < last && !model->row[end].is_measured) end++;
  measure(run, random, first, end - first);
}

static void call_estimate(script_run *run, test_random *random) {
  double estimate = script_extent(run, random);
  script_say(run, "estimate %.17g", estimate);
  rc_status expected = model_list_estimate_status(run->model, estimate);
  SCRIPT_FREE(run, rc_list_set_estimate(run->list, estimate), expected);
  if (expected == RC_STATUS_OK) model_list_set_estimate(run->model, estimate);
}

/// Removes items of which the model does not know. Where there is no memory all of them stay.
static void send_away(script_run *run, int64_t index, int64_t count) {
  const int64_t all = run->model->count + count;
  int64_t allowed = 0;
  rc_status removed;
  do {
    script_allow(run, allowed++);
    removed = rc_list_remove(run->list, index, index + count);
  } while (removed == RC_STATUS_NO_MEMORY && run->memory != NULL && run->memory->has_failed &&
           rc_list_count(run->list) == all);
  script_expect(run, removed, RC_STATUS_OK);
}

/// Inserts more items than the model has room for, and removes them again, which comes to the same
/// as with one.
static void call_visit(script_run *run, test_random *random) {
  model_list *model = run->model;
  if (model->columns > 1 || model_list_section_count(model) > 0) return;
  int64_t extra = model_list_extra(model, RC_END_HEAD) + model_list_extra(model, RC_END_TAIL);
  int64_t slot = model->estimate + model->spacing;
  int64_t length = model_list_slots_length(model, model->estimate);
  int64_t count = RC_ITEM_COUNT_MAX - model->count;
  if (slot > 0 && (RC_LIST_TICKS_MAX - extra - length) / slot < count) {
    count = (RC_LIST_TICKS_MAX - extra - length) / slot;
  }
  int64_t index = test_random_in(random, 0, model->count);
  count += test_random_in(random, -2, 1);
  if (test_random_one_in(random, 4)) count /= 1000;
  script_say(run, "visit %" PRId64 " count %" PRId64, index, count);
  rc_status expected = model_list_insert_status(model, index, false, NULL, count);
  SCRIPT_IS(run, rc_list_insert(run->list, index, NULL, count), expected);
  if (expected != RC_STATUS_OK || run->failure[0] != 0) return;
  if (rc_list_count(run->list) != model->count + count) script_differ(run, "too few visit");
  int64_t last = count > 0 ? index + count - 1 : index;
  rc_item item = {.index = -1};
  if (last < model->count + count && rc_list_item(run->list, last, &item) != RC_STATUS_OK) {
    script_differ(run, "the last visitor is nowhere");
  }
  if (count > 0 &&
      model_list_ticks(item.offset) != model_list_row_start(model, index) + (count - 1) * slot) {
    script_differ(run, "the last visitor is at %.17g", item.offset);
  }
  send_away(run, index, count);
  if (count == 0) return;
  model_list_insert(model, index, NULL, 1);
  model_list_remove(model, index, index + 1);
}

static void call_mark(script_run *run, test_random *random) {
  model_list *model = run->model;
  rc_interval range;
  random_range(run, random, &range);
  // What has just been inserted, too.
  for (int64_t i = 0; i < model->count && test_random_one_in(random, 2); i++) {
    if (model->items[i].previous >= 0) continue;
    range.lower = range.upper = i;
    while (range.upper < model->count && model->items[range.upper].previous < 0) range.upper++;
    break;
  }
  script_say(run, "mark %" PRId64 "..<%" PRId64, range.lower, range.upper);
  rc_status expected = model_list_range_status(model, range.lower, range.upper);
  SCRIPT_IS(run, rc_list_mark_provisional(run->list, range.lower, range.upper), expected);
  if (expected == RC_STATUS_OK) model_list_mark(model, range.lower, range.upper);
}

static void call_layout(script_run *run, test_random *random) {
  model_list *model = run->model;
  int64_t columns = test_random_in(random, 1, run->flavour->columns_most);
  bool keeps = test_random_one_in(random, 2);
  double spacing = test_random_one_in(random, 2) ? rc_ticks_to_points(model->spacing)
                                                 : script_extent(run, random);
  script_say(run, "layout %" PRId64 " columns, spacing %.17g, %s", columns, spacing,
             keeps ? "kept" : "forgotten");
  rc_status expected = model_list_layout_status(model, columns, spacing, keeps);
  SCRIPT_IS(run, rc_list_set_layout(run->list, (uint32_t)columns, spacing, keeps), expected);
  if (expected == RC_STATUS_OK) model_list_set_layout(model, columns, spacing, keeps);
}

static void call_name(script_run *run, test_random *random) {
  static _Thread_local rc_id names[MODEL_LIST_ITEMS_MAX];
  rc_interval range;
  random_range(run, random, &range);
  for (int64_t i = 0; i < MODEL_LIST_ITEMS_MAX; i++) {
    names[i] = test_random_one_in(random, 4) ? RC_ID_NONE : test_random_in(random, -9, 9);
  }
  script_say(run, "name %" PRId64 "..<%" PRId64, range.lower, range.upper);
  rc_status expected = model_list_range_status(run->model, range.lower, range.upper);
  SCRIPT_IS(run, rc_list_set_names(run->list, range.lower, range.upper, names), expected);
  if (expected == RC_STATUS_OK) model_list_name(run->model, range.lower, range.upper, names);
}

static void call_header(script_run *run, test_random *random) {
  model_list *model = run->model;
  int64_t index = model->count == 0 ? 0 : test_random_in(random, 0, model->count - 1);
  int64_t columns = test_random_in(random, 0, run->flavour->columns_most);
  if (model_list_anchor_index(model) >= 0 && test_random_one_in(random, 3)) {
    index = model_list_anchor_index(model) + test_random_in(random, -2, 2);
    if (index < 0 || index >= model->count) index = 0;
  }
  if (test_random_one_in(random, 2)) columns = -1;
  // Marks are rare, but where one is wanted off, it is found.
  while (columns < 0 && index > 0 && index < model->count && model->items[index].header < 0) {
    index--;
  }
  index = script_index(run, random, index, model->count);
  rc_status expected = model_list_header_status(model, index, columns);
  if (columns < 0) {
    script_say(run, "unmark header %" PRId64, index);
    SCRIPT_IS(run, rc_list_unmark_header(run->list, index), expected);
  } else {
    script_say(run, "mark header %" PRId64 " columns %" PRId64, index, columns);
    SCRIPT_IS(run, rc_list_mark_header(run->list, index, (uint32_t)columns), expected);
  }
  if (expected == RC_STATUS_OK) model_list_mark_header(model, index, columns);
}

static void call_keep(script_run *run, test_random *random) {
  model_list *model = run->model;
  int64_t index = model->count == 0 ? 0 : test_random_in(random, 0, model->count - 1);
  rc_state bits = (rc_state)(test_random_in(random, 0, 127) * 2);
  bits &= test_random_one_in(random, 20) ? 255 : 255 - RC_STATE_VISIBLE;
  if (test_random_one_in(random, 2)) bits &= RC_STATE_PRELOAD | RC_STATE_DISPLAY;
  // Few stay kept for long.
  if (test_random_one_in(random, 2)) bits = 0;
  while (bits == 0 && index > 0 && index < model->count && model->items[index].kept == 0) index--;
  index = script_index(run, random, index, model->count);
  script_say(run, "keep %" PRId64 " with %d", index, bits);
  rc_status expected = model_list_keep_status(model, index, bits);
  if (bits == 0) {
    SCRIPT_FREE(run, rc_list_keep(run->list, index, bits), expected);
  } else {
    SCRIPT_IS(run, rc_list_keep(run->list, index, bits), expected);
  }
  if (expected == RC_STATUS_OK) model_list_keep(model, index, bits);
}

void script_run_edit(script_run *run, const script_call *call, test_random *random) {
  switch (call->kind) {
    case CALL_INSERT:
      call_insert(run, random, false);
      break;
    case CALL_INSERT_MEASURED:
      call_insert(run, random, true);
      break;
    case CALL_REMOVE:
      call_remove(run, random);
      break;
    case CALL_MOVE:
      call_move(run, random);
      break;
    case CALL_RELOAD:
      call_reload(run, random);
      break;
    case CALL_MEASURE:
      call_measure(run, random);
      break;
    case CALL_MEASURE_VISIBLE:
      call_measure_visible(run, random);
      break;
    case CALL_VISIT:
      call_visit(run, random);
      break;
    case CALL_MARK:
      call_mark(run, random);
      break;
    case CALL_LAYOUT:
      call_layout(run, random);
      break;
    case CALL_HEADER:
      call_header(run, random);
      break;
    case CALL_NAME:
      call_name(run, random);
      break;
    case CALL_KEEP:
      call_keep(run, random);
      break;
    default:
      call_estimate(run, random);
  }
}
