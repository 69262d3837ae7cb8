// The edits between two sequences of ids.

import { edit, u32 } from './structs.js';

/** Returns the edits that turn one array of ids into another, in the order to apply them in. */
export function diff({ check, exports, memory }, oldIds, newIds) {
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
  check(exports.rc_diff_create(at + oldAt, BigInt(oldIds.length), at + newAt,
    BigInt(newIds.length), exports.rc_wasm_allocator(), at));
  const pointer = u32.get(memory.view, at);
  check(exports.rc_diff_edits(pointer, at, at + 4));
  const edits = u32.get(memory.view, at);
  const count = u32.get(memory.view, at + 4);
  const read = Array.from({ length: count },
    (_, index) => edit.get(memory.view, edits + index * edit.size));
  exports.rc_diff_destroy(pointer);
  return read;
}
