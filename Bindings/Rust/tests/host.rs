//! A host on a surface that is none: rows never jump, and every view goes back.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use rangecore::*;

/// A window of 400 points, and views that show the item that they were made for.
#[derive(Default)]
struct Page {
    offset: f64,
    is_user: bool,
    is_held: bool,
    rounds: bool,
    columns: u32,
    /// What measuring takes, in seconds, and what it says of one item.
    cost: f64,
    odd: Option<(i64, f64)>,
    time: Rc<Cell<f64>>,
    /// By number of the view: where it was placed last.
    live: Rc<RefCell<BTreeMap<usize, Option<Frame>>>>,
    made: usize,
    animated: Vec<f64>,
    wish: Option<f64>,
    due: bool,
    measured: usize,
    /// The only end that it fetches at, and where it was asked to.
    only: Option<End>,
    asked: Vec<End>,
}

impl Surface for Page {
    type View = usize;
    fn viewport(&mut self) -> Viewport {
        let (is_user_driven, is_held) = (self.is_user, self.is_held);
        let offset = self.offset;
        Viewport { offset, length: 400.0, is_user_driven, is_held, ..Viewport::default() }
    }
    fn breadth(&mut self) -> f64 {
        300.0
    }
    fn columns(&mut self, _breadth: f64) -> u32 {
        self.columns
    }
    fn set_scroll_length(&mut self, _length: f64) {}
    fn set_offset(&mut self, offset: f64, animated: bool) {
        match animated {
            true => self.animated.push(offset),
            false if self.rounds => self.offset = offset.round(),
            false => self.offset = offset,
        }
    }
    fn make_view(&mut self, _item: i64) -> usize {
        self.made += 1;
        self.live.borrow_mut().insert(self.made, None);
        self.made
    }
    fn measure(&mut self, _view: &mut usize, item: i64, columns: u32) -> f64 {
        self.time.set(self.time.get() + self.cost);
        self.measured += 1;
        match self.odd {
            Some((odd, extent)) if odd == item => extent,
            _ => 60.0 * f64::from(columns),
        }
    }
    fn place(&mut self, view: &mut usize, frame: &Frame) {
        self.live.borrow_mut().insert(*view, Some(*frame));
    }
    fn recycle(&mut self, view: usize) {
        assert!(self.live.borrow_mut().remove(&view).is_some());
    }
    fn wake(&mut self, seconds: f64) {
        self.wish = Some(seconds);
    }
    fn fetches_at(&self, end: End) -> bool {
        self.only.map_or(true, |only| only == end)
    }
    fn fetch(&mut self, list: &mut List, end: End) {
        self.asked.push(end);
        if std::mem::take(&mut self.due) && end == End::Tail {
            let fetch = list.begin_batch(end).unwrap();
            list.insert(list.count(), 50).unwrap();
            fetch.finish(BatchOutcome::Completed).unwrap();
        }
    }
}

fn host_of(page: Page, count: i64) -> ListHost<Page> {
    let time = page.time.clone();
    let mut host = ListHost::new(page, &ListOptions::default()).unwrap();
    host.clock = Box::new(move || time.get());
    host.list_mut().insert(0, count).unwrap();
    host.update().unwrap();
    host
}

/// Where the view of an item is on screen.
fn place(host: &mut ListHost<Page>, item: i64) -> f64 {
    let view = *host.view(item).expect("it has a view");
    let surface = host.surface();
    let frame = surface.live.borrow()[&view].expect("it is placed");
    frame.start - surface.offset
}

fn scroll(host: &mut ListHost<Page>, offset: f64) {
    host.surface_mut().offset = offset;
    host.surface_mut().is_user = true;
    host.update().unwrap();
    host.surface_mut().is_user = false;
}

/// The argument that a call was refused for.
fn refused<T>(result: Result<T, Error>) -> Option<&'static str> {
    result.err()?.argument()
}

#[test]
fn rows_stay_where_they_are_through_edits() {
    let mut host = host_of(Page::default(), 1000);
    scroll(&mut host, 20_000.0);
    let first = host.latest().unwrap().visible.lower;
    let (view, before) = (*host.view(first + 2).unwrap(), place(&mut host, first + 2));
    let made = host.surface().made;
    host.list_mut().insert(0, 10).unwrap();
    host.list_mut().remove(20..25).unwrap();
    host.update().unwrap();
    assert_eq!(*host.view(first + 7).unwrap(), view);
    assert_eq!(place(&mut host, first + 7), before);
    assert_eq!(host.surface().made, made);
    assert_eq!(host.view_count(), host.surface().live.borrow().len());
    assert!(host.view(0).is_none() && host.view(-1).is_none());
}

