// For Node.js: reads the module's file. Everything else is in rangecore.js, which bundlers take alone.

import { read } from './files.js';
import { load as loadFrom } from './rangecore.js';

export * from './rangecore.js';

const beside = new URL('rangecore.wasm', import.meta.url);

export const load = async (source = beside) => loadFrom(await read(source));
