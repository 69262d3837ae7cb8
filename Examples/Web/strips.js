// The status strip at the older end of the list, and the bar that floats above it after a failure.
// Both are announced by screen readers, and offer a retry.

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
    const older = source.failures[source.olderEnd];
    write(this.stripParts, older ? 'Older photos could not be loaded.' : this.#olderText(), Boolean(older));
    strip.classList.toggle('loading', !older && !source.isComplete);
    // One retry is for everything; the bar would cover the strip.
    const text = older && source.isOlderSeen ? undefined : this.#failureText();
    write(this.barParts, text ?? '', Boolean(text));
    if (bar.hidden === Boolean(text)) bar.hidden = !text;
  }

  #olderText() {
    const { mode, isComplete } = this.source;
    if (!isComplete) return 'Loading older photos…';
    return mode === 'chat' ? 'Start of the chat.' : 'End of the feed.';
  }

  #failureText() {
    const { feed, source } = this;
    if (source.failures.start) return 'The feed could not be loaded.';
    if (feed.failure === 'pictures') return 'Some pictures could not be loaded.';
    if (feed.failure) return 'Some rows could not be loaded.';
    if (source.failures[source.newerEnd]) return 'New photos could not be loaded.';
    return undefined;
  }
}

/** Writes only a new text: a screen reader announces every write. */
function write({ label, button }, text, canRetry) {
  if (label.textContent !== text) label.textContent = text;
  if (button.hidden === canRetry) button.hidden = !canRetry;
}
