// The rows that are there before there is a list, as those that a server renders. The browser lays them out: one is where
// it is to be, those before it end there, and the others follow it.

/** The styles of what is around them, from outside. What is in the first takes no place, and has the length of the list. */
export function stylesOf({ top, fraction, length, spacing }) {
  const rows = { position: 'absolute', display: 'grid', grid: 'auto / minmax(0, 1fr)', gap: `${spacing}px` };
  return {
    around: { position: 'relative', height: '0' },
    list: { position: 'absolute', inset: '0 0 auto', height: `${length}px`, overflow: 'clip' },
    row: { position: 'absolute', inset: `${top}px 0 auto`, ...(fraction > 0 && { transform: `translateY(${-100 * fraction}%)` }) },
    before: { ...rows, inset: `auto 0 calc(100% + ${spacing}px)` },
    after: { ...rows, inset: `calc(100% + ${spacing}px) 0 auto` },
  };
}

/** As a tree: an element for each of these styles, and items. */
export function treeOf(first, element, item) {
  const { around, list, row, before, after } = stylesOf(first);
  const { lower, index, upper } = first;
  const items = (from, to) => Array.from({ length: to - from }, (_, at) => item(from + at));
  return element(around, [element(list, [element(row, [
    ...items(index, index + 1), element(before, items(lower, index)), element(after, items(index + 1, upper)),
  ])])]);
}

export const firstHTML = (first, html) => treeOf(first, (style, parts) => {
  const css = Object.entries(style).map(([name, value]) => `${name}: ${value}`).join('; ');
  return `<div style="${css}">${parts.join('')}</div>`;
}, html);
