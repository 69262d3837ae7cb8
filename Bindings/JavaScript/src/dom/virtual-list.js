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
  #asked = [];
  #extents = [];
  #fetches = {};
  #isTurning = false;
  #isMeasuring = false;
  #isScheduled = false;
  #isDestroyed = false;
  #wakeAt = makeWakeUp(() => this.update());
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
    headers?.forEach((index) => this.engine.markHeader(index));
    this.#host = new Host(this.engine, { aheadCount: AHEAD, makesAhead: true });
    this.#prepare(scroller, axis === 'horizontal');
    this.#observer = new ResizeObserver((entries) => this.#resized(entries));
    this.#rows = new Rows(this.#container, this.#stickyBox, this.#observer, this.#options, this.#host);
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
    this.#edited(index, index, index, count);
  }

  remove(lower, upper = lower + 1) {
    this.engine.remove(lower, upper);
    this.#edited(lower, upper);
  }

  move(lower, upper, to) {
    this.engine.move(lower, upper, to);
    this.#edited(lower, upper, to, upper - lower);
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
    this.#edited(0, 0);
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

  /** Follows items until the host tells where they are: some are taken out, and so many put in. */
  #edited(lower, upper, to = 0, count = 0) {
    for (const row of this.#rows) {
      const { index } = row;
      if (index >= lower && index < upper) {
        if (count > 0) row.index += to - lower;
        else row.isGone = true;
      } else {
        const rest = index < lower ? index : index - (upper - lower);
        row.index = rest < to ? rest : rest + count;
      }
    }
    this.#isEdited = this.#isOutdated = true;
    this.#schedule();
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
    if (this.#isSmooth(behavior)) {
      this.#begin(() => this.engine.setScrollTarget(index, align, shift));
    } else {
      this.#host.scrollTo(index, align, shift);
      this.#wanted = null;
      this.#jump(this.offset);
    }
  }

  scrollToOffset(offset, { behavior = 'auto' } = {}) {
    const target = () => Math.max(0, Math.min(offset, this.engine.length - this.viewportLength));
    if (this.#isSmooth(behavior)) {
      this.#begin(target);
    } else {
      if (!this.viewportLength) this.#wanted = target;
      this.#jump(target());
    }
  }

  #jump(offset) {
    this.#stopAnimation();
    this.#scroller.jump(offset);
    this.update();
  }

  #isSmooth(behavior) {
    return behavior === 'smooth' && this.viewportLength > 0
      && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  #begin(target) {
    // Throws before anything is stopped.
    target();
    this.#stopAnimation();
    this.#animation = { target, start: performance.now(), part: 0 };
    addEventListener('wheel', this.#onWheel, { passive: true, capture: true });
    this.#animate();
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
    let rounds = 0;
    const { step } = host;
    host.begin(viewport, scroller.breadth, this.#columns);
    for (;;) {
      this.#update = step.update;
      if (step.rounds !== rounds) {
        rounds = step.rounds;
        const { changes } = step.update;
        if (onChanges && changes.items.length > 0) onChanges(changes, this);
      }
      if (step.isDone) break;
      this.#measure(step.askCount);
      host.measured(this.#extents, now());
    }
    this.#apply(step);
    if (!viewport.length) return false;
    return this.#measureLate() || this.#clamp();
  }

  /** Makes the rows that are asked for, and measures them where that can be now. */
  #measure(count) {
    const host = this.#host;
    const rows = this.#rows;
    const isMeasuring = this.#isMeasuring;
    const { lower, upper } = this.#update.visible;
    const asked = this.#asked;
    let isMade = false;
    this.#extents.length = asked.length = count;
    for (let at = 0; at < count; at++) {
      const position = host.ask(at);
      const { number, index, column, columns } = host.node(position);
      let row = rows.byNumber.get(number);
      const isNew = !row;
      row ??= rows.make(position);
      isMade ||= isNew;
      rows.putInColumn(row, column, columns);
      const isSeen = index >= lower && index < upper;
      const isRead = isMeasuring && row.isReady && (isSeen || !isNew);
      asked[at] = isRead ? row : null;
      if (isNew || (row.isReady && !isRead)) rows.observe(row, isMeasuring);
    }
    if (isMade) this.#options.onMount?.(this);
    // Reads only, so that the browser lays out once.
    for (let at = 0; at < count; at++) {
      this.#extents[at] = asked[at] ? rows.extentOf(asked[at]) : LATER;
    }
  }

  /** Does what a step says that is done. */
  #apply(step) {
    const host = this.#host;
    const rows = this.#rows;
    for (let at = 0; at < step.releasedCount; at++) rows.drop(rows.byNumber.get(host.released(at)));
    for (let at = 0; at < step.freedCount; at++) {
      const number = host.freed(at);
      // One that was made, but for a step that was never done.
      rows.drop(rows.byNumber.get(number));
      this.#kept.delete(number);
    }
    let isMade = false;
    for (let at = 0; at < step.newsCount; at++) {
      const position = host.news(at);
      const { number, hasView } = host.node(position);
      if (!hasView || rows.byNumber.has(number)) continue;
      rows.observe(rows.make(position), this.#isMeasuring);
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
    return late.length > 0 && this.#setExtents(late);
  }

  /** Keeps the offset within the list; returns whether it was outside. */
  #clamp() {
    const scroller = this.#scroller;
    const { track } = scroller;
    track.length = this.#update.scrollLength;
    if (this.#wanted) scroller.jump(this.#wanted());
    const clamped = track.clamped(scroller.offset);
    const isOutside = Math.abs(clamped - scroller.offset) >= 0.01 && !scroller.isPulled;
    if (isOutside) scroller.offset = clamped;
    const mustFollow = isOutside || this.#wanted !== null;
    this.#wanted = null;
    return mustFollow;
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
    for (const name of ['focusin', 'focusout']) this.#container.addEventListener(name, this.#onFocus);
  }

  #onWindow = () => {
    this.#measureScroller();
    this.update();
  };

  // The next element has the focus only afterwards.
  #onFocus = () => {
    if (!this.#isTurning) this.#keepFocused();
    this.#schedule();
  };

  /** Keeps the row that has the focus. */
  #keepFocused() {
    const row = this.#rows.rowOf(document.activeElement);
    const before = this.#focused;
    if (row === before) return;
    this.#focused = row;
    if (row) this.#host.keep(row.index);
    const isThere = before && !before.isGone && this.#rows.byNumber.get(before.number) === before;
    if (isThere && !this.#kept.has(before.number)) this.#host.keep(before.index, false);
  }

  /** Takes the sizes of rows, and of what is around them, before they are painted. */
  #resized(entries) {
    const rows = this.#rows;
    const { breadth } = this.#scroller;
    const isRow = ({ target }) => rows.byElement.has(target);
    let isAny = !entries.every(isRow) && this.#measureScroller();
    if (!this.viewportLength) {
      // Hidden; measured again when the list is shown.
      this.#missesExtents ||= entries.some(isRow);
    } else if (this.#missesExtents) {
      this.#missesExtents = false;
      isAny = this.#setExtents([...rows].filter(({ isReady }) => isReady)) || isAny;
    } else if (this.#scroller.breadth === breadth) {
      // At another breadth all are asked for.
      const [numbers, extents] = [[], []];
      for (const { target, borderBoxSize: [box] } of entries) {
        const row = rows.byElement.get(target);
        if (!row?.isReady) continue;
        numbers.push(row.number);
        extents.push(rows.isHorizontal ? box.inlineSize : box.blockSize);
      }
      isAny = this.#host.setExtents(numbers, extents) || isAny;
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

  #measureScroller() {
    const scroller = this.#scroller;
    const { start, end, breadth, track: { viewport } } = scroller;
    scroller.measure();
    const isAround = scroller.start !== start || scroller.end !== end;
    const isOther = scroller.breadth !== breadth;
    if (isAround) {
      this.engine.setSettings({ extraLengths: { head: scroller.start, tail: scroller.end } });
    }
    if (isOther) this.#askColumns();
    return isAround || isOther || scroller.track.viewport !== viewport;
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
    const scroller = this.#scroller;
    const { offset, place, track: { viewport } } = scroller;
    const origin = scroller.base + scroller.start;
    // Hidden, the rows stay as they are.
    if (!viewport || !(this.#isOutdated || origin !== this.#origin)) return;
    let isInOrder = !this.#isEdited;
    this.#isEdited = this.#isOutdated = false;
    this.#origin = origin;
    for (let at = 0; at < host.step.nodeCount; at++) {
      const node = host.node(at);
      const row = rows.byNumber.get(node.number);
      if (!row) continue;
      const { isPinned, start } = node;
      row.index = node.index;
      rows.putInColumn(row, node.column, node.columns);
      if (row.isPinned !== isPinned) {
        rows.pin(row, isPinned);
        isInOrder &&= isPinned;
      }
      // Those move when the list is scrolled.
      this.#isOutdated ||= isPinned || node.isKept;
      let from = start - origin;
      if (isPinned) {
        // In a box that sticks to the viewport's start, so that the browser moves it with every frame,
        // even before a script hears of the scrolling.
        from = start - offset - this.#options.insetStart;
      } else if (node.isKept) {
        // No element reaches past the container's end.
        const reach = PARKED * viewport;
        from = place + Math.min(Math.max(start - offset, -reach), reach) - scroller.start;
      }
      rows.place(row, toLayout(from), node.extent);
    }
    if (!isInOrder) rows.putInOrder();
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
    if (this.#options.headers) {
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
    this.#wakeAt(Infinity);
    this.#scroller.destroy();
    this.#observer.disconnect();
    removeEventListener('resize', this.#onWindow);
    for (const name of ['focusin', 'focusout']) this.#container.removeEventListener(name, this.#onFocus);
    this.resetFetching();
    for (const row of [...this.#rows.byNumber.values()]) this.#rows.drop(row);
    this.#stickyBox?.remove();
    for (const restore of this.#restore) restore();
    if (!this.#options.container) this.#container.remove();
    this.#host.free();
    this.engine.free();
  }
}

/** Rounds to the browser's layout unit. */
const toLayout = (pixels) => Math.round(pixels * 64) / 64;
