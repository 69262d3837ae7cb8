// A long list on a short track: browsers cap the height of an element (Chromium at 33.5 million
// pixels, Firefox at 17.9), and a million rows are twenty times that.
//
// The list is *virtual*: an offset in it is what the engine knows. The element is *physical*: it is
// at most CAP long, and its scrollTop is what the browser knows. While the reader moves, both move by
// the same number of pixels; their difference, the *base*, is constant. So a wheel, a finger or a key
// scrolls exactly as in any page, and rows need not be moved. At rest the base is computed again, so
// that the scrollbar's thumb is in proportion, and a dragged thumb takes the list to the same part
// of it. The map between the two:
//
//     physical ─┬─ edge ─┬──────── in proportion ────────┬─ edge ─┬─
//               │  1:1   │                               │  1:1   │
//     virtual  ─┴────────┴───────────────────────────────┴────────┴─
//
// It is one to one near the ends, so that neither is reached early, and everywhere where both are
// equally long: at rest, in any list below the cap.

/** Below 2^23, where the compositor's floats still hold halves, and in pixels of the screen below 2^24. */
const CAP = 8_000_000;
const DENSE = 2;
const EDGE = 40_000;
/** Up to the cap its multiples are exact in Firefox, which has sixtieths of a pixel in floats of 24 bits. */
export const WHOLE = 8;

export class Track {
  /** The length of the list, with what surrounds it in the scroller. */
  length = 0;
  /** The same of what is scrolled, as it was last laid out. */
  physicalLength = 0;
  viewport = 0;
  /** The most that it may be. */
  cap = CAP;

  /** The physical length that the list should have. */
  get wanted() {
    return Math.min(this.length, this.cap);
  }

  /** Takes how many pixels of the screen a pixel is. */
  set density(density) { this.cap = CAP / Math.max(1, density / DENSE); }

  /** The largest virtual offset. */
  get room() {
    return Math.max(0, this.length - this.viewport);
  }

  /** The largest scrollTop. */
  get physicalRoom() {
    return Math.max(0, this.physicalLength - this.viewport);
  }

  /** The scrollTop for a virtual offset. */
  physical(offset) {
    const { room, physicalRoom } = this;
    const place = map(offset, room, physicalRoom);
    const isExact = room <= physicalRoom || place < EDGE || place > physicalRoom - EDGE;
    return isExact ? place : WHOLE * Math.round(place / WHOLE);
  }

  /** The virtual offset for the scrollTop of a dragged thumb. */
  virtual(place) {
    // As near as device pixels allow.
    if (place > this.physicalRoom - 1) return this.room;
    return map(place, this.physicalRoom, this.room);
  }

  clamped(offset) {
    return clamp(offset, this.room);
  }
}

const clamp = (place, room) => Math.min(Math.max(place, 0), room);

function map(from, room, otherRoom) {
  const place = clamp(from, room);
  if (room === otherRoom) return place;
  const edge = Math.min(EDGE, room / 4, otherRoom / 4);
  if (place <= edge) return place;
  if (place >= room - edge) return otherRoom - (room - place);
  return edge + ((place - edge) * (otherRoom - 2 * edge)) / (room - 2 * edge);
}
