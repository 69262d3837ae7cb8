// All short lists with all patterns of headers, and all edits of them, one or two in a row: each is
// made on a fresh list and on the model, and then all that can be seen is compared.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "exhaustive.h"
#include "exhaustive_edit.h"

enum { ITEMS_MOST = 7, EDITS_MOST = 400 };

/// What can be done to a list of each number of items.
typedef struct {
  int counts[ITEMS_MOST + 1];
  exhaust_step steps[ITEMS_MOST + 1][EDITS_MOST];
} edits;

/// A list: its own columns, those of its sections (4: 1, 2, 3 in turn), and which of its items are
/// headers, bit by bit.
typedef struct {
  uint32_t columns, of_sections, headers;
  int64_t count;
} pattern;

static void add_edit(edits *all, int64_t n, exhaust_step step) {
  all->steps[n][all->counts[n]++] = step;
}

static void add_edits(edits *all, int64_t n) {
  for (int64_t size = 1; size <= 3; size++) {
    for (int64_t i = 0; i <= n; i++) {
      const int64_t after = n + size > ITEMS_MOST ? ITEMS_MOST : n + size;
      add_edit(all, n, (exhaust_step){CALL_INSERT, i, size, 0, after});
    }
  }
  for (int64_t lower = 0; lower < n; lower++) {
    for (int64_t upper = lower + 1; upper <= n; upper++) {
      add_edit(all, n, (exhaust_step){CALL_REMOVE, lower, upper, 0, n - (upper - lower)});
      for (int64_t to = 0; to <= n - (upper - lower); to++) {
        if (to != lower) add_edit(all, n, (exhaust_step){CALL_MOVE, lower, upper, to, n});
      }
    }
    for (int64_t columns = -1; columns <= 3; columns++) {
      add_edit(all, n, (exhaust_step){CALL_HEADER, lower, columns, 0, n});
    }
  }
  for (int64_t columns = 1; columns <= 3; columns++) {
    for (int64_t keeps = 0; keeps <= 1; keeps++) {
      add_edit(all, n, (exhaust_step){CALL_LAYOUT, columns, keeps, 0, n});
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

static bool check_pattern(script_run *run, const pattern *list, const exhaust_step *first,
                          const exhaust_step *second) {
  run->failure[0] = 0;
  begin_pattern(run, list);
  make_edit(run, first);
  if (second != NULL) make_edit(run, second);
  script_compare_list(run);
  rc_list_destroy(run->list);
  if (run->failure[0] == 0) return true;
  test_fail(__FILE__, __LINE__,
            "%d items, %u columns, headers %x of %u, kind %d %" PRId64 " %" PRId64 " %" PRId64
            ", then kind %d: %s",
            (int)list->count, list->columns, list->headers, list->of_sections, (int)first->kind,
            first->a, first->b, first->to, second == NULL ? -1 : (int)second->kind, run->failure);
  return false;
}

static int64_t check_edits(script_run *run, const edits *all, const pattern *list, bool in_pairs) {
  int64_t done = 0;
  for (int i = 0; i < all->counts[list->count]; i++) {
    const exhaust_step *first = &all->steps[list->count][i];
    if (!check_pattern(run, list, first, NULL)) return done;
    done++;
    for (int j = 0; in_pairs && j < all->counts[first->count]; j++) {
      if (!check_pattern(run, list, first, &all->steps[first->count][j])) return done;
      done++;
    }
  }
  return done;
}

int64_t exhaust_sections(int64_t count, int64_t pairs_count) {
  edits *all = calloc(1, sizeof *all);
  script_run run = {.flavour = &(script_flavour){.name = "sections"}};
  run.model = malloc(sizeof *run.model);
  if (all == NULL || run.model == NULL) test_fail(__FILE__, __LINE__, "no memory");
  int64_t done = 0;
  for (int64_t n = 0; n <= ITEMS_MOST && !test_has_failed(); n++) add_edits(all, n);
  for (pattern list = {0}; list.count <= count; list.count++) {
    for (list.headers = 0; list.headers < 1u << list.count; list.headers++) {
      for (list.columns = 1; list.columns <= 3; list.columns++) {
        for (list.of_sections = 0; list.of_sections <= 4; list.of_sections++) {
          if (test_has_failed() || (list.headers == 0 && list.of_sections > 0)) break;
          done += check_edits(&run, all, &list, list.count <= pairs_count);
        }
      }
    }
  }
  free(run.model);
  free(all);
  return done;
}
