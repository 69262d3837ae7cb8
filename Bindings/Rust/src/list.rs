//! The engine of one list, its updates and its fetches.

use std::fmt;
use std::ops::{Deref, Range};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use crate::error::{check, only, refused, Argument};
use crate::ffi::{self, rc_batch_context, rc_host, rc_list, ImpressionView};
use crate::{
    BatchOutcome, Change, Diff, EditKind, End, Error, Foresight, Id, Interval, Item, LanesPosition,
    ListOptions, ListSettings, PinnedHeader, RangeMode, Section, State, Tuning, Viewport, ID_NONE,
};

/// A list: its extents, states, range mode, anchor and batches.
///
/// It can be sent to another thread but not shared: it takes one call at a time, queries included.
pub struct List {
    raw: NonNull<rc_list>,
    /// With the list, so that it cannot outlive it; see [`Host`](crate::Host).
    pub(crate) host: Option<NonNull<rc_host>>,
    /// How many items each change of the last update has.
    change_sizes: Vec<usize>,
}

// SAFETY: the engine has no globals and no threads, its allocator is the C library's, and only this
// owns the list. It is not `Sync`, because a pointer is not.
unsafe impl Send for List {}

impl fmt::Debug for List {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, rows, length) = (self.count(), self.measured_row_count(), self.length());
        write!(formatter, "List({count} items, {rows} measured rows, length {length})")
    }
}

impl fmt::Display for List {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, formatter)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        self.destroy_host();
        // SAFETY: this owns the list, and nothing borrows from it any more.
        unsafe { ffi::rc_list_destroy(self.raw.as_ptr()) };
    }
}

/// Calls a function of the list, which returns a status or, after `get`, a value. The arguments after
/// a semicolon are those that an error can name.
macro_rules! call {
    (get $self:ident, $function:ident $(, $argument:expr)*) => {
        // SAFETY: the list lives as long as `self`, which only this thread uses; slices are passed
        // with their lengths, and results are written to locals or to slices of the right length.
        unsafe { ffi::$function($self.raw.as_ptr() $(, $argument)*) }
    };
    ($self:ident, $function:ident $(, $argument:expr)* $(; $($name:ident),*)?) => {
        check(call!(get $self, $function $(, $argument)*), |is_limit| {
            let named: &[(_, &dyn Argument)] = &[$($((stringify!($name), &$name)),*)?];
            refused($self.count(), named, is_limit)
        })
    };
}

/// Calls a function of the list with an `out_` parameter, and returns what it writes.
macro_rules! answer {
    ($self:ident, $function:ident $(, $argument:expr)* $(; $($name:ident),*)?) => {{
        // SAFETY: zeroes are a value of every type that the library writes.
        let mut answer = unsafe { std::mem::zeroed() };
        call!($self, $function $(, $argument)*, &mut answer $(; $($name),*)?).map(|()| answer)
    }};
}

impl List {
    /// Creates an empty list.
    pub fn new(options: &ListOptions) -> Result<Self, Error> {
        let mut raw = ptr::null_mut();
        // SAFETY: the library copies the options.
        let status = unsafe { ffi::rc_list_create(options, ptr::null(), &mut raw) };
        check(status, |is_limit| refused(0, &[("options", options)], is_limit))?;
        let raw = NonNull::new(raw).ok_or(Error::NoMemory)?;
        Ok(Self { raw, host: None, change_sizes: Vec::new() })
    }

    /// Gives the list a host.
    pub(crate) fn create_host(&mut self) -> Result<(), Error> {
        let mut host = ptr::null_mut();
        call!(self, rc_host_create, ptr::null(), ptr::null(), &mut host)?;
        self.host = NonNull::new(host);
        Ok(())
    }

    pub(crate) fn destroy_host(&mut self) {
        if let Some(host) = self.host.take() {
            // SAFETY: this owns the host, and nothing borrows from it any more.
            unsafe { ffi::rc_host_destroy(host.as_ptr()) };
        }
    }

    /// Remembers what [`Self::change_names`] has to know.
    ///
    /// # Safety
    /// No edit or update came after the one that lent the changes.
    pub(crate) unsafe fn remember(&mut self, changes: &ffi::Changes) {
        self.change_sizes.clear();
        // SAFETY: as above.
        let changes = unsafe { slice_of(changes.items, changes.count) };
        self.change_sizes.extend(changes.iter().map(|it| (it.upper - it.lower) as usize));
    }

    /// The settings.
    pub fn settings(&self) -> Result<ListSettings, Error> {
        answer!(self, rc_list_get_settings)
    }

