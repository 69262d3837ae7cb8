//! The loop that keeps the views of a toolkit in line with a list.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;
use std::time::Instant;

use crate::{ffi, End, Error, Host, HostNode, HostOptions, List, Update, Viewport};

/// What a toolkit supplies for a [`ListHost`], which calls it during [`ListHost::update`].
///
/// Offsets are the toolkit's own, from the start of the list to the outer edge of the viewport, also
/// past an end in a bounce.
pub trait Surface {
    /// What shows an item: a widget, or an index into an array of them.
    type View;

    /// The viewport as the toolkit has it now: `is_user_driven` when the user moves the list,
    /// `is_held` while whatever moves it (a finger, a fling, an animation) would overwrite a
    /// correction. Its time and jitter are the host's.
    fn viewport(&mut self) -> Viewport;

    /// The length across the axis, in points; 0 while nothing can be measured.
    fn breadth(&mut self) -> f64;

    /// How many items fit side by side, or how many lanes with [`ListHost::in_lanes`]; 0, the default,
    /// for as many as the list has.
    fn columns(&mut self, _breadth: f64) -> u32 {
        0
    }

    /// Sets the length that can be scrolled over, in points.
    fn set_scroll_length(&mut self, length: f64);

    /// Scrolls to an offset, in points; if `animated`, on the way there over the next frames.
    fn set_offset(&mut self, offset: f64, animated: bool);

    /// Makes a view that shows an item, or recycles one. It is to be filled here, not in
    /// [`measure`](Self::measure): a row whose extent is known already, because it comes back or was
    /// inserted with it, is placed without being measured.
    fn make_view(&mut self, item: i64) -> Self::View;

    /// Measures a view: its extent along the axis, in points, or [`EXTENT_LATER`](crate::EXTENT_LATER).
    fn measure(&mut self, view: &mut Self::View, item: i64, columns: u32) -> f64;

    /// Places a view.
    fn place(&mut self, view: &mut Self::View, frame: &Frame);

    /// Hides a view, which is not needed any more.
    fn recycle(&mut self, view: Self::View);

    /// Has [`ListHost::update`] called once after so many seconds, in place of any earlier wish.
    fn wake(&mut self, seconds: f64);

    /// Hears of each update of the list, of which a call has one to ten, with what entered and left
    /// the ranges. By default nothing happens.
    fn updated(&mut self, _update: &Update<'_>) {}

    /// Hears that a batch is due at an end: see [`List::begin_batch`]. By default nothing happens.
    fn fetch(&mut self, _list: &mut List, _end: End) {}

    /// Whether [`fetch`](Self::fetch) is for an end; by default for both. A host fetches within two
    /// screenfuls of such an end, or within the `leading_screens` that are set once it is made.
    fn fetches_at(&self, _end: End) -> bool {
        true
    }
}

/// Where the view of an item is among the content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Where its row starts, in points from scroll offset 0.
    pub start: f64,
    /// The extent of its row, in points.
    pub extent: f64,
    /// Its place in the row, below `columns`; in lanes, its lane.
    pub column: u32,
    /// How many items a full row has; in lanes how many there are, and 1 for an item across all.
    pub columns: u32,
    /// It is the header at the viewport's start, to be drawn above all others.
    pub is_pinned: bool,
}

