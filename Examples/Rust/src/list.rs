//! The engine of one list.

use std::ops::Range;
use std::ptr::{self, NonNull};

use crate::ffi::{self, rc_item, rc_list};
use crate::update::range;
use crate::values::{check, text};
use crate::Viewport;
use crate::{Alignment, BatchContext, End, Error, Options, RangeMode, Settings, State, Update};

/// Where one item is.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its index.
    pub index: i64,
    /// Where it starts, in points.
    pub offset: f64,
    /// How long it is, in points; the estimate where it is not measured.
    pub extent: f64,
    /// Whether it is measured.
    pub is_measured: bool,
}

impl Item {
    fn from_c(c: &rc_item) -> Self {
        Self { index: c.index, offset: c.offset, extent: c.extent, is_measured: c.is_measured }
    }
}

/// A list: its extents, states, range mode, anchor and batches.
///
/// It can be sent to another thread, but not shared between them: one call at a time is allowed,
/// and lookups are calls that write, for they remember where they ended. Put it into a `Mutex` to
/// share it.
#[derive(Debug)]
pub struct List {
    raw: NonNull<rc_list>,
}

// SAFETY: the engine has no globals and no thread of its own, its allocator is the C library's, and
// only this owns the list. It is not `Sync`: a pointer is not, and two queries at once would race.
unsafe impl Send for List {}

impl Drop for List {
    fn drop(&mut self) {
        // SAFETY: ends the list that this owns, once. Nothing borrows from it any more.
        unsafe { ffi::rc_list_destroy(self.raw.as_ptr()) };
    }
}

/// Calls a function of the list that answers with a status.
///
/// SAFETY: the list lives as long as `self`, `self` is on one thread, slices are given with their
/// lengths, and what is written is a local or a slice that was borrowed for it.
macro_rules! call {
    ($self:ident, $function:ident $(, $argument:expr)*) => {{
        // SAFETY: as above.
        check(unsafe { ffi::$function($self.raw.as_ptr() $(, $argument)*) })
    }};
}

impl List {
    /// Makes an empty list.
    ///
    /// Panics where the library that is linked is of another version than this binding.
    pub fn new(options: Options) -> Result<Self, Error> {
        // Structs of another version may be larger than those that are lent to C here.
        assert_eq!(
            crate::version(),
            env!("CARGO_PKG_VERSION"),
            "librangecore is of another version"
        );
        let mut raw = ptr::null_mut();
        // SAFETY: the options live through the call, which copies them; no allocator is given.
        check(unsafe { ffi::rc_list_create(&options.to_c(), ptr::null(), &mut raw) })?;
        NonNull::new(raw).map(|raw| Self { raw }).ok_or(Error::NoMemory)
    }

    // -- settings --