    /// Replaces the settings.
    pub fn set_settings(&mut self, settings: &ListSettings) -> Result<(), Error> {
        call!(self, rc_list_set_settings, settings; settings)
    }

    /// The tuning of one range in one mode.
    pub fn tuning(&self, mode: RangeMode, range: crate::Range) -> Result<Tuning, Error> {
        answer!(self, rc_list_get_tuning, mode, range)
    }

    /// Replaces the tuning of one range in one mode.
    pub fn set_tuning(
        &mut self,
        mode: RangeMode,
        range: crate::Range,
        tuning: Tuning,
    ) -> Result<(), Error> {
        call!(self, rc_list_set_tuning, mode, range, tuning; tuning)
    }

    /// Sets an explicit range mode, which holds until the next user-driven update.
    pub fn set_mode(&mut self, mode: RangeMode) -> Result<(), Error> {
        call!(self, rc_list_set_mode, mode)
    }

    /// Treats the user as having scrolled.
    pub fn mark_scrolled(&mut self) -> Result<(), Error> {
        call!(self, rc_list_mark_scrolled)
    }

    /// Inserts items that are not measured.
    pub fn insert(&mut self, index: i64, count: i64) -> Result<(), Error> {
        call!(self, rc_list_insert, index, ptr::null(), count; index, count)
    }

    /// Inserts items with these extents; for lists of one column.
    pub fn insert_extents(&mut self, index: i64, extents: &[f64]) -> Result<(), Error> {
        call!(self, rc_list_insert, index, extents.as_ptr(), extents.len() as i64; index, extents)
    }

    /// Removes items.
    pub fn remove(&mut self, items: Range<i64>) -> Result<(), Error> {
        call!(self, rc_list_remove, items.start, items.end; items)
    }

    /// Moves items so that the first of them has the index `to` afterwards.
    pub fn move_items(&mut self, items: Range<i64>, to: i64) -> Result<(), Error> {
        call!(self, rc_list_move, items.start, items.end, to; items, to)
    }

    /// Forgets the extents of the rows that hold these items.
    pub fn forget(&mut self, items: Range<i64>) -> Result<(), Error> {
        call!(self, rc_list_forget, items.start, items.end; items)
    }

    /// Sets the extents of consecutive rows, which makes them measured.
    pub fn set_row_extents(&mut self, row: i64, extents: &[f64]) -> Result<(), Error> {
        call!(self, rc_list_set_row_extents, row, extents.as_ptr(), extents.len();
            extents, row)
    }

    /// Has the measured rows that hold these items measured again; they keep their extents until
    /// then.
    pub fn mark_provisional(&mut self, items: Range<i64>) -> Result<(), Error> {
        call!(self, rc_list_mark_provisional, items.start, items.end; items)
    }

    /// Makes an item a header, of a section of this many columns; 0 for as many as the list has.
    pub fn mark_header(&mut self, index: i64, columns: u32) -> Result<(), Error> {
        call!(self, rc_list_mark_header, index, columns; index)
    }

    /// Makes a header an ordinary item.
    pub fn unmark_header(&mut self, index: i64) -> Result<(), Error> {
        call!(self, rc_list_unmark_header, index; index)
    }

    /// Changes the number of columns and the spacing, in points; rows that keep their extents
    /// become provisional.
    pub fn set_layout(
        &mut self,
        columns: u32,
        spacing: f64,
        keeps_extents: bool,
    ) -> Result<(), Error> {
        call!(self, rc_list_set_layout, columns, spacing, keeps_extents; columns, spacing)
    }

    /// Lays the list out in lanes, 1 … 16 (masonry): each item goes on where its own lane ends, and
    /// keeps its lane, whatever is measured or edited. [`set_layout`](Self::set_layout) goes back.
    ///
    /// A lane that ends up to `tolerance` points later than the first one may still be taken; the same
    /// lanes and spacing again set that alone.
    ///
    /// ```
    /// use rangecore::{List, ListOptions, Viewport, SPAN_WIDE};
    ///
    /// let mut list = List::new(&ListOptions::default())?;
    /// list.insert_extents(0, &[60.0, 120.0, 50.0, 80.0])?;
    /// list.set_lanes(2, 10.0, 0.0, true)?;
    /// list.set_span(3..4, SPAN_WIDE)?;
    /// list.update(&Viewport { length: 200.0, ..Viewport::default() })?;
    /// let places = list.places(2..4)?;
    /// assert_eq!((places[0].lane, places[0].offset), (0, 70.0));
    /// assert_eq!((places[1].span, places[1].offset), (SPAN_WIDE, 130.0));
    /// # Ok::<(), rangecore::Error>(())
    /// ```
    pub fn set_lanes(
        &mut self,
        lanes: u32,
        spacing: f64,
        tolerance: f64,
        keeps_extents: bool,
    ) -> Result<(), Error> {
        call!(self, rc_list_set_lanes, lanes, spacing, tolerance, keeps_extents;
            spacing, tolerance, lanes)
    }

