/// <reference lib="esnext.disposable" />

/**
 * RangeCore: which items of a long list matter now, where everything is, and when to fetch more.
 *
 * Lengths and offsets are points (CSS pixels, say), times seconds, screens viewport lengths.
 * Ranges of items are half-open. A call that the library refuses throws a `RangeCoreError` and has
 * changed nothing; a word that is none throws a `TypeError`, an index that is no whole number a
 * `RangeError`. What is returned is the caller's: nothing is borrowed. `include/rangecore.h` says
 * everything about each call.
 */

/** A half-open range, `lower ..< upper`. */
export interface Interval { lower: number; upper: number }

export type Mode = 'full' | 'minimum' | 'visible_only' | 'low_memory';
export type Range = 'display' | 'preload' | 'app_0' | 'app_1' | 'app_2' | 'app_3';
export type Direction = 'none' | 'forward' | 'backward';
export type Presence = 'on_screen' | 'near' | 'away';
export type Pressure = 'normal' | 'warning' | 'critical';
export type ShortContentPolicy = 'fetches' | 'after_scroll' | 'never';
export type Alignment = 'start' | 'center' | 'end' | 'nearest';
export type End = 'tail' | 'head';
export type Answer = 'no' | 'yes' | 'defer';
/** How a flight can be finished. */
export type FinalOutcome = 'completed' | 'declined' | 'failed' | 'cancelled' | 'ended';
/** How a flight stands. */
export type Outcome = FinalOutcome | 'fetching' | 'stale';

/** The words of each kind, in the order of the header's values. */
export const words: {
  readonly modes: readonly Mode[];
  readonly ranges: readonly Range[];
  readonly directions: readonly Direction[];
  readonly presences: readonly Presence[];
  readonly pressures: readonly Pressure[];
  readonly policies: readonly ShortContentPolicy[];
  readonly alignments: readonly Alignment[];
  readonly ends: readonly End[];
  readonly answers: readonly Answer[];
  readonly outcomes: readonly Outcome[];
};

/** The bits of an item's state. */
export const State: {
  readonly measureLayout: 1;
  /** Fetch its content. */
  readonly preload: 2;
  /** Decode its images, lay out its text. */
  readonly display: 4;
  /** It is on screen. */
  readonly visible: 8;
  readonly app0: 16;
  readonly app1: 32;
  readonly app2: 64;
  readonly app3: 128;
};

/** A call that the library refused; nothing has changed. */
export class RangeCoreError extends Error {
  readonly code:
    'argument' | 'limit' | 'no_memory' | 'not_found' | 'stale' | 'busy' | 'invalid';
}

/** How far a range reaches past the viewport, in screens. */
export interface Tuning {
  /** On the side toward which the user moves. */
  leading: number;
  trailing: number;
}

/** The tuning of each range in each mode; `null` is the empty set. */
export type Tunings = Record<Mode, Record<Range, Tuning | null>>;

/** What a list is made with, for life. */
export interface ListOptions {
  /** Items a row; 1. */
  columns?: number;
  /** The extent of a row that is not measured; 44. */
  estimate?: number;
  /** Between each two rows; 0. */
  spacing?: number;
}

/** What can be changed about a list at any time; it counts from the next update on. */
export interface ListSettings {
  /** Screens on top of the list's own. */
  depth: number;
  presence: Presence;
  /** It stays until it is normal again. */
  pressure: Pressure;
  shortContentPolicy: ShortContentPolicy;
  /** By how many screens an item may leave its range before it loses the bit. */
  slack: number;
  /** How far the user must scroll back before leading and trailing swap. */
  directionThreshold: number;
  /** How many screens before an end its next batch is fetched; 0 turns the end off. */
  leadingScreens: Record<End, number>;
  /** Room before the first item and after the last that belongs to none. */
  extraLengths: Record<End, number>;
  tunings: Tunings;
  inBackground: boolean;
  /** Fetched items are still to be inserted: no end asks for more. */
  insertionPending: boolean;
  /** While the viewport moves toward an end, its decision is *defer*. */
  hostDecidesBatches: boolean;
  /** A viewport at the content's end stays there through edits, as a chat does. */
  sticksToEnd: boolean;
  /** The estimate becomes the mean of what is measured, at each update. */
  usesMeanEstimate: boolean;
}

/** Settings to change; what is left out stays as it is. */
export type ListSettingsChanges =
  Partial<Omit<ListSettings, 'leadingScreens' | 'extraLengths' | 'tunings'>> & {
    leadingScreens?: Partial<Record<End, number>>;
    extraLengths?: Partial<Record<End, number>>;
    tunings?: Partial<Record<Mode, Partial<Record<Range, Tuning | null>>>>;
  };

/** Where the viewport is, and what is known about its movement. */
export interface Viewport {
  /** The scroll offset, without the correction that this update gives. */
  offset: number;
  /** 0 is a hidden container. */
  length: number;
  /** The scroll comes from the user, not from the program. */
  isUser?: boolean;
  /** The user touches the list: corrections are kept as `pending`. */
  isHeld?: boolean;
  insetStart?: number;
  insetEnd?: number;
  /** Points a second, forward positive. */
  velocity?: number;
  /** Where a fling will come to rest. */
  landingOffset?: number;
  /** Of the host's clock; for backing off after a failed fetch. */
  time?: number;
  /** A random number in 0 … 1, so that not all clients retry at the same time. */
  jitter?: number;
}

