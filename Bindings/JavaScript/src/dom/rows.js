// The elements of a list, by the numbers of the host's nodes. They are children of the container, in
// the order of their items.

import { WHOLE } from './track.js';

/** A kept row that is farther away is placed so many viewports away, within the container. */
const PARKED = 5;
/** Up to here the single floats of style sheets hold fractions of a pixel. */
const EXACT = 2 ** 17;
const NONE = [];
/** What the rows of a list and of a feed are to assistive technology. */
const ROLES = { list: 'listitem', feed: 'article' };
/** Elements that mean nothing by themselves: others keep what they mean. */
const PLAIN = /^(DIV|SPAN|P|UL|OL|LI)$|-/;

export function giveRole(element, role) {
  if (role && PLAIN.test(element.tagName) && !element.hasAttribute('role')) element.setAttribute('role', role);
}

/** An element, and the item that it shows. */
class Row {
  element = null;
  /** Of its node, and of its item when that was last looked at. */
  number = -1;
  index = -1;
  /** Where it is drawn, and its column of so many; null: nowhere yet. */
  start = null;
  /** The part of that which is given as a margin. */
  rest = null;
  column = null;
  columns = null;
  isReady = true;
  /** Which of how many it says that it is. */
  position = 0;
  size = 0;
  /** The extent that it was given for want of its own, if any. */
  given = null;
}

export class Rows {
  /** @type {Map<number, Row>} by number */
  byNumber = new Map();
  /** @type {WeakMap<Element, Row>} */
  byElement = new WeakMap();
  /** Whether the layout is clean, or is needed anyway, as in the observer's callback. */
  isMeasuring = false;
  /** How many steps of the host there were since all was placed, and for what that was. */
  steps = 0;
  #base = NaN;
  #editCount = 0;
  #found = [];
  /** Those of them that were made, and the positions of these. */
  #made = [];
  #places = [];
  /** Where columns are across, and their breadths, by their numbers of so many. */
  #columns = new Map();
  #pool = [];
  /** Elements that are observed from the next frame on. */
  #unobserved = new Set();

  /** What is the list's: its container, a box in which the pinned row is, and so on. */
  constructor(list, { container, box, observer, options, host, scroller }) {
    Object.assign(this, { list, container, box, observer, options, host, scroller });
    this.layOut();
  }

  /** Also one in the shadow tree that the list is in, of whose host the document knows. */
  get focusedElement() {
    const { activeElement, body } = this.container.ownerDocument;
    return activeElement === body ? null : this.container.getRootNode().activeElement;
  }

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

  /**
   * The rows of nodes, by their positions, or of those that are new, in their columns; those that are
   * missing are made. The next call returns the same array.
   */
  find(positions, areNew = false) {
    if (positions.length === 0) return NONE;
    const { host, byNumber } = this;
    const rows = this.#found;
    const made = this.#made;
    rows.length = made.length = 0;
    for (let at = 0; at < positions.length; at++) {
      const { number, index, column, columns, isNew } = host.node(positions[at]);
      if (areNew && !isNew) continue;
      let row = byNumber.get(number);
      if (row) {
        // Once more, in case its extent is what it was.
        if (!this.isMeasuring) this.observe(row.element, row.isReady);
        this.#putInColumn(row, column, columns);
      } else {
        row = this.#make(number, index);
        made.push(row);
        this.#places[made.length - 1] = positions[at];
      }
      rows.push(row);
    }
    if (made.length > 0) this.#mount();
    return rows;
  }

