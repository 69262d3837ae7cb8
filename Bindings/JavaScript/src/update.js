// The viewport and the update, which cross at every frame: written and read field by field, so that
// an update allocates nothing.

import { words } from './words.js';

export const VIEWPORT_SIZE = 88;
export const UPDATE_SIZE = 248;
const CHANGE_SIZE = 32;
// An update has few changes; longer arrays of them are not kept.
const KEPT = 64;

/** What a viewport has. */
export const VIEWPORT = ['offset', 'length', 'insetStart', 'insetEnd', 'item', 'itemPlace', 'velocity', 'landingOffset',
  'time', 'jitter', 'isUserDriven', 'isHeld', 'insetsAreFixed', 'isDragged'];

export function putViewport(memory, at, viewport) {
  const { floats, bytes } = memory;
  const place = at >> 3;
  const { item, landingOffset } = viewport;
  floats[place] = viewport.offset ?? 0;
  floats[place + 1] = viewport.length ?? 0;
  floats[place + 2] = viewport.insetStart ?? 0;
  floats[place + 3] = viewport.insetEnd ?? 0;
  memory.putInt64(at + 32, item ?? 0, 'item');
  floats[place + 5] = viewport.itemPlace ?? 0;
  floats[place + 6] = viewport.velocity ?? 0;
  floats[place + 7] = landingOffset ?? 0;
  floats[place + 8] = viewport.time ?? 0;
  floats[place + 9] = viewport.jitter ?? 0;
  bytes[at + 80] = viewport.isUserDriven ? 1 : 0;
  bytes[at + 81] = viewport.isHeld ? 1 : 0;
  bytes[at + 82] = landingOffset === undefined ? 0 : 1;
  bytes[at + 83] = item === undefined ? 0 : 1;
  bytes[at + 84] = viewport.insetsAreFixed ? 1 : 0;
  bytes[at + 85] = viewport.isDragged ? 1 : 0;
}

const newInterval = () => ({ lower: 0, upper: 0 });
const newDecision = () => ({ answer: 'no', reason: '', remaining: 0, seconds: 0, isNear: false });

/** The result of an update; each one is read into the same object. */
export class UpdateReader {
  update = {
    changes: { items: [], removedCount: 0, leftCount: 0 },
    visible: newInterval(),
    ranges: Object.fromEntries(words.ranges.map((name) => [name, newInterval()])),
    correction: 0,
    pending: 0,
    scrollLength: 0,
    offset: 0,
    nextTime: 0,
    tail: newDecision(),
    head: newDecision(),
    mode: words.modes[0],
    presence: words.presences[0],
    direction: words.directions[0],
  };

  // How many items each change has, for their names: the object is the app's.
  sizes = [];
  count = 0;
  // Changes, and arrays of the first 0, 1, 2, … of them.
  #changes = [];
  #arrays = [[]];
  #intervals = Object.values(this.update.ranges);

  read(memory, at) {
    const { update } = this;
    const { floats, ints } = memory;
    const place = at >> 3;
    const word = at >> 2;
    this.#readChanges(memory, at);
    readInterval(memory, at + 16, update.visible);
    for (let range = 0; range < this.#intervals.length; range++) {
      readInterval(memory, at + 32 + 16 * range, this.#intervals[range]);
    }
    update.correction = floats[place + 16];
    update.pending = floats[place + 17];
    update.scrollLength = floats[place + 18];
    update.offset = floats[place + 19];
    update.nextTime = floats[place + 20];
    readDecision(memory, at + 168, update.tail);
    readDecision(memory, at + 200, update.head);
    update.mode = words.modes[ints[word + 58]];
    update.presence = words.presences[ints[word + 59]];
    update.direction = words.directions[ints[word + 60]];
    return update;
  }

  #readChanges(memory, at) {
    const { changes } = this.update;
    const first = memory.uint32(at);
    const count = memory.uint32(at + 4);
    changes.removedCount = memory.uint32(at + 8);
    changes.leftCount = memory.uint32(at + 12);
    for (let index = 0; index < count; index++) {
      const from = first + index * CHANGE_SIZE;
      this.#changes[index] ??= { lower: 0, upper: 0, distance: 0, before: 0, after: 0 };
      const change = this.#changes[index];
      readInterval(memory, from, change);
      change.distance = memory.floats[(from >> 3) + 2];
      change.before = memory.bytes[from + 24];
      change.after = memory.bytes[from + 25];
      this.sizes[index] = change.upper - change.lower;
    }
    this.count = count;
    if (count < KEPT) this.#arrays[count] ??= this.#changes.slice(0, count);
    changes.items = this.#arrays[count] ?? this.#changes.slice(0, count);
  }
}

function readInterval(memory, at, interval) {
  interval.lower = memory.int64(at);
  interval.upper = memory.int64(at + 8);
}

function readDecision(memory, at, decision) {
  decision.answer = words.answers[memory.ints[at >> 2]];
  decision.reason = memory.reason(memory.ints[(at >> 2) + 1]);
  decision.remaining = memory.floats[(at >> 3) + 1];
  decision.seconds = memory.floats[(at >> 3) + 2];
  decision.isNear = memory.bytes[at + 24] !== 0;
}
