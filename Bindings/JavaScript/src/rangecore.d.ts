/**
 * RangeCore: which items of a long list matter now, where everything is, and when to fetch more.
 * `rangecore.h` and the headers `rangecore_….h` beside it in `include` document each function,
 * struct and constant; the names are the same, in camel case.
 *
 * Lengths and offsets are points (CSS pixels, for example), times seconds, screens viewport lengths.
 * Intervals are half-open. A call that the library refuses throws a `RangeCoreError` and changes
 * nothing; an unknown word throws a `TypeError`, an index or a name that is not an integer a
 * `RangeError`. Results are copies, except updates.
 *
 * TypeScript 4.8 or later reads this.
 */

declare global {
  /** This and the next are in newer libraries of TypeScript already. */
  interface SymbolConstructor { readonly dispose: unique symbol }
  /** What `using` frees at the end of its block. */
  interface Disposable { [Symbol.dispose](): void }
}

/** `lower ..< upper`. */
export interface Interval { lower: number; upper: number }

/** How much is worked ahead, from all of it to the least. */
export type Mode = 'full' | 'minimum' | 'visible_only' | 'low_memory';
/** A range around the viewport: what is laid out and drawn, what is loaded, and four of the app's own. */
export type Range = 'display' | 'preload' | 'app_0' | 'app_1' | 'app_2' | 'app_3';
/** What the tunings are for: a list, or pages of which one fills the viewport. */
export type Preset = 'list' | 'pager';
/** Where the user scrolls to. */
export type Direction = 'none' | 'forward' | 'backward';
/** Where the list itself is: on screen, about to be, or neither. */
export type Presence = 'on_screen' | 'near' | 'away';
/** How short of memory the system is. */
export type Pressure = 'normal' | 'warning' | 'critical';
/** Whether to fetch while all items fit into the viewport: yes, once the user has scrolled, or no. */
export type ShortContentPolicy = 'fetch' | 'after_scroll' | 'never';
/**
 * How much of the space left over in the viewport lies before an item: a number in 0 … 1, or a word
 * for 0, 0.5 or 1; or `'nearest'`, the minimum scroll that makes it fully visible.
 */
export type Fraction = number | 'start' | 'center' | 'end' | 'nearest';
/** The end of the last items, or that of the first. */
export type End = 'tail' | 'head';
/** Whether to fetch: no, yes, or as the app decides; see `hostDecidesBatches`. */
export type Answer = 'no' | 'yes' | 'defer';
/** An outcome that a fetch can be finished with. */
export type FinalOutcome = 'completed' | 'declined' | 'failed' | 'cancelled' | 'exhausted';
/** What became of a fetch; `'stale'`: it is not the latest one of its end. */
export type Outcome = FinalOutcome | 'fetching' | 'stale';
/** What an edit does with its items; the last two only in a store: placeholders get items, or the reverse. */
export type EditKind = 'remove' | 'insert' | 'move' | 'fill' | 'clear';
/** Why a call was refused. */
export type Code =
  'argument' | 'limit' | 'no_memory' | 'not_found' | 'stale' | 'busy' | 'corrupt';

/** The words of each kind, in the order of the header's values. */
export const words: {
  readonly statuses: readonly ('ok' | Code)[];
  readonly modes: readonly Mode[];
  readonly ranges: readonly Range[];
  readonly presets: readonly Preset[];
  readonly directions: readonly Direction[];
  readonly presences: readonly Presence[];
  readonly pressures: readonly Pressure[];
  readonly policies: readonly ShortContentPolicy[];
  readonly ends: readonly End[];
  readonly answers: readonly Answer[];
  readonly outcomes: readonly Outcome[];
  readonly edits: readonly EditKind[];
};

/** The bits of an item's state. */
export const State: {
  readonly measureLayout: 1;
  readonly preload: 2;
  readonly display: 4;
  readonly visible: 8;
  readonly app0: 16;
  readonly app1: 32;
  readonly app2: 64;
  readonly app3: 128;
};