  #make(number, index) {
    const row = this.#pool.pop() ?? new Row();
    row.number = number;
    row.index = index;
    this.byNumber.set(number, row);
    return row;
  }

  /** Shows the rows that were made. */
  #mount() {
    const { list, host, options, scroller } = this;
    const made = this.#made;
    // The hook for React makes their elements all at once.
    options.makeAll?.(made, this);
    // Each before the next one, which is there already.
    for (let at = made.length - 1; at >= 0; at--) {
      const { column, columns } = host.node(this.#places[at]);
      this.#show(made[at]);
      this.#put(made[at], this.#places[at], false);
      this.#putInColumn(made[at], column, columns);
      // What is far away has an imprecise rectangle.
      if (scroller.place > EXACT) this.#draw(made[at], scroller.place, made[at].given);
    }
    options.onMount?.(list);
  }

  isReady({ index }) { return this.options.isReady?.(index) ?? true; }

  /** Has a row show its item, in an element that is new if it has none. */
  #show(row) {
    const { options, scroller } = this;
    if (row.element) {
      options.update(row.element, row.index);
    } else {
      this.#giveElement(row, options.render(row.index, row));
    }
    this.byElement.set(row.element, row);
    row.isReady = this.isReady(row);
    if (row.isReady && row.given !== null) {
      row.element.style[scroller.extent] = '';
      row.given = null;
    }
    // One that is not ready has the extent that it is given.
    this.observe(row.element, row.isReady);
  }

  #giveElement(row, element) {
    Object.assign(row, { element, start: null, rest: null, column: null, given: null });
    Object.assign(row, { position: 0, size: 0 });
    element.style.position = 'absolute';
    giveRole(element, ROLES[this.options.role]);
  }

  /** Shows the item of a row in an element that has taken the place of its own. */
  replace(row, element) {
    const { element: before } = row;
    this.byElement.delete(before);
    this.observe(before, false);
    before.remove();
    this.#giveElement(row, element);
    this.byElement.set(element, row);
    this.observe(element, row.isReady);
    this.layOut();
  }

  /** Takes the row of a node away, if it has one. */
  drop(number) {
    const row = this.byNumber.get(number);
    if (!row) return;
    this.#isThere(row);
    this.byNumber.delete(number);
    this.#takeAway(row);
    if (this.options.update) this.#pool.push(row);
  }

  #takeAway(row) {
    const { element } = row;
    this.byElement.delete(element);
    this.observe(element, false);
    element.remove();
    this.options.release?.(element, row.index, row);
  }

  /** Shows an item again, after it has changed. */
  refresh(row) {
    if (this.options.update) {
      this.#show(row);
    } else {
      const { nextSibling, parentElement } = row.element;
      this.#base = NaN;
      this.#takeAway(row);
      row.element = null;
      this.#show(row);
      parentElement.insertBefore(row.element, nextSibling);
    }
  }

  destroy() {
    for (const number of this.byNumber.keys()) this.drop(number);
    this.#unobserved.clear();
    this.observer.disconnect();
    this.box.remove();
  }

  // -- their extents --

  /**
   * Has the observer tell the size of an element, now and whenever it changes, or no longer. What
   * changes its size in the observer's own callback would cause a "loop completed with undelivered
   * notifications" error there: it is observed from the next frame on.
   */
  observe(element, isWanted = true) {
    this.observer.unobserve(element);
    this.#unobserved.delete(element);
    if (!isWanted) return;
    if (!this.isMeasuring) {
      this.observer.observe(element);
    } else if (this.#unobserved.add(element).size === 1) {
      requestAnimationFrame(() => {
        for (const waiting of this.#unobserved) this.observer.observe(waiting);
        this.#unobserved.clear();
      });
    }
  }

  // -- their places --

  /** Has all be placed again, as in columns with other gaps. */
  layOut() {
    const { box, options, scroller } = this;
    box.style[scroller.isHorizontal ? 'insetInlineStart' : 'top'] = `${options.insetStart}px`;
    this.#columns.clear();
    for (const row of this.byNumber.values()) row.column = null;
    this.#base = NaN;
  }

  /** Draws those that are elsewhere now where the host has them, in the order of their items. */
  place() {
    const { host, options, scroller } = this;
    const { offset, place, start: before, track: { viewport } } = scroller;
    const { count, editCount } = this.list.engine;
    const base = place - before - offset;
    // What moved in an earlier step is not told again, and edits give items other indices.
    const isAll = this.steps > 1 || base !== this.#base || editCount !== this.#editCount;
    this.steps = 0;
    this.#base = base;
    this.#editCount = editCount;
    for (let at = host.step.nodeCount - 1; at >= 0; at--) {
      // Those that are pinned or kept move when the list is scrolled.
      if (!isAll && !host.isElsewhere(at)) continue;
      const { number, index, isPinned, isKept, start, extent, column, columns } = host.node(at);
      const row = this.byNumber.get(number);
      if (!row) continue;
      row.index = index;
      this.#tell(row, index + 1, count);
      this.#put(row, at, isPinned);
      this.#putInColumn(row, column, columns);
      let from = start - offset;
      // In a box that sticks to the viewport's start, so that the browser moves it with every frame,
      // even before a script hears of the scrolling.
      if (isPinned) from -= options.insetStart;
      // No element reaches past the container's end.
      else from = place - before + (isKept ? clamp(from, PARKED * viewport) : from);
      this.#draw(row, toLayout(from), extent);
    }
  }

  /** Tells assistive technology which of how many a row is. */
  #tell(row, position, size) {
    const isTold = this.options.role !== 'none';
    if (isTold && row.position !== position) row.element.setAttribute('aria-posinset', position);
    if (isTold && row.size !== size) row.element.setAttribute('aria-setsize', size);
    row.position = position;
    row.size = size;
  }

  #draw(row, start, extent) {
    const { style } = row.element;
    if (row.start !== start) {
      row.start = start;
      const whole = Math.abs(start) < EXACT ? start : WHOLE * Math.round(start / WHOLE);
      const { isHorizontal } = this.scroller;
      style[isHorizontal ? 'insetInlineStart' : 'top'] = `${whole}px`;
      if (row.rest !== start - whole) {
        row.rest = start - whole;
        style[isHorizontal ? 'marginInlineStart' : 'marginTop'] = `${row.rest}px`;
      }
    }
    if (!row.isReady && row.given !== extent) {
      row.given = extent;
      style[this.scroller.extent] = `${extent}px`;
    }
  }

  /** Gives it its column of so many: all of the breadth less the gaps, in equal parts. */
  #putInColumn(row, column, columns) {
    if (row.column === column && row.columns === columns) return;
    row.column = column;
    row.columns = columns;
    // Its extent may be another at this breadth.
    if (this.isMeasuring) this.observe(row.element, row.isReady);
    const { style } = row.element;
    const places = this.#acrossOf(column, columns);
    style[this.scroller.isHorizontal ? 'top' : 'insetInlineStart'] = places[0];
    style[this.scroller.isHorizontal ? 'height' : 'width'] = places[1];
  }

  #acrossOf(column, columns) {
    const key = columns * 2 ** 16 + column;
    let places = this.#columns.get(key);
    if (!places) {
      const gap = this.options.columnGap ?? this.options.spacing;
      const part = `calc((100% - ${gap * (columns - 1)}px) / ${columns}`;
      places = columns === 1 ? ['0', '100%'] : [`${part} * ${column} + ${gap * column}px)`, `${part})`];
      this.#columns.set(key, places);
    }
    return places;
  }

  /** Puts a position's row into the box, or before the next one, unless it is there already. */
  #put(row, position, isPinned) {
    const { host, container, box } = this;
    const { element } = row;
    const parent = isPinned ? box : container;
    let next = null;
    for (let at = position + 1; !isPinned && !next && at < host.step.nodeCount; at++) {
      const other = this.byNumber.get(host.node(at).number)?.element;
      if (other?.parentElement === container) next = other;
    }
    const isThere = !next || element.nextSibling === next
      || element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (element.parentElement === parent && isThere) return;
    // What is in it goes on: frames are not loaded again, and nothing loses the focus or its scroll position.
    if (element.isConnected && parent.moveBefore) {
      parent.moveBefore(element, next);
      return;
    }
    const focused = this.focusedElement;
    const inner = innermost(focused);
    parent.insertBefore(element, next);
    if (focused !== this.focusedElement) inner.focus({ preventScroll: true });
  }
}

/** What has the focus in the shadow trees of an element that has it. */
function innermost(element) {
  let at = element;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

const clamp = (value, reach) => Math.min(Math.max(value, -reach), reach);

/** Rounds to the browser's layout unit. */
const toLayout = (pixels) => Math.round(pixels * 64) / 64;
