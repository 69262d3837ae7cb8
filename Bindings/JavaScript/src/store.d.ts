/**
 * The items of a server or a database, loaded in pages as they come near the screen, and dropped as
 * they go, over a WebAssembly module of its own.
 *
 * A store has *slots*, which are the items of a list. Each holds an item, or is a placeholder for one
 * that is known to be there. Intervals are half-open. TypeScript 4.8 or later reads this.
 */

import type { End, Interval } from './rangecore';

export { RangeCoreError } from './rangecore';

/** What a store asks for. */
export interface StoreRequest<Key = unknown, Cursor = unknown> {
  /**
   * A source of offsets is asked for what is `'at'` a position. One of keys is asked for what comes
   * right `'after'` or `'before'` the item of a key, for the `'first'` or `'last'` items, or for those
   * `'at'`, which is around, a key or, if it is undefined, at a position.
   */
  kind: 'at' | 'first' | 'last' | 'after' | 'before';
  /** Of the first item; null if it is asked by key. */
  position: number | null;
  /** How many items to return. More or fewer do no harm. */
  count: number;
  /** Of the item that it is asked by. */
  key: Key | undefined;
  /**
   * What the page of `key` had as `next` or `previous`; around a key, what that page was itself asked for
   * with, which leads to it again.
   */
  cursor: Cursor | undefined;
  /** How many requests for this have failed in a row. */
  attempt: number;
  /** Whether it is part of a refresh. */
  isRefresh: boolean;
  /** Aborted when the request is given up: to make way for another, by a refresh, or by `free`. */
  signal: AbortSignal;
}

/** What a source answers; an array stands for its `items` alone. */
export interface StoreReply<Item, Cursor = unknown> {
  /** In the source's order. */
  items: Item[];
  /** How many there are in all, if it is known. */
  total?: number | null;
  /** How many there are before these, or whether there are any. Undefined: not known. */
  before?: number | boolean;
  /** The same after these. */
  after?: number | boolean;
  /** What to ask for the page before this one with. */
  previous?: Cursor;
  /** The same for the page after it. */
  next?: Cursor;
  /** What `costLimit` limits, such as its size in bytes. Default 0. */
  cost?: number;
}

/** What can be changed at any time. */
export interface StoreSettings {
  /** How many requests are in progress at a time. Default 3. */
  requestLimit?: number;
  /** The most pages to hold. Default 0, for any number. What is wanted is never dropped. */
  pageLimit?: number;
  /** The same of items. */
  itemLimit?: number;
  /** The same of what they cost. */
  costLimit?: number;
  /**
   * By keys: how many slots the reader can jump away from what is loaded until the store starts over
   * there, by position. Default 0, for never.
   */
  jumpDistance?: number;
  /** How long after a jump nothing is requested, in seconds. Default 0.1. */
  settle?: number;
  /**
   * After how many seconds what is visible is refreshed by itself, in the background; not while the page is
   * hidden. Default 0, for never.
   */
  maxAge?: number;
}

/** What a store is made with. */
export interface StoreOptions<Item, Key = unknown, Cursor = unknown> extends StoreSettings {
  /**
   * Makes a request. Rejecting is a failure, which is retried with exponential back-off; so is a reply
   * that is none, such as one with an item that has no key. One of more items than a list can have
   * is not asked for again before `retry` or `refresh`.
   *
   * A request has no time limit of its own: one that never ends keeps its place, and one of
   * `requestLimit`. Let it end, as `fetch` does with
   * `AbortSignal.any([signal, AbortSignal.timeout(10_000)])`.
   */
  load(request: StoreRequest<Key, Cursor>):
    Promise<StoreReply<Item, Cursor> | Item[]> | StoreReply<Item, Cursor> | Item[];
  /** What the source is asked by. Default `'offsets'`. */
  source?: 'offsets' | 'keys';
  /** Items per request. Default 20. */
  pageSize?: number;
  /**
   * How many pages the first request is for, to fill the screen at once; and each refresh elsewhere than at
   * what is visible. Default 1.
   */
  firstPages?: number;
  /** The number of items, if it is known beforehand. */
  total?: number;
  /** Whether items that are known to be there have slots before they arrive. Default true. */
  placeholders?: boolean;
  /**
   * By offsets: requests one item more than needed, to notice those that were lost between two pages
   * because the source shifted. Default false.
   */
  looksAhead?: boolean;
  /** Identifies an item, as the key of a `Map` does; neither undefined nor null. By default its `id`. */
  key?(item: Item): Key;
  /**
   * Makes rows between the items, such as headers of days: returns the id of the separator between two
   * items, or undefined for none; see `Store.rows`. It is asked once for each two that are next to each
   * other. Before the first item the first of them is undefined, after the last one the second, once it is
   * known that the source has nothing there; in an empty source both.
   */
  separator?(before: Item | undefined, after: Item | undefined): unknown;
  /** Whether an item that has arrived again looks as before. By default, whether its fields are equal. */
  isEqual?(before: Item, after: Item): boolean;
  /**
   * When the page is shown or the browser online again, `expire` is called with so many seconds; and when it is
   * online, `retry`. Default undefined, for never.
   */
  expireOnReturn?: number;
  /** See `Store.onChange`. */
  onChange?(edits: StoreEdit[], store: Store<Item, Key, Cursor>): void;
}

