/**
 * Printing a virtual list: one line. TypeScript 4.8 or later reads this.
 *
 * It takes a list, or null where a hook has none yet, and returns a function that takes it away again; a list that is
 * destroyed does so itself.
 */

import type { ListOrNone } from './access';

/** How much is printed. */
export interface PrintOptions {
  /** How many lengths of the viewport are printed at most; each is made when printing begins. Default 50. */
  screens?: number;
}

/**
 * Prints all rows of a list, or, of one that is longer than so many screens, those from the first on screen on; without it,
 * what has elements, and blank pages as long as the list. What is around its scroller is not cut off in print;
 * everything is put back afterwards.
 */
export function printRows(list: ListOrNone, options?: PrintOptions): () => void;
