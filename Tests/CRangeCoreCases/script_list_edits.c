// The edits of a script, and what their arguments are drawn from.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "script_list_run.h"

// == arguments ==

bool script_percent(test_random *random, int64_t chance) {
  return test_random_in(random, 1, 100) <= chance;
}

double script_extent(script_run *run, test_random *random) {
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
  if (model->count > 300) return;
  double extent[ROOM];
  int64_t index = test_random_in(random, 0, model->count), count = test_random_in(random, 0, 8);
  if (test_random_one_in(random, 4)) index = 0;
  if (test_random_one_in(random, 4)) index = model->count;
  if (is_measured && model->columns > 1) return;
  script_say(run, "%s %" PRId64 " count %" PRId64, is_measured ? "insert measured at" : "insert at",
             index, count);
  if (is_measured) {
    fill(run, random, extent, count);
    SCRIPT_OK(run, rc_list_insert_measured(run->list, index, extent, count));
  } else {
    SCRIPT_OK(run, rc_list_insert(run->list, index, count));
  }
  model_list_insert(model, index, is_measured ? extent : NULL, count);
}

static void random_range(script_run *run, test_random *random, rc_interval *out_range) {
  int64_t count = run->model->count;
  int64_t lower = test_random_in(random, 0, count);
  int64_t upper = lower + test_random_in(random, 0, test_random_one_in(random, 8) ? count : 6);
  if (upper > count) upper = count;
  // Most edits that matter are where the user looks.
  if (run->model->anchor.is_set && test_random_one_in(random, 3)) {
    lower = run->model->anchor.item - test_random_in(random, 0, 3);
    upper = run->model->anchor.item + test_random_in(random, 0, 3);
  }
  if (upper > count) upper = count;
  if (lower > upper) lower = upper;
  out_range->lower = lower < 0 ? 0 : lower;
  out_range->upper = upper < out_range->lower ? out_range->lower : upper;
}

static void call_remove(script_run *run, test_random *random) {
  rc_interval range;
  random_range(run, random, &range);
  if (test_random_one_in(random, 60)) range.lower = 0, range.upper = run->model->count;
  if (run->model->removed_count + range.upper - range.lower > MODEL_LIST_ITEMS_MAX) return;
  script_say(run, "remove %" PRId64 "..<%" PRId64, range.lower, range.upper);
  SCRIPT_OK(run, rc_list_remove(run->list, range.lower, range.upper));
  model_list_remove(run->model, range.lower, range.upper);
}

static void call_move(script_run *run, test_random *random) {
  rc_interval range;
  random_range(run, random, &range);
  int64_t k = run->model->columns;
  bool moves_rows = test_random_one_in(random, 2);
  if (moves_rows) {
    range.lower -= range.lower % k;
    range.upper -= (range.upper - range.lower) % k;
  }
  int64_t to = test_random_in(random, 0, run->model->count - (range.upper - range.lower));
  if (moves_rows) to -= to % k;
  script_say(run, "move %" PRId64 "..<%" PRId64 " to %" PRId64, range.lower, range.upper, to);
  SCRIPT_OK(run, rc_list_move(run->list, range.lower, range.upper, to));
  model_list_move(run->model, range.lower, range.upper, to);
}

static void call_reload(script_run *run, test_random *random) {
  rc_interval range;
  random_range(run, random, &range);
  script_say(run, "reload %" PRId64 "..<%" PRId64, range.lower, range.upper);
  SCRIPT_OK(run, rc_list_reload(run->list, range.lower, range.upper));
  model_list_reload(run->model, range.lower, range.upper);
}

static void measure(script_run *run, test_random *random, int64_t row, int64_t count) {
  double extent[ROOM];
  if (count > ROOM) count = ROOM;
  script_say(run, "measure from row %" PRId64, row);
  fill(run, random, extent, count);
  SCRIPT_OK(run, rc_list_measure(run->list, row, extent, count));
  model_list_measure(run->model, row, extent, count);
}

static void call_measure(script_run *run, test_random *random) {
  model_list *model = run->model;
  int64_t row = test_random_in(random, 0, model->rows);
  if (model->anchor.is_set && test_random_one_in(random, 2)) {
    row = model->anchor.item / model->columns - test_random_in(random, 0, 2);
  }
  if (row < 0) row = 0;
  int64_t most = model->rows - row < 6 ? model->rows - row : 6;
  measure(run, random, row, test_random_in(random, 0, most));
}

/// As a host does: what came into the viewport and was never laid out.
static void call_measure_visible(script_run *run, test_random *random) {
  model_list *model = run->model;
  rc_interval items = model_list_items_in(model, model->viewport);
  int64_t first = items.lower / model->columns;
  int64_t last = (items.upper + model->columns - 1) / model->columns;
  while (first < last && model->row[first].is_measured) first++;
  int64_t end = first;
  while (end < last && !model->row[end].is_measured) end++;
  measure(run, random, first, end - first);
}

static void call_estimate(script_run *run, test_random *random) {
  double estimate = script_extent(run, random);
  script_say(run, "estimate %.17g", estimate);
  SCRIPT_FREE(run, rc_list_set_estimate(run->list, estimate));
  model_list_set_estimate(run->model, estimate);
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
    default:
      call_estimate(run, random);
  }
}
