// One end's memory, read off its whole history each time: nothing is kept that could be wrong.

#ifndef MODEL_BATCH_END_H
#define MODEL_BATCH_END_H

#include "../library.h"

typedef enum {
  EVENT_BEGIN,
  /// Finishes the latest fetch with `outcome`.
  EVENT_FINISH,
  EVENT_INSERT,
  EVENT_REMOVE,
  /// An update, at `time`, in which the user `moved` or not.
  EVENT_SETTLE,
  EVENT_RETRY,
  EVENT_RESET,
  EVENT_END,
} event_kind;

typedef struct {
  event_kind kind;
  rc_batch_outcome outcome;
  double time, jitter;
  bool moved;
} model_event;

typedef struct {
  /// What a begin would come to now.
  rc_status begin_status;
  bool is_fetching, is_exhausted, is_paused;
  /// −1 where no failure is waited for.
  double retry_time;
} model_reading;

/// Reads the end's state after `count` events.
model_reading model_batch_end_read(const model_event *events, int count);

#endif