/** Consecutive items whose state changed alike. */
export interface Change extends Interval {
  /** How far the nearest of them is from the viewport, for changes that enter. */
  distance: number;
  /** The state at the update before; 0 for items that are new since then. */
  before: number;
  /** The state now; 0 for items that were removed. */
  after: number;
}

/** What changed: removed items, then what left a range, then what entered, the nearest first. */
export interface Changes {
  items: Change[];
  /** How many, from the first on, are of removed items, by their indices at the update before. */
  removedCount: number;
  /** How many, after those, clear a bit. */
  leftCount: number;
}

/** Whether to fetch at an end, and the rule that said so. */
export interface BatchDecision {
  answer: Answer;
  /** In the library's words, for logs. */
  reason: string;
  /** From the viewport's edge to the content's end; negative past it. */
  remaining: number;
  seconds: number;
  isNear: boolean;
}

/** What an update answers. */
export interface Update {
  changes: Changes;
  /** The items that overlap the viewport. */
  visible: Interval;
  /** The items in each range. */
  ranges: Record<Range, Interval>;
  /** What to add to the scroll offset now, so that what is seen stays where it is. */
  correction: number;
  /** What will have to be added when the user lets go. */
  pending: number;
  /** The offset at which all of this was answered. */
  offset: number;
  /** The earliest time at which an update could answer differently by time alone, or Infinity. */
  nextTime: number;
  tail: BatchDecision;
  head: BatchDecision;
  mode: Mode;
  presence: Presence;
  direction: Direction;
}

/** Where an item is. */
export interface Item {
  index: number;
  offset: number;
  extent: number;
  isMeasured: boolean;
}

/** What can be freed; what is not is freed some time after it was lost. */
interface Freed {
  /** Gives the memory back; any later call but this one throws. */
  free(): void;
  /** The same, at the end of a block of `using`, where the platform has `Symbol.dispose`. */
  [Symbol.dispose]?(): void;
}

/**
 * A batch that is being fetched. It may be finished at any time, also after its list was freed;
 * the first outcome wins, and a later one throws `stale`. Freed or lost before that, it counts as
 * cancelled.
 */
export class Flight implements Freed {
  private constructor();
  readonly end: End;
  /** Finished, with or without new items. */
  complete(): void;
  /** Nothing came: ask no more until something changes. */
  decline(): void;
  /** An error; tried again after a while. */
  fail(): void;
  cancel(): void;
  /** Finished, and there is nothing more at this end. */
  completeAndEnd(): void;
  finish(outcome: FinalOutcome): void;
  readonly outcome: Outcome;
  /** The flight need not go on: it was cancelled, or another took its place. */
  readonly wasCancelled: boolean;
  free(): void;
  [Symbol.dispose]?(): void;
}

/** The engine of one list: edit, edit, …, update. */
export class List implements Freed {
  private constructor();

  /** A copy; change them with `configure`. */
  readonly settings: ListSettings;
  configure(changes: ListSettingsChanges): void;
  /** Sets an explicit mode, until the user's next update. */
  setMode(mode: Mode): void;
  /** Makes full the base mode, as the user's first scroll would. */
  promote(): void;

  insert(index: number, count: number): void;
  insertMeasured(index: number, extents: ArrayLike<number>): void;
  remove(lower: number, upper: number): void;
  /** Moves items with state and extent, so that the first has the index `to`. */
  move(lower: number, upper: number, to: number): void;
  /** Measures consecutive rows. */
  measure(row: number, extents: ArrayLike<number>): void;
  /** Forgets measurements. */
  reload(lower: number, upper: number): void;
  setEstimate(estimate: number): void;

  /** Moves the viewport, takes all edits into account, and answers. */
  update(viewport: Viewport): Update;
  /** The offset at which an item is where it should be; it is the anchor from now on. */
  scrollTo(index: number, alignment?: Alignment): number;

  /** Begins a fetch at an end, after a *yes*, or because the host decides so. */
  beginBatch(end?: End): Flight;
  /** Asks again at once after failures or fetches that brought nothing. */
  retryBatch(end?: End): void;
  /** Starts an end afresh; cancels what flies. */
  resetBatch(end?: End): void;
  /** There is nothing more at an end, until it is reset. */
  endBatch(end?: End): void;

  readonly count: number;
  readonly measuredCount: number;
  /** The length to scroll: the content and the extra lengths. */
  readonly length: number;
  readonly estimate: number;
  item(index: number): Item;
  itemAt(offset: number): Item;
  itemsIn(lower: number, upper: number): Interval;
  /** The offsets and extents of consecutive rows. */
  rows(lower: number, upper: number): { offsets: Float64Array; extents: Float64Array };
  /** The state of an item as of the last update, a set of `State`'s bits. */
  state(index: number): number;
  states(lower: number, upper: number): Uint8Array;
  /** Throws `invalid` where the library broke a promise to itself. */
  validate(): void;

  free(): void;
  [Symbol.dispose]?(): void;
}

/** An instance of the module. Its lists share its memory, which grows and does not shrink. */
export interface RangeCore {
  /** Of the library, as "major.minor.patch". */
  readonly version: string;
  /** Makes an empty list. */
  list(options?: ListOptions): List;
  /** The default tunings of a list, or of a pager, which shows one item a screen. */
  tunings(kind?: 'list' | 'pager'): Tunings;
}

type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Instantiates the module; without a source, `rangecore.wasm` beside this file. */
export function load(source?: Source | Promise<Source>): Promise<RangeCore>;
