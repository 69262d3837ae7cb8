//! The errors of refused calls, which name the argument.

use std::fmt;
use std::ops::Range;

use crate::ffi;
use crate::{HostOptions, ListOptions, ListSettings, State, Tuning, Viewport};

/// Why the library refused a call; nothing has changed.
///
/// ```
/// let mut list = rangecore::List::new(&Default::default())?;
/// let error = list.remove(0..1).unwrap_err();
/// assert_eq!(error.to_string(), "invalid argument: items is 0..1");
/// assert_eq!(error.argument(), Some("items"));
/// # Ok::<(), rangecore::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Error {
    /// This argument or field is invalid: NaN, out of bounds, too few.
    Argument(Refused),
    /// A limit of the library would be exceeded, by this argument alone if it is there.
    Limit(Option<Refused>),
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

/// The name of an argument or field that was refused, and its value where that is a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Refused {
    name: &'static str,
    value: Value,
}

/// What an error shows; numbers with a fraction are bits, so that errors can be keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    None,
    Integer(i64),
    Number(u64),
    Element(usize, u64),
    Place(usize, i64),
    Items(i64, i64),
    Offsets(u64, u64),
}

impl Error {
    /// The name of the argument or field that was refused; `None` if it was not one.
    pub fn argument(&self) -> Option<&'static str> {
        match self {
            Self::Argument(refused) | Self::Limit(Some(refused)) => Some(refused.name),
            _ => None,
        }
    }

    /// That of an argument whose value is not shown.
    pub(crate) fn of(name: &'static str) -> Self {
        Self::Argument(Refused { name, value: Value::None })
    }

    pub(crate) fn because(name: &'static str, value: Value) -> Self {
        Self::Argument(Refused { name, value })
    }

    /// Returns a short description, without the argument.
    pub fn text(&self) -> &'static str {
        let status = match self {
            Self::Argument(_) => 1,
            Self::Limit(_) => 2,
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
            Self::Argument(refused) | Self::Limit(Some(refused)) => {
                write!(formatter, "{}: {refused}", self.text())
            }
            _ => formatter.pad(self.text()),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        match self.value {
            Value::None => formatter.pad(name),
            Value::Integer(value) => write!(formatter, "{name} is {value}"),
            Value::Number(bits) => write!(formatter, "{name} is {}", f64::from_bits(bits)),
            Value::Element(at, bits) => {
                write!(formatter, "{name}[{at}] is {}", f64::from_bits(bits))
            }
            Value::Place(at, value) => write!(formatter, "{name}[{at}] is {value}"),
            Value::Items(start, end) => write!(formatter, "{name} is {start}..{end}"),
            Value::Offsets(start, end) => {
                write!(formatter, "{name} is {}..{}", f64::from_bits(start), f64::from_bits(end))
            }
        }
    }
}

impl fmt::Debug for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for Error {}

/// Turns a status into a result; asks which argument it was only if it is needed, and whether it was
/// past a limit.
pub(crate) fn check(
    status: u32,
    argument: impl FnOnce(bool) -> Option<Refused>,
) -> Result<(), Error> {
    Err(match status {
        0 => return Ok(()),
        1 => argument(false).map_or(Error::of("a pointer"), Error::Argument),
        2 => Error::Limit(argument(true)),
        3 => Error::NoMemory,
        4 => Error::NotFound,
        5 => Error::Stale,
        6 => Error::Busy,
        _ => Error::Corrupt,
    })
}

/// For a call with one argument, whose value is not shown.
pub(crate) fn only(name: &'static str) -> impl FnOnce(bool) -> Option<Refused> {
    move |is_limit| (!is_limit).then_some(Refused { name, value: Value::None })
}

/// An argument, or a struct of them.
pub(crate) trait Argument {
    /// What an error shows of it.
    fn shown(&self) -> Value {
        Value::None
    }

    /// Whether it is never allowed in a list of so many items.
    fn is_refused(&self, _name: &str, _count: i64) -> bool {
        false
    }

    /// Whether it is past a limit, whatever the others are.
    fn is_too_much(&self, _name: &str) -> bool {
        false
    }

    /// What is never allowed: this one, or one of its fields or elements.
    fn refused(&self, name: &'static str, count: i64) -> Option<Refused> {
        self.is_refused(name, count).then(|| Refused { name, value: self.shown() })
    }

    fn too_much(&self, name: &'static str) -> Option<Refused> {
        self.is_too_much(name).then(|| Refused { name, value: self.shown() })
    }
}

