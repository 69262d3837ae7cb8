// The feed: its photos are those of a store, and its pictures those of a preloader. Both go by what the
// virtual list shows, which scrolls, makes rows, measures and places them.
//
//     preload    the picture is loaded
//     display    the row is there, and the picture is decoded in it
//     visible    what is loaded first

import { State, VirtualList } from '../../Bindings/JavaScript/src/lanes.js';
import { getImage } from './api.js';
import { Back } from './back.js';
import { Row } from './row.js';
import { Seen } from './seen.js';

const ESTIMATE = 560;
const SPACING = 16;
/** Cards side by side are at least so wide, and in lanes. */
const CARD_MIN = 360;
const LANE_MIN = 300;
/** How much of pictures is kept that are not near any more, in bytes: 20, each counted as 256 KiB. */
export const KEPT = 20 * 256 * 2 ** 10;

export class Feed {
  /** @type {WeakMap<Element, Row>} */
  #rows = new WeakMap();
  #needsPositions = true;
  /** Photos whose pictures have failed more than once. */
  #lost = new Set();
  /** @type {import('../../Bindings/JavaScript/src/store.js').Store | null} */
  store = null;
  /** @type {import('./source.js').Source} */
  source;
  // Set by observers: called after each update, and when loading or failures change.
  onUpdate = () => {};
  onStatus = () => {};
  isChat = false;
  /** Whether photos of their own shapes are in lanes, where those of each day follow its header; or in a grid. */
  isMasonry = true;
  /** Of what the list is told, if any. */
  recording;

  /**
   * @param {{ preloader: Function }} rangecore
   * @param {{ scroller: HTMLElement, feed: HTMLElement }} elements
   * @param {boolean} foresees whether pictures are loaded by how one scrolls, or in fixed ranges
   */
  constructor(rangecore, { scroller, feed }, foresees) {
    this.element = feed;
    this.images = rangecore.preloader({
      attemptLimit: 0,
      keepBudget: KEPT,
      load: (request) => this.#load(request),
      onReady: (id) => {
        this.#lost.delete(id);
        const row = this.rowOf(id);
        if (row) this.#showPicture(row, id);
        this.noteStatus();
      },
      onDrop: (id, url) => URL.revokeObjectURL(url),
      onFailure: (id, error) => this.#failed(id, error),
    });
    this.list = new VirtualList(scroller, {
      rangecore,
      container: feed,
      estimate: ESTIMATE,
      spacing: SPACING,
      columns: this.#columns,
      render: (index) => this.#render(index),
      update: (element, index) => this.#show(this.#rows.get(element), index),
      isReady: (index) => this.store.rows.get(index).kind !== 'placeholder',
      // The page says itself which of all photos a row is: here may be only a part of them.
      role: 'none',
      onUpdate: (update, list) => this.#updated(list),
    });
    // A list that has none of its own gets the preloader's.
    this.images.configure({ foresight: foresees ? 1 : 0 });
    this.images.attach(this.list, (index) => this.photoAt(index)?.id);
    this.seen = new Seen(rangecore, this);
    this.back = new Back(rangecore, this);
  }

  #columns = (breadth) => {
    const least = this.#isInLanes ? LANE_MIN : CARD_MIN;
    const count = this.isChat ? 1 : Math.max(1, Math.floor((breadth + SPACING) / (least + SPACING)));
    this.element.classList.toggle('grid', count > 1);
    this.element.classList.toggle('lanes', count > 1 && this.#isInLanes);
    return count;
  };

  get #isInLanes() { return this.isMasonry && this.source?.mode === 'library'; }

  /** Whether there are several lanes. */
  get hasLanes() { return this.element.classList.contains('lanes'); }