    /// Makes items of a list in lanes wide, across all of them, with [`SPAN_WIDE`](crate::SPAN_WIDE);
    /// 1 puts them into a lane again.
    pub fn set_span(&mut self, items: Range<i64>, span: u32) -> Result<(), Error> {
        call!(self, rc_list_set_span, items.start, items.end, span; items, span)
    }

    /// Applies the edits that turn the ids that the items had into those that they have now.
    ///
    /// Errors: those of [`Diff::new`], and [`Error::Argument`] if there is not one old id per item;
    /// nothing changes then. [`Error::Limit`] and [`Error::NoMemory`] after the edits that fit.
    pub fn apply(&mut self, old_ids: &[Id], new_ids: &[Id]) -> Result<(), Error> {
        self.apply_edits(old_ids, new_ids, None)
    }

    /// The same, with the extents of the items that they have now: those that are inserted have
    /// theirs; for lists of one column.
    ///
    /// Errors: also [`Error::Argument`] if there is not one extent per new id.
    pub fn apply_extents(
        &mut self,
        old_ids: &[Id],
        new_ids: &[Id],
        extents: &[f64],
    ) -> Result<(), Error> {
        if extents.len() != new_ids.len() {
            return Err(Error::of("extents"));
        }
        self.apply_edits(old_ids, new_ids, Some(extents))
    }

    fn apply_edits(
        &mut self,
        old_ids: &[Id],
        new_ids: &[Id],
        extents: Option<&[f64]>,
    ) -> Result<(), Error> {
        if old_ids.len() as i64 != self.count() {
            return Err(Error::of("old_ids"));
        }
        for edit in Diff::new(old_ids, new_ids)?.edits() {
            match (edit.kind, extents) {
                (EditKind::Remove, _) => self.remove(edit.items())?,
                // Where they are then is where they are in the end.
                (EditKind::Insert, Some(extents)) => self.insert_extents(
                    edit.lower,
                    &extents[edit.lower as usize..edit.upper as usize],
                )?,
                (EditKind::Insert, None) => self.insert(edit.lower, edit.upper - edit.lower)?,
                (EditKind::Move, _) => self.move_items(edit.items(), edit.to)?,
                // Only of stores.
                (EditKind::Fill | EditKind::Clear, _) => {}
            }
        }
        Ok(())
    }

    /// The extent of rows that are not measured, in points.
    pub fn estimate(&self) -> f64 {
        call!(get self, rc_list_get_estimate)
    }

    /// Sets the extent of all rows that are not measured, in points.
    pub fn set_estimate(&mut self, estimate: f64) -> Result<(), Error> {
        call!(self, rc_list_set_estimate, estimate; estimate)
    }