#[test]
fn while_held_the_offset_is_left_alone() {
    let mut host = host_of(Page::default(), 1000);
    scroll(&mut host, 20_000.0);
    host.surface_mut().is_held = true;
    let held = host.surface().offset;
    let first = host.latest().unwrap().visible.lower;
    let before = place(&mut host, first);
    host.list_mut().insert(0, 10).unwrap();
    host.update().unwrap();
    assert_eq!((host.surface().offset, place(&mut host, first + 10)), (held, before));
    host.surface_mut().is_held = false;
    host.update().unwrap();
    assert_eq!(host.surface().offset, held + 440.0);
    assert_eq!(place(&mut host, first + 10), before);
}

#[test]
fn what_a_toolkit_rounds_off_is_no_scrolling() {
    let mut host = host_of(Page { rounds: true, ..Page::default() }, 1000);
    scroll(&mut host, 20_000.0);
    let before = host.latest().unwrap().offset;
    host.list_mut().set_row_extents(0, &[60.25]).unwrap();
    host.update().unwrap();
    host.update().unwrap();
    assert_eq!(host.surface().offset, before.round());
    assert_eq!(host.latest().unwrap().offset, before + 0.25);
}

#[test]
fn items_are_scrolled_to_exactly() {
    let mut host = host_of(Page::default(), 1000);
    host.scroll_to(500, fraction::START, false).unwrap();
    assert_eq!(place(&mut host, 500), 0.0);
    host.scroll_to(700, fraction::END, false).unwrap();
    assert_eq!(place(&mut host, 700), 340.0);
    let offset = host.surface().offset;
    host.scroll_to(710, fraction::START, true).unwrap();
    host.update().unwrap();
    assert_eq!((host.surface().offset, host.surface().animated.len()), (offset, 1));
    assert!(host.surface().animated[0] > offset);
    assert_eq!(refused(host.scroll_to(1000, 0.0, false)), Some("index"));
    assert_eq!(refused(host.scroll_to(0, 2.0, false)), Some("fraction"));
}

#[test]
fn a_row_that_changes_keeps_its_start() {
    let mut host = host_of(Page::default(), 1000);
    scroll(&mut host, 130.0);
    let before = place(&mut host, 3);
    host.surface_mut().odd = Some((3, 200.0));
    host.remeasure(3).unwrap();
    assert_eq!((place(&mut host, 3), place(&mut host, 4)), (before, before + 200.0));
    host.surface_mut().odd = Some((600, 90.0));
    host.remeasure(600).unwrap();
    host.surface_mut().odd = Some((4, 80.0));
    host.remeasure_all().unwrap();
    assert_eq!(host.list().item(3).unwrap().extent, 60.0);
    assert_eq!(host.list().item(4).unwrap().extent, 80.0);
}

#[test]
fn what_is_ahead_is_measured_within_the_budget() {
    let mut host = host_of(Page { cost: 0.003, ..Page::default() }, 1000);
    host.list_mut().mark_scrolled().unwrap();
    host.update().unwrap();
    let measured = host.list().measured_row_count();
    assert_eq!((host.surface().wish.unwrap() * 1000.0).round(), 4.0);
    let mut rounds = 0;
    while let Some(seconds) = host.surface_mut().wish.take() {
        let time = host.surface().time.clone();
        time.set(time.get() + seconds);
        host.update().unwrap();
        rounds += 1;
    }
    assert!(rounds > 1 && host.list().measured_row_count() > measured + 2);
    host.measuring_budget = -1.0;
    assert_eq!(refused(host.update()), Some("budget"));
}

#[test]
fn batches_are_fetched_where_they_are_due() {
    let mut host = host_of(Page { due: true, ..Page::default() }, 10);
    assert_eq!(host.list().count(), 60);
    assert!(!host.surface().due);
    scroll(&mut host, 3_000.0);
    assert_eq!(host.list().count(), 60);
}

