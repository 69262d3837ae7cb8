// A timer that can be set again.

/** The longest that a timer of the system can wait, in milliseconds. */
const WAIT_MAX = 2 ** 31 - 1;

/** The time, in seconds. */
export const now = () => performance.now() / 1000;

/** Returns what sets a time for an action: it wakes then, and at no time set before; never at infinity. */
export function makeWakeUp(action) {
  let timer = 0;
  let due = Infinity;
  return (time) => {
    if (time === due) return;
    clearTimeout(timer);
    due = time;
    if (time === Infinity) return;
    timer = setTimeout(() => {
      due = Infinity;
      action();
    }, Math.min(Math.max(Math.ceil((time - now()) * 1000), 0), WAIT_MAX));
  };
}