/// Keeps the views of a surface in line with a list.
///
/// Call [`update`](Self::update) when the viewport has moved, when the surface is laid out, when it is
/// no longer held, and after edits of the list. An item gets a view when it comes on screen, or
/// earlier when it is measured ahead, and keeps it, wherever edits move it, until it leaves the
/// display range. When the host is dropped, all views are recycled.
///
/// ```
/// use rangecore::{Frame, ListHost, ListOptions, Surface, Viewport};
///
/// /// Text in a window of 100 points; a view is the text of its row, and where it is.
/// #[derive(Default)]
/// struct Page {
///     offset: f64,
///     shown: Vec<(String, f64)>,
/// }
///
/// impl Surface for Page {
///     type View = String;
///     fn viewport(&mut self) -> Viewport {
///         Viewport { offset: self.offset, length: 100.0, ..Viewport::default() }
///     }
///     fn breadth(&mut self) -> f64 {
///         320.0
///     }
///     fn set_scroll_length(&mut self, _length: f64) {}
///     fn set_offset(&mut self, offset: f64, _animated: bool) {
///         self.offset = offset;
///     }
///     fn make_view(&mut self, item: i64) -> String {
///         format!("row {item}")
///     }
///     fn measure(&mut self, _view: &mut String, item: i64, _columns: u32) -> f64 {
///         40.0 + item as f64
///     }
///     fn place(&mut self, view: &mut String, frame: &Frame) {
///         self.shown.push((view.clone(), frame.start));
///     }
///     fn recycle(&mut self, _view: String) {}
///     fn wake(&mut self, _seconds: f64) {}
/// }
///
/// let mut host = ListHost::new(Page::default(), &ListOptions::default())?;
/// host.list_mut().insert(0, 1000)?;
/// host.update()?;
/// assert_eq!(host.surface().shown[1], ("row 1".to_owned(), 40.0));
/// host.list_mut().insert(0, 1)?; // above the screen, which stays as it is
/// host.surface_mut().shown.clear();
/// host.scroll_to(500, rangecore::fraction::START, false)?;
/// assert!(host.surface().shown.contains(&("row 500".to_owned(), host.surface().offset)));
/// # Ok::<(), rangecore::Error>(())
/// ```
pub struct ListHost<S: Surface> {
    /// How long one update may measure rows ahead of the visible ones, in seconds. The rest follows
    /// in an update of its own, after a pause of the same length. With 0 nothing is measured ahead.
    pub measuring_budget: f64,
    /// The list knows the extents of all its rows, by [`List::insert_extents`] or as they are all as
    /// long as its estimate: nothing is measured, ever, and views are made only for what is on screen.
    pub extents_are_known: bool,
    /// [`Surface::columns`] are lanes; see [`List::set_lanes`].
    pub in_lanes: bool,
    /// Returns the time in seconds, from any start on; by default since the host was made.
    pub clock: Box<dyn FnMut() -> f64>,
    host: Host,
    surface: S,
    /// By the numbers of nodes.
    views: Vec<Option<S::View>>,
    options: HostOptions,
    latest: Option<ffi::Update>,
    breadth: f64,
    is_hidden: bool,
}

impl<S: Surface> ListHost<S> {
    /// Makes a host with an empty list.
    pub fn new(surface: S, options: &crate::ListOptions) -> Result<Self, Error> {
        let start = Instant::now();
        let options_of_host = HostOptions::default();
        let mut list = List::new(options)?;
        let mut settings = list.settings()?;
        for end in [End::Tail, End::Head] {
            let screens = &mut settings.leading_screens[end as usize];
            if surface.fetches_at(end) && *screens == 0.0 {
                *screens = 2.0;
            }
        }
        list.set_settings(&settings)?;
        Ok(Self {
            measuring_budget: options_of_host.budget,
            extents_are_known: false,
            in_lanes: false,
            clock: Box::new(move || start.elapsed().as_secs_f64()),
            host: Host::new(list)?,
            surface,
            views: Vec::new(),
            options: options_of_host,
            latest: None,
            breadth: 0.0,
            is_hidden: true,
        })
    }

    /// The list.
    pub fn list(&self) -> &List {
        self.host.list()
    }

    /// The list, to be edited; then call [`update`](Self::update).
    pub fn list_mut(&mut self) -> &mut List {
        self.host.list_mut()
    }

    /// The surface.
    pub fn surface(&self) -> &S {
        &self.surface
    }

    /// The surface, for events.
    pub fn surface_mut(&mut self) -> &mut S {
        &mut self.surface
    }

    /// The latest update of the list, without its changes.
    pub fn latest(&self) -> Option<&ffi::Update> {
        self.latest.as_ref()
    }

    /// The items that are visible as of the latest update; a hidden list shows nothing.
    pub(crate) fn seen_items(&self) -> Range<i64> {
        match self.latest {
            Some(it) if !self.is_hidden => it.visible.lower..it.visible.upper,
            _ => 0..0,
        }
    }

    /// The view of an item, if it has one.
    pub fn view(&mut self, index: i64) -> Option<&mut S::View> {
        let node = self.host.find(index).ok()?;
        self.views.get_mut(node as usize)?.as_mut()
    }

    /// How many items have a view.
    pub fn view_count(&self) -> usize {
        self.views.iter().flatten().count()
    }

    /// Brings the list and the views in line with the viewport.
    ///
    /// Errors: those of [`Host::begin`] and [`Host::measured`], also for a measured extent that is
    /// no number. The next call goes on.
    pub fn update(&mut self) -> Result<(), Error> {
        let mut wakes_at = f64::NEG_INFINITY;
        for _ in 0..3 {
            wakes_at = self.step()?;
            if !self.fetch() {
                break;
            }
            wakes_at = f64::NEG_INFINITY;
        }
        if wakes_at < f64::INFINITY {
            let now = (self.clock)();
            self.surface.wake((wakes_at - now).max(0.0));
        }
        Ok(())
    }

    /// Scrolls so that an item is at a fraction of the viewport; see
    /// [`fraction`](crate::fraction). What is measured on the way does not shift the target.
    pub fn scroll_to(&mut self, index: i64, fraction: f64, animated: bool) -> Result<(), Error> {
        self.host.scroll_to(index, fraction, 0.0, animated)?;
        self.update()
    }

