// A list of elements in a scroller: passes the viewport and the extents of rows to the engine, and
// applies its answers.
//
//     scroll, edits ──▶ engine.update() ──▶ rows made and released ──▶ layout by the browser
//           ▲                 │                                              │
//           └── correction ───┴──────────── extents of rows ◀── ResizeObserver, before painting
//
// So rows are measured where the browser lays out anyway. Only those that are made in the observer's
// own callback, and visible, are measured there: nothing is painted in a wrong place.

import { Rows, parked } from './rows.js';
import { Scroller } from './scroller.js';

/** Each round makes and measures rows that no earlier one has. */
const ROUNDS_MAX = 10;
/** How long an update may make rows that are not visible yet, in milliseconds. */
const BUDGET = 4;
/** How long a smooth scroll takes, in milliseconds. */
const SMOOTH = 400;
const ENDS = ['tail', 'head'];

export class VirtualList {
  #options;
  #scroller;
  #rows;
  #observer;
  #container;
  #stickyBox = null;
  #pinned = -1;
  /** For what the rows were placed. */
  #origin = NaN;
  #isPlaced = false;
  #measuresAll = false;
  #columns = 1;
  #hasSections = false;
  #update = null;
  /** For the engine, filled before each update. */
  #viewport;
  #fetches = {};
  #isTurning = false;
  #isObserving = false;
  #isScheduled = false;
  #isDestroyed = false;
  #timer = 0;
  #frame = 0;
  #wake = Infinity;
  #animation = null;
  #restore = [];
  /** What is told of each update, such as preloaders. */
  followers = new Set();

