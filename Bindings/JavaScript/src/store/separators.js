// Separators: rows between the slots of a store, by the calls of the library.

import { fail } from '../errors.js';
import { integer } from '../memory.js';
import { NO_ID, Numbers } from '../numbers.js';
import { Owner } from '../owner.js';
import { edit, i32, i64, interval, struct } from '../structs.js';
import { reloads } from './edits.js';
import { listOf } from './structs.js';

const pair = struct({ before: i64, after: i64, slot: i64 });
const separator = struct({ id: i64, row: i64, slot: i64 });
const result = struct({ edits: i32, editCount: i32, inserted: i32, insertedCount: i32 });

class Engine extends Owner {
  #core;

  constructor(core) {
    const { exports, memory } = core;
    const at = memory.reserve(4);
    const status = exports.rc_separators_create(exports.rc_wasm_allocator(), at);
    if (status !== 0) fail(core, status);
    memory.look();
    super(memory.uint32(at), exports.rc_separators_destroy, 'store');
    this.#core = core;
  }

  follow(told) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(edit.size);
    memory.bytes.fill(0, at, at + edit.size);
    edit.set(memory, at, told);
    this.#check(exports.rc_separators_follow(this.pointer, at));
  }

  renew(lower, upper) {
    this.#check(this.#core.exports.rc_separators_renew(this.pointer, BigInt(lower), BigInt(upper)));
  }

  /** The pairs of neighbours to answer for. */
  ask(store) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(8);
    this.#check(exports.rc_separators_ask_store(this.pointer, store, at, at + 4));
    memory.look();
    return listOf(pair, memory, memory.uint32(at), memory.uint32(at + 4));
  }

  /** The edits of rows, and the rows of new separators. */
  answer(ids) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(result.size + ids.length * 8);
    memory.putIds(ids, at + result.size);
    this.#check(exports.rc_separators_answer(this.pointer, at + result.size, ids.length, at));
    memory.look();
    const found = result.get(memory, at);
    return {
      edits: listOf(edit, memory, found.edits, found.editCount),
      inserted: listOf(separator, memory, found.inserted, found.insertedCount).map(({ row }) => row),
    };
  }

  row(index) { return this.#read(separator, 'rc_separators_get_row', { row: index }); }

  rowOfSlot(slot) { return this.#read(i64, 'rc_separators_row_of_slot', { slot }); }

  slotsOfRows(lower, upper) {
    return this.#read(interval, 'rc_separators_slots_of_rows', { lower, upper });
  }

  /** The row of a separator; -1 if it has none. */
  find(id) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(8);
    return exports.rc_separators_find(this.pointer, BigInt(id), at) === 0 ? memory.int64(at) : -1;
  }

  validate() { this.#check(this.#core.exports.rc_separators_validate?.(this.pointer, 0) ?? 0); }

  #read(type, name, given) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(type.size);
    const values = Object.entries(given).map(([called, value]) => integer(called, value));
    this.#check(exports[name](this.pointer, ...values, at), given);
    return type.get(memory, at);
  }

  #check(status, named = {}) {
    if (status !== 0) fail(this.#core, status, named, Infinity);
  }
}

/** What the list of a store has for its slots; store.d.ts documents it. */
export class StoreRows {
  #engine;
  #store;
  #separator;
  #numbers = new Numbers();
  #inserted = [];
  onChange = () => {};

  /** - `store`: what the store has, for its rows: its count, an item by number and by slot, and pairs. */
  constructor(core, store, between) {
    this.#engine = new Engine(core);
    this.#store = store;
    this.#separator = between;
    const { count } = store;
    if (count > 0) this.follow([{ kind: 'insert', lower: 0, upper: count, to: 0 }]);
  }

  get count() { return this.#engine.rowOfSlot(this.#store.count); }

  get(index) {
    const { id, slot } = this.#engine.row(index);
    if (id !== NO_ID) return { kind: 'separator', id: this.#numbers.idOf(id), slot };
    if (!this.#store.has(slot)) return { kind: 'placeholder', slot };
    return { kind: 'item', item: this.#store.get(slot), slot };
  }

  rowOf(id) {
    const number = this.#numbers.get(id);
    return number === 0 ? -1 : this.#engine.find(number);
  }

  rowOfSlot(slot) { return this.#engine.rowOfSlot(slot); }

  slotsOfRows({ lower, upper }) { return this.#engine.slotsOfRows(lower, upper); }

  renew() {
    this.#engine.renew(0, this.#store.count);
    this.#store.apply();
  }

  /** The edits of rows for those of slots; called by the store. */
  follow(edits) {
    const changed = [];
    for (const told of edits) {
      const { kind, lower, upper } = told;
      if (kind === 'reload') {
        this.#engine.renew(lower, upper);
        for (let slot = lower; slot < upper; slot++) changed.push(slot);
      } else {
        this.#engine.follow(told);
      }
    }
    const asked = this.#engine.ask(this.#store.pointer);
    const ids = asked.map(({ before, after }) => {
      const id = this.#separator(this.#store.item(before), this.#store.item(after));
      return id === undefined || id === null ? null : this.#numbers.take(id);
    });
    const rows = this.#engine.answer(ids);
    this.#inserted = rows.inserted;
    this.#numbers.sweep((number) => this.#engine.find(number) >= 0);
    return [...rows.edits, ...reloads(changed.map((slot) => this.rowOfSlot(slot)))];
  }

  /** The rows of separators, or of those that the last edits have inserted; for the store. */
  separators(onlyInserted) {
    if (onlyInserted) return this.#inserted;
    return this.#numbers.all().map((number) => this.#engine.find(number)).filter((row) => row >= 0);
  }

  validate() { this.#engine.validate(); }

  free() { this.#engine.free(); }
}
