// Ids as the library has them: numbers.

/** No id. */
export const NO_ID = -(2 ** 63);
/** Below so many ids none is forgotten. */
const SWEEP_MIN = 1024;

/** A number for each id, until it is swept away. */
export class Numbers {
  #numbers = new Map();
  #ids = new Map();
  #last = 0;
  #sweepCount = SWEEP_MIN;

  /** The number of an id; 0 if it has none. */
  get(id) { return this.#numbers.get(id) ?? 0; }

  idOf(number) { return this.#ids.get(number); }

  /** All that are in use. */
  all() { return [...this.#ids.keys()]; }

  /** The number of an id, which gets one if it has none. */
  take(id) {
    if (id === undefined || id === null) return NO_ID;
    const number = this.#numbers.get(id);
    if (number !== undefined) return number;
    this.put(this.#last + 1, id);
    return this.#last;
  }

  /** Gives an id a number. */
  put(number, id) {
    this.#last = Math.max(this.#last, number);
    this.#numbers.set(id, number);
    this.#ids.set(number, id);
  }

  /** Forgets the numbers that nothing needs, once there are twice as many as there were. */
  sweep(isNeeded) {
    if (this.#ids.size <= this.#sweepCount) return;
    for (const [number, id] of this.#ids) {
      if (isNeeded(number)) continue;
      this.#ids.delete(number);
      this.#numbers.delete(id);
    }
    this.#sweepCount = Math.max(SWEEP_MIN, 2 * this.#ids.size);
  }
}
