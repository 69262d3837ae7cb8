// Drives a store of the JavaScript package over HTTP, against the server of Examples/Web, in real time:
// scrolls, drags, goes back and refreshes, while others add and remove photos. test_soak.py starts it.
//
//     node --expose-gc Tests/Checks/Web/soak.js URL offsets|keys SECONDS SEED
//
// Checks after each reply that no photo is in two slots and no request is made twice at a time; and at
// rest, that nothing is asked for, what is visible is there, none of the server's photos is missing
// between two visible ones, and no more is held than the limit and what is visible.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadStores } from '../../../Bindings/JavaScript/src/store-node.js';

const [url, source, seconds, seed] = process.argv.slice(2);
const PAGE = 50;
const PAGES_MAX = 8;
const SCREEN = 12;
/** What is within two screenfuls touches so many pages. */
const NEAR = 4;

let state = Number(seed) >>> 0;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

const call = async (path, options) => {
  const response = await fetch(url + path, options);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
};
const post = (path, value) => call(path, { method: 'POST', body: JSON.stringify(value) });

const running = new Map();
const counts = { requests: 0, failures: 0, rests: 0, aborted: 0 };

async function load({ kind, position, key, count, signal }) {
  const where = {};
  if (position !== null) where.offset = position;
  else if (kind === 'at') where.around = key;
  else if (kind === 'after') where.before = key;
  else if (kind === 'before') where.after = key;
  const name = `${kind} ${position} ${key}`;
  const former = running.get(name);
  assert.ok(!former || former.aborted, `twice at a time: ${name}`);
  running.set(name, signal);
  signal.addEventListener('abort', () => { counts.aborted += 1; });
  counts.requests += 1;
  try {
    const page = await call(`/api/photos?${new URLSearchParams({ page_size: count, ...where })}`, { signal });
    const { photos: items, all_items: total, newer_items: before, older_items: after } = page;
    return before === null ? { items: [], total } : { items, before, after, total };
  } catch (error) {
    if (!signal.aborted) counts.failures += 1;
    throw error;
  } finally {
    if (running.get(name) === signal) running.delete(name);
  }
}

const store = (await loadStores()).create({
  source, load, pageSize: PAGE, pageLimit: PAGES_MAX, looksAhead: source === 'offsets',
  jumpDistance: source === 'keys' ? 100 : 0,
  onChange(edits) {
    if (edits.length > 0) checkOnce();
  },
});

/** The slots of what is near, and of all that is held, from its keys. */
const held = new Map();
function checkOnce() {
  held.clear();
  const lower = Math.max(0, top - 5 * PAGE);
  for (let slot = lower; slot < Math.min(store.count, top + 5 * PAGE); slot++) {
    const photo = store.get(slot);
    if (!photo) continue;
    assert.ok(!held.has(photo.id), `${photo.id} is in slots ${held.get(photo.id)} and ${slot}`);
    assert.equal(store.slotOf(photo.id), slot);
    held.set(photo.id, slot);
  }
}

let top = 0;
function look(direction = 'forward', isSettled = false) {
  top = Math.max(0, Math.min(top, store.count - SCREEN));
  const visible = { lower: top, upper: Math.min(store.count, top + SCREEN) };
  store.update({ visible, direction, isSettled });
  return visible;
}

/** Waits until nothing has been asked for in a while. */
async function quiet() {
  const end = performance.now() + 20_000;
  let made = counts.requests;
  // By turns, not by the clock: the machine may be busy with something else.
  for (let turns = 0; turns < 12; turns++) {
    assert.ok(performance.now() < end, 'it does not come to rest');
    look('forward', true);
    if (counts.requests !== made || running.size > 0) turns = 0;
    made = counts.requests;
    await sleep(10);
  }
}

async function checkVisible() {
  const { lower, upper } = look();
  const ids = [];
  for (let slot = lower; slot < upper; slot++) {
    const photo = store.get(slot);
    assert.ok(photo, `slot ${slot} of ${store.count} is visible and empty: ${JSON.stringify(store.state(slot))}`);
    ids.push(photo.id);
  }
  assert.deepEqual(ids, [...ids].sort((a, b) => b - a), 'out of order');
  const { photos } = await call(`/api/photos?before=${ids[0]}&page_size=${5 * SCREEN}`);
  const lost = photos.map(({ id }) => id).filter((id) => id > ids.at(-1) && !ids.includes(id));
  // By keys nothing is lost, and by offsets the store looks ahead.
  assert.deepEqual(lost, [], `lost between ${ids[0]} and ${ids.at(-1)}`);
}

async function rest() {
  await post('/api/settings', { drift: 0, fail_rate: 0, latency_ms: 0 });
  store.retry();
  // Where one has been, and across the seams of pages further on.
  const from = top;
  for (const shift of [48, 36, 24, 12, 0]) {
    top = from + shift;
    await quiet();
    await checkVisible();
  }
  assert.ok(store.pageCount <= PAGES_MAX + NEAR, `${store.pageCount} pages`);
  counts.rests += 1;
  globalThis.gc();
  counts.heap = process.memoryUsage().heapUsed;
  counts.heaps = [...(counts.heaps ?? []), counts.heap];
}

const acts = {
  async scroll() {
    const step = random() < 0.6 ? 3 : -3;
    for (let frame = 0; frame < 60; frame++) {
      top += step;
      look(step > 0 ? 'forward' : 'backward');
      await sleep(8);
    }
  },
  async drag() {
    const to = Math.floor(random() * store.count);
    const step = (to - top) / 12;
    for (let frame = 0; frame < 12; frame++) {
      top = Math.round(top + step);
      look(step > 0 ? 'forward' : 'backward');
      await sleep(16);
    }
    await sleep(200);
  },
  async top() {
    top = 0;
    look('backward');
    await sleep(150);
  },
  /** Photos go that are above the visible ones: the source shifts, and the next page begins too late. */
  async remove() {
    for (let slot = Math.max(0, top - 40); slot < top - 30; slot += 3) {
      const photo = store.get(slot);
      if (photo) await call(`/api/photos/${photo.id}`, { method: 'DELETE' }).catch(() => {});
    }
  },
  async refresh() {
    store.refresh();
    await sleep(100);
  },
  async network() {
    const failing = random() < 0.3 ? 0.3 : 0;
    await post('/api/settings', { drift: 10, fail_rate: failing, latency_ms: Math.floor(random() * 80) });
  },
};
const names = ['scroll', 'remove', 'scroll', 'remove', 'scroll', 'drag', 'top', 'refresh', 'network'];

const end = performance.now() + Number(seconds) * 1000;
await post('/api/settings', { drift: 10 });
look();
while (store.count === 0) await sleep(10);
while (performance.now() < end) {
  for (let act = 0; act < 5 && performance.now() < end; act++) {
    await acts[names[Math.floor(random() * names.length)]]();
  }
  await rest();
  await post('/api/settings', { drift: 10 });
}
await rest();
// The first looks fill caches.
const early = Math.min(...counts.heaps.slice(1, 4));
if (counts.heaps.length > 8) {
  assert.ok(counts.heap < early * 1.3 + 2_000_000, `memory grows: ${counts.heaps}`);
}
const { requests, failures, rests, aborted, heap } = counts;
console.log(`${source}: ${requests} requests, ${failures} failed, ${aborted} aborted, ${rests} looks at rest, `
  + `${store.pageCount} pages, ${Math.round(heap / 1024)} kB`);
store.free();
