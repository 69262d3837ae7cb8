// The feed: what each item's state means for its picture. The store loads the photos, and the virtual
// list does the rest: it scrolls, makes rows, measures and places them.
//
//     preload    the picture is fetched
//     display    the row is there, and the picture is decoded into it
//     visible    the picture is shown
//
// Leaving a range undoes what entering it did.

import { State } from '../../Bindings/JavaScript/src/rangecore.js';
import { Counters } from './counters.js';
import { Lane, Picture } from './picture.js';
import { Row } from './row.js';

const ESTIMATE = 560;
const SPACING = 16;
/** Cards side by side are at least so wide. */
const CARD_MIN = 360;
const IN_WINDOW = State.measureLayout | State.preload | State.display | State.visible;

/** An item whose state is above 1. */
class Item {
  state = 0;

  constructor(photo, picture) {
    this.photo = photo;
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
  #needsSync = false;
  /** @type {import('../../Bindings/JavaScript/src/store.js').Store | null} */
  store = null;
  /** @type {import('./source.js').Source} */
  source;
  // Set by observers: called after each update, and when loading or failures change.
  onUpdate = () => {};
  onStatus = () => {};
  isChat = false;

  /**
   * @param {new (scroller: HTMLElement, options: object) => import('../../Bindings/JavaScript/src/dom.js').VirtualList} List
   * @param {import('../../Bindings/JavaScript/src/rangecore.js').RangeCore} rangecore
   * @param {{ scroller: HTMLElement, feed: HTMLElement }} elements
   */
  constructor(List, rangecore, { scroller, feed }) {
    this.element = feed;
    this.counters = new Counters();
    this.lane = new Lane();
    this.list = new List(scroller, {
      rangecore,
      container: feed,
      estimate: ESTIMATE,
      spacing: SPACING,
      columns: (breadth) => this.#columns(breadth),
      render: (index) => this.#render(index),
      update: (element, index) => this.#show(this.#rows.get(element), index),
      isReady: (index) => this.store.has(index),
      onChanges: (changes, list) => this.#apply(changes, list.latest.visible),
      onUpdate: (update, list) => this.#updated(update, list),
    });
  }

  #columns(breadth) {
    const count = this.isChat ? 1 : Math.max(1, Math.floor((breadth + SPACING) / (CARD_MIN + SPACING)));
    this.element.classList.toggle('grid', count > 1);
    return count;
  }

  // -- the store --

  /** Shows another store in place of the one before. */
  show(store, leadingScreens) {
    const former = this.store;
    former?.detach();
    for (const item of [...this.items.values()]) this.#drop(item);
    if (this.list.count > 0) this.list.remove(0, this.list.count);
    this.store = store;
    store.attach(this.list, { leadingScreens });
    former?.free();
    this.edited();
  }

  /** The slots have changed, or what is loading. */
  edited(edits) {
    this.noteStatus();
    if (edits?.length === 0) return;
    this.#needsSync = true;
    this.#needsPositions = true;
    // At once, before another photo gets the element.
    for (const item of [...this.items.values()]) {
      const index = this.store.slotOf(item.photo.id);
      if (index < 0) this.#drop(item);
      else item.photo = this.store.get(index);
    }
  }

  frame() {
    this.list.update();
  }

  // -- going somewhere --

  scrollToStart() {
    this.list.scrollToOffset(0);
  }

  scrollToEnd() {
    if (this.list.count > 0) this.list.scrollTo(this.list.count - 1, { align: 'end' });
    // There may be a margin past the last item.
    this.list.scrollToOffset(Infinity);
  }

  /** Moves the focus to an item's article, which is made if it is not on screen. */
  focusIndex(index) {
    if (index < 0 || index >= this.list.count) return;
    this.list.scrollTo(index);
    this.list.element(index)?.focus({ preventScroll: true });
  }

  /** The index of the article that has the focus, or -1. */
  get focusedIndex() {
    return this.list.indexOf(document.activeElement);
  }

  /** The photos on screen, in order. */
  get visiblePhotos() {
    return this.#visible().map((slot) => this.store.get(slot)).filter(Boolean);
  }

  /** The placeholders on screen. */
  get missingSlots() {
    return this.#visible().filter((slot) => !this.store.has(slot));
  }

