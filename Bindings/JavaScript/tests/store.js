// Checks the store: what it loads from sources that stand still, shift and fail, and that nothing of
// that stays in memory.
//
//     node --expose-gc Bindings/JavaScript/tests/store.js MODULE PACKAGED

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../src/node.js';
import { loadStores, Store } from '../src/store-node.js';

const [bytes, packaged] = process.argv.slice(2).map((file) => readFileSync(file));
const stores = await loadStores(bytes);
const seed = Number(process.env.SEED ?? 1);

function dice(state) {
  let at = state >>> 0;
  return () => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return at / 2 ** 32;
  };
}

/** A server with items in an order, whose replies wait until they are let through. */
class Server {
  constructor(count) {
    this.items = Array.from({ length: count }, (_, index) => this.make(index));
    this.waiting = [];
    this.requests = [];
    this.aborted = 0;
  }

  make(number) { return { id: `item ${number}`, number }; }

  load = (request) => {
    this.requests.push(request);
    return new Promise((resolve, reject) => {
      const entry = { request, resolve, reject };
      this.waiting.push(entry);
      request.signal.addEventListener('abort', () => {
        this.aborted += 1;
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(request.signal.reason);
      });
    });
  };

  /** Answers the oldest request, as a source of offsets or of keys does. */
  answer({ at = 0, ...changes } = {}) {
    const [{ request, resolve }] = this.waiting.splice(at, 1);
    resolve({ ...this.reply(request), ...changes });
    return sleep();
  }

  fail(error) {
    this.waiting.shift().reject(error);
    return sleep();
  }

  reply({ kind, position, key, count }) {
    const { items } = this;
    const place = items.findIndex(({ id }) => id === key);
    let lower = position ?? 0;
    if (kind === 'after') lower = place + 1;
    else if (kind === 'before') lower = Math.max(0, place - count);
    else if (kind === 'last') lower = Math.max(0, items.length - count);
    else if (key !== undefined) lower = Math.max(0, place - (count >> 1));
    const upper = kind === 'before' ? place : Math.min(items.length, lower + count);
    return {
      items: items.slice(lower, upper), before: lower, after: Math.max(0, items.length - upper),
      total: items.length, previous: `before ${lower}`, next: `after ${upper}`,
    };
  }

  async answerAll() {
    for (let round = 0; this.waiting.length > 0; round++) {
      assert.ok(round < 100, 'it does not become quiet');
      await this.answer();
    }
  }
}

const slots = (store) => Array.from({ length: store.count }, (_, slot) => store.get(slot)?.number ?? null);
const held = (store) => slots(store).filter((number) => number !== null);

/** The first request is for several pages, and so is a refresh elsewhere than at what is visible. */
async function severalPagesAtFirst() {
  const server = new Server(100);
  const store = stores.create({ load: server.load, firstPages: 3, settle: 0 });
  store.update({});
  await server.answerAll();
  assert.deepEqual([store.itemCount, store.pageCount], [60, 3]);
  store.update({ visible: { lower: 10, upper: 20 }, wanted: { lower: 0, upper: 60 } });
  assert.equal(server.requests.length, 1);
  store.refresh({ position: 90 });
  store.refresh();
  await server.answerAll();
  const refreshes = server.requests.filter(({ isRefresh }) => isRefresh);
  assert.deepEqual(refreshes.map(({ position, count }) => [position, count]), [[0, 60], [40, 60], [0, 40]]);
  store.free();
  const keyed = stores.create({ load: server.load, firstPages: 2, source: 'keys' });
  keyed.update({});
  assert.deepEqual([server.requests.at(-1).kind, server.requests.at(-1).count], ['first', 40]);
  keyed.free();
}

/** What is visible is refreshed once it is old, in the background; not while the page is hidden. */
async function whatIsOldIsRefreshed() {
  const server = new Server(100);
  const seen = [];
  const store = stores.create({
    load: server.load, settle: 0, maxAge: 0.05, isEqual: () => true, onChange: (edits) => seen.push(...edits),
  });
  const next = async (count) => {
    while (server.requests.length < count) await sleep(5);
  };
  store.update({});
  await server.answer();
  store.update({ visible: { lower: 0, upper: 10 }, wanted: { lower: 0, upper: 20 } });
  server.items[3] = server.make(1000);
  await next(2);
  assert.equal(store.get(3).number, 3);
  await server.answer();
  assert.equal(store.get(3).number, 1000);
  assert.deepEqual(seen.slice(1).map(({ kind, lower, upper }) => [kind, lower, upper]),
    [['remove', 3, 4], ['insert', 3, 4], ['fill', 20, 40]]);
  // One that fails leaves it as it is.
  await next(3);
  await server.fail(new Error('offline'));
  assert.deepEqual([store.state('refresh').state, store.get(3).number], ['failed', 1000]);
  store.retry();
  assert.equal(server.requests.length, 4);
  store.free();
}

