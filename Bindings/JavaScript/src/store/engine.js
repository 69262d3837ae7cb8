// The calls of the library: a store of numbers, without items.

import { fail } from '../errors.js';
import { integer } from '../memory.js';
import { Owner } from '../owner.js';
import { edit, i64 } from '../structs.js';
import { valueOf } from '../words.js';
import {
  counts, listOf, load, options, plan, reply, request, result, settings, slot, view, words,
} from './structs.js';

/** No id. */
export const NO_ID = -(2 ** 63);
const UNKNOWN = -1;
const SOME = -2;

/** What is told of how many there are: a number, whether there are any, or nothing. */
function toldOf(value) {
  if (value === undefined || value === null) return UNKNOWN;
  if (typeof value === 'boolean') return value ? SOME : 0;
  // A negative number is a mistake, and must not be one of those two.
  return value < 0 ? SOME - 1 : value;
}

export class Engine extends Owner {
  #core;
  #slot = slot.size;

  constructor(core, created) {
    const { exports, memory } = core;
    const at = memory.reserve(options.size + 8);
    exports.rc_store_options_init(at);
    const { pageSize, firstPages, total, looksAhead } = created;
    options.set(memory, at, { ...created, total: toldOf(total) });
    const status = exports.rc_store_create(at, exports.rc_wasm_allocator(), at + options.size);
    // By keys nothing looks ahead.
    const named = { pageSize, firstPages, total, looksAhead: looksAhead && 'true' };
    if (status !== 0) fail(core, status, named, Infinity);
    memory.look();
    super(memory.uint32(at + options.size), exports.rc_store_destroy, 'store');
    this.#core = core;
  }

  set(changed) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(settings.size);
    exports.rc_store_settings_init(at);
    settings.set(memory, at, changed);
    this.#check(exports.rc_store_set_settings(this.pointer, at), changed);
  }

  update(told) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(view.size + plan.size);
    view.set(memory, at, told);
    const status = exports.rc_store_update(this.pointer, at, at + view.size);
    if (status !== 0) {
      const { visible: { lower }, wanted: { lower: from } } = told;
      this.#check(status, {
        'visible.lower': lower, 'wanted.lower': from, wanted: 'not around what is visible',
      });
    }
    memory.look();
    const found = plan.get(memory, at + view.size);
    return {
      requests: listOf(request, memory, found.requests, found.requestCount),
      givenUp: listOf(i64, memory, found.givenUp, found.givenUpCount),
      nextTime: found.nextTime,
    };
  }

  receive(token, ids, told) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(reply.size + result.size + ids.length * 8);
    const [out, list] = [at + reply.size, at + reply.size + result.size];
    memory.putIds(ids, list);
    const { before, after, total, cost, time } = told;
    reply.set(memory, at, {
      before: toldOf(before), after: toldOf(after), total: toldOf(total), cost, time, ids: list,
      count: ids.length,
    });
    this.#check(exports.rc_store_receive(this.pointer, BigInt(token), at, out), {
      before, after, total: total === true ? 'true' : total, cost,
    });
    return this.#result(out, ids.length);
  }

  #result(at, count) {
    const { memory } = this.#core;
    memory.look();
    const found = result.get(memory, at);
    return {
      edits: listOf(edit, memory, found.edits, found.editCount),
      slots: listOf(i64, memory, found.idSlots, count),
      dropped: listOf(i64, memory, found.dropped, found.droppedCount),
      page: found.page,
    };
  }

  fail(token, time, jitter) {
    this.#check(this.#core.exports.rc_store_fail(this.pointer, BigInt(token), time, jitter));
  }

  refresh(target, value, named = value) {
    this.#check(this.#core.exports.rc_store_refresh(this.pointer, valueOf(words.targets, target, 'target'),
      integer(target, value)), { [target]: named });
  }

  jump(end) {
    this.#check(this.#core.exports.rc_store_jump(this.pointer, valueOf(words.ends, end, 'end')), { end });
  }

  open(end) {
    this.#check(this.#core.exports.rc_store_open(this.pointer, valueOf(words.ends, end, 'end')), { end });
  }

  expire(time, age) { this.#check(this.#core.exports.rc_store_expire(this.pointer, time, age), { age }); }

  retry() { this.#check(this.#core.exports.rc_store_retry(this.pointer)); }

  insert(index, ids) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(result.size + ids.length * 8);
    memory.putIds(ids, at + result.size);
    const status = exports.rc_store_insert(this.pointer, integer('slot', index), at + result.size,
      ids.length, at);
    if (status !== 0) {
      fail(this.#core, status, { slot: index, items: 'not all new' }, this.counts.slotCount);
    }
    return this.#result(at, ids.length);
  }

  move(id, to) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(result.size);
    this.#check(exports.rc_store_move(this.pointer, BigInt(id), integer('to', to), at), { to });
    return this.#result(at, 0);
  }

  remove(id) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(result.size);
    this.#check(exports.rc_store_remove(this.pointer, BigInt(id), at));
    return this.#result(at, 0);
  }

  get counts() { return this.#read(counts, 'rc_store_get_counts'); }

  /** The id in a slot; `NO_ID` for a placeholder, and for a slot that there is not. */
  id(index) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(this.#slot);
    if (exports.rc_store_get_slot(this.pointer, BigInt(index), at) !== 0) return NO_ID;
    return memory.int64(at);
  }

  slot(index) { return this.#read(slot, 'rc_store_get_slot', integer('slot', index)); }

  /** The slot of an id, or -1. */
  find(id) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(8);
    return exports.rc_store_find(this.pointer, BigInt(id), at) === 0 ? memory.int64(at) : -1;
  }

  end(end) { return this.#read(load, 'rc_store_load_at_end', valueOf(words.ends, end, 'end')); }

  get refreshed() { return this.#read(load, 'rc_store_load_of_refresh'); }

  validate() { this.#check(this.#core.exports.rc_store_validate?.(this.pointer, 0) ?? 0); }

  #read(type, name, ...given) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(type.size);
    this.#check(exports[name](this.pointer, ...given, at), { slot: given[0] });
    return type.get(memory, at);
  }

  #check(status, named) {
    if (status !== 0) fail(this.#core, status, named, Infinity);
  }
}
