/**
 * Where a reader is in a virtual list: one line for each. TypeScript 4.8 or later reads this.
 *
 * Each takes a list, or null where a hook has none yet, and returns a function that takes it away again; a list that is
 * destroyed does so itself.
 */

import type { ListOrNone } from './access';

/** What is kept. */
export interface PlaceOptions {
  /** Tells lists of one page apart. Default `'list'`. */
  name?: string;
}

/**
 * Keeps the place in the list in `history.state`, so that a reload, and going back and forward, come back to it: that of the
 * first item on screen, by the list's option `key`, once the list has it; and the extents of rows, of up to 20,000.
 *
 * A place is noted when the list has come to rest, beside what else is in the state. If the window scrolls, its own
 * scroll restoration is turned off.
 */
export function keepPlace(list: ListOrNone, options?: PlaceOptions): () => void;

/**
 * Goes where the address says, when the page is loaded and when its fragment changes: to the item of that id, also if
 * it has no element. `indexOf` returns the index of the item of an id, or -1; it is asked again when more items have come, until
 * the reader moves the list.
 */
export function followLinks(list: ListOrNone, indexOf: (id: string) => number): () => void;
