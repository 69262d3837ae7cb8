#include "batch_end.h"

#include "batch_context.h"

#define NEVER_FAILED (-RC__INFINITY)

/// All but the context.
static void forget(rc__batch_end *end) {
  *end = (rc__batch_end){.context = end->context, .retry_time = NEVER_FAILED};
}

rc_status rc__batch_end_init(rc__batch_end *end, const rc_allocator *allocator, rc_end which) {
  rc_batch_context *context = rc__batch_context_create(allocator, which);
  if (context == NULL) return RC_STATUS_NO_MEMORY;
  end->context = context;
  forget(end);
  return RC_STATUS_OK;
}

void rc__batch_end_deinit(rc__batch_end *end) {
  if (end->context == NULL) return;
  rc__batch_context_cancel(end->context);
  rc_batch_context_release(end->context);
  end->context = NULL;
}

static uint32_t count_up(uint32_t count) {
  return count == UINT32_MAX ? count : count + 1;
}

/// 1, 2, 4, … and at most 60 seconds.
static double seconds_after(uint32_t failure_count) {
  return failure_count > 6 ? 60 : (double)(1u << (failure_count - 1));
}

static void latch(rc__batch_end *end) {
  end->latched = true;
  end->rested = false;
}

static void note_completed(rc__batch_end *end) {
  if (end->has_progress) {
    end->failure_count = 0;
    end->stalled_count = 0;
    return;
  }
  // The count stays when the latch is released: each further fetch that brings nothing latches
  // again.
  end->stalled_count = count_up(end->stalled_count);
  if (end->stalled_count >= RC__STALLED_MAX) latch(end);
}

static void note_failed(rc__batch_end *end, double time, double jitter) {
  end->failure_count = count_up(end->failure_count);
  end->retry_time = time + rc__product(seconds_after(end->failure_count), 1 + jitter);
}

/// Takes the outcome of the latest flight, where there is one that was not taken yet.
static void take_outcome(rc__batch_end *end, double time, double jitter) {
  rc_batch_outcome outcome = rc__batch_context_take(end->context);
  end->flies = outcome == RC_BATCH_OUTCOME_FETCHING;
  switch (outcome) {
    case RC_BATCH_OUTCOME_COMPLETED:
      note_completed(end);
      break;
    case RC_BATCH_OUTCOME_DECLINED:
    case RC_BATCH_OUTCOME_CANCELLED:
      latch(end);
      break;
    case RC_BATCH_OUTCOME_FAILED:
      note_failed(end, time, jitter);
      break;
    case RC_BATCH_OUTCOME_EXHAUSTED:
      end->ended = true;
      break;
    default:
      // It still flies, or there is none.
      break;
  }
}

void rc__batch_end_settle_held(rc__batch_end *end, double time, double jitter, bool user_moved) {
  take_outcome(end, time, jitter);
  // A fling goes on for many updates, and must not ask in each: only a movement out of rest counts.
  if (!user_moved) {
    end->rested = true;
  } else if (end->rested) {
    end->latched = false;
  }
}

/// Lets the end be asked at once. An outcome that no update has seen belongs to the past as well:
/// it is counted, and what it would have held back for is lifted with the rest.
static void lift(rc__batch_end *end) {
  take_outcome(end, 0, 0);
  end->latched = false;
  end->retry_time = NEVER_FAILED;
}

rc_status rc__batch_end_begin(rc__batch_end *end, rc_batch_token *out_token) {
  rc_batch_outcome outcome = rc__batch_context_peek(end->context);
  if (outcome == RC_BATCH_OUTCOME_FETCHING) return RC_STATUS_BUSY;
  if (end->ended || outcome == RC_BATCH_OUTCOME_EXHAUSTED) return RC_STATUS_NOT_FOUND;
  lift(end);
  end->has_progress = false;
  end->flies = true;
  return rc__batch_context_begin(end->context, out_token);
}

void rc__batch_end_note_inserted(rc__batch_end *end, int64_t count) {
  if (count <= 0) return;
  end->has_progress = true;
  end->latched = false;
}

void rc__batch_end_note_removed(rc__batch_end *end, int64_t count) {
  if (count > 0) end->latched = false;
}

void rc__batch_end_retry(rc__batch_end *end) {
  lift(end);
  end->stalled_count = 0;
}

void rc__batch_end_reset(rc__batch_end *end) {
  rc__batch_context_cancel(end->context);
  forget(end);
}

void rc__batch_end_end(rc__batch_end *end) {
  end->ended = true;
}
