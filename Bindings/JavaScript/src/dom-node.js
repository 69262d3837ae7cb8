// For Node.js: reads the module's file, as node.js does.

import { load as loadFrom } from './dom.js';
import { read } from './files.js';

export * from './dom.js';

const beside = new URL('dom.wasm', import.meta.url);

export const load = async (source = beside) => loadFrom(await read(source));
