//! What an update answers.

use std::fmt;
use std::ops::Range;

use crate::ffi::{rc_batch_decision, rc_change, rc_changes, rc_interval, rc_update};
use crate::{
    BatchAnswer, BatchReason, Direction, End, List, Presence, RangeKind, RangeMode, State,
};

pub(crate) fn range(interval: rc_interval) -> Range<i64> {
    interval.lower..interval.upper
}

/// Consecutive items whose state changed alike.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Change(rc_change);

impl Change {
    /// The items; for removed ones, their indices at the update before.
    pub fn items(&self) -> Range<i64> {
        self.0.lower..self.0.upper
    }

    /// The state at the update before; [`State::NONE`] for items that are new since then.
    pub fn before(&self) -> State {
        self.0.before
    }

    /// The state now; [`State::NONE`] for items that were removed.
    pub fn after(&self) -> State {
        self.0.after
    }

    /// How far the nearest of them is from the viewport, in points, for changes that enter.
    pub fn distance(&self) -> f64 {
        self.0.distance
    }
}

impl fmt::Debug for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = (self.before().bits(), self.after().bits());
        write!(formatter, "{:?}: {before} → {after}", self.items())
    }
}

/// What changed: removed items, then what left a range, then what entered. Borrows from the list.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'list> {
    items: &'list [Change],
    removed_count: usize,
    left_count: usize,
}

impl<'list> Changes<'list> {
    /// # Safety
    ///
    /// `c` comes from an update of what `'list` borrows, and no call that changes that follows
    /// before `'list` ends.
    unsafe fn new(c: &rc_changes) -> Self {
        let items = match c.count {
            0 => &[],
            // SAFETY: C gives so many changes, and `Change` is C's struct.
            count => unsafe { std::slice::from_raw_parts(c.items.cast::<Change>(), count) },
        };
        Self { items, removed_count: c.removed_count, left_count: c.left_count }
    }

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

    /// Those that only set bits, the visible and the nearest first.
    pub fn entered(&self) -> &'list [Change] {
        &self.items[self.removed_count + self.left_count..]
    }
}

/// The answer to "fetch now?", and why.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchDecision {
    /// Whether to fetch.
    pub answer: BatchAnswer,
    /// The rule that said so.
    pub reason: BatchReason,
    /// Points to the content's end; negative past it, 0 where an earlier rule answered.
    pub remaining: f64,
    /// `remaining` divided by the velocity; 0 unless deferred.
    pub seconds: f64,
    /// What the distance rule said; `false` where it was not asked.
    pub is_near: bool,
}

impl BatchDecision {
    fn from_c(c: &rc_batch_decision) -> Self {
        Self {
            answer: BatchAnswer::from_c(c.answer),
            reason: BatchReason::from_c(c.reason),
            remaining: c.remaining,
            seconds: c.seconds,
            is_near: c.is_near,
        }
    }
}

/// What an update answers. Edits and the next update have to wait until it is no longer used.
#[derive(Clone, Debug)]
pub struct Update<'list> {
    list: &'list List,
    /// What changed.
    pub changes: Changes<'list>,
    /// The items that overlap the viewport.
    pub visible: Range<i64>,
    /// The items in each range, by [`RangeKind`].
    pub ranges: [Range<i64>; 6],
    /// What the host adds to its scroll offset now, in points.
    pub correction: f64,
    /// What the host will have to add when the user lets go, in points.
    pub pending: f64,
    /// The offset at which everything here was answered: the host's + pending + correction.
    pub offset: f64,
    /// The earliest time at which another update could answer differently by time alone; infinity
    /// where none could.
    pub next_time: f64,
    /// Whether to fetch, by [`End`].
    pub batches: [BatchDecision; 2],
    /// The range mode.
    pub mode: RangeMode,
    /// As the items see it.
    pub presence: Presence,
    /// The remembered direction of the user's scrolling.
    pub direction: Direction,
}

impl<'list> Update<'list> {
    /// # Safety
    ///
    /// `c` was just answered by the list, which `'list` borrowed for changing.
    pub(crate) unsafe fn new(list: &'list List, c: &rc_update) -> Self {
        Self {
            list,
            // SAFETY: as above; what is left of the borrow allows queries only.
            changes: unsafe { Changes::new(&c.changes) },
            visible: range(c.visible),
            ranges: c.ranges.map(range),
            correction: c.correction,
            pending: c.pending,
            offset: c.offset,
            next_time: c.next_time,
            batches: [BatchDecision::from_c(&c.batches[0]), BatchDecision::from_c(&c.batches[1])],
            mode: RangeMode::from_c(c.mode),
            presence: Presence::from_c(c.presence),
            direction: Direction::from_c(c.direction),
        }
    }

    /// The list, for queries while the changes are borrowed.
    pub fn list(&self) -> &'list List {
        self.list
    }

    /// The items in one range.
    pub fn range(&self, kind: RangeKind) -> Range<i64> {
        self.ranges[kind as usize].clone()
    }

    /// Whether to fetch at one end.
    pub fn batch(&self, end: End) -> &BatchDecision {
        &self.batches[end as usize]
    }
}
