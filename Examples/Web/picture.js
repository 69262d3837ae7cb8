// A photo's picture: preload fetches it, display decodes it, visible shows it. Leaving a range undoes
// that: the picture is hidden, detached from its element, its request cancelled, its memory freed.

import { getImage } from './api.js';

/** Fewer than a browser's connections per server: texts need one too. */
const AT_ONCE = 4;
const RETRY_MAX = 4000;

/** Waiting requests, the most urgent first. */
export class Lane {
  constructor(limit = AT_ONCE) {
    this.limit = limit;
    this.running = 0;
    this.waiting = new Set();
  }

  /** Runs `start()` when it is its turn. Returns a function that removes it. */
  enter(start, urgency) {
    const entry = { start, urgency };
    this.waiting.add(entry);
    // Later, so that the most urgent of one update is first.
    queueMicrotask(() => this.#next());
    return () => this.waiting.delete(entry);
  }

  #next() {
    while (this.running < this.limit && this.waiting.size > 0) {
      let first = null;
      for (const entry of this.waiting) {
        entry.rank = entry.urgency();
        if (!first || entry.rank < first.rank) first = entry;
      }
      this.waiting.delete(first);
      this.running += 1;
      first.start().finally(() => {
        this.running -= 1;
        this.#next();
      });
    }
  }
}

export class Picture {
  /**
   * @param {Lane} lane
   * @param {import('./counters.js').Counters} counters
   * @param {{ urgency: () => number, changed: () => void, gone: () => void }} owner
   */
  constructor(lane, counters, owner) {
    this.lane = lane;
    this.counters = counters;
    this.owner = owner;
    /** @type {'none' | 'waiting' | 'loading' | 'failed' | 'loaded' | 'decoded'} */
    this.state = 'none';
    this.failures = 0;
    this.isShown = false;
    this.wasShown = false;
    this.image = null;
  }

  /** Enters preload: starts the request. */
  load(path) {
    this.path = path;
    this.#wait();
  }

  /** Leaves preload: cancels the request, or frees the picture. */
  unload() {
    const wasAsked = this.state !== 'none' && this.state !== 'waiting';
    if (wasAsked && !this.wasShown) this.counters.wasted += 1;
    clearTimeout(this.timer);
    this.leaveLane?.();
    this.request?.abort();
    if (this.url) URL.revokeObjectURL(this.url);
    Object.assign(this, { request: null, url: null, failures: 0, wasShown: false });
    this.#become('none');
  }

  /** Enters display: decodes into an element, now or once loaded. */
  display(image) {
    this.image = image;
    this.#decode();
  }

  undisplay() {
    if (!this.image) return;
    const { image } = this;
    if (this.state === 'decoded') this.state = 'loaded';
    this.#mark();
    this.image = null;
    image.removeAttribute('src');
  }

  /** Becomes visible: shows it, now or once decoded. */
  show() {
    if (!this.wasShown) {
      if (this.state === 'decoded') this.counters.inTime += 1;
      else this.counters.late += 1;
    }
    this.wasShown = true;
    this.isShown = true;
    this.#mark();
  }

  hide() {
    this.isShown = false;
    this.#mark();
  }

  /** Retries at once if it failed. */
  retry() {
    if (this.state !== 'failed') return;
    clearTimeout(this.timer);
    this.#wait();
  }

  #become(state) {
    this.state = state;
    this.#mark();
    this.owner.changed();
  }

  #mark() {
    const frame = this.image?.parentElement;
    frame?.classList.toggle('shown', this.isShown && this.state === 'decoded');
    frame?.classList.toggle('failed', this.state === 'failed');
    frame?.classList.toggle('waiting', this.isShown && this.state !== 'decoded');
  }

  #wait() {
    this.#become('waiting');
    this.leaveLane = this.lane.enter(() => this.#fetch(), this.owner.urgency);
  }

  async #fetch() {
    const request = new AbortController();
    this.request = request;
    this.#become('loading');
    try {
      const blob = await getImage(this.path, request.signal);
      if (this.request !== request) return;
      Object.assign(this, { request: null, failures: 0, url: URL.createObjectURL(blob) });
      this.#become('loaded');
      this.#decode();
    } catch (error) {
      if (this.request !== request) return;
      this.request = null;
      if (error.status === 404) {
        this.owner.gone();
        return;
      }
      this.failures += 1;
      const delay = Math.min(RETRY_MAX, 1000 * 2 ** (this.failures - 1));
      this.timer = setTimeout(() => this.retry(), delay * (1 + Math.random()));
      this.#become('failed');
    }
  }

  async #decode() {
    const { image, url } = this;
    if (!image || this.state !== 'loaded') return;
    image.src = url;
    try {
      await image.decode();
    } catch {
      // Another source by now, or none; or a broken picture, which is shown as such.
    }
    if (this.image === image && this.url === url && this.state === 'loaded') {
      this.#become('decoded');
    }
  }
}
