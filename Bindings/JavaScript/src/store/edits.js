// What edits of slots do to anything that follows them.

function inserted({ lower: at, upper }, slots) {
  const count = upper - at;
  const isBefore = at <= slots.lower;
  return {
    lower: isBefore ? slots.lower + count : slots.lower,
    upper: isBefore || at < slots.upper ? slots.upper + count : slots.upper,
  };
}

function removed({ lower, upper }, slots) {
  const after = (bound) => (bound <= lower ? bound : Math.max(lower, bound - (upper - lower)));
  return { lower: after(slots.lower), upper: after(slots.upper) };
}

/** Where an interval of slots is after an edit. */
export function following(edit, slots) {
  if (edit.kind === 'insert') return inserted(edit, slots);
  if (edit.kind === 'remove') return removed(edit, slots);
  if (edit.kind !== 'move') return slots;
  const { lower, upper, to } = edit;
  return inserted({ lower: to, upper: to + upper - lower }, removed(edit, slots));
}

/**
 * Makes rows provisional whose items have arrived: then they leave in place what is on screen beside
 * them. A placeholder that was shown has the extent with which it was.
 */
function holdExtents(list, shown, { lower, upper }) {
  const { engine = list } = list;
  for (const { index } of shown) {
    const rows = engine.unmeasuredRows(index, index + 1);
    if (rows.lower < rows.upper) engine.setRowExtents(rows.lower, [engine.item(index).extent]);
  }
  engine.markProvisional(lower, upper);
}

/** Makes edits of the slots that the items of a list are. */
export function applyTo(list, edits) {
  const engine = list.engine ?? list;
  // Those that are to be shown again, once items are what the store now has.
  const others = new Set();
  engine.isAttached = false;
  try {
    for (const { kind, lower, upper, to } of edits) {
      if (kind === 'insert') list.insert(lower, upper - lower);
      else if (kind === 'remove') list.remove(lower, upper);
      else if (kind === 'move') list.move(lower, upper, to);
      else {
        // A list measures content that has changed at once, the host of an engine later; a placeholder
        // keeps the extent of what was there.
        const shown = [...list.refresh ? list.rows() : []].filter(({ index }) => index >= lower && index < upper);
        if (kind === 'fill') holdExtents(list, shown, { lower, upper });
        else if (kind === 'reload' && !list.refresh) engine.markProvisional(lower, upper);
        for (const { element } of shown) others.add(element);
      }
    }
    for (const element of others) {
      const index = list.indexOf(element);
      if (index >= 0) list.refresh(index, index + 1);
    }
  } finally {
    engine.isAttached = true;
  }
}

/** The runs of neighbours among slots, as edits that show them again. */
export function reloads(slots) {
  const edits = [];
  for (const slot of [...slots].sort((a, b) => a - b)) {
    const last = edits.at(-1);
    if (last && slot <= last.upper) last.upper = Math.max(last.upper, slot + 1);
    else edits.push({ kind: 'reload', lower: slot, upper: slot + 1, to: 0 });
  }
  return edits;
}

/** Whether two items have the same fields, or are the same. */
export function areEqual(one, other) {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length
    && names.every((name) => Object.is(one[name], other[name]));
}
