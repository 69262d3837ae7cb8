// Snapshots for JavaScript, over the WebAssembly module `snapshot.wasm`, which has lists and hosts too. snapshot.d.ts
// documents what is exported.

import { attach, makeGuide } from './dom/attach.js';
import { RangeCoreError } from './errors.js';
import { List } from './list.js';
import { NO_ID, Numbers } from './numbers.js';
import { load as loadFrom } from './rangecore.js';
import { Engine } from './snapshot/engine.js';
import { fromText, toText } from './snapshot/text.js';
import { makeWakeUp, now } from './wake.js';
import { expect } from './words.js';

export * from './rangecore.js';
export { firstHTML } from './snapshot/first.js';

/** A place is noted once the list has been at rest for so long, in seconds: Safari allows 100 notes in 30 seconds. */
const REST = 0.4;
/** How many times as many rows a server renders as there are on the mean, since some are shorter. */
const SPARE = 2;

/** Instantiates the module; by default the one beside this file. */
export const load = (source = new URL('snapshot.wasm', import.meta.url)) => loadFrom(source);

export class Snapshot {
  #core;
  #engine;
  #numbers = new Numbers();
  /** How many items there were. */
  #count = 0;
  refusal = null;

  constructor({ core }, options = {}) {
    expect(['capacity', 'text'], options, 'what a Snapshot is given');
    const { capacity = 10_000, text } = options;
    this.#core = core;
    try {
      if (text) this.#read(text, capacity);
    } catch (error) {
      if (!(error instanceof RangeCoreError && error.code === 'argument')) throw error;
      this.refusal = error.message;
    }
    this.#engine ??= new Engine(core, capacity);
  }

