// The sliders and buttons that control the engine and the network.

import { getSettings, setSettings } from './api.js';
import { KEPT } from './feed.js';
import { KINDS, MODES } from './source.js';

/** The display range in proportion to the preload range, as in the engine's defaults. */
const DISPLAY_LEADING = 1 / 2.5;
const DISPLAY_TRAILING = 0.5 / 1.5;
/** A slider is sent to the server once it was still for so long, in milliseconds. */
const SETTLED = 120;
/** How many photos others add or remove per second. */
const DRIFT = 4;

export class Controls {
  /**
   * @param {HTMLElement} root
   * @param {import('./feed.js').Feed} feed
   * @param {import('./source.js').Source} source
   * @param {{ showOverlay: (isOn: boolean) => void, placeStrip: () => void,
   *   say: (text: string) => void }} page
   */
  constructor(root, feed, source, { showOverlay, placeStrip, say }) {
    Object.assign(this, { root, feed, source, showOverlay, placeStrip, say });
    this.modeBefore = 'library';
  }

  /**
   * @param {{ overlay: string | null, foresees: boolean }} chosen `'0'` to begin without the overlay,
   *   whatever was chosen last; and whether the list foresees
   */
  start({ overlay, foresees }) {
    const { source } = this;
    this.#listenToButtons(overlay);
    document.querySelector('[data-do=foresight]').setAttribute('aria-pressed', String(foresees));
    this.#listenToSliders();
    this.#listenToThePage();
    this.#showMode(source.mode);
    this.#showKind(source.kind);
    source.onMode = (mode) => {
      document.documentElement.dataset.mode = mode;
      this.placeStrip();
    };
    this.#readNetwork();
  }