/// The first argument that is never allowed, or the last; or the first that is past a limit.
pub(crate) fn refused(
    count: i64,
    named: &[(&'static str, &dyn Argument)],
    is_limit: bool,
) -> Option<Refused> {
    if is_limit {
        return named.iter().find_map(|(name, argument)| argument.too_much(name));
    }
    let found = named.iter().find_map(|(name, argument)| argument.refused(name, count));
    let last = || named.last().map(|(name, last)| Refused { name, value: last.shown() });
    found.or_else(last)
}

impl Argument for i64 {
    fn shown(&self) -> Value {
        Value::Integer(*self)
    }

    fn is_refused(&self, name: &str, count: i64) -> bool {
        *self < 0 || name != "count" && *self > count
    }

    fn is_too_much(&self, name: &str) -> bool {
        name == "count" && *self > ffi::RC_ITEM_COUNT_MAX
    }
}

impl Argument for usize {
    fn shown(&self) -> Value {
        Value::Integer(*self as i64)
    }
}

impl Argument for u32 {
    fn shown(&self) -> Value {
        Value::Integer(i64::from(*self))
    }

    fn is_refused(&self, _: &str, _: i64) -> bool {
        *self == 0
    }
}

impl Argument for i32 {
    fn shown(&self) -> Value {
        Value::Integer(i64::from(*self))
    }

    fn is_refused(&self, _: &str, _: i64) -> bool {
        *self < 0
    }
}

impl Argument for f64 {
    fn shown(&self) -> Value {
        Value::Number(self.to_bits())
    }

    fn is_refused(&self, name: &str, _: i64) -> bool {
        let is_allowed = match name {
            "jitter" => (0.0..=1.0).contains(self),
            "fraction" => (0.0..=1.0).contains(self) || *self == ffi::RC_FRACTION_NEAREST,
            "offset" | "shift" | "item_place" | "velocity" | "landing_offset"
            | "leading_screens" | "breadth" => self.is_finite(),
            _ => self.is_finite() && *self >= 0.0,
        };
        !is_allowed
    }

    fn is_too_much(&self, name: &str) -> bool {
        let most = ffi::RC_ITEM_TICKS_MAX as f64 / ffi::RC_TICKS_PER_POINT as f64;
        matches!(name, "estimate" | "extents") && *self > most
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn shown(&self) -> Value {
        (**self).shown()
    }

    fn refused(&self, name: &'static str, count: i64) -> Option<Refused> {
        (**self).refused(name, count)
    }

    fn too_much(&self, name: &'static str) -> Option<Refused> {
        (**self).too_much(name)
    }
}

/// The first element of which something is so.
fn element(values: &[f64], name: &'static str, is_so: impl Fn(&f64) -> bool) -> Option<Refused> {
    let at = values.iter().position(is_so)?;
    Some(Refused { name, value: Value::Element(at, values[at].to_bits()) })
}

impl Argument for [f64] {
    fn refused(&self, name: &'static str, count: i64) -> Option<Refused> {
        element(self, name, |it| it.is_refused(name, count))
    }

    fn too_much(&self, name: &'static str) -> Option<Refused> {
        element(self, name, |it| it.is_too_much(name))
    }
}

/// Ids are all allowed; but there may be too many.
impl Argument for [i64] {}

/// Offsets.
impl Argument for Range<f64> {
    fn shown(&self) -> Value {
        Value::Offsets(self.start.to_bits(), self.end.to_bits())
    }

    fn is_refused(&self, _: &str, _: i64) -> bool {
        !(self.start.is_finite() && self.end.is_finite() && self.start <= self.end)
    }
}

impl Argument for Range<i64> {
    fn shown(&self) -> Value {
        Value::Items(self.start, self.end)
    }

    fn is_refused(&self, _: &str, count: i64) -> bool {
        !(0 <= self.start && self.start <= self.end && self.end <= count)
    }
}

/// Lists the fields of structs that the library checks.
macro_rules! fields {
    ($($kind:ident: $($field:ident)*;)*) => {$(
        impl Argument for $kind {
            fn refused(&self, _: &'static str, count: i64) -> Option<Refused> {
                None$(.or_else(|| self.$field.refused(stringify!($field), count)))*
            }

            fn too_much(&self, _: &'static str) -> Option<Refused> {
                None$(.or_else(|| self.$field.too_much(stringify!($field))))*
            }
        }
    )*};
}
fields! {
    Tuning: leading trailing;
    ListOptions: columns spacing quantum estimate;
    ListSettings: slack foresight direction_threshold leading_screens leading_items extra_lengths
        stick_distances depth overscan_items;
    HostOptions: budget offset_step ahead_count;
    Viewport: offset length inset_start inset_end item_place velocity landing_offset time jitter;
}

/// What cannot be kept.
impl Argument for State {
    fn refused(&self, name: &'static str, _: i64) -> Option<Refused> {
        let never = State::MEASURE_LAYOUT | State::VISIBLE;
        let is_refused = (*self & never) != State::NONE;
        is_refused.then(|| Refused { name, value: Value::Integer(self.bits().into()) })
    }
}

impl Argument for [f64; 2] {
    fn refused(&self, name: &'static str, count: i64) -> Option<Refused> {
        self[..].refused(name, count)
    }
}

impl Argument for [i64; 2] {
    fn refused(&self, name: &'static str, _: i64) -> Option<Refused> {
        let at = self.iter().position(|value| *value < 0)?;
        Some(Refused { name, value: Value::Place(at, self[at]) })
    }
}
