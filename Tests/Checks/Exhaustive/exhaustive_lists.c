// All short sequences of calls to short lists, each made on a fresh list and on the model, with an
// update after it; then all that can be seen is compared.

#include <stdlib.h>

#include "batch/script_batch_end.h"
#include "exhaustive.h"
#include "exhaustive_steps.h"

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

static void add_ranges(exhaust_steps *steps, int64_t n) {
  for (int64_t lower = 0; lower < n; lower++) {
    for (int64_t upper = lower + 1; upper <= n; upper++) {
      exhaust_add(steps, n, (exhaust_step){CALL_REMOVE, lower, upper, 0, n - (upper - lower)});
      exhaust_add(steps, n, (exhaust_step){CALL_RELOAD, lower, upper, 0, n});
      exhaust_add_moves(steps, n, lower, upper);
    }
  }
}

static void add_steps(exhaust_steps *steps, const list_way *way, int64_t n, int64_t most) {
  for (int64_t size = 1; size <= 2 && n + size <= most; size++) {
    for (int64_t i = 0; i <= n; i++) {
      exhaust_add(steps, n, (exhaust_step){CALL_INSERT, i, size, 0, n + size});
      if (size > 1 || way->columns > 1) continue;
      exhaust_add(steps, n, (exhaust_step){CALL_INSERT_MEASURED, i, size, 25, n + size});
    }
  }
  add_ranges(steps, n);
  int64_t rows = (n + way->columns - 1) / way->columns;
  for (int64_t row = 0; row < rows; row++) {
    exhaust_add(steps, n, (exhaust_step){CALL_MEASURE, row, 1, 0, n});
    exhaust_add(steps, n, (exhaust_step){CALL_MEASURE, row, 1, 45, n});
  }
  for (int64_t i = 0; i < n; i++) {
    exhaust_add(steps, n, (exhaust_step){CALL_SCROLL_TO, i, 0, 0, n});
    exhaust_add(steps, n, (exhaust_step){CALL_KEEP, i, RC_STATE_PRELOAD | RC_STATE_APP_3, 0, n});
  }
  exhaust_add(steps, n, (exhaust_step){CALL_ESTIMATE, 0, 0, 0, n});
  exhaust_add(steps, n, (exhaust_step){CALL_ESTIMATE, 33, 0, 0, n});
  static const int64_t offsets[] = {-7, 0, 20, 41, 90};
  for (int64_t i = 0; i < 5; i++)
    exhaust_add(steps, n, (exhaust_step){CALL_UPDATE, offsets[i], 1, 0, n});
  exhaust_add(steps, n, (exhaust_step){CALL_UPDATE, 41, 0, 0, n});
  exhaust_add(steps, n, (exhaust_step){CALL_UPDATE, 41, 1, 1, n});
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
    case CALL_KEEP: {
      const rc_state bits = run->model->items[step->a].kept == 0 ? (rc_state)step->b : 0;
      SCRIPT_OK(run, rc_list_keep(run->list, step->a, bits));
      model_list_keep(run->model, step->a, bits);
      break;
    }
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

typedef struct {
  script_run run;
  const list_way *way;
} list_walk;

static void check_sequence(void *context, int64_t count, const exhaust_step *const *steps,
                           int length) {
  list_walk *walk = context;
  script_run *run = &walk->run;
  run->failure[0] = 0;
  begin(run, walk->way, count);
  for (int i = 0; i < length; i++) take(run, steps[i]);
  script_compare_list(run);
  update(run, rc_ticks_to_points(run->offset) + 4, true, false);
  script_compare_list(run);
  rc_list_destroy(run->list);
  if (run->failure[0] == 0) return;
  test_fail(__FILE__, __LINE__, "%s: %s", walk->way->name, run->failure);
}

int64_t exhaust_lists(int way, int64_t count, int length) {
  exhaust_steps *steps = calloc(1, sizeof *steps);
  list_walk walk = {{.flavour = &(script_flavour){.name = "sequences"}}, &ways[way]};
  walk.run.model = malloc(sizeof *walk.run.model);
  if (steps == NULL || walk.run.model == NULL) abort();
  int64_t done = 0;
  for (int64_t n = 0; n <= count; n++) add_steps(steps, walk.way, n, count);
  for (int64_t n = 0; n <= count; n++) {
    for (int calls = 0; calls <= length; calls++) {
      done += exhaust_sequences(steps, n, calls, check_sequence, &walk);
    }
  }
  free(walk.run.model);
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
