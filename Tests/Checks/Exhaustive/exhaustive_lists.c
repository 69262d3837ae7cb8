// All short sequences of calls to short lists, each made on a fresh list and on the model, with an
// update after it; then all that can be seen is compared.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "batch/script_batch_end.h"
#include "exhaustive.h"
#include "exhaustive_edit.h"

enum { ITEMS_MOST = 6, STEPS_MOST = 256, LENGTH_MOST = 3 };

/// What can be called on a list of each number of items.
typedef struct {
  int counts[ITEMS_MOST + 1];
  exhaust_step steps[ITEMS_MOST + 1][STEPS_MOST];
} list_steps;

typedef struct {
  const char *name;
  uint32_t columns;
  double spacing;
  bool sticks_to_end, uses_mean_estimate;
  double slack, foresight;
} list_way;

static const list_way ways[EXHAUST_LIST_WAYS] = {
    {"one column", 1, 0, false, false, 0, 0},
    {"two columns, spacing, foresight", 2, 3, false, false, 0, 0.5},
    {"stuck to its end, mean, slack", 1, 1, true, true, 0.5, 0},
};

static void add(list_steps *steps, int64_t n, exhaust_step step) {
  steps->steps[n][steps->counts[n]++] = step;
}

static void add_ranges(list_steps *steps, int64_t n) {
  for (int64_t lower = 0; lower < n; lower++) {
    for (int64_t upper = lower + 1; upper <= n; upper++) {
      add(steps, n, (exhaust_step){CALL_REMOVE, lower, upper, 0, n - (upper - lower)});
      add(steps, n, (exhaust_step){CALL_RELOAD, lower, upper, 0, n});
      for (int64_t to = 0; to <= n - (upper - lower); to++) {
        if (to != lower) add(steps, n, (exhaust_step){CALL_MOVE, lower, upper, to, n});
      }
    }
  }
}

static void add_steps(list_steps *steps, const list_way *way, int64_t n, int64_t most) {
  for (int64_t size = 1; size <= 2 && n + size <= most; size++) {
    for (int64_t i = 0; i <= n; i++) {
      add(steps, n, (exhaust_step){CALL_INSERT, i, size, 0, n + size});
      if (size > 1 || way->columns > 1) continue;
      add(steps, n, (exhaust_step){CALL_INSERT_MEASURED, i, size, 25, n + size});
    }
  }
  add_ranges(steps, n);
  int64_t rows = (n + way->columns - 1) / way->columns;
  for (int64_t row = 0; row < rows; row++) {
    add(steps, n, (exhaust_step){CALL_MEASURE, row, 1, 0, n});
    add(steps, n, (exhaust_step){CALL_MEASURE, row, 1, 45, n});
  }
  for (int64_t i = 0; i < n; i++) {
    add(steps, n, (exhaust_step){CALL_SCROLL_TO, i, 0, 0, n});
  }
  add(steps, n, (exhaust_step){CALL_ESTIMATE, 0, 0, 0, n});
  add(steps, n, (exhaust_step){CALL_ESTIMATE, 33, 0, 0, n});
  static const int64_t offsets[] = {-7, 0, 20, 41, 90};
  for (int64_t i = 0; i < 5; i++) add(steps, n, (exhaust_step){CALL_UPDATE, offsets[i], 1, 0, n});
  add(steps, n, (exhaust_step){CALL_UPDATE, 41, 0, 0, n});
  add(steps, n, (exhaust_step){CALL_UPDATE, 41, 1, 1, n});
}

static void update(script_run *run, double offset, bool is_user_driven, bool is_held) {
  rc_viewport viewport;
  rc_viewport_init(&viewport);
  viewport.offset = offset;
  viewport.length = 50;
  viewport.is_user_driven = is_user_driven;
  viewport.is_held = is_held;
  rc_update actual, expected;
  SCRIPT_OK(run, rc_list_update(run->list, &viewport, &actual));
  model_list_update(run->model, &viewport, &expected);
  if (run->failure[0] == 0) script_compare_update(run, &actual, &expected);
  run->offset = model_list_ticks(offset) + model_list_ticks(expected.correction);
}

static void scroll_to(script_run *run, int64_t index) {
  double offset = 0, expected = model_list_scroll_to(run->model, index, 0, 0);
  SCRIPT_OK(run, rc_list_set_scroll_target(run->list, index, 0, 0, &offset));
  if (offset != expected) script_differ(run, "offset %.17g, not %.17g", offset, expected);
  run->offset = model_list_ticks(expected);
}

bool exhaust_edit(script_run *run, const exhaust_step *step) {
  const double extent[1] = {(double)step->to};
  switch (step->kind) {
    case CALL_INSERT:
      SCRIPT_OK(run, rc_list_insert(run->list, step->a, step->b, NULL));
      model_list_insert(run->model, step->a, NULL, step->b);
      return true;
    case CALL_INSERT_MEASURED:
      SCRIPT_OK(run, rc_list_insert(run->list, step->a, 1, extent));
      model_list_insert(run->model, step->a, extent, 1);
      return true;
    case CALL_REMOVE:
      SCRIPT_OK(run, rc_list_remove(run->list, step->a, step->b));
      model_list_remove(run->model, step->a, step->b);
      return true;
    case CALL_MOVE:
      SCRIPT_OK(run, rc_list_move(run->list, step->a, step->b, step->to));
      model_list_move(run->model, step->a, step->b, step->to);
      return true;
    case CALL_RELOAD:
      SCRIPT_OK(run, rc_list_forget(run->list, step->a, step->b));
      model_list_reload(run->model, step->a, step->b);
      return true;
    case CALL_MARK:
      SCRIPT_OK(run, rc_list_mark_provisional(run->list, step->a, step->b));
      model_list_mark(run->model, step->a, step->b);
      return true;
    case CALL_MEASURE:
      SCRIPT_OK(run, rc_list_set_row_extents(run->list, step->a, 1, extent));
      model_list_measure(run->model, step->a, extent, 1);
      return true;
    default:
      return false;
  }
}

