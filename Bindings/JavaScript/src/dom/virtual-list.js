// A list of elements in a scroller: passes the viewport and the extents of rows to the host of the
// engine, and applies its answers.
//
//     scroll, edits ──▶ host.begin() ──▶ rows asked for are made ──▶ layout by the browser
//           ▲                │                                              │
//           └── offset ──────┴──── host.setExtents() ◀── ResizeObserver, before painting
//
// So rows are measured where the browser lays out anyway: until then their extents come later. Only
// those that are asked for in the observer's own callback, and visible, are measured there: nothing is
// painted in a wrong place.

import { Host, LATER } from '../host.js';
import { makeWakeUp, now } from '../wake.js';
import { Rows } from './rows.js';
import { Scroller } from './scroller.js';

/** A step may be followed by another, as where the offset was past the end. */
const STEPS_MAX = 5;
/** How many elements are made before it is looked whether there is time for more. */
const AHEAD = 16;
/** How long a smooth scroll takes, in milliseconds. */
const SMOOTH = 400;
/** A kept row that is farther away is placed so many viewports away, within the container. */
const PARKED = 5;
const ENDS = ['tail', 'head'];

export class VirtualList {
  #options;
  #host;
  #scroller;
  #rows;
  #observer;
  #container;
  #stickyBox = null;
  #columns = 0;
  /** Nodes that are kept on request, by their numbers. */
  #kept = new Set();
  #focused;
  /** For what the rows were placed, and whether they are to be placed again. */
  #origin = NaN;
  #isOutdated = true;
  #isEdited = false;
  /** What was measured while the list was hidden does not count. */
  #missesExtents = false;
  /** Where to scroll to once the list is shown. */
  #wanted = null;
  #update = null;
  /** For the host, filled before each step. */
  #viewport;
  #fetches = {};
  #isTurning = false;
  #isMeasuring = false;
  #isScheduled = false;
  /** What ends the listeners, once the list is destroyed. */
  #end = new AbortController();
  #wakeAt = makeWakeUp(() => this.update());
  /** What ends a smooth scroll. */
  #animation = new AbortController();
  #restore;
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
    headers?.forEach((index) => this.engine.markHeader(index));
    this.#host = new Host(this.engine, { aheadCount: AHEAD, makesAhead: true });
    this.#prepare(scroller, axis === 'horizontal');
    this.#observer = new ResizeObserver((entries) => this.#resized(entries));
    this.#rows = new Rows(this.#container, this.#stickyBox, this.#observer, this.#options, this.#host);
    this.#scroller = new Scroller(scroller, this.#container, axis === 'horizontal', {
      moved: () => this.#turn(true),
      rested: () => this.#turn(false),
      touched: () => this.#animation.abort(),
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

