//! Which items were really seen, for how long, and how much of them.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::ptr::{self, NonNull};
use std::time::Instant;

use crate::error::{check, Value};
use crate::ffi::{self, rc_impressions};
use crate::list::slice_of;
use crate::{Error, List, ListHost, Surface, ID_NONE};

pub use crate::ffi::ImpressionRule;

/// Half of an item for one second: what the Media Rating Council asks of a picture.
impl Default for ImpressionRule {
    fn default() -> Self {
        Self { fraction: 0.5, seconds: 1.0 }
    }
}

/// What has happened to an item.
#[derive(Clone, Debug, PartialEq)]
pub struct Impression<Id> {
    /// The item.
    pub id: Id,
    /// When, by [`Impressions::clock`]: exact, even if it is told later.
    pub time: f64,
    /// What it was.
    pub kind: ImpressionKind,
}

/// What an [`Impression`] tells.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ImpressionKind {
    /// The item has been on screen as long as its rule says; once in a session.
    Seen {
        /// For how long it had been on screen by then, without a break.
        seconds: f64,
        /// The position of the rule that counted.
        rule: usize,
    },
    /// It is no longer, after it was seen.
    Left {
        /// For how long it was on screen, without a break.
        seconds: f64,
        /// The position of the rule that counted.
        rule: usize,
    },
    /// It has come to reach another number of thresholds.
    Crossed {
        /// How many of them; 0 is out of sight.
        level: usize,
        /// How much of it is visible, 0 … 1.
        fraction: f64,
    },
}

/// Tells which items of any number of lists were seen, each id once in a session.
///
/// Give it a host after each of its updates. What is within the viewport's insets and not under a
/// pinned header is on screen; what is scrolled past quickly is not seen, nor what is in a window
/// that nobody looks at: see [`is_active`](Self::is_active).
///
/// ```
/// use rangecore::{ImpressionKind, ImpressionRule, Impressions, List, Viewport};
///
/// let ids = ["a", "b", "c"];
/// let mut list = List::new(&Default::default())?;
/// list.insert_extents(0, &[100.0, 100.0, 100.0])?;
/// let mut impressions = Impressions::new(&[ImpressionRule::default()], &[])?;
/// for time in [0.0, 1.5] {
///     let viewport = Viewport { length: 220.0, ..Viewport::default() };
///     let visible = list.update(&viewport)?.visible;
///     impressions.clock = Box::new(move || time); // by default since it was made
///     let items = |index| Some((ids[index as usize], 0));
///     for it in impressions.follow_list(&list, visible.lower..visible.upper, 1.0, items)? {
///         println!("{} at {}: {:?}", it.id, it.time, it.kind); // a at 1: Seen { seconds: 1.0, rule: 0 }
///     }
/// }
/// assert!(impressions.is_seen(&"b") && !impressions.is_seen(&"c"));
/// # Ok::<(), rangecore::Error>(())
/// ```
pub struct Impressions<Id> {
    /// Whether somebody can look: the app is in the foreground, its window is not hidden. Nothing is
    /// seen otherwise, and what is on screen has left; with effect from the next update.
    pub is_active: bool,
    /// Returns the time in seconds, from any start on; by default since the impressions were made.
    pub clock: Box<dyn FnMut() -> f64>,
    raw: NonNull<rc_impressions>,
    rule_count: usize,
    next_time: f64,
    /// An id has a number while it is shown, or was seen.
    numbers: HashMap<Id, ffi::Id>,
    ids: HashMap<ffi::Id, Id>,
    last: ffi::Id,
    most: usize,
    shown: HashMap<i64, Vec<ffi::Id>>,
}

impl<Id> Drop for Impressions<Id> {
    fn drop(&mut self) {
        // SAFETY: this owns the impressions, and nothing borrows from them any more.
        unsafe { ffi::rc_impressions_destroy(self.raw.as_ptr()) };
    }
}

impl<Id> fmt::Debug for Impressions<Id> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lists, ids) = (self.shown.len(), self.ids.len());
        write!(formatter, "Impressions({lists} lists, {ids} ids)")
    }
}

fn is_fraction(value: f64) -> bool {
    (0.0..=1.0).contains(&value)
}