/**
 * An edit of the slots `lower ..< upper`, as the edit before it left them. What is inserted may be
 * placeholders; `'fill'` makes placeholders items, `'clear'` the reverse; a `'move'` puts the first at
 * `to`; `'reload'` says that items have other content.
 */
export interface StoreEdit {
  kind: 'insert' | 'remove' | 'move' | 'fill' | 'clear' | 'reload';
  lower: number;
  upper: number;
  to: number;
  /** As of an `Edit`: 0. */
  source?: number;
}

/** What can be loaded at a place. */
export interface LoadState {
  state: 'ended' | 'more' | 'loading' | 'failed';
  /** How many requests have failed in a row. */
  attempt: number;
  /** When the next one may be made, by `performance.now() / 1000`; -Infinity if none has failed. */
  retryTime: number;
  /** What `load` was rejected with; undefined if it was not. */
  error: unknown;
}

/** What a row of a store with separators shows. */
export type StoreRow<Item> =
  | { kind: 'item'; item: Item; slot: number }
  | { kind: 'placeholder'; slot: number }
  /** `slot` is the one after it. */
  | { kind: 'separator'; id: unknown; slot: number };

/**
 * The rows of a list whose store has separators between its slots.
 *
 * Separators are no slots: they count for none of the store's limits, and for nothing that it loads or
 * drops. They come and go with the items around them, and one that is still called for keeps its row,
 * wherever that is then, with its element and its extent. An id, which is compared as the key of a
 * `Map`, is in one row: of several places with the same, the first has it.
 */
export class StoreRows<Item> {
  private constructor();

  /** Called after rows have changed, with the edits: as `Store.onChange`, but with rows. */
  onChange: (edits: StoreEdit[]) => void;
  /** The number of rows, which is that of the items in an attached list. */
  readonly count: number;
  /** Returns what a row shows. */
  get(row: number): StoreRow<Item>;
  /** Returns the row of a separator; -1 if it is nowhere. */
  rowOf(id: unknown): number;
  /** Returns the row of a slot; for the number of slots, that of rows. */
  rowOfSlot(slot: number): number;
  /** Returns the slots of some rows, for `Store.update`; if all are separators, that of an item beside them. */
  slotsOfRows(rows: Interval): Interval;
  /** Asks again between all items, because `separator` depends on something that has changed. */
  renew(): void;
}

/** What a store can be attached to: a `VirtualList`, or the engine of a list. */
export interface StoreList {
  readonly count: number;
  insert(index: number, count: number): void;
  remove(lower: number, upper: number): void;
  move(lower: number, upper: number, to: number): void;
}

/**
 * Which pages are loaded, which to request next, and which to drop.
 *
 * No item is requested twice at once, and none is ever in two slots, whatever the source does: one
 * that arrives again keeps its slot, and gets the new content.
 */
export class Store<Item, Key = unknown, Cursor = unknown> {
  private constructor();

  /** Called after slots or load states have changed, with the edits, which may be none. */
  onChange: (edits: StoreEdit[], store: Store<Item, Key, Cursor>) => void;
  configure(settings: StoreSettings): void;

