// Runs small programs of calls on a batch context in every possible order of their atomic steps,
// and looks for an order of whole calls with the same results.
//
// usage: interleavings THREADS CALLS PART PARTS
//
// All programs of so many threads and calls, or every PARTS-th from PART on. Thread 0 is also the
// list, whose calls come one at a time; the others fetch. Prints how many programs there were, how
// many interleavings, and calls in them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

static const model_call list_calls[] = {{CALL_BEGIN, 0},   {CALL_PEEK, 0},   {CALL_TAKE, 0},
                                        {CALL_CANCEL, 0},  {CALL_RETAIN, 0}, {CALL_RELEASE, 0},
                                        {CALL_OUTCOME, 0}, {CALL_FINISH, 0}};

static const model_call fetching_calls[] = {
    {CALL_FINISH, 0},   {CALL_FINISH, 1}, {CALL_FINISH, -1}, {CALL_OUTCOME, 0},
    {CALL_OUTCOME, -1}, {CALL_RETAIN, 0}, {CALL_RELEASE, 0}};

enum {
  LIST_CALLS = sizeof list_calls / sizeof list_calls[0],
  FETCHING_CALLS = sizeof fetching_calls / sizeof fetching_calls[0],
  DEPTH_MAX = THREADS_MAX * CALLS_MAX * STEPS_MAX
};

static long long programs, interleavings, calls;

static void print_event(const model_plan *plan, const model_event *event, int nth) {
  const model_call call = plan->program[event->thread][nth];
  printf("  thread %d, steps %2d to %2d: %s", event->thread, event->invoked, event->answered,
         name_of(event->verb));
  if (event->verb >= CALL_OUTCOME) printf(" of fetch %d", generation_of(plan->start, call));
  printf(" = %lld\n", (long long)event->answer);
}

static void fail(const model_plan *plan, const model_world *world, const char *reason) {
  int made[THREADS_MAX] = {0};
  printf("%s: situation %d, calls in the order of their answers:\n", reason, (int)plan->start);
  for (int i = 0; i < world->event_count; i++) {
    const model_event *event = &world->events[i];
    print_event(plan, event, made[event->thread]++);
  }
  exit(1);
}

// Whether the model of an order of the calls ends as the context did.
static bool ends_alike(const model_plan *plan, model_world *end, const sequential *model) {
  if (end->is_freed != (model->reference_count == 0)) return false;
  if (end->is_freed) return true;
  static const model_call questions[] = {
      {CALL_OUTCOME, 1}, {CALL_OUTCOME, 0}, {CALL_OUTCOME, -1}, {CALL_OUTCOME, -2}, {CALL_PEEK, 0}};
  for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
    sequential copy = *model;
    if (model_ask(end, plan->start, questions[i]) !=
        do_sequentially(&copy, plan->start, 0, questions[i])) {
      return false;
    }
  }
  return true;
}

// Whether some order of the calls that are not in `done` explains the rest. A call that was
// answered before another began comes before it.
static bool is_explained(const model_plan *plan, model_world *end, const sequential *model,
                         unsigned done) {
  const int count = end->event_count;
  if (done == (1u << count) - 1) return ends_alike(plan, end, model);
  uint8_t first_answer = UINT8_MAX;
  int made[THREADS_MAX] = {0};
  for (int i = 0; i < count; i++) {
    const model_event *event = &end->events[i];
    if ((done >> i & 1) != 0) {
      made[event->thread]++;
    } else if (event->answered < first_answer) {
      first_answer = event->answered;
    }
  }
  for (int i = 0; i < count; i++) {
    const model_event *event = &end->events[i];
    if ((done >> i & 1) != 0 || event->invoked > first_answer) continue;
    sequential next = *model;
    const model_call call = plan->program[event->thread][made[event->thread]];
    if (do_sequentially(&next, plan->start, event->thread, call) != event->answer) continue;
    if (is_explained(plan, end, &next, done | 1u << i)) return true;
  }
  return false;
}

