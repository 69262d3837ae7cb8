// Printing a virtual list. print.d.ts documents what is exported.

import { attach, rowAround } from './dom/attach.js';

/**
 * In print rows follow one another, since a page has another breadth, and nothing around the list cuts it off. A list
 * may be in a shadow tree, and a policy may forbid style elements: so by a sheet of the tree's own.
 */
const RULES = `[data-printed="around"] { overflow: visible !important; height: auto !important; max-height: none !important }
  [data-printed="list"] { contain: none !important; width: auto !important; height: auto !important;
    display: var(--range-display) !important; flex-wrap: wrap; gap: var(--range-gap);
    grid-template-columns: repeat(var(--range-columns), 1fr) }
  [data-printed="row"] { position: static !important; width: auto !important; height: auto !important;
    margin: 0 0 var(--range-after) !important }
  [data-printed="none"] { display: none !important }`;

export const printRows = (list, { screens = 50 } = {}) => attach(list, (on) => {
  let restore = () => {};
  on(window, 'beforeprint', () => {
    restore();
    if (list.count > 0 && list.viewportLength > 0) restore = prepare(list, screens);
  });
  on(window, 'afterprint', () => restore());
  return { stop: () => restore() };
});

/** The items that are printed: all, or so many screenfuls from the first that is visible on. */
function printed({ engine, offset, viewportLength, count }, screens) {
  const length = screens * viewportLength;
  if (engine.length <= length) return { lower: 0, upper: count };
  const start = Math.min(offset, engine.length - length);
  return engine.itemsIn(start, start + length);
}

function prepare(list, screens) {
  const { container, scroller } = list;
  const holder = {};
  const { lower, upper } = printed(list, screens);
  for (let index = lower; index < upper; index++) list.keep(index, true, holder);
  list.update(false);
  const kept = [];
  const marked = [];
  const mark = (element, what) => {
    element.dataset.printed = what;
    marked.push(element);
  };
  for (const { index, element } of list.rows()) {
    const isPrinted = index >= lower && index < upper;
    if (isPrinted) kept.push(element);
    // One that is pinned stays at the start of all.
    if (element.parentElement === container) mark(element, isPrinted ? 'row' : 'none');
  }
  mark(container, 'list');
  setLayout(list, lower);
  for (let at = container.parentElement; scroller !== window && at; at = at.parentElement) mark(at, 'around');
  const removeSheet = addSheet(container.getRootNode());
  return () => {
    removeSheet();
    for (const element of marked.splice(0)) delete element.dataset.printed;
    for (const name of ['display', 'gap', 'columns', 'after']) container.style.removeProperty(`--range-${name}`);
    // By their elements, as items may have changed meanwhile.
    for (const element of kept.splice(0)) {
      const index = list.indexOf(element);
      if (index >= 0) list.keep(index, false, holder);
    }
  };
}

/** One column is laid out as text is, so that pages end between lines. */
function setLayout(list, index) {
  const { options: { axis, spacing, columnGap = spacing }, container: { style } } = list;
  const { lower, upper } = rowAround(list, index);
  const columns = upper - lower;
  const display = axis === 'horizontal' ? 'flex' : columns > 1 ? 'grid' : 'block';
  style.setProperty('--range-display', display);
  style.setProperty('--range-gap', `${spacing}px ${columnGap}px`);
  style.setProperty('--range-columns', `${columns}`);
  style.setProperty('--range-after', display === 'block' ? `${spacing}px` : '0');
}

function addSheet(root) {
  const sheet = new CSSStyleSheet({ media: 'print' });
  sheet.replaceSync(RULES);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
