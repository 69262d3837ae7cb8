// The header's structs as plain objects, written to and read from fixed places in the memory.

import {
  ANSWERS, DIRECTIONS, ENDS, MODES, POLICIES, PRESENCES, PRESSURES, RANGES, valueOf,
} from './words.js';

const FLAGS = [
  'in_background', 'insertion_pending', 'host_decides_batches', 'sticks_to_end',
  'uses_mean_estimate',
];

/** `in_background` is `inBackground` in JavaScript. */
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

export class Structs {
  /** @param {import('./memory.js').Memory} memory */
  constructor(memory) {
    this.memory = memory;
    const struct = (name, fields) => memory.struct(name, fields.split(' '));
    this.options = struct('rc_list_options', 'columns estimate spacing');
    this.settings = struct('rc_list_settings', 'struct_size depth presence pressure ' +
      `short_content_policy tunings slack direction_threshold leading_screens extra_lengths ${
        FLAGS.join(' ')}`);
    this.tuning = struct('rc_tuning', 'leading trailing enabled');
    this.table = struct('rc__tuning_table', 'tunings');
    this.viewport = struct('rc_viewport', 'is_user is_held has_landing offset length inset_start ' +
      'inset_end velocity landing_offset time jitter');
    this.update = struct('rc_update', 'changes visible ranges correction pending offset ' +
      'next_time batches mode presence direction');
    this.changes = struct('rc_changes', 'items count removed_count left_count');
    this.change = struct('rc_change', 'lower upper distance before after');
    this.decision = struct('rc_batch_decision', 'answer reason remaining seconds is_near');
    this.interval = struct('rc_interval', 'lower upper');
    this.item = struct('rc_item', 'index offset extent is_measured');
    this.at = {};
    for (const name of ['options', 'settings', 'table', 'viewport', 'update', 'interval', 'item']) {
      this.at[name] = memory.allocate(this[name].size);
    }
    // An answer that is a number or a pointer.
    this.at.answer = memory.allocate(16);
    this.reasons = new Map();
  }

  /** Fills `rc_list_options` in and returns where it is. */
  putOptions({ columns, estimate, spacing }) {
    const { view, exports } = this.memory;
    const at = this.at.options;
    exports.rc_list_options_init(at);
    if (columns !== undefined) view.setUint32(at + this.options.columns, columns, true);
    if (estimate !== undefined) view.setFloat64(at + this.options.estimate, estimate, true);
    if (spacing !== undefined) view.setFloat64(at + this.options.spacing, spacing, true);
    return at;
  }

  /** Fills `rc_viewport` in and returns where it is. */
  putViewport(viewport) {
    const { view, exports } = this.memory;
    const at = this.at.viewport;
    const fields = this.viewport;
    exports.rc_viewport_init(at);
    view.setUint8(at + fields.is_user, viewport.isUser ? 1 : 0);
    view.setUint8(at + fields.is_held, viewport.isHeld ? 1 : 0);
    view.setUint8(at + fields.has_landing, viewport.landingOffset === undefined ? 0 : 1);
    view.setFloat64(at + fields.offset, viewport.offset, true);
    view.setFloat64(at + fields.length, viewport.length, true);
    view.setFloat64(at + fields.inset_start, viewport.insetStart ?? 0, true);
    view.setFloat64(at + fields.inset_end, viewport.insetEnd ?? 0, true);
    view.setFloat64(at + fields.velocity, viewport.velocity ?? 0, true);
    view.setFloat64(at + fields.landing_offset, viewport.landingOffset ?? 0, true);
    view.setFloat64(at + fields.time, viewport.time ?? 0, true);
    view.setFloat64(at + fields.jitter, viewport.jitter ?? 0, true);
    return at;
  }

  /** The answer to an update, as an object of its own. */
  readUpdate() {
    const { memory, update: fields } = this;
    const { view } = memory;
    const at = this.at.update;
    const number = (field) => view.getFloat64(at + field, true);
    const ranges = {};
    RANGES.forEach((range, index) => {
      ranges[range] = memory.interval(at + fields.ranges + index * this.interval.size);
    });
    return {
      changes: this.#readChanges(at + fields.changes),
      visible: memory.interval(at + fields.visible),
      ranges,
      correction: number(fields.correction),
      pending: number(fields.pending),
      offset: number(fields.offset),
      nextTime: number(fields.next_time),
      tail: this.#readDecision(at + fields.batches),
      head: this.#readDecision(at + fields.batches + this.decision.size),
      mode: MODES[view.getInt32(at + fields.mode, true)],
      presence: PRESENCES[view.getInt32(at + fields.presence, true)],
      direction: DIRECTIONS[view.getInt32(at + fields.direction, true)],
    };
  }

