/**
 * Links to the items of a virtual list. TypeScript 4.8 or later reads this.
 *
 * It takes a list, or null where a hook has none yet, and returns a function that takes it away again; a list that is
 * destroyed does so itself. `rangecore/snapshot` keeps the place in the list.
 */

import type { ListOrNone } from './access';

/**
 * Goes where the address says, when the page is loaded and when its fragment changes: to the item of that id, also if
 * it has no element. `indexOf` returns the index of the item of an id, or -1; it is asked again when more items have come, until
 * the reader moves the list.
 */
export function followLinks(list: ListOrNone, indexOf: (id: string) => number): () => void;
