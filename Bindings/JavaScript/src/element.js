// `<range-list>`: a virtual list as an element, for pages and for frameworks without a hook. element.d.ts documents it.

import { placeIn } from './dom/attach.js';
import { load, VirtualList } from './dom.js';

const NUMBERS = ['columns', 'estimate', 'lanes', 'spacing'];

// On a server there are no elements, but a module that is imported.
export class RangeListElement extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ['axis', 'item-key', ...NUMBERS];
  static rangecore = null;
  list = null;
  #items = [];
  #visible = { lower: 0, upper: 0 };

  constructor() {
    super();
    // What the page's own styles may change.
    this.attachShadow({ mode: 'open' }).innerHTML =
      '<style>:host { display: block; overflow: auto } :host([hidden]) { display: none }</style><slot></slot>';
    // What was set before the element was one of these.
    if (!Object.hasOwn(this, 'items')) return;
    const { items } = this;
    delete this.items;
    this.items = items;
  }

  get items() { return this.#items; }

  /** A copy, since the keys that items had are asked for once more. */
  set items(items) {
    const after = [...items ?? []];
    const change = () => {
      this.#items = after;
      return after.length;
    };
    if (this.list) this.list.apply(change);
    else change();
  }

  connectedCallback() { this.#begin(); }

  disconnectedCallback() {
    // Unless it was only moved.
    queueMicrotask(() => this.isConnected || this.#end());
  }

  attributeChangedCallback() {
    if (!this.list) return;
    const place = placeIn(this.list);
    this.#end();
    this.#begin(place);
  }

  async #begin(place = null) {
    const rangecore = await (RangeListElement.rangecore ??= load());
    if (!this.isConnected || this.list) return;
    const template = this.querySelector(':scope > template');
    const given = {};
    for (const name of NUMBERS) if (this.hasAttribute(name)) given[name] = Number(this.getAttribute(name));
    if (!this.render) given.update = (element, index) => this.#fill(element, index);
    this.list = new VirtualList(this, {
      axis: this.getAttribute('axis') ?? 'vertical',
      ...given,
      ...this.options,
      ...(place && { start: place }),
      rangecore,
      count: this.#items.length,
      key: (index) => this.#keyOf(this.#items[index], index),
      item: (index) => this.#items[index],
      render: (index) => {
        if (this.render) return this.render(this.#items[index], index);
        const element = template?.content.firstElementChild.cloneNode(true) ?? document.createElement('div');
        this.#fill(element, index);
        return element;
      },
      onUpdate: (update, list) => {
        this.options.onUpdate?.(update, list);
        const { lower, upper } = update.visible;
        if (lower === this.#visible.lower && upper === this.#visible.upper) return;
        this.#visible = { lower, upper };
        this.#tell('visible', { lower, upper });
      },
    });
    this.#tell('ready', this.list);
  }

  #end() {
    this.list?.destroy();
    this.list = null;
  }

  /** By default objects are themselves, and other items, which may come twice, their places. */
  #keyOf(item, index) {
    const key = this.itemKey ?? this.getAttribute('item-key');
    if (typeof key === 'function') return key(item, index);
    return key ? item[key] : Object(item) === item ? item : index;
  }

  /** Fills an element that is made of the template, or has been. */
  #fill(element, index) {
    const item = this.#items[index];
    const texts = element.querySelectorAll('[data-text]');
    for (const at of texts.length > 0 ? texts : [element]) {
      const { text } = at.dataset;
      if (text || !element.children.length) at.textContent = text ? item[text] : item;
    }
    this.#tell('row', { element, item, index });
  }

  #tell(what, detail) { this.dispatchEvent(new CustomEvent(`range-${what}`, { detail })); }
}

// Not fields, which would overwrite what was set before.
Object.assign(RangeListElement.prototype, { itemKey: null, options: {}, render: null });

if (globalThis.customElements && !customElements.get('range-list')) customElements.define('range-list', RangeListElement);