  #readChanges(at) {
    const { view } = this.memory;
    const [items, count, removedCount, leftCount] = ['items', 'count', 'removed_count',
      'left_count'].map((field) => view.getUint32(at + this.changes[field], true));
    const { size, lower, upper, distance, before, after } = this.change;
    const changes = [];
    for (let change = items; change < items + count * size; change += size) {
      changes.push({
        lower: this.memory.integer(change + lower),
        upper: this.memory.integer(change + upper),
        distance: view.getFloat64(change + distance, true),
        before: view.getUint8(change + before),
        after: view.getUint8(change + after),
      });
    }
    return { items: changes, removedCount, leftCount };
  }

  #readDecision(at) {
    const { view } = this.memory;
    const { answer, reason, remaining, seconds, is_near: isNear } = this.decision;
    return {
      answer: ANSWERS[view.getInt32(at + answer, true)],
      reason: this.#reason(view.getInt32(at + reason, true)),
      remaining: view.getFloat64(at + remaining, true),
      seconds: view.getFloat64(at + seconds, true),
      isNear: view.getUint8(at + isNear) !== 0,
    };
  }

  /** The library's own words, decoded once. */
  #reason(value) {
    if (!this.reasons.has(value)) {
      const text = this.memory.text(this.memory.exports.rc_batch_reason_text(value));
      this.reasons.set(value, text);
    }
    return this.reasons.get(value);
  }

  readItem() {
    const { view } = this.memory;
    const at = this.at.item;
    return {
      index: this.memory.integer(at + this.item.index),
      offset: view.getFloat64(at + this.item.offset, true),
      extent: view.getFloat64(at + this.item.extent, true),
      isMeasured: view.getUint8(at + this.item.is_measured) !== 0,
    };
  }

  // -- settings --

  /** Where `rc_list_settings` is, with its size set, to be filled in by the core. */
  emptySettings() {
    const { settings, at } = this;
    this.memory.view.setUint32(at.settings + settings.struct_size, settings.size, true);
    return at.settings;
  }

  readSettings() {
    const { view } = this.memory;
    const { settings: fields, at: { settings: at } } = this;
    const number = (field, index = 0) => view.getFloat64(at + field + index * 8, true);
    const word = (words, field) => words[view.getInt32(at + field, true)];
    const settings = {
      depth: view.getInt32(at + fields.depth, true),
      presence: word(PRESENCES, fields.presence),
      pressure: word(PRESSURES, fields.pressure),
      shortContentPolicy: word(POLICIES, fields.short_content_policy),
      slack: number(fields.slack),
      directionThreshold: number(fields.direction_threshold),
      leadingScreens: {},
      extraLengths: {},
      tunings: this.readTunings(at + fields.tunings),
    };
    ENDS.forEach((end, index) => {
      settings.leadingScreens[end] = number(fields.leading_screens, index);
      settings.extraLengths[end] = number(fields.extra_lengths, index);
    });
    for (const flag of FLAGS) settings[camel(flag)] = view.getUint8(at + fields[flag]) !== 0;
    return settings;
  }

  /** Writes all settings, and returns where they are. */
  putSettings(settings) {
    const { view } = this.memory;
    const { settings: fields } = this;
    const at = this.emptySettings();
    const putWord = (words, field, word) => {
      view.setInt32(at + field, valueOf(words, word), true);
    };
    view.setInt32(at + fields.depth, settings.depth, true);
    putWord(PRESENCES, fields.presence, settings.presence);
    putWord(PRESSURES, fields.pressure, settings.pressure);
    putWord(POLICIES, fields.short_content_policy, settings.shortContentPolicy);
    view.setFloat64(at + fields.slack, settings.slack, true);
    view.setFloat64(at + fields.direction_threshold, settings.directionThreshold, true);
    ENDS.forEach((end, index) => {
      const place = at + index * 8;
      view.setFloat64(place + fields.leading_screens, settings.leadingScreens[end], true);
      view.setFloat64(place + fields.extra_lengths, settings.extraLengths[end], true);
    });
    for (const flag of FLAGS) view.setUint8(at + fields[flag], settings[camel(flag)] ? 1 : 0);
    this.#putTunings(at + fields.tunings, settings.tunings);
    return at;
  }

  #tuningAt(table, mode, range) {
    return table + this.table.tunings + (mode * RANGES.length + range) * this.tuning.size;
  }

  readTunings(table) {
    const { view } = this.memory;
    const { leading, trailing, enabled } = this.tuning;
    return Object.fromEntries(MODES.map((mode, modeIndex) => [mode, Object.fromEntries(
      RANGES.map((range, rangeIndex) => {
        const at = this.#tuningAt(table, modeIndex, rangeIndex);
        const isEmpty = view.getUint32(at + enabled, true) === 0;
        return [range, isEmpty ? null : {
          leading: view.getFloat64(at + leading, true),
          trailing: view.getFloat64(at + trailing, true),
        }];
      }),
    )]));
  }

  #putTunings(table, tunings) {
    const { view } = this.memory;
    MODES.forEach((mode, modeIndex) => RANGES.forEach((range, rangeIndex) => {
      const tuning = tunings[mode][range];
      const at = this.#tuningAt(table, modeIndex, rangeIndex);
      view.setFloat64(at + this.tuning.leading, tuning?.leading ?? 0, true);
      view.setFloat64(at + this.tuning.trailing, tuning?.trailing ?? 0, true);
      view.setUint32(at + this.tuning.enabled, tuning ? 1 : 0, true);
    }));
  }
}
