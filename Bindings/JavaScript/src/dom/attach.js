// What the entry points beside a list share.

/** What readers do that says that they go on from where they are. */
const INPUTS = 'wheel touchstart pointerdown keydown';

/**
 * Adds something to a list, if there is one yet, until the list is destroyed or the function that this
 * returns is called. `begin` is given what adds listeners, and returns what follows the list's updates, and
 * what ends it.
 */
export function attach(list, begin) {
  if (!list) return () => {};
  const abort = new AbortController();
  const on = (target, names, action, options) => {
    for (const name of names.split(' ')) {
      target.addEventListener(name, action, { ...options, signal: abort.signal });
    }
  };
  const { follow = () => {}, stop = () => {} } = begin(on) ?? {};
  const detach = () => {
    if (!list.followers.delete(follower)) return;
    abort.abort();
    stop();
  };
  const follower = { follow, detach };
  list.followers.add(follower);
  return detach;
}

/**
 * Returns what goes somewhere in a list, now or once it has the items for it, unless the reader has moved it before: the
 * function that it is given returns whether it has gone. `follow` follows the list's updates.
 */
export function makeGuide(list, on) {
  let go = null;
  let count = -1;
  const follow = () => {
    // Going there makes an update, too.
    if (!go || count === list.count) return;
    count = list.count;
    if (count > 0 && go()) go = null;
  };
  on(list.scroller, INPUTS, () => { go = null; }, { capture: true, passive: true });
  return {
    follow,
    /** Whether it has yet to go somewhere. */
    get isWaiting() { return go !== null; },
    take(another) {
      go = another;
      count = -1;
      follow();
    },
  };
}

/** The first item on screen, and how far it is scrolled out, as a place to start at; null: there is none. */
export function placeIn({ engine, options: { insetStart }, latest, offset, count, viewportLength }) {
  if (!latest || count === 0 || viewportLength === 0) return null;
  const index = Math.min(latest.visible.lower, count - 1);
  return { index, shift: offset - engine.item(index).offset + insetStart };
}

/** The items in the row of one. */
export function rowAround({ engine, count }, index) {
  const { offset } = engine.item(index);
  const isBeside = (other) => other >= 0 && other < count && engine.item(other).offset === offset;
  let [lower, upper] = [index, index + 1];
  while (isBeside(lower - 1)) lower--;
  while (isBeside(upper)) upper++;
  return { lower, upper };
}