  /** The rows, with separators between the slots; undefined without the option `separator`. */
  readonly rows?: StoreRows<Item>;
  /** The number of slots. */
  readonly count: number;
  /** How many items and pages are loaded, and what the pages cost. */
  readonly itemCount: number;
  readonly pageCount: number;
  readonly cost: number;
  /** By how much the total exceeds the slots, such as by new items at the head; 0 by keys. */
  readonly hiddenCount: number;
  /** How many pages came after a placeholder of theirs had been visible, or the end of the list before them. */
  readonly latePageCount: number;
  /** For how many seconds such a placeholder or end has been visible, but for refreshes. */
  readonly stallTime: number;
  /** Returns the item in a slot; undefined for a placeholder. */
  get(slot: number): Item | undefined;
  has(slot: number): boolean;
  /** Returns the slot of the item of a key; -1 if it is not loaded. */
  slotOf(key: Key): number;
  /** Returns what happens at an end, to the refresh, or in the slot of a placeholder. */
  state(place: End | 'refresh' | number): LoadState;

  /**
   * Makes a list show the slots, or the `rows`: inserts them, and from then on makes each edit. A `VirtualList` tells
   * the store what it shows by itself; for an engine alone, pass the interval to `update`.
   *
   * The items are then edited through the store alone: until `detach`, edits of the list itself throw
   * `busy`, as does another store that is attached to it.
   *
   * The list is empty, or has as many items as there are slots. `leadingScreens` is how far to load
   * beyond the viewport on each side; default 2. With `marksHeaders` all separators are headers of the
   * list's sections; a `VirtualList` pins them if it has the option `headers`, such as `[]`.
   */
  attach(list: StoreList, options?: { leadingScreens?: number; marksHeaders?: boolean }): void;
  detach(): void;
  /** Tells which slots are visible, and which to load; by default two screenfuls more on each side. */
  update(view: {
    visible?: Interval; wanted?: Interval; direction?: 'none' | 'forward' | 'backward';
    isSettled?: boolean;
  }): void;
  /** Ends the wait after a jump, for example when the scrollbar is released. */
  settle(): void;
  /** Called by an attached `VirtualList` at the end of its updates. */
  follow(list: StoreList): void;

  /**
   * Replaces all that is loaded by what the source has now, beginning with what is visible. Until the
   * reply everything stays. Resolves then; a rejection is in `state('refresh')` too, which is retried,
   * so nobody has to handle it.
   */
  refresh(target?: 'anchor' | 'first' | 'last' | { position: number } | { key: Key }): Promise<void>;
  /** By keys: requests the first or last items; a gap is left if others are missing in between. */
  jump(end: End): void;
  /** Says that there may be more at an end after all, as when polling. By offsets only at the tail. */
  open(end: End): void;
  /** Makes requests that have failed again at once. */
  retry(): void;
  /** Refreshes what is visible of that which arrived more than so many seconds ago; the rest once it is visible. */
  expire(age: number): void;

  /** Inserts items of the app's own. Throws `not_found` where something is missing beside the slot. */
  insert(slot: number, items: Item[]): void;
  /**
   * Moves the item of a key, as the reader has dragged it: it has this slot afterwards, until a refresh says
   * otherwise. Throws `not_found` if it is not loaded, or something is missing beside the slot.
   */
  move(key: Key, to: number): void;
  /** Removes the item of a key. Throws `not_found` if it is not loaded. */
  remove(key: Key): void;
  /** Replaces the content of an item that is loaded. */
  replace(item: Item): void;

  /** Checks all internal invariants, for tests. The packaged module is built without it. */
  validate(): void;
  /** Gives up all requests, and frees the store. */
  free(): void;
  [Symbol.dispose]?(): void;
}

/** An instance of the module. Its stores share its memory, which grows and does not shrink. */
export interface Stores {
  create<Item, Key = unknown, Cursor = unknown>(
    options: StoreOptions<Item, Key, Cursor>): Store<Item, Key, Cursor>;
}

/** Where a module comes from: an address, a response, its bytes, or it itself. */
type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Instantiates the module; by default the `store.wasm` of this package. */
export function loadStores(source?: Source | Promise<Source>): Promise<Stores>;
