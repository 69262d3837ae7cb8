// The elements of a list, by the numbers of the host's nodes. They are children of the container, in
// the order of their items.

/** An element, and the item that it shows. */
class Row {
  /** Of its node, and of its item when that was last looked at. */
  number = -1;
  index = -1;
  /** Where it is drawn, and its column; null: nowhere yet. */
  start = null;
  column = null;
  isPinned = false;
  isReady = true;
  /** The extent that it was given for want of its own, if any. */
  given = null;

  constructor(element) {
    this.element = element;
  }
}

export class Rows {
  /** @type {Map<number, Row>} by number */
  byNumber = new Map();
  /** @type {WeakMap<Element, Row>} */
  byElement = new WeakMap();
  #pool = [];
  /** Rows that are observed from the next frame on. */
  #unobserved = new Set();

  /** The container; a box in which the pinned row is, or null; and what else is the list's. */
  constructor(container, box, observer, options, host) {
    const isHorizontal = options.axis === 'horizontal';
    Object.assign(this, { container, box, observer, options, host, isHorizontal });
    this.extent = isHorizontal ? 'width' : 'height';
  }

  /** The row of an element, or of one that contains it, if its item is still there. */
  rowOf(element) {
    for (let at = element; at; at = at.parentElement) {
      const row = this.byElement.get(at);
      if (row) return this.#isThere(row) ? row : undefined;
    }
    return undefined;
  }

  /** Those whose items are still there. */
  *[Symbol.iterator]() {
    for (const row of this.byNumber.values()) if (this.#isThere(row)) yield row;
  }

  /** Looks up which index the item of a row has now. */
  #isThere(row) {
    const index = this.host.index(row.number);
    if (index >= 0) row.index = index;
    return index >= 0;
  }

  // -- which there are --

  /** Makes the row of the node at a position. */
  make(position) {
    const { host, options } = this;
    const { number, index } = host.node(position);
    const row = this.#pool.pop() ?? new Row(null);
    Object.assign(row, { number, index });
    if (row.element) options.update(row.element, index);
    let next = null;
    for (let at = position + 1; !next && at < host.step.nodeCount; at++) {
      const other = this.byNumber.get(host.node(at).number);
      if (other && !other.isPinned) next = other.element;
    }
    this.#put(row, this.container, next);
    this.byNumber.set(number, row);
    return row;
  }

  /** Shows a row before another, with an element that is new if it has none. */
  #put(row, parent, next) {
    if (!row.element) {
      row.element = this.options.render(row.index);
      row.element.style.position = 'absolute';
      row.start = row.column = null;
    }
    this.byElement.set(row.element, row);
    this.#checkReady(row);
    parent.insertBefore(row.element, next);
  }

  drop(row) {
    if (!row) return;
    this.#isThere(row);
    this.byNumber.delete(row.number);
    this.#takeAway(row);
    row.isPinned = false;
    if (this.options.update) this.#pool.push(row);
  }

  #takeAway(row) {
    const { element } = row;
    this.byElement.delete(element);
    this.observer.unobserve(element);
    this.#unobserved.delete(row);
    element.remove();
    this.options.release?.(element, row.index);
  }

  /** Shows an item again, after it has changed. */
  refresh(row) {
    const { nextSibling, parentElement } = row.element;
    if (this.options.update) {
      this.options.update(row.element, row.index);
      this.#checkReady(row);
    } else {
      this.#takeAway(row);
      row.element = null;
      this.#put(row, parentElement, nextSibling);
    }
    // Once more, in case its extent is what it was.
    this.observe(row, true);
  }

  #checkReady(row) {
    row.isReady = this.options.isReady?.(row.index) ?? true;
    if (row.isReady && row.given !== null) row.element.style[this.extent] = '';
    if (row.isReady) row.given = null;
  }

  /**
   * Has the observer tell the extent of a row, now and whenever it changes. Rows may be made in the
   * observer's own callback, where a new target causes a "loop completed with undelivered
   * notifications" error: those are observed later.
   */
  observe(row, isLater) {
    if (!isLater) {
      this.observer.observe(row.element);
    } else if (this.#unobserved.add(row).size === 1) {
      requestAnimationFrame(() => {
        for (const { element } of this.#unobserved) this.observer.observe(element);
        this.#unobserved.clear();
      });
    }
  }

  // -- places --

  /** An extent as it is on the page; with a transform on an ancestor, as it looks. */
  extentOf({ element }) {
    return element.getBoundingClientRect()[this.extent];
  }

  /** Draws a row at a start in what it is in. */
  place(row, start, extent) {
    const { style } = row.element;
    if (row.start !== start) {
      row.start = start;
      style[this.isHorizontal ? 'insetInlineStart' : 'top'] = `${start}px`;
    }
    if (!row.isReady && row.given !== extent) {
      row.given = extent;
      style[this.extent] = `${extent}px`;
    }
  }

  /** Gives it its column of so many: all of the breadth less the gaps, in equal parts. */
  putInColumn(row, column, columns) {
    const name = `${column} ${columns}`;
    if (row.column === name) return;
    row.column = name;
    const { style } = row.element;
    const gap = this.options.columnGap;
    const part = `calc((100% - ${gap * (columns - 1)}px) / ${columns}`;
    const places = [`${part} * ${column} + ${gap * column}px)`, `${part})`];
    if (this.isHorizontal) [style.top, style.height] = places;
    else [style.insetInlineStart, style.width] = places;
  }

  /** Puts a row into the box of what is pinned, or back. */
  pin(row, isPinned) {
    row.isPinned = isPinned;
    row.start = null;
    (isPinned ? this.box : this.container).append(row.element);
  }

  /** Puts elements in the order of their items, for screen readers and the Tab key. */
  putInOrder() {
    const rows = [...this].filter(({ isPinned }) => !isPinned).sort((a, b) => a.index - b.index);
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
}
