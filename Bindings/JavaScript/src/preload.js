// A preloader for JavaScript, over the WebAssembly module `preload.wasm`, which has lists with foresight
// too. preload.d.ts documents what is exported.

import { instantiate } from './module.js';
import { NO_ID, Numbers } from './numbers.js';
import { Engine } from './preload/engine.js';
import { RangeCore } from './rangecore.js';
import { makeWakeUp, now } from './wake.js';

export * from './rangecore.js';

/** What `fetch` calls them. */
const FETCH_PRIORITIES = { visible: 'high', display: 'auto', preload: 'low' };

class RangeCoreWithLoads extends RangeCore {
  preloader(options = {}) {
    return new Preloader(this.core, options);
  }
}

/** Instantiates the module; by default the one beside this file. */
export async function load(source = new URL('preload.wasm', import.meta.url)) {
  return new RangeCoreWithLoads(await instantiate(source));
}

export class Preloader {
  #core;
  #engine;
  #load;
  #cost;
  #settings = { budget: 128 * 2 ** 20, foresight: 0.85 };
  /** What ids stand for numbers, while they have a ticket. */
  #numbers = new Numbers();
  #values = new Map();
  /** Loads in progress, by number. */
  #loads = new Map();
  /** What the wants of each list are known by. */
  #lists = new Map();
  #listCount = 0;
  /** Those of the items of a list, kept from update to update. */
  #wanted = [];
  #hasTicket = (number) => this.#engine.state(number) !== undefined;
  #wakeAt = makeWakeUp(() => this.#update());
  #isFreed = false;

  constructor(core, options) {
    const {
      load: loads, estimatedCost = 256 * 2 ** 10, cost = () => estimatedCost, onReady, onDrop, onPriority, onFailure, ...settings
    } = options;
    if (typeof loads !== 'function') throw new TypeError(`load is ${String(loads)}, not a function`);
    this.#core = core;
    this.#load = loads;
    this.#cost = cost;
    Object.assign(this, { onReady, onDrop, onPriority, onFailure });
    this.#engine = new Engine(core, estimatedCost);
    this.configure(settings);
  }

