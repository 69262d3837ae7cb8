// Records what a list is told, as a session; see Examples/Session/README.md.
//
// It puts methods of its own over those of the list, so that a list that is not recorded loses no time.

import { bool, f64, i32, i64, struct } from './structs.js';
import { fractionOf, words } from './words.js';

const TICKS = 960;
const THOUSANDTHS = 1000;
const MICROSECONDS = 1e6;
const MOST = 2 ** 53;

/** The nearest whole number of units. */
const whole = (value, unit) => {
  const units = value * unit;
  return Math.max(-MOST, Math.min(MOST, Math.trunc(units + (units < 0 ? -0.5 : 0.5)))) || 0;
};

/** The nearest value that a session can hold; what no call accepts stays what it is. */
const nearest = (value, unit) => (Number.isFinite(value) ? whole(value, unit) / unit : value);

/** What a session calls the parts of a viewport and of the settings, and their units. */
const VIEWPORT = {
  isUserDriven: ['user'],
  isHeld: ['held'],
  insetsAreFixed: ['insets_are_fixed'],
  isDragged: ['dragged'],
  item: ['item'],
  itemPlace: ['item_place', TICKS],
  landingOffset: ['landing', TICKS],
  insetStart: ['inset_start', TICKS],
  insetEnd: ['inset_end', TICKS],
  velocity: ['velocity', TICKS],
  time: ['time', MICROSECONDS],
  jitter: ['jitter', THOUSANDTHS],
};

const SETTINGS = {
  depth: ['depth'],
  presence: ['presence'],
  pressure: ['pressure'],
  shortContentPolicy: ['short_content_policy'],
  slack: ['slack', THOUSANDTHS],
  foresight: ['foresight', THOUSANDTHS],
  directionThreshold: ['direction_threshold', TICKS],
  leadingScreens: ['leading', THOUSANDTHS],
  leadingItems: ['leading_items'],
  overscanItems: ['overscan_items'],
  extraLengths: ['extra', TICKS],
  stickDistances: ['stick_distance', TICKS],
  inBackground: ['in_background'],
  insertionPending: ['insertion_pending'],
  hostDecidesBatches: ['host_decides_batches'],
  sticks: ['sticks'],
  usesMeanEstimate: ['uses_mean_estimate'],
  pinsHeaders: ['pins_headers'],
};

const text = (value, unit) => {
  if (unit) return whole(value, unit);
  return typeof value === 'boolean' ? Number(value) : value;
};

const rounded = (value, unit) => (unit ? nearest(value, unit) : value);

/** The parts of an object that there are, rounded; a field per end stays one. */
function roundedFields(fields, object) {
  const result = {};
  for (const [name, [, unit]] of Object.entries(fields)) {
    const value = object[name];
    if (value === undefined) continue;
    result[name] = value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([end, it]) => [end, rounded(it, unit)]))
      : rounded(value, unit);
  }
  return result;
}

/** The parts of a viewport, in units; without an item or a landing offset there is none to write. */
const parts = (viewport) => Object.entries(VIEWPORT).map(([name, [key, unit]]) => {
  const value = viewport[name];
  const isOptional = name === 'item' || name === 'landingOffset';
  return [key, value === undefined && isOptional ? undefined : Number(text(value ?? 0, unit))];
});

// -- what a host does to its list --

const hostAct = struct({
  kind: i32,
  columns: i32,
  lower: i64,
  upper: i64,
  extent: f64,
  shift: f64,
  fraction: f64,
  viewport: struct({
    offset: f64, length: f64, insetStart: f64, insetEnd: f64, item: i64, itemPlace: f64, velocity: f64,
    landingOffset: f64, time: f64, jitter: f64, isUserDriven: bool, isHeld: bool, hasLanding: bool,
    hasItem: bool, insetsAreFixed: bool, isDragged: bool,
  }),
});

function takeActs({ core: { exports, memory } }, host) {
  const at = memory.reserve(8);
  exports.rc_host_take_acts(host.pointer, at, at + 4);
  memory.look();
  const first = memory.uint32(at);
  return Array.from({ length: memory.uint32(at + 4) },
    (_, place) => hostAct.get(memory, first + place * hostAct.size));
}

