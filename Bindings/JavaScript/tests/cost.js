// Checks what an update costs: the binding allocates nothing and takes at most twice as long as the
// call of the packaged module in it, and that at most twice as long as in the fastest module.
//
//     node --expose-gc Bindings/JavaScript/tests/cost.js PACKAGED FASTEST

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { load } from '../src/node.js';

const ITEMS = 1_000_000;
const ROUNDS = 60;
const CALLS = 20_000;
const [packaged, fastest] = process.argv.slice(2).map((file) => readFileSync(file));
const extents = Float64Array.from({ length: ITEMS }, (_, index) => 40 + (index % 50));
// Back and forth, so that both directions and all kinds of changes occur.
const offsetAt = (step) => 7 * (step % 2e6 < 1e6 ? step % 1e6 : 1e6 - (step % 1e6));

/** Calls the module alone. */
async function bare(bytes) {
  const { instance: { exports } } = await WebAssembly.instantiate(bytes, {});
  const at = exports.rc_wasm_resize(0, 0, 1024);
  const given = exports.rc_wasm_resize(0, 0, ITEMS * 8);
  exports.rc_list_options_init(at);
  assert.equal(exports.rc_list_create(at, exports.rc_wasm_allocator(), at + 64), 0);
  const list = new Uint32Array(exports.memory.buffer)[(at + 64) / 4];
  new Float64Array(exports.memory.buffer, given, ITEMS).set(extents);
  assert.equal(exports.rc_list_insert(list, 0n, given, BigInt(ITEMS)), 0);
  new Uint8Array(exports.memory.buffer, at, 128).fill(0);
  const floats = new Float64Array(exports.memory.buffer);
  floats[at / 8 + 1] = 800;
  new Uint8Array(exports.memory.buffer)[at + 80] = 1;
  let step = 0;
  return () => {
    for (let call = 0; call < CALLS; call++) {
      floats[at / 8] = offsetAt(step++);
      exports.rc_list_update(list, at, at + 128);
    }
  };
}

async function bound(bytes) {
  const list = (await load(bytes)).list();
  list.insert(0, ITEMS, extents);
  const viewport = { offset: 0, length: 800, isUserDriven: true };
  let step = 0;
  return () => {
    for (let call = 0; call < CALLS; call++) {
      viewport.offset = offsetAt(step++);
      list.update(viewport);
    }
  };
}

/** Nanoseconds per call of each, the least of many rounds, which take turns, and of earlier ones. */
function timed(runs, least) {
  for (let round = 0; round < ROUNDS; round++) {
    runs.forEach((run, which) => {
      const start = process.hrtime.bigint();
      run();
      least[which] = Math.min(least[which], Number(process.hrtime.bigint() - start) / CALLS);
    });
  }
  return least;
}

/** Over so many calls that a quarter of a megabyte that Node takes once is little. */
function bytesPerCall(run) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < ROUNDS; round++) run();
  return (process.memoryUsage().heapUsed - before) / (ROUNDS * CALLS);
}

const runs = [await bare(fastest), await bare(packaged), await bound(packaged)];
let [fast, call, update] = [Infinity, Infinity, Infinity];
let round = 0;
// Longer if not: other programs may take the processor, or keep it from optimising the module.
do [fast, call, update] = timed(runs, [fast, call, update]);
while (!(update <= 2 * call && call <= 2 * fast) && ++round < 5);
const bytes = bytesPerCall(runs[2]);
console.log(`update: ${update.toFixed(0)} ns and ${bytes.toFixed(2)} bytes; its call ` +
  `${call.toFixed(0)} ns, at -O3 ${fast.toFixed(0)} ns`);
assert.ok(update <= 2 * call && call <= 2 * fast && bytes < 1);
