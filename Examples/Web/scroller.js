// The scrolled element as the engine sees it: one virtual offset.
//
// Corrections are added to the virtual offset and, while the reader scrolls, compensated by the base
// (see track.js): writing scrollTop would stop a fling, and move a held thumb.

import { Track } from './track.js';

/** Scrolling has ended when no event came for so long, in milliseconds. */
const REST_AFTER = 140;
/** A line of a wheel that counts in lines. */
const LINE = 40;

export class Scroller {
  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} spacer what gives it its height
   * @param {(kind: 'scroll' | 'rest') => void} onMove
   */
  constructor(element, spacer, onMove) {
    this.element = element;
    this.spacer = spacer;
    this.onMove = onMove;
    this.track = new Track();
    this.offset = 0;
    this.base = 0;
    this.velocity = 0;
    this.isMoving = false;
    this.isThumbHeld = false;
    this.isTouched = false;
    /** A finger's fling goes on until the list is at rest. */
    this.isFlung = false;
    /** How far a wheel may have turned the list that it has not moved yet. */
    this.wheeled = 0;
    this.scrollTop = element.scrollTop;
    this.lastMove = -Infinity;
    this.restTimer = 0;
    this.#listen();
  }

  get viewport() {
    return this.track.viewport;
  }

  /** Reads the size of the viewport; returns whether it changed. */
  measure() {
    const viewport = this.element.clientHeight;
    const changed = viewport !== this.track.viewport;
    this.track.viewport = viewport;
    return changed;
  }

  /** Jumps to an offset, programmatically. */
  jump(offset) {
    this.offset = offset;
    this.isMoving = false;
    this.velocity = 0;
  }

  /** Whether the reader pulls beyond an end; then nothing is corrected. */
  get isPulled() {
    const { track, scrollTop, offset } = this;
    if (!this.isMoving) return false;
    return scrollTop < 0 || (scrollTop > track.physicalRoom && offset > track.room);
  }

  /** Sets the list's length, and moves the element to the offset. */
  place(length) {
    const { track } = this;
    track.length = length;
    const height = `${track.height}px`;
    if (this.height !== height) {
      this.height = height;
      this.spacer.style.height = height;
    }
    if (this.isMoving ? this.#mustSettle() : true) this.#settle();
    this.base = this.offset - this.scrollTop;
  }

  #settle() {
    const wanted = this.track.physical(this.offset);
    if (Math.abs(wanted - this.scrollTop) < 0.5) return;
    this.element.scrollTop = wanted;
    // As the browser has rounded it; the base has the rest.
    this.scrollTop = this.element.scrollTop;
  }

  /** While scrolling, the element must not reach an end before the list does. */
  #mustSettle() {
    const { track, scrollTop, viewport } = this;
    if (this.isThumbHeld || this.isPulled) return false;
    const isNearEnd = scrollTop < viewport || scrollTop > track.physicalRoom - viewport;
    return isNearEnd && Math.abs(track.physical(this.offset) - scrollTop) > 1;
  }

  #listen() {
    const { element } = this;
    const passive = { passive: true };
    const touch = (isTouched) => () => {
      this.isTouched = isTouched;
      this.isFlung = true;
      this.isThumbHeld = false;
      if (!isTouched) this.#waitForRest();
    };
    element.addEventListener('scroll', () => this.#scrolled(), passive);
    element.addEventListener('scrollend', () => this.#rest(), passive);
    element.addEventListener('wheel', (event) => {
      const unit = [1, LINE, this.viewport][event.deltaMode];
      this.wheeled += Math.abs(event.deltaY) * unit;
      this.isThumbHeld = false;
      this.#waitForRest();
    }, passive);
    element.addEventListener('touchstart', touch(true), passive);
    element.addEventListener('touchend', touch(false), passive);
    element.addEventListener('touchcancel', touch(false), passive);
    element.addEventListener('pointerdown', (event) => {
      // Beside the content is only the scrollbar.
      this.isThumbHeld = event.target === element && event.offsetX >= element.clientWidth;
    }, passive);
    const released = () => {
      if (!this.isThumbHeld) return;
      this.isThumbHeld = false;
      this.#waitForRest();
    };
    for (const name of ['pointerup', 'pointercancel', 'blur']) {
      globalThis.addEventListener(name, released, passive);
    }
  }

  #scrolled() {
    const { scrollTop } = this.element;
    const delta = scrollTop - this.scrollTop;
    // The event of a write by `#settle`.
    if (Math.abs(delta) < 0.5) return;
    const now = performance.now();
    const before = this.offset;
    this.scrollTop = scrollTop;
    this.offset = this.#isDragged(delta) ? this.track.virtual(scrollTop) : before + delta;
    this.#noteVelocity(this.offset - before, now);
    this.isMoving = true;
    this.#waitForRest();
    this.onMove('scroll');
  }

  /** A pixel of the thumb is thousands of the list; a wheel or a key never moves so far. */
  #isDragged(delta) {
    const distance = Math.abs(delta);
    const explained = 3 * this.viewport + this.wheeled;
    this.wheeled = Math.max(0, this.wheeled - distance);
    if (this.isThumbHeld) return true;
    return !this.isTouched && !this.isFlung && distance > explained;
  }

  #noteVelocity(moved, now) {
    const seconds = (now - this.lastMove) / 1000;
    this.velocity = seconds > 0 && seconds < 0.1 ? moved / seconds : 0;
    this.lastMove = now;
  }

  #waitForRest() {
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.#rest(), REST_AFTER);
  }

  #rest() {
    clearTimeout(this.restTimer);
    // A thumb or a finger can pause and go on.
    if (this.isThumbHeld || this.isTouched) return;
    this.isFlung = false;
    this.wheeled = 0;
    if (!this.isMoving) return;
    this.isMoving = false;
    this.velocity = 0;
    this.onMove('rest');
  }
}
