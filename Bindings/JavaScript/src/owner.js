// What an object of the library is in JavaScript.

// An object that nobody freed is freed some time after it has become unreachable.
const unreachable = new FinalizationRegistry((free) => free());

/** Made here, so that the closure does not keep the object reachable. */
const freer = (pointer, free) => () => free(pointer);

/** An object of the library, which is freed once. */
export class Owner {
  #pointer;
  #free;

  constructor(pointer, free) {
    this.#pointer = pointer;
    this.#free = freer(pointer, free);
    unreachable.register(this, this.#free, this);
  }

  get pointer() {
    if (this.#pointer === 0) throw new Error(`this ${this.constructor.name} was freed`);
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
