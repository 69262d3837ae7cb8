// The memory of the WebAssembly module, and the header's structs as plain objects. Results are copied
// out at once, so that nothing is borrowed and no view of memory goes stale when it grows.

/** The words for the values of the header's enums, in their order. */
export const words = Object.freeze({
  statuses: [
    'ok', 'argument', 'limit', 'no_memory', 'not_found', 'stale', 'busy', 'corrupt',
  ],
  modes: ['full', 'minimum', 'visible_only', 'low_memory'],
  ranges: ['display', 'preload', 'app_0', 'app_1', 'app_2', 'app_3'],
  presets: ['list', 'pager'],
  directions: ['none', 'forward', 'backward'],
  presences: ['on_screen', 'near', 'away'],
  pressures: ['normal', 'warning', 'critical'],
  policies: ['fetch', 'after_scroll', 'never'],
  ends: ['tail', 'head'],
  answers: ['no', 'yes', 'defer'],
  outcomes: [
    'fetching', 'completed', 'declined', 'failed', 'cancelled', 'exhausted', 'stale',
  ],
  edits: ['remove', 'insert', 'move'],
});

/** The words for the place of a scroll target: how much of the space left over lies before it. */
const fractions = { start: 0, center: 0.5, end: 1, nearest: -1 };

/** The bits of an item's state. */
export const State = Object.freeze({
  measureLayout: 1, preload: 2, display: 4, visible: 8, app0: 16, app1: 32, app2: 64, app3: 128,
});

/** Returns the value of a word; an unknown word is a mistake of the program. */
export function valueOf(list, word) {
  const value = list.indexOf(word);
  if (value < 0) throw new TypeError(`${JSON.stringify(word)} is none of ${list.join(', ')}`);
  return value;
}

/** Returns the fraction for a word, or a number as it is. */
export function fractionOf(fraction) {
  if (typeof fraction === 'number') return fraction;
  const names = Object.keys(fractions);
  return fractions[names[valueOf(names, fraction)]];
}

const NO_ID = -(2n ** 63n);

/** An id as the library has it. */
function toId(id) {
  if (id === null || id === undefined) return NO_ID;
  if (!Number.isSafeInteger(id)) throw new RangeError(`${String(id)} is not a safe integer`);
  return BigInt(id);
}

const fromId = (id) => (id === NO_ID ? null : Number(id));

export class Memory {
  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.exports = exports;
    this.reasons = new Map();
    this.scratchSize = 0;
    this.scratch = 0;
    this.reserve(1024);
  }

  /** A view of all memory; a new one after it has grown. */
  get view() {
    const { buffer } = this.exports.memory;
    if (this.lastView?.buffer !== buffer) this.lastView = new DataView(buffer);
    return this.lastView;
  }

  /** Returns at least `size` bytes, which are valid until the next call of this. */
  reserve(size) {
    if (size > this.scratchSize) {
      const scratch = this.exports.rc_wasm_resize(this.scratch, this.scratchSize, size);
      if (scratch === 0) throw new RangeError(`out of memory: ${size} bytes`);
      this.scratch = scratch;
      this.scratchSize = size;
    }
    return this.scratch;
  }

  /** Reads a C string. */
  text(address) {
    const bytes = new Uint8Array(this.exports.memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Copies numbers to the reserved memory, and returns their address. */
  putDoubles(values) {
    const address = this.reserve(values.length * 8);
    new Float64Array(this.exports.memory.buffer, address, values.length).set(values);
    return address;
  }

  /** Copies ids to reserved memory; null is no id. */
  putIds(ids, address) {
    new BigInt64Array(this.exports.memory.buffer, address, ids.length).set(Array.from(ids, toId));
  }

  ids(address, count) {
    return Array.from(new BigInt64Array(this.exports.memory.buffer, address, count), fromId);
  }

  doubles(address, count) {
    return new Float64Array(this.exports.memory.buffer, address, count).slice();
  }

  bytes(address, count) {
    return new Uint8Array(this.exports.memory.buffer, address, count).slice();
  }

  /** Reads an update, with its changes and the texts of its reasons. */
  readUpdate(at) {
    const { view } = this;
    const read = update.get(view, at);
    const { items, count, removedCount, leftCount } = read.changes;
    const changes = [];
    for (let index = 0; index < count; index++) {
      changes.push(change.get(view, items + index * change.size));
    }
    read.changes = { items: changes, removedCount, leftCount };
    for (const decision of [read.tail, read.head]) decision.reason = this.#reason(decision.reason);
    return read;
  }

  /** Returns the description of a batch reason, decoded once. */
  #reason(value) {
    if (!this.reasons.has(value)) {
      this.reasons.set(value, this.text(this.exports.rc_batch_reason_text(value)));
    }
    return this.reasons.get(value);
  }
}