/** What is old is refreshed when the page is shown again, and failures are tried again when it is online. */
async function whatIsOldIsRefreshedOnReturn() {
  const server = new Server(100);
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const events = new EventTarget();
  globalThis.document = document;
  const { addEventListener } = globalThis;
  globalThis.addEventListener = (...given) => events.addEventListener(...given);
  const show = (visibilityState) => {
    document.visibilityState = visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const store = stores.create({ load: server.load, settle: 0, expireOnReturn: 0.03 });
  store.update({});
  await server.answer();
  store.update({ visible: { lower: 0, upper: 10 }, wanted: { lower: 0, upper: 20 } });
  show('hidden');
  show('visible');
  assert.equal(server.requests.length, 1);
  await sleep(50);
  store.expire(0);
  await server.fail(new Error('offline'));
  show('hidden');
  await sleep(50);
  events.dispatchEvent(new Event('online'));
  assert.equal(server.requests.length, 2);
  show('visible');
  show('visible');
  assert.equal(server.requests.length, 3);
  await server.answer();
  await sleep(50);
  events.dispatchEvent(new Event('online'));
  assert.equal(server.requests.length, 4);
  store.free();
  show('visible');
  events.dispatchEvent(new Event('online'));
  delete globalThis.document;
  globalThis.addEventListener = addEventListener;
}

/** The session of the header, in numbers. */
async function sessionOfTheHeader() {
  const server = new Server(50);
  const seen = [];
  const store = stores.create({ load: server.load, onChange: (edits) => seen.push(...edits) });
  store.update({});
  const [{ kind, position, count, isRefresh, key }] = server.requests;
  assert.deepEqual({ kind, position, count, isRefresh, key },
    { kind: 'at', position: 0, count: 20, isRefresh: true, key: undefined });
  assert.equal(store.state('refresh').state, 'loading');
  await server.answer();
  assert.deepEqual(seen.splice(0), [{ kind: 'insert', lower: 0, upper: 50, to: 0, source: 0 }]);
  assert.deepEqual([store.count, store.itemCount, store.pageCount], [50, 20, 1]);
  store.update({ visible: { lower: 0, upper: 10 } });
  assert.equal(server.requests.length, 2);
  store.update({ visible: { lower: 40, upper: 50 } });
  assert.equal(server.requests.length, 2, 'a jump');
  await sleep(150);
  assert.equal(server.requests[2].position, 40);
  await server.answer({ at: 1 });
  assert.deepEqual(seen.splice(0), [{ kind: 'fill', lower: 40, upper: 50, to: 0, source: 0 }]);
  assert.equal(store.latePageCount, 1);
  assert.ok(store.stallTime > 0.05 && store.stallTime < 60, `a stall of ${store.stallTime} s`);
  assert.deepEqual([store.get(45).number, store.get(39), store.has(39)], [45, undefined, false]);
  server.items.splice(39, 1);
  await server.answer({ items: server.items.slice(20, 39), total: 50 });
  assert.deepEqual(seen.splice(0).map((edit) => edit.kind), ['fill', 'remove']);
  store.free();
}

/** Requests that are not needed any more are aborted, and their replies ignored. */
async function requestsAreGivenUp() {
  const server = new Server(1000);
  const store = stores.create({ load: server.load, requestLimit: 1, settle: 0 });
  store.update({});
  await server.answer();
  store.update({ visible: { lower: 100, upper: 110 }, wanted: { lower: 100, upper: 110 } });
  store.update({ visible: { lower: 700, upper: 710 }, wanted: { lower: 700, upper: 710 } });
  await sleep(5);
  assert.equal(server.aborted, 1);
  assert.deepEqual(server.waiting.map(({ request }) => request.position), [700]);
  await server.answer();
  assert.equal(store.state(100).state, 'more');
  const refresh = store.refresh('first');
  store.update({ visible: { lower: 500, upper: 510 } });
  store.free();
  assert.equal(server.waiting.length, 0, 'all are aborted');
  store.free();
  assert.throws(() => store.count, /freed/);
  assert.equal(await Promise.race([refresh, sleep(5, 'pending')]), 'pending');
}

/** A place that failed waits, with its error; others go on; `retry` does not wait. */
async function failuresArePerPlace() {
  const server = new Server(100);
  const changes = [];
  const store = stores.create({ load: server.load, onChange: (edits) => changes.push(edits.length) });
  const refreshed = store.refresh();
  await server.fail(new Error('no network'));
  await assert.rejects(refreshed, /no network/);
  const { state, attempt, error, retryTime } = store.state('refresh');
  assert.deepEqual([state, attempt, error.message], ['failed', 1, 'no network']);
  assert.ok(retryTime > performance.now() / 1000 + 0.9);
  changes.length = 0;
  store.retry();
  assert.deepEqual([server.requests.length, server.requests[1].attempt], [2, 0]);
  assert.ok(changes.length > 0);
  await server.answer();
  store.update({ visible: { lower: 15, upper: 45 }, wanted: { lower: 15, upper: 45 } });
  await server.fail(new Error('502'));
  await server.answer();
  assert.deepEqual([store.state(30).state, store.state(30).error.message], ['failed', '502']);
  assert.deepEqual([store.state(45).state, store.has(41)], ['ended', true]);
  // One that says that it was aborted is a failure too, unless the store has aborted it.
  store.retry();
  await server.fail(new DOMException('stopped', 'AbortError'));
  assert.deepEqual([store.state(30).state, store.state(30).error.message], ['failed', 'stopped']);
  store.retry();
  await server.answerAll();
  assert.equal(store.itemCount, 60);
  // By itself, after a second or two.
  const other = stores.create({ load: server.load });
  other.update({});
  await server.fail(new Error('once'));
  await sleep(2100);
  await server.answerAll();
  assert.equal(other.itemCount, 20);
  for (const each of [store, other]) each.free();
}

/** By keys: cursors of any type, gaps that are filled from where one comes, jumps. */
async function keysHaveCursorsAndGaps() {
  const server = new Server(400);
  const store = stores.create({ load: server.load, source: 'keys', placeholders: false, settle: 0 });
  store.refresh({ key: 'item 200' });
  assert.deepEqual([server.requests[0].kind, server.requests[0].key], ['at', 'item 200']);
  await server.answer();
  assert.deepEqual(held(store), Array.from({ length: 20 }, (_, index) => 190 + index));
  const first = async (visible, direction) => {
    const made = server.requests.length;
    store.update({ visible, wanted: visible, direction });
    // What is visible follows the edits, and would be filled: here the user looks away.
    await server.answer();
    for (store.update({}); server.waiting.length > 0;) await server.answer();
    const { kind, key, cursor } = server.requests[made];
    return [kind, key, cursor];
  };
  assert.deepEqual(await first({ lower: 15, upper: 20 }), ['after', 'item 209', 'after 210']);
  store.jump('head');
  await server.answer();
  assert.deepEqual([store.get(0).number, store.get(19).number, store.get(20), store.get(21).number],
    [0, 19, undefined, 190]);
  assert.equal(store.state(20).state, 'more');
  assert.deepEqual(await first({ lower: 20, upper: 23 }, 'backward'), ['before', 'item 190', 'before 190']);
  assert.deepEqual([store.get(20), store.get(store.slotOf('item 190') - 1).number], [undefined, 189]);
  assert.deepEqual(await first({ lower: 16, upper: 21 }, 'forward'), ['after', 'item 19', 'after 20']);
  assert.equal(store.get(20).number, 20);
  store.configure({ pageLimit: 3 });
  store.validate();
  // To the end.
  for (let round = 0; round < 60; round++) {
    const visible = { lower: store.count - 3, upper: store.count };
    store.update({ visible, wanted: visible });
    await server.answerAll();
  }
  assert.equal(store.state('tail').state, 'ended');
  assert.equal(store.get(store.count - 1).number, 399);
  assert.ok(store.pageCount <= 5);
  store.free();
}

/** By keys with placeholders, a jump into a gap starts over there: its rows come with one page. */
async function keysJumpByPosition() {
  const server = new Server(10_000);
  const store = stores.create({
    load: server.load, source: 'keys', settle: 0, jumpDistance: 100,
  });
  store.update({});
  await server.answerAll();
  assert.equal(store.count, 10_000);
  store.update({ visible: { lower: 5000, upper: 5010 } });
  await sleep(5);
  assert.deepEqual([server.requests[1].kind, server.requests[1].position], ['at', 5000]);
  await server.answer();
  assert.deepEqual([store.count, store.get(5000).number, store.get(5009).number], [10_000, 5000, 5009]);
  store.free();
}

/** Edits of the app's own; content that arrives again. */
async function itemsAreInsertedRemovedAndReplaced() {
  const server = new Server(60);
  const edits = [];
  const store = stores.create({ load: server.load, onChange: (some) => edits.push(...some) });
  store.update({});
  await server.answerAll();
  edits.length = 0;
  store.insert(0, [server.make(-1)]);
  assert.deepEqual([store.slotOf('item -1'), store.get(1).number, store.count], [0, 0, 61]);
  assert.throws(() => store.insert(40, [server.make(-2)]), { code: 'not_found' });
  assert.throws(() => store.insert(0, [server.make(3)]), { code: 'argument', argument: 'items' });
  store.remove('item 3');
  assert.throws(() => store.remove('item 3'), { code: 'not_found' });
  assert.equal(store.slotOf('item 3'), -1);
  assert.deepEqual(edits.splice(0).map(({ kind, lower }) => `${kind} ${lower}`), ['insert 0', 'remove 4']);
  store.replace({ ...server.make(5), title: 'other' });
  store.replace({ ...server.make(5), title: 'other' });
  assert.deepEqual(edits.splice(0), [{ kind: 'reload', lower: 5, upper: 6, to: 0 }]);
  assert.equal(store.get(5).title, 'other');
  store.move('item 5', 1);
  assert.deepEqual(edits.splice(0).map(({ kind, lower, to }) => `${kind} ${lower} ${to}`), ['move 5 1']);
  assert.deepEqual([store.get(1).title, store.get(0).number, store.get(2).number], ['other', -1, 0]);
  assert.throws(() => store.move('item 5', 40), { code: 'not_found' });
  assert.throws(() => store.move('item 99', 1), { code: 'not_found' });
  assert.throws(() => store.move('item 5', 60), { code: 'argument', argument: 'to' });
  store.move('item 5', 5);
  edits.splice(0);
  // What the reply has replaces it, and only what differs is shown again.
  server.items.unshift(server.make(-1));
  store.update({ visible: { lower: 0, upper: 10 }, wanted: { lower: 0, upper: 10 } });
  const done = store.refresh();
  await server.answerAll();
  await done;
  assert.deepEqual(edits.filter(({ kind }) => kind === 'reload'),
    [{ kind: 'reload', lower: 6, upper: 7, to: 0 }]);
  store.free();
}

/** The engine of a list gets each edit. */
async function listsAreAttached() {
  const server = new Server(3000);
  const list = (await load(readFileSync(new URL('../src/rangecore.wasm', import.meta.url))))
    .list({ estimate: 10 });
  const store = stores.create({ load: server.load, settle: 0 });
  store.attach(list);
  await server.answerAll();
  assert.equal(list.count, 3000);
  for (let offset = 0; offset < 30_000; offset += 150) {
    const { visible, direction } = list.update({ offset, length: 100, isUserDriven: true });
    store.update({ visible, direction });
    list.setRowExtents(visible.lower, [10]);
    await server.answerAll();
    for (let slot = visible.lower; slot < visible.upper; slot++) assert.equal(store.get(slot).number, slot);
  }
  const other = stores.create({ load: server.load, total: 7 });
  store.detach();
  assert.throws(() => other.attach(list), RangeError);
  list.free();
  for (const each of [store, other]) each.free();
}

/** Placeholders at the start of the screen become rows of other lengths: what is read below stays. */
async function fillsMoveNothingThatIsRead() {
  const server = new Server(100);
  const { list, other } = await lists();
  const store = stores.create({ load: server.load, settle: 0, pageSize: 10, total: 100 });
  store.attach(list, { leadingScreens: 0 });
  await server.answerAll();
  let offset = 3000;
  const extents = { true: 100, false: 60 };
  const show = (isUserDriven = false) => {
    for (let round = 0; round < 10; round++) {
      const update = list.update({
        offset, length: 600, time: performance.now() / 1000, isUserDriven: isUserDriven && round === 0,
      });
      offset += update.correction;
      const { visible } = update;
      store.update({ visible, wanted: visible });
      const rows = list.unmeasuredRows(visible.lower, visible.upper);
      if (rows.lower === rows.upper) return;
      list.setRowExtents(rows.lower, Array.from({ length: rows.upper - rows.lower }, (_, at) => (
        extents[store.has(rows.lower + at)])));
    }
  };
  list.setEstimate(60);
  for (const count of [0, 1]) {
    show();
    if (count === 0) await server.answerAll();
  }
  for (let step = 0; step < 30; step++) {
    offset -= 10;
    show(true);
  }
  const first = list.itemAt(offset).index;
  const held = Array.from({ length: 8 }, (_, at) => first + at).find((slot) => store.has(slot));
  assert.ok(!store.has(first) && held > first, `${first} ${held}`);
  const place = list.item(held).offset - offset;
  assert.ok(place > 100);
  await server.answerAll();
  show();
  assert.ok(store.has(first));
  assert.ok(Math.abs(list.item(held).offset - offset - place) < 0.01, `${place} ${list.item(held).offset - offset}`);
  for (const each of [store, list, other]) each.free();
}

/** A list that is attached is edited by the store alone. */
async function attachedListsAreEditedByTheStore() {
  const server = new Server(100);
  const { list, other } = await lists();
  const store = stores.create({ load: server.load });
  store.attach(list);
  await server.answerAll();
  const edits = {
    insert: [0, 1], remove: [0, 1], move: [0, 1, 5], apply: [[...Array(100).keys()], [...Array(99).keys()]],
  };
  for (const [name, given] of Object.entries(edits)) {
    assert.throws(() => list[name](...given), { name: 'RangeCoreError', code: 'busy', message: /edit the store/ });
  }
  const second = stores.create({ load: server.load, total: 100 });
  assert.throws(() => second.attach(list), { code: 'busy', message: /another store/ });
  assert.equal(list.count, 100);
  // The store's own still come through, also after it was attached once more, and one that fails.
  store.attach(list);
  store.insert(0, [server.make(-1)]);
  assert.throws(() => store.insert(0, [server.make(-1)]), { code: 'argument', argument: 'items' });
  store.remove('item 2');
  assert.deepEqual([list.count, store.count], [100, 100]);
  assert.throws(() => list.insert(0, 1), { code: 'busy' });
  // One that is attached elsewhere leaves the list to its own edits, as `detach` does.
  store.attach(other);
  list.insert(0, 1);
  store.detach();
  other.remove(0, 50);
  assert.throws(() => store.attach(list), { name: 'RangeError' });
  list.insert(0, 1);
  assert.deepEqual([list.count, other.count, store.count], [102, 50, 100]);
  for (const each of [list, other, store, second]) each.free();
}

async function lists() {
  const core = await load(readFileSync(new URL('../src/rangecore.wasm', import.meta.url)));
  return { list: core.list({ estimate: 10 }), other: core.list({ estimate: 10 }) };
}

/** An item that has no key fails its reply, and says so; it does not vanish. */
async function itemsWithoutKeysAreRefused() {
  const replies = [[{ _id: 1 }], ['a', 'b'], [{ id: 1 }, { id: null }]];
  for (const [at, items] of replies.entries()) {
    const store = stores.create({ load: async () => ({ items, total: 500 }) });
    store.update({});
    await sleep();
    const { state, error } = store.state('refresh');
    assert.equal(state, 'failed');
    assert.ok(error instanceof TypeError);
    assert.match(error.message, at < 2 ? /^items\[0\] has no key: .*`key`.*undefined/ : /^items\[1\] .*null/);
    assert.throws(() => store.replace({ name: 'x' }), { name: 'TypeError', message: /`key`/ });
    assert.throws(() => store.insert(0, [{ name: 'x' }]), { name: 'TypeError', message: /`key`/ });
    store.free();
  }
  const store = stores.create({ load: async () => ['a', 'b'], key: (item) => item });
  store.update({});
  await sleep();
  assert.deepEqual([store.count, store.get(1), store.slotOf('b')], [2, 'b', 1]);
  store.free();
}

/** What is asked for around an item comes with the cursor that its page was asked for with. */
async function aRefreshAroundAnItemHasItsCursor() {
  const server = new Server(400);
  const store = stores.create({ load: server.load, source: 'keys', placeholders: false, settle: 0, pageSize: 10 });
  store.update({});
  await server.answerAll();
  const refresh = async (visible) => {
    store.update({ visible, wanted: visible });
    await server.answerAll();
    store.refresh();
    const { kind, key, cursor } = server.requests.at(-1);
    return [kind, key, cursor];
  };
  // The first page had none.
  assert.deepEqual(await refresh({ lower: 2, upper: 5 }), ['at', 'item 2', undefined]);
  await server.answerAll();
  for (let end = 10; end < 60; end = store.count) {
    store.update({ visible: { lower: end - 3, upper: end } });
    await server.answerAll();
  }
  const lower = store.slotOf('item 25');
  const [kind, key, cursor] = await refresh({ lower, upper: lower + 5 });
  assert.deepEqual([kind, key], ['at', 'item 25']);
  const { key: last } = server.requests.find((request) => request.cursor === cursor);
  assert.ok(cursor === 'after 20' || cursor === 'after 22', `${cursor} after ${last}`);
  await server.answerAll();
  // And once more: the page has come with that cursor.
  const again = store.slotOf('item 25');
  assert.deepEqual(await refresh({ lower: again, upper: again + 5 }), ['at', 'item 25', cursor]);
  store.free();
}

/** A reply of more items than a list can have fails its place, once, and says why. */
async function repliesPastTheLimitAreRefused() {
  const most = 4_294_967_294;
  let asked = 0;
  const makeItems = (count) => Array.from({ length: count }, () => ({ id: Math.random() }));
  const store = stores.create({
    settle: 0,
    load: async ({ position, count }) => {
      asked += 1;
      return { items: makeItems(position < 20 ? count : count + 1), total: most };
    },
  });
  store.update({});
  await sleep();
  assert.equal(store.count, most);
  const visible = { lower: most - 5, upper: most };
  store.update({ visible, wanted: visible, isSettled: true });
  await sleep(5);
  const { state, error } = store.state(most - 1);
  assert.deepEqual([state, error.code], ['failed', 'limit']);
  assert.match(error.message, /more items than a list can have/);
  assert.equal(asked, 2);
  // By itself it is not asked for again, which would only be refused again.
  await sleep(2100);
  store.update({ visible, wanted: visible, isSettled: true });
  await sleep(5);
  assert.deepEqual([asked, store.state(most - 1).state, store.state(most - 1).attempt > 1], [2, 'failed', true]);
  store.retry();
  await sleep(5);
  assert.equal(asked, 3);
  store.validate();
  store.free();
}

/** The error of each setting and each field of a reply names it. */
async function errorsNameWhatWasWrong() {
  const names = (name, value) => (error) => {
    assert.ok(error.argument === name || error.message.startsWith(`${name} is `), `${name}: ${error}`);
    assert.ok(error.message.includes(`${name} is ${value}`), error.message);
    assert.ok(['RangeCoreError', 'RangeError', 'TypeError'].includes(error.name), error.name);
    return true;
  };
  const wrong = {
    pageSize: [0, -1, 1.5, NaN, 2 ** 31], firstPages: [0, -1, 1.5, NaN, 2 ** 31], total: [-1, -5, 1.5, NaN, 5e9], requestLimit: [-1, 1.5, NaN],
    pageLimit: [-1, 1.5, NaN], itemLimit: [-1, 1.5, NaN], costLimit: [-1, 1.5, NaN],
    jumpDistance: [-1, 1.5, NaN], settle: [-1, NaN, Infinity], load: [undefined, 3], key: [null, 'id'],
    isEqual: [1], onChange: [{}], maxAge: [-1, NaN, Infinity], expireOnReturn: [-1, NaN, Infinity],
  };
  const load = () => [];
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(() => stores.create({ load, total: 9, pageLimit: 2, [name]: value }), names(name, value));
    }
  }
  assert.throws(() => stores.create({ load, source: 'keys', looksAhead: true }), names('looksAhead', true));
  assert.throws(() => stores.create({ load, pageSize: 0 }), { name: 'RangeCoreError', code: 'argument' });
  assert.throws(() => stores.create({ load, pagesize: 5 }), { name: 'TypeError', message: /"pagesize"/ });
  assert.throws(() => stores.create(), names('load', undefined));
  const failing = stores.create({ load: async () => new Response('', { status: 404 }) });
  await assert.rejects(failing.refresh(),
    { name: 'TypeError', message: /^items is undefined, .*returned \[object Response\]$/ });
  failing.free();
  assert.throws(() => stores.create({ load, source: 'pages' }), { name: 'TypeError', message: /"pages"/ });
  const store = stores.create({ load, total: 100 });
  for (const [name, values] of Object.entries(wrong)) {
    if (!/Limit|settle|jumpDistance/.test(name)) continue;
    for (const value of values) assert.throws(() => store.configure({ [name]: value }), names(name, value));
  }
  const visible = { lower: 3, upper: 5 };
  assert.throws(() => store.update({ visible: { lower: -3, upper: 5 } }), names('visible.lower', -3));
  assert.throws(() => store.update({ visible, wanted: { lower: -1, upper: 9 } }), names('wanted.lower', -1));
  assert.throws(() => store.update({ visible, wanted: { lower: 4, upper: 9 } }), names('wanted', 'not around'));
  assert.throws(() => store.update({ visible, direction: 'up' }), { name: 'TypeError', message: /"up"/ });
  assert.throws(() => store.refresh({ position: -1 }), names('position', -1));
  assert.throws(() => store.refresh({ position: 0.5 }), names('position', 0.5));
  assert.throws(() => store.refresh({ key: 'x' }), names('key', 'x'));
  for (const slot of [-1, 100, 1.5]) assert.throws(() => store.state(slot), names('slot', slot));
  for (const slot of [-1, 101, 1.5]) assert.throws(() => store.insert(slot, [{ id: 1 }]), names('slot', slot));
  assert.throws(() => store.jump('head'), names('end', 'head'));
  assert.throws(() => store.open('head'), names('end', 'head'));
  const { list, other } = await lists();
  for (const leadingScreens of [-1, NaN, Infinity]) {
    assert.throws(() => store.attach(list, { leadingScreens }), names('leadingScreens', leadingScreens));
  }
  for (const each of [store, list, other]) each.free();
  const fields = {
    items: [undefined, null, 7, 'ab'], total: [-5, -1, 1.5, true], before: [-1, -7, 0.5], after: [-1, -7, 0.5],
    cost: [-1, 0.5, null],
  };
  for (const source of ['offsets', 'keys']) {
    for (const [name, values] of Object.entries(fields)) {
      for (const value of values) {
        const reply = { items: [], before: 3, after: 4, total: 7, cost: 1, [name]: value };
        const made = stores.create({ source, load: async () => reply });
        await assert.rejects(made.refresh(), names(name, value));
        assert.equal(made.state('refresh').state, 'failed');
        made.free();
      }
    }
  }
  for (const reply of [undefined, null, 5]) {
    const made = stores.create({ load: async () => reply });
    await assert.rejects(made.refresh(), names('items', undefined));
    made.free();
  }
}

