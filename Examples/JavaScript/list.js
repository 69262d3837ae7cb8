// A list and its fetches.

import { diff } from './diff.js';
import { f64, fractionOf, i64, interval, item, options, pinnedHeader, section, settings, tuning, u32,
  update, valueOf, viewport, words } from './structs.js';

/** A call that the library refused; nothing has changed. */
export class RangeCoreError extends Error {
  name = 'RangeCoreError';

  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

// An object that nobody freed is freed some time after it has become unreachable.
const unreachable = new FinalizationRegistry((free) => free());

/** Made here, so that the closure does not keep the object reachable. */
const freer = (pointer, free) => () => free(pointer);

/** An object of the library, which is freed once. */
class Owner {
  #pointer;
  #free;

  constructor(pointer, free) {
    this.#pointer = pointer;
    this.#free = freer(pointer, free);
    unreachable.register(this, this.#free, this);
  }

  get pointer() {
    if (this.#pointer === 0) throw new Error(`this ${this.constructor.name} was freed`);
    return this.#pointer;
  }

  free() {
    if (this.#pointer === 0) return;
    unreachable.unregister(this);
    this.#pointer = 0;
    this.#free();
  }
}

// `using list = …` frees at the end of the block, where the platform has it.
if (Symbol.dispose) {
  Owner.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}

/** A fetch that is freed unfinished is cancelled, so that its end does not wait for it forever. */
const fetchFreer = (exports, token) => (context) => {
  exports.rc_batch_context_finish(context, token, words.outcomes.indexOf('cancelled'));
  exports.rc_batch_context_release(context);
};

export class Fetch extends Owner {
  #core;
  #token;

  constructor(core, end, context, token) {
    super(context, fetchFreer(core.exports, token));
    this.end = end;
    this.#core = core;
    this.#token = token;
  }

  finish(outcome) {
    const value = valueOf(words.outcomes, outcome);
    this.#core.check(this.#core.exports.rc_batch_context_finish(this.pointer, this.#token, value));
  }

  get outcome() {
    return words.outcomes[this.#core.exports.rc_batch_context_outcome(this.pointer, this.#token)];
  }
}

export class List extends Owner {
  #core;
  // How many items each change of the last update has.
  #changeSizes = [];

  constructor(core, created = {}) {
    const { exports, memory } = core;
    const at = memory.reserve(options.size + 8);
    exports.rc_list_options_init(at);
    options.set(memory.view, at, created);
    core.check(exports.rc_list_create(at, exports.rc_wasm_allocator(), at + options.size));
    super(u32.get(memory.view, at + options.size), exports.rc_list_destroy);
    this.#core = core;
  }

  get settings() { return this.#answer(settings, 'rc_list_get_settings'); }

  setSettings(changes) {
    const { memory } = this.#core;
    const at = memory.reserve(settings.size);
    this.#call('rc_list_get_settings', at);
    settings.set(memory.view, at, changes);
    this.#call('rc_list_set_settings', at);
  }

  tuning(mode, range) {
    return this.#answer(tuning, 'rc_list_get_tuning', valueOf(words.modes, mode),
      valueOf(words.ranges, range));
  }

  setTuning(mode, range, { leading = 0, trailing = 0, isEnabled = true }) {
    const { memory } = this.#core;
    const at = memory.reserve(tuning.size);
    tuning.set(memory.view, at, { leading, trailing, isEnabled });
    // In WebAssembly a struct is passed by its address.
    this.#call('rc_list_set_tuning', valueOf(words.modes, mode), valueOf(words.ranges, range), at);
  }

  setMode(mode) { this.#call('rc_list_set_mode', valueOf(words.modes, mode)); }
  markScrolled() { this.#call('rc_list_mark_scrolled'); }

  insert(index, count, extents = []) {
    if (extents.length !== 0 && extents.length !== count) {
      throw new RangeError(`${extents.length} extents for ${count} items`);
    }
    const at = extents.length === 0 ? 0 : this.#core.memory.putDoubles(extents);
    this.#call('rc_list_insert', BigInt(index), BigInt(count), at);
  }

  remove(lower, upper) { this.#call('rc_list_remove', BigInt(lower), BigInt(upper)); }
  move(lower, upper, to) { this.#call('rc_list_move', BigInt(lower), BigInt(upper), BigInt(to)); }
  forget(lower, upper) { this.#call('rc_list_forget', BigInt(lower), BigInt(upper)); }

  setRowExtents(row, extents) {
    const at = this.#core.memory.putDoubles(extents);
    this.#call('rc_list_set_row_extents', BigInt(row), BigInt(extents.length), at);
  }

  markProvisional(lower, upper) {
    this.#call('rc_list_mark_provisional', BigInt(lower), BigInt(upper));
  }

  setLayout(columns, spacing, keepsExtents) {
    this.#call('rc_list_set_layout', columns, spacing, keepsExtents ? 1 : 0);
  }

  markHeader(index, columns = 0) { this.#call('rc_list_mark_header', BigInt(index), columns); }
  unmarkHeader(index) { this.#call('rc_list_unmark_header', BigInt(index)); }

  apply(oldIds, newIds) {
    const before = [...oldIds];
    if (before.length !== this.count) this.#core.check(words.statuses.indexOf('argument'));
    for (const { kind, lower, upper, to } of diff(this.#core, before, [...newIds])) {
      if (kind === 'remove') this.remove(lower, upper);
      else if (kind === 'insert') this.insert(to, upper - lower);
      else this.move(lower, upper, to);
    }
  }

  get estimate() { return this.#core.exports.rc_list_get_estimate(this.pointer); }
  setEstimate(estimate) { this.#call('rc_list_set_estimate', estimate); }

  update(fields) {
    const { exports, memory } = this.#core;
    const at = memory.reserve(viewport.size + update.size);
    exports.rc_viewport_init(at);
    viewport.set(memory.view, at, {
      ...fields,
      hasLanding: fields.landingOffset !== undefined,
      hasItem: fields.item !== undefined,
    });
    this.#call('rc_list_update', at, at + viewport.size);
    this.#changeSizes = [];
    const read = memory.readUpdate(at + viewport.size);
    this.#changeSizes = read.changes.items.map(({ lower, upper }) => upper - lower);
    return read;
  }

  setNames(lower, names) {
    const { memory } = this.#core;
    const at = memory.reserve(names.length * 8);
    memory.putIds(names, at);
    this.#call('rc_list_set_names', BigInt(lower), BigInt(lower) + BigInt(names.length), at);
  }

  changeNames(position) {
    const { memory } = this.#core;
    const size = this.#changeSizes[position];
    const at = memory.reserve((size ?? 0) * 8);
    // The library refuses a position that there is not, and any after an edit.
    this.#call('rc_list_copy_change_names', size === undefined ? -1 : position, at);
    return memory.ids(at, size);
  }

  setScrollTarget(index, fraction = 'nearest', shift = 0) {
    return this.#answer(f64, 'rc_list_set_scroll_target', BigInt(index), fractionOf(fraction),
      shift);
  }

  beginBatch(end = 'tail') {
    const { memory } = this.#core;
    const at = memory.reserve(8);
    this.#call('rc_list_begin_batch', valueOf(words.ends, end), at, at + 4);
    return new Fetch(this.#core, end, u32.get(memory.view, at), u32.get(memory.view, at + 4));
  }

  retryBatch(end = 'tail') { this.#call('rc_list_retry_batch', valueOf(words.ends, end)); }
  resetBatch(end = 'tail') { this.#call('rc_list_reset_batch', valueOf(words.ends, end)); }
  markExhausted(end = 'tail') { this.#call('rc_list_mark_exhausted', valueOf(words.ends, end)); }

  get count() { return Number(this.#core.exports.rc_list_count(this.pointer)); }
  get measuredRowCount() {
    return Number(this.#core.exports.rc_list_measured_row_count(this.pointer));
  }
  get length() { return this.#core.exports.rc_list_length(this.pointer); }

  item(index) { return this.#answer(item, 'rc_list_item', BigInt(index)); }
  itemAt(offset) { return this.#answer(item, 'rc_list_item_at', offset); }
  itemsIn(lower, upper) { return this.#answer(interval, 'rc_list_items_in', lower, upper); }

  rows(lower, upper) {
    const { memory } = this.#core;
    const bounds = [BigInt(lower), BigInt(upper)];
    // The bounds are checked first, before memory is reserved for them.
    this.#call('rc_list_copy_rows', ...bounds, 0, 0);
    const count = upper - lower;
    const offsets = memory.reserve(count * 16);
    const extents = offsets + count * 8;
    this.#call('rc_list_copy_rows', ...bounds, offsets, extents);
    return { offsets: memory.doubles(offsets, count), extents: memory.doubles(extents, count) };
  }

  unmeasuredRows(lower, upper) {
    return this.#answer(interval, 'rc_list_unmeasured_rows', BigInt(lower), BigInt(upper));
  }

  get sectionCount() { return Number(this.#core.exports.rc_list_section_count(this.pointer)); }
  section(ordinal) { return this.#answer(section, 'rc_list_section', BigInt(ordinal)); }
  sectionOfItem(index) { return this.#answer(section, 'rc_list_section_of_item', BigInt(index)); }
  rowOfItem(index) { return this.#answer(i64, 'rc_list_row_of_item', BigInt(index)); }
  itemsOfRow(row) { return this.#answer(interval, 'rc_list_items_of_row', BigInt(row)); }
  pinnedHeader() { return this.#answer(pinnedHeader, 'rc_list_pinned_header'); }

  indexNow(index) { return this.#answer(i64, 'rc_list_index_now', BigInt(index)); }

  state(index) { return this.#core.exports.rc_list_state(this.pointer, BigInt(index)); }

  states(lower, upper) {
    const { memory } = this.#core;
    // The library refuses other bounds; no memory is reserved for them.
    const count = lower <= upper && upper <= this.count ? upper - lower : 0;
    const at = memory.reserve(count);
    this.#call('rc_list_copy_states', BigInt(lower), BigInt(upper), at);
    return memory.bytes(at, count);
  }

  validate() { this.#call('rc_list_validate', 0); }

  #call(name, ...words) {
    this.#core.check(this.#core.exports[name](this.pointer, ...words));
  }

  /** Calls a function with an `out_` parameter, and returns what it writes. */
  #answer(type, name, ...words) {
    const { memory } = this.#core;
    const at = memory.reserve(type.size);
    this.#call(name, ...words, at);
    return type.get(memory.view, at);
  }
}
