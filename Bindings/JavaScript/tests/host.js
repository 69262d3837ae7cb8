// Checks the binding of a host without a page: a kit whose views are numbers, against what rangecore_host.h
// says, and that memory that grows is looked at again.
//
//     node --expose-gc Bindings/JavaScript/tests/host.js MODULE PACKAGED

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as dom from '../src/dom-node.js';
import { LATER } from '../src/host.js';
import { load, State } from '../src/node.js';
import { WholeHost } from './whole-host.js';

const [bytes, packaged] = process.argv.slice(2).map((file) => readFileSync(file));

function make(core, options, { count = 1000, ...others } = {}) {
  const list = core.list({ estimate: 44, ...others });
  list.insert(0, count);
  return { list, host: new WholeHost(list, options) };
}

/** Makes a step, measuring one at a time; returns what was asked for and what is to be placed. */
function step(host, viewport, { extent = () => 50, time = () => 0, breadth = 300, each } = {}) {
  const made = host.begin({ length: 100, ...viewport }, breadth);
  const asked = [];
  while (!made.isDone) {
    each?.(made);
    const asks = made.asks.map((position) => host.node(position).index);
    asked.push(asks);
    host.measured(asks.slice(0, 1).map(extent), time(asks));
  }
  const news = made.news.map((position) => {
    const { index, number, start, extent: length, isNew, hasView } = host.node(position);
    return { index, number, start, extent: length, isNew, hasView };
  });
  const { released, freed } = made;
  return { asked, news, released, freed };
}

/** The session at the head of the header. */
function theSession(core) {
  const { list, host } = make(core);
  const extents = [60, 70];
  const options = {
    extent: (index) => extents[index] ?? 50, time: (asks) => (asks[0] > 3 ? 1 : 0),
  };
  let { asked, news } = step(host, { offset: 0 }, options);
  assert.deepEqual(asked.slice(0, 2), [[0, 1, 2], [1]], '2 was pushed off the screen');
  assert.ok(host.step.setsLength && !host.step.setsOffset && host.step.isSettled);
  assert.deepEqual(news.slice(0, 2).map(({ start, extent }) => [start, extent]), [[0, 60], [60, 70]]);
  const [first, second] = news.map(({ number }) => number);
  ({ news } = step(host, { offset: 10, isUserDriven: true }, { ...options, time: () => 9 }));
  assert.ok(news.every(({ index }) => index > 1), 'scrolling moves nothing');
  list.insert(0, 3);
  assert.deepEqual([host.find(3), host.index(first)], [first, 3], 'before the step too');
  ({ news } = step(host, { offset: 10, time: 9 }, { ...options, time: () => 99 }));
  assert.ok(host.step.setsOffset);
  const { offset } = host.step;
  const rows = list.rows(0, 3).extents.reduce((sum, extent) => sum + extent);
  assert.equal(offset, 10 + rows);
  assert.deepEqual([host.find(3), host.find(4)], [first, second]);
  assert.equal(news.find(({ number }) => number === second).index, 4);
  // What the packaged module has not.
  if (core.core.exports.rc_host_wrote) host.wrote(offset);
  step(host, { offset, time: 99 }, options);
  assert.ok(!host.step.setsOffset);
  assert.equal(host.find(900), -1);
  list.remove(4, 5);
  assert.deepEqual([host.index(first), host.index(second)], [3, -1], 'one was removed');
  assert.throws(() => list.update({ length: 100 }), { code: 'busy' });
  host.free();
  assert.equal(list.update({ offset, length: 100 }).visible.lower, 3);
  list.free();
}

/** Late extents, kept and renewed nodes, and requests. */
function theRest(core) {
  const { list, host } = make(core, { budget: 0 });
  let made = step(host, { offset: 0 }, { extent: () => LATER });
  assert.ok(host.node(0).isLate && host.node(0).isOnScreen && list.measuredRowCount === 0);
  const numbers = made.news.map(({ number }) => number);
  assert.ok(host.setExtents(numbers, numbers.map(() => 80)));
  assert.ok(!host.setExtents(numbers, numbers.map(() => 80)), 'no news');
  step(host, { offset: 0 });
  assert.equal(list.item(1).extent, 80);
  host.keep(1);
  host.scrollTo(500, 'start');
  made = step(host, { offset: 0 });
  assert.ok(host.step.setsOffset && host.step.offset === list.item(500).offset);
  assert.ok(made.released.includes(numbers[0]) && made.freed.includes(numbers[0]));
  assert.ok(!made.released.includes(numbers[1]), 'it is kept');
  const { offset } = host.step;
  host.wrote(offset);
  host.keep(1, false);
  assert.deepEqual(step(host, { offset }).released, [numbers[1]]);
  list.keep(3);
  list.keep(900, State.display);
  made = step(host, { offset });
  const isNew = (index) => made.news.some(({ number }) => number === host.find(index));
  assert.deepEqual([isNew(3), isNew(900)], [true, true]);
  assert.deepEqual([list.state(3), list.state(900)], [7, 5]);
  list.insert(0, 2);
  assert.deepEqual(list.kept, [5, 902]);
  list.remove(0, 2);
  for (const index of list.kept) list.keep(index, 0);
  assert.deepEqual(step(host, { offset }).freed.length, 2);
  const before = host.find(500);
  host.renew(500, 501);
  made = step(host, { offset });
  assert.ok(made.released.includes(before) && made.freed.includes(before));
  assert.notEqual(host.find(500), before);
  host.scrollTo(10, 'start', -5, true);
  step(host, { offset });
  assert.ok(host.step.hasTarget && !host.step.setsOffset);
  assert.equal(host.step.targetOffset, list.item(10).offset - 5);
  host.free();
}

