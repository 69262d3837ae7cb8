#include "calls.h"

rc_batch_token token_of_generation[GENERATIONS];

rc_batch_outcome outcome_of_thread(int thread) {
  static const rc_batch_outcome outcomes[] = {RC_BATCH_OUTCOME_COMPLETED, RC_BATCH_OUTCOME_DECLINED,
                                              RC_BATCH_OUTCOME_FAILED};
  return outcomes[thread];
}

static int first_generation(situation start) {
  return start == SITUATION_FRESH ? 0 : 2;
}

int generation_of(situation start, model_call call) {
  int generation = first_generation(start) - call.age;
  return generation < 0 ? 0 : generation;
}

static int64_t begin_sequentially(sequential *model) {
  if (model->generation > 0 && model->outcome == RC_BATCH_OUTCOME_FETCHING) return RC_STATUS_BUSY;
  model->outcome = RC_BATCH_OUTCOME_FETCHING;
  model->is_seen = false;
  return RC_STATUS_OK | (int64_t)token_of_generation[++model->generation] << 8;
}

static int64_t unseen(const sequential *model) {
  return model->generation == 0 || model->is_seen ? RC_BATCH_OUTCOME_STALE : model->outcome;
}

static int64_t take_sequentially(sequential *model) {
  int64_t answer = unseen(model);
  model->is_seen = answer != RC_BATCH_OUTCOME_FETCHING;
  return answer;
}

static int64_t cancel_sequentially(sequential *model) {
  if (model->generation > 0 && model->outcome == RC_BATCH_OUTCOME_FETCHING) {
    model->outcome = RC_BATCH_OUTCOME_CANCELLED;
  }
  model->is_seen = true;
  return 0;
}

static int64_t outcome_sequentially(const sequential *model, int generation) {
  return generation > 0 && generation == model->generation ? model->outcome
                                                           : RC_BATCH_OUTCOME_STALE;
}

static int64_t finish_sequentially(sequential *model, int generation, rc_batch_outcome outcome) {
  if (outcome_sequentially(model, generation) != RC_BATCH_OUTCOME_FETCHING) return RC_STATUS_STALE;
  model->outcome = outcome;
  return RC_STATUS_OK;
}

int64_t do_sequentially(sequential *model, situation start, int thread, model_call call) {
  switch (call.verb) {
    case CALL_BEGIN:
      return begin_sequentially(model);
    case CALL_PEEK:
      return unseen(model);
    case CALL_TAKE:
      return take_sequentially(model);
    case CALL_CANCEL:
      return cancel_sequentially(model);
    case CALL_RETAIN:
      return model->reference_count++ > 0;
    case CALL_RELEASE:
      model->reference_count--;
      return 0;
    case CALL_OUTCOME:
      return outcome_sequentially(model, generation_of(start, call));
    case CALL_FINISH:
      return finish_sequentially(model, generation_of(start, call), outcome_of_thread(thread));
  }
  return -1;
}

static int64_t begin_really(rc_batch_context *context) {
  rc_batch_token token = 0;
  rc_status status = rc__batch_context_begin(context, &token);
  return status | (int64_t)token << 8;
}

int64_t do_really(rc_batch_context *context, situation start, int thread, model_call call) {
  const rc_batch_token token = token_of_generation[generation_of(start, call)];
  switch (call.verb) {
    case CALL_BEGIN:
      return begin_really(context);
    case CALL_PEEK:
      return rc__batch_context_peek(context);
    case CALL_TAKE:
      return rc__batch_context_take(context);
    case CALL_CANCEL:
      rc__batch_context_cancel(context);
      return 0;
    case CALL_RETAIN:
      return rc_batch_context_retain(context) == context;
    case CALL_RELEASE:
      rc_batch_context_release(context);
      return 0;
    case CALL_OUTCOME:
      return rc_batch_context_outcome(context, token);
    case CALL_FINISH:
      return rc_batch_context_finish(context, token, outcome_of_thread(thread));
  }
  return -1;
}

sequential start_of(situation start, int threads) {
  sequential model = {first_generation(start), RC_BATCH_OUTCOME_COMPLETED, true, threads};
  if (start == SITUATION_FLYING) model.outcome = RC_BATCH_OUTCOME_FETCHING;
  if (start == SITUATION_LANDED || start == SITUATION_TAKEN)
    model.outcome = RC_BATCH_OUTCOME_EXHAUSTED;
  if (start == SITUATION_CANCELLED) model.outcome = RC_BATCH_OUTCOME_CANCELLED;
  if (start == SITUATION_FLYING || start == SITUATION_LANDED) model.is_seen = false;
  return model;
}

rc_batch_context *make_really(const rc_allocator *allocator, situation start, int threads) {
  rc_batch_context *context = rc__batch_context_create(allocator, RC_END_HEAD);
  for (int i = 1; i < threads; i++) rc_batch_context_retain(context);
  for (int i = 0; i < first_generation(start); i++) {
    rc__batch_context_cancel(context);
    begin_really(context);
  }
  if (start == SITUATION_LANDED || start == SITUATION_TAKEN) {
    rc_batch_context_finish(context, token_of_generation[2], RC_BATCH_OUTCOME_EXHAUSTED);
  }
  if (start == SITUATION_TAKEN) rc__batch_context_take(context);
  if (start == SITUATION_CANCELLED) rc__batch_context_cancel(context);
  return context;
}

const char *name_of(model_verb verb) {
  static const char *const names[] = {"begin",  "peek",    "take",    "cancel",
                                      "retain", "release", "outcome", "finish"};
  return names[verb];
}
