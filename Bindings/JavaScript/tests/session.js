#!/usr/bin/env node
// Carries out a recorded session; see Examples/Session/README.md.
//
//     node Bindings/JavaScript/tests/session.js [--module FILE] [SESSION]

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LATER } from '../src/host.js';
import { load, RangeCoreError, words } from '../src/node.js';
import { WholeHost } from './whole-host.js';
import '../src/lanes-node.js';

// -- values --

class Refusal extends Error {}

const whole = (value, factor) => Math.floor(value * factor + 0.5);
const ticks = (points) => whole(points, 960);

function integer(text) {
  if (text === undefined) throw new Refusal('something is missing at the end of the line');
  if (!/^-?\d+$/.test(text)) throw new Refusal(`not an integer: ${text}`);
  return Number(text);
}

const length = (text) => integer(text) / 960;
const screens = (text) => integer(text) / 1000;
const seconds = (text) => integer(text) / 1e6;
const flag = (text) => integer(text) !== 0;

const oneOf = (list) => (text) => {
  if (!list.includes(text)) throw new Refusal(`unknown word: ${text}; it is none of ${list}`);
  return text;
};
const id = (text) => (text === 'none' ? null : integer(text));
const mode = oneOf(words.modes);
const range = oneOf(words.ranges);
const fraction = (text) => (text === 'nearest' ? text : screens(text));
const end = oneOf(words.ends);
const outcome = oneOf(words.outcomes);

/** A key of `update` or `set`: how its value is read, and printed. */
const LENGTH = { read: length, print: ticks };
const SCREENS = { read: screens, print: (value) => whole(value, 1000) };
const TIME = { read: seconds, print: (value) => whole(value, 1e6) };
const FLAG = { read: flag, print: Number };
const COUNT = { read: integer, print: Number };
const word = (list) => ({ read: oneOf(list), print: String });

const VIEWPORT = {
  user: ['isUserDriven', FLAG],
  held: ['isHeld', FLAG],
  insets_are_fixed: ['insetsAreFixed', FLAG],
  dragged: ['isDragged', FLAG],
  landing: ['landingOffset', LENGTH],
  inset_start: ['insetStart', LENGTH],
  inset_end: ['insetEnd', LENGTH],
  velocity: ['velocity', LENGTH],
  time: ['time', TIME],
  jitter: ['jitter', SCREENS],
  item: ['item', COUNT],
  item_place: ['itemPlace', LENGTH],
};

const SETTINGS = {
  depth: ['depth', COUNT],
  presence: ['presence', word(words.presences)],
  pressure: ['pressure', word(words.pressures)],
  short_content_policy: ['shortContentPolicy', word(words.policies)],
  slack: ['slack', SCREENS],
  foresight: ['foresight', SCREENS],
  direction_threshold: ['directionThreshold', LENGTH],
  leading_tail: ['leadingScreens.tail', SCREENS],
  leading_head: ['leadingScreens.head', SCREENS],
  leading_items_tail: ['leadingItems.tail', COUNT],
  leading_items_head: ['leadingItems.head', COUNT],
  overscan_items: ['overscanItems', COUNT],
  extra_tail: ['extraLengths.tail', LENGTH],
  extra_head: ['extraLengths.head', LENGTH],
  stick_distance_tail: ['stickDistances.tail', LENGTH],
  stick_distance_head: ['stickDistances.head', LENGTH],
  in_background: ['inBackground', FLAG],
  insertion_pending: ['insertionPending', FLAG],
  host_decides_batches: ['hostDecidesBatches', FLAG],
  sticks_tail: ['sticks.tail', FLAG],
  sticks_head: ['sticks.head', FLAG],
  uses_mean_estimate: ['usesMeanEstimate', FLAG],
  pins_headers: ['pinsHeaders', FLAG],
};

const OPTIONS = {
  budget: ['budget', TIME],
  offset_step: ['offsetStep', LENGTH],
  ahead_count: ['aheadCount', COUNT],
  node_bits: ['nodeBits', COUNT],
  makes_ahead: ['makesAhead', FLAG],
  extents_are_known: ['extentsAreKnown', FLAG],
  in_lanes: ['inLanes', FLAG],
};

