// What scrolls, an element or the window, as the engine sees it: one virtual offset along one axis.
//
// Corrections are added to the virtual offset and, while the reader scrolls, compensated by the base
// (see track.js): writing scrollTop would stop a fling, and move a held thumb. Once the scrolling has
// ended it is written, at most once.
//
//     content of the scroller   ├─ start ─┼──── the list's container ────┼─ end ─┤
//     engine                    head's extra length        tail's extra length

import { makeWakeUp, now } from '../wake.js';
import { Track } from './track.js';

/** Scrolling has ended when no event came for so long, in seconds. */
const REST_AFTER = 0.14;
/** What is seen so soon must be right now: a few frames, in seconds, or so many pixels. */
const SOON = 0.05;
const NEAR = 200;
/** A key's scrolling begins within so long, in milliseconds. */
const KEY_WITHIN = 1000;
/** What Home and End may be meant for instead. */
const TAKES_KEYS = 'input, textarea, select, audio, video, [contenteditable]';
/** The part of a place that rectangles cannot tell, whose floats have 24 bits. */
const UNSURE = 2 ** -22;
/** The lists in an element, and the one that was asked last to go somewhere. */
const shared = new WeakMap();

export class Scroller {
  track = new Track();
  /** Where the reader is, in points of the list. */
  offset = 0;
  /** The same as the browser has it: scrollTop or, from right to left, −scrollLeft. */
  place = 0;
  velocity = 0;
  /** Across the axis. */
  breadth = 0;
  /** What lies before the list and after it in the scroller. */
  start = 0;
  end = 0;
  /** The exact size of the element, as an observer has told it last, if any has. */
  size = {};
  isMoving = false;
  /** Whether the reader has moved it since a turn has last asked. */
  hasMoved = false;
  /** What the reader drags: a 'finger', or a 'thumb', that of the scroll bar. */
  #held = '';
  /** A finger's fling goes on until the list is at rest. */
  #isFlung = false;
  /** How far a wheel may have turned the list that it has not moved yet. */
  #wheeled = 0;
  /** The event of Home or End, until that end is reached or the reader does something else. */
  #pressed = null;
  #lastMove = -Infinity;
  // Not `scrollend`, which comes after each step of a wheel.
  #restAt = makeWakeUp(() => this.#rest());
  #extent = -1;
  /** Whether that is another than it was. */
  #isOther = false;
  #abort = new AbortController();
  // Captured: what a row's own listener then begins must not be taken for what this one stops.
  #options = { passive: true, capture: true, signal: this.#abort.signal };
  #isLong = false;

  /**
   * @param {HTMLElement | Window} target
   * @param {HTMLElement} container which gets the list's length
   * @param {boolean} isHorizontal
   * @param {{ moved: () => void, resized: () => void,
   *   joined: (container: HTMLElement) => void, touched: () => void }} events
   *   `joined` is told the container of another list in the same element
   */
  constructor(target, container, isHorizontal, events) {
    this.isWindow = target === globalThis.window;
    this.element = this.isWindow ? document.scrollingElement : target;
    // What a length is called along the axis.
    this.extent = isHorizontal ? 'width' : 'height';
    Object.assign(this, { target, container, isHorizontal, events });
    if (!shared.has(this.element)) shared.set(this.element, { lists: new Set(), asked: null });
    this.shared = shared.get(this.element);
    this.shared.lists.add(this);
    this.#listen();
  }

  destroy() {
    this.#abort.abort();
    this.#restAt(Infinity);
    this.shared.lists.delete(this);
    this.#isOther = true;
    this.tell();
  }

  // -- several lists in one element --

