//! What a list and its batches do when they are called from Rust.

use rangecore::*;

fn list(count: i64) -> List {
    let mut list = List::new(Options::default()).unwrap();
    list.insert(0, count).unwrap();
    list
}

fn at(offset: f64) -> Viewport {
    Viewport { offset, length: 440.0, ..Viewport::default() }
}

#[test]
fn changes_are_those_of_the_readme() {
    let mut list = list(1_000_000);
    let update = list.update(&at(0.0)).unwrap();
    let changes: Vec<_> = update
        .changes
        .all()
        .iter()
        .map(|change| (change.items(), change.before().bits(), change.after().bits()))
        .collect();
    assert_eq!(changes, [(0..10, 0, 15), (10..13, 0, 7), (13..15, 0, 3)]);
    assert_eq!(update.visible, 0..10);
    assert_eq!(update.range(RangeKind::Preload), 0..15);
    assert_eq!(update.mode, RangeMode::Minimum);
    assert_eq!(update.next_time, f64::INFINITY);
    assert_eq!(update.batch(End::Tail).reason, BatchReason::FarFromEnd);
    assert_eq!(update.batch(End::Head).reason, BatchReason::Off);

    let update = list.update(&Viewport { is_user: true, ..at(50.0) }).unwrap();
    assert_eq!(update.mode, RangeMode::Full);
    let left = update.changes.left();
    assert_eq!((left.len(), left[0].items()), (1, 0..1));
    let entered: Vec<_> = update.changes.entered().iter().map(Change::items).collect();
    assert_eq!(entered, [10..12, 13..15, 15..22, 22..37]);
    assert_eq!((update.changes.removed().len(), update.changes.all().len()), (0, 5));

    list.remove(0..2).unwrap();
    let update = list.update(&at(200.0)).unwrap();
    let removed = update.changes.removed();
    assert_eq!(removed.iter().map(Change::items).collect::<Vec<_>>(), [0..1, 1..2]);
    assert!(removed.iter().all(|change| change.after() == State::NONE));
    let cleared = |change: &Change| !change.after().contains(change.before());
    assert!(!update.changes.left().is_empty() && update.changes.left().iter().all(cleared));
    assert!(!update.changes.left().iter().any(|change| change.after() == State::NONE));
    assert!(!update.changes.entered().iter().any(cleared));
}

#[test]
fn an_update_without_changes_lends_an_empty_slice() {
    let mut list = List::new(Options::default()).unwrap();
    assert!(list.update(&at(0.0)).unwrap().changes.all().is_empty());
}

#[test]
fn what_is_at_the_start_stays_there() {
    let mut list = list(100);
    list.update(&at(150.0)).unwrap();
    list.measure(0, &[50.0, 60.0]).unwrap();
    assert_eq!(list.update(&at(150.0)).unwrap().correction, 22.0);
    assert_eq!(list.measured_count(), 2);
    assert_eq!(list.length(), 100.0 * 44.0 + 22.0);
    let item = Item { index: 1, offset: 50.0, extent: 60.0, is_measured: true };
    assert_eq!(list.item(1), Ok(item.clone()));
    assert_eq!(list.item_at(50.0), Ok(item));
    assert_eq!(list.items_in(0.0..111.0), Ok(0..3));
    list.reload(0..1).unwrap();
    assert_eq!(list.item(0).map(|item| item.is_measured), Ok(false));
}

#[test]
fn arguments_that_are_not_allowed_are_errors_and_change_nothing() {
    let mut list = list(10);
    assert_eq!(list.insert(11, 1), Err(Error::Argument));
    assert_eq!(list.insert(-1, 1), Err(Error::Argument));
    assert_eq!(list.insert(0, i64::MAX), Err(Error::Limit));
    assert_eq!(list.insert_measured(0, &[f64::NAN]), Err(Error::Argument));
    assert_eq!(list.insert_measured(0, &[]), Ok(()));
    assert_eq!(list.remove(5..11), Err(Error::Argument));
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = list.remove(5..4);
    assert_eq!(reversed, Err(Error::Argument));
    assert_eq!(list.move_items(0..5, 6), Err(Error::Argument));
    assert_eq!(list.measure(9, &[1.0, 1.0]), Err(Error::Argument));
    assert_eq!(list.set_estimate(-1.0), Err(Error::Argument));
    assert_eq!(list.scroll_to(10, Alignment::Start), Err(Error::Argument));
    assert_eq!(list.item(10), Err(Error::Argument));
    assert_eq!(list.item_at(f64::INFINITY), Err(Error::Argument));
    assert_eq!(list.update(&at(f64::NAN)).unwrap_err(), Error::Argument);
    assert_eq!(
        List::new(Options { columns: 0, ..Options::default() }).unwrap_err(),
        Error::Argument
    );
    let mut settings = list.settings();
    settings.slack = -1.0;
    assert_eq!(list.configure(&settings), Err(Error::Argument));
    assert_eq!(list.settings().slack, 0.0);
    assert_eq!(List::new(Options::default()).unwrap().item_at(0.0), Err(Error::NotFound));
    assert_eq!((list.count(), list.measured_count(), list.validate()), (10, 0, Ok(())));
    assert_eq!(Error::Limit.to_string(), "past a limit");
}