/** A node of an item that is only to be preloaded has no view. */
function viewsAreReleased(core) {
  const { visible, display, preload } = State;
  const { list, host } = make(core, { nodeBits: visible | display | preload });
  list.setTuning('full', 'preload', { leading: 9, trailing: 9 });
  step(host, { offset: 0 }, { time: () => 1 });
  const viewless = new Set();
  for (let offset = 50; offset < 1000; offset += 50) {
    const { news, released, freed } = step(host, { offset, isUserDriven: true, time: offset },
      { time: () => offset + 1 });
    released.forEach((number) => viewless.add(number));
    for (const { number, hasView } of news) if (hasView) viewless.delete(number);
    freed.forEach((number) => viewless.delete(number));
  }
  const nodes = Array.from({ length: host.step.nodeCount }, (_, at) => {
    const { number, hasView, index, state } = host.node(at);
    return { number, hasView, index, state };
  });
  assert.ok(viewless.size > 3);
  assert.ok(nodes.some(({ hasView, state }) => hasView && !(state & visible)), 'measured ahead');
  assert.deepEqual([...viewless].filter((number) => nodes.find((it) => it.number === number).hasView), []);
  for (const { number, index, state } of nodes) {
    assert.equal(host.find(index), number);
    assert.equal(state, list.state(index));
  }
  host.free();
}

function errors(core) {
  const { list, host } = make(core);
  const refused = (call, argument, code = 'argument') => assert.throws(call, { code, argument });
  refused(() => host.begin({ length: 100, velocity: NaN }, 300), 'velocity');
  refused(() => host.begin({ length: 100 }, NaN), 'breadth');
  refused(() => host.measured([], 0), undefined, 'stale');
  host.begin({ length: 100 }, 300);
  refused(() => host.measured([50, -3], 0), 'extents[1]');
  refused(() => host.measured([50], Infinity), 'time');
  refused(() => host.setExtents([0], [NaN]), 'extents[0]');
  refused(() => host.wrote(NaN), 'offset');
  refused(() => host.scrollTo(1000), 'index');
  refused(() => host.scrollTo(3, 2), 'fraction');
  refused(() => host.keep(-1), 'index');
  refused(() => host.renew(3, 1001), 'upper');
  refused(() => new WholeHost(list, { budget: -1 }), 'budget');
  refused(() => new WholeHost(list), undefined, 'busy');
  assert.throws(() => host.find(0.5), RangeError);
  host.free();
  assert.throws(() => host.begin({ length: 100 }, 300), { name: 'RangeCoreError', argument: 'host', message: /: host is freed$/ });
}

/** What a step tells is where the memory is by now. */
async function memoryGrows() {
  const core = await load(bytes);
  const { list, host } = make(core, { makesAhead: true }, { count: 100_000, estimate: 1 });
  const sizes = new Set();
  const { news } = step(host, { offset: 0, length: 3000 }, {
    extent: () => 1,
    each() {
      sizes.add(core.memorySize);
      core.core.exports.rc_wasm_resize(0, 0, 20_000);
    },
  });
  assert.ok(sizes.size > 1 && news.length >= 3000);
  news.forEach(({ index, start }) => assert.equal(start, index));
  host.free();
  list.free();
}

async function memoryIsFreed() {
  const core = await load(bytes);
  const doOnce = () => {
    const { list, host } = make(core);
    step(host, { offset: 0 });
    host.free();
    list.free();
  };
  doOnce();
  const before = core.memorySize;
  for (let round = 0; round < 300; round++) doOnce();
  assert.equal(core.memorySize, before);
}

/** A frame allocates nothing in the module, and little here. */
async function costsLittle() {
  const core = await load(bytes);
  const { host } = make(core, { makesAhead: true });
  const viewport = { offset: 0, length: 800, time: 0 };
  const scroll = (distance) => {
    viewport.offset += distance;
    viewport.time += 0.016;
    host.begin(viewport, 300);
    while (!host.step.isDone) host.measured(host.step.asks.map(() => 50), viewport.time);
  };
  const turn = (count) => {
    for (let round = 0; round < count; round++) scroll(round % 20 < 10 ? 10 : -10);
  };
  turn(3000);
  // The least of a few times: the engine compiles meanwhile, into the same heap.
  let each = Infinity;
  for (let time = 0; time < 5; time++) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    // So few that none of it is collected.
    turn(400);
    each = Math.min(each, (process.memoryUsage().heapUsed - before) / 400);
  }
  assert.ok(each < 700, `${each} bytes a frame`);
}

const core = await load(bytes);
const packagedCore = await dom.load(packaged);
for (const check of [theSession, theRest, viewsAreReleased, errors]) check(core);
for (const check of [theSession, viewsAreReleased]) check(packagedCore);
await memoryGrows();
await memoryIsFreed();
await costsLittle();
const without = await load();
assert.throws(() => new WholeHost(without.list()), / Host: .*'rangecore.dom'$/);