/** A call that the library refused; nothing has changed. */
export class RangeCoreError extends Error {
  readonly code: Code;
  /** The name of the argument or field that was refused, if it was one: `'extents[3]'`. */
  readonly argument?: string;
}

/** How far a range reaches past the viewport, in screens. */
export interface Tuning { leading: number; trailing: number; isEnabled: boolean }

/** What a list is made with. */
export interface ListOptions {
  /** Items per row. Default 1. */
  columns?: number;
  /** Default `'list'`. */
  preset?: Preset;
  /** The extent of a row that was not measured yet. Default 44. */
  estimate?: number;
  /** The gap between rows. Default 0. */
  spacing?: number;
  /** The least step of offsets: estimates are rounded to multiples of it. */
  quantum?: number;
}

/** A header and the items up to the next one. */
export interface Section {
  ordinal: number;
  items: Interval;
  rows: Interval;
  columns: number;
}

/** The header that stays at the viewport's start: where to draw it, and what it covers. */
export interface PinnedHeader {
  index: number;
  offset: number;
  covered: number;
}

/** What to preload, the most urgent first, and what to keep, in items. */
export interface Foresight {
  spans: { items: Interval; isDescending: boolean }[];
  wanted: Interval;
  running: Interval;
  kept: Interval;
  /** In points, and in points per second. */
  landingOffset: number;
  velocity: number;
  isMoving: boolean;
  landingIsKnown: boolean;
}

/** What can be changed at any time. */
export interface ListSettings {
  /** How many screens farther than its range an item keeps what it has. Default 0. */
  slack: number;
  /** How far ahead is preloaded by how the user scrolls, 0.85 being usual; 0: by ranges alone. Default 0. */
  foresight: number;
  /** How far the user must scroll back to turn the direction. Default 1. */
  directionThreshold: number;
  /** How close to an end, in screens, its next batch is fetched. Default 2 at the tail, 0, not at all, at the head. */
  leadingScreens: Record<End, number>;
  /** Also fetch when at most so many items lie beyond the visible ones. Default 0. */
  leadingItems: Record<End, number>;
  /** How many items past the visible ones, at each end, are displayed and preloaded at least. Default 0. */
  overscanItems: number;
  /** Space before the first item and after the last. Default 0. */
  extraLengths: Record<End, number>;
  /** How close to an end counts as being there, for `sticks`. Default 1. */
  stickDistances: Record<End, number>;
  /** How many pages of the app cover the list's: the more, the stricter the mode. Default 0. */
  depth: number;
  /** Default `'on_screen'`. */
  presence: Presence;
  /** Default `'normal'`. */
  pressure: Pressure;
  /** Default `'fetch'`. */
  shortContentPolicy: ShortContentPolicy;
  /** Whether the app is in the background. */
  inBackground: boolean;
  /** Set this while fetched items have yet to be inserted; neither end fetches meanwhile. */
  insertionPending: boolean;
  /** Whether the answer is `'defer'` while the viewport moves toward an end. */
  hostDecidesBatches: boolean;
  /** Whether the viewport stays at an end through edits: at the tail as in a chat. */
  sticks: Record<End, boolean>;
  /** Whether the estimate follows the mean of the measured rows. */
  usesMeanEstimate: boolean;
  /** Whether the header of the section at the viewport's start stays there. */
  pinsHeaders: boolean;
}

/** Settings to change; those left out stay as they are. */
export type ListSettingsChanges = {
  [Key in keyof ListSettings]?:
    ListSettings[Key] extends Record<End, unknown> ? Partial<ListSettings[Key]> : ListSettings[Key];
};

/**
 * An offset or, in its place, an item and where its row starts, from the viewport's start (by
 * default 0). With an item nothing is corrected.
 */
export type Place =
  { offset: number; item?: undefined } | { offset?: number; item: number; itemPlace?: number };