#[test]
fn copies_need_room_for_exactly_what_is_copied() {
    let mut list = list(10);
    list.measure(1, &[10.0]).unwrap();
    let (mut offsets, mut extents) = ([0.0; 3], [0.0; 3]);
    assert_eq!(list.copy(0..3, &mut offsets, &mut extents), Ok(()));
    assert_eq!((offsets, extents), ([0.0, 44.0, 54.0], [44.0, 10.0, 44.0]));
    assert_eq!(list.copy(0..3, &mut [], &mut extents), Ok(()));
    assert_eq!(list.copy(0..4, &mut offsets, &mut []), Err(Error::Argument));
    assert_eq!(list.copy(0..2, &mut offsets, &mut []), Err(Error::Argument));
    assert_eq!(list.copy(i64::MIN..i64::MAX, &mut offsets, &mut []), Err(Error::Argument));
    let mut states = [State::NONE; 3];
    assert_eq!(list.copy_states(7..10, &mut states), Ok(()));
    assert_eq!(states, [State::MEASURE_LAYOUT; 3]);
    assert_eq!(list.copy_states(0..4, &mut states), Err(Error::Argument));
    assert_eq!(list.copy_states(0..1, &mut []), Err(Error::Argument));
    assert_eq!(list.state(10), State::NONE);
}

#[test]
fn settings_come_back_as_they_were_given() {
    let mut list = list(10);
    let mut settings = Settings {
        depth: 2,
        presence: Presence::Near,
        pressure: Pressure::Warning,
        short_content_policy: ShortContentPolicy::Never,
        tunings: TuningTable::pager(),
        slack: 0.25,
        direction_threshold: 3.0,
        leading_screens: [1.5, 0.5],
        extra_lengths: [10.0, 20.0],
        in_background: true,
        insertion_pending: true,
        host_decides_batches: true,
        sticks_to_end: true,
        uses_mean_estimate: true,
    };
    let tuning = Tuning { leading: 3.0, trailing: 0.5, enabled: true };
    settings.tunings.set(RangeMode::Full, RangeKind::App3, tuning).unwrap();
    let wrong = Tuning { leading: -1.0, ..tuning };
    let refused = settings.tunings.set(RangeMode::Full, RangeKind::App3, wrong);
    assert_eq!(refused, Err(Error::Argument));
    list.configure(&settings).unwrap();
    assert_eq!(format!("{:?}", list.settings()), format!("{settings:?}"));
    assert_eq!(list.settings().tunings.get(RangeMode::Full, RangeKind::App3), tuning);
    // Before the next update, where the settings begin to count.
    assert_eq!(list.item(0).unwrap().offset, 20.0);
}

#[test]
fn a_flight_is_finished_once_from_any_thread() {
    let mut list = list(0);
    assert_eq!(list.update(&at(0.0)).unwrap().batch(End::Tail).answer, BatchAnswer::Yes);
    let first = list.begin_batch(End::Tail).unwrap();
    assert_eq!(list.begin_batch(End::Tail).unwrap_err(), Error::Busy);
    assert_eq!(first.finish(BatchOutcome::Fetching), Err(Error::Argument));

    let threads: Vec<_> = (0..8)
        .map(|_| {
            let context = first.clone();
            std::thread::spawn(move || context.finish(BatchOutcome::Completed))
        })
        .collect();
    let results: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    assert_eq!(first.outcome(), BatchOutcome::Completed);
    assert!(!first.is_fetching() && !first.was_cancelled());

    list.insert(0, 5).unwrap();
    list.update(&at(0.0)).unwrap();
    let second = list.begin_batch(End::Tail).unwrap();
    assert_ne!(first.token(), second.token());
    assert_eq!(first.outcome(), BatchOutcome::Stale);
    assert_eq!(first.finish(BatchOutcome::Ended), Err(Error::Stale));
    assert_eq!(second.outcome(), BatchOutcome::Fetching);
    list.reset_batch(End::Tail);
    assert!(second.was_cancelled());
}

#[test]
fn a_flight_outlives_its_list() {
    let mut list = list(0);
    let context = list.begin_batch(End::Head).unwrap();
    let other = context.clone();
    drop(list);
    assert_eq!(context.finish(BatchOutcome::Completed), Err(Error::Stale));
    drop(context);
    assert_eq!(other.outcome(), BatchOutcome::Cancelled);
}

#[test]
fn an_end_that_failed_says_when_to_ask_again() {
    let mut list = list(0);
    list.begin_batch(End::Tail).unwrap().finish(BatchOutcome::Failed).unwrap();
    let update = list.update(&Viewport { time: 10.0, jitter: 0.5, ..at(0.0) }).unwrap();
    assert_eq!(update.batch(End::Tail).reason, BatchReason::BackingOff);
    assert_eq!(update.batch(End::Tail).reason.to_string(), "waiting after a failure");
    assert_eq!(update.next_time, 11.5);
    list.retry_batch(End::Tail);
    assert_eq!(list.update(&at(0.0)).unwrap().batch(End::Tail).answer, BatchAnswer::Yes);
    list.end_batch(End::Tail);
    let update = list.update(&at(0.0)).unwrap();
    assert_eq!(update.batch(End::Tail).reason, BatchReason::Ended);
}

#[test]
fn a_list_can_be_made_here_and_ended_there() {
    let mut list = list(100);
    list.update(&at(0.0)).unwrap();
    std::thread::spawn(move || assert_eq!(list.count(), 100)).join().unwrap();
}

#[test]
fn ticks_are_rounded_once() {
    assert_eq!(ticks::from_points(1.0 / 3.0), Ok(320));
    assert_eq!(ticks::from_points(0.5 / 960.0), Ok(0));
    assert_eq!(ticks::from_points(1e300), Err(Error::Limit));
    assert_eq!(ticks::to_points(ticks::PER_POINT), 1.0);
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}
