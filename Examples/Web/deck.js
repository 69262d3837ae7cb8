// Which photo is at which index: a few runs of consecutive keys, however many keys there are.

/** @typedef {{ first: number, count: number, step: 1 | -1 }} Run */

export class Deck {
  constructor() {
    /** @type {Run[]} */
    this.runs = [];
    this.count = 0;
  }

  clear() {
    this.runs = [];
    this.count = 0;
  }

  /** The keys at `lower ..< upper`. */
  keys(lower, upper) {
    const keys = [];
    let start = 0;
    for (const { first, count, step } of this.runs) {
      const from = Math.max(lower, start);
      const to = Math.min(upper, start + count);
      for (let index = from; index < to; index++) keys.push(first + step * (index - start));
      start += count;
      if (start >= upper) break;
    }
    return keys;
  }

  /** The key at an index. */
  key(index) {
    let start = 0;
    for (const { first, count, step } of this.runs) {
      if (index < start + count) return first + step * (index - start);
      start += count;
    }
    return undefined;
  }

  /** The index of a key, or -1. */
  indexOf(key) {
    let start = 0;
    for (const { first, count, step } of this.runs) {
      const place = (key - first) * step;
      if (place >= 0 && place < count) return start + place;
      start += count;
    }
    return -1;
  }

  /** Inserts `count` keys from `first` on, up or down. */
  insertRun(index, first, count, step) {
    if (count <= 0) return;
    this.runs.splice(this.#cut(index), 0, { first, count, step });
    this.count += count;
    this.#join();
  }

  /** Inserts keys in any order. */
  insert(index, keys) {
    keys.forEach((key, place) => {
      this.runs.splice(this.#cut(index + place), 0, { first: key, count: 1, step: -1 });
      this.count += 1;
      // After each key, so that there are never many runs.
      this.#join();
    });
  }

  remove(index) {
    const run = this.#cut(index);
    this.#cut(index + 1);
    this.runs.splice(run, 1);
    this.count -= 1;
    this.#join();
  }

  /** Makes a run begin at an index, and returns which. */
  #cut(index) {
    let start = 0;
    for (const [place, run] of this.runs.entries()) {
      if (index === start) return place;
      if (index < start + run.count) {
        const count = index - start;
        const rest = { ...run, first: run.first + run.step * count, count: run.count - count };
        this.runs.splice(place, 1, { ...run, count }, rest);
        return place + 1;
      }
      start += run.count;
    }
    return this.runs.length;
  }

  #join() {
    for (let place = this.runs.length - 1; place > 0; place--) {
      const joined = joinedRun(this.runs[place - 1], this.runs[place]);
      if (joined) this.runs.splice(place - 1, 2, joined);
    }
  }
}

/** Both as one run, if the second continues the first. */
function joinedRun(a, b) {
  const step = b.first - (a.first + a.step * (a.count - 1));
  const fits = (run) => run.count === 1 || run.step === step;
  if (Math.abs(step) !== 1 || !fits(a) || !fits(b)) return null;
  return { first: a.first, count: a.count + b.count, step };
}
