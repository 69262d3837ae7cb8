/**
 * Snapshots: back to the same row at the same pixel, after a reload, by the history, or tomorrow: over a WebAssembly module
 * that has all of `rangecore/dom`'s too. Load this in place of that.
 *
 * Items are known by ids that stay the same, strings or numbers, by default those of the list's option `key`. TypeScript 4.8
 * or later reads this.
 */

import type { ListOrNone } from './access';
import type { VirtualList } from './dom';
import type { RangeCore } from './rangecore';

export * from './rangecore';

/** What JSON has of names. */
export type Id = string | number;

/** Where a list was. */
export interface Place {
  /** The rows that were on screen, up to 16, from the start on: where each began and ended in the viewport. */
  rows: { id: Id; index: number; start: number; end: number }[];
  /** The length of the viewport without its insets. */
  length: number;
  isAtStart: boolean;
  isAtEnd: boolean;
}

/** The rows to show before there is a list; plain data, to be sent with a page. */
export interface First {
  /** The items to render: `lower ..< upper`. */
  lower: number;
  upper: number;
  /** The one whose place is known, and where it is in the viewport: so much of its extent lies before that. */
  index: number;
  top: number;
  fraction: number;
  /** What the list's length is expected to be. */
  length: number;
  spacing: number;
}

/** Instantiates the module; by default the `snapshot.wasm` of this package. */
export function load(source?: Parameters<typeof import('./dom').load>[0]): Promise<RangeCore>;

/** A place in a list, and the extents of rows, by ids. It belongs to no list, and becomes text. */
export class Snapshot {
  /**
   * Makes one, or reads its text. `capacity` is of how many rows extents are kept, by default 10,000: the least recent are
   * forgotten first.
   */
  constructor(rangecore: RangeCore, options?: { capacity?: number; text?: string | null });

  /** Why the text was refused, as it was damaged or written by a newer version: then it is as if there were none. */
  readonly refusal: string | null;
  /** Where the list was when that was saved; null if it never was. */
  readonly place: Place | null;
  /** The text, which `new Snapshot` takes. */
  toString(): string;

  /** Saves where a list is, as of its last update; returns whether it is anywhere: it may be empty or hidden. */
  savePlace(list: VirtualList, idOf?: (index: number) => Id | null | undefined): boolean;
  /** Saves the extents of rows that are measured. Those that were saved at another breadth or size of text are forgotten. */
  saveExtents(list: VirtualList, idOf?: (index: number) => Id | null | undefined): void;
  /** Gives rows that are unmeasured the extents that were saved at the same breadth, and the lanes; returns how many extents. */
  restoreExtents(list: VirtualList, idOf?: (index: number) => Id | null | undefined): number;
  /**
   * Goes where the list was, exactly, whatever rows have been measured; returns false if none of those items is there yet: call
   * it again when more have come. Where all came that there were, and none of those, others are in their place. In lanes, restore
   * the extents before: they bring the lanes.
   */
  restorePlace(list: VirtualList, idOf?: (index: number) => Id | null | undefined): boolean;

  /**
   * The rows that were on screen, for a server to render among `count` items; null if none of them is there. `idOf` returns
   * the id of an item, by default its index. For one column, in an element that scrolls nothing else.
   */
  first(count: number, idOf?: (index: number) => Id | null | undefined,
    options?: { spacing?: number; insetStart?: number }): First | null;

  /** Frees it at once. One that was not freed is freed some time after it has become unreachable. */
  free(): void;
  /** `using snapshot = …` frees it at the end of its block. */
  [Symbol.dispose]?(): void;
}

/** What is kept, and of what. */
export interface PlaceOptions {
  /** Tells lists of one page apart. Default `'list'`. */
  name?: string;
  /** Returns the id of an item; null if it has none, as a placeholder. By default the list's option `key`. */
  idOf?(index: number): Id | null | undefined;
  /** Of how many rows extents are kept. Default 10,000. */
  capacity?: number;
  /** Where to go if the history has no place, as `onSave` was told. */
  text?: string | null;
  /** Called with the place as text, less than 2 kB, when that was noted: to send it to a server, or to keep it for longer. */
  onSave?(text: string): void;
}

/**
 * Keeps the place in a list, so that a reload, and going back and forward, come back to it: in `history.state`, beside
 * what else is there, when the list has come to rest. The extents of rows are kept in `sessionStorage`, for the length
 * of the list to be what it was.
 *
 * It goes there at once, or as soon as the list has one of the items, unless the reader has moved it before. If the window
 * scrolls, its own scroll restoration is turned off. It takes a list, or null where a hook has none yet, and returns
 * a function that takes it away again.
 */
export function keepPlace(list: ListOrNone, options?: PlaceOptions): () => void;

/**
 * The rows of `first` as HTML, for the element that will scroll: `html` returns that of an item. Take it away in the same task
 * in which the list begins and its place is restored. In React, the hook has an option for that.
 */
export function firstHTML(first: First, html: (index: number) => string): string;