    /// Moves the viewport, applies all edits since the last update, and lists what changed.
    pub fn update(&mut self, viewport: &Viewport) -> Result<Update<'_>, Error> {
        let item = viewport.item;
        let raw: ffi::Update = if viewport.has_item {
            answer!(self, rc_list_update, viewport; viewport, item)
        } else {
            answer!(self, rc_list_update, viewport; viewport)
        }?;
        // SAFETY: nothing came after the update.
        unsafe { self.remember(&raw.changes) };
        Ok(Update { list: self, raw })
    }

    /// Keeps an item with some bits of its state wherever the user scrolls, through edits;
    /// [`State::NONE`] for no longer. See `rangecore_keep.h`.
    ///
    /// The changes of an update may be borrowed meanwhile; see [`Update::list`].
    ///
    /// Errors: [`Error::Limit`] for more than 64 items.
    pub fn keep(&self, index: i64, bits: State) -> Result<(), Error> {
        call!(self, rc_list_keep, index, bits; bits, index)
    }

    /// Returns the indices of the kept items, ascending.
    pub fn kept(&self) -> Result<Vec<i64>, Error> {
        let mut indices = vec![0; ffi::RC_KEPT_ITEM_COUNT_MAX as usize];
        let mut count = 0;
        call!(self, rc_list_copy_kept, indices.as_mut_ptr(), &mut count;)?;
        indices.truncate(count);
        Ok(indices)
    }

    /// Names the items from `lower` on; [`ID_NONE`] takes a name away.
    ///
    /// A name stays with its item through edits, until the item is in no range. The changes of an
    /// update may be borrowed meanwhile; see [`Update::list`].
    pub fn set_names(&self, lower: i64, names: &[Id]) -> Result<(), Error> {
        let upper =
            lower.checked_add(names.len() as i64).ok_or(Error::because("lower", lower.shown()))?;
        call!(self, rc_list_set_names, lower, upper, names.as_ptr(); lower, names)
    }

    /// Copies the names of the items of a change of the last update; see [`Update::names`].
    ///
    /// Errors: [`Error::Argument`], also once items are inserted, removed or moved.
    pub fn change_names(&self, position: usize) -> Result<Vec<Id>, Error> {
        let wrong = Error::because("position", position.shown());
        let size = *self.change_sizes.get(position).ok_or(wrong)?;
        let mut names = vec![ID_NONE; size];
        let status = call!(get self, rc_list_copy_change_names, position, names.as_mut_ptr());
        check(status, only("position"))?;
        Ok(names)
    }

    /// Makes an item the scroll target, and returns the offset that aligns it, plus a shift in
    /// points. The fraction is 0 … 1, or a constant of [`fraction`](crate::fraction).
    pub fn set_scroll_target(
        &mut self,
        index: i64,
        fraction: f64,
        shift: f64,
    ) -> Result<f64, Error> {
        answer!(self, rc_list_set_scroll_target, index, fraction, shift; fraction, shift, index)
    }

    /// Begins a fetch at one end; [`Error::Busy`] while one is in progress there.
    pub fn begin_batch(&mut self, end: End) -> Result<BatchContext, Error> {
        let (mut raw, mut token) = (ptr::null_mut(), 0);
        call!(self, rc_list_begin_batch, end, &mut raw, &mut token)?;
        let raw = NonNull::new(raw).ok_or(Error::Corrupt)?;
        Ok(BatchContext(Arc::new(Fetch { raw, token })))
    }

    /// Lets the next update decide again at once, after failures or empty batches.
    pub fn retry_batch(&mut self, end: End) -> Result<(), Error> {
        call!(self, rc_list_retry_batch, end)
    }

    /// Resets an end, for a refresh or a new filter.
    pub fn reset_batch(&mut self, end: End) -> Result<(), Error> {
        call!(self, rc_list_reset_batch, end)
    }

    /// Marks an end as exhausted, until it is reset.
    pub fn mark_exhausted(&mut self, end: End) -> Result<(), Error> {
        call!(self, rc_list_mark_exhausted, end)
    }

    /// The number of items.
    pub fn count(&self) -> i64 {
        call!(get self, rc_list_count)
    }

    /// The number of measured rows.
    pub fn measured_row_count(&self) -> i64 {
        call!(get self, rc_list_measured_row_count)
    }

    /// The length of the content and both extra lengths, in points.
    pub fn length(&self) -> f64 {
        call!(get self, rc_list_length)
    }

    /// Finds the position of an item.
    pub fn item(&self, index: i64) -> Result<Item, Error> {
        answer!(self, rc_list_item, index; index)
    }

    /// Finds the item at an offset: the last one that starts at or before it.
    pub fn item_at(&self, offset: f64) -> Result<Item, Error> {
        answer!(self, rc_list_item_at, offset; offset)
    }

    /// Finds the items between two offsets.
    pub fn items_in(&self, offsets: Range<f64>) -> Result<Range<i64>, Error> {
        let items: Interval = answer!(self, rc_list_items_in, offsets.start, offsets.end; offsets)?;
        Ok(items.lower..items.upper)
    }

    /// Copies the offsets and extents of rows.
    pub fn rows(&self, rows: Range<i64>) -> Result<(Vec<f64>, Vec<f64>), Error> {
        // The bounds are checked first, before memory is allocated for them.
        call!(self, rc_list_copy_rows, rows.start, rows.end, ptr::null_mut(), ptr::null_mut();
            rows)?;
        let mut offsets = vec![0.0; (rows.end - rows.start) as usize];
        let mut extents = offsets.clone();
        let (to_offsets, to_extents) = (offsets.as_mut_ptr(), extents.as_mut_ptr());
        call!(self, rc_list_copy_rows, rows.start, rows.end, to_offsets, to_extents; rows)?;
        Ok((offsets, extents))
    }

    /// Copies where items are, in lanes or in columns, where a lane is a place in a row.
    pub fn places(&self, items: Range<i64>) -> Result<Vec<LanesPosition>, Error> {
        if items.start < 0 || items.end < items.start || items.end > self.count() {
            return Err(Error::because("items", items.shown()));
        }
        // SAFETY: zeroes are a value of a position.
        let mut places = vec![unsafe { std::mem::zeroed() }; (items.end - items.start) as usize];
        call!(self, rc_list_places, items.start, items.end, places.as_mut_ptr(); items)?;
        Ok(places)
    }

    /// Finds the first stretch of rows to measure among those that hold the items.
    pub fn unmeasured_rows(&self, items: Range<i64>) -> Result<Range<i64>, Error> {
        let rows: Interval = answer!(self, rc_list_unmeasured_rows, items.start, items.end; items)?;
        Ok(rows.lower..rows.upper)
    }

    /// The number of sections, which is that of headers.
    pub fn section_count(&self) -> i64 {
        call!(get self, rc_list_section_count)
    }

    /// Finds a section by its position among the sections.
    pub fn section(&self, ordinal: i64) -> Result<Section, Error> {
        answer!(self, rc_list_section, ordinal; ordinal)
    }

    /// Finds the section of an item; [`Error::NotFound`] before the first header.
    pub fn section_of_item(&self, index: i64) -> Result<Section, Error> {
        answer!(self, rc_list_section_of_item, index; index)
    }

    /// Finds the row of an item.
    pub fn row_of_item(&self, index: i64) -> Result<i64, Error> {
        answer!(self, rc_list_row_of_item, index; index)
    }

    /// Finds the items of a row.
    pub fn items_of_row(&self, row: i64) -> Result<Range<i64>, Error> {
        let items: Interval = answer!(self, rc_list_items_of_row, row; row)?;
        Ok(items.lower..items.upper)
    }

    /// Finds the header that was pinned in the last update; [`Error::NotFound`] if there was none.
    pub fn pinned_header(&self) -> Result<PinnedHeader, Error> {
        answer!(self, rc_list_pinned_header)
    }

    /// What identifies the list, as long as it lives.
    pub(crate) fn number(&self) -> i64 {
        self.raw.as_ptr() as i64
    }

    /// What is on screen of items that have such ids, and rules.
    pub(crate) fn impression_views(
        &self,
        items: Range<i64>,
        ids: &[Id],
        rules: &[u32],
        cross: f64,
    ) -> Result<Vec<ImpressionView>, Error> {
        // SAFETY: zeroes are a value of a view.
        let mut views = vec![unsafe { std::mem::zeroed() }; ids.len()];
        let (ids, rules, mut count) = (ids.as_ptr(), rules.as_ptr(), 0);
        let (at, found) = (views.as_mut_ptr(), &mut count);
        let (lower, upper) = (items.start, items.end);
        call!(self, rc_list_copy_impression_views, lower, upper, ids, rules, cross, at, found; cross)?;
        views.truncate(count);
        Ok(views)
    }

    /// Finds what the last update wants preloaded, in items, and in which order;
    /// [`Error::NotFound`] if it did not use foresight.
    pub fn foresee(&self) -> Result<Foresight, Error> {
        answer!(self, rc_list_foresee)
    }

    /// Records what the preload of an item took, in seconds, whether it succeeded or failed.
    pub fn add_preload_time(&mut self, seconds: f64) -> Result<(), Error> {
        call!(self, rc_list_add_preload_time, seconds; seconds)
    }

    /// The state of an item as of the last update; [`State::NONE`] for an index out of bounds.
    pub fn state(&self, index: i64) -> State {
        call!(get self, rc_list_state, index)
    }

    /// Copies the states of items.
    pub fn states(&self, items: Range<i64>) -> Result<Vec<State>, Error> {
        if items.start < 0 || items.end < items.start || items.end > self.count() {
            return Err(Error::because("items", items.shown()));
        }
        let mut states = vec![State::NONE; (items.end - items.start) as usize];
        call!(self, rc_list_copy_states, items.start, items.end, states.as_mut_ptr(); items)?;
        Ok(states)
    }

    /// Checks all internal invariants. For tests and bug reports.
    pub fn validate(&self) -> Result<(), Error> {
        call!(self, rc_list_validate, ptr::null_mut())
    }
}

