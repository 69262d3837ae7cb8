// Checks snapshots: what is saved of lists, as text, where others then are, and what is refused.
//
//     node --expose-gc Bindings/JavaScript/tests/snapshot.js MODULE PACKAGED

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { firstHTML, load, Snapshot } from '../src/snapshot-node.js';

const [bytes, packaged] = process.argv.slice(2).map((file) => readFileSync(file));
const rangecore = await load(bytes);
globalThis.getComputedStyle = () => ({ fontSize: '16px' });
const made = [];

/** A list of items that are 30 … 90 long, in a viewport of 500, as far as a snapshot sees it. */
function setUp(ids, { offset = 0, breadth = 400, core = rangecore, columns = 1 } = {}) {
  const engine = core.list({ estimate: 50, columns });
  engine.insert(0, ids.length);
  const list = {
    engine,
    count: ids.length,
    latest: null,
    viewportLength: 500,
    container: { offsetWidth: breadth },
    options: { key: (index) => ids[index], insetStart: 0, insetEnd: 0, axis: 'vertical' },
    gone: null,
    scrollTo(index, { align, shift }) {
      engine.setScrollTarget(index, align, shift);
      list.gone = { index, align, shift };
      list.show(null);
    },
    scrollToOffset(to) { list.gone = { offset: to }; },
    /** Shows an offset, or where it was asked to go. */
    show(to) {
      let at = to;
      for (let round = 0; round < 5; round++) {
        const target = list.gone && to === null ? engine.setScrollTarget(list.gone.index, list.gone.align, list.gone.shift) : at;
        list.latest = engine.update({ offset: target, length: 500 });
        at = target + list.latest.correction;
        const { lower, upper } = list.latest.visible;
        for (let index = lower; index < upper; index++) engine.setRowExtents(engine.rowOfItem(index), [30 + (Number(String(ids[index]).match(/\d+/)) * 37) % 61]);
      }
      list.at = at;
    },
    /** What is on screen, and where. */
    seen() {
      const { lower, upper } = list.latest.visible;
      return Array.from({ length: upper - lower }, (_, at) => [ids[lower + at], engine.item(lower + at).offset - list.at]);
    },
  };
  list.show(offset);
  return list;
}

const snapshot = (options) => {
  const it = new Snapshot(rangecore, options);
  made.push(it);
  return it;
};

const named = (count, first = 0) => Array.from({ length: count }, (_, at) => `id ${first + at}`);

