//! The C declarations, which `build.rs` translates from `rangecore.h`, `rangecore_names.h`,
//! `rangecore_sections.h`, `rangecore_lanes.h`, `rangecore_diff.h`, `rangecore_motion.h`, `rangecore_host.h` and
//! `rangecore_impressions.h`, comments included: structs and enums under their Rust names, functions under their C names.
//!
//! The library is linked from the sources that the headers belong to, so that a value that this
//! binding does not know cannot occur.

#![allow(missing_docs, rustdoc::all, clippy::unnecessary_cast)]

use std::fmt;
use std::marker::{PhantomData, PhantomPinned};
use std::ops::{BitAnd, BitOr};
use std::os::raw::{c_char, c_void};

include!(concat!(env!("OUT_DIR"), "/rangecore.rs"));

/// The interface state of an item: a set of bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct State(u8);

impl State {
    /// The state of an item that is not in a list.
    pub const NONE: Self = Self(0);

    /// The bits, as in C.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether all bits of another set are in this one.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMES.iter().filter(|(_, bit)| bit.0.count_ones() == 1);
        let names = names.filter(|(_, bit)| self.contains(*bit)).map(|(name, _)| *name);
        let text = names.collect::<Vec<_>>().join(" | ");
        formatter.pad(if text.is_empty() { "NONE" } else { &text })
    }
}

impl fmt::Debug for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl BitOr for State {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for State {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} from {} to {}", self.items(), self.before, self.after)
    }
}

impl Change {
    /// The items; for removed items their indices at the previous update.
    pub fn items(&self) -> std::ops::Range<i64> {
        self.lower..self.upper
    }
}

impl Edit {
    /// The items that are removed or moved, as the edits before left them, or that are inserted.
    pub fn items(&self) -> std::ops::Range<i64> {
        self.lower..self.upper
    }
}

/// A struct that C initialises.
macro_rules! defaults {
    ($($name:ident $init:ident)*) => {$(
        impl Default for $name {
            fn default() -> Self {
                // SAFETY: zeroes are a value of the struct, and C sets it to its defaults.
                unsafe {
                    let mut value = std::mem::zeroed();
                    $init(&mut value);
                    value
                }
            }
        }
    )*};
}
defaults! {
    ListOptions rc_list_options_init
    ListSettings rc_list_settings_init
    Viewport rc_viewport_init
    HostOptions rc_host_options_init
    ImpressionsOptions rc_impressions_options_init
}

/// Returns a static string of the library.
macro_rules! text {
    ($call:expr) => {{
        // SAFETY: the library's texts are static, for unknown values too.
        unsafe { std::ffi::CStr::from_ptr($call) }.to_str().unwrap_or("not UTF-8")
    }};
}
pub(crate) use text;

impl fmt::Display for BatchReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(text!(rc_batch_reason_text(*self)))
    }
}
