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
 * Goes somewhere in a list, now or once it has the items for it, unless the reader has moved it before: `go`
 * returns whether it has. Returns what follows the list's updates.
 */
export function goOnceThere(list, on, go) {
  let count = -1;
  on(list.scroller, INPUTS, () => { count = Infinity; }, { capture: true, passive: true });
  return () => {
    if (count === Infinity || count === list.count) return;
    count = list.count;
    // Going there makes an update, too.
    if (count > 0 && go()) count = Infinity;
  };
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