    /// Scrolls to an offset, and rests there however rows on the way are measured; infinity is the
    /// end. As an item does, it waits until the list is shown: so a list that sticks to its tail
    /// begins elsewhere if this, or [`scroll_to`](Self::scroll_to), comes before its first update.
    pub fn scroll_to_offset(&mut self, offset: f64, animated: bool) -> Result<(), Error> {
        self.host.scroll_to_offset(offset, animated)?;
        self.update()
    }

    /// Measures all rows again, as after a change of the text size. A new breadth needs no call.
    pub fn remeasure_all(&mut self) -> Result<(), Error> {
        let count = self.list().count();
        self.list_mut().mark_provisional(0..count)?;
        self.update()
    }

    /// Measures an item again, whose content has changed. If it is visible its row keeps its start, and
    /// so grows downward; any other leaves in place what is beside it on screen.
    pub fn remeasure(&mut self, index: i64) -> Result<(), Error> {
        match self.host.find(index) {
            Ok(node) => self.host.set_extents(&[node], &[crate::EXTENT_LATER]).map(|_| ())?,
            Err(_) => self.list_mut().mark_provisional(index..index + 1)?,
        }
        self.update()
    }

    /// Makes a step; returns when to make the next one.
    fn step(&mut self) -> Result<f64, Error> {
        let random = RandomState::new().build_hasher().finish();
        let viewport = Viewport {
            time: (self.clock)(),
            jitter: random as f64 / u64::MAX as f64,
            ..self.surface.viewport()
        };
        let breadth = self.surface.breadth();
        self.is_hidden =
            breadth <= 0.0 || viewport.length <= viewport.inset_start + viewport.inset_end;
        let is_other = breadth > 0.0 && breadth != self.breadth;
        let columns = if is_other { self.surface.columns(breadth) } else { 0 };
        let options = HostOptions {
            budget: self.measuring_budget,
            extents_are_known: self.extents_are_known,
            in_lanes: self.in_lanes,
            ..self.options
        };
        if options != self.options {
            self.host.set_options(&options)?;
            self.options = options;
        }
        let Self { host, surface, views, clock, .. } = self;
        let mut step = host.begin(&viewport, breadth, columns)?;
        if breadth > 0.0 {
            self.breadth = breadth;
        }
        let mut told = 0;
        loop {
            if step.rounds != told {
                told = step.rounds;
                surface.updated(&step.update());
                self.latest = Some(step.update);
            }
            if step.is_done {
                break;
            }
            let mut extents = [0.0];
            let count = step.asks().len().min(1);
            if let Some(node) = step.asks().next() {
                let view = made(surface, views, node);
                extents[0] = surface.measure(view, node.index, node.columns);
            }
            step = host.measured(&extents[..count], clock())?;
        }
        for &number in step.released() {
            if let Some(view) = views.get_mut(number as usize).and_then(Option::take) {
                surface.recycle(view);
            }
        }
        if step.sets_length {
            surface.set_scroll_length(step.scroll_length);
        }
        if step.sets_offset {
            surface.set_offset(step.offset, false);
            step.wrote(surface.viewport().offset)?;
        }
        if step.begins_target {
            surface.set_offset(step.target_offset, true);
        }
        for node in step.news().filter(|node| node.has_view && node.has_moved) {
            let view = made(surface, views, node);
            surface.place(view, &frame(node));
        }
        Ok(step.next_time)
    }

    /// Lets batches begin that are due; returns whether items have come at once.
    fn fetch(&mut self) -> bool {
        let count = self.list().count();
        for end in [End::Tail, End::Head] {
            let is_due = self.latest.map_or(false, |it| {
                let batch = if end == End::Tail { it.tail } else { it.head };
                batch.answer == crate::BatchAnswer::Yes
            });
            if is_due && self.surface.fetches_at(end) {
                self.surface.fetch(self.host.list_mut(), end);
            }
        }
        self.list().count() != count
    }
}

/// The view of a node, which is made if it has none.
fn made<'views, S: Surface>(
    surface: &mut S,
    views: &'views mut Vec<Option<S::View>>,
    node: &HostNode,
) -> &'views mut S::View {
    let number = node.node as usize;
    if number >= views.len() {
        views.resize_with(number + 1, || None);
    }
    views[number].get_or_insert_with(|| surface.make_view(node.index))
}

fn frame(node: &HostNode) -> Frame {
    let HostNode { start, extent, column, columns, is_pinned, .. } = *node;
    Frame { start, extent, column, columns, is_pinned }
}

impl<S: Surface> Drop for ListHost<S> {
    fn drop(&mut self) {
        for view in self.views.drain(..).flatten() {
            self.surface.recycle(view);
        }
    }
}

impl<S: Surface> fmt::Debug for ListHost<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ListHost").field("host", &self.host).finish_non_exhaustive()
    }
}
