// What the first lines of an app get wrong, as errors with names.

import { expect } from '../words.js';

/** The options of a list, as dom.d.ts declares them. */
export const OPTIONS = ['rangecore', 'render', 'update', 'release', 'key', 'item', 'isReady', 'count', 'estimate', 'extents', 'extentsAreKnown',
  'spacing', 'columnGap', 'columns', 'lanes', 'axis', 'container', 'role', 'insetStart', 'insetEnd', 'headers', 'settings', 'onChanges',
  'onMount', 'onUpdate', 'fetch', 'onError', 'start'];
/** Fewer screenfuls than this are no burden. */
const SCREENS_MAX = 3;

export function checkOptions(scroller, options) {
  const fail = (name, value, what) => { throw new TypeError(`${name} is ${String(value)}, not ${what}`); };
  // An element of another frame is none of this one's.
  if (scroller?.nodeType !== 1 && scroller !== globalThis.window) fail('scroller', scroller, 'an element or the window');
  expect(OPTIONS, options, 'options');
  const { rangecore, render } = options;
  if (!rangecore?.list) fail('rangecore', rangecore, "what `load` of 'rangecore/dom' resolves to");
  if (typeof render !== 'function') fail('render', render, 'a function');
}

/** Whether a scroller has no size of its own, so that all rows are on screen; says so. */
export function growsWithRows({ element, isHorizontal, extent, track: { viewport, physicalLength } }) {
  const screen = isHorizontal ? innerWidth : innerHeight;
  if (physicalLength <= SCREENS_MAX * screen || viewport < physicalLength) return false;
  console.warn(`RangeCore: the scroller grows with its rows, so all are made. Give it a ${extent} or a max-${extent}`, element);
  return true;
}
