// What was really seen, half of it for a second, and for how long: for the overlay, and as a table to save.

import { Impressions } from '../../Bindings/JavaScript/src/impressions.js';

const HEAD = ['id', 'title', 'seen at', 'seconds'];
const now = () => performance.now() / 1000;
const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;

export class Seen {
  /** By id, in the order in which they were seen. */
  photos = new Map();
  /** Called when there is another. */
  onChange = () => {};

  /** @param {import('./feed.js').Feed} feed whose store knows the photos of its list */
  constructor(rangecore, feed) {
    this.impressions = new Impressions(rangecore, {
      onSeen: ({ id, time, seconds }) => {
        const { title = '' } = feed.store.get(feed.store.slotOf(id)) ?? {};
        this.photos.set(id, { id, title, time, from: time - seconds });
        this.onChange();
      },
      onLeft: ({ id, seconds }) => Object.assign(this.photos.get(id), { seconds }),
    });
    this.impressions.attach(feed.list, (index) => feed.photoAt(index)?.id);
  }

  /** For how long a photo was on screen, or is by now, when it was seen. */
  secondsOf({ from, seconds = now() - from }) { return seconds; }

  get seconds() {
    return [...this.photos.values()].reduce((sum, photo) => sum + this.secondsOf(photo), 0);
  }

  /** Whether one of them still is on screen. */
  get isAnyThere() { return [...this.photos.values()].some(({ seconds }) => seconds === undefined); }

  /** Has a link save all of them. */
  saveWith(link) {
    link.addEventListener('click', () => {
      const lines = [...this.photos.values()].map((photo) => [
        photo.id, quoted(photo.title), new Date(performance.timeOrigin + photo.time * 1000).toISOString(),
        this.secondsOf(photo).toFixed(3),
      ]);
      URL.revokeObjectURL(link.href);
      const text = [HEAD, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    });
  }
}
