// Checks impressions: what is seen of lists that scroll, change, hide and cover, and when it is told.
//
//     node --expose-gc Bindings/JavaScript/tests/impressions.js MODULE PACKAGED

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Impressions, load } from '../src/impressions-node.js';

const [bytes, packaged] = process.argv.slice(2).map((file) => readFileSync(file));
const rangecore = await load(bytes);

/** A time that passes only when told, and what is set in it. */
const clock = {
  now: 100_000,
  due: new Map(),
  count: 0,
  /** Lets seconds pass. */
  run(seconds) {
    const end = this.now + seconds * 1000;
    for (;;) {
      const next = [...this.due].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!next) break;
      this.due.delete(next[0]);
      this.now = Math.max(this.now, next[1].at);
      next[1].action();
    }
    this.now = end;
  },
};
Object.defineProperty(performance, 'now', { value: () => clock.now });
globalThis.setTimeout = (action, wait = 0) => {
  clock.count += 1;
  clock.due.set(clock.count, { at: clock.now + wait, action });
  return clock.count;
};
globalThis.clearTimeout = (timer) => clock.due.delete(timer);
/** A page that can be hidden. */
const page = new EventTarget();
page.visibilityState = 'visible';
page.turn = (state) => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};
globalThis.document = page;

const made = [];

/** Rows of 100, a viewport of 300, and what was told: kinds and ids. */
function setUp({ count = 1000, idOf = (index) => index, attached, core = rangecore, ...options } = {}) {
  const start = clock.now;
  const told = [];
  const tell = (kind) => ({ id, time, seconds, fraction, level, rule }) => told.push(
    { kind, id, time: Math.round(time * 1000 - start) / 1000, seconds, fraction, level, rule });
  const impressions = new Impressions(core, {
    onSeen: tell('seen'), onLeft: tell('left'), onCrossed: tell('crossed'), ...options,
  });
  made.push(impressions);
  const list = core.list({ estimate: 100 });
  list.insert(0, count);
  const scroll = (offset, more = {}) => {
    list.update({ offset, length: 300, isUserDriven: true, time: clock.now / 1000, ...more });
    impressions.follow(list);
    impressions.validate();
  };
  list.update({ offset: 0, length: 300 });
  impressions.attach(list, idOf, attached);
  /** What was told since the last call. */
  const taken = () => told.splice(0).map(({ kind, id }) => `${kind} ${id}`);
  return { impressions, list, scroll, told, taken };
}

const seen = (...ids) => ids.map((id) => `seen ${id}`);
const left = (...ids) => ids.map((id) => `left ${id}`);

function whatStaysIsSeenByItself() {
  const { impressions, scroll, told, taken } = setUp();
  clock.run(0.999);
  assert.deepEqual(told, []);
  clock.run(0.001);
  assert.deepEqual(told[0], {
    kind: 'seen', id: 0, time: 1, seconds: 1, fraction: undefined, level: undefined, rule: 0,
  });
  assert.deepEqual(taken(), seen(0, 1, 2));
  clock.run(60);
  scroll(160);
  assert.deepEqual([told[0].kind, told[0].seconds], ['left', 61]);
  assert.deepEqual(taken(), left(0, 1));
  assert.deepEqual([impressions.isSeen(0), impressions.isSeen(4), impressions.isSeen('none')], [true, false, false]);
}

function whatIsScrolledPastIsNotSeen() {
  const { scroll, taken } = setUp();
  for (let offset = 0; offset < 90_000; offset += 300) {
    scroll(offset);
    clock.run(0.5);
  }
  assert.deepEqual(taken(), []);
  clock.run(1);
  assert.deepEqual(taken(), seen(897, 898, 899));
}

