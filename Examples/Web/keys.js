// The keyboard, as in the feed pattern of the ARIA practices: Page Down and Page Up move the focus
// from article to article, Control with End and Home past the feed and before it. Home and End alone
// go to the first and the last article. In lanes, arrow keys go to the neighbour on the screen.

import { itemBeside } from '../../Bindings/JavaScript/src/access.js';

/**
 * @param {import('./feed.js').Feed} feed
 * @param {{ before: HTMLElement, after: HTMLElement }} neighbours that get the focus outside
 */
export function listenToKeys(feed, { before, after }) {
  const actions = {
    PageDown: () => feed.focusIndex(feed.focusedIndex + 1),
    PageUp: () => feed.focusIndex(feed.focusedIndex - 1, -1),
    // In this order: past the first and the last article there is a margin.
    Home: () => {
      feed.focusIndex(0);
      feed.scrollToStart();
    },
    End: () => {
      feed.focusIndex(feed.list.count - 1, -1);
      feed.scrollToEnd();
    },
    'Control+Home': () => before.focus(),
    'Control+End': () => after.focus(),
  };
  feed.element.addEventListener('keydown', (event) => {
    const { focusedIndex } = feed;
    if (event.altKey || event.metaKey || event.shiftKey || focusedIndex < 0) return;
    const beside = feed.hasLanes ? itemBeside(feed.list, focusedIndex, event) : null;
    const action = actions[event.ctrlKey ? `Control+${event.key}` : event.key]
      ?? (beside !== null && (() => feed.focusIndex(beside, Math.sign(beside - focusedIndex))));
    if (!action) return;
    event.preventDefault();
    action();
  });
}
