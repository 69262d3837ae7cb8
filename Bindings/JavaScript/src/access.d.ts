/**
 * What a virtual list needs for the keyboard and for screen readers beside its roles: one line for each. TypeScript 4.8
 * or later reads this.
 *
 * Each takes a list, or null where a hook has none yet, and returns a function that takes it away again; a list that is
 * destroyed does so itself.
 */

import type { VirtualList } from './dom';

/** A list, or none yet. */
export type ListOrNone = VirtualList | null | undefined;

/**
 * Says in a live region what has come, once for all that came while items were loading; an empty text says nothing.
 *
 * `say` is called with the number of items by which the list has grown, and that which it has.
 */
export function announce(list: ListOrNone, say: (added: number, count: number) => string): () => void;

/**
 * Lets Tab go from a row with the focus that was scrolled out of sight to its neighbours: without it, to what is on screen.
 */
export function tabInOrder(list: ListOrNone): () => void;

/**
 * Moves the focus from row to row with the keys of the ARIA practices. One row of a list is in the order of Tab: that which
 * had the focus last, or the first on screen; arrow keys, in columns and lanes to what is beside it on the screen, Home, End
 * and the page keys go on from it. In a feed each row is, Page Down and Page Up go to the next and to the one before, also
 * from what is in it, and Control with End and Home past the feed and before it.
 *
 * A row with a `tabindex` of its own is left alone. What is in a row keeps its own keys, as does a key whose event a
 * listener in the row has cancelled.
 */
export function roveFocus(list: ListOrNone): () => void;

/**
 * Returns the item that a key goes to from another one, as `roveFocus` has it for a list: with an arrow key, what is beside
 * it on the screen; null for a key that is not for that.
 */
export function itemBeside(list: VirtualList, index: number, event: KeyboardEvent): number | null;