  element(index) {
    for (const row of this.#rows) if (row.index === index) return row.element;
    return null;
  }

  indexOf(element) { return this.#rows.rowOf(element)?.index ?? -1; }

  *rows() {
    for (const { index, element } of this.#rows) yield { index, element };
  }

  // -- edits --

  insert(index, count = 1) {
    this.engine.insert(index, count);
    this.#edited();
  }

  remove(lower, upper = lower + 1) {
    this.engine.remove(lower, upper);
    this.#edited();
  }

  move(lower, upper, to) {
    this.engine.move(lower, upper, to);
    this.#edited();
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
      else if (kind === 'insert') this.insert(lower, upper - lower);
      else this.move(lower, upper, to);
    }
    this.refresh();
  }

  refresh(lower = 0, upper = this.count) {
    for (const row of this.#rows) {
      if (row.index >= lower && row.index < upper) this.#rows.refresh(row);
    }
    this.#isOutdated = true;
    this.#schedule();
  }

  remeasure() {
    this.engine.markProvisional(0, this.count);
    this.#measureScroller();
    this.#askColumns();
    this.#updateMeasuring();
  }

  markHeader(index, columns) {
    this.engine.markHeader(index, columns);
    this.#edited();
  }

  keep(index, isKept = true) {
    if (this.#isTurning) {
      // What a step has told is used until it is over.
      queueMicrotask(() => this.keep(index, isKept));
      return;
    }
    if (isKept) this.#host.keep(index);
    const number = this.#host.find(index);
    if (number < 0) return;
    if (isKept) this.#kept.add(number);
    else this.#kept.delete(number);
    if (!isKept && this.#focused?.number !== number) this.#host.keep(index, false);
    if (isKept && !this.#rows.byNumber.has(number)) this.update();
    else this.#schedule();
  }

  /** The host follows the items; rows are placed and put in order again. */
  #edited() {
    this.#isEdited = this.#isOutdated = true;
    this.#schedule();
  }

  /** Updates before the browser paints, once for all edits. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => this.#isScheduled && this.update());
  }

  // -- going somewhere --

  scrollTo(index, { align = 'nearest', behavior = 'auto', shift = 0 } = {}) {
    if (this.#isSmooth(behavior)) {
      this.#animate(() => this.engine.setScrollTarget(index, align, shift));
    } else {
      this.#host.scrollTo(index, align, shift);
      this.#wanted = null;
      this.#jump(this.offset);
    }
  }

  scrollToOffset(offset, { behavior = 'auto' } = {}) {
    const target = () => Math.max(0, Math.min(offset, this.engine.length - this.viewportLength));
    if (this.#isSmooth(behavior)) {
      this.#animate(target);
    } else {
      if (!this.viewportLength) this.#wanted = target;
      this.#jump(target());
    }
  }

  #jump(offset) {
    this.#animation.abort();
    this.#scroller.jump(offset);
    this.update();
  }

  #isSmooth(behavior) {
    return behavior === 'smooth' && this.viewportLength > 0
      && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Goes a part of what is left in each frame, wherever that is by now. */
  #animate(target) {
    // Throws before anything is stopped.
    target();
    this.#animation.abort();
    const animation = new AbortController();
    const { signal } = animation;
    const start = performance.now();
    let done = 0;
    const go = (now) => {
      if (signal.aborted) return;
      const time = Math.min(1, Math.max(0, (now - start) / SMOOTH));
      const part = 1 - (1 - time) ** 3;
      const { offset } = this.#scroller;
      const step = time === 1 ? 1 : (part - done) / (1 - done);
      done = part;
      this.#scroller.jump(offset + (target() - offset) * step);
      this.update();
      if (time < 1) requestAnimationFrame(go);
      else animation.abort();
    };
    this.#animation = animation;
    addEventListener('wheel', () => animation.abort(), { passive: true, capture: true, signal });
    requestAnimationFrame(go);
  }

  // -- the turn --

  update() {
    this.#turn(false);
  }

  #turn(isUserDriven) {
    if (this.#end.signal.aborted) return;
    if (this.#isTurning) {
      this.#schedule();
      return;
    }
    this.#isScheduled = false;
    this.#keepFocused();
    this.#isTurning = true;
    try {
      let count = 1;
      while (this.#step(isUserDriven && count === 1) && count < STEPS_MAX) count++;
      this.#scroller.settle(this.#update.scrollLength);
      this.#place();
    } finally {
      this.#isTurning = false;
    }
    this.#wakeAt(this.#host.step.nextTime);
    this.#options.onUpdate?.(this.#update, this);
    this.pages?.follow(this);
    for (const follower of this.followers) follower.follow(this);
    if (this.#options.fetch) {
      for (const end of ENDS) if (this.#update[end].answer === 'yes') this.fetch(end);
    }
  }

  /** Makes a step; returns whether another must follow. */
  #step(isUserDriven) {
    const host = this.#host;
    const scroller = this.#scroller;
    const viewport = this.#viewport;
    const { onChanges } = this.#options;
    viewport.offset = scroller.offset;
    viewport.length = scroller.track.viewport;
    viewport.velocity = scroller.velocity;
    viewport.isDragged = scroller.isDragged;
    viewport.isUserDriven = isUserDriven;
    viewport.time = now();
    viewport.jitter = Math.random();
    const { step } = host;
    host.begin(viewport, scroller.breadth, this.#columns);
    for (let rounds = 0; ; host.measured(this.#measure(), now())) {
      this.#update = step.update;
      const { changes } = step.update;
      if (step.rounds !== rounds && changes.items.length > 0) onChanges?.(changes, this);
      rounds = step.rounds;
      if (step.isDone) break;
    }
    this.#apply(step);
    if (!viewport.length) return false;
    return this.#measureLate() || this.#clamp();
  }

  /** Makes the rows that are asked for; returns the extents of those that can be measured now. */
  #measure() {
    const host = this.#host;
    const rows = this.#rows;
    const isMeasuring = this.#isMeasuring;
    const { lower, upper } = this.#update.visible;
    const asked = [];
    let isMade = false;
    for (let at = 0; at < host.step.askCount; at++) {
      const position = host.ask(at);
      const { number, index, column, columns } = host.node(position);
      const isNew = !rows.byNumber.has(number);
      const row = isNew ? rows.make(position) : rows.byNumber.get(number);
      isMade ||= isNew;
      rows.putInColumn(row, column, columns);
      const isSeen = index >= lower && index < upper;
      asked[at] = isMeasuring && row.isReady && (isSeen || !isNew) ? row : null;
      if (isNew || (row.isReady && !asked[at])) rows.observe(row, isMeasuring);
    }
    if (isMade) this.#options.onMount?.(this);
    // Reads only, so that the browser lays out once.
    return asked.map((row) => (row ? rows.extentOf(row) : LATER));
  }

  /** Does what a step says that is done. */
  #apply(step) {
    const host = this.#host;
    const rows = this.#rows;
    for (let at = 0; at < step.releasedCount; at++) rows.drop(rows.byNumber.get(host.released(at)));
    for (let at = 0; at < step.freedCount; at++) {
      // One that was made, but for a step that was never done.
      rows.drop(rows.byNumber.get(host.freed(at)));
      this.#kept.delete(host.freed(at));
    }
    let isMade = false;
    for (let at = 0; at < step.newsCount; at++) {
      const { number, hasView } = host.node(host.news(at));
      if (!hasView || rows.byNumber.has(number)) continue;
      rows.observe(rows.make(host.news(at)), this.#isMeasuring);
      isMade = true;
    }
    if (isMade) this.#options.onMount?.(this);
    if (step.newsCount > 0) this.#isOutdated = true;
    if (step.setsOffset) this.#scroller.offset = step.offset;
  }

  /** Measures what is on screen and has not been yet, where the layout is clean. */
  #measureLate() {
    if (!this.#isMeasuring) return false;
    const host = this.#host;
    const late = [];
    for (let at = 0; at < host.step.nodeCount; at++) {
      const { number, isLate, isOnScreen, isPinned } = host.node(at);
      const row = isLate && (isOnScreen || isPinned) && this.#rows.byNumber.get(number);
      if (row?.isReady) late.push(row);
    }
    return this.#setExtents(late);
  }

  /** Keeps the offset within the list; returns whether it was outside. */
  #clamp() {
    const scroller = this.#scroller;
    const wanted = this.#wanted;
    scroller.track.length = this.#update.scrollLength;
    this.#wanted = null;
    if (wanted) scroller.jump(wanted());
    const clamped = scroller.track.clamped(scroller.offset);
    const isOutside = Math.abs(clamped - scroller.offset) >= 0.01 && !scroller.isPulled;
    if (isOutside) scroller.offset = clamped;
    return isOutside || wanted !== null;
  }

  // -- measuring --

  #observe() {
    const { element, isWindow } = this.#scroller;
    const { signal } = this.#end;
    this.#observer.observe(this.#container);
    if (!isWindow) this.#observer.observe(element);
    else addEventListener('resize', () => { this.#measureScroller(); this.update(); }, { signal });
    // What comes before the list may grow, and then the list begins later.
    for (const sibling of this.#container.parentElement.children) {
      if (sibling !== this.#container) this.#observer.observe(sibling);
    }
    for (const name of ['focusin', 'focusout']) {
      // The next element has the focus only afterwards.
      this.#container.addEventListener(name, () => {
        if (!this.#isTurning) this.#keepFocused();
        this.#schedule();
      }, { signal });
    }
  }

  /** Keeps the row that has the focus. */
  #keepFocused() {
    const row = this.#rows.rowOf(document.activeElement);
    if (row === this.#focused) return;
    const before = this.#rows.rowOf(this.#focused?.element);
    this.#focused = row;
    if (row) this.#host.keep(row.index);
    if (before && !this.#kept.has(before.number)) this.#host.keep(before.index, false);
  }

  /** Takes the sizes of rows, and of what is around them, before they are painted. */
  #resized(entries) {
    const { byElement, isHorizontal } = this.#rows;
    const { breadth } = this.#scroller;
    const ofRows = entries.filter(({ target }) => byElement.has(target));
    let isAny = ofRows.length < entries.length && this.#measureScroller();
    if (!this.viewportLength) {
      // Hidden; measured again when the list is shown.
      this.#missesExtents ||= ofRows.length > 0;
    } else if (this.#missesExtents) {
      this.#missesExtents = false;
      isAny = this.#setExtents([...this.#rows].filter(({ isReady }) => isReady)) || isAny;
    } else if (this.#scroller.breadth === breadth) {
      // At another breadth all are asked for.
      const ready = ofRows.filter(({ target }) => byElement.get(target).isReady);
      isAny = this.#host.setExtents(ready.map(({ target }) => byElement.get(target).number),
        ready.map(({ borderBoxSize: [box] }) => box[isHorizontal ? 'inlineSize' : 'blockSize']))
        || isAny;
    }
    if (isAny) this.#updateMeasuring();
  }

  /** Measures rows; returns whether that is news. */
  #setExtents(rows) {
    return this.#host.setExtents(rows.map(({ number }) => number),
      rows.map((row) => this.#rows.extentOf(row)));
  }

  /** Where the layout is clean, or is needed anyway. */
  #updateMeasuring() {
    this.#isMeasuring = true;
    this.update();
    this.#isMeasuring = false;
  }

  /** Returns whether anything has changed. */
  #measureScroller() {
    const scroller = this.#scroller;
    const { start, end, breadth, track: { viewport } } = scroller;
    scroller.measure();
    const isAround = scroller.start !== start || scroller.end !== end;
    const extraLengths = { head: scroller.start, tail: scroller.end };
    if (isAround) this.engine.setSettings({ extraLengths });
    if (scroller.breadth !== breadth) this.#askColumns();
    return isAround || scroller.breadth !== breadth || scroller.track.viewport !== viewport;
  }

  #askColumns() {
    const { columns } = this.#options;
    const { breadth } = this.#scroller;
    if (breadth > 0) this.#columns = typeof columns === 'function' ? columns(breadth) : columns;
  }

