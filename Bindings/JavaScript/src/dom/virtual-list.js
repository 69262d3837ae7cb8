// A list of elements in a scroller: passes the viewport and the extents of rows to the host of the
// engine, and applies its answers.
//
//     scroll, edits ──▶ host.begin() ──▶ rows asked for are made ──▶ layout by the browser
//           ▲                │                                              │
//           └── offset ──────┴──── host.setExtents() ◀── ResizeObserver, before painting
//
// So rows are measured where the browser lays out anyway: until then their extents come later. Those
// that are asked for in the observer's own callback are measured there: nothing is painted in a wrong
// place.

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
  #columns = 0;
  /** Nodes that are kept on request, by their numbers. */
  #kept = new Set();
  #focused;
  /** The offset to scroll to, once the list is shown. */
  #wanted = null;
  /** For what the rows were placed, the steps since then, and whether all are to be placed again. */
  #origin = NaN;
  #unplaced = 0;
  #isOutdated = true;
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
  /** Of the scroller and the container, and what they were before. */
  #styles;
  /** What is told of each update, such as preloaders. */
  followers = new Set();

  constructor(scroller, given) {
    const options = {
      count: 0, estimate: 44, spacing: 0, columns: 1, axis: 'vertical', insetStart: 0, insetEnd: 0,
      key: (index) => index, isReady: (index) => this.pages?.has(index), ...given,
    };
    const { count, extents, estimate, spacing, settings, headers, insetStart, insetEnd } = options;
    const isHorizontal = options.axis === 'horizontal';
    options.columnGap ??= spacing;
    this.#options = options;
    this.#viewport = { insetStart, insetEnd, insetsAreFixed: true };
    this.engine = options.rangecore.list({ estimate, spacing });
    this.engine.setSettings({ usesMeanEstimate: true, pinsHeaders: Boolean(headers), ...settings });
    this.engine.insert(0, count, extents);
    if (extents) this.engine.markProvisional(0, count);
    headers?.forEach((index) => this.engine.markHeader(index));
    this.#host = new Host(this.engine, { aheadCount: AHEAD, makesAhead: true });
    const elements = this.#prepare(scroller, isHorizontal);
    const observer = new ResizeObserver((entries) => this.#resized(entries));
    this.#rows = new Rows(this, { ...elements, observer, options, host: this.#host });
    this.#scroller = new Scroller(scroller, elements.container, isHorizontal, {
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
  get latest() { return this.#host.step.update; }
  get offset() { return this.#scroller.offset; }
  get viewportLength() { return this.#scroller.track.viewport; }
  get scrollLength() { return this.#scroller.track.length; }

  element(index) {
    return [...this.#rows].find((row) => row.index === index)?.element ?? null;
  }

  indexOf(element) { return this.#rows.rowOf(element)?.index ?? -1; }

  *rows() {
    for (const { index, element } of this.#rows) yield { index, element };
  }

  // -- edits --

  insert(index, count = 1) {
    this.engine.insert(index, count);
    this.#schedule();
  }

  remove(lower, upper = lower + 1) {
    this.engine.remove(lower, upper);
    this.#schedule();
  }

  move(lower, upper, to) {
    this.engine.move(lower, upper, to);
    this.#schedule();
  }

  apply(change) {
    // Refused while a store edits the list, and else nothing.
    this.engine.remove(0, 0);
    const { key } = this.#options;
    const keys = (length) => Array.from({ length }, (_, index) => key(index));
    this.engine.apply(keys(this.count), keys(change()));
    this.refresh();
  }

  refresh(lower = 0, upper = this.count) {
    for (const row of this.#rows) {
      if (row.index >= lower && row.index < upper) this.#rows.refresh(row);
    }
    this.#schedule();
  }

  remeasure() {
    this.engine.markProvisional(0, this.count);
    this.#measureScroller(true);
    this.#updateMeasuring();
  }

  markHeader(index, columns) {
    this.engine.markHeader(index, columns);
    this.#schedule();
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

  /** Updates before the browser paints, once for all edits. */
  #schedule() {
    this.#isOutdated = true;
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
      this.#jump(null);
    }
  }

  scrollToOffset(offset, { behavior = 'auto' } = {}) {
    if (this.#isSmooth(behavior)) {
      this.#animate(() => Math.max(0, Math.min(offset, this.engine.length - this.viewportLength)));
    } else {
      this.#jump(offset);
    }
  }

  #jump(wanted) {
    this.#animation.abort();
    this.#scroller.jump(this.offset);
    this.#wanted = wanted;
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
      this.#scroller.settle(this.latest.scrollLength);
      this.#place();
    } finally {
      this.#isTurning = false;
    }
    this.#wakeAt(this.#host.step.nextTime);
    this.#options.onUpdate?.(this.latest, this);
    this.pages?.follow(this);
    for (const follower of this.followers) follower.follow(this);
    if (this.#options.fetch) {
      for (const end of ENDS) if (this.latest[end].answer === 'yes') this.fetch(end);
    }
  }

  /** Makes a step; returns whether another must follow. */
  #step(isUserDriven) {
    const host = this.#host;
    const rows = this.#rows;
    const scroller = this.#scroller;
    const viewport = this.#viewport;
    const { step } = host;
    this.#unplaced++;
    // A list that is shown again first goes on where it was.
    if (this.#wanted !== null && viewport.length > 0 && this.viewportLength > 0) {
      scroller.jump(this.#wanted);
      scroller.clamp(this.engine.length);
      this.#wanted = null;
    }
    const { offset, velocity, isDragged, track: { viewport: length } } = scroller;
    const [time, jitter] = [now(), Math.random()];
    Object.assign(viewport, { offset, length, velocity, isDragged, isUserDriven, time, jitter });
    host.begin(viewport, scroller.breadth, this.#columns);
    for (let rounds = 0; ; host.measured(this.#measure(), now())) {
      const { changes } = step.update;
      if (step.rounds !== rounds && changes.items.length > 0) this.#options.onChanges?.(changes, this);
      rounds = step.rounds;
      if (step.isDone) break;
    }
    for (const number of step.released) rows.drop(number);
    for (const number of step.freed) this.#kept.delete(number);
    for (const row of rows.find(step.news.filter((position) => host.node(position).isNew))) {
      rows.observe(row, this.#isMeasuring);
    }
    if (step.setsOffset) scroller.offset = step.offset;
    if (viewport.length === 0) return false;
    const isOutside = scroller.clamp(step.update.scrollLength);
    return this.#measureLate() || isOutside || this.#wanted !== null;
  }

  /** Makes the rows that are asked for; returns the extents of those that can be measured now. */
  #measure() {
    const isMeasuring = this.#isMeasuring;
    const { lower, upper } = this.latest.visible;
    const canMeasure = ({ isReady, isNew, index }) => (
      isMeasuring && isReady && (!isNew || (index >= lower && index < upper)));
    const rows = this.#rows.find(this.#host.step.asks);
    for (const row of rows) {
      if (row.isNew || !canMeasure(row)) this.#rows.observe(row, isMeasuring);
    }
    // Reads only, so that the browser lays out once.
    return rows.map((row) => (canMeasure(row) ? this.#rows.extentOf(row) : LATER));
  }

  /** Measures what is on screen and has not been yet, where the layout is clean. */
  #measureLate() {
    const host = this.#host;
    const late = [];
    for (let at = 0; this.#isMeasuring && at < host.step.nodeCount; at++) {
      const { number, isLate, isOnScreen, isPinned } = host.node(at);
      if (isLate && (isOnScreen || isPinned)) late.push(this.#rows.byNumber.get(number));
    }
    return this.#setExtents(late);
  }

  // -- measuring --

  #observe() {
    const { element, isWindow } = this.#scroller;
    const { signal } = this.#end;
    const { container, observer } = this.#rows;
    observer.observe(container);
    if (!isWindow) observer.observe(element);
    else addEventListener('resize', () => { this.#measureScroller(); this.update(); }, { signal });
    // What comes before the list may grow, and then the list begins later.
    for (const sibling of container.parentElement.children) {
      if (sibling !== container) observer.observe(sibling);
    }
    for (const name of ['focusin', 'focusout']) {
      // The next element has the focus only afterwards.
      container.addEventListener(name, () => this.#schedule(), { signal });
    }
  }

  /** Keeps the row that has the focus. */
  #keepFocused() {
    const row = this.#rows.rowOf(this.#rows.focusedElement);
    if (row === this.#focused) return;
    const before = this.#rows.rowOf(this.#focused?.element);
    this.#focused = row;
    if (row) this.#host.keep(row.index);
    if (before && !this.#kept.has(before.number)) this.#host.keep(before.index, false);
  }

  /** Takes the sizes of rows, and of what is around them, before they are painted. */
  #resized(entries) {
    const rows = this.#rows;
    const wasHidden = !this.viewportLength;
    const { breadth } = this.#scroller;
    const resized = entries.map(({ target }) => rows.byElement.get(target)).filter(Boolean);
    let isAny = resized.length < entries.length && this.#measureScroller();
    // At another breadth all are asked for; of those that have changed while hidden nothing was told.
    if (this.viewportLength && this.#scroller.breadth === breadth) {
      isAny = this.#setExtents(wasHidden ? [...rows] : resized) || isAny;
    }
    if (isAny) this.#updateMeasuring();
  }

  /** Measures rows; returns whether that is news. */
  #setExtents(rows) {
    const ready = rows.filter(({ isReady }) => isReady);
    const extents = ready.map((row) => this.#rows.extentOf(row));
    return ready.length > 0 && this.#host.setExtents(ready.map(({ number }) => number), extents);
  }

  /** Where the layout is clean, or is needed anyway. */
  #updateMeasuring() {
    this.#isMeasuring = true;
    this.update();
    this.#isMeasuring = false;
  }

  /** Returns whether anything has changed. */
  #measureScroller(asksColumns = false) {
    const scroller = this.#scroller;
    const { columns } = this.#options;
    const { start, end, breadth, track: { viewport } } = scroller;
    scroller.measure();
    const isAround = scroller.start !== start || scroller.end !== end;
    const extraLengths = { head: scroller.start, tail: scroller.end };
    if (isAround) this.engine.setSettings({ extraLengths });
    const isOther = scroller.breadth !== breadth;
    if (scroller.breadth > 0 && (isOther || asksColumns)) {
      this.#columns = typeof columns === 'function' ? columns(scroller.breadth) : columns;
    }
    return isAround || isOther || scroller.track.viewport !== viewport;
  }

  // -- placing --

  /** Places the rows that are elsewhere now; or all of them, also in the order of their items. */
  #place() {
    const host = this.#host;
    const rows = this.#rows;
    const { base, start: before, offset, place, track: { viewport } } = this.#scroller;
    const origin = base + before;
    const isAll = this.#isOutdated || this.#unplaced > 1 || origin !== this.#origin;
    // Hidden, the rows stay as they are.
    if (!viewport) return;
    this.#unplaced = 0;
    if (!isAll && host.step.news.length === 0) return;
    this.#isOutdated = false;
    this.#origin = origin;
    let next = null;
    for (let at = host.step.nodeCount - 1; at >= 0; at--) {
      const node = host.node(at);
      const { isPinned, isKept } = node;
      const row = rows.byNumber.get(node.number);
      if (!row) continue;
      row.index = node.index;
      if (isAll || row.isPinned !== isPinned) rows.putBefore(row, isPinned ? null : next, isPinned);
      if (!isPinned) next = row.element;
      // Those move when the list is scrolled.
      this.#isOutdated ||= isPinned || isKept;
      if (!isAll && !node.hasMoved) continue;
      let from = node.start - origin;
      // In a box that sticks to the viewport's start, so that the browser moves it with every frame,
      // even before a script hears of the scrolling.
      if (isPinned) from = node.start - offset - this.#options.insetStart;
      // No element reaches past the container's end.
      else if (isKept) from = place - before + clamp(node.start - offset, PARKED * viewport);
      rows.putInColumn(row, node.column, node.columns);
      rows.place(row, toLayout(from), node.extent);
    }
  }

  // -- fetching --

  async fetch(end = 'tail') {
    if (this.#fetches[end]) return;
    const batch = this.engine.beginBatch(end);
    const abort = new AbortController();
    this.#fetches[end] = abort;
    let outcome = 'failed';
    try {
      outcome = (await this.#options.fetch(end, abort.signal)) ?? 'completed';
    } catch (error) {
      if (!abort.signal.aborted) this.#options.onError?.(error, end);
    }
    if (!abort.signal.aborted) {
      delete this.#fetches[end];
      batch.finish(outcome);
    }
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
      this.#fetches[end]?.abort();
      delete this.#fetches[end];
      this.engine.resetBatch(end);
    }
    this.#schedule();
  }

  // -- beginning and end --

  #prepare(target, isHorizontal) {
    const scroller = target === globalThis.window ? document.documentElement : target;
    const { headers, insetStart, container: given } = this.#options;
    const container = given ?? document.createElement('div');
    if (!given) (scroller === target ? target : document.body).append(container);
    this.#styles = [scroller, container].map(({ style }) => [style, style.cssText]);
    // The engine anchors the content.
    for (const [style] of this.#styles) style.overflowAnchor = 'none';
    // Rows past its end, while its length is behind, are nothing to scroll to.
    Object.assign(container.style, { position: 'relative', contain: 'layout size style' });
    if (isHorizontal) container.style.height ||= '100%';
    if (!headers) return { container, box: null };
    const box = document.createElement('div');
    box.style.cssText = `position: sticky; z-index: 1; ${isHorizontal
      ? 'height: 100%; width: 0; inset-inline-start' : 'width: 100%; height: 0; top'}: ${insetStart}px`;
    container.prepend(box);
    return { container, box };
  }

  destroy() {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    for (const follower of this.followers) follower.detach(this);
    this.#animation.abort();
    this.#wakeAt(Infinity);
    this.#scroller.destroy();
    this.#rows.observer.disconnect();
    this.resetFetching();
    for (const number of this.#rows.byNumber.keys()) this.#rows.drop(number);
    this.#rows.box?.remove();
    for (const [style, text] of this.#styles) style.cssText = text;
    if (!this.#options.container) this.#rows.container.remove();
    this.#host.free();
    this.engine.free();
  }
}

const clamp = (value, reach) => Math.min(Math.max(value, -reach), reach);

/** Rounds to the browser's layout unit. */
const toLayout = (pixels) => Math.round(pixels * 64) / 64;
