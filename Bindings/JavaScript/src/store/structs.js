// The structs of the store's header as plain objects; Sources/WebAssembly/memory.c asserts their sizes.

import { bool, f64, i32, i64, interval, struct, word } from '../structs.js';
import { words as common } from '../words.js';

/** The words for the values of the header's enums, in their order. */
export const words = Object.freeze({
  directions: common.directions,
  ends: common.ends,
  sources: ['offsets', 'keys'],
  kinds: ['at', 'first', 'last', 'after', 'before'],
  targets: ['anchor', 'first', 'last', 'position', 'key'],
  states: ['ended', 'more', 'loading', 'failed'],
});

export const options = struct({
  source: word(words.sources), pageSize: i64, total: i64, hasPlaceholders: bool, looksAhead: bool,
  firstPages: i32,
});
export const settings = struct({
  requestLimit: i32, pageLimit: i64, itemLimit: i64, costLimit: i64, jumpDistance: i64, settle: f64,
  maxAge: f64,
});
export const view = struct({
  visible: interval, wanted: interval, time: f64, direction: word(words.directions), isSettled: bool,
});
export const request = struct({
  token: i64, position: i64, count: i64, id: i64, page: i64, kind: word(words.kinds), attempt: i32,
  isRefresh: bool,
});
export const plan = struct({
  requests: i32, requestCount: i32, givenUp: i32, givenUpCount: i32, nextTime: f64,
});
export const reply = struct({
  ids: i32, count: i32, before: i64, after: i64, total: i64, cost: i64, time: f64,
});
export const result = struct({
  edits: i32, editCount: i32, idSlots: i32, dropped: i32, droppedCount: i32, page: i64, newCount: i64,
});
export const load = struct({
  state: word(words.states), attempt: i32, retryTime: f64, failedToken: i64,
});
export const slot = struct({ id: i64, page: i64, load });
export const counts = struct({
  slotCount: i64, itemCount: i64, pageCount: i64, hiddenCount: i64, cost: i64, latePageCount: i64, stall: f64,
});

/** Reads an array. */
export const listOf = (type, memory, at, count) =>
  Array.from({ length: count }, (_, index) => type.get(memory, at + index * type.size));
