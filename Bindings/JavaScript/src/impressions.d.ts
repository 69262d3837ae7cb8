/**
 * Impressions: which items were really seen, for how long, and how much of them: over a WebAssembly module that
 * has all of `rangecore/dom`'s too. Load this in place of that.
 *
 * TypeScript 4.8 or later reads this.
 */

import type { List, RangeCore } from './rangecore';

export * from './rangecore';

/**
 * When an item counts as seen: so much of it for so long, without a break. By the Media Rating Council a picture
 * does by half for one second, a video by half for two.
 */
export interface ImpressionRule {
  /** How much of it, 0 … 1; of an item that is longer than the viewport, how much of that. */
  fraction: number;
  /** For how many seconds. */
  seconds: number;
}

/** An item that was seen, or was seen and has left. */
export interface Impression<Id> {
  /** What `attach` was told. */
  id: Id;
  /** When, by `performance.now() / 1000`: exact, even if it is told later. */
  time: number;
  /** For how long it had been on screen by then, without a break. */
  seconds: number;
  /** The position of the rule that counted. */
  rule: number;
}

/** An item that has come to reach another number of thresholds. */
export interface Crossing<Id> {
  /** What `attach` was told. */
  id: Id;
  /** When, by `performance.now() / 1000`. */
  time: number;
  /** How much of it is visible, 0 … 1. */
  fraction: number;
  /** How many of the thresholds that reaches. */
  level: number;
}

/** What impressions are made with. */
export interface ImpressionsOptions<Id> {
  /** One to four. Default: half of an item for one second. */
  rules?: Iterable<ImpressionRule>;
  /** Fractions of an item, ascending, up to 32, of which `onCrossed` tells. Default: none. */
  thresholds?: Iterable<number>;
  /** This and the next are the properties of `Impressions`. */
  onSeen?(impression: Impression<Id>): void;
  /** Called when an item that was seen no longer is. */
  onLeft?(impression: Impression<Id>): void;
  /** Called when an item has come to reach another number of thresholds. */
  onCrossed?(crossing: Crossing<Id>): void;
}

/** What can be attached: a `VirtualList`, or the engine of a list. */
export type ImpressionsList = List | {
  readonly engine: List;
  readonly followers: object;
};

/**
 * Tells which items of any number of lists were seen, each id once in a session. An item counts by what is within
 * the viewport's insets, and not under a pinned header; nothing is seen while the page or the list is hidden.
 */
export class Impressions<Id = unknown> {
  /** Throws an `Error` if the module has no impressions, and a `RangeError` that names what is out of range. */
  constructor(rangecore: RangeCore, options?: ImpressionsOptions<Id>);

  /** Called when an item has been on screen as long as its rule says, once in a session. */
  onSeen?: (impression: Impression<Id>) => void;
  /** Called when one that was seen no longer is, with the seconds. */
  onLeft?: (impression: Impression<Id>) => void;
  /** Called when an item has come to reach another number of thresholds, as by an `IntersectionObserver`. */
  onCrossed?: (crossing: Crossing<Id>) => void;

  /** Whether somebody can look. Default true; what `document.visibilityState` says applies too. */
  isActive: boolean;
  /** Returns whether an id was seen in this session. */
  isSeen(id: Id): boolean;
  /** Begins another session, in which every id can be seen again, also what is on screen. */
  reset(): void;
  /** Forgets that ids were seen: those that will not come back, or shall count again. One on screen is not forgotten. */
  forget(ids: Iterable<Id>): void;

  /**
   * Tells which items of a list are seen, from what is on screen on. A `VirtualList` tells of its updates by
   * itself; for an engine alone, call `follow` after each, and `detach` before it is freed.
   *
   * - `idOf`: returns the id for an index, as the key of a `Map`; null or undefined for an item that does not count.
   * - `rule`: returns the position of the rule for an index; the first for all by default.
   * - `cross`: returns which part of the list's breadth is on screen, 0 … 1; 1 by default. After it has changed, call
   *   `follow`.
   * - `within`: in its place, the element that the list is scrolled out of, across its axis, as a carousel out of a
   *   feed: then the impressions know when it scrolls.
   *
   * The list is of the same `RangeCore`; otherwise a `TypeError` is thrown.
   */
  attach(list: ImpressionsList, idOf: (index: number) => Id | null | undefined, options?: {
    rule?: (index: number) => number;
    cross?: () => number;
    within?: Element;
  }): void;
  /** Ends a list: nothing of it is on screen any more. */
  detach(list: ImpressionsList): void;
  /** Takes what the last update of an attached list shows. */
  follow(list: ImpressionsList): void;
  /** Tells what has happened by now. It is called by itself when something is due. */
  update(): void;

  /** Checks all internal invariants, for tests. The packaged module is built without it. */
  validate(): void;
  /** Frees it; no more is told. */
  free(): void;
  [Symbol.dispose]?(): void;
}

/** Where a module comes from: an address, a response, its bytes, or it itself. */
type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Instantiates the module; by default the `impressions.wasm` of this package. */
export function load(source?: Source | Promise<Source>): Promise<RangeCore>;