/** Where the list is looked at, and how that moves. */
export type Viewport = Place & {
  /** That of the viewport, insets included. */
  length: number;
  /** What covers the viewport at its start. Default 0. */
  insetStart?: number;
  /** The same at its end. */
  insetEnd?: number;
  /** In points per second; positive toward the tail. Default 0. */
  velocity?: number;
  /** Where a fling will come to rest, if that is known. */
  landingOffset?: number;
  /** By any clock that only goes forward. */
  time?: number;
  /** A random number in 0 … 1, which spreads the retries of many users. */
  jitter?: number;
  /** Whether the user scrolls, and not the app. */
  isUserDriven?: boolean;
  /** Whoever moves the list would overwrite a correction, which is then `pending`. */
  isHeld?: boolean;
  /** The insets do not extend what can be scrolled. */
  insetsAreFixed?: boolean;
  /** A finger or the thumb of a scroll bar has hold of the list. For foresight. */
  isDragged?: boolean;
};

/** A run of consecutive items with the same change of state. */
export interface Change extends Interval { distance: number; before: number; after: number }

/** Removed items, then what left a range, then what entered one. */
export interface Changes { items: Change[]; removedCount: number; leftCount: number }

/** Whether to fetch at one end now, and why. */
export interface BatchDecision {
  answer: Answer;
  /** A short description, for logs. */
  reason: string;
  remaining: number;
  seconds: number;
  isNear: boolean;
}

/** The result of an update. */
export interface Update {
  changes: Changes;
  visible: Interval;
  ranges: Record<Range, Interval>;
  /** What to add to the scroll offset now. */
  correction: number;
  /** What to add once the list is no longer held; until then, draw rows at offset − pending. */
  pending: number;
  /** The length of what can be scrolled: that of the list, less `pending`. */
  scrollLength: number;
  offset: number;
  nextTime: number;
  tail: BatchDecision;
  head: BatchDecision;
  mode: Mode;
  presence: Presence;
  direction: Direction;
}

/** An item, and where its row is. */
export interface Item {
  index: number;
  offset: number;
  extent: number;
  isMeasured: boolean;
  /** Measured, but to be measured again. */
  isProvisional: boolean;
}

/** The name of an item, a safe integer; null for none. */
export type Name = number | null;

/**
 * One edit of the items `lower ..< upper`, as the edit before it left them: removes them, moves them so
 * that the first has the index `to` afterwards, or has inserted them; then `source` is the index of the
 * first in the new sequence of a difference. The others are a store's: see `StoreEdit`.
 */
export interface Edit extends Interval { kind: EditKind; to: number; source: number }

/** Freed by `free`, by `using`, or some time after it has become unreachable. */
interface Freed {
  free(): void;
  [Symbol.dispose]?(): void;
}

/**
 * A fetch of a batch; can be finished after its list was freed. The first outcome wins, a later one
 * throws `stale`. A fetch that is freed unfinished counts as cancelled.
 */
export class Fetch implements Freed {
  private constructor();
  readonly end: End;
  finish(outcome: FinalOutcome): void;
  readonly outcome: Outcome;
  free(): void;
  [Symbol.dispose]?(): void;
}

/** The engine of one list: edit, edit, …, update. */
export class List implements Freed {
  private constructor();
  /** A copy. */
  readonly settings: ListSettings;
  setSettings(changes: ListSettingsChanges): void;
  tuning(mode: Mode, range: Range): Tuning;
  setTuning(mode: Mode, range: Range, tuning: Partial<Tuning>): void;
  setMode(mode: Mode): void;
  markScrolled(): void;

