// Files, which `fetch` of Node.js cannot read.

import { readFile } from 'node:fs/promises';

/** What a module is read from: the bytes of a file, or what was given. */
export async function read(source) {
  const given = await source;
  return given instanceof URL && given.protocol === 'file:' ? readFile(given) : given;
}
