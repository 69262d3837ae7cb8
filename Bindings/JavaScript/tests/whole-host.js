// The rest of rangecore_host.h, which the list for the DOM does without.

import { fail } from '../src/errors.js';
import { Host, Node, putOptions } from '../src/host.js';
import { integer } from '../src/memory.js';

/** What else a node has. */
Object.defineProperties(Node.prototype, Object.fromEntries(Object.entries({
  before: (bytes, at) => bytes[at + 36],
  state: (bytes, at) => bytes[at + 37],
  hasView: (bytes, at) => bytes[at + 40] !== 0,
  isOnScreen: (bytes, at) => bytes[at + 41] !== 0,
  isLate: (bytes, at) => bytes[at + 44] !== 0,
}).map(([name, read]) => [name, { get() { return read(this.memory.bytes, this.at); } }])));

export class WholeHost extends Host {
  #list;

  constructor(list, created) {
    super(list, created);
    this.#list = list;
  }

  begin(...given) {
    super.begin(...given);
    return this.#read();
  }

  measured(...given) {
    super.measured(...given);
    return this.#read();
  }

  #read() {
    const { step, at } = this;
    const { bytes, floats } = this.#list.core.memory;
    step.scrollLength = floats[(at >> 3) + 5];
    step.targetOffset = floats[(at >> 3) + 7];
    step.isSettled = bytes[at + 73] !== 0;
    step.setsLength = bytes[at + 74] !== 0;
    step.hasTarget = bytes[at + 76] !== 0;
    return step;
  }

  /** Replaces the options, from the next step on; those that are missing get their defaults. */
  setOptions(given) { this.#call('set_options', given, putOptions(this.#list.core, given)); }

  wrote(offset) { this.#call('wrote', { offset }, offset); }

  renew(lower, upper) { this.#call('renew', { lower, upper }, integer('lower', lower), integer('upper', upper)); }

  validate() { this.#call('validate', {}, 0); }

  #call(name, named, ...values) {
    const { core, count } = this.#list;
    const status = core.exports[`rc_host_${name}`](this.pointer, ...values);
    if (status !== 0) fail(core, status, named, count);
  }
}
