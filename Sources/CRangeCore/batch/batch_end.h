// One end of a list: the outcomes of its fetches, and thus what prevents the next one. The list
// reports edits as they happen, updates the end at the start of every update, and then queries the
// reason not to fetch.

#ifndef RC_BATCH_END_H
#define RC_BATCH_END_H

#include "../base/base.h"
#include "rangecore_batch.h"

typedef struct rc__batch_end {
  rc_batch_context *context;
  /// The host's time before which a failed fetch is not retried; −infinity if none failed.
  double retry_time;
  /// Fetches in a row that failed, without one between them that brought items.
  uint32_t failure_count;
  /// Fetches in a row that completed without items.
  uint32_t stalled_count;
  /// Nothing more exists at this end.
  bool is_exhausted;
  /// Something must change before this end fetches again.
  bool is_paused;
  /// Since it was paused, an update came without user movement.
  bool has_rested;
  /// Items were inserted since the latest fetch began.
  bool has_progress;
  /// A fetch began whose outcome has not been taken yet: only then is the context read.
  bool is_fetching;
} rc__batch_end;

/// Initialises an end with a context of its own. Fails with `NO_MEMORY` only.
rc_status rc__batch_end_init(rc__batch_end *end, const rc_allocator *allocator, rc_end which);

/// Cancels the fetch in progress and releases the context. An end of zeros is ignored.
void rc__batch_end_deinit(rc__batch_end *end);

/// Begins a fetch, also at an end that is paused or backs off: the host has decided. An outcome
/// that no update has seen is counted first.
///
/// Errors: `BUSY` while a fetch is in progress; `NOT_FOUND` at an exhausted end.
rc_status rc__batch_end_begin(rc__batch_end *end, rc_batch_token *out_token);

/// Reports inserted items, at any place of the list: the end resumes, and its fetch has progress.
void rc__batch_end_note_inserted(rc__batch_end *end, int64_t count);

/// Reports removed items: the end resumes.
void rc__batch_end_note_removed(rc__batch_end *end, int64_t count);

/// Takes the outcome of the latest fetch, if it has finished.
void rc__batch_end_take(rc__batch_end *end, double time, double jitter);

/// The first thing in every update.
///
/// - `time`: the host's, finite. `jitter`: 0 … 1. `user_moved`: whether the user scrolled.
static inline void rc__batch_end_update(rc__batch_end *end, double time, double jitter,
                                        bool user_moved) {
  if (end->is_fetching) rc__batch_end_take(end, time, jitter);
  // A fling lasts for many updates, and must not fetch in each: only a new scroll resumes.
  if (!user_moved) {
    end->has_rested = true;
  } else if (end->has_rested) {
    end->is_paused = false;
  }
}

/// Returns the first reason of the end's own not to fetch, the sentinel if there is none.
///
/// A fetch that finishes between update and decision is in progress until the next update, so that
/// its outcome is counted before anything is decided.
static inline rc_batch_reason rc__batch_end_reason(const rc__batch_end *end, double time) {
  if (end->is_fetching) return RC_BATCH_REASON_FETCHING;
  if (end->is_exhausted) return RC_BATCH_REASON_EXHAUSTED;
  if (end->is_paused) return RC_BATCH_REASON_PAUSED;
  return time < end->retry_time ? RC_BATCH_REASON_BACKING_OFF : RC_BATCH_REASON_SENTINEL;
}

/// Removes what holds the end back, unless it is exhausted. Keeps the count of failures in a row,
/// but not that of fetches without items.
void rc__batch_end_retry(rc__batch_end *end);

/// Cancels the fetch in progress and forgets everything.
void rc__batch_end_reset(rc__batch_end *end);

/// Marks the end as exhausted. A fetch in progress may still complete.
void rc__batch_end_exhaust(rc__batch_end *end);

#endif
