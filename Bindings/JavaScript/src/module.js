// WebAssembly modules, wherever they come from.

/** Returns what a module exports. */
export async function instantiate(source) {
  const made = await WebAssembly.instantiate(await bytesOf(await source), {});
  return (made.instance ?? made).exports;
}

async function bytesOf(source) {
  if (typeof source === 'string' || source instanceof URL) return bytesOf(await fetch(source));
  // Not `instantiateStreaming`, which fails where a server does not name the type.
  if (typeof Response === 'function' && source instanceof Response) {
    if (!source.ok) throw new Error(`there is no module at ${source.url}: ${source.status}`);
    return source.arrayBuffer();
  }
  return source;
}
