// Back to the same photo at the same pixel, after a reload and by the history.

import { keepPlace, Snapshot } from '../../Bindings/JavaScript/src/snapshot.js';

const NAME = 'photos';

export class Back {
  /** Whether the page has come back to where it was. */
  hasReturned = false;
  /** The first photo on screen, when the list rested last. */
  saved = null;

  /** @param {import('./feed.js').Feed} feed */
  constructor(rangecore, feed) {
    this.feed = feed;
    const snapshot = new Snapshot(rangecore, { text: history.state?.rangecore?.[NAME] });
    this.place = snapshot.place;
    snapshot.free();
  }

  /** What a store is to begin with, to have the photo there: of pages by keys, or of all by their positions. */
  goal({ isKeyed, hasPlaceholders }) {
    const [row] = this.place?.rows ?? [];
    if (!row || !(isKeyed || hasPlaceholders)) return undefined;
    return isKeyed ? { key: row.id } : { position: history.state.slot ?? row.index };
  }

  #note() {
    const { feed, feed: { store } } = this;
    this.saved = feed.visiblePhotos[0]?.id ?? null;
    // Of all photos, without the rows of days.
    history.replaceState({ ...history.state, slot: Math.max(0, store.slotOf(this.saved)) }, '');
  }

  /** Goes there, once the list has its first photos. */
  begin() {
    const { feed, feed: { list }, place } = this;
    const idOf = (index) => feed.photoAt(index)?.id;
    keepPlace(list, { name: NAME, idOf, onSave: () => this.#note() });
    list.update();
    this.hasReturned = (place?.rows ?? []).some(({ id }) => feed.visiblePhotos.some((photo) => photo.id === id));
  }
}
