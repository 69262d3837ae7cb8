// All short lists with all patterns of headers, and all edits of them, one or two in a row: each is
// made on a fresh list and on the model, and then all that can be seen is compared.

#include <stdlib.h>

#include "exhaustive.h"
#include "exhaustive_steps.h"

/// A list: its own columns, those of its sections (4: 1, 2, 3 in turn), and which of its items are
/// headers, bit by bit.
typedef struct {
  uint32_t columns, of_sections, headers;
  int64_t count;
} pattern;

static void add_edits(exhaust_steps *all, int64_t n) {
  for (int64_t size = 1; size <= 3; size++) {
    for (int64_t i = 0; i <= n; i++) {
      const int64_t after = n + size > EXHAUST_ITEMS_MOST ? EXHAUST_ITEMS_MOST : n + size;
      exhaust_add(all, n, (exhaust_step){CALL_INSERT, i, size, 0, after});
    }
  }
  for (int64_t lower = 0; lower < n; lower++) {
    for (int64_t upper = lower + 1; upper <= n; upper++) {
      exhaust_add(all, n, (exhaust_step){CALL_REMOVE, lower, upper, 0, n - (upper - lower)});
      exhaust_add_moves(all, n, lower, upper);
    }
    for (int64_t columns = -1; columns <= 3; columns++) {
      exhaust_add(all, n, (exhaust_step){CALL_HEADER, lower, columns, 0, n});
    }
  }
  for (int64_t columns = 1; columns <= 3; columns++) {
    for (int64_t keeps = 0; keeps <= 1; keeps++) {
      exhaust_add(all, n, (exhaust_step){CALL_LAYOUT, columns, keeps, 0, n});
    }
  }
}

static void mark(script_run *run, int64_t index, int64_t columns) {
  if (columns < 0) {
    SCRIPT_OK(run, rc_list_unmark_header(run->list, index));
  } else {
    SCRIPT_OK(run, rc_list_mark_header(run->list, index, (uint32_t)columns));
  }
  model_list_mark_header(run->model, index, columns);
}

static void make_edit(script_run *run, const exhaust_step *step) {
  if (step->kind == CALL_HEADER) {
    mark(run, step->a, step->b);
  } else if (step->kind == CALL_LAYOUT) {
    SCRIPT_OK(run, rc_list_set_layout(run->list, (uint32_t)step->a, 0, step->b == 1));
    model_list_set_layout(run->model, step->a, 0, step->b == 1);
  } else {
    (void)exhaust_edit(run, step);
  }
}

/// A list of the pattern, all rows of which are measured, each as another extent.
static void begin_pattern(script_run *run, const pattern *list) {
  rc_list_options options;
  rc_list_options_init(&options);
  options.columns = list->columns;
  SCRIPT_OK(run, rc_list_create(&options, NULL, &run->list));
  model_list_init(run->model, &options);
  exhaust_step step = {.kind = CALL_INSERT, .b = list->count};
  if (list->count > 0) (void)exhaust_edit(run, &step);
  uint32_t nth = 0;
  for (int64_t i = 0; i < list->count; i++) {
    if ((list->headers >> i & 1) == 0) continue;
    mark(run, i, list->of_sections == 4 ? 1 + nth++ % 3 : list->of_sections);
  }
  for (int64_t row = 0; row < run->model->rows; row++) {
    step = (exhaust_step){.kind = CALL_MEASURE, .a = row, .to = 10 + row};
    (void)exhaust_edit(run, &step);
  }
}

typedef struct {
  script_run run;
  pattern list;
} section_walk;

static void check_pattern(void *context, int64_t count, const exhaust_step *const *steps,
                          int length) {
  section_walk *walk = context;
  script_run *run = &walk->run;
  (void)count;
  run->failure[0] = 0;
  begin_pattern(run, &walk->list);
  for (int i = 0; i < length; i++) make_edit(run, steps[i]);
  script_compare_list(run);
  rc_list_destroy(run->list);
  if (run->failure[0] == 0) return;
  test_fail(__FILE__, __LINE__, "%u columns, headers %x of %u: %s", walk->list.columns,
            walk->list.headers, walk->list.of_sections, run->failure);
}

int64_t exhaust_sections(int64_t count, int64_t pairs_count) {
  exhaust_steps *all = calloc(1, sizeof *all);
  section_walk walk = {.run.flavour = &(script_flavour){.name = "sections"}};
  pattern *list = &walk.list;
  walk.run.model = malloc(sizeof *walk.run.model);
  if (all == NULL || walk.run.model == NULL) abort();
  int64_t done = 0;
  for (int64_t n = 0; n <= EXHAUST_ITEMS_MOST; n++) add_edits(all, n);
  for (; list->count <= count; list->count++) {
    for (list->headers = 0; list->headers < 1u << list->count; list->headers++) {
      for (list->columns = 1; list->columns <= 3; list->columns++) {
        for (list->of_sections = 0; list->of_sections <= 4; list->of_sections++) {
          if (list->headers == 0 && list->of_sections > 0) break;
          for (int length = 1; length <= (list->count <= pairs_count ? 2 : 1); length++) {
            done += exhaust_sequences(all, list->count, length, check_pattern, &walk);
          }
        }
      }
    }
  }
  free(walk.run.model);
  free(all);
  return done;
}
