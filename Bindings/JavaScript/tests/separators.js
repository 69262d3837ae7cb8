// Checks separators: headers of days between the items of a store, over the engine of a list.
//
//     node Bindings/JavaScript/tests/separators.js MODULE PACKAGED

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../src/node.js';
import { loadStores } from '../src/store-node.js';

const [bytes, packaged] = process.argv.slice(2).map((file) => readFileSync(file));
const day = (item) => item && Math.floor(item.id / 10);
const header = (before, after) => (after === undefined || day(before) === day(after) ? undefined : day(after));

/** A server of items with ids from 0 on. */
function serverOf(count) {
  const items = Array.from({ length: count }, (_, id) => ({ id, title: `item ${id}` }));
  const reply = ({ kind, position, key, count: most }) => {
    const place = items.findIndex(({ id }) => id === key);
    let lower = position ?? 0;
    if (kind === 'after') lower = place + 1;
    else if (kind === 'before') lower = Math.max(0, place - most);
    else if (key !== undefined) lower = Math.max(0, place - (most >> 1));
    const upper = kind === 'before' ? place : Math.min(items.length, lower + most);
    return {
      items: items.slice(lower, upper), before: lower, after: items.length - upper, total: items.length,
    };
  };
  return { items, load: async (request) => reply(request) };
}

const textOf = ({ rows }) => Array.from({ length: rows.count }, (_, at) => {
  const row = rows.get(at);
  if (row.kind === 'separator') return `${row.id}:`;
  return row.kind === 'item' ? String(row.item.id) : '-';
}).join(' ');

/** Headers are where items are, and one that is still called for keeps its row. */
async function headersOfDays(stores) {
  const server = serverOf(30);
  const store = stores.create({ load: server.load, pageSize: 12, separator: header, settle: 0 });
  const edits = [];
  store.rows.onChange = (told) => edits.push(...told.map(({ kind, lower, upper }) => `${kind} ${lower}-${upper}`));
  assert.equal(store.rows.count, 0);
  store.update({});
  await sleep(5);
  assert.equal(textOf(store), `0: 0 1 2 3 4 5 6 7 8 9 1: 10 11${' -'.repeat(18)}`);
  assert.deepEqual(edits.splice(0), ['insert 0-30', 'insert 0-1', 'insert 11-12']);
  assert.deepEqual(store.rows.get(11), { kind: 'separator', id: 1, slot: 10 });
  assert.deepEqual([store.rows.rowOf(1), store.rows.rowOf(2), store.rows.rowOfSlot(10)], [11, -1, 12]);
  assert.deepEqual(store.rows.slotsOfRows({ lower: 11, upper: 12 }), { lower: 10, upper: 11 });
  assert.throws(() => store.rows.get(99), { code: 'argument', argument: 'row' });
  store.remove(10);
  assert.deepEqual(edits.splice(0), ['remove 12-13']);
  assert.equal(store.rows.rowOf(1), 11);
  store.remove(11);
  assert.equal(store.rows.rowOf(1), -1);
  store.validate();
  store.free();
}

/** What it depends on, and content that changes, is asked about again. */
async function renewed(stores) {
  let read = 3;
  const store = stores.create({
    load: serverOf(8).load,
    separator: (before, after) => {
      if (after?.title === 'ad') return 'ad';
      return before && after && before.id === read ? 'new' : null;
    },
  });
  store.update({});
  await sleep(5);
  assert.equal(store.rows.rowOf('new'), 4);
  read = 6;
  store.rows.renew();
  assert.deepEqual([store.rows.rowOf('new'), store.rows.count], [7, 9]);
  store.replace({ id: 1, title: 'ad' });
  assert.equal(store.rows.rowOf('ad'), 1);
  store.free();
}

/** What is read stays where it is, while pages are dropped and come back. */
async function nothingMoves(stores, rangecore, options) {
  const server = serverOf(400);
  const store = stores.create({
    load: server.load, separator: header, settle: 0, itemLimit: 60, pageSize: 10, ...options,
  });
  const list = rangecore.list({ estimate: 40 });
  store.attach(list, { marksHeaders: true });
  await sleep(5);
  let [offset, compared, least] = [0, 0, Infinity];
  const extentOf = (row) => {
    const found = store.rows.get(row);
    if (found.kind === 'separator') return 24;
    return found.kind === 'item' ? 30 + (found.item.id % 3) * 20 : 40;
  };
  const frame = (isUserDriven) => {
    for (let round = 0; round < 20; round++) {
      const update = list.update({ offset, length: 300, isUserDriven: isUserDriven && round === 0, time: round });
      offset += update.correction;
      const rows = list.unmeasuredRows(update.visible.lower, update.visible.upper);
      if (rows.lower === rows.upper) return update;
      list.setRowExtents(rows.lower, Array.from({ length: rows.upper - rows.lower }, (_, at) => extentOf(rows.lower + at)));
    }
    throw new Error('it does not come to rest');
  };
  for (let step = 0; step < 150; step++) {
    offset = Math.max(0, offset + (((step * 7919) % 300) - 100) * (step < 100 ? 1 : -1));
    const { visible } = frame(true);
    const rows = Array.from({ length: visible.upper - visible.lower }, (_, at) => visible.lower + at);
    const first = rows.map((row) => store.rows.get(row)).find(({ kind }) => kind === 'item');
    const placeOf = (slot) => list.item(store.rows.rowOfSlot(slot)).offset - offset;
    const before = first && placeOf(first.slot);
    const seen = store.rows.slotsOfRows(visible);
    store.update({ visible: seen, isSettled: true });
    if (step % 30 === 20) {
      server.items.unshift({ id: 1000 + step, title: 'new' });
      store.refresh();
    }
    await sleep(1);
    frame(false);
    assert.equal(list.count, store.rows.count);
    const headers = Array.from({ length: list.sectionCount }, (_, at) => list.section(at).items.lower);
    assert.ok(headers.every((row) => store.rows.get(row).kind === 'separator'));
    assert.equal(list.count - store.count, headers.length);
    least = Math.min(least, store.itemCount);
    const slot = first ? store.slotOf(first.item.id) : -1;
    if (slot < 0 || offset <= 1 || offset >= list.length - 301) continue;
    assert.ok(Math.abs(placeOf(slot) - before) < 1e-6, `${first.item.id} moved at step ${step}`);
    compared += 1;
  }
  assert.ok(compared > 30 && store.itemCount < 120, `${compared} compared, ${store.itemCount} held`);
  store.validate();
  list.free();
  store.free();
}

for (const module of [bytes, packaged]) {
  const [stores, rangecore] = [await loadStores(module), await load(bytes)];
  await headersOfDays(stores);
  await renewed(stores);
  await nothingMoves(stores, rangecore, {});
  await nothingMoves(stores, rangecore, { source: 'keys', placeholders: false });
}
console.log('separators: ok');