const tests = {
  aPlaceIsTheSameInAnotherList() {
    const list = setUp(named(100_000), { offset: 3_000_017 });
    const it = snapshot({ capacity: 0 });
    assert.equal(it.place, null);
    assert.equal(it.savePlace(list), true);
    const { rows, length, isAtStart, isAtEnd } = it.place;
    assert.deepEqual(rows.map(({ id, start }) => [id, start]), list.seen().slice(0, 16));
    assert.deepEqual([length, isAtStart, isAtEnd], [500, false, false]);
    assert.ok(rows.every(({ start, end }, at) => at === 0 || start === rows[at - 1].end));
    const text = String(it);
    assert.ok(text.length < 2000, text.length);
    const again = snapshot({ text });
    assert.deepEqual([again.refusal, String(again)], [null, text]);
    const other = setUp(named(100_020, -20).map((id, at) => (at < 20 ? `new ${at}` : id)));
    assert.equal(again.restorePlace(other), true);
    assert.deepEqual(other.seen(), list.seen());
  },

  itIsFoundOnceItsItemsAreThere() {
    const list = setUp(named(3000), { offset: 60_000 });
    const it = snapshot();
    it.savePlace(list);
    const text = String(it);
    for (const ids of [[], named(100), named(3, 100_000)]) assert.equal(snapshot({ text }).restorePlace(setUp(ids)), false);
    // All others: they are in its place.
    const other = setUp(named(3000, 5000));
    assert.equal(snapshot({ text }).restorePlace(other), true);
    assert.equal(other.gone.index, it.place.rows[0].index);
  },

  bothEndsAreWhatTheyAre() {
    const list = setUp(named(100));
    const it = snapshot();
    it.savePlace(list);
    assert.equal(it.place.isAtStart, true);
    const more = setUp(['newer', ...named(100)]);
    assert.equal(snapshot({ text: String(it) }).restorePlace(more), true);
    assert.deepEqual(more.gone, { offset: 0 });
  },

  extentsAreKeptByIdAndBreadth() {
    const ids = named(1000);
    const list = setUp(ids, { offset: 20_000 });
    list.show(25_000);
    const count = list.engine.measuredRowCount;
    const it = snapshot();
    it.saveExtents(list);
    const text = String(it);
    const turned = setUp([...ids].reverse());
    const before = turned.engine.measuredRowCount;
    assert.equal(snapshot({ text }).restoreExtents(turned), count);
    assert.equal(turned.engine.measuredRowCount, before + count);
    assert.equal(turned.engine.item(999 - list.latest.visible.lower).extent, list.engine.item(list.latest.visible.lower).extent);
    for (const breadth of [300, 0]) assert.equal(snapshot({ text }).restoreExtents(setUp(ids, { breadth })), 0);
    // Of more than it keeps, the latest.
    const few = snapshot({ text, capacity: 4 });
    assert.equal(few.restoreExtents(setUp(ids, { offset: 40_000 })), 4);
    assert.deepEqual([few.refusal, JSON.parse(few).ids.length], [null, 4]);
  },

  itemsWithoutIdsAreLeftOut() {
    const list = setUp(named(100), { offset: 1000 });
    const it = snapshot();
    const { lower } = list.latest.visible;
    it.savePlace(list, (index) => (index < lower + 2 ? null : `id ${index}`));
    assert.equal(it.place.rows[0].id, `id ${lower + 2}`);
    assert.equal(snapshot().savePlace(list, () => undefined), true);
  },

  whatIsDamagedIsRefused() {
    const it = snapshot();
    it.savePlace(setUp(named(1000), { offset: 20_000 }));
    const text = String(it);
    const { bytes: given, ...rest } = JSON.parse(text);
    for (let at = 0; at < given.length; at += 7) {
      const wrong = given.slice(0, at) + (given[at] === 'A' ? 'B' : 'A') + given.slice(at + 1);
      const read = snapshot({ text: JSON.stringify({ ...rest, bytes: wrong }) });
      assert.equal(typeof read.refusal, 'string');
      assert.equal(read.place, null);
    }
    for (const wrong of ['nothing', '{}', 'null', '7', text.slice(0, -5), JSON.stringify({ ...rest, ids: [], bytes: given }),
      JSON.stringify({ ...rest, ids: 7, bytes: given }), JSON.stringify({ ...rest, bytes: '%' })]) {
      assert.equal(typeof snapshot({ text: wrong }).refusal, 'string', wrong);
    }
    assert.throws(() => snapshot({ capacity: 2 ** 30 }), { name: 'RangeCoreError', code: 'limit' });
    assert.throws(() => snapshot({ size: 7 }), { message: /there is no "size" here; there is capacity, text/ });
    assert.equal(snapshot({ text: '' }).refusal, null);
  },

  aServerRendersWhatWasOnScreen() {
    const ids = named(100_000);
    const list = setUp(ids, { offset: 3_000_017 });
    const it = snapshot({ capacity: 0 });
    assert.equal(it.first(100_000), null);
    it.savePlace(list);
    const first = it.first(100_000, (index) => ids[index]);
    const [[id, start]] = list.seen().filter((row) => row[1] >= 0);
    assert.deepEqual([ids[first.index], first.top, first.fraction], [id, start, 0]);
    assert.ok(first.lower < list.latest.visible.lower && first.upper >= list.latest.visible.upper);
    assert.equal(it.first(10, (index) => `other ${index}`), null);
    const html = firstHTML(first, (index) => `<p>${index}</p>`);
    assert.equal(html.match(/<p>/g).length, first.upper - first.lower);
    assert.ok(html.startsWith('<div style="position: relative; height: 0"><div style="position: absolute; inset: 0 0 auto; '));
    assert.deepEqual(JSON.parse(JSON.stringify(first)), first);
    // At the end of the list, as far as it goes.
    const end = setUp(ids.slice(0, 1000), { offset: 1e7 });
    it.savePlace(end);
    assert.equal(it.first(1000, (index) => ids[index]).upper, 1000);
  },

  namesOfWhatIsForgottenGo() {
    const it = snapshot({ capacity: 10 });
    const ids = named(100_000);
    const list = setUp(ids);
    for (let offset = 0; offset < 2_000_000; offset += 500) {
      list.show(offset);
      it.savePlace(list);
    }
    assert.ok(JSON.parse(it).ids.length <= 16);
    it.validate();
  },

  async modulesHaveIt() {
    const core = await load(packaged);
    const it = new Snapshot(core);
    it.savePlace(setUp(named(100), { core }));
    assert.equal(it.place.rows[0].id, 'id 0');
    it.free();
    it.free();
    assert.throws(() => it.place, { code: 'argument', message: /snapshot is freed/ });
  },
};

for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    for (const it of made.splice(0)) it.free();
  } catch (error) {
    console.error(`${name}:`, error);
    process.exitCode = 1;
  }
}
console.log(`${Object.keys(tests).length} tests of snapshots ${process.exitCode ? 'failed' : 'passed'}`);
