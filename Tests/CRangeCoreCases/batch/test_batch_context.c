#include "../../../Sources/CRangeCore/batch/batch_context.h"
#include "../harness.h"
#include "../list/list_fixture.h"

#if defined(__has_include) && !defined(__wasm__) && !defined(_WIN32)
#if __has_include(<pthread.h>)
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#define HAS_THREADS
#endif
#endif

/// An allocator of one block, which tells whether it was given back.
typedef struct {
  _Alignas(16) unsigned char bytes[256];
  int taken, given_back;
  bool is_empty;
} one_block;

static void *resize_one_block(void *context, void *block, size_t old_size, size_t new_size) {
  one_block *memory = context;
  (void)old_size;
  if (block != NULL) {
    memory->given_back++;
    return NULL;
  }
  if (memory->is_empty || new_size > sizeof memory->bytes) return NULL;
  memory->taken++;
  return memory->bytes;
}

static rc_batch_context *create_in(one_block *memory, rc_end end) {
  rc_allocator allocator = {memory, resize_one_block};
  return rc__batch_context_create(&allocator, end);
}

enum { FLIGHTS_MAX = 6, EVENTS = 20, LENGTH_MAX = 5 };

/// The state of a context, unpacked: the fetches so far, and the state of the latest.
typedef struct {
  int count;
  rc_batch_outcome outcome;
  bool is_seen;
  bool is_orphaned;
} context_model;

typedef struct {
  one_block memory;
  rc_batch_context *context;
  context_model model;
  rc_batch_token tokens[FLIGHTS_MAX];
} context_run;

static _Thread_local rc_batch_token foreign_tokens[FLIGHTS_MAX];

static void make_foreign_tokens(void) {
  one_block memory = {.taken = 0};
  rc_batch_context *context = create_in(&memory, RC_END_HEAD);
  for (int i = 0; i < FLIGHTS_MAX; i++) {
    CHECK_EQUAL(rc__batch_context_begin(context, &foreign_tokens[i]), RC_STATUS_OK);
    rc__batch_context_cancel(context);
  }
  rc_batch_context_release(context);
}

static bool is_flying(const context_model *model) {
  return model->count > 0 && model->outcome == RC_BATCH_OUTCOME_FETCHING;
}

static void begin(context_run *run) {
  rc_batch_token token = 0;
  rc_status status = rc__batch_context_begin(run->context, &token);
  if (is_flying(&run->model)) {
    CHECK(status == RC_STATUS_BUSY && token == 0);
    return;
  }
  CHECK(status == RC_STATUS_OK && token != 0);
  run->tokens[run->model.count++] = token;
  run->model.outcome = RC_BATCH_OUTCOME_FETCHING;
  run->model.is_seen = false;
}

/// - `age`: 0 the current fetch, 1 the one before, 2 one of the other end.
static void finish(context_run *run, int age, rc_batch_outcome outcome) {
  int count = run->model.count;
  rc_batch_token token = 0;
  if (age == 2) token = foreign_tokens[count > 0 ? count - 1 : 0];
  if (age < 2 && count > age) token = run->tokens[count - 1 - age];
  bool wins = age == 0 && is_flying(&run->model);
  CHECK_EQUAL(rc_batch_context_finish(run->context, token, outcome),
              wins ? RC_STATUS_OK : RC_STATUS_STALE);
  if (wins) run->model.outcome = outcome;
}

static void take(context_run *run) {
  rc_batch_outcome expected = run->model.outcome;
  if (run->model.count == 0 || run->model.is_seen) expected = RC_BATCH_OUTCOME_STALE;
  CHECK_EQUAL(rc__batch_context_peek(run->context), expected);
  CHECK_EQUAL(rc__batch_context_take(run->context), expected);
  run->model.is_seen = expected != RC_BATCH_OUTCOME_FETCHING;
}

static void cancel(context_run *run) {
  rc__batch_context_cancel(run->context);
  if (is_flying(&run->model)) run->model.outcome = RC_BATCH_OUTCOME_CANCELLED;
  run->model.is_seen = true;
}

