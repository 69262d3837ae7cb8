// The edits between two sequences of ids.

import { fail } from './errors.js';
import { edit } from './structs.js';

/** Returns the edits that turn one array of ids into another, in the order to apply them in. */
export function diff(core, oldIds, newIds) {
  const { exports, memory } = core;
  // The library compares numbers: each id gets one.
  const numbers = new Map();
  const numberOf = (id) => {
    if (id === null || id === undefined) return null;
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return numbers.get(id);
  };
  const [oldAt, newAt] = [8, 8 + oldIds.length * 8];
  const at = memory.reserve(newAt + newIds.length * 8);
  memory.putIds(oldIds.map(numberOf), at + oldAt);
  memory.putIds(newIds.map(numberOf), at + newAt);
  const status = exports.rc_diff_create(at + oldAt, oldIds.length, at + newAt,
    newIds.length, exports.rc_wasm_allocator(), at);
  if (status !== 0) {
    const isRefused = new Set(oldIds).size < oldIds.length || oldIds.some((id) => id == null);
    fail(core, status, { [isRefused ? 'oldIds' : 'newIds']: 'not one id per item' });
  }
  memory.look();
  const pointer = memory.uint32(at);
  exports.rc_diff_edits(pointer, at, at + 4);
  const edits = memory.uint32(at);
  const read = Array.from({ length: memory.uint32(at + 4) },
    (_, index) => edit.get(memory, edits + index * edit.size));
  exports.rc_diff_destroy(pointer);
  return read;
}
