// For Node.js: reads the module's file, as node.js does.

import { read } from './files.js';
import { loadStores as loadFrom } from './store.js';

export * from './store.js';

const beside = new URL('store.wasm', import.meta.url);

export const loadStores = async (source = beside) => loadFrom(await read(source));