static void orphan(context_run *run) {
  rc_batch_context_retain(run->context);
  cancel(run);
  rc_batch_context_release(run->context);
  run->model.is_orphaned = true;
}

static void retain_and_release(context_run *run) {
  CHECK(rc_batch_context_retain(run->context) == run->context);
  rc_batch_context_release(run->context);
  CHECK_EQUAL(run->memory.given_back, 0);
}

static void do_event(context_run *run, int event) {
  bool is_of_list = event < 4;
  if (is_of_list && run->model.is_orphaned) return;
  switch (event) {
    case 0:
      begin(run);
      break;
    case 1:
      take(run);
      break;
    case 2:
      cancel(run);
      break;
    case 3:
      orphan(run);
      break;
    case 4:
      retain_and_release(run);
      break;
    default:
      finish(run, (event - 5) / 5, (rc_batch_outcome)((event - 5) % 5 + 1));
  }
}

static void check_readings(const context_run *run) {
  const context_model *model = &run->model;
  for (int i = 0; i < model->count; i++) {
    rc_batch_outcome expected = i == model->count - 1 ? model->outcome : RC_BATCH_OUTCOME_STALE;
    CHECK_EQUAL(rc_batch_context_outcome(run->context, run->tokens[i]), expected);
    for (int j = 0; j < i; j++) CHECK(run->tokens[i] != run->tokens[j]);
  }
  for (int i = 0; i < FLIGHTS_MAX; i++) {
    CHECK_EQUAL(rc_batch_context_outcome(run->context, foreign_tokens[i]), RC_BATCH_OUTCOME_STALE);
  }
}

/// - `code`: the events, the first in its lowest digit to base EVENTS.
static void check_sequence(int code, int length) {
  context_run run = {.memory = {.taken = 0}};
  run.context = create_in(&run.memory, RC_END_TAIL);
  CHECK(run.context != NULL);
  for (int i = 0; i < length && !test_has_failed(); i++, code /= EVENTS) {
    do_event(&run, code % EVENTS);
  }
  if (!test_has_failed()) check_readings(&run);
  rc_batch_context_release(run.context);
  CHECK(run.memory.taken == 1 && run.memory.given_back == 1);
}

static void context_matches_its_model_in_all_short_sequences(void) {
  make_foreign_tokens();
  int count = 1;
  for (int length = 0; length <= LENGTH_MAX; length++, count *= EVENTS) {
    for (int code = 0; code < count; code += test_stride()) {
      check_sequence(code, length);
      if (test_has_failed()) return;
    }
  }
}

static void token_of_any_other_bits_is_stale(void) {
  for (int end = 0; end < 2; end++) {
    one_block memory = {.taken = 0};
    rc_batch_context *context = create_in(&memory, (rc_end)end);
    rc_batch_token token = 0;
    for (int i = 0; i < 1000; i++) {
      rc__batch_context_cancel(context);
      CHECK_EQUAL(rc__batch_context_begin(context, &token), RC_STATUS_OK);
    }
    for (int bit = 0; bit < 32; bit++) {
      rc_batch_token other = token ^ (uint32_t)1 << bit;
      CHECK_EQUAL(rc_batch_context_finish(context, other, RC_BATCH_OUTCOME_COMPLETED),
                  RC_STATUS_STALE);
      CHECK_EQUAL(rc_batch_context_outcome(context, other), RC_BATCH_OUTCOME_STALE);
    }
    CHECK_EQUAL(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_COMPLETED), RC_STATUS_OK);
    rc_batch_context_release(context);
  }
}

static void context_without_fetches_accepts_no_token(void) {
  for (int end = 0; end < 2; end++) {
    one_block memory = {.taken = 0};
    rc_batch_context *context = create_in(&memory, (rc_end)end);
    for (rc_batch_token token = 0; token < 4; token++) {
      CHECK_EQUAL(rc_batch_context_outcome(context, token), RC_BATCH_OUTCOME_STALE);
      CHECK_EQUAL(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_FAILED),
                  RC_STATUS_STALE);
    }
    rc_batch_context_release(context);
  }
}

