// The same rows without the engine, for comparison: a plain list with an element for each. `?list=plain&total=1000`.

import { getPhotos } from './api.js';
import { Row } from './row.js';

const PAGE = 1000;

export async function showPlain({ feed }, total) {
  document.documentElement.classList.add('plain');
  feed.setAttribute('aria-busy', 'true');
  const first = await getPhotos({ pageSize: 1 });
  const count = Math.min(total, first.total_items);
  let made = 0;
  while (made < count) {
    const { photos } = await getPhotos({ offset: made, pageSize: PAGE });
    const rows = photos.slice(0, count - made).map((photo, place) => {
      const row = new Row();
      row.begin();
      row.fill(photo);
      row.setPosition(made + place, count);
      const { frame, image } = row.parts;
      image.loading = 'lazy';
      image.src = photo.image;
      frame.classList.add('shown');
      return row.element;
    });
    if (rows.length === 0) break;
    feed.append(...rows);
    made += rows.length;
  }
  feed.setAttribute('aria-busy', 'false');
}
