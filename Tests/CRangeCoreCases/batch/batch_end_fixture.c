#include "batch_end_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "../harness.h"

void *end_run_resize(void *context, void *block, size_t old_size, size_t new_size) {
  counted_memory *memory = context;
  (void)old_size;
  if (new_size == 0) {
    memory->held--;
    free(block);
    return NULL;
  }
  if (memory->left-- <= 0) return NULL;
  memory->held++;
  return malloc(new_size);
}

void end_run_start(end_run *run) {
  run->memory = (counted_memory){.left = 1};
  run->token = 0;
  run->time = 0;
  rc_allocator allocator = {&run->memory, end_run_resize};
  CHECK_EQUAL(rc__batch_end_init(&run->end, &allocator, RC_END_TAIL), RC_STATUS_OK);
}

void end_run_stop(end_run *run) {
  rc__batch_end_deinit(&run->end);
  CHECK(run->end.context == NULL);
  rc__batch_end_deinit(&run->end);
  CHECK_EQUAL(run->memory.held, 0);
}

rc_batch_input end_run_reading(const end_run *run) {
  rc_batch_input input;
  rc_batch_input_init(&input);
  input.is_fetching = run->end.is_fetching;
  input.is_exhausted = run->end.is_exhausted;
  input.is_paused = run->end.is_paused;
  input.is_backing_off = run->time < run->end.retry_time;
  return input;
}

double end_run_next_time(const end_run *run, double time) {
  const rc_batch_reason reason = rc__batch_end_reason(&run->end, time);
  return reason == RC_BATCH_REASON_BACKING_OFF ? run->end.retry_time : end_run_never();
}

double end_run_never(void) {
  return INFINITY;
}