function nobodyLooks() {
  const { impressions, taken } = setUp();
  clock.run(0.5);
  page.turn('hidden');
  clock.run(5);
  assert.deepEqual(taken(), []);
  page.turn('visible');
  clock.run(0.9);
  assert.deepEqual(taken(), []);
  clock.run(0.1);
  assert.deepEqual(taken(), seen(0, 1, 2));
  impressions.isActive = false;
  assert.deepEqual(taken(), left(0, 1, 2));
  page.turn('visible');
  impressions.reset();
  clock.run(5);
  assert.deepEqual([taken(), impressions.isActive], [[], false]);
  impressions.isActive = true;
  clock.run(1);
  assert.deepEqual(taken(), seen(0, 1, 2));
}

function anotherSession() {
  const { impressions, scroll, taken } = setUp();
  clock.run(2);
  impressions.reset();
  assert.deepEqual(taken(), [...seen(0, 1, 2), ...left(0, 1, 2)]);
  clock.run(1);
  scroll(200);
  impressions.forget([0, 1, 2, 'none']);
  assert.deepEqual([0, 1, 2].map((id) => impressions.isSeen(id)), [false, false, true], '2 is on screen');
  taken();
  scroll(0);
  clock.run(1);
  assert.deepEqual(taken(), seen(0, 1));
}

function whatIsCoveredIsNotSeen() {
  const asked = [];
  const { list, scroll, taken, told } = setUp({
    rules: [{ fraction: 0.5, seconds: 1 }, { fraction: 0.5, seconds: 0.5 }], idOf: (index) => asked.push(index) && index,
    attached: { rule: (index) => Number(index === 0) },
  });
  list.setSettings({ pinsHeaders: true });
  list.markHeader(0);
  scroll(0);
  assert.deepEqual(asked, [0, 1, 2, 0, 1, 2], 'a header among them is asked for once');
  // The header of 100 covers all of 501 but 40, and the bar all of 503 but 10.
  scroll(50_060);
  clock.run(1);
  assert.equal(told[0].rule, 1);
  assert.deepEqual(taken(), seen(0, 502, 503));
  scroll(50_060, { insetEnd: 50 });
  assert.deepEqual(taken(), left(503));
}

function idsGoWithTheirItems() {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const { impressions, list, scroll, taken } = setUp({ count: 5, idOf: (index) => (names[index] === 'c' ? null : names[index]) });
  clock.run(0.5);
  names.unshift('new');
  list.insert(0, 1);
  // Before the update that is about to come.
  impressions.follow(list);
  scroll(0);
  clock.run(0.5);
  assert.deepEqual(taken(), seen('a', 'b'));
}

function itemsHaveRules() {
  const { told } = setUp({
    rules: [{ fraction: 0.5, seconds: 1 }, { fraction: 1, seconds: 0 }], attached: { rule: (index) => index % 2 },
  });
  assert.deepEqual(told.map(({ id, rule, seconds }) => [id, rule, seconds]), [[1, 1, 0]]);
  clock.run(1);
  assert.deepEqual(told.slice(1).map(({ id, rule, seconds }) => [id, rule, seconds]), [[0, 0, 1], [2, 0, 1]]);
}

function thresholdsAreCrossed() {
  const { scroll, told } = setUp({ thresholds: [0, 0.5, 1] });
  scroll(25);
  scroll(300);
  assert.deepEqual(told.map(({ id, fraction, level }) => [id, fraction, level]), [
    [0, 1, 3], [1, 1, 3], [2, 1, 3], [0, 0.75, 2], [3, 0.25, 1],
    [0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 1, 3], [4, 1, 3], [5, 1, 3]]);
}

function twoListsShareAnId() {
  const { impressions, list, taken } = setUp();
  const other = rangecore.list({ estimate: 100 });
  other.insert(0, 10);
  other.update({ offset: 0, length: 300 });
  impressions.attach(other, (index) => index + 2);
  clock.run(1);
  assert.deepEqual(taken(), seen(0, 1, 2, 3, 4));
  impressions.detach(other);
  assert.deepEqual(taken(), left(3, 4));
  impressions.attach(list, (index) => `again ${index}`);
  assert.deepEqual(taken(), left(0, 1, 2));
  assert.ok(clock.due.size > 0);
  impressions.free();
  assert.equal(clock.due.size, 0);
  page.turn('visible');
  impressions.free();
}