static void finish_rejects_invalid_outcomes(void) {
  one_block memory = {.taken = 0};
  rc_batch_context *context = create_in(&memory, RC_END_HEAD);
  rc_batch_token token = 0;
  CHECK_EQUAL(rc__batch_context_begin(context, &token), RC_STATUS_OK);
  static const int refused[] = {RC_BATCH_OUTCOME_FETCHING, RC_BATCH_OUTCOME_STALE, 7, 8,
                                RC_BATCH_OUTCOME_SENTINEL};
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    rc_batch_outcome outcome = (rc_batch_outcome)refused[i];
    CHECK_EQUAL(rc_batch_context_finish(context, token, outcome), RC_STATUS_ARGUMENT);
  }
  CHECK_EQUAL(rc_batch_context_finish(NULL, token, RC_BATCH_OUTCOME_COMPLETED), RC_STATUS_ARGUMENT);
  CHECK_EQUAL(rc_batch_context_outcome(context, token), RC_BATCH_OUTCOME_FETCHING);
  rc_batch_context_release(context);
}

static void no_context_is_harmless(void) {
  rc_batch_context_release(NULL);
  CHECK(rc_batch_context_retain(NULL) == NULL);
  CHECK_EQUAL(rc_batch_context_outcome(NULL, 1), RC_BATCH_OUTCOME_STALE);
}

static void create_fails_without_memory(void) {
  one_block memory = {.is_empty = true};
  CHECK(create_in(&memory, RC_END_TAIL) == NULL);
}

static void generations_wrap_past_zero(void) {
  CHECK_EQUAL(rc__batch_generation_after(0), 1);
  CHECK_EQUAL(rc__batch_generation_after(1), 2);
  CHECK_EQUAL(rc__batch_generation_after(RC__BATCH_GENERATION_MAX - 1), RC__BATCH_GENERATION_MAX);
  CHECK_EQUAL(rc__batch_generation_after(RC__BATCH_GENERATION_MAX), 1);
}

// All generations take a second or a few; one around is enough for a long run.
static void tokens_repeat_after_all_generations(void) {
  int64_t count = test_count(1) > 9 ? (int64_t)RC__BATCH_GENERATION_MAX : 100000;
  one_block memory = {.taken = 0};
  rc_batch_context *context = create_in(&memory, RC_END_TAIL);
  rc_batch_token first = 0, token = 0;
  CHECK_EQUAL(rc__batch_context_begin(context, &first), RC_STATUS_OK);
  for (int64_t i = 1; i <= count; i++) {
    CHECK(rc_batch_context_finish(context, i == 1 ? first : token, RC_BATCH_OUTCOME_FAILED) ==
          RC_STATUS_OK);
    CHECK(rc__batch_context_begin(context, &token) == RC_STATUS_OK);
    CHECK(token != 0 && (token == first) == (i == (int64_t)RC__BATCH_GENERATION_MAX));
  }
  CHECK_EQUAL(rc_batch_context_finish(context, token, RC_BATCH_OUTCOME_COMPLETED), RC_STATUS_OK);
  rc_batch_context_release(context);
}

#ifdef HAS_THREADS

enum { ROUNDS = 100000 };

/// Two threads finish each fetch at once; between rounds the first of them is also the list.
typedef struct {
  rc_batch_context *context;
  rc_batch_token token;
  atomic_int arrived;
  rc_status statuses[2];
  /// What each fetched; read by the list only through the outcome that it takes.
  int fetched[2];
  /// As many in both threads.
  int rounds;
} flight_race;

static void meet(flight_race *race, int count) {
  atomic_fetch_add(&race->arrived, 1);
  for (int spins = 0; atomic_load(&race->arrived) < count; spins++) {
    if (spins > 200) sched_yield();
  }
}

static rc_batch_outcome outcome_of_runner(int runner) {
  return runner == 0 ? RC_BATCH_OUTCOME_COMPLETED : RC_BATCH_OUTCOME_FAILED;
}

