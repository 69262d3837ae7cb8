// The calls of the library: tickets of numbers, without values.

import { fail } from '../errors.js';
import { Owner } from '../owner.js';
import { bool, f64, i32, i64, struct, word } from '../structs.js';

const priorities = ['visible', 'display', 'preload'];
const states = ['waiting', 'running', 'ready', 'failed'];
const kinds = ['cancel', 'drop', 'priority', 'start'];

// Sources/WebAssembly/memory.c asserts their sizes.
const settings = struct({
  runningLimit: i32, aheadLimit: i32, attemptLimit: i32, budget: i64, aheadBudget: i64, keepBudget: i64,
  grace: f64,
});
const order = struct({ id: i64, token: i64, kind: word(kinds), band: word(priorities), attempt: i32 });
const ticket = struct({
  state: word(states), band: word(priorities), token: i64, cost: i64, attempt: i32, isWanted: bool,
  retryTime: f64,
});
const counters = struct({
  started: i64, done: i64, failed: i64, cancelled: i64, dropped: i64, useful: i64, churn: i64,
  wasted: i64, open: i64, appearances: i64, late: i64, noticed: i64, missed: i64, loadTime: f64,
  loadDeviation: f64,
});
const PLAN_SIZE = 16;
const WANT_SIZE = 40;

export class Engine extends Owner {
  #core;
  #cost;
  #items = { lower: 0, upper: 0, apart: [] };
  #orders = 0;
  nextTime = Infinity;

  constructor(core, estimatedCost) {
    const { exports, memory } = core;
    const at = memory.reserve(8);
    const status = exports.rc_tickets_create(exports.rc_wasm_allocator(), at);
    if (status !== 0) fail(core, status);
    memory.look();
    super(memory.uint32(at), exports.rc_tickets_destroy, 'preloader');
    this.#core = core;
    if (!(Number.isSafeInteger(estimatedCost) && estimatedCost >= 0)) {
      throw new RangeError(`estimatedCost is ${String(estimatedCost)}`);
    }
    this.#cost = estimatedCost;
  }

  set(changed) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(settings.size);
    exports.rc_tickets_settings_init(at);
    const limits = Object.entries(changed).filter(([, value]) => value !== Infinity);
    for (const [name, value] of limits) {
      if (name.endsWith('Limit') && !(Number.isInteger(value) && value >= 0)) {
        throw new RangeError(`${name} is ${String(value)}, not a number of loads`);
      }
    }
    settings.set(memory, at, Object.fromEntries(limits));
    this.#check(exports.rc_tickets_set_settings(this.pointer, at), changed);
  }

  // -- what is wanted: nothing here is allocated but BigInts --

  /**
   * The items that a list's last update has left wanted, and the pinned header and kept items that
   * are apart; null if it has changed since.
   */
  itemsOf(list) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(16);
    if (exports.rc_list_ticket_items(list.pointer, at) !== 0) return null;
    this.#items.lower = memory.int64(at);
    this.#items.upper = memory.int64(at + 8);
    const { lower, upper, apart } = this.#items;
    apart.length = 0;
    const add = (index) => {
      if ((index < lower || index >= upper) && !apart.includes(index)) apart.push(index);
    };
    // A module without sections does not have it.
    if (exports.rc_list_pinned_header?.(list.pointer, at) === 0) add(memory.int64(at));
    for (const index of list.kept) add(index);
    return this.#items;
  }

  /**
   * Has a list want some of its items, which have these ids, those apart last; returns
   * whether it has not changed.
   */
  wantItems(number, list, { lower, upper, apart }, ids) {
    const { exports, memory } = this.#core;
    const others = upper - lower;
    const count = others + apart.length;
    const at = memory.reserve(8 + count * (16 + WANT_SIZE));
    const costs = at + 8 + count * 8;
    const wants = costs + count * 8;
    for (let index = 0; index < count; index++) {
      memory.putWords(at + 8 + index * 8, ids[index]);
      memory.putWords(costs + index * 8, this.#cost);
    }
    const copy = (from, to, first, after) => exports.rc_list_copy_ticket_wants(list.pointer, BigInt(from), BigInt(to),
      at + 8 + first * 8, costs + first * 8, wants + after * WANT_SIZE, at) === 0;
    if (!copy(lower, upper, 0, 0)) return false;
    let found = memory.uint32(at);
    for (let i = 0; i < apart.length; i++) {
      if (!copy(apart[i], apart[i] + 1, others + i, found)) return false;
      found += memory.uint32(at);
    }
    this.#check(exports.rc_tickets_set_wants(this.pointer, number, wants, found));
    return true;
  }

  want(number, count) {
    this.#check(this.#core.exports.rc_tickets_set_wants(this.pointer, number, 0, count));
  }

  // -- what to do --

  /** Returns how many orders there are; see `orders` and `nextTime`. */
  update(time) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(PLAN_SIZE);
    this.#check(exports.rc_tickets_update(this.pointer, time, at));
    this.#orders = memory.uint32(at);
    this.nextTime = memory.floats[(at >> 3) + 1];
    return memory.uint32(at + 4);
  }

  orders(count) {
    return Array.from({ length: count }, (_, index) =>
      order.get(this.#core.memory, this.#orders + index * order.size));
  }

  // -- how loads end; each returns how long it took --

  finish(id, token, cost, time) { return this.#end('rc_tickets_finish', id, token, cost, time); }

  fail(id, token, time, jitter) { return this.#end('rc_tickets_fail', id, token, time, jitter); }

  #end(name, id, token, ...more) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(8);
    this.#check(exports[name](this.pointer, BigInt(id), BigInt(token), ...more, at));
    return memory.floats[at >> 3];
  }

  cancel(id, token) {
    this.#check(this.#core.exports.rc_tickets_cancel(this.pointer, BigInt(id), BigInt(token)));
  }

  // Neither is an error for an id without a ticket.

  retry(id) { this.#core.exports.rc_tickets_retry(this.pointer, BigInt(id)); }

  forget(id) { this.#core.exports.rc_tickets_forget(this.pointer, BigInt(id)); }

  // -- what there is --

  state(id) { return this.#ticket(id)?.state; }

  priority(id) { return this.#ticket(id)?.band; }

  #ticket(id) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(ticket.size);
    return exports.rc_tickets_find(this.pointer, BigInt(id), at) === 0 ? ticket.get(memory, at) : undefined;
  }

  get counters() {
    const { exports, memory } = this.#core;
    const at = memory.reserve(counters.size);
    this.#check(exports.rc_tickets_get_counters(this.pointer, at));
    return counters.get(memory, at);
  }

  validate() { this.#check(this.#core.exports.rc_tickets_validate?.(this.pointer, 0) ?? 0); }

  #check(status, named) {
    if (status !== 0) fail(this.#core, status, named);
  }
}