  #read(text, capacity) {
    const { count, ids, bytes } = fromText(text);
    const engine = new Engine(this.#core, capacity, bytes);
    const numbers = engine.numbers();
    const anchors = engine.place()?.anchors.length ?? 0;
    // Of extents that are more than the capacity, the first ones are left out.
    const missing = ids.length - numbers.length;
    if (missing < 0) throw new RangeCoreError('argument', `the text of a snapshot has ${ids.length} ids, not ${numbers.length}`, 'text');
    numbers.forEach((number, at) => this.#numbers.put(number, ids[at < anchors ? at : at + missing]));
    this.#count = count;
    this.#engine = engine;
  }

  toString() {
    const ids = this.#engine.numbers().map((number) => this.#numbers.idOf(number));
    return toText({ count: this.#count, ids, bytes: this.#engine.bytes() });
  }

  get place() {
    const place = this.#engine.place();
    if (!place) return null;
    const { anchors, length, isAtStart, isAtEnd } = place;
    const rows = anchors.map(({ id, index, distance, after }) => (
      { id: this.#numbers.idOf(id), index, start: distance, end: length - after }));
    return { rows, length, isAtStart, isAtEnd };
  }

  // -- to and from lists --

  savePlace(list, idOf = list.options.key) {
    const { engine, latest, count } = list;
    if (!latest) return false;
    // What is beside them is the nearest where no row is on screen.
    const lower = Math.max(0, latest.visible.lower - 1);
    const upper = Math.min(count, latest.visible.upper + 1);
    const isSaved = this.#engine.savePlace(engine, lower, this.#take(lower, upper, idOf));
    if (isSaved) this.#count = count;
    this.#sweep();
    return isSaved;
  }

  saveExtents(list, idOf = list.options.key) {
    const { engine, count } = list;
    const key = keyOf(list);
    if (key === 0) return;
    // Those that are measured are next to one another mostly.
    for (let at = 0; at < count;) {
      const { lower, upper } = engine.unmeasuredRows(at, count);
      const end = lower < upper ? engine.itemsOfRow(lower).lower : count;
      if (end > at) this.#engine.saveExtents(engine, at, this.#take(at, end, idOf), key);
      at = lower < upper ? engine.itemsOfRow(upper - 1).upper : count;
    }
    this.#sweep();
  }

  restoreExtents(list, idOf = list.options.key) {
    const key = keyOf(list);
    return key === 0 ? 0 : this.#engine.restoreExtents(list.engine, 0, this.#find(list.count, idOf), key);
  }

  restorePlace(list, idOf = list.options.key) {
    const { engine, count, viewportLength, options: { insetStart, insetEnd, lanes } } = list;
    // If the extents are in another snapshot, its lanes have yet to slide.
    const numbers = this.#find(count, idOf);
    if (lanes) this.#engine.restoreExtents(engine, 0, numbers, 0);
    const goal = this.#goalIn(engine, numbers, Math.max(0, viewportLength - insetStart - insetEnd));
    if (!goal) return false;
    const { kind, index, fraction, shift } = goal;
    if (kind === 'item') list.scrollTo(index, { align: fraction, shift });
    else list.scrollToOffset(kind === 'end' ? Infinity : 0);
    return true;
  }

  first(count, idOf = (index) => index, { spacing = 0, insetStart = 0 } = {}) {
    const place = this.#engine.place();
    const list = new List(this.#core);
    list.insert(0, count);
    const goal = place && this.#goalIn(list, this.#find(count, idOf), place.length);
    list.free();
    if (!goal) return null;
    const { length, estimate, anchors } = place;
    const { index, fraction, shift } = goal.kind === 'end' ? { index: count - 1, fraction: 1, shift: 0 } : goal;
    const top = fraction * length - shift;
    const rowsOf = (extent) => Math.ceil((SPARE * extent) / (estimate + spacing));
    return {
      lower: Math.max(0, index - rowsOf(Math.max(0, top))),
      index,
      upper: Math.min(count, index + Math.max(rowsOf(length - top), anchors.length) + 1),
      top: insetStart + top,
      fraction,
      length: Math.max(length, count * (estimate + spacing) - spacing),
      spacing,
    };
  }

  /** Where all items are that there were, but none of the place's is there, others are in its place. */
  #goalIn(engine, numbers, length) {
    const count = numbers.length;
    const goal = this.#engine.find(engine, numbers, length);
    const [anchor] = this.#engine.place()?.anchors ?? [];
    if (goal || !anchor || count === 0 || count < this.#count) return goal;
    return { kind: 'item', index: Math.min(anchor.index, count - 1), fraction: 0, shift: -anchor.distance };
  }

  // -- ids, as the numbers that the library knows them by --

  /** Those of items that may be new. */
  #take(lower, upper, idOf) {
    return Array.from({ length: upper - lower }, (_, at) => this.#numbers.take(idOf(lower + at)));
  }

  /** Those of items that were saved, and none for others. */
  #find(count, idOf) {
    return Array.from({ length: count }, (_, index) => this.#numbers.get(idOf(index)) || NO_ID);
  }

  #sweep() {
    let needed;
    this.#numbers.sweep((number) => (needed ??= new Set(this.#engine.numbers())).has(number));
  }

  validate() { this.#engine.validate(); }

  free() { this.#engine.free(); }
}

if (Symbol.dispose) {
  Snapshot.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}

/** What extents depend on, as a number; 0: the list is hidden. */
function keyOf({ container, options: { axis } }) {
  const breadth = axis === 'horizontal' ? container.offsetHeight : container.offsetWidth;
  return breadth * 2 ** 16 + Math.round(16 * parseFloat(getComputedStyle(container).fontSize)) * Math.sign(breadth);
}

export const keepPlace = (list, options = {}) => attach(list, (on) => {
  expect(['name', 'idOf', 'capacity', 'text', 'onSave'], options, 'what keepPlace is given');
  const { name = 'list', idOf = list.options.key, capacity, text, onSave } = options;
  const { rangecore } = list.options;
  // Another page of an app that loads no pages has places of its own.
  const { pathname } = location;
  const stored = `rangecore ${pathname} ${name}`;
  const extents = new Snapshot(rangecore, { capacity, text: storage((it) => it.getItem(stored)) });
  let place = new Snapshot(rangecore, { capacity: 0 });
  const guide = makeGuide(list, on);
  let noted = '';

  const note = () => {
    if (location.pathname !== pathname || guide.isWaiting || !place.savePlace(list, idOf)) return;
    const said = `${place}`;
    const { state } = history;
    if (said === noted || (state !== null && typeof state !== 'object')) return;
    noted = said;
    history.replaceState({ ...state, rangecore: { ...state?.rangecore, [name]: said } }, '');
    onSave?.(said);
  };
  const store = () => {
    if (list.count === 0) return;
    extents.saveExtents(list, idOf);
    storage((it) => it.setItem(stored, `${extents}`));
  };
  const restore = (said) => {
    if (!said) return;
    place.free();
    place = new Snapshot(rangecore, { capacity: 0, text: said });
    if (!place.place) return;
    guide.take(() => {
      extents.restoreExtents(list, idOf);
      return place.restorePlace(list, idOf);
    });
  };
  const wakeAt = makeWakeUp(note);
  const isWindow = list.scroller === window;
  // The browser would restore the place in a page that is not as long as it was.
  if (isWindow) history.scrollRestoration = 'manual';
  on(window, 'popstate', ({ state }) => restore(state?.rangecore?.[name]));
  on(window, 'pagehide', () => {
    note();
    store();
  });
  restore(history.state?.rangecore?.[name] ?? text);
  return {
    follow() {
      guide.follow();
      wakeAt(now() + REST);
    },
    stop() {
      wakeAt(Infinity);
      store();
      place.free();
      extents.free();
      if (isWindow) history.scrollRestoration = 'auto';
    },
  };
});

/** Pages may have none, or it may be full. */
function storage(use) {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