  /** Whether its own offset is written, not that of another: the one at the viewport's start, or after it. */
  get #isWriter() {
    const { place, shared: { lists, asked } } = this;
    if (lists.size === 1) return true;
    const all = [...lists].filter(({ track }) => track.viewport > 0);
    if (all.includes(asked)) return asked === this;
    all.sort((one, other) => one.start - other.start);
    return this === (all.find((list) => list.start + list.#extent > place) ?? all.at(-1));
  }

  /** Tells the others if it has got another length. */
  tell() {
    if (!this.#isOther) return;
    this.#isOther = false;
    for (const list of this.shared.lists) if (list !== this) list.events.resized();
  }

  get isDragged() { return this.#held !== ''; }

  // -- sizes --

  /** Reads all sizes, where the layout is clean or needed anyway; returns whether any is new. */
  measure() {
    const { element, container, track, isHorizontal, start, end, breadth, sign, place } = this;
    const { viewport } = track;
    this.sign = this.#readSign();
    const across = this.#readBreadth();
    if (across === 0) {
      // All else stays, and `settle` writes the offset when the list is shown again.
      track.viewport = 0;
      this.isMoving = false;
      this.velocity = 0;
      return viewport > 0;
    }
    this.breadth = across;
    track.density = devicePixelRatio;
    this.place = this.#read();
    this.#measureStart();
    const [all, own] = isHorizontal
      ? [element.scrollWidth, container.offsetWidth] : [element.scrollHeight, container.offsetHeight];
    track.viewport = isHorizontal ? element.clientWidth : element.clientHeight;
    // What fits has no more to scroll than it has.
    this.end = all > track.viewport ? Math.max(0, all - this.start - own) : 0;
    track.physicalLength = this.start + own + this.end;
    const hasMoved = viewport > 0 && sign === this.sign && this.#follow(this.place, place);
    return this.start !== start || this.end !== end || this.breadth !== breadth
      || track.viewport !== viewport || this.sign !== sign || hasMoved;
  }

  #readSign() {
    return this.isHorizontal && getComputedStyle(this.element).direction === 'rtl' ? -1 : 1;
  }

  /**
   * That of the list; 0 if it has no length or no breadth, as by `display: none`. Sizes and places
   * that are read then are those of no list.
   */
  #readBreadth() {
    const { element, container, isHorizontal } = this;
    if (!element.clientWidth || !element.clientHeight) return 0;
    return isHorizontal ? container.offsetHeight : container.offsetWidth;
  }

  #measureStart() {
    const { element, isWindow, isHorizontal, place } = this;
    const { clientLeft, clientTop, clientWidth } = element;
    const scale = this.#readScale();
    const box = this.container.getBoundingClientRect();
    const outer = isWindow ? { left: 0, top: 0 } : element.getBoundingClientRect();
    let start = (box.top - outer.top) / scale - clientTop;
    if (isHorizontal) start = (box.left - outer.left) / scale - clientLeft;
    if (this.sign < 0) start = clientLeft + clientWidth - (box.right - outer.left) / scale;
    start = Math.max(0, start + place);
    if (scale > 0 && Math.abs(start - this.start) > place * UNSURE) this.start = start;
  }