static void take(script_run *run, const exhaust_step *step) {
  if (exhaust_edit(run, step)) return;
  switch (step->kind) {
    case CALL_ESTIMATE:
      SCRIPT_OK(run, rc_list_set_estimate(run->list, (double)step->a));
      model_list_set_estimate(run->model, (double)step->a);
      break;
    case CALL_SCROLL_TO:
      scroll_to(run, step->a);
      break;
    default:
      update(run, (double)step->a, step->b == 1, step->to == 1);
  }
}

/// A list of which every second row is measured, after an update in its second item.
static void begin(script_run *run, const list_way *way, int64_t count) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = way->columns;
  options.spacing = way->spacing;
  options.estimate = 30;
  SCRIPT_OK(run, rc_list_create(&options, NULL, &run->list));
  model_list_init(run->model, &options);
  rc_list_settings settings = run->model->settings;
  settings.sticks[RC_END_TAIL] = settings.sticks[RC_END_HEAD] = way->sticks_to_end;
  settings.uses_mean_estimate = way->uses_mean_estimate;
  settings.slack = way->slack;
  settings.foresight = way->foresight;
  settings.leading_screens[RC_END_HEAD] = 1;
  SCRIPT_OK(run, rc_list_set_settings(run->list, &settings));
  model_list_configure(run->model, &settings);
  exhaust_step step = {CALL_INSERT, 0, count, 0, 0};
  take(run, &step);
  for (int64_t row = 0; row < run->model->rows; row += 2) {
    step = (exhaust_step){CALL_MEASURE, row, 1, 20 + 10 * row, 0};
    take(run, &step);
  }
  update(run, 25, true, false);
}

static void check_sequence(script_run *run, const list_way *way, int64_t count,
                           const exhaust_step *const *steps, int length) {
  run->failure[0] = 0;
  begin(run, way, count);
  for (int i = 0; i < length; i++) take(run, steps[i]);
  script_compare_list(run);
  update(run, rc_ticks_to_points(run->offset) + 4, true, false);
  script_compare_list(run);
  rc_list_destroy(run->list);
  if (run->failure[0] == 0) return;
  test_fail(__FILE__, __LINE__, "%s, %d items: %s", way->name, (int)count, run->failure);
}

/// Prints which calls were made.
static void tell(const exhaust_step *const *steps, int length) {
  for (int i = 0; i < length; i++) {
    fprintf(stderr, "call of kind %d: %" PRId64 " %" PRId64 " %" PRId64 "\n", (int)steps[i]->kind,
            steps[i]->a, steps[i]->b, steps[i]->to);
  }
}

/// All sequences of exactly `length` calls.
static int64_t check_length(script_run *run, const list_way *way, const list_steps *steps,
                            int64_t count, int length) {
  const exhaust_step *chosen[LENGTH_MOST];
  int at[LENGTH_MOST + 1] = {0};
  int64_t counts[LENGTH_MOST + 1] = {count}, done = 0;
  for (int depth = 0; depth >= 0 && !test_has_failed();) {
    if (depth == length) {
      check_sequence(run, way, count, chosen, length);
      if (test_has_failed()) tell(chosen, length);
      done++;
      depth--;
      continue;
    }
    if (at[depth] == steps->counts[counts[depth]]) {
      at[depth--] = 0;
      continue;
    }
    chosen[depth] = &steps->steps[counts[depth]][at[depth]++];
    counts[depth + 1] = chosen[depth]->count;
    depth++;
  }
  return done;
}

int64_t exhaust_lists(int way, int64_t count, int length) {
  list_steps *steps = calloc(1, sizeof *steps);
  script_run run = {.flavour = &(script_flavour){.name = "sequences"}};
  run.model = malloc(sizeof *run.model);
  if (steps == NULL || run.model == NULL) test_fail(__FILE__, __LINE__, "no memory");
  int64_t done = 0;
  for (int64_t n = 0; n <= count && !test_has_failed(); n++) add_steps(steps, &ways[way], n, count);
  for (int64_t n = 0; n <= count; n++) {
    for (int calls = 0; calls <= length && !test_has_failed(); calls++) {
      done += check_length(&run, &ways[way], steps, n, calls);
    }
  }
  free(run.model);
  free(steps);
  return done;
}

int64_t exhaust_ends(int length) {
  int64_t done = 0;
  int count = 1;
  for (int events = 1; events <= length + 1; events++) {
    for (int code = 0; code < count && !test_has_failed(); code++, done++) {
      end_script_check_sequence(code * END_SCRIPT_KINDS, events);
    }
    count *= END_SCRIPT_KINDS;
  }
  return done;
}
