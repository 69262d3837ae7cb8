// A list of elements in a scroller: passes the viewport and the extents of rows to the host of the
// engine, and applies its answers.
//
//     scroll, edits ──▶ host.begin() ──▶ rows asked for are made ──▶ layout by the browser
//           ▲                │                                              │
//           └── offset ──────┴──── host.setExtents() ◀── ResizeObserver, before painting
//
// So rows are measured where the browser lays out anyway: until then their extents come later. Those
// that are seen at once, or asked for in the observer's own callback, are measured there: nothing is
// painted in a wrong place.

import { needed } from '../errors.js';
import { Host, LATER } from '../host.js';
import { KEPT_MOST } from '../list.js';
import { makeWakeUp, now } from '../wake.js';
import { expect, State, valueOf, words } from '../words.js';
import { carryOut, editsBetween } from './edits.js';
import { checkOptions, growsWithRows, OPTIONS } from './first-lines.js';
import { giveRole, Rows } from './rows.js';
import { Scroller } from './scroller.js';

/** A step may be followed by another, as where the offset was past the end. */
const STEPS_MAX = 5;
/** How many elements are made before it is looked whether there is time for more. */
const AHEAD = 16;
/** How long a smooth scroll takes, in milliseconds. */
const SMOOTH = 400;
const ENDS = ['tail', 'head'];
const DEFAULTS = {
  count: 0, estimate: 44, spacing: 0, columns: 1, axis: 'vertical', insetStart: 0, insetEnd: 0, key: (index) => index,
  onError: console.error,
};

export class VirtualList {
  #options = {};
  #host;
  #scroller;
  #rows;
  #columns = 0;
  /** What was measured last; the arrays are kept. */
  #sized = [];
  #numbers = [];
  #extents = [];
  /** What keeps nodes, by their numbers, and the node that has the focus. */
  #kept = new Map();
  #focused = -1;
  /** Whether the app, or its store, loads items. */
  #isBusy = false;
  /** The offset that was asked for, until it has been painted: a scrollbar that comes for it makes the list narrower. */
  #goal = null;
  /** The settings of a new list, and whether it fetches at the head too. */
  #unset;
  #isOnAtHead;
  /** For the host, filled before each step. */
  #viewport;
  #fetches = {};
  #isTurning = false;
  #isScheduled = false;
  /**
   * Whether rows are measured in this turn, not by the observer: those that are seen and, unless the reader moves the list, what
   * comes after them. Chromium counts as a layout shift what the observer moves, though no frame shows it.
   */
  #isNow = false;
  /** What ends the listeners, once the list is destroyed, and what ends a smooth scroll. */
  #end = new AbortController();
  #isOver = false;
  #animation = new AbortController();
  #wakeAt = makeWakeUp(() => this.update());
  /** Of the scroller and the container, and what they were before. */
  #styles;
  #role;
  /** Whether it was told that the scroller grows. */
  #isTold = false;
  /** What is told of each update, such as preloaders. */
  followers = new Set();

