// The elements of a list, by the numbers of the host's nodes. They are children of the container, in
// the order of their items.

/** An element, and the item that it shows. */
class Row {
  element = null;
  /** Of its node, and of its item when that was last looked at. */
  number = -1;
  index = -1;
  /** Where it is drawn, and its column; null: nowhere yet. */
  start = null;
  column = null;
  isPinned = false;
  /** Made when it was asked for last. */
  isNew = true;
  isReady = true;
  /** The extent that it was given for want of its own, if any. */
  given = null;
}

export class Rows {
  /** @type {Map<number, Row>} by number */
  byNumber = new Map();
  /** @type {WeakMap<Element, Row>} */
  byElement = new WeakMap();
  #pool = [];
  /** Rows that are observed from the next frame on. */
  #unobserved = new Set();

  /** What is the list's: its container, a box in which the pinned row is, or null, and so on. */
  constructor(list, { container, box, observer, options, host }) {
    const isHorizontal = options.axis === 'horizontal';
    Object.assign(this, { list, container, box, observer, options, host, isHorizontal });
    this.extent = isHorizontal ? 'width' : 'height';
  }

  /** Also one in the shadow tree that the list is in. */
  get focusedElement() { return this.container.getRootNode().activeElement; }

  /** The row of an element, or of one that contains it, if its item is still there. */
  rowOf(element) {
    let at = element;
    while (at && !this.byElement.has(at)) at = at.parentElement;
    const row = this.byElement.get(at);
    return row && this.#isThere(row) ? row : undefined;
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

  /** The rows of nodes, by their positions, in their columns; those that are missing are made. */
  find(positions) {
    const { list, host, options } = this;
    const rows = positions.map((position) => {
      const { number, index, column, columns } = host.node(position);
      let row = this.byNumber.get(number);
      const isNew = !row;
      row ??= this.#make(position, number, index);
      this.putInColumn(row, column, columns);
      return Object.assign(row, { index, isNew });
    });
    if (rows.some(({ isNew }) => isNew)) options.onMount?.(list);
    return rows;
  }

  #make(position, number, index) {
    const { host } = this;
    const row = Object.assign(this.#pool.pop() ?? new Row(), { number, index });
    let next = null;
    for (let at = position + 1; !next && at < host.step.nodeCount; at++) {
      const other = this.byNumber.get(host.node(at).number);
      if (other && !other.isPinned) next = other.element;
    }
    this.#show(row);
    this.container.insertBefore(row.element, next);
    this.byNumber.set(number, row);
    return row;
  }

  /** Has a row show its item, in an element that is new if it has none. */
  #show(row) {
    const { options } = this;
    if (row.element) {
      options.update(row.element, row.index);
    } else {
      row.element = options.render(row.index);
      row.element.style.position = 'absolute';
      row.start = row.column = row.given = null;
    }
    this.byElement.set(row.element, row);
    row.isReady = options.isReady?.(row.index) ?? true;
    if (!row.isReady || row.given === null) return;
    row.element.style[this.extent] = '';
    row.given = null;
  }

  /** Takes the row of a node away, if it has one. */
  drop(number) {
    const row = this.byNumber.get(number);
    if (!row) return;
    this.#isThere(row);
    this.byNumber.delete(number);
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
    if (this.options.update) {
      this.#show(row);
    } else {
      const { nextSibling, parentElement } = row.element;
      this.#takeAway(row);
      row.element = null;
      this.#show(row);
      parentElement.insertBefore(row.element, nextSibling);
    }
    // Once more, in case its extent is what it was.
    this.observe(row, true);
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

  /** Puts a row into the box of what is pinned, or before another one, unless it is there already. */
  putBefore(row, next, isPinned) {
    const { element } = row;
    const parent = isPinned ? this.box : this.container;
    const isThere = !next || element.nextSibling === next
      || element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (row.isPinned === isPinned && isThere) return;
    if (row.isPinned !== isPinned) row.start = null;
    row.isPinned = isPinned;
    const focused = this.focusedElement;
    parent.insertBefore(element, next);
    // A moved element loses the focus.
    if (focused !== this.focusedElement) focused.focus({ preventScroll: true });
  }
}
