// The status strip at the older end of the list, and the bar that floats above it after a failure.
// Both are announced by screen readers, and offer a retry.

import { hasFailed } from './source.js';

export class Strips {
  /**
   * @param {{ strip: HTMLElement, bar: HTMLElement }} elements
   * @param {import('./feed.js').Feed} feed
   * @param {import('./source.js').Source} source
   */
  constructor({ strip, bar }, feed, source) {
    Object.assign(this, { strip, bar, feed, source });
    [this.stripParts, this.barParts] = [strip, bar].map((element) => {
      const button = element.querySelector('button');
      button.addEventListener('click', () => source.retry());
      return { label: element.querySelector('.label'), button };
    });
  }

  /** Puts the strip at the older end. */
  place() {
    const { feed, source, strip } = this;
    feed.element[source.olderEnd === 'head' ? 'before' : 'after'](strip);
  }

  say() {
    const { source, strip, bar } = this;
    const isFailed = hasFailed(source.feed.store, source.olderEnd);
    write(this.stripParts, isFailed ? 'Older photos could not be loaded.' : this.#olderText(), isFailed);
    strip.classList.toggle('loading', !isFailed && !source.isComplete && !this.#isPaused);
    // One retry is for everything; the bar would cover the strip.
    const older = isFailed && !source.isOlderSeen ? 'Older photos could not be loaded.' : undefined;
    const text = (isFailed && source.isOlderSeen ? undefined : source.failure) ?? older;
    write(this.barParts, text ?? '', Boolean(text));
    if (bar.hidden === Boolean(text)) bar.hidden = !text;
  }

  /** A page in the background does not load ahead. */
  get #isPaused() {
    return this.feed.list.latest.presence !== 'on_screen';
  }

  #olderText() {
    const { mode, isComplete } = this.source;
    if (!isComplete) return this.#isPaused ? 'Nothing is loaded in the background.' : 'Loading older photos…';
    return mode === 'chat' ? 'Start of the chat.' : 'End of the feed.';
  }
}

/** Writes only a new text: a screen reader announces every write. */
function write({ label, button }, text, canRetry) {
  if (label.textContent !== text) label.textContent = text;
  if (button.hidden === canRetry) button.hidden = !canRetry;
}
