//! What a host tells a list: options, settings, the viewport.

use std::mem::size_of;

use crate::ffi::{
    self, rc_list_options, rc_list_settings, rc_tuning, rc__tuning_table, rc_viewport,
};
use crate::values::check;
use crate::{Error, Presence, Pressure, RangeKind, RangeMode, ShortContentPolicy};

/// Has C fill in a struct that starts as zeroes.
macro_rules! initialized {
    ($type:ty, $init:path) => {{
        // SAFETY: zeroes are a value of the type, and `init` writes no more than it.
        unsafe {
            let mut value: $type = std::mem::zeroed();
            $init(&mut value);
            value
        }
    }};
}

/// What a list is made with, for life.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Items a row, at least 1.
    pub columns: u32,
    /// The extent of a row that is not measured, in points.
    pub estimate: f64,
    /// Between each two rows, in points, not negative.
    pub spacing: f64,
}

impl Default for Options {
    fn default() -> Self {
        let c = initialized!(rc_list_options, ffi::rc_list_options_init);
        Self { columns: c.columns, estimate: c.estimate, spacing: c.spacing }
    }
}

impl Options {
    pub(crate) fn to_c(&self) -> rc_list_options {
        rc_list_options {
            struct_size: size_of::<rc_list_options>() as u32,
            columns: self.columns,
            estimate: self.estimate,
            spacing: self.spacing,
        }
    }
}

/// How far one range reaches past the viewport, in viewport lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// On the side toward which the user moves; finite, not negative.
    pub leading: f64,
    /// On the other side; finite, not negative.
    pub trailing: f64,
    /// `false` for the empty set, which not even a visible item is in.
    pub enabled: bool,
}

/// The tuning of each range in each mode.
#[derive(Clone, Debug)]
pub struct TuningTable(rc__tuning_table);

impl Default for TuningTable {
    fn default() -> Self {
        Self(initialized!(rc__tuning_table, ffi::rc__tuning_table_init))
    }
}

impl TuningTable {
    /// The defaults of a pager, which shows one item a screen.
    pub fn pager() -> Self {
        Self(initialized!(rc__tuning_table, ffi::rc_tuning_table_init_pager))
    }

    /// The tuning of one range in one mode.
    pub fn get(&self, mode: RangeMode, range: RangeKind) -> Tuning {
        let mut c = rc_tuning { leading: 0.0, trailing: 0.0, enabled: 0, reserved: 0 };
        // SAFETY: both structs are C's. It cannot fail: mode and range are known.
        unsafe { ffi::rc_tuning_table_get(&self.0, mode as u32, range as u32, &mut c) };
        Tuning { leading: c.leading, trailing: c.trailing, enabled: c.enabled != 0 }
    }

    /// Sets the tuning of one range in one mode.
    pub fn set(&mut self, mode: RangeMode, range: RangeKind, tuning: Tuning) -> Result<(), Error> {
        let c = rc_tuning {
            leading: tuning.leading,
            trailing: tuning.trailing,
            enabled: tuning.enabled.into(),
            reserved: 0,
        };
        // SAFETY: both structs are C's.
        check(unsafe { ffi::rc_tuning_table_set(&mut self.0, mode as u32, range as u32, c) })
    }
}