/** A source that shifts and fails at random: no id twice, in order, quiet, whole where one looks. */
async function randomSourcesComeToRest() {
  const random = dice(seed);
  const below = (count) => Math.floor(random() * count);
  for (let round = 0; round < 40; round++) {
    const [source, placeholders] = [['offsets', 'keys'][round & 1], (round & 2) === 0];
    const server = new Server(50 + below(400));
    let next = 1000;
    const store = stores.create({
      load: server.load, source, placeholders, settle: 0, pageSize: 5 + below(20),
      looksAhead: source === 'offsets', itemLimit: 60, jumpDistance: source === 'keys' ? 60 : 0,
    });
    store.update({});
    for (let step = 0; step < 60; step++) {
      const chance = random();
      if (chance < 0.1) server.items.unshift(server.make(next++));
      else if (chance < 0.15) server.items.splice(below(server.items.length), 1);
      else if (chance < 0.3 && server.waiting.length > 0) await server.fail(new Error('at random'));
      else if (chance < 0.7 && server.waiting.length > 0) await server.answer({ at: below(server.waiting.length) });
      else if (chance < 0.75) store.refresh();
      else if (chance < 0.8) store.retry();
      const keys = held(store);
      assert.equal(new Set(keys).size, keys.length, `an id twice, seed ${seed}, round ${round}`);
      const running = server.waiting.map(({ request }) => `${request.kind} ${request.position} ${request.key}`);
      assert.equal(new Set(running).size, running.length, `twice in progress: ${running}`);
      const lower = Math.max(0, Math.min(store.count - 8, below(store.count + 1)));
      store.update({ visible: { lower, upper: Math.min(store.count, lower + 8) } });
      store.validate();
    }
    store.retry();
    const visible = { lower: Math.min(5, store.count), upper: Math.min(13, store.count) };
    for (let round = 0; round < 30; round++) {
      store.update({ visible, wanted: visible, isSettled: true });
      await server.answerAll();
      visible.upper = Math.min(visible.upper, store.count);
      visible.lower = Math.min(visible.lower, visible.upper);
    }
    const asked = server.requests.length;
    store.update({ visible, wanted: visible, isSettled: true });
    assert.equal(server.requests.length, asked, `not quiet, seed ${seed}, round ${round}`);
    for (let slot = visible.lower; slot < visible.upper; slot++) {
      assert.ok(store.has(slot), `slot ${slot} is missing, seed ${seed}, round ${round}`);
    }
    const numbers = slots(store).slice(visible.lower, visible.upper)
      .map((number) => server.items.findIndex((item) => item.number === number))
      .filter((place) => place >= 0);
    if (numbers.length > 1) {
      assert.equal(numbers.at(-1) - numbers[0], numbers.length - 1, `lost, seed ${seed}, round ${round}`);
    }
    store.free();
  }
}

