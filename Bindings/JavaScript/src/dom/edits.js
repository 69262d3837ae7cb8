// What became of the items of a list: the edits between what an app had and what it has.

import { diff } from '../diff.js';

/**
 * Returns the edits that turn one array into another, in the order to apply them in. Elements at both ends
 * that are the same are only compared, and so are objects elsewhere; what else the arrays have is compared by
 * the keys that two functions return for an index and an element, or without them as it is.
 */
export function editsBetween(core, before, after, keyBefore, keyAfter) {
  const outer = trim(before, after);
  const [were, are] = ids(outer, keyBefore, keyAfter);
  const inner = trim(were, are);
  const start = outer.start + inner.start;
  const [removed, inserted] = [inner.before.length, inner.after.length];
  if (!removed && !inserted) return [];
  if (!removed) return [{ kind: 'insert', lower: start, upper: start + inserted }];
  if (!inserted) return [{ kind: 'remove', lower: start, upper: start + removed }];
  return diff(core, inner.before, inner.after).map(({ kind, lower, upper, to }) => (
    { kind, lower: lower + start, upper: upper + start, to: to + start }));
}

/** Edits a list; `extents` are those of all items afterwards, or a function. */
export function carryOut(edits, list, extents = undefined) {
  const isFunction = typeof extents === 'function';
  for (const { kind, lower, upper, to } of edits) {
    if (kind === 'insert') list.insert(lower, upper - lower, isFunction ? extents : extents?.slice(lower, upper));
    else if (kind === 'remove') list.remove(lower, upper);
    else list.move(lower, upper, to);
  }
}

/**
 * What two arrays have between what is the same at both ends, and where that starts. By `Object.is`: `===` also
 * looks at each object, in case it is a number that is none, which takes three times as long.
 */
function trim(before, after) {
  const by = after.length - before.length;
  let start = 0;
  let end = before.length;
  const most = Math.min(end, end + by);
  while (start < most && Object.is(before[start], after[start])) start++;
  const least = Math.max(start, start - by);
  while (end > least && Object.is(before[end - 1], after[end - 1 + by])) end--;
  return { start, before: before.slice(start, end), after: after.slice(start, end + by) };
}

/** What to compare elements by. No key is asked for where one side has nothing that is new to the other. */
function ids({ start, before, after }, keyBefore, keyAfter) {
  if (!keyBefore || !keyAfter || !before.length || !after.length) return [before, after];
  const [were, are] = [new Set(before), new Set(after)];
  const isOther = (item) => typeof item !== 'object' || !were.has(item) || !are.has(item);
  if (!before.some(isOther) || !after.some(isOther)) return [before, after];
  const idsOf = (items, key) => items.map((item, at) => (isOther(item) ? key(start + at, item) : item));
  return [idsOf(before, keyBefore), idsOf(after, keyAfter)];
}