static void run_to_finish(flight_race *race, int runner, int round) {
  meet(race, round * 4 + 2);
  race->fetched[runner] = round;
  race->statuses[runner] =
      rc_batch_context_finish(race->context, race->token, outcome_of_runner(runner));
}

static void *run_second(void *argument) {
  flight_race *race = argument;
  for (int round = 0; round < race->rounds; round++) {
    run_to_finish(race, 1, round);
    meet(race, round * 4 + 4);
  }
  rc_batch_context_release(race->context);
  return NULL;
}

static void check_round(flight_race *race, int round) {
  rc_batch_outcome taken = rc__batch_context_take(race->context);
  int winner = taken == RC_BATCH_OUTCOME_COMPLETED ? 0 : 1;
  int fetched = race->fetched[winner];
  meet(race, round * 4 + 4);
  CHECK_EQUAL(taken, outcome_of_runner(winner));
  CHECK_EQUAL(fetched, round);
  CHECK_EQUAL(race->statuses[winner], RC_STATUS_OK);
  CHECK_EQUAL(race->statuses[1 - winner], RC_STATUS_STALE);
}

static void one_of_two_threads_wins_each_fetch(void) {
  one_block memory = {.taken = 0};
  flight_race race = {.rounds = (int)test_count(ROUNDS),
                      .context = create_in(&memory, RC_END_TAIL)};
  pthread_t second;
  rc_batch_context_retain(race.context);
  CHECK_EQUAL(pthread_create(&second, NULL, run_second, &race), 0);
  for (int round = 0; round < race.rounds; round++) {
    rc_batch_token token = 0;
    if (rc__batch_context_begin(race.context, &token) != RC_STATUS_OK) {
      test_fail(__FILE__, __LINE__, "round %d cannot begin", round);
    }
    race.token = token;
    run_to_finish(&race, 0, round);
    check_round(&race, round);
  }
  rc_batch_context_release(race.context);
  pthread_join(second, NULL);
  CHECK_EQUAL(memory.given_back, 1);
}

static void *run_against_reset(void *argument) {
  flight_race *race = argument;
  for (int round = 0; round < race->rounds / 10; round++) {
    meet(race, round * 4 + 2);
    race->statuses[1] =
        rc_batch_context_finish(race->context, race->token, RC_BATCH_OUTCOME_EXHAUSTED);
    meet(race, round * 4 + 4);
  }
  return NULL;
}

static void reset_and_finish_agree_on_who_was_first(void) {
  one_block memory = {.taken = 0};
  flight_race race = {.rounds = (int)test_count(ROUNDS),
                      .context = create_in(&memory, RC_END_TAIL)};
  pthread_t second;
  CHECK_EQUAL(pthread_create(&second, NULL, run_against_reset, &race), 0);
  int wrong = 0;
  for (int round = 0; round < race.rounds / 10; round++) {
    wrong += rc__batch_context_begin(race.context, &race.token) != RC_STATUS_OK;
    meet(&race, round * 4 + 2);
    rc__batch_context_cancel(race.context);
    wrong += rc__batch_context_take(race.context) != RC_BATCH_OUTCOME_STALE;
    meet(&race, round * 4 + 4);
    rc_batch_outcome outcome = rc_batch_context_outcome(race.context, race.token);
    bool finished = race.statuses[1] == RC_STATUS_OK;
    wrong += outcome != (finished ? RC_BATCH_OUTCOME_EXHAUSTED : RC_BATCH_OUTCOME_CANCELLED);
  }
  pthread_join(second, NULL);
  rc_batch_context_release(race.context);
  CHECK_EQUAL(wrong, 0);
}

enum { SCROLLED_FLIGHTS = 5000 };

/// Flights that another thread finishes while their list scrolls.
typedef struct {
  rc_batch_context *context;
  _Atomic rc_batch_token token;
  atomic_bool is_over;
  /// Plain: ordered only by the update that finds the fetch finished.
  int finished_count;
  /// Read when the thread is over.
  int refused_count;
} scrolled_fetches;

