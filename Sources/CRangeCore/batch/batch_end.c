#include "batch_end.h"

#include "../base/retry.h"
#include "batch.h"
#include "batch_context.h"

#define NEVER_FAILED (-RC__INFINITY)

/// Resets everything except the context.
static void clear_end(rc__batch_end *end) {
  *end = (rc__batch_end){.context = end->context, .retry_time = NEVER_FAILED};
}

rc_status rc__batch_end_init(rc__batch_end *end, const rc_allocator *allocator, rc_end which) {
  rc_batch_context *context = rc__batch_context_create(allocator, which);
  if (context == NULL) return RC_STATUS_NO_MEMORY;
  end->context = context;
  clear_end(end);
  return RC_STATUS_OK;
}

void rc__batch_end_deinit(rc__batch_end *end) {
  if (end->context == NULL) return;
  rc__batch_context_cancel(end->context);
  rc_batch_context_release(end->context);
  end->context = NULL;
}

static void pause_end(rc__batch_end *end) {
  end->is_paused = true;
  end->has_rested = false;
}

static void note_completed(rc__batch_end *end) {
  if (end->has_progress) {
    end->failure_count = 0;
    end->stalled_count = 0;
    return;
  }
  // The count continues after the end resumes: each further fetch that brings nothing pauses it.
  end->stalled_count = rc__counted_up(end->stalled_count);
  if (end->stalled_count >= RC__STALLED_MAX) pause_end(end);
}

/// Takes the outcome of the latest fetch, if there is one that was not taken yet.
static rc_batch_outcome take_outcome(rc__batch_end *end) {
  const rc_batch_outcome outcome = rc__batch_context_take(end->context);
  end->is_fetching = outcome == RC_BATCH_OUTCOME_FETCHING;
  switch (outcome) {
    case RC_BATCH_OUTCOME_COMPLETED:
      note_completed(end);
      break;
    case RC_BATCH_OUTCOME_DECLINED:
    case RC_BATCH_OUTCOME_CANCELLED:
      pause_end(end);
      break;
    case RC_BATCH_OUTCOME_FAILED:
      end->failure_count = rc__counted_up(end->failure_count);
      break;
    case RC_BATCH_OUTCOME_EXHAUSTED:
      end->is_exhausted = true;
      break;
    default:
      // Still in progress, or there is none.
      break;
  }
  return outcome;
}

void rc__batch_end_take(rc__batch_end *end, double time, double jitter) {
  RC_ASSERT(rc__is_finite(time) && jitter >= 0 && jitter <= 1);
  if (take_outcome(end) == RC_BATCH_OUTCOME_FAILED) {
    end->retry_time = time + rc__seconds_to_retry(end->failure_count, jitter);
  }
}

/// Lets the end fetch again at once. An outcome that no update has seen is counted, but does not
/// hold the end back either.
static void resume_end(rc__batch_end *end) {
  (void)take_outcome(end);
  end->is_paused = false;
  end->retry_time = NEVER_FAILED;
}

rc_status rc__batch_end_begin(rc__batch_end *end, rc_batch_token *out_token) {
  rc_batch_outcome outcome = rc__batch_context_peek(end->context);
  if (outcome == RC_BATCH_OUTCOME_FETCHING) return RC_STATUS_BUSY;
  if (end->is_exhausted || outcome == RC_BATCH_OUTCOME_EXHAUSTED) return RC_STATUS_NOT_FOUND;
  resume_end(end);
  end->has_progress = false;
  end->is_fetching = true;
  return rc__batch_context_begin(end->context, out_token);
}

void rc__batch_end_note_inserted(rc__batch_end *end, int64_t count) {
  if (count <= 0) return;
  end->has_progress = true;
  end->is_paused = false;
}

void rc__batch_end_note_removed(rc__batch_end *end, int64_t count) {
  if (count > 0) end->is_paused = false;
}

void rc__batch_end_retry(rc__batch_end *end) {
  resume_end(end);
  end->stalled_count = 0;
}

void rc__batch_end_reset(rc__batch_end *end) {
  rc__batch_context_cancel(end->context);
  clear_end(end);
}

void rc__batch_end_exhaust(rc__batch_end *end) {
  end->is_exhausted = true;
}
