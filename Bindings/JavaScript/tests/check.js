// Checks what a session cannot show: that memory is freed, that freed objects are refused, that errors
// name the argument, and that the declarations name every method.
//
//     node Bindings/JavaScript/tests/check.js MODULE PACKAGED DOM PRELOAD

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Track } from '../src/dom/track.js';
import { checkOptions, OPTIONS } from '../src/dom/first-lines.js';
import { carryOut, editsBetween } from '../src/dom/edits.js';
import { VirtualList } from '../src/dom.js';
import { Host } from '../src/host.js';
import * as rangecore from '../src/node.js';
import { VIEWPORT } from '../src/update.js';

const [bytes, packaged, dom, preload] = process.argv.slice(2).map((file) => readFileSync(file));
const core = await rangecore.load(bytes);

/** Doing it often takes no more memory than doing it twice. */
function takesNoMore(other, doOnce) {
  doOnce();
  doOnce();
  const before = other.memorySize;
  for (let round = 0; round < 300; round++) doOnce();
  assert.equal(other.memorySize, before);
}

/** Creating and freeing many lists takes no more memory than one does. */
async function memoryIsFreed() {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const other = await rangecore.load(bytes);
  const extents = Float64Array.from({ length: 20_000 }, (_, index) => index % 90);
  takesNoMore(other, () => {
    const list = other.list({ estimate: 50 });
    list.insert(0, 20_000, extents);
    list.remove(500, 19_000);
    list.validate();
    const fetch = list.beginBatch();
    list.free();
    assert.equal(fetch.outcome, 'cancelled');
    fetch.free();
  });
  const resize = instance.exports.rc_wasm_resize;
  const blocks = new Set();
  for (let length = 1; length < 5000; length += 7) {
    const block = resize(0, 0, length);
    assert.ok(block % 16 === 0 && !blocks.has(block));
    blocks.add(block);
    resize(resize(block, length, length * 3), length * 3, 0);
    blocks.delete(block);
  }
  assert.equal(resize(0, 0, 0x7fffffff), 0, 'there is no such block');
}

/** What a large call needed is there for others after the next one. */
async function scratchIsGivenBack() {
  const other = await rangecore.load(bytes);
  const list = other.list({ estimate: 50 });
  list.insert(0, 1_000_000, new Float64Array(1_000_000).fill(70));
  list.update({ length: 800 });
  const before = other.memorySize;
  assert.notEqual(other.core.exports.rc_wasm_resize(0, 0, 8_000_000), 0);
  assert.equal(other.memorySize, before);
  // Empty calls too.
  list.rows(0, 1_000_000);
  list.setRowExtents(0, []);
  assert.equal(list.rows(0, 0).extents.length, 0);
  assert.equal(list.rows(999_999, 1_000_000).extents[0], 70);
}

/** Differences are freed too, also after an id that occurs twice. */
async function differencesAreFreed() {
  const other = await rangecore.load(bytes);
  const ids = Array.from({ length: 2000 }, (_, index) => index);
  const odd = ids.filter((index) => index % 2 === 1);
  takesNoMore(other, () => {
    assert.equal(other.diff(ids, odd).length, 1000);
    assert.throws(() => other.diff(ids, [1, 1]), { code: 'argument' });
  });
}

/** Ids are compared as by a Map; an item whose id is in both sequences keeps its extent. */
function differencesAreApplied() {
  const list = core.list({ estimate: 1 });
  list.insert(0, 3, [11, 22, 33]);
  const key = {};
  list.apply(['a', 1, key], new Set([key, '1', 'a']));
  assert.deepEqual([...list.rows(0, 3).extents], [33, 1, 11]);
  const refused = { name: 'RangeCoreError', code: 'argument' };
  assert.throws(() => list.apply([key, '1'], [key]), refused);
  assert.throws(() => list.apply([key, '1', key], [key]), refused);
  assert.throws(() => list.apply([key, '1', 'a'], [null]), refused);
  assert.throws(() => list.apply([key, '1', 'a'], [undefined]), refused);
  assert.equal(list.count, 3);
  assert.deepEqual(core.diff([], []), []);
  assert.deepEqual(core.diff([1, 2, 3], [3, 1, 2]),
    [{ kind: 'move', lower: 2, upper: 3, to: 0, source: 0 }]);
}