#[test]
fn a_fetcher_switches_its_end_on() {
    for only in [None, Some(End::Tail), Some(End::Head)] {
        let mut host = host_of(Page { only, ..Page::default() }, 10);
        for end in [End::Tail, End::Head] {
            let is_expected = only.map_or(true, |only| only == end);
            assert_eq!(host.surface().asked.contains(&end), is_expected, "{only:?}, {end:?}");
        }
        // What is set later wins.
        let mut settings = host.list().settings().unwrap();
        settings.leading_screens = [0.0, 0.0];
        host.list_mut().set_settings(&settings).unwrap();
        host.surface_mut().asked.clear();
        host.update().unwrap();
        assert!(host.surface().asked.is_empty());
    }
}

#[test]
fn extents_that_are_known_are_never_measured() {
    let mut host = host_of(Page { odd: Some((3, 90.0)), ..Page::default() }, 0);
    host.extents_are_known = true;
    host.list_mut().insert_extents(0, &[50.0, 60.0, 70.0]).unwrap();
    let list = host.list_mut();
    list.apply_extents(&[1, 2, 3], &[4, 3, 5, 1], &[40.0, 71.0, 55.0, 51.0]).unwrap();
    let wrong = list.apply_extents(&[4, 3, 5, 1], &[4], &[1.0, 2.0]);
    assert_eq!(refused(wrong), Some("extents"));
    let extents: Vec<f64> = (0..4).map(|item| list.item(item).unwrap().extent).collect();
    assert_eq!(extents, [40.0, 70.0, 55.0, 50.0]);
    list.insert(4, 1000).unwrap();
    host.update().unwrap();
    assert_eq!(place(&mut host, 3), 165.0);
    scroll(&mut host, 9_000.0);
    host.remeasure_all().unwrap();
    assert_eq!((host.surface().measured, host.list().measured_row_count()), (0, 4));
}

#[test]
fn an_offset_is_arrived_at_whatever_is_measured() {
    let mut host = host_of(Page { odd: Some((113, 300.0)), ..Page::default() }, 1000);
    for offset in [50.0, 5_000.0, 30_000.0, 29_000.0, 0.0] {
        host.scroll_to_offset(offset, false).unwrap();
        assert_eq!(host.surface().offset, offset);
        for _ in 0..100 {
            host.update().unwrap();
        }
        assert_eq!(host.surface().offset, offset);
    }
    host.scroll_to_offset(5_000.0, true).unwrap();
    assert_eq!(host.surface().animated, [5_000.0]);
    host.scroll_to_offset(f64::INFINITY, false).unwrap();
    assert_eq!(place(&mut host, 999), 340.0);
    assert_eq!(refused(host.scroll_to_offset(f64::NAN, false)), Some("offset"));
}

#[test]
fn a_list_that_sticks_to_its_tail_begins_where_it_is_told() {
    let mut host = ListHost::new(Page::default(), &ListOptions::default()).unwrap();
    let mut settings = host.list().settings().unwrap();
    settings.sticks[End::Tail as usize] = true;
    host.list_mut().set_settings(&settings).unwrap();
    host.list_mut().insert(0, 100).unwrap();
    host.scroll_to(0, fraction::START, false).unwrap();
    host.list_mut().insert(100, 10).unwrap();
    host.update().unwrap();
    assert_eq!((host.surface().offset, place(&mut host, 0)), (0.0, 0.0));
    for _ in 0..100 {
        let end = host.list().length() - 400.0;
        scroll(&mut host, end);
    }
    host.list_mut().insert(110, 10).unwrap();
    host.update().unwrap();
    assert_eq!(place(&mut host, 119), 340.0);
}

#[test]
fn columns_follow_the_breadth() {
    let mut host = host_of(Page { columns: 3, ..Page::default() }, 1000);
    let view = *host.view(4).unwrap();
    let frame = host.surface().live.borrow()[&view].unwrap();
    assert_eq!((frame.column, frame.columns, frame.start, frame.extent), (1, 3, 180.0, 180.0));
    host.list_mut().set_layout(2, 0.0, true).unwrap();
    host.update().unwrap();
    assert_eq!(host.list().row_of_item(4).unwrap(), 2);
}

