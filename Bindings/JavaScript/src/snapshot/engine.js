// The calls of the library: snapshots of numbers.

import { fail, needed, RangeCoreError } from '../errors.js';
import { Owner } from '../owner.js';
import { bool, f64, i32, i64, struct, word } from '../structs.js';
import { words } from '../words.js';

const ARGUMENT = words.statuses.indexOf('argument');
const LIMIT = words.statuses.indexOf('limit');
const NOT_FOUND = words.statuses.indexOf('not_found');

// Sources/WebAssembly/memory.c asserts their sizes.
const anchor = struct({ id: i64, index: i64, distance: f64, after: f64 });
const place = struct({ anchors: i32, count: i32, estimate: f64, length: f64, isAtStart: bool, isAtEnd: bool });
const goal = struct({ index: i64, fraction: f64, shift: f64, kind: word(['item', 'start', 'end']) });

export class Engine extends Owner {
  #core;

  /** Of bytes that are refused it throws the reason, as an error with the code `argument`. */
  constructor(core, capacity, bytes = null) {
    const { exports, memory } = core;
    const create = needed(core, 'rc_snapshot_create', 'Snapshot');
    const at = memory.reserve(8 + (bytes?.length ?? 0));
    if (bytes) memory.bytes.set(bytes, at + 8);
    const status = bytes
      ? exports.rc_snapshot_read(at + 8, bytes.length, capacity, exports.rc_wasm_allocator(), at, at + 4)
      : create(capacity, exports.rc_wasm_allocator(), at);
    memory.look();
    if (bytes && status === ARGUMENT) {
      throw new RangeCoreError('argument', memory.text(memory.uint32(at + 4)), 'bytes');
    }
    if (status !== 0) fail(core, status, { capacity });
    super(memory.uint32(at), exports.rc_snapshot_destroy, 'snapshot');
    this.#core = core;
  }

  /** What a call writes: first it is asked how much that is. */
  #copy(name, size, take) {
    const { exports, memory } = this.#core;
    const call = (to, most, count) => exports[name](this.pointer, to, most, count);
    let at = memory.reserve(4);
    const status = call(0, 0, at);
    if (status !== LIMIT) this.#check(status);
    const count = memory.uint32(at);
    at = memory.reserve(4 + 8 + count * size);
    const first = Math.ceil((at + 4) / 8) * 8;
    this.#check(call(first, count, at));
    return take(memory, first, count);
  }

  bytes() { return this.#copy('rc_snapshot_write', 1, ({ bytes }, at, size) => bytes.slice(at, at + size)); }

  /** Of the anchors in order, then of the extents. */
  numbers() {
    return this.#copy('rc_snapshot_copy_ids', 8, (memory, at, count) =>
      Array.from({ length: count }, (_, index) => memory.int64(at + 8 * index)));
  }

  /** The place that was saved; null: none. */
  place() {
    const { exports, memory } = this.#core;
    const at = memory.reserve(place.size);
    if (exports.rc_snapshot_get_place(this.pointer, at) !== 0) return null;
    const { anchors, count, ...rest } = place.get(memory, at);
    return { ...rest, anchors: Array.from({ length: count }, (_, index) => anchor.get(memory, anchors + index * anchor.size)) };
  }

  /** Makes a call for the items from `lower` on, which have these numbers; returns where they and the result are. */
  #call(name, list, lower, numbers, ...others) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(goal.size + 8 * numbers.length);
    const ids = at + goal.size;
    for (let index = 0; index < numbers.length; index++) memory.putWords(ids + 8 * index, numbers[index]);
    const status = exports[name](list.pointer, BigInt(lower), BigInt(lower + numbers.length), ids, ...others.map((it) => it ?? at));
    memory.look();
    if (status !== 0 && status !== NOT_FOUND) this.#check(status);
    return status === 0 ? at : 0;
  }

  /** Returns whether there was a place to save. */
  savePlace(list, lower, numbers) { return this.#call('rc_list_save_place', list, lower, numbers, this.pointer) !== 0; }

  saveExtents(list, lower, numbers, key) {
    this.#call('rc_list_save_extents', list, lower, numbers, BigInt(key), this.pointer);
  }

  /** Returns of how many rows. */
  restoreExtents(list, lower, numbers, key) {
    const at = this.#call('rc_list_restore_extents', list, lower, numbers, BigInt(key), this.pointer, null);
    return this.#core.memory.int64(at);
  }

  /** What to scroll to; null: the place is not found. */
  find(list, numbers, length) {
    const at = this.#call('rc_list_find_place', list, 0, numbers, length, this.pointer, null);
    return at === 0 ? null : goal.get(this.#core.memory, at);
  }

  validate() { this.#check(this.#core.exports.rc_snapshot_validate?.(this.pointer, 0) ?? 0); }

  #check(status) {
    if (status !== 0) fail(this.#core, status);
  }
}
