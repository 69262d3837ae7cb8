// The feed: passes edits and the viewport to the engine, and applies its answers.
//
//     scroll, edits ──▶ list.update() ──▶ changes ──▶ items: request, element, picture
//            ▲                │                            │
//            └── correction ──┴──────── measure ◀──────────┘
//
// All of that happens in one turn, before the browser paints: rows that are measured above the
// viewport correct the offset in the same frame, so nothing jumps.

import { State } from '../../Bindings/JavaScript/src/rangecore.js';
import { Counters } from './counters.js';
import { Deck } from './deck.js';
import { Lane, Picture } from './picture.js';
import { Photos } from './photos.js';
import { Rows } from './rows.js';
import { Scroller } from './scroller.js';

const ESTIMATE = 560;
const SPACING = 16;
/** Each round measures rows that no earlier round has measured. */
const ROUNDS_MAX = 12;
const IN_WINDOW = State.measureLayout | State.preload | State.display | State.visible;

/** An item whose state is above 1, or that has the focus. */
class Item {
  state = 0;

  constructor(key, picture) {
    this.key = key;
    this.picture = picture;
  }

  has(bits) {
    return (this.state & bits) !== 0;
  }
}

export class Feed {
  /**
   * @param {import('../../Bindings/JavaScript/src/rangecore.js').RangeCore} rangecore
   * @param {{ scroller: HTMLElement, spacer: HTMLElement, feed: HTMLElement }} elements
   */
  constructor(rangecore, elements) {
    this.list = rangecore.list({ estimate: ESTIMATE, spacing: SPACING });
    this.list.setSettings({ usesMeanEstimate: true });
    this.elements = elements;
    this.deck = new Deck();
    this.counters = new Counters();
    this.lane = new Lane();
    this.photos = new Photos({
      arrived: (keys) => this.#arrived(keys),
      changed: () => this.noteStatus(),
      stale: () => this.onStale(),
    });
    this.rows = new Rows(elements.feed, () => this.frame());
    this.scroller = new Scroller(elements.scroller, elements.spacer, (kind) => {
      this.frame(kind === 'scroll');
    });
    /** @type {Map<number, Item>} */
    this.items = new Map();
    this.update = null;
    this.width = 0;
    this.indexOf = (key) => this.deck.indexOf(key);
    // Set by observers: called after each update, when loading or failures change, and when the
    // keys no longer match the server's photos.
    this.onUpdate = () => {};
    this.onStatus = () => {};
    this.onStale = () => {};
    this.isFetching = () => false;
    this.positions = () => ({ before: 0, total: this.deck.count });
    this.#observe();
  }

  // -- edits: the deck and the list change together --

  insertRun(index, first, count, step) {
    this.deck.insertRun(index, first, count, step);
    this.list.insert(index, count);
  }

  insert(index, keys) {
    this.deck.insert(index, keys);
    this.list.insert(index, keys.length);
  }

  remove(key) {
    const index = this.deck.indexOf(key);
    if (index < 0) return;
    const hadFocus = this.rows.get(key)?.hasFocus;
    this.deck.remove(index);
    this.list.remove(index, index + 1);
    this.#drop(this.items.get(key));
    this.frame();
    if (hadFocus) this.focusIndex(Math.min(index, this.deck.count - 1));
  }

  clear() {
    this.list.remove(0, this.deck.count);
    this.deck.clear();
    for (const item of [...this.items.values()]) this.#drop(item);
    this.photos.clear();
  }

  // -- going somewhere --

  /** Shows an item, and keeps it in place while rows around it are measured. */
  scrollToIndex(index, fraction) {
    if (!this.update) this.frame();
    this.scroller.jump(this.list.setScrollTarget(index, fraction));
    this.frame();
  }

  scrollToStart() {
    if (this.deck.count > 0) this.scrollToIndex(0, 'start');
    this.scroller.jump(0);
    this.frame();
  }