/// Refuses what the library would, by its name.
fn options_of(
    rules: &[ImpressionRule],
    thresholds: &[f64],
) -> Result<ffi::ImpressionsOptions, Error> {
    let refuse = |name, value| Err(Error::because(name, value));
    let mut options = ffi::ImpressionsOptions::default();
    if rules.is_empty() || rules.len() > options.rules.len() {
        return refuse("rules", Value::Integer(rules.len() as i64));
    }
    if thresholds.len() > options.thresholds.len() {
        return refuse("thresholds", Value::Integer(thresholds.len() as i64));
    }
    for (at, rule) in rules.iter().enumerate() {
        let is_time = rule.seconds >= 0.0 && rule.seconds.is_finite();
        if !is_fraction(rule.fraction) || !is_time {
            let wrong = if is_time { rule.fraction } else { rule.seconds };
            return refuse("rules", Value::Element(at, wrong.to_bits()));
        }
        options.rules[at] = *rule;
    }
    for (at, &threshold) in thresholds.iter().enumerate() {
        let is_ascending = at == 0 || thresholds[at - 1] <= threshold;
        if !is_fraction(threshold) || !is_ascending {
            return refuse("thresholds", Value::Element(at, threshold.to_bits()));
        }
        options.thresholds[at] = threshold;
    }
    options.rule_count = rules.len() as u32;
    options.threshold_count = thresholds.len() as u32;
    Ok(options)
}

impl<Id: Clone + Eq + Hash> Impressions<Id> {
    /// Makes impressions; nothing is told until they are given a list.
    ///
    /// There are one to four rules, each a fraction of an item and seconds, and up to 32 thresholds,
    /// ascending fractions of which [`ImpressionKind::Crossed`] tells, as an `IntersectionObserver`
    /// does.
    pub fn new(rules: &[ImpressionRule], thresholds: &[f64]) -> Result<Self, Error> {
        let options = options_of(rules, thresholds)?;
        let (start, mut raw) = (Instant::now(), ptr::null_mut());
        // SAFETY: the library copies the options.
        let status = unsafe { ffi::rc_impressions_create(&options, ptr::null(), &mut raw) };
        check(status, |_| None)?;
        Ok(Self {
            is_active: true,
            clock: Box::new(move || start.elapsed().as_secs_f64()),
            raw: NonNull::new(raw).ok_or(Error::NoMemory)?,
            rule_count: rules.len(),
            next_time: f64::INFINITY,
            numbers: HashMap::new(),
            ids: HashMap::new(),
            last: 0,
            most: 1024,
            shown: HashMap::new(),
        })
    }

    /// Takes what a host shows, after an update, and tells what has happened by now.
    ///
    /// `items` returns the id of an item and the position of its rule; `None` for one that does not
    /// count. Before the host is dropped, call [`detach`](Self::detach).
    ///
    /// Errors: [`Error::Argument`] for a rule that is none, or a fraction that is none; nothing changes.
    pub fn follow<S: Surface>(
        &mut self,
        host: &ListHost<S>,
        items: impl FnMut(i64) -> Option<(Id, usize)>,
    ) -> Result<Vec<Impression<Id>>, Error> {
        self.follow_list(host.list(), host.seen_items(), 1.0, items)
    }

    /// Takes what a list shows, after an update with these `visible` items: none if it is hidden.
    ///
    /// `cross` is which part of the list's breadth is on screen, 0 … 1: less than 1 for a carousel
    /// that is scrolled partly out of the feed that it is in.
    pub fn follow_list(
        &mut self,
        list: &List,
        visible: Range<i64>,
        cross: f64,
        mut items: impl FnMut(i64) -> Option<(Id, usize)>,
    ) -> Result<Vec<Impression<Id>>, Error> {
        // A list that has changed is about to be updated.
        if list.impression_views(0..0, &[], &[], cross) == Err(Error::NotFound) {
            return self.update();
        }
        if !(0 <= visible.start && visible.start <= visible.end && visible.end <= list.count()) {
            let value = Value::Items(visible.start, visible.end);
            return Err(Error::because("visible", value));
        }
        let mut parts = vec![visible.clone()];
        if let (false, Ok(header)) = (visible.is_empty(), list.pinned_header()) {
            if !visible.contains(&header.index) {
                parts.push(header.index..header.index + 1);
            }
        }
        let mut views = Vec::new();
        for part in parts {
            let (mut ids, mut rules) = (Vec::new(), Vec::new());
            for index in part.clone() {
                let (id, rule) = match items(index) {
                    Some((id, rule)) => (self.number(id), rule),
                    None => (ID_NONE, 0),
                };
                if rule >= self.rule_count {
                    return Err(Error::because("rule", Value::Integer(rule as i64)));
                }
                ids.push(id);
                rules.push(rule as u32);
            }
            views.extend(list.impression_views(part, &ids, &rules, cross)?);
        }
        let (number, at, count) = (list.number(), views.as_ptr(), views.len());
        // SAFETY: the library copies the views, of which there are so many.
        let status = unsafe { ffi::rc_impressions_set_views(self.raw.as_ptr(), number, at, count) };
        check(status, |_| None)?;
        self.shown.insert(number, views.iter().map(|view| view.id).collect());
        self.update()
    }

