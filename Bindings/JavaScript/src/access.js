// A virtual list with the keyboard and a screen reader. access.d.ts documents what is exported.
//
// By the ARIA Authoring Practices: https://www.w3.org/WAI/ARIA/apg/patterns/feed/ for feeds,
// https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/ for a roving tabindex, and the keys of
// https://www.w3.org/WAI/ARIA/apg/patterns/listbox/ and, in columns, of /patterns/grid/.

import { attach, rowAround } from './dom/attach.js';

/** There for assistive technology, and not to be seen; it has no place in what scrolls. */
const UNSEEN = 'position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px; overflow: hidden; '
  + 'clip-path: inset(50%); white-space: nowrap';
const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable=false])';
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]';

export const announce = (list, say) => attach(list, () => {
  const { container } = list;
  const root = container.getRootNode();
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.style.cssText = UNSEEN;
  // What is outside of a modal dialog is not told.
  (container.closest('dialog, [aria-modal=true]') ?? root.body ?? root).append(region);
  let { count } = list;
  return {
    follow() {
      // Once for all that comes while something loads.
      if (list.isBusy) return;
      const added = list.count - count;
      count += added;
      if (added > 0) region.textContent = say(added, count);
    },
    stop: () => region.remove(),
  };
});

export const tabInOrder = (list) => attach(list, (on) => {
  on(list.container, 'keydown', (event) => {
    const index = event.key === 'Tab' ? list.indexOf(event.target) : -1;
    const next = index + (event.shiftKey ? -1 : 1);
    // The browser then finds the neighbours.
    if (index < 0 || next < 0 || next >= list.count || list.element(next)) return;
    list.scrollTo(index);
    list.update(false);
  });
});

export const roveFocus = (list) => attach(list, (on) => {
  const { container } = list;
  const isFeed = container.getAttribute('role') === 'feed';
  const ours = new WeakSet();
  /** The row that Tab goes to; in a feed, each. */
  let current = null;

  const setCurrent = (element) => {
    if (!ours.has(element) || isFeed) return;
    if (current) current.tabIndex = -1;
    current = element;
    element.tabIndex = 0;
  };
  on(container, 'focusin', ({ target }) => setCurrent(list.element(list.indexOf(target))));
  on(container, 'keydown', (event) => {
    const { target } = event;
    const index = list.indexOf(target);
    const element = list.element(index);
    if (event.defaultPrevented || !ours.has(element)) return;
    // What is in a row has keys of its own; those of a feed are meant for it as well.
    if (isFeed ? target.closest(EDITABLE) : target !== element) return;
    const wanted = isFeed ? feedTarget(list, index, event) : itemBeside(list, index, event);
    if (wanted === null) return;
    event.preventDefault();
    if (typeof wanted !== 'number') wanted?.focus();
    else focusItem(list, Math.max(0, Math.min(wanted, list.count - 1)));
  });
  const follow = () => {
    for (const { element } of list.rows()) {
      // One that has it already roves by itself, or not at all.
      if (ours.has(element) || element.hasAttribute('tabindex')) continue;
      ours.add(element);
      element.tabIndex = isFeed ? 0 : -1;
    }
    if (list.indexOf(current) < 0) setCurrent(list.element(list.latest.visible.lower));
  };
  follow();
  return {
    follow,
    stop() {
      for (const { element } of list.rows()) if (ours.has(element)) element.removeAttribute('tabindex');
    },
  };
});

function focusItem(list, index) {
  list.scrollTo(index);
  list.update(false);
  list.element(index)?.focus({ preventScroll: true });
}

/** The item that a key goes to from one; an element past the feed, if there is one; null: the key is for others. */
function feedTarget(list, index, { key, ctrlKey, altKey, metaKey, shiftKey }) {
  if (altKey || metaKey || shiftKey) return null;
  if (ctrlKey) return key === 'Home' || key === 'End' ? focusableBeside(list, key === 'End') : null;
  if (key !== 'PageDown' && key !== 'PageUp') return null;
  return index + (key === 'PageDown' ? 1 : -1);
}

/** The next element with the focus order's own after the list, or the last before it. */
function focusableBeside({ container }, isAfter) {
  const wanted = isAfter ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const found = [...container.getRootNode().querySelectorAll(FOCUSABLE)].filter((element) => (
    element.tabIndex >= 0 && !element.disabled && element.getClientRects().length > 0
    && !container.contains(element) && !element.contains(container)
    && container.compareDocumentPosition(element) & wanted));
  return found.at(isAfter ? 0 : -1);
}

/** In lanes: the next item of the same lane, or of the lane beside it that which is most beside it. */
function laneTarget({ engine, viewportLength }, index, along, across) {
  const { offset, extent } = engine.item(index);
  const { lower, upper } = engine.itemsIn(offset - viewportLength, offset + extent + viewportLength);
  const places = engine.places(lower, upper);
  const here = places[index - lower];
  // Nothing is beside what is wide, and the key may scroll sideways.
  if (across && here.isWide) return null;
  const valueOf = (place) => {
    const { lane, isWide, offset: start } = place;
    if (across) {
      const beside = Math.min(start + place.extent, offset + extent) - Math.max(start, offset);
      return !isWide && lane === here.lane + across ? beside : -Infinity;
    }
    const distance = along * (start - offset);
    return distance > 0 && (isWide || here.isWide || lane === here.lane) ? -distance : -Infinity;
  };
  const values = places.map(valueOf);
  const most = Math.max(...values);
  return most === -Infinity ? index + along : lower + values.indexOf(most);
}

export function itemBeside(list, index, { key, ctrlKey, altKey, metaKey, shiftKey }) {
  if (ctrlKey || altKey || metaKey || shiftKey) return null;
  const { engine, count, viewportLength, options: { axis }, container } = list;
  const isHorizontal = axis === 'horizontal';
  const isRtl = getComputedStyle(container).direction === 'rtl';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const page = { PageDown: 1, PageUp: -1 }[key];
  if (page) {
    const { index: there } = engine.itemAt(engine.item(index).offset + page * viewportLength);
    return page > 0 ? Math.max(there, index + 1) : Math.min(there, index - 1);
  }
  const ahead = isRtl ? -1 : 1;
  const [down, right] = [{ ArrowDown: 1, ArrowUp: -1 }[key] ?? 0, { ArrowRight: ahead, ArrowLeft: -ahead }[key] ?? 0];
  const [along, across] = isHorizontal ? [right, down] : [down, right];
  if (list.options.lanes) return along || across ? laneTarget(list, index, along, across) : null;
  const { lower, upper } = rowAround(list, index);
  if (along) {
    const next = along > 0 ? upper : lower - 1;
    if (next < 0 || next >= count) return index;
    const row = rowAround(list, next);
    return Math.min(row.lower + index - lower, row.upper - 1);
  }
  // Beside it is nothing in one column, and the key may scroll sideways.
  return across && upper - lower > 1 ? index + across : null;
}
