// Checks the preloader: what it loads of lists that scroll, in which order, what it cancels and drops, and
// that an update allocates little.
//
//     node --expose-gc Bindings/JavaScript/tests/preload.js MODULE PACKAGED

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../src/preload-node.js';

const [bytes, packaged] = process.argv.slice(2).map((file) => readFileSync(file));
const rangecore = await load(bytes);

/** Loads that wait until they are let through. */
class Network {
  asked = [];
  waiting = new Map();
  aborted = [];

  load = (request) => {
    this.asked.push(request);
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      request.signal.addEventListener('abort', () => {
        this.aborted.push(request.id);
        reject(request.signal.reason);
      });
    });
  };

  get ids() { return this.asked.map(({ id }) => id); }

  async answer(...ids) {
    for (const id of ids) {
      this.waiting.get(id).resolve(`image ${id}`);
      this.waiting.delete(id);
    }
    await sleep();
  }

  async answerAll() {
    while (this.waiting.size > 0) await this.answer(...this.waiting.keys());
  }

  async fail(id, error = new Error('no network')) {
    this.waiting.get(id).reject(error);
    this.waiting.delete(id);
    await sleep();
  }
}

function setUp({ count = 100, foresight = 0, core = rangecore, ...options } = {}) {
  const network = new Network();
  const seen = { ready: [], dropped: [], told: [], failed: [] };
  const images = core.preloader({
    runningLimit: 2, aheadLimit: 1, estimatedCost: 1, foresight, load: network.load,
    onReady: (id) => seen.ready.push(id), onDrop: (id, value) => seen.dropped.push([id, value]),
    onPriority: (id, priority) => seen.told.push([id, priority]),
    onFailure: (id, error) => seen.failed.push([id, error.message]), ...options,
  });
  const list = core.list({ estimate: 100 });
  list.setSettings({ foresight });
  list.insert(0, count);
  const scroll = (offset, length = 200, of = list) => {
    of.update({ offset, length, isUserDriven: true, time: performance.now() / 1000 });
    images.follow(of);
    images.validate?.();
  };
  return { network, images, list, seen, scroll };
}

async function whatIsVisibleComesFirst() {
  const { network, images, list, seen, scroll } = setUp();
  images.attach(list, (index) => (index === 15 ? null : `photo ${index}`));
  assert.deepEqual(network.ids, [], 'of a list that was never updated');
  scroll(1000);
  assert.deepEqual(network.ids, ['photo 10', 'photo 11']);
  const [{ priority, fetchPriority, attempt }] = network.asked;
  assert.deepEqual({ priority, fetchPriority, attempt },
    { priority: 'visible', fetchPriority: 'high', attempt: 0 });
  assert.deepEqual(['photo 10', 'photo 12', 'photo 90'].map((id) => images.state(id)),
    ['running', 'waiting', undefined]);
  await network.answerAll();
  assert.deepEqual(network.ids.slice(2, 4), ['photo 12', 'photo 9'], 'the nearest next');
  assert.deepEqual(network.asked.slice(2).map((it) => it.fetchPriority).filter((it) => it === 'high'), []);
  assert.ok(!network.ids.includes('photo 15'));
  assert.equal(images.get('photo 10'), 'image photo 10');
  assert.deepEqual([images.get('photo 90'), images.counters.started], [undefined, seen.ready.length]);
  images.free();
  list.free();
}

async function whatLeftIsAborted() {
  const { network, images, list, seen, scroll } = setUp();
  images.attach(list, (index) => index);
  scroll(0);
  scroll(5000);
  assert.deepEqual([network.aborted.sort(), network.ids], [[0, 1], [0, 1, 50, 51]]);
  await network.answerAll();
  assert.equal(images.counters.cancelled, 2);
  assert.ok(!seen.ready.includes(0));
  // What comes of a load that was cancelled is not that of the next one.
  scroll(9000);
  await network.answerAll();
  images.free();
}

