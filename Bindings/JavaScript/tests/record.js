// Records a list that is told anything, plays the recording, and compares every update; then writes it.
//
//     node Bindings/JavaScript/tests/record.js MODULE >RECORDING

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LATER } from '../src/host.js';
import { load, words } from '../src/node.js';
import { record } from '../src/record.js';
import { carryOut, Session } from './session.js';
import { WholeHost } from './whole-host.js';

const core = await load(readFileSync(process.argv[2]));
/** To the bit, which JSON is not for these. (Bytes of V8 would tell how it keeps a number, too.) */
const word = (value) => (Object.is(value, -0) ? '-0' : String(value));
const isPlain = (value) => typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0));
const exact = (update) => JSON.stringify(update, (_, value) => (isPlain(value) ? value : word(value)));

/** The same numbers in each run. */
function luck(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function tellAnything(list, number) {
  const below = (bound) => Math.floor(number() * Math.max(bound, 1));
  const one = (all) => all[below(all.length)];
  const items = () => {
    const lower = below(list.count);
    return [lower, Math.min(list.count, lower + below(20))];
  };
  const some = (count) => Array.from({ length: count }, () => 200 * number());
  const updates = [];
  const fetches = [];
  let time = 0;
  const calls = [
    () => list.insert(below(list.count + 1), below(50)),
    () => { const extents = some(below(9)); list.insert(below(list.count), extents.length, extents); },
    () => list.remove(...items()),
    () => { const [lower, upper] = items(); list.move(lower, upper, below(list.count - upper + lower)); },
    () => list.forget(...items()),
    () => list.setRowExtents(below(list.count), some(below(5))),
    () => list.markProvisional(...items()),
    () => list.setLayout(one([1, 1, 2]), number() * 9, below(2) === 0),
    () => list.setLanes(one([1, 2, 3]), number() * 9, ...one([[], [below(2) === 0], [below(2) === 0, 40 * number()]])),
    () => { const [lower, upper] = items(); list.setWide(lower, upper, ...one([[], [true], [false]])); },
    () => list.markHeader(below(list.count), ...one([[], [1], [3]])),
    () => list.unmarkHeader(below(list.count)),
    () => list.setEstimate(100 * number()),
    () => list.setSettings({
      slack: number(), foresight: one([0, number()]), depth: one([0, 0, 1]),
      leadingScreens: { tail: 3 * number() }, extraLengths: { tail: 9 * number(), head: number() },
      sticks: { tail: below(2) === 0 }, presence: 'on_screen', pinsHeaders: below(2) === 0,
    }),
    () => list.setSettings({}),
    () => list.setTuning(one(words.modes), one(words.ranges),
      { leading: 3 * number(), isEnabled: below(4) > 0 }),
    () => list.setMode(one(words.modes)),
    () => list.markScrolled(),
    () => list.addPreloadTime(one([6 * number(), Infinity])),
    () => list.setScrollTarget(below(list.count), one(['nearest', 'center', number()]), number()),
    () => fetches.push(list.beginBatch(one(words.ends))),
    () => fetches.pop()?.finish(one(['completed', 'failed', 'declined', 'exhausted'])),
    () => fetches.pop()?.free(),
    () => list.retryBatch(one(words.ends)),
    () => { if (below(9) === 0) list.resetBatch(one(words.ends)); },
  ];
  const update = () => {
    time += number() / 20;
    const viewport = {
      offset: number() * list.length, length: one([480, 480, 300 * number()]), time,
      jitter: number(), velocity: 9000 * number() - 4500, isUserDriven: below(2) === 0,
      isHeld: below(3) === 0,
      isDragged: below(4) === 0,
    };
    if (below(3) === 0) viewport.landingOffset = number() * list.length;
    if (below(5) === 0) Object.assign(viewport, { item: below(list.count), itemPlace: -number() });
    if (below(5) === 0) viewport.insetStart = 9 * number();
    updates.push(exact(list.update(viewport)));
  };
  for (let round = 0; round < 800; round++) {
    try {
      if (below(3) === 0) update();
      else one(calls)();
    } catch (error) {
      // Refused, and so not recorded.
      if (error.name !== 'RangeCoreError') throw error;
    }
  }
  return updates;
}

/** Steps of a host between edits, whose views need what they will. */
function stepAnyhow(list, host, number, inLanes, compare) {
  const below = (bound) => Math.floor(number() * Math.max(bound, 1));
  const one = (all) => all[below(all.length)];
  const items = () => {
    const lower = below(list.count);
    return [lower, Math.min(list.count, lower + below(9))];
  };
  const updates = [];
  let time = 0;
  let offset = 0;
  let step;
  const calls = [
    () => list.insert(below(list.count + 1), below(9)),
    () => list.remove(...items()),
    () => { const [lower, upper] = items(); list.move(lower, upper, below(list.count - upper + lower)); },
    () => list.markHeader(below(list.count), one(inLanes ? [0, 1] : [0, 1, 3])),
    () => list.setWide(...items(), below(2) === 0),
    // The host goes on with the tolerance.
    () => inLanes && list.setLanes(2, 1 / 7, true, 40 * number()),
    () => list.markProvisional(...items()),
    () => host.renew(...items()),
    () => host.keep(below(list.count), below(2) === 0),
    () => list.keep(below(list.count), one([undefined, 0, 2, 20])),
    () => host.scrollTo(below(list.count), one(['nearest', 1 / 3]), number(), below(4) === 0),
    () => host.setExtents([below(20)], [200 * number()]),
    () => list.setSettings({ slack: one([0, number()]), foresight: one([0, number()]) }),
    () => list.setSettings({ usesMeanEstimate: below(2) === 0 }),
    // When it is tried again depends on the time, and on luck.
    () => list.beginBatch('tail').finish('failed'),
    () => list.resetBatch('tail'),
  ];
  const call = () => {
    try {
      one(calls)();
    } catch (error) {
      if (error.name !== 'RangeCoreError') throw error;
    }
  };
  const noteRound = (go) => {
    const before = step?.rounds;
    step = go();
    if (step.rounds !== before) updates.push(exact(step.update));
  };
  const breadths = [400, 400, 400, 500.3, 0];
  for (let round = 0; round < 300; round++) {
    for (let edits = below(3); edits > 0; edits--) call();
    offset += below(3) === 0 ? 900 * number() - 300 : 0;
    time += number() / 20;
    step = undefined;
    noteRound(() => host.begin({
      offset, length: one([480, 480, 480, 0]), time, isUserDriven: below(3) > 0, isHeld: below(3) === 0,
      velocity: 900 * number(), jitter: number(), ...one([{}, {}, { landingOffset: offset + 100 * number() }]),
      ...one([{}, { insetStart: 9 * number() }]),
    }, one(breadths), one([0, 0, 0, 0, 0, 0, 1, 2, 3])));
    while (!step.isDone) {
      if (below(30) === 0) call();
      const extents = Array.from({ length: Math.min(step.asks.length, 1 + below(3)) },
        () => (below(20) === 0 ? LATER : 20 + 200 * number()));
      noteRound(() => host.measured(extents, time += number() / 1000));
    }
    if (step.setsOffset) host.wrote(offset = step.offset);
    compare(updates);
  }
}

function play(session, updates, text) {
  for (const line of text.trimEnd().split('\n')) {
    const answer = carryOut(session, line.split(' '));
    assert.ok(!answer.startsWith('error'), `${line}: ${answer}`);
    if (!line.startsWith('create')) continue;
    const { list } = session;
    const { update } = list;
    list.update = (viewport) => {
      const result = update.call(list, viewport);
      updates.push(exact(result));
      return result;
    };
  }
  return updates;
}

const itemsOf = (list) => Array.from({ length: list.count }, (_, at) => [list.item(at), list.state(at)]);
for (let seed = 1; seed <= 4; seed++) {
  const created = { columns: 1 + seed % 3, estimate: 50.1234, spacing: 1 / 7 };
  const list = core.list(created);
  let text = '';
  const inLanes = seed % 4 > 1;
  const options = { offsetStep: [0, 1, 1 / 1.1][seed % 3], inLanes };
  // Either can come first.
  let host = seed % 2 === 0 ? new WholeHost(list, options) : undefined;
  const recording = record(list, created, (lines) => { text += lines; });
  host ??= new WholeHost(list, options);
  list.insert(0, 60);
  const session = new Session(core);
  const again = [];
  let played = 0;
  stepAnyhow(list, host, luck(seed), inLanes, (updates) => {
    recording.flush();
    play(session, again, text.slice(played));
    played = text.length;
    assert.equal(again.at(-1), updates.at(-1), `seed ${seed}, round ${updates.length}`);
    assert.equal(again.length, updates.length);
    assert.equal(exact(itemsOf(session.list)), exact(itemsOf(list)), `seed ${seed}, round ${updates.length}`);
  });
  for (const command of ['set_row_extents', 'mark_provisional', inLanes ? 'set_lanes' : 'set_layout', 'set_scroll_target']) {
    assert.match(text, new RegExp(`^${command} `, 'm'));
  }
}

let last;
for (let seed = 1; seed <= 3; seed++) {
  const created = { columns: 1 + seed % 2, estimate: 50.1234, spacing: 1 / 7, preset: 'pager' };
  const list = core.list(created);
  last = '';
  const recording = record(list, created, (text) => { last += text; });
  const extents = Array.from({ length: 1500 }, (_, index) => index / 7);
  list.insert(0, 1500, created.columns === 1 ? extents : []);
  recording.load('a text', 3, 0.5);
  const updates = tellAnything(list, luck(seed));
  recording.loaded('a text', 'completed', 0.7);
  recording.flush();
  const again = play(new Session(core), [], last);
  const place = updates.findIndex((update, index) => update !== again[index]);
  assert.equal(again[place], updates[place], `seed ${seed}, update ${place}`);
  assert.ok(updates.length > 150 && again.length === updates.length);
  assert.match(last, /^load 0 3 500000$/m);
  assert.match(last, /^loaded 0 completed 700000$/m);
  assert.ok(!last.includes('text'));
  assert.throws(() => record(list, created, () => {}), /from its creation on/);
}
process.stdout.write(last);