    /// Ends a list: nothing of it is on screen any more, from the next update on.
    pub fn detach(&mut self, list: &List) {
        self.shown.remove(&list.number());
        let (raw, number) = (self.raw.as_ptr(), list.number());
        // SAFETY: without views the library only removes some, and allocates nothing.
        unsafe { ffi::rc_impressions_set_views(raw, number, ptr::null(), 0) };
    }

    /// Tells what has happened by now, in the order in which it did.
    ///
    /// To be called when [`next_time`](Self::next_time) has come; otherwise the next update tells,
    /// with the same time.
    pub fn update(&mut self) -> Result<Vec<Impression<Id>>, Error> {
        let time = (self.clock)();
        if !time.is_finite() {
            return Err(Error::because("clock", Value::Number(time.to_bits())));
        }
        // SAFETY: zeroes are a value of a report.
        let mut report: ffi::ImpressionsReport = unsafe { std::mem::zeroed() };
        // SAFETY: the report is written to a local.
        let status = unsafe {
            ffi::rc_impressions_update(self.raw.as_ptr(), time, self.is_active, &mut report)
        };
        check(status, |_| None)?;
        // SAFETY: the impressions lend the events until the next call, which this is not.
        let events = unsafe { slice_of(report.events, report.event_count) };
        let told = events.iter().map(|event| self.told(event)).collect();
        self.next_time = report.next_time;
        if self.ids.len() > self.most {
            self.sweep();
        }
        Ok(told)
    }

    fn told(&self, event: &ffi::Impression) -> Impression<Id> {
        let ffi::Impression { time, seconds, fraction, .. } = *event;
        let (rule, level) = (event.rule as usize, event.level as usize);
        let kind = match event.kind {
            ffi::ImpressionKind::Seen => ImpressionKind::Seen { seconds, rule },
            ffi::ImpressionKind::Left => ImpressionKind::Left { seconds, rule },
            ffi::ImpressionKind::Crossed => ImpressionKind::Crossed { level, fraction },
        };
        Impression { id: self.ids[&event.id].clone(), time, kind }
    }

    /// When the next item will have been on screen for long enough, if all stays as it is; infinity
    /// for never.
    pub fn next_time(&self) -> f64 {
        self.next_time
    }

    /// Whether an id was seen in this session, as of the last update.
    pub fn is_seen(&self, id: &Id) -> bool {
        self.numbers.get(id).map_or(false, |&number| self.was_seen(number))
    }

    fn was_seen(&self, number: ffi::Id) -> bool {
        // SAFETY: the call only reads the impressions, which live as long as `self`.
        unsafe { ffi::rc_impressions_is_seen(self.raw.as_ptr(), number) }
    }

    /// Begins another session with the next update, in which every id can be seen again, also what is
    /// on screen.
    pub fn reset(&mut self) {
        // SAFETY: the impressions live as long as `self`.
        unsafe { ffi::rc_impressions_reset(self.raw.as_ptr()) };
    }

    /// Forgets that an id was seen: one that will not come back, or shall count again. One that is on
    /// screen is not forgotten.
    pub fn forget(&mut self, id: &Id) {
        if let Some(number) = self.numbers.get(id) {
            // SAFETY: it is one id, which the library only reads.
            unsafe { ffi::rc_impressions_forget(self.raw.as_ptr(), number, 1) };
        }
    }

    /// Checks all internal invariants, for tests.
    pub fn validate(&self) -> Result<(), Error> {
        // SAFETY: the call only reads the impressions, which live as long as `self`.
        let status = unsafe { ffi::rc_impressions_validate(self.raw.as_ptr(), ptr::null_mut()) };
        check(status, |_| None)
    }

    fn number(&mut self, id: Id) -> ffi::Id {
        let Self { numbers, ids, last, .. } = self;
        *numbers.entry(id).or_insert_with_key(|id| {
            *last += 1;
            ids.insert(*last, id.clone());
            *last
        })
    }

    /// Forgets numbers that nothing needs, once there are twice as many as there were.
    fn sweep(&mut self) {
        let shown: HashSet<_> = self.shown.values().flatten().copied().collect();
        let needed = |number: &_| shown.contains(number) || self.was_seen(*number);
        let unneeded: Vec<_> = self.ids.keys().copied().filter(|number| !needed(number)).collect();
        for number in unneeded {
            if let Some(id) = self.ids.remove(&number) {
                self.numbers.remove(&id);
            }
        }
        self.most = 1024.max(2 * self.ids.len());
    }
}
