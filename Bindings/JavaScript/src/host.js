// The host of a list: the loop of a client's frame, as rangecore_host.h specifies it, as far as the list for the DOM
// needs it. It has no views itself, so that it works without a page. Nodes are read where the module has them.

import { fail, needed } from './errors.js';
import { numbersOf } from './list.js';
import { integer } from './memory.js';
import { Owner } from './owner.js';
import { bool, f64, i32, struct, u8 } from './structs.js';
import { putViewport, UPDATE_SIZE, VIEWPORT_SIZE } from './update.js';
import { fractionOf, words } from './words.js';

/** In place of an extent: it comes later. */
export const LATER = -1;
const NOT_FOUND = words.statuses.indexOf('not_found');
const NODE_SIZE = 48;
const [HAS_MOVED, IS_PINNED, IS_KEPT] = [39, 42, 43];
const UPDATE_AT = 88;
/** The viewport is behind the step. */
const VIEWPORT_AT = UPDATE_AT + UPDATE_SIZE;
const SIZE = VIEWPORT_AT + VIEWPORT_SIZE;
const options = struct({
  budget: f64, offsetStep: f64, aheadCount: i32, nodeBits: u8, makesAhead: bool, extentsAreKnown: bool, inLanes: bool,
});

const freer = ({ exports }, block, list) => (pointer) => {
  exports.rc_host_destroy(pointer);
  exports.rc_wasm_resize(block, SIZE, 0);
  // Reachable until now, since a host is freed before its list.
  return list;
};

/** Writes options, and the defaults of those that are missing; there is room for a pointer behind them. */
export function putOptions({ exports, memory }, given) {
  const at = memory.reserve(options.size + 8);
  exports.rc_host_options_init(at);
  options.set(memory, at, given);
  return at;
}

/** Copies what an address and a length at a place tell to an array that is kept. */
function copy(memory, at, numbers) {
  const first = memory.ints[at >> 2] >> 2;
  const count = memory.ints[(at >> 2) + 1];
  // Mostly it is none, as before.
  if (numbers.length !== count) numbers.length = count;
  for (let index = 0; index < numbers.length; index++) numbers[index] = memory.ints[first + index];
}

/** A node, read where it is. */
export class Node {
  constructor(memory) {
    this.memory = memory;
    this.at = 0;
  }

  get index() { return this.memory.int64(this.at); }
  get start() { return this.memory.floats[(this.at >> 3) + 1]; }
  get extent() { return this.memory.floats[(this.at >> 3) + 2]; }
  get number() { return this.memory.uint32(this.at + 24); }
  get column() { return this.memory.uint32(this.at + 28); }
  get columns() { return this.memory.uint32(this.at + 32); }
  get isNew() { return this.memory.bytes[this.at + 38] !== 0; }
  get hasMoved() { return this.memory.bytes[this.at + HAS_MOVED] !== 0; }
  get isPinned() { return this.memory.bytes[this.at + IS_PINNED] !== 0; }
  get isKept() { return this.memory.bytes[this.at + IS_KEPT] !== 0; }
}

/** Free it before its list. */
export class Host extends Owner {
  #core;
  #list;
  #node;
  /** Where the module tells steps. */
  at;
  /** The latest step, which the next call overwrites; asks and news are positions of nodes. */
  step = {
    nodeCount: 0, asks: [], news: [], released: [], freed: [], offset: 0, nextTime: Infinity, isDone: false,
    setsOffset: false, rounds: 0, update: null,
  };

  constructor(list, created = {}) {
    const { core } = list;
    const { exports, memory } = core;
    const create = needed(core, 'rc_host_create', 'Host');
    const at = putOptions(core, created);
    const status = create(list.pointer, at, exports.rc_wasm_allocator(),
      at + options.size);
    if (status !== 0) fail(core, status, numbersOf(created));
    memory.look();
    const pointer = memory.uint32(at + options.size);
    const block = exports.rc_wasm_resize(0, 0, SIZE);
    if (block === 0) exports.rc_host_destroy(pointer);
    if (block === 0) throw new RangeError(`out of memory: ${SIZE} bytes`);
    super(pointer, freer(core, block, list), 'host');
    this.#core = core;
    this.#list = list;
    this.at = block;
    this.#node = new Node(memory);
    // The list is held until the host is collected.
    list.host = new WeakRef(this);
    list.hosted?.(this);
  }

