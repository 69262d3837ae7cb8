// Scrolls through a list, measures rows when they become visible, and fetches more of them.

import { load, State } from 'rangecore';

const rangecore = await load();
const list = rangecore.list({ estimate: 44 });

/** @param {number} row */
const extentOf = (row) => 40 + (row % 3) * 10;

/**
 * Updates and measures until all that is visible is measured.
 *
 * @param {number} offset
 * @param {boolean} isUserDriven
 */
function settled(offset, isUserDriven) {
  const viewport = { offset, length: 200, isUserDriven };
  for (;;) {
    const update = list.update(viewport);
    for (const { lower, upper, before, after } of update.changes.items) {
      if (after & ~before & State.preload) console.log(`load rows ${lower} ..< ${upper}`);
    }
    viewport.offset = update.offset;
    viewport.isUserDriven = false;
    const rows = list.unmeasuredRows(update.visible.lower, update.visible.upper);
    if (rows.lower === rows.upper) return update;
    const size = rows.upper - rows.lower;
    list.setRowExtents(rows.lower, Array.from({ length: size }, (_, at) => extentOf(rows.lower + at)));
  }
}

list.insert(0, 20);
let offset = 0;
for (const step of [0, 300, 300]) {
  const update = settled(offset + step, step > 0);
  offset = update.offset;
  for (let row = update.visible.lower; row < update.visible.upper; row++) {
    console.log(`row ${row} is ${list.item(row).offset - offset} points down`);
  }
  if (update.tail.answer === 'yes') {
    const fetch = list.beginBatch('tail');
    list.insert(list.count, 20);
    fetch.finish('completed');
    console.log(`fetched: ${list.count} rows, ${list.length} points`);
  }
}
