// A batch context as its list sees it. These are the list's calls, one at a time; at the same time
// any thread may make the public ones.

#ifndef RC_BATCH_CONTEXT_H
#define RC_BATCH_CONTEXT_H

#include "base.h"

// Generations run from 1 to the largest and around, so a token is never 0, and one that was kept
// can be mistaken for a later one only after 2^28 − 1 more flights: 8 years of a fetch a second.
#define RC__BATCH_GENERATION_MAX 0x0fffffffu

uint32_t rc__batch_generation_after(uint32_t generation);

/// Makes a context of one end, idle, with one reference; NULL without memory.
///
/// `allocator` is complete (see rc__allocator_init) and is copied.
rc_batch_context *rc__batch_context_create(const rc_allocator *allocator, rc_end end);

/// Begins a flight. Fails with `BUSY` alone, while one is in the air.
///
/// An outcome that was not taken yet is lost.
rc_status rc__batch_context_begin(rc_batch_context *context, rc_batch_token *out_token);

/// `FETCHING` while a flight is in the air, its outcome once it is finished, and `STALE` from when
/// that was taken.
rc_batch_outcome rc__batch_context_peek(const rc_batch_context *context);

/// As peek, and an outcome is given once. The flight's token still reads it until the next begin.
rc_batch_outcome rc__batch_context_take(rc_batch_context *context);

/// Cancels the flight that is in the air, if any, and takes whatever outcome there is: for a reset,
/// and before the list gives up its reference. The context is idle then, the flight's end stale.
void rc__batch_context_cancel(rc_batch_context *context);

#endif
