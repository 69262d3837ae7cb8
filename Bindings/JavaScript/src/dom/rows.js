// The elements of a list: those of consecutive items around the viewport, and those that are kept
// mounted elsewhere. They are children of the container, in the order of their items.

/** A kept row that is farther away is placed so many viewports away, within the container. */
const PARKED = 5;

/** An element, and the item that it shows. */
class Row {
  /** Where it is drawn, and its column; null: nowhere yet. */
  start = null;
  column = null;
  isKept = false;
  isPinned = false;
  /** Whether it was given the extent that is expected, for want of its own. */
  isGiven = false;

  constructor(element) {
    this.element = element;
  }

  /** Makes it the row of an item, whose extent is not known yet. */
  begin(index) {
    this.index = index;
    this.isReady = true;
    this.isStale = true;
    this.extent = NaN;
  }
}

export class Rows {
  /** @type {Map<number, Row>} by index */
  byIndex = new Map();
  /** @type {WeakMap<Element, Row>} */
  byElement = new WeakMap();
  /** Those from `lower` on are there, up to `upper`; others may be. */
  lower = 0;
  upper = 0;
  /** Whether rows may be elsewhere than those two say, or need not be kept any longer. */
  isEdited = false;
  #pool = [];
  /** Rows that are observed from the next frame on. */
  #unobserved = new Set();

  /**
   * @param {HTMLElement} container
   * @param {ResizeObserver} observer
   * @param {object} options the list's
   */
  constructor(container, observer, options) {
    Object.assign(this, { container, observer, options });
    this.isHorizontal = options.axis === 'horizontal';
  }

  get(index) {
    return this.byIndex.get(index);
  }

  // -- which there are --

  /** Takes away the rows outside `lower ..< upper`. */
  trim(lower, upper) {
    if (lower <= this.lower && this.upper <= upper && !this.isEdited) return;
    this.isEdited = false;
    for (const row of this.byIndex.values()) {
      if (row.index < lower || row.index >= upper) this.#release(row);
    }
    this.lower = Math.max(lower, this.lower);
    this.upper = Math.min(upper, this.upper);
  }

  /** Makes the row of an item, unless it is there; returns whether it made it. */
  make(index, isObservedLater) {
    if (this.byIndex.has(index)) return false;
    const { options } = this;
    let row = this.#pool.pop();
    if (row) {
      options.update(row.element, index);
    } else {
      row = new Row(options.render(index));
      row.element.style.position = 'absolute';
    }
    row.begin(index);
    this.byIndex.set(index, row);
    this.byElement.set(row.element, row);
    this.#checkReady(row);
    this.#insert(row);
    if (isObservedLater) this.#observeLater(row);
    else this.observer.observe(row.element);
    return true;
  }

  #insert({ element, index }) {
    const { byIndex, container } = this;
    const there = (row) => (row?.isPinned ? undefined : row?.element);
    const next = there(byIndex.get(index + 1));
    const before = there(byIndex.get(index - 1));
    container.insertBefore(element, next ?? before?.nextSibling);
    if (!next && !before) this.putInOrder();
  }

  /** Takes the element of a row away, unless it is kept. */
  #release(row) {
    if (!row.isKept && !row.isPinned && !row.element.contains(document.activeElement)) this.drop(row);
  }

  drop(row) {
    const { element } = row;
    if (this.byIndex.get(row.index) === row) this.byIndex.delete(row.index);
    this.byElement.delete(element);
    this.observer.unobserve(element);
    this.#unobserved.delete(row);
    element.remove();
    this.options.release?.(element, row.index);
    if (this.options.update) this.#pool.push(row);
  }

  /** Shows an item again, after it has changed. */
  refresh(row) {
    const { index, isKept } = row;
    if (this.options.update) {
      this.options.update(row.element, index);
      row.begin(index);
      this.#checkReady(row);
      // Once more, in case its extent is what it was.
      this.#observeLater(row);
    } else {
      this.drop(row);
      this.make(index, true);
      this.get(index).isKept = isKept;
    }
  }

  #checkReady(row) {
    row.isReady = this.options.isReady?.(row.index) ?? true;
    if (!row.isReady || !row.isGiven) return;
    row.isGiven = false;
    row.element.style[this.isHorizontal ? 'width' : 'height'] = '';
  }

  // -- edits --

  /** Gives all rows their new indices; `indexOf` returns -1 for an item that was removed. */
  reindex(indexOf) {
    const rows = [...this.byIndex.values()];
    this.byIndex.clear();
    for (const row of rows) {
      const index = indexOf(row.index);
      if (index < 0) {
        this.drop(row);
      } else {
        row.index = index;
        this.byIndex.set(index, row);
      }
    }
    this.lower = this.upper = 0;
    this.isEdited = true;
    this.putInOrder();
  }

  /** Puts elements in the order of their items, for screen readers and the Tab key. */
  putInOrder() {
    const rows = [...this.byIndex.values()].filter(({ isPinned }) => !isPinned)
      .sort((a, b) => a.index - b.index);
    const focused = document.activeElement;
    for (let at = rows.length - 2; at >= 0; at--) {
      const [{ element }, next] = [rows[at], rows[at + 1].element];
      const isBefore = element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!isBefore) this.container.insertBefore(element, next);
    }
    // A moved element loses the focus.
    if (focused !== document.activeElement && focused?.isConnected) {
      focused.focus({ preventScroll: true });
    }
  }

  // -- places --

  /** An extent as it is on the page; with a transform on an ancestor, as it looks. */
  extentOf({ element }) {
    const box = element.getBoundingClientRect();
    return this.isHorizontal ? box.width : box.height;
  }

  /** Draws a row at a start in the container. */
  place(row, start, extent) {
    const { style } = row.element;
    if (row.start !== start) {
      row.start = start;
      style[this.isHorizontal ? 'insetInlineStart' : 'top'] = `${start}px`;
    }
    if (!row.isReady && row.extent !== extent) {
      row.extent = extent;
      row.isGiven = true;
      style[this.isHorizontal ? 'width' : 'height'] = `${extent}px`;
    }
  }

  /** Gives it its column of so many. */
  putInColumn(row, column, columns) {
    const name = `${column} ${columns}`;
    if (row.column === name) return;
    row.column = name;
    const { style } = row.element;
    const gap = this.options.columnGap;
    // All of the breadth less the gaps, in equal parts.
    const part = `calc((100% - ${gap * (columns - 1)}px) / ${columns}`;
    const from = `${part} * ${column} + ${gap * column}px)`;
    const size = `${part})`;
    if (this.isHorizontal) [style.top, style.height] = [from, size];
    else [style.insetInlineStart, style.width] = [from, size];
  }

  /**
   * Rows may be made in the observer's own callback, where a new target causes a "loop completed with
   * undelivered notifications" error.
   */
  #observeLater(row) {
    if (this.#unobserved.size === 0) {
      requestAnimationFrame(() => {
        for (const { element } of this.#unobserved) this.observer.observe(element);
        this.#unobserved.clear();
      });
    }
    this.#unobserved.add(row);
  }
}

/** Where a kept row is drawn that may be far away: no element reaches past the container's end. */
export function parked(offset, { offset: from, place, track: { viewport } }) {
  const reach = PARKED * viewport;
  return place + Math.min(Math.max(offset - from, -reach), reach);
}
