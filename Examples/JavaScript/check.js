// Checks what a session cannot see: that the module's table of fields leaves none out, that memory
// is given back, that what was freed is refused, and that the documentation names what there is.
//
//     node Examples/JavaScript/check.js [MODULE]

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as rangecore from './rangecore.js';
import { Memory } from './memory.js';

const file = process.argv[2] ?? new URL('rangecore.wasm', import.meta.url);
const bytes = readFileSync(file);
const core = await rangecore.load(bytes);

/** A field that the table lacks leaves a hole that alignment does not explain. */
async function tableIsComplete() {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  for (const [name, { size, fields }] of new Memory(instance.exports).structs) {
    let end = 0;
    let widest = 1;
    for (const [field, place] of fields) {
      widest = Math.max(widest, Math.min(place.size, 8));
      assert.ok(place.offset >= end && place.offset - end < Math.min(place.size, 8),
        `layout.c's table lacks a field of ${name} before ${field}`);
      end = place.offset + place.size;
    }
    assert.ok(size - end >= 0 && size - end < widest, `layout.c's table lacks the end of ${name}`);
  }
}

/** Making and freeing lists again and again takes no more memory than one does. */
async function memoryIsGivenBack() {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const other = await rangecore.load(Promise.resolve(bytes));
  const makeOne = () => {
    const list = other.list({ estimate: 50 });
    list.insertMeasured(0, Float64Array.from({ length: 100_000 }, (_, index) => index % 90));
    list.remove(500, 99_000);
    list.validate();
    const flight = list.beginBatch();
    list.free();
    assert.equal(flight.outcome, 'cancelled');
    flight.free();
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

/** One that nobody finished does not block its end. */
function lostFlightIsCancelled() {
  const list = core.list();
  const flight = list.beginBatch();
  assert.throws(() => list.beginBatch(), { code: 'busy' });
  flight.free();
  list.update({ offset: 0, length: 100 });
  list.beginBatch().complete();
}

function freedIsRefused() {
  const list = core.list();
  list.free();
  list.free();
  assert.throws(() => list.count, /freed/);
  assert.throws(() => core.list({ columns: 0 }), { name: 'RangeCoreError', code: 'argument' });
  assert.throws(() => core.list().setMode('huge'), TypeError);
}

/** The declarations name each method, and nothing that is not there. */
function declarationsAreTrue() {
  const text = readFileSync(new URL('rangecore.d.ts', import.meta.url), 'utf8');
  for (const name of ['List', 'Flight']) {
    const body = text.match(new RegExp(`class ${name} [^]*?\\n}`))[0];
    const declared = [...body.matchAll(/^ {2}(?:readonly )?([a-z]\w*)[(:?]/gmi)]
      .map(([, member]) => member).filter((member) => member !== 'end');
    const there = Object.getOwnPropertyNames(rangecore[name].prototype)
      .filter((member) => member !== 'constructor').concat('free');
    assert.deepEqual([...new Set(declared)].sort(), there.sort(), name);
  }
}

await tableIsComplete();
await memoryIsGivenBack();
lostFlightIsCancelled();
freedIsRefused();
declarationsAreTrue();
