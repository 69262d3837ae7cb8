// A long list on a short track: browsers cap the height of an element (Chromium at 33.5 million
// pixels, Firefox at 17.9), and a million rows are twenty times that.
//
// The list is *virtual*: an offset in it is what the engine knows. The element is *physical*: it is
// at most `cap` high, and its scrollTop is what the browser knows. While the reader moves, both
// move by the same number of pixels; their difference, the *base*, is constant. So a wheel, a finger
// or a key scrolls exactly as in any page, and rows need not be moved. At rest the base is computed
// again, so that the scrollbar's thumb is in proportion, and a dragged thumb takes the list to the
// same part of it. The map between the two:
//
//     physical ─┬─ edge ─┬──────── in proportion ────────┬─ edge ─┬─
//               │  1:1   │                               │  1:1   │
//     virtual  ─┴────────┴───────────────────────────────┴────────┴─
//
// It is one to one near the ends, so that neither is reached early, and everywhere in a list that is
// shorter than the cap.

/** Below 2^23, where the compositor's floats still hold halves. */
const CAP = 8_000_000;
const EDGE = 40_000;

export class Track {
  constructor(cap = CAP) {
    this.cap = cap;
    this.length = 0;
    this.viewport = 0;
  }

  /** The height of the element that is scrolled. */
  get height() {
    return Math.max(this.viewport, Math.min(this.length, this.cap));
  }

  /** The largest virtual offset. */
  get room() {
    return Math.max(0, this.length - this.viewport);
  }

  /** The largest scrollTop. */
  get physicalRoom() {
    return this.height - this.viewport;
  }

  /** The scrollTop for a virtual offset. */
  physical(offset) {
    return this.#map(Math.min(Math.max(offset, 0), this.room), this.room, this.physicalRoom);
  }

  /** The virtual offset for the scrollTop of a dragged thumb. */
  virtual(scrollTop) {
    const from = Math.min(Math.max(scrollTop, 0), this.physicalRoom);
    return this.#map(from, this.physicalRoom, this.room);
  }

  clamped(offset) {
    return Math.min(Math.max(offset, 0), this.room);
  }

  #map(place, room, otherRoom) {
    if (room === otherRoom) return place;
    const edge = Math.min(EDGE, Math.min(room, otherRoom) / 4);
    if (place <= edge) return place;
    if (place >= room - edge) return otherRoom - (room - place);
    return edge + ((place - edge) * (otherRoom - 2 * edge)) / (room - 2 * edge);
  }
}
