//! Scrolls through a list, measures rows when they become visible, and fetches more of them.

use rangecore::{BatchAnswer, BatchOutcome, End, Error, List, ListOptions, State, Viewport};

fn extent_of(row: i64) -> f64 {
    40.0 + (row % 3 * 10) as f64
}

/// Updates and measures until all that is visible is measured; returns the offset.
fn settle(list: &mut List, mut viewport: Viewport) -> Result<f64, Error> {
    loop {
        let update = list.update(&viewport)?;
        for change in update.changes() {
            if change.after.contains(State::PRELOAD) && !change.before.contains(State::PRELOAD) {
                println!("load rows {} ..< {}", change.lower, change.upper);
            }
        }
        let (visible, offset) = (update.visible, update.offset);
        let rows = list.unmeasured_rows(visible.lower..visible.upper)?;
        if rows.is_empty() {
            return Ok(offset);
        }
        let extents: Vec<_> = rows.clone().map(extent_of).collect();
        list.set_row_extents(rows.start, &extents)?;
        viewport = Viewport { offset, is_user_driven: false, ..viewport };
    }
}

fn main() -> Result<(), Error> {
    let mut list = List::new(&ListOptions { estimate: 44.0, ..ListOptions::default() })?;
    list.insert(0, 20)?;
    let mut viewport = Viewport { length: 200.0, ..Viewport::default() };
    for step in [0.0, 300.0, 300.0] {
        viewport.offset += step;
        viewport.is_user_driven = step > 0.0;
        viewport.offset = settle(&mut list, viewport)?;
        let update = list.update(&Viewport { is_user_driven: false, ..viewport })?;
        for row in update.visible.lower..update.visible.upper {
            let place = update.list().item(row)?.offset - update.offset;
            println!("row {row} is {place} points down");
        }
        if update.tail.answer == BatchAnswer::Yes {
            let fetch = list.begin_batch(End::Tail)?;
            list.insert(list.count(), 20)?;
            fetch.finish(BatchOutcome::Completed)?;
            println!("fetched: {} rows, {} points", list.count(), list.length());
        }
    }
    Ok(())
}
