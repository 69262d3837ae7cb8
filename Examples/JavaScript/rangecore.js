// RangeCore for JavaScript: which items of a long list matter now, where everything is, and when
// to fetch more. The core is a WebAssembly module, `rangecore.wasm`; this wraps it. No bundler is
// needed, in node nor in a browser. rangecore.d.ts has the documentation of what is exported.

import { List, RangeCoreError, STATUSES } from './list.js';
import { Memory } from './memory.js';
import { Structs } from './structs.js';
import {
  ALIGNMENTS, ANSWERS, DIRECTIONS, ENDS, MODES, OUTCOMES, POLICIES, PRESENCES, PRESSURES, RANGES,
  State,
} from './words.js';

export { Flight, List, RangeCoreError } from './list.js';
export { State };

/** The words that stand for the header's constants, in the order of their values. */
export const words = Object.freeze({
  modes: MODES, ranges: RANGES, directions: DIRECTIONS, presences: PRESENCES,
  pressures: PRESSURES, policies: POLICIES, alignments: ALIGNMENTS, ends: ENDS, answers: ANSWERS,
  outcomes: OUTCOMES,
});

/** One instance of the module; all of its lists share its memory. */
class RangeCore {
  #core;

  constructor(exports) {
    const memory = new Memory(exports);
    this.#core = {
      exports,
      memory,
      structs: new Structs(memory),
      check(status) {
        if (status === 0) return;
        throw new RangeCoreError(STATUSES[status], memory.text(exports.rc_status_text(status)));
      },
    };
    this.version = memory.text(exports.rc_version_text());
  }

  list(options = {}) {
    return new List(this.#core, options);
  }

  tunings(kind = 'list') {
    const { exports, structs } = this.#core;
    const init = { list: 'rc__tuning_table_init', pager: 'rc_tuning_table_init_pager' }[kind];
    if (!init) throw new TypeError(`${JSON.stringify(kind)} is neither list nor pager`);
    exports[init](structs.at.table);
    return structs.readTunings(structs.at.table);
  }
}

/** Instantiates the module; from its place beside this file, unless another is given. */
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