/** `KEY VALUE…` as an object; `leadingScreens.tail` is a field of a field. */
function readFields(fields, texts) {
  const object = {};
  for (let index = 0; index < texts.length; index += 2) {
    if (!Object.hasOwn(fields, texts[index])) throw new Refusal(`unknown key: ${texts[index]}`);
    const [path, kind] = fields[texts[index]];
    const [name, inner] = path.split('.');
    const value = kind.read(texts[index + 1]);
    if (inner) (object[name] ??= {})[inner] = value;
    else object[name] = value;
  }
  return object;
}

const printFields = (fields, object) => Object.entries(fields).map(([key, [path, kind]]) => {
  const value = path.split('.').reduce((inner, name) => inner[name], object);
  return `${key} ${kind.print(value)}`;
}).join(' ');

// -- commands: each returns what it prints, or nothing for `ok` --

const pair = ({ lower, upper }) => `${lower} ${upper}`;
const printSection = ({ ordinal, items, rows, columns }) =>
  `section ${ordinal} items ${pair(items)} rows ${pair(rows)} columns ${columns}`;
const printItem = ({ index, offset, extent, isMeasured, isProvisional }) =>
  `item ${index} offset ${ticks(offset)} extent ${ticks(extent)}${isMeasured ? ' measured' : ''}` +
  `${isProvisional ? ' provisional' : ''}`;

function printPlace({ offset, extent, lane, isWide, isMeasured }) {
  const where = isWide ? 'wide' : lane < 0 ? 'laneless' : `lane ${lane}`;
  return `offset ${ticks(offset)} extent ${ticks(extent)} ${where}${isMeasured ? ' measured' : ''}`;
}

function printEdit({ kind, lower, upper, to, source }) {
  if (kind === 'remove') return `${kind} ${lower} ${upper}`;
  if (kind === 'move') return `${kind} ${lower} ${upper} to ${to}`;
  return `${kind} ${source} ${source + upper - lower} at ${lower}`;
}

const printDecision = (name, decision) =>
  `${name} ${decision.answer} remaining ${ticks(decision.remaining)} ` +
  `seconds ${TIME.print(decision.seconds)} ${decision.isNear ? 'near' : 'far'}: ${decision.reason}`;

const printNext = ({ nextTime }) => (Number.isFinite(nextTime) ? TIME.print(nextTime) : 'never');

function printUpdate(update) {
  const { changes } = update;
  const ranges = words.ranges.map((name) => ` ${name} ${pair(update.ranges[name])}`).join('');
  return [
    `offset ${ticks(update.offset)} correction ${ticks(update.correction)} ` +
      `pending ${ticks(update.pending)} scroll_length ${ticks(update.scrollLength)} ` +
      `next ${printNext(update)} mode ${update.mode} presence ${update.presence} ` +
      `direction ${update.direction}`,
    `items visible ${pair(update.visible)}${ranges}`,
    `${printDecision('tail', update.tail)}; ${printDecision('head', update.head)}`,
    [`changes ${changes.items.length} removed ${changes.removedCount} left ${changes.leftCount}`,
      ...changes.items.map((change) => `${pair(change)} from ${change.before} ` +
        `to ${change.after} distance ${ticks(change.distance)}`)].join('; '),
  ].join('\n');
}

// -- commands that drive a host --

const extent = (text) => (text === 'later' ? LATER : length(text));

const MARKS = {
  new: 'isNew', moved: 'hasMoved', on_screen: 'isOnScreen', pinned: 'isPinned', kept: 'isKept', late: 'isLate',
};
const printNode = (node) => `; ${node.number} at ${node.index} column ${node.column} of ${node.columns}` +
  ` from ${node.before} to ${node.state}` +
  `${node.hasView ? ` start ${ticks(node.start)} extent ${ticks(node.extent)}` : ''}` +
  Object.keys(MARKS).map((name) => (node[MARKS[name]] ? ` ${name}` : '')).join('');

