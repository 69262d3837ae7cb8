// The fetch in progress at one end of a list, and its outcome. A fetch may finish on any thread,
// after a reset, or after its list was destroyed; so the only thing that threads share is one
// atomic word:
//
//      31             4  3  2     0
//     [ generation     | s | outcome ]       s: the list has seen the outcome
//
//     begin      any but FETCHING         →  next generation, FETCHING
//     finish     FETCHING                 →  same generation, outcome     any thread
//     take       outcome                  →  the same, seen
//     cancel     FETCHING                 →  CANCELLED, seen
//
//     a third fetch that failed           →  0x33, and 0x3b once the list has seen it
//
// Other threads change only a word that is FETCHING, and the list makes one call at a time: so the
// list may store over any other word, and has to compare and swap only where it finds FETCHING.

#include "batch_context.h"

#include <stdatomic.h>

#define OUTCOME_MASK 7u
#define SEEN 8u
#define GENERATION_SHIFT 4

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a 32-bit word must be lock-free");
_Static_assert(sizeof(int) == 4, "an int must have 32 bits");
_Static_assert(RC__BATCH_GENERATION_MAX == UINT32_MAX >> GENERATION_SHIFT, "a generation must fit");
_Static_assert(RC_BATCH_OUTCOME_FETCHING == 0 && RC_BATCH_OUTCOME_EXHAUSTED <= OUTCOME_MASK,
               "an outcome must fit");
_Static_assert(RC_END_TAIL == 0 && RC_END_HEAD == 1, "an end must fit in a token's lowest bit");

struct rc_batch_context {
  rc_allocator allocator;
  rc_end end;
  _Atomic uint32_t reference_count;
  _Atomic uint32_t word;
};

static rc_batch_outcome outcome_of(uint32_t word) {
  return (rc_batch_outcome)(word & OUTCOME_MASK);
}

static rc_batch_token token_of(const rc_batch_context *context, uint32_t word) {
  return (word >> GENERATION_SHIFT) << 1 | (uint32_t)context->end;
}

uint32_t rc__batch_generation_after(uint32_t generation) {
  return generation >= RC__BATCH_GENERATION_MAX ? 1 : generation + 1;
}

rc_batch_context *rc__batch_context_create(const rc_allocator *allocator, rc_end end) {
  rc_batch_context *context = rc__allocate(allocator, sizeof *context);
  if (context == NULL) return NULL;
  context->allocator = *allocator;
  context->end = end;
  atomic_init(&context->reference_count, 1);
  atomic_init(&context->word, SEEN | RC_BATCH_OUTCOME_COMPLETED);
  return context;
}

rc_batch_context *rc_batch_context_retain(rc_batch_context *context) {
  if (context == NULL) return NULL;
  // Relaxed: the caller already holds a reference, and nothing is read by means of the count.
  atomic_fetch_add_explicit(&context->reference_count, 1, memory_order_relaxed);
  return context;
}

void rc_batch_context_release(rc_batch_context *context) {
  if (context == NULL) return;
  // Release, so that everything this holder did comes before the free; acquire, so that the last
  // one sees everything the others did.
  if (atomic_fetch_sub_explicit(&context->reference_count, 1, memory_order_acq_rel) != 1) return;
  rc_allocator allocator = context->allocator;
  rc__deallocate(&allocator, context, sizeof *context);
}

rc_status rc__batch_context_begin(rc_batch_context *context, rc_batch_token *out_token) {
  // Relaxed: FETCHING is refused, and any other word was written or seen by the list.
  uint32_t word = atomic_load_explicit(&context->word, memory_order_relaxed);
  if (outcome_of(word) == RC_BATCH_OUTCOME_FETCHING) return RC_STATUS_BUSY;
  uint32_t generation = rc__batch_generation_after(word >> GENERATION_SHIFT);
  word = generation << GENERATION_SHIFT | RC_BATCH_OUTCOME_FETCHING;
  // Relaxed: handing the token to another thread orders this store with it.
  atomic_store_explicit(&context->word, word, memory_order_relaxed);
  *out_token = token_of(context, word);
  return RC_STATUS_OK;
}

static rc_batch_outcome unseen_outcome(uint32_t word) {
  return (word & SEEN) != 0 ? RC_BATCH_OUTCOME_STALE : outcome_of(word);
}

rc_batch_outcome rc__batch_context_peek(const rc_batch_context *context) {
  // Acquire: what the fetching thread wrote before it finished is visible with the outcome.
  return unseen_outcome(atomic_load_explicit(&context->word, memory_order_acquire));
}

rc_batch_outcome rc__batch_context_take(rc_batch_context *context) {
  // Acquire, as peek.
  uint32_t word = atomic_load_explicit(&context->word, memory_order_acquire);
  rc_batch_outcome outcome = unseen_outcome(word);
  if (outcome == RC_BATCH_OUTCOME_FETCHING) return outcome;
  // Release: whoever reads the outcome from here on sees what the list saw. Acquire above and
  // release here pass on what finish published; a relaxed store would cut that off.
  atomic_store_explicit(&context->word, word | SEEN, memory_order_release);
  return outcome;
}

void rc__batch_context_cancel(rc_batch_context *context) {
  // Acquire, since others may read, after the store below, the outcome of a fetch that had
  // finished. No release if a fetch is cancelled: that publishes nothing.
  uint32_t word = atomic_load_explicit(&context->word, memory_order_acquire);
  word &= ~(SEEN | OUTCOME_MASK);
  // Now `word` is FETCHING: if the context holds another word, that replaces it.
  if (atomic_compare_exchange_strong_explicit(&context->word, &word,
                                              word | SEEN | RC_BATCH_OUTCOME_CANCELLED,
                                              memory_order_acquire, memory_order_acquire)) {
    return;
  }
  // It had finished, or did so just now: `word` is that outcome. Release, as in take.
  atomic_store_explicit(&context->word, word | SEEN, memory_order_release);
}

rc_batch_outcome rc_batch_context_outcome(const rc_batch_context *context, rc_batch_token token) {
  if (context == NULL) return RC_BATCH_OUTCOME_STALE;
  // Acquire: whoever sees that a fetch has finished may read what it brought.
  uint32_t word = atomic_load_explicit(&context->word, memory_order_acquire);
  bool is_current = word >> GENERATION_SHIFT != 0 && token == token_of(context, word);
  return is_current ? outcome_of(word) : RC_BATCH_OUTCOME_STALE;
}

rc_status rc_batch_context_finish(rc_batch_context *context, rc_batch_token token,
                                  rc_batch_outcome outcome) {
  if (context == NULL) return RC_STATUS_ARGUMENT;
  if ((uint32_t)outcome < RC_BATCH_OUTCOME_COMPLETED ||
      (uint32_t)outcome > RC_BATCH_OUTCOME_EXHAUSTED) {
    return RC_STATUS_ARGUMENT;
  }
  uint32_t generation = token >> 1 & RC__BATCH_GENERATION_MAX;
  uint32_t expected = generation << GENERATION_SHIFT | RC_BATCH_OUTCOME_FETCHING;
  if (token != token_of(context, expected)) return RC_STATUS_STALE;
  // Release: the list that takes the outcome sees what was fetched. Relaxed if it is too late: that
  // publishes nothing.
  bool is_first = atomic_compare_exchange_strong_explicit(
      &context->word, &expected, expected | (uint32_t)outcome, memory_order_release,
      memory_order_relaxed);
  return is_first ? RC_STATUS_OK : RC_STATUS_STALE;
}
