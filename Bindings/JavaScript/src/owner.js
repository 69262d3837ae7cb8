// What an object of the library is in JavaScript.

import { RangeCoreError } from './errors.js';

// An object that nobody freed is freed some time after it has become unreachable.
const unreachable = new FinalizationRegistry((free) => free());

/** Made here, so that the closure does not keep the object reachable. */
const freer = (pointer, free) => () => free(pointer);

/** An object of the library, which is freed once. */
export class Owner {
  #pointer;
  #free;
  #called;

  constructor(pointer, free, called) {
    this.#pointer = pointer;
    this.#free = freer(pointer, free);
    this.#called = called;
    unreachable.register(this, this.#free, this);
  }

  get pointer() {
    if (this.#pointer === 0) {
      throw new RangeCoreError('argument', `invalid argument: ${this.#called} is freed`, this.#called);
    }
    return this.#pointer;
  }

  free() {
    if (this.#pointer === 0) return;
    unreachable.unregister(this);
    this.#pointer = 0;
    this.#free();
  }
}

// `using list = …` frees at the end of the block, where the platform has it.
if (Symbol.dispose) {
  Owner.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}
