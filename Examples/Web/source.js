// What the list holds, and how it grows at its ends.
//
// Three ways to show the same photos, each an idiom of its own:
//
//     library   all of them at once, the newest first; rows are fetched as one scrolls to them
//     feed      the newest page; batches append older ones at the tail
//     chat      the newest page, the newest last; batches prepend older ones at the head
//
// In each, a batch at the newer end looks for what others have added meanwhile. The engine decides
// when; this fetches, edits and reports the outcome.

import { addPhoto, getPhotos, removePhoto } from './api.js';

const PAGE = 50;
export const MODES = ['library', 'feed', 'chat'];

/** The extra length at the older end, for the status strip, and a margin at the other. */
export const STRIP = 96;
const MARGIN = 16;
/** How many screens before its newer end a list looks for new rows. */
const NEWER_SCREENS = 0.5;

export class Source {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {{ mode?: string, limit?: number }} options
   */
  constructor(feed, { mode = 'library', limit = Infinity } = {}) {
    this.feed = feed;
    this.mode = mode;
    this.limit = limit;
    this.batchScreens = 2;
    this.failures = {};
    /** The fetches in progress, by end. */
    this.fetches = {};
    this.leaving = new Set();
    this.onMode = () => {};
    // Answers to requests from before a refresh are ignored.
    this.generation = 0;
    this.newest = { key: 0, id: 0 };
    this.oldest = { key: 1, id: 1 };
    this.removedCount = 0;
    feed.isFetching = () => this.isStarting || Object.keys(this.fetches).length > 0;
    feed.positions = () => this.#positions();
    feed.onStale = () => this.#startHere();
  }

  get olderEnd() {
    return this.mode === 'chat' ? 'head' : 'tail';
  }

  get newerEnd() {
    return this.mode === 'chat' ? 'tail' : 'head';
  }

  /** Whether the list has all that there is at its older end. */
  get isComplete() {
    return this.oldest.key <= this.last;
  }

  /** The oldest key to show. */
  get last() {
    return Math.max(1, this.newest.key - this.limit + 1);
  }

