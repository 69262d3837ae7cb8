// The calls of the library: impressions of numbers.

import { fail, needed } from '../errors.js';
import { Owner } from '../owner.js';
import { f64, i32, i64, struct, word } from '../structs.js';

const kinds = ['seen', 'left', 'crossed'];

// Sources/WebAssembly/memory.c asserts their sizes.
const rule = struct({ fraction: f64, seconds: f64 });
const event = struct({
  id: i64, time: f64, seconds: f64, fraction: f64, kind: word(kinds), rule: i32, level: i32, reserved: i32,
});
const RULES_MAX = 4;
const THRESHOLDS_MAX = 32;
const THRESHOLDS_AT = RULES_MAX * rule.size;
const COUNTS_AT = THRESHOLDS_AT + THRESHOLDS_MAX * 8;
const OPTIONS_SIZE = COUNTS_AT + 8;
const VIEW_SIZE = 48;
const REPORT_SIZE = 16;

/** Refuses what the library would, by its name. */
function check(rules, thresholds) {
  if (!(rules.length >= 1 && rules.length <= RULES_MAX)) {
    throw new RangeError(`rules has ${rules.length}, not 1 to ${RULES_MAX}`);
  }
  rules.forEach(({ fraction, seconds }, place) => {
    if (fraction >= 0 && fraction <= 1 && seconds >= 0 && seconds < Infinity) return;
    throw new RangeError(`rules[${place}] is ${String(fraction)} for ${String(seconds)} s`);
  });
  if (thresholds.length > THRESHOLDS_MAX) {
    throw new RangeError(`thresholds has ${thresholds.length}, not up to ${THRESHOLDS_MAX}`);
  }
  thresholds.forEach((threshold, place) => {
    if (threshold >= (thresholds[place - 1] ?? 0) && threshold <= 1) return;
    throw new RangeError(`thresholds[${place}] is ${String(threshold)}`);
  });
}

export class Engine extends Owner {
  #core;
  #events = 0;
  nextTime = Infinity;

  constructor(core, rules, thresholds) {
    check(rules, thresholds);
    const { exports, memory } = core;
    const create = needed(core, 'rc_impressions_create', 'Impressions');
    const at = memory.reserve(OPTIONS_SIZE + 8);
    rules.forEach((it, place) => rule.set(memory, at + place * rule.size, it, `rules[${place}]`));
    memory.floats.set(thresholds, (at + THRESHOLDS_AT) >> 3);
    memory.ints.set([rules.length, thresholds.length], (at + COUNTS_AT) >> 2);
    const status = create(at, exports.rc_wasm_allocator(), at + OPTIONS_SIZE);
    if (status !== 0) fail(core, status);
    memory.look();
    super(memory.uint32(at + OPTIONS_SIZE), exports.rc_impressions_destroy);
    this.#core = core;
  }

  // -- what is shown: nothing here is allocated but BigInts --

  /** The pinned header of a list; −1 if there is none, or it is one of these items. */
  headerOf(list, lower, upper) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(24);
    // A module without sections does not have it.
    if (exports.rc_list_pinned_header?.(list.pointer, at) !== 0) return -1;
    const header = memory.int64(at);
    return header < lower || header >= upper ? header : -1;
  }

  /** Whether a list has not changed since its last update. */
  isCurrent(list) {
    const { exports, memory } = this.#core;
    return exports.rc_list_copy_impression_views(list.pointer, 0n, 0n, 0, 0, 1, 0, memory.reserve(8)) === 0;
  }

  /** Shows some items of a list, which have these ids and rules, those of the header last. */
  show(number, list, lower, upper, header, ids, rules, cross) {
    const { exports, memory } = this.#core;
    const others = upper - lower;
    const count = others + (header < 0 ? 0 : 1);
    const at = memory.reserve(8 + count * (8 + VIEW_SIZE + 4));
    const views = at + 8 + count * 8;
    const rulesAt = views + count * VIEW_SIZE;
    for (let index = 0; index < count; index++) {
      memory.putWords(at + 8 + index * 8, ids[index]);
      memory.ints[(rulesAt >> 2) + index] = rules[index];
    }
    let found = 0;
    const copy = (from, to, first) => {
      this.#check(exports.rc_list_copy_impression_views(list.pointer, BigInt(from), BigInt(to),
        at + 8 + first * 8, rulesAt + first * 4, cross, views + found * VIEW_SIZE, at));
      found += memory.uint32(at);
    };
    copy(lower, upper, 0);
    if (header >= 0) copy(header, header + 1, others);
    this.#check(exports.rc_impressions_set_views(this.pointer, number, views, found));
    memory.look();
  }

  /** Nothing of a list is shown any more. */
  end(number) { this.#core.exports.rc_impressions_set_views(this.pointer, number, 0, 0); }

  // -- what has happened --

  /** Returns how many events there are; see `events` and `nextTime`. */
  update(time, isActive) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(REPORT_SIZE);
    this.#check(exports.rc_impressions_update(this.pointer, time, Number(isActive), at));
    this.#events = memory.uint32(at);
    this.nextTime = memory.floats[(at >> 3) + 1];
    return memory.uint32(at + 4);
  }

  events(count) {
    return Array.from({ length: count }, (_, index) =>
      event.get(this.#core.memory, this.#events + index * event.size));
  }

  reset() { this.#check(this.#core.exports.rc_impressions_reset(this.pointer)); }

  forget(id) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(8);
    memory.putWords(at, id);
    this.#check(exports.rc_impressions_forget(this.pointer, at, 1));
  }

  isSeen(id) { return this.#core.exports.rc_impressions_is_seen(this.pointer, BigInt(id)) !== 0; }

  validate() { this.#check(this.#core.exports.rc_impressions_validate?.(this.pointer, 0) ?? 0); }

  #check(status) {
    if (status !== 0) fail(this.#core, status);
  }
}