/** However far one scrolls, as much is kept as the limit says: items, keys, cursors and errors. */
async function nothingIsKept() {
  const server = new Server(60_000);
  const reply = server.reply.bind(server);
  server.reply = (request) => {
    const made = reply(request);
    return { ...made, items: made.items.map((item) => ({ ...item, text: 'x'.repeat(200) })) };
  };
  for (const source of ['offsets', 'keys']) {
    const store = stores.create({
      load: server.load, source, pageLimit: 5, settle: 0, looksAhead: source === 'offsets',
    });
    store.update({});
    await server.answerAll();
    const sizes = [];
    for (let slot = 0; slot < 30_000; slot += 20) {
      store.update({ visible: { lower: slot, upper: slot + 10 } });
      await server.answerAll();
      if (slot % 10_000 === 0 && slot > 0) {
        globalThis.gc();
        sizes.push(process.memoryUsage().heapUsed);
        server.requests.length = 0;
      }
    }
    assert.ok(store.pageCount <= 8 && store.itemCount <= 160);
    assert.ok(sizes.at(-1) < sizes[0] + 400_000, `${source}: ${sizes}`);
    store.free();
  }
}

/** An array stands for the items alone. */
async function arraysAreReplies() {
  const store = stores.create({ load: () => [{ id: 1 }, { id: 1 }, { id: 2 }], pageSize: 3 });
  store.update({});
  await sleep(5);
  assert.equal(store.count, 2);
  store.free();
}

