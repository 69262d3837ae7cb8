/**
 * Find in page, selecting and copying in a virtual list: one line for each. TypeScript 4.8 or later reads this.
 *
 * Each takes a list, or null where a hook has none yet, and returns a function that takes it away again; a list that is
 * destroyed does so itself.
 */

import type { ListOrNone } from './access';

/** How much is found. */
export interface FindOptions {
  /** Of how many items before what is visible, and of how many after it, there are texts. Default 500. */
  count?: number;
}

/**
 * Lets the browser's own search, and links to a text, find items that have no elements: their texts are in the page,
 * hidden until found (`hidden="until-found"`), and what is found is scrolled to. A browser without that finds what has elements.
 *
 * `text` returns what is found of an item, or null; it is called when the list has come to rest.
 */
export function findInPage(
  list: ListOrNone, text: (index: number) => string | null | undefined, options?: FindOptions,
): () => void;

/**
 * Keeps the rows in which a selection begins and ends, so that it stays when they are scrolled out of sight.
 *
 * With `text`, copying has the text of all items in between too, also of those without elements: then it is plain
 * text, a line for each, without those for which this returns null.
 */
export function keepSelection(
  list: ListOrNone, text?: (index: number) => string | null | undefined,
): () => void;
