/** `VirtualList` as a hook for React 18 or later; TypeScript 4.8 or later reads this. */

import type { ReactNode, ReactPortal, RefCallback } from 'react';
import type { VirtualList, VirtualListOptions } from './dom';
import type { RangeCore } from './rangecore';

/** What `useVirtualList` is called with: besides these, most options of a `VirtualList`. */
export interface UseVirtualListOptions
  extends Omit<VirtualListOptions, 'rangecore' | 'count' | 'key' | 'render' | 'update' | 'release'> {
  /** The engine, as `load` of `rangecore/dom` returns it; null until it has been loaded. */
  rangecore: RangeCore | null;
  /** How many items there are. */
  count: number;
  /**
   * Returns the key of an item. Another function says that the data has changed: then the keys tell
   * which items have stayed, so keep it with `useCallback`. Without it, a change of `count` adds or
   * removes items at the end.
   */
  getKey?(index: number): unknown;
  /** Renders the content of a row. */
  renderRow(index: number): ReactNode;
}

/**
 * Shows a long list in an element that scrolls.
 *
 * The options of the list itself are those of the render in which the scroller came. On a server there
 * are no rows: the list begins in the browser.
 */
export function useVirtualList(options: UseVirtualListOptions): {
  /** The `ref` of the element that scrolls. */
  ref: RefCallback<HTMLElement>;
  /** What to render in it: the content of the rows. */
  rows: ReactPortal[];
  /** The list, to scroll it; null until the scroller is there. */
  list: VirtualList | null;
};