/** Names are safe integers; those of a change are refused once the items were edited. */
function namesAreChecked() {
  const list = core.list({ estimate: 100 });
  assert.throws(() => list.changeNames(0), { code: 'argument' });
  list.insert(0, 5);
  const { changes } = list.update({ offset: 0, length: 500 });
  const names = [Number.MAX_SAFE_INTEGER, null, -Number.MAX_SAFE_INTEGER, 0, 1];
  list.setNames(0, names);
  changes.items[0].upper = 1;
  assert.deepEqual(list.changeNames(0), names);
  for (const position of [-1, 1, 0.5, 2 ** 32]) {
    assert.throws(() => list.changeNames(position), { code: 'argument' });
  }
  for (const name of [2 ** 53, 1.5, '1', 1n]) {
    assert.throws(() => list.setNames(0, [name]), RangeError);
  }
  assert.throws(() => list.setNames(1, names), { code: 'argument' });
  list.setNames(0, Int8Array.of(7, 8));
  assert.deepEqual(list.changeNames(0), [7, 8, ...names.slice(2)]);
  list.insert(0, 100_000, Float64Array.from({ length: 100_000 }, (_, index) => index % 90));
  assert.throws(() => list.changeNames(0), { code: 'argument' });
  list.free();
  assert.throws(() => list.changeNames(0), /freed/);
}

/** A fetch that was freed unfinished does not block its end. */
function freedFetchIsCancelled() {
  const list = core.list();
  const fetch = list.beginBatch();
  assert.throws(() => list.beginBatch(), { code: 'busy' });
  fetch.free();
  list.update({ offset: 0, length: 100 });
  list.beginBatch().finish('completed');
}

function freedIsRefused() {
  const list = core.list();
  list.free();
  list.free();
  assert.throws(() => list.count,
    { name: 'RangeCoreError', code: 'argument', argument: 'list', message: 'invalid argument: list is freed' });
  assert.throws(() => core.list().setMode('huge'),
    { name: 'TypeError', message: /^mode is "huge", none of full, minimum, / });
}

/** Numbers that are none are refused by their names; see wrong-calls.js for all others. */
function fractionsAreRefused() {
  const list = core.list();
  list.insert(0, 3);
  const refused = (message) => ({ name: 'RangeError', message });
  for (const index of [0.5, NaN]) assert.throws(() => list.item(index), refused(/^index is /));
  assert.throws(() => list.update({ length: 1, item: 0.5 }), refused(/^item is 0.5/));
  assert.throws(() => list.setNames(0, [0.5]), refused(/^names has 0.5/));
}

/** What is misspelt is refused by its name, and so is what is no object at all. */
function unknownIsRefused() {
  const list = core.list();
  const isRefused = (call, message) => assert.throws(call, { name: 'TypeError', message });
  for (const [name, call] of Object.entries({
    estmate: () => core.list({ estmate: 1 }),
    ofset: () => list.update({ ofset: 10, length: 5 }),
    slak: () => list.setSettings({ slak: 1 }),
    tial: () => list.setSettings({ leadingScreens: { tial: 1 } }),
    leadin: () => list.setTuning('full', 'display', { leadin: 1 }),
    estimat: () => checkOptions({ nodeType: 1 }, { estimat: 1 }),
  })) isRefused(call, new RegExp(`^there is no "${name}" here; there is \\w+, `));
  isRefused(() => list.update(), /^viewport is undefined, not an object$/);
  isRefused(() => list.setSettings({ leadingScreens: 2 }), /^leadingScreens is 2, not an object$/);
  assert.equal(list.update({ length: 5, offset: 0 }).scrollLength, 0);
}

