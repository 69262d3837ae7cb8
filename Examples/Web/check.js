// Checks the page's modules that need no browser, against slow and obvious models.
//
//     node Examples/Web/check.js [SEED]

import assert from 'node:assert/strict';
import { Deck } from './deck.js';
import { Lane } from './picture.js';

const seed = Number(process.argv[2] ?? 1);

/** The same numbers in 0 ..< 1 for the same seed. */
function dice(state) {
  let at = state >>> 0;
  return () => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return at / 2 ** 32;
  };
}

/** A deck answers as an array of keys does. */
function deckIsAnArray() {
  const random = dice(seed);
  const below = (count) => Math.floor(random() * count);
  for (let round = 0; round < 200; round++) {
    const deck = new Deck();
    const model = [];
    let next = 1000;
    for (let step = 0; step < 60; step++) {
      const index = below(model.length + 1);
      const act = below(4);
      if (act === 0) {
        const count = below(5);
        const up = random() < 0.5;
        const first = up ? next : next + count - 1;
        const keys = Array.from({ length: count }, (_, place) => first + (up ? place : -place));
        deck.insertRun(index, first, count, up ? 1 : -1);
        model.splice(index, 0, ...keys);
        next += count;
      } else if (act === 1) {
        const keys = [next, next + 1, next + 7].slice(0, below(4));
        deck.insert(index, keys);
        model.splice(index, 0, ...keys);
        next += 10;
      } else if (index < model.length) {
        deck.remove(index);
        model.splice(index, 1);
      }
      const from = below(model.length + 1);
      assert.deepEqual(deck.keys(0, model.length), model, `seed ${seed}`);
      assert.deepEqual(deck.keys(from, from + 3), model.slice(from, from + 3));
      assert.equal(deck.key(from), model[from]);
      assert.equal(deck.count, model.length);
      model.forEach((key, place) => assert.equal(deck.indexOf(key), place));
      assert.equal(deck.indexOf(999), -1);
    }
    assert.ok(deck.runs.length <= model.length);
  }
  const deck = new Deck();
  deck.insertRun(0, 1_000_000, 1_000_000, -1);
  deck.insert(0, [1_000_002, 1_000_001]);
  assert.equal(deck.runs.length, 1, 'consecutive keys are one run');
}

/** A lane runs no more than its limit, the most urgent first, none that left. */
async function laneKeepsItsOrder() {
  const lane = new Lane(2);
  const done = [];
  let running = 0;
  const enter = (urgency) => lane.enter(async () => {
    running += 1;
    assert.ok(running <= 2);
    await new Promise((resolve) => { setTimeout(resolve); });
    running -= 1;
    done.push(urgency);
  }, () => urgency);
  const leave = [5, 3, 4, 1, 2].map(enter);
  leave[1]();
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  assert.deepEqual(done, [1, 2, 4, 5]);
}

deckIsAnArray();
await laneKeepsItsOrder();
