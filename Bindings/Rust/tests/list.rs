//! What a session cannot show: slices, ownership and threads.

use rangecore::*;

fn list(count: i64) -> List {
    let mut list = List::new(&ListOptions::default()).unwrap();
    list.insert(0, count).unwrap();
    list
}

fn at(offset: f64) -> Viewport {
    Viewport { offset, length: 440.0, ..Viewport::default() }
}

/// The argument that a call was refused for.
fn refused<T>(result: Result<T, Error>) -> Option<&'static str> {
    result.err()?.argument()
}

#[test]
fn changes_are_divided_into_removed_left_and_entered() {
    let mut list = list(1_000_000);
    let update = list.update(&at(0.0)).unwrap();
    let changes: Vec<_> = update.changes().all().iter().map(Change::items).collect();
    assert_eq!(changes, [0..10, 10..13, 13..15]);
    assert_eq!(update.list().count(), 1_000_000);

    list.remove(0..2).unwrap();
    let update = list.update(&at(200.0)).unwrap();
    let changes = update.changes();
    assert_eq!(changes.removed().len(), 1);
    assert!(changes.removed().iter().all(|change| change.after == State::NONE));
    let cleared = |change: &Change| !change.after.contains(change.before);
    assert!(!changes.left().is_empty() && changes.left().iter().all(cleared));
    assert!(!changes.entered().is_empty() && !changes.entered().iter().any(cleared));
}

#[test]
fn an_update_without_changes_lends_an_empty_slice() {
    assert!(list(0).update(&at(0.0)).unwrap().changes().all().is_empty());
}

#[test]
fn names_can_be_set_and_asked_for_while_changes_are_borrowed() {
    let mut list = list(100);
    let update = list.update(&at(0.0)).unwrap();
    let visible = update.changes().all()[0];
    let names: Vec<_> = visible.items().map(|item| 1000 - item).collect();
    update.list().set_names(visible.lower, &names).unwrap();
    assert_eq!(update.names(0).unwrap(), names);
    assert_eq!(update.names(1).unwrap(), [ID_NONE; 3]);
    assert_eq!(refused(update.names(update.changes().all().len())), Some("position"));

    list.remove(0..10).unwrap();
    assert_eq!(refused(list.change_names(0)), Some("position"));
    assert_eq!(refused(list.remove(0..1000)), Some("items"));
    assert_eq!(list.update(&at(0.0)).unwrap().names(0).unwrap(), names);
    assert_eq!(refused(list.remove(0..1000)), Some("items"));
    list.set_row_extents(0, &[44.0]).unwrap();
    assert_eq!(list.change_names(0).unwrap(), names);
}

#[test]
fn edits_between_ids_are_applied() {
    let mut list = list(0);
    list.insert_extents(0, &[10.0, 20.0, 30.0, 40.0]).unwrap();
    list.apply(&[1, 2, 3, 4], &[4, 7, 1, 3]).unwrap();
    assert_eq!(list.rows(0..4).unwrap().1, [40.0, 44.0, 10.0, 30.0]);
    assert_eq!(refused(list.apply(&[4, 7, 1], &[])), Some("old_ids"));
    assert_eq!(refused(list.apply(&[4, 7, 1, 4], &[])), Some("old_ids"));
    assert_eq!(refused(list.apply(&[4, 7, 1, 3], &[ID_NONE])), Some("new_ids"));
    assert_eq!(list.count(), 4);
    list.apply(&[4, 7, 1, 3], &[]).unwrap();
    assert_eq!(list.count(), 0);
    assert!(Diff::new(&[], &[]).unwrap().edits().is_empty());
    let diff = std::thread::spawn(|| Diff::new(&[1], &[2]).unwrap()).join().unwrap();
    assert_eq!(diff.edits().len(), 2);
}

