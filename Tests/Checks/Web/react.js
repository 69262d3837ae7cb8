// A page of React's for test_react.py: rows that have a state, data that changes, and what a test gives.

import { createElement as h, StrictMode, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { load } from 'rangecore/lanes';
import { useVirtualList } from 'rangecore/react';

const lengthOf = (number) => 30 + ((number * 37) % 61);
const numberOf = (item) => item.number ?? item;

/** On a busy machine React would render some frames later. */
const atOnce = (set) => (value) => flushSync(() => set(value));

/** Remembers how often it was clicked. */
function Row({ number }) {
  const [clicks, setClicks] = useState(0);
  test.made.add(number);
  return h('button', {
    className: 'row',
    'data-number': number,
    style: { height: lengthOf(number), display: 'block', width: '100%' },
    onClick: () => setClicks(clicks + 1),
  }, `${number}: ${clicks}`);
}

/** What is around the rows; `hook` is what the hook returns. */
const layouts = {
  plain: ({ hook: { ref, rows } }) => h('div', { ref, id: 'scroller', tabIndex: 0 }, rows),
  list: ({ hook: { ref, containerRef, rows } }) => h('div', { ref, id: 'scroller', tabIndex: 0 },
    h('ul', { ref: containerRef }, rows)),
  table: ({ hook: { ref, containerRef, rows } }) => h('div', { ref, id: 'scroller', tabIndex: 0 },
    h('table', null,
      h('thead', null, h('tr', null, h('th', null, 'Number'), h('th', null, 'Text'), h('th', null, 'Clicks'))),
      h('tbody', { ref: containerRef }, rows))),
  window: ({ hook: { containerRef, rows } }) => h('main', null,
    h('header', { style: { height: 70 } }, 'What comes before'), h('section', { ref: containerRef }, rows)),
  // The elements come with renders of another component than that which calls the hook.
  late: ({ hook }) => h(Late, { hook }),
};

function Late({ hook: { ref, containerRef, rows } }) {
  const [what, setWhat] = useState('nothing');
  Object.assign(test, { setWhat: atOnce(setWhat) });
  return what === 'nothing' ? null : h('div', { ref, id: 'scroller', tabIndex: 0 },
    what === 'all' ? h('div', { ref: containerRef, id: 'container' }) : null, rows);
}

function List({ rangecore }) {
  const [items, setItems] = useState(() => given.items ?? Array.from({ length: 10_000 }, (_, index) => index));
  const [{ layout = 'plain', hasItems, scrollsTo, ...options }, setOptions] = useState(given.options ?? {});
  const getKey = useCallback((index) => items[index], [items]);
  const data = hasItems ? { items } : { count: items.length, getKey };
  const hook = useVirtualList({
    rangecore,
    estimate: 50,
    ...data,
    renderRow: (index) => h(Row, { number: numberOf(items[index]) }),
    ...options,
  });
  const { list } = hook;
  useEffect(() => { if (scrollsTo) list?.scrollTo(scrollsTo, { align: 'start' }); }, [list]);
  Object.assign(test, {
    list, items, rangecore,
    setItems: atOnce(setItems),
    setOptions: atOnce((changes) => setOptions((before) => ({ ...before, ...changes }))),
  });
  return h(layouts[layout], { hook });
}

function App() {
  const [rangecore, setRangeCore] = useState(null);
  const [isShown, setShown] = useState(true);
  Object.assign(test, {
    setShown: atOnce(setShown),
    async setEngine() { atOnce(setRangeCore)(await load(module)); },
  });
  useEffect(() => { load(module).then(setRangeCore); }, []);
  return isShown ? h(List, { rangecore }) : 'nothing';
}

const given = window.given?.({ h, useState }) ?? {};
const module = `/Bindings/JavaScript/src/${given.options?.lanes ? 'lanes' : 'dom'}.wasm`;
/** Right after a frame has been painted, before any other task. */
const frame = () => new Promise((resolve) => {
  requestAnimationFrame(() => {
    // Not every browser has it.
    if (globalThis.scheduler?.postTask) scheduler.postTask(resolve, { priority: 'user-blocking' });
    else setTimeout(resolve);
  });
});

window.test = {
  lengthOf,
  frame,
  /** The numbers of rows that were ever rendered. */
  made: new Set(),
  seen() {
    const scroller = document.querySelector('#scroller');
    const { top, height } = scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight };
    const bar = document.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    return [...document.querySelectorAll('.row')].map((element) => {
      const box = element.getBoundingClientRect();
      return {
        number: Number(element.dataset.number), text: element.textContent,
        start: box.top - top, end: box.bottom - top,
      };
    }).filter(({ start, end }) => end > bar + 0.01 && start < height - 0.01).sort((a, b) => a.start - b.start);
  },
  /** From now on, by how much rows are apart in any frame that is painted, and how many have a hole. */
  async watch() {
    Object.assign(test, { apart: 0, holes: 0, frames: 0 });
    for (;;) {
      await frame();
      const seen = test.seen();
      // React may render only later that a list has gone with its scroller.
      if (!seen.length && (!test.list || test.list.scroller.isConnected === false)) continue;
      test.frames += 1;
      seen.forEach(({ start }, at) => {
        if (at > 0) test.apart = Math.max(test.apart, Math.abs(start - seen[at - 1].end));
      });
      if (!seen.length || seen[0].start > 0.05 || seen.at(-1).end < 499.9) test.holes += 1;
    }
  },
};
if (given.watches) test.watch();
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(given.isStrict ? h(StrictMode, null, h(App)) : h(App));
