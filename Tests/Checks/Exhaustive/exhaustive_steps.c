#include "exhaustive_steps.h"

#include <inttypes.h>
#include <stdio.h>

void exhaust_add(exhaust_steps *all, int64_t n, exhaust_step step) {
  all->steps[n][all->counts[n]++] = step;
}

void exhaust_add_moves(exhaust_steps *all, int64_t n, int64_t lower, int64_t upper) {
  for (int64_t to = 0; to <= n - (upper - lower); to++) {
    if (to != lower) exhaust_add(all, n, (exhaust_step){CALL_MOVE, lower, upper, to, n});
  }
}

static void tell(int64_t count, const exhaust_step *const *steps, int length) {
  fprintf(stderr, "%" PRId64 " items\n", count);
  for (int i = 0; i < length; i++) {
    fprintf(stderr, "step of kind %d: %" PRId64 " %" PRId64 " %" PRId64 "\n", steps[i]->kind,
            steps[i]->a, steps[i]->b, steps[i]->to);
  }
}

int64_t exhaust_sequences(const exhaust_steps *all, int64_t count, int length, exhaust_check *check,
                          void *context) {
  const exhaust_step *chosen[EXHAUST_LENGTH_MOST];
  int at[EXHAUST_LENGTH_MOST + 1] = {0};
  int64_t counts[EXHAUST_LENGTH_MOST + 1] = {count}, done = 0;
  for (int depth = 0; depth >= 0 && !test_has_failed();) {
    if (depth == length) {
      check(context, count, chosen, length);
      if (test_has_failed()) tell(count, chosen, length);
      done++;
      depth--;
      continue;
    }
    if (at[depth] == all->counts[counts[depth]]) {
      at[depth--] = 0;
      continue;
    }
    chosen[depth] = &all->steps[counts[depth]][at[depth]++];
    counts[depth + 1] = chosen[depth]->count;
    depth++;
  }
  return done;
}

bool exhaust_edit(script_run *run, const exhaust_step *step) {
  const double extent[1] = {(double)step->to};
  switch (step->kind) {
    case CALL_INSERT:
      SCRIPT_OK(run, rc_list_insert(run->list, step->a, NULL, step->b));
      model_list_insert(run->model, step->a, NULL, step->b);
      return true;
    case CALL_INSERT_MEASURED:
      SCRIPT_OK(run, rc_list_insert(run->list, step->a, extent, 1));
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
      SCRIPT_OK(run, rc_list_set_row_extents(run->list, step->a, extent, 1));
      model_list_measure(run->model, step->a, extent, 1);
      return true;
    default:
      return false;
  }
}
