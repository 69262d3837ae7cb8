// Impressions for JavaScript, over the WebAssembly module `impressions.wasm`, which has lists and hosts too.
// impressions.d.ts documents what is exported.

import { Engine } from './impressions/engine.js';
import { Numbers } from './numbers.js';
import { load as loadFrom } from './rangecore.js';
import { makeWakeUp, now } from './wake.js';
import { expect } from './words.js';

export * from './rangecore.js';

const ATTACH_OPTIONS = ['rule', 'cross', 'within'];
const OPTIONS = ['rules', 'thresholds', 'onSeen', 'onLeft', 'onCrossed'];

/** Instantiates the module; by default the one beside this file. */
export const load = (source = new URL('impressions.wasm', import.meta.url)) => loadFrom(source);

/** Which part of a list's breadth is within another scroller, but for its borders and scroll bars. */
function partWithin({ scroller, isHorizontal }, within) {
  const [own, outer] = [scroller, within].map((element) => element.getBoundingClientRect());
  const [start, length, border] = isHorizontal
    ? ['top', 'height', 'Height'] : ['left', 'width', 'Width'];
  const from = outer[start] + within[isHorizontal ? 'clientTop' : 'clientLeft'];
  const visible = Math.min(own[start] + own[length], from + within[`client${border}`]) - Math.max(own[start], from);
  return own[length] > 0 ? Math.max(0, Math.min(visible / own[length], 1)) : 0;
}

/** Whether the page, if there is one, can be seen. */
const isPageVisible = () => globalThis.document?.visibilityState !== 'hidden';

/** Has impressions follow the page until they are freed, or are gone. */
function followPage(impressions, signal) {
  const it = new WeakRef(impressions);
  globalThis.document?.addEventListener('visibilitychange', () => it.deref()?.update(), { signal });
}

export class Impressions {
  #core;
  #engine;
  #ruleCount;
  #isActive = true;
  #numbers = new Numbers();
  #lists = new Map();
  #listCount = 0;
  /** Of the views of a list, kept from update to update. */
  #ids = [];
  #rules = [];
  #untold = [];
  #wakeAt = makeWakeUp(() => this.update());
  #end = new AbortController();
  /** Whether an id was seen, or the next update may tell of it. */
  #isNeeded = (number) => this.#engine.isSeen(number)
    || [...this.#lists.values()].some(({ shown }) => shown.has(number));

  constructor({ core }, options = {}) {
    expect(OPTIONS, options, 'what Impressions are given');
    const { rules = [{ fraction: 0.5, seconds: 1 }], thresholds = [], onSeen, onLeft, onCrossed } = options;
    const all = [...rules];
    this.#core = core;
    this.#engine = new Engine(core, all, [...thresholds]);
    this.#ruleCount = all.length;
    Object.assign(this, { onSeen, onLeft, onCrossed });
    followPage(this, this.#end.signal);
  }

  // -- the session --

  get isActive() { return this.#isActive; }

  set isActive(isActive) {
    this.#isActive = Boolean(isActive);
    this.update();
  }

  isSeen(id) { return this.#engine.isSeen(this.#numbers.get(id)); }

  reset() {
    this.#engine.reset();
    this.update();
  }

  forget(ids) {
    for (const id of ids) this.#engine.forget(this.#numbers.get(id));
  }

  validate() { this.#engine.validate(); }

  // -- lists --

  attach(list, idOf, options = {}) {
    expect(ATTACH_OPTIONS, options, 'what a list is attached with');
    const { rule = () => 0, within, cross = within ? () => partWithin(list, within) : () => 1 } = options;
    const engine = list.engine ?? list;
    if (engine.core !== this.#core) throw new TypeError('the list is of another module');
    if (within && !list.scroller) throw new TypeError('within is for a VirtualList');
    this.detach(list);
    this.#listCount += 1;
    const end = new AbortController();
    this.#lists.set(list, { engine, idOf, rule, cross, end, number: BigInt(this.#listCount), shown: new Set() });
    within?.addEventListener('scroll', () => this.follow(list), { passive: true, signal: end.signal });
    // An engine alone does not update by itself.
    list.followers?.add(this);
    this.follow(list);
  }

  detach(list) {
    const attached = this.#lists.get(list);
    if (!attached) return;
    list.followers?.delete(this);
    attached.end.abort();
    this.#lists.delete(list);
    this.#engine.end(attached.number);
    this.update();
  }

  /** Takes what the last update of a list shows. */
  follow(list) {
    const attached = this.#lists.get(list);
    // A list that has changed is about to be updated.
    if (!attached || !this.#engine.isCurrent(attached.engine)) return;
    const { engine, number, shown } = attached;
    const cross = attached.cross();
    if (!(cross >= 0 && cross <= 1)) throw new RangeError(`cross is ${String(cross)}, not 0 to 1`);
    // A hidden list shows nothing.
    const isHidden = list.viewportLength === 0;
    const { lower, upper } = isHidden ? { lower: 0, upper: 0 } : engine.reader.update.visible;
    const header = isHidden ? -1 : this.#engine.headerOf(engine, lower, upper);
    for (let index = lower; index < upper; index++) this.#look(attached, index, index - lower);
    if (header >= 0) this.#look(attached, header, upper - lower);
    this.#engine.show(number, engine, lower, upper, header, this.#ids, this.#rules, cross);
    shown.clear();
    for (let place = 0; place < upper - lower + (header < 0 ? 0 : 1); place++) shown.add(this.#ids[place]);
    this.update();
  }

  #look({ idOf, rule: ruleOf }, index, place) {
    const rule = ruleOf(index);
    if (!(Number.isInteger(rule) && rule >= 0 && rule < this.#ruleCount)) {
      throw new RangeError(`rule is ${String(rule)}, and there are ${this.#ruleCount} rules`);
    }
    this.#ids[place] = this.#numbers.take(idOf(index));
    this.#rules[place] = rule;
  }

  // -- events --

  update() {
    if (this.#end.signal.aborted) return;
    const engine = this.#engine;
    const count = engine.update(now(), this.#isActive && isPageVisible());
    this.#wakeAt(engine.nextTime);
    if (count > 0) this.#take(engine.events(count));
    this.#numbers.sweep(this.#isNeeded);
    // Last, since those who are told may change everything; in order also then.
    while (this.#untold.length > 0) this.#untold.shift()();
  }

  #take(events) {
    for (const { kind, id: number, time, seconds, rule, fraction, level } of events) {
      const id = this.#numbers.idOf(number);
      if (kind === 'seen') this.#untold.push(() => this.onSeen?.({ id, time, seconds, rule }));
      else if (kind === 'left') this.#untold.push(() => this.onLeft?.({ id, time, seconds, rule }));
      else this.#untold.push(() => this.onCrossed?.({ id, time, fraction, level }));
    }
  }

  free() {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    for (const [list, { end }] of this.#lists) {
      list.followers?.delete(this);
      end.abort();
    }
    this.#lists.clear();
    this.#wakeAt(Infinity);
    this.#engine.free();
  }
}

if (Symbol.dispose) {
  Impressions.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}