  /** A kit of the package's may have options of its own. */
  constructor(target, given, own = {}) {
    checkOptions(target, given);
    Object.assign(this.#options, own);
    this.#take(given);
    const options = this.#options;
    const { count, estimate, spacing, start, insetStart, insetEnd, extentsAreKnown } = options;
    this.#viewport = { insetStart, insetEnd, insetsAreFixed: true };
    this.engine = options.rangecore.list({ estimate, spacing });
    this.#unset = { ...this.engine.settings, usesMeanEstimate: true };
    this.#set(this.#unset);
    this.#insert(0, count, options.extents);
    if (options.headers) this.#markHeaders();
    const host = new Host(this.engine, { aheadCount: AHEAD, makesAhead: true, extentsAreKnown: Boolean(extentsAreKnown) });
    const isHorizontal = options.axis === 'horizontal';
    const { container, box } = this.#prepare(target, isHorizontal);
    const scroller = new Scroller(target, container, isHorizontal, {
      moved: () => {
        this.#goal = null;
        this.#turn();
      },
      resized: () => this.#resize(),
      joined: (other) => this.#rows.observe(other, false),
      touched: () => this.#animation.abort(),
    });
    const observer = new ResizeObserver((entries) => this.#resized(entries));
    this.#rows = new Rows(this, { container, box, observer, options, host, scroller });
    [this.#host, this.#scroller] = [host, scroller];
    this.#observe();
    this.#measureScroller();
    if (start) this.#startAt(start);
    this.update();
    // What is long enough for a scroll bar has made way for it.
    if (this.#measureScroller()) this.update();
  }

  // -- options --

  /** By default, an item of a store is ready once it has been loaded. */
  #hasPage = (index) => this.pages?.has(index);

  /** Those that are undefined have their defaults. */
  #take(given) {
    Object.assign(this.#options, given);
    for (const [name, value] of Object.entries(DEFAULTS)) this.#options[name] ??= value;
    // What is not ready has the extent that the list expects, and is not measured.
    if (this.#options.extentsAreKnown) this.#options.isReady = () => false;
    this.#options.isReady ??= this.#hasPage;
  }

  /** What fetches at an end, if anything. */
  #fetcher(end) {
    const { fetch } = this.#options;
    return typeof fetch === 'function' ? fetch : fetch?.[end];
  }

  setOptions(given) {
    expect(OPTIONS, given, 'options');
    const options = this.#options;
    const before = { ...options };
    this.#take(given);
    const has = (...names) => names.some((name) => options[name] !== before[name]);
    const { engine } = this;
    let isOther = has('spacing', 'columnGap', 'estimate', 'insetStart', 'insetEnd');
    if (isUnlike(options.settings, before.settings) || !options.headers !== !before.headers
      || this.#isOnAtHead !== Boolean(this.#fetcher('head'))) {
      this.#set(before.settings);
      isOther = true;
    }
    if (has('headers')) isOther = this.#markHeaders() || isOther;
    if (has('estimate')) engine.setEstimate(options.estimate);
    isOther = this.#countColumns(has('spacing') || !options.lanes !== !before.lanes) || isOther;
    if (has('isReady')) this.#refreshIf((row) => this.#rows.isReady(row) !== row.isReady);
    if (!isOther) return;
    const { insetStart, insetEnd } = options;
    Object.assign(this.#viewport, { insetStart, insetEnd });
    this.#rows.layOut();
    this.#schedule();
  }

  /** Settings of the app, and for those that it had before, what a new list has. */
  #set(before = {}) {
    const { headers, settings } = this.#options;
    const reset = Object.fromEntries(Object.keys(before).map((name) => [name, this.#unset[name]]));
    this.#isOnAtHead = Boolean(this.#fetcher('head'));
    // As far as the tail is by default.
    const leadingScreens = { ...this.#unset.leadingScreens, head: this.#isOnAtHead ? 2 : 0 };
    this.engine.setSettings({ ...reset, pinsHeaders: Boolean(headers), leadingScreens, ...settings });
  }

  /** Marks the headers, and no other item; returns whether any is new or gone. */
  #markHeaders() {
    const { engine } = this;
    const missing = new Set(this.#options.headers);
    let isOther = false;
    for (let at = engine.sectionCount - 1; at >= 0; at--) {
      const { lower } = engine.section(at).items;
      if (missing.delete(lower)) continue;
      engine.unmarkHeader(lower);
      isOther = true;
    }
    for (const index of missing) engine.markHeader(index);
    return isOther || missing.size > 0;
  }

  /** Before the first update, which then makes no rows elsewhere. */
  #startAt({ index, align = 'start', shift = 0, offset = 0 }) {
    if (index !== undefined) {
      this.#host.scrollTo(index, align, shift);
    } else {
      this.#goTo(offset);
    }
  }

  #goTo(offset) {
    this.#host.scrollToOffset(offset);
    this.#goal = offset;
    requestAnimationFrame(() => setTimeout(() => { this.#goal = null; }));
  }

  // -- what there is --

  get options() { return this.#options; }
  get scroller() { return this.#scroller.target; }
  get isHorizontal() { return this.#scroller.isHorizontal; }
  get container() { return this.#rows.container; }
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

  insert(index, count = 1, extents = undefined) {
    this.#insert(index, count, extents);
    this.#schedule();
  }

  /** Those whose extents are only expected are measured once they are shown. */
  #insert(index, count, extents) {
    const { extents: of, extentsAreKnown } = this.#options;
    const get = extents ?? of;
    const isGiven = typeof get === 'function' || extents;
    this.engine.insert(index, count, typeof get === 'function'
      ? Float64Array.from({ length: count }, (_, at) => get(index + at)) : extents);
    if (isGiven && !extentsAreKnown) this.engine.markProvisional(index, index + count);
  }

  remove(lower, upper = lower + 1) {
    this.engine.remove(lower, upper);
    this.#schedule();
  }

  move(lower, upper, to) {
    this.engine.move(lower, upper, to);
    this.#schedule();
  }

  apply(change, extents = undefined) {
    // Refused while a store edits the list, and else nothing.
    this.engine.remove(0, 0);
    const { key, item, update, rangecore } = this.#options;
    const keys = (count) => {
      const all = [];
      for (let index = 0; index < count; index++) all.push(key(index));
      return all;
    };
    const before = keys(this.count);
    const items = new Map([...this.#rows].map((row) => [row, item?.(row.index)]));
    carryOut(editsBetween(rangecore.core, before, keys(change())), this, extents);
    this.#refreshIf((row) => (item ? !Object.is(item(row.index), items.get(row)) : update)
      || this.#rows.isReady(row) !== row.isReady);
  }

  refresh(lower = 0, upper = this.count) {
    this.#refreshIf(({ index }) => index >= lower && index < upper);
  }

  #refreshIf(isOther) {
    const others = [...this.#rows].filter(isOther);
    for (const row of others) this.#rows.refresh(row);
    if (others.length > 0) this.#schedule();
  }

  remeasure() {
    this.engine.markProvisional(0, this.count);
    this.#measureScroller();
    this.update();
  }

  markHeader(index, columns) {
    this.engine.markHeader(index, columns);
    this.#schedule();
  }

  unmarkHeader(index) {
    this.engine.unmarkHeader(index);
    this.#schedule();
  }

  keep(index, isKept = true, holder = this) {
    if (this.#isTurning) {
      // What a step has told is used until it is over.
      queueMicrotask(() => this.keep(index, isKept, holder));
      return;
    }
    // It may have no node yet.
    if (isKept) this.#host.keep(index);
    this.#hold(this.#host.find(index), isKept, holder);
    // What the app keeps has its state too, as long as there is room.
    if (holder === this) {
      const bits = isKept ? State.preload | State.display : 0;
      if (bits === 0 || this.engine.kept.length < KEPT_MOST) this.engine.keep(index, bits);
    }
    this.#schedule();
  }

  /** Keeps a node as long as anything holds it. */
  #hold(number, isHeld, holder) {
    const index = this.#host.index(number);
    if (index < 0) return;
    const holders = this.#kept.get(number) ?? new Set();
    holders[isHeld ? 'add' : 'delete'](holder);
    this.#kept.set(number, holders);
    this.#host.keep(index, holders.size > 0);
  }

  /** Keeps the row that has the focus, and no longer the one that had it. */
  #keepFocused() {
    const before = this.#focused;
    this.#focused = this.#rows.rowOf(this.#rows.focusedElement)?.number ?? -1;
    if (this.#focused === before) return;
    this.#hold(before, false, 'focus');
    this.#hold(this.#focused, true, 'focus');
  }

  /** Updates before the browser paints, once for all edits. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => this.#isScheduled && this.#turn());
  }

  // -- going somewhere --

  scrollTo(index, { align = 'nearest', behavior = 'auto', shift = 0 } = {}) {
    this.#go(behavior, () => this.engine.setScrollTarget(index, align, shift), () => {
      this.#host.scrollTo(index, align, shift);
      this.#goal = null;
    });
  }

  scrollToOffset(offset, { behavior = 'auto' } = {}) {
    const target = () => Math.max(0, Math.min(offset, this.engine.length - this.viewportLength));
    this.#go(behavior, target, () => this.#goTo(offset));
  }

  /** Goes to a target smoothly, or jumps. Either throws before anything is stopped. */
  #go(behavior, target, jump) {
    const isSmooth = behavior === 'smooth' && this.viewportLength > 0
      && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    (isSmooth ? target : jump)();
    this.#animation.abort();
    if (isSmooth) {
      this.#animate(target, jump);
      return;
    }
    this.#scroller.jump(this.offset);
    this.update();
  }

  /** Goes a part of what is left in each frame, wherever that is by now; then it is there. */
  #animate(target, jump) {
    const animation = new AbortController();
    const { signal } = animation;
    const start = performance.now();
    let left = 1;
    const go = (time) => {
      if (signal.aborted) return;
      const after = Math.max(0, Math.min(1, 1 - (time - start) / SMOOTH)) ** 3;
      const end = target();
      this.#scroller.jump(end + (this.offset - end) * (after / left));
      this.update();
      left = after;
      if (left > 0) {
        requestAnimationFrame(go);
        return;
      }
      animation.abort();
      jump();
      this.update();
    };
    this.#animation = animation;
    addEventListener('wheel', () => animation.abort(), { passive: true, capture: true, signal });
    requestAnimationFrame(go);
  }

  // -- the turn --

  update(isDeferred = this.#options.isDeferred) {
    // While React is at work, the hook cannot have it make rows.
    if (isDeferred) this.#schedule();
    else this.#turn();
  }

  #turn() {
    if (this.#isOver) return;
    if (this.#isTurning) {
      this.#schedule();
      return;
    }
    this.#isScheduled = false;
    this.#keepFocused();
    this.#isTurning = true;
    this.#isNow = false;
    try {
      let count = 0;
      while (this.#step(count) && ++count < STEPS_MAX);
      // Hidden, the rows stay as they are.
      if (this.viewportLength > 0) this.#rows.place();
    } finally {
      this.#isTurning = false;
    }
    this.#scroller.tell();
    this.#wakeAt(this.#host.step.nextTime);
    this.#options.onUpdate?.(this.latest, this);
    this.pages?.follow(this);
    if (this.followers.size > 0) for (const follower of this.followers) follower.follow(this);
    for (const end of ENDS) if (this.#fetcher(end) && this.latest[end].answer === 'yes') this.fetch(end);
  }

  /** Makes a step, after so many others; returns whether another must follow. */
  #step(count) {
    const host = this.#host;
    const rows = this.#rows;
    const scroller = this.#scroller;
    const viewport = this.#viewport;
    const { step } = host;
    rows.steps++;
    const length = this.viewportLength;
    viewport.offset = scroller.offset;
    viewport.length = length;
    viewport.velocity = scroller.velocity;
    viewport.isDragged = scroller.isDragged;
    viewport.isUserDriven = scroller.hasMoved;
    viewport.time = now();
    viewport.jitter = Math.random();
    scroller.hasMoved = false;
    host.begin(viewport, scroller.breadth, this.#options.lanes ? 0 : this.#columns);
    for (let rounds = 0; ; host.measured(this.#measure(), now())) {
      const { changes } = step.update;
      if (step.rounds !== rounds && changes.items.length > 0) this.#options.onChanges?.(changes, this);
      rounds = step.rounds;
      if (step.isDone) break;
    }
    for (let at = 0; at < step.released.length; at++) rows.drop(step.released[at]);
    for (let at = 0; at < step.freed.length; at++) this.#kept.delete(step.freed[at]);
    rows.find(step.news, true);
    if (step.setsOffset) scroller.offset = step.offset;
    if (this.#sized.length > 0 && this.#measureMade(count)) return true;
    const { scrollLength } = step.update;
    return (length > 0 && scroller.clamp(scrollLength)) || scroller.settle(scrollLength);
  }

  /** Makes the rows that are asked for; returns the extents of those that can be measured now. */
  #measure() {
    const rows = this.#rows.find(this.#host.step.asks);
    const { isMeasuring } = this.#rows;
    // While the reader moves, all are made before any is read.
    const isLater = this.#scroller.isMoving && !isMeasuring;
    this.#isNow = isMeasuring || (!isLater && (this.#isNow || this.#areSeen(rows)));
    // Reads only, so that the browser lays out once.
    if (this.#isNow) {
      this.#scroller.lengthen(this.latest.scrollLength);
      this.#scroller.measureRows(rows, this.#extents);
    }
    this.#extents.length = rows.length;
    for (let at = 0; at < rows.length; at++) {
      if (isLater) this.#sized.push(rows[at]);
      // What is empty yet, as where its framework makes its parts later, would be measured too early.
      if (!this.#isNow || !rows[at].isReady || !(this.#extents[at] || isMeasuring)) this.#extents[at] = LATER;
    }
    return this.#extents;
  }

  /** Whether any row can be measured and is visible. */
  #areSeen(rows) {
    const { lower, upper } = this.latest.visible;
    for (let at = 0; at < rows.length; at++) {
      const { index, isReady } = rows[at];
      if (isReady && index >= lower && index < upper) return true;
    }
    return false;
  }

  /** Measures the rows that were made in a step, if any of them is seen; returns whether another step must follow. */
  #measureMade(count) {
    const rows = this.#sized;
    const isNow = count + 2 < STEPS_MAX && this.#areSeen(rows);
    let isDue = false;
    if (isNow) {
      this.#scroller.measureRows(rows, this.#extents);
      isDue = this.#tell(rows, 0);
    }
    rows.length = 0;
    return isDue;
  }

  /** Tells the measured extents of rows, if they are more than so much; returns whether a step must follow. */
  #tell(rows, least) {
    const numbers = this.#numbers;
    const extents = this.#extents;
    let count = 0;
    for (let at = 0; at < rows.length; at++) {
      if (!rows[at].isReady || extents[at] <= least) continue;
      numbers[count] = rows[at].number;
      extents[count++] = extents[at];
    }
    numbers.length = extents.length = count;
    return this.#host.setExtents(numbers, extents);
  }

  // -- measuring --

  #observe() {
    const { element, isWindow } = this.#scroller;
    const { signal } = this.#end;
    const { container, box } = this.#rows;
    // The container's own length is the list's work.
    this.#rows.observe(box);
    for (const probe of box.children) this.#rows.observe(probe);
    if (!isWindow) this.#rows.observe(element);
    else addEventListener('resize', () => this.#resize(), { signal });
    // What comes before the list may grow, and then the list begins later.
    for (const sibling of container.parentElement.children) {
      if (sibling !== container) this.#rows.observe(sibling);
    }
    // The lengths of other lists are their work.
    for (const list of this.#scroller.shared.lists) {
      this.#rows.observe(list.container, false);
      list.events.joined(container);
    }
    for (const name of ['focusin', 'focusout']) {
      // The next element has the focus only afterwards.
      container.addEventListener(name, () => this.#schedule(), { signal });
    }
  }

  /** Takes the sizes of rows, and of what is around them, before they are painted. */
  #resized(entries) {
    const scroller = this.#scroller;
    const wasHidden = !this.viewportLength;
    const { breadth } = scroller;
    const rows = this.#sized;
    const extents = this.#extents;
    let hasOthers = false;
    rows.length = 0;
    for (let at = 0; at < entries.length; at++) {
      const { target } = entries[at];
      const row = this.#rows.byElement.get(target);
      if (row?.isReady) rows.push(row);
      hasOthers ||= !row;
      if (target === scroller.element) [scroller.size] = entries[at].borderBoxSize;
    }
    let isAny = hasOthers && this.#measureScroller();
    if (isAny && this.#goal !== null) this.#goTo(this.#goal);
    // At another breadth all are asked for; of those that have changed while hidden nothing was told.
    if (this.viewportLength && scroller.breadth === breadth) {
      if (wasHidden) rows.splice(0, Infinity, ...[...this.#rows].filter(({ isReady }) => isReady));
      scroller.measureRows(rows, extents);
      // While the reader moves, what is not seen can wait for the turn of the next movement, or of the rest after it.
      isAny = (this.#tell(rows, -1) && (!scroller.isMoving || scroller.areNear(rows, extents))) || isAny;
    }
    rows.length = 0;
    if (isAny) this.#updateMeasuring();
  }

  #resize() {
    if (this.#isTurning) return;
    this.#measureScroller();
    this.#updateMeasuring();
  }

  #updateMeasuring() {
    const { track } = this.#scroller;
    const { physicalLength } = track;
    this.#rows.isMeasuring = true;
    this.#turn();
    // A scroller may be as long as its list, up to a limit.
    if (track.physicalLength !== physicalLength && this.#measureScroller()) {
      if (!this.#scroller.isWindow) this.#rows.observe(this.#scroller.element);
      this.#turn();
    }
    this.#rows.isMeasuring = false;
  }

  /** Returns whether anything has changed. */
  #measureScroller() {
    const hasChanged = this.#scroller.measure();
    const { start, end } = this.#scroller;
    this.#isTold ||= growsWithRows(this.#scroller);
    if (hasChanged) this.engine.setSettings({ extraLengths: { head: start, tail: end } });
    this.#countColumns();
    return hasChanged;
  }

  /** Lays out if that is due, or there are more lanes, or fewer; returns whether anything is other than before. */
  #countColumns(isDue) {
    const { columns, lanes } = this.#options;
    const wanted = lanes || columns;
    const { breadth } = this.#scroller;
    const before = this.#columns;
    if (breadth > 0) this.#columns = typeof wanted === 'function' ? wanted(breadth) : wanted;
    const isOther = this.#columns !== before;
    if (isDue || (lanes && isOther)) this.#layOut();
    return isDue || isOther;
  }

  /** The host does so too, but not in lanes. */
  #layOut() {
    const { lanes, spacing } = this.#options;
    const columns = this.#columns || 1;
    const { engine } = this;
    if (lanes && !engine.setLanes) needed(engine.core, 'lanes', 'lanes');
    if (lanes) engine.setLanes(columns, spacing);
    else engine.setLayout(columns, spacing, true);
  }

  // -- fetching --

  async fetch(end = 'tail') {
    if (this.#fetches[end]) return;
    const batch = this.engine.beginBatch(end);
    const abort = new AbortController();
    this.#fetches[end] = abort;
    this.setBusy();
    let outcome = 'failed';
    try {
      const told = (await this.#fetcher(end)(end, abort.signal)) ?? 'completed';
      valueOf(words.outcomes, told, 'what fetch has returned');
      outcome = told;
    } catch (error) {
      if (!abort.signal.aborted) this.#options.onError(error, end);
    }
    if (!abort.signal.aborted) {
      delete this.#fetches[end];
      this.setBusy();
      batch.finish(outcome);
    }
    batch.free();
    this.update();
  }

  isFetching(end) { return Boolean(this.#fetches[end]); }

  get isBusy() { return this.#isBusy || ENDS.some((end) => this.#fetches[end]); }

  setBusy(isBusy = this.#isBusy) {
    this.#isBusy = isBusy;
    const text = `${this.isBusy}`;
    const { container } = this;
    if (this.#options.role === 'none' || (container.getAttribute('aria-busy') ?? 'false') === text) return;
    container.setAttribute('aria-busy', text);
  }

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
    this.setBusy();
    this.#schedule();
  }

  // -- beginning and end --

  #prepare(target, isHorizontal) {
    const scroller = target === globalThis.window ? document.documentElement : target;
    const options = this.#options;
    const { container: given } = options;
    const container = given ?? document.createElement('div');
    this.#role = container.getAttribute('role');
    if (options.role !== 'none') giveRole(container, options.role ?? 'list');
    options.role ??= container.getAttribute('role') ?? 'none';
    if (!given) (scroller === target ? target : document.body).append(container);
    this.#styles = [scroller, container].map(({ style }) => [style, style.cssText]);
    // The engine anchors the content.
    for (const [style] of this.#styles) style.overflowAnchor = 'none';
    // Rows past its end, while its length is behind, are nothing to scroll to.
    Object.assign(container.style, { position: 'relative', contain: 'layout size style' });
    if (isHorizontal) container.style.height ||= '100%';
    // As broad as the list, and so long as nothing; a pinned row in it reaches out of it.
    const box = document.createElement('div');
    box.style.cssText = `position: sticky; z-index: 1; ${isHorizontal
      ? 'height: 100%; width: 0' : 'width: 100%; height: 0'}`;
    // Not every browser tells that the direction has changed: it is a pixel wide from right to left.
    if (isHorizontal) {
      box.append(document.createElement('i'));
      box.firstChild.style.cssText = 'position: absolute; left: -1px; inset-inline-start: 0';
    }
    container.prepend(box);
    return { container, box };
  }

  destroy() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end.abort();
    for (const follower of this.followers) follower.detach(this);
    this.#animation.abort();
    this.#wakeAt(Infinity);
    this.#scroller.destroy();
    this.resetFetching();
    this.#rows.destroy();
    for (const [style, text] of this.#styles) style.cssText = text;
    if (!this.#role) this.container.removeAttribute('role');
    if (!this.#options.container) this.container.remove();
    this.#host.free();
    this.engine.free();
  }
}

/** Whether two values of plain data differ. */
const isUnlike = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
