// RangeCore for JavaScript: wraps the WebAssembly module `rangecore.wasm`. rangecore.d.ts documents
// what is exported.

import { diff } from './diff.js';
import { List } from './list.js';
import { Memory } from './memory.js';
import { instantiate } from './module.js';

export { RangeCoreError } from './errors.js';
export { Fetch, List } from './list.js';
export { State, words } from './words.js';

/** One instance of the module; its lists share its memory. */
export class RangeCore {
  constructor(exports) {
    this.core = { exports, memory: new Memory(exports) };
    this.version = this.core.memory.text(exports.rc_version_text());
  }

  get memorySize() {
    return this.core.exports.memory.buffer.byteLength;
  }

  list(options) {
    return new List(this.core, options);
  }

  diff(oldIds, newIds) {
    return diff(this.core, [...oldIds], [...newIds]);
  }
}

/** Instantiates the module; by default the one beside this file. */
export async function load(source = new URL('rangecore.wasm', import.meta.url)) {
  return new RangeCore(await instantiate(source));
}