  scrollToEnd() {
    if (this.deck.count > 0) this.scrollToIndex(this.deck.count - 1, 'end');
    // There may be a margin past the last item.
    this.scroller.jump(this.scroller.track.room);
    this.frame();
  }

  /** Moves the focus to an item's article, which is created if it is not on screen. */
  focusIndex(index) {
    if (index < 0 || index >= this.deck.count) return;
    const [key] = this.deck.keys(index, index + 1);
    this.scrollToIndex(index, 'nearest');
    this.rows.get(key)?.element.focus({ preventScroll: true });
    this.frame();
  }

  /** The index of the article that has the focus, or -1. */
  get focusedIndex() {
    const article = document.activeElement?.closest?.('article[data-key]');
    return article ? this.deck.indexOf(Number(article.dataset.key)) : -1;
  }

  /** The keys of the items on screen, in order. */
  get visibleKeys() {
    if (!this.update) return [];
    const { lower, upper } = this.update.visible;
    return this.deck.keys(lower, Math.min(upper, this.deck.count));
  }

  // -- the turn --

  frame(isUserDriven = false) {
    if (this.isInFrame) return;
    this.isInFrame = true;
    try {
      this.#turn(isUserDriven);
    } finally {
      this.isInFrame = false;
    }
    clearTimeout(this.timer);
    const wait = this.update.nextTime * 1000 - performance.now();
    if (Number.isFinite(wait)) this.timer = setTimeout(() => this.frame(), Math.max(wait, 0) + 1);
    this.onUpdate(this.update);
    this.noteStatus();
  }

  #turn(isUserDriven) {
    const { scroller, list } = this;
    scroller.measure();
    for (let round = 0; round < ROUNDS_MAX; round++) {
      this.update = list.update({
        offset: scroller.offset,
        length: scroller.viewport,
        velocity: scroller.velocity,
        time: performance.now() / 1000,
        jitter: Math.random(),
        isUserDriven: isUserDriven && round === 0,
      });
      scroller.offset += this.update.correction;
      this.#apply(this.update.changes);
      if (this.#measure()) continue;
      scroller.track.length = list.length;
      const clamped = scroller.track.clamped(scroller.offset);
      if (Math.abs(clamped - scroller.offset) < 0.01 || scroller.isPulled) break;
      scroller.offset = clamped;
    }
    scroller.place(list.length);
    this.rows.place(list, scroller, this.indexOf, this.positions());
  }

