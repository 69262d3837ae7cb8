// Checks the page's modules that need no browser, against slow and obvious models.
//
//     node Examples/Web/check.js

import assert from 'node:assert/strict';
import { Lane } from './picture.js';

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

await laneKeepsItsOrder();
