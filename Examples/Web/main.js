// Sets up the page. The address may contain `?mode=library|feed|chat`, `?by=offsets|keys` for what the
// server is asked by, `?total=N` for only the newest N photos, `?pages=N` for how many pages to hold,
// `?overlay=0` to begin without the overlay, `?masonry=0` for a library in rows, `?foresight=0` to load pictures in fixed ranges, `?record=1` for a link that saves a recording, and for
// comparison `?list=plain` for a list that has an element for each row.

import { load } from '../../Bindings/JavaScript/src/preload.js';
import { loadStores } from '../../Bindings/JavaScript/src/store.js';
import { getPhotos } from './api.js';
import { Controls } from './controls.js';
import { Feed } from './feed.js';
import { listenToKeys } from './keys.js';
import { Overlay } from './overlay.js';
import { KINDS, MODES, PAGE, Source } from './source.js';
import { Strips } from './strips.js';

const find = (selector) => document.querySelector(selector);

const elements = {
  scroller: find('[data-testid=scroller]'),
  feed: find('[role=feed]'),
};

/** Shows a message for a while; screen readers announce it. */
function say(text) {
  const toast = find('#toast');
  toast.textContent = text;
  toast.classList.add('shown');
  clearTimeout(say.timer);
  say.timer = setTimeout(() => toast.classList.remove('shown'), 3000);
}

/** A button that goes to the newest end, shown while that is far, with how many are new there. */
function followNewest(feed, source) {
  const button = find('#newest');
  button.addEventListener('click', () => source.showNewest());
  return () => {
    const { offset, viewportLength, scrollLength } = feed.list;
    const distance = source.mode === 'chat' ? scrollLength - viewportLength - offset : offset;
    const isFar = distance > 0.75 * viewportLength || source.newCount > 0;
    const text = source.newCount > 0 ? `${source.newCount} new` : '';
    if (button.textContent !== text) button.textContent = text;
    if (isFar !== button.classList.contains('shown')) button.classList.toggle('shown', isFar);
  };
}

/** Records the list that is made next. */
async function recordingOf(rangecore) {
  const { ListRecording } = await import('./recording.js');
  return new ListRecording(rangecore, find('#recording'));
}

async function main() {
  const query = new URLSearchParams(location.search);
  const limit = Number(query.get('total')) || Infinity;
  if (query.get('list') === 'plain') {
    const { showPlain } = await import('./plain.js');
    await showPlain(elements, limit);
    return;
  }
  const choice = (name, all) => (all.includes(query.get(name)) ? query.get(name) : all[0]);
  // All at once: none needs another.
  const first = getPhotos({ offset: 0, pageSize: PAGE + 1 });
  const [rangecore, stores] = [load('all.wasm'), loadStores()];
  first.catch(() => {});
  const recording = query.has('record') ? await recordingOf(await rangecore) : undefined;
  const feed = new Feed(await rangecore, elements, query.get('foresight') !== '0');
  feed.recording = recording;
  feed.isMasonry = query.get('masonry') !== '0';
  const source = new Source(feed, await stores, {
    mode: choice('mode', MODES), kind: choice('by', KINDS), limit, first,
    pageLimit: Number(query.get('pages')) || undefined,
  });
  const strips = new Strips({ strip: find('#older'), bar: find('#failure') }, feed, source);
  const overlay = new Overlay(find('#overlay'), feed);
  const noteNewest = followNewest(feed, source);
  feed.onUpdate = () => {
    source.follow();
    overlay.note();
    noteNewest();
  };
  feed.onStatus = () => {
    strips.say();
    overlay.note();
    noteNewest();
  };
  new Controls(find('#controls'), feed, source, {
    showOverlay: (isOn) => overlay.show(isOn),
    placeStrip: () => strips.place(),
    say,
  }).start({ overlay: query.get('overlay'), foresees: query.get('foresight') !== '0' });
  listenToKeys(feed, { before: find('[data-do=library]'), after: find('#newest') });
  // So that the keys that scroll do so at once.
  if (document.activeElement === document.body) elements.scroller.focus({ preventScroll: true });
  await source.start();
}

main().catch((error) => {
  find('#failure').hidden = false;
  find('#failure .label').textContent = error.message;
});