  // -- steps --

  begin(viewport, breadth, columns = 0) {
    const { exports, memory } = this.#core;
    const at = this.at + VIEWPORT_AT;
    memory.look();
    putViewport(memory, at, viewport);
    this.step.rounds = 0;
    const status = exports.rc_host_begin(this.pointer, at, breadth, columns, this.at);
    if (status !== 0) this.#check(status, { ...numbersOf(viewport), breadth });
    this.#read();
    return this.step;
  }

  /** Goes on with the extents of the first nodes asked for. */
  measured(extents, time) {
    const { exports, memory } = this.#core;
    const at = memory.putDoubles(extents);
    const status = exports.rc_host_measured(this.pointer, at, extents.length, time, this.at);
    if (status !== 0) this.#check(status, { time, extents });
    this.#read();
    return this.step;
  }

  #read() {
    const { memory } = this.#core;
    memory.look();
    const { step } = this;
    const { floats, bytes } = memory;
    const at = this.at;
    const place = at >> 3;
    const { rounds } = step;
    step.nodeCount = memory.uint32(at + 4);
    copy(memory, at + 8, step.asks);
    copy(memory, at + 16, step.news);
    copy(memory, at + 24, step.released);
    copy(memory, at + 32, step.freed);
    step.offset = floats[place + 6];
    step.nextTime = floats[place + 8];
    step.isDone = bytes[at + 72] !== 0;
    step.setsOffset = bytes[at + 75] !== 0;
    step.rounds = memory.uint32(at + 80);
    // Only a round has another.
    if (step.rounds !== rounds) step.update = this.#list.reader.read(memory, at + UPDATE_AT);
  }

  /** The node at a position: valid until the next one is looked at, and the next call but `find` and `wrote`. */
  node(position) {
    this.#core.memory.look();
    this.#node.at = this.#core.memory.uint32(this.at) + position * NODE_SIZE;
    return this.#node;
  }

  /** Whether the node at a position is drawn elsewhere than before a step in which nothing was edited. */
  isElsewhere(position) {
    const { bytes, ints } = this.#core.memory;
    const at = ints[this.at >> 2] + position * NODE_SIZE;
    return (bytes[at + HAS_MOVED] | bytes[at + IS_PINNED] | bytes[at + IS_KEPT]) !== 0;
  }

  // -- at any time --

  /** Tells what views need, by the numbers of nodes; returns whether a step must follow. */
  setExtents(numbers, extents) {
    const { exports, memory } = this.#core;
    const count = numbers.length;
    const at = memory.reserve(count * 12 + 1);
    memory.floats.set(extents, at >> 3);
    memory.ints.set(numbers, (at >> 2) + 2 * count);
    const any = at + 12 * count;
    const status = exports.rc_host_set_extents(this.pointer, at + 8 * count, at, count, any);
    if (status !== 0) this.#check(status, { extents });
    memory.look();
    return memory.bytes[any] !== 0;
  }

  /** The number of an item's node; −1 if it has none. */
  find(index) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(4);
    const status = exports.rc_host_find(this.pointer, integer('index', index), at);
    if (status === NOT_FOUND) return -1;
    this.#check(status, { index });
    return memory.uint32(at);
  }

  /** The index now of the item of a node; −1 if it was removed. */
  index(number) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(8);
    const status = exports.rc_host_index(this.pointer, number, at);
    if (status === NOT_FOUND) return -1;
    this.#check(status);
    return memory.int64(at);
  }

  keep(index, isKept = true) {
    this.#check(this.#core.exports.rc_host_keep(this.pointer, integer('index', index), Number(isKept)),
      { index });
  }

  scrollTo(index, fraction = 'nearest', shift = 0, isAnimated = false) {
    const value = fractionOf(fraction);
    this.#check(this.#core.exports.rc_host_scroll_to(this.pointer,
      integer('index', index), value, shift, Number(isAnimated)), { index, fraction: value, shift });
  }

  scrollToOffset(offset, isAnimated = false) {
    this.#check(this.#core.exports.rc_host_scroll_to_offset(this.pointer, offset, Number(isAnimated)), { offset });
  }

  #check(status, named) {
    if (status !== 0) fail(this.#core, status, named, this.#list.count);
  }
}