  constructor(scroller, options) {
    this.#options = {
      count: 0, estimate: 44, spacing: 0, columns: 1, axis: 'vertical', insetStart: 0, insetEnd: 0,
      key: (index) => index, isReady: (index) => this.pages?.has(index), ...options,
    };
    const {
      rangecore, axis, count, extents, estimate, spacing, settings, headers, insetStart, insetEnd,
    } = this.#options;
    this.#viewport = { insetStart, insetEnd, insetsAreFixed: true };
    if (headers) this.#options.settings = { pinsHeaders: true, ...settings };
    this.#options.columnGap ??= spacing;
    this.engine = rangecore.list({ estimate, spacing });
    this.engine.setSettings({ usesMeanEstimate: true, ...this.#options.settings });
    this.engine.insert(0, count, extents);
    if (extents) this.engine.markProvisional(0, count);
    this.#hasSections = Boolean(headers);
    headers?.forEach((index) => this.engine.markHeader(index));
    this.#prepare(scroller, axis === 'horizontal');
    this.#observer = new ResizeObserver((entries) => this.#resized(entries));
    this.#rows = new Rows(this.#container, this.#observer, this.#options);
    this.#scroller = new Scroller(scroller, this.#container, axis === 'horizontal', {
      moved: () => this.#turn(true),
      rested: () => this.#turn(false),
      touched: () => this.#stopAnimation(),
    });
    this.#observe();
    this.#measureScroller();
    this.update();
  }

  // -- what there is --

  get count() { return this.engine.count; }

  get latest() { return this.#update; }

  get offset() { return this.#scroller.offset; }

  get viewportLength() { return this.#scroller.track.viewport; }

  get scrollLength() { return this.#scroller.track.length; }

  element(index) { return this.#rows.get(index)?.element ?? null; }

  indexOf(element) {
    for (let at = element; at; at = at.parentElement) {
      const row = this.#rows.byElement.get(at);
      if (row) return row.index;
    }
    return -1;
  }

  *rows() {
    for (const { index, element } of this.#rows.byIndex.values()) yield { index, element };
  }

  // -- edits --

  insert(index, count = 1) {
    this.engine.insert(index, count);
    this.#edited((old) => (old < index ? old : old + count));
  }

  remove(lower, upper = lower + 1) {
    this.engine.remove(lower, upper);
    this.#edited((old) => {
      if (old < lower) return old;
      return old < upper ? -1 : old - (upper - lower);
    });
  }

  move(lower, upper, to) {
    this.engine.move(lower, upper, to);
    const count = upper - lower;
    this.#edited((old) => {
      if (old >= lower && old < upper) return old - lower + to;
      const rest = old < lower ? old : old - count;
      return rest < to ? rest : rest + count;
    });
  }

  apply(change) {
    // Refused while a store edits the list, and else nothing.
    this.engine.remove(0, 0);
    const { rangecore, key } = this.#options;
    const keys = (length) => Array.from({ length }, (_, index) => key(index));
    const before = keys(this.count);
    for (const edit of rangecore.diff(before, keys(change()))) {
      const { kind, lower, upper, to } = edit;
      if (kind === 'remove') this.remove(lower, upper);
      else if (kind === 'insert') this.insert(to, upper - lower);
      else this.move(lower, upper, to);
    }
    this.refresh();
  }

  refresh(lower = 0, upper = this.count) {
    for (const row of [...this.#rows.byIndex.values()]) {
      if (row.index >= lower && row.index < upper) this.#rows.refresh(row);
    }
    this.#isPlaced = false;
    this.#schedule();
  }

  remeasure() {
    this.engine.markProvisional(0, this.count);
    // As if it were shown for the first time.
    this.#scroller.breadth = 0;
    this.#measureScroller();
    this.#updateMeasuring();
  }

  markHeader(index, columns) {
    this.engine.markHeader(index, columns);
    this.#edited((old) => old);
  }

  keep(index, isKept = true) {
    if (isKept) this.#make(index);
    const row = this.#rows.get(index);
    if (row) row.isKept = isKept;
    this.#rows.isEdited = true;
    this.#isPlaced = false;
    this.#schedule();
  }

  #edited(indexOf) {
    this.#rows.reindex(indexOf);
    if (this.#columns > 1 || this.#hasSections) this.#regroup();
    this.#isPlaced = false;
    this.#schedule();
  }

  /** Puts items into their columns, and gives rows that hold other items now the extents of those. */
  #regroup() {
    for (const row of this.#rows.byIndex.values()) {
      this.#putInColumn(row);
      const { extent } = row;
      row.extent = NaN;
      if (!row.isStale) this.#setExtent(row, extent);
    }
  }

  /** Updates before the browser paints, once for all edits. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      if (this.#isScheduled) this.update();
    });
  }

  // -- going somewhere --

  scrollTo(index, { align = 'nearest', behavior = 'auto', shift = 0 } = {}) {
    const target = () => this.engine.setScrollTarget(index, align, shift);
    const offset = target();
    this.#goTo(offset, behavior, target);
  }

  scrollToOffset(offset, { behavior = 'auto' } = {}) {
    const target = () => Math.max(0, Math.min(offset, this.engine.length - this.viewportLength));
    this.#goTo(target(), behavior, target);
  }

  #goTo(offset, behavior, target) {
    this.#stopAnimation();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (behavior === 'smooth' && !isStill) {
      this.#animation = { target, start: performance.now(), part: 0 };
      addEventListener('wheel', this.#onWheel, { passive: true, capture: true });
      this.#animate();
    } else {
      this.#scroller.jump(offset);
      this.update();
    }
  }

  /** Goes a part of what is left, wherever that is by now. */
  #animate() {
    this.#animation.frame = requestAnimationFrame((now) => {
      const animation = this.#animation;
      const time = Math.min(1, Math.max(0, (now - animation.start) / SMOOTH));
      const part = 1 - (1 - time) ** 3;
      const { offset } = this.#scroller;
      const step = time === 1 ? 1 : (part - animation.part) / (1 - animation.part);
      animation.part = part;
      this.#scroller.jump(offset + (animation.target() - offset) * step);
      this.update();
      if (time < 1) this.#animate();
      else this.#stopAnimation();
    });
  }

  #stopAnimation() {
    if (!this.#animation) return;
    cancelAnimationFrame(this.#animation.frame);
    removeEventListener('wheel', this.#onWheel, { capture: true });
    this.#animation = null;
  }

  #onWheel = () => this.#stopAnimation();

  // -- the turn --

  update() {
    this.#turn(false);
  }

  #turn(isUserDriven) {
    if (this.#isDestroyed) return;
    if (this.#isTurning) {
      this.#schedule();
      return;
    }
    this.#isScheduled = false;
    this.#isTurning = true;
    try {
      this.#updateEngine(isUserDriven);
      this.#place();
    } finally {
      this.#isTurning = false;
    }
    this.#wakeAt(this.#update.nextTime);
    this.#options.onUpdate?.(this.#update, this);
    this.pages?.follow(this);
    for (const follower of this.followers) follower.follow(this);
    if (this.#options.fetch) {
      for (const end of ENDS) if (this.#update[end].answer === 'yes') this.fetch(end);
    }
  }

  #updateEngine(isUserDriven) {
    const { engine } = this;
    const scroller = this.#scroller;
    const viewport = this.#viewport;
    const { onChanges } = this.#options;
    const now = performance.now();
    viewport.length = scroller.track.viewport;
    viewport.velocity = scroller.velocity;
    viewport.isDragged = scroller.isDragged;
    viewport.isUserDriven = isUserDriven;
    viewport.time = now / 1000;
    viewport.jitter = Math.random();
    for (let round = 0; round < ROUNDS_MAX; round++) {
      viewport.offset = scroller.offset;
      const update = engine.update(viewport);
      this.#update = update;
      viewport.isUserDriven = false;
      scroller.offset += update.correction;
      const { changes } = update;
      if (onChanges && changes.items.length > 0) onChanges(changes, this);
      // Hidden, the rows stay as they are.
      if (viewport.length && this.#mount(update, now + BUDGET)) {
        this.#isPlaced = false;
        this.#options.onMount?.(this);
      }
      if (this.#isObserving && viewport.length && this.#measure(update.visible)) continue;
      scroller.track.length = update.scrollLength;
      const clamped = scroller.track.clamped(scroller.offset);
      if (Math.abs(clamped - scroller.offset) < 0.01 || scroller.isPulled) break;
      scroller.offset = clamped;
    }
    scroller.settle(this.#update.scrollLength);
  }

  /** Makes the rows of the items in the display range, visible ones first. */
  #mount({ visible, ranges: { display }, direction }, deadline) {
    const rows = this.#rows;
    let { lower, upper } = visible;
    if (display.lower < display.upper) {
      lower = Math.min(lower, display.lower);
      upper = Math.max(upper, display.upper);
    }
    if (lower < upper) {
      // Whole rows.
      lower = this.#itemsOfRow(this.#rowOf(lower)).lower;
      upper = this.#itemsOfRow(this.#rowOf(upper - 1)).upper;
    }
    if (lower === rows.lower && upper === rows.upper && !rows.isEdited) return false;
    rows.trim(lower, upper);
    let isMade = false;
    const make = (index) => {
      isMade = this.#make(index) || isMade;
    };
    if (rows.lower >= rows.upper || rows.lower > visible.upper || rows.upper < visible.lower) {
      rows.lower = rows.upper = visible.lower;
    }
    while (rows.upper < visible.upper) make(rows.upper++);
    while (rows.lower > visible.lower) make(--rows.lower);
    // Then what is ahead, then what is behind.
    const sides = direction === 'backward' ? [-1, 1] : [1, -1];
    for (const side of sides) {
      while (side > 0 ? rows.upper < upper : rows.lower > lower) {
        if (isMade && performance.now() > deadline) {
          this.#continueLater();
          return true;
        }
        make(side > 0 ? rows.upper++ : --rows.lower);
      }
    }
    return isMade;
  }

  #make(index) {
    const isMade = this.#rows.make(index, this.#isObserving);
    if (isMade) this.#putInColumn(this.#rows.get(index));
    return isMade;
  }

  #rowOf(index) {
    return this.#hasSections ? this.engine.rowOfItem(index) : Math.floor(index / this.#columns);
  }

  #itemsOfRow(row) {
    if (this.#hasSections) return this.engine.itemsOfRow(row);
    const lower = row * this.#columns;
    return { lower, upper: Math.min(lower + this.#columns, this.count) };
  }

  #continueLater() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#turn(false);
    });
  }

  #wakeAt(time) {
    if (time === this.#wake) return;
    this.#wake = time;
    clearTimeout(this.#timer);
    if (time === Infinity) return;
    const delay = Math.max(0, time * 1000 - performance.now()) + 1;
    this.#timer = setTimeout(() => {
      this.#wake = Infinity;
      this.#turn(false);
    }, delay);
  }

  // -- measuring --

  #observe() {
    const { element, isWindow } = this.#scroller;
    this.#observer.observe(this.#container);
    if (isWindow) addEventListener('resize', this.#onWindow);
    else this.#observer.observe(element);
    // What comes before the list may grow, and then the list begins later.
    for (const sibling of this.#container.parentElement.children) {
      if (sibling !== this.#container) this.#observer.observe(sibling);
    }
    this.#container.addEventListener('focusout', this.#onFocusOut);
  }

  #onWindow = () => {
    this.#measureScroller();
    this.update();
  };

  #onFocusOut = () => {
    this.#rows.isEdited = true;
    // The next element has the focus only afterwards.
    this.#schedule();
  };

  /** Takes the sizes of rows, and of what is around them, before they are painted. */
  #resized(entries) {
    let isAny = false;
    for (const { target, borderBoxSize: [box] } of entries) {
      const row = this.#rows.byElement.get(target);
      if (!row) {
        isAny = this.#measureScroller() || isAny;
      } else if (!this.viewportLength) {
        // Hidden; measured again when the list is shown.
        row.isStale = this.#measuresAll = true;
      } else if (row.isReady) {
        isAny = this.#setExtent(row, this.#rows.isHorizontal ? box.inlineSize : box.blockSize) || isAny;
      }
    }
    if (isAny) this.#updateMeasuring();
  }

  /** Where the layout is clean, or is needed anyway. */
  #updateMeasuring() {
    this.#isObserving = true;
    this.update();
    this.#isObserving = false;
  }

  #measureScroller() {
    const scroller = this.#scroller;
    const { start, end, breadth, track: { viewport } } = scroller;
    scroller.measure();
    const isAround = scroller.start !== start || scroller.end !== end;
    const isOther = scroller.breadth !== breadth;
    if (isAround) {
      this.engine.setSettings({ extraLengths: { head: scroller.start, tail: scroller.end } });
    }
    if (isOther && scroller.breadth > 0) this.#takeBreadth(breadth > 0);
    return isAround || isOther || scroller.track.viewport !== viewport;
  }

  #takeBreadth(isOther) {
    const { columns, spacing } = this.#options;
    const count = typeof columns === 'function' ? columns(this.#scroller.breadth) : columns;
    if (count !== this.#columns) {
      this.#columns = count;
      this.engine.setLayout(count, spacing, true);
    } else if (isOther) {
      this.engine.markProvisional(0, this.count);
    }
    for (const row of this.#rows.byIndex.values()) row.isStale = true;
    this.#regroup();
    this.#measuresAll = true;
    this.#isPlaced = false;
  }

  /** Measures what is visible, or all; returns whether an update must follow. */
  #measure({ lower, upper }) {
    const stale = [];
    for (const row of this.#rows.byIndex.values()) {
      const isSeen = this.#measuresAll || (row.index >= lower && row.index < upper);
      if (isSeen && row.isStale && row.isReady) stale.push(row);
    }
    this.#measuresAll = false;
    // Reads only, so that the browser lays out once.
    const extents = stale.map((row) => this.#rows.extentOf(row));
    let isAny = false;
    stale.forEach((row, at) => {
      isAny = this.#setExtent(row, extents[at]) || isAny;
    });
    return isAny;
  }

  /** Notes the extent of an item; returns whether that of its row is now another. */
  #setExtent(row, extent) {
    row.isStale = false;
    if (row.extent === extent) return false;
    row.extent = extent;
    const line = this.#rowOf(row.index);
    let longest = extent;
    const { lower, upper } = this.#itemsOfRow(line);
    for (let index = lower; index < upper; index++) {
      const other = this.#rows.get(index);
      if (!other?.isReady) continue;
      if (other.isStale) return false;
      longest = Math.max(longest, other.extent);
    }
    this.engine.setRowExtents(line, [longest]);
    this.#isPlaced = false;
    return true;
  }

  // -- placing --

  #putInColumn(row) {
    const { index } = row;
    const { lower } = this.#itemsOfRow(this.#rowOf(index));
    let columns = this.#columns;
    if (this.#hasSections) {
      try {
        const section = this.engine.sectionOfItem(index);
        columns = section.items.lower === index ? 1 : section.columns || columns;
      } catch {
        // Before the first header.
      }
    }
    this.#rows.putInColumn(row, index - lower, columns);
  }

  #place() {
    const rows = this.#rows;
    const scroller = this.#scroller;
    const origin = scroller.base + scroller.start;
    const hasKept = rows.byIndex.size > rows.upper - rows.lower;
    if (this.#hasSections) this.#pin();
    if (this.#isPlaced && origin === this.#origin && !hasKept) return;
    this.#isPlaced = true;
    this.#origin = origin;
    if (rows.lower < rows.upper) this.#placeWindow(origin);
    if (!hasKept) return;
    for (const row of rows.byIndex.values()) {
      if (row.index >= rows.lower && row.index < rows.upper) continue;
      if (row.index === this.#pinned) continue;
      const { offset, extent } = this.engine.item(row.index);
      rows.place(row, toLayout(parked(offset, scroller) - scroller.start), extent);
    }
  }

  #placeWindow(origin) {
    const rows = this.#rows;
    const first = this.#rowOf(rows.lower);
    const { offsets, extents } = this.engine.rows(first, this.#rowOf(rows.upper - 1) + 1);
    for (let { lower: index } = rows; index < rows.upper; index++) {
      if (index === this.#pinned) continue;
      const at = this.#rowOf(index) - first;
      rows.place(rows.get(index), toLayout(offsets[at] - origin), extents[at]);
    }
  }

  /**
   * The pinned header is in a box that sticks to the viewport's start, so that the browser moves it
   * with every frame, even before a script hears of the scrolling.
   */
  #pin() {
    const rows = this.#rows;
    const name = rows.isHorizontal ? 'insetInlineStart' : 'top';
    let header = null;
    try {
      header = this.engine.pinnedHeader();
    } catch {
      // None.
    }
    if (header?.index !== this.#pinned) this.#unpin();
    if (!header) return;
    if (this.#pinned < 0) {
      this.#pinned = header.index;
      this.#make(header.index);
    }
    const row = rows.get(header.index);
    if (!row.isPinned) {
      row.isPinned = true;
      this.#stickyBox.append(row.element);
    }
    row.start = null;
    const start = this.#update.offset + this.#options.insetStart;
    row.element.style[name] = `${toLayout(header.offset - start)}px`;
  }

  #unpin() {
    const row = this.#rows.get(this.#pinned);
    this.#pinned = -1;
    this.#isPlaced = false;
    if (!row?.isPinned) return;
    row.isPinned = false;
    this.#container.append(row.element);
    this.#rows.putInOrder();
    this.#rows.isEdited = true;
    this.#schedule();
  }

  // -- fetching --

  async fetch(end = 'tail') {
    if (this.#fetches[end]) return;
    const batch = this.engine.beginBatch(end);
    const abort = new AbortController();
    this.#fetches[end] = { batch, abort };
    let outcome;
    try {
      outcome = (await this.#options.fetch(end, abort.signal)) ?? 'completed';
    } catch (error) {
      outcome = 'failed';
      if (!abort.signal.aborted) this.#options.onError?.(error, end);
    }
    if (this.#fetches[end]?.batch !== batch) return;
    delete this.#fetches[end];
    batch.finish(outcome);
    batch.free();
    this.update();
  }

  isFetching(end) { return Boolean(this.#fetches[end]); }

  retry(end = 'tail') {
    this.engine.retryBatch(end);
    this.update();
  }

  resetFetching() {
    for (const end of ENDS) {
      this.#fetches[end]?.abort.abort();
      this.#fetches[end]?.batch.free();
      delete this.#fetches[end];
      this.engine.resetBatch(end);
    }
    this.#schedule();
  }

  // -- beginning and end --

  #prepare(target, isHorizontal) {
    const scroller = target === globalThis.window ? document.documentElement : target;
    const given = this.#options.container;
    this.#container = given ?? document.createElement('div');
    if (!given) (scroller === target ? target : document.body).append(this.#container);
    // The engine anchors the content.
    this.#style(scroller, { overflowAnchor: 'none' });
    // Rows past its end, while its length is behind, are nothing to scroll to.
    this.#style(this.#container, {
      position: 'relative', contain: 'layout size style', overflowAnchor: 'none',
      ...(isHorizontal ? { height: this.#container.style.height || '100%' } : {}),
    });
    if (this.#hasSections) {
      this.#stickyBox = document.createElement('div');
      const { insetStart } = this.#options;
      Object.assign(this.#stickyBox.style, {
        position: 'sticky', zIndex: 1, [isHorizontal ? 'width' : 'height']: 0,
        [isHorizontal ? 'height' : 'width']: '100%',
        [isHorizontal ? 'insetInlineStart' : 'top']: `${insetStart}px`,
      });
      this.#container.prepend(this.#stickyBox);
    }
  }

  #style({ style }, changes) {
    const before = style.cssText;
    this.#restore.push(() => { style.cssText = before; });
    Object.assign(style, changes);
  }

  destroy() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    for (const follower of this.followers) follower.detach(this);
    this.#stopAnimation();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#scroller.destroy();
    this.#observer.disconnect();
    removeEventListener('resize', this.#onWindow);
    this.#container.removeEventListener('focusout', this.#onFocusOut);
    this.resetFetching();
    for (const row of [...this.#rows.byIndex.values()]) this.#rows.drop(row);
    this.#stickyBox?.remove();
    for (const restore of this.#restore) restore();
    if (!this.#options.container) this.#container.remove();
    this.engine.free();
  }
}

/** Rounds to the browser's layout unit. */
const toLayout = (pixels) => Math.round(pixels * 64) / 64;