/** The packaged module has what the binding uses, but validate; the declarations name each method. */
function packageIsWhole() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(packaged), {});
  const source = ['store/engine', 'errors', 'memory'].map((name) =>
    readFileSync(new URL(`../src/${name}.js`, import.meta.url), 'utf8')).join('');
  const used = new Set(source.match(/\brc_[a-z0-9_]+/g));
  assert.deepEqual([...used].filter((name) => !exports[name]).sort(),
    ['rc_batch_reason_text', 'rc_store_validate']);
  const text = readFileSync(new URL('../src/store.d.ts', import.meta.url), 'utf8');
  const body = text.match(/class Store<[^]*?\n}/)[0];
  const declared = [...body.matchAll(/^ {2}(?:readonly )?([a-z]\w*)[(:?]/gmi)]
    .map(([, name]) => name).filter((name) => name !== 'private');
  const there = Object.getOwnPropertyNames(Store.prototype).filter((name) => name !== 'constructor');
  assert.deepEqual([...new Set(declared)].sort(), [...there, 'onChange', 'rows'].sort());
}

await sessionOfTheHeader();
await severalPagesAtFirst();
await whatIsOldIsRefreshed();
await whatIsOldIsRefreshedOnReturn();
await requestsAreGivenUp();
await failuresArePerPlace();
await keysHaveCursorsAndGaps();
await keysJumpByPosition();
await itemsAreInsertedRemovedAndReplaced();
await listsAreAttached();
await fillsMoveNothingThatIsRead();
await attachedListsAreEditedByTheStore();
await itemsWithoutKeysAreRefused();
await aRefreshAroundAnItemHasItsCursor();
await repliesPastTheLimitAreRefused();
await errorsNameWhatWasWrong();
await randomSourcesComeToRest();
await nothingIsKept();
await arraysAreReplies();
packageIsWhole();
