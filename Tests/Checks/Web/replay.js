// Put into the page before its own scripts: replays how somebody scrolled, in a time of its own, 60 frames
// a second. In that time a request takes as long as is said; how long it takes the machine, to draw a
// frame, or to decode a picture does not matter.
window.replay = (() => {
  const FRAME = 1000 / 60;
  const real = {
    fetch: window.fetch.bind(window), setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window), now: performance.now.bind(performance),
  };
  let now = null, latency = 0, timers = new Map(), lastTimer = 1e9;
  const pending = new Set();
  const found = { seen: 0, missing: 0, asked: 0, givenUp: 0, frames: 0 };

  performance.now = () => now ?? real.now();

  window.setTimeout = (call, delay = 0, ...rest) => {
    if (now === null) return real.setTimeout(call, delay, ...rest);
    timers.set(lastTimer += 1, { at: now + delay, call: () => call(...rest) });
    return lastTimer;
  };

  window.clearTimeout = (timer) => {
    if (!timers.delete(timer)) real.clearTimeout(timer);
  };

  /** What the next frame waits for. */
  function noted(promise) {
    pending.add(promise);
    promise.catch(() => {}).finally(() => pending.delete(promise));
    return promise;
  }

  window.fetch = async (path, options = {}) => {
    const { signal } = options, isPicture = String(path).includes("/images/") && now !== null;
    if (isPicture) found.asked += 1;
    await new Promise((resolve, reject) => {
      if (now === null) resolve();
      else setTimeout(resolve, latency);
      signal?.addEventListener("abort", () => {
        if (isPicture) found.givenUp += 1;
        reject(signal.reason);
      }, { once: true });
    });
    return noted((async () => {
      const reply = await real.fetch(path, options), bytes = await reply.blob();
      return new Response(bytes, { status: reply.status, headers: reply.headers });
    })());
  };

  const { decode } = HTMLImageElement.prototype;
  HTMLImageElement.prototype.decode = function decodeInTime() {
    return noted(decode.call(this));
  };

  async function pass() {
    now += FRAME;
    const due = [...timers].filter(([, { at }]) => at <= now).sort(([, one], [, other]) => one.at - other.at);
    for (const [timer, { call }] of due) if (timers.delete(timer)) call();
    await new Promise(requestAnimationFrame);
    // What has come may ask for more; but not for ever.
    for (let round = 0; pending.size > 0 && round < 500; round++) {
      await Promise.race([Promise.allSettled([...pending]), new Promise((done) => { real.setTimeout(done, 200); })]);
    }
    await new Promise((done) => { real.setTimeout(done); });
  }

  /**
   * Scrolls to the offset of each frame, and counts on the screen, frame by frame, the rows, and those
   * whose pictures are missing; how many frames it took until none was; and what became of requests.
   */
  return async (offsets, milliseconds) => {
    now = real.now();
    latency = milliseconds;
    const scroller = document.querySelector("[data-testid=scroller]");
    const { top, bottom } = scroller.getBoundingClientRect();
    for (const [number, offset] of offsets.entries()) {
      scroller.scrollTop = offset;
      await pass();
      for (const frame of document.querySelectorAll("article .frame")) {
        const box = frame.getBoundingClientRect();
        if (box.bottom < top || box.top > bottom) continue;
        found.seen += 1;
        if (frame.classList.contains("shown")) continue;
        found.missing += 1;
        found.frames = number + 1;
      }
    }
    return found;
  };
})();