const listed = (numbers, print) => numbers.map(print).join('');

function printStep({ loop, tellsUpdates }, step) {
  const lines = tellsUpdates ? [printUpdate(step.update)] : [];
  const head = `step rounds ${step.rounds} nodes ${step.nodeCount}`;
  if (!step.isDone) {
    const asks = listed(step.asks, (position) => printNode(loop.node(position)));
    return [...lines, head, `asks ${step.asks.length}${asks}`].join('\n');
  }
  lines.push(`${head} done settled ${+step.isSettled} length ${ticks(step.scrollLength)} ` +
    `set ${+step.setsLength} offset ${ticks(step.offset)} set ${+step.setsOffset}` +
    `${step.hasTarget ? ` target ${ticks(step.targetOffset)}` : ''} next ${printNext(step)}`);
  const news = listed(step.news, (position) => printNode(loop.node(position)));
  if (news) lines.push(`news ${step.news.length}${news}`);
  const [released, freed] = [step.released, step.freed].map((numbers) => listed(numbers, (it) => ` ${it}`));
  if (released + freed) lines.push(`released${released} freed${freed}`);
  return lines.join('\n');
}

const hostCommands = {
  create(session, ...fields) { session.loop = new WholeHost(session.list, readFields(OPTIONS, fields)); },
  set_options({ loop }, ...fields) { loop.setOptions(readFields(OPTIONS, fields)); },
  destroy(session) {
    session.loop.free();
    session.loop = undefined;
  },
  tell_updates(session, told) { session.tellsUpdates = flag(told); },
  begin(session, offset, size, breadth, columns, ...fields) {
    const viewport = { offset: length(offset), length: length(size), ...readFields(VIEWPORT, fields) };
    return printStep(session, session.loop.begin(viewport, length(breadth), integer(columns)));
  },
  measured(session, time, ...extents) {
    return printStep(session, session.loop.measured(extents.map(extent), seconds(time)));
  },
  set_extents({ loop }, ...pairs) {
    const [nodes, extents] = [0, 1].map((odd) => pairs.filter((_, place) => place % 2 === odd));
    return `any ${+loop.setExtents(nodes.map(integer), extents.map(extent))}`;
  },
  wrote({ loop }, offset) { loop.wrote(length(offset)); },
  find({ loop }, index) {
    const number = loop.find(integer(index));
    return number < 0 ? 'error not found' : `node ${number}`;
  },
  keep({ loop }, index, isKept) { loop.keep(integer(index), flag(isKept)); },
  renew({ loop }, lower, upper) { loop.renew(integer(lower), integer(upper)); },
  scroll_to({ loop }, index, place, shift, isAnimated) {
    loop.scrollTo(integer(index), fraction(place), length(shift), flag(isAnimated));
  },
  scroll_to_offset({ loop }, offset, isAnimated) { loop.scrollToOffset(length(offset), flag(isAnimated)); },
  validate({ loop }) { loop.validate(); },
};

// -- all others --

export class Session {
  fetches = [];
  tellsUpdates = false;

  constructor(rangecore) {
    this.rangecore = rangecore;
  }

  create(columns, estimate, spacing, preset = 'list', quantum = '0') {
    const list = this.rangecore.list({
      columns: integer(columns),
      estimate: length(estimate),
      spacing: length(spacing),
      preset: oneOf(words.presets)(preset),
      quantum: length(quantum),
    });
    this.loop?.free();
    this.list?.free();
    Object.assign(this, { list, loop: undefined });
  }