  #apply({ items, removedCount }) {
    const { lower, upper } = this.update.visible;
    // Removed items were dropped when they were removed.
    for (const change of items.slice(removedCount)) {
      this.deck.keys(change.lower, change.upper).forEach((key, place) => {
        const index = change.lower + place;
        // In the background and when memory is short, items on screen are kept all the same: they
        // would be blank when the reader comes back.
        const isInWindow = lower <= index && index < upper;
        this.#setState(key, isInWindow ? IN_WINDOW : change.after);
      });
    }
  }

  #measure() {
    const measured = this.rows.measure(this.indexOf);
    for (const { key, extent } of measured) this.list.setRowExtents(this.indexOf(key), [extent]);
    return measured.length > 0;
  }

  #setState(key, state) {
    let item = this.items.get(key);
    if (!item) {
      item = new Item(key, new Picture(this.lane, this.counters, {
        urgency: () => this.#urgency(item),
        changed: () => this.noteStatus(),
      }));
      this.items.set(key, item);
    }
    const left = item.state & ~state;
    const entered = state & ~item.state;
    item.state = state;
    // Exits in the opposite order of entering.
    if (left & State.visible) item.picture.hide();
    if (left & State.display) item.picture.undisplay();
    if (left & State.preload) this.#unload(item);
    if (entered & State.preload) this.#load(item);
    if (entered & (State.display | State.visible)) this.#makeRow(item);
    if (entered & State.display) this.#display(item);
    if (entered & State.visible) item.picture.show();
    this.#release(item);
  }

  /** Visible items first, then the nearest ahead. */
  #urgency(item) {
    if (item.has(State.visible)) return 0;
    const index = this.deck.indexOf(item.key);
    const { visible: { lower, upper }, direction } = this.update;
    const isBehind = (index < lower) === (direction === 'forward');
    return 1 + Math.max(lower - index, index - upper, 0) * (isBehind ? 2 : 1);
  }

  #load(item) {
    this.photos.hold(item.key);
    const photo = this.photos.get(item.key);
    if (photo) item.picture.load(photo.image);
  }

  #unload(item) {
    this.photos.release(item.key);
    item.picture.unload();
  }

  #makeRow(item) {
    if (this.rows.get(item.key)) return;
    const row = this.rows.make(item.key);
    const photo = this.photos.get(item.key);
    if (photo) row.fill(photo);
  }

  #display(item) {
    const row = this.rows.get(item.key);
    if (row?.photo) item.picture.display(row.image);
  }

  /** Recycles the element of a row that is not needed, and forgets an item without one. */
  #release(item) {
    const row = this.rows.get(item.key);
    const isNeeded = item.has(State.display | State.visible) || row?.hasFocus;
    if (row && !isNeeded) this.rows.recycle(item.key);
    if (!isNeeded && item.state <= State.measureLayout) this.items.delete(item.key);
  }

  /** Frees everything of an item that was removed. */
  #drop(item) {
    if (!item) return;
    if (item.has(State.visible)) item.picture.hide();
    item.picture.undisplay();
    if (item.has(State.preload)) this.#unload(item);
    if (this.rows.get(item.key)) this.rows.recycle(item.key);
    this.items.delete(item.key);
  }

  // -- loading and failures --

  /** Reports a change of status, once for all that change together. */
  noteStatus() {
    if (this.isStatusNoted) return;
    this.isStatusNoted = true;
    queueMicrotask(() => {
      this.isStatusNoted = false;
      const isBusy = String(this.isBusy);
      const { feed } = this.elements;
      if (feed.ariaBusy !== isBusy) feed.ariaBusy = isBusy;
      this.onStatus();
    });
  }

  get isBusy() {
    if (this.isFetching() || this.photos.isLoading) return true;
    return this.#shown().some(({ picture }) => picture.state !== 'decoded');
  }

  get failure() {
    const isLost = ({ picture }) => picture.failures > 1;
    return this.photos.failure ?? (this.#shown().some(isLost) ? 'pictures' : undefined);
  }

  retry() {
    this.photos.retry();
    for (const { picture } of this.items.values()) picture.retry();
  }

  #shown() {
    return [...this.items.values()].filter((item) => item.has(State.visible));
  }

  #arrived(keys) {
    for (const key of keys) {
      const item = this.items.get(key);
      const photo = this.photos.get(key);
      if (!item || !photo) continue;
      if (item.has(State.preload) && item.picture.state === 'none') item.picture.load(photo.image);
      const row = this.rows.get(key);
      if (row && !row.photo) row.fill(photo);
      if (item.has(State.display)) this.#display(item);
    }
    this.frame();
  }

  #observe() {
    const { feed, scroller } = this.elements;
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(feed);
    observer.observe(scroller);
    feed.addEventListener('focusout', () => {
      // The next element has the focus only afterwards.
      queueMicrotask(() => {
        for (const item of [...this.items.values()]) this.#release(item);
      });
    });
  }

  #resized() {
    const { feed, scroller } = this.elements;
    const width = feed.getBoundingClientRect().width;
    const isOther = width !== this.width;
    if (isOther) {
      // Lines wrap differently: all extents are outdated.
      this.width = width;
      this.list.forget(0, this.deck.count);
      this.rows.forgetExtents();
    }
    if (isOther || scroller.clientHeight !== this.scroller.viewport) this.frame();
  }
}