/// The result of an update, with the fields of [`ffi::Update`]. Edits and the next update have to
/// wait until it is no longer used.
#[derive(Clone)]
pub struct Update<'list> {
    pub(crate) list: &'list List,
    pub(crate) raw: ffi::Update,
}

impl Deref for Update<'_> {
    type Target = ffi::Update;
    fn deref(&self) -> &ffi::Update {
        &self.raw
    }
}

impl<'list> Update<'list> {
    /// The list, for queries while the changes are borrowed.
    pub fn list(&self) -> &'list List {
        self.list
    }

    /// What changed.
    pub fn changes(&self) -> Changes<'list> {
        let raw = &self.raw.changes;
        // SAFETY: the list, which lent these changes, stays borrowed for `'list`, and the queries
        // that this allows leave them valid.
        let items = unsafe { slice_of(raw.items, raw.count) };
        Changes { items, removed_count: raw.removed_count, left_count: raw.left_count }
    }

    /// Copies the names of the items of a change, by its position among [all](Changes::all): those
    /// that they have or, if they were removed, had; [`ID_NONE`] for an item without a name.
    ///
    /// Errors: [`Error::Argument`] for a position out of bounds.
    pub fn names(&self, position: usize) -> Result<Vec<Id>, Error> {
        self.list.change_names(position)
    }
}

