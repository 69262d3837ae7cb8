// Where a reader is in a virtual list: kept through reloads and in the history, and told by links. place.d.ts documents
// what is exported.

import { attach, makeGuide, placeIn } from './dom/attach.js';
import { makeWakeUp, now } from './wake.js';

/** A place is noted once the list has been at rest for so long, in seconds: Safari allows 100 notes in 30 seconds. */
const REST = 0.4;
/** Of longer lists no extents are kept: these are copied with each note. */
const EXTENTS_MAX = 20_000;

export const keepPlace = (list, { name = 'list' } = {}) => attach(list, (on) => {
  const { engine, options } = list;
  // Another page of an app that loads no pages has places of its own.
  const { pathname } = location;
  const guide = makeGuide(list, on);
  let noted = '';

  const note = () => {
    const found = location.pathname === pathname ? placeIn(list) : null;
    if (!found) return;
    const place = { ...found, key: options.key(found.index), count: list.count };
    if (noted === JSON.stringify(place)) return;
    noted = JSON.stringify(place);
    const { state } = history;
    if (state !== null && typeof state !== 'object') return;
    const extents = list.count <= EXTENTS_MAX && options.columns === 1
      ? Float32Array.from(engine.rows(0, list.count).extents) : null;
    history.replaceState({
      ...state, rangecore: { ...state?.rangecore, [name]: { ...place, extents } },
    }, '');
  };
  const restore = (state) => {
    const kept = state?.rangecore?.[name];
    if (kept) guide.take(() => goTo(list, kept));
  };
  const wakeAt = makeWakeUp(note);
  const isWindow = list.scroller === window;
  // The browser would restore the place in a page that is not as long as it was.
  if (isWindow) history.scrollRestoration = 'manual';
  on(window, 'popstate', ({ state }) => restore(state));
  on(window, 'pagehide', note);
  restore(history.state);
  return {
    follow() {
      guide.follow();
      wakeAt(now() + REST);
    },
    stop() {
      wakeAt(Infinity);
      if (isWindow) history.scrollRestoration = 'auto';
    },
  };
});

/** Returns whether the item is there, or all that there were. */
function goTo(list, { index: before, key, shift, count, extents }) {
  const { engine, options } = list;
  let index = before < list.count && options.key(before) === key ? before : -1;
  for (let at = 0; index < 0 && at < list.count; at++) if (options.key(at) === key) index = at;
  if (index < 0 && list.count < count) return false;
  if (extents?.length === list.count) {
    extents.forEach((extent, row) => engine.setRowExtents(row, [extent]));
    engine.markProvisional(0, list.count);
  }
  // Where it is gone, another is in its place.
  list.scrollTo(index < 0 ? Math.min(before, list.count - 1) : index, { align: 'start', shift });
  return true;
}

export const followLinks = (list, indexOf) => attach(list, (on) => {
  const guide = makeGuide(list, on);
  const id = () => decodeURIComponent(location.hash.slice(1));
  const go = () => guide.take(() => {
    const index = id() ? indexOf(id()) : -1;
    if (!(index >= 0 && index < list.count)) return false;
    list.scrollTo(index, { align: 'start' });
    return true;
  });
  // Where the reader comes back to there is a place already.
  const isBack = () => Boolean(history.state?.rangecore);
  on(window, 'hashchange', () => {
    // To what has an element the browser goes itself.
    if (!isBack() && !list.container.getRootNode().getElementById?.(id())) go();
  });
  if (!isBack()) go();
  return { follow: guide.follow };
});
