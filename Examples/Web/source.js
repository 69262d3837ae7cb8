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

export const PAGE = 50;
export const MODES = ['library', 'feed', 'chat'];

/** How long the strip past the oldest row is. */
const STRIP = 96;
/** How many screens before its newer end a list looks for new rows. */
const NEWER_SCREENS = 0.5;

export class Source {
  /**
   * @param {import('./feed.js').Feed} feed
   * @param {{ mode?: string, limit?: number, first?: Promise<object> }} options with the newest page,
   *   if it has been asked for already
   */
  constructor(feed, { mode = 'library', limit = Infinity, first = undefined } = {}) {
    this.feed = feed;
    this.mode = mode;
    this.limit = limit;
    this.first = first;
    this.batchScreens = 2;
    this.failures = {};
    this.leaving = new Set();
    this.onMode = () => {};
    // Answers to requests from before a refresh are ignored.
    this.generation = 0;
    this.newest = { key: 0, id: 0 };
    this.oldest = { key: 1, id: 1 };
    this.removedCount = 0;
    feed.positions = () => this.#positions();
    feed.onStale = () => this.#startHere();
    feed.fetch = (end, signal) => this.#fetch(end, signal);
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
    const { feed } = this;
    const generation = ++this.generation;
    feed.begin();
    clearTimeout(this.restart);
    this.failures = {};
    feed.list.resetFetching();
    feed.noteStatus();
    try {
      const page = await (this.first ?? getPhotos({ pageSize: PAGE }));
      if (generation !== this.generation) return;
      this.#begin(mode, page);
    } catch (error) {
      if (generation !== this.generation) return;
      this.failures.start = error.message;
      this.restart = setTimeout(() => this.start(mode), 2000 + Math.random() * 2000);
      this.wanted = mode;
      feed.begun();
      feed.noteStatus();
    }
    this.first = undefined;
  }

  /** Begins again, as near as possible to where the reader is. */
  async #startHere() {
    const { feed } = this;
    const index = feed.list.latest.visible.lower;
    await this.start();
    if (this.mode === 'library' && feed.deck.count > index) {
      feed.list.scrollTo(index, { align: 'start' });
    }
  }

  #begin(mode, { photos, total_items: total }) {
    const { feed } = this;
    feed.clear();
    this.mode = mode;
    feed.isChat = mode === 'chat';
    // Before rows are made: they look different in a chat, and the strip is at the other end.
    this.onMode(mode);
    feed.list.remeasure();
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
    if (this.isComplete) feed.list.engine.markExhausted(this.olderEnd);
    feed.begun();
    if (mode === 'chat') feed.scrollToEnd();
    else feed.scrollToStart();
  }

  configure({ batchScreens = this.batchScreens } = {}) {
    this.batchScreens = batchScreens;
    this.feed.list.engine.setSettings({
      sticks: { tail: this.mode === 'chat' },
      leadingScreens: { [this.olderEnd]: batchScreens, [this.newerEnd]: NEWER_SCREENS },
    });
  }

  // -- batches --

  /**
   * Fetches where the reader sees that more is to come, even if the engine, in the background or with
   * the end disabled, would not: a host may decide by itself.
   */
  follow() {
    const { feed, olderEnd } = this;
    if (feed.isStarting || this.isComplete || this.failures[olderEnd]) return;
    if (this.isOlderSeen) feed.list.fetch(olderEnd);
  }

  /** Whether the strip past the oldest row is on screen. */
  get isOlderSeen() {
    const { list } = this.feed;
    const room = list.scrollLength - list.viewportLength;
    return this.olderEnd === 'head' ? list.offset < STRIP : list.offset > room - STRIP;
  }

  /** Fetches at an end for the list; resolves with the outcome. */
  async #fetch(end, signal) {
    this.feed.noteStatus();
    try {
      const outcome = await (end === this.olderEnd ? this.#older(end, signal) : this.#newer(end, signal));
      delete this.failures[end];
      return outcome;
    } catch (error) {
      if (!signal.aborted) this.failures[end] = error.message;
      throw error;
    } finally {
      // A photo that was added meanwhile may not have been in the answer.
      if (!signal.aborted && end === this.newerEnd && this.isAddedToo) {
        setTimeout(() => this.lookForNewer());
      }
    }
  }

  async #older(end, signal) {
    const { photos } = await getPhotos({ before: this.oldest.id, pageSize: PAGE, signal });
    const shown = photos.slice(0, this.oldest.key - this.last);
    const keys = shown.map((photo, place) => this.oldest.key - 1 - place);
    if (shown.length > 0) this.oldest = { key: keys.at(-1), id: shown.at(-1).id };
    this.#insert(keys, shown, end);
    return this.isComplete || photos.length === 0 ? 'exhausted' : 'completed';
  }

  async #newer(end, signal) {
    for (let found = 0; ; found += PAGE) {
      this.isAddedToo = false;
      const { photos } = await getPhotos({ after: this.newest.id, pageSize: PAGE, signal });
      const count = photos.length;
      const keys = photos.map((photo, place) => this.newest.key + count - place);
      if (count > 0) this.newest = { key: keys[0], id: photos[0].id };
      this.#insert(keys, photos, end);
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
    const { feed, newerEnd } = this;
    if (feed.isStarting) return;
    this.isAddedToo = feed.list.isFetching(newerEnd);
    feed.list.fetch(newerEnd);
  }

  /** Retries at once everything that failed. */
  retry() {
    if (this.failures.start) this.start(this.wanted);
    for (const end of ['tail', 'head']) {
      if (this.failures[end]) this.feed.list.retry(end);
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
    feed.rowOf(key)?.element.classList.add('leaving');
    feed.photos.removalBegan();
    let isRemoved = false;
    try {
      await removePhoto(photo.id);
      isRemoved = true;
    } finally {
      if (generation === this.generation && this.leaving.delete(key)) {
        feed.photos.removalEnded(key, isRemoved);
        feed.rowOf(key)?.element.classList.remove('leaving');
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
    const { engine, offset } = feed.list;
    const isWhole = (key) => engine.item(feed.deck.indexOf(key)).offset >= offset - 1;
    return keys.find(isWhole) ?? keys[0];
  }
}
