// Real threads on batch contexts, for the thread sanitizer and for what they agree on: see
// Tests/Checks/Threads/run.
//
// usage: threads_race OPERATIONS
//
// One thread is the list: it begins fetches, cancels some, and takes outcomes. The others fetch:
// each writes what it fetched to plain memory, and finishes. Contexts live for some thousand
// fetches; the last release frees one. Prints the numbers of calls and fetches.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../Sources/CRangeCore/batch/batch_context.h"

// A thread asks so often before it lets others run.
enum { FETCHING_THREADS = 3, FETCHES = 4000, PATIENCE = 32 };

typedef struct {
  rc_batch_context *context;
  _Atomic rc_batch_token token;
  atomic_bool is_over;
  atomic_int freed;
  // Plain: the outcome that says who won is all that orders these.
  rc_batch_token fetched[FETCHING_THREADS];
  int64_t calls[FETCHING_THREADS + 1], won[FETCHING_THREADS];
} contest;

typedef struct {
  contest *race;
  int thread;
} fetcher;

static _Noreturn void fail(const char *reason) {
  printf("%s\n", reason);
  exit(1);
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  if (block == NULL) return malloc(new_size);
  free(block);
  contest *of = context;
  atomic_fetch_add_explicit(&of->freed, 1, memory_order_relaxed);
  return NULL;
}

static rc_batch_outcome outcome_of_thread(int thread) {
  static const rc_batch_outcome outcomes[] = {RC_BATCH_OUTCOME_COMPLETED, RC_BATCH_OUTCOME_DECLINED,
                                              RC_BATCH_OUTCOME_EXHAUSTED};
  return outcomes[thread];
}

// One fetch as a fetching thread sees it; the results of its queries must agree.
static void fetch(contest *race, int thread, rc_batch_token token) {
  rc_batch_context *context = race->context;
  race->calls[thread]++;
  const rc_batch_outcome before = rc_batch_context_outcome(context, token);
  if (before != RC_BATCH_OUTCOME_FETCHING && thread == 0) return;
  race->calls[thread] += 2;
  race->fetched[thread] = token;
  const rc_status status = rc_batch_context_finish(context, token, outcome_of_thread(thread));
  const rc_batch_outcome outcome = rc_batch_context_outcome(context, token);
  if (outcome == RC_BATCH_OUTCOME_FETCHING) fail("a fetch is in progress after its finish");
  if (status != RC_STATUS_OK) return;
  race->won[thread]++;
  if (outcome != outcome_of_thread(thread) && outcome != RC_BATCH_OUTCOME_STALE)
    fail("a winner has lost");
}

static void *run_fetching(void *argument) {
  const fetcher *self = argument;
  contest *race = self->race;
  rc_batch_token last = 0;
  int asked = 0;
  while (!atomic_load_explicit(&race->is_over, memory_order_relaxed)) {
    // Acquire: beginning handed the token over, and what it fetched before was read.
    const rc_batch_token token = atomic_load_explicit(&race->token, memory_order_acquire);
    if (token != last) fetch(race, self->thread, token);
    const bool is_fetching =
        rc_batch_context_outcome(race->context, token) == RC_BATCH_OUTCOME_FETCHING;
    race->calls[self->thread]++;
    if (!is_fetching && ++asked % PATIENCE == 0) sched_yield();
    last = token;
  }
  rc_batch_context *again = rc_batch_context_retain(race->context);
  rc_batch_context_release(race->context);
  rc_batch_context_release(again);
  race->calls[self->thread] += 3;
  return NULL;
}

// Whether a finish has won the fetch; false if the list's cancellation did.
static bool land(contest *race, rc_batch_token token, bool is_cancelled) {
  int64_t *calls = &race->calls[FETCHING_THREADS];
  rc_batch_outcome outcome = RC_BATCH_OUTCOME_FETCHING;
  if (is_cancelled) {
    rc__batch_context_cancel(race->context);
    outcome = rc_batch_context_outcome(race->context, token);
    *calls += 2;
  }
  while (outcome == RC_BATCH_OUTCOME_FETCHING) {
    outcome = rc__batch_context_take(race->context);
    if (++*calls % PATIENCE == 0) sched_yield();
  }
  if (outcome == RC_BATCH_OUTCOME_CANCELLED) return false;
  int winner = 0;
  while (outcome != outcome_of_thread(winner)) {
    if (++winner == FETCHING_THREADS) fail("an outcome is nobody's");
  }
  if (race->fetched[winner] != token) fail("the list does not see what was fetched");
  return true;
}

static int64_t run_list(contest *race) {
  int64_t landed = 0;
  for (int i = 0; i < FETCHES; i++) {
    rc_batch_token token = 0;
    if (rc__batch_context_begin(race->context, &token) != RC_STATUS_OK) fail("busy for nothing");
    atomic_store_explicit(&race->token, token, memory_order_release);
    landed += land(race, token, i % 5 == 0);
    race->calls[FETCHING_THREADS]++;
  }
  return landed;
}

// One context, from its first reference to its last; returns the calls.
static int64_t run_race(void) {
  contest race = {.token = 0};
  fetcher fetchers[FETCHING_THREADS];
  pthread_t threads[FETCHING_THREADS];
  const rc_allocator allocator = {&race, resize};
  race.context = rc__batch_context_create(&allocator, RC_END_HEAD);
  for (int i = 0; i < FETCHING_THREADS; i++) {
    fetchers[i].race = &race;
    fetchers[i].thread = i;
    rc_batch_context_retain(race.context);
    if (pthread_create(&threads[i], NULL, run_fetching, &fetchers[i]) != 0) fail("no thread");
  }
  int64_t landed = run_list(&race);
  atomic_store_explicit(&race.is_over, true, memory_order_relaxed);
  rc_batch_context_release(race.context);
  int64_t calls = race.calls[FETCHING_THREADS] + FETCHING_THREADS + 2;
  for (int i = 0; i < FETCHING_THREADS; i++) {
    pthread_join(threads[i], NULL);
    landed -= race.won[i];
    calls += race.calls[i];
  }
  if (landed != 0) fail("fetches and their winners do not agree");
  if (atomic_load(&race.freed) != 1) fail("the context is not freed once");
  return calls;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const int64_t wanted = atoll(argv[1]);
  int64_t calls = 0, contexts = 0;
  for (; calls < wanted; contexts++) calls += run_race();
  printf("%lld %lld\n", (long long)calls, (long long)contexts * FETCHES);
  return 0;
}