  insert(index, count, ...extents) {
    this.list.insert(integer(index), integer(count), extents.map(length));
  }
  remove(lower, upper) { this.list.remove(integer(lower), integer(upper)); }
  move(lower, upper, to) { this.list.move(integer(lower), integer(upper), integer(to)); }
  set_row_extents(row, ...extents) {
    this.list.setRowExtents(integer(row), extents.map(length));
  }
  forget(lower, upper) { this.list.forget(integer(lower), integer(upper)); }
  mark_provisional(lower, upper) { this.list.markProvisional(integer(lower), integer(upper)); }
  set_layout(columns, spacing, keeps) {
    this.list.setLayout(integer(columns), length(spacing), flag(keeps));
  }
  set_lanes(lanes, spacing, tolerance, keeps) {
    this.list.setLanes(integer(lanes), length(spacing), flag(keeps), length(tolerance));
  }
  set_span(lower, upper, span) { this.list.setWide(integer(lower), integer(upper), !flag(span)); }
  mark_header(index, columns) { this.list.markHeader(integer(index), integer(columns)); }
  unmark_header(index) { this.list.unmarkHeader(integer(index)); }
  estimate(extent) { this.list.setEstimate(length(extent)); }

  update(offset, size, ...fields) {
    this.viewport = { length: length(size) };
    return this.scroll(offset, '0', ...fields);
  }
  scroll(offset, time, ...fields) {
    Object.assign(this.viewport, { offset: length(offset), time: seconds(time) },
      readFields(VIEWPORT, fields));
    return printUpdate(this.list.update(this.viewport));
  }
  set_scroll_target(index, place, shift = '0') {
    const offset = this.list.setScrollTarget(integer(index), fraction(place), length(shift));
    return `offset ${ticks(offset)}`;
  }

  set_names(lower, upper, ...names) {
    if (names.length !== integer(upper) - integer(lower)) {
      throw new Refusal('the ids are not as many as the items');
    }
    this.list.setNames(integer(lower), names.map(id));
  }
  keep(index, bits) { this.list.keep(integer(index), integer(bits)); }
  kept() { return ['kept', ...this.list.kept].join(' '); }
  change_names(position) {
    const names = this.list.changeNames(integer(position));
    return ['names', ...names.map((name) => name ?? 'none')].join(' ');
  }
  diff(...texts) {
    const middle = texts.indexOf('to');
    if (middle < 0) throw new Refusal('something is missing at the end of the line');
    const edits = this.rangecore.diff(texts.slice(0, middle).map(id),
      texts.slice(middle + 1).map(id));
    return [`edits ${edits.length}`, ...edits.map(printEdit)].join('; ');
  }

  mode(name) { this.list.setMode(mode(name)); }
  mark_scrolled() { this.list.markScrolled(); }
  set(...fields) { this.list.setSettings(readFields(SETTINGS, fields)); }
  tune(inMode, ofRange, leading, trailing) {
    const tuning = leading === 'disabled'
      ? { isEnabled: false } : { leading: screens(leading), trailing: screens(trailing) };
    this.list.setTuning(mode(inMode), range(ofRange), tuning);
  }
  settings() { return `settings ${printFields(SETTINGS, this.list.settings)}`; }
  tuning(inMode, ofRange) {
    const { leading, trailing, isEnabled } = this.list.tuning(mode(inMode), range(ofRange));
    const reach = `${whole(leading, 1000)} ${whole(trailing, 1000)}`;
    return `tuning ${reach} ${isEnabled ? 'enabled' : 'disabled'}`;
  }

  begin(at) { return `fetch ${this.fetches.push(this.list.beginBatch(end(at)))}`; }
  fetch(number) {
    const fetch = this.fetches[integer(number) - 1];
    if (!fetch) throw new Refusal(`no such fetch: ${number}`);
    return fetch;
  }
  finish(number, how) { this.fetch(number).finish(outcome(how)); }
  outcome(number) { return `outcome ${this.fetch(number).outcome}`; }
  retry(at) { this.list.retryBatch(end(at)); }
  reset(at) { this.list.resetBatch(end(at)); }
  mark_exhausted(at) { this.list.markExhausted(end(at)); }