  #positions() {
    const total = this.newest.key - this.last + 1 - this.removedCount;
    return { before: this.mode === 'chat' ? total - this.feed.deck.count : 0, total };
  }

  // -- from the beginning --

  /** Begins, or begins again in another mode or for a refresh. The rows stay until the answer. */
  async start(mode = this.mode) {
    const { list } = this.feed;
    const generation = ++this.generation;
    this.isStarting = true;
    clearTimeout(this.restart);
    this.failures = {};
    for (const end of ['tail', 'head']) list.resetBatch(end);
    this.#freeFetches();
    this.feed.noteStatus();
    try {
      const page = await getPhotos({ pageSize: PAGE });
      if (generation !== this.generation) return;
      this.isStarting = false;
      this.#begin(mode, page);
    } catch (error) {
      if (generation !== this.generation) return;
      this.failures.start = error.message;
      this.restart = setTimeout(() => this.start(mode), 2000 + Math.random() * 2000);
      this.wanted = mode;
      this.isStarting = false;
      this.feed.noteStatus();
    }
  }

  /** Begins again, as near as possible to where the reader is. */
  async #startHere() {
    const { feed } = this;
    const index = feed.update?.visible.lower ?? 0;
    await this.start();
    if (this.mode === 'library' && feed.deck.count > index) feed.scrollToIndex(index, 'start');
  }

  #freeFetches() {
    for (const batch of Object.values(this.fetches)) batch.free();
    this.fetches = {};
  }

  #begin(mode, { photos, total_items: total }) {
    const { feed } = this;
    feed.clear();
    this.mode = mode;
    // Before rows are measured: they look different in a chat.
    this.onMode(mode);
    this.leaving.clear();
    this.removedCount = 0;
    this.newest = { key: total, id: photos[0]?.id ?? 0 };
    const shown = photos.slice(0, this.limit);
    shown.forEach((photo, place) => feed.photos.put(total - place, photo));
    const count = mode === 'library' ? Math.min(total, this.limit) : shown.length;
    this.oldest = { key: total - count + 1, id: shown.at(-1)?.id ?? 0 };
    this.configure();
    if (mode === 'chat') feed.insertRun(0, this.oldest.key, count, 1);
    else feed.insertRun(0, total, count, -1);
    if (this.isComplete) feed.list.markExhausted(this.olderEnd);
    if (mode === 'chat') feed.scrollToEnd();
    else feed.scrollToStart();
  }

  configure({ batchScreens = this.batchScreens } = {}) {
    this.batchScreens = batchScreens;
    this.feed.list.setSettings({
      sticks: { tail: this.mode === 'chat' },
      leadingScreens: { [this.olderEnd]: batchScreens, [this.newerEnd]: NEWER_SCREENS },
      extraLengths: { [this.olderEnd]: STRIP, [this.newerEnd]: MARGIN },
    });
  }

  // -- batches --

  /** Carries out an update's batch decisions. */
  follow(update) {
    if (this.isStarting) return;
    for (const end of ['tail', 'head']) {
      const wanted = update[end].answer === 'yes' || (end === this.olderEnd && this.#isWaitedFor);
      if (wanted && !this.fetches[end]) this.#fetch(end);
    }
  }

  /** Whether the extra length past the oldest row is on screen. */
  get isOlderSeen() {
    const { list, scroller: { offset, viewport } } = this.feed;
    if (this.olderEnd === 'head') return offset < STRIP;
    return offset + viewport > list.length - STRIP;
  }

  /**
   * Whether the reader sees that more is to come. It is then fetched even if the engine, in the
   * background or with the end disabled, would not: a host may decide by itself.
   */
  get #isWaitedFor() {
    return this.isOlderSeen && !this.isComplete && !this.failures[this.olderEnd];
  }

  async #fetch(end) {
    const { feed, generation } = this;
    const batch = feed.list.beginBatch(end);
    this.fetches[end] = batch;
    feed.noteStatus();
    try {
      const outcome = await (end === this.olderEnd ? this.#older(batch) : this.#newer(batch));
      if (batch !== this.fetches[end]) return;
      delete this.failures[end];
      batch.finish(outcome);
    } catch (error) {
      if (batch !== this.fetches[end]) return;
      this.failures[end] = error.message;
      batch.finish('failed');
    }
    delete this.fetches[end];
    batch.free();
    if (generation !== this.generation) return;
    if (this.isAddedToo) this.lookForNewer();
    feed.frame();
  }

  async #older(batch) {
    const { photos } = await getPhotos({ before: this.oldest.id, pageSize: PAGE });
    if (batch !== this.fetches[batch.end]) return 'cancelled';
    const shown = photos.slice(0, this.oldest.key - this.last);
    const keys = shown.map((photo, place) => this.oldest.key - 1 - place);
    if (shown.length > 0) this.oldest = { key: keys.at(-1), id: shown.at(-1).id };
    this.#insert(keys, shown, batch.end);
    return this.isComplete || photos.length === 0 ? 'exhausted' : 'completed';
  }

  async #newer(batch) {
    for (let found = 0; ; found += PAGE) {
      this.isAddedToo = false;
      const { photos } = await getPhotos({ after: this.newest.id, pageSize: PAGE });
      if (batch !== this.fetches[batch.end]) return 'cancelled';
      const count = photos.length;
      const keys = photos.map((photo, place) => this.newest.key + count - place);
      if (count > 0) this.newest = { key: keys[0], id: photos[0].id };
      this.#insert(keys, photos, batch.end);
      if (count < PAGE) return found + count > 0 ? 'completed' : 'declined';
    }
  }

  /** Inserts photos, the newest first, at an end. */
  #insert(keys, photos, end) {
    const { feed } = this;
    keys.forEach((key, place) => feed.photos.put(key, photos[place]));
    const inOrder = this.mode === 'chat' ? keys.reverse() : keys;
    feed.insert(end === 'head' ? 0 : feed.deck.count, inOrder);
  }

  /** Fetches at the newer end without the engine's decision. */
  lookForNewer() {
    if (this.isStarting) return;
    // A fetch in progress may have been answered before the new photo was there.
    this.isAddedToo = Boolean(this.fetches[this.newerEnd]);
    if (!this.isAddedToo) this.#fetch(this.newerEnd);
  }

  /** Retries at once everything that failed. */
  retry() {
    if (this.failures.start) this.start(this.wanted);
    for (const end of ['tail', 'head']) {
      if (this.failures[end]) this.feed.list.retryBatch(end);
    }
    this.feed.retry();
    this.feed.frame();
  }

  // -- what the reader does --

  async add() {
    await addPhoto();
    this.lookForNewer();
  }

  /** Removes the row that has the focus, or the first that is whole on the screen. */
  async removeOne() {
    const { feed } = this;
    const key = this.#candidate();
    const photo = feed.photos.get(key);
    if (!photo) return;
    const { generation } = this;
    this.leaving.add(key);
    feed.rows.get(key)?.element.classList.add('leaving');
    feed.photos.removalBegan();
    let isRemoved = false;
    try {
      await removePhoto(photo.id);
      isRemoved = true;
    } finally {
      if (generation === this.generation && this.leaving.delete(key)) {
        feed.photos.removalEnded(key, isRemoved);
        feed.rows.get(key)?.element.classList.remove('leaving');
        if (isRemoved) {
          this.removedCount += 1;
          feed.remove(key);
        }
      }
    }
  }

  #candidate() {
    const { feed } = this;
    const keys = feed.visibleKeys.filter((key) => feed.photos.get(key) && !this.leaving.has(key));
    const [focused] = feed.focusedIndex >= 0
      ? feed.deck.keys(feed.focusedIndex, feed.focusedIndex + 1) : [];
    if (keys.includes(focused)) return focused;
    const isWhole = (key) => feed.list.item(feed.indexOf(key)).offset >= feed.scroller.offset - 1;
    return keys.find(isWhole) ?? keys[0];
  }
}