  /**
   * By how much transforms and zooms around the scroller scale rectangles of what is in it: all other
   * lengths that are read or written here are those of its own layout.
   */
  #readScale() {
    if (this.isWindow) return 1;
    const { element, isHorizontal, size } = this;
    const scaled = element.getBoundingClientRect()[this.extent];
    const exact = isHorizontal ? size.inlineSize : size.blockSize;
    if (Math.abs(scaled - exact) <= 1 / 64) return 1;
    const rounded = isHorizontal ? element.offsetWidth : element.offsetHeight;
    if (Math.abs(exact - rounded) <= 0.5) return scaled / exact;
    return Math.abs(scaled - rounded) <= 0.5 ? 1 : scaled / rounded;
  }

  /** Reads the extents of rows into an array. */
  measureRows(rows, extents) {
    const { extent, isHorizontal } = this;
    const scale = this.#readScale();
    extents.length = rows.length;
    for (let at = 0; at < rows.length; at++) {
      const { element } = rows[at];
      // A dialog may open from nothing.
      if (scale > 0) extents[at] = element.getBoundingClientRect()[extent] / scale;
      else extents[at] = isHorizontal ? element.offsetWidth : element.offsetHeight;
    }
  }

  /** Whether any row with such an extent is seen now or in the next frames, wherever a script has scrolled to. */
  areNear(rows, extents) {
    const { start, velocity, track: { viewport } } = this;
    const before = this.#read() - start;
    const reach = Math.max(Math.abs(velocity) * SOON, NEAR);
    for (let at = 0; at < rows.length; at++) {
      const from = rows[at].start - before;
      if (from < viewport + reach && from + extents[at] > -reach) return true;
    }
    return false;
  }

  #read() {
    const { element, isHorizontal, sign, track: { physicalRoom } } = this;
    const place = isHorizontal ? sign * element.scrollLeft : element.scrollTop;
    // The browser gives up that of a hidden list, which may not hear of it, as in a hidden frame.
    if (place === 0 && this.#readBreadth() === 0) return this.place;
    // As near as floats allow.
    return Math.abs(place - physicalRoom) < (place * UNSURE) / 2 ? physicalRoom : place;
  }

  // -- the offset --

  /** Jumps to an offset, programmatically. */
  jump(offset) {
    this.shared.asked = this;
    this.offset = offset;
    this.#pressed = null;
    this.isMoving = false;
    this.velocity = 0;
  }

  /** Keeps the offset within a list of a length; returns whether it was outside. */
  clamp(length) {
    this.track.length = length;
    const clamped = this.track.clamped(this.offset);
    if (Math.abs(clamped - this.offset) < 0.01 || this.#isPulled) return false;
    this.offset = clamped;
    return true;
  }

  /** Whether the reader pulls beyond an end; then nothing is clamped. */
  get #isPulled() {
    const { track, place, offset } = this;
    return this.isMoving && (place < 0 || (place > track.physicalRoom && offset > track.room + 1));
  }

  /**
   * Sets the list's length, surroundings included, and moves the element to the offset; returns whether
   * the reader has moved it meanwhile, and another step must come first.
   */
  settle(length) {
    const { track, start, end } = this;
    track.length = length;
    this.#listenToWheel(track.wanted < length);
    // What is as long as its list, up to a limit, is nothing before the list has a length.
    if (!track.viewport && this.#extent <= 0) this.#setExtent(Math.ceil(track.wanted));
    // The length stays while a thumb is held, which would otherwise be another part of it.
    if (!track.viewport || this.#held === 'thumb' || (this.isMoving && !this.#isNearEnd)) return false;
    const isPulled = this.#isPulled;
    const extent = this.#wanted;
    const isShorter = extent < this.#extent;
    if (extent !== this.#extent) {
      // Before the browser cuts it off. To read is to have it cut off where a footer has gone: a longer list comes first.
      if (isShorter && this.#follow(this.#read())) return true;
      this.#setExtent(extent);
    }
    track.physicalLength = start + extent + end;
    if (!this.#isWriter) {
      const hasMoved = Math.abs(this.place - this.offset) >= 0.01;
      this.offset = this.place;
      return hasMoved;
    }
    const wanted = track.physical(this.offset);
    const isFar = Math.abs(wanted - this.place) >= (this.isMoving ? 1 : 0.5);
    if (!isFar || isPulled) return false;
    if (!isShorter && this.#follow(this.#read())) return true;
    this.#write(wanted);
    return false;
  }

  /** Of whole pixels, so that the end can be reached. */
  get #wanted() { return Math.max(0, Math.ceil(this.track.wanted - this.start - this.end)); }

  /** Before rows are measured: to read is to have the browser cut off what is past the end, as where a footer has gone. */
  lengthen(length) {
    this.track.length = length;
    if (!this.isMoving && !this.#held && this.#wanted > this.#extent) this.#setExtent(this.#wanted);
  }

  #setExtent(extent) {
    this.#isOther = true;
    this.#extent = extent;
    this.container.style[this.extent] = `${extent}px`;
  }

  #write(place) {
    // Also where the style sheet asks for smooth scrolling.
    this.element.scrollTo({
      [this.isHorizontal ? 'left' : 'top']: this.sign * place, behavior: 'instant',
    });
    // As the browser has rounded it; rows are drawn with the rest.
    this.place = this.#read();
  }

  /** While scrolling, the element must not reach an end before the list does, nor after it. */
  get #isNearEnd() {
    const { track, place, offset, start, end } = this;
    const { viewport } = track;
    return Math.min(place, offset) < viewport + start
      || place > track.physicalRoom - viewport - end || offset > track.room - viewport - end;
  }

  // -- events --

  #listen() {
    const { target, events } = this;
    const on = (object, name, action) => object.addEventListener(name, action, this.#options);
    on(target, 'scroll', (event) => (this.#isOwn(event) ? this.#scrolled() : this.#forget()));
    on(target, 'keydown', () => events.touched());
    // The browser may scroll what has no focus.
    on(globalThis, 'keydown', (event) => this.#press(event));
    on(target, 'touchstart', () => {
      events.touched();
      this.#forget();
      this.#isFlung = true;
      this.#hold('finger');
    });
    on(target, 'touchend', () => this.#hold(''));
    on(target, 'touchcancel', () => this.#hold(''));
    on(target, 'pointerdown', (event) => {
      events.touched();
      this.#forget();
      this.#hold(this.#isOnScrollbar(event) ? 'thumb' : '');
    });
    for (const name of ['pointerup', 'pointercancel']) {
      on(globalThis, name, () => this.#held === 'thumb' && this.#hold(''));
    }
  }

  /** Home and End: some browsers scroll to where that end was then, or no farther than the next write. */
  #press(event) {
    const { key, shiftKey, altKey, metaKey } = event;
    const isForEnd = !this.isHorizontal && (key === 'Home' || key === 'End')
      && !shiftKey && !altKey && !metaKey && !event.target.closest?.(TAKES_KEYS);
    this.#pressed = isForEnd ? event : null;
    if (!isForEnd) return;
    this.target.addEventListener('wheel', this.#forget, { ...this.#options, once: true });
    // A busy browser may even drop the key.
    if (this.isWindow || this.target.contains(event.target)) this.#restAt(now() + REST_AFTER);
  }

  #forget = () => { this.#pressed = null; };

  /** The offset of the end that a key was pressed for, if any. */
  get #end() {
    const { key, defaultPrevented } = this.#pressed ?? { defaultPrevented: true };
    if (defaultPrevented) return null;
    return key === 'End' ? this.track.room : 0;
  }

  #hold(what) {
    this.#held = what;
    this.#restAt(now() + REST_AFTER);
  }

  #wheel = ({ deltaX, deltaY, deltaMode }) => {
    // A line or a page of it is at most a screen.
    const unit = deltaMode === 0 ? 1 : this.track.viewport;
    this.#wheeled += Math.abs((this.isHorizontal && deltaX) || deltaY) * unit;
    this.#hold('');
  };

  /** A listener for the wheel costs as much as the rest; below the cap none is needed. */
  #listenToWheel(isLong) {
    if (isLong === this.#isLong) return;
    this.#isLong = isLong;
    if (isLong) this.target.addEventListener('wheel', this.#wheel, this.#options);
    else this.target.removeEventListener('wheel', this.#wheel, this.#options);
  }

  /** Events of scrollers inside rows bubble, where the scroller is the window. */
  #isOwn({ target }) {
    return target === this.target || target === document;
  }

  #isOnScrollbar(event) {
    const { element, isHorizontal } = this;
    if (event.target !== element) return false;
    // The offset of the window's would be in its content.
    const [x, y] = this.isWindow ? [event.clientX, event.clientY] : [event.offsetX, event.offsetY];
    if (isHorizontal) return y >= element.clientHeight;
    return x < 0 || x >= element.clientWidth;
  }

  #scrolled() {
    if (!this.track.viewport) return;
    // In another direction the browser gives its place up.
    if (this.#readSign() !== this.sign) this.events.resized();
    else if (this.#follow(this.#read())) this.events.moved();
  }

  /**
   * Takes a place that was read as the reader's movement, whether its event has come or has yet to
   * come; returns whether it is any.
   */
  #follow(place, from = this.place) {
    const { track } = this;
    const delta = place - from;
    this.place = place;
    // The browser cuts off what is past the end.
    if (Math.abs(delta) < 0.5 || (delta < 0 && place > track.physicalRoom - 1)) return false;
    // The others take what this one writes for a movement.
    if (this.shared.asked === this) this.shared.asked = null;
    const before = this.offset;
    this.offset = this.#isThumb(delta) ? track.virtual(place) : before + delta;
    const time = now();
    const seconds = time - this.#lastMove;
    this.velocity = seconds > 0 && seconds < 0.1 ? (this.offset - before) / seconds : 0;
    this.#lastMove = time;
    if (!this.isMoving && this.#pressed) {
      // What goes the other way, or begins later, is not the key's.
      const isKeys = delta > 0 === (this.#pressed.key === 'End')
        && performance.now() - this.#pressed.timeStamp < KEY_WITHIN;
      if (!isKeys) this.#forget();
    }
    this.isMoving = this.hasMoved = true;
    this.#restAt(time + REST_AFTER);
    return true;
  }

  /**
   * Above the cap a pixel of the thumb is thousands of the list; a wheel or a key never moves so far.
   * Below it, going so far is the same either way.
   */
  #isThumb(delta) {
    const distance = Math.abs(delta);
    const explained = 3 * this.track.viewport + this.#wheeled;
    this.#wheeled = Math.max(0, this.#wheeled - distance);
    return this.#held === 'thumb' || (!this.#isFlung && distance > explained);
  }

  #rest() {
    // The event has yet to come.
    if (Math.abs(this.#read() - this.place) >= 0.5) {
      this.#scrolled();
      return;
    }
    // A thumb or a finger can pause and go on.
    if (this.isDragged) return;
    this.#isFlung = false;
    this.#wheeled = 0;
    const end = this.#end;
    if (!this.isMoving && end === null) return;
    this.isMoving = false;
    this.velocity = 0;
    if (end !== null && Math.abs(end - this.offset) >= 0.5) {
      this.offset = end;
      // Once more when the rows there have been measured.
      this.#restAt(now() + REST_AFTER);
    } else {
      this.#forget();
    }
    this.events.moved();
  }
}
