//! The enumerations, sets of bits and errors of the library.

use std::ffi::CStr;
use std::fmt;
use std::ops::{BitAnd, BitOr};
use std::os::raw::c_char;

use crate::ffi;

/// Declares enumerations with C's values, and a list of them for the test.
macro_rules! enums {
    ($(
        $(#[$attribute:meta])*
        $name:ident = $c_name:ident, $prefix:literal {
            $($(#[$variant_attribute:meta])* $variant:ident = $value:literal,)*
        }
    )*) => {
        $(
            $(#[$attribute])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[repr(u32)]
            pub enum $name { $($(#[$variant_attribute])* $variant = $value,)* }

            impl $name {
                /// Every value, in order.
                pub const ALL: &'static [Self] = &[$(Self::$variant),*];

                #[allow(dead_code)] // Some are only ever given to C.
                pub(crate) fn from_c(value: u32) -> Self {
                    match value {
                        $($value => Self::$variant,)*
                        _ => panic!(
                            "{value} is no {}: librangecore is newer than this binding",
                            stringify!($c_name),
                        ),
                    }
                }
            }
        )*

        /// For each enumeration its C name, the prefix of its values, and these as here.
        #[doc(hidden)]
        pub fn enumerations() -> Vec<(&'static str, &'static str, Vec<(&'static str, u32)>)> {
            vec![$((
                stringify!($c_name),
                $prefix,
                vec![$((stringify!($variant), $value)),*],
            )),*]
        }
    };
}

enums! {
    /// Why a call failed. Nothing has changed then.
    Error = rc_status, "RC_STATUS_" {
        /// An argument is not allowed: not a number, out of bounds, an unknown value.
        Argument = 1,
        /// The result would pass a limit of the library.
        Limit = 2,
        /// The allocator gave no memory.
        NoMemory = 3,
        /// There is no such thing: an item of an empty list, say.
        NotFound = 4,
        /// The flight was finished before, or is not the current one.
        Stale = 5,
        /// A fetch of this end is already in flight.
        Busy = 6,
        /// A check of the library's own structures failed.
        Invalid = 7,
    }

    /// A direction along the list's axis.
    Direction = rc_direction, "RC_DIRECTION_" {
        /// Neither way.
        None = 0,
        /// Toward higher indices.
        Forward = 1,
        /// Toward lower indices.
        Backward = 2,
    }

    /// The ranges that can be tuned.
    RangeKind = rc_range, "RC_RANGE_" {
        /// Text is rasterised, images are decoded.
        Display = 0,
        /// Content is fetched from network or disk.
        Preload = 1,
        /// The app's own, first of four.
        App0 = 2,
        /// The app's own, second.
        App1 = 3,
        /// The app's own, third.
        App2 = 4,
        /// The app's own, fourth.
        App3 = 5,
    }

    /// How far the ranges reach, from the most generous to the most restrictive.
    RangeMode = rc_range_mode, "RC_RANGE_MODE_" {
        /// Once the user has scrolled.
        Full = 0,
        /// Before that.
        Minimum = 1,
        /// What is on screen, and no more.
        VisibleOnly = 2,
        /// Nothing is displayed.
        LowMemory = 3,
    }

    /// Where a list is, as its items see it.
    Presence = rc_presence, "RC_PRESENCE_" {
        /// On the screen.
        OnScreen = 0,
        /// About to be: behind a tab, say.
        Near = 1,
        /// Nowhere near it.
        Away = 2,
    }

    /// How short of memory the system is; it stays until the host says normal.
    Pressure = rc_pressure, "RC_PRESSURE_" {
        /// Not short.
        Normal = 0,
        /// Short.
        Warning = 1,
        /// Nearly out of it.
        Critical = 2,
    }

    /// An end of a list.
    End = rc_end, "RC_END_" {
        /// After the last item.
        Tail = 0,
        /// Before the first.
        Head = 1,
    }

    /// What a batch decision comes to.
    BatchAnswer = rc_batch_answer, "RC_BATCH_" {
        /// Do not fetch now; the next update asks again.
        No = 0,
        /// Fetch.
        Yes = 1,
        /// The host asked to decide by itself.
        Defer = 2,
    }

    /// The rule that gave a batch decision its answer.
    BatchReason = rc_batch_reason, "RC_BATCH_REASON_" {
        /// No: a fetch of this end is in flight.
        InFlight = 0,
        /// No: there is nothing more at this end.
        Ended = 1,
        /// No: a fetch brought nothing or was cancelled.
        Latched = 2,
        /// No: a fetch failed and the time to try again has not come.
        BackingOff = 3,
        /// No: fetched items are still to be inserted.
        InsertionPending = 4,
        /// No: this end is turned off.
        Off = 5,
        /// No: the viewport has no length.
        EmptyViewport = 6,
        /// No: a list without items asks at its tail only.
        NoItems = 7,
        /// Yes: the content is shorter than the viewport.
        ShortContent = 8,
        /// No: the policy says not to fetch for short content.
        ShortContentPolicy = 9,
        /// No: the list is not on screen.
        NotOnScreen = 10,
        /// No: the viewport moves away from this end.
        MovingAway = 11,
        /// Yes: what remains to this end is at most the leading screens.
        NearEnd = 12,
        /// No: more remains than the leading screens.
        FarFromEnd = 13,
        /// Defer: the host decides while the viewport moves toward this end.
        HostDecides = 14,
    }

    /// When content that is shorter than the viewport makes the tail fetch.
    ShortContentPolicy = rc_short_content_policy, "RC_SHORT_CONTENT_" {
        /// At once.
        Fetches = 0,
        /// Not before the user's first scroll.
        AfterScroll = 1,
        /// Never by itself.
        Never = 2,
    }

    /// How a flight stands.
    BatchOutcome = rc_batch_outcome, "RC_BATCH_" {
        /// Not finished.
        Fetching = 0,
        /// Finished, with or without new items.
        Completed = 1,
        /// Finished: ask no more until something changes.
        Declined = 2,
        /// An error; tried again after a while.
        Failed = 3,
        /// Cancelled by the app, by a reset, or with its list.
        Cancelled = 4,
        /// Finished, and there is nothing more at this end.
        Ended = 5,
        /// Not the current flight.
        Stale = 6,
    }

    /// Where to put an item that is scrolled to.
    Alignment = rc_alignment, "RC_ALIGNMENT_" {
        /// At the viewport's start.
        Start = 0,
        /// In its middle.
        Center = 1,
        /// At its end.
        End = 2,
        /// No further than needed to show it whole.
        Nearest = 3,
    }
}

/// What a status says: nothing, or an error.
pub(crate) fn check(status: u32) -> Result<(), Error> {
    match status {
        0 => Ok(()),
        status => Err(Error::from_c(status)),
    }
}

/// # Safety
///
/// `text` is a static string of the library.
pub(crate) unsafe fn text(text: *const c_char) -> &'static str {
    // SAFETY: as above.
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("not UTF-8")
}

impl fmt::Display for Error {
    /// The library's own text.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: static for every value.
        formatter.pad(unsafe { text(ffi::rc_status_text(*self as u32)) })
    }
}

impl std::error::Error for Error {}

impl fmt::Display for BatchReason {
    /// The library's own text.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: static for every value.
        formatter.pad(unsafe { text(ffi::rc_batch_reason_text(*self as u32)) })
    }
}

/// An item's interface state: a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct State(u8);

impl State {
    /// In no list.
    pub const NONE: Self = Self(0);
    /// In a list, and may be measured; every item of a list has it.
    pub const MEASURE_LAYOUT: Self = Self(1);
    /// Fetch its content, from network or disk.
    pub const PRELOAD: Self = Self(2);
    /// Rasterise its text, decode its images.
    pub const DISPLAY: Self = Self(4);
    /// On screen by at least one tick.
    pub const VISIBLE: Self = Self(8);
    /// The app's own ranges.
    pub const APP: [Self; 4] = [Self(16), Self(32), Self(64), Self(128)];

    /// The bits, as C has them.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether all bits of another set are in this one.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
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
