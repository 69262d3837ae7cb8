#include "script_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script_list_run.h"

/// Says whether the list did all as the model; else the failure says where not.
static bool run_script(script_run *run, uint64_t seed, const script_call *calls, size_t count) {
  model_list *model = run->model;
  list_memory memory;
  list_memory_init(&memory);
  memory.fails_once = seed % 2 == 1;
  script_run fresh = {.flavour = run->flavour, .model = model, .speaks = run->speaks};
  if (run->flavour->runs_out_of_memory) fresh.memory = &memory;
  *run = fresh;
  script_start(run, seed);
  for (size_t i = 0; i < count && run->failure[0] == 0; i++) {
    script_run_call(run, &calls[i]);
  }
  for (int end = 0; end < 2; end++) rc_batch_context_release(run->contexts[end]);
  rc_list_destroy(run->list);
  if (memory.bytes != 0 || memory.blocks != 0) script_differ(run, "memory was not given back");
  if (memory.is_confused) script_differ(run, "a block was given back with another size");
  return run->failure[0] == 0;
}

/// Leaves out calls, in ever smaller stretches, while the script still fails.
static size_t shorten(script_run *run, uint64_t seed, script_call *calls, size_t count) {
  script_call *trial = malloc((count + 1) * sizeof *trial);
  for (size_t size = count; trial != NULL && size > 0;) {
    bool has_shortened = false;
    for (size_t at = 0; at + size <= count;) {
      memcpy(trial, calls, at * sizeof *trial);
      memcpy(trial + at, calls + at + size, (count - at - size) * sizeof *trial);
      if (run_script(run, seed, trial, count - size)) {
        at += size;
        continue;
      }
      count -= size;
      memcpy(calls, trial, count * sizeof *trial);
      has_shortened = true;
    }
    if (!has_shortened) size /= 2;
    if (size > count) size = count;
  }
  free(trial);
  return count;
}

static script_call random_call(const script_flavour *flavour, test_random *random) {
  int total = 0, kind = 0;
  for (int i = 0; i < CALL_KINDS; i++) total += flavour->weights[i];
  int64_t pick = test_random_in(random, 0, total - 1);
  while (pick >= flavour->weights[kind]) pick -= flavour->weights[kind++];
  script_call call = {(script_call_kind)kind, test_random_next(random)};
  return call;
}

static void report(script_run *run, uint64_t seed, script_call *calls, size_t count) {
  count = shorten(run, seed, calls, count);
  fprintf(stderr, "--- %s, shortened to %zu calls:\n", run->flavour->name, count);
  run->speaks = true;
  (void)run_script(run, seed, calls, count);
  run->speaks = false;
  fprintf(stderr, "--- %s\n", run->failure);
  test_fail(__FILE__, __LINE__, "%s: %s", run->flavour->name, run->failure);
}

int64_t script_run_flavour(const script_flavour *flavour, test_random *random, int64_t count,
                           int64_t length) {
  int64_t calls_made = 0;
  script_call *calls = malloc((size_t)length * sizeof *calls);
  script_run run = {.flavour = flavour, .model = malloc(sizeof *run.model)};
  if (calls == NULL || run.model == NULL) test_fail(__FILE__, __LINE__, "no memory for the test");
  for (int64_t script = 0; script < count && !test_has_failed(); script++) {
    uint64_t start_seed = test_random_next(random);
    for (int64_t i = 0; i < length; i++) calls[i] = random_call(flavour, random);
    if (!run_script(&run, start_seed, calls, (size_t)length)) {
      report(&run, start_seed, calls, (size_t)length);
    }
    calls_made += run.calls_made;
  }
  free(calls);
  free(run.model);
  return calls_made;
}

void script_check_flavour(const script_flavour *flavour, uint64_t seed, int64_t count,
                          int64_t length) {
  test_random random = {test_seed(seed)};
  (void)script_run_flavour(flavour, &random, test_count(count), length);
}
