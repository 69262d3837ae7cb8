// A virtual list for the DOM. dom.d.ts documents it.

export { VirtualList } from './dom/virtual-list.js';