impl fmt::Debug for Update<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printed = formatter.debug_struct("Update");
        printed.field("changes", &self.changes().all());
        macro_rules! fields {
            ($($name:ident)*) => {$(printed.field(stringify!($name), &self.raw.$name);)*};
        }
        fields!(visible ranges correction pending scroll_length offset next_time tail head mode);
        fields!(presence direction);
        printed.finish()
    }
}

/// # Safety
/// The library lends so many, and nothing has ended that.
pub(crate) unsafe fn slice_of<'list, T>(items: *const T, count: usize) -> &'list [T] {
    match count {
        0 => &[],
        // SAFETY: as above.
        count => unsafe { std::slice::from_raw_parts(items, count) },
    }
}

/// What changed: removed items, then what left a range, then what entered one.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'list> {
    items: &'list [Change],
    removed_count: usize,
    left_count: usize,
}

impl<'list> IntoIterator for Changes<'list> {
    type Item = &'list Change;
    type IntoIter = std::slice::Iter<'list, Change>;

    /// All changes, in order.
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'list> Changes<'list> {
    /// All changes, in order.
    pub fn all(&self) -> &'list [Change] {
        self.items
    }

    /// Those of removed items.
    pub fn removed(&self) -> &'list [Change] {
        &self.items[..self.removed_count]
    }

    /// Those that clear a bit.
    pub fn left(&self) -> &'list [Change] {
        &self.items[self.removed_count..][..self.left_count]
    }

    /// The others, visible items first.
    pub fn entered(&self) -> &'list [Change] {
        &self.items[self.removed_count + self.left_count..]
    }
}

/// One fetch of one end of a list, which can be finished on any thread, and after the list was
/// dropped. The first outcome wins.
///
/// When the last clone is dropped unfinished, the fetch counts as cancelled, so that its end does not
/// wait for it forever.
#[derive(Clone, Debug)]
pub struct BatchContext(Arc<Fetch>);

#[derive(Debug)]
struct Fetch {
    raw: NonNull<rc_batch_context>,
    token: u32,
}

// SAFETY: every function on a context can be called from any thread, and this owns a reference. The
// allocator, which the last release calls, is the C library's.
unsafe impl Send for Fetch {}
// SAFETY: as above; its state is one atomic word.
unsafe impl Sync for Fetch {}

impl Drop for Fetch {
    fn drop(&mut self) {
        // Stale, and ignored, if it was finished.
        call!(get self, rc_batch_context_finish, self.token, BatchOutcome::Cancelled);
        call!(get self, rc_batch_context_release);
    }
}

impl BatchContext {
    /// The outcome of this fetch.
    pub fn outcome(&self) -> BatchOutcome {
        let fetch = &self.0;
        call!(get fetch, rc_batch_context_outcome, fetch.token)
    }

    /// Finishes this fetch; the next update of the list takes it into account.
    ///
    /// Errors: [`Error::Stale`] if it was already finished or is not the latest one;
    /// [`Error::Argument`] for an outcome that does not finish a fetch.
    pub fn finish(&self, outcome: BatchOutcome) -> Result<(), Error> {
        let fetch = &self.0;
        check(call!(get fetch, rc_batch_context_finish, fetch.token, outcome), only("outcome"))
    }
}
