// A virtual list for the DOM, over the WebAssembly module `dom.wasm`, which has hosts too. dom.d.ts documents
// what is exported.

import { load as loadFrom } from './rangecore.js';

export * from './rangecore.js';
export { VirtualList } from './dom/virtual-list.js';

/** Instantiates the module; by default the one beside this file. */
export const load = (source = new URL('dom.wasm', import.meta.url)) => loadFrom(source);
