// A batch context in each possible state, at many generations, and the effect of each call on it;
// with tokens of this fetch, of adjacent ones, of the other end, and of none.

// Its word is set here, since some generations come only after 2^28 fetches; so this file replaces
// the context's own.
#include "../../../Sources/CRangeCore/batch/batch_context.c"
#include "exhaustive.h"

/// What a word stands for, by itself.
typedef struct {
  uint32_t generation;
  rc_batch_outcome outcome;
  bool is_seen;
} context_state;

enum { TOKENS = 7, EVENTS = 5 + 5 * TOKENS };

static void *give_nothing(void *context, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  return block == NULL && new_size <= sizeof(struct rc_batch_context) ? context : NULL;
}

static uint32_t word_of(const context_state *state) {
  return state->generation * 16 + (state->is_seen ? 8 : 0) + (uint32_t)state->outcome;
}

static uint32_t after(uint32_t generation) {
  return generation == RC__BATCH_GENERATION_MAX ? 1 : generation + 1;
}

/// The token of a fetch by its generation.
static rc_batch_token token_at(rc_end end, uint32_t generation) {
  return generation * 2 + (end == RC_END_HEAD ? 1 : 0);
}

static rc_batch_token token_of_kind(const context_state *state, rc_end end, int kind) {
  uint32_t generation = state->generation;
  const rc_batch_token tokens[TOKENS] = {
      token_at(end, generation),
      token_at(end, after(generation)),
      token_at(end, generation > 1 ? generation - 1 : RC__BATCH_GENERATION_MAX),
      token_at(end == RC_END_HEAD ? RC_END_TAIL : RC_END_HEAD, generation),
      0,
      token_at(end, generation) ^ 0x80000000u,
      UINT32_MAX,
  };
  return tokens[kind];
}

static void check_finish(rc_batch_context *context, context_state *state, rc_end end, int event) {
  rc_batch_outcome outcome = (rc_batch_outcome)(event % 5 + RC_BATCH_OUTCOME_COMPLETED);
  rc_batch_token token = token_of_kind(state, end, event / 5);
  bool is_current = state->generation > 0 && token == token_at(end, state->generation);
  bool wins = is_current && state->outcome == RC_BATCH_OUTCOME_FETCHING;
  CHECK_EQUAL(rc_batch_context_finish(context, token, outcome),
              wins ? RC_STATUS_OK : RC_STATUS_STALE);
  if (wins) state->outcome = outcome;
}

static void check_begin(rc_batch_context *context, context_state *state, rc_end end) {
  rc_batch_token token = 0;
  bool is_busy = state->outcome == RC_BATCH_OUTCOME_FETCHING;
  CHECK_EQUAL(rc__batch_context_begin(context, &token), is_busy ? RC_STATUS_BUSY : RC_STATUS_OK);
  if (!is_busy)
    *state = (context_state){after(state->generation), RC_BATCH_OUTCOME_FETCHING, false};
  CHECK_EQUAL(token, is_busy ? 0 : token_at(end, state->generation));
}

/// Makes one call on a context in a state, and returns the expected state.
static void do_event(rc_batch_context *context, context_state *state, rc_end end, int event) {
  rc_batch_outcome unseen = state->is_seen ? RC_BATCH_OUTCOME_STALE : state->outcome;
  if (event == 0) {
    check_begin(context, state, end);
  } else if (event == 1) {
    CHECK_EQUAL(rc__batch_context_peek(context), unseen);
  } else if (event == 2) {
    CHECK_EQUAL(rc__batch_context_take(context), unseen);
    if (unseen != RC_BATCH_OUTCOME_FETCHING) state->is_seen = true;
  } else if (event == 3) {
    rc__batch_context_cancel(context);
    if (state->outcome == RC_BATCH_OUTCOME_FETCHING) state->outcome = RC_BATCH_OUTCOME_CANCELLED;
    state->is_seen = true;
  } else if (event == 4) {
    CHECK(rc_batch_context_retain(context) == context);
    rc_batch_context_release(context);
  } else {
    check_finish(context, state, end, event - 5);
  }
}

static void check_reading(const rc_batch_context *context, const context_state *state, rc_end end) {
  for (int kind = 0; kind < TOKENS; kind++) {
    rc_batch_token token = token_of_kind(state, end, kind);
    bool is_current = state->generation > 0 && token == token_at(end, state->generation);
    rc_batch_outcome outcome = is_current ? state->outcome : RC_BATCH_OUTCOME_STALE;
    CHECK_EQUAL(rc_batch_context_outcome(context, token), outcome);
  }
}

/// All states and events of one generation.
static int64_t check_generation(rc_batch_context *context, rc_end end, uint32_t generation) {
  int64_t count = 0;
  for (int i = 0; i < 6 * 2 * EVENTS && !test_has_failed(); i++) {
    context_state state = {generation, (rc_batch_outcome)(i % 6), i / 6 % 2 == 1};
    if (state.outcome == RC_BATCH_OUTCOME_FETCHING && state.is_seen) continue;
    // Before the first fetch there is only one state.
    if (generation == 0 && !(state.outcome == RC_BATCH_OUTCOME_COMPLETED && state.is_seen))
      continue;
    atomic_store(&context->word, word_of(&state));
    do_event(context, &state, end, i / 12);
    if (atomic_load(&context->word) != word_of(&state)) {
      test_fail(__FILE__, __LINE__, "generation %u, state and event %d", generation, i);
    }
    if (!test_has_failed()) check_reading(context, &state, end);
    count++;
  }
  return count;
}

/// The first and the last 2000, what is beside the powers of two, and many in between.
static bool is_chosen(uint32_t generation) {
  if (generation < 2000 || generation > RC__BATCH_GENERATION_MAX - 2000) return true;
  for (uint32_t beside = 0; beside < 3; beside++) {
    uint32_t power = generation + beside - 1;
    if ((power & (power - 1)) == 0) return true;
  }
  return generation % 65521 == 0;
}

int64_t exhaust_contexts(void) {
  int64_t count = 0;
  for (int end = 0; end < 2; end++) {
    struct rc_batch_context memory;
    rc_allocator allocator = {&memory, give_nothing};
    rc_batch_context *context = rc__batch_context_create(&allocator, (rc_end)end);
    for (uint32_t g = 0; g <= RC__BATCH_GENERATION_MAX && !test_has_failed(); g++) {
      if (is_chosen(g)) count += check_generation(context, (rc_end)end, g);
    }
  }
  return count;
}
