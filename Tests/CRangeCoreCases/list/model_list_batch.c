// The ends of the slow list: which fetch is in progress, and what the next one waits for.

#include <math.h>

#include "model_list.h"

bool model_list_finish(model_list *list, rc_end end, rc_batch_outcome outcome) {
  model_list_end *state = &list->ends[end];
  if (!state->is_flying || state->outcome != RC_BATCH_OUTCOME_FETCHING) return false;
  state->outcome = outcome;
  return true;
}

void model_list_reset(model_list *list, rc_end end) {
  model_list_end fresh = {.is_flying = false};
  list->ends[end] = fresh;
}

void model_list_end_batch(model_list *list, rc_end end) {
  list->ends[end].is_ended = true;
}

static double delay_after(int64_t failures) {
  double delay = 1;
  for (int64_t i = 1; i < failures && delay < 60; i++) delay *= 2;
  return delay < 60 ? delay : 60;
}

static void pause_end(model_list_end *end) {
  end->is_paused = true;
  end->has_rested = false;
}

static void settle_fetch(model_list_end *end, double time, double jitter) {
  end->is_flying = false;
  switch (end->outcome) {
    case RC_BATCH_OUTCOME_COMPLETED:
      end->fruitless = end->has_inserted ? 0 : end->fruitless + 1;
      if (end->has_inserted) end->failures = 0;
      if (end->fruitless >= 3) pause_end(end);
      break;
    case RC_BATCH_OUTCOME_FAILED:
      end->failures++;
      end->has_failed = true;
      end->retry_time = time + delay_after(end->failures) * (1 + jitter);
      break;
    case RC_BATCH_OUTCOME_EXHAUSTED:
      end->is_ended = true;
      break;
    default:
      pause_end(end);
  }
}

static bool is_unseen(const model_list_end *end) {
  return end->is_flying && end->outcome != RC_BATCH_OUTCOME_FETCHING;
}

rc_status model_list_begin(model_list *list, rc_end end) {
  model_list_end *state = &list->ends[end];
  if (is_unseen(state)) settle_fetch(state, 0, 0);
  if (state->is_flying) return RC_STATUS_BUSY;
  if (state->is_ended) return RC_STATUS_NOT_FOUND;
  state->is_flying = true;
  state->outcome = RC_BATCH_OUTCOME_FETCHING;
  state->has_inserted = false;
  state->has_failed = false;
  state->is_paused = false;
  return RC_STATUS_OK;
}

void model_list_retry(model_list *list, rc_end end) {
  model_list_end *state = &list->ends[end];
  if (is_unseen(state)) settle_fetch(state, 0, 0);
  state->is_paused = false;
  state->has_failed = false;
  state->fruitless = 0;
}

void model_list_settle(model_list *list, double time, double jitter, bool has_moved) {
  for (int i = 0; i < 2; i++) {
    model_list_end *end = &list->ends[i];
    if (is_unseen(end)) settle_fetch(end, time, jitter);
    if (has_moved && end->has_rested) end->is_paused = false;
    if (!has_moved) end->has_rested = true;
  }
}

double model_list_next_time(const model_list *list, double time) {
  double next = INFINITY;
  for (int i = 0; i < 2; i++) {
    const model_list_end *end = &list->ends[i];
    bool is_waiting =
        end->has_failed && time < end->retry_time && !end->is_ended && !end->is_paused &&
        (list->settings.leading_screens[i] > 0 || list->settings.leading_items[i] > 0);
    if (is_waiting && end->retry_time < next) next = end->retry_time;
  }
  return next;
}
