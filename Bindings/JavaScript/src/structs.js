// The header's structs as plain objects; Sources/WebAssembly/memory.c asserts their sizes.

import { expect, valueOf, words } from './words.js';

// == types: their size and alignment, and how a value is read and written ==

export const f64 = {
  size: 8,
  get: (memory, at) => memory.floats[at >> 3],
  set: (memory, at, value) => { memory.floats[at >> 3] = value; },
};
export const i64 = {
  size: 8,
  get: (memory, at) => memory.int64(at),
  set: (memory, at, value, name) => memory.putInt64(at, value, name),
};
export const i32 = {
  size: 4,
  get: (memory, at) => memory.ints[at >> 2],
  set: (memory, at, value) => { memory.ints[at >> 2] = value; },
};
export const u8 = {
  size: 1,
  get: (memory, at) => memory.bytes[at],
  set: (memory, at, value) => { memory.bytes[at] = value; },
};
export const bool = {
  size: 1,
  get: (memory, at) => memory.bytes[at] !== 0,
  set: (memory, at, value) => { memory.bytes[at] = value ? 1 : 0; },
};
export const word = (list) => ({
  size: 4,
  get: (memory, at) => list[memory.ints[at >> 2]],
  set: (memory, at, value, name) => { memory.ints[at >> 2] = valueOf(list, value, name); },
});

/** Lays fields out as C does; writing skips those that an object does not have. */
export function struct(fields) {
  let size = 0;
  const up = (to) => Math.ceil(size / to) * to;
  const places = Object.entries(fields).map(([name, type]) => {
    const offset = up(type.align ?? type.size);
    size = offset + type.size;
    return { name, type, offset };
  });
  const names = Object.keys(fields);
  const align = Math.max(...places.map(({ type }) => type.align ?? type.size));
  return {
    size: up(align),
    align,
    get(memory, at) {
      const value = {};
      for (const { name, type, offset } of places) value[name] = type.get(memory, at + offset);
      return value;
    },
    set(memory, at, value, called = 'what is given') {
      expect(names, value, called);
      for (const { name, type, offset } of places) {
        if (value[name] !== undefined) type.set(memory, at + offset, value[name], name);
      }
    },
  };
}

/** An array as an object with a field per end. */
const perEnd = (type) => struct({ tail: type, head: type });

export const interval = struct({ lower: i64, upper: i64 });
export const item = struct({
  index: i64, offset: f64, extent: f64, isMeasured: bool, isProvisional: bool,
});
export const section = struct({ ordinal: i64, items: interval, rows: interval, columns: i32 });
export const pinnedHeader = struct({ index: i64, offset: f64, covered: f64 });
const three = (type) => struct({ 0: type, 1: type, 2: type });
export const foresight = struct({
  spans: three(interval), wanted: interval, running: interval, kept: interval,
  landingOffset: i64, velocity: i64, spanCount: i32, isDescending: three(bool), isMoving: bool,
  landingIsKnown: bool,
});
export const tuning = struct({ leading: f64, trailing: f64, isEnabled: bool });
export const options = struct({
  columns: i32, preset: word(words.presets), estimate: f64, spacing: f64, quantum: f64,
});
export const settings = struct({
  slack: f64,
  foresight: f64,
  directionThreshold: f64,
  leadingScreens: perEnd(f64),
  leadingItems: perEnd(i64),
  overscanItems: i64,
  extraLengths: perEnd(f64),
  stickDistances: perEnd(f64),
  depth: i32,
  presence: word(words.presences),
  pressure: word(words.pressures),
  shortContentPolicy: word(words.policies),
  inBackground: bool,
  insertionPending: bool,
  hostDecidesBatches: bool,
  sticks: perEnd(bool),
  usesMeanEstimate: bool,
  pinsHeaders: bool,
});
export const edit = struct({
  lower: i64, upper: i64, to: i64, source: i64, kind: word(words.edits),
});
