// Find in page, selecting and copying in a virtual list. find.d.ts documents what is exported.

import { attach } from './dom/attach.js';
import { makeWakeUp, now } from './wake.js';

/** Texts are made once the list has been at rest for so long, in seconds. */
const REST = 0.2;
const NOWHERE = 'position: absolute; width: 0; height: 0; overflow: hidden';

/**
 * A text that the browser has found is taken away, with all others, and the row that comes in its place must be what is
 * found next from where it was. Forwards that are the texts of later items, behind the rows in the container: other rows
 * come behind these. Backwards they are those of earlier items, which the browser comes to from the page's end: so they are
 * behind the container.
 */
export const findInPage = (list, text, { count = 500 } = {}) => attach(list, (on) => {
  const { container } = list;
  const sides = [0, 1].map(() => document.createElement('div'));
  /** The items of texts. */
  let indices = new Map();
  let shown = '';

  const show = (texts) => {
    const said = JSON.stringify(texts);
    if (said === shown) return;
    shown = said;
    indices = new Map();
    sides.forEach((side, at) => side.replaceChildren(...texts[at].map(([index, words]) => {
      const element = document.createElement('div');
      element.setAttribute('hidden', 'until-found');
      element.textContent = words;
      indices.set(element, index);
      return element;
    })));
    if (container.lastChild !== sides[1]) container.append(sides[1]);
  };
  const fill = () => {
    const { lower, upper } = list.latest.visible;
    const there = new Set([...list.rows()].map(({ index }) => index));
    const texts = [[], []];
    for (let index = Math.max(0, lower - count); index < Math.min(list.count, upper + count); index++) {
      const words = there.has(index) ? null : text(index);
      if (words) texts[index < lower ? 0 : 1].push([index, words]);
    }
    show(texts);
  };
  const wakeAt = makeWakeUp(fill);
  const follow = () => wakeAt(now() + REST);

  for (const side of sides) side.style.cssText = NOWHERE;
  container.after(sides[0]);
  for (const side of sides) {
    on(side, 'beforematch', ({ target }) => {
      const index = indices.get(target);
      show([[], []]);
      list.scrollTo(index, { align: 'center' });
      list.update(false);
    });
  }
  fill();
  return {
    follow,
    stop() {
      wakeAt(Infinity);
      for (const side of sides) side.remove();
    },
  };
});

export const keepSelection = (list, text) => attach(list, (on) => {
  const { container } = list;
  const root = container.getRootNode();
  const holder = {};
  let held = [];
  const rowOf = (node) => list.indexOf(node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement ?? null);
  const selection = () => (root.getSelection ? root : document).getSelection();
  const hold = (elements) => {
    for (const [of, other, isKept] of [[elements, held, true], [held, elements, false]]) {
      for (const element of of) {
        const index = other.includes(element) ? -1 : list.indexOf(element);
        if (index >= 0) list.keep(index, isKept, holder);
      }
    }
    held = elements;
  };
  on(document, 'selectionchange', () => {
    const { isCollapsed, anchorNode, focusNode } = selection();
    const ends = isCollapsed ? [] : [anchorNode, focusNode];
    hold(ends.map((node) => list.element(rowOf(node))).filter(Boolean));
  });
  if (text) {
    on(document, 'copy', (event) => {
      const copied = selection();
      const words = !event.defaultPrevented && copied.rangeCount > 0
        && textOf(list, copied.getRangeAt(0), rowOf, text);
      if (!words) return;
      event.clipboardData.setData('text/plain', words);
      event.preventDefault();
    });
  }
  return { stop: () => hold([]) };
});

/** The text of a selection of which items are missing in the page; null if all are there, or none is selected. */
function textOf(list, range, rowOf, text) {
  const { container, count } = list;
  const rows = [...list.rows()].filter(({ element }) => range.intersectsNode(element));
  if (range.collapsed || (rows.length === 0 && !range.intersectsNode(container))) return null;
  const [first, last] = [rowOf(range.startContainer), rowOf(range.endContainer)];
  // A selection that begins before the list, or ends after it, has all up to there.
  const lower = first >= 0 ? first : startsIn(range, container, 0) ? 0 : Math.min(...rows.map(({ index }) => index));
  const upper = last >= 0 ? last : startsIn(range, container, container.childNodes.length) ? count - 1
    : Math.max(...rows.map(({ index }) => index));
  if (!(upper - lower + 1 > rows.length)) return null;
  const part = (change) => {
    // Not its clone, whose content is all that is selected in Firefox.
    const piece = document.createRange();
    piece.setStart(range.startContainer, range.startOffset);
    piece.setEnd(range.endContainer, range.endOffset);
    change(piece);
    const copied = piece.cloneContents();
    for (const element of copied.querySelectorAll('[hidden], script, style')) element.remove();
    return copied.textContent;
  };
  const parts = [];
  if (first < 0 && lower === 0) parts.push(part((piece) => piece.setEndBefore(container)));
  for (let index = lower; index <= upper; index++) {
    if (index === first) parts.push(part((piece) => piece.setEndAfter(list.element(index))));
    else if (index === last) parts.push(part((piece) => piece.setStartBefore(list.element(index))));
    else parts.push(text(index));
  }
  if (last < 0 && upper === count - 1) parts.push(part((piece) => piece.setStartAfter(container)));
  return parts.filter(Boolean).join('\n');
}

/** Whether a place is in a range. */
const startsIn = (range, node, offset) => range.comparePoint(node, offset) === 0;
