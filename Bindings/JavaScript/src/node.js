// For Node.js: reads the module's file. Everything else is in rangecore.js, which bundlers take alone.

import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './rangecore.js';

export * from './rangecore.js';

const beside = new URL('rangecore.wasm', import.meta.url);

export async function load(source = beside) {
  const given = await source;
  return loadFrom(given instanceof URL && given.protocol === 'file:' ? readFile(given) : given);
}
