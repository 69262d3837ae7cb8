// A virtual list as a hook for React 18 or later. react.d.ts documents it.
//
// React renders the elements of rows into the list's container, each through a portal of its own; the list
// measures and places them. They are rendered by a component of the hook's, so that scrolling renders nothing
// of the app but the rows that come:
//
//     app renders ──▶ effect: edits, options ──▶ list.#turn ──▶ makes rows: flushSync(Rows) ──▶ their places
//                                                   ▲
//                     scrolling, sizes ─────────────┘
//
// React cannot flush while it is at work, as in an app's effects: there, the list puts its turn off until
// the microtasks, which is before the browser paints.

import {
  createElement, startTransition, useEffect, useLayoutEffect, useReducer, useRef,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { placeIn } from './dom/attach.js';
import { carryOut, editsBetween } from './dom/edits.js';
import { VirtualList } from './dom.js';
import { treeOf } from './snapshot/first.js';

/** Before the browser paints; on a server, where there is none, React warns of a layout effect. */
const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
const useRender = () => useReducer((version) => version + 1, 0)[1];

/** Another one of these needs another list. */
const FIXED = ['rangecore', 'axis', 'role'];

export function useVirtualList(options) {
  const render = useRender();
  const { current: kept } = useRef({});
  const binding = (kept.binding ??= new Binding(render));
  useEarlyEffect(() => binding.take(options));
  useEarlyEffect(() => () => binding.leave(), [binding]);
  return {
    ref: binding.ref,
    containerRef: binding.containerRef,
    rows: createElement(Rows, { binding, options }),
    list: binding.isShown ? binding.list : null,
  };
}

function Rows({ binding, options }) {
  const render = useRender();
  useEarlyEffect(() => { binding.renderRows = render; }, [binding]);
  const portals = binding.portals(options);
  if (portals.length || binding.isShown || !options.first) return portals;
  return treeOf(options.first, (style, parts) => createElement('div', { style }, ...parts), (index) => firstRow(index, options));
}

/** A row: the list's, and what React renders for it. */
class Row {
  element = null;
  portal = null;
  /** With which the portal was made. */
  options = null;
  index = -1;
  #given;
  #ref;

  constructor(key, row, all) {
    // Not the item's key, which it would have twice where it comes again while its last row goes.
    Object.assign(this, { key, row, all });
  }

  /** A ref for the list and the app, which is another one only if the app's is. */
  ref(given) {
    if (this.#ref && given === this.#given) return this.#ref;
    this.#given = given;
    this.#ref = (element) => {
      if (element) this.#shown(element);
      if (typeof given === 'function') return given(element);
      if (given) given.current = element;
      return undefined;
    };
    return this.#ref;
  }

  #shown(element) {
    const { element: before, row } = this;
    this.element = element;
    if (before && before !== element && row.element === before) this.all.replace(row, element);
  }
}

/** What a hook keeps between renders. */
class Binding {
  list = null;
  isShown = false;
  /** The options that the list has, and those that it is to have. */
  options = null;
  wanted = null;
  /** What they say of the data. */
  data = null;
  /** By the list's rows. */
  rows = new Map();
  renderRows() {}
  #scroller = null;
  #given = null;
  #container = null;
  #own = null;
  /** The scroller that the list is in, and the container that it was given. */
  #in = [];
  /** Where a list that is made again starts: at what was on screen, or at the offset that it has started at. */
  #place = null;
  #isMaking = false;
  #isWaiting = false;
  #serial = 0;

  constructor(render) {
    this.render = render;
  }

  ref = (element) => {
    this.#scroller = element;
    this.#wait();
  };

  containerRef = (element) => {
    this.#given = element;
    this.#wait();
  };