function aHiddenListShowsNothing() {
  const { impressions, list, taken } = setUp();
  const shown = { engine: list, followers: new Set(), viewportLength: 300 };
  impressions.detach(list);
  impressions.attach(shown, (index) => index);
  assert.equal(shown.followers.size, 1);
  clock.run(1);
  shown.viewportLength = 0;
  impressions.follow(shown);
  assert.deepEqual(taken(), [...seen(0, 1, 2), ...left(0, 1, 2)]);
  impressions.detach(shown);
  assert.equal(shown.followers.size, 0);
  impressions.attach(shown, (index) => index);
  impressions.free();
  assert.equal(shown.followers.size, 0);
}

function aCarouselThatIsScrolledOutCountsInPart() {
  let cross = 0.25;
  const { impressions, list, taken } = setUp({ attached: { cross: () => cross } });
  clock.run(2);
  assert.deepEqual(taken(), []);
  cross = 0.5;
  impressions.follow(list);
  clock.run(1);
  assert.deepEqual(taken(), seen(0, 1, 2));
  for (cross of [2, -1, NaN, undefined]) assert.throws(() => impressions.follow(list), /cross is/);
  impressions.detach(list);
  taken();

  // The feed has a border of 10, and shows from 20 on of the carousel, which is 100 tall.
  const rect = (values) => ({ getBoundingClientRect: () => values });
  const own = { left: 0, width: 300, top: -70, height: 100 };
  const carousel = { engine: list, followers: new Set(), viewportLength: 300, scroller: rect(own), isHorizontal: true };
  const feed = Object.assign(new EventTarget(), rect({ left: 0, top: 10, width: 400, height: 500 }),
    { clientLeft: 10, clientTop: 10, clientWidth: 380, clientHeight: 480 });
  impressions.reset();
  impressions.attach(carousel, (index) => index, { within: feed });
  clock.run(2);
  assert.deepEqual(taken(), [], '10 of 100');
  own.top = -30;
  feed.dispatchEvent(new Event('scroll'));
  clock.run(1);
  assert.deepEqual(taken(), seen(0, 1, 2), '50 of 100');
  own.top = 451;
  feed.dispatchEvent(new Event('scroll'));
  assert.deepEqual(taken(), left(0, 1, 2), '49 of 100');
  for (const top of [1000, -1000]) {
    own.top = top;
    impressions.follow(carousel);
  }
  Object.assign(carousel, { isHorizontal: false });
  Object.assign(own, { top: 0, left: 0, width: 20 });
  impressions.reset();
  impressions.follow(carousel);
  clock.run(1);
  assert.deepEqual(taken(), seen(0, 1, 2), '10 of 20, across');
  impressions.detach(carousel);
  assert.deepEqual(taken(), left(0, 1, 2));
  feed.dispatchEvent(new Event('scroll'));
  clock.run(1);
  assert.deepEqual(taken(), []);
  assert.throws(() => impressions.attach(list, (index) => index, { within: feed }), /VirtualList/);
  assert.throws(() => impressions.attach(list, (index) => index, { ruel: () => 0 }), /"ruel"/);
}

async function littleIsRemembered() {
  const asked = [];
  const past = [];
  const idOf = (index) => {
    asked.push(index);
    if (index !== 50) return index;
    const id = { index };
    past.push(new WeakRef(id));
    return id;
  };
  const { impressions, scroll, taken } = setUp({
    count: 10_000, thresholds: [0], onCrossed: ({ id }) => assert.ok(id !== undefined), idOf,
  });
  assert.deepEqual(asked, [0, 1, 2]);
  clock.run(1);
  for (let offset = 0; offset < 700_000; offset += 300) scroll(offset);
  assert.ok(impressions.isSeen(0));
  await new Promise(setImmediate);
  gc();
  assert.deepEqual(past.map((id) => id.deref()), [undefined], 'what was not seen');
  taken();
  scroll(0);
  clock.run(5);
  assert.deepEqual(taken(), []);
}

