// A timer that can be set again.

/** The longest that a timer of the system can wait, in milliseconds. */
const WAIT_MAX = 2 ** 31 - 1;

/** Looked up once. */
const { performance } = globalThis;
/** The time, in seconds. */
export const now = () => performance.now() / 1000;

/** Returns what sets a time for an action: it wakes then, and at no time set before; never at infinity. */
export function makeWakeUp(action) {
  let timer = 0;
  let due = Infinity;
  let set = Infinity;
  const wait = () => {
    set = due;
    timer = setTimeout(wake, Math.min(Math.max(Math.ceil((due - now()) * 1000), 0), WAIT_MAX));
  };
  const wake = () => {
    // It has been put off meanwhile, which is cheaper than another timer each time.
    if (now() < due) {
      wait();
      return;
    }
    due = set = Infinity;
    action();
  };
  return (time) => {
    due = time;
    if (time === set || (time > set && time < Infinity)) return;
    clearTimeout(timer);
    set = Infinity;
    if (time < Infinity) wait();
  };
}
