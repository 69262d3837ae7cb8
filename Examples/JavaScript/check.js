// Checks what a session cannot show: that memory is freed, that freed objects are refused, and that
// the declarations name every method.
//
//     node Examples/JavaScript/check.js [MODULE]

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as rangecore from './rangecore.js';

const file = process.argv[2] ?? new URL('rangecore.wasm', import.meta.url);
const bytes = readFileSync(file);
const core = await rangecore.load(bytes);

/** Creating and freeing many lists takes no more memory than one does. */
async function memoryIsFreed() {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const other = await rangecore.load(Promise.resolve(bytes));
  const makeOne = () => {
    const list = other.list({ estimate: 50 });
    list.insert(0, 100_000, Float64Array.from({ length: 100_000 }, (_, index) => index % 90));
    list.remove(500, 99_000);
    list.validate();
    const fetch = list.beginBatch();
    list.free();
    assert.equal(fetch.outcome, 'cancelled');
    fetch.free();
  };
  for (let round = 0; round < 300; round++) makeOne();
  const resize = instance.exports.rc_wasm_resize;
  const blocks = new Set();
  for (let size = 1; size < 5000; size += 7) {
    const block = resize(0, 0, size);
    assert.ok(block % 16 === 0 && !blocks.has(block));
    blocks.add(block);
    resize(resize(block, size, size * 3), size * 3, 0);
    blocks.delete(block);
  }
  assert.equal(resize(0, 0, 0x7fffffff), 0, 'there is no such block');
}

/** A fetch that was freed unfinished does not block its end. */
function freedFetchIsCancelled() {
  const list = core.list();
  const fetch = list.beginBatch();
  assert.throws(() => list.beginBatch(), { code: 'busy' });
  fetch.free();
  list.update({ offset: 0, length: 100 });
  list.beginBatch().finish('completed');
}

function freedIsRefused() {
  const list = core.list();
  list.free();
  list.free();
  assert.throws(() => list.count, /freed/);
  assert.throws(() => core.list({ columns: 0 }), { name: 'RangeCoreError', code: 'argument' });
  assert.throws(() => core.list().setMode('huge'), TypeError);
}

/** The declarations name each method, and nothing else. */
function declarationsAreTrue() {
  const text = readFileSync(new URL('rangecore.d.ts', import.meta.url), 'utf8');
  for (const name of ['List', 'Fetch']) {
    const body = text.match(new RegExp(`class ${name} [^]*?\\n}`))[0];
    const declared = [...body.matchAll(/^ {2}(?:readonly )?([a-z]\w*)[(:?]/gmi)]
      .map(([, member]) => member).filter((member) => member !== 'end');
    const there = Object.getOwnPropertyNames(rangecore[name].prototype)
      .filter((member) => member !== 'constructor').concat('free');
    assert.deepEqual([...new Set(declared)].sort(), there.sort(), name);
  }
}

await memoryIsFreed();
freedFetchIsCancelled();
freedIsRefused();
declarationsAreTrue();
