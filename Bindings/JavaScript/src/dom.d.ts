/**
 * A virtual list for the DOM, over a WebAssembly module that has all of `rangecore` too. Load this in
 * place of that.
 *
 * Lengths and offsets are CSS pixels along the axis; intervals are half-open. TypeScript 4.8 or
 * later reads this.
 */

import type {
  Changes, End, FinalOutcome, Fraction, List, ListSettingsChanges, RangeCore, Update,
} from './rangecore';

export * from './rangecore';

/** Where a module comes from: an address, a response, its bytes, or it itself. */
type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/**
 * Instantiates the module; by default the `dom.wasm` of this package, which has the hosts that a
 * `VirtualList` needs, and sections. That of `rangecore/preload` has both too, that of `rangecore` neither.
 */
export function load(source?: Source | Promise<Source>): Promise<RangeCore>;

/** Fetches a batch at an end. */
export type Fetcher = (end: End, signal: AbortSignal) => Promise<FinalOutcome | void>;

/** What a `VirtualList` is made with; all but the first two may be left out. */
export interface VirtualListOptions {
  /** The engine, as `load` returns it; from a module with hosts. */
  rangecore: RangeCore;
  /**
   * Makes the element of an item, filled: a row that comes back need not be measured again. The list places it absolutely, and sets its position, its place,
   * its size across the axis, and its margin at the start.
   */
  render(index: number): HTMLElement;
  /**
   * Fills an element with another item, or with the same one after `refresh`. With it elements are
   * used again; without it `render` makes a new one each time.
   */
  update?(element: HTMLElement, index: number): void;
  /** Called when an element was taken away; with `update` it may be used again. */
  release?(element: HTMLElement, index: number): void;
  /** Identifies an item, as the key of a `Map` does; for `apply`. By default its index. */
  key?(index: number): unknown;
  /**
   * Returns an item itself, which is another object after its content has changed: `apply` then shows only
   * those again of which this is so, by `Object.is`.
   */
  item?(index: number): unknown;
  /**
   * Whether an item has what its element needs, by default true. One that has not is as long as the
   * list expects, and is not measured until `refresh`.
   */
  isReady?(index: number): boolean;
  /** How many items there are at first. Default 0. */
  count?: number;
  /** The extent of a row that was not measured yet. Default 44; later the mean of the measured ones. */
  estimate?: number;
  /**
   * The extents of the items at first, such as those when they were last shown: the list then has its length at
   * once, and an offset of that time is the same place; `list.engine.rows(0, list.count).extents` are those to
   * keep. Or a function that returns what is expected of an item, also of those that are inserted later. Rows are
   * measured as they come. For one column.
   */
  extents?: ArrayLike<number> | ((index: number) => number);
  /**
   * Whether rows are as long as `extents` or `estimate` say: none is measured, ever, and each element is given
   * its extent. `isReady` is not asked then.
   */
  extentsAreKnown?: boolean;
  /** The gap between rows. Default 0. */
  spacing?: number;
  /** The gap between columns. By default that between rows. */
  columnGap?: number;
  /** Items per row, or a function that returns it for a breadth. Default 1. */
  columns?: number | ((breadth: number) => number);
  /**
   * How many lanes there are in place of columns, or a function that returns it for a breadth: in a lane each item begins
   * where the one before it ends. An item keeps its lane, and what is on screen stays in place in each, until there are
   * more lanes or fewer. Headers are wide, as are those of `engine.setWide`. The elements are in the order of the items.
   * `visible` and other intervals go from the first item to the last, and may have others in between. With the module
   * of `rangecore/lanes`.
   */
  lanes?: number | ((breadth: number) => number);
  /** Horizontal lists follow the scroller's direction: from right to left offsets grow to the left. */
  axis?: 'vertical' | 'horizontal';
  /**
   * The element that holds the rows, within the scroller; what comes before and after it scrolls
   * with it. By default a new one, at the scroller's end. Its first child is an empty one of the list's own.
   */
  container?: HTMLElement;
  /**
   * What the list is to assistive technology: the container's role, and that of rows that are plain elements; each row
   * says which of how many it is (`aria-posinset`, `aria-setsize`), and the container whether items are loading
   * (`aria-busy`). By default the role that the container has already, else a list; none for an element that
   * means something else, such as `tbody`. `'none'`: the list sets nothing of this. A feed's rows should have the focus
   * and a name: see `rangecore/access`.
   */
  role?: 'list' | 'feed' | 'none';
  /** What covers the viewport at its start, as a fixed bar does. Default 0. */
  insetStart?: number;
  /** The same at its end. */
  insetEnd?: number;
  /**
   * The indices of headers, which are pinned at the viewport's start while their section is there; or
   * [] if some are marked later.
   */
  headers?: number[];
  /** Where the list starts, before any row is made. By default at its first item. */
  start?: Start;
  /** Settings of the engine. The list sets `extraLengths` itself. */
  settings?: ListSettingsChanges;
  /**
   * Called with the items whose state has changed, before elements are made: here an app begins to
   * load and cancels. It must not edit the list. Removed items have their earlier indices.
   */
  onChanges?(changes: Changes, list: VirtualList): void;
  /** Called when rows were made or released, before they are measured. It must not edit the list. */
  onMount?(list: VirtualList): void;
  /** Called at the end of each update. */
  onUpdate?(update: Update, list: VirtualList): void;
  /**
   * Fetches the next batch at an end, and inserts it: a function for both ends, or `{ tail, head }` for either. It is
   * called within two screenfuls of an end that it is given for, or the `leadingScreens` of `settings`. Resolves with its outcome, by default
   * `'completed'`; `'exhausted'` if nothing more is there. A rejection is a failure, which is retried
   * with exponential back-off. `resetFetching` aborts the signal. A footer of the page's own below the list goes in the
   * same task in which the items come, before or after them. Any earlier, the browser scrolls up by its height.
   */
  fetch?: Fetcher | { tail?: Fetcher; head?: Fetcher };
  /** Called when `fetch` was rejected, or has returned no outcome. By default `console.error`. */
  onError?(error: unknown, end: End): void;
}

