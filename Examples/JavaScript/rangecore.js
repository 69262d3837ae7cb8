// RangeCore for JavaScript, for node and browsers, without a bundler: wraps the WebAssembly module
// `rangecore.wasm`. rangecore.d.ts documents what is exported.

import { diff } from './diff.js';
import { List, RangeCoreError } from './list.js';
import { Memory, words } from './structs.js';

export { Fetch, List, RangeCoreError } from './list.js';
export { State, words } from './structs.js';

/** One instance of the module; its lists share its memory. */
class RangeCore {
  #core;

  constructor(exports) {
    const memory = new Memory(exports);
    this.#core = {
      exports,
      memory,
      check(status) {
        if (status === 0) return;
        throw new RangeCoreError(words.statuses[status],
          memory.text(exports.rc_status_text(status)));
      },
    };
    this.version = memory.text(exports.rc_version_text());
  }

  list(options) {
    return new List(this.#core, options);
  }

  diff(oldIds, newIds) {
    return diff(this.#core, [...oldIds], [...newIds]);
  }
}

/** Instantiates the module; by default the one beside this file. */
export async function load(source = new URL('rangecore.wasm', import.meta.url)) {
  const bytes = await bytesOf(await source);
  const instance = bytes instanceof WebAssembly.Module
    ? await WebAssembly.instantiate(bytes, {})
    : (await WebAssembly.instantiate(bytes, {})).instance;
  return new RangeCore(instance.exports);
}

async function bytesOf(source) {
  if (source instanceof URL && source.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    try {
      return await readFile(source);
    } catch (error) {
      throw new Error(`there is no module at ${source.pathname}: ` +
        'make it with Scripts/install --wasm FILE', { cause: error });
    }
  }
  if (typeof source === 'string' || source instanceof URL) return bytesOf(await fetch(source));
  // Not `instantiateStreaming`, which fails where a server does not name the type.
  if (typeof Response === 'function' && source instanceof Response) {
    if (!source.ok) throw new Error(`there is no module at ${source.url}: ${source.status}`);
    return source.arrayBuffer();
  }
  return source;
}