  /** Elements may come and go without a render of the app's component. */
  #wait() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (this.wanted) this.take(this.wanted);
    });
  }

  leave() {
    this.wanted = null;
    this.#close();
  }

  // -- options and data --

  /** Has the list be as the last render wants it. */
  take(options) {
    this.wanted = options;
    // In a turn of the list, it can be neither edited nor destroyed.
    if (this.#isMaking) {
      this.#wait();
      return;
    }
    const before = this.options;
    this.options = options;
    const isOther = before && FIXED.some((name) => before[name] !== options[name]);
    if (isOther || this.#isElsewhere) this.#close();
    if (!this.list) {
      this.#open();
      return;
    }
    const hasOtherData = !this.#shows(options);
    if (hasOtherData) carryOut(this.#edits(options), this.list);
    this.data = options;
    const gone = Object.fromEntries(Object.keys(before).map((name) => [name, undefined]));
    this.list.setOptions(ofList({ ...gone, ...options }));
    if (hasOtherData) this.renderRows();
  }

  #shows({ items, count, getKey }) {
    const { data } = this;
    if (!data) return false;
    return items ? data.items === items : !data.items && data.count === count && data.getKey === getKey;
  }

  /** What has become of the items; without any or their keys, it is at the end that there are more or fewer. */
  #edits(options) {
    const { data, list } = this;
    const { rangecore: { core } } = options;
    if (data.items && options.items) {
      return options.edits?.(data.items, options.items)
        ?? editsBetween(core, data.items, options.items, data.getKey, options.getKey);
    }
    if (data.getKey && options.getKey) return editsBetween(core, keysOf(data), keysOf(options));
    const count = countOf(options);
    if (count < list.count) return [{ kind: 'remove', lower: count, upper: list.count }];
    return [{ kind: 'insert', lower: list.count, upper: count }];
  }

  // -- the list --

  get #target() {
    const { scroller = this.#scroller } = this.wanted ?? {};
    return scroller === 'window' ? window : scroller;
  }

  get #isElsewhere() {
    return this.#target !== this.#in[0] || this.#given !== this.#in[1];
  }

  #open() {
    const { options } = this;
    const target = this.#target;
    // In the window, rows are where the app has them.
    if (!options.rangecore || !target || (!target.append && !this.#given)) return;
    this.#own = this.#given ? null : document.createElement('div');
    if (this.#own) target.append(this.#own);
    this.#container = this.#given ?? this.#own;
    // The list takes elements away before React does, and has those that are pinned in another one.
    this.#container.removeChild = (element) => {
      element.remove();
      return element;
    };
    this.#in = [target, this.#given];
    this.data = options;
    const list = new VirtualList(target, {
      ...ofList(options),
      rangecore: options.rangecore,
      container: this.#container,
      count: countOf(options),
      axis: options.axis,
      extents: typeof options.extents === 'function' ? (index) => this.options.extents(index) : options.extents,
      extentsAreKnown: options.extentsAreKnown,
      role: options.role,
      start: this.#place ?? options.start,
      key: (index) => this.data.getKey?.(index, this.data.items?.[index]) ?? index,
      render: (_, row) => this.#elementOf(row),
      // React renders it.
      update() {},
      release: (element, _, row) => this.#release(row),
    }, { isDeferred: true, makeAll: (rows, all) => this.list === list && this.#make(rows, all) });
    this.list = list;
    this.#place = null;
    list.followers.add({ follow: () => this.list === list && this.#updated(), detach() {} });
  }

  #close() {
    const { list } = this;
    if (!list) return;
    const { start } = list.options;
    this.#place = (list.offset !== start?.offset && placeIn(list)) || start;
    // The data stay, whose keys what is attached asks for once more.
    Object.assign(this, { list: null, isShown: false, rows: new Map() });
    const own = this.#own;
    const end = () => {
      list.destroy();
      own?.remove();
    };
    if (this.#isMaking) queueMicrotask(end);
    else end();
    this.renderRows();
    this.render();
  }

  /** In the list's turn. */
  #make(rows, all) {
    for (const row of rows) this.rows.set(row, new Row(`${this.#serial++}`, row, all));
    this.#isMaking = true;
    try {
      flushSync(this.renderRows);
    } finally {
      this.#isMaking = false;
    }
  }

  /** One that React has not rendered, as while an app waits for something, has one that stands for it. */
  #elementOf(row) {
    const own = this.rows.get(row) ?? {};
    const { as } = this.options;
    return (own.element ??= document.createElement(typeof as === 'string' ? as : 'div'));
  }

  #release(row) {
    this.rows.delete(row);
    row.element = null;
    this.hasReleased = true;
  }

  /** After a turn. */
  #updated() {
    if (!this.isShown) {
      this.isShown = true;
      // Effects that scroll it come before the browser paints.
      flushSync(this.render);
    } else if (this.hasReleased) {
      // What has gone is seen no more: React may take its time.
      startTransition(this.renderRows);
    }
    this.hasReleased = false;
  }

  // -- what React renders --

  /** Until the list has been edited, the rows show what they did: those that stay have other indices. */
  portals(wanted) {
    const options = this.#shows(wanted) ? wanted : this.options;
    const portals = [];
    for (const own of this.rows.values()) {
      const index = own.element ? this.list.indexOf(own.element) : own.row.index;
      if (index >= 0 && (own.options !== options || own.index !== index)) {
        Object.assign(own, { options, index });
        own.portal = createPortal(render(own, options), this.#container, own.key);
      }
      portals.push(own.portal);
    }
    return portals;
  }
}

function render(row, { as = 'div', rowProps, renderRow, items }) {
  const item = items?.[row.index];
  const props = rowProps?.(row.index, item);
  return createElement(as, { ...props, ref: row.ref(props?.ref) }, renderRow(row.index, item));
}

/** One that is there before the list. */
function firstRow(index, { as = 'div', rowProps, renderRow, items }) {
  const item = items?.[index];
  const { ref, ...props } = rowProps?.(index, item) ?? {};
  return createElement(as, { key: index, ...props }, renderRow(index, item));
}

const countOf = ({ items, count }) => items?.length ?? count;

function keysOf(options) {
  const { items, getKey } = options;
  const keys = [];
  for (let index = 0; index < countOf(options); index++) keys.push(getKey(index, items?.[index]));
  return keys;
}

/** Those options that are the list's own, and may change. */
function ofList({
  rangecore, items, count, getKey, edits, renderRow, as, rowProps, scroller, axis, role, extents, extentsAreKnown, start,
  first, ...options
}) {
  return options;
}
