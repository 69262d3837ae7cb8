// What the list holds, and how it grows at its ends.
//
// Three ways to show the same photos, each an idiom of its own:
//
//     library   all of them at once, the newest first; rows are fetched where one looks
//     feed      the newest page; batches append older ones at the tail
//     chat      the newest page, the newest last; batches prepend older ones at the head
//
// In each, a batch at the newer end looks for what others have added meanwhile. The engine decides
// when (the end is near, the reader moves there, no fetch is in flight, the last has not failed
// just now); this fetches, edits and tells the engine how it went.

import { addPhoto, getPhotos, removePhoto } from './api.js';

const PAGE = 50;
export const MODES = ['library', 'feed', 'chat'];

/** Room for what is said at the older end, and a margin at the other. */
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
    /** The flights, by end. */
    this.flights = {};
    this.leaving = new Set();
    this.onMode = () => {};
    // Of what was asked for before a refresh, the answers are let fall.
    this.generation = 0;
    this.newest = { key: 0, id: 0 };
    this.oldest = { key: 1, id: 1 };
    this.removedCount = 0;
    feed.isFetching = () => this.isStarting || Object.keys(this.flights).length > 0;
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

  /** Begins, or begins again: another mode, or a refresh. What is there stays until it is told. */
  async start(mode = this.mode) {
    const { list } = this.feed;
    const generation = ++this.generation;
    this.isStarting = true;
    clearTimeout(this.restart);
    this.failures = {};
    for (const end of ['tail', 'head']) list.resetBatch(end);
    this.#land();
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

  /** Begins again where the reader is, as nearly as can be said. */
  async #startHere() {
    const { feed } = this;
    const index = feed.update?.visible.lower ?? 0;
    await this.start();
    if (this.mode === 'library' && feed.deck.count > index) feed.scrollToIndex(index, 'start');
  }

  /** Flights that were cancelled are of nobody's interest any more. */
  #land() {
    for (const flight of Object.values(this.flights)) flight.free();
    this.flights = {};
  }

  #begin(mode, { photos, total_items: total }) {
    const { feed } = this;
    feed.clear();
    this.mode = mode;
    // Rows look otherwise in a chat; before they are measured.
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
    if (this.isComplete) feed.list.endBatch(this.olderEnd);
    if (mode === 'chat') feed.scrollToEnd();
    else feed.scrollToStart();
  }

  configure({ batchScreens = this.batchScreens } = {}) {
    this.batchScreens = batchScreens;
    this.feed.list.configure({
      sticksToEnd: this.mode === 'chat',
      leadingScreens: { [this.olderEnd]: batchScreens, [this.newerEnd]: NEWER_SCREENS },
      extraLengths: { [this.olderEnd]: STRIP, [this.newerEnd]: MARGIN },
    });
  }

  // -- batches --

  /** Does what an update's decisions say. */
  follow(update) {
    if (this.isStarting) return;
    for (const end of ['tail', 'head']) {
      const wanted = update[end].answer === 'yes' || (end === this.olderEnd && this.#isWaitedFor);
      if (wanted && !this.flights[end]) this.#fetch(end);
    }
  }

  /** Whether the window shows the room after the last row that there is. */
  get isOlderSeen() {
    const { list, scroller: { offset, viewport } } = this.feed;
    if (this.olderEnd === 'head') return offset < STRIP;
    return offset + viewport > list.length - STRIP;
  }

  /**
   * Where the reader sees that more is to come, it comes, whatever the engine says of the
   * background or of a trigger that is turned off: a host may decide for itself.
   */
  get #isWaitedFor() {
    return this.isOlderSeen && !this.isComplete && !this.failures[this.olderEnd];
  }

  async #fetch(end) {
    const { feed, generation } = this;
    const flight = feed.list.beginBatch(end);
    this.flights[end] = flight;
    feed.noteStatus();
    try {
      const outcome = await (end === this.olderEnd ? this.#older(flight) : this.#newer(flight));
      if (flight !== this.flights[end]) return;
      delete this.failures[end];
      flight.finish(outcome);
    } catch (error) {
      if (flight !== this.flights[end]) return;
      this.failures[end] = error.message;
      flight.fail();
    }
    delete this.flights[end];
    flight.free();
    if (generation !== this.generation) return;
    if (this.isAddedToo) this.lookForNewer();
    feed.frame();
  }

  async #older(flight) {
    const { photos } = await getPhotos({ before: this.oldest.id, pageSize: PAGE });
    if (flight !== this.flights[flight.end]) return 'cancelled';
    const shown = photos.slice(0, this.oldest.key - this.last);
    const keys = shown.map((photo, place) => this.oldest.key - 1 - place);
    if (shown.length > 0) this.oldest = { key: keys.at(-1), id: shown.at(-1).id };
    this.#insert(keys, shown, flight.end);
    return this.isComplete || photos.length === 0 ? 'ended' : 'completed';
  }

  async #newer(flight) {
    for (let found = 0; ; found += PAGE) {
      this.isAddedToo = false;
      const { photos } = await getPhotos({ after: this.newest.id, pageSize: PAGE });
      if (flight !== this.flights[flight.end]) return 'cancelled';
      const count = photos.length;
      const keys = photos.map((photo, place) => this.newest.key + count - place);
      if (count > 0) this.newest = { key: keys[0], id: photos[0].id };
      this.#insert(keys, photos, flight.end);
      if (count < PAGE) return found + count > 0 ? 'completed' : 'declined';
    }
  }

  /** Inserts what came, the newest first, at an end. */
  #insert(keys, photos, end) {
    const { feed } = this;
    keys.forEach((key, place) => feed.photos.put(key, photos[place]));
    const inOrder = this.mode === 'chat' ? keys.reverse() : keys;
    feed.insert(end === 'head' ? 0 : feed.deck.count, inOrder);
  }

  /** A host may also decide for itself that it is time. */
  lookForNewer() {
    if (this.isStarting) return;
    // What flies may have been answered before the new one was there.
    this.isAddedToo = Boolean(this.flights[this.newerEnd]);
    if (!this.isAddedToo) this.#fetch(this.newerEnd);
  }

  /** Asks again at once for all that failed. */
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
