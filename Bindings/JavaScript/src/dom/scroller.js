// What scrolls, an element or the window, as the engine sees it: one virtual offset along one axis.
//
// Corrections are added to the virtual offset and, while the reader scrolls, compensated by the base
// (see track.js): writing scrollTop would stop a fling, and move a held thumb. Once the scrolling has
// ended it is written, at most once.
//
//     content of the scroller   ├─ start ─┼──── the list's container ────┼─ end ─┤
//     engine                    head's extra length        tail's extra length

import { Track } from './track.js';

/** Scrolling has ended when no event came for so long, in milliseconds. */
const REST_AFTER = 140;

export class Scroller {
  track = new Track();
  /** Where the reader is, in points of the list. */
  offset = 0;
  /** The same as the browser has it: scrollTop or, from right to left, −scrollLeft. */
  place = 0;
  /** How far rows are drawn before their own offset, in the scroller's content. */
  base = 0;
  velocity = 0;
  /** Across the axis. */
  breadth = 0;
  /** What lies before the list and after it in the scroller. */
  start = 0;
  end = 0;
  isMoving = false;
  /** By a finger, or by the thumb of the scroll bar. */
  isDragged = false;
  #isThumbHeld = false;
  /** A finger's fling goes on until the list is at rest. */
  #isFlung = false;
  /** How far a wheel may have turned the list that it has not moved yet. */
  #wheeled = 0;
  #lastMove = -Infinity;
  #restTimer = 0;
  #extent = -1;
  #abort = new AbortController();
  // Captured: what a row's own listener then begins must not be taken for what this one stops.
  #options = { passive: true, capture: true, signal: this.#abort.signal };
  #isLong = false;

  /**
   * @param {HTMLElement | Window} target
   * @param {HTMLElement} container which gets the list's length
   * @param {boolean} isHorizontal
   * @param {{ moved: () => void, rested: () => void, touched: () => void }} events
   */
  constructor(target, container, isHorizontal, events) {
    this.isWindow = target === globalThis.window;
    this.target = target;
    this.element = this.isWindow ? document.scrollingElement : target;
    this.container = container;
    this.isHorizontal = isHorizontal;
    this.events = events;
    this.#listen();
  }

  destroy() {
    this.#abort.abort();
    clearTimeout(this.#restTimer);
  }

  // -- sizes --

  /**
   * Whether the list has no length or no breadth, as by `display: none`. Sizes and places that are read
   * then are those of no list.
   */
  get isHidden() {
    const { element, container, isHorizontal } = this;
    const breadth = isHorizontal ? container.offsetHeight : container.offsetWidth;
    return !(breadth && element.clientWidth && element.clientHeight);
  }

  /** Reads all sizes, where the layout is clean or has to be computed anyway. */
  measure() {
    const { element, container, track, isHorizontal } = this;
    this.sign = isHorizontal && getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    if (this.isHidden) {
      // All else stays, and `settle` writes the offset when the list is shown again.
      track.viewport = 0;
      this.jump(this.offset);
      return;
    }
    const box = container.getBoundingClientRect();
    this.place = this.#read();
    const outer = element.getBoundingClientRect();
    const { clientLeft, clientTop, clientWidth, clientHeight } = element;
    const [left, top] = this.isWindow ? [0, 0] : [outer.left + clientLeft, outer.top + clientTop];
    let [all, own, start] = [element.scrollHeight, box.height, box.top - top];
    [track.viewport, this.breadth] = [clientHeight, box.width];
    if (isHorizontal) {
      [all, own, start] = [element.scrollWidth, box.width, box.left - left];
      if (this.sign < 0) start = left + clientWidth - box.right;
      [track.viewport, this.breadth] = [clientWidth, box.height];
    }
    this.start = Math.max(0, start + this.place);
    // What fits has no more to scroll than it has.
    this.end = all > track.viewport ? Math.max(0, all - this.start - own) : 0;
    track.physicalLength = this.start + own + this.end;
  }

  #read() {
    return this.isHorizontal ? this.sign * this.element.scrollLeft : this.element.scrollTop;
  }

  // -- the offset --

  /** Jumps to an offset, programmatically. */
  jump(offset) {
    this.offset = offset;
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
    return this.isMoving && (place < 0 || (place > track.physicalRoom && offset > track.room));
  }

