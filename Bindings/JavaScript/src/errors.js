// The errors of refused calls, which name the argument.

import { words } from './words.js';

/** A call that the library refused; nothing has changed. */
export class RangeCoreError extends Error {
  name = 'RangeCoreError';

  constructor(code, text, argument) {
    super(text);
    this.code = code;
    this.argument = argument;
  }
}

// Arguments that are numbers of any sign, and those that are at most the number of items.
const SIGNED = ['offset', 'shift', 'itemPlace', 'velocity', 'landingOffset',
  'leadingScreens.tail', 'leadingScreens.head'];
const INDICES = ['index', 'lower', 'upper', 'to', 'item', 'row', 'slot'];

function isAllowed(name, value, count) {
  if (name === 'jitter') return value >= 0 && value <= 1;
  if (name === 'fraction') return (value >= 0 && value <= 1) || value === -1;
  if (!Number.isFinite(value)) return false;
  if (name === 'pageSize' || name === 'firstPages') return value > 0 && value < 2 ** 31;
  // Offsets may be negative; they come without a count.
  if (SIGNED.includes(name) || count === undefined) return true;
  return value >= 0 && !(INDICES.includes(name) && value > count);
}

/** The most points of a row, and items of a list. */
const MOST = { estimate: 4e6, extents: 4e6, count: 2 ** 32 - 2 };

/** What is past a limit whatever the others are, and what it is. */
function tooMuch(named) {
  for (const [name, value] of Object.entries(named)) {
    const place = Array.from(value?.length ? value : [value]).findIndex((it) => it > MOST[name]);
    if (place >= 0) return value.length ? [`${name}[${place}]`, value[place]] : [name, value];
  }
  return [];
}

/** What was refused, and what it is: the first that is never allowed, or the last. */
function refused(named, count) {
  const all = [];
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === 'number' || typeof value === 'string') {
      all.push([name, value]);
    } else {
      const place = Array.from(value ?? []).findIndex((it) => !isAllowed(name, it, count));
      if (place >= 0) return [`${name}[${place}]`, value[place]];
    }
  }
  const never = all.find(([name, value]) => !isAllowed(name, value, count));
  if (never) return never;
  if (named.lower > named.upper) return ['lower', named.lower];
  // An index may be the number of items only where items are inserted.
  for (const name of ['index', 'item']) {
    if (name in named && named[name] === count && !('count' in named)) return [name, count];
  }
  return all.at(-1) ?? Object.entries(named).at(-1) ?? [];
}

/** Throws the error of a status that is not OK, for a list of so many items. */
export function fail({ exports, memory }, status, named = {}, count = undefined) {
  const code = words.statuses[status];
  let text = memory.text(exports.rc_status_text(status));
  const find = { argument: refused, limit: tooMuch }[code];
  const [argument, value] = find?.(named, count) ?? [];
  if (argument !== undefined) text += `: ${argument} is ${value}`;
  throw new RangeCoreError(code, text, argument);
}

/** A function that smaller modules leave out, for an option or a method that is called so. */
export function needed({ exports }, name, called) {
  if (exports[name]) return exports[name];
  const larger = /foresee|preload/.test(name) ? 'preload' : name.match(/impressions|lanes|snapshot/)?.[0] ?? 'dom';
  throw new Error(`${called}: this module is built without ${name}${
    name.endsWith('validate') ? ', which is for tests' : `: load that of 'rangecore/${larger}'`}`);
}
