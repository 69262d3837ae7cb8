// What the list holds: a store of the server's photos.
//
// Three ways to show the same photos, each a store with other options:
//
//     library   all of them, with placeholders, the newest first
//     feed      the newest page; older ones follow as one scrolls, without placeholders
//     chat      the same, the newest last
//
// The store asks for positions or for keys: what comes before or after a photo. Which pages to
// request, and which to drop, is up to it; this asks the server, and says what the reader wants.

import { addPhoto, getPhotos, removePhoto } from './api.js';

export const PAGE = 50;
export const MODES = ['library', 'feed', 'chat'];
export const KINDS = ['offsets', 'keys'];

/** How long the strip past the oldest row is. */
const STRIP = 96;
/** Whether the last request for a place has failed, also while it is made again. */
export function hasFailed(store, place) {
  const { state, attempt } = store?.state(place) ?? {};
  return state === 'failed' || (state === 'loading' && attempt > 0);
}

/** The day that begins between two photos, if any. */
function dayBetween(before, after) {
  const [was, day] = [before, after].map((photo) => photo?.date.slice(0, 10));
  return day === was ? undefined : day;
}

/** How many screens before its newer end a list looks for new rows. */
const NEWER_SCREENS = 0.5;
/** By keys, how far one jumps before the list starts over there. */
const JUMP = 200;

export class Source {
  #places = new WeakMap();
  #isNearNewer = true;
  #goesToNewest = false;
  #answer = null;

  /**
   * @param {import('./feed.js').Feed} feed
   * @param {{ create: (options: object) => import('../../Bindings/JavaScript/src/store.js').Store }} stores
   * @param {{ mode?: string, kind?: string, limit?: number, pageLimit?: number,
   *   first?: Promise<object> }} options with the newest page, if it has been asked for already
   */
  constructor(feed, stores, {
    mode = 'library', kind = 'offsets', limit = Infinity, pageLimit = 40, first = undefined,
  } = {}) {
    Object.assign(this, { feed, stores, mode, kind, limit, pageLimit, first });
    this.leadingScreens = 2;
    this.leaving = new Set();
    this.loading = 0;
    this.total = 0;
    this.newCount = 0;
    this.next = null;
    this.onMode = () => {};
    feed.source = this;
  }

  /** The store of the list, or until there is one that which is to be. */
  get store() { return this.feed.store ?? this.next; }

  get hasPlaceholders() { return this.mode === 'library'; }

  get olderEnd() { return this.mode === 'chat' ? 'head' : 'tail'; }

  get newerEnd() { return this.mode === 'chat' ? 'tail' : 'head'; }

  /** Whether the list has all that there is at its older end. */
  get isComplete() { return this.store.state(this.olderEnd).state === 'ended'; }

  /** Where the first row is among all, and how many there are. */
  get positions() {
    const { store } = this;
    const { count } = store;
    if (this.hasPlaceholders) return { before: 0, total: count };
    const total = Math.max(this.total, count);
    if (store.state('head').state === 'ended') return { before: 0, total: Math.max(total, count) };
    if (store.state('tail').state === 'ended') return { before: total - count, total };
    const before = this.#places.get(store.get(0)) ?? 0;
    return { before, total: Math.max(total, before + count) };
  }

  // -- from the beginning --

  /** Begins, or begins again in another way. The rows stay until the answer. */
  async start({ mode = this.mode, kind = this.kind } = {}) {
    this.next?.free();
    // A chat begins at its end, which only keys can ask for.
    const isKeyed = kind === 'keys' || mode === 'chat';
    const store = this.stores.create({
      source: isKeyed ? 'keys' : 'offsets', pageSize: PAGE, placeholders: mode === 'library',
      looksAhead: !isKeyed, pageLimit: this.pageLimit,
      jumpDistance: isKeyed && mode === 'library' ? JUMP : 0,
      load: (request) => this.#load(mode, request),
      separator: (before, after) => (mode === 'library' ? dayBetween(before, after) : undefined),
      onChange: () => this.feed.noteStatus(),
    });
    this.next = store;
    const { feed } = this;
    const isFirst = !feed.store;
    const goal = isFirst ? feed.back.goal({ isKeyed, hasPlaceholders: mode === 'library' }) : undefined;
    feed.noteStatus();
    // A refresh that fails is made again.
    const done = () => store.refresh(goal ?? (mode === 'chat' ? 'last' : 'first')).catch(() => undefined);
    await done();
    while (this.next === store && store.state('refresh').state !== 'ended') await this.#pause(store);
    if (this.next !== store) return;
    this.next = null;
    this.#show(store, { mode, kind, isFirst });
  }

