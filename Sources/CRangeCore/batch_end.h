// One end of a list, between its updates: what its fetches came to, and so what holds the next one
// back. The list tells it of edits as they happen, settles it at the start of every update, and
// then asks for the rule that it holds the decision back by.

#ifndef RC_BATCH_END_H
#define RC_BATCH_END_H

#include "base.h"

typedef struct rc__batch_end {
  rc_batch_context *context;
  /// The host's time before which a failed fetch is not tried again; −infinity where none failed.
  double retry_time;
  /// Fetches in a row that failed, without one between them that brought items.
  uint32_t failure_count;
  /// Fetches in a row that completed without items.
  uint32_t stalled_count;
  /// Nothing more is to come.
  bool ended;
  /// Something must change before this end is asked again.
  bool latched;
  /// Since it was latched, an update came without user movement.
  bool rested;
  /// Items were inserted since the latest flight began.
  bool has_progress;
  /// A flight began whose outcome was not taken yet: only then must the context be asked.
  bool flies;
} rc__batch_end;

/// Starts an end with a context of its own. Fails with `NO_MEMORY` alone.
rc_status rc__batch_end_init(rc__batch_end *end, const rc_allocator *allocator, rc_end which);

/// Cancels what flies and gives up the context. An end of zeros is ignored.
void rc__batch_end_deinit(rc__batch_end *end);

/// Begins a flight, also while the end is latched or backs off, and that is over then: the host has
/// decided. An outcome that no update has seen is counted first.
///
/// Errors: `BUSY` while one is in the air; `NOT_FOUND` at an ended end.
rc_status rc__batch_end_begin(rc__batch_end *end, rc_batch_token *out_token);

/// Tells of inserted items, at any place of the list: they release a latch and are a flight's
/// progress.
void rc__batch_end_note_inserted(rc__batch_end *end, int64_t count);

/// Tells of removed items: they release a latch.
void rc__batch_end_note_removed(rc__batch_end *end, int64_t count);

void rc__batch_end_settle_held(rc__batch_end *end, double time, double jitter, bool user_moved);

/// Takes the outcome of a flight that has finished; the first thing in every update.
///
/// - `time`: the host's, finite. `jitter`: 0 … 1. `user_moved`: whether the user scrolled in it.
static inline void rc__batch_end_settle(rc__batch_end *end, double time, double jitter,
                                        bool user_moved) {
  RC_ASSERT(rc__is_finite(time) && jitter >= 0 && jitter <= 1);
  if (end->flies || end->latched) rc__batch_end_settle_held(end, time, jitter, user_moved);
}

/// The first rule that the end's own fetches answer by; the sentinel where none does.
///
/// A flight that finished after settle is in flight until the next one, so that its outcome is
/// counted before anything is asked.
static inline rc_batch_reason rc__batch_end_reason(const rc__batch_end *end, double time) {
  if (end->flies) return RC_BATCH_REASON_FETCHING;
  if (end->ended) return RC_BATCH_REASON_EXHAUSTED;
  if (end->latched) return RC_BATCH_REASON_PAUSED;
  return time < end->retry_time ? RC_BATCH_REASON_BACKING_OFF : RC_BATCH_REASON_SENTINEL;
}

/// Lifts what holds the end back, save that it has ended. The failures in a row stay counted, the
/// fetches in a row without items do not.
void rc__batch_end_retry(rc__batch_end *end);

/// Starts over: cancels what flies and forgets everything.
void rc__batch_end_reset(rc__batch_end *end);

/// Says that nothing more is to come. A flight in the air may still complete.
void rc__batch_end_end(rc__batch_end *end);

#endif
