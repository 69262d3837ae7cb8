/**
 * `<range-list>`: a `VirtualList` as a custom element, for pages and for frameworks without a hook. Importing this
 * defines it. TypeScript 4.8 or later reads this.
 *
 * It scrolls, and needs a height; its rows are its children, which the page's style sheets reach. These attributes are
 * options of the list, which begins again with the same item at the same place when they change: `axis`, `columns`,
 * `estimate`, `lanes` and `spacing`; and `item-key` names the field that identifies an item.
 *
 * A row is what `render` returns or, without it, a copy of the first element in the `<template>` that is a child of the
 * list: of its elements, those with `data-text="title"` have that field of the item as their text. Without either, a row
 * is the item's own text.
 *
 * Its events do not bubble: `range-ready` tells the list, once it is there; `range-visible` the interval of items that are
 * visible, when that has changed; and `range-row` each `{ element, item, index }` whose template is filled, so that a
 * listener can fill the rest.
 */

import type { VirtualList, VirtualListOptions } from './dom';
import type { RangeCore } from './rangecore';

/** The element. It has no list while it is in no document, nor before the module is loaded. */
export class RangeListElement<Item = any> extends HTMLElement {
  /**
   * The engine of all of these elements. By default `load()` of `rangecore/dom`, once one is in a document; for `lanes` that
   * of `rangecore/lanes` is to be set before.
   */
  static rangecore: RangeCore | Promise<RangeCore> | null;
  /**
   * The items; set them again after any change, the same array too. Rows of items that stay, by their keys, keep their
   * elements; those whose item is another object are filled again.
   */
  items: Iterable<Item>;
  /**
   * Identifies an item, or names the field that does, in place of `item-key`. By default objects are their own keys, and
   * other items are known by their places.
   */
  itemKey: string | ((item: Item, index: number) => unknown) | null;
  /** Makes the element of an item, in place of a template. */
  render: ((item: Item, index: number) => HTMLElement) | null;
  /** Other options of a `VirtualList`, such as `fetch` and `headers`; read when the list begins. */
  options: Partial<Omit<VirtualListOptions, 'rangecore' | 'count' | 'key' | 'item' | 'render'>>;
  /** The list, to scroll it. Its edits are made by `items`. */
  readonly list: VirtualList | null;
}

declare global {
  /** So that `document.querySelector('range-list')` has its type. */
  interface HTMLElementTagNameMap { 'range-list': RangeListElement }
}