/** An item to start at, with its place in the viewport, by default its start; or an offset. */
export type Start = { index: number; align?: Fraction; shift?: number } | { offset: number };

/** How to go somewhere. */
export interface ScrollOptions {
  /** How much of the space left over lies before the item. Default `'nearest'`. */
  align?: Fraction;
  /** `'smooth'` animates, unless the reader prefers reduced motion; any input stops it. */
  behavior?: 'auto' | 'smooth';
  /** Pixels that are added to the offset. Default 0. */
  shift?: number;
}

/**
 * Elements for those items of a long list that are on screen or near it.
 *
 * Rows are measured before they are painted, and may change their size at any time. What is on
 * screen stays in place through edits, measuring and resizing. `scrollTop` is not written while the
 * reader scrolls, except near an end, and at most once when that is over. The scrollbar's thumb goes
 * to where it points, also where the list is longer than an element can be; then `scrollTop` is not
 * the list's `offset`.
 *
 * Around the scroller may be transforms and zooms: all lengths are those of the scroller's own layout.
 *
 * While the list is hidden, as by `display: none` or because one of its sides is 0, its rows stay as they are
 * and are not measured; shown again it is where it was.
 *
 * The first update is in the constructor, later ones when the scroller scrolls, when sizes change and,
 * once for all edits, before the browser paints.
 */
export class VirtualList {
  /**
   * Begins to show a list in an element that scrolls, or in the window.
   *
   * The element needs a size of its own, and `overflow: auto` or `scroll` in its style sheet. The list
   * turns off its scroll anchoring.
   */
  constructor(scroller: HTMLElement | Window, options: VirtualListOptions);

  /** The engine of the list, for queries and settings; edits and updates are this object's. */
  readonly engine: List;
  /** What it was made with, and the defaults of what was left out. */
  readonly options: Readonly<VirtualListOptions>;
  /** What scrolls. */
  readonly scroller: HTMLElement | Window;
  /** Whether its axis is the horizontal one. */
  readonly isHorizontal: boolean;
  /** What the rows are in. */
  readonly container: HTMLElement;
  readonly count: number;
  /** The result of the last update, which the next one overwrites. */
  readonly latest: Update;
  /** Where the viewport is, from the start of what scrolls. */
  readonly offset: number;
  /** The length of the viewport. */
  readonly viewportLength: number;
  /** The length of what scrolls, with what is before the list and after it. */
  readonly scrollLength: number;

