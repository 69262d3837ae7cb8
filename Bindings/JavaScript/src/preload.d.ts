/**
 * What items show, such as images, loaded before they are visible: over a WebAssembly module that has all
 * of `rangecore` too, and lists with foresight. Load this in place of that.
 *
 * TypeScript 4.8 or later reads this.
 */

import type { List, RangeCore } from './rangecore';

export * from './rangecore';

/** The innermost range that an item is in, which is how urgent its load is. */
export type PreloadPriority = 'visible' | 'display' | 'preload';

/** What a preloader asks for. */
export interface PreloadRequest<Id> {
  /** What to load the value of. */
  id: Id;
  /** How urgent it is now; see `Preloader.onPriority`. */
  priority: PreloadPriority;
  /** The same for `fetch`, whose option is called `priority`. */
  fetchPriority: 'high' | 'auto' | 'low';
  /** How many loads of the id have failed in a row. */
  attempt: number;
  /** Aborted when the load is cancelled: it is not wanted any more, or makes way for one that is visible. */
  signal: AbortSignal;
}

/** What can be changed at any time. */
export interface PreloadSettings {
  /** How many loads run at a time; 0 for none. Default 6. */
  runningLimit?: number;
  /** How many of these may be for items that are not visible, in lists without foresight. Default Infinity. */
  aheadLimit?: number;
  /**
   * After how many failures in a row a load is not started again by itself until its item is visible; 0: any
   * number. Default 4.
   */
  attemptLimit?: number;
  /** The most that all values and loads may cost. What is visible is loaded even so. Default 128 MiB. */
  budget?: number;
  /** What is not visible is loaded only if it and all before it cost no more than this. Default Infinity. */
  aheadBudget?: number;
  /** The most that values may cost once no list wants them any more. Default Infinity. */
  keepBudget?: number;
  /** How long a load goes on that is not wanted any more, in seconds. Default 0.25. */
  grace?: number;
  /** The foresight that a list is given when it is attached and has none of its own; 0: none. Default 0.85. */
  foresight?: number;
}

/** What a preloader is made with. */
export interface PreloadOptions<Id, Value> extends PreloadSettings {
  /**
   * Loads a value. Rejecting is a failure, which is retried with exponential back-off while the item is
   * wanted, and for as long as it is visible; rejecting with an `AbortError` is none, and the next update can start the load again.
   */
  load(request: PreloadRequest<Id>): Promise<Value> | Value;
  /** What a value costs, not negative, in bytes or the unit of the budgets. Default: as estimated. */
  cost?(value: Value): number;
  /** The same of one that has not been loaded yet, an integer. Default 256 KiB. */
  estimatedCost?: number;
  /** This and the next are the properties of `Preloader`. */
  onReady?(id: Id, value: Value): void;
  /** Called with a value that is not kept any more. */
  onDrop?(id: Id, value: Value): void;
  /** Called when a load in progress is more urgent, or less so. */
  onPriority?(id: Id, priority: PreloadPriority): void;
  /** Called when a load has failed. */
  onFailure?(id: Id, error: unknown): void;
}

/** What has happened since a preloader was created. */
export interface PreloadCounters {
  /** Loads that were started; of these, those that have succeeded, failed and were cancelled. */
  started: number;
  done: number;
  failed: number;
  cancelled: number;
  /** Values that were dropped. */
  dropped: number;
  /** Loads whose items have become visible; and those that were cancelled before that. */
  useful: number;
  churn: number;
  /** Loads whose items were never visible, and are forgotten; those of which it is not known yet. */
  wasted: number;
  open: number;
  /** How often an item became visible, for 50 ms or more, after a list's first update. */
  appearances: number;
  /** Of these, those without a value as they began; for 100 ms or more; and that lasted 300 ms too. */
  late: number;
  noticed: number;
  missed: number;
  /** The mean time that loads take, in seconds, and its mean deviation. */
  loadTime: number;
  loadDeviation: number;
}

/** What can be attached: a `VirtualList`, or the engine of a list. */
export type PreloadList = List | {
  readonly engine: List;
  readonly followers: object;
};

/**
 * Loads what items show, for any number of lists, each id once: what is visible first, then what can be
 * loaded before it is visible. That is foresight, which attaching turns on. What is not wanted any more
 * is cancelled, after a moment, or at once if something visible needs its place.
 */
export class Preloader<Id, Value> {
  private constructor();

  /** Called when a value has arrived. */
  onReady?: (id: Id, value: Value) => void;
  /** Called with a value that is not kept any more, such as to revoke its address. */
  onDrop?: (id: Id, value: Value) => void;
  /** Called when a load in progress is more urgent than before, or has been less so for a moment. */
  onPriority?: (id: Id, priority: PreloadPriority) => void;
  /** Called when a load has failed. */
  onFailure?: (id: Id, error: unknown) => void;
  /** Changes limits, with effect at once. */
  configure(settings: PreloadSettings): void;

  /** Returns the value of an id; undefined if it is not in memory. */
  get(id: Id): Value | undefined;
  /** Returns what the load of an id does; undefined if no list wants it and nothing is known of it. */
  state(id: Id): 'waiting' | 'running' | 'ready' | 'failed' | undefined;
  /** Returns how urgent an id is, or last was. */
  priority(id: Id): PreloadPriority | undefined;
  /** A copy. */
  readonly counters: PreloadCounters;
  /** Forgets the failures of an id, or of all, and loads what is wanted. */
  retry(id?: Id): void;
  /** Releases the value of an id. If a list wants it, it is loaded again. A load in progress goes on. */
  forget(id: Id): void;

  /**
   * Loads what the items of a list show, from its last update on. A `VirtualList` tells of its updates by
   * itself; for an engine alone, call `follow` after each, and `detach` before it is freed.
   *
   * `idOf` returns the id for an index, as the key of a `Map`; null or undefined for an item without
   * anything to load. The list is of the same `RangeCore`; otherwise a `TypeError` is thrown.
   */
  attach(list: PreloadList, idOf: (index: number) => Id | null | undefined): void;
  /** Ends what a list wants. Loads that only it wanted are cancelled after a moment. */
  detach(list: PreloadList): void;
  /** Takes what the last update of an attached list has left wanted. */
  follow(list: PreloadList): void;

  /** Checks all internal invariants, for tests. The packaged module is built without it. */
  validate(): void;
  /** Cancels all loads, drops all values, and frees the preloader. */
  free(): void;
  [Symbol.dispose]?(): void;
}

/** An instance of the module, with preloaders. */
export interface RangeCoreWithLoads extends RangeCore {
  preloader<Id, Value>(options: PreloadOptions<Id, Value>): Preloader<Id, Value>;
}

/** Where a module comes from: an address, a response, its bytes, or it itself. */
type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Instantiates the module; by default the `preload.wasm` of this package. */
export function load(source?: Source | Promise<Source>): Promise<RangeCoreWithLoads>;