#[test]
fn a_scroll_target_is_aligned_by_a_fraction_and_a_shift() {
    let mut list = list(100);
    list.update(&at(0.0)).unwrap();
    let mut offset = |fraction, shift| list.set_scroll_target(50, fraction, shift).unwrap();
    assert_eq!(offset(fraction::START, 0.0), 2200.0);
    assert_eq!(offset(fraction::CENTER, 0.0), 2002.0);
    assert_eq!(offset(0.25, -1.0), 2100.0);
    assert_eq!(offset(fraction::END, 0.0), 1804.0);
    assert_eq!(offset(fraction::NEAREST, 0.0), 1804.0);
}

#[test]
fn errors_name_the_argument() {
    let mut list = list(10);
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = 5..4;
    for (text, result) in [
        ("items is -9223372036854775808..9223372036854775807", list.remove(i64::MIN..i64::MAX)),
        ("items is 5..4", list.states(reversed).map(|_| ())),
        ("extents[1] is NaN", list.insert_extents(0, &[1.0, f64::NAN])),
        ("lower is 9223372036854775807", list.set_names(i64::MAX, &[1])),
        ("names", list.set_names(9, &[1, 2])),
    ] {
        assert_eq!(result.unwrap_err().to_string(), format!("invalid argument: {text}"));
    }
    assert_eq!(list.count(), 10);
    let error = list.insert(0, i64::MAX).unwrap_err();
    assert!(matches!(error, Error::Limit(Some(_))) && error.argument() == Some("count"));
    assert_eq!(list.insert_extents(0, &[]), Ok(()));
    assert_eq!(Error::Limit(None).to_string(), "limit exceeded");
    assert_eq!(Error::Busy.argument(), None);
}

#[test]
fn printing_an_update_prints_it() {
    let mut list = list(100);
    let text = format!("{:?}", list.update(&at(0.0)).unwrap());
    let change = "changes: [Change { lower: 0, upper: 10, distance: 0.0, before: NONE, after: \
        MEASURE_LAYOUT | PRELOAD | DISPLAY | VISIBLE }";
    for part in [change, "visible: Interval {", "tail: Batch"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(!text.contains("reserved"));
    assert_eq!(list.to_string(), "List(100 items, 0 measured rows, length 4400)");
    let update = list.update(&at(4400.0)).unwrap();
    let printed = update.changes().all()[0].to_string();
    assert_eq!(
        printed,
        "0..10 from MEASURE_LAYOUT | PRELOAD | DISPLAY | VISIBLE to MEASURE_LAYOUT"
    );
    assert_eq!(
        (State::NONE.to_string(), format!("{:?}", State::APP_3)),
        ("NONE".into(), "APP_3".into())
    );
}

#[test]
fn a_dropped_fetch_counts_as_cancelled() {
    let mut list = list(100);
    let fetch = list.begin_batch(End::Tail).unwrap();
    let clone = fetch.clone();
    drop(fetch);
    assert_eq!(list.update(&at(3900.0)).unwrap().tail.reason, BatchReason::Fetching);
    drop(clone);
    assert_eq!(list.update(&at(3900.0)).unwrap().tail.reason, BatchReason::Paused);
}

#[test]
fn one_of_several_threads_finishes_a_fetch() {
    let mut list = list(0);
    let fetch = list.begin_batch(End::Tail).unwrap();
    assert_eq!(refused(fetch.finish(BatchOutcome::Fetching)), Some("outcome"));
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let fetch = fetch.clone();
            std::thread::spawn(move || fetch.finish(BatchOutcome::Completed))
        })
        .collect();
    let results: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    assert_eq!(fetch.outcome(), BatchOutcome::Completed);
}

#[test]
fn a_fetch_outlives_its_list() {
    let mut list = list(0);
    let fetch = list.begin_batch(End::Head).unwrap();
    let other = fetch.clone();
    std::thread::spawn(move || drop(list)).join().unwrap();
    assert_eq!(fetch.finish(BatchOutcome::Completed), Err(Error::Stale));
    drop(fetch);
    assert_eq!(other.outcome(), BatchOutcome::Cancelled);
}

#[test]
fn the_library_is_of_this_version() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}
