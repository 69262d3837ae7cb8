// The words that stand for the values of the header's enumerations, each at its value.

export const STATUSES = [
  'ok', 'argument', 'limit', 'no_memory', 'not_found', 'stale', 'busy', 'invalid',
];
export const MODES = ['full', 'minimum', 'visible_only', 'low_memory'];
export const RANGES = ['display', 'preload', 'app_0', 'app_1', 'app_2', 'app_3'];
export const DIRECTIONS = ['none', 'forward', 'backward'];
export const PRESENCES = ['on_screen', 'near', 'away'];
export const PRESSURES = ['normal', 'warning', 'critical'];
export const POLICIES = ['fetches', 'after_scroll', 'never'];
export const ALIGNMENTS = ['start', 'center', 'end', 'nearest'];
export const ENDS = ['tail', 'head'];
export const ANSWERS = ['no', 'yes', 'defer'];
export const OUTCOMES = [
  'fetching', 'completed', 'declined', 'failed', 'cancelled', 'ended', 'stale',
];

/** The bits of an item's state. */
export const State = Object.freeze({
  measureLayout: 1, preload: 2, display: 4, visible: 8, app0: 16, app1: 32, app2: 64, app3: 128,
});

/** The value of a word; a word that is none is a mistake of the program. */
export function valueOf(words, word) {
  const value = words.indexOf(word);
  if (value < 0) throw new TypeError(`${JSON.stringify(word)} is none of ${words.join(', ')}`);
  return value;
}
