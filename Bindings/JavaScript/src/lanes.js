// Lists in lanes, of which each goes on where its own last item ends, over the WebAssembly module `lanes.wasm`, which has
// all of `dom.wasm` too. lanes.d.ts documents what is exported.

import { fail, needed } from './errors.js';
import { List } from './list.js';
import { integer } from './memory.js';
import { load as loadFrom } from './rangecore.js';
import { bool, f64, i32, struct } from './structs.js';
import { words } from './words.js';

export * from './dom.js';

/** The lane of an item without one is −1, the span of a wide one 0. */
const position = struct({ offset: f64, extent: f64, lane: i32, span: i32, isMeasured: bool });
const MOST = 16;

/** Instantiates the module; by default the one beside this file. */
export const load = (source = new URL('lanes.wasm', import.meta.url)) => loadFrom(source);

/** Calls a function of a list in lanes. */
function call(list, name, named, ...rest) {
  const { core, pointer, count } = list;
  const status = needed(core, name, 'lanes')(pointer, ...rest);
  if (status !== 0) fail(core, status, named, count);
}

Object.assign(List.prototype, {
  setLanes(count, spacing, keepsExtents = true, tolerance = 0) {
    if (integer('lanes', count) < 1 || count > MOST) fail(this.core, words.statuses.indexOf('argument'), { lanes: count });
    call(this, 'rc_list_set_lanes', { spacing, tolerance }, count, spacing, tolerance, Number(keepsExtents));
  },

  setWide(lower, upper, isWide = true) {
    call(this, 'rc_list_set_span', { lower, upper }, integer('lower', lower), integer('upper', upper), isWide ? 0 : 1);
  },

  places(lower, upper) {
    const { core: { memory } } = this;
    const count = lower >= 0 && upper <= this.count ? Math.max(upper - lower, 0) : 0;
    const at = memory.reserve(count * position.size + 1);
    call(this, 'rc_list_places', { lower, upper }, integer('lower', lower), integer('upper', upper), at);
    return Array.from({ length: count }, (_, index) => {
      const { span, ...place } = position.get(memory, at + index * position.size);
      return { ...place, isWide: span === 0 };
    });
  },
});