static void *run_finishing(void *argument) {
  scrolled_fetches *fetches = argument;
  rc_batch_token last = 0;
  while (true) {
    const bool is_over = atomic_load(&fetches->is_over);
    const rc_batch_token token = atomic_load(&fetches->token);
    if (token == last) {
      if (is_over) return NULL;
      sched_yield();
      continue;
    }
    last = token;
    const bool fails = fetches->finished_count++ % 4 == 3;
    rc_batch_context *context = fetches->context;
    const rc_batch_outcome outcome = fails ? RC_BATCH_OUTCOME_FAILED : RC_BATCH_OUTCOME_COMPLETED;
    fetches->refused_count += rc_batch_context_finish(context, token, outcome) != RC_STATUS_OK;
    rc_batch_context_release(context);
  }
}

static void scroll_until_the_tail_asks(list_fixture *f) {
  rc_batch_reason reason = RC_BATCH_REASON_FETCHING;
  for (int step = 0; reason != RC_BATCH_REASON_NEAR_END; step++) {
    f->viewport.time += 10;
    fixture_update(f, (double)((rc_list_count(f->list) - 5 - step % 8) * 100));
    reason = f->update.batches[RC_END_TAIL].reason;
    CHECK(!test_has_failed());
    CHECK(reason == RC_BATCH_REASON_FETCHING || reason == RC_BATCH_REASON_BACKING_OFF ||
          reason == RC_BATCH_REASON_NEAR_END);
    if (step > 20) sched_yield();
  }
}

static void a_list_scrolls_while_another_thread_finishes_its_fetches(void) {
  scrolled_fetches fetches = {.context = NULL};
  pthread_t finishing;
  FIXTURE(f, fixture_begin(&f, 100));
  CHECK_EQUAL(pthread_create(&finishing, NULL, run_finishing, &fetches), 0);
  int begun = 0, wrong = 0;
  const int most = (int)test_count(SCROLLED_FLIGHTS);
  for (; begun < most && wrong == 0 && !test_has_failed(); begun++) {
    rc_batch_token token = 0;
    scroll_until_the_tail_asks(&f);
    wrong += fetches.finished_count != begun;
    wrong += rc_list_begin_batch(f.list, RC_END_TAIL, &fetches.context, &token) != RC_STATUS_OK;
    wrong += rc_list_insert(f.list, rc_list_count(f.list), NULL, 1) != RC_STATUS_OK;
    atomic_store(&fetches.token, token);
  }
  atomic_store(&fetches.is_over, true);
  pthread_join(finishing, NULL);
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(fetches.finished_count, begun);
  CHECK_EQUAL(fetches.refused_count, 0);
  CHECK_EQUAL(begun, most);
}

#endif

static void tokens_count_the_fetches_and_distinguish_the_ends(void) {
  for (int end = 0; end < 2; end++) {
    one_block memory = {.taken = 0};
    rc_batch_context *context = create_in(&memory, (rc_end)end);
    for (rc_batch_token fetch = 1; fetch < 5; fetch++) {
      rc_batch_token token;
      CHECK_EQUAL(rc__batch_context_begin(context, &token), RC_STATUS_OK);
      CHECK_EQUAL(token, 2 * fetch + (rc_batch_token)end);
      rc__batch_context_cancel(context);
    }
    rc_batch_context_release(context);
  }
}

static const test_case cases[] = {
    CASE(context_matches_its_model_in_all_short_sequences),
    CASE(token_of_any_other_bits_is_stale),
    CASE(context_without_fetches_accepts_no_token),
    CASE(finish_rejects_invalid_outcomes),
    CASE(no_context_is_harmless),
    CASE(create_fails_without_memory),
    CASE(tokens_count_the_fetches_and_distinguish_the_ends),
    CASE(generations_wrap_past_zero),
    CASE(tokens_repeat_after_all_generations),
#ifdef HAS_THREADS
    CASE(one_of_two_threads_wins_each_fetch),
    CASE(reset_and_finish_agree_on_who_was_first),
    CASE(a_list_scrolls_while_another_thread_finishes_its_fetches),
#endif
};

const test_suite suite_batch_context = SUITE(cases);
