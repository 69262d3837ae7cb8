//! The host of a list: the decisions of a client's frame, without a toolkit.

use std::ops::{Deref, Range};
use std::ptr::NonNull;

use crate::error::{check, refused, Argument};
use crate::ffi::{self, rc_host};
use crate::list::slice_of;
use crate::{Error, HostNode, HostOptions, List, Update, Viewport};

/// The host of a list, which it owns. [`ListHost`](crate::ListHost) is a whole loop around it; this
/// is for one of your own. `rangecore_host.h` says what it does, sentence by sentence.
///
/// Edits and settings go to [`list_mut`](Self::list_mut), but [`List::update`] is [`Error::Busy`].
///
/// ```
/// use rangecore::{Host, List, ListOptions, Viewport};
///
/// let mut host = Host::new(List::new(&ListOptions::default())?)?;
/// host.list_mut().insert(0, 1000)?;
/// let viewport = Viewport { length: 100.0, ..Viewport::default() };
/// let mut step = host.begin(&viewport, 320.0, 0)?;
/// while !step.is_done {
///     let extents: Vec<f64> = step.asks().map(|node| 50.0 + node.index as f64).collect();
///     step = host.measured(&extents, viewport.time)?;
/// }
/// let places: Vec<_> = step.news().map(|node| (node.index, node.start)).collect();
/// assert_eq!(places[..2], [(0, 0.0), (1, 50.0)]);
/// # Ok::<(), rangecore::Error>(())
/// ```
///
/// What a step lends borrows the host, so nothing stale can be kept:
///
/// ```compile_fail,E0499
/// # use rangecore::{Host, List, ListOptions, Viewport};
/// # let mut host = Host::new(List::new(&ListOptions::default())?)?;
/// let step = host.begin(&Viewport::default(), 320.0, 0)?;
/// host.begin(&Viewport::default(), 320.0, 0)?;
/// println!("{:?}", step.nodes());
/// # Ok::<(), rangecore::Error>(())
/// ```
#[derive(Debug)]
pub struct Host {
    // It has the host too: whoever takes it away through `list_mut` takes both.
    list: List,
}

/// Calls a function of the host, with or without an `out_` parameter. The arguments after a
/// semicolon are those that an error can name.
macro_rules! call {
    ($self:ident, $function:ident $(, $argument:expr)*; $($name:ident),*) => {{
        let host = $self.raw()?.as_ptr();
        // SAFETY: the host lives as long as its list, which only this thread uses; slices are passed
        // with their lengths, and results are written to locals.
        let status = unsafe { ffi::$function(host $(, $argument)*) };
        check(status, |is_limit| {
            let named: &[(_, &dyn Argument)] = &[$((stringify!($name), &$name)),*];
            refused($self.list.count(), named, is_limit)
        })
    }};
}

impl Host {
    /// Makes a host with the default options.
    ///
    /// Errors: [`Error::NoMemory`]; [`Error::Busy`] if the list was taken from another host.
    pub fn new(mut list: List) -> Result<Self, Error> {
        list.create_host()?;
        Ok(Self { list })
    }

    /// Ends the host, and returns its list.
    pub fn into_list(mut self) -> List {
        self.list.destroy_host();
        self.list
    }

    /// The list.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// The list, to be edited, also during a step.
    pub fn list_mut(&mut self) -> &mut List {
        &mut self.list
    }

    fn raw(&self) -> Result<NonNull<rc_host>, Error> {
        self.list.host.ok_or(Error::of("list"))
    }

    /// Replaces the options, with effect from the next step.
    pub fn set_options(&mut self, options: &HostOptions) -> Result<(), Error> {
        call!(self, rc_host_set_options, options; options)
    }

