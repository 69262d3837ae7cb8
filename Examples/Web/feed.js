// The feed: which photo is at which index, and what each item's state means for its texts and its
// picture. The virtual list does the rest: it scrolls, makes rows, measures and places them.
//
//     preload    the texts and the picture are fetched
//     display    the row is there, and the picture is decoded into it
//     visible    the picture is shown
//
// Leaving a range undoes what entering it did.

import { State } from '../../Bindings/JavaScript/src/rangecore.js';
import { Counters } from './counters.js';
import { Deck } from './deck.js';
import { Lane, Picture } from './picture.js';
import { Photos } from './photos.js';
import { Row } from './row.js';

const ESTIMATE = 560;
const SPACING = 16;
/** Cards side by side are at least so wide. */
const CARD_MIN = 360;
const IN_WINDOW = State.measureLayout | State.preload | State.display | State.visible;

/** An item whose state is above 1. */
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
  /** @type {Map<number, Item>} */
  items = new Map();
  /** @type {WeakMap<Element, Row>} */
  #rows = new WeakMap();
  #needsPositions = true;
  // Set by observers: called after each update, when loading or failures change, and when the keys
  // no longer match the server's photos.
  onUpdate = () => {};
  onStatus = () => {};
  onStale = () => {};
  fetch = undefined;
  positions = () => ({ before: 0, total: this.deck.count });
  isStarting = true;
  isChat = false;

  /**
   * @param {new (scroller: HTMLElement, options: object) => import('../../Bindings/JavaScript/src/dom.js').VirtualList} List
   * @param {import('../../Bindings/JavaScript/src/rangecore.js').RangeCore} rangecore
   * @param {{ scroller: HTMLElement, feed: HTMLElement }} elements
   */
  constructor(List, rangecore, { scroller, feed }) {
    this.element = feed;
    this.deck = new Deck();
    this.counters = new Counters();
    this.lane = new Lane();
    this.photos = new Photos({
      arrived: (keys) => this.#arrived(keys),
      changed: () => this.noteStatus(),
      stale: () => this.onStale(),
    });
    this.list = new List(scroller, {
      rangecore,
      container: feed,
      estimate: ESTIMATE,
      spacing: SPACING,
      settings: { insertionPending: true },
      columns: (breadth) => this.#columns(breadth),
      render: (index) => this.#render(index),
      update: (element, index) => this.#show(this.#rows.get(element), index),
      isReady: (index) => this.photos.get(this.deck.key(index)) !== undefined,
      onChanges: (changes, list) => this.#apply(changes, list.latest.visible),
      onUpdate: (_, list) => this.#updated(list),
      fetch: (end, signal) => this.fetch(end, signal),
    });
  }

  #columns(breadth) {
    const count = this.isChat ? 1 : Math.max(1, Math.floor((breadth + SPACING) / (CARD_MIN + SPACING)));
    this.element.classList.toggle('grid', count > 1);
    return count;
  }

  /** Until `begun` nothing is fetched at the ends: the list is another then. */
  begin() {
    this.isStarting = true;
    this.list.engine.setSettings({ insertionPending: true });
  }

  begun() {
    this.isStarting = false;
    this.list.engine.setSettings({ insertionPending: false });
  }

  // -- edits: the deck and the list change together --

  insertRun(index, first, count, step) {
    this.deck.insertRun(index, first, count, step);
    this.#inserted(index, count);
  }

  insert(index, keys) {
    this.deck.insert(index, keys);
    this.#inserted(index, keys.length);
  }

  #inserted(index, count) {
    this.list.insert(index, count);
    this.#needsPositions = true;
  }

  remove(key) {
    const index = this.deck.indexOf(key);
    if (index < 0) return;
    const hadFocus = this.list.element(index)?.contains(document.activeElement);
    this.#drop(this.items.get(key));
    this.deck.remove(index);
    this.list.remove(index);
    this.#needsPositions = true;
    this.frame();
    if (hadFocus) this.focusIndex(Math.min(index, this.deck.count - 1));
  }

  clear() {
    for (const item of [...this.items.values()]) this.#drop(item);
    this.list.remove(0, this.deck.count);
    this.deck.clear();
    this.photos.clear();
  }

  frame() {
    this.list.update();
  }

  // -- going somewhere --

  scrollToStart() {
    this.list.scrollToOffset(0);
  }

  scrollToEnd() {
    if (this.deck.count > 0) this.list.scrollTo(this.deck.count - 1, { align: 'end' });
    // There may be a margin past the last item.
    this.list.scrollToOffset(Infinity);
  }

  /** Moves the focus to an item's article, which is made if it is not on screen. */
  focusIndex(index) {
    if (index < 0 || index >= this.deck.count) return;
    this.list.scrollTo(index);
    this.list.element(index)?.focus({ preventScroll: true });
  }

  /** The index of the article that has the focus, or -1. */
  get focusedIndex() {
    return this.list.indexOf(document.activeElement);
  }

  /** The keys of the items on screen, in order. */
  get visibleKeys() {
    const { lower, upper } = this.list.latest.visible;
    return this.deck.keys(lower, Math.min(upper, this.deck.count));
  }

  rowOf(key) {
    return this.#rows.get(this.list.element(this.deck.indexOf(key)));
  }

  // -- rows --

  #render(index) {
    const row = new Row();
    this.#rows.set(row.element, row);
    this.#show(row, index);
    return row.element;
  }

  /** Shows an item in a row: its photo, if it has arrived. */
  #show(row, index) {
    const key = this.deck.key(index);
    const photo = this.photos.get(key);
    row.begin(key);
    if (photo) row.fill(photo);
    this.#needsPositions = true;
    const item = this.items.get(key);
    if (item?.has(State.display)) this.#display(item, row);
  }

  #updated(list) {
    if (this.#needsPositions) {
      this.#needsPositions = false;
      const { before, total } = this.positions();
      for (const { index, element } of list.rows()) {
        this.#rows.get(element).setPosition(before + index, total);
      }
    }
    this.onUpdate();
    this.noteStatus();
  }

  // -- states --

  #apply({ items, removedCount }, visible) {
    // Removed items were dropped when they were removed.
    for (const change of items.slice(removedCount)) {
      this.deck.keys(change.lower, change.upper).forEach((key, place) => {
        const index = change.lower + place;
        // In the background and when memory is short, items on screen are kept all the same: they
        // would be blank when the reader comes back.
        const isInWindow = visible.lower <= index && index < visible.upper;
        this.#setState(key, isInWindow ? IN_WINDOW : change.after);
      });
    }
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
    if (entered & State.display) this.#display(item, this.rowOf(key));
    if (entered & State.visible) item.picture.show();
    if (state <= State.measureLayout) this.items.delete(key);
  }

  /** Visible items first, then the nearest ahead. */
  #urgency(item) {
    if (item.has(State.visible)) return 0;
    const index = this.deck.indexOf(item.key);
    const { visible: { lower, upper }, direction } = this.list.latest;
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

  /** Where there is no row yet, this is done when it is made. */
  #display(item, row) {
    if (row?.photo) item.picture.display(row.image);
  }

  /** Frees everything of an item that was removed. */
  #drop(item) {
    if (!item) return;
    if (item.has(State.visible)) item.picture.hide();
    item.picture.undisplay();
    if (item.has(State.preload)) this.#unload(item);
    this.items.delete(item.key);
  }

  // -- loading and failures --

  /** Reports a change of status, once for all that change together. */
  noteStatus() {
    if (this.isStatusNoted) return;
    this.isStatusNoted = true;
    requestAnimationFrame(() => {
      this.isStatusNoted = false;
      const isBusy = String(this.isBusy);
      if (this.element.ariaBusy !== isBusy) this.element.ariaBusy = isBusy;
      this.onStatus();
    });
  }

  get isBusy() {
    const { list } = this;
    if (this.isStarting || list.isFetching('tail') || list.isFetching('head')) return true;
    if (this.photos.isLoading) return true;
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
      if (!photo) continue;
      if (item?.has(State.preload) && item.picture.state === 'none') item.picture.load(photo.image);
      const index = this.deck.indexOf(key);
      if (!this.rowOf(key)?.photo) this.list.refresh(index, index + 1);
    }
    this.frame();
  }
}
