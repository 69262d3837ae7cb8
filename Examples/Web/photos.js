// The photos' texts: fetched in blocks around those that are held, and forgotten when too many are
// not held.
//
// A photo's *key* is how many are at least as old, itself too, as of when the list was begun: the
// oldest has 1, a new one the next key after the newest. So keys are known before the photos are,
// and stay what they are when others come. The server counts its pages from the oldest too; where
// photos were removed since, theirs are the keys less those removed below.

import { getPhotos } from './api.js';

const BLOCK = 50;
const KEPT_MAX = 2000;
/** So that rows that a dragged thumb passes are not fetched, in milliseconds. */
const DELAY = 40;
const RETRY_MAX = 8000;

export class Photos {
  /**
   * @param {{ arrived: (keys: number[]) => void, changed: () => void, stale: () => void }} events
   */
  constructor(events) {
    this.events = events;
    this.clear();
  }

  clear() {
    for (const block of this.blocks?.values() ?? []) stop(block);
    this.photos = new Map();
    this.keys = new Map();
    /** The held keys of each block, and its request. */
    this.blocks = new Map();
    this.removed = [];
    this.removals = 0;
  }

  get(key) {
    return this.photos.get(key);
  }

  get isLoading() {
    for (const block of this.blocks.values()) if (block.request || block.timer) return true;
    return false;
  }

  /** Why held photos have not arrived; undefined if none failed. */
  get failure() {
    for (const block of this.blocks.values()) if (block.failure) return block.failure;
    return undefined;
  }

  put(key, photo) {
    this.photos.set(key, photo);
    this.keys.set(photo.id, key);
  }

  hold(key) {
    const number = this.#blockOf(key);
    let block = this.blocks.get(number);
    if (!block) {
      block = { number, held: new Set(), request: null, timer: 0, failures: 0, failure: null };
      this.blocks.set(number, block);
    }
    block.held.add(key);
    if (!this.photos.has(key) && !block.request && !block.timer) this.#loadLater(block, DELAY);
  }

  release(key) {
    const number = this.#blockOf(key);
    const block = this.blocks.get(number);
    block?.held.delete(key);
    if (!block || block.held.size > 0) return;
    stop(block);
    this.blocks.delete(number);
    if (block.failure) this.events.changed();
    this.#forget();
  }

  /** Retries failed blocks at once. */
  retry() {
    for (const block of this.blocks.values()) {
      if (block.failure && !block.request) this.#loadLater(block, 0);
    }
  }

  /** Until `removalEnded`, the server's count may or may not include the photo. */
  removalBegan() {
    this.removals += 1;
  }

  removalEnded(key, isRemoved) {
    this.removals -= 1;
    if (!isRemoved) return;
    const held = [...this.blocks.values()].flatMap((block) => [...block.held]);
    for (const block of this.blocks.values()) stop(block);
    this.blocks.clear();
    this.keys.delete(this.photos.get(key)?.id);
    this.photos.delete(key);
    this.removed.push(key);
    for (const other of held) if (other !== key) this.hold(other);
  }

  /** The server's count for a key. */
  #ordinal(key) {
    return key - this.removed.reduce((below, removed) => below + (removed < key ? 1 : 0), 0);
  }

  #blockOf(key) {
    return Math.floor((this.#ordinal(key) - 1) / BLOCK);
  }

  #loadLater(block, delay) {
    clearTimeout(block.timer);
    block.timer = setTimeout(() => {
      block.timer = 0;
      this.#load(block);
    }, delay);
  }

  async #load(block) {
    const request = new AbortController();
    block.request = request;
    try {
      const { photos } = await getPhotos({
        after: 0, page: block.number + 1, pageSize: BLOCK, signal: request.signal,
      });
      if (block.request !== request) return;
      Object.assign(block, { request: null, failures: 0, failure: null });
      if (this.removals > 0) this.#loadLater(block, 100);
      else this.#take(block, photos);
    } catch (error) {
      if (block.request !== request) return;
      Object.assign(block, { request: null, failure: error.message });
      block.failures += 1;
      const delay = Math.min(RETRY_MAX, 1000 * 2 ** (block.failures - 1));
      this.#loadLater(block, delay * (1 + Math.random()));
      this.events.changed();
    }
  }

  #take(block, photos) {
    const byOrdinal = new Map(photos.reverse().map(
      (photo, place) => [block.number * BLOCK + place + 1, photo],
    ));
    const held = [...block.held];
    for (const key of held) {
      const photo = byOrdinal.get(this.#ordinal(key));
      // Another client removed photos: keys and the server's count no longer match.
      if (!photo || (this.keys.get(photo.id) ?? key) !== key) {
        this.events.stale();
        return;
      }
      this.put(key, photo);
    }
    this.events.arrived(held);
  }

  /** Forgets photos that are not held, the oldest entries first. */
  #forget() {
    if (this.photos.size <= KEPT_MAX) return;
    for (const [key, photo] of this.photos) {
      if (this.photos.size <= KEPT_MAX / 2) return;
      if (this.blocks.get(this.#blockOf(key))?.held.has(key)) continue;
      this.photos.delete(key);
      this.keys.delete(photo.id);
    }
  }
}

function stop(block) {
  clearTimeout(block.timer);
  block.request?.abort();
  Object.assign(block, { request: null, timer: 0 });
}