async function whatBecomesVisibleIsTold() {
  const { network, images, list, seen, scroll } = setUp();
  images.attach(list, (index) => index);
  scroll(0);
  await network.answer(0, 1);
  assert.deepEqual([images.state(2), images.priority(2)], ['running', 'display']);
  scroll(100);
  assert.deepEqual([seen.told, images.priority(2)], [[[2, 'visible']], 'visible']);
  images.free();
  assert.deepEqual(network.aborted.includes(2), true);
}

async function twoListsShareALoad() {
  const { network, images, list, seen, scroll } = setUp({ keepBudget: 0 });
  const other = rangecore.list({ estimate: 100 });
  other.insert(0, 5);
  images.attach(list, (index) => index);
  images.attach(other, (index) => index % 2);
  scroll(0);
  scroll(0, 200, other);
  await network.answerAll();
  assert.equal(new Set(network.ids).size, network.ids.length);
  images.detach(list);
  assert.deepEqual(seen.dropped.map(([id]) => id).sort((a, b) => a - b), network.ids.slice(2).sort((a, b) => a - b));
  assert.deepEqual([images.get(0), images.state(0), images.state(3)], ['image 0', 'ready', undefined]);
  images.free();
  assert.deepEqual(seen.dropped.slice(-2), [[0, 'image 0'], [1, 'image 1']], 'free drops the rest');
}

async function failuresAreRetried() {
  const { network, images, list, seen, scroll } = setUp({ count: 1 });
  images.attach(list, (index) => index);
  scroll(0);
  await network.fail(0);
  assert.deepEqual([images.state(0), seen.failed], ['failed', [[0, 'no network']]]);
  const start = performance.now();
  while (network.asked.length === 1) await sleep(20);
  assert.ok(performance.now() - start > 900, 'by itself, after a second or two');
  assert.equal(network.asked[1].attempt, 1);
  // One that aborts itself has not failed, and is not started again at once.
  await network.fail(0, new DOMException('enough', 'AbortError'));
  assert.deepEqual([images.state(0), network.asked.length], ['waiting', 2]);
  scroll(0);
  await network.fail(0);
  images.retry(0);
  assert.equal(network.asked.length, 4);
  await network.answerAll();
  images.forget(0);
  assert.deepEqual([images.get(0), seen.dropped, network.asked.length], [undefined, [[0, 'image 0']], 5]);
  images.free();
}

async function budgetsLimitWhatIsHeld() {
  const { network, images, list, scroll } = setUp({
    budget: 30, keepBudget: 20, estimatedCost: 10, cost: () => 10, runningLimit: 6, aheadLimit: 3,
  });
  images.attach(list, (index) => index);
  for (let offset = 0; offset < 3000; offset += 300) {
    scroll(offset);
    assert.ok(network.waiting.size <= 3, 'more than fit are loaded');
    await network.answerAll();
    const held = Array.from({ length: 100 }, (_, id) => id).filter((id) => images.get(id));
    assert.ok(held.length <= 3 && held.includes(offset / 100) && held.includes(offset / 100 + 1));
  }
  assert.ok(images.counters.dropped > 10);
  images.free();
}

async function loadsTeachTheList() {
  const { network, images, list, scroll } = setUp({ foresight: 1 });
  const told = [];
  list.addPreloadTime = (seconds) => told.push(seconds);
  images.attach(list, (index) => index);
  scroll(0);
  await sleep(50);
  await network.answerAll();
  assert.equal(told.length, images.counters.done);
  assert.ok(told[0] >= 0.04 && told[0] < 5, told[0]);
  scroll(10);
  assert.ok(list.foresee().wanted.upper > 2);
  images.free();
}

async function attachingTurnsForesightOn() {
  const { list } = setUp();
  const images = rangecore.preloader({ load: () => null });
  images.attach(list, (index) => index);
  assert.equal(list.settings.foresight, 0.85);
  images.detach(list);
  list.setSettings({ foresight: 0.5 });
  images.attach(list, (index) => index);
  assert.equal(list.settings.foresight, 0.5);
  list.setSettings({ foresight: 0 });
  images.configure({ foresight: 0 });
  images.attach(list, (index) => index);
  assert.equal(list.settings.foresight, 0);
  assert.throws(() => images.configure({ foresight: -1 }), RangeError);
  assert.throws(() => images.configure({ buget: 1 }), { name: 'TypeError', message: /no "buget"/ });
  assert.throws(() => rangecore.preloader({}), { name: 'TypeError', message: 'load is undefined, not a function' });
  // A list that updates by itself does so at once.
  let updates = 0;
  images.configure({ foresight: 1 });
  images.attach({ engine: list, followers: new Set(), update() { updates += 1; } }, (index) => index);
  assert.deepEqual([updates, list.settings.foresight], [1, 1]);
  images.free();
  list.free();
}

