//! The words of a line, and values as words.

use std::error::Error;
use std::fmt::Debug;

use rangecore::{fraction, HostOptions, Id, ListSettings, State, Viewport, ID_NONE};

/// A call that the library refused, or a line that is not understood.
pub type Problem = Box<dyn Error>;

/// One command and its arguments.
pub struct Words<'line>(pub Vec<&'line str>);

impl<'line> Words<'line> {
    pub fn new(line: &'line str) -> Self {
        Self(line.split('#').next().unwrap_or_default().split_whitespace().collect())
    }

    pub fn word(&self, index: usize) -> Result<&'line str, Problem> {
        let word = self.0.get(index);
        Ok(word.ok_or_else(|| format!("something is missing after {}", self.0[0]))?)
    }

    pub fn integer<T: TryFrom<i64>>(&self, index: usize) -> Result<T, Problem> {
        let word = self.word(index)?;
        let value = word.parse::<i64>().map_err(|_| format!("not an integer: {word}"))?;
        T::try_from(value).map_err(|_| format!("out of range: {word}").into())
    }

    pub fn length(&self, index: usize) -> Result<f64, Problem> {
        self.number(index, 960.0)
    }

    pub fn number(&self, index: usize, factor: f64) -> Result<f64, Problem> {
        Ok(self.integer::<i64>(index)? as f64 / factor)
    }

    pub fn fraction(&self, index: usize) -> Result<f64, Problem> {
        match self.word(index)? {
            "nearest" => Ok(fraction::NEAREST),
            _ => self.number(index, THOUSANDTHS),
        }
    }

    pub fn interval(&self) -> Result<std::ops::Range<i64>, Problem> {
        Ok(self.integer(1)?..self.integer(2)?)
    }

    pub fn lengths(&self, index: usize) -> Result<Vec<f64>, Problem> {
        (index..self.0.len()).map(|index| self.length(index)).collect()
    }

    /// The ids from a word on, before the word `to` or the end.
    pub fn ids(&self, first: usize) -> Result<Vec<Id>, Problem> {
        let end = (first..self.0.len()).find(|&index| self.0[index] == "to");
        (first..end.unwrap_or(self.0.len()))
            .map(|index| if self.0[index] == "none" { Ok(ID_NONE) } else { self.integer(index) })
            .collect()
    }

    pub fn value<T: Copy + Debug>(&self, index: usize, all: &[T]) -> Result<T, Problem> {
        let word = self.word(index)?;
        let value = all.iter().find(|value| self::word(value) == word);
        Ok(*value.ok_or_else(|| format!("unknown word {word}"))?)
    }

    /// Reads pairs of keys and values into the fields that the keys name.
    pub fn fields<S>(&self, first: usize, object: &mut S, keys: &[Key<S>]) -> Result<(), Problem> {
        for index in (first..self.0.len()).step_by(2) {
            let name = self.word(index)?;
            let (_, slot) = keys
                .iter()
                .find(|(key, _)| *key == name)
                .ok_or_else(|| format!("unknown key {name}"))?;
            slot(object).read(self, index + 1)?;
        }
        Ok(())
    }
}

/// A value of an enumeration as a word: `VisibleOnly` is `visible_only`, `App0` is `app_0`.
pub fn word(value: impl Debug) -> String {
    let mut word = String::new();
    for character in format!("{value:?}").chars() {
        if !character.is_ascii_lowercase() && !word.is_empty() {
            word.push('_');
        }
        word.push(character.to_ascii_lowercase());
    }
    word
}

/// A number as the nearest integer of a smaller unit.
pub fn whole(value: f64, factor: f64) -> i64 {
    (value * factor + 0.5).floor() as i64
}

pub fn ticks(points: f64) -> i64 {
    whole(points, 960.0)
}

