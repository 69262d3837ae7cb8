//! The errors of refused calls, which name the argument.

use std::fmt;
use std::ops::Range;

use crate::ffi;
use crate::{HostOptions, ListOptions, ListSettings, Tuning, Viewport};

/// Why the library refused a call; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Error {
    /// An argument or field of this name is invalid: NaN, out of bounds, too few.
    Argument(&'static str),
    /// A limit of the library would be exceeded.
    Limit,
    /// Out of memory.
    NoMemory,
    /// Not found, for example the item at an offset of an empty list.
    NotFound,
    /// The fetch was finished before, or is not the latest one; or no step is open.
    Stale,
    /// A fetch is already in progress; or the list has a host, which updates it.
    Busy,
    /// An internal invariant does not hold: memory corruption, or a bug in the library.
    Corrupt,
}

impl Error {
    /// Returns a short description, without the argument's name.
    pub fn text(&self) -> &'static str {
        let status = match self {
            Self::Argument(_) => 1,
            Self::Limit => 2,
            Self::NoMemory => 3,
            Self::NotFound => 4,
            Self::Stale => 5,
            Self::Busy => 6,
            Self::Corrupt => 7,
        };
        ffi::text!(ffi::rc_status_text(status))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(name) => write!(formatter, "{}: {name}", self.text()),
            _ => formatter.pad(self.text()),
        }
    }
}

impl std::error::Error for Error {}

/// Turns a status into a result; asks for the argument's name only if it is needed.
pub(crate) fn check(status: u32, argument: impl FnOnce() -> &'static str) -> Result<(), Error> {
    Err(match status {
        0 => return Ok(()),
        1 => Error::Argument(argument()),
        2 => Error::Limit,
        3 => Error::NoMemory,
        4 => Error::NotFound,
        5 => Error::Stale,
        6 => Error::Busy,
        _ => Error::Corrupt,
    })
}

/// An argument, or a struct of them.
pub(crate) trait Argument {
    /// The name of what is never allowed in a list of so many items: this one's, or that of a field.
    fn refused(&self, name: &'static str, count: i64) -> Option<&'static str>;
}

/// The first argument that is never allowed, or the last.
pub(crate) fn refused(count: i64, named: &[(&'static str, &dyn Argument)]) -> &'static str {
    let found = named.iter().find_map(|(name, argument)| argument.refused(name, count));
    found.or_else(|| named.last().map(|(name, _)| *name)).unwrap_or("a pointer")
}

impl Argument for i64 {
    fn refused(&self, name: &'static str, count: i64) -> Option<&'static str> {
        (*self < 0 || name != "count" && *self > count).then_some(name)
    }
}

impl Argument for u32 {
    fn refused(&self, name: &'static str, _: i64) -> Option<&'static str> {
        (*self == 0).then_some(name)
    }
}

impl Argument for f64 {
    fn refused(&self, name: &'static str, _: i64) -> Option<&'static str> {
        let is_allowed = match name {
            "jitter" => (0.0..=1.0).contains(self),
            "fraction" => (0.0..=1.0).contains(self) || *self == ffi::RC_FRACTION_NEAREST,
            "offset" | "shift" | "item_place" | "velocity" | "landing_offset"
            | "leading_screens" | "breadth" => self.is_finite(),
            _ => self.is_finite() && *self >= 0.0,
        };
        (!is_allowed).then_some(name)
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn refused(&self, name: &'static str, count: i64) -> Option<&'static str> {
        (**self).refused(name, count)
    }
}

impl Argument for [f64] {
    fn refused(&self, name: &'static str, count: i64) -> Option<&'static str> {
        self.iter().find_map(|value| value.refused(name, count))
    }
}

/// Ids are all allowed; but there may be too many.
impl Argument for [i64] {
    fn refused(&self, _: &'static str, _: i64) -> Option<&'static str> {
        None
    }
}

/// Offsets.
impl Argument for Range<f64> {
    fn refused(&self, name: &'static str, _: i64) -> Option<&'static str> {
        let is_allowed = self.start.is_finite() && self.end.is_finite() && self.start <= self.end;
        (!is_allowed).then_some(name)
    }
}

impl Argument for Range<i64> {
    fn refused(&self, name: &'static str, count: i64) -> Option<&'static str> {
        let is_allowed = 0 <= self.start && self.start <= self.end && self.end <= count;
        (!is_allowed).then_some(name)
    }
}

/// Lists the fields of structs that the library checks.
macro_rules! fields {
    ($($kind:ident: $($field:ident)*;)*) => {$(
        impl Argument for $kind {
            fn refused(&self, _: &'static str, count: i64) -> Option<&'static str> {
                None$(.or_else(|| self.$field.refused(stringify!($field), count)))*
            }
        }
    )*};
}
fields! {
    Tuning: leading trailing;
    ListOptions: columns spacing quantum estimate;
    ListSettings: slack foresight direction_threshold leading_screens leading_items extra_lengths
        stick_distances;
    HostOptions: budget offset_step ahead_count;
    Viewport: offset length inset_start inset_end item_place velocity landing_offset time jitter;
}

impl Argument for [f64; 2] {
    fn refused(&self, name: &'static str, count: i64) -> Option<&'static str> {
        self[..].refused(name, count)
    }
}

impl Argument for [i64; 2] {
    fn refused(&self, name: &'static str, _: i64) -> Option<&'static str> {
        self.iter().any(|value| *value < 0).then_some(name)
    }
}
