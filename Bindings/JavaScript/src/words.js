// The words for the values of the header's enums.

/** The words for the values of the header's enums, in their order. */
export const words = Object.freeze({
  statuses: [
    'ok', 'argument', 'limit', 'no_memory', 'not_found', 'stale', 'busy', 'corrupt',
  ],
  modes: ['full', 'minimum', 'visible_only', 'low_memory'],
  ranges: ['display', 'preload', 'app_0', 'app_1', 'app_2', 'app_3'],
  presets: ['list', 'pager'],
  directions: ['none', 'forward', 'backward'],
  presences: ['on_screen', 'near', 'away'],
  pressures: ['normal', 'warning', 'critical'],
  policies: ['fetch', 'after_scroll', 'never'],
  ends: ['tail', 'head'],
  answers: ['no', 'yes', 'defer'],
  outcomes: [
    'fetching', 'completed', 'declined', 'failed', 'cancelled', 'exhausted', 'stale',
  ],
  edits: ['remove', 'insert', 'move', 'fill', 'clear'],
});

/** The words for the place of a scroll target: how much of the space left over lies before it. */
const fractions = { start: 0, center: 0.5, end: 1, nearest: -1 };

/** The bits of an item's state. */
export const State = Object.freeze({
  measureLayout: 1, preload: 2, display: 4, visible: 8, app0: 16, app1: 32, app2: 64, app3: 128,
});

/** Returns the value of a word; an unknown word is a mistake of the program. */
export function valueOf(list, word, name) {
  const value = list.indexOf(word);
  if (value < 0) {
    const shown = Object(word) === word ? String(word) : JSON.stringify(word);
    throw new TypeError(`${name} is ${shown}, none of ${list.join(', ')}`);
  }
  return value;
}

/** Refuses what is not an object of these names: what is misspelt would otherwise do nothing. */
export function expect(names, value, called) {
  if (Object(value) !== value) throw new TypeError(`${called} is ${String(value)}, not an object`);
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) throw new TypeError(`there is no "${name}" here; there is ${names.join(', ')}`);
  }
}

/** Returns the fraction for a word, or a number as it is. */
export function fractionOf(fraction) {
  if (typeof fraction === 'number') return fraction;
  const names = Object.keys(fractions);
  return fractions[names[valueOf(names, fraction, 'fraction')]];
}