  size() {
    const { count, measuredRowCount, length: points, estimate } = this.list;
    return `size ${count} measured ${measuredRowCount} length ${ticks(points)} ` +
      `estimate ${ticks(estimate)}`;
  }
  item(index) { return printItem(this.list.item(integer(index))); }
  item_at(offset) { return printItem(this.list.itemAt(length(offset))); }
  items_in(lower, upper) {
    return `items ${pair(this.list.itemsIn(length(lower), length(upper)))}`;
  }
  rows(lower, upper) {
    const { offsets, extents } = this.list.rows(integer(lower), integer(upper));
    const rows = [...offsets].map((offset, row) => ` ${ticks(offset)} ${ticks(extents[row])}`);
    return `rows${rows.join('')}`;
  }
  places(lower, upper) {
    return ['places', ...this.list.places(integer(lower), integer(upper)).map(printPlace)].join('; ');
  }
  unmeasured_rows(lower, upper) {
    return `rows ${pair(this.list.unmeasuredRows(integer(lower), integer(upper)))}`;
  }
  sections() { return `sections ${this.list.sectionCount}`; }
  section(ordinal) { return printSection(this.list.section(integer(ordinal))); }
  section_of(index) { return printSection(this.list.sectionOfItem(integer(index))); }
  row_of(index) { return `row ${this.list.rowOfItem(integer(index))}`; }
  items_of_row(row) { return `items ${pair(this.list.itemsOfRow(integer(row)))}`; }
  pinned() {
    const { index, offset, covered } = this.list.pinnedHeader();
    return `pinned ${index} offset ${ticks(offset)} covered ${ticks(covered)}`;
  }
  foresee() {
    const it = this.list.foresee();
    const spans = it.spans.map(({ items, isDescending }) => ` ${pair(items)} ${+isDescending}`);
    return `foresight landing ${ticks(it.landingOffset)} velocity ${ticks(it.velocity)}`
      + ` moving ${+it.isMoving} known ${+it.landingIsKnown} wanted ${pair(it.wanted)}`
      + ` running ${pair(it.running)} kept ${pair(it.kept)} spans${spans.join('')}`;
  }
  preload_time(microseconds) { this.list.addPreloadTime(seconds(microseconds)); }
  load(...numbers) { for (const index of [0, 1, 2]) integer(numbers[index]); }
  loaded(ordinal, how, time) { integer(ordinal), outcome(how), seconds(time); }
  state(index) { return `state ${this.list.state(integer(index))}`; }
  states(lower, upper) {
    const states = this.list.states(integer(lower), integer(upper));
    return `states${[...states].map((state) => ` ${state}`).join('')}`;
  }
  validate() { this.list.validate(); }

  host(command, ...texts) {
    if (!Object.hasOwn(hostCommands, command)) throw new Refusal(`no such command: host ${command}`);
    if (!this.loop && !['create', 'tell_updates'].includes(command)) throw new Refusal('there is no host');
    return hostCommands[command](this, ...texts);
  }
}

const HELPERS = ['constructor', 'fetch'];

export function carryOut(session, [command, ...texts]) {
  const isKnown = Object.getOwnPropertyNames(Session.prototype).includes(command);
  if (!isKnown || HELPERS.includes(command)) throw new Refusal(`no such command: ${command}`);
  if (!session.list && command !== 'create') throw new Refusal('the first command is a create');
  try {
    return session[command](...texts) ?? 'ok';
  } catch (error) {
    if (error instanceof RangeCoreError) return `error ${error.message.split(':')[0]}`;
    throw error;
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { module: { type: 'string' } }, allowPositionals: true,
  });
  const module = values.module === undefined ? undefined : readFileSync(values.module);
  const session = new Session(await load(module));
  const lines = readFileSync(positionals[0] ?? 0, 'utf8').split('\n');
  const output = [];
  let status = 0;
  for (const [index, line] of lines.entries()) {
    const texts = line.replace(/#.*/, '').split(/\s+/).filter(Boolean);
    if (texts.length === 0) continue;
    output.push(`> ${texts.join(' ')}`);
    try {
      output.push(carryOut(session, texts));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const hint = 'Examples/Session/README.md has the commands';
      console.error(`line ${index + 1}: ${error.message}; ${hint}`);
      status = 1;
      break;
    }
  }
  process.stdout.write(output.map((text) => `${text}\n`).join(''));
  process.exitCode = status;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