  #on(name, action) {
    document.querySelector(`[data-do=${name}]`).addEventListener('click', async (event) => {
      try {
        await action(event.currentTarget);
      } catch (error) {
        this.say(`Something went wrong: ${error.message}`);
      }
    });
  }

  /** A toggle button. */
  #toggle(name, action) {
    this.#on(name, (button) => {
      const isOn = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(isOn));
      return action(isOn);
    });
  }

  #listenToButtons(overlay) {
    const { feed, source } = this;
    this.#toggle('memory', (isOn) => {
      feed.list.engine.setSettings({ pressure: isOn ? 'warning' : 'normal' });
      feed.images.configure({ keepBudget: isOn ? 0 : KEPT });
      feed.frame();
      this.say(isOn ? 'Only what is on screen is kept' : 'What is near is loaded again');
    });
    this.#toggle('foresight', (isOn) => {
      feed.list.engine.setSettings({ foresight: isOn ? 1 : 0 });
      feed.frame();
      this.say(isOn ? 'Loads what can come in time, as you scroll' : 'Loads what is in the preload range');
    });
    this.#toggle('background', (isOn) => {
      this.wantsBackground = isOn;
      this.#setBackground();
      this.say(isOn ? 'As if the page were hidden: nothing is loaded ahead' : 'In front again');
    });
    document.querySelector('[data-do=masonry]').setAttribute('aria-pressed', String(feed.isMasonry));
    this.#toggle('masonry', (isOn) => {
      feed.isMasonry = isOn;
      feed.layOut();
      this.say(isOn ? 'Photos of their own shapes, in lanes' : 'Photos of one shape, in rows');
    });
    this.#toggle('overlay', (isOn) => {
      this.showOverlay(isOn);
      localStorage.setItem('overlay', isOn ? '1' : '0');
    });
    this.#on('hide-overlay', () => document.querySelector('[data-do=overlay]').click());
    // On in a first visit, then as it was left.
    const isOn = (overlay ?? localStorage.getItem('overlay') ?? '1') === '1';
    document.querySelector('[data-do=overlay]').setAttribute('aria-pressed', String(isOn));
    this.showOverlay(isOn);
    this.#on('refresh', () => source.refresh());
    this.#on('insert', async () => {
      await source.add();
      this.say(source.mode === 'chat' ? 'A new message' : 'A new photo is at the top');
    });
    this.#on('remove', () => source.removeOne());
    this.#on('keep', () => {
      const { id, isKept } = source.keepOne();
      if (id !== undefined) this.say(isKept ? `#${id} is kept, wherever you scroll` : `#${id} is not kept any more`);
    });
    for (const mode of ['library', 'feed']) this.#on(mode, () => this.#setMode(mode));
    for (const kind of KINDS) {
      this.#on(kind, () => {
        this.#showKind(kind);
        return source.start({ mode: this.wanted, kind });
      });
    }
    this.#toggle('drift', (isOn) => {
      this.say(isOn ? 'Others add and remove photos' : 'Nobody else changes anything');
      return setSettings({ drift: isOn ? DRIFT : 0 });
    });
    this.#on('chat', () => this.#setMode(this.wanted === 'chat' ? this.modeBefore : 'chat'));
  }

  #setMode(mode) {
    this.#showMode(mode);
    return this.source.start({ mode, kind: this.kind });
  }

  #showKind(kind) {
    this.kind = kind;
    for (const name of KINDS) {
      document.querySelector(`[data-do=${name}]`).setAttribute('aria-pressed', String(name === kind));
    }
  }

  #showMode(mode) {
    this.wanted = mode;
    if (mode !== 'chat') this.modeBefore = mode;
    for (const name of MODES) {
      const button = document.querySelector(`[data-do=${name}]`);
      button.setAttribute('aria-pressed', String(name === mode));
    }
    // New ones are last in a chat.
    const insert = document.querySelector('[data-do=insert]');
    insert.querySelector('.label').textContent = mode === 'chat' ? 'Insert below' : 'Insert above';
  }

  // -- sliders --

  #slider(name, unit, action) {
    const input = this.root.querySelector(`input[name=${name}]`);
    const output = this.root.querySelector(`output[for=${input.id}]`);
    const show = () => {
      const text = unit(Number(input.value));
      output.textContent = text;
      input.setAttribute('aria-valuetext', text);
    };
    input.addEventListener('input', () => {
      show();
      action(Number(input.value));
    });
    show();
    return (value) => {
      input.value = value;
      show();
    };
  }

  #listenToSliders() {
    const screens = (value) => `${value.toFixed(1)} screens`;
    this.leading = 2.5;
    this.trailing = 1.5;
    this.#slider('leading', screens, (value) => this.#tune({ leading: value }));
    this.#slider('trailing', screens, (value) => this.#tune({ trailing: value }));
    this.#slider('batch', screens, (value) => {
      this.source.setLeadingScreens(value);
      this.feed.frame();
    });
    this.network = {};
    this.showLatency = this.#slider('latency', (value) => `${value} ms`, (value) => {
      this.#setNetwork({ latency_ms: value });
    });
    this.showFailRate = this.#slider('failing', (value) => `${value} %`, (value) => {
      this.#setNetwork({ fail_rate: value / 100 });
    });
  }

  #tune(change) {
    Object.assign(this, change);
    const { leading, trailing } = this;
    const display = {
      leading: leading * DISPLAY_LEADING, trailing: trailing * DISPLAY_TRAILING,
    };
    this.feed.list.engine.setTuning('full', 'preload', { leading, trailing });
    this.feed.list.engine.setTuning('full', 'display', display);
    this.feed.frame();
  }

  #setNetwork(change) {
    Object.assign(this.network, change);
    clearTimeout(this.networkTimer);
    this.networkTimer = setTimeout(async () => {
      const { network } = this;
      this.network = {};
      try {
        await setSettings(network);
      } catch (error) {
        this.say(`The server rejected the change: ${error.message}`);
      }
    }, SETTLED);
  }

  async #readNetwork() {
    try {
      const { latency_ms: latency, fail_rate: failRate, drift } = await getSettings();
      this.showLatency(latency);
      this.showFailRate(Math.round(failRate * 100));
      document.querySelector('[data-do=drift]').setAttribute('aria-pressed', String(drift > 0));
    } catch {
      // The sliders stay as they are; the feed shows what is wrong with the network.
    }
  }

  // -- the page --

  #setBackground() {
    const inBackground = Boolean(this.wantsBackground) || document.hidden;
    this.feed.list.engine.setSettings({ inBackground });
    this.feed.frame();
    this.feed.noteStatus();
  }

  #listenToThePage() {
    document.addEventListener('visibilitychange', () => this.#setBackground());
    if (document.hidden) this.#setBackground();
    const toggle = document.querySelector('[data-do=controls]');
    const show = (isOpen) => {
      toggle.setAttribute('aria-expanded', String(isOpen));
      this.root.classList.toggle('open', isOpen);
    };
    toggle.addEventListener('click', () => {
      show(toggle.getAttribute('aria-expanded') !== 'true');
    });
    this.root.querySelector('[data-do=close]').addEventListener('click', () => {
      show(false);
      toggle.focus();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') show(false);
    });
  }
}
