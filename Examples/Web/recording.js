// Records what the list is told and what is loaded, for `?record=1`: a link saves it as a session, which
// `swift run replay` plays.

import { record } from '../../Bindings/JavaScript/src/record.js';

const now = () => performance.now() / 1000;

export class ListRecording {
  #recording;
  #lines = [];

  /**
   * Records the next list that is made.
   *
   * @param {{ list: Function }} rangecore
   * @param {HTMLAnchorElement} link
   */
  constructor(rangecore, link) {
    const make = rangecore.list.bind(rangecore);
    rangecore.list = (options) => {
      const list = make(options);
      this.#recording = record(list, options, (text) => this.#lines.push(text));
      return list;
    };
    link.hidden = false;
    link.addEventListener('click', () => {
      this.#recording.flush();
      URL.revokeObjectURL(link.href);
      link.href = URL.createObjectURL(new Blob(this.#lines, { type: 'text/plain' }));
    });
  }

  /** Notes a load from its begin to its end; `index` is where its item is, if it is still there. */
  async load(id, index, signal, result) {
    if (index === undefined) return;
    this.#recording.load(id, index, now());
    const outcome = await result.then(() => 'completed', () => (signal.aborted ? 'cancelled' : 'failed'));
    this.#recording.loaded(id, outcome, now());
  }
}
