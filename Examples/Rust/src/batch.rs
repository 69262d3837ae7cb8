//! A fetch in flight.

use std::ptr::NonNull;

use crate::ffi::{self, rc_batch_context};
use crate::values::check;
use crate::{BatchOutcome, Error};

/// One fetch of one end of a list, which any thread may finish, also after the list is gone.
///
/// The first outcome wins. Each clone holds a reference of its own. Dropping the last one finishes
/// nothing, and the end stays in flight until the list resets it: who gives up says so with
/// [`BatchOutcome::Cancelled`].
#[derive(Debug)]
pub struct BatchContext {
    raw: NonNull<rc_batch_context>,
    token: u32,
}

// SAFETY: every function on a context can be called from any thread, and each clone owns a
// reference of its own. The list's allocator, which the last release calls, is the C library's.
unsafe impl Send for BatchContext {}
// SAFETY: as above; its state is one atomic word.
unsafe impl Sync for BatchContext {}

impl Clone for BatchContext {
    fn clone(&self) -> Self {
        // SAFETY: this holds a reference, so the context lives.
        unsafe { ffi::rc_batch_context_retain(self.raw.as_ptr()) };
        Self { ..*self }
    }
}

impl Drop for BatchContext {
    fn drop(&mut self) {
        // SAFETY: gives back the one reference that this holds.
        unsafe { ffi::rc_batch_context_release(self.raw.as_ptr()) };
    }
}

impl BatchContext {
    /// Takes over a reference.
    pub(crate) fn new(raw: NonNull<rc_batch_context>, token: u32) -> Self {
        Self { raw, token }
    }

    /// Names the flight; never 0.
    pub fn token(&self) -> u32 {
        self.token
    }

    /// Whether a flight of this end is in the air, this one or a later.
    pub fn is_fetching(&self) -> bool {
        // SAFETY: this holds a reference.
        unsafe { ffi::rc_batch_context_is_fetching(self.raw.as_ptr()) }
    }

    /// How this flight stands.
    pub fn outcome(&self) -> BatchOutcome {
        // SAFETY: this holds a reference.
        BatchOutcome::from_c(unsafe {
            ffi::rc_batch_context_outcome(self.raw.as_ptr(), self.token)
        })
    }

    /// Whether this flight need not go on: it was cancelled, or another has taken its place.
    pub fn was_cancelled(&self) -> bool {
        // SAFETY: this holds a reference.
        unsafe { ffi::rc_batch_context_was_cancelled(self.raw.as_ptr(), self.token) }
    }

    /// Finishes this flight; the list sees it in its next update.
    ///
    /// Errors: [`Error::Stale`] where it was finished before or is no longer the current one, and
    /// nothing happens; [`Error::Argument`] for an outcome that finishes nothing.
    pub fn finish(&self, outcome: BatchOutcome) -> Result<(), Error> {
        // SAFETY: this holds a reference.
        check(unsafe {
            ffi::rc_batch_context_finish(self.raw.as_ptr(), self.token, outcome as u32)
        })
    }
}