function thoseWhoAreToldMayChangeEverything() {
  const { impressions, taken, told } = setUp();
  impressions.onSeen = ({ id }) => {
    told.push({ kind: 'seen', id });
    if (id === 0) impressions.reset();
    if (id === 1) throw new Error('no log');
  };
  assert.throws(() => clock.run(1), /no log/);
  assert.deepEqual(taken(), seen(0, 1));
  impressions.onSeen = ({ id }) => told.push({ kind: 'seen', id });
  impressions.update();
  assert.deepEqual(taken(), [...seen(2), ...left(0, 1, 2)]);
}

async function mistakesAreNamed() {
  const making = (options, core = rangecore) => () => new Impressions(core, options);
  const rule = { fraction: 0.5, seconds: 1 };
  for (const [name, options] of [
    [/rules has 0/, { rules: [] }], [/rules has 5/, { rules: Array(5).fill(rule) }],
    [/rules\[1\]/, { rules: [rule, { fraction: 1.1, seconds: 1 }] }], [/rules\[0\]/, { rules: [{ fraction: 1 }] }],
    [/rules\[0\]/, { rules: [{ fraction: NaN, seconds: 1 }] }], [/rules\[0\]/, { rules: [{ fraction: 1, seconds: -1 }] }],
    [/thresholds has 33/, { thresholds: Array(33).fill(0.5) }], [/thresholds\[1\]/, { thresholds: [0.5, 0.25] }],
    [/thresholds\[0\]/, { thresholds: [NaN] }],
  ]) assert.throws(making(options), (error) => error instanceof RangeError && name.test(error.message), String(name));
  assert.throws(making({ onseen() {} }), /there is no "onseen" here/);
  assert.throws(making({ rules: [{ ...rule, time: 1 }] }), /there is no "time" here/);
  const { impressions, list } = setUp();
  for (const wrong of [1, -1, 0.5, undefined]) {
    assert.throws(() => impressions.attach(list, (index) => index, { rule: () => wrong }), /rule is /);
  }
  const other = (await load(bytes)).list();
  assert.throws(() => impressions.attach(other, (index) => index), /of another module/);
  const { load: loadList } = await import('../src/node.js');
  assert.throws(making({}, await loadList()), /load that of 'rangecore\/impressions'/);
}

/** With what npm installs, too. */
async function thePackagedModuleHasAll() {
  const core = await load(packaged);
  const { impressions, list, taken } = setUp({ core });
  list.setSettings({ pinsHeaders: true });
  list.markHeader(0);
  list.update({ offset: 50_000, length: 300 });
  impressions.follow(list);
  clock.run(1);
  assert.deepEqual(taken(), seen(0, 501, 502));
}

const cases = [
  whatStaysIsSeenByItself, whatIsScrolledPastIsNotSeen, nobodyLooks, anotherSession, whatIsCoveredIsNotSeen, idsGoWithTheirItems,
  itemsHaveRules, thresholdsAreCrossed, twoListsShareAnId, aHiddenListShowsNothing,
  aCarouselThatIsScrolledOutCountsInPart, littleIsRemembered, thoseWhoAreToldMayChangeEverything, mistakesAreNamed, thePackagedModuleHasAll,
];
for (const check of cases) {
  clock.due.clear();
  try {
    await check();
  } catch (error) {
    error.message = `${check.name}: ${error.message}`;
    throw error;
  }
  for (const impressions of made.splice(0)) impressions.free();
}
console.log(`${cases.length} tests of impressions passed`);