/** A list has one result; printing it shows all of it, and a copy may be kept. */
function updatesAreOverwritten() {
  const list = core.list();
  list.insert(0, 100);
  const first = list.update({ offset: 0, length: 88 });
  const copy = structuredClone(first);
  assert.deepEqual(copy, first);
  assert.match(inspect(first), /visible: { lower: 0, upper: 2 }/);
  assert.match(inspect(first, { depth: 4 }), /{ lower: 0, upper: 2, distance: 0, before: 0, after: 15 }/);
  assert.equal(list.update({ offset: 880, length: 88 }), first);
  assert.deepEqual([copy.visible.upper, first.visible.upper], [2, 22]);
  assert.equal(first.changes.items.length, 5);
  list.update({ offset: 880, length: 88 });
  assert.equal(first.changes.items.length, 0);
}

/** What a module does not have of what the sources use. */
function missing(file, sources) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file), {});
  const texts = sources.map((name) => readFileSync(new URL(`../src/${name}.js`, import.meta.url), 'utf8'));
  const used = new Set(texts.join('').match(/\brc_[a-z0-9_]+/g));
  assert.ok(used.size > 40);
  return [...used].filter((name) => !exports[name]).sort();
}

/**
 * The modules of the package have what the binding uses, but validate, sections and foresight, and the
 * package's version; and what they lack is an error that names it and the module that has it.
 */
async function packageIsWhole() {
  const list = ['diff', 'errors', 'list', 'memory', 'rangecore'];
  const left = missing(packaged, list);
  const optional = /section|header|row_of_item|items_of_row|foresee|preload_time/;
  assert.deepEqual(left.filter((name) => !optional.test(name)), ['rc_list_validate']);
  assert.equal(left.length, 11);
  assert.deepEqual(missing(dom, [...list, 'host', 'record']), [
    'rc_list_add_preload_time', 'rc_list_foresee', 'rc_list_validate']);
  assert.deepEqual(missing(preload, [...list, 'host', 'record', 'preload/engine']), [
    'rc_list_validate', 'rc_tickets_validate']);
  const made = (await rangecore.load(packaged)).list();
  const lacks = (call, message) => assert.throws(call, { name: 'Error', message });
  lacks(() => made.validate(), /^validate: .* without rc_list_validate, which is for tests$/);
  lacks(() => made.markHeader(0), /^markHeader: .* without rc_list_mark_header: load that of 'rangecore\/dom'$/);
  lacks(() => made.foresee(), /^foresee: .* without rc_list_foresee: load that of 'rangecore\/preload'$/);
  lacks(() => made.setSettings({ foresight: 1 }), /^foresight: .*: load that of 'rangecore\/preload'$/);
  lacks(() => new Host(made), /^Host: .* without rc_host_create: load that of 'rangecore\/dom'$/);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
  assert.equal(core.version, version);
}

