// A virtual list as a hook for React 18 or later. react.d.ts documents it.
//
// The list owns an element per row, which it makes, measures and places; React renders the content of
// each into it, through a portal. So rows are ordinary content of React's, with state and context, and
// scrolling renders nothing but the rows that come.

import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { VirtualList } from './dom.js';

/** Before the browser paints; on a server, where there is none, React warns of a layout effect. */
const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

export function useVirtualList({ rangecore, count, getKey, renderRow, ...options }) {
  const [, render] = useReducer((version) => version + 1, 0);
  const { current: state } = useRef({ list: null, rows: new Map(), portals: [], count, getKey });

  // When the scroller comes and goes: the other options are as they were then.
  const ref = useCallback((scroller) => {
    state.list?.destroy();
    state.list = null;
    if (!scroller || !rangecore) return;
    state.list = makeList(scroller, rangecore, options, state, render);
    render();
  }, [rangecore]);

  // When the data has changed. All of this is before the browser paints.
  useEarlyEffect(() => {
    if (!isOutdated(state, count, getKey)) return;
    state.isRendering = true;
    edit(state, count, getKey);
    state.list?.update();
    state.isRendering = false;
    render();
  }, [count, getKey]);

  // Until then the rows show what they did: those that stay have other indices.
  if (!isOutdated(state, count, getKey)) state.portals = makePortals(state, renderRow);
  return { ref, rows: state.portals, list: state.list };
}

const isOutdated = (state, count, getKey) => state.count !== count || state.getKey !== getKey;

function makePortals({ list, rows }, renderRow) {
  if (!list) return [];
  return [...rows].map(([element, key]) => {
    const index = list.indexOf(element);
    return createPortal(renderRow(index), element, key);
  });
}

/** Carries out the change of the data: by keys, or, where there are none, at the end. */
function edit(state, count, getKey) {
  const { list, count: before } = state;
  const change = () => {
    Object.assign(state, { count, getKey });
    return count;
  };
  if (!list) {
    change();
  } else if (state.getKey && getKey) {
    list.apply(change);
  } else {
    change();
    if (count > before) list.insert(before, count - before);
    else if (count < before) list.remove(count, before);
  }
}

function makeList(scroller, rangecore, options, state, render) {
  let serial = 0;
  // Not the item's key, which it would have twice where it comes again while its last row goes.
  const show = (element) => state.rows.set(element, `${serial++}`);
  return new VirtualList(scroller, {
    ...options,
    rangecore,
    count: state.count,
    key: (index) => (state.getKey ? state.getKey(index) : index),
    render() {
      const element = document.createElement('div');
      show(element);
      return element;
    },
    // An element that is used again, or still; React renders its content.
    update: (element) => state.rows.has(element) || show(element),
    release: (element) => state.rows.delete(element),
    onMount(list) {
      options.onMount?.(list);
      // In React's own work it renders again afterwards.
      if (state.list === list && !state.isRendering) flushSync(render);
    },
  });
}