#[test]
fn columns_can_be_lanes() {
    let mut host = host_of(Page { columns: 3, ..Page::default() }, 0);
    host.list_mut().insert(0, 1000).unwrap();
    host.list_mut().mark_header(4, 0).unwrap();
    host.in_lanes = true;
    host.surface_mut().odd = Some((1, 500.0));
    // Columns are asked for when the breadth is another.
    host.list_mut().set_lanes(3, 0.0, 0.0, true).unwrap();
    host.update().unwrap();
    let mut frame_of = |item| {
        let view = *host.view(item).unwrap();
        let frame = host.surface().live.borrow()[&view].unwrap();
        (frame.column, frame.columns, frame.start)
    };
    assert_eq!((frame_of(0), frame_of(1)), ((0, 3, 0.0), (1, 3, 0.0)));
    // The next one is where the first lane ends, and the header after all of them.
    assert_eq!(frame_of(3), (0, 3, 180.0));
    let header = host.list().places(4..5).unwrap()[0];
    assert_eq!((header.span, header.offset), (SPAN_WIDE, 500.0));
}

#[test]
fn extents_that_are_no_numbers_are_refused() {
    let mut host = host_of(Page::default(), 0);
    host.list_mut().insert(0, 100).unwrap();
    host.surface_mut().odd = Some((0, f64::NAN));
    assert_eq!(refused(host.update()), Some("extents"));
    host.surface_mut().odd = None;
    host.update().unwrap();
    assert_eq!(place(&mut host, 1), 60.0);
}

#[test]
fn all_views_are_recycled_in_the_end() {
    let mut host = host_of(Page::default(), 1000);
    let live = host.surface().live.clone();
    scroll(&mut host, 30_000.0);
    host.list_mut().remove(0..1000).unwrap();
    host.update().unwrap();
    assert_eq!(live.borrow().len(), 0);
    host.list_mut().insert(0, 5).unwrap();
    host.update().unwrap();
    assert_eq!(live.borrow().len(), 5);
    drop(host);
    assert_eq!(live.borrow().len(), 0);
}

#[test]
fn a_host_and_its_list_stay_together() {
    let mut list = List::new(&ListOptions::default()).unwrap();
    list.insert(0, 100).unwrap();
    let mut host = Host::new(list).unwrap();
    let viewport = Viewport { length: 100.0, ..Viewport::default() };
    assert_eq!(host.list_mut().update(&viewport).map(|_| ()), Err(Error::Busy));
    host.list().set_names(0, &[7]).unwrap();
    let step = host.begin(&viewport, 300.0, 0).unwrap();
    assert_eq!((step.asks().len(), step.is_done), (3, false));
    assert_eq!(step.update().names(0).unwrap(), [7, ID_NONE, ID_NONE]);
    assert_eq!(host.list().change_names(0).unwrap()[0], 7);
    let error = host.measured(&[-2.0], 0.0).map(|_| ());
    assert_eq!(refused(error), Some("extents"));
    assert_eq!(refused(host.measured(&[1.0], f64::NAN).map(|_| ())), Some("time"));
    let step = host.measured(&[50.0, EXTENT_LATER, 50.0], 0.0).unwrap();
    assert!(step.is_done && step.news().any(|node| node.is_late));
    step.wrote(0.0).unwrap();
    let late = host.find(1).unwrap();
    assert_eq!(refused(host.set_extents(&[late], &[])), Some("extents"));
    assert_eq!(host.set_extents(&[late], &[70.0]), Ok(true));
    let error = host.begin(&viewport, f64::NAN, 0).map(|_| ());
    assert_eq!(refused(error), Some("breadth"));
    assert_eq!(refused(host.keep(100, true)), Some("index"));
    assert_eq!(refused(host.wrote(f64::NAN)), Some("offset"));
    host.list().keep(90, State::DISPLAY).unwrap();
    let mut step = host.begin(&viewport, 300.0, 0).unwrap();
    while !step.is_done {
        let count = step.asks().len().min(1);
        step = host.measured(&[50.0][..count], 0.0).unwrap();
    }
    assert!(step.news().any(|node| node.index == 90 && node.is_kept && !node.is_on_screen));
    assert_eq!(host.list().kept().unwrap(), [90]);
    host.validate().unwrap();

    // Its list is taken away, with the host, and another put there.
    let taken = std::mem::replace(host.list_mut(), List::new(&ListOptions::default()).unwrap());
    assert_eq!(refused(host.find(0)), Some("list"));
    assert_eq!(Host::new(taken).map(|_| ()).unwrap_err(), Error::Busy);
    let mut list = host.into_list();
    assert!(list.update(&viewport).is_ok());
    let moved = Host::new(list).unwrap();
    std::thread::spawn(move || moved.validate().unwrap()).join().unwrap();
}