/// What a host can change about a list at any time; it counts from the next update on.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Screens on top of the list's own, not negative.
    pub depth: i32,
    /// Where the list is.
    pub presence: Presence,
    /// How short of memory the system is.
    pub pressure: Pressure,
    /// When content that is shorter than the viewport makes the tail fetch.
    pub short_content_policy: ShortContentPolicy,
    /// How far each range reaches in each mode.
    pub tunings: TuningTable,
    /// By how many screenfuls an item may leave a range before it loses the range's bit.
    pub slack: f64,
    /// By how much the user must scroll back before leading and trailing swap, in points.
    pub direction_threshold: f64,
    /// How many screenfuls before an [`End`](crate::End) its batch is fetched; 0 turns it off.
    pub leading_screens: [f64; 2],
    /// Room before the first item and after the last, by [`End`](crate::End), in points.
    pub extra_lengths: [f64; 2],
    /// The app is in the background.
    pub in_background: bool,
    /// Fetched items are still to be inserted: no end asks for more.
    pub insertion_pending: bool,
    /// While the viewport moves toward an end, its batch decision is *defer*.
    pub host_decides_batches: bool,
    /// A viewport at the content's end stays there through edits, as a chat does.
    pub sticks_to_end: bool,
    /// The estimate becomes the mean of what is measured, at each update.
    pub uses_mean_estimate: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self::from_c(&initialized!(rc_list_settings, ffi::rc_list_settings_init))
    }
}

impl Settings {
    pub(crate) fn from_c(c: &rc_list_settings) -> Self {
        Self {
            depth: c.depth,
            presence: Presence::from_c(c.presence),
            pressure: Pressure::from_c(c.pressure),
            short_content_policy: ShortContentPolicy::from_c(c.short_content_policy),
            tunings: TuningTable(c.tunings),
            slack: c.slack,
            direction_threshold: c.direction_threshold,
            leading_screens: c.leading_screens,
            extra_lengths: c.extra_lengths,
            in_background: c.in_background,
            insertion_pending: c.insertion_pending,
            host_decides_batches: c.host_decides_batches,
            sticks_to_end: c.sticks_to_end,
            uses_mean_estimate: c.uses_mean_estimate,
        }
    }

    pub(crate) fn to_c(&self) -> rc_list_settings {
        rc_list_settings {
            struct_size: size_of::<rc_list_settings>() as u32,
            depth: self.depth,
            presence: self.presence as u32,
            pressure: self.pressure as u32,
            short_content_policy: self.short_content_policy as u32,
            reserved: 0,
            tunings: self.tunings.0,
            slack: self.slack,
            direction_threshold: self.direction_threshold,
            leading_screens: self.leading_screens,
            extra_lengths: self.extra_lengths,
            in_background: self.in_background,
            insertion_pending: self.insertion_pending,
            host_decides_batches: self.host_decides_batches,
            sticks_to_end: self.sticks_to_end,
            uses_mean_estimate: self.uses_mean_estimate,
            reserved_bytes: [0; 3],
        }
    }
}

/// Where the viewport is, and what the host knows about its movement; at rest by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Viewport {
    /// The scroll comes from the user, not from the program.
    pub is_user: bool,
    /// The user touches the list: corrections are kept as pending until an update without this.
    pub is_held: bool,
    /// The host's scroll offset, in points; without the corrections that this update gives.
    pub offset: f64,
    /// In points, not negative; 0 is a hidden container.
    pub length: f64,
    /// What is covered at its start, in points, not negative.
    pub inset_start: f64,
    /// What is covered at its end, in points, not negative.
    pub inset_end: f64,
    /// Points a second, forward positive; 0 when at rest or not known.
    pub velocity: f64,
    /// The offset at which a fling will come to rest, where that is known.
    pub landing_offset: Option<f64>,
    /// The host's clock, in seconds.
    pub time: f64,
    /// A random number in 0 … 1, so that not all clients retry at the same time.
    pub jitter: f64,
}

impl Viewport {
    pub(crate) fn to_c(&self) -> rc_viewport {
        rc_viewport {
            struct_size: size_of::<rc_viewport>() as u32,
            is_user: self.is_user,
            is_held: self.is_held,
            has_landing: self.landing_offset.is_some(),
            reserved: 0,
            offset: self.offset,
            length: self.length,
            inset_start: self.inset_start,
            inset_end: self.inset_end,
            velocity: self.velocity,
            landing_offset: self.landing_offset.unwrap_or(0.0),
            time: self.time,
            jitter: self.jitter,
        }
    }
}
