//! The edits between two sequences of ids.

use std::collections::HashSet;
use std::ptr::{self, NonNull};

use crate::error::{check, only};
use crate::ffi::{self, rc_diff};
use crate::{Edit, Error, Id, ID_NONE};

/// The edits that turn one sequence of ids into another; [`List::apply`](crate::List::apply) carries
/// them out.
///
/// ```
/// use rangecore::{Diff, EditKind};
///
/// let diff = Diff::new(&[1, 2, 3], &[3, 1, 2])?;
/// let edits: Vec<_> = diff.edits().iter().map(|it| (it.kind, it.items(), it.to)).collect();
/// assert_eq!(edits, [(EditKind::Move, 2..3, 0)]);
/// # Ok::<(), rangecore::Error>(())
/// ```
#[derive(Debug)]
pub struct Diff {
    raw: NonNull<rc_diff>,
}

// SAFETY: its allocator is the C library's, and only this owns the difference. It is not `Sync`,
// because a pointer is not.
unsafe impl Send for Diff {}

impl Drop for Diff {
    fn drop(&mut self) {
        // SAFETY: this owns the difference, and nothing borrows from it any more.
        unsafe { ffi::rc_diff_destroy(self.raw.as_ptr()) };
    }
}

impl Diff {
    /// Finds the edits. As few items move as possible; no id in both is removed or inserted.
    ///
    /// Errors: [`Error::Argument`] for an id twice in one sequence, and for
    /// [`ID_NONE`].
    pub fn new(old_ids: &[Id], new_ids: &[Id]) -> Result<Self, Error> {
        let mut raw = ptr::null_mut();
        let (old_count, new_count) = (old_ids.len(), new_ids.len());
        let (old, new) = (old_ids.as_ptr(), new_ids.as_ptr());
        // SAFETY: slices are passed with their lengths, and the library does not keep them.
        let status =
            unsafe { ffi::rc_diff_create(old, old_count, new, new_count, ptr::null(), &mut raw) };
        check(status, |is_limit| {
            let name = if is_refused(old_ids) { "old_ids" } else { "new_ids" };
            only(name)(is_limit)
        })?;
        NonNull::new(raw).map(|raw| Self { raw }).ok_or(Error::NoMemory)
    }

    /// The edits, in the order in which they are applied.
    pub fn edits(&self) -> &[Edit] {
        let (mut edits, mut count) = (ptr::null(), 0);
        // SAFETY: the difference lives as long as `self`, and results are written to locals. Only
        // NULL would be refused.
        unsafe { ffi::rc_diff_edits(self.raw.as_ptr(), &mut edits, &mut count) };
        match count {
            0 => &[],
            // SAFETY: the difference, which lends the edits, stays borrowed as long as they are.
            _ => unsafe { std::slice::from_raw_parts(edits, count) },
        }
    }
}

fn is_refused(ids: &[Id]) -> bool {
    let mut seen = HashSet::new();
    ids.iter().any(|id| *id == ID_NONE || !seen.insert(*id))
}