  /**
   * Inserts items, measured if there are `count` extents. While a store is attached to the list, this,
   * `remove`, `move` and `apply` throw `busy`: edit the store.
   */
  insert(index: number, count: number, extents?: ArrayLike<number>): void;
  remove(lower: number, upper: number): void;
  move(lower: number, upper: number, to: number): void;
  forget(lower: number, upper: number): void;
  setRowExtents(row: number, extents: ArrayLike<number>): void;
  /** Has the measured rows that hold the items measured again; they keep their extents for now. */
  markProvisional(lower: number, upper: number): void;
  /** Changes the columns and the spacing; rows that keep their extents become provisional. */
  setLayout(columns: number, spacing: number, keepsExtents: boolean): void;
  /** Makes an item a header, of a section of this many columns; by default those of the list. */
  markHeader(index: number, columns?: number): void;
  unmarkHeader(index: number): void;
  /**
   * Applies the edits that turn the ids that the items had into those that they have now; see
   * `RangeCore.diff`. Throws `argument`, and nothing changes, if there is not one old id per item.
   */
  apply(oldIds: Iterable<unknown>, newIds: Iterable<unknown>): void;
  readonly estimate: number;
  setEstimate(estimate: number): void;

  /**
   * Moves the viewport, applies all edits since the last update, and lists what changed. A list has
   * one result, which its next update overwrites; `structuredClone` copies it.
   */
  update(viewport: Viewport): Update;
  /**
   * Keeps an item with some bits of its state, preload and display unless others are given, wherever
   * the user scrolls; 0 for no longer. At most 64 items are kept, through edits.
   */
  keep(index: number, bits?: number): void;
  /** The indices of the kept items, ascending. */
  readonly kept: number[];
  /** Names the items from `lower` on. Names stay with their items until these are in no range. */
  setNames(lower: number, names: ArrayLike<Name>): void;
  /**
   * Returns the names of the items of a change of the last update: those that they have or, if they
   * were removed, had. Throws `argument` once items are inserted, removed or moved.
   */
  changeNames(position: number): Name[];
  /** Returns the offset that aligns the item, by default to the nearest place, plus `shift`. */
  setScrollTarget(index: number, fraction?: Fraction, shift?: number): number;

  beginBatch(end?: End): Fetch;
  retryBatch(end?: End): void;
  resetBatch(end?: End): void;
  markExhausted(end?: End): void;

  readonly count: number;
  readonly measuredRowCount: number;
  readonly length: number;
  item(index: number): Item;
  itemAt(offset: number): Item;
  itemsIn(lower: number, upper: number): Interval;
  rows(lower: number, upper: number): { offsets: Float64Array; extents: Float64Array };
  /** Returns the first stretch of rows to measure among those that hold the items. */
  unmeasuredRows(lower: number, upper: number): Interval;
  readonly sectionCount: number;
  section(ordinal: number): Section;
  /** Throws `not_found` before the first header. */
  sectionOfItem(index: number): Section;
  rowOfItem(index: number): number;
  itemsOfRow(row: number): Interval;
  /** Returns the header that was pinned in the last update. Throws `not_found` if there was none. */
  pinnedHeader(): PinnedHeader;
  /** Returns what the last update wants preloaded. Throws `not_found` without foresight. */
  foresee(): Foresight;
  /** Records what the preload of an item took, in seconds, whether it succeeded or failed. */
  addPreloadTime(seconds: number): void;
  state(index: number): number;
  states(lower: number, upper: number): Uint8Array;
  /** Checks all internal invariants, for tests. The packaged module is built without it. */
  validate(): void;

  free(): void;
  [Symbol.dispose]?(): void;
}

/** An instance of the module. Its lists share its memory. */
export interface RangeCore {
  /** The version of the library, "major.minor.patch". */
  readonly version: string;
  /**
   * The bytes of the module's memory, which grows and does not shrink; what lists give back is used
   * again.
   */
  readonly memorySize: number;
  list(options?: ListOptions): List;
  /**
   * Returns the edits that turn one sequence of ids into another, in the order in which they are
   * applied. As few items move as possible, and no id in both is removed or inserted. Ids are
   * compared as by a `Map`. Throws `argument` for an id twice in a sequence, null and undefined.
   */
  diff(oldIds: Iterable<unknown>, newIds: Iterable<unknown>): Edit[];
}

/** Where a module comes from: an address, a response, its bytes, or it itself. */
type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Instantiates the module; by default the `rangecore.wasm` of this package. */
export function load(source?: Source | Promise<Source>): Promise<RangeCore>;