  // -- placing --

  /** Places all rows, if any may be elsewhere; those that are not cost nothing. */
  #place() {
    const host = this.#host;
    const rows = this.#rows;
    const { base, start: before, offset, place, track: { viewport } } = this.#scroller;
    const origin = base + before;
    // Hidden, the rows stay as they are.
    if (!viewport || !(this.#isOutdated || origin !== this.#origin)) return;
    let isInOrder = !this.#isEdited;
    this.#isEdited = this.#isOutdated = false;
    this.#origin = origin;
    for (let at = 0; at < host.step.nodeCount; at++) {
      const { number, index, column, columns, isPinned, isKept, start, extent } = host.node(at);
      const row = rows.byNumber.get(number);
      if (!row) continue;
      row.index = index;
      rows.putInColumn(row, column, columns);
      if (row.isPinned !== isPinned) {
        rows.pin(row, isPinned);
        isInOrder &&= isPinned;
      }
      // Those move when the list is scrolled.
      this.#isOutdated ||= isPinned || isKept;
      let from = start - origin;
      // In a box that sticks to the viewport's start, so that the browser moves it with every frame,
      // even before a script hears of the scrolling.
      if (isPinned) from = start - offset - this.#options.insetStart;
      // No element reaches past the container's end.
      else if (isKept) from = place - before + clamp(start - offset, PARKED * viewport);
      rows.place(row, toLayout(from), extent);
    }
    if (!isInOrder) rows.putInOrder();
  }

  // -- fetching --

  async fetch(end = 'tail') {
    if (this.#fetches[end]) return;
    const abort = new AbortController();
    const batch = this.engine.beginBatch(end);
    this.#fetches[end] = { batch, abort };
    let outcome = 'failed';
    try {
      outcome = (await this.#options.fetch(end, abort.signal)) ?? 'completed';
    } catch (error) {
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
    const { container, headers, insetStart } = this.#options;
    this.#container = container ?? document.createElement('div');
    if (!container) (scroller === target ? target : document.body).append(this.#container);
    this.#restore = [scroller, this.#container].map(({ style }) => {
      const { cssText } = style;
      return () => { style.cssText = cssText; };
    });
    // The engine anchors the content.
    scroller.style.overflowAnchor = 'none';
    // Rows past its end, while its length is behind, are nothing to scroll to.
    const { style } = this.#container;
    Object.assign(style, { position: 'relative', contain: 'layout size style' });
    style.overflowAnchor = 'none';
    if (isHorizontal) style.height ||= '100%';
    if (!headers) return;
    this.#stickyBox = document.createElement('div');
    Object.assign(this.#stickyBox.style, {
      position: 'sticky', zIndex: 1, [isHorizontal ? 'width' : 'height']: 0,
      [isHorizontal ? 'height' : 'width']: '100%',
      [isHorizontal ? 'insetInlineStart' : 'top']: `${insetStart}px`,
    });
    this.#container.prepend(this.#stickyBox);
  }

  destroy() {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    for (const follower of this.followers) follower.detach(this);
    this.#animation.abort();
    this.#wakeAt(Infinity);
    this.#scroller.destroy();
    this.#observer.disconnect();
    this.resetFetching();
    for (const row of this.#rows.byNumber.values()) this.#rows.drop(row);
    this.#stickyBox?.remove();
    for (const restore of this.#restore) restore();
    if (!this.#options.container) this.#container.remove();
    this.#host.free();
    this.engine.free();
  }
}

const clamp = (value, reach) => Math.min(Math.max(value, -reach), reach);

/** Rounds to the browser's layout unit. */
const toLayout = (pixels) => Math.round(pixels * 64) / 64;
