// Links to rows of a virtual list. place.d.ts documents what is exported.

import { attach, makeGuide } from './dom/attach.js';

export const followLinks = (list, indexOf) => attach(list, (on) => {
  const guide = makeGuide(list, on);
  const id = () => decodeURIComponent(location.hash.slice(1));
  const go = () => guide.take(() => {
    const index = id() ? indexOf(id()) : -1;
    if (!(index >= 0 && index < list.count)) return false;
    list.scrollTo(index, { align: 'start' });
    return true;
  });
  // Where the reader comes back to there is a place already.
  const isBack = () => Boolean(history.state?.rangecore);
  on(window, 'hashchange', () => {
    // To what has an element the browser goes itself.
    if (!isBack() && !list.container.getRootNode().getElementById?.(id())) go();
  });
  if (!isBack()) go();
  return { follow: guide.follow };
});
