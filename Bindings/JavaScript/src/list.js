// A list and its fetches.

import { diff } from './diff.js';
import { fail, needed, RangeCoreError } from './errors.js';
import { integer } from './memory.js';
import { Owner } from './owner.js';
import {
  f64, foresight, i64, interval, item, options, pinnedHeader, section, settings, tuning,
} from './structs.js';
import { putViewport, UPDATE_SIZE, UpdateReader, VIEWPORT, VIEWPORT_SIZE } from './update.js';
import { expect, fractionOf, State, valueOf, words } from './words.js';

/** The most items that a list keeps. */
export const KEPT_MOST = 64;

/** A fetch that is freed unfinished is cancelled, so that its end does not wait for it forever. */
const fetchFreer = (exports, token) => (context) => {
  exports.rc_batch_context_finish(context, token, words.outcomes.indexOf('cancelled'));
  exports.rc_batch_context_release(context);
};

export class Fetch extends Owner {
  #core;
  #token;

  constructor(core, end, context, token) {
    super(context, fetchFreer(core.exports, token), 'fetch');
    this.end = end;
    this.#core = core;
    this.#token = token;
  }

  finish(outcome) {
    const value = valueOf(words.outcomes, outcome, 'outcome');
    const { exports } = this.#core;
    const status = exports.rc_batch_context_finish(this.pointer, this.#token, value);
    if (status !== 0) fail(this.#core, status, { outcome: value });
  }

  get outcome() {
    return words.outcomes[this.#core.exports.rc_batch_context_outcome(this.pointer, this.#token)];
  }
}

/** Items per row, as the module takes it: it would take −1 for 2^32 − 1. */
function columnsOf(core, columns, least = 1) {
  if (integer('columns', columns) < least || columns >= 2 ** 32) {
    fail(core, words.statuses.indexOf('argument'), { columns });
  }
  return columns;
}

export class List extends Owner {
  /** Of updates, also those that a host makes. */
  reader = new UpdateReader();
  /** Whether an update was told of a viewport: the first tells whether its fields are known. */
  #isTold = false;
  /** Whether the items are the slots of a store, which alone edits them. */
  isAttached = false;
  /** How many edits there were, which give items other indices. */
  editCount = 0;
  /** Its host, and what is told of one that comes while the list is recorded. */
  host;
  hosted;

  constructor(core, created = {}) {
    const { exports, memory } = core;
    const at = memory.reserve(options.size + 8);
    exports.rc_list_options_init(at);
    options.set(memory, at, created);
    columnsOf(core, created.columns ?? 1);
    const status = exports.rc_list_create(at, exports.rc_wasm_allocator(), at + options.size);
    if (status !== 0) fail(core, status, numbersOf(options.get(memory, at)), 0);
    memory.look();
    super(memory.uint32(at + options.size), exports.rc_list_destroy, 'list');
    this.core = core;
  }

  get settings() { return this.#find('rc_list_get_settings', settings); }

  setSettings(changes) {
    if (changes.foresight > 0) this.#optional('rc_list_foresee', 'foresight');
    const { memory } = this.core;
    const at = memory.reserve(settings.size);
    this.#run('rc_list_get_settings', {}, at);
    settings.set(memory, at, changes);
    this.#run('rc_list_set_settings', numbersOf(changes), at);
  }

  tuning(mode, range) {
    return this.#get('rc_list_get_tuning', tuning, {}, valueOf(words.modes, mode, 'mode'), valueOf(words.ranges, range, 'range'));
  }

  setTuning(mode, range, { leading = 0, trailing = 0, isEnabled = true, ...others }) {
    const { memory } = this.core;
    const at = memory.reserve(tuning.size);
    tuning.set(memory, at, { leading, trailing, isEnabled, ...others });
    // In WebAssembly a struct is passed by its address.
    this.#run('rc_list_set_tuning', { leading, trailing },
      valueOf(words.modes, mode, 'mode'), valueOf(words.ranges, range, 'range'), at);
  }

  setMode(mode) { this.#run('rc_list_set_mode', {}, valueOf(words.modes, mode, 'mode')); }
  markScrolled() { this.#run('rc_list_mark_scrolled'); }

  insert(index, count, extents = []) {
    this.#edit();
    if (extents.length !== 0 && extents.length !== count) {
      throw new RangeError(`extents: ${extents.length} values for ${count} items`);
    }
    const at = extents.length === 0 ? 0 : this.core.memory.putDoubles(extents);
    this.#run('rc_list_insert', { index, count, extents }, integer('index', index), at, integer('count', count));
  }

  remove(lower, upper) {
    this.#edit();
    this.#call('rc_list_remove', { lower, upper });
  }

  move(lower, upper, to) {
    this.#edit();
    this.#call('rc_list_move', { lower, upper, to });
  }

  forget(lower, upper) { this.#call('rc_list_forget', { lower, upper }); }

  setRowExtents(row, extents) {
    const at = this.core.memory.putDoubles(extents);
    this.#run('rc_list_set_row_extents', { extents, row }, integer('row', row), at, extents.length);
  }

  markProvisional(lower, upper) { this.#call('rc_list_mark_provisional', { lower, upper }); }

  setLayout(columns, spacing, keepsExtents) {
    this.#run('rc_list_set_layout', { spacing }, columnsOf(this.core, columns), spacing, keepsExtents ? 1 : 0);
  }

  markHeader(index, columns = 0) { this.#call('rc_list_mark_header', { index }, columnsOf(this.core, columns, 0)); }

  unmarkHeader(index) { this.#call('rc_list_unmark_header', { index }); }

  #edit() {
    this.editCount++;
    if (!this.isAttached) return;
    throw new RangeCoreError('busy', "busy: the items of this list are a store's; edit the store");
  }

  apply(oldIds, newIds) {
    this.#edit();
    const before = [...oldIds];
    if (before.length !== this.count) {
      fail(this.core, words.statuses.indexOf('argument'), { oldIds: 'not one id per item' });
    }
    for (const { kind, lower, upper, to } of diff(this.core, before, [...newIds])) {
      if (kind === 'remove') this.remove(lower, upper);
      else if (kind === 'insert') this.insert(lower, upper - lower);
      else this.move(lower, upper, to);
    }
  }

  get estimate() { return this.core.exports.rc_list_get_estimate(this.pointer); }

  setEstimate(estimate) { this.#run('rc_list_set_estimate', { estimate }, estimate); }

  update(viewport) {
    if (!this.#isTold) expect(VIEWPORT, viewport, 'viewport');
    this.#isTold = true;
    const { exports, memory } = this.core;
    const at = memory.reserve(VIEWPORT_SIZE + UPDATE_SIZE);
    putViewport(memory, at, viewport);
    const status = exports.rc_list_update(this.pointer, at, at + VIEWPORT_SIZE);
    if (status !== 0) fail(this.core, status, numbersOf(viewport), this.count);
    memory.look();
    return this.reader.read(memory, at + VIEWPORT_SIZE);
  }

  keep(index, bits = State.preload | State.display) {
    this.#run('rc_list_keep', bits & (State.measureLayout | State.visible) ? { bits } : { index },
      integer('index', index), bits);
  }

  get kept() {
    const { memory } = this.core;
    const at = memory.reserve(8 * (1 + KEPT_MOST));
    this.#run('rc_list_copy_kept', {}, at + 8, at);
    return Array.from({ length: memory.uint32(at) }, (_, i) => memory.int64(at + 8 + 8 * i));
  }

  setNames(lower, names) {
    const { memory } = this.core;
    const at = memory.reserve(names.length * 8);
    memory.putIds(names, at, 'names');
    this.#run('rc_list_set_names', { lower, names: 'past the last item' },
      integer('lower', lower), integer('lower', lower + names.length), at);
  }

  changeNames(position) {
    const { memory } = this.core;
    const isThere = position >= 0 && position < this.reader.count && Number.isInteger(position);
    const size = isThere ? this.reader.sizes[position] : 0;
    const at = memory.reserve(size * 8);
    // The library refuses a position that there is not, and any after an edit.
    this.#run('rc_list_copy_change_names', { position }, isThere ? position : -1, at);
    return memory.ids(at, size);
  }

  setScrollTarget(index, fraction = 'nearest', shift = 0) {
    const value = fractionOf(fraction);
    return this.#get('rc_list_set_scroll_target', f64, { index, fraction: value, shift }, integer('index', index), value, shift);
  }

  beginBatch(end = 'tail') {
    const { memory } = this.core;
    const at = memory.reserve(8);
    this.#run('rc_list_begin_batch', {}, valueOf(words.ends, end, 'end'), at, at + 4);
    memory.look();
    return new Fetch(this.core, end, memory.uint32(at), memory.uint32(at + 4));
  }

  retryBatch(end = 'tail') { this.#run('rc_list_retry_batch', {}, valueOf(words.ends, end, 'end')); }
  resetBatch(end = 'tail') { this.#run('rc_list_reset_batch', {}, valueOf(words.ends, end, 'end')); }
  markExhausted(end = 'tail') { this.#run('rc_list_mark_exhausted', {}, valueOf(words.ends, end, 'end')); }

  get count() { return Number(this.core.exports.rc_list_count(this.pointer)); }
  get measuredRowCount() {
    return Number(this.core.exports.rc_list_measured_row_count(this.pointer));
  }
  get length() { return this.core.exports.rc_list_length(this.pointer); }

  item(index) { return this.#find('rc_list_item', item, { index }); }

  itemAt(offset) { return this.#get('rc_list_item_at', item, { offset }, offset); }
  itemsIn(lower, upper) { return this.#get('rc_list_items_in', interval, { lower, upper }, lower, upper); }

  rows(lower, upper) {
    const { memory } = this.core;
    const count = this.#countOf(lower, upper);
    const offsets = memory.reserve(count * 16);
    const extents = offsets + count * 8;
    this.#call('rc_list_copy_rows', { lower, upper }, offsets, extents);
    return { offsets: memory.doubles(offsets, count), extents: memory.doubles(extents, count) };
  }

  unmeasuredRows(lower, upper) {
    return this.#find('rc_list_unmeasured_rows', interval, { lower, upper });
  }

  get sectionCount() {
    return Number(this.#optional('rc_list_section_count')(this.pointer));
  }

  section(ordinal) { return this.#find('rc_list_section', section, { ordinal }); }
  sectionOfItem(index) { return this.#find('rc_list_section_of_item', section, { index }); }
  rowOfItem(index) { return this.#find('rc_list_row_of_item', i64, { index }); }
  itemsOfRow(row) { return this.#find('rc_list_items_of_row', interval, { row }); }

  pinnedHeader() { return this.#find('rc_list_pinned_header', pinnedHeader); }

  foresee() {
    const { spans, isDescending, spanCount, ...rest } = this.#get('rc_list_foresee', foresight, {});
    return {
      ...rest,
      landingOffset: rest.landingOffset / 960,
      velocity: rest.velocity / 960,
      spans: [0, 1, 2].slice(0, spanCount).map((i) => (
        { items: spans[i], isDescending: isDescending[i] })),
    };
  }

  addPreloadTime(seconds) { this.#run('rc_list_add_preload_time', { seconds }, seconds); }

  state(index) { return this.core.exports.rc_list_state(this.pointer, integer('index', index)); }

  states(lower, upper) {
    const { memory } = this.core;
    const count = this.#countOf(lower, upper);
    const at = memory.reserve(count);
    this.#call('rc_list_copy_states', { lower, upper }, at);
    return memory.bytes.slice(at, at + count);
  }

  validate() { this.#run('rc_list_validate', {}, 0); }

  /** How many to reserve memory for: none for bounds that the library refuses. */
  #countOf(lower, upper) { return lower >= 0 && upper <= this.count ? Math.max(upper - lower, 0) : 0; }

  /** Calls a function that takes integers, and perhaps an address. */
  #call(name, named, ...rest) {
    this.#optional(name);
    this.#run(name, named, ...Object.entries(named).map((entry) => integer(...entry)), ...rest);
  }

  /** Calls a function, and throws the error of a status that is not OK; it names the argument. */
  #run(name, named, ...values) {
    const status = this.#optional(name)(this.pointer, ...values);
    if (status) fail(this.core, status, named, this.count);
  }

  /** What a function finds. */
  #get(name, type, named, ...values) {
    const { memory } = this.core;
    const at = memory.reserve(type.size);
    this.#run(name, named, ...values, at);
    return type.get(memory, at);
  }

  /** The same of one that takes integers. */
  #find(name, type, named = {}) {
    this.#optional(name);
    return this.#get(name, type, named, ...Object.entries(named).map((entry) => integer(...entry)));
  }

  /** A function that smaller modules leave out, by default called as its method. */
  #optional(name, called = name.slice(8).replace(/_(.)/g, (_, letter) => letter.toUpperCase())) {
    return needed(this.core, name, called);
  }
}

/** The numbers among the fields of an object, also those per end. */
export function numbersOf(fields) {
  const numbers = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'number') numbers[name] = value;
    else if (typeof value === 'object' && value) {
      for (const end of words.ends) {
        if (typeof value[end] === 'number') numbers[`${name}.${end}`] = value[end];
      }
    }
  }
  return numbers;
}