  /** The store that is attached, which sets this; without `isReady`, placeholders are not ready. */
  pages?: { has(index: number): boolean; follow(list: VirtualList): void };
  /** What is told of each update, such as the preloaders that are attached, which add themselves. */
  readonly followers: Set<{ follow(list: VirtualList): void; detach(list: VirtualList): void }>;

  /** Returns the element of an item; null if it has none. */
  element(index: number): HTMLElement | null;
  /** Returns the item of an element or of one that contains it; -1 if there is none. */
  indexOf(element: Element): number;
  /** The items that have elements, in any order. */
  rows(): IterableIterator<{ index: number; element: HTMLElement }>;

  /**
   * Inserts items, by default one. The app's data must have changed already. While a store is attached,
   * this, `remove`, `move` and `apply` throw `busy`: edit the store. `extents` are those of the new items, as the
   * option has them.
   */
  insert(index: number, count?: number, extents?: ArrayLike<number> | ((index: number) => number)): void;
  /** Removes the items `lower ..< upper`, by default one. */
  remove(lower: number, upper?: number): void;
  /** Moves items so that the first has the index `to` afterwards. */
  move(lower: number, upper: number, to: number): void;
  /**
   * Carries out any change of the app's data, of which `key` then tells what became of each item.
   * Reads all keys, calls `change`, which returns the new number of items, and reads them again.
   *
   * The element of an item that stays is kept, with the focus, what is typed, selected or playing in it, and
   * what it has scrolled. It is shown again if `item` returns another object, or if `isReady` returns another
   * value. Without `item`, `update` is called for all elements that stay, and where there is no `update` either,
   * `refresh` is to be called for items whose content has changed. `extents` are those of all items afterwards, of which
   * the new ones get theirs.
   */
  apply(change: () => number, extents?: readonly number[] | ((index: number) => number)): void;
  /** Shows items again after their content has changed, by default all. */
  refresh(lower?: number, upper?: number): void;
  /** Measures everything again, and asks for `columns`, for example after a font has been loaded. */
  remeasure(): void;
  /** Makes an item the header of a section, with this many columns; by default those of the list. */
  markHeader(index: number, columns?: number): void;
  /** Makes a header an ordinary item of the section before it. */
  unmarkHeader(index: number): void;
  /**
   * Changes options; those that are undefined get their defaults back. Callbacks are called from now on, `headers` are
   * the only ones then, and `settings` the only ones that are not the engine's own. What is read stays in place.
   */
  setOptions(options: Partial<Omit<VirtualListOptions,
    'rangecore' | 'count' | 'extents' | 'extentsAreKnown' | 'axis' | 'container' | 'role' | 'start'>>): void;
  /**
   * Keeps an item's element wherever the viewport is, from the next update on, or no longer: until every holder
   * that keeps it, by default the app, has let go. One with the focus is kept too. What the app keeps also stays
   * displayed and preloaded, of up to 64 items; `engine.keep` does so for others.
   */
  keep(index: number, isKept?: boolean, holder?: unknown): void;

  /** Scrolls to an item. Rows that are measured on the way do not shift the target. */
  scrollTo(index: number, options?: ScrollOptions): void;
  /**
   * Scrolls to an offset, as far as there is one; 0 and `Infinity` are the ends of what scrolls. It stays there, however
   * rows on the way and around are measured, until the list is scrolled or edited.
   */
  scrollToOffset(offset: number, options?: Pick<ScrollOptions, 'behavior'>): void;
  /**
   * Updates now, for example after a change of the engine's settings. That of the React hook does so before the browser
   * paints; with false now, which is not allowed in effects.
   */
  update(isDeferred?: boolean): void;

  /** Fetches at an end now, unless that is being done. */
  fetch(end?: End): Promise<void>;
  isFetching(end: End): boolean;
  /** Whether items are loading: by `fetch`, by a store that is attached, or as `setBusy` says. */
  readonly isBusy: boolean;
  /** Says to assistive technology whether the app is loading items by itself. */
  setBusy(isBusy: boolean): void;
  /** Retries a failed fetch without waiting. */
  retry(end?: End): void;
  /** Cancels fetches, and begins again at both ends, as after a refresh. */
  resetFetching(): void;

  /** Removes all elements and listeners, and frees the engine. */
  destroy(): void;
}
