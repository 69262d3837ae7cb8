/** Records what a list is told, for `swift run replay` and for every language's caller. */

import type { List, ListOptions } from './rangecore';

/** A recording in progress. */
export interface Recording {
  /** Gives what has been recorded so far to `write`. */
  flush(): void;
  /** Notes that the app began to load what the item at an index shows; times are those of updates. */
  load(id: unknown, index: number, seconds: number): void;
  /** Notes how that load ended. Ids are not written: they are counted. */
  loaded(id: unknown, outcome: 'completed' | 'failed' | 'cancelled', seconds: number): void;
}

/**
 * Records a list from here on, right after it was created: what it is told, in numbers.
 *
 * Lengths and velocities are rounded to 1/960 point, times to microseconds, screenfuls, fractions and
 * jitter to thousandths, before the list uses them: what is written is what ran, and every result of a
 * replay has the same bits. Calls that are refused, queries and names are not recorded.
 *
 * `created` is what the list was created with. `write` takes the next lines, some 8 kB at a time.
 *
 * Throws an Error if the list has items, or is recorded already.
 */
export function record(
  list: List, created: ListOptions, write: (text: string) => void,
): Recording;
