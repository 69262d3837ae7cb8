// For Node.js: reads the module's file, as node.js does.

import { read } from './files.js';
import { load as loadFrom } from './lanes.js';

export * from './lanes.js';

const beside = new URL('lanes.wasm', import.meta.url);

export const load = async (source = beside) => loadFrom(await read(source));