  /** Lays the photos out in lanes or in columns, as the mode and the reader want it. */
  layOut() {
    this.list.setOptions({ lanes: this.#isInLanes ? this.#columns : undefined });
    this.list.remeasure();
  }

  // -- the store --

  /** Shows another store in place of the one before. */
  show(store, leadingScreens) {
    const former = this.store;
    former?.detach();
    if (this.list.count > 0) this.list.remove(0, this.list.count);
    this.store = store;
    store.attach(this.list, { leadingScreens, marksHeaders: true });
    former?.free();
    this.edited();
  }

  /** The slots have changed, or what is loading. */
  edited(edits) {
    this.noteStatus();
    if (edits?.length !== 0) this.#needsPositions = true;
  }

  frame() {
    this.list.update();
  }

  /** The photos whose rows stay alive, and whether they are on screen. */
  get kept() {
    const { list: { engine } } = this;
    return engine.kept.map((index) => ({
      id: this.photoAt(index)?.id, isVisible: Boolean(engine.state(index) & State.visible) }));
  }

  /** Keeps a photo's row alive wherever one scrolls, or no longer. Returns which of both. */
  keep(id) {
    const index = this.indexOf(id);
    const isKept = !this.list.engine.kept.includes(index);
    this.list.keep(index, isKept);
    this.frame();
    return isKept;
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

  /** Moves the focus to an item's article, or past that of a day, which is made if it is not on screen. */
  focusIndex(wanted, direction = 1) {
    let index = wanted;
    while (index >= 0 && index < this.list.count && this.isDay(index)) index += direction;
    if (index < 0 || index >= this.list.count) return;
    this.list.scrollTo(index);
    this.list.element(index)?.focus({ preventScroll: true });
  }

  /** The index of the article that has the focus, or -1. */
  get focusedIndex() {
    return this.list.indexOf(document.activeElement);
  }

  // Between the slots of the store the list has rows of days.

  photoAt(index) { return this.store?.rows.get(index).item; }

  indexOf(id) {
    const slot = this.store.slotOf(id);
    return slot < 0 ? -1 : this.store.rows.rowOfSlot(slot);
  }

  isDay(index) { return this.store.rows.get(index).kind === 'separator'; }

  /** The photos on screen, in order. */
  get visiblePhotos() { return this.#visible().map(({ item }) => item).filter(Boolean); }

  /** The placeholders on screen. */
  get missingSlots() {
    return this.#visible().filter(({ kind }) => kind === 'placeholder').map(({ slot }) => slot);
  }

  #visible() {
    if (!this.list.latest || !this.store) return [];
    const { engine, latest: { visible: { lower, upper } } } = this.list;
    const end = Math.min(upper, this.store.rows.count);
    const indices = Array.from({ length: Math.max(0, end - lower) }, (_, at) => lower + at);
    // In lanes, others lie between those on screen.
    return indices.filter((index) => engine.state(index) & State.visible).map((index) => this.store.rows.get(index));
  }

  rowOf(id) {
    return this.#rows.get(this.list.element(this.indexOf(id)));
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
    const { kind, id, item: photo } = this.store.rows.get(index);
    row.begin();
    if (kind === 'separator') row.beginDay(id);
    else if (photo) row.fill(photo);
    else if (!this.source.hasPlaceholders) row.bridge();
    this.#needsPositions = true;
    if (photo) this.#showPicture(row, photo.id);
  }

  #updated(list) {
    if (this.#needsPositions && this.store) {
      this.#needsPositions = false;
      const { before, total } = this.source.positions;
      for (const { index, element } of list.rows()) {
        const { kind, slot } = this.store.rows.get(index);
        if (kind !== 'separator') this.#rows.get(element).setPosition(before + slot, total);
      }
    }
    this.onUpdate();
    this.noteStatus();
  }

  // -- pictures --

  async #load({ id, attempt, signal, fetchPriority }) {
    this.noteStatus();
    try {
      const image = getImage(id, { signal, priority: fetchPriority });
      this.recording?.load(id, this.indexOf(id), signal, image);
      return URL.createObjectURL(await image);
    } catch (error) {
      if (attempt > 0 && !signal.aborted) this.#lost.add(id);
      throw error;
    }
  }

  #failed(id, { status }) {
    if (status === 404) this.source.gone(id);
    const row = this.rowOf(id);
    if (row) this.#showPicture(row, id);
    this.noteStatus();
  }

  #showPicture(row, id) {
    row.showPicture(this.images.get(id), this.images.state(id) === 'failed', () => this.noteStatus());
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
    return this.visiblePhotos.some(({ id }) => !this.rowOf(id)?.hasPicture);
  }

  get hasLostPictures() {
    return this.visiblePhotos.some(({ id }) => this.#lost.has(id));
  }

  retry() { this.images.retry(); }
}
