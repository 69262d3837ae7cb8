// A list and the flights of its batches.

import { ALIGNMENTS, ENDS, MODES, OUTCOMES, STATUSES, valueOf } from './words.js';

/** A call that the library refused; nothing has changed. */
export class RangeCoreError extends Error {
  name = 'RangeCoreError';

  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

// What nobody freed is freed with its object. A net: when that happens is the collector's choice.
const lost = new FinalizationRegistry((free) => free());

/** What frees a pointer. Made here, so that it cannot hold the object, and keep it for ever. */
const freer = (pointer, free) => () => free(pointer);

/** An object of the core that can be freed once. */
class Owner {
  #pointer;
  #free;

  constructor(pointer, free) {
    this.#pointer = pointer;
    this.#free = freer(pointer, free);
    lost.register(this, this.#free, this);
  }

  get pointer() {
    if (this.#pointer === 0) throw new Error(`this ${this.constructor.name} was freed`);
    return this.#pointer;
  }

  free() {
    if (this.#pointer === 0) return;
    lost.unregister(this);
    this.#pointer = 0;
    this.#free();
  }
}

// Where a platform knows it, `using list = …` frees at the end of the block.
if (Symbol.dispose) {
  Owner.prototype[Symbol.dispose] = function dispose() {
    this.free();
  };
}

/** Nobody can finish a flight that is lost: it is cancelled, lest its end waits for it for ever. */
const flightFreer = (exports, token) => (context) => {
  exports.rc_batch_context_finish(context, token, OUTCOMES.indexOf('cancelled'));
  exports.rc_batch_context_release(context);
};

export class Flight extends Owner {
  #core;
  #token;

  constructor(core, end, context, token) {
    super(context, flightFreer(core.exports, token));
    this.end = end;
    this.#core = core;
    this.#token = token;
  }

  complete() { this.finish('completed'); }
  decline() { this.finish('declined'); }
  fail() { this.finish('failed'); }
  cancel() { this.finish('cancelled'); }
  completeAndEnd() { this.finish('ended'); }

  finish(outcome) {
    const value = valueOf(OUTCOMES, outcome);
    this.#core.check(this.#core.exports.rc_batch_context_finish(this.pointer, this.#token, value));
  }

  get outcome() {
    return OUTCOMES[this.#core.exports.rc_batch_context_outcome(this.pointer, this.#token)];
  }

  get wasCancelled() {
    return this.#core.exports.rc_batch_context_was_cancelled(this.pointer, this.#token) !== 0;
  }
}

export class List extends Owner {
  #core;

  constructor(core, options) {
    const { exports, structs } = core;
    const at = structs.putOptions(options);
    const { answer } = structs.at;
    core.check(exports.rc_list_create(at, exports.rc_wasm_allocator(), answer));
    super(core.memory.view.getUint32(answer, true), exports.rc_list_destroy);
    this.#core = core;
  }

  // -- settings --

  get settings() {
    this.#call('rc_list_get_settings', this.#core.structs.emptySettings());
    return this.#core.structs.readSettings();
  }

  configure(changes) {
    const before = this.settings;
    const settings = { ...before, ...changes };
    for (const name of ['leadingScreens', 'extraLengths']) {
      settings[name] = { ...before[name], ...changes[name] };
    }
    settings.tunings = mergedTunings(before.tunings, changes.tunings);
    this.#call('rc_list_set_settings', this.#core.structs.putSettings(settings));
  }

  setMode(mode) { this.#call('rc_list_set_mode', valueOf(MODES, mode)); }
  promote() { this.#call('rc_list_mark_scrolled'); }

  // -- edits --

  insert(index, count) { this.#call('rc_list_insert', BigInt(index), BigInt(count)); }

  insertMeasured(index, extents) {
    const at = this.#core.memory.putDoubles(extents);
    this.#call('rc_list_insert_measured', BigInt(index), at, BigInt(extents.length));
  }

  remove(lower, upper) { this.#call('rc_list_remove', BigInt(lower), BigInt(upper)); }

  move(lower, upper, to) {
    this.#call('rc_list_move', BigInt(lower), BigInt(upper), BigInt(to));
  }

  measure(row, extents) {
    const at = this.#core.memory.putDoubles(extents);
    this.#call('rc_list_set_row_extents', BigInt(row), at, BigInt(extents.length));
  }

  reload(lower, upper) { this.#call('rc_list_forget', BigInt(lower), BigInt(upper)); }
  setEstimate(estimate) { this.#call('rc_list_set_estimate', estimate); }

  // -- update --

  update(viewport) {
    const { structs } = this.#core;
    this.#call('rc_list_update', structs.putViewport(viewport), structs.at.update);
    return structs.readUpdate();
  }

  scrollTo(index, alignment = 'nearest') {
    const { answer } = this.#core.structs.at;
    this.#call('rc_list_set_scroll_target', BigInt(index), valueOf(ALIGNMENTS, alignment), answer);
    return this.#core.memory.view.getFloat64(answer, true);
  }

  // -- batches --

  beginBatch(end = 'tail') {
    const { structs: { at: { answer } }, memory } = this.#core;
    this.#call('rc_list_begin_batch', valueOf(ENDS, end), answer, answer + 8);
    const { view } = memory;
    const token = view.getUint32(answer + 8, true);
    return new Flight(this.#core, end, view.getUint32(answer, true), token);
  }

  retryBatch(end = 'tail') { this.#call('rc_list_retry_batch', valueOf(ENDS, end)); }
  resetBatch(end = 'tail') { this.#call('rc_list_reset_batch', valueOf(ENDS, end)); }
  endBatch(end = 'tail') { this.#call('rc_list_mark_exhausted', valueOf(ENDS, end)); }

  // -- queries --

  get count() { return Number(this.#core.exports.rc_list_count(this.pointer)); }
  get measuredCount() { return Number(this.#core.exports.rc_list_measured_row_count(this.pointer)); }
  get length() { return this.#core.exports.rc_list_length(this.pointer); }
  get estimate() { return this.#core.exports.rc_list_get_estimate(this.pointer); }

  item(index) {
    this.#call('rc_list_item', BigInt(index), this.#core.structs.at.item);
    return this.#core.structs.readItem();
  }

  itemAt(offset) {
    this.#call('rc_list_item_at', offset, this.#core.structs.at.item);
    return this.#core.structs.readItem();
  }

  itemsIn(lower, upper) {
    const { structs: { at }, memory } = this.#core;
    this.#call('rc_list_items_in', lower, upper, at.interval);
    return memory.interval(at.interval);
  }

  rows(lower, upper) {
    const { memory } = this.#core;
    const bounds = [BigInt(lower), BigInt(upper)];
    // First without room, so that none is made for rows that do not exist.
    this.#call('rc_list_copy_rows', ...bounds, 0, 0);
    const count = upper - lower;
    const offsets = memory.reserve(count * 16);
    const extents = offsets + count * 8;
    this.#call('rc_list_copy_rows', ...bounds, offsets, extents);
    return { offsets: memory.doubles(offsets, count), extents: memory.doubles(extents, count) };
  }

  state(index) { return this.#core.exports.rc_list_state(this.pointer, BigInt(index)); }

  states(lower, upper) {
    const { memory } = this.#core;
    // The core refuses bounds that are no range of items; no room is made for such.
    const count = lower <= upper && upper <= this.count ? upper - lower : 0;
    const at = memory.reserve(count);
    this.#call('rc_list_copy_states', BigInt(lower), BigInt(upper), at);
    return memory.bytes(at, count);
  }

  validate() { this.#call('rc_list_validate', 0); }

  #call(name, ...words) {
    this.#core.check(this.#core.exports[name](this.pointer, ...words));
  }
}

/** Changes of some ranges in some modes leave the others as they are; `null` is the empty set. */
function mergedTunings(before, changes = {}) {
  return Object.fromEntries(
    MODES.map((mode) => [mode, { ...before[mode], ...changes[mode] }]),
  );
}

export { STATUSES };