  /** Sets the list's length, surroundings included, and moves the element to the offset. */
  settle(length) {
    const { track } = this;
    track.length = length;
    this.#listenToWheel(track.wanted < length);
    // The length stays while a thumb is held, which would otherwise be another part of it.
    if (track.viewport && !this.#isThumbHeld && (!this.isMoving || this.#isNearEnd)) {
      this.#setLength(track.wanted);
      const wanted = track.physical(this.offset);
      const isFar = Math.abs(wanted - this.place) >= (this.isMoving ? 1 : 0.5);
      if (isFar && !this.#isPulled) this.#write(wanted);
    }
    this.base = this.offset - this.place;
  }

  #setLength(length) {
    const { track } = this;
    // Of whole pixels, so that the end can be reached.
    const extent = Math.max(0, Math.ceil(length - this.start - this.end));
    track.physicalLength = this.start + extent + this.end;
    if (this.#extent === extent) return;
    this.#extent = extent;
    this.container.style[this.isHorizontal ? 'width' : 'height'] = `${extent}px`;
  }

  #write(place) {
    // Also where the style sheet asks for smooth scrolling.
    this.element.scrollTo({
      [this.isHorizontal ? 'left' : 'top']: this.sign * place, behavior: 'instant',
    });
    // As the browser has rounded it; the base has the rest.
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
    const { target } = this;
    const on = (object, name, action) => object.addEventListener(name, action, this.#options);
    on(target, 'scroll', (event) => this.#isOwn(event) && this.#scrolled());
    on(target, 'touchstart', () => this.#touch(true));
    on(target, 'touchend', () => this.#touch(false));
    on(target, 'touchcancel', () => this.#touch(false));
    on(target, 'keydown', () => this.events.touched());
    on(target, 'pointerdown', (event) => {
      this.isDragged = this.#isThumbHeld = this.#isOnScrollbar(event);
      this.events.touched();
    });
    for (const name of ['pointerup', 'pointercancel']) {
      on(globalThis, name, () => {
        if (!this.#isThumbHeld) return;
        this.isDragged = this.#isThumbHeld = false;
        this.#waitForRest();
      });
    }
  }

  #wheel = ({ deltaX, deltaY, deltaMode }) => {
    // A line or a page of it is at most a screen.
    const unit = deltaMode === 0 ? 1 : this.track.viewport;
    this.#wheeled += Math.abs((this.isHorizontal && deltaX) || deltaY) * unit;
    this.isDragged = this.#isThumbHeld = false;
    this.#waitForRest();
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

  #touch(isDragged) {
    this.isDragged = isDragged;
    this.#isFlung = true;
    if (isDragged) this.events.touched();
    else this.#waitForRest();
  }

  #scrolled() {
    const place = this.#read();
    const delta = place - this.place;
    // The event of a write by `settle`; or a place that the browser gave up while the list was hidden.
    if (Math.abs(delta) < 0.5 || !this.track.viewport || this.isHidden) return;
    const now = performance.now();
    const before = this.offset;
    this.place = place;
    this.offset = this.#isThumb(delta) ? this.track.virtual(place) : before + delta;
    const seconds = (now - this.#lastMove) / 1000;
    this.velocity = seconds > 0 && seconds < 0.1 ? (this.offset - before) / seconds : 0;
    this.#lastMove = now;
    this.isMoving = true;
    this.#waitForRest();
    this.events.moved();
  }

  /**
   * Above the cap a pixel of the thumb is thousands of the list; a wheel or a key never moves so far.
   * Below it, going so far is the same either way.
   */
  #isThumb(delta) {
    const distance = Math.abs(delta);
    const explained = 3 * this.track.viewport + this.#wheeled;
    this.#wheeled = Math.max(0, this.#wheeled - distance);
    return this.#isThumbHeld || (!this.#isFlung && distance > explained);
  }

  /**
   * One timer, which is set again only when it fires: events come more often than that. Not `scrollend`,
   * which comes after each step of a wheel.
   */
  #waitForRest(delay = REST_AFTER) {
    this.#restTimer ||= setTimeout(() => {
      this.#restTimer = 0;
      const still = performance.now() - this.#lastMove;
      if (still < REST_AFTER - 1) {
        this.#waitForRest(REST_AFTER - still);
      } else if (Math.abs(this.#read() - this.place) >= 0.5) {
        // The event has yet to come.
        this.#scrolled();
      } else {
        this.#rest();
      }
    }, delay);
  }

  #rest() {
    // A thumb or a finger can pause and go on.
    if (this.isDragged) return;
    this.#isFlung = false;
    this.#wheeled = 0;
    if (!this.isMoving) return;
    this.isMoving = false;
    this.velocity = 0;
    this.events.rested();
  }
}
