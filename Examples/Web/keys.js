// The keyboard, as in the feed pattern of the ARIA practices: Page Down and Page Up move the focus
// from article to article, Control with End and Home past the feed and before it. Home and End alone
// go to the first and the last article.

/**
 * @param {import('./feed.js').Feed} feed
 * @param {{ before: HTMLElement, after: HTMLElement }} neighbours that get the focus outside
 */
export function listenToKeys(feed, { before, after }) {
  const actions = {
    PageDown: () => feed.focusIndex(feed.focusedIndex + 1),
    PageUp: () => feed.focusIndex(feed.focusedIndex - 1),
    Home: () => feed.scrollToStart(),
    End: () => feed.scrollToEnd(),
    'Control+Home': () => before.focus(),
    'Control+End': () => after.focus(),
  };
  feed.element.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey || event.shiftKey || feed.focusedIndex < 0) return;
    const action = actions[event.ctrlKey ? `Control+${event.key}` : event.key];
    if (!action) return;
    event.preventDefault();
    action();
    if (event.key === 'Home' && !event.ctrlKey) feed.focusIndex(0);
    if (event.key === 'End' && !event.ctrlKey) feed.focusIndex(feed.list.count - 1);
  });
}