/** The declarations name each method, and nothing else. */
function declarationsAreTrue() {
  const text = readFileSync(new URL('../src/rangecore.d.ts', import.meta.url), 'utf8');
  const { List, Fetch } = rangecore;
  for (const [name, type, own] of [
    ['List', List, ['free']], ['Fetch', Fetch, ['free']],
    ['RangeCore', core.constructor, ['version']],
  ]) {
    const body = text.match(new RegExp(`(?:class|interface) ${name} [^]*?\\n}`))[0];
    const declared = [...body.matchAll(/^ {2}(?:readonly )?([a-z]\w*)[(:?]/gmi)]
      .map(([, member]) => member).filter((member) => member !== 'end');
    const there = Object.getOwnPropertyNames(type.prototype)
      .filter((member) => member !== 'constructor').concat(own);
    assert.deepEqual([...new Set(declared)].sort(), there.sort(), name);
  }
}

/** The maps between thumb and list are monotone and inverse. */
function trackIsMonotone() {
  for (const length of [0, 500, 9000, 7_999_999, 8_000_001, 9_000_000, 6e8, 2e12]) {
    const track = new Track();
    track.viewport = 800;
    track.length = length;
    track.physicalLength = track.wanted;
    assert.ok(track.wanted <= 8_000_000 && track.wanted <= length);
    assert.equal(track.physical(0), 0);
    assert.equal(track.physical(track.room), track.physicalRoom);
    assert.equal(track.virtual(track.physicalRoom), track.room);
    assert.equal(track.physical(-5), 0, 'offsets are clamped');
    let last = -1;
    for (let step = 0; step <= 1000; step++) {
      const offset = (track.room * step) / 1000;
      const physical = track.physical(offset);
      assert.ok(physical >= last);
      // Above the cap the thumb is at a multiple of eight pixels.
      const most = length > 8_000_000 ? (4 * track.room) / track.physicalRoom : 0;
      assert.ok(Math.abs(track.virtual(physical) - offset) <= most * 1.1 + 1e-3 + offset * 1e-9);
      last = physical;
    }
    const near = Math.min(1000, track.room / 8);
    assert.equal(track.physical(near), near, 'one to one near the start');
    assert.ok(Math.abs(track.physicalRoom - track.physical(track.room - near) - near) < 1e-3);
    const middle = track.physical(track.room / 2);
    assert.ok(Math.abs(middle - track.physicalRoom / 2) <= 4, 'the middle is in the middle');
  }
}

/** The declarations of the list for the DOM name each method and property too. */
function listIsDeclared() {
  const text = readFileSync(new URL('../src/dom.d.ts', import.meta.url), 'utf8');
  const body = text.match(/class VirtualList [^]*?\n}/)[0];
  const declared = [...body.matchAll(/^ {2}(?:readonly )?([a-z]\w*)[(:?]/gmi)].map(([, name]) => name);
  const there = Object.getOwnPropertyNames(VirtualList.prototype).concat('engine', 'followers', 'pages');
  assert.deepEqual([...new Set(declared)].sort(), there.sort());
}

/** The options of a list for the DOM, and the fields of a viewport, are those that are declared. */
function optionsAreDeclared() {
  const membersOf = (file, words) => {
    const text = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
    const [body] = text.slice(text.indexOf(words)).match(/[^]*?\n}/);
    return [...body.matchAll(/^ {2}([a-z]\w*)[(:?]/gmi)].map(([, name]) => name).sort();
  };
  assert.deepEqual([...OPTIONS].sort(), membersOf('dom.d.ts', 'interface VirtualListOptions'));
  assert.deepEqual([...VIEWPORT].sort(),
    [...membersOf('rangecore.d.ts', 'type Viewport'), 'offset', 'item', 'itemPlace'].sort());
}

/** What two arrays have in common stays, by their keys or as it is, whatever else has changed. */
function editsAreThoseOfTheArrays() {
  const all = Array.from({ length: 12 }, (_, id) => ({ id }));
  let seed = 1;
  const dice = (sides) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % sides;
  };
  const some = () => {
    const few = all.filter(() => dice(5) < 3);
    for (let moves = dice(3); moves > 0 && few.length > 0; moves--) {
      few.splice(dice(few.length), 0, ...few.splice(dice(few.length), 1));
    }
    return few;
  };
  const key = (index, { id }) => id;
  for (let round = 0; round < 5000; round++) {
    const hasKeys = dice(3) > 0;
    const [before, after] = [some(), some().map((item) => (dice(5) > 0 ? item : { ...item }))];
    const list = [...before];
    const edits = editsBetween(core.core, before, after, ...(hasKeys ? [key, key] : []));
    carryOut(edits, {
      insert: (index, count) => list.splice(index, 0, ...Array(count).fill(null)),
      remove: (lower, upper) => list.splice(lower, upper - lower),
      move: (lower, upper, to) => list.splice(to, 0, ...list.splice(lower, upper - lower)),
    });
    const stays = (item) => (hasKeys ? before.find(({ id }) => id === item.id) : before.find((it) => it === item));
    assert.deepEqual(list, after.map((item) => stays(item) ?? null), `round ${round}`);
  }
}

await memoryIsFreed();
await scratchIsGivenBack();
await differencesAreFreed();
differencesAreApplied();
editsAreThoseOfTheArrays();
namesAreChecked();
freedFetchIsCancelled();
freedIsRefused();
fractionsAreRefused();
unknownIsRefused();
updatesAreOverwritten();
await packageIsWhole();
declarationsAreTrue();
trackIsMonotone();
optionsAreDeclared();
listIsDeclared();