// A fetch is won once: by one finish, or by a cancellation.
static bool has_one_winner(const model_plan *plan, const model_world *end) {
  int made[THREADS_MAX] = {0}, won[GENERATIONS] = {0};
  for (int i = 0; i < end->event_count; i++) {
    const model_event *event = &end->events[i];
    const model_call call = plan->program[event->thread][made[event->thread]++];
    if (event->verb != CALL_FINISH || event->answer != RC_STATUS_OK) continue;
    if (won[generation_of(plan->start, call)]++ > 0) return false;
  }
  return true;
}

static void check_end(const model_plan *plan, model_world *end) {
  int references = 0;
  for (int i = 0; i < plan->threads; i++) references += end->threads[i].references;
  if (end->is_freed != (references == 0)) fail(plan, end, "the count is not balanced");
  if (!has_one_winner(plan, end)) fail(plan, end, "a fetch is won twice");
  const sequential model = start_of(plan->start, plan->threads);
  if (!is_explained(plan, end, &model, 0)) fail(plan, end, "no order of the calls explains this");
  interleavings++;
  calls += end->event_count;
}

// All orders, depth first: worlds[d] is after d steps, and turns[d] whose step leads on from it.
static void run_all_orders(const model_plan *plan) {
  static model_world worlds[DEPTH_MAX + 1];
  int turns[DEPTH_MAX + 1], depth = 0;
  bool is_end[DEPTH_MAX + 1];
  model_start(plan, &worlds[0]);
  turns[0] = -1;
  is_end[0] = true;
  while (depth >= 0) {
    int thread = turns[depth] + 1;
    while (thread < plan->threads && !model_can_step(plan, &worlds[depth], thread)) thread++;
    if (thread >= plan->threads) {
      if (is_end[depth]) check_end(plan, &worlds[depth]);
      depth--;
      continue;
    }
    turns[depth] = thread;
    is_end[depth] = false;
    worlds[depth + 1] = worlds[depth];
    depth++;
    turns[depth] = -1;
    is_end[depth] = true;
    const char *wrong = model_step(plan, &worlds[depth], thread);
    if (wrong != NULL) fail(plan, &worlds[depth], wrong);
  }
}

// A thread that has released its last reference makes no more calls.
static bool holds_throughout(const model_call *program, int count) {
  int references = 1;
  for (int i = 0; i < count; i++) {
    if (references == 0) return false;
    if (program[i].verb == CALL_RETAIN) references++;
    if (program[i].verb == CALL_RELEASE) references--;
  }
  return true;
}

// The thread's calls from a number, which the rest of is returned.
static long long read_calls(long long code, int thread, int count, model_call *out_program) {
  for (int i = 0; i < count; i++) {
    const int kinds = thread == 0 ? LIST_CALLS : FETCHING_CALLS;
    out_program[i] = (thread == 0 ? list_calls : fetching_calls)[code % kinds];
    code /= kinds;
  }
  return code;
}

static bool read_plan(model_plan *plan, long long code) {
  plan->start = (situation)(code % SITUATION_COUNT);
  code /= SITUATION_COUNT;
  for (int i = 0; i < plan->threads; i++) {
    code = read_calls(code, i, plan->calls, plan->program[i]);
    if (!holds_throughout(plan->program[i], plan->calls)) return false;
  }
  return true;
}

static long long count_plans(int threads, int length) {
  long long count = SITUATION_COUNT;
  for (int i = 0; i < threads * length; i++) count *= i < length ? LIST_CALLS : FETCHING_CALLS;
  return count;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  model_plan plan = {.threads = atoi(argv[1]), .calls = atoi(argv[2])};
  const long long part = atoll(argv[3]), parts = atoll(argv[4]);
  if (plan.threads < 1 || plan.threads > THREADS_MAX || plan.calls < 1 || plan.calls > CALLS_MAX) {
    return 2;
  }
  model_open();
  const long long count = count_plans(plan.threads, plan.calls);
  for (long long code = part; code < count; code += parts) {
    if (!read_plan(&plan, code)) continue;
    run_all_orders(&plan);
    programs++;
  }
  printf("%lld %lld %lld\n", programs, interleavings, calls);
  return 0;
}
