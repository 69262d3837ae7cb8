// The rows that have elements: created and recycled, in the list's order, measured and placed.

import { Row } from './row.js';

const POOL_MAX = 40;
/** A row that has the focus is placed at most so many viewports away. */
const PARKED = 5;

export class Rows {
  /**
   * @param {HTMLElement} parent
   * @param {() => void} onResize when a measured row has another height
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

  /** Marks all rows to be measured again, after their width has changed. */
  forgetExtents() {
    for (const row of this.byKey.values()) {
      if (row.photo) Object.assign(row, { isDirty: true, extent: null });
    }
  }

  /**
   * Measures rows that were filled or have changed.
   * @param {(key: number) => number} indexOf
   * @returns {{ key: number, extent: number }[]} those whose height has changed
   */
  measure(indexOf) {
    if (this.needsOrder) this.#putInOrder(indexOf);
    const dirty = this.order.filter((key) => this.byKey.get(key).isDirty);
    // Reads only, without writes in between, so that the browser lays out once.
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

  /** Elements in the order of the list, for screen readers. */
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
    // A moved element loses the focus.
    if (focused !== document.activeElement && focused?.isConnected) {
      focused.focus({ preventScroll: true });
    }
  }

  /**
   * @param {import('../../Bindings/JavaScript/src/rangecore.js').List} list
   * @param {import('./scroller.js').Scroller} scroller
   * @param {(key: number) => number} indexOf
   * @param {{ before: number, total: number }} positions the number of photos before the list's
   *   first item, and in total
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
   * Rows may be measured in the observer's own callback, where a new target causes a "loop completed
   * with undelivered notifications" error.
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

/** Rounds to the browser's layout unit. */
const toLayout = (pixels) => Math.round(pixels * 64) / 64;
