/**
 * Lists in lanes (masonry): columns of which each goes on where its own last item ends. An item keeps its lane, and what
 * is on screen stays where it is, in each lane, whatever is measured, inserted or removed above. Load this in place of
 * `rangecore/dom`, or import it beside a module that has every function. TypeScript 4.8 or later reads this.
 */

import type { RangeCore } from './rangecore';

export * from './dom';

/** Where a module comes from: an address, a response, its bytes, or it itself. */
type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Instantiates the module; by default the `lanes.wasm` of this package, which has all of `dom.wasm` too. */
export function load(source?: Source | Promise<Source>): Promise<RangeCore>;

/** Where an item is. */
export interface LanePlace {
  /** Its start along the axis. */
  offset: number;
  extent: number;
  /** The number of its lane, from 0 on, also in columns; −1 if it has none yet, 0 if it is wide. */
  lane: number;
  /** Whether it is across all lanes. */
  isWide: boolean;
  isMeasured: boolean;
}

declare module './rangecore' {
  /** What lists have beside the rest. */
  interface List {
    /**
     * Lays the list out in lanes, 1 … 16; a `VirtualList` does so by its option `lanes`. A lane that ends within the
     * `tolerance` after the first one, by default 0, may be taken in its place, so that items go across. Throws `argument`
     * if a section has several columns.
     */
    setLanes(count: number, spacing: number, keepsExtents?: boolean, tolerance?: number): void;
    /**
     * Makes the items `lower ..< upper` wide, across all lanes, or no longer. A header is wide anyway. In columns it does
     * nothing.
     */
    setWide(lower: number, upper: number, isWide?: boolean): void;
    /** Returns where the items `lower ..< upper` are. */
    places(lower: number, upper: number): LanePlace[];
  }
}
