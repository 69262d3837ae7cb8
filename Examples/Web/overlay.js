// The overlay draws the engine's answers: a strip with the viewport and the items around it by range,
// the direction, the mode, what the load of each picture does, how well preloading worked, and what was seen.

import { State } from '../../Bindings/JavaScript/src/rangecore.js';

/** How many viewports the strip shows on either side. */
const REACH = 3;
const number = new Intl.NumberFormat('en');
const COLORS = ['text', 'seen', 'visible', 'display', 'preload', 'outside',
  'none', 'waiting', 'running', 'ready', 'failed'];
/** How many of the photos seen last are listed. */
const RECENT = 4;
const ARROWS = { forward: '↓ forward', backward: '↑ backward', none: '–' };

export class Overlay {
  /**
   * @param {HTMLElement} root
   * @param {import('./feed.js').Feed} feed
   */
  constructor(root, feed) {
    this.root = root;
    this.feed = feed;
    this.canvas = root.querySelector('canvas');
    this.recent = root.querySelector('.recent');
    this.isOn = false;
    this.fields = new Map(
      [...root.querySelectorAll('[data-field]')].map((field) => [field.dataset.field, field]),
    );
    feed.seen.saveWith(root.querySelector('a'));
    feed.seen.onChange = () => this.note();
    new ResizeObserver(() => this.#cover()).observe(root);
  }

  show(isOn) {
    this.isOn = isOn;
    this.root.hidden = !isOn;
    document.documentElement.classList.toggle('with-overlay', isOn);
    this.note();
  }

  /** Where it is over the list, that is not seen which it covers. */
  #cover() {
    const { root, feed: { list } } = this;
    const [own, other] = [root, list.scroller].map((element) => element.getBoundingClientRect());
    const isOver = own.height > 0 && own.left < other.right && own.right > other.left;
    list.setOptions({ insetEnd: isOver ? other.bottom - own.top : 0 });
  }

  /** Draws once in the next frame. */
  note() {
    if (!this.isOn || this.isNoted) return;
    this.isNoted = true;
    requestAnimationFrame(() => {
      this.isNoted = false;
      if (!this.isOn) return;
      this.#write();
      this.#draw();
      // What is there is seen for longer and longer.
      clearTimeout(this.timer);
      if (this.feed.seen.isAnyThere) this.timer = setTimeout(() => this.note(), 1000);
    });
  }

  #write() {
    const { feed, feed: { images: { counters }, list, list: { engine, latest: update } } } = this;
    const range = ({ lower, upper }) =>
      (upper > lower ? `${number.format(lower + 1)} – ${number.format(upper)}` : 'none');
    const texts = {
      visible: range(update.visible),
      display: range(update.ranges.display),
      preload: range(preloadedOf(this.#around())),
      direction: ARROWS[update.direction],
      mode: update.mode.replace('_', ' '),
      tail: feed.store?.state('tail').state ?? 'loading',
      head: feed.store?.state('head').state ?? 'loading',
      held: heldText(feed.store),
      started: number.format(counters.started),
      useful: number.format(counters.useful),
      late: number.format(counters.late),
      wasted: number.format(counters.wasted),
      loadTime: `${Math.round(counters.loadTime * 1000)} ms`,
      seen: `${number.format(feed.seen.photos.size)} for ${timeText(feed.seen.seconds)}`,
      kept: feed.kept.map(({ id, isVisible }) => `#${number.format(id)}${isVisible ? '' : ', off screen'}`).join('; ') || 'none',
      place: placeText(feed.back),
      rows: `${[...list.rows()].length} of ${number.format(list.count)}`,
      measured: number.format(engine.measuredRowCount),
      loading: number.format(feed.source.loading),
      offset: `${number.format(Math.round(list.offset))} px`,
    };
    for (const [name, text] of Object.entries(texts)) {
      const field = this.fields.get(name);
      if (field.textContent !== text) field.textContent = text;
    }
    [...feed.seen.photos.values()].slice(-RECENT).reverse().forEach((photo, at) => {
      const { children: [id, time] } = this.recent.children[at] ?? this.recent.appendChild(newPair());
      id.textContent = `#${number.format(photo.id)}`;
      time.textContent = timeText(feed.seen.secondsOf(photo));
    });
  }

  // -- the strip --

  /** The rows that the strip shows, and their states. */
  #around() {
    const { engine, offset, viewportLength } = this.feed.list;
    const { lower, upper } = engine.itemsIn(
      offset - REACH * viewportLength, offset + (REACH + 1) * viewportLength,
    );
    return { lower, states: engine.states(lower, upper) };
  }