  #visible() {
    if (!this.list.latest || !this.store) return [];
    const { lower, upper } = this.list.latest.visible;
    const count = Math.max(0, Math.min(upper, this.store.count) - lower);
    return Array.from({ length: count }, (_, at) => lower + at);
  }

  rowOf(id) {
    return this.#rows.get(this.list.element(this.store.slotOf(id)));
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
    const photo = this.store.get(index);
    row.begin();
    if (photo) row.fill(photo);
    else if (!this.source.hasPlaceholders) row.bridge();
    this.#needsPositions = true;
    const item = photo && this.items.get(photo.id);
    if (item?.has(State.display)) this.#display(item, row);
  }

  #updated(update, list) {
    if (this.#needsSync) this.#sync(update);
    if (this.#needsPositions && this.store) {
      this.#needsPositions = false;
      const { before, total } = this.source.positions;
      for (const { index, element } of list.rows()) {
        this.#rows.get(element).setPosition(before + index, total);
      }
    }
    this.onUpdate();
    this.noteStatus();
  }

  // -- states --

  #apply({ items, removedCount }, visible) {
    // Those that were removed have gone from the store too.
    for (const { lower, upper, after } of items.slice(removedCount)) {
      for (let index = lower; index < upper; index++) this.#follow(index, after, visible);
    }
  }

  /** Takes the state of a slot for its photo, if that has arrived. */
  #follow(index, state, visible) {
    const photo = this.store.get(index);
    // In the background and when memory is short, items on screen are kept all the same: they would
    // be blank when the reader comes back.
    const isInWindow = visible.lower <= index && index < visible.upper;
    if (photo) this.#setState(photo, isInWindow ? IN_WINDOW : state);
  }

  /** After edits: photos have come to slots that had their states before. */
  #sync({ visible, ranges: { preload, display } }) {
    this.#needsSync = false;
    const within = (index, { lower, upper }) => lower <= index && index < upper;
    for (let index = preload.lower; index < preload.upper; index++) {
      const isDisplayed = within(index, display) ? State.display : 0;
      this.#follow(index, State.measureLayout | State.preload | isDisplayed, visible);
    }
  }

  #setState(photo, state) {
    let item = this.items.get(photo.id);
    if (!item) {
      item = new Item(photo, new Picture(this.lane, this.counters, {
        urgency: () => this.#urgency(item),
        changed: () => this.noteStatus(),
        gone: () => this.source.gone(item.photo.id),
      }));
      this.items.set(photo.id, item);
    }
    const left = item.state & ~state;
    const entered = state & ~item.state;
    item.state = state;
    // Exits in the opposite order of entering.
    if (left & State.visible) item.picture.hide();
    if (left & State.display) item.picture.undisplay();
    if (left & State.preload) item.picture.unload();
    if (entered & State.preload) item.picture.load(photo.image);
    if (entered & State.display) this.#display(item, this.rowOf(photo.id));
    if (entered & State.visible) item.picture.show();
    if (state <= State.measureLayout) this.items.delete(photo.id);
  }

  /** Visible items first, then the nearest ahead. */
  #urgency(item) {
    if (item.has(State.visible)) return 0;
    const index = this.store.slotOf(item.photo.id);
    const { visible: { lower, upper }, direction } = this.list.latest;
    const isBehind = (index < lower) === (direction === 'forward');
    return 1 + Math.max(lower - index, index - upper, 0) * (isBehind ? 2 : 1);
  }

  /** Where there is no row yet, this is done when it is made. */
  #display(item, row) {
    if (row?.photo) item.picture.display(row.image);
  }

  /** Frees everything of an item that was removed. */
  #drop(item) {
    if (item.has(State.visible)) item.picture.hide();
    item.picture.undisplay();
    if (item.has(State.preload)) item.picture.unload();
    this.items.delete(item.photo.id);
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
    if (!this.store || this.source.loading > 0 || this.missingSlots.length > 0) return true;
    return this.#shown().some(({ picture }) => picture.state !== 'decoded');
  }

  get hasLostPictures() {
    return this.#shown().some(({ picture }) => picture.failures > 1);
  }

  retry() {
    for (const { picture } of this.items.values()) picture.retry();
  }

  #shown() {
    return [...this.items.values()].filter((item) => item.has(State.visible));
  }
}
