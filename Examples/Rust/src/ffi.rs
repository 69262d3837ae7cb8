//! The C declarations, as `rangecore.h` has them; `tests/layout.rs` compares them with the header.
//!
//! Enumerations are `u32` here: a value that this binding does not know must not become a Rust
//! `enum`. What the engine fills in starts as zeroes, which is a value of every struct below.

#![allow(missing_docs)]

use std::marker::{PhantomData, PhantomPinned};
use std::mem::{size_of, MaybeUninit};
use std::os::raw::{c_char, c_void};
use std::ptr::addr_of;

use crate::State;

/// A type that only C can look into, and that no thread owns by itself.
macro_rules! opaque {
    ($($name:ident)*) => {$(
        #[repr(C)]
        pub struct $name {
            _data: [u8; 0],
            _marker: PhantomData<(*mut u8, PhantomPinned)>,
        }
    )*};
}
opaque!(rc_list rc_batch_context);

/// Where a field is. Debian 12 has a Rust that has no such macro of its own.
macro_rules! offset_of {
    ($name:ident, $field:ident) => {{
        let value = MaybeUninit::<$name>::uninit();
        // SAFETY: takes the address of a field of what is not initialised, and reads neither.
        let field = unsafe { addr_of!((*value.as_ptr()).$field) };
        field as usize - value.as_ptr() as usize
    }};
}