  #draw() {
    const { canvas, feed } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = globalThis.devicePixelRatio;
    const size = [Math.round(width * scale), Math.round(height * scale)];
    if (String(size) !== String([canvas.width, canvas.height])) {
      [canvas.width, canvas.height] = size;
    }
    this.colors ??= this.#readColors();
    const context = canvas.getContext('2d');
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const { viewportLength: viewport, offset } = feed.list;
    if (viewport === 0) return;
    // The viewport is in the middle; `place` maps a virtual offset to the strip.
    const unit = height / (viewport * (2 * REACH + 1));
    const place = (at) => (at - offset + REACH * viewport) * unit;
    this.#drawItems(context, { width, height, place });
    context.strokeStyle = this.colors.text;
    context.lineWidth = 2;
    context.strokeRect(1, place(offset), width - 2, viewport * unit);
  }

  #drawItems(context, { width, height, place }) {
    const { colors, feed, feed: { store, list: { engine } } } = this;
    const { lower, states } = this.#around();
    const half = Math.round(width * 0.5);
    const places = store ? engine.places(lower, lower + states.length) : [];
    const lanes = Math.max(1, ...places.map(({ lane }) => lane + 1));
    places.forEach(({ offset: start, extent, lane, isWide }, at) => {
      const top = place(start);
      const id = feed.photoAt(lower + at)?.id;
      // A part of each of the three for each lane.
      const fill = (from, to) => {
        const part = isWide ? to - from : (to - from) / lanes;
        context.fillRect(from + Math.max(0, lane) * part, top, part - (isWide ? 0 : lanes - 1) / lanes, tall);
      };
      const tall = Math.max(1, Math.min(place(start + extent), height) - top - 1.5);
      context.fillStyle = colors[rangeOf(states[at])];
      fill(6, half);
      // Beside it what the load of its picture does.
      context.fillStyle = colors[feed.images.state(id) ?? 'none'];
      fill(half + 3, width - 6);
      // And whether it was seen.
      context.fillStyle = colors[feed.seen.photos.has(id) ? 'seen' : 'none'];
      fill(width - 5, width - 1);
    });
  }

  #readColors() {
    const style = getComputedStyle(this.root);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.colors = undefined;
      this.note();
    }, { once: true });
    return Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(`--${name}`)]));
  }
}

function placeText({ saved, place, hasReturned }) {
  if (saved !== null) return `#${number.format(saved)}`;
  return hasReturned ? `back at #${number.format(place.rows[0].id)}` : 'none yet';
}

const timeText = (seconds) => `${number.format(Math.floor(seconds))} s`;

function newPair() {
  const pair = document.createElement('div');
  pair.append(document.createElement('dt'), document.createElement('dd'));
  return pair;
}

function heldText(store) {
  const { itemCount = 0, pageCount = 0 } = store ?? {};
  return `${number.format(itemCount)} in ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`;
}

/** The rows of the strip that are preloaded: with foresight more than the engine wants right now, as it keeps what it had. */
function preloadedOf({ lower, states }) {
  const isPreloaded = (state) => (state & State.preload) !== 0;
  const first = states.findIndex(isPreloaded);
  return { lower: lower + first, upper: lower + (first < 0 ? first : states.findLastIndex(isPreloaded) + 1) };
}

/** The innermost range that an item is in. */
function rangeOf(state) {
  if (state & State.visible) return 'visible';
  if (state & State.display) return 'display';
  if (state & State.preload) return 'preload';
  return 'outside';
}
