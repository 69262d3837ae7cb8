// The calls that the threads make, and the results they must have if made one at a time.

#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../../Sources/CRangeCore/batch/batch_context.h"

enum { THREADS_MAX = 3, CALLS_MAX = 3, GENERATIONS = 8 };

typedef enum {
  CALL_BEGIN,
  CALL_PEEK,
  CALL_TAKE,
  CALL_CANCEL,
  CALL_RETAIN,
  CALL_RELEASE,
  CALL_OUTCOME,
  CALL_FINISH
} model_verb;

/// - `age`: of the token: 0 the initially current fetch, 1 the one before, −1 the next.
typedef struct {
  model_verb verb;
  int age;
} model_call;

/// How a context stands before the threads start.
typedef enum {
  SITUATION_FRESH,
  SITUATION_FLYING,
  SITUATION_LANDED,
  SITUATION_TAKEN,
  SITUATION_CANCELLED,
  SITUATION_COUNT
} situation;

/// What a context is, without packing it.
typedef struct {
  int generation;
  rc_batch_outcome outcome;
  bool is_seen;
  int reference_count;
} sequential;

/// The tokens of the generations from 0, of the end that the model is of.
extern rc_batch_token token_of_generation[GENERATIONS];

/// Each thread finishes with its own outcome, which shows who won.
rc_batch_outcome outcome_of_thread(int thread);

/// The generation that a call's token names.
int generation_of(situation start, model_call call);

/// Changes the model as a call does, and returns the call's answer.
int64_t do_sequentially(sequential *model, situation start, int thread, model_call call);

/// Makes the call on a context; the answer is the same number.
int64_t do_really(rc_batch_context *context, situation start, int thread, model_call call);

/// A context and its model in a situation, with a reference for each thread.
sequential start_of(situation start, int threads);
rc_batch_context *make_really(const rc_allocator *allocator, situation start, int threads);

/// The call's name, for messages.
const char *name_of(model_verb verb);

#endif