  configure(settings) {
    const all = { ...this.#settings, ...settings };
    if (!(all.foresight >= 0 && all.foresight < Infinity)) {
      throw new RangeError(`foresight is ${String(all.foresight)}`);
    }
    const { foresight, ...limits } = all;
    this.#engine.set(limits);
    this.#settings = all;
    this.#update();
  }

  // -- what there is --

  get(id) { return this.#values.get(this.#numbers.get(id)); }

  state(id) { return this.#engine.state(this.#numbers.get(id)); }

  priority(id) { return this.#engine.priority(this.#numbers.get(id)); }

  get counters() { return this.#engine.counters; }

  retry(id) {
    this.#engine.retry(id === undefined ? NO_ID : this.#numbers.get(id));
    this.#update();
  }

  forget(id) {
    const number = this.#numbers.get(id);
    this.#engine.forget(number);
    this.#drop(number);
    this.#update();
  }

  validate() { this.#engine.validate(); }

  // -- lists --

  attach(list, idOf) {
    const engine = list.engine ?? list;
    if (engine.core !== this.#core) throw new TypeError('the list is of another module');
    this.detach(list);
    this.#listCount += 1;
    this.#lists.set(list, { engine, idOf, number: BigInt(this.#listCount) });
    // An engine alone does not update by itself.
    list.followers?.add(this);
    if (list === engine) this.follow(list);
    const { foresight } = this.#settings;
    const isOn = foresight === 0 || engine.settings.foresight > 0;
    if (!isOn) engine.setSettings({ foresight });
    if (list === engine) return;
    if (isOn) this.follow(list);
    else list.update();
  }

  detach(list) {
    const attached = this.#lists.get(list);
    if (!attached) return;
    list.followers?.delete(this);
    this.#lists.delete(list);
    this.#engine.want(attached.number, 0);
    this.#update();
  }

  /** Takes what the last update of a list has left wanted. */
  follow(list) {
    const attached = this.#lists.get(list);
    if (!attached || this.#isFreed) return;
    const { engine, idOf, number } = attached;
    const items = this.#engine.itemsOf(engine);
    // A list that has changed is about to be updated.
    if (!items) return;
    const { lower, upper, apart } = items;
    for (let index = lower; index < upper; index++) {
      this.#wanted[index - lower] = this.#numbers.take(idOf(index));
    }
    apart.forEach((item, i) => { this.#wanted[upper - lower + i] = this.#numbers.take(idOf(item)); });
    if (!this.#engine.wantItems(number, engine, items, this.#wanted)) return;
    this.#update();
    // After an update what is wanted has a ticket.
    this.#numbers.sweep(this.#hasTicket);
  }

  // -- loads --

  /** Starts, cancels and drops what is due now. */
  #update() {
    if (this.#isFreed) return;
    const engine = this.#engine;
    const count = engine.update(now());
    this.#wakeAt(engine.nextTime);
    if (count === 0) return;
    const calls = [];
    for (const { kind, id: number, token, band: priority, attempt } of engine.orders(count)) {
      const id = this.#numbers.idOf(number);
      if (kind === 'cancel') {
        this.#loads.get(number)?.abort.abort();
        this.#loads.delete(number);
      } else if (kind === 'drop') {
        const value = this.#values.get(number);
        this.#values.delete(number);
        calls.push(() => this.onDrop?.(id, value));
      } else if (kind === 'priority') {
        calls.push(() => this.onPriority?.(id, priority));
      } else {
        const abort = new AbortController();
        this.#loads.set(number, { token, abort });
        calls.push(() => this.#start(number, token, {
          id, priority, attempt, fetchPriority: FETCH_PRIORITIES[priority], signal: abort.signal,
        }));
      }
    }
    // Last, since they may change everything.
    for (const call of calls) call();
  }

  async #start(number, token, request) {
    // An earlier call may have cancelled it.
    if (request.signal.aborted) return;
    let value;
    let cost;
    try {
      value = await this.#load(request);
      cost = BigInt(Math.max(0, Math.round(this.#cost(value))));
    } catch (error) {
      if (this.#take(number, token)) this.#fail(number, token, request.id, error);
      return;
    }
    if (!this.#take(number, token)) return;
    this.#values.set(number, value);
    this.#teach(this.#engine.finish(number, token, cost, now()));
    this.#update();
    // Unless it was too big.
    if (this.#values.has(number)) this.onReady?.(request.id, value);
  }

  /** Whether a load is still in progress, and was not cancelled; it is not any more. */
  #take(number, token) {
    return this.#loads.get(number)?.token === token && this.#loads.delete(number);
  }

  #fail(number, token, id, error) {
    if (error?.name === 'AbortError') {
      // If it were started again at once, it might go on for ever.
      this.#engine.cancel(number, token);
      return;
    }
    this.#teach(this.#engine.fail(number, token, now(), Math.random()));
    this.#update();
    this.onFailure?.(id, error);
  }

  /** Tells lists with foresight what a load took. */
  #teach(seconds) {
    for (const { engine } of this.#lists.values()) engine.addPreloadTime(seconds);
  }

  #drop(number) {
    const value = this.#values.get(number);
    if (this.#values.delete(number)) this.onDrop?.(this.#numbers.idOf(number), value);
  }

  free() {
    if (this.#isFreed) return;
    for (const list of [...this.#lists.keys()]) this.detach(list);
    this.#isFreed = true;
    this.#wakeAt(Infinity);
    for (const { abort } of this.#loads.values()) abort.abort();
    this.#loads.clear();
    for (const number of [...this.#values.keys()]) this.#drop(number);
    this.#engine.free();
  }
}

if (Symbol.dispose) {
  Preloader.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}
