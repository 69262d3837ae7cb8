// A page of React's for test_react.py: rows that have a state, and data that changes.

import { createElement as h, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { load } from 'rangecore/dom';
import { useVirtualList } from 'rangecore/react';

const lengthOf = (number) => 30 + ((number * 37) % 61);

/** Remembers how often it was clicked. */
function Row({ number }) {
  const [clicks, setClicks] = useState(0);
  return h('button', {
    className: 'row',
    'data-number': number,
    style: { height: lengthOf(number), display: 'block', width: '100%' },
    onClick: () => setClicks(clicks + 1),
  }, `${number}: ${clicks}`);
}

function List({ rangecore }) {
  const [items, setItems] = useState(() => Array.from({ length: 10_000 }, (_, index) => index));
  const getKey = useCallback((index) => items[index], [items]);
  const { ref, rows, list } = useVirtualList({
    rangecore,
    count: items.length,
    estimate: 50,
    getKey,
    renderRow: (index) => h(Row, { number: items[index] }),
  });
  Object.assign(window.test, { list, items, setItems });
  return h('div', { ref, id: 'scroller', tabIndex: 0 }, rows);
}

function App() {
  const [rangecore, setRangeCore] = useState(null);
  const [isShown, setShown] = useState(true);
  Object.assign(window.test, { setShown });
  window.test.load ??= load('/Bindings/JavaScript/src/dom.wasm').then(setRangeCore);
  return isShown ? h(List, { rangecore }) : 'nothing';
}

window.test = {
  lengthOf,
  seen() {
    const box = document.querySelector('#scroller').getBoundingClientRect();
    return [...document.querySelectorAll('.row')].map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return {
        number: Number(element.dataset.number), text: element.textContent,
        start: top - box.top, end: bottom - box.top,
      };
    }).filter(({ start, end }) => end > 0.01 && start < 499.99).sort((a, b) => a.start - b.start);
  },
};
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(h(App));