/// Declares structs, and a list of their fields for the test.
macro_rules! layouts {
    ($($(#[$attribute:meta])* $name:ident { $($field:ident: $type:ty,)* })*) => {
        $(
            $(#[$attribute])*
            #[repr(C)]
            #[derive(Clone, Copy, Debug)]
            pub struct $name { $(pub $field: $type,)* }
        )*

        /// The name and size of each struct, and the name, offset and size of each of its fields.
        pub fn layouts() -> Vec<(&'static str, usize, Vec<(&'static str, usize, usize)>)> {
            vec![$((
                stringify!($name),
                size_of::<$name>(),
                vec![$((
                    stringify!($field),
                    offset_of!($name, $field),
                    size_of::<$type>(),
                )),*],
            )),*]
        }
    };
}

layouts! {
    rc_interval { lower: i64, upper: i64, }
    rc_tuning { leading: f64, trailing: f64, enabled: u32, reserved: u32, }
    rc__tuning_table { tunings: [rc_tuning; 24], }
    rc_item { index: i64, offset: f64, extent: f64, is_measured: bool, reserved: [u8; 7], }
    rc_change {
        lower: i64,
        upper: i64,
        distance: f64,
        before: State,
        after: State,
        reserved: [u8; 6],
    }
    rc_changes {
        items: *const rc_change,
        count: usize,
        removed_count: usize,
        left_count: usize,
    }
    rc_batch_decision {
        answer: u32,
        reason: u32,
        remaining: f64,
        seconds: f64,
        is_near: bool,
        reserved: [u8; 7],
    }
    rc_list_options { struct_size: u32, columns: u32, estimate: f64, spacing: f64, }
    rc_list_settings {
        struct_size: u32,
        depth: i32,
        presence: u32,
        pressure: u32,
        short_content_policy: u32,
        reserved: u32,
        tunings: rc__tuning_table,
        slack: f64,
        direction_threshold: f64,
        leading_screens: [f64; 2],
        extra_lengths: [f64; 2],
        in_background: bool,
        insertion_pending: bool,
        host_decides_batches: bool,
        sticks_to_end: bool,
        uses_mean_estimate: bool,
        reserved_bytes: [u8; 3],
    }
    rc_viewport {
        struct_size: u32,
        is_user: bool,
        is_held: bool,
        has_landing: bool,
        reserved: u8,
        offset: f64,
        length: f64,
        inset_start: f64,
        inset_end: f64,
        velocity: f64,
        landing_offset: f64,
        time: f64,
        jitter: f64,
    }
    rc_update {
        changes: rc_changes,
        visible: rc_interval,
        ranges: [rc_interval; 6],
        correction: f64,
        pending: f64,
        offset: f64,
        next_time: f64,
        batches: [rc_batch_decision; 2],
        mode: u32,
        presence: u32,
        direction: u32,
        reserved: u32,
    }
}

extern "C" {
    pub fn rc_status_text(status: u32) -> *const c_char;
    pub fn rc_version_text() -> *const c_char;
    pub fn rc_batch_reason_text(reason: u32) -> *const c_char;
    pub fn rc_ticks_from_points(points: f64, out_ticks: *mut i64) -> u32;
    pub fn rc_ticks_to_points(ticks: i64) -> f64;

    pub fn rc__tuning_table_init(table: *mut rc__tuning_table);
    pub fn rc_tuning_table_init_pager(table: *mut rc__tuning_table);
    pub fn rc_tuning_table_get(
        table: *const rc__tuning_table,
        mode: u32,
        range: u32,
        out_tuning: *mut rc_tuning,
    ) -> u32;
    pub fn rc_tuning_table_set(
        table: *mut rc__tuning_table,
        mode: u32,
        range: u32,
        tuning: rc_tuning,
    ) -> u32;

    pub fn rc_list_options_init(options: *mut rc_list_options);
    pub fn rc_list_settings_init(settings: *mut rc_list_settings);
    pub fn rc_viewport_init(viewport: *mut rc_viewport);
    pub fn rc_list_create(
        options: *const rc_list_options,
        allocator: *const c_void,
        out_list: *mut *mut rc_list,
    ) -> u32;
    pub fn rc_list_destroy(list: *mut rc_list);
    pub fn rc_list_set_settings(list: *mut rc_list, settings: *const rc_list_settings) -> u32;
    pub fn rc_list_get_settings(list: *const rc_list, out_settings: *mut rc_list_settings) -> u32;
    pub fn rc_list_set_mode(list: *mut rc_list, mode: u32) -> u32;
    pub fn rc_list_mark_scrolled(list: *mut rc_list) -> u32;

    pub fn rc_list_insert(list: *mut rc_list, index: i64, count: i64) -> u32;
    pub fn rc_list_insert_measured(
        list: *mut rc_list,
        index: i64,
        extent: *const f64,
        count: i64,
    ) -> u32;
    pub fn rc_list_remove(list: *mut rc_list, lower: i64, upper: i64) -> u32;
    pub fn rc_list_move(list: *mut rc_list, lower: i64, upper: i64, to: i64) -> u32;
    pub fn rc_list_forget(list: *mut rc_list, lower: i64, upper: i64) -> u32;
    pub fn rc_list_set_row_extents(list: *mut rc_list, row: i64, extent: *const f64, count: i64) -> u32;
    pub fn rc_list_set_estimate(list: *mut rc_list, estimate: f64) -> u32;

    pub fn rc_list_update(
        list: *mut rc_list,
        viewport: *const rc_viewport,
        out_update: *mut rc_update,
    ) -> u32;
    pub fn rc_list_set_scroll_target(
        list: *mut rc_list,
        index: i64,
        alignment: u32,
        out_offset: *mut f64,
    ) -> u32;

    pub fn rc_list_begin_batch(
        list: *mut rc_list,
        end: u32,
        out_context: *mut *mut rc_batch_context,
        out_token: *mut u32,
    ) -> u32;
    pub fn rc_list_retry_batch(list: *mut rc_list, end: u32) -> u32;
    pub fn rc_list_reset_batch(list: *mut rc_list, end: u32) -> u32;
    pub fn rc_list_mark_exhausted(list: *mut rc_list, end: u32) -> u32;

    pub fn rc_list_count(list: *const rc_list) -> i64;
    pub fn rc_list_measured_row_count(list: *const rc_list) -> i64;
    pub fn rc_list_length(list: *const rc_list) -> f64;
    pub fn rc_list_get_estimate(list: *const rc_list) -> f64;
    // These keep what they found for the next lookup: the list is not const.
    pub fn rc_list_item(list: *mut rc_list, index: i64, out_item: *mut rc_item) -> u32;
    pub fn rc_list_item_at(list: *mut rc_list, offset: f64, out_item: *mut rc_item) -> u32;
    pub fn rc_list_items_in(
        list: *mut rc_list,
        lower: f64,
        upper: f64,
        out_items: *mut rc_interval,
    ) -> u32;
    pub fn rc_list_copy_rows(
        list: *mut rc_list,
        lower: i64,
        upper: i64,
        out_offsets: *mut f64,
        out_extents: *mut f64,
    ) -> u32;
    pub fn rc_list_state(list: *const rc_list, index: i64) -> State;
    pub fn rc_list_copy_states(
        list: *const rc_list,
        lower: i64,
        upper: i64,
        out_states: *mut State,
    ) -> u32;
    pub fn rc_list_validate(list: *const rc_list, out_reason: *mut *const c_char) -> u32;

    pub fn rc_batch_context_retain(context: *mut rc_batch_context) -> *mut rc_batch_context;
    pub fn rc_batch_context_release(context: *mut rc_batch_context);
    pub fn rc_batch_context_is_fetching(context: *const rc_batch_context) -> bool;
    pub fn rc_batch_context_outcome(context: *const rc_batch_context, token: u32) -> u32;
    pub fn rc_batch_context_was_cancelled(context: *const rc_batch_context, token: u32) -> bool;
    pub fn rc_batch_context_finish(context: *mut rc_batch_context, token: u32, outcome: u32)
        -> u32;
}
