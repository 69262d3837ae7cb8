/** `VirtualList` as a hook for React 18 or later; TypeScript 4.8 or later reads this. */

import type { ElementType, ReactElement, ReactNode, Ref, RefCallback } from 'react';
import type { VirtualList, VirtualListOptions } from './dom';
import type { RangeCore } from './rangecore';
import type { First } from './snapshot';

/** Attributes and handlers of a row's element, as React has them. */
export interface RowProps {
  /** As of any element; the list needs it too. */
  ref?: Ref<any>;
  /** The list sets where a row is, and how long it is across. */
  style?: object;
  /** Any other prop. */
  [name: string]: unknown;
}

/** What a hook's options are, whatever it is given the data by: besides these, most of those of a `VirtualList`. */
export interface CommonOptions<Item> extends Omit<VirtualListOptions,
  'rangecore' | 'count' | 'key' | 'item' | 'render' | 'update' | 'release' | 'container'> {
  /** The engine, as `load` of `rangecore/dom` returns it; null until it has been loaded. */
  rangecore: RangeCore | null;
  /** Renders the content of a row. */
  renderRow(index: number, item: Item): ReactNode;
  /** What a row is: the name of an element, or a component that passes its props and `ref` on to one. Default `'div'`. */
  as?: ElementType;
  /** Returns the props of a row's element: `className`, `role`, `onClick`, `ref` … */
  rowProps?(index: number, item: Item): RowProps;
  /**
   * What scrolls, if it is not the element of `ref`: the window, which needs `containerRef`, or any other element, null
   * until it is there.
   */
  scroller?: 'window' | HTMLElement | null;
  /**
   * The rows that were on screen, as a `Snapshot` tells a server: they are rendered there, and in the browser until the list
   * begins in their place.
   */
  first?: First | null;
}

/** An edit of the items `lower ..< upper`, as the next one finds them; `to` is where the first is after a move. */
export type ItemEdit =
  | { kind: 'insert' | 'remove'; lower: number; upper: number }
  | { kind: 'move'; lower: number; upper: number; to: number };

/** The hook is given the items, in another array whenever any of them changes. */
export interface ItemsOptions<Item> extends CommonOptions<Item> {
  /**
   * The items. One that is the same object as before has stayed: such are only compared, and an array to which something
   * was appended costs no more than that.
   */
  items: readonly Item[];
  /** No `count` beside `items`. */
  count?: undefined;
  /**
   * Returns the key of an item. It is asked only for new objects, and for those that they may have replaced: where the
   * keys are the same, the item has stayed. By default an item is its own key.
   */
  getKey?(index: number, item: Item): unknown;
  /**
   * Returns the edits that turned one array into the other, if the app knows them; then no items are compared. Called
   * with the items that the list shows, which may be older than those of the last render.
   */
  edits?(before: readonly Item[], after: readonly Item[]): readonly ItemEdit[] | undefined;
}

/** The hook is told how many items there are. */
export interface CountOptions extends CommonOptions<undefined> {
  /** No `items` beside `count`. */
  items?: undefined;
  /** How many items there are. */
  count: number;
  /**
   * Returns the key of an item. Another function says that the data has changed: then all keys are asked for, and tell
   * which items have stayed, so keep it with `useCallback`. Without it, a change of `count` adds or removes items at the
   * end.
   */
  getKey?(index: number): unknown;
}

/** What the hook returns. */
export interface VirtualListResult {
  /** The `ref` of the element that scrolls. */
  ref: RefCallback<HTMLElement>;
  /**
   * The `ref` of the element that holds the rows, which may have no other content, where that is not to be a new one at
   * the scroller's end: a `tbody`, an `ul`, or what is in the window.
   */
  containerRef: RefCallback<HTMLElement>;
  /** What to render in either: the rows. */
  rows: ReactElement;
  /** The list, to scroll it; null until it has shown rows. An effect that scrolls it then does so before it is painted. */
  list: VirtualList | null;
}

/**
 * Shows a long list in an element that scrolls, or in the window.
 *
 * Options are those of the last render, callbacks included; with another `axis`, `role` or engine, in another scroller
 * or container, a new list starts with the same item at the same place. What the list is told takes effect
 * before the browser paints. On a server there are no rows but those of `first`: the list begins in the browser.
 */
export function useVirtualList<Item>(options: ItemsOptions<Item>): VirtualListResult;
/** The same, of items that the hook is not given. */
export function useVirtualList(options: CountOptions): VirtualListResult;
