// The elements of a list, by the numbers of the host's nodes. They are children of the container, in
// the order of their items.

/** An element, and the item that it shows. */
class Row {
  /** Of its node. */
  number = -1;
  /** Of its item now, or before it was removed. */
  index = -1;
  isGone = false;
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

  /**
   * @param {HTMLElement} container
   * @param {HTMLElement | null} box in which the pinned row is
   * @param {ResizeObserver} observer
   * @param {object} options the list's
   * @param {import('../host.js').Host} host
   */
  constructor(container, box, observer, options, host) {
    Object.assign(this, { container, box, observer, options, host });
    this.isHorizontal = options.axis === 'horizontal';
  }

  /** The row of an element, or of one that contains it. */
  rowOf(element) {
    for (let at = element; at; at = at.parentElement) {
      const row = this.byElement.get(at);
      if (row) return row.isGone ? undefined : row;
    }
    return undefined;
  }

  *[Symbol.iterator]() {
    for (const row of this.byNumber.values()) if (!row.isGone) yield row;
  }

  // -- which there are --

  /** Makes the row of the node at a position. */
  make(position) {
    const { host, options } = this;
    const { number, index } = host.node(position);
    let row = this.#pool.pop();
    if (row) options.update(row.element, index);
    else row = this.#show(new Row(options.render(index)));
    Object.assign(row, { number, index, isGone: false });
    this.byNumber.set(number, row);
    this.byElement.set(row.element, row);
    this.#checkReady(row);
    let next = null;
    for (let at = position + 1; !next && at < host.step.nodeCount; at++) {
      const other = this.byNumber.get(host.node(at).number);
      if (other && !other.isPinned) next = other.element;
    }
    this.container.insertBefore(row.element, next);
    return row;
  }

  #show(row) {
    row.element.style.position = 'absolute';
    row.start = row.column = null;
    return row;
  }

  drop(row) {
    if (!row) return;
    const { element } = row;
    this.byNumber.delete(row.number);
    this.#takeAway(row);
    row.isPinned = false;
    this.options.release?.(element, row.index);
    if (this.options.update) this.#pool.push(row);
  }

  #takeAway(row) {
    this.byElement.delete(row.element);
    this.observer.unobserve(row.element);
    this.#unobserved.delete(row);
    row.element.remove();
  }

  /** Shows an item again, after it has changed. */
  refresh(row) {
    const { options } = this;
    const { element } = row;
    if (options.update) {
      options.update(element, row.index);
    } else {
      const place = element.nextSibling;
      const parent = element.parentElement;
      this.#takeAway(row);
      options.release?.(element, row.index);
      row.element = options.render(row.index);
      this.#show(row);
      this.byElement.set(row.element, row);
      parent.insertBefore(row.element, place);
    }
    this.#checkReady(row);
    // Once more, in case its extent is what it was.
    this.observe(row, true);
  }

  #checkReady(row) {
    row.isReady = this.options.isReady?.(row.index) ?? true;
    if (!row.isReady || row.given === null) return;
    row.given = null;
    row.element.style[this.isHorizontal ? 'width' : 'height'] = '';
  }

  /**
   * Has the observer tell the extent of a row, now and whenever it changes. Rows may be made in the
   * observer's own callback, where a new target causes a "loop completed with undelivered
   * notifications" error: those are observed later.
   */
  observe(row, isLater) {
    if (!isLater) {
      this.observer.observe(row.element);
      return;
    }
    if (this.#unobserved.size === 0) {
      requestAnimationFrame(() => {
        for (const { element } of this.#unobserved) this.observer.observe(element);
        this.#unobserved.clear();
      });
    }
    this.#unobserved.add(row);
  }

  // -- places --

  /** An extent as it is on the page; with a transform on an ancestor, as it looks. */
  extentOf({ element }) {
    const box = element.getBoundingClientRect();
    return this.isHorizontal ? box.width : box.height;
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
