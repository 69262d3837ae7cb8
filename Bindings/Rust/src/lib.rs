//! RangeCore for Rust: which items of a long list matter now, where everything is, and when to
//! fetch more.
//!
//! `build.rs` compiles the C core, which takes a C compiler.
//!
//! A host tells a [`List`] its edits and, once per frame, where the viewport is. What an update
//! lends borrows from the list, so nothing stale can be kept:
//!
//! ```
//! use rangecore::{List, ListOptions, State, Viewport};
//!
//! let mut list = List::new(&ListOptions::default())?;
//! list.insert(0, 1_000_000)?;
//! let update = list.update(&Viewport { length: 440.0, ..Viewport::default() })?;
//! for change in update.changes().entered() {
//!     if change.after.contains(State::PRELOAD) {
//!         // Queries work while the changes are borrowed.
//!         let first = update.list().item(change.lower)?;
//!         println!("fetch {:?}, from {} points on", change.items(), first.offset);
//!     }
//! }
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! Edits, before the last use of the update, do not compile:
//!
//! ```compile_fail,E0502
//! # use rangecore::{List, ListOptions, Viewport};
//! # let mut list = List::new(&ListOptions::default())?;
//! let changes = list.update(&Viewport::default())?.changes();
//! list.insert(0, 1)?;
//! println!("{}", changes.all().len());
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! Nor does the next update, or the end of the list:
//!
//! ```compile_fail,E0499
//! # use rangecore::{List, ListOptions, Viewport};
//! # let mut list = List::new(&ListOptions::default())?;
//! let update = list.update(&Viewport::default())?;
//! list.update(&Viewport::default())?;
//! println!("{}", update.offset);
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! ```compile_fail,E0505
//! # use rangecore::{List, ListOptions, Viewport};
//! # let mut list = List::new(&ListOptions::default())?;
//! let entered = list.update(&Viewport::default())?.changes().entered();
//! drop(list);
//! println!("{entered:?}");
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! Names are asked for by the position of such a change, so they cannot be those of another one:
//!
//! ```compile_fail,E0502
//! # use rangecore::{List, ListOptions, Viewport};
//! # let mut list = List::new(&ListOptions::default())?;
//! let update = list.update(&Viewport::default())?;
//! list.remove(0..1)?;
//! println!("{:?}", update.names(0));
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! A list can be sent to another thread, but not shared:
//!
//! ```compile_fail,E0277
//! # use rangecore::{List, ListOptions};
//! # let list = List::new(&ListOptions::default())?;
//! std::thread::scope(|scope| { scope.spawn(|| list.count()); });
//! # Ok::<(), rangecore::Error>(())
//! ```
//!
//! A [`ListHost`] is the loop of a client around it, over a [`Surface`] that the toolkit supplies, and
//! a [`Host`] its decisions, step by step. [`Impressions`] tell what was really seen.
//!
//! Indices and counts are `i64`, and every value of every argument is safe: an invalid one is an
//! error and changes nothing. Lengths are points. The headers in `include` document each function;
//! structs and enums are translated from them.

#![deny(missing_docs, unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

mod diff;
mod error;
pub mod ffi;
mod host;
mod impressions;
mod list;
mod list_host;

pub use diff::Diff;
pub use error::{Error, Refused};
pub use ffi::{
    BatchAnswer, BatchDecision, BatchOutcome, BatchReason, Change, Direction, Edit, EditKind, End,
    Foresight, HostNode, HostOptions, Id, Interval, Item, LanesPosition, ListOptions, ListSettings,
    PinnedHeader, Presence, Pressure, Range, RangeMode, Section, ShortContentPolicy, State, Tuning,
    TuningPreset, Viewport,
};
pub use host::{Host, Step};
pub use impressions::{Impression, ImpressionKind, ImpressionRule, Impressions};
pub use list::{BatchContext, Changes, List, Update};
pub use list_host::{Frame, ListHost, Surface};

/// The lane of an item that is not near yet, and so has none; see [`List::places`].
pub const LANE_NONE: u32 = ffi::RC_LANE_NONE as u32;

/// The span of an item that is across all lanes; see [`List::set_span`].
pub const SPAN_WIDE: u32 = ffi::RC_SPAN_WIDE as u32;

/// Stands for no id, for example where an item has no name.
pub const ID_NONE: Id = ffi::RC_ID_NONE;

/// In place of an extent that a toolkit tells later, with [`Host::set_extents`].
pub const EXTENT_LATER: f64 = ffi::RC_EXTENT_LATER;

/// How much of the space left over in the viewport lies before an item that is scrolled to, for
/// [`List::set_scroll_target`]. Any other number from 0 to 1 is fine too.
pub mod fraction {
    /// At the start of the viewport.
    pub const START: f64 = 0.0;
    /// In its center.
    pub const CENTER: f64 = 0.5;
    /// At its end.
    pub const END: f64 = 1.0;
    /// In place of a fraction, the minimum scroll that makes the item fully visible.
    pub const NEAREST: f64 = crate::ffi::RC_FRACTION_NEAREST;
}

/// The version of the library that is linked, as "major.minor.patch".
pub fn version() -> &'static str {
    ffi::text!(ffi::rc_version_text())
}
