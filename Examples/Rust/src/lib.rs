//! RangeCore for Rust: which items of a long list matter now, where everything is, and when to
//! fetch more.
//!
//! Depend on it by its path: `build.rs` compiles the C core, and needs no more than a C compiler.
//!
//! A [`List`] is told edits and then, once a frame, where the viewport is. What an update lends
//! borrows from the list, so nothing stale can be kept:
//!
//! ```
//! use rangecore::{List, Options, State, Viewport};
//!
//! let mut list = List::new(Options::default())?;
//! list.insert(0, 1_000_000)?;
//! let update = list.update(&Viewport { length: 440.0, ..Viewport::default() })?;
//! for change in update.changes.entered() {
//!     if change.after().contains(State::PRELOAD) {
//!         // Queries go on working while the changes are borrowed.
//!         let first = update.list().item(change.items().start)?;
//!         println!("fetch {:?}, from {} points on", change.items(), first.offset);
//!     }
//! }
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! Edits do not, before the last use of the update:
//!
//! ```compile_fail
//! # use rangecore::{List, Options, Viewport};
//! # let mut list = List::new(Options::default())?;
//! let update = list.update(&Viewport::default())?;
//! list.insert(0, 1)?;
//! println!("{}", update.changes.all().len());
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! Indices and counts are `i64`, as the engine has them, and any value of any argument is safe: a
//! wrong one is an [`Error`] and changes nothing. Lengths are points; inside the engine they are
//! whole [`ticks`]. `include/rangecore.h` says the rest.

#![deny(missing_docs, unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

mod batch;
pub mod ffi;
mod list;
mod settings;
mod update;
mod values;

pub use batch::BatchContext;
pub use list::{Item, List};
pub use settings::{Options, Settings, Tuning, TuningTable, Viewport};
pub use update::{BatchDecision, Change, Changes, Update};
pub use values::*;

/// Lengths as whole numbers of 1/960 point.
pub mod ticks {
    use crate::{ffi, values::check, Error};

    /// Ticks in a point.
    pub const PER_POINT: i64 = 960;

    /// Points to ticks, to the nearest, ties to even; not a NaN, not past the longest list.
    pub fn from_points(points: f64) -> Result<i64, Error> {
        let mut ticks = 0;
        // SAFETY: pure; writes one integer.
        check(unsafe { ffi::rc_ticks_from_points(points, &mut ticks) })?;
        Ok(ticks)
    }

    /// Ticks to points; exact to the tick within the limits.
    pub fn to_points(ticks: i64) -> f64 {
        // SAFETY: pure.
        unsafe { ffi::rc_ticks_to_points(ticks) }
    }
}

/// The version of the library that is linked, as "major.minor.patch".
pub fn version() -> &'static str {
    // SAFETY: a static string.
    unsafe { values::text(ffi::rc_version_text()) }
}