/** Records a list from here on: right after it was created, with what it was created with. */
export function record(list, created, write) {
  if (list.count > 0 || Object.hasOwn(list, 'update')) {
    throw new Error('a list is recorded from its creation on, and once');
  }
  const { columns = 1, estimate = 44, spacing = 0, preset = 'list', quantum = 0 } = created;
  const lines = [];
  let size = 0;
  let last;
  let fetchCount = 0;
  const unfinished = new Set();
  const note = (...parts) => {
    const line = `${parts.join(' ')}\n`;
    lines.push(line);
    size += line.length;
    if (size > 8192) flush();
  };
  const flush = () => {
    if (size > 0) write(lines.join(''));
    lines.length = 0;
    size = 0;
  };
  const ticks = (length) => whole(length, TICKS);

  /** Has a method called with what can be written, and what is written noted if that succeeds. */
  const over = (name, line, round = (...given) => given) => {
    const original = list[name];
    if (!original) return;
    list[name] = (...given) => {
      const known = round(...given);
      const result = original.apply(list, known);
      line(...known);
      return result;
    };
  };
  const plain = (name, command) => over(name, (...given) => note(command, ...given));
  /** A session's line has at most 1000 extents. */
  const noteExtents = (extents, first) => {
    for (let at = 0; at === 0 || at < extents.length; at += 1000) {
      const part = Array.from(extents.slice(at, at + 1000), ticks);
      note(...first(at, part.length), ...part);
    }
  };
  const points = (extents) => Float64Array.from(extents, (extent) => nearest(extent, TICKS));

  note('create', columns, ticks(estimate), ticks(spacing), preset, ticks(quantum));
  over('insert', (index, count, extents) => {
    if (extents.length === 0) note('insert', index, count);
    else noteExtents(extents, (at, length) => ['insert', index + at, length]);
  }, (index, count, extents = []) => [index, count, points(extents)]);
  plain('remove', 'remove');
  plain('move', 'move');
  plain('forget', 'forget');
  plain('markProvisional', 'mark_provisional');
  plain('unmarkHeader', 'unmark_header');
  plain('setMode', 'mode');
  plain('markScrolled', 'mark_scrolled');
  over('keep', (index, bits) => note('keep', index, bits), (index, bits = 6) => [index, bits]);
  over('markHeader', (index, per = 0) => note('mark_header', index, per));
  over('setRowExtents', (row, extents) => {
    noteExtents(extents, (at) => ['set_row_extents', row + at]);
  }, (row, extents) => [row, points(extents)]);
  over('setLayout', (per, gap, keeps) => note('set_layout', per, ticks(gap), keeps ? 1 : 0),
    (per, gap, keeps) => [per, nearest(gap, TICKS), keeps]);
  // Those of `rangecore/lanes`, if it was loaded.
  over('setLanes', (count, gap, keeps, tolerance) => {
    note('set_lanes', count, ticks(gap), ticks(tolerance), keeps ? 1 : 0);
  }, (count, gap, keeps = true, tolerance = 0) => [count, nearest(gap, TICKS), keeps, nearest(tolerance, TICKS)]);
  over('setWide', (lower, upper, isWide) => note('set_span', lower, upper, isWide ? 0 : 1),
    (lower, upper, isWide = true) => [lower, upper, isWide]);
  over('setEstimate', (extent) => note('estimate', ticks(extent)),
    (extent) => [nearest(extent, TICKS)]);
  over('addPreloadTime', (seconds) => note('preload_time', whole(seconds, MICROSECONDS)),
    (seconds) => [nearest(seconds > 5 ? 5 : seconds, MICROSECONDS)]);
  over('setSettings', (changes) => {
    const changed = Object.entries(changes).flatMap(([name, value]) => {
      const [key, unit] = SETTINGS[name];
      return value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([end, it]) => [`${key}_${end}`, text(it, unit)])
        : [key, text(value, unit)];
    });
    // Something has to be set, so that there is a call.
    note('set', ...(changed.length > 0 ? changed : ['depth', list.settings.depth]));
  }, (changes) => [roundedFields(SETTINGS, changes)]);
  over('setTuning', (mode, range, { leading, trailing, isEnabled }) => {
    note('tune', mode, range, ...(isEnabled
      ? [whole(leading, THOUSANDTHS), whole(trailing, THOUSANDTHS)] : ['disabled']));
  }, (mode, range, { leading = 0, trailing = 0, isEnabled = true }) => [mode, range, isEnabled
    ? { leading: nearest(leading, THOUSANDTHS), trailing: nearest(trailing, THOUSANDTHS), isEnabled }
    : { leading: 0, trailing: 0, isEnabled }]);
  const noteTarget = (index, fraction, shift) => {
    note('set_scroll_target', index, fraction < 0 ? 'nearest' : whole(fraction, THOUSANDTHS),
      ticks(shift));
  };
  over('setScrollTarget', noteTarget, (index, fraction = 'nearest', shift = 0) => [index,
    nearest(fractionOf(fraction), THOUSANDTHS), nearest(shift, TICKS)]);

  const noteUpdate = (viewport) => {
    const isLike = last !== undefined && last.length === viewport.length
      && ['item', 'landingOffset'].every((name) => name in last === name in viewport);
    const [offset, time] = [ticks(viewport.offset), whole(viewport.time ?? 0, MICROSECONDS)];
    const before = parts(isLike ? { ...last, time: viewport.time } : {});
    const changed = parts(viewport).filter(([, value], at) => value !== before[at][1]);
    if (isLike) note('scroll', offset, time, ...changed.flat());
    else note('update', offset, ticks(viewport.length), ...changed.flat());
    last = viewport;
  };
  const roundedViewport = (viewport) => ({
    length: nearest(viewport.length ?? 0, TICKS), ...roundedFields(VIEWPORT, viewport),
  });
  over('update', noteUpdate, (viewport) => [{
    offset: viewport.item === undefined ? nearest(viewport.offset ?? 0, TICKS) : 0,
    ...roundedViewport(viewport),
  }]);

  for (const [name, command] of [
    ['retryBatch', 'retry'], ['resetBatch', 'reset'], ['markExhausted', 'mark_exhausted'],
  ]) over(name, (end = 'tail') => note(command, end));
  const begin = list.beginBatch;
  list.beginBatch = (end = 'tail') => {
    const fetch = begin.call(list, end);
    note('begin', end);
    const number = ++fetchCount;
    // Held, since a fetch that is collected is cancelled at a time that nobody can note.
    unfinished.add(fetch);
    const { finish, free } = fetch;
    fetch.finish = (outcome) => {
      finish.call(fetch, outcome);
      unfinished.delete(fetch);
      note('finish', number, outcome);
    };
    fetch.free = () => {
      // That cancels a fetch in progress.
      if (fetch.outcome === 'fetching') note('finish', number, 'cancelled');
      unfinished.delete(fetch);
      free.call(fetch);
    };
    return fetch;
  };

  const noteAct = [
    ({ viewport: { hasItem, hasLanding, ...viewport } }) => {
      if (!hasItem) delete viewport.item;
      if (!hasLanding) delete viewport.landingOffset;
      noteUpdate(viewport);
    },
    ({ lower, extent }) => note('set_row_extents', lower, ticks(extent)),
    ({ lower, upper }) => note('mark_provisional', lower, upper),
    ({ columns: per, extent }) => note('set_layout', per, ticks(extent), 1),
    ({ lower, fraction, shift }) => noteTarget(lower, fraction, shift),
    ({ columns: count, extent, shift }) => note('set_lanes', count, ticks(extent), ticks(shift), 1),
  ];
  list.hosted = (host) => {
    // It notes its acts from then on; what it works out is in whole ticks.
    takeActs(list, host);
    const noteActs = (name, round = (...given) => given) => {
      const original = host[name];
      if (!original) return;
      host[name] = (...given) => {
        try {
          return original.apply(host, round(...given));
        } finally {
          for (const act of takeActs(list, host)) noteAct[act.kind](act);
        }
      };
    };
    noteActs('begin', ({ offset, ...viewport }, ...others) => [{ offset, ...roundedViewport(viewport) },
      ...others]);
    noteActs('measured', (extents, time) => [extents, nearest(time, MICROSECONDS)]);
    noteActs('setExtents');
    noteActs('renew');
    noteActs('scrollTo', (index, fraction = 'nearest', ...others) => [index,
      nearest(fractionOf(fraction), THOUSANDTHS), ...others]);
  };
  const host = list.host?.deref();
  if (host) list.hosted(host);

  // -- loads, by ordinals --

  const ordinals = new Map();
  return {
    flush,
    load(id, index, time) {
      if (!ordinals.has(id)) ordinals.set(id, ordinals.size);
      note('load', ordinals.get(id), index, whole(time, MICROSECONDS));
    },
    loaded(id, outcome, time) {
      if (!words.outcomes.includes(outcome)) throw new TypeError(`${outcome} is no outcome`);
      if (ordinals.has(id)) note('loaded', ordinals.get(id), outcome, whole(time, MICROSECONDS));
    },
  };
}