    /// Changes the settings, all at once.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), Error> {
        call!(self, rc_list_set_settings, &settings.to_c())
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        let mut c = Settings::default().to_c();
        // It cannot fail: the struct has its size.
        let _ = call!(self, rc_list_get_settings, &mut c);
        Settings::from_c(&c)
    }

    /// Sets an explicit range mode, until the next update that is the user's.
    pub fn set_mode(&mut self, mode: RangeMode) {
        let _ = call!(self, rc_list_set_mode, mode as u32);
    }

    /// Makes full the base mode, as the user's first scroll would.
    pub fn promote(&mut self) {
        let _ = call!(self, rc_list_mark_scrolled);
    }

    // -- edits: each call's indices mean the list as the call before left it --

    /// Inserts items that are not measured.
    pub fn insert(&mut self, index: i64, count: i64) -> Result<(), Error> {
        call!(self, rc_list_insert, index, count)
    }

    /// Inserts measured items, each with its extent in points; for lists of one column.
    pub fn insert_measured(&mut self, index: i64, extents: &[f64]) -> Result<(), Error> {
        call!(self, rc_list_insert_measured, index, extents.as_ptr(), extents.len() as i64)
    }

    /// Removes items.
    pub fn remove(&mut self, items: Range<i64>) -> Result<(), Error> {
        call!(self, rc_list_remove, items.start, items.end)
    }

    /// Moves items, with state and extent, so that the first of them has the index `to`.
    pub fn move_items(&mut self, items: Range<i64>, to: i64) -> Result<(), Error> {
        call!(self, rc_list_move, items.start, items.end, to)
    }

    /// Forgets the measurements of items; their states stay.
    pub fn reload(&mut self, items: Range<i64>) -> Result<(), Error> {
        call!(self, rc_list_forget, items.start, items.end)
    }

    /// Measures consecutive rows, each with its extent in points.
    pub fn measure(&mut self, row: i64, extents: &[f64]) -> Result<(), Error> {
        call!(self, rc_list_set_row_extents, row, extents.as_ptr(), extents.len() as i64)
    }

    /// Changes the extent of all rows that are not measured, in points.
    pub fn set_estimate(&mut self, estimate: f64) -> Result<(), Error> {
        call!(self, rc_list_set_estimate, estimate)
    }

    // -- update --

    /// Moves the viewport, takes all edits since the last update into account, and answers.
    pub fn update(&mut self, viewport: &Viewport) -> Result<Update<'_>, Error> {
        // SAFETY: zeroes are a value of the struct.
        let mut c = unsafe { std::mem::zeroed() };
        call!(self, rc_list_update, &viewport.to_c(), &mut c)?;
        // SAFETY: the list stays borrowed as long as the update lives.
        Ok(unsafe { Update::new(self, &c) })
    }

    /// Finds the scroll offset at which an item is where it should be, and aims at it.
    pub fn scroll_to(&mut self, index: i64, alignment: Alignment) -> Result<f64, Error> {
        let mut offset = 0.0;
        call!(self, rc_list_set_scroll_target, index, alignment as u32, &mut offset)?;
        Ok(offset)
    }

    // -- batches --

    /// Begins a fetch at one end; [`Error::Busy`] while one is in flight there.
    pub fn begin_batch(&mut self, end: End) -> Result<BatchContext, Error> {
        let (mut context, mut token) = (ptr::null_mut(), 0);
        call!(self, rc_list_begin_batch, end as u32, &mut context, &mut token)?;
        let context = NonNull::new(context).expect("a flight has a context");
        Ok(BatchContext::new(context, token))
    }

    /// Asks again at once after failures or fetches that brought nothing.
    pub fn retry_batch(&mut self, end: End) {
        let _ = call!(self, rc_list_retry_batch, end as u32);
    }

    /// Starts an end afresh, for a refresh or a new filter.
    pub fn reset_batch(&mut self, end: End) {
        let _ = call!(self, rc_list_reset_batch, end as u32);
    }

    /// Says that there is nothing more at an end, until it is reset.
    pub fn end_batch(&mut self, end: End) {
        let _ = call!(self, rc_list_mark_exhausted, end as u32);
    }

    // -- queries --

    /// The number of items.
    pub fn count(&self) -> i64 {
        // SAFETY: as of `call`.
        unsafe { ffi::rc_list_count(self.raw.as_ptr()) }
    }

    /// The number of measured rows.
    pub fn measured_count(&self) -> i64 {
        // SAFETY: as of `call`.
        unsafe { ffi::rc_list_measured_row_count(self.raw.as_ptr()) }
    }

    /// The length to scroll, in points.
    pub fn length(&self) -> f64 {
        // SAFETY: as of `call`.
        unsafe { ffi::rc_list_length(self.raw.as_ptr()) }
    }

    /// The extent of rows that are not measured, in points.
    pub fn estimate(&self) -> f64 {
        // SAFETY: as of `call`.
        unsafe { ffi::rc_list_get_estimate(self.raw.as_ptr()) }
    }

    /// Where an item is.
    pub fn item(&self, index: i64) -> Result<Item, Error> {
        // SAFETY: zeroes are a value of the struct.
        let mut c = unsafe { std::mem::zeroed() };
        call!(self, rc_list_item, index, &mut c)?;
        Ok(Item::from_c(&c))
    }

    /// The item at an offset: the last that starts at or before it.
    pub fn item_at(&self, offset: f64) -> Result<Item, Error> {
        // SAFETY: zeroes are a value of the struct.
        let mut c = unsafe { std::mem::zeroed() };
        call!(self, rc_list_item_at, offset, &mut c)?;
        Ok(Item::from_c(&c))
    }

    /// The items in a range of offsets.
    pub fn items_in(&self, offsets: Range<f64>) -> Result<Range<i64>, Error> {
        let mut c = ffi::rc_interval { lower: 0, upper: 0 };
        call!(self, rc_list_items_in, offsets.start, offsets.end, &mut c)?;
        Ok(range(c))
    }

    /// Copies out the offsets and extents of consecutive rows.
    ///
    /// Either slice may be empty where it is not wanted; else it has room for exactly the rows.
    pub fn copy(
        &self,
        rows: Range<i64>,
        offsets: &mut [f64],
        extents: &mut [f64],
    ) -> Result<(), Error> {
        let (offsets, extents) = (room(&rows, offsets, true)?, room(&rows, extents, true)?);
        call!(self, rc_list_copy_rows, rows.start, rows.end, offsets, extents)
    }

    /// The state of an item as of the last update; [`State::NONE`] for an index out of bounds.
    pub fn state(&self, index: i64) -> State {
        // SAFETY: as of `call`.
        unsafe { ffi::rc_list_state(self.raw.as_ptr(), index) }
    }

    /// Copies out the states of items into a slice with room for exactly them.
    pub fn copy_states(&self, items: Range<i64>, states: &mut [State]) -> Result<(), Error> {
        call!(self, rc_list_copy_states, items.start, items.end, room(&items, states, false)?)
    }

    /// Checks every promise that the list makes to itself, and says which is broken.
    pub fn validate(&self) -> Result<(), &'static str> {
        let mut reason = ptr::null();
        call!(self, rc_list_validate, &mut reason).map_err(|_| match reason.is_null() {
            true => "invalid",
            // SAFETY: it is not NULL, and then a static string.
            false => unsafe { text(reason) },
        })
    }
}

/// Where to copy a range to: the slice, if it is as long; NULL for an empty one that may be.
fn room<T>(range: &Range<i64>, slice: &mut [T], may_be_missing: bool) -> Result<*mut T, Error> {
    match range.end.checked_sub(range.start) {
        Some(count) if usize::try_from(count) == Ok(slice.len()) => Ok(slice.as_mut_ptr()),
        _ if may_be_missing && slice.is_empty() => Ok(ptr::null_mut()),
        _ => Err(Error::Argument),
    }
}
