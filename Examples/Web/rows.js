// The rows that have elements: made and recycled, in the list's order, measured and placed.

import { Row } from './row.js';

const POOL_MAX = 40;
/** A row that keeps the focus far from the viewport stands so many viewports from it. */
const PARKED = 5;

export class Rows {
  /**
   * @param {HTMLElement} parent
   * @param {(target: Element, height: number) => void} onResize of a row that was measured
   */
  constructor(parent, onResize) {
    this.parent = parent;
    this.pool = [];
    /** @type {Map<number, Row>} by key */
    this.byKey = new Map();
    /** The keys, in the order of the list. */
    this.order = [];
    this.needsOrder = false;
    this.unobserved = new Set();
    this.observer = new ResizeObserver((entries) => {
      const keys = [];
      for (const { target, borderBoxSize: [{ blockSize }] } of entries) {
        const row = this.byKey.get(Number(target.dataset.key));
        if (row?.element !== target || row.extent === null) continue;
        if (Math.abs(blockSize - row.extent) < 0.01) continue;
        row.isDirty = true;
        keys.push(row);
      }
      if (keys.length > 0) onResize();
    });
  }

  get(key) {
    return this.byKey.get(key);
  }

  make(key) {
    const row = this.pool.pop() ?? new Row();
    row.begin(key);
    this.byKey.set(key, row);
    this.needsOrder = true;
    return row;
  }

  recycle(key) {
    const row = this.byKey.get(key);
    this.byKey.delete(key);
    this.needsOrder = true;
    this.observer.unobserve(row.element);
    this.unobserved.delete(row);
    row.element.remove();
    if (this.pool.length < POOL_MAX) this.pool.push(row);
  }

  /** All must be measured again: their width is another. */
  forgetExtents() {
    for (const row of this.byKey.values()) {
      if (row.photo) Object.assign(row, { isDirty: true, extent: null });
    }
  }

  /**
   * Reads the heights of rows that were filled or have changed.
   * @param {(key: number) => number} indexOf
   * @returns {{ key: number, extent: number }[]} those with another height than before
   */
  measure(indexOf) {
    if (this.needsOrder) this.#putInOrder(indexOf);
    const dirty = this.order.filter((key) => this.byKey.get(key).isDirty);
    // All are read, and nothing is written between: the browser lays out once.
    return dirty.map((key) => {
      const row = this.byKey.get(key);
      const extent = row.element.getBoundingClientRect().height;
      const isNew = row.extent !== extent;
      row.isDirty = false;
      row.extent = extent;
      this.#observeLater(row);
      return isNew ? { key, extent } : null;
    }).filter(Boolean);
  }

  /** In the document as in the list, for those who read it in order. */
  #putInOrder(indexOf) {
    this.needsOrder = false;
    const index = new Map([...this.byKey.keys()].map((key) => [key, indexOf(key)]));
    this.order = [...index.keys()].sort((a, b) => index.get(a) - index.get(b));
    const focused = document.activeElement;
    let cursor = this.parent.firstElementChild;
    for (const key of this.order) {
      const { element } = this.byKey.get(key);
      if (element === cursor) cursor = cursor.nextElementSibling;
      else this.parent.insertBefore(element, cursor);
    }
    // What is moved loses it.
    if (focused !== document.activeElement && focused?.isConnected) {
      focused.focus({ preventScroll: true });
    }
  }

  /**
   * @param {import('../JavaScript/rangecore.js').List} list
   * @param {import('./scroller.js').Scroller} scroller
   * @param {(key: number) => number} indexOf
   * @param {{ before: number, total: number }} positions how many there are before the list's
   *   first item, and in all
   */
  place(list, scroller, indexOf, { before, total }) {
    if (this.needsOrder) this.#putInOrder(indexOf);
    const park = PARKED * scroller.viewport;
    for (const key of this.order) {
      const row = this.byKey.get(key);
      const index = indexOf(key);
      const { offset, extent } = list.item(index);
      const seen = Math.min(Math.max(offset - scroller.offset, -park), park);
      row.place(toLayout(scroller.scrollTop + seen), extent);
      row.setPosition(before + index, total);
    }
  }

  /**
   * Not where a row is measured, which may be in the observer's own turn: it would be told of a
   * size that it cannot deliver any more, and report that as an error.
   */
  #observeLater(row) {
    if (this.unobserved.size === 0) {
      requestAnimationFrame(() => {
        for (const { element } of this.unobserved) this.observer.observe(element);
        this.unobserved.clear();
      });
    }
    this.unobserved.add(row);
  }
}

/** To what the browser's layout can tell apart. */
const toLayout = (pixels) => Math.round(pixels * 64) / 64;
