// One end by itself, with an allocator that counts.

#ifndef BATCH_END_FIXTURE_H
#define BATCH_END_FIXTURE_H

#include "../../../Sources/CRangeCore/batch/batch_end.h"
#include "../library.h"

/// Counts what is taken, and has nothing from the moment on when `left` is 0.
typedef struct {
  int left;
  int held;
} counted_memory;

typedef struct {
  counted_memory memory;
  rc__batch_end end;
  rc_batch_token token;
  double time;
} end_run;

/// For the allocator whose context is a counted_memory.
void *end_run_resize(void *context, void *block, size_t old_size, size_t new_size);

void end_run_start(end_run *run);

/// Fails the case when memory was not given back.
void end_run_stop(end_run *run);

/// What the end fills into the decision's input.
rc_batch_input end_run_reading(const end_run *run);
double end_run_next_time(const end_run *run, double time);

/// +infinity: a time that does not come.
double end_run_never(void);

#endif
