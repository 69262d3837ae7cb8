// A batch context as its list sees it. The list makes these calls one at a time; any thread may
// make the public ones meanwhile.

#ifndef RC_BATCH_CONTEXT_H
#define RC_BATCH_CONTEXT_H

#include "../base/base.h"

// Generations run from 1 to the largest and start over, so that a token is never 0, and an old one
// can match a later fetch only after 2^28 − 1 more: 8 years of one fetch per second.
#define RC__BATCH_GENERATION_MAX 0x0fffffffu

uint32_t rc__batch_generation_after(uint32_t generation);

/// Creates a context of one end, idle, with one reference; NULL if out of memory.
///
/// `allocator` is complete (see rc__allocator_init) and is copied.
rc_batch_context *rc__batch_context_create(const rc_allocator *allocator, rc_end end);

/// Begins a fetch. Fails with `BUSY` only, while one is in progress.
///
/// An outcome that was not taken yet is lost.
rc_status rc__batch_context_begin(rc_batch_context *context, rc_batch_token *out_token);

/// `FETCHING` while a fetch is in progress, then its outcome, and `STALE` once that was taken.
rc_batch_outcome rc__batch_context_peek(const rc_batch_context *context);

/// Like peek, but returns an outcome only once. The fetch's token still reads it until the next
/// begin.
rc_batch_outcome rc__batch_context_take(rc_batch_context *context);

/// Cancels the fetch in progress, if any, and takes any outcome: for a reset, and before the list
/// releases its reference. The context is idle then, and finishing the fetch is stale.
void rc__batch_context_cancel(rc_batch_context *context);

#endif