// == types: their size and alignment, and how a value is read and written ==

/** A number, by the methods of DataView that read and write it. */
const number = (size, read, write) => ({
  size,
  align: size,
  get: (view, at) => read.call(view, at, true),
  set: (view, at, value) => write.call(view, at, value, true),
});
const { prototype } = DataView;
export const f64 = number(8, prototype.getFloat64, prototype.setFloat64);
export const u32 = number(4, prototype.getUint32, prototype.setUint32);
const i32 = number(4, prototype.getInt32, prototype.setInt32);
const u8 = number(1, prototype.getUint8, prototype.setUint8);
// No integer of the library is beyond 2^53.
export const i64 = {
  size: 8,
  align: 8,
  get: (view, at) => Number(view.getBigInt64(at, true)),
  set: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
};
const bool = {
  ...u8,
  get: (view, at) => u8.get(view, at) !== 0,
  set: (view, at, value) => u8.set(view, at, value ? 1 : 0),
};
const word = (list) => ({
  ...i32,
  get: (view, at) => list[i32.get(view, at)],
  set: (view, at, value) => i32.set(view, at, valueOf(list, value)),
});

/** Lays fields out as C does; writing skips those that an object does not have. */
function struct(fields) {
  let size = 0;
  let align = 1;
  const up = (to) => Math.ceil(size / to) * to;
  const places = Object.entries(fields).map(([name, type]) => {
    const offset = up(type.align);
    size = offset + type.size;
    align = Math.max(align, type.align);
    return { name, type, offset };
  });
  return {
    size: up(align),
    align,
    get(view, at) {
      const value = {};
      for (const { name, type, offset } of places) value[name] = type.get(view, at + offset);
      return value;
    },
    set(view, at, value) {
      for (const { name, type, offset } of places) {
        if (value[name] !== undefined) type.set(view, at + offset, value[name]);
      }
    },
  };
}

/** An array as an object with a field per word. */
const by = (list, type) => struct(Object.fromEntries(list.map((name) => [name, type])));

export const interval = struct({ lower: i64, upper: i64 });
export const item = struct({
  index: i64, offset: f64, extent: f64, isMeasured: bool, isProvisional: bool,
});
export const section = struct({ ordinal: i64, items: interval, rows: interval, columns: u32 });
export const pinnedHeader = struct({ index: i64, offset: f64, covered: f64 });
export const tuning = struct({ leading: f64, trailing: f64, isEnabled: bool });
export const options = struct({
  columns: u32, preset: word(words.presets), estimate: f64, spacing: f64, quantum: f64,
});
export const settings = struct({
  slack: f64,
  directionThreshold: f64,
  leadingScreens: by(words.ends, f64),
  leadingItems: by(words.ends, i64),
  extraLengths: by(words.ends, f64),
  stickDistances: by(words.ends, f64),
  depth: i32,
  presence: word(words.presences),
  pressure: word(words.pressures),
  shortContentPolicy: word(words.policies),
  inBackground: bool,
  insertionPending: bool,
  hostDecidesBatches: bool,
  sticks: by(words.ends, bool),
  usesMeanEstimate: bool,
  pinsHeaders: bool,
});
export const viewport = struct({
  offset: f64,
  length: f64,
  insetStart: f64,
  insetEnd: f64,
  item: i64,
  itemPlace: f64,
  velocity: f64,
  landingOffset: f64,
  time: f64,
  jitter: f64,
  isUserDriven: bool,
  isHeld: bool,
  hasLanding: bool,
  hasItem: bool,
  insetsAreFixed: bool,
});
export const edit = struct({ lower: i64, upper: i64, to: i64, kind: word(words.edits) });
const change = struct({ lower: i64, upper: i64, distance: f64, before: u8, after: u8 });
const decision = struct({
  answer: word(words.answers),
  reason: i32,
  remaining: f64,
  seconds: f64,
  isNear: bool,
});
export const update = struct({
  changes: struct({ items: u32, count: u32, removedCount: u32, leftCount: u32 }),
  visible: interval,
  ranges: by(words.ranges, interval),
  correction: f64,
  pending: f64,
  scrollLength: f64,
  offset: f64,
  nextTime: f64,
  tail: decision,
  head: decision,
  mode: word(words.modes),
  presence: word(words.presences),
  direction: word(words.directions),
});