    /// Begins a step: `breadth` is the length across the axis, in points, 0 or less if it is not
    /// known; `columns` is how many items fit side by side, 0 for as many as the list has.
    pub fn begin(
        &mut self,
        viewport: &Viewport,
        breadth: f64,
        columns: u32,
    ) -> Result<Step<'_>, Error> {
        // SAFETY: zeroes are a value of a step.
        let mut step = unsafe { std::mem::zeroed() };
        let item = if viewport.has_item { viewport.item } else { 0 };
        call!(self, rc_host_begin, viewport, breadth, columns, &mut step; viewport, breadth, item)?;
        Ok(self.lend(step))
    }

    /// Goes on with a step, with the extents of the first nodes asked for, in points, or
    /// [`EXTENT_LATER`](crate::EXTENT_LATER); `time` is the viewport's time now, in seconds.
    ///
    /// Errors: [`Error::Stale`] if no step is open.
    pub fn measured(&mut self, extents: &[f64], time: f64) -> Result<Step<'_>, Error> {
        // SAFETY: zeroes are a value of a step.
        let mut step = unsafe { std::mem::zeroed() };
        if !time.is_finite() {
            return Err(Error::because("time", time.shown()));
        }
        let (values, count) = (extents.as_ptr(), extents.len());
        call!(self, rc_host_measured, values, count, time, &mut step; extents)?;
        Ok(self.lend(step))
    }

    fn lend(&mut self, raw: ffi::HostStep) -> Step<'_> {
        // SAFETY: nothing came after the round that lent the changes: the list has not been edited
        // since, or this step would have made another.
        unsafe { self.list.remember(&raw.update.changes) };
        Step { host: self, raw }
    }

    /// Sets what the views of nodes need; returns whether that was news: then begin a step.
    pub fn set_extents(&mut self, nodes: &[u32], extents: &[f64]) -> Result<bool, Error> {
        if nodes.len() != extents.len() {
            return Err(Error::of("extents"));
        }
        let (mut is_any, count) = (false, nodes.len());
        let (numbers, values) = (nodes.as_ptr(), extents.as_ptr());
        call!(self, rc_host_set_extents, numbers, values, count, &mut is_any; extents)?;
        Ok(is_any)
    }

    /// Tells the offset that the toolkit has now; see [`Step::wrote`].
    pub fn wrote(&mut self, offset: f64) -> Result<(), Error> {
        call!(self, rc_host_wrote, offset; offset)
    }

    /// Finds the number of the node of an item; [`Error::NotFound`] if it has none.
    pub fn find(&self, index: i64) -> Result<u32, Error> {
        let mut node = 0;
        call!(self, rc_host_find, index, &mut node; index)?;
        Ok(node)
    }

    /// Keeps an item's view wherever it is, or does so no longer.
    pub fn keep(&mut self, index: i64, keeps: bool) -> Result<(), Error> {
        call!(self, rc_host_keep, index, keeps; index)
    }

    /// Makes new nodes for items whose contents are others.
    pub fn renew(&mut self, items: Range<i64>) -> Result<(), Error> {
        call!(self, rc_host_renew, items.start, items.end; items)
    }

    /// Scrolls to an item, with the next step; see [`List::set_scroll_target`].
    pub fn scroll_to(
        &mut self,
        index: i64,
        fraction: f64,
        shift: f64,
        is_animated: bool,
    ) -> Result<(), Error> {
        call!(self, rc_host_scroll_to, index, fraction, shift, is_animated; fraction, shift, index)
    }

    /// Scrolls to an offset, with the next step, and rests there however rows on the way are measured;
    /// infinity is the end.
    pub fn scroll_to_offset(&mut self, offset: f64, is_animated: bool) -> Result<(), Error> {
        call!(self, rc_host_scroll_to_offset, offset, is_animated; offset)
    }

    /// Checks all internal invariants. For tests and bug reports.
    pub fn validate(&self) -> Result<(), Error> {
        call!(self, rc_host_validate, std::ptr::null_mut();)
    }
}

/// What to do now, with the fields of [`ffi::HostStep`]. Other calls on the host and its list have
/// to wait until it is no longer used.
#[derive(Clone, Debug)]
pub struct Step<'host> {
    host: &'host Host,
    raw: ffi::HostStep,
}

impl Deref for Step<'_> {
    type Target = ffi::HostStep;
    fn deref(&self) -> &ffi::HostStep {
        &self.raw
    }
}

impl<'host> Step<'host> {
    /// Lends an array of the step.
    fn slice<T>(&self, items: *const T, count: usize) -> &'host [T] {
        // SAFETY: the host, which lends it until the next call, stays borrowed for `'host`.
        unsafe { slice_of(items, count) }
    }

    fn nodes_at(
        &self,
        positions: *const u32,
        count: usize,
    ) -> impl ExactSizeIterator<Item = &'host HostNode> {
        let nodes = self.nodes();
        self.slice(positions, count).iter().map(move |&position| &nodes[position as usize])
    }

    /// All nodes, in order of their indices.
    pub fn nodes(&self) -> &'host [HostNode] {
        self.slice(self.raw.nodes, self.raw.node_count)
    }

    /// What to measure, nearest first.
    pub fn asks(&self) -> impl ExactSizeIterator<Item = &'host HostNode> {
        self.nodes_at(self.raw.asks, self.raw.ask_count)
    }

    /// Once the step is done: the nodes that need a view, have moved, or have another state.
    pub fn news(&self) -> impl ExactSizeIterator<Item = &'host HostNode> {
        self.nodes_at(self.raw.news, self.raw.news_count)
    }

    /// Numbers of nodes whose views are not needed any more.
    pub fn released(&self) -> &'host [u32] {
        self.slice(self.raw.released, self.raw.released_count)
    }

    /// Numbers of nodes that are gone, also among the released if they had a view.
    pub fn freed(&self) -> &'host [u32] {
        self.slice(self.raw.freed, self.raw.freed_count)
    }

    /// The latest update of the list; its changes are since the round before.
    pub fn update(&self) -> Update<'host> {
        Update { list: &self.host.list, raw: self.raw.update }
    }

    /// Tells what the toolkit has made of the offset that was set.
    pub fn wrote(&self, offset: f64) -> Result<(), Error> {
        let host = self.host.raw()?.as_ptr();
        // SAFETY: of all calls on the host, this one leaves what the step lends valid.
        check(unsafe { ffi::rc_host_wrote(host, offset) }, |is_limit| {
            refused(0, &[("offset", &offset)], is_limit)
        })
    }
}