async function aPinnedHeaderIsLoadedHoweverFarAway() {
  const { images, list, scroll } = setUp({ count: 100_000 });
  const asked = new Set();
  list.setSettings({ pinsHeaders: true });
  list.markHeader(0);
  images.attach(list, (index) => { asked.add(index); return index; });
  scroll(9_000_000);
  assert.equal(images.priority(0), 'visible');
  assert.ok(asked.has(0) && asked.size < 100, `${asked.size} were asked for`);
  images.free();
}

async function mistakesAreRefused() {
  for (const options of [{ runningLimit: -1 }, { aheadLimit: 0.5 }, { budget: -1 }, { grace: NaN }, { estimatedCost: -1 }]) {
    assert.throws(() => setUp(options), Error, JSON.stringify(options));
  }
  const { images, list, network, scroll, seen } = setUp({ cost: () => NaN });
  const other = (await load(bytes)).list();
  assert.throws(() => images.attach(other, (index) => index), TypeError);
  images.attach(list, (index) => index);
  scroll(0);
  await network.answer(0);
  assert.equal(seen.failed[0][0], 0, 'a value without a cost');
  images.free();
  list.update({ offset: 3000, length: 200 });
  images.follow(list);
  assert.equal(network.asked.filter(({ id }) => id >= 30).length, 0, 'after it was freed');
}

/** Of what is far away little is kept, and a scroll step allocates little. */
async function littleIsKeptAndAllocated() {
  const core = await load(packaged);
  const { images, list } = setUp({
    core, count: 1_000_000, keepBudget: 50, runningLimit: 0, foresight: 1, load: (request) => request.id,
  });
  images.attach(list, (index) => index);
  const viewport = { offset: 0, length: 800, isUserDriven: true, time: 0 };
  const step = (distance) => {
    viewport.offset += distance;
    viewport.time += 1 / 60;
    list.update(viewport);
    images.follow(list);
  };
  const measure = (follows) => {
    const run = () => {
      for (let round = 0; round < 8000; round++) {
        // 300 points a second, so that items come and go.
        viewport.time += 1 / 60;
        viewport.offset += 5;
        list.update(viewport);
        if (follows) images.follow(list);
      }
    };
    run();
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    const start = performance.now();
    run();
    const [time, used] = [performance.now() - start, process.memoryUsage().heapUsed];
    return [(used - before) / 8000, time / 8];
  };
  step(10);
  measure(true);
  const [own, alone] = measure(false);
  const [all, time] = measure(true);
  console.log(`preloads: ${(all - own).toFixed(0)} bytes and ${(time - alone).toFixed(1)} µs an update`);
  assert.ok(all - own < 200, 'bytes an update');
  // With foresight nothing is loaded in a fling.
  list.setSettings({ foresight: 0 });
  images.configure({ runningLimit: 6 });
  for (let round = 0; round < 3000; round++) {
    step(1000);
    if (round % 50 === 0) await sleep();
  }
  await sleep(300);
  const { started, dropped, done, cancelled } = images.counters;
  assert.ok(started > 100 && done + cancelled === started, `${started} were loaded`);
  assert.ok(done - dropped < 120, `${done - dropped} values are kept`);
  images.free();
}

const tests = [
  whatIsVisibleComesFirst, whatLeftIsAborted, whatBecomesVisibleIsTold, twoListsShareALoad,
  failuresAreRetried, budgetsLimitWhatIsHeld, loadsTeachTheList, attachingTurnsForesightOn,
  aPinnedHeaderIsLoadedHoweverFarAway,
  mistakesAreRefused, littleIsKeptAndAllocated,
];
for (const test of tests) await test();
console.log(`${tests.length} tests of preloads passed`);
