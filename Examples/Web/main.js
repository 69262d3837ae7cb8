// Sets up the page. The address may contain `?mode=library|feed|chat`, `?total=N` for only the newest
// N photos, and `?plain=1` for a plain list without the engine.

import { load } from '../../Bindings/JavaScript/src/rangecore.js';
import { Controls } from './controls.js';
import { Feed } from './feed.js';
import { listenToKeys } from './keys.js';
import { Overlay } from './overlay.js';
import { showPlain } from './plain.js';
import { MODES, Source } from './source.js';
import { Strips } from './strips.js';

const find = (selector) => document.querySelector(selector);

const elements = {
  scroller: find('[data-testid=scroller]'),
  spacer: find('#spacer'),
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

/** A button that scrolls to the newest end, shown while that is far. */
function followTop(feed, source) {
  const button = find('#newest');
  button.addEventListener('click', () => {
    if (source.mode === 'chat') feed.scrollToEnd();
    else feed.scrollToStart();
  });
  return () => {
    const { scroller: { offset, viewport, track } } = feed;
    const distance = source.mode === 'chat' ? track.room - offset : offset;
    button.classList.toggle('shown', distance > 0.75 * viewport);
  };
}

async function main() {
  const query = new URLSearchParams(location.search);
  const limit = Number(query.get('total')) || Infinity;
  if (query.has('plain')) {
    await showPlain(elements, limit);
    return;
  }
  const mode = MODES.includes(query.get('mode')) ? query.get('mode') : MODES[0];
  const feed = new Feed(await load(), elements);
  const source = new Source(feed, { mode, limit });
  const strips = new Strips({ strip: find('#older'), bar: find('#failure') }, feed, source);
  const overlay = new Overlay(find('#overlay'), feed);
  const noteTop = followTop(feed, source);
  feed.onUpdate = (update) => {
    source.follow(update);
    strips.place();
    overlay.note();
    noteTop();
  };
  feed.onStatus = () => {
    strips.say();
    overlay.note();
  };
  const showOverlay = (isOn) => overlay.show(isOn);
  new Controls(find('#controls'), feed, source, { showOverlay, say }).start();
  listenToKeys(feed, { before: find('[data-do=library]'), after: find('#newest') });
  await source.start();
}

main().catch((error) => {
  find('#failure').hidden = false;
  find('#failure .label').textContent = error.message;
});