  #pause(store) {
    return new Promise((resolve) => {
      store.onChange = () => {
        this.feed.noteStatus();
        resolve();
      };
      if (this.next !== store) resolve();
      setTimeout(resolve, 200);
    });
  }

  #show(store, { mode, kind, isFirst }) {
    const { feed } = this;
    const isOther = mode !== this.mode;
    Object.assign(this, { mode, kind, newCount: 0 });
    this.leaving.clear();
    feed.isChat = mode === 'chat';
    // Before rows are made: they look different in a chat, and the strip is at the other end.
    this.onMode(mode);
    feed.show(store, this.leadingScreens);
    store.onChange = (edits) => this.#changed(edits);
    if (isOther || isFirst) feed.layOut();
    feed.list.engine.setSettings({ sticks: { tail: mode === 'chat' } });
    this.#isNearNewer = true;
    if (mode === 'chat') feed.scrollToEnd();
    else feed.scrollToStart();
    if (isFirst) feed.back.begin();
  }

  setLeadingScreens(screens) {
    this.leadingScreens = screens;
    const { store } = this.feed;
    if (store) store.attach(this.feed.list, { leadingScreens: screens, marksHeaders: true });
  }

  // -- requests --

  async #load(mode, request) {
    this.loading += 1;
    this.feed.noteStatus();
    try {
      const isChat = mode === 'chat';
      const { kind, position, key, count, signal } = request;
      const where = {};
      if (position !== null) where.offset = position;
      else if (kind === 'at') where.around = key;
      else if (kind === 'after' || kind === 'before') {
        where[(kind === 'after') === isChat ? 'after' : 'before'] = key;
      }
      const { first } = this;
      this.first = undefined;
      const isStart = (kind === 'first' || kind === 'last' || position === 0) && request.isRefresh;
      const answer = await (isStart && first || getPhotos({ ...where, pageSize: count, signal }));
      return this.#replyOf(answer, isChat);
    } finally {
      this.loading -= 1;
    }
  }

  #replyOf({ photos, all_items: all, newer_items: newer, older_items: older }, isChat) {
    const total = Math.min(all, this.limit);
    this.total = total;
    if (newer === null) return { items: [], total };
    const items = photos.slice(0, Math.max(0, this.limit - newer));
    const left = Math.max(0, Math.min(older + photos.length - items.length, total - newer - items.length));
    if (isChat) items.reverse();
    const [before, after] = isChat ? [left, newer] : [newer, left];
    items.forEach((photo, at) => this.#places.set(photo, before + at));
    this.#answer = { key: items[0]?.id, before };
    return { items, before, after, total };
  }

  #changed(edits) {
    const { feed, store } = this;
    if (this.#answer) this.#count(this.#answer);
    this.#answer = null;
    const isOver = (place) => store.state(place).state === 'ended';
    if (this.#goesToNewest && isOver('refresh') && isOver(this.newerEnd)) {
      this.#goesToNewest = false;
      // First what is read stays in place, and then it is left.
      feed.frame();
      if (this.mode === 'chat') feed.scrollToEnd();
      else feed.scrollToStart();
    }
    feed.edited(edits);
  }

  /** How many photos the server has at the newer end that no row shows. */
  #count({ key, before }) {
    const { store } = this;
    const slot = store.slotOf(key);
    const { before: rows, total } = this.positions;
    const shift = slot < 0 || this.mode === 'chat' ? 0 : before - rows - slot;
    const missing = this.mode === 'chat' && store.state('tail').state === 'ended'
      ? this.total - total : 0;
    this.newCount = Math.max(0, shift, missing, store.hiddenCount);
  }

  // -- the newer end --

  /** Called after each update: one who comes to the newer end sees what is new there. */
  follow() {
    const { feed: { list } } = this;
    const room = list.scrollLength - list.viewportLength;
    const distance = this.mode === 'chat' ? room - list.offset : list.offset;
    const isNear = distance < NEWER_SCREENS * list.viewportLength;
    if (isNear && !this.#isNearNewer) this.lookForNewer();
    this.#isNearNewer = isNear;
  }

  /** Whether the strip past the oldest row is on screen. */
  get isOlderSeen() {
    const { list } = this.feed;
    const room = list.scrollLength - list.viewportLength;
    return this.olderEnd === 'head' ? list.offset < STRIP : list.offset > room - STRIP;
  }

  lookForNewer() {
    const { store } = this.feed;
    if (!store || this.next) return;
    const isThere = store.has(this.newerEnd === 'head' ? 0 : store.count - 1);
    if (!isThere || store.state('refresh').state !== 'ended') return;
    if (store.state(this.newerEnd).state !== 'ended') return;
    if (this.isKeyed && !this.hasPlaceholders) store.open(this.newerEnd);
    else this.refresh();
  }

  get isKeyed() { return this.kind === 'keys' || this.mode === 'chat'; }

  /** Goes to the newest photos, which may not be loaded. */
  showNewest() {
    const { feed, feed: { store } } = this;
    const isOpen = store.state(this.newerEnd).state !== 'ended';
    if (!this.hasPlaceholders && (isOpen || this.newCount > 0)) {
      this.#goesToNewest = true;
      if (this.isKeyed) store.jump(this.newerEnd);
      else store.refresh('first');
    } else if (this.newCount > 0 && !this.isKeyed) {
      this.#goesToNewest = true;
      store.refresh('first');
    }
    if (this.mode === 'chat') feed.scrollToEnd();
    else feed.scrollToStart();
  }

  // -- what the reader does --

  /** Shows what the server has now; what is read stays in place. */
  refresh() {
    const { feed: { store, list }, next } = this;
    if (!store) return next?.retry();
    const { lower: first, upper } = list.latest.visible;
    const { lower } = store.rows.slotsOfRows({ lower: first, upper: Math.min(first + 1, upper) });
    const isHeld = store.has(lower) || !this.hasPlaceholders;
    this.#answer = null;
    return store.refresh(isHeld ? 'anchor' : { position: lower });
  }

  /** Retries at once everything that failed. */
  retry() {
    this.next?.retry();
    this.feed.store?.retry();
    this.feed.retry();
    this.feed.frame();
  }

  async add() {
    await addPhoto();
    const { store } = this.feed;
    if (this.isKeyed && !this.hasPlaceholders && store.state(this.newerEnd).state === 'ended') {
      store.open(this.newerEnd);
    } else {
      this.refresh();
    }
  }

  /** Keeps the row that has the focus, or the first that is whole on the screen, or lets it go again. */
  keepOne() {
    const id = this.#candidate();
    return { id, isKept: id !== undefined && this.feed.keep(id) };
  }

  /** Removes the row that has the focus, or the first that is whole on the screen. */
  async removeOne() {
    const { feed } = this;
    const id = this.#candidate();
    if (id === undefined) return;
    this.leaving.add(id);
    feed.rowOf(id)?.element.classList.add('leaving');
    try {
      await removePhoto(id);
      this.gone(id);
    } finally {
      this.leaving.delete(id);
      feed.rowOf(id)?.element.classList.remove('leaving');
    }
  }

  /** A photo is not on the server any more. */
  gone(id) {
    const { feed, feed: { store } } = this;
    const index = store.slotOf(id);
    if (index < 0) return;
    const hadFocus = feed.rowOf(id)?.element.contains(document.activeElement);
    this.total -= 1;
    store.remove(id);
    feed.frame();
    if (hadFocus) feed.focusIndex(store.rows.rowOfSlot(Math.min(index, store.count - 1)));
  }

  #candidate() {
    const { feed, feed: { list } } = this;
    const ids = feed.visiblePhotos.map(({ id }) => id).filter((id) => !this.leaving.has(id));
    const focused = feed.focusedIndex < 0 ? undefined : feed.photoAt(feed.focusedIndex)?.id;
    if (ids.includes(focused)) return focused;
    const isWhole = (id) => list.engine.item(feed.indexOf(id)).offset >= list.offset - 1;
    return ids.find(isWhole) ?? ids[0];
  }

  /** What could not be loaded, for a message; undefined if nothing failed. */
  get failure() {
    const { feed, feed: { store } } = this;
    if (hasFailed(this.next ?? store, 'refresh')) return 'The photos could not be loaded.';
    if (!store) return undefined;
    if (feed.missingSlots.some((slot) => hasFailed(store, slot))) return 'Some rows could not be loaded.';
    if (hasFailed(store, this.newerEnd)) return 'New photos could not be loaded.';
    return feed.hasLostPictures ? 'Some pictures could not be loaded.' : undefined;
  }
}