/// A field that has a key.
pub enum Slot<'a> {
    Flag(&'a mut bool),
    Count(&'a mut i32),
    Unsigned(&'a mut u32),
    State(&'a mut State),
    Items(&'a mut i64),
    Number(&'a mut f64, f64),
    Presence(&'a mut rangecore::Presence),
    Pressure(&'a mut rangecore::Pressure),
    Policy(&'a mut rangecore::ShortContentPolicy),
}

const LENGTH: f64 = 960.0;
const THOUSANDTHS: f64 = 1000.0;
pub const TIME: f64 = 1_000_000.0;

impl Slot<'_> {
    fn read(self, words: &Words, index: usize) -> Result<(), Problem> {
        match self {
            Self::Flag(flag) => *flag = words.integer::<i64>(index)? != 0,
            Self::Count(count) => *count = words.integer(index)?,
            Self::Unsigned(count) => *count = words.integer(index)?,
            Self::State(state) => *state = state_of(words.integer(index)?),
            Self::Items(items) => *items = words.integer(index)?,
            Self::Number(number, factor) => *number = words.number(index, factor)?,
            Self::Presence(value) => *value = words.value(index, rangecore::Presence::ALL)?,
            Self::Pressure(value) => *value = words.value(index, rangecore::Pressure::ALL)?,
            Self::Policy(value) => {
                *value = words.value(index, rangecore::ShortContentPolicy::ALL)?
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Slot<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(flag) => write!(formatter, "{}", i32::from(**flag)),
            Self::Count(count) => write!(formatter, "{count}"),
            Self::Unsigned(count) => write!(formatter, "{count}"),
            Self::State(state) => write!(formatter, "{}", state.bits()),
            Self::Items(items) => write!(formatter, "{items}"),
            Self::Number(number, factor) => write!(formatter, "{}", whole(**number, *factor)),
            Self::Presence(value) => write!(formatter, "{}", word(value)),
            Self::Pressure(value) => write!(formatter, "{}", word(value)),
            Self::Policy(value) => write!(formatter, "{}", word(value)),
        }
    }
}

pub fn state_of(bits: u8) -> State {
    let all = [State::MEASURE_LAYOUT, State::PRELOAD, State::DISPLAY, State::VISIBLE];
    let app = [State::APP_0, State::APP_1, State::APP_2, State::APP_3];
    let given = all.into_iter().chain(app).filter(|state| bits & state.bits() != 0);
    given.fold(State::NONE, |sum, state| sum | state)
}

/// A key, and the field that it names.
pub type Key<S> = (&'static str, for<'a> fn(&'a mut S) -> Slot<'a>);

pub const VIEWPORT_KEYS: [Key<Viewport>; 12] = [
    ("user", |viewport| Slot::Flag(&mut viewport.is_user_driven)),
    ("held", |viewport| Slot::Flag(&mut viewport.is_held)),
    ("insets_are_fixed", |viewport| Slot::Flag(&mut viewport.insets_are_fixed)),
    ("dragged", |viewport| Slot::Flag(&mut viewport.is_dragged)),
    ("landing", |viewport| Slot::Number(&mut viewport.landing_offset, LENGTH)),
    ("inset_start", |viewport| Slot::Number(&mut viewport.inset_start, LENGTH)),
    ("inset_end", |viewport| Slot::Number(&mut viewport.inset_end, LENGTH)),
    ("velocity", |viewport| Slot::Number(&mut viewport.velocity, LENGTH)),
    ("time", |viewport| Slot::Number(&mut viewport.time, TIME)),
    ("jitter", |viewport| Slot::Number(&mut viewport.jitter, THOUSANDTHS)),
    ("item", |viewport| Slot::Items(&mut viewport.item)),
    ("item_place", |viewport| Slot::Number(&mut viewport.item_place, LENGTH)),
];

pub const OPTIONS_KEYS: [Key<HostOptions>; 7] = [
    ("budget", |options| Slot::Number(&mut options.budget, TIME)),
    ("offset_step", |options| Slot::Number(&mut options.offset_step, LENGTH)),
    ("ahead_count", |options| Slot::Unsigned(&mut options.ahead_count)),
    ("node_bits", |options| Slot::State(&mut options.node_bits)),
    ("makes_ahead", |options| Slot::Flag(&mut options.makes_ahead)),
    ("extents_are_known", |options| Slot::Flag(&mut options.extents_are_known)),
    ("in_lanes", |options| Slot::Flag(&mut options.in_lanes)),
];

/// In the order in which they are printed.
pub const SETTINGS_KEYS: [Key<ListSettings>; 23] = [
    ("depth", |settings| Slot::Count(&mut settings.depth)),
    ("presence", |settings| Slot::Presence(&mut settings.presence)),
    ("pressure", |settings| Slot::Pressure(&mut settings.pressure)),
    ("short_content_policy", |settings| Slot::Policy(&mut settings.short_content_policy)),
    ("slack", |settings| Slot::Number(&mut settings.slack, THOUSANDTHS)),
    ("foresight", |settings| Slot::Number(&mut settings.foresight, THOUSANDTHS)),
    ("direction_threshold", |settings| Slot::Number(&mut settings.direction_threshold, LENGTH)),
    ("leading_tail", |settings| Slot::Number(&mut settings.leading_screens[0], THOUSANDTHS)),
    ("leading_head", |settings| Slot::Number(&mut settings.leading_screens[1], THOUSANDTHS)),
    ("leading_items_tail", |settings| Slot::Items(&mut settings.leading_items[0])),
    ("leading_items_head", |settings| Slot::Items(&mut settings.leading_items[1])),
    ("overscan_items", |settings| Slot::Items(&mut settings.overscan_items)),
    ("extra_tail", |settings| Slot::Number(&mut settings.extra_lengths[0], LENGTH)),
    ("extra_head", |settings| Slot::Number(&mut settings.extra_lengths[1], LENGTH)),
    ("stick_distance_tail", |settings| Slot::Number(&mut settings.stick_distances[0], LENGTH)),
    ("stick_distance_head", |settings| Slot::Number(&mut settings.stick_distances[1], LENGTH)),
    ("in_background", |settings| Slot::Flag(&mut settings.in_background)),
    ("insertion_pending", |settings| Slot::Flag(&mut settings.insertion_pending)),
    ("host_decides_batches", |settings| Slot::Flag(&mut settings.host_decides_batches)),
    ("sticks_tail", |settings| Slot::Flag(&mut settings.sticks[0])),
    ("sticks_head", |settings| Slot::Flag(&mut settings.sticks[1])),
    ("uses_mean_estimate", |settings| Slot::Flag(&mut settings.uses_mean_estimate)),
    ("pins_headers", |settings| Slot::Flag(&mut settings.pins_headers)),
];
